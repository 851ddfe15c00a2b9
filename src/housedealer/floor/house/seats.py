"""Sitting down, leaving, buying, standing behind, sitting out: now or after this round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from housedealer.floor import regulars
from housedealer.floor.answers import money
from housedealer.floor.house import describe
from housedealer.floor.house.books import CAGE, account, purse
from housedealer.floor.house.parts import BEHIND, BUY, MOST_TEXT, OUT, SIT, STAND, Reply, Wish
from housedealer.floor.house.showing import Showing
from housedealer.floor.house.store import Batch, Movement, now
from housedealer.table.errors import Refused

if TYPE_CHECKING:
    pass

BANKROLL = 20
"""How many usual buy-ins a proposition player brings."""
MOST_CHIPS = 10**12


class Seats(Showing):
    """The part of a table that is about who is where, and with how much."""

    def seat_of(self, person: str) -> int:
        """Where somebody sits, or 0."""
        return next((seat for seat, name in self.session.state.seats.items() if name == person), 0)

    def waits_for(self, person: str, kind: str) -> Wish | None:
        """A wish of a person that has not been granted yet."""
        return next((one for one in self.wishes if one.person == person and one.kind == kind), None)

    # -- what a person may ask for ---------------------------------------------------------------------

    def sit(self, person: str, seat: int, chips: int, reply: Reply, batch: Batch | None = None) -> None:
        """Take a seat with chips from one's own."""
        state = self.session.state
        if self.closing:
            raise Refused("This table closes.")
        self.house.may_sit(self.id, person)
        if not 1 <= seat <= state.places:
            raise Refused(f"There is no seat {seat}; the table has {state.places}.")
        if self.seat_of(person) or self.waits_for(person, SIT):
            raise Refused("You have a seat at this table.")
        if seat in state.seats or any(one.kind == SIT and one.seat == seat for one in self.wishes):
            raise Refused(f"Seat {seat} is taken.")
        self._check_buy_in(person, chips)
        self._wish(Wish(SIT, person, seat, chips), reply, batch)

    def _check_buy_in(self, person: str, chips: int, more: bool = False) -> None:
        least, _, most = regulars.buy_ins(self.session.stakes)
        have = self.house.books.of(purse(person))
        before = self.session.state.chips.get(person, 0)
        if chips <= 0 or (not more and before + chips < least):
            raise Refused(f"It takes at least {money(least)} to sit down here.")
        if before + chips > most:
            raise Refused(f"The most that one may have before him here is {money(most)}.")
        if chips > have:
            raise Refused(f"You have {money(have)} off the tables.")

    def stand(self, person: str, reply: Reply) -> None:
        """Leave with all chips."""
        if waiting := self.waits_for(person, SIT):
            self.wishes.remove(waiting)
            self.keep(None, lambda: reply({}))
            return
        if person not in self.session.state.chips:
            raise Refused("You are not at this table.")
        if person in self.leaving:
            raise Refused("You leave after this round already.")
        self._wish(Wish(STAND, person), reply)

    def buy(self, person: str, chips: int, reply: Reply) -> None:
        """Buy chips."""
        if person not in self.session.state.chips:
            raise Refused("Only somebody at the table buys chips.")
        waiting = sum(one.chips for one in self.wishes if one.person == person and one.kind == BUY)
        self._check_buy_in(person, chips + waiting, more=True)
        self._wish(Wish(BUY, person, 0, chips), reply)

    def behind(self, person: str, seats: tuple[int, ...], chips: int, reply: Reply) -> None:
        """Stand behind some seats, or behind none any more."""
        state = self.session.state
        if self.kind != describe.BANKED:
            raise Refused("Nobody bets behind a seat in this game.")
        if not seats and person not in state.backline and not self.waits_for(person, BEHIND):
            raise Refused("You stand behind no seat here.")
        wanted = tuple(sorted(set(seats)))
        if seats:
            if bad := [seat for seat in wanted if seat not in state.seats]:
                raise Refused(f"Nobody sits in seat {bad[0]}.")
            if self.seat_of(person) in wanted:
                raise Refused("You bet at your own seat in front of it.")
            self.house.may_sit(self.id, person)
            if chips or person not in state.chips:
                self._check_buy_in(person, chips, person in state.chips)
        self._wish(Wish(BEHIND, person, 0, chips, wanted), reply)

    def sit_out(self, person: str, out: bool, reply: Reply) -> None:
        """Sit out the coming rounds, or come back."""
        if person not in self.session.state.chips:
            raise Refused("You are not at this table.")
        self.wishes = [one for one in self.wishes if (one.kind, one.person) != (OUT, person)]
        self._wish(Wish(OUT, person, out=out), reply)

    def text(self, person: str, text: str, reply: Reply) -> None:
        """A line of a player's own for the next shuffle."""
        if person not in self.session.state.chips:
            raise Refused("Only those at the table mix in a text.")
        if self.round is not None or self.commitment is None:
            raise Refused("A text is mixed in between the rounds, before the deal.")
        if len(text) > MOST_TEXT or not text.strip():
            raise Refused(f"A text has up to {MOST_TEXT} signs.")
        self.texts[person] = text
        self.bind()
        self.keep(None, lambda: reply({}))

    def _wish(self, wish: Wish, reply: Reply, batch: Batch | None = None) -> None:
        self.looked_at = now()
        batch = batch or Batch()
        if self.round is None:
            self._grant_one(wish, batch)
        else:
            self.wishes.append(wish)
        self.keep(batch, lambda: reply({}))

    # -- granting ------------------------------------------------------------------------------------

    def grant(self, batch: Batch) -> bool:
        """Do all that waited for the end of the round; whether there was anything."""
        wishes, self.wishes = self.wishes, []
        for wish in sorted(wishes, key=lambda one: one.kind != STAND):
            try:
                self._grant_one(wish, batch)
            except Refused as refusal:
                self.notice("refused", str(refusal), wish.person)
        return bool(wishes)

    def _grant_one(self, wish: Wish, batch: Batch) -> None:
        person, session = wish.person, self.session
        if wish.kind == SIT:
            if wish.seat in session.state.seats:
                raise Refused(f"Seat {wish.seat} is taken.")
            self._check_buy_in(person, wish.chips)
            session.sit(wish.seat, person, wish.chips)
            session.out.discard(person)
            self._bring(person, wish.chips, batch)
        elif wish.kind == STAND:
            self.leaves(person, batch)
        elif wish.kind == BUY:
            self._check_buy_in(person, wish.chips, more=True)
            session.buy(person, wish.chips)
            self._bring(person, wish.chips, batch)
        elif wish.kind == BEHIND and wish.seats:
            if wish.chips:
                self._check_buy_in(person, wish.chips, person in session.state.chips)
            session.stand_behind(person, wish.seats, wish.chips)
            self._bring(person, wish.chips, batch)
        elif wish.kind == BEHIND and person in session.state.backline:
            self._take_away(person, session.stop_behind(person), batch)
        elif wish.kind == OUT and person in session.state.chips:
            (session.out.add if wish.out else session.out.discard)(person)

    def _bring(self, person: str, chips: int, batch: Batch) -> None:
        source = CAGE if person in self.bots else purse(person)
        self.moves(batch, [Movement(source, account(self.id, person), chips, "buy-in")])
        self.paid.add(person)

    def _take_away(self, person: str, chips: int, batch: Batch) -> None:
        target = CAGE if person in self.bots else purse(person)
        self.moves(batch, [Movement(account(self.id, person), target, chips, "cash-out")])
        self.paid.add(person)

    def leaves(self, person: str, batch: Batch) -> None:
        """Somebody leaves every place that he has here, with his chips."""
        session = self.session
        chips = 0
        if person in session.state.backline:
            chips += session.stop_behind(person)
        for seat in [seat for seat, name in session.state.seats.items() if name == person]:
            chips += session.leave(seat)
        if session.banker == person:
            session.banker, session.state.bank, session.state.turn = "", 0, 1
        self._behind_an_empty_seat(batch)
        self._take_away(person, chips, batch)
        session.out.discard(person)
        self.wishes = [one for one in self.wishes if one.person != person]
        self.bots.discard(person)
        self.propositions.discard(person)

    def _behind_an_empty_seat(self, batch: Batch) -> None:
        """Who stands behind a seat that is empty now stands behind the others, or behind none."""
        state = self.session.state
        for name, seats in list(state.backline.items()):
            left = tuple(seat for seat in seats if seat in state.seats)
            if left == seats:
                continue
            if left:
                state.backline[name] = left
            else:
                self._take_away(name, self.session.stop_behind(name), batch)

    def everybody_leaves(self, batch: Batch) -> None:
        """The table breaks up: chips go back, bots' to the cage."""
        for name in list(self.session.state.chips):
            was_bot = name in self.bots
            self.leaves(name, batch)
            if was_bot:
                self.bots.discard(name)

    # -- bots ----------------------------------------------------------------------------------------

    def free_seats(self) -> Iterator[int]:
        """Where nobody sits."""
        return (
            seat for seat in range(1, self.session.state.places + 1) if seat not in self.session.state.seats
        )

    def seat_bots(self, many: int, bank_bot: bool, batch: Batch) -> None:
        """Regulars take places, leaving room for persons; a proposition player among them, if wanted."""
        _, usual, most = regulars.buy_ins(self.session.stakes)
        names = [name for name in regulars.NAMES if name not in self.session.state.chips]
        self.chance.shuffle(names)
        seats = list(self.free_seats())
        free = len(seats) - 1  # one is left for a person
        if bank_bot and free > 0 and self.kind == describe.BANKED:
            self._seat_bot(seats.pop(0), names.pop(), min(BANKROLL * usual, most), batch, True)
            free -= 1
        for seat in seats[1 : 1 + min(many, free)]:
            if names:
                self._seat_bot(seat, names.pop(), regulars.chips(usual, self.chance), batch)
        if self.session.state.seats and not self.session.state.button:
            self.session.state.button = self.chance.choice(list(self.session.state.seats))

    def _seat_bot(self, seat: int, name: str, chips: int, batch: Batch, proposition: bool = False) -> None:
        self.bots.add(name)
        if proposition:
            self.propositions.add(name)
        self.session.sit(seat, name, chips)
        self._bring(name, chips, batch)

    def _refill(self, batch: Batch) -> bool:
        """Regulars who are nearly out buy more; a proposition player who is leaves."""
        least, usual, _ = regulars.buy_ins(self.session.stakes)
        changed = False
        for name in [one for one in self.session.state.chips if one in self.bots]:
            if self.session.state.chips[name] >= max(1, least // 2):
                continue
            changed = True
            if name in self.propositions:
                self.leaves(name, batch)
                continue
            self.session.buy(name, usual)
            self._bring(name, usual, batch)
        return changed
