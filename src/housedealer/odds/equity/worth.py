"""What a holding is worth at the showdown, by the number of its ranking: one kernel for all poker games.

The functions are those that a live showdown asks (`games.poker.showdown.HALVES`); a test holds the two lists
against each other.

    >>> from housedealer.pieces.cards import cards
    >>> hole, board = cards("Ac 2d Qc Kc"), cards("3h 4s 5c Kd Qd")
    >>> first, second = RANKINGS["omaha-low-8"]
    >>> from housedealer.ranking.low import describe
    >>> describe(worth(second, hole, board, (*hole, *board)))
    '5-4-3-2-A low'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from housedealer.games.poker.showdown import EIGHT, JOKER_BEST, SHORT
from housedealer.kernel import kernel
from housedealer.ranking.badugi import badugi
from housedealer.ranking.high import high
from housedealer.ranking.low import ace_to_five, deuce_to_seven, eight_or_better, low_with
from housedealer.ranking.omaha import at_most_two_high, at_most_two_low, omaha_high, omaha_low
from housedealer.ranking.variants import BRIDGE_DECK, LISTED_STRAIGHTS, PAI_GOW_BUG, high_with, mexican

NONE, HIGH, SHORT_DECK, ACE_TO_FIVE, DEUCE_TO_SEVEN, BADUGI, EIGHT_LOW = range(7)
OMAHA, OMAHA_LOW, TWO, TWO_LOW, MEXICAN, MEXICAN_LISTED, JOKER_HIGH, JOKER_LOW = range(7, 15)

RANKINGS: Mapping[str, tuple[int, int]] = {
    "high": (HIGH, NONE),
    "short-deck": (SHORT_DECK, NONE),
    "ace-to-five": (ACE_TO_FIVE, NONE),
    "deuce-to-seven": (DEUCE_TO_SEVEN, NONE),
    "badugi": (BADUGI, NONE),
    "high-low-8": (HIGH, EIGHT_LOW),
    "omaha": (OMAHA, NONE),
    "omaha-low-8": (OMAHA, OMAHA_LOW),
    "at-most-two": (TWO, NONE),
    "at-most-two-low-8": (TWO, TWO_LOW),
    "mexican": (MEXICAN, NONE),
    "mexican-listed": (MEXICAN_LISTED, NONE),
    "joker-high": (JOKER_HIGH, NONE),
    "joker-deuce-to-seven": (JOKER_LOW, NONE),
}
"""By the name of a game's hands the ranking of the whole pot or the high half, and of the low half."""


@kernel
def worth(ranking: int, hole: Sequence[int], board: Sequence[int], both: Sequence[int]) -> int:
    """The value of a hand's own cards with the board; `both` are the two together."""
    if ranking == HIGH:
        return high(both)
    if ranking == EIGHT_LOW:
        return eight_or_better(both)
    if ranking == ACE_TO_FIVE:
        return ace_to_five(both)
    if ranking == DEUCE_TO_SEVEN:
        return deuce_to_seven(both)
    if ranking == OMAHA:
        return omaha_high(hole, board)
    if ranking == OMAHA_LOW:
        return omaha_low(hole, board, EIGHT)
    if ranking == TWO:
        return at_most_two_high(hole, board)
    if ranking == TWO_LOW:
        return at_most_two_low(hole, board, EIGHT)
    if ranking == JOKER_HIGH:
        return high_with(both, PAI_GOW_BUG)
    if ranking == JOKER_LOW:
        return low_with(both, JOKER_BEST)
    if ranking == MEXICAN:
        return mexican(both, BRIDGE_DECK)
    if ranking == MEXICAN_LISTED:
        return mexican(both, LISTED_STRAIGHTS)
    if ranking == SHORT_DECK:
        return high_with(both, SHORT)
    if ranking == BADUGI:
        return badugi(both)
    return 0
