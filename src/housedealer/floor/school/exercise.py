"""An exercise: rounds dealt before one trainee, with a question at each point that he wants to be asked at.

It is determined by its order (game, terms, skills, seed) and by how far it has come, so that it goes on after
anything that happens to the house, as long as the game is the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from housedealer.floor.house import shown
from housedealer.floor.house.history import Frame
from housedealer.floor.school.lesson import Run, play_ahead
from housedealer.floor.school.planted import Acts, irregular
from housedealer.floor.school.points import Point, points
from housedealer.floor.school.skills import BY_ID, ERROR, PLANTED, REMEDY, SKILLS
from housedealer.rooms import game as game_named
from housedealer.rooms import ids
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import fingerprints
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Question, Wagers
from housedealer.table.stakes import open_table

MOST_ROUNDS = 50
MOST_OF_A_SKILL = 8
MOST_IN_A_DRILL = 24
SELDOM = 2
"""How often a round asks for a skill: among many, where one is drilled, and where others were missed."""
DRILL = 2
MOST_DEALS = 40
FEWEST_SECONDS, MOST_SECONDS = 3, 300


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What a trainee wants to be asked."""

    game: str
    option: str
    limit: str
    skills: tuple[str, ...]
    seed: str
    seconds: int | None = None
    errors: bool = False
    rounds: int = 1
    often: tuple[str, ...] = ()
    """Skills that were missed before: these are asked more than the others."""


class Stand(msgspec.Struct, kw_only=True):
    """How far an exercise has come: the round, the deal that it is, the point in it, and the marks."""

    round: int = 1
    deal: int = 0
    point: int = 0
    number: int = 0
    asked: int = 0
    right: int = 0
    done: bool = False
    since: int = 0
    """When the open question was put, in milliseconds."""


class Mark(msgspec.Struct, frozen=True):
    """One answer, and what would have been right."""

    game: str
    skill: str
    title: str
    given: str
    expected: Mapping[str, Any]
    because: Mapping[str, Any]
    right: bool
    late: bool
    milliseconds: int


def ordered(
    game: str,
    option: str | None,
    limit: str | None,
    skills: Sequence[str] | None,
    seed: str,
    seconds: int | None = None,
    errors: bool = False,
    rounds: int = 1,
    often: Sequence[str] = (),
) -> Order:
    """What a trainee wants, checked: a game that there is, its terms, skills that the school knows."""
    if game not in ids():
        raise Refused(f"There is no game {game!r}.")
    stakes = open_table(game_named(game), option or None, limit or None)
    unknown = [one for one in skills or () if one not in BY_ID]
    if unknown:
        raise Refused(f"There is no skill {unknown[0]!r}; there are {', '.join(BY_ID)}.")
    if seconds is not None and not FEWEST_SECONDS <= seconds <= MOST_SECONDS:
        raise Refused(f"An answer may take from {FEWEST_SECONDS} to {MOST_SECONDS} seconds.")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(f"An exercise has from 1 to {MOST_ROUNDS} rounds.")
    chosen = tuple(one.id for one in SKILLS if one.id in (skills or BY_ID))
    if not errors and not skills:
        chosen = tuple(one for one in chosen if one not in PLANTED)
    return Order(
        game=game, option=stakes.option, limit=stakes.limit, skills=chosen, seed=seed, seconds=seconds,
        errors=errors, rounds=rounds, often=tuple(one for one in often if one in chosen),
    )  # fmt: skip


@lru_cache(maxsize=128)
def prepared(order: Order, deal: int) -> tuple[Run, tuple[Point, ...]]:
    """A deal of an exercise, played ahead, with the points at which it is asked."""
    game: Game = game_named(order.game)
    seed = f"{order.seed}/{deal}"
    option, limit = order.option or None, order.limit
    run = play_ahead(game, option, limit, seed)
    watch = Acts(run) if ERROR in order.skills else None
    if watch is not None:
        run = play_ahead(game, option, limit, seed, watch)
    chance = Random(f"{seed}/irregular")
    if REMEDY in order.skills and (len(order.skills) == 1 or chance.random() < 0.5):
        run = irregular(run, chance, option, limit, seed, watch)
    return run, tuple(_chosen(points(run, seed), order))


