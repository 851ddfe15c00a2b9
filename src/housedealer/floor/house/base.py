"""What every part of a table knows of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import msgspec

from housedealer.floor.answers import spot_words
from housedealer.floor.house import describe, shown
from housedealer.floor.house.sitting import Sitting
from housedealer.floor.house.store import Batch, Movement, now
from housedealer.pieces.proof import Commitment, Contribution
from housedealer.table.game import State
from housedealer.table.round import Round

if TYPE_CHECKING:
    from housedealer.floor.house.house import House

from abc import ABC, abstractmethod

from housedealer.floor.house.parts import FAST, STAND, WAITING, Opened, Point, Spec, Watch, Watcher, Wish


class TableBase(ABC):
    """The state of a table, and what is said of it."""

    def __init__(self, house: House, id_: str, number: int, spec: Spec, opened_by: str, created: int) -> None:
        self.house = house
        self.id = id_
        self.ordinal = number
        self.spec = spec
        self.opened_by = opened_by
        self.created = created
        self.game = house.game(spec.game).ruled(spec.rulings)
        self.kind = describe.kind(self.game)
        self.session = Sitting(self.game, spec.option or None, spec.limit or None)
        self.session.state.places = spec.places or self.game.params.seats
        self.spots = spot_words(self.game)
        self.chance = SystemRandom()
        self.bots: set[str] = set()
        self.propositions: set[str] = set()
        self.wishes: list[Wish] = []
        self.state = WAITING
        self.says = ""
        self.paused = False
        self.closing = False
        self.number = 0
        self.guided = spec.guided
        self.commitment: Commitment | None = None
        self.secret = b""
        self.texts: dict[str, str] = {}
        self.round: Round | None = None
        self.shown: Round | None = None
        self.teller: shown.Teller | None = None
        self.begun = 0
        self._group: Any = None
        self._base = 0
        self._written = 0
        self._moved = 0
        self.open: dict[str, Opened] = {}
        self._gone: dict[str, tuple[str, str, str]] = {}
        self.offered: dict[str, bool] = {}
        self.offering = False
        self.offers = 0
        self.broken = False
        self.barred = ""
        self.last: dict[str, Any] = {}
        self.answered: set[str] = set()
        self.lapses: dict[str, int] = {}
        self.watches: dict[Watcher, Watch] = {}
        self.here: dict[str, int] = {}
        self.gone_since: dict[str, int] = {}
        self.looked_at = now()
        """When somebody last came, went, or did something here."""
        self.paid: set[str] = set()
        """Whose chips off the tables changed since the last commit."""
        self.lines: list[dict[str, Any]] = []
        self.voided: list[Movement] | None = None
        self.change = now()  # grows over a restart too
        self._flying = 0
        self._timer: asyncio.TimerHandle | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._gap_over = 0.0
        self._next_tick = 0.0
        self._saved: tuple[int, bytes] | None = None

    def row(self) -> dict[str, Any]:
        """The table as a lobby shows it."""
        stakes, state = self.session.stakes, self.session.state
        return {
            "id": self.id,
            "room": self.game.room,
            "game": self.game.id,
            "name": self.game.head.name,
            "option": stakes.option,
            "limit": stakes.limit,
            "terms": (f"Fee option {stakes.option}, limit {stakes.limit}" if stakes.option
                      else f"Limit {stakes.limit}"),
            "rulings": dict(self.spec.rulings),
            "state": self.state,
            "says": self.says,
            "round": self.number,
            "places": state.places,
            "seats": [
                {"seat": seat, "name": name, "bot": name in self.bots} for seat, name in state.seats.items()
            ],
            "behind": len(state.backline),
            "watching": sum(1 for one in self.watches if not one.person or one.person not in state.chips),
            "opened_by": self.opened_by,
            "practice": self.spec.practice,
            "advice": self.spec.advice,
            "not_as_approved": self.not_as_approved(),
            "pace": self.spec.pace,
            "guided": self.guided,
            "buy_in": describe.buy_in(stakes),
            "created": self.created,
        }  # fmt: skip

    def not_as_approved(self) -> list[str]:
        """In what the table differs from what the room has approved."""
        found = []
        if self.spec.practice and self.kind == describe.BANKED:
            found.append("Practice: the player-dealer's position need not pass on.")
        if self.spec.advice:
            found.append("Practice: the table tells what mistakes cost.")
        changed = [
            one
            for one, reading in self.spec.rulings.items()
            if one in self.game.rulings and self.game.rulings[one].default != reading
        ]
        found += [f"Another reading of {one}: {self.spec.rulings[one]}." for one in changed]
        return found

    def chips(self, person: str) -> int:
        """What a person has before him."""
        if self.round is not None:
            return int(self.round.table.ledger.balance.get(person, 0))
        return self.session.state.chips.get(person, 0)

    @property
    def seating(self) -> State:
        """Who sits where, between rounds and during one."""
        return self.session.state

    @property
    def out(self) -> set[str]:
        """Who sits out."""
        return self.session.out

    @property
    def leaving(self) -> set[str]:
        """Who leaves after this round."""
        return {wish.person for wish in self.wishes if wish.kind == STAND}

    def asked_people(self) -> set[str]:
        """Who is asked something now, bots included."""
        asked = {one.question.who for one in self.open.values()}
        if self.round is not None:
            asked |= {question.who for _, question in self.round.open()}
        return asked

    def clock(self) -> dict[str, Any] | None:
        """The time that runs out first."""
        timed = [one for one in self.open.values() if one.until]
        if not timed:
            return None
        first = min(timed, key=lambda one: one.until)
        return {"seconds": first.seconds, "until": first.until}

    @property
    def fast(self) -> bool:
        """Whether bots answer at once."""
        return self.spec.pace == FAST

    def point(self) -> bytes:
        """The table as it is kept; cheap while a round is dealt and nobody wishes anything."""
        return msgspec.json.encode(
            Point(
                round=self.number - (self.round is not None),
                session=self.session.kept(),
                bots=sorted(self.bots),
                propositions=sorted(self.propositions),
                wishes=self.wishes,
                secret=self.secret.hex(),
                texts=[Contribution(who, text) for who, text in self.texts.items()],
                offered=self.offered,
                offering=self.offering,
                offers=self.offers,
                barred=self.barred,
                broken=self.broken,
                paused=self.paused,
                closing=self.closing,
                says=self.says,
                guided=self.guided,
            )
        )

    def moves(self, batch: Batch, moved: list[Movement]) -> None:
        """Movements of chips between rounds or beside them."""
        self.house.books.apply(moved)
        batch.move(self.id, self.number, moved, now())

    def tell(self, body: Mapping[str, Any], who: str | None = None) -> None:
        """A message to everybody at the table, or to one person."""
        sent = shown.encode(body)[1:]
        for watcher in list(self.watches):
            if who is None or watcher.person == who:
                watcher.send(sent)

    def notice(self, code: str, says: str, who: str | None = None) -> None:
        """A sentence to show."""
        self.tell({"type": "notice", "table": self.id, "code": code, "says": says}, who)

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something later, in place of what was to be done."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, what)

    def stop(self) -> None:
        """Nothing is done later any more."""
        for timer in (self._timer, self._clock):
            if timer is not None:
                timer.cancel()

    @abstractmethod
    def keep(
        self, batch: Batch | None = None, done: Callable[[], None] | None = None, point: bool = True
    ) -> None:
        """Write a change down; when it is durable, say so and show the table."""

    def least(self) -> int:
        """How many it takes."""
        return 2

    @abstractmethod
    def step(self) -> None:
        """Go on as the table stands, now that everything of it is shown."""

    @abstractmethod
    def bind(self) -> None:
        """The house is bound to the next shuffle by its secret, before anybody mixes in a text."""

    @abstractmethod
    def position_answered(self, one: Opened, answer: str, done: Callable[[], None] | None) -> None:
        """Somebody takes the player-dealer's position or declines it."""
