"""Betting for every structure, kills, odd chips: what the poker scripts share."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.game import Game, Stakes, State
from housedealer.table.questions import CALL, FOLD, Bet, Question
from housedealer.table.round import Round, bot_policy, deal, rounds
from housedealer.table.structure import Limit, parse_limit
from housedealer.table.view import View

HOLDEM = game("garlic-city/texas-holdem")
LOWBALL = game("lucky-buck/lowball").ruled({"kill-leave": "refused"})  # nobody is offered a kill
DECK = tuple(range(52))


def changed(played: Game, **params: Any) -> Game:
    """The game with other parameters, as another room might play it."""
    return msgspec.structs.replace(played, params=msgspec.structs.replace(played.params, **params), fees=())


def table(
    played: Game, limit: str | Limit, chips: list[int], button: int = 0, order: str = "", **marks: Any
) -> Round:
    """A hand dealt to seats 1.. with these stacks (dollars), the button last unless it is said."""
    found = parse_limit(limit, played.params.forced) if isinstance(limit, str) else limit
    seats = {seat: str(seat) for seat in range(1, len(chips) + 1)}
    state = State(
        seats=seats,
        chips={str(seat): amount * 100 for seat, amount in enumerate(chips, 1)},
        places=played.params.seats,
        button=button or len(chips),
        marks=marks,
    )
    first = cards(order)
    deck = played.params.deck.pieces
    rest = tuple(card for card in deck if card not in first)
    return Round(played, Stakes("", found.name, (), found), state, OrderSupply(first + rest))


def asked(round_: Round) -> Bet:
    question = round_.question
    assert isinstance(question, Bet)
    return question


def bets(round_: Round, *answers: int) -> Round:
    """Answer with dollars to raise to; `CALL` and `FOLD` as they are."""
    for answer in answers:
        round_.answer(answer if answer in (CALL, FOLD) else answer * 100)
    return round_


# -- limit -------------------------------------------------------------------------------------------


def test_a_bet_and_three_raises_and_no_more_with_three_players() -> None:
    round_ = bets(table(HOLDEM, "4/8", [100] * 4), 8, 12, 16)
    assert asked(round_).high == 0
    with pytest.raises(Refused, match="No further"):
        round_.answer(2000)


def test_two_players_may_raise_without_end() -> None:
    round_ = bets(table(HOLDEM, "4/8", [100] * 2), 8, 12, 16, 20, 24)
    assert asked(round_).high == 2800


def test_the_cap_holds_for_two_where_the_book_makes_no_exception() -> None:
    stud = game("garlic-city/7-card-stud")
    round_ = table(changed(stud), "4/8", [100] * 2)
    round_.answer(round_.question.default)  # type: ignore[union-attr]
    bets(round_, 4, 8, 12, 16)
    assert asked(round_).high == 0


def test_a_short_all_in_is_action_only() -> None:
    """A bet of 8, an all-in of 10: who has not acted may call 10 or raise to 16; the bettor may only call."""
    round_ = table(HOLDEM, "4/8", [100, 14, 100])
    bets(round_, CALL, CALL, CALL)  # before the flop: 4 each
    bets(round_, CALL, CALL, CALL)  # flop
    bets(round_, 8, 10)  # turn: the second has 10 left and is all-in
    assert (asked(round_).to_call, asked(round_).low, asked(round_).high) == (1000, 1600, 1600)
    bets(round_, CALL)
    assert asked(round_).to_call == 200
    assert asked(round_).high == 0, "the bettor has acted and was not raised in full"


def test_a_full_all_in_raise_reopens() -> None:
    round_ = table(HOLDEM, "4/8", [100, 20, 100])
    bets(round_, CALL, CALL, CALL, CALL, CALL, CALL, 8, 16, CALL)
    assert (asked(round_).to_call, asked(round_).high) == (800, 2400)


# -- no limit and pot limit --------------------------------------------------------------------------


def test_a_raise_is_at_least_the_last_one() -> None:
    round_ = bets(table(HOLDEM, "no-limit 1-2", [200] * 3), 10)
    assert (asked(round_).low, asked(round_).high) == (1800, 20_000)
    with pytest.raises(Refused):
        round_.answer(1700)


def test_a_pot_sized_raise() -> None:
    """Blinds 1 and 2, first to act: call 2, then raise by the pot of 5, so 7 in all."""
    round_ = table(HOLDEM, "pot-limit 1-2", [200] * 3)
    assert (asked(round_).low, asked(round_).high) == (400, 700)


def test_spread_limit_raises_at_least_what_was_bet() -> None:
    round_ = table(changed(LOWBALL, limit=()), "3-12", [200] * 3)
    assert (asked(round_).low, asked(round_).high) == (600, 1500)
    bets(round_, 9)
    assert (asked(round_).low, asked(round_).high) == (1500, 2100)


# -- side pots, uncalled bets, odd chips -------------------------------------------------------------


def test_uncalled_money_goes_back_and_side_pots_go_to_who_can_win_them() -> None:
    order = "As Ks Qs Ad Kd Qd 2c 7h 8h 9c 2d Jc 2h 3s"
    round_ = table(HOLDEM, "no-limit 1-2", [50, 20, 100], order=order)
    bets(round_, 100, CALL, CALL)
    assert round_.finished
    pots = round_.table.pots
    assert [pot.amount for pot in pots] == [6000, 6000]
    assert round_.result is not None
    assert round_.result.chips == {"1": 12_000, "2": 0, "3": 5_000}


def test_an_odd_chip_goes_left_of_the_button() -> None:
    order = "As Kd 3c Ah Kh 3d 2c 7h 8h 9h 2d Jd 2s Qc"
    round_ = table(changed(HOLDEM, deck=HOLDEM.params.deck), "4/8", [100] * 3, order=order)
    bets(round_, CALL, CALL, CALL)
    while not round_.finished:
        round_.answer(CALL)
    awards = [award for pot in round_.table.pots for award in pot.awards]
    assert sum(amount for _, amount, _ in awards) == 1200


def test_an_odd_chip_by_the_highest_card() -> None:
    """The same tie by both rules: seat 1 sits left of the button, seat 2 has the ace of spades."""
    order = "Ac As 3c Kd Kh 3d 2c 7h 8h 9s 2d Jd 2h Qc"
    got = {}
    for rule in ("left-of-button", "highest-card"):
        played = changed(HOLDEM, odd_chip=rule)
        round_ = table(played, parse_limit("5/10"), [100] * 3, order=order, posts=[])
        bets(round_, FOLD)
        while not round_.finished:
            round_.answer(CALL)
        got[rule] = {seat: amount for pot in round_.table.pots for seat, amount, _ in pot.awards}
    assert sum(got["left-of-button"].values()) == sum(got["highest-card"].values())
    assert set(got["left-of-button"]) == {1, 2}


# -- posts, kills and antes --------------------------------------------------------------------------


def test_missed_blinds_are_one_dead_and_one_live() -> None:
    round_ = table(HOLDEM, "4/8", [100] * 4, posts=[{"seat": 3, "kind": "missed"}])
    assert round_.table.dead == 200
    assert asked(round_).about == "3"
    assert asked(round_).to_call == 0


def test_a_button_ante_is_dead_money() -> None:
    limit = msgspec.structs.replace(parse_limit("no-limit 1-2"), button_ante=200)
    round_ = table(HOLDEM, limit, [100] * 4)
    assert round_.table.dead == 200
    assert round_.table.stack[3] == 9800
    bets(round_, FOLD, FOLD, FOLD)
    assert round_.result is not None
    assert round_.result.chips["2"] == 10_300


@pytest.mark.parametrize(("kind", "post", "bet"), [("full", 800, 1600), ("half", 600, 1200)])
def test_a_declared_kill_raises_the_limit(kind: str, post: int, bet: int) -> None:
    round_ = table(changed(LOWBALL, kill=kind, limit=()), "4/8", [100] * 5, kill={"seat": 4})
    assert round_.table.bet[3] == post
    assert asked(round_).to_call == post
    assert asked(round_).high == 2 * post
    assert round_.table.limit.big == bet


def test_a_leg_up_kill_comes_after_two_pots_in_a_row() -> None:
    played = changed(HOLDEM, kill_on="leg-up", kill="half")
    marks: dict[str, Any] = {}
    kills = []
    for _ in range(3):
        round_ = table(played, "4/8", [100] * 3, **marks)
        kills.append(round_.table.bet.count(600))
        while not round_.finished:
            round_.answer(CALL if asked(round_).about == "2" else FOLD if asked(round_).to_call else CALL)
        assert round_.result is not None
        marks = round_.result.marks
    assert kills == [0, 0, 1], "the second pot in a row makes the kill, which the third hand plays"


def test_a_scooped_pot_is_killed_only_if_it_is_large_enough() -> None:
    played = changed(HOLDEM, kill_on="scoop", kill_pot="40")
    small = bets(table(played, "4/8", [100] * 3), FOLD, FOLD)
    assert small.result is not None
    assert small.result.marks["kill"] == {}


def test_a_kill_where_none_is_played_is_refused() -> None:
    with pytest.raises(Refused, match="No kill"):
        table(HOLDEM, "4/8", [100] * 3, kill={"seat": 1})


# -- draws -------------------------------------------------------------------------------------------


def test_the_button_draws_three_at_most() -> None:
    round_ = table(LOWBALL, "4/8", [100] * 3)
    bets(round_, CALL, CALL, CALL)
    most = []
    while round_.question is not None and round_.question.name == "draw":  # type: ignore[union-attr]
        most.append((round_.question.about, round_.question.most))  # type: ignore[union-attr]
        round_.answer(())
    assert most == [("1", 5), ("2", 5), ("3", 3)]


def test_checking_and_raising_is_not_allowed_in_lowball() -> None:
    round_ = table(LOWBALL, "4/8", [100] * 3)
    bets(round_, CALL, CALL, CALL)
    for _ in range(3):
        round_.answer(())
    bets(round_, CALL, 8, FOLD)
    assert asked(round_).about == "1"
    assert asked(round_).high == 0


# -- long play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["garlic-city/texas-holdem", "garlic-city/7-card-stud", "lucky-buck/lowball"]
)
def test_bots_play_on_with_every_chip_in_its_place(name: str) -> None:
    played = game(name)
    for round_ in rounds(played, bot_policy(played, 4), 30, seed=2):
        assert sum(round_.table.ledger.balance.values()) == sum(round_.start.chips.values())
        assert round_.table.ledger.balance.get("pot", 0) == 0


@pytest.mark.parametrize("name", ["7-card-low-razz", "7-card-stud-high-low-split", "7-card-stud"])
def test_eight_players_who_all_stay_share_the_last_card(name: str) -> None:
    def stay(view: View, question: Question) -> Any:
        return question.amounts[0] if question.name == "bring-in" else 0

    round_ = deal(game(f"garlic-city/{name}"), seed=3, bettors=8).play(stay)
    assert round_.finished
    assert round_.void is None
    assert [len(hand.tokens) for hand in round_.table.hand] == [6] * 8
    assert len(round_.table.hands["board"].tokens) == 1
    assert len(set(round_.table.pieces)) == 52
