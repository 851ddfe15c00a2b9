"""Thirteen cards: special hands counted over all 635 billion deals, and found against brute force."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast, kernel
from housedealer.pieces.cards import cards
from housedealer.ranking import thirteen as t
from housedealer.ranking.high import high
from housedealer.ranking.poker import HIGH_CARD, PAIR, TRIPS, category
from housedealer.ranking.thirteen import has_six_pairs, has_three_straights, is_dragon

DEALS = 635_013_559_600
LINE = (12, *range(13))
RUNS = {size: [LINE[at : at + size] for at in range(15 - size)] for size in (3, 5)}

thirteens = st.lists(st.integers(0, 51), min_size=13, max_size=13, unique=True)


def run(part: Sequence[int]) -> bool:
    return tuple(sorted(card // 4 for card in part)) in {tuple(sorted(ranks)) for ranks in RUNS[len(part)]}


def one_suit(part: Sequence[int]) -> bool:
    return len({card % 4 for card in part}) == 1


def can_be_set(hand: Sequence[int], fits: Callable[[Sequence[int]], bool]) -> bool:
    """Every front and every middle tried."""
    for front in combinations(hand, 3):
        if fits(front):
            rest = [card for card in hand if card not in front]
            for middle in combinations(rest, 5):
                if fits(middle) and fits([card for card in rest if card not in middle]):
                    return True
    return False


def near_straights(random: Random) -> list[int]:
    """Three straights in random suits, in half of the hands with one card changed."""
    while True:
        ranks = [*random.choice(RUNS[3]), *random.choice(RUNS[5]), *random.choice(RUNS[5])]
        deck = {rank: random.sample(range(4), 4) for rank in range(13)}
        if max(Counter(ranks).values()) <= 4:
            hand = [rank * 4 + deck[rank].pop() for rank in ranks]
            if random.random() < 0.5:
                hand[random.randrange(13)] = random.choice([card for card in range(52) if card not in hand])
            return hand


def near_flushes(random: Random) -> list[int]:
    shape = random.choice(
        [(5, 5, 3, 0), (8, 5, 0, 0), (10, 3, 0, 0), (4, 5, 4, 0), (6, 4, 3, 0), (5, 3, 3, 2)]
    )
    suits = random.sample(range(4), 4)
    return [
        rank * 4 + suit
        for size, suit in zip(shape, suits, strict=True)
        for rank in random.sample(range(13), size)
    ]


# --- counted over all deals -----------------------------------------------------------------------


def test_three_flushes_over_all_deals() -> None:
    """560 ways to have so many of each suit, each standing for as many hands."""
    deals = found = 0
    for clubs, diamonds, hearts in product(range(14), repeat=3):
        spades = 13 - clubs - diamonds - hearts
        if spades < 0:
            continue
        held = (clubs, diamonds, hearts, spades)
        ways = prod(comb(13, many) for many in held)
        hand = [rank * 4 + suit for suit, many in enumerate(held) for rank in range(many)]
        deals += ways
        found += ways * t.has_three_flushes(hand)
    assert deals == DEALS
    one_suit_only = 4
    eight_five = 12 * comb(13, 8) * comb(13, 5)
    ten_three = 12 * comb(13, 10) * comb(13, 3)
    five_five_three = 12 * comb(13, 5) ** 2 * comb(13, 3)
    assert found == one_suit_only + eight_five + ten_three + five_five_three


def test_the_table_of_straights() -> None:
    """Every way to hold three straights is recognised, and the table has no other."""
    seen: dict[tuple[int, ...], int] = {}
    for front, middle, back in product(RUNS[3], RUNS[5], RUNS[5]):
        held = Counter(front + middle + back)
        shape = tuple(held[rank] for rank in range(13))
        seen[shape] = prod(comb(4, many) for many in shape)
    for shape in seen:
        assert t.has_three_straights([rank * 4 + suit for rank in range(13) for suit in range(shape[rank])])
    assert len(seen) == len(t.STRAIGHTS) == len(set(t.STRAIGHTS))
    assert seen[(1,) * 13] == 4**13


def test_six_pairs_and_dragons_over_all_deals() -> None:
    """All 3,598,180 ways to have so many of each rank; then the same by a generating function."""
    tally = fast(_tally_ranks)
    deals, six_pairs, dragons, straights, both = (int(n) for n in tally())
    assert deals == DEALS
    assert dragons == 4**13
    # A rank held an even number of times adds 1 + 6x² + x⁴, the single odd rank 4x + 4x³.
    even = np.array([1, 0, 6, 0, 1], dtype=object)
    total = np.array([0, 4, 0, 4], dtype=object)
    for _ in range(12):
        total = np.convolve(total, even)
    assert six_pairs == 13 * int(total[13])
    every = {tuple(sorted(Counter(a + b + c).items())) for a, b, c in product(RUNS[3], RUNS[5], RUNS[5])}
    assert straights == sum(prod(comb(4, many) for _, many in shape) for shape in every)
    assert both == 0  # two equal straights of five leave three cards too few for a sixth pair


@kernel
def _tally_ranks() -> tuple[int, int, int, int, int]:
    hand: Any = np.zeros(13, np.int64)
    held = np.zeros(14, np.int64)
    deals = pairs = dragons = straights = both = 0
    # Counting up in base five, the last rank taking what is left.
    while True:
        left = 13
        for rank in range(12):
            left -= held[rank]
        if 0 <= left <= 4:
            held[12] = left
            ways = 1
            at = 0
            for rank in range(13):
                many = held[rank]
                ways *= 1 if many in (0, 4) else 6 if many == 2 else 4
                for suit in range(many):
                    hand[at] = rank * 4 + suit
                    at += 1
            deals += ways
            six = has_six_pairs(hand)
            three = has_three_straights(hand)
            pairs += ways if six else 0
            straights += ways if three else 0
            both += ways if six and three else 0
            dragons += ways if is_dragon(hand) else 0
        rank = 0
        while rank < 12:
            held[rank] += 1
            if held[rank] <= 4:
                break
            held[rank] = 0
            rank += 1
        if rank == 12:
            return deals, pairs, dragons, straights, both


# --- against brute force --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_three_straights_are_found_exactly_when_they_exist(seed: int) -> None:
    hand = near_straights(Random(seed))
    exists = can_be_set(hand, run)
    assert t.has_three_straights(hand) == exists
    parts = t.straight_parts(hand)
    assert (parts is not None) == exists
    if parts:
        assert sorted(sum(parts, ())) == sorted(hand)
        assert [len(part) for part in parts] == [3, 5, 5]
        assert all(run(part) for part in parts)
        assert t.is_in_order(*parts)


@pytest.mark.parametrize("seed", range(40))
def test_three_flushes_are_found_exactly_when_they_exist(seed: int) -> None:
    hand = near_flushes(Random(seed))
    exists = can_be_set(hand, one_suit)
    assert t.has_three_flushes(hand) == exists
    parts = t.flush_parts(hand)
    assert (parts is not None) == exists
    if parts:
        assert sorted(sum(parts, ())) == sorted(hand)
        assert [len(part) for part in parts] == [3, 5, 5]
        assert all(one_suit(part) for part in parts)
        assert t.is_in_order(*parts)


def test_the_samples_hold_both_kinds() -> None:
    straights = [t.has_three_straights(near_straights(Random(seed))) for seed in range(60)]
    flushes = [t.has_three_flushes(near_flushes(Random(seed))) for seed in range(40)]
    assert 15 < sum(straights) < 55
    assert 10 < sum(flushes) < 35


@given(thirteens)
def test_six_pairs_by_counting(hand: list[int]) -> None:
    odd = [rank for rank, many in Counter(card // 4 for card in hand).items() if many % 2]
    assert t.has_six_pairs(hand) == (len(odd) == 1)


# --- examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "dragon of one suit, three flushes, three straights"),
        ("2s 3c 4s 5c 6s 7c 8s 9c Ts Jc Qs Kc As", "dragon of one colour, three straights"),
        ("2s 3d 4s 5c 6s 7c 8s 9c Ts Jc Qs Kc As", "dragon, three straights, twelve of one colour"),
        ("2d 3d 4d 5d 6d 2h 3h 4h 5h 6h 9h Jh Kh", "three flushes, all of one colour"),
        ("2c 2d 2h 2s 3c 3d 5c 5d 7c 7d 9c 9d 9h", "six pairs, all nines and below"),
        ("Tc Td Th Jc Jd Qc Qd Kc Kd Ac Ad Ah As", "six pairs, all tens and above"),
        ("Ac 2d 3h 4c 5d Ah 2c 3d 6h 6c 7d 8h 4d", "no special hand"),
        ("2c 2d 4c 4d 6h 6c 8d 8h Tc Td Qh Qc As", "six pairs"),
        ("2c 2d 4c 4d 6h 6c 8d 8h Tc Td Qh Kc As", "no special hand"),
    ],
)
def test_special_hands_in_words(hand: str, words: str) -> None:
    assert t.describe(t.sweeps(cards(hand))) == words


@pytest.mark.parametrize("suit", range(4))
def test_a_dragon_in_any_suit(suit: int) -> None:
    dragon = [rank * 4 + suit for rank in range(13)]
    assert t.sweeps(dragon) & t.PURE_DRAGON
    dragon[5] ^= 3  # the other suit of the same colour
    assert t.sweeps(dragon) & (t.PURE_DRAGON | t.COLOURED_DRAGON | t.DRAGON) == t.COLOURED_DRAGON | t.DRAGON


@pytest.mark.parametrize(
    ("bit", "deals"),
    [
        (t.MINOR, comb(32, 13)),
        (t.SENIOR, comb(20, 13)),
        (t.ONE_COLOUR, 2 * comb(26, 13)),
        (t.ONE_COLOUR_BUT_ONE, 2 * comb(26, 13) + 2 * 26 * comb(26, 12)),
    ],
)
def test_counts_of_the_simple_sweeps(bit: int, deals: int) -> None:
    """Hands standing for all others: so many low, high, red and black cards decide these four."""
    found = 0
    for low_red, low_black, high_red in product(range(14), range(14), range(11)):
        high_black = 13 - low_red - low_black - high_red
        if not 0 <= high_black <= 10 or low_red > 16 or low_black > 16:
            continue
        groups = [
            [card for card in range(52) if (card // 4 < 8) == low and (card % 4 in (1, 2)) == red]
            for low, red in ((True, True), (True, False), (False, True), (False, False))
        ]
        held = (low_red, low_black, high_red, high_black)
        hand = [card for group, many in zip(groups, held, strict=True) for card in group[:many]]
        ways = prod(comb(len(group), many) for group, many in zip(groups, held, strict=True))
        found += ways * bool(t.sweeps(hand) & bit)
    assert found == deals


# --- setting a hand -------------------------------------------------------------------------------


def test_the_front_has_only_three_classes() -> None:
    count = Counter(category(high(front)) for front in combinations(range(52), 3))
    assert count == {TRIPS: 52, PAIR: 3_744, HIGH_CARD: 22_100 - 52 - 3_744}


@pytest.mark.parametrize(
    ("front", "middle", "foul"),
    [
        ("Ac Kd 6h", "As Kh 6c 3d 2h", False),
        ("Ac Kd 6h", "As Kh 5c 4d 3h", True),
        ("2c 2d 3h", "Ac Kd Qh Js 9c", True),
        ("Kc Kd Qh", "Kh Ks Qc 3d 2h", False),
        ("Kc Kd Qh", "Kh Ks Jc Td 9h", True),
        ("2c 2d 2h", "Ac Ad Kh Ks Qc", True),
        ("Ac Ad Ah", "2c 3d 4h 5s 6c", False),
        ("Qh Kh Ah", "3c 3d 4h 5s 6c", False),
        ("9h 9d 9c", "8h 8d 8c 2s 3s", True),
    ],
)
def test_front_and_middle(front: str, middle: str, foul: bool) -> None:
    assert t.front_beats_middle(cards(front), cards(middle)) == foul


def offsuit(ranks: str) -> tuple[int, ...]:
    """Cards for ranks alone, never a flush."""
    used: Counter[str] = Counter()
    told = []
    for place, rank in enumerate(ranks):
        told.append(rank + "cdhs"[used[rank] if ranks.count(rank) > 1 else place % 4])
        used[rank] += 1
    return cards(" ".join(told))


@pytest.mark.parametrize(
    ("back", "middle", "front"),
    [
        ("QJT98", "99447", "AAJ"),
        ("22277", "45678", "AK6"),
        ("JJ334", "66559", "KKQ"),
        ("TTT88", "QQ532", "AK6"),
    ],
)
def test_the_worked_example_is_set_rightly(back: str, middle: str, front: str) -> None:
    """Book 003, lines 463-469."""
    hand = offsuit(front), offsuit(middle), offsuit(back)
    assert t.is_in_order(*hand)
    assert not t.is_in_order(hand[0], hand[2], hand[1])


def test_equal_middle_and_back_are_allowed() -> None:
    assert t.is_in_order(offsuit("976"), cards("Ac Kd Qh Js 9c"), cards("Ad Kh Qs Jc 9d"))


@given(thirteens)
def test_a_set_hand_is_in_order_or_not_by_its_three_values(hand: list[int]) -> None:
    front, middle, back = hand[:3], hand[3:8], hand[8:]
    fits = not t.front_beats_middle(front, middle) and high(back) >= high(middle)
    assert t.is_in_order(front, middle, back) == fits
    assert high(front) != high(middle)


# --- compiled -------------------------------------------------------------------------------------


def test_compiled_is_the_same() -> None:
    hands = [near_straights(Random(seed)) for seed in range(40)] + [
        near_flushes(Random(seed)) for seed in range(40)
    ]
    hands += [Random(seed).sample(range(52), 13) for seed in range(40)]
    for plain in (
        *(t.sweeps, t.has_six_pairs, t.has_three_flushes, t.has_three_straights, t.is_dragon),
        *(t.colour_count, t.rank_counts, t.suit_counts),
    ):
        compiled: Any = fast(plain)
        assert [compiled(np.array(hand)) for hand in hands] == [plain(hand) for hand in hands]
    for hand in hands:
        row: Any = np.array(hand)
        front, middle, back = hand[:3], hand[3:8], hand[8:]
        assert fast(t.front_beats_middle)(row[:3], row[3:8]) == t.front_beats_middle(front, middle)
        assert fast(t.is_in_order)(row[:3], row[3:8], row[8:]) == t.is_in_order(front, middle, back)
