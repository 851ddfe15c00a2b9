"""No Bust 21st Century Blackjack: every rule by itself, told rounds, and played rounds that must balance."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.blackjack.buster import row
from housedealer.games.blackjack.no_bust import (
    ANY_TEN,
    BANK_CLOSER_OVER,
    BANK_NATURAL,
    BANK_OVER,
    CLOSER_OVER,
    EQUAL,
    FARTHER_LOSES,
    NATURAL_WINS,
    NEARER_WINS,
    ONCE,
    OVER_LOSES,
    RESULTS,
    SAME_RANK,
    TIED_OVER,
    breaks_for_buster,
    is_pair,
    outcome,
    rules_of,
    showdown,
    ten_splits_on,
)
from housedealer.games.blackjack.params import FREE, MUST_HIT, MUST_STAND
from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply
from housedealer.ranking.totals import NATURAL_RANK, TWENTY_ONE, TWENTY_TWO, rank
from housedealer.rooms import game
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import Game
from housedealer.table.questions import Amount, Choose, Wagers
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table

GAME = game("garlic-city/no-bust-21st-century-blackjack-5-1")
OTHERS = [
    {"plain-22": "over", "peek": "no", "natural-paid": "in-order", "surrender": "split-hands"},
    {
        "peek": "under-ace-or-ten",
        "player-closer-over": "loses",
        "ten-splits": "same-rank",
        "cover": "at-risk",
    },
    {"first-action": "left-of-player-dealer-if-short", "natural-after-split": "no", "ten-splits": "once"},
    {"first-action": "right-of-dealer", "insured-natural": "returned", "buster-bust": "over-21"},
    {"player-closer-over": "wins", "bank-draws-when-decided": "yes", "buster-table": "option-b"},
]
VERSIONS = [GAME, *[GAME.ruled(readings) for readings in OTHERS]]


# -- the rules by themselves ---------------------------------------------------------------------------


def expected(hand: int, bank: int) -> int:
    """The book's rules 1 to 8 one by one; totals in half points, the natural apart."""
    hand_over, bank_over = hand < 0, bank < 0
    if hand == bank == NATURAL_RANK:  # 1
        return EQUAL
    if hand == NATURAL_RANK:  # 8
        return NATURAL_WINS
    if bank == NATURAL_RANK:  # 8
        return BANK_NATURAL
    if not hand_over and bank_over:  # 2
        return BANK_OVER
    if not hand_over and not bank_over:  # 3 and 4
        return EQUAL if hand == bank else NEARER_WINS if hand > bank else FARTHER_LOSES
    if hand_over and not bank_over:  # 7
        return OVER_LOSES
    if hand == bank:  # 6
        return TIED_OVER
    return BANK_CLOSER_OVER if abs(bank) < abs(hand) else CLOSER_OVER  # 5


def test_every_showdown() -> None:
    totals = [*range(4, 46, 2), *range(-60, -44, 2), NATURAL_RANK]
    for hand, bank in product(totals, repeat=2):
        assert showdown(hand, bank) == fast(showdown)(hand, bank) == expected(hand, bank), (hand, bank)


def test_what_each_result_pays() -> None:
    paid = {RESULTS[at]: str(outcome(GAME.params, at)) for at in range(len(RESULTS))}
    assert paid == {
        "natural-wins": "6:5",
        "nearer-wins": "1:1",
        "player-dealer-over": "1:1",
        "equal-pushes": "push",
        "farther-loses": "lose",
        "over-loses": "lose",
        "player-dealer-natural": "lose",
        "player-dealer-closer-over": "lose",
        "tied-over": "lose",
        "closer-over": "push",
    }
    for reading, owed in {"wins": "1:1", "loses": "lose"}.items():
        assert str(outcome(GAME.ruled({"player-closer-over": reading}).params, CLOSER_OVER)) == owed
    assert str(outcome(GAME.ruled({"natural-payout": "even-money"}).params, NATURAL_WINS)) == "1:1"
    assert all(GAME.source(code) for code in RESULTS)


