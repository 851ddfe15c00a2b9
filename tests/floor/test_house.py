"""The house as an object: rounds called off, faults, tables that close, who is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from housedealer.floor.house import parts
from housedealer.floor.house.books import account, purse
from housedealer.floor.house.house import STAKE, House
from housedealer.floor.house.parts import Spec
from housedealer.floor.house.people import proper_name
from housedealer.floor.house.store import Batch, now
from housedealer.floor.house.table import Table
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.log import check


class Onlooker:
    """Somebody who keeps all that he is sent."""

    def __init__(self, person: str | None = None) -> None:
        self.person = person
        self.got: list[dict[str, Any]] = []

    def send(self, body: bytes) -> None:
        """A message."""
        self.got.append(msgspec.json.decode(b"{" + body))

    async def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a message."""
        for _ in range(3000):
            for message in self.got:
                if what(message):
                    return message
            await asyncio.sleep(0.02)
        raise AssertionError([message["type"] for message in self.got])


async def closed(house: House, table: Table) -> None:
    """Wait until a table is no more."""
    for _ in range(3000):
        if table.id not in house.tables:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{table.id} stays {table.state}")


def ok(_: Any) -> None:
    """An answer that nobody reads."""


def in_house(folder: Path, what: Callable[[House], Awaitable[Any]], patience: float = 1.0) -> Any:
    """Open a house in this process, do something, close it."""

    async def whole() -> Any:
        house = House.open(folder, patience=patience)
        try:
            return await what(house)
        finally:
            house.close()

    return asyncio.run(whole())


async def seated(house: House, spec: Spec, bots: int = 2) -> tuple[Table, Onlooker]:
    """Ann at a table of her own."""
    batch = Batch()
    house.new_guest("Ann", batch)
    table = house.open_table(spec, bots, "Ann", batch)
    await house.store.kept(batch)
    ann = Onlooker("Ann")
    table.watch(ann)
    table.sit("Ann", next(table.free_seats()), parts_usual(table), ok)
    return table, ann


def parts_usual(table: Table) -> int:
    """The usual buy-in."""
    return int(table.row()["buy_in"]["usual"])


FAST = Spec(game="garlic-city/3-card-poker", pace="fast", bank_bot=True)


