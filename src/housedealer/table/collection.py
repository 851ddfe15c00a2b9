"""Taking the collection: what the option's rows say, applied to the facts of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from housedealer.table.game import Because
from housedealer.wagers.fees import FeeRow, tier
from housedealer.wagers.money import dollars

BETTORS = ("player", "backline", "bettor")


def _because(row: FeeRow) -> Because:
    tops = "" if row.basis == "none" else (f"{row.low}-{row.high}" if row.high is not None else f"{row.low}+")
    if row.basis not in ("none", "players"):
        top = f"{dollars(row.low)}-{dollars(row.high)}" if row.high is not None else f"{dollars(row.low)}+"
        tops = f"${top}"
    return ("fee", (row.option, row.moment, row.basis, tops, row.lines))


def groups(rows: Iterable[FeeRow], moment: str, reached: Iterable[str]) -> list[list[FeeRow]]:
    """The rows that are due at a moment, one list for each fee with its tiers."""
    due = [row for row in rows if row.moment == moment and not (row.unless and row.unless in reached)]

    def key(row: FeeRow) -> tuple[str, str, str]:
        return (row.payer, row.per, row.basis)

    return [list(found) for _, found in groupby(sorted(due, key=key), key)]


def owed(rows: Sequence[FeeRow], placed: Sequence[tuple[str, str, int]], base: Iterable[str]) -> list[FeeRow]:
    """The rows that one bettor owes for what he placed (hand, spot, amount)."""
    squares = [entry for entry in placed if entry[1] in set(base)]
    first = rows[0]
    if first.per in ("wager", "any-wager"):
        values = [amount for _, _, amount in (squares if first.per == "wager" else placed)]
    elif first.per == "seat":
        hands = dict.fromkeys(hand for hand, _, _ in placed)
        values = [sum(amount for hand, _, amount in squares if hand == one) for one in hands]
    else:
        values = [sum(amount for _, _, amount in squares)] if placed else []
    return [
        row for value in values if (row := tier(rows, value if first.basis == "wager" else 0)) is not None
    ]


def quote(table: Any, person: str, placed: Sequence[tuple[str, str, int]]) -> int:
    """What a bettor will owe in fees for these wagers: a wager is taken only together with its fee."""
    seated = person in table.state.seats.values()
    total = 0
    kinds = {(row.moment, row.payer, row.per, row.basis) for row in table.stakes.rows if row.payer in BETTORS}
    for moment, payer, per, basis in kinds:
        if payer == ("backline" if seated else "player"):
            continue
        rows = [
            row
            for row in table.stakes.rows
            if (row.moment, row.payer, row.per, row.basis) == (moment, payer, per, basis)
        ]
        total += sum(row.amount for row in owed(rows, placed, table.base_spots()))
    return total


def reserve(rows: Iterable[FeeRow]) -> int:
    """The most that a round can cost the player-dealer in fees: he keeps so much back from his bank."""
    most: dict[tuple[str, str, str], int] = {}
    for row in rows:
        if row.payer in ("player-dealer", "each"):
            kind = (row.moment, row.payer, row.basis)
            most[kind] = max(most.get(kind, 0), row.amount)
    return sum(most.values())


def collect(table: Any, moment: str) -> None:
    """Take every fee of the option that falls due at this moment."""
    for rows in groups(table.stakes.rows, moment, table.reached):
        first = rows[0]
        if first.payer in BETTORS:
            _from_bettors(table, rows)
            continue
        value = table.fee_basis(first.basis)
        row = tier(rows, value)
        if row is None or (value == 0 and first.basis in ("action", "base-action")):
            continue  # tiers begin above nothing: a round without wagers falls in none
        many = table.fee_basis("players") if first.per == "seat" else 1
        for payer, amount in table.fee_shares(first.payer, row.amount * many):
            table.take_fee(payer, min(amount, table.ledger.balance.get(payer, 0)), _because(row), row.drop)


def _from_bettors(table: Any, rows: Sequence[FeeRow]) -> None:
    payer = rows[0].payer
    for person, placed in table.placed_by().items():
        seated = person in table.state.seats.values()
        if payer == ("backline" if seated else "player"):
            continue
        for row in owed(rows, placed, table.base_spots()):
            table.take_fee(person, row.amount, _because(row), row.drop)
