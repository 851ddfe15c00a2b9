"""Pai gow poker: the bettor's seven cards and the player-dealer's, both set the house way.

What the seven cards are for the Fortune bonus is counted over every hand of the deck. The envy prizes are a
wager of their own in the figures: what each *other* player's hand brings to a Fortune wager that has a
button, in units of the least such wager; with several other players it comes as many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import comb
from typing import Any

from housedealer import rooms
from housedealer.games.pai_gow.house_way import house_way, lookup, split_back, split_front
from housedealer.games.pai_gow.poker import (
    CHOICES,
    ENVY,
    FORTUNE,
    LOSES,
    OUTCOMES,
    PILES,
    RESULTS,
    WAGER,
    PaiGowPoker,
    counted_seat,
    envy_row,
    fortune,
    house_setting,
    result,
)
from housedealer.kernel import fast, kernel
from housedealer.odds import cells as figures
from housedealer.odds.cells import Cell, Result
from housedealer.odds.chance import deal_first
from housedealer.odds.pai_gow_count import count
from housedealer.odds.seven_cards import CLASSES, class_of_seven, count_classes, examples
from housedealer.odds.side_bets import side_bets
from housedealer.odds.simulate import Sampler, Traced
from housedealer.odds.stored import Arrays, key, obtain
from housedealer.odds.suits import Uncounted, one_deck
from housedealer.pieces.cards import JOKER
from housedealer.pieces.shuffle import seeded_order
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import JOKER_WILD, high_with
from housedealer.table.game import Game
from housedealer.wagers.money import cents, dollars

HAND = 7
SAMPLE = 300
"""Hands whose settings go into the name of a count, so that none outlives a rule of the house way."""
GAMES = (
    "lucky-buck/fortune-pai-gow-poker-1-1",
    "lucky-buck/pai-gow-double-hand-poker",
    "garlic-city/fortune-pai-gow-poker",
)
PER_OTHER = f"{ENVY} per other player"
"""The name of the envy prizes in the figures."""


def chart_of(game: PaiGowPoker) -> tuple[int, ...]:
    """The house way under this table's rulings."""
    serves = game.joker == "wild" and game.house_way_wild == "best-use"
    return lookup(game.house_way, game.full_house_with_two_pair == "keep-trips", serves)


# -- what a class of seven cards is worth ------------------------------------------------------------


class Seven:
    """The classes of seven cards, and what they come to by a game's own functions."""

    def __init__(self, game: PaiGowPoker) -> None:
        self.game = game
        self.bonus = fortune(game)
        self.example = examples(game.bonus_flags)

    def results(self, seven: int) -> dict[str, Result]:
        """What the bonus comes to for a class of seven cards."""
        return side_bets(self.game, {"cards": self.example[seven]}) if self.bonus else {}

    def prize(self, seven: int) -> tuple[str, int]:
        """The row for which a class of seven cards earns others a prize, and the prize in cents."""
        row = envy_row(self.game, self.example[seven])
        return (row, cents(self.bonus.prizes[row])) if self.bonus and row else ("nothing", 0)


def results(seven: Seven, code: int) -> dict[str, Result]:
    """What each wager comes to in a class of round."""
    came, one = divmod(code, CLASSES)
    return {WAGER: figures.result(RESULTS[came], OUTCOMES[came]), **seven.results(one)}


# -- counted whole -----------------------------------------------------------------------------------


def cells(game: PaiGowPoker, pieces: Mapping[int, int]) -> Iterator[Cell]:
    """Every class of deal of two hands, with what the wager and the bonus come to in it."""
    if not whole_deck(pieces):
        raise Uncounted("Two hands of pai gow poker are counted for one whole deck with its joker only.")
    seven, found = Seven(game), kept(game)
    for one, by_result in enumerate(found.tolist()):
        for came, many in enumerate(by_result, LOSES):
            if many:
                yield Cell(many, results(seven, came * CLASSES + one))


def counted(game: PaiGowPoker, pieces: Mapping[int, int]) -> Mapping[str, Iterable[Cell]]:
    """The bonus, and what another player's hand brings in envy prizes, over every hand of seven cards."""
    seven = Seven(game)
    if seven.bonus is None:
        return {}
    many = sevens(game, pieces)
    found = {FORTUNE: [Cell(often, seven.results(one)) for one, often in many.items()]}
    if seven.bonus.prizes:
        found[PER_OTHER] = [Cell(often, {PER_OTHER: _envied(seven, one)}) for one, often in many.items()]
    return found


