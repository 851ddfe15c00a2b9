"""Our betting engine against PokerKit's: random hands of all eleven games of the PHH notation.

PokerKit plays a hand at random, writes it as PHH with the stacks that it ended with, and our engine plays
the file again. The other way, rounds of ours are written as PHH and played again by PokerKit.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pokerkit
import pytest

from housedealer.floor import phh, phh_replay, phh_rules
from housedealer.floor.phh import Result, read, replay_hand, write
from housedealer.floor.phh_rules import DRAW, STUD, VARIANTS, ReferenceTable, game_of
from housedealer.floor.phh_write import code_of
from housedealer.pieces.supply import SeededSupply
from housedealer.rooms import game
from housedealer.table.betting import Poker
from housedealer.table.errors import Refused
from housedealer.table.game import Game, Stakes, State
from housedealer.table.questions import FOLD
from housedealer.table.round import Round, deal, random_policy
from housedealer.table.structure import Limit

AUTOMATIONS = tuple(pokerkit.Automation)
DEPTHS = (6, 20, 60, 400)
HANDS = 200
MANY_HANDS = 3000


# -- hands of PokerKit's -----------------------------------------------------------------------------


def forced_bets(code: str, rng: Random, players: int) -> tuple[bool, Any, list[Any]]:
    """Trimming, antes, and the other bets of a table: the usual ones, and now and then odd ones."""
    antes: Any = rng.choice((0, 0, 1, 3))
    roll = rng.random()
    if roll < 0.15:
        antes = [rng.choice((0, 1, 2)) for _ in range(players)]
    elif roll < 0.3:
        antes = [0, 4] + [0] * (players - 2)
    trim = rng.random() < 0.3
    if VARIANTS[code].script is STUD:
        return trim, antes or 1, [2, 4, 8]
    blinds = [2, 4] + [0] * (players - 2)
    roll = rng.random()
    if players > 2 and roll < 0.2:
        blinds[2] = rng.choice((8, -4))
    elif players > 2 and roll < 0.3:
        blinds[-1] = rng.choice((8, -4))
    return trim, antes, [blinds, 4] if VARIANTS[code].bets[0] == "min_bet" else [blinds, 4, 8]


def scaled(amounts: Any, unit: Any) -> Any:
    """Amounts in another unit."""
    return [one * unit for one in amounts] if isinstance(amounts, list) else amounts * unit


def play(code: str, seed: object, unit: Any = 1) -> tuple[Any, Any] | None:
    """A random hand of PokerKit's: its file and its last state; or None where it cannot end a hand.

    With some blinds that are all-in an assertion of its own fails; and chips are lost to everybody when the
    last of those who can win a side pot give up their hands unasked, which no house dealer would let them.
    """
    rng = Random(f"{code} {seed}")
    random.seed(f"{code} {seed}")  # the shuffle is PokerKit's own
    many = rng.randint(2, 6)
    depth = rng.choice(DEPTHS)
    stacks = [rng.randint(1, depth) + rng.choice((0, depth)) for _ in range(many)]
    wild = rng.random()
    trim, antes, bets = forced_bets(code, rng, many)
    kind = pokerkit.HandHistory.game_types[code]
    table = kind(
        AUTOMATIONS,
        trim,
        scaled(antes, unit),
        *(scaled(one, unit) for one in bets),
        mode=pokerkit.Mode.CASH_GAME,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            state = table(scaled(stacks, unit), many)
            while state.status:
                step(state, rng, wild, unit)
        except AssertionError:
            return None
        if sum(state.stacks) != sum(state.starting_stacks) and unit == 1:
            return None
        history = pokerkit.HandHistory.from_game_state(
            table, state, ante_trimming_status=trim, finishing_stacks=list(state.stacks)
        )
    return history, state


def step(state: Any, rng: Random, wild: float, unit: Any) -> None:
    """One random legal action."""
    drawer = state.stand_patter_or_discarder_index
    roll = rng.random()
    if drawer is not None:
        state.stand_pat_or_discard([card for card in state.hole_cards[drawer] if rng.random() < 0.4])
    elif state.can_post_bring_in() and roll < 0.8:
        state.post_bring_in()
    elif state.can_complete_bet_or_raise_to() and (roll < 0.15 + 0.5 * wild or not state.can_check_or_call()):
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        between = low + unit * rng.randint(0, int((high - low) // unit))
        state.complete_bet_or_raise_to(rng.choice((low, high, between)))
    elif state.can_fold() and rng.random() < (0.3 if state.checking_or_calling_amount else 0.02):
        state.fold()
    else:
        state.check_or_call()


def replays(code: str, seeds: range) -> Iterator[tuple[int, str, Result]]:
    """Hands of PokerKit's, each with our replay of its file."""
    for seed in seeds:
        if (found := play(code, seed)) is not None:
            text = found[0].dumps()
            yield seed, text, replay_hand(read(text)[0])


