"""The floor desk's page in a real browser: everything on it is done once, wide and narrow."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.served import Served

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
POT = "lucky-buck/texas-holdem"
CALLS = """async (says) => {
  const names = ['state', 'api', 'socket'];
  const [state, api, socket] = await Promise.all(names.map((one) => import(`/js/${one}.js`)));
  await state.somebody();
  const { tables } = await api.get('/tables');
  await new Promise((done) => setTimeout(done, 500));
  await socket.line.send('join', { table: tables[0].id });
  await socket.line.send('sit', { table: tables[0].id, seat: 9, chips: tables[0].buy_in.usual });
  await socket.line.send('call', { table: tables[0].id, says });
}"""


def accessible(page: Page) -> None:
    """The checker finds nothing, and nothing hangs over the edge."""
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text()})
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    found = session.send(
        "Runtime.evaluate",
        {
            "expression": f"axe.run(document, {{runOnly: {json.dumps(tags)}}}).then(r => JSON.stringify("
            "r.violations.map(v => [v.id, v.nodes.map(n => n.html)])))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    assert json.loads(found["result"]["value"]) == []


def told(page: Page, words: str) -> None:
    """A sentence is shown that something was done."""
    expect(page.locator("#toasts .toast", has_text=words).last).to_be_visible()


def window(page: Page, card: Locator, verb: str) -> Locator:
    """A window that a button of a table's card opens."""
    card.get_by_role("button", name=verb, exact=True).click()
    shown = page.locator("dialog[open]")
    expect(shown).to_be_visible()
    return shown


def give(shown: Locator, why: str = "") -> None:
    """Say why, and do it."""
    if why:
        shown.get_by_role("textbox", name="Why").fill(why)
    shown.locator("button[type=submit]").click()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "narrow"])
def test_everything_at_the_desk_is_done_once(browser: Browser, size: tuple[int, int], tmp_path: Path) -> None:
    with Served(tmp_path / "data", "--no-limits") as served:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{served.base}/#first-run={served.first_run_token()}")
        first = page.locator("section.panel", has_text="The first floor manager")
        first.get_by_label("Name").fill("Frances")
        first.get_by_label("Password").fill("long enough")
        first.locator("button[type=submit]").click()
        expect(page.get_by_role("heading", name="Floor desk")).to_be_visible()

        page.get_by_label("Game", exact=True).select_option(POT)
        page.get_by_role("button", name="Open…").click()
        terms = page.locator("dialog[open]")
        terms.get_by_label("Bots answer at once").check()
        terms.get_by_role("button", name="Open the table").click()
        told(page, "The table is open.")
        card = page.locator("li.desk-table").first
        page.get_by_role("button", name="Begin a shift…").click()
        shift = page.locator("dialog[open]")
        shift.get_by_label("Name of the shift").fill("Swing")
        give(shift)
        told(page, "The shift has begun.")
        accessible(page)

        guests = browser.new_context()
        guest = guests.new_page()
        guest.goto(served.base)
        guest.wait_for_timeout(500)
        guest.evaluate(CALLS, "My chair is broken.")
        expect(card.locator(".call-note")).to_contain_text("My chair is broken.")
        card.get_by_role("button", name="Seen to").click()
        told(page, "The call has been seen to.")
        expect(card).to_contain_text("dealing")

        call = window(page, card, "Irregularity…")
        call.get_by_label("What happened").select_option("boxed")
        call.get_by_label("piece").fill("As")
        accessible(page)
        give(call, "a card lay face up")
        told(page, "The remedy runs.")
        give(window(page, card, "Void the round…"), "the deck is short")
        told(page, "The round is void")
        card.get_by_role("button", name="Pause").click()
        told(page, "No new round is dealt here.")
        expect(card.get_by_role("button", name="Resume")).to_be_visible()
        if "dealing" in card.inner_text():
            give(window(page, card, "Void the round…"), "to go on with the paused table")
        expect(card).to_contain_text("· paused ·")

        change = window(page, card, "Terms…")
        change.get_by_label("Limit").fill("4/8")
        give(change, "asked for")
        expect(card).to_contain_text("limit 4/8")
        seat = window(page, card, "Seat…")
        seat.get_by_role("textbox", name="Who").fill(not_seated(served))
        give(seat)
        told(page, "Seated.")
        move = window(page, card, "Move…")
        who = move.get_by_label("Who").input_value()
        goal = move.get_by_label("To which seat").input_value()
        give(move)
        told(page, "After this round.")
        away = window(page, card, "Remove…")
        expect(away.get_by_label("Who")).to_contain_text(f"Seat {goal}, {who}")
        away.get_by_label("Who").select_option(who)
        give(away, "loud")
        told(page, "He leaves after this round.")

        correct = window(page, card, "Correct…")
        expect(correct.get_by_label("From")).to_be_visible()
        correct.get_by_label("From").select_option("cage")
        correct.get_by_label("To", exact=True).select_option("drop")
        correct.get_by_label("Amount in dollars").fill("1")
        accessible(page)
        give(correct, "a chip too few")
        told(page, "Corrected by new entries.")
        page.get_by_role("button", name="Drain: no new rounds").click()
        told(page, "the house empties")
        page.get_by_role("button", name="Open again").click()
        told(page, "The house is open again.")
        card.get_by_role("button", name="Resume").click()
        told(page, "The table goes on.")
        close = window(page, card, "Close…")
        close.get_by_label("At once").check()
        give(close, "it is late")
        expect(card).to_contain_text("closed")

        for tab, words in (
            ("drop?by=shift", "Swing"), ("audit", "a chip too few"), ("people", "Frances"),
            ("ledger", "is $0."),
        ):  # fmt: skip
            page.goto(f"{served.base}/#/desk/{tab}")
            expect(page.locator(".desk-page")).to_contain_text(words)
            accessible(page)
            if tab == "audit":
                page.get_by_role("button", name="Verify the chain").click()
                expect(page.locator(".desk-page [role=status]")).to_contain_text("entries agree")
        assert wrong == []
        guests.close()
        context.close()


