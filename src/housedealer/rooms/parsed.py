"""Game files parsed once: what a TOML text says is kept in the cache folder under the text's own hash.

Reading TOML takes most of the time in which a command finds its games. A kept parse is found by the hash of
the very text that it came from, so an edit is never missed; where nothing can be kept, the text is parsed.

    >>> parse('[game]\\nname = "Pan"')
    {'game': {'name': 'Pan'}}
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from typing import Any

import msgspec

from housedealer.kernel import cache_folder

FORM = 1
"""Of what is kept: a change to it leaves what was kept before behind."""


def parse(text: str) -> dict[str, Any]:
    """A TOML text as data."""
    name = hashlib.sha256(f"{FORM}\0{text}".encode()).hexdigest()[:32]
    kept = cache_folder() / "parsed" / name
    try:
        return msgspec.msgpack.decode(kept.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError):
        pass
    found = tomllib.loads(text)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        new = kept.with_name(f"{name}.{os.getpid()}")
        new.write_bytes(msgspec.msgpack.encode(found))
        new.replace(kept)
    except (OSError, TypeError):
        pass
    return found
