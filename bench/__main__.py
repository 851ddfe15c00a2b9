"""Measures what the project promises of its speed, each figure beside its peer on one core.

    scripts/bench            a table
    scripts/bench --json     [{"name", "peer", "ours", "theirs", "ratio", "goal"}]
    scripts/bench --floor    the house under load instead (bench.floor; --help after it says more)

Peers are measured in the same run, in turns with ours, by processor time, and the best of several turns
counts for both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench.figure import Figure, best, both

HANDS = 200
"""How many hands both sides play in a turn."""


def evaluation() -> Figure:
    """Seven-card evaluation of random hands in a batch, beside eval7 called from Python."""
    import eval7
    import numpy as np

    from housedealer.ranking.batch import high_many

    rng = np.random.default_rng(1)
    hands = np.argsort(rng.random((200_000, 52)), axis=1)[:, :7].astype(np.uint8)
    deck = [eval7.Card("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in range(52)]
    theirs = [[deck[card] for card in hand] for hand in hands[:50_000].tolist()]
    high_many(hands)

    def ours() -> int:
        high_many(hands)
        return len(hands)

    def peer() -> int:
        for hand in theirs:
            eval7.evaluate(hand)
        return len(theirs)

    return Figure("7-card evaluation, batch", "eval7 from Python", *both(ours, peer), 12, "hands/s")


def our_hands(script: str, limit_name: str, rules: dict[str, Any]) -> Callable[[], int]:
    """A run of six-handed hands through our live script with random legal answers."""
    import importlib

    import msgspec

    from housedealer.pieces.supply import SeededSupply
    from housedealer.table.game import Game, Head, Stakes, State
    from housedealer.table.round import Round
    from housedealer.table.structure import parse_limit

    module = importlib.import_module(f"housedealer.games.poker.{script}")
    play = getattr(module, script).play
    fields = {"seats": 6, "deck": {"kind": "standard"}, "structures": ["limit", "no-limit"]}
    params = msgspec.convert({**fields, **rules}, play.params)
    limit = parse_limit(limit_name, params.forced)
    head = Head("bench", script, "", (0, 0), "")
    game = Game("bench/game", "bench", head, play, params, (), {}, {}, {}, "")
    stakes = Stakes("", limit_name, (), limit)
    names = {seat: f"p{seat}" for seat in range(1, 7)}
    deck = tuple(range(52))
    numbers = iter(range(10**9))

    def run() -> int:
        rng = Random(1)
        for _ in range(HANDS):
            number = next(numbers)
            chips = dict.fromkeys(names.values(), 20_000)
            state = State(seats=names, chips=chips, places=6, button=number % 6 + 1)
            round_ = Round(game, stakes, state, SeededSupply(deck, number))
            while (question := round_.question) is not None:
                round_.answer(question.random(rng))
        return HANDS

    return run


def their_hands(make: Callable[[], Any]) -> Callable[[], int]:
    """The same through PokerKit, with random legal actions of the same kinds."""

    def run() -> int:
        rng = Random(1)
        for _ in range(HANDS):
            play_pokerkit(make(), rng)
        return HANDS

    return run


def play_pokerkit(state: Any, rng: Random) -> None:
    """Play one PokerKit hand to its end as ours is played (see `Bet.random` and `Pick.random`).

    Both ask for the same random numbers at the same decisions: no-limit hands are the same to the last one,
    and at fixed limits, where PokerKit has a raise more over a blind, a hand has as many.

    One in five folds a bet and one in five bets or raises, so that hands see their later streets and a
    showdown now and then. With more folding both sides do less for a hand and PokerKit gains most.
    """
    while state.status:
        if state.can_post_bring_in():
            if rng.random() < 0.5:
                state.post_bring_in()
            else:
                state.complete_bet_or_raise_to()
        elif state.can_stand_pat_or_discard():
            cards = list(state.get_down_cards(state.stand_patter_or_discarder_index))
            chosen = int(rng.random() * (1 << len(cards)))
            state.stand_pat_or_discard([card for at, card in enumerate(cards) if chosen >> at & 1])
        elif state.actor_index is not None:
            roll = rng.random()
            if roll < 0.2 and state.can_fold():
                state.fold()
            elif roll > 0.8 and state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                most = high - low + 1
                state.complete_bet_or_raise_to(low + int(rng.random() * most) if most > 1 else low)
            else:
                state.check_or_call()
        else:
            raise AssertionError("PokerKit waits for something that the bench does not give it")


def poker() -> list[Figure]:
    """Six-handed hands a second, beside PokerKit on the same structures."""
    from pokerkit import (
        Automation,
        FixedLimitDeuceToSevenLowballTripleDraw,
        FixedLimitSevenCardStud,
        FixedLimitTexasHoldem,
        NoLimitTexasHoldem,
        RegularLowHand,
    )
    from pokerkit.games import DeuceToSevenLowballMixin, FixedLimitPokerMixin, SingleDraw

    class Lowball(FixedLimitPokerMixin, DeuceToSevenLowballMixin, SingleDraw):  # type: ignore[misc]
        """Lowball as card rooms play it, of PokerKit's parts: five cards, one draw, ace to five."""

        hand_types = (RegularLowHand,)

    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.RUNOUT_COUNT_SELECTION,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    stacks = (200,) * 6

    def no_limit() -> Any:
        return NoLimitTexasHoldem.create_state(automations, False, 0, (1, 2), 2, stacks, 6)

    def limit() -> Any:
        return FixedLimitTexasHoldem.create_state(automations, False, 0, (2, 4), 4, 8, stacks, 6)

    def stud() -> Any:
        return FixedLimitSevenCardStud.create_state(automations, False, 1, 1, 4, 8, stacks, 6)

    def lowball() -> Any:
        return Lowball(automations, False, 0, (2, 4), 4)(stacks, 6)

    def draw() -> Any:
        create = FixedLimitDeuceToSevenLowballTripleDraw.create_state
        return create(automations, False, 0, (2, 4), 4, 8, stacks, 6)

    capped = {"heads-up-uncapped": "no"}  # PokerKit caps the raises of two players too
    triple = {"hands": "deuce-to-seven", "draws": 3, "big-from": 2}
    cases: list[tuple[str, str, str, dict[str, Any], Callable[[], Any], float]] = [
        ("no-limit hold'em, six-handed", "flop", "no-limit 1-2", {}, no_limit, 25),
        ("limit hold'em, six-handed", "flop", "4/8", capped, limit, 25),
        ("limit seven-card stud, six-handed", "stud", "4/8", {"forced": "ante", **capped}, stud, 12),
        ("limit lowball, six-handed", "draw", "4/4", capped, lowball, 12),
        ("limit 2-7 triple draw, six-handed", "draw", "4/8", {**triple, **capped}, draw, 12),
    ]
    return [
        Figure(name, "PokerKit", *both(our_hands(script, limit, found), their_hands(make)), goal, "hands/s")
        for name, script, limit, found, make, goal in cases
    ]


