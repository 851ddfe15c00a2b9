"""Fortune Pai Gow Poker 1.1 told: settlement, bonus, envy, dice, cover, fees, irregularities, the data."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.pai_gow.poker import (
    ENVY,
    FORTUNE,
    FOUL,
    LOSES,
    PUSHES,
    WAGER,
    WINS,
    counted_seat,
    in_control,
    part,
    result,
)
from housedealer.pieces.cards import cards, faces
from housedealer.rooms import game
from housedealer.table.errors import MissingFact, Refused

FPG = game("lucky-buck/fortune-pai-gow-poker-1-1")
BUG = FPG.params

BANK = "Kd Jd 9c 8h 4s 3c 2d"
"""No pair: the house way puts J 9 in front and K in the back."""


def told(wagers: list[tuple[Any, ...]], pieces: dict[str, str], **more: Any) -> dict[str, Any]:
    """The verdict on a told round; wagers are (seat, spot, amount) with a back-line name if there is one."""
    placed = [
        {"seat": one[0], "spot": one[1], "amount": str(one[2]), **({"by": one[3]} if len(one) > 3 else {})}
        for one in wagers
    ]
    bank: dict[str, Any] = {"seat": more.pop("seat", 1)}
    if (amount := more.pop("bank", None)) is not None:
        bank["amount"] = str(amount)
    if "dice" not in more:
        more.setdefault("action_seat", 2)
    document = {"game": FPG.id, "player_dealer": bank, "pieces": pieces, "wagers": placed, **more}
    return adjudicate(document, alternatives=False)


def lines(verdict: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    """Seat, spot, result and payment, in the order of settlement."""
    return [(line["seat"], line["spot"], line["result"], line["pays"]) for line in verdict["settlement"]]


# -- comparing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ((3, 9, 2, 8), WINS),
        ((3, 9, 3, 8), PUSHES),
        ((3, 9, 4, 8), PUSHES),
        ((3, 9, 2, 9), PUSHES),
        ((3, 9, 2, 10), PUSHES),
        ((3, 9, 3, 9), LOSES),
        ((3, 9, 3, 10), LOSES),
        ((3, 9, 4, 9), LOSES),
        ((3, 9, 4, 10), LOSES),
        ((10, 9, 2, 2), FOUL),
    ],
)
def test_results(values: tuple[int, int, int, int], wanted: int) -> None:
    assert result(*values) == wanted
    assert [part(mine, 5) for mine in (4, 5, 6)] == [0, 1, 2]


@pytest.mark.parametrize("bank", range(1, 8))
def test_the_dice_count_from_the_player_dealer(bank: int) -> None:
    assert {counted_seat(bank, total, 7) for total in (8, 15)} == {bank}
    assert [counted_seat(bank, total, 7) for total in range(9, 15)] == [
        (bank + step - 1) % 7 + 1 for step in range(1, 7)
    ]
    assert counted_seat(bank, 3, 7) == (bank + 1) % 7 + 1


def test_the_dice_never_count_the_inactive_eighth_seat() -> None:
    """An eighth seat on the player-dealer's right is out of play."""
    for bank in range(1, 9):
        right = (bank - 2) % 8 + 1
        assert right not in {counted_seat(bank, total, 8) for total in range(3, 19)}


def test_who_decides() -> None:
    assert in_control({"ann": 500, "bob": 500}, "ann") == "ann"
    assert in_control({"ann": 500, "bob": 600}, "ann") == "bob"
    assert in_control({"bob": 600, "cleo": 600, "ann": 500}, "ann") == "bob"
    assert in_control({}, "ann") == "ann"


# -- told rounds ---------------------------------------------------------------------------------------


