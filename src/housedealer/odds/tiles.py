"""Pai gow tiles over all deals: every hand set the house way against every hand of the player-dealer.

There are 35,960 hands of four tiles, and each is set once; of the pairs of hands, those count that share no
tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from housedealer.games.action import pointed_seat
from housedealer.games.pai_gow.tile_house_way import high_of, house_way, low_of, places
from housedealer.games.pai_gow.tiles import OUTCOMES, RESULTS, WAGER, PaiGowTiles
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Cell, Result, result
from housedealer.odds.chance import below, deal_first
from housedealer.odds.simulate import Sampler, Traced
from housedealer.ranking.tiles import settled


@kernel
def set_all(hands: Any, chart: Any, gee_joon: int, high: Any, low: Any, mask: Any) -> None:
    """Set every hand the house way; its tiles as a set of bits."""
    for at in range(len(hands)):
        hand = hands[at]
        way = house_way(hand, chart, gee_joon)
        high[at] = high_of(hand, way, gee_joon)
        low[at] = low_of(hand, way, gee_joon)
        held = 0
        for tile in hand:
            held |= 1 << tile
        mask[at] = held


@kernel
def meet_all(high: Any, low: Any, mask: Any, found: Any) -> None:
    """Count all pairs of hands without a tile in common by the first hand's result: lost, push, won."""
    for mine in range(len(mask)):
        for banks in range(len(mask)):
            if mask[mine] & mask[banks] == 0:
                found[settled(high[mine], low[mine], high[banks], low[banks]) + 1] += 1


def cells(game: PaiGowTiles, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of deal, with the bettor and the player-dealer both set the house way."""
    import numpy as np

    tiles = sorted(tile for tile, many in pieces.items() if many)
    hands = np.array(list(combinations(tiles, 4)), dtype=np.int64)
    high, low, mask = (np.zeros(len(hands), dtype=np.int64) for _ in range(3))
    fast(set_all)(hands, np.array(game.chart), game.lone, high, low, mask)
    found = np.zeros(3, dtype=np.int64)
    fast(meet_all)(high, low, mask, found)
    for code, many in enumerate(found.tolist()):
        yield Cell(many, results(code))


def results(code: int) -> dict[str, Result]:
    """What the wager comes to in a class of round: lost, push, won."""
    return {WAGER: result(RESULTS[code - 1], OUTCOMES[code - 1])}


@kernel
def stack_of(seat: int, pointed: int, last: int) -> int:
    """Whose tiles a seat gets: the number of its stack, when seats 1 to `last` are in and seat 1 is the bank.

    Stacks go counter-clockwise from the seat pointed at, or from the next that is in; the bank's comes
    first when it is pointed at itself, and the others then follow from the last seat.

    >>> [stack_of(seat, 3, 4) for seat in (1, 2, 3, 4)], [stack_of(seat, 1, 3) for seat in (1, 2, 3)]
    ([2, 1, 0, 3], [0, 2, 1])
    >>> [stack_of(seat, 7, 3) for seat in (1, 2, 3)]
    [1, 0, 2]
    """
    if pointed == 1:
        return 0 if seat == 1 else last - seat + 1
    first = pointed if pointed <= last else 2
    return (first - seat) % last


@kernel
def play_round(order: Any, pointed: int, chart: Any, gee_joon: int, codes: Any) -> None:
    """The class of each seat's round that the first tiles of an order deal, every hand set the house way."""
    last = len(codes) + 1
    bank = order[4 * stack_of(1, pointed, last) :][:4]
    way = house_way(bank, chart, gee_joon)
    high, low = high_of(bank, way, gee_joon), low_of(bank, way, gee_joon)
    for seat in range(2, last + 1):
        hand = order[4 * stack_of(seat, pointed, last) :][:4]
        way = house_way(hand, chart, gee_joon)
        mine = high_of(hand, way, gee_joon), low_of(hand, way, gee_joon)
        codes[seat - 2] = settled(mine[0], mine[1], high, low) + 1


@kernel
def deal_rounds(order: Any, places: int, chart: Any, gee_joon: int, state: Any, codes: Any) -> None:
    """Deal rounds from freshly shuffled sets, with dice."""
    many = 4 * (codes.shape[1] + 1)
    for number in range(len(codes)):
        deal_first(order, many, state)
        thrown = 3 + below(state, 6) + below(state, 6) + below(state, 6)
        play_round(order, pointed_seat(thrown, 1, places, 1), chart, gee_joon, codes[number])


def sampler(game: PaiGowTiles, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, with the bettor and the player-dealer both set the house way."""
    import numpy as np

    tiles = sorted(tile for tile, many in pieces.items() if many)
    chart = np.array(game.chart)

    def deal(state: Any, codes: Any) -> None:
        order = np.array(tiles, dtype=np.int64)
        fast(deal_rounds)(order, game.seats, chart, game.lone, state, codes)

    def setting(four: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        return places(four, house_way(four, game.chart, game.lone), game.lone)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        codes = np.zeros(seats, dtype=np.int32)
        pointed = pointed_seat(sum(dice), 1, game.seats)
        fast(play_round)(np.array(order, dtype=np.int64), pointed, chart, game.lone, codes)
        stacks = [stack_of(seat, pointed, seats + 1) for seat in range(1, seats + 2)]
        bank, *others = (setting(order[4 * stack : 4 * stack + 4]) for stack in stacks)
        return Traced(codes.tolist(), [(one,) for one in others], (bank,))

    return Sampler(3, deal, results, retrace)
