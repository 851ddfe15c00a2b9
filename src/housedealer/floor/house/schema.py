"""What the house keeps, as tables of a database, and the ordered steps that bring an older one up to date.

SQLite and PostgreSQL are spoken to in the same words. A step is never changed once it was released: what the
house needs next is a further step at the end of `STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    select,
    text,
)

meta = MetaData()
_number = BigInteger().with_variant(Integer, "sqlite")

version = Table("schema_version", meta, Column("version", Integer, primary_key=True))

people = Table(
    "people",
    meta,
    Column("name", Text, primary_key=True),
    Column("folded", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("roles", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

logins = Table(
    "logins",
    meta,
    Column("token", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    meta,
    Column("id", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("spec", LargeBinary, nullable=False),
    Column("point", LargeBinary, nullable=False),
    Column("opened_by", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger, nullable=False),
)

journal = Table(
    "journal",
    meta,
    Column("table_id", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("at", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""A round in progress: entry 0 is what it started from, then whatever it was told, one by one."""

rounds = Table(
    "rounds",
    meta,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("void", Boolean, nullable=False),
    Column("drop", BigInteger, nullable=False),
    Column("jackpot", BigInteger, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

movements = Table(
    "movements",
    meta,
    Column("n", _number, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
)

balances = Table(
    "balances",
    meta,
    Column("account", Text, primary_key=True),
    Column("balance", BigInteger, nullable=False),
)

notes = Table(
    "notes", meta, Column("name", Text, primary_key=True), Column("value", LargeBinary, nullable=False)
)
"""Small things that the house keeps by name."""

audit = Table(
    "audit",
    meta,
    Column("n", _number, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("before", Text, nullable=False),
)

school_exercises = Table(
    "school_exercises",
    meta,
    Column("id", Text, primary_key=True),
    Column("number", _number, nullable=False, unique=True),
    Column("person", Text, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("ordered", LargeBinary, nullable=False),
    Column("stand", LargeBinary, nullable=False),
    Column("made_by", LargeBinary, nullable=False),
)
"""The dealer's school: what a trainee wants to be asked, and how far he has come."""

school_answers = Table(
    "school_answers",
    meta,
    Column("n", _number, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, nullable=False, index=True),
    Column("exercise", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("skill", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("expected", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("correct", Boolean, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
)


shifts = Table(
    "shifts",
    meta,
    Column("n", _number, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("who", Text, nullable=False),
)
"""When each shift began, and who began it; it lasts until the next."""

corrections = Table(
    "corrections",
    meta,
    Column("n", _number, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("who", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("drop", BigInteger, nullable=False),
)
"""What the floor corrected in a finished round; the chips themselves went by movements."""

LASTING = ("audit", "movements", "corrections", "shifts")
"""What is added to and never changed: the database itself refuses to."""


def _first(connection: Connection) -> None:
    """People, tables, rounds and the books."""
    for table in (people, logins, tables, journal, rounds, movements, balances, notes):
        table.create(connection, checkfirst=True)


def _audited(connection: Connection) -> None:
    """The audit log, and rounds that can be found by their time."""
    audit.create(connection, checkfirst=True)
    connection.execute(text("CREATE INDEX IF NOT EXISTS rounds_at ON rounds (at)"))


def _schooled(connection: Connection) -> None:
    """The dealer's school."""
    school_exercises.create(connection, checkfirst=True)
    school_answers.create(connection, checkfirst=True)


def _attended(connection: Connection) -> None:
    """The floor desk: shifts, corrections, time collections by their time, and what may only be added to."""
    shifts.create(connection, checkfirst=True)
    corrections.create(connection, checkfirst=True)
    connection.execute(
        text("CREATE INDEX IF NOT EXISTS movements_time ON movements (at) WHERE why = 'half-hour'")
    )
    if connection.dialect.name == "postgresql":
        connection.execute(
            text(
                "CREATE OR REPLACE FUNCTION housedealer_lasting() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'this is only added to'; END $$"
            )
        )
    for name in LASTING:
        if connection.dialect.name == "postgresql":
            connection.execute(
                text(
                    f"CREATE TRIGGER {name}_lasts BEFORE UPDATE OR DELETE OR TRUNCATE ON {name}"
                    " FOR EACH STATEMENT EXECUTE FUNCTION housedealer_lasting()"
                )
            )
            continue
        for act in ("UPDATE", "DELETE"):
            connection.execute(
                text(
                    f"CREATE TRIGGER {name}_lasts_{act.lower()} BEFORE {act} ON {name}"
                    " BEGIN SELECT RAISE(ABORT, 'this is only added to'); END"
                )
            )


STEPS: tuple[Callable[[Connection], None], ...] = (_first, _audited, _schooled, _attended)


class TooNew(RuntimeError):
    """The database was written by a later program than this."""


def migrate(connection: Connection) -> int:
    """Bring the database up to date and tell from which version it came (0: it was new)."""
    known = inspect(connection).has_table(version.name)
    if not known:
        version.create(connection)
    found = connection.execute(select(version.c.version)).scalar()
    at = int(found or 0)
    if at > len(STEPS):
        raise TooNew(f"The data is of version {at}; this program knows versions up to {len(STEPS)}.")
    for step in STEPS[at:]:
        step(connection)
    if at < len(STEPS):
        connection.execute(version.delete())
        connection.execute(version.insert().values(version=len(STEPS)))
    return at
