"""A round of ours written as a hand history in the PHH notation.

    >>> from housedealer.floor.phh import read, replay_hand
    >>> from housedealer.rooms import game
    >>> from housedealer.table.questions import FOLD
    >>> from housedealer.table.round import deal
    >>> round_ = deal(game("garlic-city/texas-holdem"), seed=3, bettors=2).play(lambda _, question: FOLD)
    >>> text = write(round_)
    >>> print(text.splitlines()[0])
    variant = "FT"
    >>> replay_hand(read(text)[0]).agrees
    True

The notation knows eleven games and no fees. What a player paid in fees is taken off his starting stack;
what was dropped from the pot is told as `_drop`, a field of our own, and is missing from the finishing
stacks. Amounts are whole numbers of the smallest chip in play, whose worth in dollars is told as `_unit`
where it is not one dollar.

Since the notation's rules are not in everything those of a card room (`phh_rules` lists where they differ),
what is written is replayed before it is handed out, and a round that would end otherwise is refused: a file
says what happened or is not written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from housedealer.floor.phh_read import read
from housedealer.floor.phh_replay import replay_hand
from housedealer.floor.phh_rules import DRAW, STUD, VARIANTS
from housedealer.pieces.cards import face
from housedealer.table.betting import POT, Poker
from housedealer.table.errors import Refused
from housedealer.table.round import Entry, Round
from housedealer.wagers.money import dollars


def code_of(round_: Round) -> str:
    """The notation's code for the game of a round.

    >>> from housedealer.rooms import game
    >>> from housedealer.table.round import deal
    >>> code_of(deal(game("garlic-city/7-card-stud")))
    'F7S'
    >>> code_of(deal(game("lucky-buck/lowball")))
    Traceback (most recent call last):
    ...
    housedealer.table.errors.Refused: lucky-buck/lowball (spread, ace-to-five) has no code in the notation.
    """
    game = round_.game
    if not isinstance(round_.table, Poker):
        raise Refused(f"{game.id} is not played for a pot, so it has no code in the notation.")
    kind = round_.table.limit.kind
    for code, variant in VARIANTS.items():
        expected = "limit" if code == "FO/8" else variant.kind
        if variant.play.script is not game.play.script or kind != expected:
            continue
        wanted = variant.params if variant.script is not DRAW else {"draws": 1, **variant.params}
        if all(getattr(game.params, name) == value for name, value in wanted.items()):
            return code
    raise Refused(f"{game.id} ({kind}, {game.params.hands}) has no code in the notation.")


def write(round_: Round) -> str:
    """A finished round as PHH; one that the notation cannot express is refused with the reason."""
    code = code_of(round_)
    if not round_.finished:
        raise Refused("The round is not over yet.")
    if round_.void is not None:
        raise Refused("The round was void: the notation has no misdeals.")
    if any(isinstance(entry, Entry) and entry.kind for entry in round_.entries):
        raise Refused("The round had an irregularity, for which the notation has no action.")
    text = Writer(round_, code).text()
    result = replay_hand(read(text)[0])
    if not result.agrees:
        raise Refused(f"The notation's rules would end this round otherwise: {result.problem}")
    return text


class Writer:
    """Goes through a round's events and writes them down."""

    def __init__(self, round_: Round, code: str) -> None:
        self.table: Poker = round_.table
        self.round = round_
        self.code = code
        self.at = {seat: at for at, seat in enumerate(self.table.seats)}
        many = len(self.at)
        self.antes = [0] * many
        self.blinds = [0] * many
        self.fees = [0] * many
        self.drop = 0
        self.actions: list[str] = []
        self.hands: dict[str, list[int]] = {}
        self.faces: dict[int, str] = {}
        self.pending: dict[str, list[str]] = {}
        for payer, amount, _ in self.table.fees:
            if payer == POT:
                self.drop += amount
            else:
                self.fees[self.table.who.index(payer)] += amount
        self.start = [
            round_.start.chips[who] - fee for who, fee in zip(self.table.who, self.fees, strict=True)
        ]
        self.stack = list(self.start)
        self.bet = [0] * many
        self.live = [True] * many
        self.shown: list[str] = []
        # Answers that pick cards are the discards of the draws, in the order of the draws.
        values = [entry.answer if isinstance(entry, Entry) else entry[1] for entry in round_.entries]
        self.picks = iter([value for value in values if isinstance(value, list | tuple)])

    def text(self) -> str:
        """The file."""
        events = self.table.events
        shows = {event.args[0]: event.args[1] for event in events if event.kind == "show"}
        settled = max((number for number, event in enumerate(events) if event.kind == "bet"), default=-1)
        for number, event in enumerate(events):
            if number > settled and event.kind == "burn" and self._run_out():
                self._show(shows)
            self._take(event.kind, event.args, event.private)
        self._flush()
        return "\n".join(f"{name} = {value}" for name, value in self._fields().items()) + "\n"

    # -- events ------------------------------------------------------------------------------------

    def _take(self, kind: str, args: Sequence[Any], private: Sequence[Any]) -> None:
        if kind == "post":
            self._post(*args)
        elif kind == "deal":
            key, token = args[0], args[1]
            piece = args[2] if args[2] is not None else private[2]
            self.faces[token] = face(piece)
            self.hands.setdefault(key, []).append(token)
            self.pending.setdefault(key, []).append(face(piece))
        elif kind == "burn":
            self._flush()
            self.bet = [0] * len(self.bet)
        elif kind == "bet":
            self._flush()
            self._bet(*args)
        elif kind == "bring-in":
            self._flush()
            seat, amount = args
            low = amount <= self.table.limit.bring_in
            self._put(seat, amount)
            self._say(seat, "pb" if low else f"cbr {self._units(amount)}")
        elif kind == "draws":
            self._draws(args[0])
        elif kind == "uncalled":
            self.stack[self.at[args[0]]] += args[1]
        elif kind == "show":
            self._flush()
            self._say(int(args[0]), "sm " + "".join(self.faces[token] for token in args[1]))
        elif kind == "muck":
            self._flush()
            self._say(args[0], "sm")

    def _post(self, seat: int, why: str, paid: int, live: bool) -> None:
        at, limit = self.at[seat], self.table.limit
        if why == "ante":
            self.antes[at] = limit.ante
        elif why.startswith("blind-"):
            self.blinds[at] = limit.blinds[int(why.removeprefix("blind-")) - 1]
        elif why == "posted-big-blind":
            self.blinds[at] = -limit.blinds[-1]
        elif why == "missed-small-blind":
            self.antes[at] += limit.blinds[0]
        else:
            raise Refused(f"The notation has no forced bet like the {why.replace('-', ' ')}.")
        self._put(seat, paid, live and why != "ante")

    def _put(self, seat: int, amount: int, live: bool = True) -> None:
        at = self.at[seat]
        self.stack[at] -= amount
        if live:
            self.bet[at] += amount

    def _bet(self, seat: int, word: str, paid: int, total: int) -> None:
        at, current = self.at[seat], max(self.bet)
        called = any(
            other != at and alive and self.stack[other] + self.bet[other] > current
            for other, alive in enumerate(self.live)
        )
        self._put(seat, paid)
        if word == "fold":
            self.live[at] = False
            self._say(seat, "f")
        elif word in ("check", "call") or not called:
            self._say(seat, "cc")  # a raise that nobody could call comes back, so it is a call
        else:
            self._say(seat, f"cbr {self._units(total)}")

    def _draws(self, seat: int) -> None:
        hand = self.hands[str(seat)]
        thrown = [hand[place] for place in next(self.picks)]
        self.hands[str(seat)] = [token for token in hand if token not in thrown]
        self._say(seat, ("sd " + "".join(self.faces[token] for token in thrown)).strip())

    def _run_out(self) -> bool:
        """Whether cards are dealt though nobody can bet any more: hands are shown first, except in draws."""
        able = sum(1 for stack, alive in zip(self.stack, self.live, strict=True) if alive and stack)
        return able < 2 and VARIANTS[self.code].script is not DRAW

    def _show(self, shows: dict[str, Any]) -> None:
        if self.shown:
            return
        self._flush()
        for key in shows:
            self.shown.append(key)
            self._say(int(key), "sm " + "".join(self.faces[token] for token in self.hands[key]))

    def _flush(self) -> None:
        """Write the cards dealt since the last action: hands first, by position, then the board."""
        for seat in self.at:
            if found := self.pending.pop(str(seat), None):
                self.actions.append(f"d dh p{self.at[seat] + 1} {''.join(found)}")
        if found := self.pending.pop("board", None):
            self.actions.append(f"d db {''.join(found)}")

    def _say(self, seat: int, what: str) -> None:
        action = f"p{self.at[seat] + 1} {what}"
        if action not in self.actions or " sm " not in action:
            self.actions.append(action)

    # -- fields ------------------------------------------------------------------------------------

    def _unit(self) -> int:
        chip = self.table.limit.chip
        amounts = (*self.start, *self.table.stack, *self.antes, *self.blinds, self.drop)
        return chip if all(amount % chip == 0 for amount in amounts) else 1

    def _units(self, amount: int) -> str:
        unit = self._unit()
        if amount % unit:
            raise Refused(f"${dollars(amount)} cannot be paid in chips of ${dollars(unit)}.")
        return str(amount // unit)

    def _list(self, amounts: Sequence[int]) -> str:
        return f"[{', '.join(self._units(amount) for amount in amounts)}]"

    def _fields(self) -> dict[str, str]:
        limit, variant = self.table.limit, VARIANTS[self.code]
        turned = -1 if len(self.at) == 2 else 1
        dead = any(
            event.kind == "post" and event.args[1] == "missed-small-blind" for event in self.table.events
        )
        fields = {
            "variant": json.dumps(self.code),
            "ante_trimming_status": "true" if limit.ante and not dead else "false",
            "antes": self._list(self.antes[::turned]),
        }
        if variant.script is STUD:
            fields["bring_in"] = self._units(limit.bring_in)
        else:
            fields["blinds_or_straddles"] = self._list(self.blinds[::turned])
        for name, amount in zip(variant.bets, (limit.small, limit.big), strict=True):
            fields[name] = self._units(amount)
        fields["starting_stacks"] = self._list(self.start)
        fields["actions"] = "[\n" + "".join(f"  {json.dumps(action)},\n" for action in self.actions) + "]"
        fields["finishing_stacks"] = self._list(self.table.stack)
        fields["seats"] = str(list(self.table.seats))
        fields["players"] = "[" + ", ".join(json.dumps(who) for who in self.table.who) + "]"
        fields["_game"] = json.dumps(self.round.game.id)
        if self._unit() != 100:
            fields["_unit"] = json.dumps(dollars(self._unit()))
        if self.drop:
            fields["_drop"] = self._units(self.drop)
        return fields
