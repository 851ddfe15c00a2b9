/** The best play as coloured grids: what to do in each situation, what each choice is worth, what a mistake costs. */

import { fill, h } from "../dom.js";
import { percent, plain, signed } from "./words.js";

/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {"best" | "worth" | "cost"} Shown */

const COLOURS = 6;
const TALL = 60;

/** What the next best choice costs, or null where there is no other. @param {Decision} one */
function cost(one) {
  const others = Object.entries(one.worth).filter(([choice]) => choice !== one.best).map(([, worth]) => worth);
  return others.length && one.best in one.worth ? one.worth[one.best] - Math.max(...others) : null;
}

/** @param {Decision} one @param {string[]} columns */
function told(one, columns) {
  const where = one.situation.map((word, at) => (at ? `${columns[at]} ${word}` : word)).join(", ");
  const worth = Object.entries(one.worth).map(([choice, value]) => `${choice} ${signed(value, 4)}`).join(", ");
  const lost = cost(one);
  const rest = one.share < 1 ? ` Of these hands ${percent(one.share, 1)} are better played so, the others not.` : "";
  const often = one.often ? ` It comes ${percent(one.often, 3)} of the time.` : "";
  return `${where}: ${one.best}. Worth in first wagers: ${worth}.${lost !== null && one.share === 1 ? ` The next best costs ${lost.toFixed(4)}.` : ""}${rest}${often}`;
}

/** Rows alike in every column, one after another, are one row. @param {Chart} chart */
function rows(chart) {
  const heads = [...new Set(chart.decisions.map((one) => one.situation[1]))];
  /** @type {Map<string, Map<string, Decision>>} */
  const by = new Map();
  for (const one of chart.decisions) {
    const [row, column] = one.situation;
    by.set(row, (by.get(row) ?? new Map()).set(column, one));
  }
  const key = (/** @type {Map<string, Decision>} */ cells) => heads.map((head) => { const one = cells.get(head); return one ? `${one.best}${one.share < 1 ? "*" : ""}` : "-"; }).join("|");
  /** @type {{names: string[], cells: Map<string, Decision>[], key: string}[]} */
  const found = [];
  for (const [name, cells] of by) {
    const last = found[found.length - 1];
    if (last && last.key === key(cells)) {
      last.names.push(name);
      last.cells.push(cells);
    } else found.push({ names: [name], cells: [cells], key: key(cells) });
  }
  return { heads, found };
}

/** Several situations as one: their worth on average. @param {Decision[]} all @param {string} name @returns {Decision} */
function together(all, name) {
  if (all.length === 1) return all[0];
  const weight = all.reduce((sum, one) => sum + (one.often || 1), 0);
  /** @type {Record<string, number>} */
  const worth = {};
  for (const choice of Object.keys(all[0].worth)) worth[choice] = all.reduce((sum, one) => sum + (one.worth[choice] ?? 0) * (one.often || 1), 0) / weight;
  return { ...all[0], situation: [name, ...all[0].situation.slice(1)], worth, share: Math.min(...all.map((one) => one.share)), often: all.reduce((sum, one) => sum + one.often, 0) };
}

/** @param {Decision} one @param {Shown} shown @param {Map<string, string>} letters */
function cell(one, shown, letters) {
  if (shown === "best") return `${letters.get(one.best) ?? one.best}${one.share < 1 ? "*" : ""}`;
  if (shown === "worth") return signed(one.worth[one.best] ?? 0, 2);
  const lost = cost(one);
  return lost === null ? "" : lost.toFixed(2);
}

/** Short names of the choices, no two alike. @param {string[]} choices */
function short(choices) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const choice of choices) {
    let length = 1;
    const of = (/** @type {number} */ size) => (/^\d/.test(choice) ? choice : choice.slice(0, size).toUpperCase());
    while ([...found.values()].includes(of(length)) && length < choice.length) length += 1;
    found.set(choice, of(length));
  }
  return found;
}

/** Arrow keys walk over the cells. @param {KeyboardEvent} event */
function walk(event) {
  const from = /** @type {HTMLElement} */ (event.target).closest("td");
  const to = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!from || !to) return;
  const table = /** @type {HTMLTableElement} */ (from.closest("table"));
  let row = /** @type {HTMLTableRowElement} */ (from.parentElement).rowIndex;
  let at = from.cellIndex;
  for (;;) {
    row += to[0];
    at += to[1];
    const next = table.rows[row]?.cells[at];
    if (!next) return;
    const target = next.querySelector("button");
    if (target) {
      event.preventDefault();
      target.focus();
      return;
    }
  }
}

