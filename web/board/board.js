// The board: cells that take a mouse, a finger or keys, pieces that fall, and what is marked on it.

import { refuse } from "../shell/announce.js";
import { counted } from "../shell/dom.js";
import { html, nothing, render, svg } from "../vendor/lit-html.js";
import { piece, pieceNoun, symbol, tone } from "./pieces.js";

/** @import { Cell, GameMenu, Move, Notation, Position, Value } from "../shell/types.d.ts" */

/**
 * What the board shows.
 * @typedef {object} Model
 * @property {GameMenu} menu
 * @property {(string | null)[][]} cells
 * @property {string[]} columns labels
 * @property {string[]} rows labels
 * @property {string} turn
 * @property {Move[]} moves legal moves
 * @property {boolean} isTurned seen from the other side; where pieces fall, from behind: left and right change places
 * @property {string | null} closed why no move can be made now, or `null`
 * @property {boolean} isWaiting whether a move is on its way to the server
 * @property {Cell[]} marked cells to ring: lines, and the pawn that has arrived
 * @property {Cell[][]} lines through which a stroke goes
 * @property {Move[]} best moves to be pointed at
 * @property {{ side: 0 | 1, cell: Cell }[]} threats cells where a side would complete a line
 * @property {Move | null} last
 * @property {Cell[]} spots cells of the term of an evaluation
 * @property {Map<string, Value>} values of moves
 * @property {boolean} isEdited
 * @property {boolean} animates whether the last move is to be seen happening
 */

/**
 * What happens on the board.
 * @typedef {object} Handlers
 * @property {(move: Move) => void} move
 * @property {(cell: Cell) => void} paint
 * @property {() => void} value the reader asks for the value of the position
 */

/**
 * What a model that does not say otherwise has: nothing but the position is shown.
 * @type {Pick<Model, "isWaiting" | "best" | "threats" | "spots" | "values" | "isEdited" | "animates">}
 */
const UNMARKED = { isWaiting: false, best: [], threats: [], spots: [], values: new Map(), isEdited: false, animates: false };

/** What a board shows of a position, with the labels of a notation. @param {GameMenu} menu @param {Position} position @param {Notation} notation */
export function modelOf(menu, { board: { cells }, turn, moves, marked, lines: complete, outcome }, { columns, rows }) {
  // Where lines are counted, none of them has won.
  const lines = outcome === null || menu.solver === "points" ? [] : complete.map((line) => line.cells);
  return { menu, cells, columns, rows, turn, moves, marked, lines };
}

/** Whether both are the same cell. @param {Cell | null} one @param {Cell | null} other */
const isSame = (one, other) => one !== null && other !== null && one[0] === other[0] && one[1] === other[1];

