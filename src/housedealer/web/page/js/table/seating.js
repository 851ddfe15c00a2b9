/** Coming and going: taking a seat, buying chips, standing behind others, leaving, calling the floor. */

import { Failed } from "../api.js";
import { button, dialog, field, h, toast } from "../dom.js";
import { money } from "../money.js";
import { line } from "../socket.js";
import { me, somebody } from "../state.js";
import { sizer } from "./ask/amount.js";

/** @typedef {import("./model.js").Model} Model */

/** Says something to the house and shows what it refuses. @param {string} type @param {Record<string, any>} fields @param {string} [done] */
export async function tell(type, fields, done) {
  try {
    const reply = await line.send(type, fields);
    if (reply?.words || done) toast(reply?.words ?? done ?? "");
    return true;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), true);
    return false;
  }
}

/** Waits until the socket knows who we are. */
async function connected() {
  for (let tries = 0; tries < 60 && !line.ready; tries += 1) await new Promise((done) => setTimeout(done, 50));
}

/** The first seat that nobody has. @param {Model} model */
export function freeSeat(model) {
  const seats = model.scene?.seats ?? [];
  return seats.find((one) => !one.name)?.seat ?? 0;
}

/** Sit down with the usual chips. @param {Model} model @param {number} [seat] */
export async function sitDown(model, seat = freeSeat(model)) {
  const table = model.table;
  if (!table || !seat) return toast("Every seat is taken.", true);
  await somebody();
  await connected();
  const chips = Math.min(table.buy_in.usual, me.person?.chips ?? 0);
  if (chips < table.buy_in.least) return toast(`This table wants at least ${money(table.buy_in.least)}; you have ${money(me.person?.chips ?? 0)} off the tables.`, true);
  return tell("sit", { table: table.id, seat, chips });
}

/**
 * A window that asks for an amount of chips.
 * @param {string} title @param {string} words @param {{least: number, usual: number, most: number}} within
 * @param {string} verb @param {(chips: number) => Promise<boolean>} done
 */
function chipsDialog(title, words, within, verb, done) {
  const have = me.person?.chips ?? 0;
  const high = Math.min(within.most, Math.floor(have / 100) * 100);
  if (high < within.least) {
    dialog(title, h("p", null, `You have ${money(have)} off the tables, and this takes at least ${money(within.least)}.`), h("p", null, h("a", { href: "#/account" }, "Get play chips at your account")));
    return;
  }
  const give = button(verb, () => void finish(), { class: "answer first" });
  const quick = [{ words: "Least", amount: within.least }, { words: "Usual", amount: within.usual }, { words: "Twice", amount: 2 * within.usual }, { words: "All", amount: high }];
  const size = sizer({ low: within.least, high, step: 100 }, Math.min(within.usual, high), quick, (value) => {
    give.disabled = value === null;
    give.textContent = value === null ? `From ${money(within.least)}` : `${verb} ${money(value)}`;
  }, title);
  const made = dialog(title, h("p", null, words), size.node, h("p", null, give));
  async function finish() {
    const chips = size.value();
    if (chips !== null && (await done(chips))) made.close();
  }
}

/** @param {Model} model @param {number} seat */
export async function askToSit(model, seat) {
  const table = model.table;
  if (!table) return;
  try {
    await somebody();
  } catch (error) {
    toast(error instanceof Failed ? error.message : String(error), true);
    return;
  }
  await connected();
  chipsDialog(`Seat ${seat}`, `${table.name}, ${table.terms}. You have ${money(me.person?.chips ?? 0)} off the tables.`, table.buy_in, "Sit down with", (chips) => tell("sit", { table: table.id, seat, chips }));
}

/** @param {Model} model */
export function askToBuy(model) {
  const table = model.table;
  if (!table) return;
  const within = { ...table.buy_in, least: 100 };
  chipsDialog("Buy chips", "They come to you after this round.", within, "Buy", (chips) => tell("buy", { table: table.id, chips }, "You buy chips."));
}

/** @param {Model} model */
export function askBehind(model) {
  const { table, scene } = model;
  if (!table || !scene) return;
  const seats = scene.seats.filter((one) => one.name && one.name !== scene.you?.name);
  const now = new Set(scene.you?.behind ?? []);
  const boxes = seats.map((one) => h("label", { class: "check" }, h("input", { type: "checkbox", value: String(one.seat), checked: now.has(one.seat) }), ` Seat ${one.seat}, ${one.name}`));
  const chips = h("input", { type: "number", min: 0, step: 1, value: scene.you?.chips ? 0 : table.buy_in.usual / 100 });
  const done = async () => {
    const chosen = boxes.map((box) => /** @type {HTMLInputElement} */ (box.firstElementChild)).filter((box) => box.checked).map((box) => Number(box.value));
    const more = Math.round(Number(chips.value) * 100);
    await somebody();
    await connected();
    if (await tell("behind", { table: table.id, seats: chosen, ...(more > 0 ? { chips: more } : {}) }, chosen.length ? "You stand behind." : "You stand behind nobody.")) made.close();
  };
  const made = dialog("Stand behind", h("p", null, "Who stands behind a seat bets on its spots; the seated player plays the hand."), h("fieldset", null, h("legend", null, "Seats"), boxes), field("Chips to bring, in dollars", chips), h("p", null, button("Stand behind", () => void done(), { class: "answer first" })));
}

/** @param {Model} model */
export function askFloor(model) {
  const words = h("textarea", { rows: 3, maxlength: 200 });
  const done = async () => {
    if (await tell("call", { table: model.id, says: words.value }, "The floor has been called.")) made.close();
  };
  const made = dialog("Call the floor", field("What is it about?", words), h("p", null, button("Call", () => void done(), { class: "answer first" })));
}
