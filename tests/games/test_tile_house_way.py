"""The house way of pai gow tiles: every printed row, the rulings, and all hands against the rows again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from housedealer.games.pai_gow.tile_house_way import (
    house_way,
    largest_with_smallest,
    lookup,
    pair_way,
    parts,
    places,
)
from housedealer.kernel import fast
from housedealer.pieces.tiles import TILES, tiles
from housedealer.ranking.tiles import EITHER, FACE, PAIR, SPOTS, class_of, rank
from housedealer.rooms import game

PARAMS = game("garlic-city/pai-gow-tiles").params
CHART = PARAMS.chart


Setting = list[list[int]]


def by_house(hand: str, **rulings: str) -> Setting:
    """The house way of four tiles."""
    four = tiles(hand)
    chart = lookup(PARAMS.house_way, **rulings)  # type: ignore[arg-type]
    return kinds(parts(four, house_way(four, chart, EITHER)))


def kinds(two: Iterable[Iterable[int]]) -> Setting:
    """A setting in any order; the two tiles of a pair are worth the same."""
    return sorted(sorted(tile // 2 for tile in part) for part in two)


def wanted(setting: str) -> Setting:
    """A setting as it is written."""
    return kinds(tiles(part) for part in setting.split("/"))


@pytest.mark.parametrize(
    ("hand", "setting"),
    [
        # the most valuable high hand is a pair
        ("5-5 5-5 6-6 1-2", "5-5 5-5 / 6-6 1-2"),
        ("3-6 4-5 6-6 1-2", "3-6 4-5 / 6-6 1-2"),
        # the supreme pair beside a six and a four, a five or a six
        ("1-2 2-4 3-3 2-2", "1-2 3-3 / 2-4 2-2"),
        ("1-2 2-4 1-5 1-3", "1-2 1-5 / 2-4 1-3"),
        ("1-2 2-4 3-3 1-4", "1-2 3-3 / 2-4 1-4"),
        ("1-2 2-4 3-3 1-5", "1-2 3-3 / 2-4 1-5"),
        ("1-2 2-4 3-3 1-6", "1-2 2-4 / 3-3 1-6"),
        ("1-2 2-4 2-2 1-4", "1-2 2-4 / 2-2 1-4"),
        ("1-2 2-4 6-6 3-3", "1-2 2-4 / 6-6 3-3"),
        # sevens beside a teen or dey, the low hand seven or more
        ("1-6 1-6 6-6 1-1", "1-6 6-6 / 1-6 1-1"),
        ("3-4 2-5 6-6 5-5", "3-4 6-6 / 2-5 5-5"),
        ("3-4 2-5 1-1 5-6", "3-4 1-1 / 2-5 5-6"),
        ("3-4 2-5 1-1 4-5", "3-4 2-5 / 1-1 4-5"),
        ("3-4 2-5 5-5 5-6", "3-4 2-5 / 5-5 5-6"),
        # eights, the low hand seven or more
        ("4-4 4-4 4-5 5-6", "4-4 4-5 / 4-4 5-6"),
        ("3-5 2-6 6-6 4-5", "3-5 6-6 / 2-6 4-5"),
        ("3-5 2-6 4-6 4-5", "3-5 4-6 / 2-6 4-5"),
        ("4-4 4-4 4-5 1-6", "4-4 4-4 / 4-5 1-6"),
        # nines, the low hand nine
        ("4-5 3-6 6-6 5-5", "4-5 6-6 / 3-6 5-5"),
        ("4-5 3-6 5-5 4-6", "4-5 5-5 / 3-6 4-6"),
        ("4-5 3-6 6-6 5-6", "4-5 3-6 / 6-6 5-6"),
        ("4-5 3-6 4-6 5-6", "4-5 3-6 / 4-6 5-6"),
        # teens and deys, the low hand six or more, or a nine with an eleven
        ("6-6 6-6 2-2 4-5", "6-6 2-2 / 6-6 4-5"),
        ("1-1 1-1 1-4 3-5", "1-1 1-4 / 1-1 3-5"),
        ("6-6 6-6 2-2 5-5", "6-6 6-6 / 2-2 5-5"),
        ("6-6 6-6 3-6 5-6", "6-6 3-6 / 6-6 5-6"),
        ("1-1 1-1 4-5 5-6", "1-1 4-5 / 1-1 5-6"),
        ("6-6 6-6 3-6 4-6", "6-6 6-6 / 3-6 4-6"),
        ("6-6 6-6 5-6 1-4", "6-6 6-6 / 5-6 1-4"),
        # a lone gee joon tile counts three or six
        ("6-6 6-6 1-2 2-4", "6-6 6-6 / 1-2 2-4"),
        ("1-1 1-1 1-2 2-2", "1-1 1-2 / 1-1 2-2"),
        # two pairs
        ("1-2 2-4 3-3 3-3", "1-2 2-4 / 3-3 3-3"),
        ("6-6 6-6 4-5 3-6", "6-6 6-6 / 4-5 3-6"),
        ("4-4 4-4 5-6 5-6", "4-4 4-4 / 5-6 5-6"),
        # no pair: wong, gong, nine, largest with smallest
        ("6-6 4-5 5-5 1-6", "6-6 4-5 / 5-5 1-6"),
        ("6-6 1-1 4-5 3-5", "6-6 3-5 / 1-1 4-5"),
        ("1-1 3-5 5-5 1-4", "1-1 3-5 / 5-5 1-4"),
        ("6-6 1-6 5-5 1-5", "6-6 1-6 / 5-5 1-5"),
        ("5-6 4-6 1-4 1-6", "5-6 1-4 / 4-6 1-6"),
        ("5-5 4-6 2-2 1-3", "5-5 2-2 / 4-6 1-3"),
    ],
)
def test_house_way(hand: str, setting: str) -> None:
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        words = hand.split()
        assert by_house(" ".join(words[at] for at in order)) == wanted(setting)


@pytest.mark.parametrize("spots", [4, 5, 6, 10, 11])
def test_some_pairs_are_never_split(spots: int) -> None:
    kept = 0
    for hand in combinations(range(TILES), 4):
        way = pair_way(hand)
        if way < 0:
            continue
        (a, b), (c, d) = parts(hand, way)
        twos = [pair for pair in ((a, b), (c, d)) if pair[0] // 2 == pair[1] // 2]
        if any(SPOTS[pair[0]] == spots and pair[0] // 2 for pair in twos) and all(one > 1 for one in hand):
            assert house_way(hand, CHART, EITHER) == way
            kept += 1
    assert kept > 300


def test_every_pair_follows_its_printed_row() -> None:
    """All hands with one pair, against the rows written out once more."""
    least = {7: 7, 8: 7, 9: 9, 2: 6, 12: 6}
    for hand in combinations(range(TILES), 4):
        way = pair_way(hand)
        if way < 0:
            continue
        pair, other = parts(hand, way)
        if pair[0] // 2 != pair[1] // 2:
            pair, other = other, pair
        if other[0] // 2 == other[1] // 2:
            assert house_way(hand, CHART, EITHER) == way
            continue
        spots = sorted(SPOTS[one] for one in other)
        lows = []
        for x, y in (other, other[::-1]):
            lows.append(min(rank(pair[0], x), rank(pair[1], y)))
        low = max(lows)
        points = low >> 4 if low < 256 else 10
        if pair[0] < 2:
            split = spots[1] == 6 and spots[0] in (4, 5, 6)
        else:
            own = SPOTS[pair[0]]
            split = points >= least.get(own, 99)
            if own == 7:
                split = split and any(one // 2 in (1, 2) for one in other)
            if own in (2, 12):
                split = split or spots == [9, 11]
        assert (house_way(hand, CHART, EITHER) != way) is split, (hand, pair, other)


def test_house_way_under_other_rulings() -> None:
    sevens = "3-4 2-5 6-6 5-5"
    assert by_house(sevens, sevens="and") == wanted("3-4 2-5 / 6-6 5-5")
    both = by_house("1-6 1-6 6-6 1-1", sevens="and")
    assert both == wanted("1-6 6-6 / 1-6 1-1")
    teens = by_house("6-6 6-6 3-6 4-6", nine_eleven="one")
    assert teens == wanted("6-6 3-6 / 6-6 4-6")
    eights = by_house("4-4 4-4 6-6 6-6", two_pairs="rows")
    assert eights == wanted("4-4 6-6 / 4-4 6-6")
    supreme = by_house("1-2 2-4 3-3 3-3", two_pairs="rows")
    assert supreme == wanted("1-2 3-3 / 2-4 3-3")
    held = by_house("4-4 4-4 5-6 5-6", two_pairs="rows")
    assert held == wanted("4-4 4-4 / 5-6 5-6")
    none = "6-6 4-5 5-5 1-6"
    assert by_house(none, rest="best-high") == wanted("6-6 4-5 / 5-5 1-6")
    assert by_house(none, rest="best-low") == wanted("6-6 1-6 / 4-5 5-5")


def test_the_high_hand_is_the_better_one() -> None:
    rng = Random(3)
    for _ in range(500):
        hand = rng.sample(range(TILES), 4)
        for way in range(3):
            high, low = parts(hand, way)
            assert rank(*high) >= rank(*low)
            assert sorted((*high, *low)) == sorted(hand)
            assert sorted(sum(places(hand, way), ())) == [0, 1, 2, 3]


def test_largest_with_smallest_finds_the_two() -> None:
    rng = Random(4)
    for _ in range(500):
        hand = [2 * pair + rng.randrange(2) for pair in rng.sample(range(16), 4)]
        size = {one: (SPOTS[one], -(one // 2) if one > 1 else -99) for one in hand}
        high, low = parts(hand, largest_with_smallest(hand))
        ends = {max(hand, key=lambda one: size[one]), min(hand, key=lambda one: size[one])}
        assert ends in (set(high), set(low))


def test_compiled_house_way_is_the_same() -> None:
    compiled: Any = fast(house_way)
    chart = np.array(CHART)
    rng = Random(5)
    for _ in range(2000):
        hand = tuple(rng.sample(range(TILES), 4))
        for gee_joon in (EITHER, FACE):
            assert compiled(np.array(hand), chart, gee_joon) == house_way(hand, CHART, gee_joon)


def test_a_pair_is_never_worth_less_than_a_split_hand() -> None:
    """The figure behind the ruling on two pairs: keeping both is never the worse setting."""
    for one, two in combinations(range(16), 2):
        hand = (2 * one, 2 * one + 1, 2 * two, 2 * two + 1)
        way = house_way(hand, CHART, EITHER)
        assert [class_of(rank(*part)) >= PAIR for part in parts(hand, way)] == [True, True]
