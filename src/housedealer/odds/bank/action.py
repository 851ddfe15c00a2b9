"""What is bet at a table: the same wagers every round, wagers drawn from a distribution, or observed ones.

>>> from housedealer.rooms import game
>>> three = game("garlic-city/3-card-poker")
>>> fixed(three, 2, "25", {"pair-plus": 500})[0].wagers
((0, 'ante', 2500), (0, 'pair-plus', 500), (1, 'ante', 2500), (1, 'pair-plus', 500))
>>> bets("25:60%, 50:30%, 100:10%")
((2500, 0.6), (5000, 0.3), (10000, 0.1))
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.wagers.money import BadMoney, cents

NAMED: Mapping[str, tuple[tuple[int, float], ...]] = {
    "flat": ((1, 1.0),),
    "mixed": ((1, 0.5), (2, 0.25), (4, 0.15), (10, 0.1)),
    "steep": ((1, 0.7), (2, 0.15), (5, 0.1), (20, 0.05)),
}
"""Shares of bettors by how many times the table's least wager they bet; nobody bets more than its most."""
DRAWN = 512
"""How many rounds' wagers are drawn from a distribution."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The wagers of one kind of round, each a seat (from 0), a spot and cents; its share of all rounds."""

    wagers: tuple[tuple[int, str, int], ...]
    share: float

    @property
    def action(self) -> int:
        """All that is staked before the deal."""
        return sum(amount for _, _, amount in self.wagers)

    @property
    def seats(self) -> int:
        """How many seats must be dealt."""
        return 1 + max(seat for seat, _, _ in self.wagers)


def main_spots(game: Game) -> tuple[str, ...]:
    """The spots of a bettor's wager: those that are required, else the first one that pays the collection."""
    spots = game.params.spot
    required = tuple(spot.name for spot in spots if spot.required and not spot.equals)
    return required[:1] or tuple(spot.name for spot in spots if spot.base)[:1]


def fixed(
    game: Game,
    players: int,
    bet: str,
    sides: Mapping[str, int],
    seed: int = 1,
    limits: tuple[int, int] = (500, 20_000),
) -> list[Configuration]:
    """Every seat bets by the same words: an amount, amounts with shares, or a named distribution."""
    spot, _, words = bet.rpartition("=")
    main = (spot,) if spot else main_spots(game)
    known = {one.name for one in game.params.spot}
    if unknown := ({*main, *sides} - known):
        raise Refused(
            f"{game.id} has no spot {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}."
        )
    shares = bets(words, *limits)
    if len(shares) == 1:
        return [Configuration(_round(game, [shares[0][0]] * players, main, sides), 1.0)]
    rng = Random(f"{seed}/{words}")
    amounts, weights = [one for one, _ in shares], [share for _, share in shares]
    drawn = [rng.choices(amounts, weights, k=players) for _ in range(DRAWN)]
    return [Configuration(_round(game, one, main, sides), 1 / DRAWN) for one in drawn]


def bets(words: str, least: int = 500, most: int = 20_000) -> tuple[tuple[int, float], ...]:
    """An amount, amounts with their shares, or a named distribution over the least wager.

    >>> bets("mixed", 500, 1000)
    ((500, 0.5), (1000, 0.25), (1000, 0.15), (1000, 0.1))
    """
    if words in NAMED:
        return tuple((min(many * least, most), share) for many, share in NAMED[words])
    found = []
    for part in words.split(","):
        amount, told, share = part.strip().partition(":")
        try:
            number = float(share.strip().removesuffix("%")) / (100 if share.strip().endswith("%") else 1)
        except ValueError:
            number = 1.0 if not told else -1.0
        try:
            money = cents(amount.strip().removeprefix("$"))
        except BadMoney:
            money = 0
        if money <= 0 or number <= 0:
            raise Refused(f"{words!r} is no bet: write 25, or 25:60%,50:40%, or one of {', '.join(NAMED)}.")
        found.append((money, number))
    whole = sum(share for _, share in found)
    if told and abs(whole - 1) > 1e-6:
        raise Refused(f"The shares of {words!r} add up to {100 * whole:g}%, not to 100%.")
    return tuple(found)


def _round(
    game: Game, amounts: Sequence[int], main: Iterable[str], sides: Mapping[str, int]
) -> tuple[tuple[int, str, int], ...]:
    """What every seat stakes: its bet, whatever must equal it, and the side bets."""
    found = []
    for seat, amount in enumerate(amounts):
        staked = dict.fromkeys(main, amount)
        for spot in game.params.spot:
            if spot.equals in staked and spot.required:
                staked[spot.name] = staked[spot.equals]
        staked.update(sides)
        found += [(seat, spot.name, staked[spot.name]) for spot in game.params.spot if spot.name in staked]
    return tuple(found)


def observed(game: Game, path: Path) -> list[Configuration]:
    """Wagers as somebody wrote them down: columns `seat`, `spot`, `amount`, and `round` if several."""
    known = {one.name for one in game.params.spot}
    rounds: dict[str, dict[tuple[str, str], int]] = {}
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                seat, spot, amount = (str(row.get(name) or "").strip() for name in ("seat", "spot", "amount"))
                where = f"{path.name}, line {number}"
                if not seat:
                    raise Refused(f"{where}: no seat is told; the columns are round, seat, spot, amount.")
                if seat.isdigit() and not 1 <= int(seat) <= game.params.seats:
                    raise Refused(f"{where}: {game.id} has seats 1 to {game.params.seats}, and no {seat}.")
                if spot not in known:
                    raise Refused(
                        f"{where}: {spot or 'nothing'!r} is no spot of {game.id}; it has"
                        f" {', '.join(sorted(known))}."
                    )
                held = rounds.setdefault(str(row.get("round") or ""), {})
                held[seat, spot] = held.get((seat, spot), 0) + cents(amount.removeprefix("$"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path.name} cannot be read: {error}.") from None
    except BadMoney as error:
        raise Refused(f"{path.name}: {error}") from None
    if not rounds:
        raise Refused(f"{path.name} has no wagers: its columns are round, seat, spot, amount.")
    found = []
    for held in rounds.values():
        seats = {seat: at for at, seat in enumerate(sorted({seat for seat, _ in held}, key=_number))}
        wagers = tuple((seats[seat], spot, amount) for (seat, spot), amount in held.items() if amount > 0)
        if wagers:
            found.append(Configuration(wagers, 1 / len(rounds)))
    if not found:
        raise Refused(f"{path.name} has no wagers above nothing.")
    return found


def _number(seat: str) -> tuple[int, str]:
    return (int(seat), "") if seat.isdigit() else (10**6, seat)
