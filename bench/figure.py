"""What a bench measures: a rate beside a peer's, and the ratio that is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

TURNS = 5


class Figure(NamedTuple):
    """One measured ratio."""

    name: str
    peer: str
    ours: float
    theirs: float
    goal: float
    unit: str

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def best(work: Callable[[], int]) -> float:
    """Work done a second in the best of several turns."""
    rates = []
    for _ in range(TURNS):
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return max(rates)
