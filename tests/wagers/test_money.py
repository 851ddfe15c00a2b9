"""Cents, odds, ledgers, pots and exchanges."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.wagers.exchange import consume
from housedealer.wagers.ledger import Ledger, Overdrawn
from housedealer.wagers.money import BadMoney, cents, dollars
from housedealer.wagers.odds import BadOdds, odds
from housedealer.wagers.pots import side_pots, split


@given(st.integers(-(10**12), 10**12))
def test_money_is_read_as_it_is_written(amount: int) -> None:
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize("text", ["", "ten", "1.234", "1e3", "--5", "5.", ".", "$"])
def test_what_is_no_money_is_refused(text: str) -> None:
    if text == "5.":
        with pytest.raises(BadMoney):
            cents(text)
        return
    with pytest.raises(BadMoney):
        cents(text)


@pytest.mark.parametrize(
    ("text", "stake", "win"),
    [
        ("1:1", 1250, 1250),
        ("6:5", 1000, 1200),
        ("3 to 2", 500, 750),
        ("0.95:1", 10_000, 9_500),
        ("10 for 1", 500, 4_500),
        ("1 for 1", 500, 0),
        ("2,500:1", 100, 250_000),
        ("1:2", 501, 250),
    ],
)
def test_odds(text: str, stake: int, win: int) -> None:
    assert odds(text).win(stake) == win


@pytest.mark.parametrize("text", ["even", "5", "1 against 2", "0.5 for 1"])
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(BadOdds):
        odds(text)


@given(st.integers(1, 500), st.integers(1, 20), st.integers(0, 10**7))
def test_odds_are_exact_and_round_down(won: int, staked: int, stake: int) -> None:
    found = odds(f"{won}:{staked}")
    exact = Fraction(won, staked) * stake
    assert 0 <= exact - found.win(stake) < 1
    assert found.stake_for(found.win(stake)) <= stake


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.integers(0, 300)), max_size=30))
def test_a_ledger_keeps_every_chip_and_reverses_to_the_cent(moves: list[tuple[str, str, int]]) -> None:
    ledger = Ledger({"a": 500, "b": 300, "c": 0})
    for source, target, amount in moves:
        try:
            ledger.move(source, target, amount, "test")
        except Overdrawn:
            assert amount > ledger.balance[source]
        assert sum(ledger.balance.values()) == 800
        assert min(ledger.balance.values()) >= 0
    ledger.reverse()
    assert {who: ledger.balance[who] for who in "abc"} == {"a": 500, "b": 300, "c": 0}


PAID = st.lists(st.tuples(st.integers(0, 1000), st.booleans()), min_size=2, max_size=9)


@given(PAID)
def test_pots_hold_all_that_was_paid_in(players: list[tuple[int, bool]]) -> None:
    paid, live = [one for one, _ in players], [alive for _, alive in players]
    pots = side_pots(paid, live)
    if any(alive and amount for amount, alive in players):
        assert sum(amount for amount, _ in pots) == sum(paid)
    for amount, eligible in pots:
        assert amount > 0
        assert all(live[at] for at in eligible)
    for (_, wide), (_, narrow) in pairwise(pots):
        assert set(narrow) < set(wide), "a side pot has fewer contenders than the pot before it"


@given(PAID)
def test_nobody_wins_more_from_another_than_he_put_in(players: list[tuple[int, bool]]) -> None:
    paid, live = [one for one, _ in players], [alive for _, alive in players]
    for at, alive in enumerate(live):
        if alive:
            most = sum(min(paid[at], other) for other in paid)
            tops = [one for one, keep in zip(paid, live, strict=True) if keep]
            if paid[at] < max(tops):
                reach = sum(amount for amount, eligible in side_pots(paid, live) if at in eligible)
                assert reach <= most


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(0, 8), min_size=1, max_size=6, unique=True),
    st.sampled_from([1, 50, 100]),
)
def test_a_split_gives_out_everything_and_odd_chips_in_order(
    amount: int, winners: list[int], chip: int
) -> None:
    shares = split(amount, winners, chip)
    assert sum(shares.values()) == amount
    ordered = [shares[one] for one in winners]
    assert max(ordered) - min(ordered) < 2 * chip
    assert ordered[1:] == sorted(ordered[1:], reverse=True)


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 500), min_size=2),
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(0, 400)), max_size=12),
)
def test_exchanges_never_overdraw(stakes: dict[str, int], debts: list[tuple[str, str, int]]) -> None:
    left = dict(stakes)
    for (payer, payee, amount), paid in zip(debts, consume(stakes, debts), strict=True):
        assert 0 <= paid <= amount
        assert paid <= left.get(payer, 0)
        left[payer] = left.get(payer, 0) - paid
        left[payee] = left.get(payee, 0) + paid
