"""Ultimate Texas Hold'em: the bot's chart counted, the kernels compiled, the rulings, who sees which card."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.poker_vs_dealer.ultimate import (
    BANK_WINS,
    BLIND,
    BOARD,
    PLAY,
    PLAYER_WINS,
    TIE,
    TRIPS,
    bets_on_flop,
    bets_on_river,
    hidden_pair,
    outs,
    qualifies,
    raises_before_flop,
    showdown,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.ranking.high import high
from housedealer.rooms import game
from housedealer.table.core import UNTOLD
from housedealer.table.questions import Choose
from housedealer.table.round import deal
from housedealer.table.view import View

UTH = game("garlic-city/ultimate-texas-holdem")
SEVEN = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)


def told(play: str | None, pieces: dict[str, str], **more: Any) -> dict[str, Any]:
    """A round with ante and blind 10, Trips 5, and the play wager."""
    spots = {"ante": "10", "blind": "10", "trips": "5"} | ({"play": play} if play else {})
    wagers = [{"seat": 2, "spot": spot, "amount": amount} for spot, amount in spots.items()]
    return adjudicate(
        {
            "game": UTH.id,
            "option": "1",
            "player_dealer": {"seat": 1},
            "wagers": wagers,
            "pieces": pieces,
            **more,
        }
    )


def net(verdict: dict[str, Any], seat: int = 2) -> str:
    return str(next(one["net"] for one in verdict["seats"] if one["seat"] == seat))


# -- the bot -----------------------------------------------------------------------------------------


def test_the_chart_raises_as_often_as_it_is_known_to() -> None:
    """500 of the 1,326 pairs of cards are worth four times the ante."""
    assert sum(raises_before_flop(*two) for two in combinations(range(52), 2)) == 500


@given(SEVEN)
def test_the_chart_does_not_care_which_card_came_first(seven: list[int]) -> None:
    first, second, *board = seven
    assert raises_before_flop(first, second) == raises_before_flop(second, first)
    assert bets_on_flop((first, second), board[:3]) == bets_on_flop((second, first), board[:3])
    assert bets_on_river((first, second), board) == bets_on_river((second, first), board)


@given(SEVEN)
def test_outs_are_the_cards_that_beat_the_hand(seven: list[int]) -> None:
    hole, board = seven[:2], seven[2:]
    unseen = [card for card in range(52) if card not in seven]
    assert outs(hole, board) == sum(high((card, *board)) > high(seven) for card in unseen)


def test_a_hand_that_plays_the_board_is_given_up() -> None:
    """Any higher card beats it: 21 outs are too many."""
    hole, board = cards("2s 3d"), cards("Kc Qd Jh 9s 8c")
    assert outs(hole, board) >= 21
    assert not bets_on_river(hole, board)


@settings(max_examples=40)
@given(SEVEN)
def test_compiled_is_the_same(seven: list[int]) -> None:
    hole, board = tuple(seven[:2]), tuple(seven[2:])
    value, bank = high(seven), high(board)
    assert fast(raises_before_flop)(*hole) == raises_before_flop(*hole)
    assert fast(hidden_pair)(hole, board) == hidden_pair(hole, board)
    assert fast(bets_on_flop)(hole, board[:3]) == bets_on_flop(hole, board[:3])
    assert fast(outs)(hole, board) == outs(hole, board)
    assert fast(bets_on_river)(hole, board) == bets_on_river(hole, board)
    assert fast(showdown)(value, bank) == showdown(value, bank)
    assert fast(qualifies)(bank) == qualifies(bank)


def test_showdown() -> None:
    assert [showdown(2, 1), showdown(1, 1), showdown(1, 2)] == [PLAYER_WINS, TIE, BANK_WINS]


# -- the streets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["40", "30", "20", "10", None])
def test_a_told_play_wager_shows_when_it_was_made(play: str | None) -> None:
    """Its size is that of one street alone, so no answer need be told."""
    verdict = told(play, {"2": "As Ad", "board": "2c 7d 9h Js 4c", "player-dealer": "Kd Kh"})
    assert verdict["violations"] == []
    assert net(verdict) == ("-25" if play is None else str(5 + int(play)))


@pytest.mark.parametrize(("play", "due"), [("15", "$10"), ("25", "$20"), ("35", "$30"), ("50", "$40")])
def test_a_play_wager_between_the_multiples_breaks_the_next_lower_one(play: str, due: str) -> None:
    verdict = told(play, {"2": "As Ad", "board": "2c 7d 9h Js 4c", "player-dealer": "Kd Kh"})
    assert [one["words"] for one in verdict["violations"]] == [
        f"The wager on play should be {due}, not ${play}."
    ]


def test_the_answers_may_be_told_as_well() -> None:
    pieces = {"2": "As Ad", "board": "2c 7d 9h Js 4c", "player-dealer": "Kd Kh"}
    answers = [{"seat": 2, "answer": word} for word in ("check", "2x")]
    assert net(told("20", pieces, answers=answers)) == "25"


def test_nobody_sees_a_common_card_before_its_street() -> None:
    """What a bettor is asked, he is asked with none, three, and five of the common cards before him."""
    assert UTH.play.bot is not None
    seen: dict[tuple[str, ...], set[int]] = {}
    rng = Random(5)
    for at in range(20):
        round_ = deal(UTH, f"uth/{at}", 4)
        while round_.question is not None:
            place, question = round_.open()[0]
            view = View(round_.table, question.who, rng)
            answer = UTH.play.bot(view, question)
            if isinstance(question, Choose) and question.name == PLAY:
                known = sum(card != UNTOLD for card in view.cards(BOARD))
                seen.setdefault(question.options, set()).add(known)
                assert set(view.cards("player-dealer")) == {UNTOLD}
                answer = question.options[-1]
            round_.answer(answer, at=place)
    assert seen == {("4x", "3x", "check"): {0}, ("2x", "check"): {3}, ("1x", "fold"): {5}}


# -- the rulings -------------------------------------------------------------------------------------


def test_exactly_two_own_cards_under_the_other_reading() -> None:
    """A straight on the board is everybody's, or nobody's if three common cards must do."""
    pieces = {"2": "As Ad", "board": "9c Td Jh Qs Kc", "player-dealer": "3d 3c"}
    both = told("40", pieces)
    assert net(both) == "85"  # ace-high straight over king-high: 10 + 40 + 10 + 25
    two = told("40", pieces, rulings={"cards-used": "two-and-three"})
    assert net(two) == "45"  # aces over threes: 10 + 40, the blind pushes, trips is lost


def test_folded_wagers_at_once_or_in_turn() -> None:
    wagers = [
        {"seat": 2, "spot": spot, "amount": amount}
        for spot, amount in (("ante", "10"), ("blind", "10"), ("play", "40"))
    ] + [{"seat": 3, "spot": spot, "amount": "10"} for spot in ("ante", "blind")]
    document = {
        "game": UTH.id,
        "option": "1",
        "player_dealer": {"seat": 1, "amount": "30"},
        "wagers": wagers,
        "pieces": {"2": "As Ad", "board": "2c 7d 9h Js 4c", "player-dealer": "Kd Kh"},
    }
    assert (net(adjudicate(document)), net(adjudicate(document), 3)) == ("50", "-20")
    late = adjudicate({**document, "rulings": {"forfeits": "in-turn"}})
    assert (net(late), net(late, 3)) == ("30", "-20")


def test_the_back_line_under_the_other_reading() -> None:
    pieces = {"2": "As Ad", "board": "2c 7d 9h Js 4c", "player-dealer": "Kd Kh"}
    behind = [{"seat": 2, "spot": spot, "amount": "5", "by": "backline-1"} for spot in ("ante", "blind")]
    document = {
        "game": UTH.id,
        "option": "1",
        "player_dealer": {"seat": 1},
        "wagers": [
            *({"seat": 2, "spot": spot, "amount": "10"} for spot in ("ante", "blind")),
            {"seat": 2, "spot": "play", "amount": "40"},
            *behind,
        ],
        "pieces": pieces,
    }
    assert len(adjudicate(document)["violations"]) == 2
    verdict = adjudicate({**document, "rulings": {"back-line": "allowed"}})
    assert verdict["violations"] == []
    assert next(one["net"] for one in verdict["seats"] if one.get("by") == "backline-1") == "25"


def test_both_tables_have_every_class_that_can_win() -> None:
    pays = {bonus.spot: bonus.pays for bonus in UTH.params.bonus}
    assert set(pays[BLIND]) - set(pays[TRIPS]) == {"two-pair", "pair", "high-card"}
    assert {row for row, paid in pays[BLIND].items() if paid == "push"} == {
        "three-of-a-kind",
        "two-pair",
        "pair",
        "high-card",
    }