@pytest.mark.parametrize(
    ("hand", "half"),
    [("As Kd", NATURAL_RANK), ("Td Ah", NATURAL_RANK), ("As Ad", 24), ("As 5d 6c", 44), ("As 5d", 32),
     ("As Ad Tc", 44), ("As Kd 9c", 40), ("As 9d", 40), ("As 5d 7c", 26), ("Ks 7d 5c", 44),
     ("Ks 7d 6c", -46)],
)  # fmt: skip
def test_ranks(hand: str, half: int) -> None:
    assert rank(cards(hand), True, TWENTY_TWO) == half


def test_a_plain_22_may_be_over() -> None:
    assert rank(cards("Ks 7d 5c"), True, TWENTY_ONE) == -44
    assert rank(cards("As 5d 6c"), True, TWENTY_ONE) == 24
    assert rank(cards("As Kd"), True, TWENTY_ONE) == NATURAL_RANK


def test_the_charts_cell_by_cell() -> None:
    for points in range(2, 23):
        wanted = MUST_HIT if points <= 11 else MUST_STAND if points >= 21 else FREE
        assert GAME.params.player_chart.says(2 * points, False) == wanted, points
        if points >= 12:
            assert GAME.params.player_chart.says(2 * points, True) == wanted, points
        bank = GAME.params.bank_chart
        assert bank.says(2 * points, False) == (MUST_STAND if points >= 17 else MUST_HIT), points
        assert bank.says(2 * points, True) == (MUST_STAND if points >= 18 else MUST_HIT), points


def test_ten_value_cards_split_under_conditions() -> None:
    for kept, dealt in product(range(52), repeat=2):
        if not is_pair(kept, dealt):
            continue
        ten, same_rank, same_suit = 32 <= kept <= 47, kept // 4 == dealt // 4, kept % 4 == dealt % 4
        for splits in range(3):
            allowed = {
                ANY_TEN: splits < 2 or same_suit,
                SAME_RANK: splits == 0 or (same_rank and (splits < 2 or same_suit)),
                ONCE: splits == 0,
            }
            for rule, wanted in allowed.items():
                found = ten_splits_on(kept, dealt, splits, rule)
                assert found == fast(ten_splits_on)(kept, dealt, splits, rule) == (wanted or not ten)


def test_buster_pays_row_by_row() -> None:
    printed = {"option-a": (2, 2, 4, 18, 50, 200, 200), "option-b": (2, 2, 4, 16, 50, 200, 200)}
    for option, figures in printed.items():
        ruled = GAME.ruled({"buster-table": option})
        (pays,) = [bonus.pays for bonus in ruled.params.bonus if bonus.applies(ruled.params)]
        for many, figure in zip(range(3, 10), figures, strict=True):
            facts = {"bank_cards": many, "bank_over": True}
            assert pays[row(facts, ruled.params)] == f"{figure}:1"
            assert row({**facts, "bank_over": False}, ruled.params) not in pays


@pytest.mark.parametrize(
    ("hand", "natural", "over_21", "over_when_22_is"),
    [("Ks 7d 5c", False, True, True), ("Ks 7d 6c", True, True, True), ("As Kd", False, False, False),
     ("As 5d 6c", False, True, False), ("7s 7d 7c", False, False, False)],
)  # fmt: skip
def test_what_breaks_for_buster(hand: str, natural: bool, over_21: bool, over_when_22_is: bool) -> None:
    bank = cards(hand)
    assert breaks_for_buster(bank, TWENTY_TWO, TWENTY_TWO) == natural
    assert breaks_for_buster(bank, TWENTY_TWO, TWENTY_ONE) == over_21
    assert breaks_for_buster(bank, TWENTY_ONE, TWENTY_ONE) == over_when_22_is
    assert fast(breaks_for_buster)(bank, TWENTY_TWO, TWENTY_TWO) == natural


def test_a_split_hand_may_be_a_natural() -> None:
    assert rules_of(GAME.params).is_natural(cards("As Kd"), True)
    plain = rules_of(GAME.ruled({"natural-after-split": "no"}).params)
    assert plain.is_natural(cards("As Kd"), False)
    assert not plain.is_natural(cards("As Kd"), True)


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
    more = {"player_dealer": {"seat": 1}, "option": "5", **more}
    return adjudicate({"game": GAME.id, "wagers": placed, "pieces": pieces, **more}, alternatives=False)


