"""The odds as pages of the docs: one a game, and an index sorted by the edge.

    python -m housedealer.cli.odds_pages docs/odds [GAME...]

writes them (`scripts/odds` does it). A test makes some of them again and holds them to what is kept.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from housedealer import odds, rooms
from housedealer.floor.page import Block, Grid, Heading, Text
from housedealer.floor.render import markdown
from housedealer.odds.cells import Wager
from housedealer.odds.engines import ENGINES, engine_of
from housedealer.odds.report import Odds
from housedealer.odds.simulate import interval
from housedealer.odds.strategy import Strategy
from housedealer.odds.strategy import of as charts_of
from housedealer.table.game import Game

INDEX, TABLE = "README.md", "odds.csv"
COLUMNS = ("game", "wager", "edge", "within", "hit", "sd", "element of risk", "method")
HANDS, PLAYERS, PACE = 200, 6, 32.0
LONGEST = 40
"""Charts with more lines are left to `housedealer strategy`."""


def main(folder: Path, names: Sequence[str]) -> int:
    """Write the pages of some games or of all, and the index of all that are there."""
    known = [rooms.find(name) for name in names] or rooms.ids()
    for name in known:
        place = folder / f"{name}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        text, rows = page_of(rooms.game(name))
        place.write_text(text, encoding="utf-8")
        _rows_of(folder, name, rows)
        print(f"{name}  {len(rows)} wagers", flush=True)
    for old in folder.glob("*/*.md"):
        if str(old.relative_to(folder).with_suffix("")) not in rooms.ids():
            old.unlink()
    (folder / INDEX).write_text(markdown(list(index(_table(folder)))), encoding="utf-8")
    return len(known)


def page_of(game: Game) -> tuple[str, list[dict[str, str]]]:
    """A game's page, and its wagers as rows of the index."""
    if game.head.script in ENGINES:
        found = odds.of(game, readings=True)
        return markdown(list(banked(game, found))), [_row(found, one) for one in found.wagers]
    return markdown(list(_collected(game))), []


def blocks(game: Game) -> Iterator[Block]:
    """A game's odds for a document that holds more than them."""
    if game.head.script in ENGINES:
        yield from banked(game, odds.of(game, readings=True))
    else:
        yield from _collected(game)


# -- games against a player-dealer ---------------------------------------------------------------------


def banked(game: Game, found: Odds) -> Iterator[Block]:
    """The odds of every wager, what other readings do to them, and the charts of best play."""
    yield Heading(f"{game.head.name}: the odds", 1)
    yield Text(f"{game.id} · {rooms.BOOKS[game.head.book]} · data {found.data[:16]}", quiet=True)
    yield Text(
        "An edge is what a bettor loses of his first stake on average, a push counting as a wager made,"
        " before collection; the player-dealer wins as much."
    )
    if found.strategy:
        yield Text(f"Play: {found.strategy}.")
    for one in found.wagers:
        yield from wager(one)
    if found.readings:
        rows = tuple(
            (other.ruling, other.reading, spot, _percent(edge))
            for other in found.readings
            for spot, edge in other.edges.items()
        )
        yield Heading("Under another reading of one ruling")
        yield Grid(("ruling", "reading", "wager", "house edge"), rows, right=("house edge",))
    if engine_of(game).charts is not None:
        yield Heading("Best play")
        for chart in charts_of(game):
            yield from _chart(game, chart)


def wager(one: Wager) -> Iterator[Block]:
    """One wager as the trade reads it: the edge at the lower right."""
    many = "combinations" if one.method == "exact" else "rounds"
    rows = [
        (row.outcome, row.pays, f"{row.combinations:,}", f"{row.probability:.6f}", f"{row.returned:+.6f}")
        for row in one.rows
    ]
    rows.append(("", "", f"{one.rounds:,}", "house edge", f"**{_percent(one.edge)}**"))
    yield Heading(one.spot)
    numbers = ("pays", many, "probability", "return")
    yield Grid(("outcome", *numbers), tuple(rows), right=numbers)
    words = [
        f"Hit {100 * one.hit:.3f}%, standard deviation {one.sd:.4f}, element of risk"
        f" {_percent(one.element_of_risk)}."
    ]
    if one.method == "exact":
        words.append(f"The edge is exactly {one.edge.numerator}/{one.edge.denominator}.")
    elif one.method == "expected":
        words.append("The edge was counted over the whole shoe; how often the rows come was dealt at random.")
    else:
        words.append(f"Known 95 times in 100 to ±{_percent(interval(one.sd, one.rounds))}.")
    yield Text(" ".join(words))


def _chart(game: Game, chart: Strategy) -> Iterator[Block]:
    grid = chart.grid()
    if grid is not None:
        yield Heading(f"{chart.name}, by {chart.columns[1]}", 3)
        rows = [
            (row, *("" if one is None else one.best + ("" if one.always else "\\*") for one in cells))
            for row, cells in zip(grid.rows, grid.cells, strict=True)
        ]
        if len(rows) > LONGEST:
            rows = _folded(rows)
        yield Grid((chart.columns[0], *grid.columns), tuple(rows))
    elif len(chart.decisions) <= LONGEST:
        yield Heading(chart.name, 3)
        numbers = tuple(f"worth of {choice}" for choice in chart.choices)
        cells = tuple(
            (
                *one.situation,
                one.best + ("" if one.always else f" ({100 * one.share:.0f}%)"),
                *(f"{one.worth[choice]:+.4f}" if choice in one.worth else "" for choice in chart.choices),
            )
            for one in chart.decisions
        )
        yield Grid((*chart.columns, "best", *numbers), cells, right=numbers)
    else:
        yield Heading(chart.name, 3)
        yield from _by_choice(chart)
    if chart.note:
        yield Text(chart.note, quiet=True)
    yield Text(f"`housedealer strategy {game.id} --worth` says what each choice is worth.", quiet=True)


