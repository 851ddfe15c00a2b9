"""The house way of pai gow poker: how seven cards are set in two and five when the house sets them.

A chart is data. Its rows for two pair and for four of a kind say how much must go in front for the strong
part to stay together in the back; they differ from room to room. The rows that rooms agree on are written
here. `house_way` reads the chart for one hand:

>>> from housedealer.pieces.cards import cards, faces
>>> from housedealer.ranking.variants import PAI_GOW_BUG
>>> rows = (Keep("A K Q", "never"), Keep("J T 9", "A"), Keep("8 7 6", "K"), Keep("5 4 3", "Q"))
>>> chart = Chart(rows, (Keep("A K Q J T 9 8 7 6 5 4 3 2", "pair"),))
>>> hand = cards("10c 10d 6h 6s 3c Ad 5c")
>>> faces(split_front(hand, house_way(hand, lookup(chart), PAI_GOW_BUG)))
'Ad 5c'

The joker counts as an ace when the ranks are counted, and may complete a straight or a flush. Fully wild it
either counts with the largest group of equal cards or is the card that serves best (`serving`). A part's
worth is always its real one, joker included.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import msgspec

from housedealer.kernel import kernel
from housedealer.pieces.cards import RANKS, ranks
from housedealer.ranking.poker import (
    ACE,
    CLASS_PAIR,
    DIGITS,
    FIRST_JOKER,
    HIGH_CARD,
    PAIR,
    QUADS,
    SIZE,
    STRAIGHT,
    TRIPS,
    category,
)
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import JOKER_WILD, high_with, run_with

SPLITS = 21
"""How many ways there are to put two of seven cards in front."""

_front = list(combinations(range(7), 2))
FRONT = array("b", [at for pair in _front for at in pair])
"""The two positions in front of each split, in the order of the splits."""
BACK = array("b", [at for pair in _front for at in range(7) if at not in pair])
"""The five positions in the back of each split."""
del _front

FULL_HOUSE_KEEPS = 26
"""Where a chart says which back a full house must keep when its highest pair goes in front."""

JOKER_SERVES = 27
"""Where a chart says whether a wild joker is the card that serves best."""

NEVER = 1 << 30


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A row of the chart: which ranks it is about, and what must go in front to keep them in the back.

    `keep` is the least that must go in front: a rank, `pair`, `always` (anything will do) or `never`.
    """

    of: str
    keep: str
    lines: tuple[int, int] = (0, 0)

    def least(self) -> int:
        """The least value of the front with which they stay in the back.

        >>> Keep("J T 9", "K").least() == two_rank((44, 0)) - (2 << 12)  # a king and a deuce, less the deuce
        True
        """
        if self.keep in ("always", "never", "pair"):
            return {"always": 0, "never": NEVER, "pair": CLASS_PAIR}[self.keep]
        return (ranks(self.keep)[0] + 2) << 16


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a room's house way says of two pair (by the big pair) and of four of a kind."""

    two_pair: tuple[Keep, ...]
    quads: tuple[Keep, ...]


@cache
def lookup(chart: Chart, full_house_keeps_trips: bool = True, joker_serves: bool = False) -> tuple[int, ...]:
    """A chart as the kernel reads it: 13 fronts for two pair, 13 for four of a kind, full house, wild joker.

    >>> lookup(Chart((), ()))
    Traceback (most recent call last):
    ...
    ValueError: The house way does not say how to set two pair with a big pair of rank 3.
    """
    table = [-1] * 26 + [TRIPS if full_house_keeps_trips else HIGH_CARD]
    for start, rows in ((0, chart.two_pair), (13, chart.quads)):
        for row in rows:
            for place in ranks(row.of):
                table[start + place] = row.least()
    for what, needed in (("two pair with a big pair", table[1:13]), ("four of a kind", table[13:26])):
        if -1 in needed:
            rank = RANKS[needed.index(-1) + 13 - len(needed)]
            raise ValueError(f"The house way does not say how to set {what} of rank {rank}.")
    return (*table, int(joker_serves))


