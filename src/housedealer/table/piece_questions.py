"""Questions about one's own pieces: which to pick, how to set them, what to lay down.

>>> hand = Pick("ann", "draw", (0, 1, 2), 0, 2, (), faces=("9h", "Kd", "2c"))
>>> hand.parse("draw Kd"), hand.spoken((0, 1)), hand.spoken(())
((1,), 'draw 9h Kd', 'pat')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from housedealer.pieces import tiles
from housedealer.table.errors import Refused
from housedealer.table.questions import DEFAULT, TELL, Question

_TILES = {tiles.face(one): tiles.pips(one) for one in range(tiles.TILES) if tiles.matched(one)}


CHOSEN = tuple(tuple(at for at in range(8) if mask >> at & 1) for mask in range(256))
"""The places in every set of up to eight pieces."""
_TRIES = range(8)
"""A random pick of a wrong number of pieces is made again so often."""


class Pick(Question, gc=False):
    """Some of one's pieces, by their positions in the hand (a draw, a discard)."""

    shape: ClassVar[str] = "pick"

    pieces: tuple[int, ...]
    fewest: int
    most: int
    default: tuple[int, ...]
    about: str | None = None
    untold: Any = DEFAULT
    faces: tuple[str, ...] = ()

    def check(self, answer: Any) -> tuple[int, ...]:
        if type(answer) is tuple and self.fewest <= len(answer) <= self.most:
            last, count = -1, len(self.pieces)
            for place in answer:
                if type(place) is not int or place <= last or place >= count:
                    break
                last = place
            else:
                return answer
        try:
            picked = tuple(sorted(answer))
        except TypeError:
            raise Refused(f"{answer!r} picks no pieces.") from None
        if len(set(picked)) != len(picked) or not all(
            isinstance(at, int) and 0 <= at < len(self.pieces) for at in picked
        ):
            raise Refused("Each picked piece must be one of the hand's, and once only.")
        if not self.fewest <= len(picked) <= self.most:
            many = str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"
            raise Refused(f"Pick {many} pieces, not {len(picked)}.")
        return picked

    def random(self, rng: Random) -> tuple[int, ...]:
        """Each piece or not, alike likely, as long as their number is allowed."""
        count, fewest, most = len(self.pieces), self.fewest, self.most
        for _ in _TRIES if count <= 8 else ():
            picked = CHOSEN[int(rng.random() * (1 << count))]
            if fewest <= len(picked) <= most:
                return picked
        return tuple(sorted(rng.sample(range(count), fewest)))

    def legal(self) -> Iterator[tuple[int, ...]]:
        for many in range(self.fewest, self.most + 1):
            yield from combinations(range(len(self.pieces)), many)

    def code(self, answer: Any) -> int:
        return sum(1 << at for at in answer)

    def decode(self, code: int) -> tuple[int, ...]:
        return tuple(at for at in range(len(self.pieces)) if code >> at & 1)

    def spoken(self, answer: Any) -> str:
        if not answer:
            return "pat" if self.name == "draw" else "none"
        return f"{self.name} {' '.join(self.faces[at] for at in answer)}"

    def parse(self, text: str) -> tuple[int, ...]:
        words = text.replace(",", " ").split()
        if words and words[0].lower() in (self.name, "throw", "discard", "draw"):
            words = words[1:]
        if [word.lower() for word in words] in ([], ["pat"], ["none"], ["0"]):
            return ()
        return positions(words, self.faces)


