"""Jacks or better: who may open a pot, and what he must show of it to win.

A pot that nobody opens is left to the next hand, or the hand is played for low instead; which, and what
tells that nobody can open, is the game's to say.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from housedealer.games.poker.showdown import HALVES
from housedealer.ranking.poker import JACK, PAIR, least
from housedealer.ranking.variants import PAI_GOW_BUG, high_with
from housedealer.table.betting import Poker
from housedealer.table.core import UNTOLD
from housedealer.table.errors import MissingFact
from housedealer.table.questions import DEFAULT, TELL, Asked, Choose

if TYPE_CHECKING:
    from housedealer.games.poker.draw import DrawGame

JACKS = least(PAIR, JACK)
"""The least hand that opens: a pair of jacks."""


def openers(cards: Sequence[int]) -> bool | None:
    """Whether these cards are a pair of jacks or better; None if that hangs on cards that nobody told.

    >>> from housedealer.pieces.cards import cards
    >>> openers(cards("Jc Jd 2h 3s 4c")), openers(cards("Tc Td 9h 9s 4c")), openers(cards("Jk Ad 9h 7s 4c"))
    (True, True, True)
    >>> openers(cards("Jk Kd 9h 7s 4c")), openers(cards("Jc ?? ?? ?? ??")), openers(cards("Qc Qd ?? ?? ??"))
    (False, None, True)
    """
    known = tuple(card for card in cards if card != UNTOLD)
    if high_with(known, PAI_GOW_BUG) >= JACKS:
        return True
    return False if len(known) == len(cards) else None


def shown_of(cards: Sequence[int]) -> tuple[int, ...]:
    """The places of the fewest cards that prove openers: a pair where there is one, else the whole hand.

    >>> from housedealer.pieces.cards import cards
    >>> [shown_of(cards(hand)) for hand in ("2h Qc 3s Qd 4c", "2h 3h 6h 9h Kh", "2c 2d 3c 3d 4h")]
    [(1, 3), (0, 1, 2, 3, 4), (0, 1, 2, 3)]
    """
    for many in range(2, len(cards)):
        for places in combinations(range(len(cards)), many):
            if openers([cards[place] for place in places]):
                return places
    return tuple(range(len(cards)))


class DrawTable(Poker):
    """The table of a draw game: it knows who opened, and what was held before the draw."""

    __slots__ = ("held", "opener")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.opener = -1
        self.held: list[tuple[int, ...]] = []

    def may_open(self, at: int) -> bool:
        """While the pot is not open, only who has openers may bet."""
        return openers(self.seen(self.hand[at].tokens)) is not False

    def seen(self, tokens: Sequence[int]) -> tuple[int, ...]:
        """What lies at these places, as far as it was told."""
        return tuple([self.pieces[token] for token in tokens])

    def first_bettor(self) -> int:
        """The position of who made the first bet of the hand; -1 if nobody bet."""
        for event in self.events:
            if event.kind == "bet" and event.args[1] == "bet":
                return self.seats.index(event.args[0])
        return -1

    def somebody_has_openers(self) -> bool:
        """Whether any hand that was dealt could open, folded or not."""
        found = [openers(self.seen(hand.tokens)) for hand in self.hand]
        if True not in found and None in found:
            seat = self.seats[found.index(None)]
            raise MissingFact(f"The hand of seat {seat} must be told: whether anybody had openers decides.")
        return True in found


def nobody_opens(t: DrawTable, game: DrawGame) -> bool:
    """Whether the hand has no opener, by the reading in use of what tells it."""
    return not t.somebody_has_openers() if game.trigger == "has" else t.opener < 0


def prove_openers(t: DrawTable, game: DrawGame, hands: str) -> Generator[Asked, Any, None]:
    """Who opened shows that he could, called or not; a hand that cannot is dead, its chips stay."""
    at = t.opener
    shown = (yield from t.show_hands()) if t.contested() else {}
    if not t.live[at]:
        return
    hand = t.hand[at]
    tokens = t.held[at] if t.held and game.openers_shown == "dealt" else tuple(hand.tokens)
    cards = t.seen(tokens)
    proved = openers(cards)
    if t.held and openers(t.seen(t.held[at])) is False:
        proved = False  # whatever the draw made of the hand
    if proved is None and not shown:
        proved = yield from _said_to_be_shown(t, at)
    elif proved is None and _beaten_by_all(shown, at, hands):
        return  # it wins nothing, so nothing hangs on it
    elif proved is None:
        raise MissingFact(f"The openers of seat {t.seats[at]} must be told: without them it cannot win.")
    if not proved:
        t.emit("false-opener", t.seats[at])
        t.kill(t.seats[at])
        return
    if UNTOLD not in cards:
        proof = [tokens[place] for place in shown_of(cards)]
        hidden = tuple(token for token in proof if not shown or token not in hand.tokens)
        if hidden:
            t.emit("show", hand.key, hidden, t.seen(hidden))


def _said_to_be_shown(t: DrawTable, at: int) -> Generator[Asked, Any, bool]:
    """Nobody called, and the cards were not told: whether they were shown has to be."""
    key = t.hand[at].key
    rule = TELL if t.lenient else DEFAULT
    said = yield from t.ask(Choose(t.who[at], "showdown", ("show", "muck"), "show", key, untold=rule))
    return bool(said == "show")


def _beaten_by_all(shown: dict[int, tuple[int, ...]], at: int, hands: str) -> bool:
    rank = HALVES[hands][0]
    mine = rank(shown[at], ())
    return all(rank(cards, ()) > mine for other, cards in shown.items() if other != at)
