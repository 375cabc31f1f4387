// Questions of predict mode.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Score, nextQuestion, solution } from "../../web/tree/steps.js";

/** @param {string} event @param {object} [more] */
function happens(event, more = {}) {
  return /** @type {any} */ ({ event, path: "0.2", role: "max", value: 100, bound: null, ...more });
}

const events = [
  happens("enter", { path: "0.2.0", value: null }),
  happens("evaluate", { path: "0.2.0", value: 100 }),
  happens("update"),
  happens("cut"),
  happens("leave", { bound: "at-least" }),
  happens("keep", { path: "0", role: "min", value: 90 }),
];

test("a return is asked about, and a cut with it", () => {
  const question = nextQuestion(events, 0, true);
  assert.ok(question);
  assert.equal(question.text, "Node 0.2.0 returns 100 to node 0.2 (MAX). What happens there?");
  assert.deepEqual([question.at, question.until, question.answer], [2, 4, "cut"]);
  assert.deepEqual(question.options.map(({ key }) => key), ["update", "keep", "cut"]);
  assert.equal(solution(question), "Alpha and beta meet: cut, what is left is skipped");
});

test("what a returned value says is asked after it", () => {
  const question = nextQuestion(events, 4, true);
  assert.ok(question);
  assert.equal(question.text, "Node 0.2 (MAX) returns 100. What does that say about its minimax value?");
  assert.deepEqual([question.answer, solution(question)], ["at-least", "It is at least 100"]);
  const last = nextQuestion(events, question.until, true);
  assert.deepEqual([last?.text, last?.answer], ["Node 0.2 returns 100 to node 0 (MIN). What happens there?", "keep"]);
  assert.equal(nextQuestion(events, 6, true), null);
});

test("minimax has neither cuts nor bounds to ask about", () => {
  const plain = events.filter(({ event }) => event !== "cut");
  const question = nextQuestion(plain, 0, false);
  assert.deepEqual(question?.options.map(({ key }) => key), ["update", "keep"]);
  assert.equal(nextQuestion(plain, 3, false)?.answer, "keep");
});

test("after the last reply no cut is asked about, though alpha and beta may meet", () => {
  const last = events.filter(({ event }) => event !== "cut");
  const question = nextQuestion(last, 0, true);
  assert.deepEqual([question?.answer, question?.until], ["update", 3]);
  assert.deepEqual(question?.options.map(({ text }) => text), ["It is the best so far: alpha may rise", "It is no better than the best so far"]);
});

test("a round has a score, and says what to look at again", () => {
  const score = new Score();
  const question = (answer) => ({ at: 0, until: 1, text: "", options: [], answer });
  const given = [["cut", true], ["cut", false], ["update", true], ["keep", true], ["exact", true], ["at-most", false], ["at-least", false], ["cut", true], ["keep", true]];
  for (const [answer, isRight] of given) score.add(question(answer), isRight);
  assert.equal(score.isOver, false);
  score.add(question("exact"), true);
  assert.equal(score.isOver, true);
  assert.equal(score.summary(), "7 of 10 right: cuts 2 of 3, what a node keeps 3 of 3, values and bounds 2 of 4. Look again at values and bounds.");
});

test("who knows all need not look again", () => {
  const score = new Score();
  score.add({ at: 0, until: 1, text: "", options: [], answer: "cut" }, true);
  assert.equal(score.summary(), "1 of 1 right: cuts 1 of 1.");
});
