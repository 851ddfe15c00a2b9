"""Baccarat points and third cards: the printed charts cell by cell, and whole shoes counted exactly."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.ranking import points as p

hands = st.lists(st.integers(0, 51), min_size=2, max_size=4)

# Book 004, lines 1478-1487 and 1668-1677: banker's score, then the cells under player's third card 0 to 9.
PRINTED = {
    7: "S S S S S S S S S S",
    6: "S S S S S S H H S S",
    5: "S S S S H H H H S S",
    4: "S S H H H H H H S S",
    3: "H H H H H H H H S H",
    2: "H H H H H H H H H H",
    1: "H H H H H H H H H H",
    0: "H H H H H H H H H H",
}


def test_the_printed_chart_cell_by_cell() -> None:
    cells = 0
    for banker, row in PRINTED.items():
        for third, letter in enumerate(row.split()):
            assert p.banker_draws(banker, 5, third) == (letter == "H"), (banker, third)
            cells += 1
    assert cells == 80


def test_the_sentences_that_go_with_the_chart() -> None:
    """The rules in words, above the chart of the same book."""
    for third in range(10):
        assert p.banker_draws(3, 0, third) == (third != 8)
        assert p.banker_draws(4, 0, third) == (third not in (0, 1, 8, 9))
        assert p.banker_draws(5, 0, third) == (third in (4, 5, 6, 7))
        assert p.banker_draws(6, 0, third) == (third in (6, 7))
    for banker in range(8):
        for player in (6, 7):
            assert p.banker_draws(banker, player, p.STOOD) == (banker <= 5)


def test_the_player_draws_to_five_or_less() -> None:
    assert [p.player_draws(total, 0) for total in range(10)] == [True] * 6 + [False] * 4


@pytest.mark.parametrize(("stop", "stopping"), [(8, {8, 9}), (9, {9}), (p.NO_STOP, set())])
def test_a_natural_keeps_the_other_hand_from_drawing(stop: int, stopping: set[int]) -> None:
    for natural in range(10):
        assert p.player_draws(0, natural, stop) == (natural not in stopping)
        assert p.banker_draws(0, natural, p.STOOD, stop) == (natural not in stopping)


def test_a_banker_with_eight_or_nine_never_draws() -> None:
    for banker, third, stop in product((8, 9), range(-1, 10), (8, 9, p.NO_STOP)):
        assert not p.banker_draws(banker, 5, third, stop)


# --- whole rounds, counted exactly ---------------------------------------------------------------


def rounds(decks: int, stop: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Every round that can happen: (ways, player, banker, player's cards, banker's cards)."""
    left = [16 * decks] + [4 * decks] * 9
    size = 52 * decks

    def take(value: int) -> int:
        ways = left[value]
        left[value] -= 1
        return ways

    for first in product(range(10), repeat=4):
        ways = 1
        for value in first:
            ways *= take(value)
        player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
        rest = size - 4
        if p.player_draws(player, banker, stop):
            for third in range(10):
                drawn = ways * take(third)
                total = (player + third) % 10
                if p.banker_draws(banker, player, third, stop):
                    for last in range(10):
                        yield drawn * left[last], total, (banker + last) % 10, 3, 3
                else:
                    yield drawn * (rest - 1), total, banker, 3, 2
                left[third] += 1
        elif p.banker_draws(banker, player, p.STOOD, stop):
            for last in range(10):
                yield ways * left[last] * (rest - 1), player, (banker + last) % 10, 2, 3
        else:
            yield ways * rest * (rest - 1), player, banker, 2, 2
        for value in first:
            left[value] += 1


def test_eight_decks_give_the_known_counts() -> None:
    won = [0, 0, 0]
    dragon_seven = six_with_two = six_with_three = 0
    for ways, player, banker, _, banker_cards in rounds(8, 8):
        won[(banker > player) - (banker < player)] += ways
        if banker > player and banker == 7 and banker_cards == 3:
            dragon_seven += ways
        if banker > player and banker == 6:
            six_with_two += ways * (banker_cards == 2)
            six_with_three += ways * (banker_cards == 3)
    every = 416 * 415 * 414 * 413 * 412 * 411
    assert sum(won) == every == 4_998_398_275_503_360
    assert won == [475_627_426_473_216, 2_292_252_566_437_888, 2_230_518_282_592_256]
    assert dragon_seven / every == pytest.approx(0.022534, abs=1e-6)
    assert six_with_two / every == pytest.approx(0.03725, abs=1e-5)
    assert six_with_three / every == pytest.approx(0.01662, abs=1e-5)


