"""The bots at the table: who they are, what they sit down with, and how they answer.

>>> from housedealer.rooms import game
>>> from housedealer.table.stakes import open_table
>>> buy_ins(open_table(game("garlic-city/texas-holdem"), limit="4/8"))
(4000, 20000, 400000)
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from housedealer.table.errors import Refused
from housedealer.table.game import Stakes
from housedealer.table.questions import FOLD, Bet, Question, Wagers
from housedealer.table.round import Round
from housedealer.table.view import View
from housedealer.wagers.money import cents

NAMES = (
    "Lucille", "Deacon", "Mrs. Ng", "Tex", "Carmela", "Big Al", "Sunny", "Smitty", "Dot", "Professor", "Flo",
    "Lefty", "Marisol", "Whitey",
)  # fmt: skip
DEPTHS = (0.6, 0.8, 1, 1.3, 1.8, 2.4)
TRIES = 20


def buy_ins(stakes: Stakes) -> tuple[int, int, int]:
    """The least, the usual and the most that one sits down with at these stakes."""
    if hasattr(stakes.structure, "big"):
        big = stakes.structure.big
        least = stakes.structure.buy_in or 10 * big
        return least, max(2 * least, 25 * big), 100 * max(least, big)
    amounts = re.findall(r"\d+(?:\.\d\d)?", stakes.limit)
    low = max(100, cents(amounts[0])) if amounts else 500
    return 10 * low, 100 * low, 100_000 * low


def chips(usual: int, rng: Random) -> int:
    """What a regular sits down with: some have more before them than others."""
    return int(usual * rng.choice(DEPTHS)) // 100 * 100


def answer(round_: Round, at: int, question: Question, rng: Random) -> None:
    """Answer as the game's bot would; where that is refused, any legal way."""
    if round_.game.play.bot is not None:
        view = View(round_.table, question.who, rng)
        try:
            round_.answer(round_.game.play.bot(view, question), at=at)
            return
        except Refused:
            pass
    for _ in range(TRIES):
        try:
            round_.answer(question.random(rng), at=at)
            return
        except Refused:
            continue
    round_.answer(getattr(question, "default", None), at=at)


def give_up(question: Any) -> Any:
    """What is answered for somebody who has left: a fold where that can be, else the default."""
    if isinstance(question, Bet) and question.may_fold:
        return FOLD
    if isinstance(question, Wagers):
        return ()
    return question.default
