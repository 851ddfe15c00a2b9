"""`housedealer bank`: is this game worth banking, at these wagers, under which fee option?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.odds.bank.question import Asked
from housedealer.odds.bank.report import BankReport, OptionLine
from housedealer.table.errors import Refused
from housedealer.wagers.money import BadMoney, cents

MOST_DOLLARS = 1e12


def run(
    name: str | None, room: str | None, every: bool, asked: Asked, plot: Path | None, as_json: bool
) -> None:
    """One game's answer, or a room's games and options ranked."""
    if every:
        if name or not room:
            raise Refused("--all ranks a room's games: say which room with --room, and no game.")
        if asked.option or asked.limit or plot is not None:
            raise Refused("--all ranks every option at its own limit and draws nothing: ask for one game.")
        rank(room, asked, as_json)
        return
    if not name:
        raise Refused("Say which game, or a room with --room and --all.")
    if room and "/" not in name:
        name = f"{room}/{name}"
    from housedealer.odds.bank.result import answer

    report = answer(replace(asked, game=find_game(name).id))
    if plot is not None:
        from housedealer.odds.bank.plots import draw

        draw(report, plot)
    if as_json:
        print_json(report.as_json())
    else:
        show(report)
        if plot is not None:
            console().print(f"Drawn: {plot}")


def sides(words: str) -> dict[str, int]:
    """Side bets as said: `pair-plus=5, tie=5`.

    >>> sides("pair-plus=5, tie=2.50")
    {'pair-plus': 500, 'tie': 250}
    """
    found = {}
    for part in words.split(","):
        if not part.strip():
            continue
        spot, _, amount = part.strip().partition("=")
        found[spot.strip()] = money_of(amount, part.strip())
    return found


def money_of(text: str, said: str) -> int:
    """An amount above nothing in cents."""
    try:
        found = cents(text.strip().removeprefix("$"))
    except BadMoney:
        found = 0
    if found <= 0:
        raise Refused(f"{said!r} has no amount of money: write spot=5 or 5.")
    return found


def in_cents(dollars: float, option: str) -> int:
    """An option's dollars in cents.

    >>> in_cents(12.5, "--staff")
    1250
    """
    if not abs(dollars) < MOST_DOLLARS:
        raise Refused(f"{option} is no such amount of dollars: {dollars:g}.")
    return round(100 * dollars)


def dollars(amount: float, sign: bool = False) -> str:
    """Cents as dollars, rounded to the cent below a thousand dollars and to the dollar above.

    >>> dollars(14701.6), dollars(-1234567, sign=True), dollars(500)
    ('$147.02', '-$12,346', '$5')
    """
    mark = "-" if amount < 0 else "+" if sign else ""
    whole = abs(amount) / 100
    plain_number = whole >= 1000 or abs(whole - round(whole)) < 0.005
    return f"{mark}${whole:,.0f}" if plain_number else f"{mark}${whole:,.2f}"


def show(found: BankReport) -> None:
    """The answer on one screen."""
    screen = console()
    line = found.option_line()
    option = f"option {found.option}, " if found.option else ""
    screen.print(f"[bold]{plain(found.name)}[/]  {found.game}  {option}limit ${found.limit}")
    bettors = f"{found.players} player{'s' if found.players > 1 else ''}"
    screen.print(
        f"{bettors}, bet {plain(found.bet)}: {dollars(found.action)} of action a round,"
        f" {found.rounds_per_hour:g} rounds an hour"
    )
    screen.print(verdict(found, line))
    screen.print(wagers_table(found))
    numbers = ("a round", "an hour", f"{found.shift.hours:g} hours")
    shown = table("", *numbers, right=numbers)
    per_hour, hours = found.rounds_per_hour, found.shift.hours
    for words, amount in (
        ("player-dealer wins, before collection", found.gross.mean),
        ("collection from the player-dealer", -float(found.fees.player_dealer)),
    ):
        shown.add_row(words, *(dollars(amount * many, True) for many in (1, per_hour, per_hour * hours)))
    if found.costs_hour:
        shown.add_row(
            "staff and contract", "", *(dollars(-found.costs_hour * many, True) for many in (1, hours))
        )
    shown.add_section()
    amounts = (found.net.mean, found.hour.mean, found.shift.mean)
    shown.add_row("[bold]player-dealer, net[/]", *(f"[bold]{dollars(one, True)}[/]" for one in amounts))
    deviations = (found.net.sd, found.hour.sd, found.shift.sd)
    shown.add_row("  standard deviation", *(dollars(one) for one in deviations))
    players = (found.players_net, found.players_hour, found.players_hour * hours)
    shown.add_row("players, net", *(dollars(one, True) for one in players))
    room = (float(found.fees.room), found.room_hour, found.room_hour * hours)
    shown.add_row("room, collection", *(dollars(one, True) for one in room))
    screen.print(shown)
    spread = found.shift.percentiles
    screen.print(
        f"After {hours:g} hours: loses {100 * found.shift.loses:.1f}% of the time;"
        f" 5% worst below {dollars(spread['5%'], True)}, half above {dollars(spread['50%'], True)},"
        f" 5% best above {dollars(spread['95%'], True)}."
    )
    screen.print(money_words(found))
    screen.print(options_table(found))
    screen.print(
        f"Collection is {100 * found.fee_share:.2f}% of the action. Edges marked * are from rounds dealt at"
        f" random ({found.rounds:,} here), the others exact; two seats' results correlate at"
        f" {found.correlation:+.2f}. {plain(found.strategy[:1].upper() + found.strategy[1:])}"
        + ("." if found.strategy else "")
    )


def verdict(found: BankReport, line: OptionLine) -> str:
    """The answer in a sentence."""
    wins = found.hour.mean > 0
    word = "[bold green]Worth banking[/]" if wins else "[bold red]Not worth banking[/]"
    even = (
        f"it breaks even at flat bets of {dollars(line.break_even)}"
        if line.break_even is not None
        else "no flat bet within the limit breaks even for good"
    )
    money, covered = "", ""
    if found.limited is not None:
        money = f" with {dollars(found.limited.amount)} put up in a round"
        covered = " where all is covered"
    return (
        f"{word} at this action{money}: {dollars(found.hour.mean, True)} an hour on average; {even}{covered}."
    )


def wagers_table(found: BankReport) -> Any:
    """What stands on each spot and brings what."""
    numbers = ("stake a round", "edge", "brings")
    shown = table("wager", *numbers, right=numbers)
    for one in found.spots:
        mark = "" if one.exact else " *"
        shown.add_row(
            one.spot, dollars(one.stake), f"{100 * one.edge:.4f}%{mark}", dollars(one.expected, True)
        )
    return shown


def money_words(found: BankReport) -> str:
    """What money banking takes."""
    roll = (
        f"{dollars(found.bankroll)} for a {100 * found.ruin:g}% risk of ruin"
        if found.bankroll is not None
        else "none would last, since banking loses on average"
    )
    words = (
        f"Money to cover all action whatever is dealt: {dollars(found.cover_all)} (the worst round of the"
        f" sample lost {dollars(found.worst_seen)}). Bankroll: {roll}."
    )
    if found.limited is not None:
        one = found.limited
        words += (
            f" The {dollars(one.amount)} put up run short in {100 * one.runs_short:.1f}% of {one.rounds:,}"
            f" rounds dealt and leave {100 * one.uncovered:.1f}% of what was due unmet; with money for"
            f" everything a round brings {dollars(sum(spot.expected for spot in found.spots), True)} before"
            " collection."
        )
    return words


def options_table(found: BankReport) -> Any:
    """The fee options side by side."""
    numbers = (
        "fee",
        "players' fees",
        "of action",
        "net a round",
        "net an hour",
        "sd an hour",
        "breaks even at",
    )
    shown = table("option", "limit", *numbers, "loses at flat bets", right=numbers)
    for line in found.options:
        even = "never" if line.break_even is None else dollars(line.break_even)
        losing = ", ".join(
            dollars(low) if low == high else f"{dollars(low)}-{high / 100:g}" for low, high in line.losing
        )
        cells = (
            dollars(line.fees.player_dealer),
            dollars(line.fees.players),
            f"{100 * line.fee_share:.2f}%",
            dollars(line.net_round, True),
            dollars(line.net_hour, True),
            dollars(line.sd_hour),
            even,
            losing or "none",
        )
        name = line.option or "-"
        shown.add_row(f"[bold]{name} ‹[/]" if line.asked else name, line.limit, *cells)
    return shown


def rank(room: str, asked: Asked, as_json: bool) -> None:
    """A room's games and options, best first."""
    from dataclasses import asdict

    from housedealer.odds.bank.ranking import ranked

    found = ranked(room, asked)
    if as_json:
        rows = [asdict(row) for row in found.rows]
        for data, own in zip(rows, found.rows, strict=True):
            fees = own.line.fees
            data["line"]["fees"] = {"player_dealer": fees.player_dealer, "players": fees.players}
        print_json({"room": found.room, "rows": rows, "left_out": found.left_out, "money": "cents"})
        return
    numbers = ("action", "fee", "net/hour", "sd/hour", "capital", "even at")
    whole = ("#", "option", "limit", *numbers)
    shown = table("#", "game", *whole[1:], right=("#", *numbers), whole=whole)
    for place, row in enumerate(found.rows, 1):
        line = row.line
        even = "never" if line.break_even_action is None else dollars(line.break_even_action)
        shown.add_row(
            str(place),
            row.game.partition("/")[2],
            line.option or "-",
            line.limit,
            dollars(row.action),
            dollars(line.fees.player_dealer),
            dollars(line.net_hour, True),
            dollars(line.sd_hour),
            dollars(line.risk_capital or 0),
            even,
        )
    screen = console()
    screen.print(
        f"[bold]{room}[/]: what an hour of banking nets with {asked.players} players betting"
        f" {plain(asked.bet)}, {asked.rounds_an_hour():g} rounds banked an hour, after collection and costs"
    )
    screen.print(shown)
    screen.print(f"Capital is what is at risk: a shift of {asked.hours:g} hours loses more 5 times in 100.")
    for name, why in found.left_out.items():
        screen.print(f"[dim]Left out: {name}: {plain(why)}[/]")
