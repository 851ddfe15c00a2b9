"""A page of blocks as Markdown, for the docs, or as one printable HTML document.

>>> from housedealer.floor.page import Grid, Heading, Item
>>> table = Grid(("a", "b"), (("1", "2|3"),))
>>> print(markdown([Heading("Sample", 1), Item("Pays 3:1.", "26-28", "Pair"), table]), end="")
# Sample
<BLANKLINE>
- **Pair**: Pays 3:1. [26-28]
<BLANKLINE>
| a | b |
|---|---|
| 1 | 2\\|3 |
>>> "<h1>Sample &amp; more</h1>" in html([Heading("Sample & more", 1)], "Sample")
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from housedealer.floor.page import Block, Grid, Heading, Item, Question, Text


def markdown(blocks: Sequence[Block]) -> str:
    """The blocks as a Markdown document; source lines stand in square brackets."""
    lines: list[str] = []
    for block in blocks:
        if lines and lines[-1] and not (isinstance(block, Item) and lines[-1].startswith("- ")):
            lines.append("")
        lines += _markdown(block)
    return "\n".join(lines) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {text}"
        case Text(text, quiet):
            yield f"*{text}*" if quiet else text
        case Item(text, lines, lead):
            yield f"- {f'**{lead}**: ' if lead else ''}{text}{f' [{lines}]' if lines else ''}"
        case Question(name, text, source, readings, why):
            yield f"**{name}** {text} [{source}]"
            yield ""
            for reading in readings:
                mark = " (in use)" if reading.chosen else ""
                yield f"- `{reading.id}`{mark}: {reading.text}"
            yield ""
            yield why
        case Grid(columns, rows, title):
            if title:
                yield f"**{title}**"
                yield ""
            yield f"| {' | '.join(columns)} |"
            yield f"|{'|'.join('--:' if name in block.right else '---' for name in columns)}|"
            for row in rows:
                cells = [cell.replace("|", r"\|") for cell in row]
                yield f"| {' | '.join(cells)} |"


def html(blocks: Sequence[Block], title: str) -> str:
    """The blocks as one HTML document that needs nothing else, laid out for the screen and for paper."""
    style = Path(__file__).with_name("packet.css").read_text(encoding="utf-8")
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        _tag("title", title),
        f"<style>\n{style}</style>",
    ]
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>',
            *head,
            "</head>\n<body>\n<main>",
            *_html(blocks),
            "</main>\n</body>\n</html>\n",
        )
    )


def _tag(name: str, text: str, kind: str = "") -> str:
    """An element that holds plain text."""
    return f"{_open(name, kind)}{escape(text)}</{name}>"


def _open(name: str, kind: str = "") -> str:
    return f'<{name} class="{kind}">' if kind else f"<{name}>"


def _html(blocks: Sequence[Block]) -> Iterator[str]:
    listing = inside = False
    for block in blocks:
        if listing and not isinstance(block, Item):
            yield "</ul>"
            listing = False
        match block:
            case Heading(text, level):
                if level == 1:
                    if inside:
                        yield "</section>"
                    yield "<section>"
                    inside = True
                yield _tag(f"h{level}", text)
            case Text(text, quiet):
                yield _tag("p", text, "quiet" if quiet else "")
            case Item(text, lines, lead):
                if not listing:
                    yield "<ul>"
                    listing = True
                bold = f"{_tag('b', lead)}: " if lead else ""
                yield f"<li>{bold}{escape(text)}{_source(lines)}</li>"
            case Question():
                yield from _question(block)
            case Grid():
                yield from _table(block)
    if listing:
        yield "</ul>"
    if inside:
        yield "</section>"


def _source(lines: str) -> str:
    return f" {_tag('span', f'[{lines}]', 'lines')}" if lines else ""


def _question(ruling: Question) -> Iterator[str]:
    yield _open("div", "ruling")
    yield f"<p>{_tag('b', ruling.id)} {escape(ruling.text)}{_source(ruling.source)}</p>"
    yield "<ul>"
    for one in ruling.readings:
        mark = " (in use)" if one.chosen else ""
        yield _tag("li", f"{one.id}{mark}: {one.text}", "chosen" if one.chosen else "")
    yield "</ul>"
    yield _tag("p", ruling.why)
    yield "</div>"


def _table(grid: Grid) -> Iterator[str]:
    def row(tag: str, cells: Sequence[str]) -> str:
        pairs = zip(grid.columns, cells, strict=True)
        inner = "".join(_tag(tag, cell, "right" if name in grid.right else "") for name, cell in pairs)
        return f"<tr>{inner}</tr>"

    yield "<table>"
    if grid.title:
        yield _tag("caption", grid.title)
    yield f"<thead>{row('th', grid.columns)}</thead>"
    yield "<tbody>"
    for cells in grid.rows:
        yield row("td", cells)
    yield "</tbody>"
    yield "</table>"
