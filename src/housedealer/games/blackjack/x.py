"""Blackjack X: two cards or a hard 21 with a ten make 31, and a hand of 22 to 30 is frozen and lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from housedealer.games.blackjack.aces import ACES, claim_every_row, note_rows
from housedealer.games.blackjack.buster import BUSTER
from housedealer.games.blackjack.hands import (
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    complete_bank,
    depends,
    known,
    offer_insurance,
    offer_surrender,
    play_seat,
    settle_insurance,
    turn_up,
)
from housedealer.games.blackjack.params import Blackjack, Rules
from housedealer.games.blackjack.pure import is_pair
from housedealer.games.blackjack.strategy import charts, gives_up, plays_chart
from housedealer.games.blackjack.table import DOUBLE, INSURANCE, WAGER, BlackjackTable, is_split
from housedealer.kernel import kernel
from housedealer.pieces.cards import UNTOLD_FACE, X_ACE_FACE
from housedealer.pieces.decks import Deck
from housedealer.ranking.totals import (
    X_ACE,
    X_ACE_31,
    X_FROZEN,
    X_HARD_31,
    X_NATURAL,
    is_ace,
    is_bust,
    is_soft,
    is_ten,
    spoken,
    total,
    x_rank,
)
from housedealer.table.banking import LOSE, PLAYER_DEALER, PUSH, Outcome
from housedealer.table.core import DOWN, UNTOLD, UP, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import Order
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN, odds

THIRTY_ONE = 62
"""In half points."""
REPLACED_ACE = "As"
SHOES = {"six": 6, "seven": 7, "eight": 8}

NATURAL_WINS, X_WINS, HARD_WINS, NEARER_WINS, BANK_FROZEN = range(5)
EQUAL, NATURALS_PUSH, FARTHER_LOSES, FROZEN_LOSES, BANK_31 = range(5, 10)
RESULTS = (
    "natural-wins", "x-ace-31-wins", "hard-31-wins", "nearer-wins", "player-dealer-frozen",
    "equal-pushes", "naturals-push", "farther-loses", "frozen-loses", "player-dealer-31",
)  # fmt: skip


class BlackjackX(Blackjack, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What the rulings leave open; the shoe follows from two of them."""

    natural_pays: str
    x_ace_31_pays: str
    hard_31_pays: str
    decks: Literal["six", "seven", "eight"]
    x_ace_in_shoe: Literal["additional", "replaces"]
    first_action: Literal["left-of-player-dealer", "seat-one"]
    wager_order: Order
    x_31_stops: Literal["yes", "no"]
    x_31_doubles: Literal["no", "yes"]
    naturals: Literal["ranked", "tie"]
    hard_31_against_x: Literal["wins", "ranked"]
    x_ace_insurance: Literal["yes", "no"]
    insurance_outcome: Literal["paid", "pushed"]
    surrender_insured: Literal["both", "either"]
    nine_cards: Literal["as-eight", "unpaid"]
    buster_least: Literal["unit", "table-limit"]
    bonus_only_hands: Literal["play", "two-cards"]
    bonus_rows: Literal["highest", "all"]
    matched_aces: Literal["both", "one"]
    six_seven_eight: Literal["any-order", "in-order"]
    third_card_doubled: Literal["yes", "no"]
    third_card_split: Literal["no", "yes"]

    def __post_init__(self) -> None:
        less = REPLACED_ACE if self.x_ace_in_shoe == "replaces" else ""
        shoe = Deck(count=SHOES[self.decks], extra=X_ACE_FACE, less=less)
        msgspec.structs.force_setattr(self, "deck", shoe)


class XTable(BlackjackTable):
    """A table without an action button; side bets have limits of their own."""

    params: BlackjackX

    def limits(self) -> dict[str, tuple[int, int]]:
        found = super().limits()
        if self.params.buster_least == "unit":
            found[BUSTER] = (self.unit(), found[BUSTER][1])
        return found

    def bettors(self) -> list[Hand]:
        if self.params.first_action == "seat-one":
            return list(self.around(1))
        return super().bettors()

    def first_seat(self) -> int:
        """Where dealing, action and settling begin, unless a told round says otherwise of the last."""
        return next((hand.seat for hand in self.bettors()), self.left_of(self.state.bank))


