"""Running a house: draining, figures, logs, backups, proxies, addresses, upgrades, another database."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, select, text
from tests.web.client import Client, suggested
from tests.web.cluster import Cluster
from tests.web.served import Served, free_port
from websockets.asyncio.client import connect

from housedealer.floor.house import audit, books, schema
from housedealer.floor.house.keeping import backup, check, restore
from housedealer.floor.house.store import Closed
from housedealer.table.errors import Refused
from housedealer.web import announce

BANKED = "garlic-city/3-card-poker"
POT = "lucky-buck/texas-holdem"
PASSWORD = "long enough"


async def manager(served: Served) -> Client:
    """The first floor manager."""
    client = Client(served.base)
    token = served.first_run_token()
    await client.post("/api/first-run", {"token": token, "name": "Frances", "password": PASSWORD})
    return client


async def until_asked(client: Client, name: str) -> dict[str, Any]:
    """Play until asked something by its name."""
    while True:
        ask = await client.next("ask")
        if ask["name"] == name:
            return ask
        await client.send("answer", table=ask["table"], question=ask["question"], answer=suggested(ask))


# -- drain ---------------------------------------------------------------------------------------------


def test_a_house_empties_after_the_rounds_that_are_dealt(tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits") as served:

        async def visit() -> None:
            floor = await manager(served)
            player = Client(served.base)
            await player.guest()
            table = await player.sit_at(POT, bots=3)
            ask = await player.next("ask")
            answer = await floor.post("/api/desk/drain", {"on": True})
            assert answer == {"draining": True, "rounds": 1}
            refused = await player.http.post("/api/tables", json={"game": POT})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "draining")
            assert (await player.get("/api/me"))["draining"] is True
            number = (await player.get(f"/api/tables/{table}"))["table"]["round"]
            await player.send("answer", table=table, question=ask["question"], answer=suggested(ask))
            await player.play(1)
            health = await player.get("/health")
            assert health["ok"]
            assert health["rounds"] == 0
            assert "closes" in health["says"]
            await asyncio.sleep(0.5)
            row = (await player.get(f"/api/tables/{table}"))["table"]
            assert (row["round"], row["state"]) == (number, "waiting")
            await floor.post("/api/desk/drain", {"on": False})
            await player.play(1)
            assert served.process is not None
            served.process.send_signal(signal.SIGUSR1)
            while not (await player.get("/api/me"))["draining"]:
                await asyncio.sleep(0.05)
            entries = (await floor.get("/api/desk/audit"))["entries"]
            assert [one["who"] for one in entries if one["what"] == "drain"] == [
                "house",
                "Frances",
                "Frances",
            ]
            await player.close()
            await floor.close()

        asyncio.run(visit())


# -- figures and logs ----------------------------------------------------------------------------------


def figures(base: str) -> dict[str, float]:
    """The figures, each line checked for its shape."""
    answer = httpx.get(f"{base}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found, declared = {}, set()
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            declared.add(line.split()[2])
        elif not line.startswith("#"):
            shaped = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? ([-+0-9.e]+)', line)
            assert shaped, line
            assert shaped[1] in declared, line
            found[shaped[1] + (shaped[2] or "")] = float(shaped[3])
    return found


def test_figures_follow_what_happens_and_logs_are_json_without_secrets(tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits", "--log", "json") as served:

        async def visit() -> list[str]:
            before = figures(served.base)
            floor = await manager(served)
            player = Client(served.base)
            await player.guest()
            await player.sit_at(POT, bots=3)
            await player.play(3)
            after = figures(served.base)
            for name in ("rounds_total", "entries_total", "commits_total", "batches_total", "drop_cents"):
                assert after[f"housedealer_{name}"] > before[f"housedealer_{name}"], name
            assert after["housedealer_rounds_total"] >= 3
            assert after["housedealer_ledger_sum_cents"] == 0
            assert after['housedealer_people{kind="account"}'] == 1
            assert after['housedealer_people{kind="guest"}'] == 1
            assert after["housedealer_people_here"] == 1
            assert after['housedealer_http_requests_total{method="POST",status="200"}'] >= 3
            assert sum(value for name, value in after.items() if name.startswith("housedealer_tables{")) == 1
            assert after["process_resident_memory_bytes"] > 10_000_000
            secrets = [floor.http.cookies["housedealer"], player.http.cookies["housedealer"], PASSWORD]
            await player.close()
            await floor.close()
            return secrets

        secrets = asyncio.run(visit())
    written = served.log.read_text()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert {"at", "level", "from", "says"} <= lines[0].keys()
    assert [one for one in lines if one.get("path") == "/api/guest" and one["status"] == 200]
    logged = "\n".join(line for line in written.splitlines() if line.startswith("{"))
    assert not [one for one in secrets if one in logged]


# -- backups -------------------------------------------------------------------------------------------


def test_a_backup_made_during_play_is_restored_and_goes_on(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--no-limits").start()
    copy = tmp_path / "copy.db"

    async def play_and_copy() -> str:
        floor = await manager(served)
        player = Client(served.base)
        await player.guest("Ann Lee")
        table = await player.sit_at(BANKED, bots=3, bank_bot=True)
        playing = asyncio.create_task(player.play(12))
        while (await floor.get(f"/api/tables/{table}"))["table"]["round"] < 3:
            await asyncio.sleep(0.02)
        report = await asyncio.to_thread(backup, served.folder, copy)
        assert not playing.done()
        assert report.rounds >= 2
        assert report.entries >= 1
        await playing
        await floor.close()
        await player.close()
        return table

    try:
        table = asyncio.run(play_and_copy())
        with pytest.raises(Closed, match="Another house is open"):
            restore(copy, served.folder, replace=True)
    finally:
        served.stop()
    assert copy.stat().st_mode & 0o077 == 0
    with pytest.raises(Refused, match="--replace"):
        restore(copy, served.folder)
    assert restore(copy, tmp_path / "other").rounds == check(copy).rounds
    again = Served(tmp_path / "other", "--no-limits").start()

    async def look() -> None:
        client = Client(again.base)
        await client.post("/api/login", {"name": "Frances", "password": PASSWORD})
        ledger = await client.get("/api/desk/ledger")
        assert ledger["sum"] == 0
        assert (await client.get("/api/desk/audit/verify"))["agrees"]
        row = (await client.get(f"/api/tables/{table}"))["table"]
        assert "Ann Lee" in [one["name"] for one in row["seats"]]
        assert row["round"] >= 3
        await client.connect()
        await client.do("join", table=table)
        assert (await client.next("settled", seconds=60))["void"] is None
        await client.close()

    try:
        asyncio.run(look())
    finally:
        again.stop()
    assert restore(copy, served.folder, replace=True).people == 2
    assert list(served.folder.glob("house.db.before-*"))


def test_a_damaged_or_foreign_copy_is_refused(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:
        asyncio.run(_close(manager(served)))
    copy = tmp_path / "copy.db"
    command = [sys.executable, "-m", "housedealer"]
    made = subprocess.run(
        [*command, "backup", str(copy), "--data", str(served.folder)], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert "sum to zero" in made.stdout
    again = subprocess.run(
        [*command, "backup", str(copy), "--data", str(served.folder)], capture_output=True, text=True
    )
    assert again.returncode == 2
    assert "exists already" in again.stderr
    for name, spoil, says in (
        ("balance", "update balances set balance = balance + 1 where account = 'cage'", "do not agree"),
        ("version", "update schema_version set version = 99", "version 99"),
        ("audit", "drop trigger audit_lasts_update; update audit set who = 'Nobody'", "not what was written"),
        ("other", "drop table schema_version", "not the data of a house"),
    ):
        bad = tmp_path / f"{name}.db"
        shutil.copy(copy, bad)
        with closing(sqlite3.connect(bad)) as data:
            data.executescript(spoil)
        with pytest.raises(Refused, match=says):
            restore(bad, tmp_path / "nowhere")
    torn = tmp_path / "torn.db"
    whole = copy.read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refused):
        check(torn)
    torn.write_bytes(b"not a database at all" * 100)
    with pytest.raises(Refused):
        check(torn)
    assert not (tmp_path / "nowhere" / "house.db").exists()
    restored = subprocess.run(
        [*command, "restore", str(copy), "--data", str(tmp_path / "new")], capture_output=True, text=True
    )
    assert restored.returncode == 0, restored.stderr
    assert (tmp_path / "new" / "house.db").is_file()


async def _close(coming: Any) -> None:
    client = await coming
    await client.close()


# -- addresses and proxies -----------------------------------------------------------------------------


def test_on_another_address_the_house_prints_it_with_a_code_and_works_there(tmp_path: Path) -> None:
    served = Served(tmp_path / "data", "--host", "127.0.0.2", "--no-limits")
    here = served.base.replace("127.0.0.1", "127.0.0.2")
    process = served.begin()
    try:

        async def visit() -> None:
            for _ in range(200):
                assert process.poll() is None, served.log.read_text()
                try:
                    if httpx.get(f"{here}/health").status_code == 200:
                        break
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
            client = Client(here)
            await client.guest()
            assert (await client.connect())["person"]["name"] == client.name
            elsewhere = await client.http.post(
                "/api/guest", json={}, headers={"Origin": served.base.replace("127.0.0.1", "localhost")}
            )
            assert elsewhere.status_code == 403
            await client.close()

        asyncio.run(visit())
    finally:
        served.stop()
    said = served.log.read_text()
    assert f"The house is open: {here}/" in said
    assert announce.code(f"{here}/") in said
    assert f"{here}/#first-run=" in said


def test_nobody_is_believed_to_be_a_proxy_who_was_not_named(tmp_path: Path) -> None:
    told = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "room.example",
    }
    with Served(tmp_path / "data", "--no-limits") as served:
        answer = httpx.get(f"{served.base}/metrics", headers=told)
        assert answer.status_code == 200  # still somebody of this machine
        made = httpx.post(
            f"{served.base}/api/guest", json={}, headers={**told, "Origin": "https://room.example"}
        )
        assert made.status_code == 403
        made = httpx.post(f"{served.base}/api/guest", json={}, headers={**told, "Origin": served.base})
        assert made.status_code == 200
        assert "secure" not in made.headers["set-cookie"].lower()
    with Served(tmp_path / "data", "--no-limits", "--proxy", "127.0.0.1") as served:
        answer = httpx.get(f"{served.base}/metrics", headers=told)
        assert answer.status_code == 403
        made = httpx.post(
            f"{served.base}/api/guest", json={}, headers={**told, "Origin": "https://room.example"}
        )
        assert made.status_code == 200
        assert "secure" in made.headers["set-cookie"].lower()
        assert "strict-transport-security" in made.headers
        for origin in ("http://room.example", "https://other.example", served.base):
            made = httpx.post(f"{served.base}/api/guest", json={}, headers={**told, "Origin": origin})
            assert made.status_code == 403, origin


@asynccontextmanager
async def tls_proxy(folder: Path, inner: int) -> AsyncIterator[str]:
    """A proxy that ends TLS before the house, with a certificate of its own; its address."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", str(key), "-out", str(certificate),
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()
        except (ConnectionError, ssl.SSLError):
            pass
        finally:
            writer.close()

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.rstrip("\r\n").split("\r\n")
        host = next(line.partition(":")[2].strip() for line in lines if line.lower().startswith("host:"))
        kept = [line for line in lines if not line.lower().startswith(("host:", "x-forwarded"))]
        if "upgrade: websocket" not in head.lower():
            kept = [line for line in kept if not line.lower().startswith("connection:")] + [
                "Connection: close"
            ]
        kept += [
            f"Host: 127.0.0.1:{inner}", "X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https",
            f"X-Forwarded-Host: {host}",
        ]  # fmt: skip
        up, down = await asyncio.open_connection("127.0.0.1", inner)
        down.write(("\r\n".join(kept) + "\r\n\r\n").encode("latin-1"))
        await asyncio.gather(pipe(reader, down), pipe(up, writer))

    port = free_port()
    server = await asyncio.start_server(one, "127.0.0.1", port, ssl=context)
    try:
        yield f"https://localhost:{port}"
    finally:
        server.close()


