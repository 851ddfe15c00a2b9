"""The proof of a shuffle: what the house binds itself to before the deal, and how anybody checks it.

**What happens, in order.** The house draws a *secret* of 32 random bytes and publishes its hash. Players
who wish to contribute a text each. Seed, order and salts all follow from the secret, the contributions and
the *context* (which round or shoe this is) in the way written below. Before the first piece is dealt the
house publishes a *promise*: the root of a Merkle tree whose leaves are the salted positions of the order. A
reshuffle within the round and a batch of dice get a further promise each, under a label of its own. A
viewer receives the openings of the positions that he saw, an auditor the secret.

**What a viewer's proof shows.** The piece that he saw at a position was fixed before the deal and was not
exchanged afterwards. He must compare with the root that he noted *then*, which is why `verify` demands it.

**What it does not show.** It shows nothing about positions that he did not see, not even that they hold a
legal deck. It does not show by itself that the position opened was the next one in the stub: the round's
log says which position went where. And it does not show that the house did not choose the order.

**What an auditor's check shows.** `audit` shows that the orders are permutations of their compositions,
that they follow from the published secret's hash and from the contributions, and that these were the orders
dealt. If a text came from somebody honest after the house was bound, the house could not have chosen the
order alone. A player who contributed takes the auditor's word for that, since the record would show him
every closed piece. It shows nothing of the kind where nobody contributed, nor against a house in league with
the contributor who spoke last, for those two could try texts until an order pleases them. Nor does it show
that no earlier shuffle was made and abandoned: that is for the house's log of published hashes, none of
which may stay without a round or a reason.

**What stays closed stays secret.** A leaf is hashed with 32 bytes of salt that nobody else knows, so that
the sibling hashes in a path cannot be tested against the 52 possible pieces. The composition of a
*reshuffle* is salted too: otherwise a player could try which discards make up the hash and learn what the
others hold. Mucked cards, the stub and the rest of a shoe therefore stay secret as long as the secret does;
the house gives it to an auditor only, and never during a shoe's life.

**The construction.** `H` is SHA-256; numbers are big-endian, `u32` and `u64`; a text or a byte string
inside a hash is preceded by its length as `u32`, written `[x]`.

- house hash: `H("housedealer/house/1" secret)`
- seed: `H("housedealer/seed/1" [secret] [context] u32(number of contributions) [who] [text] ...)`
- order: the seeded shuffle of `housedealer.pieces.shuffle` with that seed (bytes) and the label as purpose
- dice: throws of the same stream, with the label as purpose
- salt of position i: `HMAC-SHA256(secret, "housedealer/salt/1" [seed] [label] u64(i))`
- salt of a reshuffle's composition: the same with position 2^64 - 1; a deck's composition has no salt
- composition: `H(0x03 [salt] u32(piece) ...)`, the pieces sorted; dice: `H(0x04 u64(count))`
- leaf: `H(0x00 u64(i) u32(piece) salt)`; node: `H(0x01 left right)`, the left subtree of n leaves holding the
  largest power of two below n
- root: `H(0x02 [label] u64(n) composition top)`; the whole number of positions, the label and the
  composition are thus as hard to exchange as a piece
"""

import hmac
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final

import msgspec

from .shuffle import SeededOrder, SeededStream

VERSION: Final = 1
_HASH: Final = 32
_COMPOSITION: Final = 2**64 - 1
_LEAF: Final = sha256(b"\x00")
_NODE: Final = sha256(b"\x01")
_PAD_SIZE: Final = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What HMAC does to each byte of its key, which is as long as the secret and so never hashed itself."""


class ProofError(ValueError):
    """Raised when something does not verify; the message is the reason, in one sentence."""


class Promise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is published before the first piece of an order is dealt. Bytes are written as hex."""

    label: str
    pieces: int
    composition: str
    root: str
    version: int = VERSION


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position laid open: its piece, its own salt, and the sibling hashes from the leaf up to the top."""

    position: int
    piece: int
    salt: str
    path: tuple[str, ...]


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The openings of some positions of one order, with all that is needed to compute its root again."""

    label: str
    pieces: int
    composition: str
    root: str
    openings: tuple[Opening, ...]
    version: int = VERSION


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text by which a player mixes his own chance into the shuffle, the house being bound already."""

    who: str
    text: str


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order (or batch of dice) in an auditor's record: from which pieces it was made.

    `start` is the row before the shuffle; for dice it is empty and `dice` counts them.
    """

    label: str
    start: tuple[int, ...] = ()
    public: bool = True
    dice: int = 0


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that an auditor needs. It gives away every position, so never show it while any must stay
    secret."""

    secret: str
    context: str
    contributions: tuple[Contribution, ...]
    stages: tuple[Stage, ...]
    version: int = VERSION


class FullOpening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole order with its salts, for an auditor who is not given the secret behind them."""

    label: str
    order: tuple[int, ...]
    salts: tuple[str, ...]
    composition_salt: str = ""
    version: int = VERSION


