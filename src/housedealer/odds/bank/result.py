"""The player-dealer's result: a sample of rounds, exact edges and the options' fees make one report."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from housedealer import __version__, odds, rooms
from housedealer.odds.bank import fees as collection
from housedealer.odds.bank.action import Configuration, fixed, main_spots, observed
from housedealer.odds.bank.question import Asked
from housedealer.odds.bank.report import BankReport, Curve, Figure, Limited, OptionLine, Shift, SpotShare
from housedealer.odds.bank.sample import Sample, deal, named, names_of
from housedealer.odds.bank.shift import after
from housedealer.odds.bank.short import Short, settle
from housedealer.odds.engines import engine_of
from housedealer.odds.setup import Setup
from housedealer.odds.simulate import SURE
from housedealer.table.errors import Refused
from housedealer.table.game import Game, Stakes
from housedealer.table.stakes import bounds, open_table
from housedealer.wagers.money import cents, dollars

STEPS = 240
"""How many bet sizes between the table's least and most are looked at."""
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
CAPITAL = 0.05
"""Risk capital is what a shift loses more than with this chance."""


def of(game: Game | str, **asked: Any) -> BankReport:
    """The report for one game; `asked` are the fields of `Asked` beside the game."""
    return answer(Asked(game if isinstance(game, str) else game.id, **asked))


def answer(asked: Asked) -> BankReport:
    """Work out a question."""
    begun = time.perf_counter()
    game = rooms.game(rooms.find(asked.game)).ruled(asked.rulings)
    if not hasattr(game.params, "spot"):
        raise Refused(f"{game.id} has no player-dealer: nobody banks it.")
    stakes = open_table(game, asked.option, asked.limit)
    configurations = (
        observed(game, asked.wagers)
        if asked.wagers is not None
        else fixed(game, asked.players, asked.bet, asked.sides, asked.seed, bounds(stakes.limit))
    )
    check(game, stakes, configurations)
    setup = Setup(game.id, tuple(asked.rulings.items()))
    sample = deal(setup, configurations, asked.rounds, asked.seed)
    edges, exact = edges_of(setup, sample)
    spots = shares(game, configurations, edges, exact)
    expected = sum(one.expected for one in spots)
    exactly = all(one.exact for one in spots)
    results = sample.results - sample.results.mean() + expected
    which, unsure = sample.configuration, None if exactly else sample.results
    short = None
    if asked.amount is not None:
        short = settle(game, sample, configurations, asked.amount, asked.seed)
        # What is known exactly of money for everything stays so; only the difference is of the rounds dealt.
        results = short.results - short.unlimited.mean() + expected
        which, unsure = short.which, short.results - (short.unlimited if exactly else 0)
    each = fees_by_configuration(game, stakes, configurations)
    fees = average_fees(each, configurations)
    net_results = results - _each(each, which)
    action = sum(one.action * one.share for one in configurations)
    gross, net = figure(results, unsure), figure(net_results, unsure)
    an_hour, costs = asked.rounds_an_hour(), asked.costs()
    hour = Figure(
        net.mean * an_hour - costs,
        net.sd * math.sqrt(an_hour),
        (net.interval[0] * an_hour - costs, net.interval[1] * an_hour - costs),
    )
    shift = shift_of(asked, net_results, costs)
    lines, curves = options(game, asked, configurations, which, edges, results)
    variance = float(sample.results.var())
    return BankReport(
        game=game.id,
        name=game.head.name,
        option=stakes.option,
        limit=stakes.limit,
        rulings={name: game.reading(name) or "" for name in game.rulings if game.reading(name)},
        players=max(one.seats for one in configurations),
        bet=asked.wagers.name if asked.wagers is not None else asked.bet,
        action=round(action),
        spots=spots,
        strategy=engine_of(game).strategy,
        correlation=_correlation(variance, sample, configurations),
        gross=gross,
        fees=fees,
        fee_share=fees.room / action,
        net=net,
        players_net=-gross.mean - fees.players,
        hour=hour,
        room_hour=fees.room * asked.rounds_per_hour,
        players_hour=(-gross.mean - fees.players) * asked.rounds_per_hour,
        costs_hour=costs,
        shift=shift,
        options=lines,
        bankroll=bankroll(net.mean - costs / an_hour, net.sd, asked.ruin),
        ruin=asked.ruin,
        cover_all=cover_all(game, stakes, configurations, sample),
        worst_seen=round(-float((sample if short is None else short).results.min())),
        limited=limited_of(asked, short),
        curves=curves,
        outcomes=after(net_results, asked.shift()).points(),
        rounds=asked.rounds,
        rounds_per_hour=asked.rounds_per_hour,
        version=__version__,
        data=game.data_hash,
        seconds=time.perf_counter() - begun,
    )


