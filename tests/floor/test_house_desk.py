"""The floor desk as objects: time collections in the drop, wishes of the floor that cannot be granted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import insert

from housedealer.floor.house import drop, schema
from housedealer.floor.house.house import House
from housedealer.floor.house.parts import Spec
from housedealer.floor.house.people import Person
from housedealer.floor.house.store import Batch, Movement

POT = "lucky-buck/texas-holdem"
FRANCES = Person("Frances", "x", ("player", "floor"), 1)


class Floor:
    """A floor manager's line to the house."""

    person: str | None = "Frances"

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []

    def send(self, body: bytes) -> None:
        """A message."""
        self.got.append(msgspec.json.decode(b"{" + body))


def test_a_time_collection_counts_in_the_shift_when_it_was_taken(tmp_path: Path) -> None:
    async def visit() -> None:
        house = House.open(tmp_path)
        try:
            table = house.desk.open_table(Spec(game=POT), 2, FRANCES)
            batch = Batch()
            name = next(iter(table.session.state.chips))
            half_hour = Movement(f"chips:{table.id}:{name}", f"drop:{table.id}", 300, "half-hour")
            house.books.apply([half_hour])
            batch.move(table.id, 1, [half_hour], 5_000)
            batch.did.append((insert(schema.shifts), {"at": 4_000, "name": "Day", "who": "Frances"}))
            batch.did.append((insert(schema.shifts), {"at": 6_000, "name": "Night", "who": "Frances"}))
            await house.store.kept(batch)
            found = house.store.read(lambda connection: drop.report(connection, "shift"))
            rows = {row["name"]: (row["drop"], row["time"], row["rounds"]) for row in found["rows"]}
            assert rows == {"Day": (300, 300, 0), "Night": (0, 0, 0)}
            assert found["total"]["drop"] == house.books.of(f"drop:{table.id}") == 300
            by_room = house.store.read(lambda connection: drop.report(connection, "room", 5_000, 5_001))
            assert [(row["key"], row["time"]) for row in by_room["rows"]] == [("lucky-buck", 300)]
            assert (
                house.store.read(lambda connection: drop.report(connection, "room", 0, 5_000))["rows"] == []
            )
        finally:
            house.close()

    asyncio.run(visit())


def test_the_floor_hears_of_a_move_that_cannot_be_made_any_more(tmp_path: Path) -> None:
    async def visit() -> None:
        house = House.open(tmp_path)
        try:
            house.people.by_name["Frances"] = FRANCES
            line = Floor()
            house.connections.add(line)
            table = house.desk.open_table(Spec(game=POT, pace="fast"), 2, FRANCES)
            batch = Batch()
            ann = house.new_guest("Ann", batch)
            await house.store.kept(batch)
            table.sit("Ann", 9, 10_000, lambda _: None)
            table.here["Ann"] = 1
            while table.round is None:
                await asyncio.sleep(0.02)
            other = house.desk.open_table(Spec(game=POT), 0, FRANCES)
            house.desk.move(table, "Ann", 4, other.id, FRANCES)
            house.desk.close(other, False, "", FRANCES)
            house.desk.pause(table, "", FRANCES)  # no further round puts chips in a pot
            house.desk.void(table, "to see", FRANCES)
            while not line.got:
                await asyncio.sleep(0.02)
            assert line.got[0]["says"] == f"There is no open table {other.id}."
            assert table.seat_of("Ann") == 9
            assert house.chips(ann.name) + house.books.of(f"chips:{table.id}:Ann") == 2_000_000
            assert sum(house.books.balance.values()) == 0
        finally:
            house.close()

    asyncio.run(visit())
