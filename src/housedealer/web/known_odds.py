"""Odds beside a hint: counted once for each game, beside the tables, and told when they are known."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from housedealer.odds.engines import engine_of
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.web import lab
from housedealer.web.counting import Busy, Counting

log = logging.getLogger("housedealer.odds")


class KnownOdds:
    """The edges of wagers, by game and readings."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._known: dict[str, list[dict[str, Any]] | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, game: Game) -> list[dict[str, Any]] | None:
        """What is known now; the first time somebody asks they begin to be counted."""
        key = f"{game.id} {sorted(game.readings.items())}"
        if key not in self._known:
            self._known[key] = None
            if _counted(game):
                task = asyncio.get_running_loop().create_task(self._count(key, game))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        return self._known[key]

    async def _count(self, key: str, game: Game) -> None:
        readings = dict(game.readings)
        try:
            self._known[key] = await self._counting.of((key, game.data_hash), lab.edges_of, game.id, readings)
        except Busy:
            del self._known[key]  # it is counted when somebody asks again
        except Exception:
            log.exception("the odds of %s fail", game.id)


def _counted(game: Game) -> bool:
    """Whether all of it is counted exactly, which takes seconds and not minutes."""
    try:
        return engine_of(game).cells is not None
    except (Refused, LookupError):
        return False
