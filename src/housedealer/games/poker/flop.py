"""Flop games: hole cards, then three, one and one shared cards, with betting after each.

Some deal a hole card more than is kept: everybody in throws one away, all at once, at a named moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from housedealer.games.poker.flop_bot import flop_bot
from housedealer.games.poker.kills import kill_pot, next_marks
from housedealer.games.poker.showdown import PAIR_OR_BETTER, Hands, Unqualified, showdown
from housedealer.table.betting import Poker, PokerGame
from housedealer.table.core import DOWN, UNTOLD, UP, Hand
from housedealer.table.errors import Misdeal, Refused, StreetVoid
from housedealer.table.game import Script, State, plays
from housedealer.table.piece_questions import Pick
from housedealer.table.questions import DEFAULT, TELL

FLOP, TURN, RIVER = "flop", "turn", "river"
STREETS = ((FLOP, 3), (TURN, 1), (RIVER, 1))

Discard = Literal["never", "at-once", "after-flop", "after-flop-betting", "twice"]
"""When a hole card is thrown away; `twice` is at once and again after the flop's betting."""


class FlopGame(PokerGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between flop games and rooms."""

    hole: int = 2
    hands: Hands = "high"
    heads_up_button: Literal["small-blind", "big-blind"] = "small-blind"
    new_burn: Literal["yes", "no"] = "no"
    discard: Discard = "never"
    high_qualifier: Literal["none", "pair"] = "none"
    unqualified_high: Unqualified = "low-takes-all"
    picked_up_is_dead: bool = False
    progressive: Literal["kill-pair", "four-rounds"] = "kill-pair"
    short_blind: Literal["posts", "next-player"] = "posts"


# -- remedies ----------------------------------------------------------------------------------------


def two_exposed(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """Two or more cards exposed on the deal: nobody plays this hand."""
    raise Misdeal("two-exposed")
    yield


def exposed_hole_card(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """One hole card was exposed: it becomes the first burn, and its owner gets the top card for it."""
    seat = facts.get("seat")
    if t.lenient:
        if "piece" in facts:
            t.supply.bar(facts["piece"], "was exposed and exchanged")
        return
    hand = t.hands[facts["hand"]] if "hand" in facts else t.hands[str(seat)]
    if "hand" in facts:
        t.first_burn = facts["piece"]
        return
    known = [place for place, token in enumerate(hand.tokens) if t.pieces[token] == facts.get("piece")]
    place = known[0] if known else -1
    token = hand.tokens.pop(place)
    hand.up.pop(place)
    t.first_burn = t.pieces[token]
    t.emit("exposed", hand.key, token, t.pieces[token])
    yield from t.draw(hand, DOWN)


def wrong_count(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """A hand with too few or too many cards: a misdeal before two have acted, a dead hand after.

    Where the room says so, it is dead as soon as its owner has picked it up.
    """
    looked_at = game.picked_up_is_dead and facts.get("picked-up", False)
    if int(facts.get("after", t.acted)) < 2 and not looked_at:
        raise Misdeal("wrong-count-early")
    if "seat" not in facts:
        raise Refused("Say which seat has the wrong number of cards.")
    t.kill(int(facts["seat"]))
    return
    yield


def premature_flop(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """Flopped before the betting was done: the flop goes back into the deck, the burn stays."""
    if not t.lenient:
        if t.street != "pre-flop":
            raise Refused("The betting before the flop is over: no flop can come too early.")
        t.burn()
        t.take_back(FLOP, 3)
    t.burned = game.new_burn == "no"
    return
    yield


def premature_card(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """A turn or river card came before the betting was done: it does not play."""
    if not t.lenient and t.street not in (FLOP, TURN):
        raise Refused(
            "A turn card comes too early during the flop's betting, a river card during the turn's."
        )
    if t.street == TURN or (not t.lenient and len(t.hands["board"].tokens) == 4):
        if not t.lenient:
            t.burn()
            t.take_back(RIVER, 1)
        t.burned = game.new_burn == "no"
        return
    if not t.lenient:
        t.burn()
        t.aside.append(t.set_aside(TURN))
    elif "piece" in facts:
        t.supply.bar(facts["piece"], "came too early and did not play", "board", 3)
    t.recycle_before = RIVER
    return
    yield


def flop_too_many(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """The flop has too many cards: it is taken back and dealt again over the same burn.

    Of a told round the board is the one that stood in the end, so that there is nothing to take back unless
    it is told after how many decisions, some of them bets on the void flop, it came up.
    """
    if not t.lenient or "after" in facts:
        if t.street != FLOP:
            raise Refused("Only a flop whose betting is not over is taken back.")
        raise StreetVoid("flop-too-many")
    return
    yield


def scrap(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """A card face up in the deck, or a joker, is a scrap of paper: the next card takes its place."""
    if "piece" in facts and t.lenient:
        t.supply.bar(facts["piece"], "was a scrap of paper")
    t.emit("scrap", facts.get("piece", UNTOLD))
    return
    yield


def foul_hand(t: Poker, game: FlopGame, facts: dict[str, Any]) -> Script:
    """Whoever acted on a hand with a joker among its cards, and did not call it, has a foul hand."""
    if "seat" not in facts:
        raise Refused("Say which seat had the joker.")
    t.kill(int(facts["seat"]))
    return
    yield


REMEDIES = {
    "two-exposed": two_exposed,
    "exposed-hole-card": exposed_hole_card,
    "wrong-count": wrong_count,
    "premature-flop": premature_flop,
    "premature-turn": premature_card,
    "premature-river": premature_card,
    "flop-too-many": flop_too_many,
    "boxed": scrap,
    "joker": scrap,
    "joker-uncalled": foul_hand,
}


# -- the round ---------------------------------------------------------------------------------------


@plays(
    remedies=REMEDIES,
    bot=flop_bot,
    moments=("before-cards", "pre-flop", "flop", "turn", "river", "end"),
    poker=True,
)
def flop(t: Poker, game: FlopGame) -> Script:
    """A hand of a flop game."""
    if len(t.seats) < 2:
        raise Refused("It takes two players to deal a hand.")
    t.reach("before-cards")
    without_chips(t)
    first = post_blinds(t, game.heads_up_button, game.short_blind == "next-player")
    if game.progressive == "four-rounds" and t.limit.kill:
        by_round = (t.limit.small, t.limit.big, *t.limit.kill)
        t.limit = msgspec.structs.replace(t.limit, big=by_round[-1], rounds=by_round)
    kill_pot(t, game)
    yield from t.deal_around(game.hole, t.hand if all(t.live) else still_in(t), DOWN)
    yield from t.dealt()
    t.street = "pre-flop"
    if game.discard in ("at-once", "twice"):
        yield from discard(t)
    yield from t.betting(first, t.limit.small)
    t.reach("pre-flop")

    board = t.open_hand("board", 0, "house")
    for name, many in STREETS:
        if not t.contested():
            break
        yield from street(t, game, board, name, many)

    t.reach("end")
    if t.contested():
        least = PAIR_OR_BETTER if game.high_qualifier == "pair" else 0
        yield from showdown(t, game.hands, board, least, game.unqualified_high)
    else:
        t.last_standing()
    return move_button(t, game)


def street(t: Poker, game: FlopGame, board: Hand, name: str, many: int) -> Script:
    """Burn, turn up the next shared cards, and bet; a street that is void is dealt again."""
    thrown = name != FLOP
    while True:
        if t.recycle_before == name:
            t.supply.recycle(tuple(t.aside))
            t.recycle_before, t.burned = "", game.new_burn == "no"
        if not t.burned:
            t.burn()
        t.burned = False
        t.street = name
        t.new_round()
        try:
            yield from t.deal(many, board, UP)
            yield from t.dealt(name)
            if name not in t.reached:
                t.reach(name)
            if game.discard == "after-flop" and not thrown:
                thrown = True
                yield from discard(t)
            if t.able() > 1:
                yield from t.betting(0, bet_size(t, name))
            if not thrown and game.discard in ("after-flop-betting", "twice") and t.contested():
                yield from discard(t)
        except StreetVoid as void:
            for at in range(len(t.seats)):
                t.return_bet(at, "bet-returned")
            t.supply.recycle(t.withdraw(board, many))
            if t.lenient:
                t.supply.rewind(board.key, many)
            t.emit("street-void", name, void.because)
            t.burned = game.new_burn == "no"
            continue
        return


def bet_size(t: Poker, name: str) -> int:
    """The fixed bet of a street: the lower limit on the flop and the higher after it, or its own."""
    if t.limit.rounds:
        return t.limit.rounds[1 + [street for street, _ in STREETS].index(name)]
    return t.limit.small if name == FLOP else t.limit.big


def discard(t: Poker) -> Script:
    """Everybody still in throws one hole card away face down, all at once."""
    picked = yield from t.ask_all(lambda: [discard_question(t, hand) for hand in still_in(t)])
    for hand, places in zip(still_in(t), picked, strict=True):
        thrown = [hand.tokens[place] for place in places]
        hand.up = [up for place, up in enumerate(hand.up) if place not in places]
        hand.tokens = [token for token in hand.tokens if token not in thrown]
        t.discards += thrown
        faces = tuple([t.pieces[token] for token in thrown])
        t.tell(hand.owner, "discards", (hand.seat, len(thrown)), (hand.seat, len(thrown), faces))


def still_in(t: Poker) -> list[Hand]:
    """The hands that have not been folded or killed, from the button's left."""
    return [hand for at, hand in enumerate(t.hand) if t.live[at]]


def discard_question(t: Poker, hand: Hand) -> Pick:
    """Which card is thrown away; of a told hand not all seen it is one that nobody saw, if it is not told."""
    unseen = [place for place, token in enumerate(hand.tokens) if t.pieces[token] < 0]
    place = unseen[0] if unseen else len(hand.tokens) - 1
    untold = DEFAULT if unseen else TELL
    return Pick(hand.owner, "discard", tuple(hand.tokens), 1, 1, (place,), hand.key, untold, t.faces(hand))


def first_blind(many: int, heads_up_button: str) -> int:
    """The position of the first blind: left of the button, but for two players perhaps the button.

    >>> first_blind(3, "small-blind"), first_blind(2, "small-blind"), first_blind(2, "big-blind")
    (0, 1, 0)
    """
    return 1 if many == 2 and heads_up_button == "small-blind" else 0


def blind_places(stacks: Sequence[int], blinds: Sequence[int], first: int) -> list[int]:
    """Who posts the blinds where a player with less than half of his lets it pass to the next one.

    Of two players each posts what he has; so do all if nobody can take a blind.

    >>> blind_places((10000, 100, 10000, 10000), (200, 400), 0)
    [0, 2]
    >>> blind_places((10000, 200, 10000, 10000), (200, 400), 0)
    [0, 1]
    """
    many, found = len(stacks), list[int]()
    at = 0
    for blind in blinds:
        while at < many and many > 2 and 2 * stacks[(first + at) % many] < blind:
            at += 1
        found.append((first + at) % many)
        at += 1
    return found if at <= many else [(first + number) % many for number in range(len(blinds))]


def without_chips(t: Poker) -> None:
    """Who has given his last chip to the collection has no hand."""
    if 0 in t.stack:
        for seat in [seat for seat, stack in zip(t.seats, t.stack, strict=True) if not stack]:
            t.kill(seat)


def post_blinds(t: Poker, heads_up_button: str, short_passes: bool = False) -> int:
    """The blinds, and what players post who come in or missed theirs."""
    if t.limit.ante:
        t.ante(t.limit.ante)
    many, blinds = len(t.seats), t.limit.blinds
    first = first_blind(many, heads_up_button)
    places = blind_places(t.stack, blinds, first) if short_passes else []
    if blinds and places and places[-1] != (first + len(blinds) - 1) % many:
        between = range((places[-1] - first) % many)
        t.short |= {t.who[at] for at in ((first + step) % many for step in between) if at not in places}
        for number, (at, blind) in enumerate(zip(places, blinds, strict=True)):
            t.post(at, blind, f"blind-{number + 1}")
        t.open_at(max(blinds))
        after = (places[-1] + 1) % many
    else:
        after = t.blinds(blinds, first) if blinds else 0
    if t.short and places:
        t.short.discard(t.who[places[-1]])
    if t.limit.button_ante:
        t.post(len(t.seats) - 1, t.limit.button_ante, "button-ante", live=False)
    for post in t.state.marks.get("posts", ()):
        if int(post["seat"]) not in t.seats:
            raise Refused(f"Seat {post['seat']} posts, but is not dealt in.")
        at = t.seats.index(int(post["seat"]))
        if post["kind"] == "missed":
            t.post(at, t.limit.blinds[0], "missed-small-blind", live=False)
        elif post["kind"] != "big":
            raise Refused(f"A post is missed or big, not {post['kind']!r}.")
        t.post(at, t.limit.blinds[-1], "posted-big-blind")
    return after


def move_button(t: Poker, game: PokerGame) -> State:
    """The button always moves on, clockwise; a kill that was earned waits for the next hand.

    Who was too short for a blind does not get it before he has posted the last of them.
    """
    short = {"short": sorted(t.short)} if t.short or t.state.marks.get("short") else {}
    state = t.standing(posts=[], **short, **next_marks(t, game))
    state.button = t.left_of(t.state.button) if t.state.button in t.state.seats else t.seats[0]
    for _ in t.seats:
        if state.seats[state.button] not in t.short:
            break
        state.button = t.left_of(state.button)
    return state
