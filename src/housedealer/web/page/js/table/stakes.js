/** The wagers before a seat: on each spot a stack, what it came to, and whose it is. */

import { h } from "../dom.js";
import { pile } from "../draw/chips.js";
import { money } from "../money.js";

/** @typedef {import("../types.js").Wager} Wager */
/** @typedef {import("../types.js").Description} Description */
/** @typedef {import("../types.js").Scene} Scene */

/** What a spot is called. @param {Description} game @param {string} spot */
export function spotTitle(game, spot) {
  const found = game.layout.spots.find((one) => one.name === spot);
  if (found?.title) return found.title;
  const words = spot.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How long a spot's title may be before a seat. */
const LONG = 16;

/** A spot's title as it stands before a seat: the one base wager of a game needs no name. @param {Description} game @param {string} spot */
export function shortTitle(game, spot) {
  const title = spotTitle(game, spot);
  const bases = game.layout.spots.filter((one) => one.base);
  return title.length > LONG && bases.length === 1 && bases[0].name === spot ? "Wager" : title;
}

/** @param {Wager} wager @returns {[string, string]} */
function outcome(wager) {
  const met = wager.result;
  if (!met) return ["", ""];
  if (met.result === "win") return ["won", `+${money(met.pays)}`];
  if (met.result === "lose") return ["lost", `−${money(wager.amount - met.returned)}`];
  return ["pushed", met.result === "push" ? "push" : "back"];
}

/** How far the player-dealer's money is sure to reach, in words. @param {Wager} wager */
function lasting(wager) {
  const sure = wager.sure ? `${money(wager.sure)} of it is covered whatever happens before it, the rest` : "it is covered";
  return `${sure} in its turn, as far as the player-dealer's money lasts; what is not covered comes back`;
}

/** Whether the player-dealer has less left than lies on the felt: then it is shown how far it reaches. @param {Scene} scene */
function runsShort(scene) {
  const left = scene.bank?.left ?? null;
  return left !== null && scene.wagers.reduce((sum, one) => sum + (one.open ? one.amount : 0), 0) > left;
}

/** @param {Wager} wager @param {Description} game @param {Scene} scene @param {boolean} scarce */
function stake(wager, game, scene, scarce) {
  const [kind, words] = outcome(wager);
  const seated = scene.seats.find((one) => one.seat === wager.seat)?.name;
  const behind = wager.by !== seated;
  const short = wager.sure !== null && wager.open && wager.sure < wager.amount;
  const title = spotTitle(game, wager.spot);
  const hand = wager.hand.includes(".") ? ` on hand ${wager.hand}` : "";
  const says = `${behind ? `${wager.by}, behind: ` : ""}${money(wager.amount)} on ${title}${hand}${words ? `, ${words}` : ""}${short ? `, ${lasting(wager)}` : ""}`;
  return h(
    "div",
    { class: `stake ${kind}${wager.open ? "" : " over"}`, "data-spot": wager.spot, role: "img", "aria-label": says, title: says },
    pile(wager.amount),
    h("span", { class: "figures", "aria-hidden": "true" },
      h("small", null, `${shortTitle(game, wager.spot)}${hand ? ` ${wager.hand.split(".")[1]}` : ""}`),
      h("b", null, money(wager.amount), short && scarce && h("i", null, wager.sure ? ` ${money(wager.sure)} sure` : " in turn")),
      behind && h("small", null, wager.by),
      words && h("em", null, words),
    ),
  );
}

/**
 * @param {Wager[]} wagers @param {Description} game @param {boolean} whole whether empty spots show too @param {Scene} scene
 */
export function stakes(wagers, game, whole, scene) {
  const scarce = runsShort(scene);
  const found = wagers.map((one) => stake(one, game, scene, scarce));
  if (!whole || game.layout.kind !== "banked") return found;
  const taken = new Set(wagers.map((one) => one.spot));
  const free = game.layout.spots.filter((one) => !taken.has(one.name)).map((one) => one.name);
  return [
    ...found,
    ...free.map((spot) => h("div", { class: "stake free", "aria-hidden": "true" }, h("span", { class: "figures" }, h("small", null, shortTitle(game, spot))))),
  ];
}
