"""Omaha and Tahoe against every choice of hole and board cards, ranked as plain hands."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from housedealer.pieces.cards import cards
from housedealer.ranking.high import high
from housedealer.ranking.low import describe as describe_low
from housedealer.ranking.low import qualified_low
from housedealer.ranking.omaha import at_most_two_high, at_most_two_low, omaha_high, omaha_low
from housedealer.ranking.poker import EIGHT, KING, SEVEN, describe


def choices(hole: list[int], board: list[int], fewest: int) -> Iterator[tuple[int, ...]]:
    for own in range(fewest, 3):
        for some in combinations(hole, own):
            for others in combinations(board, 5 - own):
                yield some + others


def deals(hole: int, low: bool) -> Iterator[tuple[list[int], list[int]]]:
    dice = Random(hole)
    deck = [*range(32), *range(48, 52)] if low else list(range(52))
    for _ in range(250):
        hand = dice.sample(deck, hole + 5)
        yield hand[:hole], hand[hole:]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_exactly_two_for_high(size: int) -> None:
    for hole, board in deals(size, low=False):
        assert omaha_high(hole, board) == max(high(five) for five in choices(hole, board, 2))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_at_most_two_for_high(size: int) -> None:
    for hole, board in deals(size, low=False):
        assert at_most_two_high(hole, board) == max(high(five) for five in choices(hole, board, 0))


@pytest.mark.parametrize("worst", [SEVEN, EIGHT, KING])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_lows(size: int, worst: int) -> None:
    qualified = 0
    for hole, board in deals(size, low=True):
        found = omaha_low(hole, board, worst)
        assert found == max(qualified_low(five, worst) for five in choices(hole, board, 2))
        loose = at_most_two_low(hole, board, worst)
        assert loose == max(qualified_low(five, worst) for five in choices(hole, board, 0))
        qualified += found > 0
    assert qualified > 10


def test_the_board_alone_plays_only_where_it_may() -> None:
    hole, board = cards("2c 2d 3h 3s"), cards("As Ks Qs Js Ts")
    assert describe(at_most_two_high(hole, board)) == "royal flush"
    assert describe(omaha_high(hole, board)) == "pair of threes, A-K-Q kickers"


def test_four_of_a_suit_on_one_side_and_too_few_on_the_other_are_no_flush() -> None:
    assert describe(omaha_high(cards("As Ks 9s 8s"), cards("2s 3s 4d 5d Jh"))) == "high card, A-K-J-5-4"
    assert describe(omaha_high(cards("As Kd Qc Jh"), cards("2s 3s 4s 5s 9d"))) == "high card, A-K-9-5-4"


def test_a_paired_low_card_is_counterfeited() -> None:
    board = cards("Ad 3h 5c 8s Kd")
    assert describe_low(omaha_low(cards("As 2c Qs Kh"), board, EIGHT)) == "8-5-3-2-A low"
    assert describe_low(omaha_low(cards("As 3c Qs Kh"), board, EIGHT)) == "no low"
    assert describe_low(omaha_low(cards("2s 4c Qs Kh"), board, EIGHT)) == "5-4-3-2-A low"
