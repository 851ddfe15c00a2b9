"""What a question says besides what all questions say, by its shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from housedealer.floor.scene import shown_order
from housedealer.pieces import cards, tiles
from housedealer.pieces.cards import UNTOLD, UNTOLD_FACE
from housedealer.table.piece_questions import Arrange, Meld, Pick
from housedealer.table.questions import Amount, Bet, Choose, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.view import View
from housedealer.wagers.money import cents


def fields_of(question: Question, round_: Round | None) -> dict[str, Any]:
    """The fields of a question's own shape."""
    fields = next(made for shape, made in _SHAPES.items() if isinstance(question, shape))
    return fields(question, round_)


def order_of(question: Any, round_: Round | None) -> dict[str, Any]:
    """The pieces of a question, and in which order one holds them."""
    many = len(question.pieces)
    order: tuple[int, ...] = tuple(range(many))
    hand = round_.table.hands.get(str(question.about)) if round_ is not None else None
    seen: tuple[int, ...] = ()
    kind = round_.game.params.pieces if round_ is not None else "cards"
    if hand is not None and round_ is not None:
        seen = View(round_.table, question.who).cards(hand.key)
        order = shown_order(seen, hand.up, kind)
        order = (*order, *range(len(order), many))[:many]
    return {"pieces": _pieces(question.faces, seen, kind), "faces": question.faces, "order": order}


def _pieces(faces: Sequence[str], seen: Sequence[int], kind: str) -> tuple[int, ...]:
    """The pieces of a question: as its hand shows them to whom it is put, else as they are written.

    >>> _pieces(("Kd", "9h", "??"), (46,), "cards"), _pieces(("teen", "2-5"), (3, -1), "tiles")
    ((46, 30, -1), (3, 29))
    """
    found: list[int] = []
    for at, written in enumerate(faces):
        if at < len(seen) and seen[at] != UNTOLD:
            found.append(seen[at])
        elif written == UNTOLD_FACE:
            found.append(UNTOLD)
        else:
            found.append(tiles.tile(written, found) if kind == "tiles" else cards.card(written))
    return tuple(found)


def _wagers(question: Wagers, round_: Round | None) -> dict[str, Any]:
    unit = cents(round_.game.params.unit) if round_ is not None else 100
    return {
        "spots": question.spots,
        "hands": question.hands,
        "limits": question.limits,
        "chips": question.chips,
        "unit": unit,
    }


def _fields(*names: str) -> Callable[[Any, Round | None], dict[str, Any]]:
    return lambda question, _: {name: getattr(question, name) for name in names}


_SHAPES: dict[type[Question], Callable[[Any, Round | None], dict[str, Any]]] = {
    Choose: _fields("options"),
    Amount: _fields("low", "high", "step", "least"),
    Bet: lambda question, round_: {
        **_fields(
            "to_call", "in_round", "low", "high", "step", "stack", "amounts", "may_fold", "may_call"
        )(question, round_),
        "pot": round_.table.ledger.balance.get("pot", 0) if round_ is not None else 0,
    },
    Pick: lambda question, round_: {
        **order_of(question, round_), "fewest": question.fewest, "most": question.most
    },
    Arrange: lambda question, round_: {
        **order_of(question, round_),
        **_fields("sizes", "words", "exact")(question, round_),
    },
    Wagers: _wagers,
    Meld: lambda question, round_: {**order_of(question, round_), "options": question.options},
}  # fmt: skip
