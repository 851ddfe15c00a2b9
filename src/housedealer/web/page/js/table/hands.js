/** Hands: pieces next to each other, kept as they are when nothing about them changes. */

import { h, moving } from "../dom.js";
import { piece, piecesInWords } from "../draw/pieces.js";

/** @typedef {import("../types.js").Hand} Hand */
/** @typedef {import("../types.js").PieceKind} Kind */
/** @typedef {{pieces: number[], up: boolean[], kind: Kind}} Row */

/** @param {HTMLElement} at @param {number} value */
function turn(at, value) {
  if (!moving() || value < 0) return;
  at.animate(
    [{ transform: "rotateY(90deg)", filter: "brightness(.6)" }, { transform: "none", filter: "none" }],
    { duration: 260, easing: "ease-out" },
  );
}

/**
 * Brings a row of pieces up to date; new ones are given back, so that they can be seen to be dealt.
 * @param {HTMLElement} at @param {Row} row @returns {HTMLElement[]}
 */
export function updateRow(at, { pieces, up, kind }) {
  const fresh = [];
  at.style.setProperty("--many", String(Math.max(pieces.length, 2)));
  at.dataset.many = String(pieces.length);
  while (at.childElementCount > pieces.length) at.lastElementChild?.remove();
  for (const [place, value] of pieces.entries()) {
    const old = /** @type {HTMLElement | undefined} */ (at.children[place]);
    const open = up[place] ? "yes" : "no";
    if (old?.dataset.piece === String(value)) {
      old.dataset.up = open;
      continue;
    }
    const made = piece(kind, value, true);
    made.dataset.up = open;
    if (old) {
      old.replaceWith(made);
      if (Number(old.dataset.piece) < 0) turn(made, value);
    } else {
      at.append(made);
      fresh.push(made);
    }
  }
  return fresh;
}

/** How one hand shows: its rows of pieces, its own order, what it says. */
export class HandView {
  /** @param {string} key @param {string} title @param {Kind} kind */
  constructor(key, title, kind) {
    this.kind = kind;
    this.name = h("span", { class: "hand-name" });
    this.rows = h("div", { class: "rows" });
    this.node = h("div", { class: "hand", "data-hand": key, role: "group" }, this.name, this.rows);
    this.title = title;
  }

  /**
   * @param {Hand} hand @param {{title: string, own?: {pieces: number[], order: number[]} | null, named: boolean, whose: string}} how
   * @returns {HTMLElement[]} pieces that lie there newly
   */
  update(hand, { title, own, named, whose }) {
    const { kind } = this;
    const parts = hand.parts;
    /** @type {HTMLElement[]} */
    const fresh = [];
    const seen = own ? own.pieces : hand.pieces;
    const order = own ? own.order : (hand.order ?? seen.map((_, at) => at));
    const sorted = order.length === seen.length ? order : seen.map((_, at) => at);
    /** @type {Row[]} */
    const rows = parts
      ? parts.map((part) => ({ pieces: part, up: part.map(() => true), kind }))
      : [{ pieces: sorted.map((at) => seen[at]), up: sorted.map((at) => hand.up[at] ?? false), kind }];
    if (this.rows.childElementCount !== rows.length) {
      this.rows.replaceChildren(...rows.map(() => h("div", { class: "row", "aria-hidden": "true" })));
    }
    rows.forEach((row, at) => fresh.push(...updateRow(/** @type {HTMLElement} */ (this.rows.children[at]), row)));
    this.node.classList.toggle("folded", hand.folded);
    this.node.classList.toggle("set", parts !== null);
    this.node.classList.toggle("none", seen.length === 0);
    this.node.classList.toggle("mixed", !parts && hand.up.some(Boolean) && !hand.up.every(Boolean));
    this.node.dataset.kind = kind;
    this.node.style.setProperty("--total", String(seen.length));
    this.name.textContent = named && seen.length ? title : "";
    const words = rows.map((row) => piecesInWords(kind, row.pieces)).join("; then ");
    this.node.setAttribute("aria-label", `${whose}: ${words}${hand.folded ? "; folded" : ""}`);
    return fresh;
  }
}
