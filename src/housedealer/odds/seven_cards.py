"""Every hand of seven cards by its class, as the bonus of pai gow poker tells hands apart.

The four suits are alike, so of all hands that differ by the names of suits alone one is looked at: seven
million instead of 154,143,080. Where cards are missing from the deck fewer suits are alike.

    >>> from housedealer.pieces.decks import Deck
    >>> from housedealer.ranking.variants import PAI_GOW_BUG
    >>> many = count_classes(dict.fromkeys(Deck(kind="joker").pieces, 1), PAI_GOW_BUG)
    >>> many[SEVEN_CARD_STRAIGHT_FLUSH], many[ROYAL_MATCH], sum(many.values())
    (32, 72, 154143080)
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import pairwise
from math import comb
from typing import Any

from housedealer.kernel import fast, kernel
from housedealer.odds.suits import one_deck
from housedealer.pieces.cards import cards
from housedealer.ranking.poker import CATEGORY_NAMES, FIRST_JOKER, SIZE, STRAIGHT, TRIPS
from housedealer.ranking.special import (
    CLASS_NAMES,
    ROYAL_MATCH,
    SEVEN_CARD_STRAIGHT_FLUSH,
    SEVEN_CARD_STRAIGHT_FLUSH_JOKER,
    classify,
)
from housedealer.ranking.variants import TRIPS_OVER_STRAIGHT

__all__ = ["ROYAL_MATCH", "SEVEN_CARD_STRAIGHT_FLUSH", "SEVEN_CARD_STRAIGHT_FLUSH_JOKER"]

HAND = 7
STRAIGHT_AND_TRIPS = len(CLASS_NAMES)
"""A straight that holds three of a kind: a paytable may take it for either."""
CLASSES = STRAIGHT_AND_TRIPS + 1

_sizes = [[ranks for ranks in range(1 << 13) if SIZE[ranks] == many] for many in range(HAND + 1)]
SETS = array("i", [ranks for group in _sizes for ranks in group])
"""The sets of up to seven ranks, the small ones first."""
SETS_FROM = array("i", [sum(map(len, _sizes[:many])) for many in range(HAND + 2)])
"""Where the sets of each size begin among them."""
del _sizes

EXAMPLES = (
    "Kc Jd 9h 7s 5c 3d 2h",
    "Kc Kd 9h 7s 5c 3d 2h",
    "Kc Kd 9h 9s 5c 3d 2h",
    "Kc Kd Kh 9s 7c 3d 2h",
    "9c 8d 7h 6s 5c 2d Kh",
    "Kc Jc 9c 7c 5c 3d 2h",
    "Kc Kd Kh 9s 9c 3d 2h",
    "Kc Kd Kh Ks 7c 3d 2h",
    "9c 8c 7c 6c 5c 2d Kh",
    "Ac Kc Qc Jc 10c 3d 2h",
    "Kc Kd Kh Ks Jk 3d 2h",
    "Ac Ad Ah As Jk 3d 2h",
    "8c 7c 6c 5c 4c 3c Jk",
    "Ac Kc Qc Jc 10c Kd Qd",
    "8c 7c 6c 5c 4c 3c 2c",
    "9c 9d 9h 8s 7c 6d 5h",
)
assert len(EXAMPLES) == CLASSES > len(CATEGORY_NAMES)


@kernel
def class_of_seven(hand: Any, flags: int) -> int:
    """The class of seven cards, as finely as any paytable tells them apart.

    >>> class_of_seven(cards(EXAMPLES[-1]), 0) == STRAIGHT_AND_TRIPS
    True
    """
    found = classify(hand, flags, True)
    if found == STRAIGHT and classify(hand, flags | TRIPS_OVER_STRAIGHT, True) == TRIPS:
        return STRAIGHT_AND_TRIPS
    return found


def examples(flags: int) -> dict[int, tuple[int, ...]]:
    """A hand of each class that there is under these terms."""
    found: dict[int, tuple[int, ...]] = {}
    for text in EXAMPLES:
        hand = tuple(cards(text))
        found.setdefault(class_of_seven(hand, flags), hand)
    return found


@kernel
def lay_out(hand: Any, at: int, ranks: int, suit: int) -> int:
    """Put the cards of one suit into a hand from a place on; gives the next place."""
    rank = 0
    while ranks:
        if ranks & 1:
            hand[at] = 4 * rank + suit
            at += 1
        ranks >>= 1
        rank += 1
    return at


@kernel
def orders_of_suits(
    a: int, b: int, c: int, d: int, one: bool = True, two: bool = True, three: bool = True
) -> int:
    """How many hands differ by the names of suits alone from one whose suits hold these sets, in order.

    Each suit is alike to the one before it or not: `one`, `two`, `three` say so of the second to the fourth.

    >>> orders_of_suits(8, 4, 2, 1), orders_of_suits(8, 4, 4, 0), orders_of_suits(1, 0, 0, 0)
    (24, 12, 4)
    >>> orders_of_suits(8, 4, 2, 1, True, True, False), orders_of_suits(8, 4, 4, 4, False, True, True)
    (6, 1)
    """
    many = 2 if one else 1
    same = 2 if one and a == b else 1
    found = many // same
    many = many + 1 if two else 1
    same = same + 1 if two and b == c else 1
    found = found * many // same
    many = many + 1 if three else 1
    same = same + 1 if three and c == d else 1
    return found * many // same


@kernel
def count_hands(held: Any, jokers: int, alike: Any, flags: int, hand: Any, found: Any) -> None:
    """Count the hands of seven cards with so many jokers by their class.

    `held` are the ranks that each suit has, `alike` says of the second to the fourth whether it is as the
    one before it is: of hands that differ by the names of alike suits alone one is looked at.
    """
    one, two, three = alike
    for joker in range(jokers):
        hand[joker] = FIRST_JOKER + joker
    natural = len(hand) - jokers
    for i in range(SETS_FROM[natural + 1]):
        a = SETS[i]
        after_a = natural - SIZE[a]
        if a & ~held[0]:
            continue
        at_a = lay_out(hand, jokers, a, 0)
        for j in range(SETS_FROM[after_a + 1]):
            b = SETS[j]
            if b & ~held[1] or (one and b > a):
                continue
            after_b = after_a - SIZE[b]
            at_b = lay_out(hand, at_a, b, 1)
            for k in range(SETS_FROM[after_b + 1]):
                c = SETS[k]
                if c & ~held[2] or (two and c > b):
                    continue
                last = after_b - SIZE[c]
                at_c = lay_out(hand, at_b, c, 2)
                for m in range(SETS_FROM[last], SETS_FROM[last + 1]):
                    d = SETS[m]
                    if d & ~held[3] or (three and d > c):
                        continue
                    lay_out(hand, at_c, d, 3)
                    found[class_of_seven(hand, flags)] += orders_of_suits(a, b, c, d, one, two, three)


def count_classes(pieces: Mapping[int, int], flags: int) -> dict[int, int]:
    """How many hands of seven cards a deck with or without jokers has of each class."""
    import numpy as np

    one_deck(pieces)
    suits = sorted(sum(1 << rank for rank in range(13) if pieces.get(4 * rank + suit)) for suit in range(4))
    beside = tuple(one == other for one, other in pairwise(suits))
    jokers = sum(pieces.get(joker, 0) for joker in (FIRST_JOKER, FIRST_JOKER + 1))
    whole = np.zeros(CLASSES, dtype=np.int64)
    for held in range(jokers + 1):
        found = np.zeros(CLASSES, dtype=np.int64)
        hand = np.zeros(HAND, dtype=np.int64)
        fast(count_hands)(np.array(suits), held, beside, flags, hand, found)
        whole += comb(jokers, held) * found
    return {one: int(many) for one, many in enumerate(whole.tolist()) if many}
