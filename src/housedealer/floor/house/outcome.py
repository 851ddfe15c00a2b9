"""What came of a round, as data: the lines of its settlement with their reasons, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from housedealer.floor.answers import money
from housedealer.table.core import Event
from housedealer.table.game import Game
from housedealer.table.tell import reason


def because(code: Sequence[Any], game: Game) -> dict[str, Any]:
    """A reason with its words and where it stands."""
    source = game.source(str(code[0]))
    return {
        "code": str(code[0]),
        "words": reason(code, game),
        "book": source.book if source else "",
        "heading": source.heading if source else "",
        "lines": list(source.lines) if source else [0, 0],
    }


def verdict(net: int | None, void: bool) -> str:
    """The round in three words."""
    if void:
        return "The round is void"
    if net is None:
        return "The round is over"
    return f"You {'win' if net > 0 else 'lose'} {money(abs(net))}" if net else "You come out even"


def line(event: Event, game: Game) -> dict[str, Any]:
    """A line of the settlement, without its words."""
    first: Any = event.args[0] if event.args else None
    if isinstance(first, msgspec.Struct):
        found = msgspec.structs.asdict(first)
        found.pop("bank_left", None)
        found["because"] = because(found["because"], game)
        return found
    if event.kind == "award":
        seat, pot, amount, code = event.args[:4]
        return {"seat": seat, "pot": pot, "amount": amount, "because": because(code, game)}
    if event.kind in ("uncalled", "taken-up"):
        return {"seat": event.args[0], "amount": event.args[1]}
    return {}
