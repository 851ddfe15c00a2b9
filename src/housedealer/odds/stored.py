"""Counts that take minutes: kept under the hash of all that they depend on, so that nothing stale is served.

What came of a count is a few arrays of integers. Those of the games as approved, under each reading of their
rulings, lie in the folder `counts`; what somebody else asks for (another paytable) is counted once and kept
in the user's cache. `python -m housedealer.odds.stored` counts all in `counts` again and tells whether it is
the same; with `--write` it writes them. Names of engines limit it to those.

    >>> key({"pays": [1, 2]}) == key({"pays": [1, 2]}), key({"pays": [1, 2]}) == key({"pays": [1, 3]})
    (True, False)
"""

from __future__ import annotations

import base64
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

Arrays = dict[str, Any]
"""Arrays of integers by name."""
WRITE = "--write"
COUNTS = Path(__file__).parent / "counts"
ENGINES = ("blackjack", "caribbean", "pai_gow", "pan_nine", "ultimate")
"""The engines that store counts: `to_store()` gives the name of each, what it depends on, how to count it."""


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An array as text."""

    dtype: str
    shape: tuple[int, ...]
    data: str


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One count: what it depends on, and what came out."""

    depends: dict[str, Any]
    arrays: dict[str, Packed]


def key(depends: Mapping[str, Any]) -> str:
    """The hash under which a count is kept."""
    text = msgspec.json.encode(depends, order="deterministic")
    return sha256(b"housedealer/counts/1\0" + text).hexdigest()[:24]


def pack(array: Any) -> Packed:
    """An array as text."""
    import numpy as np

    whole = np.ascontiguousarray(array)
    if whole.dtype.itemsize > 1:
        whole = whole.astype(whole.dtype.newbyteorder("<"))
    data = base64.b64encode(zlib.compress(whole.tobytes(), 9)).decode()
    return Packed(whole.dtype.str, whole.shape, data)


def unpack(packed: Packed) -> Any:
    """The array that was packed.

    >>> import numpy as np
    >>> unpack(pack(np.array([[1, 2], [3, 4]]))).tolist()
    [[1, 2], [3, 4]]
    """
    import numpy as np

    found = np.frombuffer(zlib.decompress(base64.b64decode(packed.data)), dtype=np.dtype(packed.dtype))
    return found.reshape(packed.shape).astype(np.dtype(packed.dtype).newbyteorder("="))


def own_folder() -> Path:
    """The user's own counts."""
    base = os.environ.get("HOUSEDEALER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "housedealer" / "counts"


def path_of(folder: Path, name: str, depends: Mapping[str, Any]) -> Path:
    """Where a count is kept."""
    return folder / f"{name}-{key(depends)}.json"


def obtain(name: str, depends: Mapping[str, Any], count: Callable[[], Arrays]) -> Arrays:
    """What came of a count: as it is kept, or else counted now and kept in the user's cache."""
    kept = path_of(COUNTS, name, depends)
    if kept.exists():
        return read(kept)
    own = path_of(own_folder(), name, depends)
    try:
        return read(own)
    except (OSError, ValueError, zlib.error):  # not there yet, or damaged
        found = count()
        write(own, depends, found)
        return found


def known(name: str, depends: Mapping[str, Any]) -> Arrays | None:
    """What came of a count if it is kept; nothing is counted now."""
    for folder in (COUNTS, own_folder()):
        try:
            return read(path_of(folder, name, depends))
        except (OSError, ValueError, zlib.error):
            continue
    return None


def read(path: Path) -> Arrays:
    """What is kept in a file."""
    stored = msgspec.json.decode(path.read_bytes(), type=Stored)
    return {array: unpack(one) for array, one in stored.arrays.items()}


def alike(one: Arrays, other: Arrays) -> bool:
    """Whether two counts came out the same."""
    import numpy as np

    return one.keys() == other.keys() and all(np.array_equal(one[array], other[array]) for array in one)


def write(path: Path, depends: Mapping[str, Any], arrays: Arrays) -> None:
    """Keep what came of a count; whoever reads at the same time reads all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.encode(Stored(dict(depends), {array: pack(one) for array, one in arrays.items()}))
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
    part.replace(path)


def to_store(
    engines: Sequence[str] = ENGINES,
) -> Iterator[tuple[str, Mapping[str, Any], Callable[[], Arrays]]]:
    """All counts of some engines that belong into `counts`."""
    for engine in engines:
        yield from import_module(f"housedealer.odds.{engine}").to_store()


def main(arguments: Sequence[str]) -> int:
    """Count again; gives how many counts are not as they are kept."""
    named = [one for one in arguments if one != WRITE]
    writes = len(named) < len(arguments)
    if unknown := set(named) - set(ENGINES):
        raise SystemExit(
            f"No counts of {', '.join(sorted(unknown))}; there are those of {', '.join(ENGINES)}."
        )
    wrong = 0
    wanted: set[Path] = set()
    for name, depends, count in to_store(named or ENGINES):
        path = path_of(COUNTS, name, depends)
        wanted.add(path)
        begun = time.perf_counter()
        found = count()
        same = path.exists() and alike(read(path), found)
        if not same and writes:
            write(path, depends, found)
        wrong += not same
        taken = time.perf_counter() - begun
        print(f"{path.name}: {'same' if same else 'differs'}, {taken:.0f} s", flush=True)
    if not named:
        for path in sorted(set(COUNTS.glob("*.json")) - wanted):
            print(f"{path.name}: belongs to nothing")
            wrong += 1
    return 0 if writes else wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
