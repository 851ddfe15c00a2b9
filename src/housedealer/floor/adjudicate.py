"""Adjudication: one more driver of the scripts, answered by what a floor person tells.

    >>> verdict = adjudicate({
    ...     "game": "lucky-buck/ez-baccarat", "option": "1",
    ...     "player_dealer": {"seat": 1, "amount": "500"},
    ...     "wagers": [{"seat": 2, "spot": "banker", "amount": "25"}],
    ...     "pieces": {"player": "9h 4c 2d", "banker": "Kd 7s"},
    ... })
    >>> verdict["settlement"][0]["result"], verdict["player_dealer"]["net"]
    ('win', '-25')

Decisions follow from the pieces where they can; what broke a rule is settled and listed; only a
contradiction, or a missing fact on which money depends, is refused, by name.
"""

from __future__ import annotations

from typing import Any

import msgspec

from housedealer.floor.told import HUGE, Document, ToldAnswer, ToldSupply, money
from housedealer.pieces import cards
from housedealer.rooms import game as find_game
from housedealer.rooms import kebab
from housedealer.table.core import Interrupt
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import Because, Game, State
from housedealer.table.piece_questions import Arrange, Meld, Pick
from housedealer.table.questions import DEFAULT, TELL, Amount, Bet, Choose, First, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.stakes import open_table
from housedealer.table.words import say
from housedealer.wagers.ledger import FEES
from housedealer.wagers.money import dollars

PLAYER_DEALER = "player-dealer"

FOREIGN_KEYS = {
    "banked": ("button", "kill", "pot", "posts", "stake", "previous_winner", "stacks", "actions"),
    "poker": ("player_dealer", "wagers", "dice", "action_seat", "stake", "previous_winner"),
    "exchange": ("player_dealer", "wagers", "dice", "action_seat", "kill", "pot"),
}
"""Keys of the document that a kind of game never has."""