def lines(verdict: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return [
        (line.get("hand", str(line["seat"])), line["spot"], line["result"], line["pays"])
        for line in verdict["settlement"]
    ]


def broken(verdict: dict[str, Any]) -> list[str]:
    return [breach["code"] for breach in verdict["violations"]]


@pytest.mark.parametrize(
    ("mine", "bank", "result", "code"),
    [
        ("As Kd", "7s Td", "win", "natural-wins"),
        ("As Kd", "Ts 9d", "win", "natural-wins"),
        ("As Kd", "As Td", "push", "equal-pushes"),
        ("As Kd", "Ts Ad", "push", "equal-pushes"),
        ("As Kd", "Ts 6d", "win", "natural-wins"),
        ("Ts 9d", "As Td", "lose", "player-dealer-natural"),
        ("Ts 7d 5c", "Ts Ad", "lose", "player-dealer-natural"),
        ("Ts 7d 6c", "Ts Ad", "lose", "player-dealer-natural"),
        ("Ts 7d 5c", "Ts 5d 6c", "win", "nearer-wins"),
        ("Ts 7d 5c", "Ts 6d 6c", "push", "equal-pushes"),
        ("Ts 9d", "Ts 6d 6c", "lose", "farther-loses"),
        ("Ts 9d", "Ts 6d 7c", "win", "player-dealer-over"),
        ("Ts 7d 6c", "Ts 8d", "lose", "over-loses"),
        ("Ts 7d 6c", "Ts 6d 7c", "lose", "tied-over"),
        ("Ts 7d 7c", "Ts 6d 7c", "lose", "player-dealer-closer-over"),
        ("Ts 7d 6c", "Ts 6d 8c", "push", "closer-over"),
    ],
)
def test_one_hand(mine: str, bank: str, result: str, code: str) -> None:
    verdict = told({"2": mine, "player-dealer": bank})
    pays = "24" if code == "natural-wins" else "20" if result == "win" else "0"
    assert lines(verdict) == [("2", "wager", result, pays)]
    assert [line["because"]["code"] for line in verdict["settlement"]] == [code]
    assert broken(verdict) == []


def test_a_hand_that_is_over_waits_for_the_player_dealer() -> None:
    pieces = {"2": "Ts 7d 6c", "player-dealer": "Ts 6d"}
    with pytest.raises(MissingFact, match="Piece 3 of player-dealer"):
        told(pieces)
    assert lines(told(pieces, rulings={"player-closer-over": "loses"})) == [("2", "wager", "lose", "0")]
    with pytest.raises(Refused, match="never dealt"):
        told({**pieces, "2": "Ts 7d 6c 2d", "player-dealer": "Ts 8d"})


def test_a_natural_is_paid_at_once_and_buster_goes_on() -> None:
    pieces = {"2": "As Kd", "3": "Ts 9d", "player-dealer": "7s 6d Tc"}
    wagers = ((2, "wager", "20"), (2, "buster", "10"), (3, "wager", "20"))
    assert lines(told(pieces, *wagers)) == [
        ("2", "wager", "win", "24"),
        ("3", "wager", "win", "20"),
        ("2", "buster", "win", "20"),
    ]
    late = told(pieces, *wagers, rulings={"natural-paid": "in-order"})
    assert [line[:2] for line in lines(late)] == [("3", "wager"), ("2", "wager"), ("2", "buster")]
    with pytest.raises(MissingFact, match="Piece 3 of player-dealer"):
        told({"2": "As Kd", "player-dealer": "7s 6d"}, *wagers[:2])
    assert lines(told({"2": "As Kd", "player-dealer": "7s ??"})) == [("2", "wager", "win", "24")]


def test_under_a_ten_the_down_card_is_turned_after_the_players() -> None:
    pieces = {"2": "6s 5d Tc", "player-dealer": "Ts Ad"}
    wagers = (("wager", "20"), ("double", "20"))
    assert [line[2] for line in lines(told(pieces, *wagers))] == ["lose", "lose"]
    with pytest.raises(Refused, match="Tc"):
        told(pieces, *wagers, rulings={"peek": "under-ace-or-ten"})
    ace = {"2": "6s 5d Tc", "player-dealer": "As Td"}
    with pytest.raises(Refused, match="Tc"):
        told(ace, *wagers)
    insured = told(ace, *wagers, ("insurance", "10"), rulings={"peek": "no"})
    assert [line[1:3] for line in lines(insured)] == [
        ("wager", "lose"),
        ("double", "lose"),
        ("insurance", "win"),
    ]


@pytest.mark.parametrize(
    ("mine", "bank", "base", "insured"),
    [("Ks 9d", "As Td", "lose", "win"), ("As Kd", "As Td", "push", "win"), ("Ks 9d", "As 7d", "win", "lose")],
)
def test_insurance(mine: str, bank: str, base: str, insured: str) -> None:
    verdict = told({"2": mine, "player-dealer": bank}, ("wager", "25"), ("insurance", "12.50"))
    assert {(spot, result) for _, spot, result, _ in lines(verdict)} == {
        ("wager", base),
        ("insurance", insured),
    }
    assert broken(verdict) == []


def test_insurance_is_exactly_half() -> None:
    pieces = {"2": "Ks 9d", "player-dealer": "As 7d"}
    assert broken(told(pieces, ("wager", "20"), ("insurance", "9"))) == ["wager-size"]
    assert broken(told(pieces, ("wager", "20"), ("insurance", "11"))) == ["broke-amount"]
    both = {"2": "As Kd", "player-dealer": "As Td"}
    back = told(both, ("wager", "20"), ("insurance", "10"), rulings={"insured-natural": "returned"})
    assert {line[1:3] for line in lines(back)} == {("wager", "push"), ("insurance", "push")}


def test_a_double_equals_the_wager() -> None:
    pieces = {"2": "Ts 2d 9c", "player-dealer": "Ts 8c"}
    assert broken(told(pieces, ("wager", "20"), ("double", "20"))) == []
    assert broken(told(pieces, ("wager", "20"), ("double", "10"))) == ["wager-size"]
    behind = ((2, "wager", "10", "b1"), (2, "double", "5", "b1"))
    assert broken(told(pieces, ("wager", "20"), ("double", "20"), *behind)) == ["wager-size"]
    assert broken(told({**pieces, "2": "As 9d 2c"}, ("wager", "20"), ("double", "20"))) == []
    stands = {**pieces, "2": "Ts 2d 9c 2c"}
    assert broken(told(stands, ("wager", "20"), ("double", "20"))) == ["broke-chart"]


def test_breaking_the_chart_is_listed_and_settled() -> None:
    for mine in ("6s 5d", "Ts 2d 9c 3c"):
        assert broken(told({"2": mine, "player-dealer": "Ts 7d"})) == ["broke-chart"], mine
    assert broken(told({"2": "Ts 9d 2c", "player-dealer": "Ts 7d"})) == []


def test_split_aces_get_one_card_each() -> None:
    pieces = {"2.1": "As Kd", "2.2": "Ad 5c", "player-dealer": "7s Tc"}
    assert lines(told(pieces)) == [("2.1", "wager", "win", "24"), ("2.2", "wager", "lose", "0")]
    plain = told(pieces, rulings={"natural-after-split": "no"})
    assert lines(plain)[0] == ("2.1", "wager", "win", "20")
    assert broken(told({**pieces, "2.2": "Ad 5c 5d"})) == ["broke-chart"]


def test_splits_of_ten_value_cards() -> None:
    twice = {"2": "Ts Qs", "2.1": "Ts Jd 9d", "2.2": "Qs 9c", "2.3": "Jd 9h", "player-dealer": "Ts 8c"}
    thrice = {**twice, "2.3": "Jd Kd 9h", "2.4": "Kd 9s"}
    other_suit = {**twice, "2.3": "Jd Kc 9h", "2.4": "Kc 9s"}
    assert (broken(told(twice)), broken(told(thrice))) == ([], [])
    assert broken(told(other_suit)) == ["broke-chart"]
    assert broken(told(twice, rulings={"ten-splits": "same-rank"})) == ["broke-chart"]
    assert broken(told(twice, rulings={"ten-splits": "once"})) == ["broke-chart"]
    eights = {"2.1": "8s 9d", "2.2": "8d 9c", "2.3": "8c 9h", "2.4": "8h 9s", "player-dealer": "Ts 8c"}
    assert broken(told(eights)) == []


def test_surrender_is_for_split_hands_by_ruling_alone() -> None:
    pieces = {"2.1": "8s 7d", "2.2": "8d Tc", "player-dealer": "7s Tc"}
    answers = [{"seat": 2, "hand": "2.1", "answer": "surrender"}]
    with pytest.raises(Refused, match="surrender"):
        told(pieces, answers=answers)
    verdict = told(pieces, answers=answers, rulings={"surrender": "split-hands"})
    assert [line["returned"] for line in verdict["settlement"]] == ["10", "0"]
    with pytest.raises(Refused, match="surrender"):
        told(
            {"2": "8s 7d", "player-dealer": "7s Tc"},
            answers=[{"seat": 2, "answer": "surrender"}],
            rulings={"surrender": "split-hands"},
        )


def test_where_settling_begins() -> None:
    pieces = {"2": "Ts 9d", "5": "Ts 9h", "7": "Ts 9c", "player-dealer": "Ts 8d"}
    wagers = [(seat, "wager", "20") for seat in (2, 5, 7)]

    def first(amount: str, **more: Any) -> list[int]:
        verdict = told(pieces, *wagers, player_dealer={"seat": 6, "amount": amount}, **more)
        assert verdict["action_seat"] == verdict["order"][0][0]
        return [seat for seat, _ in verdict["order"]]

    left = {"first-action": "left-of-player-dealer-if-short"}
    never = {"first-action": "right-of-dealer"}
    assert first("100") == [7, 5, 2]
    assert first("50") == [7, 5, 2]
    assert first("50", action_seat=5) == [5, 2, 7]
    assert first("50", action_seat=6) == [5, 2, 7]
    assert first("50", rulings=left) == [7, 2, 5]
    assert first("100", rulings=left) == first("50", rulings=never) == [7, 5, 2]
    away = told(pieces, *wagers, player_dealer={"seat": 6, "amount": "100"}, action_seat=5)
    assert broken(away) == ["button"]
    assert [seat for seat, _ in away["order"]] == [7, 5, 2]


def test_the_collection_with_its_holes() -> None:
    pieces = {"2": "Ts 9d", "player-dealer": "Ts 8d"}

    def bank_fee(amount: str, **more: Any) -> str:
        fees = told(pieces, ("wager", amount), **more)["fees"]
        return str(next((fee["amount"] for fee in fees if fee["from"] == "player-dealer"), "0"))

    assert (bank_fee("800", option="15"), bank_fee("900", option="15")) == ("10", "15")
    assert bank_fee("900", option="15", rulings={"fee-gap": "lower"}) == "10"
    assert (bank_fee("10", option="4"), bank_fee("100", option="4")) == ("2", "2")
    assert bank_fee("10", option="4", rulings={"fee-floor": "nothing"}) == "0"
    assert bank_fee("26", option="A", limit="3-25", rulings={"fee-book": "GEGA-002444"}) == "0.50"
    buster = (("wager", "20"), ("buster", "20"))
    squares = told(pieces, *buster, (2, "wager", "10", "b1"), option="1")["fees"]
    assert {fee["from"]: fee["amount"] for fee in squares} == {
        "2": "0.25",
        "b1": "0.25",
        "player-dealer": "0.50",
    }


def test_every_ruling_and_rule_has_its_source() -> None:
    switched = {name.replace("_", "-") for name in msgspec.structs.asdict(GAME.params)} | GAME.fee_rulings()
    for ruling in GAME.rulings.values():
        assert GAME.source(ruling.id)
        assert len(ruling.readings) == 1 or ruling.id in switched, ruling.id


# -- live play -----------------------------------------------------------------------------------------


def stacked(text: str, of: Game = GAME, chips: int = 100_000) -> Round:
    """A round of seat 2 against seat 1 with these cards; seat 2 bets 20 and the bank puts up all."""
    round_ = Round(of, open_table(of), first_state(of, 1, chips), OrderSupply(cards(text)))
    while len(opened := round_.open()) and opened[0][1].name in ("bank", "wagers"):
        at, question = opened[0]
        value = ((question.hands[0], "wager", 2000),) if isinstance(question, Wagers) else question.default
        round_.answer(value, at=at)
    return round_


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        ("9s 3d", {"stand", "hit", "double"}),
        ("6s 3d", {"hit", "double"}),
        ("4s 4d", {"hit", "double", "split"}),
        ("Ks Td", {"stand", "hit", "double", "split"}),
        ("As Ad", {"stand", "hit", "double", "split"}),
        ("As 9d", {"stand", "hit", "double"}),
    ],
)
def test_what_two_cards_may_do(hand: str, options: set[str]) -> None:
    first, second = hand.split()
    question = stacked(f"{first} 7s {second} Td" + " 2c" * 9).open()[0][1]
    assert isinstance(question, Choose)
    assert set(question.options) == options


