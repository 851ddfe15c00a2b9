"""The rankings against pokerkit's and eval7's: the same hands must come out in the same order."""

import itertools
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import eval7
import pokerkit
import pytest

from housedealer.pieces.cards import face
from housedealer.ranking.badugi import badugi, badugi_aces_high
from housedealer.ranking.high import high
from housedealer.ranking.low import ace_to_five, deuce_to_seven, eight_or_better
from housedealer.ranking.omaha import omaha_high, omaha_low
from housedealer.ranking.variants import SHORT_DECK_POKER, high_with


def written(hand: Sequence[int]) -> str:
    return "".join(map(face, hand))


def assert_same_order(values: list[int], theirs: list[Any], hands: list[list[int]]) -> None:
    """Sorted by our values, the peer's must be sorted too, and tie in the same places."""
    order = sorted(range(len(values)), key=values.__getitem__)
    for i, j in itertools.pairwise(order):
        assert (values[i] == values[j]) == (theirs[i] == theirs[j]), (written(hands[i]), written(hands[j]))
        assert not theirs[j] < theirs[i], (written(hands[i]), written(hands[j]))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_eval7_high(size: int) -> None:
    dice = Random(size)
    deck = [eval7.Card(face(card)) for card in range(52)]
    hands = [dice.sample(range(52), size) for _ in range(20_000)]
    theirs = [eval7.evaluate([deck[card] for card in hand]) for hand in hands]
    assert_same_order([high(hand) for hand in hands], theirs, hands)


GAMES: list[tuple[str, Callable[[Sequence[int]], int], type[pokerkit.Hand], range, int]] = [
    ("high", high, pokerkit.StandardHighHand, range(52), 7),
    ("high", high, pokerkit.StandardHighHand, range(52), 5),
    ("ace to five", ace_to_five, pokerkit.RegularLowHand, range(52), 7),
    ("ace to five", ace_to_five, pokerkit.RegularLowHand, range(20), 7),
    ("ace to five", ace_to_five, pokerkit.RegularLowHand, range(52), 5),
    ("deuce to seven", deuce_to_seven, pokerkit.StandardLowHand, range(52), 7),
    ("deuce to seven", deuce_to_seven, pokerkit.StandardLowHand, range(24), 6),
    ("deuce to seven", deuce_to_seven, pokerkit.StandardLowHand, range(52), 5),
    ("badugi", badugi, pokerkit.BadugiHand, range(52), 4),
    ("badugi", badugi, pokerkit.BadugiHand, range(52), 7),
    ("badugi, aces high", badugi_aces_high, pokerkit.StandardBadugiHand, range(52), 7),
    (
        "short deck",
        lambda hand: high_with(hand, SHORT_DECK_POKER),
        pokerkit.ShortDeckHoldemHand,
        range(16, 52),
        7,
    ),
]


@pytest.mark.parametrize(("name", "rank", "peer", "deck", "size"), GAMES)
def test_pokerkit(name: str, rank: Callable[[Sequence[int]], int], peer: Any, deck: range, size: int) -> None:
    dice = Random(size)
    hands = [dice.sample(deck, size) for _ in range(350)]
    theirs = [peer.from_game(written(hand)) for hand in hands]
    assert_same_order([rank(hand) for hand in hands], theirs, hands)


def test_pokerkit_eight_or_better() -> None:
    dice = Random(8)
    hands = [dice.sample([*range(32), *range(48, 52)], 7) for _ in range(350)]
    theirs = [pokerkit.EightOrBetterLowHand.from_game_or_none(written(hand)) for hand in hands]
    values = [eight_or_better(hand) for hand in hands]
    assert [value == 0 for value in values] == [hand is None for hand in theirs]
    lows = [k for k, value in enumerate(values) if value]
    assert 100 < len(lows) < 350
    assert_same_order([values[k] for k in lows], [theirs[k] for k in lows], [hands[k] for k in lows])


@pytest.mark.parametrize("size", [4, 5])
def test_pokerkit_omaha(size: int) -> None:
    dice = Random(size)
    hands = [dice.sample([*range(40), *range(48, 52)], size + 5) for _ in range(120)]
    holes = [(hand[:size], hand[size:]) for hand in hands]
    highs = [pokerkit.OmahaHoldemHand.from_game(written(hole), written(board)) for hole, board in holes]
    assert_same_order([omaha_high(hole, board) for hole, board in holes], highs, hands)
    lows = [
        pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(written(hole), written(board))
        for hole, board in holes
    ]
    values = [omaha_low(hole, board, 6) for hole, board in holes]
    assert [value == 0 for value in values] == [low is None for low in lows]
    some = [k for k, value in enumerate(values) if value]
    assert_same_order([values[k] for k in some], [lows[k] for k in some], [hands[k] for k in some])
