"""Backups of a house over SQLite: made while it is open, checked, and brought back.

A copy is one file. It is checked before anybody is told that it is good: the database's own structure, the
books (their sum is zero and the movements make every balance), the audit log's chain. PostgreSQL has programs
of its own for this (see docs/operating.md).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import create_engine, func, inspect, select
from sqlalchemy.exc import DatabaseError

from housedealer.floor.house import audit, books, schema
from housedealer.floor.house.store import Store
from housedealer.table.errors import Refused

FILE = "house.db"
BESIDE = ("", "-wal", "-shm")


class Report(msgspec.Struct, frozen=True):
    """What is in a copy."""

    file: str
    version: int
    people: int
    rounds: int
    movements: int
    entries: int
    head: str

    def words(self) -> str:
        """The report in a sentence."""
        return (
            f"{self.file}: {self.people} people, {self.rounds} rounds, {self.movements} movements of chips"
            f" that sum to zero, {self.entries} entries of the audit log that agree."
        )


def check(file: Path) -> Report:
    """Look a copy over; what is wrong with it is refused."""
    engine = create_engine(f"sqlite:///file:{file.resolve()}?mode=ro&uri=true")
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if found != "ok":
                raise Refused(f"{file} is damaged: {found}.")
            if not inspect(connection).has_table(schema.version.name):
                raise Refused(f"{file} is not the data of a house.")
            version = int(connection.execute(select(schema.version.c.version)).scalar() or 0)
            if version > len(schema.STEPS):
                raise Refused(
                    f"{file} is of version {version}; this program knows up to {len(schema.STEPS)}."
                )
            books.opened(connection)
            verdict = audit.Verdict(True, 0, audit.FIRST, "")
            if inspect(connection).has_table(schema.audit.name):
                verdict = audit.verify(connection)
            if not verdict.agrees:
                raise Refused(f"{file}: {verdict.says}")
            people, rounds, movements = (
                int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
                for table in (schema.people, schema.rounds, schema.movements)
            )
            return Report(str(file), version, people, rounds, movements, verdict.entries, verdict.head)
    except (DatabaseError, sqlite3.DatabaseError, books.Unbalanced) as error:
        raise Refused(f"{file} cannot be used: {getattr(error, 'orig', error)}") from None
    finally:
        engine.dispose()


def backup(folder: Path, to: Path) -> Report:
    """Copy a house as it is at this moment, whether it is open or not."""
    source = folder / FILE
    if not source.is_file():
        raise Refused(f"There is no house in {folder}.")
    if to.is_dir():
        to = to / f"house-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    if to.exists():
        raise Refused(f"{to} exists already.")
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
        with (
            contextlib.closing(sqlite3.connect(source, timeout=60)) as kept,
            contextlib.closing(sqlite3.connect(part)) as copy,
        ):
            kept.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        report = check(part)
        _settle(part, to)
    finally:
        part.unlink(missing_ok=True)
    return msgspec.structs.replace(report, file=str(to))


def restore(file: Path, folder: Path, replace: bool = False) -> Report:
    """Put a copy in place of (or where there is no) house; what was there is kept beside it."""
    if not file.is_file():
        raise Refused(f"There is no file {file}.")
    report = check(file)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = Store._own(folder / "lock")
    try:
        goal = folder / FILE
        if goal.exists() and not replace:
            raise Refused(f"There is a house in {folder} already; --replace puts it aside.")
        aside = f"{FILE}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        for end in BESIDE:  # a write-ahead log without its database would be taken for the copy's
            with contextlib.suppress(FileNotFoundError):
                os.rename(folder / f"{FILE}{end}", folder / f"{aside}{end}")
        part = folder / f"{FILE}.part"
        shutil.copyfile(file, part)
        os.chmod(part, 0o600)
        _settle(part, goal)
    finally:
        os.close(lock)
    return msgspec.structs.replace(report, file=str(folder / FILE))


def _settle(part: Path, goal: Path) -> None:
    """Give a file its name once it is on the disk."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    os.replace(part, goal)
    handle = os.open(goal.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
