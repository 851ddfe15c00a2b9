"""`housedealer coverage`: what is built of every entry of the rule books."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from housedealer.cli.screen import console, plain, print_json, table
from housedealer.floor.coverage import ASPECTS, Covered, coverage
from housedealer.floor.page import where
from housedealer.table.errors import Refused

SHORT = ("script", "fees", "side", "irr", "rul", "sheet", "gold", "cases", "bot", "odds", "web")
MARKS = {"done": "●", "hole": "[bold red]○[/]", "none in the text": "[dim]·[/]"}


def run(room: str | None, as_json: bool) -> None:
    """Print the coverage of one room, or of all."""
    found = coverage()
    if room is not None:
        if room not in found:
            raise Refused(f"There is no room {room!r}; the rooms are {', '.join(sorted(found))}.")
        found = {room: found[room]}
    if as_json:
        print_json({"rooms": {name: [_entry(one) for one in rows] for name, rows in found.items()}})
    else:
        show(found)


def _entry(one: Covered) -> dict[str, Any]:
    return {
        "entry": one.entry,
        "name": one.name,
        "lines": list(one.lines),
        "kind": one.kind,
        "games": list(one.games),
        "aspects": dict(one.aspects),
    }


def show(found: Mapping[str, tuple[Covered, ...]]) -> None:
    """A table for each room, its entries against their aspects."""
    screen = console()
    for room, rows in found.items():
        built = sum(1 for one in rows if one.games)
        screen.print(f"\n[bold]{room}[/]  {built} of {len(rows)} entries built")
        shown = table("entry", "name", "lines", *SHORT, whole=("entry", "lines", *SHORT))
        for one in rows:
            if one.games:
                marks = [MARKS[one.aspects[aspect]] for aspect in ASPECTS]
                shown.add_row(one.entry, plain(brief(one.name)), where(one.lines), *marks)
            else:
                shown.add_row(one.entry, plain(brief(one.name)), where(one.lines), "[dim]not yet built[/]")
        screen.print(shown)
    screen.print("● done   [bold red]○[/] missing   [dim]·[/] none in the text")
    heads = [f"{short}: {name}" for short, name in zip(SHORT, ASPECTS, strict=True) if short != name]
    screen.print(f"[dim]{'   '.join(heads)}[/]")


def brief(name: str) -> str:
    """A name without what stands in brackets behind it.

    >>> brief("Kansas City (2-7) Lowball (GEGA-000741)")
    'Kansas City (2-7) Lowball'
    """
    return name[: name.rindex(" (")] if name.endswith(")") and " (" in name else name
