"""Rounds dealt at random by the best chart, and what each class of them comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from housedealer.games.blackjack.aces import ACES, NONE, every_row, rows_hit
from housedealer.games.blackjack.params import Blackjack
from housedealer.games.blackjack.table import INSURANCE, WAGER
from housedealer.kernel import fast, kernel
from housedealer.odds.blackjack.chart import Plan
from housedealer.odds.blackjack.play import (
    AS_EIGHT,
    BANK_HITS,
    BREAKS,
    BURNS,
    BUSTS,
    COMES,
    EARLY,
    EITHER,
    GIVEN_UP,
    IN_ORDER,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURANCES,
    INSURED_PUSH,
    INSURES,
    LOOKS,
    MASKS,
    MAY,
    MAY_MORE,
    MORE,
    MOST_SPLITS,
    MOST_STAKED,
    NATURAL_ASKS,
    NO_BUST,
    ONE_MATCH,
    OVER,
    PART,
    PLACES,
    PLAN,
    PLAY_ON,
    PUSHES,
    RETURNS,
    SAYS_AMOUNT,
    SAYS_INSURANCE,
    SCALE,
    SETS,
    SPLIT_STORIES,
    STOPS,
    SURRENDERED,
    THIRD_DOUBLED,
    THIRD_SPLIT,
    THREE_EIGHTS,
    WHOLE,
    WINS,
    play_round,
    play_rounds,
)
from housedealer.odds.blackjack.tables import ACTIONS, Tables
from housedealer.odds.cells import Result, result
from housedealer.odds.side_bets import paytables
from housedealer.odds.simulate import APART, Traced
from housedealer.table.banking import HALF_LOSS, LOSE, PUSH, bonus_outcome
from housedealer.wagers.odds import odds

LONG = 400
"""More answers than a round of eight seats asks for."""


@kernel
def hit_sets(cards: Any, one_match: bool, in_order: bool, found: Any) -> None:
    """Mark every set of rows that a seat's first cards can hit."""
    for first in cards:
        for second in cards:
            for third in cards:
                found[rows_hit(first, second, third, NONE, NONE, one_match, in_order)] = 1
            found[rows_hit(first, second, NONE, NONE, NONE, one_match, in_order)] = 1
            if first // 4 == second // 4:
                for on_first in cards:
                    for on_second in cards:
                        sets = rows_hit(first, second, NONE, on_first, on_second, one_match, in_order)
                        found[sets] = 1
                        found[sets | rows_hit(first, second, on_first, NONE, NONE, one_match, in_order)] = 1


