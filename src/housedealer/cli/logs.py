"""Reading a log: one round, many rounds (one a line), or what a viewer kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from housedealer.floor.witness import Witness
from housedealer.table.errors import Refused
from housedealer.table.log import RoundLog, decode


def read(file: str) -> list[RoundLog] | list[Witness]:
    """The rounds of a log, or what a viewer kept of some."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{file} is not a text.") from None
    if not text.strip():
        raise Refused(f"{file} is empty.")
    try:
        entries = [(text, json.loads(text))]
    except json.JSONDecodeError:
        entries = list(_lines(file, text))
    if all(isinstance(entry, dict) and entry.get("file") == "witness" for _, entry in entries):
        return [_witness(file, entry) for _, entry in entries]
    found = []
    for number, (line, _) in enumerate(entries, 1):
        try:
            found.append(decode(line))
        except Refused as refusal:
            raise Refused(f"{file}, line {number}: {refusal}" if len(entries) > 1 else str(refusal)) from None
    return found


def _lines(file: str, text: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield line, json.loads(line)
            except json.JSONDecodeError as error:
                raise Refused(f"{file}, line {number}: This is not a round's log: {error}.") from None


def _witness(file: str, entry: Any) -> Witness:
    try:
        return msgspec.convert(entry, Witness)
    except msgspec.ValidationError as error:
        raise Refused(f"{file} is not a viewer's file: {error}.") from None


def rounds(file: str) -> list[RoundLog]:
    """The rounds of a log; a viewer's file holds none that can be dealt again."""
    found = read(file)
    logs = [one for one in found if isinstance(one, RoundLog)]
    if len(logs) < len(found):
        raise Refused(f"{file} is what a viewer kept: it can be verified, but not dealt again.")
    return logs
