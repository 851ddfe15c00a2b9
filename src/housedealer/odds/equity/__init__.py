"""What a poker hand is worth against others: its share of the pot on average if nobody folds.

>>> from housedealer.odds import equity
>>> found = equity.of("garlic-city/texas-holdem", ["AsAh", "KsKh"])
>>> found.exact, found.ways, [round(100 * one.equity, 3) for one in found.players]
(True, 1712304, [82.637, 17.363])
>>> low = equity.of("lucky-buck/lowball", ["As 2d 3c 4h Ks / Ks", "5s 6d 7c 8h 9s"])
>>> low.exact, low.ways
(True, 43)
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import product
from typing import Any

from housedealer import __version__, rooms
from housedealer.games.poker.showdown import PAIR_OR_BETTER
from housedealer.kernel import fast
from housedealer.odds.chance import seeded
from housedealer.odds.equity.classes import names_of
from housedealer.odds.equity.count import (
    CLASSES,
    DIVIDED,
    LOW_TAKES_ALL,
    UNIT,
    boards_all,
    boards_some,
    deal_all,
    deal_some,
)
from housedealer.odds.equity.hands import Told, apart, combinations_of, hand, is_range, read
from housedealer.odds.equity.worth import HIGH, NONE, RANKINGS
from housedealer.odds.simulate import APART, SURE
from housedealer.pieces.cards import JOKER, SECOND_JOKER
from housedealer.ranking.high import BIT
from housedealer.table.errors import Refused
from housedealer.table.game import Game

BOARD, STUD, MEXICAN = 5, 7, 5
MOST_WAYS, MOST_BOARDS, MOST_HANDS = 12_000_000, 150_000_000, 4_000
"""Up to how many showdowns, boards and pairs of hands of ranges all are counted, so that it takes seconds."""
LOT = 1 << 18
ROUNDS = 4_000_000
KNOWN_TO = 0.0005
"""Half the width of an interval at which a simulation ends if nobody says how many rounds."""


@dataclass(frozen=True, slots=True)
class Player:
    """One hand's figures: `equity` is its share of the pot, `wins` pots taken alone, `ties` pots shared."""

    hand: str
    equity: float
    wins: float
    ties: float
    interval: tuple[float, float] | None
    classes: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Equity:
    """The figures of all hands; `ways` are the showdowns counted, or dealt at random where not `exact`."""

    game: str
    rulings: dict[str, str]
    board: str
    players: tuple[Player, ...]
    exact: bool
    ways: int
    note: str
    version: str
    data: str
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        found = asdict(self)
        found["method"] = "exact" if found.pop("exact") else "simulated"
        found["seconds"] = round(self.seconds, 3)
        return found

    def to_frame(self) -> Any:
        """A row a hand as a pandas table (where pandas is installed)."""
        import pandas

        return pandas.DataFrame(
            [
                {name: value for name, value in asdict(one).items() if name != "classes"}
                for one in self.players
            ]
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{one.hand}</td><td>{one.equity:.4%}</td><td>{one.wins:.4%}</td><td>{one.ties:.4%}</td></tr>"
            for one in self.players
        )
        return f"<table><tr><th>hand</th><th>equity</th><th>wins</th><th>ties</th></tr>{rows}</table>"


@dataclass(frozen=True, slots=True)
class Form:
    """What a game's showdown is made of: cards a hand, cards on the board, and how the pot is divided."""

    size: int
    sizes: tuple[int, ...]
    board: int
    rule: tuple[int, int, int, int, int]
    note: str = ""


