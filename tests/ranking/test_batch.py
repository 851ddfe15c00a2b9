"""The compiled rankings against the plain ones, and the ways of refusing what isn't a hand."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from housedealer.kernel import fast
from housedealer.ranking import badugi, batch, high, low, omaha, partial, poker, variants

Array = np.ndarray[Any, Any]


def deal(count: int, size: int, deck: int = 52) -> Array:
    dice = np.random.default_rng(size)
    return dice.random((count, deck)).argsort(axis=1)[:, :size].astype(np.uint8)


def plain(rank: Callable[..., int], hands: Array, *more: Any) -> list[int]:
    return [rank(tuple(hand), *more) for hand in hands.tolist()]


@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 7, 8, 10])
def test_high(size: int) -> None:
    hands = deal(3000, size)
    assert batch.high_many(hands).tolist() == plain(high.high, hands)


def test_the_table_has_a_value_for_every_way_to_hold_up_to_seven_cards() -> None:
    lower, upper, values = (np.zeros(size, dtype=np.int32) for size in (110_000, 22_000, 1 << 17))
    assert fast(batch._fill_rank_tables)(lower, upper, values) == 76_155


FLAGS = [
    0,
    variants.PAI_GOW_BUG,
    variants.PAI_GOW_WILD,
    variants.MEXICAN_UP,
    variants.MEXICAN_DOWN,
    128 + 256,
]


@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("size", [3, 5, 7])
def test_high_with(size: int, flags: int) -> None:
    hands = np.vstack([deal(800, size, 54), np.where(deal(200, size) > 40, 53, deal(200, size))])
    assert batch.high_with_many(hands, flags).tolist() == plain(variants.high_with, hands, flags)


def test_high_with_cards_of_several_decks() -> None:
    hands = np.random.default_rng(1).integers(0, 54, (2000, 6)) // 4 * 4 % 52
    flags = variants.PAI_GOW_WILD
    assert batch.high_with_many(hands, flags).tolist() == plain(variants.high_with, hands, flags)


@pytest.mark.parametrize("size", [1, 4, 5, 7])
def test_lows(size: int) -> None:
    hands = np.vstack([deal(1000, size, 53), deal(1000, size, 30)])
    assert batch.ace_to_five_many(hands).tolist() == plain(low.ace_to_five, hands)
    assert batch.deuce_to_seven_many(hands).tolist() == plain(low.deuce_to_seven, hands)
    assert batch.eight_or_better_many(hands).tolist() == plain(low.eight_or_better, hands)
    assert batch.qualified_low_many(hands, 9).tolist() == plain(low.qualified_low, hands, 9)
    for flags in (low.ACE_TO_SIX, low.DEUCE_TO_SEVEN | low.JOKER_CHOOSES):
        assert batch.low_with_many(hands, flags).tolist() == plain(low.low_with, hands, flags)


@pytest.mark.parametrize("size", [1, 4, 7])
def test_badugi(size: int) -> None:
    hands = deal(2000, size)
    assert batch.badugi_many(hands).tolist() == plain(badugi.badugi, hands)
    assert batch.badugi_many(hands, aces_high=True).tolist() == plain(badugi.badugi_aces_high, hands)


@pytest.mark.parametrize(
    ("many", "rank", "more"),
    [
        (batch.omaha_high_many, omaha.omaha_high, ()),
        (batch.at_most_two_high_many, omaha.at_most_two_high, ()),
        (batch.omaha_low_many, omaha.omaha_low, (6,)),
        (batch.at_most_two_low_many, omaha.at_most_two_low, (6,)),
    ],
)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_hole_and_board(
    many: Callable[..., Array], rank: Callable[..., int], more: tuple[int, ...], size: int
) -> None:
    hands = deal(300, size + 5)
    hole, board = hands[:, :size], hands[:, size:]
    pairs = zip(hole.tolist(), board.tolist(), strict=True)
    assert many(hole, board, *more).tolist() == [rank(one, other, *more) for one, other in pairs]


@pytest.mark.parametrize("flags", range(6))
def test_door_cards(flags: int) -> None:
    row: Any = np.arange(54)
    places = [fast(partial.door)(card, flags) for card in range(54)]
    assert places == [partial.door(card, flags) for card in range(54)]
    assert fast(partial.highest_card)(row, flags) == max(places)
    assert fast(partial.lowest_card)(row, flags) == min(places)


@pytest.mark.parametrize(
    ("rank", "says"),
    [
        (high.high, poker.category),
        (low.deuce_to_seven, low.low_category),
        (badugi.badugi, badugi.badugi_size),
    ],
)
def test_what_a_value_says(rank: Callable[..., int], says: Callable[[int], int]) -> None:
    values = sorted(set(plain(rank, deal(500, 5))))
    assert [fast(says)(value) for value in values] == [says(value) for value in values]


def test_the_digits_of_a_value() -> None:
    for value in plain(high.high, deal(200, 5)):
        for place in range(5):
            assert fast(poker.digit)(value, place) == poker.digit(value, place)


def test_the_kind_of_integer_and_the_layout_do_not_matter() -> None:
    hands = deal(100, 7)
    expected = batch.high_many(hands).tolist()
    for other in (hands.astype(np.int64), hands.astype(np.uint16), np.asfortranarray(hands)):
        assert batch.high_many(other).tolist() == expected
    assert batch.high_many(deal(200, 7)[::2]).tolist() == batch.high_many(deal(200, 7)).tolist()[::2]


def test_no_hands_have_no_values() -> None:
    assert batch.high_many(np.zeros((0, 7), dtype=np.uint8)).tolist() == []


def test_what_is_not_a_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="rows"):
        batch.high_many(np.arange(7))
    with pytest.raises(ValueError, match="from 0 to 53"):
        batch.high_many(np.array([[1, 2, 54]]))
    with pytest.raises(ValueError, match="from 0 to 53"):
        batch.high_many(np.array([[1, 2, -1]]))
    with pytest.raises(ValueError, match="2 hands but 3 boards"):
        batch.omaha_high_many(deal(2, 4), deal(3, 5))


def test_a_hand_that_no_deck_holds_is_harmless() -> None:
    assert len(batch.high_many(np.full((4, 7), 24, dtype=np.uint8))) == 4
    assert len(batch.high_many(np.full((4, 7), 51, dtype=np.uint8))) == 4
