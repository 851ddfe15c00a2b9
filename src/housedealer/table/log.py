"""Logs: what a round was told and what came of it, kept so that it can be replayed and never rewritten.

A finished round stores its inputs, its transcript with the settlement, and fingerprints of the code and
data that made it. The transcript stands; `check` replays the inputs and says whether today's rules still
give the same, and if not, what changed.

    >>> from housedealer.rooms import game
    >>> from housedealer.table.round import deal, random_policy
    >>> round_ = deal(game("garlic-city/3-card-poker"), seed=3).play(random_policy(1))
    >>> log = record(round_)
    >>> check(decode(encode(log)), round_.game).agrees
    True
"""

from __future__ import annotations

import hashlib
import inspect
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from housedealer.kernel import sources_hash
from housedealer.pieces.supply import SupplyLog
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.round import Entry, Round, replay
from housedealer.table.stakes import open_table

VERSION = 1


class Fingerprints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What made a round: hashes of its script, of all kernels, and of the game's data."""

    script: str
    kernels: str
    data: str


class RoundLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round, from its first state to its settlement."""

    version: int
    game: str
    option: str
    limit: str
    readings: dict[str, str]
    made_by: Fingerprints
    start: State
    supply: SupplyLog
    entries: tuple[Entry, ...]
    transcript: tuple[Any, ...]
    result: State
    void: bool
    proof: Any = None


class Check(msgspec.Struct, frozen=True):
    """Whether a replay gives what the log says, and what differs if not."""

    agrees: bool
    differences: tuple[str, ...] = ()


@cache
def script_hash(script: Any) -> str:
    """A hash of the module that a script stands in."""
    path = inspect.getsourcefile(script)
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16] if path else ""


@cache
def kernels_hash() -> str:
    """The hash of all kernels as this process has them."""
    return sources_hash()


def fingerprints(game: Game) -> Fingerprints:
    """The fingerprints of a game as it is now."""
    return Fingerprints(script_hash(game.play.script), kernels_hash(), game.data_hash[:16])


def plain(value: Any) -> Any:
    """A transcript's value as plain data, the same before and after being written and read."""
    return msgspec.json.decode(msgspec.json.encode(value))


def transcript(round_: Round) -> tuple[Any, ...]:
    """Everything that happened, as the house dealer saw it."""
    return tuple(plain([(event.kind, event.private or event.args) for event in round_.table.events]))


def record(round_: Round, proof: Any = None) -> RoundLog:
    """The log of a finished round."""
    if round_.result is None:
        raise Refused("The round is not over; only a finished round is recorded.")
    entries = tuple(entry if isinstance(entry, Entry) else Entry(*entry) for entry in round_.entries)
    return RoundLog(
        version=VERSION,
        game=round_.game.id,
        option=round_.stakes.option,
        limit=round_.stakes.limit,
        readings=dict(round_.game.readings),
        made_by=fingerprints(round_.game),
        start=round_.start,
        supply=round_.supply.log(),
        entries=entries,
        transcript=transcript(round_),
        result=round_.result,
        void=round_.void is not None,
        proof=proof,
    )


def encode(log: RoundLog) -> bytes:
    """A log as JSON, one line."""
    return msgspec.json.encode(log)


def decode(data: bytes | str) -> RoundLog:
    """A log read back and checked."""
    try:
        return msgspec.json.decode(data, type=RoundLog)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Refused(f"This is not a round's log: {error}.") from None


def again(log: RoundLog, game: Game, at: int | None = None) -> Round:
    """The logged round dealt again, up to an entry or to its end."""
    game = game.ruled(log.readings)
    stakes = open_table(game, log.option or None, log.limit)
    return replay(game, stakes, log.start, log.supply, _tuples(log.entries), at)


def _tuples(entries: tuple[Entry, ...]) -> list[Any]:
    return [entry if entry.kind else Entry(entry.at, _frozen(entry.answer)) for entry in entries]


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value


def check(log: RoundLog, game: Game) -> Check:
    """Replay a log: it must give the transcript it holds, or the check says what changed since."""
    differences = []
    now = fingerprints(game)
    try:
        round_ = again(log, game)
        if round_.result is None:
            differences.append("the replay stops before the round is over")
        else:
            held, found = plain(log.transcript), list(transcript(round_))
            place = next((at for at, (a, b) in enumerate(zip(held, found, strict=False)) if a != b), None)
            if place is not None:
                differences.append(f"event {place + 1} was {held[place]} and would now be {found[place]}")
            elif len(held) != len(found):
                differences.append(f"there were {len(held)} events and would now be {len(found)}")
            if plain(log.result) != plain(round_.result):
                differences.append("the chips left standing differ")
    except (Refused, LookupError, ValueError) as error:
        differences.append(f"the replay fails: {error}")
    if differences:
        for name in ("script", "kernels", "data"):
            if getattr(log.made_by, name) != getattr(now, name):
                differences.append(f"the {name} changed since the round was dealt")
    return Check(not differences, tuple(differences))
