"""The points of a round at which a trainee is asked, each with the script's own answer.

They are read from what a round that was played ahead has done: its events, its questions, its settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from housedealer.floor.answers import money
from housedealer.floor.school import chips
from housedealer.floor.school.lesson import Asking, Run
from housedealer.floor.school.planted import Act
from housedealer.floor.school.skills import (
    AMOUNT,
    AWARD,
    CHIPS,
    DEAL,
    ERROR,
    FEE,
    HOUSE_WAY,
    KILLED,
    NEXT,
    ORDER,
    REMEDY,
    RESULT,
    Rule,
    because,
    fee_rule,
    has_house_way,
    order_rule,
    turn_rule,
)
from housedealer.rooms import games
from housedealer.table.banking import BANK
from housedealer.table.betting import POT
from housedealer.table.core import HOUSE, Event
from housedealer.table.game import Game
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Amount, Choose, Question
from housedealer.table.tell import holder, on_spot, person, tell

NO_ONE = "nobody"
TAKE, PAY, PUSH, BACK = "take", "pay", "push", "give back"
RESULTS = {"win": PAY, "lose": TAKE, "push": PUSH}
ALLOWED, REFUSED = "allowed", "not allowed"
DEALING = ("deal", "burn")
BURN = "the burn"
LONG_DEAL = 8
MOST_OPTIONS = 10
_PLACES = (REMEDY, DEAL, FEE, NEXT, ERROR, HOUSE_WAY, ORDER, AWARD, RESULT, AMOUNT, CHIPS)
PLACE = {skill: place for place, skill in enumerate(_PLACES)}


class Point(msgspec.Struct):
    """One question to the trainee: after how many events, in which shape, and what is right."""

    at: int
    skill: str
    title: str
    question: Question
    right: Callable[[Any], bool]
    answer: Any
    words: str
    rule: Rule


def points(run: Run, seed: str) -> list[Point]:
    """Every point of a round, in the order of its script."""
    found = list(_Points(run, Random(f"{seed}/points")).all())
    return sorted(
        (one for one in found if one.at <= len(run.events)), key=lambda one: (one.at, PLACE[one.skill])
    )


class _Points:
    """The points of one round."""

    def __init__(self, run: Run, rng: Random) -> None:
        self.run = run
        self.game: Game = run.game
        self.events = run.events
        self.rng = rng
        banked = hasattr(run.game.params, "spot")
        self.bank = run.start.seats.get(run.start.bank, "") if banked else ""

    def all(self) -> Iterator[Point]:
        """Every point, of one kind after the other."""
        yield from self.turns()
        yield from self.deals()
        yield from self.fees()
        yield from self.settings()
        yield from self.settled()
        yield from self.paid()
        yield from self.awarded()
        yield from self.mistakes()
        yield from self.irregular()

    # -- shapes ------------------------------------------------------------------------------------

    def choose(
        self, at: int, skill: str, title: str, options: Sequence[str], right: Sequence[str], rule: Rule
    ) -> Point:
        """One of a few words; any of `right` will do."""
        known = tuple(dict.fromkeys([*options, *right]))
        question = Choose(HOUSE, skill, known, known[0])
        accepted = frozenset(right)
        words = right[0] if len(accepted) == 1 else " or ".join(dict.fromkeys(right))
        return Point(at, skill, title, question, lambda given: given in accepted, right[0], words, rule)

    def amount(self, at: int, skill: str, title: str, right: int, rule: Rule) -> Point:
        """An amount of money, to the cent."""
        step = next(one for one in (100, 50, 25, 5, 1) if right % one == 0)
        top = max(10_000, 10 ** len(str(right)))
        question = Amount(HOUSE, skill, 0, top, step, 0)
        return Point(at, skill, title, question, lambda given: given == right, right, money(right), rule)

    def order(self, at: int, title: str, options: Sequence[str], right: str, code: Any) -> Point:
        """What comes next of several; the code is the reason of it, where no rule says why it comes first."""
        return self.choose(at, ORDER, title, options, [right], order_rule(self.game, code))

    def in_chips(self, at: int, title: str, right: int, rule: Rule) -> Point:
        """A payment in chips."""
        question = chips.question(HOUSE, right)
        return Point(
            at, CHIPS, title, question, lambda given: chips.makes_up(right, given), chips.answer(right),
            chips.words(right), rule,
        )  # fmt: skip

    def some(self, right: str, others: Sequence[str]) -> list[str]:
        """The right words among some of the others, in any order."""
        rest = [one for one in dict.fromkeys(others) if one != right]
        if len(rest) >= MOST_OPTIONS:
            rest = self.rng.sample(rest, MOST_OPTIONS - 1)
        return sorted([right, *rest])

    # -- whose turn --------------------------------------------------------------------------------

    def turns(self) -> Iterator[Point]:
        """Who acts next, and when nobody does any more."""
        alone = [one for one in self.run.asked if not one.together]
        seats = [holder(seat) for seat in sorted(self.run.start.seats)]
        keys = [holder(one.question.about) for one in alone if one.question.about]
        options = list(dict.fromkeys([*seats, *sorted(keys), NO_ONE]))
        for number, one in enumerate(alone):
            who, title = self.who(one), "Who acts next?"
            if number and alone[number - 1].at == one.at:
                title = f"{self.who(alone[number - 1]).capitalize()} has answered. {title}"
            rule = turn_rule(self.game, one.question.name, self.happened(one.at))
            yield self.choose(one.at, NEXT, title, options, [who], rule)
            until = alone[number + 1].at if number + 1 < len(alone) else len(self.events)
            over = self.over(one.at, until)
            if over is not None:
                yield self.choose(over, NEXT, "Who acts next?", options, [NO_ONE], rule)

    def happened(self, at: int) -> list[str]:
        """The kinds of events up to a place, the newest first; in games for a pot since the last deal."""
        found: list[str] = []
        for event in reversed(self.events[:at]):
            if event.kind == "deal" and self.game.play.poker:
                break
            found.append(event.kind)
        before = self.events[:at]
        killed = any(one.kind == "post" and one.args[1] == "kill" for one in before)
        if killed and not any(one.kind == "burn" for one in before):
            found.append(KILLED)  # until the draw the killer has another turn
        return found

    def who(self, one: Asking) -> str:
        """The hand that is asked, or the seat of whoever is."""
        if one.question.about:
            return holder(one.question.about)
        seat = next((seat for seat, who in self.run.start.seats.items() if who == one.question.who), 0)
        return holder(seat) if seat else one.question.who

    def over(self, after: int, until: int) -> int | None:
        """Where the house dealer goes on by himself, if he does before the next question."""
        if not self.game.play.poker and not self.bank:
            return None
        for at in range(after + 1, until):
            event = self.events[at]
            if event.kind in ("burn", "award", "uncalled", "settled", "show"):
                return at
            if event.kind == "deal" and self.with_house(event.args[0]):
                return at
        return None

    def with_house(self, key: str) -> bool:
        """Whether a hand lies with the house dealer; one that is gone did (a pile that was given out)."""
        hand = self.run.table.hands.get(key)
        return hand is None or hand.owner == HOUSE

    # -- the deal ----------------------------------------------------------------------------------

    def deals(self) -> Iterator[Point]:
        """To whom the next piece goes; of a long deal its beginning, some place in it, and its end."""
        dealt = dict.fromkeys(event.args[0] for event in self.events if event.kind == "deal")
        options = [holder(key) for key in sorted(dealt)]
        options += [BURN] if any(event.kind == "burn" for event in self.events) else []
        options = [
            *dict.fromkeys([*(holder(seat) for seat in sorted(self.run.start.seats)), *options]),
            NO_ONE,
        ]
        rule = because(self.game, None, DEAL)
        title = f"To whom does the next {'tile' if self.game.params.pieces == 'tiles' else 'card'} go?"
        for first, end in self.runs(DEALING):
            places = list(range(first, end))
            if len(places) > LONG_DEAL:
                places = [first, first + 1, self.rng.randrange(first + 2, end), end - 1]
            for at in dict.fromkeys(places):
                yield self.choose(at, DEAL, title, options, [self.dealt_to(at)], rule)
            if not any(one.at == end and self.more(one) for one in self.run.asked):
                yield self.choose(end, DEAL, title, options, [NO_ONE], rule)

    def more(self, one: Asking) -> bool:
        """Whether it is just being asked whether another piece is dealt."""
        return not one.together and one.question.shape == "choose"

    def dealt_to(self, at: int) -> str:
        """Where a piece goes."""
        event = self.events[at]
        return BURN if event.kind == "burn" else holder(event.args[0])

    def runs(self, kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Stretches of events of some kinds, uninterrupted by others or by a question to one alone."""
        asked = {one.at for one in self.run.asked}
        first = -1
        for at in range(len(self.events) + 1):
            same = at < len(self.events) and self.events[at].kind in kinds
            if first >= 0 and (not same or at in asked):
                yield first, at
                first = -1
            if same and first < 0:
                first = at

    # -- the collection ----------------------------------------------------------------------------

    def fees(self) -> Iterator[Point]:
        """Who pays the collection, and how much."""
        everybody = [self.payer(name) for name in self.run.start.chips]
        everybody += [self.payer(POT)] if self.game.play.poker else []
        for first, end in self.runs(("fee",)):
            for at in range(first, end):
                payer, amount, code = self.events[at].args
                left = [self.events[one].args for one in range(at, end)]
                same = [self.payer(who) for who, much, why in left if (much, why) == (amount, code)]
                rule = fee_rule(self.game, code, amount, self.payer(payer) == self.payer(BANK))
                title = "The collection falls due. Who pays" + (" next?" if at > first else "?")
                yield self.choose(at, FEE, title, everybody, same, rule)
                yield self.amount(at, FEE, f"What is taken from {self.payer(payer)}?", amount, rule)

    def payer(self, account: str) -> str:
        """Who pays a fee, in words: the player-dealer's money on the table is his as well."""
        if account in (self.bank, BANK) and self.bank:
            return f"{self.bank}, the player-dealer"
        seat = next((seat for seat, name in self.run.start.seats.items() if name == account), 0)
        return f"{account} (seat {seat})" if seat else person(account)

    # -- the house way -----------------------------------------------------------------------------

    def settings(self) -> Iterator[Point]:
        """Hands to set by the house way."""
        if not has_house_way(self.game):
            return
        for one in self.run.asked:
            question = one.question
            if not isinstance(question, Arrange) or isinstance(question.default, str):
                continue
            title = f"Set the hand of {self.who(one)} by the house way."
            yield Point(
                one.at, HOUSE_WAY, title, question, as_good(question), question.default,
                question.spoken(question.default), because(self.game, None, HOUSE_WAY),
            )  # fmt: skip

    # -- settling ----------------------------------------------------------------------------------

    def settled(self) -> Iterator[Point]:
        """Against the player-dealer: which wager, take or pay, how much, in which chips."""
        lines = [(at, event.args[0]) for at, event in enumerate(self.events) if event.kind == "settled"]
        for number, (at, line) in enumerate(lines):
            label, rule = self.wager(line), because(self.game, line.because, RESULT)
            left = [self.wager(one) for place, one in lines[number:] if place < self.next_asked(at)]
            if len(set(left)) > 1:
                yield self.order(
                    at, "Which wager is settled next?", self.some(label, left), label, line.because
                )
            result = RESULTS.get(line.result, BACK)
            options = (TAKE, PAY, PUSH, BACK)
            yield self.choose(at, RESULT, f"{label}: take, pay or push?", options, [result], rule)
            if result == PAY:
                yield self.amount(at, AMOUNT, f"{label} wins. What is it paid?", line.pays, rule)
                yield self.in_chips(at, f"Pay {money(line.pays)} on {label} in chips.", line.pays, rule)
            elif result == TAKE:
                taken = line.amount - line.returned
                yield self.amount(at, AMOUNT, f"{label} loses. How much is taken?", taken, rule)

    def next_asked(self, at: int) -> int:
        """How far the script goes on by itself."""
        return min((one.at for one in self.run.asked if one.at > at), default=len(self.events))

    def wager(self, line: Any) -> str:
        """A wager in words."""
        spot = on_spot(line.spot, self.game)
        stake = f"{money(line.amount)}{spot}" if line.amount else f"the prize{spot}"
        return f"{line.person}'s {stake} at {holder(line.hand)}"

    def paid(self) -> Iterator[Point]:
        """Between the players: who pays whom, and how much."""
        lines = [(at, event.args[0]) for at, event in enumerate(self.events) if event.kind == "paid"]
        for number, (at, line) in enumerate(lines):
            rule = because(self.game, line.because, AMOUNT)
            end = self.next_asked(at)
            label, left = (
                self.payment(line),
                [self.payment(one) for place, one in lines[number:] if place < end],
            )
            if len(set(left)) > 1:
                yield self.order(
                    at, "Which payment is made next?", self.some(label, left), label, line.because
                )
            yield self.amount(at, AMOUNT, f"{label}. How much?", line.paid, rule)
            if line.paid:
                yield self.in_chips(at, f"{label}: {money(line.paid)} in chips.", line.paid, rule)

    def payment(self, line: Any) -> str:
        """A payment in words."""
        payer = f"seat {line.payer}" if line.payer else "the tops"
        spot = line.spot.replace("-", " ")
        return f"{payer.capitalize()} pays seat {line.payee}{f' for {spot}' if line.payer else ''}"

    # -- pots --------------------------------------------------------------------------------------

    def awarded(self) -> Iterator[Point]:
        """In games for a pot: who wins which pot, and how much."""
        pots = {pot.name: pot for pot in getattr(self.run.table, "pots", ())}
        seats = self.run.table.seats if pots else ()
        awards = [(at, event.args) for at, event in enumerate(self.events) if event.kind == "award"]
        for number, (at, (seat, name, amount, code)) in enumerate(awards):
            rule = because(self.game, code, AWARD)
            group = [args[0] for _, args in awards if args[1] == name and args[3] == code]
            before = awards[number - 1][1] if number else None
            if before is None or (before[1], before[3]) != (name, code):
                names = list(dict.fromkeys(args[1] for _, args in awards[number:]))
                if len(names) > 1:
                    told = [f"the {one} pot" for one in names]
                    yield self.order(at, "Which pot is awarded next?", sorted(told), told[0], code)
                eligible = (
                    sorted(seats[one] for one in pots[name].eligible) if name in pots else sorted(group)
                )
                right = _together(group)
                yield self.choose(
                    at, AWARD, f"Who wins the {name} pot{self.half(awards, name, code)}?",
                    self.some(right, self.winners(eligible, len(set(group)))), [right], rule,
                )  # fmt: skip
            title = f"How much of the {name} pot goes to seat {seat}?"
            yield self.amount(at, AMOUNT, title, amount, because(self.game, code, AWARD))
            yield self.in_chips(at, f"Push {money(amount)} to seat {seat} in chips.", amount, rule)
        for at, event in enumerate(self.events):
            if event.kind == "uncalled":
                title = f"How much goes back to seat {event.args[0]}?"
                yield self.amount(at, AMOUNT, title, event.args[1], because(self.game, None, AMOUNT))

    @staticmethod
    def half(awards: Sequence[tuple[int, Any]], name: str, code: Any) -> str:
        """Which part of a pot it is, where a pot has several."""
        codes = list(dict.fromkeys(args[3][0] for _, args in awards if args[1] == name))
        return f" ({code[0].replace('-', ' ')})" if len(codes) > 1 else ""

    def winners(self, eligible: Sequence[int], many: int) -> list[str]:
        """Who might win, alone or together."""
        found = [_together([seat]) for seat in eligible]
        for size in {2, many}:
            if 1 < size <= len(eligible):
                found.append(_together(self.rng.sample(list(eligible), size)))
        return found

    # -- what goes wrong ---------------------------------------------------------------------------

    def mistakes(self) -> Iterator[Point]:
        """Players' acts, allowed or not."""
        for one in self.run.asked:
            act = one.fault
            if not isinstance(act, Act) or one.question.name == "bank":
                continue
            rule = because(self.game, None, ERROR, one.question.name, one.question.shape)
            if act.refused:
                source = self.game.source(act.spot) if act.spot else None
                lines = source.lines if source and any(source.lines) else rule.lines
                rule = rule._replace(code="refused", words=act.refused, lines=lines)
            title = f"{self.doer(one)}: “{act.words}”. Is it allowed?"
            right = REFUSED if act.refused else ALLOWED
            yield self.choose(one.at, ERROR, title, (ALLOWED, REFUSED), [right], rule)

    def doer(self, one: Asking) -> str:
        """Who does something, and where he sits or behind whom he stands."""
        who, start = one.question.who, self.run.start
        seats = [seat for seat, name in start.seats.items() if name == who]
        behind = start.backline.get(who, ())
        if who == HOUSE:
            return "The house dealer"
        return (
            f"{who} ({f'seat {seats[0]}' if seats else f'behind seat {behind[0]}' if behind else 'standing'})"
        )

    def irregular(self) -> Iterator[Point]:
        """What follows an irregularity."""
        planted = self.run.planted
        if planted is None:
            return
        remedy = self.game.remedies[planted.kind]
        others = [one.text for one in self.game.remedies.values() if one.kind != remedy.kind]
        if len(set(others)) < 2:
            others += _elsewhere(self.game.head.family, remedy.kind, remedy.text)
        others = self.rng.sample(sorted(set(others)), min(3, len(set(others))))
        source = self.game.source(remedy.kind)
        heading = source.heading if source else self.game.head.name
        rule = Rule(remedy.kind, remedy.text, self.game.head.book, heading, remedy.lines)
        for at, event in enumerate(self.events):
            if event.kind == "irregularity" and event.args[0] == remedy.kind:
                said = tell(Event(event.kind, event.args), self.game)
                options = sorted([remedy.text, *(one for one in others if one != remedy.text)])
                yield self.choose(at + 1, REMEDY, f"{said} What follows?", options, [remedy.text], rule)
                return


