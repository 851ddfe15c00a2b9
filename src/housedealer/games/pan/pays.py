"""What melds pay: conditions when they come to lie, and how much one player pays another for them.

>>> from housedealer.pieces.cards import cards
>>> from housedealer.rooms import game
>>> pan = game("lucky-buck/pan").params
>>> conditions(pan, cards("7s 7s 7s")), conditions(pan, cards("7c 7d 7h"))
({'valle-suited': 4}, {'valle': 1})
>>> gained(pan, cards("7c 7d 7h"), cards("7c 7d 7h 7s"))
{'valle': 1}
>>> gained(pan, cards("2h 3h 4h"), cards("Ah 2h 3h 4h"))
{'low-run': 1}
"""

from __future__ import annotations

from collections.abc import Sequence

from housedealer.games.pan.melds import MIXED_SET, NOTHING, RUN, SPADES, SUITED_SET, kind_of
from housedealer.games.pan.params import Pan
from housedealer.kernel import kernel

NAMES = {MIXED_SET: "mixed-set", SUITED_SET: "suited-set", RUN: "run"}


@kernel
def chips(pays: int, added: int, further: int, spades: int) -> int:
    """What a condition pays in chips: its own pay, the further cards', and all of it doubled in spades.

    >>> chips(1, 1, 0, 1), chips(2, 2, 1, 2)
    (1, 8)
    """
    return (pays + added * further) * spades


@kernel
def price(many: int, condition: int, doubles_here: bool, doubles_there: bool) -> int:
    """What so many chips come to between two players, in cents: doubles only when both play doubles.

    >>> price(2, 100, True, True), price(2, 100, True, False), price(2, 100, False, False)
    (400, 200, 200)
    """
    return many * condition * (2 if doubles_here and doubles_there else 1)


def conditions(game: Pan, meld: Sequence[int]) -> dict[str, int]:
    """The conditions that a meld holds as it lies, with the chips for each."""
    kind = kind_of(tuple(meld), game.any_suit) if meld else NOTHING
    if kind == NOTHING:
        return {}
    spades = game.spades if kind != MIXED_SET and meld[0] % 4 == SPADES else 1
    held = {card // 4 for card in meld}
    found = {}
    for condition, ranks in game.paying:
        if condition.meld != NAMES[kind] or not (ranks <= held if kind == RUN else held <= ranks):
            continue
        added = condition.added if game.added_cards == "pay" else 0
        found[condition.id] = chips(condition.pays, added, len(meld) - 3 if kind != RUN else 0, spades)
    return found


def gained(game: Pan, before: Sequence[int], after: Sequence[int]) -> dict[str, int]:
    """The chips that a meld earns by growing, by condition (a new meld grows from nothing)."""
    had = conditions(game, before)
    return {
        name: many - had.get(name, 0)
        for name, many in conditions(game, after).items()
        if many > had.get(name, 0)
    }
