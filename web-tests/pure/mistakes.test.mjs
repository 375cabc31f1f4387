import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, lostBy, review, reviewWords } from "../../web/analysis/mistakes.js";

const known = (winner, plies = null) => ({ height: { first: 5, draw: 0, second: -2 }[winner], plies });

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
  for (const [before, after, isFirst, words] of cases) assert.equal(lostBy(before, after, isFirst)?.words ?? null, words, JSON.stringify([before, after, isFirst]));
});

test("only moves between two known values are judged", () => {
  const line = [known("draw"), known("second", 6), null, known("first", 4), known("first", 3), known("first", 6)];
  const sides = [true, false, true, false, true];
  assert.deepEqual(grades(line, sides), [
    { index: 1, sign: "?", words: "a draw became a loss" },
    { index: 5, sign: "?!", words: "the win comes 4 plies later" },
  ]);
  assert.deepEqual(grades([null], []), []);
});

test("a sign says how much was lost, and which move was the only one", () => {
  const line = [{ ...known("first"), only: "3" }, known("first"), known("second", 4), known("draw")];
  assert.deepEqual(grades(line, [true, true, true], ["3", "2", "1"]).map(({ index, sign }) => [index, sign]), [[1, "!"], [2, "??"]]);
  assert.deepEqual(grades(line, [true, true, true], ["4", "2", "1"]).map(({ index }) => index), [2]);
  assert.equal(lostBy(known("first", 3), known("draw"), true).sign, "?");
  assert.equal(lostBy(known("first", 3), known("first", 4), true).sign, "?!");
});

test("a review counts the moves of each side that kept the value, and finds where the game turned last", () => {
  const line = [known("draw"), known("draw"), known("first"), known("draw"), known("draw"), null, known("second")];
  const sides = [true, false, true, false, true, false];
  const found = review(line, sides);
  assert.deepEqual(found.sides, [{ kept: 1, judged: 2, unknown: 1 }, { kept: 1, judged: 2, unknown: 1 }]);
  assert.equal(found.turn.index, 3);
  const names = { you: null, side: "red", move: "column 3", number: 2, best: "column 2", line: "3 4", isThrough: true };
  const words = reviewWords(found, { ...names, sides: ["red", "yellow"] });
  assert.deepEqual(words, [
    "Red threw the win away at move 2, column 3: column 2 kept it.",
    "Better was: 3 4.",
    "Red left the result with best play as it was in 1 of 2 moves, 50\u00a0%.",
    "1 move of red could not be judged in the time.",
    "Yellow left the result with best play as it was in 1 of 2 moves, 50\u00a0%.",
    "1 move of yellow could not be judged in the time.",
  ]);
  assert.equal(reviewWords(found, { ...names, sides: ["red", "yellow"], you: "red", best: "", line: "" })[0], "You threw the win away at move 2, column 3.");
  assert.equal(reviewWords(found, { ...names, sides: ["red", "yellow"], line: "3 4 3 4 3 4 …" })[1], "Better was: 3 4 3 4 3 4 …");
  assert.equal(reviewWords(found, { ...names, sides: ["red", "yellow"], isThrough: false })[3], "1 move of red is not judged yet.");
  const calm = reviewWords(review([known("draw"), known("draw")], [true]), { ...names, sides: ["X", "O"] });
  assert.deepEqual(calm, ["No move changed who wins with best play.", "X left the result with best play as it was in 1 of 1 move, 100\u00a0%."]);
});
