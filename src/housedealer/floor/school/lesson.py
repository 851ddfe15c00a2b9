"""A round played ahead for its truth, and the same round stopped between two verbs of its script.

>>> from housedealer.rooms import game
>>> run = play_ahead(game("garlic-city/3-card-poker"), None, None, "doctest")
>>> [event.kind for event in run.events[:3]]
['bank', 'wager', 'wager']
>>> stopped = run.stopped(2)
>>> len(stopped.table.events), stopped.finished
(2, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from housedealer.floor.house.shown import Marked
from housedealer.floor.regulars import NAMES, answer, buy_ins
from housedealer.pieces.supply import Irregular, OrderSupply, SeededSupply
from housedealer.table.core import Event
from housedealer.table.errors import Refused
from housedealer.table.game import Because, Game, Stakes, State
from housedealer.table.questions import All, Question
from housedealer.table.round import Entry, Round, first_state
from housedealer.table.stakes import open_table

MOST_ANSWERS = 3000
BETTORS = {True: 5, False: 3}
"""How many players sit at a lesson's table: in a game for a pot, and in any other."""
BEHIND = 0.4
"""How often somebody stands behind a seat and bets on it."""
NOBODY = All(())
"""What is asked while the script stands still."""


class Halted(BaseException):
    """The script has come as far as the lesson wants; no script may catch it."""


class Halting(Marked):
    """Events that stop the script after a number of them."""

    def __init__(self, events: Sequence[Event], moves: list[Any], stop: int) -> None:
        super().__init__(events, moves)
        self.stop = stop

    def append(self, event: Event) -> None:
        """Note the event; the script goes no further than the last one wanted."""
        super().append(event)
        if len(self) >= self.stop:
            raise Halted


class Lesson(Round):
    """A round whose script stands still after so many events."""

    def __init__(self, game: Game, stakes: Stakes, state: State, supply: Any, stop: int) -> None:
        self.halted = stop == 0
        self._stop = stop
        super().__init__(game, stakes, state, supply, self._watched)

    def _watched(self, table: Any) -> None:
        table.events = Halting(table.events, table.ledger.moves, self._stop)

    def _send(self, value: Any) -> None:
        if not self.halted:
            try:
                super()._send(value)
                return
            except Halted:
                self.halted = True
        self.question = NOBODY


class Asking(msgspec.Struct):
    """A question that the script asked: how much had happened and been said, and what was planted beside."""

    at: int
    entry: int
    place: int
    question: Question
    together: bool
    street: str
    dealt: bool
    fault: Any = None


class Planted(msgspec.Struct, frozen=True):
    """An irregularity: called on an open question (by its number), or a piece that comes wrongly (by its)."""

    kind: str
    facts: Mapping[str, Any]
    asking: int = -1
    draw: int = -1


class Run:
    """A round as it was played ahead: all that happened, and all that was asked."""

    def __init__(self, round_: Round, supply: Any, asked: list[Asking], planted: Planted | None) -> None:
        self.game = round_.game
        self.stakes = round_.stakes
        self.start = round_.start
        self.entries = list(round_.entries)
        self.events: list[Event] = list(round_.table.events)
        self.asked = asked
        self.planted = planted
        self.void: Because | None = round_.void
        self.table = round_.table
        self._supply = supply

    def stopped(self, at: int) -> Round:
        """The round dealt again as far as its first so many events."""
        whole = at >= len(self.events)
        stop = len(self.events) + MOST_ANSWERS if whole else at
        lesson = Lesson(self.game, self.stakes, self.start, self._supply.again(), stop)
        for entry in self.entries:
            if lesson.halted or lesson.finished:
                break
            if isinstance(entry, Entry):
                lesson.interrupt(entry.kind, **entry.facts)
            else:
                lesson.force(entry[1], entry[0])
        return lesson


Watch = Callable[[Question, Random], Any]


def first(game: Game, stakes: Stakes, seed: str) -> State:
    """Who sits at a lesson's table: the places of bank and button differ from lesson to lesson."""
    rng = Random(f"{seed}/places")
    many = min(BETTORS[game.play.poker], game.params.seats - (0 if game.play.poker else 1))
    names = dict(enumerate(rng.sample(NAMES, many + 1), 1))
    state = first_state(game, many, buy_ins(stakes)[1], names)
    if game.play.poker:
        return msgspec.structs.replace(state, button=rng.choice(sorted(state.seats)))
    if not hasattr(game.params, "spot"):
        return state
    bank = rng.choice(sorted(state.seats))
    chips = dict(state.chips)
    was, now = state.seats[state.bank], state.seats[bank]
    chips[was], chips[now] = chips[now], chips[was]
    behind: dict[str, tuple[int, ...]] = {}
    if rng.random() < BEHIND and any(spot.backline for spot in game.params.spot):
        seat = rng.choice([one for one in sorted(state.seats) if one != bank])
        name = next(one for one in NAMES if one not in chips)
        behind, chips[name] = {name: (seat,)}, chips[was]
    return msgspec.structs.replace(state, bank=bank, chips=chips, backline=behind)


def play_ahead(
    game: Game,
    option: str | None,
    limit: str | None,
    seed: str,
    watch: Watch | None = None,
    planted: Planted | None = None,
) -> Run:
    """A round played to its end by the game's bots, with an irregularity if one is planted."""
    stakes = open_table(game, option, limit)
    supply: Any = SeededSupply(game.params.deck.pieces, seed)
    start = first(game, stakes, seed)
    if planted is not None and planted.draw >= 0:
        order = play_ahead(game, option, limit, seed).table.supply.log()
        odd = _irregular(planted)
        supply = OrderSupply(order.order, recycled=order.recycled, dice=order.dice, irregular=odd)
    fresh = supply.again()
    round_ = Round(game, stakes, start, supply)
    rng, beside = Random(f"{seed}/bots"), Random(f"{seed}/beside")
    asked: list[Asking] = []
    known: Any = None
    while round_.question is not None:
        if round_.question is not known:
            known = round_.question
            together = not isinstance(known, Question)
            for place, question in round_.open():
                asked.append(_asking(round_, question, place, together))
                asked[-1].fault = watch(question, beside) if watch is not None else None
        if planted is not None and 0 <= planted.asking < len(asked) and not _called(round_):
            round_.interrupt(planted.kind, **planted.facts)
            continue
        at, question = round_.open()[0]
        answer(round_, at, question, rng)
        if len(round_.entries) > MOST_ANSWERS:
            raise Refused(f"A round of {game.id} from seed {seed!r} does not end.")
    return Run(round_, fresh, asked, planted)


def _called(round_: Round) -> bool:
    return any(isinstance(entry, Entry) for entry in round_.entries)


def _irregular(planted: Planted) -> dict[int, Any]:
    return {planted.draw: Irregular(planted.kind, facts=dict(planted.facts))}


def _asking(round_: Round, question: Question, place: int, together: bool) -> Asking:
    table = round_.table
    return Asking(
        len(table.events),
        len(round_.entries),
        place,
        question,
        together,
        str(getattr(table, "street", "")),
        any(event.kind == "deal" for event in table.events),
    )
