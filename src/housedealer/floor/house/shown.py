"""What goes out to those at a table, as the protocol has it: the scene, events, questions, settlements.

A scene is made once for everybody and once more only for what a viewer sees of his own hands; an event
is told once for everybody whom it does not name. Nothing is made for tables at which nobody looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from housedealer.floor import narrate
from housedealer.floor.answers import brief, menu, money, on_enter, title_of
from housedealer.floor.house.outcome import line, verdict
from housedealer.floor.house.shapes import fields_of
from housedealer.floor.scene import TURN, scene, shown_order
from housedealer.pieces.proof import Commitment
from housedealer.table.banking import PLAYER_DEALER, Banking
from housedealer.table.core import HOUSE, Event
from housedealer.table.game import State
from housedealer.table.piece_questions import Arrange, Meld, Pick
from housedealer.table.questions import Amount, Choose, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.tell import tell
from housedealer.table.view import View
from housedealer.table.words import say

encode = msgspec.json.Encoder(order=None).encode
YOU = narrate.YOU
NOBODY: frozenset[str] = frozenset()
_DEALT: dict[tuple[str, str, int] | None, str] = {}
"""What somebody is told of a piece that comes to his own seat: of all sentences the most frequent."""


class Seen(Protocol):
    """What a scene is made from: a table, or one moment of a round told again."""

    id: str
    number: int
    change: int
    state: str
    says: str
    shown: Round | None
    bots: set[str]
    propositions: set[str]
    here: dict[str, int]
    commitment: Commitment | None
    texts: dict[str, str]
    open: dict[str, Any]

    @property
    def seating(self) -> State:
        """Who sits where."""

    @property
    def out(self) -> set[str]:
        """Who sits out."""

    @property
    def leaving(self) -> set[str]:
        """Who leaves after this round."""

    def chips(self, person: str) -> int:
        """What a person has before him."""

    def asked_people(self) -> set[str]:
        """Who is asked something now."""

    def clock(self) -> dict[str, Any] | None:
        """The time that runs out first."""


class Marked(list[Event]):
    """A round's events, each with how many moves of chips the ledger had when it was told."""

    def __init__(self, events: Iterable[Event], moves: list[Any]) -> None:
        super().__init__(events)
        self.moves = moves
        self.marks = [len(moves)] * len(self)

    def append(self, event: Event) -> None:
        """Note the ledger's length with the event."""
        self.marks.append(len(self.moves))
        super().append(event)


def marked(table: Any) -> None:
    """Prepare a round's table so that the moves of chips can be told with the events."""
    table.events = Marked(table.events, table.ledger.moves)


# -- the scene -----------------------------------------------------------------------------------------


def public(table: Seen) -> bytes:
    """The scene as everybody sees it, without its closing brace: what `you` adds comes behind."""
    round_, state = table.shown, table.seating
    found = scene(round_, None, "", round_.finished) if round_ is not None else None
    places = {place.seat: place for place in found.places} if found is not None else {}
    dealing = round_ is not None and not round_.finished
    shared = list(found.shared) if found is not None else []
    asked, out, leaving = table.asked_people(), table.out, table.leaving
    seats: list[dict[str, Any]] = []
    for seat in range(1, state.places + 1):
        name = state.seats.get(seat)
        if name is None:
            seats.append({"seat": seat, "name": None})
            continue
        place = places.get(seat)
        if place is not None and place.name != name and not dealing:
            place = None
        if place is not None:
            for hand in place.hands:
                if hand.key == PLAYER_DEALER and hand.pieces:
                    shared.append(hand)
        tags = [tag for tag in place.tags if tag != TURN] if place is not None else _tags(table, seat)
        if name in asked:
            tags.append(TURN)
        seats.append(
            {
                "seat": seat,
                "name": name,
                "bot": name in table.bots,
                "proposition": name in table.propositions,
                "here": name in table.bots or name in table.here,
                "leaving": name in leaving,
                "out": name in out,
                "chips": table.chips(name),
                "tags": tags,
                "note": place.note if place is not None else "",
                "net": place.net if place is not None else None,
                "asked": name in asked,
                "hands": [hand for hand in place.hands if hand.key != PLAYER_DEALER] if place else [],
            }
        )
    whole = {
        "type": "scene",
        "table": table.id,
        "round": table.number,
        "change": table.change,
        "state": table.state,
        "says": table.says,
        "seats": seats,
        "behind": [
            {
                "name": name,
                "seats": list(behind),
                "chips": table.chips(name),
                "asked": name in asked,
                "leaving": name in leaving,
            }
            for name, behind in state.backline.items()
        ],
        "shared": shared,
        "wagers": found.wagers if found is not None else [],
        "pots": found.pots if found is not None else [],
        "bank": found.bank if found is not None else None,
        "money": found.money if found is not None else [],
        "others": found.jars if found is not None else [],
        "asked": [
            {
                "who": one.question.who,
                "name": one.question.name,
                "title": one.question.name.replace("-", " "),
                "hand": one.about,
            }
            for one in table.open.values()
        ],
        "clock": table.clock(),
        "action": {
            "seat": found.action if found is not None else 0,
            "button": found.button if found is not None else state.button,
        },
        "proof": proof(table),
    }
    return encode(whole)[1:-1]


