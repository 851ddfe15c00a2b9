"""Reading the PHH notation: a file's hands, their money in whole units, and their actions sorted out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from housedealer.floor.phh_rules import STUD, VARIANTS, Facts
from housedealer.pieces.cards import UNTOLD, PieceError, card, face
from housedealer.table.errors import Refused

Amount = int | Decimal
HUGE = 10**12
"""An endless stack, in chips."""
SHARES = 5040
"""Twice the least common multiple of 1 to 9: so fine a unit divides into halves and any shares of them."""


class Hand(msgspec.Struct, frozen=True):
    """One hand as its file tells it; amounts as written, lists by player."""

    variant: str
    antes: tuple[Amount, ...]
    blinds: tuple[Amount, ...]
    small: Amount
    big: Amount
    bring_in: Amount
    starting_stacks: tuple[Amount, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[Amount, ...] = ()
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    ante_trimming_status: bool = False
    drop: Amount = 0
    fields: dict[str, Any] = {}


class Act(NamedTuple):
    """One action of a player, with how many cards the board and he had been dealt before it."""

    number: int
    text: str
    player: int
    verb: str
    argument: str
    board: int
    own: int


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> list[Hand]:
    """The hands of a file, one or many; what is wrong with the text is said in one sentence.

    >>> read("variant = 'NT'")
    Traceback (most recent call last):
    ...
    housedealer.table.errors.Refused: The hand has no starting_stacks.
    """
    return [hand_of(fields, name) for name, fields in tables_of(text)]


def tables_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The hands of a file with the names that they have there, unchecked."""
    try:
        found = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ArithmeticError) as error:
        raise Refused(f"The text is not TOML: {str(error) or 'a number cannot be read'}.") from None
    if "variant" in found or not found:
        return [("The hand", found)]
    wrong = next((name for name, fields in found.items() if not isinstance(fields, dict)), None)
    if wrong is not None:
        raise Refused(f"The text is no hand history: it has {wrong!r} but no variant.")
    return [(f"Hand {name}", fields) for name, fields in found.items()]


def hand_of(fields: Mapping[str, Any], name: str) -> Hand:
    """One table of the file, checked."""
    code = fields.get("variant")
    if code is None:
        raise Refused(f"{name} has no variant.")
    if not isinstance(code, str) or code not in VARIANTS:
        raise Refused(f"{name} has the variant {code!r}; the notation's are {', '.join(VARIANTS)}.")
    variant = VARIANTS[code]
    for field in ("starting_stacks", "actions", *variant.fields):
        if field not in fields:
            raise Refused(f"{name} has no {field}.")
    stacks = _amounts(fields, "starting_stacks", name, endless=True)
    many = len(stacks)
    if many < 2 or min(stacks) <= 0:
        raise Refused(f"{name} needs two players or more, each with chips.")
    actions = fields["actions"]
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise Refused(f"{name} has actions that are no list of texts.")
    trim = fields.get("ante_trimming_status", False)
    if not isinstance(trim, bool):
        raise Refused(f"{name} has an ante_trimming_status that is neither true nor false.")
    finishing = _amounts(fields, "finishing_stacks", name, many, endless=True)
    if finishing and len(fields["finishing_stacks"]) != many:
        raise Refused(f"{name} has {many} starting but {len(fields['finishing_stacks'])} finishing stacks.")
    return Hand(
        variant=code,
        antes=_amounts(fields, "antes", name, many),
        blinds=_amounts(fields, "blinds_or_straddles", name, many, posts=True),
        small=_amount(fields[variant.bets[0]], variant.bets[0], name),
        big=_amount(fields[variant.bets[1]], variant.bets[1], name),
        bring_in=_amount(fields.get("bring_in", 0), "bring_in", name) if variant.script is STUD else 0,
        starting_stacks=stacks,
        actions=tuple(actions),
        finishing_stacks=finishing,
        players=_listed(fields, "players", str, name, many),
        seats=_listed(fields, "seats", int, name, many),
        ante_trimming_status=trim,
        drop=_amount(fields.get("_drop", 0), "_drop", name),
        fields=dict(fields),
    )


def _amount(value: Any, field: str, name: str, endless: bool = False, posts: bool = False) -> Amount:
    if isinstance(value, int) and not isinstance(value, bool) and (value >= 0 or posts):
        return value
    if isinstance(value, float):
        value = Decimal(value)
    if isinstance(value, Decimal) and not value.is_nan():
        bounded = value.is_finite() or (endless and value > 0)
        if bounded and (value >= 0 or posts):
            return value
    raise Refused(f"{name} has {field} {value!s}, which is not an amount of chips.")


def _amounts(
    fields: Mapping[str, Any],
    field: str,
    name: str,
    many: int = 0,
    endless: bool = False,
    posts: bool = False,
) -> tuple[Amount, ...]:
    """A list of amounts by player, filled up with nothing; one number stands for everybody's."""
    value = fields.get(field)
    if value is None:
        return () if endless else (0,) * many
    if not isinstance(value, list):
        return (_amount(value, field, name, endless, posts),) * many
    found = [_amount(one, field, name, endless, posts) for one in value]
    if many and any(found[many:]):
        raise Refused(f"{name} has {len(found)} {field} for {many} players.")
    return tuple(found + [0] * (many - len(found)))[: many or None]


def _listed(fields: Mapping[str, Any], field: str, kind: type, name: str, many: int) -> tuple[Any, ...]:
    value = fields.get(field, [])
    if not isinstance(value, list) or not all(isinstance(one, kind) for one in value):
        raise Refused(f"{name} has {field} that cannot be read.")
    if value and len(value) != many:
        raise Refused(f"{name} has {many} starting stacks but {len(value)} {field}.")
    return tuple(value)


