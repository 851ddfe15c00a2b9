"""Every figure of the rooms' data stands at the lines of the rule book that it names.

Fee amounts and the bounds of their tiers, table limits, forced bets and buy-ins, what paytables pay,
prizes and the limits of spots are looked up in the books' texts. What is printed otherwise (a merged
cell, damage, a figure that follows from another) is listed in `explained.toml` with the reason; an
explanation that nothing needs any more fails as well. The books lie beside the project and not in it:
where they are missing nothing is compared.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from housedealer.rooms import BOOKS, FOLDER, game, ids, kebab
from housedealer.wagers.fees import FeeRow, read_fees
from housedealer.wagers.money import dollars

TEXTS = Path(__file__).parents[3] / "shared" / "seeds"
EXPLAINED = Path(__file__).with_name("explained.toml")
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
PAGE = 30
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")

pytestmark = pytest.mark.skipif(not TEXTS.exists(), reason="the rule books are not here")


class Figure(NamedTuple):
    """One number of the data, whose it is, and where the book should print it."""

    book: str
    lines: tuple[int, int]
    value: Decimal
    whose: str


def number(text: str) -> Decimal:
    """
    >>> number("1,000"), number(".50")
    (Decimal('1000'), Decimal('0.5'))
    """
    return Decimal(text.replace(",", "")).normalize() + 0


@cache
def lines_of(book: str) -> list[str]:
    return next(TEXTS.glob(f"{book}_*.txt")).read_text(encoding="utf-8").split("\n")


@cache
def printed(book: str, first: int, last: int) -> frozenset[Decimal]:
    """The numbers that stand at some lines, those in words and `even money` too."""
    text = " ".join(lines_of(book)[first - 1 : last])
    found = {number(one) for one in NUMBER.findall(text) if one.strip(",")}
    low = text.lower()
    found |= {Decimal(at) for at, word in enumerate(WORDS, 1) if re.search(rf"\b{word}\b", low)}
    if "even" in low:
        found.add(Decimal(1))
    return frozenset(found)


def of_fees() -> Iterator[Figure]:
    """What the fee books of the rooms say."""
    houses = {kebab(name).removeprefix("the-"): book for book, name in BOOKS.items()}
    for place in sorted(path.parent for path in FOLDER.glob("*/entries.csv")):
        book = next(book for house, book in houses.items() if house.startswith(kebab(place.name)))
        for path in sorted(place.glob("fees/**/*.csv")):
            for _, group in groupby(read_fees(path), lambda row: (row.book, row.option)):
                for lines, value, whose in of_option(list(group)):
                    yield Figure(book, lines, value, f"{path.relative_to(FOLDER)} {whose}")


def of_option(rows: list[FeeRow]) -> Iterator[tuple[tuple[int, int], Decimal, str]]:
    """The numbers of an option and where each is printed.

    A tier stands on its own lines. What the table prints once for the whole option, in a merged cell, stands
    somewhere among the lines of the option: a fee that is the same in every tier, and its limit, which may be
    in the heading of the table as well, a page above at most.
    """
    block = min(row.lines[0] for row in rows), max(row.lines[1] for row in rows)
    above = block[0] - PAGE, block[1]
    for row in rows:
        if row.ruling and not row.amount:
            continue  # what a reading says of a gap that the book leaves: no fee
        whose = f"option {row.book}/{row.option}"
        same = [one for one in rows if (one.payer, one.per, one.moment) == (row.payer, row.per, row.moment)]
        fee = block if len({one.amount for one in same}) == 1 else row.lines
        ante = block if len({one.ante for one in same}) == 1 else row.lines
        scale = 1 if row.basis == "players" else 100
        found = [(fee, Decimal(row.amount) / 100), (ante, Decimal(row.ante) / 100)]
        found += [(row.lines, Decimal(bound or 0) / scale) for bound in (row.low, row.high)]
        yield from ((lines, value.normalize() + 0, whose) for lines, value in found if value)
        yield from (
            (above, number(one), f"{whose} limit") for one in NUMBER.findall(row.limit.replace("..", " "))
        )


def of_games() -> Iterator[Figure]:
    """What the games' paytables, spots and limits say."""
    for name in ids():
        played = game(name)
        book, params = played.head.book, played.params

        def taken(texts: Any, lines: tuple[int, int], whose: str, name: str = name, book: str = book) -> Any:
            for text in texts:
                for one in NUMBER.findall(text):
                    yield Figure(book, lines, number(one), f"{name} {whose}")

        for spot in getattr(params, "spot", ()):
            amounts = [text for text in (spot.low, spot.high) if text]
            yield from taken(amounts, spot.lines, f"spot {spot.name}")
        for bonus in getattr(params, "bonus", ()):
            texts = [*bonus.pays.values(), *bonus.prizes.values(), bonus.least]
            yield from taken(texts, bonus.lines, f"paytable {bonus.spot}")
        for row in getattr(params, "limit", ()):
            texts = [
                text
                for field in row.__struct_fields__
                if field not in ("name", "lines", "kind", "killed")
                for text in as_texts(getattr(row, field))
                if text != "0"
            ]
            yield from taken(texts, row.lines, f"limit {row.name}")


def as_texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for one in value for text in as_texts(one)]


def explanations() -> list[dict[str, Any]]:
    return list(tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["explained"])


def explains(entry: dict[str, Any], figure: Figure) -> bool:
    first, last = entry["lines"]
    return (
        entry["book"] == figure.book
        and first <= figure.lines[0] <= figure.lines[1] <= last
        and any(number(one) == figure.value for one in entry["figures"])
    )


def missing() -> list[Figure]:
    """The figures that are not printed at their lines."""
    found = dict.fromkeys((*of_fees(), *of_games()))
    return [one for one in found if one.value not in printed(one.book, *one.lines)]


def test_every_figure_stands_at_its_lines_or_is_explained() -> None:
    entries = explanations()
    left = [one for one in missing() if not any(explains(entry, one) for entry in entries)]
    told = [f"{one.whose}: {dollars(int(one.value * 100))} is not at {one.book}:{one.lines}" for one in left]
    assert not left, "\n".join(told)


def test_every_explanation_is_needed() -> None:
    found = missing()
    unused = [entry for entry in explanations() if not any(explains(entry, one) for one in found)]
    assert not unused, unused


def test_there_is_much_to_compare() -> None:
    """A collector that finds nothing would pass everything."""
    fees, others = list(of_fees()), list(of_games())
    assert len(fees) > 2000
    assert len(others) > 300
    assert {one.book for one in fees} >= {"003", "004"}


def test_a_wrong_figure_is_found() -> None:
    right = next(one for one in of_fees() if one.value in printed(one.book, *one.lines))
    assert right._replace(value=Decimal("9876.54")).value not in printed(right.book, *right.lines)
