"""A round as it was told: the document, its pieces by holder, and who answered what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from housedealer.pieces import cards, tiles
from housedealer.pieces.cards import UNTOLD, PieceError
from housedealer.table.core import face_of
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.money import BadMoney, cents

HUGE = 10**12
"""Chips enough for anybody whose stack was not told, in cents."""


class ToldWager(msgspec.Struct, forbid_unknown_fields=True):
    """One wager of the document."""

    seat: int
    spot: str
    amount: str | int
    by: str = ""
    hand: str = ""


class ToldAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """One decision of the document."""

    seat: int
    answer: str
    hand: str = ""
    by: str = ""
    amount: str | int = ""


class ToldBank(msgspec.Struct, forbid_unknown_fields=True):
    """Who is the player-dealer, and how much he put up (everything, if it is not said)."""

    seat: int
    amount: str | int | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True):
    """What a floor person tells of a round."""

    game: str
    option: str | int = ""
    limit: str = ""
    player_dealer: ToldBank | None = None
    wagers: list[ToldWager] = []
    pieces: dict[str, str | list[str]] = {}
    answers: list[ToldAnswer] = []
    actions: list[ToldAnswer] = []
    dice: list[int] = []
    action_seat: int = 0
    rulings: dict[str, str] = {}
    irregularities: list[dict[str, Any]] = []
    stacks: dict[str, str | int] = {}
    button: int = 0
    posts: list[dict[str, Any]] = []
    kill: dict[str, Any] = {}
    pot: str | int = ""
    stake: str | int = ""
    seats: int = 0
    previous_winner: int = 0


def money(text: str | int, what: str) -> int:
    """An amount of the document, in cents."""
    try:
        return cents(text)
    except BadMoney as error:
        raise Refused(f"{what}: {error}") from None


class ToldSupply:
    """Answers "the next piece for this holder" with the k-th piece that was told of him."""

    def __init__(
        self, game: Game, pieces: Mapping[str, str | list[str]], dice: list[int], players: int = 0
    ) -> None:
        read = tiles.tiles if game.params.pieces == "tiles" else cards.cards
        self.kind = game.params.pieces
        self.told: dict[str, tuple[int, ...]] = {}
        self.given: dict[str, int] = {}
        self._dice = list(dice)
        self.dice_used = 0
        taken: list[int] = []
        for holder, text in pieces.items():
            words = text if isinstance(text, str) else " ".join(text)
            try:
                found = tiles.tiles(words, taken) if read is tiles.tiles else cards.cards(words)
            except PieceError as error:
                raise Refused(f"Pieces of {holder}: {error}") from None
            taken.extend(found)
            self.told[holder] = tuple(found)
        self._check_composition(game, self._dealt_before_reshuffle(game, players))

    def _dealt_before_reshuffle(self, game: Game, players: int) -> int:
        """How many pieces a hand had before a draw that used up the deck (discards came again); else 0."""
        first = getattr(game.params, "cards", 0) if hasattr(game.params, "draws") else 0
        drawn = sum(max(0, len(found) - first) for found in self.told.values())
        burned = getattr(game.params, "burn", "no") == "yes"
        return first if players * first + drawn + burned > len(game.params.deck.pieces) else 0

    def _check_composition(self, game: Game, dealt: int) -> None:
        """No piece is told more often than the deck has it, before a draw with discards or in it."""
        first: dict[int, int] = {}
        again: dict[int, int] = {}
        for holder, found in self.told.items():
            own = (
                found if "." not in holder else found[1:] if holder.partition(".")[0] in self.told else found
            )
            for place, piece in enumerate(own):
                if piece != UNTOLD:
                    counted = again if dealt and place >= dealt else first
                    counted[piece] = counted.get(piece, 0) + 1
        deck = game.params.deck.pieces
        for counted in (first, again):
            for piece, many in counted.items():
                have = deck.count(piece)
                if many > have:
                    face = face_of(self.kind)(piece)
                    often = "not at all" if not have else "once" if have == 1 else f"{have} times"
                    raise Refused(f"{face} is told {many} times, but the deck has it {often}.")

    def draw(self, holder: str) -> int:
        """The next told piece of a holder, or `UNTOLD`."""
        at = self.given.get(holder, 0)
        self.given[holder] = at + 1
        told = self.told.get(holder, ())
        return told[at] if at < len(told) else UNTOLD

    def arrive(self, holder: str, piece: int) -> int:
        """A piece that moves to another holder is the next of its list as well."""
        told = self.draw(holder)
        if UNTOLD in (told, piece) or told == piece:
            return piece if told == UNTOLD else told
        face = face_of(self.kind)
        raise Refused(
            f"{holder} begins with {face(told)}, but the piece that was moved there is {face(piece)}."
        )

    def skip(self, holder: str) -> int:
        """Take the next told piece of a holder out of turn (one that a remedy deals with)."""
        return self.draw(holder)

    def further(self, holder: str) -> bool:
        """Tell whether a holder was told more pieces than he has been given."""
        return self.given.get(holder, 0) < len(self.told.get(holder, ()))

    def bar(self, piece: int, why: str, holder: str = "", at: int | None = None) -> None:
        """A piece that went out of play cannot have been told at a holder (or at one place of it)."""
        for name, told in self.told.items():
            found = told if at is None else told[at : at + 1]
            if (not holder or name == holder) and piece in found:
                raise Refused(f"{face_of(self.kind)(piece)} {why}, so it cannot be told at {name}.")

    def needs(self, piece: int, holder: str, why: str) -> None:
        """A piece that had to stay must be told at its holder, if his pieces are."""
        told = self.told.get(holder, ())
        if told and piece not in told and UNTOLD not in told:
            raise Refused(f"{face_of(self.kind)(piece)} {why}, but {holder} is told without it.")

    def rewind(self, holder: str, many: int) -> None:
        """A holder's last pieces were taken back: those told are the ones that came in their place."""
        self.given[holder] -= many

    def recycle(self, pieces: Any) -> None:
        """A told round knows who got what; the stub is never needed."""

    def dice(self, n: int) -> tuple[int, ...]:
        """The told dice."""
        thrown = tuple(self._dice[self.dice_used : self.dice_used + n])
        if 0 < len(thrown) < n:
            raise Refused(f"{n} dice are thrown together, but only {len(thrown)} are told.")
        self.dice_used += n
        if any(not 1 <= die <= 6 for die in thrown):
            raise Refused(f"{list(thrown)} are no dice.")
        return thrown if len(thrown) == n else ()

    def left(self) -> int:
        """A told round never runs out."""
        return HUGE

    def unused(self) -> str | None:
        """The first holder with pieces that never came on the table, in words."""
        face = face_of(self.kind)
        for holder, told in self.told.items():
            given = self.given.get(holder, 0)
            if given < len(told):
                extra = " ".join(face(piece) for piece in told[given:])
                return f"{holder} was told {extra}, which was never dealt in this round."
        if self.dice_used < len(self._dice):
            return "Dice were told that this round never throws."
        return None
