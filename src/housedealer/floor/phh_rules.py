"""The eleven games of the hand-history notation as games of ours, and the rules by which they differ.

The notation (PHH) comes with a reference implementation, PokerKit, and its files mean what that program
makes of them. Where this is not what a card room's rule book says, the difference is kept out of the room's
games: it is the `ReferenceTable` and the parameters below, which only games made from a file use.

* What has been bet is what lies in front of the players: behind a short all-in blind one calls, and raises
  from, the larger blind that was really posted. A card room lets one call the full blind.
* A blind is no bet: four raises may follow it in a limit game, as four bets may be made in later rounds.
  A card room counts a bet and three raises, and lifts the cap between two players.
* Every bet or raise counts, an all-in below the full size too, and the next is made on top of it. A card
  room lets a short all-in be completed to the full bet.
* A raise must be as large as the largest before it in the round; blinds and straddles are not raises, so a
  straddle does not make it larger. A short all-in opens the betting to those who have acted when it, or a
  few of them in a row, are as large as the largest raise.
* Nobody raises whom nobody could call, but whoever has chips is asked once in a round that has begun: he
  may fold although nobody bets.
* Antes differ by player and are dead money in the main pot, unless the file trims them (then they make
  side pots as bets do, and what nobody matches goes back).
* If the low door card is all-in from the ante, the next player with chips brings it in.
* A pot's odd chips all go to the first winner on the button's left, and hands that win nothing are killed
  before the pots are counted: side pots between the same hands that are left are one pot.
* Where anybody at the showdown has a qualifying low, the reference halves every pot, also a side pot in
  which nobody has a low, and gives that low half to everybody left in it. This is no rule of poker, where
  the high hand gets it all. So a hand is played by the rule first, and by the reference's way (`oddity`)
  only if the file's stacks then disagree.
* `FO/8` is limit by name, but the reference lets one bet up to the pot and counts no raises; whatever is
  legal under a limit is legal so too, hence it is read as pot limit.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from housedealer.games.poker.draw import draw
from housedealer.games.poker.flop import flop
from housedealer.games.poker.showdown import HALVES
from housedealer.games.poker.stud import stud
from housedealer.pieces.decks import Deck
from housedealer.ranking.partial import ACES_LOW
from housedealer.table.betting import POT, Poker, Pot
from housedealer.table.game import Because, Game, Head, Play, Stakes, State
from housedealer.table.questions import Asked, Bet
from housedealer.table.structure import Kind, Limit

MOST_RAISES = 4
"""Bets and raises of one round in a limit game."""


class Variant(NamedTuple):
    """One game of the notation: our script and parameters for it, and the fields that its files must have."""

    name: str
    script: Any
    kind: Kind
    params: Mapping[str, Any]
    bets: tuple[str, str] = ("small_bet", "big_bet")

    @property
    def play(self) -> Play:
        """The order of play."""
        return self.script.play  # type: ignore[no-any-return]

    @property
    def split(self) -> bool:
        """Whether a qualifying low has half of the pot."""
        return len(HALVES[self.params["hands"]]) > 1

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of money that a file must have, besides the stacks."""
        forced = "bring_in" if self.script is stud else "blinds_or_straddles"
        return ("antes", forced, *dict.fromkeys(self.bets))


MIN = ("min_bet", "min_bet")
RAZZ: dict[str, Any] = {
    "hands": "ace-to-five",
    "bring_in": "highest",
    "first_to_act": "lowest-hand",
    "door_flags": ACES_LOW,
}
FLOP, STUD, DRAW = flop, stud, draw
VARIANTS: dict[str, Variant] = {
    "FT": Variant("limit hold'em", FLOP, "limit", {"hands": "high"}),
    "NT": Variant("no-limit hold'em", FLOP, "no-limit", {"hands": "high"}, MIN),
    "NS": Variant("no-limit short-deck hold'em", FLOP, "no-limit", {"hands": "short-deck"}, MIN),
    "PO": Variant("pot-limit Omaha", FLOP, "pot-limit", {"hands": "omaha", "hole": 4}, MIN),
    "FO/8": Variant("limit Omaha hi-lo", FLOP, "pot-limit", {"hands": "omaha-low-8", "hole": 4}),
    "F7S": Variant("limit seven-card stud", STUD, "limit", {"hands": "high"}),
    "F7S/8": Variant("limit seven-card stud hi-lo", STUD, "limit", {"hands": "high-low-8"}),
    "FR": Variant("limit razz", STUD, "limit", RAZZ),
    "N2L1D": Variant("no-limit 2-7 single draw", DRAW, "no-limit", {"hands": "deuce-to-seven"}, MIN),
    "F2L3D": Variant("limit 2-7 triple draw", DRAW, "limit", {"hands": "deuce-to-seven", "draws": 3}),
    "FB": Variant("limit badugi", DRAW, "limit", {"hands": "badugi", "cards": 4, "draws": 3}),
}
"""The notation's codes. A variant is a row: our script, its betting, its parameters, its fields."""


