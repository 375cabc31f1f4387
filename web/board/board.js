// The board: cells that take a mouse, a finger or keys, pieces that fall, and what is marked on it.

import { refuse } from "../shell/announce.js";
import { draw, fill, make } from "../shell/dom.js";
import { counted } from "../shell/numbers.js";
import { piece, pieceNoun, symbol, tone } from "./pieces.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../shell/types.d.ts").Move} Move */

/**
 * What the board shows.
 * @typedef {object} Model
 * @property {import("../shell/types.d.ts").GameMenu} menu
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
 * @property {Map<string, import("../shell/types.d.ts").Value>} values of moves
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

const key = (/** @type {Cell} */ [row, column]) => `${row},${column}`;

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {Handlers} handlers
   */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.shape = "";
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {HTMLElement[]} */
    this.slots = [];
    /** @type {Cell} */
    this.at = [0, 0];
    /** @type {Cell | null} the pawn that is picked */
    this.picked = null;
    /** @type {number | null} */
    this.hovered = null;
    this.over = make("div");
    this.overShown = "";
    place.addEventListener("keydown", (event) => this.pressed(event));
    place.addEventListener("click", (event) => this.clicked(event));
    place.addEventListener("pointermove", (event) => this.hover(this.columnOf(event.target)));
    place.addEventListener("pointerleave", () => this.hover(null));
    place.addEventListener("focusin", (event) => this.focused(event));
    place.addEventListener("focusout", () => this.hover(null));
    dragging(place, {
      begins: (element) => this.pickAt(element),
      ends: (element) => this.dropAt(element),
    });
  }

  /** @param {Model} model */
  render(model) {
    this.model = model;
    const shape = [model.menu.name, model.isTurned, model.columns, model.rows].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(model);
    }
    if (!this.own(this.picked)) this.picked = null;
    this.paint();
    if (model.animates && model.last?.to) {
      const shape = this.cells.get(key(model.last.to))?.querySelector("svg");
      if (shape) animate(shape, model.last, model.menu.board === "upright", model.isTurned);
    }
  }

  /** Puts the focus on the board. */
  focus() {
    this.cells.get(key(this.at))?.focus();
  }

  /** @param {Model} model */
  build(model) {
    const { menu } = model;
    const order = (/** @type {number} */ length, /** @type {boolean} */ isReversed) => {
      const all = Array.from({ length }, (_, index) => index);
      return isReversed ? all.reverse() : all;
    };
    const columns = order(menu.columns, model.isTurned);
    this.cells.clear();
    this.at = menu.board === "upright" ? [0, menu.columns >> 1] : [menu.rows - 1, menu.columns >> 1];
    this.slots = columns.map((column) => make("div", { class: "slot", "data-column": column }));
    const heads = columns.map((column) => make("div", { role: "columnheader" }, model.columns[column]));
    const rows = order(menu.rows, isUpsideDown(model)).map((row) => {
      const cells = columns.map((column) => {
        const cell = make("div", { role: "gridcell", class: "cell", "data-row": row, "data-column": column, tabindex: -1 });
        if ((row + column) % 2 === 0) cell.classList.add("light");
        this.cells.set(key([row, column]), cell);
        return cell;
      });
      return make("div", { role: "row" }, make("div", { role: "rowheader" }, model.rows[row]), ...cells);
    });
    const grid = make(
      "div",
      { role: "grid", "aria-label": "Board", class: "grid", "aria-describedby": "board-help" },
      make("div", { role: "row", class: "heads" }, make("div", { role: "columnheader" }, make("span", { class: "unseen" }, "rows")), ...heads),
      make("div", { role: "rowgroup", class: "body" }, ...rows),
    );
    this.over = make("div", { class: "over-board", "aria-hidden": "true" });
    const strip = make("div", { class: "strip", "aria-hidden": "true" }, ...this.slots);
    fill(
      this.place,
      make("div", { class: `board ${menu.board === "upright" ? "falls" : `is-${menu.board}`} columns-${menu.columns}` }, menu.board === "upright" && strip, make("div", { class: "ground" }, grid, this.over)),
    );
  }

  paint() {
    const model = this.model;
    if (model === undefined) return;
    this.place.setAttribute("aria-busy", String(model.isWaiting));
    const marked = new Set(model.marked.map(key));
    const spots = new Set(model.spots.map(key));
    const threatened = (/** @type {string} */ name) => model.threats.filter(({ cell }) => key(cell) === name).map(({ side }) => model.menu.sides[side]);
    for (const [name, cell] of this.cells) {
      const [row, column] = /** @type {Cell} */ (name.split(",").map(Number));
      const side = model.cells[row]?.[column] ?? null;
      const move = this.moveTo([row, column]);
      const isPicked = this.picked !== null && key(this.picked) === name;
      const isOwn = this.own([row, column]);
      const isLast = model.last !== null && [model.last.to, model.last.from].some((end) => end !== null && key(end) === name);
      const value = this.valueAt([row, column]);
      const shown = [side, model.isTurned, marked.has(name), spots.has(name), isLast, isPicked, move?.move, value?.words, move?.takes, model.turn].join();
      const drop = move === null ? undefined : model.values.get(move.move);
      const words = (value ?? drop)?.words;
      const wins = threatened(name).map((who) => `; here ${who} would complete a line`).join("");
      setOrRemove(cell, "aria-label", `${cellName(model, [row, column], move, isOwn)}${words ? `; ${words}` : ""}${wins}`);
      setOrRemove(cell, "tabindex", key(this.at) === name ? "0" : "-1");
      cell.toggleAttribute("data-own", isOwn);
      setOrRemove(cell, "aria-selected", isOwn ? String(isPicked) : null);
      setOrRemove(cell, "aria-disabled", model.isEdited || isOwn || move !== null || this.dropIn(column) !== null ? null : "true");
      if (cell.dataset["shown"] === shown) continue;
      cell.dataset["shown"] = shown;
      cell.classList.toggle("marked", marked.has(name));
      cell.classList.toggle("spot", spots.has(name));
      cell.classList.toggle("last", isLast);
      cell.classList.toggle("picked", isPicked);
      fill(
        cell,
        side !== null && piece(model.menu, side, model.isTurned),
        side === null && move !== null && hint(model.menu.board === "upright" ? "landing" : "dot"),
        side !== null && move?.takes === true && hint("capture"),
        (marked.has(name) || spots.has(name)) && hint(marked.has(name) ? "ring" : "spot-ring"),
        value !== null && chip(value),
      );
    }
    this.paintOver(model);
    this.hover(this.hovered);
  }

  /** @param {Model} model */
  paintOver(model) {
    const { menu, isTurned, lines, best, threats } = model;
    const drawn = { rows: menu.rows, columns: menu.columns, isTurned, isUpsideDown: isUpsideDown(model), ...(model.isEdited ? { lines: [], best: [], threats: [] } : { lines, best, threats }) };
    const shown = JSON.stringify(drawn);
    if (shown === this.overShown && this.over.childElementCount > 0) return;
    this.overShown = shown;
    fill(this.over, overlay(drawn));
  }

  /**
   * The legal move that ends on this cell, of the picked pawn if pawns move.
   * @param {Cell} cell
   * @returns {Move | null}
   */
  moveTo(cell) {
    const model = this.model;
    if (model === undefined || model.isEdited || model.closed !== null) return null;
    const picked = this.picked;
    const isHere = (/** @type {Move} */ move) =>
      move.to !== null && key(move.to) === key(cell) && (move.from === null || (picked !== null && key(move.from) === key(picked)));
    return model.moves.find(isHere) ?? null;
  }

  /**
   * The move that drops a piece in a column, where pieces fall.
   * @param {number} column
   */
  dropIn(column) {
    const model = this.model;
    if (model === undefined || model.menu.board !== "upright" || model.isEdited || model.closed !== null) return null;
    return model.moves.find((move) => move.to?.[1] === column) ?? null;
  }

  /**
   * Whether a pawn that can move now is here.
   * @param {Cell | null} cell
   */
  own(cell) {
    const model = this.model;
    if (cell === null || model === undefined || model.isEdited || model.closed !== null) return false;
    return model.moves.some((move) => move.from !== null && key(move.from) === key(cell));
  }

  /**
   * The value that is written in a cell: of the move to it.
   * @param {Cell} cell
   */
  valueAt(cell) {
    const model = this.model;
    if (model === undefined || model.menu.board === "upright" || model.isEdited) return null;
    const ends = model.moves.filter((move) => move.to !== null && key(move.from !== null && this.picked === null ? move.from : move.to) === key(cell));
    const mine = ends.filter((move) => this.picked === null || (move.from !== null && key(move.from) === key(this.picked)));
    const values = mine.map((move) => model.values.get(move.move)).filter((value) => value !== undefined);
    const rank = (/** @type {import("../shell/types.d.ts").Value} */ { result, isBest }) => ["win", "draw", "best", null, "loss"].indexOf(result ?? (isBest ? "best" : null));
    const isWhole = values.length === mine.length || values.some((value) => value.result === "win" || value.isBest);
    return isWhole ? (values.sort((a, b) => rank(a) - rank(b))[0] ?? null) : null;
  }

  /** @param {EventTarget | null} target */
  columnOf(target) {
    const cell = target instanceof Element ? target.closest("[data-column]") : null;
    return cell === null ? null : Number(cell.getAttribute("data-column"));
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Cell | null}
   */
  cellOf(target) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return cell === null ? null : [Number(cell.getAttribute("data-row")), Number(cell.getAttribute("data-column"))];
  }

  /**
   * Shows the piece that waits over a column, and the values of columns.
   * @param {number | null} column
   */
  hover(column) {
    const model = this.model;
    if (model === undefined || model.menu.board !== "upright") return;
    this.hovered = column;
    // No pointer is over a column: the piece waits over the column where Enter would drop it, and shows whose turn it is.
    const over = column ?? this.at[1];
    for (const slot of this.slots) {
      const here = Number(slot.dataset["column"]);
      const move = model.moves.find((legal) => legal.to?.[1] === here);
      const value = move === undefined || model.isEdited ? undefined : model.values.get(move.move);
      const waits = here === over && move !== undefined && model.closed === null && !model.isEdited;
      const shown = [waits && (column === null ? "waits" : "aims"), value?.words, value?.isFinal, model.turn].join();
      if (slot.dataset["shown"] === shown) continue;
      slot.dataset["shown"] = shown;
      const waiting = waits && piece(model.menu, model.turn);
      if (waiting && column === null) waiting.classList.add("waits");
      fill(slot, value !== undefined && chip(value), waiting);
    }
    for (const cell of this.place.querySelectorAll(".cell.aimed")) cell.classList.remove("aimed");
    const aimed = model.moves.find((legal) => legal.to?.[1] === column)?.to;
    if (aimed && model.closed === null && !model.isEdited) this.cells.get(key(aimed))?.classList.add("aimed");
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = this.cellOf(event.target);
    if (cell === null) return;
    this.moveFocus(cell, false);
    this.hover(cell[1]);
  }

  /**
   * @param {Cell} cell
   * @param {boolean} focuses
   */
  moveFocus(cell, focuses) {
    const old = this.cells.get(key(this.at));
    const now = this.cells.get(key(cell));
    if (now === undefined) return;
    if (old !== undefined) old.tabIndex = -1;
    now.tabIndex = 0;
    this.at = cell;
    if (focuses) now.focus();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const cell = this.cellOf(event.target);
    if (cell !== null) {
      this.moveFocus(cell, true);
      this.act(cell);
      return;
    }
    const column = this.columnOf(event.target);
    if (column !== null) this.act([0, column]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const cell = this.cellOf(event.target);
    const model = this.model;
    if (cell === null || model === undefined || event.altKey) return;
    const [row, column] = cell;
    const [right, down] = [model.isTurned ? -1 : 1, isUpsideDown(model) ? -1 : 1];
    const [lastOfRows, lastOfColumns] = [model.menu.rows - 1, model.menu.columns - 1];
    const [firstRow, lastRow] = down < 0 ? [lastOfRows, 0] : [0, lastOfRows];
    const [firstColumn, lastColumn] = right < 0 ? [lastOfColumns, 0] : [0, lastOfColumns];
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
      this.moveFocus(to, true);
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
      this.moveFocus([row, typed], true);
      this.act([row, typed]);
    }
  }

  /**
   * What Enter and a click do: paint, pick a pawn, or move.
   * @param {Cell} cell
   */
  act(cell) {
    const model = this.model;
    if (model === undefined) return;
    if (model.isEdited) {
      this.handlers.paint(cell);
      return;
    }
    if (model.closed !== null) {
      refuse(model.closed);
      return;
    }
    const move = model.menu.board === "upright" ? this.dropIn(cell[1]) : this.moveTo(cell);
    if (move !== null) {
      this.picked = null;
      this.handlers.move(move);
    } else if (this.own(cell)) {
      this.picked = this.picked !== null && key(this.picked) === key(cell) ? null : cell;
      this.paint();
    } else {
      refuse(whyNot(model, cell, this.picked !== null));
    }
  }

  /** @param {Element | null} element */
  pickAt(element) {
    const cell = this.cellOf(element);
    if (cell === null || !this.own(cell)) return null;
    this.picked = cell;
    this.moveFocus(cell, true);
    this.paint();
    return this.cells.get(key(cell))?.querySelector("svg") ?? null;
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

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function setOrRemove(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {string} name */
function hint(name) {
  const shape = draw("circle", { cx: 50, cy: 50, r: name === "dot" ? 9 : name === "landing" ? 30 : 45 });
  return draw("svg", { viewBox: "0 0 100 100", class: `hint ${name}` }, shape);
}

/**
 * A value as a sign. The name of the cell has the value in words.
 * @param {import("../shell/types.d.ts").Value} value
 */
function chip(value) {
  return make("span", { class: `chip ${tone(value)}`, "data-text": symbol(value), title: value.words });
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

/**
 * Why nothing can be done with a cell.
 * @param {Shown} model
 * @param {Cell} cell
 * @param {boolean} isPicked whether a pawn is picked
 */
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

/**
 * @param {SVGElement} shape the piece, in its place after the move
 * @param {import("../shell/types.d.ts").Move} move
 * @param {boolean} falls
 * @param {boolean} isTurned
 */
export function animate(shape, move, falls, isTurned) {
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

/**
 * @typedef {object} Drag
 * @property {(from: Element | null) => SVGElement | null} begins the piece that comes along, or `null`
 * @property {(on: Element | null) => void} ends
 */

/**
 * @param {HTMLElement} place
 * @param {Drag} handlers
 */
export function dragging(place, handlers) {
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
      grip.piece = handlers.begins(grip.from);
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
    const under = document.elementFromPoint(event.clientX, event.clientY);
    handlers.ends(isDropped ? under : null);
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
function overlay({ rows, columns, isTurned, isUpsideDown, lines, best, threats }) {
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

// Cells where a piece would complete a line of four: what the next piece there wins, or has to stop. Only an optional mark
// on the board; rules live on the server. Nothing here knows of the page.

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
