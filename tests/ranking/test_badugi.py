"""Badugi against every choice of its cards."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.cards import cards
from housedealer.ranking.badugi import badugi, badugi_aces_high, badugi_size, describe

hands = st.lists(st.integers(0, 51), min_size=1, max_size=7, unique=True)


def expected(hand: list[int], aces_high: bool) -> tuple[int, list[int]]:
    """How many cards the best badugi has, and its ranks from the highest, lower being better."""
    best: tuple[int, list[int]] = (0, [])
    for size in range(1, 5):
        for some in combinations(hand, size):
            ranks = sorted((c // 4 if aces_high else (c // 4 + 1) % 13 for c in some), reverse=True)
            if len(set(ranks)) == size == len({card % 4 for card in some}):
                best = max(best, (size, [-rank for rank in ranks]))
    return best


def assert_same_order(hands: list[list[int]], aces_high: bool) -> None:
    rank = badugi_aces_high if aces_high else badugi
    judged = sorted((rank(hand), expected(hand, aces_high), hand) for hand in hands)
    for (value, known, hand), (next_value, next_known, next_hand) in pairwise(judged):
        assert known <= next_known, (hand, next_hand)
        assert (value == next_value) == (known == next_known), (hand, next_hand)
    for value, known, _ in judged:
        assert badugi_size(value) == known[0]


@pytest.mark.parametrize("aces_high", [False, True])
@pytest.mark.parametrize("size", range(1, 8))
def test_random_hands(size: int, aces_high: bool) -> None:
    dice = Random(size)
    narrow = [card for card in range(52) if card // 4 in (0, 1, 2, 3, 12)]
    sources = [list(range(52)), narrow]
    assert_same_order([dice.sample(sources[n % 2], size) for n in range(300)], aces_high)


@given(hands, hands, st.booleans())
def test_any_two_hands(one: list[int], other: list[int], aces_high: bool) -> None:
    assert_same_order([one, other], aces_high)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2d 3h 4c", "As 2d 3h 5c"),
        ("Ks Qd Jh Tc", "As 2d 3h Ac"),
        ("As 2d 3h 3c", "As 2d 4h 4c"),
        ("As 2d 2h 2c", "As Ad Ah Ac"),
        ("As 2d", "As 2s"),
    ],
)
def test_one_badugi_beats_another(better: str, worse: str) -> None:
    assert badugi(cards(better)) > badugi(cards(worse))


def test_the_place_of_the_ace() -> None:
    assert badugi(cards("As 2d 3h 4c")) > badugi(cards("2s 3d 4h 5c"))
    assert badugi_aces_high(cards("As 2d 3h 4c")) < badugi_aces_high(cards("2s 3d 4h 5c"))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As 2d 3h 4c", "four-card badugi, 4-3-2-A"),
        ("As 2d 3h 3c", "three-card badugi, 3-2-A"),
        ("Ks Kd 2c 2h", "two-card badugi, K-2"),
        ("As Ks Qs Js", "one-card badugi, A"),
        ("", "no cards"),
    ],
)
def test_badugis_in_words(hand: str, words: str) -> None:
    assert describe(badugi(cards(hand))) == words
