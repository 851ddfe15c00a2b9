"""The part of a round that the family shares: insurance, each hand's turn, the player-dealer's own draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from housedealer.games.blackjack.params import FREE, MUST_HIT, MUST_STAND, Blackjack, Rules
from housedealer.games.blackjack.table import (
    DOUBLE,
    INSURANCE,
    WAGER,
    BlackjackTable,
    is_split,
    seat_key,
)
from housedealer.ranking.totals import is_ace
from housedealer.table.banking import HALF_LOSS, LOSE, PLAYER_DEALER
from housedealer.table.core import HOUSE, UNTOLD, UP, Hand
from housedealer.table.game import Script
from housedealer.table.questions import Amount, Choose, Question
from housedealer.wagers.odds import odds

HIT, STAND, SPLIT, SURRENDER, PLAY_ON = "hit", "stand", "split", "surrender", "play-on"
ACT, DRAW, DOUBLE_AMOUNT = "act", "draw", "double-amount"
HALF_UNIT = 2


class Turn(NamedTuple):
    """What a hand may do now, and what a real table may have let pass besides."""

    options: tuple[str, ...]
    possible: tuple[str, ...]


def known(t: BlackjackTable, hand: Hand) -> tuple[int, ...]:
    """A hand's pieces with those that nobody told left as `UNTOLD`."""
    return tuple([t.pieces[token] for token in hand.tokens])


