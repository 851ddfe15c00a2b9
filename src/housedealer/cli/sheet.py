"""`housedealer sheet`: a game's rules sheet, for reading."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.floor.page import Block, Grid, Heading, Item, Question, Text, page
from housedealer.floor.sheet import sheet


def run(name: str, as_json: bool) -> None:
    """Print the sheet of a game."""
    found = sheet(find_game(name))
    if as_json:
        print_json(found)
    else:
        show(page(found))


def show(blocks: Sequence[Block]) -> None:
    """The blocks of a page as headings, lists and tables."""
    screen = console()
    for block in blocks:
        match block:
            case Heading(text, level):
                before = "\n" if level > 1 else ""
                screen.print(f"{before}[bold]{'#' * level} {plain(text)}[/]")
            case Text(text, quiet):
                screen.print(f"[dim]{plain(text)}[/]" if quiet else f"\n{plain(text)}")
            case Item():
                screen.print(_item(block))
            case Grid():
                screen.print(_grid(block))
            case Question():
                show_question(screen, block)


def show_question(screen: Console, ruling: Question) -> None:
    """One ruling: the question, its readings with the chosen one marked, and why."""
    screen.print(f"[bold]{ruling.id}[/]  {plain(ruling.text)}  [dim]{ruling.source}[/]")
    for reading in ruling.readings:
        mark, style = ("●", "bold") if reading.chosen else ("○", None)
        line = f"{mark} [bold]{reading.id}[/]: {plain(reading.text)}"
        screen.print(Padding(line, (0, 0, 0, 2), expand=False), style=style)
    screen.print(Padding(plain(ruling.why), (0, 0, 0, 2), expand=False))


def _item(item: Item) -> Table:
    lead = f"[bold]{plain(item.lead)}[/]: " if item.lead else ""
    source = f"  [dim]{item.lines}[/]" if item.lines else ""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row("-", f"{lead}{plain(item.text)}{source}")
    return grid


def _grid(block: Grid) -> Table:
    shown = table(*block.columns, right=block.right, title=block.title or None)
    for row in block.rows:
        shown.add_row(*(plain(cell) for cell in row))
    return shown