class Tree:
    """The Merkle tree over an order: makes the promise and opens positions.

    >>> salts = fresh_salts(3)
    >>> tree = Tree((51, 45, 0), salts, label="round 7/order/1")
    >>> verify(tree.prove([0, 2]), tree.promise.root)
    (0, 2)
    """

    def __init__(
        self,
        order: Sequence[int],
        salts: Sequence[bytes],
        *,
        label: str,
        composition: bytes | None = None,
        composition_salt: bytes = b"",
    ) -> None:
        if not order:
            raise ProofError("There is nothing to commit to in an empty order.")
        if min(order) < 0:
            raise ProofError("An order with an untold piece cannot be committed to.")
        if len(salts) != len(order) or set(map(len, salts)) != {_HASH}:
            raise ProofError(f"An order of {len(order)} pieces needs as many salts of {_HASH} bytes.")
        if len(set(salts)) != len(salts):
            raise ProofError(
                "Two positions have the same salt, so that opening one would tell about the other."
            )
        self.order = tuple(order)
        self._salts = tuple(salts)
        made_of = composition if composition is not None else composition_hash(order, composition_salt)
        leaves = list(map(_leaf, range(len(order)), order, salts))
        self._rows = [leaves]
        """The nodes row by row from the leaves to the top; one without a neighbour rises as it is."""
        while len(self._rows[-1]) > 1:
            row = self._rows[-1]
            above = list(map(_node, row[::2], row[1::2]))
            self._rows.append([*above, row[-1]] if len(row) % 2 else above)
        root = _root(label, len(order), made_of, self._rows[-1][0])
        self.promise = Promise(label, len(order), made_of.hex(), root.hex())

    def prove(self, positions: Iterable[int]) -> Proof:
        """The proof for some positions. Each opening holds that position's piece and salt and no other."""
        promise = self.promise
        return Proof(
            promise.label,
            promise.pieces,
            promise.composition,
            promise.root,
            tuple(self._open(position) for position in sorted(set(positions))),
        )

    def _open(self, position: int) -> Opening:
        if not 0 <= position < len(self.order):
            raise ProofError(f"Position {position} does not exist in an order of {len(self.order)} pieces.")
        path, at = [], position
        for row in self._rows:
            if at ^ 1 < len(row):
                path.append(row[at ^ 1].hex())
            at //= 2
        return Opening(position, self.order[position], self._salts[position].hex(), tuple(path))


def prove(
    order: Sequence[int], salts: Sequence[bytes], positions: Iterable[int], label: str = "order/1"
) -> Proof:
    """The openings of some positions of an order, in one call.

    >>> proof = prove((51, 45, 0), fresh_salts(3), [1])
    >>> proof.openings[0].piece
    45
    """
    return Tree(order, salts, label=label).prove(positions)


