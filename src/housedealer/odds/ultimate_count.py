"""Ultimate Texas Hold'em over all 27,813,810,024,000 deals, each of its three decisions solved.

A deal is two cards, a flop, the two cards that are turned up together after it, and two cards of the
player-dealer's. For each flop (one of each kind by suits) and each pair after it, all 1,081 hands of two
cards are sorted by what they are worth with the board. One pass over them tells of each how many of the 990
hands without its cards are worth less or as much, and so what a bet on the river is worth against a fold.
Summed over the pairs that is what a check on the flop is worth against a bet of twice the ante; summed over
the flops, what a check before it is worth against three and four times.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, lcm
from typing import Any

from housedealer.games.poker_vs_dealer.rows import BEST_FIVE, ROWS
from housedealer.games.poker_vs_dealer.ultimate import (
    ANTE,
    BANK_WINS,
    BEFORE_FLOP,
    BLIND,
    PLAY,
    PLAYER_WINS,
    RESULTS,
    TIE,
    Ultimate,
    base_outcomes,
    bets_on_flop,
    hidden_pair,
    qualifies,
)
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Result, result
from housedealer.odds.stored import Arrays, obtain
from housedealer.odds.suits import first_of_kind, first_set, next_set, number_kinds, of_its_kind
from housedealer.ranking.high import BIT, high, high_of_word
from housedealer.ranking.omaha import omaha_high
from housedealer.ranking.poker import RANK_NAMES, STRAIGHT, TRIPS, TWO_PAIR, category
from housedealer.table.banking import LOSE, Outcome, bonus_outcome

LEFT, PAIRS, BOARDS, HOLDINGS, OTHERS = 49, comb(49, 2), comb(49, 2), comb(47, 2), comb(45, 2)
"""After a flop: cards left, their pairs, the boards they make, hands beside a board, hands beside two."""
HOLES, CLASSES, FLOPS = comb(52, 2), 169, 1755
PAYS_ROWS = len(ROWS) - 2
CODES = 6
WINS, TIES, LOSES = (2 * result for result in (PLAYER_WINS, TIE, BANK_WINS))
"""Results of a showdown, each against a player-dealer who does not qualify and, one more, who does."""
MOST_TIMES = 4
FOLDED, RAISED = 0, 2
PLURALS = tuple("sixes" if name == "six" else f"{name}s" for name in RANK_NAMES)
LOW_BITS, PAIR_BITS = 11, 2047
"""A key is a value with the number of a pair of cards under it, in so many bits."""


@kernel
def came(result: int, qualified: int) -> int:
    """The number of a result."""
    return 2 * result + qualified


@kernel
def hole_place(a: int, b: int) -> int:
    """The place of two cards among all pairs of cards."""
    return b * (b - 1) // 2 + a if a < b else a * (a - 1) // 2 + b


@kernel
def hole_class(a: int, b: int) -> int:
    """The number of two cards in the square of ranks: the higher rank first if they are suited.

    >>> hole_class(51, 50), hole_class(51, 47), hole_class(51, 46), hole_class(46, 51)
    (168, 167, 155, 155)
    """
    top = max(a // 4, b // 4)
    low = min(a // 4, b // 4)
    return 13 * top + low if a % 4 == b % 4 or top == low else 13 * low + top


@kernel
def flop_kind(hole: Sequence[int], flop: Sequence[int]) -> int:
    """The kind of a hand on the flop, in the words in which a strategy is taught (`FLOP_KINDS`).

    >>> from housedealer.pieces.cards import cards
    >>> hands = ("9c 2d", "Th 2h", "4d 4c", "Kd 9s", "Ac Qd", "5d 5c")
    >>> for two in hands:
    ...     print(FLOP_KINDS[flop_kind(cards(two), cards("9h 5h Kc"))])
    a pair with a card of the flop: nines
    four to a flush, the higher own card of it: ten
    a pair in the hand: fours
    two pair
    nothing, the higher own card: ace
    three of a kind with a card of the hand
    """
    five = (hole[0], hole[1], flop[0], flop[1], flop[2])
    kind = category(high(five))
    if kind >= STRAIGHT:
        return 0
    paired = flop[0] // 4 == flop[1] // 4 or flop[0] // 4 == flop[2] // 4 or flop[1] // 4 == flop[2] // 4
    hidden = hidden_pair(hole, flop)
    if kind == TRIPS:
        return 1 if hidden else 2
    if kind == TWO_PAIR:
        return 3
    if hidden:
        if hole[0] // 4 == hole[1] // 4:
            return IN_HAND + hole[0] // 4
        for card in flop:
            if card // 4 == hole[0] // 4:
                return WITH_FLOP + hole[0] // 4
        return WITH_FLOP + hole[1] // 4
    flush = -1
    for card in hole:
        suited = 0
        for other in five:
            suited += 1 if other % 4 == card % 4 else 0
        if suited == 4:
            flush = max(flush, card // 4)
    if flush >= 0:
        return TO_FLUSH + flush
    return (ON_FLOP if paired else NOTHING) + max(hole[0] // 4, hole[1] // 4)


IN_HAND, WITH_FLOP, TO_FLUSH, ON_FLOP, NOTHING = range(4, 69, 13)
FLOP_KINDS = (
    "a straight or better",
    "three of a kind with a card of the hand",
    "three of a kind on the flop",
    "two pair",
    *(f"a pair in the hand: {name}" for name in PLURALS),
    *(f"a pair with a card of the flop: {name}" for name in PLURALS),
    *(f"four to a flush, the higher own card of it: {name}" for name in RANK_NAMES),
    *(f"a pair on the flop alone, the higher own card: {name}" for name in RANK_NAMES),
    *(f"nothing, the higher own card: {name}" for name in RANK_NAMES),
)
"""The kinds of hand on the flop."""


@kernel
def rank_holdings(flop: Any, left: Any, two_and_three: bool, keys: Any) -> None:
    """Write for every board on a flop the keys of all hands beside it: value, and number among the pairs."""
    on_flop = BIT[flop[0]] | BIT[flop[1]] | BIT[flop[2]]
    board = [flop[0], flop[1], flop[2], 0, 0]
    hole = [0, 0]
    at = 0
    for i in range(LEFT):
        for j in range(i):
            word = on_flop | BIT[left[i]] | BIT[left[j]]
            board[3], board[4] = left[i], left[j]
            row = keys[at]
            many = 0
            number = -1
            for a in range(LEFT):
                if a in (i, j):
                    number += a
                    continue
                with_a = word | BIT[left[a]]
                hole[0] = left[a]
                for b in range(a):
                    number += 1
                    if b in (i, j):
                        continue
                    if two_and_three:
                        hole[1] = left[b]
                        value = omaha_high(hole, board)
                    else:
                        value = high_of_word(with_a | BIT[left[b]])
                    row[many] = value << LOW_BITS | number
                    many += 1
            at += 1


@kernel
def stand_all(row: Any, first: Any, second: Any, stands: Any) -> None:
    """Count how each hand beside a board stands against the 990 others, by number of the result.

    `row` are the hands' keys in order, `first` and `second` the places of a pair's cards. The hands that hold
    neither card of a hand are all hands without those that hold the one or the other; the hand itself, which
    holds both, would be taken away twice.
    """
    under = [0] * LEFT
    level = [0] * LEFT
    poor = [0] * LEFT
    no_pair = 0
    while no_pair < HOLDINGS and not qualifies(row[no_pair] >> LOW_BITS):
        number = row[no_pair] & PAIR_BITS
        poor[first[number]] += 1
        poor[second[number]] += 1
        no_pair += 1
    begin = 0
    while begin < HOLDINGS:
        value = row[begin] >> LOW_BITS
        end = begin
        while end < HOLDINGS and row[end] >> LOW_BITS == value:
            number = row[end] & PAIR_BITS
            level[first[number]] += 1
            level[second[number]] += 1
            end += 1
        qualified = qualifies(value)
        for one in range(begin, end):
            number = row[one] & PAIR_BITS
            a, b = first[number], second[number]
            less = begin - under[a] - under[b]
            same = end - begin - level[a] - level[b] + 1
            more = OTHERS - less - same
            now = stands[one]
            if qualified:
                unqualified = no_pair - poor[a] - poor[b]
                now[WINS], now[WINS + 1] = unqualified, less - unqualified
                now[TIES], now[TIES + 1] = 0, same
                now[LOSES], now[LOSES + 1] = 0, more
            else:
                unqualified = no_pair - poor[a] - poor[b] + 1
                now[WINS], now[WINS + 1] = less, 0
                now[TIES], now[TIES + 1] = same, 0
                now[LOSES] = unqualified - less - same
                now[LOSES + 1] = more - now[LOSES]
        for one in range(begin, end):
            number = row[one] & PAIR_BITS
            a, b = first[number], second[number]
            level[a] = level[b] = 0
            under[a] += 1
            under[b] += 1
        begin = end


@kernel
def meet(
    keys: Any, first: Any, second: Any, worth: Any, stands: Any, whole: Any, river: Any
) -> None:  # fmt: skip
    """Count on every board how each hand stands against the 990 others, by row and number of the result.

    `whole` counts all of it, and `river` what is bet on at last, or folded (at `FOLDED`).
    """
    fold = worth[FOLDED, 0, 0] * OTHERS
    for at in range(len(keys)):
        row = keys[at]
        stand_all(row, first, second, stands)
        for one in range(HOLDINGS):
            number = row[one] & PAIR_BITS
            kind = category(row[one] >> LOW_BITS)
            now = stands[one]
            bets = 0
            for code in range(CODES):
                whole[number, kind, code] += now[code]
                bets += now[code] * worth[1, kind, code]
            if bets >= fold:
                for code in range(CODES):
                    river[1, number, kind, code] += now[code]
            else:
                river[FOLDED, number, kind, 0] += OTHERS


@kernel
def worth_of(counts: Any, worth: Any) -> int:
    """What counts by row and number of the result are worth in all."""
    found = 0
    for row in range(counts.shape[0]):
        for code in range(CODES):
            found += counts[row, code] * worth[row, code]
    return found


@kernel
def decide_flop(
    flop: Any, left: Any, first: Any, second: Any, often: int, worth: Any, whole: Any, river: Any, bets: Any,
    found: Any, before: Any, plan: Any,
) -> None:  # fmt: skip
    """Decide on the flop for every hand: `found` gets what comes of checking before it, `before` of betting.

    `plan` gets by class and kind of hand how often it comes, how often it is bet on, and what a bet and a
    check are worth in all.
    """
    hole = [0, 0]
    for number in range(PAIRS):
        a, b = left[first[number]], left[second[number]]
        of = hole_class(a, b)
        two = worth_of(whole[number], worth[2])
        later = worth_of(river[1, number], worth[1]) + worth_of(river[FOLDED, number], worth[FOLDED])
        hole[0], hole[1] = a, b
        mine = plan[of, flop_kind(hole, flop)]
        mine[0] += often
        mine[2] += often * two
        mine[3] += often * later
        if two >= later:
            bets[hole_place(a, b)] = 1
            mine[1] += often
        for row in range(PAYS_ROWS):
            for code in range(CODES):
                before[of, row, code] += often * whole[number, row, code]
                if two >= later:
                    found[2, of, row, code] += often * whole[number, row, code]
                else:
                    found[1, of, row, code] += often * river[1, number, row, code]
                    found[FOLDED, of, row, code] += often * river[FOLDED, number, row, code]


class Desk:
    """One thread's room to count in."""

    def __init__(self) -> None:
        import numpy as np

        self.keys = np.zeros((BOARDS, HOLDINGS), dtype=np.int64)
        self.whole = np.zeros((PAIRS, PAYS_ROWS, CODES), dtype=np.int32)
        self.river = np.zeros((2, PAIRS, PAYS_ROWS, CODES), dtype=np.int32)
        self.stands = np.zeros((HOLDINGS, CODES), dtype=np.int64)
        self.found = np.zeros((3, CLASSES, PAYS_ROWS, CODES), dtype=np.int64)
        self.before = np.zeros((CLASSES, PAYS_ROWS, CODES), dtype=np.int64)
        self.plan = np.zeros((CLASSES, len(FLOP_KINDS), 4), dtype=np.int64)
        number = np.arange(PAIRS)
        self.first = np.repeat(np.arange(LEFT), np.arange(LEFT))
        self.second = number - self.first * (self.first - 1) // 2


