"""Whole rounds: every seat plays by a plan, the player-dealer by the room's chart, each card as it falls.

One kernel deals both from a chance of its own and from an order that it is given, so that what is simulated
is what is held against the live script.
"""

from __future__ import annotations

from typing import Any

from housedealer.games.blackjack.aces import NONE, rows_hit
from housedealer.games.blackjack.buster import buster_row
from housedealer.kernel import inlined, kernel
from housedealer.odds.blackjack.tables import (
    CLASSES,
    DEALT,
    DOUBLES,
    EIGHTS,
    GIVES_UP,
    HITS,
    KIND,
    KINDS,
    MARKED,
    MARKED_NATURAL,
    MAY_SPLIT,
    NATURAL,
    PAIR,
    POINTS,
    ROWS,
    SPLIT_NATURAL,
    SPLIT_OUT,
    SPLITS,
    STANDS,
    STATES,
    TEN,
)
from housedealer.odds.chance import below

(
    BURNS, EARLY, MOST_SPLITS, THREE_EIGHTS, AS_EIGHT, EITHER, PUSHES, RETURNS, ONE_MATCH,
    IN_ORDER, THIRD_DOUBLED, THIRD_SPLIT, SCALE, SETS,
) = range(14)  # fmt: skip
"""Where the table of a game has what else its rulings say: single numbers, before everything else."""
MASKS = 1 << 11
"""Sets of rows of the Aces Bonus."""
RESULTS = 16
"""Room for the results of a comparison."""

PLAN = 16
MORE = PLAN + 3 * ROWS * KINDS
GIVEN_UP = MORE + STATES * KINDS
MAY = GIVEN_UP + ROWS * KINDS
MAY_MORE = MAY + 3 * ROWS
NATURAL_ASKS = MAY_MORE + STATES
OVER = NATURAL_ASKS + 4
BANK_HITS = OVER + CLASSES
BREAKS = BANK_HITS + CLASSES
STOPS = BREAKS + CLASSES
LOOKS = STOPS + CLASSES
INSURES = LOOKS + KINDS
COMES = INSURES + KINDS
WINS = COMES + CLASSES * CLASSES
PLACES = WINS + RESULTS
WHOLE = PLACES + MASKS
"""Where it has the rest: the plan for two cards, for more, for an early surrender; what a hand may do; what
is asked of naturals; the classes that are over, that the player-dealer hits, that break for Buster, that end
a round; the up cards that are looked under and insured against; what comes of two classes, and what that
wins; the place of each set of Aces Bonus rows."""

HANDS = 8
"""Room for the hands of a seat; the splits of a game allow four."""
SURRENDERED, INSURED_PUSH = 20, 21
SPLIT_STORIES = 23
"""How a seat's wager ended: its result (twice that, and one more if it was doubled), given up, or after
splits what it came to in all, with what was staked."""
MOST_STAKED = 8
"""Four hands, all doubled."""
UNINSURED, INSURANCE_LOST, INSURANCE_WON, INSURANCE_BACK = range(4)
INSURANCES, BUSTS = 4, 8
NO_BUST = 7
"""The place of a player-dealer's hand that did not break, after the six rows and one more."""
UNPAID_BUST = 6
PLAY_ON, SAYS_AMOUNT, SAYS_INSURANCE = 5, 6, 7
"""What is logged of the answers beside the actions."""
ANYTHING = 0b11
"""There is a choice."""
PART = 2 * HANDS + 4
"""How much room a seat needs, and the cards that begin its hands."""
SOFT_21 = 2 * 11 + 1
"""The state of an ace with a ten."""


@inlined
def next_card(order: Any, at: int, state: Any, fresh: bool) -> int:
    """The card at a place of the order; from a chance of its own any card that is left takes that place."""
    if fresh:
        other = at + below(state, len(order) - at)
        card: int = order[other]
        order[other] = order[at]
        order[at] = card
    found: int = order[at]
    return found


@kernel
def two_card_class(first: int, second: int) -> int:
    """The class of two kinds as dealt: a natural, or their state."""
    if POINTS[first] + POINTS[second] == 11 and (first == TEN or second == TEN):
        return MARKED_NATURAL if first == MARKED or second == MARKED else NATURAL
    ace = POINTS[first] == 1 or POINTS[second] == 1
    return 2 * (POINTS[first] + POINTS[second]) + (1 if ace else 0)


