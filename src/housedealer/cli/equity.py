"""`housedealer equity` and `housedealer cost`: what a hand is worth, and what a seat costs an hour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.table.errors import Refused

MOST_HANDS = 1000


def run(
    name: str,
    hands: list[str],
    board: str,
    dead: str,
    rulings: Iterable[tuple[str, str]],
    exact: bool,
    rounds: int | None,
    seed: int,
    classes: bool,
    as_json: bool,
) -> None:
    """Count or deal the showdowns, and print."""
    from housedealer.odds import equity

    game = find_game(name)
    found = equity.of(game, hands, board, dead, dict(rulings), exact, rounds, seed, classes=classes)
    if as_json:
        print_json(found.as_json())
        return
    screen = console()
    how = "every showdown counted" if found.exact else "dealt at random"
    ways = f"{found.ways:,} showdown{'s' if found.ways > 1 else ''}"
    screen.print(f"[bold]{found.game}[/]  {ways}, {how}, in {found.seconds:.1f} s")
    if board:
        screen.print(f"Board: {plain(board)}")
    numbers = ["equity", "wins alone", "shares"]
    if not found.exact:
        numbers.append("95 times in 100")
    shown = table("hand", *numbers, right=numbers)
    for one in found.players:
        cells = [f"[bold]{100 * one.equity:.3f}%[/]", f"{100 * one.wins:.3f}%", f"{100 * one.ties:.3f}%"]
        if one.interval is not None:
            cells.append(f"±{50 * (one.interval[1] - one.interval[0]):.3f}%")
        shown.add_row(plain(one.hand), *cells)
    screen.print(shown)
    if classes:
        screen.print(_classes(found))
    screen.print("Equity is the share of the pot on average if nobody folds." + _and(found.note))


def _and(note: str) -> str:
    return f" {note}" if note else ""


def _classes(found: Any) -> Any:
    """How often each player makes which kind of hand."""
    names = list(dict.fromkeys(name for one in found.players for name in one.classes))
    heads = [one.hand for one in found.players]
    shown = table("makes", *heads, right=heads)
    for name in names:
        shown.add_row(name, *(f"{100 * one.classes.get(name, 0.0):.4f}%" for one in found.players))
    return shown


def cost(
    name: str,
    option: str | None,
    limit: str | None,
    players: int | None,
    pace: float,
    hands: int,
    seed: int,
    as_json: bool,
) -> None:
    """Deal hands by bots under each option, and print what a seat costs an hour."""
    from housedealer.odds.cost import of

    game = find_game(name)
    if not 0 < pace <= MOST_HANDS:
        raise Refused(f"Hands an hour are above nothing and at most {MOST_HANDS:,}.")
    found = of(game, option, limit, players, hands, seed)
    if as_json:
        rows = [
            {**asdict(one), "an_hour": one.an_hour(pace), "interval": list(one.interval(pace))}
            for one in found
        ]
        print_json({"game": game.id, "pace": pace, "money": "cents", "options": rows})
        return
    numbers = ("a hand", "a player an hour", "95 times in 100", "by the clock")
    shown = table("option", "limit", *numbers, right=numbers)
    for one in found:
        low, high = one.interval(pace)
        shown.add_row(
            one.option or "-",
            one.limit,
            f"${one.a_hand / 100:.2f}",
            f"[bold]${one.an_hour(pace) / 100:.2f}[/]",
            f"±${(high - low) / 200:.2f}",
            f"${2 * one.half_hour / 100:.2f}",
        )
    screen = console()
    screen.print(
        f"[bold]{game.id}[/]  {found[0].players} players, {pace:g} hands an hour;"
        f" {hands} hands an option, played by bots"
    )
    screen.print(shown)
