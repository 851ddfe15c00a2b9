"""One printable document about a game or a whole room: what a regulator or a banking company takes home.

A game's part is its sheet, the situations that no source line decides, and its odds; a room's begins with its
audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from housedealer import rooms
from housedealer.floor.audit import Finding, audit
from housedealer.floor.page import Block, Grid, Heading, Item, Text, page, where
from housedealer.floor.render import html
from housedealer.floor.sheet import sheet
from housedealer.floor.undecided import Undecided, undecided
from housedealer.table.game import Game

Odds = Callable[[Game], Iterable[Block]]
"""What a packet says of a game's odds."""


def game_packet(game: Game, odds: Odds) -> str:
    """The document of one game."""
    house = rooms.BOOKS[game.head.book]
    return html(list(_game(game, odds)), f"{game.head.name}, {house}")


def _game(game: Game, odds: Odds) -> Iterator[Block]:
    yield from page(sheet(game))
    yield from open_questions(undecided(game))
    yield from odds(game)


def room_packet(room: str, odds: Odds) -> str:
    """The document of a room: its audit, then each of its games."""
    games = [game for game in rooms.games() if game.room == room]
    blocks: list[Block] = list(findings(room, audit(room)))
    for game in games:
        blocks += _game(game, odds)
    return html(blocks, rooms.BOOKS[games[0].head.book] if games else room)


def findings(room: str, found: Sequence[Finding]) -> Iterator[Block]:
    """An audit as blocks: violations first, then the faults that the text prints."""
    yield Heading(f"Audit of {room}", 1)
    violations = [one for one in found if one.violation]
    if not violations:
        yield Text("Clean: nothing unexplained.")
    for one in violations:
        yield Item(f"{one.about}: {one.text}", where(one.lines), f"{one.check}, {one.game}")
    printed = [one for one in found if not one.violation]
    if printed:
        yield Heading("Faults of the printed text, kept as printed")
        for one, games in _alike(printed):
            fault = one.text.rstrip(".")
            text = f"{one.about}: {fault}. {one.printed} In {', '.join(games)}."
            yield Item(text, where(one.lines), one.check)


def _alike(found: Sequence[Finding]) -> Iterator[tuple[Finding, list[str]]]:
    """Each fault once, with the games that have it: games that share a fee list share its faults."""
    games: dict[tuple[str, ...], list[str]] = {}
    first: dict[tuple[str, ...], Finding] = {}
    for one in found:
        same = (one.check, one.about, one.text, one.printed, str(one.lines))
        games.setdefault(same, []).append(one.game.partition("/")[2])
        first.setdefault(same, one)
    for known, one in first.items():
        yield one, games[known]


def open_questions(found: Sequence[Undecided]) -> Iterator[Block]:
    """The situations that no line decides, with how often random play gets into them."""
    if not found:
        return
    yield Heading("Situations that no source line decides")
    yield Text(
        f"{found[0].rounds} rounds were dealt with random legal answers, and again under each other reading."
        " A question without another reading that can be played is listed, not counted.",
        quiet=True,
    )
    rows = tuple(
        (
            one.id,
            one.question,
            f"{one.reached}" if one.playable or not one.reading else "",
            f"{one.money}" if one.playable else "",
            where(one.lines),
        )
        for one in found
    )
    yield Grid(("id", "question", "reached", "money", "lines"), rows, right=("reached", "money"))
