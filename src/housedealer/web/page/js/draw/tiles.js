/** Chinese dominoes, drawn: an upright tile, red pips for ones and fours as the set has them. */

import { h, s } from "../dom.js";

/** @type {Map<number, import("../types.js").TilePiece>} */
const known = new Map();

/** What the house says of its tiles. @param {import("../types.js").TilePiece[]} tiles */
export function learnTiles(tiles) {
  for (const tile of tiles) known.set(tile.piece, tile);
}

/** Places of the pips of one end, in a box of 60 by 60. @type {[number, number][][]} */
const PIPS = [
  [],
  [[30, 22]],
  [[30, 14], [30, 46]],
  [[14, 12], [30, 30], [46, 48]],
  [[18, 16], [42, 16], [18, 44], [42, 44]],
  [[16, 14], [44, 14], [30, 30], [16, 46], [44, 46]],
  [[17, 12], [17, 30], [17, 48], [43, 12], [43, 30], [43, 48]],
];

/** @param {number} piece */
export function tileName(piece) {
  if (piece < 0) return "face-down tile";
  const tile = known.get(piece);
  return tile ? `${tile.name}, ${tile.ends.join("-")}` : `tile ${piece}`;
}

/** @param {number} piece */
export function tileFace(piece) {
  return piece < 0 ? "▒" : (known.get(piece)?.face ?? String(piece));
}

/** The tile of a written face (`2-5`, or its name), or -1. @param {string} face */
export function tileOf(face) {
  const ends = face.split("-").map(Number).sort((one, other) => one - other).join("-");
  for (const tile of known.values()) if (tile.ends.join("-") === ends || tile.face === face || tile.name === face) return tile.piece;
  return -1;
}

/** @param {number} pips @param {number} top @param {boolean} turned @param {boolean} both */
function end(pips, top, turned, both) {
  return (PIPS[pips] ?? []).map(([x, y]) => {
    const red = pips === 1 || pips === 4 || (both && pips === 6 && (x < 30) !== turned);
    const size = pips === 1 ? 10 : 6.4;
    return s("circle", { cx: x, cy: top + (turned ? 60 - y : y), r: size, class: red ? "pip red" : "pip" });
  });
}

/** A tile. @param {number} piece @param {boolean} [quiet] */
export function tile(piece, quiet = false) {
  const names = quiet ? { "aria-hidden": "true" } : { role: "img", "aria-label": tileName(piece) };
  const drawing = s("svg", { viewBox: "0 0 60 128", "aria-hidden": "true", class: "face" });
  const found = known.get(piece);
  if (found) {
    const [low, high] = found.ends;
    drawing.append(...end(high, 3, false, low === high), ...end(low, 65, true, low === high));
  } else drawing.append(s("rect", { x: 8, y: 8, width: 44, height: 112, rx: 5, class: "tile-frame" }));
  return h("span", { class: `piece tile${found ? "" : " back"}`, "data-piece": piece, ...names }, drawing);
}
