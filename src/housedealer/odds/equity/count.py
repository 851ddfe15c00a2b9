"""Showdowns in bulk: every way that the missing cards can fall, or ways drawn at random.

A *table* is a row a player, the board last: the cards that are known, -1 for those to come. Every way that
the missing cards can fall is one showdown; cards of one row that come together are counted once, not in every
order. A pot is divided into `UNIT` parts, so that all shares of up to ten players in two halves are whole.
"""

from __future__ import annotations

from typing import Any

from housedealer.kernel import inlined, kernel
from housedealer.odds.chance import below
from housedealer.odds.equity.worth import worth
from housedealer.ranking.high import BIT, high_of_word

UNIT = 5040
CLASSES = 1 << 9
"""Classes of hands that are told apart: the upper bits of a value."""
CLASS_SHIFT = 16
LOW_TAKES_ALL, DIVIDED = 0, 1


@kernel
def divide(values: Any, lows: Any, least: int, alone: int, shares: Any) -> None:
    """A pot's shares by what the hands are worth, as at a live showdown.

    `lows` are 0 where a hand has no low; the least high hand that qualifies is `least`, and `alone` says what
    becomes of a high half for which nobody does.

    >>> shares = [0, 0, 0]
    >>> divide([9, 5, 5], [0, 3, 3], 0, LOW_TAKES_ALL, shares)
    >>> shares
    [2520, 1260, 1260]
    """
    many = len(values)
    best = low = 0
    for at in range(many):
        shares[at] = 0
        best = max(best, values[at])
        low = max(low, lows[at])
    high_part = UNIT
    if low > 0:
        low_part = UNIT // 2
        if best < least and alone == LOW_TAKES_ALL:
            low_part = UNIT
        high_part = UNIT - low_part
        winners = 0
        for at in range(many):
            winners += lows[at] == low
        for at in range(many):
            if lows[at] == low:
                shares[at] += low_part // winners
    if high_part == 0:
        return
    if best < least:
        for at in range(many):
            shares[at] += high_part // many
        return
    winners = 0
    for at in range(many):
        winners += values[at] == best
    for at in range(many):
        if values[at] == best:
            shares[at] += high_part // winners


@kernel
def showdown(
    table: Any, sizes: Any, rule: Any, row: Any, values: Any, lows: Any, shares: Any, found: Any, classes: Any
) -> None:
    """Rank every hand of a full table, divide the pot, and count shares, pots won alone, and pots shared.

    `rule` is the ranking of the pot or its high half, that of the low half, the least high hand that
    qualifies, what becomes of a high half without one, and whether one card is thrown away on the flop.
    """
    players = len(table) - 1
    board_size = sizes[players]
    board = table[players, :board_size]
    for at in range(players):
        mine = table[at, : sizes[at]]
        if rule[4] and sizes[at] == 3:
            mine = kept(rule[0], mine, board)
        own = len(mine)
        for place in range(own):
            row[place] = mine[place]
        for place in range(board_size):
            row[own + place] = board[place]
        both = row[: own + board_size]
        values[at] = worth(rule[0], mine, board, both)
        lows[at] = worth(rule[1], mine, board, both) if rule[1] else 0
        classes[at, (values[at] >> CLASS_SHIFT) % CLASSES] += 1
    divide(values, lows, rule[2], rule[3], shares)
    for at in range(players):
        found[at, 0] += shares[at]
        found[at, 1] += shares[at] == UNIT
        found[at, 2] += 0 < shares[at] < UNIT
        found[at, 3] += shares[at] * shares[at]


@kernel
def kept(ranking: int, hole: Any, board: Any) -> Any:
    """The two of three hole cards that are best with the first three cards of the board."""
    flop = board[:3]
    best = -1
    chosen = hole[:2].copy()
    both = hole.copy()
    five = board.copy()
    for out in range(3):
        place = 0
        for at in range(3):
            if at != out:
                both[place] = hole[at]
                place += 1
        for at in range(2):
            five[at] = both[at]
        for at in range(3):
            five[2 + at] = flop[at]
        value = worth(ranking, both[:2], flop, five)
        if value > best:
            best = value
            chosen = both[:2].copy()
    return chosen


