"""The common ground of the poker rankings: how a value is written, its categories and its words.

A value is one integer of 24 bits, so that comparing hands is comparing numbers. Written in
hexadecimal it can be read: one digit for the class of the hand, then up to five digits for the ranks
that decide, from 2 to E for the ace::

    >>> hex(least(TWO_PAIR, KING, FOUR, ACE))
    '0x2d4e00'

Kings and fours with an ace. A digit 0 means that there is no such card, which is how hands of fewer
than five cards (the up-cards of stud, the front hand of pai gow) compare by the same numbers.

The class digit isn't the category itself, for rule books disagree on the order: where a flush beats a
full house it takes a digit of its own above the full house. `category` gives the same answer for both.
"""

from __future__ import annotations

from array import array

from housedealer.kernel import kernel

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
FIRST_JOKER = 52

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS = range(8)
STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_OF_A_KIND, FIVE_ACES = range(8, 12)
CATEGORY_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
    "five aces",
)

# The class digits, lowest first; each is the 21st bit and up of a value.
CLASS_PAIR = 1 << 20
CLASS_TWO_PAIR = 2 << 20
CLASS_TRIPS = 3 << 20
CLASS_STRAIGHT = 4 << 20
CLASS_TRIPS_OVER_STRAIGHT = 5 << 20
CLASS_FLUSH = 6 << 20
CLASS_FULL_HOUSE = 7 << 20
CLASS_FLUSH_OVER_FULL_HOUSE = 8 << 20
CLASS_QUADS = 9 << 20
CLASS_STRAIGHT_FLUSH = 10 << 20
CLASS_ROYAL_FLUSH = 11 << 20
CLASS_FIVE_OF_A_KIND = 12 << 20
CLASS_FIVE_ACES = 13 << 20

CATEGORY_OF_CLASS = array(
    "b",
    [
        HIGH_CARD,
        PAIR,
        TWO_PAIR,
        TRIPS,
        STRAIGHT,
        TRIPS,
        FLUSH,
        FULL_HOUSE,
        FLUSH,
        QUADS,
        STRAIGHT_FLUSH,
        ROYAL_FLUSH,
        FIVE_OF_A_KIND,
        FIVE_ACES,
    ],
)
_CLASS_OF_CATEGORY = (0, 1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13)

# Tables over the 8192 sets of ranks (bit 0 is the lowest rank). They are built by doubling: the sets
# whose highest rank is t are the sets below t with t added.
_size = [0]
_digits = [0]
_top = [0]
for _rank in range(13):
    _size += [n + 1 for n in _size]
    _digits += [((_rank + 2) << 16) | (d >> 4) for d in _digits]
    _top += [1 << _rank] * (1 << _rank)

SIZE = array("b", _size)
"""How many ranks a set has."""

DIGITS = array("i", _digits)
"""The five highest ranks of a set as the five digits of a value, highest first."""

TOP_BIT = array("h", _top)
"""The highest rank of a set, as a bit."""

del _size, _digits, _top, _rank

RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_PLURALS = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)
_LETTERS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@kernel
def category(value: int) -> int:
    """The category of a poker-high value, one of `HIGH_CARD` to `FIVE_ACES`.

    >>> CATEGORY_NAMES[category(least(FULL_HOUSE, TEN, SEVEN))]
    'full house'
    """
    return CATEGORY_OF_CLASS[value >> 20]


@kernel
def digit(value: int, place: int) -> int:
    """The rank that stands at a place (0 to 4) of a value, or -1 where there is none.

    >>> digit(least(PAIR, JACK, ACE), 0) == JACK, digit(least(PAIR, JACK), 1)
    (True, -1)
    """
    found = (value >> (16 - 4 * place)) & 15
    return found - 2 if found else -1


def least(category: int, *ranks: int) -> int:
    """The least value of a category with the given deciding ranks: what a qualifier is compared with.

    Jacks or better is `high(cards) >= least(PAIR, JACK)`; ace-king or better is
    `high(cards) >= least(HIGH_CARD, ACE, KING)`.

    >>> least(PAIR, JACK) > least(PAIR, TEN, ACE, KING, QUEEN)
    True
    """
    if category == FIVE_ACES and not ranks:
        ranks = (ACE,)
    value = _CLASS_OF_CATEGORY[category] << 20
    for place, rank in enumerate(ranks):
        value |= (rank + 2) << (16 - 4 * place)
    return value


def ranks_of(value: int) -> list[int]:
    """The deciding ranks of a value, in order.

    >>> ranks_of(least(TWO_PAIR, KING, FOUR, ACE)) == [KING, FOUR, ACE]
    True
    """
    return [((value >> shift) & 15) - 2 for shift in (16, 12, 8, 4, 0) if (value >> shift) & 15]


def describe(value: int) -> str:
    """A poker-high value in plain English.

    >>> describe(least(TWO_PAIR, KING, FOUR, ACE))
    'two pair, kings and fours, ace kicker'
    >>> describe(least(FULL_HOUSE, TEN, SEVEN))
    'full house, tens full of sevens'
    >>> describe(least(STRAIGHT, FIVE)), describe(least(ROYAL_FLUSH, ACE))
    ('straight, five high', 'royal flush')
    >>> describe(0)
    'no cards'
    """
    ranks = ranks_of(value)
    if not ranks:
        return "no cards"
    return phrase(category(value), ranks)


def phrase(category: int, ranks: list[int]) -> str:
    """The words for a category and its deciding ranks.

    >>> phrase(PAIR, [KING, ACE, NINE, FIVE])
    'pair of kings, A-9-5 kickers'
    """
    first = ranks[0]
    if category == HIGH_CARD:
        return f"high card, {letters(ranks)}"
    if category == PAIR:
        return f"pair of {_PLURALS[first]}" + _kickers(ranks[1:])
    if category == TWO_PAIR:
        return f"two pair, {_PLURALS[first]} and {_PLURALS[ranks[1]]}" + _kickers(ranks[2:])
    if category in (TRIPS, QUADS):
        return f"{CATEGORY_NAMES[category]}, {_PLURALS[first]}" + _kickers(ranks[1:])
    if category == FULL_HOUSE:
        return f"full house, {_PLURALS[first]} full of {_PLURALS[ranks[1]]}"
    if category == FLUSH:
        return f"flush, {letters(ranks)}"
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        # An ace-to-five that ranks just under the best straight carries its own top second.
        return f"{CATEGORY_NAMES[category]}, {RANK_NAMES[ranks[-1]]} high"
    if category == FIVE_OF_A_KIND:
        return f"five of a kind, {_PLURALS[first]}"
    return CATEGORY_NAMES[category]


def letters(ranks: list[int]) -> str:
    """Ranks as they are called at the table.

    >>> letters([ACE, JACK, TEN])
    'A-J-10'
    """
    return "-".join(_LETTERS[rank] for rank in ranks)


def _kickers(ranks: list[int]) -> str:
    if not ranks:
        return ""
    if len(ranks) == 1:
        return f", {RANK_NAMES[ranks[0]]} kicker"
    return f", {letters(ranks)} kickers"
