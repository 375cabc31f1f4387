// Pictures of pieces, signs on buttons, and values of moves as signs.

import { counted } from "../shell/dom.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @import { GameMenu, Value } from "../shell/types.d.ts" */
/** @import { TemplateResult as Template } from "../vendor/lit-html.js" */

const circle = (/** @type {number} */ r, /** @type {string} */ name) => svg`<circle cx="50" cy="50" r=${r} class=${name}></circle>`;
const line = (/** @type {string} */ d, name = "sign") => svg`<path d=${d} class=${name}></path>`;

/** A disc with a rim and light from above. */
const disc = (/** @type {number} */ r) => [
  circle(r, "body"),
  circle(r - 3.5, "rim"),
  line(`M${50 - r * 0.62} ${50 - r * 0.58}A${r * 0.85} ${r * 0.85} 0 0 1 ${50 + r * 0.62} ${50 - r * 0.58}`, "shine"),
];

/** A disc that stands on the board, with its shadow. */
const pawn = () => [svg`<ellipse cx="50" cy="56" rx="38" ry="36" class="shadow"></ellipse>`, ...disc(36)];

/** Arrow heads that point to where pawns go. */
const [UP, DOWN] = ["M32 57 50 38 68 57", "M32 43 50 62 68 43"];

/** @type {Record<string, (isTurned: boolean) => Template[]>} */
const SHAPES = {
  red: () => [...disc(43), circle(25, "sign")],
  yellow: () => [...disc(43), line("M32 32 68 68M68 32 32 68")],
  green: () => [...disc(43), line("M32 32 68 68M68 32 32 68")],
  white: (isTurned) => [...pawn(), line(isTurned ? DOWN : UP)],
  black: (isTurned) => [...pawn(), line(isTurned ? UP : DOWN)],
  X: () => [line("M24 24 76 76M76 24 24 76", "stroke")],
  O: () => [circle(29, "stroke")],
};

/**
 * The piece of a side; what it means must be said by the element around it.
 * @param {Pick<GameMenu, "sides" | "pieces">} menu
 * @param {string} side
 * @param {object} [how]
 * @param {boolean} [how.isTurned] whether the board is seen from the other side
 * @param {string} [how.style] another class
 * @param {{ x: number, y: number, size: number }} [how.at] where it is in the picture around it
 */
export function piece({ sides, pieces }, side, { isTurned = false, style = "", at } = {}) {
  const name = pieces[side === sides[1] ? 1 : 0];
  const shapes = SHAPES[name]?.(isTurned) ?? [circle(43, "body")];
  return html`<svg viewBox="0 0 100 100" class=${["piece", name, style].filter(Boolean).join(" ")} aria-hidden="true" x=${at?.x ?? nothing} y=${at?.y ?? nothing} width=${at?.size ?? nothing} height=${at?.size ?? nothing}>${shapes}</svg>`;
}

/** @type {Record<string, string>} */
const NOUNS = { white: "pawn", black: "pawn", X: "stone", O: "stone" };

/** What the pieces of a game are called. */
export function pieceNoun(/** @type {Pick<GameMenu, "pieces">} */ { pieces }) {
  return NOUNS[pieces[0]] ?? "disc";
}

// The signs on buttons that step, begin and stop.

/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7",
  previous: "M15 5l-8 7 8 7",
  go: "M8 5v14l11-7z",
  stop: "M8 5v14M16 5v14",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2",
  redo: "M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h2",
};

/** @param {string} name */
export function icon(name) {
  return html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=${ICONS[name] ?? ""} class=${name === "go" ? "solid" : nothing}></path></svg>`;
}

// Values of moves and positions in words and signs.

/** A sign and the number of plies until the end: not by colour alone. @param {Value} value */
export function symbol(value) {
  const sign = value.result === null ? (value.isBest ? "★" : "…") : { win: "▲", draw: "■", loss: "▼" }[value.result];
  // Plies until the end; where the length of a game says nothing, points.
  const number = value.plies ?? (typeof value.score === "number" ? Math.abs(value.score) : null);
  const isCounted = number !== null && value.result !== "draw" && value.isFinal !== false;
  return isCounted ? `${sign}\u2009${number}` : sign;
}

/** @param {Value} value */
export function tone(value) {
  return value.result ?? "unknown";
}

/** What a move does for the side that makes it, in few words: the table says whose moves they are. @param {Value} value */
export function verdict({ result, plies, words, isFinal }) {
  if (result === "draw") return "draws";
  if (result === null || isFinal === false) return words;
  // Without the side: "wins", or "wins by 2".
  if (typeof plies !== "number") return words.replace(/^\S+ /, "");
  return `${result === "win" ? "wins" : "loses"} in ${counted(Math.ceil(plies / 2), "move")}`;
}

/**
 * The order of moves by their worth, the best first: wins, the soonest first; draws; what is not proved; losses, the latest
 * first.
 * @param {Value | undefined} a
 * @param {Value | undefined} b
 */
export function byWorth(a, b) {
  const rank = (/** @type {Value | undefined} */ value) => {
    if (value === undefined || value.result === null) return value?.isBest === true ? 0.5 : 0;
    return { win: 2, draw: 1, loss: -1 }[value.result];
  };
  // Wins are better the sooner they come, losses the later.
  const late = (/** @type {Value | undefined} */ value) => (value?.plies ?? 0) * (value?.result === "win" ? -1 : 1);
  return rank(b) - rank(a) || (b?.score ?? 0) - (a?.score ?? 0) || late(b) - late(a);
}
