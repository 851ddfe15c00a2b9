"""The dealer's school: exercises begun and answered, and what one knows by now."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from housedealer.floor.house.store import Batch, now
from housedealer.floor.school import progress
from housedealer.floor.school.exercise import Exercise, ordered
from housedealer.floor.school.register import Register, register_of
from housedealer.floor.school.skills import SKILLS
from housedealer.table.errors import Refused
from housedealer.wagers.money import BadMoney
from housedealer.web.answers import answer, body, house_of, kept, not_found, signed_in
from housedealer.web.api_people import Nothing

MOST_SEED = 64
_dealing = asyncio.Semaphore(2)


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """What a trainee wants to be asked."""

    game: str
    option: str | None = None
    limit: str | None = None
    skills: tuple[str, ...] | None = None
    seconds: int | None = None
    errors: bool = False
    rounds: int = 1
    seed: str | None = None
    missed: bool = False


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to the open question, as data or in words."""

    question: str
    answer: Any = None
    say: str | None = None


def books(request: Request) -> Register:
    """The school's books of this house."""
    return register_of(house_of(request).store)


async def exercise_of(request: Request) -> Exercise:
    """The asker's exercise that the path names."""
    person = signed_in(request)
    found = await books(request).find(request.path_params["id"], person.name)
    if found is None:
        raise not_found("There is no such exercise of yours.")
    return found


async def school(request: Request) -> Response:
    """What is taught, and the asker's exercises."""
    person = signed_in(request)
    exercises = await books(request).mine(person.name)
    return answer({"skills": [one._asdict() for one in SKILLS], "exercises": exercises})


async def begin(request: Request) -> Response:
    """A new exercise."""
    wanted, person = await body(request, Wanted), signed_in(request)
    register = books(request)
    seed = secrets.token_hex(8) if wanted.seed is None else wanted.seed
    if len(seed) > MOST_SEED:
        raise Refused(f"A seed has at most {MOST_SEED} signs.")
    often: list[str] = []
    if wanted.missed:
        often = progress.weak(await register.progress(person.name), wanted.game)
    try:
        order = ordered(
            wanted.game, wanted.option, wanted.limit, wanted.skills, seed, wanted.seconds, wanted.errors,
            wanted.rounds, often,
        )  # fmt: skip
    except BadMoney as problem:
        raise Refused(str(problem)) from None
    batch = Batch()
    exercise = register.new(person.name, order)
    async with _dealing:
        await asyncio.to_thread(exercise.begin, now())
        shown = await asyncio.to_thread(_encoded, exercise, 0)
    register.opened(exercise, batch)
    await kept(request, batch)
    return answer(shown)


def _encoded(exercise: Exercise, since: int, **more: Any) -> bytes:
    return msgspec.json.encode({**more, **exercise.table(since)})


async def one(request: Request) -> Response:
    """An exercise as it stands."""
    exercise = await exercise_of(request)
    async with exercise.lock, _dealing:
        return answer(await asyncio.to_thread(_encoded, exercise, 0))


async def answered(request: Request) -> Response:
    """An answer to the open question: whether it is right, and how it goes on."""
    given = await body(request, Given)
    exercise = await exercise_of(request)
    batch = Batch()
    async with exercise.lock:
        async with _dealing:
            at = now()
            mark = await asyncio.to_thread(exercise.judge, given.question, given.answer, given.say, at)
            deal, before = exercise.stand.deal, exercise.shown
            since = await asyncio.to_thread(exercise.marked, mark, at)
            over = exercise.stand.deal != deal
            ended = await asyncio.to_thread(exercise.ended, deal, before) if over else []
            told = {
                "right": mark.right,
                "expected": mark.expected,
                "because": mark.because,
                "seconds": round(mark.milliseconds / 1000, 1),
                "late": mark.late,
                "ended": ended,
            }
            shown = await asyncio.to_thread(lambda: _encoded(exercise, since, **told))
        books(request).answered(exercise, mark, batch)
        await kept(request, batch)
    return answer(shown)


async def stop(request: Request) -> Response:
    """An exercise ends."""
    await body(request, Nothing)
    exercise = await exercise_of(request)
    batch = Batch()
    async with exercise.lock:
        exercise.stand.done = True
        books(request).keep(exercise, batch)
        await kept(request, batch)
    return answer({"exercise": exercise.row()})


async def sheet(request: Request) -> Response:
    """The asker's progress sheet."""
    person = signed_in(request)
    return answer(progress.sheet(await books(request).progress(person.name)))


async def sheet_csv(request: Request) -> Response:
    """Every answer of the asker, in a row each."""
    person = signed_in(request)
    text = progress.as_csv(await books(request).progress(person.name))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": 'attachment; filename="progress.csv"',
    }
    return Response(text, 200, headers, media_type="text/csv; charset=utf-8")
