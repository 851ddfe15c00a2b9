/** The lobby: open tables, every room's games by family, and one click to a seat among bots. */

import { allRooms, get } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { line } from "../socket.js";
import { me } from "../state.js";
import { openTable, playWithBots } from "./opening.js";

/** @typedef {import("../types.js").Brief} Brief */
/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../types.js").Table} Table */

/** @type {Record<string, string>} */
const STATES = { waiting: "waiting for players", gap: "between rounds", offering: "the bank is offered", dealing: "in play", paused: "paused", broken: "no player-dealer", closing: "closing" };
/** @type {Record<string, string>} */
const KINDS = { banked: "against the player-dealer", pot: "for a pot", exchange: "between the players" };

/** How many open tables are listed at first. */
const FIRST = 4;

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A table that one can go to. @param {Table} table */
function tableCard(table) {
  const taken = table.seats.length;
  const people = table.seats.map((one) => one.name).join(", ");
  return h(
    "li",
    { class: "open-table" },
    link(`#/table/${table.id}`, [h("b", null, table.name), h("span", { class: "quiet" }, table.terms)], { class: "whole" }),
    h("span", { class: "where" }, `${taken} of ${table.places} seats · ${STATES[table.state] ?? table.state}${table.practice ? " · practice" : ""}`),
    table.seats.some((one) => !one.bot && one.name === me.person?.name) && h("span", { class: "mark" }, "your seat"),
    people && h("small", { class: "quiet" }, people),
  );
}

/**
 * A list of open tables that keeps itself up to date.
 * @param {Record<string, string>} query @param {AbortSignal} signal
 */
export function openTables(query, signal) {
  /** @type {Map<string, Table>} */
  const tables = new Map();
  const list = h("ul", { class: "open-tables" });
  let whole = false;
  const at = h("section", { class: "tables-open", "aria-label": "Open tables" }, h("h2", null, "Open tables"), list);
  const fits = (/** @type {Table} */ table) => (!query.room || table.room === query.room) && (!query.game || table.game === query.game);
  const draw = () => {
    const mine = (/** @type {Table} */ one) => Number(one.seats.some((sitter) => !sitter.bot && sitter.name === me.person?.name));
    const shown = [...tables.values()].filter((one) => one.state !== "closed").sort((one, other) => mine(other) - mine(one) || other.created - one.created);
    const first = whole ? shown : shown.slice(0, FIRST);
    fill(
      list,
      shown.length ? first.map(tableCard) : h("li", { class: "quiet" }, "No table is open at the moment: open one, the bots come at once."),
      shown.length > first.length && h("li", null, button(`All ${shown.length} tables`, () => {
        whole = true;
        draw();
      }, { class: "plain" })),
    );
  };
  line.on("lobby", (message) => {
    for (const table of message.tables) {
      if (table.state === "closed" || !fits(table)) tables.delete(table.id);
      else tables.set(table.id, table);
    }
    draw();
  }, signal);
  line.watchLobby(true);
  signal.addEventListener("abort", () => line.watchLobby(false));
  get("/tables", query).then(
    (found) => {
      for (const table of found.tables) tables.set(table.id, table);
      draw();
    },
    (error) => fill(list, h("li", { class: "quiet" }, error.message)),
  );
  return at;
}

/** One game as a card. @param {Brief} game @param {string} room */
export function gameCard(game, room) {
  return h(
    "li",
    { class: "game-card" },
    h("h4", null, link(`#/game/${game.id}`, game.name)),
    h("p", { class: "quiet" }, room || capital(KINDS[game.layout.kind])),
    h("div", { class: "answers" }, button("Play", () => void playWithBots(game), { class: "first", "aria-label": `Play ${game.name} with bots` }), link(`#/game/${game.id}`, "Rules", { class: "button", "aria-label": `Rules of ${game.name}` })),
  );
}

/** The games by family. @param {Brief[]} games @param {(game: Brief) => string} room */
export function families(games, room) {
  /** @type {Map<string, Brief[]>} */
  const found = new Map();
  for (const game of games) found.set(game.family, [...(found.get(game.family) ?? []), game]);
  return [...found].map(([family, listed]) => h("section", { class: "family" }, h("h3", null, capital(family)), h("ul", { class: "games" }, listed.map((game) => gameCard(game, room(game))))));
}

/** @param {Brief} game @param {string} words */
function fits(game, words) {
  const text = [game.name, ...game.also, game.family, game.room, game.house, KINDS[game.layout.kind], game.layout.pieces].join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** @type {import("../main.js").Place} */
export const place = {
  title: "Lobby",
  async show({ at, signal }) {
    const { rooms } = await allRooms();
    if (signal.aborted) return;
    const games = rooms.flatMap((room) => room.games);
    const names = new Map(rooms.map((room) => [room.id, room.name]));
    const first = games.find((game) => game.first);
    const list = h("div", { class: "catalog" });
    const search = h("input", { type: "search", placeholder: "Search games: hold’em, baccarat, tiles…", "aria-label": "Search games" });
    const draw = () => {
      const words = search.value.trim();
      const shown = words ? games.filter((game) => fits(game, words)) : games;
      fill(list, shown.length ? families(shown, (game) => names.get(game.room) ?? game.room) : h("p", { class: "quiet" }, "No game has that name."));
    };
    search.addEventListener("input", draw);
    draw();
    at.append(
      h("div", { class: "lobby-page" },
        h("section", { class: "welcome" },
          h("h1", null, me.person ? `Good evening, ${me.person.name}` : "A card room, by the book"),
          h("p", null, `${games.length} games of ${rooms.filter((room) => room.games.length).length} rooms, dealt by their own rule books, with play chips.`),
          h("div", { class: "answers" },
            first && button("Show me a first table", () => void openTable({ game: first.id, bots: Math.min(3, first.layout.seats - 1), bank_bot: true, practice: true, guided: true }), { class: "first" }),
            link("#/school", "Dealer’s school", { class: "button" }),
          ),
        ),
        openTables({}, signal),
        h("section", { class: "rooms", "aria-label": "Rooms" }, h("h2", null, "Rooms"), h("ul", null, rooms.map((room) => h("li", null, link(`#/room/${room.id}`, [h("b", null, room.name), h("span", { class: "quiet" }, room.games.length ? `${room.games.length} game${room.games.length > 1 ? "s" : ""}` : "no games yet")], { class: "whole" }))))),
        h("section", { class: "all-games", "aria-label": "Games" }, h("div", { class: "searching" }, h("h2", null, "Games"), search), list),
      ),
    );
  },
};
