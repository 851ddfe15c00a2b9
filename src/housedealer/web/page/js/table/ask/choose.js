/** One of a few words. */

import { h } from "../../dom.js";
import { answerButton, digitOf, entered, suggests } from "./shape.js";

/** @param {import("../../types.js").AskChoose} ask @param {import("./shape.js").Context} context @returns {import("./shape.js").Form} */
export function choose(ask, context) {
  const listed = ask.answers?.length ? ask.answers : ask.options.map((word) => ({ answer: word, words: word, cost: 0 }));
  const numbers = listed.every((one) => /^\d$/.test(String(one.answer)));
  const shortcut = (/** @type {number} */ at) => (numbers ? String(listed[at].answer) : at < 9 ? at + 1 : "");
  const node = h("div", { class: "answers" }, listed.map((one, at) => answerButton(one, shortcut(at), context.send, ...suggests(ask, one.answer))));
  return {
    node,
    enter() {
      const found = entered(ask);
      if (found) context.send(found.answer);
    },
    keys(event) {
      const found = numbers ? listed.find((one) => String(one.answer) === event.key) : listed[digitOf(event)];
      if (!found) return false;
      context.send(found.answer);
      return true;
    },
  };
}
