"""`housedealer verify`: the proof of a shuffle, and what it shows."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.table import Table

from housedealer.cli.logs import read
from housedealer.cli.screen import console, find_game, plain, print_json
from housedealer.floor.witness import Verified, Witness, check, check_log
from housedealer.pieces.proof import ProofError
from housedealer.table.errors import Refused
from housedealer.table.log import RoundLog


def run(file: str, as_json: bool) -> None:
    """Verify a viewer's file or every round of an auditor's log; what fails is said and ends with code 2."""
    found = read(file)
    try:
        results = []
        kept_all: list[Witness | RoundLog] = [*found]
        for number, kept in enumerate(kept_all, 1):
            try:
                results.append(_check(kept))
            except (ProofError, Refused) as error:
                if len(found) == 1:
                    raise
                raise type(error)(f"Round {number}: {error}") from None
    except ProofError as error:
        if as_json:
            print_json({"verified": False, "reason": str(error)})
        raise ProofError(f"Not verified: {error}") from None
    if as_json:
        rows: list[dict[str, Any]] = [{"verified": True, **msgspec.to_builtins(result)} for result in results]
        print_json(rows[0] if len(rows) == 1 else rows)
    else:
        _show(results)


def _check(kept: Witness | RoundLog) -> Verified:
    if isinstance(kept, Witness):
        return check(kept, find_game(kept.game).ruled(kept.readings))
    return check_log(kept, find_game(kept.game))


def _show(results: list[Verified]) -> None:
    screen = console()
    last = results[-1]
    many = f" ({len(results)} rounds; of the last:)" if len(results) > 1 else ""
    screen.print(
        f"[bold green]Verified[/], as {'a viewer' if last.kind == 'viewer' else 'an auditor'}.{many}"
    )
    shown = Table.grid(padding=(0, 2))
    for line in last.proved:
        shown.add_row("proved", plain(line))
    for line in last.not_proved:
        shown.add_row("not proved", f"[dim]{plain(line)}[/]")
    screen.print(shown)
