"""The audit log: what was done at the floor desk, by whom and why; each entry is chained to the one before.

An entry's hash covers all of it and the hash before, so that no entry can be changed, taken out or put in
without every later hash being another one. The database refuses changes too (`schema.LASTING`).

    >>> log = AuditLog()
    >>> batch = Batch()
    >>> log.add(batch, "Frances", "pause", "t1", {}, "a spilled drink", at=1_700_000_000_000).n
    1
    >>> said = (1, 1_700_000_000_000, "Frances", "pause", "t1", "{}", "a spilled drink")
    >>> log.n, log.head == hash_of(*said, FIRST)
    (1, True)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from housedealer.floor.house import schema
from housedealer.floor.house.store import Batch, now

FIRST = "0" * 64
"""What stands before the first entry."""
HOUSE = "house"
"""Who does what nobody has asked for."""


class Noted(msgspec.Struct, frozen=True):
    """One entry."""

    n: int
    at: int
    who: str
    what: str
    about: str
    facts: str
    reason: str
    hash: str
    before: str

    def row(self) -> dict[str, Any]:
        """The entry as it is told."""
        return {**msgspec.structs.asdict(self), "facts": msgspec.Raw(self.facts.encode())}


class Verdict(msgspec.Struct, frozen=True):
    """Whether the chain holds from its first entry to its last."""

    agrees: bool
    entries: int
    head: str
    says: str


def hash_of(n: int, at: int, who: str, what: str, about: str, facts: str, reason: str, before: str) -> str:
    """The hash of an entry: of its fields as a list of JSON, written without spaces."""
    whole = [n, at, who, what, about, facts, reason, before]
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class AuditLog:
    """The log's end, to which is added."""

    def __init__(self) -> None:
        self.n = 0
        self.head = FIRST

    def load(self, connection: Connection) -> None:
        """Go on where the log ends."""
        kept = schema.audit.c
        last = connection.execute(select(kept.n, kept.hash).order_by(kept.n.desc()).limit(1)).first()
        self.n, self.head = (int(last.n), str(last.hash)) if last is not None else (0, FIRST)

    def add(
        self, batch: Batch, who: str, what: str, about: str, facts: Mapping[str, Any], reason: str = "",
        at: int = 0,
    ) -> Noted:  # fmt: skip
        """Add an entry; the batch must be written."""
        n, at, told = self.n + 1, at or now(), msgspec.json.encode(facts, order="sorted").decode()
        found = Noted(
            n, at, who, what, about, told, reason,
            hash_of(n, at, who, what, about, told, reason, self.head), self.head,
        )  # fmt: skip
        batch.did.append((insert(schema.audit), msgspec.structs.asdict(found)))
        self.n, self.head = n, found.hash
        return found

    @contextmanager
    def noting(
        self, who: str, what: str, about: str, facts: Mapping[str, Any], reason: str = ""
    ) -> Iterator[Batch]:
        """A batch with an entry for what is done in it; what is refused leaves none."""
        before = self.n, self.head
        batch = Batch()
        self.add(batch, who, what, about, facts, reason)
        try:
            yield batch
        except BaseException:
            if not batch.given:
                self.n, self.head = before
            raise


def entries(connection: Connection, after: int, count: int) -> list[dict[str, Any]]:
    """Entries after a number, oldest first."""
    kept = schema.audit
    found = connection.execute(select(kept).where(kept.c.n > after).order_by(kept.c.n).limit(count))
    return [Noted(**row._mapping).row() for row in found]


def latest(connection: Connection, count: int) -> list[dict[str, Any]]:
    """The last entries, newest first."""
    kept = schema.audit
    found = connection.execute(select(kept).order_by(kept.c.n.desc()).limit(count))
    return [Noted(**row._mapping).row() for row in found]


def verify(connection: Connection, known: tuple[int, str] | None = None) -> Verdict:
    """Go through the chain; `known` is the end that the house remembers, so that a cut end is found too."""
    kept, n, head = schema.audit, 0, FIRST
    for row in connection.execute(select(kept).order_by(kept.c.n).execution_options(yield_per=1000)):
        one = Noted(**row._mapping)
        n += 1
        if one.n != n:
            return Verdict(False, n - 1, head, f"Entry {n} is missing: after {n - 1} comes {one.n}.")
        made = hash_of(one.n, one.at, one.who, one.what, one.about, one.facts, one.reason, head)
        if one.before != head or one.hash != made:
            return Verdict(False, n - 1, head, f"Entry {n} is not what was written: its hash does not agree.")
        head = one.hash
    if known is not None and n < known[0]:
        return Verdict(False, n, head, f"The log ends with entry {n}; entry {known[0]} was written.")
    says = f"All {n} entries agree, from the first to the last." if n else "The log is empty."
    return Verdict(True, n, head, says)
