"""Caribbean Stud: by the kept count of all hands of a kind against the rank of the open card."""

from __future__ import annotations

from typing import Any

from housedealer.games.poker_vs_dealer.caribbean import ANTE, BACK_BET, BETS
from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.odds.advice import Advice, Spot, best
from housedealer.odds.caribbean import COMPLETIONS, FOLD, depends, in_units, kind_names, kind_of
from housedealer.odds.stored import known
from housedealer.ranking.high import high
from housedealer.ranking.poker import RANK_NAMES
from housedealer.table.banking import PLAYER_DEALER
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

FIRST, NAME = ANTE, "caribbean"


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """The hand, and the player-dealer's card that lies open."""
    if question.name != BACK_BET or not isinstance(question, Choose):
        return None
    hand = view.cards(question.about or "")
    up = next((card for card in view.cards(PLAYER_DEALER) if card != UNTOLD), UNTOLD)
    return None if len(hand) != 5 or UNTOLD in hand or up == UNTOLD else (hand, up)


def work_out(asked: Spot) -> Advice | None:
    """What betting is worth to the hands of the kind, against cards of the open one's rank."""
    arrays = known(NAME, depends(asked.params))
    if arrays is None:
        return None
    hand, up = asked.facts
    kind, rank = kind_of(high(hand)), up // 4
    many, bets, total = arrays["plan"][kind, rank].tolist()
    if not many:
        return None
    _, fold = in_units(asked.params)
    worth = {BETS: total / (many * int(fold / FOLD) * COMPLETIONS), FOLDS: float(FOLD)}
    bet = 2 * bets >= many
    share = (bets if bet else many - bets) / many
    words = f"{kind_names()[kind]} against {RANK_NAMES[rank]}"
    if (BETS if bet else FOLDS) not in asked.options:
        return best(worth, asked.options, words)
    return Advice(BETS if bet else FOLDS, worth, words, share)
