"""Pai Gow Tiles: the house way row by row, settlement, dice and button, fees, told and played rounds."""

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
from housedealer.games.action import pointed_seat
from housedealer.games.pai_gow.tiles import standing
from housedealer.kernel import fast
from housedealer.pieces.supply import OrderSupply
from housedealer.pieces.tiles import TILES
from housedealer.rooms import game
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import State
from housedealer.table.piece_questions import Arrange
from housedealer.table.round import Round, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.view import View
from housedealer.wagers.money import dollars

TILE_GAME = game("garlic-city/pai-gow-tiles")
PARAMS = TILE_GAME.params
CHART = PARAMS.chart
OPTION = "1"


def told(
    pieces: dict[str, str], wagers: dict[int, Any], bank: int = 1, amount: Any = None, **more: Any
) -> dict[str, Any]:
    """The verdict on a told round with one wager a seat."""
    dealer: dict[str, Any] = {"seat": bank}
    if amount is not None:
        dealer["amount"] = str(amount)
    return adjudicate(
        {
            "game": TILE_GAME.id,
            "option": OPTION,
            "player_dealer": dealer,
            "pieces": pieces,
            "wagers": [{"seat": seat, "spot": "wager", "amount": str(x)} for seat, x in wagers.items()],
            **more,
        }
    )


# -- settlement ----------------------------------------------------------------------------------------


def test_standing_gives_every_copy_to_the_player_dealer() -> None:
    for mine, bank in product(product(range(0, 60, 20), repeat=2), repeat=2):
        ours, theirs = (max(mine), min(mine)), (max(bank), min(bank))
        won = (ours[0] > theirs[0]) + (ours[1] > theirs[1])
        assert standing(ours, theirs)[0] == {2: 1, 1: 0, 0: -1}[won]


BANK = "6-6 3-3 5-5 1-6"
BANK_SET = {"seat": 1, "answer": "6-6 3-3 / 5-5 1-6"}  # 8 points with a teen, 7 points with a mooy
NOUGHTS = "1-3 3-3 5-6 4-5"
NOUGHTS_SET = {"seat": 1, "answer": "1-3 3-3 / 5-6 4-5"}


@pytest.mark.parametrize(
    ("setting", "result"),
    [
        ("1-1 4-5 / 4-4 2-5", "push"),  # the low hand has 5 points
        ("1-1 4-5 / 4-4 3-6", "win"),  # 7 points with a yun
        ("1-1 4-5 / 5-6 2-4", "push"),  # 7 points with a foo, which is lower than a mooy
        ("1-1 4-5 / 5-5 3-4", "push"),  # the low hand is a copy
        ("6-6 1-5 / 5-5 3-4", "lose"),  # both hands are copies
        ("6-6 1-5 / 2-2 2-3", "win"),  # the nine is the high hand, the eight beats seven
        ("4-4 4-6 / 5-6 2-4", "lose"),  # 8 points with a yun, 7 with a foo
        ("2-2 2-3 / 4-6 1-4", "push"),  # 9 points, 5 points
    ],
)
def test_results(setting: str, result: str) -> None:
    verdict = told(
        {"2": setting.replace("/", ""), "player-dealer": BANK},
        {2: 10},
        answers=[{"seat": 2, "answer": setting}, BANK_SET],
    )
    line = verdict["settlement"][0]
    assert (line["result"], line["pays"]) == (result, "10" if result == "win" else "0")
    codes = {"win": "both-higher", "push": "one-higher", "lose": "none-higher"}
    assert line["because"]["code"] == codes[result]


@pytest.mark.parametrize(
    ("setting", "result"),
    [
        ("5-6 3-6 / 2-2 1-5", "lose"),  # nought and nought, the foo no better for it
        ("6-6 4-4 / 2-2 1-5", "push"),
        ("6-6 4-4 / 1-1 3-5", "win"),
    ],
)
def test_nought_against_nought_is_the_player_dealers(setting: str, result: str) -> None:
    verdict = told(
        {"2": setting.replace("/", ""), "player-dealer": NOUGHTS},
        {2: 10},
        answers=[NOUGHTS_SET, {"seat": 2, "answer": setting}],
    )
    assert verdict["settlement"][0]["result"] == result


