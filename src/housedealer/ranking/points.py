"""Baccarat points: the last digit of a hand's sum, naturals, and who takes a third card.

An ace is one point, tens and pictures none, any other card its number; only the last digit counts. The pan
nine games count the same way with three or four cards from a deck without 7 to 10, so they need nothing more.

Who draws is settled by two charts, which work on totals and not on cards:

>>> points((31, 20))               # a nine and a seven make sixteen
6
>>> player_draws(5, 2), player_draws(5, 8)
(True, False)
>>> banker_draws(3, 5, 8), banker_draws(3, 5, 9)
(False, True)
"""

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel

POINTS = array("b", [points for points in (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1) for _suit in range(4)])
"""What each of the 52 cards counts."""

STOOD = -1
"""In place of the player's third card: he didn't take one."""

NO_STOP = 10
"""A `stop` that no total reaches: neither hand ever keeps the other from drawing."""

_CHART = """
    HHHHHHHHHHH
    HHHHHHHHHHH
    HHHHHHHHHHH
    HHHHHHHHHSH
    HSSHHHHHHSS
    HSSSSHHHHSS
    SSSSSSSHHSS
    SSSSSSSSSSS
    SSSSSSSSSSS
    SSSSSSSSSSS
"""
# A row for each banker total from 0 to 9; a column for "the player stood", then for his third card from 0 on.
# The printed charts end at 7; 8 and 9 stand like 7, also at a table where a natural stops nobody.

BANKER_CHART = array("b", [letter == "H" for row in _CHART.split() for letter in row])


@kernel
def points(cards: Sequence[int]) -> int:
    """The last digit of the sum: nine is best.

    >>> points((50, 44, 36))            # ace, king, jack
    1
    """
    total = 0
    for card in cards:
        total += POINTS[card]
    return total % 10


@kernel
def is_natural(cards: Sequence[int], size: int = 2, least: int = 8) -> bool:
    """Whether a hand is complete as dealt: `size` cards with at least `least` points.

    Baccarat's naturals are two cards with eight or nine; the three-card games set their own.

    >>> is_natural((24, 40)), is_natural((24, 40, 44))      # 8 and queen; the same with a third card
    (True, False)
    """
    return len(cards) == size and points(cards) >= least


@kernel
def rank(cards: Sequence[int], naturals: bool = False) -> int:
    """The order of hands; with `naturals` a two-card eight or nine beats every three-card hand.

    Some rule books print that order, others let the nearest to nine win; it only matters at a table where a
    natural doesn't keep the other hand from drawing.

    >>> natural_eight, made_nine = (24, 40), (8, 12, 44)
    >>> rank(natural_eight) > rank(made_nine), rank(natural_eight, True) > rank(made_nine, True)
    (False, True)
    """
    total = points(cards)
    if naturals and len(cards) == 2 and total >= 8:
        total += 2
    return total


@kernel
def margin(player: Sequence[int], banker: Sequence[int]) -> int:
    """By how many points the player hand beats the banker hand (below zero: it is beaten).

    >>> margin((28, 32), (36, 48))      # nine against one
    8
    """
    return points(player) - points(banker)


@kernel
def player_draws(player: int, banker: int, stop: int = 8) -> bool:
    """Whether the player hand, by the totals of the first two cards, takes a third: on five or less.

    A two-card total of `stop` or more in either hand keeps the other from drawing. Eight is the usual rule;
    one room stops on nine only, and some texts don't stop at all (`NO_STOP`).

    >>> player_draws(5, 8), player_draws(5, 8, stop=9), player_draws(5, 9, stop=NO_STOP)
    (False, True, True)
    """
    return player <= 5 and banker < stop


@kernel
def banker_draws(banker: int, player: int, third: int, stop: int = 8) -> bool:
    """Whether the banker hand takes a third card.

    `banker` and `player` are the totals of the first two cards; `third` is what the player's third card
    counts, or `STOOD`.

    >>> banker_draws(5, 7, STOOD), banker_draws(5, 9, STOOD), banker_draws(5, 9, STOOD, stop=NO_STOP)
    (True, False, True)
    """
    return player < stop and BANKER_CHART[banker * 11 + third + 1] == 1


def describe(cards: Sequence[int], size: int = 2, least: int = 8) -> str:
    """A hand in words.

    >>> describe((24, 40)), describe((8, 12, 48)), describe((0, 1, 2, 3))
    ('natural 8', '0 with 3 cards', '8 with 4 cards')
    """
    total = points(cards)
    if is_natural(cards, size, least):
        return f"natural {total}"
    if len(cards) == size:
        return str(total)
    return f"{total} with {len(cards)} cards"
