"""The commands of `housedealer`: what each takes; what each does stands in a module of its own.

Nothing is imported here but Typer, so that every command starts at once; a command imports what it needs
when it runs. Bad input ends with exit code 2 and one sentence on standard error, from whatever depth it
comes; a fault of the program itself ends with 1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup


class Commands(TyperGroup):
    """The group of all commands, which turns every refusal into one sentence and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command; errors never show a traceback (unless HOUSEDEALER_TRACE is set)."""
        try:
            result = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            code = result if isinstance(result, int) else 0
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has seen enough (`| head`); nothing more may be written, at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = 0
        except (KeyboardInterrupt, EOFError, typer.Abort):
            code = 130
        except Exception as error:
            if os.environ.get("HOUSEDEALER_TRACE"):
                raise
            from housedealer.cli.errors import told

            code, sentence = told(error)
            print(sentence, file=sys.stderr)
        if standalone_mode:
            sys.exit(code)
        return code


main = typer.Typer(
    cls=Commands,
    name="housedealer",
    help="The house dealer of a California card room: deals, settles and explains its games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, or an unmistakable part of it.")]
OptionName = Annotated[str | None, typer.Option("--option", help="The fee schedule option.")]
LimitName = Annotated[str | None, typer.Option("--limit", help="The table limit, such as 5-200 or 4/8.")]


@main.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Show the help when no command is given."""
    if version:
        from housedealer import __version__

        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@main.command()
def games(as_json: AsJson = False) -> None:
    """List every game of every room."""
    from housedealer.cli.games import run

    run(as_json)


@main.command()
def sheet(game: GameName, as_json: AsJson = False) -> None:
    """Print a game's rules sheet, with the rule book's lines."""
    from housedealer.cli.sheet import run

    run(game, as_json)


