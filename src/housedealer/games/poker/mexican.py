"""Mexican poker: five-card stud from a stripped deck, where each player says which way his cards come.

The joker is worth what its place says: dealt up it is an ace or completes a straight or a flush, dealt down
it is any card, and stays so when it is turned up. So the table keeps which cards were to come down.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Literal

import msgspec

from housedealer.games.poker.bots import Cards, bet_by, made_strength
from housedealer.games.poker.flop import move_button
from housedealer.games.poker.showdown import HALVES, Hands, showdown
from housedealer.games.poker.stud import best_of, forced_bet
from housedealer.pieces.cards import JOKER, SECOND_JOKER
from housedealer.ranking.partial import SPADES_HIGH, SUITS_EQUAL, door
from housedealer.table.betting import Poker, PokerGame
from housedealer.table.core import DOWN, OWED, UNTOLD, UP, Hand
from housedealer.table.errors import Misdeal, Refused, StreetVoid
from housedealer.table.game import Script, plays
from housedealer.table.questions import DEFAULT, TELL, Asked, Choose, Question
from housedealer.table.view import View

SECOND = "second"
STREETS = ("third", "fourth", "fifth")
FEE_MOMENTS = {"third": "flop", "fourth": "turn"}
"""Fee books speak of the flop and the turn; this game reaches them with its second and third rounds."""
WORTH: dict[str, Hands] = {"count": "mexican", "listed-only": "mexican-listed"}


class MexicanGame(PokerGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What Mexican poker leaves to its rulings."""

    unlisted_straights: Literal["count", "listed-only"] = "count"
    equal_cards: Literal["clockwise", "by-suit"] = "clockwise"
    first_to_act: Literal["highest-hand", "left-of-button"] = "highest-hand"
    early_bets: Literal["either", "lower"] = "either"
    all_in_door: Literal["no-bring-in", "next-player"] = "no-bring-in"
    exposed_plays: Literal["that-round", "whole-hand"] = "that-round"
    voided_folds: Literal["stay-folded", "back-in"] = "stay-folded"
    turning_up: Literal["never", "before-next-card"] = "never"


class Mexican(Poker):
    """A table that knows which cards were to come down, and whose next one must."""

    params: MexicanGame

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.wild: set[int] = set()
        self.asked_up = [False] * len(self.seats)
        self.next_down: set[int] = set()
        self.exposed: dict[int, str] = {}
        self.declared: set[int] = set()
        self.in_betting = False

    def ranked(self, token: int) -> int:
        """A card as it is ranked: the second joker stands for one that was to be dealt down."""
        piece = self.pieces[token]
        return SECOND_JOKER if piece == JOKER and token in self.wild else piece

    def board(self, at: int) -> Cards:
        """The cards by which a hand opens or acts first: those it shows that don't play as down cards."""
        hand = self.hand[at]
        found = tuple(
            self.ranked(token)
            for token, up in zip(hand.tokens, hand.up, strict=True)
            if up and not self.plays_down(token)
        )
        if UNTOLD in found:
            raise Refused(f"The up-cards of seat {self.seats[at]} must be told: they decide who acts.")
        return found

    def plays_down(self, token: int) -> bool:
        """Whether a card that its owner exposed still counts as one that lies face down."""
        when = self.exposed.get(token)
        return when is not None and (self.params.exposed_plays == "whole-hand" or when == self.street)

    def first_by(self, value: Callable[[int], int]) -> int:
        """The live hand with the greatest value, of equals the first clockwise of the button."""
        at = best_of(self, value)
        equal = [other for other, alive in enumerate(self.live) if alive and value(other) == value(at)]
        if self.lenient and not self.state.button and len(equal) > 1:
            seats = " and ".join(str(self.seats[other]) for other in equal)
            raise Refused(f"Say which seat has the button: seats {seats} show the same, and it decides.")
        return at

    def show_hands(self) -> Generator[Asked, Any, dict[int, tuple[int, ...]]]:
        shown = yield from super().show_hands()
        return {at: tuple(self.ranked(token) for token in self.hand[at].tokens) for at in shown}


# -- remedies ----------------------------------------------------------------------------------------


def initial_out_of_sequence(t: Mexican, game: MexicanGame, facts: dict[str, Any]) -> Script:
    """A first card went astray: a misdeal, unless two have acted and so accepted it."""
    if int(facts.get("after", t.acted)) < 2:
        raise Misdeal("dealt-out-of-sequence")
    return
    yield