def replay() -> Figure:
    """Replay of a banked round from its log, in microseconds a decision; the peer is the goal itself."""
    from housedealer.rooms import game
    from housedealer.table.log import again, record
    from housedealer.table.round import deal, random_policy

    banked = game("garlic-city/3-card-poker")
    log = record(deal(banked, seed=2, bettors=6).play(random_policy(3)))

    def run() -> int:
        for _ in range(50):
            again(log, banked)
        return 50 * len(log.entries)

    return Figure("replay of a banked round", "200 us a decision", best(run), 1e6 / 200, 1, "decisions/s")


def commands() -> list[Figure]:
    """Commands that compute nothing in bulk: answers a second, beside 0.4 s.

    The interpreter keeps what it has compiled, as it does for anything installed.
    """
    found = []
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for words in (["games"], ["sheet", "lucky-buck/ez-baccarat"], ["rule", "lucky-buck/pan", "force"]):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            command = [sys.executable, "-m", "housedealer", *words, "--json"]
            subprocess.run(command, check=True, capture_output=True, env=kept)
            times.append(time.perf_counter() - start)
        name = f"housedealer {' '.join(words)}"
        found.append(Figure(name, "0.4 s", 1 / min(times), 1 / 0.4, 1, "answers/s"))
    return found


def main() -> int:
    """Measure and print; the exit code says whether every goal is met."""
    if "--floor" in sys.argv:
        from bench.floor import main as of_floor

        return of_floor()
    from bench.odds import figures as of_odds

    figures = [evaluation(), *poker(), replay(), *commands(), *of_odds()]
    if "--json" in sys.argv:
        rows = [
            {
                "name": figure.name, "peer": figure.peer, "ours": round(figure.ours, 1),
                "theirs": round(figure.theirs, 1), "ratio": round(figure.ratio, 2), "goal": figure.goal,
            }
            for figure in figures
        ]  # fmt: skip
        print(json.dumps(rows, indent=1))
    else:
        print(f"{'what':<42}{'peer':<20}{'ours':>14}{'theirs':>14}{'ratio':>9}{'goal':>7}")
        for figure in figures:
            met = "" if figure.ratio >= figure.goal else "  below"
            print(
                f"{figure.name:<42}{figure.peer:<20}{figure.ours:>14,.0f}{figure.theirs:>14,.0f}"
                f"{figure.ratio:>9.1f}{figure.goal:>7.0f}{met}"
            )
    return 0 if all(figure.ratio >= figure.goal for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
