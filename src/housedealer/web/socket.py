"""The socket: one connection, its messages, and what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from housedealer import __version__
from housedealer.floor.house import shown
from housedealer.floor.house.house import House
from housedealer.floor.house.store import Closed, now
from housedealer.floor.house.table import Table
from housedealer.table.collection import quote as fee_of
from housedealer.table.errors import Refused
from housedealer.table.questions import Wagers
from housedealer.web.api_people import PROTOCOL
from housedealer.web.gathered import FRAMES, HEARD, Sender
from housedealer.web.hints import Hints
from housedealer.web.limits import MOST_MESSAGE, Bucket
from housedealer.web.security import COOKIE, same_house

log = logging.getLogger("housedealer.socket")
VERSION, ORIGIN, TOO_MANY, REPLACED, RESTART = 4001, 4003, 4008, 4009, 1012
MOST_TABLES = 8
MOST_CONNECTIONS = 8
MOST_WAITING = 2000
"""Messages that wait for a slow client before the house gives up on him."""
KNOWN_IDS = 512


class Base(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every message of a client has."""

    v: int
    id: str
    type: str


class OfTable(Base, forbid_unknown_fields=True, kw_only=True):
    """A message about a table."""

    table: str


class Lobby(Base, forbid_unknown_fields=True, kw_only=True):
    """Hear of all tables, or no longer."""

    on: bool


class Sit(OfTable, forbid_unknown_fields=True, kw_only=True):
    """Take a seat."""

    seat: int
    chips: int


class Buy(OfTable, forbid_unknown_fields=True, kw_only=True):
    """Buy chips."""

    chips: int


class Behind(OfTable, forbid_unknown_fields=True, kw_only=True):
    """Stand behind seats."""

    seats: list[int]
    chips: int = 0


class Out(OfTable, forbid_unknown_fields=True, kw_only=True):
    """Sit out."""

    out: bool


class Answer(OfTable, forbid_unknown_fields=True, kw_only=True):
    """An answer, or what one would cost."""

    question: str
    answer: Any = msgspec.UNSET
    say: str | None = None


class Hint(OfTable, forbid_unknown_fields=True, kw_only=True):
    """What would the bot do?"""

    question: str


class Text(OfTable, forbid_unknown_fields=True, kw_only=True):
    """A line for the next shuffle."""

    text: str


class Call(OfTable, forbid_unknown_fields=True, kw_only=True):
    """Call the floor."""

    says: str


SHAPES: dict[str, msgspec.json.Decoder[Any]] = {
    name: msgspec.json.Decoder(shape)
    for name, shape in {
        "join": OfTable, "leave": OfTable, "stand": OfTable, "lobby": Lobby, "sit": Sit, "buy": Buy,
        "behind": Behind, "out": Out, "answer": Answer, "quote": Answer, "hint": Hint, "text": Text,
        "call": Call, "ping": Base,
    }.items()
}  # fmt: skip


class Head(msgspec.Struct):
    """What is read of a message first."""

    v: Any = None
    id: Any = None
    type: Any = None


_head = msgspec.json.Decoder(Head)
FREE = ("join", "leave", "lobby", "ping")
"""What somebody may do who is not signed in."""


