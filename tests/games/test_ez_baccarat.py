"""EZ Baccarat: the chart cell by cell, the settlement, the action button, the rulings, and played rounds."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.baccarat import two_hands as game_module
from housedealer.games.baccarat.two_hands import (
    BANKER_WINS,
    PLAYER_WINS,
    SEVEN_PUSHES,
    TIE,
    button_value,
    counted_seat,
    dragon_row,
    line_outcomes,
    result_of,
    three_card_seven,
    tie_row,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import card, cards
from housedealer.pieces.supply import OrderSupply
from housedealer.ranking import points
from housedealer.rooms import game
from housedealer.table.banking import LOSE, PUSH
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import Game, State
from housedealer.table.questions import Wagers
from housedealer.table.round import Round, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.view import View
from housedealer.wagers.money import dollars

EZ = game("lucky-buck/ez-baccarat")
READINGS: list[dict[str, str]] = [
    {},
    {"natural-stops": "yes"},
    {"natural-beats": "yes"},
    {"banker-three-card-seven": "push"},
    {"wager-order": "spot-by-spot"},
    {"button-counts": "occupied"},
    {"cover": "stake-alone"},
    {"cover": "at-risk"},
]

# The chart as the book prints it: the banker's total against the player's third card from 0 to 9.
CHART = {
    7: "SSSSSSSSSS",
    6: "SSSSSSHHSS",
    5: "SSSSHHHHSS",
    4: "SSHHHHHHSS",
    3: "HHHHHHHHSH",
    2: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    0: "HHHHHHHHHH",
}
FACE = ("K", "A", "2", "3", "4", "5", "6", "7", "8", "9")


def worth(total: int) -> int:
    """A card of so many points."""
    return card(f"{FACE[total]}h")


def told(pieces: dict[str, str], wagers: list[tuple[Any, ...]], **more: Any) -> dict[str, Any]:
    """The verdict on a told round; wagers are (seat, spot, amount) with a back-line name if there is one."""
    placed = [
        {"seat": one[0], "spot": one[1], "amount": str(one[2]), **({"by": one[3]} if len(one) > 3 else {})}
        for one in wagers
    ]
    bank: dict[str, Any] = {"seat": more.pop("seat", 1)}
    if (amount := more.pop("bank", None)) is not None:
        bank["amount"] = str(amount)
    return adjudicate(
        {
            "game": EZ.id,
            "option": "1",
            "player_dealer": bank,
            "pieces": pieces,
            "wagers": placed,
            **more,
        }
    )


def results(verdict: dict[str, Any]) -> dict[tuple[int, str], tuple[str, str]]:
    """Result and payment by seat and spot."""
    return {(line["seat"], line["spot"]): (line["result"], line["pays"]) for line in verdict["settlement"]}


def dealt(order: str, ruled: Game = EZ, bet: str = "player") -> Round:
    """A round with one wager, dealt from named cards: player and banker in turn, then what is drawn."""
    stakes = open_table(ruled, "1")
    round_ = Round(ruled, stakes, first_state(ruled, 1), OrderSupply(cards(order)))
    round_.answer(100_000, who="player 1")
    round_.answer([("2", bet, 1000)], who="player 2")
    return round_


def holding(round_: Round, key: str) -> int:
    """How many cards a hand took."""
    return len(round_.table.hands[key].tokens)


# -- the chart -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("banker", CHART)
@pytest.mark.parametrize("third", range(10))
def test_banker_draws_as_the_chart_prints(banker: int, third: int) -> None:
    order = [worth(5), worth(0), worth(0), worth(banker), worth(third), worth(0)]
    round_ = Round(EZ, open_table(EZ, "1"), first_state(EZ, 1), OrderSupply(order))
    round_.answer(100_000, who="player 1")
    round_.answer([("2", "banker", 1000)], who="player 2")
    assert holding(round_, "player") == 3
    assert holding(round_, "banker") == (3 if CHART[banker][third] == "H" else 2)


@pytest.mark.parametrize("first", range(10))
def test_player_draws_on_five_or_less(first: int) -> None:
    order = [worth(first), worth(7), worth(0), worth(0), worth(0), worth(0)]
    round_ = Round(EZ, open_table(EZ, "1"), first_state(EZ, 1), OrderSupply(order))
    round_.answer(100_000, who="player 1")
    round_.answer([("2", "banker", 1000)], who="player 2")
    assert holding(round_, "player") == (3 if first <= 5 else 2)


@pytest.mark.parametrize("banker", range(10))
def test_banker_draws_on_five_or_less_when_the_player_stood(banker: int) -> None:
    order = [worth(6), worth(banker), worth(0), worth(0), worth(0)]
    round_ = Round(EZ, open_table(EZ, "1"), first_state(EZ, 1), OrderSupply(order))
    round_.answer(100_000, who="player 1")
    round_.answer([("2", "banker", 1000)], who="player 2")
    assert holding(round_, "banker") == (3 if banker <= 5 else 2)


@pytest.mark.parametrize("banker", [8, 9])
@pytest.mark.parametrize("third", range(10))
def test_a_banker_natural_stands_but_stops_nobody(banker: int, third: int) -> None:
    order = [worth(5), worth(0), worth(0), worth(banker), worth(third), worth(0)]
    round_ = Round(EZ, open_table(EZ, "1"), first_state(EZ, 1), OrderSupply(order))
    round_.answer(100_000, who="player 1")
    round_.answer([("2", "banker", 1000)], who="player 2")
    assert (holding(round_, "player"), holding(round_, "banker")) == (3, 2)


@pytest.mark.parametrize(("order", "player", "banker"), [("5h 8h Kh Kd", 2, 2), ("9h 2h Kh Kd", 2, 2)])
def test_a_natural_stops_both_where_the_ruling_says_so(order: str, player: int, banker: int) -> None:
    round_ = dealt(order, EZ.ruled({"natural-stops": "yes"}))
    assert (holding(round_, "player"), holding(round_, "banker")) == (player, banker)
    assert round_.finished


def test_the_hands_are_dealt_in_turn_and_face_up() -> None:
    round_ = dealt("7h 2c Kd 5s")
    table = round_.table
    assert [table.pieces[at] for at in table.hands["player"].tokens] == list(cards("7h Kd"))
    assert [table.pieces[at] for at in table.hands["banker"].tokens] == list(cards("2c 5s"))
    assert View(table, None).cards("banker") == cards("2c 5s")


# -- pure rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", range(10))
@pytest.mark.parametrize("banker", range(10))
def test_the_higher_hand_wins(player: int, banker: int) -> None:
    wanted = TIE if player == banker else PLAYER_WINS if player > banker else BANKER_WINS
    assert result_of(player, banker, False) == wanted
    assert result_of(player, banker, True) == (SEVEN_PUSHES if wanted == BANKER_WINS else wanted)
    assert fast(result_of)(player, banker, False) == wanted


@pytest.mark.parametrize("player", range(10))
@pytest.mark.parametrize("banker", range(10))
@pytest.mark.parametrize("many", [2, 3])
def test_dragon_seven_wants_a_three_card_seven_that_wins(player: int, banker: int, many: int) -> None:
    wanted = banker == 7 and many == 3 and player <= 6
    assert three_card_seven(player, banker, many) is wanted
    assert bool(fast(three_card_seven)(player, banker, many)) is wanted
    facts = {"player": player, "banker": banker, "banker-cards": many}
    assert dragon_row(facts, EZ.params) == ("three-card-seven" if wanted else None)
    assert tie_row(facts, EZ.params) == ("equal-totals" if player == banker else None)


def test_button_values() -> None:
    wanted = {"A": 1, "2": 2, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13}
    for suit in "cdhs":
        assert {face: button_value(card(face + suit)) for face in wanted} == wanted
    assert fast(button_value)(card("Ks")) == 13


@pytest.mark.parametrize("seats", [1, 7, 13])
def test_the_count_wraps(seats: int) -> None:
    assert [counted_seat(value, seats) for value in range(1, 14)] == [at % seats for at in range(13)]


def test_lines_pay_even_money_and_ties_push() -> None:
    params = EZ.params
    assert [str(one) for one in line_outcomes(params, PLAYER_WINS, 9, 2)] == ["1:1", LOSE]
    assert [str(one) for one in line_outcomes(params, BANKER_WINS, 2, 9)] == [LOSE, "1:1"]
    assert line_outcomes(params, TIE, 4, 4) == (PUSH, PUSH)
    assert line_outcomes(params, SEVEN_PUSHES, 4, 7) == (LOSE, PUSH)


def test_a_line_may_pay_other_odds_on_a_total() -> None:
    params = msgspec.structs.replace(EZ.params, banker_pays={"6": "1:2", "else": "1:1"})
    assert str(line_outcomes(params, BANKER_WINS, 2, 6)[1]) == "1:2"
    assert str(line_outcomes(params, BANKER_WINS, 2, 7)[1]) == "1:1"


# -- settlement ----------------------------------------------------------------------------------------


def test_a_tie_pays_ten_for_one_and_pushes_the_lines() -> None:
    verdict = told(
        {"player": "9h Kc", "banker": "Kd 2s 7c"}, [(2, "player", 10), (3, "banker", 10), (4, "tie", 10)]
    )
    assert results(verdict) == {
        (2, "player"): ("push", "0"),
        (3, "banker"): ("push", "0"),
        (4, "tie"): ("win", "90"),
    }


def test_a_three_card_seven_pays_the_banker_line_and_dragon_seven() -> None:
    wagers = [(2, "banker", 10), (2, "dragon-7", 5), (3, "player", 10), (3, "dragon-7", 5), (3, "tie", 5)]
    pieces = {"player": "6h Kc", "banker": "Kd 2s 5c"}
    assert results(told(pieces, wagers)) == {
        (2, "banker"): ("win", "10"),
        (2, "dragon-7"): ("win", "200"),
        (3, "player"): ("lose", "0"),
        (3, "dragon-7"): ("win", "200"),
        (3, "tie"): ("lose", "0"),
    }
    pushed = told(pieces, wagers, rulings={"banker-three-card-seven": "push"})
    assert results(pushed)[(2, "banker")] == ("push", "0")
    assert results(pushed)[(3, "player")] == ("lose", "0")


def test_a_two_card_seven_is_no_dragon() -> None:
    verdict = told({"player": "6h Kc", "banker": "Kd 7s"}, [(2, "banker", 10), (2, "dragon-7", 5)])
    assert results(verdict) == {(2, "banker"): ("win", "10"), (2, "dragon-7"): ("lose", "0")}


def test_a_three_card_nine_beats_a_natural_eight_unless_ruled_otherwise() -> None:
    pieces, wagers = {"player": "2h 3c 4d", "banker": "Kd 8s"}, [(2, "player", 10), (3, "banker", 10)]
    plain = told(pieces, wagers)
    assert results(plain) == {(2, "player"): ("win", "10"), (3, "banker"): ("lose", "0")}
    assert {one["ruling"] for one in plain["alternatives"]} == {"natural-beats"}
    ranked = told(pieces, wagers, rulings={"natural-beats": "yes"})
    assert results(ranked) == {(2, "player"): ("lose", "0"), (3, "banker"): ("win", "10")}
    assert ranked["settlement"][0]["because"]["code"] == "natural-outranks"


def test_equal_totals_tie_even_where_a_natural_wins_the_line() -> None:
    pieces = {"player": "2h 3c 4d", "banker": "Kd 9s"}
    wagers = [(2, "player", 10), (2, "tie", 10)]
    assert results(told(pieces, wagers)) == {(2, "player"): ("push", "0"), (2, "tie"): ("win", "90")}
    ranked = results(told(pieces, wagers, rulings={"natural-beats": "yes"}))
    assert ranked == {(2, "player"): ("lose", "0"), (2, "tie"): ("win", "90")}


def test_the_printed_order_of_hands() -> None:
    hands = ("Kd 9s", "Kd 8s", "2h 3c 4d", "2h 2c 4d", "Kd 7s", "Kd 6s", "Kd Ks")
    ranks = [points.rank(cards(hand), True) for hand in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_wagers_are_met_from_the_button_seat_by_seat() -> None:
    pieces = {"player": "6h Kc", "banker": "Kd 7s"}  # the seven counts to seat 8
    wagers = [(2, "banker", 20), (8, "banker", 20), (8, "tie", 20)]
    verdict = told(pieces, wagers, bank=10)
    assert verdict["action_seat"] == 8
    assert verdict["order"] == [[8, "banker"], [8, "tie"], [2, "banker"]]
    assert [line["pays"] for line in verdict["settlement"]] == ["10", "0", "20"]
    by_spot = told(pieces, wagers, bank=10, rulings={"wager-order": "spot-by-spot"})
    assert by_spot["order"] == [[8, "banker"], [2, "banker"], [8, "tie"]]
    assert [line["pays"] for line in by_spot["settlement"]] == ["10", "0", "0"]
    assert {line["result"] for line in by_spot["settlement"] if line["seat"] == 2} == {"uncovered"}


@pytest.mark.parametrize(
    ("bank", "second", "seats", "first"),
    [
        (1, "As", 8, 2),
        (3, "3s", 8, 4),
        (8, "7s", 8, 7),
        (1, "8s", 8, 2),
        (1, "Ts", 8, 4),
        (1, "Js", 8, 5),
        (4, "Qs", 8, 6),
        (1, "Ks", 8, 7),
        (1, "Ks", 14, 14),
        (14, "Ts", 14, 10),
    ],
)
def test_the_banker_hands_second_card_sets_the_button(bank: int, second: str, seats: int, first: int) -> None:
    banker = {"A": "Kc As", "3": "4c 3s", "7": "Kc 7s", "8": "Kc 8s"}.get(second[0], f"7c {second}")
    wagers = [(seat, "banker", 5) for seat in range(1, seats + 1) if seat != bank]
    player = {"A": "6h Kh", "3": "6h Kh"}.get(second[0], "6h Kh")
    pieces = {"player": player, "banker": banker + (" Kd" if second[0] == "A" else "")}
    verdict = told(pieces, wagers, seat=bank, seats=seats)
    assert verdict["action_seat"] == first
    order = [seat for seat, _ in verdict["order"]]
    at = order.index(first)
    assert at == 0
    assert order == [seat for seat in [*range(first, seats + 1), *range(1, first)] if seat != bank]


def test_an_empty_seat_passes_the_button_clockwise() -> None:
    pieces = {"player": "6h Kc", "banker": "4d 3s"}  # three counts to seat 4
    assert told(pieces, [(2, "banker", 5), (6, "banker", 5)])["action_seat"] == 6
    assert told(pieces, [(2, "banker", 5), (3, "banker", 5)])["action_seat"] == 2
    occupied = {"button-counts": "occupied"}
    verdict = told(pieces, [(2, "banker", 5), (6, "banker", 5), (7, "banker", 5)], rulings=occupied)
    assert verdict["action_seat"] == 7


def test_a_told_button_that_the_card_contradicts_is_noted() -> None:
    pieces, wagers = {"player": "6h Kc", "banker": "4d 3s"}, [(2, "banker", 5), (4, "banker", 5)]
    right = told(pieces, wagers, action_seat=4)
    assert not right["violations"]
    wrong = told(pieces, wagers, action_seat=2)
    assert wrong["action_seat"] == 4
    assert [one["code"] for one in wrong["violations"]] == ["button"]


def test_first_action_may_be_left_of_the_player_dealer() -> None:
    params = msgspec.structs.replace(EZ.params, first_action="left-of-player-dealer")
    other = msgspec.structs.replace(EZ, params=params)
    state = first_state(other, 3)
    moved = msgspec.structs.replace(
        state, bank=2, seats={1: "a", 2: "b", 3: "c"}, chips=dict.fromkeys("abc", 10**6)
    )
    round_ = Round(other, open_table(other, "1"), moved, OrderSupply(cards("6h 4c Kh 3c")))
    round_.answer(100_000, who="b")
    round_.answer([("3", "banker", 1000)], who="c")
    round_.answer([("1", "banker", 1000)], who="a")
    assert [line.seat for line in round_.table.lines] == [3, 1]


def test_back_line_bettors_bet_on_every_spot_but_need_their_own_line() -> None:
    pieces = {"player": "6h Kc", "banker": "Kd 2s 5c"}
    fine = told(pieces, [(2, "player", 10), (2, "banker", 10, "back"), (2, "dragon-7", 5, "back")])
    assert not fine["violations"]
    assert [entry["net"] for entry in fine["seats"] if entry.get("by") == "back"] == ["210"]
    lame = told(pieces, [(2, "player", 10), (2, "dragon-7", 5, "back")])
    assert [one["code"] for one in lame["violations"]] == ["wager-needs"]


# -- told rounds ---------------------------------------------------------------------------------------


def test_a_third_card_that_the_chart_forbids_was_never_dealt() -> None:
    with pytest.raises(Refused, match="banker was told 2d, which was never dealt"):
        told({"player": "6h Kc", "banker": "Kd 7s 2d"}, [(2, "banker", 10)])
    with pytest.raises(Refused, match="player was told 2d, which was never dealt"):
        told({"player": "6h Kc 2d", "banker": "Kd 7s"}, [(2, "banker", 10)])


def test_a_missing_card_is_asked_for_only_when_somebody_bet() -> None:
    for pieces in ({"player": "5h Kc", "banker": "Kd 7s"}, {"player": "6h Kc", "banker": "Kd 5s"}, {}):
        with pytest.raises(MissingFact):
            told(pieces, [(2, "banker", 10)])
        assert told(pieces, [])["settlement"] == []


def test_without_wagers_the_cards_are_dealt_and_nothing_is_due() -> None:
    verdict = told({"player": "5h Kc 2d", "banker": "Kd 7s"}, [])
    assert (verdict["settlement"], verdict["drop"]) == ([], "0")
    with pytest.raises(Refused, match="never dealt"):
        told({"player": "6h Kc 2d", "banker": "Kd 7s"}, [])


def test_pieces_of_a_seat_are_refused() -> None:
    with pytest.raises(Refused, match="2 was told"):
        told({"player": "6h Kc", "banker": "Kd 7s", "2": "As"}, [(2, "banker", 10)])


def test_nine_aces_of_spades_are_not_in_eight_decks() -> None:
    assert told({"player": "As As As", "banker": "As As As"}, [(2, "banker", 10)])["drop"] == "1"
    with pytest.raises(Refused, match="9 times"):
        told({"player": "As As As As As As As As As", "banker": "Kd 7s"}, [(2, "banker", 10)])


# -- fees and limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "amounts"),
    [
        ("1", ("1", "3", "6", "10", "20")),
        ("2", ("1", "4", "8", "15", "25")),
        ("3", ("2", "5", "9", "15", "25")),
        ("4", ("1", "3", "6", "10", "20")),
        ("5", ("1", "4", "8", "15", "25")),
        ("6", ("2", "5", "9", "15", "25")),
    ],
)
def test_the_collection_goes_by_the_total_of_all_spots(option: str, amounts: tuple[str, ...]) -> None:
    pieces = {"player": "6h Kc", "banker": "Kd 7s"}
    tops = (300, 301, 600, 601, 1000, 1001, 2000, 2001)
    wanted = [amounts[at] for at in (0, 1, 1, 2, 2, 3, 3, 4)]
    for total, fee in zip(tops, wanted, strict=True):
        # spread over four spots of four seats
        parts = [total - 3 * (total // 4), total // 4, total // 4, total // 4]
        wagers = [
            (2, "player", parts[0]),
            (3, "banker", parts[1]),
            (4, "tie", parts[2]),
            (3, "dragon-7", parts[3]),
        ]
        verdict = told(pieces, wagers, option=option)
        assert [(one["from"], one["amount"]) for one in verdict["fees"]] == [("player-dealer", fee)]
        assert not verdict["violations"]


@pytest.mark.parametrize(("option", "low"), [("1", 500), ("3", 500), ("4", 2500), ("6", 2500)])
def test_limits_by_option(option: str, low: int) -> None:
    round_ = deal(EZ, option=option, bettors=1)
    question = round_.asked("player 2")[0]
    assert isinstance(question, Wagers)
    assert set(question.limits.values()) == {(low, 100_000)}


@pytest.mark.parametrize(
    "wrong",
    [
        [("2", "player", 400)],
        [("2", "player", 100_100)],
        [("2", "dragon-7", 1000)],
        [("2", "tie", 1000), ("2", "dragon-7", 1000)],
        [("2", "player", 1000), ("2", "player", 1000)],
        [("2", "panda-8", 1000)],
        [("1", "player", 1000)],
        [("3", "player", 1000)],
        [("2", "player", 550)],
        [("2", "player", -1000)],
        "banker",
    ],
)
def test_illegal_wagers_change_nothing(wrong: Any) -> None:
    round_ = deal(EZ, option="1", bettors=2)
    before = (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries))
    with pytest.raises(Refused):
        round_.answer(wrong, who="player 2")
    assert (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries)) == before
    assert len(round_.open()) == 3


def test_the_player_dealer_keeps_the_collection_back() -> None:
    state = first_state(EZ, 2)
    poor = msgspec.structs.replace(state, chips={**state.chips, "player 1": 10_000})
    for seed in range(40):
        round_ = deal(EZ, seed=seed, option="2", state=poor)
        policy = random_policy(seed)
        while round_.question is not None:
            at, question = round_.open()[0]
            answer: Any = (
                question.default
                if question.name == "bank"
                else policy(View(round_.table, question.who), question)
            )
            round_.answer(answer, at=at)
        assert min(round_.table.ledger.balance.values()) >= 0
        assert round_.result is not None


# -- played rounds -------------------------------------------------------------------------------------


def check(round_: Round, before: State) -> None:
    """Every chip is somewhere, nothing is below zero, and the replay is the same round."""
    table = round_.table
    assert sum(table.ledger.balance.values()) == sum(before.chips.values())
    assert min(table.ledger.balance.values()) >= 0
    assert len(table.lines) == len(table.wagers)
    bank = table.bank_money.amount
    assert bank is None or abs(table.bank_money.paid - table.bank_money.taken) <= bank
    assert table.pieces == list(round_.supply.dealt)
    assert 4 <= len(table.pieces) <= 6
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == round_.result


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()) or "default")
def test_random_play_conserves_chips(readings: dict[str, str]) -> None:
    played = 0
    before = first_state(EZ, 4)
    for round_ in rounds(EZ.ruled(readings), random_policy(5), 60, seed=11, state=before):
        check(round_, before)
        assert round_.result is not None
        before = round_.result
        played += 1
    assert played == 60


@given(st.integers(0, 10**9), st.integers(1, 7))
@settings(max_examples=40)
def test_bots_play_legal_rounds(seed: int, bettors: int) -> None:
    before = first_state(EZ, bettors)
    round_ = deal(EZ, seed=seed, state=before)
    bot = EZ.play.bot
    assert bot is not None
    while round_.question is not None:
        at, question = round_.open()[0]
        answer = bot(View(round_.table, question.who, Random(seed + at)), question)
        round_.answer(answer, at=at)
    check(round_, before)


def test_adjudicating_a_dealt_round_gives_its_result() -> None:
    before = first_state(EZ, 4, chips=1_000_000)
    for round_ in rounds(EZ, random_policy(8), 40, seed=3, state=before):
        table = round_.table
        pieces = {
            key: " ".join(table.faces(table.hands[key])) for key in (game_module.PLAYER, game_module.BANKER)
        }
        wagers = [(int(one.hand), one.spot, f"{one.amount / 100:.2f}") for one in table.wagers]
        bank = None if table.bank_money.amount is None else f"{table.bank_money.amount / 100:.2f}"
        verdict = told(pieces, wagers, bank=bank)
        told_lines = [
            (line["seat"], line["spot"], line["result"], line["pays"]) for line in verdict["settlement"]
        ]
        assert told_lines == [(one.seat, one.spot, one.result, dollars(one.pays)) for one in table.lines]
