"""The floor desk: what its roles may do, what comes of it, and that all of it is written down."""

from __future__ import annotations

import asyncio
import csv
import io
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Client, Message, suggested
from tests.web.served import Served

POT = "lucky-buck/texas-holdem"
BANKED = "garlic-city/3-card-poker"
PASSWORD = "long enough"
Visit = Callable[[Client], Awaitable[Any]]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with a floor manager (Frances), a dealer (Dan), an auditor (Audrey) and a player (Pam)."""
    with Served(tmp_path_factory.mktemp("desk") / "data", "--no-limits") as served:
        asyncio.run(_staff(served))
        yield served


async def _staff(served: Served) -> None:
    floor = Client(served.base)
    await floor.post(
        "/api/first-run", {"token": served.first_run_token(), "name": "Frances", "password": PASSWORD}
    )
    for name, roles in (("Dan", ["dealer"]), ("Audrey", ["auditor"]), ("Pam", ["player"])):
        one = Client(served.base)
        await one.post("/api/register", {"name": name, "password": PASSWORD})
        await floor.post("/api/desk/people", {"name": name, "roles": roles})
        await one.close()
    await floor.close()


@asynccontextmanager
async def signed_in(served: Served, name: str) -> AsyncIterator[Client]:
    """Somebody of the house."""
    client = Client(served.base)
    await client.post("/api/login", {"name": name, "password": PASSWORD})
    client.name = name
    try:
        yield client
    finally:
        await client.close()


def at_the_desk(served: Served, what: Visit, name: str = "Frances") -> Any:
    """Do something as the floor manager."""

    async def whole() -> Any:
        async with signed_in(served, name) as client:
            return await what(client)

    return asyncio.run(whole())


async def refused(client: Client, path: str, body: Any, code: str = "refused") -> str:
    """A request that must be refused."""
    answer = await client.http.post(path, json=body)
    assert answer.json()["error"]["code"] == code, answer.text
    return str(answer.json()["error"]["says"])


async def opened(floor: Client, game: str = POT, **more: Any) -> str:
    """A fast table of the house."""
    body = {"game": game, "pace": "fast", "bots": 0, **more}
    return str((await floor.post("/api/desk/tables", body))["table"]["id"])


async def row(floor: Client, table: str) -> Message:
    """A table as the desk shows it."""
    tables = (await floor.get("/api/desk/tables"))["tables"]
    found: Message = next(one for one in tables if one["id"] == table)
    return found


async def audited(floor: Client, what: str, about: str | None = None) -> list[Message]:
    """The audit log's entries of a kind."""
    found = (await floor.get("/api/desk/audit?after=0&count=500"))["entries"]
    return [one for one in found if one["what"] == what and about in (None, one["about"])]


async def until_asked(client: Client, name: str | None = None) -> Message:
    """Answer what is suggested until asked something (by its name)."""
    while True:
        ask = await client.next("ask")
        if name in (None, ask["name"]):
            return ask
        await client.send("answer", table=ask["table"], question=ask["question"], answer=suggested(ask))


READS = (
    "tables",
    "drop",
    "audit",
    "audit/verify",
    "ledger",
    "people",
    "export/drop.csv",
    "export/people.csv",
)
ACTS: dict[str, Message] = {
    "tables": {"game": POT},
    "tables/t1/close": {"now": True, "reason": "x"},
    "tables/t1/option": {"option": "1", "limit": "4/8"},
    "tables/t1/pause": {},
    "tables/t1/resume": {},
    "tables/t1/seat": {"person": "Pam", "seat": 1, "chips": 20000},
    "tables/t1/move": {"person": "Pam", "seat": 2},
    "tables/t1/remove": {"person": "Pam", "reason": "x"},
    "tables/t1/call": {"kind": "two-exposed", "facts": {}},
    "tables/t1/void": {"reason": "x"},
    "tables/t1/rounds/1/correct": {"reason": "x", "moves": [{"from": "drop", "to": "Pam", "amount": 1}]},
    "tables/t1/calls/1/done": {},
    "people": {"name": "Pam", "roles": ["floor"]},
    "shift": {"name": "Night"},
    "drain": {"on": True},
}


