"""The house is killed again and again at random moments; `scripts/chaos` does it 300 times."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.web.chaos import BANKED, Chaos, Lost, run
from tests.web.cluster import binaries

from housedealer.floor.house.books import Unbalanced

FEW = (BANKED[0], "lucky-buck/texas-holdem", "garlic-city/chinese-13-card-poker")


@pytest.mark.parametrize(("database", "kills"), [("sqlite", 12), ("postgresql", 8)])
def test_nothing_acknowledged_is_lost_when_the_house_is_killed(database: str, kills: int) -> None:
    if database == "postgresql" and binaries() is None:
        pytest.skip("PostgreSQL is not installed: scripts/setup dev installs it.")
    chaos = run(kills, 7, database, FEW)
    assert chaos.kills >= kills
    assert chaos.checked > 10 * kills


def test_what_is_lost_is_found(tmp_path: Path) -> None:
    """The same look through a house finds an answer, a chip or a seat that is missing."""

    async def whole() -> None:
        chaos = Chaos(tmp_path / "data", None, 3, FEW)
        try:
            chaos.served.start()
            await chaos.furnish()
            await chaos.until_killed(1.5)
        finally:
            chaos.served.stop()
        player = next(one for one in chaos.players if one.acknowledged)
        question, answer = next(
            (name, said) for name, said in player.acknowledged.items() if "/bank" not in name
        )
        player.acknowledged[question] = [answer, "something else"]
        with pytest.raises(Lost, match="The answer"):
            await chaos.look_through()
        player.acknowledged.clear()
        table = next(name for name, seated in player.seated.items() if seated)
        player.seated = {table: True}
        player.name, name = "Nobody", player.name
        with pytest.raises(Lost, match="lost his seat"):
            await chaos.look_through()
        player.name = name
        await chaos.look_through()
        with closing(sqlite3.connect(chaos.served.folder / "house.db")) as data:
            data.execute("update balances set balance = balance + 100 where account like 'chips:%'")
            data.commit()
        with pytest.raises(Unbalanced):
            await chaos.look_through()

    asyncio.run(whole())
