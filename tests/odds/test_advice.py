"""The best answer at a table: the solved strategy's own, at its own worth, and nothing is compiled for it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from housedealer import rooms
from housedealer.games.blackjack.strategy import charts as bots_charts
from housedealer.games.poker_vs_dealer.caribbean import CHARTS
from housedealer.games.poker_vs_dealer.three_card import ACES
from housedealer.kernel import fast
from housedealer.odds import caribbean, pan_nine, strategy, ultimate
from housedealer.odds.advice import ADAPTERS, Advice, Spot, spot, told, told_after, worked_out
from housedealer.odds.three_card import SHOWDOWNS, SIX_ROWS, against_all, all_sets, worths
from housedealer.pieces.cards import cards
from housedealer.ranking import three_card as three
from housedealer.ranking.points import POINTS
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.questions import Question
from housedealer.table.round import deal
from housedealer.table.view import View

SOLVED = [game for game in rooms.games() if game.head.script in ADAPTERS]


def asked(game: Game, seeds: range) -> Iterator[tuple[View, Question, Spot]]:
    """Every question of some rounds that bots play for which there is advice."""
    assert game.play.bot is not None
    for seed in seeds:
        round_, rng = deal(game, seed), Random(seed)
        while round_.question is not None:
            at, question = round_.open()[0]
            view = View(round_.table, question.who, rng)
            found = spot(game, view, question)
            if found is not None:
                yield view, question, found
            answer = game.play.bot(view, question)
            try:
                round_.answer(answer, at=at)
            except Refused:
                round_.answer(question.default, at=at)


@pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.id)
def test_what_is_advised_may_be_answered(game: Game) -> None:
    """In every game's rounds: the best answer is legal, no other is worth more, and the stake is known."""
    advised = 0
    for _, question, found in asked(game, range(30)):
        hint = worked_out(found)
        if hint is None:
            continue
        advised += 1
        assert question.check(hint.answer) == hint.answer
        for answer in hint.worth:
            cost = hint.cost(answer)
            assert cost is not None
            assert cost >= 0
        if hint.share == 1 and hint.worth:
            assert hint.worth[hint.answer] == max(hint.worth.values())
        assert found.stake > 0 or hint.by != "solved"
        assert told(hint, found, str(hint.answer)).startswith("Best is: ")
    assert advised > 10


def test_nothing_is_compiled() -> None:
    """With the compiler out of reach, everything that can be advised still is."""
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from tests.odds.test_advice import SOLVED, asked, worked_out\n"
        "for game in SOLVED:\n"
        "    for _, _, found in asked(game, range(4)):\n"
        "        worked_out(found)\n"
        "print('advised')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.stdout == "advised\n", done.stderr


def worked(game: str, facts: tuple[Any, ...], options: tuple[str, ...]) -> Advice:
    found = rooms.game(game)
    hint = worked_out(Spot(found.head.script, found.params, facts, options))
    assert hint is not None
    return hint


@pytest.mark.parametrize("name", ("garlic-city/3-card-poker", "aviator/three-card-poker-6-card-bonus"))
def test_three_card_poker_as_the_kernel_counts_it(name: str) -> None:
    import numpy as np

    game = rooms.game(name).params
    pays, fold = worths(game)
    rng = Random(7)
    for _ in range(40):
        hand = sorted(rng.sample(range(52), 3))
        up = -1 if game.up_card == "none" else rng.choice([one for one in range(52) if one not in hand])
        hint = worked(name, (tuple(hand), up), ("play", "fold"))
        ace_low = ACES[game.ace_two_three]
        row = np.array(pays[three.class_of(three.rank(hand, ace_low))], dtype=np.int64)
        always = game.ante_when_not_qualified == "pays"
        played = np.zeros(SHOWDOWNS * SIX_ROWS, dtype=np.int64)
        left, sets = np.ones(52, dtype=np.int64), all_sets(ace_low)
        plays = fast(against_all)(np.array(hand), up, left, *sets, False, always, row, fold, played)
        assert (hint.answer == "play") == bool(plays)
        total = (played.reshape(SHOWDOWNS, SIX_ROWS).sum(axis=1) * row).sum()
        assert hint.worth["play"] == pytest.approx(total / (-fold * played.sum()), abs=1e-12)


def test_three_card_poker_by_the_chart() -> None:
    [chart] = strategy.of("garlic-city/3-card-poker")
    for hand in ("Qs 6d 4c", "Qs 6d 3c", "Js Td 8c"):
        hint = worked("garlic-city/3-card-poker", (cards(hand), -1), ("play", "fold"))
        kind = {"Qs 6d 4c": "Q-6-4", "Qs 6d 3c": "Q-6-3", "Js Td 8c": "jack high"}[hand]
        assert hint.answer == chart.at(kind).best


