"""Games, told to a client that knows none: what a table looks like, what can be chosen, which pieces exist.

>>> from housedealer.rooms import game
>>> layout(game("lucky-buck/ez-baccarat"))["kind"], layout(game("lucky-buck/pan"))["kind"]
('banked', 'exchange')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from housedealer import rooms
from housedealer.floor.coverage import entries
from housedealer.floor.page import page
from housedealer.floor.regulars import buy_ins
from housedealer.floor.sheet import deck_words, fee_options, rulings, sheet, summary
from housedealer.pieces import cards, tiles
from housedealer.rooms import BOOKS
from housedealer.table.banking import Banking
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.stakes import bounds, open_table
from housedealer.wagers.money import dollars

BANKED, POT, EXCHANGE = "banked", "pot", "exchange"
RANKS = "23456789TJQKA"
MOST_LIMITS = 12


def kind(game: Game) -> str:
    """Against whom one plays: a player-dealer, for a pot, or each other."""
    if game.play.poker:
        return POT
    return BANKED if issubclass(game.play.table, Banking) else EXCHANGE


def later(game: Game) -> tuple[str, ...]:
    """Spots that are named in the order of settling or among side bets, but take no wager before the deal."""
    spots = {spot.name for spot in getattr(game.params, "spot", ())}
    ordered = (*getattr(game.params, "order", ()), *getattr(game.params, "lost_order", ()))
    return tuple(dict.fromkeys(name for name in ordered if name not in spots))


def layout(game: Game) -> dict[str, Any]:
    """What a table of the game looks like before anything is dealt."""
    params = game.params
    return {
        "kind": kind(game),
        "pieces": params.pieces,
        "seats": params.seats,
        "deck": {"size": params.deck.size, "words": deck_words(params.deck)},
        "spots": [_spot(game, spot) for spot in getattr(params, "spot", ())],
        "later": list(later(game)),
        "turns": getattr(params, "turns", 0),
    }


def _spot(game: Game, spot: Any) -> dict[str, Any]:
    found = {name: getattr(spot, name) for name in ("name", "title", "base", "required")}
    found["title"] = spot.title or spot.name.replace("-", " ").title()
    found |= {"needs": list(spot.needs), "backline": spot.backline, "at_most": spot.at_most}
    found |= {"equals": spot.equals, "squares": spot.squares, "also": list(spot.also)}
    tables = [bonus for bonus in getattr(game.params, "bonus", ()) if bonus.spot == spot.name]
    used = [bonus for bonus in tables if bonus.applies(game.params)]
    found["pays"] = (
        [
            {"row": row, "words": row.replace("-", " "), "pays": pays}
            for bonus in used
            for row, pays in bonus.pays.items()
        ]
        if used
        else None
    )
    return found


def spot_words(game: Game, name: str) -> str:
    """A spot as the rule book writes it."""
    for spot in getattr(game.params, "spot", ()):
        if spot.name == name and spot.title:
            return str(spot.title)
    return name.replace("-", " ").title()


def brief(game: Game) -> dict[str, Any]:
    """The line of a list of games, with the layout, and whether a newcomer's first table is of it."""
    return {**summary(game), "layout": layout(game), "first": game.head.first}


def usual_limits(game: Game, option: str) -> list[str]:
    """The limits that an option is usually opened with, first the one that a table has if nobody says."""
    found: list[str] = []

    def add(limit: str | None) -> None:
        try:
            name = open_table(game, option or None, limit).limit
        except Refused:
            return
        if name not in found:
            found.append(name)

    add(None)
    for row in getattr(game.params, "limit", ()):
        add(row.name)
    for row in game.option_rows(option):
        for word in row.limit.split(",") if row.limit else ():
            add(word.strip())
    if kind(game) == BANKED and found:
        low, high = bounds(found[0])
        for times in (2, 5, 10, 20):
            if low * times < high:
                add(f"{dollars(low * times)}-{dollars(high)}")
    if game.play.poker and not getattr(game.params, "limit", ()):
        for limit in ("1/2", "2/4", "3/6", "4/8", "6/12", "10/20", "no-limit 1-2", "no-limit 2-3",
                      "no-limit 5-10", "pot-limit 1-2", "1-5", "3-12"):  # fmt: skip
            add(limit)
    return found[:MOST_LIMITS]


