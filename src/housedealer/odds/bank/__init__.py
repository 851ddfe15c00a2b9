"""What it brings to be the player-dealer: `of` answers for one game and option, `ranked` for a room.

>>> from housedealer.odds import bank
>>> found = bank.of("lucky-buck/commission-free-baccarat", players=4, bet="50", rounds=20_000)
>>> found.action, found.fees.player_dealer > 0, len(found.options) > 1
(20000, True, True)
"""

from __future__ import annotations

from housedealer.odds.bank.question import Asked
from housedealer.odds.bank.ranking import ranked
from housedealer.odds.bank.report import BankReport
from housedealer.odds.bank.result import of

__all__ = ["Asked", "BankReport", "of", "ranked"]
