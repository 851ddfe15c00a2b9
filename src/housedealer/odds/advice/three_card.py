"""Three-card poker: a hand against all that the player-dealer may hold, by the values of all hands."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.games.poker_vs_dealer.three_card import ACES, ANTE, PLAY, PLAYS, QUEEN, rank, showdown
from housedealer.odds.advice import Advice, Spot, best
from housedealer.odds.three_card import worths
from housedealer.ranking import three_card as three
from housedealer.ranking.high import BIT
from housedealer.table.banking import PLAYER_DEALER
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

FIRST = ANTE


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """The hand, and the player-dealer's card that shows."""
    if question.name != PLAY or not isinstance(question, Choose):
        return None
    hand = view.cards(question.about or "")
    if len(hand) != 3 or UNTOLD in hand:
        return None
    return hand, next((card for card in view.cards(PLAYER_DEALER) if card != UNTOLD), UNTOLD)


@cache
def all_hands(ace_low: int) -> tuple[Any, Any]:
    """The value and the cards of every hand of three."""
    import numpy as np

    hands = list(combinations(range(52), 3))
    values = [three.rank(hand, ace_low) for hand in hands]
    return np.array(values), np.array([BIT[a] | BIT[b] | BIT[c] for a, b, c in hands], dtype=np.int64)


def work_out(asked: Spot) -> Advice | None:
    """Playing is worth what it comes to against every hand that the player-dealer may hold."""
    game, (hand, up) = asked.params, asked.facts
    values, words = all_hands(ACES[game.ace_two_three])
    free = words & sum(BIT[card] for card in hand) == 0
    if up != UNTOLD:
        free &= words & BIT[up] != 0
    banks, mine = values[free], rank(game, hand)
    units, fold = worths(game)
    row, always = units[three.class_of(mine)], game.ante_when_not_qualified == "pays"
    qualified = three.qualifies(banks, QUEEN)
    total = 0
    for with_queen in (False, True):
        met = banks[qualified == with_queen]
        for many, bank in (
            ((met < mine).sum(), mine - 1),
            ((met == mine).sum(), mine),
            ((met > mine).sum(), mine + 1),
        ):
            total += int(many) * row[showdown(mine, bank, with_queen, always)]
    return best({PLAYS: total / (-fold * len(banks)), FOLDS: -1.0}, asked.options)
