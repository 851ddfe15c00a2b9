"""What the school asks for, and where the rule behind each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from housedealer.floor.lookup import Found, entries
from housedealer.floor.sheet import fee_words
from housedealer.rooms import game as game_named
from housedealer.table.game import Game
from housedealer.table.tell import reason

NEXT, DEAL, FEE, HOUSE_WAY, ORDER, RESULT = "next", "deal", "fee", "house-way", "order", "result"
AMOUNT, CHIPS, AWARD, ERROR, REMEDY = "amount", "chips", "award", "error", "remedy"


class Skill(NamedTuple):
    """One thing that a house dealer can do, and that is drilled by itself."""

    id: str
    title: str
    says: str


SKILLS = (
    Skill(NEXT, "Who acts", "Whose turn it is, and when nobody acts any more."),
    Skill(DEAL, "The deal", "To whom the next piece goes, and when no more are dealt."),
    Skill(FEE, "The collection", "Who pays the collection now, and how much."),
    Skill(HOUSE_WAY, "The house way", "Setting a hand by the house way."),
    Skill(ORDER, "The order of settlement", "Which wager, pot or payment comes next."),
    Skill(RESULT, "Take or pay", "Whether a wager is taken, paid, pushed or given back."),
    Skill(AMOUNT, "How much", "What is paid, taken, returned or awarded, to the cent."),
    Skill(CHIPS, "In chips", "A payment in chips of the rack, in any exact way."),
    Skill(AWARD, "The pot", "Who wins a pot, alone or together."),
    Skill(ERROR, "Players' mistakes", "Whether what a player does is allowed."),
    Skill(REMEDY, "Irregularities", "What follows an irregularity."),
)
BY_ID = {skill.id: skill for skill in SKILLS}
PLANTED = (ERROR, REMEDY)
"""What is asked only where mistakes are planted."""

_PLAY = ("play", "table", "wagers", "player-dealer")
_SECTIONS = {
    NEXT: _PLAY,
    DEAL: ("play", "table"),
    FEE: ("fees", "collection"),
    HOUSE_WAY: ("house way", "play"),
    ORDER: ("settlement", "player-dealer", "play", "pays"),
    RESULT: ("settlement", "side bets", "pays"),
    AMOUNT: ("settlement", "side bets", "pays"),
    CHIPS: ("settlement", "pays"),
    AWARD: ("settlement", "ranking"),
    ERROR: _PLAY,
    REMEDY: ("irregularities",),
}
_WORDS: dict[str, tuple[str, ...]] = {
    NEXT: ("first act", "acts first", "first action", "action", "acts", "turn", "clockwise", "left", "button",
           "decide", "bet", "play"),
    DEAL: ("deal", "dealt", "receives", "draws", "gets", "card", "tile"),
    FEE: ("collection", "fee"),
    HOUSE_WAY: ("house way", "set"),
    ORDER: ("order", "settled", "settle", "settling", "action clockwise", "first action", "action"),
    RESULT: ("wins", "loses"),
    AMOUNT: ("pays", "paid", "wins"),
    CHIPS: ("paid", "pays", "wins"),
    AWARD: ("best", "wins pot", "showdown"),
    ERROR: ("wager", "bet", "limit", "play"),
    REMEDY: ("misdeal", "exposed"),
}  # fmt: skip
"""What the rule behind a skill speaks of, the most telling first."""
_TURNS = {
    True: ("first-to-act", "last-to-act", "blinds", "opening-bet"),
    False: ("play-or-fold", "decision-order", "first-action", "first-seat", "action-order", "settle-order"),
}
"""Rules and rulings that say whose turn it is, in games for a pot and in others."""
_ORDERS = (
    "order", "settling", "action", "action-button", "settle-order", "settlement-order", "action-order",
    "wager-order", "settling-order",
)  # fmt: skip
"""Rules and rulings that say in which order wagers are settled."""
_SHAPES: dict[str, tuple[str, ...]] = {
    "bet": ("full bet", "bets raises", "bet raise", "raise", "limit", "bet"),
    "wagers": ("wagers", "wager", "spot"),
    "pick": ("draw", "discard"),
    "arrange": ("set", "setting"),
    "meld": ("meld",),
}


class Rule(NamedTuple):
    """A rule that answers a question: its words and where it stands."""

    code: str
    words: str
    book: str
    heading: str
    lines: tuple[int, int]

    def told(self) -> dict[str, Any]:
        """The rule as the protocol has it."""
        return {**self._asdict(), "lines": list(self.lines)}


def rule_for(game: Game, skill: str, name: str = "", shape: str = "") -> Rule:
    """The rule behind a skill, as nearly as the game's rules say it; the whole entry where none does.

    >>> found = rule_for(game_named("garlic-city/3-card-poker"), "deal")
    >>> found.code, found.lines[0] > 0
    ('deal', True)
    """
    return _rule_for(game.id, skill, name, shape)


def named(game: Game, *ids: str) -> Rule | None:
    """The first of some rules that the game has; a ruling is told with the reading that is in force.

    >>> three = game_named("garlic-city/3-card-poker")
    >>> named(three, "order", "action-order").words
    "In which order are wagers settled? Seat by seat clockwise from the player-dealer's left."
    >>> named(three, "no-such-rule") is None
    True
    """
    for one in ids:
        source = game.source(one)
        if source is None:
            continue
        if one in game.rules:
            if _plain(game.rules[one]):
                return Rule(one, game.rules[one].text, source.book, source.heading, source.lines)
        elif one in game.rulings:
            ruling = game.rulings[one]
            reading = ruling.readings[getattr(game.params, one.replace("-", "_"), ruling.default)]
            words = f"{ruling.question} {reading[:1].upper()}{reading[1:]}."
            return Rule(one, words, source.book, source.heading, source.lines)
    return None


def turn_rule(game: Game, name: str, events: Sequence[str]) -> Rule:
    """Why it is somebody's turn at a question: what has happened last names the rule, else the question does.

    `events` are the kinds of what has happened, the newest first; in games for a pot since cards were dealt.

    >>> stud = game_named("garlic-city/7-card-stud")
    >>> turn_rule(stud, "bet", ("bet", "bring-in")).code, turn_rule(stud, "bet", ("bet",)).code
    ('bring-in', 'first-to-act')
    >>> turn_rule(game_named("lucky-buck/lowball"), "bet", ("bet", KILLED)).code
    'kill-post'
    """
    said = [name, *(one for one in events if one in TURNS)]
    if "bring-in" in said:
        said.append("opening-bet")
    found = named(game, *(one for one in said if one != "bet"), *_TURNS[game.play.poker])
    return found or rule_for(game, NEXT, name)


KILLED = "kill-post"
TURNS = (
    "action-button",
    "button",
    "dice",
    "action-pile",
    "bring-in",
    "becomes-lowball",
    "first-dealt",
    KILLED,
)
"""Events that give somebody the turn."""


def order_rule(game: Game, code: Sequence[Any] | None = None) -> Rule:
    """In which order a settlement goes; where the game does not say, the reason of what comes next.

    >>> order_rule(game_named("lucky-buck/pai-gow-double-hand-poker")).code
    'settlement-order'
    """
    found = named(game, *_ORDERS) if hasattr(game.params, "spot") else None
    return found or because(game, code, AWARD if game.play.poker else ORDER)


@lru_cache(maxsize=4096)
def _rule_for(game_id: str, skill: str, name: str, shape: str) -> Rule:
    game = game_named(game_id)
    found = next(_candidates(game, skill, name, shape), None)
    if found is not None:
        return Rule(found.id, found.text, found.book, found.heading, found.lines)
    head = game.head
    return Rule("game", head.object or head.name, head.book, head.heading or head.name, head.lines)


def _candidates(game: Game, skill: str, name: str, shape: str) -> Iterator[Found]:
    """Rules of the game that might be meant: those of the skill's sections, by what they speak of."""
    sections = tuple(
        one for one in _SECTIONS[skill] if one != "play" or skill != ORDER or not game.play.poker
    )
    rules = [
        one
        for section in sections
        for one in entries(game)
        if one.kind == "rule" and game.rules[one.id].section == section and _plain(game.rules[one.id])
    ]
    named = (name.replace("-", " "),) if skill in (NEXT, ERROR) and name else ()
    tries = (*named, *(_SHAPES.get(shape, ()) if skill == ERROR else ()), *_WORDS[skill])
    for words in (skill.replace("-", " "), *tries):
        yield from (one for one in rules if one.id == words.replace(" ", "-"))
    for words in tries:
        yield from (one for one in rules if _speaks_of(one, words))
    if sections[0] not in _PLAY and skill != ORDER:
        yield from rules


