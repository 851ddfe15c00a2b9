"""Side bets over the shoe's composition, exactly: the player-dealer's bust, a seat's first cards, insurance.

The player-dealer's hand comes as often whatever the bettors draw before it is completed: each of its cards is
the next one of the shoe, chosen before it is seen. So Buster is counted over his hand alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from math import perm, prod
from typing import Any

from housedealer.games.blackjack.aces import ACES, NONE, rows_hit
from housedealer.games.blackjack.buster import BUSTER
from housedealer.games.blackjack.table import INSURANCE
from housedealer.kernel import fast, kernel
from housedealer.odds.blackjack.chart import Plan
from housedealer.odds.blackjack.holdings import finished_of, shoe_of
from housedealer.odds.blackjack.play import (
    INSURANCE_BACK,
    INSURANCE_LOST,
    INSURANCE_WON,
    MASKS,
    row_of,
    two_card_class,
)
from housedealer.odds.blackjack.rounds import insured, side_bets
from housedealer.odds.blackjack.tables import (
    ACE,
    DOUBLES,
    HITS,
    KIND,
    KINDS,
    NATURAL,
    PAIR,
    POINTS,
    ROWS,
    SPLITS,
    STATES,
    Tables,
)
from housedealer.odds.cells import Cell, Result
from housedealer.ranking.totals import X_ACE

WAGERS_INSURED = 2
"""How many stakes of insurance the wager is."""
ALONE = "alone"
"""Said of a side bet that stands where nothing else does."""


def buster_cells(tables: Tables, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every finished hand of the player-dealer, by how many cards it has and whether it broke."""
    shoe = shoe_of(pieces)
    whole = sum(shoe)
    hands = [
        (up, found, orders, drawn)
        for up in tables.kinds
        for found, orders, drawn in finished_of(tables, shoe, up).sets()
    ]
    most = max(sum(drawn.values()) for _, _, _, drawn in hands)
    came: Counter[tuple[int, bool]] = Counter()
    for up, found, orders, drawn in hands:
        many = sum(drawn.values())
        ways = prod(perm(shoe[kind] - (kind == up), often) for kind, often in drawn.items())
        rest = perm(whole - 1 - many, most - many)
        came[many + 1, bool(tables.breaks[found])] += shoe[up] * orders * ways * rest
    for (cards, over), weight in sorted(came.items()):
        facts = {"bank_cards": cards, "bank_over": over, "aces_rows": 0}
        yield Cell(weight, {BUSTER: side_bets(tables.game, facts)[BUSTER]})


