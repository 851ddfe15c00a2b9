"""Thirteen-card hands: the special hands that win without being set, and whether a set hand is in order.

A hand is set in a front of three, a middle and a back of five cards. `high.high` ranks all three on one
scale, for with three cards it knows only equal ranks: a front is three of a kind, a pair or high cards, and
its missing fourth and fifth cards rank below any card. So the front compares with the middle directly:

>>> from housedealer.pieces.cards import cards
>>> high(cards('Ac Kd 6h')) < high(cards('As Kh 6c 3d 2h')) < high(cards('2c 2d 3h'))
True
>>> front_beats_middle(cards('Qc Qd 9h'), cards('Qh Qs 9c 3d 2h'))
False

The special hands go by many names and values; each room's table is data and says which of the bits of
`sweeps` count, in which order and for how much. Such a hand need not be set: for three flushes or three
straights it is enough that some way to set the cards exists, and `flush_parts` and `straight_parts` show one.
"""

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.high import high

PURE_DRAGON, COLOURED_DRAGON, DRAGON = 1, 2, 4
"""One card of each rank: all of one suit, all red or all black, or any."""
ONE_COLOUR, ONE_COLOUR_BUT_ONE = 8, 16
"""Thirteen red or thirteen black cards; at least twelve of a colour."""
MINOR, SENIOR = 32, 64
"""Only twos to nines; only tens to aces."""
SIX_PAIRS, THREE_FLUSHES, THREE_STRAIGHTS = 128, 256, 512
"""Six pairs, four of a kind counting as two; a set hand whose three parts are flushes; or straights."""

SWEEP_NAMES = {
    PURE_DRAGON: "dragon of one suit",
    COLOURED_DRAGON: "dragon of one colour",
    DRAGON: "dragon",
    ONE_COLOUR: "all of one colour",
    ONE_COLOUR_BUT_ONE: "twelve of one colour",
    MINOR: "all nines and below",
    SENIOR: "all tens and above",
    SIX_PAIRS: "six pairs",
    THREE_FLUSHES: "three flushes",
    THREE_STRAIGHTS: "three straights",
}

NINE, TEN = 7, 8
EACH_RANK_ONCE = sum(1 << 4 * rank for rank in range(13))


def _runs(length: int) -> list[tuple[int, ...]]:
    """The straights of so many cards, as ranks; the ace begins the first and ends the last."""
    line = (12, *range(13))
    return [line[start : start + length] for start in range(len(line) - length + 1)]


_FRONTS, _BACKS = _runs(3), _runs(5)


def _packed(ranks: tuple[int, ...]) -> int:
    return sum(1 << 4 * rank for rank in ranks)


STRAIGHTS = array(
    "q",
    sorted(
        {
            _packed(front) + _packed(middle) + _packed(back)
            for front in _FRONTS
            for index, middle in enumerate(_BACKS)
            for back in _BACKS[index:]
        }
    ),
)
"""Every way to hold three straights, as the number of cards of each rank, four bits a rank."""


