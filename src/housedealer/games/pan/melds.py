"""Which cards are a meld, which melds a hand can lay, and whether a card can be used at once.

A set is three or more cards of one rank, all of one suit or all of different suits; aces and kings
(the non-comoquers) go together whatever their suits. A run, or rope, is three or more of one suit in
sequence, in the order A 2 3 4 5 6 7 J Q K.

    >>> from housedealer.pieces.cards import cards
    >>> kind_of(cards("7c 7d 7h")) == MIXED_SET, kind_of(cards("7s 7s 7s")) == SUITED_SET
    (True, True)
    >>> kind_of(cards("6h 7h Jh")) == RUN, kind_of(cards("7c 7c 7d")) == NOTHING
    (True, True)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import product

from housedealer.kernel import kernel

NOTHING, RUN, SUITED_SET, MIXED_SET = range(4)

ROPE = array("b", (1, 2, 3, 4, 5, 6, -1, -1, -1, 7, 8, 9, 0))
"""Where each rank (deuce to ace) stands in a run; the eight, nine and ten are not in the deck."""

PLACES = 10
SPADES = 3
KING = 11


@kernel
def place_of(card: int) -> int:
    """A card's place in a run from 0 (the ace) to 9 (the king), -1 for one that is not of this deck.

    >>> from housedealer.pieces.cards import card
    >>> [place_of(card(face)) for face in ("Ah", "7s", "Jd", "Kc", "8c", "Jk", "??")]
    [0, 6, 7, 9, -1, -1, -1]
    """
    return ROPE[card // 4] if 0 <= card < 52 else -1


@kernel
def is_set(many: int, suits: int, free: bool, any_suit: bool) -> bool:
    """Whether so many cards of one rank in so many suits are a set.

    `free` says that the rank goes together in any suits, `any_suit` that a set of different suits may
    have further cards of any.

    >>> is_set(3, 3, False, False), is_set(3, 2, False, False), is_set(3, 2, True, False)
    (True, False, True)
    >>> is_set(4, 3, False, False), is_set(4, 3, False, True)
    (False, True)
    """
    if many < 3:
        return False
    return suits == 1 or suits == many or free or (any_suit and suits >= 3)


@kernel
def kind_of(cards: Sequence[int], any_suit: bool = False) -> int:
    """What these cards are together: a run, a set of one suit, a set of several suits, or nothing."""
    many = len(cards)
    if many < 3:
        return NOTHING
    first = cards[0]
    low = high = place_of(first)
    places = suits = 0
    one_rank = True
    for card in cards:
        place = place_of(card)
        if place < 0:
            return NOTHING
        low = min(low, place)
        high = max(high, place)
        places |= 1 << place
        suits |= 1 << (card % 4)
        if card // 4 != first // 4:
            one_rank = False
    in_suits = (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3 & 1)
    if one_rank:
        if not is_set(many, in_suits, first // 4 >= KING, any_suit):
            return NOTHING
        return SUITED_SET if in_suits == 1 else MIXED_SET
    if in_suits == 1 and high - low == many - 1 and places == (1 << (high + 1)) - (1 << low):
        return RUN
    return NOTHING


@kernel
def fits(card: int, meld: Sequence[int], any_suit: bool = False) -> bool:
    """Whether a card can be added to a valid meld.

    >>> from housedealer.pieces.cards import card, cards
    >>> fits(card("5h"), cards("6h 7h Jh")), fits(card("5s"), cards("6h 7h Jh"))
    (True, False)
    >>> fits(card("7s"), cards("7c 7d 7h")), fits(card("7c"), cards("7c 7d 7h"))
    (True, False)
    >>> fits(card("Kh"), cards("Ks Ks Ks"))
    True
    """
    if place_of(card) < 0:
        return False
    first = meld[0]
    if meld[1] // 4 != first // 4:
        if card % 4 != first % 4:
            return False
        low = high = place_of(first)
        for other in meld:
            low = min(low, place_of(other))
            high = max(high, place_of(other))
        place = place_of(card)
        return place == low - 1 or place == high + 1
    if card // 4 != first // 4:
        return False
    suits = 1 << (card % 4)
    for other in meld:
        suits |= 1 << (other % 4)
    in_suits = (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3 & 1)
    return is_set(len(meld) + 1, in_suits, card // 4 >= KING, any_suit)


@kernel
def usable(card: int, hand: Sequence[int]) -> bool:
    """Whether a card makes a new meld with cards of a hand.

    >>> from housedealer.pieces.cards import card, cards
    >>> usable(card("Jh"), cards("6h 7h 2c")), usable(card("Ah"), cards("2h 4h 2c"))
    (True, False)
    >>> usable(card("Ks"), cards("Ks Kd 2c")), usable(card("7s"), cards("7s 7d 2c"))
    (True, False)
    """
    place = place_of(card)
    if place < 0:
        return False
    suits = 0
    alike = same = near = 0
    for other in hand:
        if place_of(other) < 0:
            continue
        if other // 4 == card // 4:
            alike += 1
            same += other % 4 == card % 4
            suits |= 1 << (other % 4)
        if other % 4 == card % 4:
            near |= 1 << place_of(other)
    suits &= ~(1 << (card % 4))
    others = (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3 & 1)
    if same >= 2 or others >= 2 or (card // 4 >= KING and alike >= 2):
        return True
    below = place >= 1 and (near >> (place - 1)) & 1 == 1
    above = (near >> (place + 1)) & 1 == 1
    if below and above:
        return True
    if below and place >= 2 and (near >> (place - 2)) & 1 == 1:
        return True
    return above and (near >> (place + 2)) & 1 == 1


def melds(pieces: Sequence[int], any_suit: bool = False) -> Iterator[tuple[int, ...]]:
    """Every meld that some of the pieces make, as places in the list; of twins the last is used first.

    >>> from housedealer.pieces.cards import cards
    >>> list(melds(cards("5h 6h 7h 7c 7d")))
    [(2, 3, 4), (0, 1, 2)]
    """
    held: dict[int, list[int]] = {}
    for at in range(len(pieces) - 1, -1, -1):
        if place_of(pieces[at]) >= 0:
            held.setdefault(pieces[at], []).append(at)
    for rank in sorted({piece // 4 for piece in held}):
        suits = [held.get(rank * 4 + suit, []) for suit in range(4)]
        if sum(len(found) for found in suits) < 3:
            continue
        for counts in product(*[range(len(found) + 1) for found in suits]):
            if is_set(sum(counts), sum(map(bool, counts)), rank >= KING, any_suit):
                yield tuple(
                    sorted(at for found, many in zip(suits, counts, strict=True) for at in found[:many])
                )
    for suit in range(4):
        rope = [-1] * PLACES
        for piece, found in held.items():
            if piece % 4 == suit:
                rope[place_of(piece)] = found[0]
        for low in range(PLACES - 2):
            for high in range(low, PLACES):
                if rope[high] < 0:
                    break
                if high >= low + 2:
                    yield tuple(sorted(rope[low : high + 1]))
