"""Who is known to the house: guests, accounts, what each may do, and who is signed in.

>>> proper_name("  ann  of Gilroy ")
'Ann of Gilroy'
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update

from housedealer.floor.house import schema
from housedealer.floor.house.store import Batch, now
from housedealer.floor.regulars import NAMES
from housedealer.table.errors import Refused

ROLES = ("player", "dealer", "floor", "auditor")
PLAYER, DEALER, FLOOR, AUDITOR = ROLES
GUEST, ACCOUNT = "guest", "account"
DAYS = 86_400_000
STAYS = {GUEST: 30 * DAYS, ACCOUNT: 14 * DAYS}
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,22}[\w.]|[^\W\d_]")
TAKEN = frozenset(name.casefold() for name in (*NAMES, "House", "Spectator", "You", "Cage", "Bank"))
"""Names that nobody can have: the regulars', and those that mean something else."""


class Person(msgspec.Struct):
    """Somebody whom the house knows. A guest has no password."""

    name: str
    password: str
    roles: tuple[str, ...]
    created: int

    @property
    def kind(self) -> str:
        """Whether he has an account."""
        return ACCOUNT if self.password else GUEST


class Login(msgspec.Struct):
    """Somebody is signed in until then."""

    person: str
    expires: int


def proper_name(text: str) -> str:
    """A name as the house writes it: one space between words, the first letter a capital one."""
    name = " ".join(text.split())
    name = name[:1].upper() + name[1:]
    if not _NAME.fullmatch(name) or not name[:1].isupper():
        raise Refused("A name has up to 24 letters, digits, spaces, dots, hyphens, and begins with a letter.")
    if name.casefold() in TAKEN:
        raise Refused(f"The name {name} is taken.")
    return name


def hashed(token: str) -> str:
    """What is stored of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Everybody known, by name and by cookie."""

    def __init__(self) -> None:
        self.by_name: dict[str, Person] = {}
        self.by_folded: dict[str, Person] = {}
        self.logins: dict[str, Login] = {}
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(8))

    def load(self, connection: Connection) -> None:
        """Everybody, as they were kept."""
        for row in connection.execute(select(schema.people)):
            self._know(Person(row.name, row.password, tuple(filter(None, row.roles.split(" "))), row.created))
        at = now()
        for row in connection.execute(select(schema.logins).where(schema.logins.c.expires > at)):
            self.logins[row.token] = Login(row.person, row.expires)

    def _know(self, person: Person) -> None:
        self.by_name[person.name] = person
        self.by_folded[person.name.casefold()] = person

    @property
    def has_floor(self) -> bool:
        """Whether anybody may do what a floor manager does."""
        return any(FLOOR in person.roles for person in self.by_name.values())

    # -- coming in -----------------------------------------------------------------------------------

    def who(self, token: str) -> Person | None:
        """Whose cookie this is."""
        login = self.logins.get(hashed(token)) if token else None
        if login is None or login.expires < now():
            return None
        return self.by_name.get(login.person)

    def new_guest(self, wanted: str | None, batch: Batch) -> Person:
        """A guest under a name of his own, or one that the house gives."""
        if wanted:
            name = proper_name(wanted)
            if name.casefold() in self.by_folded:
                raise Refused(f"The name {name} is taken.")
        else:
            while (name := f"Guest {secrets.randbelow(900_000) + 100_000}").casefold() in self.by_folded:
                pass
        return self._new(Person(name, "", (PLAYER,), now()), batch)

    def _new(self, person: Person, batch: Batch) -> Person:
        self._know(person)
        row = {**msgspec.structs.asdict(person), "roles": " ".join(person.roles)}
        batch.did.append((insert(schema.people), {**row, "folded": person.name.casefold()}))
        return person

    def free(self, name: str, but: Person | None = None) -> str:
        """A name that a new account can have (or a guest who makes one keeps)."""
        if but is not None and " ".join(name.split()).casefold() == but.name.casefold():
            return but.name
        name = proper_name(name)
        if name.casefold() in self.by_folded:
            raise Refused(f"The name {name} is taken.")
        return name

    def new_account(self, name: str, password: str, roles: tuple[str, ...], batch: Batch) -> Person:
        """An account; `password` is hashed already."""
        return self._new(Person(self.free(name), password, roles, now()), batch)

    def keep(self, person: Person, batch: Batch) -> None:
        """Write a person's password and roles down again."""
        row: Any = (
            update(schema.people)
            .where(schema.people.c.name == person.name)
            .values(password=person.password, roles=" ".join(person.roles))
        )
        batch.did.append((row, None))

    # -- passwords (slow on purpose: called beside the event loop) ----------------------------------------

    def hash(self, password: str) -> str:
        """A password as it is stored."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise Refused(f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} signs.")
        return self._hasher.hash(password)

    def right(self, person: Person | None, password: str) -> bool:
        """Whether it is the person's password; it takes as long for somebody who is not known."""
        try:
            kept = person.password if person is not None and person.password else self._nobody
            return self._hasher.verify(kept, password[:LONGEST_PASSWORD]) and person is not None
        except (VerificationError, InvalidHashError):
            return False

    # -- cookies -------------------------------------------------------------------------------------

    def sign_in(self, person: Person, batch: Batch, before: str = "") -> tuple[str, int]:
        """A new cookie for a person, and how many seconds it lives; the one before is void."""
        self.sign_out(before, batch)
        token = secrets.token_urlsafe(32)
        lasts = STAYS[person.kind]
        login = Login(person.name, now() + lasts)
        self.logins[hashed(token)] = login
        batch.did.append(
            (insert(schema.logins), {"token": hashed(token), "person": person.name, "expires": login.expires})
        )
        return token, lasts // 1000

    def sign_out(self, token: str, batch: Batch) -> None:
        """A cookie is no longer good."""
        if token and self.logins.pop(hashed(token), None) is not None:
            batch.did.append((delete(schema.logins).where(schema.logins.c.token == hashed(token)), None))


def first_run_token() -> str:
    """The secret of the link by which the first floor manager comes in."""
    return os.urandom(18).hex()