def disagreements(code: str, seeds: range) -> tuple[int, list[str]]:
    """How many hands were replayed, and which did not end with the same stacks."""
    results = list(replays(code, seeds))
    wrong = [f"{seed}: {result.problem}\n{text}" for seed, text, result in results if not result.agrees]
    return len(results), wrong


@pytest.mark.parametrize("code", VARIANTS)
def test_hands_agree(code: str) -> None:
    """Every hand ends with the same stacks to the chip."""
    many, wrong = disagreements(code, range(HANDS))
    assert many > HANDS * 0.9
    assert not wrong, wrong[0]


@pytest.mark.slow
@pytest.mark.parametrize("code", VARIANTS)
def test_many_hands_agree(code: str) -> None:
    """The same over more hands."""
    many, wrong = disagreements(code, range(HANDS, HANDS + MANY_HANDS))
    assert many > MANY_HANDS * 0.9
    assert not wrong, wrong[0]


@pytest.mark.parametrize("code", ["NT", "F7S/8", "F2L3D"])
def test_decimals_agree(code: str) -> None:
    """Amounts in quarters are split exactly, as the reference does."""
    many = 0
    for seed in range(80):
        found = play(code, seed, Decimal("0.25"))
        if found is not None and abs(sum(found[1].stacks) - sum(found[1].starting_stacks)) < Decimal("0.01"):
            text = found[0].dumps()
            result = replay_hand(read(text)[0])
            assert result.agrees, f"{result.problem}\n{text}"
            many += 1
    assert many > 60


def no_side_pots(paid: list[int], live: list[bool]) -> list[tuple[int, tuple[int, ...]]]:
    return [(sum(paid), tuple(at for at, alive in enumerate(live) if alive))]


BREAKS: dict[str, tuple[str, Any, str, Any]] = {
    "three raises": ("FT", phh_rules, "MOST_RAISES", 3),
    "odd chips one by one": ("NT", ReferenceTable, "shares", Poker.shares),
    "no side pots": ("NT", "housedealer.table.betting", "side_pots", no_side_pots),
    "everybody is asked": ("N2L1D", ReferenceTable, "idle", lambda self: set()),
    "a short raise is action only": ("F7S", ReferenceTable, "_level_up", Poker._level_up),
    "the full blind is called": ("FT", ReferenceTable, "blinds", Poker.blinds),
    "hands stay in": ("F7S/8", ReferenceTable, "kill_beaten", lambda self: None),
}


