"""One game of every family: a new guest sits down, bets, plays whole rounds by hand and is paid."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.visitor import PATIENCE, Message, Visitor

FAMILIES = {
    "poker against the player-dealer": ("garlic-city/3-card-poker", "choose"),
    "flop poker against the player-dealer": ("garlic-city/ultimate-texas-holdem", "choose"),
    "baccarat": ("lucky-buck/ez-baccarat", "wagers"),
    "pan nine": ("garlic-city/super-pan-nine", "wagers"),
    "blackjack": ("lucky-buck/pure-21-5-blackjack", "wagers"),
    "pai gow poker": ("lucky-buck/fortune-pai-gow-poker-1-1", "arrange"),
    "pai gow tiles": ("garlic-city/pai-gow-tiles", "arrange"),
    "flop poker": ("garlic-city/texas-holdem", "bet"),
    "stud": ("garlic-city/7-card-stud", "bet"),
    "draw": ("lucky-buck/lowball", "bet"),
    "thirteen cards": ("garlic-city/chinese-13-card-poker", "arrange"),
    "rummy": ("lucky-buck/pan", "choose"),
}
MOST_ROUNDS = 8


def dollars(cents: int) -> str:
    """An amount as the page writes it."""
    whole, rest = divmod(abs(cents), 100)
    return f"${whole:,}" + (f".{rest:02}" if rest else "")


def signed(cents: int) -> str:
    """A gain or a loss as the page writes it."""
    return "even" if not cents else f"{'+' if cents > 0 else '−'}{dollars(cents)}"


def written(words: str) -> str:
    """A sentence of the house as the page writes it: thousands with a comma, suits as signs."""
    words = re.sub(r"\$(\d{4,})", lambda found: f"${int(found[1]):,}", words)
    cards = re.compile(r"(?<![\w.'’/-])(?:T|([2-9JQKA]))([cdhs])(?![\w'’/-])")
    return cards.sub(lambda found: (found[1] or "10") + "♣♦♥♠"["cdhs".index(found[2])], words)


def agrees(shown: Message, settled: Message) -> None:
    """The page says of a round what the house said, to the cent."""
    assert shown["title"] == written(settled["title"])
    assert shown["lines"] == [written(line["words"]) for line in settled["lines"] if line["mine"]]
    assert shown["nets"] == {name: signed(net) for name, net in settled["nets"].items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_guest_is_paid(family: str, visit: Callable[..., Visitor]) -> None:
    game, shape = FAMILIES[family]
    guest = visit()
    guest.opens(game)
    shapes = guest.plays(2)
    rounds = 2
    while rounds < MOST_ROUNDS and not any(one["net"] for one in guest.heard("settled")):
        shapes |= guest.plays(1)
        rounds += 1
    assert shape in shapes
    shown, settled = guest.shown(), guest.heard("settled")
    assert rounds <= len(shown) <= len(settled)
    for one, other in zip(shown, settled, strict=False):
        agrees(one, other)
    moved = [one for one in settled if one["net"]]
    assert moved, "in so many rounds nothing was won or lost"
    for one in moved:
        assert any(line["mine"] for line in one["lines"]) or one["collection"]["you"]
    last = settled[-1]
    bought = guest.newest("table")["table"]["buy_in"]["usual"]
    assert last["chips"] == bought + sum(one["net"] for one in settled)
    # The round told again ends with the same chips before him, and the same lines.
    page = guest.at(f"history/{guest.table}/{last['round']}")
    page.locator(".stepping input").press("End")
    expect(page.locator(".seat.mine .plate .money")).to_have_text(dollars(last["chips"]), timeout=PATIENCE)
    assert page.locator(".beside .result > .lines > li > span").all_text_contents() == [
        written(line["words"]) for line in last["lines"] if line["mine"]
    ]