def _tags(table: Seen, seat: int) -> list[str]:
    return ["bank"] if table.seating.bank == seat else []


def proof(table: Seen) -> dict[str, Any] | None:
    """What is published of the shuffle of this round, or of the next one while none is dealt."""
    house = table.commitment
    if house is None:
        return None
    return {
        "context": house.context,
        "house_hash": house.house_hash,
        "texts": list(table.texts),
        "promises": list(house.promises),
    }


def own(table: Seen, who: str | None) -> bytes:
    """What a viewer sees besides: his hands, his chips."""
    if who is None:
        return b'"you":null'
    state = table.seating
    seats = [seat for seat, name in state.seats.items() if name == who]
    behind = list(state.backline.get(who, ()))
    if not seats and not behind and who not in state.chips and who != HOUSE:
        hands: dict[str, Any] = {}
    else:
        hands = own_hands(table.shown, who)
    you = {
        "name": who,
        "seats": seats,
        "behind": behind,
        "chips": table.chips(who),
        "out": who in table.out,
        "leaving": who in table.leaving,
        "hands": hands,
    }
    return b'"you":' + encode(you)


def own_hands(round_: Round | None, who: str | None) -> dict[str, Any]:
    """The viewer's hands as he may see them."""
    if round_ is None or who is None:
        return {}
    view, kind = View(round_.table, who), round_.game.params.pieces
    found = {}
    for key, hand in round_.table.hands.items():
        if who == HOUSE:
            found[key] = {
                "pieces": tuple(round_.table.pieces[token] for token in hand.tokens),
                "order": tuple(range(len(hand.tokens))),
            }
        elif hand.owner == who:
            seen = view.cards(key)
            found[key] = {"pieces": seen, "order": shown_order(seen, hand.up, kind)}
    return found


# -- events --------------------------------------------------------------------------------------------


class _Told(NamedTuple):
    """An event as everybody is told it, and to whom it is told in another way."""

    raw: msgspec.Raw
    words: str
    concerns: frozenset[str]
    final: bool


