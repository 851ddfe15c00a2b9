"""What can be held: every set of cards that a bettor may hold, every finished hand of the player-dealer.

Cards that count alike are alike to the base wager, and so are the orders in which the same cards came; a hand
is how many cards of each kind it has, and a shoe is too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from housedealer.kernel import kernel
from housedealer.odds.blackjack.play import grown, two_card_class
from housedealer.odds.blackjack.tables import EIGHTS, KIND, KINDS, Tables

MOST_DRAWN = 24
"""More than the cards that any finished hand has."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """Sets of two cards or more, those that count less first; a set that is over cannot grow.

    `child[at, kind]` is the set with one more card, or -1. `state` and `size` are a set's state and how many
    cards it has; `at` finds a set by its counts.
    """

    counts: Any
    state: Any
    size: Any
    child: Any
    at: Mapping[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Finished:
    """The player-dealer's finished hands over one up card, as sets of the cards that followed it.

    `classes` are places in `names`, the classes that come up; `orders` in how many orders the cards can come;
    the cards of hand i are `kinds[begin[i]:begin[i + 1]]`, as often as `often` says, in all `drawn[i]`, and
    the first `shared[i]` of them are those of the hand before.
    """

    names: tuple[int, ...]
    classes: Any
    orders: Any
    begin: Any
    kinds: Any
    often: Any
    drawn: Any
    shared: Any

    def sets(self) -> list[tuple[int, int, dict[int, int]]]:
        """Each finished hand: its class, its orders, and how many cards of each kind followed the up card."""
        begin, kinds, often = self.begin.tolist(), self.kinds.tolist(), self.often.tolist()
        return [
            (self.names[found], orders, dict(zip(kinds[a:b], often[a:b], strict=True)))
            for found, orders, a, b in zip(
                self.classes.tolist(), self.orders.tolist(), begin[:-1], begin[1:], strict=True
            )
        ]


def shoe_of(pieces: Mapping[int, int]) -> list[int]:
    """How many cards of each kind a shoe has."""
    shoe = [0] * KINDS
    for piece, many in pieces.items():
        shoe[KIND[piece]] += many
    return shoe


def more(held: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """A set with one more card."""
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


def holdings_of(tables: Tables, shoe: Sequence[int]) -> Holdings:
    """Every set of two cards or more that a bettor may come to hold."""
    import numpy as np

    none = (0,) * KINDS
    found: dict[tuple[int, ...], int] = {}
    layer = {more(none, kind): grown(0, kind) for kind in tables.kinds}
    grows: list[tuple[tuple[int, ...], int]] = []
    while layer:
        following: dict[tuple[int, ...], int] = {}
        for held, state in layer.items():
            for kind in tables.kinds:
                if held[kind] < shoe[kind]:
                    one = more(held, kind)
                    if one not in found:
                        found[one] = grown(state, kind)
                        if not tables.over[found[one]]:
                            following[one] = found[one]
        grows += layer.items()
        layer = following
    ordered = sorted(found, key=lambda held: (found[held] // 2, held))
    at = {held: place for place, held in enumerate(ordered)}
    child = np.full((len(ordered), KINDS), -1, dtype=np.int64)
    for held, _ in grows:
        if held in at:
            for kind in tables.kinds:
                child[at[held], kind] = at.get(more(held, kind), -1)
    return Holdings(
        np.array(ordered, dtype=np.int64),
        np.array([found[held] for held in ordered], dtype=np.int64),
        np.array([sum(held) for held in ordered], dtype=np.int64),
        child,
        at,
    )


def finished_of(tables: Tables, shoe: Sequence[int], up: int) -> Finished:
    """Every finished hand of the player-dealer over an up card."""
    import numpy as np

    none = (0,) * KINDS
    layer: dict[tuple[int, ...], tuple[int, int]] = {none: (grown(0, up), 1)}
    done: list[tuple[int, int, tuple[int, ...]]] = []
    cards = 1
    while layer:
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for held, (state, orders) in layer.items():
            if cards > 1:
                found = class_of(tables, up, held, state, cards)
                if not tables.bank_hits[found]:
                    done.append((found, orders, held))
                    continue
            for kind in tables.kinds:
                if held[kind] + (kind == up) < shoe[kind]:
                    one = more(held, kind)
                    before = following.get(one, (0, 0))[1]
                    following[one] = (grown(state, kind), before + orders)
        layer = following
        cards += 1
    names = tuple(sorted({found for found, _, _ in done}, key=lambda found: not tables.stops[found]))
    sets = sorted(
        ([(kind, held[kind]) for kind in tables.kinds if held[kind]], found, orders, sum(held))
        for found, orders, held in done
    )
    pairs = [one for one, _, _, _ in sets]
    begin = [0, *accumulate(len(one) for one in pairs)]
    shared = [0] + [
        next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        for one, two in pairwise(pairs)
    ]
    whole = [
        [names.index(found) for _, found, _, _ in sets], [orders for _, _, orders, _ in sets], begin,
        [kind for one in pairs for kind, _ in one], [often for one in pairs for _, often in one],
        [drawn for _, _, _, drawn in sets], shared,
    ]  # fmt: skip
    return Finished(names, *(np.array(one, dtype=np.int64) for one in whole))


def class_of(tables: Tables, up: int, held: tuple[int, ...], state: int, cards: int) -> int:
    """The class of the player-dealer's up card with the cards that followed it."""
    if cards == 2:
        return two_card_class(up, held.index(1))
    if cards == 3 and tables.source.three_eights and up == 8 and held[8] == 2:
        return EIGHTS
    return state