def test_the_two_pairs_may_be_told_in_any_order_and_by_name() -> None:
    hand = {"2": "6-6 1-1 3-6 4-5", "player-dealer": BANK}
    for text in ("6-6 1-1 / 3-6 4-5", "3-6 4-5 / 6-6 1-1", "4-5 6-3 / 1-1 6-6", "teen dey / 3-6 4-5"):
        verdict = told(hand, {2: 10}, answers=[{"seat": 2, "answer": text}])
        assert verdict["settings"]["2"].split(" / ")[0].split() in (["3-6", "4-5"], ["4-5", "3-6"])
        assert verdict["settlement"][0]["because"]["args"][0].startswith("pair of chop gow")


def test_untold_settings_are_the_house_way() -> None:
    hand = {"2": "1-1 1-1 4-5 5-6", "player-dealer": BANK}
    verdict = told(hand, {2: 10})
    assert verdict["settings"] == {"2": "1-1 4-5 / 1-1 5-6", "player-dealer": "6-6 1-6 / 3-3 5-5"}
    asked = [{"seat": 2, "answer": "house-way"}, {"seat": 1, "answer": "house-way"}]
    assert told(hand, {2: 10}, answers=asked)["settings"] == verdict["settings"]


@pytest.mark.parametrize(
    "text", ["6-6 / 1-1 3-6 4-5", "6-6 1-1 / 3-6", "6-6 1-1 3-6 4-5", "6-6 5-5 / 3-6 4-5"]
)
def test_a_setting_must_place_two_and_two(text: str) -> None:
    with pytest.raises(Refused):
        told({"2": "6-6 1-1 3-6 4-5", "player-dealer": BANK}, {2: 10}, answers=[{"seat": 2, "answer": text}])


# -- dice and button -----------------------------------------------------------------------------------


def test_the_dice_point_at_each_seat_as_often_as_the_count_says() -> None:
    found = Counter(pointed_seat(sum(dice), 1, 8) for dice in product(range(1, 7), repeat=3))
    assert found == {1: 28, 2: 28, 3: 28, 4: 28, 5: 27, 6: 25, 7: 25, 8: 27}


@pytest.mark.parametrize("bank", range(1, 9))
def test_the_player_dealer_is_one_nine_and_seventeen(bank: int) -> None:
    assert {pointed_seat(total, bank, 8) for total in (1, 9, 17)} == {bank}
    assert pointed_seat(3, bank, 8) == (bank + 1) % 8 + 1
    assert fast(pointed_seat)(10, bank, 8) == bank % 8 + 1


LOSER, WINNER = "5-5 4-6 2-2 1-5", "6-6 4-5 1-1 3-6"
HANDS = {"3": WINNER, "6": "6-6 3-5 1-1 4-4", "player-dealer": "4-6 5-5 1-3 3-3"}


@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ([1, 1, 1], 3),  # seat 3
        ([1, 1, 2], 6),  # seat 4 is empty, 6 is next
        ([2, 2, 2], 6),
        ([2, 2, 3], 3),  # seat 7 is empty, the player-dealer is passed over
        ([3, 3, 3], 6),  # the player-dealer: the highest seat that bets
        ([6, 6, 5], 6),
        ([6, 6, 6], 3),
    ],
)
def test_settling_starts_where_the_dice_point(dice: list[int], first: int) -> None:
    verdict = told(HANDS, {3: 50, 6: 50}, amount=60, dice=dice)
    assert verdict["action_seat"] == first
    assert verdict["order"][0] == [first, "wager"]
    assert [line["pays"] for line in verdict["settlement"]] == ["50", "10"]


def test_without_dice_the_order_must_not_matter() -> None:
    with pytest.raises(MissingFact, match="dice"):
        told(HANDS, {3: 50, 6: 50}, amount=60)
    assert told(HANDS, {3: 50, 6: 50}, amount=100)["action_seat"] == 3
    assert told(HANDS, {3: 50, 6: 50})["action_seat"] == 3
    one = {"3": WINNER, "player-dealer": HANDS["player-dealer"]}
    assert told(one, {3: 50}, amount=10)["settlement"][0]["pays"] == "10"
    assert told(HANDS, {3: 50, 6: 50}, amount=60, action_seat=6)["order"][0] == [6, "wager"]


