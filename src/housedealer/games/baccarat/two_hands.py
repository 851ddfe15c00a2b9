"""Baccarat with two community hands, which belong to whoever bet on them; nobody decides after the wagers."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal

from housedealer.games.action import give_first_action
from housedealer.games.bots import sensible
from housedealer.kernel import kernel
from housedealer.ranking import points
from housedealer.table.banking import LOSE, PUSH, Banking, Outcome, classifier
from housedealer.table.core import DOWN, HOUSE, UNTOLD, UP, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame, Order
from housedealer.table.questions import Asked, Question, Wagers
from housedealer.table.view import View
from housedealer.wagers.odds import odds

PLAYER, BANKER = "player", "banker"
DRAGON_BONUS = ("player-dragon-bonus", "banker-dragon-bonus")

PLAYER_WINS, BANKER_WINS, TIE, SEVEN_PUSHES = range(4)
RESULTS = ("player-closer", "banker-closer", "equal-hands", "three-card-seven-pushes")


class TwoHands(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between versions of the game.

    `player_pays` and `banker_pays` give the odds of a line by the total that wins it; `else` is any total
    that is not named. `natural` is the least two-card total that stops the other hand, where naturals do;
    `hands` says whether the first two cards come face up. A dragon bonus is settled in one sweep with the
    other (`dragon_bonus_order`), and its natural may have to win (`losing_natural`).
    """

    player_pays: Mapping[str, str]
    banker_pays: Mapping[str, str]
    natural: int = 8
    hands: Literal["face-up", "face-down"] = "face-up"
    natural_stops: Literal["no", "yes"]
    natural_beats: Literal["no", "yes"]
    banker_three_card_seven: Literal["pays", "push"]
    wager_order: Order
    first_action: Literal["banker-second-card", "left-of-player-dealer"]
    button_counts: Literal["all-seats", "occupied"] = "all-seats"
    dragon_bonus_order: Literal["one-sweep", "player-first"] = "one-sweep"
    losing_natural: Literal["loses", "pays"] = "loses"


class Baccarat(Banking):
    """A table with two community hands."""

    params: TwoHands

    def place_of_kind(self, spot: str) -> int:
        """Both dragon bonuses may be one kind of wager, settled in one sweep round the table."""
        together = spot in DRAGON_BONUS and self.params.dragon_bonus_order == "one-sweep"
        return super().place_of_kind(DRAGON_BONUS[0] if together else spot)


@kernel
def result_of(player: int, banker: int, seven_pushes: bool) -> int:
    """Which line wins, from the ranks of the two complete hands.

    `seven_pushes` says that the banker hand is a three-card seven at a table where that wins nothing.

    >>> result_of(6, 7, False) == BANKER_WINS, result_of(6, 7, True) == SEVEN_PUSHES
    (True, True)
    >>> result_of(8, 7, True) == PLAYER_WINS, result_of(7, 7, True) == TIE
    (True, True)
    """
    if player == banker:
        return TIE
    if player > banker:
        return PLAYER_WINS
    return SEVEN_PUSHES if seven_pushes else BANKER_WINS


@kernel
def three_card_seven(player: int, banker: int, banker_cards: int) -> bool:
    """Whether the banker hand wins with seven points in three cards, by the totals of both hands.

    >>> three_card_seven(6, 7, 3), three_card_seven(6, 7, 2), three_card_seven(7, 7, 3)
    (True, False, False)
    """
    return banker == 7 and banker_cards == 3 and player < 7


@kernel
def three_card_eight(player: int, banker: int, player_cards: int) -> bool:
    """Whether the player hand wins with eight points in three cards, by the totals of both hands.

    >>> three_card_eight(8, 7, 3), three_card_eight(8, 7, 2), three_card_eight(8, 8, 3)
    (True, False, False)
    """
    return player == 8 and player_cards == 3 and banker < 8


DRAGON_LOST, DRAGON_NATURAL_TIES, DRAGON_NATURAL = 0, 1, 2
"""Results of a dragon bonus besides the margins of four to nine, which stand for themselves."""