def test_a_double_takes_the_whole_wager_or_is_not_offered() -> None:
    round_ = stacked("6s 7s 5d Td 9c")
    round_.answer("double")
    assert round_.finished
    assert [line.amount for line in round_.table.lines] == [2000, 2000]
    question = stacked("Ts 7s 3d Td 9c", chips=3999).open()[0][1]
    assert isinstance(question, Choose)
    assert question.options == ("stand", "hit")


def test_insurance_is_half_or_nothing() -> None:
    round_ = stacked("9s As 5d 7d Kc 2c")
    question = round_.open()[0][1]
    assert isinstance(question, Amount)
    assert list(question.legal()) == [0, 1000]
    with pytest.raises(Refused):
        round_.answer(500)


def test_a_round_of_two_is_dealt_from_the_house_dealers_left() -> None:
    start = msgspec.structs.replace(first_state(GAME, 3), bank=3)
    round_ = Round(GAME, open_table(GAME), start, OrderSupply(cards("Ts 9s 8s 7s Td 9d 8d Td 2c")))
    round_.answer(50_000, who="player 3")
    for seat in (1, 2, 4):
        round_.answer(((str(seat), "wager", 2000),), who=f"player {seat}")
    dealt = [event.args[0] for event in round_.view(None) if event.kind == "deal"]
    assert dealt == ["1", "2", "4", "player-dealer"] * 2
    assert round_.open()[0][1].who == "player 1"


