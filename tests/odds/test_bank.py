"""Banking a game: fees as the rule book prints them, seats that win together, and the sum of many rounds."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from housedealer import odds
from housedealer.odds import bank
from housedealer.odds.bank.action import bets, fixed, observed
from housedealer.odds.bank.fees import of_round
from housedealer.odds.bank.result import bankroll
from housedealer.odds.bank.shift import after
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.stakes import open_table

BACCARAT = "lucky-buck/commission-free-baccarat"
ROUNDS = 60_000


def test_fees_follow_the_printed_tiers() -> None:
    """Book 004, 725-729: $1 to $100 of action, then $2, $4, $6, and $10 from $801 on."""
    pure = game("lucky-buck/pure-21-5-blackjack")
    stakes = open_table(pure, "1")
    for action, fee in ((5, 1), (100, 1), (101, 2), (300, 2), (500, 4), (800, 6), (801, 10)):
        wagers = tuple((seat, "wager", amount) for seat, amount in enumerate(_split(action * 100)))
        assert of_round(pure, stakes, wagers) == (fee * 100, 0), action


def _split(cents: int) -> list[int]:
    """An action as wagers within the table's most of $200."""
    return [min(20_000, cents - at) for at in range(0, cents, 20_000)]


def test_each_player_pays_where_the_book_says_so() -> None:
    """Book 003, 2394: a dollar from the player-dealer, a dollar from each player."""
    three = game("garlic-city/3-card-poker")
    wagers = tuple((seat, "ante", 2500) for seat in range(3))
    assert of_round(three, open_table(three, "1"), wagers) == (100, 300)
    assert of_round(three, open_table(three, "5"), wagers) == (100, 600)


def test_net_is_edge_times_action_less_the_fee() -> None:
    found = bank.of(BACCARAT, players=4, bet="50", rounds=ROUNDS)
    edge = next(one.edge for one in found.spots)
    assert found.gross.mean == pytest.approx(20_000 * edge)
    assert found.net.mean == pytest.approx(found.gross.mean - 100)
    assert found.hour.mean == pytest.approx(40 * found.net.mean)
    assert found.net.mean + found.players_net + found.fees.room == pytest.approx(0, abs=1e-6)


def test_seats_on_the_same_hand_win_and_lose_together() -> None:
    """Four seats on one baccarat line are one bet of four times the size: twice the spread of four coins."""
    one = bank.of(BACCARAT, players=1, bet="50", rounds=ROUNDS)
    four = bank.of(BACCARAT, players=4, bet="50", rounds=ROUNDS)
    assert four.gross.sd == pytest.approx(4 * one.gross.sd, rel=0.02)
    assert four.correlation == pytest.approx(1.0)
    tiles = bank.of("garlic-city/pai-gow-tiles", players=4, bet="50", rounds=ROUNDS)
    alone = bank.of("garlic-city/pai-gow-tiles", players=1, bet="50", rounds=ROUNDS)
    assert 0.05 < tiles.correlation < 0.9
    assert 2 * alone.gross.sd < tiles.gross.sd < 4 * alone.gross.sd


def test_break_even_is_where_the_edge_has_earned_the_fee() -> None:
    found = bank.of(BACCARAT, players=4, bet="50", rounds=1000)
    edge = found.spots[0].edge
    line = found.option_line()
    assert line.break_even is not None
    assert 4 * line.break_even * edge >= 100 > 4 * (line.break_even - 100) * edge


def test_costs_and_the_share_of_rounds_count() -> None:
    plain = bank.of(BACCARAT, players=4, bet="50", rounds=1000)
    costly = bank.of(BACCARAT, players=4, bet="50", rounds=1000, share=0.5, staff=2000, contract=730_00)
    assert costly.hour.mean == pytest.approx(plain.hour.mean / 2 - 2000 - 100)
    assert costly.shift.rounds == plain.shift.rounds // 2


def test_a_shift_is_the_sum_of_its_rounds() -> None:
    rng = np.random.default_rng(7)
    results = rng.choice([-2500.0, -500.0, 0.0, 1500.0], size=5000)
    found = after(results, 200)
    mean = float((found.values * found.chances).sum())
    spread = math.sqrt(float((found.values**2 * found.chances).sum()) - mean**2)
    assert mean == pytest.approx(200 * results.mean(), abs=1e-3)
    assert spread == pytest.approx(results.std() * math.sqrt(200), rel=1e-3)
    dealt = rng.choice(results, size=(4000, 200)).sum(axis=1)
    assert found.at_most(-60_000) == pytest.approx(float((dealt <= -60_000).mean()), abs=0.03)


def test_the_bankroll_of_a_coin_that_wins_more_often() -> None:
    """A gambler's ruin that can be worked out: even bets won with 51%, (49/51)^n to lose n units."""
    p = 0.51
    roll = bankroll(2 * p - 1, math.sqrt(1 - (2 * p - 1) ** 2), 0.01)
    assert roll == pytest.approx(math.log(0.01) / math.log((1 - p) / p), rel=0.01)
    assert bankroll(-1.0, 5.0, 0.01) is None


