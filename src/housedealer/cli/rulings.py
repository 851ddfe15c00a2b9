"""`housedealer rulings`: what was decided where the books leave a question open."""

from __future__ import annotations

from typing import Any

from housedealer import rooms
from housedealer.cli.screen import console, find_game, print_json
from housedealer.cli.sheet import show_question
from housedealer.floor.page import question
from housedealer.floor.sheet import rulings
from housedealer.table.errors import Refused


def run(name: str | None, as_json: bool) -> None:
    """Print the rulings of one game, or of all."""
    found: list[dict[str, Any]] = []
    broken = []
    for wanted in [name] if name else rooms.ids():
        try:
            game = find_game(wanted)
        except (Refused, rooms.BadGame) as error:
            if name:
                raise
            broken.append(str(error))
            continue
        found += [{"game": game.id, "book": game.head.book, **ruling} for ruling in rulings(game)]
    if as_json:
        print_json(found)
    else:
        show(found)
    if broken:
        raise Refused(" ".join(broken))


def show(found: list[dict[str, Any]]) -> None:
    """Rulings as paragraphs, game by game."""
    screen, last = console(), ""
    if not found:
        screen.print("No rulings: the book leaves nothing open.")
    for ruling in found:
        if ruling["game"] != last:
            last = ruling["game"]
            screen.print(f"\n[bold]{last}[/]")
        screen.print()
        show_question(screen, question(ruling, ruling["book"]))
