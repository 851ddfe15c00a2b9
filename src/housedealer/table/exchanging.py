"""Games in which players settle with each other: debts paid in order from the chips each has at stake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from housedealer.table.core import Core
from housedealer.table.game import Because
from housedealer.wagers.exchange import consume
from housedealer.wagers.money import dollars

TOPS = "tops"


class Paid(msgspec.Struct, frozen=True):
    """One payment between players: what was due and what the payer's chips reached."""

    payer: int
    payee: int
    spot: str
    due: int
    paid: int
    because: Because


class Exchange(Core):
    """A table whose players pay each other, and where chips may be put up for the winner (tops)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.debts: list[tuple[int, int, str, int, Because]] = []
        self.payments: list[Paid] = []
        self.settings: dict[str, str] = {}

    def chips(self, seat: int) -> int:
        """What a seat has left to pay with."""
        return self.ledger.balance.get(self.state.seats[seat], 0)

    def owe(self, payer: int, payee: int, spot: str, amount: int, because: Because) -> None:
        """One seat owes another; nothing moves until `settle_debts`."""
        if amount:
            self.debts.append((payer, payee, spot, amount, because))

    def settle_debts(self) -> None:
        """Pay what is owed, in the order in which it was said, as far as each payer's chips reach."""
        debts, self.debts = self.debts, []
        stakes = {seat: self.chips(seat) for seat in self.state.seats}
        paid = consume(stakes, [(payer, payee, amount) for payer, payee, _, amount, _ in debts])
        for (payer, payee, spot, due, because), amount in zip(debts, paid, strict=True):
            self.ledger.move(self.state.seats[payer], self.state.seats[payee], amount, spot)
            line = Paid(payer, payee, spot, due, amount, because)
            self.payments.append(line)
            self.emit("paid", line)

    def put_up(self, seat: int, amount: int, why: str) -> int:
        """A seat puts chips up for whoever wins (as far as it has them)."""
        amount = min(amount, self.chips(seat))
        self.ledger.move(self.state.seats[seat], TOPS, amount, why)
        self.emit("put-up", seat, why, amount)
        return amount

    def take_up(self, seat: int, amount: int, because: Because) -> None:
        """A seat takes chips that were put up."""
        self.ledger.move(TOPS, self.state.seats[seat], amount, because[0])
        self.payments.append(Paid(0, seat, TOPS, amount, amount, because))
        self.emit("taken-up", seat, amount, because)

    def fee_basis(self, basis: str) -> int:
        """The figure that a fee's tiers are read by."""
        return len(self.state.seats) if basis == "players" else 0

    def fee_payer(self, payer: str) -> str:
        """The account that pays: the first player, unless the game says otherwise."""
        return self.state.seats[self.seat_order(1)[0]]

    def report(self, because: Callable[[Because], Any]) -> dict[str, Any]:
        rows = [
            {
                "seat": line.payee,
                "from": line.payer or TOPS,
                "spot": line.spot,
                "amount": dollars(line.due),
                "pays": dollars(line.paid),
                "covered": dollars(line.paid),
                "because": because(line.because),
                "result": "win" if line.paid == line.due else "short",
            }
            for line in self.payments
        ]
        found: dict[str, Any] = {"order": [[row["from"], row["seat"]] for row in rows], "settlement": rows}
        if dropped := sum(amount for payer, amount, _ in self.fees if payer == TOPS):
            found["from_pots"] = dollars(dropped)
        if self.settings:
            found["settings"] = dict(self.settings)
        return found
