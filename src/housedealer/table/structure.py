"""Betting structures: limit, spread limit, pot limit and no limit, with their blinds, antes and caps.

    >>> limit = parse_limit("4/8")
    >>> limit.kind, limit.small, limit.big, limit.blinds
    ('limit', 400, 800, (200, 400))
    >>> parse_limit("no-limit 1-2").blinds
    (100, 200)
    >>> parse_limit("3-12").kind
    'spread'

A room that has approved a fixed list of limits writes each as a `[[limit]]` of the game; where it has
approved structures without listing amounts, the limit is read from its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from housedealer.wagers.money import cents

Kind = Literal["limit", "spread", "pot-limit", "no-limit"]
Killed = Literal["full", "half"]
"""A full kill doubles the bets, a half kill raises them by half, unless the room prints other amounts."""


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One betting limit of a table: its bets, forced bets, and what it costs to sit down. All in cents.

    `rounds` are the bets of a progressive limit, one a betting round; `kill` are those of a killed pot where
    the room prints them.
    """

    name: str
    kind: Kind
    small: int
    big: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    buy_in: int = 0
    chip: int = 100
    button_ante: int = 0
    lines: tuple[int, int] = (0, 0)
    rounds: tuple[int, ...] = ()
    kill: tuple[int, ...] = ()
    killed: Killed = "full"


class LimitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A limit as the rule book's table prints it, in dollars.

    `bets` is one amount (straight limit), two (split limit), or one for each betting round (progressive).

    >>> LimitRow("10", "limit", ("10",)).limit().big
    1000
    >>> LimitRow("2/4/6/8", "limit", ("2", "4", "6", "8")).limit().rounds
    (200, 400, 600, 800)
    """

    name: str
    kind: Kind
    bets: tuple[str, ...]
    blinds: tuple[str, ...] = ()
    ante: str = "0"
    bring_in: str = "0"
    buy_in: str = "0"
    time: str = "0"
    button_ante: str = "0"
    lines: tuple[int, int] = (0, 0)
    kill: tuple[str, ...] = ()
    killed: Killed = "full"

    def limit(self) -> Limit:
        """The same in cents."""
        blinds = tuple(cents(blind) for blind in self.blinds)
        bets = tuple(cents(bet) for bet in self.bets)
        return Limit(
            self.name,
            self.kind,
            bets[0],
            bets[-1],
            blinds,
            cents(self.ante),
            cents(self.bring_in),
            cents(self.buy_in),
            _chip(blinds or bets[:1]),
            cents(self.button_ante),
            self.lines,
            bets if len(bets) > 2 else (),
            tuple(cents(bet) for bet in self.kill),
            self.killed,
        )


_FIXED = re.compile(r"^(?:limit )?\$?([\d.]+)/\$?([\d.]+)$")
_SPREAD = re.compile(r"^(?:spread )?\$?([\d.]+)-\$?([\d.]+)$")
_BIG = re.compile(r"^(no-limit|pot-limit) \$?([\d.]+)[-/]\$?([\d.]+)$")


def _chip(amounts: Sequence[int]) -> int:
    return (
        100
        if all(amount % 100 == 0 for amount in amounts)
        else 50
        if all(a % 50 == 0 for a in amounts)
        else 1
    )


def parse_limit(text: str, forced: Literal["blinds", "ante"] = "blinds") -> Limit:
    """A limit by its usual name; blinds are half the small bet and the small bet, antes a quarter of it."""
    words = text.strip().lower()
    if found := _BIG.match(words):
        low, high = cents(found[2]), cents(found[3])
        kind: Kind = "no-limit" if found[1] == "no-limit" else "pot-limit"
        blinds = (low, high) if forced == "blinds" else ()
        ante = low if forced == "ante" else 0
        return Limit(
            text,
            kind,
            high,
            high,
            blinds,
            ante,
            high if forced == "ante" else 0,
            10 * high,
            _chip((low, high)),
        )
    found = _FIXED.match(words) or _SPREAD.match(words)
    if found is None:
        raise ValueError(f"{text!r} is not a limit such as 4/8, 3-12 or no-limit 1-2.")
    small, big = cents(found[1]), cents(found[2])
    if not 0 < small <= big:
        raise ValueError(f"{text!r} has its bets the wrong way round.")
    kind = "limit" if _FIXED.match(words) else "spread"
    quarter = max(100, small // 4 // 100 * 100)
    if forced == "ante":
        return Limit(text, kind, small, big, (), quarter, quarter, 10 * small)
    half = small // 2 if small % 2 == 0 else small
    blinds = (half, small)
    return Limit(text, kind, small, big, blinds, 0, 0, 10 * small, _chip(blinds))
