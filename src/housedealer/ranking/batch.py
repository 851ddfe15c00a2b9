"""Rankings of many hands at once, as NumPy arrays: a row is a hand, and the answer has a value a row.

Each function runs the ranking kernel of the same name, compiled, over the rows, so the values are those
that live play computes. `high_many` alone goes by another way: random memory is cheaper than branches
that can't be foreseen, so it looks the ranks up in a table of all 76,155 ways to hold up to seven
cards of thirteen ranks, which is filled from `high.unsuited` on first use. Its rule is still in one
place.

    >>> import numpy
    >>> hands = numpy.array([[48, 49, 0, 5, 10], [48, 44, 40, 36, 32]], dtype=numpy.uint8)
    >>> from housedealer.ranking.poker import describe
    >>> [describe(int(value)) for value in high_many(hands)]
    ['pair of aces, 4-3-2 kickers', 'royal flush']

NumPy and numba are loaded when a function is called, not before.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING, Any

from housedealer.kernel import fast, kernel
from housedealer.ranking.badugi import badugi, badugi_aces_high
from housedealer.ranking.high import SUITED, high, unsuited
from housedealer.ranking.low import DEUCE_TO_SEVEN, ace_to_five, low_with, qualified_low
from housedealer.ranking.omaha import at_most_two_high, at_most_two_low, omaha_high, omaha_low
from housedealer.ranking.variants import high_with

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hands = NDArray[np.integer[Any]]
    Values = NDArray[np.int32]

MOST = 7
"""The most cards a hand may have for the table of ranks."""
LOW_RANKS = 7
"""Ranks of the lower half of the table's key; the other six are its upper half."""

# What a card adds to the key of a hand: how often each rank is held, in base five, for the lower and
# the upper ranks apart, and from bit 40 a count for each suit in four bits.
KEY = array(
    "q",
    [
        (5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << 20) + (1 << 40 + 4 * suit)
        for rank in range(13)
        for suit in range(4)
    ]
    + [0, 0],
)

# Three of each suit to begin with, so that the fifth card carries into the top bit of its four.
KEY_START = 0x3333 << 40
KEY_FLUSH = 0x8888 << 40


def high_many(cards: Hands) -> Values:
    """The value of each row as a high hand from one standard deck (`high.high`)."""
    rows = _hands(cards)
    out = _values(rows)
    if rows.shape[1] > MOST:
        fast(_high_rows)(rows, out)
    else:
        fast(_high_rows_by_table)(rows, *_rank_tables(), out)
    return out


def high_with_many(cards: Hands, flags: int) -> Values:
    """The value of each row as a high hand under the given flags (`variants.high_with`)."""
    rows = _hands(cards)
    out = _values(rows)
    fast(_high_with_rows)(rows, flags, out)
    return out


def ace_to_five_many(cards: Hands) -> Values:
    """The value of each row as an ace-to-five low (`low.ace_to_five`)."""
    rows = _hands(cards)
    out = _values(rows)
    fast(_ace_to_five_rows)(rows, out)
    return out


def deuce_to_seven_many(cards: Hands) -> Values:
    """The value of each row as a deuce-to-seven low (`low.deuce_to_seven`)."""
    return low_with_many(cards, DEUCE_TO_SEVEN)


def low_with_many(cards: Hands, flags: int) -> Values:
    """The value of each row as a low under the given flags (`low.low_with`)."""
    rows = _hands(cards)
    out = _values(rows)
    fast(_low_with_rows)(rows, flags, out)
    return out


def qualified_low_many(cards: Hands, worst: int) -> Values:
    """The value of each row as a low with no rank above `worst`, or 0 (`low.qualified_low`)."""
    rows = _hands(cards)
    out = _values(rows)
    fast(_qualified_low_rows)(rows, worst, out)
    return out


def eight_or_better_many(cards: Hands) -> Values:
    """The value of each row as an eight-or-better low, or 0 (`low.eight_or_better`)."""
    return qualified_low_many(cards, 6)


def badugi_many(cards: Hands, aces_high: bool = False) -> Values:
    """The value of each row as a badugi (`badugi.badugi` or `badugi.badugi_aces_high`)."""
    rows = _hands(cards)
    out = _values(rows)
    fast(_badugi_aces_high_rows if aces_high else _badugi_rows)(rows, out)
    return out


def omaha_high_many(hole: Hands, board: Hands) -> Values:
    """The value of each row of hole cards with the same row of board cards (`omaha.omaha_high`)."""
    rows, boards = _hands(hole), _hands(board)
    out = _values(rows, boards)
    fast(_omaha_high_rows)(rows, boards, out)
    return out


def omaha_low_many(hole: Hands, board: Hands, worst: int = 6) -> Values:
    """The low of each row of hole cards with the same row of board cards, or 0 (`omaha.omaha_low`)."""
    rows, boards = _hands(hole), _hands(board)
    out = _values(rows, boards)
    fast(_omaha_low_rows)(rows, boards, worst, out)
    return out


def at_most_two_high_many(hole: Hands, board: Hands) -> Values:
    """The value of each row of hole cards with the same row of the board (`omaha.at_most_two_high`)."""
    rows, boards = _hands(hole), _hands(board)
    out = _values(rows, boards)
    fast(_at_most_two_high_rows)(rows, boards, out)
    return out


