"""A hand history played through our betting engine.

The hand becomes a round of one of our games: its pieces come from the file's dealing actions, holder by
holder, and its questions are answered by the players' actions, each checked as at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from housedealer.floor.phh_read import (
    HUGE,
    Act,
    Amount,
    Hand,
    Script,
    Units,
    bet_of,
    cards_of,
    facts_of,
    places,
    units_of,
)
from housedealer.floor.phh_rules import DRAW, VARIANTS, ReferenceTable, game_of, stakes_of, state_of
from housedealer.pieces.cards import UNTOLD, PieceError, face
from housedealer.table.errors import Refused
from housedealer.table.piece_questions import Pick, positions
from housedealer.table.questions import CALL, FOLD, Bet
from housedealer.table.round import Round
from housedealer.wagers.ledger import Overdrawn

FINEST = 9
"""Decimals beyond this many are what the division of a pot left behind, rounded each time."""


class Result(msgspec.Struct, frozen=True):
    """What a replay gave: `agrees` is None where the file does not say how the hand ended.

    A hand that could not be played to its end has no stacks; `problem` says why, in one sentence.
    """

    variant: str
    stacks: tuple[Amount, ...]
    expected: tuple[Amount, ...]
    agrees: bool | None
    actions: int
    problem: str = ""


class FileSupply:
    """The next card for a holder, from the dealing actions; what the file does not say is unknown."""

    def __init__(self, told: Mapping[str, Sequence[int]]) -> None:
        self.told = told
        self.given: dict[str, int] = {}

    def draw(self, holder: str) -> int:
        """The k-th card that a holder receives is the k-th that he was dealt."""
        at = self.given.get(holder, 0)
        self.given[holder] = at + 1
        told = self.told.get(holder, ())
        return told[at] if at < len(told) else UNTOLD

    def recycle(self, pieces: Any) -> None:
        """The file says what came of the discards."""

    def dice(self, n: int) -> tuple[int, ...]:
        """No game of the notation throws dice."""
        return ()

    def left(self) -> int:
        """Enough, unless only a shared card is left to deal where each hand should get its own (stud)."""
        further = [holder for holder, told in self.told.items() if self.given.get(holder, 0) < len(told)]
        return 0 if further == ["board"] else HUGE

    def unused(self) -> str:
        """A holder with cards that were never dealt in the round."""
        return next((name for name, told in self.told.items() if self.given.get(name, 0) < len(told)), "")


def replay_hand(hand: Hand) -> Result:
    """Play a hand through our engine and compare its stacks with the file's."""
    result = play_hand(hand)
    if result.agrees is False and result.stacks and VARIANTS[hand.variant].split:
        other = play_hand(hand, oddity=True)
        return other if other.agrees else result
    return result


def play_hand(hand: Hand, oddity: bool = False) -> Result:
    """Play a hand once, by the rule or by the reference's oddity of hi-lo side pots."""
    expected = hand.finishing_stacks
    replay = None
    try:
        script = Script(hand)
        units = units_of(hand, script.acts)
        game = game_of(hand.variant, script.players)
        script.check(game.params.deck.pieces, again=VARIANTS[hand.variant].script is DRAW)
        facts = facts_of(hand, units)
        if not (any(facts.antes) or any(facts.blinds) or facts.bring_in):
            raise Refused("Nobody has to put anything in: there are no antes, blinds or bring-in.")
        supply = FileSupply(script.told)
        round_ = Round(game, stakes_of(hand.variant, facts), state_of(facts, oddity), supply, _told)
        replay = Replay(round_, script, supply, units)
        replay.run()
    except (Refused, Overdrawn) as error:
        done = replay.done if replay else 0
        return Result(hand.variant, (), expected, False if expected else None, done, str(error))
    endless = [one == Decimal("inf") for one in hand.starting_stacks]
    stacks = tuple(
        Decimal("inf") if open_ended else units.amount(stack)
        for stack, open_ended in zip(replay.table.stack, endless, strict=True)
    )
    finished = [Fraction(one, units.scale) for one in replay.table.stack]
    problem = _difference(hand, finished) if expected else ""
    return Result(hand.variant, stacks, expected, not problem if expected else None, replay.done, problem)


def _told(table: ReferenceTable) -> None:
    table.lenient = True


def _difference(hand: Hand, stacks: Sequence[Fraction]) -> str:
    """What is different from the stacks of the file, if anything: the last decimal is rounded there."""
    known = [
        (at, Fraction(stack) - Fraction(want), want)
        for at, (stack, want) in enumerate(zip(stacks, hand.finishing_stacks, strict=True), 1)
        if want != Decimal("inf") and hand.starting_stacks[at - 1] != Decimal("inf")
    ]
    decimals = min(places(hand.finishing_stacks), FINEST)
    exact = all(stack.denominator == 1 for stack in stacks) and not decimals
    least = Fraction(0) if exact else Fraction(1, 10**decimals)
    drop = Fraction(hand.drop)
    if drop and all(more >= 0 for _, more, _ in known) and sum(more for _, more, _ in known) == drop:
        return ""
    for at, more, want in known:
        if abs(more) > 0 and abs(more) >= least:
            total = sum((more for _, more, _ in known), Fraction(0))
            taken = f"; {_spoken(total)} was taken from the table" if total > 0 else ""
            return f"p{at} ends with {_spoken(stacks[at - 1])}, but the file says {want}{taken}."
    return ""


