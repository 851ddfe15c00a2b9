"""The verbs of games against a player-dealer: wagers, claims, and their settlement in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from housedealer.table.collection import quote, reserve
from housedealer.table.core import HOUSE, Core, Hand
from housedealer.table.errors import Refused
from housedealer.table.game import Because, State
from housedealer.table.params import BankedGame, Bonus, Spot
from housedealer.table.questions import Amount, Asked, Question, Wagers
from housedealer.table.stakes import NO_MOST, bounds
from housedealer.wagers.bank import BankMoney, Due
from housedealer.wagers.money import cents, dollars
from housedealer.wagers.odds import Odds, odds

LOSE, PUSH, HALF_LOSS, VOID = "lose", "push", "half-loss", "void"
STAKES, BANK = "wagers", "bank"
PLAYER_DEALER = "player-dealer"
Outcome = Odds | str

Classifier = Callable[[Mapping[str, Any], Any], str | None]
CLASSIFIERS: dict[str, Classifier] = {}


def classifier(name: str) -> Callable[[Classifier], Classifier]:
    """Name a function from a hand's facts to the paytable row that they hit, for use in data."""

    def register(function: Classifier) -> Classifier:
        CLASSIFIERS[name] = function
        return function

    return register


def bonus_outcome(bonus: Bonus, facts: Mapping[str, Any], game: Any) -> tuple[str, Outcome]:
    """The row of a side bet's paytable that the facts hit (`nothing` if none), and what it is owed."""
    row = CLASSIFIERS[bonus.rows](facts, game) or "nothing"
    paid = bonus.pays.get(row)
    return row, LOSE if not paid else PUSH if paid == PUSH else odds(paid)


class Wager:
    """One person's stake on one spot of one hand."""

    __slots__ = ("amount", "by", "hand", "id", "open", "spot")

    def __init__(self, id_: int, by: str, hand: str, spot: str, amount: int) -> None:
        self.id = id_
        self.by = by
        self.hand = hand
        self.spot = spot
        self.amount = amount
        self.open = True

    def __repr__(self) -> str:
        return f"Wager({self.id}: {self.by} {self.amount} on {self.spot} of {self.hand})"


class Claim:
    """What one wager is owed or owes, before the bank's money is asked."""

    __slots__ = ("because", "hand", "lose", "person", "result", "spot", "stake", "wager", "win")

    def __init__(
        self,
        person: str,
        hand: str,
        spot: str,
        stake: int,
        win: int,
        lose: int,
        result: str,
        because: Because,
        wager: Wager | None,
    ) -> None:
        self.person = person
        self.hand = hand
        self.spot = spot
        self.stake = stake
        self.win = win
        self.lose = lose
        self.result = result
        self.because = because
        self.wager = wager


class Line(msgspec.Struct, frozen=True):
    """One line of a settlement."""

    seat: int
    person: str
    hand: str
    spot: str
    amount: int
    covered: int
    result: str
    pays: int
    returned: int
    because: Because
    bank_left: int | None


