"""Nobody's socket tells him what he may not know: every message of rounds of every game is checked.

The slow run deals 1,000 rounds of each game; `eyes` says what is checked of each message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.eyes import Leak, driven

from housedealer import rooms
from housedealer.floor.house import showing, shown
from housedealer.table.view import View

ROUNDS = 2
MANY = 1000


@pytest.mark.parametrize("game", rooms.ids())
def test_nobody_is_told_what_he_may_not_know(tmp_path: Path, game: str) -> None:
    drive = asyncio.run(driven(tmp_path / "data", game, ROUNDS))
    assert drive.rounds >= ROUNDS
    assert drive.answers >= ROUNDS
    assert drive.pieces


@pytest.mark.slow
@pytest.mark.parametrize("game", rooms.ids())
def test_nobody_is_told_what_he_may_not_know_in_a_thousand_rounds(tmp_path: Path, game: str) -> None:
    drive = asyncio.run(driven(tmp_path / "data", game, MANY, seed=2, seconds=3600, differ=20))
    assert drive.rounds >= MANY
    assert drive.compared or game.endswith(("pan", "panguingue"))


# -- the checks can fail -------------------------------------------------------------------------------


def closed_pieces(patch: pytest.MonkeyPatch) -> None:
    """The scene shows closed hands to everybody."""
    seen = View.cards

    def cards(self: View, key: str) -> tuple[int, ...]:
        hand = self._table.hands.get(key)
        if self.who is None and hand is not None:
            return tuple(self._table.pieces[token] for token in hand.tokens)
        return seen(self, key)

    patch.setattr(View, "cards", cards)


def private_events(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told what one person was told."""

    def since(self: shown.Teller, at: int, who: str | None) -> list[Any]:
        events = self.round.table.events
        return [self._event(number, events[number], events[number].to) for number in range(at, len(events))]

    patch.setattr(shown.Teller, "since", since)
    patch.setattr(shown.Teller, "as_everybody", lambda *_: False)


def early_answers(patch: pytest.MonkeyPatch) -> None:
    """The scene counts what was answered among others."""
    public = shown.public

    def told(table: Any) -> bytes:
        answered = len(table.shown._got) if table.shown is not None else 0
        return public(table) + b',"answered":%d' % answered

    patch.setattr(shown, "public", told)


def secret_notices(patch: pytest.MonkeyPatch) -> None:
    """The house's secret stands in what is published of the shuffle."""
    proof = shown.proof

    def told(table: Any) -> dict[str, Any] | None:
        found = proof(table)
        return found and {**found, "house_hash": getattr(table, "secret", b"").hex()}

    patch.setattr(shown, "proof", told)


def salts(patch: pytest.MonkeyPatch) -> None:
    """An opening of the first position is published during the round."""
    proof = shown.proof

    def told(table: Any) -> dict[str, Any] | None:
        found, house = proof(table), table.commitment
        if found and house and house.promises:
            label = house.promises[0].label
            found["openings"] = [one.salt for one in house.prove(label, [0]).openings]
        return found

    patch.setattr(shown, "proof", told)


def words_of_a_hand(patch: pytest.MonkeyPatch) -> None:
    """A sentence names somebody's closed cards."""

    def told(self: Any, one: Any) -> bytes:
        others = [hand for hand in self.shown.table.hands.values() if hand.owner != one.question.who]
        faces = ", ".join(face for hand in others for face in self.shown.table.faces(hand))
        return sent(self, one).replace(b'"hint":"', b'"title_of":"Held: %b.","hint":"' % faces.encode(), 1)

    sent = showing.Showing._ask
    patch.setattr(
        showing.Showing, "_ask", lambda self, one: told(self, one) if self.round else sent(self, one)
    )


def what_depends(patch: pytest.MonkeyPatch) -> None:
    """A number that follows from closed cards stands in the scene."""
    public = shown.public

    def told(table: Any) -> bytes:
        pieces = table.shown.table.pieces if table.shown is not None else ()
        return public(table) + b',"sum":%d' % sum(pieces)

    patch.setattr(shown, "public", told)


PLANTS: list[tuple[Callable[[pytest.MonkeyPatch], None], str, str]] = [
    (closed_pieces, "closed", "lucky-buck/texas-holdem"),
    (private_events, "may not see", "lucky-buck/texas-holdem"),
    (early_answers, "before all have answered", "garlic-city/3-card-poker"),
    (secret_notices, "secret of the shuffle", "lucky-buck/texas-holdem"),
    (salts, "secret of the shuffle", "lucky-buck/texas-holdem"),
    (words_of_a_hand, "reads of", "lucky-buck/texas-holdem"),
    (what_depends, "depends on pieces", "lucky-buck/texas-holdem"),
]


@pytest.mark.parametrize(("plant", "says", "game"), PLANTS, ids=[plant[0].__name__ for plant in PLANTS])
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[..., None], says: str, game: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match=says):  # within a few rounds; who answers when is left to chance
        asyncio.run(driven(tmp_path / "data", game, 60, seconds=120))
