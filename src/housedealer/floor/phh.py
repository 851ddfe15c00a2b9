"""Hand histories in the PHH notation: read, replayed through our betting engine, and compared.

    >>> hand = read('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [200, 100]
    ... actions = [
    ...   "d dh p1 AsKd", "d dh p2 ????",
    ...   "p2 cbr 6", "p1 cbr 20", "p2 f # too much",
    ... ]
    ... finishing_stacks = [206, 94]
    ... ''')[0]
    >>> result = replay_hand(hand)
    >>> result.variant, result.stacks, result.agrees
    ('NT', (206, 94), True)

A file is TOML: the game's code, forced bets and stacks by player (the first on the button's left; of two
players the second has the button), and the actions one after the other; `[1]`, `[2]`, .. hold several
hands. A hand becomes a round of one of our games (`phh_rules` says which, and by which rules it differs
from a card room's), whose pieces come from the dealing actions by holder and whose questions are answered
by the players' actions, each checked as at a table.

Whole numbers are played in whole units, and an odd unit goes to one of the winners. A file with decimals is
cut so fine that every share is exact, as the reference does; its stacks agree when they do to the last
decimal that the file has.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from housedealer.floor.phh_read import Hand, hand_of, read, tables_of
from housedealer.floor.phh_replay import Result, replay_hand
from housedealer.floor.phh_write import write
from housedealer.table.errors import Refused

__all__ = ["Hand", "Result", "read", "replay_hand", "run", "write"]


def run(paths: Iterable[str | Path]) -> dict[str, Any]:
    """Replay files (and folders of `.phh` and `.phhs` files): counts by variant, and what went wrong.

    A hand agrees or disagrees with the file's finishing stacks; it is `unchecked` where the file has none,
    and `refused` where it cannot be played by the rules, with the reason.
    """
    variants: dict[str, dict[str, int]] = {}
    disagreements: list[dict[str, str]] = []
    refusals: list[dict[str, str]] = []
    files = _files(paths)
    for path in files:
        try:
            tables = tables_of(path.read_text(encoding="utf-8"))
        except (Refused, OSError, UnicodeDecodeError) as error:
            reason = str(error) if isinstance(error, Refused) else "The file cannot be read as text."
            refusals.append({"file": str(path), "hand": "", "variant": "", "reason": reason})
            continue
        for name, fields in tables:
            code = str(fields.get("variant", "unknown"))
            counts = variants.setdefault(
                code, {"hands": 0, "agreeing": 0, "disagreeing": 0, "unchecked": 0, "refused": 0}
            )
            counts["hands"] += 1
            try:
                result = replay_hand(hand_of(fields, name))
            except Refused as error:
                result = Result(code, (), (), False, 0, str(error))
            entry = {"file": str(path), "hand": name, "variant": code, "reason": result.problem}
            if not result.stacks:
                counts["refused"] += 1
                refusals.append(entry)
            elif result.agrees is None:
                counts["unchecked"] += 1
            elif result.agrees:
                counts["agreeing"] += 1
            else:
                counts["disagreeing"] += 1
                disagreements.append(entry)
    return {
        "files": len(files),
        "hands": sum(counts["hands"] for counts in variants.values()),
        "agreeing": sum(counts["agreeing"] for counts in variants.values()),
        "variants": variants,
        "disagreements": disagreements,
        "refused": refusals,
    }


def _files(paths: Iterable[str | Path]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        inside = sorted(one for one in path.rglob("*") if one.suffix in (".phh", ".phhs"))
        found += inside if path.is_dir() else [path]
    return found
