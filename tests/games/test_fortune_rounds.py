"""Fortune Pai Gow Poker 1.1 dealt: piles, setting, secrecy, who decides, and played rounds."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.floor.adjudicate import adjudicate
from housedealer.games.pai_gow.poker import (
    ENVY,
    FORTUNE,
    WAGER,
)
from housedealer.pieces.cards import JOKER, faces
from housedealer.pieces.supply import Irregular, OrderSupply
from housedealer.rooms import game
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import All
from housedealer.table.round import Round, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.view import View
from housedealer.wagers.money import dollars

FPG = game("lucky-buck/fortune-pai-gow-poker-1-1")
BUG = FPG.params
READINGS: list[dict[str, str]] = [
    {},
    {"joker": "wild"},
    {"wheel": "second-highest"},
    {"bank-sets": "player-dealer"},
    {"bank-sets": "player-dealer", "bank-foul": "loses"},
    {"wager-order": "spot-by-spot", "cover": "stake-alone"},
    {"cover": "at-risk", "envy-minimum": "5", "own-hand": "button"},
    {"bonus-on-foul": "lost", "straight-with-trips": "best-pay"},
    {"full-house-with-two-pair": "highest-pair", "most-money": "all-wagers"},
]


BANK = "Kd Jd 9c 8h 4s 3c 2d"
"""No pair: the house way puts J 9 in front and K in the back."""


def told(wagers: list[tuple[Any, ...]], pieces: dict[str, str], **more: Any) -> dict[str, Any]:
    """The verdict on a told round; wagers are (seat, spot, amount) with a back-line name if there is one."""
    placed = [
        {"seat": one[0], "spot": one[1], "amount": str(one[2]), **({"by": one[3]} if len(one) > 3 else {})}
        for one in wagers
    ]
    bank: dict[str, Any] = {"seat": more.pop("seat", 1)}
    if (amount := more.pop("bank", None)) is not None:
        bank["amount"] = str(amount)
    if "dice" not in more:
        more.setdefault("action_seat", 2)
    document = {"game": FPG.id, "player_dealer": bank, "pieces": pieces, "wagers": placed, **more}
    return adjudicate(document, alternatives=False)


def lines(verdict: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    """Seat, spot, result and payment, in the order of settlement."""
    return [(line["seat"], line["spot"], line["result"], line["pays"]) for line in verdict["settlement"]]


# -- live irregularities -------------------------------------------------------------------------------


def opened(
    order: list[int] | None = None, irregular: dict[int, Irregular] | None = None, bettors: int = 2
) -> Round:
    """A round with a wager of each bettor, at the question for the action pile."""
    stakes = open_table(FPG)
    supply = OrderSupply(order or range(53), dice=(2, 3, 4), irregular=irregular)
    round_ = Round(FPG, stakes, first_state(FPG, bettors), supply)
    round_.answer(100_000, who="player 1")
    for seat in range(2, 2 + bettors):
        if not round_.finished:
            round_.answer([(str(seat), WAGER, 1000), (str(seat), FORTUNE, 2500)], who=f"player {seat}")
    return round_


def test_an_exposed_card_is_replaced_from_what_is_left_over() -> None:
    round_ = opened(irregular={10: Irregular("exposed-in-piles")})
    piles = round_.table.piles
    assert [len(pile.tokens) for pile in piles] == [7] * 7
    assert round_.table.pieces[piles[3].tokens[-1]] == 49  # the first card left over, after 0 to 48
    assert 10 not in round_.table.pieces
    assert round_.table.aside == [10]


def test_an_ace_or_the_joker_among_the_piles_is_a_misdeal() -> None:
    for piece in (48, 51, JOKER):
        order = [piece, *(card for card in range(53) if card != piece)]
        round_ = opened(order, {0: Irregular("exposed-in-piles")})
        assert round_.void == ("ace-or-joker-exposed", (faces([piece]),))
        assert round_.result is not None
        assert round_.result.chips == round_.start.chips


def test_a_card_too_many_is_found_out_by_the_count() -> None:
    round_ = opened(irregular={5: Irregular("exposed-in-piles", 20)})
    assert round_.void is not None
    assert round_.void[0] == "wrong-count-left-over"


def test_the_floor_may_call_a_card_in_a_pile() -> None:
    round_ = opened()
    piece = round_.table.pieces[round_.table.piles[2].tokens[3]]
    round_.interrupt("exposed-in-piles", piece=piece)
    assert len(round_.table.piles[2].tokens) == 7
    assert piece not in [round_.table.pieces[token] for token in round_.table.piles[2].tokens]
    assert [question.name for _, question in round_.open()] == ["action-pile"]


def test_the_floor_may_call_a_dead_hand_while_the_others_set() -> None:
    round_ = opened()
    round_.answer("3")
    assert len(round_.open()) == 2
    round_.interrupt("exposed-when-distributing", seat=2)
    assert [question.about for _, question in round_.open()] == ["3"]
    round_.answer(round_.open()[0][1].default)
    assert round_.finished
    assert [line.result for line in round_.table.lines if line.seat == 2] == ["returned", "returned"]
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == round_.table.events


def test_when_all_hands_are_dead_nobody_sets() -> None:
    round_ = opened(bettors=1)
    round_.answer("3")
    round_.interrupt("exposed-when-distributing", seat=2)
    assert round_.finished
    assert round_.result is not None
    assert not round_.table.settings


# -- piles, setting, secrecy ---------------------------------------------------------------------------


@pytest.mark.parametrize("pile", range(1, 8))
def test_the_action_pile_goes_to_the_seat_of_the_dice_and_the_others_follow(pile: int) -> None:
    round_ = opened(bettors=6)
    piles = [[round_.table.pieces[token] for token in one.tokens] for one in round_.table.piles]
    round_.answer(str(pile))
    holders = [round_.table.hands[str(seat)] for seat in (2, 3, 4, 5, 6, 7)] + [round_.table.player_dealer]
    for step, hand in enumerate(holders):  # nine on the dice: the seat after the player-dealer
        assert list(round_.table.look(hand)) == piles[(pile - 1 + step) % 7]
    assert not any(key.startswith("pile") for key in round_.table.hands)


def test_piles_of_empty_seats_go_unseen_to_the_discards() -> None:
    round_ = opened(bettors=2)
    round_.answer("1")
    gone = [event.args for event in round_.table.events if event.kind == "discard"]
    assert gone == [("pile-3", 4), ("pile-4", 5), ("pile-5", 6), ("pile-6", 7)]


def test_all_set_at_the_same_time_and_only_their_own() -> None:
    round_ = opened()
    round_.answer("1")
    group = round_.question
    assert isinstance(group, All)
    assert [question.who for question in group.questions] == ["player 2", "player 3"]
    for question in group.questions:
        assert isinstance(question, Arrange)
        with pytest.raises(Refused):
            question.check(((0, 1), (2, 3, 4, 5)))
    before = (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries))
    for wrong in ("hit", ((0, 0), (1, 2, 3, 4, 5)), ((0, 1), (2, 3, 4, 5, 7)), 5):
        with pytest.raises(Refused):
            round_.answer(wrong, who="player 2")
    with pytest.raises(Refused):
        round_.answer(((0, 1), (2, 3, 4, 5, 6)), who="player 1")
    assert (dict(round_.table.ledger.balance), list(round_.table.events), list(round_.entries)) == before


def test_who_has_not_been_shown_a_card_cannot_tell_it_from_another() -> None:
    """Two cards of a neighbour and of the player-dealer change places: nobody else sees a difference."""
    plain = list(range(53))
    seen = []
    for swap in (False, True):
        order = plain.copy()
        if swap:  # a card of pile 2 (seat 3) and one of pile 7 (the player-dealer)
            order[1], order[13] = order[13], order[1]
        round_ = opened(order)
        round_.answer("1")
        seen.append([(round_.view(who), round_.asked(who)) for who in ("player 2", None)])
    assert seen[0] == seen[1]


def state_with(backline: dict[str, tuple[int, ...]], bettors: int = 2) -> State:
    state = first_state(FPG, bettors)
    chips = {**state.chips, **dict.fromkeys(backline, 100_000)}
    return msgspec.structs.replace(state, backline=backline, chips=chips)


def backed(
    amounts: dict[str, list[tuple[str, str, int]]], ruled: Game = FPG, **line: tuple[int, ...]
) -> Round:
    """A round with back-line bettors, at the settings."""
    state = state_with(dict(line), bettors=2)
    round_ = Round(ruled, open_table(ruled), state, OrderSupply(range(53), dice=(2, 3, 4)))
    round_.answer(100_000, who="player 1")
    for who in ("player 2", "player 3", *line):
        round_.answer(amounts.get(who, []), who=who)
    round_.answer("1")
    return round_


def test_the_most_money_on_a_seat_sets_its_hand() -> None:
    own = {"player 2": [("2", WAGER, 1000)], "player 3": [("3", WAGER, 1000)]}

    def asked(more: dict[str, list[tuple[str, str, int]]], ruled: Game = FPG) -> dict[str, str]:
        round_ = backed({**own, **more}, ruled, zoe=(2, 3), abe=(2,))
        return {str(question.about): question.who for _, question in round_.open()}

    assert asked({"zoe": [("2", WAGER, 1000)]}) == {"2": "player 2", "3": "player 3"}
    assert asked({"zoe": [("2", WAGER, 1100)]}) == {"2": "zoe", "3": "player 3"}
    both = {"zoe": [("2", WAGER, 1100)], "abe": [("2", WAGER, 1100)]}
    assert asked(both) == {"2": "zoe", "3": "player 3"}
    # on two seats: the first hand is hers, the other goes the house way
    assert asked({"zoe": [("2", WAGER, 1100), ("3", WAGER, 1100)]}) == {"2": "zoe"}
    bonus = {"zoe": [("2", WAGER, 500), ("2", FORTUNE, 2000)]}
    assert asked(bonus) == {"2": "player 2", "3": "player 3"}
    assert asked(bonus, FPG.ruled({"most-money": "all-wagers"})) == {"2": "zoe", "3": "player 3"}


def test_who_sets_a_hand_is_shown_it() -> None:
    own = {"player 2": [("2", WAGER, 1000)], "player 3": [("3", WAGER, 1000)], "zoe": [("2", WAGER, 1100)]}
    round_ = backed(own, zoe=(2,))
    for who, hands in {"zoe": ["2"], "player 2": ["2"], "player 3": ["3"], "player 1": []}.items():
        shown = [event.args for event in round_.view(who) if event.kind == "hand" and len(event.args) == 2]
        assert [args[0] for args in shown] == hands
        assert all(args[1] == round_.table.look(round_.table.hands[args[0]]) for args in shown)


def test_a_back_line_follows_the_setting_of_the_seat() -> None:
    pieces = {"player-dealer": BANK, "2": "Ah Ad Kc 7c 5d 3h 2h"}
    wagers = [(2, WAGER, 10), (2, WAGER, 25, "zoe")]
    verdict = told(wagers, pieces, answers=[{"seat": 2, "answer": "Ah Ad / Kc 7c 5d 3h 2h"}])
    assert [line["because"]["code"] for line in verdict["settlement"]] == ["foul", "foul"]


# -- played rounds -------------------------------------------------------------------------------------


def check(round_: Round, before: State) -> None:
    """Every chip and card is somewhere, nothing is below zero, and the replay is the same round."""
    table = round_.table
    assert sum(table.ledger.balance.values()) == sum(before.chips.values())
    assert min(table.ledger.balance.values()) >= 0
    bank = table.bank_money.amount
    assert bank is None or abs(table.bank_money.paid - table.bank_money.taken) <= bank
    assert len([line for line in table.lines if line.spot != ENVY]) == len(table.wagers)
    assert len(table.pieces) == (49 if table.wagers else 0)
    held = [token for hand in table.hands.values() for token in hand.tokens]
    assert len(held) == len(set(held)) == 7 * (len(table.hands) if table.wagers else 0)
    assert len(set(table.pieces)) == len(table.pieces)
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == round_.result


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()) or "default")
def test_random_play_conserves_chips_and_cards(readings: dict[str, str]) -> None:
    ruled = FPG.ruled(readings)
    dealt = 0
    for start in range(5):
        before = first_state(ruled, 2 + start, chips=50_000)
        for round_ in rounds(ruled, random_policy(start), 10, seed=start, state=before):
            check(round_, before)
            dealt += bool(round_.table.wagers)
            assert round_.result is not None
            before = round_.result
    assert dealt > 30


@given(st.integers(0, 10**9), st.integers(1, 6))
@settings(max_examples=40)
def test_bots_play_legal_rounds(seed: int, bettors: int) -> None:
    before = first_state(FPG, bettors)
    round_ = deal(FPG, seed=seed, state=before)
    bot = FPG.play.bot
    assert bot is not None
    while round_.question is not None:
        at, question = round_.open()[0]
        round_.answer(bot(View(round_.table, question.who, Random(seed + at)), question), at=at)
    check(round_, before)
    assert not any(line.because[0] == "foul" for line in round_.table.lines)


def test_adjudicating_a_dealt_round_gives_its_result() -> None:
    for seed in range(60):
        state = first_state(FPG, 1 + seed % 6, chips=1_000_000)
        round_ = deal(FPG, seed=seed, state=state).play(random_policy(seed))
        table = round_.table
        if not table.wagers:
            continue
        hands = [hand for hand in table.hands.values() if hand.tokens]
        verdict = told(
            [(int(one.hand), one.spot, dollars(one.amount)) for one in table.wagers],
            {hand.key: " ".join(table.faces(hand)) for hand in hands},
            bank=None if table.bank_money.amount is None else dollars(table.bank_money.amount),
            dice=list(round_.supply.log().dice),
            answers=[
                {"seat": int(key), "answer": setting}
                for key, setting in table.settings.items()
                if key != "player-dealer"
            ],
        )
        assert lines(verdict) == [(one.seat, one.spot, one.result, dollars(one.pays)) for one in table.lines]
        assert verdict["settings"] == table.settings
        assert verdict["drop"] == dollars(sum(amount for _, amount, _ in table.fees))


def test_the_game_without_the_bonus_is_data_alone() -> None:
    """The room's plain pai gow poker: the same script, one spot, no paytable, another limit."""
    params = msgspec.structs.replace(BUG, spot=BUG.spot[:1], bonus=(), order=(WAGER,), limits="10-200")
    plain = msgspec.structs.replace(FPG, params=params, fees=())
    for seed in range(10):
        before = first_state(plain, 4)
        round_ = deal(plain, seed=seed, state=before).play(random_policy(seed))
        check(round_, before)
        assert {line.spot for line in round_.table.lines} <= {WAGER}
