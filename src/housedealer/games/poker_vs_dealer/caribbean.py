"""Caribbean Stud: five cards each against the player-dealer, one of whose cards is seen."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from housedealer.games.bots import sensible
from housedealer.games.poker_vs_dealer.raising import FOLDS, Forfeits, collect_forfeits, follow, raising
from housedealer.games.poker_vs_dealer.rows import row_of
from housedealer.kernel import kernel
from housedealer.ranking.high import high
from housedealer.ranking.poker import ACE, CLASS_PAIR, EIGHT, HIGH_CARD, JACK, KING, THREE, least, letters
from housedealer.table.banking import LOSE, PUSH, Banking, Outcome
from housedealer.table.core import DOWN, UNTOLD, UP
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN, odds

ANTE, BACK_BET = "ante", "back-bet"
BETS = "bet"
BACK_BET_TIMES = 2

NOT_QUALIFIED, PLAYER_WINS, TIE, BANK_WINS = range(4)
RESULTS = ("not-qualified", "beats-player-dealer", "ties-player-dealer", "loses-to-player-dealer")

ACE_KING = least(HIGH_CARD, ACE, KING)
ALWAYS_BET = least(HIGH_CARD, ACE, KING, JACK, EIGHT, THREE)


class Caribbean(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions of the game.

    `payout` is the table of a winning hand by its rank, for the back bet and, under one reading, the ante.
    """

    payout: Mapping[str, str]
    ante_pays: Literal["table", "even-money"]
    qualifier: Literal["ace-king-or-better", "ace-and-king-held"]
    back_bet_when_not_qualified: Literal["push", "pays"]
    forfeits: Forfeits


@kernel
def qualifies(value: int, cards: Sequence[int], both_held: bool) -> bool:
    """Whether the player-dealer plays: ace-king or better or, if `both_held`, an ace and a king in the hand.

    >>> from housedealer.pieces.cards import cards
    >>> [qualifies(high(hand), hand, False) for hand in (cards("Ac Kd 4h 3s 2c"), cards("Ac Qd Jh Ts 9c"))]
    [True, False]
    >>> [qualifies(high(hand), hand, True) for hand in (cards("Ac Kd 4h 3s 2c"), cards("2c 2d 2h 2s 9c"))]
    [True, False]
    """
    if not both_held:
        return value >= ACE_KING
    ace = False
    king = False
    for card in cards:
        ace = ace or card // 4 == ACE
        king = king or card // 4 == KING
    return ace and king


@kernel
def showdown(hand: int, bank: int, qualified: bool) -> int:
    """How a hand that was bet on stands against the player-dealer's.

    >>> showdown(5, 9, False) == NOT_QUALIFIED, showdown(9, 5, True) == PLAYER_WINS
    (True, True)
    """
    if not qualified:
        return NOT_QUALIFIED
    if hand == bank:
        return TIE
    return PLAYER_WINS if hand > bank else BANK_WINS


