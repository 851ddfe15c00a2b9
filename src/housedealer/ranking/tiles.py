"""Pai gow tiles: what two tiles are worth together.

From the top: the supreme pair (gee joon), the other fifteen pairs in the order of `pieces.tiles`, wong (a
teen or dey with a nine), gong (with an eight), then points from nine to nought, the last digit of the spots.
Wongs, gongs and equal points are decided by the higher of the two tiles; the lower one never counts. All
hands of nought are equal. Rule books differ on a lone gee joon tile, so `rank` takes how it plays.

>>> from housedealer.pieces.tiles import tiles
>>> rank(*tiles('1-2 2-4')) > rank(*tiles('6-6 6-6')) > rank(*tiles('6-6 4-5')) > rank(*tiles('1-1 4-4'))
True
>>> describe(rank(*tiles('1-2 4-6'))), describe(rank(*tiles('6-6 1-6')))
('6 points, ping high', '9 points, teen high')

Two hands that rank equal are a copy, which the player-dealer wins, and so are two noughts.
"""

from array import array
from collections.abc import Sequence

from housedealer.kernel import kernel
from housedealer.pieces.tiles import PAIR_NAMES, PIPS

SPOTS = array("b", [low + high for low, high in PIPS])
"""The dots on each tile."""

SINGLE = array("b", [0 if tile < 2 else 16 - tile // 2 for tile in range(32)])
"""The order of single tiles: teen 15 down to chop ng 1; the two gee joon tiles rank lowest, 0."""

FACE, EITHER, WILD = 0, 1, 2
"""How a lone gee joon tile plays: as its own spots; as the better of 3 and 6; as any tile at all."""

POINTS, GONG, WONG, PAIR, SUPREME = 0, 1, 2, 3, 4
"""The classes of two tiles, lowest first."""

CLASS_NAMES = ("points", "gong", "wong", "pair", "supreme pair")


@kernel
def points(a: int, b: int, gee_joon: int = EITHER) -> int:
    """The last digit of the spots of two tiles, a gee joon tile counting 3 or 6 if the game says so.

    >>> points(0, 18), points(0, 18, FACE)       # the 2-4 with a ping: as a 3, or as its own 6
    (6, 6)
    >>> points(1, 18), points(1, 18, FACE)       # the 1-2 with a ping: as a 6, or as its own 3
    (6, 3)
    """
    best = (SPOTS[a] + SPOTS[b]) % 10
    if gee_joon != FACE and (a < 2 or b < 2):
        other = b if a < 2 else a
        best = max((3 + SPOTS[other]) % 10, (6 + SPOTS[other]) % 10)
    return best


@kernel
def rank(a: int, b: int, gee_joon: int = EITHER) -> int:
    """The rank of two tiles as one number: the class, then the pair or points, then the higher tile.

    >>> rank(2, 24) > rank(4, 25) > rank(3, 26)    # a teen wong, a dey wong, a teen gong
    True
    >>> rank(3, 26) == rank(2, 6)                  # either gong with a teen: a copy
    True
    >>> rank(18, 30) > rank(12, 28) > 0            # five points with a ping high, three with a chong high
    True
    >>> rank(10, 18) == rank(12, 14) == 0          # noughts are equal, whatever the tiles
    True
    """
    if a // 2 == b // 2:
        if a < 2:
            return SUPREME * 256
        return PAIR * 256 + SINGLE[a]
    if gee_joon == WILD and (a < 2 or b < 2):
        return PAIR * 256 + max(SINGLE[a], SINGLE[b])
    high = max(SINGLE[a], SINGLE[b])
    if high >= 14:  # a teen or a dey
        other = SPOTS[b] if SINGLE[a] == high else SPOTS[a]
        if other == 9:
            return WONG * 256 + high
        if other == 8:
            return GONG * 256 + high
    count = points(a, b, gee_joon)
    if count == 0:
        return 0
    return count * 16 + high


@kernel
def class_of(value: int) -> int:
    """The class of a rank: `POINTS`, `GONG`, `WONG`, `PAIR` or `SUPREME`.

    >>> class_of(rank(2, 3)) == PAIR, class_of(rank(2, 4)) == POINTS
    (True, True)
    """
    return value >> 8


@kernel
def points_of(value: int) -> int:
    """The points of a rank of the lowest class, else -1.

    >>> points_of(rank(2, 4)), points_of(rank(2, 3))
    (4, -1)
    """
    return value >> 4 if value < 256 else -1


@kernel
def settled(player_high: int, player_low: int, banker_high: int, banker_low: int) -> int:
    """Who won, from the four ranks: 1 the player, 0 a push, -1 the player-dealer, who takes every copy.

    The player wins with both hands higher, loses with neither, and pushes with one.

    >>> settled(70, 40, 60, 40), settled(60, 40, 60, 40), settled(70, 41, 60, 40)
    (0, -1, 1)
    """
    won = 0
    if player_high > banker_high:
        won += 1
    if player_low > banker_low:
        won += 1
    return won - 1


@kernel
def best_rank(tiles: Sequence[int], gee_joon: int = EITHER) -> int:
    """The best rank that any two of the tiles make.

    >>> best_rank((2, 18, 3, 24)) == rank(2, 3)
    True
    """
    best = -1
    for i in range(len(tiles) - 1):
        for j in range(i + 1, len(tiles)):
            value = rank(tiles[i], tiles[j], gee_joon)
            if value > best:
                best = value
    return best


def splits(tiles: Sequence[int], gee_joon: int = EITHER) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The ways to set four tiles, each as (high hand, low hand).

    There are three, but where they are wild the two gee joon tiles must stay together.

    >>> splits((2, 18, 24, 26))[1]
    ((2, 24), (18, 26))
    """
    a, b, c, d = tiles
    ways = []
    for one, two in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        if gee_joon == WILD and min(max(one), max(two)) != 1 and {0, 1} <= set(tiles):
            continue
        ways.append((one, two) if rank(*one, gee_joon) >= rank(*two, gee_joon) else (two, one))
    return ways


def describe(value: int) -> str:
    """A rank in words.

    >>> [describe(rank(*two)) for two in ((0, 1), (24, 25), (2, 25), (2, 28), (10, 18))]
    ['supreme pair (gee joon)', 'pair of chop gow', 'teen wong', '9 points, teen high', '0 points']
    """
    kind = class_of(value)
    if kind == SUPREME:
        return "supreme pair (gee joon)"
    if value == 0:
        return "0 points"
    high = PAIR_NAMES[16 - value % 16]
    if kind == PAIR:
        return f"pair of {high}"
    if kind in (WONG, GONG):
        return f"{high} {CLASS_NAMES[kind]}"
    count = points_of(value)
    return f"{count} {'point' if count == 1 else 'points'}, {high} high"


def compare(mine: int, theirs: int) -> str:
    """Two ranks side by side, in words.

    >>> compare(rank(2, 25), rank(4, 24)), compare(rank(2, 26), rank(3, 6))
    ('teen wong beats dey wong', 'teen gong is a copy of teen gong')
    """
    verb = "beats" if mine > theirs else "loses to" if mine < theirs else "is a copy of"
    return f"{describe(mine)} {verb} {describe(theirs)}"
