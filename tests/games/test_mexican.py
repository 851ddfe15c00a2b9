"""Mexican poker: the joker up and down, the choice of each card's side, its bets, and what goes wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import Irregular, OrderSupply
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.game import Stakes, State
from housedealer.table.questions import CALL, FOLD, Bet, Choose
from housedealer.table.round import Round
from housedealer.table.structure import parse_limit

MEXICAN = game("garlic-city/mexican-poker")


def table(
    order: str, chips: tuple[int, ...], limit: str = "4/8", irregular: Any = None, **readings: str
) -> Round:
    """A hand dealt to seats 1.. from this order of cards, burns included; the button is on the last seat."""
    found = parse_limit(limit, "ante")
    state = State(
        seats={seat: str(seat) for seat in range(1, len(chips) + 1)},
        chips={str(seat): amount * 100 for seat, amount in enumerate(chips, 1)},
        places=7,
        button=len(chips),
    )
    first = cards(order)
    rest = tuple(card for card in MEXICAN.params.deck.pieces if card not in first)
    readings = {name.replace("_", "-"): reading for name, reading in readings.items()}
    played = msgspec.structs.replace(MEXICAN, fees=()).ruled(readings)
    return Round(
        played, Stakes("", found.name, (), found), state, OrderSupply(first + rest, irregular=irregular)
    )


def give(round_: Round, *answers: Any) -> Round:
    """Answer with words for choices and with dollars for bets."""
    for answer in answers:
        round_.answer(answer if answer in (CALL, FOLD) or isinstance(answer, str) else answer * 100)
    return round_


def bet(round_: Round) -> Bet:
    assert isinstance(round_.question, Bet)
    return round_.question


def told(pieces: dict[str, str], answers: str, **more: Any) -> dict[str, Any]:
    """A verdict; answers are written `1 bring-in 4, 2 call`."""
    spoken = [one.strip().partition(" ") for one in answers.split(",")]
    document = {
        "game": MEXICAN.id,
        "option": "18",
        "limit": "4/8",
        "button": len(pieces),
        "stacks": dict.fromkeys(pieces, "100"),
        "pieces": pieces,
        "answers": [{"seat": int(seat), "answer": answer} for seat, _, answer in spoken],
        **more,
    }
    return adjudicate(document, alternatives=False)


def nets(verdict: dict[str, Any]) -> dict[int, str]:
    return {entry["seat"]: entry["net"] for entry in verdict["seats"]}


# -- opening and sizes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ups", "opener"), [("Ks Ad As", "2"), ("Jk Ad Ks", "1"), ("As Jk Ks", "1"), ("2c 3d 4h", "3")]
)
def test_the_highest_card_clockwise_of_the_button_opens(ups: str, opener: str) -> None:
    assert bet(table(f"5c 5d 5h {ups}", (100,) * 3)).about == opener


def test_by_suit_the_higher_of_two_aces_opens() -> None:
    assert bet(table("5c 5d 5h Ks Ad As", (100,) * 3, equal_cards="by-suit")).about == "3"


@pytest.mark.parametrize(
    ("limit", "amounts"), [("2/4", (200, 400)), ("4/8", (400, 800)), ("2-4", (200, 400))]
)
def test_the_opening_bet_is_one_of_the_two_limits(limit: str, amounts: tuple[int, ...]) -> None:
    question = bet(table("5c 5d 5h Ks 2d 3s", (100,) * 3, limit))
    assert question.amounts == amounts
    assert not question.may_fold
    assert not question.may_call


def test_early_bets_are_of_either_size_and_a_raise_of_at_least_the_last() -> None:
    round_ = give(table("5c 5d 5h Ks 2d 3s", (100,) * 3), 4)
    assert bet(round_).amounts == (800, 1200)
    assert bet(give(round_, 12)).amounts == (2000,)
    lower = give(table("5c 5d 5h Ks 2d 3s", (100,) * 3, early_bets="lower"), 8)
    assert (bet(lower).low, bet(lower).high) == (1200, 1200)


def test_three_raises_follow_the_opening_bet() -> None:
    round_ = give(table("5c 5d 5h Ks 2d 3s", (100,) * 3), 4, 8, 12, 16)
    assert not bet(round_).high
    assert bet(give(table("5c 5d 5h Ks 2d 3s", (100,) * 3, raise_cap="none"), 4, 8, 12, 16)).high


@pytest.mark.parametrize(
    ("limit", "low", "high"), [("4/8", 800, 800), ("2-6", 600, 600), ("pot-limit 1-2", 200, 700)]
)
def test_from_fourth_street_on_the_higher_limit_is_the_least_bet(limit: str, low: int, high: int) -> None:
    round_ = table("5c 5d Ks 2d", (100,) * 2, limit)
    round_.answer(bet(round_).amounts[0])
    give(round_, CALL, "up", "up", CALL, CALL, "up", "up")
    assert (bet(round_).low, bet(round_).high) == (low, max(low, high - 100 * (limit == "pot-limit 1-2")))


def test_a_short_all_in_below_the_last_raise_opens_nothing_again() -> None:
    """A raise of 8 to 12, an all-in of 16: the next raise is to 20, and not by who made it 12."""
    round_ = give(table("5c 5d 5h Ks 2d 3s", (100, 100, 17)), 4, 12)
    assert bet(round_).amounts == (1600,)
    give(round_, 16)
    assert bet(round_).amounts == (2000,)
    give(round_, CALL)
    assert not bet(round_).high


# -- the joker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "winner"), [("down", 1), ("up", 2)])
def test_a_joker_is_wild_only_where_it_came_down(side: str, winner: int) -> None:
    """Seat 1 has two kings, two sevens and the joker: a full house if it is wild; seat 2 has three queens."""
    round_ = table("Kc Qc Kd Qd 2c 7h Qh 2d 7s 3c 2h Jk 4d", (100,) * 2)
    give(round_, 4, CALL, "down", "down", CALL, CALL, "down", "down", CALL, CALL, side, "down", CALL, CALL)
    awards = round_.table.pots[0].awards
    assert [seat for seat, _, _ in awards] == [winner]


def test_a_flush_beats_a_full_house_and_five_aces_beat_all() -> None:
    def winner(first: str, second: str) -> list[int]:
        mixed = [card for pair in zip(first.split(), second.split(), strict=True) for card in pair]
        order = [*mixed[:4], "??", *mixed[4:6], "??", *mixed[6:8], "??", *mixed[8:]]
        spare = iter([one for one in ("2c", "3c", "4c", "5c", "6c") if one not in mixed])
        round_ = table(" ".join(one if one != "??" else next(spare) for one in order), (100,) * 2)
        while round_.question is not None:
            choice = isinstance(round_.question, Choose)
            side = "up" if choice else CALL if bet(round_).may_call else bet(round_).amounts[0]
            round_.answer(side)
        return [seat for seat, _, _ in round_.table.pots[0].awards]

    assert winner("2s 4s 6s Js Qs", "Kc Kd Kh 7c 7d") == [1]
    assert winner("As Ad Ah Ac Jk", "7s Js Qs Ks 3d") == [1]
    assert winner("2d 3s 4s 5s 6s", "Ks Kd Jh Jc 7h") == [1], "2-3-4-5-6 follow each other"


def test_only_listed_straights_count_under_that_ruling() -> None:
    pieces = {"1": "2d 3s 4s 5s 6s", "2": "Ks Kd Jh Jc 7h"}
    play = (
        "2 bring-in, 1 call, 1 down, 2 down, 2 check, 1 check, 1 down, 2 down,"
        "2 check, 1 check, 1 down, 2 down, 2 check, 1 check"
    )
    assert nets(told(pieces, play))[1] == "3"
    assert nets(told(pieces, play, rulings={"unlisted-straights": "listed-only"}))[2] == "3"


# -- who acts ----------------------------------------------------------------------------------------


def test_only_cards_up_decide_who_acts_first() -> None:
    round_ = table("Ac 5d 5h Ks 2d 3s 6c 7h 2h Ah", (100,) * 3)
    give(round_, 4, CALL, CALL, "down", "up", "down")
    assert bet(round_).about == "2", "a pair of twos shows"
    left = table("Ac 5d 5h Ks 2d 3s 6c 7h 2h Ah", (100,) * 3, first_to_act="left-of-button")
    assert bet(give(left, 4, CALL, CALL, "down", "up", "down")).about == "1"


def test_equal_cards_want_to_know_the_button() -> None:
    with pytest.raises(Refused, match="button"):
        told({"1": "?? Ks", "2": "?? Kd"}, "1 bring-in, 2 fold", button=0)


def test_an_untold_side_is_asked_for() -> None:
    with pytest.raises(Refused, match="card"):
        told({"1": "2c Ks", "2": "3c 2d"}, "1 bring-in, 2 call, 1 check, 2 check")


# -- irregularities ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "void"), [(0, True), (1, True), (2, False)])
def test_first_cards_out_of_sequence_are_a_misdeal_until_two_have_acted(after: int, void: bool) -> None:
    verdict = told(
        {"1": "?? Ks", "2": "?? 2d", "3": "?? 3d"},
        "1 bring-in, 2 fold, 3 fold",
        irregularities=[{"kind": "initial-out-of-sequence", "after": after}],
    )
    assert bool(verdict["void"]) is void


def test_cards_out_of_sequence_are_moved_face_up_and_the_street_is_bet_anew() -> None:
    round_ = table("Ac 5d Ks 2d 6c Jk 7h", (100,) * 2)
    give(round_, 4, CALL, "up", "down", 8)
    assert bet(round_).to_call == 800
    round_.interrupt("street-out-of-sequence", seats=[1, 2])
    hands = round_.table.hands
    assert [round_.table.pieces[hands[seat].tokens[-1]] for seat in ("1", "2")] == list(cards("7h Jk"))
    assert hands["2"].up[-1]
    assert hands["2"].tokens[-1] in round_.table.wild, "seat 2 wanted its card down, so the joker is wild"
    assert round_.table.stack == [9500, 9500]
    assert bet(round_).to_call == 0
    give(round_, CALL, CALL)
    with pytest.raises(Refused, match="card of fourth street"):
        round_.interrupt("street-out-of-sequence", seats=[1, 2])
    assert isinstance(round_.question, Choose)


@pytest.mark.parametrize(("reading", "back"), [("stay-folded", False), ("back-in", True)])
def test_a_street_bet_anew_leaves_folded_hands_out_or_takes_them_back(reading: str, back: bool) -> None:
    round_ = table("Ac 5d 3h Ks 2d 4d 6c Jk 7h 7d", (100,) * 3, voided_folds=reading)
    give(round_, 4, CALL, CALL, "up", "up", "up", 8, FOLD)
    round_.interrupt("street-out-of-sequence", seats=[1, 3])
    assert round_.table.live == [True, back, True]


def test_a_told_street_is_bet_anew() -> None:
    """Third street's 4 goes back; nobody bets again: each has paid the ante and 4, the drop is 2."""
    verdict = told(
        {"1": "Ac Ks Kd 2c 3c", "2": "5d 2d 7h 3d 4d"},
        "1 bring-in 4, 2 call, 1 up, 2 up, 1 bet 4, 1 check, 2 check, 1 up, 2 up, 1 check, 2 check,"
        "1 up, 2 up, 1 check, 2 check",
        irregularities=[{"kind": "street-out-of-sequence", "seats": [1, 2], "after": 5}],
    )
    assert nets(verdict) == {1: "3", 2: "-5"}


