"""A kernel and the live script deal the same rounds: every seat's net by wager to the cent, and the fees.

The kernel says how everybody decided; stakes, side bets and the fee option are drawn anew for each round. See
`housedealer.odds.simulate` for what an engine gives to be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from housedealer import rooms
from housedealer.odds.engines import ENGINES
from housedealer.odds.simulate import Sampler, Traced
from housedealer.pieces.shuffle import OutOfPieces
from housedealer.pieces.supply import OrderSupply
from housedealer.table.game import Game, State
from housedealer.table.questions import All, Wagers
from housedealer.table.round import Round
from housedealer.table.stakes import open_table
from housedealer.wagers.fees import FeeRow
from housedealer.wagers.money import cents

ROUNDS, MANY, FEW = 500, 20_000, 40
CHIPS = 10**9
DICE = 3
UNLIMITED = -1
TRIES = 40

Placed = dict[str, int]


def banked(game: Game) -> bool:
    return hasattr(game.params, "spot")


GAMES = [game.id for game in rooms.games() if banked(game)]
ENGINED = [name for name in GAMES if (engine := ENGINES.get(rooms.game(name).head.script)) and engine.samples]


def sampler_for(game: Game) -> Sampler:
    """The sampler of a game under its readings."""
    return ENGINES[game.head.script].sampler(game.params, Counter(game.params.deck.pieces))


# -- what the table is told --------------------------------------------------------------------------


def staked(rng: Random, question: Wagers, game: Game) -> Placed:
    """Whole dollars on the spots that let a seat be dealt in, and on others now and then."""
    required = [spot.name for spot in game.params.spot if spot.required]
    bases = [spot.name for spot in game.params.spot if spot.base]
    hand = question.hands[0]
    for _ in range(TRIES):
        must = required or [bases[int(rng.random() * len(bases))]]
        placed: Placed = {}
        for spot in game.params.spot:
            low, high = question.limits[spot.name]
            low = -(-low // 100) * 100
            if spot.name not in must and rng.random() < 0.5:
                continue
            if spot.equals:
                placed[spot.name] = placed[spot.equals]
                continue
            for cap in spot.at_most.split(" or ") if spot.at_most else ():
                high = min(high, placed.get(cap, 0) or low)
            placed[spot.name] = low + int(rng.random() * ((min(high, 12 * low) - low) // 100 + 1)) * 100
        if not question.rule(question.who, tuple((hand, spot, amount) for spot, amount in placed.items())):
            return placed
    raise AssertionError(f"no wagers found that {game.id} takes")


def live(
    game: Game, option: str | None, order: Sequence[int], dice: Sequence[int], traced: Traced, rng: Random
) -> tuple[Round, list[Placed]]:
    """The round as the live script deals it, everybody answering as the kernel decided."""
    seats = {seat: f"player {seat}" for seat in range(1, len(traced.codes) + 2)}
    chips = dict.fromkeys(seats.values(), CHIPS)
    state = State(seats=seats, chips=chips, places=game.params.seats, bank=1, bank_amount=UNLIMITED)
    round_ = Round(game, open_table(game, option), state, OrderSupply(order, dice=dice))
    assert isinstance(round_.question, All)
    placed: dict[str, Placed] = {}
    for question in round_.question.questions:
        assert isinstance(question, Wagers)
        placed[question.who] = staked(rng, question, game)
        answer = tuple((question.hands[0], spot, amount) for spot, amount in placed[question.who].items())
        round_.answer(answer, who=question.who)
    answers = traced.answers or [()] * len(traced.codes)
    said = {who: list(one) for who, one in zip(seats.values(), (traced.bank, *answers), strict=True)}
    while not round_.finished:
        at, asked = round_.open()[0]
        assert said[asked.who], f"{asked.who} is asked {asked.name}, where the kernel knows no question"
        answer = said[asked.who].pop(0)
        round_.answer(getattr(asked, "default", None) if answer is None else answer, at=at)
    assert round_.void is None
    assert not any(said.values()), f"answers that nobody asked for: {said}"
    return round_, [placed[seats[seat]] for seat in range(2, len(seats) + 1)]


# -- what comes out ----------------------------------------------------------------------------------


def wager_on(game: Game, spot: str, amount: int) -> str:
    """The name of a wager in the engine's results: a spot that pays larger stakes otherwise is several."""
    tables = [bonus for bonus in game.params.bonuses_in_use() if bonus.spot == spot]
    if len(tables) < 2:
        return spot
    reached = [bonus for bonus in tables if cents(bonus.least or "0") <= amount]
    return f"{spot} from {max(reached, key=lambda bonus: cents(bonus.least or '0')).least or '0'}"


Sums = dict[str, Fraction]


def settled(round_: Round, sampler: Sampler, seat: int) -> tuple[Sums, Sums]:
    """What each wager of a seat won and what was staked on it, by the lines of the settlement."""
    net: Sums = {}
    stakes: Sums = {}
    for line in round_.table.lines:
        if line.seat == seat:
            name = sampler.parts.get(line.spot, line.spot)
            lost = line.amount - line.returned if line.result == "lose" else 0
            net[name] = net.get(name, Fraction(0)) + line.pays - lost
            stakes[name] = stakes.get(name, Fraction(0)) + line.amount
    return net, stakes


def counted(
    game: Game, sampler: Sampler, code: int, placed: Placed, prizes: Mapping[str, int]
) -> tuple[Sums, Sums]:
    """The same by the engine's class of the round."""
    results = sampler.results(code)
    net: Sums = {spot: Fraction(won) for spot, won in prizes.items() if won}
    stakes: Sums = dict.fromkeys(net, Fraction(0))
    for spot, amount in placed.items():
        if spot not in sampler.parts:
            found = results[wager_on(game, spot, amount)]
            net[spot], stakes[spot] = found.won * amount, found.staked * amount
    return net, stakes


