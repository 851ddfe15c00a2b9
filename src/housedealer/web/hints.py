"""Hints at a table: the best answer where the game is solved, else what its bot would do.

A situation is read at once, as the person sees it now; it is worked out in a thread, from what is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from housedealer.floor.answers import money
from housedealer.floor.house import shown
from housedealer.floor.house.parts import Opened
from housedealer.floor.house.table import Table
from housedealer.odds import advice
from housedealer.odds.advice import Advice, Spot
from housedealer.table.errors import Refused
from housedealer.table.questions import Question
from housedealer.web.known_odds import KnownOdds

log = logging.getLogger("housedealer.hints")
CODE = "advice"
Reply = Callable[[dict[str, Any]], None]


class Hints:
    """What is being worked out for those who asked."""

    def __init__(self, odds: KnownOdds) -> None:
        self._odds = odds
        self._tasks: set[asyncio.Task[None]] = set()

    def give(self, re: str, table: Table, person: str, name: str, reply: Reply) -> None:
        """Answer a request for a hint."""
        one = table.question(person, name)
        spot = _read(table, person, one)
        odds = self._odds.of(table.game)
        found = {"type": "hint", "re": re, "odds": odds, "worth": None}
        if spot is None:
            reply({**found, **_bots(table, person, one)})
            return
        bots = _bots(table, person, one)

        async def work() -> None:
            hint = await _worked_out(spot)
            if hint is None:
                reply({**found, **bots})
                return
            words = shown.spoken(one.question, hint.answer)
            says = advice.told(hint, spot, words)
            reply({**found, "answer": hint.answer, "words": words, "says": says, "worth": _worth(hint, spot)})

        self._run(work())

    def watch(self, table: Table, person: str, name: str) -> Callable[[Any], None] | None:
        """Before a decision at a table that tells what mistakes cost: what to call with the answer."""
        if not table.spec.advice or name not in table.open:
            return None
        try:
            one = table.question(person, name)
        except Refused:
            return None
        spot = _read(table, person, one)
        if spot is None:
            return None

        async def tell(given: Any) -> None:
            hint = await _worked_out(spot)
            if hint is not None:
                said = (shown.spoken(one.question, answer) for answer in (given, hint.answer))
                table.notice(CODE, advice.told_after(hint, spot, given, *said), person)

        return lambda given: self._run(tell(given))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _read(table: Table, person: str, one: Opened) -> Spot | None:
    """The situation that a question is about, if its answer is known."""
    if one.place < 0:
        return None
    try:
        return advice.spot(table.game, table.view(person), one.question)
    except Exception:  # a hint must never be in the way of the game
        log.exception("advice on %s fails", table.game.id)
        return None


async def _worked_out(spot: Spot) -> Advice | None:
    try:
        return await asyncio.to_thread(advice.worked_out, spot)
    except Exception:
        log.exception("advice of %s fails", spot.script)
        return None


def _worth(hint: Advice, spot: Spot) -> list[dict[str, Any]] | None:
    """Every choice with its worth, and what it costs against the best in cents."""
    if not hint.worth:
        return None
    rows = []
    for answer in sorted(hint.worth, key=lambda one: -hint.worth[one]):
        cost = hint.cost(answer)
        costs = None if cost is None else round(cost * spot.stake)
        rows.append({"answer": answer, "worth": hint.worth[answer], "costs": costs})
    return rows


def _bots(table: Table, person: str, one: Opened) -> dict[str, Any]:
    """What the game's bot would do."""
    question: Question = one.question
    bot = table.game.play.bot
    answer = question.default
    if bot is not None and one.place >= 0:
        with contextlib.suppress(Refused):
            answer = question.check(bot(table.view(person), question))
    words = shown.spoken(question, answer)
    cost = question.cost(answer)
    says = f"The game's bot would: {words}{f', for {money(cost)}' if cost else ''}."
    return {"answer": answer, "words": words, "says": says}
