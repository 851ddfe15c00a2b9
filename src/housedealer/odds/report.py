"""A game's odds as data: what was asked, what came out, and what made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from housedealer.odds.cells import Wager
from housedealer.odds.simulate import interval

if TYPE_CHECKING:
    from housedealer.odds.bank.short import ByPlace

ROUNDED = 1e-10
"""How far from the truth an edge may be that was counted in rounded numbers."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What another reading of a ruling does to the edge of each wager that it changes."""

    ruling: str
    reading: str
    edges: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a game's wagers on a unit stake, before fees.

    They are counted exactly, simulated, or some of them counted and the others simulated (`method`).

    An edge is what the bettor loses of his first stake on average, a push counting as a wager made; the
    player-dealer wins as much. The element of risk is the same loss of all that was staked.
    """

    game: str
    option: str
    rulings: Mapping[str, str]
    method: str
    strategy: str
    wagers: tuple[Wager, ...]
    readings: tuple[Reading, ...]
    not_as_approved: tuple[str, ...]
    version: str
    data: str
    seconds: float
    limited: ByPlace | None = None
    """Where it was asked for: what little money of the player-dealer does to each seat."""

    def wager(self, spot: str) -> Wager:
        """The wager on a spot."""
        return next(one for one in self.wagers if one.spot == spot)

    def as_json(self) -> dict[str, Any]:
        """The report as plain data; exact edges with numerator and denominator."""
        return {
            "game": self.game,
            "option": self.option,
            "rulings": dict(self.rulings),
            "edge_of": "the first stake; a push counts as a wager made; before fees",
            "not_as_approved": list(self.not_as_approved),
            "wagers": [self._wager(one) for one in self.wagers],
            "readings": [asdict(one) for one in self.readings],
            "limited": asdict(self.limited) if self.limited else None,
            "version": self.version,
            "data": self.data,
            "seconds": round(self.seconds, 3),
        }

    def _wager(self, one: Wager) -> dict[str, Any]:
        return {
            "spot": one.spot,
            "method": one.method,
            "edge": float(one.edge),
            "edge_player_dealer": float(one.edge_player_dealer),
            **self._certainty(one),
            "hit": one.hit,
            "sd": one.sd,
            "element_of_risk": float(one.element_of_risk),
            "rounds": one.rounds,
            "strategy": self.strategy,
            "covariance": dict(one.covariance),
            "rows": [
                {
                    "outcome": row.outcome,
                    "pays": row.pays,
                    "combinations": row.combinations,
                    "probability": row.probability,
                    "return": row.returned,
                }
                for row in one.rows
            ],
        }

    def _certainty(self, one: Wager) -> dict[str, Any]:
        """An exact edge as a fraction; a simulated one with the interval that holds it 95 times in 100."""
        if one.method == "exact":
            fraction = {"numerator": one.edge.numerator, "denominator": one.edge.denominator}
            return {**fraction, "interval": None}
        half = ROUNDED if one.method == "expected" else interval(one.sd, one.rounds)
        return {"interval": [float(one.edge) - half, float(one.edge) + half]}

    def to_frame(self) -> Any:
        """All rows of all wagers as a pandas table (where pandas is installed)."""
        import pandas

        return pandas.DataFrame(
            [{"spot": one.spot, **asdict(row)} for one in self.wagers for row in one.rows]
        )

    def _repr_html_(self) -> str:
        changed = f"<p>Not as approved: {escape(', '.join(self.not_as_approved))}.</p>"
        tables = "".join(wager_html(one, f"{self.game}: {one.spot}") for one in self.wagers)
        return (changed if self.not_as_approved else "") + tables


def wager_html(one: Wager, title: str) -> str:
    """A wager as a table for a notebook, its edge at the lower right with how surely it is known."""
    many = "combinations" if one.method == "exact" else "rounds"
    rows = "".join(
        f"<tr><td>{escape(row.outcome)}</td><td>{escape(row.pays)}</td><td>{row.combinations:,}</td>"
        f"<td>{row.probability:.6f}</td><td>{row.returned:+.6f}</td></tr>"
        for row in one.rows
    )
    sure = f" ±{interval(one.sd, one.rounds):.6f}" if one.method == "simulated" else ""
    return (
        f"<table><caption>{escape(title)}</caption>"
        f"<tr><th>outcome</th><th>pays</th><th>{many}</th><th>probability</th><th>return</th></tr>"
        f"{rows}<tr><th colspan=4>house edge</th><th>{float(one.edge):.6f}{sure}</th></tr></table>"
    )
