"""Chinese poker: told rounds and played rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.chinese.setting import SIZES
from housedealer.games.chinese.thirteen import AUTOMATIC
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply
from housedealer.rooms import game
from housedealer.table.core import HOUSE
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.exchanging import Exchange
from housedealer.table.game import Game, State
from housedealer.table.piece_questions import Arrange
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.view import Policy, View
from housedealer.table.words import say

CHINESE = game("garlic-city/chinese-13-card-poker")
SYSTEMS = ("base", "2-4", "eastern", "western", "mandarin")
READINGS: list[dict[str, str]] = [
    {},
    *({"scoring": name} for name in SYSTEMS[1:]),
    {"automatic-win-points": "sweep", "scoring": "mandarin"},
    {"automatic-order": "as-listed"},
    {"dragon": "one-suit"},
    {"majority-with-ties": "two-segments"},
    {"scoring": "eastern", "eastern-sweep": "4"},
    {"scoring": "mandarin", "mandarin-trips": "added"},
    {"scoring": "mandarin", "mandarin-sweep": "on-top"},
    {"short-stack": "payee-by-payee"},
]

# Four hands of one deck, each of which sweeps those below it, but for the third's back.
FIRST = "As Ad Ah / Kc Kd Kh 2c 2d / 9s 9d 9h 9c 3c"
SECOND = "Qs Qd 4h / Js Jd Th Tc 5c / 8s 8d 8h 7c 7d"
THIRD = "Ks Qc 4d / Jc Jh 6c 5d 3d / Ts Td 7h 7s 2h"
FOURTH = "Qh 8c 5h / Ac 5s 4c 4s 3h / 6d 6h 6s 3s 2s"

# Again four hands of one deck: three automatic wins and a hand without one.
DRAGON = "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s"
PAIRS = "Ac Ad Kc Kh Qc Qd Jd Jh Td Th 9c 9h 8c"
FLUSHES = "7h 6h 5h Tc 6c 5c 4c 2c Ks Qs Js 9s 8s"
PLAIN = "Ah 8d 6d / 7s 7d 5s 4s 2d / 3s 3h 3d 4d 2h"


def ruled(**readings: str) -> Game:
    return CHINESE.ruled({name.replace("_", "-"): reading for name, reading in readings.items()})


def told(hands: Sequence[str], *, seats: Sequence[int] = (1, 2, 3, 4), **more: Any) -> dict[str, Any]:
    """The verdict on a told round: each hand as it was set, or thirteen cards that were declared."""
    pieces = {str(seat): text.replace("/", "") for seat, text in zip(seats, hands, strict=False)}
    answers = [
        {"seat": seat, "answer": text if "/" in text else AUTOMATIC}
        for seat, text in zip(seats, hands, strict=False)
    ]
    return adjudicate(
        {"game": CHINESE.id, "pieces": pieces, "answers": answers, "stake": "1", **more}, alternatives=False
    )


def nets(verdict: dict[str, Any]) -> list[float]:
    return [float(seat["net"]) for seat in verdict["seats"]]


def lines(verdict: dict[str, Any]) -> list[tuple[int, int, str, str]]:
    """From, to, what is paid, and the reason's code."""
    return [(one["from"], one["seat"], one["pays"], one["because"]["code"]) for one in verdict["settlement"]]


# -- told rounds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("readings", "wanted"),
    [
        ({}, [12, 4, -6, -10]),
        ({"scoring": "2-4"}, [12, 4, -6, -10]),
        ({"scoring": "western"}, [12, 4, -6, -10]),
        ({"scoring": "eastern"}, [27, -3, -11, -13]),
        ({"scoring": "eastern", "eastern-sweep": "4"}, [30, -2, -13, -15]),
        ({"scoring": "mandarin"}, [45, -3, -20, -22]),
        ({"scoring": "mandarin", "mandarin-trips": "added"}, [33, 1, -16, -18]),
        ({"scoring": "mandarin", "mandarin-sweep": "on-top"}, [60, -2, -28, -30]),
    ],
)
def test_four_hands_under_every_scoring(readings: dict[str, str], wanted: list[float]) -> None:
    verdict = told([FIRST, SECOND, THIRD, FOURTH], rulings=readings)
    assert nets(verdict) == wanted
    assert verdict["violations"] == []
    assert (verdict["drop"], verdict["fees"]) == ("0", [])