@kernel
def rank_counts(cards: Sequence[int]) -> int:
    """How many cards of each rank, four bits a rank.

    >>> hex(rank_counts((0, 1, 2, 8)))
    '0x103'
    """
    counts = 0
    for card in cards:
        counts += 1 << 4 * (card // 4)
    return counts


@kernel
def suit_counts(cards: Sequence[int]) -> int:
    """How many cards of each suit, four bits a suit.

    >>> hex(suit_counts((0, 4, 8, 3)))
    '0x1003'
    """
    counts = 0
    for card in cards:
        counts += 1 << 4 * (card % 4)
    return counts


@kernel
def is_dragon(cards: Sequence[int]) -> bool:
    """Whether there is one card of each rank.

    >>> is_dragon(range(0, 52, 4)), is_dragon(range(13))
    (True, False)
    """
    return rank_counts(cards) == EACH_RANK_ONCE


@kernel
def colour_count(cards: Sequence[int]) -> int:
    """How many cards are of the colour that has more of them.

    >>> colour_count(range(13))              # the ranks 2 to 4 and a club
    7
    """
    red = 0
    for card in cards:
        if card % 4 == 1 or card % 4 == 2:
            red += 1
    return max(red, len(cards) - red)


@kernel
def has_six_pairs(cards: Sequence[int]) -> bool:
    """Whether the cards hold six pairs, four of a kind counting as two and three of a kind as one.

    >>> has_six_pairs(range(13)), has_six_pairs(range(0, 52, 4))
    (True, False)
    """
    counts = rank_counts(cards)
    pairs = 0
    while counts:
        pairs += (counts & 15) // 2
        counts >>= 4
    return pairs == 6


@kernel
def has_three_flushes(cards: Sequence[int]) -> bool:
    """Whether the cards can be set as three parts of one suit each.

    The parts have 3, 5 and 5 cards, so each suit must have a number that some of those add up to.

    >>> from housedealer.pieces.cards import cards
    >>> has_three_flushes(cards('2c 3c 9c 2d 4d 6d 8d Td As Js 9s 7s 5s'))
    True
    >>> has_three_flushes(cards('2c 3c 9c Jc 4d 6d 8d Td As Js 9s 7s 5s'))
    False
    """
    counts = suit_counts(cards)
    while counts:
        held = counts & 15
        if held == 0 or held == 3 or held == 5 or held == 8 or held == 10 or held == 13:
            counts >>= 4
        else:
            return False
    return len(cards) == 13


@kernel
def has_three_straights(cards: Sequence[int]) -> bool:
    """Whether the cards can be set as straights of 3, 5 and 5 cards; an ace is high or low in each.

    >>> from housedealer.pieces.cards import cards
    >>> has_three_straights(cards('Ac 2d 3h Ad 2h 3s 4c 5d 6c 7d 8h 9s Tc'))
    True
    >>> has_three_straights(cards('Ac 2d 3h Ad 2h 3s 4c 5d 6c 7d 8h 9s Jc'))
    False
    """
    counts = rank_counts(cards)
    low = 0
    high = len(STRAIGHTS)
    while low < high:
        middle = (low + high) // 2
        if STRAIGHTS[middle] < counts:
            low = middle + 1
        else:
            high = middle
    return low < len(STRAIGHTS) and STRAIGHTS[low] == counts


@kernel
def sweeps(cards: Sequence[int]) -> int:
    """Every special hand that the thirteen cards make, as bits.

    >>> describe(sweeps(range(0, 52, 4)))
    'dragon of one suit, three flushes, three straights'
    """
    found = 0
    coloured = colour_count(cards)
    if is_dragon(cards):
        found |= DRAGON
        if coloured == 13:
            found |= COLOURED_DRAGON
        suits = suit_counts(cards)
        if suits == 13 or suits == 13 << 4 or suits == 13 << 8 or suits == 13 << 12:
            found |= PURE_DRAGON
    if coloured >= 12:
        found |= ONE_COLOUR_BUT_ONE
    if coloured == 13:
        found |= ONE_COLOUR
    if max(cards) // 4 <= NINE:
        found |= MINOR
    if min(cards) // 4 >= TEN:
        found |= SENIOR
    if has_six_pairs(cards):
        found |= SIX_PAIRS
    if has_three_flushes(cards):
        found |= THREE_FLUSHES
    if has_three_straights(cards):
        found |= THREE_STRAIGHTS
    return found


@kernel
def front_beats_middle(front: Sequence[int], middle: Sequence[int]) -> bool:
    """Whether the three-card front outranks the five-card middle, which is a foul.

    >>> from housedealer.pieces.cards import cards
    >>> front_beats_middle(cards('Ac Kd 6h'), cards('As Kh 5c 4d 2h'))
    True
    """
    return high(front) > high(middle)


@kernel
def is_in_order(front: Sequence[int], middle: Sequence[int], back: Sequence[int]) -> bool:
    """Whether a hand is set rightly: the back not below the middle, the middle not below the front.

    >>> from housedealer.pieces.cards import cards
    >>> is_in_order(cards('Ac Ad Jh'), cards('9c 9d 4h 4s 7c'), cards('Qc Jd Ts 9h 8c'))
    True
    """
    return high(front) <= high(middle) and high(middle) <= high(back)


Parts = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A set hand: front, middle, back."""


def flush_parts(cards: Sequence[int]) -> Parts | None:
    """One way to set thirteen cards as three flushes, or None: what the dealer lays out when it is declared.

    >>> from housedealer.pieces.cards import cards, faces
    >>> parts = flush_parts(cards('2c 3c 9c 2d 4d 6d 8d Td As Js 9s 7s 5s'))
    >>> [faces(part) for part in parts or ()]
    ['9c 3c 2c', 'Td 8d 6d 4d 2d', 'As Js 9s 7s 5s']
    """
    if not has_three_flushes(cards):
        return None
    suits = [sorted((card for card in cards if card % 4 == suit), reverse=True) for suit in range(4)]
    front_suit = next(held for held in suits if len(held) in (3, 8, 13))
    front = tuple(front_suit[-3:])
    rest = [[card for card in held if card not in front] for held in suits]
    fives = [tuple(held[at : at + 5]) for held in rest for at in range(0, len(held), 5)]
    middle, back = sorted(fives, key=high)
    return front, middle, back


def straight_parts(cards: Sequence[int]) -> Parts | None:
    """One way to set thirteen cards as three straights, or None.

    >>> from housedealer.pieces.cards import cards, faces
    >>> parts = straight_parts(cards('Ac 2d 3h Ad 2h 3s 4c 5d 6c 7d 8h 9s Tc'))
    >>> [faces(part) for part in parts or ()]
    ['3h 2d Ac', '5d 4c 3s 2h Ad', 'Tc 9s 8h 7d 6c']
    """
    counts = rank_counts(cards)
    for front in _FRONTS:
        for index, middle in enumerate(_BACKS):
            for back in _BACKS[index:]:
                if _packed(front) + _packed(middle) + _packed(back) == counts:
                    left = sorted(cards)
                    first = _taken(left, front)
                    second, third = sorted((_taken(left, middle), _taken(left, back)), key=high)
                    return first, second, third
    return None


def _taken(left: list[int], ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Cards of the given ranks, taken out of those left."""
    chosen = [next(card for card in left if card // 4 == rank) for rank in ranks]
    for card in chosen:
        left.remove(card)
    return tuple(reversed(chosen))


def describe(found: int) -> str:
    """The special hands among the bits of `sweeps`, in words.

    >>> describe(MINOR | SIX_PAIRS), describe(0)
    ('six pairs, all nines and below', 'no special hand')
    """
    order = (
        *(PURE_DRAGON, COLOURED_DRAGON, DRAGON, THREE_FLUSHES, THREE_STRAIGHTS, SIX_PAIRS),
        *(ONE_COLOUR, ONE_COLOUR_BUT_ONE, MINOR, SENIOR),
    )
    implied = 0
    if found & (PURE_DRAGON | COLOURED_DRAGON):
        implied |= DRAGON | ONE_COLOUR | ONE_COLOUR_BUT_ONE | (COLOURED_DRAGON if found & PURE_DRAGON else 0)
    if found & ONE_COLOUR:
        implied |= ONE_COLOUR_BUT_ONE
    named = [SWEEP_NAMES[bit] for bit in order if found & ~implied & bit]
    return ", ".join(named) or "no special hand"
