"""A floor manager for a house that has none who can come in: done at its closed folder, and audited.

Whoever may write the folder can do anything to the house as it is; this is the way that keeps it whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, insert, select

from housedealer.floor.house import schema
from housedealer.floor.house.audit import HOUSE, AuditLog
from housedealer.floor.house.keeping import FILE
from housedealer.floor.house.people import ACCOUNT, DAYS, FLOOR, ROLES, People, first_run_token, hashed
from housedealer.floor.house.store import Batch, Closed, Store, now, write_all
from housedealer.table.errors import Refused

LINK = "first-run"
WHY = "by command, at the closed house"


class Link(msgspec.Struct, frozen=True):
    """A link by which a floor manager comes in, kept as the hash of its secret: good once, for a day."""

    hash: str
    until: int

    def fits(self, token: str) -> bool:
        """Whether this is its secret, in time."""
        return hashed(token) == self.hash and now() < self.until


def kept_link(connection: Connection) -> Link | None:
    """The link that was made at the closed house, if it was not used."""
    kept = schema.notes.c
    found = connection.execute(select(kept.value).where(kept.name == LINK)).scalar()
    return msgspec.json.decode(found, type=Link) if found else None


def forget_link(batch: Batch) -> None:
    """The link is used, or another takes its place."""
    batch.did.append((delete(schema.notes).where(schema.notes.c.name == LINK), None))


def new_link(folder: Path, url: str | None = None) -> str:
    """Make a link for another floor manager; its secret. A link made before is no longer good."""
    with _closed(folder, url) as (store, connection):
        token = first_run_token()
        link = Link(hashed(token), now() + DAYS)
        log, batch = AuditLog(), Batch()
        log.load(connection)
        log.add(batch, HOUSE, "manager-link", "", {"until": link.until}, WHY)
        forget_link(batch)
        batch.did.append((insert(schema.notes), {"name": LINK, "value": msgspec.json.encode(link)}))
        _write(store, batch)
        return token


def give_role(
    folder: Path, name: str, role: str = FLOOR, url: str | None = None
) -> tuple[str, tuple[str, ...]]:
    """Give an account a role beside those that it has; its name and roles."""
    if role not in ROLES:
        raise Refused(f"There is no role {role[:40]!r}; there are {', '.join(ROLES)}.")
    with _closed(folder, url) as (store, connection):
        people = People()
        people.load(connection)
        person = people.by_folded.get(" ".join(name.split()).casefold())
        if person is None or person.kind != ACCOUNT:
            known = sorted(one.name for one in people.by_name.values() if one.kind == ACCOUNT)
            raise Refused(
                f"No account is called {name[:40]}; there {'are' if len(known) != 1 else 'is'}"
                f" {', '.join(known[:20]) or 'none'}."
            )
        if role in person.roles:
            raise Refused(f"{person.name} has the role {role} already.")
        before, person.roles = person.roles, tuple(one for one in ROLES if one in {*person.roles, role})
        log, batch = AuditLog(), Batch()
        log.load(connection)
        log.add(batch, HOUSE, "roles", person.name, {"from": before, "to": person.roles}, WHY)
        people.keep(person, batch)
        _write(store, batch)
        return person.name, person.roles


@contextmanager
def _closed(folder: Path, url: str | None) -> Iterator[tuple[Store, Connection]]:
    """The store of a house that nobody has open."""
    if url is None and not (folder / FILE).is_file():
        raise Refused(f"There is no house in {folder}.")
    try:
        store = Store(folder, url)
    except Closed as error:
        raise Refused(f"{error} Close it first.") from None
    try:
        with store.engine.connect() as connection:
            yield store, connection
    finally:
        store.stop()


def _write(store: Store, batch: Batch) -> None:
    with store.engine.begin() as connection:
        write_all(connection, [batch])
