"""Pan: what may be done in a turn, forcing the option card, and the card that puts a player out."""

from __future__ import annotations

import pytest
from tests.games.pan_hands import DULL, FLAT, PAN, QUICK, asked, chips, dealt, nets, say, told

from housedealer.pieces.cards import card
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.piece_questions import Meld
from housedealer.table.questions import Choose, First
from housedealer.table.round import Round

# -- a turn --------------------------------------------------------------------------------------------


def test_the_card_drawn_is_melded_or_discarded() -> None:
    round_ = dealt({3: QUICK, 2: FLAT, 1: DULL}, "5h 6s")
    say(round_, "draw")
    question = round_.question
    assert isinstance(question, Meld)
    assert question.faces[-1] == "5h"
    assert question.default == ("discard", 10)
    assert [act for act in question.options if act[0] == "discard"] == [("discard", 10)]
    before = list(round_.table.events)
    for wrong in (
        ("discard", 0),
        ("discard",),
        ("discard", 11),
        ("meld", (0, 1)),
        ("meld", (0, 0, 1)),
        ("meld", (0, 1, 77)),
        ("add", 0, 0),
        ("dance",),
        "meld",
        None,
        ("meld", True),
        ("add", 0),
    ):
        with pytest.raises(Refused):
            round_.answer(wrong)
    assert round_.table.events == before
    say(round_, "meld Ah 2h 3h 4h 5h")
    assert isinstance(round_.question, Meld)
    assert {act[0] for act in round_.question.options} == {"meld", "discard"}
    say(round_, "done")
    assert isinstance(round_.question, Meld)
    assert {act[0] for act in round_.question.options} == {"discard"}
    with pytest.raises(Refused, match="only a discard"):
        say(round_, "meld 7c 7d 7h")
    say(round_, "discard 7c")
    assert round_.table.option_card() == card("7c")


def test_a_twin_of_the_card_drawn_stands_for_it() -> None:
    hand = "7s 7d 7h 7c Kh Kd Ah 2h 3h 4h"
    say(round_ := dealt({2: hand, 1: DULL}, "7c"), "draw", "meld 7c 7d 7h")
    assert round_.table.turn.card < 0
    round_ = dealt({2: hand, 1: DULL}, "7c")
    say(round_, "draw", "discard 7c")
    assert round_.table.hands["2"].tokens == [*range(5), *range(10, 15)]
    assert asked(round_) == ("p1", "take")


def test_the_option_card_must_be_used_first() -> None:
    round_ = dealt({3: QUICK, 2: "5s 5d 2c 2d 2h Ks Js 4c 6h Ac", 1: DULL}, "5h")
    say(round_, "draw", "discard 5h", "option")
    question = round_.question
    assert isinstance(question, Meld)
    assert question.default[0] == "meld"
    assert all(10 in act[1] for act in question.options)
    for wrong in ("discard Ks", "discard 5h", "meld 2c 2d 2h", "done"):
        with pytest.raises(Refused):
            say(round_, wrong)
    say(round_, "meld 5s 5d 5h", "meld 2c 2d 2h", "discard Ks")
    assert round_.table.players[2].melded == 6
    assert len(round_.table.hands["2"].tokens) == 4


def test_only_a_drawn_card_is_an_option_under_that_ruling() -> None:
    hands = {3: "7c 7d 7h Ks 5h 2s Jc 4d Qh 6s", 2: "5s 5d 2c 2d 2h Kc Js 4c 6h Ac", 1: DULL}
    for reading, wanted in (("any-discard", ("draw", "option")), ("drawn-only", ("draw",))):
        round_ = dealt(hands, "7s", PAN.ruled({"option-card": reading}))
        say(round_, "draw", "meld 7c 7d 7h 7s", "discard 5h")
        assert isinstance(round_.question, Choose)
        assert round_.question.options == wanted


def test_the_option_is_offered_only_when_it_can_be_used() -> None:
    round_ = dealt({3: QUICK, 2: FLAT, 1: DULL}, "5h 6d")
    say(round_, "draw", "discard 5h")
    assert isinstance(round_.question, Choose)
    assert round_.question.options == ("draw",)
    with pytest.raises(Refused):
        round_.answer("option")


