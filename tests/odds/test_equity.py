"""Equities: the rankings of live showdowns, whole enumerations against plain counting, known figures."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from housedealer.games.poker.showdown import HALVES
from housedealer.odds import cost, equity
from housedealer.odds.equity import form_of
from housedealer.odds.equity.count import DIVIDED, LOW_TAKES_ALL, UNIT, divide
from housedealer.odds.equity.worth import NONE, RANKINGS, worth
from housedealer.pieces.cards import cards
from housedealer.rooms import games
from housedealer.table.errors import Refused

HOLDEM = "garlic-city/texas-holdem"


@pytest.mark.parametrize("name", sorted(HALVES))
def test_every_ranking_is_that_of_the_live_showdown(name: str) -> None:
    rng = Random(name)
    deck = [*range(52), 52] if "joker" in name else list(range(52))
    if name.startswith("mexican"):
        deck = [card for card in deck if card // 4 not in (6, 7, 8)] + [52]
    for _ in range(60):
        dealt = rng.sample(deck, 9)
        hole, board = tuple(dealt[:4]), tuple(dealt[4:9])
        if "omaha" not in name and "two" not in name:
            hole, board = tuple(dealt[: 4 if name == "badugi" else 5]), ()
        live = [rank(hole, board) for rank in HALVES[name]]
        ours = [worth(one, hole, board, (*hole, *board)) for one in RANKINGS[name] if one != NONE]
        assert ours == live, (hole, board)


def test_every_pot_game_has_a_form() -> None:
    for game in games():
        if game.play.poker:
            assert form_of(game).size >= 1


def test_aces_against_kings_of_the_same_suits() -> None:
    """82.637% over all 1,712,304 boards, as poker calculators give it."""
    found = equity.of(HOLDEM, ["AsAh", "KsKh"])
    assert (found.exact, found.ways) == (True, 1_712_304)
    assert round(100 * found.players[0].equity, 3) == 82.637


@pytest.mark.parametrize("hands", [("AsKs", "QhQd"), ("7h2d", "AsAc"), ("Tc9c", "2s2d")])
def test_two_hands_before_the_flop_beside_eval7(hands: tuple[str, str]) -> None:
    import eval7

    own = [eval7.Card(hands[0][at : at + 2]) for at in (0, 2)]
    theirs = eval7.py_hand_vs_range_monte_carlo(own, eval7.HandRange(hands[1]), [], 1_000_000)
    assert equity.of(HOLDEM, list(hands)).players[0].equity == pytest.approx(theirs, abs=0.003)


def test_every_turn_and_river_beside_eval7() -> None:
    import eval7

    card = eval7.Card
    held, flop = (["As", "Ah"], ["Ks", "Kh"]), ["2c", "7d", "Th"]
    left = [str(one) for one in eval7.Deck().cards if str(one) not in {*held[0], *held[1], *flop}]
    total = 0.0
    for rest in combinations(left, 2):
        one, other = (eval7.evaluate([card(text) for text in (*mine, *flop, *rest)]) for mine in held)
        total += 1.0 if one > other else 0.5 if one == other else 0.0
    ours = equity.of(HOLDEM, ["AsAh", "KsKh"], board="2c 7d Th")
    assert ours.players[0].equity == pytest.approx(total / 990, abs=1e-12)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        (HOLDEM, ["AsKd", "QhJh", "5c5d"], "Qs 5h 2d"),
        ("garlic-city/texas-holdem-hi-lo-split", ["As2d", "KhKc"], "3s 7h Kd"),
        ("lucky-buck/omaha", ["As Ah Kd Qd", "7c 8d 9c Td"], "2c 7h Kh"),
        ("lucky-buck/omaha-holdem-8", ["As 2h Kd Qd", "7c 8d 9c Td"], "2c 7h 3h"),
        ("lucky-buck/tahoe", ["As Ah Kd", "7c 8d 9c"], "2c 7h Kh"),
        ("lucky-buck/tahoe-pineapple-holdem-8", ["As 2h Kd", "7c 8d 9c"], "3c 7h 4h"),
    ],
)
def test_all_boards_counted_as_plainly_as_can_be(game: str, hands: list[str], board: str) -> None:
    found = equity.of(game, hands, board=board)
    from housedealer.rooms import game as game_of

    params = game_of(game).params
    ranks, held = HALVES[params.hands], [cards(one) for one in _spaced(hands)]
    flop = cards(board)
    out = {*flop, *(card for one in held for card in one)}
    least = form_of(game_of(game)).rule[2]
    totals, whole = [0] * len(held), 0
    for rest in combinations([card for card in range(52) if card not in out], 2):
        shares = [0] * len(held)
        full = (*flop, *rest)
        highs = [ranks[0](one, full) for one in held]
        lows = [ranks[1](one, full) if len(ranks) > 1 else 0 for one in held]
        divide(highs, lows, least, LOW_TAKES_ALL, shares)
        totals = [one + share for one, share in zip(totals, shares, strict=True)]
        whole += 1
    assert found.ways == whole
    for one, total in zip(found.players, totals, strict=True):
        assert one.equity == pytest.approx(total / whole / UNIT, abs=1e-12)


def _spaced(hands: list[str]) -> list[str]:
    return [" ".join(one.replace(" ", "")[at : at + 2] for at in range(0, 16, 2)).strip() for one in hands]


def test_a_draw_is_one_card_of_those_left() -> None:
    """Throwing the king from A-2-3-4-K: a five to eight of the 43 cards left makes an eight or better."""
    found = equity.of("lucky-buck/lowball", ["As 2d 3c 4h Ks / Ks", "5s 6d 7c 8h 9s"], classes=True)
    assert (found.exact, found.ways) == (True, 43)
    made = found.players[0].classes
    assert made["five low"] == pytest.approx((3 + 1) / 43)  # three fives, or the joker as the five
    assert made["eight low"] == pytest.approx(3 / 43)


def test_simulation_and_count_agree_and_workers_change_nothing() -> None:
    hands = ["AsKd", "QhJh", "5c5d"]
    exact = equity.of(HOLDEM, hands)
    one = equity.of(HOLDEM, hands, rounds=600_000, workers=1)
    two = equity.of(HOLDEM, hands, rounds=600_000, workers=2)
    assert [a.equity for a in one.players] == [b.equity for b in two.players]
    for counted, dealt in zip(exact.players, one.players, strict=True):
        assert dealt.interval is not None
        low, high = dealt.interval
        assert low - 0.001 <= counted.equity <= high + 0.001


def test_the_general_way_agrees_with_the_quick_one() -> None:
    quick = equity.of(HOLDEM, ["AsKd", "QhJh"], board="2c 7d Th")
    general = equity.of(HOLDEM, ["AsKd", "QhJh"], board="2c 7d Th", classes=True)
    assert [one.equity for one in quick.players] == [one.equity for one in general.players]
    assert sum(general.players[0].classes.values()) == pytest.approx(1.0)


def test_a_range_is_the_average_of_its_hands() -> None:
    pairs = [f"A{a}A{b}" for a, b in combinations("cdhs", 2)]
    parts = [equity.of(HOLDEM, ["KsQs", one], board="2c 7d Th") for one in pairs]
    whole = equity.of(HOLDEM, ["KsQs", "AA"], board="2c 7d Th")
    assert whole.ways == sum(one.ways for one in parts)
    mean = sum(one.players[0].equity for one in parts) / len(parts)
    assert whole.players[0].equity == pytest.approx(mean)


def test_a_stud_game_and_mexican_poker_are_dealt_out() -> None:
    stud = equity.of("garlic-city/7-card-stud", ["AsAhAd 2c 9h 4s", "KsKhKd 3c 8h 5s"])
    assert (stud.exact, stud.ways) == (True, 40 * 39)
    mexican = equity.of("garlic-city/mexican-poker", ["As Ah Kd Kc", "7c 7d JK 3s"])
    assert mexican.exact
    assert sum(one.equity for one in mexican.players) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("values", "lows", "least", "alone", "wanted"),
    [
        ([9, 5], [0, 0], 0, LOW_TAKES_ALL, [UNIT, 0]),
        ([9, 9, 5], [0, 0, 0], 0, LOW_TAKES_ALL, [UNIT // 2, UNIT // 2, 0]),
        ([9, 5], [0, 3], 0, LOW_TAKES_ALL, [UNIT // 2, UNIT // 2]),
        ([9, 5], [3, 3], 0, LOW_TAKES_ALL, [3 * UNIT // 4, UNIT // 4]),
        ([4, 3], [0, 3], 5, LOW_TAKES_ALL, [0, UNIT]),
        ([4, 3], [0, 3], 5, DIVIDED, [UNIT // 4, 3 * UNIT // 4]),
        ([4, 3], [0, 0], 5, LOW_TAKES_ALL, [UNIT // 2, UNIT // 2]),
    ],
)
def test_how_a_pot_is_divided(
    values: list[int], lows: list[int], least: int, alone: int, wanted: list[int]
) -> None:
    shares = [0] * len(values)
    divide(values, lows, least, alone, shares)
    assert shares == wanted


@pytest.mark.parametrize(
    ("hands", "board", "words"),
    [
        (["AsAh"], "", "two to ten"),
        (["AsAh", "AsKh"], "", "told twice"),
        (["AsAh", "KsKh"], "2c 3c 4c 5c 6c 7c", "board"),
        (["AsAhAd", "KsKh"], "", "has 3 cards"),
        (["AsXx", "KsKh"], "", "not a card"),
        (["AsAh", "KsKh"], "As", "told twice"),
        (["AA", "AsAhKs"], "", "has 3 cards"),
    ],
)
def test_bad_hands_are_refused_in_a_sentence(hands: list[str], board: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        equity.of(HOLDEM, hands, board=board)


def test_what_a_seat_costs_follows_the_fee() -> None:
    """Book 004: lowball's drop is taken each hand, and time by the half hour."""
    drop, time = cost.of("lucky-buck/lowball", players=6, hands=20)
    assert drop.an_hour(30) == pytest.approx(drop.a_hand * 5)
    assert (time.a_hand, time.an_hour(30)) == (0.0, 2 * time.half_hour)
    assert time.half_hour > 0
    with pytest.raises(Refused, match="bank"):
        cost.of("lucky-buck/ez-baccarat")
