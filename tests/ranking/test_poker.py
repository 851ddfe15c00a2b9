"""The values that all poker rankings share: reading them, comparing them with qualifiers, and their words."""

import pytest

from housedealer.pieces.cards import cards
from housedealer.ranking.high import high
from housedealer.ranking.poker import (
    ACE,
    CATEGORY_NAMES,
    CLASS_FLUSH_OVER_FULL_HOUSE,
    CLASS_TRIPS_OVER_STRAIGHT,
    DIGITS,
    FIVE_ACES,
    FLUSH,
    HIGH_CARD,
    JACK,
    KING,
    PAIR,
    QUEEN,
    SEVEN,
    SIX,
    SIZE,
    TEN,
    TOP_BIT,
    TRIPS,
    category,
    describe,
    digit,
    least,
    phrase,
    ranks_of,
)


@pytest.mark.parametrize("ranks", [1, 0b10, 0b1010000000001, 0b11111, 0b1111111111111, 0b1000000010110])
def test_the_tables_say_what_is_in_a_set(ranks: int) -> None:
    held = [rank for rank in range(12, -1, -1) if ranks >> rank & 1]
    assert SIZE[ranks] == len(held)
    assert TOP_BIT[ranks] == 1 << held[0]
    assert ranks_of(DIGITS[ranks]) == held[:5]


def test_a_least_value_is_met_by_every_hand_of_its_category_and_by_none_below() -> None:
    for below, at in (
        ("As Kd Qc Jh 9s", "2s 2d 3c 4h 5s"),
        ("As Ad Kc Qh Js", "2s 2d 3c 3h 4s"),
        ("As Ad Kc Kh Qs", "2s 2d 2c 3h 4s"),
        ("As Ad Ac Kh Qs", "As 2d 3c 4h 5s"),
        ("As Kd Qc Jh Ts", "2s 3s 4s 5s 7s"),
        ("As Ks Qs Js 9s", "2s 2d 2c 3h 3s"),
        ("As Ad Ac Kh Ks", "2s 2d 2c 2h 3s"),
        ("As Ad Ac Ah Ks", "As 2s 3s 4s 5s"),
        ("Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
    ):
        kind = category(high(cards(at)))
        assert high(cards(below)) < least(kind) <= high(cards(at))


def test_qualifiers_with_ranks() -> None:
    assert high(cards("Js Jd 2c 3h 4s")) >= least(PAIR, JACK)
    assert high(cards("Ts Td Ac Kh Qs")) < least(PAIR, JACK)
    assert high(cards("As Kd 2c 3h 4s")) >= least(HIGH_CARD, ACE, KING)
    assert high(cards("As Qd Jc Th 9s")) < least(HIGH_CARD, ACE, KING)


def test_a_class_of_its_own_keeps_its_category() -> None:
    assert category(CLASS_FLUSH_OVER_FULL_HOUSE) == FLUSH
    assert category(CLASS_TRIPS_OVER_STRAIGHT) == TRIPS
    assert [category(least(kind)) for kind in range(12)] == list(range(12))
    assert least(FIVE_ACES) == least(FIVE_ACES, ACE)


def test_the_digits_of_a_value() -> None:
    value = high(cards("Qs Qd Tc Th Js"))
    assert [digit(value, place) for place in range(5)] == [QUEEN, TEN, JACK, -1, -1]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As", "high card, A"),
        ("As Kd", "high card, A-K"),
        ("As Kd Qc Jh 9s", "high card, A-K-Q-J-9"),
        ("6s 6d", "pair of sixes"),
        ("6s 6d Tc", "pair of sixes, ten kicker"),
        ("6s 6d Tc 9s 2h", "pair of sixes, 10-9-2 kickers"),
        ("Ks Kd 4c 4h As", "two pair, kings and fours, ace kicker"),
        ("Ks Kd 4c 4h", "two pair, kings and fours"),
        ("7s 7d 7c Ah 2s", "three of a kind, sevens, A-2 kickers"),
        ("As 2d 3c 4h 5s", "straight, five high"),
        ("As Js 9s 5s 3s", "flush, A-J-9-5-3"),
        ("Ts Td Tc 7h 7s", "full house, tens full of sevens"),
        ("As Ad Ac Ah Ks", "four of a kind, aces, king kicker"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("As Ks Qs Js Ts", "royal flush"),
    ],
)
def test_hands_in_words(hand: str, words: str) -> None:
    assert describe(high(cards(hand))) == words


def test_the_hands_that_only_jokers_make_in_words() -> None:
    assert describe(least(FIVE_ACES)) == "five aces"
    assert phrase(CATEGORY_NAMES.index("five of a kind"), [SIX]) == "five of a kind, sixes"
    assert phrase(TRIPS, [SEVEN]) == "three of a kind, sevens"
    assert describe(0) == "no cards"
