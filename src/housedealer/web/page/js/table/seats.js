/** One place at the table: who sits there, the chips, the hands, the wagers before him. */

import { button, fill, h } from "../dom.js";
import { pile } from "../draw/chips.js";
import { cents, money, signed } from "../money.js";
import { HandView } from "./hands.js";
import { stakes } from "./stakes.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Description} Description */

/** @type {Record<string, [string, string]>} */
const TAGS = {
  bank: ["Bank", "player-dealer"],
  button: ["D", "the button"],
  action: ["1st", "first action"],
  kill: ["Kill", "has killed the pot"],
  blind: ["Blind", "blind"],
};

export class SeatView {
  /** @param {number} seat @param {Description} game @param {{sit: (seat: number) => void} | null} acts */
  constructor(seat, game, acts) {
    this.seat = seat;
    this.game = game;
    this.acts = acts;
    this.plate = h("div", { class: "plate" });
    this.hands = h("div", { class: "hands" });
    this.stakes = h("div", { class: "stakes" });
    this.node = h("section", { class: "seat", "data-seat": seat }, this.plate, this.hands, this.stakes);
    /** @type {Map<string, HandView>} */
    this.views = new Map();
    this.drawn = "";
    this.staked = "";
  }

  /**
   * @param {Scene} scene @param {boolean} mine @param {Set<string>} hidden hands shown elsewhere at the moment
   * @returns {Map<string, HTMLElement[]>} new pieces by hand
   */
  update(scene, mine, hidden) {
    const place = { .../** @type {Seat} */ (scene.seats.find((one) => one.seat === this.seat) ?? { seat: this.seat, name: null }) };
    this.node.dataset.name = place.name ?? "";
    this.node.classList.toggle("empty", !place.name);
    this.node.classList.toggle("mine", mine);
    this.node.classList.toggle("turn", Boolean(place.asked));
    this.node.classList.toggle("gone", Boolean(place.name) && (place.out || place.here === false));
    const canSit = Boolean(this.acts) && !scene.you?.seats.length;
    if (scene.state !== "dealing" && place.note?.startsWith("bet ")) place.note = "";
    this.node.classList.toggle("winner", scene.state !== "dealing" && (place.net ?? 0) > 0);
    const sign = JSON.stringify([place.name, place.chips, place.tags, place.note, place.net, place.asked, place.out, place.here, place.leaving, place.bot, canSit, mine]);
    if (sign !== this.drawn) {
      this.drawn = sign;
      this.#plate(place, mine, canSit);
    }
    const fresh = this.#hands(scene, place, mine, hidden);
    this.#stakes(scene, mine);
    return fresh;
  }

  /** @param {Seat} place @param {boolean} mine @param {boolean} canSit */
  #plate(place, mine, canSit) {
    if (!place.name) {
      this.node.setAttribute("aria-label", `Seat ${this.seat}, free`);
      fill(
        this.plate,
        canSit
          ? button([h("b", null, `Seat ${this.seat}`), " ", h("span", null, "Sit here")], () => this.acts?.sit(this.seat), { class: "free" })
          : h("span", { class: "free quiet" }, `Seat ${this.seat}`),
      );
      return;
    }
    const tags = (place.tags ?? []).filter((tag) => TAGS[tag]);
    const state = place.leaving ? "leaving" : place.out ? "sits out" : place.here === false ? "away" : "";
    const bet = place.note ? cents(/\$[\d,.]+/.exec(place.note)?.[0] ?? "") : null;
    this.node.setAttribute(
      "aria-label",
      [`Seat ${this.seat}, ${place.name}${mine ? " (you)" : ""}`, `${money(place.chips ?? 0)} in chips`, ...tags.map((tag) => TAGS[tag][1]), place.note, state, place.asked ? "to act" : ""].filter(Boolean).join(", "),
    );
    fill(
      this.plate,
      h("span", { class: "number", "aria-hidden": "true" }, String(this.seat)),
      h("b", { class: "name" }, mine ? "You" : place.name),
      tags.map((tag) => h("span", { class: `tag is-${tag}`, title: TAGS[tag][1] }, TAGS[tag][0])),
      h("span", { class: "money" }, money(place.chips ?? 0)),
      place.net !== null && place.net !== undefined && h("span", { class: `net ${place.net > 0 ? "won" : place.net < 0 ? "lost" : ""}` }, signed(place.net)),
      place.note && h("span", { class: "note" }, bet ? pile(bet) : null, place.note),
      state && h("span", { class: "note" }, state),
    );
  }

  /** @param {Scene} scene @param {Seat} place @param {boolean} mine @param {Set<string>} hidden */
  #hands(scene, place, mine, hidden) {
    /** @type {Map<string, HTMLElement[]>} */
    const fresh = new Map();
    const hands = (place.hands ?? []).filter((hand) => hand.pieces.length);
    const keys = new Set(hands.map((hand) => hand.key));
    for (const [key, view] of this.views) {
      if (keys.has(key)) continue;
      view.node.remove();
      this.views.delete(key);
    }
    const kind = this.game.layout.pieces;
    hands.forEach((hand, at) => {
      let view = this.views.get(hand.key);
      if (!view) {
        view = new HandView(hand.key, hand.title, kind);
        this.views.set(hand.key, view);
      }
      if (this.hands.children[at] !== view.node) this.hands.insertBefore(view.node, this.hands.children[at] ?? null);
      const own = scene.you?.hands[hand.key] ?? null;
      const whose = mine ? `Your hand${hands.length > 1 ? ` ${hand.key}` : ""}` : `${place.name}'s hand${hands.length > 1 ? ` ${hand.key}` : ""}`;
      const asked = scene.asked.some((one) => one.hand === hand.key);
      view.node.classList.toggle("asked", asked && hands.length > 1);
      view.node.classList.toggle("elsewhere", hidden.has(hand.key));
      fresh.set(hand.key, view.update(hand, { title: hand.title, own, named: hand.key === "player-dealer", whose }));
    });
    this.hands.dataset.many = String(hands.length);
    return fresh;
  }

  /** @param {Scene} scene @param {boolean} mine */
  #stakes(scene, mine) {
    const wagers = scene.wagers.filter((one) => one.seat === this.seat);
    const banks = scene.bank?.seat === this.seat;
    const sign = JSON.stringify([wagers, banks, mine, scene.bank?.left]);
    if (sign === this.staked) return;
    this.staked = sign;
    fill(this.stakes, stakes(wagers, this.game, mine && !banks, scene));
  }
}
