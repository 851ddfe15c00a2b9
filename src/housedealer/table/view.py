"""What one person can see: the only thing that a policy (a bot, a hint, a learner) is given."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from housedealer.table.core import UNTOLD, Core, Event
from housedealer.table.questions import Question

Policy = Callable[["View", Question], Any]


class View:
    """The table through one person's eyes."""

    __slots__ = ("_rng", "_table", "who")

    def __init__(self, table: Core, who: str | None, rng: Random | None = None) -> None:
        self._table = table
        self.who = who
        self._rng = rng

    @property
    def rng(self) -> Random:
        """The chance that a policy may use; made when it is wanted, for most views only look."""
        if self._rng is None:
            self._rng = Random(0)
        return self._rng

    @rng.setter
    def rng(self, chance: Random) -> None:
        self._rng = chance

    @property
    def params(self) -> Any:
        """The game's parameters, which everybody may know."""
        return self._table.params

    def cards(self, key: str) -> tuple[int, ...]:
        """A hand's pieces as far as this person has seen them; the others are `UNTOLD`."""
        hand = self._table.hands.get(key)
        if hand is None:
            return ()
        pieces = self._table.pieces
        if self.who is not None and hand.owner == self.who:
            return tuple([pieces[token] for token in hand.tokens])
        return tuple(
            [pieces[token] if up else UNTOLD for token, up in zip(hand.tokens, hand.up, strict=True)]
        )

    def stakes(self, key: str) -> dict[str, int]:
        """What stands on each spot of a hand."""
        found: dict[str, int] = {}
        for wager in getattr(self._table, "wagers", ()):
            if wager.open and wager.hand == key:
                found[wager.spot] = found.get(wager.spot, 0) + wager.amount
        return found

    def events(self, since: int = 0) -> list[Event]:
        """What this person has been shown."""
        return [
            Event(event.kind, event.private if event.to == self.who and self.who is not None else event.args)
            for event in self._table.events[since:]
        ]
