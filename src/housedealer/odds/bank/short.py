"""Rounds settled from what the player-dealer puts up: what is met of each wager, in the game's order.

`by_place` answers for a game's odds: with several seats and little money, where a seat lies from first action
on decides how much of its wager is played at all.

>>> from housedealer.odds.setup import Setup
>>> found = by_place(Setup("lucky-buck/commission-free-baccarat"), seats=3, money=1.0, rounds=2000)
>>> [round(place.met, 2) for place in found.places]
[1.0, 0.0, 0.0]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from housedealer.odds.bank.action import Configuration, fixed, main_spots
from housedealer.odds.bank.sample import Sample, deal, named, names_of
from housedealer.odds.setup import Setup
from housedealer.odds.simulate import SURE
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.bank import BankMoney, Due

SETTLED = 20_000
"""Rounds that are settled one by one from limited money."""
UNIT = 10_000
"""Cents of a bet in the odds by place, so that no payout has a fraction of a cent."""
MOST_MONEY = 1_000_000


@dataclass(frozen=True, slots=True)
class Short:
    """Rounds settled from limited money, each as the player-dealer sees it, and the same with money for all.

    `which` are the rounds' configurations; `won`, `whole`, `due` and `met` are by round and by place from
    first action on: what the player-dealer won there, what he had won with money for all, all that was due
    either way, and how much of that was met.
    """

    which: Any
    won: Any
    whole: Any
    due: Any
    met: Any

    @property
    def results(self) -> Any:
        """What each round brought."""
        return self.won.sum(axis=1)

    @property
    def unlimited(self) -> Any:
        """What each round had brought with money for all."""
        return self.whole.sum(axis=1)

    @property
    def uncovered(self) -> float:
        """The share of all that was due that was not met."""
        due = float(self.due.sum())
        return 1 - float(self.met.sum()) / due if due else 0.0

    @property
    def runs_short(self) -> float:
        """The share of rounds in which something was not met."""
        return float((self.met.sum(axis=1) < self.due.sum(axis=1)).mean())


def settle(
    game: Game,
    sample: Sample,
    configurations: Sequence[Configuration],
    amount: int,
    seed: int,
    most: int = SETTLED,
) -> Short:
    """Settle rounds of a sample from so much money.

    First action falls on each seat alike often; seats, or spots, are then met in the game's order.
    """
    import numpy as np

    rng = Random(f"{seed}/limited")
    known, order = names_of(game), game.params.order
    at = {name: place for place, name in enumerate(sample.names)}
    by_spot = str(getattr(game.params, "wager_order", game.params.nesting)) == "spot-by-spot"
    many = min(most, len(sample.results))
    picked = rng.sample(range(len(sample.results)), many)
    seats = max(one.seats for one in configurations)
    won_at, whole_at, due_at, met_at = (np.zeros((many, seats)) for _ in range(4))
    for row, number in enumerate(picked):
        one = configurations[int(sample.configuration[number])]
        first = rng.randrange(one.seats)

        def place(wager: tuple[int, str, int], first: int = first, seats: int = one.seats) -> tuple[int, int]:
            distance = (wager[0] - first) % seats
            kind = order.index(wager[1]) if wager[1] in order else len(order)
            return (kind, distance) if by_spot else (distance, kind)

        money = BankMoney(amount, game.params.cover)
        for seat, spot, stake in sorted(one.wagers, key=place):
            column = at.get(named(known, spot, stake))
            if column is None:
                continue
            won = round(float(sample.won[sample.codes[number, seat], column]) * stake)
            met = money.meet(Due(stake, max(0, won), max(0, -won), max(stake, abs(won))))
            there = (seat - first) % one.seats
            whole_at[row, there] -= won
            won_at[row, there] += met.taken - met.paid
            due_at[row, there] += abs(won)
            met_at[row, there] += met.taken + met.paid
    return Short(sample.configuration[picked], won_at, whole_at, due_at, met_at)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat by its distance from first action: what it loses of a unit, and what is met of what is due."""

    place: int
    edge: float
    interval: tuple[float, float]
    met: float


@dataclass(frozen=True, slots=True)
class ByPlace:
    """The effect of limited money on seats that bet one unit each on a spot."""

    spot: str
    seats: int
    money: float
    rounds: int
    runs_short: float
    places: tuple[Place, ...]


def by_place(
    setup: Setup, seats: int, money: float, spot: str | None = None, rounds: int = SETTLED, seed: int = 1
) -> ByPlace:
    """What each seat loses on average of a unit where the player-dealer puts up `money` units."""
    from housedealer.odds import counted_edges

    game = setup.game()
    if not 1 <= seats < game.params.seats:
        raise Refused(f"{game.id} has {game.params.seats} seats: from 1 to {game.params.seats - 1} may bet.")
    if not 0 < money <= MOST_MONEY:
        raise Refused(f"Money that is put up is above nothing, and at most {MOST_MONEY:,} bets.")
    main = spot or main_spots(game)[0]
    if not game.params.spot_named(main).base:
        raise Refused(f"Limited money is followed for the base wagers, and {main} is none.")
    configurations = fixed(game, seats, f"{main}={UNIT // 100}", {})
    sample = deal(setup, configurations, rounds, seed)
    found = settle(game, sample, configurations, round(money * UNIT), seed, rounds)
    edge = counted_edges(setup).get(main)
    places = tuple(_place(found, place, edge) for place in range(seats))
    return ByPlace(main, seats, money, len(found.which), found.runs_short, places)


def _place(found: Short, place: int, edge: float | None) -> Place:
    """One place's figures; where the edge with money for all is known, the rounds are read by it."""
    won, whole = found.won[:, place] / UNIT, found.whole[:, place] / UNIT
    if edge is not None and whole.var():
        share = float(((won - won.mean()) * (whole - whole.mean())).mean() / whole.var())
        won = won - share * (whole - edge)
    mean, half = float(won.mean()), SURE * float(won.std()) / math.sqrt(len(won))
    due = float(found.due[:, place].sum())
    met = float(found.met[:, place].sum()) / due if due else 1.0
    return Place(place + 1, mean, (mean - half, mean + half), met)
