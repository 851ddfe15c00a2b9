"""No Bust 21st Century Blackjack: an ace with a ten-value card is 22, and hands over it are compared too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from housedealer.games.action import give_first_action, passed_on
from housedealer.games.blackjack.buster import BUSTER
from housedealer.games.blackjack.hands import (
    complete_bank,
    depends,
    known,
    offer_insurance,
    play_seat,
    settle_insurance,
)
from housedealer.games.blackjack.params import Blackjack, Rules, YesNo
from housedealer.games.blackjack.strategy import plays_chart
from housedealer.games.blackjack.table import DOUBLE, INSURANCE, WAGER, BlackjackTable, is_split
from housedealer.kernel import kernel
from housedealer.pieces.cards import UNTOLD_FACE
from housedealer.ranking.totals import (
    NATURAL_RANK,
    TWENTY_ONE,
    TWENTY_TWO,
    card_value,
    is_ace,
    is_bust,
    is_natural,
    is_soft,
    is_ten,
    rank,
    spoken,
    total,
)
from housedealer.table.banking import LOSE, PUSH, Outcome
from housedealer.table.core import DOWN, UNTOLD, UP, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.wagers.odds import EVEN, odds

FIRST_SEAT = 1
"""The seat at the house dealer's left, which is dealt to first; the last one is at his right."""

NATURAL_WINS, NEARER_WINS, BANK_OVER, EQUAL, FARTHER_LOSES, OVER_LOSES = range(6)
BANK_NATURAL, BANK_CLOSER_OVER, TIED_OVER, CLOSER_OVER = range(6, 10)
RESULTS = (
    "natural-wins", "nearer-wins", "player-dealer-over", "equal-pushes", "farther-loses", "over-loses",
    "player-dealer-natural", "player-dealer-closer-over", "tied-over", "closer-over",
)  # fmt: skip
BANK_MOST = 52
"""The most that the player-dealer can come to, in half points: a ten on a hard 16."""
ANY_TEN, SAME_RANK, ONCE = range(3)
TEN_SPLITS = {"any-ten": ANY_TEN, "same-rank": SAME_RANK, "once": ONCE}
CLOSER: dict[str, Outcome] = {"push": PUSH, "loses": LOSE, "wins": EVEN}


