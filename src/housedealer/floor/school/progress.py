"""The progress sheet: what a trainee was asked, what he knew, and what he missed.

>>> seen = [Answered(1, "s1", "g", "next", "Who acts?", "seat 2", "seat 3", "Left of the button.", False,
...                  False, 2000)]
>>> sheet(seen)["missed"]
[{'game': 'g', 'skill': 'next', 'says': 'Left of the button.', 'many': 1}]
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from housedealer.floor.school.skills import BY_ID

COLUMNS = (
    "at",
    "exercise",
    "game",
    "skill",
    "question",
    "answer",
    "expected",
    "right",
    "late",
    "seconds",
    "rule",
)
MOST_MISSED = 50


class Answered(msgspec.Struct, frozen=True):
    """One answer of the past."""

    at: int
    exercise: str
    game: str
    skill: str
    title: str
    given: str
    expected: str
    rule: str
    right: bool
    late: bool
    milliseconds: int

    @property
    def known(self) -> bool:
        """Whether it was right, and in time."""
        return self.right and not self.late


def sheet(answered: Sequence[Answered]) -> dict[str, Any]:
    """Right and asked by skill and by game, and what was missed more often than it was known since."""
    skills = []
    for skill in BY_ID.values():
        mine = [one for one in answered if one.skill == skill.id]
        if mine:
            seconds = sum(one.milliseconds for one in mine) / len(mine) / 1000
            skills.append(
                {
                    "id": skill.id, "title": skill.title, "asked": len(mine),
                    "right": sum(one.known for one in mine), "seconds": round(seconds, 1),
                }
            )  # fmt: skip
    games: dict[str, dict[str, Any]] = {}
    for one in answered:
        row = games.setdefault(one.game, {"game": one.game, "asked": 0, "right": 0})
        row["asked"] += 1
        row["right"] += one.known
    return {"skills": skills, "games": list(games.values()), "missed": missed(answered)}


def missed(answered: Iterable[Answered]) -> list[dict[str, Any]]:
    """The rules that were missed, the most missed first; one that is known again counts less."""
    left: dict[tuple[str, str, str], int] = {}
    for one in answered:
        key = (one.game, one.skill, one.rule)
        left[key] = max(0, left.get(key, 0) - 1) if one.known else left.get(key, 0) + 1
    found = sorted(((many, key) for key, many in left.items() if many), key=lambda one: (-one[0], one[1]))
    return [
        {"game": game, "skill": skill, "says": says, "many": many}
        for many, (game, skill, says) in found[:MOST_MISSED]
    ]


def weak(answered: Sequence[Answered], game: str) -> list[str]:
    """The skills to ask more of: those missed in this game; where none was, those missed in any."""
    found = missed(answered)
    here = [one["skill"] for one in found if one["game"] == game]
    return list(dict.fromkeys(here or [one["skill"] for one in found]))


def as_csv(answered: Iterable[Answered]) -> str:
    """Every answer in a row."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in answered:
        at = datetime.datetime.fromtimestamp(one.at / 1000, datetime.UTC).isoformat(timespec="seconds")
        writer.writerow(
            (
                at, one.exercise, one.game, one.skill, one.title, one.given, one.expected,
                "yes" if one.right else "no", "yes" if one.late else "no", f"{one.milliseconds / 1000:.1f}",
                one.rule,
            )
        )  # fmt: skip
    return written.getvalue()