@kernel
def x_total(cards: Sequence[int], initial: bool) -> int:
    """A hand's total in half points; either two-card 31 counts only as the `initial` two.

    >>> x_total((55, 40), True), x_total((55, 40), False), x_total((44, 40, 48, 36), True)
    (62, 42, 62)
    """
    return THIRTY_ONE if x_rank(cards, initial) >= X_HARD_31 else total(cards)


@kernel
def showdown(hand: int, bank: int, two_card_ties: bool, hard_above_x: bool) -> int:
    """How a hand's row (as `ranking.totals.x_rank` gives it) stands against the player-dealer's.

    >>> showdown(X_HARD_31, 21, False, True) == HARD_WINS, showdown(X_FROZEN, X_FROZEN, False, True)
    (True, 8)
    """
    if hand == X_FROZEN:
        return FROZEN_LOSES
    if hand == X_HARD_31:
        return BANK_31 if bank == X_NATURAL or (bank == X_ACE_31 and not hard_above_x) else HARD_WINS
    if hand >= X_ACE_31 and (hand == bank or (two_card_ties and bank >= X_ACE_31)):
        return NATURALS_PUSH
    if hand == bank:
        return EQUAL
    if hand < bank:
        return BANK_31 if bank >= X_HARD_31 else FARTHER_LOSES
    if hand == X_NATURAL:
        return NATURAL_WINS
    if hand == X_ACE_31:
        return X_WINS
    return BANK_FROZEN if bank == X_FROZEN else NEARER_WINS


def rules_of(game: BlackjackX) -> Rules:
    """How hands count under the game's rulings; what a natural is may neither draw nor double."""
    complete = X_NATURAL if game.x_31_doubles == "yes" else X_ACE_31
    return Rules(
        total=lambda cards, split: x_total(cards, not split),
        is_soft=is_soft,
        is_natural=lambda cards, split: x_rank(cards, not split) >= complete,
        is_over=is_bust,
        is_pair=is_pair,
        may_rescue=lambda bank, hand: False,
    )


def against(game: BlackjackX, mine: int, bank: int) -> int:
    """The result of a player's row against the player-dealer's under the game's rulings."""
    return showdown(mine, bank, game.naturals == "tie", game.hard_31_against_x == "wins")


def looks_under(game: BlackjackX, up: int) -> bool:
    """Whether the house dealer looks at the down card before anybody draws."""
    return is_ace(up) or is_ten(up)


def stops(game: BlackjackX, row: int) -> bool:
    """Whether the player-dealer's two cards of this row end the game before anybody draws."""
    return row == X_NATURAL or (row == X_ACE_31 and game.x_31_stops == "yes")


def may_insure(game: BlackjackX, up: int) -> bool:
    """Whether insurance is offered under this card of the player-dealer's."""
    return is_ace(up) and (game.x_ace_insurance == "yes" or up < X_ACE)


def outcome(game: BlackjackX, result: int) -> Outcome:
    """What a base wager is owed."""
    if result in (NATURAL_WINS, X_WINS, HARD_WINS):
        return odds((game.natural_pays, game.x_ace_31_pays, game.hard_31_pays)[result])
    if result in (NEARER_WINS, BANK_FROZEN):
        return EVEN
    return PUSH if result in (EQUAL, NATURALS_PUSH) else LOSE


def offers(t: XTable, game: BlackjackX, rules: Rules, hands: Sequence[Hand], up: int) -> Script:
    """What is offered before anybody looks under the up card: insurance under an ace, and surrender."""
    if may_insure(game, up):
        yield from offer_insurance(t, hands)
    if game.surrender == "before-look":
        both = game.surrender_insured == "both"
        yield from offer_surrender(t, rules, [hand for hand in hands if both or not t.on(hand, INSURANCE)])


