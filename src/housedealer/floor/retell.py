"""A logged round told again, step by step, through anybody's eyes.

>>> from housedealer.rooms import game
>>> from housedealer.table.log import record
>>> from housedealer.table.round import deal, random_policy
>>> round_ = deal(game("garlic-city/3-card-poker"), seed=3).play(random_policy(1))
>>> told = retell(record(round_), round_.game, at=1)
>>> told.steps[1].said[:8], told.finished
('player 1', False)
"""

from __future__ import annotations

from typing import Any

import msgspec

from housedealer.table.core import Event
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import RoundLog, again, check
from housedealer.table.questions import Question
from housedealer.table.round import Entry, Round
from housedealer.table.tell import person, read_back, tell_all

HOUSE, SPECTATOR = "house", "spectator"


class Step(msgspec.Struct, frozen=True):
    """One answer or call, and what followed; step 0 is what happened before anybody was asked."""

    number: int
    said: str
    events: tuple[str, ...]


class Retold(msgspec.Struct, frozen=True):
    """A round up to a step, whether it is over there, what is asked next, and whether it is as recorded."""

    steps: tuple[Step, ...]
    of: int
    finished: bool
    asked: tuple[str, ...]
    agrees: bool
    differences: tuple[str, ...]


def viewer_of(log: RoundLog, name: str) -> str | None:
    """The person meant by a name or a seat's number; the house and spectators are nobody at the table."""
    if name in (HOUSE, SPECTATOR):
        return None if name == SPECTATOR else HOUSE
    people = {*log.start.seats.values(), *log.start.backline}
    if name in people:
        return name
    if name.isdigit() and int(name) in log.start.seats:
        return log.start.seats[int(name)]
    raise Refused(
        f"There is no {name!r} in this round; there are {', '.join(sorted(people))}, spectator and house."
    )


def retell(log: RoundLog, game: Game, viewer: str = HOUSE, at: int | None = None) -> Retold:
    """The round again, as far as an entry; a round that no longer replays is told from its transcript."""
    who = viewer_of(log, viewer)
    many = len(log.entries)
    if at is not None and at > many:
        raise Refused(f"The round has {many} answers and calls; it cannot be told up to {at}.")
    outcome = check(log, game)
    try:
        steps, round_ = _steps(log, game, who, many if at is None else at)
    except (Refused, LookupError, ValueError) as error:
        if at is not None or who != HOUSE:
            raise Refused(
                f"This round can no longer be dealt again ({error});"
                " its record is told with neither --at nor --as."
            ) from None
        lines = tuple(tell_all(map(read_back, log.transcript), game))
        return Retold((Step(0, "", lines),), many, True, (), False, outcome.differences)
    if not outcome.agrees and at is None and who == HOUSE:
        lines = tuple(tell_all(map(read_back, log.transcript), game))
        steps = [Step(0, "", lines)]
    asked = tuple(
        f"{person(question.who)}: {question.name.replace('-', ' ')}" for _, question in round_.open()
    )
    return Retold(tuple(steps), many, round_.finished, asked, outcome.agrees, outcome.differences)


def _steps(log: RoundLog, game: Game, who: str | None, upto: int) -> tuple[list[Step], Round]:
    round_ = again(log, game, 0)
    steps = [Step(0, "", _lines(round_, who, 0, round_.game))]
    for number, entry in enumerate(log.entries[:upto], 1):
        since = len(round_.table.events)
        if entry.kind:
            said = f"the floor is called: {entry.kind.replace('-', ' ')}"
            round_.interrupt(entry.kind, **entry.facts)
        else:
            said = _said(round_, entry, who)
            round_.force(_frozen(entry.answer), entry.at)
        steps.append(Step(number, said, _lines(round_, who, since, round_.game)))
    return steps, round_


def _said(round_: Round, entry: Entry, who: str | None) -> str:
    """An answer in words; another person's is told only that he gave one, for it may name hidden pieces."""
    question: Question = dict(round_.open())[entry.at]
    about = f" ({question.name.replace('-', ' ')})"
    if who not in (HOUSE, question.who):
        return f"{person(question.who)} answers{about}"
    try:
        spoken = question.spoken(_frozen(entry.answer))
    except (IndexError, TypeError, KeyError):
        spoken = str(entry.answer)
    return f"{person(question.who)}: {spoken}{about}"


def _lines(round_: Round, who: str | None, since: int, game: Game) -> tuple[str, ...]:
    if who == HOUSE:
        events = [
            Event(event.kind, event.private if event.to is not None else event.args)
            for event in round_.table.events[since:]
        ]
    else:
        events = round_.view(who, since)
    return tuple(tell_all(events, game))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value
