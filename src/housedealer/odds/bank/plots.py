"""The two pictures of banking: what a shift may come to, and where fee steps make action unprofitable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from housedealer.odds.bank.report import BankReport
from housedealer.table.errors import Refused

INK, GOOD, BAD, SOFT = "#26323a", "#1f7a4d", "#b3372f", "#9aa7ad"
KINDS = (".png", ".svg", ".pdf")


def draw(report: BankReport, path: Path) -> None:
    """Both pictures in one file, whose ending says of what kind it is."""
    if path.suffix not in KINDS:
        raise Refused(
            f"{path.name} is no picture that can be drawn: its name must end in {', '.join(KINDS)}."
        )
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    with mpl.rc_context({"svg.hashsalt": report.data, "font.size": 10, "axes.edgecolor": SOFT}):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 5), layout="constrained")
        figure.suptitle(f"Banking {report.name}: option {report.option or '-'}, {report.players} players")
        shift(left, report)
        curves(right, report)
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror}.") from None
        finally:
            pyplot.close(figure)


def shift(axes: Any, report: BankReport) -> None:
    """The distribution of a shift's result, losses in another colour."""
    costs = report.costs_hour * report.shift.hours
    values = [(value - costs) / 100 for value, _ in report.outcomes]
    chances = [chance for _, chance in report.outcomes]
    width = (values[-1] - values[0]) / max(1, len(values) - 1) if len(values) > 1 else 1.0
    axes.bar(values, chances, width=width, color=[GOOD if value > 0 else BAD for value in values])
    axes.axvline(report.shift.mean / 100, color=INK, linewidth=1.2)
    axes.set_title(f"After {report.shift.hours:g} hours: loses {100 * report.shift.loses:.1f} times in 100")
    axes.set_xlabel("player-dealer's result after collection and costs, in dollars")
    axes.set_yticks([])


def curves(axes: Any, report: BankReport) -> None:
    """Net of a round against total action for every option; the asked one is drawn heavier."""
    for one in _different(report):
        asked = one.option == report.option
        axes.plot(
            [action / 100 for action in one.action],
            [net / 100 for net in one.net],
            label=f"option {one.option}" if one.option else "no option",
            linewidth=2.2 if asked else 0.9,
            alpha=1.0 if asked else 0.65,
            drawstyle="steps-post",
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_title("Net of a round: each drop is a fee step, below zero banking loses")
    axes.set_xlabel("total action, in dollars")
    axes.set_ylabel("net of a round, in dollars")
    axes.legend(fontsize=8, ncols=2)


def _different(report: BankReport) -> Sequence[Any]:
    """The options' curves, leaving out those that are the same line again."""
    kept: dict[tuple[Any, ...], Any] = {}
    for one in report.curves:
        if one.option == report.option or (one.action, one.net) not in kept:
            kept[one.action, one.net] = one
    return list(kept.values())
