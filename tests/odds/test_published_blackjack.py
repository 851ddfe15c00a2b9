"""Published numbers of ordinary blackjack, met by Pure 21.5 with its rules set to those of the number.

Pure 21.5 differs from the ordinary game of the tables in what a natural pays (6 to 5), in three eights, which
send back the wagers of hands that went over, and in its chart for bettors, which keeps nobody from good play.
The first and the last are data and are set to the ordinary ones; three eights are not, and make each number
smaller by what they are worth: they come once in 2,400 rounds, and something like one bettor in six is over.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from housedealer import rooms
from housedealer.odds.blackjack.chart import make_plan
from housedealer.odds.blackjack.holdings import shoe_of
from housedealer.odds.blackjack.kept import kinds_of
from housedealer.odds.blackjack.side import buster_cells
from housedealer.odds.blackjack.tables import Tables, tables_of

PURE = rooms.game("lucky-buck/pure-21-5-blackjack")
EIGHTS = (32 * 31 * 30) / (416 * 415 * 414) * 0.18
"""What three eights are worth to a bettor, nearly: 0.0075% of the wager."""


def ordinary(
    decks: int, stands_on_17: bool, readings: dict[str, str], pays: str
) -> tuple[Tables, Counter[int]]:
    """The tables of an ordinary game, and its shoe."""
    params: Any = PURE.ruled(readings).params
    bank = params.bank_chart
    if stands_on_17:
        bank = msgspec.structs.replace(bank, stand_soft=17, hit_soft=16)
    free = msgspec.structs.replace(params.player_chart, stand_hard=0, hit_hard=0)
    params = msgspec.structs.replace(params, pure_pays=pays, bank_chart=bank, player_chart=free)
    pieces = Counter(dict.fromkeys(range(52), decks))
    return tables_of(params, kinds_of(pieces)), pieces


def edge(decks: int, stands_on_17: bool = False, pays: str = "3:2", **readings: str) -> float:
    """The edge of an ordinary game by its best chart, without what three eights are worth."""
    said = {name.replace("_", "-"): reading for name, reading in readings.items()}
    tables, pieces = ordinary(decks, stands_on_17, said, pays)
    return make_plan(tables, shoe_of(pieces)).edge + EIGHTS


SIZES = {
    # Wizard of Odds, blackjack house edge calculator: doubles on any two cards and after splits, four hands,
    # aces split once, no surrender, the player-dealer looks for a natural, which pays 3 to 2.
    "eight decks, soft 17 stands": ({"decks": 8, "stands_on_17": True}, 0.0043),
    "eight decks, soft 17 is hit": ({"decks": 8}, 0.0065),
    "six decks, soft 17 stands": ({"decks": 6, "stands_on_17": True}, 0.0040),
    # Single deck, no doubles after splits: the game that is even, or all but even, in every book since 1962.
    "one deck, soft 17 stands": ({"decks": 1, "stands_on_17": True, "double_after_split": "no"}, 0.0),
}


@pytest.mark.parametrize(("rules", "published"), SIZES.values(), ids=SIZES)
def test_the_edge_of_ordinary_blackjack(rules: dict[str, Any], published: float) -> None:
    assert edge(**rules) == pytest.approx(published, abs=0.0002)


@pytest.mark.slow
def test_what_single_rules_are_worth() -> None:
    """Wizard of Odds, rule variations: what each adds to the edge, to one or two hundredths of a percent."""
    base = edge(8)
    assert edge(8, pays="6:5") - base == pytest.approx(0.0136, abs=0.0003)
    assert edge(8, double_after_split="no") - base == pytest.approx(0.0014, abs=0.0001)
    assert edge(8, resplit_aces="yes") - base == pytest.approx(-0.0008, abs=0.00015)
    assert edge(8, surrender="yes") - base == pytest.approx(-0.0009, abs=0.00015)
    assert base - edge(8, stands_on_17=True) == pytest.approx(0.0022, abs=0.0002)


@pytest.mark.parametrize(("stands_on_17", "published"), [(True, 0.2819), (False, 0.2858)])
def test_how_often_the_player_dealer_breaks(stands_on_17: bool, published: float) -> None:
    """Wizard of Odds, appendix of final hands: 28.2% where soft 17 stands, 28.6% where it is hit."""
    tables, pieces = ordinary(8, stands_on_17, {}, "3:2")
    cells = list(buster_cells(tables, pieces))
    breaks = sum(cell.weight for cell in cells if cell.results["buster"].won > 0)
    assert breaks / sum(cell.weight for cell in cells) == pytest.approx(published, abs=0.0005)
