"""What the rooms' games of Pan differ in, and what a table's limit says."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import msgspec

from housedealer.pieces.cards import ranks
from housedealer.table.params import Params

SINGLES: Final = "singles"
DOUBLES: Final = "doubles"


class PanLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One limit as the rule book's table prints it, in dollars: the condition, and what goes with it."""

    name: str
    kind: Literal["singles", "doubles"]
    condition: str
    blind: str = "0"
    collection: tuple[str, ...] = ()
    buy_in: str = "0"
    lines: tuple[int, int] = (0, 0)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A meld that is paid for when it is laid, and again for every card added to it, in chips."""

    id: str
    meld: Literal["mixed-set", "suited-set", "run"]
    ranks: str
    pays: int
    added: int = 0

    def of(self) -> frozenset[int]:
        """The ranks of which it can be made (a run must have all of them)."""
        return frozenset(ranks(self.ranks))


class Pan(Params, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True, dict=True):
    """What every game of Pan says.

    A room that prints no list of limits approves a span of conditions (`limits`, in dollars). What stays
    empty is no question there: who pays the collection where the antes do, or what a player without chips
    may collect where his hand is dead.
    """

    limit: tuple[PanLimit, ...] = ()
    limits: str = ""
    condition: tuple[Condition, ...]
    cards: int = 10
    packet: int = 5
    out_chips: int = 2
    buy_in_chips: int = 20
    spades: int = 2
    force_later: Literal["may", "may-not"]
    playing_for_tops: Literal["yes", "no"]
    broke_collects: Literal["", "tops-only", "everything"] = ""
    collection: Literal["before-antes", "from-tops"]
    collection_split: Literal["", "by-steps", "first-player"] = ""
    option_card: Literal["any-discard", "drawn-only"]
    further_suits: Literal["different", "any"]
    added_cards: Literal["pay", "nothing"]
    eight_cards: Literal["filled", "dead"]
    last_player: Literal["plays-on", "takes-tops"]
    uncalled_pay: Literal["any-meld", "same-meld"]
    stock_out: Literal["recycled", "no-winner"]

    @property
    def any_suit(self) -> bool:
        """Whether a set of different suits may have further cards of any suit."""
        return self.further_suits == "any"

    def unlisted(self, name: str) -> PanLimit | None:
        """A limit of the approved span by its condition, the least if none is named.

        >>> from housedealer.rooms import game
        >>> pan = game("garlic-city/panguingue").params
        >>> pan.unlisted("5").buy_in, pan.unlisted("$20").name, pan.unlisted("2001"), pan.unlisted("4/8")
        ('100', '20', None, None)
        """
        if not self.limits:
            return None
        least, most = (int(bound) for bound in self.limits.split("-"))
        said = name.removeprefix("$") or str(least)
        if not said.isdigit() or not least <= int(said) <= most:
            return None
        condition = str(int(said))
        buy_in = str(self.buy_in_chips * int(said))
        return PanLimit(name=condition, kind=SINGLES, condition=condition, buy_in=buy_in)

    @cached_property
    def paying(self) -> tuple[tuple[Condition, frozenset[int]], ...]:
        """The conditions with their ranks."""
        return tuple((condition, condition.of()) for condition in self.condition)
