"""The table as one person may see it, as data: what the terminal draws and the browser lays out.

`scene` gathers what a person may see of a round (through `View`, so never more). Nothing here knows a game:
hands are grouped by seat and by holder, pieces are told by their kind, money is read from wagers, bets, pots
and the bank.

    >>> from housedealer.rooms import game
    >>> from housedealer.table.round import deal
    >>> seen = scene(deal(game("garlic-city/texas-holdem"), seed=7), "player 2")
    >>> seen.you.hands[0].pieces == (-1, -1), seen.others[0].hands[0].pieces
    (False, (-1, -1))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from housedealer.floor.answers import money
from housedealer.pieces import cards, tiles
from housedealer.table.banking import PLAYER_DEALER, Banking
from housedealer.table.core import HOUSE
from housedealer.table.round import Round
from housedealer.table.tell import holder
from housedealer.table.view import View
from housedealer.wagers.ledger import FEES, JACKPOT
from housedealer.wagers.pots import side_pots

SORTED_FROM = 4
BANK, BUTTON, ACTION, TURN, KILL = "bank", "button", "action", "turn", "kill"
"""What a seat can be marked with."""
COVERS_ALL = -1
"""What stands for the money of a player-dealer who covers everything."""


class Held(msgspec.Struct, frozen=True):
    """A hand as the viewer sees it: its pieces, which lie face up, and its parts once it lies open as set.

    `order` is how its owner holds it; `stakes` is what stands open on each of its spots.
    """

    key: str
    title: str
    owner: str
    seat: int
    pieces: tuple[int, ...]
    up: tuple[bool, ...]
    parts: tuple[tuple[int, ...], ...] | None
    folded: bool
    order: tuple[int, ...]
    stakes: tuple[tuple[str, int], ...]

    @property
    def shown(self) -> tuple[tuple[int, ...], ...]:
        """The pieces part by part, or all of them in the order in which they are held."""
        return self.parts or (tuple(self.pieces[at] for at in self.order),)


class Place(msgspec.Struct, frozen=True):
    """One seat: who sits there, his chips, his hands, and what he did."""

    seat: int
    name: str
    chips: int
    hands: tuple[Held, ...]
    tags: tuple[str, ...]
    note: str
    net: int | None
    asked: bool


class Met(msgspec.Struct, frozen=True):
    """What became of a wager."""

    result: str
    covered: int
    pays: int
    returned: int


class Staked(msgspec.Struct, frozen=True):
    """A wager on the table; `sure` is what the player-dealer's money covers of it whatever happens."""

    id: int
    by: str
    hand: str
    seat: int
    spot: str
    amount: int
    open: bool
    sure: int | None
    result: Met | None


class Pooled(msgspec.Struct, frozen=True):
    """A pot, and the seats that can win it."""

    name: str
    amount: int
    seats: tuple[int, ...]


class Bank(msgspec.Struct, frozen=True):
    """The player-dealer and his money: what he put up (none yet, or `COVERS_ALL`), what he can still lose."""

    seat: int
    name: str
    turn: int
    turns: int
    put_up: int | None
    left: int | None


class Jar(msgspec.Struct, frozen=True):
    """Chips that lie on the table under a name of their own."""

    account: str
    amount: int


class Wanted(msgspec.Struct, frozen=True):
    """Somebody is asked something: who, what it is called, and about which hand."""

    who: str
    name: str
    hand: str | None


class Scene(msgspec.Struct, frozen=True):
    """All that one person can see of a table."""

    title: str
    terms: str
    pieces: str
    viewer: str | None
    places: tuple[Place, ...]
    shared: tuple[Held, ...]
    wagers: tuple[Staked, ...]
    pots: tuple[Pooled, ...]
    bank: Bank | None
    jars: tuple[Jar, ...]
    asked: tuple[Wanted, ...]
    action: int
    button: int
    money: tuple[str, ...]

    @property
    def you(self) -> Place | None:
        """The viewer's own place, if he has one."""
        return next((place for place in self.places if place.name == self.viewer), None)

    @property
    def others(self) -> tuple[Place, ...]:
        """The other places, clockwise from the viewer's left."""
        own = self.you
        if own is None:
            return self.places
        at = self.places.index(own)
        return self.places[at + 1 :] + self.places[:at]


