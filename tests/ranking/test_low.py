"""The lows against brute force over every five of the cards, jokers included."""

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest

from housedealer.pieces.cards import cards
from housedealer.ranking.low import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    ACES_HIGH,
    DEUCE_TO_SEVEN,
    FLUSHES_COUNT,
    JOKER_CHOOSES,
    STRAIGHTS_COUNT,
    ace_to_five,
    describe,
    deuce_to_seven,
    eight_or_better,
    low_category,
    low_with,
    qualified_low,
    topped_by,
)
from housedealer.ranking.poker import EIGHT, FLUSH, HIGH_CARD, KING, PAIR, SEVEN, SIX, STRAIGHT

Key = tuple[int, list[int]]


def worth(ranks: list[int], one_suit: bool, flags: int) -> Key:
    """How bad up to five cards are: their class as a high hand and the ranks that decide."""
    count = Counter(ranks)
    ordered = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = tuple(sorted(count.values(), reverse=True))
    straight = shape == (1,) * 5 and ordered[0] - ordered[4] == 4 and flags & STRAIGHTS_COUNT
    flush = len(ranks) == 5 and one_suit and flags & FLUSHES_COUNT
    if straight:
        return (8 if flush else 4), ordered[:1]
    if shape[0] >= 4:
        return shape[0] + 3, ordered
    if shape == (3, 2):
        return 6, ordered
    if flush:
        return 5, sorted(ranks, reverse=True)
    if shape[0] == 3:
        return 3, ordered
    return shape.count(2), ordered