def test_little_money_leaves_wagers_unmet() -> None:
    short = bank.of(BACCARAT, players=4, bet="50", rounds=ROUNDS, amount=5_000).limited
    rich = bank.of(BACCARAT, players=4, bet="50", rounds=ROUNDS, amount=10**7).limited
    assert short is not None
    assert rich is not None
    assert (rich.uncovered, rich.runs_short) == (0.0, 0.0)
    assert rich.mean == pytest.approx(rich.mean_unlimited)
    assert short.runs_short > 0.5  # four bets of fifty against fifty: only one is met each way
    assert 0.7 < short.uncovered < 0.8


def test_the_answer_goes_by_the_money_that_is_put_up() -> None:
    """Four bets of fifty on one line against fifty: a round is one bet, won or lost."""
    short = bank.of(BACCARAT, players=4, bet="50", rounds=ROUNDS, amount=5_000)
    one = bank.of(BACCARAT, players=1, bet="50", rounds=ROUNDS)
    assert short.limited is not None
    assert short.gross.sd == pytest.approx(one.gross.sd, rel=0.02)
    assert short.worst_seen == 5_000
    assert short.gross.interval[0] < one.gross.mean < short.gross.interval[1]
    assert short.net.mean == pytest.approx(short.gross.mean - short.fees.player_dealer)
    assert short.option_line().net_hour == pytest.approx(short.hour.mean)


def test_a_seat_far_from_first_action_is_not_met() -> None:
    """One bet's money for three bets on one line: the first is met whole, the others not at all."""
    found = odds.of(BACCARAT, spot="player", seats=3, money=1.0, rounds=3000).limited
    assert found is not None
    first, *others = found.places
    assert first.met == 1.0
    assert first.edge == pytest.approx(float(odds.of(BACCARAT, spot="player").wager("player").edge))
    assert [(one.edge, one.met) for one in others] == [(0.0, 0.0)] * 2
    for seats, money in ((3, None), (0, 1.0), (99, 1.0), (3, 0.0), (3, float("nan"))):
        with pytest.raises(Refused):
            odds.of(BACCARAT, seats=seats, money=money)
    with pytest.raises(Refused, match="base wagers"):
        odds.of(BACCARAT, spot="banker-6", seats=2, money=1.0)


def test_every_option_stands_beside_the_others() -> None:
    found = bank.of("garlic-city/pai-gow-tiles", players=3, bet="50", rounds=2000)
    assert len(found.options) > 3
    assert sum(line.asked for line in found.options) == 1
    assert found.option_line().net_hour == pytest.approx(found.hour.mean)


def test_observed_wagers(tmp_path: Path) -> None:
    path = tmp_path / "seen.csv"
    path.write_text("round,seat,spot,amount\n1,2,player,25\n1,5,banker,50.00\n2,2,tie,5\n")
    found = observed(game(BACCARAT), path)
    assert [one.wagers for one in found] == [
        ((0, "player", 2500), (1, "banker", 5000)),
        ((0, "tie", 500),),
    ]
    assert bank.of(BACCARAT, wagers=path, rounds=2000).action == 4000
    path.write_text("seat,spot,amount\n2,nowhere,25\n")
    with pytest.raises(Refused, match="line 2"):
        observed(game(BACCARAT), path)


@pytest.mark.parametrize("words", ["", "x", "-5", "25:50%,50:20%", "25:0%"])
def test_bad_bets_are_refused(words: str) -> None:
    with pytest.raises(Refused):
        bets(words)


def test_bets_of_a_distribution_come_as_often_as_said() -> None:
    drawn = fixed(game(BACCARAT), 6, "25:75%,100:25%", {})
    amounts = [amount for one in drawn for _, _, amount in one.wagers]
    assert amounts.count(2500) / len(amounts) == pytest.approx(0.75, abs=0.03)


def test_a_room_is_ranked_best_first() -> None:
    found = bank.ranked("lucky-buck", bank.Asked(game="", players=5, bet="flat", rounds=2000))
    nets = [row.line.net_hour for row in found.rows]
    assert nets == sorted(nets, reverse=True)
    assert {row.game for row in found.rows} | set(found.left_out) == set(_banked("lucky-buck"))


def _banked(room: str) -> list[str]:
    from housedealer import rooms

    return [one.id for one in rooms.games() if one.room == room and hasattr(one.params, "spot")]


def test_what_cannot_be_banked_is_refused_in_a_sentence() -> None:
    for asked in ({"players": 0}, {"bet": "5000"}, {"sides": {"nowhere": 5}}, {"ruin": 1.0}):
        with pytest.raises(Refused):
            bank.of(BACCARAT, rounds=1000, **asked)
    with pytest.raises(Refused, match="no player-dealer"):
        bank.of("garlic-city/texas-holdem")