def _chosen(found: list[Point], order: Order) -> list[Point]:
    """The points of the skills that are wanted, not too many of one in a round, over the whole of it."""
    keep: set[int] = set()
    for skill in order.skills:
        mine = [number for number, one in enumerate(found) if one.skill == skill]
        moments = list(dict.fromkeys(found[number].at for number in mine))
        most = MOST_IN_A_DRILL if len(order.skills) <= DRILL or skill in order.often else MOST_OF_A_SKILL
        if order.often and skill not in order.often:
            most = SELDOM
        if len(moments) > most:
            moments = [moments[number * len(moments) // most] for number in range(most)]
        wanted = set(moments)
        keep.update(number for number in mine if found[number].at in wanted)
    return [one for number, one in enumerate(found) if number in keep]


class Exercise:
    """One exercise of one trainee, as it stands."""

    def __init__(self, id_: str, person: str, order: Order, stand: Stand, made_by: Any = None) -> None:
        self.id = id_
        self.person = person
        self.order = order
        self.stand = stand
        self.lock = asyncio.Lock()
        self.game = game_named(order.game)
        now = fingerprints(self.game)
        self.made_by = now if made_by is None else made_by
        if self.made_by != now and not stand.done:
            stand.done = True

    # -- beginning and going on --------------------------------------------------------------------

    def begin(self, at: int) -> None:
        """Deal the first round in which there is something to ask."""
        self._deal(at)
        if self.stand.done:
            title = (
                BY_ID[self.order.skills[0]].title.lower() if len(self.order.skills) == 1 else "these skills"
            )
            raise Refused(f"{self.game.head.name} has nothing to ask about {title}.")

    def _deal(self, at: int) -> None:
        """Go on to a deal that asks something; the exercise is done where none does."""
        for deal in range(self.stand.deal, self.stand.deal + MOST_DEALS):
            if prepared(self.order, deal)[1]:
                self.stand.deal, self.stand.point, self.stand.since = deal, 0, at
                return
        self.stand.done = True

    @property
    def current(self) -> tuple[Run, tuple[Point, ...]]:
        """The round that lies before the trainee."""
        return prepared(self.order, self.stand.deal)

    @property
    def point(self) -> Point | None:
        """What is asked now."""
        return None if self.stand.done else self.current[1][self.stand.point]

    @property
    def question(self) -> str:
        """The open question's name."""
        return f"{self.id}/{self.stand.number}"

    def judge(self, name: str, answer: Any, say: str | None, at: int) -> Mark:
        """An answer to the open question: right or wrong, with what is right and why."""
        point = self.point
        if point is None:
            raise Refused("This exercise is over.")
        if name != self.question:
            raise Refused("This question is not open any more.")
        question = point.question
        given = _read(question, answer, say)
        spent = max(0, at - self.stand.since)
        late = self.order.seconds is not None and spent > 1000 * self.order.seconds
        right = point.right(given)
        return Mark(
            self.order.game, point.skill, point.title, shown.spoken(question, given),
            {"answer": point.answer, "words": point.words}, point.rule.told(), right, late, spent,
        )  # fmt: skip

    def marked(self, mark: Mark, at: int) -> int:
        """Note an answer and go on; how many events of the round that lies there now were shown before."""
        stand, before = self.stand, self.shown
        stand.asked += 1
        stand.right += mark.right and not mark.late
        stand.number += 1
        stand.point += 1
        stand.since = at
        if stand.point < len(self.current[1]):
            return before
        if stand.round >= self.order.rounds:
            stand.done = True
            return before
        last = stand.deal
        stand.round, stand.deal = stand.round + 1, last + 1
        self._deal(at)
        if stand.done:
            stand.round, stand.deal, stand.point = stand.round - 1, last, len(prepared(self.order, last)[1])
            return before
        return 0

    # -- what is shown -------------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """How many events of the round lie before the trainee."""
        run, asked = self.current
        if self.stand.done:
            over = self.stand.point >= len(asked)
            return len(run.events) if over else asked[self.stand.point].at
        return asked[self.stand.point].at

    def ended(self, deal: int, since: int) -> list[Any]:
        """How a round came out that is over: its events from a number on."""
        run = prepared(self.order, deal)[0]
        return shown.Teller(run.stopped(len(run.events))).since(since, None)

    def row(self) -> dict[str, Any]:
        """The exercise in a line."""
        order, stand = self.order, self.stand
        return {
            "id": self.id, "game": order.game, "option": order.option, "limit": order.limit,
            "skills": list(order.skills), "seconds": order.seconds, "round": stand.round, "of": order.rounds,
            "asked": stand.asked, "right": stand.right, "done": stand.done,
        }  # fmt: skip

    def table(self, since: int) -> dict[str, Any]:
        """The scene, the events from a number on, and the open question."""
        at = self.shown
        lesson = self.current[0].stopped(at)
        frame = Frame(f"school/{self.id}", self.stand.round, self.stand.number, lesson)
        scene = b"{" + shown.public(frame) + b"," + shown.own(frame, None) + b"}"
        return {
            "exercise": self.row(),
            "scene": msgspec.Raw(scene),
            "events": shown.Teller(lesson).since(min(since, at), None),
            "ask": self.ask(lesson),
        }

    def ask(self, lesson: Any) -> dict[str, Any] | None:
        """The open question as the protocol has it; what is right is not told with it."""
        point = self.point
        if point is None:
            return None
        seconds = self.order.seconds
        clock = {"seconds": seconds, "until": self.stand.since + 1000 * seconds} if seconds else None
        head = {"type": "ask", "table": f"school/{self.id}", "round": self.stand.round, "skill": point.skill}
        chips = isinstance(point.question, Wagers)
        round_ = None if chips else lesson  # chips are not wagers of this game
        found = shown.ask(point.question, self.question, None, round_, clock, head, point.title)
        found.update(default=None, suggested=None, name=point.skill)
        if chips:
            found.update(hint="", unit=min(low for low, _ in found["limits"].values()))
        if isinstance(point.question, Arrange):
            found["answers"] = []
        return found


def _read(question: Question, answer: Any, say: str | None) -> Any:
    """An answer in its stored form; the house way is not had for its name."""
    if isinstance(question, Arrange) and say is not None and "house" in say.lower():
        raise Refused("Say how the hand is set, part by part.")
    try:
        return question.check(_frozen(answer) if say is None else question.parse(say))
    except Refused:
        raise
    except (TypeError, ValueError, LookupError):
        raise Refused("This does not answer the question.") from None


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value