@kernel
def deal_all(table: Any, sizes: Any, rule: Any, deck: Any, found: Any, classes: Any) -> int:
    """Count every way that the missing cards can fall; gives how many there are."""
    places = 0
    for line in range(len(table)):
        for at in range(sizes[line]):
            places += table[line, at] < 0
    lines = [0] * (places + 1)
    columns = [0] * (places + 1)
    place = 0
    for line in range(len(table)):
        for at in range(sizes[line]):
            if table[line, at] < 0:
                lines[place] = line
                columns[place] = at
                place += 1
    many = len(deck)
    row = table[0].copy()
    row = deck[:1].repeat(16)
    values, lows, shares = [0] * (len(table) - 1), [0] * (len(table) - 1), [0] * (len(table) - 1)
    picked = [-1] * (places + 1)
    used = [False] * (many + 1)
    ways = 0
    if places == 0:
        showdown(table, sizes, rule, row, values, lows, shares, found, classes)
        return 1
    place = 0
    while place >= 0:
        at = picked[place]
        if at >= 0:
            used[at] = False
        elif place > 0 and lines[place] == lines[place - 1]:
            at = picked[place - 1]
        at += 1
        while at < many and used[at]:
            at += 1
        if at >= many:
            picked[place] = -1
            place -= 1
            continue
        picked[place] = at
        used[at] = True
        table[lines[place], columns[place]] = deck[at]
        if place == places - 1:
            ways += 1
            showdown(table, sizes, rule, row, values, lows, shares, found, classes)
        else:
            place += 1
    return ways


@kernel
def deal_some(
    table: Any,
    sizes: Any,
    rule: Any,
    deck: Any,
    ranges: Any,
    choices: Any,
    state: Any,
    rounds: int,
    found: Any,
    classes: Any,
) -> None:  # fmt: skip
    """Draw so many ways at random; a player with a range has one of its hands, each alike likely.

    `ranges` holds the hands of each player's range, `choices` how many there are (0 for a known hand). Hands
    that hold a card of another are drawn again.
    """
    players = len(table) - 1
    row = deck[:1].repeat(16)
    full = table.copy()
    order = deck.copy()
    taken = [0] * 64
    values, lows, shares = [0] * players, [0] * players, [0] * players
    for _ in range(rounds):
        clash = True
        while clash:
            clash = False
            for card in range(64):
                taken[card] = 0
            for at in range(players):
                if choices[at] == 0:
                    continue
                hand = below(state, choices[at])
                for place in range(sizes[at]):
                    card = ranges[at, hand, place]
                    full[at, place] = card
                    if card >= 0:
                        clash = clash or taken[card] == 1
                        taken[card] = 1
        left = len(order)
        for line in range(players + 1):
            for place in range(sizes[line]):
                if table[line, place] >= 0 or (line < players and choices[line] and full[line, place] >= 0):
                    continue
                while True:
                    pick = below(state, left)
                    card = order[pick]
                    left -= 1
                    order[pick], order[left] = order[left], card
                    if taken[card] == 0:
                        break
                full[line, place] = card
        showdown(full, sizes, rule, row, values, lows, shares, found, classes)
        for line in range(players):
            if choices[line]:
                for place in range(sizes[line]):
                    full[line, place] = table[line, place]


@kernel
def boards_all(holes: Any, board: int, missing: int, deck: Any, found: Any) -> int:
    """Every board for known hands by the best five of all cards: one word a player, the board's own word.

    It is `deal_all` for the commonest case, with the words of cards put together as they come.
    """
    many = len(deck)
    players = len(holes)
    ways = 0
    top = [0] * 6
    words = [board] * 6
    values = [0] * players
    place = 0
    if missing == 0:
        share_words(holes, board, values, found)
        return 1
    top[0] = -1
    while place >= 0:
        top[place] += 1
        if top[place] > many - missing + place:
            place -= 1
            continue
        word = words[place] | BIT[deck[top[place]]]
        if place == missing - 1:
            ways += 1
            share_words(holes, word, values, found)
        else:
            place += 1
            words[place] = word
            top[place] = top[place - 1]
    return ways


@inlined
def share_words(holes: Any, board: int, values: Any, found: Any) -> None:
    """One showdown of hands and a board given as words."""
    players = len(holes)
    best = winners = 0
    for at in range(players):
        value = high_of_word(holes[at] | board)
        values[at] = value
        if value > best:
            best, winners = value, 1
        elif value == best:
            winners += 1
    share = UNIT // winners
    for at in range(players):
        if values[at] == best:
            found[at, 0] += share
            found[at, 1] += winners == 1
            found[at, 2] += winners > 1
            found[at, 3] += share * share


@kernel
def boards_some(holes: Any, board: int, missing: int, deck: Any, state: Any, rounds: int, found: Any) -> None:
    """Boards drawn at random for known hands: `deal_some` for the commonest case."""
    many = len(deck)
    values = [0] * len(holes)
    for _ in range(rounds):
        word = board
        for place in range(missing):
            pick = place + below(state, many - place)
            card = deck[pick]
            deck[pick] = deck[place]
            deck[place] = card
            word |= BIT[card]
        share_words(holes, word, values, found)