@pytest.mark.parametrize("who", ("Dan", "Pam", "Audrey", None))
def test_each_request_is_for_its_roles_only(room: Served, who: str | None) -> None:
    async def visit(client: Client) -> None:
        before = await house_stands(room)
        if who is None:
            await client.post("/api/logout", {})
        for path in READS:
            status = (await client.http.get(f"/api/desk/{path}")).status_code
            assert status == {None: 401, "Audrey": 200}.get(who, 403), path
        for path, body in ACTS.items():
            answer = await client.http.post(f"/api/desk/{path}", json=body)
            assert answer.status_code == (401 if who is None else 403), path
            other = await client.http.post(
                f"/api/desk/{path}", json=body, headers={"Origin": "http://evil.example"}
            )
            assert other.json()["error"]["code"] == "origin"
        assert await house_stands(room) == before

    at_the_desk(room, visit, who or "Pam")


async def house_stands(served: Served) -> tuple[Any, ...]:
    """What the house says of itself."""
    async with signed_in(served, "Frances") as floor:
        tables = (await floor.get("/api/desk/tables"))["tables"]
        log = (await floor.get("/api/desk/audit"))["entries"]
        people = (await floor.get("/api/desk/people"))["people"]
        return [(one["id"], one["state"]) for one in tables], len(log), people


def test_bad_input_is_refused_and_leaves_no_entry(room: Served) -> None:
    async def visit(floor: Client) -> None:
        table = await opened(floor)
        before = (await floor.get("/api/desk/audit?count=1"))["entries"][0]["n"]
        at = f"/api/desk/tables/{table}"
        cases: tuple[tuple[str, Message], ...] = (
            (f"{at}/option", {"option": "99", "limit": "4/8"}),
            (f"{at}/option", {"option": "1", "limit": "nonsense"}),
            (f"{at}/resume", {}),
            (f"{at}/seat", {"person": "Nobody At All", "seat": 1, "chips": 20_000}),
            (f"{at}/seat", {"person": "Pam", "seat": 77, "chips": 20_000}),
            (f"{at}/seat", {"person": "Pam", "seat": 1, "chips": 10**9}),
            (f"{at}/seat", {"person": "Lucille", "seat": 1, "chips": -5}),
            (f"{at}/seat", {"person": "Lucille", "seat": 1, "chips": 20_000, "bank_bot": True}),
            (f"{at}/move", {"person": "Pam", "seat": 1}),
            (f"{at}/remove", {"person": "Pam", "reason": "is not here"}),
            (f"{at}/remove", {"person": "Pam", "reason": "  "}),
            (f"{at}/void", {"reason": "nothing is dealt"}),
            (f"{at}/call", {"kind": "two-exposed"}),
            (f"{at}/calls/7/done", {}),
            ("/api/desk/people", {"name": "Nobody At All", "roles": ["floor"]}),
            ("/api/desk/people", {"name": "Pam", "roles": ["owner"]}),
            ("/api/desk/people", {"name": "Frances", "roles": ["auditor"]}),
            ("/api/desk/shift", {"name": "x" * 500}),
            ("/api/desk/tables", {"game": "no/such-game"}),
            ("/api/desk/tables", {"game": POT, "room": "aviator"}),
            ("/api/desk/tables", {"game": POT, "option": "77"}),
        )
        for path, body in cases:
            assert await refused(floor, path, body), path
        shapeless: tuple[tuple[str, Message], ...] = (
            (f"{at}/pause", {"why": "x"}),
            (f"{at}/close", {"now": "yes"}),
            (f"{at}/seat", {"person": 7, "seat": 1, "chips": 1}),
            (f"{at}/rounds/1/correct", {"reason": "x", "moves": [{"from": "drop"}]}),
        )
        for path, body in shapeless:
            await refused(floor, path, body, "bad-request")
        await refused(floor, f"{at}/rounds/1/correct", {"reason": "x", "moves": []}, "not-found")
        await refused(floor, "/api/desk/tables/t9999/pause", {}, "not-found")
        assert (await floor.http.get("/api/desk/drop?by=moon")).status_code == 400
        assert (await floor.http.get("/api/desk/export/secrets.csv")).status_code == 404
        assert (await floor.http.get("/api/desk/audit?count=x")).status_code == 400
        assert (await floor.get("/api/desk/audit?count=1"))["entries"][0]["n"] == before
        assert (await floor.get("/api/desk/audit/verify"))["agrees"]
        await floor.post(f"{at}/close", {})

    at_the_desk(room, visit)


