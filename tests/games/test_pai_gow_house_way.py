"""The house way of pai gow poker: each row of the chart, its thresholds, and hands that it leaves out."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.games.pai_gow import house_way as way
from housedealer.games.pai_gow.poker import (
    house_setting,
    worth,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import JOKER, cards, faces
from housedealer.pieces.decks import Deck
from housedealer.ranking.poker import ACE, STRAIGHT, category
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import PAI_GOW_BUG, PAI_GOW_WILD, high_with
from housedealer.rooms import game

FPG = game("lucky-buck/fortune-pai-gow-poker-1-1")
BUG = FPG.params
WILD = FPG.ruled({"joker": "wild", "house-way-wild": "largest-group"}).params
SERVING = FPG.ruled({"joker": "wild", "house-way-wild": "best-use"}).params
DECK = Deck(kind="joker").pieces


def front(text: str, params: Any = BUG) -> str:
    """The house way's two cards in front, sorted as written by the table."""
    hand = cards(text)
    return faces(sorted((hand[at] for at in house_setting(params, hand)[0]), reverse=True))


# -- the house way, row by row -------------------------------------------------------------------------

# The book's own examples (lines 866 to 891), front and back; the ace of diamonds that it prints twice is
# read as a spade, and the joker of its five aces is kept.
EXAMPLES = [
    ("Kh Qd", "As Th 8s 7s 2c"),
    ("Qs Jh", "Tc Td 8c 6d 3d"),
    ("8s 8h", "Qh Qd 9d 7d 3c"),
    ("Ad 5c", "Tc Td 6h 6s 3c"),
    ("8c 8d", "9s 9c Qh 7s 3c"),
    ("Ks 9s", "7s 7c 4h 4d 3s"),
    ("4h 4d", "7s 7c Qc 9s 3s"),
    ("Qs Td", "5s 5d 2s 2d 8h"),
    ("2s 2d", "5s 5d Js Td 8h"),
    ("Td Tc", "9s 9c 5d 5h 3d"),
    ("As Qs", "Ah Ad 9s 8s 2c"),
    ("Qd 9s", "Kh Kd Kc 7c 2d"),
    ("Ks Kh", "6h 6s 6c Kc 9d"),
    ("Jk As", "Ah Ac Ad 8d 3c"),
    ("8c 7s", "6h 5s 4d 3c 2d"),
    ("Kc Qh", "Qd Jh Ts 9s 8c"),
    ("3s 3h", "Ac Kh Qh Jd Tc"),
    ("3h 3c", "6d 6s 5h 4c 2d"),
    ("9s 9d", "9c 8h 7d 6s 5c"),
    ("9s 9h", "5h 5c 5s 9c 4c"),
    ("As Ac", "4s 4d 4h Ah 6h"),
    ("Qs Qh", "Qd Qc Ac Kd 4h"),
    ("Kc Js", "Td Ts Th Tc 7c"),
    ("Ts Th", "Td Tc 8d 3c 2h"),
    ("Qd Tc", "7s 7d 7h 7c 2d"),
    ("7s 7h", "7d 7c Ts 9s 2d"),
    ("Ks Qd", "4s 4d 4h 4c 7d"),
]


@pytest.mark.parametrize(("wanted", "back"), EXAMPLES)
def test_the_books_examples(wanted: str, back: str) -> None:
    found = front(f"{back} {wanted}")
    # of equal cards the examples follow no order of suits
    assert sorted(card[0] for card in found.split()) == sorted(card[0] for card in wanted.split())
    assert front(" ".join(reversed(f"{back} {wanted}".split()))) == found


# Every threshold of the rows for two pair and four of a kind, on both sides.
TWO_PAIR = {"A": "", "K": "", "Q": "", "J": "A", "T": "A", "9": "A"} | dict.fromkeys("876", "K")
TWO_PAIR |= dict.fromkeys("543", "Q")
QUADS = dict.fromkeys("JT9", "K") | dict.fromkeys("876", "Q") | dict.fromkeys("5432", "2")
ORDER = "23456789TJQKA"