def test_first_cards_are_not_moved() -> None:
    round_ = table("Ac 5d Ks 2d", (100,) * 2)
    with pytest.raises(Refused, match="third, fourth and fifth"):
        round_.interrupt("street-out-of-sequence", seats=[1, 2])


@pytest.mark.parametrize(("reading", "first"), [("that-round", "2"), ("whole-hand", "1")])
def test_a_card_that_its_owner_exposes_plays_as_a_down_card(reading: str, first: str) -> None:
    """Seat 2 shows the ace under its six: on third street seat 1's king acts first all the same."""
    round_ = table("5c Ac Ks 6d 2c 3h 4h 2d 7d Jd", (100,) * 2, exposed_plays=reading)
    give(round_, 4, CALL, "up", "up")
    round_.interrupt("player-exposed", seat=2, piece=cards("Ac")[0])
    assert bet(round_).about == "1"
    give(round_, CALL, CALL, "up", "up")
    assert bet(round_).about == first


def test_a_joker_that_its_owner_shows_stays_wild() -> None:
    round_ = table("Jk 5d Ks 2d 6c Kd 7h", (100,) * 2)
    round_.interrupt("player-exposed", seat=1)
    give(round_, 4, CALL, "up", "up", CALL, CALL, "up", "up")
    assert cards("JK")[0] in round_.table.board(0)


