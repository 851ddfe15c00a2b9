"""Caribbean Stud's count: against hands dealt one by one, its totals, its laws, and its strategy."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from housedealer import odds, rooms
from housedealer.games.poker_vs_dealer.caribbean import (
    NOT_QUALIFIED,
    RESULTS,
    advised,
    qualifies,
    showdown,
)
from housedealer.kernel import fast, kernel
from housedealer.odds.caribbean import (
    COMPLETIONS,
    FIVE,
    KINDS,
    ROWS,
    SHOWDOWNS,
    advise,
    against_all,
    cells,
    count,
    depends,
    kept,
    kind_names,
    kind_of,
    lists,
    lists_of,
    row_index,
    sampler,
    strategy,
)
from housedealer.odds.simulate import interval
from housedealer.odds.suits import first_of_kind, of_its_kind, suit_classes
from housedealer.pieces.cards import cards
from housedealer.ranking.high import BIT, high
from housedealer.ranking.poker import RANK_NAMES
from housedealer.table.errors import Refused

GAME = rooms.game("garlic-city/caribbean-stud-poker")
DECK = dict.fromkeys(range(52), 1)
FIVE_CARD_HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""Hands of five cards from nothing to the royal flush."""


@kernel
def dealt_one_by_one(hand: Any, up: int, both_held: bool, came: Any) -> None:
    """How a hand stands against each hand that the player-dealer may hold with his open card."""
    value = high(hand)
    bank = [up, 0, 0, 0, 0]
    rest = [0] * 46
    many = 0
    for card in range(52):
        taken = card == up
        for other in hand:
            taken = taken or card == other
        if not taken:
            rest[many] = card
            many += 1
    for a in range(46):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    bank[1], bank[2], bank[3], bank[4] = rest[a], rest[b], rest[c], rest[d]
                    worth = high(bank)
                    came[showdown(value, worth, qualifies(worth, bank, both_held))] += 1


@pytest.mark.parametrize("both_held", (False, True))
def test_hands_are_counted_as_if_they_were_dealt(both_held: bool) -> None:
    rng = Random(f"caribbean {both_held}")
    hands = [sorted(rng.sample(range(52), 5)) for _ in range(12)]
    hands += [sorted(cards(text)) for text in ("Ac Kd Jh 8s 3c", "2c 2d 3h 4s 5c", "Ac Kc Qc Jc Tc")]
    for hand in hands:
        up = rng.choice([card for card in range(52) if card not in hand])
        found, expected = (np.zeros(len(RESULTS), dtype=np.int64) for _ in range(2))
        value = fast(against_all)(np.array(hand), up, *lists_of(both_held), found)
        fast(dealt_one_by_one)(np.array(hand), up, both_held, expected)
        assert value == high(hand)
        assert found.tolist() == expected.tolist()
        assert found.sum() == COMPLETIONS


def test_all_deals_are_counted() -> None:
    found = kept(GAME.params)["found"]
    bank_hands = comb(47, FIVE) * FIVE
    assert found.sum() == 19_933_230_517_200 == comb(52, FIVE) * bank_hands
    by_row = found.sum(axis=(0, 1))
    assert [int(by_row[0] + by_row[1]), *by_row[2:].tolist()] == [
        many * bank_hands for many in FIVE_CARD_HANDS
    ]


def test_the_player_dealer_fails_to_qualify_as_often_as_five_cards_do() -> None:
    """Hands that are folded are counted by their showdown too, so that nothing is left out."""
    straights = {tuple(range(low, low + 5)) for low in range(9)} | {(0, 1, 2, 3, 12)}
    less = [
        ranks for ranks in combinations(range(13), 5) if ranks not in straights and not {11, 12} <= set(ranks)
    ]
    hands = len(less) * (4**5 - 4)
    found = kept(GAME.params)["found"]
    assert int(found[:, NOT_QUALIFIED].sum()) == hands * comb(47, FIVE) * FIVE


def test_a_better_reading_for_bettors_is_never_worth_less() -> None:
    edges = [
        float(odds.of(GAME, rulings={name: reading}).wager("ante").edge)
        for name, reading in (
            ("ante-pays", "even-money"),
            ("ante-pays", "table"),
            ("back-bet-when-not-qualified", "pays"),
        )
    ]
    assert edges == sorted(edges, reverse=True)


def test_no_decision_can_be_bettered() -> None:
    """Always betting and always folding are worth less; deciding by kinds of hand is worth nearly as much."""
    best = -float(odds.of(GAME).wager("ante").edge)
    plan = kept(GAME.params)["plan"].astype(float)
    deals, worth = plan[..., 0].sum(), plan[..., 2] / COMPLETIONS
    folded = -plan[..., 0]
    assert best * deals > worth.sum()
    assert best > -1
    of_kinds = np.maximum(worth, folded).sum()
    assert of_kinds <= best * deals * (1 + 1e-12)
    assert best * deals - of_kinds < 0.0001 * deals, "suits matter little"


