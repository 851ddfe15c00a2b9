"""`housedealer games`: every game of every room."""

from __future__ import annotations

from housedealer import rooms
from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.floor.page import where
from housedealer.floor.sheet import summary
from housedealer.table.errors import Refused


def run(as_json: bool) -> None:
    """List the games; those whose files cannot be used are named after the others."""
    rows, broken = [], []
    for name in rooms.ids():
        try:
            rows.append(summary(find_game(name)))
        except (Refused, rooms.BadGame) as error:
            broken.append(str(error))
    if as_json:
        print_json(rows)
    else:
        shown = table("game", "names", "family", "book and lines", "wagers", whole=("game", "book and lines"))
        for row in rows:
            wagers = ", ".join(row["base"]) or ("for a pot" if row["poker"] else "between players")
            if row["bonus"]:
                wagers += f"; bonus {', '.join(row['bonus'])}"
            names = "\n".join([row["name"], *(f"[dim]{plain(name)}[/]" for name in row["also"])])
            shown.add_row(row["id"], names, row["family"], f"{row['book']}: {where(row['lines'])}", wagers)
        console().print(shown)
    if broken:
        raise Refused(" ".join(broken))