/** @param {Chart} chart @param {Shown} shown @param {Map<string, string>} letters @param {(one: Decision) => void} tell */
function grid(chart, shown, letters, tell) {
  const { heads, found } = rows(chart);
  let first = true;
  return h("table", { class: "play-grid", onkeydown: walk },
    h("caption", { class: "unseen" }, `${chart.name}: ${chart.columns[0]} by ${chart.columns[1]}; arrow keys walk over the cells`),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, chart.columns[0]), heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, found.map(({ names, cells }) => {
      const name = names.length === 1 ? names[0] : names.length === 2 ? `${names[0]}, ${names[1]}` : `${names[0]} to ${names[names.length - 1]}`;
      return h("tr", null, h("th", { scope: "row" }, name), heads.map((head) => {
        const here = cells.map((one) => one.get(head)).filter((one) => one !== undefined);
        if (here.length === 0) return h("td", { class: "none" });
        const one = together(here, name);
        const made = h("button", { type: "button", tabindex: first ? 0 : -1, class: `play p${chart.choices.indexOf(one.best) % COLOURS}${one.share < 1 ? " mixed" : ""}`, "aria-label": `${cell(one, shown, letters)}: ${told(one, chart.columns)}` }, cell(one, shown, letters));
        first = false;
        made.addEventListener("focus", () => tell(one));
        made.addEventListener("pointerenter", () => tell(one));
        return h("td", null, made);
      }));
    })),
  );
}

/** @param {Chart} chart */
function list(chart) {
  return h("table", { class: "trade" },
    h("caption", { class: "unseen" }, `${chart.name}: each situation, the best choice and what every choice is worth`),
    h("thead", null, h("tr", null, chart.columns.map((one) => h("th", { scope: "col" }, one)), h("th", { scope: "col" }, "best"), chart.choices.map((one) => h("th", { scope: "col", class: "right" }, one)), h("th", { scope: "col", class: "right" }, "a mistake costs"), h("th", { scope: "col", class: "right" }, "comes"))),
    h("tbody", null, chart.decisions.map((one) => {
      const lost = cost(one);
      return h("tr", null,
        one.situation.map((word, at) => (at ? h("td", null, word) : h("th", { scope: "row" }, word))),
        h("td", null, h("span", { class: `play tag p${chart.choices.indexOf(one.best) % COLOURS}${one.share < 1 ? " mixed" : ""}` }, one.best), one.share < 1 && h("small", { class: "quiet" }, ` ${percent(one.share, 0)} of them`)),
        chart.choices.map((choice) => h("td", { class: `right ${choice === one.best ? "strong" : ""}` }, choice in one.worth ? signed(one.worth[choice], 4) : "")),
        h("td", { class: "right" }, lost === null ? "" : Math.abs(lost).toFixed(4)),
        h("td", { class: "right" }, one.often ? percent(one.often, 3) : ""));
    })),
  );
}

/** @param {Chart} chart */
function one(chart) {
  const letters = short(chart.choices);
  const legend = h("ul", { class: "play-legend" }, chart.choices.map((choice, at) => h("li", null, h("span", { class: `play tag p${at % COLOURS}` }, letters.get(choice)), plain(choice))), chart.decisions.some((decision) => decision.share < 1) && h("li", null, h("span", { class: "play tag mixed" }, "*"), "most hands of the kind, not all"));
  const at = h("div", { class: "wide" });
  if (new Set(chart.decisions.map((decision) => decision.situation[0])).size > TALL) at.classList.add("tall");
  if (chart.columns.length !== 2) {
    at.tabIndex = 0;
    fill(at, list(chart));
    return h("section", { class: "play-chart" }, h("h3", null, chart.name), at, chart.note && h("p", { class: "quiet" }, chart.note));
  }
  const says = h("p", { class: "play-says", "aria-hidden": "true" }, "Point at a cell, or walk over them with the arrow keys, for what each choice is worth.");
  const tell = (/** @type {Decision} */ decision) => fill(says, told(decision, chart.columns));
  const view = (/** @type {Shown} */ shown) => fill(at, grid(chart, shown, letters, tell));
  view("best");
  const group = `play-${chart.name.replaceAll(/\W+/g, "-")}`;
  const pick = (/** @type {Shown} */ value, /** @type {string} */ words) =>
    h("label", { class: "check" }, h("input", { type: "radio", name: group, value, checked: value === "best", onchange: () => view(value) }), words);
  return h("section", { class: "play-chart" },
    h("h3", null, chart.name),
    h("fieldset", { class: "views" }, h("legend", { class: "unseen" }, "What the cells show"), pick("best", "The best choice"), pick("worth", "What it is worth"), pick("cost", "What a mistake costs")),
    legend, at, says,
    chart.note && h("p", { class: "quiet" }, chart.note),
  );
}

/** @param {Chart[]} charts */
export const charts = (charts) => h("section", { class: "lab-card" }, h("h2", null, "The best play"), charts.map(one));
