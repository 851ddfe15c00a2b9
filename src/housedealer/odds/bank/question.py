"""What is asked about a player-dealer's business: the table, its pace, and what it costs to stand there.

>>> Asked("3-card-poker").rounds_an_hour(), Asked("3-card-poker", hours=4).shift()
(40.0, 160)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from housedealer.table.errors import Refused

HOURS_A_MONTH = 730.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One question; money is in cents. `share` is the part of the rounds that the player-dealer banks.

    `staff` is an hour's wages of who banks, `contract` what a month's contract with the room costs, spread
    over `contract_hours` of banking; `amount` is what the player-dealer puts up in a round (all, if none).
    """

    game: str
    option: str | None = None
    limit: str | None = None
    players: int = 6
    bet: str = "mixed"
    sides: dict[str, int] = field(default_factory=dict)
    wagers: Path | None = None
    rulings: dict[str, str] = field(default_factory=dict)
    rounds_per_hour: float = 40.0
    hours: float = 8.0
    share: float = 1.0
    staff: int = 0
    contract: int = 0
    contract_hours: float = HOURS_A_MONTH
    ruin: float = 0.01
    amount: int | None = None
    rounds: int = 400_000
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be answered."""
        for name, holds in (
            ("one player must bet at least", self.players >= 1),
            ("rounds an hour must be from 1 to 1,000", 1 <= self.rounds_per_hour <= 1000),
            ("a shift is above nothing and at most 10,000 hours", 0 < self.hours <= 10_000),
            ("the share of rounds banked is above 0% and at most 100%", 0 < self.share <= 1),
            ("the risk of ruin is between 0% and 100%", 0 < self.ruin < 1),
            ("a thousand rounds must be dealt at least", self.rounds >= 1000),
            ("wages and a contract cost nothing or more", self.staff >= 0 and self.contract >= 0),
            ("contract hours must be above nothing", 0 < self.contract_hours < inf),
            ("money that is put up is above nothing", self.amount is None or self.amount > 0),
        ):
            if not holds:
                raise Refused(f"{name[0].upper()}{name[1:]}.")

    def rounds_an_hour(self) -> float:
        """Rounds that the player-dealer banks in an hour."""
        return self.rounds_per_hour * self.share

    def shift(self) -> int:
        """Rounds banked in the hours asked for."""
        return max(1, round(self.rounds_an_hour() * self.hours))

    def costs(self) -> float:
        """What an hour costs beside the collection."""
        return self.staff + self.contract / self.contract_hours