export class Board {
  /** @param {HTMLElement} place @param {Handlers} handlers */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.shape = "";
    /** @type {Cell} */
    this.at = [0, 0];
    /** @type {Cell | null} the pawn that is picked */
    this.picked = null;
    /** @type {number | null} */
    this.hovered = null;
    place.addEventListener("keydown", (event) => this.pressed(event));
    place.addEventListener("click", (event) => this.clicked(event));
    place.addEventListener("pointermove", (event) => this.hover(this.columnOf(event.target)));
    place.addEventListener("pointerleave", () => this.hover(null));
    place.addEventListener("focusin", (event) => this.focused(event));
    place.addEventListener("focusout", () => this.hover(null));
    dragging(place, this);
  }

  /** @param {Omit<Model, keyof typeof UNMARKED> & Partial<Model>} shown */
  render(shown) {
    // What the document shows until now.
    if (this.model === undefined) this.place.replaceChildren();
    const model = { ...UNMARKED, ...shown };
    this.model = model;
    const { menu, isTurned, last } = model;
    const shape = [menu.name, isTurned].join();
    const isOther = shape !== this.shape;
    if (isOther) {
      this.shape = shape;
      this.at = menu.board === "upright" ? [0, menu.columns >> 1] : [menu.rows - 1, menu.columns >> 1];
    }
    if (!this.own(this.picked)) this.picked = null;
    const hadFocus = this.place.contains(document.activeElement);
    this.paint();
    // The cell with the focus is another one now.
    if (isOther && hadFocus) this.focus();
    const landed = model.animates && last?.to ? this.element(last.to)?.querySelector("svg") : null;
    if (landed && last) animate(landed, last, menu.board === "upright", isTurned);
  }

  /** @param {Cell} cell */
  element([row, column]) {
    return /** @type {HTMLElement | null} */ (this.place.querySelector(`.cell[data-row="${row}"][data-column="${column}"]`));
  }

  /** Puts the focus on the board. @param {Cell} [cell] that on which it was last, if nothing is said */
  focus(cell = this.at) {
    this.element(cell)?.focus();
  }

  paint() {
    const { model } = this;
    if (model === undefined) return;
    const { menu, isTurned } = model;
    const isUpright = menu.board === "upright";
    const order = (/** @type {number} */ length, /** @type {boolean} */ isReversed) => Array.from({ length }, (_, index) => (isReversed ? length - 1 - index : index));
    const columns = order(menu.columns, isTurned);
    const rows = order(menu.rows, isUpsideDown(model));
    this.place.setAttribute("aria-busy", String(model.isWaiting));
    render(
      html`<div class="board ${isUpright ? "falls" : `is-${menu.board}`} columns-${menu.columns} rows-${menu.rows}">
        ${isUpright ? html`<div class="strip" aria-hidden="true">${columns.map((column) => this.slot(model, column))}</div>` : nothing}
        <div class="ground">
          <div role="grid" aria-label="Board" class="grid" aria-describedby="board-help">
            <div role="row" class="heads"><div role="columnheader"><span class="unseen">rows</span></div>${columns.map((column) => html`<div role="columnheader">${model.columns[column]}</div>`)}</div>
            <div role="rowgroup" class="body">
              ${rows.map((row) => html`<div role="row"><div role="rowheader">${model.rows[row]}</div>${columns.map((column) => this.cell(model, [row, column]))}</div>`)}
            </div>
          </div>
          <div class="over-board" aria-hidden="true">${overlay(model)}</div>
        </div>
      </div>`,
      this.place,
    );
  }

  /** @param {Model} model @param {Cell} cell */
  cell(model, cell) {
    const [row, column] = cell;
    const isHere = (/** @type {Cell | null} */ other) => isSame(other, cell);
    const side = model.cells[row]?.[column] ?? null;
    const move = this.moveTo(cell);
    const isOwn = this.own(cell);
    const drop = this.dropIn(column);
    const value = this.valueAt(cell);
    const words = (value ?? (move === null ? undefined : model.values.get(move.move)))?.words;
    const wins = model.threats.filter((threat) => isHere(threat.cell)).map((threat) => `; here ${model.menu.sides[threat.side]} would complete a line`).join("");
    const is = {
      light: (row + column) % 2 === 0,
      marked: model.marked.some(isHere),
      spot: model.spots.some(isHere),
      last: model.last !== null && (isHere(model.last.to) || isHere(model.last.from)),
      picked: isHere(this.picked),
      aimed: this.hovered === column && drop !== null && isHere(drop.to),
    };
    const style = ["cell", ...Object.entries(is).filter(([, holds]) => holds).map(([name]) => name)].join(" ");
    return html`<div role="gridcell" class=${style} data-row=${row} data-column=${column} tabindex=${isHere(this.at) ? 0 : -1}
      aria-label=${`${cellName(model, cell, move, isOwn)}${words ? `; ${words}` : ""}${wins}`}
      aria-selected=${isOwn ? String(is.picked) : nothing} aria-disabled=${model.isEdited || isOwn || move !== null || drop !== null ? nothing : "true"} ?data-own=${isOwn}
      >${side === null ? nothing : piece(model.menu, side, { isTurned: model.isTurned })}${
      side === null && move !== null ? hint(model.menu.board === "upright" ? "landing" : "dot") : nothing}${
      side !== null && move?.takes === true ? hint("capture") : nothing}${
      is.marked || is.spot ? hint(is.marked ? "ring" : "spot-ring") : nothing}${
      value === null ? nothing : chip(value)}</div>`;
  }

  /**
   * The place above a column: the value of the move there, and the piece that waits for it. Without a pointer it waits over the
   * column where Enter would drop it, and shows whose turn it is.
   * @param {Model} model
   * @param {number} column
   */
  slot(model, column) {
    const move = model.moves.find((legal) => legal.to?.[1] === column);
    const value = move === undefined || model.isEdited ? undefined : model.values.get(move.move);
    const waits = column === (this.hovered ?? this.at[1]) && this.dropIn(column) !== null;
    return html`<div class="slot" data-column=${column}>${value === undefined ? nothing : chip(value)}${
      waits ? piece(model.menu, model.turn, { style: this.hovered === null ? "waits" : "" }) : nothing}</div>`;
  }

  /** The moves that can be made now. */
  get open() {
    const { model } = this;
    return model === undefined || model.isEdited || model.closed !== null ? [] : model.moves;
  }

  /** The legal move that ends on this cell, of the picked pawn if pawns move. @param {Cell} cell */
  moveTo(cell) {
    return this.open.find(({ from, to }) => isSame(to, cell) && (from === null || isSame(from, this.picked))) ?? null;
  }

  /** The move that drops a piece in a column, where pieces fall. @param {number} column */
  dropIn(column) {
    return (this.model?.menu.board === "upright" && this.open.find(({ to }) => to?.[1] === column)) || null;
  }

  /** Whether a pawn that can move now is here. @param {Cell | null} cell */
  own(cell) {
    return this.open.some(({ from }) => isSame(from, cell));
  }

  /** The value that is written in a cell: of the move to it. @param {Cell} cell */
  valueAt(cell) {
    const model = this.model;
    if (model === undefined || model.menu.board === "upright" || model.isEdited) return null;
    const ends = model.moves.filter(({ from, to }) => to !== null && isSame(this.picked === null ? (from ?? to) : to, cell));
    const mine = ends.filter(({ from }) => this.picked === null || isSame(from, this.picked));
    const values = mine.map((move) => model.values.get(move.move)).filter((value) => value !== undefined);
    const rank = (/** @type {Value} */ { result, isBest }) => ["win", "draw", "best", null, "loss"].indexOf(result ?? (isBest ? "best" : null));
    const isWhole = values.length === mine.length || values.some((value) => value.result === "win" || value.isBest);
    const best = isWhole ? values.sort((a, b) => rank(a) - rank(b))[0] : undefined;
    return best?.result || best?.isBest ? best : null;
  }

  /** @param {EventTarget | null} target */
  columnOf(target) {
    const cell = target instanceof Element ? target.closest("[data-column]") : null;
    return cell === null ? null : Number(cell.getAttribute("data-column"));
  }

  /** @param {EventTarget | null} target @returns {Cell | null} */
  cellOf(target) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return cell === null ? null : [Number(cell.getAttribute("data-row")), Number(cell.getAttribute("data-column"))];
  }

  /** The pointer or the focus is over a column, or over none. @param {number | null} column */
  hover(column) {
    if (column === this.hovered || this.model?.menu.board !== "upright") return;
    this.hovered = column;
    this.paint();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = this.cellOf(event.target);
    if (cell === null) return;
    this.at = cell;
    this.paint();
    this.hover(cell[1]);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const cell = this.cellOf(event.target);
    const column = this.columnOf(event.target);
    if (cell !== null) this.focus(cell);
    if (column !== null) this.act(cell ?? [0, column]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const cell = this.cellOf(event.target);
    const model = this.model;
    if (cell === null || model === undefined || event.altKey) return;
    const [row, column] = cell;
    const [right, down] = [model.isTurned ? -1 : 1, isUpsideDown(model) ? -1 : 1];
    const [lastRow, lastColumn] = [down < 0 ? 0 : model.menu.rows - 1, right < 0 ? 0 : model.menu.columns - 1];
    const [firstRow, firstColumn] = [model.menu.rows - 1 - lastRow, model.menu.columns - 1 - lastColumn];
    /** @type {Record<string, Cell>} */
    const places = {
      ArrowLeft: [row, column - right],
      ArrowRight: [row, column + right],
      ArrowUp: [row - down, column],
      ArrowDown: [row + down, column],
      Home: [event.ctrlKey ? firstRow : row, firstColumn],
      End: [event.ctrlKey ? lastRow : row, lastColumn],
    };
    const to = places[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.focus(to);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act(cell);
    } else if (event.key === "Escape" && this.picked !== null) {
      this.picked = null;
      this.paint();
    } else if (event.key === "v") {
      this.handlers.value();
    } else if (model.menu.board === "upright" && model.columns.includes(event.key)) {
      event.preventDefault();
      const typed = model.columns.indexOf(event.key);
      this.focus([row, typed]);
      this.act([row, typed]);
    }
  }

  /** What Enter and a click do: paint, pick a pawn, or move. @param {Cell} cell */
  act(cell) {
    const model = this.model;
    if (model === undefined) return;
    if (model.isEdited) return this.handlers.paint(cell);
    if (model.closed !== null) return refuse(model.closed);
    const move = model.menu.board === "upright" ? this.dropIn(cell[1]) : this.moveTo(cell);
    if (move !== null) {
      this.picked = null;
      this.handlers.move(move);
    } else if (this.own(cell)) {
      this.picked = isSame(this.picked, cell) ? null : cell;
      this.paint();
    } else {
      refuse(whyNot(model, cell, this.picked !== null));
    }
  }

  /** Picks the pawn that is dragged: the piece that comes along, or `null`. @param {Element | null} element */
  pickAt(element) {
    const cell = this.cellOf(element);
    if (cell === null || !this.own(cell)) return null;
    this.picked = cell;
    this.focus(cell);
    this.paint();
    return this.element(cell)?.querySelector("svg") ?? null;
  }

  /** @param {Element | null} element */
  dropAt(element) {
    const cell = this.cellOf(element);
    const move = cell === null ? null : this.moveTo(cell);
    this.picked = null;
    if (move !== null) this.handlers.move(move);
    else this.paint();
  }
}

