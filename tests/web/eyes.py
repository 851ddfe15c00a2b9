"""What a socket receives, checked message by message against what its person may know at that moment.

A house is driven in this process, its connections are the real ones, only the network is missing: whatever
`Connection.send` is given would go to the socket. Beside it stands a witness of the table itself, who notes
which piece lay face up at any moment and who held which: what the viewer is told must not go beyond that.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from starlette.websockets import WebSocket

from housedealer.floor.house import showing, shown
from housedealer.floor.house.books import CAGE, purse
from housedealer.floor.house.history import Frame, give
from housedealer.floor.house.house import House
from housedealer.floor.house.parts import FAST, Opened, Spec
from housedealer.floor.house.store import Batch
from housedealer.floor.house.table import Table
from housedealer.pieces.proof import _salt, _seed
from housedealer.pieces.supply import OrderSupply
from housedealer.table.core import FACES, Event
from housedealer.table.questions import Wagers
from housedealer.table.round import Entry, Round, resample
from housedealer.web.socket import Connection

HEX = re.compile(rb"[0-9a-fA-F]{64}")
CARD = re.compile(r"(?<![\w-])(?:[2-9TJQK][cdhs]|A[cdh])(?![\w-])")
"""A card's face in a sentence. The ace of spades reads as an English word; other checks must find it."""
MONEY = 10**10
LAID_OPEN = (
    "exposed", "exposed-draw", "burn-exposed", "set-aside", "scrap", "throws", "turns-up", "melds", "adds",
    "takes-option",
)  # fmt: skip
"""Events by which the game itself lays pieces open outside any hand."""


def _no_odds(game: Any) -> None:
    """The odds of a game are for everybody; they are not counted here."""


class Leak(AssertionError):
    """Somebody was told what he may not know yet."""


class Witness:
    """Which pieces of a round could be seen, by whom, from its first event on."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.open: set[int] = set()
        self.held: dict[str, set[int]] = {}

    def look(self) -> None:
        """Look at the table as it lies."""
        for hand in self.table.hands.values():
            self.held.setdefault(hand.owner, set()).update(hand.tokens)
            self.open.update(token for token, up in zip(hand.tokens, hand.up, strict=True) if up)

    def sets(self, who: str, key: str) -> None:
        """Somebody who has a wager on a hand is given it to set, though it lies before another."""
        if not any(wager.by == who and wager.hand == key for wager in self.table.wagers):
            raise Leak(f"{who} has no wager on {key} and is shown it.")
        self.held.setdefault(who, set()).update(self.table.hands[key].tokens)

    def proves(self, key: str, tokens: tuple[int, ...]) -> None:
        """Who opened a pot shows with what, also what he has thrown away since; nobody else does."""
        at = getattr(self.table, "opener", -1)
        if at >= 0 and self.table.hand[at].key == key:
            self.open |= self.held[self.table.who[at]].intersection(tokens)

    def may_see(self, who: str | None) -> set[int]:
        """The tokens whose pieces a viewer may know."""
        return self.open | self.held.get(who or "", set())


class Watched(shown.Marked):
    """A round's events; the witness looks up at each."""

    witness: Witness | None = None

    def append(self, event: Event) -> None:
        """Look before it is told."""
        super().append(event)
        if self.witness is not None:
            self.witness.look()
            if event.kind == "hand" and event.to is not None:
                self.witness.sets(event.to, event.private[0])
            if event.kind == "show":
                self.witness.proves(event.args[0], event.args[1])


def witnessed(table: Any) -> None:
    """Prepare a round's table so that a witness sees it."""
    table.events = Watched(table.events, table.ledger.moves)
    table.events.witness = Witness(table)


class Eyes(Connection):
    """One viewer: every message that he is sent is checked at once."""

    def __init__(self, watch: Watch, person: str | None) -> None:
        app = SimpleNamespace(state=SimpleNamespace(odds=SimpleNamespace(of=_no_odds)))
        socket = cast(WebSocket, SimpleNamespace(app=app, scope={}))
        super().__init__(watch.house, socket, person, False)
        self.watch = watch
        self.asks: list[str] = []
        self.got: Counter[str] = Counter()
        self.refused: list[dict[str, Any]] = []
        self.before: dict[str, Any] | None = None
        self.group: Any = None
        self.ids = 0

    def send(self, body: bytes) -> None:
        """A message to this viewer."""
        message = json.loads(b"{" + body)
        self.got[message["type"]] += 1
        try:
            self.watch.check(self, message, body)
        except Exception as fault:  # whoever sends would take it for a fault of his own
            self.watch.faults.append(fault)

    def say(self, type_: str, **fields: Any) -> None:
        """A message of this viewer."""
        self.ids += 1
        self.hear(json.dumps({"v": 1, "id": str(self.ids), "type": type_, **fields}))


