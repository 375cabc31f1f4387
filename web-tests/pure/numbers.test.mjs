// How numbers are written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { count, counted, signed, typeset } from "../../web/shell/dom.js";

test("thousands have commas, from 1,000 on", () => {
  assert.deepEqual([0, 297, 2084, 82893, 1234567].map(count), ["0", "297", "2,084", "82,893", "1,234,567"]);
  assert.deepEqual([signed(-10000), signed(5), signed(-Infinity), signed(0)], ["−10,000", "5", "−∞", "0"]);
  assert.deepEqual([counted(1, "node"), counted(0, "node"), counted(2084, "node")], ["1 node", "0 nodes", "2,084 nodes"]);
});

test("sentences for terminals get the same numbers and signs, and nothing else in them changes", () => {
  for (const [text, written] of [
    ["157 - 67 = 90", "157 − 67 = 90"],
    ["67 - 157 = -90", "67 − 157 = −90"],
    ["alpha 10000 >= beta 10000 after column 0", "α 10,000 ≥ β 10,000 after column 0"],
    ["(alpha = -5), alpha 5 > beta ∞; it cuts when alpha > beta", "(α = −5), α 5 > β ∞; it cuts when α > β"],
    ["depth 8: move F2F3; -14 for white", "depth 8: move F2F3; −14 for white"],
    ["window [-10000, 20]", "window [−10,000, 20]"],
    ["Number 1204: node 0.0.2.0 is examined", "Number 1,204: node 0.0.2.0 is examined"],
    ["alpha-beta to depth 4, minimax 2,084 nodes", "alpha-beta to depth 4, minimax 2,084 nodes"],
    ["graded:level=1,seed=123456", "graded:level=1,seed=123456"],
    ["2-in-a-row, 0.12345 s", "2-in-a-row, 0.12345 s"],
  ]) assert.equal(typeset(text ?? ""), written);
});
