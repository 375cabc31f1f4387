// What somebody has pasted or typed as a position: an address of the page, a saved game, a list of moves, or a board. No
// document here.

import { readGame } from "../share/file.js";

/**
 * The moves of a text that is a list of moves from the start of the game, as addresses write them; otherwise `null`. Where
 * pieces fall, columns are those of lists of moves, or the game's own if points are between them, as in addresses.
 * @param {string} text
 * @param {Pick<import("../shell/types.d.ts").GameMenu, "board" | "notations" | "rows" | "columns">} menu
 */
export function movesIn(text, { board, notations, rows, columns }) {
  const [own] = notations;
  const list = notations.find(({ name }) => name === "moves");
  const typed = text.trim();
  if (own === undefined || list === undefined || typed === "") return null;
  if (board !== "upright") return /^(\[\d,\d\]\s*)+$/.test(typed) ? [...typed.matchAll(/\[(\d,\d)\]/g)].map(([, move]) => move).join(".") : null;
  // Single columns with one separator between them, or none: in a board blanks and points are cells.
  if (text.includes("\t") || !/^\w(?:(?:[,.] ?| |\r?\n)?\w)*$/.test(typed)) return null;
  const lines = typed.split("\n").map((line) => line.match(/\w/g) ?? []);
  if (lines.length === rows && lines.every(({ length }) => length === columns)) return null;
  const moves = lines.flat().map((label) => (typed.includes(".") ? own.columns.find((column) => column === label) : own.columns[list.columns.indexOf(label)]));
  return moves.includes(undefined) ? null : moves.join(".");
}

/**
 * What such a list was read as.
 * @param {string} text
 * @param {import("../shell/types.d.ts").GameMenu} menu
 */
function movesWords(text, { board, notations }) {
  const { columns = [] } = (text.includes(".") ? notations[0] : notations.find(({ name }) => name === "moves")) ?? {};
  return `moves from the start of the game${board === "upright" ? `, columns ${columns[0]} to ${columns.at(-1)}` : ""}`;
}

/**
 * What a text asks for: an address, or a line of a game. `words` says what it was read as; where the answer to the line
 * says it (`read_as`), they are empty.
 * @param {string} text
 * @param {import("../shell/types.d.ts").GameMenu} menu of the game on the board
 * @param {import("../shell/types.d.ts").GameMenu[]} games
 * @returns {{ hash: string } | { line: import("../board/game.js").Line, words: string }}
 * @throws {Error} if a saved game is malformed
 */
export function pasted(text, menu, games) {
  const address = /#v1;\S*/.exec(text);
  if (address !== null) return { hash: address[0] };
  if (text.trimStart().startsWith("Plyground game")) {
    const line = readGame(text.trimStart(), games.map(({ name }) => name));
    const notation = line.start === "" ? undefined : games.find(({ name }) => name === line.game)?.notations[0]?.name;
    return { line: { ...line, notation }, words: "a saved game" };
  }
  const moves = movesIn(text, menu);
  if (moves !== null) return { line: { game: menu.name, moves }, words: movesWords(text, menu) };
  return { line: { game: menu.name, start: text }, words: "" };
}
