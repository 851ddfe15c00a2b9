"""The house killed at random moments of play, and looked through each time before it is opened again.

    scripts/chaos --kills 300          half of them over SQLite, half over PostgreSQL

Two people sit at a table of each kind of game, a third stands behind them at the banked ones; now and then
somebody leaves, comes back or buys. The house is killed (SIGKILL) after a random time, sometimes while it is
still starting. What is found then must hold all that was acknowledged, to the cent and to the answer.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from tests.web.client import Client, Message, suggested
from tests.web.cluster import binaries, cluster
from tests.web.served import Served
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from housedealer.floor.house import books, schema
from housedealer.floor.house.house import House
from housedealer.floor.house.parts import frozen
from housedealer.floor.house.table import Table
from housedealer.table.log import decode

BANKED = ("garlic-city/3-card-poker", "lucky-buck/ez-baccarat", "lucky-buck/pure-21-5-blackjack")
OTHERS = (
    "lucky-buck/texas-holdem", "lucky-buck/lowball", "garlic-city/7-card-stud",
    "garlic-city/chinese-13-card-poker", "lucky-buck/pan",
)  # fmt: skip
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.TransportError, AssertionError)


class Lost(AssertionError):
    """Something that was acknowledged is not there, or chips are not where they were."""


class Player:
    """One person who plays at several tables and notes what was acknowledged to him."""

    def __init__(self, base: str, name: str, rng: random.Random, behind: bool = False) -> None:
        self.client = Client(base)
        self.name = name
        self.rng = rng
        self.behind = behind
        self.tables: list[str] = []
        self.seated: dict[str, bool] = {}
        """Where a seat was acknowledged (True) or given up (False); unsure ones are left out."""
        self.sent: dict[str, tuple[str, Any]] = {}
        self.acknowledged: dict[str, Any] = {}
        self.settled: dict[str, int] = {}
        self.void: list[Message] = []
        self.faults: list[Message] = []

    async def play(self, connected: asyncio.Event) -> None:
        """Be at all tables and answer whatever is asked, until the line breaks."""
        client = self.client
        await client.connect()
        client.seen.clear()
        for table in self.tables:
            await self.send("join", table)
        connected.set()
        while True:
            await self.hear(await client.receive(60))
            if len(client.seen) > 200:
                client.seen.clear()

    async def send(self, type_: str, table: str, note: Any = None, **fields: Any) -> None:
        """Send, and remember what it was about."""
        name = f"{self.name}-{next(self.client.ids)}-{self.rng.random()}"
        self.sent[name] = (table, (type_, note))
        if type_ in ("sit", "stand", "behind"):
            self.seated.pop(table, None)
        await self.client.send(type_, id=name, table=table, **fields)

    async def hear(self, message: Message) -> None:
        """One message of the house."""
        kind, table = message["type"], message.get("table", "")
        if kind == "ask":
            answer = suggested(message)
            if message["shape"] != "wagers" and message["answers"] and self.rng.random() < 0.3:
                answer = self.rng.choice(message["answers"])["answer"]
            await self.send("answer", table, (message["question"], answer),
                            question=message["question"], answer=answer)  # fmt: skip
        elif kind == "ack":
            table, (type_, note) = self.sent.pop(message["re"])
            if type_ == "answer" and not message.get("late"):
                self.acknowledged[note[0]] = note[1]
            elif type_ in ("sit", "behind"):
                self.seated[table] = True
            elif type_ == "stand":
                self.seated[table] = False
        elif kind == "refused":
            self.sent.pop(message["re"], None)
            if message["code"] not in ("refused",):
                self.faults.append(message)
        elif kind == "settled":
            self.settled[table] = max(self.settled.get(table, 0), message["round"])
            if message["void"] is not None:
                self.void.append(message)
            await self.whim(table)
        elif kind == "scene":
            await self.take_part(message)

    async def take_part(self, scene: Message) -> None:
        """Sit down, or stand behind somebody, where one does not yet."""
        table, you = scene["table"], scene["you"]
        waits = any(where == table and what[0] in ("sit", "behind") for where, what in self.sent.values())
        if waits or you["seats"] or you["behind"] or self.seated.get(table):
            return
        if self.behind:
            seats = [one["seat"] for one in scene["seats"] if one["name"]]
            if seats:
                await self.send("behind", table, seats=self.rng.sample(seats, 1), chips=60_000)
            return
        free = [one["seat"] for one in scene["seats"] if not one["name"]]
        if free:
            await self.send("sit", table, seat=self.rng.choice(free), chips=60_000)

    async def whim(self, table: str) -> None:
        """Something that one does between the rounds."""
        at = self.rng.random()
        if at < 0.03:
            await self.send("stand", table)
        elif at < 0.10:
            await self.send("buy", table, chips=self.rng.randint(1, 20) * 500)
        elif at < 0.20:
            await self.send("text", table, text=f"line {at}")


class Chaos:
    """One house that is killed again and again."""

    def __init__(self, folder: Path, url: str | None, seed: int, games: tuple[str, ...]) -> None:
        options = ("--no-limits", "--database", url) if url else ("--no-limits",)
        self.served = Served(folder, *options)
        self.url = url
        self.rng = random.Random(seed)
        self.games = games
        self.players: list[Player] = []
        self.tables: dict[str, str] = {}
        self.kills = 0
        self.answers = 0
        self.checked = 0

    async def furnish(self) -> None:
        """People come in and tables are opened."""
        base = self.served.base
        self.players = [
            Player(base, "Ann Lee", random.Random(self.rng.random())),
            Player(base, "Bob Ray", random.Random(self.rng.random())),
            Player(base, "Cy Orr", random.Random(self.rng.random()), behind=True),
        ]
        for player in self.players:
            await player.client.guest(player.name)
        for game in self.games:
            body = {"game": game, "pace": "fast", "bots": 2, "bank_bot": game in BANKED,
                    "practice": game in BANKED}  # fmt: skip
            opened = await self.players[0].client.post("/api/tables", body)
            table = opened["table"]["id"]
            self.tables[table] = game
            for player in self.players:
                if not player.behind or game in BANKED:
                    player.tables.append(table)

    async def run(self, kills: int) -> None:
        """Play, be killed, be looked through; at the end every table deals on."""
        self.served.start()
        await self.furnish()
        while self.kills < kills:
            await self.until_killed(0.1 + self.rng.random() ** 2 * 1.6)
            await self.look_through()
            if self.rng.random() < 0.12 and self.kills < kills:  # killed while it finds its tables again
                self.start_and_kill(self.rng.random() * 1.5)
                await self.look_through()
            self.served.start()
        await self.goes_on()
        self.served.stop()
        await self.look_through()

    async def until_killed(self, seconds: float) -> None:
        """Everybody plays; after a while the house is killed in whatever it does."""
        events = [asyncio.Event() for _ in self.players]
        playing = [
            asyncio.create_task(player.play(event))
            for player, event in zip(self.players, events, strict=True)
        ]
        try:
            await asyncio.wait_for(asyncio.gather(*(one.wait() for one in events)), 30)
            await asyncio.sleep(seconds)
        finally:
            self.kills += 1
            self.served.kill()
        for one in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(one, BaseException) and not isinstance(one, GONE):
                raise one
        for player in self.players:
            player.sent.clear()
            if player.faults:
                raise Lost(f"{player.name} met a fault: {player.faults[0]}")

    def start_and_kill(self, seconds: float) -> None:
        """The house is killed while it opens."""
        served = self.served
        served.begin()
        time.sleep(seconds)
        served.kill()
        self.kills += 1

    async def look_through(self) -> None:
        """What a killed house left: every chip, every answer and every seat that was acknowledged."""
        before = self.balances()
        house = House.open(self.served.folder, self.url)
        try:
            for table in house.tables.values():
                self.chips_agree(house, table)
                self.seats_agree(table)
            self.answers_are_kept(house)
            void = house.store.read(
                lambda data: data.execute(
                    select(schema.rounds.c.table_id, schema.rounds.c.number).where(schema.rounds.c.void)
                ).all()
            )
            if void:
                raise Lost(f"A round was called off: {void[0]}")
        finally:
            house.close()
        if before != self.balances():
            raise Lost("Opening the house moved chips.")

    def balances(self) -> dict[str, int]:
        """The books as they lie in the database, counted from the movements; they sum to nothing."""
        from housedealer.floor.house.store import open_engine

        engine = open_engine(self.url or f"sqlite:///{self.served.folder / 'house.db'}")
        with engine.connect() as connection:
            found = {name: held for name, held in books.opened(connection).balance.items() if held}
        engine.dispose()
        if sum(found.values()):
            raise Lost(f"The ledger sums to {sum(found.values())}.")
        return found

    def chips_agree(self, house: House, table: Table) -> None:
        """What lies on a table is what the books say, account by account."""
        of = house.books.of
        if table.voided is not None:
            raise Lost(f"{table.id} could not go on with round {table.number}.")
        for name in table.session.state.chips:
            if table.chips(name) != of(books.account(table.id, name)):
                raise Lost(f"{name} has {table.chips(name)} at {table.id}, not as in the books.")
        for name in ("pot", "wagers", "bank"):
            held = table.round.table.ledger.balance.get(name, 0) if table.round is not None else 0
            if held != of(books.account(table.id, name)):
                raise Lost(f"{name} of {table.id} holds {held}, not as in the books.")

    def seats_agree(self, table: Table) -> None:
        """Who was told that he sits down sits or waits for it; who was told that he leaves does not."""
        for player in self.players:
            seated = player.seated.get(table.id)
            here = player.name in table.session.state.chips
            wishes = {one.kind for one in table.wishes if one.person == player.name}
            if seated and not here and not wishes & {"sit", "behind"} and not player.behind:
                raise Lost(f"{player.name} has lost his seat at {table.id}.")
            if seated is False and here and "stand" not in wishes:
                raise Lost(f"{player.name} left {table.id} and is there again.")

    def answers_are_kept(self, house: House) -> None:
        """Every acknowledged answer stands in its round, in the place of its question."""
        logs: dict[tuple[str, int], list[Any]] = {}
        rounds = schema.rounds.c
        for player in self.players:
            for question, answer in player.acknowledged.items():
                table_id, number, base, place = question.split("/")
                if base.startswith("bank"):
                    continue  # an offer of the position is no part of a round
                key = (table_id, int(number))
                if key not in logs:
                    logs[key] = self.entries(house, *key, rounds)
                told = [one for one in logs[key][int(base) :] if one[0] == int(place)]
                if not told or frozen(told[0][1]) != frozen(answer):
                    raise Lost(f"The answer {answer!r} to {question} is lost: {told[:1]}")
                self.checked += 1
            self.answers += len(player.acknowledged)
            player.acknowledged.clear()

    @staticmethod
    def entries(house: House, table_id: str, number: int, rounds: Any) -> list[Any]:
        """What a round was told, in progress or over."""
        table = house.tables[table_id]
        if table.round is not None and table.number == number:
            return [one if isinstance(one, tuple) else (one.at, one.answer) for one in table.round.entries]
        query = select(rounds.log).where(rounds.table_id == table_id, rounds.number == number)
        found = house.store.read(lambda data: data.execute(query).scalar())
        if not found:
            raise Lost(f"Round {number} of {table_id} is neither in progress nor kept.")
        return [(one.at, one.answer) for one in decode(found).entries]

    async def goes_on(self) -> None:
        """Every table deals on: two more rounds each, none of them void, none left out."""
        for player in self.players:
            player.settled.clear()
        first: dict[str, int] = {}
        events = [asyncio.Event() for _ in self.players]
        playing = [
            asyncio.create_task(player.play(event))
            for player, event in zip(self.players, events, strict=True)
        ]
        client = self.players[0].client
        try:
            async with asyncio.timeout(90):
                while True:
                    rows = (await client.get("/api/tables"))["tables"]
                    numbers = {one["id"]: one["round"] for one in rows}
                    first = first or numbers
                    if all(numbers[table] >= first[table] + 2 for table in self.tables):
                        break
                    for one in playing:
                        if one.done():
                            one.result()
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise Lost(f"A table does not go on: {first} {rows}") from None
        finally:
            going = set(playing)
            while going:  # one that gets a message in the same moment may miss that it is called away
                for one in going:
                    one.cancel()
                _, going = await asyncio.wait(going, timeout=1)
        for table, number in numbers.items():
            lines: list[int] = []
            while not lines or lines[-1] > 1:
                query = f"count=200&before={lines[-1]}" if lines else "count=200"
                found = (await client.get(f"/api/tables/{table}/rounds?{query}"))["rounds"]
                if not found:
                    break
                lines += [one["number"] for one in found]
            if lines != list(range(lines[0], 0, -1)) or lines[0] < number - 1:
                raise Lost(f"Rounds of {table} are missing.")
        for player in self.players:
            if player.void:
                raise Lost(f"A round was void: {player.void[0]}")
            await player.client.close()


def run(kills: int, seed: int, database: str, games: tuple[str, ...] = BANKED + OTHERS) -> Chaos:
    """So many kills over one database; the house is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="housedealer-chaos-")))
        url = None
        if database == "postgresql":
            programs = binaries()
            if programs is None:
                raise SystemExit("PostgreSQL is not installed: scripts/setup dev installs it.")
            url = stack.enter_context(cluster(programs))
        chaos = Chaos(folder / "data", url, seed, games)
        try:
            asyncio.run(chaos.run(kills))
        except BaseException:
            if chaos.served.log.exists():
                print(chaos.served.log.read_text()[-3000:], file=sys.stderr)
            raise
        finally:
            chaos.served.stop()
        return chaos


def main() -> int:
    """Kill as often as was asked, and say what was seen."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--kills", type=int, default=300, help="how often in all")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--database", choices=("both", "sqlite", "postgresql"), default="both")
    wanted = asked.parse_args()
    logging.disable(logging.WARNING)
    names = ("sqlite", "postgresql") if wanted.database == "both" else (wanted.database,)
    for at, name in enumerate(names):
        kills = (wanted.kills + at) // len(names)
        begun = time.monotonic()
        chaos = run(kills, wanted.seed + at, name)
        print(
            f"{name}: killed {chaos.kills} times in {time.monotonic() - begun:.0f} s over"
            f" {len(chaos.games)} games; {chaos.answers} acknowledged answers, {chaos.checked} of them in"
            " rounds, all found again; every ledger was zero, every round went on.",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
