"""Omaha and Tahoe: how many of a hand's own cards must play with the board.

In Omaha a hand is exactly two hole cards and exactly three of the board, for high and for low apart;
in Tahoe it is at most two hole cards, so that the board may play.
"""

from __future__ import annotations

from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.high import BIT, high_of_word
from housedealer.ranking.low import BEST, LOW_BIT, lowest_of, next_five
from housedealer.ranking.poker import DIGITS, SIZE


@kernel
def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The best high hand of exactly two hole cards and exactly three of the board.

    Four aces in the hole are but a pair:

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.poker import describe
    >>> describe(omaha_high(cards("Ac Ad Ah As"), cards("2c 3d 7h 8s 9c")))
    'pair of aces, 9-8-7 kickers'
    """
    best = 0
    for a in range(len(hole)):
        for b in range(a):
            pair = BIT[hole[a]] | BIT[hole[b]]
            for x in range(len(board)):
                first = pair | BIT[board[x]]
                for y in range(x):
                    second = first | BIT[board[y]]
                    for z in range(y):
                        best = max(best, high_of_word(second | BIT[board[z]]))
    return best


@kernel
def at_most_two_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The best high hand of at most two hole cards and the rest from the board (Tahoe).

    Three aces in the hole play as two:

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.poker import describe
    >>> describe(at_most_two_high(cards("Ac Ad Ah"), cards("2c 3d 7h 8s 9c")))
    'pair of aces, 9-8-7 kickers'
    """
    common = 0
    for card in board:
        common |= BIT[card]
    best = high_of_word(common)
    for a in range(len(hole)):
        best = max(best, high_of_word(common | BIT[hole[a]]))
        for b in range(a):
            best = max(best, high_of_word(common | BIT[hole[a]] | BIT[hole[b]]))
    return best


@kernel
def omaha_low(hole: Sequence[int], board: Sequence[int], worst: int) -> int:
    """The best ace-to-five low of exactly two hole cards and three of the board, or 0 if there is none.

    A low is five different ranks, none above `worst` (6 is the eight).

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.low import describe
    >>> describe(omaha_low(cards("Ac 2d Qc Kc"), cards("3h 4s 5c Kd Qd"), 6))
    '5-4-3-2-A low'
    >>> describe(omaha_low(cards("Ac Qc Qd Kc"), cards("3h 4s 5c 6d Kd"), 6))
    'no low'
    """
    return _split_low(hole, board, worst, 2)


@kernel
def at_most_two_low(hole: Sequence[int], board: Sequence[int], worst: int) -> int:
    """The best ace-to-five low of at most two hole cards and the rest from the board, or 0 (Tahoe).

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.low import describe
    >>> describe(at_most_two_low(cards("Ac Qc Kc"), cards("3h 4s 5c 6d 2d"), 6))
    '5-4-3-2-A low'
    """
    return _split_low(hole, board, worst, 0)


@kernel
def _split_low(hole: Sequence[int], board: Sequence[int], worst: int, fewest: int) -> int:
    """The lowest five ranks of which the hole can give `fewest` to two and the board the others.

    A rank that both hold may come from either, so five ranks can be put together when the board lacks
    at most two of them and the hole has at least `fewest`.
    """
    mine = 0
    for card in hole:
        mine |= LOW_BIT[card]
    common = 0
    for card in board:
        common |= LOW_BIT[card]
    reach = (mine | common) & ((4 << worst) - 1)
    chosen = lowest_of(reach, 5)
    while SIZE[chosen] == 5:
        if SIZE[chosen & common] >= 3 and SIZE[chosen & mine] >= fewest:
            return BEST - DIGITS[chosen]
        chosen = next_five(chosen, reach)
    return 0