def verify(proof: Proof, root: str) -> tuple[int, ...]:
    """Checks a viewer's proof against the root that he noted before the deal: the positions that hold.

    Anything wrong raises `ProofError` with the reason, for a result that must be looked at to be believed is
    a result that somebody forgets to look at.

    >>> proof = prove((51, 45, 0), fresh_salts(3), [1])
    >>> verify(proof, proof.root)
    (1,)
    >>> verify(proof, 64 * "0")
    Traceback (most recent call last):
        ...
    housedealer.pieces.proof.ProofError: The proof is for another root than the one promised.
    """
    _check_version(proof.version)
    if not hmac.compare_digest(_bytes(proof.root, "root"), _bytes(root, "promised root")):
        raise ProofError("The proof is for another root than the one promised.")
    made_of = _bytes(proof.composition, "composition")
    if not proof.openings:
        raise ProofError("The proof opens no position.")
    checked: list[int] = []
    for opening in proof.openings:
        place = f"position {opening.position}"
        if opening.position in checked:
            raise ProofError(f"The proof opens {place} twice.")
        top = _climb(opening, proof.pieces)
        if _root(proof.label, proof.pieces, made_of, top).hex() != root.lower():
            raise ProofError(f"The opening of {place} does not lead to the root.")
        checked.append(opening.position)
    return tuple(checked)


def verify_all(full: FullOpening, root: str, pieces: Iterable[int]) -> None:
    """Checks a whole order: that it is the one promised, and a permutation of the pieces it should hold.

    >>> salts = fresh_salts(3)
    >>> full = FullOpening("order/1", (51, 45, 0), tuple(salt.hex() for salt in salts))
    >>> root = prove((51, 45, 0), salts, [0]).root
    >>> verify_all(full, root, [0, 45, 51])
    >>> verify_all(full, root, [0, 44, 51])
    Traceback (most recent call last):
        ...
    housedealer.pieces.proof.ProofError: The order is not a permutation of the composition.
    """
    _check_version(full.version)
    if sorted(full.order) != sorted(pieces):
        raise ProofError("The order is not a permutation of the composition.")
    salts = [_bytes(salt, "salt") for salt in full.salts]
    composition_salt = _bytes(full.composition_salt, "composition's salt") if full.composition_salt else b""
    tree = Tree(full.order, salts, label=full.label, composition_salt=composition_salt)
    if tree.promise.root != root.lower():
        raise ProofError("The order is not the one promised: its root differs.")


class Commitment:
    """The house's side: a secret, the players' contributions, and the orders and dice that follow from them.

    It holds as many orders as a round (or a shoe's life) has shuffles. All of it can be made again from the
    secret, so that recovery has 32 bytes to keep.

    >>> house = Commitment(context="round 881")
    >>> published = house.house_hash
    >>> house.contribute("seat 3", "my lucky words")
    >>> order = house.shuffle(range(52))
    >>> promise = house.promises[0]
    >>> promise.label, verify(house.prove(promise.label, [0]), promise.root)
    ('round 881/order/1', (0,))
    >>> audit(house.record(), published, house.promises, [range(52)])[0] == order
    True
    """

    def __init__(
        self, context: str, contributions: Iterable[Contribution] = (), secret: bytes | None = None
    ) -> None:
        self.context = context
        self._secret = os.urandom(_HASH) if secret is None else secret
        if len(self._secret) != _HASH:
            raise ProofError(f"The house's secret has {_HASH} bytes, not {len(self._secret)}.")
        self._contributions = list(contributions)
        self._seed: bytes | None = None
        self._trees: dict[str, Tree] = {}
        self._stages: list[Stage] = []

    @cached_property
    def house_hash(self) -> str:
        """What the house publishes first, before anybody contributes."""
        return _house_hash(self._secret).hex()

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises of all orders and dice so far, in the order in which they were made."""
        return tuple(tree.promise for tree in self._trees.values())

    def contribute(self, who: str, text: str) -> None:
        """Mixes in a player's text. Refused once an order exists, for it could no longer change it."""
        if self._seed is not None:
            raise ProofError("The pieces are shuffled already: a contribution comes too late.")
        self._contributions.append(Contribution(who, text))

    def shuffle(self, pieces: Iterable[int], *, public: bool = True) -> tuple[int, ...]:
        """Shuffles pieces and promises the order; `public` unless the pieces must not become known.

        A full deck is public: the viewer checks its composition. A reshuffle of discards is not.
        """
        number = 1 + sum(not stage.dice for stage in self._stages)
        return self._stage(Stage(f"{self.context}/order/{number}", tuple(pieces), public))

    def dice(self, count: int) -> tuple[int, ...]:
        """Throws a batch of dice and promises them; they are used one after another.

        >>> len(Commitment(context="round 882").dice(30))
        30
        """
        number = 1 + sum(stage.dice > 0 for stage in self._stages)
        return self._stage(Stage(f"{self.context}/dice/{number}", dice=count))

    def _stage(self, stage: Stage) -> tuple[int, ...]:
        if self._seed is None:
            self._seed = _seed(self._secret, self.context, self._contributions)
        tree = _tree(self._secret, self._seed, stage)
        self._trees[stage.label] = tree
        self._stages.append(stage)
        return tree.order

    def prove(self, label: str, positions: Iterable[int]) -> Proof:
        """The openings of some positions of the order with a label."""
        tree = self._trees.get(label)
        if tree is None:
            raise ProofError(f"Nothing was promised under the label {label!r}.")
        return tree.prove(positions)

    def prove_seen(self, seen: Mapping[str, Iterable[int]]) -> tuple[Proof, ...]:
        """A viewer's proofs of the positions that he saw, by label; a label without any is left out."""
        wanted = {label: tuple(positions) for label, positions in seen.items()}
        return tuple(self.prove(label, positions) for label, positions in wanted.items() if positions)

    def record(self) -> Record:
        """The auditor's record, which gives away everything."""
        return Record(self._secret.hex(), self.context, tuple(self._contributions), tuple(self._stages))

    def full(self, label: str) -> FullOpening:
        """One order laid open with its salts, without the secret: other orders stay closed."""
        tree = self._trees.get(label)
        if tree is None or self._seed is None:
            raise ProofError(f"Nothing was promised under the label {label!r}.")
        stage = next(stage for stage in self._stages if stage.label == label)
        if stage.dice:
            raise ProofError("Dice have no composition: prove their positions instead.")
        secret, seed = self._secret, self._seed
        return FullOpening(
            label,
            tree.order,
            tuple(_salt(secret, seed, label, position).hex() for position in range(len(tree.order))),
            "" if stage.public else _salt(secret, seed, label, _COMPOSITION).hex(),
        )


