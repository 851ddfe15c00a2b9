"""Pan: what is a meld, which melds a hand holds, and what they pay."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from housedealer.games.pan import pays
from housedealer.games.pan.melds import (
    MIXED_SET,
    NOTHING,
    RUN,
    SUITED_SET,
    fits,
    is_set,
    kind_of,
    melds,
    place_of,
    usable,
)
from housedealer.kernel import fast
from housedealer.pieces.cards import card, cards, faces
from housedealer.rooms import game

PAN = game("lucky-buck/pan")
DECK = sorted(set(PAN.params.deck.pieces))


# -- what is a meld ------------------------------------------------------------------------------------


def plain_kind(some: tuple[int, ...], any_suit: bool = False) -> int:
    """The definition, written another way."""
    if len(some) < 3:
        return NOTHING
    ranks, suits = {one // 4 for one in some}, [one % 4 for one in some]
    if len(ranks) == 1:
        if len(set(suits)) == 1:
            return SUITED_SET
        free = ranks & {card("Kh") // 4, card("Ah") // 4}
        apart = len(set(suits)) == len(suits) or (any_suit and len(set(suits)) >= 3)
        return MIXED_SET if free or apart else NOTHING
    line = "A234567JQK"
    text = "".join(sorted((faces([one])[0] for one in some), key=line.index))
    return RUN if len(set(suits)) == 1 and text in line else NOTHING


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7c 7d 7h", MIXED_SET),
        ("7c 7d 7h 7s", MIXED_SET),
        ("7c 7d 7h 7h", NOTHING),
        ("7c 7c 7d", NOTHING),
        ("7s 7s 7s 7s 7s", SUITED_SET),
        ("Kc Kc Kd", MIXED_SET),
        ("Ah Ah Ah", SUITED_SET),
        ("As As Ad Ad", MIXED_SET),
        ("Qc Qc Qd", NOTHING),
        ("6h 7h Jh", RUN),
        ("Ah 2h 3h", RUN),
        ("Kh Qh Jh 7h", RUN),
        ("Qh Kh Ah", NOTHING),
        ("2h 3h 3h", NOTHING),
        ("2h 3h 4d", NOTHING),
        ("2h 3h", NOTHING),
        ("7h 8h 9h", NOTHING),
        ("8c 8d 8h", NOTHING),
    ],
)
def test_sets_and_runs(text: str, kind: int) -> None:
    assert kind_of(cards(text)) == kind
    assert fast(kind_of)(cards(text), False) == kind


def test_the_whole_rope_is_one_run() -> None:
    rope = cards("As 2s 3s 4s 5s 6s 7s Js Qs Ks")
    assert [place_of(one) for one in rope] == list(range(10))
    assert kind_of(rope) == RUN


pan_cards = st.sampled_from(DECK)


@given(st.lists(pan_cards, max_size=6), st.booleans())
@settings(max_examples=400)
def test_kind_agrees_with_the_definition(some: list[int], any_suit: bool) -> None:
    assert kind_of(tuple(some), any_suit) == plain_kind(tuple(some), any_suit)


@given(
    st.lists(st.sampled_from(cards("7c 7d 7h 7s Kc Kd Jh 6h 5h Ah 2h 3h")), min_size=3, max_size=5),
    st.booleans(),
)
@settings(max_examples=400)
def test_kind_agrees_on_close_cards(some: list[int], any_suit: bool) -> None:
    assert kind_of(tuple(some), any_suit) == plain_kind(tuple(some), any_suit)


close_cards = st.sampled_from(cards("6h 7h Jh Qh 7c 7d 7s Kh Ks Ad 2d 3d 4d"))


@given(st.lists(close_cards, max_size=8), close_cards)
@settings(max_examples=300)
def test_usable_means_that_some_meld_has_the_card(hand: list[int], new: int) -> None:
    found = any(kind_of((new, *some)) != NOTHING for many in range(2, 5) for some in combinations(hand, many))
    assert usable(new, tuple(hand)) is found
    assert found == any(len(hand) in meld for meld in melds([*hand, new]))


@given(st.lists(close_cards, max_size=8), st.booleans())
@settings(max_examples=200)
def test_melds_lists_every_meld_once(hand: list[int], any_suit: bool) -> None:
    wanted = {
        tuple(sorted(hand[at] for at in some))
        for many in range(3, 9)
        for some in combinations(range(len(hand)), many)
        if plain_kind(tuple(hand[at] for at in some), any_suit) != NOTHING
    }
    listed = list(melds(hand, any_suit))
    found = [tuple(sorted(hand[at] for at in meld)) for meld in listed]
    assert len(found) == len(set(found)) == len(set(listed))
    assert set(found) == wanted


ROPE = cards("Ah 2h 3h 4h 5h 6h 7h Jh Qh Kh")
RUNS = [ROPE[low:high] for low in range(8) for high in range(low + 3, 11)]
SETS = [
    cards(text) for text in ("7c 7d 7h", "7c 7d 7h 7s", "7s 7s 7s", "Kc Kc Kd", "As As As As", "2d 2h 2s")
]


@pytest.mark.parametrize("any_suit", [False, True])
@pytest.mark.parametrize("meld", RUNS + SETS, ids=faces)
def test_a_card_fits_when_the_meld_stays_one(meld: tuple[int, ...], any_suit: bool) -> None:
    for new in DECK:
        wanted = plain_kind((*meld, new), any_suit) != NOTHING
        assert fits(new, meld, any_suit) is wanted
        assert fits(new, meld[::-1], any_suit) is wanted
    assert not fits(card("8h"), meld, any_suit)


def test_is_set_by_counts() -> None:
    for many in range(6):
        for suits in range(1, 5):
            for free in (False, True):
                for any_suit in (False, True):
                    wanted = many >= 3 and (suits == 1 or suits == many or free or (any_suit and suits >= 3))
                    assert is_set(many, suits, free, any_suit) == wanted


# -- what melds pay ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("7c 7d 7h", {"valle": 1}),
        ("5c 5d 5s", {"valle": 1}),
        ("3c 3d 3h 3s", {"valle": 2}),
        ("7h 7h 7h", {"valle-suited": 2}),
        ("3s 3s 3s", {"valle-suited": 4}),
        ("5h 5h 5h 5h", {"valle-suited": 4}),
        ("5s 5s 5s 5s", {"valle-suited": 8}),
        ("2c 2d 2h", {}),
        ("Jc Jc Jc", {"suited": 1}),
        ("Qs Qs Qs", {"suited": 2}),
        ("6d 6d 6d 6d 6d", {"suited": 3}),
        ("Ah Ah Ah", {"suited": 1}),
        ("Ks Ks Ks", {"suited": 2}),
        ("Ks Ks Kh", {}),
        ("Ah 2h 3h", {"low-run": 1}),
        ("As 2s 3s 4s 5s", {"low-run": 2}),
        ("2h 3h 4h", {}),
        ("Jh Qh Kh", {"high-run": 1}),
        ("7s Js Qs Ks", {"high-run": 2}),
        ("7h Jh Qh", {}),
        ("Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd", {"low-run": 1, "high-run": 1}),
        ("7c 7d 2h", {}),
    ],
)
def test_conditions(text: str, wanted: dict[str, int]) -> None:
    assert pays.conditions(PAN.params, cards(text)) == wanted


@pytest.mark.parametrize(
    ("before", "added", "wanted"),
    [
        ("7c 7d 7h", "7s", {"valle": 1}),
        ("7h 7h 7h", "7h", {"valle-suited": 2}),
        ("7s 7s 7s", "7s", {"valle-suited": 4}),
        ("Qd Qd Qd", "Qd", {"suited": 1}),
        ("Ks Ks Ks", "Kh", {}),
        ("Ks Ks Ks Kh", "Ks", {}),
        ("2h 3h 4h", "Ah", {"low-run": 1}),
        ("2h 3h 4h", "5h", {}),
        ("Ah 2h 3h", "4h", {}),
        ("7s Js Qs", "Ks", {"high-run": 2}),
        ("2c 2d 2h", "2s", {}),
    ],
)
def test_added_cards(before: str, added: str, wanted: dict[str, int]) -> None:
    lies = cards(before)
    assert pays.gained(PAN.params, lies, (*lies, card(added))) == wanted
    plain = PAN.ruled({"added-cards": "nothing"}).params
    runs = {name: many for name, many in wanted.items() if name.endswith("run")}
    assert pays.gained(plain, lies, (*lies, card(added))) == runs


@pytest.mark.parametrize(
    ("one", "other", "wanted"), [(True, True, 600), (True, False, 300), (False, False, 300)]
)
def test_doubles_pay_double_only_among_themselves(one: bool, other: bool, wanted: int) -> None:
    assert pays.price(3, 100, one, other) == wanted == pays.price(3, 100, other, one)
    assert fast(pays.price)(3, 100, one, other) == wanted
