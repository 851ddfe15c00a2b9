"""The mathematics of the games: what every wager is worth, counted over all that can be dealt.

    >>> from housedealer import odds
    >>> found = odds.of("lucky-buck/commission-free-baccarat")
    >>> round(100 * float(found.wager("banker").edge), 3), found.wager("tie").rows[0].pays
    (1.458, '9:1')
    >>> stopped = odds.of("lucky-buck/ez-baccarat", rulings={"natural-stops": "yes"})
    >>> round(100 * float(stopped.wager("tie").edge), 3)
    4.844
    >>> dealt = odds.of("lucky-buck/ez-baccarat", spot="banker", rounds=100_000, seed=7)
    >>> dealt.method, dealt.wager("banker").rounds
    ('simulated', 100000)

What a wager comes to in a class of rounds is asked of the functions that settle it at the table; this folder
only counts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MethodType
from typing import TYPE_CHECKING, Any

from housedealer import __version__, rooms
from housedealer.odds.cells import Cell, Wager, wagers
from housedealer.odds.engines import engine_of
from housedealer.odds.report import Odds, Reading
from housedealer.odds.setup import WITHIN, Setup
from housedealer.odds.simulate import LOT, dealt, interval, lots, sampled, sampler_of
from housedealer.odds.suits import Uncounted
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.stakes import open_table

if TYPE_CHECKING:
    from housedealer.odds.bank.short import ByPlace

PRECISION = 0.0002
"""Half the width of an interval, as a share of the bet, at which a simulation ends if nobody says."""
MOST_ROUNDS = 4_000_000_000
DEALT = {"simulated"}
"""The methods where nothing is counted."""
FINEST = 10**12
"""What an edge that was counted in rounded numbers is a fraction of."""
Moved = Callable[[int, float], None]
"""Told how many rounds have been dealt and how wide the widest interval is."""


class Watched:
    """A game's parameters that remember which of them were asked for: only those can matter."""

    def __init__(self, params: Any) -> None:
        self._params = params
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        found = getattr(self._params, name)
        return MethodType(found.__func__, self) if isinstance(found, MethodType) else found


def of(
    game: Game | str,
    option: str | None = None,
    rulings: Mapping[str, str] | None = None,
    spot: str | None = None,
    paytable: Mapping[str, str] | None = None,
    decks: int | None = None,
    remove: Sequence[int] = (),
    exact: bool = False,
    rounds: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    workers: str | int | None = None,
    readings: bool = False,
    moved: Moved = lambda many, width: None,
    seats: int | None = None,
    money: float | None = None,
) -> Odds:
    """The odds of a game's wagers, or of the one on a spot.

    They are counted exactly where that can be done, unless `rounds` or a `precision` asks for a simulation.
    `paytable` is another paytable for the spot, `decks` another number of decks, `remove` are cards taken
    out: none of these is as approved, and the report says so. Where such pieces cannot be counted, rounds are
    dealt for about half a minute, and the interval is what it is then. With `readings` the report also says
    what each other reading of a ruling does to the edges of the game as approved. With `seats` that bet
    a unit each and a player-dealer who puts up `money` units it says what each seat then loses.
    """
    begun = time.perf_counter()
    if paytable is not None and spot is None:
        raise Refused("Say with a spot which wager the other paytable is for.")
    name = game if isinstance(game, str) else game.id
    setup = Setup(
        rooms.find(name),
        tuple((rulings or {}).items()),
        (spot or "") if paytable else "",
        tuple((paytable or {}).items()),
        decks,
        tuple(remove),
    )
    ruled = setup.game()
    engine = engine_of(ruled)
    spot = WITHIN.get(spot or "", spot)
    asked_to_deal = rounds is not None or precision is not None
    watched = Watched(ruled.params)
    found: list[Wager] = []
    most, strategy = MOST_ROUNDS, engine.strategy
    counts = engine.cells is not None
    if counts and not asked_to_deal:
        try:
            found = _exact(setup, spot, watched)
        except Uncounted:
            if exact:
                raise
            counts, most = False, engine.at_once
            strategy += "; decisions are those of the whole deck"
    if not found:
        # What is counted alone is not dealt to a precision: a wager with long odds would take for ever.
        alone = {} if rounds is not None or counts else _alone(setup, watched)
        edges = {} if asked_to_deal or counts else _expected(setup, watched)
        if spot in alone:
            found = [alone[spot]]
        elif exact:
            others = f"; counted are {', '.join(alone)}" if alone else ""
            raise Refused(f"{ruled.id} is not counted exactly, but dealt at random{others}.")
        else:
            known = {*alone, *edges}
            wanted = (rounds, precision or PRECISION, most)
            dealt_ones = _simulated(setup, spot, wanted, seed, workers, moved, known)
            found = [_counted_instead(one, alone.get(one.spot), edges.get(one.spot)) for one in dealt_ones]
            found = found if spot else _with_others(found, alone)
    methods = {one.method for one in found}
    compared = readings and methods != DEALT and not setup.changes()
    under = list(_readings(setup, watched.asked, spot, found)) if compared else []
    return Odds(
        game=ruled.id,
        option=open_table(ruled, option).option if ruled.fees else "",
        rulings={name: ruled.reading(name) or "" for name in ruled.rulings if ruled.reading(name)},
        method=methods.pop() if len(methods) == 1 else "mixed",
        strategy=strategy,
        wagers=tuple(found),
        readings=tuple(under),
        not_as_approved=setup.changes(),
        version=__version__,
        data=ruled.data_hash,
        seconds=time.perf_counter() - begun,
        limited=_limited(setup, seats, money, spot, rounds, seed),
    )


