"""The paytable rows of a five-card hand, made of however many cards a side bet counts together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from housedealer.ranking.poker import CATEGORY_NAMES, category
from housedealer.table.banking import classifier

ROWS = tuple(name.replace(" ", "-") for name in CATEGORY_NAMES)
BEST_FIVE = "best-five"
"""The fact of a hand that a side bet on its best five cards reads: their value, ranked already."""


def row_of(value: int) -> str:
    """The paytable's name for a ranked five-card hand.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.high import high
    >>> row_of(high(cards("9h 8h 7c Jd Ts 2c"))), row_of(high(cards("9h 9s 9c 2d")))
    ('straight', 'three-of-a-kind')
    """
    return ROWS[category(value)]


@classifier(BEST_FIVE)
def best_five_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row that a hand's best five cards hit."""
    return row_of(facts[BEST_FIVE])
