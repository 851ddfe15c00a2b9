"""Blackjack-type totals: every reading of aces and jokers tried, and the named hands of each game."""

from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.ranking import totals as t

hands = st.lists(st.integers(0, 53), min_size=1, max_size=8)
plain_hands = st.lists(st.integers(0, 51), min_size=2, max_size=8)


def readings(hand: list[int] | tuple[int, ...], highs: int) -> set[int]:
    """Every total in points that a hand can be read as, with at most `highs` cards counted high."""
    choices: list[tuple[tuple[int, int], ...]] = []
    for card in hand:
        if card >= 52:
            choices.append(((2, 0), (12, 1)))
        elif card // 4 == 12:
            choices.append(((1, 0), (11, 1)))
        else:
            choices.append(((min(card // 4 + 2, 10), 0),))
    return {
        sum(value for value, _ in pick)
        for pick in product(*choices)
        if sum(raised for _, raised in pick) <= highs
    }


@given(hands, st.sampled_from([t.TWENTY_ONE, t.TWENTY_TWO]), st.integers(0, 3))
def test_total_is_the_best_reading(hand: list[int], limit: int, highs: int) -> None:
    every = {2 * value for value in readings(hand, highs)}
    within = {value for value in every if value <= limit}
    assert t.total(hand, limit, highs) == (max(within) if within else min(every))
    assert t.hard_total(hand) == min(every)
    assert t.is_bust(hand, limit) == (not within)
    assert t.is_soft(hand, limit, highs) == (bool(within) and max(within) > min(every))


@given(plain_hands, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: list[int], random: Random) -> None:
    moved = hand.copy()
    random.shuffle(moved)
    for kernel in (
        t.total,
        t.rank,
        t.joker_rank,
        t.x_rank,
        t.nine_and_a_half,
        t.is_suited_789,
        t.is_three_eights,
    ):
        assert kernel(moved) == kernel(hand)


@given(plain_hands, st.integers(0, 51))
def test_a_soft_hand_cannot_break_with_one_card(hand: list[int], drawn: int) -> None:
    if t.is_soft(hand):
        assert not t.is_bust([*hand, drawn])


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Kd", "soft 21"),
        ("As 9d Ad", "soft 21"),
        ("As Ad", "soft 12"),
        ("As Ad Ah Ac 7d", "soft 21"),
        ("As 6d Kd", "hard 17"),
        ("Ts 6d 5d", "hard 21"),
        ("Ts 6d 6c", "bust with 22"),
        ("2s 3d", "hard 5"),
        ("Jk 9d", "soft 21"),
        ("Jk 9d 3d", "hard 14"),
    ],
)
def test_words(hand: str, words: str) -> None:
    assert t.describe(cards(hand)) == words


def test_words_for_other_limits() -> None:
    assert t.describe(cards("Ts 6d 6c"), t.TWENTY_TWO) == "hard 22"
    assert t.describe(cards("As Ad"), t.TWENTY_TWO, 2) == "soft 22"
    assert [t.spoken(half) for half in (43, 41, 19, 1, 0, 44)] == ["21½", "20½", "9½", "½", "0", "22"]


# --- naturals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "chance"), [(1, 0.04827), (6, 0.04749), (8, 0.04745)])
def test_how_often_a_natural_is_dealt(decks: int, chance: float) -> None:
    shoe = [card for card in range(52) for _ in range(decks)]
    dealt = list(combinations(shoe, 2))
    assert sum(t.is_natural(hand) for hand in dealt) / len(dealt) == pytest.approx(chance, abs=5e-6)


@pytest.mark.parametrize("worth", [43, 44, 41])
def test_a_natural_is_worth_what_the_game_says(worth: int) -> None:
    for ten in "TJQK":
        hand = cards(f"As {ten}d")
        assert t.natural_total(hand, worth) == t.natural_total(hand[::-1], worth) == worth
        assert t.natural_total(hand, worth, initial=False) == 42
    assert t.natural_total(cards("As 9d"), worth) == 40
    assert t.natural_total(cards("As 9d Ad"), worth) == 42
    assert t.natural_total(cards("As Ad"), worth) == 24
    assert t.natural_total(cards("Kd Jd 5c"), worth) == 50


def test_every_other_hand_is_worth_its_total() -> None:
    for hand in combinations(range(52), 2):
        if not t.is_natural(hand):
            assert t.natural_total(hand, 43) == t.total(hand)


def test_rank_is_natural_then_21_down_then_the_nearest_over() -> None:
    order = ["As Kd", "Ts 6d 5d", "Ks Qd", "9s Td", "2s 2d", "Ts 6d 6c", "Ts 6d 7c", "Ts Qd 8c"]
    ranks = [t.rank(cards(hand)) for hand in order]
    assert ranks == sorted(set(ranks), reverse=True)
    assert t.rank(cards("As Kd"), initial=False) == t.rank(cards("Ts 6d 5d"))
    assert t.rank(cards("As 9d Ad")) == t.rank(cards("Ts 6d 5d"))


@given(plain_hands, plain_hands)
def test_rank_agrees_with_the_totals(one: list[int], two: list[int]) -> None:
    mine, theirs = t.total(one), t.total(two)
    if t.is_natural(one) or t.is_natural(two):
        assert (t.rank(one) > t.rank(two)) == (t.is_natural(one) and not t.is_natural(two))
    elif t.is_bust(one) and t.is_bust(two):
        assert (t.rank(one) > t.rank(two)) == (mine < theirs)
    elif t.is_bust(one) or t.is_bust(two):
        assert (t.rank(one) > t.rank(two)) == t.is_bust(two)
    else:
        assert (t.rank(one) > t.rank(two)) == (mine > theirs)


# --- hands with a meaning of their own -----------------------------------------------------------


def test_three_eights_and_suited_789_in_two_decks() -> None:
    eights = sum(t.is_three_eights(hand) for hand in combinations(range(52), 3))
    suited = [hand for hand in combinations(range(52), 3) if t.is_suited_789(hand)]
    assert eights == 4
    assert suited == [tuple(cards(f"7{suit} 8{suit} 9{suit}")) for suit in "cdhs"]
    assert t.is_three_eights(cards("8c") * 3)
    assert not t.is_suited_789(cards("7c") + cards("8c") + cards("8c"))
    assert not t.is_suited_789(cards("7c 8c"))
    assert not t.is_three_eights(cards("8c 8d 8h 8s"))


def test_twins_need_two_copies_of_one_card() -> None:
    nine = cards("9s")
    assert t.is_twin(nine * 2, nine[0])
    assert not t.is_twin(nine + cards("9h"), nine[0])
    assert not t.is_twin(cards("9h") + nine, nine[0])
    assert not t.is_twin(nine * 3, nine[0])
    assert not t.is_twin(nine, nine[0])


def test_the_game_to_22_with_jokers() -> None:
    order = ["As Ac", "Jk Kd", "Ts 7d 5d", "Ks 6d 5c", "9s Ad", "9s Td", "7d 6h", "Ts 7d 6c", "Ts 7d 8c"]
    ranks = [t.joker_rank(cards(hand)) for hand in order]
    assert ranks == sorted(set(ranks), reverse=True)
    assert t.joker_rank(cards("As Kd")) == t.joker_rank(cards("Ks 6d 5c")) == 42
    assert t.joker_rank(cards("Jk 9d")) == 42  # a joker with a nine is only 21
    assert t.joker_rank(cards("Jk As")) == 26  # 12 and 1, or 2 and 11
    assert t.joker_rank(cards("As Ac"), initial=False) == t.joker_rank(cards("Ts 7d 5d")) == 44


def test_nine_and_a_half() -> None:
    assert t.nine_and_a_half(cards("9s Kd")) == 19
    assert t.nine_and_a_half(cards("As Ad 7c Ts")) == 19
    assert t.nine_and_a_half(cards("9s As")) == 20
    assert [t.nine_and_a_half(cards(letter + "s")) for letter in "A29TJQK"] == [2, 4, 18, 1, 1, 1, 1]


# --- the game to 31 ------------------------------------------------------------------------------

X_ACE = 55


def slow_x_row(hand: tuple[int, ...], initial: bool) -> int:
    """The printed row, 1 best to 24 worst, of book 004, lines 1067-1091."""
    faces = ["X" if card == X_ACE else "A" if card >= 48 else min(card // 4 + 2, 10) for card in hand]
    if initial and sorted(map(str, faces)) == ["10", "A"]:
        return 1
    if initial and sorted(map(str, faces)) == ["10", "X"]:
        return 2
    low = sum(1 if face in ("A", "X") else int(face) for face in faces)
    soft = low + 10 if low <= 11 and {"A", "X"} & set(map(str, faces)) else low
    if soft == 31:
        return 3
    if soft <= 21:
        return 25 - soft
    return 24


def test_the_twenty_four_rows() -> None:
    """Row 4 is 21, row 5 is 20, down to row 23 for 2; so a row r below the named hands has rank 25 - r."""
    named = {"As Kd": 1, "XA Kd": 2, "Ts 6d 5d Jc": 3, "Ts 6d 5d": 4, "Ts Jd": 5, "As Ad": 13, "Ts 8d 4c": 24}
    for hand, row in named.items():
        rank = t.x_rank(cards(hand))
        assert rank == (25 - row if row not in (24,) else 1), hand
        assert slow_x_row(cards(hand), True) == row


def test_x_rank_agrees_with_the_rows_on_every_two_and_three_card_hand() -> None:
    deck = (*range(52), X_ACE)
    for hand in (*combinations(deck, 2), *combinations((*range(0, 52, 2), X_ACE), 3)):
        for initial in (True, False):
            assert t.x_rank(hand, initial) == 25 - slow_x_row(hand, initial), hand


def test_another_number_for_the_marked_ace() -> None:
    assert t.x_rank(cards("As Kd"), x_ace=51) == t.X_ACE_31
    assert t.x_rank(cards("Ah Kd"), x_ace=51) == t.X_NATURAL


# --- compiled ------------------------------------------------------------------------------------


@given(hands, st.booleans(), st.sampled_from([42, 44]), st.integers(0, 2))
def test_compiled_is_the_same(hand: list[int], initial: bool, limit: int, highs: int) -> None:
    row: Any = np.array(hand)
    assert fast(t.hard_total)(row) == t.hard_total(hand)
    assert fast(t.total)(row, limit, highs) == t.total(hand, limit, highs)
    assert fast(t.is_soft)(row, limit, highs) == t.is_soft(hand, limit, highs)
    assert fast(t.is_bust)(row, limit) == t.is_bust(hand, limit)
    assert fast(t.is_natural)(row) == t.is_natural(hand)
    assert fast(t.is_twin)(row, hand[0]) == t.is_twin(hand, hand[0])
    assert fast(t.natural_total)(row, 43, initial) == t.natural_total(hand, 43, initial)
    assert fast(t.rank)(row, initial) == t.rank(hand, initial)
    assert fast(t.joker_rank)(row, initial) == t.joker_rank(hand, initial)
    assert fast(t.nine_and_a_half)(row) == t.nine_and_a_half(hand)
    assert fast(t.x_rank)(row, initial) == t.x_rank(hand, initial)


def test_compiled_three_card_hands_are_the_same() -> None:
    for hand in combinations(range(20, 32), 3):
        row: Any = np.array(hand)
        assert fast(t.is_three_eights)(row) == t.is_three_eights(hand)
        assert fast(t.is_suited_789)(row) == t.is_suited_789(hand)
    for card in range(54):
        assert fast(t.is_ten)(card) == t.is_ten(card)
        assert fast(t.is_ace)(card) == t.is_ace(card)
        assert fast(t.card_value)(card) == t.card_value(card)
