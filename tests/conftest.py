"""What all tests share: a browser for the modules that look at the page, and properties without a clock."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.visitor import PATIENCE

# No property is about speed. Where CI is set, hypothesis has a profile of its own that says the same.
settings.register_profile("unhurried", deadline=None)
if "CI" not in os.environ:
    settings.load_profile("unhurried")


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
