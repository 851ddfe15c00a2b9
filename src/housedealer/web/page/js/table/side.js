/** What stands beside the felt: the story of the round, its results, the rounds before, the shuffle. */

import { button, fill, h, link } from "../dom.js";
import { money, signed } from "../money.js";
import { said } from "../said.js";
import { me } from "../state.js";
import { shoe, hasShoe } from "./shoe.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Settled} Settled */

const TABS = /** @type {const} */ (["Story", "Result", "Rounds", "Shuffle"]);
/** @typedef {typeof TABS[number]} Tab */

/** Where in the book a reason stands. @param {import("../types.js").Because | null | undefined} because */
export function source(because) {
  if (!because?.lines?.[0]) return "";
  const [first, last] = because.lines;
  return `book ${because.book}, ${because.heading}, ${first === last ? `line ${first}` : `lines ${first}–${last}`}`;
}

/** How a round came out, line by line. @param {Settled} settled */
export function result(settled) {
  const mine = settled.lines.filter((one) => one.mine);
  const others = settled.lines.filter((one) => !one.mine);
  const item = (/** @type {import("../types.js").SettledLine} */ one) =>
    h("li", { class: one.result ?? "" }, h("span", null, said(one.words)), source(one.because) && h("small", null, source(one.because)));
  const collection = [
    settled.collection.you ? `${money(settled.collection.you)} from you` : "",
    settled.collection.table ? `${money(settled.collection.table)} from the table` : "",
  ].filter(Boolean).join(", ");
  const nets = Object.entries(settled.nets);
  return h(
    "div",
    { class: "result" },
    h("h3", { class: settled.net ? (settled.net > 0 ? "won" : "lost") : "" }, settled.void ? "The round is void" : said(settled.title)),
    settled.void && h("p", null, said(settled.void)),
    mine.length > 0 && h("ol", { class: "lines" }, mine.map(item)),
    collection && h("p", { class: "quiet" }, `Collection: ${collection}.`),
    nets.length > 0 && h("table", { class: "nets" }, h("caption", { class: "unseen" }, "What everybody won or lost"), h("tbody", null, nets.map(([name, net]) => h("tr", { class: name === me.person?.name ? "own" : null }, h("th", { scope: "row" }, name), h("td", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net)))))),
    others.length > 0 && h("details", null, h("summary", null, mine.length ? `The other ${others.length} lines` : `${others.length} lines of the settlement`), h("ol", { class: "lines" }, others.map(item))),
  );
}

export class Side {
  /** @param {Model} model @param {{text: (words: string) => Promise<any>}} acts @param {AbortSignal} signal */
  constructor(model, acts, signal) {
    this.model = model;
    this.acts = acts;
    /** @type {Tab} */
    this.tab = "Story";
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table" });
    this.body = h("div", { class: "side-body", role: "tabpanel", tabindex: 0 });
    this.close = button("Back to the table", () => this.node.classList.remove("open"), { class: "plain back" });
    this.roads = h("div", { class: "roads", hidden: true });
    this.node = h("aside", { class: "beside", "aria-label": "About this table" }, this.close, this.roads, this.tabs, this.body);
    this.shown = 0;
    this.proof = "";
    this.drawn = "";
    /** Whether the result was put before the story by itself. */
    this.turned = false;
    const again = (/** @type {Tab} */ tab) => () => this.tab === tab && this.draw();
    this.due = 0;
    model.addEventListener("story", () => this.tab === "Story" && this.#soon(), { signal });
    model.addEventListener("settled", () => {
      if (model.settled && this.tab === "Story") {
        this.tab = "Result";
        this.turned = true;
      } else if (!model.settled && this.turned && this.tab === "Result") this.tab = "Story";
      if (!model.settled) this.turned = false;
      if (this.tab !== "Shuffle") this.draw();
    }, { signal });
    model.addEventListener("table", again("Rounds"), { signal });
    model.addEventListener("table", () => this.#shoe(), { signal });
    model.addEventListener("settled", () => this.#shoe(), { signal });
    model.addEventListener("scene", () => this.tab === "Shuffle" && this.#proofChanged() && this.draw(), { signal });
    this.draw();
  }

  /** @param {Tab} tab */
  open(tab) {
    this.tab = tab;
    this.node.classList.add("open");
    this.draw();
  }

  draw() {
    fill(
      this.tabs,
      TABS.map((tab) =>
        button(tab, () => {
          this.tab = tab;
          this.draw();
          /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-selected=true]"))?.focus();
        }, { role: "tab", "aria-selected": String(tab === this.tab) }),
      ),
    );
    this.body.setAttribute("aria-label", this.tab);
    if (this.drawn !== this.tab) this.body.scrollTop = 0;
    this.drawn = this.tab;
    fill(this.body);
    if (this.tab === "Story") {
      this.shown = 0;
      this.#more();
    } else if (this.tab === "Result") this.#result();
    else if (this.tab === "Rounds") this.#rounds();
    else this.#shuffle();
  }

  /** Once a frame, however much is told: at a table of bots that answer at once that can be much. */
  #soon() {
    if (this.due) return;
    const more = () => {
      this.due = 0;
      if (this.tab === "Story") this.#more();
    };
    this.due = document.hidden ? window.setTimeout(more, 250) : requestAnimationFrame(more);
  }

  /** Adds what was told since, and forgets what is too old to be kept; the last line may have become longer. */
  #more() {
    const { story, lines } = this.model;
    const first = lines - story.length;
    if (!story.length) return fill(this.body, h("p", { class: "quiet" }, "What happens at the table is told here."));
    if (this.shown <= first) fill(this.body);
    const low = this.body.scrollHeight - this.body.scrollTop - this.body.clientHeight < 60;
    const at = Math.max(this.shown, first);
    const last = this.body.lastElementChild;
    if (last && at > first) last.textContent = story[at - first - 1].words;
    let round = at > first ? story[at - first - 1].round : 0;
    for (const one of story.slice(at - first)) {
      if (one.round !== round) {
        round = one.round;
        if (round) this.body.append(h("h3", null, `Round ${round}`));
      }
      this.body.append(h("p", { class: `told k-${one.kind}` }, one.words));
    }
    while (this.body.childElementCount > 2 * story.length) this.body.firstElementChild?.remove();
    this.shown = lines;
    if (low) this.body.scrollTop = this.body.scrollHeight;
    return undefined;
  }

  #result() {
    const { settled } = this.model;
    fill(this.body, settled ? result(settled) : h("p", { class: "quiet" }, "The round is not over yet."));
    if (settled) this.body.append(h("p", null, link(`#/history/${this.model.id}/${settled.round}`, "The round step by step")));
  }

