"""Words for reasons: the one message catalog, from stable codes to sentences.

    >>> say(("wager-needs", ("pair-plus", ("ante",))))
    'A wager on pair plus needs one on ante by the same bettor.'

Codes that a game adds (its paytable rows, its rules) are worded by its own `rule` texts; the catalog
`words.toml` words what several games say, with `{0}`, `{1}` for the arguments.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from housedealer.ranking import badugi, low, poker
from housedealer.table.game import Because, Game
from housedealer.wagers.money import dollars


@cache
def catalog() -> dict[str, str]:
    """Every message, by code."""
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))["words"]  # type: ignore[no-any-return]


_HANDS: dict[str, Callable[[int], str]] = {
    "high": poker.describe,
    "low": low.describe,
    "deuce-to-seven": lambda value: low.describe(value, low.DEUCE_TO_SEVEN),
    "badugi": badugi.describe,
}


class _Worded(str):
    """An argument that can be put in as money (`{0:money}`), a ranked hand (`{1:high}`) or who has it.

    >>> f"{_word((1, 2)):have} the best hand", f"{_word((3,)):have} the best hand"
    ('Seats 1 and 2 have the best hand', 'Seat 3 has the best hand')
    """

    value: Any

    def __format__(self, spec: str) -> str:
        if spec == "money":
            return f"${dollars(int(self.value))}"
        if spec == "have":
            return f"Seats {self} have" if len(self.value) > 1 else f"Seat {self} has"
        return _HANDS[spec](int(self.value)) if spec in _HANDS else str(self)


def _word(value: Any) -> _Worded:
    if isinstance(value, tuple):
        text = (
            " and " if isinstance(value[:1], tuple) and all(isinstance(v, int) for v in value) else " or "
        ).join(str(part) for part in value)
    else:
        text = str(value)
    worded = _Worded(text.replace("-", " ") if isinstance(value, str) and value[:1].isalpha() else text)
    worded.value = value
    return worded


def say(because: Because, game: Game | None = None) -> str:
    """A reason in words: the catalog's message with the arguments put in, or the game's rule or remedy."""
    code, args = because
    template = catalog().get(code)
    if template is None and game is not None:
        said = game.rules.get(code) or game.remedies.get(code)
        template = said.text if said else None
    if template is None:
        spot, _, row = code.partition(".")
        template = catalog()["row-lost" if row == "lost" else "row-hit"] if row else code.replace("-", " ")
        args = (spot, *args) if row == "lost" else (spot, row, *args)
    return template.format(*[_word(arg) for arg in args])