/** Whether the first row is at the bottom: pieces that fall always fall down. @param {Model} model */
const isUpsideDown = ({ isTurned, menu }) => isTurned && menu.board !== "upright";

/** @param {string} name */
function hint(name) {
  return html`<svg viewBox="0 0 100 100" class="hint ${name}"><circle cx="50" cy="50" r=${name === "dot" ? 9 : name === "landing" ? 30 : 45}></circle></svg>`;
}

/** A value as a sign. The name of the cell has the value in words. @param {Value} value */
function chip(value) {
  return html`<span class="chip ${tone(value)}" data-text=${symbol(value)} title=${value.words}></span>`;
}

// Words for cells of the board: their names, and why nothing can be done with them.

/** @typedef {Pick<Model, "menu" | "cells" | "columns" | "rows" | "turn">} Shown */

/**
 * The name of a cell, with the piece there and what a move to it means.
 * @param {Shown} model
 * @param {Cell} cell
 * @param {Move | null} move the legal move that ends there
 * @param {boolean} isOwn whether a pawn that can move is there
 */
export function cellName(model, [row, column], move, isOwn) {
  const { menu } = model;
  const side = model.cells[row]?.[column] ?? null;
  const noun = pieceNoun(menu);
  const what = side === null ? "empty" : noun === "pawn" ? `${side} ${noun}` : side;
  if (noun === "pawn") {
    const can = isOwn ? ", can move" : move === null ? "" : move.takes ? ", capture" : ", legal";
    return `${model.columns[column]}${model.rows[row]}, ${what}${can}`;
  }
  const place = `column ${model.columns[column]}, row ${model.rows[row]}, ${what}`;
  if (menu.board !== "upright") return move === null ? place : `${place}, legal`;
  if (move !== null) return `${place}, next ${noun} lands here`;
  if (row > 0 || side !== null) return place;
  const stack = model.cells.map((cells) => cells[column] ?? null).filter((one) => one !== null);
  return stack.length === 0 ? place : `${place}; column has ${counted(stack.length, noun)}, top ${stack[0]}`;
}

