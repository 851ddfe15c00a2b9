"""`housedealer play`: a real game at the terminal against bots.

A `Sitting` is one person's evening at a table: he takes a seat and chips, the player-dealer's position
goes around, rounds are dealt from shuffles that the house has bound itself to, and he cashes out. All of
it runs on `table.session`, so buttons, kills, collection and the bank's turns are those of a real table;
bots answer what others are asked, and the person answers at a `Desk`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from housedealer.cli.desk import Desk, Gone, Line, Screen, Wire
from housedealer.cli.screen import find_game
from housedealer.floor import narrate, regulars
from housedealer.floor.answers import Told, brief, hint, money, on_enter, read, spot_words, title_of
from housedealer.floor.scene import Scene, scene, shown_order, terms_of, title
from housedealer.table.collection import quote
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Amount, Choose, First, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.session import Bought, Dealt, Sat, Session
from housedealer.table.view import View
from housedealer.table.words import say
from housedealer.wagers.money import BadMoney, cents

YOU = narrate.YOU
HALF_HOUR = 1800.0
KEYS = (
    "?  this help       sheet  the game's rules    w  all that happened this round",
    "t  the table       undo   one decision back   q  leave and cash out",
)
HELP, SHEET, UNDO, LEAVE = (
    ("?", "h?", "help"),
    ("sheet", "rules"),
    ("undo", "u"),
    ("q", "quit", "leave", "exit"),
)
WHY, TABLE = ("w", "why", "log"), ("t", "table")


class Undo(Exception):
    """The person takes his last decision back."""


def run(
    game_id: str, option: str | None, limit: str | None, seats: int, seed: int | None, log: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Play a game until the person leaves."""
    game = find_game(game_id)
    if seats < 2:
        raise Refused("It takes at least two seats to play.")
    session = Session(game, option, limit)
    if log is not None:
        log.open("ab").close()  # a log that cannot be written is refused before anything is dealt
    Sitting(game, session, min(seats, game.params.seats), seed, log, as_json).play()


