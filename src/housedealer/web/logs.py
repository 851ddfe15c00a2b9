"""Logs: one JSON object a line, or plain lines at a terminal. Cookies, passwords and answers are never in them.

>>> record = logging.LogRecord("housedealer.web", logging.INFO, "", 0, "a request", None, None)
>>> record.created, record.fields = 0.25, {"path": "/health", "status": 200}
>>> print(Lines().format(record))
{"at":"1970-01-01T00:00:00.250Z","level":"info","from":"housedealer.web","says":"a request","path":"/health","status":200}
"""  # noqa: E501

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

AUTO, JSON, TEXT = "auto", "json", "text"
log = logging.getLogger("housedealer.web")


class Lines(logging.Formatter):
    """Records as JSON lines."""

    def format(self, record: logging.LogRecord) -> str:
        """One record."""
        at = datetime.fromtimestamp(record.created, UTC)
        told: dict[str, Any] = {
            "at": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        told.update(getattr(record, "fields", {}))
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=str)


class Plain(logging.Formatter):
    """Records as lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One record, with its fields behind it."""
        fields = getattr(record, "fields", {})
        return " ".join((super().format(record), *(f"{name}={value}" for name, value in fields.items())))


def set_up(how: str = AUTO) -> None:
    """Log to standard error: JSON lines unless a person looks on."""
    handler = logging.StreamHandler(sys.stderr)
    plain = how == TEXT or (how == AUTO and sys.stderr.isatty())
    handler.setFormatter(Plain() if plain else Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


class Counted:
    """Counts requests and how long they took, and logs those of the interface."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, count, log."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noticing(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noticing)
        finally:
            took = time.perf_counter() - begun
            counts: Requests = scope["app"].state.requests
            counts.add(scope["method"], status, took)
            if scope["path"].startswith("/api/"):
                log.info(
                    "a request",
                    extra={
                        "fields": {
                            "method": scope["method"], "path": scope["path"], "status": status,
                            "ms": round(1000 * took, 1), "client": (scope.get("client") or ("",))[0],
                        }
                    },
                )  # fmt: skip


class Requests:
    """How many requests there were, and how long they took together."""

    METHODS = ("GET", "POST", "HEAD")

    def __init__(self) -> None:
        self.many: dict[tuple[str, int], int] = {}
        self.seconds = 0.0

    def add(self, method: str, status: int, seconds: float) -> None:
        """One more."""
        key = (method if method in self.METHODS else "other", status)
        self.many[key] = self.many.get(key, 0) + 1
        self.seconds += seconds