def _by_choice(chart: Strategy) -> Iterator[Block]:
    """A long list told by its choices: which situations are best played how."""
    rows = tuple(
        (choice, " · ".join(", ".join(one.situation) for one in chart.decisions if one.best == choice))
        for choice in chart.choices
    )
    yield Grid(("best", ", ".join(chart.columns)), rows)


def _folded(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows one after the other that say the same become one."""
    found: list[tuple[str, ...]] = []
    for row in rows:
        if found and found[-1][1:] == row[1:]:
            found[-1] = (f"{found[-1][0].partition(' to ')[0]} to {row[0]}", *row[1:])
        else:
            found.append(row)
    return found


# -- games for a pot or between the players ------------------------------------------------------------


def _collected(game: Game) -> Iterator[Block]:
    """Where no wager has an edge: what the collection takes, which is what such a game costs."""
    from housedealer.odds.cost import of as cost_of

    yield Heading(f"{game.head.name}: what it costs", 1)
    yield Text(f"{game.id} · {rooms.BOOKS[game.head.book]} · data {game.data_hash[:16]}", quiet=True)
    yield Text(
        "Players win from each other, so that no wager has an edge; all that leaves the table is the"
        f" collection. {HANDS} hands an option were played by bots, {PLAYERS} at the table; the last column"
        f" is for {PACE:g} hands an hour."
    )
    rows = tuple(
        (
            one.option or "-",
            one.limit,
            f"${one.a_hand / 100:.2f}",
            f"${2 * one.half_hour / 100:.2f}",
            f"${one.an_hour(PACE) / 100:.2f}",
        )
        for one in cost_of(game, players=min(PLAYERS, game.params.seats), hands=HANDS)
    )
    numbers = ("a hand takes", "by the clock an hour", "a player an hour")
    yield Grid(("option", "limit", *numbers), rows, right=numbers)
    if game.play.poker:
        from housedealer.odds.equity.frequencies import of as frequencies_of

        found = frequencies_of(game)
        yield Heading("How often hands are made")
        yield Text(found.words)
        classes = tuple(
            (name, f"{many:,}", f"{100 * many / found.whole:.4f}%") for name, many in found.classes
        )
        yield Grid(("hand", "hands", "of all"), classes, right=("hands", "of all"))
        yield Text(f"`housedealer equity {game.id} HAND HAND` says what hands are worth against each other.")


# -- the index -----------------------------------------------------------------------------------------


def _percent(share: object) -> str:
    return f"{100 * float(share):.4f}%"  # type: ignore[arg-type]


def _row(found: Odds, one: Wager) -> dict[str, str]:
    within = f"{100 * interval(one.sd, one.rounds):.4f}" if one.method == "simulated" else ""
    values = (
        found.game,
        one.spot,
        f"{100 * float(one.edge):.4f}",
        within,
        f"{100 * one.hit:.3f}",
        f"{one.sd:.4f}",
        f"{100 * float(one.element_of_risk):.4f}",
        one.method,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _table(folder: Path) -> list[dict[str, str]]:
    place = folder / TABLE
    if not place.is_file():
        return []
    with place.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["game"] in rooms.ids()]


def _rows_of(folder: Path, name: str, rows: Sequence[dict[str, str]]) -> None:
    """Put a game's rows in place of those it had."""
    held = [row for row in _table(folder) if row["game"] != name] + list(rows)
    held.sort(key=lambda row: (row["game"], float(row["edge"])))
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(held)
    (folder / TABLE).write_text(text.getvalue(), encoding="utf-8")


def index(rows: Sequence[dict[str, str]]) -> Iterator[Block]:
    """All wagers, the cheapest first, and the games that have no edge."""
    yield Heading("The odds", 1)
    yield Text(
        "Every wager of every game against a player-dealer under its default readings, the cheapest for the"
        " bettor first; edges are of the first stake, before collection, pushes counted."
        f" [{TABLE}]({TABLE}) has the same to sort by any column. A wager dealt at random is known 95 times"
        " in 100 to the figure under *within*; the others are counted."
    )
    cells = tuple(
        (
            f"[{rooms.game(row['game']).head.name}]({row['game']}.md)",
            row["game"].partition("/")[0],
            row["wager"],
            f"{row['edge']}%",
            f"±{row['within']}%" if row["within"] else "",
            row["sd"],
            f"{row['hit']}%",
        )
        for row in sorted(rows, key=lambda row: float(row["edge"]))
    )
    numbers = ("edge", "within", "sd", "hit")
    yield Grid(("game", "room", "wager", *numbers), cells, right=numbers)
    yield Heading("Games for a pot and between the players")
    others = [game for game in rooms.games() if game.head.script not in ENGINES]
    yield Grid(
        ("game", "room"),
        tuple((f"[{game.head.name}]({game.id}.md)", game.room) for game in others),
    )


if __name__ == "__main__":
    print(f"{main(Path(sys.argv[1]), sys.argv[2:])} pages written.")