@kernel
def row_of(first: int, second: int) -> int:
    """The row of two kinds that are no natural: a pair of what counts alike, or their state."""
    if POINTS[first] == POINTS[second]:
        return PAIR + POINTS[first]
    ace = POINTS[first] == 1 or POINTS[second] == 1
    return 2 * (POINTS[first] + POINTS[second]) + (1 if ace else 0)


@kernel
def grown(state: int, kind: int) -> int:
    """A state with one more card."""
    found = state + 2 * POINTS[kind]
    return found | 1 if POINTS[kind] == 1 else found


@kernel
def noted(log: Any, seat: int, word: int, options: int) -> None:
    """Put down an answer, if somebody wants to know and there was more than one thing to do."""
    if len(log) > 1 and (options & (options - 1)) != 0:
        log[0, 0] += 1
        log[log[0, 0], 0] = seat
        log[log[0, 0], 1] = word


@kernel
def part_of(seat: int) -> int:
    """Where a seat's part of the room begins."""
    return (seat + 1) * PART


@inlined
def play_seat(
    order: Any, at: int, state: Any, fresh: bool, seat: int, up: int, first: int, second: int, table: Any,
    room: Any, log: Any,
) -> int:  # fmt: skip
    """A seat's turn; gives the place of the next card.

    `room` begins with the cards that begin the seat's hands; the seat's own part of it (see `part_of`)
    receives how many hands there are, then the class of each and whether it was doubled (1) or given up (2),
    and at its end the first two cards dealt to the seat in its turn.
    """
    made = part_of(seat)
    room[0], room[1] = first, second
    hands, splits, one = 1, 0, 0
    begun = at
    while one < hands:
        a, b = room[2 * one], room[2 * one + 1]
        if b < 0:
            b = next_card(order, at, state, fresh)
            at += 1
        kind, other = KIND[a], KIND[b]
        when = DEALT if splits == 0 else MAY_SPLIT if splits < table[MOST_SPLITS] else SPLIT_OUT
        found = two_card_class(kind, other)
        row = 0
        if splits > 0 and found >= STATES:
            found, row = SPLIT_NATURAL, SOFT_21
            word = STANDS
        else:
            row = row_of(kind, other)
            word = table[PLAN + (when * ROWS + row) * KINDS + up]
            if splits > 0 and POINTS[kind] == 1 and row < PAIR:
                word = STANDS
        if len(log) > 1 and (splits == 0 or POINTS[kind] != 1 or row >= PAIR):
            noted(log, seat, word, table[MAY + when * ROWS + row])
        if word == SPLITS:
            splits += 1
            room[2 * one + 1] = NONE
            room[2 * hands], room[2 * hands + 1] = b, NONE
            hands += 1
            continue
        how = 0
        if word == DOUBLES:
            noted(log, seat, SAYS_AMOUNT, ANYTHING)
            found = grown(found, KIND[next_card(order, at, state, fresh)])
            at += 1
            how = 1
        elif word == GIVES_UP:
            how = 2
        while word == HITS:
            found = grown(found, KIND[next_card(order, at, state, fresh)])
            at += 1
            if table[OVER + found]:
                break
            word = table[MORE + found * KINDS + up]
            noted(log, seat, word, table[MAY_MORE + found])
        room[made + 1 + 2 * one], room[made + 2 + 2 * one] = found, how
        one += 1
    room[made] = hands
    room[made + 2 * HANDS + 1] = order[begun] if at > begun else NONE
    room[made + 2 * HANDS + 2] = order[begun + 1] if at > begun + 1 else NONE
    return at


@kernel
def story_of(room: Any, made: int, bank: int, table: Any, pushed: bool) -> int:
    """How a seat's wager ended against the player-dealer's class."""
    hands: int = room[made]
    if hands == 1:
        how: int = room[made + 2]
        if how == 2:
            return SURRENDERED
        if pushed:
            return INSURED_PUSH + how
        came: int = table[COMES + room[made + 1] * CLASSES + bank]
        return 2 * came + how
    won, staked = 0, 0
    scale: int = table[SCALE]
    for one in range(hands):
        found, how = room[made + 1 + 2 * one], room[made + 2 + 2 * one]
        many = 2 if how == 1 else 1
        staked += many
        if how == 2:
            won -= scale // 2
        elif not pushed:
            won += many * table[WINS + table[COMES + found * CLASSES + bank]]
    return SPLIT_STORIES + (won + MOST_STAKED * scale) * (MOST_STAKED + 1) + staked


@kernel
def stays(room: Any, seat: int, found: int, how: int) -> None:
    """A seat that takes no card: it stands on what it was dealt, or is given up."""
    made = part_of(seat)
    room[made], room[made + 1], room[made + 2] = 1, found, how
    room[made + 2 * HANDS + 1] = room[made + 2 * HANDS + 2] = NONE