# -- forcing -------------------------------------------------------------------------------------------

SEVENS = {
    3: "7c 7d 7h Kd Qc 5s 2d 4s 6c Jh",
    2: "Ac 3d 5s 7s Jd Qs 2s 4c 6h Kc",
    1: "As 3c 5d 7h Jc Qh 2c 4d 6c Kd",
}


def to_force(ruled: Game = PAN) -> Round:
    """Seat 3 has three sevens down; seat 1 discards the fourth, and seat 3 is next."""
    round_ = dealt(SEVENS, "2h Ah 7s Jd", ruled)
    say(round_, "draw", "meld 7c 7d 7h", "discard 2h", "draw", "discard Ah", "draw", "discard 7s")
    return round_


def test_a_card_that_goes_on_a_meld_can_be_forced() -> None:
    round_ = to_force()
    assert isinstance(round_.question, First)
    assert [question.who for question in round_.question.questions] == ["p2", "p1"]
    round_.answer("pass", who="p2")
    round_.answer("force", who="p1")
    assert isinstance(round_.question, Choose)
    assert round_.question.options == ("option",)
    say(round_, "option")
    assert isinstance(round_.question, Meld)
    assert {act[0] for act in round_.question.options} == {"add"}
    say(round_, "add 7s to 1", "discard Kd")
    assert chips(round_)["p3"] == 200 + 200 - 200  # three sevens, the fourth; the collection and the ante


def test_an_ignored_option_can_still_be_forced() -> None:
    round_ = to_force()
    for who in ("p2", "p1"):
        round_.answer("pass", who=who)
    assert isinstance(round_.question, Choose)
    assert round_.question.options == ("draw", "option")
    say(round_, "draw")
    assert isinstance(round_.question, First)
    assert [question.who for question in round_.question.questions] == ["p2", "p1"]
    round_.answer("force", who="p2")
    assert isinstance(round_.question, Meld)
    assert round_.question.faces[-1] == "7s"


def test_nobody_forces_and_the_draw_goes_on() -> None:
    round_ = to_force()
    for _ in range(2):
        round_.answer("pass", who="p2")
        round_.answer("pass", who="p1")
        if isinstance(round_.question, Choose):
            say(round_, "draw")
    assert isinstance(round_.question, Meld)
    assert round_.question.faces[-1] == "Jd"


def test_the_discarder_may_not_force_later_under_that_ruling() -> None:
    round_ = to_force(PAN.ruled({"force-later": "may-not"}))
    assert isinstance(round_.question, First)
    assert [question.who for question in round_.question.questions] == ["p2", "p1"]
    for who in ("p2", "p1"):
        round_.answer("pass", who=who)
    say(round_, "draw")
    assert isinstance(round_.question, First)
    assert [question.who for question in round_.question.questions] == ["p2"]


def test_a_card_that_makes_only_a_new_meld_is_not_forced() -> None:
    hands = {**SEVENS, 3: "7c 7d Kd Kh Qc 5s 2d 4s 6c Jh"}
    round_ = dealt(hands, "2h Ah 7s Jd")
    say(round_, "draw", "discard 2h", "draw", "discard Ah", "draw", "discard 7s")
    assert isinstance(round_.question, Choose)


FORCED_BEFORE = [
    (3, "draw"),
    (3, "meld 7c 7d 7h"),
    (3, "discard 2h"),
    (2, "draw"),
    (2, "discard Ah"),
    (1, "draw"),
    (1, "discard 7s"),
]
AFTER_FORCE = [
    (3, "add 7s to 1"),
    (3, "discard Jh"),
    (2, "draw"),
    (2, "discard Qc"),
    (1, "draw"),
    (1, "discard Qc"),
    (3, "draw"),
    (3, "meld Ks Kh Kd"),
    (3, "meld Ah 2h 3h 4h"),
]


