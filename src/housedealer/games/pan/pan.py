"""Panguingue: eight stripped decks, ten cards each, and the tops for the first to meld eleven."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from housedealer.games.pan.bot import bot
from housedealer.games.pan.melds import place_of
from housedealer.games.pan.params import Pan
from housedealer.games.pan.remedies import REMEDIES
from housedealer.games.pan.table import ELEVEN, FOULED, IN, PASSED, WAITING, PanTable, Player, Turn
from housedealer.games.pan.turn import (
    DISCARD,
    DONE,
    MELD,
    PASS,
    TAKE,
    can_take,
    force_questions,
    lay_question,
    take_question,
    tokens_of,
)
from housedealer.pieces.cards import face
from housedealer.table.core import DOWN, UP
from housedealer.table.errors import Refused
from housedealer.table.game import Script, plays
from housedealer.table.questions import TELL, Asked, Choose

PLAY = "play"


@plays(remedies=REMEDIES, bot=bot, moments=("before-cards",), ordered=True)
def pan(t: PanTable, game: Pan) -> Script:
    """A hand of Pan."""
    if len(t.state.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    if len(t.state.seats) > game.seats:
        raise Refused(f"At most {game.seats} players are dealt in, not {len(t.state.seats)}.")
    first = yield from first_to_be_dealt(t)
    t.seat_players(first)
    if game.collection == "before-antes":
        t.reach("before-cards")
        t.put_up_antes()
    else:
        t.put_up_antes()
        t.reach("before-cards")
    for _ in range(game.cards // game.packet):
        for player in t.order:
            yield from t.deal(game.packet, player.hand, DOWN)
    t.bury_broke()
    yield from t.dealt()

    yield from declare(t)
    winner = yield from play_out(t, game)
    if winner is None:
        t.emit("no-winner")
        for player in t.order:
            t.return_ante(player, ("no-winner-back", ()))
        return t.standing()
    return t.standing(previous_winner=winner.seat, previous_winner_name=winner.owner)


def first_to_be_dealt(t: PanTable) -> Generator[Asked, Any, int]:
    """The winner of the last hand; at a new game, whoever is dealt the lowest card face up."""
    if seat := t.last_winner():
        return seat
    seats, drawn = t.seat_order(1), []
    while len(seats) > 1:
        cards = {seat: t.open_hand(f"start-{seat}", seat, t.state.seats[seat]) for seat in seats}
        for hand in cards.values():
            yield from t.deal(1, hand, UP)
        places = {seat: place_of(t.look(hand)[0]) for seat, hand in cards.items()}
        drawn += [piece for hand in cards.values() for piece in t.look(hand)]
        for hand in cards.values():
            del t.hands[hand.key]
        seats = [seat for seat in seats if places[seat] == min(places.values())]
    t.supply.recycle(tuple(drawn))
    t.emit("first-dealt", seats[0])
    return seats[0]


def declare(t: PanTable) -> Generator[Asked, Any, None]:
    """Everybody says whether he plays before anybody draws; who passes leaves his ante in the tops."""
    for player in t.order:

        def question(player: Player = player) -> Choose | None:
            if player.standing != WAITING:
                return None
            return Choose(player.owner, "declare", (PLAY, PASS), PASS, about=player.hand.key, untold=TELL)

        choice = yield from t.ask(question)
        if choice is not None:
            player.standing = IN if choice == PLAY else PASSED
            player.hand.folded = choice == PASS
            t.emit("declares", player.seat, choice)


def play_out(t: PanTable, game: Pan) -> Generator[Asked, Any, Player | None]:
    """Turns from the first who plays until somebody is out; nobody if the hand ends without a winner."""
    player = next((one for one in t.order if one.plays), None)
    while player is not None:
        if alone(t, game, player):
            t.emit("alone", player.seat)
            t.take_tops(player)
            return player
        turn = yield from take_turn(t, player)
        if turn is None and player.plays and t.jump is None:
            return None
        if player.plays and player.melded == ELEVEN:
            if t.lenient:  # a told player may say so; the melds say it in any case
                yield from t.ask(Choose(player.hand.owner, "out", (DONE,), DONE, about=player.hand.key))
            yield from t.dealt("out")
            if player.plays:
                t.emit("out", player.seat)
                t.collect_out(player)
                return player
        t.turn = None
        player = t.follower(player)
    return None


def alone(t: PanTable, game: Pan, player: Player) -> bool:
    """Whether the last one in takes the tops at once: nobody else plays, or is left who would pay him."""
    if t.next_player(player) is not player:
        return False
    retired = any(one.standing == FOULED for one in t.order)
    return not retired or game.last_player == "takes-tops"


def take_turn(t: PanTable, player: Player) -> Generator[Asked, Any, Turn | None]:
    """Draw or take the option card, meld, discard. No turn if the stock is used up or the hand fouled."""
    forced = yield from force(t, player, late=False)
    take = yield from t.ask(lambda: take_question(t, player, forced))
    if take is None:
        return None
    if take != TAKE and forced:
        raise Refused(f"Seat {player.seat} was forced to take the option card.")
    if take != TAKE and not forced:
        forced = yield from force(t, player, late=True)
    if not player.plays:
        return None
    if take == TAKE or forced:
        turn = take_option(t, player)
    else:
        t.clear_option()
        card = yield from t.from_stock(player)
        if card < 0:
            return None
        turn = Turn(player, card, t.stock)
    t.turn = turn
    yield from t.dealt("draw", player.seat)
    yield from lay(t, turn)
    return turn


def force(t: PanTable, owner: Player, late: bool) -> Generator[Asked, Any, bool]:
    """A window for the others to force the option card on its owner; whether somebody did."""
    asked: list[Choose] = []

    def questions() -> list[Choose]:
        asked[:] = force_questions(t, owner, late)
        return asked

    spoke = yield from t.first(questions)
    if spoke is None:
        return False
    t.emit("forces", int(str(asked[spoke[0]].about)), owner.seat)
    return True


def take_option(t: PanTable, player: Player) -> Turn:
    """The option card is picked up, to be used at once."""
    piece = t.option_card()
    if not can_take(t, player):
        card = face(piece) if piece >= 0 else "(there is none)"
        raise Refused(f"Seat {player.seat} cannot take the option card {card}: it must be used at once.")
    (token,) = t.option.tokens
    player.drew = True
    t.emit("takes-option", player.seat, piece)
    return Turn(player, token, t.option)


def lay(t: PanTable, turn: Turn) -> Generator[Asked, Any, None]:
    """Melds and additions until the discard, or until the eleventh card is down."""
    player = turn.player
    while player.plays and (player.hand.tokens or turn.card >= 0):
        act = yield from t.ask(lambda: lay_question(t, turn))
        if act is None:
            return
        if act[0] == DONE and turn.card < 0:
            turn.closed = True
        elif act[0] in (DISCARD, DONE):
            (token,) = tokens_of(t, turn, act[1:]) if act[0] == DISCARD else (turn.card,)
            source = turn.source if token == turn.card else player.hand
            turn.card = -1
            t.throw(player, token, source)
            yield from t.dealt("discard", player.seat)
            return
        else:
            places = act[1] if act[0] == MELD else act[1:2]
            number = len(player.melds) if act[0] == MELD else act[2]
            t.lay(turn, tokens_of(t, turn, places), number)
            yield from t.dealt("meld", player.seat)
