/** The frame of the page: the bar at the top, and which place stands below it. */

import { allPieces } from "./api.js";
import { button, fill, h, link, toast } from "./dom.js";
import { learnTiles } from "./draw/tiles.js";
import { money } from "./money.js";
import { line } from "./socket.js";
import { may, me, onChange, readSettings, set, settings, whoAmI } from "./state.js";
import { clicks } from "./sound.js";

/**
 * A place draws itself into an element; what it listens to ends with the signal.
 * @typedef {{at: HTMLElement, words: string[], query: URLSearchParams, signal: AbortSignal}} Visit
 * @typedef {{title: string, show: (visit: Visit) => void | Promise<void>}} Place
 */

/** @type {Record<string, () => Promise<{place: Place}>>} */
const PLACES = {
  "": () => import("./places/lobby.js"),
  room: () => import("./places/room.js"),
  table: () => import("./table/place.js"),
  game: () => import("./places/game.js"),
  odds: () => import("./places/odds.js"),
  history: () => import("./places/history.js"),
  school: () => import("./places/school.js"),
  desk: () => import("./places/desk.js"),
  account: () => import("./places/account.js"),
  help: () => import("./places/help.js"),
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
let visit = new AbortController();

async function route() {
  const hash = location.hash.replace(/^#\/?/, "");
  if (hash.startsWith("first-run=")) {
    location.hash = `#/account?first-run=${encodeURIComponent(hash.slice("first-run=".length))}`;
    return;
  }
  const [path, query = ""] = hash.split("?");
  const words = path.split("/").filter(Boolean).map(decodeURIComponent);
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const open = PLACES[words[0] ?? ""];
  main.className = words[0] ?? "lobby";
  document.body.dataset.place = words[0] ?? "lobby";
  if (!open) {
    fill(main, h("section", { class: "sheet" }, h("h1", null, "No such place"), h("p", null, "The address leads nowhere. ", link("#/", "To the lobby"))));
    return;
  }
  try {
    const { place } = await open();
    if (signal.aborted) return;
    fill(main);
    main.scrollTop = 0;
    window.scrollTo(0, 0);
    document.title = place.title ? `${place.title} · housedealer` : "housedealer";
    await place.show({ at: main, words: words.slice(1), query: new URLSearchParams(query), signal });
  } catch (error) {
    if (signal.aborted) return;
    const says = error instanceof Error ? error.message : String(error);
    main.append(h("section", { class: "sheet trouble", role: "alert" }, h("h1", null, "This did not work"), h("p", null, says), h("p", null, button("Try again", () => void route()), " ", link("#/", "To the lobby"))));
  }
  bar();
}

/** @param {string} to @param {string} words @param {string} place */
function way(to, words, place) {
  const here = document.body.dataset.place === place;
  return link(to, words, here ? { "aria-current": "page" } : {});
}

function bar() {
  const person = me.person;
  const sound = button(settings.sound ? "Sound on" : "Sound off", () => {
    set({ sound: !settings.sound });
    clicks.chip();
  }, { class: "plain", "aria-pressed": String(settings.sound) });
  fill(
    top_,
    link("#/", [h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), h("span", null, "housedealer")], { class: "brand", "aria-label": "housedealer, to the lobby" }),
    h(
      "nav",
      { "aria-label": "Places" },
      way("#/", "Lobby", "lobby"),
      way("#/school", "School", "school"),
      (may("floor") || may("auditor")) && way("#/desk", "Floor desk", "desk"),
      way("#/help", "Help", "help"),
    ),
    h(
      "div",
      { class: "who" },
      sound,
      link(
        "#/account",
        person ? [h("b", null, person.name), h("span", { class: "chips", title: "Chips off the tables" }, money(person.chips))] : "Sign in",
        { class: "person", "aria-label": person ? `${person.name}, ${money(person.chips)} off the tables; your account` : "Sign in" },
      ),
    ),
  );
}

function connection() {
  const note = h("p", { class: "offline", role: "status" });
  let slow = 0;
  line.on("state", ({ on, code }) => {
    clearTimeout(slow);
    if (on) return note.remove();
    const says =
      code === 4009 ? "You are connected from another window." : code === 4001 ? "The house has changed: load the page again." : "The connection is lost; coming back…";
    slow = window.setTimeout(() => {
      fill(note, says);
      document.body.append(note);
    }, code === 1012 ? 1500 : 700);
    return undefined;
  });
}

async function begin() {
  readSettings();
  bar();
  onChange(bar);
  connection();
  line.on("notice", (message) => {
    if (!message.table || document.body.dataset.place !== "table") toast(message.says);
  });
  line.on("called", (message) => toast(`${message.who} calls the floor at table ${message.table}: ${message.says}`));
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  addEventListener("hashchange", () => void route());
  try {
    await Promise.all([whoAmI(), allPieces().then((found) => learnTiles(found.tiles))]);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), true);
  }
  line.open();
  if (me.draining) toast("The house is closing: no new tables at the moment.");
  await route();
}

void begin();
