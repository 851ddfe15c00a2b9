"""Counting beside the tables: processes of their own, so that not even compiling holds up a table.

At most two things are counted at once. What was counted is kept under what was asked and the hash of the data
that it was counted from; who asks for what is just being counted waits for the same answer. The processes
yield to the tables' own, and end with the house, however that ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any

AT_ONCE = 2
KEPT = 160
"""How many answers are kept."""
WAITING = 24
"""How many may wait to be counted; more are asked to come again."""
SECONDS = 180
NICER = 5


class Busy(Exception):
    """Too much is asked at the moment."""


def _begin(ends: Connection) -> None:
    """In a new process: yield to the tables, and end when the house does."""
    os.nice(NICER)

    def watch() -> None:
        try:
            ends.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Counting:
    """The processes, and what they have counted."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._mine: Connection | None = None
        self._theirs: Connection | None = None
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}

    async def of(self, key: Hashable, work: Callable[..., Any], *asked: Any) -> Any:
        """What `work` says to what is asked: a function of a module, of plain data."""
        key = (work.__name__, key)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            if len(self._under_way) >= WAITING:
                raise Busy
            self._under_way[key] = asyncio.get_running_loop().create_task(self._count(key, work, asked))
        try:
            async with asyncio.timeout(SECONDS):
                return await asyncio.shield(self._under_way[key])
        except (TimeoutError, BrokenProcessPool):
            raise Busy from None

    async def _count(self, key: Hashable, work: Callable[..., Any], asked: tuple[Any, ...]) -> Any:
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._processes(), work, *asked)
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return found
        except BrokenProcessPool:
            self.close()
            raise
        finally:
            self._under_way.pop(key, None)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._theirs, self._mine = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(AT_ONCE, context, _begin, (self._theirs,))
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they count."""
        if self._mine is not None and self._theirs is not None and self._pool is not None:
            self._mine.close()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._theirs.close()
        self._pool = self._mine = self._theirs = None
