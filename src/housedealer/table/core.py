"""The verbs that every script shares: asking, dealing, showing, telling, reaching a moment."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import msgspec

from housedealer.pieces import cards, tiles
from housedealer.pieces.supply import Irregular
from housedealer.table.collection import collect
from housedealer.table.errors import MissingFact
from housedealer.table.game import Because, Game, Stakes, State
from housedealer.table.questions import All, Asked, First, Question
from housedealer.wagers.ledger import FEES, Ledger

UNTOLD = -1
OWED = "owed"
"""What a remedy answers after which a holder gets no piece now: it has dealt one itself, or will later."""
UP, DOWN = True, False
HOUSE = "house"


def face_of(pieces: str) -> Callable[[int], str]:
    """How a piece of this kind is written for people; one that nobody told is `??`."""
    return tiles.face if pieces == "tiles" else cards.face


FACES = {
    "cards": (
        *(cards.face(card) for card in range(54)),
        cards.UNTOLD_FACE,  # no card has the number 54
        cards.face(cards.X_ACE),
        cards.UNTOLD_FACE,
    ),
    "tiles": (*(tiles.face(tile) for tile in range(32)), cards.UNTOLD_FACE),
}
"""Every piece's face by its number; the last is that of an untold piece, which is -1."""


def _nothing() -> Generator[Any, Any, None]:
    return
    yield


