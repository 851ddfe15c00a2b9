"""Pan nine over the whole shoe, both sides playing as well as they can against each other.

A bettor sees his three cards and stands or draws one; the player-dealer, on the sums where he may choose,
sees his own three and whether the bettor drew (and which card, where it comes face up). What one wins the
other loses, so there is one worth of the game: the strategies here are each the best answer to the other, in
whole numbers, and then no other pair of strategies is worth anything else. Hands are told apart by what their
cards count, not by their sum alone: each knows which cards his hand takes from the shoe.

The player-dealer has one bettor before him. With several, he weighs what a card would do against each of
them, every wager alike; he then knows less of each, and the bettors lose less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Any

from housedealer import rooms
from housedealer.games.action import pointed_seat
from housedealer.games.baccarat.pan_nine import (
    CARDS,
    COUNTER,
    DRAW,
    MAY_DRAW,
    MUST_DRAW,
    OUTCOMES,
    RESULTS,
    STAND,
    WAGER,
    PanNine,
    bank_choice,
    standing,
)
from housedealer.kernel import fast, kernel
from housedealer.odds.baccarat import values
from housedealer.odds.cells import Cell, Result, result
from housedealer.odds.chance import below, deal_first
from housedealer.odds.simulate import Sampler, Traced
from housedealer.odds.stored import Arrays
from housedealer.odds.strategy import Decision, Strategy, decision
from housedealer.ranking.points import POINTS
from housedealer.table.errors import Refused

CODES = 12
"""Three results, and whether each side drew."""
STOOD, SEEN = 0, 11
"""What the player-dealer sees of a bettor: that he stood, or one more than the value of the card he drew."""
ANSWERS = 60
"""Best answers to best answers that are tried before a deck is given up."""
FINE = 10**12
"""What is won by drawing is weighed in such parts of a wager."""


@kernel
def code_of(mine: int, bank: int, drew: int, bank_drew: int) -> int:
    """The class of a finished round, by the two sums and who drew.

    >>> code_of(9, 8, 0, 0), code_of(3, 8, 1, 0), code_of(3, 3, 1, 1)
    (2, 3, 10)
    """
    return standing(mine, bank) + 1 + 3 * drew + 6 * bank_drew


@kernel
def count_all(hands: Any, held: Any, found: Any) -> None:
    """For every two hands, what comes of the cards that either may draw.

    `found` counts by hand, hand of the player-dealer, what he sees, whether he draws, and result, always the
    ways to take two more cards from what is left.
    """
    left = -2 * CARDS
    for many in held:
        left += many
    rest = held.copy()
    for mine in range(len(hands)):
        for card in hands[mine]:
            rest[card] -= 1
        sum_mine = hands[mine].sum() % 10
        for bank in range(len(hands)):
            for card in hands[bank]:
                rest[card] -= 1
            sum_bank = hands[bank].sum() % 10
            here = found[mine, bank]
            here[STOOD, 0, standing(sum_mine, sum_bank) + 1] += left * (left - 1)
            for first in range(10):
                one = rest[first]
                if one > 0:
                    drawn, banks = (sum_mine + first) % 10, (sum_bank + first) % 10
                    here[STOOD, 1, standing(sum_mine, banks) + 1] += one * (left - 1)
                    here[first + 1, 0, standing(drawn, sum_bank) + 1] += one * (left - 1)
                    for second in range(10):
                        two = rest[second] - (first == second)
                        if two > 0:
                            banks = (sum_bank + second) % 10
                            here[first + 1, 1, standing(drawn, banks) + 1] += one * two
            for card in hands[bank]:
                rest[card] += 1
        for card in hands[mine]:
            rest[card] += 1


def ways(hands: Sequence[Sequence[int]], held: Sequence[int]) -> Any:
    """How often each two hands come from the shoe, as unbounded integers."""
    import numpy as np

    found = np.zeros((len(hands), len(hands)), dtype=object)
    for mine, one in enumerate(hands):
        for bank, two in enumerate(hands):
            many = 1
            for value in range(10):
                first, second = one.count(value), two.count(value)
                many *= comb(held[value], first) * comb(max(held[value] - first, 0), second)
            found[mine, bank] = many
    return found


@dataclass(frozen=True, slots=True)
class Solution:
    """Two strategies, each the best against the other.

    `draws` says for each hand of a bettor whether it draws, `bank_draws` the same for each hand of the
    player-dealer and each thing he may see. `gain` is what drawing wins him, in fine parts of a wager.
    """

    hands: Sequence[tuple[int, ...]]
    ways: Any
    came: Any
    draws: Any
    bank_draws: Any
    gain: Any


def solved(game: PanNine, pieces: Mapping[int, int]) -> Solution:
    """The game solved: best answers to best answers until neither side has a better one."""
    import numpy as np

    held = values(pieces)
    hands = list(combinations_with_replacement([value for value in range(10) if held[value]], CARDS))
    came = np.zeros((len(hands), len(hands), SEEN, 2, 3), dtype=np.int64)
    fast(count_all)(np.array(hands, dtype=np.int64), np.array(held, dtype=np.int64), came)
    often = ways(hands, held)
    worth = (came[..., 2] - came[..., 0]).astype(object) * often[:, :, None, None]
    weight = came.sum(axis=4)[..., 0].astype(object) * often[:, :, None]
    if game.drawn_card == "face-down":  # then all cards drawn look alike
        worth[:, :, 1:] = worth[:, :, 1:].sum(axis=2)[:, :, None]
        weight[:, :, 1:] = weight[:, :, 1:].sum(axis=2)[:, :, None]
    may = [bank_choice(sum(hand) % 10, game.bank_draws, game.bank_stands) for hand in hands]
    told = slice(1, SEEN) if game.drawn_card == "face-up" else slice(1, 2)
    draws = np.array([sum(hand) % 10 <= game.bank_stands - 2 for hand in hands])
    for _ in range(ANSWERS):
        sees = _sees(worth, draws)
        bank = sees[:, :, 1] < sees[:, :, 0]
        for at, choice in enumerate(may):
            if choice != MAY_DRAW:
                bank[at] = choice == MUST_DRAW
        met = np.where(bank[None], worth[..., 1], worth[..., 0])
        stays, takes = met[:, :, STOOD].sum(axis=1), met[:, :, told].sum(axis=(1, 2))
        better = takes > stays
        if (better == draws).all():
            gain = _gain(sees, _sees(weight, draws))
            return Solution(hands, often, came, draws, bank, gain)
        draws = better
    raise Refused(
        "With these cards neither side has one best way to play: it would have to leave it to chance."
    )


def _sees(worth: Any, draws: Any) -> Any:
    """What is summed over all hands of a bettor who draws so, by what the player-dealer sees."""
    found = worth[draws].sum(axis=0)
    found[:, STOOD] = worth[~draws].sum(axis=0)[:, STOOD]
    return found


def _gain(sees: Any, weight: Any) -> Any:
    """What drawing wins the player-dealer, by his hand and what he sees, in whole fine parts of a wager."""
    import numpy as np

    found = np.zeros(weight.shape, dtype=np.int64)
    for at in np.ndindex(*weight.shape):
        won = sees[at][0] - sees[at][1]
        if weight[at]:
            share = abs(won) * FINE // weight[at]
            found[at] = 0 if won == 0 else max(int(share), 1) * (1 if won > 0 else -1)
    return found


def cells(game: PanNine, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of round that the shoe can deal to one bettor, both sides playing as well as they can."""
    found = solved(game, pieces)
    whole = [0] * CODES
    for mine, draws in enumerate(found.draws.tolist()):
        for seen in range(1, SEEN) if draws else (STOOD,):
            for bank, bank_draws in enumerate(found.bank_draws[:, seen].tolist()):
                came = found.came[mine, bank, seen, int(bank_draws)].tolist()
                for which, many in enumerate(came):
                    whole[which + 3 * draws + 6 * bank_draws] += found.ways[mine, bank] * many
    for code, many in enumerate(whole):
        if many:
            yield Cell(many, results(code))


