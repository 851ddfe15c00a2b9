"""Charts of best play: the best choice is worth most, known thresholds, and charts that are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from housedealer.odds.chart_plots import draw
from housedealer.odds.engines import ENGINES
from housedealer.odds.strategy import of
from housedealer.rooms import games
from housedealer.table.errors import Refused

CHARTED = [
    game.id
    for game in games()
    if game.head.script in ENGINES and ENGINES[game.head.script].charts is not None
]


@pytest.mark.parametrize("name", CHARTED)
def test_the_best_choice_is_worth_most(name: str) -> None:
    for chart in of(name):
        assert chart.decisions
        for one in chart.decisions:
            assert one.best in chart.choices
            assert 0.5 <= one.share <= 1.0
            if one.always and one.best in one.worth:
                assert one.worth[one.best] >= max(one.worth.values()) - 1e-9, one


def test_three_card_poker_is_played_with_queen_six_four() -> None:
    """The threshold that every book on the game gives (Wizard of Odds, Three Card Poker)."""
    [chart] = of("garlic-city/3-card-poker")
    assert chart.at("Q-6-4").worth["play"] > -1 > chart.at("Q-6-3").worth["play"]


def test_caribbean_stud_bets_every_pair_and_no_less_than_ace_king() -> None:
    """Wizard of Odds, Caribbean Stud: raise with a pair, fold less than ace-king."""
    [chart] = of("garlic-city/caribbean-stud-poker")
    for one in chart.decisions:
        if one.situation[0].startswith("a pair"):
            assert one.best == "bet"
        if one.situation[0] == "less than ace-king":
            assert one.best == "fold"


def test_a_chart_of_two_words_is_a_grid() -> None:
    [chart] = of("aviator/three-card-poker-6-card-bonus")
    grid = chart.grid()
    assert grid is not None
    assert len(grid.columns) == 13
    assert all(len(row) == 13 for row in grid.cells)


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_charts_are_drawn(tmp_path: Path, ending: str) -> None:
    for name in ("garlic-city/super-pan-nine", "garlic-city/3-card-poker"):
        for path in draw("a game", of(name), tmp_path / f"chart{ending}"):
            assert path.stat().st_size > 4000


def test_what_has_no_chart_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no chart"):
        of("lucky-buck/ez-baccarat")
    with pytest.raises(Refused, match="must end in"):
        list(draw("a game", of("garlic-city/3-card-poker"), tmp_path / "chart.txt"))


def test_a_notebook_shows_charts_and_wagers() -> None:
    from housedealer import odds

    [play] = of("garlic-city/3-card-poker")
    assert "<td>Q-6-4</td><td>play</td>" in play._repr_html_()
    grid = of("garlic-city/super-pan-nine")[-1]._repr_html_()
    assert grid.startswith("<table><caption>")
    assert grid.count("<tr>") > 5
    frame = play.to_frame()
    assert list(frame.columns) == ["hand", "best", "play", "fold", "share", "often"]
    tie = odds.of("lucky-buck/commission-free-baccarat", spot="tie").wager("tie")
    assert tie._repr_html_().endswith("<th>0.048440</th></tr></table>")
    dealt = odds.of("lucky-buck/commission-free-baccarat", spot="tie", rounds=1000)
    assert "<th>rounds</th>" in dealt._repr_html_()
    assert "±" in dealt._repr_html_()
    assert "Not as approved: 6 decks." in odds.of("lucky-buck/ez-baccarat", decks=6)._repr_html_()