def test_the_reasons_and_the_order_of_payment() -> None:
    assert lines(told([FIRST, SECOND, THIRD, FOURTH], stake="2.50")) == [
        (2, 1, "10", "sweep-base"),
        (3, 1, "10", "sweep-base"),
        (4, 1, "10", "sweep-base"),
        (3, 2, "10", "sweep-base"),
        (4, 2, "10", "sweep-base"),
        (4, 3, "5", "points-base"),
    ]
    moved = told([FIRST, SECOND, THIRD, FOURTH], button=2, rulings={"scoring": "mandarin"})
    assert [(one[0], one[1], one[3]) for one in lines(moved)] == [
        (4, 3, "points-mandarin"),
        (3, 1, "home-run"),
        (3, 2, "shot"),
        (4, 1, "home-run"),
        (4, 2, "shot"),
        (2, 1, "home-run"),
    ]
    assert moved["settlement"][0]["because"]["lines"] == [433, 433]
    assert "2 segments to 1: 1 points" in moved["settlement"][0]["because"]["words"]


def test_the_settings_are_reported() -> None:
    verdict = told([FIRST, SECOND], seats=(2, 4))
    assert verdict["settings"] == {
        "2": "As Ah Ad / Kh Kd Kc 2d 2c / 9s 9h 9d 9c 3c",
        "4": "Qs Qd 4h / Js Jd Th Tc 5c / 8s 8h 8d 7d 7c",
    }


def test_automatic_wins_collect_from_everybody() -> None:
    verdict = told([DRAGON, PAIRS, FLUSHES, PLAIN])
    assert nets(verdict) == [12, 0, 0, -12]
    assert {line[:2]: line[3] for line in lines(verdict)} == {
        (2, 1): "automatic-dragon",
        (3, 1): "automatic-dragon",
        (4, 1): "automatic-dragon",
        (4, 2): "automatic-six-pairs",
        (4, 3): "automatic-three-flushes",
    }
    assert verdict["settings"]["2"] == AUTOMATIC
    listed = told([DRAGON, PAIRS, FLUSHES, PLAIN], rulings={"automatic-order": "as-listed"})
    assert nets(listed) == [12, 4, -4, -12]


def test_an_undeclared_dragon_plays_as_it_was_set() -> None:
    set_dragon = "As Kd Qh / 7c 6s 4h 3c 2s / Jc Ts 9d 8h 5d"
    verdict = told([set_dragon, PAIRS, FLUSHES, PLAIN])
    assert lines(verdict)[0] == (1, 2, "4", "out-of-order")
    assert nets(verdict) == [-12, 8, 8, -4]


def test_what_is_not_told_is_set_the_house_way() -> None:
    pieces = {"1": DRAGON, "2": PLAIN.replace("/", "")}
    untold = adjudicate({"game": CHINESE.id, "pieces": pieces, "stake": "1"}, alternatives=False)
    assert AUTOMATIC not in untold["settings"].values()
    answers = [{"seat": seat, "answer": "house-way"} for seat in (2, 1)]
    said = adjudicate(
        {"game": CHINESE.id, "pieces": pieces, "stake": "1", "answers": answers}, alternatives=False
    )
    assert said == untold


def test_a_fouled_hand_pays_everybody_four() -> None:
    fouled = "9s 9d 9h / Kc Kd Kh 2c 2d / As Ad Ah 9c 3c"
    verdict = told([fouled, SECOND, THIRD, FOURTH])
    assert nets(verdict) == [-12, 12, 2, -2]
    assert [line[3] for line in lines(verdict)[:3]] == ["out-of-order"] * 3
    short = "9s 9d / 9h Kc Kd Kh 2c 2d / As Ad Ah 9c 3c"
    assert nets(told([short, SECOND, THIRD, FOURTH], rulings={"scoring": "eastern"})) == [-12, 10, 2, 0]


def test_two_fouled_hands_pay_each_other_nothing() -> None:
    one = FIRST.replace("/ Kc", "Kc /")
    other = "8s 8d 8h / Js Jd Th Tc 5c / Qs Qd 4h 7c 7d"
    verdict = told([one, other])
    assert verdict["settlement"] == []
    assert nets(verdict) == [0, 0]


def test_a_foul_against_an_automatic_win_pays_the_foul() -> None:
    fouled = PLAIN.replace("/ 7s", "7s /")
    verdict = told([DRAGON, fouled], rulings={"scoring": "mandarin", "automatic-win-points": "sweep"})
    assert lines(verdict) == [(2, 1, "4", "wrong-count")]


STACKS = {"1": "100", "2": "2", "3": "100", "4": "3"}


