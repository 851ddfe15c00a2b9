"""The closed set of questions that a script can ask.

Page, terminal, bots and environments know these shapes and never a game. Each shape checks an answer
before the script sees it, knows its default (what happens when nobody answers in time), says what each
answer costs, reads and writes answers as words, and can give a random legal one.

    >>> question = Choose("ann", "play", ("play", "fold"), "fold", costs={"play": 500})
    >>> question.check("play"), question.cost("play"), question.default
    ('play', 500, 'fold')
    >>> question.check("dance")
    Traceback (most recent call last):
    ...
    housedealer.table.errors.Refused: 'dance' is not one of play, fold.

Answers are plain data (words, whole numbers, tuples of them) and stable: a log keeps them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from housedealer.table.errors import Refused
from housedealer.wagers.money import cents, dollars

FOLD = -1
CALL = 0

_SPOT = r"(?P<spot>(?:\d+-)?[a-z][\w-]*)"
_WAGER = re.compile(rf"^(?:(?P<a>[\d.]+) (?:on )?)?{_SPOT}(?: (?P<b>[\d.]+))?(?: at (?P<h>\S+))?$")

TELL = "tell"
"""An untold question that must be told: money depends on it."""
DEFAULT = "default"
"""An untold question that takes its default."""


class Question(msgspec.Struct, kw_only=False, gc=False):
    """What every shape has: who is asked, what it is called, and about which hand."""

    shape: ClassVar[str] = ""

    who: str
    name: str

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Every shape has `about`, `default` and `untold` after its own fields."""

    def check(self, answer: Any) -> Any:
        """The answer in its stored form, or `Refused` with one sentence."""
        raise Refused(f"{answer!r} answers nothing.")

    def cost(self, answer: Any) -> int:
        """What the answer costs the person at once, in cents."""
        return 0

    def random(self, rng: Random) -> Any:
        """A random legal answer."""
        return self.default

    def legal(self) -> Iterator[Any]:
        """Every legal answer, where there are finitely many worth naming; wagers have none listed.

        >>> list(Choose("ann", "play", ("play", "fold"), "fold").legal())
        ['play', 'fold']
        """
        return iter(())

    def code(self, answer: Any) -> int:
        """A stable whole number for an answer, for search and learning; `decode` gives the answer back."""
        raise Refused(f"Answers to {self.name} have no numbers.")

    def decode(self, code: int) -> Any:
        """The answer of a code."""
        raise Refused(f"Answers to {self.name} have no numbers.")

    def spoken(self, answer: Any) -> str:
        """The answer in words; `parse` reads them back."""
        return str(answer)

    def parse(self, text: str) -> Any:
        """An answer given in words."""
        return text.strip().lower()


class Choose(Question, gc=False):
    """One of a few words. `possible` are words that break a rule but can happen at a real table."""

    shape: ClassVar[str] = "choose"

    options: tuple[str, ...]
    default: str
    about: str | None = None
    costs: Mapping[str, int] = {}
    possible: tuple[str, ...] = ()
    untold: Any = DEFAULT

    def check(self, answer: Any) -> str:
        if answer in self.options:
            return str(answer)
        raise Refused(f"{answer!r} is not one of {', '.join(self.options)}.")

    def cost(self, answer: Any) -> int:
        return self.costs.get(answer, 0)

    def random(self, rng: Random) -> str:
        return self.options[int(rng.random() * len(self.options))]

    def legal(self) -> Iterator[str]:
        return iter(self.options)

    def code(self, answer: Any) -> int:
        return (*self.options, *self.possible).index(answer)

    def decode(self, code: int) -> str:
        return (*self.options, *self.possible)[code]


