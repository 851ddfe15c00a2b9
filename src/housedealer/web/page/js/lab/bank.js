/** Is it worth banking? The answer in a sentence, the money, and the fee options side by side. */

import { h } from "../dom.js";
import { curves, losing, shift } from "./plots.js";
import { dollars, gain, percent, plain } from "./words.js";

/** @typedef {import("./types.js").Banking} Banking */

/** @param {number} value */
const side = (value) => (value < 0 ? "lost" : value > 0 ? "won" : "");

/** @param {string} name @param {string} value @param {string} note @param {string} [kind] */
const fact = (name, value, note, kind = "") => h("div", null, h("dt", null, name), h("dd", { class: kind }, value), h("dd", { class: "quiet" }, note));

/** @param {Banking} found */
export function verdict(found) {
  const line = found.options.find((one) => one.asked) ?? found.options[0];
  const wins = found.hour.mean > 0;
  const even = line.break_even === null
    ? "no flat bet within the limit breaks even for good"
    : line.break_even <= (line.losing[0]?.[0] ?? line.break_even)
      ? `it pays from the least bet of ${dollars(line.break_even)} on`
      : `it breaks even when everybody bets ${dollars(line.break_even)}`;
  const best = found.options.reduce((one, other) => (other.net_hour > one.net_hour + 0.5 ? other : one), line);
  const sure = found.hour.interval[0] < 0 && found.hour.interval[1] > 0 && found.hour.interval[1] - found.hour.interval[0] > 1;
  return h("section", { class: `lab-verdict ${wins ? "yes" : "no"}`, "aria-label": "Verdict" },
    h("h2", null, wins ? "Worth banking" : "Not worth banking", ` at this action: ${gain(found.hour.mean)} an hour on average; ${even}.`),
    best !== line && h("p", null, `Fee option ${best.option} would bring ${gain(best.net_hour)} an hour with the same wagers.`),
    sure && h("p", { class: "quiet" }, `The rounds dealt leave room: 95 in 100 lie between ${gain(found.hour.interval[0])} and ${gain(found.hour.interval[1])} an hour. Deal more rounds to be sure.`),
    h("dl", { class: "lab-facts" },
      fact("An hour", gain(found.hour.mean), `give or take ${dollars(found.hour.sd)}`, side(found.hour.mean)),
      fact(`${found.shift.hours} hours`, gain(found.shift.mean), `a loss ${(100 * found.shift.loses).toFixed(1)}% of the time`, side(found.shift.mean)),
      fact("Collection", percent(found.fee_share, 2), "of all action, from both sides"),
      fact("To cover all", dollars(found.cover_all), `the worst round dealt lost ${dollars(found.worst_seen)}`),
      found.bankroll === null
        ? fact("Bankroll", "none lasts", "banking loses on average")
        : fact("Bankroll", dollars(found.bankroll), `for a ${percent(found.ruin, 0)} risk of ruin`),
    ),
    found.limited && h("p", null, `With ${dollars(found.limited.amount)} put up a round brings ${gain(found.limited.mean)} before collection, where money for everything brings ${gain(found.limited.mean_unlimited)}; it runs short in ${percent(found.limited.runs_short, 1)} of the rounds and leaves ${percent(found.limited.uncovered, 1)} of what was due unmet.`),
  );
}