@pytest.mark.parametrize("rule", BREAKS)
def test_a_broken_rule_is_seen(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: with one rule changed some hand ends otherwise or is refused."""
    code, owner, name, other = BREAKS[rule]
    target = f"{owner}.{name}" if isinstance(owner, str) else None
    if target is None:
        monkeypatch.setattr(owner, name, other)
    else:
        monkeypatch.setattr(target, other)
    assert any(not result.agrees for _, _, result in replays(code, range(HANDS)))


@pytest.mark.parametrize(
    ("code", "other"),
    [
        ("F7S", {"bring_in": "highest"}),
        ("F7S", {"all_in_door": "no-bring-in"}),
        ("F7S/8", {"hands": "high"}),
        ("FR", {"first_to_act": "highest-hand"}),
        ("FR", {"door_flags": 0}),
        ("NS", {"hands": "high"}),
        ("PO", {"hands": "high"}),
        ("FO/8", {"hands": "omaha"}),
        ("F2L3D", {"hands": "ace-to-five"}),
        ("F2L3D", {"big_from": 1}),
        ("FB", {"hands": "deuce-to-seven"}),
    ],
)
def test_a_wrong_parameter_is_seen(code: str, other: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game's row of parameters matters."""

    def wrong(wanted: str, players: int) -> Game:
        found = game_of(wanted, players)
        return msgspec.structs.replace(found, params=msgspec.structs.replace(found.params, **other))

    monkeypatch.setattr(phh_replay, "game_of", wrong)
    assert any(not result.agrees for _, _, result in replays(code, range(HANDS)))


# -- rounds of ours ----------------------------------------------------------------------------------


def room_like(code: str, seed: int) -> Round:
    """A random round by a card room's rules of the game that a code stands for."""
    rng = Random(seed)
    many = rng.randint(2, 6)
    found = game_of(code, many)
    found = msgspec.structs.replace(found, play=msgspec.structs.replace(found.play, table=Poker))
    kind = "limit" if code == "FO/8" else VARIANTS[code].kind
    stud = VARIANTS[code].script is STUD
    blinds, ante, bring_in = ((), 100, 100) if stud else ((200, 400), rng.choice((0, 100)), 0)
    big = 800 if kind == "limit" else 400
    limit = Limit("4/8", kind, 400, big, blinds, ante, bring_in, chip=100)
    people = {seat: f"player {seat}" for seat in range(1, many + 1)}
    depth = rng.choice((20, 80, 400))
    chips = {who: 100 * rng.randint(8, depth) for who in people.values()}
    state = State(seats=people, chips=chips, places=many, button=rng.randint(1, many))
    supply = SeededSupply(found.params.deck.pieces, seed)
    return Round(found, Stakes("", limit.name, (), limit), state, supply).play(random_policy(seed))


def last_state(text: str) -> Any:
    """The state in which PokerKit leaves a file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(pokerkit.HandHistory.loads(text))[-1]


@pytest.mark.parametrize("code", VARIANTS)
def test_our_rounds_are_read_by_pokerkit(code: str) -> None:
    """What we write PokerKit plays to the end, with our stacks; few rounds cannot be written."""
    written = 0
    refusals: list[str] = []
    for seed in range(60):
        round_ = room_like(code, seed)
        assert code_of(round_) == code
        try:
            text = write(round_)
        except Refused as refusal:
            refusals.append(str(refusal))
            continue
        table = round_.table
        state = last_state(text)
        assert not state.status, text
        if [stack * 100 for stack in state.stacks] != table.stack:  # a side pot without a low
            assert VARIANTS[code].split
            assert phh_replay.play_hand(read(text)[0], oddity=True).stacks == tuple(state.stacks)
        assert table.stack == [round_.result.chips[who] for who in table.who] if round_.result else False
        written += 1
    assert written >= 45
    assert all("rules would end this round otherwise" in refusal for refusal in refusals)


@pytest.mark.parametrize("name", ["garlic-city/texas-holdem", "garlic-city/7-card-stud"])
def test_a_rooms_games_are_written(name: str) -> None:
    """Games of the rule books with their fees: the drop is told, and our own reader counts it."""
    for seed in range(20):
        round_ = deal(game(name), seed=seed, bettors=4).play(random_policy(seed))
        result = replay_hand(read(write(round_))[0])
        assert result.agrees, result.problem


def test_what_cannot_be_written() -> None:
    """Games without a code, rounds that are not over, and those with an irregularity are refused."""
    with pytest.raises(Refused, match="has no code in the notation"):
        write(deal(game("lucky-buck/lowball")).play(random_policy(1)))
    with pytest.raises(Refused, match="not played for a pot"):
        write(deal(game("garlic-city/3-card-poker")))
    round_ = deal(game("garlic-city/texas-holdem"))
    with pytest.raises(Refused, match="not over"):
        write(round_)
    round_.interrupt("exposed-hole-card", seat=2)
    with pytest.raises(Refused, match="irregularity"):
        write(round_.play(lambda _, question: FOLD))
    round_ = deal(game("garlic-city/texas-holdem"))
    round_.interrupt("two-exposed")
    with pytest.raises(Refused, match="no misdeals"):
        write(round_)


# -- single hands ------------------------------------------------------------------------------------

TELEVISED = """
# Dwan against Ivey, Full Tilt Million Dollar Cash Game, 2009
variant = 'NT'
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  'd dh p1 Ac2d', 'd dh p2 ????', 'd dh p3 7h6h', '# before the flop',
  'p3 cbr 7000', 'p1 cbr 23000', 'p2 f', 'p3 cc',
  'd db Jc3d5c', 'p1 cbr 35000', 'p3 cc',
  'd db 4h', 'p1 cbr 90000', 'p3 cbr 232600', 'p1 cbr 1067100 # all-in', 'p3 cc',
  'p1 sm Ac2d', 'p3 sm 7h6h',
  'd db Jh',
]
finishing_stacks = [572100, 1997500, 1109500]
players = ['Phil Ivey', 'Patrik Antonius', 'Tom Dwan']
"""


def changed(old: str, new: str, text: str = TELEVISED) -> str:
    assert old in text
    return text.replace(old, new)


def test_a_televised_hand() -> None:
    result = replay_hand(read(TELEVISED)[0])
    assert (result.variant, result.agrees, result.actions) == ("NT", True, 10)
    assert result.stacks == (572100, 1997500, 1109500)


def test_wrong_stacks_disagree() -> None:
    result = replay_hand(read(changed("1109500]", "1109499]"))[0])
    assert result.agrees is False
    assert result.problem == "p3 ends with 1109500, but the file says 1109499; 1 was taken from the table."


def test_without_finishing_stacks_the_stacks_are_reported() -> None:
    text = changed("finishing_stacks = [572100, 1997500, 1109500]\n", "")
    result = replay_hand(read(text)[0])
    assert result.agrees is None
    assert result.stacks == (572100, 1997500, 1109500)


def test_mucked_and_unknown_hands_lose() -> None:
    mucked = changed("'p1 sm Ac2d', 'p3 sm 7h6h'", "'p1 sm Ac2d', 'p3 sm'")
    assert replay_hand(read(mucked)[0]).stacks == (1681600, 1997500, 0)
    unknown = changed("p1 Ac2d', 'd dh p2", "p1 ????', 'd dh p2", changed("'p1 sm Ac2d', ", ""))
    assert replay_hand(read(unknown)[0]).agrees
    shown_late = changed("'d dh p3 7h6h'", "'d dh p3 ????'")
    assert replay_hand(read(shown_late)[0]).agrees


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("'p2 f'", "'p3 f'", "Action 7 (p3 f) comes when it is p2's turn."),
        ("'p2 f', ", "", "Action 7 (p3 cc) comes when it is p2's turn."),
        ("'p3 cbr 7000'", "'p3 cbr 3000'", "Action 5 (p3 cbr 3000): one may bet 4000 to 553000."),
        ("'p3 cbr 7000'", "'p3 raise 7000'", "Action 5 (p3 raise 7000) is not one of the notation's."),
        ("'p3 cbr 7000'", "'p3 cbr lots'", "Action 5 (p3 cbr lots) bets no amount of chips."),
        ("'p2 f'", "'p2 pb'", "Action 7 (p2 pb): it is time to bet."),
        ("'p2 f'", "'p9 f'", "Action 7 (p9 f) names no player: they are p1 to p3."),
        ("'d db 4h', ", "", "Action 12 (p1 cbr 90000) comes when the board has 3 cards in the file, but 4"),
        ("7h6h', '#", "7h7h', '#", "7h is dealt twice."),
        ("7h6h', '#", "7h1h', '#", "Action 3 (d dh p3 7h1h): '1h' is not a card: write rank and suit like"),
        ("7h6h', '#", "7h6h8h', '#", "Action 5 (p3 cbr 7000) comes when p3 has 3 cards in the file, but 2"),
        ("'d db Jh',\n", "", "Piece 5 of board must be told: money depends on it."),
        ("'d db Jh'", "'d db JhQh'", "The board is dealt more cards than this hand deals."),
        ("'d db Jh'", "'d db Jh', 'p1 cc'", "Action 20 (p1 cc) comes after the hand is over."),
        ("'p3 sm 7h6h'", "'p3 sm 7h8h'", "p3 shows 8h, which he was not dealt."),
        ("'p3 sm 7h6h'", "'p3 sm'", ""),
        ("'p1 sm Ac2d', 'p3 sm 7h6h'", "'p1 sm', 'p3 sm'", "Nobody shows a hand"),
    ],
)  # fmt: skip
def test_bad_hands_are_refused_in_one_sentence(old: str, new: str, problem: str) -> None:
    result = replay_hand(read(changed(old, new))[0])
    if not problem:
        assert result.agrees is False
        assert result.stacks
        return
    assert result.stacks == ()
    assert result.problem.startswith(problem)


def test_the_actions_must_not_end_early() -> None:
    text = changed("""  'd db Jc3d5c', 'p1 cbr 35000', 'p3 cc',
  'd db 4h', 'p1 cbr 90000', 'p3 cbr 232600', 'p1 cbr 1067100 # all-in', 'p3 cc',
  'p1 sm Ac2d', 'p3 sm 7h6h',
  'd db Jh',
