"""Poker high against a second set of rules, written by counting cards instead of by sets of bits."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.cards import cards
from housedealer.ranking.high import BIT, high, high_of_word
from housedealer.ranking.poker import CATEGORY_NAMES, category

hands = st.lists(st.integers(0, 51), min_size=1, max_size=9, unique=True)


def five_expected(hand: tuple[int, ...]) -> tuple[int, list[int]]:
    """The class of up to five cards and the ranks that decide within it."""
    count = Counter(card // 4 for card in hand)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    flush = len(hand) == 5 and len({card % 4 for card in hand}) == 1
    top = None
    if shape == [1, 1, 1, 1, 1]:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == [12, 3, 2, 1, 0]:
            top = 3
    if top is not None:
        return ((9 if top == 12 else 8) if flush else 4), [top]
    kinds = {(4,): 7, (3, 2): 6, (3, 1): 3, (3,): 3, (2, 2): 2, (2, 1): 1, (2,): 1}
    kind = 7 if shape[0] == 4 else kinds.get(tuple(shape[:2]), 0)
    return (5, ranks) if flush else (kind, ranks)


def expected(hand: list[int]) -> tuple[int, list[int]]:
    return max(five_expected(five) for five in combinations(hand, min(5, len(hand))))


def in_digits(value: int) -> tuple[int, list[int]]:
    return category(value), [(value >> s & 15) - 2 for s in (16, 12, 8, 4, 0) if value >> s & 15]


@given(hands)
def test_any_hand_is_what_the_second_rules_say(hand: list[int]) -> None:
    assert in_digits(high(hand)) == expected(hand)


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_random_hands_are_what_the_second_rules_say(size: int) -> None:
    dice = Random(size)
    for _ in range(1500):
        hand = dice.sample(range(52), size)
        assert in_digits(high(hand)) == expected(hand)


@given(hands, st.randoms())
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(hand: list[int], dice: Random) -> None:
    suits = dice.sample(range(4), 4)
    other = [card // 4 * 4 + suits[card % 4] for card in dice.sample(hand, len(hand))]
    assert high(other) == high(hand)


@given(hands, st.integers(0, 51))
def test_a_further_card_never_makes_five_or_more_worse(hand: list[int], card: int) -> None:
    assert high([*hand, card] if card not in hand else hand) >= high(hand)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("As Ah 2s 3s 4s 5s 9d", "straight flush"),
        ("2s 3s 4s 5s 6s As Kd", "straight flush"),
        ("2c 3c 4d 5d 6h 6s 6c", "straight"),
        ("Ks Kd Kc 4s 4d 4c As", "full house"),
        ("Ks Kd 4s 4d 2s 2d As", "two pair"),
        ("2s 4s 6s 8s Ts Td Th", "flush"),
        ("Qs Ks As 2s 3s 9d 9c", "flush"),
        ("Qs Kd Ah 2s 3s 4d 9c", "high card"),
        ("As Ah Ad Ac Ks Kh Kd Kc", "four of a kind"),
        ("2s 3s 4s 5s 7s Td Th Tc Ts", "four of a kind"),
    ],
)
def test_hands_that_are_easily_misread(hand: str, name: str) -> None:
    assert CATEGORY_NAMES[category(high(cards(hand)))] == name


def test_up_cards_compare_without_straights_or_flushes() -> None:
    ordered = ["2s", "As", "As Kd", "2s 2d", "2s 2d 3c", "As Ac", "2s 2d 3c 3d", "As Ad Kd Kc", "2s 2d 2c"]
    values = [high(cards(board)) for board in ordered]
    assert values == sorted(set(values))
    assert high(cards("As Ks Qs Js")) < high(cards("2s 2d"))


def test_a_joker_is_a_scrap_of_paper_here() -> None:
    assert high(cards("As Kd Jk")) == high(cards("As Kd"))


def test_a_word_may_be_gathered_card_by_card() -> None:
    word = 0
    for card in cards("As Ks Qs Js Ts"):
        word |= BIT[card]
    assert high_of_word(word) == high(cards("As Ks Qs Js Ts"))