def test_without_a_natural_stop_ties_are_more_frequent() -> None:
    tied = sum(ways for ways, player, banker, *_ in rounds(8, p.NO_STOP) if player == banker)
    assert tied / 4_998_398_275_503_360 == pytest.approx(0.11324, abs=1e-5)


# --- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("5c 5d 6h", 6),  # book 003, line 708
        ("6c 6d 5h", 7),
        ("2c 4d 2h", 8),
        ("Ac Ad Qh 5s", 7),
        ("6c 5d Jh 3s", 4),
        ("5c 5d Kh 6s", 6),
        ("Kc Kd Qh 6s", 6),
        ("9c 9d", 8),
        ("Tc Jd", 0),
        ("8c 9d", 7),
    ],
)
def test_points_of_printed_examples(hand: str, total: int) -> None:
    assert p.points(cards(hand)) == total


def test_card_values_agree_with_their_faces() -> None:
    value = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}
    for letter, worth in value.items():
        for suit in "cdhs":
            assert p.points(cards(letter + suit)) == worth


@given(hands)
def test_points_are_the_last_digit_however_the_pictures_count(hand: list[int]) -> None:
    as_ten = [1 if card // 4 == 12 else min(card // 4 + 2, 10) for card in hand]
    assert p.points(hand) == sum(as_ten) % 10


def test_naturals() -> None:
    assert p.is_natural(cards("9c Kd"))
    assert p.is_natural(cards("4c 4d"))
    assert not p.is_natural(cards("4c 3d"))
    assert not p.is_natural(cards("4c 4d Kh"))
    assert p.is_natural(cards("3c 4d Kh"), 3, 7)
    assert not p.is_natural(cards("3c 3d Kh"), 3, 7)


def test_a_natural_eight_beats_a_three_card_nine_only_where_the_book_says_so() -> None:
    natural_eight, natural_nine, made_nine = cards("8c Qd"), cards("9c Qd"), cards("4c 5d Kh")
    assert p.rank(natural_eight) < p.rank(natural_nine) == p.rank(made_nine)
    assert p.rank(natural_nine, True) > p.rank(natural_eight, True) > p.rank(made_nine, True)


@given(hands, hands)
def test_rank_orders_by_points_and_then_at_most_by_naturals(one: list[int], two: list[int]) -> None:
    assert (p.rank(one) > p.rank(two)) == (p.margin(one, two) > 0)
    if p.is_natural(one) and not p.is_natural(two):
        assert p.rank(one, naturals=True) > p.rank(two, naturals=True)
    elif p.is_natural(one) == p.is_natural(two):
        assert (p.rank(one, True) > p.rank(two, True)) == (p.points(one) > p.points(two))


def test_words() -> None:
    assert p.describe(cards("9c Kd")) == "natural 9"
    assert p.describe(cards("4c 3d")) == "7"
    assert p.describe(cards("4c 3d Kh")) == "7 with 3 cards"
    assert p.describe(cards("4c 3d Kh"), 3, 7) == "natural 7"


@given(hands, hands, st.booleans())
def test_compiled_hands_are_the_same(one: list[int], two: list[int], naturals: bool) -> None:
    first: Any = np.array(one)
    second: Any = np.array(two)
    assert fast(p.points)(first) == p.points(one)
    assert fast(p.is_natural)(first, 3, 7) == p.is_natural(one, 3, 7)
    assert fast(p.rank)(first, naturals) == p.rank(one, naturals)
    assert fast(p.margin)(first, second) == p.margin(one, two)


def test_compiled_charts_are_the_same() -> None:
    for banker, player, third, stop in product(range(10), range(10), range(-1, 10), (8, 9, 10)):
        assert fast(p.banker_draws)(banker, player, third, stop) == p.banker_draws(
            banker, player, third, stop
        )
        assert fast(p.player_draws)(player, banker, stop) == p.player_draws(player, banker, stop)
