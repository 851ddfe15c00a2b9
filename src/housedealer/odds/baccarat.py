"""Baccarat over the whole shoe: every order of six cards, counted by what each card is worth.

Cards that count alike are alike to every wager of the game, so a shoe is ten numbers, and the million orders
of six values, each with its weight, are all rounds that the shoe can deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from housedealer.games.baccarat.two_hands import BANKER, PLAYER, TwoHands, line_outcomes, showdown
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Cell, Result, result
from housedealer.odds.chance import deal_first
from housedealer.odds.side_bets import side_bets
from housedealer.odds.simulate import Sampler, Traced
from housedealer.ranking.points import NO_STOP, POINTS, STOOD, banker_draws, player_draws

CODES = 400
"""Two totals, and whether each hand has three cards."""
REPRESENTATIVE = (44, 48, 0, 4, 8, 12, 16, 20, 24, 28)
"""A card of each value: a king, an ace, and two to nine."""
NOUGHT = 44


@kernel
def round_code(player: int, banker: int, player_cards: int, banker_cards: int) -> int:
    """The class of a finished round.

    >>> round_code(8, 7, 3, 2)
    187
    """
    return (player * 10 + banker) + 100 * (player_cards - 2) + 200 * (banker_cards - 2)


@kernel
def count_rounds(held: Any, stop: int, found: Any) -> int:
    """Count the orders of six cards of a shoe by the class of round that they deal; gives their number.

    `held` is how many cards of each value the shoe has; it is as it was afterwards.
    """
    left = 0
    for many in held:
        left += many
    whole = 0
    for one in range(10):
        w1 = held[one]
        held[one] -= 1
        for two in range(10):
            w2 = w1 * held[two]
            held[two] -= 1
            for three in range(10):
                w3 = w2 * held[three]
                held[three] -= 1
                for four in range(10):
                    w4 = w3 * held[four]
                    if w4 > 0:
                        held[four] -= 1
                        whole += complete(
                            (one + three) % 10, (two + four) % 10, w4, left - 4, held, stop, found
                        )
                        held[four] += 1
                held[three] += 1
            held[two] += 1
        held[one] += 1
    return whole


@kernel
def complete(player: int, banker: int, weight: int, left: int, held: Any, stop: int, found: Any) -> int:
    """Both hands draw by the chart; every way that the fifth and sixth card may fall is counted."""
    if not player_draws(player, banker, stop):
        if not banker_draws(banker, player, STOOD, stop):
            found[round_code(player, banker, 2, 2)] += weight * left * (left - 1)
        else:
            for card in range(10):
                found[round_code(player, (banker + card) % 10, 2, 3)] += weight * held[card] * (left - 1)
        return weight * left * (left - 1)
    for third in range(10):
        many = weight * held[third]
        if many <= 0:
            continue
        total = (player + third) % 10
        if not banker_draws(banker, player, third, stop):
            found[round_code(total, banker, 3, 2)] += many * (left - 1)
            continue
        held[third] -= 1
        for card in range(10):
            found[round_code(total, (banker + card) % 10, 3, 3)] += many * held[card]
        held[third] += 1
    return weight * left * (left - 1)


def values(pieces: Mapping[int, int]) -> list[int]:
    """How many cards of each value a shoe has."""
    held = [0] * 10
    for piece, many in pieces.items():
        held[POINTS[piece]] += many
    return held


def cells(game: TwoHands, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of round that the shoe can deal, with what each wager comes to in it."""
    import numpy as np

    found = np.zeros(CODES, dtype=np.int64)
    stop = game.natural if game.natural_stops == "yes" else NO_STOP
    fast(count_rounds)(np.array(values(pieces), dtype=np.int64), stop, found)
    for code in np.flatnonzero(found).tolist():
        yield Cell(int(found[code]), results(game, code))


def hand(total: int, many: int) -> tuple[int, ...]:
    """A hand of so many cards with this total."""
    return (REPRESENTATIVE[total], *([NOUGHT] * (many - 1)))


def results(game: TwoHands, code: int) -> dict[str, Result]:
    """What each wager comes to in a class of round: asked of the script's own functions."""
    player, banker = code % 100 // 10, code % 10
    player_cards, banker_cards = 2 + code // 100 % 2, 2 + code // 200
    won, because = showdown(game, hand(player, player_cards), hand(banker, banker_cards))
    to_player, to_banker = line_outcomes(game, won, player, banker)
    facts = {PLAYER: player, BANKER: banker, "player-cards": player_cards, "banker-cards": banker_cards}
    return {
        PLAYER: result(because[0], to_player),
        BANKER: result(because[0], to_banker),
        **side_bets(game, facts),
    }


@kernel
def dealt_code(order: Any, stop: int) -> int:
    """The class of the round that the first pieces of an order deal, in the order of the deal."""
    player = (POINTS[order[0]] + POINTS[order[2]]) % 10
    banker = (POINTS[order[1]] + POINTS[order[3]]) % 10
    at, third, player_two = 4, STOOD, player
    if player_draws(player, banker, stop):
        third = POINTS[order[4]]
        player = (player + third) % 10
        at = 5
    if not banker_draws(banker, player_two, third, stop):
        return round_code(player, banker, at - 2, 2)
    return round_code(player, (banker + POINTS[order[at]]) % 10, at - 2, 3)


@kernel
def deal_rounds(order: Any, stop: int, state: Any, codes: Any) -> None:
    """Deal rounds from freshly shuffled shoes; every seat meets the same two hands."""
    for number in range(len(codes)):
        deal_first(order, 6, state)
        code = dealt_code(order, stop)
        for seat in range(codes.shape[1]):
            codes[number, seat] = code


def sampler(game: TwoHands, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random."""
    import numpy as np

    stop = game.natural if game.natural_stops == "yes" else NO_STOP
    shoe = [piece for piece, many in sorted(pieces.items()) for _ in range(many)]

    def deal(state: Any, codes: Any) -> None:
        fast(deal_rounds)(np.array(shoe, dtype=np.int64), stop, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        code = fast(dealt_code)(np.array(order[:6], dtype=np.int64), stop)
        return Traced([code] * seats, [()] * seats)

    return Sampler(CODES, deal, lambda code: results(game, code), retrace)