@pytest.mark.parametrize(
    "words",
    [
        [(1, "force")],
        [(1, "force"), (3, "option")],
        [(2, "pass"), (1, "force"), (3, "option")],
        [(3, "draw"), (1, "force")],
        [(3, "option")],
    ],
)
def test_told_forcing(words: list[tuple[int, str]]) -> None:
    hands = {3: "7c 7d 7h Ks Kh Jh Ah 2h 3h 4h", 2: FLAT, 1: DULL}
    verdict = told(hands, "2h Ah 7s Qc Qc Kd", [*FORCED_BEFORE, *words, *AFTER_FORCE])
    assert nets(verdict) == {1: "-6", 2: "-6", 3: "12"}


def test_told_force_counts_only_where_it_was_said() -> None:
    hands = {3: "7c 7d 7h Ks Kh Jh Ah 2h 3h 4h", 2: FLAT, 1: DULL}
    declined = [
        (3, "draw"),
        (3, "discard Qs"),
        (2, "draw"),
        (2, "discard 6s"),
        (1, "draw"),
        (1, "discard 7s"),
    ]
    script = [*FORCED_BEFORE, *declined, (2, "force"), *AFTER_FORCE]
    verdict = told(hands, "2h Ah 7s Qs 6s 7s Qc Qc Kd", script)
    assert nets(verdict) == {1: "-6", 2: "-6", 3: "12"}
    with pytest.raises(Refused, match="forced"):
        told(hands, "2h Ah 7s Qs", [*FORCED_BEFORE, (1, "force"), (3, "draw"), (3, "discard Qs")])


# -- the out card --------------------------------------------------------------------------------------

TEN = "7c 7d 7h Ks Kh Kd Ah 2h 3h 4h"
LAY_TEN = ("draw", "meld 7c 7d 7h", "meld Ks Kh Kd", "meld Ah 2h 3h 4h")


def ten_down(right: str, stock: str, ruled: Game = PAN) -> Round:
    """Seat 1 plays before seat 3, who has ten cards melded; it is seat 1's turn."""
    round_ = dealt({3: TEN, 2: FLAT, 1: right}, stock, ruled)
    return say(round_, *LAY_TEN, "done", "draw", "done")


def test_an_out_card_that_is_of_no_use_may_go() -> None:
    round_ = ten_down("6s 6d 5s 7s Jd Qs 2s 4c 6h Kc", "Qs Ah 6c")
    say(round_, "draw", "meld 6s 6d 6c")
    assert isinstance(round_.question, Meld)
    free = {round_.question.faces[act[1]] for act in round_.question.options if act[0] == "discard"}
    assert free == {"5s", "7s", "Jd", "Qs", "2s", "4c", "6h", "Kc"}
    say(round_, "discard Kc")  # nothing else here goes with the king
    assert isinstance(round_.question, Choose)
    assert round_.question.options == ("draw", "option")
    say(round_, "option", "add Kc to 2")
    assert round_.finished


def test_a_card_that_can_be_used_is_kept_from_the_out() -> None:
    round_ = ten_down("5h 6h 7h 5c Jd Qs 2s 4c 3s Kc", "Qs Ah Ac")
    say(round_, "draw")
    question = round_.question
    assert isinstance(question, Meld)
    assert ("discard", 10) in question.options
    say(round_, "meld 5h 6h 7h")
    with pytest.raises(Refused, match="cannot go in the hand"):
        say(round_, "discard Kc")
    round_ = ten_down("5h 6h 7h 5c Jd Qs 2s 4c 3s Kc", "Qs Ah 5d")
    say(round_, "draw", "done")
    assert asked(round_)[1] == "take"
    # 5h goes on seat 3's run, and seat 1 could use it: with 6h and 7h
    round_ = ten_down("5h 6h 7h 5c 5d Qs 2s 4c 3s Kc", "Qs Ah 5s")
    say(round_, "draw", "meld 5c 5d 5s")
    with pytest.raises(Refused, match="put the next player out"):
        say(round_, "discard 5h")
    assert isinstance(round_.question, Meld)
    thrown = {round_.question.faces[act[1]] for act in round_.question.options if act[0] == "discard"}
    assert "5h" not in thrown
    assert "Kc" in thrown  # it puts seat 3 out as well, but no other king is here


