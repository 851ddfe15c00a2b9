"""Blackjack X: the twenty-four rows, every payout, what stops the game, the Aces Bonus, and its rulings."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.blackjack.aces import NONE, ROWS, names, rows_hit
from housedealer.games.blackjack.x import (
    BANK_31,
    BANK_FROZEN,
    EQUAL,
    FARTHER_LOSES,
    FROZEN_LOSES,
    HARD_WINS,
    NATURAL_WINS,
    NATURALS_PUSH,
    NEARER_WINS,
    RESULTS,
    X_WINS,
    outcome,
    showdown,
    x_total,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import SeededSupply
from housedealer.ranking.totals import X_ACE_31, X_FROZEN, X_HARD_31, X_NATURAL
from housedealer.rooms import game
from housedealer.table.banking import LOSE, PUSH
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy
from housedealer.table.stakes import open_table
from housedealer.wagers.odds import EVEN

GAME = game("lucky-buck/blackjack-x")
SWITCHED = [
    (ruling.id, reading)
    for ruling in GAME.rulings.values()
    for reading in ruling.readings
    if reading != ruling.default
]


# -- the rules by themselves ---------------------------------------------------------------------------


def expected(hand: int, bank: int) -> int:
    """The text's sentences one by one, by the rows of the ranking."""
    if hand == X_FROZEN:
        return FROZEN_LOSES
    if bank == X_NATURAL:
        return NATURALS_PUSH if hand == X_NATURAL else BANK_31
    if hand == X_HARD_31:
        return HARD_WINS
    if hand == X_NATURAL:
        return NATURAL_WINS
    if hand == X_ACE_31:
        return NATURALS_PUSH if bank == X_ACE_31 else X_WINS
    if bank >= X_HARD_31:
        return BANK_31
    if bank == X_FROZEN:
        return BANK_FROZEN
    return EQUAL if hand == bank else NEARER_WINS if hand > bank else FARTHER_LOSES


def test_every_pair_of_rows() -> None:
    for hand, bank in product(range(1, 25), repeat=2):
        assert showdown(hand, bank, False, True) == expected(hand, bank), (hand, bank)
    assert (
        showdown(X_NATURAL, X_ACE_31, True, True)
        == showdown(X_ACE_31, X_NATURAL, True, True)
        == NATURALS_PUSH
    )
    assert showdown(X_HARD_31, X_ACE_31, False, False) == BANK_31


def test_what_each_result_pays() -> None:
    owed = {RESULTS[result]: outcome(GAME.params, result) for result in range(len(RESULTS))}
    assert [str(owed.pop(name)) for name in ("natural-wins", "x-ace-31-wins", "hard-31-wins")] == [
        "6:5",
        "3:2",
        "3:1",
    ]
    assert owed == {
        "nearer-wins": EVEN,
        "player-dealer-frozen": EVEN,
        "equal-pushes": PUSH,
        "naturals-push": PUSH,
        "farther-loses": LOSE,
        "frozen-loses": LOSE,
        "player-dealer-31": LOSE,
    }
    assert all(GAME.source(code) for code in RESULTS)


