"""What has to be seen without searching for it: one's own place, the roads, the words of a sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.visitor import NARROW, PATIENCE, WIDE, Visitor

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
IN_SIGHT = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const plate = document.querySelector('.seat.mine .plate').getBoundingClientRect();
  return plate.top >= stage.top - 1 && plate.bottom <= stage.bottom + 1;
}"""
STACKED = """() => [...document.querySelectorAll('.sheet .wide th, .sheet .wide td')].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
  return lines > cell.textContent.trim().split(/[\\s-]+/).length;
}).map((cell) => cell.textContent)"""


@SIZES
def test_ones_own_place_is_in_sight_at_every_question(
    size: tuple[int, int], visit: Callable[..., Visitor]
) -> None:
    """Where a hand is set there is more than fits: what is scrolled away is the far end of the table."""
    guest = visit(size)
    guest.opens("garlic-city/fortune-pai-gow-poker", bots=5)
    last, questions = "", 0
    until = len(guest.shown()) + 2
    while len(guest.shown()) < until:
        if guest.wait(last, until):
            last = guest.question
            guest.page.wait_for_function(IN_SIGHT, timeout=8_000)  # while it is asked
            questions += 1
            guest.answers()
    assert questions > 2


def test_the_roads_stand_beside_the_table_whatever_tab_is_open(visit: Callable[..., Visitor]) -> None:
    guest = visit()
    guest.opens("lucky-buck/ez-baccarat", bots=3)
    roads = guest.page.locator(".beside .roads")
    expect(roads).to_be_hidden()
    guest.plays(2)
    for tab in ("Story", "Rounds", "Shuffle"):
        guest.page.get_by_role("tab", name=tab).click()
        expect(roads.locator(".bead")).to_have_count(len(guest.heard("settled")), timeout=PATIENCE)
        expect(roads).to_be_visible()


@SIZES
def test_a_sheet_breaks_no_word_and_shows_the_fees_in_force(
    size: tuple[int, int], visit: Callable[..., Visitor]
) -> None:
    guest = visit(size)
    page = guest.at("game/garlic-city/3-card-poker")
    expect(page.locator(".ruling").first).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(STACKED) == []
    fees = page.locator(".sheet .wide td", has_text="player-dealer pays")
    expect(fees).to_have_count(6)  # one an option: not those of the other reading
    expect(page.locator(".sheet .wide", has_text="(if ")).to_have_count(0)


@SIZES
def test_what_is_seldom_done_is_a_tap_away_on_a_telephone(
    size: tuple[int, int], visit: Callable[..., Visitor]
) -> None:
    guest = visit()
    guest.opens("lucky-buck/ez-baccarat", bots=1)
    page = visit(size).at(f"table/{guest.table}")
    dock = page.locator(".dock")
    expect(dock.get_by_role("button", name="Sit down")).to_be_visible(timeout=PATIENCE)
    behind, more = (dock.get_by_role("button", name=name) for name in ("Stand behind", "More"))
    if size == NARROW:
        expect(behind).to_be_hidden()
        more.click()
    else:
        expect(more).to_be_hidden()
    expect(behind).to_be_visible()


def test_a_first_table_is_not_left_before_its_welcome_is_read(visit: Callable[..., Visitor]) -> None:
    guest = visit()
    page = guest.at("")
    page.get_by_role("button", name="Show me a first table").click()
    notes = page.locator(".house-says .note")
    expect(notes.filter(has_text="Put chips on the spots")).to_be_visible(timeout=PATIENCE)
    expect(notes.filter(has_text="Welcome to")).to_be_visible()
