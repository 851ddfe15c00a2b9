"""Rounds told again: as one saw them, moment by moment, with what one may keep to verify them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.client import Client
from tests.web.served import Served

from housedealer.floor.witness import Witness, check, check_log
from housedealer.rooms import game
from housedealer.table.log import decode


@pytest.mark.parametrize("name", ("garlic-city/3-card-poker", "garlic-city/texas-holdem"))
def test_a_round_is_told_again_as_it_was_seen(run: Any, name: str) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        table = await client.sit_at(name, bank_bot=True)
        settled = await client.play(3)
        number = settled[-1]["round"]
        told = await client.get(f"/api/tables/{table}/rounds/{number}")
        assert told["agrees"] is True
        assert told["viewer"] == client.name
        assert told["settled"]["nets"] == settled[-1]["nets"]
        live = [
            event
            for message in client.seen
            if message["type"] == "events" and message["round"] == number
            for event in message["events"]
        ]
        again = [event for step in told["steps"] for event in step["events"]]
        assert again == live
        frame = await client.get(f"/api/tables/{table}/rounds/{number}?at={told['of']}")
        last = [one for one in client.seen if one["type"] == "scene" and one["round"] == number]
        ended = next(one for one in last if any(seat.get("net") is not None for seat in one["seats"]))
        assert frame["scene"]["wagers"] == ended["wagers"]
        assert frame["scene"]["you"]["hands"] == ended["you"]["hands"]
        first = await client.get(f"/api/tables/{table}/rounds/{number}?at=0")
        assert first["events"] == told["steps"][0]["events"]
        beyond = await client.http.get(f"/api/tables/{table}/rounds/{number}?at=999")
        assert beyond.status_code == 409
        kept = await client.http.get(f"/api/tables/{table}/rounds/{number}/witness")
        found = check(msgspec.json.decode(kept.content, type=Witness), game(name))
        assert found.kind == "viewer"
        assert (await client.http.get(f"/api/tables/{table}/rounds/{number}/log")).status_code == 403
        assert (await client.http.get(f"/api/tables/{table}/rounds/{number}?as=house")).status_code == 403

    run(visit)


def test_another_sees_a_round_as_a_spectator(house: Served) -> None:
    async def visit() -> None:
        ann, bob = Client(house.base), Client(house.base)
        await ann.guest()
        await bob.guest()
        table = await ann.sit_at("garlic-city/texas-holdem")
        number = (await ann.play(2))[-1]["round"]
        told = await bob.get(f"/api/tables/{table}/rounds/{number}")
        assert told["viewer"] is None
        dealt = [
            e for s in told["steps"] for e in s["events"] if e["kind"] == "deal" and e["hand"][0].isdigit()
        ]
        assert dealt
        assert all(event["args"][2] is None for event in dealt)
        assert (await bob.http.get(f"/api/tables/{table}/rounds/{number}?as={ann.name}")).status_code == 403
        await ann.close()
        await bob.close()

    asyncio.run(visit())


def test_a_text_is_mixed_in_and_an_auditor_sees_that_it_was(tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits") as served:

        async def visit() -> None:
            client = Client(served.base)
            await client.post(
                "/api/first-run",
                {"token": served.first_run_token(), "name": "Frances", "password": "long enough"},
            )
            client.name = "Frances"
            table = await client.sit_at("garlic-city/texas-holdem", pace="human", bots=1)
            while True:  # the house is bound before anybody mixes in a text
                scene = await client.next("scene")
                if scene["state"] == "gap" and scene["proof"]:
                    break
            bound = scene["proof"]["house_hash"]
            mixed = await client.do("text", table=table, text="garlic fries")
            assert mixed["type"] == "ack", mixed
            settled = (await client.play(1, seconds=120))[0]
            log = await client.http.get(f"/api/tables/{table}/rounds/{settled['round']}/log")
            found = check_log(decode(log.content), game("garlic-city/texas-holdem"))
            assert any("A text of Frances went into it" in one for one in found.proved)
            told = await client.get(f"/api/tables/{table}/rounds/{settled['round']}?as=house")
            assert told["proof"]["house_hash"] == bound
            assert told["proof"]["texts"] == ["Frances"]
            await client.close()

        asyncio.run(visit())
