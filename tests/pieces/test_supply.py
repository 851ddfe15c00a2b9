"""The supply: what goes in comes out, in every implementation, and replays deal the same."""

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from housedealer.pieces.cards import UNTOLD
from housedealer.pieces.decks import Deck
from housedealer.pieces.proof import Commitment, ProofError, audit, verify
from housedealer.pieces.shuffle import OutOfPieces, seeded_order
from housedealer.pieces.supply import (
    CommittedSupply,
    Irregular,
    OrderSupply,
    SeededSupply,
    Supply,
    SupplyLog,
    recommitted,
)

DECK = Deck().pieces
MAKERS: list[Callable[[], OrderSupply | SeededSupply | CommittedSupply]] = [
    lambda: OrderSupply(DECK, dice=[1, 2, 3, 4, 5, 6] * 10),
    lambda: SeededSupply(DECK, "seed"),
    lambda: CommittedSupply(DECK, dice=3),
]
every = pytest.mark.parametrize("make", MAKERS, ids=["order", "seeded", "committed"])


def pieces(supply: Supply, count: int) -> list[int]:
    """Some draws, all of them regular."""
    drawn = [supply.draw("2") for _ in range(count)]
    return [piece for piece in drawn if isinstance(piece, int)]


@every
def test_the_whole_deck_comes_out_once(make: Callable[[], Supply]) -> None:
    supply = make()
    assert supply.left() == 52
    assert sorted(pieces(supply, 52)) == sorted(DECK)
    assert supply.left() == 0
    with pytest.raises(OutOfPieces):
        supply.draw("2")


@every
def test_recycling_keeps_the_pieces(make: Callable[[], Supply]) -> None:
    supply = make()
    first = pieces(supply, 40)
    held, discarded = first[:25], first[25:]
    supply.recycle(discarded)
    assert supply.left() == 27
    assert Counter(pieces(supply, 27) + held) == Counter(DECK)
    supply.recycle(discarded)
    assert sorted(pieces(supply, 15)) == sorted(discarded)


@every
def test_dice(make: Callable[[], Supply]) -> None:
    supply = make()
    thrown = [supply.dice(3) for _ in range(20)]
    assert all(len(each) == 3 and set(each) <= set(range(1, 7)) for each in thrown)


@every
def test_a_log_deals_the_round_again(
    make: Callable[[], OrderSupply | SeededSupply | CommittedSupply],
) -> None:
    def play(supply: Supply) -> list[object]:
        seen: list[object] = [supply.dice(2)]
        seen += (drawn := pieces(supply, 30))
        supply.recycle(drawn[:10])
        seen += (again := pieces(supply, 32))
        supply.recycle(again)
        return [*seen, *pieces(supply, 5), supply.dice(3), supply.left()]

    supply = make()
    told = play(supply)
    log = msgspec.json.decode(msgspec.json.encode(supply.log()), type=SupplyLog)
    assert play(OrderSupply.replaying(log)) == told


# A fixed order


def test_an_order_is_dealt_as_it_stands() -> None:
    supply = OrderSupply([3, 1, 2])
    assert pieces(supply, 3) == [3, 1, 2]
    supply.recycle([9, 8])
    assert pieces(supply, 2) == [9, 8]


def test_a_planned_stub() -> None:
    supply = OrderSupply([3, 1, 2], recycled=[[2, 1, 3], [1, 3]])
    assert pieces(supply, 2) == [3, 1]
    supply.recycle([3, 1])
    assert pieces(supply, 3) == [2, 1, 3]
    with pytest.raises(ValueError, match="does not hold the pieces"):
        supply.recycle([1, 2])
    supply.recycle([3, 1])
    assert pieces(supply, 2) == [1, 3]


def test_untold_pieces_pass_through() -> None:
    assert OrderSupply([UNTOLD]).draw("2") == UNTOLD


def test_dice_run_out() -> None:
    supply = OrderSupply([], dice=[6])
    with pytest.raises(OutOfPieces, match="2 dice are thrown, but 1 are left"):
        supply.dice(2)
    assert supply.dice(1) == (6,)


