"""Who is told of a table when: whoever it concerns at once, onlookers a few times a second, nobody less."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.floor.test_house import Onlooker, in_house, ok, parts_usual

from housedealer.floor.house import showing
from housedealer.floor.house.house import House
from housedealer.floor.house.parts import Spec
from housedealer.floor.house.store import Batch

ROUNDS = 4
PEOPLE = ("Ann", "Bob", "Cy", "Dee")


class Player(Onlooker):
    """A seat that answers what is suggested."""

    def __init__(self, table: Any, person: str) -> None:
        super().__init__(person)
        self.name = person
        self.table = table
        self.behind: list[str] = []

    def send(self, body: bytes) -> None:
        """A message; a question is answered a moment later, but looked at with what was shown before it."""
        super().send(body)
        message = self.got[-1]
        if message["type"] == "ask":
            scene = next(one for one in reversed(self.got) if one["type"] == "scene")
            if scene["change"] != self.table.change:
                self.behind.append(message["question"])
            asyncio.get_running_loop().call_later(0.005, self.answer, message)

    def answer(self, ask: dict[str, Any]) -> None:
        """Say what is suggested."""
        said = ask["suggested"]["answer"]
        self.table.answer(self.name, ask["question"], said, None, ok)


def rounds_of(watcher: Onlooker) -> dict[int, list[int]]:
    """The numbers of the events that a watcher was told, by round."""
    found: dict[int, list[int]] = {}
    for message in watcher.got:
        if message["type"] == "events":
            found.setdefault(message["round"], []).extend(event["at"] for event in message["events"])
    return found


def many(watcher: Onlooker, kind: str) -> int:
    """How many messages of a type a watcher got."""
    return sum(message["type"] == kind for message in watcher.got)


async def played(house: House) -> tuple[list[Player], Onlooker]:
    """A few rounds of hold'em by quick people, and somebody who looks on."""
    batch = Batch()
    for name in PEOPLE:
        house.new_guest(name, batch)
    table = house.open_table(Spec(game="lucky-buck/texas-holdem", pace="fast"), 0, "Ann", batch)
    await house.store.kept(batch)
    players = [Player(table, name) for name in PEOPLE]
    watcher = Onlooker()
    table.watch(watcher)
    for seat, player in enumerate(players, 1):
        table.watch(player)
        table.sit(player.name, seat, parts_usual(table), ok)
    await watcher.until(lambda one: one["type"] == "settled" and one["round"] >= ROUNDS)
    return players, watcher


def test_onlookers_are_told_everything_but_not_each_change_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "SCENE_SECONDS", 1.0)

    async def visit(house: House) -> None:
        players, watcher = await played(house)
        settled = [one["round"] for one in watcher.got if one["type"] == "settled"]
        for viewer in (watcher, *players):
            told = rounds_of(viewer)
            for number in settled:
                assert told[number] == list(range(len(told[number]))), "an event is told once, in its turn"
                assert len(told[number]) == len(rounds_of(watcher)[number]), "and to everybody"
        asked = sum(many(player, "ask") for player in players)
        assert many(watcher, "scene") < asked / 2
        assert not any(player.behind for player in players), "who is asked sees the table as it is"

    in_house(tmp_path, visit)


def test_where_nothing_may_wait_each_change_is_told_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "SCENE_SECONDS", 0.0)

    async def visit(house: House) -> None:
        players, watcher = await played(house)
        asked = sum(many(player, "ask") for player in players)
        assert many(watcher, "scene") > asked / 2

    in_house(tmp_path, visit)


def test_what_waits_comes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "SCENE_SECONDS", 0.2)

    async def visit(house: House) -> None:
        batch = Batch()
        house.new_guest("Ann", batch)
        table = house.open_table(Spec(game="lucky-buck/texas-holdem"), 0, "Ann", batch)
        await house.store.kept(batch)
        watcher = Onlooker()
        table.watch(watcher)
        table.sit("Ann", 1, parts_usual(table), ok)
        shown = await watcher.until(lambda one: one["type"] == "scene" and one["seats"][0]["name"] == "Ann")
        assert shown["change"] == table.change

    in_house(tmp_path, visit)
