"""Caribbean Stud over all 19,933,230,517,200 deals: every hand, every card seen, and the better decision.

A hand sees its own five cards and one of the player-dealer's. How many of the 163,185 hands that he may then
hold are worth less, as much or more follows without dealing them: the hands that hold the open card and none
of five others are, by inclusion and exclusion, the hands that hold the open card and some of the five, added
and taken away in turn. Of hands that hold one to four given cards there is a sorted list of values, one for
each kind of such cards by suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb, lcm
from typing import Any, Literal

from housedealer import rooms
from housedealer.games.poker_vs_dealer.caribbean import (
    ACE_KING,
    ANTE,
    BACK_BET,
    BACK_BET_TIMES,
    BETS,
    NOT_QUALIFIED,
    PLAYER_WINS,
    RESULTS,
    Caribbean,
    base_outcomes,
    qualifies,
    showdown,
    table_row,
)
from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.games.poker_vs_dealer.rows import ROWS as HIGHER_ROWS
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Cell, Result, result
from housedealer.odds.chance import deal_first
from housedealer.odds.simulate import Sampler, Traced
from housedealer.odds.stored import Arrays, obtain
from housedealer.odds.strategy import Decision, Strategy, decision
from housedealer.odds.suits import (
    CHOOSE,
    WHOLE,
    first_set,
    first_within,
    many_within,
    next_set,
    number_kinds,
    one_deck,
    place_of,
    suit_groups,
)
from housedealer.pieces.cards import face
from housedealer.ranking.high import BIT, high, high_of_word
from housedealer.ranking.poker import CLASS_PAIR, PAIR, RANK_NAMES, category, digit, letters
from housedealer.table.banking import LOSE

FIVE, SEEN = 5, 6
COMPLETIONS = comb(46, 4)
"""Hands that the player-dealer may hold after a bettor has seen six cards."""
ONE_GROUP = (0, 0, 0, 0)
"""The groups of the suits where all are alike."""
MOST_HELD = 4
"""Of hands that hold so many given cards there are lists; of five given cards there is one hand."""
SHOWDOWNS = len(RESULTS)
ROWS = 11
"""Rows of the payout table: none, ace-king, and from a pair to a royal flush."""
KINDS = 187
"""Kinds of hand in the strategy: nothing, ace-king by its other cards, pairs by rank, and the higher rows."""
KIND_OF_PAIR, KIND_ABOVE = 166, 179


@kernel
def row_index(value: int) -> int:
    """The number of a hand's row in the payout table.

    >>> from housedealer.pieces.cards import cards
    >>> [row_index(high(cards(hand))) for hand in ("2c 3c 4c 5c 7d", "Ac Kc 4c 5c 7d", "2c 2d 4c 5c 7d")]
    [0, 1, 2]
    """
    if value < CLASS_PAIR:
        return 1 if value >= ACE_KING else 0
    return 1 + category(value)


@kernel
def kind_of(value: int) -> int:
    """The kind of a hand in the strategy: what its owner would call it."""
    if value < ACE_KING:
        return 0
    if value < CLASS_PAIR:
        a = digit(value, 2)
        b = digit(value, 3)
        c = digit(value, 4)
        return 1 + CHOOSE[156 + a] + CHOOSE[104 + b] + c
    if category(value) == PAIR:
        return KIND_OF_PAIR + digit(value, 0)
    return KIND_ABOVE + category(value) - PAIR - 1


# -- lists of values ---------------------------------------------------------------------------------


@kernel
def list_values(
    gone: int, both_held: bool, kind: Any, is_first: Any, begin: Any, end: Any, values: Any
) -> None:  # fmt: skip
    """Write the value of each hand that qualifies into the lists of all sets of one to four of its cards."""
    five = [0] * 5
    some = [0] * 5
    word = first_set(five, FIVE)
    while word:
        value = high_of_word(word)
        if word & gone == 0 and qualifies(value, five, both_held):
            for mask in range(1, 31):
                held = 0
                for at in range(FIVE):
                    if mask >> at & 1:
                        some[held] = five[at]
                        held += 1
                place = place_of(some, held)
                if is_first[held, place]:
                    of = kind[held, place]
                    values[end[held, of]] = value
                    end[held, of] += 1
        word = next_set(five, FIVE)


@kernel
def many_below(values: Any, begin: int, end: int, value: int) -> int:
    """How many of a sorted list's values lie under a value."""
    low = begin
    high = end
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low - begin


