"""What the collection takes in a round: asked of a real table on which the wagers were placed.

>>> from housedealer.rooms import game
>>> from housedealer.table.stakes import open_table
>>> pure = game("lucky-buck/pure-21-5-blackjack")
>>> of_round(pure, open_table(pure, "1"), ((0, "wager", 2500), (1, "wager", 10000)))
Fees(player_dealer=200, players=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from housedealer.pieces.supply import OrderSupply
from housedealer.table.game import Game, Stakes, State

BANK = "the player-dealer"
PLENTY = 10**12


class Fees(NamedTuple):
    """Cents that one round costs the player-dealer and the players; the room takes both."""

    player_dealer: int
    players: int

    @property
    def room(self) -> int:
        """All that the room collects."""
        return self.player_dealer + self.players


def of_round(game: Game, stakes: Stakes, wagers: Sequence[tuple[int, str, int]]) -> Fees:
    """The fees of a round with these wagers: every moment that comes in a round that is dealt to its end."""
    seats = max((seat for seat, _, _ in wagers), default=0) + 1
    people = {1: BANK, **{seat + 2: f"bettor {seat + 1}" for seat in range(seats)}}
    state = State(
        seats=people,
        chips=dict.fromkeys(people.values(), PLENTY),
        places=max(game.params.seats, seats + 1),
        bank=1,
        bank_amount=-1,
    )
    table: Any = game.play.table(game, stakes, state, OrderSupply(()))
    table.put_up(-1)
    for seat, spot, amount in wagers:
        table.place_wager(people[seat + 2], str(seat + 2), spot, amount)
    for moment in game.play.moments:
        table.reach(moment)
    bank = sum(amount for payer, amount, _ in table.fees if payer in (BANK, "bank"))
    return Fees(bank, sum(amount for _, amount, _ in table.fees) - bank)


def most_to_cover(game: Game, stakes: Stakes, wagers: Sequence[tuple[int, str, int]]) -> int:
    """The money that covers side bets whatever is dealt: each at its longest odds."""
    people = {1: BANK, 2: "bettor"}
    state = State(seats=people, chips=dict.fromkeys(people.values(), PLENTY), places=2, bank=1)
    table: Any = game.play.table(game, stakes, state, OrderSupply(()))
    return sum(table.most_at_risk(spot, amount) for _, spot, amount in wagers)
