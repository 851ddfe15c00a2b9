/** A piece of whatever kind a game is played with. */

import { card, cardFace, cardName, cardOf } from "./cards.js";
import { tile, tileFace, tileName, tileOf } from "./tiles.js";

/** @typedef {import("../types.js").PieceKind} Kind */

/** @param {Kind} kind @param {number} piece @param {boolean} [quiet] @returns {HTMLSpanElement} */
export const piece = (kind, piece, quiet) => (kind === "tiles" ? tile(piece, quiet) : card(piece, quiet));

/** @param {Kind} kind @param {number} piece */
export const pieceName = (kind, piece) => (kind === "tiles" ? tileName(piece) : cardName(piece));

/** @param {Kind} kind @param {number} piece */
export const pieceFace = (kind, piece) => (kind === "tiles" ? tileFace(piece) : cardFace(piece));

/** Pieces read out; unseen ones are counted. @param {Kind} kind @param {number[]} pieces */
export function piecesInWords(kind, pieces) {
  const seen = pieces.filter((one) => one >= 0).map((one) => pieceName(kind, one));
  const down = pieces.length - seen.length;
  const noun = kind === "tiles" ? "tile" : "card";
  if (down) seen.push(`${down} face-down ${noun}${down === 1 ? "" : "s"}`);
  return seen.join(", ") || `no ${noun}s`;
}

/** The piece of a written face, or -1. @param {Kind} kind @param {string} face */
export const pieceOf = (kind, face) => (kind === "tiles" ? tileOf(face) : cardOf(face));
