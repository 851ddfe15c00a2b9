"""Three-card poker: straight flush, three of a kind, straight, flush, pair, high card.

With three cards a straight is rarer than a flush and ranks above it; some rule books print the five-card
order all the same, and `flush_first` gives that one. An ace is high or low in a straight. Books disagree on
A-2-3 (one prints 4-3-2 as the lowest straight, another has A-2-3 as a straight but 4-3-2 as the lowest
straight flush), hence `ace_low`.

>>> from housedealer.pieces.cards import cards
>>> rank(cards('4c 3d 2h')) > rank(cards('Ad 3c 2h')) > rank(cards('Ah Jh Th')) > rank(cards('As Ad Kc'))
True
>>> describe(rank(cards('Kh Qh Ah'))), describe(rank(cards('As 2h 3s')))
('mini royal', 'straight, three high')

A value is written like those of `ranking.poker`, in hexadecimal digits, but its first digit is the place of
the class in this game's own order: the two kinds of value don't compare.
"""

from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking import poker

HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH, MINI_ROYAL = 0, 1, 2, 3, 4, 5, 6
"""The classes. Paytables know the mini royal (A-K-Q suited); in rank it is just the best straight flush."""

CLASS_NAMES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush", "mini royal")

ACE_LOW, ACE_LOW_OFFSUIT, ACE_HIGH_ONLY = 0, 1, 2
"""What A-2-3 is: the lowest straight; that, but suited no more than a flush; no straight at all."""

_CATEGORIES = (
    poker.HIGH_CARD,
    poker.PAIR,
    poker.FLUSH,
    poker.STRAIGHT,
    poker.TRIPS,
    poker.STRAIGHT_FLUSH,
    poker.ROYAL_FLUSH,
)


@kernel
def rank(cards: Sequence[int], ace_low: int = ACE_LOW, flush_first: bool = False) -> int:
    """The value of three cards, larger being better: the place of the class, then the ranks that decide.

    The place is the class, except that `flush_first` swaps those of the straight and the flush (`class_of`).
    Duplicates, as from a shoe, are allowed: two equal cards and a third of their suit are a flush first.

    >>> from housedealer.pieces.cards import cards
    >>> rank(cards('7c 7d 2h')) > rank(cards('6c 6d Ah')) > rank(cards('Ac Kd Jh'))
    True
    >>> straight, flush = cards('9c 8d 7h'), cards('Jc 8c 7c')
    >>> rank(straight) > rank(flush), rank(straight, flush_first=True) > rank(flush, flush_first=True)
    (True, False)
    """
    first, second, third = cards[0] // 4 + 2, cards[1] // 4 + 2, cards[2] // 4 + 2
    high = max(first, second, third)
    low = min(first, second, third)
    middle = first + second + third - high - low
    suited = cards[0] % 4 == cards[1] % 4 and cards[1] % 4 == cards[2] % 4

    if high == low:
        return TRIPS << 20 | high << 16

    top = 0
    if high == middle + 1 and middle == low + 1:
        top = high
    elif high == 14 and middle == 3 and low == 2 and ace_low != ACE_HIGH_ONLY:
        top = 0 if suited and ace_low == ACE_LOW_OFFSUIT else 3
    if top > 0:
        if suited:
            return STRAIGHT_FLUSH << 20 | top << 16
        place = FLUSH if flush_first else STRAIGHT
        return place << 20 | top << 16
    if suited:
        place = STRAIGHT if flush_first else FLUSH
        return place << 20 | high << 16 | middle << 12 | low << 8
    if high == middle:
        return PAIR << 20 | high << 16 | low << 12
    if middle == low:
        return PAIR << 20 | low << 16 | high << 12
    return high << 16 | middle << 12 | low << 8


@kernel
def class_of(value: int, flush_first: bool = False) -> int:
    """The class of a value, a row for paytables: `MINI_ROYAL`, `STRAIGHT_FLUSH`, down to `HIGH_CARD`.

    >>> from housedealer.pieces.cards import cards
    >>> [class_of(rank(cards(hand))) for hand in ('Ah Kh Qh', 'Kh Qh Jh', 'Ah Kd Qh', 'Ah Kd Jh')]
    [6, 5, 3, 0]
    """
    place = value >> 20
    if place == STRAIGHT_FLUSH and value & 0xF0000 == 0xE0000:
        return MINI_ROYAL
    if flush_first and FLUSH <= place <= STRAIGHT:
        return STRAIGHT + FLUSH - place
    return place


@kernel
def qualifies(value: int, high: int) -> bool:
    """Whether a hand is a pair or better or has a card of rank `high` or more: the player-dealer's test.

    >>> from housedealer.pieces.cards import cards
    >>> qualifies(rank(cards('Qd 3c 2h')), 10), qualifies(rank(cards('Jd Tc 8h')), 10)
    (True, False)
    """
    return value >= (high + 2) << 16


def describe(value: int, flush_first: bool = False) -> str:
    """A value in words.

    >>> from housedealer.pieces.cards import cards
    >>> describe(rank(cards('6d 6c Ah'))), describe(rank(cards('9h 9c 9d')))
    ('pair of sixes, ace kicker', 'three of a kind, nines')
    >>> describe(rank(cards('Kd 8c 2h'))), describe(rank(cards('Kd 8d 2d')))
    ('high card, K-8-2', 'flush, K-8-2')
    """
    kind = class_of(value, flush_first)
    if kind == MINI_ROYAL:
        return CLASS_NAMES[kind]
    return poker.phrase(_CATEGORIES[kind], poker.ranks_of(value))
