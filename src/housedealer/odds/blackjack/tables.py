"""A game of the blackjack family as tables of small integers, asked of the functions that settle it live.

A hand is a *state*: what its cards count at their lowest and whether an ace is among them. Special hands have
classes of their own. Everything that the rules say of a hand they say of its class, so each is asked once, of
a hand that stands for it, and the kernels of this folder look it up.

    >>> state(11, True), cards_of(state(12, False)), KIND[55]
    (23, (24, 0, 0), 11)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from housedealer.games.blackjack import hands, no_bust, pure, x
from housedealer.games.blackjack.hands import HIT, SPLIT, STAND, SURRENDER
from housedealer.games.blackjack.params import MUST_HIT, Blackjack, Rules
from housedealer.games.blackjack.table import DOUBLE
from housedealer.odds.cells import result
from housedealer.ranking.totals import (
    HALF,
    LAST_KING,
    X_ACE,
    X_FROZEN,
    is_ace,
    is_bust,
    is_natural,
    is_three_eights,
    rank,
    x_rank,
)
from housedealer.table.banking import Outcome

ACE, TEN, MARKED = 1, 10, 11
"""Kinds of cards: what each counts at its lowest; the marked ace is a kind of its own."""
KINDS = 12
KIND: array[int] = array("b", [HALF[card] // 2 for card in range(52)] + [0, 0, 0, MARKED])
POINTS: array[int] = array("b", [*range(11), 1])
"""What a kind counts at its lowest."""
CARD = (-1, 48, 0, 4, 8, 12, 16, 20, 24, 28, 32, X_ACE)
"""A card of each kind."""

STATES = 80
NATURAL, MARKED_NATURAL, SPLIT_NATURAL, EIGHTS = range(STATES, STATES + 4)
CLASSES = STATES + 4
"""What a finished hand is: a state, an ace with a ten (dealt, with the marked ace, after a split), or 888."""
PAIR = STATES
ROWS = STATES + 11
"""What a hand of two cards is before it plays: a state, or a pair of what counts 1 to 10."""

STANDS, HITS, DOUBLES, SPLITS, GIVES_UP = range(5)
ACTIONS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
"""The words of the live script in the order of their numbers."""
DEALT, MAY_SPLIT, SPLIT_OUT = range(3)
"""A hand as dealt, a split hand of a seat that may split again, and one of a seat that may not."""


def state(low: int, ace: bool) -> int:
    """The number of a state."""
    return 2 * low + ace


def cards_of(number: int) -> tuple[int, ...]:
    """A hand of a state that is none of the special ones, of three cards or more where there is one."""
    low, ace = divmod(number, 2)
    parts = [ACE] if ace else []
    rest, least = low - ace, 1 if ace else 2
    while rest:
        part = min(TEN, rest - 2 if rest == TEN + 1 else rest)
        parts.append(part)
        rest -= part
    while len(parts) < 3 and max(parts) >= 2 * least:
        most = parts.index(max(parts))
        parts[most : most + 1] = [parts[most] - least, least]
    return tuple(CARD[part] for part in parts)


def states() -> list[int]:
    """Every state that a hand of two cards or more can have before it is over, and those it is over in."""
    return [state(low, ace) for low in range(2, 33) for ace in (False, True) if ace or low >= 4]


SPECIAL: dict[int, tuple[tuple[int, ...], bool]] = {
    NATURAL: ((48, LAST_KING), False),
    MARKED_NATURAL: ((X_ACE, LAST_KING), False),
    SPLIT_NATURAL: ((48, LAST_KING), True),
}
BANKS_OWN = {NATURAL: (48, LAST_KING), MARKED_NATURAL: (X_ACE, LAST_KING), EIGHTS: (24, 25, 26)}


@dataclass(frozen=True, slots=True)
class Source:
    """The functions of one script that these tables are asked of."""

    rules: Callable[[Any], Rules]
    against: Callable[[Any, Sequence[int], bool, Sequence[int]], int]
    outcome: Callable[[Any, int], Outcome]
    results: tuple[str, ...]
    looks_under: Callable[[Any, int], bool]
    stops: Callable[[Any, Sequence[int]], bool]
    breaks: Callable[[Any, Sequence[int]], bool]
    may_insure: Callable[[Any, int], bool]
    burns: bool
    three_eights: bool


SOURCES: dict[str, Source] = {
    "NoBust": Source(
        no_bust.rules_of,
        lambda game, mine, split, bank: no_bust.showdown(
            no_bust.hand_rank(game, mine, split), rank(bank, True, game.ceiling())
        ),
        no_bust.outcome,
        no_bust.RESULTS,
        no_bust.looks_under,
        lambda game, bank: is_natural(bank),
        no_bust.busts_for_buster,
        lambda game, up: is_ace(up),
        burns=False,
        three_eights=False,
    ),
    "Pure": Source(
        pure.rules_of,
        lambda game, mine, split, bank: pure.against(pure.hand_total(game, mine, split), bank),
        pure.outcome,
        pure.RESULTS,
        pure.looks_under,
        lambda game, bank: pure.pure_total(bank, True) == pure.PURE,
        lambda game, bank: is_bust(bank),
        lambda game, up: is_ace(up),
        burns=False,
        three_eights=is_three_eights(BANKS_OWN[EIGHTS]),
    ),
    "BlackjackX": Source(
        x.rules_of,
        lambda game, mine, split, bank: x.against(game, x_rank(mine, not split), x_rank(bank)),
        x.outcome,
        x.RESULTS,
        x.looks_under,
        lambda game, bank: x.stops(game, x_rank(bank)),
        lambda game, bank: x_rank(bank) == X_FROZEN,
        x.may_insure,
        burns=True,
        three_eights=False,
    ),
}
"""The sources by the name of a script's parameters."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the rules say of every class; arrays are NumPy's, for the kernels.

    `result[mine, bank]` is what a comparison comes to, `outcomes` what each result is owed. `looks` and
    `insures` go by the kind of the up card, `stops` by the player-dealer's two cards. `may[when, row]` is the
    set of what a hand of two cards may do as bits, `may_more[state]` that of a longer one; `may_natural` and
    `early_asks` are of the two naturals: what they may do, and whether they are asked for an early surrender.
    `tens_freely` says that pairs of tens are split again like any others, whatever their ranks and suits.
    """

    source: Source
    game: Any
    kinds: tuple[int, ...]
    result: Any
    outcomes: tuple[Outcome, ...]
    over: Any
    soft: Any
    bank_hits: Any
    breaks: Any
    looks: Any
    insures: Any
    stops: Any
    may: Any
    may_more: Any
    may_natural: tuple[int, int]
    early_asks: tuple[int, int]
    tens_freely: bool

    def won(self, number: int) -> Fraction:
        """What a unit wins by a result."""
        return result("", self.outcomes[number]).won


def source_of(game: Blackjack) -> Source:
    """Where a game's rules are asked; the parameters may come in a wrapping that watches them."""
    wrapped = getattr(game, "_params", game)
    return SOURCES[type(wrapped).__name__]


