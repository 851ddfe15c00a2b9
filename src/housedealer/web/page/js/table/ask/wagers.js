/** Wagers before the deal: chips from the rack on the spots of every hand that one may bet on. */

import { button, h } from "../../dom.js";
import { chip, pile } from "../../draw/chips.js";
import { cents, money, rack } from "../../money.js";
import { digit, digitOf, key } from "./shape.js";

const PAUSE = 180;

/** @typedef {[string, string, number]} Placed */

/** @param {import("../../types.js").AskWagers} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function wagers(ask, context) {
  /** @type {Map<string, number>} */
  let placed = new Map();
  /** @type {Map<string, number>[]} */
  const before = [];
  const lows = ask.spots.map((spot) => ask.limits[spot]?.[0] ?? 100);
  const values = rack(Math.min(...lows), Math.min(ask.chips, Math.max(...ask.spots.map((spot) => ask.limits[spot]?.[1] ?? 0))));
  let value = values.find((one) => one >= Math.min(...lows)) ?? values[0] ?? 100;
  const last = Array.isArray(ask.suggested?.answer) ? /** @type {Placed[]} */ (ask.suggested?.answer) : [];
  const known = new Map(context.layout.spots.map((spot) => [spot.name, spot]));
  /** A payment in chips (the dealer's school): each spot is a chip, and takes whole ones. */
  const paying = ask.name === "chips";
  const size = (/** @type {string} */ spot) => (paying ? ask.limits[spot]?.[0] ?? value : value);
  let turn = 0;
  let timer = 0;

  const id = (/** @type {string} */ hand, /** @type {string} */ spot) => `${hand}\n${spot}`;
  const answer = () => /** @type {Placed[]} */ ([...placed].filter(([, amount]) => amount > 0).map(([at, amount]) => [...at.split("\n"), amount]));
  const total = () => [...placed.values()].reduce((sum, amount) => sum + amount, 0);

  const chips = values.map((one) =>
    button(chip(one), () => take(one), { class: "rackchip", "aria-label": `Chip of ${money(one)}`, "aria-pressed": String(one === value), "data-value": one }),
  );
  const words = h("span", null, "");
  const give = button([words, key("⏎")], () => send(), { class: "answer first" });
  const says = h("p", { class: "quote", role: "status" });
  const sameAgain = last.length
    ? button([key("r"), h("span", null, ask.suggested?.words ?? "")], () => show(last), { class: "answer", "aria-keyshortcuts": "r" })
    : null;
  const back = button([key("esc"), h("span", null, "Clear")], () => show([]), { class: "answer", "aria-label": "Clear all wagers" });
  const undo = button([key("u"), h("span", null, "Undo")], () => undoOne(), { class: "answer", "aria-keyshortcuts": "u" });
  const out = button([key("x"), h("span", null, "Sit this round out")], () => context.send([]), { class: "answer", "aria-keyshortcuts": "x" });

  const ranges = new Set(ask.spots.map((spot) => JSON.stringify(ask.limits[spot])));
  const alikeLimits = ranges.size === 1;
  const [least, most] = ask.limits[ask.spots[0]] ?? [0, 0];
  /** @type {{hand: string, spot: string, draw: () => void}[]} */
  const circles = [];
  const boards = ask.hands.map((hand) => {
    const own = context.scene()?.you?.seats.includes(Number(hand)) ?? true;
    const title = ask.hands.length > 1 || !own ? h("h3", null, handTitle(hand)) : null;
    return h("div", { class: "board", role: "group", "aria-label": handTitle(hand) }, title, h("div", { class: "spots" }, ask.spots.map((spot) => circle(hand, spot))));
  });

  /** @param {string} hand */
  function handTitle(hand) {
    const scene = context.scene();
    const seat = scene?.seats.find((one) => one.hands?.some((held) => held.key === hand)) ?? scene?.seats.find((one) => String(one.seat) === hand);
    if (!seat?.name) return `Seat ${hand}`;
    return scene?.you?.name === seat.name ? `Your seat ${hand}` : `Behind ${seat.name}, seat ${hand}`;
  }

  /** @param {string} hand @param {string} spot */
  function circle(hand, spot) {
    const [low, high] = ask.limits[spot] ?? [0, 0];
    const [title, short] = [context.title(spot), context.short(spot)];
    const number = circles.length;
    const at = id(hand, spot);
    const needs = known.get(spot)?.needs ?? [];
    const beside = needs.length ? `with ${needs.map(context.title).join(" or ")}` : "";
    const stackAt = h("span", { class: "on" });
    const figures = h("b", null, "");
    const made = button(
      [short === title ? h("span", { class: "spot-name" }, title) : [h("span", { class: "spot-name", "aria-hidden": "true" }, short), h("span", { class: "unseen" }, title)], " ", stackAt, figures, digit(number) && key(digit(number))],
      () => put(hand, spot, size(spot)),
      { class: `spot ${known.get(spot)?.base === false ? "bonus" : "base"}`, "aria-keyshortcuts": digit(number) || null, title: beside ? `${title}: ${beside}` : short === title ? null : title },
    );
    made.addEventListener("keydown", (event) => {
      if (!["Backspace", "Delete", "-"].includes(event.key)) return;
      event.preventDefault();
      put(hand, spot, -size(spot));
    });
    made.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      put(hand, spot, -size(spot));
    });
    const less = button("−", () => put(hand, spot, -size(spot)), { class: "less", "aria-label": `Less on ${title}` });
    const typed = h("input", { type: "text", inputmode: "decimal", class: "typed", "aria-label": `Amount on ${title}, in dollars`, autocomplete: "off", placeholder: money(low).slice(1) });
    typed.addEventListener("change", () => {
      const amount = typed.value.trim() ? cents(typed.value) : 0;
      if (amount === null) return draw();
      return change(at, amount);
    });
    circles.push({
      hand,
      spot,
      draw() {
        const amount = placed.get(at) ?? 0;
        made.classList.toggle("has", amount > 0);
        stackAt.replaceChildren(...(amount ? [pile(amount)] : []));
        figures.textContent = amount ? money(amount) : "";
        less.disabled = !amount;
        if (document.activeElement !== typed) typed.value = amount ? money(amount).slice(1) : "";
        const bad = amount > 0 && (amount < low || amount > high);
        made.classList.toggle("bad", bad);
        made.setAttribute("aria-description", `${ask.hands.length > 1 ? `${handTitle(hand)}, ` : ""}${amount ? "" : "nothing yet, "}${money(low)} to ${money(high)}${beside ? `, ${beside}` : ""}`);
      },
    });
    return h("div", { class: "spotbox" }, made, h("div", { class: "fine" }, less, typed), !alikeLimits && h("small", { class: "limits" }, `${money(low)}–${money(high)}`));
  }

  function keep() {
    before.push(new Map(placed));
    if (before.length > 50) before.shift();
  }

  /** @param {string} at @param {number} amount */
  function change(at, amount) {
    keep();
    const [hand, spot] = at.split("\n");
    for (const one of [spot, ...alike(spot)]) {
      if (amount > 0) placed.set(id(hand, one), amount);
      else placed.delete(id(hand, one));
    }
    draw();
  }

  /** The spots that must hold as much as this one. @param {string} spot */
  function alike(spot) {
    return ask.spots.filter((one) => one !== spot && (known.get(one)?.equals === spot || known.get(spot)?.equals === one));
  }

  /** @param {string} hand @param {string} spot @param {number} amount */
  function put(hand, spot, amount) {
    const at = id(hand, spot);
    const [low, high] = ask.limits[spot] ?? [0, 0];
    const had = placed.get(at) ?? 0;
    let next = had + amount;
    if (amount > 0) {
      if (next < low) next = low;
      next = Math.min(next, high, had + Math.floor((ask.chips - total()) / (1 + alike(spot).length)));
      if (next <= had) return context.say(had >= high ? `The most is ${money(high)}.` : "You have no more chips.");
    } else if (next < low) next = 0;
    change(at, next);
    return context.say(`${context.title(spot)}: ${next ? money(next) : "nothing"}`);
  }

  /** @param {number} one */
  function take(one) {
    value = one;
    for (const made of chips) made.setAttribute("aria-pressed", String(made.dataset.value === String(one)));
  }

  function undoOne() {
    const old = before.pop();
    if (!old) return;
    placed = old;
    draw();
  }

  /** @param {import("../../types.js").Answer} wanted */
  function show(wanted) {
    if (!Array.isArray(wanted)) return;
    keep();
    placed = new Map(wanted.map(([hand, spot, amount]) => [id(hand, spot), amount]));
    draw();
  }

  function draw() {
    for (const one of circles) one.draw();
    const sum = total();
    back.disabled = !sum;
    undo.disabled = !before.length;
    give.disabled = !sum;
    words.textContent = paying ? (sum ? `Pay ${money(sum)}` : "Tap the chips") : sum ? `Place ${money(sum)}` : "Tap a spot to bet";
    says.textContent = "";
    says.classList.remove("bad");
    clearTimeout(timer);
    turn += 1;
    if (sum && !paying) timer = window.setTimeout(() => void price(turn), PAUSE);
  }

  /** @param {number} mine */
  async function price(mine) {
    try {
      const quote = await context.quote(answer());
      if (mine !== turn) return;
      says.classList.toggle("bad", Boolean(quote.problem));
      says.textContent = quote.problem ?? (quote.fee ? `With a collection of ${money(quote.fee)}: ${money(quote.cost + quote.fee)} in all.` : `${money(quote.cost)} in all, no collection from you.`);
      give.disabled = Boolean(quote.problem);
    } catch (error) {
      if (mine === turn) says.textContent = error instanceof Error ? error.message : "";
    }
  }

  function send() {
    if (!give.disabled) context.send(answer());
  }

  draw();
  return {
    node: h("div", { class: "answers tall wagering" }, h("div", { class: "boards" }, boards, alikeLimits && h("small", { class: "limits" }, `${ask.spots.length > 1 ? "Every wager " : ""}${money(least)} to ${money(most)}`)), h("div", { class: "placing" }, paying ? null : h("div", { class: "rack", role: "group", "aria-label": "Chips" }, chips), says, h("div", { class: "answers" }, give, sameAgain, undo, back, paying ? null : out))),
    enter: () => (total() ? send() : ask.suggested && show(ask.suggested.answer)),
    escape() {
      if (!total()) return false;
      show([]);
      return true;
    },
    keys(event) {
      const found = circles[digitOf(event)];
      if (found) put(found.hand, found.spot, event.altKey ? -size(found.spot) : size(found.spot));
      else if (event.key === "r" && last.length) show(last);
      else if (event.key === "u") undoOne();
      else if (event.key === "x" && !paying) context.send([]);
      else if (!paying && (event.key === "[" || event.key === "]")) {
        const at = values.indexOf(value) + (event.key === "]" ? 1 : -1);
        take(values[Math.min(values.length - 1, Math.max(0, at))]);
        context.say(`Chip of ${money(value)}`);
      } else return false;
      return true;
    },
    show,
  };
}
