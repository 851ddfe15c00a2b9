"""The page in a real browser, at a real house: played by keys alone, on a wide and on a narrow screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.visitor import PATIENCE
from tests.web.served import Served

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
WIDE, NARROW = (1440, 900), (390, 844)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPEN = """async (terms) => {
  const [state, api] = await Promise.all([import('/js/state.js'), import('/js/api.js')]);
  await state.somebody();
  const { table } = await api.post('/tables', terms);
  location.hash = `#/table/${table.id}?sit`;
  return table.id;
}"""
OUTSIDE = """() => [...document.querySelectorAll('main *, header *')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 1 || box.left < -1)
    && !one.closest('.contents, .road-box, .wide, .beside, .flights, nav');
}).map((one) => one.className)"""
OVERLAPS = """() => {
  const apart = '.felt .seat, .felt .house, .felt .shared .hand, .felt .middle-row';
  const all = [...document.querySelectorAll(apart)];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const found = [];
  for (let at = 0; at < all.length; at += 1)
    for (let other = at + 1; other < all.length; other += 1) {
      const [a, b] = [boxes[at], boxes[other]];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (a.width && b.width && wide > 2 && high > 2)
        found.push(`${all[at].className} ${all[other].className}`);
    }
  return found;
}"""


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def page(request: pytest.FixtureRequest, browser: Browser, house: Served) -> Iterator[Page]:
    """A visitor's page, which must log no error at the end."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(house.base)
    expect(page.locator(".game-card").first).to_be_visible(timeout=15_000)
    yield page
    context.close()
    assert wrong == []


def sound(page: Page) -> None:
    """Nothing hangs over the edge, nothing lies upon another, and nobody is shut out."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPS) == []
    # The policy of the house forbids foreign scripts, so the checker runs beside it, in the debugger.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text()})
    found = session.send(
        "Runtime.evaluate",
        {
            "expression": f"axe.run(document, {{runOnly: {json.dumps(TAGS)}}}).then(r => JSON.stringify("
            "r.violations.map(v => [v.id, v.nodes.map(n => n.html)])))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    assert json.loads(found["result"]["value"]) == []


def wait_for(page: Page, shape: str) -> None:
    """Answer what else is asked until a question of a shape is there."""
    dock = page.locator(".dock")
    for _ in range(150):
        page.wait_for_function("() => document.querySelector('.dock')?.dataset.question", timeout=PATIENCE)
        now, question = dock.get_attribute("data-shape"), dock.get_attribute("data-question")
        if now == shape:
            return
        if now == "wagers":
            page.keyboard.press("Enter")
            expect(page.locator(".quote")).to_contain_text("in all")
        if now == "arrange":
            page.keyboard.press("h")
        # To fold is nothing that Enter does. One key an answer: what comes next must not get the second.
        page.keyboard.press("2" if now in ("bet", "choose") else "Enter")
        expect(dock).not_to_have_attribute("data-question", question or "")
    raise AssertionError(f"no question of the shape {shape}: {dock.inner_text()}")


def opened(page: Page, game: str, **terms: Any) -> str:
    """A table of a game with bots that answer at once; the visitor sits down."""
    return str(page.evaluate(OPEN, {"game": game, "bots": 3, "pace": "fast", "practice": True, **terms}))


def test_the_lobby_finds_a_game(page: Page) -> None:
    sound(page)
    page.get_by_label("Search games").fill("tiles")
    expect(page.locator(".game-card")).not_to_have_count(0)
    for name in page.locator(".game-card h4").all_inner_texts():
        assert "Tiles" in name


def test_a_round_is_played_by_keys_and_told_in_words(page: Page) -> None:
    table = opened(page, "garlic-city/3-card-poker")
    wait_for(page, "wagers")
    page.keyboard.press("1")
    expect(page.locator(".placing .first")).to_have_text("Place $5")
    page.keyboard.press("2")
    expect(page.locator(".placing .first")).to_have_text("Place $10")
    page.keyboard.press("u")
    expect(page.locator(".quote")).to_contain_text("collection of $1")
    sound(page)
    page.keyboard.press("Enter")
    for _ in range(PATIENCE // 100):
        if page.locator(".dock h2").inner_text().startswith("Your decision"):
            break
        if "You" in page.locator(".dock h2").inner_text() and page.locator(".dock .brief").count():
            break
        page.wait_for_timeout(100)
    if page.locator(".dock").get_attribute("data-shape") == "choose":
        sound(page)
        page.keyboard.press("1")
    expect(page.locator("#live")).to_contain_text("$5 on Ante")
    page.goto(page.url.partition("#")[0] + f"#/history/{table}/1")
    expect(page.locator(".steps .said")).to_contain_text("0 of")
    page.get_by_label("One step on").click()
    expect(page.locator(".steps .said")).to_contain_text("1 of")
    sound(page)


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        ("garlic-city/texas-holdem", "bet"),
        ("garlic-city/pai-gow-tiles", "arrange"),
        ("lucky-buck/lowball", "pick"),
    ],
)
def test_questions_of_other_shapes(page: Page, game: str, shape: str) -> None:
    opened(page, game)
    wait_for(page, shape)
    sound(page)
    before = page.locator(".dock").get_attribute("data-question")
    assert before
    page.keyboard.press({"arrange": "h", "bet": "2"}.get(shape, "Enter"))
    if shape == "arrange":
        page.keyboard.press("Enter")
    expect(page.locator(".dock")).not_to_have_attribute("data-question", before)
    expect(page.locator("#live")).to_contain_text("You ")


def test_the_page_comes_back_by_itself(page: Page) -> None:
    opened(page, "garlic-city/texas-holdem")
    wait_for(page, "bet")
    page.evaluate("import('/js/socket.js').then(({line}) => line.socket.close(4000))")
    expect(page.locator(".dock")).not_to_have_attribute("data-shape", "bet")
    expect(page.locator(".dock")).to_have_attribute("data-shape", "bet")
    expect(page.locator(".seat.mine")).to_be_visible()


def test_a_sheet_has_its_lines_and_rulings(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + "#/game/garlic-city/3-card-poker")
    expect(page.get_by_role("heading", name="3 Card Poker", exact=True)).to_be_visible()
    expect(page.locator(".ruling .chosen").first).to_be_visible()
    sound(page)
