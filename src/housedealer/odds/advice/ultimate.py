"""Ultimate Texas Hold'em: the class of two cards, the flop as it was counted, and the river hand by hand."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.games.poker_vs_dealer.ultimate import (
    ANTE,
    BEFORE_FLOP,
    BOARD,
    CHECKS,
    ON_FLOP,
    ON_RIVER,
    PLAY,
    bets_on_flop,
    qualifies,
    showdown,
)
from housedealer.games.poker_vs_dealer.ultimate import worth as value_of
from housedealer.odds.advice import Advice, Spot, best
from housedealer.odds.stored import known
from housedealer.odds.suits import first_of_kind
from housedealer.odds.ultimate import RUN_OUTS, class_names
from housedealer.odds.ultimate_count import (
    FLOP_KINDS,
    FOLDED,
    HOLES,
    OTHERS,
    best_before,
    came,
    depends,
    flop_kind,
    hole_class,
    hole_place,
    in_units,
)
from housedealer.ranking.high import BIT
from housedealer.ranking.poker import category
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View

FIRST, NAME = ANTE, "ultimate"


def read(view: View, question: Question) -> tuple[Any, ...] | None:
    """The two cards, and the board as far as it lies open."""
    if question.name != PLAY or not isinstance(question, Choose):
        return None
    hole = view.cards(question.about or "")
    board = tuple(card for card in view.cards(BOARD) if card != UNTOLD)
    return None if len(hole) != 2 or UNTOLD in hole or len(board) not in (0, 3, 5) else (hole, board)


def work_out(asked: Spot) -> Advice | None:
    """The best of this street's choices."""
    hole, board = asked.facts
    if len(board) == 5:
        return on_river(asked, hole, board)
    arrays = known(NAME, depends(asked.params))
    if arrays is None:
        return None
    return on_flop(asked, arrays, hole, board) if board else before_flop(asked, arrays, hole)


def before_flop(asked: Spot, arrays: Any, hole: tuple[int, ...]) -> Advice | None:
    """By the class of the two cards, which is exact: suits do not tell more."""
    of = hole_class(*hole)
    many = next(many for _, number, many in class_names() if number == of)
    _, scale = in_units(asked.params)
    deals = many * comb(50, 3) * RUN_OUTS * OTHERS * scale
    choices = (*BEFORE_FLOP, CHECKS)
    worth = {one: int(total) / deals for one, total in zip(choices, arrays["before"][of], strict=True)}
    return best(worth, asked.options)


@cache
def flop_numbers() -> dict[int, int]:
    """The number of each kind of flop by the cards that stand for it."""
    found: dict[int, int] = {}
    # In the order of places, which goes by the highest card first, as they were counted.
    for c in range(52):
        for b in range(c):
            for a in range(b):
                word = BIT[a] | BIT[b] | BIT[c]
                if first_of_kind(word) == word:
                    found[word] = len(found)
    return found


def as_counted(hole: tuple[int, ...], flop: tuple[int, ...]) -> tuple[int, tuple[int, int]]:
    """The number of the flop's kind, and the two cards under the names of suits that it was counted with."""
    first = first_of_kind(BIT[flop[0]] | BIT[flop[1]] | BIT[flop[2]])
    for suits in permutations(range(4)):
        if sum(BIT[card // 4 * 4 + suits[card % 4]] for card in flop) == first:
            one, two = (card // 4 * 4 + suits[card % 4] for card in hole)
            return flop_numbers()[first], (one, two)
    raise AssertionError("a flop is of no kind")


def on_flop(asked: Spot, arrays: Any, hole: tuple[int, ...], flop: tuple[int, ...]) -> Advice:
    """The answer is the hand's own, as it was counted; the worths are those of its kind."""
    import numpy as np

    [bet] = ON_FLOP
    number, place = as_counted(hole, flop)
    raised = best_before(arrays["before"][hole_class(*hole)])
    off = np.unpackbits(arrays["off_chart"][number], count=HOLES)[hole_place(*place)] and not raised
    bets = bets_on_flop(hole, flop) != bool(off)
    answer = bet if bets and bet in asked.options else CHECKS
    kind = flop_kind(hole, flop)
    many, often, betting, checking = arrays["plan"][kind].tolist()
    if raised or not many or (2 * often >= many) != bets or bet not in asked.options:
        return Advice(answer)  # the worths of its kind would say the contrary
    _, scale = in_units(asked.params)
    units = many * scale * RUN_OUTS * OTHERS
    share = (often if bets else many - often) / many
    return Advice(answer, {bet: betting / units, CHECKS: checking / units}, FLOP_KINDS[kind], share)


def on_river(asked: Spot, hole: tuple[int, ...], board: tuple[int, ...]) -> Advice | None:
    """The hand against every hand that the player-dealer may hold."""
    [bet] = ON_RIVER
    units, scale = in_units(asked.params)
    mine = value_of(asked.params, hole, board)
    row = units[1, category(mine)]
    left = [card for card in range(52) if card not in hole and card not in board]
    total = many = 0
    for two in combinations(left, 2):
        bank = value_of(asked.params, two, board)
        total += int(row[came(showdown(mine, bank), int(qualifies(bank)))])
        many += 1
    worth = {bet: total / (many * scale), FOLDS: int(units[FOLDED, 0, 0]) / scale}
    return best(worth, asked.options)