def test_a_told_button_against_the_dice_is_noted() -> None:
    wrong = told(HANDS, {3: 50, 6: 50}, amount=60, dice=[1, 1, 1], action_seat=6)
    assert wrong["action_seat"] == 3
    assert [one["code"] for one in wrong["violations"]] == ["button"]
    assert not told(HANDS, {3: 50, 6: 50}, dice=[1, 1, 1], action_seat=3)["violations"]


def test_tiles_are_dealt_counter_clockwise_from_the_button() -> None:
    state = first_state(TILE_GAME, 3)
    for dice, wanted_order in (
        ((1, 1, 1), ["3", "2", "player-dealer", "4"]),
        ((3, 3, 3), ["player-dealer", "4", "3", "2"]),
    ):
        round_ = Round(TILE_GAME, open_table(TILE_GAME), state, OrderSupply(range(TILES), dice=dice))
        round_.answer(1_000_000, who="player 1")
        for seat in (2, 3, 4):
            round_.answer([(str(seat), "wager", 1000)], who=f"player {seat}")
        dealt = [event.args[0] for event in round_.table.events if event.kind == "deal"]
        assert dealt == [key for key in wanted_order for _ in range(4)]
        assert [event.kind for event in round_.table.events if event.kind in ("fee", "dice")][-1] == "dice"


def test_who_does_not_bet_gets_no_tiles() -> None:
    round_ = deal(TILE_GAME, bettors=2)
    round_.answer(1_000_000, who="player 1")
    round_.answer([("3", "wager", 1000)], who="player 3")
    round_.answer((), who="player 2")
    assert "2" not in round_.table.hands
    assert round_.table.pieces == list(round_.supply.dealt)
    assert len(round_.table.pieces) == 8


def test_a_round_without_wagers_is_dealt_and_asks_nothing() -> None:
    verdict = told({}, {})
    assert (verdict["settlement"], verdict.get("settings")) == ([], None)
    assert [(one["from"], one["amount"]) for one in verdict["fees"]] == [("player-dealer", "1")]


def test_an_untold_tile_is_missed_by_name() -> None:
    with pytest.raises(MissingFact, match="Piece 4 of player-dealer"):
        told({"2": WINNER, "player-dealer": "4-6 5-5 1-3"}, {2: 10})
    with pytest.raises(MissingFact, match="Piece 2 of 2"):
        told({"2": "6-6 ?? 1-1 3-6", "player-dealer": BANK}, {2: 10})
    with pytest.raises(Refused, match="never dealt"):
        told({"2": "6-6 4-5 1-1 3-6 2-2", "player-dealer": BANK}, {2: 10})
    with pytest.raises(Refused, match="too often"):
        told({"2": "6-6 4-5 6-6 3-6", "player-dealer": BANK}, {2: 10})


# -- wagers and fees -----------------------------------------------------------------------------------


def test_nobody_bets_behind_a_seat() -> None:
    doc = {"2": WINNER, "player-dealer": HANDS["player-dealer"]}
    verdict = adjudicate(
        {
            "game": TILE_GAME.id,
            "option": OPTION,
            "pieces": doc,
            "player_dealer": {"seat": 1},
            "wagers": [
                {"seat": 2, "spot": "wager", "amount": "10"},
                {"seat": 2, "spot": "wager", "amount": "10", "by": "behind"},
            ],
        }
    )
    assert [one["code"] for one in verdict["violations"]] == ["wager-backline"]
    state = msgspec.structs.replace(first_state(TILE_GAME, 2), backline={"player 3": (2,)})
    round_ = deal(TILE_GAME, state=state)
    with pytest.raises(Refused, match="behind another seat"):
        round_.answer([("2", "wager", 1000)], who="player 3")