/** Why nothing can be done with a cell. @param {Shown} model @param {Cell} cell @param {boolean} isPicked whether a pawn is picked */
export function whyNot(model, cell, isPicked) {
  const [row, column] = cell;
  const side = model.cells[row]?.[column] ?? null;
  const name = cellName(model, cell, null, false);
  if (model.menu.board === "upright") return `Column ${model.columns[column]} is full.`;
  if (pieceNoun(model.menu) !== "pawn") return `${name}: not a legal cell; legal ones have a dot.`;
  if (isPicked) return `${name}: the picked pawn cannot go there; its targets have a dot.`;
  return side === model.turn ? `${name}: this pawn cannot move.` : `${name}: pick a ${model.turn} pawn first.`;
}

// Animates moves: a piece falls, slides or appears, once and briefly. Does nothing if the reader prefers reduced motion.

/** @param {SVGElement} shape the piece, in its place after the move @param {Move} move @param {boolean} falls @param {boolean} isTurned */
function animate(shape, move, falls, isTurned) {
  if (move.to === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (falls) {
    const height = move.to[0] + 1;
    // It speeds up as it falls, and bounces once: the farther it fell, the higher.
    const fall = 110 * Math.sqrt(height) + 60;
    const bounce = 90 + 12 * height;
    const total = fall + bounce;
    const lands = fall / total;
    shape.animate(
      [
        { transform: `translateY(${-height * 100}%)`, easing: "cubic-bezier(.5,0,.9,.6)" },
        { transform: "none", offset: lands, easing: "ease-out" },
        { transform: `translateY(${-2 - height}%)`, offset: lands + (1 - lands) * 0.45, easing: "ease-in" },
        { transform: "none" },
      ],
      { duration: total },
    );
  } else if (move.from !== null) {
    const sign = isTurned ? -1 : 1;
    const [down, across] = [sign * (move.from[0] - move.to[0]), sign * (move.from[1] - move.to[1])];
    const from = { transform: `translate(${across * 100}%, ${down * 100}%)` };
    shape.animate([from, { transform: "none" }], { duration: 160, easing: "ease-out" });
  } else {
    shape.animate([{ transform: "scale(.5)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
  }
}

// Dragging a piece with mouse or finger. Every move can also be made by clicks, so nothing depends on dragging.

const FAR_ENOUGH = 8;

/** @param {HTMLElement} place @param {Board} board */
function dragging(place, board) {
  /** @type {{ id: number, x: number, y: number, from: Element | null, piece: SVGElement | null } | null} */
  let grip = null;

  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("[data-own]") === null) return;
    grip = { id: event.pointerId, x: event.clientX, y: event.clientY, from: event.target, piece: null };
  });

  place.addEventListener("pointermove", (event) => {
    if (grip === null || event.pointerId !== grip.id) return;
    const [across, down] = [event.clientX - grip.x, event.clientY - grip.y];
    if (grip.piece === null) {
      if (Math.hypot(across, down) < FAR_ENOUGH) return;
      grip.piece = board.pickAt(grip.from);
      if (grip.piece === null) {
        grip = null;
        return;
      }
      grip.piece.classList.add("dragged");
      place.setPointerCapture(event.pointerId);
    }
    grip.piece.style.transform = `translate(${across}px, ${down}px)`;
  });

  const release = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isDropped) => {
    const held = grip;
    grip = null;
    if (held === null || held.piece === null || event.pointerId !== held.id) return;
    held.piece.classList.remove("dragged");
    held.piece.style.transform = "";
    board.dropAt(isDropped ? document.elementFromPoint(event.clientX, event.clientY) : null);
    // The click that follows belongs to the drag.
    place.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => place.dispatchEvent(new MouseEvent("click", { bubbles: false })), 0);
  };
  place.addEventListener("pointerup", (event) => release(event, true));
  place.addEventListener("pointercancel", (event) => release(event, false));
}

