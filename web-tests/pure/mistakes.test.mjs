import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, lostBy, review, reviewWords } from "../../web/analysis/mistakes.js";

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
  const words = reviewWords(found, { sides: ["red", "yellow"], move: (index) => `move ${index}`, line: (index) => (index === 2 ? "3 4" : "") });
  assert.deepEqual(words, [
    "Red kept the value with 1 of 2 moves.",
    "1 move of red could not be judged in the time.",
    "Yellow kept the value with 1 of 2 moves.",
    "1 move of yellow could not be judged in the time.",
    "Move 2, move 2: a draw became a loss.",
    "The game turned for the last time with move 3, move 3: a win became a draw.",
    "Better was: 3 4.",
  ]);
  const calm = reviewWords(review([known("draw"), known("draw")], [true]), { sides: ["X", "O"], move: String, line: String });
  assert.deepEqual(calm, ["X kept the value with 1 of 1 move.", "No move changed who wins with best play."]);
});

test("a review names each move that changed who wins, with what was better", () => {
  const names = { sides: ["red", "yellow"], move: (index) => `column ${index}`, line: (index) => (index === 3 ? "" : `${index} 5`) };
  const turning = (count) => review(Array.from({ length: count + 1 }, (_, index) => known(index % 2 === 0 ? "first" : "second")), Array.from({ length: count }, (_, index) => index % 2 === 0));
  assert.deepEqual(reviewWords(turning(3), names).slice(2), [
    "Move 1, column 1: a win became a loss. Better was: 0 5.",
    "Move 2, column 2: a win became a loss. Better was: 1 5.",
    "The game turned for the last time with move 3, column 3: a win became a loss.",
    "Better was: 2 5.",
  ]);
  const drawn = review([known("first"), known("draw"), known("draw"), known("second")], [true, false, true]);
  assert.deepEqual(reviewWords(drawn, names).slice(2, 4), [
    "Move 1, column 1: a win became a draw. Better was: 0 5.",
    "The game turned for the last time with move 3, column 3: a draw became a loss.",
  ]);
  const long = reviewWords(turning(12), names).slice(2);
  assert.deepEqual([long.length, long[3]], [8, "Move 4, column 4: a win became a loss."]);
  assert.deepEqual(long.slice(5, 7), ["6 more moves changed who wins too; the list marks them with “?” and “??”.", "The game turned for the last time with move 12, column 12: a win became a loss."]);
});