def street_out_of_sequence(t: Mexican, game: MexicanGame, facts: dict[str, Any]) -> Script:
    """Cards of a later street went to wrong seats: they are moved, face up, and the betting begins anew.

    The card of each seat named belongs to the next one named, that of the last to the first. In a told round
    the pieces are told as they lie after that.
    """
    if t.street not in STREETS:
        raise Refused("Only cards of third, fourth and fifth street are moved to their correct position.")
    if "seats" not in facts and not t.lenient:
        raise Refused("Say whose cards are out of sequence: seats, each followed by the one it belongs to.")
    places = [t.position(int(seat)) for seat in facts.get("seats", ())]
    hands = [t.hand[at] for at in places]
    dealt = STREETS.index(t.street) + 3
    if any(len(hand.tokens) < dealt for hand in hands):
        raise Refused(f"Not all of these seats have a card of {t.street} street.")
    if not t.lenient:
        tokens = [hand.tokens[-1] for hand in hands]
        for number, token in enumerate(tokens):
            owner = (number + 1) % len(hands)
            t.move(token, hands[number], hands[owner])
            asked_down = not t.asked_up[places[owner]]
            (t.wild.add if asked_down else t.wild.discard)(token)
    for hand in hands:
        t.turn_up(hand, len(hand.tokens) - 1)
    if t.in_betting:
        raise StreetVoid("street-out-of-sequence")
    return
    yield


def down_card(t: Mexican, hand: Hand, piece: Any) -> int:
    """The place of a hand's down card: the one that was named, one that nobody saw, or the last."""
    places = [place for place, up in enumerate(hand.up) if not up]
    if piece is not None:
        unseen = [place for place in places if t.pieces[hand.tokens[place]] == UNTOLD]
        places = [place for place in places if t.pieces[hand.tokens[place]] == piece] or unseen
    if not places:
        raise Refused(f"Seat {hand.seat} has no such card face down.")
    return places[-1]


def player_exposed(t: Mexican, game: MexicanGame, facts: dict[str, Any]) -> Script:
    """A player shows a card of his own: it plays as the down card that it is."""
    if "seat" not in facts:
        raise Refused("Say which seat exposed a card.")
    hand = t.hand[t.position(int(facts["seat"]))]
    place = down_card(t, hand, facts.get("piece"))
    t.turn_up(hand, place)
    t.exposed[hand.tokens[place]] = t.street
    return
    yield


def dealer_exposed(t: Mexican, game: MexicanGame, facts: dict[str, Any]) -> Script:
    """The house dealer shows a down card: the next one comes down, and its owner may declare all-in."""
    key = facts.get("hand", facts.get("seat"))
    if key is None:
        raise Refused("Say whose down card was exposed.")
    at = t.position(int(key))
    hand = t.hand[at]
    if "hand" in facts:  # it came off the deck like that
        t.wild.add(t.take(hand, facts["piece"], UP))
    else:
        t.turn_up(hand, down_card(t, hand, facts.get("piece")))
    if t.street != STREETS[-1]:
        t.next_down.add(at)
        t.emit("next-card-down", t.seats[at])
    choice = yield from t.ask(
        lambda: (
            Choose(t.who[at], "all-in", ("play-on", "all-in"), "play-on", hand.key, untold=TELL)
            if t.live[at] and t.stack[at]
            else None
        )
    )
    if choice == "all-in":
        t.declared.add(at)
        t.stack[at] = 0
        t.recount()
        t.emit("declares-all-in", t.seats[at])
    return OWED


def joker_dealt_up(t: Mexican, game: MexicanGame, facts: dict[str, Any]) -> Script:
    """The joker, which was to come down, was dealt up: it plays as wild, as if it had."""
    return dealer_exposed(t, game, {"piece": JOKER, **facts})


REMEDIES = {
    "initial-out-of-sequence": initial_out_of_sequence,
    "street-out-of-sequence": street_out_of_sequence,
    "player-exposed": player_exposed,
    "dealer-exposed": dealer_exposed,
    "joker-dealt-up": joker_dealt_up,
}


# -- the round ---------------------------------------------------------------------------------------


def bot(view: View, question: Question) -> Any:
    """By a stated plan: three cards of four down, where a joker is worth more; bets on what the hand made."""
    if isinstance(question, Choose) and question.name == "card":
        return "up" if view.rng.random() < 0.25 else "down"
    rank = HALVES[WORTH[view.params.unlisted_straights]][0]
    return bet_by(view, question, lambda hand, board: made_strength(rank(hand, board), len(hand)))