def test_after_an_exposed_down_card_the_next_comes_down() -> None:
    round_ = table("5c Ac 4h Ks 6d 2h", (100,) * 3, irregular={1: Irregular("dealer-exposed")})
    assert isinstance(round_.question, Choose)
    assert round_.question.options == ("play-on", "all-in")
    give(round_, "play-on")
    assert round_.table.hands["2"].up == [True, False]
    assert [len(hand.tokens) for hand in round_.table.hand] == [2, 2, 2]
    assert bet(round_).about == "2", "the exposed ace is the card that it shows"


def test_whose_down_card_was_exposed_may_declare_all_in() -> None:
    """Seat 2 plays for the antes alone: 3 less 2 of the collection; seat 1's sevens win the rest."""
    pieces = {"1": "7c 7d 2c 3c", "2": "Ac Ad 2d 3d 4d", "3": "Kc Kd 2h 3h 5h"}
    verdict = told(
        pieces,
        "2 all-in, 3 bet 4, 1 call, 1 up, 3 up, 3 check, 1 check, 1 up, 2 up, 3 up, 3 bet 8, 1 fold,"
        "2 up, 3 up",
        irregularities=[{"kind": "dealer-exposed", "seat": 2, "piece": "Ac", "at": "second"}],
    )
    assert nets(verdict) == {1: "-5", 2: "0", 3: "3"}