@kernel
def dragon_bonus(mine: int, other: int, my_cards: int, other_cards: int, losing_natural: bool) -> int:
    """What a bet on one hand winning by far hits: a margin of 4 to 9, a natural, tied naturals, or nothing.

    Margins are for hands that are no natural, a natural being eight or nine in two cards. `losing_natural`
    says that a natural is paid even if the other hand, another natural, is higher.

    >>> dragon_bonus(9, 0, 3, 3, False), dragon_bonus(7, 4, 2, 3, False), dragon_bonus(7, 7, 2, 2, False)
    (9, 0, 0)
    >>> [dragon_bonus(8, other, 2, 2, False) for other in (1, 7, 8, 9)] == [2, 2, 1, 0]
    True
    >>> dragon_bonus(8, 9, 2, 2, True) == DRAGON_NATURAL
    True
    """
    natural = my_cards == 2 and mine >= 8
    if natural and mine > other:
        return DRAGON_NATURAL
    if natural and other_cards == 2 and mine == other:
        return DRAGON_NATURAL_TIES
    if natural:
        return DRAGON_NATURAL if losing_natural else DRAGON_LOST
    return mine - other if mine - other >= 4 else DRAGON_LOST


@kernel
def button_value(card: int) -> int:
    """What a card counts for the action button: ace 1, pictures 11 to 13, any other card its number.

    >>> [button_value(card) for card in (48, 0, 32, 36, 40, 44)]     # ace, deuce, ten, jack, queen, king
    [1, 2, 10, 11, 12, 13]
    """
    rank = card // 4
    return 1 if rank == 12 else rank + 2


@kernel
def counted_seat(value: int, seats: int) -> int:
    """Which of so many seats a count ends on, the first being 0; the count goes round as often as it must.

    >>> [counted_seat(value, 7) for value in (1, 7, 8, 13)]
    [0, 6, 0, 5]
    """
    return (value - 1) % seats


@classifier("equal-totals")
def tie_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of the Tie bet: totals alone count, however many cards each hand has."""
    return "equal-totals" if facts[PLAYER] == facts[BANKER] else None


@classifier("banker-three-card-seven")
def dragon_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of a bet on the banker hand winning with a three-card seven."""
    won = three_card_seven(facts[PLAYER], facts[BANKER], facts["banker-cards"])
    return "three-card-seven" if won else None


@classifier("player-three-card-eight")
def panda_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of a bet on the player hand winning with a three-card eight."""
    won = three_card_eight(facts[PLAYER], facts[BANKER], facts["player-cards"])
    return "three-card-eight" if won else None


@classifier("banker-six")
def banker_six_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of a bet on the banker hand winning with six points, in two cards or in three.

    >>> banker_six_row({PLAYER: 5, BANKER: 6, "banker-cards": 3}, None)
    'three-card-six'
    >>> banker_six_row({PLAYER: 6, BANKER: 6, "banker-cards": 2}, None) is None
    True
    """
    if facts[BANKER] != 6 or facts[PLAYER] >= 6:
        return None
    return "two-card-six" if facts["banker-cards"] == 2 else "three-card-six"


@classifier("player-dragon-bonus")
def player_dragon_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of a dragon bonus on the player hand."""
    return dragon_bonus_row(facts, game, PLAYER, BANKER)


@classifier("banker-dragon-bonus")
def banker_dragon_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of a dragon bonus on the banker hand."""
    return dragon_bonus_row(facts, game, BANKER, PLAYER)


def dragon_bonus_row(facts: Mapping[str, Any], game: Any, mine: str, other: str) -> str | None:
    """The row that a hand's margin or its natural hits."""
    cards = facts[f"{mine}-cards"], facts[f"{other}-cards"]
    hit = dragon_bonus(facts[mine], facts[other], *cards, game.losing_natural == "pays")
    if hit == DRAGON_LOST:
        return None
    return {DRAGON_NATURAL: "natural", DRAGON_NATURAL_TIES: "natural-tie"}.get(hit, f"by-{hit}")


def line_odds(pays: Mapping[str, str], total: int) -> Outcome:
    """The odds of a winning line, by the total that won."""
    return odds(pays.get(str(total), pays["else"]))


def line_outcomes(game: TwoHands, result: int, player: int, banker: int) -> tuple[Outcome, Outcome]:
    """What the player line and the banker line are owed, by the result and the two totals."""
    if result == TIE:
        return PUSH, PUSH
    if result == PLAYER_WINS:
        return line_odds(game.player_pays, player), LOSE
    return LOSE, PUSH if result == SEVEN_PUSHES else line_odds(game.banker_pays, banker)


def bot(view: View, question: Question) -> Any:
    """One of the two lines, banker rather than player; a tie or a bonus bet now and then."""
    if isinstance(question, Wagers):
        return wagers(view, question)
    return sensible(view, question)


