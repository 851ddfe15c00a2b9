"""What the house keeps: all of a batch or none, in order, in any database, from any earlier version."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, insert, inspect, select, text, update

from housedealer.floor.house import books, schema
from housedealer.floor.house.store import Batch, Closed, Movement, Store, now


def with_store(folder: Path, what: Callable[[Store], Awaitable[Any]]) -> Any:
    """Open a folder, do something, close it."""

    async def whole() -> Any:
        store = Store(folder)
        store.start()
        try:
            return await what(store)
        finally:
            store.stop()

    return asyncio.run(whole())


def test_what_is_durable_is_told_in_order_and_together(tmp_path: Path) -> None:
    async def visit(store: Store) -> None:
        told: list[int] = []
        for number in range(200):
            batch = Batch()
            batch.move("t1", 1, [Movement("a", "b", number, "test")], now())
            store.write(batch, lambda number=number: told.append(number))  # type: ignore[misc]
        await store.kept(Batch())
        assert told == list(range(200))
        assert store.commits < 100
        assert books.recounted(store.engine.connect()) == {"a": -19_900, "b": 19_900}

    with_store(tmp_path, visit)

    async def again(store: Store) -> None:
        assert store.read(books.opened).balance == {"a": -19_900, "b": 19_900}

    with_store(tmp_path, again)


def test_a_batch_that_cannot_be_written_stops_the_house_and_leaves_nothing(tmp_path: Path) -> None:
    async def visit(store: Store) -> None:
        failed = asyncio.get_running_loop().create_future()
        store.on_failure = failed.set_result
        batch = Batch()
        batch.move("t1", 1, [Movement("a", "b", 5, "test")], now())
        batch.did.append((text("insert into nowhere values (1)"), None))
        store.write(batch, lambda: failed.set_exception(AssertionError("told of what was not kept")))
        await asyncio.wait_for(failed, 30)
        with pytest.raises(Closed):
            store.write(Batch())
        with store.engine.connect() as connection:
            assert books.recounted(connection) == {}

    with_store(tmp_path, visit)


def test_books_that_were_tampered_with_are_not_opened(tmp_path: Path) -> None:
    async def visit(store: Store) -> None:
        batch = Batch()
        batch.move("t1", 1, [Movement("cage", "person:Ann", 500, "test")], now())
        await store.kept(batch)
        with store.engine.begin() as connection:
            connection.execute(
                update(schema.balances).where(schema.balances.c.account == "person:Ann").values(balance=900)
            )
        with pytest.raises(books.Unbalanced, match="person:Ann is 900 and its movements make 500"):
            store.read(books.opened)

    with_store(tmp_path, visit)


def test_data_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    tmp_path.joinpath("x").mkdir()
    engine = create_engine(f"sqlite:///{tmp_path / 'x' / 'house.db'}")
    with engine.begin() as connection:
        schema.version.create(connection)
        schema.STEPS[0](connection)
        connection.execute(insert(schema.version).values(version=1))
        connection.execute(
            insert(schema.people).values(name="Ann", folded="ann", password="", roles="player", created=1)
        )
        assert not inspect(connection).has_table("audit")
    engine.dispose()

    async def visit(store: Store) -> None:
        assert store.came_from == 1
        with store.engine.connect() as connection:
            assert inspect(connection).has_table("audit")
            assert connection.execute(select(schema.people.c.name)).scalar() == "Ann"
            assert connection.execute(select(schema.version.c.version)).scalar() == len(schema.STEPS)

    with_store(tmp_path / "x", visit)


def test_data_of_a_later_program_is_left_alone(tmp_path: Path) -> None:
    async def visit(store: Store) -> None:
        with store.engine.begin() as connection:
            connection.execute(update(schema.version).values(version=99))

    with_store(tmp_path, visit)
    with pytest.raises(schema.TooNew):
        Store(tmp_path)