// What is drawn over the cells of a board: the stroke through a winning line, arrows and marks for best moves, threats.
// The page says all of it in words elsewhere.

/** The size of a cell in units of the drawing. */
const CELL = 100;

/** @param {Model} model */
function overlay(model) {
  const { menu: { rows, columns }, isTurned } = model;
  const { lines, best, threats } = model.isEdited ? { lines: [], best: [], threats: [] } : model;
  /** The middle of a cell. @type {(cell: Cell) => [x: number, y: number]} */
  const middle = ([row, column]) => [((isTurned ? columns - 1 - column : column) + 0.5) * CELL, ((isUpsideDown(model) ? rows - 1 - row : row) + 0.5) * CELL];
  const parts = [
    ...threats.map(({ side, cell }) => {
      const [x, y] = middle(cell);
      // The first side points up, the second down: not by colour alone.
      const d = side === 0 ? `M${x - 17} ${y + 13}h34l-17 -29z` : `M${x - 17} ${y - 13}h34l-17 29z`;
      return svg`<path class="threat of-${side}" d=${d}></path>`;
    }),
    ...best.flatMap(({ from, to }) => {
      if (to === null) return [];
      // Where nothing falls, the value stands in the cell, below.
      return [from === null ? model.menu.board === "plain" ? star(middle(to), -22, 0.7) : star(middle(to)) : arrow(middle(from), middle(to))];
    }),
    ...lines.flatMap((cells) => stroke(cells.map(middle))),
  ];
  return html`<svg viewBox="0 0 ${columns * CELL} ${rows * CELL}" class="overlay" aria-hidden="true" preserveAspectRatio="none">${parts}</svg>`;
}

