"""The commands as a person meets them: what they print, what they refuse, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from housedealer import rooms
from housedealer.cli import main

BACCARAT = {
    "game": "lucky-buck/ez-baccarat",
    "option": "1",
    "player_dealer": {"seat": 1, "amount": "30"},
    "wagers": [
        {"seat": 2, "spot": "banker", "amount": "25"},
        {"seat": 2, "by": "backline-1", "spot": "tie", "amount": "5"},
    ],
    "pieces": {"player": "9h 4c 2d", "banker": "Kd 7s"},
}
BANKED, POKER = "garlic-city/3-card-poker", "lucky-buck/lowball"


def house(*words: str, told: str | None = None) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, list(words), input=told)


def data(*words: str, told: str | None = None) -> Any:
    """The JSON that a command prints."""
    result = house(*words, "--json", told=told)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def refused(*words: str, told: str | None = None) -> str:
    """The one sentence with which a command refuses its input."""
    result = house(*words, told=told)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stderr.strip().endswith((".", "!", "?"))
    assert "Traceback" not in result.output
    return result.stderr


# -- games, sheets, rulings, rules -------------------------------------------------------------------


def test_games_lists_every_game_of_every_room() -> None:
    rows = data("games")
    assert [row["id"] for row in rows] == rooms.ids()
    for row in rows:
        assert {"name", "also", "family", "book", "lines", "base", "bonus", "limits"} <= row.keys()
    assert next(row for row in rows if row["id"] == BANKED)["bonus"] == ["pair-plus"]
    assert next(row for row in rows if row["id"] == POKER)["base"] == []
    shown = house("games")
    assert shown.exit_code == 0
    assert all(name in shown.stdout for name in rooms.ids())


@pytest.mark.parametrize("name", rooms.ids())
def test_every_game_has_a_sheet(name: str) -> None:
    sheet = data("sheet", name)
    game = rooms.game(name)
    said = [rule["id"] for section in sheet["sections"] for rule in section["rules"]]
    assert sorted(said) == sorted(game.rules)
    assert [ruling["id"] for ruling in sheet["rulings"]] == list(game.rulings)
    assert [remedy["kind"] for remedy in sheet["remedies"]] == list(game.remedies)
    assert sum(len(option["rows"]) for option in sheet["fees"]) == len(game.fees)
    assert "{" not in json.dumps([rule["text"] for part in sheet["sections"] for rule in part["rules"]])
    shown = house("sheet", name)
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"# {game.head.name}")
    for spot in getattr(game.params, "spot", ()):
        assert spot.name in shown.stdout


def test_a_paytable_shows_its_prizes_and_the_ruling_under_which_it_is_used() -> None:
    tables = data("sheet", "lucky-buck/fortune")["paytables"]
    used = [table["in_use"] for table in tables if table["rulings"]]
    assert sorted(used) == [False, True]
    assert any("prize" in row for table in tables for row in table["rows"])


def test_rulings_of_one_game_and_of_all() -> None:
    every, one = data("rulings"), data("rulings", BANKED)
    assert one == [ruling for ruling in every if ruling["game"] == BANKED]
    assert {ruling["game"] for ruling in every} >= {BANKED, POKER}
    for ruling in every:
        assert ruling["default"] in ruling["readings"]
        assert ruling["why"]
    assert "● push" in house("rulings", BANKED).stdout


def test_a_rule_is_found_by_words_beginnings_and_near_misses() -> None:
    assert data("rule", BANKED, "three", "of", "a", "kind", "pair")[0]["id"] == "pair-plus.three-of-a-kind"
    assert data("rule", "garlic-city/texas-holdem", "premature", "flop")[0]["kind"] == "remedy"
    assert data("rule", BANKED, "mini", "royl")[0]["id"] == "pair-plus.mini-royal"
    assert data("rule", BANKED, "OPTION", "3")[0]["kind"] == "fee"
    found = data("rule", BANKED, "qualify")
    assert found[0]["id"] == "play-when-not-qualified"
    assert found[0]["lines"] == [30, 32]
    assert "book 003" in house("rule", BANKED, "fold").stdout


# -- dealing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rooms.ids())
def test_bots_deal_every_game_and_everything_is_conserved(name: str) -> None:
    report = data("deal", name, "--rounds", "25", "--seed", "3")
    assert (report["rounds"], report["conserved"]["rounds"], report["void"]) == (25, 25, 0)
    assert report["conserved"]["chips"]
    assert report["conserved"]["pieces"] > 0
    again = data("deal", name, "--rounds", "25", "--seed", "3")
    for key in ("people", "fees", "decisions", "wagered", "player_dealer"):
        assert again[key] == report[key]


@pytest.mark.parametrize("name", [BANKED, POKER])
def test_random_answers_deal_too_and_the_report_reads_well(name: str) -> None:
    shown = house("deal", name, "--rounds", "60", "--random", "--seats", "3")
    assert shown.exit_code == 0, shown.stderr
    assert "Conserved in every one of 60 rounds" in shown.stdout
    assert ("player-dealers together" in shown.stdout) == (name == BANKED)


def test_nets_and_fees_add_up_to_nothing() -> None:
    report = data("deal", POKER, "--rounds", "80", "--option", "time")
    cents = [round(100 * float(one["net"])) for one in report["people"]]
    assert sum(cents) + round(100 * float(report["fees"])) == 0
    assert float(report["fees"]) > 0  # four half hours have struck


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    one = data("deal", BANKED, "--rounds", "1100")
    two = data("deal", BANKED, "--rounds", "1100", "--jobs", "2")
    assert one["people"] == two["people"]


# -- logs --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Six proven rounds of three-card poker, one a line."""
    path = str(tmp_path_factory.mktemp("logs") / "three.jsonl")
    assert house("deal", BANKED, "--rounds", "6", "--proof", "--log", path, "--seats", "3").exit_code == 0
    return path


