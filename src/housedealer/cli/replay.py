"""`housedealer replay`: a logged round dealt again and told in words."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.padding import Padding

from housedealer.cli.logs import rounds
from housedealer.cli.screen import console, find_game, plain, print_json
from housedealer.floor.retell import HOUSE, Retold, retell
from housedealer.table.errors import Refused
from housedealer.table.log import RoundLog, check


def run(file: str, at: int | None, viewer: str, number: int | None, as_json: bool) -> None:
    """Tell one round of a log, or say of each of many whether it comes out as recorded."""
    logs = rounds(file)
    if number is not None and number > len(logs):
        raise Refused(f"{file} holds {len(logs)} round{'' if len(logs) == 1 else 's'}, not {number}.")
    if len(logs) > 1 and number is None:
        if at is not None or viewer != HOUSE:
            raise Refused(f"{file} holds {len(logs)} rounds: say which one with --round.")
        _all(logs, as_json)
        return
    log = logs[(number or 1) - 1]
    game = find_game(log.game)
    told = retell(log, game, viewer, at)
    if as_json:
        print_json({"game": log.game, "round": number or 1, "as": viewer, **msgspec.to_builtins(told)})
    else:
        _show(log, told, viewer)


def _all(logs: list[RoundLog], as_json: bool) -> None:
    found: list[dict[str, Any]] = []
    for number, log in enumerate(logs, 1):
        outcome = check(log, find_game(log.game))
        found.append(
            {
                "round": number,
                "game": log.game,
                "agrees": outcome.agrees,
                "differences": list(outcome.differences),
            }
        )
    if as_json:
        print_json(found)
        return
    screen = console()
    wrong = [entry for entry in found if not entry["agrees"]]
    screen.print(f"{len(found)} rounds dealt again: {len(found) - len(wrong)} as recorded, {len(wrong)} not.")
    for entry in wrong[:20]:
        screen.print(plain(f"  round {entry['round']}: {'; '.join(entry['differences'])}"))
    screen.print("[dim]--round N tells one of them.[/]")


def _show(log: RoundLog, told: Retold, viewer: str) -> None:
    screen = console()
    setting = ", ".join(text for text in (f"option {log.option}" if log.option else "", log.limit) if text)
    screen.print(f"[bold]{log.game}[/]  [dim]{plain(setting)}, as seen by {plain(viewer)}[/]")
    for step in told.steps:
        if step.said:
            screen.print(f"[bold]{step.number:>3}[/]  {plain(step.said)}")
        for line in step.events:
            told_line = f"[dim]{plain(line)}[/]" if step.said else plain(line)
            screen.print(Padding(told_line, (0, 0, 0, 5), expand=False))
    if not told.finished:
        screen.print(f"After {len(told.steps) - 1} of {told.of}: {plain('; '.join(told.asked))}?")
    elif log.void:
        screen.print("The round is void.")
    if told.agrees:
        screen.print("[bold]The replay agrees with the record.[/]")
    else:
        screen.print("[bold]The record stands; the replay differs today:[/]")
        for difference in told.differences:
            screen.print(f"  {plain(difference)}")
