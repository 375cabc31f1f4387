// A small picture of a position: the sides differ by shape as well as by colour.

import { drawing, element } from "./tree-dom.js";

/** @typedef {import("./types.d.ts").Position} Position */

/** The size of a cell in units of the drawing. */
const CELL = 20;

export class MiniBoard {
  /** @param {[string, string]} sides */
  constructor(sides) {
    this.sides = sides;
    this.root = element("div", { class: "tree-board" });
  }

  /**
   * @param {Position} answer
   * @param {[number, number] | null} last the cell of the last move
   */
  show({ board, words }, last) {
    const [rows, columns] = [board.cells.length, board.cells[0]?.length ?? 0];
    const text = board.cells.map(
      (cells, row) => `${board.rows[row]}: ${cells.map((side) => side ?? "empty").join(", ")}`,
    );
    const image = drawing("svg", {
      viewBox: `${-CELL * 0.75} 0 ${(columns + 0.75) * CELL} ${(rows + 0.75) * CELL}`,
      role: "img",
      "aria-label": `Board, ${words}. Rows from the top, ${text.join("; ")}`,
    });
    image.append(
      drawing("rect", { class: "mb-board", width: columns * CELL, height: rows * CELL, rx: 4 }),
    );
    board.cells.forEach((cells, row) => {
      image.append(label(-CELL * 0.38, (row + 0.5) * CELL, board.rows[row]));
      cells.forEach((side, column) => image.append(...this.cell(side, row, column)));
    });
    board.columns.forEach((text, column) => {
      image.append(label((column + 0.5) * CELL, (rows + 0.4) * CELL, text));
    });
    if (last) {
      const [row, column] = last;
      const place = { cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: CELL * 0.44 };
      image.append(drawing("circle", { class: "mb-last", ...place }));
    }
    this.root.replaceChildren(image);
  }

  /**
   * @param {string | null} side
   * @param {number} row
   * @param {number} column
   */
  cell(side, row, column) {
    const [cx, cy] = [(column + 0.5) * CELL, (row + 0.5) * CELL];
    const style = side === null ? "mb-hole" : `mb-piece side-${side.toLowerCase()}`;
    /** @type {SVGElement[]} */
    const parts = [drawing("circle", { class: style, cx, cy, r: CELL * 0.38 })];
    if (side === this.sides[0]) {
      parts.push(drawing("circle", { class: "mb-ring", cx, cy, r: CELL * 0.2 }));
    } else if (side !== null) {
      const arm = CELL * 0.15;
      for (const up of [1, -1]) {
        parts.push(
          drawing("path", { class: "mb-cross", d: `M${cx - arm} ${cy - up * arm} l${2 * arm} ${2 * up * arm}` }),
        );
      }
    }
    return parts;
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function label(x, y, text) {
  return drawing("text", { class: "mb-label", x, y, text });
}
