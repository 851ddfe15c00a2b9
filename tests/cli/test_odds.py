"""The commands about odds: what they answer, and what they refuse in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_commands import data, house, refused

THREE, BACCARAT = "garlic-city/3-card-poker", "lucky-buck/commission-free-baccarat"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("broken.toml", "x = [1", "cannot be read"),
        ("broken.json", "zzz", "cannot be read"),
        ("no-rows.json", '{"a": 1}', "is no paytable"),
        ("words.toml", "royal-flush = 'abc'", "cannot pay 'abc'"),
        ("negative.toml", "royal-flush = '-5:1'", "cannot pay '-5:1'"),
        ("nothing.toml", "royal-flush = '5:0'", "cannot pay '5:0'"),
        ("unknown.toml", "five-aces = '5:1'", "has no row five-aces"),
    ],
)
def test_a_paytable_that_cannot_be_read_is_refused(name: str, text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert says in refused("odds", "ultimate", "--spot", "trips", "--paytable", str(tmp_path / name))


def test_a_paytable_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in refused(
        "odds", "ultimate", "--spot", "trips", "--paytable", str(tmp_path / "table.toml")
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("garlic-city/pai-gow-tiles", "--decks", "2"), "one set"),
        (("garlic-city/pai-gow-tiles", "--remove", "As"), "'As'"),
        ((BACCARAT, "--decks", "1000"), "1 to 18 decks"),
        ((BACCARAT, "--remove", " ".join(["As"] * 9)), "no As left"),
    ],
)
def test_a_deck_that_there_cannot_be_is_refused(words: tuple[str, ...], says: str) -> None:
    assert says in refused("odds", *words)


def test_what_was_asked_for_stands_at_the_head() -> None:
    shown = house("odds", "lucky-buck/ez-baccarat", "--ruling", "natural-stops=yes", "--spot", "tie").stdout
    assert "option 1" in shown
    assert "Under another reading: natural-stops=yes." in shown


def test_the_deck_as_approved_is_not_marked() -> None:
    assert data("odds", BACCARAT, "--decks", "8", "--spot", "tie")["not_as_approved"] == []
    assert data("odds", BACCARAT, "--decks", "1", "--spot", "tie")["not_as_approved"] == ["1 deck"]


def test_tiles_are_taken_out_by_their_names() -> None:
    found = data("odds", "garlic-city/pai-gow-tiles", "--remove", "teen")
    assert found["not_as_approved"] == ["without teen"]
    assert found["wagers"][0]["rounds"] == 552_210_750


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--players", "8"), "no more than 7 bet"),
        (("--players", "0"), "One player"),
        (("--staff", "-5"), "nothing or more"),
        (("--staff", "nan"), "no such amount"),
        (("--contract", "1e400"), "no such amount"),
        (("--amount", "nan"), "no such amount"),
        (("--hours", "1e9"), "at most 10,000 hours"),
        (("--bet", "1000000"), "$1000000 on ante is outside"),
        (("--bet", "pair-plus=25"), "not taken without ante"),
    ],
)
def test_a_table_that_there_cannot_be_is_not_banked(words: tuple[str, ...], says: str) -> None:
    assert says in refused("bank", THREE, "--bet", "25", "--rounds", "1000", *words)


@pytest.mark.parametrize("game", ["garlic-city/fortune-pai-gow-poker", "garlic-city/caribbean-stud-poker"])
def test_more_bettors_than_cards_are_refused(game: str) -> None:
    """Fourteen hands of five or seven cards are more than a deck."""
    assert "seats" in refused("bank", game, "--players", "14", "--bet", "25", "--rounds", "1000")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seat,spot,amount\n99,ante,5\n", "no 99"),
        ("seat,spot,amount\n2,pair-plus,5\n", "not taken without ante"),
        ("foo,bar\n1,2\n", "no seat is told"),
        ("seat,spot,amount\n2,tie,5\n", "'tie' is no spot"),
    ],
)
def test_observed_wagers_that_no_table_takes_are_refused(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "seen.csv").write_text(text)
    assert says in refused("bank", THREE, "--wagers", str(tmp_path / "seen.csv"), "--rounds", "1000")


def test_a_game_without_a_pot_has_no_equities() -> None:
    assert "not played for a pot" in refused("equity", "garlic-city/panguingue", "As", "Ks")


def test_the_cost_of_a_seat_is_for_as_many_as_there_are_seats() -> None:
    assert data("cost", "chinese-13", "--hands", "20")["options"][0]["players"] == 4
    for pace in ("0", "-3", "nan"):
        assert "Hands an hour" in refused("cost", "chinese-13", "--hands-per-hour", pace)


def test_a_ranking_numbers_its_lines_and_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    words = ("bank", "--room", "aviator", "--all", "--bet", "flat", "--rounds", "1000")
    shown = house(*words).stdout
    first = next(line for line in shown.splitlines() if "three-card-poker-6-card-bonus" in line)
    assert first.split()[0] == "1"
    assert "sd/hour" in shown
    for option in (("--plot", "all.svg"), ("--option", "1"), ("--limit", "5-100")):
        assert "ranks every option" in refused(*words, *option)


ALL = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.mark.parametrize(
    ("game", "gone", "says"),
    [
        ("commission-free", 29, "too few for a round"),
        ("caribbean", 40, "too few for a round"),
        ("pure-21-5", 29, "too few for a round"),
    ],
)
def test_a_deck_in_which_no_round_can_be_dealt_is_refused(game: str, gone: int, says: str) -> None:
    decks = () if game == "caribbean" else ("--decks", "1")
    assert says in refused("odds", game, *decks, "--remove", " ".join(ALL[-gone:]))


def test_a_blackjack_shoe_that_may_run_out_is_refused() -> None:
    """Twenty-four cards from deuces to sevens count 108: fewer than four split hands may hold."""
    assert "may run out" in refused("odds", "pure-21-5", "--decks", "1", "--remove", " ".join(ALL[24:]))


def test_a_situation_that_no_chart_names_is_refused() -> None:
    assert "names 'zzz'" in refused("strategy", THREE, "--hand", "zzz")