@kernel
def split_front(cards: Sequence[int], split: int) -> tuple[int, int]:
    """The two cards in front under a split."""
    return cards[FRONT[2 * split]], cards[FRONT[2 * split + 1]]


@kernel
def split_back(cards: Sequence[int], split: int) -> tuple[int, int, int, int, int]:
    """The five cards in the back under a split."""
    at = 5 * split
    return (
        cards[BACK[at]],
        cards[BACK[at + 1]],
        cards[BACK[at + 2]],
        cards[BACK[at + 3]],
        cards[BACK[at + 4]],
    )


@kernel
def top_rank(bits: int) -> int:
    """The highest rank of a set.

    >>> top_rank(0b1000000000101), top_rank(0b101)
    (12, 2)
    """
    return (DIGITS[bits] >> 16) - 2


@kernel
def best(cards: Sequence[int], high: int, low: int, stand_in: int, least: int, flags: int) -> int:
    """The split with the best front, and of those the best back, or -1 if none will do.

    The back must be of category `least` or better and not below the front; the front's ranks are `high` and
    `low`, or any if `high` is below zero. A joker in front is of rank `stand_in`. Of equal splits the one
    with the higher cards in front is taken, the joker being the highest.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.variants import PAI_GOW_BUG
    >>> hand = cards("Kc Qh Qd Jh 10s 9s 8c")
    >>> split_front(hand, best(hand, -1, -1, ACE, STRAIGHT, PAI_GOW_BUG)) == cards("Kc Qh")
    True
    """
    found = -1
    found_front = 0
    found_back = 0
    found_cards = 0
    for split in range(SPLITS):
        front_cards = split_front(cards, split)
        more = max(front_cards[0], front_cards[1])
        less = min(front_cards[0], front_cards[1])
        if high >= 0:
            more_rank = stand_in if more >= FIRST_JOKER else more // 4
            less_rank = less // 4
            if max(more_rank, less_rank) != high or min(more_rank, less_rank) != low:
                continue
        front = two_rank(front_cards, flags & JOKER_WILD != 0)
        if front < found_front:
            continue
        back = high_with(split_back(cards, split), flags)
        if back < front or category(back) < least:
            continue
        identity = more * 64 + less
        if front == found_front and (back < found_back or (back == found_back and identity < found_cards)):
            continue
        found = split
        found_front = front
        found_back = back
        found_cards = identity
    return found


