/** Every wager as the trade prints it: outcomes, what they pay, how often they come; the edge at the lower right. */

import { h } from "../dom.js";
import { begin, many, percent, plain, signed } from "./words.js";

/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").WagerOdds} WagerOdds */

/** @param {WagerOdds} wager @param {boolean} open */
function one(wager, open) {
  const counted = wager.method === "exact";
  const most = Math.max(...wager.rows.map((row) => Math.abs(row.return)), 1e-9);
  const bar = (/** @type {number} */ value) => {
    const made = h("span", { class: value < 0 ? "minus" : "" });
    made.style.width = `${(100 * Math.abs(value)) / most}%`;
    return made;
  };
  const whole = wager.rows.reduce((sum, row) => sum + row.combinations, 0);
  const how = counted
    ? "Counted over all that can be dealt."
    : wager.method === "expected" ? `The edge is counted; the outcomes are those of ${wager.rounds.toLocaleString("en-US")} rounds dealt at random.`
    : `${begin(wager.method)}, ${wager.rounds.toLocaleString("en-US")} rounds${wager.interval ? `: 95 in 100 lie between ${percent(wager.interval[0], 4)} and ${percent(wager.interval[1], 4)}` : ""}.`;
  const exact = counted && wager.denominator !== undefined && Number.isSafeInteger(wager.numerator) && Number.isSafeInteger(wager.denominator) && wager.denominator > 1;
  return h("details", { class: "lab-wager", open },
    h("summary", null, h("span", { class: "name" }, begin(plain(wager.spot))), h("span", { class: "edge" }, percent(wager.edge, 4)), h("span", { class: "quiet" }, wager.edge < 0 ? "edge of the bettor" : wager.edge > 0 ? "edge of the player-dealer" : "even")),
    h("div", { class: "wide", tabindex: 0 }, h("table", { class: "trade" },
      h("caption", { class: "unseen" }, `Outcomes of ${plain(wager.spot)}`),
      h("thead", null, h("tr", null, ["Outcome", "Pays", counted ? "Combinations" : "Rounds", "Probability", "Return"].map((name, at) => h("th", { scope: "col", class: at > 1 ? "right" : "" }, name)), h("td", { class: "bar-cell", "aria-hidden": "true" }))),
      h("tbody", null, wager.rows.map((row) => h("tr", null, h("th", { scope: "row" }, plain(row.outcome)), h("td", null, row.pays), h("td", { class: "right" }, many(row.combinations)), h("td", { class: "right" }, row.probability.toFixed(6)), h("td", { class: `right ${row.return < 0 ? "lost" : ""}` }, signed(row.return, 6)), h("td", { class: "bar-cell", "aria-hidden": "true" }, bar(row.return))))),
      h("tfoot", null, h("tr", null, h("td"), h("td"), h("td", { class: "right" }, many(whole)), h("th", { scope: "row", class: "right" }, "House edge"), h("td", { class: "right total" }, percent(wager.edge, 4)), h("td", { class: "bar-cell", "aria-hidden": "true" }))),
    )),
    h("p", { class: "quiet" }, `${how} Wins ${percent(wager.hit)} of the time, standard deviation ${wager.sd.toFixed(4)}, element of risk ${percent(wager.element_of_risk, 4)}.`, exact && ` The edge is exactly ${wager.numerator?.toLocaleString("en-US").replace("-", "−")} / ${wager.denominator?.toLocaleString("en-US")}.`, wager.strategy && ` Played: ${wager.strategy}.`),
  );
}

/** @param {Odds} odds @param {import("../types.js").Ruling[]} rulings */
function readings(odds, rulings) {
  const question = new Map(rulings.map((ruling) => [ruling.id, ruling]));
  const now = new Map(odds.wagers.map((wager) => [wager.spot, wager.edge]));
  if (odds.readings.length === 0) return h("p", { class: "quiet" }, "No other reading of a ruling changes an edge that can be counted.");
  return h("div", { class: "wide", tabindex: 0 }, h("table", { class: "trade" },
    h("caption", { class: "unseen" }, "Edges under other readings of single rulings"),
    h("thead", null, h("tr", null, ["Where the book leaves it open", "Read as", "Wager", "Edge now", "Edge then"].map((name, at) => h("th", { scope: "col", class: at > 2 ? "right" : "" }, name)))),
    h("tbody", null, odds.readings.flatMap((reading) => Object.entries(reading.edges).map(([spot, edge], at) => {
      const ruling = question.get(reading.ruling);
      return h("tr", null,
        h("th", { scope: "row", class: "long" }, at === 0 ? ruling?.question ?? plain(reading.ruling) : h("span", { class: "unseen" }, ruling?.question ?? plain(reading.ruling))),
        h("td", { class: "long" }, at === 0 ? ruling?.readings[reading.reading] ?? plain(reading.reading) : ""),
        h("td", null, plain(spot)),
        h("td", { class: "right" }, now.has(spot) ? percent(/** @type {number} */ (now.get(spot)), 4) : ""),
        h("td", { class: "right strong" }, percent(edge, 4)),
      );
    }))),
  ));
}

/** @param {Odds} odds @param {import("../types.js").Ruling[]} rulings */
export const wagers = (odds, rulings) => [
  h("section", { class: "lab-card" },
    h("h2", null, "Every wager's edge"),
    odds.not_as_approved.length > 0 && h("p", { class: "mark warn" }, `Not as approved: ${odds.not_as_approved.join("; ")}`),
    h("p", { class: "quiet" }, `What is lost of ${odds.edge_of}.${odds.strategy ? ` ${begin(odds.strategy)}.` : ""}`),
    odds.wagers.map((wager, at) => one(wager, at === 0)),
  ),
  h("section", { class: "lab-card" }, h("h2", null, "Under each other reading"), readings(odds, rulings)),
];