def test_a_short_player_pays_as_far_as_his_chips_go() -> None:
    verdict = told([FIRST, SECOND, THIRD, FOURTH], stacks=STACKS)
    assert [line[:3] for line in lines(verdict)] == [
        (2, 1, "2"),
        (3, 1, "4"),
        (4, 1, "3"),
        (3, 2, "4"),
        (4, 2, "0"),
        (4, 3, "0"),
    ]
    assert nets(verdict) == [9, 2, -8, -3]
    short = [one["result"] for one in verdict["settlement"]]
    assert short == ["short", "win", "short", "win", "short", "short"]


def test_the_order_of_payment_by_ruling() -> None:
    """Seat 1 has nothing: pair by pair it cannot pay seat 2 before seat 3 has paid it."""
    hands = [SECOND, FIRST, THIRD]
    stacks = {"1": "0", "2": "100", "3": "100"}
    pair = told(hands, stacks=stacks)
    assert [line[:3] for line in lines(pair)] == [(1, 2, "0"), (3, 1, "4"), (3, 2, "4")]
    payee = told(hands, stacks=stacks, rulings={"short-stack": "payee-by-payee"})
    assert [line[:3] for line in lines(payee)] == [(3, 1, "4"), (1, 2, "4"), (3, 2, "4")]


def test_alternatives_name_the_rulings_that_matter() -> None:
    document = {
        "game": CHINESE.id,
        "pieces": {str(seat): text.replace("/", "") for seat, text in ((1, FIRST), (2, SECOND))},
        "answers": [{"seat": 1, "answer": FIRST}, {"seat": 2, "answer": SECOND}],
        "stake": "1",
    }
    found = adjudicate(document)["alternatives"]
    assert {(one["ruling"], one["reading"]) for one in found} == {
        ("scoring", "eastern"),
        ("scoring", "mandarin"),
    }


def test_the_stake_is_money_a_point() -> None:
    assert nets(told([FIRST, SECOND], stake="25")) == [100, -100]
    with pytest.raises(MissingFact, match="stake"):
        told([FIRST, SECOND], stake="")
    outside = told([FIRST, SECOND], stake="0.50")
    assert nets(outside) == [2, -2]
    assert [one["code"] for one in outside["violations"]] == ["stake-limit"]
    assert "$0.50" in outside["violations"][0]["words"]
    assert told([FIRST, SECOND], stake="6", limit="5-10")["violations"] == []
    with pytest.raises(Refused, match="above zero"):
        told([FIRST, SECOND], stake="0")


@pytest.mark.parametrize(
    ("pieces", "answers", "more", "words"),
    [
        ({"1": FIRST}, [], {}, "two players"),
        ({"1": FIRST, "2": SECOND[:-3]}, [], {}, "Piece 13 of 2"),
        ({"1": FIRST, "2": SECOND[:-3] + " ??"}, [], {}, "Piece 13 of 2"),
        ({"1": FIRST, "2": SECOND + " 2s"}, [], {}, "2s"),
        ({"1": FIRST, "2": FIRST}, [], {}, "told 2 times"),
        ({"1": FIRST, "2": SECOND}, [(2, "automatic")], {}, "automatic"),
        ({"1": FIRST, "2": SECOND}, [(2, SECOND.replace("7c", "2s"))], {}, "2s is not in this hand"),
        ({"1": FIRST, "2": SECOND}, [(2, SECOND[:-3])], {}, "every piece"),
        ({"1": FIRST, "2": SECOND}, [(3, SECOND)], {}, "Seat 3"),
        ({"1": FIRST, "5": SECOND}, [], {"seats": 6}, "Seat 5 cannot be dealt in"),
        ({"1": FIRST, "2": SECOND}, [], {"irregularities": [{"kind": "exposed-card"}]}, "exposed-card"),
        ({"1": FIRST, "2": SECOND}, [], {"rulings": {"scoring": "northern"}}, "northern"),
    ],
)
def test_refusals_by_name(
    pieces: dict[str, str], answers: list[tuple[int, str]], more: dict[str, Any], words: str
) -> None:
    document = {
        "game": CHINESE.id,
        "stake": "1",
        "pieces": {seat: text.replace("/", "") for seat, text in pieces.items()},
        "answers": [{"seat": seat, "answer": answer} for seat, answer in answers],
        **({"stacks": {"1": "5", "3": "5"}} if more.get("stacks") else {}),
        **more,
    }
    if "stacks" in more:
        document["pieces"]["3"] = THIRD.replace("/", "")
    with pytest.raises(Refused, match=words):
        adjudicate(document)


