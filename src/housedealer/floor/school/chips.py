"""Payments in chips: an amount in the values of a rack, and whether somebody's chips make it up.

>>> greedy(17650)
{10000: 1, 2500: 3, 100: 1, 50: 1}
"""

from __future__ import annotations

from collections.abc import Iterable

from housedealer.table.questions import Wagers
from housedealer.wagers.money import dollars

VALUES = (10_000_000, 2_500_000, 500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25, 5, 1)
"""The chips of a rack in cents, most first."""
PILE = "payment"
MOST_KINDS = 5


def greedy(amount: int) -> dict[int, int]:
    """An amount in the fewest chips: how many of which value."""
    found = {}
    for value in VALUES:
        if many := amount // value:
            found[value] = many
            amount -= many * value
    return found


def kinds(amount: int) -> tuple[int, ...]:
    """The values that a dealer would reach for: the largest that fit, and every one that is needed."""
    small = 1 if amount % 100 else 100
    fitting = [value for value in VALUES if small <= value <= amount][:MOST_KINDS]
    return tuple(sorted({*fitting, *greedy(amount)}, reverse=True))


def name(value: int) -> str:
    """A chip's name.

    >>> name(2500), name(50)
    ('25-dollar', '50-cent')
    """
    return f"{value}-cent" if value % 100 else f"{value // 100}-dollar"


def question(who: str, amount: int) -> Wagers:
    """In which chips an amount is paid: how much of it in each."""
    values = kinds(amount)
    limits = {name(value): (value, amount // value * value) for value in values}
    spots = tuple(limits)
    return Wagers(who, "chips", spots, (PILE,), limits, 2 * amount, lambda person, placed: None)


def answer(amount: int) -> tuple[tuple[str, str, int], ...]:
    """The fewest chips, as an answer."""
    return tuple((PILE, name(value), value * many) for value, many in greedy(amount).items())


def makes_up(amount: int, placed: Iterable[tuple[str, str, int]]) -> bool:
    """Whether these are whole chips that make up the amount, in whatever way.

    >>> makes_up(3000, [("payment", "5-dollar", 3000)]), makes_up(3000, [("payment", "25-dollar", 3000)])
    (True, False)
    """
    values = {name(value): value for value in VALUES}
    found = list(placed)
    return sum(part for _, _, part in found) == amount and all(
        chip in values and part % values[chip] == 0 for _, chip, part in found
    )


def words(amount: int) -> str:
    """The fewest chips in words.

    >>> words(3050)
    '1 of $25, 1 of $5, 1 of $0.50'
    """
    return ", ".join(f"{many} of ${dollars(value)}" for value, many in greedy(amount).items()) or "none"
