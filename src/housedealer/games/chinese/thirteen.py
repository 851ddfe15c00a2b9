"""Thirteen cards each, set in three segments, and every player settled with every other by points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple

import msgspec

from housedealer.games.bots import sensible
from housedealer.games.chinese.scoring import (
    Coded,
    System,
    coded,
    compare,
    special_points,
    sweep_points,
)
from housedealer.games.chinese.setting import SIZES, best_setting, house_way, order_kept
from housedealer.pieces.cards import faces
from housedealer.ranking.high import high
from housedealer.ranking.thirteen import (
    DRAGON,
    PURE_DRAGON,
    SIX_PAIRS,
    THREE_FLUSHES,
    THREE_STRAIGHTS,
    sweeps,
)
from housedealer.table.core import DOWN, HOUSE, UNTOLD, Hand
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.exchanging import Exchange
from housedealer.table.game import Because, Script, State, plays
from housedealer.table.params import Params
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Question
from housedealer.table.view import View
from housedealer.wagers.money import cents

AUTOMATIC = "automatic"
"""The word that declares an automatic win instead of setting the hand."""
POINTS = "points"
STAKE_LIMIT = "stake-limit"
WELL_SET, WRONG_COUNT, OUT_OF_ORDER = "", "wrong-count", "out-of-order"
HOME_RUN, SHOT, SWEEP = "home-run", "shot", "sweep"

AUTOMATIC_BITS = {
    "dragon": DRAGON,
    "six-pairs": SIX_PAIRS,
    "three-flushes": THREE_FLUSHES,
    "three-straights": THREE_STRAIGHTS,
}


class Automatic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A hand that wins without being compared; one of a higher level beats one of a lower."""

    hand: Literal["dragon", "six-pairs", "three-flushes", "three-straights"]
    level: int
    lines: tuple[int, int]


