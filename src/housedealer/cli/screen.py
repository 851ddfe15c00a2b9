"""What the commands share for printing: a console, JSON, tables, and a game found by its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from housedealer.table.game import Game

PIPED_WIDTH = 120


def console(stderr: bool = False) -> Console:
    """The console; into a file or a pipe its lines are as wide as COLUMNS says, or 120 characters."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else int(os.environ.get("COLUMNS", "") or PIPED_WIDTH)
    return Console(stderr=stderr, width=width, highlight=False, emoji=False, soft_wrap=False)


def print_json(data: Any) -> None:
    """Data as readable JSON."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def table(
    *columns: str, right: Collection[str] = (), whole: Collection[str] = (), title: str | None = None
) -> Table:
    """A plain table; the columns named in `right` hold numbers, those in `whole` are never broken."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        made.add_column(
            column, justify="right" if column in right else "left", no_wrap=column in whole, overflow="fold"
        )
    return made


def find_game(name: str) -> Game:
    """The game that a person means; a game whose files cannot be used is refused in a sentence."""
    from housedealer import rooms
    from housedealer.table.errors import Refused

    found = rooms.find(name)
    try:
        return rooms.game(found)
    except (ImportError, AttributeError) as error:
        raise Refused(f"{found} cannot be used: its script does not load ({error}).") from None


def plain(text: str) -> str:
    """Text that the console must not take for markup."""
    from rich.markup import escape

    return escape(text)
