"""How much of the rule books is built: every entry of every room against what its game must have.

Nothing here is typed in but the list of entries itself (`rooms/*/entries.csv`: what each book contains, with
its lines). Whether something is done is read off the registered games and the project's own tests and docs.

    >>> found = coverage()
    >>> sorted(found)
    ['aviator', 'garlic-city', 'hawaiian-gardens', 'hollywood-park', 'lucky-buck']
    >>> three = found["garlic-city"][0]
    >>> three.name, three.lines, three.aspects["script"]
    ('3 Card Poker (GEGA-000726)', (3, 62), 'done')
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec

from housedealer import rooms
from housedealer.table.errors import Refused
from housedealer.table.game import Game

ASPECTS = (
    "script",
    "fees",
    "side-bets",
    "irregularities",
    "rulings",
    "sheet",
    "golden",
    "cases",
    "bot",
    "odds",
    "browser",
)
"""What a game needs, in the order in which the report shows it."""

ENOUGH_CASES = 25

Kind = Literal["game", "structures", "fees", "clauses", "side bet"]
Aspect = Literal["done", "hole", "none in the text"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a rule book, a game or a part that games share; `has` says what else is in its text."""

    entry: str
    name: str
    lines: tuple[int, int]
    kind: Kind
    has: tuple[str, ...] = ()


class Covered(msgspec.Struct, frozen=True):
    """An entry with what is built of it, and by which games."""

    entry: str
    name: str
    lines: tuple[int, int]
    kind: Kind
    games: tuple[str, ...]
    aspects: Mapping[str, Aspect]

    @property
    def holes(self) -> tuple[str, ...]:
        """The aspects that are missing."""
        return tuple(name for name, state in self.aspects.items() if state == "hole")


def entries(room: str) -> tuple[Entry, ...]:
    """The entries of a room's rule book."""
    path = rooms.folder(room) / "entries.csv"
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(
            msgspec.convert(
                {**row, "lines": tuple(map(int, row["lines"].split("-"))), "has": tuple(row["has"].split())},
                Entry,
            )
            for row in csv.DictReader(file)
        )


def project() -> Path:
    """The checkout that this program runs from, whose tests and docs are counted."""
    root = Path(__file__).parents[3]
    if not (root / "tests" / "cases").is_dir():
        raise Refused("Coverage counts the project's own tests and docs: run it from a checkout.")
    return root


def coverage() -> dict[str, tuple[Covered, ...]]:
    """Every entry of every room with what is built of it."""
    root = project()
    built: dict[str, list[Game]] = {}
    for game in rooms.games():
        built.setdefault(game.room, []).append(game)
    return {
        room: tuple(_covered(entry, room, built.get(room, ()), root) for entry in entries(room))
        for room in rooms.room_ids()
    }


def _covered(entry: Entry, room: str, games: Sequence[Game], root: Path) -> Covered:
    own = [game for game in games if game.head.entry == entry.entry]
    if own:
        states = [_aspects(entry, game, root) for game in own]
        aspects = {name: _worst([state[name] for state in states]) for name in ASPECTS}
    elif entry.kind == "game":
        aspects = dict.fromkeys(ASPECTS, "hole")
    else:
        own = [game for game in games if any(_inside(lines, entry.lines) for lines in cited(game))]
        aspects = _part_aspects(entry, room, own)
    ids = tuple(game.id for game in own)
    return Covered(entry.entry, entry.name, entry.lines, entry.kind, ids, aspects)


def _aspects(entry: Entry, game: Game, root: Path) -> dict[str, Aspect]:
    room, name = game.id.split("/")
    bonus = [spot for spot in getattr(game.params, "spot", ()) if not spot.base]
    run = game.play.remedies
    return {
        "script": "done",
        "fees": _state(bool(game.fees), "no-fees" not in entry.has),
        "side-bets": _state(bool(bonus), "side-bets" in entry.has),
        "irregularities": _state(
            bool(game.remedies) and all(kind in run for kind in game.remedies), "irregularities" in entry.has
        ),
        "rulings": _state(bool(game.rulings)),
        "sheet": _state((root / "docs" / "games" / room / f"{name}.md").is_file()),
        "golden": _state((root / "tests" / "golden" / room / f"{name}.txt").is_file()),
        "cases": _state(_cases(root / "tests" / "cases" / room / f"{name}.json") >= ENOUGH_CASES),
        "bot": _state(game.play.bot is not None),
        "odds": _state((root / "docs" / "odds" / room / f"{name}.md").is_file()),
        "browser": _state(find_spec("housedealer.web") is not None),
    }


def _part_aspects(entry: Entry, room: str, users: Sequence[Game]) -> dict[str, Aspect]:
    """A part of the book is done when games cite it: a fee list by fee rows, anything else by any line.

    Clauses are done as well when the audit of the room holds its data to them.
    """
    aspects: dict[str, Aspect] = dict.fromkeys(ASPECTS, "none in the text")
    if entry.kind == "fees":
        aspects["fees"] = _state(
            any(_inside(row.lines, entry.lines) for game in users for row in (*game.fees, *game.superseded))
        )
    elif entry.kind == "side bet":
        spots = [spot for game in users for spot in (*game.params.spot, *game.params.bonus)]
        aspects["side-bets"] = _state(any(_inside(spot.lines, entry.lines) for spot in spots))
    else:
        audited = entry.kind == "clauses" and any(_inside(lines, entry.lines) for lines in _audited(room))
        aspects["script"] = _state(bool(users) or audited)
    return aspects


def _audited(room: str) -> Iterator[tuple[int, int]]:
    """The lines of the clauses to which a room's audit holds its data."""
    from housedealer.floor.audit import read_clauses

    try:
        clauses = read_clauses(room)
    except Refused:
        return
    for clause in clauses.clause:
        yield clause.lines


def cited(game: Game) -> Iterator[tuple[int, int]]:
    """The source lines of everything that a game's files say."""
    params = game.params
    for group in (
        game.rules.values(),
        game.rulings.values(),
        game.remedies.values(),
        getattr(params, "spot", ()),
        getattr(params, "bonus", ()),
        getattr(params, "limit", ()),
        game.fees,
        game.superseded,
    ):
        for one in group:
            yield one.lines


def _inside(lines: tuple[int, int], whole: tuple[int, int]) -> bool:
    return whole[0] <= lines[0] <= lines[1] <= whole[1]


def _state(done: bool, needed: bool = True) -> Aspect:
    return "done" if done else "hole" if needed else "none in the text"


def _worst(states: Sequence[Aspect]) -> Aspect:
    order: tuple[Aspect, ...] = ("hole", "done", "none in the text")
    return min(states, key=order.index)


def _cases(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf-8"))["cases"]) if path.is_file() else 0
