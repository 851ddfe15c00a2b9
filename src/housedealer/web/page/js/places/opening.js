/** Opening tables. */

import { get, post } from "../api.js";
import { button, dialog, field, h, toast } from "../dom.js";
import { money } from "../money.js";
import { somebody } from "../state.js";

/** @typedef {import("../types.js").Brief} Brief */

const COMPANY = 4;

/** Open a table and go there. @param {Record<string, any>} terms @param {boolean} [sit] */
export async function openTable(terms, sit = true) {
  try {
    await somebody();
    const { table } = await post("/tables", terms);
    location.hash = `#/table/${table.id}${sit ? "?sit" : ""}`;
    return true;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), true);
    return false;
  }
}

/** A table with the usual terms and some regulars. @param {Brief} game */
export function playWithBots(game) {
  const banked = game.layout.kind === "banked";
  return openTable({ game: game.id, bots: Math.min(COMPANY, game.layout.seats - 2, 9), ...(banked ? { bank_bot: true, practice: true } : {}) });
}

/** A window that asks for a table's terms. @param {Brief} game @param {(terms: Record<string, any>) => Promise<boolean>} [open] */
export async function askTerms(game, open = openTable) {
  /** @type {import("../types.js").Description} */
  const known = await get(`/games/${game.id}`);
  const option = h("select", null, known.terms.map((one) => h("option", { value: one.option }, `${one.option || "Option"}: ${one.words}`)));
  const limit = h("select", null);
  const typed = h("input", { type: "text", autocomplete: "off" });
  const typedField = field("Another limit", typed);
  const bots = h("select", null, Array.from({ length: known.layout.seats }, (_, at) => h("option", { value: String(at) }, String(at))));
  bots.value = String(Math.min(COMPANY, known.layout.seats - 1));
  const check = (/** @type {string} */ words, /** @type {boolean} */ on) => {
    const box = h("input", { type: "checkbox", checked: on });
    return { box, node: h("label", { class: "check" }, box, words) };
  };
  const banked = known.layout.kind === "banked";
  const bank = check("A bot with a bankroll of its own takes the bank in turn", banked);
  const practice = check("Practice: the bank may go on when nobody intervenes (not as approved)", banked);
  const advice = check("Practice: after a decision tell what a mistake costs", false);
  const fast = check("Bots answer at once", false);
  const limits = () => {
    const terms = known.terms.find((one) => one.option === option.value) ?? known.terms[0];
    limit.replaceChildren(...(terms?.limits ?? []).map((one) => h("option", { value: one.limit }, `${one.limit}, usual buy-in ${money(one.buy_in.usual)}`)));
    typedField.hidden = !terms?.typed;
    typed.placeholder = terms?.example ?? "";
  };
  option.addEventListener("change", limits);
  limits();
  const made = dialog(
    `A table of ${known.name}`,
    known.terms.length > 1 && field("Fee option", option),
    field("Limit", limit),
    typedField,
    field("Bots", bots),
    banked && bank.node,
    banked && practice.node,
    advice.node,
    fast.node,
    h("p", null, button("Open the table", () => void done(), { class: "first" })),
  );
  async function done() {
    const terms = {
      game: known.id,
      bots: Number(bots.value),
      ...(option.value ? { option: option.value } : {}),
      ...(typed.value.trim() || limit.value ? { limit: typed.value.trim() || limit.value } : {}),
      ...(banked && bank.box.checked ? { bank_bot: true } : {}),
      ...((banked && practice.box.checked) || advice.box.checked ? { practice: true } : {}),
      ...(advice.box.checked ? { advice: true } : {}),
      ...(fast.box.checked ? { pace: "fast" } : {}),
    };
    if (await open(terms)) made.close();
  }
}
