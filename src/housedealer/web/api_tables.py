"""Tables: the list, opening and closing, and the rounds that they have dealt."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from housedealer import rooms as rooms_of
from housedealer.floor.house import history
from housedealer.floor.house.guide import ROUNDS
from housedealer.floor.house.history import mine
from housedealer.floor.house.parts import HUMAN, Spec
from housedealer.floor.house.people import AUDITOR, DEALER, FLOOR, Person
from housedealer.floor.house.store import Batch
from housedealer.floor.house.table import Table
from housedealer.table.core import HOUSE
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import RoundLog, encode
from housedealer.web.answers import (
    Problem,
    answer,
    asker,
    body,
    house_of,
    kept,
    not_found,
    number,
    signed_in,
)
from housedealer.web.api_people import Nothing

MOST_LINES = 200


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """How somebody wants a table."""

    game: str
    option: str | None = None
    limit: str | None = None
    rulings: dict[str, str] = {}
    bots: int = 0
    bank_bot: bool = False
    practice: bool = False
    advice: bool = False
    pace: str = HUMAN
    seats: int = 0
    guided: bool = False
    room: str | None = None


def spec_of(wanted: Opening, floor: bool = False) -> Spec:
    """A table as it was wanted."""
    if wanted.advice and not wanted.practice:
        raise Refused("Only a practice table tells what mistakes cost.")
    return Spec(
        game=wanted.game,
        option=wanted.option or "",
        limit=wanted.limit or "",
        rulings=wanted.rulings,
        pace=wanted.pace,
        practice=wanted.practice,
        advice=wanted.advice,
        bank_bot=wanted.bank_bot,
        places=wanted.seats,
        guided=ROUNDS if wanted.guided else 0,
        own=floor,
    )


def table_of(request: Request) -> Table:
    """The table that the path names."""
    table = house_of(request).table(request.path_params["table"])
    if table is None:
        raise not_found("There is no such table.")
    return table


async def rows(request: Request) -> Response:
    """The tables."""
    asked = request.query_params
    return answer({"tables": house_of(request).rows(asked.get("room", ""), asked.get("game", ""))})


async def opening(request: Request) -> Response:
    """Open a table."""
    wanted = await body(request, Opening)
    house, person, batch = house_of(request), signed_in(request), Batch()
    if house.draining:
        raise Problem(503, "draining", "The house closes: no table is opened.")
    table = house.open_table(spec_of(wanted), wanted.bots, person.name, batch)
    await kept(request, batch)
    house.table_changed(table)
    return answer({"table": table.row()})


async def one(request: Request) -> Response:
    """One table."""
    return answer({"table": table_of(request).row()})


async def close(request: Request) -> Response:
    """Close a table after this round."""
    await body(request, Nothing)
    table, person = table_of(request), signed_in(request)
    if table.opened_by != person.name and FLOOR not in person.roles:
        raise Problem(403, "role", "Only who opened it, or the floor, closes a table.")
    table.close_after_this_round()
    await house_of(request).store.kept(Batch())  # what was handed in before is durable then too
    return answer({"table": table.row()})


async def rounds(request: Request) -> Response:
    """The rounds of a table, newest first."""
    house, person = house_of(request), asker(request)
    count = number(request, "count", 20, 1, MOST_LINES)
    before = number(request, "before", 0, 1, 10**9)
    found = await house.known_rounds(request.path_params["table"], before, count + 1)
    who = person.name if person else None
    return answer({"rounds": [mine(line, who) for line in found[:count]], "more": len(found) > count})


# -- one round -----------------------------------------------------------------------------------------


async def _round(request: Request) -> tuple[int, RoundLog, Game]:
    """The round that the path names."""
    text = request.path_params["number"]
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("There is no such round.")
    log = await house_of(request).round_log(request.path_params["table"], int(text))
    if log is None or log.game not in rooms_of.ids():
        raise not_found("There is no such round.")
    return int(text), log, rooms_of.game(log.game)


def _eyes(request: Request, log: RoundLog) -> str | None:
    """Through whose eyes the asker may look: his own, or others' by his office."""
    person = asker(request)
    known = {*log.start.seats.values(), *log.start.backline}
    wanted = request.query_params.get("as", "")
    if not wanted:
        return person.name if person is not None and person.name in known else None
    if person is None:
        raise Problem(401, "sign-in", "Sign in first.")
    if wanted == HOUSE:
        _office(person, AUDITOR)
        return HOUSE
    if wanted == "spectator":
        return None
    if wanted not in known:
        raise not_found(f"{wanted} was not in this round.")
    if wanted != person.name:
        _office(person, AUDITOR, DEALER, FLOOR)
    return wanted


def _office(person: Person, *roles: str) -> None:
    if not set(roles) & set(person.roles):
        raise Problem(403, "role", f"This is for the role {' or '.join(roles)}.")


async def one_round(request: Request) -> Response:
    """A round step by step, or one moment of it."""
    number_, log, game = await _round(request)
    who = _eyes(request, log)
    if "at" in request.query_params:
        at = number(request, "at", 0, 0, 10**6)
        table = request.path_params["table"]
        return answer(await asyncio.to_thread(_frame, log, game, table, number_, at, who))
    return answer(await asyncio.to_thread(_told, log, game, number_, who))


def _frame(log: RoundLog, game: Game, table: str, number_: int, at: int, who: str | None) -> bytes:
    return msgspec.json.encode(history.frame(log, game, table, number_, at, who))


def _told(log: RoundLog, game: Game, number_: int, who: str | None) -> bytes:
    return msgspec.json.encode(history.told(log, game, number_, who))


async def witness(request: Request) -> Response:
    """What the asker may keep of a round."""
    _, log, game = await _round(request)
    who = _eyes(request, log)
    if who == HOUSE:
        raise Problem(403, "role", "The house keeps the auditor's log.")
    return answer(await asyncio.to_thread(lambda: msgspec.json.encode(history.witness(log, game, who))))


async def log_of(request: Request) -> Response:
    """The auditor's log."""
    signed_in(request, AUDITOR)
    _, log, _ = await _round(request)
    return answer(encode(log))
