"""The proof: what was dealt verifies, anything altered doesn't, and what is closed stays closed."""

import hmac
from collections.abc import Callable
from hashlib import sha256
from itertools import combinations, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.decks import Deck
from housedealer.pieces.proof import (
    Commitment,
    Contribution,
    FullOpening,
    Opening,
    Promise,
    Proof,
    ProofError,
    Record,
    Tree,
    audit,
    composition_hash,
    fresh_salts,
    prove,
    verify,
    verify_all,
)
from housedealer.pieces.shuffle import seeded_order

replace = msgspec.structs.replace
ORDERS = st.lists(st.integers(0, 53), min_size=1, max_size=120)


@st.composite
def proofs(draw: st.DrawFn) -> Proof:
    """A true proof of some positions of some order."""
    order = draw(ORDERS)
    positions = draw(st.sets(st.integers(0, len(order) - 1), min_size=1, max_size=5))
    return prove(order, fresh_salts(len(order)), positions, label=draw(st.text(max_size=5)))


@given(ORDERS, st.data())
def test_round_trip(order: list[int], data: st.DataObject) -> None:
    positions = data.draw(st.sets(st.integers(0, len(order) - 1), min_size=1))
    tree = Tree(order, fresh_salts(len(order)), label="x")
    proof = tree.prove(positions)
    sent = msgspec.json.decode(msgspec.json.encode(proof), type=Proof)
    assert sent == proof
    assert verify(sent, tree.promise.root) == tuple(sorted(positions))
    assert [opening.piece for opening in sent.openings] == [order[position] for position in sorted(positions)]


@pytest.mark.parametrize("size", [*range(1, 35), 52, 53, 416, 936])
def test_every_position_of_every_size(size: int) -> None:
    proof = prove([each % 52 for each in range(size)], fresh_salts(size), range(size))
    assert verify(proof, proof.root) == tuple(range(size))


def flipped(text: str, at: int) -> str:
    """The same hex with one bit of it turned over."""
    at %= len(text)
    return text[:at] + format(int(text[at], 16) ^ 1, "x") + text[at + 1 :]


def altered_opening(opening: Opening, what: str, at: int) -> Opening:
    if what == "piece":
        return replace(opening, piece=opening.piece ^ (1 << at % 6))
    if what == "salt":
        return replace(opening, salt=flipped(opening.salt, at))
    if what == "position":
        return replace(opening, position=opening.position + 1 + at)
    if what == "position down":
        return replace(opening, position=opening.position - 1 - at)
    path = list(opening.path)
    if what == "path longer" or not path:
        path.insert(at % (len(path) + 1), opening.salt)
    elif what == "path shorter":
        del path[at % len(path)]
    elif what == "path turned" and len(set(path)) > 1:
        path.reverse()
    else:
        path[at % len(path)] = flipped(path[at % len(path)], at)
    return replace(opening, path=tuple(path))


OPENING_PARTS = [
    "piece",
    "salt",
    "position",
    "position down",
    "path",
    "path longer",
    "path shorter",
    "path turned",
]


@given(proofs(), st.sampled_from(OPENING_PARTS), st.integers(0, 200), st.integers(0, 4))
def test_an_altered_opening_fails(proof: Proof, what: str, at: int, which: int) -> None:
    which %= len(proof.openings)
    openings = list(proof.openings)
    openings[which] = altered_opening(openings[which], what, at)
    with pytest.raises(ProofError):
        verify(replace(proof, openings=tuple(openings)), proof.root)


@given(proofs(), st.integers(-200, 200).filter(bool), st.integers(0, 63))
def test_an_altered_promise_fails(proof: Proof, other: int, at: int) -> None:
    for bad in (
        replace(proof, pieces=proof.pieces + other),
        replace(proof, label=proof.label + "'"),
        replace(proof, composition=flipped(proof.composition, at)),
        replace(proof, root=flipped(proof.root, at)),
        replace(proof, version=proof.version + other),
        replace(proof, openings=()),
        replace(proof, openings=proof.openings + proof.openings[:1]),
    ):
        with pytest.raises(ProofError):
            verify(bad, proof.root)
    with pytest.raises(ProofError):
        verify(proof, flipped(proof.root, at))


