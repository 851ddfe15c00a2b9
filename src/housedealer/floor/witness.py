"""What a viewer keeps of a round, and what an auditor is given, so that each can check the shuffle later.

A viewer keeps the promises that he noted before the deal, the events as he saw them, and the openings of the
pieces that those events showed him: nothing else, so that his file gives away no hidden piece. `check`
compares all three, and finds besides whether the pieces came off the top in turn, for a viewer sees every
piece leave the stub even when he does not see its face.

    >>> from housedealer.pieces.proof import Commitment
    >>> from housedealer.pieces.supply import CommittedSupply
    >>> from housedealer.rooms import game
    >>> from housedealer.table.round import Round, first_state, random_policy
    >>> from housedealer.table.stakes import open_table
    >>> three = game("garlic-city/3-card-poker")
    >>> supply = CommittedSupply(three.params.deck.pieces, Commitment("round 5"))
    >>> noted = supply.promises
    >>> round_ = Round(three, open_table(three), first_state(three, 2), supply).play(random_policy(1))
    >>> check(keep(round_, "player 2", noted), three).proved[0][-55:]
    'was fixed before the deal and not exchanged afterwards.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from housedealer.pieces.proof import (
    Promise,
    Proof,
    ProofError,
    Record,
    audit,
    composition_hash,
    verify,
)
from housedealer.pieces.supply import CommittedSupply
from housedealer.table.core import Event, face_of
from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.log import RoundLog
from housedealer.table.log import check as check_replay
from housedealer.table.round import Round

VERSION = 1


class Witness(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="file", tag="witness"):
    """A viewer's file: what he noted, what he saw, and the openings of it. `who` is empty for a spectator."""

    game: str
    readings: dict[str, str]
    who: str | None
    noted: tuple[Promise, ...]
    events: tuple[Any, ...]
    proofs: tuple[Proof, ...]
    version: int = VERSION


class Audit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an auditor's log holds of the shuffle: what was published, and the record, which tells all."""

    house_hash: str
    promises: tuple[Promise, ...]
    record: Record


class Verified(msgspec.Struct, frozen=True):
    """What a check showed, and what it cannot show, in sentences."""

    kind: str
    proved: tuple[str, ...]
    not_proved: tuple[str, ...]


class Seen(msgspec.Struct):
    """What a viewer's events tell of the stub: how many pieces left it, and which he saw, by draw."""

    draws: int = 0
    pieces: dict[int, int] = {}
    dice: tuple[int, ...] = ()


def keep(round_: Round, who: str | None, noted: Sequence[Promise]) -> Witness:
    """What a viewer keeps of a round that was dealt from a committed shuffle."""
    supply = round_.supply
    if not isinstance(supply, CommittedSupply):
        raise Refused("This round was not dealt from a promised shuffle, so there is nothing to keep.")
    events = round_.view(who)
    found = seen(events)
    later = tuple(promise for promise in supply.promises if promise not in noted)
    return Witness(
        game=round_.game.id,
        readings=dict(round_.game.readings),
        who=who,
        noted=(*noted, *later),
        events=tuple(msgspec.to_builtins((event.kind, event.args)) for event in events),
        proofs=supply.prove(found.pieces, range(len(found.dice))),
    )


def auditors(supply: CommittedSupply) -> dict[str, Any]:
    """What a round's log keeps for an auditor. It gives away every piece."""
    kept = Audit(supply.commitment.house_hash, supply.promises, supply.record())
    return msgspec.to_builtins(kept)  # type: ignore[no-any-return]


def seen(events: Sequence[Event]) -> Seen:
    """Read a viewer's events: every piece that left the stub, and the faces that he learned."""
    found = Seen()
    draw_of: dict[int, int] = {}
    hands: dict[str, list[int]] = {}

    def learn(token: int, piece: Any) -> None:
        if isinstance(piece, int) and piece >= 0 and token in draw_of:
            found.pieces[draw_of[token]] = piece

    for event in events:
        kind, args = event.kind, event.args
        if kind == "deal" or kind == "burn":
            token = args[1] if kind == "deal" else args[0]
            draw_of[token] = found.draws
            found.draws += 1
            if kind == "deal":
                hands.setdefault(args[0], []).append(token)
                learn(token, args[2])
        elif kind == "move":
            token, source, target = args
            if token in hands.get(source, ()):
                hands[source].remove(token)
            hands.setdefault(target, []).append(token)
        elif kind == "show":
            for token, piece in zip(args[1], args[2], strict=True):
                learn(token, piece)
        elif kind == "hand" and len(args) == 2:
            for token, piece in zip(hands.get(args[0], ()), args[1], strict=False):
                learn(token, piece)
        elif kind == "set-aside" and len(args) == 2:
            found.pieces[found.draws] = args[1]
            found.draws += 1
        elif kind in ("set-aside", "exposed") and len(args) == 3 and not isinstance(args[2], bool):
            learn(args[1], args[2])
            if kind == "set-aside" and args[1] in hands.get(args[0], ()):
                hands[args[0]].remove(args[1])
        elif kind == "dice":
            found.dice += tuple(args[0] if isinstance(args[0], (list, tuple)) else args)
    return found


