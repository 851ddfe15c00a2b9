"""Stud: each player's own cards up and down, the lowest or highest door card brings it in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from housedealer.games.poker.bots import Cards, bet_by, low_strength, made_strength, strength
from housedealer.games.poker.showdown import Hands, showdown
from housedealer.ranking import high, low
from housedealer.ranking.partial import SPADES_HIGH, SPADES_LOW, door
from housedealer.table.betting import Poker, PokerGame
from housedealer.table.core import DOWN, UNTOLD, UP
from housedealer.table.errors import Refused
from housedealer.table.game import Script, plays
from housedealer.table.questions import TELL, Bet, Question
from housedealer.table.view import View

STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
FEE_MOMENTS = {"fourth": "flop", "fifth": "turn"}
"""Fee books speak of the flop and the turn; a stud game reaches them with its second and third rounds."""


class StudGame(PokerGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between stud games and rooms."""

    hands: Hands = "high"
    bring_in: Literal["lowest", "highest"] = "lowest"
    first_to_act: Literal["highest-hand", "lowest-hand"] = "highest-hand"
    door_flags: int = SPADES_HIGH
    door_suits: Literal["printed", "reversed"] = "printed"
    open_pair: bool = True
    completion: Literal["bet", "raise"] = "bet"
    all_in_door: Literal["no-bring-in", "next-player"] = "no-bring-in"
    all_in_board: Literal["next-player", "passed-over"] = "next-player"


def first_board(t: Poker, game: StudGame) -> int:
    """Who acts first: the best board of up-cards, the nearest to the house dealer's left of equals."""
    rank: Callable[[Cards], int] = high.high if game.first_to_act == "highest-hand" else low.ace_to_five
    passed_over = game.all_in_board == "passed-over" and t.able() > 0
    return best_of(t, lambda at: rank(up_cards(t, at)), passed_over)


def best_of(t: Poker, value: Callable[[int], int], with_chips: bool = False) -> int:
    """The position of the live hand with the greatest value, the first of equals, perhaps of who can bet."""
    return max(
        (at for at, alive in enumerate(t.live) if alive and (t.stack[at] or not with_chips)), key=value
    )


def up_cards(t: Poker, at: int) -> tuple[int, ...]:
    """The cards that a hand shows."""
    hand = t.hand[at]
    found = tuple([t.pieces[token] for token, up in zip(hand.tokens, hand.up, strict=True) if up])
    if UNTOLD in found:
        raise Refused(f"The up-cards of seat {t.seats[at]} must be told: they decide who acts.")
    return found


def open_pair(t: Poker) -> bool:
    """Whether any live hand shows a pair."""
    for at, alive in enumerate(t.live):
        if alive:
            ranks = [card >> 2 for card in up_cards(t, at)]
            if len(set(ranks)) < len(ranks):
                return True
    return False


def door_flags(game: StudGame) -> int:
    """How single cards are ordered: as printed, or with the suits the other way round."""
    return game.door_flags ^ (SPADES_LOW if game.door_suits == "reversed" else 0)


def bring_it_in(t: Poker, game: StudGame) -> Script:
    """The forced opening bet, for the minimum or the whole lower limit; gives the player who made it."""
    order = sorted(
        range(len(t.seats)),
        key=lambda at: door(up_cards(t, at)[0], door_flags(game)),
        reverse=game.bring_in == "highest",
    )
    at = order[0]
    if t.able() < 2:
        return at
    while game.all_in_door == "next-player" and not t.stack[at]:
        at = (at + 1) % len(order)
    if t.limit.bring_in:
        yield from forced_bet(t, at, t.limit.bring_in, t.limit.small, game.completion)
    return at


def forced_bet(t: Poker, at: int, least: int, most: int, completion: str = "bet") -> Script:
    """A player with chips must open the betting, for one of two amounts."""
    low_bet, full = min(least, t.stack[at]), min(most, t.stack[at])
    amounts = (low_bet,) if low_bet == full else (low_bet, full)
    bet = yield from t.ask(
        lambda: (
            Bet(
                t.who[at],
                "bring-in",
                0,
                0,
                low_bet,
                full,
                t.stack[at],
                t.limit.chip,
                amounts,
                False,
                False,
                t.hand[at].key,
                untold=TELL,
            )
            if t.stack[at]
            else None
        )
    )
    if bet is None:
        return
    t.pay(at, bet, "bring-in")
    t.current = bet
    whole = bet >= t.limit.small
    t.full = t.step = bet if whole else 0
    t.level = 1 if whole or completion == "raise" else 0
    t.emit("bring-in", t.seats[at], bet)


def bot(view: View, question: Question) -> Any:
    """Stud by a stated plan: pairs and high cards, low cards of different ranks, or the better of both."""
    return bet_by(view, question, JUDGES.get(view.params.hands, strength))


def both_ways(hand: Cards, board: Cards) -> float:
    """What a hand is worth where the pot is split: as much as its better half."""
    cards = hand + board
    return max(made_strength(high.high(cards), len(cards)), low_strength(cards))


JUDGES: dict[str, Callable[[Cards, Cards], float]] = {
    "ace-to-five": lambda hand, board: low_strength(hand + board),
    "high-low-8": both_ways,
}
"""How the bot judges hands of which the lowest, or the lowest as well, wins; the others by `strength`."""


@plays(bot=bot, moments=("before-cards", "pre-flop", "flop", "turn", "end"), poker=True)
def stud(t: Poker, game: StudGame) -> Script:
    """A hand of seven-card stud or one of its relatives."""
    if len(t.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    t.reach("before-cards")
    if t.limit.ante:
        t.ante(t.limit.ante)
    yield from t.deal_around(2, t.hand, DOWN)
    yield from t.deal_around(1, t.hand, UP)
    yield from t.dealt()
    t.street = "third"
    opener = yield from bring_it_in(t, game)
    brought = t.current > 0
    yield from t.betting(opener + brought, t.limit.small, done=opener if brought else -1)
    t.reach("pre-flop")

    shared = t.open_hand("board", 0, "house")
    for street in STREETS[1:]:
        if not t.contested():
            break
        live = [hand for at, hand in enumerate(t.hand) if t.live[at]]
        t.street = street
        left = len(game.deck.pieces) - len(t.pieces)  # a told supply does not know
        if left > 1:
            t.burn()
        if left <= len(live):
            yield from t.deal(1, shared, UP)
        else:
            yield from t.deal_around(1, live, DOWN if street == "seventh" else UP)
        yield from t.dealt(street)
        if street in FEE_MOMENTS:
            t.reach(FEE_MOMENTS[street])
        t.new_round()
        if t.able() > 1:
            size = t.limit.big
            sizes: tuple[int, ...] = ()
            if street == "fourth":
                size = t.limit.small
                if game.open_pair and open_pair(t) and t.limit.kind == "limit":
                    sizes = (t.limit.big,)
            yield from t.betting(first_board(t, game), size, sizes)

    t.reach("end")
    if t.contested():
        yield from showdown(t, game.hands, shared)
    else:
        t.last_standing()
    return t.standing()