def audit(
    record: Record,
    house_hash: str,
    promises: Sequence[Promise],
    compositions: Sequence[Iterable[int] | None] = (),
) -> tuple[tuple[int, ...], ...]:
    """Makes every order again from the record and compares it with what was published: all the orders.

    `house_hash` and `promises` are what was published at the time, `compositions` what each stage should
    hold, None where the auditor knows no more than the record (dice, or discards he did not follow).
    """
    _check_version(record.version)
    secret = _bytes(record.secret, "secret")
    if _house_hash(secret).hex() != house_hash.lower():
        raise ProofError("The secret is not the one that the house was bound to before the contributions.")
    if len(record.stages) != len(promises):
        raise ProofError(f"{len(promises)} orders were promised but {len(record.stages)} are on record.")
    seed = _seed(secret, record.context, record.contributions)
    orders = []
    for number, (stage, promise) in enumerate(zip(record.stages, promises, strict=True)):
        expected = compositions[number] if number < len(compositions) else None
        if expected is not None and sorted(stage.start) != sorted(expected):
            raise ProofError(f"{stage.label} was not made of the pieces that it should hold.")
        tree = _tree(secret, seed, stage)
        if tree.promise != promise:
            raise ProofError(f"{stage.label} does not follow from the secret and the contributions.")
        orders.append(tree.order)
    return tuple(orders)


def fresh_salts(count: int) -> tuple[bytes, ...]:
    """Random salts for an order whose randomness does not come from a secret."""
    return tuple(os.urandom(_HASH) for _ in range(count))


def composition_hash(pieces: Iterable[int], salt: bytes = b"") -> bytes:
    """What a promise says about the pieces of an order, whatever their order.

    A viewer compares the unsalted one with the deck that the game names.

    >>> composition_hash([2, 1]) == composition_hash([1, 2])
    True
    """
    return sha256(
        b"\x03" + _sized(salt) + b"".join(piece.to_bytes(4, "big") for piece in sorted(pieces))
    ).digest()