@given(proofs())
def test_openings_cannot_change_places(proof: Proof) -> None:
    if len(proof.openings) > 1:
        one, other, *_ = proof.openings
        swapped = (
            replace(one, piece=other.piece, salt=other.salt),
            replace(other, piece=one.piece, salt=one.salt),
        )
        with pytest.raises(ProofError):
            verify(replace(proof, openings=swapped), proof.root)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (lambda proof: replace(proof, version=2), "proofs of version 1, not 2"),
        (lambda proof: replace(proof, openings=()), "opens no position"),
        (lambda proof: replace(proof, root="00" * 32), "another root than the one promised"),
        (lambda proof: replace(proof, root="xyz"), "root is not 64 hexadecimal digits"),
        (lambda proof: replace(proof, openings=proof.openings * 2), "opens position 2 twice"),
        (lambda proof: with_opening(proof, position=9), "Position 9 does not exist in an order of 5"),
        (lambda proof: with_opening(proof, piece=7), "opening of position 2 does not lead to the root"),
        (lambda proof: with_opening(proof, piece=-1), "opening of position 2 holds no piece"),
        (lambda proof: with_opening(proof, salt="12"), "salt of position 2 is not 64 hex"),
        (lambda proof: with_opening(proof, path=()), "path of position 2 has 0 steps where it needs 3"),
        (lambda proof: with_opening(proof, path=("", "", "")), "path of position 2 is not 64 hex"),
    ],
)
def test_the_reasons(bad: Callable[[Proof], Proof], reason: str) -> None:
    proof = prove([5, 6, 8, 9, 10], fresh_salts(5), [2])
    with pytest.raises(ProofError, match=reason):
        verify(bad(proof), proof.root)


def with_opening(proof: Proof, **changes: object) -> Proof:
    return replace(proof, openings=(replace(proof.openings[0], **changes),))


def test_a_node_does_not_pass_for_a_leaf() -> None:
    """Leaves and nodes are hashed apart, so that no inner node can be sold as a position."""
    assert sha256(b"\x00" + bytes(64)).digest() != sha256(b"\x01" + bytes(64)).digest()
    tree = Tree([1, 2], fresh_salts(2), label="x")
    short = replace(tree.prove([0]), pieces=1)
    with pytest.raises(ProofError):
        verify(with_opening(short, path=()), tree.promise.root)


# What stays closed


def guessed(leaf: str, salts: list[bytes]) -> set[tuple[int, int]]:
    """The (position, piece) pairs whose leaf under one of the salts is this hash: a viewer's brute force."""
    return {
        (position, piece)
        for position, piece, salt in product(range(64), range(54), salts)
        if sha256(b"\x00" + position.to_bytes(8, "big") + piece.to_bytes(4, "big") + salt).hexdigest() == leaf
    }


def test_sibling_hashes_tell_nothing() -> None:
    salts = fresh_salts(52)
    tree = Tree(range(52), salts, label="x")
    seen = tree.prove([0, 10])
    known = [bytes.fromhex(opening.salt) for opening in seen.openings]
    known += [b"", bytes(32), bytes.fromhex(seen.root), bytes.fromhex(seen.composition)]
    for opening in seen.openings:
        for sibling in opening.path:
            assert guessed(sibling, known) == set()
    # The attack is the right one: with the salt of the closed neighbour it finds the piece at once.
    assert guessed(seen.openings[0].path[0], [*known, salts[1]]) == {(1, 1)}


def test_an_opening_holds_no_other_salt_and_no_secret() -> None:
    house = Commitment("round 1", secret=bytes(range(32)))
    house.shuffle(range(52))
    label = house.promises[0].label
    sent = msgspec.json.encode(house.prove(label, [3])).decode()
    salts = house.full(label).salts
    assert [position for position, salt in enumerate(salts) if salt in sent] == [3]
    assert house.record().secret not in sent


def test_salts_must_differ() -> None:
    with pytest.raises(ProofError, match="same salt"):
        Tree([1, 2], [bytes(32)] * 2, label="x")
    assert len(set(fresh_salts(400))) == 400
    house = Commitment("round 1")
    for _ in range(3):
        house.shuffle(range(52))
    house.dice(30)
    salts = [salt for number in (1, 2, 3) for salt in house.full(f"round 1/order/{number}").salts]
    assert len(set(salts)) == 156


