"""Hands as people write them: known cards, cards to come, cards thrown away, and ranges of two cards.

>>> [told.cards for told in (hand("AsKd", 2), hand("As ??", 2), hand("", 2))]
[(51, 45), (51, -1), (-1, -1)]
>>> hand("As Kd Qh Jc 2d / 2d", 5)
Told(cards=(51, 45, 42, 36, -1), dead=(1,))
>>> [len(combinations_of(text)) for text in ("QQ+", "AKs", "AK", "T9o", "A2s+", "99-77", "random")]
[18, 4, 16, 12, 48, 18, 1326]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from housedealer.pieces.cards import PieceError, cards, face
from housedealer.table.errors import Refused

RANKS = "23456789TJQKA"
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]|J[kK]|\?\?")
_ONE = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)
_RUN = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)-([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """A hand: its cards, -1 for each that is still to come, and cards known to be out of play."""

    cards: tuple[int, ...]
    dead: tuple[int, ...] = ()


def read(text: str) -> tuple[int, ...]:
    """Cards with or without spaces between them; `??` is one that nobody knows."""
    pieces = _CARD.findall(text)
    close = "".join(pieces) == "".join(text.split())
    try:
        return cards(" ".join(pieces) if close else text)
    except PieceError as error:
        raise Refused(str(error)) from None


def hand(text: str, size: int) -> Told:
    """A hand of so many cards; what stands after a stroke was thrown away and is replaced."""
    held, _, thrown = text.partition("/")
    have, gone = list(read(held)), read(thrown)
    for card in gone:
        if card not in have:
            raise Refused(f"{face(card)} cannot be thrown away: it is not in {held.strip()}.")
        have.remove(card)
    if len(have) > size:
        raise Refused(f"{text.strip()} has {len(have)} cards; a hand of this game has {size}.")
    return Told((*have, *(-1 for _ in range(size - len(have)))), tuple(gone))


def is_range(text: str) -> bool:
    """Whether a text means several hands of two cards."""
    parts = [part.strip() for part in text.split(",")]
    return all(part.lower() == "random" or _ONE.fullmatch(part) or _RUN.fullmatch(part) for part in parts)


def combinations_of(text: str) -> list[tuple[int, int]]:
    """Every hand of two cards that a range means."""
    found: dict[tuple[int, int], None] = {}
    for part in text.split(","):
        found.update(dict.fromkeys(_part(part.strip())))
    return list(found)


def _part(text: str) -> list[tuple[int, int]]:
    if text.lower() == "random":
        return list(combinations(range(52), 2))
    if run := _RUN.fullmatch(text):
        high, low, kind, high_to, low_to, kind_to = run.groups()
        if kind.lower() != kind_to.lower():
            raise Refused(f"{text!r} begins and ends with different kinds of hands.")
        return _between((_at(high), _at(low)), (_at(high_to), _at(low_to)), kind, text)
    one = _ONE.fullmatch(text)
    if one is None:
        raise Refused(f"{text!r} is no range: write QQ+, AKs, T9o, A2s+, 99-77 or random.")
    high, low, kind, more = one.groups()
    a, b = max(_at(high), _at(low)), min(_at(high), _at(low))
    if not more:
        return _hands(a, b, kind)
    if a == b:
        return [pair for rank in range(a, 13) for pair in _hands(rank, rank, kind)]
    return [pair for rank in range(b, a) for pair in _hands(a, rank, kind)]


def _between(one: tuple[int, int], other: tuple[int, int], kind: str, text: str) -> list[tuple[int, int]]:
    """Pairs, or hands under one high card, from one to another."""
    if one[0] == one[1] and other[0] == other[1]:
        low, high = sorted((one[0], other[0]))
        return [pair for rank in range(low, high + 1) for pair in _hands(rank, rank, kind)]
    if one[0] != other[0] or one[0] == one[1] or other[0] == other[1]:
        raise Refused(f"{text!r} is no run of hands: write 99-77 or A5s-A2s.")
    low, high = sorted((one[1], other[1]))
    return [pair for rank in range(low, high + 1) for pair in _hands(one[0], rank, kind)]


def _at(letter: str) -> int:
    return RANKS.index(letter.upper())


def _hands(high: int, low: int, kind: str) -> list[tuple[int, int]]:
    """The hands of two ranks: suited, of two suits, or both."""
    if high == low:
        if kind:
            raise Refused(f"{RANKS[high]}{RANKS[low]}{kind} cannot be: a pair is never suited.")
        return [(4 * high + a, 4 * high + b) for a, b in combinations(range(4), 2)]
    return [
        (4 * high + a, 4 * low + b)
        for a in range(4)
        for b in range(4)
        if kind.lower() not in ("s", "o") or (a == b) == (kind.lower() == "s")
    ]


def apart(lists: Sequence[Sequence[int]]) -> None:
    """Refuse a card that is told twice."""
    seen: set[int] = set()
    for one in lists:
        for card in one:
            if card >= 0 and card in seen:
                raise Refused(f"{face(card)} is told twice.")
            seen.add(card)