def not_seated(served: Served) -> str:
    """A regular who is not at the first table."""
    (table,) = httpx.get(f"{served.base}/api/tables").json()["tables"]
    there = {one["name"] for one in table["seats"]}
    return next(one for one in ("Professor", "Flo", "Lefty", "Dot", "Tex", "Sunny") if one not in there)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "narrow"])
def test_a_round_of_a_wooden_table_is_told_by_clicking_and_settled(
    browser: Browser, house: Served, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{house.base}/#/desk/adjudicate")
    page.get_by_label("Game of the round").select_option("garlic-city/3-card-poker")
    page.get_by_label("Player-dealer").select_option("1")
    wagers = page.locator("fieldset", has_text="Wagers")
    for spot, amount in (("ante", "25"), ("pair-plus", "5"), ("play", "25")):
        page.get_by_label("Whose wager").select_option("2")
        page.get_by_label("On", exact=True).select_option(spot)
        page.get_by_label("Amount", exact=True).fill(amount)
        wagers.get_by_role("button", name="Add").click()
    hands = {
        "2": ("ace of spades", "ace of hearts", "king of clubs"),
        "player-dealer": ("queen of clubs", "nine of hearts", "deuce of diamonds"),
    }
    adjudicate = page.get_by_role("button", name="Adjudicate", exact=True)
    adjudicate.click()
    expect(page.locator(".desk-page .trouble")).to_be_visible()  # the cards are missing, and it says so
    for holder, cards in hands.items():
        page.get_by_label("Whose", exact=True).select_option(holder)
        for card in cards:
            page.get_by_role("button", name=card, exact=True).click()
    accessible(page)
    adjudicate.click()
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict).to_contain_text("net −$55")  # the first time it counts its tables
    expect(verdict).to_contain_text("line 28")
    accessible(page)
    context.close()
