"""Numbers of pai gow poker that others have published for the same rules.

* Wizard of Odds, "Fortune Pai Gow Poker": the hands of seven cards out of 154,143,080, where a hand that is
  both a straight and three of a kind is paid as three of a kind. Here that is the reading `best-pay`.
* Wizard of Odds, "Pai Gow Poker": bettor and dealer both by a house way, 28.61 per cent won, 41.48 pushed,
  29.91 lost; 2.73 per cent for the house with its commission of five per cent. That house way is a casino's
  own, with ace to five as the second-highest straight, so rows differ by some tenths of a per cent; a copy is
  worth the same by any.
"""

from __future__ import annotations

import pytest

from housedealer import odds

LUCKY = "lucky-buck/fortune-pai-gow-poker-1-1"
SEVEN_CARDS = {
    "seven-card-straight-flush": 32,
    "royal-match": 72,
    "seven-card-straight-flush-joker": 196,
    "five-aces": 1_128,
    "royal-flush": 26_020,
    "straight-flush": 184_644,
    "four-of-a-kind": 307_472,
    "full-house": 4_188_528,
    "flush": 6_172_088,
    "three-of-a-kind": 7_672_500,
    "straight": 11_034_204,
}
ALL = 154_143_080


def test_the_hands_of_seven_cards() -> None:
    wager = odds.of(LUCKY, spot="fortune", rulings={"straight-with-trips": "best-pay"}).wager("fortune")
    others, rest = divmod(wager.rounds, ALL)
    assert rest == 0
    found = {row.outcome: row.combinations // others for row in wager.rows}
    assert {row: found[row] for row in SEVEN_CARDS} == SEVEN_CARDS
    assert sum(found.values()) == ALL


def test_the_house_way_against_itself() -> None:
    wager = odds.of(LUCKY, spot="wager", rulings={"wheel": "second-highest"}).wager("wager")
    by_row = {row.pays: row.probability for row in wager.rows}
    assert by_row["1:1"] == pytest.approx(0.2861, abs=0.004)
    assert by_row["push"] == pytest.approx(0.4148, abs=0.004)
    assert by_row["lose"] == pytest.approx(0.2991, abs=0.004)
    assert by_row["lose"] - 0.95 * by_row["1:1"] == pytest.approx(0.0273, abs=0.0005)