/** A stroke from one end of a line to the other. @param {[number, number][]} points */
function stroke(points) {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return [];
  const d = `M${start.join(" ")}L${end.join(" ")}`;
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  return [svg`<path class="won-edge" d=${d}></path>`, svg`<path class="won-stroke" d=${d} stroke-dasharray=${length} pathLength=${length}></path>`];
}

/** @param {[number, number]} middle @param {number} up how far it is moved @param {number} size */
function star([x, y], up = 0, size = 1) {
  const points = Array.from({ length: 10 }, (_, index) => {
    const [angle, radius] = [(index * Math.PI) / 5 - Math.PI / 2, (index % 2 === 0 ? 24 : 10) * size];
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + up + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return svg`<polygon class="best-star" points=${points.join(" ")}></polygon>`;
}

/** @param {[number, number]} from @param {[number, number]} to */
function arrow(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${(from[0] + ux * along - uy * aside).toFixed(1)} ${(from[1] + uy * along + ux * aside).toFixed(1)}`;
  const [start, neck, tip] = [26, length - 34, length - 6];
  const d = `M${at(start, 6)}L${at(neck, 6)}L${at(neck, 17)}L${at(tip, 0)}L${at(neck, -17)}L${at(neck, -6)}L${at(start, -6)}Z`;
  return svg`<path class="best-arrow" d=${d}></path>`;
}

// Cells where a piece would complete a line of four: what the next piece there wins, or has to stop. Only an optional mark
// on the board; rules live on the server.

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
  const all = cells.flatMap((row, at) => [...row.keys()].map((column) => /** @type {Cell} */ ([at, column])));
  return all.filter(([row, column]) => cells[row]?.[column] === null && completes(cells, side, [row, column]));
}

/** @param {(string | null)[][]} cells @param {string} side @param {Cell} cell */
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
