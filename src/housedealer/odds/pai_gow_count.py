"""Pai gow poker counted whole: every two hands of seven cards that share none, both set the house way.

There are eight thousand million million deals, and no need to look at each. Every hand is set once. Pairs
that share no card are all pairs, less those that share a card, plus those that share two, and so on: for each
set of shared cards the hands that hold it are sorted, and how many of them a hand beats follows from the
order. Sets that differ by the names of suits alone are looked at once, and so are the hands beside them.

    >>> stabilizer(False, True, True), stabilizer(True, True, True)
    (6, 24)
"""

from __future__ import annotations

from array import array
from itertools import permutations
from math import comb
from typing import Any

from housedealer.games.pai_gow.house_way import house_way, split_back, split_front
from housedealer.games.pai_gow.poker import FOUL, LOSES, PUSHES, WINS, result
from housedealer.kernel import fast, kernel
from housedealer.odds.seven_cards import (
    CLASSES,
    HAND,
    SETS,
    SETS_FROM,
    class_of_seven,
    lay_out,
    orders_of_suits,
)
from housedealer.pieces.cards import JOKER
from housedealer.ranking.poker import SIZE
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import JOKER_WILD, high_with

CAME = 3
"""Results of the wager: `LOSES`, `PUSHES` and `WINS`, counted from `LOSES`."""
SUITS = 4
CHOOSE = array("q", [comb(many, held) for held in range(HAND + 1) for many in range(52)])
"""How many ways there are to take `held` of `many`, at 52 * held + many."""

ALL = (1 << 13) - 1
"""All ranks, as a set."""
FRONT_AT, BACK_AT = 4, 12
"""Where the front and the back begin in a set hand's word; the class of its seven cards is below."""
FRONTS, BACKS = 1 << 8, 1 << 13
BLOCK = 8
FEW = 64
"""So many hands are compared two by two."""


@kernel
def stabilizer(one: bool, two: bool, three: bool) -> int:
    """The orders of suits that change nothing, where suits 0 and 1, 1 and 2, 2 and 3 are alike or not."""
    if one and two and three:
        return 24
    if (one and two) or (two and three):
        return 6
    if one and three:
        return 4
    return 2 if one or two or three else 1


@kernel
def fill_places(places: Any) -> None:
    """For a suit, the cards in suits before it, and its ranks: what they add to the number of a hand.

    The numbers of hands of a size run from 0 without a gap, and hands that differ in the first suit alone lie
    together.
    """
    for suit in range(SUITS):
        for before in range(HAND + 1):
            for ranks in range(1 << 13):
                if SIZE[ranks] + before > HAND:
                    continue
                found = 0
                held = before
                for rank in range(13):
                    if ranks >> rank & 1:
                        held += 1
                        found += CHOOSE[52 * held + 13 * suit + rank]
                places[suit, before, ranks] = found


@kernel
def place(places: Any, a: int, b: int, c: int, d: int) -> int:
    """The number of a hand among those with as many cards, by the ranks of its suits."""
    two = SIZE[a] + SIZE[b]
    found: int = places[0, 0, a] + places[1, SIZE[a], b] + places[2, two, c] + places[3, two + SIZE[c], d]
    return found


@kernel
def set_kinds(
    ranks: int, jokers: int, chart: Any, flags: int, bonus_flags: int, hand: Any, found: Any
) -> int:  # fmt: skip
    """Set one hand of each kind the house way; gives how many there are.

    `ranks` are those that each suit of the deck has. A row of `found` has the front, the back, the class of
    the seven cards, and the ranks of the four suits.
    """
    wild = flags & JOKER_WILD != 0
    at = 0
    natural = HAND - jokers
    if jokers:
        hand[0] = JOKER
    for i in range(SETS_FROM[natural + 1]):
        a = SETS[i]
        if a & ~ranks:
            continue
        after_a = natural - SIZE[a]
        at_a = lay_out(hand, jokers, a, 0)
        for j in range(SETS_FROM[after_a + 1]):
            b = SETS[j]
            if b > a or b & ~ranks:
                continue
            after_b = after_a - SIZE[b]
            at_b = lay_out(hand, at_a, b, 1)
            for k in range(SETS_FROM[after_b + 1]):
                c = SETS[k]
                if c > b or c & ~ranks:
                    continue
                last = after_b - SIZE[c]
                at_c = lay_out(hand, at_b, c, 2)
                for m in range(SETS_FROM[last], SETS_FROM[last + 1]):
                    d = SETS[m]
                    if d > c or d & ~ranks:
                        continue
                    if len(found):
                        lay_out(hand, at_c, d, 3)
                        split = house_way(hand, chart, flags)
                        row = found[at]
                        row[0] = two_rank(split_front(hand, split), wild)
                        row[1] = high_with(split_back(hand, split), flags)
                        row[2] = class_of_seven(hand, bonus_flags)
                        row[3], row[4], row[5], row[6] = a, b, c, d
                    at += 1
    return at


