"""The card rooms: which games each has approved, read from its folder when a table opens.

>>> game("lucky-buck/ez-baccarat").head.name
'EZ Baccarat'
>>> game("Garlic City / 3 card poker").id
'garlic-city/3-card-poker'
"""

from __future__ import annotations

import hashlib
import importlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from housedealer.rooms.parsed import parse
from housedealer.table.errors import Refused
from housedealer.table.game import Game, Head, Play, Remedy, Rule, Ruling
from housedealer.wagers.fees import read_fees

FOLDER = Path(__file__).parent
BOOKS = {
    "000": "Hollywood Park Casino",
    "001": "Hawaiian Gardens Casino",
    "002": "The Aviator Casino",
    "003": "Garlic City Club",
    "004": "Lucky Buck Card Club",
}


class BadGame(ValueError):
    """A game's file that cannot be used, with what is wrong."""


def kebab(name: str) -> str:
    """A rule book's name as an id: `Pure 21.5 Blackjack` is `pure-21-5-blackjack`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "").replace("’", "")).strip("-")


def ids() -> list[str]:
    """The ids of all games, by room."""
    return sorted(f"{room}/{kebab(path.stem)}" for room in room_ids() for path in game_files(folder(room)))


def room_ids() -> list[str]:
    """The ids of all rooms whose rule books are known, built or not."""
    return sorted(kebab(path.parent.name) for path in FOLDER.glob("*/entries.csv"))


def folder(room: str) -> Path:
    """The folder of a room's files."""
    return FOLDER / room.replace("-", "_")


def game_files(place: Path) -> list[Path]:
    """The games' files in a room's folder: every TOML file but the room's own clauses."""
    return sorted(path for path in place.glob("*.toml") if path.stem != "clauses")


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


@cache
def find(name: str) -> str:
    """The id that a person means: the id itself, or an unambiguous part of it."""
    known = ids()
    if name in known:
        return name
    wanted = _plain(name)
    exact = [one for one in known if _plain(one) == wanted or _plain(one.split("/")[1]) == wanted]
    near = exact or [one for one in known if wanted and wanted in _plain(one)]
    if len(near) == 1:
        return near[0]
    if near:
        raise Refused(f"{name!r} could be {' or '.join(near)}.")
    raise Refused(f"There is no game {name!r}; `housedealer games` lists them.")


@cache
def game(name: str) -> Game:
    """A game by its id (or an unambiguous part of it), read from its room's folder."""
    found = find(name)
    room, stem = found.split("/")
    for path in game_files(folder(room)):
        if kebab(path.stem) == stem:
            return load(path)
    raise Refused(f"There is no game {name!r}.")


def games() -> list[Game]:
    """Every game of every room."""
    return [game(one) for one in ids()]


def load(path: Path) -> Game:
    """Read one game's file and check every field of it."""
    try:
        data, text = whole(path)
        return _build(path, data, text)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, KeyError, ValueError) as error:
        raise BadGame(f"{path.parent.name}/{path.name}: {error}") from error


OWN = ("name", "entry", "lines", "heading", "also", "object")
"""What a game's head says of itself, though the rest is like another game's."""


def whole(path: Path) -> tuple[dict[str, Any], str]:
    """A game's data, and the text that it was read from.

    Where a rule book says that a game is played like another, its file names that file in `like` and says
    only what differs: parameters, and rules, rulings and remedies by their ids. `without` lists the ids
    that do not hold for it. What is taken over keeps the other section's heading.
    """
    text = path.read_text(encoding="utf-8")
    data = parse(text)
    head = data["game"]
    dropped = set(head.pop("without", ()))
    like = head.pop("like", None)
    if like is None:
        if dropped:
            raise ValueError("`without` is said, but no game that this one is like")
        return data, text
    base, base_text = whole(path.with_name(f"{like}.toml"))
    other = base.pop("game")
    heading = other.get("heading") or other["name"]
    own = {ruling["id"] for ruling in data.get("ruling", ())}
    taken = {key: value for key, value in other.items() if key not in OWN and key not in own}
    data["game"] = {**taken, **head}
    known: set[str] = set()
    for table, key in (("rule", "id"), ("ruling", "id"), ("remedy", "kind")):
        mine = {entry[key]: entry for entry in data.get(table, ())}
        theirs = {entry[key]: {"heading": heading, **entry} for entry in base.pop(table, ())}
        data[table] = [mine.pop(name, entry) for name, entry in theirs.items() if name not in dropped]
        data[table] += mine.values()
        known |= theirs.keys()
    if unknown := dropped - known:
        raise ValueError(f"{like} has no rule, ruling or remedy {', '.join(sorted(unknown))} to leave out")
    return {**base, **data}, f"{base_text}\n{text}"


def play_of(script: str) -> Play:
    """The script that a game's file names, with its remedies and bot."""
    module = importlib.import_module(f"housedealer.games.{script}")
    return getattr(module, script.rpartition(".")[2]).play  # type: ignore[no-any-return]


def _build(path: Path, data: dict[str, Any], text: str) -> Game:
    section = data.pop("game")
    fields = {field.encode_name for field in msgspec.structs.fields(Head)}
    head = msgspec.convert({key: value for key, value in section.items() if key in fields}, Head)
    rest = {key: value for key, value in section.items() if key not in fields}
    rules = msgspec.convert(data.pop("rule", []), list[Rule])
    rulings = msgspec.convert(data.pop("ruling", []), list[Ruling])
    remedies = msgspec.convert(data.pop("remedy", []), list[Remedy])
    play = play_of(head.script)
    known = {remedy.kind for remedy in remedies}
    own = {kind: run for kind, run in play.remedies.items() if kind in known}
    play = msgspec.structs.replace(play, remedies=own)  # a room has the remedies that its text has
    names = {field.encode_name for field in msgspec.structs.fields(play.params)}
    chosen = {ruling.id: ruling.default for ruling in rulings if ruling.id in names}
    for ruling in rulings:
        if ruling.default not in ruling.readings:
            raise ValueError(f"ruling {ruling.id} has a default that is not among its readings")
        if rest.get(ruling.id, ruling.default) != ruling.default:
            raise ValueError(f"ruling {ruling.id} has another default than the parameter of that name")
    params = msgspec.convert({**chosen, **rest, **data}, play.params)
    digest = hashlib.sha256(text.encode())
    fees, superseded = (
        [row for name in names for row in read_fees(path.parent / name)]
        for names in (head.fees, head.superseded)
    )
    for name in (*head.fees, *head.superseded):
        digest.update((path.parent / name).read_bytes())
    found = Game(
        id=f"{kebab(path.parent.name)}/{kebab(path.stem)}",
        room=kebab(path.parent.name),
        head=head,
        play=play,
        params=params,
        fees=tuple(fees),
        superseded=tuple(superseded),
        rules={rule.id: rule for rule in rules},
        rulings={ruling.id: ruling for ruling in rulings},
        remedies={remedy.kind: remedy for remedy in remedies},
        data_hash=digest.hexdigest(),
    )
    if missing := found.fee_rulings() - set(found.rulings):
        raise ValueError(f"its fees depend on rulings that it does not have: {', '.join(sorted(missing))}")
    return found
