"""Which situations of a game no source line decides, and how often play gets into them.

Each ruling names such a question. Rounds are dealt with random legal answers, and dealt again under every
other reading of every ruling: where the two part, the round reached a situation that the text leaves open. A
reason that a round gave without any source is another; a fee's source is its own row.

    >>> from housedealer.rooms import game
    >>> found = undecided(game("garlic-city/3-card-poker"), 60)
    >>> next(one for one in found if one.id == "play-when-not-qualified").reached > 0
    True
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.round import Round, deal, random_policy

ROUNDS = 200


class Undecided(msgspec.Struct, frozen=True):
    """A question that no line decides: `reached` of `rounds` came to it, `money` of them paid otherwise."""

    id: str
    question: str
    reading: str
    lines: tuple[int, int]
    rounds: int
    reached: int
    money: int
    playable: bool


def undecided(game: Game, rounds: int = ROUNDS, seed: int = 1) -> list[Undecided]:
    """The open questions of a game, those that play reaches most often first."""
    played = [_play(game, seed, number) for number in range(rounds)]
    found = list(_rulings(game, played, seed))
    found += _sourceless(game, played)
    return sorted(found, key=lambda one: (-one.reached, -one.money, one.id))


def _play(game: Game, seed: int, number: int) -> Round | None:
    """One round at random; one that cannot be dealt under these readings is none."""
    bettors = 2 + number % max(1, min(5, game.params.seats - 2))
    try:
        return deal(game, f"{seed}/{number}", bettors).play(random_policy(number))
    except (Refused, LookupError):
        return None


def _rulings(game: Game, played: list[Round | None], seed: int) -> Iterator[Undecided]:
    for ruling in game.rulings.values():
        switch = hasattr(game.params, ruling.id.replace("-", "_")) and len(ruling.readings) > 1
        reached = money = 0
        if switch:
            for number, before in enumerate(played):
                parted, paid = False, False
                for reading in ruling.readings:
                    if reading == ruling.default or before is None:
                        continue
                    after = _play(game.ruled({ruling.id: reading}), seed, number)
                    parted |= after is None or after.table.events != before.table.events
                    paid |= after is None or _money(after) != _money(before)
                reached += parted
                money += paid
        text = f"{ruling.question} In use: {ruling.readings[ruling.default]}."
        yield Undecided(
            ruling.id, text, ruling.default, ruling.lines, len(played), reached, money, playable=switch
        )


def _money(round_: Round) -> dict[str, int]:
    return dict(round_.table.ledger.balance)


def _sourceless(game: Game, played: list[Round | None]) -> Iterator[Undecided]:
    """Reasons that rounds gave and for which the game names no line."""
    reached: dict[str, int] = {}
    for round_ in played:
        if round_ is not None:
            reasons = (event.args for event in round_.table.events if event.kind != "fee")
            for code in {code for args in reasons for code in _codes(args)}:
                reached[code] = reached.get(code, 0) + 1
    for code, many in reached.items():
        if game.source(code) is None:
            question = f"The reason {code} stands on no line of the book."
            yield Undecided(code, question, "", game.head.lines, len(played), many, many, playable=False)


def _codes(value: Any) -> Iterator[str]:
    """The reasons within an event's arguments: pairs of a code and its own arguments."""
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], tuple):
            yield value[0]
        else:
            for part in value:
                yield from _codes(part)
