"""A game as it is played in one room: script, parameters, fees, rules with their sources, rulings."""

from __future__ import annotations

import typing
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from housedealer.table.params import Params
from housedealer.wagers.fees import FeeRow

Script = Generator[Any, Any, Any]
FEE_BOOK = "fee-book"
"""The ruling that says which of several generations of fee books is in force; its readings are books."""
Because = tuple[str, tuple[Any, ...]]


class Source(NamedTuple):
    """Where a rule stands: the rule book, the section's heading there, and the lines."""

    book: str
    heading: str
    lines: tuple[int, int]

    def __str__(self) -> str:
        first, last = self.lines
        where = f"{first}" if first == last else f"{first}-{last}"
        return f"book {self.book}, {self.heading}, lines {where}"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in our own words, under the code that events and settlements refer to."""

    id: str
    text: str
    lines: tuple[int, int]
    section: str = "play"
    heading: str = ""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reading chosen where the text is silent, damaged or contradicts itself."""

    id: str
    question: str
    readings: Mapping[str, str]
    default: str
    why: str
    lines: tuple[int, int]
    heading: str = ""


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What follows an irregularity: its kind, and the rule in our own words."""

    kind: str
    text: str
    lines: tuple[int, int]
    facts: tuple[str, ...] = ()
    at: str = "deal"
    heading: str = ""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a game is called and where its text stands."""

    name: str
    script: str
    book: str
    lines: tuple[int, int]
    family: str
    entry: str = ""
    fees: tuple[str, ...] = ()
    superseded: tuple[str, ...] = ()
    heading: str = ""
    also: tuple[str, ...] = ()
    object: str = ""
    first: bool = False


class Play(msgspec.Struct, frozen=True):
    """A script with what goes with it: its remedies, its bot, and the facts its peeks may tell."""

    script: Callable[..., Script]
    table: type[Any]
    params: type[Params]
    remedies: Mapping[str, Callable[..., Script]] = {}
    bot: Callable[..., Any] | None = None
    moments: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    poker: bool = False
    ordered: bool = False
    heavy: tuple[Callable[..., Any], ...] = ()


def plays(
    remedies: Mapping[str, Callable[..., Script]] | None = None,
    bot: Callable[..., Any] | None = None,
    moments: tuple[str, ...] = (),
    tells: tuple[str, ...] = (),
    poker: bool = False,
    ordered: bool = False,
    heavy: tuple[Callable[..., Any], ...] = (),
) -> Callable[[Callable[..., Script]], Callable[..., Script]]:
    """Mark a script as a game's order of play: its annotations name the table and the parameters.

    `ordered` games ask the same thing of a seat many times: there a told answer counts only when it is the
    next that its seat gave, and settles a window only when it is the next thing told at all. `heavy` are
    kernels of its bot that are worth compiling before thousands of rounds.
    """

    def mark(script: Callable[..., Script]) -> Callable[..., Script]:
        hints = typing.get_type_hints(script)
        table, params = list(hints.values())[:2]
        play = Play(script, table, params, remedies or {}, bot, moments, tells, poker, ordered, heavy)
        script.play = play  # type: ignore[attr-defined]
        return script

    return mark


