/** A round that was dealt for real, told by clicking in its wagers and cards, and its verdict. */

import { allPieces, allRooms, get, post } from "../api.js";
import { piece } from "../draw/pieces.js";
import { button, field, fill, h, toast } from "../dom.js";

/** @typedef {import("../types.js").Description} Description */
/** @typedef {{words: string, take: (told: Told) => void}} Line */
/** @typedef {Record<string, any>} Told */

/** @param {string[][]} list */
const choice = (list) => h("select", null, list.map(([value, words]) => h("option", { value }, words)));
/** @param {string} [hint] */
const text = (hint) => h("input", { type: "text", autocomplete: "off", placeholder: hint ?? "" });
const amount = () => h("input", { type: "text", inputmode: "decimal", autocomplete: "off", placeholder: "dollars" });

/** Lines that were told one by one; a click takes one back. */
function list() {
  /** @type {Line[]} */
  const lines = [];
  const at = h("div", { class: "answers" });
  const draw = () => fill(at, lines.map((one, place) => button(`${one.words} ✕`, () => (lines.splice(place, 1), draw()), { class: "plain", "aria-label": `${one.words}: take back` })));
  return { lines, at, add: (/** @type {Line} */ one) => (lines.push(one), draw()) };
}

/** Cards a suit after the other, each from its ace down; tiles as they come. @param {string} kind @param {any[]} pieces */
function bySuit(kind, pieces) {
  const place = (/** @type {number} */ piece) => (piece > 51 ? piece : 13 * (3 - (piece & 3)) - (piece >> 2) - 51);
  return kind === "tiles" ? pieces : [...pieces].sort((one, other) => place(one.piece) - place(other.piece));
}