@kernel
def rows_of(room: Any, seat: int, first: int, second: int, table: Any) -> int:
    """The place of the set of Aces Bonus rows that a seat's first cards hit."""
    made = part_of(seat)
    third, other = room[made + 2 * HANDS + 1], room[made + 2 * HANDS + 2]
    on_first, on_second = NONE, NONE
    if room[made] > 1:
        on_first, on_second = third, other
        if not table[THIRD_SPLIT]:
            third = NONE
    elif room[made + 2] == 1 and not table[THIRD_DOUBLED]:
        third = NONE
    one_match, in_order = table[ONE_MATCH] == 1, table[IN_ORDER] == 1
    found: int = table[PLACES + rows_hit(first, second, third, on_first, on_second, one_match, in_order)]
    return found


@inlined
def play_round(
    order: Any, state: Any, fresh: bool, table: Any, insured: Any, room: Any, codes: Any, number: int,
    log: Any,
) -> int:  # fmt: skip
    """A round of as many seats as `insured` tells of; writes the code of each and gives the cards dealt."""
    seats = len(insured)
    start: int = table[BURNS]
    at = start + 2 * seats + 2
    for place in range(at):
        next_card(order, place, state, fresh)
    up, down = KIND[order[start + seats]], KIND[order[start + 2 * seats + 1]]
    two = two_card_class(up, down)
    natural = table[STOPS + two] == 1
    offered = table[INSURES + up] == 1
    ends = natural and table[LOOKS + up] == 1
    for seat in range(seats):
        room[part_of(seat)] = 0
        if offered:
            noted(log, seat, SAYS_INSURANCE, ANYTHING)
    if table[EARLY]:
        for seat in range(seats):
            if table[EITHER] and offered and insured[seat]:
                continue
            kind, other = KIND[order[start + seat]], KIND[order[start + seats + 1 + seat]]
            found = two_card_class(kind, other)
            if found >= STATES:
                if table[NATURAL_ASKS + 2 + found - NATURAL]:
                    noted(log, seat, PLAY_ON, ANYTHING)
            elif table[GIVEN_UP + row_of(kind, other) * KINDS + up]:
                noted(log, seat, GIVES_UP, ANYTHING)
                stays(room, seat, found, 2)
            else:
                noted(log, seat, PLAY_ON, ANYTHING)
    for seat in range(seats):
        if room[part_of(seat)]:
            continue
        first, second = order[start + seat], order[start + seats + 1 + seat]
        found = two_card_class(KIND[first], KIND[second])
        if ends:
            stays(room, seat, found, 0)
        elif found >= STATES:
            noted(log, seat, STANDS, table[NATURAL_ASKS + found - NATURAL])
            stays(room, seat, found, 0)
        else:
            at = play_seat(order, at, state, fresh, seat, up, first, second, table, room, log)
    bank, cards = two, 2
    if not natural:
        while table[BANK_HITS + bank]:
            bank = grown(bank, KIND[next_card(order, at, state, fresh)])
            at += 1
            cards += 1
        if table[THREE_EIGHTS] and cards == 3 and up == 8 and down == 8 and KIND[order[at - 1]] == 8:
            bank = EIGHTS
    bust = NO_BUST
    if table[BREAKS + bank]:
        bust = buster_row(cards, True, table[AS_EIGHT] == 1)
        if bust < 0:
            bust = UNPAID_BUST
    for seat in range(seats):
        made = part_of(seat)
        insurance = UNINSURED
        if offered and insured[seat]:
            if two < STATES:
                insurance = INSURANCE_LOST
            elif table[PUSHES] or (table[RETURNS] and room[made + 1] == NATURAL):
                insurance = INSURANCE_BACK
            else:
                insurance = INSURANCE_WON
        pushed = insurance == INSURANCE_BACK and table[PUSHES] == 1
        code = story_of(room, made, bank, table, pushed)
        if table[SETS] > 1:
            first, second = order[start + seat], order[start + seats + 1 + seat]
            code = code * table[SETS] + rows_of(room, seat, first, second, table)
        codes[number, seat] = (code * BUSTS + bust) * INSURANCES + insurance
    return at


@kernel
def play_rounds(order: Any, state: Any, table: Any, insured: Any, room: Any, codes: Any, log: Any) -> None:
    """Rounds one after the other, each from a shoe of its own."""
    for number in range(len(codes)):
        play_round(order, state, True, table, insured, room, codes, number, log)