class Game(msgspec.Struct, frozen=True):
    """A game of one room, ready to be dealt; `ruled` gives the same game under other readings."""

    id: str
    room: str
    head: Head
    play: Play
    params: Any
    fees: tuple[FeeRow, ...]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    remedies: Mapping[str, Remedy]
    data_hash: str
    superseded: tuple[FeeRow, ...] = ()
    """Fee options that an older schedule printed: shown, and opened only under a ruling `fee-book`."""
    readings: Mapping[str, str] = {}

    def source(self, code: str) -> Source | None:
        """Where the rule behind a code stands: `pair-plus.flush` is a row of what `pair-plus` names."""
        for name in (code, code.partition(".")[0]):
            found: Any = self.rules.get(name) or self.rulings.get(name) or self.remedies.get(name)
            if found is None:
                tables = (*getattr(self.params, "bonus", ()), *getattr(self.params, "spot", ()))
                found = next(
                    (one for one in tables if name in (getattr(one, "spot", ""), getattr(one, "name", ""))),
                    None,
                )
            if found is not None:
                heading = getattr(found, "heading", "") or self.head.heading or self.head.name
                return Source(self.head.book, heading, found.lines)
        return None

    def ruled(self, readings: Mapping[str, str]) -> Game:
        """This game under the given readings of its rulings."""
        if not readings:
            return self
        from housedealer.table.errors import Refused

        fields: dict[str, Any] = {}
        for ruling_id, reading in readings.items():
            ruling = self.rulings.get(ruling_id)
            if ruling is None:
                raise Refused(f"{self.id} has no ruling {ruling_id!r}; see `housedealer rulings {self.id}`.")
            if reading not in ruling.readings:
                raise Refused(f"Ruling {ruling_id} can be {' or '.join(ruling.readings)}, not {reading!r}.")
            field = ruling_id.replace("-", "_")
            if not hasattr(self.params, field):
                if reading != ruling.default and ruling_id not in self.fee_rulings():
                    raise Refused(f"Ruling {ruling_id} is decided as {ruling.default!r} and has no switch.")
                continue
            fields[field] = reading
        params = msgspec.structs.replace(self.params, **fields)
        return msgspec.structs.replace(self, params=params, readings={**self.readings, **readings})

    def fee_rulings(self) -> set[str]:
        """The rulings that choose among fee rows: the book in force, and what a hole in its tiers means."""
        named = {row.ruling.partition("=")[0] for row in (*self.fees, *self.superseded) if row.ruling}
        return named | {FEE_BOOK} if self.superseded else named

    def reading(self, ruling_id: str) -> str | None:
        """The reading in use of a ruling that can be switched; None if it has no switch.

        >>> from housedealer.rooms import game
        >>> game("garlic-city/pai-gow-tiles").reading("fee-book")
        'GEGA-004706'
        """
        found = getattr(self.params, ruling_id.replace("-", "_"), None)
        if found is None and ruling_id in self.fee_rulings():
            found = self.readings.get(ruling_id, self.rulings[ruling_id].default)
        return found

    def open_fees(self) -> tuple[FeeRow, ...]:
        """The fee rows that a table can be opened with: of the book in force, under the rulings in use."""
        book = self.reading(FEE_BOOK)
        rows = tuple(row for row in self.superseded if row.book == book) or self.fees
        return tuple(row for row in rows if not row.ruling or self._holds(row.ruling))

    def _holds(self, condition: str) -> bool:
        ruling_id, _, reading = condition.partition("=")
        return self.reading(ruling_id) == reading

    def option_rows(self, option: str) -> tuple[FeeRow, ...]:
        """The rows of one fee option in force, named by number, or by fee book and number."""
        book, _, number = option.rpartition("/")
        return tuple(
            row for row in self.open_fees() if row.option == number and (not book or row.book == book)
        )

    def options(self) -> list[str]:
        """The names of the fee options in force, each with its book where there are several."""
        return list(by_option(self.open_fees()))


def by_option(rows: Sequence[FeeRow]) -> dict[str, list[FeeRow]]:
    """Fee rows under the name of their option: the number, with its book where there are several books."""
    many = len({row.book for row in rows}) > 1
    found: dict[str, list[FeeRow]] = {}
    for row in rows:
        found.setdefault(f"{row.book}/{row.option}" if many else row.option, []).append(row)
    return found


class Stakes(msgspec.Struct, frozen=True):
    """How a table of a game was opened: its fee option and its limit."""

    option: str
    limit: str
    rows: tuple[FeeRow, ...]
    structure: Any = None


class State(msgspec.Struct, kw_only=True):
    """What a round starts from and hands on: nothing else outlives it."""

    seats: dict[int, str]
    chips: dict[str, int]
    places: int
    button: int = 0
    bank: int = 0
    bank_amount: int | None = None
    turn: int = 1
    backline: dict[str, tuple[int, ...]] = {}
    marks: dict[str, Any] = {}
