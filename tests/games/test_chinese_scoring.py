"""Chinese poker: the rule book's example, the points of every scoring system, automatic wins and fouls."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from housedealer.games.chinese.scoring import (
    BACK,
    FRONT,
    HIGHER_TOTAL,
    MIDDLE,
    MORE_SEGMENTS,
    NO_POINT,
    SEGMENTS,
    SWEEP_ONLY,
    TWO_SEGMENTS,
    Coded,
    System,
    coded,
    compare,
    overall_point,
    pair_points,
    segment_points,
    special_points,
    sweep_points,
    sweeper,
)
from housedealer.games.chinese.setting import (
    order_kept,
)
from housedealer.games.chinese.thirteen import (
    Opened,
    automatic_points,
    automatic_win,
    foul_of,
    home_runner,
    system_of,
    versus,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import cards
from housedealer.ranking.high import high
from housedealer.rooms import game
from housedealer.table.game import Game

CHINESE = game("garlic-city/chinese-13-card-poker")
SYSTEMS = ("base", "2-4", "eastern", "western", "mandarin")

# Four hands of one deck, each of which sweeps those below it, but for the third's back.
FIRST = "As Ad Ah / Kc Kd Kh 2c 2d / 9s 9d 9h 9c 3c"
SECOND = "Qs Qd 4h / Js Jd Th Tc 5c / 8s 8d 8h 7c 7d"
THIRD = "Ks Qc 4d / Jc Jh 6c 5d 3d / Ts Td 7h 7s 2h"
FOURTH = "Qh 8c 5h / Ac 5s 4c 4s 3h / 6d 6h 6s 3s 2s"

# Again four hands of one deck: three automatic wins and a hand without one.
DRAGON = "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s"
PAIRS = "Ac Ad Kc Kh Qc Qd Jd Jh Td Th 9c 9h 8c"
FLUSHES = "7h 6h 5h Tc 6c 5c 4c 2c Ks Qs Js 9s 8s"
PLAIN = "Ah 8d 6d / 7s 7d 5s 4s 2d / 3s 3h 3d 4d 2h"
STRAIGHTS = "Ac 2d 3h Ad 2h 3s 4c 5d 6c 7d 8h 9s Tc"


def ruled(**readings: str) -> Game:
    return CHINESE.ruled({name.replace("_", "-"): reading for name, reading in readings.items()})


def system(name: str, **readings: str) -> Coded:
    return system_of(ruled(scoring=name, **readings).params)


def values(text: str) -> tuple[int, ...]:
    """The values of a hand written front / middle / back."""
    return tuple(high(cards(part)) for part in text.split("/"))


# -- the rule book's example -------------------------------------------------------------------------

# Ranks only: the book's four hands hold five sixes, so they cannot come from one deck.
EXAMPLE = {
    "A": ("AAJ", "99447", "QJT98"),
    "B": ("AK6", "45678", "22277"),
    "C": ("KKQ", "66559", "JJ334"),
    "D": ("AK6", "QQ532", "TTT88"),
}
RESULTS = {"AB": -2, "AC": 4, "AD": 2, "BC": 2, "BD": 0, "CD": 2}


def example(player: str) -> tuple[int, ...]:
    """The values of a player's hands; suits are dealt out in turn, so that there is no flush."""
    found = []
    for part in EXAMPLE[player]:
        found.append(high(cards([rank + "cdhs"[at % 4] for at, rank in enumerate(part)])))
    return tuple(found)


@pytest.mark.parametrize("name", ["base", "2-4", "western"])
@pytest.mark.parametrize("pair", RESULTS)
def test_the_books_six_comparisons(name: str, pair: str) -> None:
    one, other = example(pair[0]), example(pair[1])
    assert compare(system(name), one, other).points == RESULTS[pair]
    assert compare(system(name), other, one).points == -RESULTS[pair]


def test_the_books_totals() -> None:
    totals = dict.fromkeys("ABCD", 0)
    for one, other in combinations("ABCD", 2):
        points = compare(system("2-4"), example(one), example(other)).points
        totals[one] += points
        totals[other] -= points
    assert totals == {"A": 4, "B": 4, "C": -4, "D": -4}


def test_the_books_hands_are_in_order() -> None:
    assert all(order_kept(*example(player)) for player in EXAMPLE)


# -- points ------------------------------------------------------------------------------------------