class Teller:
    """One round's events, told to each viewer; what is the same for all is told once."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.game = round_.game
        self.names = dict(round_.start.seats)
        self.people = {*self.names.values(), *round_.start.chips}
        self._public: list[_Told] = []
        self._concerned_since: dict[int, tuple[int, frozenset[str]]] = {}
        self._seats_of: dict[str, dict[int, str]] = {}
        self._words_to: dict[tuple[int, str], str] = {}
        self._lines: list[tuple[int, Event, bytes]] | None = None

    def since(self, at: int, who: str | None) -> list[Any]:
        """The events from a number on, as a viewer saw them."""
        events = self.round.table.events
        return [self._event(number, events[number], who) for number in range(at, len(events))]

    def one(self, at: int, who: str | None) -> Any:
        """One event as a viewer saw it."""
        return self._event(at, self.round.table.events[at], who)

    def as_everybody(self, at: int, who: str | None) -> bool:
        """Whether a viewer is told all from a number on as everybody is."""
        if who is None:
            return True
        if who == HOUSE:
            return False
        upto = len(self.round.table.events)
        known, concerned = self._concerned_since.get(at, (at, frozenset()))
        if known < upto:
            later = (self._to_all(number).concerns for number in range(known, upto))
            concerned = concerned.union(*later)
            self._concerned_since[at] = upto, concerned
        return who not in concerned

    def _to_all(self, at: int) -> _Told:
        """An event as everybody is told it; the last of a round once more when the round is over."""
        final = self.round.finished and at == len(self.round.table.events) - 1
        public = self._public
        while len(public) <= at:
            public.append(self._made(len(public), final=False))
        if public[at].final != final:
            public[at] = self._made(at, final)
        return public[at]

    def _made(self, at: int, final: bool) -> _Told:
        event = self.round.table.events[at]
        if _wordless(event):
            concerns = NOBODY if event.to is None else frozenset((event.to,))
            return _Told(msgspec.Raw(encode(self._told(at, event, event.args, ""))), "", concerns, final)
        words = narrate.address(tell(event, self.game), self.names)
        raw = msgspec.Raw(encode(self._told(at, event, event.args, words)))
        return _Told(raw, words, self._concerned(event, words), final)

    def _concerned(self, event: Event, words: str) -> frozenset[str]:
        """Who is told an event in another way than everybody."""
        found = [who for who in self.people if who in words]
        found += [who for who in _named(event.args) if who in self.people]
        if event.to is not None:
            found.append(event.to)
        return frozenset(found)

    def _event(self, at: int, event: Event, who: str | None) -> Any:
        if who == HOUSE:
            private = event.private if event.to is not None else event.args
            seen = Event(event.kind, private)
            words = "" if _wordless(seen) else narrate.address(tell(seen, self.game), self.names)
            return self._told(at, event, private, words)
        known = self._to_all(at)
        if who is None or who not in known.concerns:
            return known.raw
        private = event.private if event.to == who else event.args
        seen = Event(event.kind, private)
        return self._told(at, event, private, "" if _wordless(seen) else self._to_him(at, seen, who))

    def _to_him(self, at: int, event: Event, who: str) -> str:
        """An event in words, to the viewer himself."""
        words = self._words_to.get((at, who))
        if words is None:
            words = self._words_to[at, who] = self._worded(event, who)
        return words

    def _worded(self, event: Event, who: str) -> str:
        key = event.args[0] if event.kind == "deal" else ""
        own = key.isdigit() and self.names.get(int(key)) == who  # then the sentence names nobody else
        piece = (self.game.params.pieces, key, event.args[2]) if own else None
        if piece in _DEALT:
            return _DEALT[piece]
        if who not in self._seats_of:
            self._seats_of[who] = {seat: YOU if name == who else name for seat, name in self.names.items()}
        seen = Event(event.kind, tuple([_as_you(arg, who) for arg in event.args]))
        words = narrate.address(tell(seen, self.game), self._seats_of[who])
        if piece is not None:
            _DEALT[piece] = words
        return words

    def _told(self, at: int, event: Event, args: tuple[Any, ...], words: str) -> dict[str, Any]:
        found: dict[str, Any] = {"at": at, "kind": event.kind, "args": args, "words": words}
        if args and isinstance(args[0], str) and args[0] in self.round.table.hands:
            found["hand"] = args[0]
            if event.kind == "deal":
                found["to"] = args[0]
        elif event.kind == "move":
            found["hand"], found["to"] = args[1], args[2]
        if moves := self.moves(at):
            found["moves"] = moves
        return found

    def lines(self, who: str | None, seat: int, banks: bool) -> list[msgspec.Raw]:
        """The settlement of a finished round, line by line, to a viewer (at a seat, and having the bank)."""
        if self._lines is None:
            self._lines = [
                (at, event, encode(line(event, self.game))[1:])
                for at, event in enumerate(self.round.table.events)
                if event.kind in narrate.SETTLING
            ]
        found = []
        for at, event, rest in self._lines:
            mine = who is not None and narrate.concerns(event, who, seat, banks)
            known = self._to_all(at)
            words = known.words
            if who is not None and who in known.concerns:
                words = self._to_him(at, event, who)
            first = encode({"words": words, "mine": mine})[:-1]
            found.append(msgspec.Raw(first + (b"," if len(rest) > 1 else b"") + rest))
        return found

    def moves(self, at: int) -> list[dict[str, Any]]:
        """The chips that moved with an event; the last event of a round takes what came after it as well."""
        events = self.round.table.events
        if not isinstance(events, Marked):
            return []
        first = events.marks[at - 1] if at else 0
        after = self.round.finished and at == len(events) - 1
        last = len(events.moves) if after else events.marks[at]
        return [
            {"from": source, "to": target, "amount": amount}
            for source, target, amount, _ in events.moves[first:last]
            if amount
        ]


def _wordless(event: Event) -> bool:
    """Whether an event needs no line."""
    return event.kind in narrate.UNTOLD_TRIFLES or (event.kind == "deal" and event.args[2] is None)


def _named(args: Sequence[Any]) -> list[str]:
    """Whom an event's arguments name."""
    names = [arg if isinstance(arg, str) else getattr(arg, "person", None) for arg in args]
    return [name for name in names if name is not None]


def _as_you(arg: Any, who: str) -> Any:
    if arg == who and isinstance(arg, str):
        return YOU
    if getattr(arg, "person", None) == who:
        return msgspec.structs.replace(arg, person=YOU)
    return arg


