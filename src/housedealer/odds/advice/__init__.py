"""The best answer to an open question, and what the other answers cost on average.

An adapter for each engine reads a question into a situation (`spot`, plain data that the person asked can
see), and works the situation out from charts and kept counts (`worked_out`): nothing is compiled, so that it
may be asked at a live table, beside it in a thread.

    >>> from random import Random
    >>> from housedealer.rooms import game
    >>> from housedealer.table.questions import Choose
    >>> three = game("garlic-city/3-card-poker")
    >>> question = Choose("ann", "play", ("play", "fold"), "fold", about="2")
    >>> from housedealer.pieces.cards import cards
    >>> class Seen:
    ...     params = three.params
    ...     def cards(self, key): return cards("Qs 6d 3c") if key == "2" else ()
    >>> found = advice(three, Seen(), question)
    >>> found.answer, round(found.worth["play"], 4), round(found.cost("play"), 4)
    ('fold', -1.0026, 0.0026)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from housedealer.table.game import Game
from housedealer.table.questions import Question
from housedealer.table.view import View
from housedealer.wagers.money import dollars

FAINT = 1e-9


@dataclass(frozen=True, slots=True)
class Advice:
    """The best answer; what answers are worth on average, in first wagers, with what follows played best.

    `worth` is empty where only the answer is known. The worths are of all hands of a kind where `kind` names
    one; `share` of these are better played by this answer.
    """

    answer: Any
    worth: Mapping[Any, float] = field(default_factory=dict)
    kind: str = ""
    share: float = 1.0
    by: str = "solved"

    def cost(self, answer: Any) -> float | None:
        """What an answer loses on average against the best one, in first wagers, where that is known."""
        if answer == self.answer:
            return 0.0
        if answer not in self.worth or self.answer not in self.worth:
            return None
        return max(0.0, self.worth[self.answer] - self.worth[answer])


@dataclass(frozen=True, slots=True)
class Spot:
    """A situation as an adapter has read it: what to work it out with, and the facts."""

    script: str
    params: Any
    facts: tuple[Any, ...]
    options: tuple[Any, ...]
    stake: int = 0
    """Cents of the first wager on the hand."""


ADAPTERS: Mapping[str, str] = {
    "baccarat.pan_nine": "pan_nine",
    "blackjack.no_bust": "blackjack",
    "blackjack.pure": "blackjack",
    "blackjack.x": "blackjack",
    "pai_gow.poker": "house_way",
    "pai_gow.tiles": "house_way",
    "poker_vs_dealer.caribbean": "caribbean",
    "poker_vs_dealer.three_card": "three_card",
    "poker_vs_dealer.ultimate": "ultimate",
}
"""The adapter of each script: a module here with `read`, `work_out` and the spot of the `FIRST` wager."""


def _adapter(script: str) -> Any:
    return import_module(f"housedealer.odds.advice.{ADAPTERS[script]}")


def spot(game: Game, view: View, question: Question) -> Spot | None:
    """What a question asks, as far as the best answer depends on it; none where nobody has solved it."""
    script = game.head.script
    if script not in ADAPTERS:
        return None
    adapter = _adapter(script)
    facts = adapter.read(view, question)
    if facts is None:
        return None
    stakes = view.stakes(str(question.about)) if hasattr(view, "stakes") and question.about else {}
    options = tuple(getattr(question, "options", ()))
    return Spot(script, view.params, facts, options, stakes.get(adapter.FIRST, 0))


def worked_out(asked: Spot) -> Advice | None:
    """The best answer in a situation, among those that may be given."""
    found: Advice | None = _adapter(asked.script).work_out(asked)
    return found


def advice(game: Game, view: View, question: Question) -> Advice | None:
    """The best answer to a question, if it is known."""
    asked = spot(game, view, question)
    return None if asked is None else worked_out(asked)


def best(
    worth: Mapping[Any, float], options: Sequence[Any], kind: str = "", share: float = 1.0
) -> Advice | None:
    """The option that is worth most."""
    held = {one: worth[one] for one in options if one in worth}
    if not held:
        return None
    return Advice(max(held, key=lambda one: held[one]), held, kind, share)


# -- in words ------------------------------------------------------------------------------------------


def told(found: Advice, asked: Spot, words: str) -> str:
    """A hint in words; `words` are those of the best answer.

    >>> hint = Advice("bet", {"bet": 0.25, "fold": -1.0})
    >>> told(hint, Spot("", None, (), ("bet", "fold"), 2000), "bet")
    'Best is: bet. It is worth +0.250 of the first wager on average; fold costs 1.250 more ($25).'
    """
    if found.by != "solved":
        return f"Best is: {words}, {found.by}."
    if not found.worth:
        return f"Best is: {words}."
    own = f"It is worth {found.worth[found.answer]:+.3f} of the first wager on average"
    others = [
        f"{one} costs {cost:.3f} more{_money(cost, asked.stake)}"
        for one in sorted(found.worth, key=lambda one: -found.worth[one])
        if one != found.answer and (cost := found.cost(one)) is not None
    ]
    kind = f" (all hands like it: {found.kind}" if found.kind else ""
    kind += (
        f", {100 * found.share:.0f}% of which are best played so)"
        if kind and found.share < 1
        else ")" * bool(kind)
    )
    return f"Best is: {words}. {own}{kind}{'; ' if others else ''}{', '.join(others)}."


def told_after(found: Advice, asked: Spot, given: Any, words: str, best_words: str) -> str:
    """What is said after a decision.

    >>> hint, asked = Advice("bet", {"bet": 0.25, "fold": -1.0}), Spot("", None, (), ("bet", "fold"), 2000)
    >>> told_after(hint, asked, "fold", "fold", "bet")
    'A mistake: fold costs 1.250 of the first wager on average ($25). Best was: bet.'
    >>> told_after(hint, asked, "bet", "bet", "bet")
    'That was best: bet.'
    """
    cost = found.cost(given)
    if cost is not None and cost < FAINT:
        return f"That was best: {best_words}."
    if cost is None:
        return f"Best was: {best_words}{'' if found.by == 'solved' else f', {found.by}'}."
    if found.share < 1:
        return (
            f"With {100 * found.share:.0f}% of hands like {found.kind}, {best_words} is better: on average"
            f" {words} costs {cost:.3f} of the first wager{_money(cost, asked.stake)}."
        )
    return (
        f"A mistake: {words} costs {cost:.3f} of the first wager on average{_money(cost, asked.stake)}."
        f" Best was: {best_words}."
    )


def _money(share: float, stake: int) -> str:
    return f" (${dollars(round(share * stake))})" if stake and round(share * stake) else ""
