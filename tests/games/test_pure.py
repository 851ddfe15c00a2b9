"""Pure 21.5 Blackjack: every rule by itself, told rounds, and played rounds that must balance."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.floor.house import shown
from housedealer.games.blackjack import strategy
from housedealer.games.blackjack.buster import ROWS, buster_row, row
from housedealer.games.blackjack.params import FREE, MUST_HIT, MUST_STAND
from housedealer.games.blackjack.pure import (
    BANK_OVER,
    BANK_PURE,
    EIGHTS_SAVE,
    EQUAL,
    FARTHER_LOSES,
    NEARER_WINS,
    OVER_LOSES,
    PURE,
    PURE_WINS,
    RESULTS,
    button_value,
    is_pair,
    may_rescue,
    outcome,
    pure_total,
    showdown,
)
from housedealer.games.blackjack.table import BlackjackTable
from housedealer.kernel import fast
from housedealer.pieces.cards import card, cards, face
from housedealer.pieces.supply import OrderSupply
from housedealer.rooms import game
from housedealer.table.banking import LOSE, PUSH
from housedealer.table.core import HOUSE
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import Game, State
from housedealer.table.questions import Amount, Choose, Wagers
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN

GAME = game("lucky-buck/pure-21-5-blackjack")
OTHERS = {
    ruling.id: reading
    for ruling in GAME.rulings.values()
    for reading in ruling.readings
    if reading != ruling.default and ruling.id != "cover"
}
"""Every other reading that is playable, all at once."""
VERSIONS = [
    GAME,
    GAME.ruled(OTHERS),
    GAME.ruled({"cover": "at-risk", "surrender": "yes"}),
    GAME.ruled({"cover": "stake-alone"}),
]


# -- the rules by themselves ---------------------------------------------------------------------------


def test_every_two_card_total() -> None:
    for first, second in product(range(52), repeat=2):
        low = [1 if one >= 48 else min(one // 4 + 2, 10) for one in (first, second)]
        points = sum(low) + (10 if 1 in low and sum(low) <= 11 else 0)
        pure = sorted(low) == [1, 10]
        assert pure_total((first, second), True) == (43 if pure else 2 * points)
        assert pure_total((first, second), False) == 2 * points
        assert is_pair(first, second) == (low[0] == low[1])


@pytest.mark.parametrize(
    ("hand", "half"),
    [("As Kd", 43), ("Td Ah", 43), ("As 5d 5c", 42), ("Ks Qd Ac", 42), ("As Ad 9c", 42), ("Ks Qd 2c", 44)],
)
def test_totals(hand: str, half: int) -> None:
    assert pure_total(cards(hand), True) == half


def test_the_players_chart_cell_by_cell() -> None:
    says = GAME.params.player_chart.says
    for points in range(2, 22):
        expected = MUST_HIT if points <= 11 else MUST_STAND if points >= 19 else FREE
        assert says(2 * points, False) == expected, points
        assert says(2 * points, True) == FREE, points


def test_the_player_dealers_chart_cell_by_cell() -> None:
    says = GAME.params.bank_chart.says
    for points in range(2, 22):
        assert says(2 * points, False) == (MUST_STAND if points >= 17 else MUST_HIT), points
        assert says(2 * points, True) == (MUST_STAND if points >= 18 else MUST_HIT), points


def expected_result(hand: int, bank: int, eights: bool) -> int:
    """The book's rules 1 to 8 one by one, in half points."""
    if hand < PURE < bank:  # 4
        return BANK_OVER
    if hand > PURE > bank:  # 5
        return OVER_LOSES
    if hand > PURE and bank > PURE:  # 8
        return EIGHTS_SAVE if eights else OVER_LOSES
    if hand == bank:  # 1 and 6
        return EQUAL
    if hand == PURE:
        return PURE_WINS
    if bank == PURE:
        return OVER_LOSES if hand > PURE else BANK_PURE
    return NEARER_WINS if hand > bank else FARTHER_LOSES  # 7


def test_every_showdown() -> None:
    for hand in (*range(4, 64, 2), PURE):
        for bank in (*range(34, 54, 2), PURE):
            assert showdown(hand, bank, False) == expected_result(hand, bank, False), (hand, bank)
        assert showdown(hand, 48, True) == expected_result(hand, 48, True), hand


def test_what_each_result_pays() -> None:
    owed = {RESULTS[result]: outcome(GAME.params, result) for result in range(len(RESULTS))}
    assert str(owed.pop("pure-wins")) == "6:5"
    assert owed == {
        "nearer-wins": EVEN,
        "player-dealer-over": EVEN,
        "equal-pushes": PUSH,
        "three-eights-push": PUSH,
        "farther-loses": LOSE,
        "over-loses": LOSE,
        "player-dealer-pure": LOSE,
    }
    assert all(GAME.source(code) for code in RESULTS)


def test_three_eights_may_still_come() -> None:
    assert may_rescue(cards("8s 8d"))
    assert not may_rescue(cards("8s 7d"))
    assert not may_rescue(cards("8s 8d 8c"))