def scene(round_: Round, who: str | None, terms: str = "", nets: bool = False) -> Scene:
    """What a person sees of a round at this moment; `nets` adds what everybody won or lost."""
    table, state, view = round_.table, round_.start, View(round_.table, who)
    asked = tuple([wanted(question) for _, question in round_.open()])
    busy = {one.who for one in asked}
    before: dict[int, list[Held]] = {seat: [] for seat in state.seats}
    shared: list[Held] = []
    for key, hand in table.hands.items():
        if hand.owner != HOUSE or key == PLAYER_DEALER:
            if hand.seat in before:
                before[hand.seat].append(held(table, view, key))
        elif hand.tokens:
            shared.append(held(table, view, key))
    marked = _marks(round_)
    places = []
    for seat, person in state.seats.items():
        tags = [tag for tag, at in marked if at == seat]
        if person in busy:
            tags.append(TURN)
        chips = table.ledger.balance.get(person, 0)
        net = chips - state.chips[person] if nets else None
        note = _note(round_, seat)
        places.append(Place(seat, person, chips, tuple(before[seat]), tuple(tags), note, net, person in busy))
    pots, bank, jars = _pots(round_), _bank(round_), tuple(_jars(round_))
    return Scene(
        title=title(round_.game),
        terms=terms,
        pieces=round_.game.params.pieces,
        viewer=who,
        places=tuple(places),
        shared=tuple(shared),
        wagers=tuple(_staked(table)),
        pots=pots,
        bank=bank,
        jars=jars,
        asked=asked,
        action=getattr(table, "action_seat", 0),
        button=_button(round_),
        money=tuple(_money(round_, pots, bank, jars)),
    )


def title(game: Any) -> str:
    """A game's room and name.

    >>> from housedealer.rooms import game
    >>> title(game("lucky-buck/pan"))
    'Lucky Buck · Pan'
    """
    return f"{game.room.replace('-', ' ').title()} · {game.head.name}"


def terms_of(stakes: Any) -> str:
    """How a table was opened, in a few words."""
    option = f"option {stakes.option} · " if stakes.option else ""
    limit = stakes.limit if stakes.structure else f"${stakes.limit}"
    return f"{option}{limit}"


def wanted(question: Any) -> Wanted:
    """What everybody may know of an open question."""
    about = getattr(question, "about", None)
    return Wanted(question.who, question.name, None if about is None else str(about))


def held(table: Any, view: View, key: str) -> Held:
    """A hand as somebody sees it."""
    hand = table.hands[key]
    seen = view.cards(key)
    order: Sequence[int] = range(len(seen))
    if hand.owner == view.who:
        order = shown_order(seen, hand.up, table.params.pieces)
    parts = None
    setting = getattr(table, "settings", {}).get(key)
    if isinstance(setting, str) and "/" in setting and all(hand.up):
        parts = tuple(_read(part, table.params.pieces) for part in setting.split("/"))
    return Held(
        key,
        holder(key),
        hand.owner,
        hand.seat,
        seen,
        tuple(hand.up),
        parts,
        hand.folded,
        tuple(order),
        tuple(view.stakes(key).items()),
    )


def shown_order(pieces: Sequence[int], up: Sequence[bool], kind: str) -> tuple[int, ...]:
    """In which order a hand's places are shown to its owner: a closed hand of many cards is sorted.

    >>> shown_order(cards.cards("2c As 9h Ad"), [False] * 4, "cards")
    (1, 3, 2, 0)
    """
    at = range(len(pieces))
    if kind == "tiles" or any(up) or len(pieces) < SORTED_FROM:
        return tuple(at)
    return tuple(sorted(at, key=lambda one: (-cards.rank(pieces[one]), -cards.suit(pieces[one]))))


def _read(text: str, kind: str) -> tuple[int, ...]:
    return tiles.tiles(text) if kind == "tiles" else cards.cards(text)


def _button(round_: Round) -> int:
    dealt = round_.game.play.poker and round_.stakes.structure.blinds
    return round_.start.button if dealt else 0


def _marks(round_: Round) -> list[tuple[str, int]]:
    """What seats are marked with, and which."""
    state, table = round_.start, round_.table
    kill = state.marks.get("kill")
    killers = {kill.get("seat", 0)} if isinstance(kill, dict) else set()
    killer = getattr(table, "killer", -1)
    if killer >= 0:
        killers.add(table.seats[killer])
    return [
        (BANK, state.bank),
        (BUTTON, _button(round_)),
        (ACTION, getattr(table, "action_seat", 0)),
        *((KILL, seat) for seat in killers),
    ]


def _note(round_: Round, seat: int) -> str:
    """What a player has done in this betting round."""
    table = round_.table
    if not hasattr(table, "bet") or seat not in table.seats:
        return ""
    at = table.seats.index(seat)
    if not table.live[at]:
        return "folded"
    if not table.stack[at]:
        return f"all-in {money(table.bet[at])}" if table.bet[at] else "all-in"
    return f"bet {money(table.bet[at])}" if table.bet[at] else ""


# -- money -------------------------------------------------------------------------------------------


