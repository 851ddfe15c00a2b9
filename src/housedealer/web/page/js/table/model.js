/** What one watcher knows of a table, kept up to date by the socket, and who wants to hear of it. */

import { said } from "../said.js";
import { line } from "../socket.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Description} Description */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Ask} Ask */
/** @typedef {import("../types.js").Settled} Settled */
/** @typedef {import("../types.js").RoundLine} RoundLine */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {{round: number, words: string, kind: string, mine?: boolean}} Told */

const KEPT = 400;
/** Events that say again what lies open or is drawn just before them. */
const AGAIN = { show: ["melds", "adds", "throws"], deal: ["turns-up"] };
const RECEIVED = /^(.* receives?) (.*)\.$/;

/**
 * Whether the next event says it all: a card turned up from the stock, cards laid in a meld.
 * @param {TableEvent} event @param {TableEvent | undefined} next
 */
export function saidNext(event, next) {
  if (!next || (event.kind === "deal" && (event.to ?? event.args[0]) !== "stock")) return false;
  return (AGAIN[/** @type {keyof typeof AGAIN} */ (event.kind)] ?? []).includes(next.kind);
}

export class Model extends EventTarget {
  /** @param {string} id @param {AbortSignal} signal */
  constructor(id, signal) {
    super();
    this.id = id;
    /** @type {Table | null} */
    this.table = null;
    /** @type {Description | null} */
    this.game = null;
    /** @type {string[]} */
    this.texts = [];
    /** @type {RoundLine[]} */
    this.history = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Ask[]} */
    this.asks = [];
    /** @type {Settled | null} */
    this.settled = null;
    /** The last lines of what was told. @type {Told[]} */
    this.story = [];
    /** How many lines were told in all. */
    this.lines = 0;
    /** Events that the felt has not shown yet. @type {TableEvent[]} */
    this.fresh = [];
    /** The dice of the round. @type {number[]} */
    this.dice = [];
    /** Events of the running round that are neither dealing nor money. @type {TableEvent[]} */
    this.told = [];
    this.round = 0;
    this.lost = "";
    /** How the last round came out for us. @type {Settled | null} */
    this.before = null;

    /** @param {string} type @param {(message: any) => void} hear */
    const on = (type, hear) =>
      line.on(type, (message) => message.table === id && hear.call(this, message), signal);
    line.on("table", (message) => message.table.id === id && this.#terms(message), signal);
    line.on("lobby", (message) => this.#lobby(message.tables), signal);
    on("scene", this.#scene);
    on("events", this.#events);
    on("ask", this.#ask);
    on("closed", this.#closed);
    on("settled", this.#settled);
    on("notice", (message) => this.#tell(message.says, "notice"));
    on("lost", (message) => {
      this.lost = message.says;
      this.#changed("table");
    });
    line.on("state", ({ on: connected }) => {
      if (!connected) this.asks = [];
      this.#changed("ask");
    }, signal);
    signal.addEventListener("abort", () => line.leave(id));
  }

  /** @param {"table" | "scene" | "ask" | "story" | "settled"} what @param {any} [detail] */
  #changed(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** @param {string} words @param {string} kind */
  #tell(words, kind) {
    if (!words) return;
    const told = said(words);
    const last = this.story.at(-1);
    const [now, before] = [RECEIVED.exec(told), RECEIVED.exec(last?.words ?? "")];
    const more = kind === "deal" && last?.kind === "deal" && last.round === this.round && now && before && now[1] === before[1];
    if (last && more) last.words = `${before[1]} ${before[2]} ${now[2]}.`;
    else {
      this.story.push({ round: this.round, words: told, kind });
      this.lines += 1;
    }
    if (this.story.length > KEPT) this.story.splice(0, this.story.length - KEPT);
    this.#changed("story", { words: told, kind, more: Boolean(more) });
  }

  /** @param {import("../types.js").TableMessage} message */
  #terms(message) {
    this.table = message.table;
    this.game = message.game;
    this.texts = message.texts;
    this.history = message.history ?? [];
    this.lost = "";
    this.#changed("table");
  }

  /** @param {Table[]} tables */
  #lobby(tables) {
    const found = tables.find((one) => one.id === this.id);
    if (!found) return;
    this.table = found;
    this.#changed("table");
  }

  /** @param {Scene} scene */
  #scene(scene) {
    if (this.scene && scene.change < this.scene.change && scene.round <= this.scene.round) return;
    this.#begin(scene.round);
    this.scene = scene;
    this.#changed("scene");
  }

  /** @param {number} round */
  #begin(round) {
    if (round === this.round) return;
    this.round = round;
    this.dice = [];
    this.told = [];
    this.settled = null;
    this.#changed("settled");
  }

  /** @param {import("../types.js").Events} message */
  #events(message) {
    this.#begin(message.round);
    for (const [at, event] of message.events.entries()) {
      this.fresh.push(event);
      if (event.kind === "dice") this.dice = Array.isArray(event.args[0]) ? event.args[0] : event.args;
      if (event.kind === "totals" || event.kind === "dice" || event.kind === "peek") this.told.push(event);
      if (!saidNext(event, message.events[at + 1])) this.#tell(event.words, event.kind);
    }
    this.#changed("scene");
  }

  /** @param {Ask} ask */
  #ask(ask) {
    this.asks = [...this.asks.filter((one) => one.question !== ask.question), ask];
    this.#changed("ask");
  }

  /** @param {{question: string, how: string, words?: string}} message */
  #closed(message) {
    const title = this.asks.find((one) => one.question === message.question)?.title ?? "";
    this.asks = this.asks.filter((one) => one.question !== message.question);
    if (message.how === "default" && message.words) this.#tell(`${title}${/[?:]$/.test(title) || !title ? " " : ": "}time ran out, ${message.words}.`.trim(), "notice");
    this.#changed("ask");
  }

  /** Our answer was taken: the question is gone before the house says so. @param {string} question */
  answered(question) {
    this.asks = this.asks.filter((one) => one.question !== question);
    this.#changed("ask");
  }

  /** @param {Settled} settled */
  #settled(settled) {
    this.#begin(settled.round);
    this.settled = settled;
    this.before = settled;
    this.#tell(settled.void ? `The round is void: ${settled.void}` : settled.title, "settled");
    const shared = this.scene?.shared ?? [];
    if (!this.history.some((one) => one.number === settled.round))
      this.history = [
        {
          number: settled.round, at: line.now(), void: settled.void, people: {}, bank: this.scene?.bank?.seat ?? 0,
          drop: settled.collection.table, net: settled.nets, mine: settled.net, shared, told: [...this.told], corrections: [],
        },
        ...this.history,
      ];
    this.#changed("settled");
  }

  /** What the two shared hands of the round count, when it has been said. @returns {Record<string, number>} */
  get totals() {
    const told = this.told.filter((one) => one.kind === "totals").at(-1)?.args ?? this.history.find((one) => one.number === this.round)?.told?.find((one) => one.kind === "totals")?.args;
    return told ? { player: told[0], banker: told[1] } : {};
  }

  /** Our seat at this table, or 0. */
  get seat() {
    return this.scene?.you?.seats[0] ?? 0;
  }
}