@kernel
def spread(words: Any, suits: Any, places: Any, orders: Any, table: Any) -> None:
    """Write the word of each hand to all hands of its kind."""
    for at in range(len(words)):
        row = suits[at]
        for order in orders:
            where = place(places, row[order[0]], row[order[1]], row[order[2]], row[order[3]])
            table[where] = words[at]


@kernel
def gather(
    s: Any, ranks: int, natural: int, table: Any, places: Any, words: Any, often: Any, at: int
) -> int:  # fmt: skip
    """List the hands with so many natural cards that hold a set of cards, from a place on; gives the next.

    Of hands that differ by suits that are alike in the set one is listed, with how many there are.
    """
    s0, s1, s2, s3 = s[0], s[1], s[2], s[3]
    whole = natural - SIZE[s0] - SIZE[s1] - SIZE[s2] - SIZE[s3]
    if whole < 0:
        return at
    not0, not1, not2, not3 = s0 | ~ranks, s1 | ~ranks, s2 | ~ranks, s3 | ~ranks
    alike = stabilizer(s0 == s1, s1 == s2, s2 == s3)
    for i in range(SETS_FROM[whole + 1]):
        t3 = SETS[i]
        if t3 & not3:
            continue
        after3 = whole - SIZE[t3]
        for j in range(SETS_FROM[after3 + 1]):
            t2 = SETS[j]
            if t2 & not2 or (s2 == s3 and t2 < t3):
                continue
            after2 = after3 - SIZE[t2]
            for k in range(SETS_FROM[after2 + 1]):
                t1 = SETS[k]
                if t1 & not1 or (s1 == s2 and t1 < t2):
                    continue
                after1 = after2 - SIZE[t1]
                one = after1 + SIZE[s0]
                two = one + SIZE[t1] + SIZE[s1]
                three = two + SIZE[t2] + SIZE[s2]
                base = places[1, one, s1 | t1] + places[2, two, s2 | t2] + places[3, three, s3 | t3]
                same2, same3 = s1 == s2 and t1 == t2, s2 == s3 and t2 == t3
                for m in range(SETS_FROM[after1], SETS_FROM[after1 + 1]):
                    t0 = SETS[m]
                    if t0 & not0 or (s0 == s1 and t0 < t1):
                        continue
                    words[at] = table[base + places[0, 0, s0 | t0]]
                    often[at] = alike // stabilizer(s0 == s1 and t0 == t1, same2, same3)
                    at += 1
    return at


@kernel
def meet_few(words: Any, often: Any, many: int, times: int, found: Any) -> None:
    """Compare some hands two by two: each as a bettor's against each as the player-dealer's."""
    for at in range(many):
        front, back = words[at] >> FRONT_AT & 255, words[at] >> BACK_AT
        seven = words[at] & 15
        for bank in range(many):
            came = result(
                front, back + BACKS, words[bank] >> FRONT_AT & 255, (words[bank] >> BACK_AT) + BACKS
            )
            found[seven, came - LOSES] += times * often[at] * often[bank]


