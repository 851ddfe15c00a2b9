"""Bots at a table for many rounds, with every chip and every piece accounted for after each.

Rounds come in lots, each at a fresh table with a seed of its own, so that the result is the same however
many processes deal them.

    >>> from housedealer.rooms import game
    >>> tally = deal_lot(Plan(game("garlic-city/3-card-poker").id, 40, seed=1), 0, 40)
    >>> tally.rounds, tally.void, sum(tally.net.values()) + tally.fees
    (40, 0, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from housedealer.kernel import fast
from housedealer.pieces.proof import Commitment
from housedealer.pieces.supply import CommittedSupply, SeededSupply
from housedealer.rooms import game as find_game
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import encode
from housedealer.table.questions import Amount, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.session import Session
from housedealer.table.view import Policy, View
from housedealer.wagers.ledger import FEES, JACKPOT
from housedealer.wagers.money import BadMoney, cents, dollars

WORTH_COMPILING = 1_000
"""From so many rounds on, the kernels that a game calls heavy are compiled first."""
LOT = 1000
HALF_HOUR = 20
"""Rounds dealt in half an hour, for collections by time."""


class NotConserved(AssertionError):
    """A chip or a piece that was lost or made: a fault of the program, never of the input."""


class Plan(msgspec.Struct, frozen=True):
    """What to deal: the game and table, how many rounds, and who answers."""

    game: str
    rounds: int
    seed: int = 0
    seats: int | None = None
    option: str | None = None
    limit: str | None = None
    random: bool = False
    keep_logs: bool = False
    proof: bool = False


class Tally(msgspec.Struct):
    """What came of some rounds; money in cents, by person.

    `wagered` is what was bet, or in games without bets what the players paid each other.
    """

    rounds: int = 0
    void: int = 0
    decisions: int = 0
    pieces: int = 0
    wagered: int = 0
    fees: int = 0
    jackpot: int = 0
    bank_rounds: int = 0
    bank_net: int = 0
    net: dict[str, int] = {}
    as_bank: dict[str, int] = {}
    fees_of: dict[str, int] = {}
    bought: dict[str, int] = {}
    seats: dict[str, int] = {}
    option: str = ""
    limit: str = ""
    logs: list[bytes] = []

    def add(self, other: Tally) -> None:
        """Take another lot's result in; its logs are left to whoever writes them."""
        for name in (
            "rounds",
            "void",
            "decisions",
            "pieces",
            "wagered",
            "fees",
            "jackpot",
            "bank_rounds",
            "bank_net",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("net", "as_bank", "fees_of", "bought"):
            whole: dict[str, int] = getattr(self, name)
            for who, amount in getattr(other, name).items():
                whole[who] = whole.get(who, 0) + amount
        self.seats, self.option, self.limit = other.seats, other.option, other.limit


class CountedSupply(SeededSupply):
    """A seeded shuffle that knows which pieces are out of the stub, through any reshuffle."""

    __slots__ = ("back",)

    def __init__(self, deck: Sequence[int], seed: str) -> None:
        super().__init__(deck, seed)
        self.back: list[int] = []

    def recycle(self, pieces: Sequence[int]) -> None:
        """Shuffle pieces back in; only pieces that are out can be."""
        out = Counter(self.dealt) - Counter(self.back)
        if Counter(pieces) - out:
            raise NotConserved("pieces are shuffled back that were not out")
        self.back += pieces
        super().recycle(pieces)


def lots(plan: Plan) -> list[tuple[int, int]]:
    """The first round and the number of rounds of each lot."""
    return [(first, min(LOT, plan.rounds - first)) for first in range(0, plan.rounds, LOT)]


def deal_lot(plan: Plan, first: int, many: int) -> Tally:
    """Deal one lot at a fresh table."""
    tally = Tally()
    for _ in dealing(plan, first, many, tally):
        pass
    return tally


def dealing(plan: Plan, first: int, many: int, tally: Tally) -> Iterator[int]:
    """Deal one lot round by round into a tally; yields after every round."""
    game = find_game(plan.game)
    if plan.rounds >= WORTH_COMPILING:
        for heavy in game.play.heavy:
            fast(heavy)
    session, chips = open_session(plan, game)
    people = session.state.seats.values()
    for seat, person in session.state.seats.items():
        tally.seats[person] = seat
    tally.option, tally.limit = session.stakes.option, session.stakes.limit
    tally.net.update(dict.fromkeys(people, 0))
    tally.bought.update(dict.fromkeys(people, chips))
    policy = policy_of(game, Random(f"{plan.seed}/{first}"), plan.random)
    timed = any(row.moment == "half-hour" for row in session.stakes.rows)
    deck = game.params.deck.pieces
    banked = not game.play.poker and hasattr(game.params, "spot")
    for number in range(first, first + many):
        top_up(session, chips, tally)
        if banked:
            session.offer_bank()
        name = f"{plan.seed}/{number}"
        supply = (
            CommittedSupply(deck, Commitment(f"round {name}")) if plan.proof else CountedSupply(deck, name)
        )
        start = dict(session.state.chips)
        round_ = session.deal(supply)
        try:
            round_.play(policy)
            account(round_, deck, supply)
            count(tally, round_, start, banked)
            if plan.keep_logs:
                tally.logs.append(encode(session.finish(_proof(supply))))
                session.log.pop()  # it is written elsewhere; a table of thousands keeps none
            else:
                session.take_over()
        except (AssertionError, Refused, LookupError, ValueError) as error:
            raise NotConserved(f"round {number + 1} (seed {name}): {error}") from error
        if timed and (number - first) % HALF_HOUR == HALF_HOUR - 1:
            collect_time(session, tally)
        yield number


def _proof(supply: Any) -> Any:
    if isinstance(supply, CommittedSupply):
        from housedealer.floor.witness import auditors

        return auditors(supply)
    return None


def open_session(plan: Plan, game: Game) -> tuple[Session, int]:
    """A table with everybody seated, and the chips that each bought."""
    session = Session(game, plan.option, plan.limit)
    places = game.params.seats
    seats = min(places, 6) if plan.seats is None else plan.seats
    if not 2 <= seats <= places:
        raise Refused(f"{game.id} is dealt to 2 to {places} seats, not {seats}.")
    chips = buy_in(session)
    for seat in range(1, seats + 1):
        session.sit(seat, f"player {seat}", chips)
    session.state.button = 1
    return session, chips


def buy_in(session: Session) -> int:
    """Chips that last a while: fifty big bets, or twenty times the highest wager of the table."""
    structure: Any = session.stakes.structure
    if hasattr(structure, "big"):
        return max(int(structure.buy_in), 50 * int(structure.big))
    try:
        return 20 * cents(session.stakes.limit.rpartition("-")[2])
    except BadMoney:
        return 1_000_000


def top_up(session: Session, chips: int, tally: Tally) -> None:
    """Who has less than a fifth of his buy-in buys it again."""
    for person, held in list(session.state.chips.items()):
        if held * 5 < chips:
            session.buy(person, chips)
            tally.bought[person] += chips


def collect_time(session: Session, tally: Tally) -> None:
    """The half hour strikes; what it cost everybody is in the tally."""
    before = dict(session.state.chips)
    session.tick()
    for person, held in session.state.chips.items():
        paid = before[person] - held
        tally.fees += paid
        tally.net[person] -= paid
        tally.fees_of[person] = tally.fees_of.get(person, 0) + paid


def policy_of(game: Game, rng: Random, random: bool) -> Policy:
    """Who answers: the game's bot, or anything legal.

    Random answers keep to sensible amounts for bank and wagers, or nobody would have chips to play with.
    """
    bot = game.play.bot

    def policy(view: View, question: Question) -> Any:
        sensible = not random or (isinstance(question, (Wagers, Amount)) and rng.random() < 0.5)
        if bot is None or not sensible:
            return question.random(rng)
        view.rng = rng
        return bot(view, question)

    return policy


# -- accounts ----------------------------------------------------------------------------------------


def account(round_: Round, deck: Sequence[int], supply: Any) -> None:
    """Every chip has its place and every piece is one of the deck's, and in one place."""
    table, result = round_.table, round_.result
    assert result is not None
    balance = table.ledger.balance
    had = sum(round_.start.chips.values()) + sum((round_.start.marks or {}).get("standing", {}).values())
    if sum(balance.values()) != had:
        raise NotConserved(f"{dollars(had)} came to the table and {dollars(sum(balance.values()))} lie on it")
    standing = sum((result.marks or {}).get("standing", {}).values())
    house = balance.get(FEES, 0) + balance.get(JACKPOT, 0)
    if sum(result.chips.values()) + house + standing != had or min(balance.values()) < 0:
        raise NotConserved("chips are left in no account when the round is over")
    check_pieces(table, deck, supply)


def check_pieces(table: Any, deck: Sequence[int], supply: Any) -> None:
    """No piece was dealt that the deck does not hold, none twice, and no hand shares one with another."""
    pieces: list[int] = table.pieces
    if isinstance(supply, CountedSupply):
        dealt, back = supply.dealt, supply.back
        if pieces != dealt and Counter(pieces) - Counter(dealt):
            raise NotConserved("a piece lies on the table that never left the stub")
        if len(set(dealt)) < len(dealt) and Counter(dealt) - Counter(back) - Counter(deck):
            raise NotConserved("a piece was dealt more often than the deck holds it")
        if len(deck) != supply.left() + len(dealt) - len(back):
            raise NotConserved("the stub and the pieces that are out do not make up the deck")
    elif len(supply.promises) == 1 and Counter(pieces) - Counter(deck):
        raise NotConserved("a piece was dealt more often than the deck holds it")
    held = [token for hand in table.hands.values() for token in hand.tokens]
    if len(set(held)) != len(held):
        raise NotConserved("one piece lies in two hands")


def count(tally: Tally, round_: Round, start: dict[str, int], banked: bool) -> None:
    """Add a round to the tally."""
    table, result = round_.table, round_.result
    assert result is not None
    tally.rounds += 1
    tally.decisions += len(round_.entries)
    tally.pieces += len(table.pieces)
    balance = table.ledger.balance
    tally.fees += balance.get(FEES, 0)
    tally.jackpot += balance.get(JACKPOT, 0)
    banker = round_.start.seats.get(round_.start.bank) if banked else None
    for person, chips in result.chips.items():
        change = chips - start.get(person, 0)
        tally.net[person] = tally.net.get(person, 0) + change
        if person == banker:
            tally.as_bank[person] = tally.as_bank.get(person, 0) + change
            tally.bank_net += change
            tally.bank_rounds += 1
    for payer, amount, _ in table.fees:
        who = banker if payer == "bank" and banker else payer
        tally.fees_of[who] = tally.fees_of.get(who, 0) + amount
    if round_.void is not None:
        tally.void += 1
        return
    if banked:
        tally.wagered += sum(wager.amount for wager in table.wagers)
    else:
        tally.wagered += sum(getattr(table, "paid", ())) + getattr(table, "dead", 0)
        tally.wagered -= getattr(table, "carried", 0)  # was wagered in an earlier round
        tally.wagered += sum(line.paid for line in getattr(table, "payments", ()))
