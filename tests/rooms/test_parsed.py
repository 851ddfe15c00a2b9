"""What is kept of a parsed file is found by the text alone: no edit is missed, and no cache is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from housedealer.rooms.parsed import parse


def test_an_edited_text_is_parsed_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEDEALER_CACHE", str(tmp_path))
    assert parse("pair = '1:1'") == {"pair": "1:1"}
    assert parse("pair = '2:1'") == {"pair": "2:1"}
    assert parse("pair = '1:1'") == {"pair": "1:1"}
    assert len(list(tmp_path.rglob("parsed/*"))) == 2


def test_a_damaged_or_missing_cache_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEDEALER_CACHE", str(tmp_path))
    parse("lines = [3, 62]")
    for kept in tmp_path.rglob("parsed/*"):
        kept.write_bytes(b"\xc1")
    assert parse("lines = [3, 62]") == {"lines": [3, 62]}
    monkeypatch.setenv("HOUSEDEALER_CACHE", "/dev/null/nowhere")
    assert parse("lines = [3, 62]") == {"lines": [3, 62]}
