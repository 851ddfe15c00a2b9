"""The house's books as CSV: what accountants and auditors take along.

Amounts are in dollars with two places, times are UTC. A text that a spreadsheet would take for a formula gets
an apostrophe before it.

    >>> safe("=1+1"), safe("Ann"), amount(-1250)
    ("'=1+1", 'Ann', '-12.50')
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, Engine, select

from housedealer.floor.house import drop as drops
from housedealer.floor.house import schema
from housedealer.floor.house.people import ACCOUNT, GUEST

Row = list[str]
CHUNK = 2000


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def amount(cents: int) -> str:
    """Cents as dollars."""
    sign, whole = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}{whole // 100}.{whole % 100:02}"


def time_of(at: int) -> str:
    """Milliseconds as a time."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") + f".{at % 1000:03}"


def _drop(connection: Connection, since: int, until: int) -> Iterator[Row]:
    games = drops.games(connection)
    for shift in drops.shifts(connection):
        begins, ends = max(since, shift.began), min(until, shift.ended)
        if begins >= ends:
            continue
        for table, one in sorted(drops.by_table(connection, begins, ends).items()):
            game = games.get(table, "")
            yield [
                safe(shift.name), time_of(shift.began) if shift.began else "", game.partition("/")[0], game,
                table, str(one.rounds), amount(one.drop), amount(one.jackpot), amount(one.time),
            ]  # fmt: skip


def _rounds(connection: Connection, since: int, until: int) -> Iterator[Row]:
    kept = schema.rounds.c
    query = (
        select(
            kept.table_id, kept.number, kept.at, kept.game, kept.void, kept["drop"], kept.jackpot, kept.line
        )
        .where(kept.at >= since, kept.at < until)
        .order_by(kept.at, kept.table_id, kept.number)
    )
    made = schema.corrections.c
    corrected: dict[tuple[str, int], list[str]] = {}
    for table, number, reason in connection.execute(select(made.table_id, made.round, made.reason)):
        corrected.setdefault((table, number), []).append(reason)
    for row in connection.execute(query.execution_options(yield_per=CHUNK)):
        void = msgspec.json.decode(row.line)["void"] if row.void else ""
        yield [
            row.table_id, str(row.number), time_of(row.at), row.game, safe(void or ""), amount(row.drop),
            amount(row.jackpot), safe("; ".join(corrected.get((row.table_id, row.number), ()))),
        ]  # fmt: skip


def _ledger(connection: Connection, since: int, until: int) -> Iterator[Row]:
    kept = schema.movements
    query = select(kept).where(kept.c.at >= since, kept.c.at < until).order_by(kept.c.n)
    for row in connection.execute(query.execution_options(yield_per=CHUNK)):
        yield [
            str(row.n), time_of(row.at), row.table_id, str(row.round), row.source, row.target,
            amount(row.amount), row.why,
        ]  # fmt: skip


def _audit(connection: Connection, since: int, until: int) -> Iterator[Row]:
    kept = schema.audit
    query = select(kept).where(kept.c.at >= since, kept.c.at < until).order_by(kept.c.n)
    for row in connection.execute(query.execution_options(yield_per=CHUNK)):
        yield [
            str(row.n), time_of(row.at), str(row.at), row.who, row.what, row.about, row.facts,
            safe(row.reason), row.hash, row.before,
        ]  # fmt: skip


def _people(connection: Connection, since: int, until: int) -> Iterator[Row]:
    kept, had = schema.people.c, schema.balances.c
    off = {row.account: row.balance for row in connection.execute(select(had.account, had.balance))}
    at_tables: dict[str, int] = {}
    for account, held in off.items():
        if account.startswith("chips:"):
            name = account.split(":", 2)[2]
            at_tables[name] = at_tables.get(name, 0) + held
    query = (
        select(kept.name, kept.password, kept.roles, kept.created)
        .where(kept.created >= since, kept.created < until)
        .order_by(kept.name)
    )
    for row in connection.execute(query):
        yield [
            row.name, ACCOUNT if row.password else GUEST, row.roles, time_of(row.created),
            amount(off.get(f"person:{row.name}", 0)), amount(at_tables.get(row.name, 0)),
        ]  # fmt: skip


EXPORTS: Mapping[str, tuple[Row, Callable[[Connection, int, int], Iterator[Row]]]] = {
    "drop": (
        ["shift", "shift began (UTC)", "room", "game", "table", "rounds", "drop", "jackpot", "of it by time"],
        _drop,
    ),
    "rounds": (
        ["table", "round", "began (UTC)", "game", "void", "drop", "jackpot", "corrections"],
        _rounds,
    ),
    "ledger": (["n", "at (UTC)", "table", "round", "from", "to", "amount", "why"], _ledger),
    "audit": (
        ["n", "at (UTC)", "at (ms)", "who", "what", "about", "facts", "reason", "hash", "before"],
        _audit,
    ),
    "people": (["name", "kind", "roles", "since (UTC)", "chips off the tables", "at tables"], _people),
}


def lines(engine: Engine, what: str, since: int, until: int) -> Iterator[bytes]:
    """An export, part by part, of one moment: what is written meanwhile is not in it."""
    head, rows = EXPORTS[what]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(head)
    with engine.connect() as connection:
        for number, row in enumerate(rows(connection, since, until)):
            writer.writerow(row)
            if number % 200 == 199:
                yield buffer.getvalue().encode()
                buffer.seek(0)
                buffer.truncate()
    yield buffer.getvalue().encode()