def count_flop(desk: Desk, flop: Any, often: int, two_and_three: bool, worth: Any, bets: Any) -> None:
    """Count all deals with a flop, and whether each pair of cards is bet on there."""
    import numpy as np

    left = np.array([card for card in range(52) if card not in flop], dtype=np.int64)
    desk.whole[:] = 0
    desk.river[:] = 0
    fast(rank_holdings)(flop, left, two_and_three, desk.keys)
    desk.keys.sort(axis=1)
    fast(meet)(desk.keys, desk.first, desk.second, worth, desk.stands, desk.whole, desk.river)
    fast(decide_flop)(
        flop, left, desk.first, desk.second, often, worth, desk.whole, desk.river, bets, desk.found,
        desk.before, desk.plan,
    )  # fmt: skip


def count(game: Ultimate) -> Arrays:
    """Count all deals, each hand deciding as is best for it.

    `found` counts by multiple, row and number of the result; `before` has what four times, three times and a
    check before the flop are worth to each class of two cards, in all; `off_chart` tells of each flop and
    each two cards that get there, as bits, whether the better of twice the ante and another check is not
    what the chart says that is taught; `plan` sums up the flop by kinds of hand that get there.
    """
    import numpy as np

    worth, _ = in_units(game)
    hands, often = flops()
    bets = np.zeros((FLOPS, HOLES), dtype=np.uint8)
    desks = [Desk() for _ in range(THREADS)]

    def work(at: int) -> None:
        for number in range(at, FLOPS, THREADS):
            one = int(often[number])
            count_flop(desks[at], hands[number], one, game.cards_used == TWO_AND_THREE, worth, bets[number])

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    before, later, plan = (
        np.sum([getattr(desk, name) for desk in desks], axis=0) for name in ("before", "found", "plan")
    )
    value = np.zeros((CLASSES, 3), dtype=np.int64)
    found = np.zeros((MOST_TIMES + 1, PAYS_ROWS, CODES), dtype=np.int64)
    kinds = np.zeros((len(FLOP_KINDS), 4), dtype=np.int64)
    for of in range(CLASSES):
        for at, times in enumerate(BEFORE_FLOP.values()):
            value[of, at] = (before[of] * worth[times]).sum()
        value[of, 2] = sum((later[times, of] * worth[times]).sum() for times in range(3))
        best = best_before(value[of])
        if best:
            found[best] += before[of]
        else:
            found[:3] += later[:, of]
            kinds += plan[of]
    chart = charted(value)
    off = np.packbits((bets ^ chart) & (chart != RAISED), axis=1)
    return {"found": found, "before": value, "off_chart": off, "plan": kinds}