@kernel
def meet(
    words: Any,
    often: Any,
    many: int,
    times: int,
    starts: Any,
    order: Any,
    fronts: Any,
    blocks: Any,
    below: Any,
    found: Any,
) -> None:
    """Compare many hands each with each: how many it beats in both parts, and how many beat or equal both."""
    starts[:] = 0
    below[:] = 0
    fronts[:] = 0
    blocks[:] = 0
    whole = 0
    for at in range(many):
        starts[(words[at] >> BACK_AT) + 1] += 1
        below[(words[at] >> FRONT_AT & 255) + 1] += often[at]
        whole += often[at]
    for back in range(BACKS):
        starts[back + 1] += starts[back]
    for front in range(FRONTS):
        below[front + 1] += below[front]
    for at in range(many):
        back = words[at] >> BACK_AT
        order[starts[back]] = at
        starts[back] += 1
    lower = 0  # hands with a lower back
    begun = 0
    while begun < many:
        back = words[order[begun]] >> BACK_AT
        ended = starts[back]
        for number in range(begun, ended):
            word, times_here = words[order[number]], often[order[number]]
            front = word >> FRONT_AT & 255
            wins = 0
            for block in range(front // BLOCK):
                wins += blocks[block]
            for other in range(front // BLOCK * BLOCK, front):
                wins += fronts[other]
            loses = whole - below[front] - lower + wins
            seven = word & 15
            found[seven, WINS - LOSES] += times * times_here * wins
            found[seven, 0] += times * times_here * loses
            found[seven, PUSHES - LOSES] += times * times_here * (whole - wins - loses)
        for number in range(begun, ended):
            front = words[order[number]] >> FRONT_AT & 255
            fronts[front] += often[order[number]]
            blocks[front // BLOCK] += often[order[number]]
            lower += often[order[number]]
        begun = ended


@kernel
def meet_all(
    ranks: int,
    table: Any,
    joker_table: Any,
    places: Any,
    words: Any,
    often: Any,
    order: Any,
    starts: Any,
    fronts: Any,
    blocks: Any,
    below: Any,
    found: Any,
) -> None:
    """Count all pairs of hands without a card in common, by the first one's seven cards and result.

    Each set of natural cards that they may share is looked at without the joker and with it.
    """
    s = [0, 0, 0, 0]
    for shared in range(HAND + 1):
        for i in range(SETS_FROM[shared + 1]):
            s[0] = SETS[i]
            if s[0] & ~ranks:
                continue
            after0 = shared - SIZE[s[0]]
            for j in range(SETS_FROM[after0 + 1]):
                s[1] = SETS[j]
                if s[1] > s[0] or s[1] & ~ranks:
                    continue
                after1 = after0 - SIZE[s[1]]
                for k in range(SETS_FROM[after1 + 1]):
                    s[2] = SETS[k]
                    if s[2] > s[1] or s[2] & ~ranks:
                        continue
                    after2 = after1 - SIZE[s[2]]
                    for m in range(SETS_FROM[after2], SETS_FROM[after2 + 1]):
                        s[3] = SETS[m]
                        if s[3] > s[2] or s[3] & ~ranks:
                            continue
                        times = orders_of_suits(s[0], s[1], s[2], s[3]) * (-1 if shared % 2 else 1)
                        jokers = gather(s, ranks, HAND - 1, joker_table, places, words, often, 0)
                        if jokers > FEW:
                            meet(words, often, jokers, -times, starts, order, fronts, blocks, below, found)
                        else:
                            meet_few(words, often, jokers, -times, found)
                        many = gather(s, ranks, HAND, table, places, words, often, jokers)
                        if many > FEW:
                            meet(words, often, many, times, starts, order, fronts, blocks, below, found)
                        else:
                            meet_few(words, often, many, times, found)


def count(chart: tuple[int, ...], flags: int, bonus_flags: int, ranks: int = ALL) -> Any:
    """All deals of two hands from one deck with a joker, by the first one's seven cards and result.

    Of a shorter deck only these ranks are there.
    """
    import numpy as np

    check_rule()
    places = np.zeros((SUITS, HAND + 1, 1 << 13), dtype=np.int64)
    fast(fill_places)(places)
    kinds = [set_hands(ranks, jokers, chart, flags, bonus_flags) for jokers in (0, 1)]
    whole = np.concatenate(kinds)
    assert (whole[:, 0] <= whole[:, 1]).all(), "the house way sets no hand foul"
    fronts, front_of = np.unique(whole[:, 0], return_inverse=True)
    backs, back_of = np.unique(whole[:, 1], return_inverse=True)
    assert len(fronts) <= FRONTS
    assert len(backs) <= BACKS
    made = (back_of << BACK_AT | front_of << FRONT_AT | whole[:, 2]).astype(np.uint32)
    orders = np.array(list(permutations(range(SUITS))), dtype=np.int64)
    tables = [np.zeros(comb(52, HAND - jokers), dtype=np.uint32) for jokers in (0, 1)]
    for words, rows, table in zip(np.split(made, [len(kinds[0])]), kinds, tables, strict=True):
        fast(spread)(words, rows[:, 3:], places, orders, table)
    deck = (
        4 * ranks.bit_count()
    )  # a set of shared cards leaves fewer hands than this, none leaves one of a kind
    most = max(len(whole), comb(deck, HAND - 1) + comb(deck, HAND - 2))
    words, often, order = (np.zeros(most, dtype=np.int64) for _ in range(3))
    starts, fronts_met, below = (np.zeros(many + 1, dtype=np.int64) for many in (BACKS, FRONTS, FRONTS))
    blocks = np.zeros(FRONTS // BLOCK + 1, dtype=np.int64)
    found = np.zeros((CLASSES, CAME), dtype=np.int64)
    fast(meet_all)(
        ranks, tables[0], tables[1], places, words, often, order, starts, fronts_met, blocks, below, found
    )  # fmt: skip
    return found


def set_hands(ranks: int, jokers: int, chart: tuple[int, ...], flags: int, bonus_flags: int) -> Any:
    """One hand of each kind with so many jokers, set (see `set_kinds`)."""
    import numpy as np

    rules = (np.array(chart), flags, bonus_flags, np.zeros(HAND, dtype=np.int64))
    many = fast(set_kinds)(ranks, jokers, *rules, np.zeros((0, 7), dtype=np.int32))
    found = np.zeros((many, 7), dtype=np.int32)
    fast(set_kinds)(ranks, jokers, *rules, found)
    return found


def check_rule() -> None:
    """The count knows the rule of the table by what it says of parts that are lower, equal and higher.

    A hand wins that beats both parts, and loses that beats neither.
    """
    for front in (-1, 0, 1):
        for back in (-1, 0, 1):
            beaten = (front > 0) + (back > 0)
            came = result(5 + front, 50 + back, 5, 50)
            assert came == (LOSES, PUSHES, WINS)[beaten] != FOUL
