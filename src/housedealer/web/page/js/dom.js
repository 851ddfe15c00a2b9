/** Making elements. Everything on the page is made here from text, never from markup in strings. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child */

/**
 * An element. A property that begins with `on` is a listener, `class`, `data-…`, `aria-…` and the like are
 * attributes, and `false`, `null` and `undefined` leave a property away.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in made) /** @type {any} */ (made).value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  add(made, children);
  return made;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(SVGElement | string)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @param {Element} to @param {readonly Child[]} children */
export function add(to, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(to, child);
    else if (child !== null && child !== undefined && child !== false)
      to.append(child instanceof Node ? child : String(child));
  }
}

/** Puts other children into an element. @param {Element} at @param {...Child} children */
export function fill(at, ...children) {
  at.replaceChildren();
  add(at, children);
}

/** A button. @param {Child} words @param {(event: MouseEvent) => void} press @param {Record<string, any>} [props] */
export function button(words, press, props) {
  return h("button", { type: "button", ...props, onclick: press }, words);
}

/** A link within the page. @param {string} to @param {Child} words @param {Record<string, any>} [props] */
export function link(to, words, props) {
  return h("a", { href: to, ...props }, words);
}

let labels = 0;

/**
 * A labelled field.
 * @param {string} words @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {string} [note]
 */
export function field(words, input, note) {
  if (!input.id) input.id = `field-${(labels += 1)}`;
  return h("p", { class: "field" }, h("label", { for: input.id }, words), input, note && h("small", null, note));
}

/** Tells a sentence to those who listen instead of look. @param {string} words @param {boolean} [now] */
export function announce(words, now = false) {
  if (!words) return;
  const at = document.getElementById(now ? "alerts" : "live");
  if (!at) return;
  at.append(h("p", null, words));
  while (at.childElementCount > 12) at.firstElementChild?.remove();
}

/** A sentence at the foot of the page that goes away by itself. @param {string} words @param {boolean} [bad] */
export function toast(words, bad = false) {
  // What lies over the page hides the foot of it, so a sentence about an open window stands in that window.
  const at = document.querySelector("dialog[open]") ?? document.getElementById("toasts");
  if (!at || !words) return;
  const shown = h("p", { class: bad ? "toast bad" : "toast" }, words);
  at.append(shown);
  announce(words, bad);
  setTimeout(() => shown.remove(), 6000);
}

/** Whether things may move. */
export function moving() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.documentElement.dataset.still !== "yes";
}

/**
 * A window over the page; Escape and the button close it.
 * @param {string} title @param {...Child} children
 */
export function dialog(title, ...children) {
  const made = h("dialog", { class: "dialog", "aria-label": title });
  const close = () => made.close();
  made.append(
    h("header", null, h("h2", null, title), button("✕", close, { class: "plain close", "aria-label": "Close" })),
  );
  add(made, children);
  made.addEventListener("close", () => {
    document.getElementById("toasts")?.append(...made.querySelectorAll(".toast:not(.bad)")); // what was done is still told
    made.remove();
  });
  made.addEventListener("click", (event) => event.target === made && close());
  document.body.append(made);
  made.showModal();
  return made;
}
