// Numbers and sentences of the search-tree view.

import assert from "node:assert/strict";
import { test } from "node:test";

import { branching, end, interval, result, saved, sign, tie } from "../../web/tree/words.js";

test("a bound is never written as a bare number", () => {
  assert.equal(sign({ value: 10000, bound: "exact" }), "10,000");
  assert.equal(sign({ value: 10000, bound: "at-most" }), "≤ 10,000");
  assert.equal(sign({ value: -3, bound: "at-least" }), "≥ −3");
  assert.equal(sign({ value: null, bound: null }), "");
});

test("windows are intervals, infinity at its own side", () => {
  assert.equal(interval({ alpha: null, beta: null }), "[−∞, +∞]");
  assert.equal(interval({ alpha: 190, beta: null }), "[190, +∞]");
  assert.equal(interval({ alpha: -5, beta: 0 }), "[−5, 0]");
  assert.equal(interval(null), "");
  assert.equal(end(null, "+"), "+∞");
});

test("what is saved is not rounded up to everything", () => {
  assert.equal(saved(297, 2084), "86\u00a0%");
  assert.equal(saved(7, 7), "0\u00a0%");
  assert.equal(saved(1, 100_000), "99.9\u00a0%");
  assert.equal(saved(0, 8), "100\u00a0%");
});

test("the effective branching factor gives the number of nodes again", () => {
  for (const [nodes, depth] of [[2084, 4], [297, 4], [606, 4], [8, 1]]) {
    const b = branching(nodes, depth);
    let sum = 0;
    for (let ply = 0; ply <= depth; ply += 1) sum += b ** ply;
    assert.ok(Math.abs(sum - nodes) < 1e-6 * nodes, `${nodes}: ${b}`);
  }
  assert.equal(branching(1, 4), 0);
  assert.equal(branching(5, 4), 1);
});

const totals = {
  examined: 297,
  by_ply: [1, 7, 18, 88, 183],
  cuts: 71,
  value: 10000,
  best: "1",
  minimax: { examined: 2084, by_ply: [1, 7, 42, 293, 1741], value: 10000, best: "1" },
  other_cut: null,
};

/** @param {string} move @param {number} minimax_value @param {string} [state] */
function child(move, minimax_value, state = "inner") {
  return /** @type {any} */ ({ move, minimax_value, value: minimax_value, state });
}

const answer = /** @type {import("../../web/tree/types.d.ts").TreeAnswer} */ ({
  algorithm: "alpha-beta",
  depth: 4,
  totals,
  node: /** @type {any} */ ({ value: 10000 }),
  children: [child("0", 190), child("1", 10000), child("2", 170), child("4", 10000, "terminal")],
});

test("the result in a sentence", () => {
  assert.equal(
    result(answer, "column"),
    "Alpha-beta to depth 4 chooses column 1, worth 10,000. Minimax examines 2,084 nodes and chooses the same move: 86\u00a0% are saved.",
  );
});

test("a tie says which move is kept, and that speed is not rewarded", () => {
  assert.equal(
    tie(answer, "column"),
    "Columns 1 and 4 are worth the same, 10,000; the first examined, 1, is kept. Column 4 would end the game at once, but this value does not reward speed.",
  );
  assert.equal(tie({ ...answer, children: [child("1", 10000)] }, "column"), "");
  const many = Array.from({ length: 12 }, (_, move) => child(String(move + 1), 10000));
  assert.equal(
    tie({ ...answer, children: many }, "move"),
    "12 moves are worth the same, 10,000; the first examined, 1, is kept.",
  );
});
