"""The wager that keeps a hand in: a multiple of the ante, or the hand is given up.

The seat decides for all the money on its hand. Whoever bet behind it must have the chips for his own share
of the further wager; without them his part of the hand is given up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from housedealer.games.action import give_first_action
from housedealer.table.banking import LOSE, Banking
from housedealer.table.core import Hand
from housedealer.table.game import Because
from housedealer.table.questions import Choose

FOLDS = "fold"
FOLD: Because = ("fold", ())
Forfeits = Literal["at-once", "in-turn"]
"""When lost wagers of folded hands are collected: before anything is settled, or in their turn."""


def raising(t: Banking, hand: Hand, spot: str, base: str, times: Mapping[str, int], out: str) -> Choose:
    """Ask for one of several multiples of the base wager, as far as the owner's chips reach, or `out`."""
    own = sum(wager.amount for wager in t.on(hand, base) if wager.by == hand.owner)
    costs = {word: own * many for word, many in times.items()}
    chips = t.ledger.balance.get(hand.owner, 0)
    options = (*(word for word in times if costs[word] <= chips), out)
    told = told_word(t, hand, spot, base, times, out)
    return Choose(hand.owner, spot, options, out, about=hand.key, costs=costs, untold=(("else", "", told),))


def told_word(t: Banking, hand: Hand, spot: str, base: str, times: Mapping[str, int], out: str) -> str:
    """The multiple that a told wager shows: the most that it reaches.

    A wager smaller than every multiple was made later, unless `out` is a fold: then it was made now.
    """
    least_first = sorted(times, key=lambda word: times[word])
    for wager in t.on(hand, base):
        told = t.told_later.get((hand.key, spot, wager.by))
        if told is not None:
            reached = [word for word in least_first if told >= times[word] * wager.amount]
            return reached[-1] if reached else least_first[0] if out == FOLDS else out
    return out


def follow(t: Banking, hand: Hand, spot: str, base: str, times: int, lost: Iterable[str]) -> None:
    """The hand is played on: everybody who bet on it puts up as many times his own base wager.

    A bettor who cannot loses what a fold loses.
    """
    short = [wager for wager in t.on(hand, base) if t.ledger.balance[wager.by] < wager.amount * times]
    for bettor in {wager.by: None for wager in short}:
        for wager in [wager for name in lost for wager in t.on(hand, name) if wager.by == bettor]:
            t.claim_wager(wager, LOSE, FOLD)
    t.place(hand, spot, equal_to=base, times=times)


def collect_forfeits(t: Banking, forfeits: Forfeits) -> None:
    """Everybody has decided: settling begins left of the player-dealer, in some rooms with folded hands."""
    give_first_action(t, t.left_of(t.state.bank))
    if forfeits == "at-once":
        t.settle()
