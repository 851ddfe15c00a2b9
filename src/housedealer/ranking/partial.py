"""Who acts first in stud: up-cards as hands, and single cards by rank and suit.

Boards of up-cards need no ranking of their own: `high.high`, `low.ace_to_five`, `low.deuce_to_seven`
and `badugi.badugi` all take fewer than five cards, where straights and flushes don't exist yet. What is
particular to stud is one card against another with the suit as the last word, for the bring-in and for
the odd chip, and there the rule books differ in both the place of the ace and the order of the suits.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.pieces.cards import make, name
from housedealer.ranking.poker import RANK_NAMES

ACES_LOW = 1
"""The ace is the lowest card (razz); otherwise the highest."""
SPADES_HIGH = 0
"""Suits from the lowest: clubs, diamonds, hearts, spades."""
SPADES_LOW = 2
"""Suits from the lowest: spades, hearts, diamonds, clubs."""
SUITS_EQUAL = 4
"""Suits don't count: cards of a rank are equal and the seat decides."""

# A row of 54 cards for each of the eight combinations of flags.
DOOR = array(
    "b",
    [
        4 * ((rank + 1) % 13 if flags & ACES_LOW else rank)
        + (0 if flags & SUITS_EQUAL else 3 - suit if flags & SPADES_LOW else suit)
        for flags in range(8)
        for rank, suit in [divmod(card, 4) for card in range(52)] + [(12, 0), (12, 0)]
    ],
)


@kernel
def door(card: int, flags: int) -> int:
    """The order of one card among all, by rank and then by suit; a joker counts as an ace.

    The bring-in of seven-card stud is the least of the door cards, that of razz the greatest with
    `ACES_LOW`. Between aces and jokers of `SUITS_EQUAL` there is no difference, so that the seat
    decides, as Mexican poker has it.

    >>> from housedealer.pieces.cards import card
    >>> door(card("2c"), SPADES_HIGH) < door(card("2s"), SPADES_HIGH) < door(card("Ac"), SPADES_HIGH)
    True
    >>> door(card("Ac"), ACES_LOW) < door(card("2c"), ACES_LOW)
    True
    >>> door(card("Jk"), SUITS_EQUAL) == door(card("As"), SUITS_EQUAL)
    True
    """
    return DOOR[54 * (flags & 7) + card]


@kernel
def highest_card(cards: Sequence[int], flags: int) -> int:
    """The order (see `door`) of the highest of these cards: who gets the odd chip of the high half.

    >>> from housedealer.pieces.cards import cards
    >>> highest_card(cards("2c Ac As"), SPADES_HIGH) == highest_card(cards("As"), SPADES_HIGH)
    True
    """
    best = 0
    for card in cards:
        best = max(best, DOOR[54 * (flags & 7) + card])
    return best


@kernel
def lowest_card(cards: Sequence[int], flags: int) -> int:
    """The order (see `door`) of the lowest of these cards: who gets the odd chip of the low half.

    >>> from housedealer.pieces.cards import cards
    >>> lowest_card(cards("2c Ac As"), ACES_LOW) == lowest_card(cards("Ac"), ACES_LOW)
    True
    """
    least = 127
    for card in cards:
        least = min(least, DOOR[54 * (flags & 7) + card])
    return least


def describe(value: int, flags: int) -> str:
    """The card that stands at a place in the order.

    >>> from housedealer.pieces.cards import card
    >>> describe(door(card("2s"), SPADES_HIGH), SPADES_HIGH)
    'deuce of spades'
    >>> describe(door(card("Jk"), SUITS_EQUAL), SUITS_EQUAL)
    'ace'
    """
    place, suit = divmod(value, 4)
    rank = (place - 1) % 13 if flags & ACES_LOW else place
    if flags & SUITS_EQUAL:
        return RANK_NAMES[rank]
    return name(make(rank, 3 - suit if flags & SPADES_LOW else suit))