def test_a_reshuffle_does_not_tell_its_pieces() -> None:
    """Without a salt a player could try which three of eight cards are the discards."""
    house = Commitment("round 1")
    house.shuffle(range(8))
    house.shuffle([1, 4, 6], public=False)
    open_, closed = house.promises
    tries = {composition_hash(some).hex() for some in combinations(range(8), 3)}
    assert composition_hash([1, 4, 6]).hex() in tries
    assert closed.composition not in tries
    assert open_.composition == composition_hash(range(8)).hex()


# The house and the auditor


def house_with_two() -> Commitment:
    house = Commitment("round 881", secret=bytes(range(32)))
    house.contribute("seat 3", "lucky words")
    house.contribute("seat 5", "")
    house.shuffle(Deck("joker").pieces)
    house.shuffle([4, 8, 15, 16, 23, 42], public=False)
    house.dice(30)
    return house


def test_the_documented_construction() -> None:
    """The construction in the module's docstring, written down a second time."""

    def sized(some: bytes) -> bytes:
        return len(some).to_bytes(4, "big") + some

    def top(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return leaves[0]
        left = max(2**power for power in range(20) if 2**power < len(leaves))
        return sha256(b"\x01" + top(leaves[:left]) + top(leaves[left:])).digest()

    house = house_with_two()
    secret = bytes(range(32))
    assert house.house_hash == sha256(b"housedealer/house/1" + secret).hexdigest()
    seed = sha256(
        b"housedealer/seed/1"
        + sized(secret)
        + sized(b"round 881")
        + (2).to_bytes(4, "big")
        + sized(b"seat 3")
        + sized(b"lucky words")
        + sized(b"seat 5")
        + sized(b"")
    ).digest()

    def salt(label: str, number: int) -> bytes:
        material = b"housedealer/salt/1" + sized(seed) + sized(label.encode()) + number.to_bytes(8, "big")
        return hmac.new(secret, material, "sha256").digest()

    starts = {"round 881/order/1": Deck("joker").pieces, "round 881/order/2": (4, 8, 15, 16, 23, 42)}
    for (label, start), promise, hidden in zip(starts.items(), house.promises, (False, True), strict=False):
        order = seeded_order(start, seed, label)
        leaves = [
            sha256(
                b"\x00" + number.to_bytes(8, "big") + piece.to_bytes(4, "big") + salt(label, number)
            ).digest()
            for number, piece in enumerate(order)
        ]
        composition_salt = salt(label, 2**64 - 1) if hidden else b""
        sorted_pieces = b"".join(piece.to_bytes(4, "big") for piece in sorted(start))
        composition = sha256(b"\x03" + sized(composition_salt) + sorted_pieces).digest()
        root = sha256(
            b"\x02" + sized(label.encode()) + len(start).to_bytes(8, "big") + composition + top(leaves)
        ).hexdigest()
        assert promise == Promise(label, len(start), composition.hex(), root)


def test_an_audit() -> None:
    house = house_with_two()
    record = msgspec.json.decode(msgspec.json.encode(house.record()), type=Record)
    orders = audit(record, house.house_hash, house.promises, [Deck("joker").pieces, None, None])
    assert sorted(orders[0]) == list(range(53))
    assert sorted(orders[1]) == [4, 8, 15, 16, 23, 42]
    assert len(orders[2]) == 30
    assert set(orders[2]) <= set(range(1, 7))
    for promise, order in zip(house.promises, orders, strict=True):
        proof = house.prove(promise.label, range(promise.pieces))
        assert verify(proof, promise.root) == tuple(range(promise.pieces))
        assert tuple(opening.piece for opening in proof.openings) == order


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda record: replace(record, secret="11" * 32), "not the one that the house was bound to"),
        (lambda record: replace(record, context="round 882"), "does not follow"),
        (lambda record: replace(record, contributions=record.contributions[:1]), "does not follow"),
        (lambda record: replace(record, contributions=record.contributions[::-1]), "does not follow"),
        (
            lambda record: replace(
                record, contributions=(Contribution("seat 3lucky", " words"), record.contributions[1])
            ),
            "does not follow",
        ),
        (lambda record: replace(record, stages=record.stages[:2]), "3 orders were promised but 2"),
        (
            lambda record: replace(record, stages=(replace(record.stages[0], start=tuple(range(52))),)),
            "were promised",
        ),
        (
            lambda record: replace(
                record, stages=(replace(record.stages[0], start=tuple(range(52))), *record.stages[1:])
            ),
            "not made of the pieces",
        ),
        (
            lambda record: replace(
                record,
                stages=(record.stages[0], replace(record.stages[1], start=(4, 8)), record.stages[2]),
            ),
            "does not follow",
        ),
        (
            lambda record: replace(record, stages=(*record.stages[:2], replace(record.stages[2], dice=29))),
            "does not follow",
        ),
        (lambda record: replace(record, version=9), "version 1, not 9"),
    ],
)
def test_an_altered_record_fails(change: Callable[[Record], Record], reason: str) -> None:
    house = house_with_two()
    with pytest.raises(ProofError, match=reason):
        audit(change(house.record()), house.house_hash, house.promises, [Deck("joker").pieces])


