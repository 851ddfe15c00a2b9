"""The house way of pai gow tiles: how four tiles are set in two pairs when the house sets them.

A chart is data: which pairs are split, and how good the low hand must be for it. What it says nothing about
is filled in from the order in which the rule book lists what to look for. A setting is one of three *ways*,
named by the tile that the first one goes with:

>>> from housedealer.pieces.tiles import faces, tiles
>>> chart = lookup(Chart(split={"7": 7, "8": 7, "9": 9, "2": 6, "12": 6}, supreme=True))
>>> def set_by_house(hand):
...     way = house_way(tiles(hand), chart, EITHER)
...     return " / ".join(faces(part) for part in parts(tiles(hand), way))
>>> set_by_house("6-6 6-6 4-5 5-6"), set_by_house("6-6 6-6 4-5 4-6")
('teen 4-5 / teen foo', 'teen teen / 4-5 ping')
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from housedealer.kernel import kernel
from housedealer.ranking.tiles import EITHER, GONG, POINTS, SINGLE, SPOTS, WONG, class_of, rank

WAYS = 3
FIRST = array("b", [0, 1, 0, 2, 0, 3])
"""The first two positions of each way; the other two follow in `SECOND`."""
SECOND = array("b", [2, 3, 1, 3, 1, 2])

NEVER = 99
NINE = 9
SUPREME_PAIR, TEEN, DEY = 0, 1, 2

SEVENS_NEED, NINE_ELEVEN, SUPREME_SPLITS, TWO_PAIRS_SPLIT, REST = range(13, 18)
"""Where a chart read for the kernel says more than the least low hand for each number of spots."""

OR, AND = 0, 1
BOTH, ONE = 0, 1
LADDER, BEST_HIGH, BEST_LOW = 0, 1, 2


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a room's house way prints: the least points of the low hand for which a pair is split.

    `split` goes by the spots of one tile of the pair; pairs that are not named are never split. `supreme` is
    whether the supreme pair is split for a six with a four, a five or a six.
    """

    split: Mapping[str, int]
    supreme: bool


Sevens = Literal["or", "and"]
NineEleven = Literal["both", "one"]
TwoPairs = Literal["keep", "rows"]
Rest = Literal["ladder", "best-high", "best-low"]


def lookup(
    chart: Chart,
    sevens: Sevens = "or",
    nine_eleven: NineEleven = "both",
    two_pairs: TwoPairs = "keep",
    rest: Rest = "ladder",
) -> tuple[int, ...]:
    """A chart under its rulings, as the kernel reads it."""
    return _lookup(tuple(chart.split.items()), chart.supreme, sevens, nine_eleven, two_pairs, rest)


@cache
def _lookup(
    split: tuple[tuple[str, int], ...],
    supreme: bool,
    sevens: Sevens,
    nine_eleven: NineEleven,
    two_pairs: TwoPairs,
    rest: Rest,
) -> tuple[int, ...]:
    least = [NEVER] * 13
    for spots, low in split:
        least[int(spots)] = low
    return (
        *least,
        AND if sevens == "and" else OR,
        ONE if nine_eleven == "one" else BOTH,
        int(supreme),
        int(two_pairs == "rows"),
        {"ladder": LADDER, "best-high": BEST_HIGH, "best-low": BEST_LOW}[rest],
    )


def parts(hand: Sequence[int], way: int, gee_joon: int = EITHER) -> tuple[tuple[int, int], tuple[int, int]]:
    """The tiles of the high and of the low hand under a way.

    >>> parts((2, 24, 3, 26), 1)
    ((2, 3), (24, 26))
    """
    (a, b), (c, d) = places(hand, way, gee_joon)
    return (hand[a], hand[b]), (hand[c], hand[d])


def places(hand: Sequence[int], way: int, gee_joon: int = EITHER) -> tuple[tuple[int, int], tuple[int, int]]:
    """The positions of the high and of the low hand under a way.

    >>> places((24, 2, 26, 3), 1), places((24, 2, 26, 3), 0)
    (((1, 3), (0, 2)), ((0, 1), (2, 3)))
    """
    one, two = (FIRST[2 * way], FIRST[2 * way + 1]), (SECOND[2 * way], SECOND[2 * way + 1])
    if rank(hand[one[0]], hand[one[1]], gee_joon) >= rank(hand[two[0]], hand[two[1]], gee_joon):
        return one, two
    return two, one


@kernel
def first_rank(hand: Sequence[int], way: int, gee_joon: int) -> int:
    """What the pair with the first tile is worth."""
    return rank(hand[FIRST[2 * way]], hand[FIRST[2 * way + 1]], gee_joon)


@kernel
def second_rank(hand: Sequence[int], way: int, gee_joon: int) -> int:
    """What the other pair is worth."""
    return rank(hand[SECOND[2 * way]], hand[SECOND[2 * way + 1]], gee_joon)


@kernel
def high_of(hand: Sequence[int], way: int, gee_joon: int) -> int:
    """The better of the two hands of a way."""
    return max(first_rank(hand, way, gee_joon), second_rank(hand, way, gee_joon))


@kernel
def low_of(hand: Sequence[int], way: int, gee_joon: int) -> int:
    """The lesser of the two hands of a way."""
    return min(first_rank(hand, way, gee_joon), second_rank(hand, way, gee_joon))


