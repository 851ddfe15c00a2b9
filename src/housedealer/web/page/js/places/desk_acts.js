/** The windows in which the floor says what it wants done, and why. */

import { get } from "../api.js";
import { button, dialog, field, h, toast } from "../dom.js";
import { cents } from "../money.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {(body: Record<string, any>) => Promise<boolean>} Act */

/**
 * A window with fields and one button; it closes when the act is done.
 * @param {string} title @param {(Node | false | string)[]} fields @param {string} verb @param {() => Promise<boolean> | null} act
 */
function ask(title, fields, verb, act) {
  const give = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const done = act();
    if (done && (await done)) made.close();
  };
  const made = dialog(title, h("form", { onsubmit: give }, fields, h("p", null, h("button", { type: "submit", class: "first" }, verb))));
}

const text = () => h("input", { type: "text", autocomplete: "off" });
/** @param {string[][]} list */
const choice = (list) => h("select", null, list.map(([value, words]) => h("option", { value }, words)));

/** @param {string} title @param {string} words @param {(reason: string) => Promise<boolean>} act */
export function reasonDialog(title, words, act) {
  const reason = text();
  ask(title, [field(words, reason)], "Do it", () => (reason.value.trim() ? act(reason.value.trim()) : (toast("Say why.", true), null)));
}

/** @param {Table} table @param {Act} act */
export function closeDialog(table, act) {
  const reason = text();
  const now = h("input", { type: "checkbox" });
  ask(`Close ${table.name} (${table.id})`, [h("label", { class: "check" }, now, "At once: the round is void and the stakes go back"), field("Why", reason)], "Close", () => act({ now: now.checked, ...(reason.value.trim() ? { reason: reason.value.trim() } : {}) }));
}

/** @param {Table} table @param {Act} act */
export async function termsDialog(table, act) {
  /** @type {import("../types.js").Description} */
  const game = await get(`/games/${table.game}`);
  const option = choice(game.terms.map((one) => [one.option, `Option ${one.option || "—"}`]));
  option.value = table.option;
  const limit = h("input", { type: "text", value: table.limit, autocomplete: "off" });
  const reason = text();
  ask(`Terms of ${table.id}`, [field("Fee option", option), field("Limit", limit, game.terms[0]?.example), field("Why", reason)], "Change after this round", () => act({ option: option.value, limit: limit.value, ...(reason.value.trim() ? { reason: reason.value.trim() } : {}) }));
}

/** @param {Table} table @param {Act} act */
export function seatDialog(table, act) {
  const person = text();
  const taken = new Set(table.seats.map((one) => one.seat));
  const seat = choice(Array.from({ length: table.places }, (_, at) => String(at + 1)).filter((one) => !taken.has(Number(one))).map((one) => [one, `Seat ${one}`]));
  const chips = h("input", { type: "text", inputmode: "decimal", value: String(table.buy_in.usual / 100) });
  const bank = h("input", { type: "checkbox" });
  ask(`Seat somebody at ${table.id}`, [field("Who", person, "The name of a bot that is not in the house seats that bot."), field("Seat", seat), field("Chips, in dollars", chips), h("label", { class: "check" }, bank, "A proposition player who takes the bank")], "Seat", () => {
    const amount = cents(chips.value);
    if (!person.value.trim() || amount === null) return toast("Say who, and with how many chips.", true), null;
    return act({ person: person.value.trim(), seat: Number(seat.value), chips: amount, ...(bank.checked ? { bank_bot: true } : {}) });
  });
}

/** @param {Table} table @param {Act} act */
export function removeDialog(table, act) {
  const person = choice(table.seats.map((one) => [one.name, `Seat ${one.seat}, ${one.name}`]));
  const reason = text();
  if (!table.seats.length) return toast("Nobody sits here.", true);
  ask(`Remove somebody from ${table.id}`, [field("Who", person), field("Why", reason, "He may not sit here again for a day.")], "Remove after this round", () => (reason.value.trim() ? act({ person: person.value, reason: reason.value.trim() }) : (toast("Say why.", true), null)));
  return undefined;
}

