"""One house and one browser for all of these tests, and visitors who come in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.visitor import WIDE, Visitor
from tests.web.served import Served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is open for all tests."""
    with Served(tmp_path_factory.mktemp("browser") / "data", "--no-limits") as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium for one file of tests: while it is there, no other test of the process has a loop."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed: scripts/setup dev installs it.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


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