def insurance_cells(tables: Tables, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Insurance for half the wager, where it is offered: every up and down card with every two of a bettor.

    Where it sends the wager back, it is worth what that saves, in its own stakes.
    """
    shoe = shoe_of(pieces)
    game = tables.game
    pushes = getattr(game, "insurance_outcome", "paid") == "pushed"
    returns = getattr(game, "insured_natural", "pays") == "returned"
    for up, down, one, two in product(tables.kinds, repeat=4):
        kinds = (up, down, one, two)
        weight = prod(shoe[kind] - kinds[:at].count(kind) for at, kind in enumerate(kinds))
        if weight <= 0 or not tables.insures[up]:
            continue
        bank, mine = two_card_class(up, down), two_card_class(one, two)
        came = insured(game, INSURANCE_WON if bank >= STATES else INSURANCE_LOST)
        if bank >= STATES and pushes:
            saved = -WAGERS_INSURED * tables.won(int(tables.result[mine, bank]))
            came = Result("insured-pushes", f"{float(saved):+g}", saved)
        elif bank >= STATES and returns and mine == NATURAL:
            came = insured(game, INSURANCE_BACK)
        yield Cell(weight, {INSURANCE: came})


@kernel
def turns(kinds: Any, looks: Any, stops: Any, takes: Any, found: Any) -> None:
    """Count the player-dealer's two cards by what a seat then does: takes no card, one, or two by a split.

    `takes` says it for each up card; under some up cards the round may end before.
    """
    found[0] = found[1] = found[2] = 0
    for up in range(1, KINDS):
        if kinds[up] <= 0:
            continue
        every = 0
        for down in range(1, KINDS):
            many = kinds[up] * (kinds[down] - (1 if up == down else 0))
            if looks[up] == 1 and stops[two_card_class(up, down)] == 1:
                found[0] += many
            else:
                every += many
        found[takes[up]] += every


@kernel
def first_cards(
    held: Any, flags: Any, chart: Any, looks: Any, stops: Any, whole: int, kinds: Any, takes: Any, after: Any,
    found: Any,
) -> None:  # fmt: skip
    """Count a seat's first cards by the set of rows that they hit, over everything that can be dealt.

    `held` is how often each card is in the shoe, `chart[row, up]` how many cards a seat takes that has this
    row (0, 1, or 2 by a split) and the last row of it what it does with a natural. Six cards are counted in
    all.
    """
    one_match, in_order, with_split = flags[0] == 1, flags[1] == 1, flags[2] == 1
    left = whole - 4
    for first in range(len(held)):
        for second in range(len(held)):
            ways = held[first] * (held[second] - (1 if first == second else 0))
            if ways <= 0:
                continue
            one, other = KIND[first], KIND[second]
            row = ROWS if two_card_class(one, other) >= STATES else row_of(one, other)
            matters = POINTS[one] == 1 or with_split
            for up in range(KINDS):
                takes[up] = chart[row, up]
                if takes[up] == 2 and not matters:
                    takes[up] = 0
            held[first] -= 1
            held[second] -= 1
            kinds[one] -= 1
            kinds[other] -= 1
            turns(kinds, looks, stops, takes, after)
            bare = rows_hit(first, second, NONE, NONE, NONE, one_match, in_order)
            found[bare] += ways * after[0] * left * (left - 1)
            if after[1] + after[2] > 0:
                for third in range(len(held)):
                    if held[third] <= 0:
                        continue
                    kinds[KIND[third]] -= 1
                    turns(kinds, looks, stops, takes, after)
                    if after[1] > 0:
                        row3 = rows_hit(first, second, third, NONE, NONE, one_match, in_order)
                        found[row3] += ways * held[third] * after[1] * (left - 1)
                    if after[2] > 0:
                        many = held[third]
                        held[third] -= 1
                        shown = third if with_split else NONE
                        for fourth in range(len(held)):
                            if held[fourth] <= 0:
                                continue
                            kinds[KIND[fourth]] -= 1
                            turns(kinds, looks, stops, takes, after)
                            kinds[KIND[fourth]] += 1
                            row4 = rows_hit(first, second, shown, third, fourth, one_match, in_order)
                            found[row4] += ways * many * held[fourth] * after[2]
                        held[third] += 1
                    kinds[KIND[third]] += 1
            held[first] += 1
            held[second] += 1
            kinds[one] += 1
            kinds[other] += 1


def cards_taken(tables: Tables, plan: Plan, alone: bool) -> Any:
    """How many cards a seat takes for the bonus, by its row and the up card; the last row is a natural.

    Beside a wager it plays by the chart. A seat with the bonus `alone` splits aces, else it takes a third
    card.
    """
    import numpy as np

    game = tables.game
    found = np.zeros((ROWS + 1, KINDS), dtype=np.int64)
    if alone:
        if game.bonus_only_hands == "play":
            found[:ROWS] = 1
            found[PAIR + ACE] = 2
        return found
    drawn = (HITS, DOUBLES) if game.third_card_doubled == "yes" else (HITS,)
    found[:ROWS] = np.isin(plan.two[0], drawn)
    found[:ROWS][plan.two[0] == SPLITS] = 2
    found[:ROWS][plan.early == 1] = 0
    return found


def aces_cells(tables: Tables, plan: Plan, pieces: Mapping[int, int], alone: bool) -> Iterator[Cell]:
    """Every set of rows that a seat's first cards hit."""
    import numpy as np

    held = np.zeros(X_ACE + 1, dtype=np.int64)
    for piece, many in pieces.items():
        held[piece] = many
    kinds, takes, after = (np.zeros(size, dtype=np.int64) for size in (KINDS, KINDS, 3))
    kinds[:] = shoe_of(pieces)
    found = np.zeros(MASKS, dtype=np.int64)
    game = tables.game
    flags = [game.matched_aces == "one", game.six_seven_eight == "in-order", game.third_card_split == "yes"]
    chart = cards_taken(tables, plan, alone)
    fast(first_cards)(
        held, np.array(flags, dtype=np.int64), chart, tables.looks, tables.stops, int(held.sum()), kinds,
        takes, after, found,
    )  # fmt: skip
    for rows in np.flatnonzero(found).tolist():
        facts = {"bank_cards": 2, "bank_over": False, "aces_rows": rows}
        bets = {spot: bet for spot, bet in side_bets(game, facts).items() if spot.startswith(ACES)}
        yield Cell(int(found[rows]), bets)


def counted(tables: Tables, plan: Plan, pieces: Mapping[int, int]) -> dict[str, list[Cell]]:
    """The cells of every side bet, of the Aces Bonus also where it stands alone, and of insurance."""
    game = tables.game
    found: dict[str, list[Cell]] = {}
    spots = {spot.name for spot in game.spot}
    if BUSTER in spots:
        found[BUSTER] = list(buster_cells(tables, pieces))
    if ACES in spots:
        beside, alone = (list(aces_cells(tables, plan, pieces, one)) for one in (False, True))
        for spot in beside[0].results:
            found[spot] = beside
            found[f"{spot}, {ALONE}"] = [
                Cell(one.weight, {f"{spot}, {ALONE}": one.results[spot]}) for one in alone
            ]
    found[INSURANCE] = list(insurance_cells(tables, pieces))
    return found
