// The part of the strip that is in sight, as two fractions of the whole tree. No document here.

/**
 * @typedef {object} Span
 * @property {number} from where it begins, from 0
 * @property {number} to where it ends, to 1
 */

/** @type {Span} */
export const WHOLE = { from: 0, to: 1 };

/**
 * A span as wide as this one, inside the whole.
 * @param {number} from
 * @param {number} width
 * @returns {Span}
 */
function placed(from, width) {
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}

/**
 * Shows less or more, and keeps one place where it is.
 * @param {Span} span
 * @param {number} factor above 1 shows less
 * @param {number} at the place, from 0 at the left end of what is in sight to 1
 * @param {number} least the smallest width, from 0 to 1
 * @returns {Span}
 */
export function zoomed({ from, to }, factor, at, least) {
  const old = to - from;
  const width = Math.min(1, Math.max(Math.min(1, least), old / factor));
  return placed(from + at * (old - width), width);
}

/**
 * Moves the span to the right, or back.
 * @param {Span} span
 * @param {number} by in widths of what is in sight
 * @returns {Span}
 */
export function moved({ from, to }, by) {
  return placed(from + by * (to - from), to - from);
}

/**
 * The same span if it shows a place, and otherwise one as wide with the place in its middle.
 * @param {Span} span
 * @param {number} place of the whole tree, from 0 to 1
 * @returns {Span}
 */
export function showing(span, place) {
  const { from, to } = span;
  if (place >= from && place <= to) return span;
  return placed(place - (to - from) / 2, to - from);
}
