"""Pots and side pots: who can win which chips, and how a tie's odd chip is broken.

>>> side_pots([500, 1000, 1000], [True, True, True])
[(1500, (0, 1, 2)), (1000, (1, 2))]
>>> split(1000, [4, 1, 3], 100)
{4: 400, 1: 300, 3: 300}
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress


def side_pots(paid_in: Sequence[int], live: Sequence[bool]) -> list[tuple[int, tuple[int, ...]]]:
    """Divide what each player put in into pots, each with the players who can win it.

    A folded player's chips stay in the pots they reached; layers with the same contenders are one pot.
    """
    levels = sorted({*compress(paid_in, live)} - {0})
    if len(levels) == 1:
        players = tuple([i for i, alive in enumerate(live) if alive and paid_in[i]])
        return [(sum(paid_in), players)]
    pots: list[tuple[int, tuple[int, ...]]] = []
    floor = 0
    for at, level in enumerate(levels):
        last = at == len(levels) - 1
        amount = 0
        for paid in paid_in:
            amount += max(0, (paid if last else min(paid, level)) - floor)
        players = tuple([i for i, alive in enumerate(live) if alive and paid_in[i] >= level])
        if pots and pots[-1][1] == players:
            pots[-1] = (pots[-1][0] + amount, players)
        elif amount:
            pots.append((amount, players))
        floor = level
    return pots


def split(amount: int, winners: Sequence[int], chip: int = 1) -> dict[int, int]:
    """Divide a pot evenly in whole chips; odd chips go one each to the winners in the order given.

    What is below one chip cannot be divided further and goes to the first of them.
    """
    share = amount // len(winners) // chip * chip
    shares = dict.fromkeys(winners, share)
    rest = amount - share * len(winners)
    for winner in winners:
        if rest < chip:
            break
        shares[winner] += chip
        rest -= chip
    if rest:
        shares[winners[0]] += rest
    return shares
