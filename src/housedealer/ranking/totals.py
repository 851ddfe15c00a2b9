"""Totals of the blackjack family, counted in half points so that 21½ is the whole number 43.

A number counts itself, a ten or a picture ten. An ace, the marked one too, is 1 or 11 and, in the games that
have one, a joker is 2 or 12: either may add ten points. `total` takes the best reading of a hand; the special
first-two-card hands of each game have a kernel of their own.

>>> from housedealer.ranking import totals
>>> ace, five, king = 48, 12, 44
>>> totals.total((ace, five)), totals.is_soft((ace, five)), totals.total((ace, five, king))
(32, True, 32)
>>> totals.describe((ace, five)), totals.describe((ace, five, king))
('soft 16', 'hard 16')

Charts (who must hit or stand) are data of a game; they ask for `total` and `is_soft`.
"""

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel

HALF = array(
    "b", [2 * value for value in (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1) for _ in range(4)] + [4, 4, 0, 2]
)
"""What each card counts at its lowest, in half points: an ace 1, a joker 2, the marked ace (55) 1 again."""

RAISE = 20
"""What an ace or a joker adds when it counts high: ten points."""

TWENTY_ONE, TWENTY_TWO = 42, 44
ACE_RANK = 12
FIRST_TEN, LAST_KING = 32, 47
FIRST_ACE, FIRST_JOKER = 48, 52
X_ACE = 55
"""The marked ace, as `pieces.cards` numbers it."""

NATURAL_RANK = 200
"""The rank of a natural in `rank`: above every total."""

X_NATURAL, X_ACE_31, X_HARD_31, X_FROZEN = 24, 23, 22, 1
"""Ranks of `x_rank`: twenty-four rows, the best being 24. A total of 21 to 2 ranks equal to itself."""


@kernel
def is_ten(card: int) -> bool:
    """Whether a card counts ten: a ten or a picture.

    >>> [is_ten(card) for card in (31, 32, 47, 48)]       # nine, ten, king, ace
    [False, True, True, False]
    """
    return FIRST_TEN <= card <= LAST_KING


@kernel
def is_ace(card: int) -> bool:
    """Whether a card is an ace (the marked one is, a joker isn't).

    >>> is_ace(51), is_ace(52), is_ace(X_ACE)
    (True, False, True)
    """
    return FIRST_ACE <= card < FIRST_JOKER or card == X_ACE


@kernel
def card_value(card: int) -> int:
    """What one card counts at its lowest, in half points; splits by value compare this.

    >>> card_value(36) == card_value(44) == 20
    True
    """
    return HALF[card]


@kernel
def hard_total(cards: Sequence[int]) -> int:
    """The lowest reading: every ace 1, every joker 2.

    >>> hard_total((48, 49, 52))
    8
    """
    total = 0
    for card in cards:
        total += HALF[card]
    return total


@kernel
def total(cards: Sequence[int], limit: int = TWENTY_ONE, highs: int = 1) -> int:
    """The best reading that isn't over `limit`, else the lowest.

    At most `highs` cards count high. More than one can only matter where the limit is 22: two aces are 22 in
    a game that lets both count eleven, else 12.

    >>> total((48, 49)), total((48, 49), limit=TWENTY_TWO, highs=2)
    (24, 44)
    >>> total((44, 40, 24))                # king, queen, eight: over
    56
    """
    best = hard_total(cards)
    raised = 0
    for card in cards:
        if card >= FIRST_ACE and raised < highs and best + RAISE <= limit:
            best += RAISE
            raised += 1
    return best


@kernel
def is_soft(cards: Sequence[int], limit: int = TWENTY_ONE, highs: int = 1) -> bool:
    """Whether the best reading counts an ace or a joker high, so that one more card cannot break the hand.

    >>> is_soft((48, 16)), is_soft((48, 16, 44))           # ace and six, then a king
    (True, False)
    """
    return total(cards, limit, highs) > hard_total(cards)


@kernel
def is_natural(cards: Sequence[int]) -> bool:
    """Whether a hand is exactly an ace and a ten-value card.

    That it is the first two cards, and not two cards after a split, is for the caller to know.

    >>> is_natural((48, 32)), is_natural((32, 51)), is_natural((48, 32, 0))
    (True, True, False)
    """
    return len(cards) == 2 and (
        (is_ace(cards[0]) and is_ten(cards[1])) or (is_ten(cards[0]) and is_ace(cards[1]))
    )


@kernel
def is_twin(cards: Sequence[int], card: int) -> bool:
    """Whether a hand is exactly two copies of one card, from two decks of a shoe.

    Two nines of spades, or two aces of hearts, are the best hand of a game each.

    >>> is_twin((31, 31), 31), is_twin((31, 30), 31)
    (True, False)
    """
    return len(cards) == 2 and cards[0] == card and cards[1] == card


@kernel
def natural_total(cards: Sequence[int], worth: int, initial: bool = True) -> int:
    """The total where an ace with a ten-value card as the first two cards is worth more (or less) than 21.

    `worth` is the game's figure in half points: 43 where it is 21½, 44 where it is 22, 41 where it is 20½. A
    hand that isn't `initial`, such as a split ace that catches a ten, counts plainly.

    >>> natural_total((48, 40), worth=43), natural_total((48, 40), worth=43, initial=False)
    (43, 42)
    """
    if initial and is_natural(cards):
        return worth
    return total(cards)


@kernel
def is_bust(cards: Sequence[int], limit: int = TWENTY_ONE) -> bool:
    """Whether even the lowest reading is over `limit`.

    >>> is_bust((44, 40, 0)), is_bust((44, 40, 0), limit=TWENTY_TWO)
    (True, False)
    """
    return hard_total(cards) > limit


