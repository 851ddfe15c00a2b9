"""Odds, best play and banking over HTTP: the numbers of Python, and tables that do not wait for them."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.client import Client
from tests.web.served import Served

from housedealer.odds import bank, strategy

GAME = "/api/games/lucky-buck/commission-free-baccarat"
BANK = f"{GAME}/bank"
THREE = "/api/games/garlic-city/3-card-poker"
STUD = "/api/games/garlic-city/caribbean-stud-poker"


def test_the_bank_is_told_as_in_python(run: Any) -> None:
    expected = bank.of(
        GAME.removeprefix("/api/games/"), players=4, bet="25:60%,50:40%", sides={"tie": 500}, rounds=20_000,
        staff=2500, contract=7300, seed=3, hours=4.0,
    )  # fmt: skip

    async def visit(client: Client) -> None:
        asked: dict[str, str | int] = {
            "players": 4, "bet": "25:60%,50:40%", "side": "tie=500", "rounds": 20_000, "staff": 2500,
            "contract": 7300, "seed": 3, "hours": 4,
        }  # fmt: skip
        found = await client.get(f"{BANK}?{httpx.QueryParams(asked)}")
        plain = expected.as_json()
        for name in ("action", "net", "hour", "fees", "shift", "options", "cover_all", "bankroll", "data"):
            assert found[name] == _listed(plain[name]), name
        costs = expected.costs_hour * 4
        assert costs > 0
        assert found["outcomes"] == [[round(at - costs, 2), chance] for at, chance in expected.outcomes]
        mean = sum(at * chance for at, chance in found["outcomes"])
        whole = sum(chance for _, chance in found["outcomes"])
        assert mean / whole == pytest.approx(found["shift"]["mean"], abs=0.02 * found["shift"]["sd"])
        told = Counter(option for curve in found["curves"] for option in curve["options"])
        assert told == Counter(one.option for one in expected.curves)
        for curve in found["curves"]:
            assert len(curve["bets"]) == len(curve["action"]) == len(curve["net"])

    run(visit)


def _listed(value: Any) -> Any:
    """Data as JSON has it."""
    if isinstance(value, dict):
        return {name: _listed(one) for name, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, (list, tuple)) else value


def test_the_best_play_is_told_as_in_python(run: Any) -> None:
    async def visit(client: Client) -> None:
        found = await client.get(f"{STUD}/strategy")
        assert found["charts"] == [_listed(one.as_json()) for one in strategy.of(found["game"])]
        other = await client.get(f"{STUD}/strategy?ruling=ante-pays=even-money")
        assert other["rulings"]["ante-pays"] == "even-money"
        assert other["charts"] != found["charts"]
        nothing = await client.get(f"{GAME}/strategy")
        assert (nothing["charts"], nothing["strategy"]) == ([], "")

    run(visit)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    (
        (f"{BANK}?players=15", 400, "bad-request"),
        (f"{BANK}?players=x", 400, "bad-request"),
        (f"{BANK}?share=nan", 400, "bad-request"),
        (f"{BANK}?ruin=1", 400, "bad-request"),
        (f"{BANK}?side=tie", 400, "bad-request"),
        (f"{BANK}?side=tie=-5", 400, "bad-request"),
        (f"{BANK}?rounds=100000000", 400, "bad-request"),
        (f"{BANK}?bet=much", 409, "refused"),
        (f"{BANK}?option=99", 409, "refused"),
        (f"{BANK}?side=zz=500", 409, "refused"),
        (f"{BANK}?ruling=x=y", 409, "refused"),
        (f"{BANK}?bet=100000", 409, "refused"),
        (f"{STUD}/strategy?ruling=ante-pays=x", 409, "refused"),
        ("/api/games/garlic-city/texas-holdem/bank", 404, "no-engine"),
        ("/api/games/garlic-city/texas-holdem/strategy", 404, "no-engine"),
        ("/api/games/nope/x/bank", 404, "not-found"),
    ),
)
def test_what_cannot_be_asked(run: Any, path: str, status: int, code: str) -> None:
    async def visit(client: Client) -> None:
        answer = await client.http.get(path, timeout=180)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
        assert answer.json()["error"]["says"]

    run(visit)


def test_the_house_answers_while_it_counts(tmp_path: Path) -> None:
    """Kernels are compiled in other processes, into a cache of their own: the loop never waits for them."""
    before = os.environ.get("HOUSEDEALER_CACHE")
    os.environ["HOUSEDEALER_CACHE"] = str(tmp_path / "cache")
    try:
        served = Served(tmp_path / "data", "--no-limits")
        served.start()
    finally:
        if before is None:
            del os.environ["HOUSEDEALER_CACHE"]
        else:
            os.environ["HOUSEDEALER_CACHE"] = before

    async def visit() -> tuple[list[float], int]:
        async with httpx.AsyncClient(base_url=served.base, timeout=180) as client:
            counted = asyncio.create_task(client.get(f"{BANK}?rounds=2000"))
            waits = []
            while not counted.done():
                begun = time.perf_counter()
                assert (await client.get("/health")).status_code == 200
                waits.append(time.perf_counter() - begun)
                await asyncio.sleep(0.05)
            return waits, (await counted).status_code

    with served:
        waits, status = asyncio.run(visit())
        assert status == 200
        assert len(waits) > 10
        assert sorted(waits)[len(waits) // 2] < 0.1
        assert max(waits) < 1.5


def test_the_same_question_is_counted_once(house: Served) -> None:
    async def visit() -> None:
        async with httpx.AsyncClient(base_url=house.base, timeout=180) as client:
            first, second = await asyncio.gather(*(client.get(f"{BANK}?rounds=5000") for _ in range(2)))
            assert first.content == second.content
            begun = time.perf_counter()
            third = await client.get(f"{BANK}?rounds=5000")
            assert third.content == first.content
            assert time.perf_counter() - begun < 1

    asyncio.run(visit())


@pytest.mark.parametrize("how", (signal.SIGTERM, signal.SIGKILL), ids=("ended", "killed"))
def test_what_counts_ends_with_the_house(tmp_path: Path, how: signal.Signals) -> None:
    with Served(tmp_path / "data", "--no-limits") as served:
        assert served.process is not None
        assert httpx.get(f"{served.base}{BANK}?rounds=2000", timeout=180).status_code == 200
        workers = _children(served.process.pid)
        assert workers
        served.process.send_signal(how)
        served.process.wait(15)
        until = time.monotonic() + 10
        while any(_runs(pid) for pid in workers) and time.monotonic() < until:
            time.sleep(0.05)
        assert not [pid for pid in workers if _runs(pid)]


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
