"""Anything that people may do at a table, in any order, the house opened again between: no chip is lost."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from housedealer.floor.house.books import account, against, recounted
from housedealer.floor.house.house import House
from housedealer.floor.house.parts import Spec
from housedealer.floor.house.store import Batch
from housedealer.floor.house.table import Table
from housedealer.table.errors import Refused
from housedealer.wagers.ledger import FEES, JACKPOT

PEOPLE = ("Ann", "Bob", "Cy", "Di")
STEPS = 100
GAMES = (
    "garlic-city/3-card-poker",
    "lucky-buck/texas-holdem",
    "garlic-city/super-pan-nine",
    "lucky-buck/pan",
)


class Onlooker:
    """Somebody who looks on and reads nothing."""

    def __init__(self, person: str) -> None:
        self.person: str | None = person

    def send(self, body: bytes) -> None:
        """A message, which must be whole."""
        assert body.endswith(b"}")


def ok(_: Any) -> None:
    """An answer that nobody reads."""


def act(table: Table, person: str, rng: Random) -> None:
    """One thing that a person may do, sensible or not."""
    usual = int(table.row()["buy_in"]["usual"])
    seats = table.session.state.places
    match rng.choice(("sit", "stand", "buy", "behind", "out", "text", "off", "answer", "answer", "answer")):
        case "sit":
            table.sit(person, rng.randint(0, seats + 1), rng.choice((usual, 1, 10**10)), ok)
        case "stand":
            table.stand(person, ok)
        case "buy":
            table.buy(person, rng.choice((500, usual, -5, 10**10)), ok)
        case "behind":
            behind = tuple(rng.sample(range(1, seats + 1), rng.randint(0, 2)))
            table.behind(person, behind, rng.choice((0, usual)), ok)
        case "out":
            table.sit_out(person, rng.random() < 0.3, ok)
        case "text":
            table.text(person, "x" * rng.randint(0, 250), ok)
        case "off" if rng.random() < 0.2:
            table.call_off("The floor says so.")
        case _:
            answer_something(table, rng)


def answer_something(table: Table, rng: Random) -> None:
    """Answer an open question, mostly well."""
    for one in list(table.open.values()):
        value = one.question.default if rng.random() < 0.4 else one.question.random(rng)
        if rng.random() < 0.1:
            value = rng.choice((None, 7, "x", [], [[1]], -1, 10**12))
        table.answer(one.question.who, one.name, value, None, ok)


def sound(house: House, table: Table) -> None:
    """The books sum to nothing, and between rounds they agree with what lies before each."""
    assert sum(house.books.balance.values()) == 0
    if table.round is None:
        assert against(house.books, table.id, table.session.state.chips) == []
        assert house.books.of(account(table.id, FEES)) == table.session.fees
        assert house.books.of(account(table.id, JACKPOT)) == table.session.jackpot
        assert all(not house.books.of(account(table.id, name)) for name in ("pot", "wagers", "bank"))
        table.session.check()
    else:
        balance = table.round.table.ledger.balance
        people = {name: chips for name, chips in balance.items() if name in table.session.state.chips}
        assert against(house.books, table.id, people) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_chip_is_lost_whatever_people_do(tmp_path: Path, game: str) -> None:
    rng = Random(game)
    dealt: list[int] = []

    async def once(first: bool) -> None:
        house = House.open(tmp_path)
        if first:
            batch = Batch()
            for name in PEOPLE:
                house.new_guest(name, batch)
            house.open_table(Spec(game=game, pace="fast", bank_bot=True, practice=True), 1, "Ann", batch)
            await house.store.kept(batch)
        (table,) = house.tables.values()
        watchers = {name: Onlooker(name) for name in PEOPLE}
        for watcher in watchers.values():
            table.watch(watcher)
        for _ in range(STEPS):
            with contextlib.suppress(Refused):
                act(table, rng.choice(PEOPLE), rng)
            sound(house, table)
            if rng.random() < 0.7:
                await house.store.kept(Batch())
                await asyncio.sleep(0.001)
            if rng.random() < 0.05:
                watcher = watchers[rng.choice(PEOPLE)]
                (table.unwatch if watcher in table.watches else table.watch)(watcher)
        house.close()  # in the middle of whatever is dealt
        made = house.store.read(recounted)
        house.store.engine.dispose()
        assert {name: value for name, value in made.items() if value} == {
            name: value for name, value in house.books.balance.items() if value
        }
        dealt.append(table.number)

    for number in range(4):
        asyncio.run(once(number == 0))
    assert dealt == sorted(dealt)
    assert dealt[-1] > 1
