"""Whatever is sent to the house, it answers with one clear error, and nothing has changed.

Requests are made from the house's own description of its paths; messages of the socket are random, or real
ones bent out of shape. The slow run sends 100,000 messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from tests.web.eyes import Drive, Eyes, driven
from tests.web.served import Served

from housedealer.floor.house import shown
from housedealer.web.app import routes
from housedealer.web.openapi import document
from housedealer.web.socket import SHAPES

HEAVY = ("/odds", "/bank", "/strategy", "/api/adjudicate", "/api/register", "/api/login", "/api/first-run")
"""Where one answer may take long by its nature: these get few examples."""
LEFT_OUT = ("/api/desk/drain", "/api/logout")
"""What would end the test: it closes the house, or signs its person out."""
GAMES = (
    "garlic-city/3-card-poker", "lucky-buck/texas-holdem", "garlic-city/chinese-13-card-poker",
    "lucky-buck/pan",
)  # fmt: skip


# -- the description -----------------------------------------------------------------------------------


def test_every_path_is_described() -> None:
    found = document(routes())
    there = {(route.path, method.lower()) for route in routes() for method in route.methods or ()}
    described = {(path, method) for path, methods in found["paths"].items() for method in methods}
    assert {one for one in there if one[1] != "head"} == described
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            assert ("requestBody" in operation) == (method == "post"), path
            assert operation["summary"]


def test_every_path_of_the_reference_is_described() -> None:
    """Each `GET /api/…` and `POST /api/…` of docs/protocol.md is a path of the description."""
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    paths = {path.replace("{room}/{game}", "{}/{}") for path in document(routes())["paths"]}
    known = {"".join("{}" if part.startswith("{") else part for part in _parts(path)) for path in paths}
    for line in text.splitlines():
        for word in line.split("`")[1::2]:
            method, _, path = word.partition(" ")
            if method in ("GET", "POST") and path.startswith("/api/"):
                path = path.partition("?")[0]
                assert "".join("{}" if one.startswith("{") else one for one in _parts(path)) in known, word


def _parts(path: str) -> list[str]:
    return [part for piece in path.split("/") for part in ("/", piece)]


def test_what_a_handler_reads_is_described() -> None:
    paths = document(routes())["paths"]
    rounds = {one["name"]: one["schema"] for one in paths["/api/tables/{table}/rounds"]["get"]["parameters"]}
    assert rounds["count"] == {"type": "integer", "minimum": 1, "maximum": 200}
    assert "at" in {one["name"] for one in paths["/api/tables/{table}/rounds/{number}"]["get"]["parameters"]}
    assert paths["/api/desk/ledger"]["get"]["security"] == [{"cookie": []}]
    assert "security" not in paths["/api/rooms"]["get"]


# -- requests ------------------------------------------------------------------------------------------


class Asker:
    """Somebody who sends requests, and somebody who looks after each whether anything has changed."""

    def __init__(self, house: Served) -> None:
        origin = {"Origin": house.base}
        self.looks = httpx.Client(base_url=house.base, headers=origin, timeout=60)
        body = {"token": house.first_run_token(), "name": "Flo Manager", "password": "correct horse battery"}
        assert self.looks.post("/api/first-run", json=body).status_code == 200
        self.guest = httpx.Client(base_url=house.base, headers=origin, timeout=60)
        assert self.guest.post("/api/guest", json={"name": "Ann Lee"}).status_code == 200
        opened = self.guest.post("/api/tables", json={"game": GAMES[0], "bots": 3}).json()
        self.table = opened["table"]["id"]

    def state(self) -> Any:
        """The books, the tables and the people."""
        rows = self.looks.get("/api/tables").json()["tables"]
        return [
            self.looks.get("/api/desk/ledger").json(),
            [{name: row[name] for name in ("id", "terms", "seats", "practice", "guided")} for row in rows],
            self.looks.get("/api/desk/people").json(),
        ]

    def known(self, name: str) -> list[str]:
        """What a part of a path could be."""
        return {
            "table": [self.table, "t999"], "number": ["1", "0", "x"], "round": ["1"], "call": ["1"],
            "room": ["garlic-city"], "game": ["3-card-poker"], "what": ["drop", "audit"], "id": ["s1"],
        }.get(name, ["1"])  # fmt: skip


@pytest.fixture(scope="module")
def asker(house: Served) -> Asker:
    return Asker(house)


OPERATIONS = sorted(
    (path, method)
    for path, methods in document(routes())["paths"].items()
    for method in methods
    if path not in LEFT_OUT
)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{one[1]} {one[0]}" for one in OPERATIONS])
def test_no_request_breaks_the_house(asker: Asker, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(document(routes()))
    operation = schema[path][method]
    few = 3 if path.endswith(HEAVY) else 12
    ways = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)

    def one(case: Any, real: bool, desk: bool, raw: bytes | None) -> None:
        parts = case.path_parameters or {}
        if real:
            parts = {name: asker.known(name)[0] for name in parts}
        at = path
        for name, value in parts.items():
            at = at.replace(f"{{{name}}}", httpx.QueryParams({"x": str(value)}).__str__()[2:])
        query = {
            name: value if isinstance(value, (str, int, float, list)) else json.dumps(value)
            for name, value in (case.query or {}).items()
        } if isinstance(case.query, dict) else {}  # fmt: skip
        body = raw if raw is not None else _encoded(case.body)
        by = asker.looks if desk else asker.guest
        before = asker.state()
        headers = {"Content-Type": "application/json"}
        answer = by.request(method.upper(), at, params=query, content=body, headers=headers)
        assert answer.status_code < 500, (method, at, query, body, answer.text)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert error["says"]
            assert asker.state() == before, (method, at, query, body, answer.text)
        elif answer.headers["content-type"].startswith("application/json"):
            required = operation.definition.raw["responses"]["200"]["content"]["application/json"]["schema"]
            assert set(required.get("required", ())) <= set(answer.json())

    raws = (
        st.none() | st.binary(max_size=40) | st.sampled_from([b"", b"[" * 5000, b"null", b"{}", b'{"a":1}'])
    )
    for way in ways:
        strategy = operation.as_strategy(generation_mode=way)
        run = given(strategy, st.booleans(), st.booleans(), raws)(one)
        tried = settings(
            max_examples=few, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        with contextlib.suppress(
            *(() if way is ways[0] else (Unsatisfiable,))
        ):  # nothing to be asked wrongly
            tried(run)()


def _encoded(body: Any) -> bytes | None:
    try:
        return json.dumps(body).encode()
    except (TypeError, ValueError):
        return None  # a method that sends nothing


# -- messages ------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, -1, 0, 1, 2**63, -(2**70), 1.5, 1e308, "", "x", "t1", "t1/1/0/0", "\x00", "ü" * 300, [],
    [[]], {}, {"a": []}, [["2", "ante", 500]], [["2", "ante", -500]], [[1, 2, 3]], "yes", "fold", [0, 0],
    "house way",
    ["meld", [0, 1]], ["discard", 99], float("nan"), [None], "9" * 500, [2**62, 1],
]  # fmt: skip


def bent(rng: Random, drive: Drive) -> str | bytes:
    """A message: of the right shape with odd contents, or a right one cut, doubled or soiled."""
    names = list(drive.table.open) or ["t1/1/0/0"]
    usual: dict[str, Any] = {
        "table": drive.table.id, "question": rng.choice(names), "answer": rng.choice(ODD), "seat": 2,
        "chips": rng.choice((500, 0, -500)), "seats": [2], "out": False, "text": "mine", "says": "help",
        "on": False, "say": rng.choice(("yes", "fold", "2 ante 5", "house way", "")),
    }  # fmt: skip
    kind = rng.choice([*SHAPES, "answer", "quote", "hint", "x"])
    message: dict[str, Any] = {"v": 1, "id": f"f{rng.random()}", "type": kind}
    wanted = {
        "answer": ("table", "question", "answer"), "quote": ("table", "question", "say"),
        "hint": ("table", "question"), "sit": ("table", "seat", "chips"), "buy": ("table", "chips"),
        "behind": ("table", "seats", "chips"), "out": ("table", "out"), "text": ("table", "text"),
        "call": ("table", "says"), "lobby": ("on",), "ping": (),
    }.get(kind, ("table",))  # fmt: skip
    message |= {name: usual[name] for name in wanted}
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        at = rng.random()
        name = rng.choice([*message, "more"])
        if at < 0.7:
            message[name] = rng.choice(ODD)
        elif name in message:
            del message[name]
    text = json.dumps(message)
    way = rng.random()
    if way < 0.75:
        return text
    if way < 0.85:
        return text[: rng.randrange(len(text))]
    if way < 0.93:
        at_ = rng.randrange(len(text))
        return text[:at_] + chr(rng.randrange(1, 0x2FF)) + text[at_ + 1 :]
    if way < 0.97:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    whole: list[str | bytes] = ["[" * 9000, '"' + "a" * 20_000 + '"', "{}", "", text * 2, b"\xed\xa0\x80"]
    return rng.choice(whole)


class Bender(Drive):
    """Plays, and sends what is bent between the answers."""

    sent = 0
    wanted = 0

    def state(self) -> Any:
        """The books, the table as it is kept, and its scene as everybody sees it."""
        table = self.table
        scene = shown.public(table) if table.shown is not None else b""
        entries = len(table.round.entries) if table.round is not None else -1
        books = {name: held for name, held in self.house.books.balance.items() if held}
        return books, scene, entries, table.point(), sorted(table.open)

    def check(self, viewer: Eyes, message: dict[str, Any], body: bytes) -> None:
        """Who looks here looks at refusals; what is told to whom is for the tests of secrecy."""
        if message["type"] == "refused":
            viewer.refused.append(message)
        elif message["type"] == "ask":
            viewer.asks.append(message["question"])

    def enough(self, rounds: int) -> bool:
        """Whether all is sent, and the table has dealt on: a slow disk answers later than these come."""
        return self.sent >= self.wanted and self.answers > 10

    def satisfied(self) -> None:
        """The table has dealt on all the while."""
        assert self.table.number
        assert self.answers > 10

    def answer_all(self) -> None:
        """Send what is bent, then play on; whoever got up by it sits down again."""
        for _ in range(6):
            if self.sent < self.wanted:
                self.bend(self.rng.choice(self.viewers))
        for seat, viewer in enumerate(self.viewers[:4], 1):
            if viewer not in self.table.watches:
                viewer.say("join", table=self.table.id)
            if viewer.person in self.table.out:
                viewer.say("out", table=self.table.id, out=False)
            if not self.table.seat_of(viewer.person or "") and seat not in self.table.seating.seats:
                chips = self.table.row()["buy_in"]["usual"]
                viewer.say("sit", table=self.table.id, seat=seat, chips=chips)
        super().answer_all()

    def bend(self, viewer: Eyes) -> None:
        """One message: answered once, and unless it was right nothing has changed."""
        self.sent += 1
        message = bent(self.rng, self)
        before, heard = self.state(), dict(viewer.got)
        known = len(viewer.refused)
        viewer.hear(message)
        if viewer.closing is not None:  # another version: the line is closed, and opened again
            viewer.closing = None
        refused = viewer.refused[known:]
        if refused:
            assert len(refused) == 1, (message, refused)
            assert refused[0]["code"] != "fault", (message, refused)
            assert refused[0]["says"]
            assert refused[0]["says"].count("\n") == 0
            assert self.state() == before, (message, refused)
            assert viewer.got["ack"] == heard.get("ack", 0)


def bend_all(folder: Path, game: str, many: int, seconds: float) -> Bender:
    """So many bent messages to a table of a game that plays on."""

    def prepare(drive: Drive) -> None:
        assert isinstance(drive, Bender)
        drive.wanted = many

    drive = asyncio.run(driven(folder, game, 1, 5, seconds, 10**9, Bender, prepare))
    assert isinstance(drive, Bender)
    return drive


@pytest.mark.parametrize("game", GAMES)
def test_no_message_breaks_the_house(tmp_path: Path, game: str) -> None:
    drive = bend_all(tmp_path / "data", game, 750, 120)
    assert drive.sent >= 750
    refused = sum(len(viewer.refused) for viewer in drive.viewers)
    assert refused > 300


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_message_of_very_many_breaks_the_house(tmp_path: Path, game: str) -> None:
    assert bend_all(tmp_path / "data", game, 25_000, 3600).sent >= 25_000
