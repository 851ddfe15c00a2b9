"""Ultimate Texas Hold'em: two cards each, a board of five, and the earlier the wager the larger it may be."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal

from housedealer.games.bots import sensible
from housedealer.games.poker_vs_dealer.raising import FOLDS, Forfeits, collect_forfeits, follow, raising
from housedealer.games.poker_vs_dealer.rows import BEST_FIVE, row_of
from housedealer.kernel import kernel
from housedealer.ranking.high import high
from housedealer.ranking.omaha import omaha_high
from housedealer.ranking.poker import (
    ACE,
    CLASS_PAIR,
    CLASS_STRAIGHT,
    CLASS_TWO_PAIR,
    EIGHT,
    FIVE,
    JACK,
    KING,
    QUEEN,
    SIX,
    TEN,
    TWO,
    category,
)
from housedealer.table.banking import LOSE, PUSH, Banking, Outcome
from housedealer.table.core import DOWN, HOUSE, UNTOLD, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame
from housedealer.table.questions import Asked, Choose, Question
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN

ANTE, BLIND, PLAY, TRIPS = "ante", "blind", "play", "trips"
BOARD = "board"
CHECKS = "check"

BEFORE_FLOP: Mapping[str, int] = {"4x": 4, "3x": 3}
ON_FLOP: Mapping[str, int] = {"2x": 2}
ON_RIVER: Mapping[str, int] = {"1x": 1}
FLOP, TURN_AND_RIVER = (0, 1, 2), (3, 4)

PLAYER_WINS, TIE, BANK_WINS = range(3)
RESULTS = ("beats-player-dealer", "ties-player-dealer", "loses-to-player-dealer")
NOT_QUALIFIED: Because = ("not-qualified", ())
OUTS = 21


class Ultimate(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions of the game.

    `cards_used` says which of the seven cards may make a hand. The tables of the blind and of Trips are
    those of the side bets; the blind's speaks only for a hand that wins.
    """

    cards_used: Literal["any-five", "two-and-three"] = "any-five"
    dealt_in: Literal["stacks", "single-cards"] = "stacks"
    forfeits: Forfeits = "at-once"
    back_line: Literal["none", "allowed"] = "none"


@kernel
def showdown(hand: int, bank: int) -> int:
    """How a hand that was played stands against the player-dealer's, whether or not that one qualifies.

    >>> showdown(9, 5) == PLAYER_WINS, showdown(5, 5) == TIE, showdown(5, 9) == BANK_WINS
    (True, True, True)
    """
    if hand == bank:
        return TIE
    return PLAYER_WINS if hand > bank else BANK_WINS


@kernel
def qualifies(bank: int) -> bool:
    """Whether the player-dealer has a pair or better.

    >>> from housedealer.pieces.cards import cards
    >>> [qualifies(high(cards(hand))) for hand in ("2c 2d 5h 7s 9c Jd Kh", "Ac Qd 5h 7s 9c Jd 3h")]
    [True, False]
    """
    return bank >= CLASS_PAIR


