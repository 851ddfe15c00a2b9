/** The dealer's school: a round is dealt, and at every verb the trainee says what comes next. */

import { allRooms, get, post } from "../api.js";
import { announce, button, field, fill, h, link, toast } from "../dom.js";
import { said } from "../said.js";
import { somebody } from "../state.js";
import { Dock } from "../table/dock.js";
import { Felt } from "../table/felt.js";
import { play } from "../table/motion.js";
import { source } from "../table/side.js";
import { shortTitle, spotTitle } from "../table/stakes.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Ask} Ask */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {{id: string, title: string, says: string}} Skill */
/** @typedef {{id: string, game: string, option: string, limit: string, skills: string[], seconds: number | null,
 *   round: number, of: number, asked: number, right: number, done: boolean}} Exercise */
/** @typedef {{exercise: Exercise, scene: Scene, events: TableEvent[], ask: Ask | null}} Stand */
/** @typedef {Stand & {right: boolean, expected: {answer: any, words: string}, because: import("../types.js").Because | null,
 *   seconds: number, late: boolean, ended: TableEvent[]}} Verdict */

/** A chip of a payment by its name: `25-dollar`, `50-cent`. @param {string} spot */
function chipTitle(spot) {
  const found = /^(\d+)-(dollar|cent)$/.exec(spot);
  return found ? (found[2] === "dollar" ? `$${Number(found[1]).toLocaleString("en-US")}` : `${found[1]}¢`) : "";
}

/** @param {unknown} error */
const says = (error) => (error instanceof Error ? error.message : String(error));

/** @type {import("../main.js").Place} */
export const place = {
  title: "Dealer’s school",
  async show({ at, words, signal }) {
    await somebody();
    if (words[0]) return exercise(at, words[0], signal);
    const [{ rooms }, school] = await Promise.all([allRooms(), get("/school")]);
    if (signal.aborted) return undefined;
    return entrance(at, rooms, school, signal);
  },
};

/**
 * @param {HTMLElement} at @param {import("../types.js").Room[]} rooms
 * @param {{skills: Skill[], exercises: Exercise[]}} school @param {AbortSignal} signal
 */
function entrance(at, rooms, school, signal) {
  const game = h("select", null, rooms.filter((room) => room.games.length).map((room) => h("optgroup", { label: room.name }, room.games.map((one) => h("option", { value: one.id }, one.name)))));
  const names = new Map(rooms.flatMap((room) => room.games.map((one) => [one.id, `${one.name}, ${room.name}`])));
  const boxes = school.skills.map((skill) => {
    const box = h("input", { type: "checkbox", value: skill.id, checked: true });
    return { box, node: h("label", { class: "check", title: skill.says }, box, h("span", null, skill.title)) };
  });
  const seconds = h("input", { type: "number", min: 3, max: 300, placeholder: "no clock" });
  const rounds = h("input", { type: "number", min: 1, max: 50, value: 3 });
  const errors = h("input", { type: "checkbox" });
  const missed = h("input", { type: "checkbox" });
  const begin = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const skills = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    try {
      const stand = await post("/school", {
        game: game.value, rounds: Number(rounds.value) || 1,
        ...(skills.length < boxes.length ? { skills } : {}),
        ...(seconds.value ? { seconds: Number(seconds.value) } : {}),
        ...(errors.checked ? { errors: true } : {}),
        ...(missed.checked ? { missed: true } : {}),
      });
      location.hash = `#/school/${stand.exercise.id}`;
    } catch (error) {
      toast(says(error), true);
    }
  };
  const progress = h("section", { class: "panel" }, h("h2", null, "Your progress"));
  get("/school/progress").then((found) => !signal.aborted && progress.append(progressTable(found)), (error) => progress.append(h("p", { class: "quiet" }, says(error))));
  at.append(
    h("h1", { class: "page-title" }, "Dealer’s school"),
    h("div", { class: "panels" },
      h("section", { class: "panel" },
        h("h2", null, "An exercise"),
        h("p", { class: "quiet" }, "A round is dealt before you. At each of the chosen points you say what the house dealer does; the book answers."),
        h("form", { onsubmit: begin },
          field("Game", game),
          h("fieldset", { class: "checks" }, h("legend", null, "What is asked"), boxes.map(({ node }) => node)),
          field("Rounds", rounds), field("Seconds for an answer", seconds),
          h("label", { class: "check" }, errors, "With mistakes of the players to catch"),
          h("label", { class: "check" }, missed, "More of what I missed before"),
          h("p", null, h("button", { type: "submit", class: "first" }, "Deal")),
        ),
      ),
      h("div", null,
        school.exercises.length > 0 && h("section", { class: "panel" }, h("h2", null, "Begun"), h("ul", { class: "open-tables" }, school.exercises.map((one) => h("li", { class: "open-table" }, link(`#/school/${one.id}`, [h("b", null, names.get(one.game) ?? one.game), h("span", { class: "quiet" }, `${one.right} of ${one.asked} right, round ${one.round} of ${one.of}${one.done ? ", done" : ""}`)], { class: "whole" }))))),
        progress,
      ),
    ),
  );
}

