// Values of moves and positions in words and signs.

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