/** @param {Table} table @param {Act} act */
export async function moveDialog(table, act) {
  if (!table.seats.length) return toast("Nobody sits here.", true);
  /** @type {{tables: Table[]}} */
  const { tables } = await get("/tables");
  const others = tables.filter((one) => one.id !== table.id && one.state !== "closed");
  const person = choice(table.seats.map((one) => [one.name, `Seat ${one.seat}, ${one.name}`]));
  const to = choice([["", `${table.id}, this table`], ...others.map((one) => [one.id, `${one.id}, ${one.name}`])]);
  const seat = h("select", null);
  const draw = () => {
    const goal = others.find((one) => one.id === to.value) ?? table;
    const taken = new Set(goal.seats.map((one) => one.seat));
    const free = Array.from({ length: goal.places }, (_, at) => at + 1).filter((one) => !taken.has(one));
    seat.replaceChildren(...free.map((one) => h("option", { value: String(one) }, `Seat ${one}`)));
  };
  to.addEventListener("change", draw);
  draw();
  ask(`Move somebody of ${table.id}`, [field("Who", person), field("To which table", to), field("To which seat", seat)], "Move after this round", () => (seat.value ? act({ person: person.value, seat: Number(seat.value), ...(to.value ? { to: to.value } : {}) }) : (toast("No seat is free there.", true), null)));
  return undefined;
}

/** @param {Table} table @param {Act} act */
export async function callDialog(table, act) {
  /** @type {import("../types.js").Description} */
  const game = await get(`/games/${table.game}`);
  if (!game.remedies.length) return toast("The text of this game names no irregularity.", true);
  const kind = choice(game.remedies.map((one) => [one.kind, one.kind.replaceAll("-", " ")]));
  const rule = h("p", { class: "quiet" });
  const facts = h("div", null);
  const reason = text();
  /** @type {Map<string, HTMLInputElement>} */
  let told = new Map();
  const draw = () => {
    const remedy = game.remedies.find((one) => one.kind === kind.value);
    rule.textContent = remedy ? `${remedy.text} ${new Set(remedy.lines).size > 1 ? `Lines ${remedy.lines.join("–")}` : `Line ${remedy.lines[0]}`}.` : "";
    told = new Map((remedy?.facts ?? []).map((name) => [name, text()]));
    facts.replaceChildren(...[...told].map(([name, input]) => field(name.replaceAll("_", " "), input)));
  };
  kind.addEventListener("change", draw);
  draw();
  ask(`Irregularity at ${table.id}`, [field("What happened", kind), rule, facts, field("Why", reason)], "Run the remedy", () => {
    const given = [...told].filter(([, input]) => input.value.trim()).map(([name, input]) => [name, /^\d+$/.test(input.value.trim()) ? Number(input.value) : input.value.trim()]);
    return act({ kind: kind.value, facts: Object.fromEntries(given), ...(reason.value.trim() ? { reason: reason.value.trim() } : {}) });
  });
  return undefined;
}

/** @param {Table} table @param {(number: number, body: Record<string, any>) => Promise<boolean>} act */
export function correctDialog(table, act) {
  const last = table.state === "dealing" ? table.round - 1 : table.round;
  const number = h("input", { type: "number", min: 1, max: table.round, value: Math.max(1, last) });
  const rows = h("div", null);
  const said = h("p", { class: "quiet", role: "status" });
  /** @type {string[]} */
  let names = [];
  /** @type {{from: HTMLSelectElement, to: HTMLSelectElement, amount: HTMLInputElement}[]} */
  let moves = [];
  const more = () => {
    const list = names.map((one) => [one, one]);
    const one = { from: choice(list), to: choice(list), amount: h("input", { type: "text", inputmode: "decimal", placeholder: "dollars", "aria-label": "Amount in dollars" }) };
    if (names.length > 1) one.to.value = names[1];
    one.from.setAttribute("aria-label", "From");
    one.to.setAttribute("aria-label", "To");
    moves.push(one);
    rows.append(h("p", { class: "inline move" }, one.from, " to ", one.to, one.amount));
  };
  const draw = async () => {
    const wanted = Number(number.value);
    /** @type {{rounds: import("../types.js").RoundLine[]}} */
    const found = await get(`/tables/${table.id}/rounds`, { before: wanted + 1, count: 1 });
    const line = found.rounds[0]?.number === wanted ? found.rounds[0] : null;
    names = line ? [...new Set([...Object.values(line.people), ...Object.keys(line.net)]), "drop", "cage"] : [];
    said.textContent = !line ? "This round is not over, or there is none." : line.corrections.length ? `Corrected already: ${line.corrections.join("; ")}` : line.void ?? "";
    moves = [];
    rows.replaceChildren();
    if (line) more();
  };
  number.addEventListener("change", () => void draw());
  void draw();
  const reason = text();
  ask(`Correct a round of ${table.id}`, [field("Round", number), said, rows, button("Another move", () => names.length > 0 && more()), field("Why", reason)], "Correct", () => {
    const told = moves.map((one) => ({ from: one.from.value, to: one.to.value, amount: cents(one.amount.value) })).filter((one) => one.amount);
    if (!reason.value.trim() || !told.length) return toast("Say why, and at least one move.", true), null;
    return act(Number(number.value), { reason: reason.value.trim(), moves: told });
  });
}