class NoBust(Blackjack, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions of the game."""

    natural_pays: str
    natural_payout: Literal["odds", "even-money"]
    natural_after_split: YesNo
    natural_paid: Literal["at-once", "in-order"]
    plain_22: Literal["below-natural", "over"]
    player_closer_over: Literal["push", "loses", "wins"]
    ten_splits: Literal["any-ten", "same-rank", "once"]
    peek: Literal["under-ace", "under-ace-or-ten", "no"]
    insured_natural: Literal["pays", "returned"]
    first_action: Literal["button-if-short", "right-of-dealer", "left-of-player-dealer-if-short"]
    buster_table: Literal["option-a", "option-b"]
    buster_bust: Literal["over-natural", "over-21"]

    def ceiling(self) -> int:
        """The highest total that isn't over a natural, in half points."""
        return TWENTY_TWO if self.plain_22 == "below-natural" else TWENTY_ONE


@kernel
def showdown(hand: int, bank: int) -> int:
    """How a hand's rank (as `ranking.totals.rank` gives it) stands against the player-dealer's.

    >>> showdown(NATURAL_RANK, 42) == NATURAL_WINS, showdown(-46, -48) == CLOSER_OVER
    (True, True)
    """
    if hand == bank:
        return TIED_OVER if hand < 0 else EQUAL
    if hand == NATURAL_RANK:
        return NATURAL_WINS
    if bank == NATURAL_RANK:
        return BANK_NATURAL
    if hand < 0:
        if bank >= 0:
            return OVER_LOSES
        return CLOSER_OVER if hand > bank else BANK_CLOSER_OVER
    if bank < 0:
        return BANK_OVER
    return NEARER_WINS if hand > bank else FARTHER_LOSES


@kernel
def ten_splits_on(kept: int, dealt: int, splits: int, rule: int) -> bool:
    """Whether a pair may be split after so many splits: from the second on ten-value cards have conditions.

    >>> king, queen, ten_of_its_suit, other_king = 47, 42, 35, 46
    >>> [ten_splits_on(king, queen, splits, ANY_TEN) for splits in (0, 1, 2)]
    [True, True, False]
    >>> ten_splits_on(king, ten_of_its_suit, 2, ANY_TEN), ten_splits_on(king, ten_of_its_suit, 2, SAME_RANK)
    (True, False)
    >>> ten_splits_on(king, other_king, 1, SAME_RANK), ten_splits_on(king, other_king, 1, ONCE)
    (True, False)
    """
    if splits == 0 or not is_ten(kept):
        return True
    if rule == ONCE or (rule == SAME_RANK and kept // 4 != dealt // 4):
        return False
    return splits == 1 or kept % 4 == dealt % 4


@kernel
def is_pair(first: int, second: int) -> bool:
    """Whether two cards have the same value, as cards of one rank always do.

    >>> is_pair(32, 47), is_pair(24, 28)
    (True, False)
    """
    return card_value(first) == card_value(second)


@kernel
def breaks_for_buster(cards: Sequence[int], limit: int, above: int) -> bool:
    """Whether the player-dealer's hand, counted up to `limit`, is a bust for Buster: over `above`.

    >>> hard_22 = (44, 40, 0)
    >>> breaks_for_buster(hard_22, TWENTY_TWO, TWENTY_TWO), breaks_for_buster(hard_22, TWENTY_TWO, TWENTY_ONE)
    (False, True)
    """
    return total(cards, limit) > above


def rules_of(game: NoBust) -> Rules:
    """How hands count under the game's rulings."""
    limit, tens = game.ceiling(), TEN_SPLITS[game.ten_splits]
    splits_count, rescuable = game.natural_after_split == "yes", game.player_closer_over != "loses"
    return Rules(
        total=lambda cards, split: total(cards, limit),
        is_soft=lambda cards: is_soft(cards, limit),
        is_natural=lambda cards, split: is_natural(cards) and (splits_count or not split),
        is_over=lambda cards: is_bust(cards, limit),
        is_pair=is_pair,
        may_rescue=lambda bank, hand: rescuable and total(hand, limit) < BANK_MOST,
        splits_on=lambda kept, dealt, splits: ten_splits_on(kept, dealt, splits, tens),
    )


def hand_rank(game: NoBust, cards: Sequence[int], split: bool) -> int:
    """A player's rank, where it depends on the rulings what a split hand can be."""
    return rank(cards, game.natural_after_split == "yes" or not split, game.ceiling())


def looks_under(game: NoBust, up: int) -> bool:
    """Whether the house dealer looks at the down card before anybody draws."""
    return game.peek != "no" and (is_ace(up) or (is_ten(up) and game.peek == "under-ace-or-ten"))


def busts_for_buster(game: NoBust, cards: Sequence[int]) -> bool:
    """Whether the player-dealer's finished hand is a bust for Buster under the game's rulings."""
    above = TWENTY_ONE if game.buster_bust == "over-21" else game.ceiling()
    return breaks_for_buster(cards, game.ceiling(), above)


def outcome(game: NoBust, result: int) -> Outcome:
    """What a base wager is owed."""
    if result == NATURAL_WINS:
        return odds(game.natural_pays) if game.natural_payout == "odds" else EVEN
    if result in (NEARER_WINS, BANK_OVER):
        return EVEN
    if result == CLOSER_OVER:
        return CLOSER[game.player_closer_over]
    return PUSH if result == EQUAL else LOSE


def as_said(value: int) -> str:
    """A rank as people say it; 0 is a hand that nobody needs to know.

    >>> as_said(NATURAL_RANK), as_said(40), as_said(-48), as_said(0)
    ('natural', '20', '24', '??')
    """
    if value == NATURAL_RANK:
        return "natural"
    return spoken(abs(value)) if value else UNTOLD_FACE


def is_natural_hand(t: BlackjackTable, rules: Rules, hand: Hand) -> bool:
    """Whether a hand that everybody knows is a natural."""
    cards = known(t, hand)
    return UNTOLD not in cards and rules.is_natural(cards, is_split(hand))


def settling_begins(t: BlackjackTable, game: NoBust, told: int) -> int:
    """Where settling begins: at the house dealer's right, or at a button where the money is short."""
    amount = t.bank_money.amount
    short = amount is not None and sum(wager.amount for wager in t.wagers) > amount
    t.direction = -1
    if not short or game.first_action == "right-of-dealer":
        return t.state.places
    if game.first_action == "left-of-player-dealer-if-short":
        t.direction = 1
        return t.left_of(t.state.bank)
    return told or t.state.places


def claim_base(t: BlackjackTable, game: NoBust, hand: Hand, bank: int) -> None:
    """Claim a hand's own wager and its double against the player-dealer's rank."""
    mine = hand_rank(game, t.show(hand), is_split(hand))
    result = showdown(mine, bank)
    because: Because = (RESULTS[result], (as_said(mine), as_said(bank)))
    t.claim(hand, WAGER, outcome(game, result), because)
    t.claim(hand, DOUBLE, outcome(game, result), because)


def no_natural(t: BlackjackTable, game: NoBust, rules: Rules, told: int) -> None:
    """It is known that the player-dealer has no natural: insurance is lost, and naturals are paid at once."""
    settle_insurance(t, game, natural=False)
    if game.natural_paid == "at-once":
        for hand in list(t.hands.values()):
            if t.on(hand, WAGER) and is_natural_hand(t, rules, hand):
                claim_base(t, game, hand, 0)
    t.action_seat = passed_on(t, settling_begins(t, game, told))
    t.settle()


@plays(bot=plays_chart("no-bust"), moments=("before-cards",), tells=("peek",))
def no_bust(t: BlackjackTable, game: NoBust) -> Script:
    """A round of No Bust 21st Century Blackjack."""
    rules, bank, told_button = rules_of(game), t.player_dealer, t.action_seat
    yield from t.take_wagers()
    if not t.wagers:
        return t.standing()
    t.reach("before-cards")
    hands = [hand for hand in t.around(FIRST_SEAT) if t.on(hand, WAGER)]
    yield from t.deal_around(1, [*hands, bank], UP)
    yield from t.deal_around(1, hands, UP)
    yield from t.deal(1, bank, DOWN)
    yield from t.dealt()

    up = known(t, bank)[0]
    if is_ace(up):
        yield from offer_insurance(t, hands)
    bank_natural = False
    sure = not (up == UNTOLD or is_ace(up) or is_ten(up))
    if not sure and (up == UNTOLD or looks_under(game, up)):
        bank_natural, sure = is_natural(t.look(bank)), True
        t.emit("peek", "natural" if bank_natural else "not-natural")
    if not bank_natural:
        if sure:
            no_natural(t, game, rules, told_button)
        for hand in hands:
            if t.on(hand, WAGER):
                yield from play_seat(t, game, rules, hand)
                if sure:
                    no_natural(t, game, rules, told_button)

    if bank_natural or not sure or UNTOLD not in known(t, bank):
        t.show(bank)
    if not sure:
        bank_natural = is_natural(known(t, bank))
        if not bank_natural:
            no_natural(t, game, rules, told_button)
    live = [hand for hand in t.hands.values() if t.on(hand, WAGER)]
    needed = bank_natural or depends(t, rules, live, (BUSTER,))
    if needed:
        t.show(bank)
    if not bank_natural:
        yield from complete_bank(t, game, rules, needed)
    cards = known(t, bank)
    banks = 0 if UNTOLD in cards else rank(cards, True, game.ceiling())
    for hand in live:
        if bank_natural and game.insured_natural == "returned" and is_natural_hand(t, rules, hand):
            t.claim(hand, INSURANCE, PUSH, ("insurance-returned", ()))
        claim_base(t, game, hand, banks)
    settle_insurance(t, game, bank_natural)
    over = UNTOLD not in cards and busts_for_buster(game, cards)
    t.facts["round"] = {"bank_cards": len(cards), "bank_over": over}
    t.claim_bonuses()
    t.action_seat = told_button
    give_first_action(t, settling_begins(t, game, told_button))
    t.settle()
    return t.standing()