def test_a_log_is_dealt_again_round_by_round(log: str, tmp_path: Path) -> None:
    assert [row["agrees"] for row in data("replay", log)] == [True] * 6
    told = data("replay", log, "--round", "2")
    assert told["agrees"]
    assert told["finished"]
    assert len(told["steps"]) == told["of"] + 1
    part = data("replay", log, "--round", "2", "--at", "3")
    assert part["steps"] == told["steps"][:4]
    assert not part["finished"]
    assert part["asked"]
    one = tmp_path / "one.json"
    one.write_text(json.dumps(json.loads(Path(log).read_text().splitlines()[0]), indent=1))
    assert "The replay agrees with the record." in house("replay", str(one)).stdout


def test_a_viewer_sees_his_own_cards_and_nobody_elses(log: str) -> None:
    def dealt(viewer: str) -> list[str]:
        steps = data("replay", log, "--round", "1", "--as", viewer)["steps"]
        return [line for step in steps for line in step["events"] if " receives " in line]

    whole, mine, nobody = dealt("house"), dealt("2"), dealt("spectator")
    assert not any("card" in line for line in whole)
    assert all("receives 3 cards" in line for line in nobody)
    assert [line for line in mine if "card" not in line] == [line for line in whole if "Seat 2" in line]
    assert dealt("player 2") == mine


def test_a_log_that_no_longer_replays_keeps_its_record_and_says_what_changed(
    log: str, tmp_path: Path
) -> None:
    entry = json.loads(Path(log).read_text().splitlines()[0])
    entry["transcript"][-1][1][0]["pays"] = 123_400
    entry["made_by"]["script"] = "0" * 16
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(entry))
    told = data("replay", str(changed))
    assert not told["agrees"]
    assert any("script changed" in difference for difference in told["differences"])
    assert "The record stands" in house("replay", str(changed)).stdout


def test_an_auditor_verifies_a_log_and_finds_a_tampered_one(log: str, tmp_path: Path) -> None:
    results = data("verify", log)
    assert len(results) == 6
    assert results[0]["verified"]
    assert any("permutation" in line for line in results[0]["proved"])
    assert any("by chance" in line for line in results[0]["not_proved"])
    shown = house("verify", log).stdout
    assert "proved" in shown
    assert "not proved" in shown
    entry = json.loads(Path(log).read_text().splitlines()[0])
    order = entry["supply"]["order"]
    order[0], order[1] = order[1], order[0]
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(entry))
    assert "another order than the one promised" in refused("verify", str(broken))
    result = house("verify", str(broken), "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["verified"] is False


def test_a_practice_round_has_nothing_to_verify(tmp_path: Path) -> None:
    path = str(tmp_path / "practice.jsonl")
    assert house("deal", BANKED, "--rounds", "1", "--log", path).exit_code == 0
    assert "nothing can be verified" in refused("verify", path)


# -- adjudicating ------------------------------------------------------------------------------------


def test_a_told_round_is_settled_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    told = json.dumps(BACCARAT)
    verdict = data("adjudicate", "-", told=told)
    assert {"game", "order", "settlement", "player_dealer", "fees", "seats", "violations"} <= verdict.keys()
    assert verdict["settlement"][0]["pays"] == "25"
    toml = tmp_path / "round.toml"
    toml.write_text(
        'game = "lucky-buck/ez-baccarat"\noption = "1"\nplayer_dealer = { seat = 1, amount = "30" }\n'
        'wagers = [{ seat = 2, spot = "banker", amount = "25" },'
        ' { seat = 2, by = "backline-1", spot = "tie", amount = "5" }]\n'
        '[pieces]\nplayer = "9h 4c 2d"\nbanker = "Kd 7s"\n'
    )
    assert data("adjudicate", str(toml)) == verdict
    assert data("adjudicate", "-", told=toml.read_text()) == verdict
    shown = house("adjudicate", str(toml)).stdout
    for words in (
        "backline-1",
        "banker",
        "bank left",
        "Collection of option 1",
        "The player-dealer (seat 1): -20",
    ):
        assert words in shown


def test_a_told_poker_hand_shows_its_pots() -> None:
    told = {
        "game": "garlic-city/texas-holdem", "option": "1", "limit": "4/8", "button": 1,
        "stacks": {"1": "100", "2": "100", "3": "100"},
        "actions": [
            {"seat": 1, "answer": "fold"}, {"seat": 2, "answer": "raise 8"}, {"seat": 3, "answer": "fold"},
        ],
    }  # fmt: skip
    verdict = data("adjudicate", "-", told=json.dumps(told))
    assert verdict["pots"][0]["awards"][0]["seat"] == 2
    shown = house("adjudicate", "-", told=json.dumps(told)).stdout
    assert "can win" in shown
    assert "Everybody else has folded" in shown


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nope"], "nope"),
        (["sheet"], "GAME"),
        (["sheet", "nope"], "There is no game"),
        (["sheet", "garlic"], "could be"),
        (["rulings", "nope"], "There is no game"),
        (["rule", BANKED], "WORDS"),
        (["rule", BANKED, "zeppelin"], "Nothing in"),
        (["deal", BANKED, "--rounds", "0"], "rounds"),
        (["deal", BANKED, "--seats", "40"], "2 to 8 seats"),
        (["deal", BANKED, "--option", "99"], "no fee option"),
        (["deal", BANKED, "--limit", "1-9"], "approved"),
        (["deal", BANKED, "--limit", "many"], "limit"),
        (["deal", BANKED, "--proof"], "--log"),
        (["deal", BANKED, "--log", "/nowhere/log"], "No such file"),
        (["adjudicate", "missing.json"], "No such file"),
        (["replay", "missing.jsonl"], "No such file"),
        (["verify", "missing.jsonl"], "No such file"),
        (["phh", "missing.phh"], "no file"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: list[str], says: str) -> None:
    assert says in refused(*words)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("", "empty"),
        ("{", "not JSON"),
        ("[1]", "one object"),
        ("game = = 1", "neither JSON nor TOML"),
        ('{"game": "nope"}', "There is no game"),
        ('{"game": 5}', "not as it should be"),
        ('{"game": "lucky-buck/ez-baccarat", "cards": {}}', "unknown field"),
        (json.dumps({**BACCARAT, "pieces": {"player": "9h 4c"}}), "must be told"),
        (json.dumps({**BACCARAT, "pieces": {"player": "9h 4x", "banker": "Kd 7s"}}), "not a card"),
    ],
)
def test_a_document_that_cannot_be_settled_is_refused(told: str, says: str) -> None:
    assert says in refused("adjudicate", "-", told=told)