class Connection:
    """One client."""

    def __init__(self, house: House, socket: WebSocket, person: str | None, limited: bool) -> None:
        self.house = house
        self.socket = socket
        self.person = person
        self.hints = Hints(socket.app.state.odds)
        self.tables: dict[str, Table] = {}
        self.bucket = Bucket(20.0, 200.0) if limited else None
        self._n = 0
        self._out: deque[bytes] = deque()
        self._text: Sender | None = socket.scope.get("extensions", {}).get(FRAMES)
        self._more = asyncio.Event()
        self._known: OrderedDict[str, bytes | None] = OrderedDict()
        self.closing: int | None = None
        self.since = time.monotonic()

    # -- sending -------------------------------------------------------------------------------------

    def send(self, body: bytes) -> None:
        """Send a message that lacks its beginning."""
        if self.closing is not None:
            return
        if len(self._out) >= MOST_WAITING:
            self.close(TOO_MANY)
            return
        self._n += 1
        text = b'{"v":1,"n":%d,%b' % (self._n, body)
        if self._out or self._text is None or not self._text(text):
            self._out.append(text)
            self._more.set()

    def close(self, code: int) -> None:
        """Close when all is sent."""
        if self.closing is None:
            self.closing = code
            self._more.set()

    async def write(self) -> None:
        """Send what waits, until the connection closes."""
        send = self.socket.send_text
        while True:
            if not self._out:
                if self.closing is not None:
                    with contextlib.suppress(RuntimeError):
                        await self.socket.close(self.closing)
                    self.gone()
                    return
                self._more.clear()
                await self._more.wait()
            while self._out:
                await send(self._out[0].decode())
                self._out.popleft()  # only now may what comes after it go past this queue

    def hello(self) -> None:
        """Who one is here."""
        person = self.house.people.by_name.get(self.person) if self.person else None
        self.send(
            shown.encode(
                {
                    "type": "hello",
                    "person": self.house.person_row(person) if person else None,
                    "protocol": PROTOCOL,
                    "now": now(),
                    "version": __version__,
                }
            )[1:]
        )

    # -- hearing -------------------------------------------------------------------------------------

    def hear(self, raw: str | bytes) -> None:
        """One message of the client."""
        if self.closing is not None:
            return
        if self.bucket is not None and not self.bucket.take():
            self._refuse("", "too-many", "Too many messages: the house closes this connection.")
            self.close(TOO_MANY)
            return
        if len(raw) > MOST_MESSAGE:
            self._refuse("", "too-large", "The message is too large.")
            return
        try:
            head = _head.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse("", "bad-request", "The message is not JSON of the protocol.")
            return
        if head.v != PROTOCOL:
            self._refuse("", "version", f"This house speaks version {PROTOCOL}.")
            self.close(VERSION)
            return
        name = head.id
        if not isinstance(name, str) or not 0 < len(name) <= 64:
            self._refuse("", "bad-request", "A message has an id of 1 to 64 signs.")
            return
        if name in self._known:
            if (before := self._known[name]) is not None:
                self.send(before)
            return
        decoder = SHAPES.get(head.type) if isinstance(head.type, str) else None
        if decoder is None:
            self._refuse(name, "bad-request", "There is no message of this type.")
            return
        self._known[name] = None
        if len(self._known) > KNOWN_IDS:
            self._known.popitem(last=False)
        try:
            self._obey(name, decoder.decode(raw))
        except msgspec.ValidationError as error:
            self._refuse(name, "bad-request", f"The message is not of the shape: {error}.")
        except Refused as refusal:
            self._refuse(name, "refused", str(refusal))
        except Closed:
            self._refuse(name, "draining", "The house closes.")
        except NotFound as missing:
            self._refuse(name, "not-found", str(missing))
        except Exception:
            log.exception("a message of type %s fails", head.type)
            self._refuse(name, "fault", "The house made a mistake; nothing has changed.")

    def _refuse(self, re: str, code: str, says: str) -> None:
        self._reply(re, {"type": "refused", "re": re, "code": code, "says": says})

    def _reply(self, re: str, body: Mapping[str, Any]) -> None:
        sent = shown.encode(body)[1:]
        if re in self._known:
            self._known[re] = sent
        self.send(sent)

    def _ack(self, re: str) -> Callable[[Mapping[str, Any]], None]:
        return lambda more: self._reply(re, {"type": "ack", "re": re, **more})

    def _table(self, name: str) -> Table:
        table = self.house.table(name)
        if table is None:
            raise NotFound("There is no such table.")
        return table

    def _obey(self, re: str, message: Any) -> None:
        kind, ack = message.type, self._ack(re)
        if kind == "ping":
            ack({})
            return
        if kind == "lobby":
            (self.house.lobby.add if message.on else self.house.lobby.discard)(self)
            ack({})
            if message.on:
                self.send(shown.encode({"type": "lobby", "tables": self.house.rows()})[1:])
            return
        table = self._table(message.table)
        if kind == "join":
            self._join(table, ack)
            return
        if kind == "leave":
            self.tables.pop(table.id, None)
            table.unwatch(self)
            ack({})
            return
        person = self.person
        if person is None:
            self._refuse(re, "sign-in", "Sign in first.")
            return
        match kind:
            case "sit":
                table.sit(person, message.seat, message.chips, ack)
            case "stand":
                table.stand(person, ack)
            case "buy":
                table.buy(person, message.chips, ack)
            case "behind":
                table.behind(person, tuple(message.seats), message.chips, ack)
            case "out":
                table.sit_out(person, message.out, ack)
            case "answer":
                if (message.answer is msgspec.UNSET) == (message.say is None):
                    raise Refused("An answer has either `answer` or `say`.")
                self._answer(table, person, message, ack)
            case "quote":
                self._quote(re, table, person, message)
            case "hint":
                self.hints.give(re, table, person, message.question, self._reply_with(re))
            case "text":
                table.text(person, message.text, ack)
            case "call":
                table.call_floor(person, message.says, ack)

    def _join(self, table: Table, ack: Callable[[Mapping[str, Any]], None]) -> None:
        if table.id not in self.tables and len(self.tables) >= MOST_TABLES:
            raise Refused(f"One connection may be at {MOST_TABLES} tables.")
        self.tables[table.id] = table
        ack({})
        table.watch(self)

    def _answer(
        self, table: Table, person: str, message: Answer, ack: Callable[[Mapping[str, Any]], None]
    ) -> None:
        """Hand an answer to the table; where mistakes are told, look at the question before it is gone."""
        after = self.hints.watch(table, person, message.question)
        given: Any = None
        if after is not None:
            answer = None if message.answer is msgspec.UNSET else message.answer
            given = table.checked(table.question(person, message.question), answer, message.say)
        table.answer(person, message.question, message.answer, message.say, ack)
        if after is not None:
            after(given)

    def _reply_with(self, re: str) -> Callable[[dict[str, Any]], None]:
        return lambda found: self._reply(re, found)

    def _quote(self, re: str, table: Table, person: str, message: Answer) -> None:
        one = table.question(person, message.question)
        question = one.question
        found: dict[str, Any] = {"type": "quote", "re": re, "cost": 0, "fee": 0, "words": "", "problem": None}
        try:
            answer = None if message.answer is msgspec.UNSET else message.answer
            checked = table.checked(one, answer, message.say)
            found["cost"] = question.cost(checked)
            found["words"] = shown.spoken(question, checked)
            if isinstance(question, Wagers) and table.round is not None:
                found["fee"] = fee_of(table.round.table, person, checked)
        except Refused as refusal:
            found["problem"] = str(refusal)
        self._reply(re, found)

    def gone(self) -> None:
        """The connection is no more."""
        self.house.connections.discard(self)
        self.house.lobby.discard(self)
        for table in list(self.tables.values()):
            table.unwatch(self)
        self.tables.clear()


