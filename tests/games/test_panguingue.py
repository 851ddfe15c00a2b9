"""Panguingue of Garlic City: antes that pay the collection, no tops to play for, and calls on the dealer."""

from __future__ import annotations

from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.game import State
from housedealer.table.round import deal
from housedealer.table.stakes import open_table

PAN = game("garlic-city/panguingue")
QUICK = "7c 7d 7h Ks Kh Kd Ah 2h 3h 4h"
QUICK_MELDS = ["meld 7c 7d 7h", "meld Ks Kh Kd", "meld Ah 2h 3h 4h 5h"]
DULL = "Ac 3d 5s 7h Jd Qs 2s 4c 6h Kc"
FLAT = "As 3c 5d 7s Jc Qh 2c 4d 6c Kd"


def told(hands: dict[int, str], stock: str, script: list[tuple[int, str]], **more: Any) -> dict[str, Any]:
    """The verdict on a told hand in which everybody plays, unless the script begins with declarations."""
    declared = [] if script and script[0][1] in ("play", "pass") else [(seat, "play") for seat in hands]
    document = {
        "game": PAN.id,
        "option": "1",
        "limit": "1",
        "pieces": {**{str(seat): hand for seat, hand in hands.items()}, "stock": stock},
        "answers": [{"seat": seat, "answer": word} for seat, word in [*declared, *script]],
        "previous_winner": max(hands),
        **more,
    }
    return adjudicate(document, alternatives=False)


def nets(verdict: dict[str, Any]) -> dict[int, str]:
    return {entry["seat"]: entry["net"] for entry in verdict["seats"]}


def quick(seat: int) -> list[tuple[int, str]]:
    """A hand that goes out at once, worth two chips of conditions and two for the outs."""
    return [(seat, "draw"), *((seat, word) for word in QUICK_MELDS)]


THREE = {1: DULL, 2: FLAT, 3: QUICK}


@pytest.mark.parametrize(
    ("option", "ante", "fees"),
    [
        ("1", 2, (1, 1, 2, 2, 2, 2)),
        ("2", 3, (1, 1, 3, 3, 3, 3)),
        ("3", 5, (1, 1, 3, 3, 3, 3)),
        ("4", 5, (2, 2, 2, 4, 4, 4)),
        ("5", 10, (2, 2, 2, 5, 5, 5)),
        ("6", 2, (1, 1, 1, 2, 2, 2)),
        ("7", 3, (2, 2, 2, 3, 3, 3)),
    ],
)
def test_the_collection_comes_from_the_antes(option: str, ante: int, fees: tuple[int, ...]) -> None:
    for many, fee in enumerate(fees, 2):
        people = {seat: f"p{seat}" for seat in range(1, many + 1)}
        state = State(
            seats=people, chips=dict.fromkeys(people.values(), 10_000), places=7, marks={"previous_winner": 1}
        )
        round_ = deal(PAN, option=option, state=state)
        assert [(who, amount) for who, amount, _ in round_.table.fees] == [("tops", 100 * fee)]
        assert round_.table.tops == {"singles": 100 * (ante * many - fee), "doubles": 0}
        assert {round_.table.ledger.balance[who] for who in people.values()} == {10_000 - 100 * ante}


def test_the_winner_collects_what_is_left_of_the_antes() -> None:
    verdict = told(THREE, "5h", quick(3))
    # two conditions and two chips for the outs from each, and three antes of 2 less 1
    assert nets(verdict) == {1: "-6", 2: "-6", 3: "11"}
    assert verdict["drop"] == "1"
    assert verdict["settlement"][-1]["because"]["code"] == "tops"
    assert nets(told(THREE, "5h", quick(3), option="5", limit="20")) == {1: "-90", 2: "-90", 3: "178"}


def test_the_condition_is_any_whole_dollar_amount_that_is_approved() -> None:
    assert open_table(PAN, "1", "2000").structure.condition == "2000"
    for wrong in ("0", "2001", "1.50", "singles 1", "doubles 1", "4/8"):
        with pytest.raises(Refused, match="conditions from 1 to 2000"):
            open_table(PAN, "1", wrong)
    with pytest.raises(Refused, match="Say which limit the table plays, from 1 to 2000"):
        told(THREE, "5h", quick(3), limit="")


def test_two_to_seven_play_and_nobody_plays_doubles() -> None:
    hands = dict.fromkeys(range(1, 8), "?? " * 10)
    with pytest.raises(Refused, match="At most 7"):
        told({**hands, 8: QUICK}, "5h", quick(8), seats=8)
    with pytest.raises(Refused, match="two players"):
        told({3: QUICK}, "5h", quick(3))
    with pytest.raises(Refused, match="doubles"):
        told(THREE, "5h", quick(3), posts=[{"seat": 3, "kind": "doubles"}])


