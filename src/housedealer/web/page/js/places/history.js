/** A round again, step by step, as we saw it: the felt at every answer, with a slider. */

import { get } from "../api.js";
import { announce, button, fill, h, link } from "../dom.js";
import { said as written } from "../said.js";
import { Felt } from "../table/felt.js";
import { saidNext } from "../table/model.js";
import { play } from "../table/motion.js";
import { result } from "../table/side.js";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Told} Told */

const BEAT = 1100;

/** What happened in a step, a sentence each. @param {import("../types.js").TableEvent[]} events */
const lines = (events) => events.filter((one, at) => one.words && !saidNext(one, events[at + 1])).map((one) => written(one.words));

/** @type {import("../main.js").Place} */
export const place = {
  title: "Round",
  async show({ at, words, query, signal }) {
    const [table, number] = words;
    const path = `/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(number)}`;
    const as = query.get("as");
    /** @type {[{table: import("../types.js").Table}, Told]} */
    const [found, told] = await Promise.all([get(`/tables/${encodeURIComponent(table)}`), get(path, { as })]);
    /** @type {import("../types.js").Description} */
    const game = await get(`/games/${found.table.game}`);
    if (signal.aborted) return;
    document.title = `${found.table.name}, round ${number} · housedealer`;

    const felt = new Felt(game, found.table.places, null);
    felt.node.classList.add("alone");
    const slider = h("input", { type: "range", min: 0, max: told.of, step: 1, value: 0, "aria-label": "Step" });
    const said = h("p", { class: "said", role: "status" });
    const happened = h("p", { class: "happened quiet" });
    const story = h("div", { class: "side-body", tabindex: 0, role: "region", "aria-label": "Steps" });
    const running = button("Play", () => toggle(), { class: "first" });
    /** @type {Map<number, Promise<Frame>>} */
    const frames = new Map();
    let step = -1;
    let timer = 0;

    const frame = (/** @type {number} */ to) => {
      let asked = frames.get(to);
      if (!asked) {
        asked = get(path, { at: to, as });
        frames.set(to, asked);
        asked.catch(() => frames.delete(to));
      }
      return asked;
    };

    /** @param {number} to */
    async function show(to) {
      const kept = Math.max(0, Math.min(told.of, to));
      const onward = kept === step + 1;
      step = kept;
      slider.value = String(kept);
      let seen;
      try {
        seen = await frame(kept);
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
        return;
      }
      if (step !== kept || signal.aborted) return;
      const dice = told.steps.slice(0, kept + 1).flatMap((one) => one.events).filter((one) => one.kind === "dice").at(-1)?.args;
      const fresh = felt.update(seen.scene, dice ? (Array.isArray(dice[0]) ? dice[0] : dice) : [], new Set());
      felt.fit(/** @type {HTMLElement} */ (felt.node.parentElement), true);
      if (onward) play(felt, seen.events, fresh);
      const words = told.steps[kept]?.said || seen.said || (kept ? "" : "Before anybody was asked");
      said.textContent = `${kept} of ${told.of}${words ? `: ${written(words)}` : ""}`;
      happened.textContent = lines(told.steps[kept]?.events ?? []).join(" ");
      for (const one of story.querySelectorAll("[data-step]")) one.toggleAttribute("aria-current", /** @type {HTMLElement} */ (one).dataset.step === String(kept));
      story.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
      if (kept < told.of) frame(kept + 1).catch(() => undefined);
      announce(happened.textContent ?? "");
    }

    function toggle() {
      if (timer) stop();
      else {
        if (step >= told.of) void show(0);
        running.textContent = "Pause";
        timer = window.setInterval(() => (step < told.of ? void show(step + 1) : stop()), BEAT);
      }
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      running.textContent = "Play";
    }

    slider.addEventListener("input", () => {
      stop();
      void show(Number(slider.value));
    });
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return;
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      stop();
      void show(step + way);
    }, { signal });
    signal.addEventListener("abort", stop);

    const verdict = told.agrees
      ? h("p", { class: "quiet" }, "Dealt again by today's rules, the round comes out as recorded.")
      : h("p", { class: "lost" }, `Today's rules would differ: ${told.differences.join("; ")}`);
    fill(story, told.steps.map((one) => h("div", { "data-step": one.at }, button(written(`${one.at}. ${one.said || (one.at ? "" : "The round begins")}`), () => { stop(); void show(one.at); }, { class: "plain step" }), lines(one.events).map((words) => h("p", { class: "told" }, words)))), h("h2", null, "How it came out"), result(told.settled), verdict,
      h("p", null, h("a", { href: `/api${path}/witness`, download: `${table}-${number}.json` }, "What you may keep of it (witness)"), h("br"), h("small", { class: "quiet" }, "Check it with: housedealer verify FILE")));
    at.append(
      h("div", { class: "replay" },
        h("header", { class: "table-bar" }, h("h1", null, `${found.table.name}, round ${told.number}`), h("span", { class: "terms" }, told.viewer ? `as ${told.viewer} saw it` : "as anybody saw it"), told.void && h("span", { class: "mark warn" }, "void"), h("nav", { "aria-label": "Round" }, told.number > 1 && link(`#/history/${table}/${told.number - 1}`, "Before"), link(`#/history/${table}/${told.number + 1}`, "Next"), link(`#/table/${table}`, "Table"))),
        h("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Felt" }, felt.node),
        h("div", { class: "steps" }, said, happened, h("div", { class: "stepping" }, button("‹", () => { stop(); void show(step - 1); }, { "aria-label": "One step back" }), running, button("›", () => { stop(); void show(step + 1); }, { "aria-label": "One step on" }), slider)),
        h("aside", { class: "beside", "aria-label": "The round in words" }, story),
      ),
    );
    await show(0);
  },
};