def insured_push(t: XTable) -> None:
    """The player-dealer has a natural, and by the ruling who insured has pushed: all goes back."""
    insured = {(wager.by, wager.hand) for wager in t.wagers if wager.open and wager.spot == INSURANCE}
    for wager in [wager for wager in t.wagers if wager.open and wager.spot in (WAGER, DOUBLE, INSURANCE)]:
        if (wager.by, wager.hand.partition(".")[0]) in insured:
            t.claim_wager(wager, PUSH, ("insured-pushes", ()))


def claim_base(t: XTable, game: BlackjackX, hand: Hand, bank: int, bank_total: str) -> None:
    """Claim a hand's wager and its double against the player-dealer's row."""
    cards, initial = t.show(hand), not is_split(hand)
    result = against(game, x_rank(cards, initial), bank)
    because: Because = (RESULTS[result], (spoken(x_total(cards, initial)), bank_total))
    t.claim(hand, WAGER, outcome(game, result), because)
    t.claim(hand, DOUBLE, outcome(game, result), because)


by_chart = plays_chart("x")


def x_bot(view: View, question: Question) -> Any:
    """The game's chart; a hand with side bets alone splits aces or draws a third card for free."""
    if not isinstance(question, Choose):
        return by_chart(view, question)
    cards, up = view.cards(question.about or ""), view.cards(PLAYER_DEALER)[0]
    if question.name == SURRENDER:
        return SURRENDER if gives_up(charts()["x"], cards, up) else question.default
    if question.name == "act" and not view.stakes(question.about or "").get(WAGER):
        wanted = SPLIT if is_ace(cards[0]) and SPLIT in question.options else HIT
        return wanted if len(cards) == 2 and wanted in question.options else STAND
    return by_chart(view, question)


@plays(bot=x_bot, moments=("before-cards",), tells=("peek",))
def x(t: XTable, game: BlackjackX) -> Script:
    """A round of Blackjack X."""
    rules, bank = rules_of(game), t.player_dealer
    yield from t.take_wagers()
    if not t.wagers:
        return t.standing()
    t.reach("before-cards")
    t.burn()
    hands, bet = t.hands_with(WAGER, ACES), t.hands_with(WAGER)
    yield from t.deal_around(1, [*hands, bank], UP)
    yield from t.deal_around(1, hands, UP)
    yield from t.deal(1, bank, DOWN)
    yield from t.dealt()

    up, down = known(t, bank)
    yield from offers(t, game, rules, bet, up)
    two_cards = 0
    if up == UNTOLD or looks_under(game, up):
        two_cards = x_rank(t.look(bank))
    natural = stops(game, two_cards)
    if two_cards:
        t.emit("peek", "natural" if natural else "not-natural")
    if not natural:
        for hand in hands:
            if t.on(hand, WAGER) or (hand not in bet and game.bonus_only_hands == "play"):
                yield from play_seat(t, game, rules, hand)

    live = [hand for hand in t.hands.values() if t.on(hand, WAGER)]
    # The Aces Bonus makes the player-dealer finish his hand, but no money depends on it.
    needed = natural or depends(t, rules, live, (BUSTER,) if t.lenient else (BUSTER, ACES))
    turn_up(t, None, needed or down != UNTOLD)
    if not natural:
        yield from complete_bank(t, game, rules, needed)
    cards = known(t, bank)
    bank_row = 0 if UNTOLD in cards else x_rank(cards)
    insured = two_cards >= X_ACE_31 and is_ace(up)
    if insured and game.insurance_outcome == "pushed":
        insured_push(t)
    for hand in live:
        claim_base(t, game, hand, bank_row, spoken(x_total(cards, True)) if bank_row else UNTOLD_FACE)
    settle_insurance(t, game, insured)
    t.facts["round"] = {"bank_cards": len(cards), "bank_over": bank_row == X_FROZEN}
    for hand in hands:
        if t.on(hand, ACES):
            note_rows(t, hand, game)
    if game.bonus_rows == "all":
        claim_every_row(t)
    t.claim_bonuses()
    t.action_seat = t.action_seat or t.first_seat()
    t.settle()
    return t.standing()