class Banking(Core):
    """Wagers against the player-dealer and their settlement from his limited money."""

    params: BankedGame

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.wagers: list[Wager] = []
        self.claims: list[Claim] = []
        self.lines: list[Line] = []
        self.facts: dict[str, dict[str, Any]] = {}
        self.bank_money = BankMoney(None)
        # His hand lies before the house dealer, and nobody looks at it before it is turned up.
        self.player_dealer = Hand(PLAYER_DEALER, self.state.bank, HOUSE)
        self.hands[PLAYER_DEALER] = self.player_dealer
        self.action_seat = 0
        self.direction = 1
        self.told_later: dict[tuple[str, str, str], int] = {}
        self.told_used: set[tuple[str, str, str]] = set()
        self.settings: dict[str, str] = {}
        self._limits: dict[str, tuple[int, int]] = {}

    # -- wagers ------------------------------------------------------------------------------------

    @property
    def banker(self) -> str:
        """The person who is the player-dealer."""
        return self.state.seats.get(self.state.bank, "")

    def limits(self) -> dict[str, tuple[int, int]]:
        """The least and the most that each spot takes at this table."""
        if not self._limits:
            low, high = bounds(self.stakes.limit)
            self._limits = {
                spot.name: (cents(spot.low) if spot.low else low, cents(spot.high) if spot.high else high)
                for spot in self.params.spot
            }
        return dict(self._limits)

    @staticmethod
    def outside(spot: str, amount: int, low: int, high: int) -> Because:
        """The reason that a wager outside its limits breaks: what there is of them."""
        if high == NO_MOST:
            return ("wager-least", (spot, amount, low))
        return ("wager-limit", (spot, amount, low, high))

    def base_spots(self) -> list[str]:
        """The spots whose wagers pay the collection."""
        return [spot.name for spot in self.params.spot if spot.base]

    def may_bet_on(self, person: str) -> list[str]:
        """The seats on which a person may bet: his own, and those whose back line he stands at."""
        own = [str(seat) for seat, who in sorted(self.state.seats.items()) if who == person]
        behind = [str(seat) for seat in self.state.backline.get(person, ())]
        return [seat for seat in own + behind if int(seat) != self.state.bank]

    def take_wagers(self) -> Generator[Asked, Any, None]:
        """The player-dealer puts up his money and everybody places wagers, at the same time."""
        bettors = list(
            dict.fromkeys(self.state.seats[s] for s in self.seat_order(self.left_of(self.state.bank)))
        )
        bettors = [who for who in dict.fromkeys([*bettors, *self.state.backline]) if who != self.banker]

        def build() -> list[Question]:
            limits, spots = self.limits(), tuple(spot.name for spot in self.params.spot)
            asked: list[Question] = []
            if self.state.bank_amount is None:
                chips = max(0, self.ledger.balance.get(self.banker, 0) - reserve(self.stakes.rows))
                least = min(chips, min(low for low, _ in limits.values()))
                unit = cents(self.params.unit)
                most = least + (chips - least) // unit * unit
                asked.append(Amount(self.banker, "bank", least, most, unit, most, PLAYER_DEALER))
            for who in bettors:
                chips = self.ledger.balance.get(who, 0)
                hands = tuple(self.may_bet_on(who))
                if hands:
                    asked.append(Wagers(who, "wagers", spots, hands, limits, chips, self.wager_problem))
            return asked

        answers = yield from self.ask_all(build)
        bettors = [question.who for question in build()][1 if self.state.bank_amount is None else 0 :]
        if self.state.bank_amount is None:
            self.put_up(answers.pop(0))
        else:
            self.put_up(self.state.bank_amount)
        for who, placed in zip(bettors, answers, strict=True):
            for hand, spot, amount in placed:
                if self.has_square(who, hand, spot, amount):
                    self.place_wager(who, hand, spot, amount)
        for seat in self.seat_order(1):
            key = str(seat)
            if any(wager.hand == key for wager in self.wagers):
                self.open_hand(key, seat, self.state.seats[seat])

    def has_square(self, who: str, hand: str, spot: str, amount: int) -> bool:
        """Whether a seat has a betting square left for a wager; at a real table it was let pass."""
        squares = self.params.spot_named(spot).squares
        if not squares or len(self.on(hand, spot)) < squares:
            return True
        if self.lenient:
            self.breach("wager-squares", spot, squares)
        else:
            self.emit("no-square", who, hand, spot, amount)
        return self.lenient

    def put_up(self, amount: int) -> None:
        """The player-dealer's money comes on the table; below zero is one who covers everything."""
        unlimited = amount < 0
        held = self.ledger.balance.get(self.banker, 0)
        self.bank_money = BankMoney(None if unlimited else amount, self.params.cover)
        self.ledger.move(self.banker, BANK, held // 2 if unlimited else amount, "bank")
        self.emit("bank", self.state.bank, None if unlimited else amount, self.state.turn)

    def place_wager(self, by: str, hand: str, spot: str, amount: int) -> Wager:
        """Put a stake on a spot."""
        self.ledger.move(by, STAKES, amount, spot)
        wager = Wager(len(self.wagers), by, hand, spot, amount)
        self.wagers.append(wager)
        self.emit("wager", by, hand, spot, amount)
        return wager

    def place(self, hand: Hand, spot: str, equal_to: str, times: int = 1) -> None:
        """A further wager during play, sized by another spot; back-line money follows the seat."""
        for wager in [
            wager for wager in self.wagers if wager.hand == hand.key and wager.spot == equal_to and wager.open
        ]:
            told = self.told_later.get((hand.key, spot, wager.by))
            amount = wager.amount * times if told is None else told
            if told is not None:
                self.told_used.add((hand.key, spot, wager.by))
                if told != wager.amount * times:
                    self.breach("wager-size", spot, told, wager.amount * times)
                elif not self.limits()[equal_to][0] <= wager.amount <= self.limits()[equal_to][1]:
                    code, args = self.outside(spot, told, *self.limits()[equal_to])
                    self.breach(code, *args)
            self.place_wager(wager.by, hand.key, spot, min(amount, self.ledger.balance[wager.by]))

    def on(self, hand: Hand | str, spot: str) -> list[Wager]:
        """The open wagers on a spot of a hand, the seat's own and the back line's."""
        key = hand if isinstance(hand, str) else hand.key
        return [wager for wager in self.wagers if wager.open and wager.hand == key and wager.spot == spot]

    def hands_with(self, *spots: str) -> list[Hand]:
        """The hands with an open wager on one of the spots, in order of action."""
        live = {wager.hand for wager in self.wagers if wager.open and wager.spot in spots}
        return [hand for hand in self.bettors() if hand.key in live]

    def bettors(self) -> list[Hand]:
        """The seats' hands in order from the player-dealer's left."""
        return list(self.around(self.left_of(self.state.bank))) if len(self.state.seats) > 1 else []

    def placed_by(self) -> dict[str, list[tuple[str, str, int]]]:
        """What each bettor has on the table."""
        found: dict[str, list[tuple[str, str, int]]] = {}
        for wager in self.wagers:
            found.setdefault(wager.by, []).append((wager.hand, wager.spot, wager.amount))
        return found

    def wager_breaches(self, person: str, placed: Sequence[tuple[str, str, int]]) -> list[Because]:
        """What is wrong with these wagers, if they were placed together."""
        limits = self.limits()
        unit = cents(self.params.unit)
        found: list[Because] = []
        for hand, spot, amount in placed:
            low, high = limits[spot]
            if not low <= amount <= high:
                found.append(self.outside(spot, amount, low, high))
            elif amount % unit and not self.lenient:
                found.append(("wager-unit", (spot, amount, unit)))
            rule: Spot = self.params.spot_named(spot)
            if not self.backline_open(rule) and self.state.seats.get(int(hand)) != person:
                found.append(("wager-backline", (spot,)))
            beside: dict[str, int] = {}
            for at, other, staked in placed:
                if at == hand:
                    beside[other] = beside.get(other, 0) + staked
            if rule.needs and not any(need in beside for need in rule.needs):
                found.append(("wager-needs", (spot, rule.needs)))
            if rule.at_most and amount > max(beside.get(cap, 0) for cap in rule.at_most.split(" or ")):
                found.append(("wager-at-most", (spot, amount, rule.at_most)))
            if rule.equals and amount != beside.get(rule.equals, 0):
                found.append(("wager-equals", (spot, amount, rule.equals)))
        return found

    def backline_open(self, spot: Spot) -> bool:
        """Whether a spot takes back-line wagers: as a ruling of the game says, else as the spot does."""
        return spot.backline or getattr(self.params, "back_line", "") == "allowed"

    def wager_problem(self, person: str, placed: Sequence[tuple[str, str, int]]) -> str | None:
        """The first thing wrong with these wagers, in a sentence."""
        from housedealer.table.words import say

        stacked = Counter((hand, spot) for hand, spot, _ in placed)
        for (_, spot), many in stacked.items():
            squares = self.params.spot_named(spot).squares
            if many > 1 and not squares:
                return "Only one wager of yours may stand on a spot."
            if many > max(squares, 1):
                return say(("wager-squares", (spot, squares)))
        if found := self.wager_breaches(person, placed):
            return say(found[0])
        stakes = sum(amount for _, _, amount in placed)
        if stakes + quote(self, person, placed) > self.ledger.balance.get(person, 0):
            return "There are not enough chips for these wagers with their collection."
        return None

    # -- fees --------------------------------------------------------------------------------------

    def fee_basis(self, basis: str) -> int:
        """The figure that a fee's tiers are read by."""
        if basis == "action":
            return sum(wager.amount for wager in self.wagers)
        if basis == "base-action":
            base = self.base_spots()
            return sum(wager.amount for wager in self.wagers if wager.spot in base)
        return len(self.state.seats) if basis == "players" else 0

    def fee_payer(self, payer: str) -> str:
        """The account that pays: the player-dealer's own chips come before his money on the table."""
        banker = self.banker
        return banker if self.ledger.balance.get(banker, 0) > 0 else BANK

    # -- claims ------------------------------------------------------------------------------------

    def claim(self, hand: Hand | str, spot: str, outcome: Outcome, because: Because) -> None:
        """Say what every open wager on a spot of a hand is owed: odds, `LOSE`, `PUSH` or `HALF_LOSS`."""
        for wager in self.on(hand, spot):
            self.claim_wager(wager, outcome, because)

    def claim_wager(self, wager: Wager, outcome: Outcome, because: Because) -> None:
        """Say what one wager is owed."""
        wager.open = False
        win = lose = 0
        if isinstance(outcome, Odds):
            win, result = outcome.win(wager.amount), "win"
            if win == 0:
                result = "push"
        elif outcome == LOSE:
            lose, result = wager.amount, "lose"
        elif outcome == HALF_LOSS:
            lose, result = wager.amount // 2, "lose"
        else:
            result = "push" if outcome == PUSH else "returned"
        self.claims.append(
            Claim(wager.by, wager.hand, wager.spot, wager.amount, win, lose, result, because, wager)
        )

    def prize(self, person: str, hand: Hand | str, spot: str, amount: int, because: Because) -> None:
        """A fixed prize from the player-dealer that has no stake of its own."""
        key = hand if isinstance(hand, str) else hand.key
        self.claims.append(Claim(person, key, spot, 0, amount, 0, "win", because, None))

    def fold(self, hand: Hand, lost: Iterable[str]) -> None:
        """A hand gives up: its wagers on these spots lose."""
        hand.folded = True
        self.emit("fold", hand.key)
        for spot in lost:
            self.claim(hand, spot, LOSE, ("fold", ()))

    def bonuses(self) -> list[Bonus]:
        """The side bets in use under the game's rulings."""
        return self.params.bonuses_in_use()

    def paytable(self, spot: str, stake: int) -> Any:
        """The table that pays a stake on a side bet: the one with the highest least stake that it reaches.

        A stake below the lowest breaks a limit and is settled by the lowest all the same.
        """
        tiers = [bonus for bonus in self.bonuses() if bonus.spot == spot]
        reached = [bonus for bonus in tiers if cents(bonus.least or 0) <= stake]
        if not reached:
            return min(tiers, key=lambda bonus: cents(bonus.least or 0), default=None)
        return max(reached, key=lambda bonus: cents(bonus.least or 0))

    def claim_bonuses(self) -> None:
        """Settle every side bet by its paytable and the facts of its hand."""
        for bonus in self.bonuses():
            for wager in [wager for wager in self.wagers if wager.open and wager.spot == bonus.spot]:
                if self.paytable(bonus.spot, wager.amount) is not bonus:
                    continue
                facts = {**self.facts.get("round", {}), **self.facts.get(wager.hand, {})}
                row, outcome = bonus_outcome(bonus, facts, self.params)
                because: Because = (f"{bonus.spot}.{row}", ())
                if outcome == LOSE:
                    because = (f"{bonus.spot}.lost", (row,))
                self.claim_wager(wager, outcome, because)

    # -- settling ----------------------------------------------------------------------------------

    def nesting(self) -> str:
        """Seat by seat or spot by spot: as a ruling of the game says, else as the game does."""
        return str(getattr(self.params, "wager_order", self.params.nesting))

    def place_of_kind(self, spot: str) -> int:
        """A spot's place in the game's order; spots of the same place are settled in one sweep."""
        order = self.params.order
        return order.index(spot) if spot in order else len(order)

    def _place_in_order(self, claim: Claim) -> tuple[int, ...]:
        seat = self.hands[claim.hand].seat if claim.hand in self.hands else 0
        distance = (seat - self.action_seat) * self.direction % self.state.places
        hand = list(self.hands).index(claim.hand)
        order = self.params.order
        if claim.result == "lose" and self.params.lost_order:
            order = self.params.lost_order
        spot = order.index(claim.spot) if claim.spot in order else len(order)
        number = claim.wager.id if claim.wager is not None else 0
        own = 0 if claim.hand in self.hands and self.hands[claim.hand].owner == claim.person else 1
        if self.nesting() == "spot-by-spot":
            return (self.place_of_kind(claim.spot), distance, hand, spot, own, number)
        return (distance, hand, spot, own, number)

    def settle(self) -> None:
        """Meet the claims made so far from the player-dealer's money, in the game's order."""
        claims, self.claims = sorted(self.claims, key=self._place_in_order), []
        ledger = self.ledger
        for claim in claims:
            stake, win, lose = claim.stake, claim.win, claim.lose
            met = self.bank_money.meet(Due(stake, win, lose, self.most_at_risk(claim.spot, stake)))
            ledger.move(STAKES, BANK, met.taken, claim.spot)
            ledger.move(STAKES, claim.person, stake - met.taken, claim.spot)
            ledger.move(BANK, claim.person, met.paid, claim.spot)
            result = claim.result
            if (win and not met.paid) or (lose and not met.taken):
                result = "uncovered"
            returned = stake - met.taken if result != "win" else stake - met.covered
            line = Line(
                self.hands[claim.hand].seat,
                claim.person,
                claim.hand,
                claim.spot,
                stake,
                met.covered,
                result,
                met.paid,
                returned,
                claim.because,
                met.left,
            )
            self.lines.append(line)
            self.emit("settled", line)

    def worth(self, hand: Hand) -> str:
        """What a hand counts so far, in words, in games that are played by a count."""
        return ""

    def most_at_risk(self, spot: str, stake: int) -> int:
        """The most that a stake on a spot can cost either side, by the longest odds it may be paid at."""
        table = self.paytable(spot, stake)
        longest = [odds(paid).win(stake) for paid in table.pays.values() if paid != PUSH] if table else []
        return max(longest, default=stake)

    def give_back(self, hand: Hand, because: Because) -> None:
        """A hand is dead: every wager on it goes back to its owner."""
        hand.folded = True
        for wager in [wager for wager in self.wagers if wager.open and wager.hand == hand.key]:
            self.claim_wager(wager, VOID, because)

    def void(self, because: Because) -> None:
        super().void(because)
        self.lines = [
            Line(
                self._seat(wager.hand),
                wager.by,
                wager.hand,
                wager.spot,
                wager.amount,
                0,
                "returned",
                0,
                wager.amount,
                because,
                self.bank_money.amount,
            )
            for wager in self.wagers
        ]

    def _seat(self, hand: str) -> int:
        return self.hands[hand].seat if hand in self.hands else int(hand.partition(".")[0])

    def report(self, because: Callable[[Because], Any]) -> dict[str, Any]:
        rows = []
        for line in self.lines:
            row: dict[str, Any] = {"seat": line.seat, "spot": line.spot}
            if line.person != self.state.seats.get(line.seat):
                row["by"] = line.person
            if line.hand != str(line.seat):
                row["hand"] = line.hand
            row |= {
                "amount": dollars(line.amount),
                "covered": dollars(line.covered),
                "result": line.result,
                "pays": dollars(line.pays),
                "returned": dollars(line.returned),
                "because": because(line.because),
                "bank_left": None if line.bank_left is None else dollars(line.bank_left),
                "uncovered": line.amount - line.covered if line.result in ("win", "lose", "uncovered") else 0,
            }
            rows.append(row)
        order = [[row["seat"], row["spot"]] for row in rows]
        found: dict[str, Any] = {"action_seat": self.action_seat, "order": order, "settlement": rows}
        if self.settings:
            found["settings"] = dict(self.settings)
        return found

    def standing(self, **marks: Any) -> State:
        if left := [wager for wager in self.wagers if wager.open]:
            raise Refused(f"{left[0]} was never settled.")
        self.ledger.move(BANK, self.banker, self.ledger.balance.get(BANK, 0), "bank")
        return super().standing(**marks)
