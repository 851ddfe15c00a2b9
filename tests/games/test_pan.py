"""Pan: limits and collection, order of play, told hands, and the game's sheet."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.pan_hands import DULL, FLAT, PAN, QUICK, QUICK_MELDS, asked, chips, nets, say, seated, told

from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply, SeededSupply
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.round import Round, deal
from housedealer.table.stakes import open_table
from housedealer.wagers.money import cents

DECK = sorted(set(PAN.params.deck.pieces))


# -- limits and collection -----------------------------------------------------------------------------


def test_the_limits_are_those_of_the_table() -> None:
    limits = PAN.params.limit
    assert [one.name for one in limits] == [
        *(f"singles {n}" for n in range(1, 21)),
        *(f"doubles {n}" for n in range(1, 11)),
    ]
    assert [one.lines[0] for one in limits] == list(range(407, 437))
    for one in limits:
        n, double = int(one.condition), one.kind == "doubles"
        assert one.blind == str(n * (2 if double else 1))
        assert one.buy_in == str(n * (40 if double else 20))
        assert one.collection == tuple(str(n * k) for k in ((2, 3, 4) if double else (1, 2, 3)))


@pytest.mark.parametrize("limit", [one.name for one in PAN.params.limit])
def test_the_fee_rows_are_the_table_s(limit: str) -> None:
    stakes = open_table(PAN, limit=limit)
    assert stakes.structure.name == limit == stakes.limit
    assert [row.amount for row in stakes.rows] == [cents(one) for one in stakes.structure.collection]
    assert [(row.low, row.high) for row in stakes.rows] == [(2, 2), (3, 4), (5, None)]


def test_a_limit_must_be_one_of_the_room_s() -> None:
    with pytest.raises(Refused, match="no limit 'singles 21'"):
        open_table(PAN, limit="singles 21")
    with pytest.raises(Refused, match="no limit 'triples 1'"):
        deal(PAN, limit="triples 1")
    with pytest.raises(Refused, match="Say which limit"):
        told({1: DULL, 2: FLAT}, "", [(2, "draw")], limit="")


@pytest.mark.parametrize(
    ("limit", "many", "shares"),
    [
        ("singles 1", 2, [100]),
        ("singles 1", 3, [100, 100]),
        ("singles 4", 4, [400, 400]),
        ("singles 1", 5, [100, 100, 100]),
        ("singles 20", 8, [2000, 2000, 2000]),
        ("doubles 1", 2, [200]),
        ("doubles 3", 4, [600, 300]),
        ("doubles 1", 6, [200, 100, 100]),
    ],
)
def test_the_first_players_pay_the_collection(limit: str, many: int, shares: list[int]) -> None:
    for split, wanted in (("by-steps", shares), ("first-player", [sum(shares)])):
        round_ = deal(PAN.ruled({"collection-split": split}), limit=limit, state=seated(many, winner=2))
        order = [2, 1, *range(many, 2, -1)]
        assert [(who, amount) for who, amount, _ in round_.table.fees] == [
            (f"p{seat}", amount) for seat, amount in zip(order, wanted, strict=False)
        ]


def test_the_collection_may_come_from_the_tops() -> None:
    round_ = deal(PAN.ruled({"collection": "from-tops"}), limit="singles 1", state=seated(5))
    assert [(who, amount) for who, amount, _ in round_.table.fees] == [("tops", 300)]
    assert round_.table.tops == {"singles": 200, "doubles": 0}
    assert set(chips(round_).values()) == {-100}


# -- order of play -------------------------------------------------------------------------------------


def test_play_goes_counter_clockwise_from_the_last_winner() -> None:
    round_ = deal(PAN, state=seated(4, winner=2))
    for seat in (2, 1, 4, 3):
        assert asked(round_) == (f"p{seat}", "declare")
        round_.answer("play")
    for seat in (2, 1, 4):
        assert asked(round_) == (f"p{seat}", "take")
        say(round_, "draw", "done")


def test_the_first_to_the_right_draws_when_the_winner_passes() -> None:
    round_ = deal(PAN, state=seated(4, winner=2))
    for word in ("pass", "play", "play", "pass"):
        round_.answer(word)
    assert asked(round_) == ("p1", "take")
    say(round_, "draw", "done")
    assert asked(round_) == ("p4", "take")


@pytest.mark.parametrize("marks", [{"previous_winner_name": "somebody else"}, {}])
def test_dealing_begins_right_of_a_winner_who_left(marks: dict[str, Any]) -> None:
    state = seated(4, winner=3, **marks)
    if not marks:
        del state.seats[3]
    assert asked(deal(PAN, state=state)) == ("p2", "declare")


def test_a_new_game_begins_with_the_lowest_card() -> None:
    state = seated(3)
    state.marks.clear()
    order = cards("Kh 4c 4d 2s As") + cards(f"{DULL} {FLAT} {QUICK}")
    round_ = Round(PAN, open_table(PAN), state, OrderSupply(order))
    assert asked(round_) == ("p3", "declare")  # 4c and 4d are equal; then 2s against an ace
    assert not [key for key in round_.table.hands if key.startswith("start")]
    assert round_.table.supply.left() == 5


def test_cards_come_five_at_a_time() -> None:
    round_ = deal(PAN, state=seated(3, winner=3))
    keys = [event.args[0] for event in round_.table.events if event.kind == "deal"]
    assert keys == [key for key in "321321" for _ in range(5)]


def test_two_players_are_needed() -> None:
    with pytest.raises(Refused, match="two players"):
        deal(PAN, state=seated(1))


# -- told hands ----------------------------------------------------------------------------------------


def quick(seat: int, *before: tuple[int, str]) -> list[tuple[int, str]]:
    """A hand that goes out at once."""
    return [*before, (seat, "draw"), *((seat, word) for word in QUICK_MELDS)]


def test_out_in_one_turn() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3))
    assert nets(verdict) == {1: "-5", 2: "-5", 3: "10"}
    lines = [
        (one["from"], one["seat"], one["spot"], one["pays"], one["because"]["code"])
        for one in verdict["settlement"]
    ]
    assert lines == [
        (2, 3, "condition", "1", "valle"),
        (1, 3, "condition", "1", "valle"),
        (2, 3, "condition", "1", "low-run"),
        (1, 3, "condition", "1", "low-run"),
        (2, 3, "out", "2", "out"),
        (1, 3, "out", "2", "out"),
        ("tops", 3, "tops", "3", "tops"),
    ]
    assert [(one["from"], one["amount"]) for one in verdict["fees"]] == [("3", "1"), ("2", "1")]
    assert not verdict["violations"]
    assert "threes, fives or sevens" in verdict["settlement"][0]["because"]["words"]


@pytest.mark.parametrize(
    ("limit", "wanted"),
    [("singles 5", {1: "-25", 2: "-25", 3: "50"}), ("doubles 1", {1: "-10", 2: "-10", 3: "20"})],
)
def test_limits_multiply(limit: str, wanted: dict[int, str]) -> None:
    assert nets(told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), limit=limit)) == wanted


@pytest.mark.parametrize(
    ("doubles", "wanted"),
    [
        ((3,), {1: "-5", 2: "-5", 3: "10"}),
        ((2, 3), {1: "-5", 2: "-10", 3: "15"}),
        ((2,), {1: "-5", 2: "-5", 3: "10"}),
        ((1, 2, 3), {1: "-10", 2: "-10", 3: "20"}),
    ],
)
def test_doubles_players_at_a_singles_table(doubles: tuple[int, ...], wanted: dict[int, str]) -> None:
    posts = [{"seat": seat, "kind": "doubles"} for seat in doubles]
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), posts=posts)
    assert nets(verdict) == wanted
    back = [one["seat"] for one in verdict["settlement"] if one["because"]["code"] == "doubles-tops-back"]
    assert back == ([2] if doubles == (2,) else [])


def test_singles_players_at_a_doubles_table() -> None:
    posts = [{"seat": 1, "kind": "singles"}]
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), posts=posts, limit="doubles 2")
    assert nets(verdict) == {1: "-10", 2: "-20", 3: "30"}
    with pytest.raises(Refused, match="posts singles or doubles"):
        told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), posts=[{"seat": 1, "kind": "big"}])
    with pytest.raises(Refused, match="no limit of doubles"):
        told(
            {1: DULL, 2: FLAT, 3: QUICK},
            "5h",
            quick(3),
            posts=[{"seat": 1, "kind": "doubles"}],
            limit="singles 11",
        )


def test_who_passes_leaves_his_ante_and_pays_no_more() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3, (3, "play"), (2, "pass"), (1, "play")))
    assert nets(verdict) == {1: "-5", 2: "-1", 3: "6"}


def test_the_only_one_who_plays_takes_the_tops() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "", [(3, "pass"), (2, "play"), (1, "pass")])
    assert nets(verdict) == {1: "-1", 2: "2", 3: "-1"}


def test_when_all_pass_the_antes_go_back() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "", [(3, "pass"), (2, "pass"), (1, "pass")])
    assert nets(verdict) == {1: "0", 2: "0", 3: "0"}


def test_the_last_winner_need_not_be_told_when_the_draws_show_him() -> None:
    verdict = told({1: DULL, 2: QUICK, 3: FLAT}, "5h", quick(2), previous_winner=0)
    assert nets(verdict) == {1: "-5", 2: "10", 3: "-5"}
    with pytest.raises(Refused, match="no seat 9"):
        told({1: DULL, 2: QUICK}, "5h", quick(2), previous_winner=9)


def test_a_card_drawn_may_be_added_and_pays_again() -> None:
    script = [
        (3, "draw"),
        (3, "meld 7c 7d 7h"),
        (3, "discard 2s"),
        (2, "draw"),
        (2, "discard Qc"),
        (1, "draw"),
        (1, "discard Qd"),
        (3, "draw"),
        (3, "add 7s to 1"),
        (3, "meld Ks Kh Kd"),
        (3, "meld Ah 2h 3h 4h"),
    ]
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "2s Qc Qd 7s", script)
    assert nets(verdict) == {1: "-6", 2: "-6", 3: "12"}


def test_stacks_limit_what_is_paid() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), stacks={"1": "3", "2": "100", "3": "100"})
    assert nets(verdict) == {1: "-3", 2: "-5", 3: "8"}
    assert [one["result"] for one in verdict["settlement"] if one["from"] == 1] == ["win", "win"]
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), stacks={"1": "4", "2": "100", "3": "100"})
    assert [one["result"] for one in verdict["settlement"] if one["from"] == 1] == ["win", "win", "short"]


def test_who_has_no_chip_plays_for_the_tops() -> None:
    stacks = {"1": "100", "2": "100", "3": "2"}  # one for the collection, one for the ante
    told_ = {"stacks": stacks}
    hands = {1: DULL, 2: FLAT, 3: QUICK}
    assert nets(told(hands, "5h", quick(3), **told_)) == {1: "-1", 2: "-1", 3: "2"}
    everything = told(hands, "5h", quick(3), rulings={"broke-collects": "everything"}, **told_)
    assert nets(everything) == {1: "-5", 2: "-5", 3: "10"}


def test_alternatives_show_the_rulings_that_matter() -> None:
    verdict = told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3), alternatives=True)
    assert {one["ruling"] for one in verdict["alternatives"]} == {"collection", "collection-split"}


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([], "seat 3 did: meld"),
        ([(3, "draw")], "meld"),
        ([(3, "draw"), (3, "meld 7c 7d 2h")], "neither a set nor a run"),
        ([(3, "draw"), (3, "meld 7c 7d 7s")], "7s is not in this hand"),
        ([(3, "draw"), (3, "discard Kd")], "cannot go in the hand"),
        ([(3, "draw"), (3, "add 5h to 1")], "Name a meld"),
        ([(3, "draw"), (3, "meld 7c 7d 7h"), (3, "add 5h to 1")], "does not go on 7c 7d 7h"),
        ([(3, "option")], "there is none"),
        ([(3, "draw"), (3, "discard 5h"), (2, "option")], "cannot take the option card 5h"),
        ([*quick(3), (2, "draw")], "nothing asked for it"),
        ([*quick(3), (2, "force")], "nothing asked for it"),
        ([(2, "draw"), *quick(3)], "Seat 2's answer 'draw' was told"),
    ],
)
def test_refusals_name_what_is_wrong(script: list[tuple[int, str]], words: str) -> None:
    with pytest.raises(Refused, match=words):
        told({1: DULL, 2: FLAT, 3: QUICK}, "5h", script)


def test_a_declaration_must_be_told() -> None:
    with pytest.raises(MissingFact, match="declare"):
        told({1: DULL, 2: FLAT, 3: QUICK}, "5h", quick(3, (3, "play"), (2, "play")))


def test_cards_of_a_hand_that_melds_must_be_told() -> None:
    with pytest.raises(Refused, match="Tell the cards"):
        told({1: DULL, 2: FLAT, 3: "7c 7d"}, "5h", quick(3))
    verdict = told({1: "??", 2: "??", 3: QUICK}, "5h", quick(3))
    assert nets(verdict)[3] == "10"


def test_stock_left_over_is_refused() -> None:
    with pytest.raises(Refused, match="stock was told Qc"):
        told({1: DULL, 2: FLAT, 3: QUICK}, "5h Qc", quick(3))


# -- the sheet -----------------------------------------------------------------------------------------


def test_every_reason_is_worded_and_has_its_lines() -> None:
    codes = {
        *(one.id for one in PAN.params.condition),
        "out",
        "tops",
        "doubles-tops",
        "doubles-tops-back",
        "ante-back",
        "no-winner-back",
        "foul-hand",
        "wrong-count-late",
        "incorrect-meld",
        "incorrect-meld-late",
    }
    assert codes <= set(PAN.rules)
    first, last = PAN.head.lines
    cited: list[Any] = [*PAN.rules.values(), *PAN.rulings.values(), *PAN.remedies.values()]
    for entry in cited:
        assert first <= entry.lines[0] <= entry.lines[1] <= last


def test_every_playable_ruling_has_its_field() -> None:
    for name, ruling in PAN.rulings.items():
        if len(ruling.readings) > 1:
            assert getattr(PAN.params, name.replace("-", "_")) == ruling.default
            for reading in ruling.readings:
                PAN.ruled({name: reading})


def test_the_deck_has_320_cards() -> None:
    assert PAN.params.deck.size == 320
    assert len(DECK) == 40
    assert SeededSupply(PAN.params.deck.pieces, 1).left() == 320