def check(game: Game, stakes: Stakes, configurations: Sequence[Configuration]) -> None:
    """What no table takes is refused: too many bettors, wagers outside the limits, or without others."""
    low, high = bounds(stakes.limit)
    main = set(main_spots(game)) | {spot.name for spot in game.params.spot if spot.base}
    needs = {spot.name: spot.needs for spot in game.params.spot if spot.needs}
    seats = game.params.seats - 1
    for one in configurations:
        if one.seats > seats:
            raise Refused(
                f"A table of {game.id} has {game.params.seats} seats: beside the player-dealer no more than"
                f" {seats} bet, not {one.seats}."
            )
        held = {(seat, spot) for seat, spot, _ in one.wagers}
        for seat, spot, _ in one.wagers:
            if needs.get(spot) and not any((seat, other) in held for other in needs[spot]):
                raise Refused(f"{spot} is not taken without {' or '.join(needs[spot])} beside it.")
        for _, spot, amount in one.wagers:
            if spot in main and not low <= amount <= high:
                raise Refused(
                    f"${dollars(amount)} on {spot} is outside the table's limit of ${stakes.limit};"
                    " say another with --limit, or bet otherwise."
                )


@lru_cache(maxsize=64)
def _exact_edges(setup: Setup) -> Mapping[str, float]:
    """The edges of the wagers that are counted and not dealt at random, by name."""
    return odds.counted_edges(setup)


def edges_of(setup: Setup, sample: Sample) -> tuple[dict[str, float], set[str]]:
    """What a unit on each wager loses on average, and which of that is exact."""
    exact = _exact_edges(setup)
    return {name: exact.get(name, -sample.means[name]) for name in sample.names}, set(exact)


def shares(
    game: Game, configurations: Sequence[Configuration], edges: Mapping[str, float], exact: set[str]
) -> tuple[SpotShare, ...]:
    """Each wager's part in an average round."""
    known, stakes = names_of(game), dict.fromkeys(edges, 0.0)
    for one in configurations:
        for _, spot, amount in one.wagers:
            name = named(known, spot, amount)
            if name in stakes:
                stakes[name] += one.share * amount
    return tuple(
        SpotShare(name, stake, edges[name], name in exact, stake * edges[name])
        for name, stake in stakes.items()
        if stake
    )


def fees_by_configuration(
    game: Game, stakes: Stakes, configurations: Sequence[Configuration]
) -> list[collection.Fees]:
    """The fees of each configuration."""
    found: dict[tuple[tuple[int, str, int], ...], collection.Fees] = {}
    for one in configurations:
        if one.wagers not in found:
            found[one.wagers] = collection.of_round(game, stakes, one.wagers)
    return [found[one.wagers] for one in configurations]


def average_fees(each: Sequence[collection.Fees], configurations: Sequence[Configuration]) -> collection.Fees:
    """The fees of an average round, to the cent, from those of each configuration."""
    return collection.Fees(
        *(
            round(sum(fee[part] * one.share for fee, one in zip(each, configurations, strict=True)))
            for part in (0, 1)
        )
    )


def _each(fees: Sequence[collection.Fees], which: Any) -> Any:
    """What the player-dealer pays in each round, by its configuration."""
    import numpy as np

    return np.array([fee.player_dealer for fee in fees])[which]


def figure(results: Any, unsure: Any | None) -> Figure:
    """Mean and spread, and how surely the mean is known: `unsure` is its part that was dealt at random."""
    mean, sd = float(results.mean()), float(results.std())
    half = 0.0 if unsure is None else SURE * float(unsure.std()) / math.sqrt(len(results))
    return Figure(mean, sd, (mean - half, mean + half))


def _correlation(variance: float, sample: Sample, configurations: Sequence[Configuration]) -> float:
    """How much two seats' results move together, on average over the pairs of seats.

    With equal bets it is the correlation of any two seats.
    """
    seats = max(one.seats for one in configurations)
    if seats < 2 or not sample.seat_variance:
        return 0.0
    return (variance - sample.seat_variance) / (sample.seat_variance * (seats - 1))


def shift_of(asked: Asked, net_results: Any, costs: float) -> Shift:
    """What the hours asked for come to."""
    rounds = asked.shift()
    found = after(net_results, rounds)
    paid = costs * asked.hours
    mean = float(net_results.mean()) * rounds - paid
    sd = float(net_results.std()) * math.sqrt(rounds)
    return Shift(
        asked.hours,
        rounds,
        mean,
        sd,
        found.at_most(paid - 1e-6),
        {f"{share}%": found.quantile(share / 100) - paid for share in PERCENTILES},
    )


def bankroll(mean: float, sd: float, ruin: float) -> float | None:
    """Money with which the chance of ever losing it all is `ruin`; none where banking does not win."""
    return -math.log(ruin) * sd * sd / (2 * mean) if mean > 0 else None