def form_of(game: Game) -> Form:
    """How hands of a game are compared."""
    script, params = game.head.script, game.params
    if not game.play.poker:
        raise Refused(f"{game.id} is not played for a pot: there are no equities in it.")
    if script == "poker.mexican":
        names = {"count": "mexican", "listed-only": "mexican-listed"}
        rule = (*RANKINGS[names[params.unlisted_straights]], 0, LOW_TAKES_ALL, 0)
        note = "A joker still to come counts as dealt up; one dealt down is written JK."
        return Form(MEXICAN, (MEXICAN,), 0, rule, note)
    hands = params.hands
    if script == "poker.draw" and hands == "deuce-to-seven" and params.joker == "chooses":
        hands = "joker-deuce-to-seven"
    first, second = RANKINGS[hands]
    if script == "poker.stud":
        return Form(STUD, (STUD,), 0, (first, second, 0, LOW_TAKES_ALL, 0))
    if script == "poker.draw":
        note = "Cards after a stroke are thrown away and replaced once; other hands stand pat."
        return Form(params.cards, (params.cards,), 0, (first, second, 0, LOW_TAKES_ALL, 0), note)
    least = PAIR_OR_BETTER if params.high_qualifier == "pair" else 0
    alone = LOW_TAKES_ALL if params.unqualified_high == "low-takes-all" else DIVIDED
    if params.discard == "never":
        return Form(params.hole, (params.hole,), BOARD, (first, second, least, alone, 0))
    note = "Hands are told as kept; the card thrown away is dead."
    if params.discard == "after-flop-betting":
        note = (
            "A hand told with three cards throws one away after the flop: it keeps the two that are best with"
            " the flop. A hand told with two cards is as kept."
        )
        return Form(2, (2, 3), BOARD, (first, second, least, alone, 1), note)
    size = 1 if params.discard == "twice" else 2
    return Form(size, (size,), BOARD, (first, second, least, alone, 0), note)


def of(
    game: Game | str,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    rulings: dict[str, str] | None = None,
    exact: bool = False,
    rounds: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    classes: bool = False,
) -> Equity:
    """The equity of hands against each other, exact where that takes seconds, else from random showdowns."""
    begun = time.perf_counter()
    ruled = rooms.game(rooms.find(game) if isinstance(game, str) else game.id).ruled(rulings or {})
    form = form_of(ruled)
    asked = _read(ruled, form, hands, board, dead)
    ways = asked.ways()
    countable = ways <= (MOST_BOARDS if asked.quick(classes) else MOST_WAYS) and asked.pairs() <= MOST_HANDS
    countable = countable and not asked.discards
    if exact and (rounds is not None or not countable):
        raise Refused("That cannot be counted in reasonable time; deal it at random with --rounds.")
    if countable and rounds is None:
        counted, whole, seen = _all(asked, classes)
    else:
        counted, whole, seen = _some(asked, rounds, seed, workers, classes)
    is_exact = countable and rounds is None
    players = tuple(
        _player(text, one, whole, is_exact, names_of(form.rule[0], seen[at]) if classes else {})
        for at, (text, one) in enumerate(zip(hands, counted.tolist(), strict=True))
    )
    return Equity(
        ruled.id,
        {name: ruled.reading(name) or "" for name in ruled.rulings if ruled.reading(name)},
        board,
        players,
        is_exact,
        whole,
        form.note,
        __version__,
        ruled.data_hash,
        time.perf_counter() - begun,
    )