def test_buster_pays_row_by_row() -> None:
    pays = GAME.params.bonus[0].pays
    printed = {3: "2:1", 4: "2:1", 5: "4:1", 6: "12:1", 7: "50:1", 8: "250:1"}
    for many, odds in printed.items():
        facts = {"bank_cards": many, "bank_over": True}
        assert pays[row(facts, GAME.params)] == odds
        assert row({**facts, "bank_over": False}, GAME.params) not in pays
        assert buster_row(many, True, True) == many - 3
    assert list(pays) == list(ROWS)
    for many in (9, 12):
        facts = {"bank_cards": many, "bank_over": True}
        assert pays[row(facts, GAME.params)] == "250:1"
        assert row(facts, GAME.ruled({"nine-cards": "unpaid"}).params) not in pays


def test_kernels_compile_to_the_same() -> None:
    hands = [cards(text) for text in ("As Kd", "8s 8d", "9s 5d", "Ah Ad", "Kc 2s")]
    for hand in hands:
        assert fast(pure_total)(hand, True) == pure_total(hand, True)
        assert fast(pure_total)(hand, False) == pure_total(hand, False)
        assert fast(may_rescue)(hand) == may_rescue(hand)
        assert fast(is_pair)(*hand) == is_pair(*hand)
    for mine, bank in product(range(30, 50), repeat=2):
        assert fast(showdown)(mine, bank, True) == showdown(mine, bank, True)


# -- the action button ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("down", "value"),
    [("As", 1), ("2s", 2), ("3d", 3), ("4d", 4), ("5c", 5), ("6c", 6), ("7h", 7), ("8h", 8), ("9s", 9),
     ("Ts", 10), ("Jd", 10), ("Qc", 10), ("Kh", 10)],
)  # fmt: skip
def test_the_down_card_counts(down: str, value: int) -> None:
    assert button_value(card(down)) == value


def table(of: Game, taken: tuple[int, ...], bank: int) -> BlackjackTable:
    people = {seat: f"p{seat}" for seat in sorted({*taken, bank})}
    start = State(seats=people, chips=dict.fromkeys(people.values(), 10_000), places=8, bank=bank)
    return BlackjackTable(of, open_table(of), start, OrderSupply([]))


def test_the_button_counts_every_seat_but_the_player_dealers() -> None:
    seats = [table(GAME, (2, 5), 3).button_seat(value) for value in range(1, 11)]
    assert seats == [4, 5, 6, 7, 8, 1, 2, 4, 5, 6]


def test_the_button_may_count_taken_seats_only() -> None:
    ruled = GAME.ruled({"button-counts": "occupied"})
    assert [table(ruled, (2, 5, 8), 3).button_seat(value) for value in range(1, 6)] == [5, 8, 2, 5, 8]


# -- told rounds ---------------------------------------------------------------------------------------


def told(pieces: dict[str, str], *wagers: Any, **more: Any) -> dict[str, Any]:
    """A verdict; wagers are written `(spot, amount)` at seat 2, or `(seat, spot, amount[, by or hand])`."""
    placed = []
    for wager in wagers or (("wager", "20"),):
        seat, spot, amount, *rest = wager if isinstance(wager[0], int) else (2, *wager)
        entry = {"seat": seat, "spot": spot, "amount": amount}
        for word in rest:
            entry["hand" if "." in word else "by"] = word
        placed.append(entry)
    more.setdefault("player_dealer", {"seat": 1})
    return adjudicate({"game": GAME.id, "wagers": placed, "pieces": pieces, **more}, alternatives=False)