def _plain(rule: Any) -> bool:
    """Whether a rule stands by itself: not a row of a table, nor a sentence that waits for its figures."""
    return "." not in rule.id and "{" not in rule.text


def _speaks_of(rule: Found, words: str) -> bool:
    text = f"{rule.id} {rule.text}".lower()
    return all(re.search(rf"\b{word}(s|d|ed|ing)?\b", text) for word in words.split())


def has_house_way(game: Game) -> bool:
    """Whether the game's rules have a house way to set a hand by.

    >>> has_house_way(game_named("garlic-city/pai-gow-tiles"))
    True
    """
    return any(rule.section == "house way" or "house way" in rule.text for rule in game.rules.values())


def because(game: Game, code: Sequence[Any] | None, skill: str, name: str = "", shape: str = "") -> Rule:
    """The reason that the script gave, with its source; else the rule behind the skill, in its words."""
    rule = rule_for(game, skill, name, shape)
    if code is None:
        return rule
    words = reason(code, game)
    source = game.source(str(code[0]))
    if source is None:
        return Rule(str(code[0]), f"{words}.", rule.book, rule.heading, rule.lines)
    return Rule(str(code[0]), f"{words}.", source.book, source.heading, source.lines)


def fee_rule(game: Game, code: Sequence[Any], amount: int, banker: bool) -> Rule:
    """The printed fee that was taken, in words."""
    option, moment, basis, tier, lines = code[1]
    known = [
        row
        for row in game.option_rows(option)
        if (row.lines, row.moment, row.basis) == (lines, moment, basis) and row.amount == amount
    ]
    known.sort(key=lambda row: (row.payer == "player-dealer") != banker)
    words = fee_words(known[0]) if known else f"the collection{f' for {tier}' if tier else ''}"
    rule = rule_for(game, FEE)
    heading = rule.heading if rule.code != "game" else "Collection"
    return Rule("fee", f"Option {option}: {words}.", game.head.book, heading, (lines[0], lines[1]))
