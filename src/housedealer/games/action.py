"""First action: the seat from which wagers are settled, whatever decided where the button lies."""

from __future__ import annotations

from housedealer.kernel import kernel
from housedealer.table.banking import Banking
from housedealer.table.errors import MissingFact
from housedealer.wagers.bank import Due, settle

WRONG_BUTTON = "button"
"""A told round had the action button elsewhere: the game's own rule words it, with both seats."""


@kernel
def pointed_seat(total: int, bank: int, seats: int, step: int = 1) -> int:
    """The seat that the dice point at: the player-dealer is one, the others follow clockwise.

    With a `step` of -1 they follow counter-clockwise.

    >>> [pointed_seat(total, 3, 8) for total in (3, 8, 9, 10, 17, 18)]
    [5, 2, 3, 4, 3, 4]
    >>> [pointed_seat(total, 3, 8, -1) for total in (3, 8, 9, 10, 17, 18)]
    [1, 4, 3, 2, 3, 2]
    """
    return (bank - 1 + step * (total - 1)) % seats + 1


def passed_on(t: Banking, seat: int) -> int:
    """The seat itself, or the next one round that has a wager: an empty seat passes first action on."""
    betting = {wager.hand.partition(".")[0] for wager in t.wagers}
    return next((one for one in t.seat_order(seat, t.direction) if str(one) in betting), seat)


def give_first_action(t: Banking, seat: int) -> None:
    """Settling starts at this seat; a told round that had the button elsewhere broke the rule."""
    told, first = t.action_seat, passed_on(t, seat)
    if told and passed_on(t, told) != first:
        t.breach(WRONG_BUTTON, told, seat)
    t.action_seat = first
    t.emit("action-button", first)


def told_button(t: Banking) -> int:
    """Where settling starts in a told round without dice: as told, or anywhere if it makes no difference."""
    if t.action_seat:
        return t.action_seat
    if order_matters(t):
        raise MissingFact("Tell the three dice or the action seat: the player-dealer's money runs short.")
    return t.left_of(t.state.bank, t.direction)


def order_matters(t: Banking) -> bool:
    """Whether the seat with first action decides what somebody gets from the player-dealer's money."""
    first = met_from(t, t.left_of(t.state.bank))
    return any(met_from(t, seat) != first for seat in t.seat_order(1))


def met_from(t: Banking, start: int) -> dict[str, tuple[int, int]]:
    """What each hand would be paid and would lose if settling began at a seat."""
    places, way = t.state.places, t.direction
    claims = sorted(t.claims, key=lambda one: (t.hands[one.hand].seat - start) * way % places)
    dues = [Due(one.stake, one.win, one.lose, max(one.stake, one.win)) for one in claims]
    met = settle(dues, t.bank_money.amount, t.bank_money.cover)
    return {
        f"{claim.hand} {claim.person}": (one.paid, one.taken) for claim, one in zip(claims, met, strict=True)
    }