def test_the_joker_dealt_up_by_mistake_plays_as_wild() -> None:
    """Told: the joker was to be seat 1's down card. With sevens and fours it is a full house."""
    verdict = told(
        {"1": "Jk 7c 7d 4c 4d", "2": "Qc Qd Qh 2d 3d"},
        "1 play-on, 1 bring-in 4, 2 call, 1 up, 2 up, 2 check, 1 check, 1 up, 2 up, 2 check, 1 check,"
        "1 up, 2 up, 1 check, 2 check",
        irregularities=[{"kind": "joker-dealt-up", "seat": 1}],
    )
    assert nets(verdict)[1] == "3"


def test_a_card_that_is_up_cannot_be_exposed() -> None:
    with pytest.raises(Refused, match="no such card"):
        told(
            {"1": "5c Ks", "2": "?? 2d"},
            "1 bring-in, 2 fold",
            irregularities=[{"kind": "joker-dealt-up", "seat": 1, "piece": "Ks", "at": "second"}],
        )


def test_turning_a_card_up_where_that_is_played() -> None:
    round_ = table("Ac 5d Ks 2d 6c Jd 7h", (100,) * 2, turning_up="before-next-card")
    give(round_, 4, CALL, "turn-up", "down", "keep", "up")
    assert round_.table.hands["1"].up == [True, True, False]
    assert round_.table.board(0) == cards("Ac Ks")


def test_who_must_open_has_no_chips() -> None:
    order = "Ac 5d 5h Ks 2d 3s"
    assert bet(table(order, (1, 100, 100))).may_call, "nobody must open"
    forced = bet(table(order, (1, 100, 100), all_in_door="next-player"))
    assert (forced.about, forced.may_call) == ("2", False)
