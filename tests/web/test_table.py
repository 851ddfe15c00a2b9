"""What one can do at a table: take the position, sit out, buy, leave, bet behind, ask beforehand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.web.client import Client, Message, suggested
from tests.web.served import Served

BANKED = "garlic-city/3-card-poker"
POT = "lucky-buck/texas-holdem"


async def two(house: Served, game: str, **opening: Any) -> tuple[Client, Client, str]:
    """Two people at a table of their own."""
    ann, bob = Client(house.base), Client(house.base)
    await ann.guest()
    await bob.guest()
    table = await ann.sit_at(game, **{"bots": 0, **opening})
    await bob.connect()
    await bob.do("join", table=table)
    return ann, bob, table


def willing(ask: Message) -> Any:
    """Takes the position, and else does what is suggested."""
    return "yes" if ask["name"] == "player-dealer" else suggested(ask)


def test_the_position_goes_round_and_is_held_two_rounds_at_most(house: Served) -> None:
    async def visit() -> None:
        ann, bob, table = await two(house, BANKED)
        await bob.do("sit", table=table, seat=4, chips=50_000)
        await asyncio.gather(ann.play(6, willing), bob.play(6, willing))
        lines = (await ann.get(f"/api/tables/{table}/rounds?count=50"))["rounds"]
        banks = [line["bank"] for line in reversed(lines)]
        assert set(banks) == {1, 4}
        assert all(len(set(banks[at : at + 3])) > 1 for at in range(len(banks) - 2))
        await ann.close()
        await bob.close()

    asyncio.run(visit())


def test_without_an_intervening_player_dealer_the_table_is_broken_unless_for_practice(house: Served) -> None:
    async def visit() -> None:
        ann = Client(house.base)
        await ann.guest()
        table = await ann.sit_at(BANKED, bots=0, bank_bot=True)
        while True:
            message = await ann.receive()
            if message["type"] == "ask":
                await ann.send("answer", table=table, question=message["question"], answer=suggested(message))
            if message["type"] == "scene" and message["state"] == "broken":
                break
        lines = (await ann.get(f"/api/tables/{table}/rounds"))["rounds"]
        assert len(lines) == 2
        assert {line["bank"] for line in lines} == {1}
        goes_on = await ann.play(1, willing)  # the position is offered again, and he takes it
        assert goes_on[0]["void"] is None
        practice = Client(house.base)
        await practice.guest()
        table = await practice.sit_at(BANKED, bots=0, bank_bot=True, practice=True)
        await practice.play(5)
        row = (await practice.get(f"/api/tables/{table}"))["table"]
        assert row["not_as_approved"]
        await ann.close()
        await practice.close()

    asyncio.run(visit())


async def answering(client: Client) -> None:
    """Answer whatever comes."""
    while True:
        message = await client.receive(60)
        if message["type"] == "ask":
            await client.send(
                "answer", table=message["table"], question=message["question"], answer=suggested(message)
            )


async def until(client: Client, table: str, what: Callable[[Message], bool]) -> Message:
    """Wait until a table is so."""
    for _ in range(600):
        row: Message = (await client.get(f"/api/tables/{table}"))["table"]
        if what(row):
            return row
        await asyncio.sleep(0.1)
    raise AssertionError(row)


def test_who_stands_behind_a_seat_bets_on_it_and_goes_with_his_chips(house: Served) -> None:
    async def visit() -> None:
        ann, bob, table = await two(house, BANKED, bots=1, bank_bot=True)
        row = (await ann.get(f"/api/tables/{table}"))["table"]
        ahead = next(one["seat"] for one in row["seats"] if one["name"] == ann.name)
        own = await ann.do("behind", table=table, seats=[ahead], chips=10_000)
        assert own["type"] == "refused"
        stood = await bob.do("behind", table=table, seats=[ahead], chips=10_000)
        assert stood["type"] == "ack"
        playing = [asyncio.create_task(answering(one)) for one in (ann, bob)]
        await until(bob, table, lambda now: bool(now["round"] >= row["round"] + 6))
        await bob.send("behind", table=table, seats=[])
        await until(bob, table, lambda now: now["behind"] == 0)
        await bob.send("ping", id="last")
        while not any(one.get("re") == "last" for one in bob.seen):
            await asyncio.sleep(0.05)
        for one in playing:
            one.cancel()
        bets = [one for one in bob.seen if one["type"] == "ask" and one["shape"] == "wagers"]
        assert bets
        assert all(one["hands"] == [str(ahead)] for one in bets)
        me = await bob.get("/api/me")
        nets = [one["nets"].get(bob.name, 0) for one in bob.seen if one["type"] == "settled"]
        assert me["person"]["chips"] == 2_000_000 + sum(nets)
        await ann.close()
        await bob.close()

    asyncio.run(visit())


def test_sitting_out_buying_and_leaving(house: Served) -> None:
    async def visit() -> None:
        ann, bob, table = await two(house, POT)
        assert (await bob.do("sit", table=table, seat=1, chips=10_000))["says"] == "Seat 1 is taken."
        assert (await bob.do("sit", table=table, seat=99, chips=10_000))["type"] == "refused"
        assert (await bob.do("sit", table=table, seat=2, chips=1))["type"] == "refused"
        assert (await bob.do("sit", table=table, seat=2, chips=10**9))["type"] == "refused"
        assert (await bob.do("buy", table=table, chips=1000))["type"] == "refused"
        usual = (await ann.get(f"/api/tables/{table}"))["table"]["buy_in"]["usual"]
        assert (await bob.do("sit", table=table, seat=2, chips=usual))["type"] == "ack"
        assert (await bob.do("buy", table=table, chips=5000))["type"] == "ack"
        await asyncio.gather(ann.play(2), bob.play(2))
        playing = [asyncio.create_task(answering(one)) for one in (ann, bob)]
        await ann.send("out", table=table, out=True)
        await bob.send("stand", table=table)
        alone = [ann.name]
        await until(ann, table, lambda now: [one["name"] for one in now["seats"]] == alone)
        await until(ann, table, lambda now: now["state"] == "waiting")
        for one in playing:
            one.cancel()
        me = await bob.get("/api/me")
        nets = [one["nets"].get(bob.name, 0) for one in bob.seen if one["type"] == "settled"]
        assert me["person"]["chips"] == 2_000_000 + sum(nets)
        await ann.close()
        await bob.close()

    asyncio.run(visit())


def test_an_answer_can_be_asked_about_before_and_is_given_once(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        table = await client.sit_at(BANKED, bank_bot=True)
        ask = await client.next("ask")
        while ask["shape"] != "wagers":
            await client.send("answer", table=table, question=ask["question"], answer=suggested(ask))
            ask = await client.next("ask")
        question, hand = ask["question"], ask["hands"][0]
        asked = {"table": table, "question": question}
        dear = await client.do("quote", **asked, answer=[[hand, "ante", 10**9]])
        assert dear["problem"]
        fair = await client.do("quote", **asked, answer=[[hand, "ante", 500]])
        assert (fair["cost"], fair["problem"]) == (500, None)
        assert fair["fee"] > 0
        hint = await client.do("hint", **asked)
        assert hint["words"]
        wrong: tuple[Any, ...] = (
            7, None, "x", [[hand]], [[hand, "ante", -5]], [["1", "none", 5]], {"a": 1}, [[], [], []],
        )  # fmt: skip
        for bad in wrong:
            assert (await client.do("answer", **asked, answer=bad))["type"] == "refused", bad
        assert (await client.do("answer", **asked))["type"] == "refused"
        said = await client.do("answer", **asked, say="5 ante", id="once")
        assert said["type"] == "ack"
        assert "late" not in said
        assert (await client.do("answer", **asked, say="5 ante", id="once")) == {**said, "n": client.n}
        late = await client.do("answer", **asked, say="25 ante")
        assert late["late"] is True
        assert (await client.do("answer", table=table, question="t999/1/0/0", answer=1))["type"] == "refused"

    run(visit)


def test_nobody_answers_for_another(house: Served) -> None:
    async def visit() -> None:
        ann, bob, table = await two(house, POT, bots=2)
        ask = await ann.next("ask")
        other = await bob.do("answer", table=table, question=ask["question"], answer=suggested(ask))
        assert other["type"] == "refused"
        assert (await bob.do("hint", table=table, question=ask["question"]))["type"] == "refused"
        nobody = Client(house.base)
        await nobody.connect()
        assert (await nobody.do("join", table=table))["type"] == "ack"
        sitting = await nobody.do("sit", table=table, seat=2, chips=5000)
        assert (sitting["type"], sitting["code"]) == ("refused", "sign-in")
        for one in (ann, bob, nobody):
            await one.close()

    asyncio.run(visit())


def test_messages_of_any_other_shape_are_refused(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        await client.connect()
        assert client.socket is not None
        for text in (
            "", "{", "[]", "null", "7", '"x"', '{"v":1}', '{"v":1,"id":"","type":"ping"}',
            '{"v":1,"id":7,"type":"ping"}', '{"v":1,"id":"q","type":"dance"}',
            '{"v":1,"id":"r","type":"join"}',
            '{"v":1,"id":"s","type":"join","table":"t1","more":1}', '{"v":1,"id":"t","type":"ping","x":1}',
            '{"v":1,"id":"u","type":"sit","table":"t1","seat":"1","chips":1}', "[" * 20_000,
            '{"v":1,"id":"w","type":["join"]}', '{"v":1,"id":"y","type":"join","table":"t0"}',
        ):  # fmt: skip
            await client.socket.send(text)
            assert (await client.next("refused"))["says"], text
        assert (await client.do("ping"))["type"] == "ack"

    run(visit)


def test_a_newcomer_is_guided_through_three_rounds(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        await client.sit_at(BANKED, bank_bot=True, guided=True)
        await client.play(5)
        said = [(at, one) for at, one in enumerate(client.seen) if one["type"] == "notice"]
        assert all(one["code"] == "guide" for _, one in said)
        assert said[0][1]["says"].startswith("Welcome to 3 Card Poker.")
        ends = [at for at, one in said if "usual pace" in one["says"]]
        assert ends == [said[-1][0]]
        rounds = {one["round"] for one in client.seen[: ends[0]] if one["type"] == "settled"}
        assert rounds == {1, 2, 3}

    run(visit)
