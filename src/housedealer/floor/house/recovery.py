"""How the house finds its tables again: each from its last point, with the round in progress dealt again.

A round that other rules have begun (the script, the kernels or the data are not those any more) is void: what
was moved in it goes back, movement by movement.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, func, select

from housedealer.floor.house import schema
from housedealer.floor.house.desk import corrections_of
from housedealer.floor.house.parts import Point, Spec, Start
from housedealer.floor.house.store import Batch, Movement
from housedealer.floor.house.table import Table
from housedealer.pieces.proof import Commitment
from housedealer.pieces.supply import CommittedSupply
from housedealer.table.errors import Refused
from housedealer.table.log import fingerprints

if TYPE_CHECKING:
    from housedealer.floor.house.house import House

log = logging.getLogger("housedealer.recovery")
LINES = 40


def last_number(connection: Connection) -> int:
    """The number of the last table that was opened."""
    return int(connection.execute(select(func.max(schema.tables.c.number))).scalar() or 0)


def tables(house: House, connection: Connection) -> list[Table]:
    """Every table that was not closed."""
    found = []
    kept = schema.tables
    rows = connection.execute(select(kept).where(kept.c.closed == 0).order_by(kept.c.number)).all()
    for row in rows:
        table = found_again(house, row)
        if table is None:
            continue
        rounds = schema.rounds.c
        lines = connection.execute(
            select(rounds.line).where(rounds.table_id == row.id).order_by(rounds.number.desc()).limit(LINES)
        )
        table.lines = [msgspec.json.decode(line) for (line,) in lines]
        made = corrections_of(connection, table.id, [one["number"] for one in table.lines])
        table.lines = [{**one, "corrections": made.get(one["number"], [])} for one in table.lines]
        entry = schema.journal.c
        told = connection.execute(
            select(entry.round, entry.at, entry.data)
            .where(entry.table_id == row.id, entry.round > table.number)
            .order_by(entry.round, entry.at)
        ).all()
        if told:
            _round_in_progress(table, told, connection)
        found.append(table)
    return found


def found_again(house: House, row: Any) -> Table | None:
    """A table as it stood between two rounds."""
    spec = msgspec.json.decode(row.spec, type=Spec)
    try:
        table = Table(house, row.id, row.number, spec, row.opened_by, row.created)
    except (Refused, LookupError, ValueError) as error:
        log.error("%s of %s cannot be opened any more: %s", row.id, spec.game, error)
        return None
    _take_up(table, msgspec.json.decode(row.point, type=Point))
    return table


def _take_up(table: Table, point: Point) -> None:
    table.session.take_up(point.session)
    table.number = point.round
    table.bots, table.propositions = set(point.bots), set(point.propositions)
    table.wishes = point.wishes
    table.secret = bytes.fromhex(point.secret)
    table.texts = {one.who: one.text for one in point.texts}
    table.offered, table.offering, table.offers = point.offered, point.offering, point.offers
    table.barred, table.broken = point.barred, point.broken
    table.paused, table.closing = point.paused, point.closing
    table.says, table.guided = point.says, point.guided
    if table.secret:
        table.bind()


def _round_in_progress(table: Table, told: Any, connection: Connection) -> None:
    start = msgspec.json.decode(told[0].data, type=Start)
    number = told[0].round
    table.number, table.begun = number, start.at
    table.offering = False
    if start.made_by != fingerprints(table.game):
        table.voided = _stakes_back(table, number, connection)
        return
    supply = CommittedSupply(
        table.game.params.deck.pieces,
        Commitment(start.context, start.texts, bytes.fromhex(start.secret)),
    )
    table.commitment, table.secret = supply.commitment, bytes.fromhex(start.secret)
    table.texts = {one.who: one.text for one in start.texts}
    try:
        table.take_up_round(start, supply, [msgspec.json.decode(row.data) for row in told[1:]])
    except Exception:
        log.exception("%s round %s cannot be dealt again; the stakes go back", table.id, number)
        table.round = table.shown = None
        table.session.give_up()
        table.voided = _stakes_back(table, number, connection)


def _stakes_back(table: Table, number: int, connection: Connection) -> list[Movement]:
    """The movements that undo those of a round."""
    moved = schema.movements.c
    rows = connection.execute(
        select(moved.source, moved.target, moved.amount, moved.why)
        .where(moved.table_id == table.id, moved.round == number)
        .order_by(moved.n.desc())
    )
    return [Movement(row.target, row.source, row.amount, f"reversed: {row.why}") for row in rows]


def go_on(table: Table) -> None:
    """A table found again goes on: a round that could not be dealt again is void, and its stakes go back."""
    batch = Batch()
    if table.voided is not None:
        why = "The house was brought up to date during this round."
        table.house.desk.note(batch, "void", table.id, {"round": table.number}, why)
        table.void_row(batch, why)
    table.keep(batch)
