"""What games differ in, as typed data: the parameters that a game's TOML file fills.

A script names its parameters in its annotation (`game: ThreeCard`); the struct refuses fields that it
does not know, so that a misspelt rule in a room's file is an error and never silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from housedealer.pieces.decks import Deck
from housedealer.wagers.bank import Cover

Order = Literal["seat-by-seat", "spot-by-spot"]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A place for a wager before the deal.

    `at_most` names the spot that caps this one, or several of which the larger wager does (`player or
    banker`); `equals` the spot that this one must match. `squares` is how many wagers the spot has room for
    at one seat, whoever makes them; without it everybody has one.
    """

    name: str
    title: str = ""
    base: bool = True
    required: bool = False
    needs: tuple[str, ...] = ()
    backline: bool = True
    low: str = ""
    high: str = ""
    at_most: str = ""
    equals: str = ""
    squares: int = 0
    also: tuple[str, ...] = ()
    lines: tuple[int, int] = (0, 0)


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A side bet: what it pays for which row, what it needs, and whether it outlives a fold.

    A spot that pays larger stakes by another table has one for each: `least` is the stake where it begins.
    """

    spot: str
    rows: str
    pays: Mapping[str, str]
    least: str = ""
    survives_fold: bool = False
    ruling: Mapping[str, str] = {}
    prizes: Mapping[str, str] = {}
    lines: tuple[int, int] = (0, 0)

    def applies(self, game: Any) -> bool:
        """Tell whether this paytable is the one in use under the game's rulings."""
        return all(getattr(game, name.replace("-", "_")) == reading for name, reading in self.ruling.items())


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What every game says: its seats and how its pieces are made up."""

    seats: int
    deck: Deck
    pieces: Literal["cards", "tiles"] = "cards"

    def idle(self) -> set[str]:
        """The parameters that mean nothing beside the others: a sheet leaves them out."""
        return set()


class BankedGame(Params, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What every game against a player-dealer says.

    `lost_order` is the order of a hand's losing wagers, where it is another than `order`. The position of
    player-dealer is offered to each seat's own player, and by `bank_offer` then to who bet on that seat.
    """

    spot: tuple[Spot, ...]
    bonus: tuple[Bonus, ...] = ()
    order: tuple[str, ...]
    lost_order: tuple[str, ...] = ()
    nesting: Order = "seat-by-seat"
    cover: Cover = "losers-join"
    limits: str
    unit: str = "1"
    turns: int = 2
    bank_offer: Literal["seats", "seat-then-bettors"] = "seats"

    def spot_named(self, name: str) -> Spot:
        """The spot of that name."""
        for spot in self.spot:
            if spot.name == name:
                return spot
        raise LookupError(f"There is no spot {name!r}.")

    def bonuses_in_use(self) -> list[Bonus]:
        """The paytables that hold under the game's rulings."""
        return [bonus for bonus in self.bonus if bonus.applies(self)]
