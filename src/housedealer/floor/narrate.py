"""What happened, told to the person at the table: names for seats, "you" for himself, no line for trifles.

The sentences are `table.tell`'s; here they are addressed to one person, and runs of small events are drawn
together (a hand's cards as one line, a bettor's wagers as one line).

    >>> from housedealer.rooms import game
    >>> from housedealer.table.core import Event
    >>> events = [Event("bet", (2, "raise", 800, 1600)), Event("bet", (1, "call", 800, 1600))]
    >>> story(events, game("garlic-city/texas-holdem"), {1: "you", 2: "Lucille"})
    ['Lucille raises to $16.', 'You call $8.']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from housedealer.floor.answers import money
from housedealer.table.core import Event
from housedealer.table.game import Game
from housedealer.table.tell import holder, person, piece, tell

YOU = "you"
SETTLING = ("settled", "paid", "award", "uncalled", "taken-up", "sevens-return")
LAID = ("melds", "adds", "throws")
UNTOLD_TRIFLES = ("burn", "discard", "move", "hand")
_VERBS = {"has": "have", "is": "are", "goes": "go", "was": "were"}
_WINNERS = re.compile(r": \d+( or \d+)*\.$")
_YOURS = re.compile(r"\b[Yy]ou's\b")
_YOU_DO = re.compile(r"^[Yy]ou (\w+)")
_YOU_HAVE = re.compile(r"(?<=: you )(has|is|goes|was)\b")
_AND_DO = re.compile(r"^(You [^:]*?) and (\w+s) ")
_AFTER_COLON = re.compile(r": (The|A|An|No) ")
_PRIZE = re.compile(r"^(\S.*?(?:'s|[Yy]our)) \$0 on ([^:]+?) wins")
_SEAT = re.compile(r"\b([Ss])eat (\d+)('s)?")
_SEATS = re.compile(r"\b[Ss]eats (\d+(?:(?:, | and )\d+)+)\b")


def address(text: str, seats: Mapping[int, str]) -> str:
    """A sentence with names for seats, speaking to the viewer himself.

    >>> address("Seat 1 is the player-dealer and puts up $50.", {1: "you"})
    'You are the player-dealer and put up $50.'
    >>> address("you's $5 on Ante at seat 1 wins $5.", {1: "you"})
    'Your $5 on Ante wins $5.'
    >>> address("Seat 1 wins $5: Seat 1 has the best hand: pair of aces.", {1: "you"})
    'You win $5: you have the best hand: pair of aces.'
    >>> address("Seat 1 adds 3s to its meld 1.", {1: "you"})
    'You add 3s to your meld 1.'
    >>> address("Ann's $0 on ante bonus at seat 2 wins $40: ante bonus: straight.", {2: "Ann"})
    "Ann's ante bonus wins $40: ante bonus: straight."
    >>> address("Seat 3 wins $5: Seats 1 and 3 have the lowest hand: 6-4.", {1: "you", 3: "Tex"})
    'Tex wins $5: you and Tex have the lowest hand: 6-4.'
    """

    def names(found: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda seat: seats.get(int(seat[0]), f"seat {seat[0]}"), found[1])

    def name(found: re.Match[str]) -> str:
        who = seats.get(int(found[2]))
        return f"{who}{found[3] or ''}" if who else found[0]

    if "eat" in text:
        text = _SEAT.sub(name, text)
    if "eats " in text:
        text = _SEATS.sub(names, text)
    if " at " in text:
        folded = text.lower()
        for who in set(seats.values()):
            if f" at {who.lower()}" in folded:
                own = re.escape(who)
                text = re.sub(rf"^({own}(?:'s)? .*?) at {own}\b", r"\1", text, flags=re.IGNORECASE)
    if "you" in text or "You" in text:
        if "ou's" in text:
            text = _YOURS.sub("your", text)
        text = _YOU_DO.sub(lambda found: f"You {_second(found[1])}", text)
        if text.startswith(("You ", "you ")):
            text = text.replace(" its ", " your ")
        if ": you " in text:
            text = _YOU_HAVE.sub(lambda found: _second(found[1]), text)
        if " and " in text:
            text = _AND_DO.sub(lambda found: f"{found[1]} and {_second(found[2])} ", text)
    if " $0 on " in text:
        text = _PRIZE.sub(r"\1 \2 wins", text)
    if ": " in text:
        text = _AFTER_COLON.sub(lambda found: f": {found[1].lower()} ", text)
    return text[:1].upper() + text[1:]


def _second(verb: str) -> str:
    """A verb as one says it to `you`."""
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _said_next(event: Event, then: str) -> bool:
    """Whether the next sentence says it all: a card that is drawn from the stock, or laid in a meld."""
    if event.kind == "deal":
        return bool(event.args[0] == "stock") and then == "turns-up"
    return event.kind == "show" and then in LAID


def story(
    events: Iterable[Event], game: Game, seats: Mapping[int, str], whole: bool = False, felt: bool = False
) -> list[str]:
    """Lines for events as one viewer was given them.

    `whole` tells the settlement line by line too; with a `felt` before him the viewer sees for himself which
    pieces and wagers lie at the other seats.
    """
    lines: list[str] = []
    cards: dict[str, list[int]] = {}
    wagers: dict[tuple[str, str], list[str]] = {}

    def others(hand: str) -> bool:
        return seats.get(int(hand.partition(".")[0]), YOU) != YOU if hand[:1].isdigit() else False

    def flush() -> None:
        for key, found in cards.items():
            faces = " ".join(piece(one, game) for one in found)
            lines.append(address(f"{holder(key).capitalize()} gets {faces}.", seats))
        for (by, hand), placed in wagers.items():
            at = "" if seats.get(int(hand.partition(".")[0] or 0)) == by else f" at {holder(hand)}"
            lines.append(address(f"{person(by)} bets {', '.join(placed)}{at}.", seats))
        cards.clear()
        wagers.clear()

    told = list(events)
    for at, event in enumerate(told):
        if _said_next(event, told[at + 1].kind if at + 1 < len(told) else ""):
            continue
        if event.kind == "deal":
            if wagers:
                flush()
            if event.args[2] is not None and not (felt and others(event.args[0])):
                cards.setdefault(event.args[0], []).append(event.args[2])
            continue
        if event.kind == "wager":
            if cards:
                flush()
            by, hand, spot, amount = event.args
            if felt and by != YOU:
                continue
            where = f" on {spot_title(game, spot)}"
            wagers.setdefault((by, hand), []).append(f"{money(amount)}{where}")
            continue
        if event.kind in UNTOLD_TRIFLES or (event.kind in (*SETTLING, "fee") and not whole):
            continue
        flush()
        line = address(tell(event, game), seats)
        lines.append(_WINNERS.sub(".", line) if event.kind == "award" else line)
    flush()
    return lines


def each(events: Iterable[Event], game: Game, seats: Mapping[int, str]) -> list[str]:
    """A sentence for every event, for those who read them one by one."""
    return [address(tell(event, game), seats) for event in events]


def spot_title(game: Game, spot: str) -> str:
    """A spot as the rule book writes it."""
    for known in getattr(game.params, "spot", ()):
        if known.name == spot and known.title:
            return str(known.title)
    return spot.replace("-", " ")


def fees(events: Sequence[Event], who: str) -> tuple[int, int]:
    """What a person paid in collection over these events, and what everybody paid together."""
    paid = [(event.args[0], event.args[1]) for event in events if event.kind == "fee"]
    return sum(amount for payer, amount in paid if payer == who), sum(amount for _, amount in paid)


def concerns(event: Event, who: str, seat: int, banks: bool) -> bool:
    """Whether a line of the settlement is about this person: his wager, his bank, his pot, his debt."""
    first: Any = event.args[0] if event.args else None
    match event.kind:
        case "settled":
            return banks or first.person == who
        case "paid":
            return seat in (first.payer, first.payee)
        case "award" | "uncalled" | "taken-up" | "sevens-return":
            return True
    return False
