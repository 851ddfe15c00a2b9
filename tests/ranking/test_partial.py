"""Door cards, bring-ins and the highest or lowest card for the odd chip."""

import pytest

from housedealer.pieces.cards import card, cards, face
from housedealer.ranking.partial import (
    ACES_LOW,
    SPADES_HIGH,
    SPADES_LOW,
    SUITS_EQUAL,
    describe,
    door,
    highest_card,
    lowest_card,
)

SUIT_ORDERS = {SPADES_HIGH: "cdhs", SPADES_LOW: "shdc"}


@pytest.mark.parametrize("suits", [SPADES_HIGH, SPADES_LOW])
@pytest.mark.parametrize("ace", [0, ACES_LOW])
def test_all_52_cards_in_order(ace: int, suits: int) -> None:
    ranks = "A23456789TJQK" if ace else "23456789TJQKA"
    expected = [rank + suit for rank in ranks for suit in SUIT_ORDERS[suits]]
    found = sorted(range(52), key=lambda card: door(card, ace | suits))
    assert [face(card) for card in found] == expected
    assert len({door(card, ace | suits) for card in range(52)}) == 52


@pytest.mark.parametrize("ace", [0, ACES_LOW])
def test_where_suits_are_equal_only_ranks_count(ace: int) -> None:
    places = [door(card, ace | SUITS_EQUAL) for card in range(52)]
    assert len(set(places)) == 13
    assert all(len(set(places[4 * rank : 4 * rank + 4])) == 1 for rank in range(13))


def test_a_face_up_joker_is_an_ace() -> None:
    aces = {door(card(face), SUITS_EQUAL) for face in ("As", "Ac", "Jk", "JK")}
    assert aces == {max(door(card, SUITS_EQUAL) for card in range(52))}


def test_the_bring_in_of_stud_and_of_razz() -> None:
    doors = cards("2h 2d Ac Ks Kh")
    assert min(doors, key=lambda card: door(card, SPADES_HIGH)) == card("2d")
    assert max(doors, key=lambda card: door(card, ACES_LOW)) == card("Ks")
    assert max(doors, key=lambda card: door(card, ACES_LOW | SPADES_LOW)) == card("Kh")


def test_the_odd_chip() -> None:
    first, second = cards("Kh 9s 2c"), cards("Kd 9c 2s")
    assert highest_card(first, SPADES_HIGH) > highest_card(second, SPADES_HIGH)
    assert lowest_card(first, SPADES_HIGH) < lowest_card(second, SPADES_HIGH)
    assert lowest_card(cards("Ac 2c"), ACES_LOW) == door(card("Ac"), ACES_LOW)


@pytest.mark.parametrize("flags", [SPADES_HIGH, SPADES_LOW, ACES_LOW, ACES_LOW | SPADES_LOW])
def test_the_words_name_the_card(flags: int) -> None:
    assert describe(door(card("Ah"), flags), flags) == "ace of hearts"
    assert describe(door(card("2s"), flags), flags) == "deuce of spades"
    assert describe(door(card("2s"), flags | SUITS_EQUAL), flags | SUITS_EQUAL) == "two"
