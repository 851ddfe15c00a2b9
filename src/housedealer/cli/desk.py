"""Where a person plays: the screen of a terminal, plain text through a pipe, or one JSON object a line.

Every desk can show the table, tell what happened, ask, and read a line. `Screen` redraws a felt on a
terminal that can, and prints the same table as plain text on one that cannot; `Wire` is for scripts.
"""

from __future__ import annotations

import contextlib
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol, TextIO

import msgspec
from rich.console import Console
from rich.text import Text

from housedealer.cli.table_view import FACE, JOKER_FACE, draw
from housedealer.floor.answers import legal, menu, money
from housedealer.floor.scene import Scene
from housedealer.pieces import cards
from housedealer.table.core import Event
from housedealer.table.errors import Refused
from housedealer.table.log import plain
from housedealer.table.piece_questions import Arrange, Meld, Pick
from housedealer.table.questions import Bet, Question

ASKS = "bold #f6d67a"
KEY = "bold #7fd7ff"
SOFT = "#9a9a9a"
GOOD, BAD = "bold #74d680", "bold #ff7b72"
PAGE = 60
ASCII = str.maketrans(
    {
        **dict(zip("╭╮╰╯│─·–—…×░▒★♠♥♦♣▸‹›", "++++|-.--~x##*shdc><>", strict=True)),
        **{face: str(at) for at, face in enumerate("⚀⚁⚂⚃⚄⚅", 1)},
    }
)


class Gone(Exception):
    """The person has left: he said so, or his input ended."""


class Line(Question, gc=False):
    """A free line of text; an empty one is an answer."""

    shape: ClassVar[str] = "line"

    default: str = ""

    def check(self, answer: Any) -> str:
        if isinstance(answer, str) and len(answer) <= 200:
            return answer
        raise Refused("Write at most 200 characters.")

    def parse(self, text: str) -> str:
        return text.strip()


class Desk(Protocol):
    """What the play of a game needs of the place where it is played; a `felt` stays before the person."""

    felt: bool

    def tell(self, events: Sequence[Event], lines: Iterable[str]) -> None:
        """Say what happened."""

    def say(self, text: str, kind: str = "say", **facts: Any) -> None:
        """Say something that is no event of a round."""

    def ask(
        self, question: Question, title: str, enter: str, scene: Scene | None, notes: Sequence[str]
    ) -> None:
        """Put a question before the person."""

    def refuse(self, text: str) -> None:
        """Say in one sentence why an answer is not taken."""

    def settle(
        self, events: Sequence[Event], title: str, net: int, lines: Sequence[str], scene: Scene
    ) -> None:
        """Show how a round came out."""

    def read(self) -> str:
        """The next line that the person types, or `Gone`."""


def _read(stream: TextIO) -> str:
    line = stream.readline()
    if not line:
        raise Gone
    return "".join(sign for sign in line if sign.isprintable())


class Wire:
    """The line protocol of `--json`: objects out, lines of text in."""

    felt = False

    def _put(self, what: dict[str, Any]) -> None:
        print(msgspec.json.encode(what, enc_hook=str).decode(), flush=True)

    def tell(self, events: Sequence[Event], lines: Iterable[str]) -> None:
        for event, text in zip(events, lines, strict=True):
            self._put({"event": event.kind, "args": plain(event.args), "text": text})

    def say(self, text: str, kind: str = "say", **facts: Any) -> None:
        self._put({"event": kind, "text": text, **facts})

    def ask(
        self, question: Question, title: str, enter: str, scene: Scene | None, notes: Sequence[str]
    ) -> None:
        self._put({"question": {**legal(question), "title": title, "enter": enter, "notes": list(notes)}})

    def refuse(self, text: str) -> None:
        self._put({"event": "refused", "text": text})

    def settle(
        self, events: Sequence[Event], title: str, net: int, lines: Sequence[str], scene: Scene
    ) -> None:
        self._put({"event": "result", "text": title, "net": money(net), "lines": list(lines)})

    def read(self) -> str:
        return _read(sys.stdin)


