"""A Pan player with a plan: play hands that hang together, meld what can be melded, keep connected cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from housedealer.games.bots import sensible
from housedealer.games.pan.melds import KING, melds, place_of
from housedealer.games.pan.params import Pan
from housedealer.games.pan.pays import gained
from housedealer.games.pan.turn import ADD, DISCARD, FORCE, MELD, PASS, TAKE
from housedealer.pieces.cards import cards
from housedealer.table.piece_questions import Meld
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

ENOUGH = 16
"""The connections that a hand of ten needs to be played: about two hands in three have them."""


def tie(one: int, other: int) -> int:
    """How well two cards go together: 2 for neighbours and pairs that may become a meld, 1 for a gap.

    >>> from housedealer.pieces.cards import card
    >>> tie(card("7h"), card("Jh")), tie(card("6h"), card("Jh")), tie(card("7h"), card("Jd"))
    (2, 1, 0)
    """
    if one // 4 == other // 4:
        return 3 if one // 4 >= KING else 2
    if one % 4 != other % 4:
        return 0
    return max(0, 3 - abs(place_of(one) - place_of(other)))


def worth(at: int, hand: Sequence[int]) -> int:
    """How much a card is connected with the others of a hand."""
    return sum(tie(hand[at], other) for place, other in enumerate(hand) if place != at)


def connections(hand: Sequence[int]) -> int:
    """How much a whole hand hangs together."""
    return sum(worth(at, hand) for at in range(len(hand))) // 2 + 4 * any(True for _ in melds(hand))


def bot(view: View, question: Question) -> Any:
    """Answer as such a player would."""
    if isinstance(question, Meld):
        return lay(view, question)
    if isinstance(question, Choose) and question.name == "declare":
        hand = [piece for piece in view.cards(question.about or "") if piece >= 0]
        return "play" if connections(hand) >= ENOUGH or alone(view) else PASS
    if isinstance(question, Choose) and question.name == "take":
        return TAKE if TAKE in question.options else question.default
    if isinstance(question, Choose) and question.name == "force":
        return FORCE if view.rng.random() < 0.5 else PASS
    return sensible(view, question)


def alone(view: View) -> bool:
    """Whether nobody has declared to play yet."""
    return not any(event.kind == "declares" and event.args[1] == "play" for event in view.events())


def lay(view: View, question: Meld) -> Any:
    """The meld or addition that pays most, then the longest; else throw what is least connected."""
    game: Pan = view.params
    pieces = cards(question.faces)
    best, score = None, (-1, -1)
    for act in question.options:
        if act[0] == MELD:
            laid = [pieces[at] for at in act[1]]
            value = (sum(gained(game, (), laid).values()), len(laid))
        elif act[0] == ADD:
            lies = view.cards(f"{question.about}.{act[2] + 1}")
            value = (sum(gained(game, lies, (*lies, pieces[act[1]])).values()), 1)
        else:
            continue
        if value > score:
            best, score = act, value
    if best is not None:
        return best
    throws = [act for act in question.options if act[0] == DISCARD]
    return min(throws, key=lambda act: worth(act[1], pieces))
