// Pieces as pictures. The two sides differ by shape, not only by colour.

import { draw } from "../shell/dom.js";

const circle = (/** @type {number} */ r, /** @type {string} */ name) => draw("circle", { cx: 50, cy: 50, r, class: name });
const line = (/** @type {string} */ d, name = "sign") => draw("path", { d, class: name });

/** A disc with a rim and light from above. */
const disc = (/** @type {number} */ r) => [
  circle(r, "body"),
  circle(r - 3.5, "rim"),
  line(`M${50 - r * 0.62} ${50 - r * 0.58}A${r * 0.85} ${r * 0.85} 0 0 1 ${50 + r * 0.62} ${50 - r * 0.58}`, "shine"),
];

/** A disc that stands on the board, with its shadow. */
const pawn = () => [draw("ellipse", { cx: 50, cy: 56, rx: 38, ry: 36, class: "shadow" }), ...disc(36)];

/** @type {Record<string, (isTurned: boolean) => SVGElement[]>} */
const SHAPES = {
  red: () => [...disc(43), circle(25, "sign")],
  yellow: () => [...disc(43), line("M32 32 68 68M68 32 32 68")],
  green: () => [...disc(43), line("M32 32 68 68M68 32 32 68")],
  white: (isTurned) => [...pawn(), line(isTurned ? up(180) : up(0))],
  black: (isTurned) => [...pawn(), line(isTurned ? up(0) : up(180))],
  X: () => [line("M24 24 76 76M76 24 24 76", "stroke")],
  O: () => [circle(29, "stroke")],
};

/**
 * An arrow head that points to where pawns go.
 * @param {0 | 180} degrees
 */
function up(degrees) {
  return degrees === 0 ? "M32 57 50 38 68 57" : "M32 43 50 62 68 43";
}

/** @typedef {Pick<import("../shell/types.d.ts").GameMenu, "sides" | "pieces">} Pieces */

/**
 * The piece of a side; what it means must be said by the element around it.
 * @param {Pieces} menu
 * @param {string} side
 * @param {boolean} [isTurned] whether the board is seen from the other side
 * @returns {SVGElement}
 */
export function piece({ sides, pieces }, side, isTurned = false) {
  const name = pieces[side === sides[1] ? 1 : 0];
  const shapes = SHAPES[name]?.(isTurned) ?? [circle(43, "body")];
  return draw("svg", { viewBox: "0 0 100 100", class: `piece ${name}`, "aria-hidden": "true" }, ...shapes);
}

/** @type {Record<string, string>} */
const NOUNS = { white: "pawn", black: "pawn", X: "stone", O: "stone" };

/** What the pieces of a game are called. */
export function pieceNoun(/** @type {Pick<Pieces, "pieces">} */ { pieces }) {
  return NOUNS[pieces[0]] ?? "disc";
}
