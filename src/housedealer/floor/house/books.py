"""The house's books: an account for every place where a chip can be, and what stands in each.

Chips are issued by the cage, whose balance is below zero by as much as is out; the sum over all accounts is
always zero. A round's own accounts are kept by table: `pot:t3`, `wagers:t3`, a person's chips there.

    >>> account("t3", "Ann"), account("t3", "pot"), account("t3", "fees"), account("t3", "tops")
    ('chips:t3:Ann', 'pot:t3', 'drop:t3', 'jar:t3:tops')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select

from housedealer.floor.house import schema
from housedealer.floor.house.store import Movement
from housedealer.wagers.ledger import FEES, JACKPOT

CAGE = "cage"
_OWN = {"pot": "pot", "wagers": "wagers", "bank": "bank", FEES: "drop", JACKPOT: "jackpot"}


class Unbalanced(RuntimeError):
    """The books do not agree with what was written."""


def account(table: str, name: str) -> str:
    """The house's account for one of a round's: persons are those whose names begin with a capital."""
    if name in _OWN:
        return f"{_OWN[name]}:{table}"
    return f"chips:{table}:{name}" if name[:1].isupper() else f"jar:{table}:{name}"


def purse(person: str) -> str:
    """A person's account off the tables."""
    return f"person:{person}"


class Books:
    """All balances, as of the last change (which may still be on its way to the disk)."""

    def __init__(self) -> None:
        self.balance: dict[str, int] = {}

    def apply(self, moved: Iterable[Movement]) -> None:
        """Take movements over."""
        balance = self.balance
        for one in moved:
            balance[one.source] = balance.get(one.source, 0) - one.amount
            balance[one.target] = balance.get(one.target, 0) + one.amount

    def of(self, name: str) -> int:
        """What stands in an account."""
        return self.balance.get(name, 0)

    def chips_in_all(self, person: str, tables: Iterable[str]) -> int:
        """What a person has off the tables and at these."""
        return self.of(purse(person)) + sum(self.of(f"chips:{table}:{person}") for table in tables)


def recounted(connection: Connection) -> dict[str, int]:
    """Every balance from the movements alone."""
    moved = schema.movements.c
    found: dict[str, int] = {}
    for name, sign in ((moved.source, -1), (moved.target, 1)):
        for account_, amount in connection.execute(select(name, func.sum(moved.amount)).group_by(name)):
            found[account_] = found.get(account_, 0) + sign * int(amount)
    return found


def opened(connection: Connection) -> Books:
    """The books as they were left: balances are recounted from the movements, and must agree."""
    books = Books()
    kept = {row.account: int(row.balance) for row in connection.execute(select(schema.balances))}
    counted = recounted(connection)
    wrong = [name for name in sorted({*kept, *counted}) if kept.get(name, 0) != counted.get(name, 0)]
    if wrong:
        raise Unbalanced(
            f"The books do not agree: {wrong[0]} is {kept.get(wrong[0], 0)}"
            f" and its movements make {counted.get(wrong[0], 0)}."
        )
    if total := sum(kept.values()):
        raise Unbalanced(f"The books sum to {total}, not to nothing.")
    books.balance = {name: amount for name, amount in kept.items() if amount}
    return books


def against(books: Books, table: str, chips: dict[str, int]) -> Sequence[str]:
    """Where a table's chips differ from the books."""
    return [
        f"{name} has {have} at {table}, and {books.of(account(table, name))} in the books"
        for name, have in chips.items()
        if have != books.of(account(table, name))
    ]
