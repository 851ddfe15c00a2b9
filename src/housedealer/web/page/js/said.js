/** The house's sentences as the page writes them: suits as signs, thousands with a comma. */

/** @type {Record<string, string>} */
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const AMOUNT = /\$(\d{4,})(?!\d)/g;
const FACE = /(?<![\w.'’/-])([2-9TJQKA])([cdhs])(?![\w'’/-])/g;

/**
 * `You receive Th 9d` becomes `You receive 10♥ 9♦`; a sentence that begins with `As` keeps its word.
 * @param {string} words
 */
export function said(words) {
  return words
    .replace(AMOUNT, (_, digits) => `$${Number(digits).toLocaleString("en-US")}`)
    .replace(FACE, (whole, rank, suit, at) => (whole === "As" && /^($|.*[.:!?] $)/s.test(words.slice(0, at)) && /^ [a-z]/.test(words.slice(at + 2)) ? whole : `${rank === "T" ? "10" : rank}${SUITS[suit]}`));
}
