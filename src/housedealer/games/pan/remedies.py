"""What follows irregularities: wrong counts, foul hands, incorrect melds, cards of another deck."""

from __future__ import annotations

from typing import Any

from housedealer.games.pan.melds import place_of
from housedealer.games.pan.params import Pan
from housedealer.games.pan.table import DEAD, IN, WAITING, PanTable, Player
from housedealer.table.core import DOWN, UP
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.game import Because, Script

STANDS = 3
"""How many players must have drawn out of turn for their draws to stand."""

FILL_UP, WITHDRAW, KILL, RIGHT = "fill-up", "withdraw", "kill", "right"


def remedy_for(count: int, cards: int, eight: str) -> str:
    """What is done about a number of cards found before the player's first draw.

    >>> [remedy_for(count, 10, "filled") for count in (7, 8, 9, 10, 11, 12)]
    ['kill', 'fill-up', 'fill-up', 'right', 'withdraw', 'kill']
    >>> remedy_for(8, 10, "dead")
    'kill'
    """
    if count == cards:
        return RIGHT
    if count == cards - 1 or (count == cards - 2 and eight == "filled"):
        return FILL_UP
    return WITHDRAW if count == cards + 1 else KILL


def player_of(t: PanTable, facts: dict[str, Any]) -> Player:
    """Whose hand it is about."""
    if "seat" not in facts:
        raise MissingFact("Say which seat's hand it is.")
    player = t.players.get(int(facts["seat"]))
    if player is None or player.standing not in (WAITING, IN):
        raise Refused(f"Seat {facts['seat']} has no hand in play.")
    return player


def wrong_count(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """Mended or dead before the player's first draw, foul after it."""
    player = player_of(t, facts)
    if facts.get("drew", player.drew):
        foul(t, player, ("wrong-count-late", ()))
        return
    if "count" not in facts:
        raise MissingFact(f"Say how many cards seat {player.seat} was dealt.")
    count = int(facts["count"])
    what = remedy_for(count, game.cards, game.eight_cards)
    if what == RIGHT:
        raise Refused(f"{count} cards are the right number.")
    if what == KILL:
        while t.lenient and t.supply.further(player.hand.key):
            t.supply.skip(player.hand.key)
        player.standing = DEAD
        player.hand.folded = True
        t.emit("dies", player.seat, count)
        t.return_ante(player, ("ante-back", (count,)))
        return
    while len(player.hand.tokens) < game.cards:
        yield from t.draw(player.hand, DOWN)
    if what == WITHDRAW:
        if t.lenient and t.supply.further(player.hand.key):
            t.take(player.hand, t.supply.skip(player.hand.key), DOWN)
        while len(player.hand.tokens) > game.cards:
            t.move(withdrawn(t, player, facts), player.hand, t.discards)


def withdrawn(t: PanTable, player: Player, facts: dict[str, Any]) -> int:
    """The card that is too many: the one named, or the last."""
    named = [token for token in player.hand.tokens if t.pieces[token] == facts.get("piece")]
    return named[-1] if named else player.hand.tokens[-1]


def foul_hand(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """A hand called foul: what it collected goes back, and it only pays from here on."""
    foul(t, player_of(t, facts), ("foul-hand", ()))
    return
    yield


def foul(t: PanTable, player: Player, because: Because) -> None:
    """The hand is discarded and its collections repaid; the player goes on paying."""
    t.retire(player, because)
    t.repay(player, because)


def incorrect_meld(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """A spread that is no meld: free if mended in time, else it costs its pay, after the discard the hand."""
    if facts.get("corrected"):
        return
    player, turn = player_of(t, facts), t.turn
    in_turn = turn is not None and turn.player is player
    if facts.get("discarded", not in_turn) or turn is None or not in_turn:
        foul(t, player, ("incorrect-meld-late", ()))
        return
    number = int(facts["meld"]) - 1 if "meld" in facts else turn.laid[-1][0] if turn.laid else -1
    back = [token for at, token in turn.laid if at == number]
    for token in back:
        source = player.melds[number]
        if token == turn.used:
            t.move(token, source, turn.source)
            turn.card, turn.used = token, -1
        else:
            t.move(token, source, player.hand)
    turn.laid = [entry for entry in turn.laid if entry[0] != number]
    player.uncalled = [entry for entry in player.uncalled if entry[0] != number]
    t.emit("takes-back", player.seat, number + 1, len(back))
    t.repay(player, ("incorrect-meld", (number + 1,)), number, turn.mark)
    return
    yield


def foreign(piece: int) -> bool:
    """Whether a card is not of this deck: an eight, nine or ten, or a joker.

    >>> from housedealer.pieces.cards import card
    >>> foreign(card("8h")), foreign(card("Jk")), foreign(card("7h")), foreign(card("??"))
    (True, True, False, False)
    """
    return piece >= 0 > place_of(piece)


def foreign_card(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """A card of another deck: replaced from the center on the deal, removed and drawn again on the draw."""
    for player in t.order:
        if player.plays or player.standing == WAITING:
            for token in [token for token in player.hand.tokens if foreign(t.pieces[token])]:
                t.move(token, player.hand, t.removed)
                yield from t.draw(player.hand, DOWN)
    turn = t.turn
    if turn is not None and turn.card >= 0 and foreign(t.pieces[turn.card]):
        t.move(turn.card, turn.source, t.removed)
        turn.card = yield from t.draw(t.stock, UP)
        turn.source, turn.option = t.stock, False


def uncalled_pay(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """Pay of this turn that is not called for before the discard: it waits until the hand is hit again."""
    player, turn = player_of(t, facts), t.turn
    if turn is None or turn.player is not player:
        raise Refused(f"It is not seat {player.seat}'s turn, in which the pay would be called for.")
    if len(player.collected) > turn.mark:
        raise Refused(f"Seat {player.seat} has called for pay in this turn.")
    turn.silent = True
    return
    yield


def unearned_pay(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """Pay is asked for that no meld earns: the dealer steps in, and nobody pays it."""
    player_of(t, facts)
    return
    yield


def out_of_turn(t: PanTable, game: Pan, facts: dict[str, Any]) -> Script:
    """Somebody draws out of turn: once three have, it stands and the draw goes on from there."""
    player = player_of(t, facts)
    if "drawn" not in facts:
        raise MissingFact("Say how many players have drawn out of turn.")
    if int(facts["drawn"]) < STANDS:
        raise Refused(f"Before {STANDS} have drawn out of turn the order is restored: tell it as restored.")
    t.jump = player
    return
    yield


REMEDIES = {
    "wrong-count": wrong_count,
    "foul-hand": foul_hand,
    "incorrect-meld": incorrect_meld,
    "foreign-card": foreign_card,
    "uncalled-pay": uncalled_pay,
    "unearned-pay": unearned_pay,
    "out-of-turn": out_of_turn,
}
