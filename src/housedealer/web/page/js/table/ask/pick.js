/** Some of one's own pieces. */

import { button, h } from "../../dom.js";
import { pieceName } from "../../draw/pieces.js";
import { said } from "../../said.js";
import { capital, digit, digitOf, key, pieceButton, seenPieces } from "./shape.js";

/** The order in which places are shown: the hand's own, then pieces beside it. @param {{pieces: number[], order: number[]}} ask */
export function shownOrder(ask) {
  const all = ask.pieces.map((_, at) => at);
  const known = (ask.order ?? []).filter((at) => at < all.length);
  return [...known, ...all.filter((at) => !known.includes(at))];
}

/** @param {import("../../types.js").AskPick} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function pick(ask, context) {
  const kind = context.layout.pieces;
  const order = shownOrder(ask);
  const seen = seenPieces(kind, ask);
  /** @type {Set<number>} */
  let picked = new Set();
  const words = h("span", null, "");
  const give = button([words, key("⏎")], () => send(), { class: "answer first" });
  const none = ask.fewest === 0 ? button([key("p"), h("span", null, ask.name === "draw" ? "Stand pat" : "None")], () => context.send([]), { class: "answer", "aria-keyshortcuts": "p" }) : null;
  const pieces = order.map((place, at) => pieceButton(kind, seen[place], ask.faces[place], () => toggle(place), digit(at)));
  const row = h("div", { class: "pieces row", role: "group", "aria-label": "Your pieces" }, pieces);
  row.style.setProperty("--many", String(Math.max(2, order.length)));

  function draw() {
    order.forEach((place, at) => pieces[at].setAttribute("aria-pressed", String(picked.has(place))));
    const verb = capital(ask.name === "draw" ? "throw" : ask.name);
    const faces = order.filter((place) => picked.has(place)).map((place) => ask.faces[place]);
    words.textContent = faces.length ? said(`${verb} ${faces.join(" ")}`) : ask.fewest ? `Choose ${ask.fewest === ask.most ? ask.most : `${ask.fewest} to ${ask.most}`}` : ask.name === "draw" ? "Stand pat" : "None";
    if (none) none.hidden = !picked.size;
    give.disabled = picked.size < ask.fewest || picked.size > ask.most;
  }

  /** @param {number} place */
  function toggle(place) {
    if (picked.has(place)) picked.delete(place);
    else if (picked.size < ask.most) picked.add(place);
    else if (ask.most === 1) picked = new Set([place]);
    else return context.say(`At most ${ask.most}.`);
    draw();
    return context.say(`${pieceName(kind, seen[place])} ${picked.has(place) ? "chosen" : "kept"}`);
  }

  function send() {
    if (!give.disabled) context.send([...picked].sort((one, other) => one - other));
  }

  /** @param {import("../../types.js").Answer} answer */
  function show(answer) {
    if (!Array.isArray(answer)) return;
    picked = new Set(answer);
    draw();
  }

  draw();
  return {
    node: h("div", { class: "answers tall" }, row, h("div", { class: "answers" }, give, none)),
    hides: ask.hand ? [ask.hand] : [],
    enter: () => (picked.size || !ask.suggested ? send() : context.send(ask.suggested.answer)),
    escape() {
      if (!picked.size) return false;
      show([]);
      return true;
    },
    keys(event) {
      if (event.key === "p" && none) context.send([]);
      else {
        const place = order[digitOf(event)];
        if (place === undefined) return false;
        toggle(place);
      }
      return true;
    },
    show,
  };
}
