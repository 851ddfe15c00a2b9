"""What a table is made of: how it was opened, what is kept of it, its questions, and who looks on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from housedealer.floor.house.sitting import Kept
from housedealer.pieces.proof import Contribution
from housedealer.table.game import State
from housedealer.table.log import Fingerprints
from housedealer.table.questions import Question
from housedealer.table.round import Entry

if TYPE_CHECKING:
    pass


WAITING, GAP, OFFERING, DEALING = "waiting", "gap", "offering", "dealing"
PAUSED, BROKEN, CLOSING, CLOSED = "paused", "broken", "closing", "closed"
POSITION = "player-dealer"
HUMAN, FAST = "human", "fast"
SECONDS = 25
ABSENT_SECONDS = 8
GAP_SECONDS = {HUMAN: 5.0, FAST: 0.0}
FIRST_GAP = 2.0
THINK = (0.5, 1.4)
ASK_AGAIN_SECONDS = 15.0
LATE_ROUNDS = 2
"""After so many rounds of which he answered nothing in time, a person sits out."""
GONE_LEAVES = 15 * 60_000
"""For so long somebody may be gone before he leaves the table."""
EMPTY_CLOSES = 30 * 60_000
"""For so long nobody may come, go or do anything at a table before it closes, unless it is the house's."""
HALF_HOUR = 1800.0
MOST_TEXT = 200
SIT, STAND, BUY, BEHIND, OUT = "sit", "stand", "buy", "behind", "out"
Reply = Callable[[Mapping[str, Any]], None]


class Spec(msgspec.Struct, kw_only=True):
    """How a table was opened; it stays so, but for option and limit."""

    game: str
    option: str = ""
    limit: str = ""
    rulings: dict[str, str] = {}
    pace: str = HUMAN
    practice: bool = False
    advice: bool = False
    """After a decision the table tells what a mistake costs."""
    bank_bot: bool = False
    places: int = 0
    guided: int = 0
    own: bool = False
    """Opened by the floor, for the house."""


class Wish(msgspec.Struct):
    """What somebody wants as soon as no round is dealt."""

    kind: str
    person: str
    seat: int = 0
    chips: int = 0
    seats: tuple[int, ...] = ()
    out: bool = False
    to: str = ""
    option: str = ""
    limit: str = ""
    bot: bool = False
    proposition: bool = False


class Point(msgspec.Struct, kw_only=True):
    """A table between two rounds, as it is kept; during a round it is what the round started from."""

    round: int
    session: Kept
    bots: list[str]
    propositions: list[str]
    wishes: list[Wish]
    secret: str = ""
    texts: list[Contribution] = []
    offered: dict[str, bool] = {}
    offering: bool = False
    offers: int = 0
    barred: str = ""
    broken: bool = False
    paused: bool = False
    closing: bool = False
    says: str = ""
    guided: int = 0


class Start(msgspec.Struct, kw_only=True):
    """What a round in progress started from: entry 0 of its journal."""

    at: int
    state: State
    option: str
    limit: str
    secret: str
    texts: list[Contribution]
    context: str
    made_by: Fingerprints


class Opened(msgspec.Struct):
    """A question that somebody is asked now."""

    name: str
    place: int
    question: Question
    until: int
    seconds: float
    shown: bool = False

    @property
    def about(self) -> str | None:
        """The hand that it is about."""
        about = getattr(self.question, "about", None)
        return None if about is None else str(about)


class Watcher(Protocol):
    """Somebody who looks on by a connection of his own."""

    person: str | None

    def send(self, body: bytes) -> None:
        """A message without the opening brace and what every message begins with."""


class Watch:
    """What one watcher has been sent of this table."""

    __slots__ = ("asked", "fresh", "round", "scene", "settled", "since", "told")

    def __init__(self) -> None:
        self.fresh = True
        self.round = 0
        self.since = 0
        self.asked: set[str] = set()
        self.settled = True
        self.scene = 0
        """The change that the last scene showed."""
        self.told = 0.0
        """When that was, by the loop's clock."""


class Asking(Exception):
    """A person must be asked before the position can go on."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.person = person


def entry_data(entry: Any) -> bytes:
    """A round's entry as it is kept."""
    if isinstance(entry, Entry):
        return msgspec.json.encode({"kind": entry.kind, "facts": entry.facts})
    return msgspec.json.encode(list(entry))


def frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(frozen(part) for part in value)
    return value
