"""Pan nine: by the cards that each hand takes from the shoe, as it is kept."""

from __future__ import annotations

from collections import Counter
from typing import Any

from housedealer.games.baccarat.pan_nine import ACT, CARDS, DRAW, STAND, WAGER
from housedealer.odds.advice import Advice, Spot, best
from housedealer.odds.pan_nine import NAME, PARTS, STOOD, depends
from housedealer.odds.stored import known
from housedealer.ranking.points import POINTS
from housedealer.table.banking import PLAYER_DEALER
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

FIRST = WAGER


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """What the three cards count; for the player-dealer also what one bettor did, if there is but one."""
    if question.name != ACT or not isinstance(question, Choose):
        return None
    hand = view.cards(question.about or "")
    if len(hand) != CARDS or UNTOLD in hand:
        return None
    counts = tuple(sorted(POINTS[card] for card in hand))
    if question.about != PLAYER_DEALER:
        return counts, None
    others = seen_hands(view)
    if len(others) != 1:
        return None  # against several he weighs them all, which nobody has kept
    [other] = others
    if len(other) == CARDS:
        return counts, STOOD
    drawn = other[-1]
    return counts, 1 + (POINTS[drawn] if drawn != UNTOLD else 0)


def seen_hands(view: View) -> list[tuple[int, ...]]:
    """The hands that are bet on, as the player-dealer sees them."""
    keys = {str(event.args[0]) for event in view.events() if event.kind == "deal"}
    return [view.cards(key) for key in sorted(keys) if key != PLAYER_DEALER and view.stakes(key)]


def work_out(asked: Spot) -> Advice | None:
    """The better of standing and drawing for exactly these cards."""
    game, (counts, seen) = asked.params, asked.facts
    arrays = known(NAME, depends(game, Counter(game.deck.pieces)))
    if arrays is None:
        return None
    at = next((at for at, hand in enumerate(arrays["hands"].tolist()) if tuple(hand) == counts), None)
    if at is None:
        return None
    stands, draws = (arrays["bettor"][at] if seen is None else arrays["bank"][at, seen]).tolist()
    return best({STAND: stands / PARTS, DRAW: draws / PARTS}, asked.options)