@kernel
def advised(hand: Sequence[int], up: int) -> bool:
    """Whether the book's advice is to bet: a pair or better, A-K-J-8-3 or better, and ace-king with a match.

    An ace-king matches when one of its other three cards has the rank of the player-dealer's card that is up.

    >>> from housedealer.pieces.cards import cards
    >>> [advised(cards(hand), 0) for hand in ("2h 2s 3d 4c 5h", "Ah Ks Jd 8c 3h", "Ah Qs Jd Tc 2h")]
    [True, True, False]
    >>> advised(cards("Ah Ks 7d 5c 2h"), 0), advised(cards("Ah Ks 7d 5c 3h"), 0)
    (True, False)
    """
    value = high(hand)
    if value >= ALWAYS_BET:
        return True
    if value < ACE_KING or up < 0:
        return False
    matched = False
    for card in hand:
        matched = matched or (card // 4 == up // 4 and card // 4 < KING)
    return matched


CHARTS = Path(__file__).parent / "caribbean.toml"


@cache
def charts() -> Mapping[str, str]:
    """By the three cards beside ace and king a letter for each rank of the open card: `B` bet, `F` fold.

    Counted and written by `housedealer.odds.caribbean`, as the game is approved.
    """
    return tomllib.loads(CHARTS.read_text(encoding="utf-8"))["ace-king"]  # type: ignore[no-any-return]


def solved(hand: Sequence[int], up: int) -> bool:
    """Whether the bot bets: a pair or better, less than ace-king never, ace-king by its other cards.

    >>> from housedealer.pieces.cards import cards
    >>> [solved(cards("Ac Kd 7h 5s 2c"), up) for up in cards("7d Qc")]
    [True, False]
    """
    value = high(hand)
    if value >= CLASS_PAIR or value < ACE_KING or up < 0:
        return value >= CLASS_PAIR
    row = charts()[letters(sorted((card // 4 for card in hand), reverse=True)[2:])]
    return row[up // 4] == "B"


def table_row(value: int) -> str | None:
    """The row of the payout table that a hand hits; below ace-king there is none.

    >>> from housedealer.pieces.cards import cards
    >>> [table_row(high(cards(hand))) for hand in ("Ah Ks 7d 5c 2h", "2h 2s 7d 5c 3h", "Ah Qs 7d 5c 2h")]
    ['ace-king', 'pair', None]
    """
    if value < CLASS_PAIR:
        return "ace-king" if value >= ACE_KING else None
    return row_of(value)


def base_outcomes(game: Caribbean, result: int, value: int) -> tuple[Outcome, Outcome]:
    """What the ante and the back bet are owed."""
    if result == NOT_QUALIFIED:
        return EVEN, EVEN if game.back_bet_when_not_qualified == "pays" else PUSH
    if result == PLAYER_WINS:
        row = table_row(value)
        paid = odds(game.payout[row]) if row is not None else EVEN
        return paid if game.ante_pays == "table" else EVEN, paid
    outcome: Outcome = PUSH if result == TIE else LOSE
    return outcome, outcome


def bot(view: View, question: Question) -> Any:
    """As loses least, by the five cards and the player-dealer's that lies open."""
    if question.name == BACK_BET and isinstance(question, Choose):
        up = next((card for card in view.cards("player-dealer") if card != UNTOLD), UNTOLD)
        bets = solved(view.cards(question.about or ""), up)
        return BETS if bets and BETS in question.options else FOLDS
    return sensible(view, question)


@plays(bot=bot, moments=("before-cards",))
def caribbean(t: Banking, game: Caribbean) -> Script:
    """A round of Caribbean Stud."""
    yield from t.take_wagers()
    t.reach("before-cards")
    hands = t.hands_with(ANTE)
    yield from t.deal_around(1, hands, DOWN)
    yield from t.deal(1, t.player_dealer, UP)
    yield from t.deal_around(4, [*hands, t.player_dealer], DOWN)
    yield from t.dealt()

    for hand in hands:
        choice = yield from t.ask(raising(t, hand, BACK_BET, ANTE, {BETS: BACK_BET_TIMES}, FOLDS))
        if choice == FOLDS:
            t.fold(hand, (ANTE,))
        else:
            follow(t, hand, BACK_BET, ANTE, BACK_BET_TIMES, (ANTE,))
    collect_forfeits(t, game.forfeits)

    standing = [hand for hand in hands if not hand.folded]
    if standing:
        five = t.show(t.player_dealer)
        bank = high(five)
        qualified = qualifies(bank, five, game.qualifier == "ace-and-king-held")
    for hand in standing:
        value = high(t.show(hand))
        result = showdown(value, bank, qualified)
        because: Because = (RESULTS[result], ())
        if result == PLAYER_WINS:
            because = (RESULTS[result], (value,))
        ante, back_bet = base_outcomes(game, result, value)
        t.claim(hand, ANTE, ante, because)
        t.claim(hand, BACK_BET, back_bet, because)
    t.settle()
    return t.standing()