def sevens(game: PaiGowPoker, pieces: Mapping[int, int]) -> dict[int, int]:
    """How many hands of seven cards are of each class: from the whole count, or counted for another deck."""
    if not whole_deck(pieces):
        return count_classes(pieces, game.bonus_flags)
    others = comb(sum(pieces.values()) - HAND, HAND)
    return {one: many // others for one, many in enumerate(kept(game).sum(axis=1).tolist()) if many}


def whole_deck(pieces: Mapping[int, int]) -> bool:
    """Whether this is one deck of 52 cards and a joker, with nothing missing."""
    return dict(pieces) == dict.fromkeys((*range(52), JOKER), 1)


def depends(game: PaiGowPoker) -> dict[str, Any]:
    """All that the whole count depends on, with how some hands are set and ranked now."""
    hands = (seeded_order((*range(52), JOKER), f"pai gow/{number}")[:HAND] for number in range(SAMPLE))
    chart, flags, wild = chart_of(game), game.flags, game.flags & JOKER_WILD != 0
    sample = []
    for hand in hands:
        split = house_way(hand, chart, flags)
        front, back = two_rank(split_front(hand, split), wild), high_with(split_back(hand, split), flags)
        sample.append((front, back, class_of_seven(hand, game.bonus_flags)))
    digest = sha256(repr(sample).encode()).hexdigest()
    return {
        "chart": list(chart),
        "joker": game.joker,
        "joker of the bonus": game.bonus_joker,
        "wheel": game.wheel,
        "sample": digest,
    }


def kept(game: PaiGowPoker) -> Any:
    """The whole count of a game, as it is kept or counted now."""
    rules = chart_of(game), game.flags, game.bonus_flags
    return obtain("pai_gow", depends(game), lambda: {"found": count(*rules)})["found"]


def to_store() -> Iterator[tuple[str, Mapping[str, Any], Callable[[], Arrays]]]:
    """The counts that are kept with the program: the approved games and each other reading of one ruling."""
    seen: set[str] = set()
    for name in GAMES:
        game = rooms.game(name)
        for ruling, reading in (("", ""), *other_readings(game)):
            ruled = (game.ruled({ruling: reading}) if ruling else game).params
            found = depends(ruled)
            if key(found) not in seen:
                seen.add(key(found))
                rules = chart_of(ruled), ruled.flags, ruled.bonus_flags
                yield "pai_gow", found, partial(_counted_now, rules)


def _counted_now(rules: tuple[tuple[int, ...], int, int]) -> Arrays:
    return {"found": count(*rules)}


def other_readings(game: Game) -> Iterator[tuple[str, str]]:
    """Every other reading of a ruling that the script can be switched to."""
    for name, ruling in game.rulings.items():
        if game.reading(name) is not None and hasattr(game.params, name.replace("-", "_")):
            yield from ((name, reading) for reading in ruling.readings if reading != game.reading(name))


def _envied(seven: Seven, one: int) -> Result:
    """What another player's hand brings, as a share of the least Fortune wager that has a button."""
    row, prize = seven.prize(one)
    least = cents(seven.game.envy_minimum)
    pays = f"{dollars(prize)} on {dollars(least)}" if prize else "nothing"
    return Result(row, pays, Fraction(prize, least))


# -- rounds dealt at random --------------------------------------------------------------------------


@kernel
def pile_of(seat: int, pointed: int, action_pile: int) -> int:
    """The pile of a seat, counted from 0, when the action pile (from 0) goes to the seat pointed at.

    >>> [pile_of(seat, 3, 6) for seat in range(1, 8)]
    [4, 5, 6, 0, 1, 2, 3]
    """
    return (action_pile + seat - pointed) % PILES


@kernel
def gather(order: Any, pile: int, serpentine: bool, hand: Any) -> None:
    """The seven cards of a pile, when the piles get a card each in turn, or there and back."""
    for card in range(HAND):
        back = serpentine and card % 2 == 1
        hand[card] = order[card * PILES + (PILES - 1 - pile if back else pile)]


@kernel
def play_round(
    order: Any,
    pointed: int,
    action_pile: int,
    serpentine: bool,
    chart: Any,
    flags: int,
    bonus: bool,
    bonus_flags: int,
    hand: Any,
    codes: Any,
) -> None:
    """The class of each seat's round that the first pieces of an order deal."""
    wild = flags & JOKER_WILD != 0
    gather(order, pile_of(1, pointed, action_pile), serpentine, hand)
    split = house_way(hand, chart, flags)
    bank_front = two_rank(split_front(hand, split), wild)
    bank_back = high_with(split_back(hand, split), flags)
    for seat in range(len(codes)):
        gather(order, pile_of(seat + 2, pointed, action_pile), serpentine, hand)
        split = house_way(hand, chart, flags)
        front = two_rank(split_front(hand, split), wild)
        back = high_with(split_back(hand, split), flags)
        seven = class_of_seven(hand, bonus_flags) if bonus else 0
        codes[seat] = result(front, back, bank_front, bank_back) * CLASSES + seven


@kernel
def deal_rounds(
    order: Any,
    serpentine: bool,
    chart: Any,
    flags: int,
    bonus: bool,
    bonus_flags: int,
    hand: Any,
    state: Any,
    codes: Any,
) -> None:
    """Deal rounds from freshly shuffled decks.

    Who gets which pile does not matter to anybody's chances, so each seat takes the pile of its own number,
    and the cards of piles that nobody takes are left out of the shuffle.
    """
    laid = order[: HAND * PILES].copy()
    seats = codes.shape[1] + 1
    for number in range(len(codes)):
        deal_first(order, HAND * seats, state)
        for at in range(HAND * seats):
            card, seat = at % HAND, at // HAND
            pile = PILES - 1 - seat if serpentine and card % 2 == 1 else seat
            laid[card * PILES + pile] = order[at]
        play_round(laid, 1, 0, serpentine, chart, flags, bonus, bonus_flags, hand, codes[number])


def sampler(game: PaiGowPoker, pieces: Mapping[int, int]) -> Sampler:
    """Rounds dealt at random, every hand set the house way."""
    import numpy as np

    one_deck(pieces)
    seven = Seven(game)
    serpentine, chart = game.pile_order == "serpentine", np.array(chart_of(game))
    bonus = seven.bonus is not None
    rules = (serpentine, chart, game.flags, bonus, game.bonus_flags)
    deck = [piece for piece, many in sorted(pieces.items()) for _ in range(many)]

    def deal(state: Any, codes: Any) -> None:
        order, hand = np.array(deck, dtype=np.int64), np.zeros(HAND, dtype=np.int64)
        fast(deal_rounds)(order, *rules, hand, state, codes)

    def retrace(order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        whole, hand = np.array(order, dtype=np.int64), np.zeros(HAND, dtype=np.int64)
        codes = np.zeros(seats, dtype=np.int32)
        pointed, pile = counted_seat(1, sum(dice), PILES), dice[0]
        fast(play_round)(whole, pointed, pile, *rules, hand, codes)
        settings = []
        for seat in range(1, seats + 2):
            gather(order, pile_of(seat, pointed, pile), serpentine, hand)
            settings.append(house_setting(game, hand.tolist()))
        bank = [CHOICES[pile], *(settings[:1] if game.bank_sets == "player-dealer" else ())]
        return Traced(codes.tolist(), [(one,) for one in settings[1:]], bank)

    def prizes(codes: Sequence[int], placed: Sequence[Mapping[str, int]]) -> list[Mapping[str, int]]:
        least = cents(game.envy_minimum)
        earned = [
            seven.prize(code % CLASSES)[1] if game.envy_hand == "any" or stakes.get(FORTUNE) else 0
            for code, stakes in zip(codes, placed, strict=True)
        ]
        return [
            {ENVY: sum(earned) - own} if stakes.get(FORTUNE, 0) >= least else {}
            for own, stakes in zip(earned, placed, strict=True)
        ]

    def of_code(code: int) -> dict[str, Result]:
        return results(seven, code)

    return Sampler(len(RESULTS) * CLASSES, deal, of_code, retrace, prizes=prizes if bonus else None)
