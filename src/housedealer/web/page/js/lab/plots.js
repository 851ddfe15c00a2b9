/** The two pictures of banking, drawn here: what the hours may come to, and where fee steps make action a loss. */

import { h, s } from "../dom.js";
import { brief, dollars, gain, percent, steps } from "./words.js";

/** @typedef {import("./types.js").Banking} Banking */
/** @typedef {import("./types.js").Curve} Curve */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

const HIGH = 300;
const DASHES = ["", "8 4", "2 4", "10 3 2 3", "5 5", "1 5"];
let drawn = 0;

/**
 * A picture that is drawn again when its place gets wider or narrower, with its numbers in a table behind it.
 * @param {string} title @param {string} says @param {(wide: number) => SVGElement[]} draw @param {HTMLElement} table
 */
function picture(title, says, draw, table) {
  const id = `plot-${(drawn += 1)}`;
  const at = h("div", { class: "plot" });
  let before = 0;
  const paint = () => {
    const wide = Math.max(260, Math.round(at.clientWidth));
    if (wide === before) return;
    before = wide;
    at.replaceChildren(
      s("svg", { viewBox: `0 0 ${wide} ${HIGH}`, width: wide, height: HIGH, role: "img", "aria-labelledby": `${id}-t`, "aria-describedby": `${id}-d` },
        s("title", { id: `${id}-t` }, title), s("desc", { id: `${id}-d` }, says), ...draw(wide)),
    );
  };
  new ResizeObserver(paint).observe(at);
  return h("figure", { class: "lab-card" },
    h("h2", null, title),
    at,
    h("figcaption", { class: "quiet" }, says),
    h("details", null, h("summary", null, "The numbers"), h("div", { class: "wide", tabindex: 0 }, table)),
  );
}

/** @param {string} caption @param {string[]} heads @param {string[][]} rows */
function numbers(caption, heads, rows) {
  return h("table", { class: "trade" },
    h("caption", { class: "unseen" }, caption),
    h("thead", null, h("tr", null, heads.map((one, at) => h("th", { scope: "col", class: at ? "right" : "" }, one)))),
    h("tbody", null, rows.map((row) => h("tr", null, row.map((cell, at) => (at ? h("td", { class: "right" }, cell) : h("th", { scope: "row" }, cell)))))),
  );
}

/** A line of the drawing. @param {number} x @param {number} y @param {number} to @param {number} down @param {string} kind */
const line = (x, y, to, down, kind) => s("line", { x1: x, y1: y, x2: to, y2: down, class: kind });

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] @param {string} [kind] */
const text = (x, y, words, anchor = "middle", kind = "") => s("text", { x, y, "text-anchor": anchor, class: kind }, words);

/** Money along the foot. @param {Box} box @param {number} low @param {number} high @param {(value: number) => number} place */
function foot(box, low, high, place) {
  return steps(low, high, Math.max(3, Math.floor((box.right - box.left) / 90)))
    .flatMap((value) => [line(place(value), box.bottom, place(value), box.bottom + 5, "axis"), text(place(value), box.bottom + 19, brief(value))]);
}

/** What the hours may come to. @param {Banking} found */
export function shift(found) {
  const { shift: { hours, loses, mean, percentiles }, outcomes } = found;
  const bands = (/** @type {number} */ count) => {
    const each = Math.max(1, Math.ceil(outcomes.length / count));
    const made = [];
    for (let at = 0; at < outcomes.length; at += each) {
      const part = outcomes.slice(at, at + each);
      made.push({ low: part[0][0], high: part[part.length - 1][0], chance: part.reduce((sum, one) => sum + one[1], 0) });
    }
    return made;
  };
  const low = outcomes[0][0];
  const high = outcomes[outcomes.length - 1][0];
  const says = `After ${hours} hours the player-dealer, after collection and costs, loses ${(100 * loses).toFixed(1)} times in 100. On average ${gain(mean)}; one time in twenty below ${gain(percentiles["5%"])}, one in twenty above ${gain(percentiles["95%"])}.`;
  const draw = (/** @type {number} */ wide) => {
    const box = { left: 12, right: wide - 12, top: 34, bottom: HIGH - 30 };
    const span = Math.max(1, high - low);
    const place = (/** @type {number} */ value) => box.left + ((value - low) / span) * (box.right - box.left);
    const bars = bands(Math.min(90, Math.floor(wide / 7)));
    const most = Math.max(...bars.map((one) => one.chance));
    const each = (box.right - box.left) / bars.length;
    const drawn_ = bars.map((one, at) => {
      const tall = (one.chance / most) * (box.bottom - box.top);
      const value = (one.low + one.high) / 2;
      return s("rect", { x: box.left + at * each, y: box.bottom - tall, width: Math.max(1, each - 1), height: tall, class: value < 0 ? "bar-loss" : "bar-win" });
    });
    const mark = (/** @type {number} */ value, /** @type {string} */ words, /** @type {number} */ y) => {
      const x = place(value);
      const anchor = x < 70 ? "start" : x > wide - 70 ? "end" : "middle";
      return [line(x, y + 4, x, box.bottom, "mark-line"), text(x, y, words, anchor, "strong")];
    };
    return [
      ...drawn_,
      line(box.left, box.bottom, box.right, box.bottom, "axis"),
      ...foot(box, low, high, place),
      ...(low < 0 && high > 0 ? [line(place(0), box.top, place(0), box.bottom, "zero")] : []),
      ...mark(mean, `average ${gain(mean)}`, 14),
      ...(wide > 420 ? [...mark(percentiles["5%"], `5% below ${gain(percentiles["5%"])}`, 30), ...mark(percentiles["95%"], `5% above ${gain(percentiles["95%"])}`, 30)] : []),
    ];
  };
  const rows = [
    ...Object.entries(percentiles).map(([share, value]) => [`below it ${share} of the time`, gain(value)]),
    ...bands(14).map((one) => [`${gain(one.low)} to ${gain(one.high)}`, percent(one.chance, 2)]),
  ];
  return picture(`After ${hours} hours`, says, draw, numbers(`What ${hours} hours come to`, ["Result", "Amount or chance"], rows));
}

