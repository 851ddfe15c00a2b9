"""Events in words: one line of English for what happened, as one viewer saw it.

    >>> from housedealer.rooms import game
    >>> from housedealer.table.core import Event
    >>> hold_em = game("garlic-city/texas-holdem")
    >>> tell(Event("deal", ("3", 0, None)), hold_em)
    'Seat 3 receives a card.'
    >>> tell(Event("bet", (4, "raise", 800, 1600)), hold_em)
    'Seat 4 raises to $16.'

The sentences stand in the message catalog (`[events]` of `words.toml`), under the event's kind or under
`kind.word` where one of its words decides the sentence (`bet.fold`), or under `kind/number` where how
much is told does. A game adds an event by adding its
sentence there. Live events and those read back from a log are told alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from housedealer.table.core import Event, face_of
from housedealer.table.game import Because, Game
from housedealer.table.words import say
from housedealer.wagers.money import dollars


@cache
def sentences() -> dict[str, str]:
    """Every event's sentence, by kind or by kind and word."""
    text = (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["events"]  # type: ignore[no-any-return]


def tell(event: Event, game: Game) -> str:
    """One line of English for an event, as seen by whoever was given it."""
    args, named = tuple(event.args), {}
    if len(args) == 1 and isinstance(args[0], (msgspec.Struct, Mapping)):
        named = _fields(args[0])
    template = _template(event.kind, args, named)
    if template is None:
        return _unknown(event.kind, args, game)
    return _sentence(_filled(template, args, named, game))


def tell_all(events: Iterable[Event], game: Game) -> list[str]:
    """Events in words, one after the other; pieces dealt in a row make one line a holder.

    >>> from housedealer.rooms import game
    >>> dealt = [Event("deal", ("2", 0, 51)), Event("deal", ("3", 1, None)), Event("deal", ("2", 2, 45))]
    >>> tell_all(dealt, game("garlic-city/texas-holdem"))
    ['Seat 2 receives As Kd.', 'Seat 3 receives a card.']
    """
    lines: list[str] = []
    dealt: dict[str, list[Any]] = {}

    def close() -> None:
        for key, pieces in dealt.items():
            lines.append(_sentence(_filled(sentences()["deal"], (key, "", _dealt(pieces, game)), {}, game)))
        dealt.clear()

    for event in events:
        if event.kind == "deal":
            dealt.setdefault(event.args[0], []).append(event.args[2])
            continue
        close()
        lines.append(tell(event, game))
    close()
    return lines


def read_back(entry: Sequence[Any]) -> Event:
    """An event from a log's transcript."""
    kind, args = entry
    return Event(str(kind), tuple(args))


def reason(because: Sequence[Any], game: Game) -> str:
    """A reason in words, live or read back from a log; an unknown code is told as it stands."""
    try:
        return say(_because(because), game).rstrip(".")
    except (IndexError, KeyError, ValueError):
        return str(because[0]).replace("-", " ")


def holder(key: Any) -> str:
    """A hand's key in words.

    >>> holder("2"), holder("2.1"), holder("player-dealer"), holder("pile-5"), holder(5)
    ('seat 2', 'hand 2.1', 'the player-dealer', 'pile 5', 'seat 5')
    """
    return _holder(str(key))


@lru_cache(maxsize=1024)
def _holder(text: str) -> str:
    if text.isdigit():
        return f"seat {text}"
    if text.partition(".")[0].isdigit():
        return f"hand {text}"
    name, _, number = text.rpartition("-")
    if number.isdigit():
        return f"{_PLACES.get(name, name)} {number}"
    return f"the {text.replace('-', ' ') if text != 'player-dealer' else text}"


_PLACES = {"start": "seat", "vacant": "vacant position"}
_ACCOUNTS = {"bank": "the player-dealer", "player-dealer": "the player-dealer", "tops": "the tops"}


def person(name: Any) -> str:
    """A person or an account in words.

    >>> person("ann"), person("4"), person("pot"), person("player-dealer")
    ('ann', 'seat 4', 'the pot', 'the player-dealer')
    """
    text = str(name)
    if text.isdigit():
        return f"seat {text}"
    return "the pot" if text == "pot" else _ACCOUNTS.get(text, text)


def piece(number: Any, game: Game) -> str:
    """A piece's face, or what it is when the viewer has not seen it."""
    kind = game.params.pieces
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        return "a tile" if kind == "tiles" else "a card"
    return face_of(kind)(number)


def on_spot(spot: str, game: Game) -> str:
    """Where a wager stands, in words; a game's one base wager needs none."""
    if spot == "wager":
        return ""
    titles = [known.title for known in getattr(game.params, "spot", ()) if known.name == spot and known.title]
    return f" on {titles[0] if titles else spot.replace('-', ' ')}"


class _Words(str):
    """An argument that is in words already."""


def _plain(value: Any, game: Game) -> str:
    text = str(value)
    return text.replace("-", " ") if text[:1].isalpha() else text


def _count(value: Any, game: Game) -> str:
    kind = "tile" if game.params.pieces == "tiles" else "card"
    return f"{value} {kind}{'' if value == 1 else 's'}"


def _money(value: Any, game: Game) -> str:
    return "enough for every wager" if value is None else f"${dollars(int(value))}"


_WAYS: dict[str, Callable[[Any, Game], str]] = {
    "": _plain,
    "money": _money,
    "piece": piece,
    "pieces": lambda value, game: " ".join([piece(one, game) for one in value]),
    "hand": lambda value, game: holder(value),
    "who": lambda value, game: person(value),
    "whose": lambda value, game: f"{person(value)}'s",
    "on": lambda value, game: on_spot(str(value), game),
    "because": reason,
    "cards": _count,
    "facts": lambda value, game: _facts(value, game),
    "list": lambda value, game: ", ".join([str(one) for one in value]),
}
"""How an argument can be put in a sentence."""


@cache
def _parts(template: str) -> tuple[tuple[str, str | int | None, Callable[[Any, Game], str]], ...]:
    """A sentence taken apart: what it says up to each argument, which argument that is, and how it is said.

    >>> [(said, name) for said, name, _ in _parts("{0:hand} wins {pays:money}.")]
    [('', 0), (' wins ', 'pays'), ('.', None)]
    """
    return tuple(
        (said, int(name) if name and name.isdigit() else name, _WAYS[way or ""])
        for said, name, way, _ in Formatter().parse(template)
    )


def _filled(template: str, args: Sequence[Any], named: Mapping[str, Any], game: Game) -> str:
    """A sentence with its arguments put in; `said` is the reason that all of them make up."""
    found = []
    for said, name, way in _parts(template):
        found.append(said)
        if name is None:
            continue
        if name == "said":
            found.append(_plain(reason((args[0], args[1:]), game), game))
            continue
        value = args[name] if isinstance(name, int) else named[name]
        found.append(value if type(value) is _Words else way(value, game))
    return "".join(found)


def _dealt(pieces: Sequence[Any], game: Game) -> _Words:
    """Pieces dealt to one holder: the faces that were seen, and how many were not."""
    hidden = [one for one in pieces if not isinstance(one, int) or one < 0]
    seen = " ".join(piece(one, game) for one in pieces if isinstance(one, int) and one >= 0)
    unseen = piece(None, game) if len(hidden) == 1 else _count(len(hidden), game)
    return _Words(" and ".join(part for part in (unseen if hidden else "", seen) if part))


def _fields(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _template(kind: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> str | None:
    known = sentences()
    if kind == "exposed" and len(args) == 3 and isinstance(args[2], bool):
        return known["exposed.kept" if args[2] else "exposed.surrendered"]
    short = 0 < named.get("covered", 0) < named.get("amount", 0)
    if short and (found := known.get(f"{kind}.{named['result']}.short")) is not None:
        return found
    words = [named["result"]] if "result" in named else [arg for arg in args if isinstance(arg, str)]
    for word in words:
        if (found := known.get(f"{kind}.{word}")) is not None:
            return found
    if named and "due" in named and named["paid"] < named["due"]:
        return known[f"{kind}.short"]
    return known.get(f"{kind}/{len(args)}") or known.get(kind)


def _unknown(kind: str, args: tuple[Any, ...], game: Game) -> str:
    """An event without a sentence of its own: the game's rule of that name, else its bare words."""
    if kind in game.rules:
        return _sentence(reason((kind, args), game))
    rest = " ".join(str(arg).replace("-", " ") for arg in args if arg is not None)
    return _sentence(f"{kind.replace('-', ' ')}{': ' if rest else ''}{rest}")


def _because(value: Sequence[Any]) -> Because:
    code, args = value
    return str(code), tuple(_frozen(arg) for arg in args)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value


def _facts(value: Any, game: Game) -> str:
    pairs = value.items() if isinstance(value, Mapping) else value
    told = []
    for name, fact in pairs:
        if name == "piece":
            told.append(piece(fact, game))
        elif name in ("seat", "hand"):
            told.append(holder(fact))
        else:
            told.append(f"{name} {fact}")
    return f" ({', '.join(told)})" if told else ""


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