def _staked(table: Any) -> Iterator[Staked]:
    """The wagers of the round, each with what the player-dealer's money is sure to cover of it."""
    if not isinstance(table, Banking):
        return
    sure = _sure(table)
    met: dict[int, Met] = {}
    lines: dict[tuple[str, str, str, int], list[Any]] = {}
    for line in table.lines:
        lines.setdefault((line.person, line.hand, line.spot, line.amount), []).append(line)
    for wager in table.wagers:
        if found := lines.get((wager.by, wager.hand, wager.spot, wager.amount)):
            line = found.pop(0)
            met[wager.id] = Met(line.result, line.covered, line.pays, line.returned)
    for wager in table.wagers:
        seat = int(wager.hand.partition(".")[0]) if wager.hand[:1].isdigit() else 0
        yield Staked(
            wager.id,
            wager.by,
            wager.hand,
            seat,
            wager.spot,
            wager.amount,
            wager.open,
            sure.get(wager.id) if wager.open else None,
            met.get(wager.id),
        )


def _sure(table: Banking) -> dict[int, int]:
    """How much of each open wager is covered even if every wager before it takes all that it can.

    Until first action is given, it is counted from the player-dealer's left.
    """
    left = table.bank_money.left
    if left is None:
        return {}
    places = table.state.places
    start = table.action_seat or table.state.bank % places + 1

    def place(wager: Any) -> tuple[int, ...]:
        seat = int(wager.hand.partition(".")[0]) if wager.hand[:1].isdigit() else 0
        distance = (seat - start) * table.direction % places
        kind = table.place_of_kind(wager.spot)
        return (kind, distance, wager.id) if table.nesting() == "spot-by-spot" else (distance, kind, wager.id)

    found = {}
    for wager in sorted((one for one in table.wagers if one.open), key=place):
        risk = max(table.most_at_risk(wager.spot, wager.amount), 1)
        found[wager.id] = min(wager.amount, wager.amount * max(0, left) // risk)
        left -= risk
    return found


def _pots(round_: Round) -> tuple[Pooled, ...]:
    table = round_.table
    if not round_.game.play.poker:
        return ()
    if round_.finished:  # as it was pushed, without what was dropped
        return tuple(
            Pooled(pot.name, pot.amount - pot.drop, tuple(table.seats[at] for at in pot.eligible))
            for pot in table.pots
        )
    total = table.ledger.balance.get("pot", 0)
    if not total:
        return ()
    capped = any(table.live[at] and not table.stack[at] for at in range(len(table.stack)))
    found = side_pots(table.paid, table.live)
    if not capped or len(found) < 2:
        live = tuple(seat for seat, alive in zip(table.seats, table.live, strict=True) if alive)
        return (Pooled("main", total, live),)
    names = ("main", *(f"side {number}" for number in range(1, len(found))))
    extra = total - sum(amount for amount, _ in found)  # antes and dead money are in the main pot
    return tuple(
        Pooled(name, amount + (0 if number else extra), tuple(table.seats[at] for at in eligible))
        for number, (name, (amount, eligible)) in enumerate(zip(names, found, strict=True))
    )


def _bank(round_: Round) -> Bank | None:
    table, state = round_.table, round_.start
    if not isinstance(table, Banking) or not state.bank:
        return None
    put_up: int | None = None
    left: int | None = None
    if any(event.kind == "bank" for event in table.events):
        money_ = table.bank_money
        put_up = COVERS_ALL if money_.amount is None else money_.amount
        left = money_.left
    return Bank(
        state.bank, state.seats.get(state.bank, ""), state.turn, int(table.params.turns), put_up, left
    )


def _jars(round_: Round) -> Iterator[Jar]:
    known = {*round_.start.chips, "pot", "wagers", "bank", FEES, JACKPOT}
    for account, amount in round_.table.ledger.balance.items():
        if amount and account not in known:
            yield Jar(account, amount)


def _money(round_: Round, pots: Sequence[Pooled], bank: Bank | None, jars: Sequence[Jar]) -> Iterator[str]:
    """The pots, the bank's money, and whatever else lies on the table, in words."""
    if pots:
        yield f"Pot {money(sum(pot.amount for pot in pots))}"
        if len(pots) > 1 and not round_.finished:
            yield " · ".join(f"{pot.name} {money(pot.amount)}" for pot in pots)
    if bank is not None:
        who = "You" if bank.name == "you" else bank.name
        if bank.put_up is None:
            yield f"{who} {'are' if who == 'You' else 'is'} the player-dealer"
        else:
            turn = {1: "1st", 2: "2nd"}.get(bank.turn, f"{bank.turn}th")
            yield f"Bank: {who}, {turn} of {bank.turns} rounds"
            table = round_.table.bank_money
            left = "covers everything" if bank.put_up == COVERS_ALL else f"put up {money(bank.put_up)}"
            moved = bank.left is not None and (table.paid or table.taken)
            yield f"{left}, {money(bank.left or 0)} left" if moved else left
    for jar in jars:
        yield f"{jar.account.replace('-', ' ').capitalize()} {money(jar.amount)}"
