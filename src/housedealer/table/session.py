"""A table over time: a log of who sat, left, bought chips, of clock ticks, options and rounds.

Between rounds the table moves the player-dealer's position on, takes time collections, and freezes the
state that the next round starts from; a round hands back the state that the next one gets. Always, to
the cent: chips bought = chips held + fees + what stands on the table + chips cashed.

    >>> from housedealer.rooms import game
    >>> session = Session(game("garlic-city/3-card-poker"))
    >>> session.sit(1, "ann", 50_000); session.sit(2, "bob", 20_000)
    >>> session.offer_bank()
    >>> session.state.bank, session.state.turn
    (1, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from housedealer.pieces.supply import SeededSupply
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.log import RoundLog, record
from housedealer.table.round import Round
from housedealer.table.stakes import open_table
from housedealer.wagers.ledger import FEES, JACKPOT
from housedealer.wagers.money import dollars


class Sat(msgspec.Struct, frozen=True, tag="sit"):
    """Somebody sat down with chips."""

    seat: int
    person: str
    chips: int


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """Somebody left and cashed his chips."""

    seat: int
    person: str
    chips: int


class Bought(msgspec.Struct, frozen=True, tag="buy"):
    """Somebody bought more chips."""

    person: str
    chips: int


class Ticked(msgspec.Struct, frozen=True, tag="tick"):
    """The half hour struck; what everybody paid, if the option is by time."""

    paid: tuple[tuple[str, int], ...]


class Chose(msgspec.Struct, frozen=True, tag="option"):
    """The floor set the fee option and limit."""

    option: str
    limit: str


class Banked(msgspec.Struct, frozen=True, tag="bank"):
    """The player-dealer's position was offered: which seats declined, and where it was taken (0: nowhere).

    `person` is who took it, where that is not the player seated there.
    """

    seat: int
    turn: int
    declined: tuple[int, ...] = ()
    person: str = ""


class Dealt(msgspec.Struct, frozen=True, tag="round"):
    """A round was dealt and settled."""

    log: RoundLog


Happened = Sat | Left | Bought | Ticked | Chose | Banked | Dealt


class Session:
    """One table, from its opening to its breaking up."""

    def __init__(self, game: Game, option: str | None = None, limit: str | None = None) -> None:
        self.game = game
        self.log: list[Happened] = []
        self.bought = 0
        self.cashed = 0
        self.fees = 0
        self.jackpot = 0
        self.rounds = 0
        self.in_round: Round | None = None
        self._ticks = 0
        self.last_bank = 0
        self.declined: set[int] = set()
        self.banker = ""
        self.bet_on: dict[int, tuple[str, ...]] = {}
        self.state = State(seats={}, chips={}, places=game.params.seats, button=0)
        self.choose(option, limit)

    # -- people ------------------------------------------------------------------------------------

    def _between_rounds(self, what: str) -> None:
        if self.in_round is not None and not self.in_round.finished:
            raise Refused(f"A round is being dealt; {what} waits until it is over.")

    def sit(self, seat: int, person: str, chips: int) -> None:
        """A person sits down with chips."""
        self._between_rounds("sitting down")
        if not 1 <= seat <= self.state.places:
            raise Refused(f"There is no seat {seat}; the table has {self.state.places}.")
        if seat in self.state.seats:
            raise Refused(f"Seat {seat} is taken.")
        if chips <= 0:
            raise Refused("It takes chips to sit down.")
        self.state.seats[seat] = person
        self.state.seats = dict(sorted(self.state.seats.items()))
        self.state.chips[person] = self.state.chips.get(person, 0) + chips
        self.bought += chips
        self.log.append(Sat(seat, person, chips))

    def leave(self, seat: int) -> int:
        """A person leaves his seat; with his last one he cashes his chips."""
        self._between_rounds("leaving")
        person = self.state.seats.pop(seat, None)
        if person is None:
            raise Refused(f"Nobody sits in seat {seat}.")
        chips = 0
        if person not in self.state.seats.values() and person not in self.state.backline:
            chips = self.state.chips.pop(person)
            self.cashed += chips
        if self.state.bank == seat:
            self.state.bank, self.state.turn, self.banker = 0, 1, ""
        self.log.append(Left(seat, person, chips))
        return chips

    def buy(self, person: str, chips: int) -> None:
        """A person buys more chips between rounds."""
        self._between_rounds("buying chips")
        if person not in self.state.chips or chips <= 0:
            raise Refused("Only somebody at the table buys chips, and more than none.")
        self.state.chips[person] += chips
        self.bought += chips
        self.log.append(Bought(person, chips))

    def stand_behind(self, person: str, seats: tuple[int, ...], chips: int) -> None:
        """A back-line bettor takes his place behind some seats."""
        self._between_rounds("standing behind a seat")
        if not all(1 <= seat <= self.state.places for seat in seats):
            raise Refused("A back-line bettor stands behind a seat of this table.")
        self.state.backline[person] = tuple(seats)
        self.state.chips[person] = self.state.chips.get(person, 0) + chips
        self.bought += chips
        self.log.append(Sat(0, person, chips))

    # -- the table ---------------------------------------------------------------------------------

    def choose(self, option: str | None, limit: str | None) -> None:
        """Set the fee option and limit, between rounds only."""
        self._between_rounds("a change of option")
        self.stakes = open_table(self.game, option, limit)
        self.log.append(Chose(self.stakes.option, self.stakes.limit))

    def tick(self) -> None:
        """The clock strikes a half hour; while a round is dealt the tick waits for its end."""
        self._ticks += 1
        if self.in_round is None or self.in_round.finished:
            self._collect_time()

    def _collect_time(self) -> None:
        while self._ticks:
            self._ticks -= 1
            rows = [row for row in self.stakes.rows if row.moment == "half-hour"]
            paid = []
            for row in rows:
                for person in dict.fromkeys(self.state.seats.values()):
                    amount = min(row.amount, self.state.chips[person])
                    self.state.chips[person] -= amount
                    self.fees += amount
                    paid.append((person, amount))
            self.log.append(Ticked(tuple(paid)))

    def offer_bank(self, wanted: Callable[[str], bool] | None = None) -> None:
        """Offer the player-dealer's position clockwise: two rounds at most in a row, and it can be declined.

        At each seat its own player is asked, and where the game says so then whoever bet on that seat in the
        round before, in the order of the wagers: he takes the seat's place for his rounds. Nobody else taking
        it, the position stays empty and no round can be dealt: the table is broken.
        """
        if self.game.play.poker or not hasattr(self.game.params, "spot"):
            return
        self._between_rounds("the position")
        state, takes = self.state, wanted or (lambda person: True)
        turns = self.game.params.turns
        holder = state.bank
        last = self.banker or state.seats.get(holder, "")

        def able(person: str) -> bool:
            return state.chips.get(person, 0) > 0 and takes(person)

        if holder in state.seats and state.turn < turns and self._has_banked() and able(last):
            state.turn += 1
            self.log.append(Banked(holder, state.turn, (), self.banker))
            return
        barred = last if self._has_banked() else ""
        declined: list[int] = []
        for step in range(1, state.places + 1):
            seat = (holder - 1 + step) % state.places + 1
            asked = [person for person in self._asked_at(seat) if person != barred]
            for person in asked:
                if able(person):
                    state.bank, state.turn = seat, 1
                    self.banker = "" if person == state.seats[seat] else person
                    self.log.append(Banked(seat, 1, tuple(declined), self.banker))
                    return
            if asked:
                declined.append(seat)
        state.bank, self.banker = 0, ""
        self.log.append(Banked(0, 0, tuple(declined)))

    def _asked_at(self, seat: int) -> list[str]:
        """Who is offered the position at a seat, in order."""
        person = self.state.seats.get(seat)
        if person is None:
            return []
        behind = self.bet_on.get(seat, ()) if self.game.params.bank_offer == "seat-then-bettors" else ()
        return list(dict.fromkeys([person, *behind]))

    def _has_banked(self) -> bool:
        return self.rounds > 0

    def deal(self, supply: Any = None, seed: int | str | None = None) -> Round:
        """Begin the next round from the frozen state."""
        self._between_rounds("the next round")
        if hasattr(self.game.params, "spot") and not self.game.play.poker and not self.state.bank:
            raise Refused("Nobody intervenes as player-dealer; the game is broken.")
        if supply is None:
            supply = SeededSupply(self.game.params.deck.pieces, f"{seed}")
        frozen = msgspec.structs.replace(
            self.state, seats=self.dealt_in(), chips=dict(self.state.chips), marks=dict(self.state.marks)
        )
        self.in_round = Round(self.game, self.stakes, frozen, supply)
        return self.in_round

    def dealt_in(self) -> dict[int, str]:
        """Who gets a hand: everybody seated who has chips, and the player-dealer in his seat's place."""
        found = self.state.seats
        if self.banker:
            found = {**found, self.state.bank: self.banker}
        return {seat: person for seat, person in found.items() if self.state.chips.get(person, 0) > 0}

    def finish(self, proof: Any = None) -> RoundLog:
        """Take over what the finished round leaves standing, and whatever waited for it."""
        if self.in_round is None or self.in_round.result is None:
            raise Refused("No round has just been finished.")
        log = record(self.in_round, proof)
        self.log.append(Dealt(log))
        self.take_over()
        return log

    def take_over(self) -> None:
        """The same without keeping a log of the round, for bots who play thousands."""
        round_ = self.in_round
        if round_ is None or round_.result is None:
            raise Refused("No round has just been finished.")
        seats = self.state.seats
        placed = getattr(round_.table, "wagers", ())
        self.bet_on = {seat: tuple(one.by for one in placed if one.hand == str(seat)) for seat in seats}
        self.state = msgspec.structs.replace(
            round_.result, seats=seats, chips={**self.state.chips, **round_.result.chips}
        )
        self.fees += round_.table.ledger.balance.get(FEES, 0)
        self.jackpot += round_.table.ledger.balance.get(JACKPOT, 0)
        self.rounds += 1
        self.in_round = None
        self._collect_time()
        self.check()

    def check(self) -> None:
        """Every chip has its place: bought = held + fees + jackpots + standing + cashed; none below zero."""
        standing = sum(self.state.marks.get("standing", {}).values()) if self.state.marks else 0
        held = sum(self.state.chips.values())
        if (
            self.bought != held + self.fees + self.jackpot + standing + self.cashed
            or min(self.state.chips.values(), default=0) < 0
        ):
            raise AssertionError(
                f"chips do not balance: {dollars(self.bought)} bought, {dollars(held)} held,"
                f" {dollars(self.fees)} fees"
            )
