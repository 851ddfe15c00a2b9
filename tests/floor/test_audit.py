"""An audit is clean for the rooms as they are, and catches what is wrong in edited data."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from housedealer import rooms
from housedealer.floor.audit import Finding, audit, read_clauses
from housedealer.table.errors import Refused

BUILT = ("aviator", "garlic-city", "lucky-buck")


@pytest.mark.parametrize("room", BUILT)
def test_a_room_is_clean(room: str) -> None:
    assert [one for one in audit(room) if one.violation] == []


@pytest.mark.parametrize("room", BUILT)
def test_each_fault_of_the_printed_text_is_still_there(room: str) -> None:
    found = {(one.check, one.about) for one in audit(room) if not one.violation}
    assert found == {(one.check, one.about) for one in read_clauses(room).printed}


EDITS = {
    "a fee that is not the printed one": (
        "fees/ez_baccarat.csv",
        "action,5,300,1,1719",
        "action,5,300,2,1719",
        "approved",
        1719,
    ),
    "a percentage": ("fees/ez_baccarat.csv", "301,600,3,1720", "301,600,1%,1720", "readable", 0),
    "a sixth rate": (
        "fees/ez_baccarat.csv",
        "004,1,5-1000,before-cards,,player-dealer,round,action,2001,,20,1723",
        "004,1,5-1000,before-cards,,player-dealer,round,action,2001,3000,20,1723\n"
        "004,1,5-1000,before-cards,,player-dealer,round,action,3001,,30,1723",
        "rates-a-limit",
        1719,
    ),
    "a gap between tiers": ("fees/ez_baccarat.csv", "301,600,3,1720", "401,600,3,1720", "tiers", 1720),
    "tiers that overlap": ("fees/ez_baccarat.csv", "301,600,3,1720", "201,600,3,1720", "tiers", 1720),
    "a fee after the cards": (
        "fees/ez_baccarat.csv",
        "004,1,5-1000,before-cards,,player-dealer,round,action,5,",
        "004,1,5-1000,end,,player-dealer,round,action,5,",
        "known-before-deal",
        1719,
    ),
    "a limit that is not approved": (
        "fees/ez_baccarat.csv",
        "004,2,5-1000,before-cards,,player-dealer,round,action,5,300,1,1724",
        "004,2,5-5000,before-cards,,player-dealer,round,action,5,300,1,1724",
        "one-option",
        1724,
    ),
    "a bank held for three rounds": (
        "ez_baccarat.toml",
        "seats = 8",
        "seats = 8\nturns = 3",
        "rotation",
        709,
    ),
    "a paytable row": ("ez_baccarat.toml", "40:1", "30:1", "approved", 1708),
    "a fee that falls as the action rises": (
        "fees/ez_baccarat.csv",
        "601,1000,6,1721",
        "601,1000,2,1721",
        "order-of-fees",
        1721,
    ),
    "a rule of no entry of the book": (
        "ez_baccarat.toml",
        "lines = [1615, 1615]",
        "lines = [9615, 9615]",
        "sources",
        9615,
    ),
    "a parameter that does not exist": ("ez_baccarat.toml", "[game]", '[game]\nrake = "5"', "readable", 0),
}


EZ, EZ_FEES = "ez_baccarat_panda_8.toml", "fees/ez_baccarat_panda_8.csv"
GARLIC_EDITS = {
    "a fee that is not the printed one": (
        EZ_FEES,
        "action,5,300,1,2581",
        "action,5,300,2,2581",
        "approved",
        2581,
    ),
    "a percentage": (EZ_FEES, "301,600,3,2582", "301,600,1%,2582", "readable", 0),
    "a sixth rate": (
        EZ_FEES,
        "action,2001,,20,2585",
        "action,2001,3000,20,2585\n"
        "GEGA-004706,2,5-200..100-200,before-cards,,player-dealer,round,action,3001,,30,2585",
        "rates-a-limit",
        2581,
    ),
    "a gap between tiers": (EZ_FEES, "301,600,3,2582", "401,600,3,2582", "tiers", 2582),
    "tiers that overlap": (EZ_FEES, "301,600,3,2582", "201,600,3,2582", "tiers", 2582),
    "a fee after the cards": (
        EZ_FEES,
        "2,5-200..100-200,before-cards,,player-dealer,round,action,5,300,1",
        "2,5-200..100-200,end,,player-dealer,round,action,5,300,1",
        "known-before-deal",
        2581,
    ),
    "a limit that is not approved": (
        EZ_FEES,
        "2,5-200..100-200,before-cards,,player-dealer,round,action,5,300,1",
        "2,5-200..100-500,before-cards,,player-dealer,round,action,5,300,1",
        "one-option",
        2581,
    ),
    "a bank held for three rounds": (EZ, "seats = 8", "seats = 8\nturns = 3", "rotation", 2698),
    "a paytable row": (EZ, '"25:1"', '"30:1"', "approved", 1514),
    "a fee that falls as the action rises": (
        EZ_FEES,
        "601,1000,6,2583",
        "601,1000,2,2583",
        "order-of-fees",
        2583,
    ),
    "a rule of no entry of the book": (EZ, "lines = [1447, 1447]", "lines = [9447, 9447]", "sources", 9447),
    "a parameter that does not exist": (EZ, "[game]", '[game]\nrake = "5"', "readable", 0),
}


def edited(tmp_path: Path, name: str, old: str, new: str, room: str = "lucky-buck") -> list[Finding]:
    """The audit of a copy of a room's data in which one thing was changed."""
    folder = tmp_path / room.replace("-", "_")
    shutil.copytree(rooms.folder(room), folder)
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [one for one in audit(room, folder) if one.violation]


def test_an_unchanged_copy_is_clean(tmp_path: Path) -> None:
    assert edited(tmp_path, "ez_baccarat.toml", "[game]", "[game]") == []


@pytest.mark.parametrize("edit", EDITS)
def test_a_wrong_edit_is_caught(edit: str, tmp_path: Path) -> None:
    name, old, new, check, line = EDITS[edit]
    found = edited(tmp_path, name, old, new)
    assert (check, line) in {(one.check, one.lines[0]) for one in found}, found
    assert {one.game for one in found} == {"lucky-buck/ez-baccarat"}


@pytest.mark.parametrize("edit", GARLIC_EDITS)
def test_a_wrong_edit_of_garlic_city_is_caught(edit: str, tmp_path: Path) -> None:
    name, old, new, check, line = GARLIC_EDITS[edit]
    found = edited(tmp_path, name, old, new, "garlic-city")
    assert (check, line) in {(one.check, one.lines[0]) for one in found}, found
    assert {one.game for one in found} == {"garlic-city/ez-baccarat-panda-8"}


def test_a_game_that_nobody_approved_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "lucky_buck"
    shutil.copytree(rooms.folder("lucky-buck"), folder)
    shutil.copy(folder / "ez_baccarat.toml", folder / "easy_baccarat.toml")
    found = [one for one in audit("lucky-buck", folder) if one.violation]
    assert [(one.check, one.game) for one in found] == [("approved", "lucky-buck/easy-baccarat")]


def test_a_room_without_a_book_is_refused() -> None:
    with pytest.raises(Refused, match="There is no room"):
        audit("nowhere")
    with pytest.raises(Refused, match="not built yet"):
        audit("hawaiian-gardens")
