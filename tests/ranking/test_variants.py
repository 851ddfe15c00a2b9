"""Jokers, stripped decks and changed orders against brute force: every joker is tried as every card."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest

from housedealer.pieces.cards import cards
from housedealer.ranking.high import high
from housedealer.ranking.poker import CATEGORY_NAMES, FLUSH, TRIPS, category, describe, ranks_of
from housedealer.ranking.variants import (
    BRIDGE_DECK,
    DECK_RANKS,
    FIVE_ACES,
    FIVE_OF_A_KIND,
    FLUSH_OVER_FULL_HOUSE,
    JOKER_BUG,
    JOKER_WILD,
    LISTED_STRAIGHTS,
    MEXICAN_DOWN,
    MEXICAN_UP,
    PAI_GOW_BUG,
    PAI_GOW_WILD,
    SHORT_DECK,
    SHORT_DECK_POKER,
    STANDARD,
    TRIPS_OVER_STRAIGHT,
    WHEEL_SECOND,
    high_with,
    mexican,
)

Key = tuple[float, list[float]]

PLACES = {name: float(place) for place, name in enumerate(CATEGORY_NAMES)}
STRAIGHTS = {
    STANDARD: ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"],
    SHORT_DECK: ["A6789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"],
    BRIDGE_DECK: ["A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA"],
    LISTED_STRAIGHTS: ["A2345", "4567J", "567JQ", "67JQK", "7JQKA"],
}


def natural(hand: list[int], flags: int) -> tuple[str, list[float]]:
    """The category of up to five cards and what decides within it, as the rule books put it."""
    count = Counter(card // 4 for card in hand)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    shape = sorted(count.values(), reverse=True)
    ties = [float(rank) for rank in ranks]
    if shape[0] == 5:
        if ranks[0] == 12 and flags & (FIVE_ACES | FIVE_OF_A_KIND):
            return "five aces", ties
        if flags & FIVE_OF_A_KIND:
            return "five of a kind", ties
        return "four of a kind", ties * 2
    held = frozenset("23456789TJQKA"[rank] for rank in count)
    flush = len(hand) == 5 and len({card % 4 for card in hand}) == 1
    for place, straight in enumerate(STRAIGHTS[flags & 3]):
        if len(hand) == 5 and held == frozenset(straight):
            if place == 0 and flags & WHEEL_SECOND:
                return "straight flush" if flush else "straight", [len(STRAIGHTS[flags & 3]) - 1.5]
            if flush:
                return "royal flush" if straight[-1] == "A" else "straight flush", [place]
            return "straight", [place]
    if shape[0] == 4:
        return "four of a kind", ties
    if shape[:2] == [3, 2] and not (flush and flags & FLUSH_OVER_FULL_HOUSE):
        return "full house", ties  # of one suit, which two decks can make
    if flush:
        return "flush", sorted((float(card // 4) for card in hand), reverse=True)
    if shape[0] == 3:
        return "three of a kind", ties
    return {2: "two pair", 1: "pair", 0: "high card"}[shape.count(2)], ties


def key(hand: list[int], flags: int) -> Key:
    name, ties = natural(hand, flags)
    place = PLACES[name]
    if name == "flush" and flags & FLUSH_OVER_FULL_HOUSE:
        place = PLACES["full house"] + 0.5
    if name == "three of a kind" and flags & TRIPS_OVER_STRAIGHT:
        place = PLACES["straight"] + 0.5
    return place, ties


def stand_ins(hand: list[int], deck: list[int]) -> Iterator[int]:
    """What a joker may be: a card of the deck that isn't in the hand, or the fifth of four."""
    count = Counter(card // 4 for card in hand)
    for card in deck:
        if card not in hand or count[card // 4] >= 4:
            yield card


def completed(hand: list[int], jokers: int, flags: int, deck: list[int]) -> Iterator[list[int]]:
    """The hands that the jokers may make, under the flag for what they may do."""
    if jokers == 0:
        yield hand
        return
    for card in stand_ins(hand, deck):
        yield from completed([*hand, card], jokers - 1, flags, deck)


def best_five(five: tuple[int, ...], flags: int, deck: list[int]) -> Key:
    known = [card for card in five if card < 52]
    jokers = len(five) - len(known)
    best: Key = (-1, [])
    for hand in completed(known, jokers, flags, deck):
        if flags & JOKER_BUG and any(card // 4 != 12 for card in hand[len(known) :]):
            name = natural(hand, flags)[0]
            if name not in ("straight", "flush", "straight flush", "royal flush"):
                continue
        best = max(best, key(hand, flags))
    return best


def expected(hand: list[int], flags: int) -> Key:
    deck = [card for card in range(52) if DECK_RANKS[flags & 3] >> card // 4 & 1]
    return max(best_five(five, flags, deck) for five in combinations(hand, min(5, len(hand))))


def deck_of(flags: int) -> list[int]:
    return [card for card in range(52) if DECK_RANKS[flags & 3] >> card // 4 & 1]


def assert_same_order(hands: list[list[int]], flags: int) -> None:
    """Sorted by the value, hands must be sorted by the second rules, and tie where those tie."""
    judged = sorted((high_with(hand, flags), expected(hand, flags), hand) for hand in hands)
    for (value, known, hand), (next_value, next_known, next_hand) in pairwise(judged):
        assert known <= next_known, (flags, hand, next_hand)
        assert (value == next_value) == (known == next_known), (flags, hand, next_hand)
    for value, known, hand in judged:
        assert category(value) == {4.5: TRIPS, 6.5: FLUSH}.get(known[0], int(known[0])), hand


NO_JOKER = [
    STANDARD,
    WHEEL_SECOND,
    FLUSH_OVER_FULL_HOUSE,
    TRIPS_OVER_STRAIGHT,
    SHORT_DECK,
    SHORT_DECK_POKER,
    SHORT_DECK_POKER | TRIPS_OVER_STRAIGHT,
    SHORT_DECK | WHEEL_SECOND,
    BRIDGE_DECK,
    BRIDGE_DECK | WHEEL_SECOND | FLUSH_OVER_FULL_HOUSE,
    LISTED_STRAIGHTS,
]


@pytest.mark.parametrize("flags", NO_JOKER)
@pytest.mark.parametrize("size", [4, 5, 7])
def test_no_joker(flags: int, size: int) -> None:
    dice = Random(flags * 10 + size)
    narrow = dice.sample(deck_of(flags), 16)
    hands = [dice.sample(deck_of(flags), size) for _ in range(150)]
    assert_same_order(hands + [dice.sample(narrow, size) for _ in range(150)], flags)


WITH_JOKER = [
    PAI_GOW_BUG,
    PAI_GOW_WILD,
    JOKER_BUG,
    JOKER_WILD,
    JOKER_WILD | FIVE_ACES,
    JOKER_WILD | FIVE_OF_A_KIND | WHEEL_SECOND,
    JOKER_BUG | FIVE_ACES | WHEEL_SECOND,
    MEXICAN_DOWN,
    MEXICAN_UP,
    MEXICAN_DOWN | LISTED_STRAIGHTS,
    MEXICAN_UP | LISTED_STRAIGHTS,
    SHORT_DECK_POKER | JOKER_WILD | FIVE_OF_A_KIND | TRIPS_OVER_STRAIGHT,
]


@pytest.mark.parametrize("flags", WITH_JOKER)
@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_one_joker(flags: int, size: int) -> None:
    dice = Random(flags * 10 + size)
    # Cards of few ranks and of few suits make the hands that are rare among random ones.
    few = [12, *dice.sample(range(12), 5)]
    ranks = [card for card in deck_of(flags) if card // 4 in few]
    suits = [card for card in deck_of(flags) if card % 4 == 1 or card // 4 == 12]
    sources = [deck_of(flags), ranks if len(ranks) >= 8 else deck_of(flags), suits]
    assert_same_order([[*dice.sample(sources[n % 3], size - 1), 52] for n in range(120)], flags)


@pytest.mark.parametrize("flags", [PAI_GOW_BUG, PAI_GOW_WILD, MEXICAN_DOWN])
def test_seven_cards_and_a_joker(flags: int) -> None:
    dice = Random(flags)
    assert_same_order([[*dice.sample(deck_of(flags), 6), 52] for _ in range(120)], flags)


@pytest.mark.parametrize("flags", [PAI_GOW_WILD, PAI_GOW_BUG, JOKER_WILD | FIVE_ACES])
def test_two_jokers(flags: int) -> None:
    dice = Random(flags)
    hands = [[*dice.sample(range(52), 3), 52, 53] for _ in range(25)]
    hands += [[*dice.sample(range(1, 52, 4), 3), 52, 53] for _ in range(10)]
    assert_same_order([*hands, [48, 49, 50, 52, 53], [44, 45, 48, 52, 53]], flags)


@pytest.mark.parametrize("flags", [STANDARD, FIVE_OF_A_KIND, FLUSH_OVER_FULL_HOUSE | FIVE_ACES])
def test_cards_of_several_decks(flags: int) -> None:
    dice = Random(flags)
    shoe = [card for card in range(52) if card // 4 > 8 or card % 4 == 0] * 8
    hands = [dice.sample(shoe, 5 + n % 3) for n in range(400)]
    assert_same_order([*hands, [48] * 5, [44] * 5, [48] * 4 + [44], [44, 48, 48, 48, 48, 48]], flags)


def test_the_flags_of_a_standard_deck_give_the_plain_values() -> None:
    dice = Random(1)
    for _ in range(3000):
        hand = dice.sample(range(52), dice.randint(1, 8))
        assert high_with(hand, STANDARD) == high(hand)


@pytest.mark.parametrize(
    ("hand", "flags", "words"),
    [
        ("As Ad Ah Ac Jk", PAI_GOW_BUG, "five aces"),
        ("As Ad Ah Ac Jk", PAI_GOW_WILD, "five aces"),
        ("7s 7d 7h 7c Jk", PAI_GOW_BUG, "four of a kind, sevens, ace kicker"),
        ("7s 7d 7h 7c Jk", JOKER_WILD | FIVE_ACES, "four of a kind, sevens, ace kicker"),
        ("Ks Kd 4h 4c Jk", PAI_GOW_BUG, "two pair, kings and fours, ace kicker"),
        ("Ks Kd 4h 4c Jk", PAI_GOW_WILD, "full house, kings full of fours"),
        ("Ks Qs 4s 2s Jk", PAI_GOW_BUG, "flush, A-K-Q-4-2"),
        ("As Ks 4s 2s Jk", PAI_GOW_BUG, "flush, A-K-Q-4-2"),
        ("Ks Qs Js Ts Jk", PAI_GOW_BUG, "royal flush"),
        ("9s 8s 7s 6s Jk", PAI_GOW_BUG, "straight flush, ten high"),
        ("2s 3d 4s 5s Jk", PAI_GOW_BUG, "straight, six high"),
        ("As 3d 4s 5s Jk", PAI_GOW_BUG, "straight, five high"),
        ("Jk Ks", PAI_GOW_BUG, "high card, A-K"),
        ("Jk Ks", PAI_GOW_WILD, "pair of kings"),
        ("Jk As", PAI_GOW_BUG, "pair of aces"),
        ("Jk", PAI_GOW_WILD, "high card, A"),
        ("4s 5d 6h 7c Js", MEXICAN_UP, "straight, jack high"),
        ("7s Js Qs Ks As", MEXICAN_UP, "royal flush"),
        ("7s Js Qs Ks Jk", MEXICAN_DOWN, "royal flush"),
        ("6s 7s Js Qs Jk", MEXICAN_DOWN, "straight flush, king high"),
        ("7s 7d Jk", MEXICAN_UP, "pair of sevens, ace kicker"),
        ("7s 7d Jk", MEXICAN_DOWN, "three of a kind, sevens"),
        ("As 6d 7h 8c 9s", SHORT_DECK_POKER, "straight, nine high"),
        ("As 2d 3h 4c 5s", WHEEL_SECOND, "straight, five high"),
    ],
)
def test_hands_in_words(hand: str, flags: int, words: str) -> None:
    assert describe(high_with(cards(hand), flags)) == words


def test_the_wheel_ranks_between_the_two_highest_straights() -> None:
    straights = ["9d Td Js Qs Ks", "Ad 2d 3s 4s 5s", "Td Jd Qs Ks As"]
    values = [high_with(cards(hand), WHEEL_SECOND) for hand in straights]
    assert values == sorted(values)
    assert high_with(cards(straights[1]), STANDARD) < high_with(cards(straights[0]), STANDARD)


def test_a_flush_and_a_full_house_change_places() -> None:
    flush, full = cards("2s 4s 6s 8s Ts"), cards("Ks Kd Kc 2d 2h")
    assert high_with(flush, STANDARD) < high_with(full, STANDARD)
    assert high_with(flush, FLUSH_OVER_FULL_HOUSE) > high_with(full, FLUSH_OVER_FULL_HOUSE)
    assert high_with(flush, FLUSH_OVER_FULL_HOUSE) < high_with(cards("2s 2d 2h 2c 3s"), FLUSH_OVER_FULL_HOUSE)


def test_three_of_a_kind_and_a_straight_change_places() -> None:
    both = cards("6s 6d 6h 7c 8s 9d Th")
    assert category(high_with(both, SHORT_DECK | TRIPS_OVER_STRAIGHT)) == TRIPS
    assert CATEGORY_NAMES[category(high_with(both, SHORT_DECK))] == "straight"


@pytest.mark.parametrize("deck", [BRIDGE_DECK, LISTED_STRAIGHTS])
def test_the_joker_of_mexican_poker_is_ranked_as_it_was_dealt(deck: int) -> None:
    dice = Random(deck)
    for _ in range(200):
        hand = dice.sample(deck_of(deck), dice.randint(0, 4))
        assert mexican([*hand, 52], deck) == high_with([*hand, 52], MEXICAN_UP | deck)
        assert mexican([*hand, 53], deck) == high_with([*hand, 52], MEXICAN_DOWN | deck)
        assert mexican(hand, deck) == high_with(hand, MEXICAN_UP | deck)


def test_equal_hands_with_and_without_the_joker_tie() -> None:
    assert high_with(cards("As Kd 7h 5c Jk"), MEXICAN_UP) == high_with(cards("As Ad Kh 7c 5s"), MEXICAN_UP)
    assert ranks_of(high_with(cards("As Jk"), MEXICAN_UP)) == [12]


def test_without_a_flag_for_it_a_joker_is_a_scrap_of_paper() -> None:
    assert high_with(cards("As Kd Jk"), STANDARD) == high(cards("As Kd"))
