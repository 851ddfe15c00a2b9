"""Seven-card bonus hands: every hand of 53 cards counted, and samples against brute force."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.kernel import fast, kernel
from housedealer.pieces.cards import JOKER, cards
from housedealer.ranking import poker
from housedealer.ranking import special as sp
from housedealer.ranking.high import BIT
from housedealer.ranking.special import classify
from housedealer.ranking.variants import PAI_GOW_BUG, PAI_GOW_WILD, TRIPS_OVER_STRAIGHT

BY_PAY = PAI_GOW_BUG | TRIPS_OVER_STRAIGHT
HANDS = 154_143_080

# Seven cards of 52, without the three classes above the five-card hands: the well-known frequencies, of which
# 12 royal flushes have the match and 32 straight flushes (4 of them royal) have all seven cards.
NATURAL = {
    sp.SEVEN_CARD_STRAIGHT_FLUSH: 32,
    sp.ROYAL_MATCH: 12,
    poker.ROYAL_FLUSH: 4_324 - 12 - 4,
    poker.STRAIGHT_FLUSH: 37_260 - 28,
    poker.QUADS: 224_848,
    poker.FULL_HOUSE: 3_473_184,
    poker.FLUSH: 4_047_644,
    poker.STRAIGHT: 6_180_020,
    poker.TRIPS: 6_461_620,
    poker.TWO_PAIR: 31_433_400,
    poker.PAIR: 58_627_800,
    poker.HIGH_CARD: 23_294_460,
}
BUG = {
    sp.SEVEN_CARD_STRAIGHT_FLUSH: 32,
    sp.ROYAL_MATCH: 72,
    sp.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: 196,
    poker.FIVE_ACES: 1_128,
    poker.ROYAL_FLUSH: 26_020,
    poker.STRAIGHT_FLUSH: 184_644,
    poker.QUADS: 307_472,
    poker.FULL_HOUSE: 4_188_528,
    poker.FLUSH: 6_172_088,
    poker.STRAIGHT: 11_236_028,
    poker.TRIPS: 7_470_676,
}
WILD = {
    sp.SEVEN_CARD_STRAIGHT_FLUSH: 32,
    sp.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: 196,
    poker.FIVE_ACES: 1_128,
    poker.FIVE_OF_A_KIND: 13_536,
    poker.ROYAL_FLUSH: 26_092,
    poker.STRAIGHT_FLUSH: 184_644,
    poker.QUADS: 1_121_024,
    poker.FULL_HOUSE: 5_997_144,
    poker.FLUSH: 6_027_224,
    poker.STRAIGHT: 11_083_940,
}


@kernel
def tally(flags: int, royal_match: bool, first: int, last: int) -> Any:
    """The classes of all hands whose highest card is one of those from `first` to `last`."""
    count = np.zeros(15, np.int64)
    hand: Any = np.empty(7, np.int64)
    for a in range(first, last + 1):
        hand[0] = a
        for b in range(a):
            hand[1] = b
            for c in range(b):
                hand[2] = c
                for d in range(c):
                    hand[3] = d
                    for e in range(d):
                        hand[4] = e
                        for f in range(e):
                            hand[5] = f
                            for g in range(f):
                                hand[6] = g
                                count[classify(hand, flags, royal_match)] += 1
    return count


def paid(count: Any, table: dict[int, int]) -> dict[int, int]:
    return {row: int(count[row]) for row in table}


def edge(count: dict[int, int], pays: dict[int, int]) -> float:
    return sum(many * (pays[row] + 1) for row, many in count.items() if row in pays) / HANDS - 1


TABLE_A = {
    sp.SEVEN_CARD_STRAIGHT_FLUSH: 2_500,
    sp.ROYAL_MATCH: 1_000,
    sp.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: 750,
    poker.FIVE_ACES: 250,
    poker.ROYAL_FLUSH: 125,
    poker.STRAIGHT_FLUSH: 50,
    poker.QUADS: 25,
    poker.FULL_HOUSE: 5,
    poker.FLUSH: 4,
    poker.TRIPS: 3,
    poker.STRAIGHT: 2,
}
TABLE_B = {
    sp.SEVEN_CARD_STRAIGHT_FLUSH: 500,
    sp.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: 500,
    poker.FIVE_ACES: 250,
    poker.FIVE_OF_A_KIND: 200,
    poker.ROYAL_FLUSH: 100,
    poker.STRAIGHT_FLUSH: 50,
    poker.QUADS: 25,
    poker.FULL_HOUSE: 5,
    poker.FLUSH: 3,
    poker.STRAIGHT: 2,
}


@pytest.mark.parametrize(
    ("flags", "match", "expected"), [(PAI_GOW_BUG, True, BUG), (PAI_GOW_WILD, False, WILD)]
)
def test_every_hand_with_the_joker(flags: int, match: bool, expected: dict[int, int]) -> None:
    """All 20,358,520; the hands without it are as in any deck."""
    count = fast(tally)(flags, match, JOKER, JOKER)
    assert int(count.sum()) == 20_358_520
    natural = dict(NATURAL)
    if not match:
        natural[poker.ROYAL_FLUSH] += natural.pop(sp.ROYAL_MATCH)
    assert paid(count, expected) == {row: many - natural.get(row, 0) for row, many in expected.items()}


def test_a_hand_that_is_a_straight_and_trips_by_pay_with_the_joker() -> None:
    """The straights that hold three of a kind move to the other row, and nothing else does."""
    by_rank = fast(tally)(PAI_GOW_BUG, True, JOKER, JOKER)
    by_pay = fast(tally)(BY_PAY, True, JOKER, JOKER)
    moved = int(by_pay[poker.TRIPS] - by_rank[poker.TRIPS])
    assert moved == by_rank[poker.STRAIGHT] - by_pay[poker.STRAIGHT]
    # 201,824 of all hands do. Without the joker: 10 straights with one of 5 ranks tripled, the other four in
    # any suits but those that make a flush with one of the three.
    assert moved == 201_824 - 10 * 5 * (4 * 4**4 - 4 * 3)
    others = [row for row in range(15) if row not in (poker.TRIPS, poker.STRAIGHT)]
    assert [by_pay[row] for row in others] == [by_rank[row] for row in others]


@pytest.mark.slow
def test_every_hand_where_the_joker_is_a_bug() -> None:
    count = fast(tally)(PAI_GOW_BUG, True, 6, JOKER)
    assert int(count.sum()) == HANDS
    assert paid(count, BUG) == BUG
    assert edge(paid(count, BUG), TABLE_A) == pytest.approx(-0.0862, abs=5e-5)


@pytest.mark.slow
def test_every_hand_where_the_joker_is_wild() -> None:
    count = fast(tally)(PAI_GOW_WILD, False, 6, JOKER)
    assert int(count.sum()) == HANDS
    assert paid(count, WILD) == WILD
    assert edge(paid(count, WILD), TABLE_B) == pytest.approx(-0.1069, abs=5e-5)


@pytest.mark.slow
def test_every_hand_where_three_of_a_kind_is_paid_before_a_straight() -> None:
    count = fast(tally)(BY_PAY, True, 6, JOKER)
    assert paid(count, BUG) == BUG | {poker.STRAIGHT: 11_236_028 - 201_824, poker.TRIPS: 7_470_676 + 201_824}
    assert edge(paid(count, BUG), TABLE_A) == pytest.approx(-0.0849, abs=5e-5)


@pytest.mark.slow
def test_every_natural_hand() -> None:
    count = fast(tally)(PAI_GOW_BUG, True, 6, 51)
    assert {row: int(many) for row, many in enumerate(count) if many} == NATURAL


# --- against brute force --------------------------------------------------------------------------


def five_class(hand: Iterable[int]) -> int:
    """The category of five cards, of which several may be equal."""
    held = list(hand)
    count = sorted(Counter(card // 4 for card in held).values(), reverse=True)
    ranks = sorted({card // 4 for card in held})
    suited = len({card % 4 for card in held}) == 1
    straight = len(ranks) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if count[0] == 5:
        return poker.FIVE_ACES if ranks == [12] else poker.FIVE_OF_A_KIND
    if straight and suited:
        return poker.ROYAL_FLUSH if ranks[0] == 8 else poker.STRAIGHT_FLUSH
    if count[0] == 4:
        return poker.QUADS
    if count == [3, 2]:
        return poker.FULL_HOUSE
    if suited and len(ranks) == 5:
        return poker.FLUSH
    if straight:
        return poker.STRAIGHT
    return {(3, 1, 1): poker.TRIPS, (2, 2, 1): poker.TWO_PAIR, (2, 1, 1, 1): poker.PAIR}.get(tuple(count), 0)


def seven_class(hand: list[int], wild: bool) -> int:
    """The best class over everything that the joker may be."""
    natural = [card for card in hand if card != JOKER]
    stand_ins: list[int | None] = [None] if JOKER not in hand else list(range(52))
    best = 0
    for stand_in in stand_ins:
        full = natural + ([] if stand_in is None else [stand_in])
        for five in combinations(full, 5):
            found = five_class(five)
            allowed = (
                wild
                or stand_in is None
                or stand_in >= 48
                or stand_in not in five
                or found in (poker.STRAIGHT, poker.FLUSH, poker.STRAIGHT_FLUSH, poker.ROYAL_FLUSH)
            )
            if not allowed:  # the joker is an idle card then
                continue
            best = max(best, found)
        ranks = [sorted(card // 4 for card in full if card % 4 == suit) for suit in range(4)]
        for held in ranks:
            if len(set(held)) == 7 and (held[6] - held[0] == 6 or held == [0, 1, 2, 3, 4, 5, 12]):
                best = max(
                    best,
                    sp.SEVEN_CARD_STRAIGHT_FLUSH if stand_in is None else sp.SEVEN_CARD_STRAIGHT_FLUSH_JOKER,
                )
        for one, held in enumerate(ranks):
            for other in ranks[:one] + ranks[one + 1 :]:
                if held == [8, 9, 10, 11, 12] and other == [10, 11]:
                    joker_in_match = stand_in is not None and ranks[stand_in % 4] is other
                    if wild or not joker_in_match:
                        best = max(best, sp.ROYAL_MATCH)
    return best


def telling_hand(random: Random) -> list[int]:
    """A hand drawn so that straights, flushes, royals and many of a rank are common, often with the joker."""
    kind = random.randrange(6)
    if kind == 0:
        low = random.randrange(9)
        pool = [4 * rank + random.choice([0, 0, 1]) for rank in range(low, min(low + 7, 13))] + [50, 51, 0, 1]
    elif kind == 1:
        suit = random.randrange(4)
        pool = [4 * rank + suit for rank in range(13)]
    elif kind == 2:
        ranks = random.sample(range(13), 3)
        pool = [4 * rank + suit for rank in ranks for suit in range(4)]
    elif kind == 3:
        line = [12, *range(13)]
        low = random.randrange(8)
        suit = random.randrange(4)
        pool = [4 * rank + suit for rank in line[low : low + 7]]
    elif kind == 4:
        pool = [48, 49, 50, 51, *random.sample(range(48), 3)]
    else:
        one, two = random.sample(range(4), 2)
        pool = [4 * rank + one for rank in range(8, 13)] + [40 + two, 44 + two, 36 + two]
    chosen = random.sample(sorted(set(pool)), min(7, len(set(pool))))
    chosen += random.sample([card for card in range(52) if card not in chosen], 7 - len(chosen))
    if random.random() < 0.6:
        chosen[random.randrange(7)] = JOKER
    return chosen


SAMPLE = [telling_hand(Random(seed)) for seed in range(500)]


@pytest.mark.parametrize(("flags", "wild"), [(PAI_GOW_BUG, False), (PAI_GOW_WILD, True)])
def test_samples_agree_with_brute_force(flags: int, wild: bool) -> None:
    found: Counter[int] = Counter()
    for hand in SAMPLE:
        expected = seven_class(hand, wild)
        assert classify(hand, flags) == expected, hand
        found[expected] += 1
    unseen = set(range(poker.TRIPS, sp.SEVEN_CARD_STRAIGHT_FLUSH + 1)) - set(found)
    assert unseen == (set() if wild else {poker.FIVE_OF_A_KIND})


# --- examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "flags", "words"),
    [
        ("8h 9h Th Jh Qh Kh Ah", PAI_GOW_BUG, "seven-card straight flush"),
        ("Ah 2h 3h 4h 5h 6h 7h", PAI_GOW_BUG, "seven-card straight flush"),
        ("4h 5h Jk 7h 8h 9h Th", PAI_GOW_BUG, "seven-card straight flush with joker"),
        ("9h Th Jh Qh Kh Ah Jk", PAI_GOW_BUG, "seven-card straight flush with joker"),
        ("8h 9h Th Jh Qh Kh Ad", PAI_GOW_BUG, "straight flush, king high"),
        ("Th Jh Qh Kh Ah Ks Qs", PAI_GOW_BUG, "royal flush with royal match"),
        ("Th Jh Jk Kh Ah Ks Qs", PAI_GOW_BUG, "royal flush with royal match"),
        ("Th Jh Qh Kh Ah Ks Jk", PAI_GOW_BUG, "royal flush"),
        ("Th Jh Qh Kh Ah Ks Jk", PAI_GOW_WILD, "royal flush with royal match"),
        ("Th Jh Qh Kh Ah Ks Qd", PAI_GOW_BUG, "royal flush"),
        ("Ac Ad Ah As Jk Kd Qh", PAI_GOW_BUG, "five aces"),
        ("9c 9d 9h 9s Jk Kd Qh", PAI_GOW_WILD, "five of a kind, nines"),
        ("9c 9d 9h 9s Jk Kd Qh", PAI_GOW_BUG, "four of a kind, nines, ace kicker"),
        ("9c 9d 9h 8s Jk 8d Qh", PAI_GOW_BUG, "full house, nines full of eights"),
        ("9c 9d 9h 8s Jk 8d Qh", PAI_GOW_WILD, "four of a kind, nines, queen kicker"),
        ("9c 9d 9h 8s 7c 6d 5h", PAI_GOW_BUG, "straight, nine high"),
        ("9c 9d 9h 8s 7c 6d 5h", BY_PAY, "three of a kind, nines, 8-7 kickers"),
    ],
)
def test_words(hand: str, flags: int, words: str) -> None:
    assert sp.describe(cards(hand), flags) == words


def test_without_the_row_a_royal_match_is_a_royal_flush() -> None:
    hand = cards("Th Jh Qh Kh Ah Ks Qs")
    assert classify(hand, PAI_GOW_BUG, False) == poker.ROYAL_FLUSH
    assert sp.describe(hand, PAI_GOW_BUG, False) == "royal flush"


sevens = st.lists(st.integers(0, JOKER), min_size=7, max_size=7, unique=True)


@given(sevens, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_order_nor_suits_by_name_matter(hand: list[int], suits: list[int], random: Random) -> None:
    moved = [card if card == JOKER else card // 4 * 4 + suits[card % 4] for card in hand]
    random.shuffle(moved)
    for flags in (PAI_GOW_BUG, PAI_GOW_WILD, BY_PAY):
        assert classify(moved, flags) == classify(hand, flags)


@given(sevens)
def test_a_wild_joker_is_at_least_as_good_as_a_bug(hand: list[int]) -> None:
    assert classify(hand, PAI_GOW_WILD) >= classify(hand, PAI_GOW_BUG)


@given(sevens, st.sampled_from([PAI_GOW_BUG, PAI_GOW_WILD, BY_PAY]), st.booleans())
def test_compiled_is_the_same(hand: list[int], flags: int, match: bool) -> None:
    row: Any = np.array(hand)
    assert fast(classify)(row, flags, match) == classify(hand, flags, match)


def test_compiled_is_the_same_on_the_telling_hands() -> None:
    for hand in SAMPLE:
        row: Any = np.array(hand)
        word = sum(BIT[card] for card in hand)
        for flags in (PAI_GOW_BUG, PAI_GOW_WILD):
            assert fast(classify)(row, flags) == classify(hand, flags)
        for jokers in (0, 1):
            straight = sp.is_seven_card_straight_flush(word, jokers)
            match = sp.is_royal_match(word, jokers, True)
            assert fast(sp.is_seven_card_straight_flush)(word, jokers) is straight
            assert fast(sp.is_royal_match)(word, jokers, True) is match
