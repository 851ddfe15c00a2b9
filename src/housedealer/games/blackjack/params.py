"""What the games of the family say as data, and the rules that each gives as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from housedealer.kernel import kernel
from housedealer.table.params import BankedGame

FREE, MUST_HIT, MUST_STAND = range(3)

YesNo = Literal["no", "yes"]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Who must stand from which total on, and who must hit up to which one; 0 is nobody.

    >>> Chart(stand_hard=19, hit_hard=11).says(38, soft=False) == MUST_STAND
    True
    """

    stand_hard: int = 0
    stand_soft: int = 0
    hit_hard: int = 0
    hit_soft: int = 0

    def says(self, half: int, soft: bool) -> int:
        """What the chart makes of a total in half points."""
        if soft:
            return chart_says(half, self.stand_soft, self.hit_soft)
        return chart_says(half, self.stand_hard, self.hit_hard)


@kernel
def chart_says(half: int, stand_from: int, hit_to: int) -> int:
    """One side (hard or soft) of a chart for a total in half points: must hit, must stand, or free.

    >>> [chart_says(half, 19, 11) for half in (22, 24, 36, 38)] == [MUST_HIT, FREE, FREE, MUST_STAND]
    True
    """
    if stand_from > 0 and half >= 2 * stand_from:
        return MUST_STAND
    if half <= 2 * hit_to:
        return MUST_HIT
    return FREE


class Blackjack(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What the games of the family share.

    `surrender` may be offered in a hand's own turn (`yes`), to every hand `before-look` for a natural, or for
    `split-hands` alone. `insurance_amount` and `double_amount` say whether the wager may be any amount up to
    the one it is measured by, or exactly that one. `insurance_least` is in hundredths of the wager insured;
    `double_limits` says whether the table's limits hold for a double's second wager, by itself or together
    with the first.
    """

    player_chart: Chart
    bank_chart: Chart
    splits: int
    insurance_pays: str
    insurance_amount: Literal["up-to-half", "half"] = "up-to-half"
    insurance_least: int = 0
    surrender: Literal["no", "yes", "before-look", "split-hands"]
    surrender_after_split: YesNo
    double_after_split: YesNo
    double_amount: Literal["up-to", "equal"] = "up-to"
    double_limits: Literal["none", "second", "together"] = "none"
    chart_on_doubles: Literal["applies", "free"]
    resplit_aces: YesNo
    bank_draws_when_decided: YesNo
    button_counts: Literal["all-seats", "occupied"] = "all-seats"
    action_counts_bonus: Literal["no", "yes", "not-buster"]
    fee_payer_amount: Literal["players-wagers", "bank-amount"]


def splits_freely(kept: int, dealt: int, splits: int) -> bool:
    """A pair may be split again like the first one, as far as the number of splits allows.

    >>> splits_freely(44, 40, 2)
    True
    """
    return True


class Rules(NamedTuple):
    """What differs in kind between the games: how a hand counts (`split` is one that a split made)."""

    total: Callable[[Sequence[int], bool], int]
    is_soft: Callable[[Sequence[int]], bool]
    is_natural: Callable[[Sequence[int], bool], bool]
    is_over: Callable[[Sequence[int]], bool]
    is_pair: Callable[[int, int], bool]
    may_rescue: Callable[[Sequence[int], Sequence[int]], bool]
    """Whether cards that the player-dealer has yet to draw to may come to save a hand that is over."""
    splits_on: Callable[[int, int, int], bool] = splits_freely
    """Whether a pair (the card kept, the card dealt to it) may be split after so many splits of its seat."""
