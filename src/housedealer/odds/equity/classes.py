"""The classes of hands by name: what kind a high hand is, by which card a low is topped.

>>> from housedealer.pieces.cards import cards
>>> from housedealer.ranking.high import high
>>> from housedealer.ranking.low import ace_to_five
>>> name_of(HIGH, high(cards("Ac Ad Kc Kh 2c")) >> CLASS_SHIFT)
'two pair'
>>> [name_of(ACE_TO_FIVE, ace_to_five(cards(hand)) >> CLASS_SHIFT) for hand in ("Ac 2d 3h 4s 8c", "2c 2d 2s")]
['eight low', 'three of a kind']
"""

from __future__ import annotations

from typing import Any

from housedealer.odds.equity.count import CLASS_SHIFT
from housedealer.odds.equity.worth import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, HIGH, JOKER_LOW
from housedealer.ranking.low import BEST
from housedealer.ranking.poker import CATEGORY_NAMES, HIGH_CARD, RANK_NAMES, category

LOWS = (ACE_TO_FIVE, DEUCE_TO_SEVEN, JOKER_LOW)
ACES_ARE_LOW = (ACE_TO_FIVE,)
BADUGIS = ("no cards", "one-card badugi", "two-card badugi", "three-card badugi", "badugi")


def name_of(ranking: int, bits: int) -> str:
    """The class of a value, given by its upper bits."""
    if ranking == BADUGI:
        return BADUGIS[bits]
    if ranking not in LOWS:
        return CATEGORY_NAMES[category(bits << CLASS_SHIFT)]
    worst = (BEST >> CLASS_SHIFT) - bits
    kind = category(worst << CLASS_SHIFT)
    if kind != HIGH_CARD:
        return CATEGORY_NAMES[kind]
    place = (worst & 15) - 2
    rank = (place - 1) % 13 if ranking in ACES_ARE_LOW else place
    return f"{RANK_NAMES[rank]} low"


def names_of(ranking: int, seen: Any) -> dict[str, float]:
    """How often each class came, the best first."""
    counts = [int(one) for one in seen]
    whole = sum(counts)
    found: dict[str, float] = {}
    for bits in range(len(counts) - 1, -1, -1):
        if counts[bits]:
            name = name_of(ranking, bits)
            found[name] = found.get(name, 0.0) + counts[bits] / whole
    return found


__all__ = ["HIGH", "name_of", "names_of"]
