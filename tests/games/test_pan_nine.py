"""Super Pan Nine: the player-dealer's chart, the dice, who is dealt and asked when, settlement, rulings."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.action import pointed_seat
from housedealer.games.baccarat.pan_nine import (
    DRAW,
    MAY_DRAW,
    MUST_DRAW,
    MUST_STAND,
    STAND,
    bank_choice,
    standing,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import card
from housedealer.pieces.supply import OrderSupply
from housedealer.rooms import game
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import State
from housedealer.table.questions import Question
from housedealer.table.round import Round, first_state
from housedealer.table.stakes import open_table

NINE = game("garlic-city/super-pan-nine")
FACE = ("K", "A", "2", "3", "4", "5", "6")
BANKS = {0: "Kc Qc Jc", 1: "Kc Qc Ac", 2: "Kc Qc 2c", 3: "Kc Qc 3c", 4: "Kc Qc 4c", 5: "Kc Qc 5c",
         6: "Kc Qc 6c", 7: "Kc Ac 6c", 8: "Kc 2c 6c", 9: "Kc 3c 6c"}  # fmt: skip


def told(pieces: dict[str, str], wagers: dict[int, Any], **more: Any) -> dict[str, Any]:
    """The verdict on a told round; seat 1 is the player-dealer."""
    bank: dict[str, Any] = {"seat": 1}
    if (amount := more.pop("bank", None)) is not None:
        bank["amount"] = str(amount)
    placed = [{"seat": seat, "spot": "wager", "amount": str(amount)} for seat, amount in wagers.items()]
    return adjudicate(
        {
            "game": NINE.id,
            "option": "1",
            "player_dealer": bank,
            "pieces": pieces,
            "wagers": [*placed, *more.pop("behind", [])],
            **more,
        }
    )


def test_the_player_dealers_chart() -> None:
    found = [bank_choice(total, 3, 7) for total in range(10)]
    assert found == [MUST_DRAW] * 4 + [MAY_DRAW] * 3 + [MUST_STAND] * 3
    assert [fast(bank_choice)(total, 3, 7) for total in range(10)] == found
    for mine, bank in product(range(10), repeat=2):
        assert standing(mine, bank) == fast(standing)(mine, bank) == -standing(bank, mine)


@pytest.mark.parametrize("total", range(10))
def test_the_player_dealer_is_held_to_his_chart(total: int) -> None:
    stood = {"2": "6h 3h Kh", "player-dealer": BANKS[total]}
    drew = {"2": "6h 3h Kh", "player-dealer": f"{BANKS[total]} Kd"}
    said = [{"seat": 1, "answer": "stand"}]
    assert len(told(stood, {2: 10}, answers=said)["violations"]) == (total <= 3)
    assert len(told(drew, {2: 10})["violations"]) == (total >= 7)
    if total <= 3:
        with pytest.raises(MissingFact, match="player-dealer"):
            told(stood, {2: 10})


@pytest.mark.parametrize(
    ("hand", "bank", "net"),
    [
        ("5h 5d 6s", "Kc Qc 5c", "10"),  # 16 counts six
        ("5h 5d 6s", "Kc Qc 6c", "0"),
        ("5h 5d 6s", "Kc Ac 6c", "-10"),
        ("5h 5d 6s 3d", "Kc 2c 6c", "10"),  # four cards
        ("6h 3d Ks", "2d 3d 4d", "0"),  # three cards and three
        ("6h 3d Ks", "6c 6d 2c 5d", "0"),  # three cards and four
        ("Kh Qh Jh", "Kc Qc 6c 4d", "0"),  # nought and nought
    ],
)
def test_nearest_to_nine_wins_even_money(hand: str, bank: str, net: str) -> None:
    verdict = told({"2": hand, "player-dealer": bank}, {2: 10})
    assert verdict["seats"][1]["net"] == net
    assert verdict["violations"] == []


def test_the_deck_has_no_seven_to_ten() -> None:
    assert NINE.params.deck.size == 432
    for rank in ("7", "8", "9", "T"):
        with pytest.raises(Refused, match="not at all"):
            told({"2": f"{rank}h 3h Kh", "player-dealer": BANKS[9]}, {2: 10})


def test_the_dice_count_counter_clockwise_from_the_player_dealer() -> None:
    assert [pointed_seat(total, 1, 8, -1) for total in (3, 4, 8, 9, 10, 17, 18)] == [7, 6, 2, 1, 8, 1, 8]
    found = Counter(pointed_seat(sum(dice), 1, 8, -1) for dice in product(range(1, 7), repeat=3))
    assert found == {1: 28, 8: 28, 7: 28, 6: 28, 5: 27, 4: 25, 3: 25, 2: 27}


HANDS = {"3": "6h 3h Kh", "6": "6d 3d Kd", "player-dealer": BANKS[4]}


@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ([1, 1, 1], 6),  # seat 7 is vacant, 6 follows
        ([1, 1, 2], 6),
        ([1, 1, 3], 3),  # seat 5
        ([3, 3, 1], 3),
        ([3, 3, 2], 6),  # seat 2, the player-dealer's, then 8 and 7
        ([3, 3, 3], 6),  # the player-dealer
        ([5, 5, 5], 3),
    ],
)
def test_settling_begins_where_the_dice_point(dice: list[int], first: int) -> None:
    verdict = told(HANDS, {3: 50, 6: 50}, bank=60, dice=dice)
    assert [line["seat"] for line in verdict["settlement"]] == [first, 9 - first]
    assert [line["pays"] for line in verdict["settlement"]] == ["50", "10"]


def test_what_the_rulings_change() -> None:
    hands = {**HANDS, "5": "6s 3s Ks"}
    three = {3: 50, 5: 50, 6: 50}
    order = [5, 3, 6]
    assert [line[0] for line in told(hands, three, bank=60, dice=[1, 1, 3])["order"]] == order
    other = told(hands, three, bank=60, dice=[1, 1, 3], rulings={"settle-order": "clockwise"})
    assert [line[0] for line in other["order"]] == [5, 6, 3]
    other = told(hands, three, bank=60, dice=[1, 1, 3], rulings={"dice-count": "next-is-one"})
    assert [line[0] for line in other["order"]] == [3, 6, 5]


def test_without_dice_the_order_must_not_matter() -> None:
    with pytest.raises(MissingFact, match="dice"):
        told(HANDS, {3: 50, 6: 50}, bank=60)
    assert told(HANDS, {3: 50, 6: 50}, bank=100)["player_dealer"]["net"] == "-100"
    assert told(HANDS, {3: 50, 6: 50}, bank=60, action_seat=6)["order"][0] == [6, "wager"]


def test_the_seat_decides_for_the_back_line() -> None:
    behind = [{"seat": 3, "spot": "wager", "amount": "20", "by": "ann"}]
    verdict = told({"3": "6h 6d Kh 6s", "player-dealer": BANKS[7]}, {3: 5}, behind=behind)
    assert [line["pays"] for line in verdict["settlement"]] == ["5", "20"]
    assert verdict["drop"] == "4"


def dealt(rulings: dict[str, str], dice: tuple[int, ...], order: list[int]) -> Round:
    """A round of seats 1 (player-dealer), 4 and 6, up to the first decision."""
    played = NINE.ruled(rulings)
    state: State = first_state(played, 2)
    state.seats = {1: "bank", 4: "ann", 6: "bob"}
    state.chips = dict.fromkeys(state.seats.values(), 100_000)
    round_ = Round(played, open_table(played), state, OrderSupply(order, dice=dice))
    round_.answer(50_000, who="bank")
    round_.answer((("4", "wager", 1000),), who="ann")
    round_.answer((("6", "wager", 1000),), who="bob")
    return round_


ORDER = [card(f"{FACE[at % 7]}{'shdc'[at % 4]}") for at in range(40)]


def test_vacant_positions_get_hands_that_are_discarded() -> None:
    round_ = dealt({}, (1, 1, 3), ORDER)  # seat 5, which is vacant
    keys = list(dict.fromkeys(event.args[0] for event in round_.table.events if event.kind == "deal"))
    assert keys == ["vacant-5", "4", "vacant-3", "vacant-2", "player-dealer", "vacant-8", "vacant-7", "6"]
    assert set(round_.table.hands) == {"player-dealer", "4", "6"}
    round_ = dealt({"vacant-positions": "first"}, (1, 1, 3), ORDER)
    keys = list(dict.fromkeys(event.args[0] for event in round_.table.events if event.kind == "deal"))
    assert keys == ["vacant-5", "4", "player-dealer", "6"]


def asked(round_: Round) -> Question:
    """The one question that is open."""
    ((_, question),) = round_.open()
    return question


def test_players_decide_in_turn_and_then_the_player_dealer() -> None:
    bank = [card("Ks"), card("Kh"), card("5d")]
    order = [*ORDER[:6], *bank, *ORDER[6:]]
    round_ = dealt({"vacant-positions": "first"}, (1, 1, 3), order)
    assert (asked(round_).who, asked(round_).options) == ("ann", (STAND, DRAW))
    round_.answer(DRAW)
    assert asked(round_).who == "bob"
    assert round_.table.hands["player-dealer"].up == [False] * 3
    round_.answer(STAND)
    assert (asked(round_).who, asked(round_).about) == ("bank", "player-dealer")
    assert asked(round_).options == (STAND, DRAW)
    assert round_.table.hands["player-dealer"].up == [True] * 3
    assert round_.table.hands["4"].up == [False] * 4
    round_.answer(DRAW)
    assert round_.finished


@pytest.mark.parametrize(("reading", "up"), [("face-down", False), ("face-up", True)])
def test_how_the_fourth_card_lies(reading: str, up: bool) -> None:
    round_ = dealt({"drawn-card": reading}, (1, 1, 2), ORDER)
    round_.answer(DRAW, who="bob")
    assert round_.table.hands["6"].up == [False, False, False, up]
    others = [event for event in round_.view("ann") if event.kind == "deal" and event.args[0] == "6"]
    assert (others[-1].args[-1] is not None) == up


@pytest.mark.parametrize(("total", "cards"), [(3, 4), (7, 3)])
def test_a_player_dealer_without_a_choice_is_not_asked(total: int, cards: int) -> None:
    bank = [card(one) for one in BANKS[total].split()]
    round_ = dealt({"vacant-positions": "first"}, (1, 1, 3), [*ORDER[:6], *bank, *ORDER[6:]])
    round_.answer(STAND, who="ann")
    round_.answer(STAND, who="bob")
    assert round_.finished
    assert len(round_.table.hands["player-dealer"].tokens) == cards
