/** A game's sheet: the rules with their lines, charts, paytables, fees, rulings; and search in words. */

import { get } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { playWithBots, askTerms } from "./opening.js";
import { openTables } from "./lobby.js";

/** @typedef {import("../types.js").Description} Description */

/** @param {string} text */
const anchor = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** A fee of one reading of a ruling. */
const READING = / \(if ([\w-]+) is ([\w-]+)\)/;
/** From how many signs a cell may break into lines. */
const LONG = 24;

/**
 * The rows of a table as the room plays it: what holds under another reading only is left to the rulings.
 * @param {string[][]} rows @param {Map<string, string>} inForce readings by ruling
 */
function asPlayed(rows, inForce) {
  return rows.flatMap((row) => {
    const found = row.map((cell) => READING.exec(cell)).find(Boolean);
    if (!found) return [row];
    if (inForce.has(found[1]) && inForce.get(found[1]) !== found[2]) return [];
    return [row.map((cell) => cell.replace(READING, ""))];
  });
}

/**
 * A block of a laid-out sheet, whatever its kind.
 * @param {Record<string, any>} block @param {Map<string, string>} [inForce] the readings in force @returns {HTMLElement}
 */
export function block(block, inForce = new Map()) {
  if (Array.isArray(block.columns)) {
    const right = new Set(block.right ?? []);
    const side = (/** @type {string} */ column) => (right.has(column) ? { class: "right" } : {});
    return h("div", { class: "wide", tabindex: 0 }, h("table", { class: "grid" },
      block.title && h("caption", null, block.title),
      h("thead", null, h("tr", null, block.columns.map((/** @type {string} */ one) => (one ? h("th", { scope: "col", ...side(one) }, one) : h("td", null))))),
      h("tbody", null, asPlayed(block.rows, inForce).map((row) => h("tr", null, row.map((cell, at) => h("td", { ...side(block.columns[at]), ...(cell.length > LONG ? { class: "long" } : {}) }, cell))))),
    ));
  }
  if (Array.isArray(block.readings))
    return h("section", { class: "ruling" },
      h("h3", null, block.text),
      h("p", { class: "quiet" }, `${block.id} · ${block.source}`),
      h("ul", null, block.readings.map((/** @type {any} */ one) => h("li", { class: one.chosen ? "chosen" : "" }, h("b", null, one.id), `: ${one.text}`, one.chosen && h("span", { class: "mark" }, "in use")))),
      h("p", null, block.why),
    );
  if (typeof block.level === "number") return block.level === 1 ? h("h1", null, block.text) : h("h2", { id: anchor(block.text) }, block.text);
  if ("quiet" in block && !("lead" in block)) return h("p", { class: block.quiet ? "quiet" : "" }, block.text);
  return h("p", { class: "item" }, block.lead && h("b", null, `${block.lead} `), block.text, block.lines && h("small", { class: "source" }, ` ${block.lines}`));
}

/** @param {Description} game */
function search(game) {
  const words = h("input", { type: "search", placeholder: "Find a rule: misdeal, exposed card, tie…", "aria-label": "Find a rule" });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const ask = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!words.value.trim()) return fill(found);
    try {
      const reply = await get(`/games/${game.id}/rules`, { q: words.value });
      fill(found, reply.found.length ? h("ul", null, reply.found.slice(0, 12).map((/** @type {any} */ one) => h("li", null, h("b", null, `${one.kind} ${one.id}: `), one.text, h("small", { class: "source" }, ` book ${one.book}, ${one.lines?.[0] ? one.lines.join("–") : ""}`)))) : h("p", { class: "quiet" }, "Nothing in the rules says that."));
    } catch (error) {
      fill(found, h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
    }
    return undefined;
  };
  return h("form", { class: "rule-search", onsubmit: ask }, h("div", { class: "inline" }, words, h("button", { type: "submit" }, "Find")), found);
}

/** @type {import("../main.js").Place} */
export const place = {
  title: "Rules",
  async show({ at, words, signal }) {
    const id = words.slice(0, 2).join("/");
    /** @type {[Description, {blocks: Record<string, any>[]}]} */
    const [game, page] = await Promise.all([get(`/games/${id}`), get(`/games/${id}/page`)]);
    if (signal.aborted) return;
    document.title = `${game.name} · housedealer`;
    const headings = page.blocks.filter((one) => typeof one.level === "number" && one.level > 1).map((one) => one.text);
    const inForce = new Map(game.rulings.map((one) => [one.id, one.default]));
    const body = page.blocks.map((one) => block(one, inForce));
    const contents = headings.map((text) => button(text, () => document.getElementById(anchor(text))?.scrollIntoView({ behavior: "smooth" }), { class: "plain" }));
    at.append(
      h("div", { class: "sheet-page" },
        h("nav", { class: "contents", "aria-label": "Sections" }, contents),
        h("article", { class: "sheet" },
          body[0],
          h("div", { class: "answers" }, button("Play with bots", () => void playWithBots(game), { class: "first" }), button("A table of your own…", () => void askTerms(game)), link(`#/odds/${game.id}`, "Odds", { class: "button" })),
          search(game),
          body.slice(1),
          openTables({ game: game.id }, signal),
        ),
      ),
    );
  },
};
