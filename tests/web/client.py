"""A client that knows no game: it signs in, sits down, and answers with what is suggested."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]
Choice = Callable[[Message], Any]


def suggested(ask: Message) -> Any:
    """What one tap would mean."""
    return ask["suggested"]["answer"]


class Client:
    """One person with one connection."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=30)
        self.socket: ClientConnection | None = None
        self.name = ""
        self.ids = itertools.count(1)
        self.seen: list[Message] = []
        self.n = 0

    async def guest(self, name: str | None = None) -> Message:
        """Come in as a guest."""
        found = await self.post("/api/guest", {"name": name} if name else {})
        self.name = found["person"]["name"]
        return found

    async def post(self, path: str, body: Message) -> Message:
        """A request that must succeed."""
        answer = await self.http.post(path, json=body)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()  # type: ignore[no-any-return]

    async def get(self, path: str) -> Message:
        """The same, read only."""
        answer = await self.http.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()  # type: ignore[no-any-return]

    @property
    def cookie(self) -> str:
        """The cookie, as the socket sends it."""
        return f"housedealer={self.http.cookies['housedealer']}" if "housedealer" in self.http.cookies else ""

    async def connect(self) -> Message:
        """Open the socket; the first message."""
        url = self.base.replace("http", "ws", 1) + "/ws"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.n = 0
        self.socket = await connect(url, origin=self.base, additional_headers=headers, max_size=2**22)  # type: ignore[arg-type]
        return await self.next("hello")

    async def send(self, type_: str, **fields: Any) -> str:
        """Send a message; its id."""
        assert self.socket is not None
        name = fields.pop("id", None) or str(next(self.ids))
        await self.socket.send(json.dumps({"v": 1, "id": name, "type": type_, **fields}))
        return name

    async def receive(self, seconds: float = 15) -> Message:
        """The next message, whatever it is; their numbers have no gap."""
        assert self.socket is not None
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        self.n += 1
        assert message["v"] == 1
        assert message["n"] == self.n
        self.seen.append(message)
        return message

    async def next(self, *types: str, seconds: float = 15) -> Message:
        """The next message of some types."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.receive(seconds)
                if message["type"] in types:
                    return message

    async def do(self, type_: str, **fields: Any) -> Message:
        """Send a message and wait until it is acknowledged or refused."""
        name = await self.send(type_, **fields)
        async with asyncio.timeout(20):
            while True:
                message = await self.receive()
                if message.get("re") == name:
                    return message

    async def play(self, rounds: int, choose: Choice = suggested, seconds: float = 60) -> list[Message]:
        """Answer everything until so many rounds are settled; the settlements."""
        found: list[Message] = []
        async with asyncio.timeout(seconds):
            while len(found) < rounds:
                message = await self.receive(seconds)
                if message["type"] == "ask":
                    await self.send(
                        "answer", table=message["table"], question=message["question"],
                        answer=choose(message),
                    )  # fmt: skip
                elif message["type"] == "settled":
                    found.append(message)
                elif message["type"] == "refused":
                    raise AssertionError(message)
        return found

    async def sit_at(self, game: str, seat: int = 0, **opening: Any) -> str:
        """Open a table of a game and sit down; the table."""
        opened = await self.post("/api/tables", {"game": game, "pace": "fast", "bots": 3, **opening})
        row = opened["table"]
        if self.socket is None:
            await self.connect()
        await self.do("join", table=row["id"])
        taken = {one["seat"] for one in row["seats"]}
        free = seat or next(at for at in range(1, row["places"] + 1) if at not in taken)
        sat = await self.do("sit", table=row["id"], seat=free, chips=row["buy_in"]["usual"])
        assert sat["type"] == "ack", sat
        return str(row["id"])

    async def close(self) -> None:
        """Go."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None
        await self.http.aclose()