class Watch:
    """A house with one table, and everybody who looks on."""

    def __init__(self, house: House, table: Table, rng: Random) -> None:
        self.house = house
        self.table = table
        self.rng = rng
        self.viewers: list[Eyes] = []
        self.compared = 0
        self.pieces = 0
        self.faults: list[Exception] = []
        """What was found wrong, or went wrong in looking."""

    # -- what is checked -----------------------------------------------------------------------------

    def check(self, viewer: Eyes, message: dict[str, Any], body: bytes) -> None:
        """One message to one viewer."""
        who, kind, round_ = viewer.person, message["type"], self.table.shown
        self.no_secret(body, kind)
        if kind == "refused":
            viewer.refused.append(message)
        if kind == "ask":
            viewer.asks.append(message["question"])
            if message["who"] != who:
                raise Leak(f"{who} is sent the question to {message['who']}.")
        if round_ is None or round_.game is not self.table.game:
            return
        witness = round_.table.events.witness
        assert witness is not None
        witness.look()
        may = witness.may_see(who)
        pieces = round_.table.pieces
        if kind == "events":
            self.events(message["events"], may, pieces, who)
        elif kind == "scene":
            self.scene(message, witness.open, may, round_, who)
            self.together(viewer, message)
        elif kind == "ask":
            self.among([one for one in message.get("pieces", ()) if one >= 0], may, pieces, who, "a question")
        if kind not in ("table", "hello"):
            self.words(message, may, round_, who)

    def no_secret(self, body: bytes, kind: str) -> None:
        """No secret, seed or salt of a shuffle whose round is not over, or of any but one's own pieces."""
        hidden = self.secrets()
        for found in HEX.findall(body):
            if found.decode().lower() in hidden:
                raise Leak(f"A message of type {kind} gives away a secret of the shuffle.")

    def secrets(self) -> set[str]:
        """What must stay with the house: the secret, the seed and every salt."""
        table = self.table
        if not table.secret:
            return set()
        known = getattr(table, "_test_secrets", None)
        contributions = tuple(table.commitment._contributions) if table.commitment else ()
        key = (table.secret, contributions, table.round is not None)
        if known is None or known[0] != key:
            found = {table.secret.hex()}
            if table.commitment is not None:
                seed = _seed(table.secret, table.commitment.context, contributions)
                found.add(seed.hex())
                for promise in table.commitment.promises:
                    found |= {
                        _salt(table.secret, seed, promise.label, at).hex() for at in range(promise.pieces)
                    }
            known = (key, found)
            table._test_secrets = known  # type: ignore[attr-defined]
        return known[1]

    def events(self, events: list[Any], may: set[int], pieces: list[int], who: str | None) -> None:
        """Whatever an event shows of a piece, the viewer may see."""
        for event in events:
            kind, args = event["kind"], event["args"]
            shown_: list[tuple[int, int]] = []
            if kind in ("deal", "set-aside") and len(args) == 3 and args[2] is not None:
                shown_ = [(args[1], args[2])]
            elif kind in ("show", "look") and len(args) == 3:
                shown_ = list(zip(args[1], args[2], strict=True))
            elif kind == "burn" and len(args) != 1:
                raise Leak("A burned piece is told.")
            for token, piece in shown_:
                self.pieces += 1
                if piece >= 0 and token not in may:
                    raise Leak(f"{who} is told piece {token} by {kind!r}, which he may not see.")
                if piece >= 0 and pieces[token] != piece:
                    raise Leak(f"{who} is told that piece {token} is another than it is.")

    def scene(
        self, scene: dict[str, Any], open_: set[int], may: set[int], round_: Round, who: str | None
    ) -> None:
        """What lies on the table for everybody lies open; what is one's own is one's own."""
        table = round_.table
        hands = [hand for seat in scene["seats"] for hand in seat.get("hands", ())] + scene["shared"]
        for hand in hands:
            for token, piece in zip(table.hands[hand["key"]].tokens, hand["pieces"], strict=True):
                self.pieces += 1
                if piece >= 0 and token not in open_:
                    raise Leak(f"The scene shows {who} piece {token} of {hand['key']}, which is closed.")
            own = table.hands[hand["key"]].owner == who
            if not all(hand["up"]) and not own and hand["order"] != sorted(hand["order"]):
                raise Leak(f"The scene shows {who} in which order {hand['key']} is held.")
        for key, hand in ((scene["you"] or {}).get("hands") or {}).items():
            if table.hands[key].owner != who:
                raise Leak(f"{who} is shown the hand {key} of {table.hands[key].owner} as his own.")
            tokens = table.hands[key].tokens
            if any(
                piece >= 0 and token not in may for token, piece in zip(tokens, hand["pieces"], strict=True)
            ):
                raise Leak(f"{who} sees in his hand {key} what he may not.")

    def together(self, viewer: Eyes, scene: dict[str, Any]) -> None:
        """While several are asked together, nothing shows what those have answered who answered first."""
        round_ = self.table.shown
        assert round_ is not None
        group = round_.question if self.table.round is round_ else None
        now = _still(scene)
        if group is not None and group is viewer.group and viewer.before is not None:
            for name in now:
                if now[name] != viewer.before[name]:
                    raise Leak(f"{name} shows {viewer.person} an answer before all have answered.")
        viewer.group, viewer.before = group, now

    def among(self, found: list[int], may: set[int], pieces: list[int], who: str | None, where: str) -> None:
        """Pieces without their tokens: they are among those that the viewer may see."""
        if over := Counter(found) - Counter(pieces[token] for token in may):
            raise Leak(f"{who} is told of the piece {min(over)} in {where}, which he may not see.")

    def words(self, message: Any, may: set[int], round_: Round, who: str | None) -> None:
        """No sentence names a card that the viewer may not see."""
        if round_.game.params.pieces != "cards":
            return
        faces = FACES["cards"]
        allowed = {faces[round_.table.pieces[token]] for token in may}
        allowed |= {faces[piece] for piece in _told(message, round_)}
        for text in _texts(message):
            for found in CARD.findall(text):
                if found not in allowed:
                    raise Leak(f"{who} reads of {found}, which he may not see: {text}")

    # -- what could be told from it -----------------------------------------------------------------

    def same_for_others(self, log_round: Round, seed: int) -> None:
        """The round with what a viewer did not see dealt anew: he is sent the very same."""
        log = log_round.supply.log()
        if log.recycled:
            return
        many = len(log_round.entries)
        cuts = sorted({self.rng.randrange(many + 1) for _ in range(2)} | {many // 2})
        for viewer in self.viewers:
            who = viewer.person
            for cut in cuts:
                here = _again(log_round, cut)
                other = resample(here, who, f"{seed}/{who}/{cut}")
                if other is None or not _as_far(here, other):
                    continue
                one, two = rendered(here, who), rendered(_again(other, cut), who)
                self.compared += 1
                if one != two:
                    raise Leak(
                        f"What {who} is sent depends on pieces that he has not seen: {_first(one, two)}"
                    )


def _first(one: bytes, two: bytes) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 120) : at + 40]!r} and {two[max(0, at - 20) : at + 40]!r}"


