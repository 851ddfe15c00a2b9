/** Figures of the odds lab in words. */

/** A share as a percentage. @param {number} part @param {number} [digits] */
export const percent = (part, digits = 3) => `${part < 0 ? "−" : ""}${(100 * Math.abs(part)).toFixed(digits)}%`;

/** `ace-king` as one says it. @param {string} words */
export const plain = (words) => words.replaceAll("-", " ").replace(/(?<=[a-z])\.(?=[a-z0-9])/g, ": ").replaceAll("player dealer", "player-dealer");

/** @param {string} words */
export const begin = (words) => words.replace(/^./, (one) => one.toUpperCase());

/** Cents that are a mean, to the cent below a thousand dollars and to the dollar above. @param {number} cents */
export function dollars(cents) {
  const whole = Math.abs(cents) / 100;
  const round = whole >= 1000 || Math.abs(whole - Math.round(whole)) < 0.005;
  const digits = round ? 0 : 2;
  const text = whole.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${cents < 0 && Number(text.replaceAll(",", "")) > 0 ? "−" : ""}$${text}`;
}

/** The same with its sign. @param {number} cents */
export const gain = (cents) => (cents > 0 && dollars(cents) !== "$0" ? `+${dollars(cents)}` : dollars(cents));

/** A number with its sign. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 3) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** How many: exact as long as this machine's numbers are. @param {number} value */
export function many(value) {
  if (Number.isSafeInteger(value)) return value.toLocaleString("en-US");
  const [digits, power] = value.toExponential(5).split("e+");
  return `${digits} × 10^${power}`;
}

/** Round steps for an axis. @param {number} low @param {number} high @param {number} wanted @returns {number[]} */
export function steps(low, high, wanted) {
  const rough = Math.max((high - low) / Math.max(1, wanted), 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = /** @type {number} */ ([1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough));
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return found;
}

/** Cents short, for an axis: `$1.5k`. @param {number} cents */
export function brief(cents) {
  const whole = Math.abs(cents) / 100;
  const text = whole >= 1e6 ? `${+(whole / 1e6).toFixed(2)}m` : whole >= 1000 ? `${+(whole / 1000).toFixed(2)}k` : `${+whole.toFixed(2)}`;
  return `${cents < 0 ? "−" : ""}$${text}`;
}
