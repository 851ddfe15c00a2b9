"""The floor desk: what its roles may do, each request checked for the role before anything else."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from housedealer.floor.house import audit, drop, export
from housedealer.floor.house.desk import Desk, Move, reason_of
from housedealer.floor.house.people import AUDITOR, FLOOR, Person
from housedealer.floor.house.store import Batch
from housedealer.floor.house.table import Table
from housedealer.web.answers import Problem, answer, bad, body, house_of, not_found, number, signed_in
from housedealer.web.api_tables import Opening, spec_of, table_of

MOST_ENTRIES = 500
LAST = 2**53


class Why(msgspec.Struct, forbid_unknown_fields=True):
    """A reason, if there is one to tell."""

    reason: str | None = None


class Because(msgspec.Struct, forbid_unknown_fields=True):
    """A reason, which must be told."""

    reason: str


class Close(msgspec.Struct, forbid_unknown_fields=True):
    """After this round, or now."""

    now: bool = False
    reason: str | None = None


class Terms(msgspec.Struct, forbid_unknown_fields=True):
    """Another fee option."""

    option: str
    limit: str
    reason: str | None = None


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits down, and with how much."""

    person: str
    seat: int
    chips: int
    bank_bot: bool = False


class Elsewhere(msgspec.Struct, forbid_unknown_fields=True):
    """Who changes his seat."""

    person: str
    seat: int
    to: str = ""


class Away(msgspec.Struct, forbid_unknown_fields=True):
    """Who leaves, and why."""

    person: str
    reason: str


class Called(msgspec.Struct, forbid_unknown_fields=True):
    """An irregularity."""

    kind: str
    facts: dict[str, Any] = {}
    reason: str | None = None


class Moved(msgspec.Struct, forbid_unknown_fields=True):
    """Chips to be moved."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    amount: int = 0


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """What was wrong with a finished round."""

    reason: str
    moves: list[Moved]


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """What is said to who called."""

    says: str | None = None


class Office(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody may do."""

    name: str
    roles: list[str]


class Shift(msgspec.Struct, forbid_unknown_fields=True):
    """A shift begins."""

    name: str
    reason: str | None = None


