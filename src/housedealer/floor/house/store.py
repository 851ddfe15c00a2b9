"""How the house keeps what happens: one writer, who commits everything since the last commit together.

Whatever changes hands a `Batch` to `Store.write`, in the event loop, and learns by a callback when it is
durable; until then nobody is told of the change. Batches are committed in the order in which they were
handed in, so that what is durable is always a state that the house was in.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from housedealer.floor.house import schema

Found = TypeVar("Found")
HOUSE_LOCK = 0x686F757365
RETRIES = (0.05, 0.2, 1.0, 3.0)
"""How long the writer waits before it tries a failed commit again."""


class Movement(msgspec.Struct, frozen=True, gc=False):
    """Chips that went from one account to another: the sum over all accounts stays what it was."""

    source: str
    target: str
    amount: int
    why: str


class Batch:
    """What one change writes: all of it is kept, or none."""

    __slots__ = ("did", "done", "forget", "given", "journal", "movements", "points", "rounds", "whole")

    def __init__(self) -> None:
        self.journal: list[dict[str, Any]] = []
        self.forget: list[tuple[str, int]] = []
        self.points: dict[str, bytes] = {}
        self.rounds: list[dict[str, Any]] = []
        self.movements: list[dict[str, Any]] = []
        self.did: list[tuple[Any, Any]] = []
        """Statements with their parameters, for what is written seldom."""
        self.done: Callable[[], None] | None = None
        self.whole = 1
        self.given = False
        """Whether it was handed to the writer: from then on it will be kept."""

    def move(self, table: str, round_: int, moved: Sequence[Movement], at: int) -> None:
        """Write movements down."""
        for one in moved:
            if one.amount:
                self.movements.append(
                    {
                        "at": at, "table_id": table, "round": round_, "source": one.source,
                        "target": one.target, "amount": one.amount, "why": one.why,
                    }
                )  # fmt: skip

    def __bool__(self) -> bool:
        return bool(self.journal or self.forget or self.points or self.rounds or self.movements or self.did)


class Closed(RuntimeError):
    """The house no longer writes: it stops, or its disk failed."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_engine(url: str) -> Engine:
    """An engine for the house's database; SQLite keeps a write-ahead log and syncs it at each commit."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": 15, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _pragmas(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=15000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


class Store:
    """A folder and its database, owned by this process alone."""

    def __init__(self, folder: Path, url: str | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._lock = self._own(folder / "lock")
        self.url = url or f"sqlite:///{(folder / 'house.db').resolve()}"
        self.engine = open_engine(self.url)
        self._guard = self._own_database()
        with self.engine.begin() as connection:
            self.came_from = schema.migrate(connection)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: SimpleQueue[Batch | None] = SimpleQueue()
        self._stopping = False
        self.failed: BaseException | None = None
        self.on_failure: Callable[[BaseException], None] = lambda error: None
        self.commits = 0
        self.written = 0
        self.slowest = 0.0
        self.spent = 0.0
        self.rounds = 0
        self.entries = 0
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)

    @staticmethod
    def _own(path: Path) -> int:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise Closed(f"Another house is open in {path.parent}.") from None
        os.truncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        return handle

    def _own_database(self) -> Connection | None:
        """A database that a server keeps is owned by a lock there: another folder may name the same one."""
        if self.engine.dialect.name != "postgresql":
            return None
        guard = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if guard.execute(select(func.pg_try_advisory_lock(HOUSE_LOCK))).scalar():
            return guard
        guard.close()
        self.engine.dispose()
        os.close(self._lock)
        raise Closed("Another house is open in this database.")

    # -- writing -------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many changes wait for the next commit."""
        return self._waiting.qsize()

    def start(self) -> None:
        """Begin to write; called in the event loop that the callbacks belong to."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def write(self, batch: Batch, done: Callable[[], None] | None = None) -> None:
        """Hand a batch to the writer; `done` is called in the loop when it is durable."""
        if self.failed is not None or self._stopping:
            raise Closed("The house does not write any more.")
        batch.done = done
        batch.given = True
        self._waiting.put(batch)

    async def kept(self, batch: Batch) -> None:
        """Write a batch and wait until it is durable."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done() -> None:
            if not future.done():
                future.set_result(None)

        self.write(batch, done)
        await future

    def _work(self) -> None:
        with contextlib.closing(self.engine.connect()) as connection:
            while True:
                batches, last = self._handed_in()
                if not batches and last:
                    return
                try:
                    self._commit(connection, batches)
                except BaseException as error:
                    self.failed = error
                    self._tell(lambda error=error: self.on_failure(error))  # type: ignore[misc]
                    return
                self._tell(lambda batches=batches: _all_done(batches))  # type: ignore[misc]
                if last:
                    return

    def _handed_in(self) -> tuple[list[Batch], bool]:
        """What was handed in since the last commit, waiting for the first; whether it is the last of all."""
        found: list[Batch] = []
        one = self._waiting.get()
        while one is not None:
            found.append(one)
            try:
                one = self._waiting.get_nowait()
            except Empty:
                return found, False
        return found, True

    def _tell(self, what: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(what)

    def _commit(self, connection: Connection, batches: Sequence[Batch]) -> None:
        begun = time.perf_counter()
        for pause in (*RETRIES, None):
            try:
                with connection.begin():
                    write_all(connection, batches)
                break
            except DBAPIError as error:
                if pause is None or error.connection_invalidated:
                    raise
                time.sleep(pause)
        self.commits += 1
        self.written += len(batches)
        self.rounds += sum(len(one.rounds) for one in batches)
        self.entries += sum(len(one.journal) for one in batches)
        self.spent += time.perf_counter() - begun
        self.slowest = max(self.slowest, time.perf_counter() - begun)

    def stop(self) -> None:
        """Write what waits, then close; the folder is free again."""
        self._stopping = True
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=30)
        if self._guard is not None:
            self._guard.close()
        self.engine.dispose()
        with contextlib.suppress(OSError):
            os.close(self._lock)

    # -- reading -------------------------------------------------------------------------------------

    def read(self, look: Callable[[Connection], Found]) -> Found:
        """Look something up, at once: for start-up and tests."""
        with self.engine.connect() as connection:
            return look(connection)

    async def look(self, look: Callable[[Connection], Found]) -> Found:
        """Look something up beside the event loop."""
        return await asyncio.to_thread(self.read, look)


