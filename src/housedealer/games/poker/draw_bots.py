"""Draw poker by stated plans, high and low: what to keep, what to open with, what to call for.

High: pat hands are kept; of the others pairs and better, four to a flush, four to an open straight, or the
highest card. Low: cards of different ranks up to an eight are kept, and a pat low that is a straight or a
flush is broken where that counts against it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from housedealer.games.poker.bots import Cards, bet_by
from housedealer.games.poker.kills import KILL, PASS
from housedealer.games.poker.openers import JACKS
from housedealer.games.poker.showdown import HALVES, LOW_GAMES
from housedealer.ranking.low import low_category
from housedealer.ranking.poker import ACE, HIGH_CARD, PAIR, STRAIGHT, TRIPS, TWO_PAIR, category
from housedealer.ranking.variants import PAI_GOW_BUG, high_with, run_with
from housedealer.table.piece_questions import Pick
from housedealer.table.questions import Bet, Question
from housedealer.table.view import View

JOKER = 52
POWER = {PAIR: 0.4, TWO_PAIR: 0.7, TRIPS: 0.85}
"""How good a made hand of each category is, from 0 to 1; what is above three of a kind is pat."""
DRAWING = 0.5
"""What four to a flush or to an open straight are worth before the draw."""


def draw_bot(view: View, question: Question) -> Any:
    """Draw and bet by the plan for the game that is being played, which a hand without openers may change."""
    hands = view.params.hands
    low = hands in LOW_GAMES
    if view.params.lowball != "none" and any(event.kind == "becomes-lowball" for event in view.events()):
        low, hands = True, LOWBALL[view.params.lowball]
    hand = tuple([card for card in view.cards(question.about or "") if card >= 0])
    if question.name == KILL:
        return KILL if worth_a_kill(hand) else PASS
    if isinstance(question, Pick):
        return throw_low(hand, question.most, hands) if low else throw_high(hand, question.most)
    if not isinstance(question, Bet) or len(hand) != view.params.cards:
        return bet_by(view, question, high_power)
    if low:
        return bet_by(view, question, lambda hand, _: low_power(hand, hands) + 0.1 * (not question.to_call))
    drawn = any(event.kind == "draws" for event in view.events())
    edge = 0.2 if not question.to_call else 0.0
    return bet_by(view, question, lambda hand, _: high_power(hand, (), drawn) + edge)


LOWBALL = {"california": "ace-to-five", "kansas-city": "deuce-to-seven"}
"""The hands of each lowball that a hand nobody opens may become."""


# -- high ---------------------------------------------------------------------------------------------


def high_power(hand: Cards, board: Cards = (), drawn: bool = False) -> float:
    """What a high hand is worth: what it has made, and before the draw what it may become.

    >>> from housedealer.pieces.cards import cards
    >>> [round(high_power(cards(h)), 2) for h in ("Kc Kd 2h 5s 9c", "Kc Kd 2h 2s 9c", "2h 5h 9h Kh 3c")]
    [0.6, 0.7, 0.5]
    """
    value = high_with(hand, PAI_GOW_BUG)
    kind = category(value)
    if kind >= STRAIGHT:
        return 0.95
    power = POWER.get(kind, 0.1) + (0.2 if kind == PAIR and value >= JACKS else 0.0)
    return max(power, DRAWING) if not drawn and four_to_better(hand) else power


def throw_high(hand: Cards, most: int) -> tuple[int, ...]:
    """The places of the cards to throw away, the lowest first if not all of them may be.

    >>> from housedealer.pieces.cards import cards
    >>> throw_high(cards("Kc Kd 2h 5s 9c"), 5), throw_high(cards("2h 5h 9h Kh 3c"), 5)
    ((2, 3, 4), (4,))
    >>> throw_high(cards("Jk 3d 4h 5s Qc"), 5), throw_high(cards("2h 3h 4h 5s 6c"), 5)
    ((4,), ())
    """
    value = high_with(hand, PAI_GOW_BUG)
    kind = category(value)
    if kind >= STRAIGHT:
        return ()
    ranks = [ACE if card >= JOKER else card >> 2 for card in hand]
    keep = {at for at, rank in enumerate(ranks) if ranks.count(rank) > 1}
    better = four_to_better(hand)
    if better and value < JACKS:
        keep = set(better)
    if not keep:
        keep = {ranks.index(max(ranks))}
    thrown = sorted((at for at in range(len(hand)) if at not in keep), key=lambda at: ranks[at])
    return tuple(sorted(thrown[:most]))


def four_to_better(hand: Cards) -> tuple[int, ...]:
    """The places of four cards to a flush, or to a straight open at both ends; none if there are not."""
    for places in combinations(range(len(hand)), 4):
        suits = {hand[at] & 3 for at in places if hand[at] < JOKER}
        if len(suits) == 1:
            return places
    for places in combinations(range(len(hand)), 4):
        ranks = 0
        for at in places:
            ranks |= 0 if hand[at] >= JOKER else 1 << (hand[at] >> 2)
        jokers = sum(hand[at] >= JOKER for at in places)
        missing = [rank for rank in range(13) if not ranks >> rank & 1]
        ends = [rank for rank in missing if run_with(ranks | 1 << rank, jokers, 0)]
        if len(ends) > 1 and ranks.bit_count() + jokers == 4:
            return places
    return ()


# -- low ----------------------------------------------------------------------------------------------


def worth_a_kill(hand: Cards) -> bool:
    """Whether the first cards are good enough to play the pot for more: the joker or an ace, and a low card.

    >>> from housedealer.pieces.cards import cards
    >>> [worth_a_kill(cards(two)) for two in ("Jk 4d", "As 2d", "As Ad", "3s 2d", "Jk 8c")]
    [True, True, False, False, True]
    """
    values = sorted(0 if card >= JOKER else 1 if card >> 2 == ACE else (card >> 2) + 2 for card in hand)
    return len(set(values)) == len(hand) and values[0] <= 1 and values[-1] <= LOW_ENOUGH[values[0]]


LOW_ENOUGH = (8, 2)
"""How high the other card may be beside the joker and beside an ace."""


def low_power(hand: Cards, hands: str) -> float:
    """What a low hand is worth: the part of it that is worth keeping.

    >>> from housedealer.pieces.cards import cards
    >>> low_power(cards("Ac 2d 4h 5s 7c"), "ace-to-five") > low_power(cards("Ac 2d 4h 5s Kc"), "ace-to-five")
    True
    """
    return 0.8 - 0.25 * len(throw_low(hand, len(hand), hands))


def throw_low(hand: Cards, most: int, hands: str = "ace-to-five") -> tuple[int, ...]:
    """The places of cards above an eight and of pairs, the worst first, as far as may be drawn.

    >>> from housedealer.pieces.cards import cards
    >>> throw_low(cards("Ac 2d 9h Ks 2s"), 5), throw_low(cards("Ac 2d 3h 4s 7s"), 5, "deuce-to-seven")
    ((2, 3, 4), (0,))
    >>> throw_low(cards("2c 3d 4h 5s 6s"), 5, "deuce-to-seven"), throw_low(cards("2c 3d 4h 5s 6s"), 5)
    ((4,), ())
    """
    aces_high = hands.endswith("deuce-to-seven")
    seen: set[int] = set()
    bad: list[tuple[int, int]] = []
    for at, card in enumerate(hand):
        value = (card >> 2) + 2 if aces_high or card >> 2 != ACE else 1
        if card < JOKER and (value > 8 or value in seen):
            bad.append((value, at))
        seen.add(value)
    if aces_high and not bad and low_category(HALVES[hands][0](hand, ())) != HIGH_CARD:
        bad.append(max((card, at) for at, card in enumerate(hand) if card < JOKER))
    return tuple(sorted(at for _, at in sorted(bad, reverse=True)[:most]))
