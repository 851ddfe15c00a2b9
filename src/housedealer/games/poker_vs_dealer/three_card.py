"""Three-card poker against the player-dealer, with Pair Plus and, in some rooms, the 6 Card Bonus."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal

from housedealer.games.bots import sensible
from housedealer.games.poker_vs_dealer.raising import FOLDS, Forfeits, collect_forfeits, follow, raising
from housedealer.games.poker_vs_dealer.rows import BEST_FIVE
from housedealer.kernel import kernel
from housedealer.ranking import three_card as three
from housedealer.ranking.high import high
from housedealer.table.banking import LOSE, PUSH, VOID, Banking, Outcome, classifier
from housedealer.table.core import DOWN, UNTOLD, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame
from housedealer.table.questions import Asked, Choose, Question
from housedealer.table.view import View
from housedealer.wagers.odds import EVEN, Odds, odds

ANTE, PLAY, PAIR_PLUS, SIX_CARD, ANTE_BONUS = "ante", "play", "pair-plus", "6-card-bonus", "ante-bonus"
PLAYS = "play"
QUEEN = 10

NOT_QUALIFIED, PLAYER_WINS, TIE, BANK_WINS, BEATS_UNQUALIFIED, TIES_UNQUALIFIED, UNDER_UNQUALIFIED = range(7)
RESULTS = (
    "not-qualified",
    "beats-player-dealer",
    "ties-player-dealer",
    "loses-to-player-dealer",
    "beats-unqualified",
    "ties-unqualified",
    "under-unqualified",
)
WON = (NOT_QUALIFIED, PLAYER_WINS, BEATS_UNQUALIFIED)
REFUNDED: Because = ("play-refunded", ())
ROWS = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush", "mini-royal")
ACES = {
    "straight": three.ACE_LOW,
    "offsuit-straight": three.ACE_LOW_OFFSUIT,
    "no-straight": three.ACE_HIGH_ONLY,
}


class ThreeCard(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions of the game.

    `ante_when_not_qualified` is what a hand that was played earns on its ante against a player-dealer who
    does not qualify: even money in any case, or only if it is the higher hand (else the ante goes back).
    `up_card` is the player-dealer's card, in the order dealt, that is turned up before anybody decides.
    """

    ante_payout: Mapping[str, str] = {}
    ante_when_not_qualified: Literal["pays", "pays-if-higher"] = "pays"
    play_when_not_qualified: Literal["push", "pays", "refunded"]
    ante_bonus_needs_win: Literal["no", "yes"] = "no"
    pair_plus_on_fold: Literal["lost", "plays"]
    ace_two_three: Literal["straight", "offsuit-straight", "no-straight"] = "straight"
    dealt_in: Literal["single-cards", "stacks"] = "single-cards"
    up_card: Literal["none", "first", "last"] = "none"
    forfeits: Forfeits = "in-turn"


@kernel
def showdown(hand: int, bank: int, qualified: bool, always_pays: bool) -> int:
    """How a hand that was played stands against the player-dealer's.

    `always_pays` says that against one who does not qualify the ante wins whatever the hands are.

    >>> showdown(5, 9, False, True) == NOT_QUALIFIED, showdown(9, 5, True, True) == PLAYER_WINS
    (True, True)
    >>> showdown(9, 5, False, False) == BEATS_UNQUALIFIED, showdown(5, 9, False, False) == UNDER_UNQUALIFIED
    (True, True)
    """
    if not qualified:
        if always_pays:
            return NOT_QUALIFIED
        if hand == bank:
            return TIES_UNQUALIFIED
        return BEATS_UNQUALIFIED if hand > bank else UNDER_UNQUALIFIED
    if hand == bank:
        return TIE
    return PLAYER_WINS if hand > bank else BANK_WINS


_LEAST_UNDER_JACK = (0xA3200, 0xA3200, 0xA9300, 0xA9400, 0xA9500, 0xA7300, 0xA8200, 0xA9200, 0xA8400)
_LEAST_FROM_JACK = (0xB8200, 0xC9200, 0xD9200, 0xE9200)
LEAST_PLAYED = array("i", (*_LEAST_UNDER_JACK, *_LEAST_FROM_JACK))
"""By the rank of the player-dealer's up card, the lowest hand worth a play wager.

It is the one cut that loses least, counted over all hands and all of the player-dealer's other two cards,
where a player-dealer without a queen costs a lower hand nothing: 10-3-2 against a deuce, A-9-2 against an
ace.
"""


LEAST_UNSEEN = 0xC6400
"""The same where no card shows: queen-six-four."""


