"""Adjudication cases, written from the rule texts by readers who did not see the code."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from housedealer.floor.adjudicate import adjudicate
from housedealer.table.errors import Refused

FILES = sorted(Path(__file__).parent.glob("*/*.json"))
CASES = [
    pytest.param(data["game"], case, id=f"{data['game']}:{case.get('name') or case['id']}")
    for data in (json.loads(path.read_text(encoding="utf-8")) for path in FILES)
    for case in data["cases"]
]
MONEY = {"amount", "covered", "pays", "returned", "net", "bank_left"}


def same(key: str, found: Any, wanted: Any) -> bool:
    """Equal, money by value."""
    if key in MONEY and wanted is not None and found is not None:
        return Decimal(str(found)) == Decimal(str(wanted))
    return bool(found == wanted)


def nets(verdict: dict[str, Any], field: str = "net") -> dict[str, Decimal]:
    """Each person's figure, under the name that the cases use."""
    bank = verdict.get("player_dealer", {}).get("seat")
    found: dict[str, Decimal] = {}
    for entry in verdict["seats"]:
        name = entry.get("by") or ("player-dealer" if entry["seat"] == bank else str(entry["seat"]))
        found[name] = Decimal(entry[field])
    return found


def setting(text: str) -> list[list[str]]:
    parts = [
        sorted("-".join(sorted(word.split("-"))) for word in part.replace("10", "T").split())
        for part in text.split("/")
    ]
    return sorted(parts) if "-" in text else parts


@pytest.mark.parametrize(("game", "case"), CASES)
def test_case(game: str, case: dict[str, Any]) -> None:
    expect, document = case["expect"], {"game": game, **case["round"]}
    if "refused" in expect:
        with pytest.raises(Refused) as refusal:
            adjudicate(document)
        for word in expect["refused"]:
            assert word.lower() in str(refusal.value).lower(), str(refusal.value)
        return
    verdict = adjudicate(document, alternatives="alternatives" in expect)
    found = nets(verdict)
    left = Decimal(verdict.get("carried", "0")) - Decimal(document.get("pot", "0"))
    assert sum(found.values()) + Decimal(verdict.get("from_pots", "0")) + left == 0, "chips must balance"
    for who, net in expect.get("net", {}).items():
        assert found.get(who, Decimal(0)) == Decimal(net), f"net of {who}: {found} {verdict['settlement']}"
    fees: dict[str, Decimal] = {}
    for fee in verdict["fees"]:
        fees[fee["from"]] = fees.get(fee["from"], Decimal(0)) + Decimal(fee["amount"])
    fees["total"] = sum(fees.values(), Decimal(0))
    for who, amount in expect.get("fees", {}).items():
        assert fees.get(who, Decimal(0)) == Decimal(amount), f"fee of {who}: {fees}"
    for wanted in expect.get("rows", []):
        assert any(
            all(same(key, row.get(key), value) for key, value in wanted.items())
            for row in verdict["settlement"]
        ), f"no line {wanted} in {verdict['settlement']}"
    if "order" in expect:
        assert [list(entry) for entry in verdict["order"]] == [list(entry) for entry in expect["order"]]
    if "violations" in expect:
        assert len(verdict["violations"]) == expect["violations"], verdict["violations"]
    for ruling in expect.get("alternatives", []):
        assert ruling in {entry["ruling"] for entry in verdict["alternatives"]}, verdict["alternatives"]
    for seat, wanted_setting in expect.get("settings", {}).items():
        if seat == str(verdict.get("player_dealer", {}).get("seat")):
            seat = "player-dealer"
        assert setting(verdict["settings"][seat]) == setting(wanted_setting), verdict["settings"]
    for pot, amount in expect.get("pots", {}).items():
        assert {one["pot"]: Decimal(one["amount"]) for one in verdict["pots"]}.get(pot) == Decimal(amount), (
            verdict["pots"]
        )
    for pot, awards in expect.get("awards", {}).items():
        got: dict[str, Decimal] = {}
        for one in verdict["pots"]:
            if one["pot"] == pot:
                for award in one["awards"]:
                    got[str(award["seat"])] = got.get(str(award["seat"]), Decimal(0)) + Decimal(
                        award["amount"]
                    )
        assert got == {seat: Decimal(amount) for seat, amount in awards.items()}, verdict["pots"]
