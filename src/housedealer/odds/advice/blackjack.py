"""The blackjack family: by the charts that are kept for a game's rules."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from housedealer.games.blackjack.hands import ACT, PLAY_ON, SURRENDER
from housedealer.games.blackjack.table import INSURANCE, WAGER
from housedealer.odds.advice import Advice, Spot, best
from housedealer.odds.blackjack.chart import Plan
from housedealer.odds.blackjack.kept import NAME, depends, kinds_of, unpacked
from housedealer.odds.blackjack.play import row_of, two_card_class
from housedealer.odds.blackjack.printed import row_name, up_name
from housedealer.odds.blackjack.tables import (
    ACTIONS,
    GIVES_UP,
    HITS,
    KIND,
    MAY_SPLIT,
    POINTS,
    SPLIT_OUT,
    SPLITS,
    STANDS,
    STATES,
    Tables,
    state,
    tables_of,
)
from housedealer.odds.stored import known
from housedealer.table.banking import PLAYER_DEALER
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Amount, Choose, Question
from housedealer.table.view import View

FIRST = WAGER
NO_INSURANCE = "as insurance loses on average"


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """The hand, the card that is up, and whether a split made the hand."""
    if isinstance(question, Amount):
        return (INSURANCE,) if question.name == INSURANCE else None
    if not isinstance(question, Choose) or question.name not in (ACT, SURRENDER):
        return None
    hand, bank = view.cards(question.about or ""), view.cards(PLAYER_DEALER)
    if len(hand) < 2 or UNTOLD in hand or not bank or bank[0] == UNTOLD:
        return None
    return question.name, hand, bank[0], "." in str(question.about)


_charts: dict[str, tuple[Tables, Plan] | None] = {}


def _chart(game: Any) -> tuple[Tables, Plan] | None:
    """The chart that is kept for a game's rules, read once."""
    key = repr(game)
    if key not in _charts:
        pieces = Counter(game.deck.pieces)
        tables = tables_of(game, kinds_of(pieces))
        arrays = known(NAME, depends(tables, pieces))
        _charts[key] = None if arrays is None else (tables, unpacked(arrays))
    return _charts[key]


def work_out(asked: Spot) -> Advice | None:
    """The chart's best action among those that the hand has."""
    if asked.facts[0] == INSURANCE:
        return Advice(0, by=NO_INSURANCE)
    found = _chart(asked.params)
    if found is None:
        return None
    tables, plan = found
    name, hand, up_card, split = asked.facts
    kinds, up = [KIND[card] for card in hand], KIND[up_card]
    if len(hand) > 2:
        ace = any(POINTS[kind] == 1 for kind in kinds)
        row = state(sum(POINTS[kind] for kind in kinds), ace)
        worth = _worths(plan.worth_more[row, up])
        return best(worth, asked.options, f"{row_name(tables, row)} against {up_name(up)}") if worth else None
    if two_card_class(kinds[0], kinds[1]) >= STATES:
        return None
    row = row_of(kinds[0], kinds[1])
    kind = f"{row_name(tables, row)} against {up_name(up)}"
    worth = _worths(plan.worth[row, up])
    if name == SURRENDER:
        goes_on = max((value for word, value in worth.items() if word != SURRENDER), default=math.nan)
        if math.isnan(goes_on) or SURRENDER not in worth:
            return None
        return best({PLAY_ON: goes_on, SURRENDER: worth[SURRENDER]}, asked.options, kind)
    if not split:
        return best(worth, asked.options, kind)
    when = MAY_SPLIT if ACTIONS[SPLITS] in asked.options else SPLIT_OUT
    action = int(plan.two[when, row, up])
    word = ACTIONS[action] if ACTIONS[action] in asked.options else _instead(worth, asked.options)
    return None if word is None else Advice(word)


def _worths(values: Any) -> dict[str, float]:
    return {ACTIONS[at]: float(one) for at, one in enumerate(values) if not math.isnan(one)}


def _instead(worth: dict[str, float], options: tuple[str, ...]) -> str | None:
    held = [word for at in (STANDS, HITS, GIVES_UP) if (word := ACTIONS[at]) in options and word in worth]
    return max(held, key=lambda word: worth[word]) if held else None
