"""Pai gow poker: the whole count against every pair of hands of a short deck, and what it comes to."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from housedealer import odds, rooms
from housedealer.games.pai_gow.house_way import house_way, split_back, split_front
from housedealer.games.pai_gow.poker import LOSES, result
from housedealer.kernel import fast
from housedealer.odds.pai_gow import GAMES, chart_of, kept
from housedealer.odds.pai_gow_count import count
from housedealer.odds.setup import Setup
from housedealer.odds.seven_cards import CLASSES, class_of_seven, count_classes, count_hands
from housedealer.pieces.cards import JOKER
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import JOKER_WILD, high_with
from housedealer.table.errors import Refused

LUCKY, GARLIC = "lucky-buck/fortune-pai-gow-poker-1-1", "garlic-city/fortune-pai-gow-poker"
DEALS = comb(53, 7) * comb(46, 7)
SHORT = (0, 3, 11, 12)
"""The ranks of a short deck: deuces, fives, kings and aces."""


def pair_by_pair(game: Any, deck: list[int]) -> Any:
    """The same count without any cleverness: every hand against every other that shares no card with it."""
    flags: int = game.flags
    chart: Any = np.array(chart_of(game))
    wild = flags & JOKER_WILD != 0
    hands = list(combinations(deck, 7))
    rows = []
    for hand in hands:
        cards: Any = np.array(hand)
        split = fast(house_way)(cards, chart, flags)
        front = two_rank(split_front(hand, split), wild)
        back = high_with(split_back(hand, split), flags)
        rows.append((front, back, fast(class_of_seven)(cards, game.bonus_flags)))
    fronts, backs, classes = (np.array(column) for column in zip(*rows, strict=True))
    masks = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
    came = np.array([[result(9 + a, 99 + b, 9, 99) - LOSES for b in (-1, 0, 1)] for a in (-1, 0, 1)])
    found = np.zeros((CLASSES, 3), dtype=np.int64)
    for at, mask in enumerate(masks):
        apart = masks & mask == 0
        front, back = np.sign(fronts[at] - fronts[apart]) + 1, np.sign(backs[at] - backs[apart]) + 1
        found[classes[at]] += np.bincount(came[front, back], minlength=3)
    return found


@pytest.mark.parametrize("name", [LUCKY, GARLIC])
def test_the_whole_count_of_a_short_deck(name: str) -> None:
    game = rooms.game(name).params
    deck = [4 * rank + suit for rank in SHORT for suit in range(4)] + [JOKER]
    ranks = sum(1 << rank for rank in SHORT)
    found = count(chart_of(game), game.flags, game.bonus_flags, ranks)
    assert found.sum() == comb(17, 7) * comb(10, 7)
    assert found.tolist() == pair_by_pair(game, deck).tolist()


@pytest.mark.parametrize("name", [LUCKY, GARLIC])
def test_seven_cards_without_and_with_alike_suits(name: str) -> None:
    flags = rooms.game(name).params.bonus_flags
    held = np.array([0b1111101000001] * 4)
    for jokers in (0, 1):
        counts = []
        for alike in ((True, True, True), (False, False, False), (True, False, True), (False, True, True)):
            found = np.zeros(CLASSES, dtype=np.int64)
            fast(count_hands)(held, jokers, alike, flags, np.zeros(7, dtype=np.int64), found)
            counts.append(found.tolist())
        assert counts == counts[:1] * 4
        assert sum(counts[0]) == comb(28, 7 - jokers)


@pytest.mark.parametrize("name", GAMES)
def test_the_count_that_is_kept(name: str) -> None:
    """It holds every deal, and of each class of seven cards as many as there are hands."""
    game = rooms.game(name).params
    found = kept(game)
    assert found.sum() == DEALS
    many = count_classes(Setup(name).pieces(), game.bonus_flags)
    assert {one: often * comb(46, 7) for one, often in many.items()} == {
        one: int(often) for one, often in enumerate(found.sum(axis=1)) if often
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", [LUCKY, GARLIC])
def test_the_count_again(name: str) -> None:
    game = rooms.game(name).params
    assert count(chart_of(game), game.flags, game.bonus_flags).tolist() == kept(game).tolist()


def test_a_copy_is_what_the_player_dealer_has_over_a_bettor() -> None:
    """Both set alike: without copies nobody would have the better of it, and every copy is half a wager."""
    game = rooms.game(LUCKY).params
    found = kept(game).sum(axis=0).tolist()
    edge = odds.of(LUCKY, spot="wager").wager("wager").edge
    assert edge == Fraction(found[0] - found[2], DEALS)
    assert 0.012 < edge < 0.014


@pytest.mark.parametrize(
    ("name", "others"),
    [(LUCKY, {"four-of-a-kind": "5", "straight-flush": "20", "royal-flush": "50"}), (GARLIC, {})],
)
def test_envy_is_paid_for_every_other_player(name: str, others: dict[str, str]) -> None:
    """By hand from the numbers of hands: each prize as often as another player's seven cards earn it."""
    game: Any = rooms.game(name).params
    table = next(bonus for bonus in game.bonuses_in_use() if bonus.spot == "fortune")
    assert others.items() <= table.prizes.items()
    report = odds.of(name)
    one, bonus = report.wager("envy per other player"), report.wager("fortune")
    expected = Fraction(0)
    for row in bonus.rows:
        prize = table.prizes.get(row.outcome)
        if prize:
            expected += Fraction(row.combinations, bonus.rounds) * Fraction(int(prize))
    assert -one.edge * int(game.envy_minimum) == expected > 0
    assert {row.outcome for row in one.rows if row.returned} == set(table.prizes) & {
        row.outcome for row in bonus.rows
    }


def test_a_paytable_and_a_deck_of_ones_own() -> None:
    better = dict.fromkeys(("five-aces",), "1,000:1")
    pays = {**dict(rooms.game(LUCKY).params.bonus[0].pays), **better}
    before, after = odds.of(LUCKY).wager("fortune"), odds.of(LUCKY, spot="fortune", paytable=pays)
    assert before.edge - after.wager("fortune").edge == Fraction(1128 * 750, comb(53, 7))
    with pytest.raises(Refused, match="whole deck"):
        odds.of(LUCKY, remove=[0], exact=True)
    fewer = odds.of(LUCKY, spot="fortune", remove=[JOKER]).wager("fortune")
    assert fewer.rounds == comb(52, 7)
    assert "five-aces" not in {row.outcome for row in fewer.rows}
    assert odds.of(LUCKY, remove=[0], rounds=1000).wager("wager").rounds == 1000


def test_the_rulings_that_matter() -> None:
    changed = {one.ruling for one in odds.of(LUCKY, readings=True).readings}
    assert {"joker", "wheel", "full-house-with-two-pair", "straight-with-trips", "envy-minimum"} <= changed
    assert not changed & {"cover", "two-exposed", "pile-order", "bank-foul"}
