"""Every chip has a place: accounts, and the moves between them.

All settlers write here. Chips are never made or lost: a move takes from one account what it gives to
another, so the sum over all accounts never changes.

    >>> ledger = Ledger({"ann": 5000})
    >>> ledger.move("ann", "pot", 200, "ante")
    >>> ledger.balance["ann"], ledger.balance["pot"], sum(ledger.balance.values())
    (4800, 200, 5000)
"""

from __future__ import annotations

from collections.abc import Mapping

FEES = "fees"
JACKPOT = "jackpot"


class Overdrawn(ValueError):
    """A move of more chips than the account holds."""


class Ledger:
    """Balances and the moves that led to them; `reverse` undoes a round that is declared void."""

    __slots__ = ("balance", "moves", "opening")

    def __init__(self, chips: Mapping[str, int]) -> None:
        self.opening = dict(chips)
        self.balance: dict[str, int] = dict(chips)
        self.moves: list[tuple[str, str, int, str]] = []

    def move(self, source: str, target: str, amount: int, why: str) -> None:
        """Move chips; an account never goes below zero."""
        balance = self.balance
        have = balance.get(source, 0)
        if amount < 0 or amount > have:
            raise Overdrawn(f"{source} has {have} cents and cannot give {amount} for {why}.")
        balance[source] = have - amount
        balance[target] = balance.get(target, 0) + amount
        self.moves.append((source, target, amount, why))

    def reverse(self) -> None:
        """Put every chip back where the round found it."""
        for source, target, amount, why in reversed(self.moves.copy()):
            self.move(target, source, amount, f"reversed: {why}")

    def change(self, account: str) -> int:
        """What an account has gained since the round began."""
        return self.balance.get(account, 0) - self.opening.get(account, 0)
