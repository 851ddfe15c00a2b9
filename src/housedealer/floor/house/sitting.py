"""A table's session as the house runs it: who sits out gets no hand, and all of it can be kept.

>>> from housedealer.rooms import game
>>> session = Sitting(game("garlic-city/3-card-poker"))
>>> session.sit(1, "Ann", 50_000); session.sit(2, "Bob", 50_000)
>>> session.out.add("Bob"); session.dealt_in()
{1: 'Ann'}
>>> again = Sitting(game("garlic-city/3-card-poker")); again.take_up(session.kept())
>>> again.dealt_in() == session.dealt_in(), again.bought
(True, 100000)
"""

from __future__ import annotations

from typing import Any

import msgspec

from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.round import Round
from housedealer.table.session import Session


class Kept(msgspec.Struct):
    """What outlives the house's process of a session between two rounds."""

    option: str
    limit: str
    state: State
    bought: int
    cashed: int
    fees: int
    jackpot: int
    rounds: int
    banker: str
    bet_on: dict[int, tuple[str, ...]]
    out: list[str]


class Sitting(Session):
    """A session with people who sit out."""

    def __init__(self, game: Game, option: str | None = None, limit: str | None = None) -> None:
        self.out: set[str] = set()
        super().__init__(game, option, limit)
        self.state.places = game.params.seats

    def dealt_in(self) -> dict[int, str]:
        """Who gets a hand: everybody with chips who does not sit out."""
        found = super().dealt_in()
        return {seat: name for seat, name in found.items() if name not in self.out}

    def begin(self, supply: Any, prepare: Any) -> Round:
        """Begin the next round; `prepare` sees the round's table before its script runs."""
        self._between_rounds("the next round")
        frozen = self.frozen()
        self.in_round = Round(self.game, self.stakes, frozen, supply, prepare)
        return self.in_round

    def frozen(self) -> State:
        """The state that the next round starts from."""
        state = self.state
        backline = {
            name: seats
            for name, seats in state.backline.items()
            if name not in self.out and state.chips.get(name, 0) > 0
        }
        return msgspec.structs.replace(
            state,
            seats=self.dealt_in(),
            chips=dict(state.chips),
            marks=dict(state.marks),
            backline=backline,
        )

    def take_over(self) -> None:
        """Take the result over; who stands behind a seat does so until he stops."""
        backline = dict(self.state.backline)
        super().take_over()
        self.state.backline = {name: at for name, at in backline.items() if name in self.state.chips}
        self.log.clear()

    def give_up(self) -> None:
        """The round in progress is none: everything stands as it did before it."""
        self.in_round = None

    def stop_behind(self, person: str) -> int:
        """A back-line bettor goes; if he sits nowhere he takes his chips along."""
        self._between_rounds("leaving")
        if person not in self.state.backline:
            raise Refused("You stand behind no seat here.")
        del self.state.backline[person]
        if person in self.state.seats.values():
            return 0
        chips = self.state.chips.pop(person)
        self.cashed += chips
        return chips

    def kept(self) -> Kept:
        """What is to be kept."""
        return Kept(
            self.stakes.option,
            self.stakes.limit,
            self.state,
            self.bought,
            self.cashed,
            self.fees,
            self.jackpot,
            self.rounds,
            self.banker,
            self.bet_on,
            sorted(self.out),
        )

    def take_up(self, kept: Kept) -> None:
        """Go on where a session was left."""
        self.choose(kept.option or None, kept.limit)
        self.state = kept.state
        for name in ("bought", "cashed", "fees", "jackpot", "rounds", "banker", "bet_on"):
            setattr(self, name, getattr(kept, name))
        self.out = set(kept.out)
        self.log.clear()