/** @param {Banking} found */
function flow(found) {
  const hours = found.shift.hours;
  const pace = found.rounds_per_hour;
  const row = (/** @type {string} */ words, /** @type {(number | null)[]} */ amounts, kind = "") =>
    h("tr", { class: kind }, h("th", { scope: "row" }, words), amounts.map((one) => h("td", { class: `right ${kind === "sum" && one !== null ? side(one) : ""}` }, one === null ? "" : gain(one))));
  const banked = Math.abs(found.net.mean) > 1e-9 ? (found.hour.mean + found.costs_hour) / found.net.mean : pace;
  const each = (/** @type {number} */ amount) => [amount, amount * banked, amount * banked * hours];
  return h("section", { class: "lab-card" },
    h("h2", null, "Who gets what"),
    h("div", { class: "wide", tabindex: 0 }, h("table", { class: "trade" },
      h("caption", { class: "quiet" }, `${found.players} players, ${dollars(found.action)} of action a round, ${+banked.toFixed(1)} rounds banked an hour`),
      h("thead", null, h("tr", null, ["", "A round", "An hour", `${hours} hours`].map((one, at) => (at ? h("th", { scope: "col", class: "right" }, one) : h("td"))))),
      h("tbody", null,
        row("Player-dealer, before collection", each(found.gross.mean)),
        row("Collection from the player-dealer", each(-found.fees.player_dealer)),
        found.costs_hour > 0 && row("Staff and contract", [null, -found.costs_hour, -found.costs_hour * hours]),
        row("Player-dealer, net", [found.net.mean, found.hour.mean, found.shift.mean], "sum"),
        row("Players, net", [found.players_net, found.players_hour, found.players_hour * hours]),
        row("Room, collection", [found.fees.room, found.room_hour, found.room_hour * hours]),
      ),
    )),
    h("p", { class: "quiet" }, `Two seats' results go together by ${found.correlation.toFixed(2)} (1 is always, 0 never), since they meet one hand. ${found.rounds.toLocaleString("en-US")} rounds were dealt for the spread.`),
  );
}

/** @param {Banking} found */
function stakes(found) {
  return h("section", { class: "lab-card" },
    h("h2", null, "What stands on the table"),
    h("div", { class: "wide", tabindex: 0 }, h("table", { class: "trade" },
      h("caption", { class: "unseen" }, "Wagers of an average round and what they bring the player-dealer"),
      h("thead", null, h("tr", null, ["Wager", "Stake a round", "Edge", "Brings"].map((one, at) => h("th", { scope: "col", class: at ? "right" : "" }, one)))),
      h("tbody", null, found.spots.map((one) => h("tr", null, h("th", { scope: "row" }, plain(one.spot)), h("td", { class: "right" }, dollars(one.stake)), h("td", { class: "right" }, `${percent(one.edge, 4)}${one.exact ? "" : " *"}`), h("td", { class: `right ${side(one.expected)}` }, gain(one.expected))))),
    )),
    found.spots.some((one) => !one.exact) && h("p", { class: "quiet" }, "* from the rounds dealt at random; the others are counted exactly."),
  );
}

/** @param {Banking} found @param {(option: string) => void} choose */
function options(found, choose) {
  const heads = ["Option", "Limit", "Its fee", "Players' fees", "Of action", "Net a round", "Net an hour", "Breaks even at", "Loses at flat bets of"];
  const best = Math.max(...found.options.map((one) => one.net_hour));
  return h("section", { class: "lab-card whole" },
    h("h2", null, "Fee options side by side"),
    h("div", { class: "wide", tabindex: 0 }, h("table", { class: "trade options" },
      h("caption", { class: "unseen" }, "The same wagers under every fee option"),
      h("thead", null, h("tr", null, heads.map((one, at) => h("th", { scope: "col", class: at > 1 && at < 8 ? "right" : "" }, one)))),
      h("tbody", null, found.options.map((one) => h("tr", { class: one.asked ? "asked" : "" },
        h("th", { scope: "row" }, one.asked || !one.option ? `${one.option || "the only one"}` : h("button", { type: "button", class: "plain", onclick: () => choose(one.option), "aria-label": `Choose option ${one.option}` }, one.option), one.asked && h("span", { class: "mark" }, "chosen")),
        h("td", null, one.limit),
        [dollars(one.fees.player_dealer), dollars(one.fees.players), percent(one.fee_share, 2), gain(one.net_round)].map((cell) => h("td", { class: "right" }, cell)),
        h("td", { class: `right ${side(one.net_hour)}` }, gain(one.net_hour), one.net_hour === best && found.options.length > 1 && h("span", { class: "unseen" }, " (best)")),
        h("td", { class: "right" }, one.break_even === null ? "never" : dollars(one.break_even)),
        h("td", null, one.losing.length ? losing(one.losing) : "none"),
      ))),
    )),
  );
}

/** The whole answer. @param {Banking} found @param {(option: string) => void} choose */
export const banking = (found, choose) => [
  verdict(found),
  h("div", { class: "lab-pair" }, shift(found), curves(found)),
  options(found, choose),
  h("div", { class: "lab-pair" }, flow(found), stakes(found)),
];