UNITS = list(product((-1, 0, 1), repeat=3))


@pytest.mark.parametrize(
    ("won", "lost", "points", "strict"),
    [(3, 0, 4, 4), (2, 1, 2, 2), (2, 0, 3, 3), (1, 0, 2, 1), (1, 1, 0, 0), (0, 0, 0, 0)],
)
def test_basic_points_by_segments_won_and_lost(won: int, lost: int, points: int, strict: int) -> None:
    for units in UNITS:
        if (units.count(1), units.count(-1)) == (won, lost):
            front, middle, back = units
            for rule in (MORE_SEGMENTS, HIGHER_TOTAL):
                assert pair_points(front, middle, back, rule, 1, True) == points
                assert pair_points(-front, -middle, -back, rule, 1, True) == -points
            assert pair_points(front, middle, back, TWO_SEGMENTS, 1, True) == strict
            assert pair_points(front, middle, back, NO_POINT, 1, True) == won - lost
            assert pair_points(front, middle, back, SWEEP_ONLY, 1, True) == won - lost + (won == 3)


def test_base_western_and_tournament_scoring_agree() -> None:
    rng = Random(1)
    for _ in range(300):
        one, other = ([rng.randrange(4) << 20 for _ in range(3)] for _ in range(2))
        points = {name: compare(system(name), one, other).points for name in ("base", "2-4", "western")}
        assert len(set(points.values())) == 1


def test_ties_count_by_the_ruling() -> None:
    one, other = (5, 9, 9), (4, 9, 9)
    assert compare(system("base"), one, other).points == 2
    assert compare(system("base", majority_with_ties="two-segments"), one, other).points == 1
    assert compare(system("western", majority_with_ties="two-segments"), one, other).points == 1
    assert compare(system("2-4", majority_with_ties="two-segments"), one, other).points == 2


BONUSES = [
    (BACK, "Kc Qc Jc Tc 9c", 5),
    (BACK, "Ac Kc Qc Jc Tc", 5),
    (BACK, "Kc Kd Kh Ks 9c", 4),
    (BACK, "Kc Kd Kh 9s 9c", 1),
    (BACK, "Ac Qc Jc Tc 9c", 1),
    (MIDDLE, "Kc Qc Jc Tc 9c", 10),
    (MIDDLE, "Ac Kc Qc Jc Tc", 10),
    (MIDDLE, "Kc Kd Kh Ks 9c", 8),
    (MIDDLE, "Kc Kd Kh 9s 9c", 2),
    (MIDDLE, "Ac Qc Jc Tc 9c", 1),
    (FRONT, "2c 2d 2h", 3),
    (FRONT, "Ac Ad Kh", 1),
]


@pytest.mark.parametrize(("segment", "text", "points"), BONUSES)
def test_eastern_bonus_hands_replace_the_segments_point(segment: int, text: str, points: int) -> None:
    value, east = high(cards(text)), system("eastern")
    for sign in (1, -1):
        mine, theirs = (value, 1) if sign > 0 else (1, value)
        assert segment_points(east.worth, segment, mine, theirs) == sign * points
        for name in ("base", "2-4", "western"):
            assert segment_points(system(name).worth, segment, mine, theirs) == sign
    assert segment_points(east.worth, segment, value, value) == 0
    tripled = segment == FRONT and points == 3
    assert segment_points(system("mandarin").worth, segment, value, 1) == (3 if tripled else 1)


def test_an_eastern_bonus_hand_that_loses_earns_nothing() -> None:
    lower, higher = high(cards("Qc Qd Qh Qs 9c")), high(cards("Kc Kd Kh Ks 9d"))
    assert segment_points(system("eastern").worth, BACK, lower, higher) == -4


def test_eastern_points() -> None:
    east = system("eastern")
    low, better = (5, 5, 5), (6, 6, 6)
    assert compare(east, (6, 6, 4), low).points == 1
    assert compare(east, better, low).points == 3
    assert compare(system("eastern", eastern_sweep="4"), better, low).points == 4
    assert compare(system("eastern", eastern_sweep="4"), (6, 6, 4), low).points == 1
    assert compare(east, values(FIRST), values(SECOND)).points == 3 + 2 + 4
    assert compare(east, values(SECOND), values(FIRST)).points == -9