def _player(text: str, counted: Sequence[int], whole: int, exact: bool, classes: dict[str, float]) -> Player:
    shares, wins, ties, squares = counted
    mean = shares / (whole * UNIT)
    half = SURE * math.sqrt(max(squares / (whole * UNIT * UNIT) - mean * mean, 0.0) / whole)
    interval = None if exact else (mean - half, mean + half)
    return Player(text.strip(), mean, wins / whole, ties / whole, interval, classes)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Hands, board and deck, ready to be dealt out."""

    form: Form
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    board: tuple[int, ...]
    deck: tuple[int, ...]

    @property
    def discards(self) -> bool:
        """Whether somebody throws a card away after the flop."""
        return bool(self.form.rule[4]) and any(len(choices[0]) == 3 for choices in self.hands)

    def pairs(self) -> int:
        """How many ways there are to give each player one hand of his range."""
        return math.prod(len(choices) for choices in self.hands)

    def ways(self) -> int:
        """About how many showdowns there are in all."""
        known = sum(1 for choices in self.hands if len(choices) > 1 for card in choices[0] if card >= 0)
        left = len(self.deck) - known
        found = 1
        for row in (*(choices[0] for choices in self.hands), self.board):
            missing = row.count(-1)
            found *= math.comb(left, missing) if missing <= left else 0
            left -= missing
        return found * self.pairs()

    def quick(self, classes: bool) -> bool:
        """Whether only the board is to come and the best five of all cards win."""
        known = all(card >= 0 for choices in self.hands for card in choices[0])
        return known and self.form.rule[:3] == (HIGH, NONE, 0) and not self.discards and not classes

    def dealt(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Every way to give each player a hand, no card twice."""
        for hands in product(*self.hands):
            cards = [card for one in hands for card in one if card >= 0]
            if len(cards) == len(set(cards)):
                yield hands


def _read(game: Game, form: Form, hands: Sequence[str], board: str, dead: str) -> _Asked:
    """What was told, checked against the game's deck."""
    if not 2 <= len(hands) <= 10:
        raise Refused("An equity is that of two to ten hands against each other.")
    shared = read(board)
    if len(shared) > form.board:
        raise Refused(f"The board of {game.id} has {form.board or 'no'} cards, not {len(shared)}.")
    deck = list(game.params.deck.pieces)
    ranges: list[tuple[tuple[int, ...], ...]] = []
    thrown: list[tuple[int, ...]] = []
    known: list[tuple[int, ...]] = []
    for text in hands:
        if form.size == 2 and is_range(text):
            ranges.append(tuple(combinations_of(text)))
            continue
        told = _one(text, form)
        ranges.append((told.cards,))
        thrown.append(told.dead)
        known.append(told.cards)
    gone = read(dead)
    apart([shared, gone, *thrown, *known])
    out = {card for one in (shared, gone, *thrown, *known) for card in one if card >= 0}
    if SECOND_JOKER in out and game.head.script == "poker.mexican":
        out = out - {SECOND_JOKER} | {JOKER}
    if strange := out - set(deck):
        from housedealer.pieces.cards import face

        raise Refused(f"{face(min(strange))} is not in this game's deck.")
    open_ranges = [
        tuple(one for one in choices if len(choices) == 1 or not out & set(one)) for choices in ranges
    ]
    if not all(open_ranges):
        raise Refused("A range has no hand left beside the cards that are known.")
    left = tuple(card for card in deck if card not in out)
    whole = (*shared, *(-1 for _ in range(form.board - len(shared))))
    found = _Asked(form, tuple(open_ranges), whole, left)
    if found.ways() == 0 or next(found.dealt(), None) is None:
        raise Refused("There are not enough cards left for these hands.")
    return found


def _one(text: str, form: Form) -> Told:
    """A single hand, of whichever of the game's sizes it has."""
    told = len(read(text.partition("/")[0])) - len(read(text.partition("/")[2]))
    size = min((size for size in form.sizes if size >= told), default=form.sizes[-1])
    return hand(text, size)


