// How good the moves of a game were: which made the value of the position worse, and which were the only ones that kept it.
// Nothing here knows of the page.

import { capital } from "../shell/dom.js";
import { counted } from "../shell/numbers.js";

/**
 * What is known of a position.
 * @typedef {object} Known
 * @property {"first" | "draw" | "second"} winner with best play of both sides
 * @property {number | null} plies until the end, if that is known
 * @property {string} words
 * @property {string | null} [only] the only move that keeps the value, if there is one among several
 */

/**
 * How good a move was, if there is something to be said of it.
 * @typedef {object} Grade
 * @property {number} index how many moves are on the board after it
 * @property {"!" | "?!" | "?" | "??"} sign as in chess books
 * @property {string} words what was lost, or kept
 */

/** @param {Known} known @param {boolean} isFirst */
const rank = ({ winner }, isFirst) => (winner === "draw" ? 0 : (winner === "first") === isFirst ? 1 : -1);

/** @param {number} one */
const name = (one) => (one === 1 ? "a win" : one === 0 ? "a draw" : "a loss");

/**
 * The mistake of a move, in words, or `null`. A move is a mistake if it gave away a win or a draw. It is also one if the win
 * comes later, or the loss sooner, than with best play from the position before.
 * @param {Known} before
 * @param {Known} after
 * @param {boolean} isFirst whether the side that moves first made the move
 * @returns {Omit<Grade, "index"> | null}
 */
export function lostBy(before, after, isFirst) {
  const [had, has] = [rank(before, isFirst), rank(after, isFirst)];
  if (has < had) return { sign: had - has === 2 ? "??" : "?", words: `${name(had)} became ${name(has)}` };
  if (has > had || had === 0 || before.plies === null || after.plies === null) return null;
  // One ply was played.
  const delay = after.plies + 1 - before.plies;
  if (had === 1 && delay > 0) return { sign: "?!", words: `the win comes ${plies(delay)} later` };
  if (had === -1 && delay < 0) return { sign: "?!", words: `the loss comes ${plies(-delay)} sooner` };
  return null;
}

/** @param {number} number */
const plies = (number) => (number === 1 ? "1 ply" : `${number} plies`);

/**
 * The grades of the moves of a game, as far as the values around them are known.
 * @param {(Known | null)[]} known of the positions after 0, 1, 2 ... moves
 * @param {boolean[]} isFirst of each move: whether the side that moves first made it
 * @param {string[]} moves in the notation of `only`
 * @returns {Grade[]}
 */
export function grades(known, isFirst, moves = []) {
  return isFirst.flatMap((first, at) => {
    const [before, after] = [known[at], known[at + 1]];
    if (!before || !after) return [];
    const lost = lostBy(before, after, first);
    if (lost !== null) return [{ index: at + 1, ...lost }];
    const isOnly = before.only !== null && before.only !== undefined && before.only === moves[at];
    return isOnly ? [{ index: at + 1, sign: /** @type {const} */ ("!"), words: `the only move that kept ${name(rank(before, first))}` }] : [];
  });
}

/** Whether a grade says that something was lost. */
export const isMistake = (/** @type {Grade} */ { sign }) => sign !== "!";

/**
 * What a game came to, side by side.
 * @typedef {object} Review
 * @property {{ kept: number, judged: number, unknown: number }[]} sides how many moves kept the value (who wins, not how
 *   soon), of how many that could be judged; and how many could not
 * @property {Grade | null} turn the last move that changed who wins with best play
 */

/**
 * @param {(Known | null)[]} known
 * @param {boolean[]} isFirst
 * @returns {Review}
 */
export function review(known, isFirst) {
  const sides = [{ kept: 0, judged: 0, unknown: 0 }, { kept: 0, judged: 0, unknown: 0 }];
  /** @type {Grade | null} */
  let turn = null;
  isFirst.forEach((first, at) => {
    const side = sides[first ? 0 : 1];
    const [before, after] = [known[at], known[at + 1]];
    if (side === undefined) return;
    if (!before || !after) {
      side.unknown += 1;
      return;
    }
    side.judged += 1;
    const lost = lostBy(before, after, first);
    if (lost === null || lost.sign === "?!") side.kept += 1;
    else turn = { index: at + 1, ...lost };
  });
  return { sides, turn };
}

/**
 * A review in sentences.
 * @param {Review} review
 * @param {object} names
 * @param {[string, string]} names.sides
 * @param {(index: number) => string} names.move the move after which so many are on the board
 * @param {(index: number) => string} names.line the best line from the position after so many moves; may be empty
 * @returns {string[]}
 */
export function reviewWords({ sides, turn }, names) {
  const sentences = sides.flatMap(({ kept, judged, unknown }, order) => {
    const side = capital(names.sides[order] ?? "");
    const said = judged === 0 ? [] : [`${side} kept the value with ${kept} of ${counted(judged, "move")}.`];
    return unknown === 0 ? said : [...said, `${counted(unknown, "move")} of ${names.sides[order]} could not be judged in the time.`];
  });
  if (turn !== null) {
    const line = names.line(turn.index - 1);
    sentences.push(`The game turned with move ${turn.index}, ${names.move(turn.index)}: ${turn.words}.`);
    if (line !== "") sentences.push(`Better was: ${line}.`);
  } else if (sides.every(({ unknown }) => unknown === 0)) {
    sentences.push("No move changed who wins with best play.");
  }
  return sentences;
}
