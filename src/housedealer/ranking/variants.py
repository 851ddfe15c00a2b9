"""Poker high as rule books vary it: jokers, stripped decks, and changes to the order of hands.

`high_with(cards, flags)` is the general form of `high.high`: with flags 0 and a standard deck the two
give equal values. Flags are added together, one for each thing that a rule book says:

* the deck: `SHORT_DECK` (sixes and up) or `BRIDGE_DECK` (no eights, nines or tens; a seven is next to a
  jack, as in Mexican poker), else a full one; `LISTED_STRAIGHTS` is the latter without the two straights that
  neither cross the gap nor have an ace;
* the joker: `JOKER_WILD` or `JOKER_BUG`, else a joker is a scrap of paper. A joker that was dealt face
  up is ranked as a bug and one dealt face down as wild by calling with the one flag or the other;
* five of a kind: `FIVE_OF_A_KIND`, or `FIVE_ACES` where only five aces are a hand of their own, both
  above the royal flush; else four of a kind with the fifth card as its kicker;
* the order: `FLUSH_OVER_FULL_HOUSE`, `TRIPS_OVER_STRAIGHT`, `WHEEL_SECOND`.

Cards may come from several decks.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.ranking.high import BIT
from housedealer.ranking.poker import (
    CLASS_FIVE_ACES,
    CLASS_FIVE_OF_A_KIND,
    CLASS_FLUSH,
    CLASS_FLUSH_OVER_FULL_HOUSE,
    CLASS_FULL_HOUSE,
    CLASS_PAIR,
    CLASS_QUADS,
    CLASS_ROYAL_FLUSH,
    CLASS_STRAIGHT,
    CLASS_STRAIGHT_FLUSH,
    CLASS_TRIPS,
    CLASS_TRIPS_OVER_STRAIGHT,
    CLASS_TWO_PAIR,
    DIGITS,
    SIZE,
    TOP_BIT,
)

STANDARD = 0
SHORT_DECK = 1
"""36 cards, sixes and up; A-6-7-8-9 is the lowest straight."""
BRIDGE_DECK = 2
"""40 cards without eights, nines and tens; 5-6-7-J-Q is a straight and 7-J-Q-K-A the best."""
LISTED_STRAIGHTS = 3
"""The same deck where only the straights with an ace or over the gap count: no 2-3-4-5-6 and 3-4-5-6-7."""
JOKER_BUG = 4
"""A joker is an ace, or completes a straight, a flush or a straight flush."""
JOKER_WILD = 8
"""A joker is any card; in a flush the highest that isn't held."""
FIVE_OF_A_KIND = 16
"""Five of a kind of any rank is above the royal flush, five aces highest."""
FIVE_ACES = 32
"""Only five aces are above the royal flush."""
FLUSH_OVER_FULL_HOUSE = 64
"""A flush beats a full house."""
TRIPS_OVER_STRAIGHT = 128
"""Three of a kind beats a straight."""
WHEEL_SECOND = 256
"""The straight that begins with the ace as its lowest card is the second highest."""

PAI_GOW_BUG = JOKER_BUG | FIVE_ACES
PAI_GOW_WILD = JOKER_WILD | FIVE_OF_A_KIND
SHORT_DECK_POKER = SHORT_DECK | FLUSH_OVER_FULL_HOUSE
MEXICAN_UP = BRIDGE_DECK | JOKER_BUG | FIVE_OF_A_KIND | FLUSH_OVER_FULL_HOUSE
MEXICAN_DOWN = BRIDGE_DECK | JOKER_WILD | FIVE_OF_A_KIND | FLUSH_OVER_FULL_HOUSE

ACE_BIT = 1 << 12
JACK_BIT = 1 << 9

# The ranks of each deck, by its two flags.
DECK_RANKS = array("q", [0b1111111111111, 0b1111111110000, 0b1111000111111, 0b1111000111111])


def _runs(ranks: int) -> list[tuple[int, int]]:
    """The straights of a deck as sets of ranks with their highest, best first, the one from the ace last.

    >>> [top for _, top in _runs(0b1111111110000)]
    [12, 11, 10, 9, 8, 7]
    """
    line = [rank for rank in range(13) if ranks >> rank & 1]
    line = [12, *line]  # the ace below the lowest rank, and above the highest
    windows = [line[k : k + 5] for k in range(len(line) - 4)]
    return [(sum(1 << rank for rank in window), window[-1]) for window in reversed(windows)]


