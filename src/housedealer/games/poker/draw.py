"""Draw games: one's own hidden cards, bettings and draws in turn.

Lowball has its kills and its sevens; jacks or better its openers, and a pot that nobody opened is left to
the next hand, or the hand becomes lowball.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import msgspec

from housedealer.games.poker.draw_bots import LOWBALL, draw_bot
from housedealer.games.poker.flop import first_blind, move_button, post_blinds, still_in, without_chips
from housedealer.games.poker.kills import SEEN, kill_order, kill_pot, offer_kill
from housedealer.games.poker.openers import DrawTable, nobody_opens, prove_openers
from housedealer.games.poker.showdown import HALVES, Hands, showdown
from housedealer.pieces.cards import face
from housedealer.pieces.decks import Deck
from housedealer.ranking import low
from housedealer.table.betting import NO_CAP, POT, Poker, PokerGame
from housedealer.table.core import DOWN, OWED, Event, Hand, Interrupt
from housedealer.table.errors import Misdeal, Refused
from housedealer.table.game import Script, plays
from housedealer.table.piece_questions import Pick
from housedealer.table.questions import DEFAULT, TELL

UNTOLD_DRAW = (("further", "", TELL), ("else", "", DEFAULT))
"""Told cards after the first ones mean a draw, and which were thrown must be told; none mean a pat hand."""


class DrawGame(PokerGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between draw games and rooms.

    `openers` says that a pot is opened with jacks or better, and `lowball` what a hand becomes that nobody
    opens; where it becomes nothing, its pot is left to the next hand.
    """

    hands: Hands = "ace-to-five"
    cards: int = 5
    draws: int = 1
    big_from: int = 1
    most: int = 5
    button_most: int = 5
    sevens: Literal["no", "yes"] = "no"
    heads_up_button: Literal["small-blind", "big-blind"] = "big-blind"
    kept_when_exposed: int = 5
    burn: Literal["yes", "no"] = "yes"
    blind_count: Literal["two", "three"] = "two"
    last_to_act: Literal["first-round", "both-rounds"] = "first-round"
    raise_cap: Literal["three", "none"] = "three"
    check_raising: Literal["yes", "no"] = "yes"
    joker: Literal["lowest-missing", "chooses", "none"] = "lowest-missing"
    openers: Literal["none", "jacks"] = "none"
    trigger: Literal["opens", "has"] = "opens"
    show_openers: Literal["yes", "no"] = "yes"
    openers_shown: Literal["dealt", "held"] = "dealt"
    ante_again: Literal["yes", "no"] = "yes"
    passed_out_fee: Literal["taken", "waits"] = "taken"
    lowball: Literal["none", "california", "kansas-city"] = "none"
    lowball_betting: Literal["again", "none"] = "again"
    kill_leave: Literal["given", "refused"] = "given"

    def __post_init__(self) -> None:
        """What a reading of a ruling says of the deck and the betting."""
        if self.joker == "none":
            msgspec.structs.force_setattr(self, "deck", Deck())
        if self.raise_cap == "none":
            msgspec.structs.force_setattr(self, "raises", NO_CAP)
        elif self.raises == NO_CAP:  # another reading of a game that is without a cap
            msgspec.structs.force_setattr(self, "raises", 3)
        if self.check_raising == "no":
            msgspec.structs.force_setattr(self, "check_raise", False)

    def idle(self) -> set[str]:
        """The floor's leave is for kills that are declared."""
        return super().idle() | (set() if self.kill_on == "declared" else {"kill_leave"})

    @property
    def carries_pot(self) -> bool:
        """Whether a hand may leave its pot to the next one."""
        return self.openers != "none"


# -- remedies ----------------------------------------------------------------------------------------


