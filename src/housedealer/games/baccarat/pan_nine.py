"""Pan nine: three cards each against the player-dealer, one more for who wants it, nearest to nine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from housedealer.games.action import give_first_action, pointed_seat, told_button
from housedealer.games.bots import sensible
from housedealer.kernel import kernel
from housedealer.ranking.points import points
from housedealer.table.banking import LOSE, PLAYER_DEALER, PUSH, Banking, Outcome
from housedealer.table.core import DOWN, HOUSE, UP, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame
from housedealer.table.questions import Choose, Question
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN

WAGER = "wager"
ACT, STAND, DRAW = "act", "stand", "draw"
DICE, CARDS = 3, 3
CLOCKWISE, COUNTER = 1, -1

OUTCOMES: dict[int, Outcome] = {1: EVEN, 0: PUSH, -1: LOSE}
RESULTS = {1: "closer-to-nine", 0: "same-sum", -1: "farther-from-nine"}

MUST_DRAW, MAY_DRAW, MUST_STAND = range(3)
BOT_DRAWS = 5


class PanNine(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms, and how the book's gaps are read.

    The player-dealer must draw on `bank_draws` and less, and must stand on `bank_stands` and more.
    """

    bank_draws: int
    bank_stands: int
    dice_count: Literal["player-dealer-is-one", "next-is-one"]
    vacant_positions: Literal["every", "first"]
    drawn_card: Literal["face-down", "face-up"]
    settle_order: Literal["counter-clockwise", "clockwise"]


@kernel
def bank_choice(total: int, draws: int, stands: int) -> int:
    """What the player-dealer's three cards leave him to do.

    >>> [bank_choice(total, 3, 7) for total in (0, 3, 4, 6, 7, 9)] == [0, 0, 1, 1, 2, 2]
    True
    """
    if total <= draws:
        return MUST_DRAW
    return MUST_STAND if total >= stands else MAY_DRAW


@kernel
def standing(mine: int, bank: int) -> int:
    """How a sum stands against the player-dealer's: 1 is closer to nine, 0 the same, -1 farther from it.

    >>> standing(9, 8), standing(0, 0), standing(3, 4)
    (1, 0, -1)
    """
    return (mine > bank) - (mine < bank)


ON_SIX = {True: -2702, False: 2399}
"""What drawing to six wins the player-dealer of a bettor who drew, and of one who did not, of 10,000."""


def bot(view: View, question: Question) -> Any:
    """Draws to five and less; as the player-dealer to six too, where more is staked by those who stood.

    Neither side can do better against the other, as `housedealer.odds.pan_nine` solves it.
    """
    if question.name != ACT or not isinstance(question, Choose):
        return sensible(view, question)
    total = points(view.cards(question.about or ""))
    draws = total <= BOT_DRAWS
    if total == BOT_DRAWS + 1 and question.about == PLAYER_DEALER:
        dealt = {str(event.args[0]) for event in view.events() if event.kind == "deal"}
        draws = (
            sum(view.stakes(key).get(WAGER, 0) * ON_SIX[len(view.cards(key)) > CARDS] for key in dealt) > 0
        )
    wanted = DRAW if draws else STAND
    return wanted if wanted in question.options else question.default


@plays(bot=bot, moments=("before-cards",))
def pan_nine(t: Banking, game: PanNine) -> Script:
    """A round of pan nine."""
    yield from t.take_wagers()
    t.reach("before-cards")
    hands = t.hands_with(WAGER)
    if not hands:
        return t.standing()
    t.direction = COUNTER
    pointed = throw(t, game)
    yield from deal(t, game, pointed)
    yield from t.dealt()

    for hand in around(t, hands):
        choice = yield from t.ask(turn(hand))
        if choice == DRAW:
            yield from t.deal(1, hand, UP if game.drawn_card == "face-up" else DOWN)
    yield from play_bank(t, game)

    bank = points(t.look(t.player_dealer))
    for hand in around(t, hands):
        mine = points(t.show(hand))
        result = standing(mine, bank)
        because: Because = (RESULTS[result], (mine, bank))
        t.claim(hand, WAGER, OUTCOMES[result], because)
    t.direction = COUNTER if game.settle_order == "counter-clockwise" else CLOCKWISE
    if not pointed:
        give_first_action(t, told_button(t))
    t.settle()
    return t.standing()


def throw(t: Banking, game: PanNine) -> int:
    """The player-dealer's dice: the position that they point at, which begins; 0 if no dice are told."""
    dice = t.supply.dice(DICE)
    if not dice:
        return 0
    t.emit("dice", *dice)
    count = sum(dice) + (game.dice_count == "next-is-one")
    pointed = pointed_seat(count, t.state.bank, t.state.places, COUNTER)
    give_first_action(t, pointed)
    return pointed


def deal(t: Banking, game: PanNine, pointed: int) -> Script:
    """Whole hands counter-clockwise from the position that the dice point at.

    A hand that falls to a position without a wager goes to the discards.
    """
    for at, seat in enumerate(positions(t, pointed or t.left_of(t.state.bank, COUNTER))):
        hand = t.player_dealer if seat == t.state.bank else t.hands.get(str(seat))
        if hand is not None:
            yield from t.deal(CARDS, hand, DOWN)
        elif at == 0 or game.vacant_positions == "every":
            vacant = t.open_hand(f"vacant-{seat}", seat, HOUSE)
            yield from t.deal(CARDS, vacant, DOWN)
            t.emit("vacant", seat)
            del t.hands[vacant.key]


def positions(t: Banking, first: int) -> Iterator[int]:
    """All positions of the table counter-clockwise from one, taken or not."""
    places = t.state.places
    return ((first - 1 - step) % places + 1 for step in range(places))


def around(t: Banking, hands: list[Hand]) -> list[Hand]:
    """The hands counter-clockwise from first action on."""
    places, first = t.state.places, t.action_seat or t.left_of(t.state.bank, COUNTER)
    return sorted(hands, key=lambda hand: (first - hand.seat) % places)


def turn(hand: Hand) -> Choose:
    """Ask a player whether he plays his three cards or takes one more."""
    untold = (("further", "", DRAW), ("else", "", STAND))
    return Choose(hand.owner, ACT, (STAND, DRAW), STAND, about=hand.key, untold=untold)


def play_bank(t: Banking, game: PanNine) -> Script:
    """The player-dealer's cards are turned up; on some sums he must draw or stand, on the others he says.

    A real table may have let pass what he must not do: a told round asks even where he has no choice.
    """
    may = bank_choice(points(t.show(t.player_dealer)), game.bank_draws, game.bank_stands)
    options = {MUST_DRAW: (DRAW,), MAY_DRAW: (STAND, DRAW), MUST_STAND: (STAND,)}[may]
    choice = options[0]
    if may == MAY_DRAW or t.lenient:
        choice = yield from t.ask(
            Choose(
                t.banker, ACT, options, options[0], about=PLAYER_DEALER,
                possible=tuple(word for word in (STAND, DRAW) if word not in options),
                untold=(("further", "", DRAW), ("else", "", options[0])),
            )
        )  # fmt: skip
    if choice == DRAW:
        yield from t.deal(1, t.player_dealer, UP)
