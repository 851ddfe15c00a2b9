"""The page's files: typed, small, without anything from elsewhere, and no game known by name."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from housedealer.rooms import games

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "housedealer" / "web" / "page"
SCRIPTS = sorted(PAGE.glob("js/**/*.js"))
MOST_SCRIPT = 300 * 1024
MOST_LINES = 600
NAMESPACES = ("http://www.w3.org/2000/svg",)


def test_the_types_hold() -> None:
    """Every module is checked strictly by the types written beside it."""
    done = subprocess.run(
        [ROOT / "node_modules" / ".bin" / "tsc", "-p", ROOT], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout


def test_the_script_is_small() -> None:
    assert len(SCRIPTS) > 20
    assert sum(script.stat().st_size for script in SCRIPTS) < MOST_SCRIPT
    for script in SCRIPTS:
        assert len(script.read_text().splitlines()) <= MOST_LINES, script


def test_nothing_stands_inline() -> None:
    """The strict policy of the server forbids it, and a browser would leave it out without a word."""
    markup = (PAGE / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)", markup) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=", markup) == []
    for script in SCRIPTS:
        text = script.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text), script
        assert not re.search(r'setAttribute\("style"|[{ ]style: ', text), script


@pytest.mark.parametrize("file", sorted(PAGE.rglob("*.*")), ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere(file: Path) -> None:
    found = set(re.findall(r"https?://[^\s\"'`)<>]*", file.read_text())) - set(NAMESPACES)
    assert not found


def test_no_game_is_known_by_name() -> None:
    """A new game appears in the page without page code: no id, and no name of a game, stands in a script."""
    text = "\n".join(script.read_text() for script in SCRIPTS)
    for game in games():
        assert game.id not in text
        assert f'"{game.id.partition("/")[2]}"' not in text


def test_every_module_that_is_imported_is_there() -> None:
    for script in SCRIPTS:
        for wanted in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', script.read_text()):
            assert (script.parent / wanted).resolve().is_file(), (script, wanted)
    markup = (PAGE / "index.html").read_text()
    for wanted in re.findall(r'(?:href|src)="/([^"]+)"', markup):
        assert (PAGE / wanted).is_file(), wanted
