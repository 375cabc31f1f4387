// Cells where a piece would complete a line of four: what the next piece there wins, or has to stop. Only an optional mark
// on the board; rules live on the server. Nothing here knows of the page.

/** @typedef {import("../shell/types.d.ts").Cell} Cell */

/** Pieces in a line that wins. */
const LINE = 4;

/** @type {Cell[]} one of each two opposite directions */
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

/**
 * The empty cells where this side would complete a line, whether or not a piece can go there now.
 * @param {(string | null)[][]} cells
 * @param {string} side
 * @returns {Cell[]}
 */
export function threats(cells, side) {
  /** @type {Cell[]} */
  const found = [];
  cells.forEach((row, at) => row.forEach((piece, column) => {
    if (piece === null && completes(cells, side, [at, column])) found.push([at, column]);
  }));
  return found;
}

/**
 * @param {(string | null)[][]} cells
 * @param {string} side
 * @param {Cell} cell
 */
function completes(cells, side, [row, column]) {
  return DIRECTIONS.some(([down, across]) => {
    const run = (/** @type {number} */ sign) => {
      let length = 0;
      while (cells[row + sign * (length + 1) * down]?.[column + sign * (length + 1) * across] === side) length += 1;
      return length;
    };
    return run(1) + run(-1) + 1 >= LINE;
  });
}
