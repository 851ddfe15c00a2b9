"""Kill pots: who plays the next hand for more, and for how much.

A kill is declared by a player (lowball), or earned: by taking a whole pot of some size (`scoop`), or by
winning two pots in a row (`leg-up`: the first win is the leg). The killer posts the raised lower bet, live,
and the hand is played at the raised limit.

Who has earned a kill has to post it before the next deal. To declare one is offered in the deal: the dealer
stops after the second card of each, and whoever says so first kills the pot.

Where a room prints limits with their killed amounts, a kill is earned at such a table only.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from housedealer.table.betting import Poker, PokerGame
from housedealer.table.errors import Refused
from housedealer.table.questions import Asked, Choose
from housedealer.table.structure import Limit
from housedealer.wagers.money import cents

KILL, PASS = "kill", "pass"
SEEN = 2
"""How many cards players may look at before they kill the pot."""


def kill_pot(t: Poker, game: PokerGame) -> int:
    """The killer's position if this pot is killed, his post made and the limit raised; else -1."""
    told = t.state.marks.get("kill") or {}
    if not told:
        return -1
    if game.kill_on == "never":
        raise Refused("No kill is played in this game.")
    seat = int(told.get("seat", 0))
    if seat not in t.seats:
        if game.kill_on != "declared":
            return -1  # who earned it has left, and nobody else owes it
        raise Refused(f"Seat {seat} kills the pot, but is not dealt in.")
    return killed_by(t, game, t.seats.index(seat))


def killed_by(t: Poker, game: PokerGame, at: int) -> int:
    """The limit is raised, and the killer posts its smaller bet less what he has posted; his position."""
    t.limit = killed(t.limit, game)
    t.post(at, t.limit.small - t.bet[at], "kill")
    t.open_at(t.limit.small)
    t.killer = at
    return at


def offer_kill(t: Poker, game: PokerGame) -> Generator[Asked, Any, int]:
    """The deal stops for those who have the chips to kill the pot; gives who does so first, else -1."""
    small = killed(t.limit, game).small
    asked: list[int] = []

    def questions() -> list[Choose]:
        asked[:] = [at for at, stack in enumerate(t.stack) if t.live[at] and stack >= small - t.bet[at]]
        return [
            Choose(t.who[at], KILL, (KILL, PASS), PASS, t.hand[at].key, {KILL: small - t.bet[at]})
            for at in asked
        ]

    spoke = yield from t.first(questions, ranked=False)
    return -1 if spoke is None else killed_by(t, game, asked[spoke[0]])


def killed(limit: Limit, game: PokerGame) -> Limit:
    """The bets of a killed pot: as the room prints them for this limit, else twice or half more.

    >>> from types import SimpleNamespace as Rules
    >>> from housedealer.table.structure import parse_limit
    >>> rules = Rules(kill="half", kill_amounts="printed", limit=(), structures=("limit",))
    >>> killed(parse_limit("8/16"), rules).big
    2400
    """
    kind, printed = limit.killed if limit.kill else game.kill, limit.kill
    listed = [row.limit() for row in game.limit if row.kill]
    if not printed and listed:
        same = [one for one in listed if (one.small, one.big) == (limit.small, limit.big)]
        if not game.structures:
            raise Refused(f"The limit {limit.name} is played without a kill.")
        kind, printed = (same[0].killed, same[0].kill) if same else (listed[0].killed, ())
    if printed and game.kill_amounts == "printed" and not limit.rounds:
        return msgspec.structs.replace(limit, small=printed[0], big=printed[-1])
    halves = 4 if kind == "full" else 3
    return msgspec.structs.replace(
        limit,
        small=limit.small * halves // 2,
        big=limit.big * halves // 2,
        rounds=tuple(bet * halves // 2 for bet in limit.rounds),
    )


def kill_order(t: Poker, killer: int) -> list[int]:
    """Before the draw of a killed pot: from the left of the blinds, the killer last."""
    many = len(t.seats)
    start = len(t.limit.blinds)
    order = [(start + number) % many for number in range(many)]
    return [at for at in order if at != killer] + [killer]


def earned(game: PokerGame, won: dict[int, int], legs: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """The seat that has earned a kill (0: none) and the leg that stands: a seat and its wins in a row.

    >>> from types import SimpleNamespace as Rules
    >>> leg_up = Rules(kill_on="leg-up", kill_pot="0")
    >>> earned(leg_up, {3: 4000}, (0, 0)), earned(leg_up, {3: 4000}, (3, 1)), earned(leg_up, {2: 100}, (3, 1))
    ((0, (3, 1)), (3, (3, 2)), (0, (2, 1)))
    >>> earned(Rules(kill_on="scoop", kill_pot="40"), {3: 4000}, (0, 0))
    (3, (0, 0))
    """
    takers = [seat for seat, amount in won.items() if amount]
    if game.kill_on not in ("scoop", "leg-up") or not takers:
        return 0, (0, 0)
    alone = len(takers) == 1
    if game.kill_on == "scoop":
        whole = alone and won[takers[0]] >= cents(game.kill_pot)
        return (takers[0] if whole else 0), (0, 0)
    if not alone:
        return 0, legs  # a split pot neither makes a leg nor takes one away
    wins = legs[1] + 1 if legs[0] == takers[0] else 1
    return (takers[0] if wins >= 2 else 0), (takers[0], wins)


def next_marks(t: Poker, game: PokerGame) -> dict[str, Any]:
    """What the next hand has to know of kills."""
    won: dict[int, int] = {}
    for pot in t.pots:
        for seat, amount, _ in pot.awards:
            won[seat] = won.get(seat, 0) + amount
    if game.limit and not t.limit.kill and any(row.kill for row in game.limit):
        return {"kill": {}}
    killer, legs = earned(game, won, tuple(t.state.marks.get("legs", (0, 0))))
    return {"kill": {"seat": killer} if killer else {}, "legs": legs}
