"""Games against a player-dealer with other than three cards, held to what is published of them.

The source is Wizard of Odds (Michael Shackleford), pages "Caribbean Stud Poker" and "Ultimate Texas Hold'em".
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from housedealer import odds, rooms
from housedealer.games.poker_vs_dealer.ultimate import raises_before_flop
from housedealer.odds.strategy import Strategy
from housedealer.odds.ultimate import strategy
from housedealer.pieces.cards import cards

CARIBBEAN = "garlic-city/caribbean-stud-poker"
ULTIMATE = "garlic-city/ultimate-texas-holdem"
DECK = dict.fromkeys(range(52), 1)


def test_caribbean_stud_of_the_trade() -> None:
    """House edge 5.224% of the ante, element of risk 2.555%, standard deviation 2.24; 52.23% are bet on.

    In the trade the ante of a winner earns even money, which is the ruling's other reading.
    """
    found = odds.of(CARIBBEAN, rulings={"ante-pays": "even-money"}).wager("ante")
    assert found.rounds == 19_933_230_517_200
    assert 100 * float(found.edge) == pytest.approx(5.224, abs=0.0005)
    assert 100 * float(found.element_of_risk) == pytest.approx(2.555, abs=0.0005)
    assert found.sd == pytest.approx(2.24, abs=0.005)
    folded = next(row.probability for row in found.rows if row.outcome == "fold")
    assert 1 - folded == pytest.approx(0.5223, abs=0.0001)


def test_caribbean_stud_of_the_room() -> None:
    """This room's text pays the ante by the table too, which is worth 6.71% of the ante: the edge turns.

    A hand of two pair or better is bet on in either case, so that nothing else changes.
    """
    trade = odds.of(CARIBBEAN, rulings={"ante-pays": "even-money"}).wager("ante")
    room = odds.of(CARIBBEAN).wager("ante")
    more = sum(
        Fraction(row.combinations * (int(row.pays.split(":")[0]) - 1), room.rounds)
        for row in room.rows
        if row.outcome.startswith("beats-player-dealer")
    )
    assert trade.edge - room.edge == more
    assert 100 * float(more) == pytest.approx(6.714, abs=0.001)


def test_ultimate_texas_holdem() -> None:
    """House edge 2.185% of the ante, element of risk 0.526%, standard deviation 4.94: as in the trade."""
    found = odds.of(ULTIMATE).wager("ante")
    assert found.rounds == 27_813_810_024_000
    assert 100 * float(found.edge) == pytest.approx(2.185, abs=0.0005)
    assert 100 * float(found.element_of_risk) == pytest.approx(0.526, abs=0.0005)
    assert found.sd == pytest.approx(4.94, abs=0.005)


@pytest.mark.parametrize(
    ("pays", "edge"),
    (
        ("50 40 30 9 7 4 3", 0.90),
        ("50 40 30 8 6 5 3", 1.90),
        ("50 40 30 8 7 4 3", 3.50),
        ("50 40 20 7 6 5 3", 6.18),
    ),
)
def test_trips(pays: str, edge: float) -> None:
    """Four paytables of Trips are published; the room has the last of them."""
    rows = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
    table = {row: f"{many}:1" for row, many in zip((*rows, "three-of-a-kind"), pays.split(), strict=True)}
    found = odds.of(ULTIMATE, spot="trips", paytable=table).wager("trips")
    assert 100 * float(found.edge) == pytest.approx(edge, abs=0.005)
    if edge == 6.18:
        assert found.edge == odds.of(ULTIMATE).wager("trips").edge


def tables() -> list[Strategy]:
    return strategy(rooms.game(ULTIMATE).params, DECK)


def test_before_the_flop_the_published_chart_is_best() -> None:
    """Four times or a check, never three times; the published chart to the last hand."""
    before = tables()[0]
    for one in before.decisions:
        [hand] = one.situation
        ranks = hand.split()[0].replace("10", "T").split("-")
        first, second = cards(f"{ranks[0]}c {ranks[1]}{'c' if hand.endswith(' suited') else 'd'}")
        assert (one.best == "4x") == raises_before_flop(first, second), hand
        assert one.best in ("4x", "check")
    assert len(before.decisions) == 169
    four_times = sum(one.often for one in before.decisions if one.best == "4x")
    assert four_times == pytest.approx(500 / 1326)


def test_on_the_river_twenty_one_outs_are_too_many() -> None:
    """Published: bet with a hand that fewer than 21 cards beat, else fold."""
    river = tables()[2]
    for one in river.decisions:
        assert one.best == ("1x" if int(one.situation[0]) < 21 else "fold"), one


def test_on_the_flop_the_published_rules_are_best_for_most() -> None:
    """Published: bet two pair, a hidden pair but twos in the hand, four to a flush with a ten of it."""
    for one in tables()[1].decisions:
        [kind] = one.situation
        if kind.startswith(("a straight", "three of a kind with", "two pair", "a pair with")):
            assert one.best == "2x", one
        elif kind.startswith("four to a flush"):
            assert (one.best == "2x") == kind.endswith(("ten", "jack", "queen", "king")), one
        else:
            assert one.best == "check", one