class Amount(Question, gc=False):
    """An amount of money between two bounds, in steps; `least` is the least that is above the lower bound.

    >>> Amount("ann", "insurance", 0, 1000, 50, 0, least=100).check(50)
    Traceback (most recent call last):
    ...
    housedealer.table.errors.Refused: The amount must be 0, or from 1 to 10.
    """

    shape: ClassVar[str] = "amount"

    low: int
    high: int
    step: int
    default: int
    about: str | None = None
    untold: Any = DEFAULT
    least: int = 0

    def check(self, answer: Any) -> int:
        if (
            isinstance(answer, int)
            and self.low <= answer <= self.high
            and (answer - self.low) % self.step == 0
            and (answer >= self.least or answer == self.low)
        ):
            return answer
        bounds = f"from {dollars(max(self.low, self.least))} to {dollars(self.high)}"
        nothing = f"{dollars(self.low)}, or " if self.low < self.least else ""
        raise Refused(f"The amount must be {nothing}{bounds}.")

    def cost(self, answer: Any) -> int:
        return int(answer)

    def random(self, rng: Random) -> int:
        drawn = self.low + self.step * int(rng.random() * ((self.high - self.low) // self.step + 1))
        return drawn if drawn >= self.least else self.low

    def legal(self) -> Iterator[int]:
        every = range(self.low, self.high + 1, self.step)
        return (amount for amount in every if amount >= self.least or amount == self.low)

    def code(self, answer: Any) -> int:
        return int(answer)

    def decode(self, code: int) -> int:
        return code

    def spoken(self, answer: Any) -> str:
        return dollars(answer)

    def parse(self, text: str) -> int:
        return cents(text)


class Bet(Question, gc=False):
    """A turn to bet: `FOLD`, `CALL` (or check), or the total for the round that one raises to.

    `amounts` lists the totals allowed when they are a few fixed ones; else any from `low` to `high` in
    steps of a chip. `high` 0 means that nothing may be raised.
    """

    shape: ClassVar[str] = "bet"

    to_call: int
    in_round: int
    low: int
    high: int
    stack: int
    step: int = 100
    amounts: tuple[int, ...] = ()
    may_fold: bool = True
    may_call: bool = True
    about: str | None = None
    untold: Any = TELL

    @property
    def default(self) -> int:
        """Out of time: check if that is free, else fold."""
        if not self.may_fold and not self.may_call:
            return self.amounts[0] if self.amounts else self.low
        return CALL if (self.to_call == 0 or not self.may_fold) and self.may_call else FOLD

    def check(self, answer: Any) -> int:
        if answer == CALL and answer is not False:
            if self.may_call:
                return CALL
            raise Refused(
                f"This hand cannot {'call' if self.to_call else 'check'} here: it must {self.name}."
            )
        if answer == FOLD:
            if self.may_fold:
                return FOLD
            raise Refused(f"This hand cannot fold here: it must {self.name}.")
        if not isinstance(answer, int) or answer < 0:
            raise Refused(f"{answer!r} is neither fold, call, nor an amount to raise to.")
        if self.amounts:
            if answer in self.amounts:
                return answer
            raise Refused(f"The total can only be {' or '.join(dollars(a) for a in self.amounts)}.")
        if not self.high:
            raise Refused("No further bet or raise is allowed here.")
        if answer == self.high or (self.low <= answer <= self.high and answer % self.step == 0):
            return answer
        raise Refused(
            f"The total must be from {dollars(self.low)} to {dollars(self.high)}"
            f" in chips of {dollars(self.step)}."
        )

    def legal(self) -> Iterator[int]:
        if self.may_fold:
            yield FOLD
        if self.may_call:
            yield CALL
        if self.amounts:
            yield from self.amounts
        elif self.high:
            yield from range(-(-self.low // self.step) * self.step, self.high, self.step)
            yield self.high

    def code(self, answer: Any) -> int:
        return int(answer) + 1

    def decode(self, code: int) -> int:
        return code - 1

    def cost(self, answer: Any) -> int:
        if answer == FOLD:
            return 0
        return min(self.to_call, self.stack) if answer == CALL else int(answer) - self.in_round

    def random(self, rng: Random) -> int:
        """A legal answer: one in five folds a bet, one in five bets or raises any amount, the rest call."""
        roll = rng.random()
        if roll < 0.2 and self.to_call and self.may_fold:
            return FOLD
        if (self.high or self.amounts) and (roll > 0.8 or not self.may_call):
            if self.amounts:
                return self.amounts[int(rng.random() * len(self.amounts))]
            low, high, step = self.low, self.high, self.step
            if low >= high:
                return high
            first = -(-low // step)
            return (first + int(rng.random() * (high // step - first + 1))) * step or high
        return CALL

    def spoken(self, answer: Any) -> str:
        if answer == FOLD:
            return "fold"
        if answer == CALL:
            return "call" if self.to_call else "check"
        if self.name == "bring-in":
            return f"{'bring-in' if answer == min(self.amounts or (0,)) else 'complete'} {dollars(answer)}"
        word = "raise" if self.to_call + self.in_round or not self.may_fold else "bet"
        return f"{word} {dollars(answer)}"

    def parse(self, text: str) -> int:
        word, _, rest = text.strip().lower().partition(" ")
        rest = rest.removeprefix("to ")
        if word == "fold":
            return FOLD
        if word == "check" and self.to_call:
            raise Refused(f"A check is not possible: there are {dollars(self.to_call)} to call.")
        if word in ("check", "call", "knock", "post"):
            return CALL
        if word in ("all-in", "allin"):
            return CALL if self.stack <= self.to_call else self.in_round + self.stack
        if word == "bring-in" and not rest:
            return min(self.amounts) if self.amounts else self.low
        if word in ("bet", "raise", "complete", "bring-in"):
            return cents(rest) if rest else (min(self.amounts) if self.amounts else self.low)
        raise Refused(f"{text!r} is not a bet: say fold, check, call, bet 8 or raise 16.")


class Wagers(Question, gc=False):
    """Wagers to place before the deal: `(hand, spot, amount)` each, on hands where one may bet.

    `check_wagers` is the table's own test of limits, needed base wagers, and money for stake and fee.
    """

    shape: ClassVar[str] = "wagers"

    spots: tuple[str, ...]
    hands: tuple[str, ...]
    limits: Mapping[str, tuple[int, int]]
    chips: int
    rule: Any
    default: Any = ()
    about: str | None = None
    untold: Any = DEFAULT

    def check(self, answer: Any) -> tuple[tuple[str, str, int], ...]:
        try:
            placed = tuple((str(hand), str(spot), amount) for hand, spot, amount in answer)
        except (TypeError, ValueError):
            raise Refused("Wagers are triples of hand, spot and amount.") from None
        for hand, spot, amount in placed:
            if spot not in self.spots:
                raise Refused(f"There is no spot {spot!r}; the spots are {', '.join(self.spots)}.")
            if hand not in self.hands:
                raise Refused(f"{self.who} may not bet on seat {hand}.")
            if not isinstance(amount, int) or isinstance(amount, bool) or amount <= 0:
                raise Refused("A wager is a positive amount of money.")
        if problem := self.rule(self.who, placed):
            raise Refused(problem)
        return placed

    def cost(self, answer: Any) -> int:
        return sum(amount for _, _, amount in answer)

    def random(self, rng: Random) -> Any:
        hand = self.hands[0]
        for _ in range(8):
            placed = []
            for spot in self.spots:
                low, high = self.limits[spot]
                if rng.random() < 0.6 and high >= low:
                    top = min(high, low * 8)
                    unit = 100 if low % 100 == 0 else 1
                    placed.append((hand, spot, low + unit * int(rng.random() * ((top - low) // unit + 1))))
            alike = tuple((hand, spot, placed[0][2]) for _, spot, _ in placed)
            for tried in (tuple(placed), alike):  # a game may want two wagers to be equal
                if tried and not self.rule(self.who, tried):
                    return tried
        return self.default

    def spoken(self, answer: Any) -> str:
        return ", ".join(f"{dollars(amount)} on {spot} at {hand}" for hand, spot, amount in answer) or "none"

    def parse(self, text: str) -> Any:
        placed = []
        for part in filter(None, (part.strip() for part in text.lower().split(","))):
            found = _WAGER.match(part)
            if part in ("none", "pass", "no"):
                continue
            if not found or not (found["a"] or found["b"]):
                raise Refused(f"{part!r} is not a wager such as '25 on {self.spots[0]}'.")
            placed.append((found["h"] or self.hands[0], found["spot"], cents(found["a"] or found["b"])))
        return tuple(placed)


class All(msgspec.Struct, gc=False):
    """Questions answered at the same time and hidden from each other until all are answered."""

    questions: tuple[Question, ...]


class First(msgspec.Struct, gc=False):
    """A window that the first to speak settles; `ranked` waits for those listed before him."""

    questions: tuple[Question, ...]
    ranked: bool = True


Asked = Question | All | First
