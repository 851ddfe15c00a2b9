"""Baccarat beside what others have published of the same rules (Wizard of Odds, eight decks).

EZ Baccarat's known figures hold with the stop on a natural and the push of a banker's three-card seven, which
the texts of these rooms don't print: there they are readings.
"""

from __future__ import annotations

from functools import cache

import pytest

from housedealer import odds
from housedealer.odds.report import Odds

FREE, EZ, PANDA = (
    "lucky-buck/commission-free-baccarat",
    "lucky-buck/ez-baccarat",
    "garlic-city/ez-baccarat-panda-8",
)
KNOWN = {"natural-stops": "yes", "banker-three-card-seven": "push"}


@cache
def found(name: str, known: bool = False, decks: int | None = None) -> Odds:
    """A game's odds as approved, or as the game is known elsewhere."""
    return odds.of(name, rulings=KNOWN if known else {}, decks=decks)


def test_the_rounds_of_eight_decks() -> None:
    """4,998,398,275,503,360 orders of six cards: banker, player and tie as often as published."""
    rows = {row.outcome: row.combinations for row in found(FREE).wager("player").rows}
    assert found(FREE).wager("player").rounds == 4_998_398_275_503_360
    assert sorted(rows.values()) == [475_627_426_473_216, 2_230_518_282_592_256, 2_292_252_566_437_888]


@pytest.mark.parametrize(
    ("game", "known", "decks", "spot", "percent"),
    [
        (FREE, False, None, "player", 1.2351),
        (FREE, False, None, "banker", 1.458),  # a win with six pays half
        (FREE, False, None, "tie", 4.844),  # 9 to 1
        (FREE, False, None, "player-dragon-bonus", 2.652),
        (FREE, False, None, "banker-dragon-bonus", 9.373),
        (EZ, True, None, "player", 1.2351),
        (EZ, True, None, "banker", 1.0183),
        (EZ, True, None, "dragon-7", 7.611),
        (PANDA, True, None, "tie", 14.3596),  # 8 to 1
        (PANDA, True, None, "panda-8", 10.188),
        (PANDA, True, 6, "player", 1.2374),
        (PANDA, True, 6, "tie", 14.4382),
        (PANDA, True, 1, "player", 1.2864),
        (PANDA, True, 1, "tie", 15.7461),
    ],
)
def test_edges(game: str, known: bool, decks: int | None, spot: str, percent: float) -> None:
    edge = 100 * float(found(game, known, decks).wager(spot).edge)
    assert edge == pytest.approx(percent, abs=0.0006)


def test_where_the_texts_differ() -> None:
    """Without the stop ties are more frequent, without the push the banker line favours the bettor."""
    assert float(found(PANDA).wager("tie").edge) == pytest.approx(-0.0192, abs=0.0001)
    assert float(found(EZ).wager("tie").edge) == pytest.approx(-0.1324, abs=0.0001)
    assert found(EZ).wager("banker").edge == -found(EZ).wager("player").edge < 0
