/** The table: joins it, lays it out, and ties felt, dock and side together. */

import { get, post } from "../api.js";
import { announce, button, fill, h, link, toast } from "../dom.js";
import { money, signed } from "../money.js";
import { said } from "../said.js";
import { line } from "../socket.js";
import { clicks } from "../sound.js";
import { me } from "../state.js";
import { Dock } from "./dock.js";
import { Felt } from "./felt.js";
import { Model } from "./model.js";
import { play } from "./motion.js";
import { askBehind, askFloor, askToBuy, askToSit, sitDown, tell } from "./seating.js";
import { Side } from "./side.js";
import { shortTitle, spotTitle } from "./stakes.js";

/** @typedef {import("../types.js").Ask} Ask */
/** @typedef {import("../types.js").Answer} Answer */

/** @type {import("../main.js").Place} */
export const place = {
  title: "Table",
  show({ at, words, query, signal }) {
    new Room(words[0] ?? "", at, signal, query.has("sit"));
  },
};

/** For so many milliseconds a note of the house stays above the next one: it could not be read yet. */
const FRESH = 8000;

class Room {
  /** @param {string} id @param {HTMLElement} at @param {AbortSignal} signal @param {boolean} sits whether to sit down at once */
  constructor(id, at, signal, sits) {
    this.sits = sits;
    this.signal = signal;
    const model = new Model(id, signal);
    this.model = model;
    this.bar = h("header", { class: "table-bar" });
    this.stage = h("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Felt" }, h("p", { class: "empty" }, "To the table…"));
    this.notice = h("p", { class: "house-says", role: "status" });
    /** @type {Felt | null} */
    this.felt = null;
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** Whether a narrow screen shows also what is seldom done. */
    this.rare = false;
    this.drawing = 0;
    this.fitted = 0;
    this.height = 0;
    /** @type {{words: string, at: number}[]} */
    this.notes = [];
    this.side = new Side(model, { text: (text) => line.send("text", { table: id, text }) }, signal);
    this.dock = new Dock(
      {
        context: (ask) => this.#context(ask),
        answer: (ask, answer) => this.#answer(ask, answer),
        hint: (ask) => line.send("hint", { table: id, question: ask.question }),
        idle: () => this.#idle(),
        hides: (hands) => this.#hide(hands),
        before: () => this.#before(),
        notes: (ask) => this.#notes(ask),
      },
      signal,
    );
    at.append(h("div", { class: "tableview" }, this.bar, this.notice, this.stage, this.dock.node, this.side.node));
    model.addEventListener("table", () => this.#table(), { signal });
    model.addEventListener("scene", () => this.#later(), { signal });
    model.addEventListener("ask", () => this.#asks(), { signal });
    model.addEventListener("settled", () => this.#settled(), { signal });
    model.addEventListener("story", (event) => this.#told(/** @type {CustomEvent} */ (event).detail), { signal });
    const sized = new ResizeObserver(() => this.#later());
    sized.observe(this.stage);
    signal.addEventListener("abort", () => sized.disconnect());
    line.join(id).catch((error) => this.#gone(error.message));
    this.#idle();
  }

  /** @param {string} says */
  #gone(says) {
    fill(this.stage, h("p", { class: "empty", role: "alert" }, says, " ", link("#/", "To the lobby")));
  }

  #table() {
    const { table, game, lost } = this.model;
    if (lost) this.#gone(lost);
    if (!table || !game) return;
    document.title = `${table.name} · housedealer`;
    const marks = [
      table.practice && h("span", { class: "mark warn" }, "practice"),
      ...table.not_as_approved.map((why) => h("span", { class: "mark warn", title: why }, "not as approved")),
      table.guided > 0 && h("span", { class: "mark" }, "first table"),
    ];
    fill(
      this.bar,
      h("h1", null, table.name),
      h("span", { class: "terms" }, table.terms),
      marks,
      h("nav", { "aria-label": "This table" }, link(`#/game/${game.id}`, "Rules"), game.layout.kind === "banked" && link(`#/odds/${game.id}`, "Odds"), button("Story", () => this.side.open("Story"), { class: "plain narrow" }), link("#/", "Lobby", { title: "To the lobby; a seat stays yours until you stand up" })),
    );
    if (!this.felt || this.felt.game.id !== game.id || this.felt.seats.size !== table.places) {
      this.felt = new Felt(game, table.places, { sit: (seat) => void askToSit(this.model, seat) });
      fill(this.stage, this.felt.node);
      this.#later();
    }
    this.dock.rest();
  }

  /** Draws once a frame however many changes came. */
  #later() {
    if (this.drawing) return;
    const draw = () => {
      this.drawing = 0;
      this.#draw();
    };
    this.drawing = document.hidden ? window.setTimeout(draw, 50) : requestAnimationFrame(draw);
  }

  #draw() {
    const { scene } = this.model;
    if (!scene || !this.felt || this.signal.aborted) return;
    const low = this.stage.scrollHeight - this.stage.scrollTop - this.stage.clientHeight < 24;
    const fresh = this.felt.update(scene, this.model.dice, this.hidden, this.model.totals);
    const height = this.stage.clientHeight;
    const begun = scene.round !== this.fitted;
    this.felt.fit(this.stage, begun || height > this.height);
    // What does not fit is the far end of the table, not one's own.
    if (scene.you?.seats.length && (low || begun || height !== this.height)) this.stage.scrollTop = this.stage.scrollHeight;
    this.fitted = scene.round;
    this.height = height;
    const events = this.model.fresh.splice(0);
    play(this.felt, events, fresh);
    if (this.sits && me.person) {
      this.sits = false;
      if (!scene.you?.seats.length) void sitDown(this.model);
      history.replaceState(null, "", location.hash.replace(/\?sit$/, ""));
    }
    this.dock.rest();
  }

  #asks() {
    const name = this.model.table?.name ?? "Table";
    document.title = this.model.asks.length ? `● Your turn · ${name}` : `${name} · housedealer`;
    this.dock.update(this.model.asks);
  }

  /** @param {Set<string>} hands */
  #hide(hands) {
    this.hidden = hands;
    this.#later();
  }

