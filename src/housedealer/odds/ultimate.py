"""Ultimate Texas Hold'em: what was counted as wagers, as rounds at random and as a strategy.

The figures of the ante are those of the ante, the blind beside it and the play wager together, in antes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from housedealer import rooms
from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.games.poker_vs_dealer.rows import BEST_FIVE, ROWS
from housedealer.games.poker_vs_dealer.ultimate import (
    ANTE,
    BEFORE_FLOP,
    BLIND,
    CHECKS,
    ON_FLOP,
    ON_RIVER,
    PLAY,
    RESULTS,
    Ultimate,
    qualifies,
    showdown,
)
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Cell, Result
from housedealer.odds.chance import deal_first
from housedealer.odds.seven_cards import count_classes, examples
from housedealer.odds.side_bets import side_bets
from housedealer.odds.simulate import Sampler, Traced
from housedealer.odds.stored import Arrays
from housedealer.odds.strategy import Decision, Strategy, decision
from housedealer.odds.suits import WHOLE, one_deck, whole_deck
from housedealer.odds.ultimate_count import (
    CODES,
    FIVE_CARD_VALUES,
    FLOP_KINDS,
    FOLDED,
    MOST_TIMES,
    OTHERS,
    PAYS_ROWS,
    TWO_AND_THREE,
    best_before,
    came,
    count,
    decisions,
    depends,
    hole_class,
    in_units,
    kept,
    parts,
    worth,
)
from housedealer.odds.ultimate_river import (
    SUITS,
    bets_there,
    count_river,
    kept_river,
    kind_of_flop,
)
from housedealer.pieces.cards import face
from housedealer.ranking.high import BIT, high, high_of_word
from housedealer.ranking.omaha import omaha_high
from housedealer.ranking.poker import category, letters

RUN_OUTS = comb(47, 2)
"""Pairs of cards that may follow a flop that a hand sees."""
WORDS = {
    4: ("4x",),
    3: ("3x",),
    2: (CHECKS, "2x"),
    1: (CHECKS, CHECKS, "1x"),
    FOLDED: (CHECKS, CHECKS, FOLDS),
}
"""What a bettor says who bets so many times the ante."""


# -- what wagers come to -----------------------------------------------------------------------------


def cells(game: Ultimate, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of deal with what each wager comes to, each hand deciding as is best for it."""
    import numpy as np

    whole_deck(pieces)
    found = kept(game)["found"]
    for times, row, code in zip(*(places.tolist() for places in np.nonzero(found)), strict=True):
        yield Cell(int(found[times, row, code]), results(game, times, row, code))


def counted(game: Ultimate, pieces: Mapping[int, int]) -> Mapping[str, Iterable[Cell]]:
    """The side bets on the best five of seven cards, where cards are missing from the deck."""
    if +Counter(pieces) == WHOLE or game.cards_used == TWO_AND_THREE:
        return {}
    rows: dict[int, int] = {}
    hands = examples(0)
    for seven, many in count_classes(pieces, 0).items():
        row = category(high(hands[seven]))
        rows[row] = rows.get(row, 0) + many
    came = {row: side_bets(game, {BEST_FIVE: FIVE_CARD_VALUES[row]}) for row in rows}
    spots = [spot for spot in next(iter(came.values())) if spot != BLIND]
    return {spot: [Cell(many, {spot: came[row][spot]}) for row, many in rows.items()] for spot in spots}


def results(game: Ultimate, times: int, row: int, code: int) -> dict[str, Result]:
    """What each wager comes to in a class of deal: the ante with its blind and play wager, and side bets."""
    pays = parts(game, times, row, code)
    name = f"{times}x {RESULTS[code // 2]}" if times else FOLDS
    if times and code // 2 == 0 and any(spot == BLIND and part.won for spot, _, part in pays):
        name += f", {ROWS[row]}"
    if times and not code % 2:
        name += ", not qualified"
    staked = Fraction(sum(many for _, many, _ in pays))
    text = " + ".join(part.pays for _, _, part in pays)
    found = side_bets(game, {BEST_FIVE: FIVE_CARD_VALUES[row]})
    del found[BLIND]
    return {ANTE: Result(name, text, worth(game, times, row, code), staked), **found}