def test_a_round_called_off_gives_every_stake_back_and_its_log_replays(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table, ann = await seated(house, FAST)
        ask = await ann.until(lambda one: one["type"] == "ask" and one["shape"] == "wagers")
        table.answer("Ann", ask["question"], [[ask["hands"][0], "ante", 5000]], None, ok)
        await ann.until(lambda one: one["type"] == "ask" and one["name"] == "play")
        assert table.chips("Ann") < parts_usual(table)
        number = table.number
        table.call_off("A card was seen.")
        settled = await ann.until(lambda one: one["type"] == "settled" and one["round"] == number)
        assert settled["void"] == "The round is void: A card was seen."
        assert all(net == 0 for net in settled["nets"].values())
        assert house.books.of(account(table.id, "Ann")) == parts_usual(table)
        log = await house.round_log(table.id, number)
        assert log is not None
        assert log.void
        assert check(log, game(log.game)).agrees
        await ann.until(lambda one: one["type"] == "ask" and one["round"] == number + 1)

    in_house(tmp_path, visit)


def test_a_fault_in_a_script_ends_the_round_and_not_the_house(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table, ann = await seated(house, FAST)
        ask = await ann.until(lambda one: one["type"] == "ask" and one["shape"] == "wagers")
        assert table.round is not None
        table.round.table.supply = None  # whatever draws the next piece fails
        table.answer("Ann", ask["question"], [[ask["hands"][0], "ante", 500]], None, ok)
        settled = await ann.until(lambda one: one["type"] == "settled")
        assert settled["void"] == "The round is void: The round could not go on."
        assert house.books.of(account(table.id, "Ann")) == parts_usual(table)

    in_house(tmp_path, visit)


def test_what_nobody_answers_in_time_is_answered_by_its_default(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table, ann = await seated(house, FAST)
        ask = await ann.until(lambda one: one["type"] == "ask" and one["shape"] == "wagers")
        assert ask["seconds"] == pytest.approx(parts.SECONDS * 0.02)
        closed = await ann.until(lambda one: one["type"] == "closed" and one["question"] == ask["question"])
        assert closed["how"] == "default"
        late: list[Any] = []
        table.answer("Ann", ask["question"], [], None, late.append)
        assert late == [{"late": True, "question": ask["question"]}]

    in_house(tmp_path, visit, patience=0.02)


def test_who_is_gone_sits_out_then_leaves_and_the_empty_table_closes(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table, ann = await seated(house, Spec(game="lucky-buck/texas-holdem", pace="fast"))
        await ann.until(lambda one: one["type"] == "ask")
        other = Onlooker()
        table.watch(other)
        table.unwatch(ann)
        await other.until(lambda one: one["type"] == "scene" and any(
            seat.get("out") for seat in one["seats"] if seat["name"] == "Ann"))  # fmt: skip
        gone = table.gone_since["Ann"]
        table.tidy(gone + parts.GONE_LEAVES + 1)
        await other.until(lambda one: one["type"] == "scene" and one["change"] > 0 and all(
            seat["name"] != "Ann" for seat in one["seats"]))  # fmt: skip
        assert "Ann" not in table.session.state.chips
        table.unwatch(other)
        table.tidy(table.looked_at + parts.EMPTY_CLOSES + 1)
        await closed(house, table)
        await house.store.kept(Batch())
        assert all(not left for name, left in house.books.balance.items() if name.startswith("chips:"))
        assert sum(house.books.balance.values()) == 0

    in_house(tmp_path, visit, patience=0.02)


def test_bots_alone_take_their_time_for_who_looks_on(tmp_path: Path) -> None:
    """At a table without pauses, whoever sits out is not shown hundreds of rounds a second."""

    async def visit(house: House) -> None:
        table, ann = await seated(house, Spec(game="garlic-city/7-card-stud", pace="fast"), bots=3)
        ask = await ann.until(lambda one: one["type"] == "ask")
        table.sit_out("Ann", True, ok)
        table.answer("Ann", ask["question"], ask["suggested"]["answer"], None, ok)
        await ann.until(lambda one: one["type"] == "settled")
        before = table.number
        await asyncio.sleep(2.5)
        assert 1 <= table.number - before <= 4

    in_house(tmp_path, visit, patience=0.02)


def test_a_window_left_open_does_not_keep_a_table_of_guests(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        table, ann = await seated(house, Spec(game="lucky-buck/texas-holdem", pace="fast"))
        ask = await ann.until(lambda one: one["type"] == "ask")
        came = table.looked_at = now() - parts.EMPTY_CLOSES
        table.answer("Ann", ask["question"], ask["suggested"]["answer"], None, ok)
        assert table.looked_at > came
        table.tidy(came + parts.EMPTY_CLOSES + 1)
        assert not table.closing  # she has just answered
        table.tidy(table.looked_at + parts.EMPTY_CLOSES + 1)
        await closed(house, table)
        assert ann in table.watches
        await house.store.kept(Batch())
        assert all(not left for name, left in house.books.balance.items() if name.startswith("chips:"))
        own = house.open_table(Spec(game="lucky-buck/texas-holdem", own=True), 2, "Ann", batch := Batch())
        await house.store.kept(batch)
        own.tidy(own.looked_at + 10 * parts.EMPTY_CLOSES)
        assert not own.closing

    in_house(tmp_path, visit, patience=0.02)


def test_a_table_that_closes_pays_everybody_and_is_not_found_again(tmp_path: Path) -> None:
    async def visit(house: House) -> str:
        table, ann = await seated(house, FAST)
        await ann.until(lambda one: one["type"] == "ask")
        table.close_after_this_round()
        with pytest.raises(Refused, match="closes"):
            table.sit("Bob", 8, 5000, ok)
        for _ in range(1000):
            for one in list(table.open.values()):
                table.answer("Ann", one.name, one.question.default, None, ok)
            if table.id not in house.tables:
                break
            await asyncio.sleep(0.05)
        assert table.id not in house.tables
        closed = await ann.until(lambda one: one["type"] == "scene" and one["state"] == "closed")
        assert all(seat["name"] is None for seat in closed["seats"])
        assert 0 < house.books.of(purse("Ann")) < 2 * STAKE
        return table.id

    closed = in_house(tmp_path, visit)

    async def again(house: House) -> None:
        assert closed not in house.tables
        assert house.chips("Ann") > 0

    in_house(tmp_path, again)


def test_names_are_written_so_that_no_account_of_a_round_is_meant(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        for name in ("bank", "Tex", "You", "a:b", "4", ""):
            with pytest.raises(Refused):
                proper_name(name)
        for name, written in (("WAGERS", "WAGERS"), ("a\tb", "A b"), ("ünal", "Ünal"), ("pot", "Pot")):
            assert house.new_guest(name, Batch()).name == written
            with pytest.raises(Refused, match="taken"):
                house.new_guest(name.upper(), Batch())

    in_house(tmp_path, visit)
