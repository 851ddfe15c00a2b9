/** The floor desk: tables at a glance, calls, the drop, the audit log, people. */

import { allRooms, get, post } from "../api.js";
import { button, fill, h, link, toast } from "../dom.js";
import { money } from "../money.js";
import { line } from "../socket.js";
import { may } from "../state.js";
import { callDialog, closeDialog, correctDialog, moveDialog, reasonDialog, removeDialog, seatDialog, termsDialog } from "./desk_acts.js";
import { adjudicating } from "./desk_adjudicate.js";
import { askTerms } from "./opening.js";

/** @typedef {import("../types.js").Table & {calls: {call: string, who: string, says: string}[], bank: any, drop: number, paused: boolean, fingerprint: string}} DeskTable */

const TABS = [["", "Tables"], ["drop", "Drop"], ["audit", "Audit"], ["people", "People"], ["ledger", "Ledger"], ["adjudicate", "Adjudicate"]];

/** @param {unknown} error */
const says = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} path @param {Record<string, any>} body @param {string} done */
export async function act(path, body, done) {
  try {
    await post(`/desk${path}`, body);
    toast(done);
    return true;
  } catch (error) {
    toast(says(error), true);
    return false;
  }
}

/** @param {string[]} head @param {(string | Node | number | null | false)[][]} rows @param {number[]} [right] */
function grid(head, rows, right = []) {
  const side = (/** @type {number} */ at) => (right.includes(at) ? { class: "figure" } : {});
  return h("div", { class: "wide", tabindex: 0 }, h("table", null, h("thead", null, h("tr", null, head.map((one, at) => h("th", { scope: "col", ...(right.includes(at) ? { class: "right" } : {}) }, one)))), h("tbody", null, rows.map((row) => h("tr", null, row.map((cell, at) => h("td", side(at), cell)))))));
}

/** @param {number} at */
const when = (at) => new Date(at).toLocaleString();

/** What an entry of the audit log tells, in words. @param {string} name @param {any} value @returns {string} */
function fact(name, value) {
  const words = name.replaceAll("_", " ");
  if (value === true) return words;
  if (value === false) return `${words}: no`;
  if (name === "chips") return money(value);
  if (name === "moves") return value.map((/** @type {[string, string, number]} */ [from, to, amount]) => `${money(amount)} from ${from} to ${to}`).join(", ");
  if (Array.isArray(value)) return `${words} ${value.join(" ")}`;
  if (value && typeof value === "object") return Object.entries(value).map(([key, one]) => fact(key, one)).join(", ");
  return `${words} ${value}`;
}

/** @param {HTMLElement} at @param {AbortSignal} signal */
function tables(at, signal) {
  const list = h("ul", { class: "desk-tables" });
  const past = h("details", { class: "desk-past" });
  const floor = may("floor");
  const draw = async () => {
    try {
      const found = await get("/desk/tables");
      if (signal.aborted) return;
      /** @type {DeskTable[]} */
      const all = found.tables;
      const [open, over] = [all.filter((one) => one.state !== "closed"), all.filter((one) => one.state === "closed")];
      fill(list, open.length ? open.map((one) => card(one, floor, draw)) : h("li", { class: "quiet" }, over.length ? "No table is open." : "No table this shift."));
      past.hidden = !over.length;
      fill(past, over.length > 0 && [h("summary", null, `Closed this shift: ${over.length}`), h("ul", { class: "desk-tables" }, over.map((one) => card(one, floor, draw)))]);
    } catch (error) {
      fill(list, h("li", { class: "trouble" }, says(error)));
    }
  };
  let later = 0;
  const soon = () => {
    clearTimeout(later);
    later = window.setTimeout(() => void draw(), 400);
  };
  line.on("lobby", soon, signal);
  line.on("called", soon, signal);
  line.watchLobby(true);
  signal.addEventListener("abort", () => {
    line.watchLobby(false);
    clearTimeout(later);
  });
  const open = async () => {
    const { rooms } = await allRooms();
    const games = rooms.flatMap((room) => room.games);
    const groups = rooms.filter((room) => room.games.length).map((room) => h("optgroup", { label: room.name }, room.games.map((one) => h("option", { value: one.id }, one.name))));
    const choice = h("select", { "aria-label": "Game" }, groups);
    const give = button("Open…", () => {
      const game = games.find((one) => one.id === choice.value);
      if (game) askTerms(game, async (terms) => (await act("/tables", terms, "The table is open.")) && (void draw(), true)).catch((error) => toast(says(error), true));
    }, { class: "first" });
    return h("div", { class: "inline" }, choice, give);
  };
  if (floor) {
    const house = h("div", { class: "answers" },
      button("Begin a shift…", () => reasonDialog("Begin a shift", "Name of the shift", (name) => act("/shift", { name }, "The shift has begun."))),
      drains(),
    );
    open().then((node) => !signal.aborted && at.prepend(h("section", { class: "panel" }, h("h2", null, "Open a table of the house"), node, h("br"), house)), (error) => toast(says(error), true));
  }
  at.append(list, past);
  return draw();
}

