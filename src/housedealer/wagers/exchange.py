"""Settling between players: each pays only as far as his chips at stake go.

>>> consume({1: 500, 2: 300}, [(1, 2, 400), (2, 3, 900)])
[400, 700]
>>> consume({1: 500, 2: 300}, [(1, 2, 900)])
[500]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key")


def consume(stakes: Mapping[Key, int], debts: Sequence[tuple[Key, Key, int]]) -> list[int]:
    """Pay debts (payer, payee, amount) in order from the payers' chips; what is received can be paid on."""
    left = dict(stakes)
    paid: list[int] = []
    for payer, payee, amount in debts:
        gives = min(amount, left.get(payer, 0))
        left[payer] = left.get(payer, 0) - gives
        left[payee] = left.get(payee, 0) + gives
        paid.append(gives)
    return paid
