"""The family's bots: each plays its game's best chart, as far as it is allowed.

The charts are data, `charts.toml`, counted and written by `housedealer.odds.blackjack`. Rows are totals (or
what the cards of a pair count), columns the up card from 2 to 10 and ace: `H` hit, `S` stand, `D` double or
else hit, `T` double or else stand, `P` split, `R` surrender or else hit, `Q` surrender or else stand; a dot
is a pair that plays as its total, or a hand that is not given up before anybody looks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from housedealer.games.bots import sensible
from housedealer.ranking import totals
from housedealer.table.banking import PLAYER_DEALER
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

CHARTS = Path(__file__).parent / "charts.toml"
WORDS = {
    "H": ("hit", "stand"),
    "S": ("stand", "hit"),
    "D": ("double", "hit"),
    "T": ("double", "stand"),
    "P": ("split", "hit"),
    "R": ("surrender", "hit"),
    "Q": ("surrender", "stand"),
}
Rows = dict[int, str]
TOO_MUCH = 16
"""A hand without a row hits up to here and stands above."""


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One game's chart: hands of two cards, longer ones, and hands given up before anybody looks."""

    hard: Rows
    soft: Rows
    pairs: Rows
    longer_hard: Rows
    longer_soft: Rows
    early_hard: Rows = {}
    early_soft: Rows = {}
    early_pairs: Rows = {}


@cache
def charts() -> dict[str, Chart]:
    """All charts by the names of their scripts."""
    data = tomllib.loads(CHARTS.read_text(encoding="utf-8"))
    return msgspec.convert(data, dict[str, Chart], strict=False)


def column_of(up: int) -> int:
    """The place of an up card in a row."""
    return (totals.card_value(up) // 2 - 2) % 10


def letter(chart: Chart, cards: Sequence[int], up: int, may_split: bool) -> str:
    """The chart's letter for a hand against an up card.

    >>> pure = charts()["pure"]
    >>> letter(pure, (24, 25), 44, True), letter(pure, (48, 20), 12, False), letter(pure, (44, 32), 16, True)
    ('P', 'T', 'S')
    """
    column, two = column_of(up), len(cards) == 2
    if may_split and (row := chart.pairs.get(totals.card_value(cards[0]) // 2)) and row[column] != ".":
        return row[column]
    if totals.is_soft(cards):
        count, rows = totals.total(cards) // 2, chart.soft if two else chart.longer_soft
    else:
        count, rows = totals.hard_total(cards) // 2, chart.hard if two else chart.longer_hard
    return rows[count][column] if count in rows else "S" if count > TOO_MUCH else "H"


def gives_up(chart: Chart, cards: Sequence[int], up: int) -> bool:
    """Whether a hand is given up before anybody looks."""
    rows = chart.early_soft if totals.is_soft(cards) else chart.early_hard
    count = totals.total(cards) // 2
    if totals.card_value(cards[0]) == totals.card_value(cards[1]):
        rows, count = chart.early_pairs, totals.card_value(cards[0]) // 2
    return count in rows and rows[count][column_of(up)] != "."


def plays_chart(name: str) -> Callable[[View, Question], Any]:
    """A bot that plays a game's chart; it never insures, and doubles for the whole wager."""

    def bot(view: View, question: Question) -> Any:
        if not isinstance(question, Choose) or question.name != "act":
            return sensible(view, question)
        cards, up = view.cards(question.about or ""), view.cards(PLAYER_DEALER)[0]
        wanted = WORDS[letter(charts()[name], cards, up, "split" in question.options)]
        return next((word for word in wanted if word in question.options), question.default)

    return bot