def test_planted_irregularities() -> None:
    planned = {1: Irregular("exposed-card", facts={"seat": 4}), 2: Irregular("foreign-card", 51)}
    supply = OrderSupply([10, 11, 12], irregular=planned)
    assert [supply.draw("2") for _ in range(4)] == [
        10,
        Irregular("exposed-card", 11, {"seat": 4}),
        Irregular("foreign-card", 51),
        12,
    ]
    assert supply.left() == 0
    log = msgspec.json.decode(msgspec.json.encode(supply.log()), type=SupplyLog)
    again = OrderSupply.replaying(log)
    assert [again.draw("2") for _ in range(2)] == [10, Irregular("exposed-card", 11, {"seat": 4})]


# From a seed


def test_seeds_deal_the_seeded_order() -> None:
    supply = SeededSupply(DECK, 5)
    drawn = pieces(supply, 9)
    assert drawn == supply.dealt == list(seeded_order(DECK, 5)[:9])


@given(st.integers(), st.lists(st.sampled_from(["draw", "dice"]), max_size=40))
def test_dice_do_not_change_the_cards(seed: int, acts: list[str]) -> None:
    supply = SeededSupply(DECK, seed)
    for act in acts:
        if act == "draw":
            supply.draw("2")
        else:
            supply.dice(3)
    assert supply.dealt == list(seeded_order(DECK, seed)[: len(supply.dealt)])


# Committed


def test_every_draw_and_die_is_proved_by_a_promise_made_before() -> None:
    supply = CommittedSupply(DECK, Commitment("round 7"), dice=4)
    before = {promise.label: promise.root for promise in supply.promises}
    drawn = pieces(supply, 52)
    thrown = supply.dice(3)
    proofs = supply.prove([0, 5, 51], [0, 2])
    assert [proof.label for proof in proofs] == ["round 7/order/1", "round 7/dice/1"]
    for proof in proofs:
        verify(proof, before[proof.label])
    assert [opening.piece for opening in proofs[0].openings] == [drawn[0], drawn[5], drawn[51]]
    assert [opening.piece for opening in proofs[1].openings] == [thrown[0], thrown[2]]

    supply.recycle(drawn[:10])
    late = {promise.label: promise.root for promise in supply.promises}
    again = pieces(supply, 2)
    proof = supply.prove([53])[0]
    assert proof.label == "round 7/order/2"
    assert verify(proof, late[proof.label]) == (1,)
    assert proof.openings[0].piece == again[1]
    assert supply.drawn[53].holder == "2"
    audit(supply.record(), supply.commitment.house_hash, supply.promises, [DECK, None, drawn[:10]])


def test_what_was_not_dealt_is_not_proved() -> None:
    supply = CommittedSupply(DECK, dice=3)
    supply.draw("2")
    supply.dice(1)
    for number in (1, -1):
        with pytest.raises(IndexError, match=f"Draw {number} "):
            supply.prove([number])
        with pytest.raises(IndexError, match=f"Die {number} "):
            supply.prove([], [number])
    assert supply.prove() == ()


def test_more_dice_than_promised_make_a_further_promise() -> None:
    supply = CommittedSupply(DECK, Commitment("x"), dice=2)
    thrown = [*supply.dice(2), *supply.dice(40)]
    assert [promise.label for promise in supply.promises] == ["x/order/1", "x/dice/1", "x/dice/2"]
    proofs = supply.prove([], range(42))
    roots = {promise.label: promise.root for promise in supply.promises}
    assert [verify(proof, roots[proof.label]) for proof in proofs] == [(0, 1), tuple(range(40))]
    assert [opening.piece for proof in proofs for opening in proof.openings] == thrown


def test_recovery_makes_the_same_supply_again() -> None:
    supply = CommittedSupply(DECK, Commitment("round 7"), dice=3)
    record = supply.record()
    again = recommitted(DECK, record.context, record.contributions, bytes.fromhex(record.secret), dice=3)
    assert again.promises == supply.promises
    assert pieces(again, 52) == pieces(supply, 52)
    assert again.dice(3) == supply.dice(3)


def test_nothing_is_contributed_after_the_shuffle() -> None:
    supply = CommittedSupply(DECK)
    with pytest.raises(ProofError, match="too late"):
        supply.commitment.contribute("seat 1", "late")
