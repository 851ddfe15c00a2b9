"""The paths that are read, and one clear error for whatever is asked wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.client import Client

GAME = "/api/games/garlic-city/3-card-poker"


@pytest.mark.parametrize(
    ("path", "status"),
    (
        ("/health", 200),
        ("/api/rooms", 200),
        ("/api/pieces", 200),
        (GAME, 200),
        (f"{GAME}/sheet", 200),
        (f"{GAME}/page", 200),
        (f"{GAME}/rules?q=fold", 200),
        (f"{GAME}/odds?option=1", 200),
        (f"{GAME}/odds?ruling=x", 400),
        (f"{GAME}/odds?ruling=x=y", 409),
        (f"{GAME}/odds?decks=0", 400),
        (f"{GAME}/odds?remove=zz", 400),
        (f"{GAME}/odds?spot=zz", 409),
        ("/api/rulings?game=lucky-buck/pan", 200),
        ("/api/rulings?game=nope", 404),
        ("/api/games/nope/x", 404),
        ("/api/tables", 200),
        ("/api/tables/zz", 404),
        ("/api/tables/t1/rounds?count=x", 400),
        ("/api/tables/t1/rounds/x", 404),
        ("/api/tables/t1/rounds/99", 404),
    ),
)
def test_what_is_read(run: Any, path: str, status: int) -> None:
    async def visit(client: Client) -> None:
        answer = await client.http.get(path)
        assert answer.status_code == status, answer.text
        if status != 200:
            error = answer.json()["error"]
            assert error["code"]
            assert error["says"]

    run(visit)


OPENINGS: tuple[tuple[dict[str, Any], int], ...] = (
    ({"game": 7}, 400),
    ({"game": "lucky-buck/pan", "tables": 1}, 400),
    ({"game": "lucky-buck/pan", "limit": "x"}, 409),
    ({"game": "lucky-buck/pan", "option": "99"}, 409),
    ({"game": "lucky-buck/pan", "rulings": {"x": "y"}}, 409),
    ({"game": "lucky-buck/pan", "seats": 99}, 409),
    ({"game": "lucky-buck/pan", "bots": 10**30}, 409),
    ({"game": "lucky-buck/pan", "pace": "x"}, 409),
    ({"game": "nope"}, 409),
    ({"game": "garlic-city/texas-holdem", "limit": f"{10**30}/{10**31}"}, 409),
    ({"game": "garlic-city/3-card-poker", "limit": "5-1e9"}, 409),
)


@pytest.mark.parametrize(("wanted", "status"), OPENINGS)
def test_tables_that_cannot_be_opened(run: Any, wanted: dict[str, Any], status: int) -> None:
    async def visit(client: Client) -> None:
        await client.guest()
        before = (await client.get("/api/tables"))["tables"]
        answer = await client.http.post("/api/tables", json=wanted)
        assert answer.status_code == status, answer.text
        assert (await client.get("/api/tables"))["tables"] == before

    run(visit)


def test_a_round_is_settled_as_told(run: Any) -> None:
    async def visit(client: Client) -> None:
        told = {
            "game": "lucky-buck/ez-baccarat", "option": "1", "player_dealer": {"seat": 1, "amount": "500"},
            "wagers": [{"seat": 2, "spot": "banker", "amount": "25"}],
            "pieces": {"player": "9h 4c 2d", "banker": "Kd 7s"},
        }  # fmt: skip
        verdict = await client.post("/api/adjudicate", told)
        assert verdict["settlement"][0]["pays"] == "25"
        for wrong in ({}, {**told, "wagers": 7}, {**told, "pieces": {"player": "zz"}}, {**told, "game": "x"}):
            answer = await client.http.post("/api/adjudicate", json=wrong)
            assert answer.status_code == 409
            assert answer.json()["error"]["says"]

    run(visit)