""", "  'd db Jc3d5c',\n")  # fmt: skip
    assert replay_hand(read(text)[0]).problem == "The actions end when it is p1's turn."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("variant = 'NT'", "variant = 'XX'", "The hand has the variant 'XX'; the notation's are FT, NT,"),
        ("variant = 'NT'", "", "The text is no hand history: it has 'ante_trimming_status' but no variant."),
        ("min_bet = 2000", "", "The hand has no min_bet."),
        ("min_bet = 2000", "min_bet = -5", "The hand has min_bet -5, which is not an amount of chips."),
        ("min_bet = 2000", "min_bet = nan", "The hand has min_bet NaN, which is not an amount of chips."),
        ("[500, 500, 500]", "'all'", "The hand has antes all, which is not an amount of chips."),
        ("[500, 500, 500]", "[500, 500, 500, 500]", "The hand has 4 antes for 3 players."),
        ("[1125600, 2000000, 553500]", "[1125600]", "The hand needs two players or more, each with chips."),
        ("[572100, 1997500, 1109500]", "[572100]", "The hand has 3 starting but 1 finishing stacks."),
        ("'d db Jh',\n]", "'d db Jh'", "The text is not TOML: "),
        ("= true", "= 1", "The hand has an ante_trimming_status that is neither true nor false."),
        ("'Tom Dwan']", "7]", "The hand has players that cannot be read."),
        ("'Tom Dwan']", "]", "The hand has 3 starting stacks but 2 players."),
        ("'p2 f'", "5", "The hand has actions that are no list of texts."),
    ],
)  # fmt: skip
def test_bad_texts_are_refused_in_one_sentence(old: str, new: str, problem: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(changed(old, new))
    assert str(refusal.value).startswith(problem)
    assert str(refusal.value).endswith((".", "KeyError"))


def test_many_hands_of_one_file() -> None:
    """A `.phhs` file has a table for each hand."""
    found = [play(code, 1) for code in VARIANTS]
    text = pokerkit.HandHistory.dumps_all([one[0] for one in found if one is not None])
    hands = read(text)
    assert len(hands) >= 10
    assert all(replay_hand(hand).agrees for hand in hands)


def test_a_check_that_nobody_could_bet_into_may_be_left_out() -> None:
    """The button's post ties with the all-in big blind; he has nothing to decide."""
    text = """
    variant = "NT"
    antes = [0, 0, 0]
    blinds_or_straddles = [1, 2, 0]
    min_bet = 2
    starting_stacks = [2, 2, 100]
    actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 2c3c", "p3 cbr 4", "p1 cc",
      "p1 sm AsAd", "p2 sm KsKd", "p3 sm 2c3c", "d db 7h8h9d", "d db Jc", "d db Js"]
    """
    assert replay_hand(read(text)[0]).problem == "Action 4 (p3 cbr 4): no further bet or raise is allowed."
    assert replay_hand(read(text.replace("cbr 4", "cc"))[0]).stacks == (6, 0, 98)


