"""Pai gow fronts: all pairs of cards, with and without the joker."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast
from housedealer.pieces.cards import JOKER, cards
from housedealer.ranking import two_card as two
from housedealer.ranking.high import high
from housedealer.ranking.poker import HIGH_CARD, PAIR, category


def best_by_substitution(hand: tuple[int, int], wild: bool) -> tuple[bool, int, int]:
    """The best of the hands that a joker can stand for; aces only, unless it is wild."""
    readings = []
    for stand_in in range(13) if wild else (12,):
        high, low = sorted((stand_in if card == JOKER else card // 4 for card in hand), reverse=True)
        readings.append((high == low, high, low))
    return max(readings)


@pytest.mark.parametrize("wild", [False, True])
def test_every_hand_is_ordered_as_by_substituting_the_joker(wild: bool) -> None:
    hands = list(combinations(range(53), 2))
    assert len(hands) == 1_378
    keyed: dict[tuple[bool, int, int], set[int]] = {}
    for hand in hands:
        keyed.setdefault(best_by_substitution(hand, wild), set()).add(two.rank(hand, wild))
    assert all(len(values) == 1 for values in keyed.values())
    ordered = [values.copy().pop() for _, values in sorted(keyed.items())]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize(("wild", "pairs"), [(False, 78 + 4), (True, 78 + 52)])
def test_the_number_of_pairs(wild: bool, pairs: int) -> None:
    count = Counter(category(two.rank(hand, wild)) for hand in combinations(range(53), 2))
    assert count == {PAIR: pairs, HIGH_CARD: 1_378 - pairs}


@pytest.mark.parametrize(
    ("hand", "wild", "words"),
    [
        ("Jk 2c", False, "high card, A-2"),
        ("2c Jk", True, "pair of twos"),
        ("Ad Jk", False, "pair of aces"),
        ("Jk Ad", True, "pair of aces"),
        ("Td 9d", False, "high card, 10-9"),
    ],
)
def test_words(hand: str, wild: bool, words: str) -> None:
    assert two.describe(two.rank(cards(hand), wild)) == words


@given(st.lists(st.integers(0, 53), min_size=2, max_size=2, unique=True), st.booleans())
def test_the_order_of_the_cards_does_not_matter(hand: list[int], wild: bool) -> None:
    assert two.rank(hand, wild) == two.rank(hand[::-1], wild)


def test_without_a_joker_it_is_the_poker_value() -> None:
    for hand in combinations(range(52), 2):
        assert two.rank(hand) == two.rank(hand, True) == high(hand)


def test_the_back_hand_compares_with_the_front() -> None:
    """Set wrongly is a front above the back; the same pair in both is not, for the back has more cards."""
    kings = two.rank(cards("Kc Kd"))
    assert kings < high(cards("Kh Ks 4c 3d 2h"))
    assert kings > high(cards("Qh Qs Ac 3d 2h"))
    assert two.rank(cards("Ac Kd")) < high(cards("Ah Ks 4c 3d 2h"))
    assert two.rank(cards("Ac Kd")) > high(cards("Ah Qs Jc Td 8h"))


def test_a_wild_joker_is_never_worse_than_an_ace() -> None:
    for other in range(52):
        assert two.rank((JOKER, other), True) >= two.rank((JOKER, other), False)
    assert two.rank(cards("Jk Kd"), True) > two.rank(cards("Jk Kd"), False)


def test_compiled_is_the_same() -> None:
    rank = fast(two.rank)
    for hand in combinations(range(54), 2):
        row: Any = np.array(hand)
        for wild in (False, True):
            assert rank(row, wild) == two.rank(hand, wild)
