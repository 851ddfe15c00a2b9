"""Collection fees: flat amounts by schedule option, known before the deal, never a share of a bet.

A fee book is a CSV file: one row is one flat amount under one option. Scripts name moments
(`t.reach("flop")`); the rows of the option say who pays what when the moment comes. Columns:

* `book`, `option`: which schedule of which fee document; `limit`: the table limits it is approved for
  (`5-200`, or `1-100..500-2000` for a minimum and a maximum that may be chosen within ranges);
* `moment`: when it is taken; `unless`: not if that moment was reached before in the round;
* `payer`: `player-dealer`, `player` (each seated bettor), `backline`, `bettor` (both), `pot`, `button`,
  `small-blind`, `blinds`, `first-players`, `each` (everybody dealt in), `antes` (those in the middle);
* `per`: what one amount buys: `round`, `wager` (each wager on a spot that pays), `any-wager` (each wager on
  whatever spot), `seat` (each seat bet on; of a payer at the table itself, each hand dealt in);
* `basis`: what `low` and `high` are compared with: `none`, `wager`, `action` (all wagers at the table),
  `base-action` (base wagers alone), `players` (dealt in);
* `amount`: the fee; `lines`: where the rule book prints it.

Columns that may be left out:

* `drop`: `fees`, or `jackpot` for a drop of its own;
* `ruling`: the row holds under one reading of a ruling alone (`fee-gap=lower`);
* `ante`: the ante that the option prints beside its fee.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from housedealer.wagers.money import cents

Payer = Literal[
    "player-dealer",
    "player",
    "backline",
    "bettor",
    "pot",
    "button",
    "small-blind",
    "blinds",
    "first-players",
    "each",
    "antes",
]
Per = Literal["round", "wager", "any-wager", "seat"]
Basis = Literal["none", "wager", "action", "base-action", "players"]
COLUMNS = ["book", "option", "limit", "moment", "unless", "payer", "per", "basis"]
COLUMNS += ["low", "high", "amount", "lines"]
MORE = ("drop", "ruling", "ante")


class FeeRow(msgspec.Struct, frozen=True):
    """One printed amount of a fee schedule."""

    book: str
    option: str
    limit: str
    moment: str
    unless: str
    payer: Payer
    per: Per
    basis: Basis
    low: int
    high: int | None
    amount: int
    lines: tuple[int, int]
    drop: Literal["fees", "jackpot"] = "fees"
    ruling: str = ""
    ante: int = 0


class BadFees(ValueError):
    """A fee file that cannot be used, with the row and what is wrong."""


def read_fees(path: Path) -> tuple[FeeRow, ...]:
    """Read a fee book and check every row."""
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(line for line in file if line.strip() and not line.startswith("#"))
        names = list(reader.fieldnames or ())
        further = names[len(COLUMNS) :]
        if names[: len(COLUMNS)] != COLUMNS or not set(further) <= set(MORE):
            raise BadFees(f"{path.name}: the columns are {names}, not {COLUMNS} (and {', '.join(MORE)}).")
        return tuple(_row(path.name, at, row) for at, row in enumerate(reader, 1))


def _row(name: str, at: int, row: dict[str, str]) -> FeeRow:
    try:
        money = row["basis"] != "players"
        number = cents if money else int
        first, _, last = row["lines"].partition("-")
        return msgspec.convert(
            {
                **row,
                "drop": row.get("drop") or "fees",
                "low": number(row["low"] or "0"),
                "high": number(row["high"]) if row["high"] else None,
                "amount": cents(row["amount"]),
                "ante": cents(row.get("ante") or "0"),
                "ruling": row.get("ruling") or "",
                "lines": (int(first), int(last or first)),
            },
            FeeRow,
        )
    except (ValueError, msgspec.ValidationError, KeyError) as error:
        raise BadFees(f"{name}: row {at} is wrong: {error}") from None


def tier(rows: Iterable[FeeRow], value: int) -> FeeRow | None:
    """The row whose tier a value falls in.

    An amount between two printed tiers belongs to the higher one (a value is above the last tier's top):
    tiers are read by their tops, so $100.50 between "$5-$100" and "$101-$300" pays the second.
    """
    found = None
    for row in sorted(rows, key=lambda row: row.low):
        if row.high is None or value <= row.high:
            return row
        found = row
    return found if found is not None and found.high is None else None


class Hole(NamedTuple):
    """Where printed tiers leave amounts out, or name them twice: `low` to `high` in cents (or players)."""

    kind: Literal["gap", "floor", "top", "overlap"]
    row: FeeRow
    low: int
    high: int | None


def holes(rows: Iterable[FeeRow], least: int = 0, most: int | None = None) -> list[Hole]:
    """Where the tiers of an option's fees do not meet.

    A `floor` is an amount from the least wager up that lies below the first tier, a `gap` lies between two
    tiers, a `top` above a last tier that is closed (unless nothing above `most` can be wagered), and an
    `overlap` is in two tiers. A row without a limit is a tier at every limit.
    """
    found = []
    rows = list(rows)
    limits = dict.fromkeys(row.limit for row in rows if row.limit) or {"": None}
    rows = [
        msgspec.structs.replace(row, limit=limit)
        for row in rows
        for limit in limits
        if row.limit in ("", limit)
    ]
    for _, group in groupby(sorted(rows, key=_kind), _kind):
        tiers = sorted(group, key=lambda row: row.low)
        first, last = tiers[0], tiers[-1]
        if first.basis == "none":
            found += [Hole("overlap", row, 0, None) for row in tiers[1:]]
            continue
        step = 1 if first.basis == "players" else 100
        floor = 2 if first.basis == "players" else least
        if floor < first.low:
            found.append(Hole("floor", first, floor, first.low - 1))
        for row, above in pairwise(tiers):
            if row.high is None or row.high >= above.low:
                found.append(Hole("overlap", above, above.low, row.high))
            elif above.low - row.high > step:
                found.append(Hole("gap", above, row.high + 1, above.low - 1))
        if last.high is not None and not (first.basis == "wager" and most is not None and last.high >= most):
            found.append(Hole("top", last, last.high + 1, None))
    return found


def _kind(row: FeeRow) -> tuple[str, ...]:
    """What makes rows tiers of one fee."""
    return (row.book, row.option, row.limit, row.moment, row.unless, row.payer, row.per, row.basis, row.drop)
