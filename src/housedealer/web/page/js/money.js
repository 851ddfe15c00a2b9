/** Cents into words and words into cents; chips by value. Money is whole cents everywhere. */

/** `$1,240`, `$0.50`, `-$25`. @param {number} cents */
export function money(cents) {
  const all = Math.abs(cents);
  const rest = all % 100;
  const whole = ((all - rest) / 100).toLocaleString("en-US");
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** With its sign: `+$5`, `−$5`, `even`. @param {number} cents */
export function signed(cents) {
  return cents === 0 ? "even" : cents > 0 ? `+${money(cents)}` : money(cents);
}

/** Short, for a chip: `5`, `2.50`, `1.2k`. @param {number} cents */
export function short(cents) {
  if (cents >= 1_000_000) {
    const thousands = Math.floor(cents / 10_000) / 10;
    return `${thousands}k`;
  }
  const rest = cents % 100;
  return `${(cents - rest) / 100}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Cents of what somebody typed, or null. @param {string} text */
export function cents(text) {
  const found = /^\s*\$?\s*(\d{1,9}(?:,\d{3})*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** The values of chips, most first. */
export const CHIPS = [100_000_00, 25_000_00, 5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50, 25, 5, 1];

/** An amount in chips, most first. @param {number} amount @returns {number[]} */
export function chipsOf(amount) {
  const found = [];
  let left = amount;
  for (const value of CHIPS) {
    while (left >= value && found.length < 200) {
      found.push(value);
      left -= value;
    }
  }
  return found;
}

/** The chips of a rack that are handy between two amounts. @param {number} least @param {number} most */
export function rack(least, most) {
  const from = Math.max(least % 100 ? 50 : 100, 1);
  const found = CHIPS.filter((value) => value >= from && value <= Math.max(most, from)).reverse();
  const start = Math.max(0, found.findIndex((value) => value * 5 >= least));
  return found.slice(start, start + 5);
}
