"""Auditing a room's data: does it keep what its rule book and the common clauses demand?

The clauses of a room stand in its `clauses.toml`, each with its lines; so do the faults that the printed text
has itself, which are reported as printed and explained. Whatever else a check finds is a violation. A folder
of edited or new data is read with the same checks, and held beside the approved data besides.

    >>> found = audit("lucky-buck")
    >>> [one for one in found if one.violation]
    []
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from housedealer import rooms
from housedealer.floor import compare
from housedealer.floor.coverage import cited, entries
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.fees import BadFees, FeeRow
from housedealer.wagers.money import dollars

BEFORE_THE_DEAL = ("before-cards", "before-dice")
BANKED, POT, BETWEEN = "banked", "pot", "between-players"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One demand of the rule book: which check, of which games (a kind, or one game's id), and its lines."""

    check: str
    kind: str
    text: str
    lines: tuple[int, int]
    most: int = 0


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of the printed text: what a check finds of which game, and why it stands."""

    check: str
    game: str
    about: str
    why: str
    lines: tuple[int, int]


class Clauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a room's file of clauses holds."""

    clause: tuple[Clause, ...] = ()
    printed: tuple[Printed, ...] = ()

    def of(self, check: str, game: Game) -> Clause | None:
        """The clause behind a check for a game: its own before the one of its kind."""
        names = (game.id.split("/")[1], kind_of(game))
        return next(
            (one for name in names for one in self.clause if (one.check, one.kind) == (check, name)), None
        )


class Finding(msgspec.Struct, frozen=True):
    """What a check found: of which game, about what, where; `printed` says why the text itself has it so."""

    check: str
    game: str
    about: str
    text: str
    book: str
    lines: tuple[int, int]
    printed: str = ""

    @property
    def violation(self) -> bool:
        """Whether nothing explains it."""
        return not self.printed


def kind_of(game: Game) -> str:
    """Against a player-dealer, for a pot, or between the players."""
    return POT if game.play.poker else BANKED if hasattr(game.params, "spot") else BETWEEN


def read_clauses(room: str) -> Clauses:
    """The clauses of a room; one whose rule book is not built yet has none."""
    path = rooms.folder(room) / "clauses.toml"
    if not path.is_file():
        raise Refused(f"The clauses of {room} are not built yet.")
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Clauses)


def audit(room: str, folder: Path | None = None) -> list[Finding]:
    """Every finding about a room's data, or about a folder of data that would be its."""
    if room not in rooms.room_ids():
        raise Refused(f"There is no room {room!r}; the rooms are {', '.join(rooms.room_ids())}.")
    clauses = read_clauses(room)
    found: list[Finding] = []
    for path in rooms.game_files(folder or rooms.folder(room)):
        found += audit_file(room, path, clauses, edited=folder is not None)
    return [explained(one, clauses.printed) for one in found]


def audit_file(room: str, path: Path, clauses: Clauses, edited: bool) -> list[Finding]:
    """The findings about one game's file; one that cannot be read is a finding itself."""
    name = f"{room}/{rooms.kebab(path.stem)}"
    try:
        game = rooms.load(path)
    except (rooms.BadGame, BadFees, FileNotFoundError, ImportError, AttributeError) as error:
        return [Finding("readable", name, path.name, str(error), "", (0, 0))]
    game = msgspec.structs.replace(game, id=name, room=room)
    found = [one for check in CHECKS for one in check(game, clauses)]
    if edited:
        found += approved(game)
    return found


def explained(finding: Finding, printed: Iterable[Printed]) -> Finding:
    """The finding, with the reason if the printed text is what it finds fault with."""
    for one in printed:
        if (one.check, one.about) == (finding.check, finding.about) and one.game in (
            finding.game.split("/")[1],
            "*",
        ):
            return msgspec.structs.replace(finding, printed=one.why)
    return finding


# -- the checks --------------------------------------------------------------------------------------


def _finding(check: str, game: Game, about: str, text: str, lines: tuple[int, int]) -> Finding:
    return Finding(check, game.id, about, text, game.head.book, lines)


