"""The house way of thirteen-card games, and whether a hand is set as it should be.

The rule book leaves the setting to the player, so the house way is the project's own: of all legal
settings it takes the one that promises the most points against a field that sets its hands the same way.
What a segment beats of that field is read from `MARKS`; the three segments are taken as independent.

    >>> from housedealer.games.chinese.scoring import System, coded
    >>> from housedealer.pieces.cards import cards, faces
    >>> usual = coded(System(name="base", overall="segments", lines=(406, 410)))
    >>> hand = cards("As Ad Jc 9s 9d 4h 4s 7c Qd Jh Ts 9h 8c")
    >>> [faces(hand[at] for at in part) for part in house_way(hand, usual)]
    ['Jc Jh Ts', 'As Ad 7c Qd 8c', '9s 9d 4h 4s 9h']
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from housedealer.games.chinese.scoring import (
    BACK,
    CLASSES,
    FRONT,
    MIDDLE,
    NO_POINT,
    SEGMENTS,
    SWEEP_ONLY,
    Coded,
)
from housedealer.kernel import fast, kernel, quickest
from housedealer.pieces.shuffle import SeededOrder
from housedealer.ranking.high import BIT, high_of_word

SIZES = (3, 5, 5)
FIVES, THREES = 1287, 286
"""How many middles or backs, and fronts, thirteen cards hold."""
WHOLE = 8191
"""All thirteen cards as a set of positions."""

BANDS = 32
"""The field's segments are divided into so many bands of equal size."""
CERTAIN = 1024
"""The share of a segment that beats the whole field; a band is the 32nd part."""
TOP = 14 << 20
"""Above every hand."""

Parts = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

# fmt: off
MARKS = array("i", [
    0x000000, 0x0a6500, 0x0c3200, 0x0cb200, 0x0d9300, 0x0db800, 0x0dc800, 0x0e6500, 0x0ea500,
    0x0eb700, 0x0ec700, 0x0eca00, 0x0ed700, 0x0eda00, 0x0edc00, 0x126000, 0x13e000, 0x15b000,
    0x16d000, 0x17d000, 0x18c000, 0x19b000, 0x1a9000, 0x1b2000, 0x1ba000, 0x1c6000, 0x1ca000,
    0x1d3000, 0x1da000, 0x1de000, 0x1e8000, 0x1eb000, 0xe00000,
    0x000000, 0x157320, 0x17c930, 0x19a650, 0x1ad840, 0x1bd940, 0x1cb740, 0x1d9640, 0x1dca50,
    0x1e9520, 0x1ec630, 0x1ed850, 0x252300, 0x264a00, 0x276500, 0x287600, 0x298200, 0x2a7300,
    0x2b5600, 0x2c3900, 0x2d4200, 0x338400, 0x368300, 0x3a6400, 0x450000, 0x460000, 0x480000,
    0x4a0000, 0x4c0000, 0x4e0000, 0x6ba983, 0x6dba75, 0xe00000,
    0x000000, 0x253800, 0x285300, 0x2a4800, 0x2c3500, 0x450000, 0x460000, 0x480000, 0x4a0000,
    0x4b0000, 0x4c0000, 0x4d0000, 0x6a6532, 0x6ba865, 0x6cb652, 0x6da542, 0x6dc632, 0x6e8643,
    0x6eb752, 0x6ec974, 0x6ed963, 0x6edca7, 0x735000, 0x74e000, 0x764000, 0x779000, 0x793000,
    0x7a5000, 0x7b7000, 0x7c9000, 0x7dc000, 0x939000, 0xe00000,
])
# fmt: on
"""For front, middle and back: the values between which the bands of the field lie (`measured` made them)."""


@kernel
def order_kept(front: int, middle: int, back: int) -> bool:
    """Whether the segments stand in order: the front below the middle, the middle not above the back.

    >>> order_kept(4, 5, 5), order_kept(5, 5, 6), order_kept(1, 6, 5)
    (True, False, False)
    """
    return front < middle and middle <= back


@kernel
def share(marks: Sequence[int], segment: int, value: int) -> int:
    """How much of the field a segment of this value beats, of 1024.

    >>> share(MARKS, FRONT, 1 << 20) < share(MARKS, FRONT, 2 << 20) < share(MARKS, FRONT, 4 << 20) < 1024
    True
    """
    start = (BANDS + 1) * segment
    low = start
    high = start + BANDS
    while high - low > 1:
        between = (low + high) // 2
        if marks[between] <= value:
            low = between
        else:
            high = between
    step = CERTAIN // BANDS
    return (low - start) * step + (value - marks[low]) * step // (marks[low + 1] - marks[low])


@kernel
def promise(
    front: int, middle: int, back: int, worth1: int, worth2: int, worth3: int, overall: int, shot: int
) -> int:
    """The points that three segments promise against one opponent, from their shares and what they earn.

    Only differences between promises mean anything: the scale is 1024 times 1024 to the point and begins
    anywhere. It never falls when a share or an earning rises, on which the search for the best relies.

    >>> promise(500, 500, 500, 1, 1, 1, 1, 1) < promise(500, 600, 500, 1, 1, 1, 1, 1)
    True
    """
    points = ((worth1 + 1) * front + (worth2 + 1) * middle + (worth3 + 1) * back) * CERTAIN
    all_three = front * middle * back // CERTAIN
    none = (CERTAIN - front) * (CERTAIN - middle) * (CERTAIN - back) // CERTAIN
    if overall == SWEEP_ONLY:
        points += all_three - none
    elif overall != NO_POINT:
        points += 2 * (front * middle + front * back + middle * back) - 4 * all_three
    if shot > 1:
        points += (shot - 1) * ((worth1 + worth2 + worth3) * all_three - 3 * none)
    return points