def test_wins_pushes_and_losses_with_their_reasons() -> None:
    pieces = {
        "player-dealer": BANK,  # J 9 / K 8 4 3 2
        "2": "Ah Qd Jh 7c 5d 3h 2h",  # Q J / A: wins both
        "3": "Kh Td 9s 7d 6c 4h 2c",  # T 9 / K 7: loses both
        "4": "Ks Js 9d 8c 4d 3s 2s",  # copies both
        "5": "Kc Qc Th 7h 6d 5c 3d",  # Q T / K 7: front wins, back loses
    }
    verdict = told([(seat, WAGER, 25) for seat in (2, 3, 4, 5)], pieces)
    assert lines(verdict) == [
        (2, WAGER, "win", "25"),
        (3, WAGER, "lose", "0"),
        (4, WAGER, "lose", "0"),
        (5, WAGER, "push", "0"),
    ]
    codes = [(line["because"]["code"], *line["because"]["args"]) for line in verdict["settlement"]]
    assert codes == [
        ("wins-both", "wins", "wins"),
        ("loses-both", "loses", "loses"),
        ("loses-both", "copies", "copies"),
        ("one-each", "wins", "loses"),
    ]
    assert verdict["settings"]["player-dealer"] == "Jd 9c / Kd 8h 4s 3c 2d"
    assert verdict["settings"]["2"] == "Qd Jh / Ah 7c 5d 3h 2h"
    assert not verdict["violations"]


def test_a_copied_front_is_the_player_dealers() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Js 9d 7c 5d 3h 2h"}
    verdict = told([(2, WAGER, 25)], pieces)
    assert lines(verdict) == [(2, WAGER, "push", "0")]
    assert verdict["settlement"][0]["because"]["args"] == ["copies", "wins"]


@pytest.mark.parametrize(
    "setting",
    ["Ah Ad / Kc 7c 5d 3h 2h", "Ah Ad Kc / 7c 5d 3h 2h", "Ah / Ad Kc 7c 5d 3h 2h", "Kc 7c 5d 3h / Ah Ad 2h"],
)
def test_a_foul_setting_loses_and_the_bonus_plays(setting: str) -> None:
    wagers = [(2, WAGER, 25), (2, FORTUNE, 5)]
    pieces = {"player-dealer": BANK, "2": "Ah Ad Kc 7c 5d 3h 2h"}
    answers = [{"seat": 2, "answer": setting}]
    verdict = told(wagers, pieces, answers=answers)
    assert lines(verdict) == [(2, WAGER, "lose", "0"), (2, FORTUNE, "lose", "0")]
    assert verdict["settlement"][0]["because"]["code"] == "foul"
    assert verdict["settlement"][1]["because"]["code"] == "fortune.lost"
    flush = {"player-dealer": BANK, "2": "Ah Ad Kh 7h 5h 3h 2c"}
    foul = [{"seat": 2, "answer": "Ah Ad / Kh 7h 5h 3h 2c"}]
    assert lines(told(wagers, flush, answers=foul))[1] == (2, FORTUNE, "win", "20")
    lost = told(wagers, flush, answers=foul, rulings={"bonus-on-foul": "lost"})
    assert lines(lost)[1] == (2, FORTUNE, "lose", "0")


def test_the_parts_may_be_told_in_either_order() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h"}
    for answer in ("Qd Jh / Ah 7c 5d 3h 2h", "Ah 7c 5d 3h 2h / Qd Jh", "house-way"):
        verdict = told([(2, WAGER, 25)], pieces, answers=[{"seat": 2, "answer": answer}])
        assert lines(verdict) == [(2, WAGER, "win", "25")]
        assert verdict["settings"]["2"] == "Qd Jh / Ah 7c 5d 3h 2h"


def test_a_players_setting_need_not_be_the_house_way() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h"}
    verdict = told([(2, WAGER, 25)], pieces, answers=[{"seat": 2, "answer": "3h 2h / Ah Qd Jh 7c 5d"}])
    assert lines(verdict) == [(2, WAGER, "push", "0")]
    assert not verdict["violations"]
    with pytest.raises(Refused, match="exactly once"):
        told([(2, WAGER, 25)], pieces, answers=[{"seat": 2, "answer": "3h 2h / Ah Qd Jh 7c"}])
    with pytest.raises(Refused, match="not in this hand"):
        told([(2, WAGER, 25)], pieces, answers=[{"seat": 2, "answer": "3h 2h / Ah Qd Jh 7c 5c"}])