@kernel
def against_all(
    hand: Any, up: int, completions: int, both_held: bool, kind: Any, begin: Any, end: Any, values: Any,
    came: Any,
) -> int:  # fmt: skip
    """Count how an ascending hand stands against all that the player-dealer may hold with his open card.

    `came` gets the number of hands by the result of the showdown, of all `completions` of the open card.
    Returns the value of the hand.
    """
    six = [0] * SEEN
    some = [0] * FIVE
    word = 0
    at = 0
    ups = -1
    for card in hand:
        if ups < 0 and up < card:
            six[at] = up
            ups = at
            at += 1
        six[at] = card
        word |= BIT[card]
        at += 1
    if ups < 0:
        six[FIVE] = up
        ups = FIVE
    value = high_of_word(word)
    below = 0
    upto = 0
    whole = 0
    for mask in range(1, 63):
        if not mask >> ups & 1:
            continue
        held = 0
        for at in range(SEEN):
            if mask >> at & 1:
                some[held] = six[at]
                held += 1
        sign = 1 if held & 1 else -1
        if held == FIVE:
            bank = high(some)
            if qualifies(bank, some, both_held):
                whole += 1
                below += 1 if bank < value else 0
                upto += 1 if bank <= value else 0
            continue
        of = kind[held, place_of(some, held)]
        first = begin[held, of]
        last = end[held, of]
        under = many_below(values, first, last, value)
        below += sign * under
        upto += sign * (under + many_below(values, first + under, last, value + 1))
        whole += sign * (last - first)
    for one in range(SHOWDOWNS):
        came[one] = 0
    came[showdown(1, 0, True)] = below
    came[showdown(0, 0, True)] = upto - below
    came[showdown(0, 1, True)] = whole - upto
    came[NOT_QUALIFIED] = completions - whole
    return value


@cache
def lists_of(
    both_held: bool, alike: tuple[int, ...] = ONE_GROUP, gone: int = 0
) -> tuple[int, bool, Any, Any, Any, Any]:
    """How many hands may follow an open card, and the values of those that qualify, as kernels take them."""
    import numpy as np

    sizes, deck = range(1, MOST_HELD + 1), 52 - gone.bit_count()
    kind = np.zeros((MOST_HELD + 1, comb(52, MOST_HELD)), dtype=np.int32)
    is_first = np.zeros(kind.shape, dtype=np.uint8)
    kinds = {held: fast(number_kinds)(held, alike, gone, kind[held], is_first[held]) for held in sizes}
    begin = np.zeros((MOST_HELD + 1, max(kinds.values())), dtype=np.int64)
    room = 0
    for held in sizes:
        each = comb(deck - held, FIVE - held)
        begin[held, : kinds[held]] = room + each * np.arange(kinds[held])
        room += each * kinds[held]
    end, values = begin.copy(), np.zeros(room, dtype=np.int32)
    fast(list_values)(gone, both_held, kind, is_first, begin, end, values)
    for held in sizes:
        for first, last in zip(begin[held, : kinds[held]], end[held], strict=False):
            values[first:last].sort()
    return comb(deck - SEEN, FIVE - 1), both_held, kind, begin, end, values


def lists(game: Caribbean, pieces: Mapping[int, int]) -> tuple[int, bool, Any, Any, Any, Any]:
    """The lists for a game dealt from one deck, of which cards may be missing."""
    return lists_of(game.qualifier == BOTH_HELD, suit_groups(pieces), word_of_gone(pieces))


def word_of_gone(pieces: Mapping[int, int]) -> int:
    """The cards that are missing from a deck, as a word."""
    return sum(BIT[card] for card in range(52) if not pieces.get(card, 0))


# -- the count ---------------------------------------------------------------------------------------


