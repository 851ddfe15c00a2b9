"""Golden transcripts: rounds of every game that a person can check against the rules by eye.

Each file is made anew and compared. After a change that is meant, write them again and read the difference:

    GOLDEN=write .venv/bin/python -m pytest tests/golden
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.pieces.supply import SeededSupply
from housedealer.rooms import game, ids
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.round import Round, first_state
from housedealer.table.stakes import open_table
from housedealer.table.tell import tell
from housedealer.table.view import View
from housedealer.wagers.money import dollars

FOLDER = Path(__file__).parent
CASES = FOLDER.parent / "cases"
AWKWARD = 8


def dealt(played: Game, state: State, seed: int) -> list[str]:
    """A round that bots play, line by line as the house dealer sees it."""
    assert played.play.bot is not None
    rng = Random(seed)
    supply = SeededSupply(played.params.deck.pieces, f"golden/{seed}")
    round_ = Round(played, open_table(played), state, supply)
    while round_.question is not None:
        at, question = round_.open()[0]
        answer = played.play.bot(View(round_.table, question.who, rng), question)
        try:
            round_.answer(answer, at=at)
        except Refused:
            round_.answer(question.default, at=at)
    lines = []
    for event in round_.table.events:
        whole = type(event)(event.kind, event.private or event.args)
        lines.append(tell(whole, played))
    changes = {who: round_.table.ledger.change(who) for who in state.chips}
    lines.append("Balance: " + ", ".join(f"{who} {dollars(change)}" for who, change in changes.items()))
    return lines


def told(played: Game, case: dict[str, Any]) -> list[str]:
    """An awkward round as it was told, and its settlement."""
    lines = [f"Told: {json.dumps(case['round'])}"]
    try:
        verdict = adjudicate({"game": played.id, **case["round"]}, alternatives=False)
    except Refused as refusal:
        return [*lines, f"Refused: {refusal}"]
    if verdict["void"]:
        lines.append(f"Void: {verdict['void']['words']}")
    for row in verdict["settlement"]:
        who = f"seat {row['seat']}" + (f" ({row['by']})" if "by" in row else "")
        pays = f" pays {row['pays']}" if "pays" in row else ""
        back = f" returned {row['returned']}" if row.get("returned", "0") != "0" else ""
        result = row.get("result", "award")
        lines.append(f"{who} {row['spot']} {row['amount']}: {result}{pays}{back} - {row['because']['words']}")
    for fee in verdict["fees"]:
        lines.append(f"fee {fee['amount']} from {fee['from']}")
    for breach in verdict["violations"]:
        lines.append(f"violation: {breach['words']}")
    lines.append(
        "Nets: " + ", ".join(f"{seat.get('by', seat['seat'])} {seat['net']}" for seat in verdict["seats"])
    )
    return lines


def awkward(name: str) -> list[dict[str, Any]]:
    """The cases most worth reading: irregularities, breaches, and money that runs short."""
    path = CASES / f"{name}.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"] if path.exists() else []

    def weight(case: dict[str, Any]) -> int:
        short = "amount" in (case["round"].get("player_dealer") or {})
        return 4 * ("irregularities" in case["round"]) + 2 * short + bool(case["expect"].get("violations"))

    return sorted(cases, key=weight, reverse=True)[:AWKWARD]


def transcript(name: str) -> str:
    """The golden file of a game."""
    played = game(name)
    parts = [f"# {played.head.name} ({played.id})", ""]
    many = 4 if played.play.poker else 3
    for seed in (1, 2, 3):
        state = first_state(played, many)
        title = f"## Dealt from seed {seed}"
        if state.bank and seed == 3:
            state.bank_amount = 2_000
            title += ", the player-dealer with $20"
        parts += [title, "", *dealt(played, state, seed), ""]
    for case in awkward(name):
        parts += [f"## {case['name']}", "", case["why"], "", *told(played, case), ""]
    return "\n".join(parts)


@pytest.mark.parametrize("name", ids())
def test_golden(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    made = transcript(name)
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, encoding="utf-8")
    assert path.exists(), f"there is no golden transcript of {name}; see this file's head"
    assert made == path.read_text(encoding="utf-8")