  /** What the round before came to, for whoever bets again before he has read it. */
  #before() {
    const last = this.model.before;
    if (!last || last.net === null) return null;
    return h("p", { class: `last ${last.net > 0 ? "won" : last.net < 0 ? "lost" : ""}` }, h("small", null, "Last round: "), last.void ? "void" : signed(last.net));
  }

  /** What taking the bank means, for whoever is offered it. @param {Ask} ask @returns {string[]} */
  #notes(ask) {
    const { game, scene } = this.model;
    if (ask.name !== "player-dealer" || !game || !scene?.you) return [];
    const turns = game.layout.turns === 1 ? "one round" : `up to ${game.layout.turns} rounds`;
    return [`You would bank the others for ${turns}, with as much of your ${money(scene.you.chips)} as you put up: you can lose no more, and their wagers are yours if they lose.`];
  }

  /** @param {Ask} ask @returns {import("./ask/shape.js").Context} */
  #context(ask) {
    const game = /** @type {import("../types.js").Description} */ (this.model.game);
    return {
      layout: game.layout,
      title: (spot) => spotTitle(game, spot),
      short: (spot) => shortTitle(game, spot),
      scene: () => this.model.scene,
      send: (answer) => void this.dock.send(answer),
      quote: (answer) => line.send("quote", { table: this.model.id, question: ask.question, answer }),
      say: (words) => announce(words),
    };
  }

  /** @param {Ask} ask @param {Answer} answer */
  async #answer(ask, answer) {
    const reply = await line.send("answer", { table: this.model.id, question: ask.question, answer });
    this.notes = []; // they were about this question, or before it
    if (reply.late) toast("That came too late: the question was closed.");
    this.model.answered(ask.question);
  }

  #settled() {
    const { settled } = this.model;
    if (!settled) return this.dock.rest();
    if ((settled.net ?? 0) > 0) clicks.win();
    const mine = settled.lines.filter((one) => one.mine).map((one) => one.words);
    announce(said(`${settled.title}. ${mine.join(" ")}`));
    return this.dock.rest();
  }

  /** @param {{words: string, kind: string, more?: boolean}} told */
  #told({ words, kind, more }) {
    if (kind === "settled") return;
    if (kind === "notice") {
      const now = Date.now();
      this.notes = [...this.notes.filter((one) => now - one.at < FRESH), { words, at: now }].slice(-2);
      fill(this.notice, h("span", null, this.notes.map((one) => h("span", { class: "note" }, one.words))), button("✕", () => {
        this.notes = [];
        fill(this.notice);
      }, { class: "plain", "aria-label": "Put the note away" }));
      return;
    }
    if (!more) announce(words);
  }

  /** Whoever opened a table may close it: everybody leaves with his chips after this round. */
  async #close() {
    try {
      await post(`/tables/${this.model.id}/close`);
      toast("The table closes after this round; everybody leaves with his chips.");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** @returns {Node[]} */
  #idle() {
    const { model } = this;
    const { scene, settled, table } = model;
    const you = scene?.you;
    const seated = Boolean(you?.seats.length);
    const waiting = scene?.asked.filter((one) => one.who !== you?.name) ?? [];
    const says = settled
      ? said(settled.title)
      : waiting.length
        ? `Waiting for ${[...new Set(waiting.map((one) => one.who))].slice(0, 3).join(", ")}${waiting.length > 3 ? " and others" : ""}: ${waiting[0].title || waiting[0].name}`
        : seated
          ? "The next question to you comes here."
          : "You are watching. Take a free seat to play.";
    const mine = settled?.lines.filter((one) => one.mine) ?? [];
    const lines = mine.slice(0, 3);
    /** @type {HTMLElement[]} */
    const acts = [];
    const rare = { class: "rare" };
    if (seated && you && table) {
      acts.push(button(you.out ? "Deal me in" : "Sit out", () => void tell("out", { table: model.id, out: !you.out })));
      acts.push(button("Buy chips", () => askToBuy(model)));
      acts.push(button(you.leaving ? "Leaving after this round" : "Stand up", () => void tell("stand", { table: model.id }, "You leave with your chips after this round."), { disabled: you.leaving }));
    } else if (scene?.seats.some((one) => !one.name)) acts.push(button("Sit down", () => void askToSit(model, scene.seats.find((one) => !one.name)?.seat ?? 1), { class: "answer first" }));
    if (model.game?.layout.kind === "banked" && model.game.layout.spots.some((one) => one.backline)) acts.push(button("Stand behind", () => askBehind(model), rare));
    if (you && me.person) acts.push(button("Call the floor", () => askFloor(model), rare));
    if (me.person && table?.opened_by === me.person.name && table.state !== "closing") acts.push(button("Close the table", () => void this.#close(), rare));
    if (acts.some((one) => one.classList.contains("rare")))
      acts.push(button(this.rare ? "Less" : "More", () => {
        this.rare = !this.rare;
        this.dock.rest();
      }, { class: "more", "aria-expanded": String(this.rare) }));
    const note = table?.state !== "closed" && settled && (mine.length > 1 || mine.some((one) => one.words.length > 90)) && button("Why", () => this.side.open("Result"), { class: "plain why" });
    if (table?.state === "closed") acts.splice(0, acts.length, link("#/", "To the lobby"));
    return [
      h("header", null, h("h2", { class: settled?.net ? (settled.net > 0 ? "won" : "lost") : "" }, says), note, you && (seated || you.behind.length > 0) && h("span", { class: "have" }, `${money(you.chips)} before you`)),
      ...(lines.length ? [h("ul", { class: "brief" }, lines.map((one) => h("li", null, said(one.words))), mine.length > lines.length && h("li", { class: "quiet" }, `and ${mine.length - lines.length} more`))] : []),
      h("div", { class: this.rare ? "answers acts whole" : "answers acts" }, acts),
    ];
  }
}

/** A table as the house tells it over HTTP. @param {string} id */
export const tableOf = (id) => get(`/tables/${id}`);