@kernel
def better(hand: Sequence[int], one: int, two: int, by_high: bool, gee_joon: int) -> int:
    """The better of two ways: by the low hand and then the high one, or the other way round."""
    high = high_of(hand, two, gee_joon) - high_of(hand, one, gee_joon)
    low = low_of(hand, two, gee_joon) - low_of(hand, one, gee_joon)
    if by_high:
        return two if high > 0 or (high == 0 and low > 0) else one
    return two if low > 0 or (low == 0 and high > 0) else one


@kernel
def best_of(hand: Sequence[int], by_high: bool, least: int, gee_joon: int) -> int:
    """The best way whose high hand is worth `least` or more, or -1 if there is none."""
    found = -1
    for way in range(WAYS):
        if high_of(hand, way, gee_joon) < least:
            continue
        found = way if found < 0 else better(hand, found, way, by_high, gee_joon)
    return found


@kernel
def pair_is_split(pair: int, c: int, d: int, low: int, chart: Sequence[int]) -> bool:
    """Whether a pair is split beside two other tiles, if the low hand is then worth `low`.

    `pair` is one tile of the pair. Points are what the chart asks of the low hand; a gong, a wong or a pair
    is more than any points.

    >>> chart = lookup(Chart(split={"7": 7}, supreme=True))
    >>> pair_is_split(28, 2, 18, rank(29, 18), chart), pair_is_split(28, 8, 18, rank(29, 18), chart)
    (True, False)
    """
    kind = pair // 2
    spots = SPOTS[pair]
    if kind == SUPREME_PAIR:
        few, many = min(SPOTS[c], SPOTS[d]), max(SPOTS[c], SPOTS[d])
        return chart[SUPREME_SPLITS] == 1 and many == 6 and few >= 4
    points = low >> 4 if class_of(low) == POINTS else NINE
    enough = points >= chart[spots]
    if spots == 7:
        teen = c // 2 == TEEN or d // 2 == TEEN
        dey = c // 2 == DEY or d // 2 == DEY
        return enough and ((teen and dey) if chart[SEVENS_NEED] == AND else (teen or dey))
    if kind in (TEEN, DEY) and chart[spots] != NEVER:
        third = SPOTS[c] == 9 or SPOTS[c] == 11
        fourth = SPOTS[d] == 9 or SPOTS[d] == 11
        return enough or ((third or fourth) if chart[NINE_ELEVEN] == ONE else (third and fourth))
    return enough


@kernel
def pair_way(hand: Sequence[int]) -> int:
    """The way that keeps a pair (or both) together, or -1 if there is no pair."""
    for way in range(WAYS):
        if hand[FIRST[2 * way]] // 2 == hand[FIRST[2 * way + 1]] // 2:
            return way
        if hand[SECOND[2 * way]] // 2 == hand[SECOND[2 * way + 1]] // 2:
            return way
    return -1


@kernel
def largest_with_smallest(hand: Sequence[int]) -> int:
    """The way that puts the largest tile with the smallest; of equal spots the higher tile is the larger.

    >>> largest_with_smallest((18, 30, 14, 16))        # ping, a five, bon and foo: foo with bon
    0
    """
    largest = smallest = 0
    for at in range(1, 4):
        size = SPOTS[hand[at]] * 16 + SINGLE[hand[at]]
        if size > SPOTS[hand[largest]] * 16 + SINGLE[hand[largest]]:
            largest = at
        if size < SPOTS[hand[smallest]] * 16 + SINGLE[hand[smallest]]:
            smallest = at
    if largest == 0:
        return smallest - 1
    if smallest == 0:
        return largest - 1
    return 6 - largest - smallest - 1


@kernel
def without_pair(hand: Sequence[int], rest: int, gee_joon: int) -> int:
    """The way of four tiles that hold no pair.

    By the ladder: a wong, a gong or nine points as the high hand, the low hand as good as it can then be;
    failing these the largest tile with the smallest.
    """
    if rest == BEST_HIGH:
        return best_of(hand, True, 0, gee_joon)
    if rest == BEST_LOW:
        return best_of(hand, False, 0, gee_joon)
    for least in (WONG * 256, GONG * 256, NINE * 16):
        way = best_of(hand, False, least, gee_joon)
        if way >= 0:
            return way
    return largest_with_smallest(hand)


@kernel
def two_pairs_split(one: int, two: int, chart: Sequence[int]) -> bool:
    """Whether the rows for single pairs are read for two pairs at all; one that is never split holds both."""
    if chart[TWO_PAIRS_SPLIT] == 0:
        return False
    if one // 2 == SUPREME_PAIR or two // 2 == SUPREME_PAIR:
        return True
    return chart[SPOTS[one]] != NEVER and chart[SPOTS[two]] != NEVER


@kernel
def house_way(hand: Sequence[int], chart: Sequence[int], gee_joon: int) -> int:
    """The way in which the house sets four tiles."""
    kept = pair_way(hand)
    if kept < 0:
        return without_pair(hand, chart[REST], gee_joon)
    a, b = hand[FIRST[2 * kept]], hand[FIRST[2 * kept + 1]]
    c, d = hand[SECOND[2 * kept]], hand[SECOND[2 * kept + 1]]
    first, second = a // 2 == b // 2, c // 2 == d // 2
    if first and second and not two_pairs_split(a, c, chart):
        return kept
    split = better(hand, (kept + 1) % WAYS, (kept + 2) % WAYS, False, gee_joon)
    low = low_of(hand, split, gee_joon)
    if first and pair_is_split(a, c, d, low, chart):
        return split
    if second and pair_is_split(c, a, b, low, chart):
        return split
    return kept
