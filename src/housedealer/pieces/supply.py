"""The supply: whoever is asked for "the next piece for this holder".

A script never sees an order. It asks for one piece at a time and says who receives it, so that the same
script deals from a committed shuffle, from a seed, from a test's list, or, on a told round, from what a
floor person says that each holder received. Nothing in the `Supply` protocol lets a script look ahead.

`draw` answers with the piece, with `UNTOLD` where a told round doesn't say, or with an `Irregular`: a piece
that came wrongly (exposed, boxed, of another deck), whose remedy is the game's.

>>> supply = OrderSupply([51, 45], dice=[6, 1])
>>> supply.draw("2"), supply.left(), supply.dice(2)
(51, 1, (6, 1))
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from .cards import UNTOLD
from .proof import Commitment, Contribution, Promise, Proof, Record
from .shuffle import OutOfPieces, Seed, SeededOrder, SeededStream

DICE_BATCH = 30
"""How many dice a committed supply promises at a time: ten throws of three."""


class Irregular(msgspec.Struct, frozen=True):
    """A piece that came out wrongly: what was wrong with it, which piece it is, and what else is known.

    >>> Irregular("exposed-card", 51, {"seat": 4})
    Irregular(kind='exposed-card', piece=51, facts={'seat': 4})
    """

    kind: str
    piece: int = UNTOLD
    facts: dict[str, str | int] = {}


class Supply(Protocol):
    """What a script deals from."""

    def draw(self, holder: str) -> int | Irregular:
        """The next piece, for a holder: a piece, `UNTOLD`, or an `Irregular`."""

    def recycle(self, pieces: Sequence[int]) -> None:
        """Shuffles these pieces together with what is left of the stub, if anything: the new stub."""

    def dice(self, n: int) -> tuple[int, ...]:
        """The faces of n dice thrown together."""

    def left(self) -> int:
        """How many pieces the stub holds."""


class SupplyLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of a round and its dice: what a replay deals from. It gives away everything."""

    order: tuple[int, ...]
    recycled: tuple[tuple[int, ...], ...] = ()
    dice: tuple[int, ...] = ()
    irregular: dict[int, Irregular] = {}


class OrderSupply:
    """Deals a fixed order, for a replay or a test.

    `recycled` are the stubs that come of recycling, in turn; each must hold the pieces recycled and those
    left. Where none is given, the recycled pieces follow in the order in which they were handed in.

    `irregular` plants irregularities by draw number, counted from 0 over the whole round. One that names a
    piece is a piece too many, for instance of another deck; one that doesn't gets the order's next piece:

    >>> supply = OrderSupply([51, 45], irregular={1: Irregular("boxed-card")})
    >>> supply.draw("2"), supply.draw("2")
    (51, Irregular(kind='boxed-card', piece=45, facts={}))
    """

    def __init__(
        self,
        order: Iterable[int],
        *,
        recycled: Iterable[Sequence[int]] = (),
        dice: Iterable[int] = (),
        irregular: Mapping[int, Irregular] | None = None,
    ) -> None:
        self._order = tuple(order)
        self._recycled = [tuple(stub) for stub in recycled]
        self._dice = tuple(dice)
        self._irregular = dict(irregular or {})
        self._stub = self._order
        self._at = 0
        self._draws = 0
        self._recycles = 0
        self._thrown = 0

    @classmethod
    def replaying(cls, log: SupplyLog) -> "OrderSupply":
        """A supply that deals a logged round again."""
        return cls(log.order, recycled=log.recycled, dice=log.dice, irregular=log.irregular)

    def draw(self, holder: str) -> int | Irregular:
        """The next piece of the order, whoever receives it, unless an irregularity is planted here."""
        planned = self._irregular.get(self._draws) if self._irregular else None
        drawn: int | Irregular
        if planned is None:
            drawn = self._next()
        elif planned.piece == UNTOLD:
            drawn = msgspec.structs.replace(planned, piece=self._next())
        else:
            drawn = planned
        self._draws += 1
        return drawn

    def _next(self) -> int:
        if self._at == len(self._stub):
            raise OutOfPieces("No piece is left in the stub.")
        self._at += 1
        return self._stub[self._at - 1]

    def recycle(self, pieces: Sequence[int]) -> None:
        """Makes the next planned stub the stub; without a plan the pieces follow as they were handed in."""
        whole = self._stub[self._at :] + tuple(pieces)
        if self._recycles < len(self._recycled):
            planned = self._recycled[self._recycles]
            if sorted(planned) != sorted(whole):
                raise ValueError("The planned stub does not hold the pieces recycled and those left.")
            whole = planned
        else:
            self._recycled.append(whole)
        self._recycles += 1
        self._stub, self._at = whole, 0

    def dice(self, n: int) -> tuple[int, ...]:
        """The next n dice of the list."""
        if self._thrown + n > len(self._dice):
            raise OutOfPieces(f"{n} dice are thrown, but {len(self._dice) - self._thrown} are left to throw.")
        self._thrown += n
        return self._dice[self._thrown - n : self._thrown]

    def left(self) -> int:
        """How many pieces the stub holds."""
        return len(self._stub) - self._at

    def log(self) -> SupplyLog:
        """What a replay deals from."""
        return SupplyLog(self._order, tuple(self._recycled), self._dice, self._irregular)

    def again(self) -> "OrderSupply":
        """The same supply from its beginning, for a fork of the round."""
        return OrderSupply.replaying(self.log())


