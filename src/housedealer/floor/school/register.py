"""What the house keeps of its school: the exercises of everybody, and every answer."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from housedealer.floor.house import schema
from housedealer.floor.house.store import Batch, Store, now
from housedealer.floor.school.exercise import Exercise, Mark, Order, Stand
from housedealer.floor.school.progress import Answered
from housedealer.table.errors import Refused
from housedealer.table.log import Fingerprints

MOST_LISTED = 20
MOST_OPEN = 50
_registers: WeakKeyDictionary[Store, Register] = WeakKeyDictionary()


def register_of(store: Store) -> Register:
    """The school's books in a store."""
    found = _registers.get(store)
    if found is None:
        found = _registers[store] = Register(store)
    return found


class Register:
    """The school's books, in the house's own store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        kept = schema.school_exercises.c.number
        self.last = int(store.read(lambda c: c.execute(select(func.max(kept))).scalar()) or 0)
        self._known: dict[str, Exercise] = {}

    # -- exercises ---------------------------------------------------------------------------------

    def new(self, person: str, order: Order) -> Exercise:
        """A new exercise, not yet dealt."""
        self.last += 1
        return Exercise(f"s{self.last}", person, order, Stand())

    def opened(self, exercise: Exercise, batch: Batch) -> None:
        """Write a new exercise down, which is dealt as far as its first question."""
        row = {
            "id": exercise.id,
            "number": int(exercise.id[1:]),
            "person": exercise.person,
            "created": now(),
            "ordered": msgspec.json.encode(exercise.order),
            "stand": msgspec.json.encode(exercise.stand),
            "made_by": msgspec.json.encode(exercise.made_by),
        }
        batch.did.append((insert(schema.school_exercises), row))
        self._remember(exercise)

    def _remember(self, exercise: Exercise) -> None:
        self._known[exercise.id] = exercise
        if len(self._known) > MOST_OPEN:
            del self._known[next(iter(self._known))]

    async def find(self, id_: str, person: str) -> Exercise | None:
        """An exercise of a person."""
        known = self._known.get(id_)
        if known is None:
            kept = schema.school_exercises
            row = await self.store.look(
                lambda connection: connection.execute(select(kept).where(kept.c.id == id_)).first()
            )
            if row is None:
                return None
            known = self._known.get(id_) or _read(row)
            self._remember(known)
        return known if known.person == person else None

    async def mine(self, person: str) -> list[dict[str, Any]]:
        """A person's last exercises, newest first."""
        kept = schema.school_exercises
        query = select(kept).where(kept.c.person == person).order_by(kept.c.number.desc()).limit(MOST_LISTED)
        rows = await self.store.look(lambda connection: connection.execute(query).all())
        return [(self._known.get(row.id) or _read(row)).row() for row in rows]

    def keep(self, exercise: Exercise, batch: Batch) -> None:
        """Write down how far an exercise has come."""
        kept = schema.school_exercises
        stand = msgspec.json.encode(exercise.stand)
        batch.did.append((update(kept).where(kept.c.id == exercise.id).values(stand=stand), None))

    def hand_over(self, person: str, to: str, batch: Batch) -> None:
        """What somebody did stays his under his new name."""
        if person == to:
            return
        for kept in (schema.school_exercises, schema.school_answers):
            batch.did.append((update(kept).where(kept.c.person == person).values(person=to), None))
        for exercise in self._known.values():
            if exercise.person == person:
                exercise.person = to

    # -- answers -----------------------------------------------------------------------------------

    def answered(self, exercise: Exercise, mark: Mark, batch: Batch) -> None:
        """Write an answer down, with how far the exercise has come by it."""
        row = {
            "at": now(),
            "person": exercise.person,
            "exercise": exercise.id,
            "game": mark.game,
            "skill": mark.skill,
            "title": mark.title,
            "given": mark.given,
            "expected": str(mark.expected["words"]),
            "rule": str(mark.because["words"]),
            "correct": mark.right,
            "late": mark.late,
            "milliseconds": mark.milliseconds,
        }
        batch.did.append((insert(schema.school_answers), row))
        self.keep(exercise, batch)

    async def progress(self, person: str) -> list[Answered]:
        """Every answer of a person, oldest first."""
        kept = schema.school_answers
        query = select(kept).where(kept.c.person == person).order_by(kept.c.n)

        def look(connection: Connection) -> list[Answered]:
            return [
                Answered(
                    row.at, row.exercise, row.game, row.skill, row.title, row.given, row.expected, row.rule,
                    row.correct, row.late, row.milliseconds,
                )
                for row in connection.execute(query)
            ]  # fmt: skip

        return await self.store.look(look)


def _read(row: Any) -> Exercise:
    order = msgspec.json.decode(row.ordered, type=Order)
    stand = msgspec.json.decode(row.stand, type=Stand)
    made_by = msgspec.json.decode(row.made_by, type=Fingerprints)
    try:
        return Exercise(row.id, row.person, order, stand, made_by)
    except (Refused, LookupError) as gone:
        raise Refused("The game of this exercise is not dealt here any more.") from gone
