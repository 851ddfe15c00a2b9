/** A room: its open tables and its games. */

import { allRooms } from "../api.js";
import { h, link } from "../dom.js";
import { families, openTables } from "./lobby.js";

/** @type {import("../main.js").Place} */
export const place = {
  title: "Room",
  async show({ at, words, signal }) {
    const { rooms } = await allRooms();
    const room = rooms.find((one) => one.id === words[0]);
    if (signal.aborted) return;
    if (!room) throw new Error("There is no such room.");
    document.title = `${room.name} · housedealer`;
    at.append(
      h("div", { class: "lobby-page one-room" },
        h("section", { class: "welcome" }, h("p", null, link("#/", "← Lobby")), h("h1", null, room.name), h("p", null, `Rule book ${room.book}: ${room.games.length} of its ${room.entries} entries are dealt here.`)),
        openTables({ room: room.id }, signal),
        h("section", { class: "all-games", "aria-label": "Games" }, room.games.length ? families(room.games, () => "") : h("p", { class: "quiet" }, "No game of this room is dealt yet.")),
      ),
    );
  },
};
