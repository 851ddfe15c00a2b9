"""What the collection costs a player an hour at a pot game, under each fee option.

Fees depend on how far hands go: a fee is taken on the flop, or at the end, from the pot or the button. So
hands are dealt through the live script and played by the game's bots, and the fees that the options take
are counted. A fee by the half hour is known without dealing.

    >>> [one] = of("lucky-buck/texas-holdem", limit="3/6", players=6, hands=40)
    >>> one.hands, one.an_hour(30.0) > 0
    (40, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from housedealer import rooms
from housedealer.odds.simulate import SURE
from housedealer.table.errors import Refused
from housedealer.table.game import Game, Stakes
from housedealer.table.round import bot_policy, deal, first_state
from housedealer.table.stakes import open_table

HALF_HOUR = "half-hour"
PLAYERS = 8
"""How many play at a table if nobody says, as far as there are seats."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Cents under one option: what a hand takes from the table on average, and the clock from each player."""

    option: str
    limit: str
    players: int
    hands: int
    a_hand: float
    sd: float
    half_hour: int

    def an_hour(self, pace: float) -> float:
        """What one of the players pays an hour at so many hands an hour."""
        return self.a_hand * pace / self.players + 2 * self.half_hour

    def interval(self, pace: float) -> tuple[float, float]:
        """The interval that holds the hour's figure 95 times in 100."""
        half = SURE * self.sd / math.sqrt(self.hands) * pace / self.players
        return self.an_hour(pace) - half, self.an_hour(pace) + half


def of(
    game: Game | str,
    option: str | None = None,
    limit: str | None = None,
    players: int | None = None,
    hands: int = 400,
    seed: int = 1,
) -> list[Cost]:
    """The cost under one option, or under all that are open at the limit; unsaid, as many play as usual."""
    found = rooms.game(rooms.find(game) if isinstance(game, str) else game.id)
    if hasattr(found.params, "spot"):
        raise Refused(f"{found.id} has a player-dealer: `housedealer bank` says what its collection costs.")
    players = min(PLAYERS, found.params.seats) if players is None else players
    if not 2 <= players <= found.params.seats:
        raise Refused(f"{found.id} seats from 2 to {found.params.seats} players.")
    if hands < 20:
        raise Refused("Twenty hands must be dealt at least.")
    opened = list(_opened(found, option, limit))
    if not opened:
        open_table(found, option, limit)
    return [_cost(found, stakes, players, hands, seed) for stakes in opened]


def _opened(game: Game, option: str | None, limit: str | None) -> Iterator[Stakes]:
    wanted: list[str | None] = [option] if option else [*game.options()] or [None]
    for one in wanted:
        try:
            yield open_table(game, one, limit)
        except Refused:
            continue


def _cost(game: Game, stakes: Stakes, players: int, hands: int, seed: int) -> Cost:
    clock = sum(row.amount for row in stakes.rows if row.moment == HALF_HOUR)
    if all(row.moment == HALF_HOUR for row in stakes.rows):
        return Cost(stakes.option, stakes.limit, players, hands, 0.0, 0.0, clock)
    taken = []
    for number in range(hands):
        start = replace(first_state(game, players), button=number % players + 1)
        dealt = deal(game, f"{seed}/{number}", players, stakes.option or None, stakes.limit, start)
        dealt.play(bot_policy(game, f"{seed}/{number}"))
        taken.append(sum(amount for _, amount, _ in dealt.table.fees))
    mean = sum(taken) / hands
    sd = math.sqrt(sum((one - mean) ** 2 for one in taken) / hands)
    return Cost(stakes.option, stakes.limit, players, hands, mean, sd, clock)
