"""Tiles: the set of 32, the sixteen pairs, twins that look alike, and spellings."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.cards import UNTOLD, PieceError
from housedealer.pieces.tiles import (
    PAIR_NAMES,
    PIPS,
    TILES,
    face,
    faces,
    matched,
    name,
    pips,
    tile,
    tiles,
    twin,
)


def test_the_set_is_the_chinese_one() -> None:
    assert len(PIPS) == TILES == 32
    assert all(1 <= low <= high <= 6 for low, high in PIPS)
    military = {(1, 2), (2, 4), (4, 5), (3, 6), (3, 5), (2, 6), (3, 4), (2, 5), (2, 3), (1, 4)}
    held = Counter(PIPS)
    assert {ends for ends, times in held.items() if times == 1} == military
    assert {ends for ends, times in held.items() if times == 2} == {
        (low, high) for low in range(1, 7) for high in range(low, 7)
    } - military
    assert sum(low + high for low, high in PIPS) == 227


def test_the_fixed_numbers() -> None:
    told = "2-4 1-2 6-6 6-6 1-1 1-1 4-4 4-4 1-3 1-3 5-5 5-5 3-3 3-3 2-2 2-2 "
    told += "5-6 5-6 4-6 4-6 1-6 1-6 1-5 1-5 4-5 3-6 3-5 2-6 3-4 2-5 2-3 1-4"
    assert tiles(told) == tuple(range(32))
    assert " ".join(pips(one) for one in range(32)) == told


def test_unmatched_pairs_count_alike() -> None:
    for first in range(24, 32, 2):
        assert sum(PIPS[first]) == sum(PIPS[first + 1]) == {24: 9, 26: 8, 28: 7, 30: 5}[first]


def test_twins() -> None:
    assert sum(matched(one) for one in range(32)) == 22
    for one in range(32):
        other = twin(one)
        assert (other is not None) == matched(one)
        if other is not None:
            assert PIPS[other] == PIPS[one]
            assert other != one
            assert other // 2 == one // 2


@pytest.mark.parametrize("one", range(32))
def test_every_spelling_of_a_tile(one: int) -> None:
    low, high = PIPS[one]
    first = min(one, twin(one) or one) if matched(one) else one
    spellings = [f"{low}-{high}", f"{high}-{low}", face(one), face(one).upper(), f" {low}–{high} "]
    if matched(one):
        spellings.append(PAIR_NAMES[one // 2])
    for spelling in spellings:
        assert tile(spelling) == first
        if matched(one):
            assert tile(spelling, taken=[first]) == first + 1


def test_a_twin_told_elsewhere_counts() -> None:
    assert tiles("6-6", taken=tiles("teen")) == (3,)


@pytest.mark.parametrize("told", ["6-6 teen 6-6", "2-4 4-2", "dey dey 1-1", "5-4 4-5"])
def test_a_tile_too_many_is_refused(told: str) -> None:
    with pytest.raises(PieceError, match="told too often"):
        tiles(told)


@pytest.mark.parametrize("token", ["", "7-1", "0-1", "6", "66", "teens", "6-6-6", "As"])
def test_a_bad_tile_is_named(token: str) -> None:
    with pytest.raises(PieceError, match=re.escape(repr(token))):
        tile(token)


@pytest.mark.parametrize("pair", ["gee joon", "chop gow", "Chop Bot", "chop chit", "chop ng"])
def test_the_name_of_an_unmatched_pair_is_no_tile(pair: str) -> None:
    with pytest.raises(PieceError, match="names two different tiles"):
        tile(pair)


def test_untold_tiles() -> None:
    assert tiles("?? 6-6 ??") == (UNTOLD, 2, UNTOLD)
    assert face(UNTOLD) == "??"
    assert tiles("") == ()


@pytest.mark.parametrize("number", [-2, 32])
def test_a_number_that_is_no_tile(number: int) -> None:
    for shown in (face, name, pips):
        with pytest.raises(PieceError, match=str(number)):
            shown(number)


@given(st.permutations(range(32)))
def test_a_whole_set_is_read_back_up_to_twins(order: list[int]) -> None:
    read = tiles(faces(order))
    assert sorted(read) == list(range(32))
    assert [PIPS[one] for one in read] == [PIPS[one] for one in order]
