"""What a viewer keeps verifies for every game, gives nothing away, and betrays every kind of cheating."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from housedealer import rooms
from housedealer.floor.witness import Witness, auditors, check, check_log, keep, seen
from housedealer.pieces.proof import Commitment, ProofError
from housedealer.pieces.supply import CommittedSupply
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import record
from housedealer.table.round import Round, deal, first_state, random_policy
from housedealer.table.stakes import open_table

THREE = "garlic-city/3-card-poker"


def dealt(game: Game, number: int, contributed: str = "") -> Round:
    """A round of a game from a promised shuffle, played at random."""
    house = Commitment(f"round {number}", secret=number.to_bytes(32, "big"))
    if contributed:
        house.contribute("player 2", contributed)
    supply = CommittedSupply(game.params.deck.pieces, house)
    round_ = Round(game, open_table(game), first_state(game, 3), supply)
    return round_.play(random_policy(number))


def kept(game: Game, number: int, who: str | None = "player 2") -> Witness:
    """A viewer's file of such a round, written and read again."""
    round_ = dealt(game, number)
    witness = keep(round_, who, round_.supply.promises[:1])
    return msgspec.json.decode(msgspec.json.encode(witness), type=Witness)


@pytest.mark.parametrize("name", rooms.ids())
def test_every_viewer_of_every_game_verifies_what_he_saw(name: str) -> None:
    game = rooms.game(name)
    for number in range(1, 4):
        for who in (None, "player 1", "player 3"):
            witness = kept(game, number, who)
            if witness.proofs:
                assert check(witness, game).proved


@pytest.mark.parametrize("name", rooms.ids())
def test_a_viewers_file_opens_nothing_that_he_did_not_see(name: str) -> None:
    game = rooms.game(name)
    round_ = dealt(game, 5)
    witness = keep(round_, "player 2", round_.supply.promises[:1])
    opened = sum(len(proof.openings) for proof in witness.proofs)
    found = seen(round_.view("player 2"))
    assert opened == len(found.pieces) + len(found.dice)
    assert "secret" not in msgspec.json.encode(witness).decode()


def test_a_piece_exchanged_after_the_promise_is_found() -> None:
    game = rooms.game(THREE)
    witness = kept(game, 7)
    events: list[Any] = [list(event) for event in witness.events]
    place = next(at for at, (kind, args) in enumerate(events) if kind == "deal" and args[2] is not None)
    kind, args = events[place]
    events[place] = [kind, [args[0], args[1], (args[2] + 1) % 52]]
    with pytest.raises(ProofError, match="as you saw it, but its position holds"):
        check(msgspec.structs.replace(witness, events=tuple(events)), game)


def test_a_piece_that_did_not_come_off_the_top_is_found() -> None:
    """The dealer deals seconds: to the viewer one piece fewer has left the stub than the positions say."""
    game = rooms.game("garlic-city/texas-holdem")
    files = [kept(game, number) for number in range(1, 9)]
    witness = next(one for one in files if any(kind == "burn" for kind, _ in one.events))
    events: list[Any] = list(witness.events)
    place = next(at for at, (kind, _) in enumerate(events) if kind == "burn")
    with pytest.raises(ProofError, match="was next"):
        check(msgspec.structs.replace(witness, events=(*events[:place], *events[place + 1 :])), game)


def test_another_promise_than_the_one_noted_is_found() -> None:
    game = rooms.game(THREE)
    witness, other = kept(game, 7), kept(game, 8)
    noted = msgspec.structs.replace(witness.noted[0], root=other.noted[0].root)
    with pytest.raises(ProofError, match="another root"):
        check(msgspec.structs.replace(witness, noted=(noted,)), game)
    with pytest.raises(ProofError, match="Nothing was promised"):
        check(msgspec.structs.replace(witness, noted=other.noted), game)


def test_a_changed_opening_is_found() -> None:
    game = rooms.game(THREE)
    witness = kept(game, 7)
    proof = witness.proofs[0]
    first = msgspec.structs.replace(proof.openings[0], piece=(proof.openings[0].piece + 1) % 52)
    forged = msgspec.structs.replace(proof, openings=(first, *proof.openings[1:]))
    with pytest.raises(ProofError, match="does not lead to the root"):
        check(msgspec.structs.replace(witness, proofs=(forged,)), game)
    fewer = msgspec.structs.replace(proof, openings=proof.openings[1:])
    with pytest.raises(ProofError, match="positions are opened"):
        check(msgspec.structs.replace(witness, proofs=(fewer,)), game)


def test_a_promise_of_another_deck_is_found() -> None:
    with pytest.raises(ProofError, match="not one of the 53 pieces"):
        check(kept(rooms.game(THREE), 7), rooms.game("lucky-buck/lowball"))


def test_an_auditor_is_told_whether_somebody_contributed() -> None:
    game = rooms.game(THREE)
    for words in ("", "lucky words"):
        round_ = dealt(game, 9, words)
        log = record(round_, auditors(round_.supply))
        verified = check_log(log, game)
        assert any("could not choose" in line for line in verified.proved) == bool(words)
        assert any("nobody mixed in" in line for line in verified.not_proved) == (not words)


def test_an_auditor_finds_another_secret_and_other_dice() -> None:
    game = rooms.game("garlic-city/pai-gow-tiles")
    one, other = dealt(game, 10), dealt(game, 11)
    with pytest.raises(ProofError, match="another order"):
        check_log(record(one, auditors(other.supply)), game)
    log = record(one, auditors(one.supply))
    assert any("dice" in line for line in check_log(log, game).proved)
    wrong = tuple(die % 6 + 1 for die in log.supply.dice)
    supply = msgspec.structs.replace(log.supply, dice=wrong)
    with pytest.raises(ProofError, match="other dice"):
        check_log(msgspec.structs.replace(log, supply=supply), game)


def test_a_round_without_a_promise_leaves_nothing_to_keep() -> None:
    round_ = deal(rooms.game(THREE), seed=1).play(random_policy(1))
    with pytest.raises(Refused, match="not dealt from a promised shuffle"):
        keep(round_, "player 2", ())
    with pytest.raises(Refused, match="nothing can be verified"):
        check_log(record(round_), round_.game)
