"""Writes the bots' charts: `python -m housedealer.odds.blackjack`."""

from housedealer.games.blackjack.strategy import CHARTS
from housedealer.odds.blackjack.printed import bots_charts

if __name__ == "__main__":
    CHARTS.write_text(bots_charts(), encoding="utf-8")
