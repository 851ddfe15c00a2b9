"""One browser for the tests of a module that look at the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.visitor import PATIENCE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium for one file of tests: while it is there, no other test of the process has a loop."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed: scripts/setup dev installs it.")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