@pytest.mark.parametrize("version", range(len(VERSIONS)))
def test_random_rounds_balance(version: int) -> None:
    codes = Counter[str]()
    state = first_state(GAME, 4, 300_000)
    for round_ in rounds(VERSIONS[version], random_policy(version), 150, seed=version, state=state):
        check(round_)
        codes.update(line.because[0] for line in round_.table.lines)
    assert codes["natural-wins"]
    assert codes["closer-over"] + codes["player-dealer-closer-over"] + codes["tied-over"]


@settings(max_examples=80)
@given(
    seed=st.integers(0, 2**32),
    version=st.sampled_from(VERSIONS),
    people=st.integers(2, 7),
    chips=st.integers(500, 60_000),
    bank=st.integers(1_100, 90_000),
)
def test_any_round_balances_however_short_the_money(
    seed: int, version: Game, people: int, chips: int, bank: int
) -> None:
    state = first_state(GAME, people, chips)
    state = msgspec.structs.replace(
        state, chips={**state.chips, "player 1": bank, "behind": chips}, backline={"behind": (2, 3)}
    )
    check(deal(version, seed, state=state).play(random_policy(seed)))


def test_the_bot_plays_and_keeps_to_the_chart() -> None:
    spots = Counter[str]()
    for round_ in rounds(GAME, bot_policy(GAME, 7), 150, seed=7):
        check(round_)
        spots.update(line.spot for line in round_.table.lines)
    assert spots["double"]
    assert not spots["insurance"]


def check(round_: Round) -> None:
    """Chips and pieces are conserved, nobody is in debt, and the round replays to the same."""
    table, result = round_.table, round_.result
    assert result is not None
    fees = sum(amount for _, amount, _ in table.fees)
    assert sum(result.chips.values()) + fees == sum(round_.start.chips.values())
    assert min(table.ledger.balance.values()) >= 0
    assert table.pieces == round_.supply.dealt
    assert not [wager for wager in table.wagers if wager.open]
    assert len(table.lines) == len(table.wagers)
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == result
