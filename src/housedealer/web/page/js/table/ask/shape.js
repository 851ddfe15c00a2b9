/**
 * What all shapes of questions share: how they are given what they need, and the small parts that they are made of.
 *
 * @typedef {import("../../types.js").Ask} Ask
 * @typedef {import("../../types.js").Answer} Answer
 * @typedef {import("../../types.js").Quote} Quote
 * @typedef {import("../../types.js").Scene} Scene
 * @typedef {import("../../types.js").Layout} Layout
 * @typedef {{layout: Layout, title: (spot: string) => string, short: (spot: string) => string, scene: () => Scene | null, send: (answer: Answer) => void,
 *   quote: (answer: Answer) => Promise<Quote>, say: (words: string) => void}} Context
 *
 * A form for one question. `enter` is what the Enter key does, `keys` takes other keys (true when it did something),
 * `escape` undoes what was begun, `show` puts an answer into the form without giving it, and `hides` names hands that
 * the form itself shows.
 * @typedef {{node: HTMLElement, enter: () => void, keys?: (event: KeyboardEvent) => boolean, escape?: () => boolean,
 *   show?: (answer: Answer) => void, hides?: string[]}} Form
 */

import { button, h } from "../../dom.js";
import { piece, pieceName, pieceOf } from "../../draw/pieces.js";
import { money } from "../../money.js";
import { said } from "../../said.js";

/** A key to press, shown on a button. @param {string | number} key */
export const key = (key) => h("kbd", { "aria-hidden": "true", "data-key": String(key) });

/** Words with a capital. @param {string} words */
export function capital(words) {
  const plain = said(words.includes(" ") ? words : words.replaceAll("-", " "));
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** @param {Answer} one @param {Answer | undefined | null} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What the Enter key means: what is suggested, but never to give a hand up, which is what a clock does to the absent.
 * @param {Ask} ask @returns {{answer: Answer} | null}
 */
export function entered(ask) {
  const found = ask.suggested ?? null;
  const words = ask.answers?.find((one) => same(one.answer, found?.answer))?.words ?? "";
  return found && ask.answers.length > 1 && /^(fold|surrender)\b/.test(words) ? null : found;
}

/**
 * Whether an answer should stand out, and whether the Enter key means it: what merely happens on time-out is not
 * pressed on anybody.
 * @param {Ask} ask @param {Answer} answer @returns {[boolean, boolean]}
 */
export function suggests(ask, answer) {
  const found = entered(ask);
  const enter = found !== null && same(answer, found.answer);
  return [enter && (!same(answer, ask.default?.answer) || ask.answers.length < 2), enter];
}

/**
 * A button for an answer with its key, its words and what it costs.
 * @param {{answer: Answer, words: string, cost: number}} option @param {string | number} shortcut
 * @param {(answer: Answer) => void} send @param {boolean} [first] whether it stands out
 * @param {boolean} [enter] whether the Enter key means it
 */
export function answerButton(option, shortcut, send, first = false, enter = first) {
  const cost = option.cost && !option.words.includes("$") ? h("small", null, money(option.cost)) : null;
  return button([shortcut !== "" && key(shortcut), h("span", null, capital(option.words)), cost, enter && key("⏎")], () => send(option.answer), {
    class: first ? "answer first" : enter ? "answer suggested" : "answer",
    "aria-keyshortcuts": shortcut === "" ? null : String(shortcut),
  });
}

/**
 * A piece that can be pressed.
 * @param {import("../../types.js").PieceKind} kind @param {number} value @param {string} face
 * @param {() => void} press @param {string | number} [shortcut]
 */
export function pieceButton(kind, value, face, press, shortcut = "") {
  const name = value < 0 ? face : pieceName(kind, value);
  return button([piece(kind, value, true), h("span", { class: "unseen" }, name), shortcut !== "" && key(shortcut)], press, {
    class: "pieceb",
    "aria-keyshortcuts": shortcut === "" ? null : String(shortcut),
    "aria-pressed": "false",
  });
}

/**
 * The pieces of a question as they are seen; one that has no number is read from what is written on it.
 * @param {import("../../types.js").PieceKind} kind @param {{pieces: number[], faces: string[]}} ask
 */
export function seenPieces(kind, ask) {
  return ask.pieces.map((value, at) => (value < 0 ? pieceOf(kind, ask.faces[at] ?? "") : value));
}

/** The digit of a key for the place-th thing, or nothing. @param {number} place */
export const digit = (place) => (place < 9 ? String(place + 1) : place === 9 ? "0" : "");

/** Which thing a pressed digit means, or -1. @param {KeyboardEvent} event */
export function digitOf(event) {
  if (!/^[0-9]$/.test(event.key)) return -1;
  return event.key === "0" ? 9 : Number(event.key) - 1;
}
