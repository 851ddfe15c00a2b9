"""Money is a whole number of cents; what people read and write are decimal strings.

>>> cents("25"), cents("0.50"), cents("$1,000")
(2500, 50, 100000)
>>> dollars(2500), dollars(50), dollars(-1250)
('25', '0.50', '-12.50')
"""

from __future__ import annotations

import re
from functools import lru_cache

_AMOUNT = re.compile(r"^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?$")


class BadMoney(ValueError):
    """An amount that is not written as dollars and cents."""


def cents(text: str | int) -> int:
    """Read an amount of money; whole numbers mean dollars, as on a chip."""
    if isinstance(text, bool):
        raise BadMoney(f"{text!r} is not an amount of money.")
    if isinstance(text, int):
        return text * 100
    if not isinstance(text, str):
        raise BadMoney(f"{text!r} is not an amount of money such as 25 or 0.50.")
    return _read(text)


@lru_cache(maxsize=4096)
def _read(text: str) -> int:
    found = _AMOUNT.match(text.strip())
    if found is None or not (found[2] or found[3]):
        raise BadMoney(f"{text!r} is not an amount of money such as 25 or 0.50.")
    amount = int((found[2] or "0").replace(",", "")) * 100 + int((found[3] or "0").ljust(2, "0"))
    return -amount if found[1] else amount


@lru_cache(maxsize=4096)
def dollars(amount: int) -> str:
    """Write an amount as a decimal string, with cents only where there are some."""
    whole, rest = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"
