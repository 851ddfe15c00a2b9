"""Poker low: ace-to-five, deuce-to-seven, their cousins, and a low that has to qualify.

A low value is `BEST` minus the value that the same cards would have as a high hand under the low
game's own order of ranks. So the larger value is the better low, and a pair is worse than any five
different ranks, without any rule being said twice.

The order of ranks is a row of 13 bits whose bit 0 is the lowest: the deuce where aces are high, the
ace where they are low. In that row a straight is five bits that touch, which in deuce-to-seven leaves
A-2-3-4-5 what it is there: no straight.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.high import BIT, unsuited
from housedealer.ranking.poker import (
    CATEGORY_OF_CLASS,
    CLASS_FIVE_OF_A_KIND,
    CLASS_FLUSH,
    CLASS_FULL_HOUSE,
    CLASS_PAIR,
    CLASS_QUADS,
    CLASS_STRAIGHT,
    CLASS_STRAIGHT_FLUSH,
    CLASS_TRIPS,
    CLASS_TWO_PAIR,
    DIGITS,
    HIGH_CARD,
    SIZE,
    TOP_BIT,
    category,
    letters,
    phrase,
    ranks_of,
)

BEST = 0xFFFFFF
"""What a low value is counted down from."""

ACES_HIGH = 1
"""The ace is the highest card (deuce-to-seven); otherwise the lowest."""
STRAIGHTS_COUNT = 2
"""A straight is worse than three of a kind; otherwise it is only its ranks."""
FLUSHES_COUNT = 4
"""A flush is worse than a straight; otherwise it is only its ranks."""
JOKER_CHOOSES = 8
"""A joker is whichever card makes the best low; otherwise the lowest rank not in the hand.

