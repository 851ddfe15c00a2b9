"""Flop games beyond hold'em: discards, two and three hole cards, two halves, kills at printed amounts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.pieces.supply import SeededSupply
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.game import State
from housedealer.table.piece_questions import Pick
from housedealer.table.questions import CALL, FOLD, Bet
from housedealer.table.round import Round, first_state
from housedealer.table.stakes import open_table

GARLIC, LUCKY = "garlic-city", "lucky-buck"
PAIRS = {"1": "As Ad", "2": "Ks Kd", "3": "Qs Qd", "board": "2c 7d 8s 9h 3c"}
CHECKED_DOWN = ["3 call", "1 call", "2 check", *["1 check", "2 check", "3 check"] * 3]


def told(name: str, pieces: dict[str, str], answers: list[str], **more: Any) -> dict[str, Any]:
    """The verdict on a three-handed pot of 4/8 with the button at seat 3."""
    split = [one.split(" ", 1) for one in answers]
    document = {
        "game": name,
        "option": "18" if name.startswith(GARLIC) else "1",
        "limit": "4/8",
        "button": 3,
        "stacks": {"1": "100", "2": "100", "3": "100"},
        "pieces": pieces,
        "answers": [{"seat": int(seat), "answer": answer} for seat, answer in split],
        **more,
    }
    return adjudicate(document, alternatives=False)


def awards(verdict: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Who got how much of the pots, and by which code."""
    return [(row["seat"], row["amount"], row["because"]["code"]) for row in verdict["settlement"]]


def dealt(name: str, limit: str, seed: int = 1, players: int = 3, state: State | None = None) -> Round:
    played = game(name)
    start = state or first_state(played, players)
    return Round(
        played, open_table(played, None, limit), start, SeededSupply(played.params.deck.pieces, str(seed))
    )


# -- which cards play --------------------------------------------------------------------------------

FOUR_CARDS = {"1": "Ac 3d Qh Qs", "2": "Ks Kh Jc Tc", "3": "?? ?? ?? ??", "board": "2c 7d 8s 9h Kd"}
HEADS_UP = ["3 fold", "1 call", "2 check", *["1 check", "2 check"] * 3]


def test_omaha_plays_exactly_two_and_divides_with_a_low() -> None:
    """Three kings beat the pair of queens; A-3 with 2-7-8 is an eight low."""
    verdict = told(f"{GARLIC}/omaha", FOUR_CARDS, HEADS_UP)
    assert awards(verdict) == [(2, "3", "best-high"), (1, "3", "best-low")]


def test_an_odd_chip_goes_to_the_high_half() -> None:
    verdict = told(f"{GARLIC}/omaha-hi-lo-split", FOUR_CARDS, HEADS_UP, option="16")
    assert verdict["from_pots"] == "1"
    assert awards(verdict) == [(2, "4", "best-high"), (1, "3", "best-low")]


def test_omaha_may_be_ruled_a_high_game() -> None:
    verdict = told(f"{GARLIC}/omaha", FOUR_CARDS, HEADS_UP, rulings={"hands": "omaha"})
    assert awards(verdict) == [(2, "6", "best-high")]


def test_tahoe_plays_two_of_three_at_most() -> None:
    """Three hearts in the hand and two on the board: the third may not play, so there is no flush."""
    pieces = {"1": "Ah 9h 4h", "2": "Ks 3c 2d", "3": "5c 5d 6s", "board": "Kh 8h 7c Jd Td"}
    assert awards(told(f"{LUCKY}/tahoe", pieces, CHECKED_DOWN))[0][0] == 1, "9 and A with J-T-8-7: a straight"
    pieces["board"] = "Kh 8h 7c Jd 2c"
    assert awards(told(f"{LUCKY}/tahoe", pieces, CHECKED_DOWN)) == [(2, "12", "best-high")]


# -- a high that has to qualify ----------------------------------------------------------------------

NO_PAIR = {"1": "Ac 9d", "2": "Qh 5s", "3": "6c 3h"}


