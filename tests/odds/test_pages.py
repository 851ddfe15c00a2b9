"""The pages of the odds say what the games say now: some are made again, all are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from housedealer import rooms
from housedealer.cli.odds_pages import TABLE, _table, index, page_of
from housedealer.floor.render import markdown
from housedealer.odds.engines import ENGINES

FOLDER = Path(__file__).parents[2] / "docs" / "odds"
QUICK = ("lucky-buck/commission-free-baccarat", "garlic-city/pai-gow-tiles", "garlic-city/3-card-poker")


@pytest.mark.parametrize("name", QUICK)
def test_a_page_says_what_the_game_says_now(name: str) -> None:
    text, rows = page_of(rooms.game(name))
    assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == text, "run scripts/odds"
    kept = [row for row in _table(FOLDER) if row["game"] == name]
    assert sorted(kept, key=str) == sorted(rows, key=str)


def test_every_game_has_its_page_and_every_wager_its_row() -> None:
    for game in rooms.games():
        assert (FOLDER / f"{game.id}.md").is_file(), f"{game.id}: run scripts/odds"
    counted = {game.id for game in rooms.games() if game.head.script in ENGINES}
    assert {row["game"] for row in _table(FOLDER)} == counted, TABLE


def test_the_index_has_all_wagers_the_cheapest_first() -> None:
    rows = _table(FOLDER)
    text = markdown(list(index(rows)))
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == text
    edges = [float(line.split("|")[4].strip(" %")) for line in text.splitlines() if line.endswith("% |")]
    assert edges == sorted(edges)
    assert len(edges) == len(rows)


@pytest.mark.slow
def test_no_page_is_older_than_its_game() -> None:
    for game in rooms.games():
        text = (FOLDER / f"{game.id}.md").read_text(encoding="utf-8")
        assert game.data_hash[:16] in text, f"{game.id}: run scripts/odds {game.id}"


@pytest.mark.slow
def test_every_wager_is_exact_or_known_to_a_fiftieth_of_a_percent() -> None:
    for row in _table(FOLDER):
        assert not row["within"] or float(row["within"]) <= 0.02, row
