"""The rounds that a table has dealt: a line of each, and each told again through somebody's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from housedealer.floor.house import shown
from housedealer.floor.scene import held
from housedealer.floor.witness import Audit, Witness, keep
from housedealer.pieces.proof import Commitment
from housedealer.pieces.supply import CommittedSupply, OrderSupply, recommitted
from housedealer.table.core import HOUSE
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.log import RoundLog, check
from housedealer.table.questions import Bet, Question, Wagers
from housedealer.table.round import Entry, Round
from housedealer.table.stakes import open_table
from housedealer.table.view import View
from housedealer.table.words import say

SILENT = frozenset(
    ("deal", "burn", "move", "show", "look", "hand", "discard", "wager", "bank", "post", "bet", "award",
     "settled", "paid", "fee", "uncalled", "taken-up", "sevens-return", "fold", "irregularity", "misdeal")
)  # fmt: skip
"""Dealing, money, and what single players did: not what a shoe's history is read from."""


def line_of(
    round_: Round, number: int, at: int, drop: int, teller: shown.Teller | None = None
) -> dict[str, Any]:
    """A round in a line, without what only some could see; `mine` is added for who asks.

    A teller that has told the round already need not put it in words again.
    """
    view = View(round_.table, None)
    shared = [
        held(round_.table, view, key)
        for key, hand in round_.table.hands.items()
        if hand.owner == HOUSE and hand.tokens and all(hand.up)
    ]
    teller = teller or shown.Teller(round_)
    events = round_.table.events
    told = [
        teller.one(place, None)
        for place, event in enumerate(events)
        if event.kind not in SILENT and event.to is None
    ]
    return {
        "number": number,
        "at": at,
        "void": f"The round is void: {say(round_.void, round_.game)}" if round_.void is not None else None,
        "people": {str(seat): name for seat, name in round_.start.seats.items()},
        "bank": round_.start.bank,
        "drop": drop,
        "net": shown.nets(round_),
        "mine": None,
        "shared": shared,
        "told": told,
        "corrections": [],
    }


def mine(line: Mapping[str, Any], who: str | None) -> dict[str, Any]:
    """A line as one person is shown it."""
    return {**line, "mine": line["net"].get(who) if who is not None else None}


# -- a round told again --------------------------------------------------------------------------------


def redealt(log: RoundLog, game: Game, supply: Any = None) -> Round:
    """The round again before its first answer, with its moves of chips."""
    game = game.ruled(log.readings)
    stakes = open_table(game, log.option or None, log.limit)
    return Round(game, stakes, log.start, supply or OrderSupply.replaying(log.supply), shown.marked)


def give(round_: Round, entry: Entry) -> None:
    """The next thing that the round was told."""
    if entry.kind:
        round_.interrupt(entry.kind, **entry.facts)
    else:
        round_.force(_frozen(entry.answer), entry.at)


def said(round_: Round, entry: Entry, who: str | None) -> str:
    """An answer in words; of another person's only that he gave one: it may name hidden pieces."""
    if entry.kind:
        return f"The floor is called: {entry.kind.replace('-', ' ')}."
    question: Question = dict(round_.open())[entry.at]
    own = question.who == who
    if not own and who != HOUSE:
        return f"{question.who} {DOES.get(question.name) or DOES[question.shape]}."
    try:
        spoken = shown.spoken(question, _frozen(entry.answer))
    except (IndexError, TypeError, KeyError):
        spoken = str(entry.answer)
    plain = isinstance(question, (Bet, Wagers)) or question.name in (*getattr(question, "options", ()), "act")
    about = "" if plain else f" ({question.name.replace('-', ' ')})"
    return f"{'You' if own else question.who}: {spoken}{about}."


DOES = {
    "bank": "puts up the bank", "draw": "draws", "set": "sets the hand", "wagers": "bets", "bet": "acts",
    "choose": "decides", "amount": "names an amount", "pick": "chooses", "arrange": "sets the hand",
    "meld": "lays down or discards",
}  # fmt: skip
"""What somebody does whose answer is not told: by the question's name, else by its shape."""