@kernel
def worth_playing(value: int, up: int) -> bool:
    """Whether the bot plays a hand, by the player-dealer's up card (or `UNTOLD`: then by `LEAST_UNSEEN`).

    >>> from housedealer.pieces.cards import cards
    >>> worth_playing(three.rank(cards("As 9d 2c")), 51), worth_playing(three.rank(cards("As 8d 7c")), 51)
    (True, False)
    >>> worth_playing(three.rank(cards("Qs 6d 4c")), -1), worth_playing(three.rank(cards("Qs 6d 3c")), -1)
    (True, False)
    """
    if up < 0:
        return value >= LEAST_UNSEEN
    return value >= LEAST_PLAYED[up // 4]


@classifier("three-card")
def paytable_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row of Pair Plus that a hand's three cards hit."""
    return row_of(rank(game, facts["cards"]))


def rank(game: ThreeCard, cards: Sequence[int]) -> int:
    """The value of three cards as this room ranks them."""
    return three.rank(cards, ACES[game.ace_two_three])


def row_of(value: int) -> str:
    """The paytable's name for a ranked hand."""
    return ROWS[three.class_of(value)]


def base_outcomes(game: ThreeCard, result: int) -> tuple[Outcome, Outcome]:
    """What the ante and the play wager are owed."""
    if result in (NOT_QUALIFIED, BEATS_UNQUALIFIED, TIES_UNQUALIFIED, UNDER_UNQUALIFIED):
        play: dict[str, Outcome] = {"push": PUSH, "pays": EVEN, "refunded": VOID}
        ante: Outcome = EVEN if result in WON else PUSH
        return ante, play[game.play_when_not_qualified]
    outcome: Outcome = EVEN if result == PLAYER_WINS else PUSH if result == TIE else LOSE
    return outcome, outcome


def bot(view: View, question: Question) -> Any:
    """Play queen-six-four or better; where a card of the player-dealer shows, by that."""
    if question.name == PLAY and isinstance(question, Choose):
        up = next((card for card in view.cards("player-dealer") if card != UNTOLD), UNTOLD)
        plays = worth_playing(rank(view.params, view.cards(question.about or "")), up)
        return PLAYS if plays and PLAYS in question.options else FOLDS
    return sensible(view, question)


@plays(bot=bot, moments=("before-cards",))
def three_card(t: Banking, game: ThreeCard) -> Script:
    """A round of three-card poker."""
    yield from t.take_wagers()
    t.reach("before-cards")
    hands = t.hands_with(ANTE, PAIR_PLUS, SIX_CARD)
    yield from deal(t, game, [*hands, t.player_dealer])
    yield from t.dealt()

    lost = lost_on_fold(game)
    for hand in t.hands_with(ANTE):
        choice = yield from t.ask(raising(t, hand, PLAY, ANTE, {PLAYS: 1}, FOLDS))
        if choice == FOLDS:
            t.fold(hand, lost)
        else:
            follow(t, hand, PLAY, ANTE, 1, lost)
    collect_forfeits(t, game.forfeits)

    live_bonus = t.hands_with(PAIR_PLUS, SIX_CARD)
    bank: tuple[int, ...] = ()
    if t.hands_with(SIX_CARD) or any(not hand.folded for hand in hands):
        bank = t.show(t.player_dealer)
    for hand in hands:
        if hand.folded and hand not in live_bonus:
            continue
        cards = t.show(hand)
        t.facts[hand.key] = {"cards": cards, BEST_FIVE: high((*cards, *bank))}
        if not hand.folded and t.on(hand, ANTE):
            compare(t, game, hand, rank(game, cards), rank(game, bank))
    t.claim_bonuses()
    t.settle()
    return t.standing()


def deal(t: Banking, game: ThreeCard, hands: Sequence[Hand]) -> Generator[Asked, Any, None]:
    """Three cards down to everybody, the player-dealer last; in some rooms one of his is turned up."""
    if game.dealt_in == "stacks":
        for hand in hands:
            yield from t.deal(3, hand, DOWN)
    else:
        yield from t.deal_around(3, hands, DOWN)
    if game.up_card != "none":
        t.turn_up(t.player_dealer, 0 if game.up_card == "first" else 2)


def lost_on_fold(game: ThreeCard) -> list[str]:
    """The spots that a fold loses: the ante, and every side bet that does not outlive it."""
    used = game.bonuses_in_use()
    survive = [bonus.spot for bonus in used if bonus.survives_fold]
    if game.pair_plus_on_fold == "plays":
        survive.append(PAIR_PLUS)
    return [ANTE, *(bonus.spot for bonus in used if bonus.spot not in survive)]


def compare(t: Banking, game: ThreeCard, hand: Hand, value: int, bank: int) -> None:
    """Settle the ante and the play wager of a hand that was played."""
    always = game.ante_when_not_qualified == "pays"
    result = showdown(value, bank, three.qualifies(bank, QUEEN), always)
    because: Because = (RESULTS[result], ())
    pay_ante_bonus(t, game, hand.key, row_of(value), won=result in WON)
    ante, play = base_outcomes(game, result)
    t.claim(hand, ANTE, ante, because)
    t.claim(hand, PLAY, play, REFUNDED if play == VOID else because)


def pay_ante_bonus(t: Banking, game: ThreeCard, hand: str, row: str, won: bool) -> None:
    """The ante payout for a straight or better, which asks nothing of the player-dealer's hand."""
    paid = ante_payout(game, row, won)
    if paid is None:
        return
    for wager in t.on(hand, ANTE):
        t.prize(wager.by, hand, ANTE_BONUS, paid.win(wager.amount), (f"{ANTE_BONUS}.{row}", ()))


def ante_payout(game: ThreeCard, row: str, won: bool) -> Odds | None:
    """What a hand that was played earns on its ante whatever the player-dealer holds."""
    paid = game.ante_payout.get(row)
    return None if paid is None or (game.ante_bonus_needs_win == "yes" and not won) else odds(paid)
