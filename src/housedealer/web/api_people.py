"""Signing in: guests, accounts, the first floor manager."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from housedealer import __version__
from housedealer.floor.house.people import Person
from housedealer.floor.house.store import Batch
from housedealer.floor.school.register import register_of
from housedealer.web.answers import Problem, answer, asker, body, house_of, kept, signed_in
from housedealer.web.security import COOKIE

PROTOCOL = 1


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty body."""


class Guest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who comes without an account."""

    name: str | None = None


class Account(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class FirstRun(msgspec.Struct, forbid_unknown_fields=True):
    """The first floor manager."""

    token: str
    name: str
    password: str


async def me(request: Request) -> Response:
    """Who asks, and what the house is."""
    house, person = house_of(request), asker(request)
    return answer(
        {
            "person": house.person_row(person) if person else None,
            "protocol": PROTOCOL,
            "version": __version__,
            "first_run": not house.people.has_floor,
            "draining": house.draining,
        }
    )


async def _welcome(request: Request, person: Person, batch: Batch) -> Response:
    """Sign a person in, once all is kept."""
    house = house_of(request)
    token, lasts = house.people.sign_in(person, batch, request.cookies.get(COOKIE, ""))
    await kept(request, batch)
    found = answer({"person": house.person_row(person)})
    found.set_cookie(
        COOKIE, token, max_age=lasts, path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return found


async def guest(request: Request) -> Response:
    """A guest with play chips; somebody signed in stays who he is."""
    wanted = await body(request, Guest)
    house, batch = house_of(request), Batch()
    if (person := asker(request)) is not None and wanted.name is None:
        return answer({"person": house.person_row(person)})
    return await _welcome(request, house.new_guest(wanted.name, batch), batch)


async def register(request: Request) -> Response:
    """An account."""
    wanted = await body(request, Account)
    house = house_of(request)
    password = await asyncio.to_thread(house.people.hash, wanted.password)
    batch = Batch()
    guest = asker(request)
    person = house.register(wanted.name, password, guest, batch)
    if guest is not None:
        register_of(house.store).hand_over(guest.name, person.name, batch)
    return await _welcome(request, person, batch)


async def login(request: Request) -> Response:
    """Sign in with a password."""
    wanted = await body(request, Account)
    house = house_of(request)
    person = house.people.by_folded.get(" ".join(wanted.name.split()).casefold())
    if not await asyncio.to_thread(house.people.right, person, wanted.password) or person is None:
        raise Problem(403, "password", "The name or the password is wrong.")
    return await _welcome(request, person, Batch())


async def logout(request: Request) -> Response:
    """Sign out."""
    await body(request, Nothing)
    batch = Batch()
    house_of(request).people.sign_out(request.cookies.get(COOKIE, ""), batch)
    await kept(request, batch)
    found = answer({})
    found.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return found


async def chips(request: Request) -> Response:
    """Play chips again."""
    await body(request, Nothing)
    house, person, batch = house_of(request), signed_in(request), Batch()
    house.top_up(person, batch)
    await kept(request, batch)
    house.purse_changed(person.name)
    return answer({"person": house.person_row(person)})


async def first_run(request: Request) -> Response:
    """The first floor manager comes in by the printed link."""
    wanted = await body(request, FirstRun)
    house, batch = house_of(request), Batch()
    password = await asyncio.to_thread(house.people.hash, wanted.password)
    person = house.first_manager(wanted.token, wanted.name, password, batch)
    return await _welcome(request, person, batch)
