"""The table of the family: split hands, second wagers, and a player-dealer's hand that nobody may look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from housedealer.games.blackjack.buster import BUSTER
from housedealer.games.blackjack.params import Blackjack, Rules
from housedealer.ranking.totals import spoken
from housedealer.table.banking import Banking, Claim, Wager
from housedealer.table.core import UNTOLD, UP, Hand
from housedealer.table.game import Script
from housedealer.wagers.money import cents

WAGER, DOUBLE, INSURANCE = "wager", "double", "insurance"


class BlackjackTable(Banking):
    """Wagers on hands that may be split.

    A split of hand `2` opens `2.1` and `2.2`; a further one keeps its number and opens the next free. What
    was bet on the seat itself, beside its base wager, stays with hand `2`.
    """

    params: Blackjack

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.goes_on: set[str] = set()
        """Split hands whose second card a told round knows as the first of a further split's hand."""
        self.rules: Rules | None = None

    def unit(self) -> int:
        """The least step of a wager."""
        return cents(self.params.unit)

    def worth(self, hand: Hand) -> str:
        """What a hand counts so far, once anybody has been asked to play one."""
        cards = [self.pieces[token] for token in hand.tokens]
        if self.rules is None or UNTOLD in cards:
            return ""
        count = spoken(self.rules.total(cards, is_split(hand)))
        return f"soft {count}" if self.rules.is_soft(cards) else count

    # -- split hands -------------------------------------------------------------------------------

    def hands_of(self, seat: str) -> list[Hand]:
        """The hands that splits made of a seat's hand, in order."""
        return [hand for key, hand in self.hands.items() if key.startswith(f"{seat}.")]

    def next_key(self, seat: str) -> str:
        """The number of the next hand that a split opens."""
        return f"{seat}.{len(self.hands_of(seat)) + 1}"

    def times_split(self, seat: str) -> int:
        """How often a seat's hand has been split."""
        return max(0, len(self.hands_of(seat)) - 1)

    def split(self, hand: Hand) -> list[Hand]:
        """Part a hand's two cards and put up a second wager; the hands that came of it."""
        seat = seat_key(hand)
        kept = hand if is_split(hand) else self.open_hand(self.next_key(seat), hand.seat, hand.owner)
        if kept is not hand:
            self.move(hand.tokens[0], hand, kept)
            for wager in self.on(hand, WAGER):
                wager.hand = kept.key
        opened = self.open_hand(self.next_key(seat), hand.seat, hand.owner)
        self.move(hand.tokens[-1], hand, opened)
        self.emit("split", hand.key, kept.key, opened.key)
        for wager in self.on(kept, WAGER):
            if self.ledger.balance.get(wager.by, 0) >= wager.amount:
                self.place_wager(wager.by, opened.key, WAGER, wager.amount)
        return [opened] if kept is hand else [kept, opened]

    def second_card(self, hand: Hand) -> Script:
        """A split hand's second card.

        A told round may name that card only under the hand that it went on to when this one was split again;
        then it comes here unnamed.
        """
        self.goes_on.discard(hand.key)
        if self._split_again(hand):
            self.goes_on.add(hand.key)
            if not self._shows(hand, self.next_key(seat_key(hand))):
                self.take(hand, UNTOLD, UP)
                return
        yield from self.deal(1, hand, UP)

    # -- what a told round says ----------------------------------------------------------------------

    def told_of(self, holder: str) -> Sequence[int]:
        """What was told of a holder's pieces; nothing where they come from a shuffle."""
        told = getattr(self.supply, "told", None)
        return told.get(holder, ()) if told else ()

    def told_further(self, holder: str) -> bool:
        """Tell whether more pieces of a holder are told than he has received."""
        further = getattr(self.supply, "further", None)
        return bool(further and further(holder))

    def _split_again(self, hand: Hand) -> bool:
        """Tell whether it was this split hand that made the seat's next one, of which the round tells.

        The answers may say so; else the hand whose second card began the next one; else the first in turn.
        """
        seat = seat_key(hand)
        opened = self.next_key(seat)
        if not self.told_of(opened):
            return False
        named = self._named(seat)
        done = self.times_split(seat) - 1
        if done < len(named):
            return named[done] == hand.key
        return self._shows(hand, opened) or not any(
            self._shows(other, opened) for other in self.hands_of(seat)
        )

    def _named(self, seat: str) -> list[str]:
        told = getattr(self, "told", None)
        answers = [*told.answers, *told.actions] if told else []
        split = [answer.hand for answer in answers if answer.answer.strip().lower() == "split"]
        return [key for key in split if key.startswith(f"{seat}.")]

    def _shows(self, hand: Hand, opened: str) -> bool:
        """Whether a hand's own list goes on with the card that began the hand opened, and its replacement."""
        rest = self.told_of(hand.key)[self.supply.given.get(hand.key, 0) :]
        return len(rest) >= 2 and rest[0] in (self.told_of(opened)[0], UNTOLD)

    def later(self, hand: Hand, spot: str, by: str) -> int | None:
        """The amount that a told round names for a wager placed during play; it counts as used."""
        key = (hand.key, spot, by)
        if key in self.told_later:
            self.told_used.add(key)
        return self.told_later.get(key)

    # -- wagers during play ------------------------------------------------------------------------

    def lead(self, hand: Hand) -> Wager:
        """The wager whose owner decides for a hand: the seat's own, else the first behind it."""
        wagers = self.on(hand, WAGER)
        return next((wager for wager in wagers if wager.by == hand.owner), wagers[0])

    def stake(self, hand: Hand) -> int:
        """What a hand's decider has bet on it; nothing where side bets alone stand at its seat."""
        return self.lead(hand).amount if self.on(hand, WAGER) else 0

    def decider(self, hand: Hand) -> str:
        """Who decides for a hand: its lead, or where nobody has a base wager whoever has a side bet."""
        if self.on(hand, WAGER):
            return self.lead(hand).by
        beside = [wager.by for wager in self.wagers if wager.open and wager.hand == seat_key(hand)]
        return hand.owner if hand.owner in beside or not beside else beside[0]

    def double_bounds(self, hand: Hand) -> tuple[int, int]:
        """The least and the most of a second wager; a most below the least allows none."""
        wager, unit = self.lead(hand), self.unit()
        balance = self.ledger.balance.get(wager.by, 0)
        if self.params.double_amount == "equal":
            return wager.amount, min(wager.amount, balance)
        least, most = min(unit, wager.amount), min(wager.amount, balance // unit * unit)
        low, high = self.limits()[WAGER]
        if self.params.double_limits == "second":
            least, most = min(low, wager.amount), min(most, high)
        elif self.params.double_limits == "together":
            most = min(most, high - wager.amount)
        return least, most

    def double(self, hand: Hand, amount: int) -> None:
        """Second wagers on a hand: its decider's amount, and the back line's own wagers again."""
        lead, (least, _) = self.lead(hand), self.double_bounds(hand)
        for wager in self.on(hand, WAGER):
            balance = self.ledger.balance.get(wager.by, 0)
            told = self.later(hand, DOUBLE, wager.by)
            if wager is lead:
                second = amount
            elif told is not None:
                second = told
                if self.params.double_amount == "equal":
                    if told != wager.amount:
                        self.breach("wager-size", DOUBLE, told, wager.amount)
                elif not least <= told <= wager.amount:
                    self.breach("broke-amount", DOUBLE, told, least, wager.amount)
            else:
                # A back-line bettor's second wager shows on the table, so a told round tells it.
                second = 0 if self.lenient or balance < wager.amount else wager.amount
            if second:
                self.place_wager(wager.by, hand.key, DOUBLE, min(second, balance))

    # -- settling ----------------------------------------------------------------------------------

    def button_seat(self, value: int) -> int:
        """The seat that a card's value counts to, from the player-dealer's left and without his own."""
        bank, places = self.state.bank, self.state.places
        if self.params.button_counts == "occupied":
            seats = [seat for seat in self.seat_order(bank % places + 1) if seat != bank]
        else:
            seats = [(bank - 1 + step) % places + 1 for step in range(1, places)]
        return seats[(value - 1) % len(seats)]

    def place_button(self, value: int) -> None:
        """Put the action button where the player-dealer's down card says."""
        seat = self.button_seat(value)
        if self.action_seat not in (0, seat):
            self.breach("button-misplaced", self.action_seat, seat)
        self.action_seat = seat
        self.emit("button", seat)

    def order_matters(self) -> bool:
        """Tell whether the player-dealer's money may not meet every claim, so that the order decides."""
        amount = self.bank_money.amount
        due = sum(claim.win + claim.lose for claim in self.claims)
        return amount is not None and due > amount and len({claim.hand for claim in self.claims}) > 1

    def _place_in_order(self, claim: Claim) -> tuple[int, ...]:
        if self.nesting() == "spot-by-spot":
            return super()._place_in_order(claim)
        first, hand, *rest = super()._place_in_order(claim)
        # What stands on the seat itself follows all the hands that a split made of it.
        return (first, hand if claim.spot in (WAGER, DOUBLE) else len(self.hands), *rest)

    def fee_basis(self, basis: str) -> int:
        if basis == "action" and self.params.fee_payer_amount == "bank-amount":
            # A bank that covers everything has no amount of its own to read the tiers by.
            amount = self.bank_money.amount
            return super().fee_basis(basis) if amount is None else amount
        if basis == "action" and self.params.action_counts_bonus == "no":
            return super().fee_basis("base-action")
        if basis == "action" and self.params.action_counts_bonus == "not-buster":
            return sum(wager.amount for wager in self.wagers if wager.spot != BUSTER)
        return super().fee_basis(basis)


def seat_key(hand: Hand) -> str:
    """The key of the seat's own hand that a hand belongs to: `2` for `2.1`."""
    return hand.key.partition(".")[0]


def is_split(hand: Hand) -> bool:
    """Tell whether a split made this hand."""
    return "." in hand.key
