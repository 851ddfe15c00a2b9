"""What a wager comes to: rounds in classes, each with its weight, and the figures that follow from them.

An engine divides all rounds of a game into *cells*. A cell says how many rounds it holds (exactly, or as they
were counted in a simulation) and what each wager comes to in it; what it comes to is asked of the functions
that settle a live round. Everything else is arithmetic on cells, written once.

    >>> from housedealer.wagers.odds import EVEN
    >>> coin = [Cell(1, {"heads": result("heads", EVEN)}), Cell(1, {"heads": result("tails", "lose")})]
    >>> [one] = wagers(coin, ("heads",))
    >>> one.edge, one.hit, one.sd
    (Fraction(0, 1), 0.5, 1.0)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from housedealer.table.banking import HALF_LOSS, LOSE, Outcome
from housedealer.wagers.odds import Odds

WON: dict[str, Fraction] = {LOSE: Fraction(-1), HALF_LOSS: Fraction(-1, 2)}


@dataclass(frozen=True, slots=True)
class Result:
    """What a unit wager came to: the row it hit, what that pays, what it won, and all that was staked.

    A wager that grows in the course of the round is one wager: `staked` counts what was added to it.
    """

    row: str
    pays: str
    won: Fraction
    staked: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Cell:
    """A class of rounds: how many there are of it, and what each wager comes to in them."""

    weight: int
    results: Mapping[str, Result]


def result(row: str, outcome: Outcome) -> Result:
    """What a unit wager came to that was settled once.

    >>> from housedealer.wagers.odds import odds
    >>> result("tie", odds("10 for 1")).won, result("split", "push").pays
    (Fraction(9, 1), 'push')
    """
    if isinstance(outcome, Odds):
        return Result(row, str(outcome), outcome.fraction())
    return Result(row, outcome, WON.get(outcome, Fraction(0)))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: an outcome with how often it comes and what it adds to the return."""

    outcome: str
    pays: str
    combinations: int
    probability: float
    returned: float


@dataclass(frozen=True, slots=True)
class Wager:
    """The figures of one wager, on a unit stake and before fees; a push counts as a wager that was made.

    `method` says whether all that can be dealt was counted, or rounds were dealt at random, or the edge alone
    was counted (`expected`): then all else is of rounds dealt at random. Where a wager was
    counted alone, its covariance with others is that of rounds dealt at random.
    """

    spot: str
    rounds: int
    edge: Fraction
    hit: float
    sd: float
    element_of_risk: Fraction
    rows: tuple[Row, ...]
    covariance: Mapping[str, float] = field(default_factory=dict)
    method: Literal["exact", "expected", "simulated"] = "exact"

    @property
    def edge_player_dealer(self) -> Fraction:
        """What the player-dealer wins of a unit on average: all that the bettor loses."""
        return self.edge

    def _repr_html_(self) -> str:
        from housedealer.odds.report import wager_html

        return wager_html(self, self.spot)


def wagers(cells: Sequence[Cell], spots: Iterable[str]) -> list[Wager]:
    """The figures of each wager, and how it moves together with the others."""
    names = tuple(spots)
    whole = sum(cell.weight for cell in cells)
    means = {spot: _mean(cells, spot, whole) for spot in names}
    return [_wager(cells, spot, names, means, whole) for spot in names]


def _mean(cells: Sequence[Cell], spot: str, whole: int) -> Fraction:
    units: dict[Fraction, int] = {}
    for cell in cells:
        won = cell.results[spot].won
        units[won] = units.get(won, 0) + cell.weight
    return sum((won * weight for won, weight in units.items()), Fraction(0)) / whole


def _wager(
    cells: Sequence[Cell], spot: str, others: Sequence[str], means: Mapping[str, Fraction], whole: int
) -> Wager:
    counts: dict[tuple[str, str, Fraction], int] = {}
    staked = Fraction(0)
    products = dict.fromkeys(others, 0.0)
    for cell in cells:
        mine = cell.results[spot]
        key = (mine.row, mine.pays, mine.won)
        counts[key] = counts.get(key, 0) + cell.weight
        staked += cell.weight * mine.staked
        share = cell.weight / whole
        for other in others:
            products[other] += (
                share * float(mine.won - means[spot]) * float(cell.results[other].won - means[other])
            )
    rows = tuple(
        Row(row, pays, many, many / whole, float(won * many / whole))
        for (row, pays, won), many in sorted(counts.items(), key=lambda item: (-item[0][2], item[0][0]))
    )
    lost = -means[spot]
    return Wager(
        spot=spot,
        rounds=whole,
        edge=lost,
        hit=sum(many for (_, _, won), many in counts.items() if won > 0) / whole,
        sd=math.sqrt(max(products[spot], 0.0)),
        element_of_risk=lost / (staked / whole),
        rows=rows,
        covariance={other: value for other, value in products.items() if other != spot},
    )