@pytest.mark.parametrize(
    ("dealt", "rows"),
    [
        ("As Ah + As Ah", "split-aces-matched split-aces-two-aces pair-of-aces first-card-ace"),
        ("As Ah + As Ad", "split-aces-two-aces pair-of-aces first-card-ace"),
        ("As Ah + Ah As", "split-aces-two-aces pair-of-aces first-card-ace"),
        ("XA Ah + As Ah", "split-aces-matched split-aces-two-aces pair-of-aces first-card-ace"),
        (
            "As XA + As As",
            "split-aces-matched split-aces-two-aces suited-aces pair-of-aces suited-pair first-card-ace",
        ),
        ("As Ah + As 5h", "pair-of-aces first-card-ace"),
        ("7d 7d 7d", "suited-sevens sevens three-of-a-kind suited-pair"),
        ("7d 7d 7c", "sevens three-of-a-kind suited-pair"),
        ("7d 7c 7d", "sevens three-of-a-kind"),
        ("XA As", "suited-aces pair-of-aces suited-pair first-card-ace"),
        ("Ah As", "pair-of-aces first-card-ace"),
        ("Ah As Ad", "three-of-a-kind pair-of-aces first-card-ace"),
        ("Kd Ks Kc", "three-of-a-kind"),
        ("Kd Qs Jc", ""),
        ("6d 7s 8c", "six-seven-eight"),
        ("8d 6s 7c", "six-seven-eight"),
        ("6d 7s 7c", ""),
        ("6d 6d", "suited-pair"),
        ("Kd Kd", "suited-pair suited-face-cards"),
        ("Kd Jd", "suited-face-cards"),
        ("Kd Td", ""),
        ("Ad Kd", "first-card-ace"),
        ("Kd Ad", ""),
    ],
)
def test_rows_of_the_aces_bonus(dealt: str, rows: str) -> None:
    held, _, drawn = dealt.partition(" + ")
    first, second, third = (*cards(held), NONE)[:3]
    on_first, on_second = cards(drawn) or (NONE, NONE)
    found = rows_hit(first, second, third, on_first, on_second, False, False)
    assert names(found) == rows.split()
    assert fast(rows_hit)(first, second, third, on_first, on_second, False, False) == found


def test_both_columns() -> None:
    small, large = (bonus.pays for bonus in GAME.params.bonus if bonus.spot == "aces-bonus")
    assert list(large) == list(ROWS)
    assert [pays.removesuffix(" for 1") for pays in small.values()] == (
        ["5000", "5000", "1000", "100", "50", "20", "10", "10", "5"]
    )
    assert [pays.removesuffix(" for 1") for pays in large.values()] == (
        ["5000", "5000", "1000", "200", "100", "50", "25", "10", "5", "5", "1"]
    )


def test_the_shoe_follows_its_rulings() -> None:
    sizes = {
        (decks, ace): GAME.ruled({"decks": decks, "x-ace-in-shoe": ace}).params.deck.size
        for decks in ("six", "eight")
        for ace in ("additional", "replaces")
    }
    assert list(sizes.values()) == [313, 312, 417, 416]
    shoe = GAME.ruled({"x-ace-in-shoe": "replaces"}).params.deck.pieces
    assert (shoe.count(55), shoe.count(51)) == (1, 7)


def test_kernels_compile_to_the_same() -> None:
    for hand, bank, ties, hard in product(range(1, 25), range(25), (False, True), (False, True)):
        assert fast(showdown)(hand, bank, ties, hard) == showdown(hand, bank, ties, hard)
    for text in ("XA Kd", "As Kd", "Ks Qd Ac Jd", "Ks Qd 5c", "Ah Ad"):
        for initial in (False, True):
            assert fast(x_total)(cards(text), initial) == x_total(cards(text), initial)


# -- told rounds ---------------------------------------------------------------------------------------


def told(pieces: dict[str, str], *wagers: Any, **more: Any) -> dict[str, Any]:
    """A verdict; wagers are written `(spot, amount)` at seat 2, or `(seat, spot, amount[, by or hand])`."""
    placed = []
    for wager in wagers or (("wager", "100"),):
        seat, spot, amount, *rest = wager if isinstance(wager[0], int) else (2, *wager)
        entry = {"seat": seat, "spot": spot, "amount": amount}
        for word in rest:
            entry["hand" if "." in word else "by"] = word
        placed.append(entry)
    more.setdefault("player_dealer", {"seat": 1})
    more.setdefault("option", "2")
    return adjudicate({"game": GAME.id, "wagers": placed, "pieces": pieces, **more}, alternatives=False)