def test_caribbean_stud_by_hand() -> None:
    game = rooms.game(caribbean.GAME).params
    rng, sure = Random(3), 0
    hands = [cards(one) for one in ("Ac Kd 7h 5s 2c", "Ah Ks Jd 8c 3h", "2c 2d 5h 9s Jc", "Ac Qd 9h 5s 2c")]
    for hand in hands:
        for up in rng.sample([card for card in range(52) if card not in hand], 4):
            hint = worked(caribbean.GAME, (tuple(hand), up), ("bet", "fold"))
            if hint.share == 1:
                sure += 1
                assert hint.answer == caribbean.advise(game, hand, up).best
    assert sure > 10


def test_ultimate_holdem_by_hand() -> None:
    game = rooms.game(ultimate.GAME)
    rng, flops, worthy = Random(11), 0, 0
    before = ultimate.strategy(game.params, Counter(game.params.deck.pieces))[0]
    for _ in range(60):
        seven = rng.sample(range(52), 7)
        hole, flop, board = tuple(seven[:2]), tuple(seven[2:5]), tuple(seven[2:])
        first = worked(ultimate.GAME, (hole, ()), ("4x", "3x", "check"))
        assert first.worth in [
            pytest.approx(one.worth) for one in before.decisions if one.best == first.answer
        ]
        if first.answer == "check" and flops < 12:
            flops += 1
            second = worked(ultimate.GAME, (hole, flop), ("2x", "check"))
            assert second.answer == ultimate.advise(game.params, hole, flop).best
            worthy += bool(second.worth)
        if flops < 12:
            last = worked(ultimate.GAME, (hole, board), ("1x", "fold"))
            exact = ultimate.advise(game.params, hole, board)
            assert last.answer == exact.best
            assert dict(last.worth) == pytest.approx(dict(exact.worth), abs=1e-12)
    assert flops == 12
    assert worthy > 6


@pytest.mark.parametrize("reading", ("face-down", "face-up"))
def test_pan_nine_is_kept_as_it_is_solved(reading: str) -> None:
    game = rooms.game("garlic-city/super-pan-nine").ruled({"drawn-card": reading})
    pieces = Counter(game.params.deck.pieces)
    found = pan_nine.solved(game.params, pieces)
    for at, hand in enumerate(found.hands):
        hint = worked_out(Spot(game.head.script, game.params, (tuple(hand), None), ("stand", "draw")))
        assert hint is not None
        assert (hint.answer == "draw") == bool(found.draws[at])
        if 4 <= sum(hand) % 10 <= 6:
            for seen in range(11):
                bank = worked_out(Spot(game.head.script, game.params, (tuple(hand), seen), ("stand", "draw")))
                assert bank is not None
                if abs(found.gain[at, seen]) > 1000:
                    assert (bank.answer == "draw") == bool(found.bank_draws[at, seen]), (hand, seen)
    [bettor, _] = pan_nine.strategy(game.params, pieces)
    assert {one.situation[0] for one in bettor.decisions if one.best == "draw"} == {
        str(sum(hand) % 10) for at, hand in enumerate(found.hands) if found.draws[at]
    }
    assert POINTS[0] == 2


@pytest.mark.parametrize("script", ("no-bust", "pure", "x"))
def test_blackjack_bots_play_what_is_advised(script: str) -> None:
    """The bots' charts were written from the same counts."""
    assert script in bots_charts()
    game = next(one for one in SOLVED if one.head.script == f"blackjack.{script.replace('-', '_')}")
    assert game.play.bot is not None
    alike = 0
    for view, question, found in asked(game, range(80)):
        hint = worked_out(found)
        if hint is not None and question.name == "act":
            alike += 1
            assert game.play.bot(view, question) == hint.answer, (found.facts, question)
    assert alike > 100


@pytest.mark.parametrize(
    "name",
    (
        "garlic-city/3-card-poker",
        "garlic-city/three-card-poker-6-card-bonus",
        "garlic-city/super-pan-nine",
        caribbean.GAME,
        ultimate.GAME,
    ),
)
def test_bots_play_the_solved_strategy(name: str) -> None:
    """What a bot answers is best, or costs next to nothing where one cut cannot be right for every hand."""
    game = rooms.game(name)
    assert game.play.bot is not None
    alike, lost = 0, 0.0
    for view, question, found in asked(game, range(120)):
        hint = worked_out(found)
        if hint is None or hint.share < 1:
            continue
        alike += 1
        answer = game.play.bot(view, question)
        cost = hint.cost(answer)
        if cost is not None:
            lost += cost
            assert cost < 0.25, (found, hint, answer)
    assert alike > 50
    assert lost / alike < 0.002


def test_the_bots_chart_of_caribbean_stud() -> None:
    assert CHARTS.read_text(encoding="utf-8") == caribbean.bots_chart()


def test_a_mistake_in_words() -> None:
    hint = Advice("bet", {"bet": -0.5, "fold": -1.0}, "A-K-7-5-2 against seven", 0.75)
    at = Spot("", None, (), ("bet", "fold"), 1000)
    assert told_after(hint, at, "fold", "fold", "bet") == (
        "With 75% of hands like A-K-7-5-2 against seven, bet is better:"
        " on average fold costs 0.500 of the first wager ($5)."
    )
    assert told(Advice("x", by="the house way"), at, "2+5") == "Best is: 2+5, the house way."
