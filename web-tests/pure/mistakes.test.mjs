import assert from "node:assert/strict";
import { test } from "node:test";
import { lostBy, mistakes } from "../../web/analysis/mistakes.js";

const known = (winner, plies = null) => ({ winner, plies, words: "" });

test("a mistake gives away a win or a draw, or time", () => {
  const cases = [
    [known("first", 5), known("draw"), true, "a win became a draw"],
    [known("first", 5), known("second", 8), true, "a win became a loss"],
    [known("draw"), known("second"), true, "a draw became a loss"],
    [known("draw"), known("first"), false, "a draw became a loss"],
    [known("second", 3), known("draw"), false, "a win became a draw"],
    [known("first", 5), known("first", 4), true, null],
    [known("first", 5), known("first", 6), true, "the win comes 2 plies later"],
    [known("first", 5), known("first", 5), true, "the win comes 1 ply later"],
    [known("second", 8), known("second", 7), true, null],
    [known("second", 8), known("second", 3), true, "the loss comes 4 plies sooner"],
    [known("first", 5), known("first"), true, null],
    [known("draw"), known("draw"), true, null],
    // With best play nothing gets better; where values say so, nothing was lost.
    [known("second", 8), known("draw"), true, null],
    [known("first", 9), known("first", 1), true, null],
  ];
  for (const [before, after, isFirst, words] of cases) assert.equal(lostBy(before, after, isFirst), words, JSON.stringify([before, after, isFirst]));
});

test("only moves between two known values are judged", () => {
  const line = [known("draw"), known("second", 6), null, known("first", 4), known("first", 3), known("first", 6)];
  const sides = [true, false, true, false, true];
  assert.deepEqual(mistakes(line, sides), [
    { index: 1, words: "a draw became a loss" },
    { index: 5, words: "the win comes 4 plies later" },
  ]);
  assert.deepEqual(mistakes([null], []), []);
});
