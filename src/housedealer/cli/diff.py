"""`housedealer diff`: what differs between two games."""

from __future__ import annotations

import msgspec

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.floor.compare import compare


def run(left: str, right: str, words: bool, as_json: bool) -> None:
    """Print the differences between two games; rules in words only when asked for."""
    one, other = find_game(left), find_game(right)
    found = [each for each in compare(one, other) if words or not each.part.startswith("rules: ")]
    if as_json:
        print_json({"left": one.id, "right": other.id, "differences": msgspec.to_builtins(found)})
        return
    screen = console()
    if not found:
        screen.print(f"{one.id} and {other.id} are played alike.")
        return
    parts = dict.fromkeys(each.part for each in found)
    for part in parts:
        screen.print(f"\n[bold]{plain(part)}[/]")
        shown = table("", one.id, other.id)
        for each in found:
            if each.part == part:
                shown.add_row(
                    plain(each.fact), plain(each.left) or "[dim]–[/]", plain(each.right) or "[dim]–[/]"
                )
        screen.print(shown)
    screen.print(f"{len(found)} differences{'' if words else '; --words compares the rules as well'}.")
