"""A round: the driver of one script, and the public way to deal a game.

    >>> from housedealer.rooms import game
    >>> from housedealer.table.round import deal
    >>> round_ = deal(game("garlic-city/3-card-poker"), seed=7, bettors=2)
    >>> type(round_.question).__name__, round_.finished
    ('All', False)

Whoever drives asks `question`, gives `answer`, and may look through anybody's eyes with `view`. A round
is determined by its game, stakes, first state, pieces, and answers, so `fork` and every replay is the
same round dealt again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from housedealer.pieces.shuffle import seeded_order
from housedealer.pieces.supply import OrderSupply, SeededSupply, SupplyLog
from housedealer.table.core import Event, Hand, Interrupt
from housedealer.table.errors import Misdeal, Refused
from housedealer.table.game import Because, Game, Stakes, State
from housedealer.table.questions import All, Asked, First, Question
from housedealer.table.stakes import open_table
from housedealer.table.view import Policy, View

CALLED_OFF = "called-off"
"""The call that ends a round in any game: every stake goes back."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that a round was told: an answer (`at` which of the questions open together) or a call."""

    at: int
    answer: Any = None
    kind: str = ""
    facts: dict[str, Any] = {}


class Round:
    """One round of a game being dealt."""

    __slots__ = (
        "_got",
        "_script",
        "entries",
        "game",
        "question",
        "result",
        "stakes",
        "start",
        "supply",
        "table",
        "void",
    )

    def __init__(self, game: Game, stakes: Stakes, state: State, supply: Any, prepare: Any = None) -> None:
        self.game = game
        self.stakes = stakes
        self.start = state
        self.supply = supply
        self.entries: list[Entry | tuple[int, Any]] = []
        self.table = game.play.table(game, stakes, state, supply)
        self.question: Asked | None = None
        self.result: State | None = None
        self.void: Because | None = None
        self._got: dict[int, Any] = {}
        if prepare is not None:
            prepare(self.table)
        self._script = game.play.script(self.table, game.params)
        self._send(None)

    # -- driving -----------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the round is over (settled, or void)."""
        return self.question is None

    def open(self) -> list[tuple[int, Question]]:
        """The questions that wait for an answer, with their places in the open group."""
        question = self.question
        if question is None:
            return []
        if isinstance(question, Question):
            return [(0, question)]
        return [(at, one) for at, one in enumerate(question.questions) if at not in self._got]

    def answer(self, value: Any, who: str | None = None, at: int | None = None) -> None:
        """Answer an open question: the only one, or `who`'s, or the one at a place in its group.

        A refused answer changes nothing.
        """
        question = self.question
        shape = type(question)
        if shape is All or shape is First:
            self._answer_group(question, value, who, at)  # type: ignore[arg-type]
            return
        if question is None:
            raise Refused("The round is over; nothing is asked.")
        if who is not None and who != question.who:  # type: ignore[union-attr]
            raise Refused(f"It is not {who}'s turn.")
        value = question.check(value)  # type: ignore[union-attr]
        self.entries.append((0, value))
        try:  # as in `_send`, without the call: most answers of all games come here
            self.question = self._script.send(value)
        except (StopIteration, Misdeal) as end:
            self._end(end)

    def force(self, value: Any, at: int = 0) -> None:
        """Take an answer unchecked: checked when it was logged, or one that broke a rule at a real table."""
        question = self.question
        if type(question) is All or type(question) is First:
            self._take_in_group(question, value, at)
        else:
            self.entries.append((0, value))
            self._send(value)

    def _answer_group(self, group: All | First, value: Any, who: str | None, at: int | None) -> None:
        places = [
            place
            for place, one in self.open()
            if (who is None or one.who == who) and (at is None or place == at)
        ]
        if not places:
            raise Refused(f"{who or 'That place'} has nothing to answer now.")
        self._take_in_group(group, group.questions[places[0]].check(value), places[0])

    def _take_in_group(self, group: All | First, value: Any, place: int) -> None:
        self.entries.append((place, value))
        self._got[place] = value
        if type(group) is All:
            if len(self._got) == len(group.questions):
                self._send([self._got[i] for i in range(len(group.questions))])
            return
        claims = [
            i for i, one in enumerate(group.questions) if i in self._got and self._got[i] != one.default
        ]
        if claims and (not group.ranked or all(i in self._got for i in range(claims[0]))):  # type: ignore[union-attr]
            self._send((claims[0], self._got[claims[0]]))
        elif len(self._got) == len(group.questions):
            self._send(None)

    def interrupt(self, kind: str, **facts: Any) -> None:
        """Report an irregularity, or call the floor: the game's remedy runs on top of the open question."""
        if self.question is None:
            raise Refused("The round is over; nothing can be called on it.")
        if kind == CALLED_OFF:
            self.call_off(str(facts.get("why", "")))
            return
        if kind not in self.game.play.remedies:
            known = ", ".join(self.game.play.remedies) or "none"
            raise Refused(f"{self.game.id} has no remedy for {kind!r}; it has: {known}.")
        before = list(self.entries)
        self.entries.append(Entry(-1, kind=kind, facts=dict(facts)))
        try:
            self._send(Interrupt(kind, facts))
        except (Refused, LookupError) as refusal:
            if hasattr(self.supply, "again"):  # a told round ends with what is refused in it
                self._restore(before)
            raise Refused(
                str(refusal) if isinstance(refusal, Refused) else _missing_facts(self.game, kind)
            ) from None

    def call_off(self, why: str) -> None:
        """The house calls the round off: it is void, whatever is being asked."""
        if self.question is None:
            raise Refused("The round is over; it cannot be called off.")
        self.entries.append(Entry(-1, kind=CALLED_OFF, facts={"why": why}))
        self._misdeal((CALLED_OFF, (why,)))

    def _restore(self, entries: list[Entry | tuple[int, Any]]) -> None:
        """Back to where the round stood: a call that a remedy refuses changes nothing."""
        again = _answered(Round(self.game, self.stakes, self.start, self.supply.again()), entries)
        for slot in self.__slots__:
            setattr(self, slot, getattr(again, slot))

    def _send(self, value: Any) -> None:
        if self._got:
            self._got.clear()
        try:
            self.question = self._script.send(value)
        except (StopIteration, Misdeal) as end:
            self._end(end)

    def _end(self, end: StopIteration | Misdeal) -> None:
        """The script is through, or the round is void."""
        if isinstance(end, Misdeal):
            self._misdeal(end.because)
        else:
            self.question = None
            self.result = end.value

    def _misdeal(self, because: Because) -> None:
        self.question = None
        self.void = because
        table = self.table
        table.ledger.reverse()
        table.emit("misdeal", because)
        table.void(because)
        state = self.start
        self.result = msgspec.structs.replace(state, chips=dict(state.chips))

    def play(self, policy: Policy) -> Round:
        """Let a policy answer everything that is still asked: it sees no more than whom it answers for."""
        while self.question is not None:
            at, question = self.open()[0]
            self.answer(policy(View(self.table, question.who), question), at=at)
        return self

    # -- looking -----------------------------------------------------------------------------------

    def view(self, who: str | None = None, since: int = 0) -> list[Event]:
        """The events as one person saw them when they happened (`None` is a spectator)."""
        return View(self.table, who).events(since)

    def asked(self, who: str | None = None) -> list[Question]:
        """The open questions that this person is asked, with all that he needs to answer them."""
        return [question for _, question in self.open() if question.who == who]

    # -- again -------------------------------------------------------------------------------------

    def fork(self) -> Round:
        """The same round up to here, to be played on differently."""
        return _answered(Round(self.game, self.stakes, self.start, self.supply.again()), self.entries)


