"""The accounts that bots' rounds are held to notice every chip and every piece that goes astray."""

from __future__ import annotations

import pytest

from housedealer import rooms
from housedealer.floor.bulk import CountedSupply, NotConserved, Plan, Tally, account, deal_lot, lots
from housedealer.table.round import Round, first_state, random_policy
from housedealer.table.stakes import open_table

THREE = "garlic-city/3-card-poker"


def played() -> Round:
    """A finished round from a supply that counts its pieces."""
    game = rooms.game(THREE)
    supply = CountedSupply(game.params.deck.pieces, "1")
    return Round(game, open_table(game), first_state(game, 3), supply).play(random_policy(1))


def test_an_honest_round_passes() -> None:
    round_ = played()
    account(round_, round_.game.params.deck.pieces, round_.supply)


def test_a_chip_that_was_made_or_lost_is_noticed() -> None:
    round_ = played()
    round_.table.ledger.balance["player 2"] += 100
    with pytest.raises(NotConserved, match="lie on it"):
        account(round_, round_.game.params.deck.pieces, round_.supply)
    round_ = played()
    assert round_.result is not None
    round_.result.chips["player 2"] -= 100
    with pytest.raises(NotConserved, match="in no account"):
        account(round_, round_.game.params.deck.pieces, round_.supply)


def test_a_piece_dealt_twice_or_from_nowhere_is_noticed() -> None:
    deck = rooms.game(THREE).params.deck.pieces
    round_ = played()
    round_.supply.dealt[1] = round_.supply.dealt[0]
    with pytest.raises(NotConserved, match="more often"):
        account(round_, deck, _with_pieces(round_))
    round_ = played()
    round_.table.pieces[0] = next(piece for piece in deck if piece not in round_.supply.dealt)
    with pytest.raises(NotConserved, match="never left the stub"):
        account(round_, deck, round_.supply)
    round_ = played()
    hands = [hand for hand in round_.table.hands.values() if hand.tokens]
    hands[0].tokens[0] = hands[1].tokens[0]
    with pytest.raises(NotConserved, match="two hands"):
        account(round_, deck, round_.supply)


def _with_pieces(round_: Round) -> CountedSupply:
    round_.table.pieces[:] = round_.supply.dealt
    return round_.supply  # type: ignore[no-any-return]


def test_only_pieces_that_are_out_can_be_shuffled_back() -> None:
    supply = CountedSupply(range(10), "1")
    piece = supply.draw("2")
    supply.recycle([piece])
    with pytest.raises(NotConserved, match="were not out"):
        supply.recycle([piece])


def test_lots_cover_the_rounds_and_add_up() -> None:
    plan = Plan(THREE, 2500)
    assert lots(plan) == [(0, 1000), (1000, 1000), (2000, 500)]
    whole = Tally()
    for first in (0, 40):
        whole.add(deal_lot(Plan(THREE, 80, seed=2), first, 40))
    assert whole.rounds == 80
    assert sum(whole.net.values()) + whole.fees + whole.jackpot == 0
    assert sum(whole.fees_of.values()) == whole.fees
