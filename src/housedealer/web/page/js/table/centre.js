/** The middle of the felt: what belongs to all of the table. Hands of the house, pots, the bank, jars, dice. */

import { fill, h, s } from "../dom.js";
import { dice } from "../draw/dice.js";
import { stack } from "../draw/chips.js";
import { money } from "../money.js";
import { HandView } from "./hands.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Description} Description */
/** @typedef {import("../types.js").Hand} Hand */

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {number} turn */
const ordinal = (turn) => ["", "1st", "2nd", "3rd"][turn] ?? `${turn}th`;

/** How many of a long pile are seen, the newest. */
const PILE = 12;

/** A pile that would be too long to read: its newest pieces, and how many there are. @param {Hand} hand @returns {Hand & {many?: number}} */
function topmost(hand) {
  const many = hand.pieces.length;
  if (many <= 2 * PILE) return hand;
  const rest = hand.pieces.slice(-PILE);
  return { ...hand, pieces: rest, up: hand.up.slice(-PILE), order: rest.map((_, at) => at), many };
}

export class Centre {
  /** @param {Description} game */
  constructor(game) {
    this.game = game;
    const shoe = s("svg", { viewBox: "0 0 64 40", "aria-hidden": "true" });
    shoe.append(
      s("path", { d: "M4 30 16 8h36a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6z", class: "shoe-body" }),
      s("path", { d: "M4 30 14 14l8 4-6 18h-6a6 6 0 0 1-6-6z", class: "shoe-mouth" }),
    );
    this.shoe = h("div", { class: "shoe", role: "img", "aria-label": `Dealt from ${game.layout.deck.words}`, title: capital(game.layout.deck.words) }, shoe);
    this.drop = h("div", { class: "drop", role: "img", "aria-label": "The drop box", title: "The drop: collections go here" }, "drop");
    this.bank = h("div", { class: "bank" });
    this.hands = h("div", { class: "shared" });
    this.pots = h("div", { class: "pots" });
    this.dice = h("div", { class: "dice-tray" });
    this.says = h("p", { class: "says" });
    this.node = h("div", { class: "centre" }, h("div", { class: "house" }, this.shoe, this.bank, this.drop), this.hands, h("div", { class: "middle-row" }, this.dice, this.pots), this.says);
    /** @type {Map<string, HandView>} */
    this.views = new Map();
    this.drawn = "";
  }

  /** @param {Scene} scene @param {number[]} thrown @param {Record<string, number>} totals @returns {Map<string, HTMLElement[]>} */
  update(scene, thrown, totals) {
    const fresh = this.#hands(scene, totals);
    const sign = JSON.stringify([scene.bank, scene.pots, scene.others, scene.says, scene.state, thrown, scene.behind]);
    if (sign !== this.drawn) {
      this.drawn = sign;
      this.#bank(scene);
      this.#pots(scene);
      fill(this.dice, thrown.length ? dice(thrown) : null);
      fill(this.says, scene.says || STATES[scene.state] || "");
      this.says.classList.toggle("none", !this.says.textContent);
    }
    return fresh;
  }

  /** @param {Scene} scene @param {Record<string, number>} totals what hands count together, by key */
  #hands(scene, totals) {
    /** @type {Map<string, HTMLElement[]>} */
    const fresh = new Map();
    const kind = this.game.layout.pieces;
    const hands = scene.shared.filter((hand) => hand.pieces.length).map(topmost);
    const keys = new Set(hands.map((hand) => hand.key));
    for (const [key, view] of this.views) {
      if (keys.has(key)) continue;
      view.node.remove();
      this.views.delete(key);
    }
    hands.forEach((hand, at) => {
      let view = this.views.get(hand.key);
      if (!view) {
        view = new HandView(hand.key, hand.title, kind);
        this.views.set(hand.key, view);
      }
      if (this.hands.children[at] !== view.node) this.hands.insertBefore(view.node, this.hands.children[at] ?? null);
      const name = capital(hand.title.replace(/^the /, ""));
      const title = hand.key in totals ? `${name}: ${totals[hand.key]}` : hand.many ? `${name} (${hand.many}, the newest ${PILE})` : name;
      fresh.set(hand.key, view.update(hand, { title, named: true, whose: title }));
    });
    const most = Math.max(0, ...hands.map((hand) => hand.pieces.length));
    this.hands.dataset.many = hands.length > 3 || (hands.length > 1 && most > 5) ? "many" : "few";
    return fresh;
  }

  /** @param {Scene} scene */
  #bank(scene) {
    const bank = scene.bank;
    this.bank.hidden = !bank;
    if (!bank) return fill(this.bank);
    const you = scene.you?.name === bank.name;
    const who = you ? "You are the player-dealer" : `${bank.name} is the player-dealer`;
    const turn = bank.turns > 1 ? `${ordinal(bank.turn)} of ${bank.turns}` : "";
    const covers = bank.put_up === -1;
    const left = bank.left ?? bank.put_up;
    return fill(
      this.bank,
      h("b", null, who),
      turn && h("small", { title: "How many rounds the position is held" }, turn, h("span", { class: "unseen" }, " rounds")),
      bank.put_up !== null && !covers && stack(left ?? 0, `${money(left ?? 0)} of the bank's ${money(bank.put_up)} left`),
      bank.put_up !== null && !covers && left !== bank.put_up && h("small", null, (left ?? 0) < bank.put_up ? `left of ${money(bank.put_up)}` : `put up ${money(bank.put_up)}`),
      covers && h("small", null, "covers everything"),
    );
  }

  /** @param {Scene} scene */
  #pots(scene) {
    const pots = scene.pots.filter((pot) => pot.amount || scene.pots.length === 1);
    const over = scene.state !== "dealing"; // then it is shown as it was pushed
    const name = (/** @type {string} */ pot) => (pots.length < 2 ? "Pot" : `${capital(pot.replace("-", " pot "))}${pot === "main" ? " pot" : ""}`);
    fill(
      this.pots,
      pots.map((pot) => h("div", { class: over ? "pot over" : "pot", "data-account": "pot" }, h("small", null, `${name(pot.name)}${over ? ", won" : ""}`), stack(pot.amount, `${name(pot.name)} ${money(pot.amount)}${over ? ", won" : ""}`))),
      scene.others.map((jar) => h("div", { class: "pot jar", "data-account": jar.account }, h("small", null, capital(jar.account.replaceAll("-", " "))), stack(jar.amount, `${capital(jar.account)} ${money(jar.amount)}`))),
      scene.behind.length > 0 && h("p", { class: "behind" }, `Behind: ${scene.behind.map((one) => `${one.name === scene.you?.name ? "you" : one.name} (seat ${one.seats.join(", ")})`).join("; ")}`),
    );
  }
}

/** @type {Record<string, string>} */
const STATES = {
  waiting: "Waiting for players.",
  offering: "The player-dealer's position is being offered.",
  paused: "The table is paused.",
  broken: "Nobody intervenes as player-dealer: the table is broken.",
  closing: "The table closes after this round.",
  closed: "This table is closed.",
};
