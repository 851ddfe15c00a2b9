"""Betting for poker, written once for every structure of the rule books.

A betting round goes clockwise from its first player until everybody still in has matched the largest
bet or is all-in. `Poker.betting` runs one; the structure of the table's limit decides what may be bet:

* limit: fixed bets; a bet and three raises, without a cap while two players are left where the book says
  so; an all-in below a full bet is action only and moves no level;
* spread limit: any amount in the spread, a raise at least as large as the bet that it raises;
* pot limit and no limit: at least the last full raise; at most the pot, or everything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import compress
from typing import Any, Literal

import msgspec

from housedealer.ranking.partial import SPADES_HIGH, highest_card
from housedealer.table.core import Core, Event, Hand, Interrupt
from housedealer.table.errors import Refused
from housedealer.table.game import Because, State
from housedealer.table.params import Params
from housedealer.table.questions import CALL, DEFAULT, FOLD, TELL, Asked, Bet, Choose
from housedealer.table.structure import Limit, LimitRow
from housedealer.wagers.ledger import FEES
from housedealer.wagers.money import dollars
from housedealer.wagers.pots import side_pots, split

POT = "pot"
NO_CAP = 10**9


class PokerGame(Params, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What every game for a pot says."""

    limit: tuple[LimitRow, ...] = ()
    structures: tuple[str, ...] = ()
    limits: str = ""
    forced: Literal["blinds", "ante"] = "blinds"
    raises: int = 3
    raise_cap: Literal["three", "none"] = "three"
    heads_up_uncapped: Literal["yes", "no"] = "yes"
    check_raise: bool = True
    collection_payer: Literal["small-blind", "shared"] = "small-blind"
    odd_chip: Literal["left-of-button", "highest-card"] = "left-of-button"
    kill_on: Literal["never", "declared", "scoop", "leg-up"] = "never"
    kill: Literal["full", "half"] = "full"
    kill_pot: str = "0"
    kill_amounts: Literal["printed", "multiple"] = "printed"
    pot_limit_call: Literal["counted", "before-call", "whole-wager"] = "counted"
    first_to_show: Literal["last-bettor", "first-to-act"] = "last-bettor"

    def idle(self) -> set[str]:
        """Without a kill nothing is said of its size, and only one that is earned has a pot that earns it."""
        if self.kill_on == "never":
            return {"kill", "kill_pot", "kill_amounts"}
        return set() if self.kill_on == "scoop" else {"kill_pot"}

    @property
    def carries_pot(self) -> bool:
        """Whether a hand may leave its pot to the next one."""
        return False


class Pot(msgspec.Struct):
    """A pot and what became of it."""

    name: str
    amount: int
    eligible: tuple[int, ...]
    drop: int = 0
    awards: list[tuple[int, int, Because]] = []


