"""What is analysed: a game under some readings, as approved or with another deck or paytable.

A setup is plain data, so that a worker on another machine deals the same game from it.

    >>> eight = Setup("lucky-buck/commission-free-baccarat")
    >>> sum(eight.pieces().values()), Setup("lucky-buck/ez-baccarat", decks=6).changes()
    (416, ('6 decks',))
    >>> Setup("lucky-buck/ez-baccarat", decks=8).changes()
    ()
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import msgspec

from housedealer import rooms
from housedealer.pieces.decks import DeckError
from housedealer.table.core import face_of
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.odds import BadOdds, odds

LEAST = 24
"""Pieces that must be left where some are taken out; no round of two hands needs as many."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A game and how it is played; `spot` and `paytable` go together."""

    name: str
    readings: tuple[tuple[str, str], ...] = ()
    spot: str = ""
    paytable: tuple[tuple[str, str], ...] = ()
    decks: int | None = None
    remove: tuple[int, ...] = ()

    def game(self) -> Game:
        """The game itself."""
        found = rooms.game(self.name).ruled(dict(self.readings))
        return with_paytable(found, self.spot, dict(self.paytable)) if self.paytable else found

    def pieces(self) -> Counter[int]:
        """How often each piece is in what is dealt from."""
        deck = self.game().params.deck
        if self.decks is not None:
            try:
                deck = msgspec.structs.replace(deck, count=self.decks)
            except DeckError as error:
                raise Refused(str(error)) from None
        counts = Counter(deck.pieces)
        for piece in self.remove:
            if not counts[piece]:
                raise Refused(f"There is no {self.face(piece)} left to be taken out of the deck.")
            counts[piece] -= 1
        if self.remove and counts.total() < LEAST:
            raise Refused(f"{counts.total()} pieces are too few for a round: leave {LEAST} at least.")
        return counts

    def changes(self) -> tuple[str, ...]:
        """What is not as approved."""
        found = []
        if self.paytable:
            found.append(f"paytable of {self.spot}")
        if self.decks not in (None, self.game().params.deck.count):
            found.append(f"{self.decks} deck{'' if self.decks == 1 else 's'}")
        if self.remove:
            found.append(f"without {' '.join(self.face(piece) for piece in self.remove)}")
        return tuple(found)

    def face(self, piece: int) -> str:
        """What a piece of the game is called."""
        return face_of(self.game().params.pieces)(piece)

    def under(self, ruling: str, reading: str) -> Setup:
        """The same under another reading of one ruling."""
        held = tuple((name, one) for name, one in self.readings if name != ruling)
        return Setup(self.name, (*held, (ruling, reading)), self.spot, self.paytable, self.decks, self.remove)


OWN_TABLES = {
    "ante-bonus": "ante_payout",
    "back-bet": "payout",
    "player": "player_pays",
    "banker": "banker_pays",
}
"""By spot the parameter that says what a wager pays that is no side bet; rows that nobody names stay."""
WITHIN = {"ante-bonus": "ante", "back-bet": "ante", "blind": "ante"}
"""Wagers that are counted within another."""


def with_paytable(game: Game, spot: str, pays: dict[str, str]) -> Game:
    """The game with another paytable for a wager; its rows must be rows that the game knows."""
    params, old = game.params, [bonus for bonus in game.params.bonus if bonus.spot == spot]
    field = "" if old else OWN_TABLES.get(spot, "")
    own = getattr(params, field, None) or {}
    if not old and not own:
        has = [bonus.spot for bonus in params.bonus]
        has += [name for name, field in OWN_TABLES.items() if getattr(params, field, None)]
        tables = f"; it has one for {', '.join(dict.fromkeys(has))}" if has else ""
        raise Refused(f"{game.id} has no paytable for {spot!r}{tables}.")
    rows = list(own) or [row for bonus in old for row in bonus.pays]
    if unknown := set(pays) - set(rows):
        known = ", ".join(dict.fromkeys(rows))
        raise Refused(f"{spot} has no row {', '.join(sorted(unknown))}; it has {known}.")
    for row, text in pays.items():
        try:
            odds(text)
        except (BadOdds, ZeroDivisionError):
            raise Refused(f"{row} cannot pay {text!r}: write odds such as 3:2 or 10 for 1.") from None
    bonus = tuple(
        msgspec.structs.replace(one, pays=dict(pays)) if one.spot == spot else one for one in params.bonus
    )
    changed = {field: {**own, **pays}} if own else {"bonus": bonus}
    return msgspec.structs.replace(game, params=msgspec.structs.replace(params, **changed))
