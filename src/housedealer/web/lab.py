"""What the odds lab asks for, as it is worked out in a process of its own: plain data in, JSON out.

Each of these gives whether it could be answered, and the answer or the sentence that refuses it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

import msgspec

from housedealer import __version__, odds, rooms
from housedealer.odds import strategy
from housedealer.odds.bank.question import Asked
from housedealer.odds.bank.report import BankReport
from housedealer.odds.bank.result import answer
from housedealer.odds.engines import engine_of
from housedealer.table.errors import Refused

OK, REFUSED, NO_ENGINE = "ok", "refused", "no-engine"
Said = tuple[str, Any]


def _told(work: Callable[..., Any]) -> Callable[..., Said]:
    """The work with its refusals as data, which any process can hand to another."""

    @wraps(work)
    def told(game: str, *asked: Any) -> Said:
        try:
            engine_of(rooms.game(game))
        except Refused as refusal:
            return NO_ENGINE, str(refusal)
        try:
            return OK, msgspec.json.encode(finite(work(game, *asked)))
        except Refused as refusal:
            return REFUSED, str(refusal)

    return told


def finite(value: Any) -> Any:
    """Data without numbers that JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {name: finite(one) for name, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, (list, tuple)) else value


@_told
def odds_of(
    game: str, option: str | None, readings: Mapping[str, str], spot: str | None, decks: int | None,
    removed: Sequence[int], others: bool, rounds: int | None,
) -> dict[str, Any]:  # fmt: skip
    """The odds of a game's wagers."""
    found = odds.of(
        game, option, readings, spot, None, decks, removed, rounds=rounds, workers=1, readings=others
    )
    return found.as_json()


@_told
def charts_of(game: str, readings: Mapping[str, str]) -> dict[str, Any]:
    """The best play as charts."""
    ruled = rooms.game(game).ruled(dict(readings))
    charts = strategy.of(game, readings) if engine_of(ruled).charts else ()
    return {
        "game": game,
        "rulings": {name: ruled.reading(name) or "" for name in ruled.rulings if ruled.reading(name)},
        "strategy": engine_of(ruled).strategy,
        "charts": [one.as_json() for one in charts],
        "version": __version__,
        "data": ruled.data_hash,
    }


@_told
def bank_of(game: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What it brings to bank a game, with the points of its plots."""
    report = answer(Asked(game, **asked))
    return {**report.as_json(), "outcomes": outcomes(report), "curves": curves(report)}


def outcomes(report: BankReport) -> list[list[float]]:
    """The distribution of a shift after collection and costs: cents, and the chance of the band there."""
    costs = report.costs_hour * report.shift.hours
    return [[round(value - costs, 2), chance] for value, chance in report.outcomes]


def curves(report: BankReport) -> list[dict[str, Any]]:
    """The net of a round by total action, for flat bets, under each option; options alike are told once."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in report.curves:
        points = (one.action, one.net)
        if points in found:
            found[points]["options"].append(one.option)
        else:
            net = [round(each, 3) for each in one.net]
            found[points] = {
                "options": [one.option], "bets": list(one.bets), "action": list(one.action), "net": net,
            }  # fmt: skip
    return list(found.values())


def edges_of(game: str, readings: Mapping[str, str]) -> list[dict[str, Any]]:
    """The edges of a game whose wagers are all counted exactly."""
    found = odds.of(game, rulings=dict(readings))
    return [{"spot": one.spot, "edge": float(one.edge)} for one in found.wagers]
