"""What goes wrong at a lesson's table: mistakes of the players, and irregularities of the deal.

A mistake is an answer that the open question itself refuses, and its words are the refusal's. An irregularity
is one of those for which the game has a remedy, planted where the game says that it is called.

>>> from housedealer.table.questions import Bet
>>> bet = Bet("ann", "bet", 400, 0, 800, 800, 10_000)
>>> [bet.spoken(answer) for answer in mistakes(bet)]
['raise 7', 'raise 10']
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from housedealer.floor.answers import bet_words
from housedealer.floor.house.shown import spoken
from housedealer.floor.school.lesson import Asking, Planted, Run, play_ahead
from housedealer.table.core import UNTOLD
from housedealer.table.errors import Refused
from housedealer.table.piece_questions import Arrange, Meld, Pick
from housedealer.table.questions import CALL, FOLD, Amount, Bet, Choose, Question, Wagers

MOST_TRIES = 14
COUNTS = (1, 2, 3, 6, 8, 9, 11, 12)
OPENING = ("deal", "distribution")


class Act(msgspec.Struct, frozen=True):
    """What a player does, in words; what is wrong with it, if anything."""

    words: str
    refused: str = ""
    spot: str = ""


def mistakes(question: Question) -> Iterator[Any]:
    """Answers that a player might give by mistake; not all of them need be refused."""
    match question:
        case Bet():
            yield from _bets(question)
        case Wagers():
            yield from _wagers(question)
        case Amount():
            yield question.high + question.step
            if question.least or question.low:
                yield max(question.least, question.low) - min(question.step, 100)
        case Choose():
            yield from question.possible
        case Pick():
            if question.most < len(question.pieces):
                yield tuple(range(question.most + 1))
            if question.fewest > 1:
                yield tuple(range(question.fewest - 1))
        case Arrange():
            if question.exact and len(question.sizes) > 1:
                sizes = (question.sizes[0] + 1, question.sizes[1] - 1, *question.sizes[2:])
                yield _parts(len(question.pieces), sizes)
        case Meld():
            for places in combinations(range(min(len(question.pieces), 6)), 3):
                yield ("meld", places)


def _parts(many: int, sizes: tuple[int, ...]) -> Any:
    parts, at = [], 0
    for size in sizes:
        parts.append(tuple(range(at, at + size)))
        at += size
    return tuple(parts)


def _bets(question: Bet) -> Iterator[int]:
    called = question.in_round + question.to_call
    if question.high:
        if question.low - question.step > called:
            yield question.low - question.step
        if question.high < question.in_round + question.stack:
            half = max(question.step, (question.high - called) // 2 // question.step * question.step)
            yield min(question.high + half, question.in_round + question.stack)
    elif question.stack > question.to_call:
        yield min(called + max(question.to_call, question.step), question.in_round + question.stack)
    if not question.may_fold:
        yield FOLD
    if not question.may_call:
        yield CALL


def _wagers(question: Wagers) -> Iterator[Any]:
    hand = question.hands[0]
    least = tuple((hand, spot, question.limits[spot][0]) for spot in question.spots)
    for spot in question.spots:
        low, high = question.limits[spot]
        others = tuple(one for one in least if one[1] != spot)
        for amount in (low - 100, high + 100, low + 50, 3 * low):
            if amount > 0:
                yield ((hand, spot, amount),)
                yield (*others, (hand, spot, amount))
        yield ((hand, spot, low),)


class Acts:
    """What players might do beside what they do; words are known from all that is asked in the round."""

    def __init__(self, plain: Run) -> None:
        self.words: dict[str, set[str]] = {}
        for one in plain.asked:
            if isinstance(one.question, Choose):
                self.words.setdefault(one.question.name, set()).update(one.question.options)

    def __call__(self, question: Question, rng: Random) -> Act | None:
        """Something done now, rightly or not (the open question says which), where a mistake can be made."""
        answers = [*mistakes(question)]
        if isinstance(question, Choose):
            answers += sorted(self.words.get(question.name, set()) - {*question.options, *answers})
        wrong = [(answer, why) for answer in answers if (why := _refusal(question, answer))]
        if not wrong:
            return None
        if rng.random() < 0.5:
            answer, why = rng.choice(wrong)
            spot = answer[-1][1] if isinstance(question, Wagers) else ""
            return Act(_words(question, answer), why, spot)
        answer = _allowed(question, rng)
        return Act(_words(question, answer)) if _public(question, answer) else None


def _allowed(question: Question, rng: Random) -> Any:
    try:
        return question.check(question.random(rng))
    except Refused:
        return question.default


def _public(question: Question, answer: Any) -> bool:
    """Whether an act can be seen: what is allowed of hidden pieces cannot be judged from outside."""
    return not isinstance(question, (Arrange, Meld)) and answer not in ((), None)


def _refusal(question: Question, answer: Any) -> str:
    try:
        question.check(answer)
    except Refused as refusal:
        if isinstance(question, Choose):
            return f"Only {' or '.join(one.replace('-', ' ') for one in question.options)} is possible now."
        return str(refusal)
    except (LookupError, TypeError, ValueError):
        return ""
    return ""


def _words(question: Question, answer: Any) -> str:
    if isinstance(question, Bet):
        return bet_words(question, answer)
    if isinstance(question, Pick) and answer:
        return f"{question.name} {len(answer)}"
    return spoken(question, answer)


# -- irregularities ------------------------------------------------------------------------------------


def irregular(plain: Run, rng: Random, option: str | None, limit: str | None, seed: str, watch: Any) -> Run:
    """The round with an irregularity in it that the game has a remedy for; without one if none can come."""
    found = list(_ways(plain, rng))
    rng.shuffle(found)
    for planted in found[:MOST_TRIES]:
        try:
            run = play_ahead(plain.game, option, limit, seed, watch, planted)
        except (Refused, LookupError, ValueError):
            continue
        if any(event.kind == "irregularity" for event in run.events):
            return run
    return plain


def _ways(plain: Run, rng: Random) -> Iterator[Planted]:
    game = plain.game
    for kind in game.play.remedies:
        remedy = game.remedies.get(kind)
        if remedy is None:
            continue
        for number in _moments(plain, remedy.at, rng):
            yield Planted(kind, _facts(plain, plain.asked[number], remedy.facts, rng), asking=number)
        if "piece" in remedy.facts:
            dealt = [event.args for event in plain.events if event.kind == "deal"]
            if dealt:
                draw = rng.randrange(min(len(dealt), 2 * len(plain.start.seats)))
                hand = plain.table.hands.get(dealt[draw][0])
                named = "seat" in remedy.facts and hand is not None
                yield Planted(kind, {"seat": hand.seat} if named and hand is not None else {}, draw=draw)


def _moments(plain: Run, at: str, rng: Random) -> list[int]:
    """The questions on which an irregularity of this moment would be called."""
    asked = [number for number, one in enumerate(plain.asked) if one.dealt or one.street]
    if at in OPENING:
        return asked[:1]
    there = [number for number in asked if plain.asked[number].street == at]
    if there:
        return [rng.choice(there)]
    return [rng.choice(asked[len(asked) // 2 :])] if asked else []


def _facts(plain: Run, one: Asking, names: tuple[str, ...], rng: Random) -> dict[str, Any]:
    """What must be told, as it might be: a seat with a hand, a card of it, a number of cards."""
    hands = [hand for hand in plain.table.hands.values() if hand.key.isdigit()]
    about = str(one.question.about or "")
    hand = plain.table.hands.get(about) if about.isdigit() and rng.random() < 0.5 else None
    if hand is None and hands:
        hand = rng.choice(hands)
    found: dict[str, Any] = {}
    if hand is None:
        return found
    seats = sorted(one.seat for one in hands)
    for name in names:
        if name == "seat":
            found[name] = hand.seat
        elif name == "seats":
            at = seats.index(hand.seat)
            found[name] = [hand.seat, seats[(at + 1) % len(seats)]]
        elif name == "piece":
            pieces = [plain.table.pieces[token] for token in hand.tokens]
            if pieces and UNTOLD not in pieces:
                found[name] = rng.choice(pieces)
        elif name == "count":
            found[name] = rng.choice(COUNTS)
        elif name == "drawn":
            found[name] = rng.randrange(1, 4)
        elif name == "corrected":
            found[name] = rng.random() < 0.5
    return found