def _tree(secret: bytes, seed: bytes, stage: Stage) -> Tree:
    if stage.dice:
        order = SeededStream(seed, stage.label).dice(stage.dice)
    else:
        order = tuple(SeededOrder(stage.start, seed, stage.label).pieces)
    salts = _salts(secret, seed, stage.label, range(len(order)))
    if stage.dice:
        composition = sha256(b"\x04" + stage.dice.to_bytes(8, "big")).digest()
    else:
        composition = composition_hash(
            order, b"" if stage.public else _salt(secret, seed, stage.label, _COMPOSITION)
        )
    return Tree(order, salts, label=stage.label, composition=composition)


def _house_hash(secret: bytes) -> bytes:
    return sha256(b"housedealer/house/1" + secret).digest()


def _seed(secret: bytes, context: str, contributions: Sequence[Contribution]) -> bytes:
    material = b"housedealer/seed/1" + _sized(secret) + _sized(context.encode())
    material += len(contributions).to_bytes(4, "big")
    for one in contributions:
        material += _sized(one.who.encode()) + _sized(one.text.encode())
    return sha256(material).digest()


def _salt(secret: bytes, seed: bytes, label: str, position: int) -> bytes:
    """The salt of one position.

    >>> material = b"housedealer/salt/1" + _sized(b"seed") + _sized(b"it") + bytes(7) + b"\\x05"
    >>> _salt(bytes(32), b"seed", "it", 5) == hmac.digest(bytes(32), material, "sha256")
    True
    """
    return _salts(secret, seed, label, (position,))[0]


def _salts(secret: bytes, seed: bytes, label: str, positions: Iterable[int]) -> list[bytes]:
    """The salts of positions. An HMAC is two hashes that begin alike for all of them: that is hashed once."""
    key = secret.ljust(_PAD_SIZE, b"\0")
    inner = sha256(key.translate(_INNER) + b"housedealer/salt/1" + _sized(seed) + _sized(label.encode()))
    outer = sha256(key.translate(_OUTER))
    found = []
    for position in positions:
        within, around = inner.copy(), outer.copy()
        within.update(position.to_bytes(8, "big"))
        around.update(within.digest())
        found.append(around.digest())
    return found


def _sized(some: bytes) -> bytes:
    return len(some).to_bytes(4, "big") + some


def _leaf(position: int, piece: int, salt: bytes) -> bytes:
    leaf = _LEAF.copy()  # to copy a hash costs less than to begin one
    leaf.update(position.to_bytes(8, "big") + piece.to_bytes(4, "big") + salt)
    return leaf.digest()


def _node(left: bytes, right: bytes) -> bytes:
    node = _NODE.copy()
    node.update(left + right)
    return node.digest()


def _root(label: str, pieces: int, composition: bytes, top: bytes) -> bytes:
    return sha256(b"\x02" + _sized(label.encode()) + pieces.to_bytes(8, "big") + composition + top).digest()


def _left_size(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1


def _climb(opening: Opening, pieces: int) -> bytes:
    """The top of the tree to which an opening leads, or an error when its shape is impossible."""
    place = f"position {opening.position}"
    if not 0 <= opening.position < pieces < 2**32:
        raise ProofError(f"{place.capitalize()} does not exist in an order of {pieces} pieces.")
    if not 0 <= opening.piece < 2**32:
        raise ProofError(f"The opening of {place} holds no piece.")
    turns = []
    start, stop = 0, pieces
    while stop - start > 1:
        middle = start + _left_size(stop - start)
        goes_left = opening.position < middle
        turns.append(goes_left)
        start, stop = (start, middle) if goes_left else (middle, stop)
    if len(opening.path) != len(turns):
        raise ProofError(f"The path of {place} has {len(opening.path)} steps where it needs {len(turns)}.")
    here = _leaf(opening.position, opening.piece, _bytes(opening.salt, f"salt of {place}"))
    for goes_left, sibling in zip(reversed(turns), opening.path, strict=True):
        beside = _bytes(sibling, f"path of {place}")
        here = _node(here, beside) if goes_left else _node(beside, here)
    return here


def _bytes(text: str, what: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != _HASH or len(text) != 2 * _HASH:
        raise ProofError(f"The {what} is not {2 * _HASH} hexadecimal digits.")
    return found


def _check_version(version: int) -> None:
    if version != VERSION:
        raise ProofError(f"This program checks proofs of version {VERSION}, not {version}.")
