"""Ultimate Texas Hold'em's count: against hands dealt one by one, its totals, two ways to the same number."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from housedealer import rooms
from housedealer.kernel import fast
from housedealer.odds.setup import with_paytable
from housedealer.odds.suits import number_kinds
from housedealer.odds.ultimate import advise, cells, decide, play_out, sampler, value_of
from housedealer.odds.ultimate_count import (
    CLASSES,
    CODES,
    FLOPS,
    FOLDED,
    HOLES,
    OTHERS,
    PAYS_ROWS,
    TWO_AND_THREE,
    Desk,
    bets_of,
    count_flop,
    decisions,
    depends,
    flops,
    hole_class,
    hole_place,
    in_units,
    kept,
)
from housedealer.odds.ultimate_river import MOST_OUTS, bets_there, kept_river, kind_of_flop
from housedealer.table.errors import Refused

GAME = rooms.game("garlic-city/ultimate-texas-holdem")
BOTH = [GAME.ruled({"cards-used": reading}) for reading in ("any-five", TWO_AND_THREE)]
DECK = dict.fromkeys(range(52), 1)
SEVEN_CARD_HANDS = (
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324,
)  # fmt: skip
"""Hands of seven cards by the best five, from nothing to the royal flush."""


@pytest.mark.parametrize("game", BOTH, ids=lambda game: str(game.reading("cards-used")))
def test_a_flop_is_counted_as_if_it_were_dealt(game: Any) -> None:
    """Three flops in full, and of each some hands one by one; what is kept says the same of the flop."""
    rng = Random("a flop")
    units, _ = in_units(game.params)
    two = game.params.cards_used == TWO_AND_THREE
    hands, often = flops()
    bets_kept = bets_of(kept(game.params))
    raised, _, _ = decisions(game.params)
    for at in rng.sample(range(FLOPS), 3):
        desk, bets = Desk(), np.zeros(HOLES, dtype=np.uint8)
        count_flop(desk, hands[at], int(often[at]), two, units, bets)
        left = [card for card in range(52) if card not in hands[at]]
        for number in rng.sample(range(len(desk.first)), 4):
            hole = np.array([left[desk.first[number]], left[desk.second[number]]])
            whole = np.zeros((PAYS_ROWS, CODES), dtype=np.int64)
            river = np.zeros((2, PAYS_ROWS, CODES), dtype=np.int64)
            board = np.array([*hands[at], 0, 0])
            fast(play_out)(hole, board, 3, two, units, whole, river)
            assert np.array_equal(whole, desk.whole[number])
            assert np.array_equal(river, desk.river[:, number])
        for a, b in combinations(left, 2):
            if not raised[hole_class(a, b)]:
                assert bets[hole_place(a, b)] == bets_kept[at, hole_place(a, b)]


@pytest.mark.parametrize("game", BOTH, ids=lambda game: str(game.reading("cards-used")))
def test_all_deals_are_counted(game: Any) -> None:
    found = kept(game.params)["found"]
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * OTHERS
    assert found.sum() == 27_813_810_024_000 == deals
    assert found.min() >= 0
    before = kept(game.params)["before"]
    units, _ = in_units(game.params)
    assert (found * units).sum() == before.max(axis=1).sum(), "what it is worth, summed up in two ways"


def test_hands_are_dealt_as_often_as_seven_cards_make_them() -> None:
    """Any 7 of 52 cards are two cards, a flop and a pair in 210 ways."""
    by_row = kept(GAME.params)["found"].sum(axis=(0, 2))
    assert by_row.tolist() == [many * comb(7, 2) * comb(5, 3) * OTHERS for many in SEVEN_CARD_HANDS]


def test_the_river_counted_by_boards_is_the_river_counted_by_flops() -> None:
    """134,459 kinds of board and 1,755 kinds of flop: two ways to the hands that are bet on at last."""
    river, found = kept_river(GAME.params), kept(GAME.params)["found"]
    assert river.shape == (MOST_OUTS + 1, 4)
    assert river[:, 0].sum() * OTHERS == found[1].sum() + found[FOLDED].sum()
    assert river[:, 1].sum() * OTHERS == found[1].sum()


def test_suits_have_no_names() -> None:
    """A hand is bet on a flop, or not, whatever its suits are called."""
    rng = Random("suits")
    raised, kinds, bets = decisions(GAME.params)
    renamed = np.zeros(4, dtype=np.int64)
    seen = set()
    for _ in range(300):
        a, b, *flop = rng.sample(range(52), 5)
        if raised[hole_class(a, b)]:
            continue
        said = set()
        for suits in permutations(range(4)):
            one, other, *three = (card // 4 * 4 + suits[card % 4] for card in (a, b, *flop))
            kind = fast(kind_of_flop)(np.array(three), kinds, renamed)
            said.add(int(fast(bets_there)(one, other, kind, renamed, bets)))
        assert len(said) == 1, (a, b, flop)
        seen |= said
    assert seen == {0, 1}


def test_compiled_and_plain_decide_alike() -> None:
    rng = Random("plain")
    units, _ = in_units(GAME.params)
    tables = decisions(GAME.params)
    for game in BOTH:
        two = game.params.cards_used == TWO_AND_THREE
        for _ in range(6):
            a, b, *board = rng.sample(range(52), 7)
            plain = decide((a, b), board, two, units, *tables)
            assert plain == fast(decide)(np.array([a, b]), np.array(board), two, units, *tables)
            assert value_of((a, b), board, two) == fast(value_of)(np.array([a, b]), np.array(board), two)


def test_advice_is_what_is_played() -> None:
    """Hand by hand the advice on the flop and the river is the decision of the rounds that are dealt."""
    rng = Random("advice")
    units, _ = in_units(GAME.params)
    tables = decisions(GAME.params)
    played = set()
    for _ in range(60):
        a, b, *board = rng.sample(range(52), 7)
        times = fast(decide)(np.array([a, b]), np.array(board), False, units, *tables)
        played.add(times)
        if times <= 2:
            assert (advise(GAME.params, (a, b), board[:3]).best == "2x") == (times == 2)
        if times < 2:
            assert (advise(GAME.params, (a, b), board).best == "1x") == (times == 1)
    assert played == {0, 1, 2, 4}


def test_classes_of_two_cards() -> None:
    many = [0] * CLASSES
    for a, b in combinations(range(52), 2):
        assert hole_class(a, b) == hole_class(b, a)
        many[hole_class(a, b)] += 1
    assert sorted(set(many)) == [4, 6, 12]
    assert sorted(hole_place(a, b) for a, b in combinations(range(52), 2)) == list(range(HOLES))


def test_flops_are_numbered_as_their_kinds() -> None:
    hands, often = flops()
    kinds = np.zeros(comb(52, 3), dtype=np.int32)
    firsts = np.zeros(comb(52, 3), dtype=np.uint8)
    assert fast(number_kinds)(3, (0, 0, 0, 0), 0, kinds, firsts) == FLOPS == len(hands)
    renamed = np.zeros(4, dtype=np.int64)
    for number, flop in enumerate(hands):
        assert fast(kind_of_flop)(flop, kinds, renamed) == number
    assert often.sum() == comb(52, 3)


def test_what_the_count_depends_on() -> None:
    """Trips may pay what it likes without another count; the blind may not."""
    [trips] = [bonus for bonus in GAME.params.bonus if bonus.spot == "trips"]
    other_trips = with_paytable(GAME, "trips", {**trips.pays, "flush": "7:1"}).params
    other_blind = with_paytable(GAME, "blind", {"royal-flush": "500:1"}).params
    assert depends(other_trips) == depends(GAME.params)
    assert depends(other_blind) != depends(GAME.params)
    assert {depends(game.params)["cards-used"] for game in BOTH} == {"any-five", TWO_AND_THREE}


def test_only_a_whole_deck_is_counted() -> None:
    without = {card: int(card != 51) for card in range(52)}
    with pytest.raises(Refused, match="whole deck"):
        list(cells(GAME.params, without))
    with pytest.raises(Refused, match="one deck"):
        sampler(GAME.params, dict.fromkeys(range(52), 2))
