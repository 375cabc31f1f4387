// The board: a grid of cells with one place in the tab order, worked by mouse, touch and keys.

import { refuse } from "../shell/announce.js";
import { cellName, whyNot } from "./cell-words.js";
import { draw, fill, make } from "../shell/dom.js";
import { dragging } from "./drag.js";
import { animate } from "./motion.js";
import { overlay } from "./overlay.js";
import { piece } from "./pieces.js";
import { symbol, tone } from "./values.js";

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