def _together(seats: Sequence[int]) -> str:
    """Seats that win together.

    >>> _together([4, 2]), _together([3])
    ('seats 2 and 4', 'seat 3')
    """
    names = [str(seat) for seat in sorted(set(seats))]
    if len(names) == 1:
        return f"seat {names[0]}"
    return f"seats {', '.join(names[:-1])} and {names[-1]}"


def _elsewhere(family: str, kind: str, text: str) -> list[str]:
    """What follows other irregularities, at games like this one first."""
    known = [
        (game.head.family != family, remedy.text)
        for game in games()
        for remedy in game.remedies.values()
        if remedy.kind != kind and remedy.text != text
    ]
    return [words for _, words in sorted(known)][:6]


def as_good(question: Arrange) -> Callable[[Any], bool]:
    """Whether a setting is the house way's: with pieces of the same rank in each part, flushes alike.

    Parts of one size may come in either order, for they are told apart by what they are worth.
    """
    alike = len(set(question.sizes)) == 1

    def parts(setting: Sequence[Sequence[int]]) -> list[tuple[tuple[str, ...], bool]]:
        found = [_part(question, part) for part in setting]
        return sorted(found) if alike else found

    wanted = parts(question.default)
    return lambda given: not isinstance(given, str) and parts(given) == wanted


def _part(question: Arrange, part: Sequence[int]) -> tuple[tuple[str, ...], bool]:
    faces = [question.faces[at] for at in part]
    plain = [face[0] if len(face) == 2 and face[1] in "cdhs" else face for face in faces]
    suits = {face[1] for face in faces if len(face) == 2 and face[1] in "cdhs"}
    return tuple(sorted(plain)), len(suits) == 1