def test_endless_stacks() -> None:
    """A stack that nobody knows is infinite, and stays so."""
    text = changed("[1125600, 2000000, 553500]", "[1125600, inf, 553500]")
    result = replay_hand(read(changed("1997500", "inf", text))[0])
    assert result.agrees
    assert result.stacks == (572100, Decimal("inf"), 1109500)


def test_run_counts_by_variant(tmp_path: Path) -> None:
    """Folders and files; what cannot be read or played is listed with its reason."""
    (tmp_path / "good.phh").write_text(TELEVISED)
    (tmp_path / "wrong.phh").write_text(changed("1109500]", "1]"))
    (tmp_path / "unchecked.phh").write_text(changed("finishing_stacks = [572100, 1997500, 1109500]", ""))
    (tmp_path / "broken.phh").write_text("variant =")
    (tmp_path / "notes.txt").write_text("not a hand")
    both = f"[1]\n{changed('= 2000', '= 0.5')}\n[2]\nvariant = 'FT'\n"
    (tmp_path / "many.phhs").write_text(both)
    report = phh.run([tmp_path])
    msgspec.json.encode(report)
    assert (report["files"], report["hands"], report["agreeing"]) == (5, 5, 2)
    assert report["variants"]["NT"] == {
        "hands": 4, "agreeing": 2, "disagreeing": 1, "unchecked": 1, "refused": 0,
    }  # fmt: skip
    assert report["variants"]["FT"]["refused"] == 1
    assert [entry["reason"] for entry in report["refused"]][-1] == "Hand 2 has no starting_stacks."
    assert len(report["refused"]) == 2
    assert len(report["disagreements"]) == 1


def test_every_variant_is_pokerkits() -> None:
    """The table of games has the notation's eleven, with the fields that PokerKit asks for."""
    required = pokerkit.HandHistory.required_field_names
    assert set(VARIANTS) == set(required)
    for code, variant in VARIANTS.items():
        always = {"variant", "starting_stacks", "actions"}
        assert set(variant.fields) == set(required[code]) - always
        assert (variant.script is DRAW) == ("D" in code or code == "FB")