/** Two ways: no new rounds, or as usual; the one that is in force is pressed. */
function drains() {
  const empty = button("Drain: no new rounds", () => void set(true));
  const usual = button("Open again", () => void set(false));
  const mark = (/** @type {boolean} */ on) => {
    empty.setAttribute("aria-pressed", String(on));
    usual.disabled = !on;
  };
  const set = async (/** @type {boolean} */ on) => {
    if (await act("/drain", { on }, on ? "No new tables and rounds: the house empties." : "The house is open again.")) mark(on);
  };
  mark(false);
  get("/me").then((me) => mark(me.draining), () => {});
  return h("span", { class: "answers" }, empty, usual);
}

/** @param {DeskTable} table @param {boolean} floor @param {() => Promise<void>} draw */
function card(table, floor, draw) {
  const again = async (/** @type {Promise<boolean>} */ done) => {
    if (await done) await draw();
    return done;
  };
  const way = `/tables/${table.id}`;
  const calls = (table.calls ?? []).map((one) => h("div", { class: "call-note" }, h("span", null, `${one.who}: ${one.says}`), floor && button("Seen to", () => void again(act(`${way}/calls/${one.call}/done`, {}, "The call has been seen to.")))));
  const paused = table.paused;
  const correct = () => button("Correct…", () => correctDialog(table, (number, body) => again(act(`${way}/rounds/${number}/correct`, body, "Corrected by new entries."))));
  return h("li", { class: calls.length ? "desk-table called" : "desk-table" },
    h("h3", null, link(`#/table/${table.id}`, table.name)),
    h("p", { class: "quiet" }, `${table.id} · ${table.terms} · ${table.state} · round ${table.round}`),
    calls,
    h("p", null, `${table.seats.length} of ${table.places} seats; drop ${money(table.drop ?? 0)}${table.bank?.name ? `; bank ${table.bank.name}` : ""}`),
    table.not_as_approved.length > 0 && h("p", { class: "warned" }, `Not as approved: ${table.not_as_approved.join("; ")}`),
    table.says && h("p", null, table.says),
    h("details", null, h("summary", null, "Rounds and rules"), table.fingerprint && h("p", null, h("small", null, "Rules: ", h("code", null, table.fingerprint))), table.round > 0 && h("p", null, link(`#/history/${table.id}/${table.round}`, `Round ${table.round}, step by step`))),
    floor && table.state === "closed" && table.round > 0 && h("div", { class: "answers" }, correct()),
    floor && table.state !== "closed" && h("div", { class: "answers" },
      button(paused ? "Resume" : "Pause", () => void again(act(`${way}/${paused ? "resume" : "pause"}`, {}, paused ? "The table goes on." : "No new round is dealt here."))),
      button("Terms…", () => void termsDialog(table, (body) => again(act(`${way}/option`, body, "The terms change after this round.")))),
      button("Seat…", () => seatDialog(table, (body) => again(act(`${way}/seat`, body, "Seated.")))),
      button("Move…", () => void moveDialog(table, (body) => again(act(`${way}/move`, body, "After this round.")))),
      button("Remove…", () => removeDialog(table, (body) => again(act(`${way}/remove`, body, "He leaves after this round.")))),
      button("Irregularity…", () => void callDialog(table, (body) => again(act(`${way}/call`, body, "The remedy runs.")))),
      button("Void the round…", () => reasonDialog(`Void the round at ${table.id}`, "Why", (reason) => again(act(`${way}/void`, { reason }, "The round is void; every stake goes back.")))),
      table.round > 0 && correct(),
      button("Close…", () => closeDialog(table, (body) => again(act(`${way}/close`, body, "The table closes.")))),
    ),
  );
}

