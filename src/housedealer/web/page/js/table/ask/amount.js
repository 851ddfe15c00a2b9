/** An amount of money: a slider, a field, and quick sizes; the same for bets that one may size. */

import { button, h } from "../../dom.js";
import { cents, money } from "../../money.js";
import { key } from "./shape.js";

/** @typedef {{words: string, amount: number}} Quick */

/** The nearest amount that may be. @param {number} wanted @param {{low: number, high: number, step: number, least?: number}} within */
export function nearest(wanted, { low, high, step, least = 0 }) {
  if (wanted >= high) return high;
  const found = low + Math.round((wanted - low) / step) * step;
  const kept = Math.min(high, Math.max(low, found));
  if (kept === low || kept >= least) return kept;
  return wanted * 2 < low + least ? low : Math.min(high, low + Math.ceil((least - low) / step) * step);
}

/**
 * The control of an amount. `value()` is null while what stands in the field may not be.
 * @param {{low: number, high: number, step: number, least?: number}} within @param {number} start
 * @param {Quick[]} quick @param {(amount: number | null) => void} changed @param {string} label
 */
export function sizer(within, start, quick, changed, label) {
  let now = nearest(start, within);
  /** @type {number | null} */
  let valid = now;
  const slider = h("input", { type: "range", min: within.low, max: within.high, step: 1, value: now, "aria-label": label });
  const typed = h("input", { type: "text", inputmode: "decimal", class: "typed", "aria-label": `${label}, in dollars`, autocomplete: "off" });
  const write = () => {
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", money(now));
    changed(valid);
  };
  const set = (/** @type {number} */ amount) => {
    now = nearest(amount, within);
    valid = now;
    typed.value = money(now).slice(1);
    typed.removeAttribute("aria-invalid");
    write();
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!way) return;
    event.preventDefault();
    const from = now === within.high && (now - within.low) % within.step ? now - ((now - within.low) % within.step) + (way < 0 ? within.step : 0) : now;
    const to = from + way * within.step;
    set(within.least && to > within.low && to < within.least ? (way > 0 ? within.least : within.low) : to);
  });
  typed.addEventListener("input", () => {
    const amount = cents(typed.value);
    valid = amount !== null && nearest(amount, within) === amount ? amount : null;
    if (valid === null) typed.setAttribute("aria-invalid", "true");
    else {
      typed.removeAttribute("aria-invalid");
      now = valid;
      slider.value = String(now);
      slider.setAttribute("aria-valuetext", money(now));
    }
    changed(valid);
  });
  const sizes = quick
    .filter((one, at) => quick.findIndex((other) => nearest(other.amount, within) === nearest(one.amount, within)) === at)
    .map((one) => button([h("span", null, one.words), h("small", null, money(nearest(one.amount, within)))], () => set(one.amount), { class: "quick" }));
  const node = h("div", { class: "sizer" }, h("div", { class: "sizes" }, sizes), h("div", { class: "slide" }, slider, h("span", { class: "dollars" }, "$", typed)));
  set(start);
  return { node, value: () => valid, set, typed };
}

/** @param {import("../../types.js").AskAmount} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function amount(ask, context) {
  const { low, high } = ask;
  const start = typeof ask.suggested?.answer === "number" ? ask.suggested.answer : low;
  const words = h("span", null, "");
  const give = button([words, key("⏎")], () => send(), { class: "answer first" });
  const quick = [
    { words: low ? "Least" : "None", amount: low },
    { words: "Least", amount: ask.least || low },
    { words: "Half", amount: Math.floor((low + high) / 2) },
    { words: "All", amount: high },
    { words: "Suggested", amount: start },
  ];
  const size = sizer(ask, start, quick, (value) => {
    words.textContent = value === null ? `From ${money(Math.max(low, ask.least || 0))} to ${money(high)}` : value === 0 ? "Nothing" : ask.name === "bank" ? `Put up ${money(value)}` : money(value);
    give.disabled = value === null;
  }, ask.title);
  const send = () => {
    const value = size.value();
    if (value !== null) context.send(value);
  };
  return {
    node: h("div", { class: "answers tall" }, size.node, give),
    enter: send,
    show: (answer) => typeof answer === "number" && size.set(answer),
  };
}
