"""The floor desk: what a floor manager does in the house, each act with its entry in the audit log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from housedealer.floor.answers import money
from housedealer.floor.house import schema
from housedealer.floor.house.audit import HOUSE, AuditLog
from housedealer.floor.house.books import CAGE
from housedealer.floor.house.parts import CLOSED, Spec
from housedealer.floor.house.people import ACCOUNT, DAYS, FLOOR, PLAYER, ROLES, Person
from housedealer.floor.house.store import Batch, Movement, now
from housedealer.floor.regulars import NAMES
from housedealer.pieces import cards, tiles
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import fingerprints

if TYPE_CHECKING:
    from housedealer.floor.house.house import House
    from housedealer.floor.house.table import Table

MOST_WORDS = 200
MOST_MOVES = 50
MOST_CLOSED = 100
STAYS_AWAY = DAYS
"""For so long whoever was removed from a table does not sit down there again."""
BARS = "bars"


class Move(msgspec.Struct, frozen=True):
    """Chips that a correction moves."""

    source: str
    target: str
    amount: int


def reason_of(text: str | None, needed: bool = False) -> str:
    """Why something is done, in the floor's words.

    >>> reason_of("  the deck was   short ")
    'the deck was short'
    """
    reason = " ".join((text or "").split())
    if needed and not reason:
        raise Refused("Say why.")
    if len(reason) > MOST_WORDS:
        raise Refused(f"Say it in up to {MOST_WORDS} signs.")
    return reason


def facts_of(game: Game, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an irregularity as its remedy needs them: pieces by face, seats as numbers.

    >>> from housedealer.rooms import game
    >>> facts_of(game("garlic-city/texas-holdem"), {"seat": "3", "piece": "As", "picked-up": "yes"})
    {'seat': 3, 'piece': 51, 'picked-up': True}
    """
    found: dict[str, Any] = {}
    for name, value in told.items():
        if name in ("self", "kind") or len(name) > 40:
            raise Refused(f"No remedy asks for {name[:40]!r}.")
        if name == "piece" and isinstance(value, str):
            found[name] = _piece(game, value)
        elif name == "seats" and isinstance(value, (str, int)):
            found[name] = [_whole(name, one) for one in str(value).replace(",", " ").split()]
        elif name in ("seat", "after", "count", "meld", "drawn") and not isinstance(value, list):
            found[name] = _whole(name, value)
        elif isinstance(value, str) and value.lower() in ("yes", "true", "no", "false"):
            found[name] = value.lower() in ("yes", "true")
        elif isinstance(value, (str, int, bool)) or (
            isinstance(value, list) and all(isinstance(one, (str, int)) for one in value)
        ):
            found[name] = value
        else:
            raise Refused(f"{name} is a word, a number, or a list of them.")
    return found


def _whole(name: str, value: Any) -> int:
    text = str(value).strip()
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refused(f"{name} is a whole number.")
    return int(text)


def _piece(game: Game, text: str) -> int:
    if game.params.pieces == "tiles":
        found = [piece for piece in range(tiles.TILES) if text in (tiles.face(piece), tiles.name(piece))][:1]
    else:
        try:
            found = list(cards.cards(text))
        except (Refused, ValueError, LookupError):
            found = []
    if len(found) != 1:
        raise Refused(f"{text[:20]!r} is no piece: name one, such as As.")
    return int(found[0])