def _missing_facts(game: Game, kind: str) -> str:
    """Why a call cannot be taken: the facts that its remedy needs."""
    remedy = game.remedies.get(kind)
    needed = ", ".join(remedy.facts) if remedy and remedy.facts else "more facts"
    return f"The remedy for {kind} needs to be told: {needed}."


def resample(round_: Round, who: str | None, seed: int | str) -> Round | None:
    """The round as it may be for one person: what he has not seen is dealt anew, all else is as it was.

    This is the chance of a search over hidden pieces. `None` where an answer that somebody gave does not
    fit the pieces he would now hold; try another seed.
    """
    log = round_.supply.log()
    if log.recycled:
        raise Refused("A round whose stub was shuffled again cannot be dealt anew from its middle.")
    hands = round_.table.hands
    seen = {token for event in round_.view(who) for token in _tokens_shown(event, hands)}
    for hand in hands.values():
        own = who is not None and hand.owner == who
        seen.update(token for token, up in zip(hand.tokens, hand.up, strict=True) if own or up)
    hidden = [place for place in range(len(log.order)) if place not in seen]
    order = list(log.order)
    fresh = seeded_order([order[place] for place in hidden], seed)
    for place, piece in zip(hidden, fresh, strict=True):
        order[place] = piece
    try:
        return _answered(
            Round(round_.game, round_.stakes, round_.start, OrderSupply(order, dice=log.dice)), round_.entries
        )
    except (Refused, LookupError):
        return None