class Sitting:
    """One person at one table, from sitting down to cashing out."""

    def __init__(
        self, game: Game, session: Session, seats: int, seed: int | None, log: Path | None, as_json: bool
    ) -> None:
        self.game = game
        self.session = session
        self.seats = seats
        self.seed = seed
        self.path = log
        self.noted: tuple[Any, ...] = ()
        self.desk: Desk = Wire() if as_json else Screen()
        self.secret: int | str = os.urandom(16).hex() if seed is None else seed
        self.spots = spot_words(game)
        self.seat = 0
        self.number = 0
        self.last: Any = None
        self.seen = 0
        self.mine: list[int] = []
        self.round: Round | None = None
        self.leaving = False
        self.asked_to_deal = False
        self.struck = time.monotonic()

    # -- the evening ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Sit down, play rounds until the person leaves or the table breaks, cash out."""
        try:
            self.sit_down()
            while self.next_round():
                pass
        except (Gone, KeyboardInterrupt):
            pass
        self.cash_out()

    def sit_down(self) -> None:
        """The person takes a seat and chips; regulars take the next seats."""
        stakes, desk = self.session.stakes, self.desk
        terms = (
            f"Fee option {stakes.option}, limit {stakes.limit}."
            if stakes.option
            else f"Limit {stakes.limit}."
        )
        desk.say(
            f"{self.title()}. {terms}", "table", game=self.game.id, option=stakes.option, limit=stakes.limit
        )
        if self.game.head.object:
            desk.say(self.game.head.object)
        places = self.game.params.seats
        options = tuple(str(seat) for seat in range(1, places + 1))
        wanted = self.ask(
            Choose(YOU, "seat", options, options[0]), f"Which seat do you take? (1 to {places})"
        )
        self.seat = int(wanted)
        least, usual, most = regulars.buy_ins(self.session.stakes)
        chips = self.ask(
            Amount(YOU, "buy-in", least, most, 100, usual),
            f"You sit down in seat {wanted}. Buy in for how much?",
        )
        rng = self.rng("regulars")
        names = rng.sample(regulars.NAMES, min(self.seats - 1, len(regulars.NAMES)))
        self.session.sit(self.seat, YOU, chips)
        for step, name in enumerate(names, 1):
            self.session.sit((self.seat - 1 + step) % places + 1, name, regulars.chips(usual, rng))
        if self.game.play.poker:
            self.session.state.button = rng.choice(list(self.session.state.seats))
        others = [f"{name} ({seat})" for seat, name in self.session.state.seats.items() if name != YOU]
        desk.say(
            f"With you at the table: {', '.join(others)}.",
            "seats",
            seats={str(k): v for k, v in self.session.state.seats.items()},
        )

    def title(self) -> str:
        """The room and the game."""
        return title(self.game)

    def rng(self, *what: Any) -> Random:
        """Chance for one purpose: the same again in practice with the same seed."""
        return Random("/".join(map(str, (self.secret, *what))))

    # -- a round -------------------------------------------------------------------------------------

    def next_round(self) -> bool:
        """Everything from the offer of the bank to the settlement; false when the table is broken."""
        session = self.session
        self.clock()
        self.number += 1
        self.refill()
        if len(session.dealt_in()) < 2:
            self.desk.say("Nobody else is left at the table.")
            return False
        supply = self.shuffle()
        if not self.offer_bank():
            return False
        if supply is None:
            round_ = session.deal(seed=self.practice_seed())
        else:
            round_ = session.deal(supply)
        self.round, self.seen, self.mine = round_, 0, []
        while True:
            self.drive()
            self.narrate()
            if self.settled():
                break
        proof = None
        if supply is not None and self.path is not None:
            from housedealer.floor.witness import auditors, keep

            proof = auditors(supply)
            self.append(self.own_path(), keep(round_, YOU, self.noted))
        record = session.finish(proof)
        self.write(record)
        self.round = None
        if self.leaving:
            raise Gone
        return True

    def clock(self) -> None:
        """Half-hours that struck since the last round are collected, where the option is by time."""
        while time.monotonic() - self.struck >= HALF_HOUR:
            self.struck += HALF_HOUR
            self.session.tick()

    def refill(self) -> None:
        """Regulars who are nearly out buy more; so may the person."""
        least, usual, most = regulars.buy_ins(self.session.stakes)
        for name, chips in list(self.session.state.chips.items()):
            if name != YOU and chips < least // 2:
                self.session.buy(name, usual)
                self.desk.say(f"{name} buys another {money(usual)}.", "buy")
        if self.session.state.chips[YOU] < least // 4 or not self.session.state.chips[YOU]:
            have = money(self.session.state.chips[YOU])
            chips = self.ask(
                Amount(YOU, "buy-in", least, most, 100, usual), f"You have {have} left. Buy how much more?"
            )
            self.session.buy(YOU, chips)

    def shuffle(self) -> Any:
        """The house binds itself to a shuffle, and the person may mix in words of his own."""
        if self.seed is not None:
            if not self.asked_to_deal:
                self.deal_prompt(f"Practice round {self.number}, seed {self.seed}", (), "to deal")
            self.asked_to_deal = False
            return None
        from housedealer.pieces.proof import Commitment
        from housedealer.pieces.supply import CommittedSupply

        house = Commitment(f"{self.game.id} round {self.number} {os.urandom(4).hex()}")
        note = f"bound: {house.house_hash}"
        words = self.deal_prompt(
            f"Round {self.number}: a line that you type is mixed into the shuffle", (note,), "to deal"
        )
        if words:
            house.contribute(YOU, words)
        supply = CommittedSupply(self.game.params.deck.pieces, house)
        self.noted = supply.promises
        promise = supply.promises[0]
        self.desk.say(
            f"promised: {promise.root}", "note", label=promise.label, root=promise.root,
            house_hash=house.house_hash, pieces=promise.pieces,
        )  # fmt: skip
        return supply

    def deal_prompt(self, title: str, notes: Sequence[str], enter: str) -> str:
        """The gap between rounds: Enter deals, `buy 200` buys chips."""
        while True:
            line = str(self.ask(Line(YOU, "deal"), title, notes, enter))
            word, _, amount = line.partition(" ")
            if word.lower() != "buy":
                return line
            try:
                self.session.buy(YOU, cents(amount))
                self.desk.say(
                    f"You buy {money(cents(amount))} and have {money(self.session.state.chips[YOU])}.", "buy"
                )
            except (BadMoney, Refused) as error:
                self.desk.refuse(str(error))

    def offer_bank(self) -> bool:
        """The player-dealer's position goes around; without a taker the table is broken."""
        session = self.session
        if self.game.play.poker or not hasattr(self.game.params, "spot"):
            return True
        rng = self.rng("bank", self.number)
        asked: dict[str, bool] = {}

        def wanted(person: str) -> bool:
            if person not in asked:
                asked[person] = self.wants_bank() if person == YOU else rng.random() < 0.6
            return asked[person]

        session.offer_bank(wanted)
        if not session.state.bank:
            session.offer_bank(lambda person: person != YOU)
        if not session.state.bank:
            self.desk.say("Nobody else may take the position again: without you the table is broken.")
            session.offer_bank(lambda person: person == YOU and self.wants_bank())
        if not session.state.bank:
            self.desk.say("Nobody intervenes as player-dealer: the table is broken.")
            return False
        return True

    def wants_bank(self) -> bool:
        chips = money(self.session.state.chips[YOU])
        title = f"Do you take the player-dealer position this round? You have {chips}"
        return bool(self.ask(Choose(YOU, "player-dealer", ("no", "yes"), "no"), title) == "yes")

    # -- driving -------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Answer questions until the round is over: bots theirs, the person his."""
        while not self._round.finished:
            at, question = self.next_question()
            if question.who != YOU:
                regulars.answer(
                    self._round,
                    at,
                    question,
                    self.rng(self.number, question.who, len(self._round.entries), at),
                )
                continue
            self.narrate()
            if self.leaving:
                self.take(regulars.give_up(question), at)
                continue
            try:
                answer = self.put(question)
            except Undo:
                self.undo()
            except (Gone, KeyboardInterrupt):
                self.leaving = True
            else:
                if isinstance(question, Wagers):
                    self.last = answer or self.last
                self.take(answer, at, True)

    @property
    def _round(self) -> Round:
        assert self.round is not None
        return self.round

    def next_question(self) -> tuple[int, Question]:
        """Bots answer before the person, except in a window that the first to speak settles."""
        questions = self._round.open()
        first = isinstance(self._round.question, First)
        return next((one for one in questions if (one[1].who == YOU) == first), questions[0])

    def take(self, answer: Any, at: int, decided: bool = False) -> None:
        if decided:
            self.mine.append(len(self._round.entries))
        self._round.answer(answer, at=at)

    def practice_seed(self) -> str:
        """The seed of this round's pieces."""
        return f"{self.seed}/{self.number}"

    def undo(self) -> None:
        """Deal the round again up to the person's last decision."""
        round_ = self._round
        again = Round(round_.game, round_.stakes, round_.start, round_.supply.again())
        for entry in round_.entries[: self.mine.pop()]:
            at, value = entry if isinstance(entry, tuple) else (entry.at, entry.answer)
            again.force(value, at)
        self.round = self.session.in_round = again
        self.seen = len(self.round.view(YOU))
        self.desk.say("Your last decision is taken back.", "undo")

    def narrate(self) -> None:
        """Tell the person what happened since he was last told."""
        events = self._round.view(YOU)
        fresh, self.seen = events[self.seen :], len(events)
        if fresh:
            seats, felt = self._round.start.seats, self.desk.felt
            single = isinstance(self.desk, Wire)
            told = (
                narrate.each(fresh, self.game, seats)
                if single
                else narrate.story(fresh, self.game, seats, felt=felt)
            )
            self.desk.tell(fresh, told)

    def picture(self, nets: bool = False) -> Scene:
        terms = f"{terms_of(self.session.stakes)} · round {self.number}"
        return scene(self._round, YOU, terms, nets)

    # -- asking --------------------------------------------------------------------------------------

    def put(self, question: Question) -> Any:
        """Ask a question of the round."""
        table = self._round.table
        notes = [note] if (note := brief(question)) else []
        notes += self.beside(question)
        choice = on_enter(question, self.last)
        enter = question.spoken(choice)
        if isinstance(question, Wagers):
            fee = quote(table, YOU, choice)
            notes.append(" · ".join(self.spot_terms(question)))
            enter = "sits out" if not choice else self.in_words(choice)
            enter += f" (collection {money(fee)})" if fee else ""
        elif isinstance(question, Arrange):
            order = self.order(question) or range(len(question.faces))
            parts = [sorted(part, key=list(order).index) for part in choice]
            enter = f"sets {' / '.join(' '.join(question.faces[at] for at in part) for part in parts)}"
        pot = table.ledger.balance.get("pot", 0)
        return self.ask(question, title_of(question, pot), notes, enter, self.picture)

    def beside(self, question: Question) -> list[str]:
        """Pieces that a question counts with the hand though they don't lie in it, such as one just drawn."""
        faces = getattr(question, "faces", ())
        hand = self._round.table.hands.get(str(getattr(question, "about", "")))
        if hand is None or len(faces) <= len(hand.tokens):
            return []
        extra = enumerate(faces[len(hand.tokens) :], len(hand.tokens) + 1)
        return [f"Beside your hand: {', '.join(f'{face} (number {at})' for at, face in extra)}."]

    def spot_terms(self, question: Wagers) -> list[str]:
        """Each spot with its limits and what it needs beside it."""
        found = []
        for spot, (low, high) in question.limits.items():
            needs = self.game.params.spot_named(spot).needs
            beside = f" (with {' or '.join(needs)})" if needs else ""
            found.append(f"{spot} {money(low)}–{money(high)}{beside}")
        return found

    def in_words(self, placed: Any) -> str:
        """Wagers as one would say them."""
        own = str(self.seat)
        return ", ".join(
            f"{money(amount)} on {narrate.spot_title(self.game, spot)}{'' if hand == own else f' at {hand}'}"
            for hand, spot, amount in placed
        )

    def ask(
        self, question: Question, title: str, notes: Sequence[str] = (), enter: str | None = None,
        picture: Callable[[], Scene] | None = None,
    ) -> Any:  # fmt: skip
        """Put a question and read until there is an answer; commands are obeyed on the way."""
        if enter is None:
            enter = question.spoken(on_enter(question))
        if isinstance(question, Amount):
            enter = money(question.default)
        self.desk.ask(question, title, enter, picture() if picture else None, notes)
        while True:
            line = self.desk.read()
            word = line.strip().lower()
            refused = False
            if word in LEAVE:
                raise Gone
            if word in HELP:
                self.help(question)
            elif word in SHEET:
                self.sheet()
            elif word in WHY:
                self.why()
            elif word in UNDO:
                refused = self.may_undo()
            elif word not in TABLE:
                try:
                    return read(question, line, self.last, Told(self.spots, self.order(question)))
                except Refused as error:
                    self.desk.refuse(str(error))
                    refused = True
            anew = picture is not None and (word in TABLE or (refused and self.desk.felt))
            self.desk.ask(question, title, enter, picture() if picture and anew else None, notes)

    def order(self, question: Question) -> tuple[int, ...]:
        """In which order the places of the hand that a question is about are shown and numbered."""
        hand = self.round.table.hands.get(str(getattr(question, "about", ""))) if self.round else None
        if hand is None:
            return ()
        pieces = View(self._round.table, YOU).cards(hand.key)
        order = shown_order(pieces, hand.up, self.game.params.pieces)
        return (*order, *range(len(order), len(getattr(question, "faces", ()))))

    def may_undo(self) -> bool:
        """Take the last decision back, or say why it stands (then: true)."""
        if self.seed is None:
            self.desk.refuse("Only practice can be undone: start with --seed.")
        elif self.round is None or not self.mine:
            self.desk.refuse("There is no decision of yours in this round to take back.")
        else:
            raise Undo
        return True

    # -- looking things up ---------------------------------------------------------------------------

    def help(self, question: Question) -> None:
        """How the open question is answered, the rules that bear on it, and the keys."""
        self.desk.say(hint(question), "help")
        if said := self.best(question):
            self.desk.say(said, "help")
        words = {question.name, *question.name.split("-"), *getattr(question, "options", ())}
        for rule in self.game.rules.values():
            if words & {rule.id, *rule.id.split("-")}:
                self.desk.say(f"Rule {rule.id}: {rule.text}", "rule")
        for row in KEYS:
            self.desk.say(row, "help")

    def best(self, question: Question) -> str:
        """The best answer and what the others cost, where the game is solved."""
        if self.round is None:
            return ""
        from housedealer.odds import advice

        spot = advice.spot(self.game, View(self.round.table, YOU), question)
        found = None if spot is None else advice.worked_out(spot)
        return (
            "" if spot is None or found is None else advice.told(found, spot, question.spoken(found.answer))
        )

    def sheet(self) -> None:
        """The game's rules in brief: object, wagers, paytables, rules of play."""
        game, desk = self.game, self.desk
        desk.say(
            f"{self.title()} (book {game.head.book}, lines {game.head.lines[0]}-{game.head.lines[1]})",
            "sheet",
        )
        desk.say(game.head.object, "sheet")
        for bonus in getattr(game.params, "bonus", ()):
            if bonus.applies(game.params):
                pays = ", ".join(f"{row.replace('-', ' ')} {odds}" for row, odds in bonus.pays.items())
                desk.say(f"{narrate.spot_title(game, bonus.spot)} pays {pays}.", "sheet")
        for rule in game.rules.values():
            if "{" not in rule.text:
                desk.say(f"{rule.id}: {rule.text}", "sheet")

    def why(self) -> None:
        """All that the person was told this round, settlement included."""
        if self.round is None:
            self.desk.say("Nothing has been dealt yet.")
            return
        for line in narrate.story(self._round.view(YOU), self.game, self._round.start.seats, whole=True):
            self.desk.say(line, "told")

    # -- the end -------------------------------------------------------------------------------------

    def settled(self) -> bool:
        """Show the result; in practice the last decision can still be taken back (then: false)."""
        round_, desk = self._round, self.desk
        events = round_.view(YOU)
        seats = round_.start.seats
        net = round_.table.ledger.balance.get(YOU, 0) - round_.start.chips[YOU]
        banks = round_.start.bank == self.seat
        lines = [
            line
            for event in events
            if narrate.concerns(event, YOU, self.seat, banks)
            for line in narrate.story([event], self.game, seats, whole=True)
        ]
        own, whole = narrate.fees(events, YOU)
        if whole:
            lines.append(f"Collection: you paid {money(own)}, the whole table {money(whole)}.")
        if round_.void is not None:
            lines.append(f"The round is void: {say(round_.void, self.game)}")
        desk.settle(events, self.verdict(net), net, lines, self.picture(nets=True))
        if self.seed is None or self.leaving or not self.mine:
            return True
        try:
            self.deal_prompt(
                f"Practice round {self.number + 1}, seed {self.seed}",
                ("undo takes your last decision of the round back.",),
                "to deal",
            )
            self.asked_to_deal = True
        except Undo:
            self.undo()
            return False
        except (Gone, KeyboardInterrupt):
            self.leaving = True
        return True

    def verdict(self, net: int) -> str:
        """How the round came out for the person."""
        have = money(self._round.table.ledger.balance.get(YOU, 0))
        if net:
            return f"You {'win' if net > 0 else 'lose'} {money(abs(net))} this round and have {have}"
        return f"You come out even and have {have}"

    def write(self, record: Any) -> None:
        """Keep the round in the log that was asked for."""
        if self.path is not None:
            self.append(self.path, record)

    def own_path(self) -> Path:
        """Beside the auditor's log, which gives away every piece: what the person himself saw."""
        assert self.path is not None
        return self.path.with_name(f"{self.path.name}.mine")

    def append(self, path: Path, record: Any) -> None:
        """One line more in a log."""
        try:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(record) + b"\n")
        except OSError as error:
            self.desk.refuse(f"The log cannot be written: {error.strerror}.")
            self.path = None

    def cash_out(self) -> None:
        """The person leaves with his chips."""
        session = self.session
        bought = sum(
            entry.chips for entry in session.log if isinstance(entry, (Sat, Bought)) and entry.person == YOU
        )
        if YOU not in session.state.chips:
            self.desk.say("You leave without having sat down.", "left")
            return
        chips = session.leave(self.seat)
        session.check()
        ahead = chips - bought
        how = f"{money(abs(ahead))} {'ahead' if ahead > 0 else 'behind'}" if ahead else "even"
        self.desk.say(
            f"You cash out {money(chips)}, {how}, after {self.rounds()}. Good night.",
            "left",
            chips=chips,
            bought=bought,
        )

    def rounds(self) -> str:
        many = sum(1 for entry in self.session.log if isinstance(entry, Dealt))
        return f"{many} round{'' if many == 1 else 's'}"
