"""Rounds told again, and every event worded."""

from __future__ import annotations

import pytest

from housedealer import rooms
from housedealer.floor.retell import retell
from housedealer.table.core import Event
from housedealer.table.log import decode, encode, record, transcript
from housedealer.table.round import deal, first_state, random_policy
from housedealer.table.tell import read_back, sentences, tell


@pytest.mark.parametrize("name", rooms.ids())
def test_live_and_logged_events_are_told_alike_and_in_words(name: str) -> None:
    game = rooms.game(name)
    for seed in range(4):
        round_ = deal(game, seed, state=first_state(game, 3)).play(random_policy(seed))
        for event, logged in zip(round_.table.events, transcript(round_), strict=True):
            whole = Event(event.kind, event.private or event.args)
            line = tell(whole, game)
            assert line == tell(read_back(logged), game)
            assert line[0].isupper() or line[0].isdigit()
            assert line.endswith(".")
            assert "{" not in line
            assert "None" not in line
            assert any(
                key == event.kind or key.startswith((f"{event.kind}.", f"{event.kind}/"))
                for key in sentences()
            )


@pytest.mark.parametrize("name", rooms.ids())
def test_a_round_can_be_told_up_to_any_entry_by_anybody(name: str) -> None:
    game = rooms.game(name)
    round_ = deal(game, 2, state=first_state(game, 3)).play(random_policy(2))
    log = decode(encode(record(round_)))
    whole = retell(log, game)
    assert whole.agrees
    for at in range(0, len(log.entries) + 1, 1 + len(log.entries) // 5):
        part = retell(log, game, at=at)
        assert part.steps == whole.steps[: at + 1]
        assert part.finished == (at == len(log.entries))
        assert bool(part.asked) == (not part.finished)
    for viewer in ("spectator", "1", "player 2"):
        told = retell(log, game, viewer)
        assert [len(step.events) for step in told.steps] == [len(step.events) for step in whole.steps]
