// What somebody has pasted or typed as a position: an address of the page, a saved game, a list of moves, or a board. No
// document here.

import { readGame } from "../share/file.js";

/**
 * The moves of a text that is a list of moves from the start of the game, as addresses write them; otherwise `null`.
 * @param {string} text
 * @param {Pick<import("../shell/types.d.ts").GameMenu, "board" | "notations">} menu
 */
export function movesIn(text, { board, notations }) {
  const [own] = notations;
  const list = notations.find(({ name }) => name === "moves");
  const typed = text.trim();
  if (own === undefined || list === undefined || typed === "") return null;
  if (board !== "upright") return /^(\[\d,\d\]\s*)+$/.test(typed) ? [...typed.matchAll(/\[(\d,\d)\]/g)].map(([, move]) => move).join(".") : null;
  // Single columns, with one separator between them or none: in a board, blanks and points are cells.
  if (text.includes("\t") || !/^\w(?:(?:[,.] ?| |\r?\n)?\w)*$/.test(typed)) return null;
  const labels = typed.match(/\w/g) ?? [];
  // Addresses and the server write points, and the game's own columns.
  const moves = typed.includes(".") ? labels.filter((label) => own.columns.includes(label)) : labels.flatMap((label) => own.columns[list.columns.indexOf(label)] ?? []);
  return moves.length === labels.length ? moves.join(".") : null;
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
  if (moves !== null) return { line: { game: menu.name, moves }, words: `moves from the start of the game, columns ${text.includes(".") ? "as addresses write them, from 0" : "from 1"}` };
  return { line: { game: menu.name, start: text }, words: "" };
}
