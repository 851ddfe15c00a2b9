/** A turn to bet: fold, check or call, fixed amounts, or any amount by slider. */

import { button, h } from "../../dom.js";
import { money } from "../../money.js";
import { answerButton, digitOf, entered, key, suggests } from "./shape.js";
import { sizer } from "./amount.js";

/** @param {import("../../types.js").AskBet} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function bet(ask, context) {
  const free = ask.high > 0 && !ask.amounts.length && ask.low < ask.high;
  const listed = ask.answers.filter((one) => !free || Number(one.answer) <= 0);
  const buttons = listed.map((one, at) => answerButton(one, at + 1, context.send, ...suggests(ask, one.answer)));
  const node = h("div", { class: free ? "answers tall" : "answers" });
  const suggested = () => {
    const found = entered(ask);
    if (found) context.send(found.answer);
  };
  if (!free) {
    node.append(...buttons);
    return { node, enter: suggested, keys: pressed };
  }
  const raise = ask.to_call + ask.in_round > 0 || !ask.may_fold;
  const words = h("span", null, "");
  const shortcut = String(listed.length + 1);
  const give = button([key(shortcut), words], () => send(), { class: "answer raise", "aria-keyshortcuts": shortcut });
  const called = ask.in_round + ask.to_call;
  const pot = ask.pot + ask.to_call;
  const all = ask.stack + ask.in_round <= ask.high;
  const quick = [
    { words: "Least", amount: ask.low },
    { words: "½ pot", amount: called + Math.floor(pot / 2) },
    { words: "¾ pot", amount: called + Math.floor((3 * pot) / 4) },
    { words: "Pot", amount: called + pot },
    { words: all ? "All-in" : "Most", amount: ask.high },
  ];
  const base = Math.ceil(ask.low / ask.step) * ask.step;
  const within = { low: Math.min(base, ask.high), high: ask.high, step: ask.step };
  const size = sizer(within, Number(ask.suggested?.answer) > 0 ? Number(ask.suggested?.answer) : ask.low, quick, (value) => {
    give.disabled = value === null;
    if (value === null) words.textContent = `${money(ask.low)} to ${money(ask.high)}`;
    else if (value - ask.in_round >= ask.stack) words.textContent = `All-in for ${money(value)}`;
    else words.textContent = `${raise ? "Raise to" : "Bet"} ${money(value)}`;
  }, raise ? "Raise to" : "Bet");
  const send = () => {
    const value = size.value();
    if (value !== null) context.send(value);
  };
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const at = digitOf(event);
    if (at >= 0 && at < listed.length) context.send(listed[at].answer);
    else if (free && at === listed.length) send();
    else return false;
    return true;
  }
  node.append(size.node, h("div", { class: "answers" }, buttons, give));
  return {
    node,
    enter: () => (document.activeElement === size.typed ? send() : suggested()),
    keys: pressed,
    show: (answer) => Number(answer) > 0 && size.set(Number(answer)),
  };
}