def test_mandarin_shots_and_home_runs() -> None:
    plain = system("mandarin")
    low, better = (5, 5, 5), (6, 6, 6)
    assert compare(plain, (6, 6, 4), low).points == 1
    assert compare(plain, better, low).points == 6
    assert compare(plain, better, low, home_run=True).points == 9
    assert compare(plain, low, better).points == -6
    on_top = system("mandarin", mandarin_sweep="on-top")
    assert compare(on_top, better, low).points == 9
    assert compare(on_top, better, low, home_run=True).points == 12
    strong, weak = values(FIRST), values(SECOND)
    assert compare(plain, strong, weak).points == (3 + 1 + 1) * 2
    assert compare(plain, strong, weak, home_run=True).points == (3 + 1 + 1) * 3
    added = system("mandarin", mandarin_trips="added")
    assert compare(added, strong, weak).points == 3 * 2 + 2
    assert compare(added, strong, weak, home_run=True).points == 3 * 3 + 2
    assert compare(added, weak, strong, home_run=True).points == -11


def test_what_a_sweep_collects() -> None:
    assert {name: sweep_points(system(name)) for name in SYSTEMS} == {
        "base": 4,
        "2-4": 4,
        "eastern": 3,
        "western": 4,
        "mandarin": 6,
    }


@pytest.mark.parametrize("foul", [False, True])
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("foul2", [False, True])
@pytest.mark.parametrize("level2", [0, 1, 2])
def test_special_points(foul: bool, level: int, foul2: bool, level2: int) -> None:
    points = special_points(foul, level, foul2, level2, 4, 7)
    if foul and foul2:
        assert points == 0
    elif foul or foul2:
        assert points == (-4 if foul else 4)
    elif level == level2:
        assert points == 0
    else:
        assert points == (7 if level > level2 else -7)
    assert points == -special_points(foul2, level2, foul, level, 4, 7)


def test_compiled_scoring_agrees() -> None:
    import numpy

    rng = Random(3)
    for name in SYSTEMS:
        worth = system(name).worth
        compiled = numpy.array(worth)
        for _ in range(40):
            segment, mine, theirs = rng.randrange(3), rng.randrange(12 << 20), rng.randrange(12 << 20)
            plain = segment_points(worth, segment, mine, theirs)
            assert fast(segment_points)(compiled, segment, mine, theirs) == plain  # type: ignore[arg-type]
    for front, middle, back in product((-3, -1, 0, 1, 2), repeat=3):
        assert fast(sweeper)(front, middle, back) == sweeper(front, middle, back)
        for rule in range(5):
            assert fast(overall_point)(front, middle, back, rule) == overall_point(front, middle, back, rule)
            for times, whole in product((1, 2, 3), (False, True)):
                plain = pair_points(front, middle, back, rule, times, whole)
                assert fast(pair_points)(front, middle, back, rule, times, whole) == plain
    for case in product((False, True), range(3), (False, True), range(3)):
        assert fast(special_points)(*case, 4, 6) == special_points(*case, 4, 6)


def test_the_rows_of_points_are_the_segments() -> None:
    assert (SEGMENTS[FRONT], SEGMENTS[MIDDLE], SEGMENTS[BACK]) == ("front", "middle", "back")
    assert coded(CHINESE.params.system[0]) == system("base")


def test_a_bonus_for_an_unknown_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="no such hand"):
        System(name="x", overall="none", bonus={"back": {"two-pear": 3}}, lines=(1, 1))
    with pytest.raises(ValueError, match="no such hand"):
        System(name="x", overall="none", bonus={"rear": {"flush": 3}}, lines=(1, 1))


# -- automatic wins and fouls ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "name", "level", "listed"),
    [
        (DRAGON, "dragon", 2, 4),
        (PAIRS, "six-pairs", 1, 3),
        ("Ac Ad Ah As Kc Kd Kh Ks Qc Qd Jc Jd Th", "six-pairs", 1, 3),
        ("Ac Ad Ah Kc Kd Qc Qd Jc Jd Tc Td 9c 9d", "six-pairs", 1, 3),
        (FLUSHES, "three-flushes", 1, 2),
        ("Kc Qc Jc Tc 9c 2d 3d 4d 5d 6d 7h 8h 9h", "three-flushes", 1, 2),
        (STRAIGHTS, "three-straights", 1, 1),
        ("Ac Kc Qc Qd Jd Th 9s 8c 5d 6s 7h 8d 9c", "three-straights", 1, 1),
        (PLAIN.replace("/", ""), "", 0, 0),
        (FIRST.replace("/", ""), "", 0, 0),
    ],
)
def test_automatic_wins(hand: str, name: str, level: int, listed: int) -> None:
    held = cards(hand)
    assert automatic_win(CHINESE.params, held) == (name, level)
    assert automatic_win(ruled(automatic_order="as-listed").params, held) == (name, listed)


