"""The river of Ultimate Texas Hold'em by outs: the cards of which one is enough for the player-dealer.

Whether a hand is better bet or folded at last depends on all 990 hands that the player-dealer may hold. At
the table nobody counts those; what can be counted is how many of the 45 unseen cards beat the hand by
themselves. Here all 134,459 kinds of board are gone through with all 1,081 hands beside each, and a hand
counts once for each of the ten flops that the board may have come by on which it would have checked twice.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from housedealer.games.poker_vs_dealer.ultimate import Ultimate
from housedealer.kernel import fast, kernel
from housedealer.odds.stored import Arrays, obtain
from housedealer.odds.suits import first_of_kind, first_set, next_set, of_its_kind, place_of_word
from housedealer.odds.ultimate_count import (
    CODES,
    FOLDED,
    HOLDINGS,
    LOW_BITS,
    OTHERS,
    PAIR_BITS,
    THREADS,
    TWO_AND_THREE,
    Desk,
    decisions,
    depends,
    hole_class,
    hole_place,
    in_units,
    stand_all,
)
from housedealer.ranking.high import BIT, high_of_word
from housedealer.ranking.poker import category

MOST_OUTS, WAYS = 45, 10
SUITS = 4


@kernel
def rename_suits(flop: Any, renamed: Any) -> None:
    """The suits of a flop as in the flop that stands for its kind: the suit with the highest cards first."""
    for suit in range(SUITS):
        renamed[suit] = 0
    masks = [0] * SUITS
    for card in flop:
        masks[card % SUITS] |= 1 << card // SUITS
    for suit in range(SUITS):
        for other in range(SUITS):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                renamed[suit] += 1


@kernel
def kind_of_flop(flop: Any, kinds: Any, renamed: Any) -> int:
    """The number of a flop's kind; `renamed` gets its suits' names there."""
    cards = [0] * 3
    rename_suits(flop, renamed)
    word = first_of_kind(BIT[flop[0]] | BIT[flop[1]] | BIT[flop[2]])
    found: int = kinds[place_of_word(word, cards)]
    return found


@kernel
def bets_there(a: int, b: int, kind: int, renamed: Any, bets: Any) -> int:
    """Whether two cards are bet on a flop, by the number of its kind and its suits' names there."""
    one = a // SUITS * SUITS + renamed[a % SUITS]
    other = b // SUITS * SUITS + renamed[b % SUITS]
    found: int = bets[kind, hole_place(one, other)]
    return found


@kernel
def count_boards(
    lot: int, first: Any, second: Any, units: Any, raised: Any, kinds: Any, bets: Any, stands: Any,
    row: Any, renamed: Any, plan: Any,
) -> None:  # fmt: skip
    """Count the boards of a lot: by outs how often a hand comes, is bet on, what bet and fold are worth."""
    board = [0] * 5
    flop = [0] * 3
    left = [0] * 47
    alone = [0] * 47
    kind = [0] * WAYS
    fold = units[FOLDED, 0, 0] * OTHERS
    number = 0
    word = first_set(board, 5)
    while word:
        if first_of_kind(word) != word:
            word = next_set(board, 5)
            continue
        number += 1
        if number % THREADS != lot:
            word = next_set(board, 5)
            continue
        often = of_its_kind(word)
        many = 0
        for card in range(52):
            if not word & BIT[card]:
                left[many] = card
                alone[many] = high_of_word(word | BIT[card])
                many += 1
        way = 0
        for x in range(2, 5):
            for y in range(1, x):
                for z in range(y):
                    flop[0], flop[1], flop[2] = board[z], board[y], board[x]
                    kind[way] = kind_of_flop(flop, kinds, renamed[way])
                    way += 1
        at = 0
        for a in range(47):
            with_a = word | BIT[left[a]]
            for b in range(a):
                row[at] = high_of_word(with_a | BIT[left[b]]) << LOW_BITS | at
                at += 1
        row.sort()
        stand_all(row, first, second, stands)
        for one in range(HOLDINGS):
            pair = row[one] & PAIR_BITS
            a, b = left[first[pair]], left[second[pair]]
            if raised[hole_class(a, b)]:
                continue
            ways = 0
            for way in range(WAYS):
                ways += 1 - bets_there(a, b, kind[way], renamed[way], bets)
            if not ways:
                continue
            value = row[one] >> LOW_BITS
            outs = 0
            for card in range(47):
                outs += 1 if alone[card] > value and left[card] != a and left[card] != b else 0
            total = 0
            for code in range(CODES):
                total += stands[one, code] * units[1, category(value), code]
            mine = plan[outs]
            mine[0] += often * ways
            mine[1] += often * ways if total >= fold else 0
            mine[2] += often * ways * total
            mine[3] += often * ways * fold
        word = next_set(board, 5)


def count_river(game: Ultimate) -> Arrays:
    """Count the river by outs."""
    import numpy as np

    units, _ = in_units(game)
    raised, kinds, bets = decisions(game)
    desk = Desk()
    plans = np.zeros((THREADS, MOST_OUTS + 1, 4), dtype=np.int64)

    def work(lot: int) -> None:
        stands = np.zeros((HOLDINGS, CODES), dtype=np.int64)
        row = np.zeros(HOLDINGS, dtype=np.int64)
        renamed = np.zeros((WAYS, SUITS), dtype=np.int64)
        fast(count_boards)(
            lot, desk.first, desk.second, units, raised, kinds, bets, stands, row, renamed, plans[lot]
        )

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    return {"river": plans.sum(axis=0)}


def kept_river(game: Ultimate) -> Any:
    """The river by outs; `None` where a single card beats nothing, since both own cards must play."""
    if game.cards_used == TWO_AND_THREE:
        return None
    return obtain("ultimate-river", depends(game), lambda: count_river(game))["river"]
