"""How often somebody may knock.

>>> bucket = Bucket(rate=1, burst=2)
>>> [bucket.take(at) for at in (0.0, 0.0, 0.0, 1.0)]
[True, True, False, True]
"""

from __future__ import annotations

import time
from typing import ClassVar

MOST_BODY = 256 * 1024
MOST_MESSAGE = 16 * 1024
MOST_KNOWN = 20_000


class Bucket:
    """So many a second on average, and so many at once."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = 0.0

    def take(self, at: float | None = None) -> bool:
        """Take one, if there is one."""
        now = time.monotonic() if at is None else at
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limits:
    """Buckets by kind and by who knocks; without limits everybody may always."""

    KINDS: ClassVar = {
        "post": (10.0, 60.0),
        "guest": (0.5, 20.0),
        "password": (0.2, 10.0),
        "told": (10.0, 100.0),
        "heavy": (1.0, 10.0),
    }

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._known: dict[tuple[str, str], Bucket] = {}

    def allows(self, kind: str, who: str) -> bool:
        """Whether one more is allowed."""
        if not self.on:
            return True
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        bucket = self._known.get((kind, who))
        if bucket is None:
            bucket = self._known[kind, who] = Bucket(*self.KINDS[kind])
        return bucket.take()
