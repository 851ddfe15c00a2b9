"""Charts of best play drawn: a coloured grid, or bars of what each choice is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from housedealer.odds.strategy import Strategy
from housedealer.table.errors import Refused

KINDS = (".png", ".svg", ".pdf")
COLOURS = ("#1f7a4d", "#d9a441", "#3b6ea5", "#b3372f", "#7b5ea7", "#5a6b70", "#c46a9b", "#8a8f3c")


def draw(name: str, charts: Sequence[Strategy], path: Path) -> Iterator[Path]:
    """Draw every chart in a file of its own: the second gets a 2 behind its name."""
    if path.suffix not in KINDS:
        raise Refused(
            f"{path.name} is no picture that can be drawn: its name must end in {', '.join(KINDS)}."
        )
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    for number, chart in enumerate(charts, 1):
        where = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        figure = _grid(pyplot, chart) if chart.grid() is not None else _bars(pyplot, chart)
        figure.suptitle(f"{name}: {chart.name}")
        try:
            figure.savefig(where, metadata={"Date": None} if where.suffix == ".svg" else None)
        except OSError as error:
            raise Refused(f"{where} cannot be written: {error.strerror}.") from None
        finally:
            pyplot.close(figure)
        yield where


def _colours(chart: Strategy) -> dict[str, str]:
    return {choice: COLOURS[at % len(COLOURS)] for at, choice in enumerate(chart.choices)}


def _grid(pyplot: Any, chart: Strategy) -> Any:
    """A field of colours, one for each choice; rows that are alike from first to last are drawn once."""
    grid = chart.grid()
    assert grid is not None
    colours = _colours(chart)
    rows: list[tuple[str, Any]] = []
    for row, cells in zip(grid.rows, grid.cells, strict=True):
        if rows and [one and one.best for one in rows[-1][1]] == [one and one.best for one in cells]:
            first = rows[-1][0].partition(" to ")[0]
            rows[-1] = (f"{first} to {row}", cells)
        else:
            rows.append((row, cells))
    size = (2.6 + 0.62 * len(grid.columns), 1.4 + 0.3 * len(rows))
    figure, axes = pyplot.subplots(figsize=size, layout="constrained")
    for y, (_, cells) in enumerate(rows):
        for x, one in enumerate(cells):
            if one is not None:
                axes.add_patch(pyplot.Rectangle((x, y), 1, 1, color=colours[one.best], ec="white", lw=1.2))
                word = one.best if len(one.best) <= 7 else one.best[:6] + "."
                axes.text(x + 0.5, y + 0.5, word + ("" if one.always else "*"), ha="center", va="center",
                          color="white", fontsize=7)  # fmt: skip
    axes.set_xlim(0, len(grid.columns))
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([at + 0.5 for at in range(len(grid.columns))], grid.columns, fontsize=8)
    axes.set_yticks([at + 0.5 for at in range(len(rows))], [name for name, _ in rows], fontsize=8)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlabel(chart.columns[1])
    return figure


def _bars(pyplot: Any, chart: Strategy) -> Any:
    """What each choice is worth, situation by situation."""
    colours = _colours(chart)
    shown = list(chart.decisions)
    figure, axes = pyplot.subplots(figsize=(8, 1.4 + 0.26 * len(shown)), layout="constrained")
    for y, one in enumerate(shown):
        for choice, worth in one.worth.items():
            best = choice == one.best
            axes.plot(worth, y, marker="D" if best else "o", color=colours[choice], ms=6 if best else 4)
    axes.set_yticks(range(len(shown)), [", ".join(one.situation) for one in shown], fontsize=8)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(axis="y", color="#dde3e5")
    axes.set_xlabel("worth in units of the first wager; the diamond is the best choice")
    handles = [pyplot.Line2D([], [], marker="o", ls="", color=colour) for colour in colours.values()]
    axes.legend(handles, list(colours), fontsize=8)
    return figure