/** A curve's name. @param {Curve} one @param {boolean} short */
function named(one, short = false) {
  const options = one.options.filter(Boolean);
  if (options.length === 0) return "as it is";
  return `${short ? "" : options.length > 1 ? "options " : "option "}${options.join(", ")}`;
}

/** Net against total action under every fee option. @param {Banking} found */
export function curves(found) {
  const mine = (/** @type {Curve} */ one) => one.options.includes(found.option);
  const all = [...found.curves].sort((a, b) => Number(mine(b)) - Number(mine(a)));
  const most = Math.max(...all.map((one) => one.action[one.action.length - 1]));
  const nets = all.flatMap((one) => one.net);
  const high = Math.max(0, ...nets);
  const low = Math.min(0, ...nets);
  const own = found.options.find((one) => one.asked);
  const where = !own || own.losing.length === 0 ? "never loses on average within the limit" : `loses on average at flat bets of ${losing(own.losing)}`;
  const says = `What a round nets the player-dealer when every player bets the same, by the total action. Each drop is a fee step; below the line banking loses. ${found.option ? `Option ${found.option}` : "This game"} ${where}.`;
  const draw = (/** @type {number} */ wide) => {
    const box = { left: 58, right: wide - 14, top: 34, bottom: HIGH - 30 };
    const first = Math.min(...all.map((one) => one.action[0]));
    const x = (/** @type {number} */ value) => box.left + ((value - first) / Math.max(1, most - first)) * (box.right - box.left);
    const y = (/** @type {number} */ value) => box.bottom - ((value - low) / Math.max(1e-9, high - low)) * (box.bottom - box.top);
    const paths = all.map((one, at) => {
      let path = "";
      one.action.forEach((value, place) => {
        path += place ? `H${x(value).toFixed(1)}V${y(one.net[place]).toFixed(1)}` : `M${x(value).toFixed(1)} ${y(one.net[place]).toFixed(1)}`;
      });
      return s("path", { d: path, class: `curve c${at % DASHES.length}${mine(one) ? " mine" : ""}`, "stroke-dasharray": DASHES[at % DASHES.length] || undefined });
    });
    let along = box.left;
    const legend = all.flatMap((one, at) => {
      const words = named(one, along > box.left);
      const from = along;
      along += 34 + words.length * 7.6;
      if (along > wide) return [];
      return [s("path", { d: `M${from} 14h22`, class: `curve c${at % DASHES.length}${mine(one) ? " mine" : ""}`, "stroke-dasharray": DASHES[at % DASHES.length] || undefined }), text(from + 27, 18, words, "start", mine(one) ? "strong" : "")];
    });
    return [
      s("rect", { x: box.left, y: y(0), width: box.right - box.left, height: Math.max(0, box.bottom - y(0)), class: "below" }),
      ...steps(low, high, 5).flatMap((value) => [line(box.left, y(value), box.right, y(value), value === 0 ? "zero" : "rule"), text(box.left - 7, y(value) + 4, brief(value), "end")]),
      ...paths.reverse(),
      line(box.left, box.bottom, box.right, box.bottom, "axis"),
      ...foot(box, first, most, x),
      ...legend,
    ];
  };
  const at = all[0].bets;
  const few = at.filter((_, place) => place % Math.max(1, Math.ceil(at.length / 14)) === 0 || place === at.length - 1);
  const rows = few.map((bet) => [dollars(bet), ...all.map((one) => { const place = one.bets.indexOf(bet); return place < 0 ? "" : gain(one.net[place]); })]);
  return picture("Net of a round by total action", says, draw, numbers("Net of a round by flat bet", ["Everybody bets", ...all.map((one) => named(one))], rows));
}

/** Ranges of bets. @param {[number, number][]} ranges */
export function losing(ranges) {
  const words = ranges.map(([low, high]) => (low === high ? dollars(low) : `${dollars(low)}–${dollars(high).slice(1)}`));
  return words.length > 4 ? `${words.slice(0, 3).join(", ")} and ${words.length - 3} more ranges` : words.join(", ");
}
