"""The Buster side bet: the player-dealer's hand breaks, and the more cards it took the better.

It asks nothing of the bettor's own hand, so one result settles every wager on the spot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from housedealer.kernel import kernel
from housedealer.table.banking import classifier

BUSTER = "buster"
ROWS = ("three-cards", "four-cards", "five-cards", "six-cards", "seven-cards", "eight-cards")


@kernel
def buster_row(cards: int, over: bool, as_eight: bool) -> int:
    """The row of the paytable (0 is three cards), or -1 for none.

    A bust in more than eight cards has no row of its own; `as_eight` pays it like one in eight.

    >>> buster_row(3, True, True), buster_row(5, False, True)
    (0, -1)
    >>> buster_row(9, True, True), buster_row(9, True, False)
    (5, -1)
    """
    if not over or cards < 3:
        return -1
    if cards > 8:
        return 5 if as_eight else -1
    return cards - 3


@classifier("buster")
def row(facts: Mapping[str, Any], game: Any) -> str:
    """The row that the player-dealer's hand hit; one that the paytable lacks says why it is lost.

    A game whose book leaves open what follows on its last row has the ruling `nine-cards`.
    """
    if not facts["bank_over"]:
        return "no-bust"
    as_eight = getattr(game, "nine_cards", "as-eight") == "as-eight"
    found = buster_row(facts["bank_cards"], True, as_eight)
    return ROWS[found] if found >= 0 else "more-than-eight-cards"
