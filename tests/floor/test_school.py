"""The dealer's school: every game is asked verb by verb, with the script's own answers."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
import pytest

from housedealer.floor.school import progress
from housedealer.floor.school.exercise import Exercise, Mark, Order, Stand, ordered, prepared
from housedealer.floor.school.lesson import play_ahead
from housedealer.floor.school.points import ALLOWED, NO_ONE, REFUSED, Point, as_good
from housedealer.floor.school.progress import Answered
from housedealer.floor.school.skills import BY_ID, has_house_way
from housedealer.rooms import game, ids
from housedealer.table.errors import Refused
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Amount, Choose

GAMES = ids()
HOLD_EM = "garlic-city/texas-holdem"
THREE = "garlic-city/3-card-poker"


def exercise(name: str, *skills: str, seed: str = "school", **more: Any) -> Exercise:
    """An exercise of a game, begun."""
    found = Exercise("s1", "Ann", ordered(name, None, None, skills or None, seed, **more), Stand())
    found.begin(0)
    return found


def told(found: Exercise, since: int = 0) -> dict[str, Any]:
    """What the trainee sees, as it is sent."""
    return msgspec.json.decode(msgspec.json.encode(found.table(since)))  # type: ignore[no-any-return]


def plain(answer: Any) -> Any:
    """An answer as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def right_answer(found: Exercise, at: int = 0) -> Mark:
    """Answer the open question rightly, in plain data."""
    point = found.point
    assert point is not None
    mark = found.judge(found.question, plain(point.answer), None, at)
    found.marked(mark, at)
    return mark


