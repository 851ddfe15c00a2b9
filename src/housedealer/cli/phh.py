"""`housedealer phh`: published hand histories through our betting engine."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from housedealer.cli.screen import console, plain, print_json, table
from housedealer.table.errors import Refused


def run(files: list[str], as_json: bool) -> None:
    """Replay the files and report counts and disagreements."""
    for name in files:
        if not Path(name).exists():
            raise Refused(f"There is no file {name}.")
    try:
        engine = importlib.import_module("housedealer.floor.phh")
    except ImportError as error:
        raise Refused(f"Hand histories cannot be read: {error}.") from None
    report = engine.run([Path(name) for name in files])
    if as_json:
        print_json(report)
    else:
        show(report)


def write_out(files: list[str], as_json: bool) -> None:
    """Write the poker rounds of our logs as hand histories, several as one `.phhs` text."""
    from housedealer.cli.logs import rounds
    from housedealer.cli.screen import find_game
    from housedealer.floor.phh import write
    from housedealer.table.log import again

    written = []
    for file in files:
        for number, log in enumerate(rounds(file), 1):
            try:
                written.append(write(again(log, find_game(log.game))).rstrip())
            except Refused as refusal:
                raise Refused(f"{file}, round {number}: {refusal}") from None
    if as_json:
        print_json({"hands": written})
    elif len(written) == 1:
        print(written[0])
    else:
        print("\n\n".join(f"[{number}]\n{text}" for number, text in enumerate(written, 1)))


def show(report: Mapping[str, Any]) -> None:
    """The report: plain counts first, then tables, then what disagreed."""
    screen = console()
    for name, value in report.items():
        title = name.replace("_", " ").replace("-", " ")
        if isinstance(value, Mapping):
            rows = {key: one if isinstance(one, Mapping) else {"hands": one} for key, one in value.items()}
            columns = list(dict.fromkeys(column for row in rows.values() for column in row))
            shown = table(title, *columns, right=columns)
            for key, row in rows.items():
                shown.add_row(plain(str(key)), *(plain(str(row.get(column, ""))) for column in columns))
            screen.print(shown)
        elif isinstance(value, list):
            screen.print(f"[bold]{title}[/]: {len(value) or 'none'}")
            for one in value:
                text = (
                    ", ".join(f"{key} {part}" for key, part in one.items())
                    if isinstance(one, Mapping)
                    else str(one)
                )
                screen.print(f"  {plain(text)}")
        else:
            screen.print(f"{title}: [bold]{value}[/]")
