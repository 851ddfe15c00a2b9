"""The best chart: what each action is worth for every hand against every up card, and what it all comes to.

A chart's row is all hands alike in total (or pair); what an action is worth in it is the mean over these
hands, as often as they come. The chart is made from its highest totals down, and again from what its own
decisions make of the hands, until it stays as it is. It knows no suits: where pairs of tens are split again
only with the right suit or rank, it splits them once at most.

The worth of a chart is exact but for the rounding of its numbers (far below a billionth of a bet): hands that
draw are followed through every set of cards; hands that a split made are alike by symmetry, and what the
other hands of the seat began with is counted by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from housedealer.odds.blackjack.against import Against, Hands, Shoe
from housedealer.odds.blackjack.play import row_of, two_card_class
from housedealer.odds.blackjack.tables import (
    ACE,
    ACTIONS,
    DEALT,
    DOUBLES,
    GIVES_UP,
    HITS,
    KINDS,
    MAY_SPLIT,
    PAIR,
    POINTS,
    ROWS,
    SPLIT_NATURAL,
    SPLIT_OUT,
    SPLITS,
    STANDS,
    STATES,
    TEN,
    Tables,
)

SWEEPS = 6
"""How often the chart is made anew at most; it settles after two or three."""
FAINT = 1e-9
"""How much a hand counts that the chart never makes: enough to decide it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bettor does: of two cards by `two[when, row, up]`, of more by `more[state, up]`.

    `early[row, up]` are hands given up before anybody looks. `worth[row, up, action]` is what each action is
    worth to a hand as dealt, and `worth_more` to a longer one; what cannot be done is worth nothing that is a
    number. `often[row, up]` is how often a row comes up, of all rounds. `edge` is what the bettor loses of
    his first stake on average, `by_up` how much of it against each up card.
    """

    two: Any
    more: Any
    early: Any
    worth: Any
    worth_more: Any
    often: Any
    edge: float
    by_up: Any


class Column:
    """The decisions against one up card."""

    def __init__(self, whole: Shoe, up: int, early: bool) -> None:
        import numpy as np

        self.against, self.tables, self.up, self.early_asked = Against(whole, up), whole.tables, up, early
        self.rows: dict[int, list[tuple[int, int, float]]] = {}
        self.naturals: list[tuple[int, int, float]] = []
        for one, two, chance in whole.dealt(up):
            if two_card_class(one, two) >= STATES:
                self.naturals.append((one, two, chance))
            else:
                self.rows.setdefault(row_of(one, two), []).append((one, two, chance))
        self.ended = {
            (one, two): self.against.ended(one, two)
            for hands in (*self.rows.values(), self.naturals)
            for one, two, _ in hands
        }
        self.two = np.zeros((3, ROWS), dtype=np.int64)
        self.early = np.zeros(ROWS, dtype=np.int64)
        self.worth = np.full((ROWS, len(ACTIONS)), np.nan)
        self.often = np.zeros(ROWS)
        self._halves: dict[tuple[Any, ...], float] = {}

    def decide(self) -> None:
        """Make all decisions, again and again until they stay as they are."""
        every = self._reach(lambda row: HITS, every_hand=True)
        reach = every
        for _ in range(SWEEPS):
            self.against.decide_longer(reach)
            before = self.two.copy()
            for row, hands in self.rows.items():
                self._decide_row(row, hands)
            if (before == self.two).all() and reach is not every:
                return
            reach = self._reach(lambda row: int(self.two[DEALT, row])) + FAINT * every

    def _reach(self, does: Any, every_hand: bool = False) -> Any:
        """How often each set of three cards or more comes to decide, if hands of two cards do this."""
        held, against = self.against.whole.holdings, self.against
        hits = against.hits.copy()
        if every_hand:
            against.hits[:] = HITS
        under_way = Hands(against, against.left, against.many)
        for row, hands in self.rows.items():
            if does(row) == HITS and not self.early[row]:
                for one, two, chance in hands:
                    under_way.begin(one, two, HITS, 0, chance)
        against.follow(under_way.draws, under_way.ends, against.left, against.many)
        against.hits[:] = hits
        found = under_way.draws + under_way.ends
        found[held.size == 2] = 0.0
        return found

    def _decide_row(self, row: int, hands: list[tuple[int, int, float]]) -> None:
        """What each action is worth to a row, and the best that a hand may do as dealt and after splits."""
        may = self.tables.may
        whole = sum(chance for _, _, chance in hands)
        played = whole - sum(chance * self.ended[one, two][0] for one, two, chance in hands)
        sums: dict[int, float] = {}
        for action in range(len(ACTIONS)):
            if any(may[when, row] & 1 << action for when in (DEALT, MAY_SPLIT)):
                sums[action] = sum(chance * self._worth(row, one, two, action) for one, two, chance in hands)
        for when in (DEALT, MAY_SPLIT, SPLIT_OUT):
            allowed = [action for action in sums if may[when, row] & 1 << action]
            if when == MAY_SPLIT and row == PAIR + TEN and not self.tables.tens_freely:
                allowed = [action for action in allowed if action != SPLITS]
            if allowed:
                self.two[when, row] = max(allowed, key=lambda action: sums[action])
        ended = sum(chance * self.ended[one, two][1] for one, two, chance in hands)
        base, scale = (ended, whole) if self.early_asked else (0.0, played)
        dealt = [action for action in sums if may[DEALT, row] & 1 << action]
        for action in dealt:
            self.worth[row, action] = (sums[action] + base) / scale
        self.often[row] = whole
        if self.early_asked:
            self.worth[row, GIVES_UP] = -0.5
            self.early[row] = max(sums[action] + base for action in dealt) < -0.5 * whole

    def _worth(self, row: int, one: int, two: int, action: int) -> float:
        """What two cards come to by an action, in the rounds that the look does not end."""
        if action == STANDS:
            return float(self.against.stand[self.against.place(one, two)])
        if action == HITS:
            return self.against.hit(one, two)
        if action == DOUBLES:
            return self.against.doubled(one, two)
        if action == SPLITS:
            return self.split(row, one, two)
        return -0.5 * (1 - self.ended[one, two][0])

    # -- splits ------------------------------------------------------------------------------------

    def split(self, row: int, one: int, two: int) -> float:
        """What a pair comes to that is split, and split again where the chart does."""
        game = self.tables.game
        if self.two[MAY_SPLIT, row] != SPLITS or game.splits < 2:
            return self._half(one, two, 0, True, True) + self._half(two, one, 0, True, True)
        most = game.splits + 1
        return sum(
            times * self._seat(one, paired, apart, after)
            for (paired, apart, after), times in patterns(most).items()
        )

    def _seat(self, pair: int, paired: int, apart: int, after: int) -> float:
        """The hands of one course of a seat, as `patterns` names it, times the chance of the course."""
        whole = 0.0
        for excluded in range(apart):
            sign = comb(apart - 1, excluded) * (-1) ** excluded
            whole += apart * sign * self._gone(pair, paired + excluded, False)
        for excluded in range(apart + 1 if after else 0):
            sign = comb(apart, excluded) * (-1) ** excluded
            whole += after * sign * self._gone(pair, paired + excluded, True)
        return whole

    def _gone(self, pair: int, many: int, any_card: bool) -> float:
        """What a hand that a split made comes to if so many given cards pair too, times their chance."""
        against = self.against
        chance = 1.0
        for taken in range(many):
            chance *= (against.left[pair] - 2 - taken) / (against.many - 2 - taken)
        if chance <= 0.0:
            return 0.0
        found = self._half(pair, pair, many, True, False)
        return chance * (found + (self._half(pair, pair, many, False, True) if any_card else 0.0))

    def _half(self, mine: int, other: int, gone: int, apart: bool, pairs: bool) -> float:
        """What a hand that begins with one card comes to with its second, a pair or one `apart`, as is asked.

        `other` began the seat's other hand, and `gone` cards more of its kind are out of the shoe.
        """
        key = (self.two[1:].tobytes(), self.against.hits.tobytes(), mine, other, gone, apart, pairs)
        found = self._halves.get(key)
        if found is None:
            found = self._halves[key] = self._count_half(mine, other, gone, apart, pairs)
        return found

    def _count_half(self, mine: int, other: int, gone: int, apart: bool, pairs: bool) -> float:
        against = self.against
        left, many = against.left.copy(), against.many - 1 - gone
        left[other] -= 1 + gone
        hands = Hands(against, left, many)
        for kind in self.tables.kinds:
            have = left[kind] - (kind == mine)
            paired = POINTS[kind] == POINTS[mine]
            if have <= 0 or not (pairs if paired else apart):
                continue
            row, found = row_of(mine, kind), two_card_class(mine, kind)
            action = int(self.two[SPLIT_OUT if paired else MAY_SPLIT, row])
            if found >= STATES:
                found, action = SPLIT_NATURAL, STANDS
            elif POINTS[mine] == ACE:
                action = STANDS
            hands.begin(mine, kind, action, found, have / (many - 1))
        return hands.come_to()

    # -- the whole ---------------------------------------------------------------------------------

    def come_to(self) -> float:
        """What a bettor wins on average of a unit in the rounds with this up card."""
        against = self.against
        whole = 0.0
        hands = Hands(against, against.left, against.many)
        for one, two, chance in self.naturals:
            hands.begin(one, two, STANDS, two_card_class(one, two), chance)
            whole += chance * self.ended[one, two][1]
        for row, alike in self.rows.items():
            action = int(self.two[DEALT, row])
            for one, two, chance in alike:
                if self.early[row]:
                    whole -= 0.5 * chance
                    continue
                whole += chance * self.ended[one, two][1]
                if action == SPLITS:
                    whole += chance * self.split(row, one, two)
                else:
                    hands.begin(one, two, action, two_card_class(one, two), chance)
        return whole + hands.come_to()


@cache
def patterns(most: int) -> Mapping[tuple[int, int, int], int]:
    """The courses of a seat that splits up to so many hands, by the cards that each hand gets second.

    How many of them pair, how many hands get another card while there was room to split, how many hands get
    any card because there was none; and in how many orders.

    >>> dict(patterns(2)), sum(patterns(4).values())
    ({(0, 0, 2): 1}, 8)
    """
    found: Counter[tuple[int, int, int]] = Counter()

    def draw(hands: int, waiting: int, paired: int, apart: int, after: int) -> None:
        if not waiting:
            found[paired, apart, after] += 1
        elif hands == most:
            found[paired, apart, after + waiting] += 1
        else:
            draw(hands + 1, waiting + 1, paired + 1, apart, after)
            draw(hands, waiting - 1, paired, apart + 1, after)

    draw(2, 2, 0, 0, 0)
    return found


def make_plan(tables: Tables, shoe: list[int]) -> Plan:
    """The best chart of a game under its rulings: every up card's column, and what they are worth."""
    import numpy as np

    early = tables.game.surrender == "before-look"
    whole = Shoe(tables, shoe)
    two = np.zeros((3, ROWS, KINDS), dtype=np.int64)
    longer = np.zeros((STATES, KINDS), dtype=np.int64)
    given_up = np.zeros((ROWS, KINDS), dtype=np.int64)
    worth = np.full((ROWS, KINDS, len(ACTIONS)), np.nan)
    worth_more = np.full((STATES, KINDS, len(ACTIONS)), np.nan)
    often, by_up = np.zeros((ROWS, KINDS)), np.zeros(KINDS)

    def column_of(up: int) -> tuple[Column, float]:
        column = Column(whole, up, early)
        column.decide()
        return column, column.come_to()

    with ThreadPoolExecutor() as pool:
        columns = zip(tables.kinds, pool.map(column_of, tables.kinds), strict=True)
        for up, (column, won) in columns:
            chance = shoe[up] / sum(shoe)
            two[:, :, up], given_up[:, up] = column.two, column.early
            longer[:, up] = column.against.hits
            worth[:, up], worth_more[:, up] = column.worth, column.against.means
            often[:, up] = column.often * chance
            by_up[up] = -chance * won
    return Plan(two, longer, given_up, worth, worth_more, often, float(by_up.sum()), by_up)
