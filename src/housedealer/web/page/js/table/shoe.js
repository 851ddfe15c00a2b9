/** What a shoe has brought so far, where two shared hands face each other: bead plate, big road, counts. */

import { h, s } from "../dom.js";

/** @typedef {import("../types.js").RoundLine} RoundLine */
/** @typedef {{number: number, winner: "player" | "banker" | "tie", totals: [number, number], natural: boolean, pair: boolean}} Bead */

const ROWS = 6;
/** How many columns are drawn however few rounds there were. */
const FEWEST = 17;

/** Whether the rounds of a table are told by two hands, player and banker. @param {RoundLine[]} history */
export function hasShoe(history) {
  return history.some((one) => bead(one) !== null);
}

/** @param {RoundLine} round @returns {Bead | null} */
export function bead(round) {
  if (round.void) return null;
  const totals = round.told?.find((one) => one.kind === "totals")?.args;
  if (!totals) return null;
  const hand = (/** @type {string} */ key) => round.shared.find((one) => one.key === key);
  const [player, banker] = totals;
  const [one, other] = [hand("player"), hand("banker")];
  const few = (one?.pieces.length ?? 3) === 2 && (other?.pieces.length ?? 3) === 2;
  return {
    number: round.number,
    winner: player > banker ? "player" : banker > player ? "banker" : "tie",
    totals: [player, banker],
    natural: few && Math.max(player, banker) >= 8,
    pair: [one, other].some((held) => held && held.pieces[0] >= 0 && held.pieces[0] >> 2 === held.pieces[1] >> 2),
  };
}

/** @param {Bead[]} beads oldest first; ties are put on the bead before @returns {{bead: Bead, ties: number, column: number, row: number}[]} */
export function bigRoad(beads) {
  /** @type {{bead: Bead, ties: number, column: number, row: number}[]} */
  const road = [];
  /** @type {Set<string>} */
  const used = new Set();
  let start = -1;
  let last = null;
  let waiting = 0;
  for (const bead of beads) {
    if (bead.winner === "tie") {
      if (last) last.ties += 1;
      else waiting += 1;
      continue;
    }
    let column;
    let row;
    if (!last || last.bead.winner !== bead.winner) {
      start += 1;
      while (used.has(`${start}/0`)) start += 1;
      [column, row] = [start, 0];
    } else if (last.row + 1 < ROWS && !used.has(`${last.column}/${last.row + 1}`) && last.column === start) [column, row] = [last.column, last.row + 1];
    else [column, row] = [last.column + 1, last.row];
    while (used.has(`${column}/${row}`)) column += 1;
    used.add(`${column}/${row}`);
    last = { bead, ties: waiting, column, row };
    waiting = 0;
    road.push(last);
  }
  return road;
}

const LETTER = { player: "P", banker: "B", tie: "T" };

/** @param {Bead[]} beads */
function plate(beads) {
  const columns = Math.max(FEWEST, Math.ceil(beads.length / ROWS));
  const shown = s("svg", { viewBox: `0 0 ${20 * columns} ${20 * ROWS}`, class: "road", "aria-hidden": "true" });
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < ROWS; row += 1) shown.append(s("rect", { x: 20 * column, y: 20 * row, width: 20, height: 20, class: "cell" }));
  beads.forEach((bead, at) => {
    const [x, y] = [20 * Math.floor(at / ROWS) + 10, 20 * (at % ROWS) + 10];
    shown.append(s("circle", { cx: x, cy: y, r: 8.5, class: `bead ${bead.winner}` }), s("text", { x, y, class: "letter", "text-anchor": "middle", "dominant-baseline": "central" }, LETTER[bead.winner]));
    if (bead.natural) shown.append(s("circle", { cx: x + 6, cy: y - 6, r: 2.6, class: "natural" }));
    if (bead.pair) shown.append(s("circle", { cx: x - 6, cy: y + 6, r: 2.6, class: "pair" }));
  });
  return shown;
}

/** @param {Bead[]} beads */
function road(beads) {
  const found = bigRoad(beads);
  const columns = Math.max(FEWEST, ...found.map((one) => one.column + 2));
  const shown = s("svg", { viewBox: `0 0 ${14 * columns} ${14 * ROWS}`, class: "road", "aria-hidden": "true" });
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < ROWS; row += 1) shown.append(s("rect", { x: 14 * column, y: 14 * row, width: 14, height: 14, class: "cell" }));
  for (const { bead, ties, column, row } of found) {
    const [x, y] = [14 * column + 7, 14 * row + 7];
    shown.append(s("circle", { cx: x, cy: y, r: 5, class: `ring-bead ${bead.winner}` }));
    if (ties) shown.append(s("path", { d: `M${x - 5} ${y + 5}L${x + 5} ${y - 5}`, class: "tie-mark" }));
    if (ties > 1) shown.append(s("text", { x, y, class: "ties", "text-anchor": "middle", "dominant-baseline": "central" }, String(ties)));
  }
  return shown;
}

/** The shoe so far. @param {RoundLine[]} history newest first */
export function shoe(history) {
  const beads = history.map(bead).filter((one) => one !== null).reverse();
  const count = (/** @type {string} */ winner) => beads.filter((one) => one.winner === winner).length;
  const naturals = beads.filter((one) => one.natural).length;
  const roads = [plate(beads.slice(-ROWS * 12)), road(beads.slice(-100))].map((one) => h("div", { class: "road-box", tabindex: 0 }, one));
  requestAnimationFrame(() => roads.forEach((box) => box.scrollTo({ left: box.scrollWidth })));
  const told = beads.slice(-12).map((one) => `${one.winner} ${one.totals.join(" to ")}${one.natural ? ", natural" : ""}`);
  return h(
    "section",
    { class: "shoe-history", "aria-label": "The last rounds" },
    h("p", { class: "counts" }, h("b", { class: "player" }, `Player ${count("player")}`), h("b", { class: "banker" }, `Banker ${count("banker")}`), h("b", { class: "tie" }, `Tie ${count("tie")}`), h("span", null, `Naturals ${naturals}`)),
    roads,
    h("p", { class: "unseen" }, `Newest last: ${told.join("; ") || "no round yet"}.`),
  );
}
