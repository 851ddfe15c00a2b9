"""The same house over PostgreSQL, in a cluster of its own that the test makes and removes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests.web.client import Client
from tests.web.cluster import binaries, cluster
from tests.web.served import Served

from housedealer.floor.house import books


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """An empty database's URL."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: scripts/setup dev installs it.")
    with cluster(programs) as url:
        yield url


def test_a_house_over_postgresql_is_killed_and_goes_on(database: str, tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits", "--database", database).start()

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at("garlic-city/3-card-poker", bank_bot=True)
        await client.play(3)
        assert (await client.get("/health"))["database"] == "postgresql"
        await client.next("ask")
        served.kill()
        served.start()
        await client.connect()
        await client.do("join", table=table)
        assert all(one["void"] is None for one in await client.play(2))
        lines = (await client.get(f"/api/tables/{table}/rounds"))["rounds"]
        assert [one["number"] for one in lines] == list(range(len(lines), 0, -1))
        await client.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    engine = create_engine(database)
    with engine.connect() as connection:
        assert sum(books.opened(connection).balance.values()) == 0
    engine.dispose()