def test_nobody_qualifies_and_all_who_are_in_divide() -> None:
    """King-high board without a pair or three low cards: ace high is no more than six high."""
    pieces = {**NO_PAIR, "board": "Kd Jd 8h 7c 2s"}
    verdict = told(f"{LUCKY}/texas-holdem-high-lo-8", pieces, CHECKED_DOWN)
    assert awards(verdict) == [(3, "12", "best-low")], "6-3 with 8-7-2 is an eight low"
    pieces["board"] = "Kd Jd Th 7c 2s"
    verdict = told(f"{LUCKY}/texas-holdem-high-lo-8", pieces, CHECKED_DOWN)
    assert [one[:2] for one in awards(verdict)] == [(1, "4"), (2, "4"), (3, "4")]
    assert {one[2] for one in awards(verdict)} == {"nobody-qualifies"}


def test_a_low_alone_may_be_ruled_to_take_its_half_only() -> None:
    pieces = {**NO_PAIR, "board": "Kd Jd 8h 7c 2s"}
    verdict = told(
        f"{LUCKY}/texas-holdem-high-lo-8", pieces, CHECKED_DOWN, rulings={"unqualified-high": "divided"}
    )
    assert sorted(awards(verdict)) == [
        (1, "2", "no-high-qualifies"),
        (2, "2", "no-high-qualifies"),
        (3, "2", "no-high-qualifies"),
        (3, "6", "best-low"),
    ]


def test_without_a_low_a_pair_takes_it_all() -> None:
    pieces = {**NO_PAIR, "3": "Kc 3h", "board": "Kd Jd Th 7c 2s"}
    assert awards(told(f"{LUCKY}/texas-holdem-high-lo-8", pieces, CHECKED_DOWN)) == [(3, "12", "best-high")]


# -- discards ----------------------------------------------------------------------------------------

CRAZY = {"1": "As Ad 2c", "2": "Qh Qs 9d", "3": "8h 7h 6c", "board": "Kc Qd 5h 4h 3s"}
TO_THE_TURN = ["3 call", "1 call", "2 check", "1 check", "2 check", "3 check"]
AFTER_THE_TURN = ["1 check", "2 check", "3 check"] * 2


def test_a_discarded_card_plays_no_more() -> None:
    discards = ["1 discard 2c", "2 discard 9d", "3 discard 6c"]
    verdict = told(f"{GARLIC}/crazy-pineapple", CRAZY, TO_THE_TURN + discards + AFTER_THE_TURN)
    assert awards(verdict)[0][0] == 2, (
        "the straight of seat 3 went with its six, that of seat 1 with its deuce"
    )
    kept = ["1 discard Ad", "2 discard 9d", "3 discard 8h"]
    verdict = told(f"{GARLIC}/crazy-pineapple", CRAZY, TO_THE_TURN + kept + AFTER_THE_TURN)
    assert awards(verdict)[0][0] == 3, "7-6 with 5-4-3 is a straight to the seven"


def test_discards_may_be_told_in_any_order() -> None:
    discards = ["3 discard 6c", "1 discard 2c", "2 discard 9d"]
    verdict = told(f"{GARLIC}/crazy-pineapple", CRAZY, TO_THE_TURN + discards + AFTER_THE_TURN)
    assert awards(verdict)[0][0] == 2


def test_an_untold_discard_of_a_told_hand_is_asked_for() -> None:
    with pytest.raises(Refused, match="seat 2 did: discard"):
        told(f"{GARLIC}/crazy-pineapple", CRAZY, [*TO_THE_TURN, "1 discard 2c", "3 discard 6c"])


def test_a_hand_that_nobody_saw_needs_no_discard() -> None:
    pieces = {**CRAZY, "2": "?? ?? ??"}
    answers = [
        *TO_THE_TURN,
        "1 discard 2c",
        "3 discard 8h",
        "1 bet 8",
        "2 fold",
        "3 call",
        "1 check",
        "3 check",
    ]
    assert awards(told(f"{GARLIC}/crazy-pineapple", pieces, answers))[0][0] == 3


def test_two_cards_thrown_are_a_breach() -> None:
    discards = ["1 discard 2c Ad", "2 discard 9d", "3 discard 6c"]
    verdict = told(f"{GARLIC}/crazy-pineapple", CRAZY, TO_THE_TURN + discards + AFTER_THE_TURN)
    assert [one["code"] for one in verdict["violations"]] == ["broke-draw"]


