"""A rules sheet as a page: headings, paragraphs, items and tables, for whatever shows it.

The terminal, the docs and the printed packet render the same blocks, so that none of them knows what a sheet
holds. Text is plain; what stands out is told by the kind of block.

    >>> from housedealer.floor.sheet import sheet
    >>> from housedealer.rooms import game
    >>> blocks = page(sheet(game("garlic-city/3-card-poker")))
    >>> blocks[0]
    Heading(text='3 Card Poker', level=1)
    >>> [block.rows[0] for block in blocks if isinstance(block, Grid) and block.columns[0] == "hand"][0]
    ('mini royal', '40:1')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

TITLES = {"play": "Order of play", "house way": "The house way"}
BEFORE_WAGERS = ("ranking", "table", "player-dealer")
NESTING = {
    "seat-by-seat": "seat by seat, and at each seat",
    "spot-by-spot": "spot by spot, and on each spot seat by seat:",
}
COVER = {
    "losers-join": "losers' money joins it for those who follow",
    "stake-alone": "losers' money never pays those who follow",
    "at-risk": "every wager uses up of it what it puts at risk",
}


class Heading(msgspec.Struct, frozen=True):
    """A title; level 1 is the page's own."""

    text: str
    level: int = 2


class Text(msgspec.Struct, frozen=True):
    """A paragraph; a quiet one is an aside."""

    text: str
    quiet: bool = False


class Item(msgspec.Struct, frozen=True):
    """One point of a list: an optional lead word that stands out, the text, and the source lines."""

    text: str
    lines: str = ""
    lead: str = ""


class Reading(msgspec.Struct, frozen=True):
    """One reading of a ruling; the chosen one is marked."""

    id: str
    text: str
    chosen: bool


class Question(msgspec.Struct, frozen=True):
    """A ruling: its question, its readings, and why the chosen one was chosen."""

    id: str
    text: str
    source: str
    readings: tuple[Reading, ...]
    why: str


