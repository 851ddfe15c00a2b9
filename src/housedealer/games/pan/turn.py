"""What a player may do in his turn, and the questions that put it to him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from housedealer.games.pan.melds import NOTHING, fits, kind_of, melds, place_of, usable
from housedealer.games.pan.table import ELEVEN, PanTable, Player, Turn
from housedealer.pieces.cards import UNTOLD_FACE, face, faces
from housedealer.table.errors import MissingFact, Refused
from housedealer.table.piece_questions import Meld
from housedealer.table.questions import DEFAULT, TELL, Choose

DRAW, TAKE = "draw", "option"
FORCE, PASS = "force", "pass"
MELD, ADD, DISCARD, DONE = "meld", "add", "discard", "done"
Act = tuple[Any, ...]


class Lay(Meld, gc=False):
    """The turn at laying melds; a told round must have told the cards that it lays."""

    def parse(self, text: str) -> Any:
        try:
            return super().parse(text)
        except Refused as refusal:
            if UNTOLD_FACE in self.faces:
                raise MissingFact(f"Tell the cards of the hand and of the stock: {refusal}") from None
            raise


# -- the option card and forcing ---------------------------------------------------------------------


def can_take(t: PanTable, player: Player) -> bool:
    """Whether the option card can be used at once; a hand that is not known is taken at its word."""
    piece = t.option_card()
    if place_of(piece) < 0 or t.thrower is player:
        return False
    hand = t.cards(player.hand)
    return bool(t.places_for(player, piece)) or min(hand, default=0) < 0 or usable(piece, hand)


def forcible(t: PanTable, owner: Player) -> bool:
    """Whether the option card may be forced on the player to whom it is available.

    It must go on one of his melds. The card that puts him out is forced only if the player after him
    would be out on it for more.
    """
    piece = t.option_card()
    if not t.places_for(owner, piece):
        return False
    if owner.melded < ELEVEN - 1:
        return True
    after = t.next_player(owner)
    return (
        after is not None
        and goes_out(t, after, piece)
        and t.best_gain(after, piece) > t.best_gain(owner, piece)
    )


def goes_out(t: PanTable, player: Player, piece: int) -> bool:
    """Whether a card puts out a player who has ten cards melded."""
    return player.melded == ELEVEN - 1 and bool(t.places_for(player, piece))


def force_questions(t: PanTable, owner: Player, late: bool) -> list[Choose]:
    """Everybody else in play may force the card, as it is discarded or (`late`) when its owner ignores it."""
    if not owner.plays or t.jump is not None or not forcible(t, owner):
        return []
    barred = t.thrower if late and t.option_drawn and t.params.force_later == "may-not" else None
    return [
        Choose(player.owner, "force", (FORCE, PASS), PASS, about=player.hand.key, untold=DEFAULT)
        for player in t.after(owner)
        if player.plays and player is not barred
    ]


def take_question(t: PanTable, player: Player, forced: bool) -> Choose | None:
    """Draw from the stock, or take the option card if it can be used at once.

    Nothing is asked of a hand that is out of play, or while somebody else draws out of turn.
    """
    if not player.plays or t.jump is not None:
        return None
    can = can_take(t, player)
    options = (TAKE,) if forced else (DRAW, TAKE) if can else (DRAW,)
    return Choose(
        player.owner,
        "take",
        options,
        options[0],
        about=player.hand.key,
        possible=tuple(word for word in (DRAW, TAKE) if word not in options),
        untold=TELL if len(options) > 1 else DEFAULT,
    )


# -- laying and discarding ---------------------------------------------------------------------------


def offered(t: PanTable, turn: Turn) -> list[int]:
    """The tokens that the player may lay: his hand's, and last the card that he drew or took."""
    return [*turn.player.hand.tokens, *([turn.card] if turn.card >= 0 else [])]


def tokens_of(t: PanTable, turn: Turn, places: Sequence[int]) -> list[int]:
    """The tokens at these places; of twins the card that was drawn or taken goes first."""
    held = offered(t, turn)
    tokens = [held[at] for at in places]
    if turn.card >= 0 and turn.card not in tokens:
        for at, token in enumerate(tokens):
            if t.pieces[token] == t.pieces[turn.card]:
                tokens[at] = turn.card
                break
    return tokens


def gives_out(t: PanTable, turn: Turn, token: int) -> bool:
    """Whether discarding this card would give the next player the out card although one can use it.

    Who has ten cards melded himself would go out with it, and need not for less than the other's pay.
    """
    player, piece = turn.player, t.pieces[token]
    target = t.next_player(player)
    if target is None or target is player or not goes_out(t, target, piece):
        return False
    own = t.places_for(player, piece)
    if player.melded == ELEVEN - 1:
        return bool(own) and t.best_gain(target, piece) > t.best_gain(player, piece)
    rest = tuple(t.pieces[other] for other in offered(t, turn) if other != token)
    return bool(own) or (min(rest, default=0) >= 0 and usable(piece, rest))


