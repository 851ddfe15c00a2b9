"""Decks: the count of every composition in the rule books, and what no deck can be."""

from collections import Counter

import msgspec
import pytest

from housedealer.pieces.cards import JOKER, SECOND_JOKER, cards, rank
from housedealer.pieces.decks import KINDS, MOST_DECKS, Deck, DeckError, Kind

SPADES = "As 2s 3s 4s 5s 6s 7s Js Qs Ks"


@pytest.mark.parametrize(
    ("deck", "size"),
    [
        (Deck(), 52),
        (Deck("joker"), 53),
        (Deck("two-jokers"), 54),
        (Deck("mexican"), 41),
        (Deck("pan-9", 8), 288),
        (Deck("pan-9", 12), 432),
        (Deck("spanish", 4), 192),
        (Deck("spanish", 6), 288),
        (Deck("spanish", 8), 384),
        (Deck("pan", 8), 320),
        (Deck("pan", 8, less=SPADES), 310),
        (Deck("short"), 36),
        (Deck("conquian"), 40),
        (Deck("ace-to-six"), 24),
        (Deck("ace-to-six", 18), 432),
        (Deck("tiles"), 32),
        (Deck("standard", 8), 416),
        (Deck("standard", 1, "As"), 53),
        (Deck("standard", 6, "As"), 313),
    ],
)
def test_sizes(deck: Deck, size: int) -> None:
    assert deck.size == len(deck.pieces) == size


@pytest.mark.parametrize("count", range(1, MOST_DECKS + 1))
def test_shoes_hold_every_card_as_often_as_decks(count: int) -> None:
    assert set(Counter(Deck(count=count).pieces).values()) == {count}
    assert Deck(count=count).size == 52 * count


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        ("standard", "2 3 4 5 6 7 8 9 T J Q K A"),
        ("joker", "2 3 4 5 6 7 8 9 T J Q K A"),
        ("two-jokers", "2 3 4 5 6 7 8 9 T J Q K A"),
        ("mexican", "2 3 4 5 6 7 J Q K A"),
        ("pan", "2 3 4 5 6 7 J Q K A"),
        ("conquian", "2 3 4 5 6 7 J Q K A"),
        ("pan-9", "2 3 4 5 6 J Q K A"),
        ("spanish", "2 3 4 5 6 7 8 9 J Q K A"),
        ("short", "6 7 8 9 T J Q K A"),
        ("ace-to-six", "2 3 4 5 6 A"),
    ],
)
def test_ranks_of_each_kind(kind: Kind, held: str) -> None:
    deck = [card for card in KINDS[kind] if card < JOKER]
    assert deck == sorted(cards([each + suit for each in held.split() for suit in "cdhs"]))
    assert Counter(rank(card) for card in deck) == {rank(card): 4 for card in deck}


def test_jokers() -> None:
    assert Counter(Deck("joker", 8).pieces)[JOKER] == 8
    assert Deck("two-jokers").pieces[-2:] == (JOKER, SECOND_JOKER)
    assert JOKER in Deck("mexican").pieces
    assert JOKER not in Deck("pan").pieces


def test_extra_and_less() -> None:
    assert Counter(Deck(extra="As").pieces)[51] == 2
    assert Counter(Deck("pan", 8, less=SPADES).pieces)[51] == 7
    assert 51 not in Deck(less="As").pieces
    assert Deck("tiles", less="teen").size == 31


def test_from_data() -> None:
    assert msgspec.convert({"kind": "spanish", "count": 6}, Deck) == Deck("spanish", 6)
    for bad in (
        {"kind": "pinochle"},
        {"decks": 2},
        {"count": 0},
        {"count": 19},
        {"extra": "Xx"},
        {"less": "Jk"},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, Deck)


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ({"count": 0}, "1 to 18 decks, not 0"),
        ({"count": 19}, "1 to 18 decks, not 19"),
        ({"kind": "tiles", "count": 2}, "one set"),
        ({"kind": "tiles", "extra": "teen"}, "no extra"),
        ({"less": "As As"}, "only 1 times"),
        ({"extra": "??"}, "must be named"),
    ],
)
def test_what_no_deck_can_be(description: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        msgspec.convert(description, Deck)


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(DeckError, match="'pinochle' is not a kind"):
        Deck("pinochle")  # type: ignore[arg-type]