def misdeal(code: str) -> Any:
    """A remedy that voids the hand."""

    def remedy(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
        raise Misdeal(code)
        yield

    return remedy


def low_value(card: int) -> int:
    """A card's own value for the exposed-card rule: the ace one, the joker none.

    >>> from housedealer.pieces.cards import card
    >>> low_value(card("Ac")), low_value(card("6d")), low_value(card("Jk"))
    (1, 6, 0)
    """
    return 0 if card >= 52 else 1 if card >> 2 == 12 else (card >> 2) + 2


def exposed_card(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
    """A card exposed on the deal is kept if it is low enough, else surrendered and replaced."""
    piece = facts.get("piece")
    key = str(facts.get("hand") or facts.get("seat"))
    if piece is None or key not in t.hands:
        raise Refused("Say whose card was exposed, and which: seat and piece.")
    keep = low_value(piece) <= game.kept_when_exposed
    hand = t.hands[key]
    if t.lenient:
        if keep:
            t.supply.needs(piece, key, "was exposed and had to be kept")
        else:
            t.supply.bar(piece, "was exposed and had to be surrendered")
        return
    if "hand" in facts:
        if keep:
            t.take(hand, piece, DOWN)
        t.emit("exposed", key, piece, keep)
        return
    token = next(token for token in hand.tokens if t.pieces[token] == piece)
    t.emit("exposed", key, piece, keep)
    if not keep:
        at = hand.tokens.index(token)
        del hand.tokens[at], hand.up[at]
        yield from t.draw(hand, DOWN)


def out_of_position(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
    """A deal from the wrong position is dealt again, but not once somebody has put chips in by choice."""
    if any(event.kind == "bet" and event.args[2] for event in t.events):
        raise Refused("The pot has been opened: this hand is played, and the deal goes on from the button.")
    raise Misdeal("deal-out-of-position")
    yield


def foul_count(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
    """More or fewer than five cards after the draw: the hand is foul, its chips stay."""
    if "seat" not in facts:
        raise Refused("Say which seat has the wrong number of cards.")
    t.kill(int(facts["seat"]))
    return
    yield


def lost_turn(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
    """Who was silent while others acted, or is not back in his turn, has a dead hand; its chips stay."""
    if "seat" not in facts:
        raise Refused("Say whose hand is dead: seat.")
    t.kill(int(facts["seat"]))
    return
    yield


def boxed(t: Poker, game: DrawGame, facts: dict[str, Any]) -> Script:
    """Boxed cards are dealt into the discards; five in a group are a misdeal."""
    if int(facts.get("count", 1)) >= 5:
        raise Misdeal("five-boxed")
    t.emit("boxed", int(facts.get("count", 1)))
    return
    yield


def dropped(t: DrawTable, game: DrawGame, facts: dict[str, Any]) -> Script:
    """A card dropped after the draw: the hand is dead, its chips stay."""
    if t.street == "before-draw":
        raise Refused("A card that was dropped kills a hand after the draw only.")
    yield from foul_count(t, game, facts)


def exposed_draw(t: DrawTable, game: DrawGame, facts: dict[str, Any]) -> Script:
    """A card turned over on the draw is not taken; the next one comes when everybody has drawn."""
    piece = facts.get("piece")
    key = str(facts.get("hand") or facts.get("seat"))
    if piece is None or key not in t.hands:
        raise Refused("Say whose card was turned over on the draw, and which: seat and piece.")
    hand = t.hands[key]
    if t.lenient:
        t.supply.bar(piece, "was turned over on the draw and not taken")
        return None
    if "hand" in facts:
        t.pieces.append(piece)
        t.discards.append(len(t.pieces) - 1)
    else:
        token = next((token for token in drawn_by(t, hand) if t.pieces[token] == piece), None)
        if token is None:
            raise Refused(f"That card is none that seat {key} has drawn.")
        at = hand.tokens.index(token)
        del hand.tokens[at], hand.up[at]
        t.discards.append(token)
    t.emit("exposed-draw", key, piece)
    t.owed.append(hand)
    if t.street != "draw":
        yield from deal_owed(t)
    return OWED


def drawn_by(t: Poker, hand: Hand) -> list[int]:
    """The cards that a hand has got on its last draw."""
    found = [event.args[1] for event in t.events if event.kind == "draws" and event.args[0] == hand.seat]
    return hand.tokens[-found[-1] :] if found and found[-1] else []


REMEDIES = {
    "exposed-card": exposed_card,
    "two-extra-cards": misdeal("two-extra-cards"),
    "first-card-exposed": misdeal("first-card-exposed"),
    "fouled-deck": misdeal("fouled-deck"),
    "irregular-deck": misdeal("irregular-deck"),
    "deal-out-of-position": out_of_position,
    "player-not-dealt-in": misdeal("player-not-dealt-in"),
    "foul-count": foul_count,
    "passed-over": lost_turn,
    "absent": lost_turn,
    "boxed": boxed,
    "dropped-card": dropped,
    "below-table": foul_count,
    "exposed-draw": exposed_draw,
}


# -- the round ---------------------------------------------------------------------------------------


@plays(
    remedies=REMEDIES,
    bot=draw_bot,
    moments=("before-cards", "pre-flop", "flop", "end"),
    tells=("becomes-lowball", "passed-out"),
    poker=True,
)
def draw(t: DrawTable, game: DrawGame) -> Script:
    """A hand of a draw game."""
    if len(t.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    t.first_blind = first_blind(len(t.seats), game.heads_up_button)
    t.reach("before-cards")
    without_chips(t)
    first = forced_bets(t, game)
    killer = kill_pot(t, game)
    hands_dealt = t.hand if all(t.live) else still_in(t)
    offered = SEEN if killer < 0 and game.kill_on == "declared" and game.kill_leave == "given" else 0
    if offered:
        yield from t.deal_around(offered, hands_dealt, DOWN)
        killer = yield from offer_kill(t, game)
    yield from t.deal_around(game.cards - offered, hands_dealt, DOWN)
    yield from t.dealt()
    t.street = "before-draw"
    hands = hands_of(game)
    if killer >= 0:
        yield from t.betting(first, t.limit.small, order=kill_order(t, killer), killer=killer)
    elif game.openers == "none":
        yield from t.betting(first, t.limit.small)
    else:
        hands = yield from open_pot(t, game, first)
        if not hands:
            return pass_out(t, game)
    t.reach("pre-flop")

    for number in range(1, game.draws + 1):
        if not t.contested():
            break
        yield from draw_cards(t, game)
        t.reach("flop")
        t.new_round()
        t.street = f"draw-{number}"
        if t.able() > 1:
            size = t.limit.big if number >= game.big_from else t.limit.small
            yield from t.betting(first if game.last_to_act == "both-rounds" else 0, size)

    yield from t.dealt("showdown")
    t.reach("end")
    if game.openers != "none" and game.show_openers == "yes" and t.opener >= 0 and t.live[t.opener]:
        yield from prove_openers(t, game, hands)
    if t.contested():
        if game.sevens == "yes":
            yield from settle_sevens(t, game)
        yield from showdown(t, hands)
    elif True in t.live:
        t.last_standing()
    else:
        t.emit("left-over", t.ledger.balance[POT])
    return move_button(t, game)


def forced_bets(t: DrawTable, game: DrawGame) -> int:
    """Antes or blinds on top of what the last hand left; gives the position that acts first."""
    if t.carried:
        t.emit("carried", t.carried)
        if game.ante_again == "no":
            t.limit = msgspec.structs.replace(t.limit, ante=0)
    if game.blind_count == "three" and t.limit.blinds:
        three = (t.limit.blinds[0], *t.limit.blinds)[-len(t.seats) :]
        t.limit = msgspec.structs.replace(t.limit, blinds=three)
    return post_blinds(t, game.heads_up_button)


def hands_of(game: DrawGame, lowball: bool = False) -> Hands:
    """What is played for: the game's own hands, or those of the lowball that it has become.

    >>> from housedealer.rooms import game
    >>> hands_of(game("garlic-city/draw-poker-jacks-back").params, lowball=True)
    'ace-to-five'
    """
    hands: Any = LOWBALL[game.lowball] if lowball else game.hands
    return "joker-deuce-to-seven" if hands == "deuce-to-seven" and game.joker == "chooses" else hands


def open_pot(t: DrawTable, game: DrawGame, first: int) -> Script:
    """The betting before the draw where openers are needed; gives what is played for, "" if the hand is over.

    Where nobody can bet, because not two players have chips left, the hand is played without an opener.
    """
    if t.able() < 2:
        return hands_of(game)
    t.opening = needed = game.trigger == "opens" or game.lowball == "none"
    yield from t.betting(first, t.limit.small)
    t.opening = False
    t.opener = t.first_bettor() if needed else -1
    if not nobody_opens(t, game):
        return hands_of(game)
    if game.lowball == "none":
        return ""
    t.opener = -1
    t.emit("becomes-lowball")
    if game.lowball_betting == "again" and t.contested():
        t.new_round()
        yield from t.betting(first, t.limit.small)
    return hands_of(game, lowball=True)


def pass_out(t: DrawTable, game: DrawGame) -> Any:
    """Nobody opens: the hand is over, and what has been put in stays for the next one."""
    if game.passed_out_fee == "taken":
        t.reach("pre-flop")
        t.reach("end")
    t.emit("passed-out", t.ledger.balance[POT])
    return move_button(t, game)


def draw_cards(t: DrawTable, game: DrawGame) -> Script:
    """One card is burned; then everybody in throws away and gets as many, from the button's left."""
    if game.openers != "none":
        t.held = [tuple(hand.tokens) for hand in t.hand]
    if not t.supply.left():
        t.recycle_discards()
    if game.burn == "yes":
        t.burn()
    t.street = "draw"
    live, seats, events, supply = t.live, t.seats, t.events, t.supply
    for at, hand in enumerate(t.hand):
        if not live[at]:
            continue
        picked = yield draw_question(t, game, at)  # as in `ask`, without a generator for every hand
        if type(picked) is Interrupt:
            picked = yield from t.ask_again(picked, partial(draw_question, t, game, at))
            if picked is None:
                continue
        many = len(picked)
        events.append(Event("draws", (seats[at], many)))
        if not many:
            continue
        tokens = hand.tokens
        thrown: list[int] = []
        for place in picked:
            thrown.append(tokens.pop(place - len(thrown)))  # so many have moved up
        del hand.up[len(tokens) :]
        if supply.left() < many:
            t.recycle_discards()
        if game.openers == "none" or at != t.opener:  # who opened may have to show what he threw away
            t.discards += thrown
        yield from t.deal(many, hand, DOWN)
    if t.owed:
        yield from deal_owed(t)
    if t.lenient:
        refuse_twins(t)


def refuse_twins(t: Poker) -> None:
    """Discards that came again can be told once more, but not in two hands at a time."""
    held = [t.pieces[token] for hand in still_in(t) for token in hand.tokens]
    for piece in held:
        if piece >= 0 and held.count(piece) > 1:
            raise Refused(f"{face(piece)} is told in two hands at the end of the draw.")


def deal_owed(t: Poker) -> Script:
    """Hands of which a card was turned over on the draw get another from the top of the deck."""
    while t.owed:
        if not t.supply.left():
            t.recycle_discards()
        yield from t.draw(t.owed.pop(0), DOWN)


def draw_question(t: Poker, game: DrawGame, at: int) -> Pick | None:
    """Which cards a player throws away; who is out of the hand is not asked."""
    if not t.live[at]:
        return None
    hand = t.hand[at]
    most = game.button_most if t.seats[at] == t.state.button else game.most
    tokens = tuple(hand.tokens)
    if most > len(tokens):
        most = len(tokens)
    return Pick(hand.owner, "draw", tokens, 0, most, (), hand.key, UNTOLD_DRAW, t.faces(hand))


def settle_sevens(t: DrawTable, game: DrawGame) -> Script:
    """Who checked a seven or better after the draw and has the best hand gets nothing bet since."""
    shown = yield from t.show_hands()
    values = {at: HALVES[game.hands][0](cards, ()) for at, cards in shown.items()}
    if not values:
        return
    best = max(values.values())
    winners = [at for at, value in values.items() if value == best]
    checked = [at for at in winners if at in t.checked]
    if not checked or best < SEVEN_LOW or not any(t.bet):
        return
    for at in range(len(t.seats)):
        t.return_bet(at, "sevens-return")


SEVEN_LOW = low.ace_to_five((5 * 4, 4 * 4 + 1, 3 * 4 + 2, 2 * 4 + 3, 1 * 4))
"""The worst seven: 7-6-5-4-3."""