NOTHING = _nothing()
"""What a verb gives that may wait and need not: `yield from` it goes straight on."""
next(NOTHING, None)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as everybody saw it; `to` saw `private` instead."""

    kind: str
    args: tuple[Any, ...]
    to: str | None = None
    private: tuple[Any, ...] = ()


class Interrupt(NamedTuple):
    """An irregularity or a call from the floor, sent to a script in place of an answer."""

    kind: str
    facts: Mapping[str, Any]


class Hand(msgspec.Struct, eq=False, gc=False):
    """Pieces before a holder: a seat's hand, a split hand, or a community hand.

    `tokens` are the places of the pieces in the round's order; what they are is the table's to tell.
    """

    key: str
    seat: int
    owner: str
    tokens: list[int] = []
    up: list[bool] = []
    folded: bool = False

    def __repr__(self) -> str:
        return f"Hand({self.key})"


class Core:
    """The table that a script speaks to.

    What it knows is looked up thousands of times a hand, so it stands in slots.
    """

    __slots__ = (
        "_faces", "events", "fees", "game", "hands", "ledger", "lenient", "params", "pending", "pieces",
        "reached", "stakes", "state", "supply", "told", "violations",
    )  # fmt: skip

    def __init__(self, game: Game, stakes: Stakes, state: State, supply: Any) -> None:
        self.game = game
        self.params = game.params
        self.stakes = stakes
        self._faces = FACES[game.params.pieces]
        self.state = state
        self.supply = supply
        self.ledger = Ledger(state.chips)
        self.events: list[Event] = []
        self.pieces: list[int] = []
        self.hands: dict[str, Hand] = {}
        self.reached: set[str] = set()
        self.fees: list[tuple[str, int, Because]] = []
        self.lenient = False
        self.told: Any = None
        self.violations: list[Because] = []
        self.pending: list[tuple[str, Interrupt]] = []

    # -- people and places -------------------------------------------------------------------------

    def seat_order(self, start: int, step: int = 1) -> list[int]:
        """The seats dealt in, from one seat on (it included if dealt in), clockwise or the other way."""
        places = self.state.places
        seats = self.state.seats
        return [seat for at in range(places) if (seat := (start - 1 + at * step) % places + 1) in seats]

    def left_of(self, seat: int, step: int = 1) -> int:
        """The next occupied seat after this one."""
        places, seats = self.state.places, self.state.seats
        for _ in range(places):
            seat = (seat - 1 + step) % places + 1
            if seat in seats:
                return seat
        raise LookupError("Nobody sits at the table.")

    def open_hand(self, key: str, seat: int, owner: str) -> Hand:
        """Start a hand for a holder."""
        hand = self.hands[key] = Hand(key, seat, owner)
        return hand

    # -- saying what happens -----------------------------------------------------------------------

    def emit(self, kind: str, *args: Any) -> None:
        """Record an event that everybody sees."""
        self.events.append(Event(kind, args))

    def tell(self, person: str, kind: str, public: tuple[Any, ...], private: tuple[Any, ...]) -> None:
        """Record an event of which one person learns more than the others."""
        self.events.append(Event(kind, public, person, private))

    def breach(self, code: str, *args: Any) -> None:
        """Note that a told round broke a rule that does not stop its settlement."""
        self.violations.append((code, args))
        self.events.append(Event("violation", (code, *args)))

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, build: Any) -> Generator[Asked, Any, Any]:
        """Ask a question and wait; an interruption runs its remedy, then the question is built anew."""
        question = build() if callable(build) else build
        if question is None:
            return None
        answer = yield question
        return (yield from self.ask_again(answer, build)) if type(answer) is Interrupt else answer

    def ask_again(self, answer: Any, build: Any) -> Generator[Asked, Any, Any]:
        """Run the remedy for what came in place of an answer, and ask anew, until an answer comes.

        A loop that asks thousands of times yields its question itself, and needs only this.
        """
        while type(answer) is Interrupt:
            yield from self.remedy(answer)
            question = build() if callable(build) else build
            if question is None:
                return None
            answer = yield question
        return answer

    def ask_all(self, build: Callable[[], Sequence[Question]]) -> Generator[Asked, Any, list[Any]]:
        """Ask several people at once; nobody's answer is known before all have answered."""
        while True:
            questions = tuple(build())
            if not questions:
                return []
            answer = yield All(questions)
            if type(answer) is Interrupt:
                yield from self.remedy(answer)
                continue
            return list(answer)

    def first(
        self, build: Callable[[], Sequence[Question]], ranked: bool = True
    ) -> Generator[Asked, Any, Any]:
        """Open a window: the index and answer of the first who speaks up, or None if nobody does."""
        while True:
            questions = tuple(build())
            if not questions:
                return None
            answer = yield First(questions, ranked)
            if type(answer) is Interrupt:
                yield from self.remedy(answer)
                continue
            return answer

    def remedy(self, interrupt: Interrupt) -> Generator[Asked, Any, Any]:
        """Run the game's own remedy for an irregularity; one that answers `OWED` will make it good later."""
        run = self.game.play.remedies[interrupt.kind]
        self.emit("irregularity", interrupt.kind, tuple(sorted(interrupt.facts.items())))
        return (yield from run(self, self.params, dict(interrupt.facts)))

    def dealt(self, moment: str = "deal") -> Generator[Asked, Any, None]:
        """The pieces are out: irregularities that came with them are dealt with here."""
        return self._put_right(moment) if self.pending else NOTHING

    def _put_right(self, moment: str) -> Generator[Asked, Any, None]:
        """Run the remedies for what came wrongly at a moment."""
        for entry in [entry for entry in self.pending if entry[0] == moment]:
            self.pending.remove(entry)
            yield from self.remedy(entry[1])

    # -- pieces ------------------------------------------------------------------------------------

    def draw(self, hand: Hand, face: bool) -> Generator[Asked, Any, int]:
        """One piece from the supply to a hand; an irregular one runs its remedy first."""
        piece = self.supply.draw(hand.key)
        if type(piece) is Irregular:
            piece = yield from self.made_good(piece, hand.key)
        return self.take(hand, piece, face) if piece is not OWED else UNTOLD

    def made_good(self, piece: Any, key: str) -> Generator[Asked, Any, Any]:
        """What a holder gets in place of an irregular piece, once its remedy has run: a piece, or `OWED`."""
        while type(piece) is Irregular:
            facts = {**piece.facts, "piece": piece.piece, "hand": key}
            if (yield from self.remedy(Interrupt(piece.kind, facts))) is OWED:
                return OWED
            piece = self.supply.draw(key)
        return piece

    def take(self, hand: Hand, piece: int, face: bool) -> int:
        """Put a piece that has left the supply before a holder."""
        pieces = self.pieces
        token = len(pieces)
        pieces.append(piece)
        hand.tokens.append(token)
        hand.up.append(face)
        if face:
            self.events.append(Event("deal", (hand.key, token, piece)))
        else:
            self.events.append(Event("deal", (hand.key, token, None), hand.owner, (hand.key, token, piece)))
        return token

    def deal(self, many: int, hand: Hand, face: bool) -> Generator[Asked, Any, None]:
        """Deal a hand its next pieces."""
        return self._deal(repeat(hand, many), face)

    def deal_around(self, many: int, hands: Sequence[Hand], face: bool) -> Generator[Asked, Any, None]:
        """Deal several hands one piece at a time in rotation."""
        return self._deal(iter([*hands] * many), face)

    def _deal(self, turns: Iterator[Hand], face: bool) -> Generator[Asked, Any, None]:
        """Deal a piece to each hand at once; only an irregular piece leaves something to wait for."""
        draw, pieces, events = self.supply.draw, self.pieces, self.events
        token = len(pieces)
        for hand in turns:
            key = hand.key
            piece = draw(key)
            if type(piece) is Irregular:
                return self._deal_on(piece, hand, turns, face)
            pieces.append(piece)  # from here on as in `take`, without the call
            hand.tokens.append(token)
            hand.up.append(face)
            if face:
                events.append(Event("deal", (key, token, piece)))
            else:
                events.append(Event("deal", (key, token, None), hand.owner, (key, token, piece)))
            token += 1
        return NOTHING

    def _deal_on(
        self, piece: Irregular, hand: Hand, turns: Iterator[Hand], face: bool
    ) -> Generator[Asked, Any, None]:
        """Run the remedy for a hand's irregular piece, then deal on from the next hand."""
        good = yield from self.made_good(piece, hand.key)
        if good is not OWED:
            self.take(hand, good, face)
        yield from self._deal(turns, face)

    def burn(self) -> None:
        """The top piece goes unseen to the discards."""
        piece = self.supply.draw("burn")
        token = len(self.pieces)
        self.pieces.append(piece if type(piece) is not Irregular else piece.piece)
        self.events.append(Event("burn", (token,)))

    def move(self, token: int, source: Hand, target: Hand) -> None:
        """Move one piece between holders; a told round may know it under its new holder."""
        at = source.tokens.index(token)
        source.tokens.pop(at)
        face = source.up.pop(at)
        target.tokens.append(token)
        target.up.append(face)
        arrive = getattr(self.supply, "arrive", None)
        if arrive is not None:
            self.pieces[token] = arrive(target.key, self.pieces[token])
        self.events.append(Event("move", (token, source.key, target.key)))

    def look(self, hand: Hand) -> tuple[int, ...]:
        """The hand's pieces as the house dealer needs them; an untold one is missed by name."""
        pieces = self.pieces
        found = tuple([pieces[token] for token in hand.tokens])
        if UNTOLD in found:
            raise MissingFact(
                f"Piece {found.index(UNTOLD) + 1} of {hand.key} must be told: money depends on it."
            )
        return found

    def show(self, hand: Hand) -> tuple[int, ...]:
        """Turn a hand up for everybody."""
        found = self.look(hand)
        if not all(hand.up):
            hand.up = [True] * len(hand.up)
            self.events.append(Event("show", (hand.key, tuple(hand.tokens), found)))
        return found

    def turn_up(self, hand: Hand, *places: int) -> None:
        """Turn up some of a hand's pieces for everybody, told or not."""
        tokens = tuple([hand.tokens[place] for place in places])
        for place in places:
            hand.up[place] = True
        self.events.append(Event("show", (hand.key, tokens, tuple([self.pieces[token] for token in tokens]))))

    def hand_over(self, hand: Hand, person: str) -> None:
        """Give a person a hand that lay with the house: from now on he may look at it."""
        hand.owner = person
        seen = tuple([self.pieces[token] for token in hand.tokens])
        self.tell(person, "look", (hand.key,), (hand.key, tuple(hand.tokens), seen))

    def faces(self, hand: Hand) -> tuple[str, ...]:
        """The faces of a hand for its owner's question."""
        faces, pieces = self._faces, self.pieces
        found: list[str] = []
        for token in hand.tokens:  # quicker than a comprehension, and every draw comes here
            found.append(faces[pieces[token]])
        return tuple(found)

    # -- money -------------------------------------------------------------------------------------

    def reach(self, moment: str) -> None:
        """A moment of the round has come: fees that the option takes then are taken."""
        self.reached.add(moment)
        if self.stakes.rows:
            collect(self, moment)

    def take_fee(self, payer: str, amount: int, because: Because, drop: str = FEES) -> None:
        """Take a fee from an account to the drop (or to the jackpot's own)."""
        if amount:
            self.ledger.move(payer, drop, amount, because[0])
            self.fees.append((payer, amount, because))
            self.events.append(Event("fee", (payer, amount, because)))

    def fee_shares(self, payer: str, amount: int) -> list[tuple[str, int]]:
        """Who pays how much of a fee."""
        if payer == "each":
            return [(self.state.seats[seat], amount) for seat in self.seat_order(1)]
        return [(self.fee_payer(payer), amount)]

    def fee_payer(self, payer: str) -> str:
        """The account that a fee's payer means at this table."""
        return payer

    def void(self, because: Because) -> None:
        """The round is void: what the settlement says of it."""
        self.fees.clear()

    def report(self, because: Callable[[Because], Any]) -> dict[str, Any]:
        """The settlement as a verdict shows it."""
        return {"order": [], "settlement": []}

    def standing(self, **marks: Any) -> State:
        """What the next round starts from."""
        state = self.state
        return State(
            seats=dict(state.seats),
            chips={person: self.ledger.balance.get(person, 0) for person in state.chips},
            places=state.places,
            button=state.button,
            bank=state.bank,
            bank_amount=state.bank_amount,
            turn=state.turn,
            backline=dict(state.backline),
            marks={**state.marks, **marks},
        )

    def around(self, start: int, step: int = 1) -> Iterator[Hand]:
        """The seats' own hands in order from a seat on."""
        for seat in self.seat_order(start, step):
            hand = self.hands.get(str(seat))
            if hand is not None:
                yield hand
