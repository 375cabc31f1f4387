// Small parts of the tree's panels: buttons, little boards.

import { piece } from "../board/pieces.js";
import { draw, make } from "../shell/dom.js";

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Position} Position */

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string>} [attributes]
 */
export function button(text, action, attributes = {}) {
  return make("button", { type: "button", click: action, ...attributes }, text);
}

/**
 * A toolbar: one stop for the tab key, the arrows go from button to button. `settle` has to be called after some of them
 * were hidden, switched off or brought back: the stop must be one that can have the focus.
 * @param {string} label
 * @param {HTMLButtonElement[]} buttons
 */
export function toolbar(label, buttons) {
  const made = make("div", { role: "toolbar", "aria-label": label, class: "tree-toolbar" }, ...buttons);
  let current = buttons[0];
  const available = () => buttons.filter((each) => !each.disabled && getComputedStyle(each).display !== "none");
  const settle = () => {
    const open = available();
    const stop = open.find((each) => each === current) ?? open[0];
    for (const each of buttons) each.tabIndex = each === stop ? 0 : -1;
  };
  made.addEventListener("focusin", (event) => {
    current = buttons.find((each) => each === event.target) ?? current;
    settle();
  });
  made.addEventListener("keydown", (event) => {
    const open = available();
    const at = open.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 };
    const next = open[places[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  return { root: made, settle };
}

// A small picture of a position, with the pieces of the large board.

/** The size of a cell in units of the drawing. */
const CELL = 20;

export class MiniBoard {
  /** @param {GameMenu} game */
  constructor(game) {
    this.game = game;
    this.root = make("div", { class: `tree-board is-${game.board}` });
  }

  /**
   * @param {Position} position
   * @param {[row: number, column: number] | null} last the cell of the last move
   */
  show({ board, words }, last) {
    const [rows, columns] = [board.cells.length, board.cells[0]?.length ?? 0];
    const text = board.cells.map(
      (cells, row) => `${board.rows[row]}: ${cells.map((side) => side ?? "empty").join(", ")}`,
    );
    const image = draw("svg", {
      viewBox: `${-CELL * 0.75} 0 ${(columns + 0.75) * CELL} ${(rows + 0.75) * CELL}`,
      role: "img",
      "aria-label": `Board, ${words}. Rows from the top, ${text.join("; ")}`,
    });
    image.append(draw("rect", { class: "mb-board", width: columns * CELL, height: rows * CELL, rx: 3 }));
    board.cells.forEach((cells, row) => {
      image.append(label(-CELL * 0.38, (row + 0.5) * CELL, board.rows[row] ?? ""));
      cells.forEach((side, column) => image.append(...cell(this.game, side, row, column)));
    });
    board.columns.forEach((text, column) => {
      image.append(label((column + 0.5) * CELL, (rows + 0.4) * CELL, text));
    });
    if (last) image.append(frame("mb-last", last[0], last[1], 1));
    this.root.replaceChildren(image);
  }
}

/**
 * @param {GameMenu} game
 * @param {string | null} side
 * @param {number} row
 * @param {number} column
 */
function cell(game, side, row, column) {
  const hole = draw("circle", { class: "mb-hole", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: CELL * 0.41 });
  const parts = [frame(`mb-cell${(row + column) % 2 === 0 ? " is-light" : ""}`, row, column, 0), hole];
  if (side === null) return parts;
  const inset = CELL * 0.08;
  const picture = piece(game, side);
  const [x, y, size] = [column * CELL + inset, row * CELL + inset, CELL - 2 * inset];
  for (const [name, value] of Object.entries({ x, y, width: size, height: size })) {
    picture.setAttribute(name, String(value));
  }
  return [...parts, picture];
}

/**
 * @param {string} style
 * @param {number} row
 * @param {number} column
 * @param {number} inset
 */
function frame(style, row, column, inset) {
  const size = CELL - 2 * inset;
  return draw("rect", { class: style, x: column * CELL + inset, y: row * CELL + inset, width: size, height: size });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function label(x, y, text) {
  return draw("text", { class: "mb-label", x, y }, new Text(text));
}
