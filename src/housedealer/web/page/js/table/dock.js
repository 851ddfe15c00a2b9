/** The dock below the felt: the question to us with its clock, or what the table waits for. */

import { announce, button, fill, h, toast } from "../dom.js";
import { said } from "../said.js";
import { line } from "../socket.js";
import { clicks } from "../sound.js";
import { amount } from "./ask/amount.js";
import { arrange } from "./ask/arrange.js";
import { bet } from "./ask/bet.js";
import { choose } from "./ask/choose.js";
import { meld } from "./ask/meld.js";
import { pick } from "./ask/pick.js";
import { capital, same } from "./ask/shape.js";
import { wagers } from "./ask/wagers.js";

/** @typedef {import("../types.js").Ask} Ask */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("./ask/shape.js").Context} Context */
/** @typedef {import("./ask/shape.js").Form} Form */

/** @param {Ask} ask @param {Context} context @returns {Form} */
export function form(ask, context) {
  switch (ask.shape) {
    case "choose":
      return choose(ask, context);
    case "amount":
      return amount(ask, context);
    case "bet":
      return bet(ask, context);
    case "pick":
      return pick(ask, context);
    case "arrange":
      return arrange(ask, context);
    case "wagers":
      return wagers(ask, context);
    case "meld":
      return meld(ask, context);
  }
}

/** Whether a key belongs to what has the focus and not to the question. @param {KeyboardEvent} event */
function taken(event) {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return true;
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.matches("input[type=range]")) return event.key !== "Enter";
  if (at.matches("input, textarea, select")) return !(event.key === "Enter" && at.closest(".dock"));
  return event.key === "Enter" && at.matches("button, a, summary, [role=tab]");
}

export class Dock {
  /**
   * @param {{context: (ask: Ask) => Context, answer: (ask: Ask, answer: Answer) => Promise<void>,
   *   hint: ((ask: Ask) => Promise<import("../types.js").HintReply>) | null, idle: () => Node[], hides: (hands: Set<string>) => void,
   *   before?: () => Node | null, notes?: (ask: Ask) => string[]}} ways
   * @param {AbortSignal} signal
   */
  constructor(ways, signal) {
    this.ways = ways;
    this.node = h("section", { class: "dock", "aria-label": "Your question" });
    /** @type {Ask | null} */
    this.ask = null;
    /** @type {Form | null} */
    this.form = null;
    this.busy = false;
    this.tick = 0;
    /** @type {HTMLElement | null} */
    this.clock = null;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // A button pressed by hand does not keep the focus: Enter then means the question's own answer.
    this.node.addEventListener("click", (event) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
    });
    const timer = setInterval(() => this.#clock(), 250);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {Ask[]} asks */
  update(asks) {
    const ask = asks[0] ?? null;
    if (ask && ask.question === this.ask?.question) return;
    this.ask = ask;
    this.busy = false;
    this.node.classList.toggle("asking", Boolean(ask));
    if (!ask) {
      this.form = null;
      this.clock = null;
      this.ways.hides(new Set());
      this.rest();
      return;
    }
    this.form = form(ask, this.ways.context(ask));
    this.ways.hides(new Set(this.form.hides ?? []));
    this.clock = h("div", { class: "clock" });
    const title = said(ask.title) || capital(ask.name);
    const notes = [...(ask.notes ?? []), ...(this.ways.notes?.(ask) ?? [])].map(said);
    const many = asks.length > 1 ? h("small", null, `1 of ${asks.length} questions`) : null;
    this.hinted = h("p", { class: "hinted", role: "status" });
    fill(
      this.node,
      h("header", null, h("h2", null, title), many, ask.shape === "wagers" && this.ways.before?.(), this.ways.hint && button("Hint", () => void this.#hint(ask), { class: "plain", "aria-keyshortcuts": "?" }), this.clock),
      notes.length ? h("p", { class: "notes" }, notes.join(" · ")) : null,
      this.form.node,
      this.hinted,
    );
    this.node.dataset.shape = ask.shape;
    this.node.dataset.question = ask.question;
    this.#clock();
    clicks.turn();
    const left = ask.until ? `, ${Math.max(0, Math.round((ask.until - line.now()) / 1000))} seconds` : "";
    announce(`${title}${left}.`, true);
  }

  /** What stands here while nobody asks us. */
  rest() {
    if (this.ask) return;
    delete this.node.dataset.shape;
    delete this.node.dataset.question;
    fill(this.node, ...this.ways.idle());
  }

  /** @param {Ask} ask */
  async #hint(ask) {
    const at = this.hinted;
    if (!this.ways.hint || !at) return;
    try {
      const hint = await this.ways.hint(ask);
      const odds = hint.odds?.length ? ` House edge: ${hint.odds.map((one) => `${one.spot.replaceAll("-", " ")} ${(100 * one.edge).toFixed(2)} %`).join(", ")}.` : "";
      at.textContent = said(`${hint.says || `The bot would: ${hint.words}.`}${odds}`);
      this.form?.show?.(hint.answer);
    } catch (error) {
      at.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #clock() {
    const { ask, clock } = this;
    if (!ask || !clock) return;
    if (!ask.until) {
      clock.textContent = "";
      return;
    }
    const left = Math.max(0, ask.until - line.now());
    const seconds = Math.ceil(left / 1000);
    if (clock.dataset.left === String(seconds)) return;
    clock.dataset.left = String(seconds);
    const bar = h("span", { class: "bar" });
    bar.style.setProperty("--part", String(Math.min(1, left / (1000 * Math.max(1, ask.seconds)))));
    fill(clock, h("span", { class: "left" }, `${seconds} s`, ask.default && h("small", null, ` then ${ask.shape === "arrange" && same(ask.default.answer, ask.suggested?.answer) ? "the house way" : said(ask.default.words) || "nothing"}`)), bar);
    clock.classList.toggle("soon", seconds <= 5);
    if (seconds === 5) announce("Five seconds left.", true);
  }

  /** @param {Answer} answer */
  async send(answer) {
    const { ask } = this;
    if (!ask || this.busy) return;
    this.busy = true;
    this.node.classList.add("busy");
    try {
      await this.ways.answer(ask, answer);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), true);
    } finally {
      this.busy = false;
      this.node.classList.remove("busy");
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.form || taken(event)) return;
    if (event.key === "Enter") this.form.enter();
    else if (event.key === "Escape") {
      if (!this.form.escape?.()) return;
    } else if (event.key === "?" && this.ask) void this.#hint(this.ask);
    else if (!this.form.keys?.(event)) return;
    event.preventDefault();
  }
}
