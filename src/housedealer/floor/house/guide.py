"""The first table of a newcomer: for three rounds the house says what happens, in the game's own rules.

>>> from housedealer.rooms import game
>>> greeting(game("lucky-buck/ez-baccarat"))[:41]
'Welcome to EZ Baccarat. Three rounds are '
"""

from __future__ import annotations

from typing import Any

from housedealer.floor.house import describe
from housedealer.floor.sheet import general
from housedealer.table.game import Game
from housedealer.table.questions import Amount, Bet, Choose, Question, Wagers

CODE = "guide"
ROUNDS = 3
PATIENCE = 4
"""How many times as long a newcomer may think."""
COSTS = "Each answer says what it costs; Hint tells what the game's own plan would do."
AGAINST = {
    describe.BANKED: (
        "Everybody plays against one of the players, the player-dealer, and never against the house:"
        " the position is offered round the table, and whoever takes it meets the others' wagers"
        " with his own money."
    ),
    describe.POT: (
        "Everybody plays for the pot that all bets go into. The house deals and takes its collection,"
        " and has no part in it."
    ),
    describe.EXCHANGE: (
        "The players settle with each other, hand against hand. The house deals and takes its"
        " collection, and has no part in it."
    ),
}


def greeting(game: Game) -> str:
    """What is said first."""
    object_ = f" {game.head.object}" if game.head.object else ""
    against = AGAINST[describe.kind(game)]
    return f"Welcome to {game.head.name}. Three rounds are dealt slowly for you.{object_} {against}"


def asking(question: Question, game: Game) -> str:
    """What a question is about: how it is answered, and the rule that bears on it."""
    rule = rule_of(question, game)
    match question:
        case Wagers():
            limits = ", ".join(
                f"{describe.spot_words(game, spot)} from ${low // 100:,}"
                for spot, (low, _) in question.limits.items()
            )
            said = f"Put chips on the spots that you want to play ({limits}), or none to sit this round out."
        case Amount() if question.name == "bank":
            said = "You are the player-dealer: put up the money that meets the others' wagers, and no more."
        case Bet():
            said = f"It is your turn to bet. {COSTS}"
        case Choose() if question.name == "player-dealer":
            said = "The position is offered to you. You may decline it, and nothing is lost by that."
        case _:
            said = f"The house dealer waits for you. {COSTS}"
    return f"{said} {rule}".strip()


def rule_of(question: Any, game: Game) -> str:
    """The rule whose name the question, its answers together, or one of them bears.

    >>> from housedealer.rooms import game
    >>> three = game("garlic-city/3-card-poker")
    >>> rule_of(Choose("ann", "play", ("play", "fold"), "fold"), three)
    'A player folds and loses the Ante, or puts up a Play wager equal to it.'
    >>> rule_of(Choose("ann", "player-dealer", ("no", "yes"), "no"), three)
    'The position is offered clockwise around the table after every two hands.'
    """
    options = tuple(getattr(question, "options", ()))
    offered = ("rotation", "position") if question.name == "player-dealer" else ()
    for word in (*offered, question.name, "-or-".join(options), "-or-".join(reversed(options)), *options):
        rule = game.rules.get(str(word))
        if rule is not None:
            return general(rule.text)
    return ""


def settled(net: int | None, left: int) -> str:
    """What is said when a round is over."""
    how = "Every line of the result says why, and where the book says so."
    if net is None:
        how = "You come in with the next round."
    more = f" {left} more to go." if left else " From here on the table goes at its usual pace. Good luck!"
    return f"{how}{more}"
