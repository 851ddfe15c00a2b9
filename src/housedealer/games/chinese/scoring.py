"""What two set hands are worth to each other: points by segment, a point overall, sweeps multiplied.

A scoring system is data. `coded` turns one, under the game's rulings, into the small integers that the
kernels read; `compare` runs them for a pair of set hands, each given as its three values from
`ranking.high`::

    >>> from housedealer.pieces.cards import cards
    >>> from housedealer.ranking.high import high
    >>> usual = coded(System(name="2-4", overall="total", lines=(439, 459)))
    >>> a = tuple(high(cards(part)) for part in ("As Ad Jc", "9s 9d 4h 4s 7c", "Qd Jh Ts 9h 8c"))
    >>> c = tuple(high(cards(part)) for part in ("Ks Kd Qc", "6s 6d 5h 5s 9c", "Jd Js 3s 3h 4d"))
    >>> compare(usual, a, c).points
    4

Points are counted for the first hand: they are negative when the second one collects.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from housedealer.kernel import kernel
from housedealer.ranking.poker import (
    CLASS_FLUSH,
    CLASS_FULL_HOUSE,
    CLASS_QUADS,
    CLASS_ROYAL_FLUSH,
    CLASS_STRAIGHT,
    CLASS_STRAIGHT_FLUSH,
    CLASS_TRIPS,
)

FRONT, MIDDLE, BACK = range(3)
SEGMENTS = ("front", "middle", "back")

CLASSES = 16
"""Classes of hands that a segment's row of points has room for."""

BONUS_CLASSES = {
    "three-of-a-kind": (CLASS_TRIPS,),
    "straight": (CLASS_STRAIGHT,),
    "flush": (CLASS_FLUSH,),
    "full-house": (CLASS_FULL_HOUSE,),
    "four-of-a-kind": (CLASS_QUADS,),
    "straight-flush": (CLASS_STRAIGHT_FLUSH, CLASS_ROYAL_FLUSH),
}
"""The hands that a bonus table may name; a royal flush is a straight flush."""

NO_POINT, MORE_SEGMENTS, TWO_SEGMENTS, HIGHER_TOTAL, SWEEP_ONLY = range(5)
"""Who gets the point overall: nobody, who won more segments, who won two of them, who has more points, who
won all three."""


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """One scoring system: the point overall, bonus hands by segment, and what a sweep is multiplied by."""

    name: str
    overall: Literal["none", "segments", "total"]
    bonus: Mapping[str, Mapping[str, int]] = {}
    shot: int = 1
    home_run: int = 1
    lines: tuple[int, int]

    def __post_init__(self) -> None:
        for segment, row in self.bonus.items():
            unknown = [name for name in row if name not in BONUS_CLASSES]
            if segment not in SEGMENTS or unknown:
                raise ValueError(
                    f"{self.name} has a bonus for {segment} {' '.join(unknown)}, which is no such hand"
                )


class Coded(NamedTuple):
    """A system as the kernels read it: points by segment and class, the point overall, the multipliers."""

    worth: array[int]
    overall: int
    shot: int
    home_run: int
    whole: bool


class Comparison(NamedTuple):
    """How one set hand stands against another: each segment's points, the sum, and who swept whom."""

    segments: tuple[int, int, int]
    points: int
    sweep: int

    @property
    def won(self) -> int:
        """Segments that the first hand won."""
        return sum(points > 0 for points in self.segments)

    @property
    def lost(self) -> int:
        """Segments that the second hand won."""
        return sum(points < 0 for points in self.segments)


def coded(
    system: System,
    majority_with_ties: str = "more-segments",
    eastern_sweep: str = "3",
    mandarin_trips: str = "multiplied",
    mandarin_sweep: str = "instead",
) -> Coded:
    """A system under the readings of the rulings that touch it.

    >>> east = System(name="eastern", overall="none", bonus={"back": {"straight-flush": 5}}, lines=(429, 429))
    >>> coded(east).worth[CLASSES * BACK + (CLASS_ROYAL_FLUSH >> 20)], coded(east).overall == NO_POINT
    (5, True)
    """
    worth = array("q", [1] * (CLASSES * len(SEGMENTS)))
    for segment, row in system.bonus.items():
        for name, points in row.items():
            for one in BONUS_CLASSES[name]:
                worth[CLASSES * SEGMENTS.index(segment) + (one >> 20)] = points
    if system.overall == "segments":
        overall = TWO_SEGMENTS if majority_with_ties == "two-segments" else MORE_SEGMENTS
    elif system.overall == "total":
        overall = HIGHER_TOTAL
    else:
        overall = SWEEP_ONLY if system.name == "eastern" and eastern_sweep == "4" else NO_POINT
    on_top = 1 if mandarin_sweep == "on-top" else 0
    shot, home_run = (times + on_top if times > 1 else 1 for times in (system.shot, system.home_run))
    return Coded(worth, overall, shot, home_run, mandarin_trips == "multiplied")