def rendered(round_: Round, who: str | None) -> bytes:
    """All that a viewer is sent of a moment: the scene, the events so far, the questions to him."""
    frame = Frame("t1", 1, 0, round_)
    teller = shown.Teller(round_)
    found = shown.public(frame) + shown.own(frame, who) + shown.encode(teller.since(0, who))
    for place, question in round_.open():
        if question.who == who:
            found += shown.encode(shown.ask(question, f"t1/1/0/{place}", None, round_, None, {}))
    return found


def _again(round_: Round, cut: int) -> Round:
    """The round up to an entry, with its moves of chips."""
    supply = OrderSupply.replaying(round_.supply.log())
    again = Round(round_.game, round_.stakes, round_.start, supply, shown.marked)
    for entry in round_.entries[:cut]:
        give(again, entry if isinstance(entry, Entry) else Entry(*entry))
    return again


def _as_far(one: Round, other: Round) -> bool:
    """Whether two rounds have taken the same course, as everybody could see it."""
    return [event.kind for event in one.table.events] == [event.kind for event in other.table.events] and [
        (question.who, question.name) for _, question in one.open()
    ] == [(question.who, question.name) for _, question in other.open()]


def _still(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without who is still asked."""
    left = {name: value for name, value in scene.items() if name not in ("change", "asked", "clock")}
    left["seats"] = [
        {
            **{
                name: value for name, value in seat.items() if name not in ("asked", "here", "out", "leaving")
            },
            "tags": [tag for tag in seat.get("tags", ()) if tag != "turn"],
        }
        for seat in scene["seats"]
    ]
    left["behind"] = [
        {name: value for name, value in one.items() if name not in ("asked", "leaving")}
        for one in scene["behind"]
    ]
    return left


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            if name not in ("because", "args", "answers", "proof", "hint"):
                yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _told(message: Any, round_: Round) -> set[int]:
    """Pieces that the game itself lays open outside any hand: exposed, set aside, turned up from a stock."""
    found: set[int] = set()
    for event in round_.table.events:
        if event.kind in LAID_OPEN:
            for arg in event.args[1:]:
                found.update(arg if isinstance(arg, tuple) else (arg,) if isinstance(arg, int) else ())
    return {piece for piece in found if 0 <= piece < 56}


# -- driving -------------------------------------------------------------------------------------------


class Drive(Watch):
    """People who answer at random through their connections until so many rounds are over."""

    rounds = 0
    answers = 0

    async def play(self, rounds: int, seconds: float, differ: int = 1) -> None:
        """So many rounds; every `differ`-th is compared with others that look the same to somebody."""
        compared = 0
        async with asyncio.timeout(seconds):
            while not self.enough(rounds):
                self.answer_all()
                await asyncio.sleep(0.0005)
                if self.faults:
                    raise self.faults[0]
                round_ = self.table.shown
                if round_ is not None and round_.finished and self.table.number > self.rounds:
                    self.rounds = self.table.number
                    if self.rounds % differ == 0:
                        compared += 1
                        self.same_for_others(round_, compared)
                    self.keep_up()

    def enough(self, rounds: int) -> bool:
        """Whether all is seen."""
        return self.rounds >= rounds

    def satisfied(self) -> None:
        """Everybody has seen a round, so that there was something to check."""
        for eyes in self.viewers:
            if not eyes.got["settled"] or not eyes.got["scene"]:
                raise AssertionError(f"{eyes.person} has seen nothing of {self.table.game.id}.")

    def answer_all(self) -> None:
        """Whatever is asked is answered: what is suggested, or anything legal."""
        table = self.table
        for viewer in self.viewers:
            if self.rng.random() < 0.6:
                continue  # some answer while the others still think
            waiting, viewer.asks = viewer.asks, []
            for name in waiting:
                one = table.open.get(name)
                if one is None or one.question.who != viewer.person:
                    continue
                self.look_around(viewer, name)
                viewer.say("answer", table=table.id, question=name, answer=self.choice(one))
                self.answers += 1

    def look_around(self, viewer: Eyes, question: str) -> None:
        """Now and then somebody asks for a hint, or what an answer costs, his own question or another's."""
        if self.rng.random() < 0.1:
            viewer.say("hint", table=self.table.id, question=question)
        if self.rng.random() < 0.05:
            other = self.rng.choice(self.viewers)
            other.say("hint", table=self.table.id, question=question)
            other.say("quote", table=self.table.id, question=question, say="yes")

    def choice(self, one: Opened) -> Any:
        """An answer."""
        question = one.question
        if one.place < 0:
            return "yes"
        if isinstance(question, Wagers):
            for _ in range(8):
                if answer := question.random(self.rng):
                    return answer
        return question.default if self.rng.random() < 0.2 else question.random(self.rng)

    def keep_up(self) -> None:
        """Whoever is nearly out buys again."""
        state = self.table.session.state
        usual = self.table.row()["buy_in"]["usual"]
        for viewer in self.viewers:
            if viewer.person in state.chips and state.chips[viewer.person] < usual:
                viewer.say("buy", table=self.table.id, chips=usual)


async def driven(
    folder: Path,
    game: str,
    rounds: int,
    seed: int = 1,
    seconds: float = 60,
    differ: int = 1,
    kind: type[Drive] = Drive,
    prepare: Callable[[Drive], None] = lambda drive: None,
) -> Drive:
    """Rounds of a game with seats, somebody behind them, and a spectator; every message is checked."""
    shown_marked, shown.marked = shown.marked, witnessed
    scene_seconds, showing.SCENE_SECONDS = showing.SCENE_SECONDS, 0.0  # every single scene is sent
    house = House.open(folder)
    try:
        house.hello = lambda connection: connection.hello()  # type: ignore[attr-defined]
        batch, names = Batch(), ("Ann Lee", "Bob Ray", "Cy Orr", "Dee Poe")
        for name in (*names, "Eve Fox"):
            house.new_guest(name, batch)
            house.give(batch, CAGE, purse(name), MONEY, "play-chips")
        table = house.open_table(Spec(game=game, pace=FAST, practice=True), 0, names[0], batch, floor=True)
        await house.store.kept(batch)
        drive = kind(house, table, Random(f"{game}/{seed}"))
        prepare(drive)
        for person in (*names, "Eve Fox", None):
            eyes = Eyes(drive, person)
            drive.viewers.append(eyes)
            house.connections.add(eyes)
            eyes.hello()
            eyes.say("join", table=table.id)
        usual = table.row()["buy_in"]["usual"]
        for seat, eyes in enumerate(drive.viewers[:4], 1):
            eyes.say("sit", table=table.id, seat=seat, chips=usual)
        if table.kind == "banked":
            drive.viewers[4].say("behind", table=table.id, seats=[2, 3], chips=usual)
        await drive.play(rounds, seconds, differ)
        drive.satisfied()
        return drive
    finally:
        house.close()
        shown.marked, showing.SCENE_SECONDS = shown_marked, scene_seconds