class Arrange(Question, gc=False):
    """A hand set into parts of fixed sizes; `default` is the house way.

    Where a wrong number of pieces in a part is a foul that the game settles, `exact` is false.
    """

    shape: ClassVar[str] = "arrange"

    pieces: tuple[int, ...]
    sizes: tuple[int, ...]
    default: Any
    about: str | None = None
    untold: Any = DEFAULT
    faces: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    exact: bool = True

    def check(self, answer: Any) -> Any:
        if answer in self.words:
            return answer
        try:
            parts = tuple(tuple(sorted(part)) for part in answer)
            placed = sorted(at for part in parts for at in part)
        except TypeError:
            raise Refused(f"{answer!r} is no setting of the hand.") from None
        if placed != list(range(len(self.pieces))):
            raise Refused("A setting must place every piece of the hand exactly once.")
        sizes = tuple(len(part) for part in parts)
        if len(sizes) != len(self.sizes) or (self.exact and sizes != tuple(self.sizes)):
            raise Refused(f"The parts of a setting have {' and '.join(map(str, self.sizes))} pieces.")
        return parts

    def random(self, rng: Random) -> Any:
        places = list(range(len(self.pieces)))
        rng.shuffle(places)
        parts, at = [], 0
        for size in self.sizes:
            parts.append(tuple(sorted(places[at : at + size])))
            at += size
        return tuple(parts)

    def legal(self) -> Iterator[Any]:
        yield from self.words
        yield from _parts(tuple(range(len(self.pieces))), self.sizes)

    def code(self, answer: Any) -> int:
        if answer in self.words:
            return -1 - self.words.index(answer)
        part_of = {at: number for number, part in enumerate(answer) for at in part}
        return sum(part_of[at] * len(self.sizes) ** at for at in range(len(self.pieces)))

    def decode(self, code: int) -> Any:
        if code < 0:
            return self.words[-1 - code]
        parts: list[list[int]] = [[] for _ in self.sizes]
        for at in range(len(self.pieces)):
            code, number = divmod(code, len(self.sizes))
            parts[number].append(at)
        return tuple(tuple(part) for part in parts)

    def spoken(self, answer: Any) -> str:
        if isinstance(answer, str):
            return answer
        return " / ".join(" ".join(self.faces[at] for at in part) for part in answer)

    def parse(self, text: str) -> Any:
        word = text.strip().lower()
        if word in ("house-way", "house way"):
            return self.default
        if word in self.words:
            return word
        taken: list[int] = []
        parts = []
        for part in text.split("/"):
            found = positions(part.split(), self.faces, taken)
            taken.extend(found)
            parts.append(found)
        return tuple(parts)


class Meld(Question, gc=False):
    """A turn at laying melds: the table's own rule says what may be laid.

    An answer is a tuple of acts: `("meld", (positions))`, `("add", position, meld)`, `("discard",
    position)`, `("done",)`; the script gives the legal ones it can name in `options`.
    """

    shape: ClassVar[str] = "meld"

    pieces: tuple[int, ...]
    options: tuple[Any, ...]
    default: Any
    rule: Any
    about: str | None = None
    untold: Any = TELL
    faces: tuple[str, ...] = ()

    def check(self, answer: Any) -> Any:
        act = _frozen(answer)
        if act in self.options:
            return act
        if problem := self.rule(act):
            raise Refused(problem)
        return act

    def random(self, rng: Random) -> Any:
        return self.options[int(rng.random() * len(self.options))]

    def legal(self) -> Iterator[Any]:
        return iter(self.options)

    def code(self, answer: Any) -> int:
        return self.options.index(answer)

    def decode(self, code: int) -> Any:
        return self.options[code]

    def spoken(self, answer: Any) -> str:
        act = answer[0]
        if act == "meld":
            return f"meld {' '.join(self.faces[at] for at in answer[1])}"
        if act == "add":
            return f"add {self.faces[answer[1]]} to {answer[2] + 1}"
        return f"{act} {self.faces[answer[1]]}" if len(answer) > 1 else str(act)

    def parse(self, text: str) -> Any:
        word, _, rest = text.strip().partition(" ")
        word = word.lower()
        if word == "meld":
            return ("meld", positions(rest.split(), self.faces))
        if word == "add":
            piece, _, number = rest.partition(" to ")
            if not number.strip().isdigit():
                raise Refused("Say which meld the card is added to: add 7s to 1.")
            return ("add", positions([piece.strip()], self.faces)[0], int(number) - 1)
        if word == "discard":
            return ("discard", positions([rest.strip()], self.faces)[0])
        return (word,)


def positions(words: Sequence[str], faces: Sequence[str], taken: Sequence[int] = ()) -> tuple[int, ...]:
    """The positions of named pieces in a hand; twins are taken one after the other."""
    used = set(taken)
    found = []
    for word in words:
        want = _same(word)
        place = next((at for at, face in enumerate(faces) if at not in used and _same(face) == want), None)
        if place is None:
            raise Refused(f"{word} is not in this hand ({' '.join(faces)}).")
        used.add(place)
        found.append(place)
    return tuple(found)


def _parts(places: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to divide places into parts of these sizes."""
    if not sizes:
        yield ()
        return
    for part in combinations(places, sizes[0]):
        rest = tuple(at for at in places if at not in part)
        for others in _parts(rest, sizes[1:]):
            yield (part, *others)


def _same(face: str) -> str:
    text = _TILES.get(face.strip().lower(), face.strip())
    if re.fullmatch(r"\d+-\d+", text):
        return "-".join(sorted(text.split("-")))
    if text in ("Jk", "JK"):
        return text
    return text.replace("10", "T").lower()


def _frozen(answer: Any) -> Any:
    return tuple(_frozen(part) for part in answer) if isinstance(answer, (list, tuple)) else answer
