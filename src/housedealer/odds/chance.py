"""Chance for simulations: a small quick generator, the same in plain Python and compiled.

It is xoshiro128++ on four words of 32 bits kept in wider integers, seeded from a text, so that every lot of
rounds has a stream of its own whoever deals it. Real play never comes here: see `pieces.shuffle`.

    >>> state = seeded("example")
    >>> [below(state, 6) for _ in range(8)]
    [1, 5, 3, 5, 2, 0, 5, 2]
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from housedealer.kernel import inlined, kernel

WORD = 0xFFFFFFFF


def seeded(text: str) -> list[int]:
    """The first state of a stream."""
    digest = sha256(b"housedealer/chance/1\0" + text.encode()).digest()
    return [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4)]


@kernel
def turned(word: int, by: int) -> int:
    """A word of 32 bits turned to the left."""
    return (word << by | word >> 32 - by) & WORD


@kernel
def next_word(state: Any) -> int:
    """The next 32 bits of a stream."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    found: int = (turned((a + d) & WORD, 7) + a) & WORD
    c ^= a
    d ^= b
    state[0] = a ^ d
    state[1] = b ^ c
    state[2] = c ^ ((b << 9) & WORD)
    state[3] = turned(d, 11)
    return found


@inlined
def below(state: Any, many: int) -> int:
    """A number from 0 to `many` - 1, each as likely as the others to the last bit."""
    product: int = next_word(state) * many
    low = product & WORD
    if low < many:
        least = (WORD + 1 - many) % many
        while low < least:
            product = next_word(state) * many
            low = product & WORD
    return product >> 32


@kernel
def deal_first(order: Any, many: int, state: Any) -> None:
    """Shuffle the first pieces of an order; the order of the others does not matter to the next round."""
    whole = len(order)
    for at in range(many):
        other = at + below(state, whole - at)
        order[at], order[other] = order[other], order[at]