class Grid(msgspec.Struct, frozen=True):
    """A table; the columns named in `right` hold numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: tuple[str, ...] = ()


Block = Heading | Text | Item | Question | Grid


def page(found: Mapping[str, Any]) -> list[Block]:
    """The blocks of a sheet (see `housedealer.floor.sheet.sheet`)."""
    return list(_blocks(found))


def where(lines: Sequence[int]) -> str:
    """Lines of a rule book, briefly.

    >>> where((26, 28)), where((26, 26)), where((0, 0))
    ('26-28', '26', '')
    """
    first, last = lines
    if not last:
        return ""
    return f"{first}" if first == last else f"{first}-{last}"


def _blocks(found: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading(found["name"], 1)
    yield Text(
        f"{found['id']} · {found['family']} · {found['house']}, book {found['book']}, {found['heading']},"
        f" lines {where(found['lines'])}",
        quiet=True,
    )
    if found["also"]:
        yield Text(f"Also: {'; '.join(found['also'])}", quiet=True)
    if found["object"]:
        yield Text(found["object"])
    sections = {section["section"]: section["rules"] for section in found["sections"]}

    def rules(section: str) -> list[Block]:
        """The rules of a section, which are then done with."""
        return [Item(rule["text"], where(rule["lines"])) for rule in sections.pop(section, ())]

    equipment = found["equipment"]
    yield Heading("Equipment")
    words = equipment["words"]
    yield Item(f"{words[:1].upper()}{words[1:]}; {equipment['seats']} seats.")
    yield from rules("equipment")
    for section in BEFORE_WAGERS:
        yield from _under(section.capitalize(), rules(section))
    yield from _under("Wagers", [*rules("wagers"), *_spots(found)])
    collection, irregular = rules("collection"), rules("irregularities")
    for section in list(sections):
        yield from _under(TITLES.get(section, section.capitalize()), rules(section))
    for pays in found["paytables"]:
        yield from _paytable(pays)
    yield from _charts(found["settings"])
    yield from _limits(found)
    yield from _under("Collection", [*collection, *fee_blocks(found["fees"])])
    yield from _under("Superseded collection, shown but not opened", fee_blocks(found["superseded"]))
    yield from _under("Irregularities", [*irregular, *_remedies(found["remedies"])])
    yield from _under("Rulings", [question(ruling, found["book"]) for ruling in found["rulings"]])
    if found["settling"]:
        yield Text(
            "What every wager is worth, and what each other reading does to its edge:"
            f" housedealer odds {found['id']}.",
            quiet=True,
        )


def _under(title: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """A heading with what stands under it, if anything does."""
    for number, block in enumerate(blocks):
        if not number:
            yield Heading(title)
        yield block


def _remedies(remedies: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    for remedy in remedies:
        facts = f" (told with {', '.join(remedy['facts'])})" if remedy["facts"] else ""
        yield Item(f"{remedy['text']}{facts}", where(remedy["lines"]), remedy["kind"])


def question(ruling: Mapping[str, Any], book: str) -> Question:
    """A ruling as a block."""
    readings = tuple(
        Reading(reading, text, reading == ruling["default"]) for reading, text in ruling["readings"].items()
    )
    switch = "" if ruling["switch"] else " (No other reading can be played.)"
    source = f"book {book}, {where(ruling['lines'])}"
    return Question(ruling["id"], ruling["question"], source, readings, f"{ruling['why']}{switch}")


def _spots(found: Mapping[str, Any]) -> Iterator[Block]:
    if not found["spots"]:
        return
    rows = []
    for spot in found["spots"]:
        notes = [] if spot["base"] else ["bonus"]
        if spot["needs"]:
            notes.append(f"with {' or '.join(spot['needs'])}")
        if spot["at_most"]:
            notes.append(f"at most the {spot['at_most']}")
        if spot["equals"]:
            notes.append(f"equal to the {spot['equals']}")
        low, high = spot["low"], spot["high"]
        bounds = " ".join(part for part in (f"from ${low}" * bool(low), f"to ${high}" * bool(high)) if part)
        rows.append(
            (
                spot["name"],
                spot["title"],
                ", ".join(notes),
                bounds or "the table's",
                _value(spot["backline"]),
                where(spot["lines"]),
            )
        )
    yield Grid(("spot", "name", "", "limits", "back line", "lines"), tuple(rows))
    settling = found["settling"]
    if settling:
        how = NESTING.get(settling["nesting"], settling["nesting"])
        yield Item(f"Settled {how} {', '.join(settling['order'])}.")
        yield Item(f"The player-dealer's money limits what he pays and takes; {COVER[settling['cover']]}.")
        yield Item(f"The position is held for at most {settling['turns']} rounds in a row.")


def _paytable(pays: Mapping[str, Any]) -> Iterator[Block]:
    use = "".join(f", {ruling} = {reading}" for ruling, reading in pays["rulings"].items())
    unused = "" if pays["in_use"] else " (not in use)"
    stake = f", from ${pays['least']} on" if "least" in pays else ""
    yield Heading(f"Pays: {_words(pays['spot'])}{stake}{use}{unused}")
    prizes = any("prize" in row for row in pays["rows"])
    others = "any win" if len(pays["rows"]) == 1 else "any other win"
    rows = tuple(
        (
            others if row["row"] == "else" else _words(row["row"]),
            row["pays"],
            *((f"${row['prize']}" if "prize" in row else "",) if prizes else ()),
        )
        for row in pays["rows"]
    )
    yield Grid(("hand", "pays", *(("prize",) if prizes else ())), rows, right=("pays", "prize"))
    fold = "It is settled by the cards even when its hand has folded." if pays["survives_fold"] else ""
    lines = f"Lines {where(pays['lines'])}." if where(pays["lines"]) else ""
    if fold or lines:
        yield Text(" ".join(part for part in (lines, fold) if part), quiet=True)


def _charts(settings: Mapping[str, Any]) -> Iterator[Block]:
    """Charts, the house way, and other tables; what one word or number settles, rules and rulings say."""
    charts = {
        name: value for name, value in settings.items() if isinstance(value, Mapping) or _is_rows(value)
    }
    if not charts:
        return
    yield Heading("Charts and tables")
    for name, value in charts.items():
        yield from _chart(_words(name), value)


def _chart(title: str, value: Any) -> Iterator[Block]:
    if _is_rows(value):
        yield _rows(title, value)
        return
    deep = {key: one for key, one in value.items() if _is_rows(one) or isinstance(one, Mapping)}
    simple = [f"{_words(key)} {_value(one)}" for key, one in value.items() if key not in deep]
    if simple:
        yield Item(", ".join(simple), lead=title)
    for key, one in deep.items():
        yield from _chart(f"{title}, {_words(key)}", one)


def _is_rows(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], Mapping)


def _rows(title: str, rows: Sequence[Mapping[str, Any]]) -> Grid:
    names = dict.fromkeys(key for row in rows for key in row)
    columns = [name for name in names if any(row.get(name) not in ("", "0", [], None) for row in rows)]
    cells = tuple(
        tuple(where(row[name]) if name == "lines" else _value(row.get(name, "")) for name in columns)
        for row in rows
    )
    return Grid(tuple(_words(name) for name in columns), cells, title[:1].upper() + title[1:])


def _words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(str(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(
            f"{_words(str(key))} ({_value(one)})" if isinstance(one, Mapping) else f"{_words(str(key))} {one}"
            for key, one in value.items()
        )
    return str(value)


def _limits(found: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading("Limits")
    named = {row["name"] for row in found["limit_rows"]}
    for limit in found["limits"]:
        if limit not in named:
            yield Item(limit)
    if named:
        yield _rows("", found["limit_rows"])


def fee_blocks(options: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """A fee schedule, a row an amount; the option's name stands at its first row."""
    if not options:
        return
    many = len({row["limit"] for option in options for row in option["rows"]}) > 1
    rows = []
    for option in options:
        name = option["option"]
        for row in option["rows"]:
            limit = row["limit"].removesuffix("..") + " and up" * row["limit"].endswith("..")
            rows.append((name, *((limit,) if many else ()), row["words"], where(row["lines"])))
            name = ""
    yield Grid(("option", *(("limit",) if many else ()), "fee", "lines"), tuple(rows))
