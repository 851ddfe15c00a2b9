"""What every answer says about itself, and from where a request may come."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "housedealer"
USUAL = {"http": ":80", "https": ":443"}
ONLY_TLS = ("Strict-Transport-Security", "max-age=31536000")
"""Who came by TLS once comes by nothing else."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def same_house(origin: str | None, host: str | None, scheme: str = "http") -> bool:
    """Whether a request's origin is the house that it was sent to.

    >>> same_house("http://127.0.0.1:8000", "127.0.0.1:8000")
    True
    >>> same_house("http://evil.example", "house.example")
    False
    >>> same_house(None, "house.example")
    False
    >>> same_house("https://house.example", "house.example", "https")
    True
    >>> same_house("http://house.example", "house.example", "https")
    False
    """
    if not origin or not host:
        return False
    parts = urlsplit(origin)
    if parts.scheme != {"ws": "http", "wss": "https"}.get(scheme, scheme) or parts.scheme not in USUAL:
        return False
    usual = USUAL[parts.scheme]
    return parts.netloc.lower().removesuffix(usual) == host.lower().removesuffix(usual)


class Secured:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https":
                    headers.setdefault(*ONLY_TLS)
            await send(message)

        await self.app(scope, receive, with_headers)