def test_the_bank_is_set_by_the_house_way() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h"}
    other = [{"seat": 1, "answer": "3c 2d / Kd Jd 9c 8h 4s"}]
    verdict = told([(2, WAGER, 25)], pieces, answers=other)
    assert verdict["settings"]["player-dealer"] == "3c 2d / Kd Jd 9c 8h 4s"
    assert [one["code"] for one in verdict["violations"]] == ["bank-not-house-way"]
    free = told([(2, WAGER, 25)], pieces, answers=other, rulings={"bank-sets": "player-dealer"})
    assert not free["violations"]


def test_a_foul_bank_is_set_again_unless_it_loses() -> None:
    pieces = {"player-dealer": BANK, "2": "Kh Td 9s 7d 6c 4h 2c"}
    foul = [{"seat": 1, "answer": "Kd Jd / 9c 8h 4s 3c 2d"}]
    chosen = {"bank-sets": "player-dealer"}
    reset = told([(2, WAGER, 25)], pieces, answers=foul, rulings=chosen)
    assert lines(reset) == [(2, WAGER, "lose", "0")]
    assert [one["code"] for one in reset["violations"]] == ["bank-foul-reset"]
    loses = told([(2, WAGER, 25)], pieces, answers=foul, rulings={**chosen, "bank-foul": "loses"})
    assert lines(loses) == [(2, WAGER, "win", "25")]


def test_the_wheel() -> None:
    pieces = {"player-dealer": "6h 5c 4s 3d 2h Jd Td", "2": "As 2s 3s 4d 5h Qd Kc"}
    assert lines(told([(2, WAGER, 25)], pieces)) == [(2, WAGER, "push", "0")]
    second = told([(2, WAGER, 25)], pieces, rulings={"wheel": "second-highest"})
    assert lines(second) == [(2, WAGER, "win", "25")]


def test_the_joker_plays_as_the_table_says() -> None:
    pieces = {"player-dealer": "Kd Kh 9c 8h 4s 3c 2d", "2": "Jk Qd Qh 7c 5d 3h 2h"}
    assert lines(told([(2, WAGER, 25)], pieces)) == [(2, WAGER, "push", "0")]  # A 7 / Q Q
    wild = told([(2, WAGER, 25)], pieces, rulings={"joker": "wild"})  # 7 7 / Q Q
    assert wild["settings"]["2"] == "Jk 7c / Qh Qd 5d 3h 2h"
    assert lines(wild) == [(2, WAGER, "push", "0")]


# -- the bonus -----------------------------------------------------------------------------------------

TABLE_A = [
    ("4h 5h 6h 7h 8h 9h Th", 2500, 1000),
    ("Ah Kh Qh Jh Th Ks Qs", 1000, 750),
    ("4h 5h Jk 7h 8h 9h Th", 750, 250),
    ("Ac Ad Ah As Jk 3d 2h", 250, 100),
    ("Ah Kh Qh Jh Th 3d 2s", 125, 50),
    ("9h 8h 7h 6h 5h 3d 2s", 50, 20),
    ("7c 7d 7h 7s Ah 3d 2s", 25, 5),
    ("7c 7d 7h 3s 3h Ad 2s", 5, 0),
    ("Ah Jh 9h 5h 3h Kd 2s", 4, 0),
    ("7c 7d 7h 5s 3h Ad 2s", 3, 0),
    ("9h 8d 7h 6c 5h Ad 2s", 2, 0),
    ("9h 9d 7h 7c 5h Ad 2s", 0, 0),
]
TABLE_B = [
    ("4h 5h 6h 7h 8h 9h Th", 500, 250),
    ("4h 5h Jk 7h 8h 9h Th", 500, 250),
    ("Ac Ad Ah As Jk 3d 2h", 250, 50),
    ("7c 7d 7h 7s Jk 3d 2h", 200, 25),
    ("Ah Kh Qh Jh Th Ks Qs", 100, 10),
    ("Ah Kh Qh Jh Jk 3d 2s", 100, 10),
    ("9h 8h 7h 6h 5h 3d 2s", 50, 5),
    ("7c 7d 7h Jk Ah 3d 2s", 25, 5),
    ("7c 7d 3h Jk 3d Ad 2s", 5, 0),
    ("Ah Jh 9h 5h 3h Kd 2s", 3, 0),
    ("9h 8d 7h 6c 5h Ad 2s", 2, 0),
    ("7c 7d Jk 5s Th Ad 2s", 0, 0),
]


