"""The shuffle: nothing is lost, lazy equals whole, and the seeded stream is the one that is documented."""

from hashlib import sha256, sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.shuffle import (
    OutOfPieces,
    Seed,
    SeededOrder,
    SeededStream,
    Stream,
    SystemStream,
    dice,
    seeded_order,
    shuffled,
)

SEEDS: st.SearchStrategy[Seed] = st.one_of(st.integers(), st.text(), st.binary())
PIECES = st.lists(st.integers(0, 53), max_size=500)


class Fixed(Stream):
    """A stream of known bytes, for looking at the rejections."""

    def __init__(self, known: bytes) -> None:
        super().__init__()
        self._known = known

    def _block(self) -> bytes:
        known, self._known = self._known[:1], self._known[1:]
        if not known:
            raise EOFError
        return known


@given(PIECES, SEEDS)
def test_a_seeded_order_conserves_the_pieces(pieces: list[int], seed: Seed) -> None:
    assert sorted(seeded_order(pieces, seed)) == sorted(pieces)


@given(PIECES)
def test_a_system_order_conserves_the_pieces(pieces: list[int]) -> None:
    assert sorted(shuffled(pieces)) == sorted(pieces)


@given(PIECES, SEEDS, st.data())
def test_lazy_equals_whole(pieces: list[int], seed: Seed, data: st.DataObject) -> None:
    order = SeededOrder(pieces, seed)
    count = data.draw(st.integers(0, len(pieces)))
    drawn = [order.next() for _ in range(count)]
    assert tuple(drawn) == seeded_order(pieces, seed)[:count]
    assert order.left() == len(pieces) - count
    assert sorted([*drawn, *order.rest()]) == sorted(pieces)
    assert list(order.rest()) == sorted(order.rest())


def test_an_empty_order_says_so() -> None:
    order = SeededOrder([51], 1)
    order.next()
    with pytest.raises(OutOfPieces, match="No piece is left"):
        order.next()


def test_seeds_of_different_types_and_purposes_differ() -> None:
    deck = range(52)
    seeds: list[Seed] = [7, "7", b"7", "i7", 8]
    orders = {seeded_order(deck, seed) for seed in seeds}
    orders.add(seeded_order(deck, 7, "order/2"))
    assert len(orders) == 6


def test_the_documented_stream() -> None:
    """The construction in the module's docstring, written down a second time."""
    key = sha256(b"housedealer/stream/1" + b"\0" + b"order" + b"\0" + b"i" + b"2024").digest()
    data = b"".join(sha512(key + number.to_bytes(8, "big")).digest() for number in range(40))
    assert SeededStream(2024).take(len(data)) == data

    at, row, order = 0, list(range(416)), []
    while row:
        n = len(row)
        width = 0 if n == 1 else 1 if n <= 256 else 2
        number = 0
        while width:
            number = int.from_bytes(data[at : at + width], "big")
            at += width
            if number < 256**width - 256**width % n:
                break
        at_piece = number % n
        order.append(row[at_piece])
        row[at_piece] = row[-1]
        row.pop()
    assert seeded_order(range(416), 2024) == tuple(order)


def test_a_seed_deals_the_same_for_ever() -> None:
    assert seeded_order(range(10), "for ever") == (5, 0, 7, 9, 1, 4, 6, 8, 3, 2)


def test_rejection_leaves_no_residue_favoured() -> None:
    for n in range(2, 257):
        limit = 256 - 256 % n
        taken = [Fixed(bytes([byte, 0])).below(n) for byte in range(limit)]
        assert all(taken.count(number) == limit // n for number in (0, n // 2, n - 1))
        assert all(Fixed(bytes([byte, 3 % n])).below(n) == 3 % n for byte in range(limit, 256))


def test_two_bytes_are_rejected_too() -> None:
    limit = 65536 - 65536 % 416
    assert Fixed((limit - 1).to_bytes(2, "big")).below(416) == 415
    assert Fixed(limit.to_bytes(2, "big") + b"\0\5").below(416) == 5
    assert Fixed(b"\1\0").below(257) == 256
    assert Fixed(b"").below(1) == 0


@pytest.mark.parametrize("n", [0, -1])
def test_no_number_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        SystemStream().below(n)


@given(SEEDS, st.lists(st.integers(0, 100)))
def test_taking_bytes_in_any_portions(seed: Seed, portions: list[int]) -> None:
    stream = SeededStream(seed)
    taken = b"".join(stream.take(count) for count in portions)
    assert taken == SeededStream(seed).take(sum(portions))


def test_the_system_does_not_repeat_itself() -> None:
    assert len({shuffled(range(52)) for _ in range(50)}) == 50


@given(SEEDS, st.integers(0, 20))
def test_dice(seed: Seed, n: int) -> None:
    thrown = dice(n, SeededStream(seed))
    assert len(thrown) == n
    assert set(thrown) <= {1, 2, 3, 4, 5, 6}
    assert thrown == dice(n, SeededStream(seed))


@pytest.mark.parametrize("count", [1, 2, 52, 257, 416])
def test_an_order_knows_what_it_has_not_dealt_at_every_piece(count: int) -> None:
    order = SeededOrder(range(count), "rest")
    whole = seeded_order(range(count), "rest")
    for dealt in range(count):
        assert (order.left(), order.rest()) == (count - dealt, tuple(sorted(whole[dealt:])))
        assert order.next() == whole[dealt]
    assert (order.left(), order.rest()) == (0, ())
    with pytest.raises(OutOfPieces):
        order.next()
