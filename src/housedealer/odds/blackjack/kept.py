"""Charts as they are kept: made once for all that is alike, and read again in no time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from housedealer import rooms
from housedealer.odds.blackjack.chart import Plan, make_plan
from housedealer.odds.blackjack.holdings import shoe_of
from housedealer.odds.blackjack.tables import KIND, Tables, tables_of
from housedealer.odds.stored import Arrays, obtain

NAME = "blackjack"
PARTS = 10**10
"""What a unit is divided into where worths are kept."""
FINE = 10**12
"""The same for the edge."""
NOT_A_NUMBER = -(1 << 62)

_read: dict[str, Plan] = {}


def depends(tables: Tables, pieces: Mapping[int, int]) -> dict[str, Any]:
    """All that a chart depends on."""
    alike = (
        tables.result, tables.over, tables.soft,
        tables.bank_hits, tables.looks, tables.stops, tables.may, tables.may_more,
    )  # fmt: skip
    return {
        "rules": sha256(b"".join(one.astype("<i8").tobytes() for one in alike)).hexdigest(),
        "wins": [str(tables.won(number)) for number in range(len(tables.outcomes))],
        "shoe": shoe_of(pieces),
        "splits": tables.game.splits,
        "tens-freely": tables.tens_freely,
        "surrender-before-look": tables.game.surrender == "before-look",
    }


def packed(plan: Plan) -> Arrays:
    """A chart as arrays of integers."""
    import numpy as np

    def whole(worths: Any, parts: int) -> Any:
        return np.where(np.isnan(worths), NOT_A_NUMBER, np.round(np.nan_to_num(worths) * parts)).astype("i8")

    return {
        "two": plan.two.astype("i1"),
        "more": plan.more.astype("i1"),
        "early": plan.early.astype("i1"),
        "worth": whole(plan.worth, PARTS),
        "worth-more": whole(plan.worth_more, PARTS),
        "often": whole(plan.often, PARTS),
        "by-up": whole(plan.by_up, FINE),
    }


def unpacked(arrays: Arrays) -> Plan:
    """The chart that was packed."""
    import numpy as np

    def worths(name: str, parts: int) -> Any:
        return np.where(arrays[name] == NOT_A_NUMBER, np.nan, arrays[name] / parts)

    two, more, early = (arrays[name].astype(np.int64) for name in ("two", "more", "early"))
    by_up = worths("by-up", FINE)
    return Plan(
        two, more, early, worths("worth", PARTS), worths("worth-more", PARTS), worths("often", PARTS),
        float(by_up.sum()), by_up,
    )  # fmt: skip


def plan_of(tables: Tables, pieces: Mapping[int, int]) -> Plan:
    """The best chart of a game under its rulings, with what it is worth."""
    what = depends(tables, pieces)
    key = repr(what)
    if key not in _read:
        _read[key] = unpacked(obtain(NAME, what, lambda: packed(make_plan(tables, what["shoe"]))))
    return _read[key]


def kinds_of(pieces: Mapping[int, int]) -> list[int]:
    """The kinds of cards that a shoe has."""
    return sorted({KIND[piece] for piece, many in pieces.items() if many})


def to_store() -> Iterator[tuple[str, Mapping[str, Any], Callable[[], Arrays]]]:
    """The charts of every game as approved and under each other reading, those that are alike once."""
    from collections import Counter

    seen: set[str] = set()
    for game in rooms.games():
        if not game.head.script.startswith("blackjack."):
            continue
        others = [
            {name: reading}
            for name, ruling in game.rulings.items()
            if hasattr(game.params, name.replace("-", "_"))
            for reading in ruling.readings
        ]
        for readings in ({}, *others):
            params = game.ruled(readings).params
            pieces = Counter(params.deck.pieces)
            tables = tables_of(params, kinds_of(pieces))
            what = depends(tables, pieces)
            if repr(what) not in seen:
                seen.add(repr(what))
                yield NAME, what, _count(tables, what["shoe"])


def _count(tables: Tables, shoe: list[int]) -> Callable[[], Arrays]:
    return lambda: packed(make_plan(tables, shoe))
