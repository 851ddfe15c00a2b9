"""The answer to a player-dealer's question as data, in cents; a float is a mean or a deviation of cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from housedealer.odds.bank.fees import Fees


@dataclass(frozen=True, slots=True)
class SpotShare:
    """One wager in an average round: what stands on it, its edge, and what that brings the player-dealer."""

    spot: str
    stake: float
    edge: float
    exact: bool
    expected: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its standard deviation and the interval that holds the mean 95 times in 100."""

    mean: float
    sd: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shift:
    """What a shift comes to for the player-dealer, after collection and costs."""

    hours: float
    rounds: int
    mean: float
    sd: float
    loses: float
    percentiles: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One fee option at the same wagers: what a round costs, what banking nets, and where it breaks even.

    `break_even` is the least flat bet of every player from which banking never loses again up to the table's
    most, `action` the total action there; both are none where no bet reaches it. `losing` are the ranges of
    flat bets at which banking loses.
    """

    option: str
    limit: str
    asked: bool
    fees: Fees
    fee_share: float
    net_round: float
    net_hour: float
    sd_hour: float
    risk_capital: float | None
    break_even: int | None
    break_even_action: int | None
    losing: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Limited:
    """What changes when the player-dealer puts up only so much: settled from random first action on."""

    amount: int
    rounds: int
    mean: float
    mean_unlimited: float
    uncovered: float
    runs_short: float


@dataclass(frozen=True, slots=True)
class Curve:
    """Net of a round after collection against total action, for flat bets, under one option."""

    option: str
    bets: tuple[int, ...]
    action: tuple[int, ...]
    net: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BankReport:
    """What a player-dealer, the players and the room expect and risk."""

    game: str
    name: str
    option: str
    limit: str
    rulings: Mapping[str, str]
    players: int
    bet: str
    action: int
    spots: tuple[SpotShare, ...]
    strategy: str
    correlation: float
    gross: Figure
    fees: Fees
    fee_share: float
    net: Figure
    players_net: float
    hour: Figure
    room_hour: float
    players_hour: float
    costs_hour: float
    shift: Shift
    options: tuple[OptionLine, ...]
    bankroll: float | None
    ruin: float
    cover_all: int
    worst_seen: int
    limited: Limited | None
    curves: tuple[Curve, ...]
    outcomes: tuple[tuple[float, float], ...]
    rounds: int
    rounds_per_hour: float
    version: str
    data: str
    seconds: float

    def option_line(self) -> OptionLine:
        """The line of the option that was asked for."""
        return next(line for line in self.options if line.asked)

    def as_json(self) -> dict[str, Any]:
        """Plain data; amounts stay cents. The points of the plots are left out."""
        found = asdict(self)
        for name in ("curves", "outcomes"):
            del found[name]
        for line, own in zip(found["options"], self.options, strict=True):
            line["fees"] = {"player_dealer": own.fees.player_dealer, "players": own.fees.players}
        found["fees"] = {
            "player_dealer": self.fees.player_dealer,
            "players": self.fees.players,
            "room": self.fees.room,
        }
        found["money"] = "cents"
        found["seconds"] = round(self.seconds, 3)
        return found

    def to_frame(self) -> Any:
        """The fee options side by side as a pandas table (where pandas is installed)."""
        import pandas

        return pandas.DataFrame([asdict(line) for line in self.options])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(line.option)}</td><td>{line.fees.player_dealer / 100:.2f}</td>"
            f"<td>{line.net_round / 100:+.2f}</td><td>{line.net_hour / 100:+.2f}</td></tr>"
            for line in self.options
        )
        return (
            f"<table><caption>{escape(self.name)}: banking {self.players} players</caption>"
            "<tr><th>option</th><th>fee a round</th><th>net a round</th><th>net an hour</th></tr>"
            f"{rows}</table>"
        )