def discards(t: PanTable, turn: Turn) -> list[int]:
    """The places of the cards that may be discarded now."""
    held = offered(t, turn)
    if turn.card >= 0:
        return [] if turn.option or gives_out(t, turn, turn.card) else [len(held) - 1]
    free = [at for at, token in enumerate(held) if not gives_out(t, turn, token)]
    return free or list(range(len(held)))


def acts(t: PanTable, turn: Turn) -> tuple[Act, ...]:
    """Everything that the player may do now: melds, additions, discards."""
    pieces = [t.pieces[token] for token in offered(t, turn)]
    found: list[Act] = []
    last = len(pieces) - 1 if turn.card >= 0 else -1
    must = last if turn.option and last >= 0 else -1
    if not turn.closed:
        found += [(MELD, meld) for meld in melds(pieces, t.params.any_suit) if must < 0 or must in meld]
        seen = set()
        for at in range(len(pieces) - 1, -1, -1):
            if pieces[at] not in seen and (must < 0 or at == must):
                seen.add(pieces[at])
                found += [(ADD, at, number) for number in t.places_for(turn.player, pieces[at])]
    held = {pieces[at]: at for at in discards(t, turn)}
    return (*found, *((DISCARD, at) for at in held.values()))


def problem(t: PanTable, turn: Turn, act: Any) -> str | None:
    """Why an act cannot be done, in one sentence; nothing if it can."""
    held = offered(t, turn)
    if not isinstance(act, tuple) or not act or act[0] not in (MELD, ADD, DISCARD, DONE):
        return "Say meld with the cards, add a card to a meld, discard a card, or done."
    if act == (DONE,):
        if turn.card >= 0 and not discards(t, turn):
            return f"{face(t.pieces[turn.card])} must be melded before the turn ends."
        return None
    places = act[1] if act[0] == MELD and len(act) == 2 else act[1:2]
    if not isinstance(places, tuple) or not all(type(at) is int and 0 <= at < len(held) for at in places):
        return "Name cards of the hand, and the card drawn, by their places."
    if not places or len(set(places)) < len(places):
        return "Each card must be named once."
    tokens = tokens_of(t, turn, places)
    if act[0] == DISCARD:
        return _discard_problem(t, turn, tokens[0]) if len(act) == 2 else "One card is discarded."
    if turn.closed:
        return "After done only a discard is left."
    if turn.option and turn.card >= 0 and turn.card not in tokens and not t.lenient:
        return f"The option card {face(t.pieces[turn.card])} must be used first."
    pieces = tuple(t.pieces[token] for token in tokens)
    if act[0] == MELD:
        if kind_of(pieces, t.params.any_suit) == NOTHING:
            return f"{faces(pieces)} are neither a set nor a run."
        return None
    if len(act) != 3 or type(act[2]) is not int or not 0 <= act[2] < len(turn.player.melds):
        return f"Name a meld from 1 to {len(turn.player.melds)} to add to."
    meld = t.cards(turn.player.melds[act[2]])
    if not meld or not fits(pieces[0], meld, t.params.any_suit):
        return f"{faces(pieces)} does not go on {faces(meld)}."
    return None


def _discard_problem(t: PanTable, turn: Turn, token: int) -> str | None:
    if turn.card >= 0 and turn.option:
        return (
            f"The option card {face(t.pieces[turn.card])} must be melded, then a card of the hand discarded."
        )
    if turn.card >= 0 and token != turn.card:
        return f"{face(t.pieces[turn.card])} was drawn and cannot go in the hand: it is melded or discarded."
    held = offered(t, turn)
    if held.index(token) not in discards(t, turn):
        return f"{face(t.pieces[token])} would put the next player out, and it can be used here."
    return None


def lay_question(t: PanTable, turn: Turn) -> Lay | None:
    """The turn at melding and discarding; who is out of play has none."""
    if not turn.player.plays:
        return None
    held = offered(t, turn)
    options = acts(t, turn)
    return Lay(
        turn.player.owner,
        "meld",
        tuple(held),
        options,
        safe(turn, options, len(held) - 1),
        lambda act: problem(t, turn, act),
        about=turn.player.hand.key,
        faces=tuple(face(t.pieces[token]) for token in held),
    )


def safe(turn: Turn, options: Sequence[Act], last: int) -> Act:
    """What happens without an answer: the card drawn is discarded, one taken is used, else the last goes."""
    throws = [act for act in options if act[0] == DISCARD]
    if throws:
        return max(throws)
    uses = [act for act in options if last in (act[1] if act[0] == MELD else act[1:2])]
    return uses[0] if uses else (DONE,)