@plays(remedies=REMEDIES, bot=bot, moments=("before-cards", "pre-flop", "flop", "turn", "end"), poker=True)
def mexican(t: Mexican, game: MexicanGame) -> Script:
    """A hand of Mexican poker."""
    if len(t.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    t.reach("before-cards")
    if t.limit.ante:
        t.ante(t.limit.ante)
    t.street = SECOND
    for at in range(len(t.seats)):
        yield from next_card(t, at, DOWN)
    yield from t.dealt()
    for at in range(len(t.seats)):
        yield from next_card(t, at, UP)
    yield from t.dealt(SECOND)

    early = (t.limit.big,) if game.early_bets == "either" and t.limit.kind == "limit" else ()
    opener = yield from open_betting(t, game)
    opened = t.current > 0
    yield from t.betting(opener + opened, t.limit.small, early, done=opener if opened else -1)
    t.reach("pre-flop")

    for street in STREETS:
        if not t.contested():
            break
        t.street = street
        t.burn()
        yield from deal_street(t, game)
        yield from t.dealt(street)
        if street in FEE_MOMENTS:
            t.reach(FEE_MOMENTS[street])
        if street != STREETS[0]:  # from fourth street on the higher limit is the least bet
            t.limit = msgspec.structs.replace(t.limit, small=t.limit.big)
            early = ()
        yield from bet_street(t, game, early)

    t.reach("end")
    if t.contested():
        yield from showdown(t, WORTH[game.unlisted_straights])
    else:
        t.last_standing()
    return move_button(t, game)


def next_card(t: Mexican, at: int, face: bool) -> Script:
    """A player's next card, down if the one before was exposed; one that was to come down is kept in mind."""
    if at in t.next_down:
        t.next_down.discard(at)
        face = DOWN
    t.asked_up[at] = face
    token = yield from t.draw(t.hand[at], face)
    if face is DOWN and token != UNTOLD:
        t.wild.add(token)


def open_betting(t: Mexican, game: MexicanGame) -> Script:
    """The highest card showing must open, for the lower or the higher limit; gives the player who had to."""
    if t.able() < 2:
        return 0
    flags = SUITS_EQUAL if game.equal_cards == "clockwise" else SPADES_HIGH
    at = t.first_by(lambda at: max(door(card, flags) for card in t.board(at)))
    while game.all_in_door == "next-player" and not t.stack[at]:
        at = (at + 1) % len(t.seats)
    yield from forced_bet(t, at, t.limit.small, t.limit.big)
    return at


def deal_street(t: Mexican, game: MexicanGame) -> Script:
    """Everybody in says which way his card comes, and gets it; where he may, he first turns a card up."""
    for at, hand in enumerate(t.hand):
        if not t.live[at]:
            continue
        if game.turning_up == "before-next-card" and not all(hand.up):
            turned = yield from t.ask(
                Choose(hand.owner, "turn", ("keep", "turn-up"), "keep", hand.key, untold=DEFAULT)
            )
            if turned == "turn-up":
                t.turn_up(hand, down_card(t, hand, None))
        choice = yield from t.ask(
            lambda at=at, hand=hand: (
                Choose(hand.owner, "card", ("up", "down"), "down", hand.key, untold=TELL)
                if at not in t.next_down
                else None
            )
        )
        if choice is not None:
            t.emit("takes-card", t.seats[at], choice)
        yield from next_card(t, at, choice == "up")


def bet_street(t: Mexican, game: MexicanGame, sizes: tuple[int, ...]) -> Script:
    """The betting of a street, which begins anew when cards of the street turn out to lie wrong."""
    rank = HALVES[WORTH[game.unlisted_straights]][0]
    while True:
        t.new_round()
        if t.able() < 2:
            return
        live = list(t.live)
        first = t.first_by(lambda at: rank(t.board(at), ())) if game.first_to_act == "highest-hand" else 0
        t.in_betting = True
        try:
            yield from t.betting(first, t.limit.small, sizes)
        except StreetVoid:
            for at in range(len(t.seats)):
                t.return_bet(at, "bet-returned")
                if at in t.declared:
                    t.stack[at] = 0
                if game.voided_folds == "back-in":
                    t.live[at] = live[at]
                    t.hand[at].folded = not live[at]
            continue
        finally:
            t.in_betting = False
        return
