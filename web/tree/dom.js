// Small parts of the tree's panels: the tab stop of a toolbar, little boards.

import { piece } from "../board/pieces.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @import { GameMenu, Position } from "../shell/types.d.ts" */

const buttonsOf = (/** @type {Element} */ bar) => /** @type {HTMLButtonElement[]} */ ([...bar.children]);

/** The buttons of a toolbar that can have the focus. @param {Element} bar */
const available = (bar) => buttonsOf(bar).filter((each) => !each.disabled && getComputedStyle(each).display !== "none");

/**
 * A toolbar is one stop for the tab key. This has to be called after some of its buttons were hidden, switched off or brought
 * back: the stop must be one that can have the focus.
 * @param {Element} bar
 * @param {EventTarget | null | undefined} wanted the button that is the stop, if that can be
 */
export function settle(bar, wanted = buttonsOf(bar).find(({ tabIndex }) => tabIndex === 0)) {
  const open = available(bar);
  const stop = open.find((each) => each === wanted) ?? open[0];
  for (const each of buttonsOf(bar)) each.tabIndex = each === stop ? 0 : -1;
}

/** The arrows go from button to button of a toolbar. @param {KeyboardEvent} event */
export function moveInToolbar(event) {
  const open = available(/** @type {Element} */ (event.currentTarget));
  const at = open.findIndex((each) => each === document.activeElement);
  /** @type {Record<string, number>} */
  const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 };
  const next = open[places[event.key] ?? -1];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

// A small picture of a position, with the pieces of the large board.

/** The size of a cell in units of the drawing. */
const CELL = 20;

/** A position with the cell of its last move. @typedef {{ position: Position, last: [row: number, column: number] | null }} Shown */

/** @param {GameMenu} game @param {Shown | null} shown */
export function miniBoard(game, shown) {
  return html`<div class="tree-board is-${game.board}">${shown ? picture(game, shown) : nothing}</div>`;
}

/** @param {GameMenu} game @param {Shown} shown */
function picture(game, { position: { board, words }, last }) {
  const [rows, columns] = [board.cells.length, board.cells[0]?.length ?? 0];
  const text = board.cells.map((cells, row) => `${board.rows[row]}: ${cells.map((side) => side ?? "empty").join(", ")}`);
  return html`
    <svg viewBox=${`${-CELL * 0.75} 0 ${(columns + 0.75) * CELL} ${(rows + 0.75) * CELL}`} role="img"
      aria-label=${`Board, ${words}. Rows from the top, ${text.join("; ")}`}>
      <rect class="mb-board" width=${columns * CELL} height=${rows * CELL} rx="3"></rect>
      ${board.cells.map((cells, row) => [
        label(-CELL * 0.38, (row + 0.5) * CELL, board.rows[row] ?? ""),
        cells.map((side, column) => cell(game, side, row, column)),
      ])}
      ${board.columns.map((name, column) => label((column + 0.5) * CELL, (rows + 0.4) * CELL, name))}
      ${last && frame("mb-last", last[0], last[1], 1)}
    </svg>`;
}

/** @param {GameMenu} game @param {string | null} side @param {number} row @param {number} column */
function cell(game, side, row, column) {
  const inset = CELL * 0.08;
  return svg`
    ${frame(`mb-cell${(row + column) % 2 === 0 ? " is-light" : ""}`, row, column, 0)}
    <circle class="mb-hole" cx=${(column + 0.5) * CELL} cy=${(row + 0.5) * CELL} r=${CELL * 0.41}></circle>
    ${side && piece(game, side, { at: { x: column * CELL + inset, y: row * CELL + inset, size: CELL - 2 * inset } })}`;
}

/** @param {string} style @param {number} row @param {number} column @param {number} inset */
function frame(style, row, column, inset) {
  const size = CELL - 2 * inset;
  return svg`<rect class=${style} x=${column * CELL + inset} y=${row * CELL + inset} width=${size} height=${size}></rect>`;
}

/** @param {number} x @param {number} y @param {string} text */
function label(x, y, text) {
  return svg`<text class="mb-label" x=${x} y=${y}>${text}</text>`;
}