/** @param {Description} game @param {any[]} pieces */
function form(game, pieces) {
  const { layout } = game;
  const poker = layout.kind !== "banked";
  const seats = Array.from({ length: layout.seats }, (_, at) => [String(at + 1), `Seat ${at + 1}`]);
  const option = choice(game.terms.map((one) => [one.option, `Option ${one.option || "—"}`]));
  const limit = h("input", { type: "text", autocomplete: "off", value: poker ? game.terms[0]?.limits[0]?.limit ?? "" : "", placeholder: game.terms[0]?.example ?? "" });

  const bank = choice([["", "The lowest seat without a wager"], ...seats]);
  const put = amount();
  const buttonSeat = choice([["", "Not told"], ...seats]);

  const told = list();
  const wagerSeat = choice(seats);
  const spots = [...layout.spots.map((one) => [one.name, one.title]), ...layout.later.map((one) => [one, one.replaceAll("-", " ")])];
  const spot = choice(spots);
  const stake = amount();
  const bet = () => {
    const [seat, on, money] = [Number(wagerSeat.value), spot.value, stake.value.trim()];
    if (!money) return toast("Say how much.", true);
    if (poker) told.add({ words: `Seat ${seat} has $${money}`, take: (one) => (one.stacks = { ...one.stacks, [seat]: money }) });
    else told.add({ words: `Seat ${seat}: ${spot.selectedOptions[0].text} $${money}`, take: (one) => one.wagers.push({ seat, spot: on, amount: money }) });
    return undefined;
  };

  const shared = ["player-dealer", "board", "player", "banker", "stock"].map((one) => [one, one.replace("-", " ")]);
  const holder = choice([...seats, ...(poker ? shared.slice(1, 2) : shared)]);
  /** @type {Map<string, {face: string, words: string}[]>} */
  const held = new Map();
  const hands = h("div", null);
  const draw = () => fill(hands, [...held].filter(([, cards]) => cards.length).map(([key, cards]) => h("p", { class: "answers" }, h("b", null, /^\d/.test(key) ? `Seat ${key}` : key.replace("-", " ")), cards.map((one, place) => button(one.face === "??" ? "unseen" : one.words, () => (cards.splice(place, 1), draw()), { class: "plain", "aria-label": `${one.words}: take back` })))));
  const deal = (/** @type {string} */ face, /** @type {string} */ words) => {
    held.set(holder.value, [...(held.get(holder.value) ?? []), { face, words }]);
    draw();
  };
  const pile = h("div", { class: `told-pieces of-${layout.pieces}` },
    bySuit(layout.pieces, pieces).map((one) => h("button", { type: "button", class: "told-piece", onclick: () => deal(one.face, one.face) }, piece(layout.pieces, one.piece))),
    button("Unseen", () => deal("??", "unseen"), { class: "unknown" }),
  );

  const said = list();
  const who = choice(seats);
  const what = text(poker ? "fold, call, raise…" : "hit, stand, fold…");
  const how = amount();
  const decide = () => {
    const [seat, answer, money] = [Number(who.value), what.value.trim(), how.value.trim()];
    if (!answer) return toast("Say what was decided.", true);
    said.add({ words: `Seat ${seat}: ${answer}${money ? ` $${money}` : ""}`, take: (one) => one.answers.push({ seat, answer, ...(money ? { amount: money } : {}) }) });
    what.value = "";
    return undefined;
  };

  const odd = list();
  const kind = choice(game.remedies.map((one) => [one.kind, one.kind.replaceAll("-", " ")]));
  const where = choice([["", "No seat"], ...seats]);
  const which = text("As");
  const wrong = () => odd.add({
    words: [kind.selectedOptions[0].text, where.value && `seat ${where.value}`, which.value.trim()].filter(Boolean).join(", "),
    take: ((facts) => (/** @type {Told} */ one) => one.irregularities.push(facts))({ kind: kind.value, ...(where.value ? { seat: Number(where.value) } : {}), ...(which.value.trim() ? { piece: which.value.trim() } : {}) }),
  });

  const part = (/** @type {string} */ title, /** @type {any[]} */ ...inside) => h("fieldset", { class: "told-part" }, h("legend", null, title), inside);
  const at = h("div", null,
    part("Table", h("div", { class: "told-row" }, game.terms.length > 1 && field("Fee option", option), field("Limit", limit), !poker && field("Player-dealer", bank), !poker && field("Put up", put, "Empty: every wager is covered."), poker && field("Button", buttonSeat))),
    part(poker ? "Stacks" : "Wagers", h("div", { class: "told-row" }, field(poker ? "Whose" : "Whose wager", wagerSeat), !poker && field("On", spot), field("Amount", stake), button("Add", bet)), told.at),
    part(layout.pieces === "tiles" ? "Tiles" : "Cards", field("Whose", holder, "Then click in what was dealt, in its order."), pile, hands),
    part("Decisions", h("div", { class: "told-row" }, field("Who decided", who), field("What", what), field("How much, if that is its own", how), button("Add", decide)), said.at),
    game.remedies.length > 0 && part("Irregularities", h("div", { class: "told-row" }, field("What happened", kind), field("At", where), field("Which piece", which), button("Add", wrong)), odd.at),
  );
  const document_ = () => {
    /** @type {Told} */
    const one = { game: game.id, wagers: [], answers: [], irregularities: [] };
    for (const line of [...told.lines, ...said.lines, ...odd.lines]) line.take(one);
    if (option.value) one.option = option.value;
    if (limit.value.trim()) one.limit = limit.value.trim();
    if (bank.value) one.player_dealer = { seat: Number(bank.value), ...(put.value.trim() ? { amount: put.value.trim() } : {}) };
    if (buttonSeat.value) one.button = Number(buttonSeat.value);
    const dealt = [...held].filter(([, cards]) => cards.length);
    if (dealt.length) one.pieces = Object.fromEntries(dealt.map(([key, cards]) => [key, cards.map((card) => card.face).join(" ")]));
    for (const name of ["wagers", "answers", "irregularities"]) if (!one[name].length) delete one[name];
    return one;
  };
  return { at, document: document_ };
}

/** @param {string[]} head @param {(string | number)[][]} rows */
const grid = (head, rows) => h("div", { class: "wide", tabindex: 0 }, h("table", null, h("thead", null, h("tr", null, head.map((one) => h("th", { scope: "col" }, one)))), h("tbody", null, rows.map((row) => h("tr", null, row.map((cell) => h("td", null, String(cell))))))));