# -- questions -----------------------------------------------------------------------------------------


def ask(
    question: Question,
    name: str,
    last: Any,
    round_: Round | None,
    clock: Mapping[str, Any] | None,
    head: Mapping[str, Any],
    terms: str | None = None,
) -> dict[str, Any]:
    """A question as it is put to whom it is for."""
    about = getattr(question, "about", None)
    pot = round_.table.ledger.balance.get("pot", 0) if round_ is not None else 0
    default, suggested = question.default, on_enter(question, last)
    found: dict[str, Any] = {
        **head,
        "question": name,
        "who": question.who,
        "shape": question.shape,
        "name": question.name,
        "title": terms or title_of(question, pot),
        "hint": how(question),
        "notes": _beside(question, round_),
        "hand": None if about is None else str(about),
        "default": _answer(question, default),
        "suggested": _answer(question, suggested),
        "seconds": clock["seconds"] if clock else None,
        "until": clock["until"] if clock else None,
        "answers": [{"answer": one.answer, "words": one.words, "cost": one.cost} for one in menu(question)],
    }
    return {**found, **fields_of(question, round_)}


def _answer(question: Question, answer: Any) -> dict[str, Any]:
    return {"answer": answer, "words": spoken(question, answer)}


def spoken(question: Question, answer: Any) -> str:
    """An answer in words for the screen."""
    if isinstance(question, Amount):
        return money(answer)
    if isinstance(question, Wagers):
        placed = [
            f"{money(amount)} on {spot.replace('-', ' ')}"
            + ("" if hand == question.hands[0] else f" at seat {hand}")
            for hand, spot, amount in answer
        ]
        return ", ".join(placed) or "no wager"
    return question.spoken(answer)


def how(question: Question) -> str:
    """How this shape is answered at a screen."""
    match question:
        case Amount():
            return (
                f"From {money(question.low)} to {money(question.high)}, in steps of {money(question.step)}."
            )
        case Pick():
            many = str(question.most)
            if question.fewest < question.most:
                many = f"{question.fewest} to {question.most}"
            return f"Choose {many} of your pieces."
        case Arrange():
            return f"Set your hand in parts of {' and '.join(map(str, question.sizes))}."
        case Wagers():
            return "Place your wagers, or none to sit this round out."
        case Meld():
            return "Lay down, add to a meld, or discard."
    return ""


def _beside(question: Question, round_: Round | None) -> list[str]:
    notes = []
    faces = getattr(question, "faces", ())
    table: Any = round_.table if round_ is not None else None
    hand = table.hands.get(str(getattr(question, "about", ""))) if table is not None else None
    plays = hand is not None and isinstance(question, Choose) and isinstance(table, Banking)
    if plays and (worth := table.worth(hand)):
        notes.append(f"Your hand counts {worth}.")
    if hand is not None and len(faces) > len(hand.tokens):
        notes.append(f"Beside your hand: {', '.join(faces[len(hand.tokens) :])}.")
    elif note := (brief(question) if isinstance(question, Meld) and not question.options else ""):
        notes.append(note)
    return notes


# -- settlements ---------------------------------------------------------------------------------------


def nets(round_: Round) -> dict[str, int]:
    """What everybody won or lost in a finished round."""
    balance = round_.table.ledger.balance
    return {name: balance.get(name, 0) - chips for name, chips in round_.start.chips.items()}


def settled(
    round_: Round, who: str | None, head: Mapping[str, Any], teller: Teller | None = None
) -> dict[str, Any]:
    """How a round came out, told to one viewer; a teller tells the lines that are the same for all once."""
    teller = teller or Teller(round_)
    mine = {seat for seat, name in round_.start.seats.items() if name == who}
    seat = next(iter(mine), 0)
    banks = round_.start.bank in mine and bool(mine)
    fees = [event for event in round_.table.events if event.kind == "fee"]  # everybody sees them
    all_nets = nets(round_)
    involved = who is not None and who in all_nets
    net = all_nets[who] if involved and who is not None else None
    own_fees, whole = narrate.fees(fees, who or "")
    return {
        **head,
        "void": f"The round is void: {say(round_.void, round_.game)}" if round_.void is not None else None,
        "title": verdict(net, round_.void is not None),
        "net": net,
        "chips": round_.table.ledger.balance.get(who, 0) if involved and who is not None else None,
        "collection": {"you": own_fees, "table": whole},
        "lines": teller.lines(who, seat, banks),
        "nets": {name: value for name, value in all_nets.items() if name != HOUSE},
    }
