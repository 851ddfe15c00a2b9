"""Pan nine: the two strategies are best against each other, by a count that shares nothing with theirs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from housedealer import odds, rooms
from housedealer.odds.pan_nine import SEEN, STOOD, solved
from housedealer.odds.setup import Setup
from housedealer.ranking.points import POINTS

NAME = "garlic-city/super-pan-nine"
VALUES = 7
"""Pictures count nothing and aces to sixes one to six: no card counts more."""


class Count:
    """Chances and worths of all ordered hands, by plain floating-point arithmetic."""

    def __init__(self, setup: Setup) -> None:
        counts = Counter[int]()
        for piece, many in setup.pieces().items():
            counts[POINTS[piece]] += many
        held = np.array([counts[value] for value in range(VALUES)], dtype=float)
        self.hands = np.array(list(product(range(VALUES), repeat=3)))
        self.sums = self.hands.sum(axis=1) % 10
        many = len(self.hands)
        taken = np.stack([(self.hands == value).sum(axis=1) for value in range(VALUES)], axis=1)
        own = self.falling(held, taken)
        rest = held - taken
        other = self.falling(rest[:, None, :], taken[None, :, :])
        self.chance = own[:, None] * other
        self.chance /= self.chance.sum()
        left = rest[:, None, :] - taken[None, :, :]
        whole = left.sum(axis=2, keepdims=True)
        first = left / whole
        cards = np.arange(VALUES)
        mine, bank = self.sums[:, None], self.sums[None, :]
        self.worth = np.zeros((many, many, VALUES + 1, 2))
        self.weight = np.zeros((many, many, VALUES + 1))
        self.weight[:, :, 0] = self.chance
        self.worth[:, :, 0, 0] = np.sign(mine - bank)
        drawn = np.sign(mine[..., None] - (bank[..., None] + cards) % 10)
        self.worth[:, :, 0, 1] = (first * drawn).sum(axis=2)
        for card in cards:
            self.weight[:, :, card + 1] = self.chance * first[:, :, card]
            total = (mine + card) % 10
            self.worth[:, :, card + 1, 0] = np.sign(total - bank)
            after = left.copy()
            after[:, :, card] -= 1
            second = after / (whole - 1)
            came = np.sign(total[..., None] - (bank[..., None] + cards) % 10)
            self.worth[:, :, card + 1, 1] = (second * came).sum(axis=2)

    @staticmethod
    def falling(held: Any, taken: Any) -> Any:
        """The ways to take so many of each value, one after the other."""
        found = np.ones(np.broadcast_shapes(held.shape, taken.shape)[:-1])
        for times in range(1, 4):
            found = found * np.prod(np.where(taken >= times, np.maximum(held - times + 1, 0), 1), axis=-1)
        return found


def tables(setup: Setup, count: Count) -> tuple[Any, Any]:
    """The strategies found, for each ordered hand: who draws, and the player-dealer by what he sees."""
    found = solved(setup.game().params, setup.pieces())
    place = {hand: at for at, hand in enumerate(found.hands)}
    at = [place[tuple(sorted(hand))] for hand in count.hands.tolist()]
    return found.draws[at].astype(bool), found.bank_draws[at].astype(bool)[:, : VALUES + 1]


@pytest.mark.parametrize("reading", ["face-down", "face-up"])
@pytest.mark.parametrize("decks", [None, 1])
def test_neither_side_can_do_better(decks: int | None, reading: str) -> None:
    setup = Setup(NAME, (("drawn-card", reading),), decks=decks)
    count = Count(setup)
    draws, bank = tables(setup, count)
    weighted = count.worth * count.weight[..., None]
    edge = float(odds.of(NAME, rulings={"drawn-card": reading}, decks=decks).wager("wager").edge)

    met = np.where(bank[None], weighted[..., 1], weighted[..., 0])
    stays, takes = met[:, :, STOOD].sum(axis=1), met[:, :, 1:].sum(axis=(1, 2))
    assert np.where(draws, takes, stays).sum() == pytest.approx(-edge, abs=1e-12)
    assert np.maximum(stays, takes).sum() == pytest.approx(-edge, abs=1e-12)

    seen = np.where(draws[:, None, None, None], weighted, 0).sum(axis=0)
    seen[:, STOOD] = np.where(draws[:, None, None], 0, weighted[:, :, STOOD]).sum(axis=0)
    if reading == "face-down":
        seen = np.stack([seen[:, STOOD], seen[:, 1:].sum(axis=1)], axis=1)
    must, may = count.sums <= 3, (count.sums >= 4) & (count.sums <= 6)
    least = np.where(may[:, None], seen.min(axis=2), np.where(must[:, None], seen[:, :, 1], seen[:, :, 0]))
    assert least.sum() == pytest.approx(-edge, abs=1e-12)


def test_how_both_play() -> None:
    """Twelve decks: a bettor draws to five; the player-dealer to six against one who stood, else to five."""
    found = solved(rooms.game(NAME).params, Setup(NAME).pieces())
    for at, hand in enumerate(found.hands):
        assert found.draws[at] == (sum(hand) % 10 <= 5)
        assert found.bank_draws[at, STOOD] == (sum(hand) % 10 <= 6)
        assert all(found.bank_draws[at, seen] == (sum(hand) % 10 <= 5) for seen in range(1, SEEN))


def test_the_edge_in_whole_numbers() -> None:
    [one] = odds.of(NAME).wagers
    assert one.edge == Fraction(403172216947, 35169937233795)
    assert sum(row.combinations for row in one.rows) == one.rounds


def test_a_card_that_comes_face_up_costs_the_bettor() -> None:
    [reading] = [one for one in odds.of(NAME, readings=True).readings if one.ruling == "drawn-card"]
    assert reading.edges["wager"] > 0.018