_decks = [_runs(ranks) for ranks in DECK_RANKS]
_decks[LISTED_STRAIGHTS] = [run for run in _decks[LISTED_STRAIGHTS] if run[0] & (ACE_BIT | JACK_BIT)]

RUN_START = array("b", [sum(map(len, _decks[:deck])) for deck in range(len(_decks) + 1)])
"""Where the straights of each deck begin among all."""
RUN_RANKS = array("h", [ranks for deck in _decks for ranks, _ in deck])
"""The straights of the decks, best first, the one that begins with an ace last."""
RUN_DIGIT = array("i", [(top + 2) << 16 for deck in _decks for _, top in deck])
"""The highest rank of each straight as the first digit of a value."""

del _decks


@kernel
def high_with(cards: Sequence[int], flags: int) -> int:
    """The value of the best five of these cards under the given flags.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.poker import describe
    >>> kings_and_joker = cards("Kc Kd Kh Ks Jk")
    >>> describe(high_with(kings_and_joker, PAI_GOW_WILD)), describe(high_with(kings_and_joker, PAI_GOW_BUG))
    ('five of a kind, kings', 'four of a kind, kings, ace kicker')
    >>> describe(high_with(cards("5c 6d 7h Js Qc"), MEXICAN_UP))
    'straight, queen high'
    """
    one = 0
    two = 0
    three = 0
    four = 0
    five = 0
    word = 0
    lengths = 0  # how many cards of each suit, a byte each
    jokers = 0
    for card in cards:
        if card >= 52:
            jokers += 1
            continue
        bit = 1 << (card >> 2)
        five |= four & bit
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        word |= BIT[card]
        lengths += 1 << 8 * (card & 3)
    if flags & 12 == 0:
        jokers = 0

    best = 0
    if SIZE[one] + jokers >= 5:
        run = run_with(one, jokers, flags)
        if run:
            best = CLASS_STRAIGHT | run
    for suit in range(4):
        if (lengths >> 8 * suit & 255) + jokers >= 5:
            ranks = (word >> 13 * suit) & 8191
            run = run_with(ranks, jokers, flags)
            if run:
                best = max(best, (CLASS_ROYAL_FLUSH if run == 14 << 16 else CLASS_STRAIGHT_FLUSH) | run)
            elif (lengths >> 8 * suit & 255) == SIZE[ranks]:
                best = max(best, _flush_class(flags) | _flush_digits(ranks, jokers, flags))
            else:
                best = max(best, _flush_class(flags) | _doubled_flush_digits(cards, suit, jokers, flags))

    if flags & 4:  # away from straights and flushes the bug is an ace
        while jokers:
            five |= four & ACE_BIT
            four |= three & ACE_BIT
            three |= two & ACE_BIT
            two |= one & ACE_BIT
            one |= ACE_BIT
            jokers -= 1
    return max(best, _groups(one, two, three, four, five, jokers, flags))


@kernel
def mexican(cards: Sequence[int], deck: int) -> int:
    """The value of a Mexican poker hand; the second joker (53) stands for the one that was dealt face down.

    `deck` is `BRIDGE_DECK` or `LISTED_STRAIGHTS`.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.poker import describe
    >>> up, down = cards("Kc Kd 7h 7s Jk"), cards("Kc Kd 7h 7s JK")
    >>> describe(mexican(up, BRIDGE_DECK)), describe(mexican(down, BRIDGE_DECK))
    ('two pair, kings and sevens, ace kicker', 'full house, kings full of sevens')
    """
    for card in cards:
        if card == 53:
            return high_with(cards, MEXICAN_DOWN | deck)
    return high_with(cards, MEXICAN_UP | deck)


