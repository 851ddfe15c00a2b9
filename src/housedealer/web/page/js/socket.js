/**
 * The one socket to the house. It comes back by itself when it drops, joins its tables again, and answers every
 * message with a promise that is kept by the house's `ack`, `quote`, `hint` or `refused`.
 */

import { Failed } from "./api.js";

const VERSION = 1;
const SLOWEST = 15_000;
const PATIENCE = 20_000;

/** @typedef {{resolve: (value: any) => void, reject: (reason: Failed) => void, timer: ReturnType<typeof setTimeout>}} Waiting */

class Line extends EventTarget {
  constructor() {
    super();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.ready = false;
    this.number = 0;
    this.expected = 0;
    this.tries = 0;
    this.later = 0;
    this.lobby = false;
    /** The clock of the house less ours, in milliseconds. */
    this.ahead = 0;
    /** @type {Set<string>} */
    this.tables = new Set();
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.open());
  }

  /** The time of the house. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Connect, unless we are connected. */
  open() {
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.later);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    this.expected = 1;
    socket.addEventListener("open", () => this.#begin(socket));
    socket.addEventListener("message", (event) => this.#hear(socket, String(event.data)));
    socket.addEventListener("close", (event) => this.#closed(socket, event.code));
  }

  /** Connect anew: after signing in or out the house must know who we are. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close(1000);
    this.#drop("The connection was begun anew.");
    this.open();
  }

  /** @param {WebSocket} socket */
  #begin(socket) {
    if (socket !== this.socket) return;
    this.ready = true;
    this.tries = 0;
    this.#tell("state", { on: true });
    for (const table of this.tables) this.send("join", { table }).catch((error) => this.#lost(table, error));
    if (this.lobby) this.send("lobby", { on: true }).catch(() => undefined);
  }

  /** @param {string} table @param {Failed} error */
  #lost(table, error) {
    if (error.code !== "offline") this.#tell("lost", { table, says: error.message });
  }

  /** @param {WebSocket} socket @param {string} text */
  #hear(socket, text) {
    if (socket !== this.socket) return;
    const message = JSON.parse(text);
    if (typeof message.n === "number") {
      if (message.n !== this.expected) {
        socket.close(4000);
        return;
      }
      this.expected += 1;
    }
    if (message.type === "hello" && typeof message.now === "number") this.ahead = message.now - Date.now();
    if (["ack", "refused", "quote", "hint"].includes(message.type) && message.re !== undefined) {
      this.#settle(String(message.re), message);
      return;
    }
    this.#tell(message.type, message);
  }

  /** @param {string} id @param {any} message */
  #settle(id, message) {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    clearTimeout(one.timer);
    if (message.type === "refused") one.reject(new Failed(409, message.code, message.says));
    else one.resolve(message);
  }

  /** @param {string} says */
  #drop(says) {
    this.ready = false;
    for (const one of this.waiting.values()) {
      clearTimeout(one.timer);
      one.reject(new Failed(0, "offline", says));
    }
    this.waiting.clear();
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.#drop("The connection to the house was lost.");
    this.#tell("state", { on: false, code });
    if (code === 4001 || code === 4003 || code === 4009) return;
    const wait = code === 1012 ? 150 : Math.min(SLOWEST, 300 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.later = window.setTimeout(() => this.open(), code === 4008 ? SLOWEST : wait);
  }

  /** @param {string} type @param {any} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Hear messages of a type until the signal aborts.
   * @param {string} type @param {(message: any) => void} hear @param {AbortSignal} [signal]
   */
  on(type, hear, signal) {
    this.addEventListener(type, (event) => hear(/** @type {CustomEvent} */ (event).detail), { signal });
  }

  /**
   * Say something; kept when the house has answered.
   * @param {string} type @param {Record<string, any>} [fields] @returns {Promise<any>}
   */
  send(type, fields = {}) {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Failed(0, "offline", "There is no connection to the house at the moment."));
    this.number += 1;
    const id = String(this.number);
    return new Promise((resolve, reject) => {
      const late = () => {
        this.waiting.delete(id);
        reject(new Failed(0, "offline", "The house did not answer in time."));
      };
      this.waiting.set(id, { resolve, reject, timer: setTimeout(late, PATIENCE) });
      socket.send(JSON.stringify({ v: VERSION, id, type, ...fields }));
    });
  }

  /** Watch a table, now and after every reconnection. @param {string} table */
  join(table) {
    this.tables.add(table);
    this.open();
    return this.ready ? this.send("join", { table }) : Promise.resolve(null);
  }

  /** @param {string} table */
  leave(table) {
    this.tables.delete(table);
    if (this.ready) this.send("leave", { table }).catch(() => undefined);
  }

  /** Hear of tables that change. @param {boolean} on */
  watchLobby(on) {
    this.lobby = on;
    this.open();
    if (this.ready) this.send("lobby", { on }).catch(() => undefined);
  }
}

export const line = new Line();