def _spoken(amount: Fraction) -> str:
    """An amount for people, to the hundredth of a chip."""
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.2f}"


class Replay:
    """Answers a round's questions from a file's actions, one after the other."""

    def __init__(self, round_: Round, script: Script, supply: FileSupply, units: Units) -> None:
        self.round = round_
        self.table: ReferenceTable = round_.table
        self.script = script
        self.supply = supply
        self.units = units
        self.done = 0

    def run(self) -> None:
        """Play to the end of the hand and of the file."""
        while self.round.question is not None:
            question: Any = self.round.question
            if question.name == "showdown":
                self.round.answer(self._shows(int(question.about)))
            elif isinstance(question, Bet | Pick):
                self._decide(question)
            else:
                raise Refused(f"The notation has no action for {question.name}.")
        if (act := self._next()) is not None:
            raise Refused(f"Action {act.number} ({act.text}) comes after the hand is over.")
        if holder := self.supply.unused():
            who = "The board" if holder == "board" else f"p{holder}"
            raise Refused(f"{who} is dealt more cards than this hand deals.")

    def _next(self) -> Act | None:
        return self.script.acts[self.done] if self.done < len(self.script.acts) else None

    def _decide(self, question: Bet | Pick) -> None:
        player = int(str(question.about))
        act = self._next()
        if act is None or act.player != player:
            if isinstance(question, Bet) and not question.to_call and not question.high and question.may_call:
                self.round.answer(CALL)
            elif act is None:
                raise Refused(f"The actions end when it is p{player}'s turn.")
            else:
                raise Refused(f"Action {act.number} ({act.text}) comes when it is p{player}'s turn.")
            return
        self._in_place(act)
        try:
            told: Any = self._bet(act, question) if isinstance(question, Bet) else self._draw(act, question)
            answer = question.check(told)
        except (Refused, PieceError) as error:
            raise Refused(f"Action {act.number} ({act.text}): {error}") from None
        self.round.answer(answer)
        self.done += 1

    def _in_place(self, act: Act) -> None:
        """The file must have dealt to the board and to the player what our round has by now."""
        for holder, told in (("board", act.board), (str(act.player), act.own)):
            given = self.supply.given.get(holder, 0)
            if told != given and (told or holder == "board" or holder in self.script.told):
                who = "the board" if holder == "board" else f"p{holder}"
                had = f"{who} has {told} cards in the file, but {given} by the rules"
                raise Refused(f"Action {act.number} ({act.text}) comes when {had}.")

    def _bet(self, act: Act, question: Bet) -> int:
        if act.verb == "f":
            return FOLD
        if act.verb == "cc":
            return CALL
        bringing = question.name == "bring-in"
        if act.verb == "pb" and bringing:
            return min(question.amounts)
        if act.verb != "cbr":
            raise Refused("it is time to bet.")
        total = self.units.whole(bet_of(act))
        allowed = question.amounts or tuple(sorted({question.low, question.high}))
        if not question.high:
            raise Refused("no further bet or raise is allowed.")
        if total not in question.amounts if question.amounts else not question.low <= total <= question.high:
            words = " or ".join(str(self.units.amount(one)) for one in allowed)
            raise Refused(f"one may bet {words if question.amounts else words.replace(' or ', ' to ')}.")
        self.table.completed = bringing
        return total

    def _draw(self, act: Act, question: Pick) -> tuple[int, ...]:
        if act.verb != "sd":
            raise Refused("it is time to draw.")
        return positions([face(one) for one in cards_of(act.argument)], question.faces)

    def _shows(self, player: int) -> str:
        """Whether a hand is shown: it is if the file shows or knows all of it and does not muck it."""
        table = self.table
        hand = table.hand[player - 1]
        known = [table.pieces[token] for token in hand.tokens]
        shown = self.script.shown.get(player, [])
        if shown is not None:
            fresh = [one for one in shown if one != UNTOLD and one not in known]
            for token in hand.tokens:
                if table.pieces[token] == UNTOLD and fresh:
                    table.pieces[token] = fresh.pop(0)
            if fresh:
                raise Refused(f"p{player} shows {face(fresh[0])}, which he was not dealt.")
            if all(table.pieces[token] != UNTOLD for token in hand.tokens):
                return "show"
        if sum(table.live) == 1:
            raise Refused(f"Nobody shows a hand: that of p{player}, the last one in, is not known.")
        return "muck"