class Facts(msgspec.Struct, frozen=True):
    """The money of one file, in whole units: by position, the first on the button's left."""

    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    small: int
    big: int
    bring_in: int = 0
    trim: bool = False


def game_of(code: str, players: int) -> Game:
    """A game in memory for a code, at a table of as many seats as there are players.

    >>> game_of("FR", 3).params.door_flags, game_of("F2L3D", 2).params.draws
    (1, 3)
    """
    variant = VARIANTS[code]
    own = dict(variant.params)
    if variant.script is STUD:
        own |= {"open_pair": False, "all_in_door": "next-player"}
    if variant.script is DRAW:
        own |= {"big_from": 2}
    deck = Deck(kind="short") if own["hands"] == "short-deck" else Deck()
    params = variant.play.params(seats=players, deck=deck, **own)
    play = msgspec.structs.replace(variant.play, table=ReferenceTable)
    identity = f"phh/{code.lower()}"
    head = Head(name=variant.name, script="", book="", lines=(0, 0), family="poker")
    return Game(
        id=identity,
        room="phh",
        head=head,
        play=play,
        params=params,
        fees=(),
        rules={},
        rulings={},
        remedies={},
        data_hash="",
    )


def stakes_of(code: str, facts: Facts) -> Stakes:
    """The limit of a file: no fees, and chips as small as its unit."""
    variant = VARIANTS[code]
    blinds = tuple(abs(blind) for blind in facts.blinds) if any(facts.blinds) else ()
    limit = Limit(
        variant.name,
        variant.kind,
        facts.small,
        facts.big,
        blinds,
        max(facts.antes),
        facts.bring_in,
        chip=1,
    )
    return Stakes("", variant.name, (), limit)


def state_of(facts: Facts, oddity: bool = False) -> State:
    """The table before the deal: player n of the file in seat n, the button with the last of them."""
    many = len(facts.stacks)
    names = {seat: f"p{seat}" for seat in range(1, many + 1)}
    return State(
        seats=names,
        chips=dict(zip(names.values(), facts.stacks, strict=True)),
        places=many,
        button=many,
        marks={"antes": facts.antes, "blinds": facts.blinds, "trim": facts.trim, "oddity": oddity},
    )