@kernel
def count_hands(
    lot: int, alike: Any, gone: int, worth: Any, fold: int, completions: int, both_held: bool, kind: Any,
    begin: Any, end: Any, values: Any, found: Any, plan: Any,
) -> None:  # fmt: skip
    """Count all deals of the hands whose kind stands in this lot.

    `found` counts by decision, result and row; `plan` by kind of hand and rank of the open card: how often
    it comes, how often it is bet on, and what betting it is worth in all.
    """
    hand = [0] * FIVE
    came = [0] * SHOWDOWNS
    number = 0
    word = first_set(hand, FIVE)
    while word:
        if word & gone == 0 and first_within(word, alike) == word:
            number += 1
            if number % LOTS == lot:
                often = many_within(word, alike)
                for up in range(52):
                    if (word | gone) & BIT[up]:
                        continue
                    value = against_all(hand, up, completions, both_held, kind, begin, end, values, came)
                    row = row_index(value)
                    bets = 0
                    for one in range(SHOWDOWNS):
                        bets += came[one] * worth[row, one]
                    best = 1 if bets >= fold * completions else 0
                    for one in range(SHOWDOWNS):
                        found[best, one, row] += came[one] * often
                    seen = plan[kind_of(value), up // 4]
                    seen[0] += often
                    seen[1] += often * best
                    seen[2] += often * bets
        word = next_set(hand, FIVE)


LOTS = 2
"""Lots into which the hands are divided, one for each thread."""


def worths(game: Caribbean) -> list[list[Fraction]]:
    """What betting comes to by row and result, in antes."""
    return [[worth(game, row, came) for came in range(SHOWDOWNS)] for row in range(ROWS)]


def worth(game: Caribbean, row: int, came: int) -> Fraction:
    """What a hand that is bet on is worth, by its row and by what the showdown comes to."""
    ante, back = base_outcomes(game, came, VALUES[row])
    return result("", ante).won + BACK_BET_TIMES * result("", back).won


VALUES = (
    0,
    ACE_KING,
    *(next(at << 20 for at in range(14) if category(at << 20) == row - 1) for row in range(2, ROWS)),
)
"""A value of each row."""
FOLD = Fraction(-1)
BOTH_HELD: Literal["ace-and-king-held"] = "ace-and-king-held"


def in_units(game: Caribbean) -> tuple[Any, int]:
    """What betting and folding are worth as whole numbers of the same unit."""
    import numpy as np

    found = worths(game)
    scale = lcm(*(one.denominator for by_result in found for one in by_result))
    units = [[int(one * scale) for one in by_result] for by_result in found]
    return np.array(units, dtype=np.int64), int(FOLD * scale)


def depends(game: Caribbean, pieces: Mapping[int, int] = WHOLE) -> dict[str, Any]:
    """All that the count depends on."""
    gone = [face(card) for card in range(52) if not pieces.get(card, 0)]
    return {
        "worth": [[str(one) for one in by_result] for by_result in worths(game)],
        "fold": str(FOLD),
        "qualifier": game.qualifier,
        **({"without": gone} if gone else {}),
    }


def count(game: Caribbean, pieces: Mapping[int, int] = WHOLE) -> Arrays:
    """Count all deals, each hand deciding as is best for it."""
    import numpy as np

    units, fold = in_units(game)
    deck = (suit_groups(pieces), word_of_gone(pieces))
    rules = (*deck, units, fold, *lists(game, pieces))
    found = np.zeros((LOTS, 2, SHOWDOWNS, ROWS), dtype=np.int64)
    plan = np.zeros((LOTS, KINDS, 13, 3), dtype=np.int64)
    run = fast(count_hands)
    with ThreadPoolExecutor(LOTS) as pool:
        list(pool.map(lambda lot: run(lot, *rules, found[lot], plan[lot]), range(LOTS)))
    return {"found": found.sum(axis=0), "plan": plan.sum(axis=0)}


def kept(game: Caribbean, pieces: Mapping[int, int] = WHOLE) -> Arrays:
    """The count of a game, as it is kept or counted now."""
    one_deck(pieces)
    return obtain("caribbean", depends(game, pieces), lambda: count(game, pieces))


def to_store() -> Iterator[tuple[str, dict[str, Any], Callable[[], Arrays]]]:
    """The counts that are kept with the program: the approved game and each other reading of one ruling."""
    game = rooms.game(GAME)
    for ruling, reading in (("", ""), *READINGS):
        ruled = (game.ruled({ruling: reading}) if ruling else game).params
        yield "caribbean", depends(ruled), partial(count, ruled)


GAME = "garlic-city/caribbean-stud-poker"
READINGS = (
    ("ante-pays", "even-money"),
    ("qualifier", "ace-and-king-held"),
    ("back-bet-when-not-qualified", "pays"),
)
"""The other readings of the rulings on which the count depends."""


def cells(game: Caribbean, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of deal with what the ante comes to; the back bet is its growth."""
    import numpy as np

    found = kept(game, pieces)["found"]
    for bets, came, row in zip(*(places.tolist() for places in np.nonzero(found)), strict=True):
        yield Cell(int(found[bets, came, row]), results(game, bets == 1, came, row))


def results(game: Caribbean, bets: bool, came: int, row: int) -> dict[str, Result]:
    """What the ante comes to in a class of deal, with the back bet that it grows into."""
    if not bets:
        return {ANTE: result(FOLDS, LOSE)}
    ante, back = base_outcomes(game, came, VALUES[row])
    name = RESULTS[came]
    if came == PLAYER_WINS:
        name = f"{name}, {table_row(VALUES[row])}"
    pays = " + ".join(str(one) for one in (ante, back))
    return {ANTE: Result(name, pays, worth(game, row, came), Fraction(1 + BACK_BET_TIMES))}


# -- rounds at random --------------------------------------------------------------------------------


@kernel
def bets_best(
    hand: Any, value: int, up: int, plan: Any, worth: Any, fold: int, completions: int, both_held: bool,
    kind: Any, begin: Any, end: Any, values: Any,
) -> bool:  # fmt: skip
    """Whether an ascending hand is better bet on: as all of its kind are, or else by its own count."""
    many = plan[kind_of(value), up // 4, 0]
    bets = plan[kind_of(value), up // 4, 1]
    if bets == 0 or bets == many:
        return bets > 0  # type: ignore[no-any-return]
    came = [0] * SHOWDOWNS
    against_all(hand, up, completions, both_held, kind, begin, end, values, came)
    total = 0
    for one in range(SHOWDOWNS):
        total += came[one] * worth[row_index(value), one]
    return total >= fold * completions


@kernel
def play_round(
    order: Any, plan: Any, worth: Any, fold: int, completions: int, both_held: bool, kind: Any, begin: Any,
    end: Any, values: Any, codes: Any,
) -> None:  # fmt: skip
    """The class of each seat's round that the first pieces of an order deal."""
    seats = len(codes)
    bank = [0] * FIVE
    hand = [0] * FIVE
    bank[0] = order[seats]
    for card in range(1, FIVE):
        bank[card] = order[card * (seats + 1) + seats]
    banks = high(bank)
    qualified = qualifies(banks, bank, both_held)
    for seat in range(seats):
        for card in range(FIVE):
            other = order[card * (seats + 1) + seat]
            at = card
            while at > 0 and hand[at - 1] > other:
                hand[at] = hand[at - 1]
                at -= 1
            hand[at] = other
        value = high(hand)
        row = row_index(value)
        stands = showdown(value, banks, qualified)
        bets = bets_best(
            hand, value, bank[0], plan, worth, fold, completions, both_held, kind, begin, end, values
        )
        codes[seat] = (SHOWDOWNS + stands) * ROWS + row if bets else row


@kernel
def deal_rounds(
    order: Any, plan: Any, worth: Any, fold: int, completions: int, both_held: bool, kind: Any, begin: Any,
    end: Any, values: Any, state: Any, codes: Any,
) -> None:  # fmt: skip
    """Deal rounds from freshly shuffled decks."""
    many = FIVE * (codes.shape[1] + 1)
    for number in range(len(codes)):
        deal_first(order, many, state)
        play_round(order, plan, worth, fold, completions, both_held, kind, begin, end, values, codes[number])


def sampler(game: Caribbean, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, each hand deciding as is best for it."""
    import numpy as np

    tables = (kept(game, pieces)["plan"], *in_units(game), *lists(game, pieces))
    deck = sorted(card for card, many in pieces.items() if many)

    def deal(state: Any, codes: Any) -> None:
        fast(deal_rounds)(np.array(deck, dtype=np.int64), *tables, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        codes = np.zeros(seats, dtype=np.int32)
        fast(play_round)(np.array(order, dtype=np.int64), *tables, codes)
        found = codes.tolist()
        return Traced(found, [(BETS if code >= SHOWDOWNS * ROWS else FOLDS,) for code in found])

    def of_code(code: int) -> dict[str, Result]:
        rest, row = divmod(code, ROWS)
        bets, came = divmod(rest, SHOWDOWNS)
        return results(game, bets == 1, came, row)

    return Sampler(2 * SHOWDOWNS * ROWS, deal, of_code, retrace, {BACK_BET: ANTE})


# -- the strategy ------------------------------------------------------------------------------------


def advise(game: Caribbean, hand: Sequence[int], up: int) -> Decision:
    """Whether to bet on five cards against an open card, and what betting and folding are worth in antes.

    >>> from housedealer.pieces.cards import cards
    >>> stud = rooms.game(GAME).params
    >>> [advise(stud, cards("Ac Kd 7h 5s 2c"), up).best for up in cards("7c Qc")]
    ['bet', 'fold']
    """
    import numpy as np

    worth, fold = in_units(game)
    came = np.zeros(SHOWDOWNS, dtype=np.int64)
    value = fast(against_all)(np.sort(hand), up, *lists_of(game.qualifier == BOTH_HELD), came)
    found = {
        BETS: int((came * worth[row_index(value)]).sum()) / (int(fold / FOLD) * COMPLETIONS),
        FOLDS: float(FOLD),
    }
    best = BETS if found[BETS] >= found[FOLDS] else FOLDS
    return Decision((" ".join(face(card) for card in hand), face(up)), best, found)


def kind_names() -> list[str]:
    """The name of each kind of hand in the strategy."""
    kickers = {CHOOSE[156 + a] + CHOOSE[104 + b] + c: (a, b, c) for c, b, a in combinations(range(11), 3)}
    return [
        "less than ace-king",
        *(f"A-K-{letters(list(kickers[at]))}" for at in range(len(kickers))),
        *(f"a pair: {letters([rank, rank])}" for rank in range(13)),
        *(row.replace("-", " ") for row in HIGHER_ROWS[PAIR + 1 : ROWS - 1]),
    ]


def bots_chart() -> str:
    """The file with the chart of the game's bot: by ace-king's other cards, a letter for each open card."""
    lines = [
        "# The best chart as `housedealer.odds.caribbean` counts it: a letter for each open card, two to ace."
    ]
    lines += ["", "[ace-king]"]
    game = rooms.game(GAME).params
    plan, names = kept(game)["plan"], kind_names()
    for kind, name in enumerate(names):
        if name.startswith("A-K-"):
            word = "".join("B" if 2 * bets >= many else "F" for many, bets, _ in plan[kind].tolist())
            lines.append(f'{name.removeprefix("A-K-")} = "{word}"')
    return "\n".join(lines) + "\n"


def strategy(game: Caribbean, pieces: Mapping[int, int]) -> list[Strategy]:
    """Whether to bet, by kind of hand and by the rank of the open card.

    Suits matter a little to some ace-king hands: such a situation's share is less than 1.
    """
    plan = kept(game, pieces)["plan"]
    _, fold = in_units(game)
    unit, completions = int(fold / FOLD), comb(sum(pieces.values()) - SEEN, FIVE - 1)
    whole = int(plan[..., 0].sum())
    decisions = []
    for kind, name in enumerate(kind_names()):
        for up, rank in enumerate(RANK_NAMES):
            many, bets, total = plan[kind, up].tolist()
            if many:
                counts = (many, bets, total, fold * completions * many)
                decisions.append(decision((name, rank), (BETS, FOLDS), counts, unit * completions, whole))
    note = "The worth of a bet is that of the ante and the back bet together, in antes."
    return [Strategy("back bet", ("hand", "open card"), (BETS, FOLDS), decisions, note)]