def buy_in(stakes: Any) -> dict[str, int]:
    """What one sits down with at these stakes."""
    least, usual, most = buy_ins(stakes)
    return {"least": least, "usual": usual, "most": most}


def terms(game: Game) -> list[dict[str, Any]]:
    """How a table can be opened: each fee option with its usual limits."""
    schedule = {one["option"]: one for one in fee_options(game.open_fees())}
    found = []
    for option in game.options() or [""]:
        try:
            limits = usual_limits(game, option)
        except Refused:
            continue
        if not limits:
            continue
        rows = schedule.get(option, {}).get("rows", ())
        words = "; ".join(dict.fromkeys(row["words"] for row in rows[:3]))
        found.append(
            {
                "option": option,
                "words": f"{words}{'; …' if len(rows) > 3 else ''}" if words else "no collection",
                "limits": [
                    {"limit": limit, "buy_in": buy_in(open_table(game, option or None, limit))}
                    for limit in limits
                ],
                "typed": kind(game) != EXCHANGE or hasattr(game.params, "unlisted"),
                "example": limits[0],
            }
        )
    return found


@cache
def description(game_id: str) -> dict[str, Any]:
    """All that a client needs of a game."""
    game = rooms.game(game_id)
    whole = whole_sheet(game_id)
    return {
        **brief(game),
        "object": game.head.object,
        "terms": terms(game),
        "remedies": whole["remedies"],
        "rulings": whole["rulings"],
    }


@cache
def whole_sheet(game_id: str) -> dict[str, Any]:
    """The sheet of a game."""
    return sheet(rooms.game(game_id))


@cache
def blocks(game_id: str) -> tuple[dict[str, Any], ...]:
    """The sheet laid out; each block says its kind."""
    return tuple(
        {"kind": type(block).__name__.lower(), **{f: getattr(block, f) for f in block.__struct_fields__}}
        for block in page(whole_sheet(game_id))
    )


@cache
def all_rooms() -> tuple[dict[str, Any], ...]:
    """Every room with its games."""
    briefs: dict[str, list[dict[str, Any]]] = {}
    book_of: dict[str, str] = {}
    for one in rooms.ids():
        try:
            game = rooms.game(one)
        except (Refused, rooms.BadGame):
            continue  # its file cannot be used: `housedealer games` says why
        briefs.setdefault(game.room, []).append(brief(game))
        book_of[game.room] = game.head.book
    found = []
    for room in rooms.room_ids():
        book = book_of.get(room) or next((number for number, name in BOOKS.items() if _same(name, room)), "")
        found.append(
            {
                "id": room,
                "name": BOOKS.get(book, room.replace("-", " ").title()),
                "book": book,
                "entries": len(entries(room)),
                "games": briefs.get(room, []),
            }
        )
    return tuple(found)


def _same(name: str, room: str) -> bool:
    words = re.sub(r"^the ", "", name.lower()).split()
    return room.split("-")[0] == words[0]


@cache
def all_rulings() -> tuple[Mapping[str, Any], ...]:
    """Every ruling of every game."""
    return tuple({"game": one, **ruling} for one in rooms.ids() for ruling in rulings(rooms.game(one)))


@cache
def pieces() -> dict[str, Any]:
    """Every piece by its number."""
    found: list[dict[str, Any]] = []
    for piece in (*range(54), cards.X_ACE):
        plain = piece < 52
        found.append(
            {
                "piece": piece,
                "face": cards.face(piece),
                "name": card_name(piece),
                "rank": RANKS[piece // 4] if plain else "A" if piece == cards.X_ACE else None,
                "suit": "cdhs"[piece % 4] if plain else None,
            }
        )
    sets = [
        {
            "piece": piece,
            "face": tiles.face(piece),
            "name": tiles.name(piece),
            "ends": list(tiles.PIPS[piece]),
        }
        for piece in range(tiles.TILES)
    ]
    return {"cards": found, "tiles": sets}


_RANK_NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
               "king", "ace")  # fmt: skip
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


def card_name(piece: int) -> str:
    """A card in words.

    >>> card_name(51), card_name(53)
    ('ace of spades', 'second joker')
    """
    if piece < 52:
        return f"{_RANK_NAMES[piece // 4]} of {_SUIT_NAMES[piece % 4]}"
    return {52: "joker", 53: "second joker"}.get(piece, "marked ace")