def _tokens_shown(event: Event, hands: Mapping[str, Hand]) -> tuple[int, ...]:
    if event.kind == "hand" and len(event.args) == 2:  # somebody sets a hand that is not before himself
        return tuple(hands[event.args[0]].tokens)
    if event.kind in ("show", "look") and len(event.args) == 3:
        return tuple(event.args[1])
    return (event.args[1],) if event.kind == "deal" and event.args[-1] is not None else ()


def replay(
    game: Game,
    stakes: Stakes,
    start: State,
    supply: SupplyLog,
    entries: list[Entry | tuple[int, Any]],
    at: int | None = None,
) -> Round:
    """Deal a logged round again, up to an entry or to its end."""
    return _answered(Round(game, stakes, start, OrderSupply.replaying(supply)), entries[:at])


def _answered(round_: Round, entries: Sequence[Entry | tuple[int, Any]]) -> Round:
    """A round given its logged entries, which were checked when they were made."""
    for entry in entries:
        if type(entry) is Entry and entry.kind:
            round_.interrupt(entry.kind, **entry.facts)
        else:
            place, value = entry if isinstance(entry, tuple) else (entry.at, entry.answer)
            round_.force(value, place)
    return round_


def first_state(
    game: Game, bettors: int, chips: int = 100_000, names: Mapping[int, str] | None = None
) -> State:
    """A table newly opened: seat 1 has the bank or the button, the next seats are taken."""
    bank = 0 if game.play.poker else 1
    seats = {seat: (names or {}).get(seat, f"player {seat}") for seat in range(1, bettors + 1 + bank)}
    return State(
        seats=seats,
        chips={person: chips * (20 if seat == bank else 1) for seat, person in seats.items()},
        places=game.params.seats,
        button=1,
        bank=bank,
    )


def deal(
    game: Game,
    seed: int | str = 0,
    bettors: int = 3,
    option: str | None = None,
    limit: str | None = None,
    state: State | None = None,
) -> Round:
    """Begin a round from a seed, for practice, bots and tests."""
    stakes = open_table(game, option, limit)
    start = first_state(game, bettors) if state is None else state
    return Round(game, stakes, start, SeededSupply(game.params.deck.pieces, str(seed)))


def random_policy(seed: int) -> Policy:
    """A policy that gives any legal answer."""
    rng = Random(seed)
    return lambda _, question: question.random(rng)


def bot_policy(game: Game, seed: int | str) -> Policy:
    """The game's own bot, with a chance of its own."""
    bot, rng = game.play.bot, Random(seed)
    if bot is None:
        raise Refused(f"{game.id} has no bot.")

    def policy(view: View, question: Question) -> Any:
        view.rng = rng
        return bot(view, question)

    return policy


def rounds(
    game: Game, policy: Policy, many: int, seed: int = 0, state: State | None = None
) -> Iterator[Round]:
    """Deal many rounds one after the other, each from what the last one left standing."""
    stakes = open_table(game)
    at = first_state(game, 5 if game.play.poker else 3) if state is None else state
    for number in range(many):
        round_ = Round(game, stakes, at, SeededSupply(game.params.deck.pieces, f"{seed}/{number}")).play(
            policy
        )
        assert round_.result is not None
        at = round_.result
        yield round_
