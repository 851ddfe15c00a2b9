"""Side bets in the figures: each paytable in use, settled as at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from housedealer.odds.cells import Result, result
from housedealer.table.banking import bonus_outcome
from housedealer.table.params import BankedGame, Bonus


def paytables(game: BankedGame) -> Iterator[tuple[str, Bonus]]:
    """The side bets in use under the game's rulings; one that pays larger stakes otherwise is two wagers."""
    used = game.bonuses_in_use()
    for bonus in used:
        several = sum(other.spot == bonus.spot for other in used) > 1
        yield f"{bonus.spot} from {bonus.least or '0'}" if several else bonus.spot, bonus


def side_bets(game: BankedGame, facts: Mapping[str, Any]) -> dict[str, Result]:
    """What each side bet comes to by the facts of a round."""
    return {name: result(*bonus_outcome(bonus, facts, game)) for name, bonus in paytables(game)}
