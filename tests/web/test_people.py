"""Coming in: guests, accounts, cookies, the first floor manager, and what a stranger cannot do."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Client
from tests.web.served import Served
from websockets.exceptions import ConnectionClosed, InvalidStatus


async def refused(client: Client, path: str, body: Any, status: int, code: str) -> str:
    """A request that must fail so."""
    answer = await client.http.post(path, json=body)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code), answer.text
    return str(error["says"])


def test_a_guest_becomes_an_account_and_keeps_chips_and_seat(run: Any) -> None:
    async def visit(client: Client) -> None:
        found = await client.guest("carla ortiz")
        assert found["person"] == {
            "name": "Carla Ortiz".replace("Ortiz", "ortiz"), "kind": "guest", "roles": ["player"],
            "chips": 2_000_000,
        }  # fmt: skip
        before = client.http.cookies["housedealer"]
        table = await client.sit_at("garlic-city/texas-holdem")
        await refused(client, "/api/register", {"name": "Other", "password": "long enough"}, 409, "refused")
        await refused(client, "/api/register", {"name": "Carla ortiz", "password": "short"}, 409, "refused")
        made = await client.post("/api/register", {"name": "Carla ortiz", "password": "long enough"})
        assert made["person"]["kind"] == "account"
        assert made["person"]["chips"] == 2_000_000 - 20_000
        assert client.http.cookies["housedealer"] != before
        row = (await client.get(f"/api/tables/{table}"))["table"]
        assert "Carla ortiz" in [one["name"] for one in row["seats"]]
        await client.post("/api/logout", {})
        client.http.cookies.clear()
        assert (await client.get("/api/me"))["person"] is None
        await refused(client, "/api/login", {"name": "carla ortiz", "password": "wrong one"}, 403, "password")
        await refused(client, "/api/login", {"name": "nobody", "password": "wrong one"}, 403, "password")
        again = await client.post("/api/login", {"name": "CARLA ORTIZ", "password": "long enough"})
        assert again["person"]["name"] == "Carla ortiz"

    run(visit)


def test_the_cookie_before_is_void(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        old = client.http.cookies["housedealer"]
        name = client.name
        await client.post("/api/register", {"name": name, "password": "long enough"})
        client.http.cookies.clear()
        client.http.cookies.set("housedealer", old)
        assert (await client.get("/api/me"))["person"] is None

    run(visit)


@pytest.mark.parametrize(
    "name", ("pot", "Bank", "Lucille", "house", "x" * 25, "<b>", "7up", "a:b", "a/b", "", "\u0000", "-")
)
def test_names_that_nobody_can_have(run: Any, name: str) -> None:
    async def visit(client: Client) -> None:
        answer = await client.http.post("/api/guest", json={"name": name})
        if name in ("", "pot"):  # no name is a name of the house's; a pot with a capital is a person
            assert answer.status_code == 200
            assert answer.json()["person"]["name"] != name
        else:
            assert answer.status_code == 409, answer.text

    run(visit)


def test_requests_from_elsewhere_and_of_another_shape_are_refused(run: Any, house: Served) -> None:
    async def visit(client: Client) -> None:
        elsewhere = await client.http.post("/api/guest", json={}, headers={"Origin": "http://evil.example"})
        assert elsewhere.status_code == 403
        client.http.headers.pop("Origin")
        assert (await client.http.post("/api/guest", json={})).status_code == 403
        client.http.headers["Origin"] = house.base
        bodies: tuple[Any, ...] = (b"", b"{", b"[]", b"null", b'{"name": 7}', b'{"nane": "x"}', b"\xff\xfe{}")
        for body in bodies:
            answer = await client.http.post(
                "/api/guest", content=body, headers={"Content-Type": "application/json"}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-request"), body
        form = await client.http.post("/api/guest", data={"name": "x"})
        assert form.status_code == 400
        large = await client.http.post("/api/guest", json={"name": "x" * 300_000})
        assert large.status_code == 413
        assert (await client.http.post("/api/tables", json={"game": "lucky-buck/pan"})).status_code == 401
        assert (await client.http.get("/api/nothing")).json()["error"]["code"] == "not-found"
        assert (await client.http.get("/api/guest")).status_code in (404, 405)

    run(visit)


def test_every_answer_has_its_headers(run: Any) -> None:
    async def visit(client: Client) -> None:
        for path in ("/", "/api/me", "/api/pieces", "/nothing"):
            headers = (await client.http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
        tagged = await client.http.get("/api/pieces")
        again = await client.http.get("/api/pieces", headers={"If-None-Match": tagged.headers["etag"]})
        assert again.status_code == 304
        await client.guest()
        cookie = (await client.http.post("/api/guest", json={"name": None})).headers.get("set-cookie", "")
        assert cookie == ""  # somebody signed in stays who he is

    run(visit)


def test_the_socket_needs_the_house_as_its_origin(house: Served) -> None:
    async def visit() -> None:
        from websockets.asyncio.client import connect

        with pytest.raises((ConnectionClosed, InvalidStatus)) as closed:
            async with connect(
                house.base.replace("http", "ws") + "/ws",
                origin="http://evil.example",  # type: ignore[arg-type]
            ) as socket:
                await socket.recv()
        if isinstance(closed.value, ConnectionClosed):
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4003

    asyncio.run(visit())


def test_the_first_floor_manager_comes_in_once(tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits") as served:

        async def visit() -> None:
            client = Client(served.base)
            assert (await client.get("/api/me"))["first_run"] is True
            wanted = {"token": "wrong", "name": "Frances", "password": "long enough"}
            await refused(client, "/api/first-run", wanted, 409, "refused")
            wanted["token"] = served.first_run_token()
            made = await client.post("/api/first-run", wanted)
            assert "floor" in made["person"]["roles"]
            await refused(client, "/api/first-run", {**wanted, "name": "Second"}, 409, "refused")
            assert (await client.get("/api/me"))["first_run"] is False
            await client.close()

        asyncio.run(visit())
        served.kill()
        served.start()
        assert served.log.read_text().count("#first-run=") == 1


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """`housedealer manager` with some words."""
    made = [sys.executable, "-m", "housedealer", "manager", *words]
    return subprocess.run(made, capture_output=True, text=True, timeout=120, check=False)


def test_a_manager_who_lost_his_password_gets_another_link_or_role(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    served = Served(folder, "--no-limits").start()
    there = ("--data", str(folder))

    async def first() -> None:
        client = Client(served.base)
        frances = {"token": served.first_run_token(), "name": "Frances", "password": "forgotten"}
        await client.post("/api/first-run", frances)
        other = Client(served.base)
        await other.post("/api/register", {"name": "Olive", "password": "long enough"})
        await client.close()
        await other.close()

    async def second(old: str, good: str) -> None:
        client = Client(served.base)
        assert (await client.get("/api/me"))["first_run"] is False
        wanted = {"token": old, "name": "Grace", "password": "long enough"}
        await refused(client, "/api/first-run", wanted, 409, "refused")
        made = await client.post("/api/first-run", {**wanted, "token": good})
        assert "floor" in made["person"]["roles"]
        await refused(client, "/api/first-run", {**wanted, "token": good, "name": "Hope"}, 409, "refused")
        log = (await client.get("/api/desk/audit?count=20"))["entries"]
        assert [(one["who"], one["what"], one["about"]) for one in log] == [
            ("house", "first-manager", "Grace"),
            ("house", "roles", "Olive"),
            ("house", "manager-link", ""),
            ("house", "manager-link", ""),
            ("house", "first-manager", "Frances"),
        ]
        assert good not in str(log)
        assert (await client.get("/api/desk/audit/verify"))["agrees"] is True
        olive = Client(served.base)
        signed = await olive.post("/api/login", {"name": "olive", "password": "long enough"})
        assert signed["person"]["roles"] == ["player", "floor"]
        await olive.close()
        await client.close()

    def link() -> str:
        said = command(*there, "--url", "https://room.example/")
        assert said.returncode == 0, said.stderr
        (secret,) = re.findall(r"^https://room\.example/#first-run=(\w+)$", said.stdout, re.MULTILINE)
        return str(secret)

    try:
        asyncio.run(first())
        open_ = command(*there)
        assert (open_.returncode, open_.stdout) == (2, "")
        assert "Another house is open" in open_.stderr
        served.stop()
        old, good = link(), link()
        given = command("olive", *there)
        assert "Olive has the roles player, floor." in given.stdout
        for wrong in (("Nobody",), ("Olive",), ("Frances", "--role", "king")):
            said = command(*wrong, *there)
            assert said.returncode == 2
            assert said.stderr.count("\n") == 1
        served.start()
        asyncio.run(second(old, good))
    finally:
        served.stop()
    assert command("--data", str(tmp_path / "nowhere")).returncode == 2
    assert not (tmp_path / "nowhere").exists()
    assert command("--role", "floor", *there).returncode == 2


async def knock(client: Client) -> None:
    """More messages than anybody may send."""
    for _ in range(400):
        await client.send("ping")
    while True:
        await client.receive()


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:

        async def visit() -> None:
            client = Client(served.base)
            found = [(await client.http.post("/api/guest", json={"name": f"G{n}"})) for n in range(30)]
            late = [one for one in found if one.status_code == 429]
            assert late
            assert late[0].headers["retry-after"]
            await client.connect()
            with pytest.raises(ConnectionClosed) as closed:
                await knock(client)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4008
            await client.http.aclose()

        asyncio.run(visit())