@pytest.mark.parametrize(
    ("name", "reading", "moments"),
    [
        (f"{GARLIC}/pineapple", "twice", [0, 3]),
        (f"{GARLIC}/pineapple", "at-once", [0]),
        (f"{GARLIC}/pineapple", "after-flop-betting", [3]),
        (f"{LUCKY}/pineapple", "at-once", [0]),
        (f"{LUCKY}/crazy-pineapple-holdem-8", "after-flop-betting", [3]),
        (f"{LUCKY}/crazy-pineapple-holdem-8", "after-flop", [3]),
    ],
)
def test_when_a_card_is_thrown_away(name: str, reading: str, moments: list[int]) -> None:
    """By how many cards lie on the board, and whether its betting is over, when everybody is asked."""
    played = game(name).ruled({"discard": reading})
    round_ = Round(
        played, open_table(played, None, "4/8"), first_state(played, 3), SeededSupply(range(52), "d")
    )
    seen: list[int] = []
    bets_of_flop: list[int] = []
    while round_.question is not None:
        question = round_.open()[0][1]
        board = round_.table.hands.get("board")
        cards = len(board.tokens) if board else 0
        if isinstance(question, Pick):
            if not seen or seen[-1] != cards:
                seen.append(cards)
                bets_of_flop.append(sum(event.kind == "bet" for event in round_.table.events))
            round_.answer(question.default, at=round_.open()[0][0])
        else:
            round_.answer(CALL)
    assert seen == moments
    if moments[-1] == 3:
        assert bets_of_flop[-1] == (3 if reading == "after-flop" else 6)
    left = {len(hand.tokens) for hand in round_.table.hand}
    assert left == {1 if reading == "twice" else 2}


# -- kills -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "reading", "small", "big"),
    [
        ("4/8", "printed", 600, 1200),
        ("6/12", "printed", 1000, 2000),
        ("10/20", "printed", 1500, 3000),
        ("6/12", "multiple", 900, 1800),
        ("8/16", "printed", 1200, 2400),
    ],
)
def test_what_a_half_kill_plays_for(limit: str, reading: str, small: int, big: int) -> None:
    played = game(f"{GARLIC}/omaha").ruled({"kill-amounts": reading})
    state = first_state(played, 4)
    state.marks["kill"] = {"seat": 1}
    round_ = Round(played, open_table(played, "1", limit), state, SeededSupply(range(52), "k"))
    assert (round_.table.limit.small, round_.table.limit.big) == (small, big)
    assert round_.table.bet[-1] == small, "the button has killed"
    assert round_.question.to_call == small  # type: ignore[union-attr]
    round_.answer(CALL)
    question = round_.question
    assert isinstance(question, Bet)
    assert (question.about, question.to_call, question.low) == ("1", 0, 2 * small), "the killer may raise"


@pytest.mark.parametrize(("limit", "killer"), [("4/8-6/12", {"seat": 2}), ("4/8", {})])
def test_a_scoop_of_forty_kills_the_next_pot_at_a_half_kill_table(limit: str, killer: dict[str, int]) -> None:
    """Bets of 4, 4 and 8 by three players, less a dollar; on the river the others fold to seat 2."""
    round_ = dealt(f"{GARLIC}/omaha", limit, players=3)
    while round_.question is not None:
        question = round_.question
        board = round_.table.hands.get("board")
        if board and len(board.tokens) == 5:
            mine = question.about == "2"  # type: ignore[union-attr]
            round_.answer(question.low if mine and not question.to_call else CALL if mine else FOLD)  # type: ignore[union-attr]
        elif board and not question.to_call:  # type: ignore[union-attr]
            round_.answer(question.low)  # type: ignore[union-attr]
        else:
            round_.answer(CALL)
    assert round_.result is not None
    takers = {seat for pot in round_.table.pots for seat, _, _ in pot.awards}
    assert takers == {2}
    assert round_.result.marks["kill"] == killer


def test_a_limit_that_is_printed_without_a_kill_has_none() -> None:
    with pytest.raises(Refused, match="without a kill"):
        told(f"{LUCKY}/texas-holdem", {}, [], kill={"seat": 1})