def _schedules(game: Game) -> Iterator[tuple[str, str, list[FeeRow]]]:
    """The rows of each option and limit by who pays, when, and by which measure: one schedule each.

    A row without a limit belongs to the schedule of every limit that its option has.
    """
    found: dict[tuple[str, str, tuple[str, ...]], list[FeeRow]] = {}
    for row in game.fees:
        ruling, _, reading = row.ruling.partition("=")
        if ruling and game.rulings[ruling].default != reading:
            continue
        measure = (row.book, row.payer, row.per, row.basis, row.moment, row.unless, row.drop)
        for limit in [row.limit] if row.limit else limits_of(game, row.option) or [""]:
            found.setdefault((row.option, limit, measure), []).append(row)
    for (option, limit, _), rows in found.items():
        yield option, limit, rows


def limits_of(game: Game, option: str) -> list[str]:
    """The table limits that the rows of an option name."""
    return list(dict.fromkeys(row.limit for row in game.option_rows(option) if row.limit))


def rates_a_limit(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """No more rates for a limit than the book allows."""
    clause = clauses.of("rates-a-limit", game)
    if clause is None:
        return
    for option, limit, rows in _schedules(game):
        rates = {row.amount for row in rows if row.amount}
        if len(rates) > clause.most:
            text = f"{len(rates)} rates at {limit}, but at most {clause.most}: {clause.text}"
            yield _finding("rates-a-limit", game, f"option {option}", text, rows[0].lines)


def known_before_deal(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """Every fee is known before the deal: at a banked game taken by then, in poker of a flat amount."""
    clause = clauses.of("known-before-deal", game)
    if clause is None:
        return
    unreached: dict[str, list[FeeRow]] = {}
    for row in game.fees:
        if row.moment == "half-hour":
            continue
        if row.moment not in game.play.moments:
            unreached.setdefault(row.moment, []).append(row)
            continue
        if kind_of(game) == BANKED and row.moment not in BEFORE_THE_DEAL:
            text = f"taken at {row.moment!r}: {clause.text}"
        elif kind_of(game) == POT and row.basis not in ("players", "none"):
            text = f"goes by {row.basis}: {clause.text}"
        else:
            continue
        yield _finding("known-before-deal", game, f"option {row.option}", text, row.lines)
    for moment, rows in unreached.items():
        options = ", ".join(dict.fromkeys(row.option for row in rows))
        text = f"options {options} take a fee at {moment!r}, a moment that the game never reaches"
        yield _finding("known-before-deal", game, f"moment {moment}", text, rows[0].lines)


def one_option(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """An option has one table limit, and no two options are the same."""
    clause = clauses.of("one-option", game)
    if clause is None:
        return
    seen: dict[tuple[object, ...], str] = {}
    for name in game.options():
        rows = game.option_rows(name)
        limits = limits_of(game, name)
        if len(limits) > 1:
            text = f"limits {', '.join(limits)}: {clause.text}"
            yield _finding("one-option", game, f"option {name}", text, rows[0].lines)
        same = tuple(
            sorted(
                (
                    row.limit,
                    row.moment,
                    row.unless,
                    row.payer,
                    row.per,
                    row.basis,
                    row.low,
                    row.high or 0,
                    row.amount,
                )
                for row in rows
            )
        )
        if same in seen:
            text = f"the same fees as option {seen[same]}"
            yield _finding("one-option", game, f"option {name}", text, rows[0].lines)
        seen.setdefault(same, name)


def tiers(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """The tiers of a schedule follow each other without gap or overlap, and the last one is open."""
    for option, limit, rows in _schedules(game):
        if rows[0].basis == "none":
            continue
        step = 1 if rows[0].basis == "players" else 100
        ordered = sorted(rows, key=lambda row: row.low)
        for row, after in pairwise(ordered):
            if row.high is None or after.low <= row.high:
                text = f"at {limit} the tier from {_bound(after, after.low)} overlaps the one before"
                yield _finding("tiers", game, f"option {option}", text, after.lines)
            elif after.low > row.high + step:
                gap = f"between {_bound(row, row.high)} and {_bound(after, after.low)}"
                text = f"at {limit} nothing is printed {gap}"
                yield _finding("tiers", game, f"option {option}", text, after.lines)
        if ordered[-1].high is not None and kind_of(game) == BANKED and not _reaches(ordered[-1], limit):
            text = f"at {limit} nothing is printed above {_bound(ordered[-1], ordered[-1].high)}"
            yield _finding("tiers", game, f"option {option}", text, ordered[-1].lines)


def _reaches(row: FeeRow, limit: str) -> bool:
    """Whether a wager's last tier goes as far as the table's limit lets a wager go."""
    top = limit.rpartition("..")[2].rpartition("-")[2]
    return row.basis == "wager" and top.isdigit() and (row.high or 0) >= int(top) * 100


def order_of_fees(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """A fee does not fall as the action rises or as more players are dealt in; a free row is a choice."""
    for option, limit, rows in _schedules(game):
        ordered = sorted(rows, key=lambda row: row.low)
        for row, after in pairwise(ordered):
            if after.amount < row.amount and after.amount:
                text = (
                    f"at {limit} the fee falls from ${dollars(row.amount)} to ${dollars(after.amount)} "
                    f"at {_bound(after, after.low)}"
                )
                yield _finding("order-of-fees", game, f"option {option}", text, after.lines)


def _bound(row: FeeRow, value: int) -> str:
    return f"{value} players" if row.basis == "players" else f"${dollars(value)}"


def rotation(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """Nobody has the player-dealer's position for longer than the book allows."""
    clause = clauses.of("rotation", game)
    if clause is not None and game.params.turns > clause.most:
        text = f"held for {game.params.turns} rounds, but at most {clause.most}: {clause.text}"
        yield _finding("rotation", game, "turns", text, clause.lines)


def sources(game: Game, clauses: Clauses) -> Iterator[Finding]:
    """Everything stands within some entry of the room's book."""
    spans = [entry.lines for entry in entries(game.room)]
    for lines in dict.fromkeys(cited(game)):
        if lines != (0, 0) and not any(first <= lines[0] <= last for first, last in spans):
            yield _finding(
                "sources", game, f"lines {lines[0]}-{lines[1]}", "outside every entry of the book", lines
            )


CHECKS: tuple[Callable[[Game, Clauses], Iterator[Finding]], ...] = (
    rates_a_limit,
    known_before_deal,
    one_option,
    tiers,
    order_of_fees,
    rotation,
    sources,
)


# -- beside the approved data ------------------------------------------------------------------------

WORDS = ("rules: ", "rulings", "game", "irregularities")
"""Parts of a game that are worded, not approved figures."""


def approved(game: Game) -> Iterator[Finding]:
    """How edited data differs from what is approved, row by row; a new game is not approved at all."""
    try:
        before = rooms.game(game.id)
    except Refused:
        yield _finding(
            "approved", game, "game", "no approved game of this room has this name", game.head.lines
        )
        return
    for each in compare.compare(before, game):
        if not each.part.startswith(WORDS) and each.part != "collection":
            text = f"{each.fact}: approved is {each.left or 'nothing'}, here it is {each.right or 'nothing'}"
            yield _finding("approved", game, each.part, text, _lines_of(before, each.part))
    yield from approved_fees(before.fees, game)


def approved_fees(before: Sequence[FeeRow], game: Game) -> Iterator[Finding]:
    """Fee rows that the approved schedule has and this one lacks, and the other way round."""
    gone = [row for row in before if row not in game.fees]
    for row in gone:
        yield _finding(
            "approved", game, f"option {row.option}", f"approved, but not here: {_row(row)}", row.lines
        )
    for row in game.fees:
        if row not in before:
            near = [one.lines for one in gone if one.option == row.option]
            text = f"not approved: {_row(row)}"
            yield _finding("approved", game, f"option {row.option}", text, near[0] if near else row.lines)


def _row(row: FeeRow) -> str:
    from housedealer.floor.sheet import fee_words

    return f"at {row.limit}, {fee_words(row)}"


def _lines_of(game: Game, part: str) -> tuple[int, int]:
    """Where the approved part stands: a paytable's own lines, else the game's."""
    spot = part.removeprefix("pays: ").partition(",")[0]
    for bonus in getattr(game.params, "bonus", ()):
        if part.startswith("pays: ") and bonus.spot == spot:
            return bonus.lines  # type: ignore[no-any-return]
    return game.head.lines
