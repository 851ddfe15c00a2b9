"""Three-card poker: every hand of a deck against an independent ordering, and the known counts."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.ranking import three_card as three

HANDS = list(combinations(range(52), 3))
VARIANTS = [(ace_low, flush_first) for ace_low in (0, 1, 2) for flush_first in (False, True)]

hands = st.lists(st.integers(0, 51), min_size=3, max_size=3, unique=True)


def expected(hand: tuple[int, ...], ace_low: int, flush_first: bool) -> tuple[int, list[int]]:
    """A hand's place and the ranks that break ties, found by counting instead of by sorting networks."""
    count = Counter(card // 4 for card in hand)
    grouped = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    suited = len({card % 4 for card in hand}) == 1
    runs = {frozenset((top, top - 1, top - 2)): top for top in range(2, 13)}
    if ace_low == three.ACE_LOW or (ace_low == three.ACE_LOW_OFFSUIT and not suited):
        runs[frozenset((12, 0, 1))] = 1
    top = runs.get(frozenset(count))
    if top is not None and suited:
        return 5, [top]
    if len(count) == 1:
        return 4, grouped
    if top is not None:
        return (2 if flush_first else 3), [top]
    if suited:
        return (3 if flush_first else 2), grouped
    return (1 if len(count) == 2 else 0), grouped


@pytest.mark.parametrize(("ace_low", "flush_first"), VARIANTS)
def test_every_hand_is_ordered_as_by_the_independent_ranking(ace_low: int, flush_first: bool) -> None:
    keyed: dict[tuple[int, tuple[int, ...]], set[int]] = {}
    for hand in HANDS:
        place, ties = expected(hand, ace_low, flush_first)
        keyed.setdefault((place, tuple(ties)), set()).add(three.rank(hand, ace_low, flush_first))
    assert all(len(values) == 1 for values in keyed.values()), "hands that tie got different ranks"
    ordered = [values.copy().pop() for _, values in sorted(keyed.items())]
    assert ordered == sorted(set(ordered)), "a better hand did not get a larger rank"


def test_the_classes_of_the_deck() -> None:
    count = Counter(three.class_of(three.rank(hand)) for hand in HANDS)
    assert sum(count.values()) == 22_100
    assert count == {
        three.MINI_ROYAL: 4,
        three.STRAIGHT_FLUSH: 44,
        three.TRIPS: 52,
        three.STRAIGHT: 720,
        three.FLUSH: 1_096,
        three.PAIR: 3_744,
        three.HIGH_CARD: 16_440,
    }


def test_the_mini_royal_is_ace_king_queen_of_one_suit() -> None:
    royals = [hand for hand in HANDS if three.class_of(three.rank(hand)) == three.MINI_ROYAL]
    assert royals == sorted(tuple(sorted(cards(f"A{suit} K{suit} Q{suit}"))) for suit in "cdhs")


def test_the_classes_do_not_depend_on_which_of_straight_and_flush_is_first() -> None:
    for hand in HANDS:
        plain = three.class_of(three.rank(hand))
        assert three.class_of(three.rank(hand, flush_first=True), flush_first=True) == plain


@pytest.mark.parametrize(
    ("ace_low", "straight_flushes", "straights", "flushes"),
    [
        (three.ACE_LOW, 48, 720, 1_096),
        (three.ACE_LOW_OFFSUIT, 44, 720, 1_100),
        (three.ACE_HIGH_ONLY, 44, 660, 1_100),
    ],
)
def test_what_a_low_ace_changes(ace_low: int, straight_flushes: int, straights: int, flushes: int) -> None:
    count = Counter(three.class_of(three.rank(hand, ace_low)) for hand in HANDS)
    assert count[three.STRAIGHT_FLUSH] + count[three.MINI_ROYAL] == straight_flushes
    assert count[three.STRAIGHT] == straights
    assert count[three.FLUSH] == flushes


def test_a_queen_qualifies_in_15380_hands() -> None:
    assert sum(three.qualifies(three.rank(hand), 10) for hand in HANDS) == 15_380


def test_pair_plus_returns_of_two_rule_books() -> None:
    count = Counter(three.class_of(three.rank(hand)) for hand in HANDS)

    def edge(pays: dict[int, int]) -> float:
        return sum(many * pays.get(kind, -1) for kind, many in count.items()) / 22_100

    plain = {three.PAIR: 1, three.FLUSH: 4, three.STRAIGHT: 6, three.TRIPS: 30}
    assert edge(plain | {three.STRAIGHT_FLUSH: 40, three.MINI_ROYAL: 40}) == pytest.approx(-0.02317, abs=1e-5)
    shorter = plain | {three.FLUSH: 3, three.STRAIGHT_FLUSH: 40, three.MINI_ROYAL: 200}
    assert edge(shorter) == pytest.approx(-0.04380, abs=1e-5)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Kh Qh", "Kd Qd Jd"),
        ("4s 3s 2s", "As 2s 3s"),
        ("As 2s 3s", "Ac Ad Ah"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("Ac Kd Qh", "Kc Qd Jh"),
        ("Ac 2d 3h", "Ah Kh Jh"),
        ("Ah Kh Jh", "Ad Kd Td"),
        ("5h 3h 2h", "Ac Ad Kh"),
        ("2c 2d 3h", "Ac Kd Jh"),
        ("Kc Kd 3h", "Kh Ks 2h"),
        ("Ac Kd Jh", "Ad Kc Th"),
    ],
)
def test_examples(better: str, worse: str) -> None:
    assert three.rank(cards(better)) > three.rank(cards(worse))


def test_duplicates_from_a_shoe_are_a_flush_before_a_pair() -> None:
    pair_in_suit = cards("9h") + cards("9h") + cards("4h")
    assert three.class_of(three.rank(pair_in_suit)) == three.FLUSH
    assert three.class_of(three.rank(cards("9h") * 3)) == three.TRIPS


@given(hands, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_the_order_of_cards_nor_the_suits_by_name_matter(
    hand: list[int], suits: list[int], random: Random
) -> None:
    moved = [card // 4 * 4 + suits[card % 4] for card in hand]
    random.shuffle(moved)
    assert three.rank(moved) == three.rank(hand)
    assert three.describe(three.rank(moved)) == three.describe(three.rank(hand))


@given(hands, hands)
def test_hands_tie_exactly_when_they_read_the_same(one: list[int], two: list[int]) -> None:
    first, second = three.rank(one), three.rank(two)
    assert (first == second) == (three.describe(first) == three.describe(second))


@pytest.mark.parametrize(("ace_low", "flush_first"), VARIANTS)
def test_compiled_is_the_same(ace_low: int, flush_first: bool) -> None:
    rank, class_of, qualifies = fast(three.rank), fast(three.class_of), fast(three.qualifies)
    for hand in HANDS[::7]:
        row: Any = np.array(hand)
        value = three.rank(hand, ace_low, flush_first)
        assert rank(row, ace_low, flush_first) == value
        assert class_of(value, flush_first) == three.class_of(value, flush_first)
        assert qualifies(value, 10) == three.qualifies(value, 10)
