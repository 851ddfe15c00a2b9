"""What a trusted proxy says of a request: the address, the scheme and the name that the client used.

Only who connects from one of the trusted addresses is believed; anybody else's `X-Forwarded-…` is as if it
were not there.

    >>> known = networks(["127.0.0.1", "10.0.0.0/8"])
    >>> trusted("10.1.2.3", known), trusted("192.0.2.1", known), trusted("nonsense", known)
    (True, False, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from housedealer.table.errors import Refused

Network = IPv4Network | IPv6Network
SCHEMES = {"http": {"http": "http", "https": "https"}, "websocket": {"http": "ws", "https": "wss"}}


def networks(names: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks as they are written on the command line."""
    found = []
    for name in names:
        try:
            found.append(ip_network(name.strip(), strict=False))
        except ValueError:
            raise Refused(f"{name!r} is no address or network, such as 127.0.0.1 or 10.0.0.0/8.") from None
    return tuple(found)


def trusted(address: str, known: Sequence[Network]) -> bool:
    """Whether an address is one of the proxies'."""
    try:
        at = ip_address(address)
    except ValueError:
        return False
    return any(at in network for network in known)


class Forwarded:
    """Puts what a trusted proxy says in place of what the connection itself shows."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network] = ()) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as the client sent it to the proxy."""
        client = scope.get("client") if scope["type"] in SCHEMES else None
        if client and trusted(client[0], self.proxies):
            scope = self._as_sent(scope)
        await self.app(scope, receive, send)

    def _as_sent(self, scope: Scope) -> Scope:
        told = {
            name: value.decode("latin-1")
            for name, value in scope["headers"]
            if name in (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
        }
        found = dict(scope)
        schemes = SCHEMES[scope["type"]]
        proto = told.get(b"x-forwarded-proto", "").rpartition(",")[2].strip().lower()
        if proto in schemes:
            found["scheme"] = schemes[proto]
        host = told.get(b"x-forwarded-host", "").rpartition(",")[2].strip()
        if host and host.isascii() and len(host) <= 255:
            found["headers"] = [(name, value) for name, value in scope["headers"] if name != b"host"]
            found["headers"].append((b"host", host.encode("latin-1")))
        way = [one.strip() for one in told.get(b"x-forwarded-for", "").split(",") if one.strip()]
        while len(way) > 1 and trusted(way[-1], self.proxies):
            way.pop()
        if way:
            found["client"] = (way[-1][:64], 0)
        return found