@kernel
def run_with(ranks: int, jokers: int, flags: int) -> int:
    """The best straight that jokers can make of a set of ranks, as digits of a value, or 0.

    >>> hex(run_with(0b11110, 1, STANDARD)), hex(run_with(0b1000000001111, 0, WHEEL_SECOND))
    ('0x70000', '0xd5000')
    """
    if SIZE[ranks] + jokers < 5:
        return 0
    deck = flags & 3
    wheel = RUN_START[deck + 1] - 1
    for k in range(RUN_START[deck], wheel):
        if SIZE[ranks & RUN_RANKS[k]] + jokers >= 5:
            # Only the best straight of all is above an ace-to-five that ranks second.
            if flags & 256 and RUN_DIGIT[k] < 14 << 16 and SIZE[ranks & RUN_RANKS[wheel]] + jokers >= 5:
                return 13 << 16 | RUN_DIGIT[wheel] >> 4
            return RUN_DIGIT[k]
    if SIZE[ranks & RUN_RANKS[wheel]] + jokers >= 5:
        return 13 << 16 | RUN_DIGIT[wheel] >> 4 if flags & 256 else RUN_DIGIT[wheel]
    return 0


@kernel
def _flush_class(flags: int) -> int:
    return CLASS_FLUSH_OVER_FULL_HOUSE if flags & 64 else CLASS_FLUSH


@kernel
def _flush_digits(ranks: int, jokers: int, flags: int) -> int:
    """The five best ranks of a flush, each joker being the highest rank that isn't held."""
    missing = DECK_RANKS[flags & 3] & ~ranks
    while jokers:
        ranks |= TOP_BIT[missing]
        missing ^= TOP_BIT[missing]
        jokers -= 1
    return DIGITS[ranks]


@kernel
def _doubled_flush_digits(cards: Sequence[int], suit: int, jokers: int, flags: int) -> int:
    """The same where the suit holds two of a rank, from two decks."""
    digits = 0
    shift = 16
    for rank in range(12, -1, -1):
        held = 0
        for card in cards:
            if card == 4 * rank + suit:
                held += 1
        if held == 0 and jokers and DECK_RANKS[flags & 3] >> rank & 1:
            jokers -= 1
            held = 1
        while held and shift >= 0:
            digits |= (rank + 2) << shift
            shift -= 4
            held -= 1
    return digits


@kernel
def _groups(one: int, two: int, three: int, four: int, five: int, jokers: int, flags: int) -> int:
    """The value by equal ranks, from the sets of ranks held at least once, twice and so on.

    With j wild jokers the ranks that can be had k times are those held k - j times.
    """
    held = (DECK_RANKS[flags & 3], one, two, three, four, five)
    fives = held[max(0, 5 - jokers)]
    if fives & ACE_BIT and flags & 48:
        return CLASS_FIVE_ACES | 14 << 16
    if fives and flags & 16:
        return CLASS_FIVE_OF_A_KIND | DIGITS[TOP_BIT[fives]]

    quads = held[max(0, 4 - jokers)]
    if quads:
        first = TOP_BIT[quads]
        spare = jokers - max(0, 4 - _times(first, one, two, three, four))
        kicker = 14 << 12 if spare > 0 else (DIGITS[(one & ~first) | (five & first)] >> 4) & 0xF000
        return CLASS_QUADS | DIGITS[first] | kicker

    # No four of a kind: so trips need every joker, and a pair beside them has to be held.
    trips = held[max(0, 3 - jokers)]
    if trips:
        first = TOP_BIT[trips]
        pairs = two & ~first
        if pairs:
            return CLASS_FULL_HOUSE | DIGITS[first] | DIGITS[TOP_BIT[pairs]] >> 4
        kind = CLASS_TRIPS_OVER_STRAIGHT if flags & 128 else CLASS_TRIPS
        return kind | DIGITS[first] | (DIGITS[one & ~first] >> 4) & 0xFF00

    pairs = held[max(0, 2 - jokers)]
    if pairs:
        first = TOP_BIT[pairs]
        second = TOP_BIT[pairs ^ first] if jokers == 0 else 0
        if second:
            rest = (DIGITS[one ^ first ^ second] >> 8) & 0xF00
            return CLASS_TWO_PAIR | DIGITS[first | second] | rest
        return CLASS_PAIR | DIGITS[first] | (DIGITS[one & ~first] >> 4) & 0xFFF0
    return DIGITS[one | ACE_BIT] if jokers else DIGITS[one]


@kernel
def _times(bit: int, one: int, two: int, three: int, four: int) -> int:
    """How often a rank is held, at most four."""
    if four & bit:
        return 4
    if three & bit:
        return 3
    if two & bit:
        return 2
    return 1 if one & bit else 0
