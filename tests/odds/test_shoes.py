"""Other pieces than a game's own: what is counted, what is dealt instead, and what has no answer."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from housedealer import odds
from housedealer.odds import simulate
from housedealer.odds.engines import Engine
from housedealer.odds.setup import Setup
from housedealer.odds.seven_cards import class_of_seven, count_classes
from housedealer.pieces.cards import JOKER, cards
from housedealer.ranking.variants import PAI_GOW_BUG
from housedealer.table.errors import Refused

FORTUNE, UTH = "lucky-buck/fortune-pai-gow-poker-1-1", "garlic-city/ultimate-texas-holdem"


@pytest.mark.parametrize("gone", ["As", "As Kd", "As Ks", "2c 3d 4h 5s"])
def test_seven_cards_of_a_deck_with_some_missing(gone: str) -> None:
    """Fifteen cards and a joker, less some: every hand of seven looked at by itself."""
    few = cards("As Ks Kd Kh Qc Jd 10h 9s 2c 2d 2h 3d 4h 5s 5c")
    left = [card for card in few if card not in cards(gone)]
    hands = combinations([*left, JOKER], 7)
    looked_at = Counter(class_of_seven(hand, PAI_GOW_BUG) for hand in hands)
    assert count_classes(dict.fromkeys((*left, JOKER), 1), PAI_GOW_BUG) == dict(looked_at)


def test_what_cannot_be_counted_is_dealt_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "at_once", property(lambda self: 1 << 18))
    found = odds.of(FORTUNE, remove=cards("As"))
    methods = {one.spot: one.method for one in found.wagers}
    assert methods == {"wager": "simulated", "fortune": "exact", "envy per other player": "exact"}
    assert found.method == "mixed"
    assert found.strategy.endswith("decisions are those of the whole deck")
    low, high = found.as_json()["wagers"][0]["interval"]
    assert low < 0.0123 < high
    assert not found.readings
    with pytest.raises(Refused, match="whole deck"):
        odds.of(FORTUNE, remove=cards("As"), exact=True)


def test_trips_without_a_card_as_it_is_dealt() -> None:
    counted = odds.of(UTH, spot="trips", remove=cards("As"), exact=True).wager("trips")
    assert counted.rounds == 115_775_100
    dealt = odds.of(UTH, spot="trips", remove=cards("As"), rounds=200_000).wager("trips")
    assert abs(counted.edge - dealt.edge) < 2 * simulate.interval(dealt.sd, dealt.rounds)


@pytest.mark.parametrize("name", [FORTUNE, UTH, "garlic-city/caribbean-stud-poker"])
def test_two_cards_alike_have_no_rank(name: str) -> None:
    for rounds in (None, 1000):
        with pytest.raises(Refused, match="one deck"):
            odds.of(name, decks=2, rounds=rounds)


@pytest.mark.parametrize(
    ("game", "spot", "pays", "before"),
    [
        ("garlic-city/3-card-poker", "ante-bonus", {"straight": "2:1"}, "ante"),
        ("lucky-buck/commission-free-baccarat", "banker", {"6": "1:1"}, "banker"),
    ],
)
def test_what_a_base_wager_pays_may_be_another(
    game: str, spot: str, pays: dict[str, str], before: str
) -> None:
    """Half a wager more on each banker's six; a wager more on each straight that is not given up."""
    old, new = odds.of(game).wager(before), odds.of(game, spot=spot, paytable=pays)
    [one] = new.wagers
    assert one.spot == before
    assert new.not_as_approved == (f"paytable of {spot}",)
    more = 0.5 * sum(row.probability for row in old.rows if row.pays in ("0.5:1", "1:2"))
    if before == "ante":
        more = sum(row.probability for row in old.rows if row.outcome.endswith("straight"))
    assert more > 0.02
    assert float(old.edge - one.edge) == pytest.approx(more)


def test_a_paytable_that_there_is_not_names_those_that_there_are() -> None:
    with pytest.raises(Refused, match="it has one for pair-plus, ante-bonus"):
        odds.of("garlic-city/3-card-poker", spot="ante", paytable={"flush": "5:1"})


def test_without_aces_nobody_can_insure() -> None:
    found = odds.counted_edges(Setup("lucky-buck/pure-21-5-blackjack", decks=1, remove=cards("As Ah Ad Ac")))
    assert set(found) == {"wager", "buster"}
