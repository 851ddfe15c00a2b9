"""What those who look on are sent, and when."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from housedealer.floor.house import guide, history, shown
from housedealer.floor.house.store import now

if TYPE_CHECKING:
    pass

from housedealer.floor.house.base import TableBase
from housedealer.floor.house.parts import DEALING, Opened, Watch, Watcher

SCENE_SECONDS = 0.1
"""For so long a scene may wait for the next change, when nothing has happened that anybody must see."""


class Showing(TableBase):
    """The part of a table that shows it."""

    _scenes_due: asyncio.TimerHandle | None = None

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
        watcher.send(shown.public(self) + b"," + shown.own(self, watcher.person) + b"}")
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
        if self._scenes_due is not None:
            self._scenes_due.cancel()
            self._scenes_due = None
        if not self.watches:
            return
        public, own = shown.public(self), {}
        for watcher in list(self.watches):
            if watcher is not but:
                person = watcher.person
                if person not in own:
                    own[person] = public + b"," + shown.own(self, person) + b"}"
                watcher.send(own[person])

    def _scenes_soon(self) -> None:
        """Nothing has happened but that somebody answered among others: several such share one scene."""
        if self._scenes_due is None:
            self._scenes_due = asyncio.get_running_loop().call_later(SCENE_SECONDS, self._scenes_now)

    def _scenes_now(self) -> None:
        self._scenes_due = None
        if not self._flying and not self.house.stopped:
            self._scenes()

    def _publish(self) -> None:
        """Everything is durable: show what happened since the last time."""
        gone, self._gone = self._gone, {}
        if not self.watches:
            return
        news = self.shown is None or self.shown.finished or self.state != DEALING
        told: dict[tuple[int, str | None], bytes] = {}
        for watcher, watch in list(self.watches.items()):
            if watch.fresh:
                news = True
                self._welcome(watcher, watch)
            elif self._events(watcher, watch, told):
                news = True
        asked = [one for one in self.open.values() if not one.shown]
        if news or asked:
            self._scenes()
        else:
            self._scenes_soon()
        for one in asked:
            one.shown = True
        finished = self.shown is not None and self.shown.finished
        for watcher, watch in list(self.watches.items()):
            person = watcher.person
            for name in watch.asked & gone.keys():
                watch.asked.discard(name)
                _, how, words = gone[name]
                body = {"type": "closed", "table": self.id, "question": name, "how": how, "words": words}
                watcher.send(shown.encode(body)[1:])
            for name, one in self.open.items():
                if one.question.who == person and name not in watch.asked:
                    watch.asked.add(name)
                    if self.guided:
                        self._guide(watcher, guide.asking(one.question, self.game))
                    watcher.send(self._ask(one))
            if finished and not watch.settled and self.shown is not None:
                watch.settled = True
                head = {"type": "settled", "table": self.id, "round": self.number}
                came_out = shown.settled(self.shown, person, head, self.teller)
                watcher.send(shown.encode(came_out)[1:])
                if self.spec.guided and self.number <= self.spec.guided:
                    self._guide(watcher, guide.settled(came_out["net"], self.guided))

    def _guide(self, watcher: Watcher, says: str) -> None:
        """A newcomer is told what happens at his first table."""
        if watcher.person == self.opened_by:
            body = {"type": "notice", "table": self.id, "code": guide.CODE, "says": says}
            watcher.send(shown.encode(body)[1:])

    def _events(self, watcher: Watcher, watch: Watch, told: dict[tuple[int, str | None], bytes]) -> bool:
        """What happened, to a watcher; `told` keeps what is the same for several of them."""
        if self.shown is None or self.teller is None:
            return False
        if watch.round != self.number:
            watch.round, watch.since, watch.settled = self.number, 0, False
        if watch.since == len(self.shown.table.events):
            return False
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
        return True

    def _ask(self, one: Opened) -> bytes:
        question = one.question
        head = {"type": "ask", "table": self.id, "round": self.number}
        clock = {"seconds": one.seconds, "until": one.until} if one.until else None
        terms = None
        if one.place < 0:
            terms = "Do you take the player-dealer's position?"
        last = self.last.get(question.who)
        return shown.encode(shown.ask(question, one.name, last, self.round, clock, head, terms))[1:]
