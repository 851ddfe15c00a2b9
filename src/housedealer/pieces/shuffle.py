"""The shuffle: unbiased orders and dice, from the operating system or from a seed.

Both come from one construction, so that a live shuffle and a practised one differ in the bytes alone:

*Bytes.* A `SystemStream` hands out bytes of the operating system's cryptographic generator. A
`SeededStream` is reproducible by anyone: its key is SHA-256 of `housedealer/stream/1`, a zero byte, the
purpose, a zero byte and the seed (`i` and the decimal digits of an integer, `s` and the UTF-8 of a text,
`b` and the bytes themselves); block `i` is SHA-512 of the key and of `i` as eight big-endian bytes, for `i`
= 0, 1, 2, ...

*A number below n.* Of `w` bytes, `w` being the fewest that can express `n` values, the big-endian number is
thrown away and drawn again when it isn't below the largest multiple of `n` that they can express; otherwise
it is taken modulo `n`. So no residue is favoured. A number below 1 costs no bytes.

*An order.* The pieces stand in a row. The next piece dealt is the one at a number below their count; the last
of the row fills its place. Every order of n pieces is one sequence of such numbers, hence equally likely,
and who needs only twenty pieces pays for only twenty.

>>> SeededOrder(range(52), 'lesson 1').next() == seeded_order(range(52), 'lesson 1')[0]
True
>>> sorted(shuffled(range(5)))
[0, 1, 2, 3, 4]
"""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256, sha512
from typing import Final

Seed = int | str | bytes
"""What a reproducible shuffle may be given; equal values of different types are different seeds."""

_BLOCK: Final = 64
_BYTE_LIMITS: Final = (0, *(256 - 256 % n for n in range(1, 257)))


class OutOfPieces(LookupError):
    """Raised when a piece (or a die) is asked for and none is left."""


