"""How often a game's hands are made: every holding of as many cards as a hand ends with, by class.

>>> found = of("garlic-city/draw-poker")
>>> found.whole, dict(found.classes)["full house"]
(2598960, 3744)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from housedealer import rooms
from housedealer.kernel import fast, kernel
from housedealer.odds.chance import deal_first, seeded
from housedealer.odds.equity import form_of
from housedealer.odds.equity.classes import name_of
from housedealer.odds.equity.count import CLASS_SHIFT, CLASSES
from housedealer.odds.equity.worth import worth
from housedealer.odds.simulate import APART
from housedealer.table.game import Game

MOST = 5_000_000
"""Holdings that are counted one by one; of more, so many are dealt at random."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The classes of hands, the best first, and how many of the `whole` are of each."""

    words: str
    whole: int
    exact: bool
    classes: tuple[tuple[str, int], ...]


@kernel
def all_holdings(ranking: int, many: int, deck: Any, seen: Any) -> int:
    """Count every holding of so many cards by its class."""
    left = len(deck)
    picked = [0] * many
    held = deck[:many].copy()
    place = 0
    picked[0] = -1
    whole = 0
    while place >= 0:
        picked[place] += 1
        if picked[place] > left - many + place:
            place -= 1
            continue
        held[place] = deck[picked[place]]
        if place == many - 1:
            whole += 1
            seen[(worth(ranking, held, held[:0], held) >> CLASS_SHIFT) % CLASSES] += 1
        else:
            place += 1
            picked[place] = picked[place - 1]
    return whole


@kernel
def some_holdings(ranking: int, own: int, shared: int, deck: Any, state: Any, rounds: int, seen: Any) -> None:
    """Deal holdings at random: own cards and shared ones."""
    for _ in range(rounds):
        deal_first(deck, own + shared, state)
        value = worth(ranking, deck[:own], deck[own : own + shared], deck[: own + shared])
        seen[(value >> CLASS_SHIFT) % CLASSES] += 1


def of(game: Game | str) -> Frequencies:
    """The frequencies of a game's best hands (of the high half, where a pot is split)."""
    import numpy as np

    found = rooms.game(rooms.find(game) if isinstance(game, str) else game.id)
    form = form_of(found)
    ranking = form.rule[0]
    deck = np.array(sorted(found.params.deck.pieces), dtype=np.int64)
    own, shared = form.sizes[0], form.board
    seen = np.zeros(CLASSES, dtype=np.int64)
    many = math.comb(len(deck), own + shared)
    exact = many <= MOST and not shared
    if exact:
        whole = fast(all_holdings)(ranking, own, deck, seen)
    else:
        state = np.zeros(APART, dtype=np.int64)
        state[:4] = seeded(f"frequencies/{found.id}")
        fast(some_holdings)(ranking, own, shared, deck, state, MOST, seen)
        whole = MOST
    cards = f"{own} cards" if not shared else f"{own} own cards and {shared} shared"
    how = "all that can be dealt, counted" if exact else f"{MOST:,} holdings dealt at random"
    before = " before any draw" if found.head.script == "poker.draw" else ""
    words = f"The best hand of {cards}{before}: {how}."
    return Frequencies(words, int(whole), exact, tuple(_named(ranking, seen.tolist())))


def _named(ranking: int, seen: Sequence[int]) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for bits in range(len(seen) - 1, -1, -1):
        if seen[bits]:
            name = name_of(ranking, bits)
            found[name] = found.get(name, 0) + seen[bits]
    return list(found.items())
