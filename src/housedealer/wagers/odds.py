"""Exact odds, as the paytables print them.

    >>> odds("3:2").win(1000)
    1500
    >>> odds("0.95:1").win(1001)
    950
    >>> odds("10 for 1").win(500), str(odds("10 for 1"))
    (4500, '10 for 1')

A fraction of a cent stays with the bank (`win` rounds down) unless the game says how it is broken.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

_TO = re.compile(r"^\s*(\d[\d,]*(?:\.\d+)?)\s*(?::|to|/)\s*(\d+(?:\.\d+)?)\s*$", re.I)
_FOR = re.compile(r"^\s*(\d[\d,]*(?:\.\d+)?)\s*for\s*(\d+(?:\.\d+)?)\s*$", re.I)


class BadOdds(ValueError):
    """Odds that are not written as `3:2` or `10 for 1`."""


class Odds(NamedTuple):
    """What a winning wager is paid: `won` units on every `staked` units; `text` as printed."""

    won: int
    staked: int
    text: str

    def win(self, stake: int) -> int:
        """The winnings on a stake, without the stake itself, in whole cents."""
        return stake * self.won // self.staked

    def stake_for(self, winnings: int) -> int:
        """The part of a stake whose winnings come to this amount, rounded down to a cent."""
        return winnings * self.staked // self.won if self.won > 0 else 0

    def fraction(self) -> Fraction:
        """The odds as an exact fraction of the stake."""
        return Fraction(self.won, self.staked)

    def __str__(self) -> str:
        return self.text


def odds(text: str) -> Odds:
    """Read odds such as `3:2`, `6 to 5`, `0.95:1` or `10 for 1` (the stake included)."""
    text = text.strip()
    if found := _TO.match(text):
        ratio = Fraction(found[1].replace(",", "")) / Fraction(found[2])
    elif found := _FOR.match(text):
        ratio = Fraction(found[1].replace(",", "")) / Fraction(found[2]) - 1
    else:
        raise BadOdds(f"{text!r} is not written as odds such as 3:2 or 10 for 1.")
    if ratio < 0:
        raise BadOdds(f"{text!r} pays less than the stake back.")
    return Odds(ratio.numerator, ratio.denominator, text)


EVEN = odds("1:1")
