/** Who we are and how we like it: the person, and the settings that this browser keeps. */

import { get, post } from "./api.js";
import { line } from "./socket.js";

/** @typedef {import("./types.js").Me} Me */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {{sound: boolean, four: boolean, still: boolean, fast: boolean}} Settings */

const KEPT = "housedealer.settings";

/** @type {Me} */
export const me = { person: null, protocol: 1, version: "", first_run: false, draining: false };

/** @type {Settings} */
export const settings = { sound: false, four: false, still: false, fast: false };

const changes = new EventTarget();

/** Hear when the person or a setting changes. @param {() => void} hear @param {AbortSignal} [signal] */
export function onChange(hear, signal) {
  changes.addEventListener("change", hear, { signal });
}

function changed() {
  document.documentElement.dataset.four = settings.four ? "yes" : "no";
  document.documentElement.dataset.still = settings.still ? "yes" : "no";
  changes.dispatchEvent(new Event("change"));
}

export function readSettings() {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
  } catch {
    localStorage.removeItem(KEPT);
  }
  changed();
}

/** @param {Partial<Settings>} wanted */
export function set(wanted) {
  Object.assign(settings, wanted);
  localStorage.setItem(KEPT, JSON.stringify(settings));
  changed();
}

/** Ask the house who we are. */
export async function whoAmI() {
  Object.assign(me, await get("/me"));
  changed();
}

/** @param {Person | null} person */
export function become(person) {
  const before = me.person?.name;
  me.person = person;
  changed();
  if (before !== person?.name) line.again();
}

/** The person; a visitor becomes a guest with play chips. @returns {Promise<Person>} */
export async function somebody() {
  if (me.person) return me.person;
  const { person } = await post("/guest");
  become(person);
  return person;
}

/** @param {string} role */
export function may(role) {
  return me.person?.roles.includes(role) ?? false;
}

line.on("hello", (message) => {
  me.person = message.person;
  if (message.version) me.version = message.version;
  changed();
});