def read(document: dict[str, Any]) -> Document:
    """The document with its fields checked."""
    try:
        return msgspec.convert(document, Document, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(f"The document is not as it should be: {error}.") from None


def adjudicate(document: dict[str, Any], alternatives: bool = True) -> dict[str, Any]:
    """Settle a round as told: the settlement, fees, nets, violations and what other rulings change."""
    told = read(document)
    game = find_game(told.game).ruled(told.rulings)
    verdict = _Driver(game, told).settle()
    if alternatives:
        verdict["alternatives"] = _alternatives(game, told, verdict)
    return verdict


def _alternatives(game: Game, told: Document, verdict: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for ruling in game.rulings.values():
        current = game.reading(ruling.id)
        if current is None:
            continue
        for reading in ruling.readings:
            if reading == current:
                continue
            try:
                other = _Driver(game.ruled({ruling.id: reading}), told).settle()
            except Refused:
                continue
            if other["seats"] != verdict["seats"]:
                changed = {
                    "ruling": ruling.id,
                    "reading": reading,
                    "seats": other["seats"],
                    "settlement": other["settlement"],
                }
                found.append(changed)
    return found


class _Driver:
    """Answers a script's questions from a document."""

    def __init__(self, game: Game, told: Document) -> None:
        self.game = game
        self.told = told
        self.answers = [*told.answers, *told.actions]
        self.used = [False] * len(self.answers)
        if hasattr(game.params, "spot") and PLAYER_DEALER not in told.pieces:
            seat = str(
                self._bank({wager.seat: "" for wager in told.wagers}, told.seats or game.params.seats)[0]
            )
            told.pieces = {PLAYER_DEALER if key == seat else key: text for key, text in told.pieces.items()}
        self.supply = ToldSupply(game, told.pieces, told.dice, len(told.stacks))
        self.placed: dict[str, list[tuple[str, str, int]]] = {}
        self.later: dict[tuple[str, str, str], int] = {}
        self.given = 0
        self.calls: list[tuple[int, Interrupt]] = []
        self.pending: list[tuple[str, Interrupt]] = []

    # -- setting the table -------------------------------------------------------------------------

    def settle(self) -> dict[str, Any]:
        told = self.told
        self._keys_of_another_game()
        options = self.game.options()
        if len(options) > 1 and not told.option:
            raise Refused(f"Say which fee option the table has: {', '.join(options)}.")
        if self.game.play.poker:
            self._poker_told()
        elif len(getattr(self.game.params, "limit", (1,))) != 1 and not told.limit:
            listed = [one.name for one in self.game.params.limit] or self.game.params.limits.split("-")
            raise Refused(f"Say which limit the table plays, from {listed[0]} to {listed[-1]}.")
        stakes = open_table(self.game, str(told.option) or None, told.limit or None, widest=True)
        state = self._state()
        self._irregularities()
        round_ = Round(self.game, stakes, state, self.supply, self._prepare)
        while round_.question is not None:
            due = [call for call in self.calls if call[0] <= self.given]
            if due:
                self.calls.remove(due[0])
                round_.interrupt(due[0][1].kind, **due[0][1].facts)
                continue
            at, question = round_.open()[0]
            self._answer(round_, at, question)
        self._nothing_left_over(round_)
        return self._verdict(round_)

    def _keys_of_another_game(self) -> None:
        """What this kind of game has no use for is refused by name, not passed over."""
        kind = (
            "poker" if self.game.play.poker else "banked" if hasattr(self.game.params, "spot") else "exchange"
        )
        for name in FOREIGN_KEYS[kind]:
            if getattr(self.told, name):
                raise Refused(f"{self.game.id} has no use for {name.replace('_', ' ')!r}, which was told.")

    def _poker_told(self) -> None:
        params = self.game.params
        if not self.told.limit and len(params.limit) != 1:
            raise Refused("Say which limit the table plays, such as 4/8.")
        if params.forced == "blinds" and not self.told.button:
            raise Refused("Say which seat has the button.")
        if self.told.pot and not params.carries_pot:
            raise Refused(f"{self.game.id} has no use for 'pot', which was told: no hand leaves one.")

    def _prepare(self, table: Any) -> None:
        table.lenient = True
        table.pending = self.pending
        if hasattr(table, "told_later"):
            table.told_later = self.later
            table.action_seat = self.told.action_seat
        table.told = self.told

    def _spots(self) -> list[str]:
        return [spot.name for spot in getattr(self.game.params, "spot", ())]

    def _spot(self, name: str) -> str:
        wanted = kebab(name)
        known: list[str] = list(dict.fromkeys([*self._spots(), *getattr(self.game.params, "order", ())]))
        for spot in getattr(self.game.params, "spot", ()):
            if wanted in (spot.name, *spot.also):
                return str(spot.name)
        for ending in ("", "-wager", "-bet", "-bonus", "-bonus-bet", "-bonus-wager"):
            if wanted.removesuffix(ending) in known:
                return wanted.removesuffix(ending)
        has = f"it has {', '.join(known)}" if known else "nothing is bet on spots in it"
        raise Refused(f"{self.game.id} has no spot {name!r}; {has}.")

    def _state(self) -> State:
        told, params = self.told, self.game.params
        places = told.seats or params.seats
        persons: dict[int, str] = {}
        backline: dict[str, tuple[int, ...]] = {}
        for wager in told.wagers:
            if not 1 <= wager.seat <= places:
                raise Refused(f"There is no seat {wager.seat}; this table has {places}.")
            spot = self._spot(wager.spot)
            amount = money(wager.amount, f"Wager on {wager.spot} at seat {wager.seat}")
            if amount <= 0:
                raise Refused(
                    f"The wager of {wager.amount} on {spot} at seat {wager.seat} must be above zero."
                )
            by = wager.by or str(wager.seat)
            persons.setdefault(wager.seat, str(wager.seat))
            if wager.by:
                backline[by] = tuple(dict.fromkeys((*backline.get(by, ()), wager.seat)))
            if spot in self._spots():
                placed = self.placed.setdefault(by, [])
                stacked = any(entry[:2] == (str(wager.seat), spot) for entry in placed)
                if stacked and not params.spot_named(spot).squares:
                    raise Refused(f"The wager of {by} on {spot} at seat {wager.seat} is told twice.")
                placed.append((str(wager.seat), spot, amount))
            else:
                self.later[(wager.hand or str(wager.seat), spot, by)] = amount
        for answer in self.answers:
            if answer.amount and kebab(answer.answer.split()[0]) in getattr(params, "order", ()):
                key = (
                    answer.hand or str(answer.seat),
                    kebab(answer.answer.split()[0]),
                    answer.by or str(answer.seat),
                )
                self.later[key] = money(answer.amount, f"The amount of {answer.answer}")
        for seat in told.stacks:
            if not seat.isdigit() or not 1 <= int(seat) <= places:
                raise Refused(f"There is no seat {seat}; this table has {places}.")
            persons.setdefault(int(seat), seat)
        if not told.wagers and not self.game.play.poker:
            for holder in told.pieces:
                if holder.isdigit() and 1 <= int(holder) <= places:
                    persons.setdefault(int(holder), holder)
        for holder in told.pieces:
            seat = holder.partition(".")[0]
            if seat.isdigit() and int(seat) not in persons and hasattr(params, "spot"):
                raise Refused(f"Pieces are told for seat {holder}, but no wager of that seat.")
        bank = 0
        bank_amount: int | None = None
        if hasattr(params, "spot"):
            bank, bank_amount = self._bank(persons, places)
            persons[bank] = PLAYER_DEALER
        chips = dict.fromkeys([*persons.values(), *backline], HUGE)
        for seat, stack in told.stacks.items():
            chips[seat] = money(stack, f"Stack of seat {seat}")
        return State(
            seats=dict(sorted(persons.items())),
            chips=chips,
            places=places,
            button=told.button,
            bank=bank,
            bank_amount=bank_amount,
            backline=backline,
            marks=self._marks(),
        )

    def _marks(self) -> dict[str, Any]:
        told = self.told
        marks: dict[str, Any] = {}
        if told.stake:
            marks["stake"] = money(told.stake, "The stake")
        if told.posts:
            marks["posts"] = [dict(post) for post in told.posts]
        if told.kill:
            marks["kill"] = dict(told.kill)
        if told.pot:
            marks["standing"] = {"pot": money(told.pot, "The pot left by the last hand")}
        if told.previous_winner:
            marks["previous_winner"] = told.previous_winner
        return marks

    def _bank(self, persons: dict[int, str], places: int) -> tuple[int, int]:
        told = self.told.player_dealer
        if told is None:
            free = [seat for seat in range(1, places + 1) if seat not in persons]
            if not free:
                raise Refused("Every seat has a wager; say which seat is the player-dealer.")
            return free[0], -1
        if not 1 <= told.seat <= places:
            raise Refused(f"There is no seat {told.seat}; this table has {places}.")
        if told.seat in persons:
            raise Refused(f"Seat {told.seat} is the player-dealer and cannot bet against himself.")
        return told.seat, -1 if told.amount is None else money(told.amount, "The player-dealer's amount")

    def _irregularities(self) -> None:
        for told in self.told.irregularities:
            facts = dict(told)
            kind = str(facts.pop("kind", ""))
            if kind not in self.game.play.remedies:
                known = ", ".join(self.game.play.remedies) or "none"
                raise Refused(f"{self.game.id} has no rule for the irregularity {kind!r}; it has: {known}.")
            moment, after = facts.pop("at", None), facts.get("after")
            if "piece" in facts:
                facts["piece"] = (
                    cards.cards(str(facts["piece"]))[0] if self.supply.kind == "cards" else facts["piece"]
                )
            if "seat" in facts:
                facts["seat"] = int(facts["seat"])
            call = Interrupt(kind, facts)
            if after is not None:
                self.calls.append((int(after), call))
            else:
                remedy = self.game.remedies.get(kind)
                self.pending.append((str(moment or (remedy.at if remedy else "deal")), call))

    # -- answering ---------------------------------------------------------------------------------

    def _answer(self, round_: Round, at: int, question: Question) -> None:
        if isinstance(question, Wagers):
            placed = tuple(self.placed.get(question.who, ()))
            for breach in round_.table.wager_breaches(question.who, placed):
                round_.table.breach(breach[0], *breach[1])
            round_.force(placed, at)
            return
        told = self._told_answer(round_, question)
        window = isinstance(round_.question, First)
        self.given += isinstance(question, (Bet, Choose, Pick, Meld)) and not (window and told is None)
        if told is None:
            value = self._untold(round_, question, question.untold)
            if isinstance(question, Choose) and value in question.possible and value not in question.options:
                round_.table.breach("broke-chart", question.name, str(value), str(question.about))
                round_.force(value, at)
                return
        else:
            value = self._read(question, told)
        try:
            value = question.check(value)
        except Refused as refusal:
            self._break_rule(round_, at, question, value, refusal)
            return
        round_.answer(value, at=at)

    def _seat_of(self, round_: Round, question: Question) -> tuple[int, str]:
        about = getattr(question, "about", None) or ""
        hand = round_.table.hands.get(about)
        if hand is not None and hand.seat:
            return hand.seat, about
        seats = [seat for seat, who in round_.start.seats.items() if who == question.who]
        return (seats[0] if seats else 0), about

    def _told_answer(self, round_: Round, question: Question) -> ToldAnswer | None:
        seat, about = self._seat_of(round_, question)
        strict = self.game.play.poker and isinstance(question, (Bet, Pick))
        ordered, window = self.game.play.ordered, isinstance(round_.question, First)
        for at, told in enumerate(self.answers):
            if self.used[at]:
                continue
            mine = told.seat == seat and (not told.hand or told.hand == about)
            if mine and self._fits(question, told):
                self.used[at] = True
                return told
            if ordered and (mine or window):
                return None
            if strict:
                if isinstance(question, Pick):
                    if question.name == "discard" and not mine and self._fits(question, told):
                        continue  # all discard at once, so that they may be told in any order
                    return None
                raise Refused(
                    f"It is seat {seat}'s turn, but the next thing told is seat {told.seat}: {told.answer}."
                )
        return None

    def _fits(self, question: Question, told: ToldAnswer) -> bool:
        word = told.answer.strip().lower().partition(" ")[0]
        if isinstance(question, Choose):
            return word in question.options or word in question.possible
        if isinstance(question, Bet):
            return word in (
                "fold",
                "check",
                "call",
                "bet",
                "raise",
                "complete",
                "bring-in",
                "all-in",
                "allin",
                "knock",
            )
        if isinstance(question, Pick):
            return word in (question.name, "draw", "throw", "discard", "pat", "none")
        if isinstance(question, Amount):
            return word == question.name
        if isinstance(question, Arrange):
            return "/" in told.answer or word in (*question.words, "house-way", "house")
        if isinstance(question, Meld):
            return word in ("meld", "add", "discard", "done")
        return True

    def _read(self, question: Question, told: ToldAnswer) -> Any:
        if isinstance(question, Choose):
            return told.answer.strip().lower().partition(" ")[0]
        if isinstance(question, Amount):
            return money(told.amount or told.answer.split()[-1], told.answer)
        try:
            return question.parse(told.answer)
        except Refused as refusal:
            raise Refused(f"Seat {told.seat}: {refusal}") from None

    def _untold(self, round_: Round, question: Question, rule: Any) -> Any:
        if rule == DEFAULT:
            return question.default
        if rule == TELL:
            seat, about = self._seat_of(round_, question)
            whom = f"seat {seat}" if seat else question.who
            hand = f" with hand {about}" if about and about != str(seat) else ""
            raise MissingFact(f"Tell what {whom}{hand} did: {question.name}.")
        about = getattr(question, "about", None) or ""
        for kind, argument, answer in rule:
            later = self.later.get((about, argument, question.who))
            if kind == "wager" and later is not None:
                if not isinstance(question, Amount):
                    return answer
                round_.table.told_used.add((about, argument, question.who))
                return later
            met = (
                kind == "else"
                or (kind == "holder" and argument in self.supply.told)
                or (kind == "further" and self.supply.further(argument or about))
            )
            if met:
                return self._untold(round_, question, answer) if answer in (TELL, DEFAULT) else answer
        return question.default

    def _break_rule(self, round_: Round, at: int, question: Question, value: Any, refusal: Refused) -> None:
        """A real table may have let pass what the rules forbid: settle it, and say what was broken."""
        table = round_.table
        if isinstance(question, Choose) and value in question.possible:
            table.breach("broke-chart", question.name, value, str(question.about))
        elif isinstance(question, Amount) and isinstance(value, int) and value >= 0:
            table.breach("broke-amount", question.name, value, question.least or question.low, question.high)
        elif (
            isinstance(question, Bet)
            and isinstance(value, int)
            and value > question.in_round + min(question.to_call, question.stack - 1)
            and value - question.in_round <= question.stack
        ):
            table.breach("broke-betting", question.about, value, str(refusal))
        elif isinstance(question, Pick) and not isinstance(value, str) and len(value) <= len(question.pieces):
            table.breach("broke-draw", question.about, len(value), question.most)
        else:
            raise Refused(f"Seat {self._seat_of(round_, question)[0]}: {refusal}")
        round_.force(value, at)

    def _nothing_left_over(self, round_: Round) -> None:
        if round_.void is not None:
            return
        if unused := self.supply.unused():
            raise Refused(unused)
        for at, told in enumerate(self.answers):
            if not self.used[at]:
                raise Refused(
                    f"Seat {told.seat}'s answer {told.answer!r} was told, but nothing asked for it."
                )
        used: set[tuple[str, str, str]] = getattr(round_.table, "told_used", set())
        for hand, spot, by in self.later:
            if (hand, spot, by) not in used:
                raise Refused(f"The {spot} wager of {by} at {hand} was told, but could not be placed.")
        for moment, call in self.pending:
            raise Refused(
                f"The irregularity {call.kind!r} was told, but nothing of the kind came up at {moment}."
            )
        for after, call in self.calls:
            raise Refused(
                f"The irregularity {call.kind!r} was told after {after} decisions, but the round had fewer."
            )

    # -- the verdict -------------------------------------------------------------------------------

    def _because(self, because: Because) -> dict[str, Any]:
        source = self.game.source(because[0])
        lines = because[1][-1] if because[0] == "fee" else source.lines if source else self.game.head.lines
        return {
            "code": because[0],
            "args": list(because[1]),
            "words": say(because, self.game),
            "book": self.game.head.book,
            "heading": source.heading if source else self.game.head.heading,
            "lines": list(lines),
        }

    def _verdict(self, round_: Round) -> dict[str, Any]:
        table = round_.table
        fees: dict[str, int] = {}
        for payer, amount, _ in table.fees:
            fees[payer] = fees.get(payer, 0) + amount
        seats = []
        seat_of = {who: seat for seat, who in round_.start.seats.items()}
        for person in [*round_.start.seats.values(), *round_.start.backline]:
            paid = fees.get(person, 0)
            change = table.ledger.change(person)
            entry: dict[str, Any] = {
                "seat": seat_of.get(person) or round_.start.backline[person][0],
                "net": dollars(change + paid),
                "fees": dollars(paid),
                "after_fees": dollars(change),
            }
            if person not in seat_of:
                entry["by"] = person
            seats.append(entry)
        verdict: dict[str, Any] = {
            "game": self.game.id,
            "option": round_.stakes.option,
            "limit": round_.stakes.limit,
            "void": self._because(round_.void) if round_.void else None,
            **table.report(self._because),
            "fees": [
                {"from": payer, "amount": dollars(amount), "because": self._because(because)}
                for payer, amount, because in table.fees
            ],
            "drop": dollars(table.ledger.balance.get(FEES, 0)),
            "seats": seats,
            "violations": [self._because(breach) for breach in table.violations],
        }
        if round_.start.bank:
            short = sum(line["uncovered"] for line in verdict["settlement"])
            for line in verdict["settlement"]:
                del line["uncovered"]
            verdict["player_dealer"] = {
                "seat": round_.start.bank,
                "net": next(
                    entry["net"]
                    for entry in seats
                    if entry["seat"] == round_.start.bank and "by" not in entry
                ),
                "uncovered": dollars(short),
            }
        return verdict
