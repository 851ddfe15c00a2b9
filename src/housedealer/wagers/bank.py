"""The player-dealer's limited money: which wagers it meets, in the order of settlement.

He can neither win nor lose more on the round than he put up. What covers later winners is the game's
choice of `cover`:

* `losers-join`: losers' money joins the stake, so only the balance is capped;
* `stake-alone`: what he wins is never paid out again, and he wins at most his stake in all;
* `at-risk`: every wager uses up cover by the most that it puts at risk, won or lost; what is covered of
  that is the part of the wager that is met.

    >>> lines = [Due(stake=1000, win=1000), Due(stake=500, lose=500), Due(stake=1000, win=1000)]
    >>> [met.paid for met in settle(lines, 1200, "losers-join")]
    [1000, 0, 700]
    >>> [met.paid for met in settle(lines, 1200, "stake-alone")]
    [1000, 0, 200]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Cover = Literal["losers-join", "stake-alone", "at-risk"]


class Due(NamedTuple):
    """What a wager is owed or owes if the bank's money reaches it: `win` is owed to it, `lose` by it.

    `risk` is the most it could have cost either side, for rooms that count cover by what is at risk.
    """

    stake: int
    win: int = 0
    lose: int = 0
    risk: int = 0


class Met(NamedTuple):
    """How far the bank met one wager: `paid` to it, `taken` from it, `covered` part of its stake."""

    covered: int
    paid: int
    taken: int
    left: int | None

    def short(self, due: Due) -> int:
        """How much of what was due the bank could not meet."""
        return (due.win - self.paid) + (due.lose - self.taken)


class BankMoney:
    """The player-dealer's money through a round; it may be called on in several settlements."""

    __slots__ = ("amount", "cover", "paid", "taken", "used")

    def __init__(self, amount: int | None, cover: Cover = "losers-join") -> None:
        self.amount = amount
        self.cover = cover
        self.paid = self.taken = self.used = 0

    @property
    def left(self) -> int | None:
        """How much more the bank could lose from here."""
        if self.amount is None:
            return None
        if self.cover == "at-risk":
            return self.amount - self.used
        return self.amount - self.paid + (self.taken if self.cover == "losers-join" else 0)

    def meet(self, due: Due) -> Met:
        """Meet one wager as far as the money reaches."""
        stake, win, lose, risk = due
        pays, takes = win, lose
        if self.amount is not None:
            if self.cover == "at-risk":
                need = max(risk, win, lose) if win or lose else 0
                give = min(need, self.amount - self.used)
                self.used += give
                if give < need:
                    pays, takes = win * give // need, lose * give // need
            elif self.cover == "stake-alone":
                pays, takes = min(win, self.amount - self.paid), min(lose, self.amount - self.taken)
            else:
                balance = self.taken - self.paid
                pays, takes = min(win, self.amount + balance), min(lose, self.amount - balance)
        self.paid, self.taken = self.paid + pays, self.taken + takes
        covered = stake
        if pays < win:
            covered = stake * pays // win
        elif takes < lose:
            covered = stake * takes // lose
        return Met(covered, pays, takes, self.left)


def settle(dues: Iterable[Due], bank: int | None, cover: Cover = "losers-join") -> list[Met]:
    """Meet wagers in order from the bank's money; `None` is a bank that covers everything."""
    money = BankMoney(bank, cover)
    return [money.meet(due) for due in dues]
