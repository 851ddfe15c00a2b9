"""Badugi: the lowest one to four cards of different ranks and different suits.

A hand of more cards always beats one of fewer; between equals the highest card is compared first and
the lower wins. Whether the ace is low (badugi, badacey) or high (badeucey, razzdeucey) is asked of the
caller, for the rule books differ.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.poker import DIGITS, SIZE, letters

# The place of a card in four rows of 13 bits, a row for a suit, with the ace high or low.
HIGH_PLACE = array("q", [1 << (13 * (card & 3) + (card >> 2)) for card in range(52)] + [0, 0])
LOW_PLACE = array("q", [1 << (13 * (card & 3) + ((card >> 2) + 1) % 13) for card in range(52)] + [0, 0])


@kernel
def badugi(cards: Sequence[int]) -> int:
    """The value of the best badugi in these cards, the ace being low.

    >>> from housedealer.pieces.cards import cards
    >>> describe(badugi(cards("Ac 2d 4h 5s"))), describe(badugi(cards("Ac 2d 4h 5h")))
    ('four-card badugi, 5-4-2-A', 'three-card badugi, 4-2-A')
    """
    word = 0
    for card in cards:
        word |= LOW_PLACE[card]
    return _badugi_of(word)


@kernel
def badugi_aces_high(cards: Sequence[int]) -> int:
    """The value of the best badugi in these cards, the ace being the highest card.

    >>> from housedealer.pieces.cards import cards
    >>> describe(badugi_aces_high(cards("Ac 2d 4h 5s")), aces_high=True)
    'four-card badugi, A-5-4-2'
    """
    word = 0
    for card in cards:
        word |= HIGH_PLACE[card]
    return _badugi_of(word)


@kernel
def _badugi_of(word: int) -> int:
    """The best badugi of the cards gathered into a word: a card or none is taken from every suit in turn.

    Sets of ranks of one size compare as the numbers that they are, for the highest rank is the highest
    bit; so the best is the set of most ranks and, among those, the least number.
    """
    best = 0
    clubs = word & 8191
    while True:
        c = clubs & -clubs
        diamonds = (word >> 13) & 8191 & ~c
        while True:
            cd = c | diamonds & -diamonds
            hearts = (word >> 26) & 8191 & ~cd
            while True:
                cdh = cd | hearts & -hearts
                # Of the last suit only its lowest rank that isn't taken can be the best.
                spades = (word >> 39) & 8191 & ~cdh
                ranks = cdh | spades & -spades
                best = max(best, SIZE[ranks] << 13 | 8191 - ranks)
                if hearts == 0:
                    break
                hearts &= hearts - 1
            if diamonds == 0:
                break
            diamonds &= diamonds - 1
        if clubs == 0:
            break
        clubs &= clubs - 1
    ranks = 8191 - (best & 8191)
    return best >> 13 << 16 | 0xFFFF - (DIGITS[ranks] >> 4)


@kernel
def badugi_size(value: int) -> int:
    """How many cards the badugi has.

    >>> from housedealer.pieces.cards import cards
    >>> badugi_size(badugi(cards("Ac Ad Ah As")))
    1
    """
    return value >> 16


def describe(value: int, aces_high: bool = False) -> str:
    """A badugi in plain English.

    >>> from housedealer.pieces.cards import cards
    >>> describe(badugi(cards("Kc Kd Qh Js")))
    'three-card badugi, K-Q-J'
    """
    digits = 0xFFFF - (value & 0xFFFF)
    places = [(digits >> shift & 15) - 2 for shift in (12, 8, 4, 0) if digits >> shift & 15]
    ranks = places if aces_high else [(place - 1) % 13 for place in places]
    size = ("no cards", "one-card", "two-card", "three-card", "four-card")[len(ranks)]
    return f"{size} badugi, {letters(ranks)}" if ranks else size