class SeededSupply:
    """Deals a seeded shuffle lazily, for practice, bots and tests; `dealt` lists the pieces drawn so far.

    Stubs and dice have streams of their own, so that an extra throw does not change the next card.

    >>> supply = SeededSupply(range(52), 7)
    >>> supply.draw("2") == supply.dealt[0], supply.left()
    (True, 51)
    """

    __slots__ = ("_deck", "_dice", "_dice_stream", "_order", "_seed", "_starts", "dealt")

    def __init__(self, deck: Iterable[int], seed: Seed) -> None:
        self._deck = tuple(deck)
        self._seed = seed
        self._order = SeededOrder(self._deck, seed)
        self._starts: list[tuple[int, ...]] = []
        self._dice_stream: SeededStream | None = None
        self._dice: list[int] = []
        self.dealt: list[int] = []

    def draw(self, holder: str) -> int:
        """The next piece, whoever receives it."""
        for piece in self._order.pieces:
            self.dealt.append(piece)
            return piece
        raise OutOfPieces("No piece is left in the stub.")

    def recycle(self, pieces: Sequence[int]) -> None:
        """Shuffles the pieces and what is left of the stub with the seed's next stream."""
        start = self._order.rest() + tuple(pieces)
        self._starts.append(start)
        self._order = SeededOrder(start, self._seed, f"order/{len(self._starts) + 1}")

    def dice(self, n: int) -> tuple[int, ...]:
        """The next throw of the seed's dice."""
        if self._dice_stream is None:
            self._dice_stream = SeededStream(self._seed, "dice")
        thrown = self._dice_stream.dice(n)
        self._dice += thrown
        return thrown

    def left(self) -> int:
        """How many pieces the stub holds."""
        return self._order.left()

    def again(self) -> "SeededSupply":
        """The same supply from its beginning, for a fork of the round."""
        return SeededSupply(self._deck, self._seed)

    def log(self) -> SupplyLog:
        """What a replay deals from: the whole orders, made again."""
        whole = SeededStream(self._seed).order(self._deck)
        recycled = tuple(
            SeededStream(self._seed, f"order/{number}").order(start)
            for number, start in enumerate(self._starts, 2)
        )
        return SupplyLog(whole, recycled, tuple(self._dice))


class Drawn(msgspec.Struct, frozen=True):
    """Where a drawn piece stood: the label of its order, its position there, and who received it."""

    label: str
    position: int
    holder: str


