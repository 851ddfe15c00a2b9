"""What a bench measures: a rate beside a peer's, and the ratio that is asked for."""

from __future__ import annotations

import gc
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
    """Work done in a second of processor time, in the best of several turns."""
    return max(rate(work) for _ in range(TURNS))


def both(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float]:
    """The same for ours and theirs, in turns, so that a busy machine is busy for both."""
    rates = [(rate(ours), rate(theirs)) for _ in range(TURNS)]
    return max(mine for mine, _ in rates), max(other for _, other in rates)


def rate(work: Callable[[], int]) -> float:
    """Work done in a second of processor time, once; what others have left to collect is not its to clear."""
    gc.collect()
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)
