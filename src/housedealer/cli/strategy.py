"""`housedealer strategy`: the best play of a game as charts, in text, JSON, or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.odds.strategy import Decision, Strategy, of
from housedealer.table.errors import Refused

WIDE = 14
"""The most columns of a chart that is shown as a grid."""


def run(name: str, rulings: dict[str, str], hand: str, worth: bool, plot: Path | None, as_json: bool) -> None:
    """Print the charts of a game, or only the situations that a text names."""
    game = find_game(name)
    charts = of(game, rulings)
    if hand and not any(_named(one, hand) for chart in charts for one in chart.decisions):
        raise Refused(f"No situation in the charts of {game.id} names {hand!r}.")
    if plot is not None:
        from housedealer.odds.chart_plots import draw

        for path in draw(game.head.name, charts, plot):
            console(stderr=True).print(f"Drawn: {path}")
    if as_json:
        print_json({"game": game.id, "rulings": rulings, "charts": [one.as_json() for one in charts]})
        return
    screen = console()
    screen.print(f"[bold]{plain(game.head.name)}[/]  {game.id}")
    for chart in charts:
        screen.print()
        found = [one for one in chart.decisions if _named(one, hand)]
        if not found:
            continue
        grid = chart.grid() if not worth and not hand else None
        if grid is not None and len(grid.columns) <= WIDE:
            screen.print(_grid(chart))
        else:
            screen.print(_list(chart, found))
        if chart.note:
            screen.print(plain(chart.note))


def _named(one: Decision, hand: str) -> bool:
    return not hand or any(hand.lower() in word.lower() for word in one.situation)


def _list(chart: Strategy, found: Sequence[Decision]) -> Any:
    """A line a situation with what each choice is worth."""
    numbers = (*(f"worth of {choice}" for choice in chart.choices), "of hands")
    shown = table(*chart.columns, "best", *numbers, right=numbers, title=chart.name)
    for one in found:
        cells = (f"{one.worth[choice]:+.4f}" if choice in one.worth else "" for choice in chart.choices)
        best = one.best if one.always else f"{one.best} ({100 * one.share:.0f}%)"
        often = f"{100 * one.often:.3f}%" if one.often else ""
        shown.add_row(*map(plain, one.situation), f"[bold]{best}[/]", *cells, often)
    return shown


def _grid(chart: Strategy) -> Any:
    """A grid of best choices; a mark says that some hands of the kind are better played otherwise."""
    grid = chart.grid()
    assert grid is not None
    shown = table(chart.columns[0], *grid.columns, title=f"{chart.name}, by {chart.columns[1]}")
    for row, cells in zip(grid.rows, grid.cells, strict=True):
        words = ("" if one is None else one.best + ("" if one.always else "*") for one in cells)
        shown.add_row(plain(row), *words)
    return shown