def lines(verdict: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return [
        (line.get("hand", str(line["seat"])), line["spot"], line["result"], line["pays"])
        for line in verdict["settlement"]
    ]


def broken(verdict: dict[str, Any]) -> list[str]:
    return [breach["code"] for breach in verdict["violations"]]


def net(verdict: dict[str, Any], seat: int = 2) -> str:
    return next(
        str(entry["net"]) for entry in verdict["seats"] if entry["seat"] == seat and "by" not in entry
    )


@pytest.mark.parametrize(
    ("mine", "bank", "won", "code"),
    [
        ("As Kd", "9s Tc", "120", "natural-wins"),
        ("XA Kd", "9s Tc", "150", "x-ace-31-wins"),
        ("Td 5c 6d Kd", "9s Tc", "300", "hard-31-wins"),
        ("Td 5c 6d Kd", "6s Tc Kc", "300", "hard-31-wins"),
        ("Td 5c 6d", "9s Tc", "100", "nearer-wins"),
        ("Td 5c 6d", "9s 5c 7c", "0", "equal-pushes"),
        ("Td 5c", "9s 5c Kc", "100", "player-dealer-frozen"),
        ("Td 5c 7d", "9s 5c Kc", "-100", "frozen-loses"),
        ("Td 5c 6d 2d", "9s Tc", "-100", "frozen-loses"),
        ("Td 8c", "9s Tc", "-100", "farther-loses"),
        ("Td Tc", "As Tc", "-100", "player-dealer-31"),
        ("Td Tc", "Ts XA", "-100", "player-dealer-31"),
        ("As Kd", "As Tc", "0", "naturals-push"),
        ("XA Kd", "As Tc", "-100", "player-dealer-31"),
        ("As Kd", "Ts XA", "120", "natural-wins"),
        ("As 6d Kc", "As 6c", "-100", None),
    ],
)
def test_one_hand(mine: str, bank: str, won: str, code: str | None) -> None:
    if code is None:
        with pytest.raises(Refused, match="Piece 3 of player-dealer"):
            told({"2": mine, "player-dealer": bank})
        return
    verdict = told({"2": mine, "player-dealer": bank})
    assert net(verdict) == won
    assert [line["because"]["code"] for line in verdict["settlement"]] == [code]
    assert broken(verdict) == []


def test_a_frozen_hand_and_a_31_draw_no_more() -> None:
    for mine in ("Td 5c 7d 2d", "Td 5c 6d Kd 2d"):
        with pytest.raises(Refused, match="never dealt"):
            told({"2": mine, "player-dealer": "9s Tc"})
    assert broken(told({"2": "As Kd 2d", "player-dealer": "9s Tc"})) == ["broke-chart"]


def test_no_hand_draws_after_a_natural() -> None:
    for bank in ("As Tc", "Ts XA"):
        with pytest.raises(Refused, match="never dealt"):
            told({"2": "Td 2d 5c", "player-dealer": bank})
    goes_on = {"x-31-stops": "no"}
    hard = {"2": "Td 5c 6d Kd", "player-dealer": "Ts XA"}
    assert net(told(hard, rulings=goes_on)) == "300"
    assert net(told(hard, rulings={**goes_on, "hard-31-against-x": "ranked"})) == "-100"
    assert net(told({**hard, "2": "Td 5c 6d"}, rulings=goes_on)) == "-100"
    assert net(told({**hard, "2": "As Kd"}, rulings={"naturals": "tie"})) == "0"


def test_splits() -> None:
    verdict = told({"2.1": "Ks Ad", "2.2": "Td 9c", "player-dealer": "Ts 9s"})
    assert lines(verdict) == [("2.1", "wager", "win", "100"), ("2.2", "wager", "push", "0")]
    aces = {"2.1": "As Kd", "2.2": "XA Kc", "player-dealer": "Ts 9s"}
    assert lines(told(aces)) == [("2.1", "wager", "win", "100"), ("2.2", "wager", "win", "100")]
    assert broken(told(aces)) == []
    assert broken(told({**aces, "2.2": "XA 3c 4d"})) == ["broke-chart"]
    hit = {"2.1": "Ks Ad Td Qs", "2.2": "Td 9c", "player-dealer": "Ts 9s"}
    assert lines(told(hit))[0] == ("2.1", "wager", "win", "300")
    four = {"2.1": "8s Kd", "2.2": "8d Kc", "2.3": "8c 9d", "2.4": "8h 3d Ks", "player-dealer": "Ts 7d"}
    assert broken(told(four)) == []
    assert broken(told({**four, "2.5": "8h Kd"})) == ["broke-chart"]


def test_doubles() -> None:
    pieces = {"2": "6s 5d 9c", "player-dealer": "Ts 7d"}

    def double(amount: str, **more: Any) -> dict[str, Any]:
        return told(pieces, ("wager", "100"), ("double", amount), **more)

    assert net(double("100")) == "200"
    assert net(double("25")) == "125"
    assert broken(double("25")) == []
    assert broken(double("20")) == ["broke-amount"]
    assert broken(double("101")) == ["broke-amount"]
    together = {"double-limits": "together"}
    assert broken(double("50", limit="25-150", rulings=together)) == []
    assert "broke-amount" in broken(double("60", limit="25-150", rulings=together))
    assert broken(double("60", limit="25-150")) == []
    marked = {"2": "XA Td 9c", "player-dealer": "Ts 7d"}
    assert broken(told(marked, ("wager", "100"), ("double", "100"))) == ["broke-chart"]
    either = told(marked, ("wager", "100"), ("double", "100"), rulings={"x-31-doubles": "yes"})
    assert (broken(either), net(either)) == ([], "200")
    assert broken(told({**marked, "2": "As Td 9c"}, ("wager", "100"), ("double", "100"))) == ["broke-chart"]


def surrendered(pieces: dict[str, str], *wagers: Any, hand: str = "", **more: Any) -> dict[str, Any]:
    answer = {"seat": 2, "answer": "surrender", **({"hand": hand} if hand else {})}
    return told(pieces, *wagers, answers=[answer], **more)


def test_surrender() -> None:
    assert net(surrendered({"2": "Td 6c", "player-dealer": "As Tc"})) == "-50"
    assert net(surrendered({"2": "Td 6c", "player-dealer": "9s Tc"})) == "-50"
    with pytest.raises(Refused, match="surrender"):
        surrendered({"2": "Td 6c", "player-dealer": "As Tc"}, rulings={"surrender": "yes"})
    assert net(surrendered({"2": "Td 6c", "player-dealer": "9s Tc"}, rulings={"surrender": "yes"})) == "-50"
    split = {"2.1": "8s 7d", "2.2": "8d Tc", "player-dealer": "7s Tc"}
    for reading in ("before-look", "yes", "no"):
        halves = surrendered(split, hand="2.1", rulings={"surrender": reading} if reading != "no" else {})
        assert [line["returned"] for line in halves["settlement"]] == ["50", "0"]
    for mine in ("As Td", "XA Td"):
        with pytest.raises(Refused, match="surrender"):
            surrendered({"2": mine, "player-dealer": "9s Tc"})
    with pytest.raises(Refused, match="never dealt"):
        surrendered({"2": "Td 2c 4c", "player-dealer": "9s Tc"})


def test_side_bets_outlive_a_surrender() -> None:
    wagers = (("wager", "100"), ("buster", "50"), ("aces-bonus", "10"))
    verdict = surrendered({"2": "8d 8d", "player-dealer": "6s Tc Kc"}, *wagers)
    assert lines(verdict) == [
        ("2", "wager", "lose", "0"),
        ("2", "buster", "win", "50"),
        ("2", "aces-bonus", "win", "40"),
    ]


@pytest.mark.parametrize(
    ("mine", "bank", "amount", "won", "pushed"),
    [
        ("Td 9c", "As Tc", "50", "0", "0"),
        ("Td 9c", "As Tc", "20", "-60", "0"),
        ("Td 9c", "XA Tc", "1", "-98", "0"),
        ("As Kd", "As Tc", "50", "100", "0"),
        ("Td 9c", "As 8c", "50", "-50", "-50"),
    ],
)
def test_insurance(mine: str, bank: str, amount: str, won: str, pushed: str) -> None:
    pieces, wagers = {"2": mine, "player-dealer": bank}, (("wager", "100"), ("insurance", amount))
    verdict = told(pieces, *wagers)
    if bank == "As 8c":
        won = pushed = "-50"
    assert (net(verdict), broken(verdict)) == (won, [])
    assert net(told(pieces, *wagers, rulings={"insurance-outcome": "pushed"})) == pushed
    assert [spot for _, spot, *_ in lines(verdict)] == ["wager", "insurance"]


def test_what_may_be_insured() -> None:
    pieces = {"2": "Td 9c", "player-dealer": "As 9d"}
    for amount in ("0.99", "50.50", "51"):
        assert broken(told(pieces, ("wager", "100"), ("insurance", amount))) == ["broke-amount"]
    assert broken(told(pieces, ("wager", "100"), ("insurance", "33.33"))) == []
    for bank, rulings in (("Ts 9d", {}), ("XA 9d", {"x-ace-insurance": "no"})):
        with pytest.raises(Refused, match="insurance"):
            told({**pieces, "player-dealer": bank}, ("wager", "100"), ("insurance", "50"), rulings=rulings)
    both = surrendered(pieces, ("wager", "100"), ("insurance", "50"))
    assert net(both) == "-100"
    with pytest.raises(Refused, match="surrender"):
        surrendered(pieces, ("wager", "100"), ("insurance", "50"), rulings={"surrender-insured": "either"})


@pytest.mark.parametrize(
    ("bank", "pays"),
    [("7s 9d Kc", "50"), ("7s 2d 4c Kc", "150"), ("7s 2d 2c 2h Kc", "300"), ("7s 2d 2c 2h 3d Kd", "1500"),
     ("6s 2d 2c 2h 2d 2s Kd", "5000"), ("2s 2d 2c 2h 2d 2s 3d Kd", "12500"),
     ("2s 2d 2c 2h 2d 2s 2c 2h Kd", "12500"), ("7s Td", "0"), ("Ks Ad", "0"), ("XA Kd", "0")],
)  # fmt: skip
def test_buster(bank: str, pays: str) -> None:
    for mine in ("As Kd", "Ks 9d"):
        verdict = told({"2": mine, "player-dealer": bank}, ("wager", "100"), ("buster", "50"))
        assert lines(verdict)[-1] == ("2", "buster", "win" if pays != "0" else "lose", pays)


def test_buster_is_no_larger_than_the_wager_and_may_be_small() -> None:
    pieces = {"2": "Ks 9d", "player-dealer": "7s Td"}
    assert broken(told(pieces, ("wager", "100"), ("buster", "1"))) == []
    assert broken(told(pieces, ("wager", "100"), ("buster", "101"))) == ["wager-at-most"]
    small = told(pieces, ("wager", "100"), ("buster", "1"), rulings={"buster-least": "table-limit"})
    assert broken(small)[0] in ("wager-limit", "wager-least")


def bonus(pieces: str | dict[str, str], amount: str, **more: Any) -> tuple[str, str, str]:
    """Result, payment and reason of an Aces Bonus bet beside a wager."""
    hands = {"2": pieces} if isinstance(pieces, str) else pieces
    verdict = told({"player-dealer": "9s Tc", **hands}, ("wager", "100"), ("aces-bonus", amount), **more)
    assert broken(verdict) == []
    line = verdict["settlement"][-1]
    return line["result"], line["pays"], line["because"]["code"].removeprefix("aces-bonus.")


@pytest.mark.parametrize(
    ("hand", "small", "large", "row"),
    [
        ({"2.1": "As As", "2.2": "Ah Ah"}, 4999, 4999, "split-aces-matched"),
        ("7d 7d 7d", 4999, 4999, "suited-sevens"),
        ({"2.1": "As Ah", "2.2": "Ah As"}, 999, 999, "split-aces-two-aces"),
        ("7d 7c 7h", 99, 199, "sevens"),
        ("XA As", 49, 99, "suited-aces"),
        ("5d 5c 5h", 19, 49, "three-of-a-kind"),
        ("7d 8c 6h", 9, 24, "six-seven-eight"),
        ("Ad Ac", 9, 9, "pair-of-aces"),
        ("9d 9d", 4, 4, "suited-pair"),
        ("Jd Qd", 0, 4, "suited-face-cards"),
    ],
)
def test_the_aces_bonus_pays_for_one(hand: Any, small: int, large: int, row: str) -> None:
    assert bonus(hand, "4") == (("win", str(4 * small), row) if small else ("lose", "0", "lost"))
    assert bonus(hand, "1")[1] == str(small)
    assert bonus(hand, "5") == ("win", str(5 * large), row)
    assert bonus(hand, "50")[1] == str(50 * large)


def test_one_for_one_is_a_push() -> None:
    assert bonus("Ad 7c", "5") == ("push", "0", "first-card-ace")
    assert bonus("Ad 7c", "4") == ("lose", "0", "lost")
    assert bonus("7d Ac", "5") == ("lose", "0", "lost")


def test_rulings_of_the_aces_bonus() -> None:
    every = {"bonus-rows": "all"}
    assert bonus("XA As", "5", rulings=every) == ("win", str(5 * (100 + 10 + 5 + 1 - 1)), "several-rows")
    assert bonus("XA As", "1", rulings=every) == ("win", str(50 + 10 + 5 - 1), "several-rows")
    assert bonus("Ad 7c", "5", rulings=every) == ("push", "0", "first-card-ace")
    one = {"2.1": "As As", "2.2": "Ah 5h"}
    assert bonus(one, "5")[2] == "pair-of-aces"
    assert bonus(one, "5", rulings={"matched-aces": "one"})[2] == "split-aces-matched"
    ordered = {"six-seven-eight": "in-order"}
    assert bonus("7d 8c 6h", "5", rulings=ordered)[2] == "lost"
    assert bonus("6d 7c 8h", "5", rulings=ordered)[2] == "six-seven-eight"
    sevens = {"2": "7d 7c", "2.1": "7d 7h 5s", "2.2": "7c Tc"}
    assert bonus(sevens, "5")[2] == "lost"
    assert bonus(sevens, "5", rulings={"third-card-split": "yes"})[2] == "sevens"
    doubled = told(
        {"2": "6d 7c 8h", "player-dealer": "9s Tc"}, ("wager", "100"), ("double", "100"), ("aces-bonus", "5")
    )
    assert lines(doubled)[-1][2] == "win"
    doubled = told(
        {"2": "6d 7c 8h", "player-dealer": "9s Tc"}, ("wager", "100"), ("double", "100"), ("aces-bonus", "5"),
        rulings={"third-card-doubled": "no"},
    )  # fmt: skip
    assert lines(doubled)[-1][2] == "lose"


def test_a_bet_on_a_hand_that_nobody_plays() -> None:
    alone = told({"2": "Ad Ac", "player-dealer": "9s ??"}, ("aces-bonus", "10"))
    assert lines(alone) == [("2", "aces-bonus", "win", "90")]
    assert broken(alone) == []
    drawn = {"2": "7d 7c 7h", "player-dealer": "9s ??"}
    assert net(told(drawn, ("aces-bonus", "10"))) == "1990"
    with pytest.raises(Refused, match="never dealt"):
        told(drawn, ("aces-bonus", "10"), rulings={"bonus-only-hands": "two-cards"})
    split = {"2.1": "As As", "2.2": "Ah Ah", "player-dealer": "9s ??"}
    assert lines(told(split, ("aces-bonus", "10"))) == [("2", "aces-bonus", "win", "49990")]
    stopped = {"2": "7d 7c", "player-dealer": "As Tc"}
    assert net(told(stopped, ("aces-bonus", "10"))) == "-10"
    with pytest.raises(MissingFact):
        told({"2": "7d ??", "player-dealer": "9s Tc"}, ("aces-bonus", "10"))
    with pytest.raises(Refused, match="surrender"):
        surrendered({"2": "7d 8c", "player-dealer": "9s Tc"}, ("aces-bonus", "10"))


def test_the_back_line_may_bet_the_bonus_alone() -> None:
    pieces = {"2": "Ad Ac", "player-dealer": "9s Tc"}
    verdict = told(pieces, (2, "wager", "100"), (2, "aces-bonus", "5", "behind"))
    assert broken(verdict) == []
    assert [(line.get("by", ""), line["spot"], line["pays"]) for line in verdict["settlement"]] == [
        ("", "wager", "0"),
        ("behind", "aces-bonus", "45"),
    ]
    assert broken(told(pieces, (2, "wager", "100"), (2, "aces-bonus", "51", "behind"))) == ["wager-limit"]


def test_a_short_bank_settles_in_order() -> None:
    pieces = {"2": "Ks 9d", "3": "Ad Ac", "player-dealer": "Ts 7d"}
    wagers = [(2, "wager", "100"), (3, "wager", "100"), (3, "aces-bonus", "50")]

    def paid(**more: Any) -> list[tuple[int, str, str]]:
        verdict = told(pieces, *wagers, **more)
        return [(line["seat"], line["spot"], line["pays"]) for line in verdict["settlement"]]

    short: dict[str, Any] = {"player_dealer": {"seat": 8, "amount": "150"}}
    assert paid(**short) == [(2, "wager", "100"), (3, "wager", "0"), (3, "aces-bonus", "150")]
    short = {"player_dealer": {"seat": 1, "amount": "150"}, "action_seat": 3}
    assert paid(**short) == [(3, "wager", "0"), (3, "aces-bonus", "250"), (2, "wager", "0")]
    between = {"player_dealer": {"seat": 2, "amount": "150"}}
    seats = {"3": "Ks 9d", "1": "Ks 9h", "player-dealer": "Ts 7d"}
    two = [(3, "wager", "100"), (1, "wager", "100")]
    for rulings, order in (({}, [3, 1]), ({"first-action": "seat-one"}, [1, 3])):
        verdict = told(seats, *two, rulings=rulings, **between)
        assert [line["seat"] for line in verdict["settlement"]] == order
        assert [line["pays"] for line in verdict["settlement"]] == ["100", "50"]
    swept = paid(player_dealer={"seat": 1}, rulings={"wager-order": "spot-by-spot"})
    assert [(seat, spot) for seat, spot, _ in swept] == [(2, "wager"), (3, "wager"), (3, "aces-bonus")]


@pytest.mark.parametrize(
    ("option", "amounts", "fee"),
    [("1", "5", "1"), ("1", "10 10", "1"), ("2", "25", "1"), ("2", "100", "1"), ("2", "101", "2"),
     ("2", "300", "2"), ("2", "301", "6"), ("2", "600", "6"), ("2", "601", "10"), ("2", "1000", "10"),
     ("2", "1000 25", "15"), ("3", "9", "0"), ("3", "10", "0.50"), ("3", "50", "0.50"), ("3", "51", "1"),
     ("3", "101", "2"), ("3", "151", "3"), ("3", "200", "3"), ("3", "200 1", "5")],
)  # fmt: skip
def test_collection(option: str, amounts: str, fee: str) -> None:
    wagers = [(seat, "wager", amount) for seat, amount in enumerate(amounts.split(), 2)]
    pieces = {str(seat): "Ks 9d" for seat, *_ in wagers} | {"player-dealer": "Ts 7d"}
    verdict = told(pieces, *wagers, option=option)
    assert (verdict["drop"], broken(verdict)) == (fee, [])


def test_what_the_tiers_are_read_by() -> None:
    pieces = {"2": "Ks 9d", "player-dealer": "Ts 7d"}

    def fee(*wagers: Any, **rulings: str) -> str:
        more = {name.replace("_", "-"): reading for name, reading in rulings.items()}
        return str(told(pieces, *wagers, rulings=more)["drop"])

    buster, aces = (("wager", "100"), ("buster", "50")), (("wager", "100"), ("aces-bonus", "50"))
    assert (fee(*buster), fee(*buster, action_counts_bonus="yes")) == ("1", "2")
    assert (fee(*aces), fee(*aces, action_counts_bonus="no")) == ("2", "1")
    assert (fee(("aces-bonus", "5")), fee(("aces-bonus", "5"), fee_floor="first-tier")) == ("0", "1")
    assert broken(told(pieces, ("wager", "100"), rulings={"lone-limit": "only"})) == ["wager-limit"]
    assert fee(("wager", "25"), lone_limit="only") == "1"


def test_every_ruling_and_rule_has_its_source() -> None:
    for name in {**GAME.rules, **GAME.rulings}:
        source = GAME.source(name)
        assert source is not None
        assert 1048 <= source.lines[0] <= source.lines[1] <= 1242, name
    switched = {name.replace("_", "-") for name in msgspec.structs.asdict(GAME.params)} | GAME.fee_rulings()
    for ruling in GAME.rulings.values():
        assert len(ruling.readings) == 1 or ruling.id in switched, ruling.id


# -- live play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "reading"), SWITCHED)
def test_every_reading_plays(ruling: str, reading: str) -> None:
    ruled = GAME.ruled({ruling: reading})
    for seed in range(15):
        for option in ("1", "2", "3"):
            state = first_state(ruled, 3, 60_000)
            state = msgspec.structs.replace(
                state, chips={**state.chips, "behind": 3_000}, backline={"behind": (2, 3)}
            )
            supply = SeededSupply(ruled.params.deck.pieces, f"{ruling}/{seed}")
            round_ = Round(ruled, open_table(ruled, option), state, supply)
            round_.play(random_policy(seed) if seed % 3 else bot_policy(ruled, seed))
            assert round_.result is not None
            assert min(round_.table.ledger.balance.values()) >= 0
            fees = round_.table.ledger.balance.get("fees", 0)
            assert sum(round_.result.chips.values()) + fees == sum(state.chips.values())


def test_the_player_dealer_finishes_for_an_aces_bonus() -> None:
    finished = 0
    for seed in range(60):
        round_ = deal(GAME, seed=seed, bettors=1)
        rng = Random(seed)
        while round_.question is not None:
            at, question = round_.open()[0]
            if question.name == "wagers":
                round_.answer(((question.hands[0], "aces-bonus", 500),), at=at)
            else:
                round_.answer(question.random(rng) if question.name != "bank" else question.default, at=at)
        bank = [round_.table.pieces[token] for token in round_.table.player_dealer.tokens]
        assert x_total(bank, True) >= 34
        finished += len(bank) > 2
    assert finished > 10


def test_the_live_insurance_has_a_least() -> None:
    asked = 0
    for seed in range(80):
        round_ = deal(GAME, seed=seed, bettors=2, option="2")
        policy = bot_policy(GAME, seed)
        while round_.question is not None:
            at, question = round_.open()[0]
            if question.name == "insurance" and question.high:
                asked += 1
                wager = round_.table.on(question.about, "wager")[0]
                assert question.least * 100 >= wager.amount > (question.least - 1) * 100
                assert question.high == wager.amount // 2
                assert all(one == 0 or one >= question.least for one in question.legal())
            round_.answer(
                question.default if question.name != "wagers" else policy_answer(round_, policy), at=at
            )
    assert asked > 5


def policy_answer(round_: Round, policy: Any) -> Any:
    from housedealer.table.view import View

    question = round_.open()[0][1]
    return policy(View(round_.table, question.who, Random(1)), question)
