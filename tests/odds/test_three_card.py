"""Three-card poker from any shoe: what is counted, held against every deal written out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from housedealer import odds, rooms
from housedealer.games.poker_vs_dealer.three_card import ACES, QUEEN, showdown
from housedealer.odds import three_card
from housedealer.odds.cells import wagers
from housedealer.pieces.cards import cards
from housedealer.ranking import three_card as three

GARLIC, AVIATOR = "garlic-city/3-card-poker", "aviator/three-card-poker-6-card-bonus"


def written_out(game: Any, shoe: list[int]) -> Fraction:
    """What the ante loses on average from a few pieces, each deal looked at by itself."""
    ace_low, always = ACES[game.ace_two_three], game.ante_when_not_qualified == "pays"
    total, many = Fraction(0), 0
    met: dict[tuple[Any, ...], list[Fraction]] = {}
    for hand in combinations(range(len(shoe)), 3):
        mine = three.rank([shoe[at] for at in hand], ace_low)
        for bank in combinations([at for at in range(len(shoe)) if at not in hand], 3):
            value = three.rank([shoe[at] for at in bank], ace_low)
            came = showdown(mine, value, three.qualifies(value, QUEEN), always)
            worth = three_card.worth(game, three.class_of(mine), came)
            ups = (None,) if game.up_card == "none" else bank
            for up in ups:
                seen = (tuple(sorted(shoe[at] for at in hand)), None if up is None else shoe[up])
                met.setdefault(seen, []).append(worth)
    for worths in met.values():
        total += max(sum(worths, Fraction(0)), Fraction(-len(worths)))
        many += len(worths)
    return -total / many


@pytest.mark.parametrize("name", [GARLIC, AVIATOR])
@pytest.mark.parametrize("decks", [1, 2])
def test_a_small_shoe_comes_to_what_all_its_deals_come_to(name: str, decks: int) -> None:
    """Ten cards, or five twice, of which some suits are alike and some not."""
    few = cards("As Ks Qs Jd 10d Qh 9h 3c 2c Ah" if decks == 1 else "As Ks Qd Jd 2c")
    game, shoe = rooms.game(name).params, [card for card in few for _ in range(decks)]
    [ante] = wagers(list(three_card.cells(game, Counter(shoe))), ("ante",))
    assert ante.edge == written_out(game, shoe)


def test_a_card_taken_out_is_counted_and_known_to_who_decides() -> None:
    found = odds.of(GARLIC, remove=cards("As"))
    dealt = odds.of(GARLIC, remove=cards("As"), rounds=2_000_000)
    assert found.not_as_approved == ("without As",)
    for one in found.wagers:
        assert one.method == "exact"
        low, high = dealt.as_json()["wagers"][[other.spot for other in dealt.wagers].index(one.spot)][
            "interval"
        ]
        assert low - 0.002 < one.edge < high + 0.002


def test_the_pair_plus_of_several_decks() -> None:
    """Two cards alike make a pair: of six decks 22,464 pairs' kinds come oftener than of one."""
    game = rooms.game(GARLIC).params
    one = wagers(list(three_card.cells(game, Counter(range(52)))), ("pair-plus",))[0]
    six = wagers(list(three_card.cells(game, Counter(dict.fromkeys(range(52), 6)))), ("pair-plus",))[0]
    assert six.hit > one.hit
    trips = sum(row.probability for row in six.rows if row.outcome == "three-of-a-kind")
    assert trips == pytest.approx(23 * 22 / (311 * 310), abs=1e-12)


def test_six_cards_of_several_decks_have_no_rank() -> None:
    found = odds.of(AVIATOR, decks=2)
    assert [one.spot for one in found.wagers] == ["ante", "pair-plus"]