@kernel
def rank(cards: Sequence[int], initial: bool = True, limit: int = TWENTY_ONE) -> int:
    """The order of hands where the natural is best by name, whatever figure a book gives it.

    A natural beats 21, 21 beats 20 and so on; then the hands over 21, the nearest first, because the "no
    bust" games compare those too. Where a hand over 21 simply loses, ask `is_bust` before ranking. In a game
    that is played to 22 the `limit` is 22, and a plain 22 comes next after the natural.

    >>> natural, made, plain, over, far = (48, 44), (0, 28, 40), (44, 40), (44, 40, 0), (44, 40, 24)
    >>> rank(natural) > rank(made) > rank(plain) > rank(over) > rank(far)
    True
    >>> rank(over), rank(over, limit=TWENTY_TWO)
    (-44, 44)
    """
    if initial and is_natural(cards):
        return NATURAL_RANK
    count = total(cards, limit)
    if count > limit:
        # Far below the least total within the limit (a lone ace counts 22 half points, a deuce 4).
        return -count
    return count


@kernel
def is_three_eights(cards: Sequence[int]) -> bool:
    """Whether a hand is exactly three eights, which turn the loss of busted players into a push.

    >>> is_three_eights((24, 25, 25)), is_three_eights((24, 25)), is_three_eights((24, 25, 28))
    (True, False, False)
    """
    return len(cards) == 3 and cards[0] // 4 == 6 and cards[1] // 4 == 6 and cards[2] // 4 == 6


@kernel
def is_suited_789(cards: Sequence[int]) -> bool:
    """Whether a hand is exactly a seven, an eight and a nine of one suit, in any order.

    >>> is_suited_789((28, 20, 24)), is_suited_789((28, 20, 25))
    (True, False)
    """
    if len(cards) != 3:
        return False
    suit = cards[0] % 4
    seen = 0
    for card in cards:
        if card % 4 != suit or not 5 <= card // 4 <= 7:
            return False
        seen |= 1 << (card // 4)
    return seen == 0b11100000


@kernel
def joker_rank(cards: Sequence[int], initial: bool = True) -> int:
    """The order of hands to 22 where a joker is 2 or 12: two aces, joker with ten, any other 22, 21, 20 ...

    Over 22 the nearest is best, as that game compares those hands too.

    >>> joker_rank((48, 49)) > joker_rank((52, 44)) > joker_rank((24, 28, 12)) > joker_rank((48, 44))
    True
    >>> joker_rank((52, 53))              # two jokers: 14
    28
    """
    if initial and len(cards) == 2:
        if is_ace(cards[0]) and is_ace(cards[1]):
            return NATURAL_RANK
        if (cards[0] >= FIRST_JOKER and is_ten(cards[1])) or (is_ten(cards[0]) and cards[1] >= FIRST_JOKER):
            return NATURAL_RANK - 1
    count = total(cards, TWENTY_TWO, 2)
    if count > TWENTY_TWO:
        return -count
    return count


@kernel
def nine_and_a_half(cards: Sequence[int]) -> int:
    """The total of the game to 9½: an ace is 1, a ten or picture half a point; over 19 half points is lost.

    >>> nine_and_a_half((48, 28, 44))      # 1 + 9 + ½
    21
    """
    count = 0
    for card in cards:
        count += 1 if is_ten(card) else HALF[card]
    return count


@kernel
def x_rank(cards: Sequence[int], initial: bool = True, x_ace: int = X_ACE) -> int:
    """The order of the game to 31: one of twenty-four rows, 24 being best.

    The natural 31, the marked ace with a ten, a hard 31 (a hard 21 that received a ten), 21 down to 2, and
    last every total of 22 to 30, where a hand is frozen. `x_ace` is the number that the marked ace has in the
    shoe.

    >>> [x_rank(hand) for hand in ((48, 44), (55, 44), (44, 40, 48, 36), (44, 40, 48), (44, 40, 24))]
    [24, 23, 22, 21, 1]
    >>> x_rank((48, 44), initial=False)    # a split ace that caught a ten
    21
    """
    count = 0
    aces = 0
    marked = False
    tens = 0
    for card in cards:
        if card == x_ace:
            marked = True
        if card == x_ace or is_ace(card):
            aces += 1
            count += 1
        else:
            count += HALF[card] // 2
            tens += 1 if is_ten(card) else 0
    if initial and len(cards) == 2 and aces == 1 and tens == 1:
        return X_ACE_31 if marked else X_NATURAL
    if aces > 0 and count <= 11:
        count += 10
    if count == 31:
        return X_HARD_31
    return X_FROZEN if count > 21 else count


def spoken(half: int) -> str:
    """A count of half points as people say it.

    >>> spoken(43), spoken(42), spoken(1)
    ('21½', '21', '½')
    """
    whole, rest = divmod(half, 2)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def describe(cards: Sequence[int], limit: int = TWENTY_ONE, highs: int = 1) -> str:
    """A hand in words, naturals apart: which name those bear is the game's affair.

    >>> describe((48, 20)), describe((44, 20)), describe((44, 20, 16)), describe((44, 4, 28))
    ('soft 18', 'hard 17', 'bust with 23', 'bust with 22')
    """
    count = total(cards, limit, highs)
    if count > limit:
        return f"bust with {spoken(count)}"
    return f"{'soft' if is_soft(cards, limit, highs) else 'hard'} {spoken(count)}"
