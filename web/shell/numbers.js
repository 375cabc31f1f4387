// Numbers with their nouns and units, as people write them. Nothing here knows of the page.

/** @param {number} number */
export const count = (number) => number.toLocaleString("en");

/**
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/**
 * A time with three digits.
 * @param {number} ms
 */
export function time(ms) {
  const [value, unit] = ms >= 999.5 ? [ms / 1000, "s"] : [ms, "ms"];
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${ms === 0 ? 0 : value.toFixed(digits)} ${unit}`;
}