  #rounds() {
    const { history, id } = this.model;
    const rows = history.map((one) =>
      h("tr", null,
        h("td", null, link(`#/history/${id}/${one.number}`, `Round ${one.number}`)),
        h("td", null, one.void ? "void" : ""),
        h("td", { class: "figure" }, one.mine === null || one.mine === undefined ? "" : signed(one.mine)),
        h("td", { class: "figure quiet" }, one.drop ? `drop ${money(one.drop)}` : ""),
      ),
    );
    fill(
      this.body,
      rows.length ? h("table", { class: "rounds" }, h("tbody", null, rows)) : h("p", { class: "quiet" }, "No round is over yet."),
    );
  }

  /** What the shoe has brought stands above everything else: it is what one bets by. */
  #shoe() {
    const { history } = this.model;
    this.roads.hidden = !hasShoe(history);
    if (!this.roads.hidden) fill(this.roads, shoe(history));
  }

  #proofChanged() {
    const sign = JSON.stringify([this.model.scene?.proof, this.model.texts]);
    if (sign === this.proof) return false;
    this.proof = sign;
    return !this.body.contains(document.activeElement) || !(document.activeElement instanceof HTMLInputElement);
  }

  #shuffle() {
    const proof = this.model.scene?.proof;
    const input = h("input", { type: "text", maxlength: 200, autocomplete: "off", "aria-label": "A line of yours for the next shuffle", placeholder: "Any words" });
    const said = h("p", { class: "quiet", role: "status" });
    const give = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      try {
        await this.acts.text(input.value);
        said.textContent = "Your line will be mixed into the next shuffle.";
        input.value = "";
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    fill(
      this.body,
      h("p", null, "The house binds itself to each shuffle before it hears your line; afterwards anybody can check that the pieces follow from both."),
      h("form", { class: "inline", onsubmit: give }, input, h("button", { type: "submit" }, "Mix in")),
      said,
      this.model.texts.length > 0 && h("p", { class: "quiet" }, `Lines so far: ${this.model.texts.join(", ")}.`),
      proof
        ? h("dl", { class: "proof" },
            h("dt", null, "Round"), h("dd", null, proof.context),
            h("dt", null, "The house is bound to"), h("dd", null, h("code", null, proof.house_hash)),
            proof.promises.flatMap((one) => [h("dt", null, `Promised: ${one.label} (${one.pieces} pieces)`), h("dd", null, h("code", null, one.root))]),
          )
        : h("p", { class: "quiet" }, "No shuffle is promised at the moment."),
    );
    this.proof = JSON.stringify([proof, this.model.texts]);
  }
}