class NotFound(Exception):
    """There is no such table."""


def replace_oldest(house: House, newest: Connection) -> None:
    """One person has so many connections; one more takes the place of his oldest."""
    if newest.person is None:
        return
    own = [one for one in house.connections if isinstance(one, Connection) and one.person == newest.person]
    if len(own) > MOST_CONNECTIONS:
        min(own, key=lambda one: one.since).close(REPLACED)


async def serve(socket: WebSocket) -> None:
    """One connection, from coming to going."""
    house: House = socket.app.state.house
    headers = socket.headers
    await socket.accept()
    if not same_house(headers.get("origin"), headers.get("host"), socket.url.scheme):
        await socket.close(ORIGIN)
        return
    person = house.people.who(socket.cookies.get(COOKIE, ""))
    connection = Connection(house, socket, person.name if person else None, bool(socket.app.state.limits.on))
    house.connections.add(connection)
    replace_oldest(house, connection)
    connection.hello()
    writing = asyncio.create_task(connection.write())
    if hear_with := socket.scope.get("extensions", {}).get(HEARD):
        hear_with(connection.hear)
    try:
        while connection.closing is None:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            connection.hear(message.get("text") or message.get("bytes") or "")
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        connection.gone()
        if connection.closing is not None:
            with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
                await asyncio.wait_for(writing, 5)
        writing.cancel()
