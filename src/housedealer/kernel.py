"""Rules that decide money, written once: plain Python for one round, compiled for millions.

`@kernel` marks a pure function of small integers and hands it back unchanged, so live play calls it
at no cost and nothing heavy is imported. `fast(function)` compiles it, with every kernel that it
calls, the first time something is computed in bulk::

    >>> @kernel
    ... def pips(card: int) -> int:
    ...     return (card % 13) + 1
    >>> pips(0)
    1

A module-level `array.array` is a lookup table: plain code indexes it as it is, compiled code gets it
as a NumPy constant.
"""

from __future__ import annotations

import hashlib
import os
import types
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_kernels: dict[types.CodeType, Any] = {}
_inlined: set[types.CodeType] = set()
_compiled: dict[types.CodeType, Any] = {}
_tables: dict[int, Any] = {}
_cache_ready = False


def kernel(function: F) -> F:
    """Mark a pure function of integers, so that `fast` may compile it."""
    _kernels[function.__code__] = function
    return function


def inlined(function: F) -> F:
    """Mark a kernel that, compiled, becomes a part of each kernel that calls it.

    Compiled code counts who holds an array at every call that takes one, which costs more than a card does:
    small kernels that are called for every card with arrays belong here.
    """
    _inlined.add(function.__code__)
    return kernel(function)


def is_kernel(value: object) -> bool:
    """Tell whether a value is a function marked with `@kernel`."""
    return isinstance(value, types.FunctionType) and value.__code__ in _kernels


def marked() -> list[Any]:
    """Every kernel of the modules imported so far."""
    return list(_kernels.values())


def sources_hash() -> str:
    """A hash of the whole package's Python sources: a change to any callee names a new cache folder."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        text = path.read_bytes()
        if b"@kernel" in text or b"@inlined" in text or path.name == "kernel.py":
            digest.update(str(path.relative_to(root)).encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where what can be made again is kept: the user's cache folder, or where HOUSEDEALER_CACHE says."""
    base = os.environ.get("HOUSEDEALER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "housedealer"


def _prepare_cache() -> None:
    """Keep compiled kernels in a folder of their own for each state of the sources.

    Numba's own index looks at one file at a time, so an edited callee in another file would leave a
    stale caller in use: a wrong payout could survive its correction.
    """
    global _cache_ready
    if _cache_ready:
        return
    import numba  # heavy: loaded only when something is computed in bulk

    folder = cache_folder() / f"numba-{numba.__version__}-{sources_hash()}"
    folder.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(folder)
    _cache_ready = True


def fast(function: F) -> F:
    """The compiled form of a kernel (compiled once, together with the kernels and tables it uses)."""
    code = function.__code__
    done = _compiled.get(code)
    if done is None:
        if code not in _kernels:
            raise ValueError(f"{function.__qualname__} is not marked as a kernel.")
        _prepare_cache()
        import numba

        names = set(code.co_names)
        scope = dict(function.__globals__)
        for name in names & scope.keys():
            scope[name] = _compiled_global(scope[name])
        twin = types.FunctionType(code, scope, function.__name__, function.__defaults__, function.__closure__)
        twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
        done = _compiled[code] = numba.njit(cache=True, nogil=True, forceinline=code in _inlined)(twin)
    return done  # type: ignore[no-any-return]


def quickest(function: F) -> F:
    """The compiled form of a kernel where there is one already, else the plain function.

    Live play calls kernels through this where they are slow when plain, and compiles none itself.
    """
    return _compiled.get(function.__code__, function)  # type: ignore[no-any-return]


def _compiled_global(value: Any) -> Any:
    if is_kernel(value):
        return fast(value)
    if isinstance(value, array):
        if id(value) not in _tables:
            import numpy

            _tables[id(value)] = numpy.array(value)
        return _tables[id(value)]
    return value
