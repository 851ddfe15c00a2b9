/** A hand set into parts: pieces are tapped, dragged or moved by keys from one's hand into the parts. */

import { button, h } from "../../dom.js";
import { pieceName } from "../../draw/pieces.js";
import { capital, digit, digitOf, key, pieceButton, seenPieces } from "./shape.js";
import { shownOrder } from "./pick.js";

/** @type {Record<number, string[]>} */
const NAMES = { 2: ["Low hand", "High hand"], 3: ["Front", "Middle", "Back"] };

/** @param {import("../../types.js").AskArrange} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function arrange(ask, context) {
  const kind = context.layout.pieces;
  const noun = kind === "tiles" ? "tiles" : "cards";
  const order = shownOrder(ask);
  const seen = seenPieces(kind, ask);
  const names = NAMES[ask.sizes.length] ?? ask.sizes.map((_, at) => `Part ${at + 1}`);
  /** @type {number[][]} */
  let parts = ask.sizes.map(() => []);
  const pieces = new Map(order.map((place, at) => [place, make(place, at)]));
  const pool = zone("Your hand", -1);
  const zones = ask.sizes.map((size, at) => zone(`${names[at]} (${size})`, at));
  const words = h("span", null, "");
  const give = button([words, key("⏎")], () => send(), { class: "answer first" });
  const house = ask.suggested && Array.isArray(ask.suggested.answer) ? ask.suggested.answer : null;
  const houseWay = house && button([key("h"), h("span", null, "House way")], () => show(house), { class: "answer", "aria-keyshortcuts": "h" });
  const clear = button([key("esc"), h("span", null, "Take back")], () => show(null), { class: "answer" });
  const others = ask.words.map((word) => button(h("span", null, capital(word)), () => context.send(word), { class: "answer" }));
  let dragged = -1;

  /** @param {number} place @param {number} at */
  function make(place, at) {
    const made = pieceButton(kind, seen[place], ask.faces[place], () => tap(place), digit(at));
    made.draggable = true;
    made.addEventListener("dragstart", () => {
      dragged = place;
    });
    made.addEventListener("keydown", (event) => {
      const to = Number(event.key) - 1;
      if (event.altKey || event.ctrlKey || event.metaKey || !(to >= 0 && to < ask.sizes.length)) return;
      event.preventDefault();
      event.stopPropagation();
      move(place, to);
      made.focus();
    });
    return made;
  }

  /** @param {string} title @param {number} at */
  function zone(title, at) {
    const row = h("div", { class: "pieces row" });
    const node = h("div", { class: at < 0 ? "part pool" : "part", role: "group", "aria-label": title }, h("span", { class: "part-name" }, title), row);
    node.addEventListener("dragover", (event) => event.preventDefault());
    node.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged >= 0) move(dragged, at);
      dragged = -1;
    });
    return { node, row };
  }

  const partOf = (/** @type {number} */ place) => parts.findIndex((part) => part.includes(place));
  const unplaced = () => order.filter((place) => partOf(place) < 0);

  /** @param {number} place @param {number} to */
  function move(place, to) {
    const full = to >= 0 && !parts[to].includes(place) && parts[to].length >= ask.sizes[to];
    if (full) return context.say(`The ${names[to].toLowerCase()} has its ${ask.sizes[to]} already.`);
    parts = parts.map((part) => part.filter((one) => one !== place));
    if (to >= 0) parts[to].push(place);
    draw();
    return context.say(`${pieceName(kind, seen[place])} to ${to < 0 ? "your hand" : names[to].toLowerCase()}`);
  }

  /** @param {number} place */
  function tap(place) {
    if (partOf(place) >= 0) return move(place, -1);
    const open = ask.sizes.findIndex((size, at) => parts[at].length < size);
    if (open < 0) return undefined;
    move(place, open);
    const room = ask.sizes.flatMap((size, at) => (parts[at].length < size ? [at] : []));
    if (room.length === 1 && room[0] !== open) {
      parts[room[0]].push(...unplaced());
      draw();
    }
    return undefined;
  }

  /** @param {import("../../types.js").Answer | null} answer */
  function show(answer) {
    parts = Array.isArray(answer) ? answer.map((part) => [...part]) : ask.sizes.map(() => []);
    draw();
  }

  function draw() {
    const rows = [[pool, unplaced()], ...zones.map((one, at) => [one, order.filter((place) => parts[at].includes(place))])];
    const focused = document.activeElement;
    for (const [to, places] of /** @type {[ReturnType<typeof zone>, number[]][]} */ (rows)) {
      to.row.style.setProperty("--many", String(Math.max(2, places.length)));
      to.row.replaceChildren(...places.map((place) => /** @type {HTMLElement} */ (pieces.get(place))));
    }
    if (focused instanceof HTMLElement && node.contains(focused)) focused.focus();
    pool.node.hidden = !unplaced().length;
    const ready = parts.every((part, at) => part.length === ask.sizes[at]);
    give.disabled = !ready;
    words.textContent = ready ? "Set the hand" : `Set ${ask.sizes.join(" / ")} ${noun}`;
  }

  const send = () => !give.disabled && context.send(parts.map((part) => [...part].sort((one, other) => one - other)));
  const node = h("div", { class: `answers tall with-${kind}` }, h("div", { class: "parts" }, pool.node, zones.map((one) => one.node)), h("div", { class: "answers arranging" }, give, houseWay, clear, others));
  draw();
  return {
    node,
    hides: ask.hand ? [ask.hand] : [],
    enter() {
      if (!give.disabled) send();
      else if (house && parts.every((part) => !part.length)) show(house);
    },
    escape() {
      if (parts.every((part) => !part.length)) return false;
      show(null);
      return true;
    },
    keys(event) {
      if (event.key === "h" && house) show(house);
      else {
        const place = order[digitOf(event)];
        if (place === undefined) return false;
        tap(place);
      }
      return true;
    },
    show,
  };
}