@pytest.mark.parametrize(
    ("joker", "hand", "pays", "envy"),
    [("bug", *row) for row in TABLE_A] + [("wild", *row) for row in TABLE_B],
)
def test_every_row_of_the_paytables(joker: str, hand: str, pays: int, envy: int) -> None:
    held = cards(hand)
    rng = Random(1)
    mixed = rng.sample([card for card in range(52) if card not in held], 14)  # nothing like four of a kind
    assert max(Counter(card // 4 for card in mixed[7:]).values()) < 3
    bank, other = faces(mixed[:7]), faces(mixed[7:])
    wagers = [(2, WAGER, 5), (2, FORTUNE, 10), (3, WAGER, 5), (3, FORTUNE, 25)]
    pieces = {"player-dealer": bank, "2": hand, "3": other}
    verdict = told(wagers, pieces, rulings={"joker": joker})
    fortune = next(line for line in verdict["settlement"] if (line["seat"], line["spot"]) == (2, FORTUNE))
    assert fortune["pays"] == str(10 * pays)
    assert fortune["result"] == ("win" if pays else "lose")
    prizes = [
        (line["seat"], line["amount"], line["pays"]) for line in verdict["settlement"] if line["spot"] == ENVY
    ]
    assert prizes == ([(3, "0", str(envy))] if envy else [])


def test_a_straight_with_three_of_a_kind() -> None:
    pieces = {"player-dealer": BANK, "2": "9d 9h 9s 8d 7c 6d 5h"}
    wagers = [(2, WAGER, 5), (2, FORTUNE, 10)]
    assert lines(told(wagers, pieces))[1] == (2, FORTUNE, "win", "20")
    best = {"straight-with-trips": "best-pay"}
    assert lines(told(wagers, pieces, rulings=best))[1] == (2, FORTUNE, "win", "30")
    wild = {**best, "joker": "wild"}  # that table does not pay three of a kind at all
    assert lines(told(wagers, pieces, rulings=wild))[1] == (2, FORTUNE, "win", "20")


# -- envy ----------------------------------------------------------------------------------------------

QUADS_2 = "7c 7d 7h 7s Ah 3d 2s"
QUADS_4 = "6c 6d 6h 6s Ks 3h 2c"
POOR_3 = "Qc Jc 9h 5s 4c 3s 2h"


def envies(verdict: dict[str, Any]) -> list[tuple[int, str | None, str]]:
    """The envy lines: seat, who if not the seated player, and the prize."""
    return [
        (line["seat"], line.get("by"), line["pays"]) for line in verdict["settlement"] if line["spot"] == ENVY
    ]


def envy_round(amounts: dict[int, int], **more: Any) -> dict[str, Any]:
    pieces = {"player-dealer": BANK, "2": QUADS_2, "3": POOR_3, "4": QUADS_4}
    wagers = [(seat, WAGER, 10) for seat in (2, 3, 4)]
    wagers += [(seat, FORTUNE, amount) for seat, amount in amounts.items()]
    wagers += more.pop("extra", [])
    return told(wagers, pieces, **more)


def test_every_other_hand_of_four_of_a_kind_pays_a_button() -> None:
    verdict = envy_round({2: 25, 3: 25, 4: 25})
    assert envies(verdict) == [(2, None, "5"), (3, None, "5"), (3, None, "5"), (4, None, "5")]
    assert verdict["order"][-4:] == [[2, ENVY], [3, ENVY], [3, ENVY], [4, ENVY]]
    assert envies(envy_round({2: 25, 3: 25, 4: 25}, action_seat=4)) == [
        (4, None, "5"),
        (2, None, "5"),
        (3, None, "5"),
        (3, None, "5"),
    ]


def test_a_button_takes_twenty_five_dollars() -> None:
    assert envies(envy_round({3: 24})) == []
    assert envies(envy_round({3: 5}, rulings={"envy-minimum": "5"})) == [(3, None, "5"), (3, None, "5")]


def test_a_hand_without_the_bonus_earns_envy_too() -> None:
    assert len(envies(envy_round({3: 25}))) == 2
    assert envies(envy_round({3: 25, 2: 5}, rulings={"envy-hand": "with-fortune"})) == [(3, None, "5")]


def test_the_player_dealers_hand_earns_no_envy() -> None:
    pieces = {"player-dealer": QUADS_2, "3": POOR_3}
    assert envies(told([(3, WAGER, 10), (3, FORTUNE, 25)], pieces)) == []


def test_every_button_of_a_back_line_bettor_pays() -> None:
    extra = [(2, WAGER, 5, "zoe"), (2, FORTUNE, 25, "zoe"), (3, WAGER, 5, "zoe"), (3, FORTUNE, 25, "zoe")]
    verdict = envy_round({}, extra=extra)
    assert envies(verdict) == [(2, "zoe", "5"), (3, "zoe", "5")]  # seat 4's hand only: seat 2's is hers
    verdict = envy_round({}, extra=extra, rulings={"own-hand": "button"})
    assert envies(verdict) == [(2, "zoe", "5"), (3, "zoe", "5"), (3, "zoe", "5")]


def test_a_seat_settles_wager_bonus_and_then_the_back_line() -> None:
    extra = [(3, WAGER, 5, "zoe"), (3, FORTUNE, 25, "zoe")]
    verdict = envy_round({2: 5, 3: 5}, extra=extra, dice=[1, 1, 1])  # three: seat 3
    assert verdict["action_seat"] == 3
    order = [(line["seat"], line["spot"], line.get("by")) for line in verdict["settlement"]]
    assert order == [
        (3, WAGER, None),
        (3, WAGER, "zoe"),
        (3, FORTUNE, None),
        (3, FORTUNE, "zoe"),
        (4, WAGER, None),
        (2, WAGER, None),
        (2, FORTUNE, None),
        (3, ENVY, "zoe"),
        (3, ENVY, "zoe"),
    ]
    spots = envy_round({2: 5, 3: 5}, dice=[1, 1, 1], rulings={"wager-order": "spot-by-spot"})
    assert spots["order"] == [[3, WAGER], [4, WAGER], [2, WAGER], [3, FORTUNE], [2, FORTUNE]]


# -- dice, cover, fees ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "first"), [([2, 3, 3], 2), ([2, 3, 4], 2), ([3, 3, 4], 4), ([4, 4, 4], 4)])
def test_first_action_goes_by_the_dice(dice: list[int], first: int) -> None:
    """Eight is the player-dealer, nine the seat after him; an empty seat passes on."""
    pieces = {"player-dealer": BANK, "2": QUADS_2, "4": QUADS_4}
    verdict = told([(2, WAGER, 10), (4, WAGER, 10)], pieces, dice=dice)
    assert verdict["order"][0][0] == (2 if dice == [4, 4, 4] else first)


def test_told_action_against_the_dice_is_a_violation() -> None:
    pieces = {"player-dealer": BANK, "2": QUADS_2, "4": QUADS_4}
    verdict = told([(2, WAGER, 10), (4, WAGER, 10)], pieces, dice=[2, 3, 4], action_seat=4)
    assert [one["code"] for one in verdict["violations"]] == ["button"]
    assert verdict["action_seat"] == 2
    for wrong in ({"dice": [2, 3]}, {"dice": [2, 3, 9]}, {"dice": [1, 2, 3, 4]}, {"action_seat": 8}):
        with pytest.raises(Refused):
            told([(2, WAGER, 10), (4, WAGER, 10)], pieces, **wrong)


def test_untold_dice_are_asked_for_when_the_money_runs_short() -> None:
    pieces = {"player-dealer": BANK, "2": QUADS_2, "4": QUADS_4}
    wagers = [(2, WAGER, 10), (4, WAGER, 10)]
    assert told(wagers, pieces, bank=20, action_seat=0)["player_dealer"]["net"] == "-20"
    with pytest.raises(MissingFact, match="dice or the action_seat"):
        told(wagers, pieces, bank=15, action_seat=0)
    with pytest.raises(MissingFact, match="dice or the action_seat"):
        told([*wagers, (4, FORTUNE, 25)], pieces, bank=646, action_seat=0)  # the envy prize cannot be met
    assert lines(told(wagers, pieces, bank=15, action_seat=4)) == [
        (4, WAGER, "win", "10"),
        (2, WAGER, "win", "5"),
    ]
    alone = told(wagers[:1], {"player-dealer": BANK, "2": QUADS_2}, bank=5, action_seat=0)
    assert alone["player_dealer"]["net"] == "-5"  # nobody else to come first


def test_losers_cover_later_winners() -> None:
    pieces = {"player-dealer": BANK, "2": "Kh Td 9s 7d 6c 4h 2c", "3": "Ah Qd Jh 7c 5d 3h 2h"}
    wagers = [(2, WAGER, 100), (3, WAGER, 100)]
    joined = told(wagers, pieces, bank=10)
    assert lines(joined)[1] == (3, WAGER, "win", "20")
    alone = told(wagers, pieces, bank=10, rulings={"cover": "stake-alone"})
    assert lines(alone)[1] == (3, WAGER, "win", "10")
    risked = told(wagers, pieces, bank=10, rulings={"cover": "at-risk"})
    assert lines(risked)[1] == (3, WAGER, "uncovered", "0")


@pytest.mark.parametrize(
    ("amounts", "bank"),
    [
        ([100], "1"),
        ([50, 51], "2"),
        ([200, 100], "2"),
        ([200, 101], "6"),
        ([200, 200, 100], "6"),
        ([200, 200, 101], "8"),
    ],
)
def test_fees(amounts: list[int], bank: str) -> None:
    hands = {"2": "Ah Qd Jh 7c 5d 3h 2h", "3": "Kh Td 9s 7d 6c 4h 2c", "4": "Ks Js 9d 8c 4d 3s 2s"}
    seats = range(2, 2 + len(amounts))
    pieces = {"player-dealer": BANK, **{str(seat): hands[str(seat)] for seat in seats}}
    wagers: list[tuple[Any, ...]] = [
        (seat, WAGER, amount) for seat, amount in zip(seats, amounts, strict=True)
    ]
    verdict = told([*wagers, (2, FORTUNE, 200)], pieces)  # the bonus pays no fee and counts for none
    paid = {one["from"]: one["amount"] for one in verdict["fees"]}
    assert paid == {"player-dealer": bank, **{str(seat): "1" for seat in seats}}


def test_each_square_pays() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h"}
    wagers = [(2, WAGER, 60), (2, WAGER, 60, "zoe"), (2, FORTUNE, 5, "zoe")]
    paid = {one["from"]: one["amount"] for one in told(wagers, pieces)["fees"]}
    assert paid == {"2": "1", "zoe": "1", "player-dealer": "2"}


def test_rows_above_the_limit_are_kept() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h"}
    for amount, player, bank in ((300, {"2": "1"}, "2"), (301, {}, "6"), (501, {}, "8")):
        verdict = told([(2, WAGER, amount)], pieces)
        assert {one["from"]: one["amount"] for one in verdict["fees"]} == {**player, "player-dealer": bank}
        assert [one["code"] for one in verdict["violations"]] == ["wager-limit"]


def test_a_bonus_without_a_wager_is_a_violation() -> None:
    verdict = told([(2, FORTUNE, 25)], {"2": QUADS_2})
    assert [one["code"] for one in verdict["violations"]] == ["wager-needs"]
    assert lines(verdict) == [(2, FORTUNE, "win", "625")]


def test_what_is_missing_is_asked_for() -> None:
    with pytest.raises(MissingFact, match="Piece 7 of 2"):
        told([(2, WAGER, 25)], {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h"})
    with pytest.raises(MissingFact, match="Piece 1 of player-dealer"):
        told([(2, WAGER, 25)], {"2": QUADS_2})
    with pytest.raises(Refused, match="never dealt"):
        told([(2, WAGER, 25)], {"player-dealer": BANK, "2": f"{QUADS_2} 4c"})
    with pytest.raises(Refused, match="told 2 times"):
        told([(2, WAGER, 25)], {"player-dealer": BANK, "2": "Kd Qd Jh 7c 5d 3h 2h"})


# -- irregularities ------------------------------------------------------------------------------------

TWO_HANDS = {"player-dealer": BANK, "2": "Ah Qd Jh 7c 5d 3h 2h", "3": "Kh Td 9s 7d 6c 4h 2c"}
TWO_WAGERS = [(2, WAGER, 25), (2, FORTUNE, 25), (3, WAGER, 25), (3, FORTUNE, 25)]


@pytest.mark.parametrize(
    ("irregularity", "code"),
    [
        ({"kind": "exposed-in-piles", "piece": "As"}, "ace-or-joker-exposed"),
        ({"kind": "exposed-in-piles", "piece": "Jk"}, "ace-or-joker-exposed"),
        ({"kind": "player-dealer-card-exposed"}, "player-dealer-card-exposed"),
        ({"kind": "wrong-count-left-over"}, "wrong-count-left-over"),
    ],
)
def test_misdeals(irregularity: dict[str, Any], code: str) -> None:
    verdict = told(TWO_WAGERS, {}, irregularities=[irregularity])
    assert verdict["void"]["code"] == code
    assert {(line["result"], line["returned"]) for line in verdict["settlement"]} == {("returned", "25")}
    assert all(one["after_fees"] == "0" for one in verdict["seats"])


def test_another_card_exposed_is_replaced() -> None:
    seen = {"kind": "exposed-in-piles", "piece": "Qs"}
    verdict = told(TWO_WAGERS, TWO_HANDS, irregularities=[seen])
    assert verdict["void"] is None
    assert lines(verdict)[0] == (2, WAGER, "win", "25")
    with pytest.raises(Refused, match="exposed and set aside"):
        told(TWO_WAGERS, TWO_HANDS, irregularities=[{"kind": "exposed-in-piles", "piece": "Qd"}])
    with pytest.raises(MissingFact, match="which card"):
        told(TWO_WAGERS, TWO_HANDS, irregularities=[{"kind": "exposed-in-piles"}])
    both = [seen, {"kind": "exposed-in-piles", "piece": "Qh"}]
    assert told(TWO_WAGERS, TWO_HANDS, irregularities=both)["void"]["code"] == "two-cards-exposed"
    assert (
        told(TWO_WAGERS, TWO_HANDS, irregularities=both, rulings={"two-exposed": "replaced"})["void"] is None
    )


def test_a_hand_exposed_when_given_out_is_dead() -> None:
    dead = [{"kind": "exposed-when-distributing", "seat": 3}]
    pieces = {key: hand for key, hand in TWO_HANDS.items() if key != "3"}
    verdict = told([*TWO_WAGERS, (3, WAGER, 10, "zoe")], pieces, irregularities=dead)
    assert lines(verdict) == [
        (2, WAGER, "win", "25"),
        (2, FORTUNE, "lose", "0"),
        (3, WAGER, "returned", "0"),
        (3, WAGER, "returned", "0"),
        (3, FORTUNE, "returned", "0"),
    ]
    assert "3" not in verdict["settings"]
    with pytest.raises(MissingFact, match="Tell at which seat"):
        told(TWO_WAGERS, TWO_HANDS, irregularities=[{"kind": "exposed-when-distributing"}])


def test_a_dead_hand_earns_no_envy_and_has_no_button() -> None:
    dead = [{"kind": "exposed-when-distributing", "seat": 2}]
    verdict = envy_round({2: 25, 3: 25}, irregularities=dead)
    assert envies(verdict) == [(3, None, "5")]


# -- the data ------------------------------------------------------------------------------------------


def test_rules_rulings_and_remedies_have_their_lines() -> None:
    found = [entry.lines for entry in FPG.rules.values()] + [entry.lines for entry in FPG.rulings.values()]
    for first, last in found + [entry.lines for entry in FPG.remedies.values()]:
        assert 786 <= first <= last <= 1046
    assert set(FPG.remedies) == set(FPG.play.remedies)
    for bonus in BUG.bonus:
        assert list(bonus.prizes) == list(bonus.pays)[: len(bonus.prizes)]
    for row in (*BUG.house_way.two_pair, *BUG.house_way.quads):
        assert 868 <= row.lines[0] <= 891


def test_every_ruling_with_a_switch_is_honoured_by_name() -> None:
    for ruling in FPG.rulings.values():
        field = ruling.id.replace("-", "_")
        for reading in ruling.readings if hasattr(BUG, field) else ():
            assert getattr(FPG.ruled({ruling.id: reading}).params, field) == reading
        if not hasattr(BUG, field):
            assert len(ruling.readings) == 1, ruling.id
