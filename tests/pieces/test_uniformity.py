"""Is the shuffle fair? Chi-square tests, each of which raises a false alarm once in a million runs.

A statistic far below its mean is as suspicious as one far above, so the million is split between both tails.
The chi-square distribution is taken from Wilson and Hilferty's cube root, which is checked here against
the exact tail. The seeded tests are deterministic: they pass or fail for ever. The live ones use the
operating system's generator and are the ones whose alarm rate matters. That each test can fail is shown on
a shuffle with the very fault that it looks for.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

import pytest

from housedealer.pieces.shuffle import SeededOrder, SeededStream, Stream, SystemStream

Z = 4.891638
"""The standard normal distribution exceeds this with probability 0.5e-6, on each side."""

Order = tuple[int, ...]


def z_of(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic lies off, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return (math.cbrt(statistic / freedom) - (1 - spread)) / math.sqrt(spread)


def fair(counts: Iterable[int], expected: float, freedom: int, scale: float = 1.0) -> bool:
    """Whether counts with one common expectation are as even as chance makes them."""
    return abs(z_of(scale * sum((count - expected) ** 2 for count in counts) / expected, freedom)) < Z


def fair_positions(orders: Iterable[Order], n: int) -> bool:
    """Every piece at every position equally often.

    The n * n counts have (n - 1)**2 degrees of freedom; because each order fills whole rows and columns,
    the usual sum is n / (n - 1) times a chi-square.
    """
    counts = [0] * (n * n)
    total = 0
    for order in orders:
        total += 1
        for position, piece in enumerate(order):
            counts[position * n + piece] += 1
    return fair(counts, total / n, (n - 1) ** 2, (n - 1) / n)


def fair_pairs(orders: Iterable[Order], n: int, at: int) -> bool:
    """Every ordered pair of pieces at two neighbouring positions equally often (one observation an order)."""
    counts = Counter((order[at], order[at + 1]) for order in orders)
    pairs = n * (n - 1)
    return fair((counts[pair] for pair in permutations(range(n), 2)), counts.total() / pairs, pairs - 1)


def fair_whole(orders: Iterable[Order], n: int) -> bool:
    """Every order of a few pieces equally often."""
    counts = Counter(orders)
    kinds = math.factorial(n)
    return fair((counts[order] for order in permutations(range(n))), counts.total() / kinds, kinds - 1)


def fair_dice(faces: list[int]) -> bool:
    """Every face equally often, and every face after every other (in pairs that don't overlap)."""
    single = Counter(faces)
    double = Counter(zip(faces[::2], faces[1::2], strict=True))
    return fair((single[face] for face in range(1, 7)), len(faces) / 6, 5) and fair(
        (double[a, b] for a in range(1, 7) for b in range(1, 7)), len(faces) / 72, 35
    )


def system(n: int, count: int) -> Iterator[Order]:
    """Orders of the live shuffle."""
    stream = SystemStream()
    return (stream.order(range(n)) for _ in range(count))


def seeded(n: int, count: int) -> Iterator[Order]:
    """Orders of successive seeds, which also shows that neighbouring seeds have nothing in common."""
    return (SeededStream(seed).order(range(n)) for seed in range(count))


Source = Callable[[int, int], Iterator[Order]]
both = pytest.mark.parametrize("source", [system, seeded])


@pytest.mark.parametrize("freedom", [34, 98, 118, 700, 2600])
def test_the_alarm_is_one_in_a_million(freedom: int) -> None:
    """For even degrees of freedom the tail is a finite Poisson sum."""

    def tail(statistic: float) -> float:
        half = statistic / 2
        return math.fsum(
            math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2)
        )

    spread = 2 / (9 * freedom)
    high, low = (freedom * (1 - spread + side * Z * math.sqrt(spread)) ** 3 for side in (1, -1))
    assert z_of(high, freedom) == pytest.approx(Z)
    assert 0.8 * 0.5e-6 < tail(high) < 1.2 * 0.5e-6
    assert 1 - tail(low) < 1e-6


@both
def test_positions(source: Source) -> None:
    assert fair_positions(source(52, 8000), 52)


@both
def test_positions_of_a_shoe_that_needs_two_bytes(source: Source) -> None:
    assert fair_positions(source(300, 1500), 300)


@both
@pytest.mark.parametrize("at", [0, 25, 50])
def test_neighbours(source: Source, at: int) -> None:
    assert fair_pairs(source(52, 20_000), 52, at)


@both
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_whole_orders(source: Source, n: int) -> None:
    assert fair_whole(source(n, 40_000), n)


def test_lazy_draws() -> None:
    def two(seed: int) -> Order:
        order = SeededOrder(range(52), seed)
        return order.next(), order.next()

    assert fair_pairs((two(seed) for seed in range(60_000)), 52, 0)


@pytest.mark.parametrize("stream", [SystemStream(), SeededStream("dice")])
def test_dice(stream: Stream) -> None:
    assert fair_dice(list(stream.dice(600_000)))


# Shuffles with a fault, to see that the tests above can fail: seeded, so that they always do.


class Modulo(SeededStream):
    """A byte taken modulo n without rejection."""

    __slots__ = ()

    def below(self, n: int) -> int:
        return self.take(1)[0] % n


def swap_with_any(stream: Stream, n: int) -> Order:
    """Each position exchanged with any, the classic mistake."""
    row = list(range(n))
    for here in range(n):
        there = stream.below(n)
        row[here], row[there] = row[there], row[here]
    return tuple(row)


def never_in_place(stream: Stream, n: int) -> Order:
    """Off by one: a piece is never left where it is, which makes single cycles only."""
    row = list(range(n))
    for here in range(n - 1, 0, -1):
        there = stream.below(here)
        row[here], row[there] = row[there], row[here]
    return tuple(row)


def only_cut(stream: Stream, n: int) -> Order:
    """A cut and no shuffle: each piece is anywhere equally often, but keeps its neighbour."""
    at = stream.below(n)
    return (*range(at, n), *range(at))


@pytest.mark.parametrize(
    "faulty", [swap_with_any, never_in_place, lambda stream, n: Modulo("fault").order(range(n))]
)
def test_unfair_positions_are_found(faulty: Callable[[Stream, int], Order]) -> None:
    stream = SeededStream("fault")
    assert not fair_positions((faulty(stream, 52) for _ in range(8000)), 52)


def test_unfair_neighbours_are_found() -> None:
    stream = SeededStream("fault")
    assert not fair_pairs((only_cut(stream, 52) for _ in range(20_000)), 52, 25)


@pytest.mark.parametrize("faulty", [swap_with_any, never_in_place])
def test_unfair_whole_orders_are_found(faulty: Callable[[Stream, int], Order]) -> None:
    stream = SeededStream("fault")
    assert not fair_whole((faulty(stream, 4) for _ in range(40_000)), 4)


def test_unfair_dice_are_found() -> None:
    assert not fair_dice(list(Modulo("fault").dice(1_200_000)))
    stream = SeededStream("fault")
    sticky: list[int] = []
    for face in stream.dice(600_000):
        sticky.append(sticky[-1] if sticky and stream.below(50) == 0 else face)
    assert not fair_dice(sticky)


def test_too_even_dice_are_found() -> None:
    assert not fair_dice([1, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6] * 6000)