class CommittedSupply:
    """Deals a committed shuffle and can prove, draw by draw, what it dealt: the supply of real play.

    The contributions must have been made after the house published its hash, so a table that asks for them
    makes the `Commitment` first and hands it over; a table that doesn't lets the supply make its own.
    `dice` is how many dice are promised before the round begins; when they run out, a further batch is
    promised.

    >>> house = Commitment("round 881")
    >>> house.contribute("seat 3", "my lucky words")
    >>> supply = CommittedSupply(range(52), house)
    >>> piece = supply.draw("3")
    >>> proof = supply.prove([0])[0]
    >>> proof.openings[0].piece == piece
    True
    """

    def __init__(self, deck: Iterable[int], commitment: Commitment | None = None, *, dice: int = 0) -> None:
        self.commitment = Commitment("round") if commitment is None else commitment
        first = self.commitment.shuffle(deck)
        self._orders = [first]
        self._label = self.commitment.promises[-1].label
        self._stub = first
        self._at = 0
        self._dice: list[int] = []
        self._dice_spots: list[tuple[str, int]] = []
        self._thrown = 0
        self.drawn: list[Drawn] = []
        if dice:
            self._promise_dice(dice)

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What has to be published: one promise an order, before its first piece is dealt."""
        return self.commitment.promises

    def draw(self, holder: str) -> int:
        """The next piece; the draw's number is its index in `drawn`, by which it is proved."""
        if self._at == len(self._stub):
            raise OutOfPieces("No piece is left in the stub.")
        piece = self._stub[self._at]
        self.drawn.append(Drawn(self._label, self._at, holder))
        self._at += 1
        return piece

    def recycle(self, pieces: Sequence[int]) -> None:
        """Shuffles the pieces and what is left of the stub; the promise doesn't tell which they are."""
        stub = self.commitment.shuffle(sorted((*self._stub[self._at :], *pieces)), public=False)
        self._orders.append(stub)
        self._label = self.commitment.promises[-1].label
        self._stub, self._at = stub, 0

    def dice(self, n: int) -> tuple[int, ...]:
        """The next n of the dice promised."""
        while self._thrown + n > len(self._dice):
            self._promise_dice(max(DICE_BATCH, n))
        self._thrown += n
        return tuple(self._dice[self._thrown - n : self._thrown])

    def _promise_dice(self, count: int) -> None:
        batch = self.commitment.dice(count)
        label = self.commitment.promises[-1].label
        self._dice_spots += [(label, position) for position in range(count)]
        self._dice += batch

    def left(self) -> int:
        """How many pieces the stub holds."""
        return len(self._stub) - self._at

    def prove(self, draws: Iterable[int] = (), dice: Iterable[int] = ()) -> tuple[Proof, ...]:
        """A viewer's proofs, for the draws and the dice (both numbered from 0 over the round) that he saw."""
        seen: dict[str, list[int]] = {}
        for number in draws:
            if not 0 <= number < len(self.drawn):
                raise IndexError(f"Draw {number} has not been made.")
            spot = self.drawn[number]
            seen.setdefault(spot.label, []).append(spot.position)
        for number in dice:
            if not 0 <= number < self._thrown:
                raise IndexError(f"Die {number} has not been thrown.")
            label, position = self._dice_spots[number]
            seen.setdefault(label, []).append(position)
        return self.commitment.prove_seen(seen)

    def record(self) -> Record:
        """The auditor's record, which gives away everything."""
        return self.commitment.record()

    def log(self) -> SupplyLog:
        """What a replay deals from."""
        return SupplyLog(self._orders[0], tuple(self._orders[1:]), tuple(self._dice[: self._thrown]))

    def again(self) -> OrderSupply:
        """The same orders and all dice promised so far from their beginning, for a fork of the round."""
        return OrderSupply(self._orders[0], recycled=self._orders[1:], dice=self._dice)


def recommitted(
    deck: Iterable[int], context: str, contributions: Iterable[Contribution], secret: bytes, dice: int = 0
) -> CommittedSupply:
    """The supply of a round that was interrupted, made again from what recovery keeps.

    >>> first = recommitted(range(52), "round 9", (), bytes(32))
    >>> first.draw("2") == recommitted(range(52), "round 9", (), bytes(32)).draw("2")
    True
    """
    return CommittedSupply(deck, Commitment(context, contributions, secret), dice=dice)
