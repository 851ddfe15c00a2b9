"""Pan: irregularities and their remedies, stocks that run out, and rooms without tops."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.pan_hands import (
    DULL,
    FLAT,
    PAN,
    QUICK,
    QUICK_MELDS,
    asked,
    balances,
    chips,
    dealt,
    lucky,
    nets,
    say,
    seated,
    told,
)

from housedealer.games.pan.remedies import remedy_for
from housedealer.games.pan.table import FOULED, MOST_RECYCLES
from housedealer.pieces.cards import card, cards, faces
from housedealer.pieces.supply import Irregular, OrderSupply
from housedealer.table.errors import Refused
from housedealer.table.piece_questions import Meld
from housedealer.table.round import Round, deal, replay
from housedealer.table.stakes import open_table
from housedealer.table.view import View


def quick(seat: int, *before: tuple[int, str]) -> list[tuple[int, str]]:
    """A hand that goes out at once."""
    return [*before, (seat, "draw"), *((seat, word) for word in QUICK_MELDS)]


# -- irregularities ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "eight", "wanted"),
    [
        (7, "filled", "kill"),
        (0, "filled", "kill"),
        (8, "filled", "fill-up"),
        (8, "dead", "kill"),
        (9, "filled", "fill-up"),
        (10, "filled", "right"),
        (11, "filled", "withdraw"),
        (12, "filled", "kill"),
    ],
)
def test_wrong_counts(count: int, eight: str, wanted: str) -> None:
    assert remedy_for(count, 10, eight) == wanted


def wrong(kind: str, seat: int, **facts: Any) -> dict[str, Any]:
    return {"irregularities": [{"kind": kind, "seat": seat, **facts}]}


@pytest.mark.parametrize("count", [8, 9, 10, 11])
def test_a_mended_count_changes_nothing(count: int) -> None:
    hands = {1: DULL, 2: FLAT + (" Jh" if count == 11 else ""), 3: QUICK}
    if count == 10:
        with pytest.raises(Refused, match="right number"):
            told(hands, "5h", quick(3), **wrong("wrong-count", 2, count=count))
        return
    verdict = told(hands, "5h", quick(3), **wrong("wrong-count", 2, count=count))
    assert nets(verdict) == {1: "-5", 2: "-5", 3: "10"}


def test_the_excess_card_can_be_named() -> None:
    hands = {1: DULL, 2: FLAT, 3: "Qs " + QUICK}
    verdict = told(hands, "5h", quick(3), **wrong("wrong-count", 3, count=11, piece="Qs"))
    assert nets(verdict)[3] == "10"


@pytest.mark.parametrize(("count", "rulings"), [(7, {}), (12, {}), (8, {"eight-cards": "dead"})])
def test_a_dead_hand_gets_its_ante_back(count: int, rulings: dict[str, str]) -> None:
    hand = {7: "As 3c 5d 7s Jc Qh 2c", 8: "As 3c 5d 7s Jc Qh 2c 4d", 12: FLAT + " Kd Ks"}[count]
    script = quick(3, (3, "play"), (1, "play"))
    verdict = told(
        {1: DULL, 2: hand, 3: QUICK}, "5h", script, rulings=rulings, **wrong("wrong-count", 2, count=count)
    )
    assert nets(verdict) == {1: "-5", 2: "0", 3: "5"}
    assert verdict["settlement"][0]["because"]["code"] == "ante-back"


def test_a_wrong_count_after_the_draw_is_foul() -> None:
    script = [
        (3, "draw"),
        (3, "meld 7c 7d 7h"),
        (3, "meld Ks Kh Kd"),
        (3, "discard Qs"),
        (2, "draw"),
        (2, "meld 5c 5d 5s"),
        (2, "discard Js"),
        (1, "draw"),
        (1, "discard 2d"),
        (3, "draw"),
        (3, "meld Ah 2h 3h 4h 5h"),
    ]
    hands = {1: DULL, 2: "5c 5d 5s Ad 4d 6d Js Qh Kh Kc", 3: QUICK}
    stock = "Qs Js 2d 5h"
    straight = told(hands, stock, script)
    assert nets(straight) == {1: "-6", 2: "-3", 3: "9"}
    # Seat 2 collected one from each; both get it back, and he pays the rest of the hand.
    for facts in ({"at": "out"}, {"at": "discard"}, {"at": "meld"}):
        entries = [entry for entry in script if facts["at"] != "meld" or entry != (2, "discard Js")]
        verdict = told(hands, stock, entries, **wrong("wrong-count", 2, **facts))
        assert nets(verdict) == {1: "-5", 2: "-5", 3: "10"}
        assert [one["seat"] for one in verdict["settlement"] if one["spot"] == "repaid"] == [1, 3]
    # after eight answers (three declarations, then five) it is seat 2's turn
    verdict = told(hands, stock, script, **wrong("foul-hand", 2, after=11))
    assert nets(verdict) == {1: "-5", 2: "-5", 3: "10"}
    assert nets(told(hands, stock, script, **wrong("foul-hand", 2))) == nets(verdict)


def foul_round() -> Round:
    """Three have collected for sevens or fives of their own, seat 3 is to draw again."""
    hands = {
        3: "7c 7d 7h Kd Qc 5s 2d 4s 6c Jh",
        2: "5c 5d 5h As 4d 6d Js Qh Kh Kc",
        1: "3c 3d 3h Ac 4c 6h Jd Qs Ks 2c",
    }
    round_ = dealt(hands, "2h Ah As Qd Qd Qd")
    say(
        round_,
        "draw",
        "meld 7c 7d 7h",
        "done",
        "draw",
        "meld 5c 5d 5h",
        "done",
        "draw",
        "meld 3c 3d 3h",
        "done",
    )
    return round_


def test_a_foul_hand_repays_and_retires() -> None:
    round_ = foul_round()
    assert chips(round_) == {"p1": -100, "p2": -200, "p3": -200}
    round_.interrupt("foul-hand", seat=2)
    assert chips(round_) == {"p1": 0, "p2": -400, "p3": -100}
    assert round_.table.players[2].standing == FOULED
    round_.interrupt("foul-hand", seat=3)  # owes seat 2 nothing: he was fouled before
    assert chips(round_) == {"p1": 100, "p2": -400, "p3": -200}
    assert asked(round_) == ("p1", "take")  # it was seat 3's turn
    say(round_, "draw", "done")
    assert asked(round_) == ("p1", "take")  # he plays on alone: the others still pay
    with pytest.raises(Refused, match="no hand in play"):
        round_.interrupt("foul-hand", seat=2)


def test_the_last_one_may_take_the_tops_at_once() -> None:
    round_ = foul_round()
    other = replay(
        PAN.ruled({"last-player": "takes-tops"}),
        round_.stakes,
        round_.start,
        round_.supply.log(),
        round_.entries,
    )
    other.interrupt("foul-hand", seat=2)
    other.interrupt("foul-hand", seat=3)
    assert other.finished
    assert chips(other) == {"p1": 400, "p2": -400, "p3": -200}


def test_when_all_are_fouled_the_antes_go_back() -> None:
    round_ = foul_round()
    for seat in (2, 3, 1):
        round_.interrupt("foul-hand", seat=seat)
    assert round_.finished
    assert "tops" not in round_.table.ledger.balance or round_.table.ledger.balance["tops"] == 0
    assert sum(chips(round_).values()) == -200  # the collection


def test_the_broke_are_not_repaid() -> None:
    state = seated(3)
    state.chips["p1"] = 200  # his ante, and a chip for the sevens
    hands = {3: "7c 7d 7h Kd Qc 5s 2d 4s 6c Jh", 2: FLAT, 1: DULL}
    round_ = say(dealt(hands, "2h Ah", state=state), "draw", "meld 7c 7d 7h")
    assert balances(round_)["p1"] == 0
    round_.interrupt("foul-hand", seat=3)
    assert balances(round_)["p1"] == 0
    assert chips(round_)["p2"] == -200
    assert asked(round_) == ("p2", "take")


def test_an_incorrect_meld() -> None:
    hands = {3: "7c 7d 7h Kd Qc 5s 2d 4s 6c Jh", 2: FLAT, 1: DULL}
    lay = ("draw", "meld 7c 7d 7h")
    round_ = say(dealt(hands, "2h Ah"), *lay)
    round_.interrupt("incorrect-meld", seat=3, corrected=True)
    assert chips(round_)["p3"] == 0
    round_.interrupt("incorrect-meld", seat=3)  # its two chips go back, and the cards to the hand
    assert chips(round_) == {"p1": -100, "p2": -200, "p3": -200}
    assert isinstance(round_.question, Meld)
    assert sorted(round_.question.faces) == sorted([*hands[3].split(), "2h"])
    say(round_, "meld 7c 7d 7h", "done")
    assert round_.table.places_for(round_.table.players[3], card("7s")) == [1]
    round_.interrupt("incorrect-meld", seat=3)  # he has discarded: the hand is out
    assert chips(round_) == {"p1": -100, "p2": -200, "p3": -200}
    assert round_.table.players[3].standing == FOULED


def test_an_incorrect_meld_with_the_card_drawn() -> None:
    hands = {3: "7c 7d Kh Kd Qc 5s 2d 4s 6c Jh", 2: FLAT, 1: DULL}
    round_ = say(dealt(hands, "7h Ah"), "draw", "meld 7c 7d 7h")
    round_.interrupt("incorrect-meld", seat=3)
    assert isinstance(round_.question, Meld)
    assert round_.question.faces[-1] == "7h"
    say(round_, "discard 7h")
    assert len(round_.table.hands["3"].tokens) == 10


def test_foreign_cards_are_replaced() -> None:
    hands = {2: "8c " + QUICK[3:], 1: DULL}
    round_ = dealt(hands, "7c 9h 5h")
    round_.interrupt("foreign-card", seat=2)
    assert sorted(faces(round_.table.cards(round_.table.hands["2"])).split()) == sorted(QUICK.split())
    say(round_, "draw")
    round_.interrupt("foreign-card", seat=2)
    assert isinstance(round_.question, Meld)
    assert round_.question.faces[-1] == "5h"
    say(round_, *QUICK_MELDS)
    assert round_.finished


def test_a_foreign_card_from_the_supply() -> None:
    order = [card for half in (0, 5) for hand in (QUICK, DULL) for card in cards(hand)[half : half + 5]]
    supply = OrderSupply(
        [*order, card("5h")],
        irregular={3: Irregular("foreign-card", card("8h")), 21: Irregular("foreign-card", card("Jk"))},
    )
    round_ = Round(PAN, open_table(PAN), seated(2), supply)
    for word in ("play", "play"):
        round_.answer(word)
    say(round_, "draw", *QUICK_MELDS)
    assert round_.finished
    assert chips(round_) == {"p1": -500, "p2": 400}


def test_a_told_foreign_card_needs_nothing_more() -> None:
    verdict = told(
        {1: DULL, 2: FLAT, 3: QUICK},
        "5h",
        quick(3),
        irregularities=[{"kind": "foreign-card", "seat": 2, "piece": "9h"}],
    )
    assert nets(verdict)[3] == "10"


def test_an_irregularity_must_say_whose() -> None:
    round_ = foul_round()
    for kind in ("foul-hand", "wrong-count", "incorrect-meld"):
        with pytest.raises(Refused, match=r"(?i)say which seat"):
            round_.fork().interrupt(kind)


# -- the stock, and rooms without tops -----------------------------------------------------------------


def test_a_stock_that_runs_out_is_shuffled_again() -> None:
    round_ = dealt({2: DULL, 1: FLAT}, "Qs Qs", PAN)
    say(round_, *["draw", "done"] * 4)
    assert round_.table.recycles == 1  # two discards came back and were drawn again; each still is somewhere
    ended = dealt({2: DULL, 1: FLAT}, "Qs Qs", PAN.ruled({"stock-out": "no-winner"}))
    say(ended, *["draw", "done"] * 2, "draw")
    assert ended.finished
    assert chips(ended) == {"p1": 0, "p2": -100}


def test_nobody_wins_when_nobody_tries() -> None:
    def idle(_: View, question: Any) -> Any:
        return "play" if question.name == "declare" else question.default

    round_ = deal(PAN, seed=1, state=seated(8)).play(idle)
    assert round_.table.recycles == MOST_RECYCLES
    assert round_.result is not None
    assert round_.result.marks["previous_winner"] == 8
    assert sorted(chips(round_).values()) == [-100, -100, -100, 0, 0, 0, 0, 0]


def test_without_playing_for_tops_a_hand_without_chips_is_dead() -> None:
    state = seated(3)
    state.chips["p1"] = 150
    other = lucky({"collection": "from-tops"}, playing_for_tops="no")
    round_ = deal(other, state=state)
    assert [round_.table.players[seat].standing for seat in (3, 2, 1)] == ["waiting", "waiting", FOULED]
    say(round_, "play", "play")
    assert asked(round_) == ("p3", "take")
    # ... and so it is once the last chip has been paid
    state.chips["p1"] = 200
    hands = {3: "7c 7d 7h Kd Qc 5s 2d 4s 6c Jh", 2: FLAT, 1: DULL}
    round_ = say(dealt(hands, "2h Ah", other, state), "draw", "meld 7c 7d 7h")
    assert round_.table.players[1].standing == FOULED
    say(round_, "done", "draw", "done")
    assert asked(round_) == ("p3", "take")
