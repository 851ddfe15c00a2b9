"""What differs between two games: two rooms' versions of one game, or two games of one room.

Both are read as their sheets, flattened to a line a fact; facts that both hold alike are left out. Source
lines differ in any case and are no difference.

    >>> from housedealer.rooms import game
    >>> found = compare(game("garlic-city/texas-holdem"), game("garlic-city/7-card-stud"))
    >>> [(one.fact, one.left, one.right) for one in found if one.fact == "forced"]
    [('forced', 'blinds', 'ante')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from housedealer.floor.sheet import sheet
from housedealer.table.game import Game


class Difference(msgspec.Struct, frozen=True):
    """One fact of which two games say different things; an empty side does not have it."""

    part: str
    fact: str
    left: str
    right: str


def compare(left: Game, right: Game) -> list[Difference]:
    """The differences, part by part."""
    one, other = facts(left), facts(right)
    order = dict.fromkeys([*one, *other])
    return [
        Difference(*key, one.get(key, ""), other.get(key, ""))
        for key in order
        if one.get(key, "") != other.get(key, "")
    ]


def facts(game: Game) -> dict[tuple[str, str], str]:
    """Every fact of a game's sheet by its part and name."""
    return dict(_facts(sheet(game)))


def _facts(found: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
    yield ("game", "family"), found["family"]
    yield ("equipment", "deck"), found["equipment"]["words"]
    yield ("equipment", "seats"), str(found["equipment"]["seats"])
    for spot in found["spots"]:
        yield ("wagers", spot["name"]), _spot(spot)
    for name, value in found["settling"].items():
        yield ("settling", name), _flat(value)
    for pays in found["paytables"]:
        use = "".join(f", {ruling} = {reading}" for ruling, reading in pays["rulings"].items())
        for row in pays["rows"]:
            prize = f", prize {row['prize']}" if "prize" in row else ""
            yield (f"pays: {pays['spot']}{use}", row["row"]), f"{row['pays']}{prize}"
    for name, value in found["settings"].items():
        yield from _setting(name, value)
    for row in found["limit_rows"]:
        yield ("limits", row["name"]), _flat({key: one for key, one in row.items() if key != "name"})
    if not found["limit_rows"]:
        yield ("limits", "range"), "; ".join(found["limits"])
    for option in found["fees"]:
        words = "; ".join(dict.fromkeys(f"{row['limit']}: {row['words']}" for row in option["rows"]))
        yield ("collection", f"option {option['option']}"), words
    for remedy in found["remedies"]:
        yield ("irregularities", remedy["kind"]), remedy["text"]
    for ruling in found["rulings"]:
        yield ("rulings", ruling["id"]), ruling["readings"][ruling["default"]]
    for section in found["sections"]:
        for rule in section["rules"]:
            yield (f"rules: {section['section']}", rule["id"]), rule["text"]


def _setting(name: str, value: Any) -> Iterator[tuple[tuple[str, str], str]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield ("as played", f"{name}, {key}"), _flat(one)
    else:
        yield ("as played", name), _flat(value)


def _spot(spot: Mapping[str, Any]) -> str:
    words = ["base" if spot["base"] else "bonus", "required" if spot["required"] else "optional"]
    words += [
        f"{key.replace('_', ' ')} {_flat(spot[key])}"
        for key in ("needs", "low", "high", "at_most")
        if spot[key]
    ]
    return ", ".join([*words, "back line" if spot["backline"] else "no back line"])


def _flat(value: Any) -> str:
    """A value without its source lines, on one line."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key} {_flat(one)}" for key, one in value.items() if key != "lines" and one not in ("", "0")
        )
    if isinstance(value, list | tuple):
        return "; ".join(_flat(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
