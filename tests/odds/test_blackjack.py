"""The blackjack family: charts and side bets against brute force, insured seats to the cent."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from housedealer import odds, rooms
from housedealer.games.blackjack.strategy import CHARTS
from housedealer.kernel import fast, kernel
from housedealer.odds.blackjack import side, strategy
from housedealer.odds.blackjack.chart import Plan, make_plan, patterns
from housedealer.odds.blackjack.holdings import finished_of, shoe_of
from housedealer.odds.blackjack.kept import depends, kinds_of, packed, plan_of, to_store, unpacked
from housedealer.odds.blackjack.play import (
    PART,
    PLAY_ON,
    SAYS_AMOUNT,
    SAYS_INSURANCE,
    grown,
    play_round,
)
from housedealer.odds.blackjack.printed import bots_charts
from housedealer.odds.blackjack.rounds import Rounds
from housedealer.odds.blackjack.tables import (
    ACTIONS,
    EIGHTS,
    Tables,
    cards_of,
    state,
    states,
    tables_of,
)
from housedealer.odds.cells import wagers
from housedealer.odds.engines import engine_of
from housedealer.odds.setup import Setup
from housedealer.odds.simulate import Lot, dealt_codes, sampler_of
from housedealer.odds.stored import COUNTS, alike, path_of, read
from housedealer.pieces.cards import cards
from housedealer.pieces.supply import OrderSupply
from housedealer.ranking.totals import hard_total, is_ace
from housedealer.table.game import Game, State
from housedealer.table.questions import All, Amount, Wagers
from housedealer.table.round import Round, bot_policy
from housedealer.table.stakes import open_table

NAMES = (
    "garlic-city/no-bust-21st-century-blackjack-5-1",
    "lucky-buck/pure-21-5-blackjack",
    "lucky-buck/blackjack-x",
)
NO_BUST, PURE, X = NAMES


def shoe_with(text: str) -> Counter[int]:
    """A small shoe: so many of each card, as `8s*4 Kd*6`."""
    found: Counter[int] = Counter()
    for part in text.split():
        face, _, many = part.partition("*")
        found[cards(face)[0]] += int(many or 1)
    return found


def planned(game: Any, pieces: Mapping[int, int]) -> tuple[Tables, Plan]:
    """The best chart of a game with any shoe, made here and now."""
    tables = tables_of(game, kinds_of(pieces))
    return tables, make_plan(tables, shoe_of(pieces))


# -- tables ------------------------------------------------------------------------------------------


def test_a_state_stands_for_its_hands() -> None:
    for number in states():
        held = cards_of(number)
        assert state(hard_total(held) // 2, any(is_ace(card) for card in held)) == number
        assert len(held) > 2 or number in (state(2, True), state(4, False), state(5, False))
        walked = grown(0, 0)
        for card in held:
            walked = grown(walked, hard_total([card]) // 2)
        assert walked == number


@pytest.mark.parametrize("name", NAMES)
def test_tables_say_of_any_hand_what_the_rules_say(name: str) -> None:
    """Hands drawn at random, longer and shorter, come to what the table has for their class."""
    game = rooms.game(name).params
    tables = tables_of(game, kinds_of(Counter(game.deck.pieces)))
    rules, rng = tables.source.rules(game), Random(name)
    shoe = list(game.deck.pieces)
    compared = 0
    while compared < 3000:
        mine, bank = (tuple(rng.sample(shoe, 3 + int(rng.random() * 4))) for _ in range(2))
        if hard_total(mine) > 62 or hard_total(bank) > 62:
            continue
        compared += 1
        at, on = (state(hard_total(one) // 2, any(is_ace(card) for card in one)) for one in (mine, bank))
        if tables.source.three_eights and [card // 4 for card in bank] == [6, 6, 6]:
            on = EIGHTS
        assert tables.result[at, on] == tables.source.against(game, mine, False, bank)
        assert bool(tables.over[at]) == rules.is_over(mine)
        assert bool(tables.breaks[on]) == tables.source.breaks(game, bank)


# -- the chart against brute force --------------------------------------------------------------------


@kernel
def next_order(order: Any, many: int) -> bool:
    """The next order of so many first cards, of which some may be alike; whether there is one."""
    at = many - 2
    while at >= 0 and order[at] >= order[at + 1]:
        at -= 1
    if at < 0:
        return False
    other = many - 1
    while order[other] <= order[at]:
        other -= 1
    order[at], order[other] = order[other], order[at]
    low, high = at + 1, many - 1
    while low < high:
        order[low], order[high] = order[high], order[low]
        low += 1
        high -= 1
    return True


@kernel
def every_order(
    order: Any, many: int, state: Any, table: Any, insured: Any, room: Any, codes: Any, log: Any, found: Any
) -> int:
    """Deal every order of a small shoe; counts the codes and gives the most cards that a round took."""
    most = 0
    while True:
        most = max(most, play_round(order, state, False, table, insured, room, codes, 0, log))
        found[codes[0, 0]] += 1
        if not next_order(order, many):
            return most


def counted_by_force(rounds: Rounds, pieces: Mapping[int, int]) -> dict[str, Fraction]:
    """What each wager wins on average over every order of a shoe."""
    shoe = sorted(Counter(pieces).elements())
    order = np.array(shoe + [TENS] * len(shoe), dtype=np.int64)
    found = np.zeros(rounds.stories * rounds.per_story, dtype=np.int64)
    most = fast(every_order)(
        order, len(shoe), np.zeros(4, dtype=np.int64), rounds.table, np.zeros(1, dtype=np.int64),
        np.zeros(2 * PART, dtype=np.int64), np.zeros((1, 1), dtype=np.int32),
        np.zeros((1, 2), dtype=np.int64), found,
    )  # fmt: skip
    assert most <= len(shoe), f"the shoe is too small: a round took {most} cards"
    won: dict[str, Fraction] = {}
    for code in np.flatnonzero(found).tolist():
        for spot, came in rounds.results(code).items():
            won[spot] = won.get(spot, Fraction(0)) + int(found[code]) * came.won
    whole = int(found.sum())
    return {spot: units / whole for spot, units in won.items()}


TENS = cards("Ks")[0]
SMALL = {
    "pairs of eights against tens": "8s*6 Ks*8 3s",
    "aces and tens": "As*4 Ks*9 9s*3",
    "nines, sevens and an ace": "9s*5 7s*4 Ks*4 As*2",
    "doubles": "5s*3 6s*3 Ks*8 9s",
}
SUITED = {
    NO_BUST: "As Ad*2 Kd*6 Qd*3 9h*2",
    PURE: "As Ad*2 Kd*6 Qd*3 9h*2",
    X: "XA As*2 Ad Kd*10 7d*2",
}


@pytest.mark.parametrize("shoe", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("name", NAMES)
def test_a_chart_is_worth_what_every_order_of_a_small_shoe_comes_to(name: str, shoe: str) -> None:
    params, pieces = rooms.game(name).params, shoe_with(shoe)
    tables, plan = planned(params, pieces)
    found = counted_by_force(Rounds(tables, plan, pieces), pieces)
    assert math.isclose(-plan.edge, found["wager"], abs_tol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_side_bets_come_to_what_every_order_of_a_small_shoe_does(name: str) -> None:
    params, pieces = rooms.game(name).params, shoe_with(SUITED[name])
    tables, plan = planned(params, pieces)
    found = counted_by_force(Rounds(tables, plan, pieces), pieces)
    counts = side.counted(tables, plan, pieces)
    for spot, won in found.items():
        if spot != "wager":
            assert -wagers(list(counts[spot]), (spot,))[0].edge == won, spot
    assert len(found) == (4 if name == X else 2)


def test_courses_of_a_seat_that_splits_are_those_of_its_cards() -> None:
    """Six cards that pair or not, dealt to a seat hand by hand, split while there are fewer than four."""
    chance = Fraction(1, 7)
    dealt: dict[tuple[int, int, int], Fraction] = {}
    for cards_pair in product((True, False), repeat=6):
        hands, waiting, apart, after, paired = 2, 2, 0, 0, 0
        for pairs in cards_pair:
            if not waiting:
                break
            if hands == 4:
                after, waiting = after + 1, waiting - 1
            elif pairs:
                hands, waiting, paired = hands + 1, waiting + 1, paired + 1
            else:
                apart, waiting = apart + 1, waiting - 1
        likely = math.prod(chance if pairs else 1 - chance for pairs in cards_pair)
        dealt[paired, apart, after] = dealt.get((paired, apart, after), Fraction(0)) + likely
    assert dealt == {
        (paired, apart, after): orders * chance**paired * (1 - chance) ** apart
        for (paired, apart, after), orders in patterns(4).items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_finished_hand_of_the_player_dealer_is_counted_once(name: str) -> None:
    """Their chances are a whole over each up card, with the whole shoe of the game."""
    params = rooms.game(name).params
    pieces = Counter(params.deck.pieces)
    tables, shoe = tables_of(params, kinds_of(pieces)), shoe_of(pieces)
    for up in tables.kinds:
        whole = Fraction(0)
        for _, orders, drawn in finished_of(tables, shoe, up).sets():
            ways = math.prod(math.perm(shoe[kind] - (kind == up), many) for kind, many in drawn.items())
            whole += Fraction(orders * ways, math.perm(sum(shoe) - 1, sum(drawn.values())))
        assert whole == 1


# -- the games as approved ----------------------------------------------------------------------------

FAR = 5.5
"""Standard deviations that nothing here may be away from what was counted."""


@pytest.mark.parametrize("name", NAMES)
def test_rounds_dealt_at_random_come_to_what_was_counted(name: str) -> None:
    dealt = odds.of(name, rounds=1_000_000, seed=11)
    setup = Setup(name)
    engine = engine_of(setup.game())
    assert engine.expected
    assert engine.counted
    edges = dict(engine.expected(setup.game().params, setup.pieces()))
    counts = engine.counted(setup.game().params, setup.pieces())
    edges |= {spot: float(wagers(list(cells), (spot,))[0].edge) for spot, cells in counts.items()}
    for one in dealt.wagers:
        off = one.sd / math.sqrt(one.rounds)
        assert abs(float(one.edge) - edges[one.spot]) < FAR * off, one.spot
        if one.spot != "wager":
            for row in wagers(list(counts[one.spot]), (one.spot,))[0].rows:
                seen = sum(other.combinations for other in one.rows if other.outcome == row.outcome)
                spread = math.sqrt(max(one.rounds * row.probability * (1 - row.probability), 1))
                assert abs(seen - one.rounds * row.probability) < FAR * spread, (one.spot, row)


@pytest.mark.parametrize("name", NAMES)
def test_seats_share_the_player_dealers_hand_and_are_dealt_alike(name: str) -> None:
    setup, many = Setup(name), 200_000
    sampler = sampler_of(setup)
    codes = dealt_codes(sampler, Lot(setup, 5, 0, many), 7)
    used = np.unique(codes).tolist()
    won, bust = np.zeros(sampler.classes), np.zeros(sampler.classes)
    for code in used:
        results = sampler.results(code)
        won[code], bust[code] = float(results["wager"].won), float(results["buster"].won)
    by_seat, off = won[codes].mean(axis=0), won[codes].std() / math.sqrt(many)
    assert abs(by_seat - by_seat.mean()).max() < FAR * off
    assert (bust[codes] == bust[codes][:, :1]).all()


def test_the_edge_is_reported_as_counted_and_its_rounds_as_dealt() -> None:
    found = odds.of(PURE, readings=True)
    wager, buster = found.wager("wager"), found.wager("buster")
    assert (wager.method, buster.method, found.method) == ("expected", "exact", "mixed")
    assert abs(float(wager.edge) - 0.0199238709) < 1e-9
    by_rounds = -sum(row.returned for row in wager.rows)
    assert abs(by_rounds - float(wager.edge)) < FAR * wager.sd / math.sqrt(wager.rounds)
    data = found.as_json()["wagers"][0]
    assert data["interval"][1] - data["interval"][0] < 1e-9
    changes = {(one.ruling, one.reading): one.edges for one in found.readings}
    assert changes["double-after-split", "no"]["wager"] > float(wager.edge)
    assert changes["surrender", "yes"]["wager"] < float(wager.edge)
    assert set(changes["nine-cards", "unpaid"]) == {"buster"}


def test_a_ruling_that_makes_the_shoe_is_a_reading_too() -> None:
    changes = {one.ruling for one in odds.of(X, spot="buster", readings=True).readings}
    assert changes == {"decks", "x-ace-in-shoe", "nine-cards"}


# -- charts as data -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_table_of_decisions_takes_what_is_worth_most(name: str) -> None:
    params = rooms.game(name).params
    first, longer = strategy(params, Counter(params.deck.pieces))
    often = 0.0
    for one in first.decisions:
        assert one.worth[one.best] == max(one.worth.values()), one
        often += one.often
    naturals = Counter(params.deck.pieces)
    tens = sum(many for card, many in naturals.items() if 32 <= card < 48)
    aces = sum(many for card, many in naturals.items() if card >= 48)
    whole = sum(naturals.values())
    assert math.isclose(often, 1 - 2 * tens * aces / (whole * (whole - 1)), abs_tol=1e-7)
    assert all(one.worth[one.best] == max(one.worth.values()) for one in longer.decisions)
    assert len({one.situation for one in longer.decisions}) == len(longer.decisions)


def test_the_chart_of_pure_is_the_one_that_players_know() -> None:
    """Many decks, soft 17 is hit, splits may be doubled: what every book of the game prints."""
    params = rooms.game(PURE).params
    first, longer = strategy(params, Counter(params.deck.pieces))
    ups = [*map(str, range(2, 11)), "A"]

    def line(hand: str) -> str:
        return "".join(first.at(hand, up).best[:2] for up in ups)

    assert line("hard 11") == "do" * 10
    assert line("hard 12") == "hihi" + "st" * 3 + "hi" * 5
    assert line("hard 16") == "st" * 5 + "hi" * 5
    assert line("soft 18") == "do" * 5 + "stst" + "hi" * 3
    assert line("8-8") == line("A-A") == "sp" * 10
    assert line("9-9") == "sp" * 5 + "stspsp" + "stst"
    assert longer.at("hard 16", "10").best == "stand"


def test_the_bots_charts_are_those_that_were_counted() -> None:
    assert CHARTS.read_text(encoding="utf-8") == bots_charts()


def test_a_chart_is_kept_as_it_is_made() -> None:
    params = rooms.game(PURE).params
    pieces = Counter(params.deck.pieces)
    tables, made = planned(params, pieces)
    assert alike(packed(made), read(path_of(COUNTS, "blackjack", depends(tables, pieces))))
    again = unpacked(packed(made))
    assert (again.two == made.two).all()
    assert (again.more == made.more).all()
    assert math.isclose(again.edge, made.edge, abs_tol=1e-11)


def test_every_reading_has_its_chart_kept() -> None:
    names = {path_of(COUNTS, name, what).name for name, what, _ in to_store()}
    assert names == {path.name for path in COUNTS.glob("blackjack-*.json")}
    assert len(names) > 20


# -- seats that insure, and seats with a bonus alone, against the live script ------------------------

CHIPS = 10**9


def opened(game: Game, order: Sequence[int], seats: int) -> Round:
    """A round of the live script from an order, the player-dealer at seat 1 with money for everything."""
    people = {seat: f"player {seat}" for seat in range(1, seats + 2)}
    chips = dict.fromkeys(people.values(), CHIPS)
    start = State(seats=people, chips=chips, places=game.params.seats, bank=1, bank_amount=-1)
    return Round(game, open_table(game), start, OrderSupply(order))


def net(round_: Round, seat: int) -> int:
    """What a seat won in all, in cents."""
    lines = [line for line in round_.table.lines if line.seat == seat]
    return sum(line.pays - (line.amount - line.returned if line.result == "lose" else 0) for line in lines)


def insured_round(game: Game, rounds: Rounds, order: Sequence[int], insures: Sequence[bool]) -> bool:
    """A round with seats that insure for half of their wager, to the cent; whether insurance was offered."""
    codes, said = rounds.trace(order, insures)
    round_ = opened(game, order, len(insures))
    waiting: dict[str, list[int]] = {f"player {seat + 2}": [] for seat in range(len(insures))}
    for seat, word in said:
        if word != SAYS_AMOUNT:
            waiting[f"player {seat + 2}"].append(word)
    stake = 1000
    assert isinstance(round_.question, All)
    for question in round_.question.questions:
        assert isinstance(question, Wagers)
        round_.answer(((question.hands[0], "wager", stake),), who=question.who)
    while not round_.finished:
        at, asked = round_.open()[0]
        if isinstance(asked, Amount) and asked.name == "insurance":
            assert waiting[asked.who].pop(0) == SAYS_INSURANCE
            round_.answer(stake // 2 if insures[int(asked.who.split()[1]) - 2] else 0, at=at)
        elif isinstance(asked, Amount):
            round_.answer(asked.default, at=at)
        else:
            word = waiting[asked.who].pop(0)
            round_.answer("play-on" if word == PLAY_ON else ACTIONS[word], at=at)
    assert not any(waiting.values())
    for seat, code in enumerate(codes):
        results = rounds.results(code)
        won = stake * results["wager"].won
        if "insurance" in results:
            won += stake // 2 * results["insurance"].won
        assert net(round_, seat + 2) == won, (order[:60], codes, said)
    return any("insurance" in rounds.results(code) for code in codes)


INSURED = [
    (NO_BUST, {}), (NO_BUST, {"insured-natural": "returned"}), (NO_BUST, {"peek": "no"}), (PURE, {}),
    (X, {}), (X, {"insurance-outcome": "pushed"}), (X, {"surrender-insured": "either"}),
    (X, {"x-ace-insurance": "no"}), (X, {"insurance-outcome": "pushed", "x-31-stops": "no"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "readings"), INSURED, ids=str)
def test_insured_seats_settle_as_the_live_script(name: str, readings: dict[str, str]) -> None:
    game = rooms.game(name).ruled(readings)
    pieces = Counter(game.params.deck.pieces)
    rounds, rng = Rounds(*planned_as_kept(game, pieces), pieces), Random(f"{name} {readings}")
    start = 1 if name == X else 0
    offered = 0
    for _ in range(150):
        seats = 1 + int(rng.random() * 3)
        order = list(pieces.elements())
        rng.shuffle(order)
        ace = next(at for at, card in enumerate(order) if card >= 48 and (card == 55 or rng.random() < 0.5))
        for at, card in ((start + seats, order[ace]),):
            other = order.index(card)
            order[at], order[other] = order[other], order[at]
        if rng.random() < 0.5:
            down, ten = start + 2 * seats + 1, next(at for at, card in enumerate(order) if 32 <= card < 48)
            order[down], order[ten] = order[ten], order[down]
        offered += insured_round(game, rounds, order, [rng.random() < 0.6 for _ in range(seats)])
    assert offered > 40


def planned_as_kept(game: Game, pieces: Mapping[int, int]) -> tuple[Tables, Plan]:
    """A game's tables, with the chart of the game as approved: any chart will do here."""
    tables = tables_of(game.params, kinds_of(pieces))
    return tables, plan_of(tables_of(rooms.game(game.id).params, kinds_of(pieces)), pieces)


def test_a_bonus_alone_comes_to_what_the_live_script_pays() -> None:
    """Every order of a small shoe: the bot splits aces and else draws a third card, as was counted."""
    game = rooms.game(X)
    pieces = shoe_with("As*2 XA 7d*2 Kd*3")
    params, follow = game.params, cards("Ks Ks Ks Ks Ks Ks Ks Ks")
    tables = tables_of(params, kinds_of(pieces))
    nothing = plan_of(tables_of(params, kinds_of(Counter(params.deck.pieces))), Counter(params.deck.pieces))
    counts = list(side.aces_cells(tables, nothing, pieces, alone=True))
    policy = bot_policy(game, 1)
    won = many = 0
    order = np.array(sorted(pieces.elements()), dtype=np.int64)
    while True:
        round_ = opened(game, [*order.tolist(), *follow], 1)
        round_.answer((("2", "aces-bonus", 500),), who="player 2")
        round_.play(policy)
        assert round_.result is not None
        won += net(round_, 2)
        many += 1
        if not next_order(order, len(order)):
            break
    assert Fraction(won, 500 * many) == -wagers(counts, ("aces-bonus from 5",))[0].edge
