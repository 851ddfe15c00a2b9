"""Fee books: every printed row is read, tiers have no holes, and a wrong row is named."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from housedealer.floor.audit import read_clauses
from housedealer.rooms import game, ids
from housedealer.wagers.fees import BadFees, FeeRow, read_fees, tier

HEADER = "book,option,limit,moment,unless,payer,per,basis,low,high,amount,lines"


def row(low: int, high: int | None, amount: int) -> FeeRow:
    return FeeRow(
        "b", "1", "5-200", "before-cards", "", "player-dealer", "round", "action", low, high, amount, (1, 1)
    )


TIERS = [row(500, 10_000, 100), row(10_100, 30_000, 200), row(30_100, None, 400)]


@pytest.mark.parametrize(
    ("value", "amount"),
    [(500, 100), (10_000, 100), (10_050, 200), (10_100, 200), (30_000, 200), (30_001, 400), (10**9, 400)],
)
def test_a_tier_is_read_by_its_top(value: int, amount: int) -> None:
    found = tier(TIERS, value)
    assert found is not None
    assert found.amount == amount


def test_above_a_closed_last_tier_nothing_is_owed() -> None:
    assert tier([row(500, 10_000, 100)], 10_001) is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("b,1,5-200,before-cards,,nobody,round,none,0,,1,5", "payer"),
        ("b,1,5-200,before-cards,,pot,round,none,0,,ten,5", "ten"),
        ("b,1,5-200,before-cards,,pot,round,sometimes,0,,1,5", "basis"),
        ("b,1,5-200,before-cards,,pot,round,none,0,,1,x", "x"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "fees.csv"
    path.write_text(f"{HEADER}\nb,1,5-200,before-cards,,pot,round,none,0,,1,5\n{line}\n")
    with pytest.raises(BadFees, match="row 2") as found:
        read_fees(path)
    assert problem in str(found.value)


def test_wrong_columns_are_named(tmp_path: Path) -> None:
    path = tmp_path / "fees.csv"
    path.write_text("option,amount\n1,2\n")
    with pytest.raises(BadFees, match="columns"):
        read_fees(path)


@pytest.mark.parametrize("name", ids())
def test_every_option_of_every_game_is_sound(name: str) -> None:
    played = game(name)
    for option in played.options():
        rows = played.option_rows(option)
        assert rows
        kinds = {(one.limit, one.moment, one.payer, one.per, one.basis) for one in rows}
        for kind in kinds:
            tiers = sorted(
                (one for one in rows if (one.limit, one.moment, one.payer, one.per, one.basis) == kind),
                key=lambda one: one.low,
            )
            assert len(tiers) <= 5, f"{name} {option}: more than five rates"
            for low, high in pairwise(tiers):
                assert low.high is not None
                assert low.high < high.low
        explained = {one.about.removeprefix("moment ") for one in read_clauses(played.room).printed}
        known = {*played.play.moments, *explained, "half-hour"}
        assert all(one.moment in known for one in rows), (name, option)
        assert all(one.amount >= 0 for one in rows)
