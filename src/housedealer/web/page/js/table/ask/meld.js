/** A turn at laying melds: what the game names can be pressed; anything else is made by choosing pieces. */

import { button, h } from "../../dom.js";
import { pieceName } from "../../draw/pieces.js";
import { said } from "../../said.js";
import { answerButton, digit, pieceButton, seenPieces, suggests } from "./shape.js";
import { shownOrder } from "./pick.js";

/** @param {import("../../types.js").AskMeld} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function meld(ask, context) {
  const kind = context.layout.pieces;
  const order = shownOrder(ask);
  const seen = seenPieces(kind, ask);
  /** @type {Set<number>} */
  const picked = new Set();
  const hand = ask.hand ?? "";
  const held = context.scene()?.you?.hands[hand]?.pieces.length ?? ask.pieces.length;
  const pieces = order.map((place, at) => {
    const made = pieceButton(kind, seen[place], ask.faces[place], () => toggle(place), "");
    if (place >= held) made.classList.add("drawn");
    made.dataset.at = String(at);
    return made;
  });
  const row = h("div", { class: "pieces row", role: "group", "aria-label": "Your pieces" }, pieces);
  row.style.setProperty("--many", String(Math.max(2, order.length + (order.length > held ? 1.4 : 0))));
  const made = h("div", { class: "answers" });
  const named = ask.answers.map((one, at) => answerButton(one, digit(at), context.send, ...suggests(ask, one.answer)));
  const melds = () => {
    const own = context.scene()?.seats.flatMap((seat) => seat.hands ?? []) ?? [];
    return own.filter((one) => one.key.startsWith(`${hand}.`)).length;
  };

  function draw() {
    order.forEach((place, at) => pieces[at].setAttribute("aria-pressed", String(picked.has(place))));
    const places = order.filter((place) => picked.has(place));
    const faces = said(places.map((place) => ask.faces[place]).join(" "));
    const able = [];
    if (places.length === 1) {
      const [place] = places;
      if (ask.options.some((one) => one[0] === "discard")) able.push(button(h("span", null, `Discard ${faces}`), () => context.send(["discard", place]), { class: "answer" }));
      for (let number = 0; number < melds(); number += 1)
        able.push(button(h("span", null, `Add ${faces} to meld ${number + 1}`), () => context.send(["add", place, number]), { class: "answer" }));
    }
    if (places.length > 2)
      able.push(button(h("span", null, `Meld ${faces}`), () => context.send(["meld", places.sort((one, other) => one - other)]), { class: "answer raise" }));
    made.replaceChildren(...able);
    made.hidden = !able.length;
  }

  /** @param {number} place */
  function toggle(place) {
    if (!picked.delete(place)) picked.add(place);
    draw();
    context.say(`${pieceName(kind, seen[place])} ${picked.has(place) ? "chosen" : "put back"}`);
  }

  draw();
  return {
    node: h("div", { class: "answers tall" }, row, made, h("div", { class: "answers" }, named)),
    hides: hand ? [hand] : [],
    enter: () => ask.suggested && context.send(ask.suggested.answer),
    escape() {
      if (!picked.size) return false;
      picked.clear();
      draw();
      return true;
    },
    keys(event) {
      const at = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
      const found = ask.answers[at];
      if (!found) return false;
      context.send(found.answer);
      return true;
    },
  };
}