def offer_insurance(t: BlackjackTable, hands: Iterable[Hand]) -> Script:
    """The player-dealer shows an ace: everybody may insure up to (or exactly) half of his wager on a hand."""
    insured = [wager for hand in hands for wager in t.on(hand, WAGER)]
    exact = t.params.insurance_amount == "half"

    def build() -> list[Question]:
        asked: list[Question] = []
        for wager in insured:
            half, step = wager.amount // 2, 1 if t.lenient else t.unit() // HALF_UNIT
            least = -(-wager.amount * t.params.insurance_least // 100)
            most = min(half, t.ledger.balance.get(wager.by, 0))
            if exact:
                most, step = (half, 1 if t.lenient else half) if most == half else (0, 1)
            asked.append(
                Amount(
                    wager.by, INSURANCE, 0, most if most >= least else 0, step, 0, about=wager.hand,
                    untold=(("wager", INSURANCE, None), ("else", "", 0)), least=least,
                )
            )  # fmt: skip
        return asked

    amounts = yield from t.ask_all(build)
    for wager, amount in zip(insured, amounts, strict=True):
        t.later(t.hands[wager.hand], INSURANCE, wager.by)
        if exact and 0 < amount < wager.amount // 2:
            t.breach("wager-size", INSURANCE, amount, wager.amount // 2)
        if stake := min(amount, t.ledger.balance.get(wager.by, 0)):
            t.place_wager(wager.by, wager.hand, INSURANCE, stake)


def settle_insurance(t: BlackjackTable, game: Blackjack, natural: bool) -> None:
    """Insurance wins under an ace if the down card makes the natural, and loses if it doesn't."""
    for wager in [wager for wager in t.wagers if wager.open and wager.spot == INSURANCE]:
        because = ("insurance-wins", ()) if natural else ("insurance-loses", ())
        t.claim_wager(wager, odds(game.insurance_pays) if natural else LOSE, because)


def offer_surrender(t: BlackjackTable, rules: Rules, hands: Iterable[Hand]) -> Script:
    """Before anybody looks for the player-dealer's natural every hand that is none itself may be given up."""
    for hand in hands:
        if UNTOLD not in known(t, hand) and rules.is_natural(known(t, hand), is_split(hand)):
            continue
        choice = yield from t.ask(
            Choose(t.decider(hand), SURRENDER, (PLAY_ON, SURRENDER), PLAY_ON, about=hand.key)
        )
        if choice == SURRENDER:
            t.claim(hand, WAGER, HALF_LOSS, ("surrendered", ()))


def options(
    game: Blackjack,
    rules: Rules,
    cards: tuple[int, ...],
    split: bool,
    splits: int,
    doubled: bool = False,
    affords_split: bool = True,
    affords_double: bool = True,
    staked: bool = True,
) -> tuple[str, ...]:
    """What the rules and the chart leave a hand to do after so many splits of its seat.

    A hand without a wager of its own (not `staked`) has nothing to give up for half.
    """
    two = len(cards) == 2
    split_ace = split and is_ace(cards[0])
    may_split = two and splits < game.splits and affords_split and not doubled
    may_double = two and affords_double and (not split or game.double_after_split == "yes")
    after_split = game.surrender == "split-hands" or game.surrender_after_split == "yes"
    may_surrender = two and game.surrender != "no" and (after_split if split else game.surrender == "yes")
    may_surrender = may_surrender and staked

    found: list[str] = []
    if doubled or (UNTOLD not in cards and rules.is_natural(cards, split)):
        found.append(STAND)
        may_surrender = False
    elif split_ace:
        found.append(STAND)
        if may_split and game.resplit_aces == "yes" and UNTOLD not in cards and rules.is_pair(*cards):
            found.append(SPLIT)
        may_surrender = False
    elif UNTOLD in cards:
        found += [STAND, HIT, *([DOUBLE] if may_double else []), *([SPLIT] if may_split else [])]
    else:
        word = game.player_chart.says(rules.total(cards, split), rules.is_soft(cards))
        found += [STAND] if word == MUST_STAND else [HIT] if word == MUST_HIT else [STAND, HIT]
        if may_double and (word != MUST_STAND or game.chart_on_doubles == "free"):
            found.append(DOUBLE)
        if may_split and rules.is_pair(*cards) and rules.splits_on(cards[0], cards[1], splits):
            found.append(SPLIT)
    if may_surrender:
        found.append(SURRENDER)
    return tuple(found)


def turn(t: BlackjackTable, game: Blackjack, rules: Rules, hand: Hand) -> Turn:
    """What the rules, the chart and the chips leave a hand to do."""
    t.rules = rules
    cards, doubled, stake = known(t, hand), bool(t.on(hand, DOUBLE)), t.stake(hand)
    least, most = t.double_bounds(hand) if stake else (1, 0)
    balance = t.ledger.balance.get(t.decider(hand), 0)
    may = options(
        game, rules, cards, is_split(hand), t.times_split(seat_key(hand)), doubled,
        affords_split=balance >= stake, affords_double=least <= most, staked=stake > 0,
    )  # fmt: skip
    happens = [STAND, HIT]
    if len(cards) == 2 and not doubled:
        happens += [DOUBLE, SPLIT] if stake else [SPLIT]
    return Turn(may, tuple(word for word in happens if word not in may))


def ask_turn(t: BlackjackTable, hand: Hand, may: Turn) -> Script:
    """Ask a hand's decider; where only one thing is left to do nobody is asked."""
    if len(may.options) == 1 and not t.lenient:
        return may.options[0]
    stake = t.stake(hand)
    default = STAND if STAND in may.options else HIT
    untold: list[tuple[str, str, Any]] = []
    if SPLIT in (*may.options, *may.possible):
        if not is_split(hand):
            untold.append(("holder", t.next_key(hand.key), SPLIT))
        elif hand.key in t.goes_on:
            untold.append(("holder", t.next_key(seat_key(hand)), SPLIT))
        if stake:
            untold.append(("wager", DOUBLE, DOUBLE))
    untold += [("further", "", HIT), ("else", "", STAND)]
    choice = yield from t.ask(
        Choose(
            t.decider(hand), ACT, may.options, default, about=hand.key, possible=may.possible,
            untold=tuple(untold), costs={SPLIT: stake, DOUBLE: stake},
        )
    )  # fmt: skip
    return choice


def play_seat(t: BlackjackTable, game: Blackjack, rules: Rules, hand: Hand) -> Script:
    """A seat's turn: its hand, and the hands that splits make of it, in the order of their numbers."""
    hands = [hand]
    for one in hands:
        while True:
            if len(one.tokens) == 1:
                yield from t.second_card(one)
            cards = known(t, one)
            if UNTOLD not in cards and rules.is_over(cards):
                break
            choice = yield from ask_turn(t, one, turn(t, game, rules, one))
            if choice == HIT:
                yield from t.deal(1, one, UP)
            elif choice == DOUBLE:
                yield from double(t, one)
                yield from t.deal(1, one, UP)
            elif choice == SPLIT:
                hands += split(t, rules, one)
                if not one.tokens:
                    break
            elif choice == SURRENDER:
                t.claim(one, WAGER, HALF_LOSS, ("surrendered", ()))
                break
            else:
                break


def double(t: BlackjackTable, hand: Hand) -> Script:
    """A second wager of at most the first (or equal to it), for one card."""
    wager = t.lead(hand)
    if t.params.double_amount == "equal":
        told = t.later(hand, DOUBLE, wager.by)
        if told is not None and told != wager.amount:
            t.breach("wager-size", DOUBLE, told, wager.amount)
        t.double(hand, wager.amount if told is None else told)
        return
    unit, (least, most) = t.unit(), t.double_bounds(hand)
    if most < least:  # A told round doubled where it could not: like a double without words, by the wager.
        least = most = wager.amount
    amount = yield from t.ask(
        Amount(
            wager.by, DOUBLE_AMOUNT, least, most, 1 if most % unit else unit, most, about=hand.key,
            untold=(("wager", DOUBLE, None),),
        )
    )  # fmt: skip
    t.double(hand, amount)


def split(t: BlackjackTable, rules: Rules, hand: Hand) -> list[Hand]:
    """Two hands of one, each with a wager; what a round tells too late is checked here."""
    blind, splits = UNTOLD in known(t, hand), t.times_split(seat_key(hand))
    opened = t.split(hand)
    kept = opened[0] if len(opened) == 2 else hand
    cards = (*known(t, kept), *known(t, opened[-1]))
    if blind and UNTOLD not in cards:
        first, second = cards
        if not (rules.is_pair(first, second) and rules.splits_on(first, second, splits)):
            t.breach("broke-chart", ACT, SPLIT, hand.key)
    return opened


def depends(t: BlackjackTable, rules: Rules, hands: Sequence[Hand], spots: Sequence[str]) -> bool:
    """Tell whether any wager still depends on what becomes of the player-dealer's hand."""
    if any(wager.open and wager.spot in spots for wager in t.wagers):
        return True
    bank = [card for card in known(t, t.player_dealer) if card != UNTOLD]
    for hand in hands:
        cards = known(t, hand)
        if UNTOLD in cards:
            return True
        if rules.is_over(cards):
            if rules.may_rescue(bank, cards):
                return True
        elif not rules.is_natural(cards, is_split(hand)):
            return True
    return False


def turn_up(t: BlackjackTable, value: int | None, needed: bool) -> None:
    """The down card is turned up and places the action button.

    A told round needs it only if money does.
    """
    if value is not None or needed:
        t.show(t.player_dealer)
    if value is not None:
        t.place_button(value)


def complete_bank(t: BlackjackTable, game: Blackjack, rules: Rules, needed: bool) -> Script:
    """The player-dealer's hand is drawn to by its chart; a real table may have broken it."""
    bank = t.player_dealer
    if game.bank_draws_when_decided == "no" or t.lenient:
        needed = needed or t.told_further(bank.key)
    else:
        needed = True
    if not needed:
        return
    while not rules.is_over(cards := t.look(bank)):
        word = game.bank_chart.says(rules.total(cards, False), rules.is_soft(cards))
        assert word != FREE, "the player-dealer's chart leaves no choice"
        choice, other = (HIT, STAND) if word == MUST_HIT else (STAND, HIT)
        if t.lenient:
            choice = yield from t.ask(
                Choose(
                    HOUSE, DRAW, (choice,), choice, about=PLAYER_DEALER, possible=(other,),
                    untold=(("further", "", HIT), ("else", "", choice)),
                )
            )  # fmt: skip
        if choice == STAND:
            return
        yield from t.deal(1, bank, UP)


def settle_in_order(t: BlackjackTable) -> None:
    """Meet all claims from the action button on; its place must be known if the money may run short."""
    if not t.action_seat:
        if t.order_matters():
            t.look(t.player_dealer)
        t.action_seat = t.left_of(t.state.bank)
    t.settle()