class Desk:
    """The floor desk of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.audit = AuditLog()
        self.bars: dict[str, dict[str, int]] = {}
        self.shift = 0
        """When the shift began."""

    def load(self, connection: Connection) -> None:
        """Go on where the house was left."""
        self.audit.load(connection)
        kept = schema.notes.c
        found = connection.execute(select(kept.value).where(kept.name == BARS)).scalar()
        self.bars = msgspec.json.decode(found) if found else {}
        self.shift = int(connection.execute(select(func.max(schema.shifts.c.at))).scalar() or 0)

    def may_sit(self, table: str, person: str) -> None:
        """Refuse a seat to whom the floor has asked to leave."""
        if self.bars.get(table, {}).get(person, 0) > now():
            raise Refused("The floor has asked you to leave this table; you may sit here again tomorrow.")

    # -- tables --------------------------------------------------------------------------------------

    def open_table(self, spec: Spec, bots: int, by: Person) -> Table:
        """A table of the house."""
        facts = {key: value for key, value in msgspec.structs.asdict(spec).items() if value}
        about = f"t{self.house.last_number + 1}"
        with self.audit.noting(by.name, "open", about, {**facts, "bots": bots}) as batch:
            noted, batch.did = batch.did, []
            table = self.house.open_table(spec, bots, by.name, batch, floor=True)
            batch.did += noted
            self.house.store.write(batch)
        return table

    def close(self, table: Table, at_once: bool, reason: str, by: Person) -> None:
        """Close a table."""
        if at_once and table.round is not None and not reason:
            raise Refused("Say why the round is void.")
        with self.audit.noting(
            by.name, "close", table.id, {"now": at_once, **_round(table)}, reason
        ) as batch:
            table.shut(at_once, reason, batch)
            self._written(batch)

    def option(self, table: Table, option: str, limit: str, reason: str, by: Person) -> None:
        """Another fee option, after this round."""
        before = table.session.stakes
        facts = {"from": [before.option, before.limit], "to": [option, limit]}
        with self.audit.noting(by.name, "option", table.id, facts, reason) as batch:
            table.change_terms(option, limit, batch)

    def pause(self, table: Table, reason: str, by: Person) -> None:
        """No new round at a table."""
        with self.audit.noting(by.name, "pause", table.id, {}, reason) as batch:
            table.pause(f"The floor has paused this table: {reason}" if reason else "", batch)

    def resume(self, table: Table, reason: str, by: Person) -> None:
        """A table goes on."""
        with self.audit.noting(by.name, "resume", table.id, {}, reason) as batch:
            table.resume(batch)

    # -- people at tables ----------------------------------------------------------------------------

    def seat(self, table: Table, name: str, seat: int, chips: int, bank_bot: bool, by: Person) -> None:
        """Seat somebody; the name of a regular seats him."""
        facts = {"person": name, "seat": seat, "chips": chips, "bank_bot": bank_bot}
        person = self.house.people.by_folded.get(" ".join(name.split()).casefold())
        if person is None and name not in NAMES:
            raise Refused(f"Nobody here is called {name[:40]}. Regulars are {', '.join(NAMES)}.")
        if person is not None and bank_bot:
            raise Refused("A proposition player of the house is a bot: name a regular.")
        before = {at: dict(names) for at, names in self.bars.items()}
        try:
            with self.audit.noting(by.name, "seat", table.id, facts) as batch:
                if person is None:
                    table.seat_bot(name, seat, chips, bank_bot, batch)
                    return
                if self.bars.get(table.id, {}).pop(person.name, None) is not None:
                    self._keep_bars(batch)
                table.sit(person.name, seat, chips, lambda _: None, batch)
        except Refused:
            self.bars = before
            raise

    def move(self, table: Table, name: str, seat: int, to: str, by: Person) -> None:
        """Another seat, here or at another table."""
        facts = {"person": name, "seat": seat, "to": to or table.id}
        with self.audit.noting(by.name, "move", table.id, facts) as batch:
            table.move(name, seat, to, batch)

    def remove(self, table: Table, name: str, reason: str, by: Person) -> None:
        """Somebody leaves a table and stays away from it for a day."""
        if name not in table.session.state.chips and not any(one.person == name for one in table.wishes):
            raise Refused(f"{name[:40]} is not at this table.")
        with self.audit.noting(by.name, "remove", table.id, {"person": name}, reason) as batch:
            if name not in table.bots:
                self.bars.setdefault(table.id, {})[name] = now() + STAYS_AWAY
                self._keep_bars(batch)
            table.remove(name, batch)
        table.notice("removed", f"The floor asks you to leave this table: {reason}", name)

    def _keep_bars(self, batch: Batch) -> None:
        at = now()
        self.bars = {
            table: left
            for table, names in self.bars.items()
            if (left := {name: until for name, until in names.items() if until > at})
        }
        batch.did.append((delete(schema.notes).where(schema.notes.c.name == BARS), None))
        batch.did.append((insert(schema.notes), {"name": BARS, "value": msgspec.json.encode(self.bars)}))

    # -- rounds --------------------------------------------------------------------------------------

    def call(self, table: Table, kind: str, told: Mapping[str, Any], reason: str, by: Person) -> None:
        """An irregularity: the game's own remedy runs."""
        facts = facts_of(table.game, told)
        noted = {"kind": kind, "facts": facts, **_round(table)}
        with self.audit.noting(by.name, "call", table.id, noted, reason) as batch:
            table.remedy(kind, facts, batch)
            self._written(batch)

    def void(self, table: Table, reason: str, by: Person) -> None:
        """The round in progress is void; every stake goes back."""
        with self.audit.noting(by.name, "void", table.id, _round(table), reason) as batch:
            table.void(reason, batch)
            self._written(batch)

    def _written(self, batch: Batch) -> None:
        """An act that a fault has cut short is noted all the same."""
        if not batch.given:
            self.house.store.write(batch)

    def correct(
        self, table: Table, line: Mapping[str, Any], moves: Sequence[Move], reason: str, by: Person
    ) -> list[str]:
        """Correct a finished round by new movements of chips; what comes of it in words."""
        if not 1 <= len(moves) <= MOST_MOVES:
            raise Refused(f"A correction has 1 to {MOST_MOVES} moves.")
        known = {*line["net"], *line["people"].values()}
        balance: dict[str, int] = {}
        moved, words, dropped = [], [], 0
        for one in moves:
            for name in (one.source, one.target):
                if name not in (CAGE, "drop") and name not in known:
                    raise Refused(f"{name[:40]} was not in round {line['number']}.")
            source, target = self._account(table, one.source), self._account(table, one.target)
            if source == target or not 0 < one.amount <= 10**12:
                raise Refused("A move takes more than nothing from one account to another.")
            for name in (source, target):
                balance.setdefault(name, self.house.books.of(name))
            balance[source] -= one.amount
            balance[target] += one.amount
            dropped += one.amount * ((one.target == "drop") - (one.source == "drop"))
            moved.append(Movement(source, target, one.amount, "correction"))
            words.append(f"{money(one.amount)} from {one.source} to {one.target}: {reason}")
        if short := [name for name, amount in balance.items() if amount < 0 and name != CAGE]:
            raise Refused(f"There is not so much in {short[0]} ({money(self.house.books.of(short[0]))}).")
        number = int(line["number"])
        facts = {"round": number, "moves": [[one.source, one.target, one.amount] for one in moves]}
        with self.audit.noting(by.name, "correct", table.id, facts, reason) as batch:
            self.house.books.apply(moved)
            batch.move(table.id, number, moved, now())
            batch.did.append(
                (
                    insert(schema.corrections),
                    {
                        "at": now(), "table_id": table.id, "round": number, "who": by.name, "reason": reason,
                        "words": json.dumps(words), "drop": dropped,
                    },
                )
            )  # fmt: skip
            table.paid |= {one.source for one in moves} | {one.target for one in moves}
            table.corrected(moved, words, number, batch)
        return words

    def _account(self, table: Table, name: str) -> str:
        known = name in table.session.state.chips or name in self.house.people.by_name
        if not known and name not in (CAGE, "drop"):
            raise Refused(f"{name[:40]} is no longer here: his chips went to the cage.")
        return table.purse_of(name)

    # -- calls of players ----------------------------------------------------------------------------

    def done(self, table: str, call: int, says: str, by: Person) -> None:
        """A player's call has been seen to."""
        found = self.house.calls.get(call)
        if found is None or found["table"] != table:
            raise Refused("This call has been seen to already.")
        facts = {"call": call, "who": found["who"], "said": found["says"]}
        with self.audit.noting(by.name, "seen-to", table, facts, says) as batch:
            del self.house.calls[call]
            batch.did += self.house._calls_batch().did
            self.house.store.write(batch)
        open_ = self.house.table(table)
        if open_ is not None:
            open_.notice("floor", says or "The floor has seen to your call.", found["who"])
            self.house.table_changed(open_)

    def calls_at(self, table: str) -> list[dict[str, Any]]:
        """The calls that wait at a table."""
        return [
            {"call": one["call"], "who": one["who"], "says": one["says"]}
            for one in self.house.calls.values()
            if one["table"] == table
        ]

    # -- the house -----------------------------------------------------------------------------------

    def begin_shift(self, name: str, reason: str, by: Person) -> None:
        """A new shift begins."""
        words = reason_of(name, True)
        at = now()
        with self.audit.noting(by.name, "shift", "", {"name": words}, reason) as batch:
            batch.did.append((insert(schema.shifts), {"at": at, "name": words, "who": by.name}))
            self.house.store.write(batch)
        self.shift = at

    def drain(self, on: bool, by: str) -> None:
        """No new tables and rounds, or as usual again."""
        if self.house.draining == on:
            return
        with self.audit.noting(by, "drain", "", {"on": on}) as batch:
            self.house.store.write(batch)
        self.house.draining = on
        for table in list(self.house.tables.values()):
            if on and table.round is None:
                table.hold()
            table.notice("restart", "The house closes after this round." if on else "The house goes on.")
            table.keep()

    def set_roles(self, name: str, roles: Iterable[str], by: Person) -> Person:
        """What somebody may do in the house."""
        person = self.house.people.by_name.get(name)
        if person is None:
            raise Refused(f"Nobody here is called {name[:40]}.")
        if person.kind != ACCOUNT:
            raise Refused("A guest has no office: he makes an account first.")
        wanted = {PLAYER, *roles}
        if unknown := wanted - set(ROLES):
            raise Refused(f"There is no role {min(unknown)[:40]!r}; there are {', '.join(ROLES)}.")
        others = [one for one in self.house.people.by_name.values() if one is not person]
        if FLOOR not in wanted and not any(FLOOR in one.roles for one in others):
            raise Refused("The house needs a floor manager: make another one first.")
        new = tuple(role for role in ROLES if role in wanted)
        with self.audit.noting(by.name, "roles", name, {"from": person.roles, "to": new}) as batch:
            person.roles = new
            self.house.people.keep(person, batch)
            self.house.store.write(batch)
        self.house.purse_changed(name)  # his roles are told with his chips
        return person

    # -- looking -------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """The open tables, as the desk sees them."""
        return [self.row(table) for table in sorted(self.house.tables.values(), key=lambda one: one.ordinal)]

    def row(self, table: Table) -> dict[str, Any]:
        """A table, as the desk sees it."""
        made_by = fingerprints(table.game)
        state = table.session.state
        bank = table.session.banker or state.seats.get(state.bank, "")
        return {
            **table.row(),
            "calls": self.calls_at(table.id),
            "bank": {"seat": state.bank, "name": bank, "turn": state.turn} if bank else None,
            "drop": self.house.books.of(f"drop:{table.id}"),
            "paused": table.paused,
            "fingerprint": f"{made_by.script}.{made_by.kernels}.{made_by.data}",
        }

    async def closed_rows(self) -> list[dict[str, Any]]:
        """The tables that were closed in this shift."""
        from housedealer.floor.house.recovery import found_again

        kept = schema.tables
        query = select(kept).where(kept.c.closed > 0, kept.c.closed >= self.shift)
        query = query.order_by(kept.c.closed.desc()).limit(MOST_CLOSED)
        found = []
        for row in await self.house.store.look(lambda connection: connection.execute(query).all()):
            table = found_again(self.house, row)
            if table is not None:
                table.state, table.says = CLOSED, "This table is closed."
                found.append(self.row(table))
        return found

    async def known_table(self, name: str) -> Table | None:
        """A table, open or closed."""
        from housedealer.floor.house.recovery import found_again

        query = select(schema.tables).where(schema.tables.c.id == name)
        row = await self.house.store.look(lambda connection: connection.execute(query).first())
        table = self.house.table(name)
        if table is None and row is not None:
            table = found_again(self.house, row)
            if table is not None:
                table.state = CLOSED
        return table

    def note(self, batch: Batch, what: str, about: str, facts: Mapping[str, Any], reason: str = "") -> None:
        """Something that the house did by itself."""
        self.audit.add(batch, HOUSE, what, about, facts, reason)


def _round(table: Table) -> dict[str, int]:
    return {"round": table.number} if table.round is not None else {}


def corrections_of(connection: Connection, table: str, numbers: Sequence[int]) -> dict[int, list[str]]:
    """What was corrected in some of a table's rounds, in words."""
    made = schema.corrections.c
    if not numbers:
        return {}
    query = (
        select(made.round, made.words)
        .where(made.table_id == table, made.round.between(min(numbers), max(numbers)))
        .order_by(made.n)
    )
    found: dict[int, list[str]] = {}
    for number, words in connection.execute(query):
        found.setdefault(number, []).extend(json.loads(words))
    return found
