// Numbers as people write them, the same everywhere: commas between thousands, minus signs that are such, nouns and units.
// Nothing here knows of the page.

/** @param {number} number */
export const count = (number) => number.toLocaleString("en");

/**
 * A value, which may be negative or infinite.
 * @param {number} value
 */
export function signed(value) {
  const size = Math.abs(value) === Infinity ? "∞" : count(Math.abs(value));
  return value < 0 ? `−${size}` : size;
}

/**
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/**
 * A sentence that was written for terminals too, with its numbers as above: `157 - 67`, `-10000`,
 * `alpha 5 >= beta 5`.
 * @param {string} text
 */
export function typeset(text) {
  return text
    .replace(/(?<![\w.,=−-])\d{4,}(?![\w]|[.,]\d)|(?<=(?:^|[\s([])-)\d{4,}(?![\w]|[.,]\d)/g, (digits) => count(Number(digits)))
    .replace(/(^|[\s([])-(?=[\d∞])/g, "$1−")
    .replace(/(?<=[\d)]) - (?=[\d(−])/g, " − ")
    .replace(/ >= (?=[a-z])/g, " ≥ ");
}

/**
 * A time with three digits.
 * @param {number} ms
 */
export function time(ms) {
  const [value, unit] = ms >= 999.5 ? [ms / 1000, "s"] : [ms, "ms"];
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${ms === 0 ? 0 : value.toFixed(digits)} ${unit}`;
}
