"""A room that is finished has nothing missing, and what is missing is seen."""

from __future__ import annotations

import pytest

from housedealer import rooms
from housedealer.floor.coverage import ASPECTS, coverage, entries

FINISHED = ("garlic-city", "lucky-buck")


@pytest.mark.parametrize("room", FINISHED)
def test_a_finished_room_has_no_hole(room: str) -> None:
    assert {one.entry: one.holes for one in coverage()[room] if one.holes} == {}


@pytest.mark.parametrize("room", FINISHED)
def test_every_game_of_a_finished_room_belongs_to_an_entry(room: str) -> None:
    known = {entry.entry for entry in entries(room)}
    assert {game.id for game in rooms.games() if game.room == room and game.head.entry not in known} == set()


def test_every_entry_of_every_room_is_told_with_all_aspects() -> None:
    found = coverage()
    assert sorted(found) == rooms.room_ids()
    for room, told in found.items():
        assert [one.entry for one in told] == [entry.entry for entry in entries(room)]
        assert all(tuple(one.aspects) == ASPECTS for one in told)


def test_a_game_without_its_data_is_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    all_but_one = [game for game in rooms.games() if game.id != "garlic-city/texas-holdem"]
    monkeypatch.setattr(rooms, "games", lambda: all_but_one)
    holdem = next(one for one in coverage()["garlic-city"] if one.entry == "G02")
    assert holdem.games == ()
    assert "script" in holdem.holes