The two differ only where straights count: with 2-3-4-5 the joker is otherwise a six and a straight."""

ACE_TO_FIVE = 0
ACE_TO_SIX = STRAIGHTS_COUNT | FLUSHES_COUNT
DEUCE_TO_SEVEN = ACES_HIGH | STRAIGHTS_COUNT | FLUSHES_COUNT

LOW_BIT = array("h", [1 << ((card >> 2) + 1) % 13 for card in range(52)] + [0, 0])
"""The rank of each card as a bit with the ace lowest."""

# The five lowest ranks: a rank added on top of five others changes nothing.
_lowest = [0]
for _rank in range(13):
    _lowest += [
        best if SIZE[s] >= 5 else DIGITS[s | 1 << _rank] for s, best in enumerate(_lowest[: 1 << _rank])
    ]

LOWEST = array("i", _lowest)
"""The five lowest ranks of a set as digits of a value."""

del _lowest, _rank


@kernel
def ace_to_five(cards: Sequence[int]) -> int:
    """The best ace-to-five low of these cards: aces low, straights and flushes ignored.

    A joker is the lowest rank not already in the hand. Fewer than five cards rank as the up-cards of
    razz do.

    >>> from housedealer.pieces.cards import cards
    >>> describe(ace_to_five(cards("Ac 2d 3h 4s 5c Qc Kc")))
    '5-4-3-2-A low'
    >>> describe(ace_to_five(cards("Ac Ad Ah 4s 5c")))
    'three of a kind, aces, 5-4 kickers'
    """
    one = 0
    jokers = 0
    for card in cards:
        one |= LOW_BIT[card]
        if card >= 52:
            jokers += 1
    for _ in range(jokers):
        one |= one + 1
    if SIZE[one & 8191] >= 5:
        return BEST - LOWEST[one & 8191]
    return low_with(cards, 0)


@kernel
def deuce_to_seven(cards: Sequence[int]) -> int:
    """The best deuce-to-seven low of these cards: aces high, straights and flushes count against it.

    >>> from housedealer.pieces.cards import cards
    >>> describe(deuce_to_seven(cards("2c 3d 4h 5s 6c")), DEUCE_TO_SEVEN)
    'straight, six high'
    >>> describe(deuce_to_seven(cards("2c 3d 4h 5s 6c Ad")), DEUCE_TO_SEVEN)
    'A-5-4-3-2 low'
    """
    word = 0
    for card in cards:
        word |= BIT[card]
    c = word & 8191
    d = (word >> 13) & 8191
    h = (word >> 26) & 8191
    s = (word >> 39) & 8191
    one = c | d | h | s
    if len(cards) == 5 and SIZE[one] == 5:
        if one != 31 * (one & -one) and c != one and d != one and h != one and s != one:
            return BEST - DIGITS[one]
    elif len(cards) == 5 and SIZE[c] + SIZE[d] + SIZE[h] + SIZE[s] == 5:  # a pair or better, and no joker
        cd = c | d
        hs = h | s
        both_cd = c & d
        both_hs = h & s
        two = both_cd | both_hs | (cd & hs)
        return BEST - unsuited(one, two, (both_cd & hs) | (both_hs & cd), both_cd & both_hs)
    return low_with(cards, 7)


@kernel
def qualified_low(cards: Sequence[int], worst: int) -> int:
    """The ace-to-five low of five different ranks none of which is above `worst`, or 0 if there is none.

    >>> from housedealer.pieces.cards import cards
    >>> describe(qualified_low(cards("Ac 2d 3h 4s 5c Qc Kc"), 4))
    '5-4-3-2-A low'
    >>> qualified_low(cards("Ac 2d 3h 4s 8c Qc Kc"), 5)
    0
    """
    one = 0
    jokers = 0
    for card in cards:
        one |= LOW_BIT[card]
        if card >= 52:
            jokers += 1
    for _ in range(jokers):
        one |= one + 1
    one &= (4 << worst) - 1
    if SIZE[one] < 5:
        return 0
    return BEST - LOWEST[one]


@kernel
def eight_or_better(cards: Sequence[int]) -> int:
    """The ace-to-five low of five different ranks from ace to eight, or 0 if there is none.

    >>> from housedealer.pieces.cards import cards
    >>> describe(eight_or_better(cards("Ac 2d 3h 4s 8c Qc Kc")))
    '8-4-3-2-A low'
    >>> describe(eight_or_better(cards("Ac 2d 3h 4s 9c Qc Kc")))
    'no low'
    """
    return qualified_low(cards, 6)


@kernel
def low_with(cards: Sequence[int], flags: int) -> int:
    """The best low of these cards under the given flags (`ACES_HIGH` and so on).

    >>> from housedealer.pieces.cards import cards
    >>> hand = cards("Ac 2d 3h 4s 5c")
    >>> describe(low_with(hand, ACE_TO_SIX)), describe(low_with(hand, DEUCE_TO_SEVEN), DEUCE_TO_SEVEN)
    ('straight, five high', 'A-5-4-3-2 low')
    """
    shift = 0 if flags & 1 else 1
    one = 0
    two = 0
    three = 0
    four = 0
    five = 0
    suited = 0  # the rank sets of the four suits, 13 bits each
    count = 0
    jokers = 0
    for card in cards:
        count += 1
        if card >= 52:
            jokers += 1
            continue
        rank = (card >> 2) + shift
        if rank == 13:
            rank = 0
        bit = 1 << rank
        five |= four & bit
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        suited |= bit << (13 * (card & 3))
    size = min(count, 5)
    if jokers == 0 and SIZE[one] < size:
        return BEST - _paired(one, two, three, four, five, size)
    if size == 5 and flags & 6:
        return BEST - _five_worst(one, two, three, four, five, suited, jokers, flags)
    for _ in range(jokers):
        one |= one + 1
    one &= 8191
    if SIZE[one] >= size:
        return BEST - LOWEST[one]
    return BEST - _paired(one, two, three, four, five, size)


@kernel
def _five_worst(
    one: int, two: int, three: int, four: int, five: int, suited: int, jokers: int, flags: int
) -> int:
    """The least high value of five of the cards where straights or flushes count.

    Sets of five ranks are tried from the lowest up, and the first that is neither straight nor flush is
    the answer; if there is none, a pair or trips still beats a straight, and a straight a flush.
    """
    held = one  # with each joker as the lowest missing rank
    reach = one  # with every rank that a joker may stand for
    for _ in range(jokers):
        held |= held + 1
    if jokers:
        # The lowest rank missing from four others is one of the five lowest. A set in which a joker is
        # higher than that within these five is never reached: one with a lower rank came before.
        reach |= 31
        if flags & 8:
            for _ in range(jokers + 2):
                reach |= reach + 1
    held &= 8191
    reach &= 8191
    worst = BEST
    chosen = lowest_of(reach, 5)
    while SIZE[chosen] == 5:
        if SIZE[chosen & ~one] <= jokers:
            runs = flags & 2 != 0 and chosen == 31 * (chosen & -chosen)
            suits = flags & 4 != 0 and _one_suit(chosen, suited, jokers, flags)
            if not runs and not suits:
                return DIGITS[chosen]
            if runs and suits:
                value = CLASS_STRAIGHT_FLUSH | (DIGITS[chosen] & 0xF0000)
            elif runs:
                value = CLASS_STRAIGHT | (DIGITS[chosen] & 0xF0000)
            else:
                value = CLASS_FLUSH | DIGITS[chosen]
            worst = min(worst, value)
        chosen = next_five(chosen, reach)
    if two or SIZE[held] < 5:
        worst = min(worst, _paired(held, two, three, four, five, 5))
    return worst


@kernel
def _one_suit(chosen: int, suited: int, jokers: int, flags: int) -> bool:
    """Whether a chosen set of ranks can only be held in one suit (a joker takes any other)."""
    if jokers and (flags & 8 or chosen & 1):
        return False
    c = suited & chosen
    d = (suited >> 13) & chosen
    h = (suited >> 26) & chosen
    s = (suited >> 39) & chosen
    return c | d | h == 0 or c | d | s == 0 or c | h | s == 0 or d | h | s == 0


@kernel
def _paired(one: int, two: int, three: int, four: int, five: int, size: int) -> int:
    """The least high value of `size` cards that can't all be of different ranks."""
    extra = max(1, size - SIZE[one])
    if extra == 1:
        first = two & -two
        return CLASS_PAIR | DIGITS[first] | (DIGITS[lowest_of(one ^ first, size - 2)] >> 4)
    if extra == 2:
        first = two & -two
        second = (two ^ first) & -(two ^ first)
        if second:
            rest = lowest_of(one ^ first ^ second, size - 4)
            return CLASS_TWO_PAIR | DIGITS[first | second] | (DIGITS[rest] >> 8)
        first = three & -three
        return CLASS_TRIPS | DIGITS[first] | (DIGITS[lowest_of(one ^ first, size - 3)] >> 4)
    first = three & -three
    if extra == 3 and SIZE[two] == 2:
        return CLASS_FULL_HOUSE | DIGITS[first] | (DIGITS[one ^ first] >> 4)
    if extra == 3:
        return CLASS_QUADS | DIGITS[four] | (DIGITS[one ^ four] >> 4)
    return CLASS_FIVE_OF_A_KIND | DIGITS[five]


