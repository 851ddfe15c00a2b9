"""The blackjack family: side bets over the shoe's composition, the best chart, and whole rounds at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from housedealer.games.blackjack.params import Blackjack
from housedealer.games.blackjack.table import WAGER
from housedealer.odds.blackjack import printed, side
from housedealer.odds.blackjack.kept import kinds_of, plan_of, to_store
from housedealer.odds.blackjack.rounds import Rounds
from housedealer.odds.blackjack.tables import KIND, POINTS, Tables, tables_of
from housedealer.odds.cells import Cell
from housedealer.odds.simulate import Sampler
from housedealer.odds.strategy import Strategy
from housedealer.table.errors import Refused

__all__ = ["counted", "expected", "rounds_of", "sampler", "strategy", "to_store"]

PIPS = 200
"""What the cards of a shoe must count in all: more than four split hands and the player-dealer's can hold."""


def tables(game: Blackjack, pieces: Mapping[int, int]) -> Tables:
    """A game's rules as tables; a shoe that may run out in the middle of a round is refused."""
    if sum(POINTS[KIND[piece]] * many for piece, many in pieces.items()) < PIPS:
        raise Refused("So few and low cards may run out in the middle of a round.")
    return tables_of(game, kinds_of(pieces))


def counted(game: Blackjack, pieces: Mapping[int, int]) -> Mapping[str, Iterable[Cell]]:
    """The side bets and insurance, exactly."""
    ruled = tables(game, pieces)
    return side.counted(ruled, plan_of(ruled, pieces), pieces)


def strategy(game: Blackjack, pieces: Mapping[int, int]) -> list[Strategy]:
    """The best chart for the wager: two cards, and longer hands."""
    ruled = tables(game, pieces)
    return printed.strategy(ruled, plan_of(ruled, pieces))


def expected(game: Blackjack, pieces: Mapping[int, int]) -> Mapping[str, float]:
    """The edge of the wager by the chart."""
    return {WAGER: plan_of(tables(game, pieces), pieces).edge}


def sampler(game: Blackjack, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, every seat playing by the best chart and nobody insuring."""
    rounds = rounds_of(game, pieces)
    return Sampler(
        rounds.stories * rounds.per_story, rounds.deal, rounds.results, rounds.retrace,
        parts={"double": "wager"},
    )  # fmt: skip


def rounds_of(game: Blackjack, pieces: Mapping[int, int]) -> Rounds:
    """A game's rounds by its best chart."""
    ruled = tables(game, pieces)
    return Rounds(ruled, plan_of(ruled, pieces), pieces)
