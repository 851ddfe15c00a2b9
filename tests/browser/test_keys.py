"""Without a pointer: from the lobby to a paid round by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.test_families import agrees
from tests.browser.visitor import PATIENCE, Visitor

FOCUSED = """(() => {
  const at = document.activeElement;
  return (at.getAttribute('aria-label') || at.labels?.[0]?.textContent || at.textContent).trim();
})()"""
RING = """() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
}"""


def tab_to(page: Page, words: str) -> None:
    """Press Tab until something is reached; the focus can be seen on the way."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(words):
            assert page.evaluate(RING), f"the focus on {words!r} is not seen"
            return
    raise AssertionError(f"{words!r} is not reached by Tab")


def test_a_round_without_a_pointer(visit: Callable[..., Visitor]) -> None:
    guest = visit()
    page = guest.at("")
    tab_to(page, "Search games")
    page.keyboard.type("3 card")
    tab_to(page, "Rules of 3 Card Poker")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 Card Poker", exact=True)).to_be_visible(timeout=15_000)
    page.locator("main").focus()
    tab_to(page, "A table of your own")
    page.keyboard.press("Enter")
    tab_to(page, "Bots answer at once")
    page.keyboard.press("Space")
    tab_to(page, "Open the table")
    page.keyboard.press("Enter")
    expect(page.locator(".seat.mine")).to_be_visible(timeout=PATIENCE)
    pressed = set()
    last = ""
    while not guest.shown():
        if not guest.wait(last, 1):
            break
        last, shape = guest.question, guest.shape
        pressed.add(shape)
        if shape == "wagers":
            page.keyboard.press("1")
            expect(page.locator(".placing .first")).to_have_text("Place $5")
            expect(page.locator(".quote")).to_contain_text("in all")
            page.keyboard.press("Enter")
        elif guest.newest("ask")["name"] == "player-dealer":
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
        page.wait_for_function(
            "last => document.querySelector('.dock').dataset.question !== last", arg=last, timeout=PATIENCE
        )
    assert {"wagers", "choose"} <= pressed
    agrees(guest.shown()[0], guest.heard("settled")[0])
    expect(page.locator("#live")).to_contain_text("Ante", timeout=PATIENCE)


def test_no_single_key_that_is_always_there_gives_a_hand_up(visit: Callable[..., Visitor]) -> None:
    """Enter checks where that is free; what it costs to stay in is never answered by folding on Enter."""
    guest = visit()
    guest.opens("garlic-city/texas-holdem", bots=3)
    page = guest.page
    seen: set[str] = set()
    last = ""
    for _ in range(60):
        guest.wait(last)
        last, ask = guest.question, guest.newest("ask")
        marked = page.locator(".dock .answer.suggested, .dock .answer.first")
        assert marked.filter(has_text="Fold").count() == 0
        seen.add(ask["default"]["words"])
        page.keyboard.press("Enter")
        if ask["default"]["words"] == "fold":
            page.wait_for_timeout(400)
            assert guest.question == last
            page.keyboard.press("2")
        page.wait_for_function(
            "last => document.querySelector('.dock').dataset.question !== last", arg=last, timeout=PATIENCE
        )
        if seen >= {"fold", "check"}:
            return
    raise AssertionError(f"only {seen} came")


def test_a_window_gives_the_focus_back(visit: Callable[..., Visitor]) -> None:
    guest = visit()
    page = guest.at("game/garlic-city/3-card-poker")
    tab_to(page, "A table of your own")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(FOCUSED).startswith("A table of your own")
