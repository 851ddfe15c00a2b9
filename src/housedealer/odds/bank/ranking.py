"""Which game and fee option of a room is best worth banking: by net of a table-hour, with its risk.

A game whose wagers cannot be dealt in bulk yet is left out and named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from housedealer import rooms
from housedealer.odds.bank.question import Asked
from housedealer.odds.bank.report import BankReport, OptionLine
from housedealer.odds.bank.result import answer
from housedealer.table.errors import Refused


@dataclass(frozen=True, slots=True)
class Ranked:
    """One game under one option."""

    game: str
    name: str
    line: OptionLine
    action: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """All of a room's, best first, with what could not be ranked and why."""

    room: str
    rows: tuple[Ranked, ...]
    left_out: dict[str, str]
    reports: tuple[BankReport, ...]


def ranked(room: str, asked: Asked) -> Ranking:
    """Rank every game against a player-dealer and every option of it, all else being the same."""
    rows: list[Ranked] = []
    reports: list[BankReport] = []
    left_out: dict[str, str] = {}
    known = [name for name in rooms.ids() if name.partition("/")[0] == room]
    if not known:
        raise Refused(f"There is no room {room!r}; there are {', '.join(rooms.room_ids())}.")
    for name in known:
        if not hasattr(rooms.game(name).params, "spot"):
            continue
        try:
            report = answer(replace(asked, game=name, option=None, limit=None))
        except Refused as refused:
            left_out[name] = str(refused)
            continue
        reports.append(report)
        rows += [Ranked(name, report.name, line, report.action) for line in report.options]
    rows.sort(key=lambda row: -row.line.net_hour)
    return Ranking(room, tuple(rows), left_out, tuple(reports))