def _table(asked: _Asked, hands: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """The kernel's table: a row a player, the board last, and how long each row is."""
    import numpy as np

    rows = (*hands, asked.board)
    table = np.full((len(rows), max(map(len, rows))), -1, dtype=np.int64)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    return table, np.array([len(row) for row in rows], dtype=np.int64)


def _words(hands: Sequence[Sequence[int]]) -> list[int]:
    found = []
    for one in hands:
        word = 0
        for card in one:
            word |= BIT[card]
        found.append(word)
    return found


def _all(asked: _Asked, classes: bool) -> tuple[Any, int, Any]:
    """Every showdown."""
    import numpy as np

    many = len(asked.hands)
    found = np.zeros((many, 4), dtype=np.int64)
    seen = np.zeros((many, CLASSES), dtype=np.int64)
    whole = 0
    rule = np.array(asked.form.rule, dtype=np.int64)
    for hands in asked.dealt():
        held = {card for one in hands for card in one}
        deck = np.array([card for card in asked.deck if card not in held], dtype=np.int64)
        if asked.quick(classes):
            board = [card for card in asked.board if card >= 0]
            holes = np.array(_words(hands), dtype=np.int64)
            missing = asked.form.board - len(board)
            if not asked.form.board:
                board, missing = [], 0
            whole += fast(boards_all)(holes, _words([board])[0], missing, deck, found)
        else:
            table, sizes = _table(asked, hands)
            whole += fast(deal_all)(table, sizes, rule, deck, found, seen)
    return found, whole, seen


def _some(
    asked: _Asked, rounds: int | None, seed: int, workers: int | None, classes: bool
) -> tuple[Any, int, Any]:
    """Showdowns dealt at random in lots, each with a stream of its own, whoever deals it."""
    import numpy as np

    many = len(asked.hands)
    found = np.zeros((many, 4), dtype=np.int64)
    seen = np.zeros((many, CLASSES), dtype=np.int64)
    whole = lot = 0
    deal = _dealer(asked, classes)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        while True:
            left = ROUNDS * 64 - whole if rounds is None else rounds - whole
            sizes = [min(LOT, left - at) for at in range(0, min(left, LOT * 8), LOT)]
            streams = [f"equity/{seed}/{number}" for number in range(lot, lot + len(sizes))]
            for counted, classed in pool.map(deal, streams, sizes):
                found += counted
                seen += classed
            whole, lot = whole + sum(sizes), lot + len(sizes)
            if whole >= (rounds or ROUNDS * 64) or (rounds is None and _known(found, whole)):
                return found, whole, seen


def _known(found: Any, whole: int) -> bool:
    widths = [
        SURE * math.sqrt(max(one[3] / (whole * UNIT**2) - (one[0] / (whole * UNIT)) ** 2, 0.0) / whole)
        for one in found.tolist()
    ]
    return max(widths) <= KNOWN_TO


def _dealer(asked: _Asked, classes: bool) -> Callable[[str, int], tuple[Any, Any]]:
    import numpy as np

    many = len(asked.hands)
    rule = np.array(asked.form.rule, dtype=np.int64)
    single = all(len(choices) == 1 for choices in asked.hands)
    board = [card for card in asked.board if card >= 0]
    table, sizes = _table(
        asked, [choices[0] if len(choices) == 1 else (-1,) * len(choices[0]) for choices in asked.hands]
    )
    longest = max(len(choices) for choices in asked.hands)
    ranges = np.full((many, longest, max(int(sizes.max()), 1)), -1, dtype=np.int64)
    for at, options in enumerate(asked.hands):
        for number, one in enumerate(options):
            ranges[at, number, : len(one)] = one
    choices = np.array([len(one) if len(one) > 1 else 0 for one in asked.hands], dtype=np.int64)

    def deal(stream: str, rounds: int) -> tuple[Any, Any]:
        state = np.zeros(APART, dtype=np.int64)
        state[:4] = seeded(stream)
        deck = np.array(asked.deck, dtype=np.int64)
        counted = np.zeros((many, 4), dtype=np.int64)
        seen = np.zeros((many, CLASSES), dtype=np.int64)
        if single and asked.quick(classes):
            holes = np.array(_words([options[0] for options in asked.hands]), dtype=np.int64)
            missing = asked.board.count(-1)
            fast(boards_some)(holes, _words([board])[0], missing, deck, state, rounds, counted)
        else:
            fast(deal_some)(table, sizes, rule, deck, ranges, choices, state, rounds, counted, seen)
        return counted, seen

    return deal