def five_expected(five: tuple[int, ...], flags: int) -> Key:
    known = [card for card in five if card < 52]
    place = [card // 4 if flags & ACES_HIGH else (card // 4 + 1) % 13 for card in known]
    one_suit = len({card % 4 for card in known}) == 1
    jokers = len(five) - len(known)
    if jokers == 0:
        return worth(place, one_suit, flags)
    if flags & JOKER_CHOOSES:
        choices = product(range(13), repeat=jokers)
        return min(worth([*place, *ranks], False, flags) for ranks in choices)
    for _ in range(jokers):
        place.append(min(rank for rank in range(13) if rank not in place))
    return worth(place, False, flags)


def expected(hand: list[int], flags: int) -> Key:
    return min(five_expected(five, flags) for five in combinations(hand, min(5, len(hand))))


def assert_same_order(hands: list[list[int]], flags: int) -> None:
    """Sorted by the value, hands must be sorted from the worst, and tie where the second rules tie."""
    judged = sorted((low_with(hand, flags), expected(hand, flags), hand) for hand in hands)
    for (value, known, hand), (next_value, next_known, next_hand) in pairwise(judged):
        assert known >= next_known, (flags, hand, next_hand)
        assert (value == next_value) == (known == next_known), (flags, hand, next_hand)
    for value, known, _ in judged:
        assert low_category(value) == known[0]


ALL = [*range(8), JOKER_CHOOSES | DEUCE_TO_SEVEN, JOKER_CHOOSES | ACE_TO_SIX]


@pytest.mark.parametrize("flags", ALL)
@pytest.mark.parametrize("size", [1, 3, 4, 5, 6, 7])
def test_every_kind_of_low(flags: int, size: int) -> None:
    dice = Random(flags * 10 + size)
    suited = [card for card in range(52) if card % 4 == 0 or card // 4 in (2, 3)]
    sources = [list(range(52)), list(range(28)), suited, dice.sample(range(52), 14)]
    assert_same_order([dice.sample(sources[n % 4], size) for n in range(240)], flags)


@pytest.mark.parametrize("flags", ALL)
@pytest.mark.parametrize("size", [1, 4, 5, 6, 7])
def test_every_kind_of_low_with_a_joker(flags: int, size: int) -> None:
    dice = Random(flags * 10 + size)
    sources = [list(range(52)), list(range(28)), list(range(0, 52, 4)), dice.sample(range(52), 14)]
    assert_same_order([[*dice.sample(sources[n % 4], size - 1), 52] for n in range(200)], flags)


@pytest.mark.parametrize("flags", ALL)
@pytest.mark.parametrize("size", [2, 5, 6])
def test_every_kind_of_low_with_two_jokers(flags: int, size: int) -> None:
    dice = Random(flags * 10 + size)
    sources = [list(range(52)), list(range(28)), list(range(0, 52, 4))]
    assert_same_order([[*dice.sample(sources[n % 3], size - 2), 52, 53] for n in range(60)], flags)


def test_the_quick_forms_are_the_general_one() -> None:
    dice = Random(3)
    for _ in range(2000):
        hand = dice.sample(range(53), dice.randint(1, 8))
        assert ace_to_five(hand) == low_with(hand, ACE_TO_FIVE)
        assert deuce_to_seven(hand) == low_with(hand, DEUCE_TO_SEVEN)


@pytest.mark.parametrize("worst", [SIX, EIGHT, KING])
def test_a_qualified_low_is_a_low_without_pair_or_high_card(worst: int) -> None:
    dice = Random(worst)
    found = 0
    for _ in range(2000):
        hand = dice.sample(range(53), 7)
        value = ace_to_five(hand)
        qualifies = low_category(value) == HIGH_CARD and value >= topped_by(worst)
        assert qualified_low(hand, worst) == (value if qualifies else 0)
        found += qualifies
    assert 0 < found < 2000


def test_fewer_than_five_cards_never_qualify() -> None:
    assert eight_or_better(cards("As 2d 3h 4c")) == 0
    assert eight_or_better(cards("As 2d 3h 4c Jk")) > 0


@pytest.mark.parametrize(
    ("better", "worse", "flags"),
    [
        ("2s 3d 4h 6c 7s", "2d 3h 5c 6s 7d", ACE_TO_FIVE),
        ("As 2s 3s 4s 5s", "As 2d 3h 4c 6s", ACE_TO_FIVE),
        ("As 2d 3h 4c 6s", "As 2d 3h 4c 5s", ACE_TO_SIX),
        ("2s 3d 4h 5c 7s", "2s 3d 4h 5c 6s", DEUCE_TO_SEVEN),
        ("As 2d 3h 4c 5s", "2s 2d 3h 4c 5s", DEUCE_TO_SEVEN),
        ("Ks Qd Jh Tc 8s", "As 2d 3h 4c 5s", DEUCE_TO_SEVEN),
        ("As Ad Ah Kc Qs", "2s 3d 4h 5c 6s", DEUCE_TO_SEVEN),
        ("2s 3d 4h 5c 6s", "2s 3s 4s 5s 7s", DEUCE_TO_SEVEN),
        ("As Ks Qs Js 9s", "2s 2d 2h 3c 3s", DEUCE_TO_SEVEN),
        ("2s 3d 4h 5c 6s", "2s 3d 4h 5c 7s", ACES_HIGH),
        ("Ks", "As", ACES_HIGH),
        ("As", "Ks", ACE_TO_FIVE),
        ("Ks Qd Jh Tc", "As Ad 2h 3c", ACE_TO_FIVE),
    ],
)
def test_one_low_beats_another(better: str, worse: str, flags: int) -> None:
    assert low_with(cards(better), flags) > low_with(cards(worse), flags)


def test_up_cards_of_one_suit_in_a_row_are_but_their_ranks() -> None:
    assert low_category(deuce_to_seven(cards("2s 3s 4s 5s"))) == HIGH_CARD


@pytest.mark.parametrize(
    ("hand", "flags", "words"),
    [
        ("As 2d 3h 4c Jk", ACE_TO_FIVE, "5-4-3-2-A low"),
        ("2s 3d 4h 5c Jk", ACE_TO_FIVE, "5-4-3-2-A low"),
        ("As 2d 3h 6c Jk", ACE_TO_FIVE, "6-4-3-2-A low"),
        ("As Ad 3h 6c Jk", ACE_TO_FIVE, "pair of aces, 6-3-2 kickers"),
        ("2s 3d 4h 5c Jk", DEUCE_TO_SEVEN, "straight, six high"),
        ("2s 3d 4h 5c Jk", DEUCE_TO_SEVEN | JOKER_CHOOSES, "7-5-4-3-2 low"),
        ("2s 3s 4s 7s Jk", DEUCE_TO_SEVEN, "7-5-4-3-2 low"),
        ("2s 3s 4s 7s 8s", DEUCE_TO_SEVEN, "flush, 8-7-4-3-2"),
        ("Ks Kd Kh Kc As", ACE_TO_FIVE, "four of a kind, kings, ace kicker"),
        ("Ts 9d 8h", ACE_TO_FIVE, "10-9-8 low"),
        ("", ACE_TO_FIVE, "no cards"),
    ],
)
def test_lows_in_words(hand: str, flags: int, words: str) -> None:
    assert describe(low_with(cards(hand), flags), flags) == words


def test_the_words_for_no_low() -> None:
    assert describe(eight_or_better(cards("As 2d 3h 4c 9s"))) == "no low"


def test_a_seven_or_better() -> None:
    assert ace_to_five(cards("7s 6d 5h 4c 3s")) >= topped_by(SEVEN)
    assert ace_to_five(cards("8s 4d 3h 2c As")) < topped_by(SEVEN)
    assert deuce_to_seven(cards("8s 7d 5h 4c 3s")) >= topped_by(EIGHT, DEUCE_TO_SEVEN)
    assert deuce_to_seven(cards("As 5d 4h 3c 2s")) < topped_by(KING, DEUCE_TO_SEVEN)


def test_the_classes_of_a_low() -> None:
    assert low_category(deuce_to_seven(cards("2s 3d 4h 5c 6s"))) == STRAIGHT
    assert low_category(deuce_to_seven(cards("2s 3s 4s 5s 7s"))) == FLUSH
    assert low_category(deuce_to_seven(cards("2s 2d 4h 5c 6s"))) == PAIR