class Screen:
    """A person at a terminal."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, soft_wrap=False)
        self.typed = sys.stdin.isatty()
        self.felt = self.console.is_terminal and not self.console.is_dumb_terminal and self.typed
        self.recent: list[str] = []
        self.fresh = True
        self.error = ""
        self.ascii = "utf" not in (sys.stdout.encoding or "").lower()
        if self.felt:
            _editing()

    # -- words ---------------------------------------------------------------------------------------

    def put(self, *lines: Text | str) -> None:
        """Print lines; where there is no colour the text stays the same."""
        for line in lines:
            text = line if isinstance(line, Text) else painted(line)
            if self.ascii:
                text = Text(text.plain.translate(ASCII))
            if not self.felt:
                text.rstrip()
            self.console.print(text)

    def tell(self, events: Sequence[Event], lines: Iterable[str]) -> None:
        found = list(lines)
        self.recent = self.recent * (not self.fresh) + found
        self.fresh = False
        if not self.felt:
            self.put(*found)

    def say(self, text: str, kind: str = "say", **facts: Any) -> None:
        for line in text.splitlines():
            if self.felt and kind == "note":
                self.tell((), [f"{line}\n"])
            else:
                self.put(line)

    def refuse(self, text: str) -> None:
        if self.felt:
            self.error = text
        else:
            self.put(Text(f"  {text}", BAD))

    # -- questions -----------------------------------------------------------------------------------

    def ask(
        self, question: Question, title: str, enter: str, scene: Scene | None, notes: Sequence[str]
    ) -> None:
        block = self._question(question, title, enter, notes)
        if scene is not None:
            numbered = isinstance(question, (Pick, Arrange, Meld))
            self._table(scene, len(block) + bool(self.error), numbered)
        if self.error:
            self.put(Text(f"  {self.error}", BAD))
            self.error = ""
        self.put(*block)

    def _table(self, scene: Scene, below: int, numbered: bool) -> None:
        """The felt, and beneath it what happened, leaving so many lines for what follows."""
        size = self.console.size
        room = size.height - below - 1 if self.felt else PAGE
        told: list[str] = []
        if self.felt and self.recent:
            parts = " ".join(self.recent).replace("\n ", "\n").split("\n")
            told = [line for part in parts if part for line in _wrapped(part, size.width - 4, "")]
            most = max(2, room - len(draw(scene, size.width, 0)))
            told = told if len(told) <= most else [f"… {told[-most]}", *told[1 - most :]]
        self.fresh = True
        if self.felt:
            self.console.clear()
        self.put(*draw(scene, size.width, room - len(told), colour=self.felt, numbered=numbered))
        self.put(*(Text.assemble(("  ", SOFT), painted(line)) for line in told))

    def _question(self, question: Question, title: str, enter: str, notes: Sequence[str]) -> list[Text]:
        lines = [Text(f"▸ {title}", ASKS)]
        lines += [painted(f"  {line}") for note in notes for line in _wrapped(note, self.console.width - 4)]
        items = Text("  ")
        rows = []
        for item in menu(question) if not isinstance(question, Arrange) else []:
            said = "" if item.words == item.key else f" {item.words}"
            word = Text.assemble(
                (item.key, KEY), painted(said), (f" {money(item.cost)}" if item.cost else "", SOFT)
            )
            if isinstance(question, Bet) and item.answer > 0:
                more = f" ({money(item.cost)} more)" if item.cost != item.answer else ""
                word = Text.assemble((item.key, KEY), f" {item.words}", (more, SOFT))
            if items.cell_len + word.cell_len > self.console.width - 3:
                rows.append(items)
                items = Text("  ")
            items.append_text(word)
            items.append("   ")
        rows += [items] if items.plain.strip() else []
        last = Text.assemble(("  Enter", KEY), painted(f" {enter}"))
        if last.cell_len + 19 < self.console.width:
            last.append("   ? help   q leave", SOFT)
        return [*lines, *rows, last]

    def settle(
        self, events: Sequence[Event], title: str, net: int, lines: Sequence[str], scene: Scene
    ) -> None:
        head = Text(f"▸ {title}", GOOD if net > 0 else BAD if net < 0 else ASKS)
        wrapped = [line for text in lines for line in _wrapped(text, self.console.width - 4)]
        if self.felt:
            self.recent = []
            most = max(4, self.console.height - len(draw(scene, self.console.width, 0)) - 6)
            if len(wrapped) > most:
                wrapped = [*wrapped[: most - 1], "… w tells the whole settlement"]
        self._table(scene, len(wrapped) + 5, False)
        self.put(head, *(f"  {line}" for line in wrapped))

    def read(self) -> str:
        if self.felt:
            try:
                return input("> ")
            except EOFError:
                self.put("")
                raise Gone from None
        self.console.print("> ", end="")
        if not self.typed:
            try:
                line = _read(sys.stdin)
            except Gone:
                self.put("")
                raise
            self.put(line)
            return line
        return _read(sys.stdin)


def _editing() -> None:
    """Let the terminal edit a line, where Python was built with that."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


def _wrapped(text: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, max(20, width), subsequent_indent=indent) or [""]


def painted(line: str) -> Text:
    """A line with its cards as suits and colours.

    >>> painted("You get As Td.").plain
    'You get A♠ 10♦.'
    """
    text = Text()
    at = 0
    for found in re.finditer(r"(?<![\w-])(?:[2-9TJQKA][cdhs]|Jk|JK|XA)(?![\w-])", line):
        text.append(line[at : found.start()])
        piece = cards.card(found[0])
        text.append(cards.pretty(piece), JOKER_FACE if cards.is_joker(piece) else FACE[cards.suit(piece)])
        at = found.end()
    text.append(line[at:])
    return text