@kernel
def best_setting(
    cards: Sequence[int], marks: Sequence[int], worth: Sequence[int], overall: int, shot: int
) -> int:
    """The legal setting of thirteen cards that promises most, as three sets of positions of 13 bits.

    Backs and middles are tried from the highest down, and a branch is left as soon as its best case
    promises no more than what is found already, so that few of the 72,072 settings are looked at.

    >>> setting = best_setting(range(0, 52, 4), MARKS, array("q", [1] * 48), 1, 1)
    >>> bin(setting).count("1"), setting & WHOLE
    (13, 7168)
    """
    words = [0] * 13
    for a in range(13):
        words[a] = BIT[cards[a]]
    fives = [0] * FIVES
    threes = [0] * THREES
    fronts = [0] * (WHOLE + 1)
    five = three = 0
    for a in range(13):
        for b in range(a + 1, 13):
            for c in range(b + 1, 13):
                word = words[a] | words[b] | words[c]
                held = 1 << a | 1 << b | 1 << c
                fronts[held] = high_of_word(word)
                threes[three] = fronts[held] << 13 | held
                three += 1
                for d in range(c + 1, 13):
                    for e in range(d + 1, 13):
                        five_word = word | words[d] | words[e]
                        fives[five] = high_of_word(five_word) << 13 | held | 1 << d | 1 << e
                        five += 1
    fives.sort(reverse=True)
    threes.sort(reverse=True)
    best = -(1 << 60)
    found = 0
    top_front = threes[0] >> 13
    for at in range(FIVES):
        back = fives[at] & WHOLE
        value = fives[at] >> 13
        back_share = share(marks, BACK, value)
        back_worth = worth[CLASSES * BACK + (value >> 20)]
        middle_share = share(marks, MIDDLE, value)
        middle_worth = worth[CLASSES * MIDDLE + (value >> 20)]
        front_share = share(marks, FRONT, top_front)
        front_worth = worth[CLASSES * FRONT + (top_front >> 20)]
        if (
            promise(
                front_share, middle_share, back_share, front_worth, middle_worth, back_worth, overall, shot
            )
            <= best
        ):
            break
        three = 0
        while threes[three] & back:
            three += 1
        left_front = threes[three] >> 13
        most_share = share(marks, FRONT, left_front)
        most_worth = worth[CLASSES * FRONT + (left_front >> 20)]
        for below in range(at + 1, FIVES):
            middle = fives[below] & WHOLE
            if middle & back:
                continue
            value = fives[below] >> 13
            middle_share = share(marks, MIDDLE, value)
            middle_worth = worth[CLASSES * MIDDLE + (value >> 20)]
            if (
                promise(
                    most_share, middle_share, back_share, most_worth, middle_worth, back_worth, overall, shot
                )
                <= best
            ):
                break
            front = WHOLE ^ back ^ middle
            front_value = fronts[front]
            if front_value >= value:
                continue
            front_share = share(marks, FRONT, front_value)
            front_worth = worth[CLASSES * FRONT + (front_value >> 20)]
            points = promise(
                front_share, middle_share, back_share, front_worth, middle_worth, back_worth, overall, shot
            )
            if points > best:
                best = points
                found = front | middle << 13 | back << 26
    return found


def parts_of(setting: int) -> Parts:
    """A setting of `best_setting` as positions.

    >>> parts_of(0b111 | 0b11111000 << 13 | 0b1111100000000 << 26)
    ((0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11, 12))
    """
    front, middle, back = (
        tuple(at for at in range(13) if setting >> 13 * segment + at & 1) for segment in range(3)
    )
    return front, middle, back


def house_way(hand: Sequence[int], system: Coded) -> Parts:
    """How the house sets thirteen cards under a scoring system: positions for front, middle and back."""
    return _house_way(tuple(hand), tuple(system.worth), system.overall, system.shot)


@lru_cache(maxsize=256)
def _house_way(hand: tuple[int, ...], worth: tuple[int, ...], overall: int, shot: int) -> Parts:
    search: Any = quickest(best_setting)
    if search is best_setting:
        return parts_of(best_setting(hand, MARKS, worth, overall, shot))
    import numpy

    return parts_of(search(numpy.array(hand), numpy.array(MARKS), numpy.array(worth), overall, shot))


def measured(deals: int = 20_000, turns: int = 24, settling: int = 8) -> list[int]:
    """The marks anew: the house way plays its own field, turn after turn, and its segments are counted.

    The field of one turn would chase that of the turn before it, front against middle, without end, so
    each turn plays the field of all turns since the first few. `MARKS` is `measured()` of the usual
    scoring; it takes a minute.
    """
    import numpy

    search: Any = fast(best_setting)
    worth = numpy.ones(CLASSES * len(SEGMENTS), numpy.int64)
    marks = [TOP * at // BANDS for _ in SEGMENTS for at in range(BANDS + 1)]
    field: list[list[int]] = [[], [], []]
    for turn in range(turns):
        if turn == settling:
            field = [[], [], []]
        known = numpy.array(marks, numpy.int32)
        for number in range(deals):
            order = SeededOrder(range(52), f"marks/{turn}/{number}")
            hand = [order.next() for _ in range(13)]
            for segment, part in enumerate(parts_of(search(numpy.array(hand), known, worth, 1, 1))):
                field[segment].append(high_of_word(sum(BIT[hand[at]] for at in part)))
        marks = []
        for values in field:
            values.sort()
            marks += [0, *(values[len(values) * band // BANDS] for band in range(1, BANDS)), TOP]
    return marks