/** @param {{skills: any[], games: any[], missed: any[]}} found */
function progressTable(found) {
  if (!found.skills.length) return h("p", { class: "quiet" }, "Nothing has been asked yet.");
  const figure = (/** @type {any} */ words) => h("td", { class: "figure" }, String(words));
  return h("div", null,
    h("table", null, h("thead", null, h("tr", null, ["Skill", "Right", "Asked", "Seconds"].map((one, at) => h("th", { scope: "col", class: at ? "right" : "" }, one)))), h("tbody", null, found.skills.map((one) => h("tr", null, h("td", null, one.title ?? one.id), figure(one.right), figure(one.asked), figure(Number(one.seconds).toFixed(1)))))),
    found.missed.length > 0 && h("details", null, h("summary", null, "What was missed"), h("ul", null, found.missed.map((one) => h("li", null, `${one.says} (${one.game}, ${one.many} times)`)))),
    h("p", null, h("a", { href: "/api/school/progress.csv", download: "progress.csv" }, "The progress sheet")),
  );
}

/** @param {HTMLElement} at @param {string} id @param {AbortSignal} signal */
async function exercise(at, id, signal) {
  /** @type {Stand} */
  let stand = await get(`/school/${id}`);
  /** @type {import("../types.js").Description} */
  const game = await get(`/games/${stand.exercise.game}`);
  if (signal.aborted) return;
  const felt = new Felt(game, game.layout.seats, null);
  felt.node.classList.add("alone");
  const bar = h("header", { class: "table-bar" });
  const verdict = h("div", { class: "verdict", role: "status", hidden: true });
  const dock = new Dock(
    {
      context: () => ({
        layout: game.layout,
        title: (spot) => chipTitle(spot) || spotTitle(game, spot),
        short: (spot) => chipTitle(spot) || shortTitle(game, spot),
        scene: () => stand.scene,
        send: (answer) => void dock.send(answer),
        quote: async (answer) => ({ cost: Array.isArray(answer) ? answer.reduce((sum, one) => sum + (one[2] ?? 0), 0) : 0, fee: 0, words: "", problem: null }),
        say: (words) => announce(words),
      }),
      answer: async (ask, answer) => judged(await post(`/school/${id}/answer`, { question: ask.question, answer })),
      hint: null,
      idle: () => [h("header", null, h("h2", null, stand.exercise.done ? `Done: ${stand.exercise.right} of ${stand.exercise.asked} right` : "The round goes on…")), h("div", { class: "answers" }, link("#/school", "Back to the school", { class: "button first" }))],
      hides: () => undefined,
    },
    signal,
  );

  /** @param {Stand} next */
  function show(next) {
    stand = next;
    const { exercise: now } = stand;
    const dice = stand.events.filter((one) => one.kind === "dice").at(-1)?.args ?? [];
    const fresh = felt.update(stand.scene, Array.isArray(dice[0]) ? dice[0] : dice, new Set());
    felt.fit(/** @type {HTMLElement} */ (felt.node.parentElement), true);
    play(felt, stand.events, fresh);
    fill(bar, h("h1", null, game.name), h("span", { class: "terms" }, `Round ${now.round} of ${now.of} · ${now.right} of ${now.asked} right`), h("nav", { "aria-label": "Exercise" }, link(`#/game/${game.id}`, "Rules"), button("Stop", () => void stop(), { class: "plain" })));
    dock.update(stand.ask ? [stand.ask] : []);
    if (!stand.ask) dock.rest();
  }

  /** @param {Verdict} found */
  function judged(found) {
    const because = found.because;
    verdict.hidden = false;
    verdict.className = found.right && !found.late ? "verdict" : "verdict wrong";
    const ended = found.ended.map((one) => said(one.words)).filter(Boolean);
    fill(verdict, h("b", null, found.right ? (found.late ? "Right, but late. " : "Right. ") : said(`Not so: ${found.expected.words}. `)), because && said(because.words), source(because) && h("small", { class: "quiet" }, ` ${source(because)}`), ended.length > 0 && h("details", null, h("summary", null, "How that round came out"), h("ul", null, ended.map((one) => h("li", null, one)))));
    show(found);
  }

  async function stop() {
    try {
      await post(`/school/${id}/stop`);
      location.hash = "#/school";
    } catch (error) {
      toast(says(error), true);
    }
  }

  at.append(h("div", { class: "school-room" }, bar, h("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Felt" }, felt.node), h("div", { class: "school-foot" }, verdict, dock.node)));
  show(stand);
}