@given(st.lists(st.tuples(st.text(), st.text()), max_size=4), st.binary(min_size=32, max_size=32))
def test_everything_follows_from_the_secret(texts: list[tuple[str, str]], secret: bytes) -> None:
    contributions = [Contribution(who, text) for who, text in texts]
    once, again = (Commitment("x", contributions, secret) for _ in range(2))
    assert once.shuffle(range(10)) == again.shuffle(range(10))
    assert once.promises == again.promises


def test_every_contribution_changes_the_order() -> None:
    orders = set()
    for texts in ([], ["a"], ["b"], ["a", "b"], ["b", "a"], ["ab"]):
        house = Commitment("x", [Contribution("seat 1", text) for text in texts], bytes(32))
        orders.add(house.shuffle(range(52)))
    orders.add(Commitment("y", (), bytes(32)).shuffle(range(52)))
    assert len(orders) == 7


def test_contributions_close_with_the_shuffle() -> None:
    house = Commitment("x")
    house.shuffle(range(52))
    with pytest.raises(ProofError, match="too late"):
        house.contribute("seat 3", "late")


def test_a_full_opening_without_the_secret() -> None:
    house = house_with_two()
    for promise, pieces in zip(house.promises, (range(53), (4, 8, 15, 16, 23, 42)), strict=False):
        full = msgspec.json.decode(msgspec.json.encode(house.full(promise.label)), type=FullOpening)
        verify_all(full, promise.root, pieces)
        swapped = replace(full, order=(full.order[1], full.order[0], *full.order[2:]))
        with pytest.raises(ProofError, match="its root differs"):
            verify_all(swapped, promise.root, pieces)
        with pytest.raises(ProofError, match="not a permutation"):
            verify_all(replace(full, order=(0, *full.order[1:-1], 0)), promise.root, pieces)
        with pytest.raises(ProofError, match="as many salts"):
            verify_all(replace(full, salts=full.salts[1:]), promise.root, pieces)
        with pytest.raises(ProofError, match="its root differs"):
            verify_all(replace(full, composition_salt="00" * 32), promise.root, pieces)
    with pytest.raises(ProofError, match="Dice have no composition"):
        house.full("round 881/dice/1")


def test_what_cannot_be_committed_to() -> None:
    with pytest.raises(ProofError, match="empty order"):
        Tree([], [], label="x")
    with pytest.raises(ProofError, match="untold"):
        Tree([-1], fresh_salts(1), label="x")
    with pytest.raises(ProofError, match="as many salts"):
        Tree([1, 2], fresh_salts(1), label="x")
    with pytest.raises(ProofError, match="32 bytes"):
        Commitment("x", secret=b"short")
    with pytest.raises(ProofError, match="Position 3 does not exist"):
        prove([1, 2, 3], fresh_salts(3), [3])
    for ask in (lambda: Commitment("x").prove("nothing", [0]), lambda: Commitment("x").full("nothing")):
        with pytest.raises(ProofError, match="Nothing was promised"):
            ask()


def test_unseen_labels_are_left_out() -> None:
    house = house_with_two()
    first, second, _ = (promise.label for promise in house.promises)
    seen = house.prove_seen({first: [2, 1], second: []})
    assert [(proof.label, [opening.position for opening in proof.openings]) for proof in seen] == [
        (first, [1, 2])
    ]
