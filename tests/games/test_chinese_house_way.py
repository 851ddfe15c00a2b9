"""Chinese poker: the house way is legal, the best of all settings, and measured against its own field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.games.chinese import setting
from housedealer.games.chinese.scoring import (
    BACK,
    FRONT,
    Coded,
    compare,
)
from housedealer.games.chinese.setting import (
    MARKS,
    SIZES,
    best_setting,
    house_way,
    parts_of,
    promise,
    share,
)
from housedealer.games.chinese.thirteen import (
    foul_of,
    system_of,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import cards, faces
from housedealer.ranking.high import high
from housedealer.rooms import game

CHINESE = game("garlic-city/chinese-13-card-poker")
SYSTEMS = ("base", "2-4", "eastern", "western", "mandarin")


def system(name: str) -> Coded:
    return system_of(CHINESE.ruled({"scoring": name}).params)


# -- the house way -----------------------------------------------------------------------------------

thirteens = st.permutations(range(52)).map(lambda order: tuple(order[:13]))


def gain(hand: Sequence[int], parts: Sequence[Sequence[int]], code: Coded) -> int:
    found = [high([hand[at] for at in part]) for part in parts]
    shares = [share(MARKS, segment, value) for segment, value in enumerate(found)]
    worth = [code.worth[16 * segment + (value >> 20)] for segment, value in enumerate(found)]
    arguments: list[int] = [*shares, *worth, code.overall, code.shot]
    return promise(*arguments)


@given(thirteens, st.sampled_from(SYSTEMS))
@settings(max_examples=60)
def test_the_house_way_is_legal(hand: tuple[int, ...], name: str) -> None:
    parts = house_way(hand, system(name))
    assert tuple(len(part) for part in parts) == SIZES
    assert sorted(at for part in parts for at in part) == list(range(13))
    assert foul_of([[hand[at] for at in part] for part in parts]) == ""


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_house_way_is_the_best_of_all_settings(name: str) -> None:
    code, rng = system(name), Random(name)
    for _ in range(2):
        hand = rng.sample(range(52), 13)
        value = {
            part: high([hand[at] for at in part]) for size in (3, 5) for part in combinations(range(13), size)
        }
        best = -(1 << 60)
        for back in combinations(range(13), 5):
            rest = [at for at in range(13) if at not in back]
            for front in combinations(rest, 3):
                middle = tuple(at for at in rest if at not in front)
                if value[front] < value[middle] <= value[back]:
                    best = max(best, gain(hand, (front, middle, back), code))
        assert gain(hand, house_way(hand, code), code) == best


def test_compiled_setting_agrees() -> None:
    import numpy

    rng = Random(9)
    for name in SYSTEMS:
        code = system(name)
        for _ in range(8):
            hand = rng.sample(range(52), 13)
            plain = best_setting(hand, MARKS, code.worth, code.overall, code.shot)
            arguments: list[Any] = [*(numpy.array(one) for one in (hand, MARKS, code.worth))]
            compiled: Any = fast(best_setting)
            assert compiled(*arguments, code.overall, code.shot) == plain
            front, middle, back = parts_of(plain)
            assert sorted((*front, *middle, *back)) == list(range(13))


def laid(text: str, name: str = "base") -> list[set[str]]:
    hand = cards(text)
    return [set(faces(hand[at] for at in part).split()) for part in house_way(hand, system(name))]


def test_the_house_way_goes_by_the_scoring() -> None:
    """Four of a kind in the middle earns twice what it earns in the back under Eastern scoring."""
    two_quads = "As Ad Ah Ac 9s 9d 9h 9c Kd Qh Ts 4c 2d"
    front, middle, back = laid(two_quads, "eastern")
    assert {"9s", "9d", "9h", "9c"} <= middle
    assert {"As", "Ad", "Ah", "Ac"} <= back
    assert front < {"Kd", "Qh", "Ts", "4c", "2d"}
    trips = "Ks Kd Kh Ac Qs 9d 9h 9c 8d 8h 8s 3c 2d"
    assert laid(trips, "eastern")[FRONT] == {"8d", "8h", "8s"}
    assert laid(trips)[BACK] == {"Ks", "Kd", "Kh", "9h", "9c"}


def test_the_house_way_beats_a_greedy_setter() -> None:
    """The strongest back, then the strongest middle, whatever is left in front: about a point worse."""
    import numpy

    rng, code, total = Random(4), system("base"), 0
    search: Any = fast(best_setting)
    marks, worth = numpy.array(MARKS), numpy.array(code.worth)
    for _ in range(400):
        order = rng.sample(range(52), 26)
        ours = [
            high([order[at] for at in part])
            for part in parts_of(search(numpy.array(order[:13]), marks, worth, code.overall, 1))
        ]
        left, theirs = order[13:], []
        for size in (5, 5):
            part = max(combinations(left, size), key=high)
            theirs.append(high(part))
            left = [card for card in left if card not in part]
        total += compare(code, ours, (high(left), theirs[1], theirs[0])).points
    assert total > 200


def test_the_marks_fit_the_field() -> None:
    """A segment beats half of the field on average, or the marks would not be the field's."""
    import numpy

    rng, code = Random(6), system("base")
    search: Any = fast(best_setting)
    marks, worth = numpy.array(MARKS), numpy.array(code.worth)
    shares: list[list[int]] = [[], [], []]
    for _ in range(1500):
        hand = rng.sample(range(52), 13)
        for segment, part in enumerate(parts_of(search(numpy.array(hand), marks, worth, code.overall, 1))):
            shares[segment].append(share(MARKS, segment, high([hand[at] for at in part])))
    for found in shares:
        assert 0.44 < sum(found) / len(found) / 1024 < 0.56
    assert list(MARKS[::33]) == [0, 0, 0]
    assert all(
        list(MARKS[33 * at : 33 * at + 33]) == sorted(MARKS[33 * at : 33 * at + 33]) for at in range(3)
    )


@pytest.mark.slow
def test_the_marks_are_as_measured() -> None:
    assert setting.measured() == list(MARKS)
