"""Rounds dealt at random agree with what was counted exactly, and seats share a round as they should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from housedealer import odds, rooms
from housedealer.odds.engines import ENGINES
from housedealer.odds.setup import Setup
from housedealer.odds.simulate import Lot, counted, dealt_codes, sampler_of

ROUNDS = 400_000
FAR = 5.5
"""Standard deviations that nothing here may be away from what was counted; a hundred rows are compared."""

BOTH = [
    game.id
    for game in rooms.games()
    if (engine := ENGINES.get(game.head.script)) and engine.samples and engine.cells
]


def far(seen: int, expected: float, rounds: int) -> float:
    """How many standard deviations a count is from what was expected."""
    return abs(seen - rounds * expected) / math.sqrt(max(rounds * expected * (1 - expected), 1))


@pytest.mark.parametrize("name", BOTH)
def test_rows_come_as_often_as_counted(name: str) -> None:
    exact = odds.of(name)
    dealt = odds.of(name, rounds=ROUNDS, seed=3)
    assert dealt.wagers[0].spot == exact.wagers[0].spot
    for one in dealt.wagers:
        found = {(row.outcome, row.pays): row.combinations for row in one.rows}
        expected = {(row.outcome, row.pays): row.probability for row in exact.wager(one.spot).rows}
        assert found.keys() <= expected.keys()
        for row, probability in expected.items():
            assert far(found.get(row, 0), probability, ROUNDS) < FAR, (one.spot, row)


@pytest.mark.parametrize("name", BOTH)
def test_every_seat_is_dealt_alike(name: str) -> None:
    """Every seat's wagers win as much as those of all seats together."""
    sampler = sampler_of(Setup(name))
    seats = rooms.game(name).params.seats - 1
    codes = dealt_codes(sampler, Lot(Setup(name), 5, 0, ROUNDS), seats)
    for spot in sampler.results(int(codes[0, 0])):
        used = np.unique(codes).tolist()
        won = np.zeros(sampler.classes)
        won[used] = [float(sampler.results(code)[spot].won) for code in used]
        by_seat = won[codes].mean(axis=0)
        off = won[codes].std() / math.sqrt(ROUNDS)
        assert abs(by_seat - by_seat.mean()).max() < FAR * off, (spot, by_seat)


@pytest.mark.parametrize("name", BOTH[:1])
def test_a_lot_is_the_same_whoever_deals_it(name: str) -> None:
    setup = Setup(name)
    lot = Lot(setup, 1, 4, 1000)
    assert counted(sampler_of(setup), lot) == counted(sampler_of(setup), lot)
    assert counted(sampler_of(setup), lot) != counted(sampler_of(setup), Lot(setup, 1, 5, 1000))