class Drain(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the house empties."""

    on: bool


def floor(request: Request) -> Person:
    """The floor manager who asks."""
    return signed_in(request, FLOOR)


def looking(request: Request) -> Person:
    """A floor manager or an auditor."""
    person = signed_in(request)
    if not {FLOOR, AUDITOR} & set(person.roles):
        raise Problem(403, "role", f"This is for the role {FLOOR} or {AUDITOR}.")
    return person


def desk_of(request: Request) -> Desk:
    """The house's desk."""
    return house_of(request).desk


async def _done(request: Request, table: Table) -> Response:
    """What was done is durable, and so is what followed from it at once."""
    store = house_of(request).store
    await store.kept(Batch())
    await store.kept(Batch())
    return answer({"table": desk_of(request).row(table)})


def _span(request: Request) -> tuple[int, int]:
    return number(request, "since", 0, 0, LAST), number(request, "until", drop.END, 0, LAST)


# -- tables --------------------------------------------------------------------------------------------


async def tables(request: Request) -> Response:
    """Every table of this shift."""
    looking(request)
    desk = desk_of(request)
    return answer({"tables": [*desk.rows(), *await desk.closed_rows()]})


async def opening(request: Request) -> Response:
    """Open a table of the house."""
    by = floor(request)
    wanted = await body(request, Opening)
    if house_of(request).draining:
        raise Problem(503, "draining", "The house closes: no table is opened.")
    if wanted.room and wanted.game.partition("/")[0] != wanted.room:
        raise Problem(409, "refused", f"{wanted.game} is no game of {wanted.room}.")
    table = desk_of(request).open_table(spec_of(wanted, floor=True), wanted.bots, by)
    house_of(request).table_changed(table)
    return await _done(request, table)


async def close(request: Request) -> Response:
    """Close a table."""
    by = floor(request)
    wanted = await body(request, Close)
    table = table_of(request)
    desk_of(request).close(table, wanted.now, reason_of(wanted.reason), by)
    return await _done(request, table)


async def option(request: Request) -> Response:
    """Change the fee option."""
    by = floor(request)
    wanted = await body(request, Terms)
    table = table_of(request)
    desk_of(request).option(table, wanted.option, wanted.limit, reason_of(wanted.reason), by)
    return await _done(request, table)


async def pause(request: Request) -> Response:
    """No new round."""
    by = floor(request)
    wanted = await body(request, Why)
    table = table_of(request)
    desk_of(request).pause(table, reason_of(wanted.reason), by)
    return await _done(request, table)


async def resume(request: Request) -> Response:
    """Go on."""
    by = floor(request)
    wanted = await body(request, Why)
    table = table_of(request)
    desk_of(request).resume(table, reason_of(wanted.reason), by)
    return await _done(request, table)


async def seat(request: Request) -> Response:
    """Seat somebody."""
    by = floor(request)
    wanted = await body(request, Seat)
    table = table_of(request)
    desk_of(request).seat(table, wanted.person, wanted.seat, wanted.chips, wanted.bank_bot, by)
    return await _done(request, table)


async def move(request: Request) -> Response:
    """Move somebody."""
    by = floor(request)
    wanted = await body(request, Elsewhere)
    table = table_of(request)
    desk_of(request).move(table, wanted.person, wanted.seat, wanted.to, by)
    return await _done(request, table)


async def remove(request: Request) -> Response:
    """Somebody leaves."""
    by = floor(request)
    wanted = await body(request, Away)
    table = table_of(request)
    desk_of(request).remove(table, wanted.person, reason_of(wanted.reason, True), by)
    return await _done(request, table)


# -- rounds --------------------------------------------------------------------------------------------


async def call(request: Request) -> Response:
    """An irregularity."""
    by = floor(request)
    wanted = await body(request, Called)
    table = table_of(request)
    desk_of(request).call(table, wanted.kind, wanted.facts, reason_of(wanted.reason), by)
    return await _done(request, table)


async def void(request: Request) -> Response:
    """Void the round in progress."""
    by = floor(request)
    wanted = await body(request, Because)
    table = table_of(request)
    desk_of(request).void(table, reason_of(wanted.reason, True), by)
    return await _done(request, table)


def _whole(request: Request, name: str) -> int:
    text = str(request.path_params[name])
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found(f"There is no such {name}.")
    return int(text)


async def correct(request: Request) -> Response:
    """Correct a finished round."""
    by = floor(request)
    wanted = await body(request, Correction)
    at = _whole(request, "round")
    table = await desk_of(request).known_table(request.path_params["table"])
    if table is None:
        raise not_found("There is no such table.")
    lines = await house_of(request).known_rounds(table.id, at + 1, 1)
    if not lines or lines[0]["number"] != at:
        raise not_found("There is no such round, or it is not over.")
    moves = [Move(one.source, one.target, one.amount) for one in wanted.moves]
    words = desk_of(request).correct(table, lines[0], moves, reason_of(wanted.reason, True), by)
    await house_of(request).store.kept(Batch())
    return answer({"corrections": [*lines[0]["corrections"], *words]})


async def call_done(request: Request) -> Response:
    """A player's call has been seen to."""
    by = floor(request)
    wanted = await body(request, Seen)
    table = request.path_params["table"]
    desk_of(request).done(table, _whole(request, "call"), reason_of(wanted.says), by)
    await house_of(request).store.kept(Batch())
    return answer({"calls": desk_of(request).calls_at(table)})


# -- the house -----------------------------------------------------------------------------------------


async def the_drop(request: Request) -> Response:
    """What was collected."""
    looking(request)
    by = request.query_params.get("by", drop.TABLE)
    if by not in (drop.TABLE, drop.GAME, drop.SHIFT, drop.ROOM):
        raise bad("The drop is told by table, game, shift, or room.")
    since, until = _span(request)
    found = await house_of(request).store.look(lambda connection: drop.report(connection, by, since, until))
    return answer(found)


async def exported(request: Request) -> Response:
    """A table of the books as CSV."""
    looking(request)
    what = request.path_params["what"]
    if what not in export.EXPORTS:
        raise not_found(f"There is no such export; there are {', '.join(export.EXPORTS)}.")
    since, until = _span(request)
    return StreamingResponse(
        export.lines(house_of(request).store.engine, what, since, until),
        headers={
            "Content-Disposition": f'attachment; filename="{what}.csv"',
            "Cache-Control": "no-store",
        },
        media_type="text/csv",
    )


async def log(request: Request) -> Response:
    """The audit log: what came after an entry, oldest first; without one the last entries, newest first."""
    looking(request)
    count = number(request, "count", 100, 1, MOST_ENTRIES)
    store = house_of(request).store
    if "after" in request.query_params:
        after = number(request, "after", 0, 0, LAST)
        found = await store.look(lambda connection: audit.entries(connection, after, count))
    else:
        found = await store.look(lambda connection: audit.latest(connection, count))
    return answer({"entries": found})


async def verify(request: Request) -> Response:
    """Whether the audit log is what was written."""
    looking(request)
    house = house_of(request)
    await house.store.kept(Batch())
    known = house.desk.audit.n, house.desk.audit.head
    await house.store.kept(Batch())
    return answer(await house.store.look(lambda connection: audit.verify(connection, known)))


async def ledger(request: Request) -> Response:
    """Every account."""
    looking(request)
    held = {name: amount for name, amount in house_of(request).books.balance.items() if amount}
    accounts = [{"account": name, "balance": held[name]} for name in sorted(held)]
    return answer({"accounts": accounts, "sum": sum(held.values())})


async def people(request: Request) -> Response:
    """Who is known here."""
    looking(request)
    house = house_of(request)
    known = sorted(house.people.by_name.values(), key=lambda one: (not one.password, one.name))
    return answer(
        {
            "people": [
                {**house.person_row(one), "at_tables": house.seats_of(one.name), "created": one.created}
                for one in known
            ]
        }
    )


async def office(request: Request) -> Response:
    """Set what somebody may do."""
    by = floor(request)
    wanted = await body(request, Office)
    person = desk_of(request).set_roles(wanted.name, wanted.roles, by)
    await house_of(request).store.kept(Batch())
    return answer({"person": house_of(request).person_row(person)})


async def shift(request: Request) -> Response:
    """A shift begins."""
    by = floor(request)
    wanted = await body(request, Shift)
    desk_of(request).begin_shift(wanted.name, reason_of(wanted.reason), by)
    await house_of(request).store.kept(Batch())
    return answer({"name": wanted.name, "began": desk_of(request).shift})


async def drain(request: Request) -> Response:
    """No new tables and rounds."""
    by = floor(request)
    wanted = await body(request, Drain)
    house = house_of(request)
    house.desk.drain(wanted.on, by.name)
    await house.store.kept(Batch())
    return answer({"draining": house.draining, "rounds": house.rounds_in_progress})
