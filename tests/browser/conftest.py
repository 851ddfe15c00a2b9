"""One house and one browser for all of these tests, and visitors who come in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.visitor import WIDE, Visitor
from tests.web.served import Served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is open for all tests."""
    with Served(tmp_path_factory.mktemp("browser") / "data", "--no-limits") as served:
        yield served


@pytest.fixture
def visit(browser: Browser, house: Served) -> Iterator[Callable[..., Visitor]]:
    """Let somebody come in with a browser of his own; at the end nobody's page has logged an error."""
    inside: list[Visitor] = []

    def come_in(size: tuple[int, int] = WIDE, base: str | None = None) -> Visitor:
        inside.append(Visitor(browser, base or house.base, size))
        return inside[-1]

    yield come_in
    for visitor in inside:
        visitor.go()
    assert [visitor.wrong for visitor in inside] == [[] for _ in inside]
