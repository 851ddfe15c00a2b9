/** Keys, and how the table is read. */

import { h, link } from "../dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["1 … 9", "the answers, spots or pieces in their order; the number stands on each"],
  ["Enter", "what is suggested, or what you have put together; never to fold"],
  ["Esc", "take back what you have begun; close a window"],
  ["?", "a hint: what the game's own plan would do, and the odds that are known"],
  ["r, u, x", "wagers: the same again, undo, sit this round out"],
  ["[ and ]", "wagers: a smaller or a larger chip"],
  ["− or Delete", "wagers: take a chip from the spot that has the focus"],
  ["h", "setting a hand: the house way"],
  ["1, 2, 3 on a piece", "setting a hand: put the focused piece into that part"],
  ["p", "drawing: stand pat"],
  ["Tab", "every seat, card and button can be reached"],
];

/** @type {[string, string][]} */
const SIGNS = [
  ["Bank", "the player-dealer: the player who banks this round, with what he put up and what is left of it"],
  ["D", "the dealer button"],
  ["1st", "first action: the settlement begins here and goes clockwise"],
  ["Kill", "has killed the pot: he posted the higher bet, and it is played for"],
  ["sure", "how much of a wager the player-dealer's money covers even if everything before it wins at its longest odds; shown where it has less than lies on the felt"],
  ["in turn", "such luck before it would use up the player-dealer's money; it is met as far as the money lasts when its turn comes, and what is not covered comes back"],
  ["practice", "a table where the bank may go on when nobody intervenes; a real room would break the game"],
];

/** @type {import("../main.js").Place} */
export const place = {
  title: "Help",
  show({ at }) {
    const rows = (/** @type {[string, string][]} */ list) => h("dl", { class: "keys" }, list.flatMap(([key, words]) => [h("dt", null, h("kbd", null, key)), h("dd", null, words)]));
    at.append(
      h("article", { class: "sheet" },
        h("h1", null, "At the table"),
        h("p", null, "Take a free seat, place your wagers or answer what you are asked in the panel below the felt. Every question shows its clock and what happens when it runs out. Play is with play chips only."),
        h("h2", null, "Keys"), rows(KEYS),
        h("h2", null, "Marks"), rows(SIGNS),
        h("h2", null, "In California rooms"),
        h("p", null, "The house has no stake. In player-dealer games one player banks the others for a round or two, then the position moves on; the room takes a flat collection. Money that the bank cannot cover goes back to the bettor."),
        h("p", null, "Each reason in a result names its book and lines; ", link("#/", "every game's sheet"), " has them all."),
      ),
    );
  },
};