def cover_all(game: Game, stakes: Stakes, configurations: Sequence[Configuration], sample: Sample) -> int:
    """The money that covers all action of the heaviest round whatever is dealt."""
    known = names_of(game)
    bonus = {one.spot for one in game.params.bonus}

    def risk(one: Configuration) -> float:
        sides = [entry for entry in one.wagers if entry[1] in bonus]
        whole = float(collection.most_to_cover(game, stakes, sides))
        for _, spot, amount in one.wagers:
            if spot not in bonus:
                whole += amount * max(1.0, sample.most.get(named(known, spot, amount), 1.0))
        return whole

    return math.ceil(max(risk(one) for one in configurations))


def limited_of(asked: Asked, short: Short | None) -> Limited | None:
    """What changes with the money that is put up."""
    if asked.amount is None or short is None:
        return None
    return Limited(
        asked.amount,
        len(short.results),
        float(short.results.mean()),
        float(short.unlimited.mean()),
        short.uncovered,
        short.runs_short,
    )


# -- the options side by side --------------------------------------------------------------------------


def open_options(game: Game, asked: Asked) -> list[Stakes]:
    """Every option of the game that can be opened, at the limit asked for where it allows that."""
    found = []
    for option in game.options() or [""]:
        for limit in (asked.limit, None):
            try:
                found.append(open_table(game, option or None, limit))
                break
            except Refused:
                continue
    return found


def options(
    game: Game,
    asked: Asked,
    configurations: Sequence[Configuration],
    which: Any,
    edges: Mapping[str, float],
    results: Any,
) -> tuple[tuple[OptionLine, ...], tuple[Curve, ...]]:
    """Every fee option at the same wagers, and its net when all bet the same."""
    wanted = open_table(game, asked.option, asked.limit)
    lines, curves = [], []
    for stakes in open_options(game, asked):
        try:
            check(game, stakes, configurations)
        except Refused:
            continue
        each = fees_by_configuration(game, stakes, configurations)
        fees = average_fees(each, configurations)
        net = results - _each(each, which)
        an_hour, costs = asked.rounds_an_hour(), asked.costs()
        spread = shift_of(asked, net, costs)
        nets = curve(game, stakes, asked, edges)
        at, losing = break_even(nets)
        curves.append(nets)
        action = sum(one.action * one.share for one in configurations)
        lines.append(
            OptionLine(
                option=stakes.option,
                limit=stakes.limit,
                asked=stakes.option == wanted.option,
                fees=fees,
                fee_share=fees.room / action,
                net_round=float(net.mean()),
                net_hour=float(net.mean()) * an_hour - costs,
                sd_hour=float(net.std()) * math.sqrt(an_hour),
                risk_capital=max(0.0, -spread.percentiles[f"{round(100 * CAPITAL)}%"]),
                break_even=at,
                break_even_action=None if at is None else nets.action[nets.bets.index(at)],
                losing=losing,
            )
        )
    return tuple(lines), tuple(curves)


def _flat(game: Game, asked: Asked, bet: int) -> Configuration:
    """Every player bets the same, with the side bets asked for; a spot named with the bet is kept."""
    spot, equals, _ = asked.bet.rpartition("=")
    return fixed(game, asked.players, f"{spot}{equals}{bet / 100:.2f}", asked.sides)[0]


def flat_bets(stakes: Stakes, unit: int) -> list[int]:
    """Bets from the table's least to its most, in steps of the unit or wider."""
    low, high = bounds(stakes.limit)
    high = min(high, low * 400)
    step = max(unit, -(-(high - low) // STEPS) // unit * unit)
    return [*range(low, high, step), high]


def net_of_flat(
    game: Game, stakes: Stakes, asked: Asked, edges: Mapping[str, float], bet: int
) -> tuple[int, float]:
    """Total action, and what a round nets the player-dealer after collection, when all bet the same."""
    one = _flat(game, asked, bet)
    known = names_of(game)
    expected = sum(amount * edges.get(named(known, spot, amount), 0.0) for _, spot, amount in one.wagers)
    costs = asked.costs() / asked.rounds_an_hour()
    return one.action, expected - collection.of_round(game, stakes, one.wagers).player_dealer - costs


def curve(game: Game, stakes: Stakes, asked: Asked, edges: Mapping[str, float]) -> Curve:
    """An option's net against total action, for flat bets from the table's least to its most."""
    bets = flat_bets(stakes, cents(game.params.unit))
    points = [net_of_flat(game, stakes, asked, edges, bet) for bet in bets]
    return Curve(stakes.option, tuple(bets), tuple(at for at, _ in points), tuple(net for _, net in points))


def break_even(nets: Curve) -> tuple[int | None, tuple[tuple[int, int], ...]]:
    """The least flat bet from which banking never loses again, and the ranges in which it loses."""
    losing: list[tuple[int, int]] = []
    before = False
    for bet, net in zip(nets.bets, nets.net, strict=True):
        if net < 0:
            losing = [*losing[:-1], (losing[-1][0], bet)] if before else [*losing, (bet, bet)]
        before = net < 0
    if before:
        return None, tuple(losing)
    after_last = losing[-1][1] if losing else -1
    return next(bet for bet in nets.bets if bet > after_last), tuple(losing)
