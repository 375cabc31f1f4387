// Values of moves and positions in words and signs.

import { counted } from "../shell/numbers.js";

/** @typedef {import("../shell/types.d.ts").Value} Value */

/**
 * A sign and the number of plies until the end: not by colour alone.
 * @param {Value} value
 */
export function symbol(value) {
  const sign = value.result === null ? (value.isBest ? "★" : "…") : { win: "▲", draw: "■", loss: "▼" }[value.result];
  // Plies until the end; where the length of a game says nothing, points.
  const number = value.plies ?? (typeof value.score === "number" ? Math.abs(value.score) : null);
  const isCounted = number !== null && value.result !== "draw" && value.isFinal !== false;
  return isCounted ? `${sign}\u2009${number}` : sign;
}

/** @param {Value} value */
export function tone(value) {
  return value.result ?? "unknown";
}

/**
 * What a move does for the side that makes it, in few words: the table says whose moves they are.
 * @param {Value} value
 */
export function verdict({ result, plies, words, isFinal }) {
  if (result === "draw") return "draws";
  if (result === null || typeof plies !== "number" || isFinal === false) return words;
  return `${result === "win" ? "wins" : "loses"} in ${counted(Math.ceil(plies / 2), "move")}`;
}

/**
 * The order of moves by their worth, the best first: wins, the soonest first; draws; what is not proved; losses, the latest
 * first.
 * @param {Value | undefined} a
 * @param {Value | undefined} b
 */
export function byWorth(a, b) {
  const rank = (/** @type {Value | undefined} */ value) => {
    if (value === undefined || value.result === null) return value?.isBest === true ? 0.5 : 0;
    return { win: 2, draw: 1, loss: -1 }[value.result];
  };
  // Wins are better the sooner they come, losses the later.
  const late = (/** @type {Value | undefined} */ value) => (value?.plies ?? 0) * (value?.result === "win" ? -1 : 1);
  return rank(b) - rank(a) || (b?.score ?? 0) - (a?.score ?? 0) || late(b) - late(a);
}