/** @param {HTMLElement} at @param {URLSearchParams} query */
async function drop(at, query) {
  const by = query.get("by") ?? "table";
  const found = await get("/desk/drop", { by });
  at.append(
    h("nav", { class: "desk-tabs", "aria-label": "Drop by" }, ["table", "game", "shift", "room"].map((one) => link(`#/desk/drop?by=${one}`, `By ${one}`, one === by ? { "aria-current": "page" } : {}))),
    grid([`${by[0].toUpperCase()}${by.slice(1)}`, "Rounds", "Drop", "of it by time", "Jackpot"], found.rows.map((/** @type {any} */ row) => [row.name || row.key, row.rounds, money(row.drop), money(row.time ?? 0), money(row.jackpot ?? 0)]), [1, 2, 3, 4]),
    h("p", null, h("b", null, `In all ${money(typeof found.total === "number" ? found.total : (found.total?.drop ?? 0))}`)),
    h("p", null, "Exports: ", ["drop", "rounds", "ledger", "audit", "people"].flatMap((one) => [h("a", { href: `/api/desk/export/${one}.csv`, download: `${one}.csv` }, `${one}.csv`), " "])),
  );
}

/** @param {HTMLElement} at */
async function audit(at) {
  const found = await get("/desk/audit", { count: 200 });
  const said = h("p", { class: "quiet", role: "status" });
  const check = async () => {
    try {
      const verdict = await get("/desk/audit/verify");
      said.textContent = verdict.says;
      said.className = verdict.agrees ? "won" : "lost";
    } catch (error) {
      said.textContent = says(error);
    }
  };
  at.append(
    h("p", null, button("Verify the chain", () => void check())),
    said,
    grid(["No.", "When", "Who", "What", "About", "Why"], found.entries.map((/** @type {any} */ one) => [one.n, h("span", { class: "when" }, when(one.at)), one.who, one.what, [one.about, ...Object.entries(one.facts ?? {}).map(([name, value]) => fact(name, value))].filter(Boolean).join(", "), one.reason ?? ""]), [0]),
  );
}

const ROLES = ["dealer", "floor", "auditor"];

/** @param {HTMLElement} at */
async function people(at) {
  const found = await get("/desk/people");
  const rows = found.people.map((/** @type {any} */ one) => [
    one.name,
    one.kind,
    one.chips === undefined ? "" : money(one.chips),
    one.kind === "guest" ? h("span", { class: "quiet" }, "no account") : h("span", { class: "answers" }, ROLES.map((role) => {
      const box = h("input", { type: "checkbox", checked: one.roles.includes(role), disabled: !may("floor") });
      box.addEventListener("change", () => {
        const roles = box.checked ? [...one.roles, role] : one.roles.filter((/** @type {string} */ other) => other !== role);
        void act("/people", { name: one.name, roles }, `${one.name}: ${roles.join(", ")}`).then((done) => {
          if (done) one.roles = roles;
          else box.checked = !box.checked;
        });
      });
      return h("label", { class: "check" }, box, role);
    })),
  ]);
  at.append(grid(["Name", "Kind", "Chips", "Roles"], rows, [2]));
}

/** @param {HTMLElement} at */
async function ledger(at) {
  const found = await get("/desk/ledger");
  at.append(h("p", null, `The sum of all accounts is ${money(found.sum)}.`), grid(["Account", "Balance"], found.accounts.map((/** @type {any} */ one) => [one.account, money(one.balance)]), [1]));
}

/** @type {import("../main.js").Place} */
export const place = {
  title: "Floor desk",
  async show({ at, words, query, signal }) {
    const tab = words[0] ?? "";
    const body = h("div", null);
    at.append(h("div", { class: "desk-page" }, h("h1", null, "Floor desk"), h("nav", { class: "desk-tabs", "aria-label": "Desk" }, TABS.map(([id, name]) => link(id ? `#/desk/${id}` : "#/desk", name, id === tab ? { "aria-current": "page" } : {}))), body));
    /** @type {Record<string, () => Promise<void>>} */
    const ways = { "": () => tables(body, signal), drop: () => drop(body, query), audit: () => audit(body), people: () => people(body), ledger: () => ledger(body), adjudicate: () => adjudicating(body) };
    try {
      await (ways[tab] ?? ways[""])();
    } catch (error) {
      fill(body, h("p", { class: "empty", role: "alert" }, says(error)));
    }
  },
};
