"""A round at a table of the house: dealt, asked, answered, timed, and kept when it is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from housedealer.floor import regulars
from housedealer.floor.answers import Told, read
from housedealer.floor.house import guide, shown
from housedealer.floor.house.books import account, against
from housedealer.floor.house.history import line_of
from housedealer.floor.house.shapes import order_of
from housedealer.floor.house.store import Batch, Movement, now
from housedealer.floor.witness import auditors
from housedealer.pieces.proof import Contribution
from housedealer.pieces.supply import CommittedSupply
from housedealer.table.errors import Refused
from housedealer.table.log import RoundLog, encode, fingerprints
from housedealer.table.questions import First, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.view import View
from housedealer.wagers.ledger import FEES, JACKPOT

if TYPE_CHECKING:
    pass

from housedealer.floor.house.parts import (
    ABSENT_SECONDS,
    DEALING,
    GAP,
    LATE_ROUNDS,
    SECONDS,
    THINK,
    WAITING,
    Opened,
    Reply,
    Start,
    entry_data,
    frozen,
)
from housedealer.floor.house.seats import Seats

log = logging.getLogger("housedealer.table")


class Dealing(Seats):
    """The part of a table that deals."""

    def _deal(self) -> None:
        """Begin the next round from the state as it stands."""
        if len(self.session.dealt_in()) < self.least():
            self.state = WAITING
            self.keep()
            return
        assert self.commitment is not None
        self.number += 1
        self.begun = now()
        start = Start(
            at=self.begun,
            state=self.session.frozen(),
            option=self.session.stakes.option,
            limit=self.session.stakes.limit,
            secret=self.secret.hex(),
            texts=[Contribution(who, text) for who, text in self.texts.items()],
            context=self.commitment.context,
            made_by=fingerprints(self.game),
        )
        batch = Batch()
        batch.journal.append(
            {"table_id": self.id, "round": self.number, "at": 0, "data": msgspec.json.encode(start)}
        )
        supply = CommittedSupply(self.game.params.deck.pieces, self.commitment)
        self._begin(supply)
        while self.fast and (found := self._bots_turn()) is not None:
            assert self.round is not None
            regulars.answer(self.round, found[0], found[1], self.chance)
            self._regroup()
        assert self.round is not None
        if self.round.finished:
            self._finish(batch)
        else:
            self._journal(batch)
        self.keep(batch)

    def _begin(self, supply: CommittedSupply) -> None:
        self.round = self.shown = self.session.begin(supply, shown.marked)
        self.teller = shown.Teller(self.round)
        self.state, self.says = DEALING, self.says if self.paused or self.closing else ""
        self._written = self._moved = self._base = 0
        self._group = None
        self.answered = set()
        self.open.clear()
        self._regroup()

    def take_up_round(self, start: Start, supply: CommittedSupply, told: list[Any]) -> None:
        """Deal a round in progress again, as far as it was told."""
        table_of = self.session.stakes
        if (table_of.option, table_of.limit) != (start.option, start.limit):
            self.session.choose(start.option or None, start.limit)
        self._begin(supply)
        round_ = self.round
        assert round_ is not None
        for one in told:
            if isinstance(one, dict):
                round_.interrupt(one["kind"], **one["facts"])
            else:
                round_.force(frozen(one[1]), one[0])
            self._regroup()
        self._written = len(round_.entries)
        self._moved = len(round_.table.ledger.moves)

    def void_row(self, batch: Batch, why: str) -> None:
        """A round that could not be taken up again: its stakes go back, and a line says so."""
        self.moves(batch, self.voided or [])
        self.voided = None
        names = {str(seat): name for seat, name in self.session.state.seats.items()}
        line = {
            "number": self.number, "at": self.begun, "void": why, "people": names,
            "bank": self.session.state.bank, "drop": 0,
            "net": dict.fromkeys(self.session.state.chips, 0), "mine": None, "shared": [], "told": [],
            "corrections": [],
        }  # fmt: skip
        self.lines = [line, *self.lines[:39]]
        batch.rounds.append(
            {
                "table_id": self.id, "number": self.number, "at": self.begun, "game": self.game.id,
                "void": True, "drop": 0, "jackpot": 0, "line": msgspec.json.encode(line), "log": b"",
            }
        )  # fmt: skip
        batch.forget.append((self.id, self.number))
        self.commitment, self.secret, self.texts = None, b"", {}

    def _regroup(self) -> None:
        """Note which questions are open now, under names that the same round has again after a restart."""
        round_ = self.round
        assert round_ is not None
        if round_.question is not self._group:
            self._group, self._base = round_.question, len(round_.entries)
        wanted = {
            f"{self.id}/{self.number}/{self._base}/{place}": (place, question)
            for place, question in round_.open()
            if question.who not in self.bots
        }
        for name in [name for name in self.open if name not in wanted]:
            one = self.open.pop(name)
            self._gone.setdefault(name, (one.question.who, "withdrawn", ""))
        for name, (place, question) in wanted.items():
            if name not in self.open:
                self.open[name] = self._opened(name, place, question)
        self._set_clock()

    def _opened(self, name: str, place: int, question: Question) -> Opened:
        seconds: float = SECONDS if question.who in self.here else ABSENT_SECONDS
        if question.who in self.leaving and question.who not in self.here:
            seconds = 1
        if self.guided and question.who in self.here:
            seconds *= guide.PATIENCE
        seconds = self.house.seconds(seconds)
        return Opened(name, place, question, now() + int(1000 * seconds), seconds)

    def _set_clock(self) -> None:
        """See that the time that runs out first is noticed; a clock that rings too early is set again."""
        timed = [one.until for one in self.open.values() if one.until]
        if not timed:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + max(0.0, (min(timed) - now()) / 1000) + 0.02
        if self._clock is not None:
            if self._clock.when() <= due:
                return
            self._clock.cancel()
        self._clock = loop.call_at(due, self._out_of_time)

    def _out_of_time(self) -> None:
        """The default is answered for whoever did not answer in time."""
        self._clock = None
        at = now()
        for one in list(self.open.values()):
            if one.until <= at and one.name in self.open:
                self._guard(lambda one=one: self._default(one))  # type: ignore[misc]
        if self.open and self._clock is None:
            self._set_clock()

    def _default(self, one: Opened) -> None:
        person = one.question.who
        if one.place < 0:
            self.position_answered(one, "no", None)
            self._gone[one.name] = (person, "default", "no")
            return
        answer = one.question.default
        if person in self.leaving and person not in self.here:
            answer = regulars.give_up(one.question)
        round_ = self.round
        assert round_ is not None
        self._gone[one.name] = (person, "default", shown.spoken(one.question, answer))
        del self.open[one.name]
        round_.answer(answer, at=one.place)
        self._advanced()

    def _go_on_dealing(self) -> None:
        at = self._bots_turn()
        if at is None:
            return
        pause = 0.0 if self.fast else self.chance.uniform(*THINK)
        self.after(pause, self._bot_answers)

    def _bots_turn(self) -> tuple[int, Question] | None:
        """The next question to a bot that it should answer now."""
        round_ = self.round
        if round_ is None or round_.finished or not self.bots:
            return None
        questions = round_.open()
        if isinstance(round_.question, First) and any(one.who not in self.bots for _, one in questions):
            return None
        return next(((at, one) for at, one in questions if one.who in self.bots), None)

    def _bot_answers(self) -> None:
        if self.round is None or self._flying:
            return
        self._guard(self._let_a_bot_answer)

    def _let_a_bot_answer(self) -> None:
        found = self._bots_turn()
        round_ = self.round
        if found is None or round_ is None:
            return
        regulars.answer(round_, found[0], found[1], self.chance)
        self._advanced()

    def _advanced(self, done: Callable[[], None] | None = None, batch: Batch | None = None) -> None:
        """The round got an answer: what follows at once, and write it down."""
        round_ = self.round
        assert round_ is not None
        while self.fast and (found := self._bots_turn()) is not None:
            regulars.answer(round_, found[0], found[1], self.chance)
            self._regroup()
        self._regroup()
        batch = batch or Batch()
        if round_.finished:
            self._finish(batch)
            self.keep(batch, done)
        else:
            self._journal(batch)
            self.keep(batch, done, point=False)

    def _guard(self, what: Callable[[], None]) -> None:
        """A fault in a game's script ends the round, not the house."""
        try:
            what()
        except Refused:
            raise
        except Exception:
            log.exception("%s round %s of %s fails", self.id, self.number, self.spec.game)
            self.call_off("The round could not go on.")

    def call_off(self, why: str, done: Callable[[], None] | None = None, batch: Batch | None = None) -> None:
        """The round in progress is void: every stake goes back."""
        round_ = self.round
        if round_ is None:
            raise Refused("No round is being dealt.")
        round_.call_off(why)
        batch = batch or Batch()
        self._regroup()
        self._finish(batch)
        self.keep(batch, done)

    def answer(self, person: str, name: str, answer: Any, say: str | None, reply: Reply) -> None:
        """A person answers a question; what is late or not for him changes nothing."""
        one = self.open.get(name)
        if one is None:
            if name.partition("/")[0] != self.id:
                raise Refused("There is no such question at this table.")
            reply({"late": True, "question": name})
            return
        question = one.question
        if question.who != person:
            raise Refused("This question is not for you.")
        self.looked_at = now()
        checked = self.checked(one, answer, say)
        words = shown.spoken(question, checked)
        reply_with = {"question": name, "words": words}
        if one.place < 0:
            self.position_answered(one, checked, lambda: reply(reply_with))
            return

        def take() -> None:
            round_ = self.round
            assert round_ is not None
            round_.force(checked, at=one.place)  # it was checked on the way here
            self._gone[name] = (person, "answered", words)
            self.open.pop(name, None)
            self.answered.add(person)
            if isinstance(question, Wagers) and checked:
                self.last[person] = checked
            self._advanced(lambda: reply(reply_with))

        self._guard(take)

    def checked(self, one: Opened, answer: Any, say: str | None) -> Any:
        """An answer in the form in which it is kept, or a refusal."""
        question = one.question
        try:
            if say is not None:
                last = self.last.get(question.who)
                return read(question, say, last, Told(self.spots, self._order(question)))
            return question.check(frozen(answer))
        except Refused:
            raise
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
            raise Refused("This is no answer to the question.") from None

    def _order(self, question: Question) -> tuple[int, ...]:
        if self.round is None or not hasattr(question, "pieces"):
            return ()
        return tuple(order_of(question, self.round)["order"])

    def question(self, person: str, name: str) -> Opened:
        """An open question to a person."""
        one = self.open.get(name)
        if one is None:
            raise Refused("This question is no longer open.")
        if one.question.who != person:
            raise Refused("This question is not for you.")
        return one

    def view(self, person: str) -> View:
        """The table through a person's eyes."""
        if self.round is None:
            raise Refused("No round is being dealt.")
        return View(self.round.table, person, self.chance)

    def _journal(self, batch: Batch) -> None:
        """The round's new entries, and the chips that they moved."""
        round_ = self.round
        assert round_ is not None
        for at in range(self._written, len(round_.entries)):
            batch.journal.append(
                {
                    "table_id": self.id,
                    "round": self.number,
                    "at": at + 1,
                    "data": entry_data(round_.entries[at]),
                }
            )
        self._written = len(round_.entries)
        made = round_.table.ledger.moves
        if self._moved < len(made):
            moved = [
                Movement(account(self.id, source), account(self.id, target), amount, why)
                for source, target, amount, why in made[self._moved :]
                if amount
            ]
            self._moved = len(made)
            self.moves(batch, moved)

    def _finish(self, batch: Batch) -> None:
        """The round is over: its log, its line, and what the next one starts from."""
        round_ = self.round
        assert round_ is not None
        self._journal(batch)
        batch.journal.clear()  # the log has it all; what is written already is forgotten
        ledger = round_.table.ledger
        drop, jackpot = ledger.balance.get(FEES, 0), ledger.balance.get(JACKPOT, 0)
        proof = auditors(round_.supply) if isinstance(round_.supply, CommittedSupply) else None
        held = {**self.session.state.chips, **round_.result.chips} if round_.result else {}
        done = self.session.finish(proof)
        self._collected(batch, held)
        line = line_of(round_, self.number, self.begun, drop, self.teller)
        self.lines = [line, *self.lines[:39]]
        batch.rounds.append(self._round_row(done, line, drop, jackpot))
        batch.forget.append((self.id, self.number))
        if wrong := against(self.house.books, self.id, self.session.state.chips):
            log.error("%s: %s", self.id, "; ".join(wrong))
            self.paused, self.says = True, "The books do not agree; the floor is called."
        self._lapsed(round_)
        if self.guided:
            self.guided -= 1
        self.round = None
        self.commitment, self.secret, self.texts = None, b"", {}
        self.state, self.says = GAP, self.says if self.paused else ""
        for name, one in self.open.items():
            self._gone.setdefault(name, (one.question.who, "withdrawn", ""))
        self.open.clear()
        self._set_clock()

    def _round_row(self, done: RoundLog, line: dict[str, Any], drop: int, jackpot: int) -> dict[str, Any]:
        return {
            "table_id": self.id,
            "number": self.number,
            "at": self.begun,
            "game": self.game.id,
            "void": done.void,
            "drop": drop,
            "jackpot": jackpot,
            "line": msgspec.json.encode(line),
            "log": encode(done),
        }

    def _lapsed(self, round_: Round) -> None:
        """Who answered nothing in time, twice in a row, sits out from now."""
        asked = {name for name in round_.start.chips if name not in self.bots}
        for name in asked:
            if name in self.answered or name in self.here:
                self.lapses.pop(name, None)
                continue
            self.lapses[name] = self.lapses.get(name, 0) + 1
            if self.lapses[name] >= LATE_ROUNDS and name in self.session.state.chips:
                self.session.out.add(name)

    def _collected(self, batch: Batch, before: Mapping[str, int]) -> None:
        """Time collection: what the session took from each since then."""
        chips = self.session.state.chips
        moved = [
            Movement(account(self.id, name), account(self.id, FEES), have - chips.get(name, 0), "half-hour")
            for name, have in before.items()
            if have > chips.get(name, 0)
        ]
        self.moves(batch, moved)
