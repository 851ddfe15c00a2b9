"""`housedealer play`, played through a pipe: rounds are dealt and paid, whatever is typed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.text import Text

from housedealer.cli import main
from housedealer.cli.desk import ASCII, painted
from housedealer.cli.play import Sitting
from housedealer.cli.table_view import draw
from housedealer.floor.answers import Told, hint, legal, menu, on_enter, read
from housedealer.floor.narrate import address, story
from housedealer.floor.regulars import give_up
from housedealer.floor.scene import scene, shown_order
from housedealer.rooms import game, ids
from housedealer.table.core import UNTOLD, Event
from housedealer.table.errors import Refused
from housedealer.table.log import check, decode
from housedealer.table.piece_questions import Arrange, Pick
from housedealer.table.questions import Amount, Bet, Choose, Question, Wagers
from housedealer.table.round import Round, deal, first_state
from housedealer.table.session import Dealt, Session
from housedealer.table.stakes import open_table

SIT = ["", "", ""]
"""Seat, buy-in and the first deal by Enter."""


def sit(
    name: str, lines: list[str], monkeypatch: pytest.MonkeyPatch, seed: int | None = 1, seats: int = 4,
    as_json: bool = False, log: Path | None = None,
) -> Sitting:  # fmt: skip
    """Play a script of lines in this process."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    found = game(name)
    sitting = Sitting(found, Session(found), min(seats, found.params.seats), seed, log, as_json)
    sitting.play()
    return sitting


def rounds(sitting: Sitting) -> list[Any]:
    """The logs of the rounds that were dealt."""
    return [entry.log for entry in sitting.session.log if isinstance(entry, Dealt)]


def conserved(sitting: Sitting) -> bool:
    """Chips in are chips out, fees, and what stands: over the session, and over every round of it."""
    sitting.session.check()
    state = sitting.session.state
    whole = (
        sum(state.chips.values()) + sitting.session.fees + sitting.session.jackpot + sitting.session.cashed
    )
    return bool(whole + sum(state.marks.get("standing", {}).values()) == sitting.session.bought)


def run(*arguments: str, lines: str = "") -> tuple[int, str, str]:
    """The command itself, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from housedealer.cli import main; main()", "play", *arguments],
        input=lines, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


# -- whole rounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, None])
@pytest.mark.parametrize("name", ids())
def test_a_round_can_be_played_by_enter_alone(
    name: str, seed: int | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sit(name, [""] * 60, monkeypatch, seed)
    assert rounds(sitting)
    assert conserved(sitting)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "this round" in out or "come out even" in out
    assert "You cash out" in out
    assert max(map(len, out.splitlines())) <= 80


SCRIPTS = {
    "garlic-city/3-card-poker": ["10 ante, 5 pp", "play", "", "25", "f", "", "5 on ante", "2"],
    "garlic-city/texas-holdem": ["c", "c", "k", "x", "r", "c", "f"],
    "garlic-city/7-card-stud": ["c", "c", "c", "c", "c", "1", "2", "3"],
    "lucky-buck/lowball": ["c", "1 2", "c", "pat", "c", "f", "r", "c"],
    "lucky-buck/ez-baccarat": ["25 banker, 5 dragon", "", "5 p, 5 tie", "", "none"],
    "lucky-buck/pure-21-5-blackjack": ["25", "st", "hit", "", "10, 5 buster", "s", "h", "d"],
    "garlic-city/pai-gow-tiles": ["25", "1 2", "", "10", "3 4", ""],
    "lucky-buck/fortune-pai-gow-poker-1-1": ["25, 5 fortune", "1 2", "", "25", "h"],
    "lucky-buck/pan": ["play", *["1"] * 30, "play", *["1", ""] * 20],
    "garlic-city/chinese-13-card-poker": ["1 2 3 / 4 5 6 7 8", "", "", "h"],
}


@pytest.mark.parametrize("name", [name for name in SCRIPTS if name in ids()])
@pytest.mark.parametrize("seed", range(4))
def test_scripted_rounds_are_played_and_paid(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "log"
    sitting = sit(name, [*SIT, *SCRIPTS[name]], monkeypatch, seed, log=path)
    assert conserved(sitting)
    logs = rounds(sitting)
    assert logs
    for log in logs:
        assert sum(log.result.chips.values()) <= sum(log.start.chips.values())
    written = [decode(line) for line in path.read_bytes().splitlines()]
    assert len(written) == len(logs)
    assert all(check(log, game(name)).agrees for log in written)
    assert "You cash out" in capsys.readouterr().out


BAD = [
    "xyzzy",
    "-3",
    "999999999",
    "0.001",
    "r r",
    "/",
    "é☃",
    "Zs 1x",
    "meld",
    "add to",
    "discard",
    "at at at",
]


@pytest.mark.parametrize("name", ids())
def test_bad_input_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every question is answered by Enter, once at once and once after a row of nonsense."""
    many = 12

    def play(nonsense: list[str]) -> list[Any]:
        answered, queue = 0, [""]

        def ask(self: Any, question: Question, *rest: Any) -> None:
            nonlocal queue
            if not queue:
                queue = [*nonsense, ""] if question.shape != "line" else [""]

        def typed(self: Any) -> str:
            nonlocal answered
            line = queue.pop(0)
            answered += not line
            return "q" if answered > many else line

        monkeypatch.setattr("housedealer.cli.desk.Screen.ask", ask)
        monkeypatch.setattr("housedealer.cli.desk.Screen.read", typed)
        return [(log.entries, log.result) for log in rounds(sit(name, [], monkeypatch, 5))]

    plain = play([])
    capsys.readouterr()
    assert plain
    assert play(BAD) == plain
    assert any(line.endswith(".") for line in capsys.readouterr().out.splitlines())