@kernel
def lowest_of(ranks: int, size: int) -> int:
    """The lowest `size` ranks of a set."""
    while SIZE[ranks] > size:
        ranks ^= TOP_BIT[ranks]
    return ranks


@kernel
def next_five(chosen: int, reach: int) -> int:
    """The set of five ranks within reach that comes after a chosen one, or 0 after the last.

    >>> bin(next_five(0b11111, 0b1011111))
    '0b1001111'
    """
    chosen = ((chosen | ~reach) + 1) & reach  # the next subset: a carry runs through what isn't in reach
    while chosen and SIZE[chosen] != 5:
        chosen = ((chosen | ~reach) + 1) & reach
    return chosen


@kernel
def low_category(value: int) -> int:
    """The category of a low value as a high hand: `HIGH_CARD` when all its ranks are different.

    >>> from housedealer.pieces.cards import cards
    >>> low_category(ace_to_five(cards("Ac 2d 3h 4s 5c"))) == HIGH_CARD
    True
    """
    return CATEGORY_OF_CLASS[(BEST - value) >> 20]


def topped_by(rank: int, flags: int = ACE_TO_FIVE) -> int:
    """The least value of a low of different ranks whose highest card is `rank`.

    California lowball asks whether a seven or better was checked:

    >>> from housedealer.pieces.cards import cards
    >>> [ace_to_five(cards(hand)) >= topped_by(5) for hand in ("Ac 2d 3h 4s 7c", "Ac 2d 3h 4s 8c")]
    [True, False]
    """
    place = rank if flags & ACES_HIGH else (rank + 1) % 13
    return BEST - (((place + 2) << 16) | 0xFFFF)


def describe(value: int, flags: int = ACE_TO_FIVE) -> str:
    """A low value in plain English; `flags` are those it was ranked with.

    >>> from housedealer.pieces.cards import cards
    >>> describe(ace_to_five(cards("Ac 2s 5c 6s 8s")))
    '8-6-5-2-A low'
    >>> describe(deuce_to_seven(cards("2c 3c 4c 5c 7s")), DEUCE_TO_SEVEN)
    '7-5-4-3-2 low'
    """
    if value == 0:
        return "no low"
    worst = BEST - value
    places = ranks_of(worst)
    if not places:
        return "no cards"
    ranks = places if flags & ACES_HIGH else [(place - 1) % 13 for place in places]
    kind = category(worst)
    return f"{letters(ranks)} low" if kind == HIGH_CARD else phrase(kind, ranks)
