"""The drop: what the house has collected, by table, game, room and shift.

A round's collections and jackpot drop belong to the moment when it began, a time collection to the half hour
when it was taken, a correction to the moment when it was made.

    >>> Collected(rounds=2, drop=300) + Collected(rounds=1, drop=150, time=50)
    Collected(rounds=3, drop=450, jackpot=0, time=50)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, select, text

from housedealer import rooms
from housedealer.floor.house import describe, schema
from housedealer.table.errors import Refused

TABLE, GAME, SHIFT, ROOM = "table", "game", "shift", "room"
END = 2**62


class Collected(msgspec.Struct, frozen=True):
    """What was collected: `drop` is all of it but the jackpot's, `time` its part by the clock."""

    rounds: int = 0
    drop: int = 0
    jackpot: int = 0
    time: int = 0

    def __add__(self, other: Collected) -> Collected:
        return Collected(
            self.rounds + other.rounds,
            self.drop + other.drop,
            self.jackpot + other.jackpot,
            self.time + other.time,
        )


class Shift(msgspec.Struct, frozen=True):
    """A shift, from its beginning to the next one's."""

    n: int
    name: str
    who: str
    began: int
    ended: int


def shifts(connection: Connection) -> list[Shift]:
    """All shifts, oldest first; number 0 is what was before the first."""
    kept = schema.shifts
    rows = connection.execute(select(kept).order_by(kept.c.n)).all()
    began = [0, *(int(row.at) for row in rows)]
    ended = [*began[1:], END]
    names = [("Before the first shift", ""), *((row.name, row.who) for row in rows)]
    return [
        Shift(n, name, who, begins, ends)
        for n, ((name, who), begins, ends) in enumerate(zip(names, began, ended, strict=True))
    ]


def by_table(connection: Connection, since: int, until: int) -> dict[str, Collected]:
    """What every table collected in a span of time."""
    found: dict[str, Collected] = {}

    def add(table: str, more: Collected) -> None:
        found[table] = found.get(table, Collected()) + more

    dealt = schema.rounds.c
    query = (
        select(
            dealt.table_id,
            func.sum(case((dealt.void, 0), else_=1)),
            func.sum(dealt["drop"]),
            func.sum(dealt.jackpot),
        )
        .where(dealt.at >= since, dealt.at < until)
        .group_by(dealt.table_id)
    )
    for table, many, drop, jackpot in connection.execute(query):
        add(table, Collected(int(many), int(drop), int(jackpot)))
    moved = schema.movements.c
    struck = (
        select(moved.table_id, func.sum(moved.amount))
        .where(text("why = 'half-hour'"), moved.at >= since, moved.at < until)
        .group_by(moved.table_id)
    )
    for table, time in connection.execute(struck):
        add(table, Collected(drop=int(time), time=int(time)))
    made = schema.corrections.c
    corrected = (
        select(made.table_id, func.sum(made["drop"]))
        .where(made["drop"] != 0, made.at >= since, made.at < until)
        .group_by(made.table_id)
    )
    for table, drop in connection.execute(corrected):
        add(table, Collected(drop=int(drop)))
    return found


@cache
def room_name(room: str) -> str:
    """A room's name."""
    return next((str(one["name"]) for one in describe.all_rooms() if one["id"] == room), room)


def games(connection: Connection) -> dict[str, str]:
    """The game of every table that there ever was."""
    kept = schema.tables.c
    rows = connection.execute(select(kept.id, kept.spec))
    return {row.id: msgspec.json.decode(row.spec)["game"] for row in rows}


def game_name(game: str) -> str:
    """A game's name."""
    return rooms.game(game).head.name if game in rooms.ids() else game


def report(connection: Connection, by: str, since: int = 0, until: int = END) -> dict[str, Any]:
    """The drop by table, game, room or shift."""
    if by == SHIFT:
        rows = list(_by_shift(connection, since, until))
    else:
        rows = list(_by_table(connection, by, since, until))
    total = sum((one for _, _, one in rows), Collected())
    return {
        "rows": [{"key": key, "name": name, **msgspec.structs.asdict(one)} for key, name, one in rows],
        "total": msgspec.structs.asdict(total),
    }


def _by_shift(connection: Connection, since: int, until: int) -> Iterator[tuple[str, str, Collected]]:
    for shift in shifts(connection):
        begins, ends = max(since, shift.began), min(until, shift.ended)
        if begins < ends:
            found = sum(by_table(connection, begins, ends).values(), Collected())
            if shift.n or found != Collected():
                yield str(shift.n), shift.name, found


def _by_table(
    connection: Connection, by: str, since: int, until: int
) -> Iterator[tuple[str, str, Collected]]:
    of = games(connection)
    key: Callable[[str], str]
    name: Callable[[str], str]
    if by == TABLE:
        key, name = str, lambda table: f"{table}, {game_name(of.get(table, ''))}"
    elif by == GAME:
        key, name = lambda table: of.get(table, ""), game_name
    elif by == ROOM:
        key, name = lambda table: of.get(table, "").partition("/")[0], room_name
    else:
        raise Refused("The drop is told by table, game, shift, or room.")
    found: dict[str, Collected] = {}
    for table, one in by_table(connection, since, until).items():
        found[key(table)] = found.get(key(table), Collected()) + one

    def order(one: str) -> tuple[str, int]:
        return (one, 0) if by != TABLE else ("", int(one[1:]))

    for place in sorted(found, key=order):
        yield place, name(place), found[place]
