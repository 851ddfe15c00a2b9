"""Speed of the mathematics: counts of everything, rounds dealt at random, equities; each beside a peer."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench.figure import Figure, best

ROUNDS = 1 << 20
PAIRS = (("AsAh", "KsKh"), ("AsKd", "QhJh"), ("7c7d", "Ts9s"))


def figures() -> list[Figure]:
    """All of them."""
    return [*counts(), *dealt(), *equities(), two_cores()]


def seconds(work: Callable[[], object], turns: int = 3) -> float:
    """The least time that something takes, once it is compiled."""
    work()
    found = []
    for _ in range(turns):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def counts() -> list[Figure]:
    """Everything that can be dealt, counted: times a second beside the goal's seconds."""
    from housedealer import odds

    found = []
    for name, game, goal in (
        ("three-card poker, all 407,170,400 deals", "garlic-city/3-card-poker", 5.0),
        ("eight decks of baccarat, all side bets", "lucky-buck/commission-free-baccarat", 1.0),
    ):
        took = seconds(lambda game=game: odds.of(game))  # type: ignore[misc]
        found.append(Figure(name, f"{goal:g} s", 1 / took, 1 / goal, 1, "counts/s"))
    return found


def rate(game: str) -> float:
    """Rounds a second that one core deals at random."""
    from housedealer import rooms
    from housedealer.odds.setup import Setup
    from housedealer.odds.simulate import Lot, dealt_codes, sampler_of

    setup = Setup(rooms.find(game))
    sampler = sampler_of(setup)
    return ROUNDS / seconds(lambda: dealt_codes(sampler, Lot(setup, 1, 0, ROUNDS)))


def dealt() -> list[Figure]:
    """Rounds dealt at random. OpenSpiel's blackjack is the peer that pip installs; no other game has one."""
    million = 1e6
    peer = openspiel()
    return [
        Figure(
            "baccarat, rounds at random", "20 million", rate("lucky-buck/ez-baccarat"), 20 * million, 1, "/s"
        ),
        Figure(
            "blackjack, rounds at random", "5 million", rate("lucky-buck/pure-21-5"), 5 * million, 1, "/s"
        ),
        Figure("blackjack, rounds at random", "OpenSpiel", rate("lucky-buck/pure-21-5"), peer, 50, "/s"),
        Figure(
            "pai gow poker, house ways", "1 million", rate("lucky-buck/fortune-pai-gow"), million, 1, "/s"
        ),
    ]


def openspiel() -> float:
    """Blackjack rollouts a second through OpenSpiel from Python, with random legal actions.

    All cards left in its deck are alike likely, so that a place in the list of outcomes is enough.
    """
    import pyspiel

    game = pyspiel.load_game("blackjack")
    random = Random(1).random

    def run() -> int:
        for _ in range(2000):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(random() * len(actions))])
        return 2000

    return best(run)


def equities() -> list[Figure]:
    """Hold'em equities: random boards, and all of them."""
    import eval7

    from housedealer.odds import equity

    many = 1 << 21

    def ours() -> int:
        for pair in PAIRS:
            equity.of("garlic-city/texas-holdem", list(pair), rounds=many, workers=1)
        return many * len(PAIRS)

    def compiled() -> int:
        for one, other in PAIRS:
            hand = [eval7.Card(one[:2]), eval7.Card(one[2:])]
            eval7.py_hand_vs_range_monte_carlo(hand, eval7.HandRange(other), [], many)
        return many * len(PAIRS)

    ours()
    mine = best(ours)
    exact = seconds(lambda: equity.of("garlic-city/texas-holdem", list(PAIRS[0])))
    return [
        Figure("hold'em equity, random boards", "PokerKit", mine, pokerkit(), 500, "boards/s"),
        Figure("hold'em equity, random boards", "eval7, compiled", mine, best(compiled), 1, "boards/s"),
        Figure("two hands before the flop, exact", "0.3 s", 1 / exact, 1 / 0.3, 1, "counts/s"),
    ]


def pokerkit() -> float:
    """PokerKit's calculator on the same hands."""
    from pokerkit import Card, Deck, StandardHighHand, calculate_equities, parse_range

    many = 400

    def run() -> int:
        for one, other in PAIRS:
            hands: Any = (parse_range(one), parse_range(other))
            calculate_equities(
                hands, Card.parse(""), 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=many
            )
        return many * len(PAIRS)

    return best(run)


def two_cores() -> Figure:
    """The same rounds by two threads and by one."""
    from housedealer import odds

    def took(workers: int) -> float:
        return seconds(
            lambda: odds.of("lucky-buck/fortune-pai-gow", rounds=8 * ROUNDS, workers=workers, spot="wager"), 2
        )

    return Figure("two cores", "one core", 1 / took(2), 1 / took(1), 1.8, "runs/s")