@pytest.mark.parametrize("big", TWO_PAIR)
def test_two_pair_at_its_threshold(big: str) -> None:
    small = "2"
    for high in "AKQJT9876":
        if high == big:
            continue
        low = next(one for one in "64537" if one not in (big, small, high))
        least = next(one for one in "35476" if one not in (big, small, high, low))
        hand = f"{big}c {big}d {small}h {small}s {high}d {low}h {least}c"
        one = {ORDER.index(x[0]) for x in hand.split()}
        if way.can_complete(sum(1 << x for x in one), 0, 0, PAI_GOW_BUG) or ORDER.index(high) < ORDER.index(
            low
        ):
            continue
        kept = TWO_PAIR[big] != "" and ORDER.index(high) >= ORDER.index(TWO_PAIR[big])
        assert front(hand) == (f"{high}d {low}h" if kept else f"{small}s {small}h"), hand


@pytest.mark.parametrize("big", "T987654")
def test_the_joker_in_front_is_an_ace_for_two_pair(big: str) -> None:
    assert front(f"{big}c {big}d 2h 2s Jk 3d Jh") == "Jk Jh"


@pytest.mark.parametrize("rank", QUADS)
def test_four_of_a_kind_at_its_threshold(rank: str) -> None:
    for high in "AKQJT9876":
        if high == rank:
            continue
        low, least = [one for one in "65432" if one not in (rank, high)][:2]
        if ORDER.index(low) > ORDER.index(high):
            continue
        hand = f"{rank}c {rank}d {rank}h {rank}s {high}d {low}h {least}c"
        kept = ORDER.index(high) >= ORDER.index(QUADS[rank])
        assert front(hand) == (f"{high}d {low}h" if kept else f"{rank}s {rank}h"), hand


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("Ac Ad Ah As Kd Qh Jc", "As Ah"),  # no pair beside four aces: split
        ("Kc Kd Kh Ks 2d 2h Jc", "2h 2d"),  # a pair beside them: kept
        ("Kc Kd Kh Ks Ad Jk Jc", "Jk Ad"),  # the joker makes the pair
        ("Kc Kd Kh Ks Jk Qh Jc", "Ks Kh"),  # the joker is an ace and no pair
        ("Jc Jd Jh Js Jk 4h 3c", "Jk 4h"),  # but it is more than a king
        ("Tc Td Th Ts 4d 4h 3c", "4h 4d"),  # a pair is more than a king
        ("7c 7d 7h 7s 5d 5h 5c", "5h 5d"),  # four and three
        ("3c 3d 3h 3s 9d 9h Ac", "9h 9d"),
        ("Ac Ad Ah Jk Kd Qh 4c", "Jk Ah"),  # four aces with the joker, split
        ("As Ad Ac Jk Ks Qs Js", "Ad Ac"),  # the better back of the split: a royal flush
        ("Ac Ad Ah As Jk Kd Kh", "Jk As"),  # five aces: a pair of them, whatever is beside
    ],
)
def test_four_and_five_of_a_kind(hand: str, wanted: str) -> None:
    assert front(hand) == wanted


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("Ac Ad Jk Kd Qh 9c 4s", "Jk Kd"),  # three aces, one of them the joker
        ("Ac Jk Kd Qh 9c 4s 3d", "Kd Qh"),  # a pair of aces
        ("Jk Kd Qh 9c 8s 4s 2d", "Kd Qh"),  # the joker is the highest card
        ("9c 9d Jk Kd 5h 3s 2c", "Jk Kd"),
        ("Ac Jk 9d 9h 6s 4c 2d", "9h 9d"),  # two pair, aces up
        ("Ac Jk 9d 9h 6s 6c 2d", "Jk Ac"),  # three pair
        ("Kc Kd Jk Ah 9d 9h 2s", "Jk Ah"),  # three pair again, and the joker in front
        ("Jk 7s 6h 5s 4d 3c 2d", "Jk 7s"),  # a straight needs no joker
        ("Jk 7s 6h 5s 4d 2c Kd", "Kd 7s"),  # one that does: the joker is the three
        ("9c 9d 9h Jk 8s 7d 6c", "9h 9d"),  # with three of a kind
        ("Ac Ad Jk Kd Qh Jc 5s", "Ad 5s"),  # no pair can go in front: ace-five and the straight
        ("Kc Kd Kh Ad Jk Qh Jc", "Jk Ad"),  # a full house before the straight
    ],
)
def test_the_joker_in_the_house_way(hand: str, wanted: str) -> None:
    assert front(hand) == wanted


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("Ks Qs 9s 7s 4s 3d 2c", "3d 2c"),  # a flush
        ("Ks Qs 9s 7s 4s 3s 2c", "Ks 2c"),  # six of a suit: the highest can go
        ("Ks Qs 9s 7s 4s 3s 2s", "Ks Qs"),
        ("9s 8s 7s 6s 5s Kd Ad", "Ad Kd"),  # a straight flush
        ("9s 9d 7s 6s 5s 2s Kd", "Kd 9d"),  # one pair: the flush stays, the pair does not
        ("9d 9c Ks Qs 7s 6s 2s", "9d 9c"),  # one pair in front of it
        ("Kh Kd Ks Qs 7s 6s 2s", "Kh Kd"),  # three of a kind and a flush
        ("Ah Ad As Qs 7s 6s 2s", "Ah Ad"),
        ("Kc Kd 9s 9h 9d 4c 2s", "Kd Kc"),  # full houses
        ("Kc Kd Kh 9s 9h 4c 2s", "9s 9h"),
        ("Kc Kd Kh 9s 9h 7c 7s", "9s 9h"),
        ("9c 9d 9h Ks Kh 7c 7s", "Ks Kh"),
        ("Ac Ad Kh Ks 9h 8c 7s", "Ks Kh"),
        ("As Ks Qs Js Ts Ad Kd", "Ks Kd"),  # two pair, though there is a royal flush
    ],
)
def test_straights_flushes_and_full_houses(hand: str, wanted: str) -> None:
    assert front(hand) == wanted