def test_a_table_is_opened_paused_resumed_and_closed(room: Served) -> None:
    async def visit(floor: Client) -> None:
        table = await opened(floor, bots=3, limit="8/16", room="lucky-buck")
        assert (await row(floor, table))["limit"] == "8/16"
        await floor.connect()
        await floor.do("join", table=table)
        await floor.next("settled", seconds=30)
        await floor.post(f"/api/desk/tables/{table}/pause", {"reason": "a spilled drink"})
        while True:
            paused = await row(floor, table)
            if paused["state"] == "paused":
                break
        assert "a spilled drink" in paused["says"]
        await asyncio.sleep(0.3)
        assert (await row(floor, table))["round"] == paused["round"]
        await floor.post(f"/api/desk/tables/{table}/resume", {})
        while (await row(floor, table))["round"] == paused["round"]:
            await asyncio.sleep(0.05)
        await floor.post(f"/api/desk/tables/{table}/close", {"reason": "it is late"})
        while (await row(floor, table))["state"] != "closed":
            await asyncio.sleep(0.05)
        assert table not in [one["id"] for one in (await floor.get("/api/tables"))["tables"]]
        for what in ("open", "pause", "resume", "close"):
            entries = await audited(floor, what, table)
            assert [one["who"] for one in entries] == ["Frances"], what
        assert (await audited(floor, "pause", table))[0]["reason"] == "a spilled drink"

    at_the_desk(room, visit)


def test_the_terms_change_after_the_round_that_is_dealt(room: Served) -> None:
    async def visit(floor: Client) -> None:
        pam = Client(room.base)
        await pam.guest()
        table = await opened(floor, bots=2)
        await pam.connect()
        await pam.do("join", table=table)
        await pam.do("sit", table=table, seat=5, chips=40_000)
        await until_asked(pam)
        before = await row(floor, table)
        await floor.post(
            f"/api/desk/tables/{table}/option",
            {"option": before["option"], "limit": "1/2", "reason": "asked"},
        )
        during = await row(floor, table)
        assert (during["round"], during["limit"]) == (before["round"], before["limit"])
        ask = pam.seen[-1] if pam.seen[-1]["type"] == "ask" else await pam.next("ask")
        await pam.send("answer", table=table, question=ask["question"], answer=suggested(ask))
        while True:
            message = await pam.receive()
            if message["type"] == "ask":
                await pam.send("answer", table=table, question=message["question"], answer=suggested(message))
            if message["type"] == "table" and message["table"]["limit"] == "1/2":
                break
        await floor.post(f"/api/desk/tables/{table}/close", {"now": True, "reason": "enough"})
        await pam.close()

    at_the_desk(room, visit)


