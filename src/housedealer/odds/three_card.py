"""Three-card poker over all deals: every hand, every hand of the player-dealer, and the better decision.

A hand decides before it sees more than its own cards and, in some rooms, one of the player-dealer's. For each
hand (one of each kind by suits) and each card seen, all hands that the player-dealer may hold are counted by
what they come to; the hand is played if that loses less than a fold does. The shoe may be any: with cards
missing fewer suits are alike, with several decks two cards may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import lcm
from typing import Any

from housedealer.games.poker_vs_dealer.raising import FOLDS
from housedealer.games.poker_vs_dealer.rows import ROWS as FIVE_CARD_ROWS
from housedealer.games.poker_vs_dealer.three_card import (
    ACES,
    ANTE,
    ANTE_BONUS,
    PLAY,
    PLAYS,
    QUEEN,
    RESULTS,
    ROWS,
    SIX_CARD,
    WON,
    ThreeCard,
    ante_payout,
    base_outcomes,
    lost_on_fold,
    showdown,
)
from housedealer.kernel import fast, kernel
from housedealer.odds.cells import Cell, Result, result
from housedealer.odds.chance import deal_first
from housedealer.odds.side_bets import side_bets
from housedealer.odds.simulate import Sampler, Traced
from housedealer.odds.strategy import Strategy, decision
from housedealer.odds.suits import suit_classes, suit_orders
from housedealer.ranking.high import BIT, high_of_word
from housedealer.ranking.poker import RANK_NAMES, category, letters
from housedealer.ranking.three_card import class_of, qualifies, rank
from housedealer.table.banking import LOSE

SHOWDOWNS, SIX_ROWS = len(RESULTS), len(FIVE_CARD_ROWS)
"""How many results a showdown has, and how many rows the six cards."""


@kernel
def place_of(a: int, b: int, c: int) -> int:
    """The number of three cards, of which some may be alike, among the 24,804 sets of three.

    >>> place_of(0, 0, 0), place_of(1, 0, 0), place_of(51, 51, 51)
    (0, 1, 24803)
    """
    most = max(a, b, c)
    least = min(a, b, c)
    middle = a + b + c - most - least
    found: int = (most + 2) * (most + 1) * most // 6 + (middle + 1) * middle // 2 + least
    return found


@cache
def all_sets(ace_low: int) -> tuple[Any, Any, Any]:
    """Every set of three cards by its number: the cards, the value, and the cards as a word."""
    import numpy as np

    threes = sorted(combinations_with_replacement(range(52), 3), key=lambda hand: place_of(*hand))
    values = np.array([rank(hand, ace_low) for hand in threes], dtype=np.int64)
    words = np.array([BIT[a] | BIT[b] | BIT[c] for a, b, c in threes], dtype=np.int64)
    return np.array(threes, dtype=np.int64), values, words


@kernel
def ways(left: Any, a: int, b: int, c: int) -> int:
    """How many ways there are to take three cards, ascending, of which the shoe has so many left each.

    >>> ways([8] * 52, 1, 2, 3), ways([8] * 52, 1, 1, 3), ways([8] * 52, 3, 3, 3), ways([1] * 52, 1, 1, 3)
    (512, 224, 56, 0)
    """
    found: int = left[a]
    if a == b and b == c:
        return found * (found - 1) * (found - 2) // 6
    if a == b:
        return found * (found - 1) // 2 * left[c]  # type: ignore[no-any-return]
    if b == c:
        return found * (left[b] * (left[b] - 1) // 2)  # type: ignore[no-any-return]
    return found * left[b] * left[c]  # type: ignore[no-any-return]


@kernel
def against_all(
    hand: Any, up: int, left: Any, threes: Any, values: Any, words: Any, six: bool, always_pays: bool,
    pays: Any, fold: int, played: Any,
) -> int:  # fmt: skip
    """Count a hand against all hands of the player-dealer: 1 if playing it is better than folding, else 0.

    `up` is the card of the player-dealer's that is seen, or -1; `left` is how often the shoe has each card;
    `pays` is what each result of a showdown is worth, `fold` what folding is. `played` then counts what the
    showdowns come to by result and, where the `six` cards matter, by their row.
    """
    own = place_of(hand[0], hand[1], hand[2])
    mine = values[own]
    word = words[own]
    for card in hand:
        left[card] -= 1
    played[:] = 0
    worth = 0
    many = 0
    shown = 1
    last = len(threes)
    if up >= 0:
        shown = left[up]
        left[up] -= 1
        last = 52 * 52 if shown > 0 else 0
    for number in range(last):
        place = number
        if up >= 0:
            b = number // 52
            c = number % 52
            if b > c:
                continue
            often = left[b] * left[c] if b < c else left[b] * (left[b] - 1) // 2
            place = place_of(up, b, c)
        else:
            often = ways(left, threes[number, 0], threes[number, 1], threes[number, 2])
        if often <= 0:
            continue
        bank = values[place]
        came = showdown(mine, bank, qualifies(bank, QUEEN), always_pays)
        row = category(high_of_word(word | words[place])) if six else 0
        played[came * SIX_ROWS + row] += often
        worth += often * pays[came]
        many += often
    if up >= 0:
        left[up] += 1
        for code in range(len(played)):
            played[code] *= shown
    for card in hand:
        left[card] += 1
    return 1 if worth >= fold * many else 0


@kernel
def count_deals(
    hands: Any, often: Any, left: Any, threes: Any, values: Any, words: Any, six: bool, seen: bool,
    always_pays: bool, pays: Any, fold: int, found: Any,
) -> None:  # fmt: skip
    """Count all deals of these hands by decision, result, row of the hand, and row of the six cards."""
    played = found[0, 0].copy()
    for at in range(len(hands)):
        hand = hands[at]
        row = class_of(values[place_of(hand[0], hand[1], hand[2])])
        for up in range(52 if seen else 1):
            card = up if seen else -1
            plays = against_all(
                hand, card, left, threes, values, words, six, always_pays, pays[row], fold, played
            )
            for code in range(len(played)):
                found[plays, row, code] += played[code] * often[at]


def cells(game: ThreeCard, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of deal with what each wager comes to, each hand deciding as is best for it.

    Six cards have a rank only where no two are alike, so their bonus is left out with several decks.
    """
    import numpy as np

    hands, often = suit_classes(3, pieces)
    pays, fold = worths(game)
    six = six_matter(game) and not alike(pieces)
    rules = six, game.up_card != "none", game.ante_when_not_qualified == "pays"
    table, sets = np.array(pays, dtype=np.int64), all_sets(ACES[game.ace_two_three])
    found = np.zeros((LOTS, 2, len(ROWS), SHOWDOWNS * SIX_ROWS), dtype=np.int64)
    run = fast(count_deals)

    def count(lot: int) -> None:
        run(hands[lot::LOTS], often[lot::LOTS], stock(pieces), *sets, *rules, table, fold, found[lot])

    with ThreadPoolExecutor(LOTS) as pool:
        list(pool.map(count, range(LOTS)))
    counted = found.sum(axis=0)
    for plays, row, code in zip(*(places.tolist() for places in np.nonzero(counted)), strict=True):
        came, rest = divmod(code, SIX_ROWS)
        yield Cell(int(counted[plays, row, code]), counted_results(game, six, plays == 1, row, came, rest))