def test_a_vacant_hand_need_not_be_told() -> None:
    pieces = {"1": FIRST.replace("/", ""), "3": ""}
    with pytest.raises(MissingFact, match="Piece 1 of 3"):
        adjudicate({"game": CHINESE.id, "pieces": pieces, "stake": "1"})
    assert nets(told([FIRST, SECOND], seats=(1, 3))) == [4, -4]


# -- played rounds -----------------------------------------------------------------------------------


def mixed_policy(seed: int) -> Policy:
    """The house way, a random setting, or a declaration."""
    rng, anything, bot = Random(seed), random_policy(seed), bot_policy(CHINESE, seed)
    return lambda view, question: (anything if rng.random() < 0.4 else bot)(view, question)


def check(round_: Round, before: State) -> None:
    """Every chip and piece is somewhere, nothing is below zero, and the replay is the same round."""
    table = round_.table
    assert isinstance(table, Exchange)
    assert sum(table.ledger.balance.values()) == sum(before.chips.values())
    assert min(table.ledger.balance.values()) >= 0
    assert sorted(table.pieces) == list(range(52))
    assert not table.debts
    assert round_.result is not None
    assert round_.result.chips == {who: table.ledger.balance[who] for who in before.chips}
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == round_.result


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()) or "default")
def test_play_conserves_chips(readings: dict[str, str]) -> None:
    before = first_state(CHINESE, 3, chips=4_000)
    played = 0
    for round_ in rounds(CHINESE.ruled(readings), mixed_policy(5), 25, seed=11, state=before):
        check(round_, before)
        assert round_.result is not None
        before = round_.result
        played += 1
    assert played == 25


@given(st.integers(0, 10**9), st.integers(2, 4), st.integers(0, 4), st.sampled_from(SYSTEMS))
@settings(max_examples=25)
def test_bots_play_rounds(seed: int, players: int, button: int, name: str) -> None:
    rng = Random(seed)
    seats = {seat: f"player {seat}" for seat in sorted(rng.sample(range(1, 5), players))}
    chips = {who: rng.choice((0, 100, 1_000, 50_000)) for who in seats.values()}
    before = State(seats=seats, chips=chips, places=4, button=button, marks={"stake": 500})
    round_ = deal(ruled(scoring=name), seed=seed, state=before).play(bot_policy(CHINESE, seed))
    check(round_, before)
    assert not [event for event in round_.table.events if event.kind == "foul"]
    assert round_.result is not None
    assert round_.result.button in seats
    assert round_.result.marks["stake"] == 500


def test_cards_go_one_at_a_time_from_the_buttons_left_and_to_vacant_positions() -> None:
    before = State(seats={1: "ann", 4: "bob"}, chips={"ann": 100, "bob": 100}, places=4, button=2)
    round_ = deal(CHINESE, seed=1, state=before)
    dealt = [event.args[0] for event in round_.table.events if event.kind == "deal"]
    assert dealt == ["3", "4", "1", "2"] * 13
    hands = round_.table.hands
    assert [hands[key].owner for key in "1234"] == ["ann", HOUSE, HOUSE, "bob"]
    round_.play(bot_policy(CHINESE, 1))
    shown = [event.args[0] for event in round_.table.events if event.kind == "show"]
    assert sorted(shown) == ["1", "4"]
    for who in ("ann", "bob", None):
        assert View(round_.table, who).cards("2") == (-1,) * 13
    assert round_.result is not None
    assert round_.result.button == 4


def test_who_sees_what_before_the_hands_are_opened() -> None:
    """Swap two cards that a viewer has not seen: nothing that he gets may differ."""
    order = list(range(52))
    Random(2).shuffle(order)
    before = first_state(CHINESE, 2)  # seats 1 to 3; the fourth is vacant
    first = Round(CHINESE, open_table(CHINESE), before, OrderSupply(order))
    hands = first.table.hands
    mine, theirs, vacant = (hands[key].tokens for key in "124")
    order[theirs[0]], order[vacant[0]] = order[vacant[0]], order[theirs[0]]
    other = Round(CHINESE, open_table(CHINESE), before, OrderSupply(order))
    for round_ in (first, other):
        for at, question in round_.open()[1:]:
            round_.answer(getattr(question, "default", None), at=at)
    assert first.view("player 1") == other.view("player 1")
    assert first.asked("player 1") == other.asked("player 1")
    assert first.view(None) == other.view(None)
    assert View(first.table, "player 1").cards("1") == tuple(first.table.pieces[at] for at in mine)
    assert View(first.table, "player 1").cards("2") == (-1,) * 13


