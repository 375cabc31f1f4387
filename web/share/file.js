// Files that people keep. A game as a text is a first line, then KEY: VALUE lines that people can read and write:
//
//   Plyground game 1
//   game: connect-four
//   start: .......,.......,.......,.......,.......,....... red
//   moves: 3.3.2
//   red: a person
//   result: red has won
//
// Only `game` is needed. `start` is left out if the game begins as usual; lines with other keys are for people.

import { count } from "../shell/numbers.js";

const FIRST = "Plyground game 1";

/** Longer files are refused. */
export const MOST_CHARACTERS = 8000;

/**
 * @param {{ game: string, start: string, moves: string, notes: [string, string][] }} record
 */
export function writeGame({ game, start, moves, notes }) {
  const fields = [["game", game], ["start", start], ["moves", moves], ...notes];
  const lines = fields.filter(([, value]) => value !== "").map(([key, value = ""]) => `${key}: ${value.replace(/\s*\n\s*/g, "/")}`);
  return [FIRST, ...lines, ""].join("\n");
}

/**
 * Reads what `writeGame` writes.
 * @param {string} text
 * @param {string[]} games the names of all games
 * @returns {{ game: string, start: string, moves: string }}
 * @throws {Error} with the line, and what is expected there
 */
export function readGame(text, games) {
  if (text.length > MOST_CHARACTERS) throw new Error(`the file has ${text.length} characters; expected at most ${MOST_CHARACTERS}`);
  const lines = text.split(/\r?\n/);
  if ((lines[0] ?? "").trim() !== FIRST) throw new Error(`line 1: expected “${FIRST}”`);
  /** @type {Map<string, string>} */
  const fields = new Map();
  lines.forEach((line, index) => {
    if (index === 0 || line.trim() === "") return;
    const at = line.indexOf(":");
    if (at < 1) throw new Error(`line ${index + 1}: expected KEY: VALUE`);
    const key = line.slice(0, at).trim();
    if (fields.has(key)) throw new Error(`line ${index + 1}: expected “${key}” once`);
    fields.set(key, line.slice(at + 1).trim());
  });
  const game = fields.get("game") ?? "";
  if (!games.includes(game)) throw new Error(`game: found “${game}”; expected ${games.join(", ")}`);
  return { game, start: fields.get("start") ?? "", moves: fields.get("moves") ?? "" };
}

// Takes in a file that somebody has chosen: its size is checked before it is read.

/**
 * The text of a file.
 * @param {Blob} file
 * @param {number} most bytes
 * @returns {Promise<string>}
 * @throws {Error} if it is longer
 */
export async function textOf(file, most) {
  if (file.size > most) throw new Error(`the file has ${count(file.size)} bytes; expected at most ${count(most)}`);
  return file.text();
}
