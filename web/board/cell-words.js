// Words for cells of the board: their names, and why nothing can be done with them.

import { counted } from "../shell/numbers.js";
import { pieceNoun } from "./pieces.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../shell/types.d.ts").Move} Move */
/** @typedef {Pick<import("./board.js").Model, "menu" | "cells" | "columns" | "rows" | "turn">} Shown */

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
