"""Paytables as data: each row names a predicate of the game and the odds it pays.

>>> table = paytable({"flush": "4:1", "pair": "1:1"})
>>> str(table["flush"]), "straight" in table
('4:1', False)
"""

from __future__ import annotations

from collections.abc import Mapping

from housedealer.wagers.odds import Odds, odds

Paytable = Mapping[str, Odds]


def paytable(rows: Mapping[str, str]) -> dict[str, Odds]:
    """Read the odds of every row, keeping the printed order."""
    return {row: odds(text) for row, text in rows.items()}
