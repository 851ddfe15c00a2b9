"""Who wins a pot: what a game's hands are worth, in one half or two.

A game names its `hands` in data; each name gives one ranking for the whole pot, or a high and a low
half of which the low may have to qualify. A low that does not qualify leaves its half to the high. Where
the high has to qualify as well, a pot that nobody qualifies for is divided among all who are still in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Literal

from housedealer.ranking import badugi, high, low, omaha, variants
from housedealer.ranking.poker import PAIR, least
from housedealer.table.betting import Poker, Pot
from housedealer.table.core import Hand
from housedealer.table.questions import Asked

Hands = Literal[
    "high",
    "short-deck",
    "ace-to-five",
    "deuce-to-seven",
    "badugi",
    "high-low-8",
    "omaha",
    "omaha-low-8",
    "at-most-two",
    "at-most-two-low-8",
    "mexican",
    "mexican-listed",
    "joker-high",
    "joker-deuce-to-seven",
]
Rank = Callable[[tuple[int, ...], tuple[int, ...]], int]

EIGHT = 6
"""The worst card of a qualifying low, counted from the deuce."""
PAIR_OR_BETTER = least(PAIR)
"""The least high hand that qualifies where the high has to."""
Unqualified = Literal["low-takes-all", "divided"]

SHORT = variants.SHORT_DECK | variants.FLUSH_OVER_FULL_HOUSE
JOKER_BEST = low.DEUCE_TO_SEVEN | low.JOKER_CHOOSES
"""Deuce-to-seven in which the joker is whichever card serves best, not the lowest that is missing."""


def _any(kernel: Callable[[Sequence[int]], int]) -> Rank:
    return lambda hole, board: kernel(hole + board)


HALVES: dict[str, tuple[Rank, ...]] = {
    "high": (_any(high.high),),
    "short-deck": (lambda hole, board: variants.high_with(hole + board, SHORT),),
    "ace-to-five": (_any(low.ace_to_five),),
    "deuce-to-seven": (_any(low.deuce_to_seven),),
    "badugi": (_any(badugi.badugi),),
    "high-low-8": (_any(high.high), _any(low.eight_or_better)),
    "omaha": (omaha.omaha_high,),
    "omaha-low-8": (omaha.omaha_high, lambda hole, board: omaha.omaha_low(hole, board, EIGHT)),
    "at-most-two": (omaha.at_most_two_high,),
    "mexican": (lambda hole, board: variants.mexican(hole + board, variants.BRIDGE_DECK),),
    "mexican-listed": (lambda hole, board: variants.mexican(hole + board, variants.LISTED_STRAIGHTS),),
    "at-most-two-low-8": (
        omaha.at_most_two_high,
        lambda hole, board: omaha.at_most_two_low(hole, board, EIGHT),
    ),
    "joker-high": (lambda hole, board: variants.high_with(hole + board, variants.PAI_GOW_BUG),),
    "joker-deuce-to-seven": (lambda hole, board: low.low_with(hole + board, JOKER_BEST),),
}
"""The rankings of each kind of hands: the whole pot's, or the high half's and the qualifying low half's."""

LOW_GAMES = ("ace-to-five", "deuce-to-seven", "badugi", "joker-deuce-to-seven")
CODES = {
    "ace-to-five": "best-low",
    "deuce-to-seven": "best-deuce-to-seven",
    "joker-deuce-to-seven": "best-deuce-to-seven",
    "badugi": "best-badugi",
}
"""The reason of an award, by the ranking that gave it; a high hand's is `best-high`."""


def showdown(
    t: Poker, hands: str, board: Hand | None = None, worst: int = 0, alone: Unqualified = "low-takes-all"
) -> Generator[Asked, Any, None]:
    """Turn up the hands that are still in and give each pot, or each half of it, to the best.

    `worst` is the least high hand that qualifies, and `alone` what becomes of a high half for which nobody
    does while somebody has a low.
    """
    shared = t.look(board) if board is not None else ()
    ranks = HALVES[hands]
    shown = yield from t.show_hands()
    first = ranks[0]
    values = {at: first(cards, shared) for at, cards in shown.items()}
    lows = {at: ranks[1](cards, shared) for at, cards in shown.items()} if len(ranks) > 1 else {}
    code = CODES.get(hands, "best-high")
    for pot in t.gather():
        if worst and len(pot.eligible) > 1 and all(values[at] < worst for at in pot.eligible):
            _award_unqualified(t, pot, lows, alone)
        else:
            _award(t, pot, values, lows, code)


def _award(t: Poker, pot: Pot, values: dict[int, int], lows: dict[int, int], code: str) -> None:
    players = pot.eligible
    amount = pot.amount - pot.drop
    if len(players) == 1:
        t.award(pot, amount, players, ("only-claimant", ()))
        return
    lowest = max((lows[at] for at in players), default=0) if lows else 0
    best = t.best(players, values)
    reason = (code, (tuple([t.seats[at] for at in best]), values[best[0]]))
    if not lowest:
        t.award(pot, amount, best, reason)
        return
    low_half = _low_half(t, amount)
    t.award(pot, amount - low_half, best, reason)
    _award_low(t, pot, low_half, lows)


def _low_half(t: Poker, amount: int) -> int:
    """Half of a pot in whole chips; what is over belongs to the high half."""
    chip = t.limit.chip
    return amount // 2 // chip * chip


def _award_low(t: Poker, pot: Pot, amount: int, lows: dict[int, int]) -> None:
    winners = t.best(pot.eligible, lows)
    t.award(pot, amount, winners, ("best-low", (tuple(t.seats[at] for at in winners), lows[winners[0]])))


def _award_unqualified(t: Poker, pot: Pot, lows: dict[int, int], alone: Unqualified) -> None:
    """No hand is good enough for the high half; without a low either, all who are in divide the pot."""
    players = pot.eligible
    amount = pot.amount - pot.drop
    low = any(lows[at] for at in players)
    low_part = 0 if not low else amount if alone == "low-takes-all" else _low_half(t, amount)
    if amount > low_part:
        t.award(pot, amount - low_part, players, ("no-high-qualifies" if low else "nobody-qualifies", ()))
    if low_part:
        _award_low(t, pot, low_part, lows)
