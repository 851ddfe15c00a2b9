"""Pan played by bots and at random: chips and cards conserved, replays, secrecy, and how the bot does."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.pan_hands import DULL, FLAT, PAN, QUICK, chips, dealt, seated

from housedealer.games.pan.bot import bot, connections
from housedealer.games.pan.melds import (
    NOTHING,
    kind_of,
)
from housedealer.games.pan.table import PanTable
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply, SupplyLog
from housedealer.table.errors import Refused
from housedealer.table.game import State
from housedealer.table.piece_questions import Meld
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy, replay, rounds
from housedealer.table.stakes import open_table
from housedealer.table.tell import tell
from housedealer.table.view import View

READINGS: list[dict[str, str]] = [
    {},
    {"force-later": "may-not"},
    {"broke-collects": "everything"},
    {"collection": "from-tops"},
    {"collection-split": "first-player"},
    {"option-card": "drawn-only"},
    {"further-suits": "any"},
    {"added-cards": "nothing"},
    {"last-player": "takes-tops"},
    {"stock-out": "no-winner"},
]


# -- played rounds -------------------------------------------------------------------------------------


def check(round_: Round, before: State) -> None:
    """Chips and cards are all somewhere, nothing is below zero, and the replay is the same round."""
    table: PanTable = round_.table
    balance = table.ledger.balance
    assert sum(balance.values()) == sum(before.chips.values())
    assert min(balance.values()) >= 0
    assert balance.get("tops", 0) == 0
    assert round_.result is not None
    assert sum(round_.result.chips.values()) + balance.get("fees", 0) == sum(before.chips.values())
    held = [token for hand in table.hands.values() for token in hand.tokens]
    assert len(held) == len(set(held))
    assert len(held) + table.supply.left() == 320
    pieces = Counter(table.pieces[token] for token in held)
    assert all(pieces[piece] <= 8 for piece in pieces)
    for player in table.order:
        for meld in player.melds:
            assert not meld.tokens or kind_of(table.cards(meld), table.params.any_suit) != NOTHING
    again = replay(round_.game, round_.stakes, round_.start, round_.supply.log(), round_.entries)
    assert again.table.events == table.events
    assert again.result == round_.result


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()) or "default")
def test_random_rounds_conserve(readings: dict[str, str]) -> None:
    before = seated(5, chips=3_000)
    for round_ in rounds(PAN.ruled(readings), random_policy(4), 15, seed=6, state=before):
        check(round_, before)
        assert round_.result is not None
        before = round_.result


@pytest.mark.parametrize("many", range(2, 9))
def test_bots_play_whole_rounds(many: int) -> None:
    before = first_state(PAN, many - 1)
    winners = 0
    for round_ in rounds(PAN, bot_policy(PAN, many), 25, seed=many, state=before):
        check(round_, before)
        assert round_.result is not None
        before = round_.result
        winners += any(event.kind == "out" for event in round_.table.events)
        for event in round_.table.events:
            assert tell(event, PAN)
    assert winners >= 12


def test_doubles_tables_conserve() -> None:
    for doubles in ([1, 4], [2]):
        before = seated(4, chips=5_000, doubles=doubles)
        for round_ in rounds(PAN, bot_policy(PAN, 3), 30, seed=9, state=before):
            check(round_, before)
            assert round_.result is not None
            before = round_.result


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_rounds_with_irregularities_conserve(seed: int) -> None:
    rng = Random(seed)
    before = seated(rng.randint(2, 6), chips=rng.choice([300, 1_500, 50_000]))
    round_ = deal(PAN, seed=seed, state=before)
    policy = random_policy(seed) if seed % 2 else bot_policy(PAN, seed)
    while round_.question is not None:
        if rng.random() < 0.02:
            kind = rng.choice(
                ["foul-hand", "incorrect-meld", "incorrect-meld", "wrong-count", "foreign-card"]
            )
            seat = rng.choice(list(before.seats))
            if round_.table.players[seat].standing in ("waiting", "in"):
                round_.interrupt(kind, seat=seat, count=rng.choice([7, 8, 9, 11, 12]))
                continue
        at, question = round_.open()[0]
        round_.answer(policy(View(round_.table, question.who), question), at=at)
    check(round_, before)


def test_a_long_round_replays_fast() -> None:
    round_ = max(
        (deal(PAN, seed=seed, state=seated(6)).play(random_policy(seed)) for seed in range(8)),
        key=lambda one: len(one.entries),
    )
    log = round_.supply.log()
    best = 1.0
    for _ in range(5):
        began = time.process_time()
        replay(PAN, round_.stakes, round_.start, log, round_.entries[:160])
        best = min(best, time.process_time() - began)
    assert len(round_.entries) > 160
    assert best < 0.05


def test_options_are_legal_and_others_are_refused() -> None:
    rng = Random(5)
    round_ = deal(PAN, seed=8, state=seated(4))
    policy = random_policy(2)
    for _ in range(300):
        if round_.finished:
            break
        at, question = round_.open()[0]
        if isinstance(question, Meld):
            assert all(question.rule(act) is None for act in question.options)
            assert question.default in question.options
            spoken = [question.parse(question.spoken(act)) for act in question.options]
            assert all(question.check(act) == act for act in spoken)
            many = len(question.pieces)
            for _ in range(20):
                some = tuple(sorted(rng.sample(range(many), min(many, rng.randint(1, 4)))))
                pieces = tuple(round_.table.pieces[question.pieces[one]] for one in some)
                if kind_of(pieces) == NOTHING:
                    with pytest.raises(Refused):
                        question.check(("meld", some))
        round_.answer(policy(View(round_.table, question.who), question), at=at)


# -- secrecy and bots ----------------------------------------------------------------------------------


def test_swapping_unseen_cards_shows_nobody_anything() -> None:
    compared = 0
    for seed in range(30):
        round_ = deal(PAN, seed=seed, state=seated(4)).play(bot_policy(PAN, seed))
        table: PanTable = round_.table
        hidden = [
            token
            for player in table.order
            if player.seat != 1
            for token in player.hand.tokens
            if not player.hand.up[player.hand.tokens.index(token)]
        ]
        log = round_.supply.log()
        if table.recycles or len(hidden) < 2:
            continue
        one, other = Random(seed).sample(hidden, 2)
        order = list(log.order)
        order[one], order[other] = order[other], order[one]
        try:
            again = replay(PAN, round_.stakes, round_.start, SupplyLog(tuple(order)), round_.entries)
        except Refused:
            continue  # the swap broke somebody's play
        assert again.view("p1") == round_.view("p1")
        assert again.view(None) == round_.view(None)
        compared += 1
    assert compared > 10


def test_hands_are_private_and_melds_are_not() -> None:
    round_ = deal(PAN, seed=4, state=seated(3)).play(bot_policy(PAN, 4))
    own = [event for event in round_.view("p1") if event.kind == "deal" and event.args[0] == "1"]
    assert all(event.args[2] is not None for event in own)
    others = [event for event in round_.view("p1") if event.kind == "deal" and event.args[0] in ("2", "3")]
    assert all(event.args[2] is None for event in others)
    stock = [event for event in round_.view(None) if event.kind == "deal" and event.args[0] == "stock"]
    assert stock
    assert all(event.args[2] >= 0 for event in stock)


def test_bots_declare_by_what_holds_together() -> None:
    assert connections(cards("7c 7d 7h Ks Kh Kd Ah 2h 3h 4h")) > 25
    assert connections(cards(DULL)) < 16
    round_ = dealt_unasked({3: QUICK, 2: DULL, 1: FLAT})
    view = View(round_.table, "p3", Random(1))
    _, question = round_.open()[0]
    assert bot(view, question) == "play"
    round_.answer("play")
    _, question = round_.open()[0]
    assert bot(View(round_.table, "p2", Random(1)), question) == "pass"


def dealt_unasked(hands: dict[int, str]) -> Round:
    order = [card for half in (0, 5) for hand in hands.values() for card in cards(hand)[half : half + 5]]
    return Round(PAN, open_table(PAN), seated(len(hands)), OrderSupply(order))


def test_bots_go_out_when_they_can() -> None:
    round_ = dealt({3: QUICK, 2: FLAT, 1: DULL}, "5h")
    round_.play(bot_policy(PAN, 1))
    assert chips(round_) == {"p1": -500, "p2": -600, "p3": 900}


def test_bots_beat_random_players() -> None:
    before = seated(4, chips=10**7)
    good, luck = bot_policy(PAN, 1), random_policy(1)
    state = before

    def mixed(view: View, question: Any) -> Any:
        return good(view, question) if question.who in ("p1", "p3") else luck(view, question)

    for round_ in rounds(PAN, mixed, 80, seed=2, state=state):
        assert round_.result is not None
        state = round_.result
    assert state.chips["p1"] + state.chips["p3"] > state.chips["p2"] + state.chips["p4"] + 10_000
