"""Seven cards at once: the classes of the bonus wagers beside pai gow poker.

Those pay for the best poker hand among seven cards and for three hands above it that need all seven: a
straight flush of seven, with or without the joker, and a royal flush beside a king and queen of another suit.
The classes continue the categories of `ranking.poker` upwards, so that a higher number is a better hand:

>>> from housedealer.pieces.cards import cards
>>> CLASS_NAMES[classify(cards('4h 5h Jk 7h 8h 9h Th'))]
'seven-card straight flush with joker'
>>> CLASS_NAMES[classify(cards('Ah Kh Qh Jh Th Ks Qs'))]
'royal flush with royal match'

The flags of `ranking.variants` say what the joker may be. Where a paytable pays more for three of a kind than
for a straight, a hand that is both counts as the straight, the better poker hand, unless the flag
`TRIPS_OVER_STRAIGHT` is added.
"""

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking import poker
from housedealer.ranking.high import BIT
from housedealer.ranking.poker import FIRST_JOKER, SIZE, category
from housedealer.ranking.variants import JOKER_WILD, PAI_GOW_BUG, high_with

SEVEN_CARD_STRAIGHT_FLUSH_JOKER, ROYAL_MATCH, SEVEN_CARD_STRAIGHT_FLUSH = 12, 13, 14

CLASS_NAMES = (
    *poker.CATEGORY_NAMES,
    "seven-card straight flush with joker",
    "royal flush with royal match",
    "seven-card straight flush",
)

ROYAL = 0b1111100000000
KING_QUEEN = 0b0110000000000

SEVEN_RUNS = array("h", [*(0b1111111 << low for low in range(7)), 0b1000000111111])
"""The straights of seven as sets of ranks; the last begins with the ace."""


@kernel
def is_seven_card_straight_flush(word: int, jokers: int) -> bool:
    """Whether seven cards are one straight flush: `word` holds the natural ones (see `high.BIT`).

    >>> is_seven_card_straight_flush(0b1111110, 1), is_seven_card_straight_flush(0b1111110, 0)
    (True, False)
    """
    for suit in range(4):
        ranks = (word >> 13 * suit) & 8191
        if SIZE[ranks] + jokers == 7:
            for k in range(8):
                if ranks & SEVEN_RUNS[k] == ranks:
                    return True
    return False


@kernel
def is_royal_match(word: int, jokers: int, wild: bool) -> bool:
    """Whether seven cards are a royal flush and the king and queen of another suit.

    A joker completes the royal flush; it stands for the king or queen of the match only where it is `wild`.

    >>> royal, king, queen = ROYAL, 1 << 13 + 11, 1 << 13 + 10
    >>> is_royal_match(royal | king | queen, 0, False), is_royal_match(royal | king, 1, False)
    (True, False)
    >>> is_royal_match(royal | king, 1, True)
    True
    """
    for suit in range(4):
        royal = SIZE[(word >> 13 * suit) & ROYAL]
        if royal + jokers < 5:
            continue
        for other in range(4):
            if other != suit:
                match = SIZE[(word >> 13 * other) & KING_QUEEN]
                if royal + match + jokers == 7 and (wild or match == 2):
                    return True
    return False


@kernel
def classify(cards: Sequence[int], flags: int = PAI_GOW_BUG, royal_match: bool = True) -> int:
    """The best class of seven cards: a category of `ranking.poker` or one of the three above those.

    `royal_match` tells whether the paytable has that row; without it the hand is a royal flush.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.variants import PAI_GOW_WILD, TRIPS_OVER_STRAIGHT
    >>> hand = cards('Kc Kd Kh Ks Jk 3d 2h')
    >>> CLASS_NAMES[classify(hand)], CLASS_NAMES[classify(hand, PAI_GOW_WILD)]
    ('four of a kind', 'five of a kind')
    >>> both = cards('9c 9d 9h 8s 7c 6d 5h')
    >>> CLASS_NAMES[classify(both)], CLASS_NAMES[classify(both, PAI_GOW_BUG | TRIPS_OVER_STRAIGHT)]
    ('straight', 'three of a kind')
    """
    word = 0
    jokers = 0
    for card in cards:
        word |= BIT[card]
        if card >= FIRST_JOKER:
            jokers += 1
    if is_seven_card_straight_flush(word, jokers):
        return SEVEN_CARD_STRAIGHT_FLUSH_JOKER if jokers else SEVEN_CARD_STRAIGHT_FLUSH
    if royal_match and is_royal_match(word, jokers, flags & JOKER_WILD != 0):
        return ROYAL_MATCH
    return category(high_with(cards, flags))


def describe(cards: Sequence[int], flags: int = PAI_GOW_BUG, royal_match: bool = True) -> str:
    """The best of seven cards in words.

    >>> from housedealer.pieces.cards import cards
    >>> describe(cards('Ac Ad Ah As Jk 3d 2h')), describe(cards('Tc Td Th 4s 4c 3d 2h'))
    ('five aces', 'full house, tens full of fours')
    """
    best = classify(cards, flags, royal_match)
    return CLASS_NAMES[best] if best > poker.FIVE_ACES else poker.describe(high_with(cards, flags))