@kernel
def write_chart(flops: Any, raised: Any, chart: Any) -> None:
    """What the chart that is taught says on each flop with each two cards; `RAISED` where none get there."""
    for number in range(len(flops)):
        flop = flops[number]
        for b in range(52):
            for a in range(b):
                taken = raised[hole_class(a, b)] > 0
                for card in flop:
                    taken = taken or card in (a, b)
                place = hole_place(a, b)
                chart[number, place] = RAISED if taken else 1 if bets_on_flop((a, b), flop) else 0


def charted(before: Any) -> Any:
    """The chart, for the hands that check before the flop."""
    import numpy as np

    raised = np.array([best_before(one) for one in before], dtype=np.int64)
    chart = np.zeros((FLOPS, HOLES), dtype=np.uint8)
    fast(write_chart)(flops()[0], raised, chart)
    return chart


def bets_of(arrays: Arrays) -> Any:
    """Whether each two cards bet on each flop, as a count keeps it."""
    import numpy as np

    chart = charted(arrays["before"])
    return np.where(chart == RAISED, 0, chart ^ np.unpackbits(arrays["off_chart"], axis=1, count=HOLES))


THREADS = 2
TWO_AND_THREE = "two-and-three"


def best_before(value: Any) -> int:
    """The best multiple before the flop by what four, three and a check are worth: 4, 3, or 0 for a check."""
    for at, times in enumerate(BEFORE_FLOP.values()):
        if value[at] >= max(value):
            return times
    return 0


