"""The odds lab in a browser: what is chosen is what is counted, at both sizes, by keys, and for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.visitor import NARROW, WIDE, Visitor

from housedealer import odds
from housedealer.odds import bank, strategy

GAME = "lucky-buck/commission-free-baccarat"
STUD = "garlic-city/caribbean-stud-poker"
COUNTED = 120_000
"""Milliseconds that a first count may take."""
SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def lab(visitor: Visitor, game: str) -> Page:
    """The lab of a game, when everything in it is counted."""
    page = visitor.at(f"odds/{game}")
    counted(page)
    return page


def counted(page: Page) -> None:
    """Wait until nothing is being counted."""
    expect(page.locator(".lab-verdict")).to_be_visible(timeout=COUNTED)
    expect(page.locator(".lab-wager").first).to_be_visible(timeout=COUNTED)
    expect(page.locator(".lab-part[aria-busy=true]")).to_have_count(0, timeout=COUNTED)


def terms(page: Page) -> None:
    """Open the form where it is folded away."""
    shown = page.locator(".lab-terms")
    if shown.get_attribute("open") is None:
        shown.locator("summary").first.click()


def dollars(amount: float) -> str:
    """Cents as the page writes them, with the sign."""
    whole = abs(amount) / 100
    text = f"{whole:,.0f}" if whole >= 1000 or abs(whole - round(whole)) < 0.005 else f"{whole:,.2f}"
    return f"{'−' if amount < 0 else '+'}${text}"


@SIZES
def test_what_is_chosen_is_what_is_counted(size: tuple[int, int], visit: Callable[..., Visitor]) -> None:
    visitor = visit(size)
    page = lab(visitor, GAME)
    usual = bank.of(GAME, bet="player=mixed", players=6, rounds=100_000)
    expect(page.locator(".lab-verdict h2")).to_contain_text(dollars(usual.hour.mean))
    assert visitor.faults() == []
    assert visitor.overhang() == []

    terms(page)
    page.get_by_label("How they bet").select_option("own")
    page.get_by_label("Your own bets").fill("50:60%, 100:40%")
    page.get_by_label("They bet on").select_option("banker")
    page.get_by_label("Players", exact=True).fill("4")
    page.get_by_label("Tie line").fill("5")
    page.get_by_label("Fee option").select_option("2")
    page.get_by_role("button", name="Work it out").click()
    found = bank.of(
        GAME, option="2", bet="banker=50:60%,100:40%", players=4, sides={"tie": 500}, rounds=100_000
    )
    expect(page.locator(".lab-verdict h2")).to_contain_text(dollars(found.hour.mean), timeout=COUNTED)
    counted(page)
    rows = page.locator(".options tbody tr")
    expect(rows).to_have_count(len(found.options))
    for at, line in enumerate(found.options):
        expect(rows.nth(at)).to_contain_text(dollars(line.net_hour))
    expect(page.locator("tr.asked")).to_contain_text("2")
    even = found.option_line().break_even
    expect(page.locator(".lab-verdict h2")).to_contain_text(
        "breaks even" if even is None else f"${even / 100:g}"
    )
    assert visitor.faults() == []
    assert visitor.overhang() == []


def test_every_edge_stands_at_the_lower_right(visit: Callable[..., Visitor]) -> None:
    page = lab(visit(), GAME)
    exact = odds.of(GAME, readings=True)
    tables = page.locator(".lab-wager")
    expect(tables).to_have_count(len(exact.wagers))
    for at, wager in enumerate(exact.wagers):
        one = tables.nth(at)
        if one.get_attribute("open") is None:
            one.locator("summary").click()
        expect(one.locator("tfoot .total")).to_have_text(f"{100 * float(wager.edge):.4f}%")
        expect(one.locator("tbody tr")).to_have_count(len(wager.rows))
        for row, shown in zip(wager.rows, one.locator("tbody tr").all(), strict=True):
            expect(shown).to_contain_text(f"{row.combinations:,}")
    then = [f"{100 * edge:.4f}%".replace("-", "−") for one in exact.readings for edge in one.edges.values()]
    readings = page.locator(".lab-card", has=page.get_by_role("heading", name="Under each other reading"))
    expect(readings.locator("td.strong")).to_have_text(then)


@SIZES
def test_the_best_play_is_walked_over_by_keys(size: tuple[int, int], visit: Callable[..., Visitor]) -> None:
    visitor = visit(size)
    page = lab(visitor, STUD)
    chart = strategy.of(STUD)[0]
    cells = page.locator(".play-grid .play")
    cells.first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    at = chart.at("A-K-4-3-2", "four")
    focused = page.locator(".play:focus")
    expect(focused).to_have_text("B" if at.best == "bet" else "F")
    says = page.locator(".play-says")
    expect(says).to_contain_text(f"{at.worth['bet']:+.4f}".replace("-", "−"))
    page.get_by_label("What a mistake costs").check()
    cost = abs(at.worth["bet"] - at.worth["fold"])
    expect(page.locator(".play-grid tbody tr").nth(1).locator(".play").nth(2)).to_have_text(f"{cost:.2f}")
    assert visitor.faults() == []
    assert visitor.overhang() == []


def test_pictures_have_words_and_numbers(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = lab(visitor, GAME)
    found = bank.of(GAME, bet="player=mixed", players=6, rounds=100_000)
    shift = page.locator("figure", has=page.get_by_role("heading", name="After 8 hours"))
    picture = shift.get_by_role("img")
    expect(picture).to_have_accessible_name("After 8 hours")
    expect(picture).to_have_accessible_description(shift.locator("desc").text_content() or "-")
    expect(shift.locator("desc")).to_contain_text(f"loses {100 * found.shift.loses:.1f} times in 100")
    shift.locator("summary").click()
    expect(shift.get_by_role("row", name="below it 5% of the time")).to_contain_text(
        dollars(found.shift.percentiles["5%"])
    )
    curves = page.locator("figure", has=page.get_by_role("heading", name="Net of a round by total action"))
    different = {(one.action, one.net) for one in found.curves}
    expect(curves.locator("svg path.curve")).to_have_count(2 * len(different))
    curves.locator("summary").click()
    expect(curves.get_by_role("row", name="$5 ", exact=False).first).to_contain_text(
        dollars(found.curves[0].net[0])
    )


def test_a_game_that_nobody_banks(visit: Callable[..., Visitor]) -> None:
    page = visit().at("odds/garlic-city/texas-holdem")
    expect(page.get_by_role("heading", name="Nobody banks this game")).to_be_visible()


def test_what_cannot_be_counted_is_said(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = lab(visitor, GAME)
    page.get_by_label("Tie line").fill("many")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert")).to_contain_text("no amount of money")
    expect(page.get_by_label("Tie line")).to_have_attribute("aria-invalid", "true")
