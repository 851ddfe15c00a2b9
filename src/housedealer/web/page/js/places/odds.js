/** The odds lab: a table's terms and wagers are chosen; what every bet is worth and what banking brings is shown. */

import { Failed, get } from "../api.js";
import { announce, field, fill, h, link } from "../dom.js";
import { banking } from "../lab/bank.js";
import { charts } from "../lab/charts.js";
import { wagers } from "../lab/wagers.js";
import { plain } from "../lab/words.js";
import { cents } from "../money.js";

const WAIT = 450;
const PHONE = "(max-width: 1000px)";
const BETS = [
  ["mixed", "Mixed: half bet the least, others 2, 4 and 10 times it"],
  ["flat", "Flat: everybody bets the least"],
  ["steep", "Steep: most bet the least, one in twenty 20 times it"],
  ["own", "Your own…"],
];

/** @param {[string, string][] | string[][]} list */
const choose = (list) => h("select", null, list.map(([value, text]) => h("option", { value }, text)));
/** @param {Record<string, any>} props */
const number = (props) => h("input", { type: "number", inputmode: "decimal", ...props });

/** A game's form: every field of a question. @param {import("../types.js").Description} game */
function asking(game) {
  const spots = game.layout.spots;
  const mains = spots.filter((one) => one.required && !one.equals).slice(0, 1);
  const bases = mains.length > 0 ? mains : spots.filter((one) => one.base);
  const option = choose(game.terms.map((one) => [one.option, one.option ? `${one.option}: ${one.words}` : one.words || "As the room has it"]));
  const limit = h("select", null);
  const limits = () => {
    const terms = game.terms.find((one) => one.option === option.value) ?? game.terms[0];
    const before = limit.value;
    fill(limit, (terms?.limits ?? []).map((one) => h("option", { value: one.limit }, `$${one.limit}`)));
    if ([...limit.options].some((one) => one.value === before)) limit.value = before;
  };
  limits();
  option.addEventListener("change", limits);
  const players = number({ min: 1, max: 14, value: Math.max(1, Math.min(6, game.layout.seats - 1)) });
  const on = choose(bases.map((one) => [one.name, one.title]));
  const bet = choose(BETS);
  const own = h("input", { type: "text", autocomplete: "off", placeholder: "25:60%, 100:40%" });
  const ownField = field("Your own bets", own, "An amount, or amounts with their shares.");
  ownField.hidden = true;
  bet.addEventListener("change", () => { ownField.hidden = bet.value !== "own"; });
  const sides = spots.map((one) => ({ one, input: h("input", { type: "text", inputmode: "decimal", autocomplete: "off", placeholder: "none" }) }))
    .filter(({ one }) => !(one.required && one.equals) && !mains.includes(one));
  const lines = sides.map(({ one, input }) => ({ one, node: field(one.title, input) }));
  const apart = () => lines.forEach(({ one, node }) => { node.hidden = bases.length > 1 && one.name === on.value; });
  on.addEventListener("change", apart);
  apart();
  const pace = number({ min: 1, max: 1000, step: "any", value: 40 });
  const hours = number({ min: 0.5, max: 1000, step: "any", value: 8 });
  const share = number({ min: 1, max: 100, step: "any", value: 100 });
  const staff = h("input", { type: "text", inputmode: "decimal", placeholder: "$0" });
  const contract = h("input", { type: "text", inputmode: "decimal", placeholder: "$0" });
  const amount = h("input", { type: "text", inputmode: "decimal", placeholder: "enough for all" });
  const ruin = number({ min: 0.01, max: 99, step: "any", value: 1 });
  const rounds = choose([["20000", "20,000: quick"], ["100000", "100,000"], ["400000", "400,000: finer"]]);
  rounds.value = "100000";
  const decks = number({ min: 1, max: 16, placeholder: "as printed" });
  const remove = h("input", { type: "text", placeholder: "As Kd", autocomplete: "off" });
  const readings = game.rulings.filter((one) => one.switch && Object.keys(one.readings).length > 1).map((one) => {
    const input = choose(Object.entries(one.readings));
    input.value = one.default;
    return { one, input };
  });
  const money = (/** @type {HTMLInputElement} */ input, /** @type {string} */ name) => {
    const found = input.value.trim() ? cents(input.value) : 0;
    input.setAttribute("aria-invalid", String(found === null));
    if (found === null) throw new Failed(0, "typed", `${name}: “${input.value}” is no amount of money.`);
    return found || "";
  };
  const ruling = () => readings.filter(({ one, input }) => input.value !== one.default).map(({ one, input }) => `${one.id}=${input.value}`);
  return {
    option,
    summary: () => [option.value && `option ${option.value}`, limit.value && `$${limit.value}`, `${players.value} players`, (bet.value === "own" ? own.value || "your own bets" : `${bet.value} bets`)].filter(Boolean).join(", "),
    odds: () => ({ option: option.value, decks: decks.value, remove: remove.value.trim(), ruling: ruling(), readings: decks.value || remove.value.trim() ? "" : "1" }),
    strategy: () => ({ ruling: ruling() }),
    bank: () => ({
      option: option.value, limit: limit.value, players: players.value, ruling: ruling(),
      bet: `${bases.length > 1 ? `${on.value}=` : ""}${bet.value === "own" ? own.value.replaceAll(" ", "") || "mixed" : bet.value}`,
      side: sides.filter(({ one }) => bases.length < 2 || one.name !== on.value).map(({ one, input }) => [one.name, money(input, one.title)]).filter(([, found]) => found).map(([name, found]) => `${name}=${found}`),
      rounds_per_hour: pace.value, hours: hours.value, share: Number(share.value || 100) / 100, staff: money(staff, "Staff"), contract: money(contract, "Contract"),
      amount: money(amount, "Money put up"), ruin: Number(ruin.value || 1) / 100, rounds: rounds.value,
    }),
    nodes: [
      game.terms.length > 1 && field("Fee option", option),
      limit.options.length > 1 && field("Limit", limit),
      h("div", { class: "two" }, field("Players", players), bases.length > 1 ? field("They bet on", on) : null),
      field("How they bet", bet),
      ownField,
      sides.length > 0 && h("fieldset", null, h("legend", null, "Beside it every player bets"), h("div", { class: "two" }, lines.map(({ node }) => node))),
      h("div", { class: "two" }, field("Rounds an hour", pace), field("Hours", hours)),
      readings.length > 0 && h("details", null, h("summary", null, `Rulings: ${readings.length} that may be read otherwise`), readings.map(({ one, input }) => field(one.question, input))),
      h("details", null, h("summary", null, "Costs, money and exactness"), h("div", { class: "two" }, field("Share of rounds banked, %", share), field("Staff an hour", staff), field("Contract a month", contract), field("Put up in a round", amount), field("Risk of ruin, %", ruin), field("Rounds dealt for the spread", rounds))),
      game.layout.pieces === "cards" && h("details", null, h("summary", null, "Another deck (not as approved)"), h("div", { class: "two" }, field("Decks", decks), field("Cards taken out", remove)), h("p", { class: "quiet" }, "For the edges; banking is told for the approved deck.")),
    ],
  };
}