/** Dollars as they come, with the sign before them. @param {string} told */
const dollars = (told) => (told.startsWith("-") ? `−$${told.slice(1)}` : `$${told}`);

/** @param {any} found */
function verdict(found) {
  const where = (/** @type {any} */ because) => `${because.words} (${because.heading}, ${because.lines[0] === because.lines[1] ? `line ${because.lines[0]}` : `lines ${because.lines.join("–")}`})`;
  const lines = (found.settlement ?? []).filter((/** @type {any} */ one) => one.spot);
  return h("section", { class: "panel told-verdict", "aria-label": "Verdict" }, h("h2", null, "Verdict"),
    found.void && h("p", { class: "lost" }, `The round is void: ${where(found.void)}`),
    lines.length > 0 && grid(["Seat", "Wager", "Amount", "Result", "Pays", "Goes back", "Because"], lines.map((/** @type {any} */ one) => [one.hand ?? one.seat, one.spot, dollars(one.amount), one.result, dollars(one.pays), dollars(one.returned), where(one.because)])),
    (found.pots ?? []).map((/** @type {any} */ pot) => h("p", null, h("b", null, `${pot.pot} pot of ${dollars(pot.amount)}: `), pot.awards.map((/** @type {any} */ one) => `seat ${one.seat} gets ${dollars(one.amount)}: ${where(one.because)}`).join("; "))),
    grid(["Seat", "Net of wagers", "Fees", "After fees"], (found.seats ?? []).map((/** @type {any} */ one) => [one.by ? `${one.by}, behind seat ${one.seat}` : one.seat, dollars(one.net), dollars(one.fees), dollars(one.after_fees)])),
    found.player_dealer && h("p", null, `The player-dealer in seat ${found.player_dealer.seat}: net ${dollars(found.player_dealer.net)}.`),
    h("p", null, `The drop is ${dollars(found.drop)}.`),
    (found.violations ?? []).length > 0 && h("p", { class: "warned" }, `What broke a rule and was settled all the same: ${found.violations.map((/** @type {any} */ one) => (typeof one === "string" ? one : one.words)).join("; ")}`),
    (found.alternatives ?? []).length > 0 && h("p", { class: "quiet" }, `Another reading would change somebody's result: ${found.alternatives.map((/** @type {any} */ one) => `${one.ruling} = ${one.reading}`).join("; ")}.`),
  );
}

/** @param {HTMLElement} at */
export async function adjudicating(at) {
  const [{ rooms }, known] = await Promise.all([allRooms(), allPieces()]);
  const game = h("select", null, rooms.filter((room) => room.games.length).map((room) => h("optgroup", { label: room.name }, room.games.map((one) => h("option", { value: one.id }, one.name)))));
  const body = h("div", null);
  const result = h("div", { role: "status" });
  /** @type {ReturnType<typeof form> | null} */
  let now = null;
  const draw = async () => {
    now = null;
    fill(body); // what was told of another game is not of this one
    /** @type {Description} */
    const found = await get(`/games/${game.value}`);
    const all = found.layout.pieces === "tiles" ? known.tiles : known.cards.filter((/** @type {any} */ one) => one.piece < 54);
    now = form(found, all);
    fill(body, now.at);
    fill(result);
  };
  const settle = async () => {
    try {
      if (now) fill(result, verdict(await post("/adjudicate", now.document())));
    } catch (error) {
      fill(result, h("p", { class: "trouble" }, error instanceof Error ? error.message : String(error)));
    }
    result.scrollIntoView({ block: "nearest" });
  };
  game.addEventListener("change", () => void draw());
  at.append(h("p", { class: "quiet" }, "A round that was dealt at a table of wood: tell what lay there, and the rule book settles it."), field("Game of the round", game), body, h("p", null, button("Adjudicate", () => void settle(), { class: "first" })), result);
  await draw();
}
