import assert from "node:assert/strict";
import { test } from "node:test";
import { time } from "../../web/shell/dom.js";
import { ago, faultWords, isIdle, outcome, readWanted, score, standing, writeWanted } from "../../web/tournament/words.js";

test("times have three digits and a unit", () => {
  assert.deepEqual([0, 0.085, 9.994, 12.345, 99.96, 312, 999.4, 999.5, 61_000].map(time), ["0 ms", "0.09 ms", "9.99 ms", "12.3 ms", "100 ms", "312 ms", "999 ms", "1.00 s", "61.0 s"]);
});

test("how long ago, in units that people use", () => {
  assert.deepEqual([0, 1, 89, 90, 3600, 86_400, 400_000].map(ago), ["0 seconds ago", "1 second ago", "89 seconds ago", "2 minutes ago", "60 minutes ago", "24 hours ago", "5 days ago"]);
});

test("scores count draws as a half", () => {
  const of = (wins, draws, losses) => score({ wins, draws, losses });
  assert.deepEqual([of(0, 0, 0), of(2, 0, 2), of(0, 1, 1), of(1, 3, 0)], ["0/0", "2/4", "½/2", "2½/4"]);
});

test("every state has a sentence, and a state in which somebody may wait says how to continue", () => {
  const short = (state, more = {}) => ({ state, done: 12, of: 3000, idle_seconds: 3, ...more });
  assert.equal(standing(short("running")), "12 of 3,000 games played, the last 3 seconds ago.");
  assert.equal(standing(short("running", { idle_seconds: null })), "12 of 3,000 games played.");
  assert.equal(standing(short("finished", { done: 1, of: 1 })), "Finished: 1 game played.");
  for (const state of ["unread", "unreadable", "unplanned", "planned"]) assert.match(standing(short(state, { done: 0 })), /\.$/);
  assert.deepEqual(["unplanned", "planned", "running", "finished", "unreadable"].map((state) => isIdle(short(state))), [true, true, false, false, false]);
  assert.equal(isIdle(short("running", { idle_seconds: 61 })), true);
});

test("faults and turns have words", () => {
  assert.equal(faultWords({ crashed: 1, late: 2, flooded: 0 }), "2 late, 1 crashed");
  assert.equal(faultWords({}), "");
  const turn = (action, move = null) => outcome({ action, move }, ({ move: text }) => `column ${text}`);
  assert.deepEqual([turn("move", { move: "3" }), turn("random-move", { move: "4" }), turn("lost-turn"), turn("lost-game")], ["column 3", "column 4, drawn by lot", "lost turn", "lost game"]);
});

test("what the address says of a tournament is read as it was written", () => {
  const whole = { tournament: 1, game: 17, entrant: 2, fault: "late", from: 50 };
  assert.equal(writeWanted(whole), "1,17,2,late,50");
  for (const wanted of [whole, { ...whole, game: null }, { ...whole, entrant: null, fault: "", from: 0 }, { ...whole, from: 0 }]) {
    assert.deepEqual(readWanted(writeWanted(wanted)), { wanted, problem: null });
  }
  assert.equal(writeWanted({ ...whole, game: null, entrant: null, fault: "", from: 0 }), "1");
  assert.equal(writeWanted({ ...whole, tournament: null }), undefined);
  assert.equal(readWanted(undefined).problem, null);
  for (const text of ["x", "-1", "1,x", "1,2,3,slow", "1,2,3,late,4,5", ",3", "1,2.5", "9999999999"]) {
    assert.deepEqual(readWanted(text), { wanted: readWanted("").wanted, problem: `t=${text}: expected the numbers of a tournament and a game` }, text);
  }
});