class Poker(Core):
    """A table where players bet against each other for a pot."""

    params: PokerGame

    __slots__ = (  # see `Core`
        "_able", "_in", "_may_raise", "_pending", "aggressor", "aside", "bet", "burned", "cap",
        "carried", "checked", "current", "dead", "discards", "first_blind", "first_burn", "full",
        "hand", "killer", "level", "limit", "live", "opening", "owed", "paid", "pots", "recycle_before",
        "seats", "short", "size", "sizes", "stack", "step", "street", "turn", "who",
    )  # fmt: skip

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        state = self.state
        self.limit: Limit = self.stakes.structure
        self.cap = NO_CAP if self.params.raise_cap == "none" else self.params.raises
        self.seats = self.seat_order(state.button % state.places + 1)
        many = len(self.seats)
        self.who: list[str] = []
        self.stack: list[int] = []
        self.hand: list[Hand] = []
        for seat in self.seats:
            who = state.seats[seat]
            self.who.append(who)
            self.stack.append(state.chips[who])
            self.hand.append(self.open_hand(str(seat), seat, who))
        self.paid = [0] * many
        self.bet = [0] * many
        self.live = [True] * many
        self.dead = self.carried = state.marks.get("standing", {}).get(POT, 0)
        if self.carried:
            self.ledger.balance[POT] = self.ledger.opening[POT] = self.carried
        self.current = 0
        self.full = 0
        self.step = 0
        self.level = 0
        self.pots: list[Pot] = []
        self.aggressor = -1
        self.killer = -1
        self.first_blind = 0
        self.short: set[str] = set(state.marks.get("short", ()))
        self.size = 0
        self.sizes: tuple[int, ...] = ()
        self._may_raise = [True] * many
        self.turn = 0
        self.checked: set[int] = set()
        self.opening = False
        self.street = ""
        self.burned = False
        self.first_burn = -1
        self.recycle_before = ""
        self.aside: list[int] = []
        self.discards: list[int] = []
        self.owed: list[Hand] = []
        self._pending = [False] * many
        self._in = self._able = many

    # -- chips -------------------------------------------------------------------------------------

    def pay(self, at: int, amount: int, why: str, live: bool = True) -> int:
        """A player puts chips in the pot (all he has, if it is less); a live one counts as his bet."""
        have = self.stack[at]
        if amount > have:
            amount = have
        self.stack[at] = have - amount
        self.ledger.move(self.who[at], POT, amount, why)
        if live:
            self.bet[at] += amount
            self.paid[at] += amount
        else:
            self.dead += amount
        return amount

    def post(self, at: int, amount: int, why: str, live: bool = True) -> None:
        """A forced bet."""
        paid = self.pay(at, amount, why, live)
        self.emit("post", self.seats[at], why, paid, live)

    def ante(self, amount: int) -> None:
        """Everybody antes; antes count for nobody's bet."""
        for at in range(len(self.seats)):
            paid = self.pay(at, amount, "ante")
            self.bet[at] = 0
            self.emit("post", self.seats[at], "ante", paid, False)

    def blinds(self, amounts: Sequence[int], first: int = 0) -> int:
        """Blinds from a position on; gives the position after the last, which acts first."""
        many = len(self.seats)
        for number, amount in enumerate(amounts):
            self.post((first + number) % many, amount, f"blind-{number + 1}")
        self.open_at(max(amounts))
        return (first + len(amounts)) % many

    def open_at(self, amount: int) -> None:
        """The round begins with this bet, such as the big blind; one below a full bet can be completed."""
        self.current = amount
        whole = self.limit.kind != "limit" or amount >= self.limit.small
        self.full = self.step = amount if whole else 0
        self.level = 1 if whole else 0

    # -- a betting round ---------------------------------------------------------------------------

    def contested(self) -> bool:
        """Whether two or more hands are still in."""
        return self.live.count(True) > 1

    def able(self) -> int:
        """How many players are in and still have chips."""
        if 0 not in self.stack:
            return self.live.count(True)
        return sum(map(bool, compress(self.stack, self.live)))

    @property
    def acted(self) -> int:
        """How many decisions have been made in the betting so far."""
        return sum(event.kind in ("bet", "bring-in") for event in self.events)

    def recount(self) -> None:
        """Count who is in and who of them has chips; later folds and all-ins are counted as they come."""
        self._in = self.live.count(True)
        self._able = self.able()

    def new_round(self) -> None:
        """Nobody has bet yet in the next round."""
        self.bet = [0] * len(self.seats)
        self.current = self.full = self.step = self.level = 0

    def betting(
        self,
        first: int,
        size: int,
        sizes: tuple[int, ...] = (),
        done: int = -1,
        order: list[int] | None = None,
        killer: int = -1,
    ) -> Generator[Asked, Any, None]:
        """One round of betting from a position; `sizes` are further bet sizes open to everybody.

        `done` is a player who has made the bet that the round opens with and is not asked about it again.
        In a killed pot the turns go by `order`; when the `killer` raises, they go back to the opener and on
        to the others as they came in.
        """
        many = len(self.seats)
        live, stack, bet, pending = self.live, self.stack, self.bet, self._pending
        if self.limit.kind == "spread":
            size, sizes = self.limit.small, (self.limit.big,)
        self.size, self.sizes = size, sizes
        self.aggressor = -1
        turns: Sequence[int] = range(many) if order is None else order
        place = first - 1 if order is None else -1
        entered: list[int] = []
        self.checked.clear()
        pending[:] = live
        self._may_raise[:] = live
        self.recount()
        if done >= 0:
            pending[done] = False
        left = many  # the places that the turn has to come to until everybody had his
        while left and self._in > 1:
            left -= 1
            place = (place + 1) % many
            at = turns[place]
            if not pending[at] or not live[at] or not stack[at]:
                continue
            if self._able < 2 and bet[at] >= self.current:
                break
            self.turn = at
            pending[at] = False
            question = self._question()
            if question is None:
                continue
            answer = yield question  # from here on as in `ask`, without a generator for every turn
            if type(answer) is Interrupt:
                answer = yield from self.ask_again(answer, self._question_anew)
                if answer is None:
                    continue
            self._act(at, answer)
            if answer > 0:
                left = many
            if killer >= 0 and answer != FOLD:
                if at == killer and answer > 0 and entered:
                    turns, place = [*entered, *(one for one in turns if one not in entered)], -1
                elif at not in entered:
                    entered.append(at)
        self._return_uncalled()

    def _question_anew(self) -> Bet | None:
        """The question of the turn after a remedy, which may have ended it."""
        at = self.turn
        return self._question() if self.stack[at] and self.live[at] and self._in > 1 else None

    def _question(self) -> Bet | None:
        """What the player in turn, who is in and has chips, is asked."""
        at = self.turn
        stack, bet, current = self.stack[at], self.bet[at], self.current
        to_call = current - bet if current > bet else 0
        low = high = 0
        amounts: tuple[int, ...] = ()
        free = stack > to_call and self._able > 1 and self._may_raise[at]
        if free and (not self.opening or current > 0 or self.may_open(at)):
            low, high, amounts = self._raises(at, stack + bet)
        return Bet(
            self.who[at],
            "bet",
            to_call,
            bet,
            low,
            high,
            stack,
            self.limit.chip,
            amounts,
            True,
            True,
            self.hand[at].key,
        )

    def may_open(self, at: int) -> bool:
        """Whether a player has what it takes to make the first bet of a pot that has to be opened."""
        return True

    def _raises(self, at: int, all_in: int) -> tuple[int, int, tuple[int, ...]]:
        """The lowest and highest total that a player may raise to, or the fixed totals."""
        kind = self.limit.kind
        if kind == "no-limit":
            low = self.current + (self.step if self.step > self.size else self.size)
            return (low if low < all_in else all_in), all_in, ()
        if self.level > self.cap and (self._in > 2 or self.params.heads_up_uncapped == "no"):
            return 0, 0, ()
        if kind == "limit":
            if not self.sizes:
                to = self.full + self.size
                if to > all_in:
                    to = all_in
                return to, to, ()
            totals = {min(all_in, self.full + size) for size in (self.size, *self.sizes) if size >= self.step}
            ordered = tuple(sorted(totals))
            return ordered[0], ordered[-1], ordered
        if kind == "spread":
            low = self.current + max(self.step, self.size)
            high = self.current + max(self.sizes)
            return min(low, all_in), min(high, all_in), ()
        pot, reading = self.ledger.balance[POT], self.params.pot_limit_call
        to_call = self.current - self.bet[at]
        low = self.current + max(self.step, self.size)
        high = self.current + pot
        if reading != "before-call":
            high += to_call if reading == "counted" else -to_call
        return min(low, all_in), min(max(high, low), all_in), ()

    def _act(self, at: int, answer: int) -> None:
        seat, bet = self.seats[at], self.bet[at]
        if answer == FOLD:
            self.live[at] = False
            self._in -= 1
            self._able -= 1
            self.hand[at].folded = True
            self.events.append(Event("bet", (seat, "fold", 0, bet)))
            return
        if answer == CALL:
            self._may_raise[at] = False
            owed = self.current - bet
            if owed <= 0:
                self.checked.add(at)
                self.events.append(Event("bet", (seat, "check", 0, bet)))
                return
            paid = self.pay(at, owed, "call")
            if not self.stack[at]:
                self._able -= 1
            self.events.append(Event("bet", (seat, "call", paid, bet + paid)))
            return
        word = "raise" if self.level else "bet"
        paid = self.pay(at, answer - bet, word)
        if not self.stack[at]:
            self._able -= 1
        total = bet + paid
        full = self._level_up(total)
        live, pending, may_raise = self.live, self._pending, self._may_raise
        pending[:] = live
        if full and self.params.check_raise:
            may_raise[:] = live
        elif full:
            for other, bet in enumerate(self.bet):
                if bet:
                    may_raise[other] = True
        pending[at] = may_raise[at] = False
        if total > self.current:
            self.current = total
        self.aggressor = at
        self.events.append(Event("bet", (seat, word, paid, total)))

    def _level_up(self, total: int) -> bool:
        """Whether this is a full bet or raise, which opens the betting again; less is action only."""
        increase = total - (self.full if self.limit.kind == "limit" else self.current)
        if increase < self.step or increase < self.size:
            return False
        self.step = increase
        self.full = total
        self.level += 1
        return True

    def _return_uncalled(self) -> None:
        if self.bet.count(self.current) > 1:  # called, or nobody has bet
            return
        top = max(self.bet)
        if not top or self.bet.count(top) > 1:
            return
        at = self.bet.index(top)
        excess = top - max([bet for other, bet in enumerate(self.bet) if other != at], default=0)
        self.ledger.move(POT, self.who[at], excess, "uncalled")
        self.stack[at] += excess
        self.paid[at] -= excess
        self.bet[at] -= excess
        self.emit("uncalled", self.seats[at], excess)

    def return_bet(self, at: int, why: str) -> None:
        """A player gets back what he has bet in this round."""
        bet = self.bet[at]
        if bet:
            self.ledger.move(POT, self.who[at], bet, why)
            self.stack[at] += bet
            self.paid[at] -= bet
            self.bet[at] = 0
            self.emit(why, self.seats[at], bet)

    # -- fees --------------------------------------------------------------------------------------

    def fee_basis(self, basis: str) -> int:
        """The figure that a fee's tiers are read by."""
        return len(self.seats) if basis == "players" else 0

    def fee_payer(self, payer: str) -> str:
        """The account that pays."""
        if payer == POT:
            return POT
        if payer == "button":
            return self.state.seats.get(self.state.button) or self.who[-1]
        return self.who[self.first_blind]

    def fee_shares(self, payer: str, amount: int) -> list[tuple[str, int]]:
        if payer == "blinds" and self.params.collection_payer == "shared":
            many = max(1, len(self.limit.blinds))
            return list(zip(self.who[:many], [amount // many] * many, strict=True))
        return super().fee_shares(payer, amount)

    def take_fee(self, payer: str, amount: int, because: Because, drop: str = FEES) -> None:
        super().take_fee(payer, amount, because, drop)
        if payer in self.who:
            self.stack[self.who.index(payer)] -= amount

    # -- the end -----------------------------------------------------------------------------------

    def position(self, seat: int) -> int:
        """Where a seat stands in the order of the deal."""
        if seat not in self.seats:
            raise Refused(f"Seat {seat} is not dealt in.")
        return self.seats.index(seat)

    def kill(self, seat: int) -> None:
        """A hand is dead; its chips stay in the pot."""
        at = self.position(seat)
        self.live[at] = False
        self.hand[at].folded = True
        self.recount()
        self.emit("dead-hand", seat)

    def gather(self) -> list[Pot]:
        """The pots as they stand, each with the seats that can win it, the house's drop taken out."""
        if sum(self.live) == 1:
            amount = self.dead + sum(self.paid)
            drop = amount - self.ledger.balance.get(POT, 0)
            self.pots = [Pot("main", amount, (self.live.index(True),), drop, [])]
            return self.pots
        found = side_pots(self.paid, self.live)
        if not found or (self.dead and 0 in compress(self.paid, self.live)):  # somebody in has paid nothing
            found.insert(0, (0, tuple(at for at, alive in enumerate(self.live) if alive)))
        whole = self.dead + sum(self.paid)
        pots = self.pots = []
        for number, (amount, players) in enumerate(found):
            pots.append(Pot(f"side-{number}" if number else "main", amount, players, 0, []))
        pots[0].amount += whole - sum([pot.amount for pot in pots])
        drop = whole - self.ledger.balance.get(POT, 0)
        for pot in pots:
            pot.drop = min(drop, pot.amount)
            drop -= pot.drop
        return pots

    def award(self, pot: Pot, amount: int, winners: Sequence[int], because: Because) -> None:
        """Give a pot, or a share of it, to its winners; odd chips go by the room's rule."""
        ordered = sorted(winners)
        if self.params.odd_chip == "highest-card" and len(ordered) > 1:
            cards = {at: [self.pieces[token] for token in self.hand[at].tokens] for at in ordered}
            ordered.sort(key=lambda at: highest_card(cards[at], SPADES_HIGH), reverse=True)
        for at, share in self.shares(amount, ordered).items():
            if share:
                self.ledger.move(POT, self.who[at], share, "award")
                self.stack[at] += share
                pot.awards.append((self.seats[at], share, because))
                self.emit("award", self.seats[at], pot.name, share, because)

    def shares(self, amount: int, winners: Sequence[int]) -> dict[int, int]:
        """How winners, in the order from the button, divide an amount."""
        return split(amount, winners, self.limit.chip)

    def best(self, players: Sequence[int], values: dict[int, int]) -> list[int]:
        """The players with the best value."""
        top = max([values[at] for at in players])
        return [at for at in players if values[at] == top]

    def last_standing(self) -> None:
        """Everybody else is out: the pot goes to the one who is left."""
        at = self.live.index(True)
        for pot in self.gather():
            self.award(pot, pot.amount - pot.drop, [at], ("everyone-folded", ()))

    def show_hands(self) -> Generator[Asked, Any, dict[int, tuple[int, ...]]]:
        """Turn the live hands up, the last to bet or raise first; a told hand that nobody saw was mucked."""
        shown: dict[int, tuple[int, ...]] = {}
        many = len(self.seats)
        first = 0 if self.aggressor < 0 or self.params.first_to_show == "first-to-act" else self.aggressor
        for number in range(many):
            at = (first + number) % many
            if not self.live[at]:
                continue
            hand = self.hand[at]
            if self.lenient:
                unseen = any(self.pieces[token] < 0 for token in hand.tokens)
                choice = yield from self.ask(
                    Choose(
                        hand.owner,
                        "showdown",
                        ("show", "muck"),
                        "show",
                        hand.key,
                        untold=TELL if unseen else DEFAULT,
                    )
                )
                if choice == "muck":
                    self.live[at] = False
                    hand.folded = True
                    self.emit("muck", self.seats[at])
                    continue
            shown[at] = self.show(hand)
        return shown

    def standing(self, **marks: Any) -> State:
        """What the next hand starts from; a pot that nobody has won stands on the table."""
        left = self.ledger.balance.get(POT, 0)
        if left or self.carried:
            marks["standing"] = {POT: left} if left else {}
        return super().standing(**marks)

    # -- cards taken back --------------------------------------------------------------------------

    def burn(self) -> None:
        """The top card is burned, or the exposed card that waits to be the first burn."""
        if self.first_burn >= 0:
            self.emit("burn-exposed", self.first_burn)
            self.first_burn = -1
            return
        super().burn()

    def set_aside(self, street: str) -> int:
        """A shared card that came too early is shown and put aside."""
        piece = int(self.supply.draw("aside"))
        self.emit("set-aside", street, piece)
        return piece

    def take_back(self, street: str, many: int) -> None:
        """Shared cards that came too early are shuffled back into the stub."""
        self.supply.recycle(tuple(self.set_aside(street) for _ in range(many)))

    def recycle_discards(self) -> None:
        """The stub runs out: what was thrown away and folded is shuffled into it."""
        for hand in self.hand:
            if hand.folded:
                self.discards += hand.tokens
                hand.tokens, hand.up = [], []
        pieces = self.pieces
        self.supply.recycle(tuple([pieces[token] for token in self.discards]))
        self.discards.clear()
        self.emit("recycled")

    def withdraw(self, hand: Hand, many: int) -> tuple[int, ...]:
        """Take the last pieces of a hand off the table."""
        taken = tuple(self.pieces[token] for token in hand.tokens[-many:])
        del hand.tokens[-many:], hand.up[-many:]
        return taken

    def report(self, because: Callable[[Because], Any]) -> dict[str, Any]:
        pots = [
            {
                "pot": pot.name,
                "amount": dollars(pot.amount),
                "drop": dollars(pot.drop),
                "eligible": [self.seats[at] for at in pot.eligible],
                "awards": [
                    {"seat": seat, "amount": dollars(share), "because": because(why)}
                    for seat, share, why in pot.awards
                ],
            }
            for pot in self.pots
        ]
        rows = [
            {"seat": seat, "spot": pot.name, "amount": dollars(share), "because": because(why)}
            for pot in self.pots
            for seat, share, why in pot.awards
        ]
        dropped = sum(amount for payer, amount, _ in self.fees if payer == POT)
        found = {"order": [], "settlement": rows, "pots": pots, "from_pots": dollars(dropped)}
        if self.params.carries_pot:
            found["carried"] = dollars(self.ledger.balance.get(POT, 0))
        return found
