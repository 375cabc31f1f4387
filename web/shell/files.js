// Takes in a file that somebody has chosen: its size is checked before it is read.

import { count } from "./numbers.js";

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
