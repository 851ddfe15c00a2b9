"""What the floor does at a table: it opens and shuts, seats and moves people, and runs the game's remedies.

Every act gets a `Batch` that holds its entry of the audit log already, so that both are kept or neither.
What cannot be done while a round is dealt waits for its end like everybody's wishes (see `seats`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from housedealer.floor import regulars
from housedealer.floor.answers import money
from housedealer.floor.house import describe, shown
from housedealer.floor.house.books import CAGE, account, purse
from housedealer.floor.house.parts import CLOSED, PAUSED, SIT, STAND, Wish
from housedealer.floor.house.position import Position
from housedealer.floor.house.store import Batch, Movement
from housedealer.table.errors import Refused
from housedealer.table.round import CALLED_OFF
from housedealer.table.stakes import open_table

if TYPE_CHECKING:
    from housedealer.floor.house.base import TableBase

TERMS, SEAT_BOT, MOVE, ARRIVE = "terms", "seat-bot", "move", "arrive"
BY_FLOOR = (TERMS, SEAT_BOT, MOVE, ARRIVE)
DROP = "drop"


class Attended(Position):
    """The part of a table that the floor looks after."""

    new_terms = False
    granting = False

    # -- open, paused, closed ------------------------------------------------------------------------

    def hold(self) -> None:
        """No round is about to begin: the position is no longer offered."""
        if self.offering:
            self._withdraw_offer()
            self._set_clock()
            self.offering = False

    def pause(self, says: str, batch: Batch) -> None:
        """No new round."""
        if self.paused:
            raise Refused("This table is paused already.")
        self.paused = True
        self.says = says
        if self.round is None:
            self.hold()
            self.state = PAUSED
        self.keep(batch)

    def resume(self, batch: Batch) -> None:
        """Go on."""
        if not self.paused:
            raise Refused("This table is not paused.")
        self.paused = False
        self.says = ""
        self.keep(batch)

    def shut(self, now: bool, why: str, batch: Batch) -> None:
        """Close after this round, or at once: then the round is void and the stakes go back."""
        self.closing = True
        if self.round is None:
            self.hold()
            self.keep(batch)
        elif now:
            self.call_off(why, None, batch)
        else:
            self.says = "This table closes after this round."
            self.keep(batch)

    def change_terms(self, option: str, limit: str, batch: Batch) -> None:
        """Another fee option or limit from the next round on."""
        stakes = open_table(self.game, option or None, limit or None)
        self.wishes = [one for one in self.wishes if one.kind != TERMS]
        self._by_floor(Wish(TERMS, "", option=stakes.option, limit=stakes.limit), batch)

    # -- people --------------------------------------------------------------------------------------

    def seat_bot(self, name: str, seat: int, chips: int, proposition: bool, batch: Batch) -> None:
        """A regular takes a seat, or a proposition player with a bankroll of his own."""
        if self.closing:
            raise Refused("This table closes.")
        if name in self.session.state.chips or any(one.person == name for one in self.wishes):
            raise Refused(f"{name} is at this table.")
        if proposition and self.kind != describe.BANKED:
            raise Refused("There is no player-dealer in this game for whom one could stand in.")
        least, _, most = regulars.buy_ins(self.session.stakes)
        if not least <= chips <= most:
            raise Refused(f"One sits down here with {money(least)} to {money(most)}.")
        self._free(seat)
        self._by_floor(Wish(SEAT_BOT, name, seat, chips, bot=True, proposition=proposition), batch)

    def move(self, person: str, seat: int, to: str, batch: Batch) -> None:
        """Somebody takes another seat, here or at another table, with his chips."""
        if not self.seat_of(person):
            raise Refused(f"{person} has no seat here.")
        if person in self.leaving:
            raise Refused(f"{person} leaves after this round.")
        self._goal(to, person)._free(seat)
        self.wishes = [one for one in self.wishes if (one.kind, one.person) != (MOVE, person)]
        self._by_floor(Wish(MOVE, person, seat, to=to), batch)

    def _free(self, seat: int) -> None:
        if not 1 <= seat <= self.session.state.places:
            raise Refused(f"There is no seat {seat}; the table has {self.session.state.places}.")
        waits = (SIT, SEAT_BOT, ARRIVE, MOVE)
        if seat in self.session.state.seats or any(
            one.seat == seat for one in self.wishes if one.kind in waits and one.to in ("", self.id)
        ):
            raise Refused(f"Seat {seat} is taken.")

    def _goal(self, to: str, person: str) -> Attended:
        """The table to which somebody is moved."""
        if to in ("", self.id):
            return self
        goal: TableBase | None = self.house.table(to)
        if not isinstance(goal, Attended) or goal.closing:
            raise Refused(f"There is no open table {to}.")
        if person in goal.session.state.chips:
            raise Refused(f"{person} is at {to} already.")
        return goal

    def remove(self, person: str, batch: Batch) -> None:
        """Somebody leaves with his chips after this round."""
        self.wishes = [one for one in self.wishes if one.person != person or one.kind == STAND]
        if person not in self.session.state.chips:
            self.keep(batch)
            return
        if person in self.leaving:
            self.keep(batch)
            return
        self._by_floor(Wish(STAND, person), batch)

    def _by_floor(self, wish: Wish, batch: Batch) -> None:
        if self.round is None:
            self._grant_one(wish, batch)
        else:
            self.wishes.append(wish)
        self.keep(batch)

    # -- granting ------------------------------------------------------------------------------------

    def _grant_one(self, wish: Wish, batch: Batch) -> None:
        try:
            self._grant(wish, batch)
        except Refused as refusal:
            if self.granting and wish.kind in BY_FLOOR:
                self.house.tell_floor(
                    {"type": "notice", "table": self.id, "code": "refused", "says": str(refusal)}
                )
            raise

    def _grant(self, wish: Wish, batch: Batch) -> None:
        match wish.kind:
            case "terms":
                self._grant_terms(wish)
            case "seat-bot":
                self._seat(wish, batch)
            case "move":
                self._grant_move(wish, batch)
            case "arrive":
                self._arrives(wish, batch)
            case _:
                super()._grant_one(wish, batch)

    def _grant_terms(self, wish: Wish) -> None:
        self.session.choose(wish.option or None, wish.limit)
        self.spec = msgspec.structs.replace(self.spec, option=wish.option, limit=wish.limit)
        self.last.clear()
        self.new_terms = True

    def _seat(self, wish: Wish, batch: Batch) -> None:
        self.session.sit(wish.seat, wish.person, wish.chips)
        if wish.bot:
            self.bots.add(wish.person)
            if wish.proposition:
                self.propositions.add(wish.person)
        self._bring(wish.person, wish.chips, batch)

    def _arrives(self, wish: Wish, batch: Batch) -> None:
        """Somebody comes from another table: with no more than one may have here."""
        _, _, most = regulars.buy_ins(self.session.stakes)
        chips = min(wish.chips, most)
        if not wish.bot:
            chips = min(chips, self.house.books.of(purse(wish.person)))
        if wish.person in self.session.state.chips:
            raise Refused(f"{wish.person} is at this table.")
        self._seat(msgspec.structs.replace(wish, chips=chips), batch)

    def _grant_move(self, wish: Wish, batch: Batch) -> None:
        person, state = wish.person, self.session.state
        if not self.seat_of(person):
            raise Refused(f"{person} has no seat here any more.")
        goal = self._goal(wish.to, person)
        goal._free(wish.seat)
        came = Wish(
            ARRIVE, person, wish.seat, state.chips[person],
            bot=person in self.bots, proposition=person in self.propositions,
        )  # fmt: skip
        if not came.chips:
            raise Refused(f"{person} has no chips before him: he can only leave.")
        out = person in self.session.out
        self.leaves(person, batch)
        if goal is self:
            self._seat(came, batch)
            if out:
                self.session.out.add(person)
            return
        goal.wishes.append(came)
        batch.points[goal.id] = goal.point()
        asyncio.get_running_loop().call_soon(goal.keep)

    def grant(self, batch: Batch) -> bool:
        """Do all that waited for the end of the round; the floor hears of what could not be done."""
        self.granting = True
        try:
            return super().grant(batch)
        finally:
            self.granting = False

    def _publish(self) -> None:
        if self.new_terms:
            self.new_terms = False
            for watcher, watch in self.watches.items():
                if not watch.fresh:
                    watcher.send(shown.encode({"type": "table", **self.terms(watcher.person)})[1:])
        super()._publish()

    # -- irregularities ------------------------------------------------------------------------------

    def remedy(self, kind: str, facts: Mapping[str, Any], batch: Batch) -> None:
        """An irregularity is called on the open question, and the game's own remedy runs."""
        round_ = self.round
        if round_ is None:
            raise Refused("No round is being dealt.")
        if kind == CALLED_OFF:
            raise Refused("To end the round with the stakes returned, void it.")
        try:
            round_.fork().interrupt(kind, **facts)  # what is refused there has not touched the round
        except Refused:
            raise
        except Exception:
            raise Refused("The remedy cannot be run with these facts.") from None

        def run() -> None:
            round_.interrupt(kind, **facts)
            self._advanced(None, batch)

        self._guard(run)

    def void(self, why: str, batch: Batch) -> None:
        """The round in progress is void."""
        self.call_off(why, None, batch)

    # -- corrections ---------------------------------------------------------------------------------

    def purse_of(self, name: str) -> str:
        """The account of a person (or `drop`, `cage`) that a correction moves chips from or to.

        It is what he has before him when he sits here and nothing is dealt, else what he has off the tables.
        """
        if name == CAGE:
            return CAGE
        if name == DROP:
            return f"drop:{self.id}"
        if name in self.session.state.chips and self.round is None and self.state != CLOSED:
            return account(self.id, name)
        if name in self.bots:
            raise Refused(f"{name} keeps his chips at the table: wait until the round is over, or pause it.")
        return purse(name)

    def corrected(self, moved: list[Movement], words: list[str], number: int, batch: Batch) -> None:
        """Chips before people have changed by a correction, and a round's line tells of it."""
        chips = self.session.state.chips
        for one in moved:
            for name in list(chips):
                if one.source == account(self.id, name):
                    chips[name] -= one.amount
                    self.session.cashed += one.amount
                if one.target == account(self.id, name):
                    chips[name] += one.amount
                    self.session.bought += one.amount
        self.lines = [
            {**line, "corrections": [*line["corrections"], *words]} if line["number"] == number else line
            for line in self.lines
        ]
        self.new_terms = True  # the rounds' lines are told with the terms
        self.keep(batch)
