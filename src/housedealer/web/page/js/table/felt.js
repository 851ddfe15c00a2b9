/**
 * The felt: seats around the middle, clockwise, ours at the bottom. It is laid out from the description and the
 * scene alone; narrow screens fold the ring into rows (css/table.css).
 */

import { h } from "../dom.js";
import { Centre } from "./centre.js";
import { SeatView } from "./seats.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Description} Description */

/**
 * How many seats lie at the bottom, left, top and right.
 * @param {number} many @param {boolean} mine
 */
export function ring(many, mine) {
  const bottom = mine ? 1 : many > 6 ? 3 : many > 3 ? 2 : 1;
  const rest = many - bottom;
  const side = rest >= 7 ? 2 : rest >= 3 ? 1 : 0;
  return { bottom, side, top: rest - 2 * side };
}

export class Felt {
  /** @param {Description} game @param {number} places @param {{sit: (seat: number) => void} | null} acts */
  constructor(game, places, acts) {
    this.game = game;
    this.centre = new Centre(game);
    this.seats = new Map(
      Array.from({ length: places }, (_, at) => [at + 1, new SeatView(at + 1, game, acts)]),
    );
    this.sides = { left: h("div", { class: "side left" }), top: h("div", { class: "side top" }), right: h("div", { class: "side right" }), bottom: h("div", { class: "side bottom" }) };
    this.flights = h("div", { class: "flights", "aria-hidden": "true" });
    const around = h("div", { class: "ring" }, this.sides.left, this.sides.top, this.sides.right, h("div", { class: "middle" }, this.centre.node), this.sides.bottom);
    this.node = h("section", { class: `felt with-${game.layout.pieces}`, "data-kind": game.layout.kind, "aria-label": "The table" }, around, this.flights);
    this.placed = "";
    this.size = 0;
  }

  /**
   * @param {Scene} scene @param {number[]} dice @param {Set<string>} hidden @param {Record<string, number>} [totals]
   * @returns {Map<string, HTMLElement[]>} new pieces by hand
   */
  update(scene, dice, hidden, totals = {}) {
    this.#place(scene);
    const own = new Set(scene.you?.seats ?? []);
    const fresh = this.centre.update(scene, dice, totals);
    for (const [seat, view] of this.seats)
      for (const [key, made] of view.update(scene, own.has(seat), hidden)) fresh.set(key, made);
    this.node.classList.toggle("seated", own.size > 0);
    this.node.dataset.state = scene.state;
    this.node.dataset.round = String(scene.round);
    return fresh;
  }

  /** @param {Scene} scene */
  #place(scene) {
    const mine = scene.you?.seats[0] ?? 0;
    if (String(mine) === this.placed) return;
    this.placed = String(mine);
    const all = [...this.seats.keys()];
    const { bottom, side, top } = ring(all.length, mine > 0);
    const first = mine || Math.ceil(bottom / 2);
    const from = all.indexOf(first);
    const clockwise = [...all.slice(from + 1), ...all.slice(0, from)];
    const low = mine ? [] : clockwise.splice(clockwise.length - bottom + 1);
    const nodes = (/** @type {number[]} */ seats) => seats.map((seat) => /** @type {SeatView} */ (this.seats.get(seat)).node);
    this.sides.bottom.replaceChildren(...nodes([first, ...low.reverse()]));
    this.sides.left.replaceChildren(...nodes(clockwise.slice(0, side)));
    this.sides.top.replaceChildren(...nodes(clockwise.slice(side, side + top)));
    this.sides.right.replaceChildren(...nodes(clockwise.slice(side + top)));
    for (const [at, seat] of [...clockwise].entries())
      /** @type {SeatView} */ (this.seats.get(seat)).node.style.order = String(at);
    for (const node of nodes([first, ...low])) node.style.order = "";
  }

  /**
   * Makes everything a little smaller while it would not fit; larger again only when asked to begin anew.
   * @param {HTMLElement} stage what the felt lies in @param {boolean} anew
   */
  fit(stage, anew) {
    const sizes = ["", "tight", "tighter"];
    if (anew) this.size = 0;
    for (; ; this.size += 1) {
      for (const [at, name] of sizes.entries()) if (name) this.node.classList.toggle(name, at === this.size);
      if (this.size === sizes.length - 1 || stage.scrollHeight <= stage.clientHeight + 1) return;
    }
  }

  /** Where an account's chips lie. @param {string} account @param {string} [hand] @returns {Element} */
  anchor(account, hand) {
    const centre = this.centre;
    if (account === "fees" || account === "jackpot") return centre.drop;
    if (account === "bank") return centre.bank.hidden ? centre.shoe : centre.bank;
    if (account === "wagers") {
      const seat = hand ? this.seats.get(Number(hand.split(".")[0])) : undefined;
      return seat ? seat.stakes : centre.hands;
    }
    const jar = centre.node.querySelector(`[data-account="${CSS.escape(account)}"]`);
    if (jar) return jar;
    const seat = [...this.seats.values()].find((one) => one.node.dataset.name === account);
    return seat ? seat.plate : centre.pots;
  }
}
