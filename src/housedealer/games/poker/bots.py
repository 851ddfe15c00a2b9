"""A poker bot that plays sensibly without being a solver: made hands and pot odds by simple rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from housedealer.games.bots import sensible
from housedealer.ranking.high import high
from housedealer.ranking.poker import HIGH_CARD, PAIR, TWO_PAIR, category, digit
from housedealer.table.questions import CALL, FOLD, Bet, Question
from housedealer.table.view import View

Cards = tuple[int, ...]


def strength(cards: tuple[int, ...], board: tuple[int, ...]) -> float:
    """A rough strength from 0 to 1: what the hand has made, beyond what the board gives everybody.

    >>> from housedealer.pieces.cards import cards
    >>> strength(cards("As Ad"), ()) > strength(cards("7s 2d"), ())
    True
    """
    if not board:
        ranks = sorted((card >> 2 for card in cards if 0 <= card < 52), reverse=True)
        if not ranks:
            return 0.3
        paired = len(set(ranks)) < len(ranks)
        suited = len({card & 3 for card in cards}) < len(cards)
        return min(
            1.0,
            (0.45 if paired else 0.0)
            + ranks[0] / 26
            + (ranks[1] if len(ranks) > 1 else 0) / 40
            + 0.05 * suited,
        )
    made, shared = high(cards + board), high(board)
    return min(1.0, ((made >> 20) - (shared >> 20)) / 4 + (0.25 if made >> 20 > shared >> 20 else 0.1))


def made_strength(value: int, many: int) -> float:
    """A rough strength from 0 to 1 of a poker-high value that so many cards have made.

    >>> from housedealer.pieces.cards import cards
    >>> made_strength(high(cards("8c 8d 3h")), 3) > made_strength(high(cards("8c 8d 3h 5s Jd Kc")), 6)
    True
    """
    kind, first = category(value), digit(value, 0) / 14
    if kind == HIGH_CARD:
        return (0.6 - 0.05 * many) * first
    return 0.5 + 0.3 * first - 0.04 * many if kind == PAIR else 0.75 if kind == TWO_PAIR else 0.95


def low_strength(cards: Sequence[int], last: int = 7) -> float:
    """A rough strength from 0 to 1 for a low: the low cards of different ranks among those that there are.

    A hand that keeps up, all of its first cards eights or lower, is worth playing; each card that it lacks
    makes it worse, and after the last card that is final.

    >>> from housedealer.pieces.cards import cards
    >>> low_strength(cards("Ac 4d 6h")) > low_strength(cards("Ac 4d Kh")) > low_strength(cards("Ac Ad Kh"))
    True
    >>> low_strength(cards("Ac 2d 3h 4s Kc Kd Kh")) < low_strength(cards("Ac 2d 3h 4s Kc Kd"))
    True
    """
    ranks = {(card // 4 + 1) % 13 + 1 for card in cards if card < 52}
    good = sorted(rank for rank in ranks if rank <= 8)[:5]
    lacking = min(5, len(cards)) - len(good)
    smooth = (8 - good[-1]) * 0.02 if good else 0.0
    return min(1.0, max(0.0, 0.85 + smooth - lacking * (0.35 if len(cards) < last else 0.5)))


def poker_bot(view: View, question: Question) -> Any:
    """Bet and raise strong hands, call fair ones when it is cheap, now and then bluff."""
    return bet_by(view, question, strength)


def bet_by(view: View, question: Question, judge: Callable[[Cards, Cards], float]) -> Any:
    """Bet by a judgement of one's own cards and the shared ones, from 0 to 1."""
    if not isinstance(question, Bet):
        return sensible(view, question)
    hand = tuple(card for card in view.cards(question.about or "") if card >= 0)
    board = tuple(card for card in view.cards("board") if card >= 0)
    power = judge(hand, board) + (view.rng.random() - 0.5) * 0.25
    price = question.to_call / (question.stack + 1)
    if power > 0.75 and (question.high or question.amounts):
        low = question.amounts[0] if question.amounts else question.low
        top = min(question.high, low * 3) if not question.amounts else low
        step = question.step
        raised = (low + int((top - low) * view.rng.random())) // step * step
        return raised if raised >= low else low
    if not question.may_call:
        return question.default
    if not question.to_call:
        return CALL
    return CALL if power > 0.35 + price and question.may_call else (FOLD if question.may_fold else CALL)
