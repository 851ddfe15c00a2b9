"""The player-dealer's limited money: nothing is paid or taken beyond it, and order decides who is met."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from housedealer.wagers.bank import BankMoney, Cover, Due, settle
from housedealer.wagers.odds import odds

COVERS: list[Cover] = ["losers-join", "stake-alone", "at-risk"]
AMOUNTS = st.integers(1, 100_000)


@st.composite
def dues(draw: st.DrawFn) -> Due:
    stake = draw(AMOUNTS)
    kind = draw(st.sampled_from(["win", "lose", "half", "push"]))
    if kind == "win":
        win = stake * draw(st.integers(1, 40))
        return Due(stake, win=win, risk=win)
    if kind == "push":
        return Due(stake)
    return Due(stake, lose=stake if kind == "lose" else stake // 2, risk=stake)


@given(st.lists(dues(), max_size=20), st.integers(0, 500_000), st.sampled_from(COVERS))
def test_the_bank_neither_wins_nor_loses_more_than_it_put_up(
    lines: list[Due], amount: int, cover: Cover
) -> None:
    met = settle(lines, amount, cover)
    balance = 0
    for due, line in zip(lines, met, strict=True):
        assert 0 <= line.paid <= due.win
        assert 0 <= line.taken <= due.lose
        assert 0 <= line.covered <= due.stake
        balance += line.taken - line.paid
        assert -amount <= balance <= amount
        assert line.left is not None
        assert line.left >= 0


@given(st.lists(dues(), max_size=20), st.sampled_from(COVERS))
def test_enough_money_meets_everything(lines: list[Due], cover: Cover) -> None:
    plenty = sum(max(due.win, due.lose, due.risk) for due in lines)
    for due, line, free in zip(lines, settle(lines, plenty, cover), settle(lines, None, cover), strict=True):
        assert (line.paid, line.taken, line.covered) == (due.win, due.lose, due.stake)
        assert (free.paid, free.taken, free.covered) == (due.win, due.lose, due.stake)


@given(st.lists(dues(), max_size=12), st.integers(0, 50_000), st.sampled_from(COVERS))
def test_several_settlements_are_one(lines: list[Due], amount: int, cover: Cover) -> None:
    money = BankMoney(amount, cover)
    assert [money.meet(due) for due in lines] == settle(lines, amount, cover)


def test_order_decides_who_is_paid() -> None:
    first, second = Due(1000, win=1000, risk=1000), Due(1000, win=1000, risk=1000)
    assert [line.paid for line in settle([first, second], 1500)] == [1000, 500]
    assert [line.covered for line in settle([first, second], 1500)] == [1000, 500]


def test_an_odds_bet_that_is_partly_met() -> None:
    due = Due(500, win=odds("40:1").win(500), risk=20_000)
    line = settle([due], 10_000)[0]
    assert (line.paid, line.covered) == (10_000, 250)


def test_losers_money_and_the_three_ways_of_counting_cover() -> None:
    lose, win = Due(1000, lose=1000, risk=1000), Due(2000, win=2000, risk=2000)
    paid = {cover: settle([lose, win], 1500, cover)[1].paid for cover in COVERS}
    assert paid == {"losers-join": 2000, "stake-alone": 1500, "at-risk": 500}


def test_winnings_are_capped_too() -> None:
    lines = settle([Due(1000, lose=1000, risk=1000)] * 3, 1500)
    assert [line.taken for line in lines] == [1000, 500, 0]
