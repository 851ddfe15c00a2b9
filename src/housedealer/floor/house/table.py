"""A table of the house: an object in the event loop that deals round after round and asks whoever is next.

Whatever changes is written first and shown when it is durable (`keep`, `_kept`): bots answer at the table's
pace, persons when they do, and the clock gives the default for who does not. What must wait for the end of a
round waits in `wishes` (see `seats`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from housedealer.floor.house import describe
from housedealer.floor.house.store import Batch
from housedealer.pieces.proof import Commitment, Contribution
from housedealer.table.errors import Refused

if TYPE_CHECKING:
    pass

from housedealer.floor.house.attended import Attended
from housedealer.floor.house.parts import (
    BROKEN,
    CLOSED,
    EMPTY_CLOSES,
    FIRST_GAP,
    GAP,
    GAP_SECONDS,
    GONE_LEAVES,
    HALF_HOUR,
    MOST_TEXT,
    PAUSED,
    WAITING,
    Reply,
)


class Table(Attended):
    """One table."""

    def keep(
        self, batch: Batch | None = None, done: Callable[[], None] | None = None, point: bool = True
    ) -> None:
        """Write a change down; when it is durable, say so and show the table."""
        batch = batch or Batch()
        if point:
            batch.points[self.id] = self.point()
        self.change += 1
        self._flying += 1
        paid, self.paid = self.paid, set()

        def kept() -> None:
            if done is not None:
                done()
            for person in paid:
                self.house.purse_changed(person)
            # Whoever answered anywhere learns first that it is kept; then each table is shown.
            asyncio.get_running_loop().call_soon(self._kept)

        self.house.store.write(batch, kept)
        self.house.table_changed(self)

    def _kept(self) -> None:
        """A change is durable, and whoever made it knows: show it, unless more of it is being written."""
        self._flying -= 1
        if not self._flying:
            self._publish()
            self.step()

    def step(self) -> None:
        """Go on as the table stands, now that everything of it is shown."""
        if self.state == CLOSED or self.house.stopped:
            return
        if self.round is not None:
            self._go_on_dealing()
        elif self.offering:
            self._go_on_offering()
        else:
            self._between()

    def _between(self) -> None:
        """Nothing is dealt: grant what was wished, then wait, close, or make ready for the next round."""
        batch = Batch()
        if self.grant(batch):
            self.keep(batch)
            return
        if self.closing:
            self._close()
            return
        state, says = self._why_not()
        if state is not None:
            if (self.state, self.says) != (state, says):
                self.state, self.says = state, says
                self.keep()
            return
        loop = asyncio.get_running_loop()
        if self.commitment is None:
            if self._refill(batch):
                self.keep(batch)
                return
            self.secret = self.house.entropy(32)
            self.bind()
            pause = GAP_SECONDS[self.spec.pace]
            if self.bots >= {*self.session.dealt_in().values(), *self.session.state.backline}:
                pause = max(pause, 1.0)  # nobody plays: who sits out, or has no chips left, looks on
            self._gap_over = loop.time() + (pause if self.number else min(pause, FIRST_GAP))
            self.state, self.says = GAP, ""
            self.keep()
            return
        if self.state != GAP and self.state != BROKEN:
            self.state, self.says = GAP, ""
            self.keep()
            return
        self.after(max(0.0, self._gap_over - loop.time()), self._gap_ends)

    def _why_not(self) -> tuple[str | None, str]:
        """Why no round can be dealt now, if so."""
        if self.paused:
            return PAUSED, self.says or "The floor has paused this table."
        if self.house.draining:
            return WAITING, "The house closes after this round."
        people = [name for name in self.session.state.chips if name not in self.bots and name not in self.out]
        if not self.watches and not any(name in self.here for name in people):
            return WAITING, "Nobody is here."
        if len(self.session.dealt_in()) < self.least():
            return WAITING, "Waiting for players."
        return None, ""

    def bind(self) -> None:
        """The house is bound to the next shuffle by its secret, before anybody mixes in a text."""
        self.commitment = Commitment(
            f"{self.id} round {self.number + 1}",
            [Contribution(who, text) for who, text in self.texts.items()],
            self.secret,
        )

    def _gap_ends(self) -> None:
        if self.round is not None or self._flying or self.state not in (GAP, BROKEN):
            return
        batch = Batch()
        if self.grant(batch) or self._why_not()[0] is not None:
            self.keep(batch)
            return
        self._time()
        if self.kind == describe.BANKED:
            self.offered.clear()
            self.offering = True
            self.offers += 1
            self._go_on_offering()
        else:
            self._deal()

    def _time(self) -> None:
        """Half hours that struck since the last round are collected, where the option is by time."""
        at = asyncio.get_running_loop().time()
        if not self._next_tick:
            self._next_tick = at + HALF_HOUR
        while at >= self._next_tick:
            self._next_tick += HALF_HOUR
            before = dict(self.session.state.chips)
            self.session.tick()
            batch = Batch()
            self._collected(batch, before)
            self.keep(batch)

    def _close(self) -> None:
        """The table is no more: everybody gets his chips."""
        batch = Batch()
        self.everybody_leaves(batch)
        self.state, self.says = CLOSED, "This table is closed."
        self.house.close_row(self, batch)
        self.keep(batch)

    def tidy(self, at: int) -> None:
        """Whoever has been gone for long leaves with his chips; a table that nobody cares for is closed.

        A window left open is no company: whoever has it there sits out by then, and only bots would play.
        """
        if at - self.looked_at > EMPTY_CLOSES and not self.spec.own and not self.closing:
            self.close_after_this_round()
            return
        for person in list(self.session.state.chips):
            if person in self.bots or person in self.here or person in self.leaving:
                continue
            if at - self.gone_since.setdefault(person, at) > GONE_LEAVES:
                self.stand(person, lambda _: None)

    def close_after_this_round(self) -> None:
        """Close as soon as no round is dealt."""
        self.closing = True
        if self.round is None:
            self._close()
            return
        self.says = "This table closes after this round."
        self.keep()

    def call_floor(self, person: str, says: str, reply: Reply) -> None:
        """A player calls the floor."""
        if person not in self.session.state.chips:
            raise Refused("Only those at the table call the floor.")
        if not says.strip() or len(says) > MOST_TEXT:
            raise Refused(f"Say in up to {MOST_TEXT} signs what it is about.")
        self.house.call_floor(self, person, says, reply)