def test_people_are_seated_moved_and_removed_with_their_chips(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Pam") as pam:
            one, two = await opened(floor, BANKED), await opened(floor, BANKED)
            at = f"/api/desk/tables/{one}"
            chips = (await pam.get("/api/me"))["person"]["chips"]
            await floor.post(f"{at}/seat", {"person": "pam", "seat": 1, "chips": 50_000})
            assert "Pam" in [each["name"] for each in (await row(floor, one))["seats"]]
            await refused(floor, f"{at}/seat", {"person": "Lucille", "seat": 1, "chips": 50_000})
            await floor.post(
                f"{at}/seat", {"person": "Lucille", "seat": 2, "chips": 500_000, "bank_bot": True}
            )
            await refused(floor, f"{at}/seat", {"person": "Lucille", "seat": 3, "chips": 50_000})
            await refused(floor, f"{at}/move", {"person": "Pam", "seat": 2})
            await floor.post(f"{at}/move", {"person": "Pam", "seat": 6})
            seats = {each["seat"]: each["name"] for each in (await row(floor, one))["seats"]}
            assert seats == {2: "Lucille", 6: "Pam"}
            await refused(floor, f"{at}/move", {"person": "Pam", "seat": 1, "to": "t9999"})
            await floor.post(f"{at}/move", {"person": "Pam", "seat": 3, "to": two})
            while [each["name"] for each in (await row(floor, two))["seats"]] != ["Pam"]:
                await asyncio.sleep(0.02)
            assert [each["name"] for each in (await row(floor, one))["seats"]] == ["Lucille"]
            assert (await pam.get("/api/me"))["person"]["chips"] == chips - 50_000
            await floor.post(f"/api/desk/tables/{two}/remove", {"person": "Pam", "reason": "loud"})
            assert (await pam.get("/api/me"))["person"]["chips"] == chips
            await pam.connect()
            answer = await pam.do("sit", table=two, seat=3, chips=50_000)
            assert answer["type"] == "refused"
            assert "asked you to leave" in answer["says"]
            assert (await pam.do("sit", table=one, seat=3, chips=50_000))["type"] == "ack"
            await floor.post(f"/api/desk/tables/{two}/seat", {"person": "Pam", "seat": 1, "chips": 50_000})
            for table in (one, two):
                await floor.post(f"/api/desk/tables/{table}/close", {"now": True, "reason": "enough"})
            assert (await pam.get("/api/me"))["person"]["chips"] == chips
            assert (await audited(floor, "remove", two))[0]["reason"] == "loud"

    at_the_desk(room, visit)


def test_an_irregularity_runs_the_games_remedy(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Pam") as pam:
            table = await opened(floor, bots=2)
            await pam.connect()
            await pam.do("join", table=table)
            await pam.do("sit", table=table, seat=5, chips=40_000)
            await until_asked(pam)
            number = (await row(floor, table))["round"]
            at = f"/api/desk/tables/{table}"
            assert "has no remedy" in await refused(floor, f"{at}/call", {"kind": "earthquake"})
            for facts in ({"seat": "x"}, {"seat": 44}, {"self": 1}, {"seat": {"a": 1}}, {"piece": "Zz"}):
                await refused(floor, f"{at}/call", {"kind": "wrong-count", "facts": {"after": 9, **facts}})
            assert "void it" in await refused(floor, f"{at}/call", {"kind": "called-off"})
            await floor.post(f"{at}/call", {"kind": "two-exposed", "reason": "two cards flew"})
            line = (await floor.get(f"/api/tables/{table}/rounds?before={number + 1}"))["rounds"][0]
            assert (line["number"], bool(line["void"])) == (number, True)
            assert set(line["net"].values()) == {0}
            noted = (await audited(floor, "call", table))[-1]
            assert noted["facts"]["kind"] == "two-exposed"
            assert noted["facts"]["round"] == number
            assert noted["reason"] == "two cards flew"
            await floor.post(f"{at}/close", {"now": True, "reason": "enough"})

    at_the_desk(room, visit)


def test_a_void_round_returns_every_stake(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Pam") as pam:
            chips = (await pam.get("/api/me"))["person"]["chips"]
            table = await opened(floor, BANKED, bots=2, bank_bot=True)
            await pam.connect()
            await pam.do("join", table=table)
            await pam.do("sit", table=table, seat=6, chips=50_000)
            await until_asked(pam, "play")
            scene = next(one for one in reversed(pam.seen) if one["type"] == "scene")
            assert sum(one["amount"] for one in scene["wagers"] if one["by"] == "Pam") > 0
            number = (await row(floor, table))["round"]
            held = number - 1 and await net_of(floor, table, "Pam")
            await floor.post(f"/api/desk/tables/{table}/void", {"reason": "the deck is short"})
            await floor.post(f"/api/desk/tables/{table}/close", {"now": True, "reason": "a new deck"})
            line = (await floor.get(f"/api/tables/{table}/rounds?before={number + 1}"))["rounds"][0]
            assert "the deck is short" in line["void"]
            assert line["drop"] == 0
            assert (await pam.get("/api/me"))["person"]["chips"] == chips + held
            ledger = await floor.get("/api/desk/ledger")
            assert ledger["sum"] == 0
            held_now = await balances(floor)
            assert sum(held_now.values()) == 0
            assert not {f"wagers:{table}", f"bank:{table}"} & held_now.keys()

    at_the_desk(room, visit)


async def net_of(client: Client, table: str, name: str) -> int:
    """What somebody won at a table up to now."""
    lines = (await client.get(f"/api/tables/{table}/rounds?count=200"))["rounds"]
    return sum(line["net"].get(name, 0) for line in lines)


def test_a_finished_round_is_corrected_by_new_entries_only(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Pam") as pam:
            table = await opened(floor, bots=2)
            await pam.connect()
            await pam.do("join", table=table)
            await pam.do("sit", table=table, seat=5, chips=40_000)
            await pam.play(2)
            at = f"/api/desk/tables/{table}"
            await floor.post(f"{at}/pause", {})
            while (await row(floor, table))["state"] != "paused":
                ask = await pam.receive()
                if ask["type"] == "ask":
                    await pam.send("answer", table=table, question=ask["question"], answer=suggested(ask))
            before = await balances(floor)
            history = rounds_of(room, table)
            drop = f"drop:{table}"
            assert before[drop] > 0
            reported = (await floor.get("/api/desk/drop?by=table"))["total"]["drop"]
            moves = [{"from": "drop", "to": "Pam", "amount": 50}, {"from": "cage", "to": "Pam", "amount": 25}]
            made = await floor.post(f"{at}/rounds/1/correct", {"reason": "a chip too many", "moves": moves})
            assert made["corrections"][0].startswith("$0.50 from drop to Pam: a chip too many")
            after = await balances(floor)
            assert after[f"chips:{table}:Pam"] == before[f"chips:{table}:Pam"] + 75
            assert after[drop] == before[drop] - 50
            assert after["cage"] == before["cage"] - 25
            assert rounds_of(room, table) == history
            assert (await floor.get("/api/desk/drop?by=table"))["total"]["drop"] == reported - 50
            line = (await pam.get(f"/api/tables/{table}/rounds?before=2"))["rounds"][0]
            assert line["corrections"] == made["corrections"]
            for wrong in (
                [{"from": "drop", "to": "Pam", "amount": 10**8}],
                [{"from": "Dan", "to": "Pam", "amount": 5}],
                [{"from": "Pam", "to": "Pam", "amount": 5}],
                [{"from": "Pam", "to": "drop", "amount": -5}],
                [],
            ):
                await refused(floor, f"{at}/rounds/1/correct", {"reason": "x", "moves": wrong})
            await floor.post(f"{at}/resume", {})
            assert (await pam.play(1))[0]["void"] is None
            await floor.post(f"{at}/close", {"now": True, "reason": "enough"})
            chips = (await pam.get("/api/me"))["person"]["chips"]
            moves = [{"from": "drop", "to": "Pam", "amount": 100}]
            await floor.post(f"{at}/rounds/2/correct", {"reason": "seen on the film", "moves": moves})
            assert (await pam.get("/api/me"))["person"]["chips"] == chips + 100
            line = (await pam.get(f"/api/tables/{table}/rounds?before=3"))["rounds"][0]
            assert line["corrections"] == ["$1 from drop to Pam: seen on the film"]

    at_the_desk(room, visit)


async def balances(floor: Client) -> dict[str, int]:
    """Every account."""
    return {one["account"]: one["balance"] for one in (await floor.get("/api/desk/ledger"))["accounts"]}


def rounds_of(served: Served, table: str) -> list[Any]:
    """A table's rounds, as they are kept."""
    with closing(sqlite3.connect(served.folder / "house.db")) as data:
        return data.execute("select * from rounds where table_id = ? and number = 1", (table,)).fetchall()


def test_players_call_the_floor(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Pam") as pam:
            table = await opened(floor)
            await floor.connect()
            await pam.connect()
            await pam.do("join", table=table)
            await pam.do("sit", table=table, seat=1, chips=20_000)
            await pam.do("call", table=table, says="My chair is broken.")
            called = await floor.next("called")
            assert (called["who"], called["says"]) == ("Pam", "My chair is broken.")
            calls = (await row(floor, table))["calls"]
            assert calls == [{"call": called["call"], "who": "Pam", "says": "My chair is broken."}]
            done = f"/api/desk/tables/{table}/calls/{called['call']}/done"
            await floor.post(done, {"says": "A new one comes."})
            assert (await pam.next("notice"))["says"] == "A new one comes."
            assert (await row(floor, table))["calls"] == []
            await refused(floor, done, {})
            assert (await audited(floor, "seen-to", table))[0]["facts"]["said"] == "My chair is broken."
            await floor.post(f"/api/desk/tables/{table}/close", {"now": True})

    at_the_desk(room, visit)


def test_the_drop_is_what_the_ledger_has_and_is_told_by_shift(room: Served) -> None:
    async def visit(floor: Client) -> None:
        await floor.post("/api/desk/shift", {"name": "Swing"})
        table = await opened(floor, bots=4)
        await floor.connect()
        await floor.do("join", table=table)
        for _ in range(6):
            await floor.next("settled", seconds=30)
        await floor.post(f"/api/desk/tables/{table}/close", {})
        while (await row(floor, table))["state"] != "closed":
            await asyncio.sleep(0.02)
        await floor.post("/api/desk/shift", {"name": "Graveyard"})
        dropped = {name: held for name, held in (await balances(floor)).items() if name.startswith("drop:")}
        by = {
            name: await floor.get(f"/api/desk/drop?by={name}") for name in ("table", "game", "shift", "room")
        }
        assert {tuple(one["total"].items()) for one in by.values()} == {tuple(by["table"]["total"].items())}
        assert by["table"]["total"]["drop"] == sum(dropped.values())
        for one in by["table"]["rows"]:
            assert one["drop"] == dropped.get(f"drop:{one['key']}", 0)
        shifts = {one["name"]: one for one in by["shift"]["rows"]}
        assert shifts["Swing"]["drop"] == dropped[f"drop:{table}"] > 0
        assert shifts["Swing"]["rounds"] >= 6
        assert shifts["Graveyard"]["drop"] == 0
        assert "Lucky Buck Card Club" in [one["name"] for one in by["room"]["rows"]]
        text = (await floor.http.get("/api/desk/export/drop.csv")).text
        rows = list(csv.DictReader(io.StringIO(text)))
        assert sum(round(100 * float(one["drop"])) for one in rows) == sum(dropped.values())
        assert await table_gone(floor, table)

    at_the_desk(room, visit)


async def table_gone(floor: Client, table: str) -> bool:
    """A table that was closed in an earlier shift is not on the desk any more."""
    return table not in [one["id"] for one in (await floor.get("/api/desk/tables"))["tables"]]


def test_exports_have_everything(room: Served) -> None:
    async def dealt(floor: Client) -> None:
        table = await opened(floor, bots=3, limit="8/16")
        await floor.connect()
        await floor.do("join", table=table)
        await floor.next("settled", seconds=30)
        await floor.post(f"/api/desk/tables/{table}/close", {"reason": "it is late"})
        while (await row(floor, table))["state"] != "closed":
            await asyncio.sleep(0.05)

    async def visit(audrey: Client) -> None:
        found: dict[str, list[dict[str, str]]] = {}
        for what in ("drop", "rounds", "ledger", "audit", "people"):
            answer = await audrey.http.get(f"/api/desk/export/{what}.csv")
            assert answer.headers["content-type"].startswith("text/csv")
            assert f'filename="{what}.csv"' in answer.headers["content-disposition"]
            found[what] = list(csv.DictReader(io.StringIO(answer.text)))
            assert found[what], what
        balance: dict[str, int] = {}
        for one in found["ledger"]:
            cents = round(100 * float(one["amount"]))
            balance[one["from"]] = balance.get(one["from"], 0) - cents
            balance[one["to"]] = balance.get(one["to"], 0) + cents
        told = {one["account"]: one["balance"] for one in (await audrey.get("/api/desk/ledger"))["accounts"]}
        assert {name: value for name, value in balance.items() if value} == told
        assert {one["name"]: one["roles"] for one in found["people"]}["Audrey"] == "player auditor"
        verdict = await audrey.get("/api/desk/audit/verify")
        assert verdict["agrees"]
        assert verdict["entries"] == len(found["audit"])
        assert found["audit"][-1]["hash"] == verdict["head"]
        one = found["ledger"][0]
        late = await audrey.http.get(f"/api/desk/export/ledger.csv?since={10**14}")
        assert len(late.text.splitlines()) == 1, one

    at_the_desk(room, dealt)
    at_the_desk(room, visit, "Audrey")


def test_roles_change_at_once(room: Served) -> None:
    async def visit(floor: Client) -> None:
        async with signed_in(room, "Dan") as dan:
            assert (await dan.http.get("/api/desk/tables")).status_code == 403
            await floor.post("/api/desk/people", {"name": "Dan", "roles": ["dealer", "auditor"]})
            assert (await dan.http.get("/api/desk/tables")).status_code == 200
            assert (await dan.get("/api/me"))["person"]["roles"] == ["player", "dealer", "auditor"]
            await floor.post("/api/desk/people", {"name": "Dan", "roles": ["dealer"]})
            assert (await dan.http.get("/api/desk/tables")).status_code == 403
            guest = Client(room.base)
            await guest.guest()
            await refused(floor, "/api/desk/people", {"name": guest.name, "roles": ["floor"]})
            await guest.close()

    at_the_desk(room, visit)


def test_an_entry_that_was_changed_or_taken_out_is_found(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()
    try:
        asyncio.run(_staff(served))
        served.stop()
        file = served.folder / "house.db"
        with closing(sqlite3.connect(file)) as data:
            for statement in (
                "update audit set who = 'Nobody' where n = 2", "delete from audit where n = 2",
                "delete from movements", "update movements set amount = 1",
            ):  # fmt: skip
                with pytest.raises(sqlite3.IntegrityError, match="only added to"):
                    data.execute(statement)
        for statement, says in (
            ("update audit set reason = 'another' where n = 2", "Entry 2 is not what was written"),
            ("update audit set reason = '' where n = 2; delete from audit where n = 3", "Entry 3 is missing"),
        ):
            with closing(sqlite3.connect(file)) as data:
                data.executescript(
                    "drop trigger if exists audit_lasts_update; drop trigger if exists audit_lasts_delete;"
                    + statement
                )
                data.commit()
            served.start()

            async def look(floor: Client, says: str = says) -> None:
                verdict = await floor.get("/api/desk/audit/verify")
                assert not verdict["agrees"]
                assert says in verdict["says"]

            at_the_desk(served, look)
            served.stop()
    finally:
        served.stop()


def test_what_the_desk_did_is_there_after_a_crash(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        await _staff(served)
        async with signed_in(served, "Frances") as floor, signed_in(served, "Pam") as pam:
            table = await opened(floor, bots=2)
            await pam.connect()
            await pam.do("join", table=table)
            await pam.do("sit", table=table, seat=5, chips=20_000)
            await until_asked(pam)
            number = (await row(floor, table))["round"]
            at = f"/api/desk/tables/{table}"
            await floor.post(f"{at}/pause", {"reason": "to look into it"})
            await floor.post(f"{at}/call", {"kind": "boxed", "facts": {"piece": "As"}})
            await pam.do("call", table=table, says="Why?")
            await floor.post(f"{at}/remove", {"person": "Pam", "reason": "loud"})
            assert (await row(floor, table))["state"] == "dealing"
            entries = (await floor.get("/api/desk/audit"))["entries"]
            served.kill()
            served.start()
            assert (await floor.get("/api/desk/audit"))["entries"] == entries
            assert (await floor.get("/api/desk/audit/verify"))["agrees"]
            again = await row(floor, table)
            assert [one["says"] for one in again["calls"]] == ["Why?"]
            assert (again["round"], again["state"]) == (number, "dealing")
            await floor.post(f"{at}/call", {"kind": "boxed", "facts": {"piece": "Kd"}})
            while (again := await row(floor, table))["state"] != "paused":
                await asyncio.sleep(0.05)
            assert again["round"] == number
            assert "to look into it" in again["says"]
            assert "Pam" not in [one["name"] for one in again["seats"]]
            await pam.connect()
            assert (await pam.do("sit", table=table, seat=5, chips=20_000))["type"] == "refused"
            line = (await floor.get(f"/api/tables/{table}/rounds"))["rounds"][0]
            assert (line["number"], line["void"]) == (number, None)
            told = await floor.get(f"/api/tables/{table}/rounds/{number}?as=house")
            assert told["agrees"]
            assert sum("boxed" in step["said"] for step in told["steps"]) == 2

    try:
        asyncio.run(visit())
    finally:
        served.stop()