@kernel
def raises_before_flop(first: int, second: int) -> bool:
    """Whether the bot bets on its two cards alone: the well-known chart of hands worth four times the ante.

    A pair but deuces, any ace, a king with a five, a queen with an eight, a jack with a ten; suited, any
    king, a queen with a six, a jack with an eight.

    >>> from housedealer.pieces.cards import cards
    >>> [raises_before_flop(*cards(two)) for two in ("3c 3d", "Ac 2d", "Kc 5d", "Kc 2c", "Qc 6c", "Js Td")]
    [True, True, True, True, True, True]
    >>> [raises_before_flop(*cards(two)) for two in ("2c 2d", "Kc 4d", "Qc 7d", "Qc 5c", "Js 9d", "Jc 7c")]
    [False, False, False, False, False, False]
    """
    top = max(first // 4, second // 4)
    low = min(first // 4, second // 4)
    if top == low:
        return top > TWO
    if top == ACE:
        return True
    suited = first % 4 == second % 4
    if top == KING:
        return suited or low >= FIVE
    if top == QUEEN:
        return low >= (SIX if suited else EIGHT)
    return top == JACK and low >= (EIGHT if suited else TEN)


@kernel
def hidden_pair(hole: Sequence[int], board: Sequence[int]) -> bool:
    """Whether a pair has one of the hand's own cards in it.

    >>> from housedealer.pieces.cards import cards
    >>> [hidden_pair(cards(two), cards("9c 9d Kh")) for two in ("Ks 4d", "5s 5d", "As Qd")]
    [True, True, False]
    """
    if hole[0] // 4 == hole[1] // 4:
        return True
    found = False
    for card in board:
        found = found or card // 4 == hole[0] // 4 or card // 4 == hole[1] // 4
    return found


@kernel
def bets_on_flop(hole: Sequence[int], flop: Sequence[int]) -> bool:
    """Whether the bot bets on five cards: two pair or better, a hidden pair but deuces, four to a flush.

    The flush draw needs a ten or better of its suit in the hand.

    >>> from housedealer.pieces.cards import cards
    >>> [bets_on_flop(cards(two), cards("9h 5h Kc")) for two in ("9c 2d", "Th 2h", "4d 4c", "Kd 5s")]
    [True, True, True, True]
    >>> [bets_on_flop(cards(two), cards("9h 5h Kc")) for two in ("Ac Qd", "8h 2h", "2d 2c")]
    [False, False, False]
    """
    own = (hole[0], hole[1], flop[0], flop[1], flop[2])
    if high(own) >= CLASS_TWO_PAIR:
        return True
    if hidden_pair(hole, flop):
        return not (hole[0] // 4 == TWO and hole[1] // 4 == TWO)
    for card in hole:
        suited = 0
        for other in own:
            if other % 4 == card % 4:
                suited += 1
        if suited >= 4 and card // 4 >= TEN:
            return True
    return False


@kernel
def outs(hole: Sequence[int], board: Sequence[int]) -> int:
    """How many unseen cards beat a hand if the player-dealer holds one of them with the board.

    >>> from housedealer.pieces.cards import cards
    >>> outs(cards("As Qd"), cards("Kc Jd 9h 5s 2c")), outs(cards("4s 3d"), cards("Kc Jd 9h 7s 2c"))
    (15, 39)
    """
    value = high((hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]))
    found = 0
    for card in range(52):
        seen = card == hole[0] or card == hole[1]
        for other in board:
            seen = seen or card == other
        if not seen and high((card, board[0], board[1], board[2], board[3], board[4])) > value:
            found += 1
    return found


@kernel
def bets_on_river(hole: Sequence[int], board: Sequence[int]) -> bool:
    """Whether the bot stays in at last: a hidden pair, a class above the board's, or fewer than 21 outs.

    >>> from housedealer.pieces.cards import cards
    >>> [bets_on_river(cards(two), cards("Kc Jd 9h 5s 2c")) for two in ("2d 3c", "Qh Th", "As Qd")]
    [True, True, True]
    >>> bets_on_river(cards("4s 3d"), cards("Kc Jd 9h 7s 2c"))
    False
    """
    value = high((hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]))
    common = high((board[0], board[1], board[2], board[3], board[4]))
    if hidden_pair(hole, board) or category(value) > category(common):
        return True
    return outs(hole, board) < OUTS


def bot(view: View, question: Question) -> Any:
    """Four times or not at all, then twice, then once; three alike on the flop alone are worth no more yet.

    So each kind of hand does what is better for most of its hands, as `housedealer.odds.ultimate` counts it.
    """
    if question.name != PLAY or not isinstance(question, Choose):
        return sensible(view, question)
    hole = view.cards(question.about or "")
    board = [card for card in view.cards(BOARD) if card != UNTOLD]
    if not board:
        bets = raises_before_flop(*hole)
    elif len(board) == len(FLOP):
        alike = {card // 4 for card in board}
        bets = bets_on_flop(hole, board) and not (len(alike) == 1 and high((*hole, *board)) < CLASS_STRAIGHT)
    else:
        bets = bets_on_river(hole, board)
    most, out = question.options[0], question.options[-1]
    return most if bets else out


@plays(bot=bot, moments=("before-cards",))
def ultimate(t: Banking, game: Ultimate) -> Script:
    """A round of Ultimate Texas Hold'em."""
    yield from t.take_wagers()
    t.reach("before-cards")
    bet_on = t.hands_with(ANTE, BLIND, TRIPS)
    hands = [hand for hand in t.around(1) if hand in bet_on]
    board = t.open_hand(BOARD, 0, HOUSE)
    yield from deal(t, game, [*hands, t.player_dealer], board)
    yield from t.dealt()

    waiting = [hand for hand in hands if t.on(hand, ANTE)]
    waiting = yield from bets(t, waiting, BEFORE_FLOP, CHECKS)
    t.turn_up(board, *FLOP)
    waiting = yield from bets(t, waiting, ON_FLOP, CHECKS)
    t.turn_up(board, *TURN_AND_RIVER)
    for hand in (yield from bets(t, waiting, ON_RIVER, FOLDS)):
        t.fold(hand, lost_on_fold(t, game, hand, board))
    collect_forfeits(t, game.forfeits)

    bank = 0
    if any(not hand.folded for hand in hands):
        bank = worth(game, t.show(t.player_dealer), t.look(board))
    for hand in t.hands_with(ANTE, BLIND, TRIPS):
        value = worth(game, t.show(hand), t.look(board))
        t.facts[hand.key] = {BEST_FIVE: value}
        if not hand.folded:
            compare(t, hand, value, bank)
    t.claim_bonuses()
    t.settle()
    return t.standing()


def deal(t: Banking, game: Ultimate, hands: Sequence[Hand], board: Hand) -> Generator[Asked, Any, None]:
    """Two cards to everybody from the house dealer's left, the player-dealer last, and five to the board."""
    if game.dealt_in == "stacks":
        for hand in hands:
            yield from t.deal(2, hand, DOWN)
    else:
        yield from t.deal_around(2, hands, DOWN)
    yield from t.deal(5, board, DOWN)


def bets(
    t: Banking, hands: Sequence[Hand], times: Mapping[str, int], out: str
) -> Generator[Asked, Any, list[Hand]]:
    """Who has not bet yet may, once and for all, at this street's multiple; who did not is left."""
    left = []
    for hand in hands:
        choice = yield from t.ask(raising(t, hand, PLAY, ANTE, times, out))
        if choice == out:
            left.append(hand)
        else:
            follow(t, hand, PLAY, ANTE, times[choice], (ANTE, BLIND))
    return left


def lost_on_fold(t: Banking, game: Ultimate, hand: Hand, board: Hand) -> list[str]:
    """The spots that a fold loses: ante and blind, and Trips unless the hand is one that it pays."""
    lost = [ANTE, BLIND]
    if trips := t.on(hand, TRIPS):
        row = row_of(worth(game, t.show(hand), t.look(board)))
        if row not in t.paytable(TRIPS, trips[0].amount).pays:
            lost.append(TRIPS)
    return lost


def worth(game: Ultimate, hole: Sequence[int], board: Sequence[int]) -> int:
    """The value of a hand with the board, as this room reads which cards make it."""
    return omaha_high(hole, board) if game.cards_used == "two-and-three" else high((*hole, *board))


def base_outcomes(result: int, qualified: bool) -> tuple[Outcome, Outcome, Outcome | None]:
    """What ante, play and blind of a hand that stayed are owed; a winner's blind is left to its table."""
    outcome: Outcome = (EVEN, PUSH, LOSE)[result]
    return outcome if qualified else PUSH, outcome, None if result == PLAYER_WINS else outcome


def compare(t: Banking, hand: Hand, value: int, bank: int) -> None:
    """Claim ante, play and blind of a hand that stayed."""
    result, qualified = showdown(value, bank), qualifies(bank)
    because: Because = (RESULTS[result], (value, bank))
    ante, play, blind = base_outcomes(result, qualified)
    t.claim(hand, ANTE, ante, because if qualified else NOT_QUALIFIED)
    t.claim(hand, PLAY, play, because)
    if blind is not None:
        t.claim(hand, BLIND, blind, because)