LOTS = 2
"""Lots into which the hands are divided, one for each thread."""


def six_matter(game: ThreeCard) -> bool:
    """Whether anybody bets on the six cards of both hands."""
    return any(bonus.spot == SIX_CARD for bonus in game.bonuses_in_use())


def alike(pieces: Mapping[int, int]) -> bool:
    """Whether a shoe has a card several times."""
    return max(pieces.values()) > 1


def stock(pieces: Mapping[int, int]) -> Any:
    """How often a shoe has each of the 52 cards."""
    import numpy as np

    return np.array([pieces.get(card, 0) for card in range(52)], dtype=np.int64)


def counted_results(
    game: ThreeCard, six: bool, plays: bool, row: int, came: int, rest: int
) -> dict[str, Result]:
    """What each wager that can be counted comes to in a class of deal."""
    found = results(game, plays, row, came, rest)
    return found if six else {spot: one for spot, one in found.items() if spot != SIX_CARD}


def worths(game: ThreeCard) -> tuple[tuple[tuple[int, ...], ...], int]:
    """What playing on is worth by row and result, in units that make them whole, and what folding is."""
    found = [[worth(game, row, came) for came in range(SHOWDOWNS)] for row in range(len(ROWS))]
    scale = lcm(*(one.denominator for by_result in found for one in by_result))
    return tuple(tuple(int(one * scale) for one in by_result) for by_result in found), -scale


def worth(game: ThreeCard, row: int, came: int) -> Fraction:
    """What playing a hand on is worth, by its row and by what the showdown comes to."""
    ante, play = base_outcomes(game, came)
    paid = ante_payout(game, ROWS[row], came in WON)
    return result("", ante).won + result("", play).won + (paid.fraction() if paid else 0)


