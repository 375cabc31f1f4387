// How good the moves of a game were: which made the value of the position worse, and which were the only ones that kept it.
// Nothing here knows of the page.

import { capital, counted } from "../shell/dom.js";

/**
 * What is known of a position.
 * @typedef {object} Known
 * @property {number} height above 0 if the side that moves first wins with best play of both, below if the other does
 * @property {number | null} plies until the end, if that is known
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
const rank = ({ height }, isFirst) => Math.sign(isFirst ? height : -height);

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
 * @property {Grade & { gave: "win" | "draw" } | null} turn the last move that changed who wins with best play, and what it
 *   gave away
 */

/** @param {(Known | null)[]} known @param {boolean[]} isFirst @returns {Review} */
export function review(known, isFirst) {
  const lost = grades(known, isFirst).filter(({ sign }) => sign === "?" || sign === "??");
  const sides = [true, false].map((side) => {
    const moves = [...isFirst.keys()].filter((at) => isFirst[at] === side);
    const judged = moves.filter((at) => known[at] && known[at + 1]).length;
    return { kept: judged - lost.filter(({ index }) => isFirst[index - 1] === side).length, judged, unknown: moves.length - judged };
  });
  const last = lost.at(-1);
  const before = known[(last?.index ?? 0) - 1];
  return { sides, turn: last && before ? { ...last, gave: rank(before, isFirst[last.index - 1] === true) === 1 ? "win" : "draw" } : null };
}

/**
 * A review in sentences, the one that tells most first.
 * @param {Review} review
 * @param {object} names
 * @param {[string, string]} names.sides
 * @param {string | null} names.you the side of the reader
 * @param {string} names.side who made the move at which the game turned
 * @param {string} names.move that move
 * @param {number} names.number its number
 * @param {string} names.best a best move instead of it; may be empty
 * @param {string} names.line the best line from there; may be empty
 * @param {boolean} names.isThrough whether every position was tried
 * @returns {string[]}
 */
export function reviewWords({ sides, turn }, { side, move, number, best, line, ...names }) {
  const kept = sides.flatMap(({ kept, judged, unknown }, order) => {
    const said = judged === 0 ? [] : [`${capital(names.sides[order] ?? "")} left the result with best play as it was in ${kept} of ${counted(judged, "move")}, ${Math.round((100 * kept) / judged)}\u00a0%.`];
    return unknown === 0 ? said : [...said, `${counted(unknown, "move")} of ${names.sides[order]} ${names.isThrough ? "could not be judged in the time" : unknown === 1 ? "is not judged yet" : "are not judged yet"}.`];
  });
  if (turn === null) return sides.some(({ unknown }) => unknown > 0) ? kept : ["No move changed who wins with best play.", ...kept];
  const better = best === "" ? "" : `: ${best} kept it`;
  const headline = `${side === names.you ? "You" : capital(side)} threw the ${turn.gave} away at move ${number}, ${move}${better}.`;
  return [headline, ...(line === "" ? [] : [`Better was: ${line}${line.endsWith("…") ? "" : "."}`]), ...kept];
}