def _all_done(batches: Sequence[Batch]) -> None:
    for batch in batches:
        if batch.done is not None:
            batch.done()


def write_all(connection: Connection, batches: Sequence[Batch]) -> None:
    """Write batches in their order; rows of one kind go together."""
    journal: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    movements: list[dict[str, Any]] = []
    points: dict[str, bytes] = {}
    forget: dict[str, int] = {}
    for batch in batches:
        for statement, values in batch.did:
            connection.execute(statement, values) if values is not None else connection.execute(statement)
        journal += batch.journal
        rounds += batch.rounds
        movements += batch.movements
        points.update(batch.points)
        forget.update(batch.forget)
    if journal:
        connection.execute(insert(schema.journal), journal)
    if rounds:
        connection.execute(insert(schema.rounds), rounds)
    if points:
        connection.execute(_POINT, [{"of": table, "now": point} for table, point in points.items()])
    for table, number in forget.items():
        connection.execute(_FORGET, {"of": table, "upto": number})
    if movements:
        connection.execute(insert(schema.movements), movements)
        changed: dict[str, int] = {}
        for one in movements:
            changed[one["source"]] = changed.get(one["source"], 0) - one["amount"]
            changed[one["target"]] = changed.get(one["target"], 0) + one["amount"]
        rows = [{"account": account, "balance": change} for account, change in changed.items() if change]
        if rows:
            connection.execute(_CHANGE[connection.dialect.name], rows)


def _build() -> tuple[Any, Any, dict[str, Any]]:
    from sqlalchemy import bindparam

    point = update(schema.tables).where(schema.tables.c.id == bindparam("of")).values(point=bindparam("now"))
    journal = schema.journal.c
    forget = delete(schema.journal).where(
        journal.table_id == bindparam("of"), journal.round <= bindparam("upto")
    )
    change: dict[str, Any] = {}
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql)):
        added = dialect.insert(schema.balances)
        change[name] = added.on_conflict_do_update(
            index_elements=[schema.balances.c.account],
            set_={"balance": schema.balances.c.balance + added.excluded.balance},
        )
    return point, forget, change


_POINT, _FORGET, _CHANGE = _build()
