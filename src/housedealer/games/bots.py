"""What every bot does alike: put up a bank, place wagers of a sensible size, take the default.

A game's own bot answers what is particular to the game and leaves the rest to `sensible`.
"""

from __future__ import annotations

from typing import Any

from housedealer.table.piece_questions import Pick
from housedealer.table.questions import Amount, Bet, Choose, Question, Wagers
from housedealer.table.view import View


def sensible(view: View, question: Question) -> Any:
    """An answer that a careful player without a plan would give."""
    if isinstance(question, Wagers):
        return wagers(view, question)
    if isinstance(question, Amount):
        return _bank(view, question) if question.name == "bank" else question.default
    if isinstance(question, Bet):
        return 0 if question.to_call <= question.stack // 10 and question.may_call else question.default
    if isinstance(question, (Choose, Pick)):
        return question.default
    return getattr(question, "default", None)


def _bank(view: View, question: Amount) -> int:
    """A bank of a random depth, so that it covers everything now and runs short then."""
    span = question.high - question.low
    return question.low + int(span * view.rng.random() ** 2) // 100 * 100


def wagers(view: View, question: Wagers) -> Any:
    """The base wager at one to eight times the minimum, side bets now and then; equal where it must be."""
    equals = {spot.name: spot.equals for spot in view.params.spot if spot.equals}
    for _ in range(6):
        hand = question.hands[int(view.rng.random() * len(question.hands))]
        placed: list[tuple[str, str, int]] = []
        for at, spot in enumerate(question.spots):
            low, high = question.limits[spot]
            if spot in equals:
                placed += [(hand, spot, amount) for _, base, amount in placed if base == equals[spot]]
                continue
            if at and view.rng.random() > 0.4:
                continue
            unit = 100 if low % 100 == 0 else low
            amount = min(high, low * (1 + int(view.rng.random() * 8))) // unit * unit
            if amount:
                placed.append((hand, spot, amount))
        if placed and not question.rule(question.who, tuple(placed)):
            return tuple(placed)
    return question.default