def worths(game: Ultimate) -> list[list[list[Fraction]]]:
    """What a hand comes to in antes by multiple, row and number of the result."""
    return [
        [[worth(game, times, row, code) for code in range(CODES)] for row in range(PAYS_ROWS)]
        for times in range(MOST_TIMES + 1)
    ]


def in_units(game: Ultimate) -> tuple[Any, int]:
    """What a hand comes to as whole numbers of a unit, and how many units an ante is."""
    import numpy as np

    found = worths(game)
    scale = lcm(*(one.denominator for rows in found for codes in rows for one in codes))
    units = [[[int(one * scale) for one in codes] for codes in rows] for rows in found]
    return np.array(units, dtype=np.int64), scale


def worth(game: Ultimate, times: int, row: int, code: int) -> Fraction:
    """What ante, blind and play come to."""
    return sum((part.won * times for _, times, part in parts(game, times, row, code)), Fraction(0))


def parts(game: Ultimate, times: int, row: int, code: int) -> list[tuple[str, int, Result]]:
    """What ante, blind and play come to apart, each with its multiple of the ante."""
    if times == FOLDED:
        return [(spot, 1, result("fold", LOSE)) for spot in (ANTE, BLIND)]
    how, qualified = divmod(code, 2)
    ante, play, blind = base_outcomes(how, qualified == 1)
    if blind is None:
        paid = result(*winners_blind(game, row))
    else:
        paid = result(RESULTS[how], blind)
    return [(ANTE, 1, result("", ante)), (PLAY, times, result("", play)), (BLIND, 1, paid)]