def test_a_player_without_a_chip_has_a_dead_hand() -> None:
    start = [(3, "draw"), (3, "meld 7c 7d 7h"), (3, "meld Ks Kh Kd"), (3, "discard Qs")]
    first, second = [(2, "draw"), (2, "discard Js")], [(1, "draw"), (1, "discard 2d")]
    out = [(3, "draw"), (3, "meld Ah 2h 3h 4h 5h")]
    assert nets(told(THREE, "Qs Js 2d 5h", [*start, *first, *second, *out])) == {1: "-6", 2: "-6", 3: "11"}
    # Seat 2 pays its last chip for the sevens: its turn is passed over, and it has nothing left to pay.
    poor = {"1": "100", "2": "3", "3": "100"}
    verdict = told(THREE, "Qs 2d 5h", [*start, *second, *out], stacks=poor)
    assert nets(verdict) == {1: "-6", 2: "-3", 3: "8"}
    with pytest.raises(Refused):
        told(THREE, "Qs Js 2d 5h", [*start, *first, *second, *out], stacks=poor)


def test_at_the_deal_a_player_who_anted_his_last_chip_is_not_asked() -> None:
    script = [(3, "play"), (1, "play"), *quick(3)]
    verdict = told(THREE, "5h", script, stacks={"1": "100", "2": "2", "3": "100"})
    assert nets(verdict) == {1: "-6", 2: "-2", 3: "7"}


def test_who_discarded_the_option_card_without_forcing_it_may_not_force_it_later() -> None:
    start = [(3, "draw"), (3, "meld 7c 7d 7h"), (3, "meld Ks Kh Kd"), (3, "discard Qs")]
    start += [(2, "draw"), (2, "discard Js"), (1, "draw"), (1, "discard 7s"), (3, "draw")]
    hands, forced = {**THREE, 3: QUICK.replace("4h", "Jc")}, [(3, "add 7s to 1"), (3, "discard Jc")]
    with pytest.raises(Refused):
        told(hands, "Qs Js 7s", [*start, (1, "force"), *forced])
    hands[2] = "5c 5d 5h Qh Qh Qh Ac 2c 3c 4c"
    last = [(2, "draw"), (2, "meld 5c 5d 5h"), (2, "meld Qh Qh Qh"), (2, "meld Ac 2c 3c 4c 5c")]
    verdict = told(hands, "Qs Js 7s 5c", [*start, (2, "force"), *forced, *last])
    # seat 3: sevens, and one for the card forced on it; seat 2: fives, queens, ace-two-three, the outs
    assert nets(verdict) == {1: "-9", 2: "11", 3: "-3"}


# -- calls on the dealer ---------------------------------------------------------------------------------


def late(kind: str, seat: int, **facts: Any) -> dict[str, Any]:
    return {"irregularities": [{"kind": kind, "seat": seat, **facts}]}


def test_pay_that_was_not_called_for_waits_until_the_hand_is_hit_again() -> None:
    hands = {1: DULL, 2: "As 3c 5d 7s Jc Qh 2c 4d 6c 6d", 3: QUICK}
    script = [
        (3, "draw"),
        (3, "meld 7c 7d 7h"),
        (3, "discard Qs"),
        (2, "draw"),
        (2, "discard Js"),
        (1, "draw"),
        (1, "discard 2d"),
        (3, "draw"),
        (3, "meld Ks Kh Kd"),
        (3, "meld Ah 2h 3h 4h 5h"),
    ]
    stock = "Qs Js 2d 5h"
    plain = told(hands, stock, script)
    assert nets(plain) == {1: "-6", 2: "-6", 3: "11"}
    waited = told(hands, stock, script, **late("uncalled-pay", 3))
    assert nets(waited) == nets(plain)
    assert waited["settlement"][0]["because"]["args"] == [1, 1]
    forfeited = told(hands, stock, script, **late("uncalled-pay", 3), rulings={"uncalled-pay": "same-meld"})
    assert nets(forfeited) == {1: "-5", 2: "-5", 3: "9"}
    with pytest.raises(Refused, match="called for pay"):
        told(hands, stock, script, **late("uncalled-pay", 3, after=5))
    with pytest.raises(Refused, match="turn"):
        told(hands, stock, script, **late("uncalled-pay", 2, after=4))


def test_unearned_pay_is_not_paid() -> None:
    assert nets(told(THREE, "5h", quick(3), **late("unearned-pay", 3))) == {1: "-6", 2: "-6", 3: "11"}
    with pytest.raises(Refused, match="no rule"):
        adjudicate({"game": "lucky-buck/pan", "limit": "singles 1", **late("unearned-pay", 3)})


def test_draws_out_of_turn_stand_once_three_have_drawn() -> None:
    hands = {1: QUICK, 2: FLAT, 3: DULL}
    script = [(3, "draw"), (3, "discard Qs"), *quick(1)]
    after = len(hands) + 2
    verdict = told(hands, "Qs 5h", script, **late("out-of-turn", 1, drawn=3, after=after))
    assert nets(verdict) == {1: "11", 2: "-6", 3: "-6"}
    with pytest.raises(Refused):
        told(hands, "Qs 5h", script)
    with pytest.raises(Refused, match="restored"):
        told(hands, "Qs 5h", script, **late("out-of-turn", 1, drawn=2, after=after))
    with pytest.raises(Refused, match="how many"):
        told(hands, "Qs 5h", script, **late("out-of-turn", 1, after=after))
