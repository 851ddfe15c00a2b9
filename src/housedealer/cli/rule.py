"""`housedealer rule`: a rule found by words."""

from __future__ import annotations

from rich.padding import Padding

from housedealer.cli.screen import console, find_game, plain, print_json
from housedealer.floor.lookup import find
from housedealer.floor.page import where
from housedealer.table.errors import Refused


def run(name: str, words: list[str], as_json: bool) -> None:
    """Print what a game says about some words, the best match first."""
    game = find_game(name)
    found = find(game, words)
    if not found:
        raise Refused(f"Nothing in {game.id} speaks of {' '.join(words)!r}.")
    if as_json:
        print_json(found)
        return
    screen = console()
    for entry in found:
        heading = f", {plain(entry.heading)}" if entry.heading else ""
        screen.print(
            f"[bold]{entry.kind} {plain(entry.id)}[/]  [dim]book {entry.book}{heading},"
            f" {where(entry.lines)}[/]"
        )
        screen.print(Padding(plain(entry.text), (0, 0, 0, 2), expand=False))
