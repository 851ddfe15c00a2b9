"""`housedealer odds`: what every wager of a game is worth, as the trade reads it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from housedealer import odds
from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.odds.bank.short import ByPlace
from housedealer.odds.cells import Wager
from housedealer.odds.report import Odds
from housedealer.odds.simulate import interval
from housedealer.pieces.cards import cards
from housedealer.pieces.tiles import tiles
from housedealer.table.errors import Refused


@dataclass(frozen=True)
class Asked:
    """What was asked for at the command line."""

    game: str
    option: str | None
    rulings: tuple[str, ...]
    spot: str | None
    paytable: Path | None
    decks: int | None
    remove: str
    exact: bool
    rounds: int | None
    precision: str | None
    seed: int
    workers: str | None
    seats: int | None = None
    money: float | None = None


def run(asked: Asked, as_json: bool) -> None:
    """Count or deal, and print."""
    game = find_game(asked.game)
    if asked.exact and (asked.rounds or asked.precision):
        raise Refused(
            "Either --exact, or --rounds or --precision: the first counts, the others deal at random."
        )
    with _progress(asked.rounds, as_json) as moved:
        found = odds.of(
            game,
            asked.option,
            dict(readings(asked.rulings)),
            asked.spot,
            _paytable(asked.paytable) if asked.paytable else None,
            asked.decks,
            (tiles if game.params.pieces == "tiles" else cards)(asked.remove),
            asked.exact,
            asked.rounds,
            share(asked.precision) if asked.precision else None,
            asked.seed,
            _workers(asked.workers),
            readings=True,
            moved=moved,
            seats=asked.seats,
            money=asked.money,
        )
    if as_json:
        print_json(found.as_json())
    else:
        show(found, asked.rulings)


def share(text: str) -> float:
    """A share of the bet, as a percentage or a number.

    >>> share("0.01%"), share("0.0002")
    (0.0001, 0.0002)
    """
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = 0.0
    if not 0 < found < 1:
        raise Refused(f"{text!r} is no precision: write a share of the bet, such as 0.01%.")
    return found


def _workers(text: str | None) -> str | int | None:
    if text is None or text.startswith("dask://"):
        return text
    if not text.isdigit() or not int(text):
        raise Refused(f"{text!r} are no workers: give a number of threads, or dask://host:port.")
    return int(text)


@contextmanager
def _progress(rounds: int | None, as_json: bool) -> Iterator[Callable[[int, float], None]]:
    """A bar with how wide the interval still is, where somebody looks at it."""
    if as_json or not sys.stderr.isatty():
        yield lambda many, width: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting", total=None)

        def moved(many: int, width: float) -> None:
            said = f"dealt {many:,} rounds, known to ±{100 * width:.4f}%"
            bar.update(task, total=rounds, completed=many, description=said)

        yield moved


def readings(words: Iterable[str]) -> list[tuple[str, str]]:
    """`natural-stops=yes` and the like, as the ruling and its reading."""
    found = []
    for word in words:
        ruling, is_said, reading = word.partition("=")
        if not is_said:
            raise Refused(f"{word!r} is no reading: write it as natural-stops=yes.")
        found.append((ruling, reading))
    return found


def _paytable(path: Path) -> dict[str, str]:
    """A paytable from a TOML or JSON file: its rows and what they pay."""
    try:
        text = path.read_text(encoding="utf-8")
        data: Any = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text)
    except (UnicodeDecodeError, msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise Refused(f"{path.name} cannot be read: {error}.") from None
    rows = data.get("pays", data) if isinstance(data, dict) else None
    if not isinstance(rows, dict) or not all(isinstance(one, str) for one in rows.values()):
        raise Refused(f"{path.name} is no paytable: write each row with its odds, such as flush = '4:1'.")
    return rows


def show(found: Odds, under: Iterable[str] = ()) -> None:
    """Every wager as a table with its edge at the lower right, then what other readings do.

    `under` are the readings that were asked for.
    """
    screen = console()
    how = {
        "exact": "counted over all that can be dealt",
        "expected": "the edge counted over all that can be dealt, the rounds dealt at random",
        "simulated": "dealt at random",
        "mixed": "side bets counted over all that can be dealt, the rest dealt at random",
    }[found.method]
    option = f"option {found.option}, " if found.option else ""
    screen.print(f"[bold]{found.game}[/]  {option}{how}, in {found.seconds:.1f} s")
    if under:
        screen.print(f"Under another reading: {plain(', '.join(under))}.")
    if found.not_as_approved:
        screen.print(f"[bold]Not as approved:[/] {', '.join(found.not_as_approved)}.")
    if found.strategy:
        screen.print(f"Strategy: {found.strategy}.")
    for one in found.wagers:
        screen.print()
        screen.print(wager_table(one))
        notes = [
            f"hit {100 * one.hit:.3f}%",
            f"standard deviation {one.sd:.4f}",
            f"element of risk {100 * float(one.element_of_risk):.4f}%",
        ]
        if one.method == "simulated":
            notes.append(f"95 times in 100 within ±{100 * interval(one.sd, one.rounds):.4f}%")
        elif one.method == "expected":
            notes.append("edge counted, rounds dealt at random")
        screen.print("  ".join(notes))
    if found.readings:
        shown = table("ruling", "reading", "wager", "house edge", right=("house edge",))
        for other in found.readings:
            for at, (spot, edge) in enumerate(other.edges.items()):
                head = (other.ruling, other.reading) if not at else ("", "")
                shown.add_row(*head, spot, f"{100 * edge:.4f}%")
        screen.print("\nUnder another reading of one ruling:")
        screen.print(shown)
    if found.limited:
        little = found.limited
        screen.print(
            f"\nWith {little.seats} seats that bet one unit each on {little.spot}, and {little.money:g} units"
            f" put up by the player-dealer ({little.rounds:,} rounds dealt;"
            f" {100 * little.runs_short:.1f}% run short):"
        )
        screen.print(places_table(little))
    screen.print(
        "An edge is what is lost of the first stake on average, pushes counted, before fees;"
        " the player-dealer wins as much."
    )


def places_table(found: ByPlace) -> Any:
    """What each seat loses of its unit, by its place from first action on."""
    numbers = ("what is due is met", "loses of its unit", "95 times in 100")
    shown = table("place from first action", *numbers, right=numbers)
    for one in found.places:
        half = (one.interval[1] - one.interval[0]) / 2
        shown.add_row(
            str(one.place), f"{100 * one.met:.1f}%", f"{100 * one.edge:.3f}%", f"±{100 * half:.3f}%"
        )
    return shown


def wager_table(one: Wager) -> Any:
    """One wager's outcomes."""
    many = "combinations" if one.method == "exact" else "rounds"
    numbers = ("pays", many, "probability", "return")
    shown = table("outcome", *numbers, right=numbers, title=one.spot)
    for row in one.rows:
        shown.add_row(
            plain(row.outcome),
            row.pays,
            f"{row.combinations:,}",
            f"{row.probability:.6f}",
            f"{row.returned:+.6f}",
        )
    shown.add_section()
    shown.add_row("", "", f"{one.rounds:,}", "house edge", f"[bold]{100 * float(one.edge):.4f}%[/]")
    return shown