def test_logs_that_are_none_are_refused(log: str, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    for text, says in (
        ("", "empty"),
        ("{}", "not a round's log"),
        ("x\ny", "line 1"),
        ('{"file": "witness"}', "viewer"),
    ):
        other.write_text(text)
        assert says in refused("replay", str(other))
        assert says in refused("verify", str(other))
    other.write_bytes(b"\xff\xfe\x00")
    assert "not a text" in refused("verify", str(other))
    assert "6 rounds" in refused("replay", log, "--at", "2")
    assert "not 9" in refused("replay", log, "--round", "9")
    assert "cannot be told up to" in refused("replay", log, "--round", "1", "--at", "999")
    assert "There is no 'zoe'" in refused("replay", log, "--round", "1", "--as", "zoe")


# -- as a process ------------------------------------------------------------------------------------


def process(*words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    line = [sys.executable, "-c", "from housedealer.cli import main; main()", *words]
    return subprocess.run(line, input=told, capture_output=True, text=True, check=False)


def test_the_commands_run_as_processes() -> None:
    listed = process("games", "--json")
    assert listed.returncode == 0
    assert [row["id"] for row in json.loads(listed.stdout)] == rooms.ids()
    settled = process("adjudicate", "-", "--json", told=json.dumps(BACCARAT))
    assert json.loads(settled.stdout)["player_dealer"]["net"] == "-20"
    wrong = process("sheet", "nope")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.count("\n") == 1
    assert process().returncode == 0


def test_nothing_heavy_is_imported_for_commands_that_compute_nothing() -> None:
    code = (
        "import sys\nfrom housedealer.cli import main\n"
        "try: main(['sheet', 'baccarat'])\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'rich.progress'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    line = f"{sys.executable} -c 'from housedealer.cli import main; main()' rulings --json | head -1"
    found = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False
    )
    assert found.stderr == ""


def test_poker_rounds_are_written_as_hand_histories_that_read_back(tmp_path: Path) -> None:
    log, out = tmp_path / "rounds.jsonl", tmp_path / "hands.phhs"
    assert (
        house("deal", "garlic-city/texas-holdem", "--rounds", "3", "--seed", "2", "--log", str(log)).exit_code
        == 0
    )
    written = house("phh", "--export", str(log))
    assert written.exit_code == 0
    out.write_text(written.stdout)
    report = data("phh", str(out))
    assert report["hands"] == report["agreeing"] == 3
    assert house("phh", "--export", str(tmp_path / "none.jsonl")).exit_code == 2


def test_a_banked_round_is_no_hand_history(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    assert house("deal", BANKED, "--rounds", "1", "--seed", "2", "--log", str(log)).exit_code == 0
    refused = house("phh", "--export", str(log))
    assert refused.exit_code == 2
    assert "round 1" in refused.stderr