def told(log: RoundLog, game: Game, number: int, who: str | None, label: str | None = None) -> dict[str, Any]:
    """A round step by step, as somebody saw it."""
    outcome = check(log, game)
    round_ = redealt(log, game)
    teller = shown.Teller(round_)
    steps: list[dict[str, Any]] = []
    since, words = 0, ""
    for at in range(len(log.entries) + 1):
        if at:
            words = said(round_, log.entries[at - 1], who)
            since = len(round_.table.events)
            give(round_, log.entries[at - 1])
        steps.append({"at": at, "said": words, "events": teller.since(since, who)})
    head = {"type": "settled", "round": number}
    return {
        "number": number,
        "of": len(log.entries),
        "viewer": label or who,
        "void": _void(round_),
        "agrees": outcome.agrees,
        "differences": outcome.differences,
        "proof": published(log),
        "settled": shown.settled(round_, None if who == HOUSE else who, head) if round_.finished else None,
        "steps": steps,
    }


def _void(round_: Round) -> str | None:
    return f"The round is void: {say(round_.void, round_.game)}" if round_.void is not None else None


def published(log: RoundLog) -> dict[str, Any] | None:
    """What was published of the shuffle."""
    if log.proof is None:
        return None
    kept = msgspec.convert(log.proof, Audit)
    return {
        "context": kept.record.context,
        "house_hash": kept.house_hash,
        "texts": [one.who for one in kept.record.contributions],
        "promises": kept.promises,
    }


class Frame:
    """One moment of a round told again, as a scene is made from it."""

    def __init__(self, table: str, number: int, at: int, round_: Round) -> None:
        self.id = table
        self.number = number
        self.change = at
        self.shown: Round | None = round_
        self.state = "gap" if round_.finished else "dealing"
        self.says = ""
        self.bots: set[str] = set()
        self.propositions: set[str] = set()
        self.here: dict[str, int] = dict.fromkeys(round_.start.chips, 1)
        self.commitment: Commitment | None = None
        self.texts: dict[str, str] = {}
        self.open: dict[str, Any] = {}
        self.out: set[str] = set()
        self.leaving: set[str] = set()
        self._round = round_

    @property
    def seating(self) -> State:
        """Who sat where."""
        return self._round.start

    def chips(self, person: str) -> int:
        """What a person had before him."""
        return int(self._round.table.ledger.balance.get(person, 0))

    def asked_people(self) -> set[str]:
        """Who was asked."""
        return {question.who for _, question in self._round.open()}

    def clock(self) -> dict[str, Any] | None:
        """Nobody is timed any more."""
        return None


def frame(log: RoundLog, game: Game, table: str, number: int, at: int, who: str | None) -> dict[str, Any]:
    """The table as it stood after so many answers."""
    many = len(log.entries)
    if at > many:
        raise Refused(f"The round has {many} answers and calls.")
    round_ = redealt(log, game)
    words, since = "", 0
    for number_of, entry in enumerate(log.entries[:at], 1):
        if number_of == at:
            words = said(round_, entry, who)
        since = len(round_.table.events)
        give(round_, entry)
    seen = Frame(table, number, at, round_)
    scene = b"{" + shown.public(seen) + b"," + shown.own(seen, who) + b"}"
    return {
        "at": at,
        "of": many,
        "scene": msgspec.Raw(scene),
        "events": shown.Teller(round_).since(since if at else 0, who),
        "said": words,
    }


def witness(log: RoundLog, game: Game, who: str | None) -> Witness:
    """What a viewer may keep of a round: the promises, what he saw, and its openings."""
    if log.proof is None:
        raise Refused("This round was not dealt from a promised shuffle, so there is nothing to keep.")
    record = msgspec.convert(log.proof, Audit).record
    supply: CommittedSupply = recommitted(
        game.ruled(log.readings).params.deck.pieces,
        record.context,
        record.contributions,
        bytes.fromhex(record.secret),
    )
    noted = supply.promises
    round_ = redealt(log, game, supply)
    for entry in log.entries:
        give(round_, entry)
    return keep(round_, who, noted)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, (list, tuple)) else value