@main.command()
def rulings(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game only.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the readings chosen where a rule book is silent, damaged or contradicts itself."""
    from housedealer.cli.rulings import run

    run(game, as_json)


@main.command()
def rule(
    game: GameName,
    words: Annotated[list[str], typer.Argument(metavar="WORDS...", help="What the rule speaks of.")],
    as_json: AsJson = False,
) -> None:
    """Find a rule, remedy, ruling, paytable row or fee by words."""
    from housedealer.cli.rule import run

    run(game, words, as_json)


@main.command()
def coverage(
    room: Annotated[str | None, typer.Argument(metavar="[ROOM]", help="One room only.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is built of every entry of every rule book."""
    from housedealer.cli.coverage import run

    run(room, as_json)


@main.command()
def audit(
    subject: Annotated[
        str, typer.Argument(metavar="ROOM|FOLDER|GAME", help="A room, a folder of its data, or a game.")
    ],
    room: Annotated[
        str | None, typer.Option("--room", help="Whose data the folder holds, if its name does not say so.")
    ] = None,
    packet: Annotated[
        Path | None, typer.Option("--packet", help="Write one printable HTML document to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a room's data against its rule book; list what no line of a game decides."""
    from housedealer.cli.audit import run

    raise typer.Exit(run(subject, room, packet, as_json))


@main.command()
def diff(
    left: Annotated[str, typer.Argument(metavar="ROOM_A/GAME", help="One game.")],
    right: Annotated[str, typer.Argument(metavar="ROOM_B/GAME", help="The other.")],
    words: Annotated[bool, typer.Option("--words", help="Compare the rules' words as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what differs between two games, such as two rooms' versions of one."""
    from housedealer.cli.diff import run

    run(left, right, words, as_json)


@main.command()
def play(
    game: GameName,
    option: OptionName = None,
    limit: LimitName = None,
    seats: Annotated[int, typer.Option("--seats", help="How many sit at the table, you included.")] = 4,
    seed: Annotated[int | None, typer.Option("--seed", help="Shuffle from a seed.")] = None,
    log: Annotated[Path | None, typer.Option("--log", help="Write the rounds' logs to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game at the terminal against bots."""
    from housedealer.cli.play import run

    run(game, option, limit, seats, seed, log, as_json)


@main.command()
def deal(
    game: GameName,
    rounds: Annotated[int, typer.Option("--rounds", "-n", min=1, help="How many rounds.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the shuffles and the bots.")] = 0,
    seats: Annotated[int | None, typer.Option("--seats", help="How many sit at the table.")] = None,
    option: OptionName = None,
    limit: LimitName = None,
    log: Annotated[Path | None, typer.Option("--log", help="Write every round's log, one a line.")] = None,
    random: Annotated[
        bool, typer.Option("--random", help="Give random legal answers, not the bot's.")
    ] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Commit to each shuffle, as at a live table.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes deal.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play many rounds; report the result, and that no chip and no piece was lost."""
    from housedealer.cli.deal import run
    from housedealer.floor.bulk import Plan

    plan = Plan(game, rounds, seed, seats, option, limit, random, log is not None, proof)
    run(plan, log, jobs, as_json)


@main.command()
def adjudicate(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A told round, in JSON or TOML; - reads it here.")
    ],
    as_json: AsJson = False,
) -> None:
    """Settle a round as a floor person tells it."""
    from housedealer.cli.adjudicate import run

    run(file, as_json)


@main.command()
def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A log of one round, or of many, one a line.")],
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="Stop after this many answers and calls.")
    ] = None,
    viewer: Annotated[
        str, typer.Option("--as", help="Whose eyes: a person, a seat, spectator, or house.")
    ] = "house",
    number: Annotated[int | None, typer.Option("--round", min=1, help="Which round of the log.")] = None,
    as_json: AsJson = False,
) -> None:
    """Deal a logged round again, and say whether it comes out as recorded."""
    from housedealer.cli.replay import run

    run(log, at, viewer, number, as_json)


@main.command()
def verify(
    log: Annotated[str, typer.Argument(metavar="LOG", help="What a viewer kept, or an auditor's log.")],
    as_json: AsJson = False,
) -> None:
    """Check the proof of a shuffle, and say what it shows and what it does not."""
    from housedealer.cli.verify import run

    run(log, as_json)


@main.command()
def phh(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Hand histories in the PHH notation.")
    ],
    export: Annotated[
        bool, typer.Option("--export", help="FILE is a log of ours: write its poker rounds in the notation.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay published hand histories through the betting engine, or write ours with --export."""
    from housedealer.cli.phh import run, write_out

    if export:
        write_out(files, as_json)
    else:
        run(files, as_json)


@main.command()
def odds(
    game: GameName,
    option: OptionName = None,
    ruling: Annotated[
        list[str] | None, typer.Option("--ruling", help="Another reading, as natural-stops=yes; repeatable.")
    ] = None,
    spot: Annotated[str | None, typer.Option("--spot", help="One wager only.")] = None,
    paytable: Annotated[
        Path | None, typer.Option("--paytable", help="Another paytable for the spot, in TOML or JSON.")
    ] = None,
    decks: Annotated[int | None, typer.Option("--decks", min=1, help="Another number of decks.")] = None,
    remove: Annotated[str, typer.Option("--remove", help="Cards taken out, such as 'As Kd'.")] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Counted exactly, or not at all.")] = False,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Deal so many rounds at random instead.")
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option("--precision", help="Deal at random until the edge is known so well, such as 0.01%."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of what is dealt at random.")] = 1,
    workers: Annotated[
        str | None,
        typer.Option("--workers", help="How many threads deal, or a Dask cluster as dask://host:port."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="So many seats bet one unit each; with --money.")
    ] = None,
    money: Annotated[
        float | None,
        typer.Option("--money", help="Units that the player-dealer puts up: what that does to each seat."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work out what every wager of a game is worth."""
    from housedealer.cli.odds import Asked, run

    run(
        Asked(
            game,
            option,
            tuple(ruling or ()),
            spot,
            paytable,
            decks,
            remove,
            exact,
            rounds,
            precision,
            seed,
            workers,
            seats,
            money,
        ),
        as_json,
    )


@main.command()
def bank(
    game: Annotated[str | None, typer.Argument(help="A game's id, or an unmistakable part of it.")] = None,
    room: Annotated[str | None, typer.Option("--room", help="The room of the game, or to be ranked.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Rank all games and options of the room.")] = False,
    option: OptionName = None,
    limit: Annotated[str | None, typer.Option("--limit", help="The table limit, such as 5-200.")] = None,
    players: Annotated[int, typer.Option("--players", help="How many bet against the player-dealer.")] = 6,
    bet: Annotated[
        str,
        typer.Option(
            "--bet", help="25, or 25:60%,50:40%, or flat, mixed or steep; on another spot: banker=25."
        ),
    ] = "mixed",
    side_bets: Annotated[str, typer.Option("--side-bets", help="Of every player, as pair-plus=5.")] = "",
    wagers: Annotated[
        Path | None, typer.Option("--wagers", help="Observed wagers: a CSV of round, seat, spot, amount.")
    ] = None,
    ruling: Annotated[
        list[str] | None, typer.Option("--ruling", help="Another reading, as natural-stops=yes; repeatable.")
    ] = None,
    rounds_per_hour: Annotated[float, typer.Option("--rounds-per-hour")] = 40.0,
    hours: Annotated[float, typer.Option("--hours", help="The length of a shift.")] = 8.0,
    share: Annotated[
        float, typer.Option("--share", help="The part of the rounds banked, in percent.")
    ] = 100.0,
    staff: Annotated[float, typer.Option("--staff", help="Wages of an hour, in dollars.")] = 0.0,
    contract: Annotated[
        float, typer.Option("--contract", help="Contract cost of a month, in dollars.")
    ] = 0.0,
    contract_hours: Annotated[
        float, typer.Option("--contract-hours", help="Hours banked in a month under that contract.")
    ] = 730.0,
    ruin: Annotated[
        float, typer.Option("--ruin", help="The risk of ruin for the bankroll, in percent.")
    ] = 1.0,
    amount: Annotated[
        float | None, typer.Option("--amount", help="What the player-dealer puts up, in dollars; else all.")
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds are dealt at random.")] = 400_000,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw it: a .png, .svg or .pdf file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a game is worth banking: results after collection, risks, fee options side by side."""
    from housedealer.cli.bank import in_cents, run, sides
    from housedealer.cli.odds import readings
    from housedealer.odds.bank.question import Asked

    asked = Asked(
        game="",
        option=option,
        limit=limit,
        players=players,
        bet=bet,
        sides=sides(side_bets),
        wagers=wagers,
        rulings=dict(readings(ruling or [])),
        rounds_per_hour=rounds_per_hour,
        hours=hours,
        share=share / 100,
        staff=in_cents(staff, "--staff"),
        contract=in_cents(contract, "--contract"),
        contract_hours=contract_hours,
        ruin=ruin / 100,
        amount=None if amount is None else in_cents(amount, "--amount"),
        rounds=rounds,
        seed=seed,
    )
    run(game, room, every, asked, plot, as_json)


@main.command()
def serve(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen at.")] = 8000,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    data: Annotated[
        Path | None, typer.Option("--data", help="The folder in which the house keeps everything.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            envvar="HOUSEDEALER_DATABASE",
            help="Another database, such as postgresql+psycopg://…",
        ),
    ] = None,
    patience: Annotated[
        float, typer.Option("--patience", min=0.01, max=100, help="How long people may think: 2 is twice.")
    ] = 1.0,
    no_limits: Annotated[
        bool, typer.Option("--no-limits", help="Without limits on requests, for load tests.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="The address of a proxy whose X-Forwarded-… is believed; repeatable."),
    ] = None,
    url: Annotated[str, typer.Option("--url", help="Where people find the house, if behind a proxy.")] = "",
    log: Annotated[
        str, typer.Option("--log", help="json, text, or auto: JSON lines unless at a terminal.")
    ] = "auto",
) -> None:
    """Open the card room in the browser."""
    from housedealer.web.serve import run

    folder = data or Path.home() / ".housedealer"
    run(host, port, folder, database, patience, not no_limits, proxy or (), url, log)


@main.command()
def manager(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="An account; without one a link is printed.")
    ] = None,
    role: Annotated[
        str | None, typer.Option("--role", help="The role that the account is given: floor unless said.")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", help="The house's folder.")] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", envvar="HOUSEDEALER_DATABASE", help="The house's database, if another."),
    ] = None,
    url: Annotated[
        str, typer.Option("--url", help="Where people find the house, for the link.")
    ] = "http://127.0.0.1:8000",
) -> None:
    """At a closed house: give an account a role, or print a link for another floor manager."""
    from housedealer.cli.manager import run

    if role is not None and name is None:
        raise typer.BadParameter("A role is given to an account: name it.")
    run(name, role, data or Path.home() / ".housedealer", database, url)


@main.command()
def backup(
    to: Annotated[Path, typer.Argument(help="The file to write, or a folder for one named by the time.")],
    data: Annotated[Path | None, typer.Option("--data", help="The house's folder.")] = None,
) -> None:
    """Copy a house as it is now, open or not, and check the copy."""
    from housedealer.floor.house.keeping import backup as copy

    print(copy(data or Path.home() / ".housedealer", to).words())


@main.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `housedealer backup`.")],
    data: Annotated[Path | None, typer.Option("--data", help="The house's folder.")] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put a house that is there aside, and keep it.")
    ] = False,
    only_check: Annotated[bool, typer.Option("--check", help="Only check the copy.")] = False,
) -> None:
    """Check a copy of a house and bring it back."""
    from housedealer.floor.house import keeping

    folder = data or Path.home() / ".housedealer"
    print((keeping.check(file) if only_check else keeping.restore(file, folder, replace)).words())


@main.command()
def equity(
    game: GameName,
    hands: Annotated[
        list[str] | None, typer.Argument(help="AsKd, 'As ??', QQ+, or 'As Kd Qh Jc 2d / 2d' (thrown away).")
    ] = None,
    board: Annotated[str, typer.Option("--board", help="Shared cards, such as '2c 7d Jh'.")] = "",
    dead: Annotated[str, typer.Option("--dead", help="Cards out of play.")] = "",
    ranges: Annotated[
        list[str] | None, typer.Option("--range", help="A further player's range, such as 'QQ+, AKs'.")
    ] = None,
    ruling: Annotated[
        list[str] | None, typer.Option("--ruling", help="Another reading, as joker=none; repeatable.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Counted exactly, or not at all.")] = False,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="Deal so many showdowns.")] = None,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    classes: Annotated[
        bool, typer.Option("--classes", help="Also how often each kind of hand comes.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what poker hands are worth against each other, in any game played for a pot."""
    from housedealer.cli.equity import run
    from housedealer.cli.odds import readings

    told = [*(hands or []), *(ranges or [])]
    run(game, told, board, dead, readings(ruling or []), exact, rounds, seed, classes, as_json)


@main.command()
def cost(
    game: GameName,
    option: OptionName = None,
    limit: Annotated[str | None, typer.Option("--limit", help="The stakes, such as 4/8.")] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Eight if not said, or as many as there are seats.")
    ] = None,
    pace: Annotated[float, typer.Option("--hands-per-hour")] = 32.0,
    hands: Annotated[int, typer.Option("--hands", help="How many hands bots play an option.")] = 400,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    as_json: AsJson = False,
) -> None:
    """Say what the collection of a pot game costs a player an hour, by fee option."""
    from housedealer.cli.equity import cost as run

    run(game, option, limit, players, pace, hands, seed, as_json)


@main.command()
def strategy(
    game: GameName,
    hand: Annotated[str, typer.Option("--hand", help="Only situations that this names, such as Q-6.")] = "",
    worth: Annotated[bool, typer.Option("--worth", help="What each choice is worth, line by line.")] = False,
    ruling: Annotated[
        list[str] | None, typer.Option("--ruling", help="Another reading, as natural-stops=yes; repeatable.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw it: a .png, .svg or .pdf file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print and draw the best play of a game, and what each other choice costs."""
    from housedealer.cli.odds import readings
    from housedealer.cli.strategy import run

    run(game, dict(readings(ruling or [])), hand, worth, plot, as_json)