@kernel
def house_way(cards: Sequence[int], chart: Sequence[int], flags: int) -> int:
    """The number of the split by which the house sets seven cards, of which one may be a joker.

    >>> from housedealer.pieces.cards import cards, faces
    >>> from housedealer.ranking.variants import PAI_GOW_BUG
    >>> def front(text):
    ...     hand = cards(text)
    ...     return faces(split_front(hand, house_way(hand, (NEVER,) * 26 + (TRIPS,), PAI_GOW_BUG)))
    >>> front("As Kh Qd 10h 8s 7s 2c"), front("10c 10d Qs Jh 8c 6d 3d"), front("Jk 7s 6h 5s 4d 3c 2d")
    ('Kh Qd', 'Qs Jh', 'Jk 7s')
    """
    one = 0
    two = 0
    three = 0
    four = 0
    five = 0
    suits = 0
    jokers = 0
    for card in cards:
        if card >= FIRST_JOKER:
            jokers += 1
            continue
        bit = 1 << (card >> 2)
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        suits += 1 << 8 * (card & 3)
    complete = can_complete(one, suits, jokers, flags)

    stand_in = ACE
    if jokers:
        if flags & JOKER_WILD and chart[JOKER_SERVES] and not four >> ACE:
            return serving(cards, one, complete, flags)
        if flags & JOKER_WILD:
            stand_in = top_rank(four or three or two or one)
        bit = 1 << stand_in
        five |= four & bit
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit

    if five >> ACE:
        return best(cards, ACE, ACE, stand_in, HIGH_CARD, flags)
    if four:
        rank = top_rank(four)
        kept = best(cards, -1, -1, stand_in, QUADS, flags)
        if two_rank(split_front(cards, kept), flags & JOKER_WILD != 0) >= chart[13 + rank]:
            return kept
        return best(cards, rank, rank, stand_in, HIGH_CARD, flags)
    pairs = SIZE[two]
    if three:
        rank = top_rank(three)
        if SIZE[three] == 2:
            return best(cards, rank, rank, stand_in, HIGH_CARD, flags)
        if pairs > 1:
            return best(cards, -1, -1, stand_in, chart[FULL_HOUSE_KEEPS], flags)
        if complete:
            return best(cards, -1, -1, stand_in, STRAIGHT, flags)
        others = one ^ three
        high = top_rank(others)
        if rank == ACE:
            return best(cards, ACE, high, stand_in, PAIR, flags)
        return best(cards, high, top_rank(others ^ 1 << high), stand_in, TRIPS, flags)
    if pairs == 3:
        rank = top_rank(two)
        return best(cards, rank, rank, stand_in, HIGH_CARD, flags)
    if complete and pairs < 2:
        return best(cards, -1, -1, stand_in, STRAIGHT, flags)
    others = one ^ two
    if pairs == 0:
        others ^= 1 << top_rank(others)  # the highest card of all goes in the back
    high = top_rank(others)
    low = top_rank(others ^ 1 << high)
    if pairs == 2:
        big = top_rank(two)
        if (high + 2) << 16 | (low + 2) << 12 < chart[big]:
            high = top_rank(two ^ 1 << big)
            low = high
    return best(cards, high, low, stand_in, HIGH_CARD, flags)


@kernel
def serving(cards: Sequence[int], one: int, complete: bool, flags: int) -> int:
    """The split where a wild joker is the card that serves best; `one` is the set of the natural ranks.

    The highest pair goes in front that leaves a straight or better in the back, else three of a kind, else a
    pair. Without any pair a straight or a flush is kept together; if there is none either, the joker pairs
    the second-highest card, and the highest goes in front with the third.

    >>> from housedealer.pieces.cards import cards, faces
    >>> from housedealer.ranking.variants import PAI_GOW_WILD
    >>> def front(text):
    ...     hand = cards(text)
    ...     return faces(split_front(hand, house_way(hand, (NEVER,) * 26 + (TRIPS, 1), PAI_GOW_WILD)))
    >>> front("Jk Ks Kh 9d 8s 6d 4d"), front("Jk Js Jd Jc Qs Td 6h"), front("Jk As Th 8c 6s 3d 2d")
    ('Jk 9d', 'Jk Qs', 'As 8c')
    """
    for least in (STRAIGHT, TRIPS, PAIR):
        split = best(cards, -1, -1, ACE, least, flags)
        if split >= 0 and two_rank(split_front(cards, split), True) >= CLASS_PAIR:
            return split
    if complete:
        return best(cards, -1, -1, ACE, STRAIGHT, flags)
    high = top_rank(one)
    second = top_rank(one ^ 1 << high)
    third = top_rank(one ^ 1 << high ^ 1 << second)
    return best(cards, high, third, second, PAIR, flags)


@kernel
def can_complete(one: int, suits: int, jokers: int, flags: int) -> bool:
    """Whether five of the cards are a straight or a flush, by their ranks and how many are of each suit.

    >>> can_complete(0b111110, 0x02020300, 0, 0), can_complete(0b101110, 0x02020200, 0, 0)
    (True, False)
    """
    for suit in range(4):
        if (suits >> 8 * suit & 255) + jokers >= 5:
            return True
    return run_with(one, jokers, flags) != 0
