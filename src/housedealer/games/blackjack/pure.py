"""Pure 21.5 Blackjack: an ace with a bonus card is 21½, and three eights save the hands that are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from housedealer.games.blackjack.buster import BUSTER
from housedealer.games.blackjack.hands import (
    complete_bank,
    depends,
    known,
    offer_insurance,
    play_seat,
    settle_in_order,
    settle_insurance,
    turn_up,
)
from housedealer.games.blackjack.params import Blackjack, Rules, YesNo
from housedealer.games.blackjack.strategy import plays_chart
from housedealer.games.blackjack.table import DOUBLE, WAGER, BlackjackTable, is_split
from housedealer.kernel import kernel
from housedealer.pieces.cards import UNTOLD_FACE
from housedealer.ranking.totals import (
    card_value,
    is_ace,
    is_bust,
    is_soft,
    is_ten,
    is_three_eights,
    natural_total,
    spoken,
)
from housedealer.table.banking import LOSE, PUSH, Outcome
from housedealer.table.core import DOWN, UNTOLD, UP
from housedealer.table.game import Because, Script, plays
from housedealer.wagers.odds import EVEN, odds

PURE = 43
"""Twenty-one and a half, in half points."""
EIGHT = 6
"""The rank of the card that makes the saving hand."""

PURE_WINS, NEARER_WINS, BANK_OVER, EQUAL, EIGHTS_SAVE, FARTHER_LOSES, OVER_LOSES, BANK_PURE = range(8)
RESULTS = (
    "pure-wins", "nearer-wins", "player-dealer-over", "equal-pushes", "three-eights-push", "farther-loses",
    "over-loses", "player-dealer-pure",
)  # fmt: skip


class Pure(Blackjack, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions of the game."""

    pure_pays: str
    pure_after_split: YesNo
    nine_cards: Literal["as-eight", "unpaid"]


@kernel
def pure_total(cards: Sequence[int], initial: bool) -> int:
    """A hand's total in half points; an ace and a bonus card as the `initial` two are 21½.

    >>> pure_total((48, 40), True), pure_total((48, 40), False), pure_total((48, 0, 40), True)
    (43, 42, 26)
    """
    return natural_total(cards, PURE, initial)


@kernel
def showdown(hand: int, bank: int, three_eights: bool) -> int:
    """How a hand's total stands against the player-dealer's, in half points.

    >>> showdown(36, 34, False) == NEARER_WINS, showdown(44, 48, True) == EIGHTS_SAVE
    (True, True)
    """
    if hand > PURE:
        if bank > PURE and three_eights:
            return EIGHTS_SAVE
        return OVER_LOSES
    if bank > PURE:
        return PURE_WINS if hand == PURE else BANK_OVER
    if hand == bank:
        return EQUAL
    if hand < bank:
        return BANK_PURE if bank == PURE else FARTHER_LOSES
    return PURE_WINS if hand == PURE else NEARER_WINS


@kernel
def may_rescue(cards: Sequence[int]) -> bool:
    """Whether cards that the player-dealer has yet to draw to may still become three eights.

    >>> may_rescue((24, 25)), may_rescue((24,)), may_rescue((24, 28))
    (True, True, False)
    """
    for card in cards:
        if card // 4 != EIGHT:
            return False
    return len(cards) < 3


@kernel
def is_pair(first: int, second: int) -> bool:
    """Whether two cards may be split: a pair, or any two bonus cards.

    >>> is_pair(32, 47), is_pair(24, 27), is_pair(24, 28)
    (True, True, False)
    """
    return card_value(first) == card_value(second)


def rules_of(game: Pure) -> Rules:
    """How hands count under the game's rulings."""
    split_counts = game.pure_after_split == "yes"
    return Rules(
        total=lambda cards, split: pure_total(cards, split_counts or not split),
        is_soft=is_soft,
        is_natural=lambda cards, split: pure_total(cards, split_counts or not split) == PURE,
        is_over=is_bust,
        is_pair=is_pair,
        may_rescue=lambda bank, hand: may_rescue(bank),
    )


def hand_total(game: Pure, cards: Sequence[int], split: bool) -> int:
    """A player's total, where it depends on the rulings what a split hand can be."""
    return pure_total(cards, game.pure_after_split == "yes" or not split)


def against(mine: int, bank: Sequence[int]) -> int:
    """The result of a player's total against the player-dealer's finished hand."""
    return showdown(mine, pure_total(bank, True), is_bust(bank) and is_three_eights(bank))


def looks_under(game: Pure, up: int) -> bool:
    """Whether the house dealer looks at the down card before anybody draws."""
    return is_ace(up) or is_ten(up)


def outcome(game: Pure, result: int) -> Outcome:
    """What a base wager is owed."""
    if result == PURE_WINS:
        return odds(game.pure_pays)
    if result in (NEARER_WINS, BANK_OVER):
        return EVEN
    return PUSH if result in (EQUAL, EIGHTS_SAVE) else LOSE


def button_value(card: int) -> int | None:
    """What the down card counts for the action button: an ace one, a bonus card ten.

    >>> button_value(48), button_value(20), button_value(44), button_value(UNTOLD)
    (1, 7, 10, None)
    """
    return None if card == UNTOLD else card_value(card) // 2


@plays(bot=plays_chart("pure"), moments=("before-cards",), tells=("peek",))
def pure(t: BlackjackTable, game: Pure) -> Script:
    """A round of Pure 21.5 Blackjack."""
    rules, bank = rules_of(game), t.player_dealer
    yield from t.take_wagers()
    if not t.wagers:
        return t.standing()
    t.reach("before-cards")
    hands = t.hands_with(WAGER)
    yield from t.deal_around(1, [*hands, bank], UP)
    yield from t.deal_around(1, hands, UP)
    yield from t.deal(1, bank, DOWN)
    yield from t.dealt()

    up, down = known(t, bank)
    if is_ace(up):
        yield from offer_insurance(t, hands)
    bank_pure = False
    if up == UNTOLD or looks_under(game, up):
        bank_pure = pure_total(t.look(bank), True) == PURE
        t.emit("peek", "pure" if bank_pure else "not-pure")
    if not bank_pure:
        for hand in hands:
            yield from play_seat(t, game, rules, hand)

    live = [hand for hand in t.hands.values() if t.on(hand, WAGER)]
    needed = bank_pure or depends(t, rules, live, (BUSTER,))
    turn_up(t, button_value(down), needed)
    if not bank_pure:
        yield from complete_bank(t, game, rules, needed)
    cards = known(t, bank)
    over = UNTOLD not in cards and is_bust(cards)
    total = 0 if UNTOLD in cards else pure_total(cards, True)
    for hand in live:
        mine = hand_total(game, t.show(hand), is_split(hand))
        result = against(mine, cards) if total else showdown(mine, 0, False)
        because: Because = (RESULTS[result], (spoken(mine), spoken(total) if total else UNTOLD_FACE))
        t.claim(hand, WAGER, outcome(game, result), because)
        t.claim(hand, DOUBLE, outcome(game, result), because)
    settle_insurance(t, game, bank_pure)
    t.facts["round"] = {"bank_cards": len(cards), "bank_over": over}
    t.claim_bonuses()
    settle_in_order(t)
    return t.standing()