def _limited(
    setup: Setup, seats: int | None, money: float | None, spot: str | None, rounds: int | None, seed: int
) -> ByPlace | None:
    """What little money does to each seat, if both were said."""
    if seats is None and money is None:
        return None
    if seats is None or money is None:
        raise Refused("Say both: how many seats bet, and how many bets' money the player-dealer puts up.")
    from housedealer.odds.bank.short import SETTLED, by_place

    return by_place(setup, seats, money, spot, rounds or SETTLED, seed)


def _exact(setup: Setup, spot: str | None, params: Any = None) -> list[Wager]:
    """The figures of all wagers that are counted, whole rounds first.

    Where whole rounds of a changed deck cannot be counted, a wager that is counted alone still can.
    """
    game = setup.game()
    cells = engine_of(game).cells
    if cells is None:
        raise Refused(f"{game.id} is not counted exactly.")
    try:
        found = _figures(list(cells(params or game.params, setup.pieces())))
    except Uncounted:
        alone = _alone(setup, params) if spot else {}
        if spot in alone:
            return [alone[spot]]
        raise
    return _chosen(_with_others(found, _alone(setup, params)), spot, game)


def _alone(setup: Setup, params: Any = None) -> dict[str, Wager]:
    """The wagers that are counted one by one; one that cannot come has no figures."""
    game = setup.game()
    counted = engine_of(game).counted
    if counted is None:
        return {}
    found = counted(params or game.params, setup.pieces())
    held = {name: list(cells) for name, cells in found.items()}
    return {name: wagers(cells, (name,))[0] for name, cells in held.items() if any(c.weight for c in cells)}


def _expected(setup: Setup, params: Any = None) -> dict[str, Fraction]:
    """The edges that are counted of wagers of which nothing else is."""
    game = setup.game()
    expected = engine_of(game).expected
    found = expected(params or game.params, setup.pieces()) if expected else {}
    return {spot: Fraction(edge).limit_denominator(FINEST) for spot, edge in found.items()}


def counted_edges(setup: Setup) -> dict[str, float]:
    """The edges of all wagers that are counted and not dealt, whole rounds or single wagers, by name."""
    if engine_of(setup.game()).cells is not None:
        return {one.spot: float(one.edge) for one in _exact(setup, None) if one.method == "exact"}
    alone = {name: one.edge for name, one in _alone(setup).items()}
    return {name: float(edge) for name, edge in {**_expected(setup), **alone}.items()}


def _counted_instead(one: Wager, alone: Wager | None, edge: Fraction | None) -> Wager:
    """A simulated wager's exact figures where it has them, with what only rounds dealt at random can tell."""
    if alone is not None:
        return replace(alone, covariance=one.covariance)
    if edge is None:
        return one
    staked = one.edge / one.element_of_risk if one.element_of_risk else Fraction(1)
    return replace(one, edge=edge, element_of_risk=edge / staked, method="expected")


def _with_others(found: Sequence[Wager], alone: Mapping[str, Wager]) -> list[Wager]:
    """Wagers of whole rounds, and those that are counted alone and in no round."""
    names = {one.spot for one in found}
    return [*found, *(one for name, one in alone.items() if name not in names)]


def _figures(counted: list[Cell]) -> list[Wager]:
    return wagers(counted, tuple(counted[0].results))


def _chosen(found: list[Wager], spot: str | None, game: Game) -> list[Wager]:
    """All wagers, or the one on a spot."""
    chosen = [one for one in found if spot in (None, one.spot)]
    if not chosen:
        raise Refused(f"{game.id} has no wager {spot!r}; it has {', '.join(one.spot for one in found)}.")
    return chosen


def _simulated(
    setup: Setup,
    spot: str | None,
    wanted: tuple[int | None, float, int],
    seed: int,
    workers: str | int | None,
    moved: Moved,
    known: Container[str] = (),
) -> list[Wager]:
    """Deals lots until there are as many rounds as asked for, or no interval is wider than allowed.

    `wanted` are the rounds asked for, if any, the precision, and how many rounds are dealt at most for it.
    Edges that are `known` from a count need not be known from the rounds dealt.
    """
    rounds, precision, most = wanted
    game, sampler = setup.game(), sampler_of(setup)
    whole: Counter[int] = Counter()
    done = lot = 0
    while True:
        batch = rounds - done if rounds is not None else LOT * 8
        whole.update(dealt(lots(setup, seed, batch, lot), workers))
        done, lot = done + batch, lot + -(-batch // LOT)
        counted = _chosen(_figures(sampled(sampler, whole)), spot, game)
        found = [replace(one, method="simulated") for one in counted]
        width = max((interval(one.sd, done) for one in found if one.spot not in known), default=0.0)
        moved(done, width)
        if done >= (rounds or most) or (rounds is None and width <= precision):
            return found


def _readings(setup: Setup, asked: set[str], spot: str | None, found: Sequence[Wager]) -> Iterator[Reading]:
    """The other readings of rulings that the count asked for, and the edges that they change."""
    game, pieces = setup.game(), setup.pieces()
    for name, ruling in game.rulings.items():
        makes_deck = any(setup.under(name, reading).pieces() != pieces for reading in ruling.readings)
        if name.replace("-", "_") not in asked and not makes_deck:
            continue
        for reading in ruling.readings:
            if reading == game.reading(name):
                continue
            before = {one.spot: one.edge for one in found if one.method != "simulated"}
            under = setup.under(name, reading)
            if engine_of(under.game()).cells:
                after = {one.spot: one.edge for one in _exact(under, spot)}
            else:
                after = {**_expected(under), **{one.spot: one.edge for one in _alone(under).values()}}
            edges = {
                one: float(edge)
                for one, edge in after.items()
                if spot in (None, one) and edge != before.get(one)
            }
            if edges:
                yield Reading(name, reading, edges)