class Rounds:
    """A game's rounds by a plan: the arrays that the kernel reads, and what its codes say."""

    def __init__(self, tables: Tables, plan: Plan, pieces: Mapping[int, int]) -> None:
        import numpy as np

        game = tables.game
        self.tables, self.game = tables, game
        self.order = np.array(
            [card for card, many in sorted(pieces.items()) for _ in range(many)], dtype=np.int64
        )
        wins = [tables.won(number) for number in range(len(tables.outcomes))]
        self.scale = lcm(2, *(one.denominator for one in wins))
        most = int((MOST_STAKED + max(wins) * MOST_STAKED) * self.scale) + 1
        self.sets = self._sets_of_rows(pieces)
        self.stories = SPLIT_STORIES + most * (MOST_STAKED + 1)
        self.per_story = len(self.sets) * BUSTS * INSURANCES
        self.table = np.zeros(WHOLE, dtype=np.int16)
        single = {
            BURNS: tables.source.burns,
            EARLY: game.surrender == "before-look",
            MOST_SPLITS: game.splits,
            THREE_EIGHTS: tables.source.three_eights,
            AS_EIGHT: getattr(game, "nine_cards", "as-eight") == "as-eight",
            EITHER: getattr(game, "surrender_insured", "both") == "either",
            PUSHES: getattr(game, "insurance_outcome", "paid") == "pushed",
            RETURNS: getattr(game, "insured_natural", "pays") == "returned",
            ONE_MATCH: getattr(game, "matched_aces", "both") == "one",
            IN_ORDER: getattr(game, "six_seven_eight", "any-order") == "in-order",
            THIRD_DOUBLED: getattr(game, "third_card_doubled", "yes") == "yes",
            THIRD_SPLIT: getattr(game, "third_card_split", "no") == "yes",
            SCALE: self.scale,
            SETS: len(self.sets),
        }
        for place, value in single.items():
            self.table[place] = value
        for place, values in (
            (PLAN, plan.two), (MORE, plan.more), (GIVEN_UP, plan.early), (MAY, tables.may),
            (MAY_MORE, tables.may_more), (NATURAL_ASKS, [*tables.may_natural, *tables.early_asks]),
            (OVER, tables.over), (BANK_HITS, tables.bank_hits), (BREAKS, tables.breaks),
            (STOPS, tables.stops), (LOOKS, tables.looks), (INSURES, tables.insures), (COMES, tables.result),
            (WINS, [int(one * self.scale) for one in wins]),
        ):  # fmt: skip
            flat = np.asarray(values).ravel()
            self.table[place : place + len(flat)] = flat
        self.table[[PLACES + one for one in self.sets]] = range(len(self.sets))
        self.equal_doubles = game.double_amount == "equal"

    def _sets_of_rows(self, pieces: Mapping[int, int]) -> list[int]:
        """The sets of Aces Bonus rows that can be hit."""
        import numpy as np

        if not any(spot.name == ACES for spot in self.game.spot):
            return [0]
        found = np.zeros(MASKS, dtype=np.int64)
        one_match, in_order = self.game.matched_aces == "one", self.game.six_seven_eight == "in-order"
        fast(hit_sets)(np.array(sorted(pieces), dtype=np.int64), one_match, in_order, found)
        sets: list[int] = np.flatnonzero(found).tolist()
        return sets

    def deal(self, state: Any, codes: Any) -> None:
        """Deal rounds by a chance of one's own, nobody insuring."""
        import numpy as np

        seats = codes.shape[1]
        insured, room = np.zeros(seats, dtype=np.int64), np.zeros((seats + 1) * PART, dtype=np.int64)
        nothing = np.zeros((1, 2), dtype=np.int64)
        fast(play_rounds)(self.order.copy(), state, self.table, insured, room, codes, nothing)

    def trace(self, order: Sequence[int], insured: Sequence[bool]) -> tuple[list[int], list[tuple[int, int]]]:
        """One round from a given order: the seats' codes, and what each seat said, in order."""
        import numpy as np

        seats = len(insured)
        log, codes = np.zeros((LONG, 2), dtype=np.int64), np.zeros((1, seats), dtype=np.int32)
        fast(play_round)(
            np.array(order, dtype=np.int64), np.zeros(APART, dtype=np.int64), False, self.table,
            np.array(insured, dtype=np.int64), np.zeros((seats + 1) * PART, dtype=np.int64), codes, 0, log,
        )  # fmt: skip
        said = [(int(seat), int(word)) for seat, word in log[1 : 1 + log[0, 0]]]
        return codes[0].tolist(), said

    def retrace(self, order: Sequence[int], dice: Sequence[int], seats: int) -> Traced:
        """One round from a given order, nobody insuring."""
        codes, said = self.trace(order, [False] * seats)
        answers: list[list[Any]] = [[] for _ in range(seats)]
        for seat, word in said:
            if word == SAYS_INSURANCE:
                answers[seat].append(0)
            elif word != SAYS_AMOUNT:
                answers[seat].append("play-on" if word == PLAY_ON else ACTIONS[word])
            elif not self.equal_doubles:
                answers[seat].append(None)
        return Traced(codes, answers)

    # -- what a code says --------------------------------------------------------------------------

    def parts(self, code: int) -> tuple[int, int, int, int]:
        """A code's story, the set of Aces Bonus rows, the player-dealer's bust, and the insurance."""
        story, rest = divmod(code, self.per_story)
        row, rest = divmod(rest, BUSTS * INSURANCES)
        bust, insurance = divmod(rest, INSURANCES)
        return story, self.sets[row], bust, insurance

    def results(self, code: int) -> dict[str, Result]:
        """What each wager comes to in a class of rounds."""
        story, rows, bust, insurance = self.parts(code)
        facts = {"bank_cards": bust + 3, "bank_over": bust != NO_BUST, "aces_rows": rows}
        found = {WAGER: self.base(story), **side_bets(self.game, facts)}
        if insurance:
            found[INSURANCE] = insured(self.game, insurance)
        return found

    def base(self, story: int) -> Result:
        """What the wager on a seat came to, its doubles and its split hands included."""
        if story >= SPLIT_STORIES:
            won, staked = divmod(story - SPLIT_STORIES, MOST_STAKED + 1)
            worth = Fraction(won - MOST_STAKED * self.scale, self.scale)
            return Result("split", f"{float(worth):+g}", worth, Fraction(staked))
        if story == SURRENDERED:
            return result("surrendered", HALF_LOSS)
        number, doubled = divmod(story, 2)
        if story >= INSURED_PUSH:
            return Result("insured-pushes", PUSH, Fraction(0), Fraction(1 + story - INSURED_PUSH))
        name = self.tables.source.results[number]
        once = result(name, self.tables.outcomes[number])
        return Result(f"{name}, doubled", once.pays, 2 * once.won, Fraction(2)) if doubled else once


def side_bets(game: Blackjack, facts: Mapping[str, Any]) -> dict[str, Result]:
    """What each side bet comes to; the Aces Bonus may be paid for every row together."""
    found = {}
    for name, bonus in paytables(game):
        row, outcome = bonus_outcome(bonus, facts, game)
        if bonus.spot == ACES and getattr(game, "bonus_rows", "highest") == "all":
            hit, together = every_row(bonus.pays, facts["aces_rows"])
            if len(hit) > 1:
                row, outcome = ", ".join(hit), together
        found[name] = result(row, outcome)
    return found


def insured(game: Blackjack, came: int) -> Result:
    """What insurance comes to, on a unit of its own."""
    if came == INSURANCE_WON:
        return result("insurance-wins", odds(game.insurance_pays))
    return result("insurance-loses", LOSE) if came == INSURANCE_LOST else result("insurance-returned", PUSH)
