"""What hands come to against one up card, counted over the shoe: where they stand, and if they draw.

Everything is counted with the cards that are gone taken out of the shoe: the hand, the up card, and for a
split the cards that begin the other hands. Where somebody looks under the up card, the rounds that end there
are counted apart, for they come to the same whatever a hand would have done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from housedealer.kernel import fast, kernel
from housedealer.odds.blackjack.holdings import (
    Finished,
    Holdings,
    finished_of,
    holdings_of,
    more,
    worth_of_standing,
)
from housedealer.odds.blackjack.play import two_card_class
from housedealer.odds.blackjack.tables import (
    ACTIONS,
    CLASSES,
    DOUBLES,
    HITS,
    KINDS,
    STANDS,
    STATES,
    Tables,
)

GIVEN_UP = CLASSES
"""The class of a hand that is given up after the look."""
NONE = (0,) * KINDS


@kernel
def spread(
    reach: Any, counts: Any, state: Any, child: Any, shoe: Any, many: int, hits: Any, over: Any, ends: Any
) -> None:
    """Follow hands that hit: `reach` is how likely each set is to draw, `ends` receives where they end."""
    for at in range(len(reach)):
        weight = reach[at]
        if weight == 0.0:
            continue
        size = 0
        for kind in range(len(shoe)):
            size += counts[at, kind]
        for kind in range(len(shoe)):
            left = shoe[kind] - counts[at, kind]
            if left <= 0 or child[at, kind] < 0:
                continue
            one = child[at, kind]
            chance = weight * left / (many - size)
            if not over[state[one]] and hits[state[one]] == HITS:
                reach[one] += chance
            else:
                ends[one] += chance


@kernel
def one_more(at: int, counts: Any, child: Any, shoe: Any, many: int, worth: Any) -> float:
    """What a set comes to on average after one card, if each set with one more is worth so much."""
    size = 0
    for kind in range(len(shoe)):
        size += counts[at, kind]
    whole = 0.0
    for kind in range(len(shoe)):
        left = shoe[kind] - counts[at, kind]
        if left > 0 and child[at, kind] >= 0:
            whole += left * worth[child[at, kind]]
    return whole / (many - size)


@kernel
def decide_longer(
    reach: Any, counts: Any, state: Any, child: Any, shoe: Any, many: int, may: Any, over: Any, soft: Any,
    ending: Any,
    stand: Any, worth: Any, drawn: Any, hits: Any, means: Any,
) -> None:  # fmt: skip
    """Make the decisions of longer hands from those that count most down; `worth` is every set under them.

    `reach` is how often a set comes to decide. `means` receives what standing and hitting are worth a state
    on average of the rounds that go on: that none of the cards `ending` lies beneath the up card. A total is
    decided alike with an ace and without, unless it is `soft`.
    """
    last = len(reach) - 1
    while last >= 0:
        first = last
        low = state[last] // 2
        while first > 0 and state[first - 1] // 2 == low:
            first -= 1
        for ace in range(2):
            number = 2 * low + ace
            alike = not soft[2 * low + 1]
            stands, draws, often = 0.0, 0.0, 0.0
            for at in range(first, last + 1):
                if state[at] != number and not alike:
                    continue
                if over[number]:
                    worth[at] = stand[at]
                    continue
                drawn[at] = one_more(at, counts, child, shoe, many, worth)
                stands += reach[at] * stand[at]
                draws += reach[at] * drawn[at]
                left, goes_on = many, many
                for kind in range(len(shoe)):
                    left -= counts[at, kind]
                    goes_on -= shoe[kind] if ending[kind] else counts[at, kind]
                often += reach[at] * goes_on / left
            if over[number]:
                continue
            hits[number] = STANDS
            if often > 0.0:
                means[number, STANDS] = stands / often
                means[number, HITS] = draws / often
            if not may[number] & 1 << STANDS or (may[number] & 1 << HITS and draws > stands):
                hits[number] = HITS
            for at in range(first, last + 1):
                if state[at] == number or alike:
                    worth[at] = drawn[at] if hits[number] == HITS else stand[at]
        last = first - 1


class Shoe:
    """The counts of one game under its rulings with one shoe: everything that is worked out once."""

    def __init__(self, tables: Tables, shoe: list[int]) -> None:
        import numpy as np

        self.tables, self.shoe, self.whole = tables, shoe, sum(shoe)
        self.holdings: Holdings = holdings_of(tables, shoe)
        self.wins = np.array([float(tables.won(at)) for at in range(len(tables.outcomes))])

    def dealt(self, up: int) -> Iterator[tuple[int, int, float]]:
        """Two cards of a bettor with their chance beside this up card, in either order."""
        left = self.shoe.copy()
        left[up] -= 1
        many = self.whole - 1
        for one in self.tables.kinds:
            for two in self.tables.kinds:
                if one <= two:
                    orders = left[one] * (left[two] - (one == two)) * (1 if one == two else 2)
                    if orders > 0:
                        yield one, two, orders / (many * (many - 1))


class Against:
    """The counts against one up card."""

    def __init__(self, whole: Shoe, up: int) -> None:
        import numpy as np

        self.whole, self.up, self.tables = whole, up, whole.tables
        self.left = np.array(whole.shoe, dtype=np.int64)
        self.left[up] -= 1
        self.many = whole.whole - 1
        self.finished: Finished = finished_of(whole.tables, whole.shoe, up)
        tables, names = whole.tables, self.finished.names
        self.ends = [bool(tables.stops[one] and tables.looks[up]) for one in names]
        self.worth = np.zeros((CLASSES + 1, len(names)))
        for mine in range(CLASSES):
            for at, bank in enumerate(names):
                number = tables.result[mine, bank]
                if not self.ends[at] and number >= 0:
                    self.worth[mine, at] = whole.wins[number]
        self.worth[GIVEN_UP] = [0.0 if ends else -0.5 for ends in self.ends]
        self.flat = np.array([len({*wins[~np.array(self.ends)].tolist()}) == 1 for wins in self.worth])
        self.naturals = [
            (next(iter(drawn)), found)
            for found, _, drawn in self.finished.sets()
            if self.ends[names.index(found)]
        ]
        self.ending = np.array([kind in dict(self.naturals) for kind in range(KINDS)])
        sets = len(whole.holdings.state)
        self.stand, self.value, self.drawn = np.zeros(sets), np.zeros(sets), np.zeros(sets)
        self.sum_standing(np.ones(sets), whole.holdings.state, self.left, self.many, self.stand)
        self.hits = np.full(STATES, STANDS, dtype=np.int64)
        self.means = np.full((STATES, len(ACTIONS)), np.nan)

    def sum_standing(self, weights: Any, mine: Any, left: Any, many: int, found: Any) -> float:
        """What sets of these weights come to where they end."""
        one = self.finished
        whole: float = fast(worth_of_standing)(
            self.whole.holdings.counts, weights, mine, left, many, self.worth, self.flat, self.ending,
            one.classes, one.orders, one.begin, one.kinds, one.often, one.drawn, one.shared, found,
        )  # fmt: skip
        return whole

    def place(self, one: int, two: int) -> int:
        """Where the set of two cards is."""
        return self.whole.holdings.at[more(more(NONE, one), two)]

    def ended(self, one: int, two: int) -> tuple[float, float]:
        """How likely the look ends the round of two cards, and what they come to then, times that."""
        chance = worth = 0.0
        mine = two_card_class(one, two)
        left = self.left - self.whole.holdings.counts[self.place(one, two)]
        for kind, found in self.naturals:
            likely = left[kind] / (self.many - 2)
            chance += likely
            worth += likely * self.whole.wins[self.tables.result[mine, found]]
        return chance, worth

    def decide_longer(self, reach: Any) -> None:
        """Make the decisions of longer hands anew."""
        held = self.whole.holdings
        fast(decide_longer)(
            reach, held.counts, held.state, held.child, self.left, self.many, self.tables.may_more,
            self.tables.over, self.tables.soft, self.ending, self.stand, self.value, self.drawn, self.hits,
            self.means,
        )  # fmt: skip

    def follow(self, reach: Any, ends: Any, left: Any, many: int) -> None:
        """Follow hands that hit to where they end."""
        held = self.whole.holdings
        fast(spread)(
            reach, held.counts, held.state, held.child, left, many, self.hits, self.tables.over, ends
        )

    def doubled(self, one: int, two: int) -> float:
        """What two cards come to that are doubled."""
        held = self.whole.holdings
        at = self.place(one, two)
        return 2 * float(fast(one_more)(at, held.counts, held.child, self.left, self.many, self.stand))

    def hit(self, one: int, two: int) -> float:
        """What two cards come to that hit, and go on by the chart."""
        held = self.whole.holdings
        at = self.place(one, two)
        return float(fast(one_more)(at, held.counts, held.child, self.left, self.many, self.value))


class Hands:
    """Hands under way: where they are to draw, where they have ended, and by class where that is another.

    `left` is what the shoe has beside the hands themselves, `many` how many cards that is.
    """

    def __init__(self, against: Against, left: Any, many: int) -> None:
        import numpy as np

        self.against, self.left, self.many = against, left, many
        sets = len(against.whole.holdings.state)
        self.draws, self.ends = np.zeros(sets), np.zeros(sets)
        self.special: dict[int, Any] = {}

    def begin(self, one: int, two: int, action: int, mine: int, weight: float) -> None:
        """Two cards with what they do; `mine` is their class if they stand."""
        at = self.against.place(one, two)
        if action == HITS:
            self.draws[at] += weight
        elif action == DOUBLES:
            held = self.against.whole.holdings
            for kind in self.against.tables.kinds:
                have = self.left[kind] - held.counts[at, kind]
                if have > 0 and held.child[at, kind] >= 0:
                    self.ends[held.child[at, kind]] += 2 * weight * have / (self.many - 2)
        elif action == STANDS and mine < STATES:
            self.ends[at] += weight
        else:
            self.special.setdefault(mine if action == STANDS else GIVEN_UP, self.ends * 0)[at] += weight

    def come_to(self) -> float:
        """What they come to in all."""
        import numpy as np

        against, state = self.against, self.against.whole.holdings.state
        against.follow(self.draws, self.ends, self.left, self.many)
        scratch = np.zeros(len(state))
        whole = against.sum_standing(self.ends, state, self.left, self.many, scratch)
        for mine, weights in self.special.items():
            classes = np.full(len(state), mine, dtype=np.int64)
            whole += against.sum_standing(weights, classes, self.left, self.many, scratch)
        return whole