TYPED = [
    "",
    "",
    "1",
    "2",
    "3",
    "yes",
    "play",
    "c",
    "r",
    "h",
    "10",
    "25 ante",
    "undo",
    "w",
    "1 2",
    "what",
    "t",
]


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("name", ids())
def test_whatever_is_typed_the_chips_balance(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Any lines at all, with decisions taken back among them."""
    rng = Random(seed)
    sitting = sit(
        name, ["", "", "", *(rng.choice(TYPED) for _ in range(200))], monkeypatch, seed, seats=3 + seed
    )
    assert conserved(sitting)
    assert rounds(sitting)
    assert all(check(log, sitting.game).agrees for log in rounds(sitting)[-2:])
    assert "cash out" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["garlic-city/3-card-poker", "garlic-city/texas-holdem"])
def test_leaving_at_any_point_finishes_the_round_and_cashes_out(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for many in range(9):
        for end in ([], ["q"]):
            sitting = sit(name, [""] * many + end, monkeypatch, 3)
            assert conserved(sitting)
            out = capsys.readouterr().out
            assert "You cash out" in out or "without having sat down" in out
            assert "you" not in sitting.session.state.chips


def test_interrupt_leaves_cleanly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["1", "500", "", "no"])

    def typed(self: Any) -> str:
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("housedealer.cli.desk.Screen.read", typed)
    sitting = sit("garlic-city/3-card-poker", [], monkeypatch)
    assert conserved(sitting)
    assert "You cash out" in capsys.readouterr().out


def test_undo_takes_back_a_decision_and_the_last_one_after_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["", "", "", "no", "10", "undo", "20", "fold", "undo", "play", ""]
    sitting = sit("garlic-city/3-card-poker", lines, monkeypatch, 5)
    mine = [
        entry.answer
        for entry in rounds(sitting)[0].entries
        if entry.answer in ((("1", "ante", 2000),), "play")
    ]
    assert (("1", "ante", 2000),) in mine
    assert "play" in mine
    assert "taken back" in capsys.readouterr().out
    sit("garlic-city/3-card-poker", ["", "", "", "", "undo"], monkeypatch, None)
    assert "Only practice can be undone" in capsys.readouterr().out


def test_the_bank_is_offered_and_can_be_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(8):
        sitting = sit("garlic-city/3-card-poker", ["", "", "", "yes", "300"], monkeypatch, seed)
        if rounds(sitting)[0].start.bank == 1:
            out = capsys.readouterr().out
            assert "You are the player-dealer and put up $300." in out
            return
    pytest.fail("the position never came to seat 1 first")


def test_the_promise_is_shown_before_the_deal_and_verifies(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from housedealer.floor.witness import check_log

    path = tmp_path / "rounds"
    sitting = sit(
        "garlic-city/3-card-poker", ["", "", "my lucky words", "", "", ""], monkeypatch, None, log=path
    )
    out = capsys.readouterr().out
    assert out.index("bound: ") < out.index("promised: ") < out.index("is the player-dealer and")
    log = rounds(sitting)[0]
    assert log.proof["promises"][0]["root"] in out
    shown = check_log(decode(path.read_bytes().splitlines()[0]), sitting.game)
    assert any("A text of you" in line for line in shown.proved)


# -- the command -------------------------------------------------------------------------------------


def test_end_of_input_exits_with_0_and_bad_input_with_2(tmp_path: Path) -> None:
    code, out, err = run("garlic-city/texas-holdem", "--seed", "1", lines="\n\n\n")
    assert (code, err) == (0, "")
    assert "You cash out" in out
    for wrong in (
        ["no-such-game"],
        ["garlic-city/3-card-poker", "--option", "77"],
        ["garlic-city/3-card-poker", "--limit", "1-2"],
        ["garlic-city/3-card-poker", "--seats", "1"],
        ["garlic-city/3-card-poker", "--log", str(tmp_path / "none" / "log")],
    ):
        code, out, err = run(*wrong)
        assert code == 2, wrong
        assert len(err.splitlines()) == 1
        assert "Traceback" not in err
    assert main.info.name == "housedealer"


def test_json_prints_one_object_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit(
        "garlic-city/3-card-poker",
        ["", "", "", "", "nonsense!", "10", "play", "?", "w", "sheet"],
        monkeypatch,
        2,
        as_json=True,
    )
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(("event" in one) != ("question" in one) for one in found)
    kinds = [one["event"] for one in found if "event" in one]
    assert {"table", "seats", "bank", "wager", "deal", "show", "settled", "result", "refused", "left"} <= set(
        kinds
    )
    wagers = next(one["question"] for one in found if one.get("question", {}).get("shape") == "wagers")
    assert wagers["limits"] == {"ante": [500, 20000], "pair-plus": [500, 20000]}


# -- answers -----------------------------------------------------------------------------------------


def anything(who: str, placed: Any) -> str | None:
    """A rule for wagers that wants an ante."""
    return None if any(spot == "ante" for _, spot, _ in placed) else "An ante is needed."


WAGERS = Wagers(
    "you",
    "wagers",
    ("ante", "pair-plus"),
    ("3", "4"),
    {"ante": (500, 9000), "pair-plus": (500, 9000)},
    50_000,
    anything,
)
NO_LIMIT = Bet("you", "bet", 800, 200, 1600, 10_000, 9800, 100)
SET = Arrange(
    "you",
    "set",
    (1, 2, 3, 4, 5),
    (2, 3),
    ((0, 1), (2, 3, 4)),
    faces=("As", "Kd", "9h", "9c", "2s"),
    words=("surrender",),
)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (WAGERS, "", (("3", "ante", 500),)),
        (WAGERS, "25", (("3", "ante", 2500),)),
        (WAGERS, "25 ante, 5 pair-plus", (("3", "ante", 2500), ("3", "pair-plus", 500))),
        (WAGERS, "ante $25 + 5 on pair plus at 4", (("3", "ante", 2500), ("4", "pair-plus", 500))),
        (WAGERS, "10 A and 5 PP", (("3", "ante", 1000), ("3", "pair-plus", 500))),
        (NO_LIMIT, "f", -1),
        (NO_LIMIT, "call", 0),
        (NO_LIMIT, "r 20", 2000),
        (NO_LIMIT, "raise to $20", 2000),
        (NO_LIMIT, "r20", 2000),
        (NO_LIMIT, "a", 10_000),
        (NO_LIMIT, "3", 1600),
        (NO_LIMIT, "", -1),
        (Amount("you", "bank", 500, 9000, 1, 9000), "min", 500),
        (Amount("you", "bank", 500, 9000, 1, 9000), "$12.50", 1250),
        (Pick("you", "draw", (7, 8, 9), 0, 3, (), faces=("As", "Kd", "9h")), "2 3", (1, 2)),
        (Pick("you", "draw", (7, 8, 9), 0, 3, (), faces=("As", "Kd", "9h")), "draw 9♥", (2,)),
        (Pick("you", "draw", (7, 8, 9), 0, 3, (), faces=("As", "Kd", "9h")), "pat", ()),
        (SET, "9h 9c", ((2, 3), (0, 1, 4))),
        (SET, "12", ((0, 1), (2, 3, 4))),
        (SET, "As Kd 2s / 9h 9c", ((2, 3), (0, 1, 4))),
        (SET, "sur", "surrender"),
        (SET, "h", ((0, 1), (2, 3, 4))),
    ],
)
def test_what_is_typed(question: Question, text: str, answer: Any) -> None:
    assert read(question, text) == answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (WAGERS, "25 nowhere"), (WAGERS, "lots"), (WAGERS, "25 p"), (WAGERS, "25 ante at 9"),
        (WAGERS, "1.234"),
        (NO_LIMIT, "r"), (NO_LIMIT, "check"), (NO_LIMIT, "50"), (NO_LIMIT, "r 5000"), (NO_LIMIT, "fold 5"),
        (Amount("you", "bank", 500, 9000, 1, 9000), "many"), (Amount("you", "bank", 500, 9000, 1, 9000), "1"),
        (Choose("you", "play", ("play", "fold"), "fold"), "3"),
        (Choose("you", "act", ("stand", "split"), "stand"), "s"),
        (SET, "9h"), (SET, "9h 9h"), (SET, "Qd 2s"), (SET, "1 2 / 2 3 4"), (SET, "/"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_refused_in_a_sentence(question: Question, text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(question, text)
    assert str(refusal.value).endswith((".", "'."))


def test_numbers_go_by_the_order_shown() -> None:
    pieces = (0, 51, 30, 49)
    order = shown_order(pieces, (False,) * 4, "cards")
    pick = Pick("you", "draw", pieces, 0, 4, (), faces=("2c", "As", "9h", "Ad"))
    assert order == (1, 3, 2, 0)
    assert read(pick, "1 4", None, Told(order=order)) == (0, 1)


@pytest.mark.parametrize("name", ids())
def test_every_question_has_a_menu_a_hint_and_an_answer_by_enter(name: str) -> None:
    for seed in range(3):
        round_ = deal(game(name), seed, 3)
        while not round_.finished:
            at, question = round_.open()[0]
            assert hint(question)
            json.dumps(legal(question), default=str)
            for item in menu(question):
                assert read(question, item.key) == question.check(item.answer)
            round_.answer(on_enter(question), at=at)
            assert question.check(give_up(question)) is not None


# -- the picture -------------------------------------------------------------------------------------


def table(name: str, seed: int, seats: int) -> Round:
    """A round with the viewer in seat 2."""
    found = game(name)
    state = first_state(found, min(seats, found.params.seats) - (not found.play.poker), names={2: "you"})
    return deal(found, seed, state=state)


@pytest.mark.parametrize("name", ids())
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (60, 20), (200, 60)])
def test_every_line_of_the_table_has_its_width(name: str, width: int, height: int) -> None:
    for seats in (2, 4, 9):
        round_ = table(name, 3, seats)
        while True:
            seen = scene(round_, "you", "option 1", nets=round_.finished)
            lines = draw(seen, width, height, numbered=True)
            assert {line.cell_len for line in lines} == {min(width, 116)}
            if round_.finished:
                break
            at, question = round_.open()[0]
            round_.answer(on_enter(question), at=at)


@pytest.mark.parametrize("name", ids())
def test_the_table_shows_nothing_hidden(name: str) -> None:
    round_ = table(name, 5, 5)
    while not round_.finished:
        seen = scene(round_, "you")
        for place in seen.others:
            for held in place.hands:
                hand = round_.table.hands[held.key]
                if not any(hand.up):
                    assert all(piece == UNTOLD for part in held.shown for piece in part)
        at, question = round_.open()[0]
        round_.answer(on_enter(question), at=at)


def test_plain_text_can_be_ascii() -> None:
    lines = draw(scene(table("garlic-city/7-card-stud", 1, 4), "you"), 80, 24, colour=False)
    assert all(line.plain.translate(ASCII).isascii() for line in lines)


def test_cards_are_painted() -> None:
    assert painted("You get As Td, not Ash or 5-5.").plain == "You get A♠ 10♦, not Ash or 5-5."
    assert isinstance(painted("nothing"), Text)


def test_the_story_speaks_to_the_viewer() -> None:
    seats = {1: "you", 2: "Dot"}
    three = game("garlic-city/3-card-poker")
    events = [
        Event("wager", ("Dot", "2", "ante", 500)), Event("wager", ("you", "1", "ante", 1000)),
        Event("wager", ("you", "1", "pair-plus", 500)), Event("deal", ("1", 0, 51)),
        Event("deal", ("2", 1, None)),
        Event("fold", ("2",)),
    ]  # fmt: skip
    assert story(events, three, seats) == [
        "Dot bets $5 on Ante.", "You bet $10 on Ante, $5 on Pair Plus.", "You get As.", "Dot folds.",
    ]  # fmt: skip
    assert address("Seat 1 has the bank.", seats) == "You have the bank."
    assert open_table(three).option
