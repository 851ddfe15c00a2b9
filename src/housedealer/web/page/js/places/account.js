/** Signing in, registering, the first floor manager, and how one likes the page. */

import { post } from "../api.js";
import { button, field, fill, h, link, toast } from "../dom.js";
import { money } from "../money.js";
import { become, me, onChange, set, settings, whoAmI } from "../state.js";

/** @typedef {import("../state.js").Settings} Settings */

/** @param {string} path @param {() => Record<string, any>} body @param {string} verb @param {HTMLElement[]} fields @param {string} [then] */
function form(path, body, verb, fields, then) {
  const says = h("p", { class: "lost", role: "alert" });
  const give = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    says.textContent = "";
    try {
      const { person } = await post(path, body());
      become(person ?? null);
      if (then) location.hash = then;
    } catch (error) {
      says.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return h("form", { class: "card-form", onsubmit: give }, fields, says, h("button", { type: "submit", class: "first" }, verb));
}

/** @param {string} [hint] */
const nameInput = (hint) => h("input", { type: "text", name: "name", autocomplete: "username", maxlength: 40, value: hint ?? "" });
/** @param {"current-password" | "new-password"} kind */
const passwordInput = (kind) => h("input", { type: "password", name: "password", autocomplete: kind });

function signIn() {
  const name = nameInput();
  const password = passwordInput("current-password");
  return h("section", { class: "panel" }, h("h2", null, "Sign in"), form("/login", () => ({ name: name.value, password: password.value }), "Sign in", [field("Name", name), field("Password", password)], "#/"));
}

function register() {
  const guest = me.person?.kind === "guest";
  const name = nameInput(guest ? me.person?.name : "");
  const password = passwordInput("new-password");
  return h("section", { class: "panel" }, h("h2", null, guest ? "Keep your chips" : "Open an account"), h("p", { class: "quiet" }, guest ? "Register, and the chips and seats you have stay yours." : "A name and a password; play chips come with it."), form("/register", () => ({ name: name.value, password: password.value }), "Register", [field("Name", name), field("Password", password)], "#/"));
}

function asGuest() {
  const name = nameInput();
  return h("section", { class: "panel" }, h("h2", null, "Come as a guest"), h("p", { class: "quiet" }, "No password; without a name the house gives you one."), form("/guest", () => (name.value.trim() ? { name: name.value.trim() } : {}), "Play as a guest", [field("Name, if you like", name)], "#/"));
}

/** @param {string} token */
function firstRun(token) {
  const name = nameInput();
  const password = passwordInput("new-password");
  const first = me.first_run;
  return h("section", { class: "panel" }, h("h2", null, first ? "The first floor manager" : "Another floor manager"), h("p", null, `${first ? "This house has no floor manager yet. " : ""}Choose a name and a password; whoever has this link first runs the floor.`), form("/first-run", () => ({ token, name: name.value, password: password.value }), "Take the floor", [field("Name", name), field("Password", password)], "#/desk"));
}

/** @param {keyof Settings} what @param {string} words */
function setting(what, words) {
  const box = h("input", { type: "checkbox", checked: settings[what] });
  box.addEventListener("change", () => set({ [what]: box.checked }));
  return h("label", { class: "check" }, box, words);
}

function preferences() {
  return h("section", { class: "panel" }, h("h2", null, "How you like it"), setting("sound", "Sounds"), setting("four", "Four colours: green clubs, blue diamonds"), setting("still", "No motion"));
}

function yours() {
  const person = /** @type {import("../types.js").Person} */ (me.person);
  const more = async () => {
    try {
      become((await post("/chips")).person);
      toast("Your play chips are up to the guest's stake again.");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), true);
    }
  };
  const leave = async () => {
    try {
      await post("/logout");
      become(null);
      await whoAmI();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), true);
    }
  };
  const roles = person.roles.filter((role) => role !== "player");
  return h("section", { class: "panel" },
    h("h2", null, person.name),
    h("p", null, `${person.kind === "guest" ? "A guest" : "An account of the house"}${roles.length ? `; ${roles.join(", ")}` : ""}. ${money(person.chips)} off the tables.`),
    h("div", { class: "answers" }, button("More play chips", () => void more()), button("Sign out", () => void leave()), link("#/", "To the tables", { class: "button first" })),
  );
}

/** @type {import("../main.js").Place} */
export const place = {
  title: "Account",
  show({ at, query, signal }) {
    const token = query.get("first-run");
    const page = h("div", { class: "panels" });
    at.append(h("h1", { class: "page-title" }, me.person ? "Your account" : "Come in"), page);
    let shown = "";
    const draw = () => {
      const sign = JSON.stringify([me.person, token]);
      if (sign === shown) return;
      shown = sign;
      const guest = me.person?.kind === "guest";
      fill(page, token ? firstRun(token) : [me.person && yours(), !me.person && asGuest(), (!me.person || guest) && register(), (!me.person || guest) && signIn()], preferences());
    };
    onChange(draw, signal);
    draw();
  },
};
