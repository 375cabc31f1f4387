// Moves that made the value of a position worse for whoever made them. Nothing here knows of the page.

/**
 * What is known of a position: who wins, and how many plies until then if that is known.
 * @typedef {object} Known
 * @property {"first" | "draw" | "second"} winner with best play of both sides
 * @property {number | null} plies
 * @property {string} words
 */

/**
 * A move that lost something.
 * @typedef {object} Mistake
 * @property {number} index how many moves are on the board after it
 * @property {string} words what was lost
 */

/** @param {Known} known @param {boolean} isFirst */
const rank = ({ winner }, isFirst) => (winner === "draw" ? 0 : (winner === "first") === isFirst ? 1 : -1);

/**
 * Whether a move gave away what its player had, and in which words: a win or a draw. With best play a win comes no later,
 * and a loss no sooner, than the position before said; whoever wins later or loses sooner has lost time, which counts too.
 * @param {Known} before
 * @param {Known} after
 * @param {boolean} isFirst whether the side that moves first made the move
 * @returns {string | null}
 */
export function lostBy(before, after, isFirst) {
  const [had, has] = [rank(before, isFirst), rank(after, isFirst)];
  const name = (/** @type {number} */ one) => (one === 1 ? "a win" : one === 0 ? "a draw" : "a loss");
  if (has < had) return `${name(had)} became ${name(has)}`;
  if (has > had || had === 0 || before.plies === null || after.plies === null) return null;
  // One ply was played.
  const delay = after.plies + 1 - before.plies;
  if (had === 1 && delay > 0) return `the win comes ${plies(delay)} later`;
  if (had === -1 && delay < 0) return `the loss comes ${plies(-delay)} sooner`;
  return null;
}

/** @param {number} count */
const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/**
 * The mistakes of a game, as far as the values around its moves are known.
 * @param {(Known | null)[]} known of the positions after 0, 1, 2 ... moves
 * @param {boolean[]} isFirst of each move: whether the side that moves first made it
 * @returns {Mistake[]}
 */
export function mistakes(known, isFirst) {
  return isFirst.flatMap((first, at) => {
    const [before, after] = [known[at], known[at + 1]];
    const words = before && after ? lostBy(before, after, first) : null;
    return words === null ? [] : [{ index: at + 1, words }];
  });
}
