"""Rounds dealt at random with all seats against one hand: what the player-dealer's result spreads over.

Means come from exact counts where a game has them; a sample tells the spread, and that seats which meet the
same hand of the player-dealer win and lose together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from housedealer.odds.bank.action import Configuration
from housedealer.odds.setup import Setup
from housedealer.odds.side_bets import paytables
from housedealer.odds.simulate import Lot, dealt_codes, sampler_of
from housedealer.table.game import Game
from housedealer.wagers.money import cents


@dataclass(frozen=True, slots=True)
class Sample:
    """The player-dealer's result of each round before collection, and what it was made of.

    `configuration` has the number of each round's configuration; `won` is what a unit on each wager's name
    won in each class of round, `places` where each class stands in it.
    """

    results: Any
    seat_variance: float
    configuration: Any
    codes: Any
    names: tuple[str, ...]
    won: Any
    means: Mapping[str, float]
    most: Mapping[str, float]


def names_of(game: Game) -> dict[str, tuple[tuple[str, int], ...]]:
    """By spot the names under which its wagers are counted, each with the least stake that it is for."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name, bonus in paytables(game.params):
        found.setdefault(bonus.spot, []).append((name, cents(bonus.least or "0")))
    return {spot: tuple(sorted(rows, key=lambda row: row[1])) for spot, rows in found.items()}


def named(names: Mapping[str, tuple[tuple[str, int], ...]], spot: str, amount: int) -> str:
    """The name under which a stake on a spot is counted."""
    found = spot
    for name, least in names.get(spot, ()):
        if amount >= least:
            found = name
    return found


def deal(setup: Setup, configurations: Sequence[Configuration], rounds: int, seed: int) -> Sample:
    """Deal rounds and settle each by its configuration's wagers, with money for everything."""
    import numpy as np

    game, sampler = setup.game(), sampler_of(setup)
    seats = max(one.seats for one in configurations)
    codes = dealt_codes(sampler, Lot(setup, seed, 0, rounds), seats)
    classes, places = np.unique(codes, return_inverse=True)
    places = places.reshape(codes.shape)
    came = [sampler.results(int(code)) for code in classes]
    names = tuple(came[0])
    won = np.array([[float(one[name].won) for name in names] for one in came])
    known = names_of(game)
    shares = np.array([one.share for one in configurations])
    ends = np.round(np.cumsum(shares / shares.sum()) * rounds).astype(np.int64)
    which = np.searchsorted(ends, np.arange(rounds), side="right").clip(0, len(configurations) - 1)
    results = np.zeros(rounds)
    seat_variance = 0.0
    for number, one in enumerate(configurations):
        begin, end = (int(ends[number - 1]) if number else 0), int(ends[number])
        if begin == end:
            continue
        stakes = np.zeros((seats, len(names)))
        for seat, spot, amount in one.wagers:
            name = named(known, spot, amount)
            if name in names:  # what a ruling or an engine counts with another wager has no name of its own
                stakes[seat, names.index(name)] += amount
        for seat in range(seats):
            if stakes[seat].any():
                mine = won[places[begin:end, seat]] @ stakes[seat]
                results[begin:end] -= mine
                seat_variance += float(mine.var()) * (end - begin) / rounds
    often = np.bincount(places.ravel(), minlength=len(classes)) / places.size
    means = dict(zip(names, (often @ won).tolist(), strict=True))
    most = dict(zip(names, won.max(axis=0).tolist(), strict=True))
    return Sample(results, seat_variance, which, places, names, won, means, most)