def results(code: int) -> dict[str, Result]:
    """What the wager comes to in a class of round."""
    came = code % 3 - 1
    return {WAGER: result(RESULTS[came], OUTCOMES[came])}


# -- rounds dealt at random --------------------------------------------------------------------------


@kernel
def stack_of(seat: int, pointed: int, places: int, last: int, every: bool) -> int:
    """The number of a seat's hand in the order of the deal, when seats 1 to `last` are in.

    Hands go counter-clockwise from the seat pointed at. A seat that is not in gets one too if `every` does,
    else only where the dice point at it.

    >>> [stack_of(seat, 3, 8, 4, True) for seat in (1, 2, 3, 4)]
    [2, 1, 0, 7]
    >>> [stack_of(seat, 3, 8, 4, False) for seat in (1, 2, 3, 4)]
    [2, 1, 0, 3]
    >>> [stack_of(seat, 7, 8, 4, False) for seat in (1, 2, 3, 4)]
    [4, 3, 2, 1]
    """
    if every:
        return (pointed - seat) % places
    if pointed > last:
        return last - seat + 1
    return (pointed - seat) % last


@kernel
def play_round(
    order: Any,
    pointed: int,
    places: int,
    every: bool,
    bank_draws: int,
    bank_stands: int,
    draws: Any,
    gain: Any,
    codes: Any,
) -> None:
    """The class of each seat's round that the first pieces of an order deal.

    `draws` says by the values of three cards whether a bettor draws, `gain` what the player-dealer wins by it
    against a bettor, by the values of his three and what he sees.
    """
    last = len(codes) + 1
    at = CARDS * (places if every else last + (pointed > last))
    own = order[CARDS * stack_of(1, pointed, places, last, every) :][:CARDS]
    bank = (POINTS[own[0]] + POINTS[own[1]] + POINTS[own[2]]) % 10
    by_drawing = 0
    for step in range(places):  # counter-clockwise from the action
        seat = (pointed - 1 - step) % places + 1
        if seat < 2 or seat > last:
            continue
        hand = order[CARDS * stack_of(seat, pointed, places, last, every) :][:CARDS]
        mine = (POINTS[hand[0]] + POINTS[hand[1]] + POINTS[hand[2]]) % 10
        seen = STOOD
        if draws[POINTS[hand[0]], POINTS[hand[1]], POINTS[hand[2]]]:
            seen = POINTS[order[at]] + 1
            mine = (mine + POINTS[order[at]]) % 10
            at += 1
        by_drawing += gain[POINTS[own[0]], POINTS[own[1]], POINTS[own[2]], seen]
        codes[seat - 2] = mine + 10 * (seen != STOOD)
    choice = bank_choice(bank, bank_draws, bank_stands)
    drew = 1 if choice == MUST_DRAW or (choice == MAY_DRAW and by_drawing > 0) else 0
    if drew:
        bank = (bank + POINTS[order[at]]) % 10
    for seat in range(len(codes)):
        codes[seat] = code_of(codes[seat] % 10, bank, codes[seat] // 10, drew)


@kernel
def deal_rounds(
    order: Any,
    places: int,
    next_is_one: bool,
    every: bool,
    bank_draws: int,
    bank_stands: int,
    draws: Any,
    gain: Any,
    state: Any,
    codes: Any,
) -> None:
    """Deal rounds from freshly shuffled shoes, with dice."""
    many = CARDS * places + codes.shape[1] + 1
    for number in range(len(codes)):
        deal_first(order, many, state)
        count = 3 + below(state, 6) + below(state, 6) + below(state, 6) + next_is_one
        pointed = pointed_seat(count, 1, places, COUNTER)
        play_round(order, pointed, places, every, bank_draws, bank_stands, draws, gain, codes[number])


def sampler(game: PanNine, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, both sides playing as well as they can."""
    import numpy as np

    found = solved(game, pieces)
    draws = np.zeros((10, 10, 10), dtype=np.bool_)
    gain = np.zeros((10, 10, 10, SEEN), dtype=np.int64)
    for at, hand in enumerate(found.hands):
        for one in permutations(hand):
            draws[one], gain[one] = found.draws[at], found.gain[at]
    shoe = [piece for piece, many in sorted(pieces.items()) for _ in range(many)]
    every, next_is_one = game.vacant_positions == "every", game.dice_count == "next-is-one"
    rules = (every, game.bank_draws, game.bank_stands, draws, gain)

    def deal(state: Any, codes: Any) -> None:
        order = np.array(shoe, dtype=np.int64)
        fast(deal_rounds)(order, game.seats, next_is_one, *rules, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        codes = np.zeros(seats, dtype=np.int32)
        pointed = pointed_seat(sum(dice) + next_is_one, 1, game.seats, COUNTER)
        fast(play_round)(np.array(order, dtype=np.int64), pointed, game.seats, *rules, codes)
        traced = codes.tolist()
        own = CARDS * stack_of(1, pointed, game.seats, seats + 1, every)
        bank = sum(POINTS[card] for card in order[own : own + CARDS]) % 10
        may = bank_choice(bank, game.bank_draws, game.bank_stands) == MAY_DRAW
        answers = [(DRAW if code // 3 % 2 else STAND,) for code in traced]
        return Traced(traced, answers, (DRAW if traced[0] // 6 else STAND,) if may else ())

    return Sampler(CODES, deal, results, retrace)


# -- hand by hand, as it is kept -----------------------------------------------------------------------

PARTS = 10**10
"""What a wager is divided into where worths are kept."""


def depends(game: PanNine, pieces: Mapping[int, int]) -> dict[str, Any]:
    """All that the decisions depend on."""
    return {
        "values": list(values(pieces)),
        "drawn-card": game.drawn_card,
        "bank-draws": game.bank_draws,
        "bank-stands": game.bank_stands,
    }


def by_hand(game: PanNine, pieces: Mapping[int, int]) -> Arrays:
    """What standing and drawing are worth to every hand, in parts of a wager.

    `bettor` by hand; `bank` by hand and what is seen, to the player-dealer, from one bettor's wager.
    """
    import numpy as np

    found = solved(game, pieces)
    came = found.came.astype(object) * found.ways[:, :, None, None, None]
    worth, weight = came[..., 2] - came[..., 0], came.sum(axis=4)[..., 0]
    hands = range(len(found.hands))
    bettor = np.zeros((len(found.hands), 2), dtype=np.int64)
    bank = np.zeros((len(found.hands), SEEN, 2), dtype=np.int64)
    answers = found.bank_draws.astype(int)
    for at in hands:
        for which, seen in enumerate(((STOOD,), tuple(range(1, SEEN)))):
            total = sum(worth[at, one, how, answers[one, how]] for one in hands for how in seen)
            many = sum(weight[at, one, how] for one in hands for how in seen)
            bettor[at, which] = total * PARTS // many
    told = game.drawn_card == "face-up"
    seen_worth, seen_weight = _sees(worth, found.draws), _sees(weight, found.draws)
    for at in hands:
        for one in range(SEEN):
            alike = [one] if told or one == STOOD else list(range(1, SEEN))
            many = sum(seen_weight[at, how] for how in alike)
            for which in range(2):
                total = sum(-seen_worth[at, how, which] for how in alike)
                bank[at, one, which] = total * PARTS // many if many else 0
    return {"hands": np.array(found.hands, dtype=np.int64), "bettor": bettor, "bank": bank}


def to_store() -> Iterator[tuple[str, dict[str, Any], Callable[[], Arrays]]]:
    """The decisions that are kept with the program: every such game under each reading of the cards drawn."""
    seen: list[dict[str, Any]] = []
    for game in rooms.games():
        if game.head.script == "baccarat.pan_nine":
            pieces = Counter(game.params.deck.pieces)
            for reading in game.rulings["drawn-card"].readings:
                ruled = game.ruled({"drawn-card": reading}).params
                what = depends(ruled, pieces)
                if what not in seen:
                    seen.append(what)
                    yield NAME, what, partial(by_hand, ruled, pieces)


NAME = "pan_nine"


# -- the strategy ------------------------------------------------------------------------------------


def strategy(game: PanNine, pieces: Mapping[int, int]) -> list[Strategy]:
    """When a bettor and when the player-dealer draws, by the sum of his cards and by what he sees.

    Hands of one sum hold different cards and so leave different ones: where they are played differently, a
    situation's share is less than 1.
    """
    found = solved(game, pieces)
    came = found.came.astype(object) * found.ways[:, :, None, None, None]
    worth, weight = came[..., 2] - came[..., 0], came.sum(axis=4)
    whole = int(weight[:, :, STOOD, 0].sum())
    bettor: dict[tuple[str, ...], list[int]] = {}
    bank: dict[tuple[str, ...], list[int]] = {}
    others = range(len(found.hands))
    answers = found.bank_draws.astype(int)
    for at, hand in enumerate(found.hands):
        held = bettor.setdefault((str(sum(hand) % 10),), [0, 0, 0, 0])
        many = int(weight[at, :, STOOD, 0].sum())
        held[0] += many
        held[1] += many * bool(found.draws[at])
        held[2] += sum(
            int(worth[at, one, seen, answers[one, seen]]) for one in others for seen in range(1, SEEN)
        )
        held[3] += sum(int(worth[at, one, STOOD, answers[one, STOOD]]) for one in others)
    seen_worth, seen_weight = _sees(worth, found.draws), _sees(weight, found.draws)
    for at, hand in enumerate(found.hands):
        for seen in range(SEEN):
            if many := int(seen_weight[at, seen, 0]):
                card = f"drew {seen - 1}" if game.drawn_card == "face-up" else "drew"
                word = "stood" if seen == STOOD else card
                held = bank.setdefault((str(sum(hand) % 10), word), [0, 0, 0, 0])
                held[0] += many
                held[1] += many * bool(found.bank_draws[at, seen])
                held[2] -= int(seen_worth[at, seen, 1])
                held[3] -= int(seen_worth[at, seen, 0])
    draws, stands = game.bank_draws, game.bank_stands
    note = f"The player-dealer must draw with {draws} or less and stand with {stands} or more."
    choices = (DRAW, STAND)
    return [
        Strategy("bettor", ("sum",), choices, _decisions(bettor, whole)),
        Strategy("player-dealer", ("sum", "bettor"), choices, _decisions(bank, whole), note),
    ]


def _decisions(counts: Mapping[tuple[str, ...], list[int]], whole: int) -> list[Decision]:
    return [decision(at, (DRAW, STAND), counts[at], 1, whole) for at in sorted(counts)]
