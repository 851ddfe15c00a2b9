"""Games, rooms, rules and adjudication: what the house knows, told to whoever asks."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from housedealer import rooms
from housedealer.floor.adjudicate import adjudicate as settle
from housedealer.floor.house import describe
from housedealer.floor.lookup import find
from housedealer.pieces.cards import PieceError
from housedealer.rooms import BadGame
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.money import BadMoney
from housedealer.web.answers import Problem, answer, body, house_of, lasting, not_found


def game_of(request: Request) -> Game:
    """The game that the path names."""
    name = f"{request.path_params['room']}/{request.path_params['game']}"
    if name not in rooms.ids():
        raise not_found(f"There is no game {name}.")
    try:
        return rooms.game(name)
    except BadGame:
        raise not_found(f"The files of {name} cannot be used.") from None


async def pieces(request: Request) -> Response:
    """Every piece by its number."""
    return lasting(request, describe.pieces())


async def all_rooms(request: Request) -> Response:
    """Every room with its games."""
    return lasting(request, {"rooms": describe.all_rooms()})


async def description(request: Request) -> Response:
    """All that a client needs of a game."""
    return lasting(request, house_of(request).description(game_of(request).id))


async def sheet(request: Request) -> Response:
    """The rules sheet."""
    return lasting(request, describe.whole_sheet(game_of(request).id))


async def page(request: Request) -> Response:
    """The rules sheet laid out."""
    return lasting(request, {"blocks": describe.blocks(game_of(request).id)})


async def rules(request: Request) -> Response:
    """Rules found by words."""
    game = game_of(request)
    words = request.query_params.get("q", "")[:200].split()
    return answer({"found": find(game, words) if words else []})


async def rulings(request: Request) -> Response:
    """What was decided where the books leave a question open."""
    name = request.query_params.get("game", "")
    found = describe.all_rulings()
    if name:
        if name not in rooms.ids():
            raise not_found(f"There is no game {name}.")
        found = tuple(one for one in found if one["game"] == name)
    return lasting(request, {"rulings": found})


async def adjudicate(request: Request) -> Response:
    """A told round settled."""
    document = await body(request, dict[str, Any])
    try:
        verdict = await asyncio.to_thread(settle, document)
    except (Refused, BadMoney, PieceError, msgspec.ValidationError) as error:
        raise Problem(409, "refused", str(error)) from None
    return answer(msgspec.json.encode(verdict))
