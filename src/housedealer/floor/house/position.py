"""The player-dealer's position: offered clockwise, taken or declined, or by nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from housedealer.table.questions import Choose

if TYPE_CHECKING:
    pass

from housedealer.floor.house.dealing import Dealing
from housedealer.floor.house.parts import ASK_AGAIN_SECONDS, BROKEN, OFFERING, POSITION, Asking, Opened


class Position(Dealing):
    """The part of a table that passes the position on."""

    def _go_on_offering(self) -> None:
        """Offer the position clockwise: whoever is a person is asked, bots decide at once."""
        self.state = BROKEN if self.broken else OFFERING
        session = self.session
        last = session.banker or session.state.seats.get(session.state.bank, "")
        try:
            session.offer_bank(self._wants_bank)
        except Asking as ask:
            self._offer_to(ask.person)
            return
        if not session.state.bank:
            self.barred = self.barred or last
            session.offer_bank(lambda who: who in self.bots and self._may_bank(who))
        self._withdraw_offer()
        self.offering = False
        if not session.state.bank and self.spec.practice:
            self._bank_bot_goes_on()
        if session.state.bank:
            self.barred, self.broken = "", False
            self._deal()
        else:
            self._breaks()

    def _may_bank(self, person: str) -> bool:
        return person not in self.out and person not in self.leaving and person != self.barred

    def _wants_bank(self, person: str) -> bool:
        if not self._may_bank(person):
            return False
        if person in self.propositions:
            return True
        if person not in self.offered:
            if person in self.bots:
                self.offered[person] = self.chance.random() < (0.25 if self.propositions else 0.6)
            elif person not in self.here:
                return False
            else:
                raise Asking(person)
        return self.offered[person]

    def _offer_to(self, person: str) -> None:
        name = f"{self.id}/{self.number + 1}/bank{self.offers}/{len(self.offered)}"
        if name in self.open:
            return
        self._withdraw_offer()
        question = Choose(person, POSITION, ("no", "yes"), "no")
        self.open[name] = self._opened(name, -1, question)
        self._set_clock()
        self.keep()

    def _withdraw_offer(self) -> None:
        for name, one in list(self.open.items()):
            if one.place < 0:
                del self.open[name]
                self._gone[name] = (one.question.who, "withdrawn", "")

    def _bank_bot_goes_on(self) -> None:
        """Practice: a proposition player keeps the position though he has had his rounds."""
        state = self.session.state
        for seat, name in state.seats.items():
            if name in self.propositions and state.chips.get(name, 0) > 0 and name not in self.out:
                state.bank, state.turn, self.session.banker = seat, 1, ""
                return

    def _breaks(self) -> None:
        """Nobody intervenes: no round is dealt until somebody does, and he is not who banked last."""
        self.broken = True
        self.state, self.says = BROKEN, "Nobody intervenes as player-dealer; the game is broken."
        self._gap_over = asyncio.get_running_loop().time() + (
            ASK_AGAIN_SECONDS if not self.fast else ASK_AGAIN_SECONDS / 5
        )
        self.keep()

    def position_answered(self, one: Opened, answer: str, done: Callable[[], None] | None) -> None:
        person = one.question.who
        self.offered[person] = answer == "yes"
        del self.open[one.name]
        self._gone[one.name] = (person, "answered", answer)
        self.keep(None, done)