/** @type {import("../main.js").Place} */
export const place = {
  title: "Odds",
  async show({ at, words, signal }) {
    const id = words.slice(0, 2).join("/");
    /** @type {import("../types.js").Description} */
    const game = await get(`/games/${id}`);
    if (signal.aborted) return;
    document.title = `Odds of ${game.name} · housedealer`;
    const form = asking(game);
    /** @type {Map<string, Promise<any>>} */
    const known = new Map();
    const ask = (/** @type {string} */ what, /** @type {Record<string, any>} */ query) => {
      const key = `${what} ${JSON.stringify(query)}`;
      const found = known.get(key) ?? get(`/games/${id}/${what}`, query);
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    };
    const part = (/** @type {string} */ waits) => ({ node: h("div", { class: "lab-part", "aria-busy": "false" }), waits, turn: 0, before: "" });
    const bank = part("Dealing rounds and counting… the first time may take a minute.");
    const odds = part("Counting every wager… the first time may take a minute.");
    const play = part("Solving the best play…");
    const load = async (/** @type {ReturnType<typeof part>} */ one, /** @type {string} */ what, /** @type {() => Record<string, any>} */ query, /** @type {(found: any) => import("../dom.js").Child} */ draw) => {
      one.turn += 1;
      const mine = one.turn;
      one.node.setAttribute("aria-busy", "true");
      if (one.node.childElementCount === 0 || one.node.querySelector(".empty")) fill(one.node, h("p", { class: "empty" }, one.waits));
      try {
        const asked = query();
        const found = await ask(what, asked);
        if (mine !== one.turn || signal.aborted) return;
        if (one.before !== JSON.stringify(asked)) fill(one.node, draw(found));
        one.before = JSON.stringify(asked);
      } catch (error) {
        if (mine !== one.turn || signal.aborted) return;
        one.before = "";
        const says = error instanceof Error ? error.message : String(error);
        fill(one.node, h("p", { class: "empty", role: "alert" }, says));
      } finally {
        if (mine === one.turn) one.node.setAttribute("aria-busy", "false");
      }
    };
    const header = h("header", null, h("p", null, link(`#/game/${game.id}`, `← Rules of ${game.name}`)), h("h1", null, `Odds of ${game.name}`), h("p", { class: "quiet" }, `${game.family ? `${plain(game.family)} · ` : ""}${game.layout.deck.words}`));
    if (game.layout.kind !== "banked") {
      at.append(h("div", { class: "lab-page" }, header, h("div", { class: "lab-out lab-card" },
        h("h2", null, "Nobody banks this game"),
        h("p", null, "The players play for each other's money, so no wager has an edge of its own. What a hand is worth against others is worked out at the terminal:"),
        h("p", null, h("code", null, `housedealer equity ${game.id}`)))));
      return;
    }
    const terms = h("summary", null, "The table");
    const count = () => {
      fill(terms, "The table", h("span", { class: "quiet" }, form.summary()));
      void load(bank, "bank", form.bank, (found) => banking(found, (option) => { form.option.value = option; form.option.dispatchEvent(new Event("change", { bubbles: true })); })).then(() => {
        const says = bank.node.querySelector(".lab-verdict h2")?.textContent;
        if (says && !signal.aborted) announce(says);
      });
      void load(odds, "odds", form.odds, (found) => wagers(found, game.rulings));
      void load(play, "strategy", form.strategy, (found) => found.charts.length > 0 && charts(found.charts));
    };
    let later = 0;
    const soon = () => { clearTimeout(later); later = window.setTimeout(count, WAIT); };
    signal.addEventListener("abort", () => clearTimeout(later));
    const phone = matchMedia(PHONE);
    const shown = h("details", { class: "lab-terms", open: !phone.matches },
      terms,
      h("form", { onchange: soon, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); clearTimeout(later); count(); if (phone.matches) shown.open = false; } },
        form.nodes, h("button", { type: "submit", class: "first" }, "Work it out")),
    );
    phone.addEventListener("change", () => { shown.open = !phone.matches; }, { signal });
    at.append(
      h("div", { class: "lab-page" },
        header,
        shown,
        h("div", { class: "lab-out" }, bank.node, odds.node, play.node),
      ),
    );
    count();
  },
};