OWN = {
    "1": ((100, "1"), (101, "2"), (200, "2"), (300, "3"), (400, "4"), (401, "5"), (2000, "5")),
    "2": ((100, "1"), (101, "2"), (300, "3"), (301, "4"), (401, "5")),
    "3": ((200, "1"), (201, "3"), (401, "5"), (601, "7"), (801, "9")),
    "4": ((200, "2"), (201, "4"), (601, "8"), (1001, "12"), (1401, "15")),
    "5": ((400, "2"), (401, "6"), (801, "11"), (1401, "15"), (2001, "20")),
}
FLAT = {"1": "1", "2": "2", "3": "1", "4": "2", "5": "2"}
TOTALS = {
    "6": ((49, "0.50"), (50, "1"), (100, "2"), (200, "3"), (300, "5")),
    "7": ((74, "1"), (75, "2"), (200, "4"), (400, "7"), (700, "10")),
    "8": ((99, "1"), (100, "3"), (300, "5"), (500, "8"), (800, "12")),
    "9": ((299, "3"), (300, "5"), (500, "8"), (800, "12"), (1200, "20")),
    "10": ((999, "5"), (1000, "15"), (2000, "25"), (3000, "35"), (4000, "45")),
}
MIXED = {
    "11": ((500, "1", "1"), (501, "3", "1"), (1001, "3", "2")),
    "12": ((1000, "3", "1"), (1001, "5", "2")),
    "13": ((1000, "5", "1"), (1001, "5", "2")),
}
ONE = {"2": WINNER, "player-dealer": HANDS["player-dealer"]}


def fees(verdict: dict[str, Any]) -> dict[str, str]:
    return {one["from"]: one["amount"] for one in verdict["fees"]}


@pytest.mark.parametrize("book", ["GEGA-004706", "GEGA-004378"])
def test_fees_by_wager_and_by_total(book: str) -> None:
    for option, steps in OWN.items():
        for amount, fee in steps:
            verdict = told(ONE, {2: amount}, option=f"{book}/{option}", rulings={"fee-book": book})
            assert fees(verdict) == {"2": fee, "player-dealer": FLAT[option]}, (option, amount)
    for option, steps in TOTALS.items():
        for amount, fee in steps:
            verdict = told(ONE, {2: amount}, option=f"{book}/{option}", rulings={"fee-book": book})
            assert fees(verdict) == {"player-dealer": fee}, (option, amount)


def test_fees_of_the_three_later_options() -> None:
    for option, steps in MIXED.items():
        for amount, bank, own in steps:
            verdict = told(ONE, {2: amount}, option=f"GEGA-004706/{option}")
            assert fees(verdict) == {"2": own, "player-dealer": bank}, (option, amount)
    two = told(HANDS, {3: 3000, 6: 2001}, option="GEGA-004706/13")
    assert fees(two) == {"3": "2", "6": "2", "player-dealer": "10"}
    with pytest.raises(Refused, match="no fee option"):
        told(ONE, {2: 10}, option="GEGA-004378/11")


def test_the_books_name_their_options() -> None:
    names = TILE_GAME.options()
    assert names[0] == "1"
    assert len(names) == 13
    assert open_table(TILE_GAME, "GEGA-004706/6").limit == "1-5000"
    assert open_table(TILE_GAME, "11").limit == "10-4000"
    with pytest.raises(Refused, match="superseded"):
        open_table(TILE_GAME, "GEGA-004378/6")
    older = TILE_GAME.ruled({"fee-book": "GEGA-004378"})
    assert len(older.options()) == 10
    assert open_table(older, "GEGA-004378/6").limit == "100-5000"


@pytest.mark.parametrize(
    "wrong", [[("2", "wager", 250_000)], [("3", "wager", 1000)], [("2", "ante", 1000)], 7]
)
def test_illegal_wagers_change_nothing(wrong: Any) -> None:
    round_ = deal(TILE_GAME, option=OPTION, bettors=2)
    before = (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries))
    with pytest.raises(Refused):
        round_.answer(wrong, who="player 2")
    assert (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries)) == before


@pytest.mark.parametrize(
    "wrong", [((0, 1), (2,)), ((0,), (1, 2, 3)), ((0, 0), (1, 2)), "fold", ((0, 1), (2, 4))]
)
def test_illegal_settings_change_nothing(wrong: Any) -> None:
    round_ = at_the_settings(2)
    before = (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries))
    with pytest.raises(Refused):
        round_.answer(wrong, who="player 2")
    assert (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries)) == before


