"""The pages of the docs say what the games say."""

from __future__ import annotations

from pathlib import Path

import pytest

from housedealer.floor.docs import pages, write

GAMES = Path(__file__).parents[2] / "docs" / "games"
PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name: str) -> None:
    kept = GAMES / name
    assert kept.is_file(), "run scripts/sheets"
    assert kept.read_text(encoding="utf-8") == PAGES[name], "run scripts/sheets"


def test_no_page_is_left_of_a_game_that_is_no_more(tmp_path: Path) -> None:
    assert {str(path.relative_to(GAMES)) for path in GAMES.glob("**/*.md")} == set(PAGES)
    (tmp_path / "lucky-buck").mkdir()
    (tmp_path / "lucky-buck" / "gone.md").write_text("old")
    write(tmp_path)
    assert not (tmp_path / "lucky-buck" / "gone.md").exists()


def test_markup_of_a_page_is_whole() -> None:
    for name, text in PAGES.items():
        for line in text.splitlines():
            if line.startswith("|"):
                assert line.endswith("|"), (name, line)
        assert "{0}" not in text, name