@kernel
def segment_points(worth: Sequence[int], segment: int, mine: int, theirs: int) -> int:
    """What a segment earns: the points of the higher hand, to its owner; nothing between equal hands.

    >>> worth = [1] * 48
    >>> [segment_points(worth, BACK, mine, theirs) for mine, theirs in ((9, 5), (5, 9), (5, 5))]
    [1, -1, 0]
    """
    if mine == theirs:
        return 0
    if mine > theirs:
        return worth[CLASSES * segment + (mine >> 20)]
    return -worth[CLASSES * segment + (theirs >> 20)]


@kernel
def sweeper(front: int, middle: int, back: int) -> int:
    """Who won all three segments, by their points: 1 for the first hand, -1 for the second, 0 for nobody.

    >>> sweeper(1, 3, 5), sweeper(-1, -1, -1), sweeper(1, 0, 1)
    (1, -1, 0)
    """
    if front > 0 and middle > 0 and back > 0:
        return 1
    if front < 0 and middle < 0 and back < 0:
        return -1
    return 0


@kernel
def overall_point(front: int, middle: int, back: int, rule: int) -> int:
    """The point overall, by the points of the three segments: 1, -1, or 0 for nobody.

    >>> rules = (NO_POINT, MORE_SEGMENTS, TWO_SEGMENTS, HIGHER_TOTAL, SWEEP_ONLY)
    >>> [overall_point(1, 0, 0, rule) for rule in rules]
    [0, 1, 0, 1, 0]
    """
    if rule == NO_POINT:
        return 0
    if rule == SWEEP_ONLY:
        return sweeper(front, middle, back)
    won = (front > 0) + (middle > 0) + (back > 0)
    lost = (front < 0) + (middle < 0) + (back < 0)
    if rule == HIGHER_TOTAL:
        won = front + middle + back
        lost = 0
    elif rule == TWO_SEGMENTS:
        won = 1 if won > 1 else 0
        lost = 1 if lost > 1 else 0
    return (won > lost) - (won < lost)


@kernel
def pair_points(front: int, middle: int, back: int, overall: int, times: int, whole: bool) -> int:
    """What one hand collects from another (pays, below zero), from the points of the three segments.

    `times` is what a sweep is multiplied by; it multiplies the whole of the segments' points, or the one
    regular point of each and leaves what is above that as it is.

    >>> pair_points(1, 1, 1, MORE_SEGMENTS, 1, True), pair_points(-1, 1, 1, MORE_SEGMENTS, 1, True)
    (4, 2)
    >>> pair_points(3, 1, 1, NO_POINT, 2, True), pair_points(3, 1, 1, NO_POINT, 2, False)
    (10, 8)
    """
    points = front + middle + back
    swept = sweeper(front, middle, back)
    if swept != 0 and times > 1:
        if whole:
            points *= times
        else:
            points += 3 * (times - 1) * swept
    return points + overall_point(front, middle, back, overall)


@kernel
def special_points(foul: bool, automatic: int, foul2: bool, automatic2: int, penalty: int, prize: int) -> int:
    """What hands pay each other that are not compared: fouled ones, and automatic wins by their level.

    A fouled hand pays whoever has not fouled, an automatic win collects from a lower one or from none (0).

    >>> special_points(True, 0, False, 1, 4, 6), special_points(False, 2, False, 1, 4, 6)
    (-4, 6)
    """
    if foul or foul2:
        return penalty * (foul2 - foul) if foul != foul2 else 0
    return prize * ((automatic > automatic2) - (automatic < automatic2))


def compare(system: Coded, mine: Sequence[int], theirs: Sequence[int], home_run: bool = False) -> Comparison:
    """One set hand against another, each as the values of its front, middle and back."""
    front, middle, back = (
        segment_points(system.worth, segment, mine[segment], theirs[segment]) for segment in range(3)
    )
    times = system.home_run if home_run else system.shot
    points = pair_points(front, middle, back, system.overall, times, system.whole)
    return Comparison((front, middle, back), points, sweeper(front, middle, back))


def sweep_points(system: Coded) -> int:
    """What a sweep of one opponent without any bonus hand collects.

    >>> sweep_points(coded(System(name="base", overall="segments", lines=(406, 410))))
    4
    """
    return pair_points(1, 1, 1, system.overall, system.shot, system.whole)
