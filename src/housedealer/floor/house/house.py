"""The house: its people, tables and books, opened from what was kept and written down as it goes on."""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import signal
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
from sqlalchemy import delete, insert, select, update

from housedealer import rooms
from housedealer.floor.house import books, describe, managing, recovery, schema
from housedealer.floor.house.base import TableBase
from housedealer.floor.house.books import CAGE, purse
from housedealer.floor.house.desk import Desk, corrections_of
from housedealer.floor.house.parts import FAST, HUMAN, Reply, Spec
from housedealer.floor.house.people import FLOOR, PLAYER, People, Person, first_run_token
from housedealer.floor.house.store import Batch, Movement, Store, now
from housedealer.floor.house.table import Table
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import RoundLog, decode

log = logging.getLogger("housedealer.house")
STAKE = 2_000_000
"""What a newcomer gets in play chips, in cents."""
MOST_TABLES = 2000
MOST_TABLES_OF_ONE = 8
MOST_BOTS = 8
TIDY_SECONDS = 60.0
LOBBY_SECONDS = 0.25


class Connection(Protocol):
    """Somebody's line to the house."""

    person: str | None

    def send(self, body: bytes) -> None:
        """A message without its beginning."""


class House:
    """A card room that is open."""

    def __init__(self, store: Store, patience: float = 1.0) -> None:
        self.store = store
        self.patience = patience
        self.people = People()
        self.books = books.Books()
        self.tables: dict[str, Table] = {}
        self.last_number = 0
        self.draining = False
        self.stopped = False
        self.first_run = ""
        self.link: managing.Link | None = None
        self.connections: set[Connection] = set()
        self.lobby: set[Connection] = set()
        self._changed: dict[str, TableBase] = {}
        self._telling: asyncio.TimerHandle | None = None
        self._tidying: asyncio.TimerHandle | None = None
        self.hello: Callable[[Connection], None] = lambda connection: None
        self.desk = Desk(self)
        self.calls: dict[int, dict[str, Any]] = {}
        self.last_call = 0
        self.began = now()

    @classmethod
    def open(cls, folder: Path, url: str | None = None, patience: float = 1.0) -> House:
        """The house as it was left; call it in the event loop that it lives in."""
        store = Store(folder, url)
        house = cls(store, patience)
        with store.engine.connect() as connection:
            house.books = books.opened(connection)
            house.people.load(connection)
            house._load_calls(connection)
            house.desk.load(connection)
            house.link = managing.kept_link(connection)
            found = recovery.tables(house, connection)
            house.last_number = recovery.last_number(connection)
        if not house.people.has_floor:
            house.first_run = first_run_token()
        store.on_failure = house._disk_fails
        store.start()
        house._tidying = asyncio.get_running_loop().call_later(TIDY_SECONDS, house._tidy)
        for table in found:
            house.tables[table.id] = table
            recovery.go_on(table)
        return house

    def _tidy(self) -> None:
        """Look after what nobody looks after."""
        if self.stopped:
            return
        at = now()
        for table in list(self.tables.values()):
            try:
                table.tidy(at)
            except Refused as refusal:
                log.warning("%s: %s", table.id, refusal)
        self._tidying = asyncio.get_running_loop().call_later(TIDY_SECONDS, self._tidy)

    def close(self) -> None:
        """Stop: what waits is written, nothing more is dealt."""
        self.stopped = True
        for timer in (self._tidying, self._telling):
            if timer is not None:
                timer.cancel()
        for table in self.tables.values():
            table.stop()
        self.store.stop()

    def _disk_fails(self, error: BaseException) -> None:
        """What cannot be kept must not go on: the process ends, and whoever starts it again finds all."""
        log.critical("The house cannot write and stops: %s", error)
        self.stopped = True
        os.kill(os.getpid(), signal.SIGTERM)

    # -- small services ------------------------------------------------------------------------------

    @staticmethod
    def game(name: str) -> Game:
        """A game by its id."""
        if name not in rooms.ids():
            raise Refused(f"There is no game {name!r}.")
        return rooms.game(name)

    @staticmethod
    @cache
    def description(game: str) -> bytes:
        """A game's description as it is sent."""
        return msgspec.json.encode(describe.description(game))

    @staticmethod
    def entropy(many: int) -> bytes:
        """Chance for a shuffle."""
        return os.urandom(many)

    def seconds(self, usual: float) -> float:
        """How long one may think, by the house's patience."""
        return usual * self.patience

    def may_sit(self, table: str, person: str) -> None:
        """Refuse a seat to whom the floor has asked to leave."""
        self.desk.may_sit(table, person)

    # -- people --------------------------------------------------------------------------------------

    def chips(self, person: str) -> int:
        """A person's chips off the tables."""
        return self.books.of(purse(person))

    def person_row(self, person: Person) -> dict[str, Any]:
        """A person as the protocol has it."""
        return {
            "name": person.name,
            "kind": person.kind,
            "roles": list(person.roles),
            "chips": self.chips(person.name),
        }

    def seats_of(self, person: str) -> list[str]:
        """The tables at which somebody has chips or waits for a seat."""
        return [
            table.id
            for table in self.tables.values()
            if person in table.session.state.chips or any(one.person == person for one in table.wishes)
        ]

    def give(self, batch: Batch, source: str, target: str, amount: int, why: str) -> None:
        """Move chips beside the tables."""
        moved = [Movement(source, target, amount, why)]
        self.books.apply(moved)
        batch.move("", 0, moved, now())

    def new_guest(self, name: str | None, batch: Batch) -> Person:
        """A guest with play chips."""
        person = self.people.new_guest(name, batch)
        self.give(batch, CAGE, purse(person.name), STAKE, "play-chips")
        return person

    def register(self, name: str, password: str, guest: Person | None, batch: Batch) -> Person:
        """An account, from nothing or from what a guest has."""
        if guest is not None and guest.password:
            raise Refused("You have an account already; sign out first.")
        free = self.people.free(name, guest)
        if guest is not None and free == guest.name:
            guest.password = password
            self.people.keep(guest, batch)
            return guest
        if guest is not None and self.seats_of(guest.name):
            raise Refused("Leave your tables first, or make the account under the name that you sit with.")
        person = self.people.new_account(free, password, (PLAYER,), batch)
        if guest is None:
            self.give(batch, CAGE, purse(person.name), STAKE, "play-chips")
        elif self.chips(guest.name):
            self.give(batch, purse(guest.name), purse(person.name), self.chips(guest.name), "register")
        return person

    def top_up(self, person: Person, batch: Batch) -> None:
        """Play chips up to a newcomer's stake again."""
        have = self.books.chips_in_all(person.name, self.tables)
        if have >= STAKE:
            raise Refused("You have chips enough: play chips are filled up when you have less than at first.")
        self.give(batch, CAGE, purse(person.name), STAKE - have, "play-chips")

    def first_manager(self, token: str, name: str, password: str, batch: Batch) -> Person:
        """The first floor manager, by the printed link, or another by one made at the closed house."""
        printed = bool(self.first_run) and secrets_equal(token, self.first_run)
        if not printed and not (self.link is not None and self.link.fits(token)):
            raise Refused("This link is no longer good.")
        person = self.people.new_account(name, password, ("player", "dealer", "floor", "auditor"), batch)
        self.give(batch, CAGE, purse(person.name), STAKE, "play-chips")
        self.desk.note(batch, "first-manager", person.name, {"roles": person.roles})
        managing.forget_link(batch)
        self.first_run, self.link = "", None
        return person

    def purse_changed(self, person: str) -> None:
        """Tell a person what he has off the tables."""
        for connection in list(self.connections):
            if connection.person == person:
                self.hello(connection)

    # -- tables --------------------------------------------------------------------------------------

    def table(self, name: str) -> Table | None:
        """An open table."""
        return self.tables.get(name)

    def rows(self, room: str = "", game: str = "") -> list[dict[str, Any]]:
        """The tables that a lobby shows."""
        found = [
            table
            for table in self.tables.values()
            if (not room or table.game.room == room) and (not game or table.game.id == game)
        ]
        return [table.row() for table in sorted(found, key=lambda one: one.ordinal)]

    def open_table(self, spec: Spec, bots: int, opened_by: str, batch: Batch, floor: bool = False) -> Table:
        """Open a table, with regulars if they are wanted."""
        if self.draining:
            raise Refused("The house closes: no table is opened.")
        mine = sum(1 for table in self.tables.values() if table.opened_by == opened_by)
        if len(self.tables) >= MOST_TABLES or (mine >= MOST_TABLES_OF_ONE and not floor):
            raise Refused("There are tables enough: close one first.")
        if spec.pace not in (HUMAN, FAST):
            raise Refused("The pace is human or fast.")
        if not 0 <= bots <= MOST_BOTS:
            raise Refused(f"Up to {MOST_BOTS} regulars can sit down.")
        places = self.game(spec.game).params.seats
        if spec.places and not 2 <= spec.places <= places:
            raise Refused(f"A table of this game has 2 to {places} seats.")
        self.last_number += 1
        table = Table(self, f"t{self.last_number}", self.last_number, spec, opened_by, now())
        table.seat_bots(min(bots, table.session.state.places - 1), spec.bank_bot, batch)
        self.tables[table.id] = table
        batch.did.insert(
            0,
            (
                insert(schema.tables),
                {
                    "id": table.id, "number": table.ordinal, "spec": msgspec.json.encode(spec),
                    "point": table.point(), "opened_by": opened_by, "created": table.created, "closed": 0,
                },
            ),
        )  # fmt: skip
        return table

    def close_row(self, table: TableBase, batch: Batch) -> None:
        """A table is closed for good."""
        kept = schema.tables
        batch.did.append((update(kept).where(kept.c.id == table.id).values(closed=now()), None))
        self.tables.pop(table.id, None)
        self._changed[table.id] = table
        table.stop()

    @property
    def rounds_in_progress(self) -> int:
        """How many rounds are being dealt."""
        return sum(1 for table in self.tables.values() if table.round is not None)

    def call_floor(self, table: TableBase, person: str, says: str, reply: Reply) -> None:
        """Tell floor people that they are called; the call is kept until it has been seen to."""
        self.last_call += 1
        call = {"type": "called", "table": table.id, "call": self.last_call, "who": person, "says": says}
        self.calls[self.last_call] = call

        def kept() -> None:
            reply({})
            self.tell_floor(call)

        self.store.write(self._calls_batch(), kept)

    def tell_floor(self, message: Mapping[str, Any]) -> None:
        """A message to every floor manager who is here."""
        body = msgspec.json.encode(message)[1:]
        for connection in list(self.connections):
            who = self.people.by_name.get(connection.person or "")
            if who is not None and FLOOR in who.roles:
                connection.send(body)

    def _calls_batch(self) -> Batch:
        """The open calls, as they are kept."""
        batch = Batch()
        batch.did.append((delete(schema.notes).where(schema.notes.c.name == "calls"), None))
        value = msgspec.json.encode(list(self.calls.values()))
        batch.did.append((insert(schema.notes), {"name": "calls", "value": value}))
        return batch

    def _load_calls(self, connection: Any) -> None:
        kept = schema.notes.c
        found = connection.execute(select(kept.value).where(kept.name == "calls")).scalar()
        for call in msgspec.json.decode(found) if found else ():
            self.calls[call["call"]] = call
            self.last_call = max(self.last_call, call["call"])

    # -- the lobby -----------------------------------------------------------------------------------

    def table_changed(self, table: TableBase) -> None:
        """A table changed: lobbies hear of it a moment later."""
        if not self.lobby:
            return
        self._changed[table.id] = table
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._tell_lobbies)

    def _tell_lobbies(self) -> None:
        self._telling = None
        changed, self._changed = self._changed, {}
        rows = [table.row() for table in changed.values()]
        if not rows:
            return
        body = msgspec.json.encode({"type": "lobby", "tables": rows})[1:]
        for connection in list(self.lobby):
            connection.send(body)

    async def known_rounds(self, table: str, before: int, count: int) -> list[Mapping[str, Any]]:
        """The lines of a table's rounds, newest first."""
        rounds = schema.rounds.c
        query = select(rounds.line).where(rounds.table_id == table)
        if before:
            query = query.where(rounds.number < before)
        query = query.order_by(rounds.number.desc()).limit(count)

        def look(connection: Any) -> Iterable[Mapping[str, Any]]:
            lines = [msgspec.json.decode(row.line) for row in connection.execute(query)]
            made = corrections_of(connection, table, [line["number"] for line in lines])
            return [{**line, "corrections": made.get(line["number"], [])} for line in lines]

        return list(await self.store.look(look))

    async def round_log(self, table: str, number: int) -> RoundLog | None:
        """The log of a finished round, if there is one."""
        rounds = schema.rounds.c

        def look(connection: Any) -> bytes | None:
            query = select(rounds.log).where(rounds.table_id == table, rounds.number == number)
            found: bytes | None = connection.execute(query).scalar()
            return found

        found = await self.store.look(look)
        if found == b"":
            raise Refused("This round was void when the house was opened again; it has no record of its own.")
        return None if found is None else decode(found)


def secrets_equal(one: str, other: str) -> bool:
    """Whether two secrets are the same, told in the same time whatever they are."""
    return hmac.compare_digest(one.encode(), other.encode())