def test_the_books_advice_is_nearly_the_best_play() -> None:
    """The rule book prints a short strategy, which the bot plays: hands that it plays otherwise are few."""
    rng = Random("advised")
    [kinds] = strategy(GAME.params, DECK)
    names, otherwise = kind_names(), 0
    for _ in range(4000):
        *hand, up = rng.sample(range(52), 6)
        best = kinds.at(names[kind_of(high(hand))], RANK_NAMES[up // 4])
        otherwise += best.always and (best.best == "bet") != advised(hand, up)
    assert 0 < otherwise < 4000 * 0.02


def test_advice_is_what_the_strategy_says() -> None:
    rng = Random("advice")
    [kinds] = strategy(GAME.params, DECK)
    names = kind_names()
    for _ in range(300):
        *hand, up = rng.sample(range(52), 6)
        told, one = kinds.at(names[kind_of(high(hand))], RANK_NAMES[up // 4]), advise(GAME.params, hand, up)
        assert not told.always or one.best == told.best
        assert one.worth["fold"] == told.worth["fold"] == -1


def test_the_strategy_of_the_trades_game() -> None:
    """As is known of it: bet on any pair, fold less than ace-king, and between them it depends."""
    even = GAME.ruled({"ante-pays": "even-money"}).params
    [kinds] = strategy(even, DECK)
    names = kind_names()
    assert len(names) == len(set(names)) == KINDS
    for one in kinds.decisions:
        hand = one.situation[0]
        if hand == names[0]:
            assert (one.best, one.always) == ("fold", True)
        elif not hand.startswith("A-K-"):
            assert (one.best, one.always) == ("bet", True)
    assert kinds.at("A-K-Q-J-9", "two").best == "bet"
    assert kinds.at("A-K-4-3-2", "queen").best == "fold"
    assert sum(one.often for one in kinds.decisions) == pytest.approx(1)


def test_rows_and_kinds_agree_with_the_ranking() -> None:
    names = kind_names()
    shown = {
        "Ac Kd Jh 8s 3c": "A-K-J-8-3",
        "Ac Kd 4h 3s 2c": "A-K-4-3-2",
        "Ac Kd Qh Js 9c": "A-K-Q-J-9",
        "Ac Qd Jh 9s 3c": "less than ace-king",
        "Tc Td Jh 9s 3c": "a pair: 10-10",
        "Tc Td Jh Js 3c": "two pair",
        "2c 3c 4c 5c 6c": "straight flush",
        "Ac Kc Qc Jc Tc": "royal flush",
    }
    assert {text: names[kind_of(high(cards(text)))] for text in shown} == shown
    assert [row_index(high(cards(text))) for text in shown] == [1, 1, 1, 0, 2, 3, 9, ROWS - 1]


def test_hands_of_a_kind_by_suits() -> None:
    """The hand that stands for a kind, and how many are of it, as `suit_classes` finds them the long way."""
    hands, often = suit_classes(3)
    words = [sum(BIT[card] for card in hand) for hand in hands.tolist()]
    assert len({first_of_kind(word) for word in words}) == len(words)
    assert [of_its_kind(word) for word in words] == often.tolist()


def test_with_a_card_missing_a_hand_meets_what_is_left() -> None:
    """Against every hand of the deck without four cards, one by one: as the lists of values say."""
    gone = cards("As Kd 9h 2c")
    pieces = {card: int(card not in gone) for card in range(52)}
    tables = lists(GAME.params, pieces)
    assert tables[0] == comb(42, 4)
    for text, up in (("Ac Kc 7h 5s 2d", "7c"), ("Qs Qd Js 8d 3c", "Ah")):
        hand, [seen] = sorted(cards(text)), cards(up)
        found = np.zeros(SHOWDOWNS, dtype=np.int64)
        value = fast(against_all)(np.array(hand), seen, *tables, found)
        left = [card for card in range(52) if pieces[card] and card not in hand and card != seen]
        met = Counter(
            showdown(value, bank, qualifies(bank, five, False))
            for five in ((seen, *others) for others in combinations(left, 4))
            for bank in [high(five)]
        )
        assert dict(met) == {came: many for came, many in enumerate(found.tolist()) if many}


def test_two_cards_alike_have_no_rank() -> None:
    with pytest.raises(Refused, match="one deck"):
        list(cells(GAME.params, dict.fromkeys(range(52), 2)))
    with pytest.raises(Refused, match="one deck"):
        sampler(GAME.params, dict.fromkeys(range(52), 2))


@pytest.mark.slow
def test_a_deck_without_a_card_is_counted_as_it_is_dealt() -> None:
    found = odds.of(GAME.id, remove=cards("As"))
    dealt = odds.of(GAME.id, remove=cards("As"), rounds=8 << 20)
    [one], [other] = found.wagers, dealt.wagers
    assert one.rounds == comb(51, 5) * 46 * comb(45, 4)
    assert abs(one.edge - other.edge) < 2 * interval(other.sd, other.rounds)


def test_another_paytable_is_another_count() -> None:
    richer = msgspec.structs.replace(GAME.params, payout={**GAME.params.payout, "flush": "6:1"})
    assert depends(richer) != depends(GAME.params)
    assert depends(GAME.params) == depends(rooms.game(GAME.id).params)


@pytest.mark.slow
def test_the_kept_count_comes_out_again() -> None:
    found, again = kept(GAME.params), count(GAME.params)
    assert found.keys() == again.keys()
    for name in found:
        assert np.array_equal(found[name], again[name]), name