@pytest.mark.parametrize(
    ("limit", "rulings", "bets"),
    [
        ("4/8-8/12", {}, ["8", "8", "12", "12"]),
        ("4/8-8/12", {"kill-amounts": "multiple"}, ["8", "8", "16", "16"]),
        ("4/8-6/12", {}, ["6", "6", "12", "12"]),
        ("2/4-4/8", {"progressive": "four-rounds"}, ["4", "8", "8", "16"]),
    ],
)
def test_the_bets_of_a_killed_pot(limit: str, rulings: dict[str, str], bets: list[str]) -> None:
    """Seat 3 has killed, and has the first turn; then seat 1 bets every round and wins with aces."""
    answers = ["3 check", "1 call", "2 call"]
    for bet in bets[1:]:
        answers += [f"1 bet {bet}", "2 call", "3 call"]
    verdict = told(f"{LUCKY}/texas-holdem", PAIRS, answers, limit=limit, rulings=rulings, kill={"seat": 3})
    total = sum(Decimal(bet) for bet in bets)
    found = {one["seat"]: Decimal(one["net"]) for one in verdict["seats"]}
    assert found == {1: 2 * total, 2: -total, 3: -total}
    assert verdict["violations"] == []


def test_the_four_amounts_of_a_progressive_limit() -> None:
    answers = ["3 call", "1 call", "2 check"]
    for bet in ("6", "6", "12"):
        answers += [f"1 bet {bet}", "2 call", "3 call"]
    rulings = {"progressive": "four-rounds"}
    verdict = told(f"{LUCKY}/texas-holdem", PAIRS, answers, limit="3/6-6/12", rulings=rulings)
    assert {one["seat"]: one["net"] for one in verdict["seats"]} == {1: "54", 2: "-27", 3: "-27"}
    assert verdict["violations"] == []


def test_two_pots_in_a_row_kill_the_third_where_the_limit_has_a_kill() -> None:
    for limit, wanted in (("2/4-4/8", {"seat": 2}), ("2/4", {})):
        played, state = game(f"{LUCKY}/texas-holdem"), None
        for _ in range(2):
            state = state or first_state(played, 3)
            round_ = dealt(f"{LUCKY}/texas-holdem", limit, state=state)
            while round_.question is not None:
                question = round_.question
                assert isinstance(question, Bet)
                mine = question.about == "2"
                round_.answer(question.low if mine else FOLD if question.to_call else CALL)
            assert {seat for pot in round_.table.pots for seat, _, _ in pot.awards} == {2}
            state = round_.result
        assert state is not None
        assert state.marks["kill"] == wanted


# -- structures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "high"), [("counted", 700), ("before-call", 500), ("whole-wager", 400)])
def test_how_a_pot_limit_call_is_counted(reading: str, high: int) -> None:
    """Blinds of 1 and 2, three to the pot: call 2 and raise 5; call 2 and raise 3; 3 in all is no raise."""
    played = game(f"{GARLIC}/texas-holdem").ruled({"pot-limit-call": reading})
    stakes = open_table(played, "29", "pot-limit 1-2")
    round_ = Round(played, stakes, first_state(played, 4), SeededSupply(range(52), "p"))
    assert isinstance(round_.question, Bet)
    assert (round_.question.low, round_.question.high) == (400, high)


# -- irregularities ----------------------------------------------------------------------------------


def burns(name: str, kind: str, after: int) -> int:
    """How many cards are burned in a hand with an irregularity after so many decisions."""
    round_ = dealt(name, "4/8")
    done = 0
    while round_.question is not None:
        if done == after:
            round_.interrupt(kind)
            done = -100
            continue
        round_.answer(CALL)
        done += 1
    return sum(event.kind == "burn" for event in round_.table.events)


@pytest.mark.parametrize(
    ("kind", "after"), [("premature-flop", 1), ("premature-turn", 4), ("premature-river", 7)]
)
def test_lucky_buck_burns_again_where_garlic_city_does_not(kind: str, after: int) -> None:
    assert burns(f"{LUCKY}/texas-holdem", kind, after) == burns(f"{GARLIC}/texas-holdem", kind, after) + 1


def test_a_scrap_of_paper_cannot_have_been_dealt() -> None:
    boxed = [{"kind": "boxed", "piece": "9h"}]
    with pytest.raises(Refused, match="9h was a scrap of paper"):
        told(f"{LUCKY}/texas-holdem", PAIRS, CHECKED_DOWN, irregularities=boxed)
    pieces = {**PAIRS, "board": "2c 7d 8s 9d 3c"}
    verdict = told(f"{LUCKY}/texas-holdem", pieces, CHECKED_DOWN, irregularities=boxed)
    assert awards(verdict) == [(1, "12", "best-high")]


