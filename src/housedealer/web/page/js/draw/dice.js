/** Dice. */

import { h, s } from "../dom.js";

/** @type {[number, number][][]} */
const PIPS = [
  [],
  [[30, 30]],
  [[16, 16], [44, 44]],
  [[15, 15], [30, 30], [45, 45]],
  [[16, 16], [44, 16], [16, 44], [44, 44]],
  [[15, 15], [45, 15], [30, 30], [15, 45], [45, 45]],
  [[17, 14], [17, 30], [17, 46], [43, 14], [43, 30], [43, 46]],
];

/** Dice as they lie. @param {number[]} values */
export function dice(values) {
  const made = values.map((value) => {
    const die = s("svg", { viewBox: "0 0 60 60", class: "die", "aria-hidden": "true" });
    die.append(s("rect", { x: 2, y: 2, width: 56, height: 56, rx: 12, class: "body" }));
    for (const [x, y] of PIPS[value] ?? [])
      die.append(s("circle", { cx: x, cy: y, r: value === 1 ? 8 : 5.5, class: value === 1 || value === 4 ? "pip red" : "pip" }));
    return die;
  });
  return h("span", { class: "dice", role: "img", "aria-label": `Dice: ${values.join(", ")}` }, made);
}