def check(witness: Witness, game: Game) -> Verified:
    """Check a viewer's file; whatever does not hold raises `ProofError` with the reason."""
    if witness.version != VERSION:
        raise ProofError(f"This program checks viewers' files of version {VERSION}, not {witness.version}.")
    face = face_of(game.params.pieces)
    promised = {promise.label: promise for promise in witness.noted}
    opened: dict[str, list[tuple[int, int]]] = {}
    for proof in witness.proofs:
        promise = promised.get(proof.label)
        if promise is None:
            raise ProofError(f"Nothing was promised under the label {proof.label!r}.")
        if proof.label in opened:
            raise ProofError(f"{proof.label} is opened twice.")
        verify(proof, promise.root)
        opened[proof.label] = sorted((opening.position, opening.piece) for opening in proof.openings)
    orders = [label for label in promised if "/dice/" not in label]
    found = seen([Event(str(kind), tuple(args)) for kind, args in witness.events])
    _same_pieces(found, [(label, at, piece) for label in orders for at, piece in opened.get(label, ())], face)
    dice = [piece for label in promised if "/dice/" in label for _, piece in opened.get(label, ())]
    if tuple(dice) != found.dice:
        raise ProofError(f"The dice that you saw were {list(found.dice)}, but {dice} are opened.")
    _right_deck(promised[orders[0]] if orders else None, game)
    return Verified("viewer", *_what_a_viewer_knows(found, game, len(orders)))


def _same_pieces(found: Seen, opened: list[tuple[str, int, int]], face: Any) -> None:
    """The pieces seen are those opened, and each came off the top when it was dealt."""
    numbers = sorted(found.pieces)
    if len(opened) != len(numbers):
        raise ProofError(f"You saw {len(numbers)} pieces, but {len(opened)} positions are opened.")
    first: dict[str, int] = {}
    for number, (label, at, piece) in zip(numbers, opened, strict=True):
        was = found.pieces[number]
        if was != piece:
            raise ProofError(
                f"Draw {number + 1} was {face(was)} as you saw it, but its position holds {face(piece)}."
            )
        begun = first.setdefault(label, number - at if len(first) else 0)
        if number - begun != at:
            raise ProofError(
                f"{face(piece)} stood at position {at + 1} of {label},"
                f" but position {number - begun + 1} was next."
            )


def _right_deck(promise: Promise | None, game: Game) -> None:
    deck = game.params.deck.pieces
    if promise is None:
        raise ProofError("No promise of an order was noted before the deal.")
    if promise.pieces != len(deck) or promise.composition != composition_hash(deck).hex():
        raise ProofError(
            f"The order promised is not one of the {len(deck)} pieces that the game is dealt from."
        )


def _what_a_viewer_knows(found: Seen, game: Game, orders: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    many = len(found.pieces)
    each = "The one piece that you saw was" if many == 1 else f"Each of the {many} pieces that you saw was"
    proved = [
        f"{each} fixed before the deal and not exchanged afterwards.",
        f"Pieces were drawn in the promised order: {found.draws} left the stub as your events tell,"
        " and yours stood where they should.",
        f"The promise names the {game.params.deck.size} pieces of the game's deck.",
    ]
    if orders > 1:
        proved.append(
            f"{orders - 1} further shuffle{'s' if orders > 2 else ''} of the round were promised as well."
        )
    if found.dice:
        proved.append(f"The {len(found.dice)} dice were promised before they were thrown.")
    return tuple(proved), (
        "Nothing about the pieces that you did not see, not even that they make up the rest of the deck:"
        " an auditor can check that.",
        "Not that the order came by chance, unless you or somebody you trust mixed in a text"
        " and an auditor confirms it.",
        "The promises must be those that you noted yourself before the deal; the file only says so.",
    )  # fmt: skip


def check_log(log: RoundLog, game: Game) -> Verified:
    """Check an auditor's log: the orders follow from the record, and the round dealt them."""
    if log.proof is None:
        raise Refused(
            "This round was dealt from a seed: nothing was promised before it, so nothing can be verified."
        )
    try:
        kept = msgspec.convert(log.proof, Audit)
    except msgspec.ValidationError as error:
        raise Refused(f"The log's proof is not an auditor's: {error}.") from None
    deck = game.params.deck.pieces
    orders = audit(kept.record, kept.house_hash, kept.promises, [deck])
    stages = kept.record.stages
    dealt = [order for stage, order in zip(stages, orders, strict=True) if not stage.dice]
    thrown = tuple(die for stage, order in zip(stages, orders, strict=True) if stage.dice for die in order)
    if not dealt or tuple(dealt[0]) != log.supply.order or tuple(dealt[1:]) != log.supply.recycled:
        raise ProofError("The log deals another order than the one promised.")
    if thrown[: len(log.supply.dice)] != log.supply.dice:
        raise ProofError("The log throws other dice than those promised.")
    if log.supply.irregular:
        raise ProofError("The log plants irregular pieces in a promised order.")
    again = check_replay(log, game)
    proved = [
        f"The order of all {len(deck)} pieces is a permutation of the game's deck.",
        "It follows from the secret that the house was bound to, and it is the one promised.",
    ]
    if len(dealt) > 1:
        proved.append(f"So are the {len(dealt) - 1} orders of the later shuffles.")
    if log.supply.dice:
        proved.append(f"So are the {len(log.supply.dice)} dice.")
    contributed = kept.record.contributions
    not_proved = ["Not that no other shuffle was made before this one and abandoned."]
    if contributed:
        who = " and ".join(dict.fromkeys(one.who for one in contributed))
        proved.append(f"A text of {who} went into it: the house alone could not choose the order.")
    else:
        not_proved.insert(
            0, "Not that the order came by chance: nobody mixed in a text, so the house could choose."
        )
    if again.agrees:
        proved.append("Dealt again from this order, the round comes out as the log says, to the last event.")
    else:
        not_proved.append(f"Not that the round went as the log says: {'; '.join(again.differences)}.")
    not_proved.append(
        "Not that the hash and the promises here are those published then: compare them with your notes."
    )
    return Verified("auditor", tuple(proved), tuple(not_proved))
