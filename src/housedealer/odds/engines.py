"""Which engine works out which game: by its script, for games that share one share its mathematics.

An engine is a module of this folder, imported when a game needs it, with some of these functions:

* `cells(params, pieces)`: every class of round that the pieces can deal, with what each wager comes to in it;
* `counted(params, pieces)`: where whole rounds cannot be counted, those wagers that can be, each alone: by
  the wager's name, its cells (a cell then holds that wager's result only);
* `strategy(params, pieces)`: the best play as charts;
* `expected(params, pieces)`: the edges of wagers of which only that can be counted, by the wager's name;
* `sampler(params, pieces)`: a kernel that deals rounds at random, and what each class of round comes to.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from housedealer.odds.cells import Cell
from housedealer.odds.simulate import Sampler
from housedealer.odds.strategy import Strategy
from housedealer.table.errors import Refused
from housedealer.table.game import Game

Cells = Callable[[Any, Mapping[int, int]], Iterator[Cell]]
Charts = Callable[[Any, Mapping[int, int]], Sequence[Strategy]]
Counted = Callable[[Any, Mapping[int, int]], Mapping[str, Iterable[Cell]]]


@dataclass(frozen=True, slots=True)
class Engine:
    """How the rounds of a script are counted, and by which strategy its bettors decide.

    `at_once` is how many rounds are dealt at most where pieces that cannot be counted were asked for and no
    precision: so many as take half a minute.
    """

    module: str
    strategy: str = ""
    at_once: int = 1 << 26

    def _named(self, name: str) -> Any:
        return getattr(importlib.import_module(f"housedealer.odds.{self.module}"), name, None)

    @property
    def cells(self) -> Cells | None:
        """The function that counts everything that can be dealt, if there is one."""
        found: Cells | None = self._named("cells")
        return found

    @property
    def samples(self) -> bool:
        """Whether rounds can be dealt at random."""
        return self._named("sampler") is not None

    @property
    def counted(self) -> Counted | None:
        """The function that counts single wagers where whole rounds cannot be counted, if there is one."""
        found: Counted | None = self._named("counted")
        return found

    @property
    def charts(self) -> Charts | None:
        """The function that gives the best play as charts, if there is one."""
        found: Charts | None = self._named("strategy")
        return found

    @property
    def expected(self) -> Callable[[Any, Mapping[int, int]], Mapping[str, float]] | None:
        """The function that counts the edges of wagers whose rounds it cannot count, if there is one."""
        found: Callable[[Any, Mapping[int, int]], Mapping[str, float]] | None = self._named("expected")
        return found

    def sampler(self, params: Any, pieces: Mapping[int, int]) -> Sampler:
        """Rounds dealt at random, counted by the same classes."""
        make = self._named("sampler")
        if make is None:
            raise Refused("This game is counted exactly; no rounds of it are dealt at random.")
        found: Sampler = make(params, pieces)
        return found


BY_CHART = "each hand plays by its total and the up card as is best for the wager, and nobody insures"
ENGINES: Mapping[str, Engine] = {
    "baccarat.pan_nine": Engine(
        "pan_nine",
        "one bettor and the player-dealer, each the best answer to the other by the cards he holds",
    ),
    "baccarat.two_hands": Engine("baccarat"),
    "blackjack.no_bust": Engine("blackjack", BY_CHART),
    "blackjack.pure": Engine("blackjack", BY_CHART),
    "blackjack.x": Engine("blackjack", BY_CHART),
    "pai_gow.poker": Engine("pai_gow", "the bettor and the player-dealer set the house way"),
    "pai_gow.tiles": Engine("tiles", "the bettor and the player-dealer set the house way"),
    "poker_vs_dealer.caribbean": Engine(
        "caribbean", "each hand is bet on or given up as loses less, by its five cards and the open card"
    ),
    "poker_vs_dealer.three_card": Engine(
        "three_card", "each hand is played or folded as loses less, by all that it sees"
    ),
    "poker_vs_dealer.ultimate": Engine(
        "ultimate",
        "each hand bets when and what is best for it; the ante's figures hold its blind and play",
        1 << 24,
    ),
}
"""The engine of each script, by the script's name in a game's data."""


def engine_of(game: Game) -> Engine:
    """The engine of a game; a game that has none is refused by name."""
    found = ENGINES.get(game.head.script)
    if found is None:
        raise Refused(f"The odds of {game.id} are not worked out yet: {game.head.script} has no engine.")
    return found
