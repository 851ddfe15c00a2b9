"""The pieces are imported by every command, so they must come without the heavy libraries."""

import subprocess
import sys

MODULES = "cards, decks, proof, shuffle, supply, tiles"


def test_nothing_heavy_is_imported() -> None:
    script = f"import sys; from housedealer.pieces import {MODULES}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    heavy = {"numpy", "numba", "scipy", "random", "secrets", "asyncio", "rich", "typer"}
    assert heavy.isdisjoint(loaded.split())