def bits(words: Sequence[str]) -> int:
    """What a hand may do as bits."""
    return sum(1 << ACTIONS.index(word) for word in words)


def two_cards(row: int, split: bool) -> tuple[int, ...]:
    """Two cards of a row, or nothing if no two cards make it.

    A natural is no row; after a split a ten with an ace is one.
    """
    if row >= PAIR:
        return (CARD[row - PAIR],) * 2 if row > PAIR else ()
    low, ace = divmod(row, 2)
    for one in range(1, TEN + 1):
        other = low - one
        if one < other <= TEN and (one == ACE) == bool(ace) and ((one, other) != (ACE, TEN) or split):
            return (CARD[other], CARD[one])
    return ()


def tables_of(game: Blackjack, kinds: Sequence[int]) -> Tables:
    """Ask everything of a game under its rulings; `kinds` are the kinds that its shoe has."""
    import numpy as np

    source = source_of(game)
    rules = source.rules(game)
    banks = {number: cards_of(number) for number in states()}
    banks |= {at: BANKS_OWN[at] for at in (NATURAL, MARKED_NATURAL) if at == NATURAL or MARKED in kinds}
    if source.three_eights:
        banks[EIGHTS] = BANKS_OWN[EIGHTS]
    mine: dict[int, tuple[tuple[int, ...], bool]] = {number: (cards_of(number), False) for number in states()}
    mine |= {at: found for at, found in SPECIAL.items() if at != MARKED_NATURAL or MARKED in kinds}

    results = np.full((CLASSES, CLASSES), -1, dtype=np.int64)
    for my_class, (cards, split) in mine.items():
        for bank_class, bank in banks.items():
            results[my_class, bank_class] = source.against(game, cards, split, bank)
    over, soft, hits, breaks = (np.zeros(CLASSES, dtype=np.int64) for _ in range(4))
    for at, bank in banks.items():
        over[at], soft[at] = rules.is_over(bank), rules.is_soft(bank)
        chart = game.bank_chart.says(rules.total(bank, False), rules.is_soft(bank))
        hits[at] = not over[at] and chart == MUST_HIT
        breaks[at] = source.breaks(game, bank)
    stops, looks, insures = (np.zeros(size, dtype=np.int64) for size in (CLASSES, KINDS, KINDS))
    for at in (NATURAL, MARKED_NATURAL):
        stops[at] = source.stops(game, BANKS_OWN[at])
    for kind in kinds:
        looks[kind] = source.looks_under(game, CARD[kind])
        insures[kind] = source.may_insure(game, CARD[kind])
    may, more = np.zeros((3, ROWS), dtype=np.int64), np.zeros(STATES, dtype=np.int64)
    for row in range(ROWS):
        for when, splits in ((DEALT, 0), (MAY_SPLIT, 1), (SPLIT_OUT, game.splits)):
            if cards := two_cards(row, when != DEALT):
                may[when, row] = bits(hands.options(game, rules, cards, when != DEALT, splits))
    for at in states():
        cards = cards_of(at)
        if len(cards) > 2 and not rules.is_over(cards):
            more[at] = bits(hands.options(game, rules, cards, False, 0))
    dealt = [SPECIAL[at][0] for at in (NATURAL, MARKED_NATURAL)]
    return Tables(
        source, game, tuple(kinds), results,
        tuple(source.outcome(game, number) for number in range(len(source.results))),
        over, soft, hits, breaks, looks, insures, stops, may, more,
        may_natural=(bits(hands.options(game, rules, dealt[0], False, 0)),
                     bits(hands.options(game, rules, dealt[1], False, 0))),
        early_asks=(not rules.is_natural(dealt[0], False), not rules.is_natural(dealt[1], False)),
        tens_freely=not hasattr(game, "ten_splits"),
    )  # fmt: skip