def results(game: ThreeCard, plays: bool, row: int, came: int, six: int) -> dict[str, Result]:
    """What each wager comes to in a class of deal; the play wager is the ante's growth."""
    facts = {"cards": EXAMPLES[row], "best-five": FIVE_CARD_VALUES[six]}
    found = side_bets(game, facts)
    if not plays:
        lost = lost_on_fold(game)
        folded = {spot: result("fold", LOSE) if spot in lost else bet for spot, bet in found.items()}
        return {ANTE: result("fold", LOSE), **folded}
    ante, play = base_outcomes(game, came)
    paid = ante_payout(game, ROWS[row], came in WON)
    pays = [str(one) for one in (ante, play, paid) if one is not None]
    name = RESULTS[came] if paid is None else f"{RESULTS[came]}, {ANTE_BONUS}.{ROWS[row]}"
    return {ANTE: Result(name, " + ".join(pays), worth(game, row, came), Fraction(2)), **found}


EXAMPLES = ((0, 5, 12), (0, 1, 8), (0, 8, 20), (0, 5, 8), (0, 1, 2), (0, 4, 8), (40, 44, 48))
"""Three cards of each row, from nothing to the mini royal."""
FIVE_CARD_VALUES = tuple(
    next(place << 20 for place in range(14) if category(place << 20) == row) for row in range(SIX_ROWS)
)
"""A value of each row of five-card hands."""


# -- rounds dealt at random --------------------------------------------------------------------------

SEEN = 53
"""Columns of the table of decisions: each card of the player-dealer's that may be seen, and none."""
UP = {"none": -1, "first": 0, "last": 2}
"""Which of the player-dealer's cards is seen."""
CODES = 2 * len(ROWS) * SHOWDOWNS * SIX_ROWS