def test_a_dragon_of_one_suit_by_ruling() -> None:
    one_suit = ruled(dragon="one-suit").params
    assert automatic_win(one_suit, cards(DRAGON)) == ("three-straights", 1)
    assert automatic_win(one_suit, tuple(range(0, 52, 4))) == ("dragon", 2)
    assert automatic_win(CHINESE.params, tuple(range(0, 52, 4))) == ("dragon", 2)


def test_automatic_points_by_ruling() -> None:
    for name in SYSTEMS:
        for points, wanted in (("4", 4), ("sweep", sweep_points(system(name)))):
            params = ruled(scoring=name, automatic_win_points=points).params
            assert automatic_points(params, system_of(params)) == wanted


@pytest.mark.parametrize(
    ("text", "foul"),
    [
        (FIRST, ""),
        (SECOND, ""),
        (THIRD, ""),
        (FOURTH, ""),
        ("Ac Kd 6h / As Kh 6c 3d 2h / Qc Qd 2c 3c 4c", ""),
        ("Ac Kd 6h / As Kh 5c 3d 2h / Qc Qd 2c 3c 4c", "out-of-order"),
        ("2c 2d 3h / Ac Kd Qh Jc 9d / Kc Kh 2s 3s 4s", "out-of-order"),
        ("2c 3c 4c / Kc Qd 9h 8s 7c / Ah Kd 5d 6d 8h", ""),
        ("2c 3d 4h / Kc Qd 9h 8s 7c / Kh Qc 9d 8c 7d", ""),
        ("2c 3d 4h / Kc Qd 9h 8s 7c / Kh Qc 9d 8c 6d", "out-of-order"),
        ("2c 3d / 4h Kc Qd 9h 8s 7c / Kh Qc 9d 8c Ad", "wrong-count"),
        ("Kc Qd 9h 8s 7c / 2c 3d 4h / Kh Qc 9d 8c Ad", "wrong-count"),
        ("2c 3d 4h Kc Qd 9h 8s 7c / Kh Qc 9d 8c Ad", "wrong-count"),
    ],
)
def test_fouls(text: str, foul: str) -> None:
    assert foul_of([cards(part) for part in text.split("/")]) == foul


def test_hands_that_are_not_compared() -> None:
    params = ruled(scoring="mandarin", automatic_win_points="sweep").params
    code = system_of(params)
    plain = Opened(1, values(FOURTH))
    foul, foul2 = Opened(2, (), foul="wrong-count"), Opened(3, (), foul="out-of-order")
    dragon, pairs = Opened(4, (), automatic="dragon", level=2), Opened(5, (), automatic="six-pairs", level=1)
    flushes = Opened(6, (), automatic="three-flushes", level=1)
    assert versus(params, code, plain, foul) == (4, ("wrong-count", (4,)))
    assert versus(params, code, foul2, plain) == (-4, ("out-of-order", (4,)))
    assert versus(params, code, foul, foul2)[0] == 0
    assert versus(params, code, foul, dragon) == (-4, ("wrong-count", (4,)))
    assert versus(params, code, plain, pairs) == (-6, ("automatic-six-pairs", (6,)))
    assert versus(params, code, dragon, pairs) == (6, ("automatic-dragon", (6,)))
    assert versus(params, code, pairs, flushes)[0] == 0
    assert versus(params, code, dragon, dragon)[0] == 0


def test_a_home_run_takes_four_hands_that_are_compared() -> None:
    code = system("mandarin")
    hands = [Opened(seat, values(text)) for seat, text in enumerate((SECOND, FIRST, THIRD, FOURTH), 1)]
    assert home_runner(code, hands) == 2
    assert home_runner(code, hands[:3]) == 0
    assert home_runner(code, [*hands[:3], Opened(4, (), foul="wrong-count")]) == 0
    assert home_runner(code, [*hands[2:], *hands[2:]]) == 0
    assert home_runner(system("base"), hands) == 0
