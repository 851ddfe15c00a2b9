"""`housedealer audit`: whether a room's data keep its rule book, and what no line of a game decides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from housedealer import rooms
from housedealer.cli.odds_pages import blocks as odds_blocks
from housedealer.cli.screen import console, find_game, print_json
from housedealer.cli.sheet import show
from housedealer.floor.audit import audit
from housedealer.floor.packet import findings, game_packet, open_questions, room_packet
from housedealer.floor.page import Block
from housedealer.floor.undecided import undecided
from housedealer.table.errors import Refused
from housedealer.table.game import Game


def run(subject: str, room: str | None, packet: Path | None, as_json: bool) -> int:
    """Audit a room, a folder of data, or a game; 1 if a room's data has a violation."""
    folder = Path(subject)
    if subject in rooms.room_ids():
        return run_room(subject, None, packet, as_json)
    if folder.is_dir():
        if packet is not None:
            raise Refused("A packet is made of approved data: name a room or a game.")
        return run_room(room or rooms.kebab(folder.resolve().name), folder, None, as_json)
    run_game(find_game(subject), packet, as_json)
    return 0


def run_room(room: str, folder: Path | None, packet: Path | None, as_json: bool) -> int:
    """Audit a room's own data, or a folder that would take its place."""
    found = audit(room, folder)
    violations = [one for one in found if one.violation]
    if packet is not None:
        _write(packet, room_packet(room, odds_blocks))
    if as_json:
        rows = [{**msgspec.to_builtins(one), "violation": one.violation} for one in found]
        print_json({"room": room, "clean": not violations, "findings": rows})
    else:
        show(list(findings(room, found)))
        printed = len(found) - len(violations)
        console().print(f"\n{len(violations)} violations, {printed} faults of the printed text.")
    return 1 if violations else 0


def run_game(game: Game, packet: Path | None, as_json: bool) -> None:
    """The reachable situations of a game that no source line decides, or its whole packet."""
    if packet is not None:
        _write(packet, game_packet(game, odds_blocks))
        return
    found = undecided(game)
    if as_json:
        print_json({"game": game.id, "undecided": msgspec.to_builtins(found)})
        return
    blocks: Sequence[Block] = list(open_questions(found))
    show(blocks)
    if not blocks:
        console().print("Every situation is decided by a line of the book.")


def _write(path: Path, document: str) -> None:
    try:
        path.write_text(document, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None
    console().print(f"Written to {path}.")
