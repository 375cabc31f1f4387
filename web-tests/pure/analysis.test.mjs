import assert from "node:assert/strict";
import { test } from "node:test";
import { better } from "../../web/analysis/history.js";
import { hear, lineText, nothing } from "../../web/board/analysis.js";

const unproved = { result: null, score: null, plies: null, is_final: true, words: "not proved" };
const depth = (plies, move, proof = null) => ({ depth: plies, move, value: 14, nodes: 1, line: [move, "A5A4"], proof, words: `depth ${plies}: move ${move}` });

test("what is not proved takes nothing away that a search or a proof has found", () => {
  const found = nothing();
  hear(found, "depth", depth(7, "A2A3"));
  hear(found, "depth", depth(8, "F2F3"));
  assert.equal(found.state, "depth 8, 1 node");
  hear(found, "move", { move: "B2B3", result: "loss", words: "white loses", is_final: true });
  for (const move of ["A2A3", "F2F3", "B2B3"]) hear(found, "move", { move, ...unproved });
  hear(found, "position", { ...unproved, best: [], line: [] });
  hear(found, "end", { reason: "time", words: "stopped after 20 s" });
  assert.equal(found.moves.get("F2F3").isBest, true);
  assert.equal(found.moves.get("B2B3").result, "loss");
  assert.equal(found.moves.get("A2A3").words, "not proved");
  assert.equal(found.position, null);
  assert.deepEqual([found.depth.words, found.isDone, found.isOutOfTime], ["depth 8: move F2F3", true, true]);
});

test("a second search begins with shallow depths, which take nothing away either; a proof counts at once", () => {
  const found = nothing();
  hear(found, "depth", depth(8, "F2F3"));
  hear(found, "depth", depth(1, "A2A3"));
  assert.equal(found.depth.depth, 8);
  hear(found, "depth", depth(3, "C2C3", { result: "win", plies: 3 }));
  assert.equal(found.moves.get("C2C3").result, "win");
  hear(found, "position", { result: "win", score: null, plies: null, words: "white wins", best: ["C2C3"], line: ["C2C3"] });
  hear(found, "position", { ...unproved, best: [], line: [] });
  assert.deepEqual([found.position.words, found.position.line], ["white wins", ["C2C3"]]);
});

test("estimates are those of one search, and go when a search has proved who wins", () => {
  const found = nothing();
  const estimates = (plies, ...moves) => hear(found, "estimates", { depth: plies, for: "white", moves: moves.map((move) => ({ move, value: -1, line: [move], words: "-1 for white" })) });
  estimates(6, "A2A3", "B2B3");
  assert.deepEqual([...found.estimates.keys()], ["A2A3", "B2B3"]);
  assert.equal(found.estimates.get("B2B3").words, "−1 for white at depth 6");
  estimates(7, "C2C3");
  assert.deepEqual([...found.estimates.keys()], ["C2C3"]);
  hear(found, "depth", depth(3, "C2C3", { result: "loss", plies: 3 }));
  assert.equal(found.estimates.size, 0);
});

test("where nothing is known at all, that is said", () => {
  const found = nothing();
  hear(found, "position", { ...unproved, best: [], line: [] });
  assert.equal(found.position.words, "not proved");
});

test("columns of a line are written in the notation of the page", () => {
  const legal = [0, 1].map((column) => ({ move: String(column), from: null, to: [5, column], takes: false, texts: { moves: String(column + 1) } }));
  assert.equal(lineText(["0", "1", "0"], legal, "moves"), "1 2 1");
  assert.equal(lineText(["F2F3", "A5A4"], [], "cs3243"), "F2F3 A5A4");
});

test("a point of the curve that was proved stays until as much is proved again", () => {
  const point = (height, plies, more = {}) => ({ height, plies, isProved: true, words: "", only: null, line: [], best: [], ...more });
  const guess = { height: 7, plies: null, isProved: false, words: "depth 1", only: null, line: [] };
  const proved = point(1, 5, { only: "3", line: ["3", "4"] });
  assert.equal(better(undefined, guess), guess);
  assert.equal(better(guess, proved), proved);
  assert.deepEqual(better(proved, guess), proved);
  assert.deepEqual(better(proved, point(1, null)), proved, "who wins is less than when");
  assert.deepEqual(better(point(1, null), proved), proved);
  assert.deepEqual(better(point(13, null), point(1, null)), point(13, null), "the score is found after who wins");
  assert.deepEqual(better(proved, point(1, 5, { words: "anew" })), { ...proved, words: "anew" }, "the only move and the line stay");
});