class ReferenceTable(Poker):
    """A poker table under the rules of the notation's reference implementation (see the module's head)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        many = len(self.seats)
        self._anted = [0] * many
        self._made = 0
        self._largest = 0
        self._short = 0
        self._completing = False
        self._idle: set[int] = set()
        self._lows: dict[int, int] = {}
        self.completed = False

    # -- forced bets -------------------------------------------------------------------------------

    def ante(self, amount: int) -> None:
        """Each player's own ante."""
        trim = self.state.marks["trim"]
        due = [min(one, stack) for one, stack in zip(self.state.marks["antes"], self.stack, strict=True)]
        self._anted = list(due)
        matched = sorted(due)[-2]
        for at, one in enumerate(due):
            if one:
                paid = self.pay(at, min(one, matched) if trim else one, "ante", live=trim)
                self.bet[at] = 0
                self.emit("post", self.seats[at], "ante", paid, False)

    def blinds(self, amounts: Sequence[int], first: int = 0) -> int:
        """Each player's own blind, straddle or (below zero) post, which does not move the first action."""
        signed = self.state.marks["blinds"]
        chips = self.state.chips
        for at, blind in enumerate(signed):
            if blind:
                self.post(at, min(abs(blind), chips[self.who[at]] - self._anted[at]), f"blind-{at + 1}")
        self.current = max(self.bet)
        self.level = 1
        order = [
            (bet if blind > 0 else -bet, at)
            for at, (bet, blind) in enumerate(zip(self.bet, signed, strict=True))
        ]
        return (max(order)[1] + 1) % len(self.seats)

    # -- betting -----------------------------------------------------------------------------------

    def betting(
        self,
        first: int,
        size: int,
        sizes: tuple[int, ...] = (),
        done: int = -1,
        order: list[int] | None = None,
        killer: int = -1,
    ) -> Generator[Asked, Any, None]:
        """One round; `done` is who brought it in, for the bring-in alone or for a bet at once."""
        whole = done >= 0 and (self.completed or self.current > self.limit.bring_in)
        self._completing = done >= 0 and not whole
        self._made = 1 if whole else 0
        self._largest = self.current if whole else 0
        self._short = 0
        self._idle = self.idle()
        yield from super().betting(first, size, sizes, done, order, killer)

    def idle(self) -> set[int]:
        """Who has nothing to decide until somebody raises: all the others together could not bet more."""
        totals = [
            stack + bet if alive else 0
            for stack, bet, alive in zip(self.stack, self.bet, self.live, strict=True)
        ]
        second = sorted(totals)[-2]
        acting = [at for at, bet in enumerate(self.bet) if self.live[at] and self.stack[at] and bet < second]
        if len(acting) == 1 and self.bet[acting[0]] >= max(self.bet):
            acting = []
        return set(range(len(totals))) - set(acting)

    def recount(self) -> None:
        """Everybody left in the round is asked: also with nobody to bet into he may give up his hand."""
        super().recount()
        self._able += len(self.live)

    def _question(self) -> Bet | None:
        return None if self.turn in self._idle else super()._question()

    def _raises(self, at: int, all_in: int) -> tuple[int, int, tuple[int, ...]]:
        kind, bet, current = self.limit.kind, self.bet[at], self.current
        if current - bet < self._largest or (kind == "limit" and self._made >= MOST_RAISES):
            return 0, 0, ()
        if not self.can_be_called(at):
            return 0, 0, ()
        low = max(self._largest, self.size) + (0 if self._completing else current)
        if kind == "limit":
            return min(low, all_in), min(low, all_in), ()
        high = all_in if kind == "no-limit" else max(low, 2 * current - bet + self.ledger.balance[POT])
        return min(low, all_in), min(high, all_in), ()

    def can_be_called(self, at: int) -> bool:
        """Whether anybody else has the chips to put in more than the bet that stands."""
        return any(
            other != at and alive and self.stack[other] + self.bet[other] > self.current
            for other, alive in enumerate(self.live)
        )

    def _level_up(self, total: int) -> bool:
        increase = total - self.current
        again = increase >= self._largest
        self._largest = max(self._largest, increase)
        self._made += 1
        self._completing = False
        self._idle = set()
        self._short = 0 if self.stack[self.turn] else self._short + increase
        if self._short >= self._largest:
            self._short = 0
            again = True
        self.level += 1
        return again

    # -- the pot -----------------------------------------------------------------------------------

    def gather(self) -> list[Pot]:
        """The pots between the hands that win something."""
        if self.contested():
            self.kill_beaten()
        return super().gather()

    def kill_beaten(self) -> None:
        """Take away the hands that win no part of any pot."""
        ranks = HALVES[self.params.hands]  # type: ignore[attr-defined]
        board = self.hands.get("board")
        shared = self.look(board) if board is not None else ()
        values = [
            {at: rank(self.look(hand), shared) for at, hand in enumerate(self.hand) if self.live[at]}
            for rank in ranks
        ]
        self._lows = values[1] if len(values) > 1 else {}
        winners: set[int] = set()
        for pot in super().gather():
            for number, worth in enumerate(values):
                best = max(worth[at] for at in pot.eligible)
                if best or not number:
                    winners.update(at for at in pot.eligible if worth[at] == best)
        for at in range(len(self.live)):
            self.live[at] = at in winners

    def award(self, pot: Pot, amount: int, winners: Sequence[int], because: Because) -> None:
        """The reference's oddity of hi-lo side pots without a low, where the hand is played by it."""
        lows = self._lows
        if self.state.marks["oddity"] and any(lows.values()) and not any(lows[at] for at in pot.eligible):
            low_half = amount // 2
            super().award(pot, amount - low_half, winners, because)
            super().award(pot, low_half, pot.eligible, because)
        else:
            super().award(pot, amount, winners, because)

    def shares(self, amount: int, winners: Sequence[int]) -> dict[int, int]:
        """Equal shares, and what is left over to the first winner."""
        share, rest = divmod(amount, len(winners))
        shares = dict.fromkeys(winners, share)
        shares[winners[0]] += rest
        return shares
