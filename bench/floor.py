"""How many answers a second one house takes: real sockets, durable SQLite, loopback only.

    scripts/bench --floor                        200 tables with six seats each
    python -m bench.floor --tables 20 --rate 300 --seconds 10

Every answer is timed from its sending to its acknowledgement, which the house gives when the answer is on the
disk. `--rate 0` answers as fast as questions come (what the house can take; its latencies then only say how
long the queue is); with a rate, answers are given at that rate as long as questions are open. The people run
in processes of their own (`--processes`), and share the machine with the house.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil

from bench.wire import Line

GAMES = (
    "garlic-city/3-card-poker", "lucky-buck/texas-holdem", "lucky-buck/ez-baccarat", "lucky-buck/lowball",
)  # fmt: skip
SEATS = 6
KIND = re.compile(rb'\{"v":1,"n":\d+,"type":"(\w+)"')
MOST_WAIT = 900


class Given(msgspec.Struct):
    """What is needed of an answer."""

    answer: msgspec.Raw


class Asked(msgspec.Struct):
    """What is needed of a question."""

    table: str
    question: str
    name: str
    suggested: Given


class Said(msgspec.Struct):
    """What is needed of an acknowledgement."""

    re: str


_asked = msgspec.json.Decoder(Asked)
_said = msgspec.json.Decoder(Said)


class Person:
    """One seat: whatever it is asked waits in the queue of all until it is answered."""

    def __init__(self, waiting: asyncio.Queue[tuple[Person, bytes]]) -> None:
        self.waiting = waiting
        self.line: Line | None = None
        self.sent: dict[str, float] = {}
        self.times: list[float] = []
        self.refused = 0
        self.got = 0
        self.bytes = 0
        self._id = 0

    def heard(self, text: bytes) -> None:
        """A message of the house."""
        self.got += 1
        self.bytes += len(text)
        found = KIND.match(text)
        kind = found[1] if found else b""
        if kind == b"ask":
            asked = _asked.decode(text)
            said = b'"yes"' if asked.name == "player-dealer" else bytes(asked.suggested.answer)
            self.waiting.put_nowait(
                (self, b'"type":"answer","table":"%b","question":"%b","answer":%b}'
                 % (asked.table.encode(), asked.question.encode(), said))
            )  # fmt: skip
        elif kind == b"ack":
            begun = self.sent.pop(_said.decode(text).re, None)
            if begun is not None:
                self.times.append(time.perf_counter() - begun)
        elif kind == b"refused":
            self.refused += 1

    def say(self, rest: bytes, timed: bool = True) -> None:
        """Send a message."""
        assert self.line is not None
        self._id += 1
        name = str(self._id)
        if timed:
            self.sent[name] = time.perf_counter()
        self.line.say(b'{"v":1,"id":"%b",%b' % (name.encode(), rest))


async def people(base: str, seats: list[list[Any]]) -> list[Person]:
    """Everybody connects, joins his table and sits down."""
    host = base.removeprefix("http://")
    name, _, port = host.partition(":")
    waiting: asyncio.Queue[tuple[Person, bytes]] = asyncio.Queue()
    found = []
    loop = asyncio.get_running_loop()
    for table, seat, chips, cookie in seats:
        person = Person(waiting)
        _, person.line = await loop.create_connection(
            lambda person=person, cookie=cookie: Line(host, cookie, person.heard), name, int(port)
        )
        await person.line.open
        person.say(b'"type":"join","table":"%b"}' % table.encode(), False)
        person.say(b'"type":"sit","table":"%b","seat":%d,"chips":%d}' % (table.encode(), seat, chips), False)
        found.append(person)
        await asyncio.sleep(0)
    return found


async def load(base: str, seats: list[list[Any]], rates: list[float], seconds: float) -> list[dict[str, Any]]:
    """Answer at each rate in turn; what was measured."""
    everybody = await people(base, seats)
    waiting = everybody[0].waiting
    found = []
    for rate in [0.0, *rates]:  # the first is to warm up
        warm = not found and rate == 0.0
        for person in everybody:
            person.times.clear()
            person.got = person.bytes = 0
        begun = time.perf_counter()
        lasts = min(seconds, 5.0) if warm else seconds
        given, spent = 0, time.process_time()
        while (past := time.perf_counter() - begun) < lasts:
            if rate:
                due = int(past * rate) - given
                for _ in range(due):
                    given += 1
                    if not waiting.empty():
                        person, text = waiting.get_nowait()
                        person.say(text)
                await asyncio.sleep(0.002)
            else:
                with contextlib.suppress(TimeoutError):
                    person, text = await asyncio.wait_for(waiting.get(), 0.5)
                    person.say(text)
                    while not waiting.empty():
                        person, text = waiting.get_nowait()
                        person.say(text)
                await asyncio.sleep(0)
        past = time.perf_counter() - begun
        found.append(
            {
                "rate": rate, "seconds": past, "times": [one for person in everybody for one in person.times],
                "refused": sum(person.refused for person in everybody),
                "messages": sum(person.got for person in everybody),
                "bytes": sum(person.bytes for person in everybody),
                "lost": sum(person.line is None or person.line.lost for person in everybody),
                "spent": time.process_time() - spent,
            }
        )  # fmt: skip
        print(json.dumps(found[-1]), flush=True)
    for person in everybody:
        if person.line is not None:
            person.line.close()
    return found


# -- the house -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(folder: Path, database: str | None) -> Iterator[tuple[str, psutil.Process]]:
    """A house of its own on a free port of loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    more = ["--database", database] if database else []
    command = [sys.executable, "-m", "housedealer", "serve", "--port", str(port), "--data", str(folder)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--no-limits", *more], stdout=log, stderr=log)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{base}/health", timeout=2).status_code == 200:
                    break
            time.sleep(0.1)
        else:
            raise SystemExit("The house does not open: " + (folder / "log").read_text())
        yield base, psutil.Process(process.pid)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


