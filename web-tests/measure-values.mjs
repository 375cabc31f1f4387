// How long the values of all columns of Connect Four take on the static site, after so many random moves.
//
//   PLYGROUND=PROGRAM node web-tests/measure-values.mjs [COUNT]     60 boards for each number of moves if nothing is said
//
// Node computes with the same engine as Chromium. A time ends with the last distance that is told of a column; best play to the
// end, which comes later, is not waited for.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import "./globals.mjs";
import { writeSite } from "./site.mjs";

const count = Number(process.argv[2] ?? 60);
const root = mkdtempSync(join(tmpdir(), "plyground-values-"));
writeSite(join(root, "site"), []);
const { get, listen } = await import(pathToFileURL(join(root, "site", "shell", "transport", "worker.js")).href);

const game = "connect-four";
let state = 2026;

/** A number below `most`, the same in every run. */
function random(most) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}

/** The moves of a random game that is not over after `length` of them. */
async function play(length) {
  for (;;) {
    const moves = [];
    let legal = ["0", "1", "2", "3", "4", "5", "6"];
    while (moves.length < length && legal.length > 0) {
      moves.push(legal[random(legal.length)]);
      const position = await get("position", { game, moves: moves.join(".") });
      legal = position.moves.map(({ move }) => move);
    }
    if (legal.length > 0) return moves.join(".");
  }
}

/** Milliseconds until the last column's distance. */
function solve(moves) {
  const begin = performance.now();
  let last = 0;
  return new Promise((resolve, reject) => {
    listen("solve", { game, moves, time: 60 }, ["move", "end"], (name, data) => {
      if (name === "move") last = performance.now() - begin;
      else if (data.reason === "done") resolve(last);
      else reject(new Error(`${moves}: ${JSON.stringify(data)}`));
    });
  });
}

await solve("3");
console.log("moves  median ms  95 of 100 ms  longest ms");
for (let length = 0; length <= 12; length += 1) {
  const times = [];
  while (times.length < count) times.push(await solve(await play(length)));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(count - 1, Math.floor(share * count))].toFixed(1);
  console.log(`${length}`.padStart(5) + at(0.5).padStart(11) + at(0.95).padStart(14) + at(1).padStart(12));
}
rmSync(root, { recursive: true });
process.exit(0);
