"""A light client of the house's socket: many of them must cost less than the house that they load."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

Heard = Callable[[bytes], None]
MASK = b"\0\0\0\0"
"""A mask of zeros leaves a frame as it is; what it is for does not matter on one machine."""


class Line(asyncio.Protocol):
    """One WebSocket: text frames of the house, whole, are handed to `heard`."""

    def __init__(self, host: str, cookie: str, heard: Heard) -> None:
        self.heard = heard
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._kept = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        """The house has closed the line."""
        self.lost = True
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("The house closed the line."))

    def data_received(self, data: bytes) -> None:
        """Whole frames are heard, the rest waits for more."""
        data = self._kept + data
        at = 0
        if not self.open.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._kept = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(data[:60].decode(errors="replace")))
                return
            at = end + 4
            self.open.set_result(None)
        while len(data) - at >= 2:
            kind, size, start = data[at] & 15, data[at + 1] & 127, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if len(data) < start + wide:
                    break
                size = int.from_bytes(data[start : start + wide], "big")
                start += wide
            if len(data) < start + size:
                break
            at = start + size
            if kind == 1:
                self.heard(data[start:at])
            elif kind == 9:
                self._frame(10, data[start:at])
        self._kept = data[at:]

    def say(self, text: bytes) -> None:
        """Send a text."""
        self._frame(1, text)

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        )
        self._transport.write(head + MASK + body)

    def close(self) -> None:
        """Go."""
        self._transport.close()
