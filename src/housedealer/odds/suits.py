"""Hands that differ by the names of their suits alone are alike until something else is dealt.

So an engine looks at one hand of each kind and counts it as often as it comes: 1,755 hands of three cards
instead of 22,100.

    >>> hands, often = suit_classes(3)
    >>> len(hands), int(often.sum())
    (1755, 22100)
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from typing import Any

from housedealer.kernel import kernel
from housedealer.ranking.high import BIT
from housedealer.table.errors import Refused

SUIT = 8191
"""The bits of one suit in a word (see `ranking.high.BIT`); four of them make a word."""
ORDERS = 24
"""Orders of the four suits."""
WHOLE: Mapping[int, int] = dict.fromkeys(range(52), 1)
"""One whole deck."""

CHOOSE = array("q", [comb(many, held) for held in range(6) for many in range(52)])
"""How many ways there are to take `held` from `many`, at 52 * held + many."""


def suit_orders(pieces: Mapping[int, int]) -> list[tuple[int, ...]]:
    """The ways to name the suits anew that leave a shoe as it is.

    >>> whole = dict.fromkeys(range(52), 1)
    >>> len(suit_orders(whole)), len(suit_orders({**whole, 51: 0})), len(suit_orders({**whole, 51: 0, 0: 0}))
    (24, 6, 2)
    """
    return [
        suits
        for suits in permutations(range(4))
        if all(pieces.get(card, 0) == pieces.get(card // 4 * 4 + suits[card % 4], 0) for card in range(52))
    ]


def suit_classes(many: int, pieces: Mapping[int, int] = WHOLE) -> tuple[Any, Any]:
    """One hand of each kind of so many cards from a shoe, ascending, and how many hands are of its kind.

    >>> hands, often = suit_classes(3, {**WHOLE, 51: 0})
    >>> len(hands), int(often.sum()) == comb(51, 3)
    (4861, True)
    >>> int(suit_classes(3, dict.fromkeys(range(52), 2))[1].sum()) == comb(104, 3)
    True
    """
    import numpy as np

    held = [card for card in range(52) if pieces.get(card, 0)]
    all_hands = combinations_with_replacement(held, many)
    found = [(hand, ways_to_hold(hand, pieces)) for hand in all_hands]
    hands = np.array([hand for hand, ways in found if ways], dtype=np.int64)
    ways = np.array([ways for _, ways in found if ways], dtype=np.int64)
    keys: Any = None
    for suits in suit_orders(pieces):
        renamed = np.sort(hands // 4 * 4 + np.array(suits)[hands % 4], axis=1)
        key = np.zeros(len(hands), dtype=np.int64)
        for place in range(many):
            key = key * 52 + renamed[:, place]
        keys = key if keys is None else np.minimum(keys, key)
    _, first, kind = np.unique(keys, return_index=True, return_inverse=True)
    often = np.zeros(len(first), dtype=np.int64)
    np.add.at(often, kind, ways)
    return hands[first], often


def ways_to_hold(hand: Sequence[int], pieces: Mapping[int, int]) -> int:
    """How many ways there are to take a hand from a shoe that has some cards several times.

    >>> ways_to_hold((0, 0, 5), {0: 8, 5: 8})
    224
    """
    return prod(comb(pieces[card], many) for card, many in Counter(hand).items())


@kernel
def first_of_kind(word: int) -> int:
    """The hand, as a word, that stands for all that differ from this one by the names of suits.

    >>> from housedealer.ranking.high import BIT
    >>> from housedealer.pieces.cards import cards
    >>> one, other = ([BIT[card] for card in cards(hand)] for hand in ("Ac Kc 2h", "As Ks 2d"))
    >>> first_of_kind(sum(one)) == first_of_kind(sum(other))
    True
    """
    a = word & SUIT
    b = word >> 13 & SUIT
    c = word >> 26 & SUIT
    d = word >> 39
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a | b << 13 | c << 26 | d << 39


@kernel
def of_its_kind(word: int) -> int:
    """How many hands differ from this one by the names of suits at most, with itself.

    >>> of_its_kind(0b1), of_its_kind(0b1 | 0b10 << 13 | 0b100 << 26), of_its_kind(0b1 | 0b1 << 13)
    (4, 24, 6)
    """
    first = first_of_kind(word)
    alike = 1
    found = ORDERS
    for suit in range(1, 4):
        same = first >> 13 * suit & SUIT == first >> 13 * (suit - 1) & SUIT
        alike = alike + 1 if same else 1
        found //= alike
    return found


@kernel
def first_within(word: int, alike: Any) -> int:
    """The hand that stands for all that differ from this one by the names of suits of one group.

    `alike` has the number of each suit's group (`suit_groups`); with one group it is `first_of_kind`.

    >>> first_within(0b1 | 0b10 << 13, [0, 0, 0, 0]) == first_of_kind(0b1 | 0b10 << 13)
    True
    >>> first_within(0b1 | 0b10 << 13, [0, 1, 0, 0]) == 0b1 | 0b10 << 13
    True
    """
    parts = [word & SUIT, word >> 13 & SUIT, word >> 26 & SUIT, word >> 39]
    for i in range(3):
        for j in range(i + 1, 4):
            if alike[i] == alike[j] and parts[i] < parts[j]:
                parts[i], parts[j] = parts[j], parts[i]
    return parts[0] | parts[1] << 13 | parts[2] << 26 | parts[3] << 39


@kernel
def many_within(word: int, alike: Any) -> int:
    """How many hands differ from this one by the names of suits of one group at most, with itself.

    >>> whole, three = [0, 0, 0, 0], [0, 0, 0, 1]
    >>> many_within(0b1, whole), many_within(0b1, three), many_within(0b1 | 0b10 << 13 | 0b100 << 26, three)
    (4, 3, 6)
    """
    parts = [word & SUIT, word >> 13 & SUIT, word >> 26 & SUIT, word >> 39]
    found = 1
    for i in range(4):
        many = 1
        same = 1
        for j in range(i):
            if alike[i] == alike[j]:
                many += 1
                same += 1 if parts[i] == parts[j] else 0
        found = found * many // same
    return found


def suit_groups(pieces: Mapping[int, int]) -> tuple[int, ...]:
    """By suit the number of its group: suits of which the same ranks are there are alike.

    >>> suit_groups(WHOLE), suit_groups({**WHOLE, 1: 0, 2: 0})
    ((0, 0, 0, 0), (0, 1, 1, 0))
    """
    held = [tuple(pieces.get(4 * rank + suit, 0) for rank in range(13)) for suit in range(4)]
    known = list(dict.fromkeys(held))
    return tuple(known.index(one) for one in held)


@kernel
def place_of(cards: Sequence[int], held: int) -> int:
    """The place of an ascending set of cards among all sets of its size.

    >>> [place_of(two, 2) for two in ((0, 1), (0, 2), (1, 2), (50, 51))]
    [0, 1, 2, 1325]
    """
    found = 0
    for at in range(held):
        found += CHOOSE[52 * (at + 1) + cards[at]]
    return found


@kernel
def first_set(cards: Any, held: int) -> int:
    """Begin with the first set of so many cards; gives it as a word."""
    word = 0
    for at in range(held):
        cards[at] = at
        word |= BIT[at]
    return word


@kernel
def next_set(cards: Any, held: int) -> int:
    """Go on to the set of cards in the next place; gives it as a word, or 0 after the last.

    >>> found = [0, 1]
    >>> next_set(found, 2) > 0, found, next_set(found, 2) > 0, found
    (True, [1, 2], True, [1, 2])
    """
    at = 0
    while at + 1 < held and cards[at] + 1 == cards[at + 1]:
        at += 1
    if cards[at] == 51:
        return 0
    cards[at] += 1
    for other in range(at):
        cards[other] = other
    word = 0
    for other in range(held):
        word |= BIT[cards[other]]
    return word


@kernel
def place_of_word(word: int, cards: Any) -> int:
    """The place of a set of cards that is given as a word; `cards` is filled with them."""
    held = 0
    for card in range(52):
        if word & BIT[card]:
            cards[held] = card
            held += 1
    return place_of(cards, held)


@kernel
def number_kinds(held: int, alike: Any, gone: int, kind: Any, is_first: Any) -> int:
    """Number the kinds by suits of sets of so many cards, and tell which sets stand for their kind.

    Suits of a group are `alike`; sets with a card that is `gone` (a word) have no kind.
    """
    cards = [0] * 5
    kinds = 0
    word = first_set(cards, held)
    at = 0
    while word:
        if word & gone == 0 and first_within(word, alike) == word:
            kind[at] = kinds
            is_first[at] = 1
            kinds += 1
        word = next_set(cards, held)
        at += 1
    other = [0] * 5
    word = first_set(cards, held)
    at = 0
    while word:
        if word & gone == 0:
            kind[at] = kind[place_of_word(first_within(word, alike), other)]
        word = next_set(cards, held)
        at += 1
    return kinds


class Uncounted(Refused):
    """The pieces are not those of which a game is counted; rounds of them may still be dealt at random."""


def one_deck(pieces: Mapping[int, int]) -> None:
    """Refuse a shoe that has a card several times: hands of five cards and more have no rank then."""
    if any(many > 1 for many in pieces.values()):
        raise Refused("The hands of this game are ranked for one deck: no card may come twice.")


def whole_deck(pieces: Mapping[int, int]) -> None:
    """Refuse anything but one deck of 52: suits are alike only as long as no card is missing."""
    if +Counter(pieces) != WHOLE:
        raise Uncounted("This game is counted for one whole deck of 52 cards only.")
