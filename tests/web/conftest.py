"""A house for the tests of a module, and the clients that come in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from tests.web.client import Client
from tests.web.cluster import Cluster, binaries, started
from tests.web.served import Served


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: scripts/setup dev installs it.")
    with started(programs) as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is open for the tests of a module."""
    with Served(tmp_path_factory.mktemp("house") / "data", "--no-limits") as served:
        yield served


@pytest.fixture
def run(house: Served) -> Callable[[Callable[[Client], Awaitable[Any]]], Any]:
    """Run one client's visit to the house."""

    def visit(what: Callable[[Client], Awaitable[Any]]) -> Any:
        async def whole() -> Any:
            client = Client(house.base)
            try:
                return await what(client)
            finally:
                await client.close()

        return asyncio.run(whole())

    return visit
