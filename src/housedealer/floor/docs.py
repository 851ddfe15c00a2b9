"""The sheets as pages of the docs: one a game and an index, made from the games themselves.

    python -m housedealer.floor.docs docs/games

writes them (`scripts/sheets` does it); a test holds them to what the games say now.
"""

from __future__ import annotations

import sys
from pathlib import Path

from housedealer import rooms
from housedealer.floor.page import Block, Grid, Heading, Text, page, where
from housedealer.floor.render import markdown
from housedealer.floor.sheet import sheet
from housedealer.table.game import Game

INDEX = "README.md"


def pages() -> dict[str, str]:
    """Every page by its place below the folder of the games."""
    found = {f"{game.id}.md": markdown([*page(sheet(game)), odds_of(game)]) for game in rooms.games()}
    return {INDEX: markdown(index()), **found}


def odds_of(game: Game) -> Block:
    """Where the game's odds stand, with those of its other readings."""
    return Text(f"[The odds of {game.head.name}](../../odds/{game.id}.md)")


def index() -> list[Block]:
    """The page that lists all games, room by room."""
    blocks: list[Block] = [
        Heading("The games", 1),
        Text("A page a game, made from the game itself: rules, wagers, paytables, fees, remedies, rulings."),
    ]
    for room in rooms.room_ids():
        games = [game for game in rooms.games() if game.room == room]
        if games:
            rows = tuple(
                (f"[{game.head.name}]({game.id}.md)", game.head.family, where(game.head.lines))
                for game in games
            )
            blocks.append(Heading(f"{rooms.BOOKS[games[0].head.book]} (book {games[0].head.book})"))
            blocks.append(Grid(("game", "family", "lines"), rows))
    return blocks


def write(folder: Path) -> int:
    """Write all pages, and remove those of games that are no more; gives their number."""
    found = pages()
    for old in folder.glob("*/*.md"):
        if str(old.relative_to(folder)) not in found:
            old.unlink()
    for name, text in found.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return len(found)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]))} pages written.")