def test_a_joker_that_was_not_called_fouls_the_hand() -> None:
    pieces = {**PAIRS, "1": "As ??"}
    answers = ["3 call", "1 call", "2 check", *["2 check", "3 check"] * 3]
    foul = [{"kind": "joker-uncalled", "seat": 1, "after": 2}]
    assert awards(told(f"{LUCKY}/texas-holdem", pieces, answers, irregularities=foul)) == [
        (2, "12", "best-high")
    ]


def test_five_cards_that_were_picked_up_are_dead_in_omaha() -> None:
    wrong = {"kind": "wrong-count", "seat": 3, "after": 0}
    early = told(f"{GARLIC}/omaha", {}, [], irregularities=[wrong])
    assert early["void"]["code"] == "wrong-count-early"
    looked = told(f"{GARLIC}/omaha", {}, ["1 fold"], irregularities=[{**wrong, "picked-up": True}])
    assert looked["void"] is None
    assert {one["seat"]: one["net"] for one in looked["seats"]} == {1: "-2", 2: "2", 3: "0"}


@pytest.mark.parametrize("name", [f"{GARLIC}/texas-holdem", f"{LUCKY}/crazy-pineapple-holdem-8"])
def test_a_flop_of_too_many_cards_gives_its_bets_back(name: str) -> None:
    """The bet of 4 goes back, three other cards come, and the collection of the flop is taken once."""
    played = game(name)
    if "discard" in played.rulings:
        played = played.ruled({"discard": "after-flop"})
    round_ = Round(
        played, open_table(played, None, "4/8"), first_state(played, 3), SeededSupply(range(52), "f")
    )
    with pytest.raises(Refused, match="Only a flop"):
        round_.interrupt("flop-too-many")
    while round_.table.street != "flop":
        round_.answer(CALL)
    while isinstance(round_.open()[0][1], Pick):
        at, question = round_.open()[0]
        round_.answer(question.default, at=at)
    first = round_.table.show(round_.table.hands["board"])
    assert isinstance(round_.question, Bet)
    round_.answer(round_.question.low)
    round_.interrupt("flop-too-many")
    assert round_.table.show(round_.table.hands["board"]) != first
    assert (round_.table.bet, sum(round_.table.paid)) == ([0, 0, 0], 1200)
    while round_.question is not None:
        round_.answer(CALL)
    assert (
        sum(amount for pot in round_.table.pots for _, amount, _ in pot.awards)
        + sum(amount for payer, amount, _ in round_.table.fees if payer == "pot")
        == 1200
    )
    assert len(round_.table.fees) == 1


def test_a_board_card_comes_too_early_only_during_betting_before_it() -> None:
    round_ = dealt(f"{GARLIC}/texas-holdem", "4/8")
    with pytest.raises(Refused, match="too early during the flop's betting"):
        round_.interrupt("premature-turn")
    while round_.table.street != "flop":
        round_.answer(CALL)
    with pytest.raises(Refused, match="no flop can come too early"):
        round_.interrupt("premature-flop")


# -- who is too short for a blind --------------------------------------------------------------------


def everybody_folds(state: State | None) -> tuple[State, list[tuple[int, int]]]:
    """What the next hand starts from, and who posted which blind."""
    hand = dealt(f"{GARLIC}/texas-holdem", "4/8", players=4, state=state)
    while hand.question is not None:
        hand.answer(FOLD)
    assert hand.result is not None
    return hand.result, [
        (event.args[0], event.args[2]) for event in hand.table.events if event.kind == "post"
    ]


def test_a_short_blind_passes_to_the_next_player_and_the_button_passes_the_short_one() -> None:
    """Seat 3 has $1 when the big blind of $4 comes: seat 4 takes it; two hands later it gets no button."""
    start = first_state(game(f"{GARLIC}/texas-holdem"), 4)
    start.chips[start.seats[3]] = 100
    state, posts = everybody_folds(start)
    assert (start.button, posts) == (1, [(2, 200), (4, 400)])
    state.chips[start.seats[3]] = 10_000
    buttons = [state.button]
    for _ in range(5):
        state, posts = everybody_folds(state)
        buttons.append(state.button)
    assert buttons == [2, 4, 1, 2, 3, 4]