def in_action(game: Game, spot: str, base: Sequence[str]) -> bool:
    """Whether a wager on a spot counts for the tiers that are read by all action."""
    said = getattr(game.params, "action_counts_bonus", "yes")
    return said == "yes" or (spot != "buster" if said == "not-buster" else spot in base)


def fees_due(game: Game, rows: Sequence[FeeRow], placed: Sequence[Placed], base: Sequence[str]) -> list[int]:
    """What the fee schedule takes: first from the player-dealer, then from each seat."""
    due = [0] * (len(placed) + 1)
    kinds = dict.fromkeys((row.moment, row.payer, row.per, row.basis) for row in rows if not row.unless)
    totals = {
        "none": 0,
        "action": sum(
            amount for one in placed for spot, amount in one.items() if in_action(game, spot, base)
        ),
        "base-action": sum(one.get(spot, 0) for one in placed for spot in base),
        "players": len(placed) + 1,
    }
    for kind in kinds:
        tiers = [row for row in rows if (row.moment, row.payer, row.per, row.basis) == kind]
        _, payer, per, basis = kind
        if payer == "player-dealer":
            due[0] += tier_of(tiers, totals[basis])
        elif payer in ("player", "bettor"):
            for seat, one in enumerate(placed, 1):
                squares = [amount for spot, amount in one.items() if spot in base or per == "any-wager"]
                values = squares if per in ("wager", "any-wager") else [sum(squares)]
                due[seat] += sum(tier_of(tiers, value if basis == "wager" else 0) for value in values)
        else:
            assert payer == "backline", f"no seat here pays as {payer}"
    return due


def tier_of(tiers: Sequence[FeeRow], value: int) -> int:
    """The amount of the tier that a value falls in, by the tiers' tops; none above a closed last one."""
    open_to = [row for row in sorted(tiers, key=lambda row: row.low) if row.high is None or value <= row.high]
    return open_to[0].amount if open_to else 0


# -- the comparison ----------------------------------------------------------------------------------


def compare(game: Game, sampler: Sampler, rounds: int, seed: str) -> int:
    """Deal rounds to both; how many different classes came up."""
    rng = Random(seed)
    pieces, options = list(game.params.deck.pieces), game.options()
    classes: set[int] = set()
    assert sampler.retrace is not None, f"{game.id}: its sampler retraces no round"
    for number in range(rounds):
        seats = 1 + int(rng.random() * (game.params.seats - 1))
        order, dice = pieces[:], [1 + int(rng.random() * 6) for _ in range(DICE)]
        rng.shuffle(order)
        traced = sampler.retrace(order, dice, seats)
        option = options[int(rng.random() * len(options))] if options else None
        where = f"{game.id} {seed} round {number}: {order[:60]} dice {dice} option {option} {traced}"
        try:
            round_, placed = live(game, option, order, dice, traced, rng)
        except (AssertionError, OutOfPieces) as error:
            raise AssertionError(f"{error}\n{where}") from error
        prizes = sampler.prizes(traced.codes, placed) if sampler.prizes else [{}] * seats
        fees = fees_due(game, round_.stakes.rows, placed, round_.table.base_spots())
        assert sum(fees) == sum(amount for _, amount, _ in round_.table.fees), where
        assert round_.result is not None
        bank = Fraction(-fees[0])
        for at, code in enumerate(traced.codes):
            net, stakes = settled(round_, sampler, at + 2)
            found = counted(game, sampler, code, placed[at], prizes[at])
            assert found == (net, stakes), f"seat {at + 2} {where}"
            change = round_.result.chips[f"player {at + 2}"] - CHIPS
            assert change == sum(net.values()) - fees[at + 1], where
            bank -= sum(net.values())
        assert round_.result.chips["player 1"] - CHIPS == bank, where
        classes.update(traced.codes)
    return len(classes)


@pytest.mark.parametrize("name", ENGINED)
def test_the_kernel_settles_as_the_live_script(name: str) -> None:
    game = rooms.game(name)
    assert compare(game, sampler_for(game), ROUNDS, f"{name}/quick") > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINED)
def test_the_kernel_settles_as_the_live_script_in_many_rounds(name: str) -> None:
    game = rooms.game(name)
    assert compare(game, sampler_for(game), MANY, f"{name}/many") > 2


BY_STAKE = {"double-limits"}
"""Rulings by which it depends on the size of a wager what a hand may do: no class of rounds tells that."""


def other_readings(game: Game) -> Iterator[tuple[str, str]]:
    """Every reading of a ruling that the script can be switched to."""
    for name, ruling in game.rulings.items():
        if name not in BY_STAKE and getattr(game.params, name.replace("-", "_"), None) is not None:
            yield from ((name, reading) for reading in ruling.readings if reading != game.reading(name))


@pytest.mark.parametrize("name", ENGINED)
def test_the_kernel_keeps_to_the_rulings(name: str) -> None:
    game = rooms.game(name)
    for ruling, reading in other_readings(game):
        ruled = game.ruled({ruling: reading})
        compare(ruled, sampler_for(ruled), FEW, f"{name}/{ruling}={reading}")


def test_every_game_against_a_player_dealer_is_compared() -> None:
    assert ENGINED == GAMES


def test_a_difference_would_be_seen() -> None:
    """The kernel of one game against the script of another with other rules: it cannot pass."""
    game: Any = rooms.game("lucky-buck/ez-baccarat")
    other = sampler_for(rooms.game("lucky-buck/commission-free-baccarat"))
    with pytest.raises((AssertionError, KeyError)):
        compare(game, other, ROUNDS, "difference")
