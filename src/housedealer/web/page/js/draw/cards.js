/** Playing cards, drawn: a large index that stays readable under other cards, and one big suit. */

import { h, s } from "../dom.js";

export const UNSEEN = -1;
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const RANK_NAMES = [
  "deuce", "trey", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
];
const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];
const SUIT_SIGNS = ["♣", "♦", "♥", "♠"];
const JOKERS = 52;
const MARKED_ACE = 55;

/** One path a suit, in a box of 100 by 100. */
const SUITS = [
  "M50 6a20 20 0 0 1 15.5 32.6 20 20 0 1 1-8.3 34.4c1 9 4.5 15 9.8 19H33c5.3-4 8.8-10 9.8-19a20 20 0 1 1-8.3-34.400A20 20 0 0 1 50 6z",
  "M50 4 84 50 50 96 16 50z",
  "M50 92C30 72 8 56 8 33 8 18 19 9 30 9c9 0 16 5 20 13 4-8 11-13 20-13 11 0 22 9 22 24 0 23-22 39-42 59z",
  "M50 6c17 22 39 34 39 53 0 12-9 20-19 20-7 0-13-3-16.5-8 .8 9 4.2 16 9.5 21H37c5.3-5 8.7-12 9.5-21-3.5 5-9.5 8-16.5 8-10 0-19-8-19-20C11 40 33 28 50 6z",
];

const CROWNS = {
  9: "M26 70V40l12 10 12-18 12 18 12-10v30z",
  10: "M24 70l4-34 12 18 10-24 10 24 12-18 4 34z",
  11: "M24 70V34l13 14 13-22 13 22 13-14v36zM24 74h52v7H24z",
};

/** @param {number} piece */
export function isJoker(piece) {
  return piece === JOKERS || piece === JOKERS + 1;
}

/** A card as one reads it out. @param {number} piece */
export function cardName(piece) {
  if (piece === UNSEEN) return "face-down card";
  if (isJoker(piece)) return "joker";
  if (piece === MARKED_ACE) return "marked ace";
  return `${RANK_NAMES[piece >> 2]} of ${SUIT_NAMES[piece & 3]}`;
}

/** A card as one writes it: `A♠`. @param {number} piece */
export function cardFace(piece) {
  if (piece === UNSEEN) return "▒";
  if (isJoker(piece)) return "Jk";
  if (piece === MARKED_ACE) return "A★";
  return `${RANKS[piece >> 2]}${SUIT_SIGNS[piece & 3]}`;
}

/** The card of a written face (`Kd`, `10h`, `Jk`), or -1. @param {string} face */
export function cardOf(face) {
  if (/^jk/i.test(face)) return JOKERS;
  const rank = RANKS.indexOf(face.slice(0, -1).toUpperCase().replace(/^T$/, "10"));
  const suit = "cdhs".indexOf(face.slice(-1).toLowerCase());
  return rank < 0 || suit < 0 ? UNSEEN : rank * 4 + suit;
}

/** @param {number} suit @param {number} x @param {number} y @param {number} size */
function pip(suit, x, y, size) {
  return s("path", { d: SUITS[suit], transform: `translate(${x} ${y}) scale(${size / 100})`, fill: "currentColor" });
}

/** @param {number} piece @returns {SVGElement} */
function drawing(piece) {
  const made = s("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", class: "face" });
  if (piece === UNSEEN) {
    made.append(s("rect", { x: 7, y: 7, width: 86, height: 126, rx: 8, class: "back-frame" }));
    for (let row = 0; row < 7; row += 1)
      for (let column = 0; column < 5; column += 1)
        if ((row + column) % 2 === 0)
          made.append(s("path", { d: "M0-9 7 0 0 9-7 0z", transform: `translate(${18 + 16 * column} ${16 + 18 * row})`, class: "back-lozenge" }));
    return made;
  }
  if (isJoker(piece) || piece === MARKED_ACE) {
    const star = "M50 22l8 20 21 1-16 14 5 21-18-11-18 11 5-21-16-14 21-1z";
    made.append(
      s("text", { x: 9, y: 38, class: "index" }, isJoker(piece) ? "★" : "A"),
      s("path", { d: star, transform: "translate(8 34) scale(.84)", fill: "currentColor" }),
      s("text", { x: 50, y: 128, class: "joker", "text-anchor": "middle" }, isJoker(piece) ? "JOKER" : "MARKED"),
    );
    return made;
  }
  const rank = piece >> 2;
  const suit = piece & 3;
  const index = s("text", { x: 8, y: 43, class: rank === 8 ? "index ten" : "index" }, RANKS[rank]);
  made.append(index, pip(suit, 9, 50, 27));
  const crown = /** @type {Record<number, string>} */ (CROWNS)[rank];
  if (crown) made.append(s("path", { d: crown, transform: "translate(50 -10) scale(.5)", class: "crown" }));
  made.append(pip(suit, 36, 74, 58));
  return made;
}

/** @param {number} piece */
function tint(piece) {
  if (piece === UNSEEN) return "back";
  if (isJoker(piece) || piece === MARKED_ACE) return "wild";
  return ["club", "diamond", "heart", "spade"][piece & 3];
}

/** A card. @param {number} piece @param {boolean} [quiet] whether what stands around it already names it */
export function card(piece, quiet = false) {
  const names = quiet ? { "aria-hidden": "true" } : { role: "img", "aria-label": cardName(piece) };
  return h("span", { class: `piece card ${tint(piece)}`, "data-piece": piece, ...names }, drawing(piece));
}
