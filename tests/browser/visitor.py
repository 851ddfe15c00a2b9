"""Somebody with a browser: he uses the page's own controls, and keeps what his socket received."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, expect

Message = dict[str, Any]
AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
GRAVE = ("serious", "critical")
WIDE, NARROW = (1440, 900), (390, 844)
PATIENCE = 60_000
"""Milliseconds that a test waits for the page: a busy machine is slow, and no test is about speed."""

# How every round comes out is written down as it is shown: at these tables the next one begins at once.
WATCH = """() => {
  window.shown = [];
  const look = () => {
    const result = document.querySelector('.beside .result');
    if (!result || result === window.lastResult) return;
    window.lastResult = result;
    const words = (one) => one.textContent;
    window.shown.push({
      title: words(result.querySelector('h3')),
      lines: [...result.querySelectorAll(':scope > .lines > li > span')].map(words),
      nets: Object.fromEntries([...result.querySelectorAll('.nets tr')].map(
        (row) => [words(row.children[0]), words(row.children[1])])),
    });
  };
  new MutationObserver(look).observe(document, {childList: true, subtree: true});
}"""


class Visitor:
    """A person and his browser."""

    def __init__(self, browser: Browser, base: str, size: tuple[int, int]) -> None:
        self.base = base
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        self.context.add_init_script(f"({WATCH})()")
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.frames: list[Message] = []
        self.asked_for: list[str] = []
        self.table = ""
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.asked_for.append(request.url))
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def heard(self, *types: str) -> list[Message]:
        """The messages of some types."""
        return [one for one in self.frames if one["type"] in types]

    def newest(self, type_: str) -> Message:
        """The newest message of a type."""
        return self.heard(type_)[-1]

    def hears(self, type_: str, many: int) -> None:
        """Wait until so many messages of a type have come."""
        self.until(lambda: len(self.heard(type_)) >= many)

    def until(self, what: Callable[[], bool]) -> None:
        """Wait for something; messages come in meanwhile."""
        late = time.monotonic() + PATIENCE / 1000
        while not what():
            assert time.monotonic() < late, "it did not come to pass"
            self.page.wait_for_timeout(50)

    # -- going about -----------------------------------------------------------------------------------

    def at(self, place: str) -> Page:
        """Go to a place; it has drawn itself when this returns."""
        self.page.goto(f"{self.base}/#/{place}")
        expect(self.page.locator("main > *").first).to_be_visible(timeout=15_000)
        return self.page

    def opens(self, game: str, bots: int = 2) -> str:
        """From the game's rules a table of his own, with bots that answer at once; he sits down by that."""
        page = self.at(f"game/{game}")
        page.get_by_role("button", name="A table of your own").click()
        terms = page.get_by_role("dialog")
        terms.get_by_label("Bots", exact=True).select_option(str(bots))
        terms.get_by_label("Bots answer at once").check()
        terms.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/#/table/*")
        self.table = page.url.rpartition("/")[2].partition("?")[0]
        expect(page.locator(".seat.mine")).to_be_visible(timeout=PATIENCE)
        return self.table

    def sits(self, table: str) -> None:
        """To somebody's table, and on the first free seat when the round there is over."""
        page = self.at(f"table/{table}")
        self.table = table
        page.locator(".dock").get_by_role("button", name="Sit down").click()
        page.get_by_role("dialog").get_by_role("button", name="Sit down with").click()
        expect(page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE)

    def go(self) -> None:
        """Leave; a table at which nobody is any more deals no rounds."""
        self.context.close()

    # -- playing ---------------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """The question that stands in the dock, by its name."""
        return self.page.locator(".dock").get_attribute("data-question") or ""

    @property
    def shape(self) -> str:
        """Its shape."""
        return self.page.locator(".dock").get_attribute("data-shape") or ""

    def shown(self) -> list[Message]:
        """How the rounds came out, as the page showed it."""
        return list(self.page.evaluate("window.shown"))

    def wait(self, after: str = "", results: int = 1 << 30) -> bool:
        """Wait for another question than the last (true), or for so many results."""
        self.page.wait_for_function(
            "([last, results]) => { const now = document.querySelector('.dock')?.dataset.question;"
            " return (now && now !== last) || window.shown.length >= results; }",
            arg=[after, results],
            timeout=PATIENCE,
        )
        return self.question not in ("", after)

    def answers(self) -> str:
        """Answer the question in the dock by its own controls; its shape."""
        page, dock, name, shape = self.page, self.page.locator(".dock"), self.question, self.shape
        if shape == "wagers":
            for spot in self.base_spots():
                dock.get_by_role("button", name=spot).first.click()
            give = dock.locator(".answer.first")
            expect(give).to_contain_text("Place $")
            expect(dock.locator(".quote")).to_contain_text("$")
            expect(give).to_be_enabled()
            give.click()
        elif shape == "arrange":
            dock.get_by_role("button", name="House way").click()
            dock.get_by_role("button", name="Set the hand").click()
        elif shape == "pick":
            most = self.newest("ask")["fewest"]
            for card in dock.locator(".pieceb").all()[: max(most, 1)]:
                card.click()
            dock.locator(".answer.first").click()
        elif shape == "bet":
            calls = (
                dock.locator(".answer")
                .filter(has_text="Call")
                .or_(dock.locator(".answer").filter(has_text="Check"))
            )
            (calls if calls.count() else dock.locator(".answer")).first.click()
        elif shape in ("choose", "meld") and self.newest("ask")["name"] != "player-dealer":
            plays = dock.locator(".answer").filter(has_text="Play")
            marked = dock.locator(".answer.suggested, .answer.first")
            first = marked if marked.count() else dock.locator(".answer")
            (plays if plays.count() else first).first.click()
        else:
            marked = dock.locator(".answer.suggested, .answer.first")
            (marked if marked.count() else dock.locator(".answer")).first.click()
        page.wait_for_function(
            "last => document.querySelector('.dock')?.dataset.question !== last", arg=name, timeout=PATIENCE
        )
        return shape

    def base_spots(self) -> list[str]:
        """The spots that must have a wager, else the first of the game's."""
        spots = self.newest("table")["game"]["layout"]["spots"]
        wanted = [one["title"] for one in spots if one["required"]]
        return wanted or [spots[0]["title"]]

    def plays(self, rounds: int) -> set[str]:
        """Play until so many more rounds have come out; the shapes that were asked."""
        shapes: set[str] = set()
        until = len(self.shown()) + rounds
        last = ""
        while len(self.shown()) < until:
            if self.wait(last, until):
                last = self.question
                shapes.add(self.answers())
        return shapes

    def plays_to(self, shape: str) -> str:
        """Play until a question of a shape is open; its name."""
        last = ""
        for _ in range(60):
            self.wait(last)
            last = self.question
            if self.shape == shape and self.newest("ask")["name"] != "player-dealer":
                return last
            self.answers()
        raise AssertionError(f"no question of the shape {shape} came")

    # -- looking ---------------------------------------------------------------------------------------

    def pieces(self, where: str = "body") -> set[int]:
        """The pieces that lie open anywhere in the page."""
        found = self.page.evaluate(
            "where => [...document.querySelectorAll(`${where} [data-piece]`)]"
            ".map((one) => +one.dataset.piece)",
            where,
        )
        return {piece for piece in found if piece >= 0}

    def own_pieces(self, many: int) -> set[int]:
        """So many pieces of his own, once they lie before him: the scene comes behind the question."""
        self.until(lambda: len(self.pieces(".seat.mine")) >= many)
        return self.pieces(".seat.mine")

    def lies_before_him(self, pieces: set[int]) -> None:
        """Wait until just these pieces lie before him."""
        self.until(lambda: self.pieces(".seat.mine") == pieces)

    def pieces_of(self, round_: int) -> set[int]:
        """The pieces that lie open in the page once it shows a round; none if it has gone on."""
        self.page.wait_for_function(
            "round => +(document.querySelector('.felt')?.dataset.round ?? -1) >= round",
            arg=round_,
            timeout=PATIENCE,
        )
        found = self.page.evaluate(
            "round => +document.querySelector('.felt').dataset.round !== round ? []"
            " : [...document.querySelectorAll('body [data-piece]')].map((one) => +one.dataset.piece)",
            round_,
        )
        return {piece for piece in found if piece >= 0}

    def faults(self) -> list[Any]:
        """What the accessibility checker finds that is serious or worse."""
        # The policy of the house forbids foreign scripts, so the checker runs beside it, in the debugger.
        session = self.context.new_cdp_session(self.page)
        session.send("Runtime.evaluate", {"expression": AXE.read_text()})
        found = session.send(
            "Runtime.evaluate",
            {
                "expression": f"axe.run(document, {{runOnly: {json.dumps(TAGS)}}}).then(found => "
                "JSON.stringify(found.violations.map(one => "
                "[one.impact, one.id, one.nodes.map(node => node.html)])))",
                "awaitPromise": True,
                "returnByValue": True,
            },
        )
        return [one for one in json.loads(found["result"]["value"]) if one[0] in GRAVE]

    def overhang(self) -> list[str]:
        """What sticks out of the screen to the side."""
        found = self.page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll('main *, header *')]
            .filter((one) => {
              if (one === document.documentElement) return one.scrollWidth > innerWidth;
              const box = one.getBoundingClientRect();
              return box.width && (box.right > innerWidth + 1 || box.left < -1)
                && !one.closest('.contents, .road-box, .wide, .beside, .flights, nav, .unseen');
            }).map((one) => `${one.tagName}.${one.getAttribute('class')}`)"""
        )
        return list(found)
