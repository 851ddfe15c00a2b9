"""Hints at a live table: the best answer with its worth, and what a mistake cost at a table that tells it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.web.client import Client, Message

from housedealer import rooms
from housedealer.odds.advice import Spot, worked_out

GAMES = (
    "garlic-city/3-card-poker",
    "garlic-city/caribbean-stud-poker",
    "garlic-city/ultimate-texas-holdem",
    "garlic-city/super-pan-nine",
    "lucky-buck/pure-21-5-blackjack",
)


async def decision(client: Client) -> Message:
    """Answer what is suggested until a decision about one's own hand is asked."""
    async with asyncio.timeout(60):
        while True:
            ask = await client.next("ask", seconds=40)
            if ask["shape"] == "choose" and ask["name"] != "player-dealer" and ask["hand"]:
                return ask
            await client.send(
                "answer", table=ask["table"], question=ask["question"], answer=ask["suggested"]["answer"]
            )


async def told(client: Client, answer: Any, ask: Message) -> str:
    """Give an answer; what the table says of it."""
    await client.send("answer", table=ask["table"], question=ask["question"], answer=answer)
    while True:
        notice = await client.next("notice", seconds=20)
        if notice["code"] == "advice":
            return str(notice["says"])


@pytest.mark.parametrize("game", GAMES)
def test_the_best_answer_and_what_a_mistake_costs(run: Any, game: str) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        await client.sit_at(game, bank_bot=True, practice=True, advice=True, bots=2)
        right = wrong = 0
        for number in range(8):
            ask = await decision(client)
            hint = await client.do("hint", table=ask["table"], question=ask["question"])
            assert hint["type"] == "hint"
            offered = [one["answer"] for one in ask["answers"]]
            assert hint["answer"] in offered
            worth = hint["worth"]
            if worth is None or hint["answer"] == "player-dealer":
                answered = {"table": ask["table"], "question": ask["question"], "answer": hint["answer"]}
                await client.send("answer", **answered)
                continue
            assert hint["says"].startswith("Best is: ")
            assert [one["worth"] for one in worth] == sorted((one["worth"] for one in worth), reverse=True)
            last = worth[-1]
            if number % 2 and last["answer"] != hint["answer"] and last["answer"] in offered:
                says = await told(client, last["answer"], ask)
                assert "costs" in says, says
                assert last["costs"] >= 0
                wrong += 1
            else:
                says = await told(client, hint["answer"], ask)
                assert says.startswith("That was best: "), says
                right += 1
        assert right
        assert wrong

    run(visit)


def test_the_worth_is_that_of_the_cards_seen(run: Any) -> None:
    game = rooms.game("garlic-city/3-card-poker")

    async def visit(client: Client) -> None:
        await client.guest()
        await client.sit_at(game.id, bank_bot=True, practice=True, bots=2)
        ask = await decision(client)
        hint = await client.do("hint", table=ask["table"], question=ask["question"])
        scene = [one for one in client.seen if one["type"] == "scene"][-1]
        hand = tuple(scene["you"]["hands"][ask["hand"]]["pieces"])
        expected = worked_out(Spot(game.head.script, game.params, (hand, -1), ("play", "fold")))
        assert expected is not None
        assert hint["answer"] == expected.answer
        assert {one["answer"]: one["worth"] for one in hint["worth"]} == pytest.approx(dict(expected.worth))

    run(visit)


def test_only_practice_tells_mistakes(run: Any) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        answer = await client.http.post("/api/tables", json={"game": GAMES[0], "advice": True})
        assert answer.status_code == 409
        opened = await client.post("/api/tables", {"game": GAMES[0], "advice": True, "practice": True})
        assert opened["table"]["advice"] is True
        assert any("mistakes" in one for one in opened["table"]["not_as_approved"])

    run(visit)