async def furnish(base: str, tables: int, games: tuple[str, ...]) -> list[list[Any]]:
    """Guests and tables: for each seat its table, number, chips and cookie."""
    gate = asyncio.Semaphore(16)
    headers = {"Origin": base}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:

        async def one(number: int) -> list[list[Any]]:
            async with gate:
                cookies = []
                for _ in range(SEATS):
                    came = await http.post("/api/guest", json={}, headers={"Cookie": ""})
                    came.raise_for_status()
                    cookies.append(f"housedealer={came.cookies['housedealer']}")
                    http.cookies.clear()
                body = {"game": games[number % len(games)], "pace": "fast", "bots": 0, "practice": True}
                opened = await http.post("/api/tables", json=body, headers={"Cookie": cookies[0]})
                opened.raise_for_status()
                row = opened.json()["table"]
                chips = min(1_500_000, row["buy_in"]["most"])
                return [[row["id"], seat, chips, cookie] for seat, cookie in enumerate(cookies, 1)]

        found = await asyncio.gather(*(one(number) for number in range(tables)))
    return [seat for seats in found for seat in seats]


def percentile(times: list[float], part: float) -> float:
    """A percentile in milliseconds."""
    return 1000 * times[min(len(times) - 1, int(part * len(times)))] if times else float("nan")


