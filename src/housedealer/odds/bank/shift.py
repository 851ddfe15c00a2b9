"""What many rounds come to together: the distribution of their sum, by transforming that of one round.

>>> import numpy as np
>>> coin = np.array([-100.0, 100.0])
>>> found = after(coin, 4)
>>> round(found.at_most(-399.0), 4), round(found.at_most(0.5), 4)
(0.0625, 0.6875)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

POINTS = 1 << 16
WIDE = 14.0
"""How many standard deviations to either side the distribution is kept."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chance of each sum: `values` in rising order and the `chances` of each."""

    values: Any
    chances: Any

    def at_most(self, value: float) -> float:
        """The chance that the sum is no more than this."""
        return float(self.chances[self.values <= value].sum())

    def quantile(self, share: float) -> float:
        """The value below which the sum falls with this chance."""
        import numpy as np

        whole = np.cumsum(self.chances)
        return float(self.values[min(int(np.searchsorted(whole, share)), len(self.values) - 1)])

    def points(self, many: int = 400) -> tuple[tuple[float, float], ...]:
        """The curve for a plot: the chance of bands as wide as one another."""
        low, high = self.quantile(0.0005), self.quantile(0.9995)
        inside = (self.values >= low) & (self.values <= high)
        values, chances = self.values[inside], self.chances[inside]
        step = max(1, len(values) // many)
        bands = range(0, len(values), step)
        return tuple(
            (float(values[at : at + step].mean()), float(chances[at : at + step].sum())) for at in bands
        )


def after(results: Any, rounds: int) -> Distribution:
    """The distribution of the sum of so many rounds, each like one of the results."""
    import numpy as np

    mean, sd = float(results.mean()), float(results.std())
    if sd == 0:
        return Distribution(np.array([mean * rounds]), np.array([1.0]))
    spread = max(sd * np.sqrt(rounds) * WIDE, float(np.abs(results - mean).max()) * 2)
    unit = _unit(results, spread)
    base = round(mean / unit)
    # Each result less the base, shared between the two grid points beside it, so that the mean stays.
    place = np.round(results / unit - base, 9)
    low = np.floor(place).astype(np.int64)
    upper = place - low
    row: Any = np.bincount(low % POINTS, weights=1 - upper, minlength=POINTS)
    row += np.bincount((low + 1) % POINTS, weights=upper, minlength=POINTS)
    row /= len(results)
    whole = np.fft.irfft(np.fft.rfft(row) ** rounds, POINTS)
    # The grid is a ring: it is cut opposite the mean.
    middle = round((mean / unit - base) * rounds)
    places = middle + np.arange(POINTS) - POINTS // 2
    chances = np.maximum(whole[places % POINTS], 0)
    return Distribution((places + base * rounds) * unit, chances / chances.sum())


def _unit(results: Any, spread: float) -> float:
    """A grid that holds the spread: the step that all results are multiples of, where it is wide enough."""
    import numpy as np

    least = 2 * spread / POINTS
    cents = np.round(results).astype(np.int64)
    step = float(np.gcd.reduce(np.unique(cents))) if np.allclose(cents, results, atol=1e-6) else 0.0
    return step if step >= least else least
