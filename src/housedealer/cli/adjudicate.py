"""`housedealer adjudicate`: a told round settled, with a reason and its source for every line."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from housedealer.cli.screen import console, find_game, plain, print_json, table
from housedealer.floor.adjudicate import adjudicate
from housedealer.floor.page import where
from housedealer.table.errors import Refused


def run(file: str, as_json: bool) -> None:
    """Settle the round that a file tells."""
    document = read(file)
    if isinstance(document.get("game"), str):
        find_game(document["game"])
    verdict = adjudicate(document)
    if as_json:
        print_json(verdict)
    else:
        show(verdict)


def read(file: str) -> dict[str, Any]:
    """The document of a file (`-` is standard input): TOML by its name or if it begins with no brace."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{file} is not a text.") from None
    name = "The document" if file == "-" else Path(file).name
    if not text.strip():
        raise Refused(f"{name} is empty.")
    if Path(file).suffix == ".toml" or text.lstrip()[0] not in "{[":
        return _toml(text, name)
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip()[0] == "[":
            return _toml(text, name)
        raise Refused(
            f"{name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from None
    if not isinstance(document, dict):
        raise Refused(f"{name} must be one object with the key 'game'.")
    return document


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{name} is neither JSON nor TOML: {error}.") from None


def show(verdict: Mapping[str, Any]) -> None:
    """The verdict as a floor person reads it."""
    screen = console()
    setting = ", ".join(
        text
        for text in (f"option {verdict['option']}" if verdict["option"] else "", verdict["limit"])
        if text
    )
    screen.print(f"[bold]{verdict['game']}[/]  [dim]{plain(setting)}[/]")
    if verdict.get("void"):
        screen.print(f"[bold]The round is void:[/] {_because(verdict['void'])}")
    for hand, text in (verdict.get("settings") or {}).items():
        screen.print(f"Hand {hand} is set {plain(text)}")
    if verdict.get("pots"):
        _pots(screen, verdict["pots"])
    elif verdict["settlement"]:
        _settlement(screen, verdict["settlement"])
    elif not verdict.get("void"):
        screen.print("Nothing was to be settled.")
    if verdict.get("carried", "0") != "0":
        screen.print(f"{_money(verdict['carried'])} stay in the pot for the next hand.")
    bank = verdict.get("player_dealer")
    if bank:
        short = f", {_money(bank['uncovered'])} of wagers uncovered" if bank["uncovered"] != "0" else ""
        screen.print(f"The player-dealer (seat {bank['seat']}): {_signed(bank['net'])} from wagers{short}")
    _fees(screen, verdict)
    _seats(screen, verdict["seats"])
    for breach in verdict["violations"]:
        screen.print(f"[bold red]Against the rules:[/] {_because(breach)}")
    for other in verdict.get("alternatives", ()):
        nets = ", ".join(f"{_who(seat)} {_signed(seat['net'])}" for seat in other["seats"])
        screen.print(f"[bold]Ruling {other['ruling']} = {other['reading']}[/] would give: {plain(nets)}")


def _settlement(screen: Console, lines: Any) -> None:
    exchange = "from" in lines[0]
    if exchange:
        shown = table("from", "to", "for", "due", "paid", "because", right=("due", "paid"))
        for line in lines:
            payer = f"seat {line['from']}" if isinstance(line["from"], int) else str(line["from"])
            shown.add_row(
                payer,
                f"seat {line['seat']}",
                line["spot"],
                line["amount"],
                line["pays"],
                _because(line["because"]),
            )
        screen.print(shown)
        return
    shown = table(
        "seat",
        "wager",
        "amount",
        "result",
        "pays",
        "returned",
        "bank left",
        "because",
        right=("amount", "pays", "returned", "bank left"),
        whole=("result",),
    )
    for line in lines:
        hand = f" ({line['hand']})" if "hand" in line else ""
        left = line.get("bank_left")
        shown.add_row(
            f"{_who(line)}{hand}",
            line["spot"],
            line["amount"],
            line["result"],
            line["pays"],
            line["returned"],
            "" if left is None else left,
            _because(line["because"]),
        )
    screen.print(shown)


def _pots(screen: Console, pots: Any) -> None:
    shown = table("pot", "amount", "drop", "can win", "goes to", "because", right=("amount", "drop"))
    for pot in pots:
        eligible = ", ".join(str(seat) for seat in pot["eligible"])
        first = [pot["pot"], pot["amount"], pot["drop"], eligible]
        for award in pot["awards"]:
            shown.add_row(
                *first, f"seat {award['seat']}: {_money(award['amount'])}", _because(award["because"])
            )
            first = ["", "", "", ""]
    screen.print(shown)


def _fees(screen: Console, verdict: Mapping[str, Any]) -> None:
    if not verdict["fees"]:
        return
    shown = table("fee from", "amount", "because", right=("amount",))
    for fee in verdict["fees"]:
        payer = f"seat {fee['from']}" if str(fee["from"]).isdigit() else fee["from"]
        shown.add_row(plain(payer), fee["amount"], _because(fee["because"]))
    screen.print(shown)


def _seats(screen: Console, seats: Any) -> None:
    shown = table("seat", "net", "fees", "after fees", right=("net", "fees", "after fees"))
    for seat in seats:
        shown.add_row(_who(seat), _signed(seat["net"]), seat["fees"], _signed(seat["after_fees"]))
    screen.print(shown)


def _who(entry: Mapping[str, Any]) -> str:
    by = f" {entry['by']}" if "by" in entry else ""
    return plain(f"{entry['seat']}{by}")


def _because(because: Mapping[str, Any]) -> str:
    return f"{plain(because['words'])} [dim]{where(because['lines'])}[/]"


def _money(amount: str) -> str:
    return f"${amount}"


def _signed(amount: str) -> str:
    return amount if amount.startswith("-") or amount == "0" else f"+{amount}"