def with_automatic_win() -> Round:
    """Seat 1 is dealt a dragon, the others what is left."""
    mine = list(cards(DRAGON))
    rest = [card for card in range(52) if card not in mine]
    Random(1).shuffle(rest)
    order = []
    for at in range(13):
        order += [rest[3 * at], rest[3 * at + 1], rest[3 * at + 2], mine[at]]
    start = first_state(CHINESE, 3)
    return Round(CHINESE, open_table(CHINESE), start, OrderSupply(order))


def test_an_automatic_win_can_be_declared_only_by_who_holds_one() -> None:
    round_ = with_automatic_win()
    for _, question in round_.open():
        assert isinstance(question, Arrange)
        assert question.words == ((AUTOMATIC,) if question.who == "player 1" else ())
        assert question.default != AUTOMATIC
    with pytest.raises(Refused):
        round_.answer(AUTOMATIC, who="player 2")
    round_.play(bot_policy(CHINESE, 1))
    kinds = [event.kind for event in round_.table.events]
    assert kinds.index("automatic-win") < kinds.index("show")
    assert round_.table.ledger.change("player 1") == 3 * 4 * 100


@pytest.mark.parametrize(
    "wrong",
    [
        AUTOMATIC,
        "fold",
        (),
        ((0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11)),
        ((0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11, 11)),
        ((0, 1, 2), (3, 4, 5, 6, 7), (8, 9, 10, 11, 13)),
        7,
    ],
)
def test_illegal_answers_change_nothing(wrong: Any) -> None:
    round_ = deal(CHINESE, seed=5)
    before = (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries))
    with pytest.raises(Refused):
        round_.answer(wrong, who="player 2")
    assert (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries)) == before
    assert len(round_.open()) == 4


def test_a_live_table_keeps_to_its_stakes() -> None:
    def state(stake: int) -> State:
        return State(seats={1: "a", 2: "b"}, chips={"a": 900, "b": 900}, places=4, marks={"stake": stake})

    assert deal(CHINESE, limit="5-10", state=state(500)).question is not None
    for stake in (499, 1_001, 0):
        with pytest.raises(Refused):
            deal(CHINESE, limit="5-10", state=state(stake))
    with pytest.raises(Refused, match="two players"):
        deal(CHINESE, state=State(seats={1: "a"}, chips={"a": 900}, places=4))


def test_adjudicating_a_dealt_round_gives_its_result() -> None:
    before = first_state(CHINESE, 3, chips=10_000_000)
    for round_ in rounds(CHINESE, mixed_policy(8), 12, seed=3, state=before):
        table = round_.table
        hands = [" ".join(table.faces(table.hands[key])) for key in "1234"]
        answers = []
        for place, answer in (entry for entry in round_.entries if isinstance(entry, tuple)):
            seat = (round_.start.button + place) % 4 + 1
            question = Arrange("", "set", (0,) * 13, SIZES, (), faces=tuple(hands[seat - 1].split()))
            answers.append({"seat": seat, "answer": question.spoken(answer)})
        verdict = adjudicate(
            {
                "game": CHINESE.id,
                "pieces": dict(zip("1234", hands, strict=True)),
                "answers": answers,
                "stake": "1",
                "button": round_.start.button,
            },
            alternatives=False,
        )
        changes = [table.ledger.change(round_.start.seats[seat]) for seat in range(1, 5)]
        assert [round(100 * net) for net in nets(verdict)] == changes
        assert verdict["settings"] == table.settings


# -- sources -----------------------------------------------------------------------------------------


def test_every_reason_is_worded_and_sourced() -> None:
    codes = [f"points-{name}" for name in SYSTEMS] + [f"sweep-{name}" for name in SYSTEMS[:-1]]
    codes += ["shot", "home-run", "wrong-count", "out-of-order"]
    codes += [f"automatic-{one.hand}" for one in CHINESE.params.automatic]
    for code in codes:
        words = say((code, (4, 3, 0)), CHINESE)
        assert "{" not in words
        assert "4" in words
        assert CHINESE.source(code) is not None


def test_every_source_line_is_the_games_own() -> None:
    sources: list[Any] = [*CHINESE.rules.values(), *CHINESE.rulings.values()]
    sources += [*CHINESE.params.system, *CHINESE.params.automatic]
    for one in sources:
        first, last = one.lines
        assert 398 <= first <= last <= 493 or (first, last) == (2112, 2116), one
    assert CHINESE.options() == []
