"""The best play of a game as data: tables of decisions, each choice with what it is worth.

An engine that solves a game's decisions has `strategy(params, pieces)`, which gives its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from housedealer import rooms
from housedealer.table.errors import Refused
from housedealer.table.game import Game


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do in a situation, and what each choice is worth on average, in units of the first wager.

    `situation` has a word for each column of its table. A situation may hold hands that differ: `share` is
    how much of it is played by `best`, weighed by how often it comes, and `often` its share of all that the
    table is about.
    """

    situation: tuple[str, ...]
    best: str
    worth: Mapping[str, float]
    share: float = 1.0
    often: float = 0.0

    @property
    def always(self) -> bool:
        """Whether all of the situation is played alike."""
        return self.share == 1.0


@dataclass(frozen=True, slots=True)
class Strategy:
    """One table: a decision for every situation."""

    name: str
    columns: tuple[str, ...]
    choices: tuple[str, ...]
    decisions: Sequence[Decision]
    note: str = ""

    def at(self, *situation: str) -> Decision:
        """The decision for a situation."""
        return next(one for one in self.decisions if one.situation == situation)

    def grid(self) -> Grid | None:
        """The decisions of two words each as rows and columns, in the order in which they come."""
        if len(self.columns) != 2:
            return None
        rows = tuple(dict.fromkeys(one.situation[0] for one in self.decisions))
        columns = tuple(dict.fromkeys(one.situation[1] for one in self.decisions))
        known = {one.situation: one for one in self.decisions}
        return Grid(rows, columns, tuple(tuple(known.get((row, one)) for one in columns) for row in rows))

    def as_json(self) -> dict[str, Any]:
        """The table as plain data."""
        return {
            "name": self.name,
            "columns": list(self.columns),
            "choices": list(self.choices),
            "note": self.note,
            "decisions": [asdict(one) for one in self.decisions],
        }

    def to_frame(self) -> Any:
        """A line a decision as a pandas table (where pandas is installed)."""
        import pandas

        return pandas.DataFrame(
            [
                {
                    **dict(zip(self.columns, one.situation, strict=True)),
                    "best": one.best,
                    **{choice: one.worth.get(choice) for choice in self.choices},
                    "share": one.share,
                    "often": one.often,
                }
                for one in self.decisions
            ]
        )

    def _repr_html_(self) -> str:
        """The table as a grid where it has two words, else line by line with what each choice is worth."""
        grid = self.grid()
        if grid is not None:
            heads: tuple[str, ...] = (self.columns[0], *grid.columns)
            lines = [
                (row, *("" if one is None else one.best + ("" if one.always else "*") for one in cells))
                for row, cells in zip(grid.rows, grid.cells, strict=True)
            ]
        else:
            heads = (*self.columns, "best", *self.choices)
            lines = [
                (
                    *one.situation,
                    one.best,
                    *(f"{one.worth[name]:+.4f}" if name in one.worth else "" for name in self.choices),
                )
                for one in self.decisions
            ]
        head = "".join(f"<th>{escape(one)}</th>" for one in heads)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
        )
        return f"<table><caption>{escape(self.name)}</caption><tr>{head}</tr>{rows}</table>"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of decisions laid out by two words: a cell is empty where a situation cannot come."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Decision | None, ...], ...]


def of(game: Game | str, rulings: Mapping[str, str] | None = None) -> Sequence[Strategy]:
    """The charts of a game under some readings.

    >>> [chart] = of("garlic-city/3-card-poker")
    >>> chart.at("Q-6-4").best, chart.at("Q-6-3").best
    ('play', 'fold')
    """
    from housedealer.odds.engines import engine_of
    from housedealer.odds.setup import Setup

    name = rooms.find(game) if isinstance(game, str) else game.id
    setup = Setup(name, tuple((rulings or {}).items()))
    engine = engine_of(setup.game())
    if engine.charts is None:
        raise Refused(f"{name} has no chart: {engine.strategy or 'nothing in it is decided'}.")
    return engine.charts(setup.game().params, setup.pieces())


def decision(
    situation: tuple[str, ...], choices: tuple[str, str], counts: Sequence[int], units: int, whole: int
) -> Decision:
    """A decision between two choices from how often it comes, how often the first is taken, and two totals.

    >>> decision(("a pair",), ("bet", "fold"), (10, 8, 30, -10), 1, 20)
    Decision(situation=('a pair',), best='bet', worth={'bet': 3.0, 'fold': -1.0}, share=0.8, often=0.5)
    """
    many, first, one, other = counts
    best, taken = (choices[0], first) if 2 * first >= many else (choices[1], many - first)
    worth = {choices[0]: one / (many * units), choices[1]: other / (many * units)}
    return Decision(situation, best, worth, taken / many, many / whole)