def test_the_highest_pair_of_a_full_house_under_the_other_reading() -> None:
    other = FPG.ruled({"full-house-with-two-pair": "highest-pair"}).params
    assert front("Kc Kd Kh 9s 9h 7c 7s", other) == "Kh Kd"
    assert front("Kc Kd Kh 9s 9h 4c 2s", other) == "9s 9h"  # kings would leave a lower pair


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("Jk Kd Qh 9c 8s 4s 2d", "Qh 9c"),  # a pair of kings with the joker
        ("9c 9d Jk Kd 5h 3s 2c", "Kd 5h"),  # three nines
        ("Ac Jk 9d 9h 6s 4c 2d", "Ac 6s"),
        ("Kc Kd 9d 9h Jk 4c 2d", "Kd Kc"),  # the joker makes three nines behind the kings
        ("Kc Kd Kh Ks Jk Ah 5c", "Jk Ah"),  # four kings and a pair of aces
        ("Kc Kd Kh Jk Ah 5c 2d", "Kh Kd"),  # four kings with the joker, split
        ("Jk 9s 8d 7c 6h 5s 2d", "Jk 2d"),  # a pair in front of the straight
        ("Ac Ad Jk Kh 9c 7d 3s", "Jk Kh"),
        ("Ac Ad Ah As Jk Kd Kh", "Jk As"),
    ],
)
def test_the_house_way_with_a_wild_joker_in_the_largest_group(hand: str, wanted: str) -> None:
    assert front(hand, WILD) == wanted


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("Ac Ad Ah As Jk 3d 2h", "Jk As"),  # five aces have a row of their own
        ("Ac Ad Ah As Jk Kd Kh", "Jk As"),
        ("Kc Kd Kh Ks Jk Ah 5c", "Jk Ah"),  # a pair in front of four of a kind
        ("Kc Kd Kh Ks Jk Qh Qc", "Jk Ks"),  # kings in front of a full house
        ("8c 8d 8h 8s Jk 3h 2c", "Jk 3h"),
        ("Kc Kd Kh Jk Qh 7c 7d", "Jk Qh"),  # queens in front of the full house, not kings before sevens
        ("Qc Qd Qh Jk Tc 8h 8d", "Jk Tc"),
        ("Ac Ad Ah Jk Qh 9c 4d", "Jk Qh"),  # three aces stay together behind a pair
        ("Jc Jd Jh Jk Qs Td 6h", "Jk Qs"),
        ("Kc Kd 9d 9h Jk 4c 2d", "Kd Kc"),  # the highest pair before three of a kind
        ("Kc Kd Jk 9d 8h 6c 4d", "Jk 9d"),  # kings and nines
        ("9c 9d Jk Kd 5h 3s 2c", "9d 9c"),  # the same with kings behind
        ("2c 2d Jk Ad 9h 7s 5c", "2d 2c"),
        ("Ad 9d 7d 5d 3c 3d Jk", "3d 3c"),  # threes in front, the joker better in the flush
        ("9d 9c Kd Qd 7d 5d Jk", "9d 9c"),  # a pair in front, a flush by the joker behind
        ("Jk 9s 8d 7c 6h 5s 2d", "Jk 2d"),  # a pair in front of the straight
        ("Jk As Kd Qh Jc 4d 2h", "4d 2h"),  # no pair can go in front: the straight stays
        ("Jk Kd Qh 9c 8s 4s 2d", "Kd 9c"),  # no pair and no straight: queens behind king and nine
        ("Jk As Th 8c 6s 3d 2d", "As 8c"),
    ],
)
def test_the_house_way_with_a_wild_joker_that_serves_best(hand: str, wanted: str) -> None:
    assert front(hand, SERVING) == wanted


