"""Requests read and answers written: shapes, errors, cookies."""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from housedealer.floor.house.house import House
from housedealer.floor.house.people import Person
from housedealer.floor.house.store import Batch, Closed
from housedealer.table.errors import Refused
from housedealer.web.limits import MOST_BODY, Limits
from housedealer.web.security import COOKIE, same_house

log = logging.getLogger("housedealer.web")
Shape = TypeVar("Shape")
Handler = Callable[[Request], Awaitable[Response]]
RETRY = {"Retry-After": "2"}


class Problem(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status = status
        self.code = code
        self.says = says


def bad(says: str) -> Problem:
    """Not of the shape."""
    return Problem(400, "bad-request", says)


def not_found(says: str) -> Problem:
    """There is no such thing."""
    return Problem(404, "not-found", says)


def house_of(request: Request) -> House:
    """The house that is asked."""
    return request.app.state.house  # type: ignore[no-any-return]


def asker(request: Request) -> Person | None:
    """Who is signed in."""
    return house_of(request).people.who(request.cookies.get(COOKIE, ""))


def signed_in(request: Request, role: str = "") -> Person:
    """Who asks, or the refusal that nobody does, or that it is not for him."""
    person = asker(request)
    if person is None:
        raise Problem(401, "sign-in", "Sign in first.")
    if role and role not in person.roles:
        raise Problem(403, "role", f"This is for the role {role}.")
    return person


async def body(request: Request, shape: type[Shape]) -> Shape:
    """The body of a request, checked."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise bad("The body must be JSON (application/json).")
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > MOST_BODY:
            raise Problem(413, "too-large", "The body is too large.")
    try:
        return msgspec.json.decode(bytes(read), type=shape)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise bad(f"The body is not of the shape: {error}.") from None


def number(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 20 or not low <= int(text) <= high:
        raise bad(f"{name} is a whole number from {low} to {high}.")
    return int(text)


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON, never kept by anybody."""
    raw = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return Response(
        raw, status, {"Cache-Control": "no-store", **(headers or {})}, media_type="application/json"
    )


def lasting(request: Request, data: Any) -> Response:
    """JSON that changes with the program only."""
    raw = data if isinstance(data, bytes) else msgspec.json.encode(data)
    tag = f'"{hashlib.sha256(raw).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(raw, 200, headers, media_type="application/json")


def client(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def endpoint(handler: Handler, limit: str = "") -> Handler:
    """A handler whose every fault becomes one clear error."""

    @functools.wraps(handler)  # what it does is read from the handler (see `openapi`)
    async def handle(request: Request) -> Response:
        try:
            if request.method == "POST":
                origin, host = request.headers.get("origin"), request.headers.get("host")
                if not same_house(origin, host, request.url.scheme):
                    raise Problem(403, "origin", "This request does not come from a page of this house.")
                limits: Limits = request.app.state.limits
                if not limits.allows(limit or "post", client(request)):
                    raise Problem(429, "too-many", "Too many requests: wait a moment.")
            elif limit:
                limits = request.app.state.limits
                if not limits.allows(limit, client(request)):
                    raise Problem(429, "too-many", "Too many requests: wait a moment.")
            return await handler(request)
        except Problem as problem:
            return error(problem)
        except Refused as refusal:
            return error(Problem(409, "refused", str(refusal)))
        except Closed:
            return error(Problem(503, "draining", "The house closes."))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("%s %s fails", request.method, request.url.path)
            return error(Problem(500, "fault", "The house made a mistake; nothing has changed."))

    return handle


def error(problem: Problem) -> Response:
    """An error as the protocol has it."""
    headers = RETRY if problem.status in (413, 429, 503) else None
    return answer({"error": {"code": problem.code, "says": problem.says}}, problem.status, headers)


async def kept(request: Request, batch: Batch) -> None:
    """Wait until a change is durable."""
    if batch:
        await house_of(request).store.kept(batch)
