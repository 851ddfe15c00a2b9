/** Chips, one colour a value, and small stacks of them with the amount in figures. */

import { h, s } from "../dom.js";
import { chipsOf, money, short } from "../money.js";

/** @type {Record<number, string>} */
const COLOURS = {
  1: "copper", 5: "copper", 25: "silver", 50: "silver", 100: "ivory", 500: "red", 2500: "green", 10000: "black",
  50000: "purple", 100000: "gold", 500000: "brown", 2500000: "blue", 10000000: "rose",
};
const SHOWN = 5;

/** One chip from above. @param {number} value */
export function chip(value) {
  const made = s("svg", { viewBox: "0 0 64 64", class: `chip ${COLOURS[value] ?? "gold"}`, "aria-hidden": "true" });
  made.append(s("circle", { cx: 32, cy: 32, r: 30, class: "edge" }));
  for (let turn = 0; turn < 6; turn += 1)
    made.append(s("path", { d: "M25.5 2.7a30 30 0 0 1 13 0l-2 9a20 20 0 0 0-9 0z", transform: `rotate(${60 * turn} 32 32)`, class: "notch" }));
  const words = short(value);
  made.append(
    s("circle", { cx: 32, cy: 32, r: 19.5, class: "inlay" }),
    s("text", { x: 32, y: 32, class: words.length > 3 ? "value long" : "value", "text-anchor": "middle", "dominant-baseline": "central" }, words),
  );
  return made;
}

/** A stack from the side: at most five chips, the dearest lowest. @param {number} amount */
export function pile(amount) {
  const values = chipsOf(amount).slice(0, SHOWN);
  const height = 14 + 5 * values.length;
  const made = s("svg", { viewBox: `0 0 30 ${height}`, class: "pile", "aria-hidden": "true" });
  values.forEach((value, at) => {
    const y = height - 8 - 5 * at;
    made.append(
      s("g", { class: `disc ${COLOURS[value] ?? "gold"}`, transform: `translate(15 ${y})` },
        s("path", { d: "M-14-2v4.5c0 3 6.3 5 14 5s14-2 14-5V-2z", class: "edge" }),
        s("path", { d: "M-5 2.7v4.600M5 2.7v4.6", class: "stripe" }),
        s("ellipse", { rx: 14, ry: 5, cy: -2, class: "top" }),
      ),
    );
  });
  return made;
}

/** A stack with its amount. @param {number} amount @param {string} [words] what it is, for those who listen */
export function stack(amount, words) {
  return h(
    "span",
    { class: "stack", role: "img", "aria-label": words ?? money(amount) },
    pile(amount),
    h("b", { "aria-hidden": "true" }, money(amount)),
  );
}
