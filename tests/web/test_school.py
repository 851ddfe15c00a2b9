"""The dealer's school over HTTP."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Client, Message
from tests.web.served import Served

from housedealer.floor.school.exercise import Exercise, Stand, ordered
from housedealer.rooms import game, games

Run = Callable[[Callable[[Client], Awaitable[Any]]], Any]
KINDS: dict[str, str] = {}
for one in games():
    banked = "banked" if hasattr(one.params, "spot") else "exchange"
    KINDS.setdefault("pot" if one.play.poker else banked, one.id)


def beside(name: str, seed: str, **more: Any) -> Exercise:
    """The same exercise without the house: it knows what is right."""
    found = Exercise("beside", "Ann", ordered(name, None, None, None, seed, **more), Stand())
    found.begin(0)
    return found


async def through(client: Client, begun: Message, known: Exercise) -> Message:
    """Answer everything rightly; the last answer."""
    shown = begun
    while shown["ask"] is not None:
        point = known.point
        assert point is not None
        assert shown["ask"]["title"] == point.title
        shown = await client.post(
            f"/api/school/{begun['exercise']['id']}/answer",
            {"question": shown["ask"]["question"], "answer": point.answer},
        )
        assert shown["right"], (point.title, shown["expected"])
        assert not shown["late"]
        before = known.stand.round
        known.marked(known.judge(known.question, point.answer, None, 0), 0)
        assert bool(shown["ended"]) == (known.stand.round > before)
    return shown


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_exercise_of_each_kind_of_game(run: Run, kind: str) -> None:
    """All answers right, to the end, with the sheet and its rows."""
    name = KINDS[kind]

    async def visit(client: Client) -> None:
        await client.guest()
        skills = (await client.get("/api/school"))["skills"]
        assert {"id", "title", "says"} == set(skills[0])
        begun = await client.post("/api/school", {"game": name, "seed": kind, "rounds": 2, "errors": True})
        assert begun["scene"]["seats"]
        assert begun["ask"]["question"] == f"{begun['exercise']['id']}/0"
        done = await through(client, begun, beside(name, kind, rounds=2, errors=True))
        row = done["exercise"]
        assert row["done"]
        assert row["asked"] == row["right"] > 5
        listed = (await client.get("/api/school"))["exercises"]
        assert listed == [row]
        sheet = await client.get("/api/school/progress")
        assert sum(one["asked"] for one in sheet["skills"]) == row["asked"]
        assert sheet["missed"] == []
        text = (await client.http.get("/api/school/progress.csv")).text
        assert len(list(csv.DictReader(io.StringIO(text)))) == row["asked"]

    run(visit)


def test_a_wrong_answer_and_more_of_what_was_missed(run: Run) -> None:
    """It is told with the rule, stands in the sheet, and is asked more of."""

    async def visit(client: Client) -> None:
        await client.guest()
        name = "garlic-city/texas-holdem"
        begun = await client.post("/api/school", {"game": name, "skills": ["deal"], "seed": "w"})
        path = f"/api/school/{begun['exercise']['id']}"
        said = await client.post(f"{path}/answer", {"question": begun["ask"]["question"], "say": "nobody"})
        assert not said["right"]
        assert said["expected"]["answer"].startswith("seat")
        because = said["because"]
        assert because["book"] == game(name).head.book
        assert because["lines"][0] > 0
        assert because["words"]
        assert said["exercise"]["right"] == 0
        again = await client.get(path)
        assert again["ask"] == said["ask"]
        stopped = await client.post(f"{path}/stop", {})
        assert stopped["exercise"]["done"]
        assert (await client.get(path))["ask"] is None
        missed = (await client.get("/api/school/progress"))["missed"]
        assert [(one["game"], one["skill"], one["many"]) for one in missed] == [(name, "deal", 1)]
        more = await client.post("/api/school", {"game": name, "missed": True, "seed": "w"})
        many = 0
        while more["ask"] is not None:
            many += more["ask"]["skill"] == "deal"
            more = await client.post(
                f"/api/school/{more['exercise']['id']}/answer",
                {"question": more["ask"]["question"], "answer": _any(more["ask"])},
            )
        assert many > more["exercise"]["asked"] // 2

    run(visit)


def _any(ask: Message) -> Any:
    if ask["shape"] == "amount":
        return ask["low"]
    return [] if ask["shape"] == "wagers" else ask["answers"][0]["answer"]


def test_a_guest_s_progress_stays_his(run: Run) -> None:
    """An account made from a guest has what the guest was asked, under whatever name."""

    async def visit(client: Client) -> None:
        guest = (await client.guest())["person"]["name"]
        begun = await client.post("/api/school", {"game": "garlic-city/texas-holdem", "seed": "g"})
        path = f"/api/school/{begun['exercise']['id']}"
        last = await client.post(
            f"{path}/answer", {"question": begun["ask"]["question"], "answer": _any(begun["ask"])}
        )
        before = await client.get("/api/school/progress")
        account = await client.post("/api/register", {"name": "Dora Deals", "password": "a long secret"})
        assert account["person"]["name"] != guest
        assert (await client.get(path))["ask"] == last["ask"]
        assert await client.get("/api/school/progress") == before
        assert len((await client.get("/api/school"))["exercises"]) == 1

    run(visit)


def test_what_is_refused(run: Run) -> None:
    """Strangers, other people's exercises, questions that are not open, answers that are none."""

    async def visit(client: Client) -> None:
        async def status(path: str, body: Message) -> tuple[int, str]:
            found = await client.http.post(path, json=body)
            return found.status_code, found.json()["error"]["code"]

        assert await status("/api/school", {"game": "lucky-buck/pan"}) == (401, "sign-in")
        await client.guest()
        assert await status("/api/school", {"game": "nowhere/nothing"}) == (409, "refused")
        assert await status("/api/school", {"game": "lucky-buck/pan", "limit": "x"}) == (409, "refused")
        assert await status("/api/school", {"game": "lucky-buck/pan", "skill": 1}) == (400, "bad-request")
        assert await status("/api/school", {"game": 7}) == (400, "bad-request")
        begun = await client.post("/api/school", {"game": "garlic-city/texas-holdem", "seed": "r"})
        path = f"/api/school/{begun['exercise']['id']}"
        ask = begun["ask"]
        assert await status(f"{path}/answer", {"question": "s0/0", "answer": 1}) == (409, "refused")
        nothing: tuple[Any, ...] = (None, 7, [], {}, "dance", [[1]], True, [["a"], [1]], 10**30, 1.5)
        for answer in nothing:
            found = await status(f"{path}/answer", {"question": ask["question"], "answer": answer})
            assert found == (409, "refused"), answer
        assert (await client.get(path))["ask"] == ask
        other = Client(client.base)
        try:
            await other.guest()
            assert (await other.http.get(path)).status_code == 404
            body = {"question": ask["question"], "answer": "seat 1"}
            assert (await other.http.post(f"{path}/answer", json=body)).status_code == 404
            assert (await other.get("/api/school"))["exercises"] == []
        finally:
            await other.close()

    run(visit)


def test_it_goes_on_after_the_house_was_killed(tmp_path: Path) -> None:
    """The open question, the marks and the sheet are as they were."""
    with Served(tmp_path / "data", "--no-limits") as served:

        async def visit() -> None:
            client = Client(served.base)
            await client.guest()
            begun = await client.post("/api/school", {"game": "lucky-buck/pan", "seed": "k", "seconds": 60})
            path = f"/api/school/{begun['exercise']['id']}"
            for _ in range(4):
                last = await client.post(
                    f"{path}/answer",
                    {"question": begun["ask"]["question"], "answer": _any(begun["ask"])},
                )
                begun = last
            before, sheet = await client.get(path), await client.get("/api/school/progress")
            served.kill()
            served.start()
            assert await client.get(path) == before
            assert await client.get("/api/school/progress") == sheet
            assert before["exercise"]["asked"] == 4
            new = await client.post("/api/school", {"game": "lucky-buck/pan"})
            assert new["exercise"]["id"] != before["exercise"]["id"]
            await client.close()

        asyncio.run(visit())