def at_the_settings(bettors: int, seed: int = 1) -> Round:
    """A round in which everybody has bet and the settings are asked."""
    round_ = deal(TILE_GAME, seed=seed, bettors=bettors)
    round_.answer(1_000_000, who="player 1")
    for seat in range(2, bettors + 2):
        round_.answer([(str(seat), "wager", 1000)], who=f"player {seat}")
    return round_


def test_players_set_at_once_and_the_player_dealer_after_them() -> None:
    round_ = at_the_settings(3)
    assert sorted(question.who for _, question in round_.open()) == ["player 2", "player 3", "player 4"]
    for seat in (4, 2, 3):
        question = round_.asked(f"player {seat}")[0]
        assert isinstance(question, Arrange)
        round_.answer(question.default, who=f"player {seat}")
    assert [question.who for _, question in round_.open()] == ["player 1"]


def test_tiles_stay_hidden_until_they_are_turned_up() -> None:
    round_ = at_the_settings(3)
    hidden = set(range(len(round_.table.pieces)))
    for event in round_.view("player 2"):
        if event.kind == "deal":
            key, token, piece = event.args
            assert (piece is None) is (key != "2")
            hidden.discard(token if piece is not None else -1)
    assert len(hidden) == 12
    assert all(event.args[2] is None for event in round_.view(None) if event.kind == "deal")
    assert View(round_.table, "player 2").cards("3") == (-1, -1, -1, -1)
    assert round_.asked("player 3")[0].who == "player 3"


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
    assert len(set(table.pieces)) == len(table.pieces) == 4 * (1 + len({one.hand for one in table.wagers}))
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == round_.result


@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"gee-joon": "face"},
        {"two-pairs": "rows", "teen-dey-split": "one", "split-sevens": "and"},
        {"house-way-rest": "best-high"},
        {"house-way-rest": "best-low", "cover": "stake-alone"},
        {"cover": "at-risk"},
    ],
    ids=lambda one: "-".join(one.values()) or "default",
)
def test_random_play_conserves_chips(readings: dict[str, str]) -> None:
    before = first_state(TILE_GAME, 5)
    played = 0
    for round_ in rounds(TILE_GAME.ruled(readings), random_policy(6), 50, seed=2, state=before):
        check(round_, before)
        assert round_.result is not None
        before = round_.result
        played += 1
    assert played == 50


@given(st.integers(0, 10**9), st.integers(1, 7))
@settings(max_examples=30)
def test_bots_play_legal_rounds(seed: int, bettors: int) -> None:
    before = first_state(TILE_GAME, bettors)
    round_ = deal(TILE_GAME, seed=seed, state=before, option="GEGA-004706/11")
    bot = TILE_GAME.play.bot
    assert bot is not None
    while round_.question is not None:
        at, question = round_.open()[0]
        answer = bot(View(round_.table, question.who, Random(seed + at)), question)
        round_.answer(answer, at=at)
    check(round_, before)


def test_adjudicating_a_dealt_round_gives_its_result() -> None:
    before = first_state(TILE_GAME, 6, chips=1_000_000)
    compared = 0
    for round_ in rounds(TILE_GAME, random_policy(8), 40, seed=3, state=before):
        table = round_.table
        if not table.wagers:
            continue
        pieces = {key: " ".join(table.faces(hand)) for key, hand in table.hands.items()}
        answers = [
            {"seat": table.hands[key].seat, "answer": setting} for key, setting in table.settings.items()
        ]
        dice = next(list(event.args) for event in table.events if event.kind == "dice")
        verdict = told(
            pieces,
            {int(one.hand): dollars(one.amount) for one in table.wagers},
            amount=dollars(table.bank_money.amount or 0),
            dice=dice,
            answers=answers,
        )
        found = [(line["seat"], line["result"], line["pays"]) for line in verdict["settlement"]]
        assert found == [(one.seat, one.result, dollars(one.pays)) for one in table.lines]
        assert verdict["action_seat"] == table.action_seat
        compared += 1
    assert compared > 30