class ThirteenCard(Params, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What the room says of its game: stakes, scoring systems, automatic wins, what a foul costs."""

    limits: str
    foul_points: int
    system: tuple[System, ...]
    automatic: tuple[Automatic, ...]
    scoring: Literal["base", "2-4", "eastern", "western", "mandarin"]
    automatic_win_points: Literal["4", "sweep"]
    automatic_order: Literal["dragon-first", "as-listed"]
    dragon: Literal["any-suits", "one-suit"]
    majority_with_ties: Literal["more-segments", "two-segments"]
    eastern_sweep: Literal["3", "4"]
    mandarin_trips: Literal["multiplied", "added"]
    mandarin_sweep: Literal["instead", "on-top"]
    short_stack: Literal["pair-by-pair", "payee-by-payee"]


class Opened(NamedTuple):
    """A hand on the table: its three values, or why it is not compared."""

    seat: int
    values: tuple[int, ...]
    foul: str = WELL_SET
    automatic: str = ""
    level: int = 0

    @property
    def compared(self) -> bool:
        """Whether the hand's segments count."""
        return not self.foul and not self.automatic


# -- rules -------------------------------------------------------------------------------------------


def system_of(game: ThirteenCard) -> Coded:
    """The scoring system in use, under the rulings that touch it."""
    system = next(system for system in game.system if system.name == game.scoring)
    return coded(
        system, game.majority_with_ties, game.eastern_sweep, game.mandarin_trips, game.mandarin_sweep
    )


def automatic_points(game: ThirteenCard, system: Coded) -> int:
    """What an automatic win collects from one player."""
    return sweep_points(system) if game.automatic_win_points == "sweep" else int(game.automatic_win_points)


def automatic_win(game: ThirteenCard, cards: Sequence[int]) -> tuple[str, int]:
    """The best automatic win that thirteen cards hold, with its level; no name and 0 if they hold none."""
    found = sweeps(cards)
    held: list[tuple[int, str]] = []
    for at, one in enumerate(game.automatic):
        bit = PURE_DRAGON if one.hand == "dragon" and game.dragon == "one-suit" else AUTOMATIC_BITS[one.hand]
        if found & bit:
            level = len(game.automatic) - at if game.automatic_order == "as-listed" else one.level
            held.append((level, one.hand))
    if not held:
        return "", 0
    level, name = max(held, key=lambda one: one[0])
    return name, level


def foul_of(parts: Sequence[Sequence[int]]) -> str:
    """What is wrong with a set hand, if anything is.

    >>> from housedealer.pieces.cards import cards
    >>> foul_of([cards("Ac Ad Jh"), cards("9c 9d 4h 4s 7c"), cards("Qc Jd Ts 9h 8c")])
    ''
    >>> foul_of([cards("Ac Ad Jh"), cards("9c 8d 4h 4s 7c"), cards("Qc Jd Ts 9h 8h")])
    'out-of-order'
    >>> foul_of([cards("Ac Ad"), cards("9c 9d 4h 4s 7c 8s"), cards("Qc Jd Ts 9h 8c")])
    'wrong-count'
    """
    if tuple(len(part) for part in parts) != SIZES:
        return WRONG_COUNT
    front, middle, back = (high(part) for part in parts)
    return WELL_SET if order_kept(front, middle, back) else OUT_OF_ORDER


def home_runner(system: Coded, opened: Sequence[Opened]) -> int:
    """The seat that swept three opponents on the showdown, or 0: four hands, and all of them compared."""
    if system.home_run > 1 and len(opened) == 4 and all(hand.compared for hand in opened):
        for one in opened:
            others = [hand for hand in opened if hand is not one]
            if all(compare(system, one.values, other.values).sweep > 0 for other in others):
                return one.seat
    return 0


def versus(
    game: ThirteenCard, system: Coded, one: Opened, other: Opened, runner: int = 0
) -> tuple[int, Because]:
    """What the first hand collects from the second (pays, below zero), in points, and why."""
    if not (one.compared and other.compared):
        points = special_points(
            bool(one.foul), one.level, bool(other.foul), other.level, game.foul_points,
            automatic_points(game, system),
        )  # fmt: skip
        winner, loser = (one, other) if points > 0 else (other, one)
        return points, (loser.foul or f"automatic-{winner.automatic}", (abs(points),))
    home_run = runner in (one.seat, other.seat)
    found = compare(system, one.values, other.values, home_run)
    won, lost = (found.won, found.lost) if found.points >= 0 else (found.lost, found.won)
    if found.sweep and system.shot > 1:
        return found.points, (HOME_RUN if home_run else SHOT, (abs(found.points),))
    kind = SWEEP if found.sweep else POINTS
    return found.points, (f"{kind}-{game.scoring}", (abs(found.points), won, lost))


# -- the round ---------------------------------------------------------------------------------------


def bot(view: View, question: Question) -> Any:
    """Declare an automatic win, and set every other hand the house way."""
    if isinstance(question, Arrange):
        return AUTOMATIC if AUTOMATIC in question.words else question.default
    return sensible(view, question)


@plays(bot=bot, moments=("before-cards",), heavy=(best_setting,))
def thirteen(t: Exchange, game: ThirteenCard) -> Script:
    """A round of Chinese poker."""
    if len(t.state.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    stake, system = agreed_stake(t), system_of(game)
    t.reach("before-cards")
    hands = [
        t.open_hand(str(seat), seat, t.state.seats.get(seat, HOUSE)) for seat in positions(t, game.seats)
    ]
    yield from t.deal_around(sum(SIZES), hands, DOWN)
    yield from t.dealt()
    players = playing(t, hands)

    answers = yield from t.ask_all(lambda: [ask_setting(t, game, system, hand) for hand in players])
    for hand, answer in zip(players, answers, strict=True):
        if answer == AUTOMATIC:
            t.emit("automatic-win", hand.seat)
    opened = [open_up(t, game, hand, answer) for hand, answer in zip(players, answers, strict=True)]

    for payer, payee, points, because in owed(t, game, system, opened):
        t.owe(payer, payee, POINTS, points * stake, because)
    t.settle_debts()
    return move_button(t)


def agreed_stake(t: Exchange) -> int:
    """The money a point, agreed on before the deal: the table's lowest if nothing was said, but a told round
    must say it."""
    low, _, high_ = t.stakes.limit.partition("-")
    least, most = cents(low), cents(high_)
    if t.lenient and "stake" not in t.state.marks:
        raise MissingFact("Tell the stake: the money that a point is worth.")
    stake: int = t.state.marks.get("stake", least)
    if stake <= 0:
        raise Refused("The stake of a point must be above zero.")
    if not least <= stake <= most:
        if not t.lenient:
            raise Refused(f"A point can be worth from ${low} to ${high_} at this table.")
        t.breach(STAKE_LIMIT, stake, least, most)
    t.emit("stake", stake)
    return stake


def positions(t: Exchange, seats: int) -> list[int]:
    """All positions, vacant or not, clockwise from the left of the button."""
    if beyond := [seat for seat in t.state.seats if seat > seats]:
        raise Refused(f"Seat {beyond[0]} cannot be dealt in: {seats} can play.")
    return [(t.state.button + step) % seats + 1 for step in range(seats)]


def playing(t: Exchange, hands: Sequence[Hand]) -> list[Hand]:
    """The hands that somebody plays; those of vacant positions stay face down, whatever they are."""
    for hand in hands:
        if hand.owner == HOUSE and t.lenient and any(t.pieces[token] != UNTOLD for token in hand.tokens):
            raise Refused(
                f"Cards are told for seat {hand.key}, but nobody plays there:"
                " tell the stacks of all who play, or of nobody."
            )
    return [hand for hand in hands if hand.owner != HOUSE]


def ask_setting(t: Exchange, game: ThirteenCard, system: Coded, hand: Hand) -> Arrange:
    """How a player sets his hand; he may declare an automatic win if he holds one."""
    cards = t.look(hand)
    words = (AUTOMATIC,) if automatic_win(game, cards)[0] else ()
    return Arrange(
        hand.owner, "set", cards, SIZES, house_way(cards, system), about=hand.key, faces=t.faces(hand),
        words=words, exact=False,
    )  # fmt: skip


def open_up(t: Exchange, game: ThirteenCard, hand: Hand, answer: Any) -> Opened:
    """Turn up a hand as it was set, or as an automatic win."""
    cards = t.show(hand)
    if answer == AUTOMATIC:
        name, level = automatic_win(game, cards)
        t.settings[hand.key] = AUTOMATIC
        t.emit("set", hand.seat, name)
        return Opened(hand.seat, (), automatic=name, level=level)
    parts = [tuple(cards[at] for at in part) for part in answer]
    t.settings[hand.key] = " / ".join(faces(sorted(part, reverse=True)) for part in parts)
    t.emit("set", hand.seat, t.settings[hand.key])
    if foul := foul_of(parts):
        t.emit("foul", hand.seat, foul)
        return Opened(hand.seat, (), foul=foul)
    return Opened(hand.seat, tuple(high(part) for part in parts))


def owed(
    t: Exchange, game: ThirteenCard, system: Coded, opened: Sequence[Opened]
) -> Iterator[tuple[int, int, int, Because]]:
    """Payer, payee, points and reason of every two players, in the order in which they are paid."""
    runner = home_runner(system, opened)
    found = []
    for one, other in combinations(opened, 2):
        points, because = versus(game, system, one, other, runner)
        t.emit("compared", one.seat, other.seat, points)
        payer, payee = (other.seat, one.seat) if points > 0 else (one.seat, other.seat)
        found.append((payer, payee, abs(points), because))
    if game.short_stack == "payee-by-payee":
        order = [hand.seat for hand in opened]
        found.sort(key=lambda line: order.index(line[1]))
    yield from found


def move_button(t: Exchange) -> State:
    """The button moves on clockwise to the next player."""
    state = t.standing()
    state.button = t.left_of(t.state.button)
    return state
