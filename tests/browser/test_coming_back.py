"""A connection that breaks in the middle of a hand: the same question and the same cards come back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.test_families import agrees
from tests.browser.visitor import PATIENCE, WIDE, Visitor
from tests.web.served import Served


def test_a_hand_outlives_the_connection_and_the_house(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits", "--patience", "20") as house:
        guest = Visitor(browser, house.base, WIDE)
        guest.opens("garlic-city/3-card-poker")
        question = guest.plays_to("choose")
        cards = guest.own_pieces(3)
        lines = len(guest.heard("hello"))
        guest.page.evaluate("import('/js/socket.js').then(({line}) => line.socket.close(4000))")
        guest.hears("hello", lines + 1)  # a socket that is told to close is open for a while yet
        expect(guest.page.locator(".dock")).to_have_attribute("data-question", question, timeout=PATIENCE)
        guest.lies_before_him(cards)
        house.kill()
        expect(guest.page.locator(".offline")).to_be_visible(timeout=PATIENCE)
        house.start()
        expect(guest.page.locator(".offline")).to_have_count(0, timeout=PATIENCE)
        guest.hears("hello", lines + 2)
        expect(guest.page.locator(".dock")).to_have_attribute("data-question", question, timeout=PATIENCE)
        guest.lies_before_him(cards)
        before = len(guest.shown())
        guest.answers()
        guest.wait(question, before + 1)
        guest.page.wait_for_function("many => window.shown.length > many", arg=before, timeout=PATIENCE)
        agrees(guest.shown()[before], guest.heard("settled")[before])
        guest.go()


def test_a_page_that_is_loaded_again_has_the_seat_still(browser: Browser, house: Served) -> None:
    guest = Visitor(browser, house.base, WIDE)
    guest.opens("garlic-city/texas-holdem")
    question = guest.plays_to("bet")
    cards = guest.own_pieces(2)
    guest.page.reload()
    expect(guest.page.locator(".dock")).to_have_attribute("data-question", question, timeout=PATIENCE)
    guest.lies_before_him(cards)
    guest.go()
    assert guest.wrong == []
