"""Pan hands for tests: dealt with chosen cards, or told, with what is asked about them."""

from __future__ import annotations

from typing import Any

import msgspec

from housedealer.floor.adjudicate import adjudicate
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply
from housedealer.rooms import game
from housedealer.table.game import Game, State
from housedealer.table.questions import Choose
from housedealer.table.round import Round
from housedealer.table.stakes import open_table

PAN = game("lucky-buck/pan")
# Out in one turn with a five of hearts: sevens (1), kings (0), ace to five of hearts (1).
QUICK = "7c 7d 7h Ks Kh Kd Ah 2h 3h 4h"
QUICK_MELDS = ["meld 7c 7d 7h", "meld Ks Kh Kd", "meld Ah 2h 3h 4h 5h"]
DULL = "Ac 3d 5s 7h Jd Qs 2s 4c 6h Kc"
FLAT = "As 3c 5d 7s Jc Qh 2c 4d 6c Kd"


def lucky(readings: dict[str, str] | None = None, **more: Any) -> Game:
    """The game under readings, and with fields of its data changed."""
    ruled = PAN.ruled(readings or {})
    return msgspec.structs.replace(ruled, params=msgspec.structs.replace(ruled.params, **more))


def told(hands: dict[int, str], stock: str, script: list[tuple[int, str]], **more: Any) -> dict[str, Any]:
    """The verdict on a told hand; everybody plays, unless the script begins with declarations of its own."""
    declared = [] if script and script[0][1] in ("play", "pass") else [(seat, "play") for seat in hands]
    alternatives = more.pop("alternatives", False)
    document = {
        "game": PAN.id,
        "limit": "singles 1",
        "pieces": {**{str(seat): hand for seat, hand in hands.items()}, "stock": stock},
        "answers": [{"seat": seat, "answer": word} for seat, word in [*declared, *script]],
        "previous_winner": max(hands),
        **more,
    }
    return adjudicate(document, alternatives=alternatives)


def nets(verdict: dict[str, Any]) -> dict[int, str]:
    return {entry["seat"]: entry["net"] for entry in verdict["seats"]}


def seated(many: int, chips: int = 10_000, winner: int = 0, **marks: Any) -> State:
    """A table of so many, the highest seat having won the last hand unless said otherwise."""
    people = {seat: f"p{seat}" for seat in range(1, many + 1)}
    return State(
        seats=people,
        chips=dict.fromkeys(people.values(), chips),
        places=8,
        marks={"previous_winner": winner or many, **marks},
    )


def dealt(
    hands: dict[int, str], stock: str, ruled: Game = PAN, state: State | None = None, limit: str = ""
) -> Round:
    """A hand with these cards, in order of play; everybody has declared to play."""
    first = {seat: cards(hand)[:5] for seat, hand in hands.items()}
    rest = {seat: cards(hand)[5:] for seat, hand in hands.items()}
    order = [card for half in (first, rest) for hand in half.values() for card in hand]
    supply = OrderSupply([*order, *cards(stock)])
    round_ = Round(ruled, open_table(ruled, limit=limit or None), state or seated(len(hands)), supply)
    while isinstance(round_.question, Choose) and round_.question.name == "declare":
        round_.answer("play")
    return round_


def say(round_: Round, *words: str) -> Round:
    """Answer in words, whoever is asked."""
    for word in words:
        _, question = round_.open()[0]
        round_.answer(question.parse(word))
    return round_


def chips(round_: Round) -> dict[str, int]:
    return {who: amount - round_.start.chips[who] for who, amount in balances(round_).items()}


def balances(round_: Round) -> dict[str, int]:
    return {who: round_.table.ledger.balance[who] for who in round_.start.chips}


def asked(round_: Round) -> tuple[str, str]:
    _, question = round_.open()[0]
    return question.who, question.name