class Stream:
    """Bytes and the unbiased numbers made of them. A subclass says where the bytes come from."""

    __slots__ = ("_at", "_bytes")

    def __init__(self) -> None:
        self._bytes = b""
        self._at = 0

    def _block(self) -> bytes:
        raise NotImplementedError

    def take(self, count: int) -> bytes:
        """The next bytes of the stream."""
        while len(self._bytes) - self._at < count:
            self._bytes = self._bytes[self._at :] + self._block()
            self._at = 0
        taken = self._bytes[self._at : self._at + count]
        self._at += count
        return taken

    def below(self, n: int) -> int:
        """A number 0 .. n - 1, all equally likely.

        >>> SystemStream().below(1)
        0
        """
        if 1 < n <= 256:
            limit = _BYTE_LIMITS[n]
            while True:
                at = self._at
                if at == len(self._bytes):
                    self._bytes = self._block()
                    at = 0
                self._at = at + 1
                byte = self._bytes[at]
                if byte < limit:
                    return byte % n
        if n == 1:
            return 0
        if n < 1:
            raise ValueError(f"There is no number from 0 to {n - 1}.")
        width = ((n - 1).bit_length() + 7) // 8
        limit = 256**width // n * n
        while True:
            number = int.from_bytes(self.take(width), "big")
            if number < limit:
                return number % n

    def dice(self, n: int) -> tuple[int, ...]:
        """The faces 1..6 of n dice thrown together.

        >>> all(1 <= die <= 6 for die in SystemStream().dice(3))
        True
        """
        return tuple(self.below(6) + 1 for _ in range(n))

    def order(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """All the pieces in a random order, the first dealt first."""
        row, order = list(pieces), []
        while row:
            order.append(draw(row, self))
        return tuple(order)


class SystemStream(Stream):
    """Bytes of the operating system's cryptographic generator: what real play is shuffled with."""

    __slots__ = ()

    def _block(self) -> bytes:
        return os.urandom(_BLOCK)


class SeededStream(Stream):
    """Reproducible bytes: for practice, tests and benches, and for an order that a proof derives.

    The purpose keeps streams of one seed apart, so that a throw of dice does not change the next card.

    >>> SeededStream(7).take(4).hex(), SeededStream(7, 'dice').take(4).hex()
    ('64be7f43', 'f88f31b9')
    >>> SeededStream(7).take(4) == SeededStream('7').take(4)
    False
    """

    __slots__ = ("_count", "_key")

    def __init__(self, seed: Seed, purpose: str = "order") -> None:
        self._bytes = b""
        self._at = 0
        self._key = sha256(b"housedealer/stream/1\0" + purpose.encode() + b"\0" + _encoded(seed)).digest()
        self._count = 0

    def _block(self) -> bytes:
        block = sha512(self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return block


def draw(row: list[int], stream: Stream) -> int:
    """Takes one piece, each equally likely, out of the row, which keeps the others in some order."""
    at = stream.below(len(row))
    last = row.pop()
    if at == len(row):
        return last
    piece = row[at]
    row[at] = last
    return piece


class SeededOrder:
    """A seeded shuffle that is made one piece at a time, because a hand of poker needs 20 pieces of 52.

    >>> order = SeededOrder(range(52), 7)
    >>> [order.next() for _ in range(3)], order.left()
    ([48, 37, 27], 49)
    """

    __slots__ = ("_left", "_row", "_stream", "pieces")

    def __init__(self, deck: Iterable[int], seed: Seed, purpose: str = "order") -> None:
        self._row = list(deck)
        self._left = len(self._row)
        self._stream = SeededStream(seed, purpose)
        self.pieces = self._drawn()

    def _drawn(self) -> Iterator[int]:
        """Piece by piece what `draw` gives, said again without its calls: every piece comes from here.

        The row keeps its length; what stands in it from `_left` on has been dealt.
        """
        row, stream = self._row, self._stream
        while len(row) > 256:
            self._left -= 1
            yield draw(row, stream)
        limits, left = _BYTE_LIMITS, len(row)
        data = stream._bytes[stream._at :]
        while left > 1:
            for byte in data:
                if byte < limits[left]:
                    place = byte % left
                    left -= 1
                    self._left = left
                    piece = row[place]
                    row[place] = row[left]
                    yield piece
                    if left == 1:
                        break
            else:
                data = stream._block()
        if left:
            self._left = 0
            yield row[0]

    def next(self) -> int:
        """The next piece of the order."""
        for piece in self.pieces:
            return piece
        raise OutOfPieces("No piece is left in the stub.")

    def left(self) -> int:
        """How many pieces the rest of the order holds."""
        return self._left

    def rest(self) -> tuple[int, ...]:
        """The pieces not dealt yet, sorted so that they tell nothing of the order: for a reshuffle."""
        return tuple(sorted(self._row[: self._left]))


def seeded_order(deck: Iterable[int], seed: Seed, purpose: str = "order") -> tuple[int, ...]:
    """The whole order that `SeededOrder` deals piece by piece.

    >>> seeded_order(range(5), 7) == seeded_order(range(5), 7)
    True
    """
    return SeededStream(seed, purpose).order(deck)


def shuffled(deck: Iterable[int]) -> tuple[int, ...]:
    """An order nobody can foresee or repeat, from the operating system's generator.

    >>> len(shuffled(range(416)))
    416
    """
    return SystemStream().order(deck)


def dice(n: int, stream: Stream | None = None) -> tuple[int, ...]:
    """The faces of n dice, from the operating system's generator unless a stream is given.

    >>> dice(3, SeededStream(7, 'dice'))
    (3, 6, 2)
    """
    return (stream or SystemStream()).dice(n)


def _encoded(seed: Seed) -> bytes:
    if isinstance(seed, bytes):
        return b"b" + seed
    if isinstance(seed, str):
        return b"s" + seed.encode()
    return b"i" + str(int(seed)).encode()
