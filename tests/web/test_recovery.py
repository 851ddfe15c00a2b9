"""The house is killed at any moment and opened again: what was acknowledged is there."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Client, Message, suggested
from tests.web.served import Served
from websockets.exceptions import ConnectionClosed

GAMES = ("garlic-city/3-card-poker", "lucky-buck/texas-holdem", "garlic-city/chinese-13-card-poker")


def balances(folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """What the books say, and what their movements make."""
    with closing(sqlite3.connect(folder / "house.db")) as data:
        kept = dict(data.execute("select account, balance from balances"))
        made: dict[str, int] = {}
        for source, target, amount in data.execute("select source, target, amount from movements"):
            made[source] = made.get(source, 0) - amount
            made[target] = made.get(target, 0) + amount
    return kept, made


def sound(folder: Path) -> None:
    """The books sum to nothing and agree with their movements."""
    kept, made = balances(folder)
    assert sum(kept.values()) == 0
    assert {name: value for name, value in kept.items() if value} == {
        name: value for name, value in made.items() if value
    }


async def play_until_killed(client: Client, served: Served, answers: int) -> list[Message]:
    """Play, and kill the house when so many answers were acknowledged; what was acknowledged."""
    acknowledged: list[Message] = []
    try:
        while True:
            message = await client.receive()
            if message["type"] == "ask":
                await client.send(
                    "answer", table=message["table"], question=message["question"], answer=suggested(message)
                )
            elif message["type"] == "ack" and message.get("question"):
                acknowledged.append(message)
                if len(acknowledged) >= answers:
                    served.kill()
    except (ConnectionClosed, TimeoutError):
        return acknowledged


@pytest.mark.parametrize("game", GAMES)
def test_a_killed_house_goes_on_where_it_was(tmp_path: Path, game: str) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()
    rng = random.Random(game)

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at(game, bank_bot=True)
        for _ in range(3):
            acknowledged = await play_until_killed(client, served, rng.randint(2, 9))
            assert acknowledged
            sound(served.folder)
            served.start()
            await client.connect()
            joined = await client.do("join", table=table)
            assert joined["type"] == "ack"
            for one in acknowledged[-2:]:  # what was answered stays answered
                again = await client.do("answer", table=table, question=one["question"], answer="yes")
                assert again["type"] == "ack"
                assert again["late"] is True
        settled = await client.play(2)
        assert all(one["void"] is None for one in settled)
        lines = (await client.get(f"/api/tables/{table}/rounds?count=100"))["rounds"]
        numbers = [one["number"] for one in lines]
        assert numbers == list(range(len(numbers), 0, -1))
        await client.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    sound(served.folder)


def test_an_open_question_is_the_same_after_a_restart(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at("garlic-city/texas-holdem", bots=2)
        before = await client.next("ask")
        scene = next(one for one in reversed(client.seen) if one["type"] == "scene")
        served.kill()
        await client.close()
        served.start()
        again = Client(served.base)
        again.http.cookies = client.http.cookies
        hello = await again.connect()
        assert hello["person"]["name"] == "Ann Lee"
        await again.do("join", table=table)
        after = await again.next("ask")
        same = ("question", "shape", "name", "title", "answers", "hand", "to_call", "stack")
        assert {name: after[name] for name in same} == {name: before[name] for name in same}
        now: Any = next(one for one in reversed(again.seen) if one["type"] == "scene")
        assert now["you"]["hands"] == scene["you"]["hands"]
        assert now["proof"] == scene["proof"]
        assert now["change"] > scene["change"]
        await again.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()


def test_a_pot_that_was_killed_stays_killed(tmp_path: Path) -> None:
    """A player kills the pot after two cards; a house that was killed plays on for twice as much."""
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at("lucky-buck/lowball", limit="4/8", bots=2, pace="human")
        ask = await until(client, table, "kill")
        assert [one["answer"] for one in ask["answers"]] == ["kill", "pass"]
        cost = ask["answers"][0]["cost"]
        assert 0 < cost <= 800
        scene = next(one for one in reversed(client.seen) if one["type"] == "scene")
        assert len(scene["you"]["hands"][ask["hand"]]["pieces"]) == 2
        done = await client.do("answer", table=table, question=ask["question"], answer="kill")
        assert done["type"] == "ack"
        served.kill()
        await client.close()
        served.start()
        again = Client(served.base)
        again.http.cookies = client.http.cookies
        await again.connect()
        await again.do("join", table=table)
        found = await again.next("ask", "settled")  # the killer acts last: all others may fold before him
        scene = next(one for one in again.seen if one["type"] == "scene")
        mine = next(one for one in scene["seats"] if one["name"] == "Ann Lee")
        assert scene["round"] == ask["round"]
        assert "kill" in mine["tags"]
        if found["type"] == "ask":
            assert found["in_round"] + found["to_call"] >= 800
            await again.send("answer", table=table, question=found["question"], answer=suggested(found))
            (found,) = await again.play(1)
        assert found["round"] == ask["round"]
        assert found["void"] is None
        await again.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    sound(served.folder)


async def until(client: Client, table: str, name: str) -> Message:
    """Answer whatever is asked before a question of this name."""
    while (ask := await client.next("ask"))["name"] != name:
        await client.send("answer", table=table, question=ask["question"], answer=suggested(ask))
    return ask


def test_a_kill_that_was_earned_is_posted_in_the_next_round(tmp_path: Path) -> None:
    """Two pots in a row: the next one is killed, and a house that was killed between them knows it."""
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at("lucky-buck/texas-holdem", limit="2/4-4/8", bots=3)
        legs, killed, rounds = ("", 0), "", 0
        async with asyncio.timeout(120):
            while not killed or rounds < 12:
                message = await client.receive(30)
                if message["type"] == "ask":
                    await client.send(
                        "answer", table=table, question=message["question"], answer=suggested(message)
                    )
                if message["type"] == "events":
                    posts = [one for one in message["events"] if one["kind"] == "post"]
                    for post in posts:
                        if post["args"][1] == "kill":
                            assert legs[1] >= 2
                            assert str(post["args"][0]) == legs[0]
                            killed = legs[0]
                if message["type"] != "settled":
                    continue
                rounds += 1
                winners = {str(one["seat"]) for one in message["lines"] if one.get("pot")}
                if len(winners) == 1:
                    (winner,) = winners
                    legs = (winner, legs[1] + 1 if legs[0] == winner else 1)
                if rounds % 4 == 0:
                    served.kill()
                    await client.close()
                    served.start()
                    old, client = client, Client(served.base)
                    client.http.cookies = old.http.cookies
                    await client.connect()
                    await client.do("join", table=table)
        await client.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    sound(served.folder)


def test_a_round_begun_by_other_rules_is_void_and_the_stakes_go_back(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        client = Client(served.base)
        await client.guest("Ann Lee")
        table = await client.sit_at("garlic-city/3-card-poker", bots=2, bank_bot=True)
        while True:
            ask = await client.next("ask")
            if ask["name"] == "play":
                break
            await client.send("answer", table=table, question=ask["question"], answer=suggested(ask))
        scene = next(one for one in reversed(client.seen) if one["type"] == "scene")
        mine = next(one for one in scene["seats"] if one["name"] == "Ann Lee")
        stake = sum(one["amount"] for one in scene["wagers"] if one["by"] == "Ann Lee")
        assert stake > 0
        served.kill()
        with closing(sqlite3.connect(served.folder / "house.db")) as data:
            (start,) = data.execute("select data from journal where at = 0").fetchone()
            changed = start.replace(b'"made_by":{"script":"', b'"made_by":{"script":"x')
            assert changed != start
            data.execute("update journal set data = ? where at = 0", (changed,))
            data.commit()
        served.start()
        await client.close()
        again = Client(served.base)
        again.http.cookies = client.http.cookies
        await again.connect()
        await again.do("join", table=table)
        now = await again.next("scene")
        back = next(one for one in now["seats"] if one["name"] == "Ann Lee")
        fees = 100  # the collection of option 1 was paid with the wager and comes back with it
        assert back["chips"] in (mine["chips"] + stake, mine["chips"] + stake + fees)
        lines = (await again.get(f"/api/tables/{table}/rounds"))["rounds"]
        assert lines[0]["void"]
        assert (await again.play(2))[0]["void"] is None
        await again.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    sound(served.folder)


def test_two_houses_do_not_share_a_folder(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served, pytest.raises(AssertionError, match="Another house is open"):
        Served(served.folder).start()