def test_a_drawn_out_card_that_can_be_used_is_melded() -> None:
    round_ = ten_down("6h 7h 3s 5c Jd Qs 2s 4c Ks Kc", "Qs Ah Kd")
    say(round_, "draw")
    question = round_.question
    assert isinstance(question, Meld)
    assert [act[0] for act in question.options] == ["meld"]
    assert question.default == question.options[0]
    for word in ("discard Kd", "done"):
        with pytest.raises(Refused):
            say(round_, word)


def test_with_nothing_else_to_throw_the_out_card_goes() -> None:
    hand = "5h 6h 7h Kc Ks Kd 5h 6h 7h Ah"
    round_ = ten_down(hand, "Qs Ah Ah")
    say(round_, "draw", "meld 5h 6h 7h", "meld 5h 6h 7h", "meld Kc Ks Kd", "done")
    assert asked(round_) == ("p3", "take")


def test_who_has_ten_down_may_let_a_cheap_out_go() -> None:
    # Seat 1 has ten down; a king goes on both players' kings and pays neither: he need not go out.
    round_ = ten_down("Kc Kd Ks 2c 3c 4c 5c 6c 7c Jc", "Qs Ah 6s")
    say(round_, "draw", "meld Kc Kd Ks", "meld 2c 3c 4c 5c 6c 7c Jc", "done")
    assert asked(round_) == ("p3", "take")


@pytest.mark.parametrize(("last", "may"), [("Kh", True), ("7s", False)])
def test_out_for_more_must_not_be_given(last: str, may: bool) -> None:
    # A seven of spades pays seat 3 a chip on his sevens; on seat 1's run it pays nothing.
    mine = "Kc Kd Ks 2s 3s 4s 5s 6s Kh Kc"
    round_ = dealt({3: TEN, 2: FLAT, 1: mine}, f"Qs Ah 6d Qd Ad {last}")
    say(round_, *LAY_TEN, "done", "draw", "done", "draw")
    say(round_, "meld Kc Kd Ks Kh Kc", "meld 2s 3s 4s 5s 6s", "done")
    say(round_, "draw", "done", "draw", "done", "draw")
    question = round_.question
    assert isinstance(question, Meld)
    assert (("discard", 0) in question.options) is may
    assert any(act[0] == "add" for act in question.options)


def test_an_out_card_is_forced_only_to_keep_more_from_the_next() -> None:
    # Seat 1 has ten down and the option seven: out for nothing more. Seat 3 would be paid a chip for it.
    hands = {3: TEN, 2: "As 3c 5d 2d Jc Qh 2c 4d 6c Qd", 1: "Kc Kd Ks 2s 3s 4s 5s 6s Kh Kc"}
    stock = "Qs Ah 6d Qd 7s"
    round_ = dealt(hands, stock)
    say(round_, *LAY_TEN, "done", "draw", "done", "draw")
    say(round_, "meld Kc Kd Ks Kh Kc", "meld 2s 3s 4s 5s 6s", "done", "draw", "done", "draw", "discard 7s")
    assert isinstance(round_.question, First)
    assert [question.who for question in round_.question.questions] == ["p3", "p2"]
    # With a king, which pays neither, nobody can be forced out.
    round_ = dealt(hands, "Qs Ah 6d Qd Kh")
    say(round_, *LAY_TEN, "done", "draw", "done", "draw")
    say(round_, "meld Kc Kd Ks Kh Kc", "meld 2s 3s 4s 5s 6s", "done", "draw", "done", "draw", "done")
    assert asked(round_) == ("p1", "take")
    say(round_, "option")
    assert isinstance(round_.question, Meld)
    say(round_, "add Kh to 1")
    assert round_.finished
    assert round_.result is not None
    assert round_.result.marks["previous_winner"] == 1
