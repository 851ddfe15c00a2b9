"""Cards: their numbers, faces and names.

A card is a plain int, `rank * 4 + suit`, so that kernels can index tables with it: the ranks 0..12 are 2,
3, .. K, A and the suits 0..3 are clubs, diamonds, hearts, spades. The jokers are 52 and 53. `X_ACE`, 55, is
the marked ace that some shoes hold once, by its number a spade, of no rank that a plain card has. `UNTOLD`,
-1, is a piece that lies on the table and that nobody has identified.

>>> card('As'), face(51), name(51)
(51, 'As', 'ace of spades')
>>> cards('2c 10♥ Jk XA ??')
(0, 34, 52, 55, -1)
"""

import re
from collections.abc import Iterable
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final = 52
SECOND_JOKER: Final = 53
X_ACE: Final = 55
X_ACE_FACE: Final = "XA"
UNTOLD: Final = -1
UNTOLD_FACE: Final = "??"

_RANK_NAMES: Final = (
    "deuce",
    "trey",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
_SYMBOLS: Final = "♣♦♥♠"
_SUIT_OF: Final = {
    mark: suit
    for suit in range(4)
    for mark in (SUITS[suit], SUITS[suit].upper(), _SYMBOLS[suit], "♧♢♡♤"[suit])
}
_RANK_OF: Final = {mark: rank for rank, letter in enumerate(RANKS) for mark in (letter, letter.lower())} | {
    "10": 8
}


class PieceError(ValueError):
    """Raised for a token that names no piece: `token` is what was written, the message says why."""

    def __init__(self, token: str, message: str) -> None:
        super().__init__(message)
        self.token = token


def make(rank: int, suit: int) -> int:
    """The card of a rank (0 is the deuce, 12 the ace) and a suit (0 clubs .. 3 spades).

    >>> face(make(12, 3))
    'As'
    """
    return rank * 4 + suit


def rank(card: int) -> int:
    """0 for a deuce up to 12 for an ace; 13 for either joker, which has no rank of its own."""
    return card // 4


def suit(card: int) -> int:
    """0..3 for clubs, diamonds, hearts, spades; a joker has no suit, so ask `is_joker` first."""
    return card % 4


def is_joker(card: int) -> bool:
    """Whether the piece is one of the two jokers.

    >>> is_joker(52), is_joker(51)
    (True, False)
    """
    return card in (JOKER, SECOND_JOKER)


def face(card: int) -> str:
    """The short face of a card, as told and logged: `As`, `Td`, `Jk`, `JK`, `XA`, or `??` for an untold one.

    >>> face(0), face(33), face(JOKER), face(SECOND_JOKER), face(X_ACE), face(UNTOLD)
    ('2c', 'Td', 'Jk', 'JK', 'XA', '??')
    """
    if 0 <= card <= SECOND_JOKER:
        return _FACES[card]
    if card == UNTOLD:
        return UNTOLD_FACE
    if card == X_ACE:
        return X_ACE_FACE
    raise _unnumbered(card)


def faces(some: Iterable[int]) -> str:
    """A list of cards as one line that `cards` reads back.

    >>> faces([51, 45])
    'As Kd'
    """
    return " ".join(face(card) for card in some)


def pretty(card: int) -> str:
    """The face with a suit symbol and the ten in full, for a screen.

    >>> pretty(51), pretty(33), pretty(52)
    ('A♠', '10♦', 'Jk')
    """
    if not 0 <= card < JOKER:
        return face(card)
    letter = RANKS[rank(card)]
    return ("10" if letter == "T" else letter) + _SYMBOLS[suit(card)]


def name(card: int) -> str:
    """The long name of a card, for screen readers and sentences.

    >>> name(0), name(JOKER), name(UNTOLD)
    ('deuce of clubs', 'joker', 'untold card')
    """
    if 0 <= card < JOKER:
        return f"{_RANK_NAMES[rank(card)]} of {_SUIT_NAMES[suit(card)]}"
    if card == JOKER:
        return "joker"
    if card == SECOND_JOKER:
        return "second joker"
    if card == X_ACE:
        return "marked ace"
    if card == UNTOLD:
        return "untold card"
    raise _unnumbered(card)


def card(token: str) -> int:
    """The card that a token names, in any case, with `T` or `10` and a letter or a symbol for the suit.

    The jokers are the one place where the case counts: `JK` in capitals is the second joker, every other
    spelling (`Jk`, `jk`, `joker`) the first, because most decks hold only one.

    >>> card('aS'), card('10D'), card('t♦'), card('jk'), card('JK'), card('xa'), card('??')
    (51, 33, 33, 52, 53, 55, -1)
    >>> card('11h')
    Traceback (most recent call last):
        ...
    housedealer.pieces.cards.PieceError: '11h' is not a card: write rank and suit like 'As' or '10d', or 'Jk'.
    """
    word = token.strip()
    found_rank, found_suit = _RANK_OF.get(word[:-1]), _SUIT_OF.get(word[-1:])
    if found_rank is not None and found_suit is not None:
        return make(found_rank, found_suit)
    if word == UNTOLD_FACE:
        return UNTOLD
    if word == "JK":
        return SECOND_JOKER
    if word.lower() in ("jk", "joker"):
        return JOKER
    if word.upper() == X_ACE_FACE:
        return X_ACE
    raise PieceError(token, f"{token!r} is not a card: write rank and suit like 'As' or '10d', or 'Jk'.")


def cards(text: str | Iterable[str]) -> tuple[int, ...]:
    """Cards from one line, parted by spaces or commas, or from a list of tokens.

    A card may occur twice, for a shoe holds it many times; whoever knows the deck counts.

    >>> cards('As Kd, 10h'), cards(['As', 'As'])
    ((51, 45, 34), (51, 51))
    """
    tokens = re.split(r"[\s,]+", text) if isinstance(text, str) else text
    return tuple(card(token) for token in tokens if token)


def ranks(text: str | Iterable[str]) -> tuple[int, ...]:
    """Ranks alone, as a deck's description lists them.

    >>> ranks('8 9 10'), ranks(['A'])
    ((6, 7, 8), (12,))
    >>> ranks('8 1')
    Traceback (most recent call last):
        ...
    housedealer.pieces.cards.PieceError: '1' is not a rank: write one of 2 3 4 5 6 7 8 9 10 J Q K A.
    """
    tokens = re.split(r"[\s,]+", text) if isinstance(text, str) else text
    found = []
    for token in tokens:
        if token:
            if token not in _RANK_OF:
                raise PieceError(token, f"{token!r} is not a rank: write one of 2 3 4 5 6 7 8 9 10 J Q K A.")
            found.append(_RANK_OF[token])
    return tuple(found)


def _unnumbered(card: int) -> PieceError:
    return PieceError(str(card), f"{card} is not a card: cards are numbered 0 to 53, and 55.")


_FACES: Final = (*(RANKS[rank(one)] + SUITS[suit(one)] for one in range(JOKER)), "Jk", "JK")
