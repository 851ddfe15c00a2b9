"""Two cards against two, as in the front of pai gow poker: a pair, else the higher card, then the lower.

A joker is an ace, or fully wild and then pairs whatever lies beside it:

>>> from housedealer.pieces.cards import cards
>>> describe(rank(cards('Jk Qh'))), describe(rank(cards('Jk Qh'), wild=True))
('high card, A-Q', 'pair of queens')

A value is one of `ranking.poker`, so that it also compares with five cards: a hand is set wrongly when the
two-card value is above the five-card one.
"""

from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking import poker
from housedealer.ranking.poker import ACE, CLASS_PAIR, FIRST_JOKER


@kernel
def rank(cards: Sequence[int], wild: bool = False) -> int:
    """The value of two cards, larger being better.

    >>> from housedealer.pieces.cards import cards
    >>> rank(cards('2c 2d')) > rank(cards('Ac Kd')) > rank(cards('Ac Qd')) == rank(cards('Qc Jk'))
    True
    """
    first = cards[0] // 4
    second = cards[1] // 4
    if cards[0] >= FIRST_JOKER:
        first = second if wild and cards[1] < FIRST_JOKER else ACE
    if cards[1] >= FIRST_JOKER:
        second = first if wild else ACE
    if first == second:
        return CLASS_PAIR | (first + 2) << 16
    return (max(first, second) + 2) << 16 | (min(first, second) + 2) << 12


describe = poker.describe
"""A value in words (`pair of kings`, `high card, A-Q`)."""
