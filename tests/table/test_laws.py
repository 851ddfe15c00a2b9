"""The laws of a script, tried on every registered game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from housedealer.games.poker_vs_dealer.three_card import three_card
from housedealer.pieces.supply import Irregular, OrderSupply, SeededSupply
from housedealer.rooms import game, ids
from housedealer.table.errors import Refused
from housedealer.table.game import Game, State
from housedealer.table.log import check, decode, encode, record
from housedealer.table.questions import All, Bet, Choose, First
from housedealer.table.round import Round, bot_policy, deal, first_state, random_policy, replay, resample
from housedealer.table.session import Session
from housedealer.table.stakes import open_table
from housedealer.table.view import View

GAMES = ids()
SEEDS = range(12)


def players(played: Game) -> int:
    return 4 if played.play.poker else 3


def holdings(round_: Round) -> int:
    return sum(round_.table.ledger.balance.values())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", ["random", "bot"])
def test_a_round_ends_with_every_chip_and_piece_accounted_for(name: str, policy: str) -> None:
    played = game(name)
    deck = played.params.deck.pieces
    for seed in SEEDS:
        round_ = deal(played, seed=seed, bettors=players(played))
        before = holdings(round_)
        round_.play(random_policy(seed) if policy == "random" else bot_policy(played, seed))
        assert round_.result is not None
        balance = round_.table.ledger.balance
        assert sum(balance.values()) == before
        assert min(balance.values()) >= 0
        standing = sum(round_.result.chips.values())
        standing += sum(round_.result.marks.get("standing", {}).values())
        assert (
            standing + balance.get("fees", 0) + balance.get("jackpot", 0) + balance.get("tops", 0) == before
        )
        dealt = [piece for piece in round_.table.pieces if piece >= 0]
        if not round_.supply.log().recycled:
            assert all(dealt.count(piece) <= deck.count(piece) for piece in set(dealt))


@pytest.mark.parametrize("name", GAMES)
def test_replay_equals_play_and_stops_anywhere(name: str) -> None:
    played = game(name)
    for seed in range(4):
        round_ = deal(played, seed=seed, bettors=players(played)).play(random_policy(seed))
        log = round_.supply.log()
        again = replay(played, round_.stakes, round_.start, log, round_.entries)
        assert again.table.events == round_.table.events
        assert again.result == round_.result
        half = replay(played, round_.stakes, round_.start, log, round_.entries, at=len(round_.entries) // 2)
        shown = half.table.events
        assert shown == round_.table.events[: len(shown)]


@pytest.mark.parametrize("name", GAMES)
def test_a_fork_goes_its_own_way_and_leaves_the_round_alone(name: str) -> None:
    played = game(name)
    round_ = deal(played, seed=1, bettors=players(played))
    policy = random_policy(5)
    for _ in range(4):
        if round_.question is not None:
            at, question = round_.open()[0]
            round_.answer(policy(View(round_.table, question.who), question), at=at)
    events = list(round_.table.events)
    fork = round_.fork()
    assert fork.table.events == events
    assert [question for _, question in fork.open()] == [question for _, question in round_.open()] or (
        fork.question is not None
    )
    fork.play(random_policy(6))
    assert round_.table.events == events


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_answer_changes_nothing(name: str) -> None:
    played = game(name)
    round_ = deal(played, seed=3, bettors=players(played))
    policy = random_policy(3)
    bad: list[Any] = ["dance", object(), -7, 10**15, (99,), (("meld", (99,)),), None]
    while round_.question is not None:
        at, question = round_.open()[0]
        state = (len(round_.table.events), len(round_.entries), dict(round_.table.ledger.balance))
        for answer in bad:
            try:
                legal = question.check(answer)
            except Refused as refusal:
                assert str(refusal).strip()
                assert len(str(refusal)) < 300
            else:
                assert legal is not None or answer is None
                continue
            with pytest.raises(Refused):
                round_.answer(answer, at=at)
            assert (len(round_.table.events), len(round_.entries), dict(round_.table.ledger.balance)) == state
        with pytest.raises(Refused):
            round_.answer(policy(View(round_.table, question.who), question), who="nobody at this table")
        round_.answer(policy(View(round_.table, question.who), question), at=at)


@pytest.mark.parametrize("name", GAMES)
def test_every_default_is_an_answer(name: str) -> None:
    """Out of time: every question can be answered by its default, to the end of the round."""
    played = game(name)
    round_ = deal(played, seed=4, bettors=players(played))
    asked = 0
    while round_.question is not None:
        at, question = round_.open()[0]
        round_.answer(question.default, at=at)
        asked += 1
        assert asked < 5_000
    assert round_.result is not None


@pytest.mark.parametrize("name", GAMES)
def test_what_a_question_says_it_costs_is_what_it_costs(name: str) -> None:
    played = game(name)
    for seed in range(4):
        round_ = deal(played, seed=seed, bettors=players(played))
        policy = random_policy(seed)
        while round_.question is not None:
            question = round_.question
            if isinstance(question, Bet):
                answer = policy(View(round_.table, question.who), question)
                chips = round_.table.stack[round_.table.turn] if round_.table.street else None
                assert 0 <= question.cost(answer) <= question.stack
                if chips is not None:
                    assert question.stack == chips or question.name == "bring-in"
                round_.answer(answer)
            else:
                at, one = round_.open()[0]
                answer = policy(View(round_.table, one.who), one)
                assert one.cost(answer) >= 0
                round_.answer(answer, at=at)


@pytest.mark.parametrize("name", GAMES)
def test_answers_read_back_as_they_are_said(name: str) -> None:
    played = game(name)
    for seed in range(3):
        round_ = deal(played, seed=seed, bettors=players(played))
        policy = random_policy(seed)
        while round_.question is not None:
            at, question = round_.open()[0]
            answer = policy(View(round_.table, question.who), question)
            said = question.spoken(answer)
            assert question.check(question.parse(said)) == question.check(answer) or question.shape in (
                "meld",
                "arrange",
                "pick",
            ), (question, said)
            question.check(question.parse(said))
            round_.answer(answer, at=at)


# -- secrecy -----------------------------------------------------------------------------------------


def swapped(played: Game, round_: Round, at: int, first: int, second: int) -> Round:
    """The same round up to an entry, with two places of its order exchanged."""
    log = round_.supply.log()
    order = list(log.order)
    order[first], order[second] = order[second], order[first]
    supply = OrderSupply(order, recycled=log.recycled, dice=log.dice)
    other = Round(played, round_.stakes, round_.start, supply)
    for entry in round_.entries[:at]:
        assert isinstance(entry, tuple)
        other.force(entry[1], entry[0])
    return other


def seen_tokens(round_: Round, who: str | None) -> set[int]:
    """The places of the pieces that a viewer has been shown."""
    seen: set[int] = set()
    for event in round_.view(who):
        if event.kind in ("show", "look") and len(event.args) == 3:
            seen |= set(event.args[1])
        elif event.kind == "deal" and event.args[-1] is not None:
            seen.add(event.args[1])
    return seen


def asked_of(round_: Round, who: str | None) -> list[Any]:
    """What a person is asked, as plain data."""
    return [
        {field: getattr(question, field) for field in question.__struct_fields__ if field != "rule"}
        for question in round_.asked(who)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_tells_nothing_of_a_piece_that_was_not_shown(name: str) -> None:
    """Swap two pieces that a viewer has not seen: all that he received must be the same.

    Only what a game lists as told (a peek at the player-dealer's card) may differ.
    """
    played = game(name)
    tells = set(played.play.tells)
    tried = 0
    for seed in range(8):
        policy = random_policy(seed + 50) if seed % 2 else bot_policy(played, seed)
        state = first_state(played, players(played))
        state.marks["previous_winner"] = 1  # else Pan cuts for the first deal and shuffles again
        round_ = deal(played, seed=seed, state=state).play(policy)
        if round_.supply.log().recycled:
            continue
        rng = Random(seed)
        for _ in range(16):
            at = rng.randrange(len(round_.entries) + 1)
            now = replay(played, round_.stakes, round_.start, round_.supply.log(), round_.entries, at=at)
            viewer = rng.choice([None, *round_.start.seats.values()])
            hidden = sorted(set(range(len(now.supply.log().order))) - seen_tokens(now, viewer))
            if len(hidden) < 2:
                continue
            first, second = rng.sample(hidden, 2)
            try:
                other = swapped(played, round_, at, first, second)
            except (Refused, IndexError, KeyError):
                continue  # an answer given to other pieces does not fit these
            here, there = now.view(viewer), other.view(viewer)
            place = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
            if place is not None:
                assert here[place].kind in tells, (viewer, here[place], there[place])
                continue
            assert len(here) == len(there) or tells
            if viewer is not None and len(here) == len(there):
                assert asked_of(now, viewer) == asked_of(other, viewer)
            tried += 1
    assert tried > (20 if name != "garlic-city/chinese-13-card-poker" else 5)


@pytest.mark.parametrize("name", GAMES)
def test_answers_have_stable_numbers(name: str) -> None:
    played = game(name)
    round_ = deal(played, seed=5, bettors=players(played))
    policy = random_policy(5)
    while round_.question is not None:
        at, question = round_.open()[0]
        answer = question.check(policy(View(round_.table, question.who), question))
        if question.shape != "wagers":
            assert question.check(question.decode(question.code(answer))) == answer
            for _, legal in zip(range(40), question.legal(), strict=False):
                assert question.check(legal) == legal
                assert question.decode(question.code(legal)) == legal
        round_.answer(answer, at=at)


def test_what_one_has_not_seen_can_be_dealt_anew() -> None:
    played = game("garlic-city/texas-holdem")
    round_ = deal(played, seed=3, bettors=4)
    for _ in range(5):
        round_.answer(0)
    me = round_.start.seats[2]
    mine = round_.view(me)
    others = set()
    for seed in range(20):
        other = resample(round_, me, seed)
        assert other is not None
        assert other.view(me) == mine
        others.add(tuple(other.table.pieces[token] for token in other.table.hands["3"].tokens))
    assert len(others) > 10


# -- money and misdeals ------------------------------------------------------------------------------


def test_a_misdeal_gives_every_chip_back() -> None:
    played = game("garlic-city/texas-holdem")
    round_ = deal(played, seed=1, bettors=4)
    round_.answer(0)
    round_.interrupt("two-exposed")
    assert round_.finished
    assert round_.void is not None
    assert round_.result is not None
    assert round_.result.chips == round_.start.chips
    assert round_.table.ledger.balance.get("fees", 0) == 0


def test_a_remedy_runs_on_top_of_the_open_question_which_is_built_anew() -> None:
    played = game("garlic-city/texas-holdem")
    round_ = deal(played, seed=1, bettors=4)
    round_.answer(0)
    round_.answer(0)
    asked = round_.question
    assert isinstance(asked, Bet)
    round_.interrupt("wrong-count", seat=int(asked.about or 0), after=2)
    rebuilt = round_.question
    assert isinstance(rebuilt, Bet)
    assert rebuilt.about != asked.about, "a dead hand is not asked again"
    round_.interrupt("premature-flop")
    assert round_.question == rebuilt, "a remedy that touches no hand rebuilds the same question"
    assert round_.question is not rebuilt


def test_an_irregular_piece_runs_its_remedy_before_the_deal_goes_on() -> None:
    played = game("garlic-city/texas-holdem")
    plain = deal(played, seed=1, bettors=4)
    log = plain.supply.log()
    supply = OrderSupply(log.order, irregular={3: Irregular("exposed-hole-card")})
    round_ = Round(played, plain.stakes, plain.start, supply).play(random_policy(2))
    assert any(event.kind == "irregularity" for event in round_.table.events)
    assert all(len(hand.tokens) == 2 for hand in round_.table.hand)


def test_an_unknown_call_is_refused_by_name() -> None:
    round_ = deal(game("garlic-city/texas-holdem"), seed=1, bettors=4)
    with pytest.raises(Refused, match="rabbit"):
        round_.interrupt("rabbit-hunt")
    assert not round_.finished


def test_a_call_without_its_facts_is_refused_and_changes_nothing() -> None:
    round_ = deal(game("garlic-city/texas-holdem"), seed=1, bettors=4)
    for _ in range(3):
        round_.answer(0)
    events, question = list(round_.table.events), round_.question
    with pytest.raises(Refused, match="seat"):
        round_.interrupt("wrong-count")
    assert round_.table.events == events
    assert round_.question == question
    round_.play(random_policy(1))
    assert round_.result is not None


def test_all_hides_answers_until_it_is_complete() -> None:
    round_ = deal(game("garlic-city/3-card-poker"), seed=1, bettors=3)
    assert isinstance(round_.question, All)
    events = len(round_.table.events)
    people = [question.who for _, question in round_.open()]
    policy = random_policy(1)
    for who in people[:-1]:
        at, question = next(entry for entry in round_.open() if entry[1].who == who)
        round_.answer(policy(View(round_.table, question.who), question), at=at)
        assert len(round_.table.events) == events, "nobody learns of an answer before all have answered"
        assert round_.asked(who) == []
    at, question = round_.open()[0]
    round_.answer(policy(View(round_.table, question.who), question), at=at)
    assert len(round_.table.events) > events


def test_first_is_settled_by_the_first_who_speaks_unless_ranked() -> None:
    def window(ranked: bool) -> Round:
        round_ = deal(game("garlic-city/3-card-poker"), seed=1, bettors=3)
        questions = tuple(Choose(f"p{n}", "force", ("force", "pass"), "pass") for n in range(3))
        got: list[Any] = []

        def script() -> Any:
            got.append((yield First(questions, ranked)))
            return round_.start

        round_._script = script()
        round_._send(None)
        round_.entries.clear()
        round_.void = ("seen", tuple(got)) if got else None
        return round_

    free = window(False)
    free.answer("force", who="p2")
    assert free.finished
    ranked = window(True)
    ranked.answer("force", who="p2")
    assert not ranked.finished, "those ranked before him may still speak"
    ranked.answer("pass", who="p0")
    ranked.answer("pass", who="p1")
    assert ranked.finished
    nobody = window(True)
    for who in ("p0", "p1", "p2"):
        nobody.answer("pass", who=who)
    assert nobody.finished


def test_a_wager_is_taken_only_with_its_fee() -> None:
    played = game("garlic-city/3-card-poker")
    state = first_state(played, 1)
    state.chips["player 2"] = 1_000
    round_ = Round(played, open_table(played), state, SeededSupply(played.params.deck.pieces, 1))
    at = next(place for place, question in round_.open() if question.who == "player 2")
    with pytest.raises(Refused, match="collection"):
        round_.answer((("2", "ante", 1_000),), at=at)
    round_.answer((("2", "ante", 900),), at=at)


def test_scripts_never_name_a_fee() -> None:
    """Which fees there are is in the fee books; a game's code only says which moments come."""
    import inspect
    import sys

    for name in GAMES:
        script = game(name).play.script
        source = inspect.getsource(sys.modules[script.__module__])
        for word in ("take_fee", "FEES", "collect(", "stakes.rows"):
            assert word not in source, (name, word)
        assert 't.reach("' in source, name


# -- sessions and logs -------------------------------------------------------------------------------


def test_a_session_keeps_every_chip_and_moves_the_bank_on() -> None:
    played = game("garlic-city/3-card-poker")
    session = Session(played)
    for seat in (1, 2, 3):
        session.sit(seat, f"p{seat}", 200_000)
    banks = []
    for number in range(6):
        session.offer_bank()
        banks.append(session.state.bank)
        session.deal(seed=number).play(bot_policy(played, number))
        session.finish()
    assert banks == [1, 1, 2, 2, 3, 3]
    session.leave(2)
    session.check()


def test_without_an_intervening_player_dealer_the_game_is_broken() -> None:
    played = game("garlic-city/3-card-poker")
    session = Session(played)
    session.sit(1, "ann", 100_000)
    session.sit(2, "bob", 100_000)
    for number in range(2):
        session.offer_bank(lambda person: person == "ann")
        session.deal(seed=number).play(bot_policy(played, 1))
        session.finish()
    session.offer_bank(lambda person: person == "ann")
    assert session.state.bank == 0
    with pytest.raises(Refused, match="broken"):
        session.deal(seed=9)


def test_a_tick_waits_for_the_end_of_the_round() -> None:
    session = Session(game("lucky-buck/lowball"), "time", "4/8")
    for seat in (1, 2, 3):
        session.sit(seat, f"p{seat}", 10_000)
    round_ = session.deal(seed=1)
    session.tick()
    assert session.fees == 0
    round_.play(random_policy(1))
    session.finish()
    assert session.fees == 3 * 400
    with pytest.raises(Refused):
        session.leave(7)


def test_nothing_of_the_table_changes_in_the_middle_of_a_round() -> None:
    session = Session(game("garlic-city/texas-holdem"))
    for seat in (1, 2, 3):
        session.sit(seat, f"p{seat}", 10_000)
    session.deal(seed=1)
    for change in (
        lambda: session.leave(1),
        lambda: session.buy("p1", 100),
        lambda: session.choose("2", None),
    ):
        with pytest.raises(Refused, match="round"):
            change()


@pytest.mark.parametrize("name", GAMES)
def test_a_log_reads_back_and_its_replay_agrees(name: str) -> None:
    played = game(name)
    log = record(deal(played, seed=8, bettors=players(played)).play(random_policy(8)))
    read = decode(encode(log))
    assert read == decode(encode(read))
    assert check(read, played).agrees, check(read, played).differences


def test_a_log_says_what_changed_and_is_not_rewritten() -> None:
    import msgspec

    played = game("lucky-buck/ez-baccarat")
    log = None
    for seed in range(400):
        round_ = deal(played, seed=seed, bettors=3).play(random_policy(seed))
        if any(line.spot == "tie" and line.result == "win" for line in round_.table.lines):
            log = record(round_)
            break
    assert log is not None
    bonus = tuple(
        msgspec.structs.replace(one, pays=dict.fromkeys(one.pays, "8:1")) if one.spot == "tie" else one
        for one in played.params.bonus
    )
    changed = msgspec.structs.replace(
        played, params=msgspec.structs.replace(played.params, bonus=bonus), data_hash="changed"
    )
    found = check(log, changed)
    assert not found.agrees
    assert any("data changed" in line for line in found.differences)


def test_a_round_is_given_by_its_inputs() -> None:
    played = game("garlic-city/3-card-poker")
    state = State(seats={1: "b", 2: "x"}, chips={"b": 100_000, "x": 50_000}, places=8, bank=1)
    stakes = open_table(played)

    def run() -> Round:
        return Round(played, stakes, state, SeededSupply(played.params.deck.pieces, 5)).play(random_policy(5))

    assert run().table.events == run().table.events
    assert played.play.script is three_card


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_words_and_a_source(name: str) -> None:
    from housedealer.table.words import say

    played = game(name)
    for seed in range(10):
        round_ = deal(played, seed=seed, bettors=players(played)).play(bot_policy(played, seed))
        for event in round_.table.events:
            for arg in event.args:
                because = getattr(arg, "because", None) or arg
                if isinstance(because, tuple) and len(because) == 2 and isinstance(because[0], str):
                    if not isinstance(because[1], tuple):
                        continue
                    words = say(because, played)
                    assert len(words) > 8, because
                    assert "{" not in words, because
                    code = because[0]
                    source = played.source(code) or played.source(code.partition(".")[0])
                    assert code == "fee" or source is not None, code
