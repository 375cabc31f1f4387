import assert from "node:assert/strict";
import { test } from "node:test";
import { costs } from "../../web/tree/detail.js";
import { correct, readValue } from "../../web/tree/exercise.js";

/** The textbook's tree: MAX above MIN nodes 0 and 1; 1 is cut after its first reply; 2 is never examined. */
const node = (path, more) => ({ path, state: "inner", window: { alpha: null, beta: null }, value: 3, cut: null, reason: `Reason of ${path}.`, ...more });
const tasks = [
  node("", { value: 3 }),
  node("0", { value: 3 }),
  node("1", { value: 2, window: { alpha: 3, beta: null }, state: "cut", cut: { after: "0" } }),
  node("1.1", { state: "skipped", window: null, value: null }),
].map((each) => ({ node: each, replies: [] }));

const right = () => new Map([
  ["", { ending: "all", alpha: "-inf", beta: "∞", value: "3" }],
  ["0", { ending: "all", alpha: "−∞", beta: "+inf", value: " 3 " }],
  ["1", { ending: "0", alpha: "3", beta: "inf", value: "2" }],
  ["1.1", { ending: "never", alpha: "", beta: "", value: "" }],
]);

test("what is right is taken as right", () => {
  assert.deepEqual(correct(tasks, right()), { wrong: null, right: 4 });
});

for (const [path, change, field, count] of [
  ["", { alpha: "0" }, "alpha", 0],
  ["", { value: "4" }, "value", 3],
  ["0", { beta: "3" }, "beta", 0],
  ["0", { ending: "0" }, "ending", 0],
  ["1", { alpha: "-inf" }, "alpha", 1],
  ["1", { ending: "all" }, "ending", 2],
  ["1", { ending: "never" }, "ending", 1],
  ["1", { value: "" }, "value", 2],
  ["1.1", { ending: "all" }, "ending", 1],
]) {
  test(`node "${path}" with ${JSON.stringify(change)} is wrong at its ${field}`, () => {
    const answers = right();
    answers.set(path, { ...answers.get(path), ...change });
    const found = correct(tasks, answers);
    assert.equal(found.wrong?.path, path);
    assert.equal(found.wrong?.field, field);
    assert.equal(found.right, count);
  });
}

test("the first mistake in the order of the search is shown: a child's before its parent's value", () => {
  const answers = right();
  answers.set("", { ...answers.get(""), value: "9" });
  answers.set("1", { ...answers.get("1"), alpha: "9" });
  assert.equal(correct(tasks, answers).wrong?.path, "1");
  assert.match(correct(tasks, answers).wrong?.text ?? "", /^You wrote 9\. Alpha is 3 when the search comes here\./);
  assert.equal(correct(tasks, new Map()).wrong?.path, "");
});

test("values are read with any minus and infinity, and nothing else", () => {
  for (const [text, value] of [["12", 12], ["-20", -20], ["−20", -20], ["+5", 5], ["10 000", 10000], ["inf", Infinity], ["-∞", -Infinity], ["−oo", -Infinity], ["+Infinity", Infinity]]) {
    assert.equal(readValue(text), value, text);
  }
  for (const text of ["", "a", "1.5", "--1", "1e3", "∞∞", "12345678"]) assert.equal(readValue(text), undefined, text);
});

test("what cut branches would have cost is added up, or unknown as a whole", () => {
  const child = (move, state, minimax_nodes) => ({ path: move, move, state, minimax_nodes });
  assert.deepEqual(costs([child("0", "inner", 49), child("1", "skipped", 37), child("2", "skipped", 5)]), {
    replies: [{ path: "1", move: "1", nodes: 37 }, { path: "2", move: "2", nodes: 5 }],
    total: 42,
  });
  assert.equal(costs([child("1", "skipped", 37), child("2", "skipped", null)]).total, null);
  assert.deepEqual(costs([child("0", "inner", 49)]), { replies: [], total: 0 });
});