def winners_blind(game: Ultimate, row: int) -> tuple[str, Outcome]:
    """The row that the blind of a winner hits, and what it is owed."""
    [bonus] = [bonus for bonus in game.bonuses_in_use() if bonus.spot == BLIND]
    return bonus_outcome(bonus, {BEST_FIVE: FIVE_CARD_VALUES[row]}, game)


FIVE_CARD_VALUES = tuple(
    next(place << 20 for place in range(14) if category(place << 20) == row) for row in range(PAYS_ROWS)
)
"""A value of each row."""


def depends(game: Ultimate) -> dict[str, Any]:
    """All that the count depends on."""
    found = [[[str(one) for one in codes] for codes in rows] for rows in worths(game)]
    return {"worth": found, "cards-used": game.cards_used}


def kept(game: Ultimate) -> Arrays:
    """The count of a game, as it is kept or counted now."""
    return obtain("ultimate", depends(game), lambda: count(game))


def decisions(game: Ultimate) -> tuple[Any, Any, Any]:
    """All decisions before the river, in the form that kernels take.

    The multiple before the flop by class of two cards; the kind of each flop; and by kind of flop and place
    of two cards whether they are bet on.
    """
    import numpy as np

    arrays = kept(game)
    raised = np.array([best_before(one) for one in arrays["before"]], dtype=np.int64)
    kinds = np.zeros(comb(52, 3), dtype=np.int32)
    fast(number_kinds)(3, (0, 0, 0, 0), 0, kinds, np.zeros(comb(52, 3), dtype=np.uint8))
    return raised, kinds, bets_of(arrays)


def flops() -> tuple[Any, Any]:
    """One flop of each kind by suits, and how many are of its kind."""
    import numpy as np

    hand = [0, 0, 0]
    found, often = [], []
    word = first_set(hand, 3)
    while word:
        if first_of_kind(word) == word:
            found.append(tuple(hand))
            often.append(of_its_kind(word))
        word = next_set(hand, 3)
    return np.array(found, dtype=np.int64), np.array(often, dtype=np.int64)
