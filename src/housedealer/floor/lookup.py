"""Finding a rule by words: everything that a game's sheet says, as entries with their source lines.

>>> from housedealer.rooms import game
>>> found = find(game("garlic-city/3-card-poker"), ["three", "kind", "pair"])
>>> found[0].kind, found[0].text, found[0].lines
('paytable', 'pair plus: three of a kind pays 30:1.', (42, 50))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from housedealer.floor.sheet import fee_words, general, paytables
from housedealer.table.game import Game

EXACT, STEM, INSIDE, NEAR = 4.0, 3.0, 2.0, 1.0
NEAR_ENOUGH = 0.8


class Found(msgspec.Struct, frozen=True):
    """One entry of a game's rules: what kind, under which name, in words, and where it stands."""

    kind: str
    id: str
    text: str
    book: str
    heading: str
    lines: tuple[int, int]
    score: float = 0.0


def entries(game: Game) -> Iterator[Found]:
    """Everything that can be found."""
    head = game.head
    heading = head.heading or head.name

    def entry(kind: str, name: str, text: str, lines: Sequence[int], under: str = "") -> Found:
        first, last = lines if lines[1] else head.lines
        return Found(kind, name, text, head.book, under or heading, (first, last))

    for rule in game.rules.values():
        yield entry("rule", rule.id, general(rule.text), rule.lines, rule.heading)
    for remedy in game.remedies.values():
        yield entry("remedy", remedy.kind, remedy.text, remedy.lines)
    for ruling in game.rulings.values():
        chosen = ruling.readings[ruling.default]
        others = "; ".join(text for name, text in ruling.readings.items() if name != ruling.default)
        text = f"{ruling.question} Chosen: {chosen}.{f' Or: {others}.' if others else ''} {ruling.why}"
        yield entry("ruling", ruling.id, text, ruling.lines)
    for pays in paytables(game):
        spot = pays["spot"].replace("-", " ")
        use = "".join(f" ({name} {reading})" for name, reading in pays["rulings"].items())
        for row in pays["rows"]:
            prize = f", and a prize of ${row['prize']}" if "prize" in row else ""
            text = f"{spot}{use}: {row['row'].replace('-', ' ')} pays {row['pays']}{prize}."
            yield entry("paytable", f"{pays['spot']}.{row['row']}", text, pays["lines"])
    for spot in getattr(game.params, "spot", ()):
        needs = f"; it needs a wager on {' or '.join(spot.needs)}" if spot.needs else ""
        kind = "base" if spot.base else "bonus"
        text = f"{spot.title or spot.name}, a {kind} wager{needs}."
        yield entry("spot", spot.name, text, spot.lines)
    for limit in getattr(game.params, "limit", ()):
        yield entry("limit", limit.name, limit_words(limit), limit.lines)
    for name in game.options():
        for row in game.option_rows(name):
            limit = f" (limit {row.limit})" if row.limit else ""
            yield entry("fee", f"option {name}", f"Option {name}{limit}: {fee_words(row)}.", row.lines)


def limit_words(limit: Any) -> str:
    """A row of a limit table in words, whatever columns the game's table has."""
    said = []
    for name, value in msgspec.to_builtins(limit).items():
        if name in ("name", "lines") or value in ("0", "", [], ()):
            continue
        shown = ", ".join(value) if isinstance(value, (list, tuple)) else str(value)
        said.append(shown if name == "kind" else f"{name.replace('-', ' ')} {shown}")
    return f"Limit {limit.name}: {'; '.join(said)}."


def find(game: Game, words: Iterable[str], most: int = 20) -> list[Found]:
    """The entries in which every word occurs, best first: whole words before beginnings and near misses."""
    wanted = [word for text in words for word in _words(text)]
    scored = []
    for at, entry in enumerate(entries(game)):
        score = _score(wanted, entry)
        if score:
            scored.append((-score, at, msgspec.structs.replace(entry, score=round(score, 2))))
    return [entry for _, _, entry in sorted(scored, key=lambda one: one[:2])[:most]]


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9½]+(?:[.:/][0-9]+)?", text.lower().replace("'", "").replace("’", ""))


def _score(wanted: Sequence[str], entry: Found) -> float:
    """How well the words fit, 0 if one of them does not; a name counts more than the text."""
    if not wanted:
        return 0.0
    named, said = _words(entry.id), _words(entry.text)
    kind = _words(entry.kind)
    total = 0.0
    for word in wanted:
        best = max(1.25 * _fit(word, named), _fit(word, said), _fit(word, kind) / 2)
        if not best:
            return 0.0
        total += best
    return total / len(wanted) + 1 / (10 + len(said))


def _fit(word: str, among: Sequence[str]) -> float:
    best = 0.0
    for other in among:
        if other == word:
            return EXACT
        ending = len(word) - len(other)
        if (len(word) > 2 and other.startswith(word)) or (ending in (1, 2) and word.startswith(other)):
            best = max(best, STEM)
        elif len(word) > 3 and word in other:
            best = max(best, INSIDE)
        elif best < NEAR and len(word) > 3 and abs(len(word) - len(other)) < 3 and _near(word, other):
            best = NEAR
    return best


def _near(word: str, other: str) -> bool:
    return SequenceMatcher(None, word, other).ratio() >= NEAR_ENOUGH
