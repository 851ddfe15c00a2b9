"""Pai gow tiles: all 496 pairs of tiles and all 35,960 hands, against rules written down a second time."""

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast
from housedealer.pieces.tiles import PAIR_NAMES, pips, tiles
from housedealer.ranking import tiles as pg

TWOS = list(combinations(range(32), 2))

# Book 001, lines 1140-1161: the combinations above all others, best first, by their spots. Row 7 prints "Tall
# Sevens" for the 3-3, the tall six of its list of single tiles.
NAMED = [
    *("1-2 2-4", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5", "3-3 3-3", "2-2 2-2", "5-6 5-6"),
    *("4-6 4-6", "1-6 1-6", "1-5 1-5", "4-5 3-6", "2-6 3-5", "2-5 3-4", "1-4 2-3"),
    *("6-6 4-5", "1-1 3-6", "6-6 4-4", "1-1 2-6", "6-6 1-6", "1-1 2-5"),
]
# The same book, lines 1166-1181: single tiles, best first (row 12 prints 3-5 for the nine 3-6).
_PRINTED = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 4-5 2-6 2-5 1-4 1-2"
SINGLES = _PRINTED.split()


def parsed(text: str) -> tuple[int, int]:
    a, b = tiles(text)
    return a, b


def slow_key(a: int, b: int, mode: int) -> tuple[int, int, int]:
    """What two tiles are worth, worked out from their pips and the printed list of single tiles."""
    place = {}
    for order, text in enumerate(reversed(SINGLES)):
        for tile in range(32):
            if tile // 2 == tiles(text)[0] // 2:
                place[tile] = order
    spots = [sum(map(int, pips(tile).split("-"))) for tile in (a, b)]
    if a // 2 == b // 2:
        return (5, 0, 0) if a // 2 == 0 else (4, 0, place[a])
    gee = [tile // 2 == 0 for tile in (a, b)]
    high = max(place[a], place[b])
    if mode == pg.WILD and any(gee):
        return 4, 0, high
    pair = sorted(spots)
    if pair in ([2, 9], [9, 12]):
        return 3, 0, high
    if pair in ([2, 8], [8, 12]):
        return 2, 0, high
    options = [
        (3, 6) if is_gee and mode != pg.FACE else (value,) for value, is_gee in zip(spots, gee, strict=True)
    ]
    total = max((one + two) % 10 for one, two in product(*options))
    return 1, total, high if total else 0


def four_tile_ways(four: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    a, b, c, d = four
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


# --- two tiles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [pg.FACE, pg.EITHER, pg.WILD])
def test_all_496_twos_are_ordered_as_by_the_second_set_of_rules(mode: int) -> None:
    assert len(TWOS) == 496
    keyed: dict[tuple[int, int, int], set[int]] = {}
    for a, b in TWOS:
        keyed.setdefault(slow_key(a, b, mode), set()).add(pg.rank(a, b, mode))
    assert all(len(values) == 1 for values in keyed.values())
    ordered = [values.copy().pop() for _, values in sorted(keyed.items())]
    assert ordered == sorted(set(ordered))


def test_how_many_of_each_class() -> None:
    """16 pairs; 4 teens and deys with the 2 nines, and with the 4 eights; the rest have points."""
    count = Counter(pg.class_of(pg.rank(a, b)) for a, b in TWOS)
    assert count == {pg.SUPREME: 1, pg.PAIR: 15, pg.WONG: 8, pg.GONG: 16, pg.POINTS: 456}


def test_the_printed_list_of_combinations() -> None:
    ranks = [pg.rank(*parsed(text)) for text in NAMED]
    assert ranks == sorted(set(ranks), reverse=True)
    every = sorted({pg.rank(a, b) for a, b in TWOS}, reverse=True)
    assert every[: len(NAMED)] == ranks, "something that the list doesn't name ranks among its rows"


def test_the_printed_list_of_single_tiles() -> None:
    order = [pg.SINGLE[tiles(text)[0]] for text in SINGLES]
    assert order == list(range(15, -1, -1))
    for tile in range(32):
        assert pg.SINGLE[tile] == pg.SINGLE[tile ^ 1]


def test_spots_of_the_set() -> None:
    assert sum(pg.SPOTS) == 227
    assert Counter(pg.SPOTS) == {2: 2, 3: 1, 4: 4, 5: 2, 6: 5, 7: 4, 8: 4, 9: 2, 10: 4, 11: 2, 12: 2}


def test_the_examples_of_the_book() -> None:
    """Book 003, lines 1011-1013: a 12 counts 2; an 8 and a 9 count 7."""
    assert pg.points(*parsed("4-4 4-5")) == 7
    assert pg.points(*parsed("6-6 1-3")) == 6


def test_all_noughts_are_equal_and_lowest() -> None:
    noughts = [(a, b) for a, b in TWOS if pg.rank(a, b) == 0]
    assert len(noughts) > 20
    assert all(pg.points(a, b) == 0 for a, b in noughts)
    assert {pg.points_of(pg.rank(a, b)) for a, b in noughts} == {0}


def test_the_supreme_tiles_count_three_or_six() -> None:
    for gee, other in product((0, 1), range(2, 32)):
        spots = pg.SPOTS[other]
        assert pg.points(gee, other) == pg.points(other, gee) == max((spots + 3) % 10, (spots + 6) % 10)
        assert pg.points(gee, other, pg.FACE) == (spots + pg.SPOTS[gee]) % 10


def test_a_wild_tile_makes_the_pair_of_its_neighbour() -> None:
    for gee, other in product((0, 1), range(2, 32)):
        assert pg.rank(gee, other, pg.WILD) == pg.rank(other, other ^ 1)
    assert pg.class_of(pg.rank(0, 1, pg.WILD)) == pg.SUPREME


@given(st.integers(0, 31), st.integers(0, 31), st.sampled_from([pg.FACE, pg.EITHER, pg.WILD]))
def test_neither_order_nor_twin_matters(a: int, b: int, mode: int) -> None:
    if a != b:
        assert pg.rank(a, b, mode) == pg.rank(b, a, mode)
        if a // 2 not in (b // 2, 0):
            assert pg.rank(a ^ 1, b, mode) == pg.rank(a, b, mode)


# --- four tiles -----------------------------------------------------------------------------------


def test_all_35960_hands() -> None:
    """The best pair of each hand, counted here by looking for it, there by ranking; and the exact tally."""
    count: Counter[int] = Counter()
    nines: Counter[int] = Counter()
    for four in combinations(range(32), 4):
        value = pg.best_rank(four)
        kind = pg.class_of(value)
        twos = list(combinations(four, 2))
        spots = [sorted((pg.SPOTS[a], pg.SPOTS[b])) for a, b in twos]
        pairs = [a // 2 for a, b in twos if a // 2 == b // 2]
        if pairs:
            assert kind == (pg.SUPREME if min(pairs) == 0 else pg.PAIR)
            assert value == pg.rank(2 * min(pairs), 2 * min(pairs) + 1)
        elif [2, 9] in spots or [9, 12] in spots:
            assert kind == pg.WONG
        elif [2, 8] in spots or [8, 12] in spots:
            assert kind == pg.GONG
        else:
            assert kind == pg.POINTS
            nines[pg.points_of(value)] += 1
        count[kind] += 1
    assert sum(count.values()) == 35_960
    assert count[pg.SUPREME] == 435  # any two of the other thirty tiles
    # Hands without any pair: choose 4 of 16 pairs and one tile of each.
    assert count[pg.SUPREME] + count[pg.PAIR] == 35_960 - 1_820 * 16
    assert sum(nines.values()) == count[pg.POINTS]


def test_setting_a_hand_offers_the_three_ways() -> None:
    chosen = random.Random(3)
    for _ in range(300):
        four = tuple(chosen.sample(range(32), 4))
        ways = pg.splits(four)
        assert len(ways) == 3
        for (high, low), (one, two) in zip(ways, four_tile_ways(four), strict=True):
            assert {frozenset(high), frozenset(low)} == {frozenset(one), frozenset(two)}
            assert pg.rank(*high) >= pg.rank(*low)
        assert max(pg.rank(*high) for high, _ in ways) == pg.best_rank(four)


def test_wild_supreme_tiles_may_not_be_separated() -> None:
    assert pg.splits((0, 9, 1, 20), pg.WILD) == [((0, 1), (9, 20))]
    assert len(pg.splits((0, 9, 1, 20), pg.EITHER)) == 3


# --- who won --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        (("6-6 6-6", "4-6 1-5"), ("1-1 1-1", "5-5 1-4"), 1),
        (("6-6 6-6", "4-6 1-4"), ("1-1 1-1", "5-5 1-5"), 0),
        (("6-6 1-6", "4-6 1-4"), ("6-6 3-4", "5-5 1-5"), -1),  # a copied nine and a lower low hand
        (("6-6 1-6", "4-6 1-5"), ("6-6 3-4", "5-5 1-4"), 0),  # the same with a higher low hand
        (("1-1 1-1", "4-6 4-6"), ("6-6 6-6", "5-5 5-5"), -1),
    ],
)
def test_results(mine: tuple[str, str], theirs: tuple[str, str], result: int) -> None:
    ranks = [pg.rank(*parsed(text)) for text in (*mine, *theirs)]
    assert pg.settled(*ranks) == result


def test_two_noughts_lose_to_the_player_dealer_whatever_the_tiles() -> None:
    teen_and_chop_bot = pg.rank(*parsed("4-4 1-1"))
    assert pg.class_of(teen_and_chop_bot) == pg.GONG
    mooy_ping, bon_chong = pg.rank(*parsed("5-5 4-6")), pg.rank(*parsed("2-2 3-3"))
    assert mooy_ping == bon_chong == 0
    assert pg.settled(500, mooy_ping, 400, bon_chong) == 0
    assert pg.settled(300, mooy_ping, 400, bon_chong) == -1


@given(st.lists(st.integers(0, 1100), min_size=4, max_size=4))
def test_the_player_dealer_wins_what_is_not_beaten(ranks: list[int]) -> None:
    high, low, bank_high, bank_low = ranks
    assert pg.settled(high, low, bank_high, bank_low) == (high > bank_high) + (low > bank_low) - 1
    assert pg.settled(high, low, high, low) == -1


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1-2 2-4", "supreme pair (gee joon)"),
        ("6-6 6-6", "pair of teen"),
        ("1-4 2-3", "pair of chop ng"),
        ("6-6 3-6", "teen wong"),
        ("1-1 4-4", "dey gong"),
        ("1-1 2-5", "9 points, dey high"),
        ("1-4 1-5", "1 point, look high"),
        ("4-6 5-5", "0 points"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert pg.describe(pg.rank(*parsed(text))) == words


def test_hands_tie_exactly_when_they_read_the_same() -> None:
    words: dict[str, set[int]] = {}
    for a, b in TWOS:
        words.setdefault(pg.describe(pg.rank(a, b)), set()).add(pg.rank(a, b))
    assert all(len(values) == 1 for values in words.values())
    assert len(words) == len({pg.rank(a, b) for a, b in TWOS})
    assert set(PAIR_NAMES[1:]) <= {text.removeprefix("pair of ") for text in words}


def test_comparing_in_words() -> None:
    four, six = pg.rank(*parsed("4-6 1-3")), pg.rank(*parsed("4-6 3-3"))
    assert pg.compare(four, six) == "4 points, gor high loses to 6 points, chong high"
    assert pg.compare(six, four) == "6 points, chong high beats 4 points, gor high"
    assert pg.compare(0, 0) == "0 points is a copy of 0 points"


def test_compiled_is_the_same() -> None:
    rank, points, class_of, points_of = fast(pg.rank), fast(pg.points), fast(pg.class_of), fast(pg.points_of)
    for (a, b), mode in product(TWOS, (pg.FACE, pg.EITHER, pg.WILD)):
        value = pg.rank(a, b, mode)
        assert rank(a, b, mode) == value
        assert points(a, b, mode) == pg.points(a, b, mode)
        assert class_of(value) == pg.class_of(value)
        assert points_of(value) == pg.points_of(value)
        assert fast(pg.settled)(value, a, b * 9, b) == pg.settled(value, a, b * 9, b)
    best = fast(pg.best_rank)
    for four in list(combinations(range(32), 4))[::41]:
        row: Any = np.array(four)
        for mode in (pg.FACE, pg.EITHER, pg.WILD):
            assert best(row, mode) == pg.best_rank(four, mode)
