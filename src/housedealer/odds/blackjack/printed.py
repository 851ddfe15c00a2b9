"""The best chart as it is printed: a table of the first two cards and one of longer hands, with worths."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from housedealer import rooms
from housedealer.games.blackjack.hands import STAND
from housedealer.odds.blackjack.chart import Plan
from housedealer.odds.blackjack.kept import kinds_of, plan_of
from housedealer.odds.blackjack.tables import (
    ACE,
    ACTIONS,
    DEALT,
    DOUBLES,
    GIVES_UP,
    HITS,
    MARKED,
    MAY_SPLIT,
    PAIR,
    SPLITS,
    STANDS,
    STATES,
    TEN,
    Tables,
    state,
    tables_of,
)
from housedealer.odds.strategy import Decision, Strategy

CHOICE = 0b11
"""To stand or to hit."""
TOP = 32
"""Above the most that a hand counts that may still act."""
NOTE = (
    "Worths are in first wagers, doubles and splits included; where somebody looks under the up card before "
    "the decision, of the rounds that go on, and where a hand may be given up before that, of all."
)


def up_name(kind: int) -> str:
    """An up card as a chart's column names it.

    >>> [up_name(kind) for kind in (2, 10, 1, 11)]
    ['2', '10', 'A', 'XA']
    """
    return {ACE: "A", MARKED: "XA"}.get(kind, str(kind))


def row_name(tables: Tables, row: int) -> str:
    """A hand as a chart's row names it: `hard 16`, `soft 17`, `8-8`."""
    if row >= PAIR:
        return f"{up_name(row - PAIR)}-{up_name(row - PAIR)}"
    return f"soft {row // 2 + TEN}" if tables.soft[row] else f"hard {row // 2}"


def columns(tables: Tables) -> list[int]:
    """The up cards in the order of the columns: two to ten, the ace, the marked ace."""
    return sorted(tables.kinds, key=lambda kind: (kind in (ACE, MARKED), kind))


def rows_in_order(tables: Tables) -> list[int]:
    """All rows: hard totals, soft ones, pairs; an ace that counts one makes no row of its own."""
    hard = [state(low, False) for low in range(TOP)]
    soft = [row for row in (state(low, True) for low in range(TOP)) if tables.soft[row]]
    return [*hard, *soft, *range(PAIR, PAIR + TEN + 1)]


def best_of(plan: Plan, row: int, up: int) -> int:
    """What a hand of two cards does."""
    return GIVES_UP if plan.early[row, up] else int(plan.two[DEALT, row, up])


def worths(values: Sequence[float]) -> dict[str, float]:
    """The worth of each action that a hand has."""
    return {word: value for word, value in zip(ACTIONS, values, strict=True) if not math.isnan(value)}


def strategy(tables: Tables, plan: Plan) -> list[Strategy]:
    """The tables."""
    first, longer = [], []
    for row in rows_in_order(tables):
        for up in columns(tables):
            if plan.often[row, up] > 0:
                best = ACTIONS[best_of(plan, row, up)]
                situation = (row_name(tables, row), up_name(up))
                found = worths(plan.worth[row, up].tolist())
                first.append(Decision(situation, best, found, often=float(plan.often[row, up])))
            if (
                row < STATES
                and tables.may_more[row] == CHOICE
                and not math.isnan(plan.worth_more[row, up, 0])
            ):
                best = ACTIONS[int(plan.more[row, up])]
                found = worths(plan.worth_more[row, up].tolist())
                longer.append(Decision((row_name(tables, row), up_name(up)), best, found))
    used = [word for word in ACTIONS if any(word in one.worth for one in first)]
    return [
        Strategy("two cards", ("hand", "up card"), tuple(used), first, NOTE),
        Strategy("three cards or more", ("hand", "up card"), (STAND, ACTIONS[1]), longer, NOTE),
    ]


def letters(tables: Tables, plan: Plan) -> dict[str, dict[int, str]]:
    """The chart as bots have it (see `games.blackjack.strategy`): a letter for each up card, two to ace."""
    ups = columns(tables)[:TEN]
    found: dict[str, dict[int, str]] = {}

    def put(name: str, row: int, word: str) -> None:
        if word.strip("."):
            found.setdefault(name, {})[
                row - PAIR if row >= PAIR else int(row_name(tables, row).split()[1])
            ] = word

    for row in rows_in_order(tables):
        if plan.often[row].any():
            kind = "pairs" if row >= PAIR else row_name(tables, row).split()[0]
            put(kind, row, "".join(letter(plan, row, up) for up in ups))
            put(f"early-{kind}", row, "".join(".R"[int(plan.early[row, up])] for up in ups))
        if row < STATES and tables.may_more[row] == CHOICE:
            kind = row_name(tables, row).split()[0]
            put(f"longer-{kind}", row, "".join("SH"[int(plan.more[row, up])] for up in ups))
    return found


def letter(plan: Plan, row: int, up: int) -> str:
    """What a hand of two cards does, and if it may not, else; a pair that is not split plays as its total."""
    dealt, split = (int(plan.two[when, row, up]) for when in (DEALT, MAY_SPLIT))
    if row >= PAIR:
        return "P" if dealt == SPLITS else "."
    stands, hits = plan.worth[row, up, STANDS], plan.worth[row, up, HITS]
    may_stand = bool(not math.isnan(stands) and (math.isnan(hits) or stands >= hits))
    if GIVES_UP in (dealt, split):
        return "RQ"[may_stand]
    return {STANDS: "S", HITS: "H", DOUBLES: "DT"[may_stand]}[dealt]


def bots_charts() -> str:
    """The file with the charts of all bots of the family, as its games are approved."""
    lines = ["# The best charts as `python -m housedealer.odds.blackjack` counts and writes them."]
    for game in rooms.games():
        if game.head.script.startswith("blackjack."):
            pieces = Counter(game.params.deck.pieces)
            tables = tables_of(game.params, kinds_of(pieces))
            script = game.head.script.partition(".")[2].replace("_", "-")
            for name, rows in letters(tables, plan_of(tables, pieces)).items():
                lines += ["", f"[{script}.{name}]", *(f'{row} = "{word}"' for row, word in rows.items())]
    return "\n".join(lines) + "\n"
