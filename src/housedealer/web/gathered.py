"""Frames that are sent together: one write to the network for all that a turn of the event loop has to say.

A change at a table makes three or four frames for each who looks on. Handed to the network one by one, most
of the time would go into the handing over. For the same reason a connection hands its texts straight to the
protocol while the line takes them, and hears those of its client straight from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State


class Gathering:
    """A transport that writes at the end of the loop's turn."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._paused = self._held = False
        self._turn = _turn_of(self._loop)

    def pause_reading(self) -> None:
        """Stop reading, unless reading goes on before the loop's next turn ends."""
        if not self._paused:
            self._paused = True
            self._loop.call_soon(self._hold)

    def _hold(self) -> None:
        if self._paused and not self._held and not self._transport.is_closing():
            self._held = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._paused = False
        if self._held:
            self._held = False
            if not self._transport.is_closing():
                self._transport.resume_reading()

    def write(self, data: bytes) -> None:
        """Take data; it is written with whatever else comes before the loop's turn ends."""
        if not self._waiting:
            if not self._turn:
                self._loop.call_soon(_flush_all, self._turn)
            self._turn.append(self)
        self._waiting.append(data)

    def flush(self) -> None:
        """Write what waits."""
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(b"".join(waiting))

    def close(self) -> None:
        """Write what waits, then close."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Gathering]] = WeakKeyDictionary()
"""Those who have something to write at the end of a loop's turn."""


def _turn_of(loop: asyncio.AbstractEventLoop) -> list[Gathering]:
    return _turns.setdefault(loop, [])


def _flush_all(turn: list[Gathering]) -> None:
    whole, turn[:] = turn[:], []
    for one in whole:
        one.flush()


FRAMES = "housedealer.frames"
Sender = Callable[[bytes], bool]
"""Sends a text at once; False if it must wait."""
HEARD = "housedealer.heard"
Hearer = Callable[[str], None]
"""Hears a text at once, and leaves nothing to wait for."""


class Protocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with writes that are gathered, and texts that are heard at once."""

    _hearer: Hearer | None = None

    def text(self, body: bytes) -> bool:
        """A text in a frame of its own, if the line is open and takes it."""
        if (
            self.conn.state is not State.OPEN
            or not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
        ):
            return False
        size = len(body)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + body)
        return True

    def hear_with(self, hearer: Hearer) -> None:
        """From now on texts go straight to a hearer, after those that wait for the application."""
        self._hearer = hearer

    def handle_text(self, event: Frame) -> None:
        """A text: to the hearer, if there is one and it is whole; else it waits for the application."""
        if self._hearer is None or not event.fin or self.close_sent or not self.queue.empty():
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
        except UnicodeDecodeError:
            super().handle_text(event)
            return
        self._hearer(text)

    async def run_asgi(self) -> None:
        """The application may send and hear texts past the interface."""
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[FRAMES], extensions[HEARD] = self.text, self.hear_with
        await super().run_asgi()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection begins."""
        gathering = Gathering(cast(asyncio.Transport, transport))
        super().connection_made(cast(asyncio.BaseTransport, gathering))
