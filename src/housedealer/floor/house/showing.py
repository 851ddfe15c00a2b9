"""What those who look on are sent, and when."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from housedealer.floor.house import guide, history, shown
from housedealer.floor.house.base import TableBase
from housedealer.floor.house.parts import Opened, Watch, Watcher
from housedealer.floor.house.store import now

SCENE_SECONDS = 0.1
"""For so long what happens may wait for what comes next, to be told and shown together with it.

So whoever only looks on is told of a table no more often than eyes can follow. Who is asked or has answered
is told at once, and so is everybody when a round is over, or when nothing was told for so long.
"""


_Told = dict[tuple[int, str | None], bytes]
"""Messages of events, by the number of the first and by whom they are told alone."""


class Scenes:
    """The scenes of one moment, each made when it is wanted."""

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self._public = b""
        self._whole: dict[str | None, bytes] = {}

    def of(self, person: str | None) -> bytes:
        """The table as a viewer sees it."""
        whole = self._whole.get(person)
        if whole is None:
            self._public = self._public or shown.public(self.table)
            whole = self._public + b"," + shown.own(self.table, person) + b"}"
            self._whole[person] = whole
        return whole


class Showing(TableBase):
    """The part of a table that shows it."""

    _scenes_due: asyncio.TimerHandle | None = None
    _overdue = False
    """Whether scenes were due while something was being written."""

    def watch(self, watcher: Watcher) -> None:
        """Somebody looks on from now."""
        known = watcher in self.watches
        self.looked_at = now()
        self.watches[watcher] = watch = Watch()
        person = watcher.person
        if person is not None and not known:
            self.here[person] = self.here.get(person, 0) + 1
            self.gone_since.pop(person, None)
        if not self._flying:
            self._welcome(watcher, watch)
        self.house.table_changed(self)
        if self._flying:
            return  # all of it is shown with what is being written
        if not known and person in self.session.state.chips:
            self.change += 1
            self._scenes(but=watcher)
        self.step()

    def _welcome(self, watcher: Watcher, watch: Watch) -> None:
        """All that somebody needs who has just come."""
        watch.fresh = False
        watcher.send(shown.encode({"type": "table", **self.terms(watcher.person)})[1:])
        if self.shown is not None:
            watch.round = self.number
            watch.since = len(self.shown.table.events)
            watch.settled = self.shown.finished
        watch.scene, watch.told = self.change, asyncio.get_running_loop().time()
        watcher.send(Scenes(self).of(watcher.person))
        if self.guided and not self.number:
            self._guide(watcher, guide.greeting(self.game))
        for name, one in self.open.items():
            if one.question.who == watcher.person:
                watch.asked.add(name)
                watcher.send(self._ask(one))

    def terms(self, who: str | None) -> dict[str, Any]:
        """What a watcher needs to know of the table before he sees it."""
        return {
            "table": self.row(),
            "game": msgspec.Raw(self.house.description(self.spec.game)),
            "texts": list(self.texts),
            "history": [history.mine(line, who) for line in self.lines],
        }

    def unwatch(self, watcher: Watcher) -> None:
        """Somebody looks on no longer."""
        if self.watches.pop(watcher, None) is None:
            return
        self.looked_at = now()
        person = watcher.person
        if person is not None:
            self.here[person] -= 1
            if not self.here[person]:
                del self.here[person]
                self.gone_since[person] = now()
                if person in self.session.state.chips and not self._flying:
                    self.change += 1
                    self._scenes()
        self.house.table_changed(self)

    def _scenes(self, but: Watcher | None = None) -> None:
        """Everybody is shown the table as it is now, and told before what he has not been told yet."""
        self._nothing_due()
        scenes, told = Scenes(self), _Told()
        for watcher, watch in list(self.watches.items()):
            if watcher is not but:
                self._show(watcher, watch, scenes, told)

    def _show(self, watcher: Watcher, watch: Watch, scenes: Scenes, told: _Told) -> None:
        self._events(watcher, watch, told)
        watch.scene, watch.told = self.change, asyncio.get_running_loop().time()
        watcher.send(scenes.of(watcher.person))

    def _scenes_soon(self) -> None:
        """What somebody has not been shown yet is shown to him together with what comes until then."""
        if self._scenes_due is None:
            self._scenes_due = asyncio.get_running_loop().call_later(SCENE_SECONDS, self._scenes_now)

    def _nothing_due(self) -> None:
        if self._scenes_due is not None:
            self._scenes_due.cancel()
            self._scenes_due = None

    def _scenes_now(self) -> None:
        self._scenes_due = None
        self._overdue = bool(self._flying)
        if self._flying or self.house.stopped:
            return  # what is being written is shown as soon as it is kept
        scenes, told = Scenes(self), _Told()
        for watcher, watch in list(self.watches.items()):
            if watch.scene != self.change:
                self._show(watcher, watch, scenes, told)

    def _publish(self) -> None:
        """Everything is durable: show what happened since the last time."""
        gone, self._gone = self._gone, {}
        if not self.watches:
            return
        at = asyncio.get_running_loop().time()
        over = self.shown is not None and self.shown.finished
        scenes, told = Scenes(self), _Told()
        waits, overdue = False, self._overdue
        self._overdue = False
        for watcher, watch in list(self.watches.items()):
            if watch.fresh:
                self._welcome(watcher, watch)
                waits = True
                continue
            asked = [
                name
                for name, one in self.open.items()
                if one.question.who == watcher.person and name not in watch.asked
            ]
            closed = watch.asked & gone.keys()
            settles = over and (watch.round != self.number or not watch.settled)
            if asked or settles or overdue or self._news_for(watch, at, bool(closed)):
                self._show(watcher, watch, scenes, told)
            else:
                waits = True
            for name in closed:
                watch.asked.discard(name)
                _, how, words = gone[name]
                body = {"type": "closed", "table": self.id, "question": name, "how": how, "words": words}
                watcher.send(shown.encode(body)[1:])
            for name in asked:
                self._put(watcher, watch, self.open[name])
            if settles:
                self._settle(watcher, watch)
        if waits:
            self._scenes_soon()

    def _news_for(self, watch: Watch, at: float, answered: bool) -> bool:
        """Whether a watcher is to be told at once what happened."""
        if self.shown is None or (watch.round, watch.since) == (self.number, len(self.shown.table.events)):
            return False
        return answered or at - watch.told >= SCENE_SECONDS

    def _put(self, watcher: Watcher, watch: Watch, one: Opened) -> None:
        """Put a question to whom it is for."""
        watch.asked.add(one.name)
        if self.guided:
            self._guide(watcher, guide.asking(one.question, self.game))
        watcher.send(self._ask(one))

    def _settle(self, watcher: Watcher, watch: Watch) -> None:
        """Tell how the round came out."""
        watch.settled = True
        assert self.shown is not None
        head = {"type": "settled", "table": self.id, "round": self.number}
        came_out = shown.settled(self.shown, watcher.person, head, self.teller)
        watcher.send(shown.encode(came_out)[1:])
        if self.spec.guided and self.number <= self.spec.guided:
            self._guide(watcher, guide.settled(came_out["net"], self.guided))

    def _guide(self, watcher: Watcher, says: str) -> None:
        """A newcomer is told what happens at his first table."""
        if watcher.person == self.opened_by:
            body = {"type": "notice", "table": self.id, "code": guide.CODE, "says": says}
            watcher.send(shown.encode(body)[1:])

    def _events(self, watcher: Watcher, watch: Watch, told: _Told) -> None:
        """What happened, to a watcher; `told` keeps what is the same for several of them."""
        if self.shown is None or self.teller is None:
            return
        if watch.round != self.number:
            watch.round, watch.since, watch.settled = self.number, 0, False
        if watch.since == len(self.shown.table.events):
            return
        since, watch.since = watch.since, len(self.shown.table.events)
        who = None if self.teller.as_everybody(since, watcher.person) else watcher.person
        sent = told.get((since, who))
        if sent is None:
            events = self.teller.since(since, who)
            body = {
                "type": "events", "table": self.id, "round": self.number, "since": since, "events": events
            }  # fmt: skip
            sent = told[since, who] = shown.encode(body)[1:]
        watcher.send(sent)

    def _ask(self, one: Opened) -> bytes:
        question = one.question
        head = {"type": "ask", "table": self.id, "round": self.number}
        clock = {"seconds": one.seconds, "until": one.until} if one.until else None
        terms = None
        if one.place < 0:
            terms = "Do you take the player-dealer's position?"
        last = self.last.get(question.who)
        return shown.encode(shown.ask(question, one.name, last, self.round, clock, head, terms))[1:]