def wrong_answer(point: Point) -> Any:
    """An answer that is not right, or None where every answer is."""
    question = point.question
    if isinstance(question, Choose):
        return next((one for one in question.options if not point.right(one)), None)
    if isinstance(question, Amount):
        return question.high if point.answer != question.high else question.low
    if isinstance(question, Arrange):
        places = list(range(len(question.pieces)))
        parts, at = [], 0
        for size in question.sizes:
            parts.append(tuple(places[at : at + size]))
            at += size
        return tuple(parts) if not point.right(tuple(parts)) else None
    spot = question.spots[-1]
    least = question.limits[spot][0]
    return next(
        (("payment", spot, many * least),)
        for many in (2, 3)
        if not point.right((("payment", spot, many * least),))
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_round_of_every_game_can_be_answered(name: str) -> None:
    """With mistakes planted; all answers right; the events of each step go on where the last ended."""
    found = exercise(name, seed=f"whole/{name}", errors=True)
    known, skills = 0, set()
    shown = told(found)
    while shown["ask"] is not None:
        point = found.point
        assert point is not None
        assert [one["at"] for one in shown["events"]] == list(range(known, found.shown))
        assert len(found.current[0].stopped(found.shown).table.events) == found.shown
        assert shown["ask"]["default"] is None
        assert shown["ask"]["suggested"] is None
        assert shown["ask"]["skill"] == point.skill
        skills.add(point.skill)
        known = found.shown
        mark = right_answer(found)
        assert mark.right, (point.title, point.answer)
        shown = told(found, known)
    assert found.stand.done
    assert found.stand.right == found.stand.asked > 0
    assert "deal" in skills
    run = found.current[0]
    assert ("next" in skills) == any(not one.together for one in run.asked)
    assert run.void is not None or skills & {"amount", "result", "award"}
    assert "amount" in skills or not any(one.kind in ("award", "paid") for one in run.events)
    assert shown["scene"]["state"] == "gap"


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_answer_is_told_with_its_rule(name: str) -> None:
    """Whatever is asked: wrong is wrong, and what is right stands in the book, in words."""
    order = ordered(name, None, None, None, f"wrong/{name}", errors=True)
    _, points = prepared(order, 0)
    wrongs = 0
    for point in points:
        wrong = wrong_answer(point)
        if wrong is None:
            continue
        wrongs += 1
        given = point.question.check(wrong)
        assert not point.right(given), point.title
        assert point.rule.words
        assert 0 < point.rule.lines[0] <= point.rule.lines[1], point.rule
        assert point.rule.book == game(name).head.book
        assert point.words
    assert wrongs > len(points) // 2


TURNS = {
    ("garlic-city/texas-holdem", "next", "bet"): {"blinds"},
    ("garlic-city/7-card-stud", "next", "bring-in"): {"bring-in"},
    ("garlic-city/7-card-stud", "next", "bet"): {"bring-in", "first-to-act"},
    ("garlic-city/mexican-poker", "next", "bring-in"): {"opening-bet"},
    ("lucky-buck/lowball", "next", "bet"): {"first-to-act"},
    ("garlic-city/super-pan-nine", "next", "act"): {"dice"},
    ("garlic-city/ultimate-texas-holdem", "next", "play"): {"decision-order"},
    (THREE, "order", ""): {"action-order"},
    ("lucky-buck/pai-gow-double-hand-poker", "order", ""): {"settlement-order"},
    ("garlic-city/fortune-pai-gow-poker", "order", ""): {"order"},
}


@pytest.mark.parametrize(("name", "skill", "asked"), TURNS, ids="-".join)
def test_the_rule_of_a_turn_is_the_one_that_gives_it(name: str, skill: str, asked: str) -> None:
    """What happened last names the rule, as dice or a bring-in, else the question; the order has its own."""
    run, points = prepared(ordered(name, None, None, (skill,), f"turns/{name}"), 0)
    questions = {one.at: one.question.name for one in run.asked if not one.together}
    shown = {one.rule.code for one in points if skill == "order" or questions.get(one.at) == asked}
    assert shown
    assert shown <= TURNS[name, skill, asked]


@pytest.mark.parametrize("name", GAMES)
def test_an_order_is_not_explained_by_the_object_of_the_game(name: str) -> None:
    _, points = prepared(ordered(name, None, None, ("order", "next"), f"object/{name}"), 0)
    assert "game" not in {one.rule.code for one in points}


@pytest.mark.parametrize("name", GAMES)
def test_the_truth_is_the_script_s(name: str) -> None:
    """What is asked of the deal and the settlement is what an ordinary round of that seed does."""
    order = ordered(name, None, None, tuple(BY_ID), f"truth/{name}")
    run, points = prepared(order, 0)
    again = play_ahead(game(name), None, None, f"{order.seed}/0", planted=run.planted)
    assert [(one.kind, one.args) for one in again.events] == [(one.kind, one.args) for one in run.events]
    for point in points:
        if point.at == len(run.events):
            assert point.skill in ("deal", "next", "remedy")
            continue
        event = run.events[point.at]
        if point.skill == "deal":
            assert (event.kind in ("deal", "burn")) == (point.answer != NO_ONE)
        elif point.skill in ("result", "order", "amount", "award"):
            assert event.kind in ("settled", "award", "paid", "uncalled")
        elif point.skill == "fee":
            assert event.kind == "fee"
            if isinstance(point.question, Amount):
                assert point.answer == event.args[1]


@pytest.mark.parametrize("name", [one for one in GAMES if game(one).remedies])
def test_irregularities_are_planted_from_the_game_s_remedies(name: str) -> None:
    """A drill of them asks what follows: the remedy of that kind, and its lines."""
    found = exercise(name, "remedy", rounds=2)
    kinds = set()
    while (point := found.point) is not None:
        run = found.current[0]
        assert run.planted is not None
        remedy = game(name).remedies[run.planted.kind]
        kinds.add(remedy.kind)
        assert run.events[point.at - 1].kind == "irregularity"
        assert point.answer == remedy.text
        assert point.rule.lines == remedy.lines
        assert isinstance(point.question, Choose)
        assert len(point.question.options) > 1
        right_answer(found)
    assert kinds
    assert found.stand.right == found.stand.asked == 2


def test_planted_mistakes_are_the_question_s_own_refusals() -> None:
    """Both what is allowed and what is not comes up; what is not says why."""
    found: list[Point] = []
    for seed in range(6):
        order = ordered(THREE, None, None, ("error",), f"mistakes/{seed}")
        found += prepared(order, 0)[1]
    said = {point.answer for point in found}
    assert said == {ALLOWED, REFUSED}
    for point in found:
        if point.answer == REFUSED:
            assert point.rule.words
            assert point.rule.code == "refused"
    assert any("outside this table's limit" in point.rule.words for point in found)
    assert any("needs one on ante" in point.rule.words for point in found)


def test_mistakes_of_a_bettor_in_hold_em() -> None:
    """A raise below or above the limit is refused; a call is not."""
    order = ordered(HOLD_EM, None, "4/8", ("error",), "bets")
    points = prepared(order, 0)[1]
    refused = [point for point in points if point.answer == REFUSED]
    assert refused
    assert all("total must be" in point.rule.words or "raise" in point.title for point in refused)


@pytest.mark.parametrize("name", [one for one in GAMES if has_house_way(game(one))])
def test_the_house_way_is_drilled_where_a_game_has_one(name: str) -> None:
    """Only its hands are asked, and a hand set upside down is not it."""
    if not any(isinstance(one.question, Arrange) for one in play_ahead(game(name), None, None, "h").asked):
        with pytest.raises(Refused, match="nothing to ask"):
            exercise(name, "house-way")
        return
    found = exercise(name, "house-way")
    assert {point.skill for point in found.current[1]} == {"house-way"}
    point = found.point
    assert point is not None
    assert told(found)["ask"]["answers"] == []
    for word in ("house-way", "House Way"):
        with pytest.raises(Refused, match="part by part"):
            found.judge(found.question, None, word, 0)
    assert found.judge(found.question, None, point.words, 0).right
    assert right_answer(found).right


def test_two_parts_of_one_size_may_come_in_either_order() -> None:
    """Low and high tiles are told apart by their worth; other tiles are another setting."""
    point = exercise("garlic-city/pai-gow-tiles", "house-way").point
    assert point is not None
    (a, b), (c, d) = point.answer
    assert point.right(((c, d), (a, b)))
    assert not point.right(((a, c), (b, d)))


def test_cards_of_one_rank_are_as_good_as_another() -> None:
    """Which of two twos goes low does not matter, but by a flush; a king for it does."""
    question = Arrange(
        "ann", "set", tuple(range(7)), (2, 5), ((0, 1), (2, 3, 4, 5, 6)), about="2",
        faces=("2c", "Kd", "2h", "9s", "8s", "7c", "5d"),
    )  # fmt: skip
    right = as_good(question)
    assert right(((0, 1), (2, 3, 4, 5, 6)))
    assert right(((1, 2), (0, 3, 4, 5, 6)))
    assert not right(((0, 2), (1, 3, 4, 5, 6)))
    assert not right("declare")


def test_a_payment_may_be_made_in_any_exact_way() -> None:
    """One chip or many: only the sum and whole chips count."""
    found = exercise(THREE, "chips", seed="chips")
    point = found.point
    assert point is not None
    amount = sum(part for _, _, part in point.answer)
    smallest = [["payment", "1-dollar", amount]]
    if "1-dollar" in point.question.spots:
        assert found.judge(found.question, smallest, None, 0).right
    assert not found.judge(
        found.question, [["payment", point.question.spots[-1], amount + 500]], None, 0
    ).right
    assert not found.judge(found.question, [], None, 0).right


def test_who_is_late_is_right_and_has_not_known_it() -> None:
    """A clock: the answer counts as missed after its time."""
    found = exercise(HOLD_EM, "next", seconds=5)
    assert told(found)["ask"]["seconds"] == 5
    late = right_answer(found, 5001)
    assert late.right
    assert late.late
    assert found.stand.right == 0
    assert not right_answer(found, 10_001).late
    assert found.stand.right == 1


def test_nothing_is_told_before_its_time() -> None:
    """The trainee sees what lies open: hidden pieces are -1, and no event beyond the question's."""
    found = exercise(HOLD_EM, "next", seed="hidden")
    while found.point is not None:
        shown = told(found)
        hands = [hand for seat in shown["scene"]["seats"] for hand in seat.get("hands", ())]
        assert hands
        for hand in hands:
            for piece, up in zip(hand["pieces"], hand["up"], strict=True):
                assert (piece >= 0) == up
        dealt = [one for one in shown["events"] if one["kind"] == "deal" and one["args"][0].isdigit()]
        assert all(one["args"][2] is None for one in dealt)
        right_answer(found)


def test_an_exercise_is_the_same_for_its_seed_and_goes_on_where_it_was() -> None:
    """Order and stand are all that must be kept."""
    first, second = exercise(THREE, seed="same"), exercise(THREE, seed="same")
    assert told(first) == told(second)
    for _ in range(5):
        right_answer(first)
    kept = msgspec.json.encode(first.stand), msgspec.json.encode(first.order)
    again = Exercise(
        "s1", "Ann", msgspec.json.decode(kept[1], type=Order), msgspec.json.decode(kept[0], type=Stand)
    )
    assert told(again) == told(first)


def test_an_exercise_ends_when_its_game_has_changed() -> None:
    """Another script or other data deal another round: nobody is judged by what was dealt before."""
    begun = exercise(THREE)
    right_answer(begun)
    made_by = msgspec.structs.replace(begun.made_by, data="0")
    again = Exercise("s1", "Ann", begun.order, begun.stand, made_by)
    assert again.point is None
    assert again.row()["done"]
    assert told(again)["ask"] is None


def test_answers_of_no_shape_are_refused() -> None:
    """Whatever comes over the wire: a refusal, and the question stays open."""
    answers: list[Any] = [
        None,
        [],
        {},
        [["a"], [1]],
        [[1], ["a"]],
        10**40,
        1.5,
        "x",
        [[[]]],
        [{}, {}],
        {"a": 1},
    ]
    for name in ("garlic-city/pai-gow-tiles", THREE, HOLD_EM):
        found = exercise(name)
        while found.point is not None:
            for answer in answers:
                try:
                    mark = found.judge(found.question, answer, None, 0)
                except Refused:
                    continue
                assert not mark.right
            for say in ("", "x" * 300, "-1", "1/2", "fold"):
                with contextlib.suppress(Refused):
                    assert not found.judge(found.question, None, say, 0).right
            right_answer(found)


def test_several_rounds_begin_anew() -> None:
    """The events of the next round count from zero, and another seat has the button or the bank."""
    found = exercise(THREE, "result", rounds=3)
    rounds = {1}
    while found.point is not None:
        mark = found.judge(found.question, plain(found.point.answer), None, 0)
        before = found.stand.round
        since = found.marked(mark, 0)
        if found.stand.round > before:
            assert since == 0
        rounds.add(found.stand.round)
    assert rounds == {1, 2, 3}


def test_what_was_missed_is_asked_more() -> None:
    """Skills missed before keep all their points, the others few."""
    often = ordered(HOLD_EM, None, None, ("next", "deal"), "more", often=("deal",))
    usual = ordered(HOLD_EM, None, None, ("next", "deal", "award"), "more")
    more, few = prepared(often, 0)[1], prepared(usual, 0)[1]
    count = [sum(point.skill == "deal" for point in points) for points in (more, few)]
    assert count[0] > count[1]
    assert sum(point.skill == "next" for point in more) <= 2


def test_refusals() -> None:
    """What the school does not do, it says in a sentence."""
    with pytest.raises(Refused, match="no game"):
        ordered("nowhere/nothing", None, None, None, "x")
    with pytest.raises(Refused, match="no skill"):
        ordered(THREE, None, None, ("juggling",), "x")
    with pytest.raises(Refused, match="seconds"):
        ordered(THREE, None, None, None, "x", seconds=1)
    with pytest.raises(Refused, match="rounds"):
        ordered(THREE, None, None, None, "x", rounds=51)
    with pytest.raises(Refused, match="nothing to ask about the pot"):
        exercise(THREE, "award")
    found = exercise(THREE)
    with pytest.raises(Refused, match="not open"):
        found.judge("s1/99", "seat 1", None, 0)
    question = found.question
    right_answer(found)
    with pytest.raises(Refused, match="not open"):
        found.judge(question, "seat 1", None, 0)


def answered(skill: str, right: bool, rule: str = "A rule.", late: bool = False) -> Answered:
    """An answer of the past."""
    return Answered(0, "s1", THREE, skill, "What?", "this", "that", rule, right, late, 1500)


def test_the_progress_sheet_counts_what_was_known() -> None:
    """Right and in time; what is known again is no longer missed."""
    seen = [
        answered("deal", False), answered("deal", True), answered("next", False), answered("next", False),
        answered("next", True), answered("fee", True, late=True), answered("award", True),
    ]  # fmt: skip
    sheet = progress.sheet(seen)
    rows = {row["id"]: row for row in sheet["skills"]}
    assert (rows["next"]["asked"], rows["next"]["right"], rows["next"]["seconds"]) == (3, 1, 1.5)
    assert (rows["fee"]["asked"], rows["fee"]["right"]) == (1, 0)
    assert sheet["games"] == [{"game": THREE, "asked": 7, "right": 3}]
    assert {(row["skill"], row["many"]) for row in sheet["missed"]} == {("next", 1), ("fee", 1)}
    assert set(progress.weak(seen, THREE)) == {"next", "fee"}
    assert set(progress.weak(seen, HOLD_EM)) == {"next", "fee"}


def test_the_progress_sheet_in_rows() -> None:
    """A header and a row an answer."""
    rows = progress.as_csv([answered("deal", False), answered("fee", True)]).splitlines()
    assert rows[0].startswith("at,exercise,game,skill,question,answer,expected,right,late,seconds")
    assert len(rows) == 3
    assert f"s1,{THREE},deal,What?,this,that,no,no,1.5" in rows[1]
