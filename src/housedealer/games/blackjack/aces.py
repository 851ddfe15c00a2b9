"""The Aces Bonus Bet: aces, sevens and pairs among the first cards that a seat is dealt.

It asks nothing of the player-dealer's hand, and it can be made on a hand that nobody plays for anything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from housedealer.games.blackjack.table import DOUBLE, BlackjackTable
from housedealer.kernel import kernel
from housedealer.ranking.totals import ACE_RANK, X_ACE
from housedealer.table.banking import classifier
from housedealer.table.core import Hand
from housedealer.wagers.odds import Odds, odds

ACES = "aces-bonus"
ROWS = (
    "split-aces-matched", "suited-sevens", "split-aces-two-aces", "sevens", "suited-aces", "three-of-a-kind",
    "six-seven-eight", "pair-of-aces", "suited-pair", "suited-face-cards", "first-card-ace",
)  # fmt: skip
"""The rows as the table prints them; in no column does a row pay more than one above it."""
NONE = -1
"""No such card was dealt."""
SIX, SEVEN, JACK, KING = 4, 5, 9, 11
ACE_OF_SPADES = 51


@kernel
def as_spade(card: int) -> int:
    """A card as the bet reads it: the marked ace is an ace of spades.

    >>> as_spade(55), as_spade(50)
    (51, 50)
    """
    return ACE_OF_SPADES if card == X_ACE else card


@kernel
def rows_hit(
    first: int, second: int, third: int, on_first: int, on_second: int, one_match: bool, in_order: bool
) -> int:
    """Every row that a seat's first cards hit, one bit each in the order of `ROWS`.

    `on_first` and `on_second` are what aces that were split received, `third` the third card of a hand that
    was not. With `one_match` one of two split aces need receive its like for the first row; `in_order` is a
    six, a seven and an eight in that order alone.

    >>> [bin(rows_hit(48, 49, NONE, *dealt, False, False)) for dealt in ((48, 49), (48, 50), (48, 8))]
    ['0b10010000101', '0b10010000100', '0b10010000000']
    >>> rows_hit(20, 24, 16, NONE, NONE, False, False), rows_hit(20, 24, 16, NONE, NONE, False, True)
    (64, 0)
    """
    first, second = as_spade(first), as_spade(second)
    high, low, suited = first // 4, second // 4, first % 4 == second % 4
    found = 0
    if high == ACE_RANK and low == ACE_RANK and on_first >= 0 and on_second >= 0:
        on_first, on_second = as_spade(on_first), as_spade(on_second)
        matches = (1 if on_first == first else 0) + (1 if on_second == second else 0)
        if matches == 2 or (one_match and matches == 1):
            found |= 1 << 0
        if on_first // 4 == ACE_RANK and on_second // 4 == ACE_RANK:
            found |= 1 << 2
    if third >= 0:
        third = as_spade(third)
        if high == low == third // 4:
            found |= 1 << 5
            if high == SEVEN:
                found |= 1 << 3
                if suited and first == third:
                    found |= 1 << 1
        if in_order:
            if high == SIX and low == SIX + 1 and third // 4 == SIX + 2:
                found |= 1 << 6
        elif (1 << high) | (1 << low) | (1 << (third // 4)) == 0b111 << SIX:
            found |= 1 << 6
    if high == low:
        if high == ACE_RANK:
            found |= 1 << 7
            if suited:
                found |= 1 << 4
        if suited:
            found |= 1 << 8
    if suited and JACK <= high <= KING and JACK <= low <= KING:
        found |= 1 << 9
    if high == ACE_RANK:
        found |= 1 << 10
    return found


def names(found: int) -> list[str]:
    """The rows of a set of bits, as printed.

    >>> names(0b10010000000)
    ['pair-of-aces', 'first-card-ace']
    """
    return [name for at, name in enumerate(ROWS) if found >> at & 1]


@classifier("aces-bonus")
def row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The highest row that a seat's cards hit."""
    return next(iter(names(facts["aces_rows"])), None)


def note_rows(t: BlackjackTable, seat: Hand, game: Any) -> None:
    """Put down which rows a seat's cards hit, from its cards in the order in which they were dealt."""
    dealt: list[tuple[int, int]] = []
    hands = [seat, *t.hands_of(seat.key)]
    for hand in hands:
        dealt += zip(hand.tokens, t.look(hand), strict=True)
    cards: Sequence[int] = [*(card for _, card in sorted(dealt)), NONE, NONE]
    third = on_first = on_second = NONE
    if len(hands) > 1:
        on_first, on_second = cards[2:4]
        third = cards[2] if game.third_card_split == "yes" else NONE
    elif game.third_card_doubled == "yes" or not any(
        wager.spot == DOUBLE and wager.hand == seat.key for wager in t.wagers
    ):
        third = cards[2]
    one, ordered = game.matched_aces == "one", game.six_seven_eight == "in-order"
    found = rows_hit(cards[0], cards[1], third, on_first, on_second, one, ordered)
    t.facts.setdefault(seat.key, {})["aces_rows"] = found


def every_row(pays: Mapping[str, str], found: int) -> tuple[list[str], Odds]:
    """The rows of a paytable that were hit, and what they pay together; the stake returns once.

    >>> every_row({"pair-of-aces": "10 for 1", "first-card-ace": "1 for 1"}, 0b10010000000)[1].win(100)
    1000
    """
    paid = [name for name in names(found) if name in pays]
    whole = sum(odds(pays[name]).fraction() + 1 for name in paid)
    return paid, odds(f"{max(whole, 1)} for 1")


def claim_every_row(t: BlackjackTable) -> None:
    """Pay a bet for all rows that its hand hit together, where that is the ruling; the stake returns once."""
    for wager in [wager for wager in t.wagers if wager.open and wager.spot == ACES]:
        pays = t.paytable(ACES, wager.amount).pays
        paid, together = every_row(pays, t.facts[wager.hand]["aces_rows"])
        if len(paid) > 1:
            t.claim_wager(wager, together, (f"{ACES}.several-rows", (", ".join(paid),)))