# -- rounds at random --------------------------------------------------------------------------------


@kernel
def value_of(hole: Any, board: Any, two_and_three: bool) -> int:
    """What two cards are worth with the board."""
    if two_and_three:
        return omaha_high(hole, board)
    return high((hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]))


@kernel
def meet_one(hole: Any, board: Any, two_and_three: bool, now: Any) -> int:
    """Count how a hand stands against the 990 that the player-dealer may hold, by number of the result."""
    common = 0
    for card in board:
        common |= BIT[card]
    seen = common | BIT[hole[0]] | BIT[hole[1]]
    mine = value_of(hole, board, two_and_three)
    for code in range(CODES):
        now[code] = 0
    other = [0, 0]
    for a in range(52):
        if seen & BIT[a]:
            continue
        with_a = common | BIT[a]
        for b in range(a):
            if seen & BIT[b]:
                continue
            if two_and_three:
                other[0], other[1] = a, b
                bank = omaha_high(other, board)
            else:
                bank = high_of_word(with_a | BIT[b])
            now[came(showdown(mine, bank), 1 if qualifies(bank) else 0)] += 1
    return mine


@kernel
def decide(hole: Any, board: Any, two_and_three: bool, units: Any, raised: Any, kinds: Any, bets: Any) -> int:
    """How many times the ante a hand bets; on each street it is asked what it can see."""
    before: int = raised[hole_class(hole[0], hole[1])]
    if before:
        return before
    renamed = [0] * SUITS
    kind = kind_of_flop(board[:3], kinds, renamed)
    if bets_there(hole[0], hole[1], kind, renamed, bets):
        return 2
    now = [0] * CODES
    row = category(meet_one(hole, board, two_and_three, now))
    total = 0
    for code in range(CODES):
        total += now[code] * units[1, row, code]
    return 1 if total >= units[FOLDED, 0, 0] * OTHERS else FOLDED


@kernel
def play_round(
    order: Any, stacks: bool, two_and_three: bool, units: Any, raised: Any, kinds: Any, bets: Any, codes: Any
) -> None:  # fmt: skip
    """The class of each seat's round that the first pieces of an order deal."""
    seats = len(codes)
    bank = [0, 0]
    hole = [0, 0]
    board = order[2 * seats + 2 : 2 * seats + 7]
    for card in range(2):
        bank[card] = order[2 * seats + card if stacks else card * (seats + 1) + seats]
    banks = value_of(bank, board, two_and_three)
    for seat in range(seats):
        for card in range(2):
            hole[card] = order[2 * seat + card if stacks else card * (seats + 1) + seat]
        mine = value_of(hole, board, two_and_three)
        times = decide(hole, board, two_and_three, units, raised, kinds, bets)
        stands = came(showdown(mine, banks), 1 if qualifies(banks) else 0) if times else 0
        codes[seat] = (times * PAYS_ROWS + category(mine)) * CODES + stands


@kernel
def deal_rounds(
    order: Any, stacks: bool, two_and_three: bool, units: Any, raised: Any, kinds: Any, bets: Any,
    state: Any, codes: Any,
) -> None:  # fmt: skip
    """Deal rounds from freshly shuffled decks."""
    many = 2 * (codes.shape[1] + 1) + 5
    for number in range(len(codes)):
        deal_first(order, many, state)
        play_round(order, stacks, two_and_three, units, raised, kinds, bets, codes[number])