# -- money in units ----------------------------------------------------------------------------------


class Units(NamedTuple):
    """How a file's amounts are played in whole numbers: so many units a chip."""

    scale: int

    def whole(self, amount: Amount) -> int:
        """An amount in units."""
        if amount == Decimal("inf"):
            return HUGE * self.scale
        return int(Fraction(amount) * self.scale)

    def amount(self, units: int) -> Amount:
        """Units as the file would write them."""
        whole, rest = divmod(units, self.scale)
        return whole if not rest else Decimal(units) / Decimal(self.scale)


def places(amounts: Iterable[Amount]) -> int:
    """How many decimals the finest of the amounts has.

    >>> places([5, Decimal("0.25"), Decimal("1.5")])
    2
    """
    exponents = [one.as_tuple().exponent for one in amounts if isinstance(one, Decimal) and one.is_finite()]
    return max((-one for one in exponents if isinstance(one, int)), default=0)


def units_of(hand: Hand, acts: Sequence[Act]) -> Units:
    """The unit of a hand: one chip; with decimals in play, so small a part that every share is whole."""
    forced = (*hand.antes, *hand.blinds, hand.small, hand.big, hand.bring_in, *hand.starting_stacks)
    bets = [bet_of(act) for act in acts if act.verb == "cbr"]
    decimals = any(isinstance(one, Decimal) and one.is_finite() for one in (*forced, *bets))
    return Units(10 ** places((*forced, *bets)) * SHARES if decimals else 1)


def bet_of(act: Act) -> Amount:
    try:
        amount = Decimal(act.argument.replace(",", ""))
    except ArithmeticError:
        amount = Decimal(0)
    if not amount.is_finite() or amount <= 0:
        raise Refused(f"Action {act.number} ({act.text}) bets no amount of chips.")
    return amount if "." in act.argument else int(amount)


def facts_of(hand: Hand, units: Units) -> Facts:
    """The money of a hand by position; of two players the file lists the button's forced bets first."""
    turned = -1 if len(hand.starting_stacks) == 2 else 1
    return Facts(
        stacks=tuple(units.whole(one) for one in hand.starting_stacks),
        antes=tuple(units.whole(one) for one in hand.antes[::turned]),
        blinds=tuple(units.whole(one) for one in hand.blinds[::turned]),
        small=units.whole(hand.small),
        big=units.whole(hand.big),
        bring_in=units.whole(hand.bring_in),
        trim=hand.ante_trimming_status,
    )


# -- actions -----------------------------------------------------------------------------------------


def cards_of(text: str) -> list[int]:
    """Cards written together, such as `AsKd??`; one of which a half is unknown is not known.

    >>> [face(one) for one in cards_of("AsTd??")]
    ['As', 'Td', '??']
    """
    found = []
    at = 0
    while at < len(text):
        step = 3 if text.startswith("10", at) else 2
        word = text[at : at + step]
        found.append(UNTOLD if "?" in word and len(word) == 2 else card(word))
        at += step
    return found


class Script:
    """A hand's actions sorted out: what each holder is dealt, what each player does, and what is shown."""

    def __init__(self, hand: Hand) -> None:
        self.told: dict[str, list[int]] = {}
        self.acts: list[Act] = []
        self.shown: dict[int, list[int] | None] = {}
        self.players = len(hand.starting_stacks)
        for number, text in enumerate(hand.actions, 1):
            words = text.partition("#")[0].split()
            if words:
                try:
                    self._take(number, " ".join(words), words)
                except PieceError as error:
                    raise Refused(f"Action {number} ({' '.join(words)}): {error}") from None

    def _take(self, number: int, text: str, words: list[str]) -> None:
        match words:
            case ["d", "db", shown]:
                self.told.setdefault("board", []).extend(cards_of(shown))
            case ["d", "dh", player, dealt]:
                self.told.setdefault(str(self._player(player, number, text)), []).extend(cards_of(dealt))
            case [player, "sm"]:
                self.shown[self._player(player, number, text)] = None
            case [player, "sm", shown]:
                cards = [] if shown == "-" else cards_of(shown)
                self.shown[self._player(player, number, text)] = cards
            case [player, "f" | "cc" | "pb" | "sd" as verb]:
                self._act(number, text, player, verb, "")
            case [player, "cbr" | "sd" as verb, argument]:
                self._act(number, text, player, verb, argument)
            case _:
                raise Refused(f"Action {number} ({text}) is not one of the notation's.")

    def _player(self, word: str, number: int, text: str) -> int:
        if word[:1] == "p" and word[1:].isdigit() and 1 <= int(word[1:]) <= self.players:
            return int(word[1:])
        raise Refused(f"Action {number} ({text}) names no player: they are p1 to p{self.players}.")

    def _act(self, number: int, text: str, word: str, verb: str, argument: str) -> None:
        player = self._player(word, number, text)
        board, own = len(self.told.get("board", ())), len(self.told.get(str(player), ()))
        self.acts.append(Act(number, text, player, verb, argument, board, own))

    def check(self, deck: Sequence[int], again: bool) -> None:
        """Every card is in the deck, and comes but once unless discards are dealt `again`."""
        seen: set[int] = set()
        for cards in self.told.values():
            for one in cards:
                if one != UNTOLD and one not in deck:
                    raise Refused(f"{face(one)} is dealt, which this game's deck does not have.")
                if one != UNTOLD and one in seen and not again:
                    raise Refused(f"{face(one)} is dealt twice.")
                seen.add(one)
