"""The bot of the flop games: hold'em by hand strength, others by what more hole cards and two halves make."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from housedealer.games.poker.bots import Cards, bet_by, poker_bot, strength
from housedealer.games.poker.showdown import HALVES
from housedealer.ranking.high import high
from housedealer.ranking.low import BEST
from housedealer.ranking.poker import category
from housedealer.table.piece_questions import Pick
from housedealer.table.questions import Bet, Question
from housedealer.table.view import View

ACE, FOUR, EIGHT = 12, 2, 6
WITH_AN_ACE = (0.0, 0.0, 0.12, 0.22, 0.26)
"""What so many different cards from ace to four, the ace among them, add to a hand that may win a low."""
CALLING = 0.6
"""A strength that calls and does not raise."""
CROWDED = 0.15
"""With more than two hole cards everybody makes more: what one has made is worth less."""


def many_holed(hands: str, hole: Cards, board: Cards) -> float:
    """A rough strength from 0 to 1 of three or four hole cards, or of a hand that may win a low half.

    >>> from housedealer.pieces.cards import cards
    >>> good, bad = cards("As Ad 2s 3d"), cards("9s 9d 9h 4c")
    >>> many_holed("omaha-low-8", good, ()) > many_holed("omaha-low-8", bad, ())
    True
    >>> hole, board = cards("2s 3d Kc Kd"), cards("Ah 5c 8d")
    >>> many_holed("omaha-low-8", hole, board) > many_holed("omaha", hole, board)
    True
    """
    halves = HALVES[hands]
    if not board:
        pairs = sorted((strength(pair, ()) for pair in combinations(hole, 2)), reverse=True)
        worth = (pairs[0] + sum(pairs) / len(pairs)) / 2 if pairs else 0.3
        lows = {card >> 2 for card in hole if card >> 2 in (ACE, *range(FOUR + 1))}
        return min(1.0, worth + (WITH_AN_ACE[len(lows)] if len(halves) > 1 and ACE in lows else 0.0))
    made, shared = category(halves[0](hole, board)), category(high(board))
    worth = (made - shared) / 4 + (0.25 if made > shared else 0.1) - CROWDED * (len(hole) > 2)
    worth = max(0.0, min(1.0, worth))
    if len(halves) == 1:
        return worth
    low = low_half_strength(hole, board, halves[1](hole, board))
    return min(1.0, max(worth, low) + min(worth, low) / 2)


def low_half_strength(hole: Cards, board: Cards, value: int) -> float:
    """What a low half is worth: by its worst card once it is made, a little while it can still come.

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.low import eight_or_better
    >>> wheel, rough = cards("Ac 2d"), cards("7c 8d")
    >>> board = cards("3h 4s 5c")
    >>> [low_half_strength(hole, board, eight_or_better(hole + board)) for hole in (wheel, rough)]
    [0.8, 0.5]
    """
    if value:
        worst = (BEST - value >> 16) - 1
        return round(0.8 - 0.1 * max(0, worst - 5), 1)
    wanted = {card >> 2 for card in (*hole, *board) if card >> 2 == ACE or card >> 2 <= EIGHT}
    return 0.25 if len(board) < 5 and len(wanted) >= 4 else 0.0


def flop_bot(view: View, question: Question) -> Any:
    """Hold'em by hand strength; other flop games by their own hands; a discard leaves the strongest rest."""
    params = view.params
    if isinstance(question, Pick):
        hole, board = view.cards(question.about or ""), view.cards("board")
        rests = [hole[:at] + hole[at + 1 :] for at in range(len(hole))]
        worth = [many_holed(params.hands, rest, board) for rest in rests]
        return (worth.index(max(worth)),)
    if params.hole == 2 and params.hands == "high":
        return poker_bot(view, question)
    most = CALLING if isinstance(question, Bet) and raised_enough(question) else 1.0
    return bet_by(view, question, lambda hole, board: min(most, many_holed(params.hands, hole, board)))


def raised_enough(question: Bet) -> bool:
    """Whether one has put in four bets in this round: two who may raise without end come to an end."""
    raise_by = question.low - question.in_round - question.to_call
    return 0 < 4 * raise_by <= question.in_round