@kernel
def meet(
    left: Any, many: int, classes: Any, orders: Any, begin: Any, kinds: Any, often: Any, drawn: Any,
    shared: Any, comes: Any,
) -> None:  # fmt: skip
    """How likely each class of a finished hand is, from a shoe of which `many` cards are left."""
    comes[:] = 0.0
    per, until = [1.0] * MOST_DRAWN, [1.0] * MOST_DRAWN
    for taken in range(MOST_DRAWN - 1):
        per[taken + 1] = per[taken] / max(many - taken, 1)
    for at in range(len(orders)):
        for place in range(shared[at], begin[at + 1] - begin[at]):
            have = left[kinds[begin[at] + place]]
            chance = until[place]
            for _ in range(often[begin[at] + place]):
                chance *= have
                have -= 1
            until[place + 1] = chance
        comes[classes[at]] += orders[at] * per[drawn[at]] * until[begin[at + 1] - begin[at]]


@kernel
def worth_of_standing(
    counts: Any, weights: Any, mine: Any, shoe: Any, many: int, worth: Any, flat: Any, ending: Any,
    classes: Any, orders: Any, begin: Any, kinds: Any, often: Any, drawn: Any, shared: Any, found: Any,
) -> float:  # fmt: skip
    """What sets come to against the player-dealer where they end, each in `found`; in all, by their weights.

    `shoe` is what is left beside a set itself; `mine` the class of each set, `worth` what each class wins of
    each of the player-dealer's. A class that is `flat` comes to the same against all hands but those with one
    of the cards `ending` beneath the up card. Sets of no weight are passed over.
    """
    whole = 0.0
    left = shoe.copy()
    chances = worth[0].copy()
    for at in range(len(counts)):
        if weights[at] == 0.0:
            continue
        size = 0
        possible = True
        for kind in range(len(shoe)):
            left[kind] = shoe[kind] - counts[at, kind]
            size += counts[at, kind]
            if left[kind] < 0:
                possible = False
        if not possible:
            continue
        one = 0.0
        if flat[mine[at]]:
            goes_on = many - size
            for kind in range(len(shoe)):
                if ending[kind]:
                    goes_on -= left[kind]
            one = worth[mine[at], len(chances) - 1] * goes_on / (many - size)
        else:
            meet(left, many - size, classes, orders, begin, kinds, often, drawn, shared, chances)
            for place in range(len(chances)):
                one += chances[place] * worth[mine[at], place]
        found[at] = one
        whole += weights[at] * one
    return whole
