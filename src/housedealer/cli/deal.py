"""`housedealer deal`: bots play many rounds; the result, and that nothing was lost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.floor.bulk import Plan, Tally, deal_lot, dealing, lots
from housedealer.table.errors import Refused
from housedealer.wagers.money import dollars

STEP = 50
"""The progress bar moves after so many rounds."""


def run(plan: Plan, log: Path | None, jobs: int, as_json: bool) -> None:
    """Deal the rounds, print the report."""
    import msgspec

    game = find_game(plan.game)
    plan = Plan(**{**msgspec.structs.asdict(plan), "game": game.id})
    if plan.proof and log is None:
        raise Refused("A proof is kept in a log: say where with --log.")
    total = Tally()
    begun = time.perf_counter()
    with _file(log) as file, _progress(plan.rounds, as_json) as moved:
        for tally in _deal(plan, jobs, moved):
            total.add(tally)
            if file is not None:
                file.writelines(line + b"\n" for line in tally.logs)
    report = _report(plan, total, time.perf_counter() - begun, jobs)
    if as_json:
        print_json(report)
    else:
        _show(report)


@contextmanager
def _file(path: Path | None) -> Iterator[IO[bytes] | None]:
    if path is None:
        yield None
        return
    with path.open("wb") as file:
        yield file


@contextmanager
def _progress(rounds: int, as_json: bool) -> Iterator[Callable[[int], None]]:
    if as_json or not sys.stderr.isatty():
        yield lambda many: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("dealing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("dealing", total=rounds)
        yield lambda many: bar.advance(task, many)


def _deal(plan: Plan, jobs: int, moved: Callable[[int], None]) -> Iterator[Tally]:
    """The lots' tallies in order, dealt here or by several processes."""
    parts = lots(plan)
    if jobs == 1 or len(parts) == 1:
        for first, many in parts:
            tally = Tally()
            for number in dealing(plan, first, many, tally):
                if (number + 1) % STEP == 0:
                    moved(STEP)
            yield tally
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(parts))) as pool:
        for tally in pool.map(deal_lot, [plan] * len(parts), *zip(*parts, strict=True)):
            moved(tally.rounds)
            yield tally


def _report(plan: Plan, total: Tally, seconds: float, jobs: int) -> dict[str, Any]:
    people = [
        {
            "person": person,
            "seat": seat,
            "net": dollars(total.net.get(person, 0)),
            "as_player_dealer": dollars(total.as_bank.get(person, 0)),
            "fees": dollars(total.fees_of.get(person, 0)),
            "bought": dollars(total.bought.get(person, 0)),
        }
        for person, seat in total.seats.items()
    ]
    return {
        "game": plan.game,
        "option": total.option,
        "limit": total.limit,
        "seed": plan.seed,
        "answers": "random" if plan.random else "bots",
        "rounds": total.rounds,
        "void": total.void,
        "decisions": total.decisions,
        "seconds": round(seconds, 3),
        "jobs": jobs,
        "rounds_per_second": round(total.rounds / seconds, 1),
        "wagered": dollars(total.wagered),
        "people": people,
        "player_dealer": {"rounds": total.bank_rounds, "net": dollars(total.bank_net)},
        "fees": dollars(total.fees),
        "jackpot": dollars(total.jackpot),
        "conserved": {"rounds": total.rounds, "chips": True, "pieces": total.pieces},
    }


def _show(report: dict[str, Any]) -> None:
    screen = console()
    setting = ", ".join(
        text for text in (f"option {report['option']}" if report["option"] else "", report["limit"]) if text
    )
    screen.print(
        f"[bold]{report['game']}[/]  [dim]{plain(setting)}, seed {report['seed']}, {report['answers']}[/]"
    )
    void = f", {report['void']} of them void" if report["void"] else ""
    screen.print(
        f"{report['rounds']:,} rounds{void}, {report['decisions']:,} decisions in {report['seconds']:.1f} s:"
        f" {report['rounds_per_second']:,.0f} rounds a second"
    )
    banked = report["player_dealer"]["rounds"] > 0
    columns = ["seat", "person", "net", *(["as player-dealer"] if banked else []), "fees", "bought"]
    shown = table(*columns, right=[column for column in columns if column != "person"])
    for one in report["people"]:
        middle = [_money(one["as_player_dealer"])] if banked else []
        shown.add_row(
            str(one["seat"]),
            plain(one["person"]),
            _money(one["net"]),
            *middle,
            _money(one["fees"]),
            _money(one["bought"]),
        )
    screen.print(shown)
    pots = f", ${_money(report['jackpot'])} for jackpots" if report["jackpot"] != "0" else ""
    fees = f"collected ${_money(report['fees'])} in fees{pots}"
    screen.print(f"Put at stake: ${_money(report['wagered'])}; {fees}.")
    if banked:
        bank = report["player_dealer"]
        screen.print(
            f"All player-dealers together, in {bank['rounds']:,} rounds: {_money(bank['net'])} after fees."
        )
    kept = report["conserved"]
    screen.print(
        f"[bold]Conserved[/] in every one of {kept['rounds']:,} rounds:"
        f" all chips, and {kept['pieces']:,} pieces dealt."
    )


def _money(amount: str) -> str:
    whole, dot, rest = amount.partition(".")
    return f"{int(whole):,}{dot}{rest}" if whole not in ("-0",) else amount
