/** What is seen to move: pieces from the shoe to the hands, chips from one account to another, in their order. */

import { moving } from "../dom.js";
import { chip } from "../draw/chips.js";
import { chipsOf } from "../money.js";
import { clicks } from "../sound.js";

/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {import("./felt.js").Felt} Felt */

const LONGEST = 1300;
const STEP = 120;
const MOST = 60;

/** @param {DOMRect} box */
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/**
 * Plays events over a felt that already shows how they ended.
 * @param {Felt} felt @param {TableEvent[]} events @param {Map<string, HTMLElement[]>} fresh new pieces by hand
 */
export function play(felt, events, fresh) {
  const told = events.filter((one) => one.kind === "deal" || one.moves?.length).slice(-MOST);
  if (!told.length || document.hidden) return;
  if (told.some((one) => one.kind === "deal")) clicks.card();
  if (told.some((one) => one.moves?.length)) clicks.chip();
  if (!moving()) return;
  const step = Math.min(STEP, LONGEST / told.length);
  const shoe = felt.centre.shoe.getBoundingClientRect();
  /** @type {Map<string, HTMLElement[]>} */
  const waiting = new Map([...fresh].map(([key, made]) => [key, [...made]]));
  told.forEach((event, at) => {
    const delay = at * step;
    if (event.kind === "deal") {
      const piece = waiting.get(event.to ?? event.hand ?? String(event.args[0]))?.shift();
      if (piece) deal(piece, shoe, delay);
    }
    for (const move of event.moves ?? []) fly(felt, move, event.hand, delay);
  });
}

/** @param {HTMLElement} piece @param {DOMRect} shoe @param {number} delay */
function deal(piece, shoe, delay) {
  const [x, y] = middle(piece.getBoundingClientRect());
  const [fromX, fromY] = middle(shoe);
  piece.animate(
    [
      { transform: `translate(${fromX - x}px, ${fromY - y}px) rotate(-24deg) scale(.6)`, opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 320, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
  );
}

/** @param {Felt} felt @param {import("../types.js").Move} move @param {string | undefined} hand @param {number} delay */
function fly(felt, move, hand, delay) {
  const layer = felt.flights.getBoundingClientRect();
  const [fromX, fromY] = middle(felt.anchor(move.from, hand).getBoundingClientRect());
  const [toX, toY] = middle(felt.anchor(move.to, hand).getBoundingClientRect());
  if (Math.hypot(toX - fromX, toY - fromY) < 12) return;
  const made = chip(chipsOf(move.amount)[0] ?? 100);
  made.classList.add("flying");
  felt.flights.append(made);
  const shift = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${x - layer.left}px, ${y - layer.top}px)`;
  const flight = made.animate(
    [
      { transform: shift(fromX, fromY), opacity: 0 },
      { opacity: 1, offset: 0.1 },
      { opacity: 1, offset: 0.85 },
      { transform: shift(toX, toY), opacity: 0 },
    ],
    { duration: 520, delay, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" },
  );
  flight.finished.then(() => made.remove(), () => made.remove());
}