@kernel
def decide_all(
    hands: Any, suits: Any, left: Any, threes: Any, values: Any, words: Any, seen: bool, always_pays: bool,
    pays: Any, fold: int, played: Any, found: Any,
) -> None:  # fmt: skip
    """For every hand and every card that may be seen of the player-dealer's: 1 if it is played."""
    other = [0, 0, 0]
    for at in range(len(hands)):
        hand = hands[at]
        row = class_of(values[place_of(hand[0], hand[1], hand[2])])
        for up in range(0 if seen else SEEN - 1, SEEN - 1 if seen else SEEN):
            card = up if seen else -1
            plays = against_all(
                hand, card, left, threes, values, words, False, always_pays, pays[row], fold, played
            )
            for names in suits:
                for at_card in range(3):
                    other[at_card] = hand[at_card] // 4 * 4 + names[hand[at_card] % 4]
                place = place_of(other[0], other[1], other[2])
                found[place, up // 4 * 4 + names[up % 4] if seen else up] = plays


@cache
def decisions(
    pieces: tuple[tuple[int, int], ...], seen: bool, ace_low: int, always_pays: bool, pays: Any, fold: int
) -> Any:
    """The table of decisions of a game with these rules, dealt from this shoe."""
    import numpy as np

    shoe, sets = dict(pieces), all_sets(ace_low)
    found = np.zeros((len(sets[0]), SEEN), dtype=np.int8)
    hands, _ = suit_classes(3, shoe)
    suits = np.array(suit_orders(shoe), dtype=np.int64)
    whole, played = np.array(pays, dtype=np.int64), np.zeros(SHOWDOWNS * SIX_ROWS, dtype=np.int64)
    fast(decide_all)(hands, suits, stock(shoe), *sets, seen, always_pays, whole, fold, played, found)
    return found


@kernel
def play_round(
    order: Any, stacks: bool, up_at: int, ace_low: int, always_pays: bool, plays: Any, codes: Any
) -> None:
    """The class of each seat's round that the first pieces of an order deal."""
    seats = len(codes)
    holders = seats + 1
    bank = [0, 0, 0]
    hand = [0, 0, 0]
    for card in range(3):
        bank[card] = order[3 * seats + card if stacks else card * holders + seats]
    banks = rank(bank, ace_low)
    qualified = qualifies(banks, QUEEN)
    word = BIT[bank[0]] | BIT[bank[1]] | BIT[bank[2]]
    for seat in range(seats):
        for card in range(3):
            hand[card] = order[3 * seat + card if stacks else card * holders + seat]
        mine = rank(hand, ace_low)
        six = category(high_of_word(word | BIT[hand[0]] | BIT[hand[1]] | BIT[hand[2]]))
        played = plays[place_of(hand[0], hand[1], hand[2]), bank[up_at] if up_at >= 0 else SEEN - 1]
        came = showdown(mine, banks, qualified, always_pays) if played else 0
        codes[seat] = ((played * len(ROWS) + class_of(mine)) * SHOWDOWNS + came) * SIX_ROWS + six


@kernel
def deal_rounds(
    order: Any, stacks: bool, up_at: int, ace_low: int, always_pays: bool, plays: Any, state: Any, codes: Any
) -> None:
    """Deal rounds from freshly shuffled decks."""
    many = 3 * (codes.shape[1] + 1)
    for number in range(len(codes)):
        deal_first(order, many, state)
        play_round(order, stacks, up_at, ace_low, always_pays, plays, codes[number])


def sampler(game: ThreeCard, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, each hand deciding as is best for it by what it sees."""
    import numpy as np

    up_at, ace_low = UP[game.up_card], ACES[game.ace_two_three]
    always, stacks = game.ante_when_not_qualified == "pays", game.dealt_in == "stacks"
    shoe = tuple(sorted((+Counter(pieces)).items()))
    plays = decisions(shoe, up_at >= 0, ace_low, always, *worths(game))
    deck, six = sorted(Counter(pieces).elements()), six_matter(game) and not alike(pieces)

    def deal(state: Any, codes: Any) -> None:
        order = np.array(deck, dtype=np.int64)
        fast(deal_rounds)(order, stacks, up_at, ace_low, always, plays, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        codes = np.zeros(seats, dtype=np.int32)
        whole = np.array(order, dtype=np.int64)
        fast(play_round)(whole, stacks, up_at, ace_low, always, plays, codes)
        found = codes.tolist()
        return Traced(found, [(PLAYS if code >= CODES // 2 else FOLDS,) for code in found])

    def of_code(code: int) -> dict[str, Result]:
        whole, rest = divmod(code, SIX_ROWS)
        whole, came = divmod(whole, SHOWDOWNS)
        played, row = divmod(whole, len(ROWS))
        return counted_results(game, six, played == 1, row, came, rest)

    return Sampler(CODES, deal, of_code, retrace, {PLAY: ANTE, ANTE_BONUS: ANTE})


# -- the strategy ------------------------------------------------------------------------------------


def kind_of(hand: Any) -> str:
    """A hand as its owner would call it when he decides: by its ranks where that may matter.

    >>> from housedealer.pieces.cards import cards
    >>> [kind_of(cards(hand)) for hand in ("Qc 6d 4h", "Qc Jd 2h", "Ac 9d 2h", "5c 5d 2h", "4c 5c 9c")]
    ['Q-6-4', 'Q-J', 'ace high', 'pair', 'flush']
    """
    row = class_of(rank(hand, 0))
    if row:
        return ROWS[row].replace("-", " ")
    high, middle, low = sorted((card >> 2 for card in hand), reverse=True)
    if high != QUEEN_RANK:
        return f"{RANK_NAMES[high]} high"
    return letters([high, middle, low]) if middle in (SIX_RANK, SIX_RANK - 1) else letters([high, middle])


def strategy(game: ThreeCard, pieces: Mapping[int, int]) -> list[Strategy]:
    """When to play, by kind of hand and, where one of the player-dealer's cards is seen, by its rank."""
    import numpy as np

    hands, often = suit_classes(3, pieces)
    pays, fold = worths(game)
    table, left = np.array(pays, dtype=np.int64), stock(pieces)
    always, ace_low = game.ante_when_not_qualified == "pays", ACES[game.ace_two_three]
    seen, sets = game.up_card != "none", all_sets(ace_low)
    played = np.zeros(SHOWDOWNS * SIX_ROWS, dtype=np.int64)
    counts: dict[tuple[str, ...], list[int]] = {}
    strength: dict[str, int] = {}
    for hand, many in zip(hands, often.tolist(), strict=True):
        value = rank(hand.tolist(), ace_low)
        row, kind = class_of(value), kind_of(hand.tolist())
        strength[kind] = max(strength.get(kind, 0), value)
        for up in range(52) if seen else (-1,):
            plays = fast(against_all)(hand, up, left, *sets, False, always, table[row], fold, played)
            met = played.reshape(SHOWDOWNS, SIX_ROWS).sum(axis=1)
            situation = (kind, RANK_NAMES[up >> 2]) if seen else (kind,)
            held = counts.setdefault(situation, [0, 0, 0, 0])
            held[0] += many * int(met.sum())
            held[1] += many * int(met.sum()) * plays
            held[2] += many * int((met * table[row]).sum())
            held[3] += many * int(met.sum()) * fold
    whole = sum(one[0] for one in counts.values())
    order = sorted(counts, key=lambda situation: -strength[situation[0]])
    decisions = [decision(at, (PLAYS, FOLDS), counts[at], -fold, whole) for at in order]
    columns = ("hand", "open card") if seen else ("hand",)
    note = "The worth of playing is that of the ante and the play wager together, in antes."
    return [Strategy(PLAYS, columns, (PLAYS, FOLDS), decisions, note)]


QUEEN_RANK, SIX_RANK = 10, 4
