"""Cards and their faces: every face is read back, in every spelling, and bad ones are named."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from housedealer.pieces.cards import (
    JOKER,
    SECOND_JOKER,
    UNTOLD,
    X_ACE,
    PieceError,
    card,
    cards,
    face,
    faces,
    is_joker,
    make,
    name,
    pretty,
    rank,
    ranks,
    suit,
)


@pytest.mark.parametrize("one", [*range(54), UNTOLD])
def test_every_face_is_read_back(one: int) -> None:
    assert card(face(one)) == one
    assert card(pretty(one)) == one


@pytest.mark.parametrize("one", range(52))
def test_any_case_and_numbering(one: int) -> None:
    assert card(face(one).upper()) == card(face(one).lower()) == one
    assert make(rank(one), suit(one)) == one == rank(one) * 4 + suit(one)
    assert not is_joker(one)


def test_the_names_are_all_different() -> None:
    assert len({name(one) for one in [*range(54), UNTOLD]}) == 55
    assert [name(one) for one in (0, 33, 51)] == ["deuce of clubs", "ten of diamonds", "ace of spades"]


def test_the_order_of_ranks_and_suits() -> None:
    assert faces(range(8)) == "2c 2d 2h 2s 3c 3d 3h 3s"
    assert faces(range(44, 52)) == "Kc Kd Kh Ks Ac Ad Ah As"


@pytest.mark.parametrize("token", ["10d", "10D", "Td", "tD", "10♦", "t♢", " Td "])
def test_spellings_of_a_ten(token: str) -> None:
    assert card(token) == 33


def test_jokers() -> None:
    assert [card(token) for token in ("Jk", "jk", "jK", "joker", "JOKER")] == [JOKER] * 5
    assert card("JK") == SECOND_JOKER
    assert is_joker(JOKER)
    assert is_joker(SECOND_JOKER)
    assert not is_joker(UNTOLD)


def test_lists() -> None:
    assert cards("  As,Kd\n10h ?? ") == (51, 45, 34, UNTOLD)
    assert cards("") == ()
    assert cards(["As", "as"]) == (51, 51)
    assert ranks("8, 9 10 t a") == (6, 7, 8, 8, 12)


@pytest.mark.parametrize(
    "token", ["", "A", "s", "1s", "11h", "Ax", "AsKd", "10", "?", "100d", "Jk2", "0c", "A s"]
)
def test_a_bad_card_is_named(token: str) -> None:
    with pytest.raises(PieceError, match=re.escape(repr(token))) as caught:
        card(token)
    assert caught.value.token == token
    assert str(caught.value).count(". ") == 0
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("number", [-2, 54, 1000])
def test_a_number_that_is_no_card(number: int) -> None:
    for shown in (face, name, pretty):
        with pytest.raises(PieceError, match=str(number)):
            shown(number)


@given(st.text(max_size=4))
@example("XA")
def test_any_text_is_a_card_or_a_piece_error(token: str) -> None:
    try:
        found, named = card(token), token
    except PieceError as error:
        found, named = UNTOLD, error.token
    assert found in (*range(UNTOLD, SECOND_JOKER + 1), X_ACE)
    assert named == token


@given(st.lists(st.integers(UNTOLD, SECOND_JOKER)))
def test_lists_are_read_back(some: list[int]) -> None:
    assert list(cards(faces(some))) == some