def measure(
    tables: int, rates: list[float], seconds: float, processes: int, database: str | None,
    games: tuple[str, ...] = GAMES,
) -> dict[str, Any]:  # fmt: skip
    """One house under load at each rate in turn."""
    with tempfile.TemporaryDirectory(prefix="housedealer-bench-") as folder:
        Path(folder, "data").mkdir()
        with served(Path(folder, "data"), database) as (base, house):
            empty = house.memory_info().rss
            seats = asyncio.run(furnish(base, tables, games))
            with contextlib.ExitStack() as stack:
                parts = []
                per = -(-tables // processes) * SEATS
                for at in range(0, len(seats), per):
                    order = {"base": base, "seats": seats[at : at + per], "rates": [
                        rate / processes for rate in rates], "seconds": seconds}  # fmt: skip
                    path = Path(folder, f"order-{at}.json")
                    path.write_text(json.dumps(order))
                    command = [sys.executable, "-m", "bench.floor", "--order", str(path)]
                    part = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
                    stack.callback(part.kill)
                    parts.append(part)
                rows = []
                for number, rate in enumerate([0.0, *rates]):
                    before, begun = house.cpu_times(), time.perf_counter()
                    told = [json.loads(part.stdout.readline()) for part in parts]  # type: ignore[union-attr]
                    after = house.cpu_times()
                    if number == 0:
                        full = house.memory_info().rss
                        continue
                    rows.append(row(rate, told, after.user + after.system - before.user - before.system,
                                    time.perf_counter() - begun))  # fmt: skip
                for part in parts:
                    part.wait(60)
            last = house.memory_info().rss
    return {
        "tables": tables, "seats": len(seats), "games": list(games),
        "database": "postgresql" if database else "sqlite",
        "cores": os.cpu_count(), "load": [round(one, 1) for one in os.getloadavg()],
        "memory_mb": {"empty": empty >> 20, "full": full >> 20, "end": last >> 20},
        "kb_a_table": round((full - empty) / tables / 1024), "runs": rows,
    }  # fmt: skip


def row(rate: float, told: list[dict[str, Any]], cpu: float, wall: float) -> dict[str, Any]:
    """What one rate came to."""
    times = sorted(one for part in told for one in part["times"])
    seconds = max(part["seconds"] for part in told)
    many = max(1, len(times))
    return {
        "rate": rate, "answers_a_second": round(len(times) / seconds, 1),
        "p50_ms": round(percentile(times, 0.5), 1), "p99_ms": round(percentile(times, 0.99), 1),
        "cpu_ms_an_answer": round(1000 * cpu / many, 3), "house_cpu": round(cpu / wall, 2),
        "people_cpu": round(sum(part["spent"] for part in told) / wall, 2),
        "messages_an_answer": round(sum(part["messages"] for part in told) / many, 1),
        "kb_an_answer": round(sum(part["bytes"] for part in told) / many / 1024, 1),
        "refused": sum(part["refused"] for part in told), "lost": sum(part["lost"] for part in told),
    }  # fmt: skip


def main() -> int:
    """Measure as asked, and print it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--floor", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--rate", type=float, action="append", help="answers a second, repeatable; 0: all")
    asked.add_argument("--seconds", type=float, default=20, help="how long at each rate")
    asked.add_argument("--processes", type=int, default=1, help="for the people")
    asked.add_argument("--database", help="another database than SQLite")
    asked.add_argument("--game", action="append")
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--order", type=Path, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.order is not None:
        order = json.loads(wanted.order.read_text())
        asyncio.run(load(order["base"], order["seats"], order["rates"], order["seconds"]))
        return 0
    rates = wanted.rate or [0.0, 250.0, 500.0, 1000.0, 2000.0]
    seconds = min(wanted.seconds, MOST_WAIT)
    found = measure(
        wanted.tables, rates, seconds, wanted.processes, wanted.database, tuple(wanted.game or GAMES)
    )
    if wanted.json:
        print(json.dumps(found, indent=1))
        return 0
    print(
        f"{found['tables']} tables, {found['seats']} seats, {found['database']}, {found['cores']} cores,"
        f" load before and beside it {found['load']}; memory {found['memory_mb']['empty']} MB empty,"
        f" {found['kb_a_table']} KB a table with its people"
    )
    print(f"{'asked/s':>8}{'answers/s':>11}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms/answer':>15}{'house CPU':>11}"
          f"{'messages/answer':>17}{'KB/answer':>11}")  # fmt: skip
    for one in found["runs"]:
        print(
            f"{one['rate'] or 'all':>8}{one['answers_a_second']:>11}{one['p50_ms']:>9}{one['p99_ms']:>9}"
            f"{one['cpu_ms_an_answer']:>15}{one['house_cpu']:>11}{one['messages_an_answer']:>17}"
            f"{one['kb_an_answer']:>11}"
        )
        if one["refused"] or one["lost"]:
            print(f"         {one['refused']} refused, {one['lost']} lines lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
