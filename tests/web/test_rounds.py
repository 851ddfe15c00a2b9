"""Rounds of real games over a real socket, by a client that knows none of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.web.client import Client

GAMES = (
    "garlic-city/3-card-poker",
    "garlic-city/pai-gow-tiles",
    "garlic-city/texas-holdem",
    "garlic-city/draw-poker",
    "garlic-city/chinese-13-card-poker",
    "lucky-buck/ez-baccarat",
    "lucky-buck/pan",
    "lucky-buck/pure-21-5-blackjack",
)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_played_by_suggested_answers(run: Any, game: str) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        await client.sit_at(game, bank_bot=True)
        settled = [one for one in await client.play(4) if client.name in one["nets"]]
        assert settled
        for one in settled:
            assert one["net"] == one["nets"][client.name]
            assert one["void"] is None
            fees = one["collection"]["table"]
            assert sum(one["nets"].values()) + fees == 0 or game == "lucky-buck/pan"
        _events_have_no_holes(client)
        _moves_explain_the_chips(client)
        _questions_show_the_pieces_of_the_hand(client)

    run(visit)


def _events_have_no_holes(client: Client) -> None:
    next_of: dict[int, int] = {}
    for message in client.seen:
        if message["type"] != "events":
            continue
        numbers = [event["at"] for event in message["events"]]
        first = next_of.get(message["round"], 0)
        assert numbers == list(range(first, first + len(numbers)))
        next_of[message["round"]] = first + len(numbers)
    assert next_of


def _questions_show_the_pieces_of_the_hand(client: Client) -> None:
    held: dict[str, list[int]] = {}
    for message in client.seen:
        if message["type"] == "scene":
            held = {key: one["pieces"] for key, one in message["you"]["hands"].items()}
        if message["type"] == "ask" and message["shape"] in ("pick", "arrange", "meld"):
            own = held[message["hand"]]
            assert message["pieces"][: len(own)] == own
            assert len(message["pieces"]) == len(message["faces"])


def _moves_explain_the_chips(client: Client) -> None:
    """Whoever was there from the first event on can account for every chip that he won or lost."""
    moved: dict[int, int] = {}
    whole = set()
    for message in client.seen:
        if message["type"] == "events":
            if message["since"] == 0:
                whole.add(message["round"])
            for event in message["events"]:
                for move in event.get("moves", ()):
                    change = (move["to"] == client.name) - (move["from"] == client.name)
                    moved[message["round"]] = moved.get(message["round"], 0) + change * move["amount"]
        elif message["type"] == "settled" and message["round"] in whole and message["net"] is not None:
            assert moved.get(message["round"], 0) == message["net"]


def test_a_scene_hides_what_others_hold(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        await client.sit_at("garlic-city/texas-holdem")
        await client.play(3)
        own = 0
        for scene in (one for one in client.seen if one["type"] == "scene" and one["state"] == "dealing"):
            for seat in scene["seats"]:
                for hand in seat.get("hands", ()):
                    assert all(
                        piece == -1 for piece, up in zip(hand["pieces"], hand["up"], strict=True) if not up
                    )
            own += sum(piece >= 0 for hand in scene["you"]["hands"].values() for piece in hand["pieces"])
        assert own

    run(visit)


def test_two_people_at_a_table_see_their_own(house: Any) -> None:
    async def visit() -> None:
        ann, bob = Client(house.base), Client(house.base)
        await ann.guest("Ann Lee")
        await bob.guest("Bob Ray")
        table = await ann.sit_at("garlic-city/texas-holdem", bots=0)
        await bob.connect()
        await bob.do("join", table=table)
        sat = await bob.do("sit", table=table, seat=5, chips=20_000)
        assert sat["type"] == "ack"
        await asyncio.gather(ann.play(3), bob.play(3))
        for one in (ann, bob):
            for message in one.seen:
                if message["type"] == "scene":
                    assert message["you"]["name"] == one.name
                if message["type"] == "ask":
                    assert message["who"] == one.name
        dealt = [
            event
            for message in ann.seen
            if message["type"] == "events"
            for event in message["events"]
            if event["kind"] == "deal"
        ]
        others = [event for event in dealt if event["hand"] == "5"]
        assert others
        assert all(event["args"][2] is None for event in others)
        await ann.close()
        await bob.close()

    asyncio.run(visit())