def sampler(game: Ultimate, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, each hand deciding as is best for it, as though no card were missing."""
    import numpy as np

    one_deck(pieces)
    deck = sorted(card for card, many in pieces.items() if many)
    stacks = game.dealt_in == "stacks"
    tables = (game.cards_used == TWO_AND_THREE, in_units(game)[0], *decisions(game))

    def deal(state: Any, codes: Any) -> None:
        fast(deal_rounds)(np.array(deck, dtype=np.int64), stacks, *tables, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        codes = np.zeros(seats, dtype=np.int32)
        fast(play_round)(np.array(order, dtype=np.int64), stacks, *tables, codes)
        found = codes.tolist()
        return Traced(found, [WORDS[code // (PAYS_ROWS * CODES)] for code in found])

    def of_code(code: int) -> dict[str, Result]:
        rest, how = divmod(code, CODES)
        return results(game, *divmod(rest, PAYS_ROWS), how)

    return Sampler((MOST_TIMES + 1) * PAYS_ROWS * CODES, deal, of_code, retrace, {PLAY: ANTE, BLIND: ANTE})


# -- one hand ----------------------------------------------------------------------------------------


@kernel
def play_out(
    hole: Any, board: Any, turned: int, two_and_three: bool, units: Any, whole: Any, river: Any
) -> None:  # fmt: skip
    """All deals of a hand with the cards turned up so far, by row and number of the result.

    `whole` counts all of it; `river` what is bet on at last, and what is folded (at `FOLDED`). After a flop
    (`turned` is 3) each pair of cards may follow; with five cards the board is as it is.
    """
    now = [0] * CODES
    for a in range(52):
        for b in range(a):
            if turned == FLOP_CARDS:
                taken = False
                for card in hole:
                    taken = taken or card in (a, b)
                for at in range(turned):
                    taken = taken or board[at] in (a, b)
                if taken:
                    continue
                board[3], board[4] = a, b
            row = category(meet_one(hole, board, two_and_three, now))
            total = 0
            for code in range(CODES):
                whole[row, code] += now[code]
                total += now[code] * units[1, row, code]
            if total >= units[FOLDED, 0, 0] * OTHERS:
                for code in range(CODES):
                    river[1, row, code] += now[code]
            else:
                river[FOLDED, row, 0] += OTHERS
            if turned != FLOP_CARDS:
                return


def advise(game: Ultimate, hole: Sequence[int], board: Sequence[int]) -> Decision:
    """What to do with two cards and the three or five turned up, and what each choice is worth in antes.

    Before the flop the table of `strategy` says it.

    >>> from housedealer.pieces.cards import cards
    >>> uth = rooms.game(GAME).params
    >>> [advise(uth, cards(two), cards("9h 5h Ks")).best for two in ("2c 2d", "9c 4d", "Th 7h", "8h 2h")]
    ['check', '2x', '2x', 'check']
    >>> advise(uth, cards("4s 3d"), cards("Kc Jd 9h 7s 2c"))  # doctest: +ELLIPSIS
    Decision(situation=('4s 3d', 'Kc Jd 9h 7s 2c'), best='fold', worth={'1x': -2.6..., 'fold': -2.0}, ...)
    """
    import numpy as np

    units, scale = in_units(game)
    whole = np.zeros((PAYS_ROWS, CODES), dtype=np.int64)
    river = np.zeros((2, PAYS_ROWS, CODES), dtype=np.int64)
    five = np.array([*board, 0, 0][:BOARD_CARDS], dtype=np.int64)
    two_and_three = game.cards_used == TWO_AND_THREE
    fast(play_out)(np.array(hole), five, len(board), two_and_three, units, whole, river)
    deals = int(whole.sum()) * scale
    if len(board) == FLOP_CARDS:
        [bet], out, times = ON_FLOP, CHECKS, 2
        otherwise = (river[1] * units[1]).sum() + (river[FOLDED] * units[FOLDED]).sum()
    else:
        [bet], out, times = ON_RIVER, FOLDS, 1
        otherwise = deals // scale * int(units[FOLDED, 0, 0])
    worths = {bet: int((whole * units[times]).sum()) / deals, out: int(otherwise) / deals}
    best = bet if worths[bet] >= worths[out] else out
    return Decision((as_text(hole), as_text(board)), best, worths)


FLOP_CARDS, BOARD_CARDS = 3, 5


def as_text(pieces: Sequence[int]) -> str:
    """Cards as they are written."""
    return " ".join(face(card) for card in pieces)


# -- the strategy ------------------------------------------------------------------------------------


def strategy(game: Ultimate, pieces: Mapping[int, int]) -> list[Strategy]:
    """When to bet before the flop and on it; on the river by what can be counted at the table.

    A kind of hand on the flop holds many hands, and some of them are better played the other way: its share
    is less than 1. `decide` plays each hand by itself.
    """
    whole_deck(pieces)
    arrays = kept(game)
    _, scale = in_units(game)
    found = [before_flop(arrays["before"], scale), on_flop(arrays["plan"], scale)]
    river = kept_river(game)
    return found if river is None else [*found, on_river(river, scale)]


def class_names() -> list[tuple[str, int, int]]:
    """The classes of two cards, from aces down: the name, the number, and how many pairs of cards it has."""
    found = []
    for top in reversed(range(13)):
        for low in reversed(range(top + 1)):
            name = letters([top, low])
            if top == low:
                found.append((name, 14 * top, 6))
            else:
                found.append((f"{name} suited", 13 * top + low, 4))
                found.append((f"{name} unsuited", 13 * low + top, 12))
    return found


def before_flop(before: Any, scale: int) -> Strategy:
    """Four times, three times or a check, for each class of two cards."""
    choices = (*BEFORE_FLOP, CHECKS)
    found = []
    for name, of, many in class_names():
        deals = many * comb(50, 3) * RUN_OUTS * OTHERS
        worths = {choice: int(one) / (deals * scale) for choice, one in zip(choices, before[of], strict=True)}
        times = best_before(before[of])
        best = next((word for word, multiple in BEFORE_FLOP.items() if multiple == times), CHECKS)
        found.append(Decision((name,), best, worths, often=many / comb(52, 2)))
    return Strategy("before the flop", ("two cards",), choices, found, IN_ALL)


def on_flop(plan: Any, scale: int) -> Strategy:
    """Twice the ante or another check, for each kind of hand that checked before."""
    [bet] = ON_FLOP
    whole = int(plan[:, 0].sum())
    units = scale * RUN_OUTS * OTHERS
    found = [
        decision((name,), (bet, CHECKS), plan[kind].tolist(), units, whole)
        for kind, name in enumerate(FLOP_KINDS)
        if plan[kind, 0]
    ]
    return Strategy("on the flop", ("hand",), (bet, CHECKS), found, IN_ALL)


def on_river(plan: Any, scale: int) -> Strategy:
    """Once the ante or a fold, by how many unseen cards beat the hand if the player-dealer holds one."""
    [bet] = ON_RIVER
    whole = int(plan[:, 0].sum())
    found = [
        decision((str(outs),), (bet, FOLDS), one.tolist(), scale * OTHERS, whole)
        for outs, one in enumerate(plan)
        if one[0]
    ]
    return Strategy("on the river", ("outs",), (bet, FOLDS), found, IN_ALL)


def to_store() -> Iterator[tuple[str, dict[str, Any], Callable[[], Arrays]]]:
    """The counts that are kept with the program: the approved game under each reading of its rulings."""
    game = rooms.game(GAME)
    for reading in game.rulings[CARDS_USED].readings:
        ruled = game.ruled({CARDS_USED: reading}).params
        yield "ultimate", depends(ruled), partial(count, ruled)
    yield "ultimate-river", depends(game.params), partial(count_river, game.params)


GAME = "garlic-city/ultimate-texas-holdem"
CARDS_USED = "cards-used"

IN_ALL = "Worth is that of ante, blind and play together, in antes; a check is followed by the best play."
