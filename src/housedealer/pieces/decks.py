"""Decks: which pieces are shuffled, from a description that fits on one line of a game's data.

A composition is a tuple of pieces in the order of a new deck. What it holds is a matter of the rule book, so
that a game's TOML names a kind and a count and perhaps some single pieces added or taken out::

    deck = { kind = "spanish", count = 6 }
    deck = { kind = "pan", count = 8, less = "As 2s 3s 4s 5s 6s 7s Js Qs Ks" }

>>> Deck().size, Deck(kind="joker").size, Deck(kind="spanish", count=6).size
(52, 53, 288)
>>> Deck(extra="As").size
53
>>> Deck(count=19)
Traceback (most recent call last):
    ...
housedealer.pieces.decks.DeckError: A shoe holds 1 to 18 decks, not 19.
"""

from collections import Counter
from functools import cache
from typing import Final, Literal, get_args

import msgspec

from .cards import JOKER, SECOND_JOKER, UNTOLD, cards, face, rank, ranks
from .tiles import TILES, tiles
from .tiles import face as tile_face

MOST_DECKS: Final = 18

Kind = Literal[
    "standard",
    "joker",
    "two-jokers",
    "mexican",
    "pan-9",
    "spanish",
    "pan",
    "short",
    "conquian",
    "ace-to-six",
    "tiles",
]
"""What one deck of the shoe holds."""


class DeckError(ValueError):
    """Raised for a description that no deck can fulfil; the message is one sentence."""


def _without(left_out: str, *jokers: int) -> tuple[int, ...]:
    gone = ranks(left_out)
    return tuple(card for card in range(JOKER) if rank(card) not in gone) + jokers


KINDS: Final[dict[Kind, tuple[int, ...]]] = {
    "standard": _without(""),
    "joker": _without("", JOKER),
    "two-jokers": _without("", JOKER, SECOND_JOKER),
    "mexican": _without("8 9 10", JOKER),
    "pan-9": _without("7 8 9 10"),
    "spanish": _without("10"),
    "pan": _without("8 9 10"),
    "short": _without("2 3 4 5"),
    "conquian": _without("8 9 10"),
    "ace-to-six": _without("7 8 9 10 J Q K"),
    "tiles": tuple(range(TILES)),
}
"""One deck of each kind: 52, 53, 54, 41, 36, 48, 40, 36, 40 and 24 cards, and 32 tiles.

Pan and conquian strip the same ranks; they are two names because a rule book and a game's sheet say each by
its own.
"""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is shuffled: `count` decks of a kind, with `extra` pieces added and `less` taken out of the whole.

    >>> msgspec.json.decode(b'{"kind": "mexican"}', type=Deck).size
    41
    >>> Deck(less="As As").pieces
    Traceback (most recent call last):
        ...
    housedealer.pieces.decks.DeckError: The deck holds As only 1 times, so 2 cannot be taken out.
    """

    kind: Kind = "standard"
    count: int = 1
    extra: str = ""
    less: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise DeckError(f"{self.kind!r} is not a kind of deck: write one of {', '.join(get_args(Kind))}.")
        if not 1 <= self.count <= MOST_DECKS:
            raise DeckError(f"A shoe holds 1 to {MOST_DECKS} decks, not {self.count}.")
        if self.kind == "tiles" and self.count != 1:
            raise DeckError(f"Tiles are played with one set, not {self.count}.")
        compose(self)

    @property
    def pieces(self) -> tuple[int, ...]:
        """The composition, in the order of a new deck."""
        return compose(self)

    @property
    def size(self) -> int:
        """How many pieces the whole holds."""
        return len(compose(self))


@cache
def compose(deck: Deck) -> tuple[int, ...]:
    """The pieces of a deck, deck by deck; the extra ones come last.

    >>> compose(Deck(kind="pan", count=2))[:5]
    (0, 1, 2, 3, 4)
    """
    parse, shown = (tiles, tile_face) if deck.kind == "tiles" else (cards, face)
    extra, less = parse(deck.extra), parse(deck.less)
    if UNTOLD in extra or UNTOLD in less:
        raise DeckError("A deck's pieces must be named: '??' is not one of them.")
    if deck.kind == "tiles" and extra:
        raise DeckError("A set of tiles has no extra pieces.")
    whole = list(KINDS[deck.kind] * deck.count + extra)
    held = Counter(whole)
    for piece, times in Counter(less).items():
        if times > held[piece]:
            raise DeckError(
                f"The deck holds {shown(piece)} only {held[piece]} times, so {times} cannot be taken out."
            )
        for _ in range(times):
            whole.remove(piece)
    return tuple(whole)
