// What is drawn over the cells of a board: the stroke through a winning line, arrows and marks for best moves, threats.
// The page says all of it in words elsewhere.

import { draw } from "../shell/dom.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../shell/types.d.ts").Move} Move */

/** The size of a cell in units of the drawing. */
const CELL = 100;

/**
 * @param {object} shown
 * @param {number} shown.rows
 * @param {number} shown.columns
 * @param {boolean} shown.isTurned whether the first column is on the right
 * @param {boolean} shown.isUpsideDown whether the first row is at the bottom
 * @param {Cell[][]} shown.lines of winners, each from one end to the other
 * @param {Move[]} shown.best moves
 * @param {{ side: 0 | 1, cell: Cell }[]} shown.threats
 */
export function overlay({ rows, columns, isTurned, isUpsideDown, lines, best, threats }) {
  /** The middle of a cell. @type {(cell: Cell) => [x: number, y: number]} */
  const middle = ([row, column]) => [((isTurned ? columns - 1 - column : column) + 0.5) * CELL, ((isUpsideDown ? rows - 1 - row : row) + 0.5) * CELL];
  const parts = [
    ...threats.map(({ side, cell }) => {
      const [x, y] = middle(cell);
      // The first side points up, the second down: not by colour alone.
      const d = side === 0 ? `M${x - 17} ${y + 13}h34l-17 -29z` : `M${x - 17} ${y - 13}h34l-17 29z`;
      return draw("path", { class: `threat of-${side}`, d });
    }),
    ...best.flatMap(({ from, to }) => {
      if (to === null) return [];
      return [from === null ? star(middle(to)) : arrow(middle(from), middle(to))];
    }),
    ...lines.flatMap((cells) => stroke(cells.map(middle))),
  ];
  return draw("svg", { viewBox: `0 0 ${columns * CELL} ${rows * CELL}`, class: "overlay", "aria-hidden": "true", preserveAspectRatio: "none" }, ...parts);
}

/**
 * A stroke from one end of a line to the other.
 * @param {[number, number][]} points
 */
function stroke(points) {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return [];
  const d = `M${start.join(" ")}L${end.join(" ")}`;
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  return [draw("path", { class: "won-edge", d }), draw("path", { class: "won-stroke", d, "stroke-dasharray": length, pathLength: length })];
}

/** @param {[number, number]} middle */
function star([x, y]) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const [angle, radius] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 === 0 ? 24 : 10];
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return draw("polygon", { class: "best-star", points: points.join(" ") });
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function arrow(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${(from[0] + ux * along - uy * aside).toFixed(1)} ${(from[1] + uy * along + ux * aside).toFixed(1)}`;
  const [start, neck, tip] = [26, length - 34, length - 6];
  const d = `M${at(start, 6)}L${at(neck, 6)}L${at(neck, 17)}L${at(tip, 0)}L${at(neck, -17)}L${at(neck, -6)}L${at(start, -6)}Z`;
  return draw("path", { class: "best-arrow", d });
}