def wagers(view: View, question: Wagers) -> Any:
    """Wagers that the table's limits and the bettor's chips allow; none if eight tries find no such."""
    rng = view.rng
    for _ in range(8):
        line = BANKER if rng.random() < 0.6 else PLAYER
        chosen = [
            line,
            *(spot for spot in question.spots if spot not in (PLAYER, BANKER) and rng.random() < 0.15),
        ]
        hand = question.hands[int(rng.random() * len(question.hands))]
        placed = []
        for spot in chosen:
            low, high = question.limits[spot]
            placed.append((hand, spot, min(high, low * (1 + int(rng.random() * 8)))))
        if not question.rule(question.who, tuple(placed)):
            return tuple(placed)
    return question.default


@plays(bot=bot, moments=("before-cards",))
def two_hands(t: Baccarat, game: TwoHands) -> Script:
    """A round of baccarat."""
    yield from t.take_wagers()
    t.reach("before-cards")
    player, banker = t.open_hand(PLAYER, 0, HOUSE), t.open_hand(BANKER, 0, HOUSE)
    yield from t.deal_around(2, [player, banker], UP if game.hands == "face-up" else DOWN)
    yield from t.dealt()

    if (yield from third_cards(t, game, player, banker)):
        settle(t, game, player, banker)
    return t.standing()


def third_cards(t: Baccarat, game: TwoHands, player: Hand, banker: Hand) -> Generator[Asked, Any, bool]:
    """Both hands draw by the chart, the player hand first; false if nobody bet and a card was not told."""
    stop = game.natural if game.natural_stops == "yes" else points.NO_STOP
    if not known(t, player, banker):
        return False
    t.show(player)
    t.show(banker)
    player_two, banker_two = total(t, player), total(t, banker)
    third = points.STOOD
    if points.player_draws(player_two, banker_two, stop):
        yield from t.deal(1, player, UP)
        if not known(t, player):
            return False
        third = points.POINTS[t.look(player)[2]]
    if points.banker_draws(banker_two, player_two, third, stop):
        yield from t.deal(1, banker, UP)
    return known(t, banker)


def settle(t: Baccarat, game: TwoHands, player: Hand, banker: Hand) -> None:
    """Both hands are complete: the lines, the side bets, and the order in which they are met."""
    totals = (total(t, player), total(t, banker))
    t.emit("totals", *totals)
    result, because = showdown(game, t.look(player), t.look(banker))
    to_player, to_banker = line_outcomes(game, result, *totals)
    for hand in t.hands_with(PLAYER, BANKER):
        t.claim(hand, PLAYER, to_player, because)
        t.claim(hand, BANKER, to_banker, because)
    t.facts["round"] = {
        PLAYER: totals[0],
        BANKER: totals[1],
        "player-cards": len(player.tokens),
        "banker-cards": len(banker.tokens),
    }
    t.claim_bonuses()
    give_first_action(t, due_seat(t, game, t.look(banker)[1]))
    t.settle()


def known(t: Banking, *hands: Hand) -> bool:
    """Whether the hands can be played on; a card that nobody told is missed when somebody has bet."""
    if t.wagers:
        for hand in hands:
            t.look(hand)
    return all(t.pieces[token] != UNTOLD for hand in hands for token in hand.tokens)


def total(t: Banking, hand: Hand) -> int:
    """The points of a hand as it lies."""
    return points.points(t.look(hand))


def showdown(game: TwoHands, player: Sequence[int], banker: Sequence[int]) -> tuple[int, Because]:
    """Which line wins, and why, from the cards of the two complete hands."""
    totals = (points.points(player), points.points(banker))
    naturals = game.natural_beats == "yes"
    seven = game.banker_three_card_seven == "push" and three_card_seven(*totals, len(banker))
    result = result_of(points.rank(player, naturals), points.rank(banker, naturals), seven)
    if result != result_of(*totals, seven):
        return result, ("natural-outranks", (PLAYER if result == PLAYER_WINS else BANKER, *totals))
    return result, (RESULTS[result], totals)


def due_seat(t: Banking, game: TwoHands, card: int) -> int:
    """The seat that the banker hand's second card gives first action, taken or not."""
    bank = t.state.bank
    if game.first_action == "left-of-player-dealer":
        return t.left_of(bank)
    seats = [seat for seat in range(1, t.state.places + 1) if seat != bank]
    if game.button_counts == "occupied":
        seats = [seat for seat in seats if seat in t.state.seats]
    return seats[counted_seat(button_value(card), len(seats))] if seats else bank