def lines(verdict: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Each settled line: hand, spot, result, what it paid."""
    return [
        (line.get("hand", str(line["seat"])), line["spot"], line["result"], line["pays"])
        for line in verdict["settlement"]
    ]


def because(verdict: dict[str, Any]) -> list[str]:
    return [line["because"]["code"] for line in verdict["settlement"]]


def broken(verdict: dict[str, Any]) -> list[str]:
    return [breach["code"] for breach in verdict["violations"]]


@pytest.mark.parametrize(
    ("mine", "bank", "result", "code"),
    [
        ("As Kd", "7s Td", "win", "pure-wins"),
        ("As Kd", "Ks Ad", "push", "equal-pushes"),
        ("As 5d 5c", "Ks Ad", None, ""),
        ("Ks 9d", "Ks Ad", "lose", "player-dealer-pure"),
        ("Ks 9d", "7s Td", "win", "nearer-wins"),
        ("Ks 7d", "7s Td", "push", "equal-pushes"),
        ("Ks 6d", "7s Td", "lose", "farther-loses"),
        ("Ks 6d 9c", "7s Td", "lose", "over-loses"),
        ("Ks 9d", "7s 9d Kc", "win", "player-dealer-over"),
        ("Ks 6d 9c", "7s 9d Kc", "lose", "over-loses"),
        ("Ks 6d 9c", "8s 8d 8c", "push", "three-eights-push"),
        ("Ks 9d", "8s 8d 8c", "win", "player-dealer-over"),
        ("As Kd", "8s 8d 8c", "win", "pure-wins"),
        ("As 5d 5c", "6s 5d Tc", "push", "equal-pushes"),
        ("Ks 2d 9c", "As 6d Kc", "win", "nearer-wins"),
        ("Ks 8d", "As 6d Kc", "win", "nearer-wins"),
    ],
)
def test_one_hand(mine: str, bank: str, result: str | None, code: str) -> None:
    if result is None:
        with pytest.raises(Refused, match="never dealt"):
            told({"2": mine, "player-dealer": bank})
        return
    verdict = told({"2": mine, "player-dealer": bank})
    pays = {"pure-wins": "24"}.get(code, "20" if result == "win" else "0")
    assert lines(verdict) == [("2", "wager", result, pays)]
    assert because(verdict) == [code]
    assert broken(verdict) == []


@pytest.mark.parametrize(
    ("bank", "pays"),
    [("7s 9d Kc", "10"), ("7s 2d 4c Kc", "10"), ("7s 2d 2c 2h Kc", "20"), ("7s 2d 2c 2h 3d Kd", "60"),
     ("6s 2d 2c 2h 2d 2s Kd", "250"), ("2s 2d 2c 2h 2d 2s 3d Kd", "1250"),
     ("2s 2d 2c 2h 2d 2s 2c 2h Kd", "1250"), ("8s 8d 8c", "10"), ("7s Td", "0"), ("Ks Ad", "0")],
)  # fmt: skip
def test_buster_settles_by_the_player_dealers_hand(bank: str, pays: str) -> None:
    for mine in ("As Kd", "Ks 9d"):
        verdict = told({"2": mine, "player-dealer": bank}, ("wager", "20"), ("buster", "5"))
        assert lines(verdict)[-1] == ("2", "buster", "win" if pays != "0" else "lose", pays)


def test_buster_outlives_a_bust_and_makes_the_player_dealer_draw() -> None:
    pieces = {"2": "Ks 6d 9c", "player-dealer": "6s Td Kc"}
    assert lines(told(pieces, ("wager", "20"), ("buster", "5"))) == [
        ("2", "wager", "lose", "0"),
        ("2", "buster", "win", "10"),
    ]
    with pytest.raises(Refused, match="Piece 3 of player-dealer"):
        told({**pieces, "player-dealer": "6s Td"}, ("wager", "20"), ("buster", "5"))


def test_the_player_dealer_need_not_draw_for_a_decided_wager() -> None:
    for mine in ("Ks 6d 9c", "As Kd"):
        stood = told({"2": mine, "player-dealer": "6s Td"})
        drew = told({"2": mine, "player-dealer": "6s Td Kc"})
        unseen = told({"2": mine, "player-dealer": "6s ??"})
        assert broken(stood) == broken(drew) == broken(unseen) == []
        assert lines(stood) == lines(drew) == lines(unseen)


def test_an_unseen_card_on_which_money_depends_is_asked_for() -> None:
    for pieces in (
        {"2": "Ks 9d", "player-dealer": "6s ??"},
        {"2": "Ks 9d", "player-dealer": "As ??"},
        {"2": "Ks ??", "player-dealer": "7s Td"},
        {"2": "Ks 6d 9c", "player-dealer": "8s ??"},
        {"player-dealer": "7s Td"},
        {"2": "Ks 9d"},
    ):
        with pytest.raises(MissingFact):
            told(pieces)
    with pytest.raises(MissingFact, match="Piece 3 of 2"):
        told({"2": "6s 5d", "player-dealer": "7s Td"}, ("wager", "20"), ("double", "20"))


def test_an_unseen_down_card_matters_if_the_money_runs_short() -> None:
    pieces = {"2": "Ks 6d 9c", "3": "Ks 6h 9h", "player-dealer": "7s ??"}
    wagers = [(2, "wager", "20"), (3, "wager", "20")]
    with pytest.raises(MissingFact):
        told(pieces, *wagers, player_dealer={"seat": 1, "amount": "30"})
    assert told(pieces, *wagers, player_dealer={"seat": 1, "amount": "40"})["player_dealer"]["net"] == "40"
    short = told(pieces, *wagers, player_dealer={"seat": 1, "amount": "30"}, action_seat=3)
    assert [entry["net"] for entry in short["seats"] if entry["seat"] in (2, 3)] == ["-10", "-20"]


def test_the_down_card_says_who_is_settled_first() -> None:
    pieces = {str(seat): "Ks 8d" for seat in (2, 4, 8)} | {"player-dealer": "Ts 7d"}
    verdict = told(pieces, *[(seat, "wager", "20") for seat in (2, 4, 8)])
    assert verdict["action_seat"] == 8
    assert [seat for seat, _ in verdict["order"]] == [8, 2, 4]
    moved = told(pieces, *[(seat, "wager", "20") for seat in (2, 4, 8)], action_seat=2)
    assert broken(moved) == ["button-misplaced"]
    assert moved["order"] == verdict["order"]


def test_a_short_bank_covers_in_order() -> None:
    pieces = {"2": "Ks 9d", "3": "Ks 9h", "player-dealer": "Ts 7d"}
    verdict = told(pieces, (2, "wager", "20"), (3, "wager", "20"), player_dealer={"seat": 1, "amount": "30"})
    assert verdict["action_seat"] == 8
    assert [(line["seat"], line["pays"], line["returned"]) for line in verdict["settlement"]] == [
        (2, "20", "0"),
        (3, "10", "10"),
    ]


def test_a_double() -> None:
    pieces = {"2": "6s 5d 9c", "player-dealer": "Ts 7d"}
    assert lines(told(pieces, ("wager", "20"), ("double", "20")))[1] == ("2", "double", "win", "20")
    for more in (
        {"answers": [{"seat": 2, "answer": "double", "amount": "10"}]},
        {"answers": [{"seat": 2, "hand": "2", "answer": "double", "amount": "10"}]},
    ):
        verdict = told(pieces, **more)
        assert lines(verdict)[1] == ("2", "double", "win", "10")
        assert broken(verdict) == []
    assert broken(told(pieces, ("wager", "20"), ("double", "25"))) == ["broke-amount"]


def test_a_double_is_for_one_card_and_not_against_the_chart() -> None:
    wagers = (("wager", "20"), ("double", "20"))
    assert broken(told({"2": "6s 2d 2c", "player-dealer": "Ts 7d"}, *wagers)) == []
    assert broken(told({"2": "6s 2d 2c 9c", "player-dealer": "Ts 7d"}, *wagers)) == ["broke-chart"]
    hard = {"2": "Ts 9d 2c", "player-dealer": "Ts 7d"}
    assert broken(told(hard, *wagers)) == ["broke-chart"]
    assert broken(told(hard, *wagers, rulings={"chart-on-doubles": "free"})) == []


def test_breaking_the_chart_is_listed_and_settled() -> None:
    for pieces in (
        {"2": "Ts 9d 2c", "player-dealer": "Ts 7d"},
        {"2": "6s 5d", "player-dealer": "Ts 7d"},
        {"2": "As Kd 5c", "player-dealer": "Ts 7d"},
        {"2": "Ts 9d", "player-dealer": "Ts 7d 2c"},
    ):
        assert broken(told(pieces)) == ["broke-chart"], pieces


def test_a_card_that_the_chart_demands_must_be_told() -> None:
    for bank in ("Ts 6d", "As 6d"):
        with pytest.raises(Refused, match="Piece 3 of player-dealer"):
            told({"2": "Ts 9d", "player-dealer": bank})


def test_a_split_plays_two_hands() -> None:
    pieces = {"2.1": "8s 3d Tc", "2.2": "8d Kc", "player-dealer": "Ts 7d"}
    for first in ({}, {"2": "8s 8d"}):
        verdict = told({**first, **pieces}, ("wager", "20"), ("buster", "5"))
        assert lines(verdict) == [
            ("2.1", "wager", "win", "20"),
            ("2.2", "wager", "win", "20"),
            ("2", "buster", "lose", "0"),
        ]
        assert broken(verdict) == []


def test_bonus_cards_split_whatever_their_names() -> None:
    pieces = {"2": "Ks Td", "2.1": "Ks Ad", "2.2": "Td 9c", "player-dealer": "Ts 7d"}
    verdict = told(pieces)
    assert broken(verdict) == []
    assert lines(verdict)[0] == ("2.1", "wager", "win", "20")  # 21, not a Pure 21.5
    assert lines(told(pieces, rulings={"pure-after-split": "yes"}))[0] == ("2.1", "wager", "win", "24")


def test_cards_that_are_no_pair() -> None:
    for first in ({}, {"2": "8s 9d"}):
        verdict = told({**first, "2.1": "8s 3d Tc", "2.2": "9d Kc", "player-dealer": "Ts 7d"})
        assert broken(verdict) == ["broke-chart"], first


def test_split_aces_get_one_card_each() -> None:
    pieces = {"2.1": "As Kd", "2.2": "Ad 3c", "player-dealer": "Ts 7d"}
    verdict = told(pieces)
    assert lines(verdict) == [("2.1", "wager", "win", "20"), ("2.2", "wager", "lose", "0")]
    assert broken(verdict) == []
    assert broken(told({**pieces, "2.2": "Ad 3c 5d"})) == ["broke-chart"]
    again = {**pieces, "2.1": "As 6d", "2.3": "Ac 8d"}
    assert broken(told(again)) == ["broke-chart"]


def test_a_double_after_a_split() -> None:
    pieces = {"2.1": "8s 3d Tc", "2.2": "8d Kc", "player-dealer": "Ts 7d"}
    wagers = ((2, "wager", "20"), (2, "double", "15", "2.1"))
    verdict = told(pieces, *wagers)
    assert lines(verdict)[:2] == [("2.1", "wager", "win", "20"), ("2.1", "double", "win", "15")]
    assert broken(verdict) == []
    assert broken(told(pieces, *wagers, rulings={"double-after-split": "no"})) == ["broke-chart"]


FINAL = {"2.1": "8s Kd", "2.2": "8d Kc", "2.3": "8c 9d", "2.4": "8h 3d Ks"}
IN_TURN = [
    FINAL,
    {**FINAL, "2.1": "8s 8c 8h Kd"},  # both further splits from the first hand, told in full
    {**FINAL, "2.1": "8s 8c Kd"},
    {**FINAL, "2.2": "8d 8c 8h Kc"},
    {**FINAL, "2.1": "8s 8c Kd", "2.3": "8c 8h 9d"},
]


@pytest.mark.parametrize("pieces", IN_TURN)
def test_three_splits_told_as_they_lie_or_as_they_came(pieces: dict[str, str]) -> None:
    verdict = told({**pieces, "player-dealer": "Ts 7d"})
    assert lines(verdict) == [
        ("2.1", "wager", "win", "20"),
        ("2.2", "wager", "win", "20"),
        ("2.3", "wager", "push", "0"),
        ("2.4", "wager", "win", "20"),
    ]
    assert broken(verdict) == []


def test_a_further_split_can_be_named_by_its_answer() -> None:
    answers = [{"seat": 2, "answer": "split"}, {"seat": 2, "hand": "2.2", "answer": "split"}]
    verdict = told({**FINAL, "player-dealer": "Ts 7d"}, answers=answers)
    assert [hand for hand, *_ in lines(verdict)] == ["2.1", "2.2", "2.3", "2.4"]


def test_a_fourth_split_is_against_the_rules() -> None:
    verdict = told({**FINAL, "2.5": "8h Kd", "player-dealer": "Ts 7d"})
    assert broken(verdict) == ["broke-chart"]
    assert len(lines(verdict)) == 5


def test_surrender_only_where_it_is_offered() -> None:
    pieces = {"2": "Ts 6d", "player-dealer": "Ts 7d"}
    answers = [{"seat": 2, "answer": "surrender"}]
    with pytest.raises(Refused, match="surrender"):
        told(pieces, answers=answers)
    verdict = told(pieces, ("wager", "25"), ("buster", "5"), answers=answers, rulings={"surrender": "yes"})
    assert [(line["result"], line["returned"]) for line in verdict["settlement"]] == [
        ("lose", "12.50"),
        ("lose", "0"),
    ]
    with pytest.raises(Refused, match="Tc"):
        told({"2": "2s 4d Tc", "player-dealer": "Ts 7d"}, answers=answers, rulings={"surrender": "yes"})
    late = [{"seat": 2, "answer": "hit"}, *answers]
    with pytest.raises(Refused, match="surrender"):
        told({"2": "2s 4d Tc", "player-dealer": "Ts 7d"}, answers=late, rulings={"surrender": "yes"})
    with pytest.raises(Refused, match="surrender"):
        told({"2": "Ts 6d", "player-dealer": "Ts Ad"}, answers=answers, rulings={"surrender": "yes"})


@pytest.mark.parametrize(
    ("mine", "bank", "base", "insured"),
    [("Ks 9d", "As Td", "lose", "win"), ("As Kd", "As Td", "push", "win"), ("Ks 9d", "As 7d", "win", "lose")],
)
def test_insurance(mine: str, bank: str, base: str, insured: str) -> None:
    pieces = {"2": mine, "player-dealer": bank}
    verdict = told(pieces, ("wager", "25"), ("insurance", "12.50"))
    assert [(spot, result) for _, spot, result, _ in lines(verdict)] == [
        ("wager", base),
        ("insurance", insured),
    ]
    assert lines(verdict)[1][3] == ("25" if insured == "win" else "0")
    assert broken(verdict) == []
    answers = [{"seat": 2, "answer": "insurance", "amount": "12.50"}]
    assert lines(told(pieces, ("wager", "25"), answers=answers)) == lines(verdict)
    assert broken(told(pieces, ("wager", "20"), ("insurance", "12"))) == ["broke-amount"]


def test_one_seats_wagers_in_order() -> None:
    wagers = (("buster", "5"), ("insurance", "10"), ("double", "20"), ("wager", "20"))
    verdict = told({"2": "6s 5d 9c", "player-dealer": "As 7d"}, *wagers)
    assert [spot for _, spot, *_ in lines(verdict)] == ["wager", "double", "insurance", "buster"]


def test_insurance_needs_an_ace() -> None:
    with pytest.raises(Refused, match="insurance"):
        told({"2": "Ks 9d", "player-dealer": "Ks Ad"}, ("wager", "20"), ("insurance", "10"))


def test_the_back_line_follows_the_seat() -> None:
    wagers = [(2, "wager", "20"), (2, "wager", "10", "backline-1"), (2, "buster", "5", "backline-1")]
    split = told({"2.1": "8s 3d Tc", "2.2": "8d Kc", "player-dealer": "Ts 7d"}, *wagers)
    assert [
        (line.get("by", ""), line.get("hand", ""), line["spot"], line["pays"]) for line in split["settlement"]
    ] == [
        ("", "2.1", "wager", "20"),
        ("backline-1", "2.1", "wager", "10"),
        ("", "2.2", "wager", "20"),
        ("backline-1", "2.2", "wager", "10"),
        ("backline-1", "", "buster", "0"),
    ]
    pieces = {"2": "6s 5d 9c", "player-dealer": "Ts 7d"}
    doubled = told(pieces, *wagers, (2, "double", "20"), (2, "double", "10", "backline-1"))
    assert [line["pays"] for line in doubled["settlement"]] == ["20", "10", "20", "10", "0"]
    alone = told(pieces, *wagers, (2, "double", "20"))
    assert [line["pays"] for line in alone["settlement"]] == ["20", "10", "20", "0"]
    too_much = told(pieces, *wagers, (2, "double", "20"), (2, "double", "11", "backline-1"))
    assert broken(too_much) == ["broke-amount"]


@pytest.mark.parametrize(
    ("base", "fee"),
    [("5", "1"), ("100", "1"), ("101", "2"), ("300", "2"), ("301", "4"), ("500", "4"), ("501", "6"),
     ("800", "6"), ("801", "10")],
)  # fmt: skip
def test_the_player_dealer_pays_by_what_is_wagered(base: str, fee: str) -> None:
    wagers, left, seat = [], int(base), 2
    while left:
        wagers.append((seat, "wager", str(min(left, 200))))
        left, seat = left - min(left, 200), seat + 1
    pieces = {str(at): "Ks 9d" for at in range(2, seat)} | {"player-dealer": "Ts 7d"}
    verdict = told(pieces, *wagers)
    assert [(one["from"], one["amount"]) for one in verdict["fees"]] == [("player-dealer", fee)]


def test_what_the_tiers_are_read_by() -> None:
    pieces = {"2": "Ks 9d", "player-dealer": "Ts 7d"}
    wagers = (("wager", "100"), ("buster", "5"))

    def fee(**rulings: str) -> str:
        more = {name.replace("_", "-"): reading for name, reading in rulings.items()}
        verdict = told(pieces, *wagers, rulings=more, player_dealer={"seat": 1, "amount": "600"})
        return str(verdict["fees"][0]["amount"])

    assert (fee(), fee(action_counts_bonus="no"), fee(fee_payer_amount="bank-amount")) == ("2", "1", "6")


def test_buster_needs_the_wager_beside_it() -> None:
    verdict = told({"player-dealer": "6s Td Kc"}, ("buster", "5"))
    assert broken(verdict) == ["wager-needs"]
    assert lines(verdict) == [("2", "buster", "win", "10")]


def test_every_ruling_and_rule_has_its_source() -> None:
    sources = {**GAME.rules, **GAME.rulings}
    for name in sources:
        source = GAME.source(name)
        assert source is not None
        assert 585 <= source.lines[0] <= source.lines[1] <= 784, name
    switched = {name.replace("_", "-") for name in msgspec.structs.asdict(GAME.params)}
    for ruling in GAME.rulings.values():
        assert len(ruling.readings) == 1 or ruling.id in switched, ruling.id


# -- live play -----------------------------------------------------------------------------------------


def start_with(people: int, chips: int, bank: int) -> State:
    """A table with a back line at two seats and few chips, so that people and bank run short."""
    state = first_state(GAME, people, chips)
    accounts = {**state.chips, "player 1": bank, "behind": chips}
    return msgspec.structs.replace(state, chips=accounts, backline={"behind": (2, 4)})


def stacked(text: str, bettors: int = 1, of: Game = GAME, chips: int = 100_000) -> Round:
    """A round that deals these cards, whatever else; everybody then bets 20 and the bank puts up all."""
    round_ = Round(of, open_table(of), first_state(of, bettors, chips), OrderSupply(cards(text)))
    while len(opened := round_.open()) and opened[0][1].name in ("bank", "wagers"):
        at, question = opened[0]
        value = ((question.hands[0], "wager", 2000),) if isinstance(question, Wagers) else question.default
        round_.answer(value, at=at)
    return round_


def words(round_: Round) -> tuple[str, ...]:
    question = round_.open()[0][1]
    assert isinstance(question, Choose)
    return question.options


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9s 3d", {"stand", "hit", "double"}),
        ("6s 3d", {"hit", "double"}),
        ("4s 4d", {"hit", "double", "split"}),
        ("8s 8d", {"stand", "hit", "double", "split"}),
        ("Ks Td", {"stand", "split"}),
        ("As 7d", {"stand", "hit", "double"}),
        ("As 9d", {"stand", "hit", "double"}),
        ("As Ad", {"stand", "hit", "double", "split"}),
    ],
)
def test_what_two_cards_may_do(hand: str, expected: set[str]) -> None:
    first, second = hand.split()
    round_ = stacked(f"{first} 7s {second} Td" + " 2c" * 9)
    assert set(words(round_)) == expected
    offered = stacked(f"{first} 7s {second} Td" + " 2c" * 9, of=GAME.ruled({"surrender": "yes"}))
    assert set(words(offered)) == {*expected, "surrender"}


def test_the_deal_goes_round_from_the_player_dealers_left() -> None:
    state = first_state(GAME, 3)
    seats = {2: "player 2", 4: "player 3", 7: "player 4", 5: "player 1"}
    state = msgspec.structs.replace(state, seats=seats, bank=5)
    round_ = Round(GAME, open_table(GAME), state, OrderSupply(cards("9s 9d 9c 7s 5d 5c 5h Td 2c")))
    round_.answer(50_000, who="player 1")
    for seat, who in sorted(seats.items()):
        if seat != 5:
            round_.answer(((str(seat), "wager", 2000),), who=who)
    dealt = [event.args[0] for event in round_.view(None) if event.kind == "deal"]
    assert dealt == ["7", "2", "4", "player-dealer"] * 2
    assert round_.open()[0][1].who == "player 4"


@pytest.mark.parametrize("hand", ["Ks 9d", "As Kd"])
def test_nobody_is_asked_where_the_chart_decides(hand: str) -> None:
    first, second = hand.split()
    assert stacked(f"{first} 7s {second} Td").finished


def test_a_hand_must_hit_until_it_has_a_choice() -> None:
    round_ = stacked("2s 7s 3d Td 2c 2h 6c 2d")
    round_.answer("hit")
    assert [one.name for _, one in round_.open()] == ["act"]
    assert View(round_.table, None).cards("2") == cards("2s 3d 2c 2h 6c")


def test_a_split_that_cannot_be_paid_is_not_offered() -> None:
    assert "split" not in words(stacked("8s 7s 8d Td", chips=2000 + 1999))
    assert "split" in words(stacked("8s 7s 8d Td", chips=4000))
    short = stacked("8s 7s 8d Td 2c", chips=2500)
    assert "double" in words(short)
    short.answer("double")
    question = short.open()[0][1]
    assert isinstance(question, Amount)
    assert (question.low, question.high) == (100, 500)
    assert "double" not in words(stacked("8s 7s 8d Td", chips=2099))


def test_a_split_ace_gets_one_card_and_may_be_split_again_by_ruling() -> None:
    again = "As 7s Ad Td Ac 5c 6c 7c"
    round_ = stacked(again)
    round_.answer("split")
    assert round_.finished
    ruled = stacked(again, of=GAME.ruled({"resplit-aces": "yes"}))
    ruled.answer("split")
    assert words(ruled) == ("stand", "split")
    ruled.answer("split")
    assert ruled.finished
    assert [line.hand for line in ruled.table.lines] == ["2.1", "2.2", "2.3"]


def test_no_fourth_split() -> None:
    round_ = stacked("8s 7s 8d Td 8c 8h 8s 8d 8c 8h 2c 2c 2c 2c")
    for _ in range(3):
        round_.answer("split")
    assert words(round_) == ("stand", "hit", "double")
    assert sum(wager.amount for wager in round_.table.wagers) == 4 * 2000


@pytest.mark.parametrize(
    ("up", "down", "ends"), [("As", "Kd", True), ("Ks", "Ad", True), ("As", "9d", False)]
)
def test_the_peek(up: str, down: str, ends: bool) -> None:
    round_ = stacked(f"9s {up} 5d {down}" + " 2c" * 9)
    if up == "As":
        question = round_.open()[0][1]
        assert isinstance(question, Amount)
        assert (question.name, question.low, question.high, question.default) == ("insurance", 0, 1000, 0)
        # Insurance is offered before anybody knows what lies under the ace.
        assert not [event for event in round_.view(HOUSE) if event.kind == "peek"]
        round_.answer(1000)
    assert [event.args for event in round_.view(None) if event.kind == "peek"] == [
        ("pure" if ends else "not-pure",)
    ]
    assert round_.finished == ends


def test_nobody_sees_the_down_card_before_it_is_turned() -> None:
    for down in ("5d", "9c"):
        round_ = stacked(f"9s 7s 5d {down} 2c")
        for who in ("player 1", "player 2", None):
            assert View(round_.table, who).cards("player-dealer") == (card("7s"), -1)
            assert [event.args[2] for event in round_.view(who) if event.kind == "deal"][-1] is None


def test_what_is_seen_does_not_depend_on_what_is_not() -> None:
    seen = []
    for down in ("5d", "9c"):
        round_ = stacked(f"9s Ks 5d {down} 2c")
        seen.append([(round_.view(who), str(round_.asked(who))) for who in ("player 1", "player 2", None)])
    assert seen[0] == seen[1]


def test_the_player_dealer_always_draws_by_ruling() -> None:
    busted = "9s 7s 5d 2d Kc Kd Kh"
    round_ = stacked(busted)
    round_.answer("hit")
    assert len(round_.table.player_dealer.tokens) == 2
    ruled = stacked(busted, of=GAME.ruled({"bank-draws-when-decided": "yes"}))
    ruled.answer("hit")
    assert len(ruled.table.player_dealer.tokens) == 3


def test_a_back_line_without_chips_stays_with_the_first_hand() -> None:
    state = first_state(GAME, 1)
    state = msgspec.structs.replace(
        state, chips={**state.chips, "rich": 4000, "poor": 3000}, backline={"rich": (2,), "poor": (2,)}
    )
    round_ = Round(GAME, open_table(GAME), state, OrderSupply(cards("8s 7s 8d Td Ac Kd")))
    round_.answer(50_000, who="player 1")
    for who in ("player 2", "rich", "poor"):
        round_.answer((("2", "wager", 2000),), who=who)
    assert round_.open()[0][1].who == "player 2"
    round_.answer("split")
    round_.answer("stand")
    round_.answer("stand")
    assert [(line.person, line.hand) for line in round_.table.lines] == [
        ("player 2", "2.1"),
        ("rich", "2.1"),
        ("poor", "2.1"),
        ("player 2", "2.2"),
        ("rich", "2.2"),
    ]


def test_a_hand_that_only_the_back_line_bets_on_is_the_back_lines() -> None:
    state = first_state(GAME, 1)
    state = msgspec.structs.replace(state, chips={**state.chips, "behind": 4000}, backline={"behind": (2,)})
    round_ = Round(GAME, open_table(GAME), state, OrderSupply(cards("9s 7s 5d Td 2c")))
    round_.answer(50_000, who="player 1")
    round_.answer((), who="player 2")
    round_.answer((("2", "wager", 2000),), who="behind")
    assert round_.open()[0][1].who == "behind"


def test_a_round_without_wagers_is_over_at_once() -> None:
    round_ = deal(GAME, seed=1, bettors=1)
    round_.answer(50_000, who="player 1")
    round_.answer((), who="player 2")
    assert round_.finished
    assert not round_.table.pieces
    assert not round_.table.fees


def check(round_: Round) -> None:
    """Chips and pieces are conserved, nobody is in debt, and the round replays to the same."""
    table, result = round_.table, round_.result
    assert result is not None
    assert sum(table.ledger.balance.values()) == sum(round_.start.chips.values())
    assert min(table.ledger.balance.values()) >= 0
    assert sum(result.chips.values()) + sum(amount for _, amount, _ in table.fees) == sum(
        round_.start.chips.values()
    )
    assert table.pieces == round_.supply.dealt
    assert max(Counter(table.pieces).values(), default=0) <= 8
    held = sorted(token for hand in table.hands.values() for token in hand.tokens)
    assert held == list(range(len(table.pieces)))
    assert not [wager for wager in table.wagers if wager.open]
    assert len(table.lines) == len(table.wagers)
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == result


@pytest.mark.parametrize("version", range(len(VERSIONS)))
def test_random_rounds_balance(version: int) -> None:
    start = start_with(4, 60_000, 200_000)
    spots = set()
    for round_ in rounds(VERSIONS[version], random_policy(version), 150, seed=version, state=start):
        check(round_)
        spots |= {line.spot for line in round_.table.lines}
        if any(round_.start.chips[who] < 5000 for who in round_.start.chips):
            break
    assert {"wager", "buster"} <= spots


@settings(max_examples=120)
@given(
    seed=st.integers(0, 2**32),
    version=st.sampled_from(VERSIONS),
    people=st.integers(1, 7),
    chips=st.integers(500, 60_000),
    bank=st.integers(1_100, 90_000),
)
def test_any_round_balances_however_short_the_money(
    seed: int, version: Game, people: int, chips: int, bank: int
) -> None:
    check(deal(version, seed, state=start_with(max(people, 3), chips, bank)).play(random_policy(seed)))


def test_the_bot_plays_and_keeps_to_the_chart() -> None:
    spots = Counter[str]()
    for round_ in rounds(GAME, bot_policy(GAME, 7), 200, seed=7):
        check(round_)
        spots.update(line.spot for line in round_.table.lines)
    assert spots["double"]
    assert not spots["insurance"]


def test_every_cell_of_the_strategy() -> None:
    for chart in strategy.charts().values():
        for rows in msgspec.structs.astuple(chart):
            for key, row_ in rows.items():
                assert len(row_) == 10, key
                assert set(row_) <= {*strategy.WORDS, "."}, key
    chart = strategy.charts()["pure"]
    ups = cards("2s 3s 4s 5s 6s 7s 8s 9s Ts As")
    assert [strategy.letter(chart, cards("8s 8d"), up, True) for up in ups] == list("PPPPPPPPPP")
    assert "".join(strategy.letter(chart, cards("Ts 2d"), up, False) for up in ups) == chart.hard[12]
    assert "".join(strategy.letter(chart, cards("As 6d"), up, False) for up in ups) == chart.soft[17]
    assert "".join(strategy.letter(chart, cards("5s 5d"), up, True) for up in ups) == chart.hard[10]
    assert "".join(strategy.letter(chart, cards("Ks Td"), up, True) for up in ups) == "S" * 10
    assert (
        "".join(strategy.letter(chart, cards("Ts 4d 2s"), up, False) for up in ups) == chart.longer_hard[16]
    )
    assert strategy.letter(chart, cards("8s 8d"), ups[8], False) == chart.hard[16][8]


@pytest.mark.parametrize("seed", range(6))
def test_a_refused_answer_changes_nothing(seed: int) -> None:
    round_, rng = deal(GAME.ruled({"surrender": "yes"}), seed, bettors=3), Random(seed)
    while not round_.finished:
        at, question = round_.open()[0]
        before = (list(round_.entries), list(round_.table.events), dict(round_.table.ledger.balance))
        for wrong in ("dance", -1, 10**9, None, (("9", "wager", 500),), (("2", "buster", 500),)):
            with pytest.raises(Refused):
                round_.answer(wrong, at=at)
        assert (round_.entries, round_.table.events, round_.table.ledger.balance) == before
        assert round_.open()[0] == (at, question)
        round_.answer(question.random(rng), at=at)


COUNTS = {**{str(pips): pips for pips in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}


@pytest.mark.parametrize("seed", range(6))
def test_who_is_asked_is_told_what_his_hand_counts(seed: int) -> None:
    """Counted again from the faces: an ace is eleven where that is not over, and the hand is soft then."""
    round_ = deal(GAME, seed=seed, bettors=3)
    bot, told = bot_policy(GAME, seed=seed), 0
    while not round_.finished:
        at, question = round_.open()[0]
        asked = shown.ask(question, "q", None, round_, None, {})
        if question.name == "act" and question.about is not None:
            hand = round_.table.hands[question.about]
            faces = [face(round_.table.pieces[token]) for token in hand.tokens]
            low = sum(COUNTS[one[0]] for one in faces)
            soft = "A" in {one[0] for one in faces} and low <= 11
            counts = f"soft {low + 10}" if soft else str(low)
            assert asked["notes"] == [f"Your hand counts {counts}."], faces
            told += 1
        elif question.name in ("bank", "wagers"):
            assert asked["notes"] == []
        round_.answer(bot(View(round_.table, question.who), question), at=at)
    assert told