def test_cookies_origins_and_the_socket_work_behind_a_tls_proxy(tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits", "--proxy", "127.0.0.1") as served:

        async def visit() -> None:
            async with tls_proxy(tmp_path, served.port) as base:
                trust = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
                async with httpx.AsyncClient(base_url=base, verify=trust, headers={"Origin": base}) as client:
                    made = await client.post("/api/guest", json={"name": "Ann Lee"})
                    assert made.status_code == 200
                    cookie = made.headers["set-cookie"]
                    assert "Secure" in cookie
                    assert "HttpOnly" in cookie
                    assert "samesite=strict" in cookie.lower()
                    assert (await client.get("/api/me")).json()["person"]["name"] == "Ann Lee"
                    foreign = await client.post("/api/guest", json={}, headers={"Origin": served.base})
                    assert foreign.status_code == 403
                    token = client.cookies["housedealer"]
                url = base.replace("https", "wss") + "/ws"
                async with connect(
                    url,
                    origin=base,  # type: ignore[arg-type]
                    ssl=trust,
                    additional_headers={"Cookie": f"housedealer={token}"},
                ) as socket:
                    hello = json.loads(await socket.recv())
                    assert hello["person"]["name"] == "Ann Lee"
                    await socket.send(json.dumps({"v": 1, "id": "1", "type": "ping"}))
                    assert json.loads(await socket.recv())["type"] == "ack"

        asyncio.run(visit())


# -- upgrades ------------------------------------------------------------------------------------------


PAYTABLE = "rooms/garlic_city/3_card_poker.toml"
SCRIPT = "games/poker_vs_dealer/three_card.py"


@pytest.mark.parametrize("changed", ("data", "script", "nothing"))
def test_a_rule_that_is_upgraded_in_the_middle_of_a_round_voids_it(
    tmp_path: Path, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Path(__file__).parents[2] / "src" / "housedealer"
    program = tmp_path / "program"
    shutil.copytree(source, program / "housedealer", ignore=shutil.ignore_patterns("__pycache__", "counts"))
    monkeypatch.setenv("PYTHONPATH", str(program))
    served = Served(tmp_path / "data", "--no-limits").start()

    async def visit() -> None:
        ann = Client(served.base)
        await ann.guest("Ann Lee")
        table = await ann.sit_at(BANKED, bots=2, bank_bot=True)
        ask = await until_asked(ann, "play")
        scene = next(one for one in reversed(ann.seen) if one["type"] == "scene")
        number = scene["round"]
        staked = [one for one in scene["wagers"] if one["by"] == "Ann Lee"]
        assert sum(one["amount"] for one in staked) > 0
        lines = (await ann.get(f"/api/tables/{table}/rounds?count=100"))["rounds"]
        before = 50_000 + sum(line["net"]["Ann Lee"] for line in lines if "Ann Lee" in line["net"])
        served.kill()
        if changed == "data":
            file = program / "housedealer" / PAYTABLE
            told = file.read_text()
            better = re.sub(r'(straight-flush"?\s*=\s*")\d+(?=:1")', r"\g<1>50", told, count=1)
            assert better != told, "no paytable row was found to change"
            file.write_text(better)
        elif changed == "script":
            file = program / "housedealer" / SCRIPT
            file.write_text(file.read_text() + "\n# another version of the rules\n")
        served.start()
        again = Client(served.base)
        again.http.cookies = ann.http.cookies
        again.name = ann.name
        await again.connect()
        await again.do("join", table=table)
        scene = await again.next("scene")
        lines = (await again.get(f"/api/tables/{table}/rounds?count=100"))["rounds"]
        if changed == "nothing":
            assert lines[0]["number"] == number - 1 if lines else number == 1
            assert (await again.next("ask"))["question"] == ask["question"]
        else:
            assert lines[0]["number"] == number
            assert "brought up to date" in lines[0]["void"]
            seat = next(one for one in scene["seats"] if one["name"] == "Ann Lee")
            if scene["round"] == number:
                assert seat["chips"] == before
            assert (await again.play(2))[0]["void"] is None
        await ann.close()
        await again.close()

    try:
        asyncio.run(visit())
    finally:
        served.stop()
    with closing(sqlite3.connect(served.folder / "house.db")) as data:
        assert data.execute("select sum(balance) from balances").fetchone() == (0,)
        noted = data.execute("select who, what, reason from audit where what = 'void'").fetchall()
    assert len(noted) == (changed != "nothing")
    engine = create_engine(f"sqlite:///{served.folder / 'house.db'}")
    with engine.connect() as connection:
        assert audit.verify(connection).agrees
    engine.dispose()


# -- another database ----------------------------------------------------------------------------------


def test_the_desk_over_postgresql_and_its_dump(cluster: Cluster, tmp_path: Path) -> None:
    name = cluster.database()
    served = Served(tmp_path / "data", "--no-limits", "--database", cluster.url(name)).start()
    dump = tmp_path / "house.dump"

    async def visit() -> dict[str, Any]:
        floor = await manager(served)
        await floor.post("/api/desk/shift", {"name": "Day"})
        opened = await floor.post("/api/desk/tables", {"game": POT, "pace": "fast", "bots": 4})
        table = opened["table"]["id"]
        await floor.connect()
        await floor.do("join", table=table)
        for _ in range(4):
            await floor.next("settled", seconds=60)
        await floor.post(f"/api/desk/tables/{table}/pause", {"reason": "counting"})
        while (await floor.get(f"/api/tables/{table}"))["table"]["state"] != "paused":
            await asyncio.sleep(0.05)
        moves = [{"from": "drop", "to": "cage", "amount": 25}]
        await floor.post(f"/api/desk/tables/{table}/rounds/1/correct", {"reason": "a chip", "moves": moves})
        ledger = await floor.get("/api/desk/ledger")
        balances = {one["account"]: one["balance"] for one in ledger["accounts"]}
        assert ledger["sum"] == 0
        for by in ("table", "game", "shift", "room"):
            total = (await floor.get(f"/api/desk/drop?by={by}"))["total"]
            assert total["drop"] == balances[f"drop:{table}"] > 0, by
        for what in ("drop", "rounds", "ledger", "audit", "people"):
            answer = await floor.http.get(f"/api/desk/export/{what}.csv")
            assert answer.status_code == 200
            assert len(answer.text.splitlines()) > 1, what
        assert (await floor.get("/api/desk/audit/verify"))["agrees"]
        cluster_dump = await asyncio.to_thread(cluster.run, "pg_dump", "-Fc", name)
        dump.write_bytes(cluster_dump)
        await floor.close()
        return balances

    try:
        balances = asyncio.run(visit())
        other = Served(tmp_path / "second", "--database", cluster.url(name))
        with pytest.raises(AssertionError, match="Another house is open in this database"):
            other.start()
    finally:
        served.stop()
    engine = create_engine(cluster.url(name))
    for statement in ("delete from movements", "update audit set who = 'x'", "truncate audit"):
        with engine.connect() as connection, pytest.raises(Exception, match="only added to"):
            connection.execute(text(statement))
    engine.dispose()
    into = cluster.database()
    cluster.run("pg_restore", "-d", into, str(dump))
    with Served(tmp_path / "third", "--no-limits", "--database", cluster.url(into)) as third:

        async def look() -> None:
            client = Client(third.base)
            await client.post("/api/login", {"name": "Frances", "password": PASSWORD})
            ledger = await client.get("/api/desk/ledger")
            assert {one["account"]: one["balance"] for one in ledger["accounts"]} == balances
            assert (await client.get("/api/desk/audit/verify"))["agrees"]
            await client.close()

        asyncio.run(look())


# -- older data ----------------------------------------------------------------------------------------


OLD = Path(__file__).parent / "house_v1.sql"


@pytest.mark.parametrize("where", ("sqlite", "postgresql"))
def test_data_as_the_first_version_wrote_it_is_opened(where: str, tmp_path: Path, cluster: Cluster) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    options = ["--no-limits"]
    script = OLD.read_text()
    if where == "sqlite":
        url = f"sqlite:///{folder / 'house.db'}"
        with closing(sqlite3.connect(folder / "house.db")) as data:
            data.executescript(script)
    else:
        name = cluster.database()
        url = cluster.url(name)
        file = tmp_path / "old.sql"
        file.write_text(for_postgresql(script))
        cluster.run("psql", "-d", name, "-v", "ON_ERROR_STOP=1", "-q", "-f", str(file))
        options += ["--database", url]
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("select version from schema_version")).scalar() == 1
        before = books.recounted(connection)
        (open_round,) = connection.execute(text("select round from journal where at = 0")).scalars()
        stakes = {
            name: amount
            for name, amount in before.items()
            if name.startswith(("wagers:", "pot:", "bank:")) and amount
        }
        assert stakes
    engine.dispose()
    with Served(folder, *options) as served:

        async def look() -> None:
            client = Client(served.base)
            login = {"name": "Frances", "password": PASSWORD}
            await client.post("/api/login", login)
            table = (await client.get("/api/desk/tables"))["tables"][0]
            line = (await client.get(f"/api/tables/{table['id']}/rounds"))["rounds"][0]
            assert (line["number"], bool(line["void"])) == (open_round, True)
            assert (await client.get("/api/desk/audit/verify"))["entries"] == 1
            assert not [
                one for one in (await client.get("/api/desk/ledger"))["accounts"] if one["account"] in stakes
            ]
            await client.close()

        asyncio.run(look())
    engine = create_engine(url)
    with engine.connect() as connection:
        assert sum(books.opened(connection).balance.values()) == 0
        assert connection.execute(select(schema.version.c.version)).scalar() == len(schema.STEPS)
    engine.dispose()


def for_postgresql(script: str) -> str:
    """The same statements as PostgreSQL reads them: bytes and truth are written in another way."""
    script = re.sub(r"X'([0-9A-Fa-f]*)'", r"'\\x\1'", script)
    script = script.replace("BLOB", "BYTEA").replace("n INTEGER NOT NULL", "n BIGSERIAL NOT NULL")
    kept = []
    for line in script.splitlines():
        if line.startswith('INSERT INTO "rounds"'):
            line = re.sub(r"(,'[a-z0-9/-]+',)([01]),", r"\1'\2',", line, count=1)
        kept.append(line)
    kept.append("SELECT setval('movements_n_seq', (SELECT max(n) FROM movements));")
    return "\n".join(kept)


def test_it_is_no_secret_who_owns_a_folder(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:
        assert (served.folder / "lock").read_text().strip() == str(served.process and served.process.pid)
        assert (served.folder.stat().st_mode & 0o077) == 0
        assert os.path.exists(served.folder / "house.db")
