"""Poker high: the best five of any number of cards from one standard deck.

This is the form that most games call, so it is the quick one: no joker, no house changes to the order
(`variants` has those). It takes fewer than five cards too, where only equal ranks count, which is how
up-cards and two-card hands compare.

The cards are gathered into one word of four suits by thirteen ranks. From the four suits follow, by
and-ing and or-ing, the sets of ranks held once, twice, three and four times, and each set is turned
into digits of the value by one look into a table.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.poker import (
    CLASS_FLUSH,
    CLASS_FULL_HOUSE,
    CLASS_PAIR,
    CLASS_QUADS,
    CLASS_ROYAL_FLUSH,
    CLASS_STRAIGHT,
    CLASS_STRAIGHT_FLUSH,
    CLASS_TRIPS,
    CLASS_TWO_PAIR,
    DIGITS,
    SIZE,
    TOP_BIT,
)

BIT = array("q", [1 << (13 * (card & 3) + (card >> 2)) for card in range(52)] + [0, 0])
"""The place of each card in a word; a joker has none, so that here it is a scrap of paper."""

# The highest straight in a set of ranks, as the first digit of a value, or 0. Built by doubling, as the
# tables of `poker`: rank t completes the straight whose other four ranks stand right under it.
_run = [0]
for _rank in range(13):
    _under = 15 << (_rank - 4) if _rank >= 4 else 8192
    _more = [(_rank + 2) << 16 if s & _under == _under else best for s, best in enumerate(_run)]
    if _rank == 12:
        _more = [best or (5 << 16 if s & 15 == 15 else 0) for s, best in enumerate(_more)]
    _run += _more

RUN = array("i", _run)
"""The highest straight in a set of ranks, as the first digit of a value, or 0."""

SUITED = array(
    "i",
    [
        0
        if n < 5
        else CLASS_FLUSH | digits
        if not run
        else CLASS_STRAIGHT_FLUSH | run
        if run < 14 << 16
        else CLASS_ROYAL_FLUSH | run
        for n, digits, run in zip(SIZE, DIGITS, RUN, strict=True)
    ],
)
"""The value of the cards of one suit: a flush or better, or 0."""

del _run, _rank, _under, _more


@kernel
def high(cards: Sequence[int]) -> int:
    """The value of the best five of these cards (one standard deck, no joker).

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.poker import describe
    >>> describe(high(cards("Ac Ad Kc Kh 2c 3d 4c")))
    'two pair, aces and kings, four kicker'
    >>> high(cards("Ac Ad")) > high(cards("Ah Kh"))
    True
    """
    word = 0
    for card in cards:
        word |= BIT[card]
    return high_of_word(word)


@kernel
def high_of_word(word: int) -> int:
    """The value of the cards gathered into a word (see `BIT`): for loops that add one card at a time.

    >>> from housedealer.pieces.cards import cards
    >>> high_of_word(BIT[48] | BIT[49]) == high(cards("Ac Ad"))
    True
    """
    c = word & 8191
    d = (word >> 13) & 8191
    h = (word >> 26) & 8191
    s = (word >> 39) & 8191
    cd = c | d
    hs = h | s
    both_cd = c & d
    both_hs = h & s
    suited = max(SUITED[c], SUITED[d], SUITED[h], SUITED[s])
    two = both_cd | both_hs | (cd & hs)
    if two == 0:
        if suited:
            return suited
        run = RUN[cd | hs]
        return CLASS_STRAIGHT | run if run else DIGITS[cd | hs]
    return max(suited, unsuited(cd | hs, two, (both_cd & hs) | (both_hs & cd), both_cd & both_hs))


@kernel
def unsuited(one: int, two: int, three: int, four: int) -> int:
    """The value by ranks alone, from the sets of ranks held at least once, twice, three and four times.

    >>> from housedealer.pieces.cards import cards
    >>> unsuited(0b11000, 0b1000, 0, 0) == high(cards("5c 5d 6c"))
    True
    """
    if three == 0:
        run = RUN[one]
        if run:
            return CLASS_STRAIGHT | run
        if two == 0:
            return DIGITS[one]
        first = TOP_BIT[two]
        if two == first:
            return CLASS_PAIR | DIGITS[two] | ((DIGITS[one ^ two] >> 4) & 0xFFF0)
        pairs = first | TOP_BIT[two ^ first]
        return CLASS_TWO_PAIR | DIGITS[pairs] | ((DIGITS[one ^ pairs] >> 8) & 0xF00)
    if four:
        first = TOP_BIT[four]
        return CLASS_QUADS | DIGITS[first] | ((DIGITS[one ^ first] >> 4) & 0xF000)
    first = TOP_BIT[three]
    if two != first:
        return CLASS_FULL_HOUSE | DIGITS[first] | ((DIGITS[two ^ first] >> 4) & 0xF000)
    run = RUN[one]
    if run:
        return CLASS_STRAIGHT | run
    return CLASS_TRIPS | DIGITS[first] | ((DIGITS[one ^ first] >> 4) & 0xFF00)
