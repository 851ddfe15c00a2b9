"""The 32 Chinese dominoes: their numbers, names and faces.

A tile is a plain int, 0..31, so that kernels can index tables with it. The numbering goes by the sixteen
pairs from the highest to the lowest: tiles `2k` and `2k + 1` make pair `k`, hence two tiles are a pair
exactly when `a // 2 == b // 2`, and the smaller `a // 2` is the better pair.

======  ==========  =========  ========================================================
tiles   pair        pips       remark
======  ==========  =========  ========================================================
0, 1    gee joon    2-4, 1-2   unmatched: 0 is the 2-4 and 1 the 1-2
2, 3    teen        6-6        matched: the two tiles look alike
4, 5    dey         1-1
6, 7    yun         4-4
8, 9    gor         1-3
10, 11  mooy        5-5
12, 13  chong       3-3
14, 15  bon         2-2
16, 17  foo         5-6
18, 19  ping        4-6
20, 21  tit         1-6
22, 23  look        1-5        the last of the eleven matched pairs
24, 25  chop gow    4-5, 3-6   unmatched nines: 24 is the 4-5
26, 27  chop bot    3-5, 2-6   unmatched eights: 26 is the 3-5
28, 29  chop chit   3-4, 2-5   unmatched sevens: 28 is the 3-4
30, 31  chop ng     2-3, 1-4   unmatched fives: 30 is the 2-3
======  ==========  =========  ========================================================

A matched tile's face is its pair's name, as a dealer calls it; the others are called by their pips:

>>> face(2), face(0), face(25)
('teen', '2-4', '3-6')
>>> tiles('6-6 teen 1-2 4-2')
(2, 3, 1, 0)
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from .cards import UNTOLD, UNTOLD_FACE, PieceError

TILES: Final = 32

PAIR_NAMES: Final = (
    "gee joon",
    "teen",
    "dey",
    "yun",
    "gor",
    "mooy",
    "chong",
    "bon",
    "foo",
    "ping",
    "tit",
    "look",
    "chop gow",
    "chop bot",
    "chop chit",
    "chop ng",
)
"""The sixteen pairs from the highest to the lowest; `PAIR_NAMES[tile // 2]` is a tile's pair."""

_PAIR_PIPS: Final = (
    ((2, 4), (1, 2)),
    ((6, 6), (6, 6)),
    ((1, 1), (1, 1)),
    ((4, 4), (4, 4)),
    ((1, 3), (1, 3)),
    ((5, 5), (5, 5)),
    ((3, 3), (3, 3)),
    ((2, 2), (2, 2)),
    ((5, 6), (5, 6)),
    ((4, 6), (4, 6)),
    ((1, 6), (1, 6)),
    ((1, 5), (1, 5)),
    ((4, 5), (3, 6)),
    ((3, 5), (2, 6)),
    ((3, 4), (2, 5)),
    ((2, 3), (1, 4)),
)

PIPS: Final[tuple[tuple[int, int], ...]] = tuple(ends for pair in _PAIR_PIPS for ends in pair)
"""The two ends of each tile, the lower first."""


def matched(tile: int) -> bool:
    """Whether a tile has a twin that looks the same (22 of the 32 do).

    >>> matched(2), matched(0), matched(24)
    (True, False, False)
    """
    return 2 <= _checked(tile) < 24


def twin(tile: int) -> int | None:
    """The other tile with the same pips, or None for the ten that stand alone.

    >>> twin(2), twin(3), twin(24)
    (3, 2, None)
    """
    return tile ^ 1 if matched(tile) else None


def pips(tile: int) -> str:
    """A tile by its dots, the lower end first.

    >>> pips(2), pips(16)
    ('6-6', '5-6')
    """
    low, high = PIPS[_checked(tile)]
    return f"{low}-{high}"


def face(tile: int) -> str:
    """What people call a tile: its pair's name when it is matched, else its pips; `??` when it is untold.

    >>> face(5), face(30), face(UNTOLD)
    ('dey', '2-3', '??')
    """
    if tile == UNTOLD:
        return UNTOLD_FACE
    return PAIR_NAMES[tile // 2] if matched(tile) else pips(tile)


def name(tile: int) -> str:
    """The long name: the pair and the pips.

    >>> name(3), name(1)
    ('teen (6-6)', 'gee joon (1-2)')
    """
    return f"{PAIR_NAMES[_checked(tile) // 2]} ({pips(tile)})"


def faces(some: Iterable[int]) -> str:
    """A list of tiles as one line that `tiles` reads back.

    >>> faces([2, 3, 0])
    'teen teen 2-4'
    """
    return " ".join(face(tile) for tile in some)


def tile(token: str, taken: Collection[int] = ()) -> int:
    """The tile that a token names, in either order of its pips or by the name of a matched pair.

    Twins look alike, so a token names the first of the two that isn't among `taken`, the tiles told before.

    >>> tile('4-2'), tile('Teen'), tile('6-6', taken=(2,))
    (0, 2, 3)
    >>> tile('7-1')
    Traceback (most recent call last):
        ...
    housedealer.pieces.cards.PieceError: '7-1' is not a tile: write pips like '6-5' or a name like 'teen'.
    >>> tile('gee joon')
    Traceback (most recent call last):
        ...
    housedealer.pieces.cards.PieceError: 'gee joon' names two different tiles: write '2-4' or '1-2'.
    """
    word = " ".join(token.lower().split())
    if word == UNTOLD_FACE:
        return UNTOLD
    found = _BY_WORD.get(word.replace("–", "-").replace("/", "-"))
    if found is None:
        if word in PAIR_NAMES:
            first = 2 * PAIR_NAMES.index(word)
            raise PieceError(
                token, f"{token!r} names two different tiles: write {pips(first)!r} or {pips(first + 1)!r}."
            )
        raise PieceError(token, f"{token!r} is not a tile: write pips like '6-5' or a name like 'teen'.")
    for one in found:
        if one not in taken:
            return one
    count = "once" if len(found) == 1 else "twice"
    raise PieceError(token, f"{token!r} is told too often: the set holds that tile only {count}.")


def tiles(text: str | Iterable[str], taken: Collection[int] = ()) -> tuple[int, ...]:
    """Tiles from one line (or from tokens), a twin being given its own number.

    >>> tiles('6-6 1-1 / 6-6'.replace('/', ' '))
    (2, 4, 3)
    >>> tiles('teen 6-6 6-6')
    Traceback (most recent call last):
        ...
    housedealer.pieces.cards.PieceError: '6-6' is told too often: the set holds that tile only twice.
    """
    tokens = re.split(r"[\s,]+", text.strip()) if isinstance(text, str) else list(text)
    used = set(taken)
    told = []
    for token in tokens:
        if token:
            one = tile(token, used)
            told.append(one)
            if one != UNTOLD:
                used.add(one)
    return tuple(told)


def _checked(tile: int) -> int:
    if not 0 <= tile < TILES:
        raise PieceError(str(tile), f"{tile} is not a tile: tiles are numbered 0 to 31.")
    return tile


def _words() -> dict[str, tuple[int, ...]]:
    words: dict[str, tuple[int, ...]] = {}
    for one, (low, high) in enumerate(PIPS):
        spellings = {f"{low}-{high}", f"{high}-{low}"}
        if matched(one):
            spellings.add(PAIR_NAMES[one // 2])
        for spelling in spellings:
            words[spelling] = (*words.get(spelling, ()), one)
    return words


_BY_WORD: Final = _words()
