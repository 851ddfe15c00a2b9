"""Simulation: rounds in lots, each with a seed of its own, until they are enough or the interval is narrow.

A sampler deals rounds by a kernel and counts them by class, as an exact engine counts them all, so everything
else is the same. Which worker deals a lot changes nothing, and neither does how many there are.

What a sampler says is held against the live script: `tests/odds/test_differential.py` deals the same pieces
to both. For this a sampler has a `retrace`, which deals one round from a given order by the very kernel that
`deal` runs on orders of its own, and says how everybody decided in it. The script then deals that round at a
table where

* the player-dealer sits at seat 1, with money for everything, and the bettors at seats 2, 3 and so on, one
  for each column of the codes; each bets on his own seat alone;
* the supply is an `OrderSupply` of the order and the dice, so the kernel takes pieces from the front of the
  order as the script draws them (an order is a whole deck or shoe, but no more of it need be read);
* whatever is asked after the wagers is answered, person by person, by the next of his answers in `Traced`.

Then the net of each seat by wager must be what `results` says of the seat's code, to the cent. Where the
script settles in several spots what is one wager in `results` (an ante and the play wager that it grows into,
a bonus on the ante), `parts` names the wager to which each further spot belongs: `{"play": "ante"}`. What the
script pays by the hands of others, an envy prize, no class can say: `prizes` gives it from the codes of all
seats and their stakes.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from housedealer.odds.cells import Cell, Result
from housedealer.odds.chance import seeded
from housedealer.odds.setup import Setup
from housedealer.table.errors import Refused

LOT = 1 << 20
"""Rounds in a lot."""
APART = 32
"""Numbers that a stream's state is given, of which it uses four: streams of two threads then lie apart."""
CONNECT = 10
"""Seconds in which a cluster must answer."""
SURE = 1.959963984540054
"""Standard deviations to either side in an interval that holds 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Traced:
    """One round as a kernel dealt it from a given order: the class of each seat's round, and the answers.

    `answers` has for each seat what its bettor says to the live script's questions after the wagers, in the
    order in which he is asked (all hands of the seat together); `bank` has the player-dealer's answers.
    `None` is the question's default, where an answer goes by the stakes.
    """

    codes: Sequence[int]
    answers: Sequence[Sequence[Any]] = ()
    bank: Sequence[Any] = ()


Retrace = Callable[[Sequence[int], Sequence[int], int], Traced]
"""From an order of pieces, the dice (none, or as many as the game throws) and the number of seats."""
Prizes = Callable[[Sequence[int], Sequence[Mapping[str, int]]], Sequence[Mapping[str, int]]]
"""From the codes of all seats and their stakes by spot: the cents that each wins by the others, by spot."""


@dataclass(frozen=True, slots=True)
class Sampler:
    """How a game's rounds are dealt at random, and what each class of round comes to for a bettor.

    `deal(state, codes)` deals as many rounds as `codes` has rows from a stream's state and writes the class
    of each seat's round, a column a seat: seats of one round meet the same hand of the player-dealer.
    `retrace`, `parts` and `prizes` are for the comparison with the live script (see above).
    """

    classes: int
    deal: Callable[[Any, Any], None]
    results: Callable[[int], dict[str, Result]]
    retrace: Retrace | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    prizes: Prizes | None = None


@dataclass(frozen=True, slots=True)
class Lot:
    """Some rounds of a game to be dealt: all that a worker, on this machine or another, has to know."""

    setup: Setup
    seed: int
    number: int
    rounds: int


def sampler_of(setup: Setup) -> Sampler:
    """The sampler of what is analysed."""
    from housedealer.odds.engines import engine_of

    game = setup.game()
    return engine_of(game).sampler(game.params, setup.pieces())


def deal_lot(lot: Lot) -> dict[int, int]:
    """Deal a lot; gives how many of its rounds are of each class."""
    return counted(sampler_of(lot.setup), lot)


def dealt_codes(sampler: Sampler, lot: Lot, seats: int = 1) -> Any:
    """The classes of a lot's rounds, a row a round and a column a seat."""
    import numpy as np

    state = np.zeros(APART, dtype=np.int64)
    state[:4] = seeded(f"{lot.setup.name}/{lot.seed}/{lot.number}")
    codes = np.zeros((lot.rounds, seats), dtype=np.int32)
    sampler.deal(state, codes)
    return codes


def counted(sampler: Sampler, lot: Lot) -> dict[int, int]:
    """Deal a lot with a sampler that is ready, and count its rounds by class."""
    import numpy as np

    found = np.bincount(dealt_codes(sampler, lot)[:, 0], minlength=sampler.classes)
    return {code: int(found[code]) for code in np.flatnonzero(found).tolist()}


def lots(setup: Setup, seed: int, rounds: int, first: int = 0) -> Iterator[Lot]:
    """A number of rounds in lots, numbered from the first on; the last may be smaller."""
    for number, begun in enumerate(range(0, rounds, LOT), first):
        yield Lot(setup, seed, number, min(LOT, rounds - begun))


def dealt(
    work: Iterable[Lot], workers: str | int | None = None, moved: Callable[[int], None] = lambda many: None
) -> Counter[int]:
    """All lots together, by threads of this machine or by the workers of a Dask cluster (`dask://host:port`)."""
    whole: Counter[int] = Counter()
    waiting = list(work)
    if isinstance(workers, str) and workers.startswith("dask://"):
        dealing = _by_dask(waiting, "tcp://" + workers.removeprefix("dask://"))
    else:
        dealing = _by_threads(waiting, int(workers or os.cpu_count() or 1))
    for lot, found in zip(waiting, dealing, strict=True):
        whole.update(found)
        moved(lot.rounds)
    return whole


def _by_threads(work: list[Lot], workers: int) -> Iterator[dict[int, int]]:
    """Kernels let go of the interpreter's lock, so threads deal side by side."""
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(deal_lot, work)


def _by_dask(work: list[Lot], address: str) -> Iterator[dict[int, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise Refused("Workers on Dask need the package distributed: install housedealer[dask].") from None
    try:
        client = Client(address, timeout=CONNECT)
    except OSError as error:
        raise Refused(f"The cluster at {address} cannot be reached: {error}.") from None
    with client:
        for future in client.map(deal_lot, work):
            yield future.result()


def sampled(sampler: Sampler, found: Counter[int]) -> list[Cell]:
    """What was counted as cells, as an exact engine gives them."""
    return [Cell(many, sampler.results(code)) for code, many in sorted(found.items())]


def interval(sd: float, rounds: int) -> float:
    """Half the width of the interval that holds the true mean 95 times in 100."""
    return SURE * sd / math.sqrt(rounds)
