"""Kept counts: as they were, under the hash of what they depend on, and for every reading that there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from housedealer import rooms
from housedealer.odds import caribbean, stored, ultimate
from housedealer.odds.ultimate_river import kept_river

ONE = {"worth": ["1", "-1/2"]}


def arrays() -> stored.Arrays:
    return {
        "many": np.array([[1, -2], [3, 2**60]], dtype=np.int64),
        "bits": np.arange(256, dtype=np.uint8),
        "none": np.zeros((0, 3), dtype=np.int32),
    }


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    path = stored.path_of(tmp_path, "game", ONE)
    stored.write(path, ONE, arrays())
    found = stored.read(path)
    assert stored.alike(found, arrays())
    for name, one in arrays().items():
        assert (found[name].dtype, found[name].shape) == (one.dtype, one.shape)
    assert [one.name for one in tmp_path.iterdir()] == [path.name], "nothing else is left behind"


def test_a_count_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEDEALER_CACHE", str(tmp_path))
    made = []

    def count() -> stored.Arrays:
        made.append(1)
        return arrays()

    for _ in range(3):
        assert stored.alike(stored.obtain("game", ONE, count), arrays())
    assert len(made) == 1
    stored.obtain("game", {"worth": ["1"]}, count)
    stored.obtain("other", ONE, count)
    assert len(made) == 3


def test_a_damaged_count_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEDEALER_CACHE", str(tmp_path))
    stored.obtain("game", ONE, arrays)
    path = stored.path_of(stored.own_folder(), "game", ONE)
    for text in (path.read_bytes()[:200], b"", path.read_bytes().replace(b'"data": "', b'"data": "AAAA', 1)):
        path.write_bytes(text)
        assert stored.alike(stored.obtain("game", ONE, arrays), arrays())
        assert stored.alike(stored.read(path), arrays()), "and kept again"


def test_other_counts_are_told_apart() -> None:
    other = arrays()
    other["many"][0, 0] = 2
    assert not stored.alike(arrays(), other)
    assert not stored.alike(arrays(), {"many": arrays()["many"]})


def readings(name: str) -> list[Any]:
    """A game as approved and under each other reading of one ruling."""
    game = rooms.game(name)
    found = [game]
    for ruling, one in game.rulings.items():
        if hasattr(game.params, ruling.replace("-", "_")):
            found += [game.ruled({ruling: reading}) for reading in one.readings]
    return found


@pytest.mark.parametrize(
    ("engine", "name"),
    ((caribbean, caribbean.GAME), (ultimate, ultimate.GAME)),
    ids=("caribbean", "ultimate"),
)
def test_nobody_waits_for_the_odds_of_an_approved_game(
    engine: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts of every reading are kept with the program, and none is made."""
    monkeypatch.setenv("HOUSEDEALER_CACHE", str(tmp_path))

    def refuse(*_: Any) -> Any:
        raise AssertionError("a count is missing: run python -m housedealer.odds.stored --write")

    for module in ("caribbean", "ultimate_count"):
        monkeypatch.setattr(f"housedealer.odds.{module}.count", refuse)
    monkeypatch.setattr("housedealer.odds.ultimate_river.count_river", refuse)
    for game in readings(name):
        assert engine.kept(game.params)["found"].sum() > 0
        if engine is ultimate:
            kept_river(game.params)
    assert not list(tmp_path.rglob("*.json"))


def test_every_file_belongs_to_a_count() -> None:
    wanted = {stored.path_of(stored.COUNTS, name, depends) for name, depends, _ in stored.to_store()}
    there = set(stored.COUNTS.glob("*.json"))
    assert not wanted - there, "missing: run python -m housedealer.odds.stored --write"
    assert not there - wanted, "of no use any more: take them out"