def test_the_best_use_is_the_best_pair_in_front_by_what_stays_behind() -> None:
    """Told again naively: all settings, ranked by class of the back, then the front, then the back."""
    rng = Random(11)
    for _ in range(1_500):
        hand = (*rng.sample(range(52), 6), JOKER)
        ranks = Counter(card // 4 for card in hand[:6])
        if 4 in ranks.values() and ranks[ACE] == 4:
            continue
        ways = []
        for two in combinations(range(7), 2):
            values = worth(SERVING, hand, two, [at for at in range(7) if at not in two])
            if values[0] <= values[1]:
                ways.append(values)
        pairs = [values for values in ways if values[0] >= two_rank(cards("2c 2d"))]
        found = worth(SERVING, hand, *house_setting(SERVING, hand))
        if pairs:
            kept = {0: 0, 1: 0, 2: 0, 3: 1}
            assert found == max(pairs, key=lambda one: (kept.get(category(one[1]), 2), *one)), faces(hand)
            continue
        assert set(ranks.values()) == {1}, faces(hand)  # only without a pair beside the joker
        complete = [values for values in ways if category(values[1]) >= STRAIGHT]
        if complete:
            assert found == max(complete), faces(hand)
        else:
            high, second, third, *_ = sorted(ranks, reverse=True)
            assert found[0] == two_rank((4 * high, 4 * third)), faces(hand)
            assert found[1] >> 16 == 0x10 + second + 2, faces(hand)


def reference(hand: tuple[int, ...]) -> tuple[int, int]:
    """The values of the two parts by the chart, read naively: ranks counted, all settings tried."""
    ranks = [ACE if card == JOKER else card // 4 for card in hand]
    count = Counter(ranks)
    by_times = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = tuple(sorted(count.values(), reverse=True))
    ways = []
    for two in combinations(range(7), 2):
        back = high_with([hand[at] for at in range(7) if at not in two], PAI_GOW_BUG)
        ways.append(
            (two_rank([hand[at] for at in two]), back, sorted((ranks[at] for at in two), reverse=True))
        )

    def with_front(*wanted: int) -> tuple[int, int]:
        return max((f, b) for f, b, shown in ways if shown == sorted(wanted, reverse=True))

    complete = [(f, b) for f, b, _ in ways if category(b) >= STRAIGHT]
    singles = sorted((rank for rank in count if count[rank] == 1), reverse=True)
    big = by_times[0]
    if shape[0] == 5:
        return with_front(ACE, ACE)
    if shape[0] == 4:
        others = sorted((rank for rank in ranks if rank != big), reverse=True)
        pair = next((rank for rank in set(others) if others.count(rank) >= 2), None)
        if big <= 3:
            least = -1
        elif big <= 6:
            least = 10
        elif big <= 9:
            least = 11
        else:
            least = 99
        if pair is not None:
            return with_front(pair, pair)
        return with_front(*others[:2]) if others[0] >= least else with_front(big, big)
    if shape[:2] == (3, 3):
        return with_front(big, big)
    if shape[0] == 3 and shape[1] == 2:
        pair = max(rank for rank in count if count[rank] == 2)
        return with_front(pair, pair)
    if shape[0] == 3:
        if complete:
            return max(complete)
        return with_front(ACE, singles[0]) if big == ACE else with_front(*singles[:2])
    if shape[:3] == (2, 2, 2):
        return with_front(big, big)
    if shape[:2] == (2, 2):
        least = 99 if big >= 10 else 12 if big >= 7 else 11 if big >= 4 else 10
        return with_front(*singles[:2]) if singles[0] >= least else with_front(by_times[1], by_times[1])
    if complete:
        return max(complete)
    return with_front(*singles[:2]) if shape[0] == 2 else with_front(*singles[1:3])


def test_the_chart_read_another_way_sets_the_same() -> None:
    rng = Random(4)
    for number in range(4_000):
        pool = DECK if number % 2 else [*rng.sample(DECK, 16), JOKER]
        hand = tuple(rng.sample(sorted(set(pool)), 7))
        if number % 3 == 0:  # hands with many equal ranks
            few = rng.sample(range(13), 4)
            hand = tuple(rng.sample([card for card in DECK if card // 4 in few or card == JOKER], 7))
        setting = house_setting(BUG, hand)
        assert worth(BUG, hand, *setting) == reference(hand), faces(hand)


@pytest.mark.parametrize("flags", [PAI_GOW_BUG, PAI_GOW_WILD])
@pytest.mark.parametrize(("keeps", "serves"), [(True, False), (False, False), (True, True)])
def test_no_hand_is_set_foul(flags: int, keeps: bool, serves: bool) -> None:
    """A large sample, compiled; the whole 154,143,080 hands pass as well."""
    chart, compiled = way.lookup(BUG.house_way, keeps, serves), fast(way.house_way)
    rng = Random(flags + keeps)
    for number in range(50_000):
        hand = (*rng.sample(range(52), 6), JOKER) if number % 5 == 0 else tuple(rng.sample(range(53), 7))
        split = compiled(hand, chart, flags)
        assert 0 <= split < way.SPLITS
        shown, back = way.split_front(hand, split), way.split_back(hand, split)
        assert sorted(shown + back) == sorted(hand)
        if number % 10 == 0:
            assert two_rank(shown, flags == PAI_GOW_WILD) <= high_with(back, flags), faces(hand)
        if number % 50 == 0:
            assert split == way.house_way(hand, chart, flags)


@given(st.permutations(cards("Kc Kd Jk 9s 9h 4c 2s")), st.booleans())
def test_the_order_of_the_cards_does_not_matter(hand: list[int], wild: bool) -> None:
    for params in (WILD, SERVING) if wild else (BUG,):
        assert front(faces(hand), params) == front("Kc Kd Jk 9s 9h 4c 2s", params)


def test_a_chart_must_be_whole() -> None:
    with pytest.raises(ValueError, match="two pair with a big pair of rank Q"):
        way.lookup(way.Chart((way.Keep("3 4 5 6 7 8 9 T J K A", "never"),), ()))
    with pytest.raises(ValueError, match="four of a kind of rank 2"):
        way.lookup(way.Chart((way.Keep("3 4 5 6 7 8 9 T J Q K A", "never"),), ()))


def test_another_rooms_chart_is_another_set_of_rows() -> None:
    always_split = way.Chart(BUG.house_way.two_pair, (way.Keep("A K Q J T 9 8 7 6 5 4 3 2", "never"),))
    hand = cards("Kc Kd Kh Ks 2d 2h Jc")
    split = way.house_way(hand, way.lookup(always_split), PAI_GOW_BUG)
    assert faces(sorted(way.split_front(hand, split), reverse=True)) == "Ks Kh"