def at_most_two_low_many(hole: Hands, board: Hands, worst: int = 6) -> Values:
    """The low of each row of hole cards with the same row of the board, or 0 (`omaha.at_most_two_low`)."""
    rows, boards = _hands(hole), _hands(board)
    out = _values(rows, boards)
    fast(_at_most_two_low_rows)(rows, boards, worst, out)
    return out


def _hands(cards: Hands) -> NDArray[np.uint8]:
    """The hands as rows of bytes, refused unless each is a card: compiled code checks no bounds."""
    import numpy

    rows = numpy.ascontiguousarray(cards)
    if rows.ndim != 2:
        raise ValueError("Hands are rows of cards: an array of two dimensions is needed.")
    if rows.size and (rows.max() > 53 or rows.min() < 0):
        raise ValueError("Cards are numbered from 0 to 53.")
    return rows.astype(numpy.uint8, copy=False)


def _values(rows: Hands, boards: Hands | None = None) -> Values:
    import numpy

    if boards is not None and len(boards) != len(rows):
        raise ValueError(f"There are {len(rows)} hands but {len(boards)} boards.")
    return numpy.zeros(len(rows), dtype=numpy.int32)


@cache
def _rank_tables() -> tuple[Any, Any, Any]:
    """The table of values by ranks, and the place in it of the lower and the upper half of a key."""
    import numpy

    # Room for any sum of seven cards, so that a hand that no deck holds is wrong but harmless.
    lower = numpy.zeros(MOST * 5 ** (LOW_RANKS - 1) + 1, dtype=numpy.int32)
    upper = numpy.zeros(MOST * 5 ** (12 - LOW_RANKS) + 1, dtype=numpy.int32)
    values = numpy.zeros(1 << 17, dtype=numpy.int32)
    fast(_fill_rank_tables)(lower, upper, values)
    return lower, upper, values


@kernel
def _fill_rank_tables(lower: Any, upper: Any, values: Any) -> int:
    """Number the lower halves by how many cards they hold, and give each upper half its block of values.

    The lower halves that go with an upper half of m cards are those of at most 7 - m cards: as they are
    numbered by size, these are the first so many. Returns how many values there are.
    """
    order = [0] * 0
    upto = [0] * (MOST + 1)
    for size in range(MOST + 1):
        for key in range(5**LOW_RANKS):
            if _cards_in(key) == size:
                lower[key] = len(order)
                order.append(key)
        upto[size] = len(order)
    place = 0
    for key in range(5 ** (13 - LOW_RANKS)):
        size = _cards_in(key)
        if size <= MOST:
            upper[key] = place
            for k in range(upto[MOST - size]):
                values[place] = _value_of_counts(order[k], key)
                place += 1
    return place


@kernel
def _cards_in(key: int) -> int:
    """The sum of the base-five digits of a key."""
    size = 0
    while key:
        size += key % 5
        key //= 5
    return size


@kernel
def _value_of_counts(lower: int, upper: int) -> int:
    """The value by ranks alone of a hand given by the two halves of its key."""
    one = 0
    two = 0
    three = 0
    four = 0
    counts = lower + upper * 5**LOW_RANKS
    bit = 1
    while counts:
        held = counts % 5
        one |= bit if held >= 1 else 0
        two |= bit if held >= 2 else 0
        three |= bit if held >= 3 else 0
        four |= bit if held >= 4 else 0
        counts //= 5
        bit <<= 1
    return unsuited(one, two, three, four)


@kernel
def _high_rows_by_table(cards: Any, lower: Any, upper: Any, values: Any, out: Any) -> None:
    for i in range(len(out)):
        key = KEY_START
        for j in range(cards.shape[1]):
            key += KEY[cards[i, j]]
        flush = key & KEY_FLUSH
        if flush:
            # Five cards of one suit leave no room for a full house or better among seven.
            suit = 0
            while flush >> 43 + 4 * suit != 1:
                suit += 1
            ranks = 0
            for j in range(cards.shape[1]):
                card = cards[i, j]
                if card & 3 == suit:
                    ranks |= 1 << (card >> 2)
            out[i] = SUITED[ranks & 8191]
        else:
            out[i] = values[lower[key & 0xFFFFF] + upper[key >> 20 & 0xFFFFF]]


@kernel
def _high_rows(cards: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = high(cards[i])


@kernel
def _high_with_rows(cards: Any, flags: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = high_with(cards[i], flags)


@kernel
def _ace_to_five_rows(cards: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = ace_to_five(cards[i])


@kernel
def _low_with_rows(cards: Any, flags: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = low_with(cards[i], flags)


@kernel
def _qualified_low_rows(cards: Any, worst: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = qualified_low(cards[i], worst)


@kernel
def _badugi_rows(cards: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = badugi(cards[i])


@kernel
def _badugi_aces_high_rows(cards: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = badugi_aces_high(cards[i])


@kernel
def _omaha_high_rows(hole: Any, board: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = omaha_high(hole[i], board[i])


@kernel
def _omaha_low_rows(hole: Any, board: Any, worst: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = omaha_low(hole[i], board[i], worst)


@kernel
def _at_most_two_high_rows(hole: Any, board: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = at_most_two_high(hole[i], board[i])


@kernel
def _at_most_two_low_rows(hole: Any, board: Any, worst: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = at_most_two_low(hole[i], board[i], worst)
