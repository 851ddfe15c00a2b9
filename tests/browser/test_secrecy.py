"""Two players and a spectator at one table, each in his own browser: nobody's is told what he may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.visitor import PATIENCE, Message, Visitor

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def face(piece: int) -> str:
    """A card as it is written in sentences."""
    return RANKS[piece // 4] + SUITS[piece % 4]


def held(visitor: Visitor) -> dict[str, list[int]]:
    """The visitor's own hands, as his newest scene has them."""
    return {key: one["pieces"] for key, one in visitor.newest("scene")["you"]["hands"].items()}


def _told(message: Message) -> Iterator[int]:
    """Every piece that a message tells."""
    if message["type"] == "scene":
        hands = [hand for seat in message["seats"] for hand in seat.get("hands", ())] + message["shared"]
        for hand in hands:
            yield from hand["pieces"]
            yield from (piece for part in hand["parts"] or () for piece in part)
        for own in (message["you"] or {"hands": {}})["hands"].values():
            yield from own["pieces"]
    elif message["type"] == "ask":
        yield from message.get("pieces", ())
    elif message["type"] == "events":
        for event in message["events"]:
            args: list[Any] = event["args"]
            if event["kind"] == "deal" and args[2] is not None:
                yield args[2]
            elif event["kind"] in ("show", "look"):
                yield from args[-1]


def betrayed(visitor: Visitor, round_: int, secret: set[int]) -> list[Any]:
    """Whatever of a secret came to somebody's socket, or stands in his page."""
    of_round = [one for one in visitor.frames if one.get("round") == round_]
    found: list[Any] = [(one["type"], piece) for one in of_round for piece in _told(one) if piece in secret]
    words = [event["words"] for one in of_round if one["type"] == "events" for event in one["events"]]
    found += [said for said in words for piece in secret if face(piece) in said.replace(".", " ").split()]
    return found + sorted(visitor.pieces_of(round_) & secret)


@pytest.mark.parametrize("game", ["garlic-city/3-card-poker", "garlic-city/texas-holdem"])
def test_nobody_sees_anothers_cards(game: str, visit: Callable[..., Visitor]) -> None:
    ann, bob, eve = visit(), visit(), visit()
    table = ann.opens(game)
    bob.sits(table)
    eve.at(f"table/{table}")
    expect(eve.page.locator(".felt .plate").first).to_be_visible(timeout=PATIENCE)
    looked = 0
    last = {ann.page: "", bob.page: ""}
    for _ in range(400):
        for one in (ann, bob):
            if one.question in ("", last[one.page]):
                continue
            own = one.newest("ask")["hand"]
            if own in held(one):  # what one is asked about lies before one's eyes
                shown = "piece => document.querySelector(`[data-piece='${piece}']`)"
                for piece in held(one)[own]:
                    one.page.wait_for_function(shown, arg=piece, timeout=PATIENCE)
            looked += compared(one.newest("ask")["round"], ann, bob, eve)
            if looked > 3:
                return
            last[one.page] = one.question
            one.answers()
        ann.page.wait_for_timeout(30)
    raise AssertionError("the two hardly ever held cards at the same time")


def compared(round_: int, ann: Visitor, bob: Visitor, eve: Visitor) -> bool:
    """Look whether anything that one of the two holds came to another; whether both held something."""
    secrets = 0
    for one, others in ((ann, (bob, eve)), (bob, (ann, eve))):
        scene = one.newest("scene")
        if scene["round"] != round_:
            continue
        hands = [hand for seat in scene["seats"] for hand in seat.get("hands", ())]
        lying_open = {piece for hand in hands for piece in hand["pieces"]}
        secret = {piece for hand in held(one).values() for piece in hand if piece >= 0}
        if secret and not secret & lying_open:
            secrets += 1
            assert [betrayed(other, round_, secret) for other in others] == [[], []]
    return secrets == 2
