// Questions that wait for a worker, with a worker that says what the test says.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Lane } from "../../web/shell/transport/worker.js";
import { answersHere } from "../answers.mjs";

/** @type {FalseWorker[]} every worker that was started */
let workers = [];

class FalseWorker {
  constructor() {
    this.listeners = {};
    this.targets = [];
    this.isEnded = false;
    workers.push(this);
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  postMessage({ module, target, books }) {
    if (module !== undefined) this.module = module;
    else this.targets.push(target ?? books);
  }

  terminate() {
    this.isEnded = true;
  }

  tell(...names) {
    for (const name of names) this.listeners.message({ data: { name, data: name } });
  }
}
globalThis.Worker = FalseWorker;
beforeEach(() => { workers = []; });

/** A lane, and what was heard of each question. */
function laneWith({ load = async () => "module", books, ...limits } = {}) {
  const lane = new Lane(load, limits, books);
  const heard = {};
  const ask = (target) => {
    heard[target] = [];
    return lane.ask(target, ({ name }) => heard[target].push(name));
  };
  return { lane, heard, ask };
}

/** Lets promises settle. */
const settle = () => new Promise((resolve) => { setImmediate(resolve); });

test("questions are asked one after the other, and those that wait hear so", async () => {
  const { heard, ask } = laneWith();
  ask("a");
  ask("b");
  await settle();
  const [worker] = workers;
  assert.deepEqual(worker.targets, ["a"]);
  worker.tell("ready", "answer", "done");
  await settle();
  assert.deepEqual(worker.targets, ["a", "b"]);
  worker.tell("answer", "done");
  assert.deepEqual(heard, { a: ["answer", "done"], b: ["waiting", "answer", "done"] });
  assert.equal(workers.length, 1);
});

test("a question that is stopped ends its worker, and the next has a new one", async () => {
  const { heard, ask } = laneWith();
  const stop = ask("a");
  ask("b");
  await settle();
  workers[0].tell("ready", "start");
  stop();
  await settle();
  assert.ok(workers[0].isEnded);
  workers[0].tell("answer");
  assert.deepEqual(workers[1].targets, ["b"]);
  assert.deepEqual(heard, { a: ["start"], b: ["waiting"] });
});

test("a question that is stopped in its last message, or later, leaves the worker to the next", async () => {
  for (const last of ["end", "answer", "refusal"]) {
    workers = [];
    const lane = new Lane(async () => "module");
    const stop = lane.ask("a", ({ name }) => { if (name === last) stop(); });
    await settle();
    workers[0].tell("ready", last);
    stop();
    lane.ask("b", () => {});
    workers[0].tell("done");
    await settle();
    stop();
    assert.ok(!workers[0].isEnded, last);
    assert.deepEqual([workers.length, workers[0].targets], [1, ["a", "b"]], last);
  }
});

test("a question that is stopped while it waits is never asked", async () => {
  const { ask } = laneWith();
  ask("a");
  ask("b")();
  ask("c");
  await settle();
  workers[0].tell("ready", "done");
  await settle();
  assert.deepEqual(workers[0].targets, ["a", "c"]);
});

test("a worker that is prepared while a question comes is the only one", async () => {
  let release = () => {};
  const loaded = new Promise((resolve) => { release = () => resolve("module"); });
  const { lane, ask } = laneWith({ load: () => loaded });
  const prepared = lane.prepare();
  ask("a");
  release();
  await prepared;
  await settle();
  assert.equal(workers.length, 1);
  assert.deepEqual(workers[0].targets, ["a"]);
});

test("what ends in the middle has failed; what never was ready could not be loaded", async () => {
  const { heard, ask } = laneWith();
  ask("a");
  await settle();
  workers[0].listeners.error({ message: "no such script" });
  assert.deepEqual(heard.a, ["unloaded"]);
  assert.ok(workers[0].isEnded);
  ask("b");
  await settle();
  workers[1].tell("ready", "start", "failed");
  assert.deepEqual(heard.b, ["start", "failed"]);
  ask("c");
  await settle();
  assert.deepEqual(workers[2].targets, ["c"]);
});

test("a module that cannot be loaded is reported with its error, and asked for again", async () => {
  let count = 0;
  const lane = new Lane(async () => {
    count += 1;
    if (count === 1) throw new Error("no connection");
    return "module";
  });
  const first = await new Promise((resolve) => { lane.ask("a", resolve); });
  assert.deepEqual([first.name, first.data.message], ["unloaded", "no connection"]);
  lane.ask("b", () => {});
  await settle();
  assert.deepEqual(workers[0].targets, ["b"]);
});

test("a worker without a question ends after some time, and not while it is asked", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const wait = async () => {
    await settle();
    mock.timers.tick(90);
    await settle();
  };
  const { ask } = laneWith({ idleMs: 30 });
  ask("a");
  await wait();
  assert.ok(!workers[0].isEnded, "ended while it was asked");
  workers[0].tell("ready", "answer", "done");
  await wait();
  assert.ok(workers[0].isEnded);
  ask("b");
  await settle();
  assert.deepEqual(workers[1].targets, ["b"]);
  // A worker that is ready only after its question was stopped ends, too.
  const late = laneWith({ idleMs: 30, load: () => new Promise((resolve) => { setTimeout(() => resolve("module"), 20); }) });
  late.ask("c")();
  await wait();
  await wait();
  assert.ok(workers[2].isEnded);
});

test("a worker that says nothing for too long is ended and reported, and the next question has a new one", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const wait = async (ms) => {
    mock.timers.tick(ms);
    await settle();
  };
  const { heard, ask } = laneWith({ silentMs: 200 });
  ask("a");
  ask("b");
  await settle();
  workers[0].tell("ready");
  // Every message counts.
  for (const word of ["depth", "alive", "alive", "depth"]) {
    await wait(120);
    workers[0].tell(word);
  }
  assert.ok(!workers[0].isEnded);
  await wait(400);
  assert.ok(workers[0].isEnded);
  assert.deepEqual(heard.a, ["depth", "depth", "silent"]);
  assert.deepEqual(workers[1].targets, ["b"]);
  workers[1].tell("ready", "answer", "done");
  await wait(400);
  assert.deepEqual([heard.b, workers[1].isEnded], [["waiting", "answer", "done"], false], "nothing is asked of it");
  // Nor of one that waits for the openings.
  const late = laneWith({ silentMs: 200, books: () => new Promise(() => {}) });
  late.ask("solve?game=connect-four");
  await settle();
  workers[2].tell("ready");
  await wait(400);
  assert.deepEqual([late.heard["solve?game=connect-four"], workers[2].isEnded], [[], false]);
});

test("a worker gets the openings before the first question that looks there, and no other waits for them", async () => {
  let come = (/** @type {string} */ books) => {};
  let loads = 0;
  const { heard, ask, lane } = laneWith({ books: () => { loads += 1; return new Promise((resolve) => { come = resolve; }); } });
  const [other, agent, solved, perfect] = ["solve?game=breakthrough", "choose?game=connect-four&agent=graded", "solve?game=connect-four&time=20", "choose?game=connect-four&agent=perfect"];
  for (const target of [other, agent, solved]) ask(target);
  await settle();
  workers[0].tell("ready", "end", "done");
  await settle();
  workers[0].tell("answer", "done");
  await settle();
  assert.deepEqual([workers[0].targets, loads, heard[solved]], [[other, agent], 1, ["waiting"]]);
  come("books");
  await settle();
  workers[0].tell("end", "done");
  ask(perfect);
  await settle();
  assert.deepEqual(workers[0].targets, [other, agent, "books", solved, perfect]);
  lane.end();
  ask(solved);
  await settle();
  come("books");
  await settle();
  assert.deepEqual(workers[1].targets, ["books", solved]);
  lane.end();
});

test("compiled answers say while they compute that they do, and short ones nothing", async ({ mock }) => {
  let now = 0;
  mock.method(performance, "now", () => now += 10);
  let alive = 0;
  const ask = await answersHere(() => {}, () => { alive += 1; });
  ask("position?game=breakthrough");
  assert.equal(alive, 0);
  for (const [target, seconds] of [["solve?game=breakthrough&time=5", 4], ["choose?game=max-connect-four&agent=engine:time=5s", 4], ["search?game=breakthrough&depth=12", 10]]) {
    alive = 0;
    ask(target);
    assert.ok(alive >= seconds, `${target}: ${alive}`);
  }
});

test("what never was ready has more time, and was not silent but could not be loaded", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { heard, ask } = laneWith({ silentMs: 50, startMs: 200 });
  ask("a");
  ask("b");
  await settle();
  mock.timers.tick(190);
  assert.deepEqual([heard.a, workers[0].isEnded], [[], false]);
  mock.timers.tick(10);
  await settle();
  assert.deepEqual([heard.a, workers[0].isEnded], [["unloaded"], true]);
  // From when it is ready it has less time to say something.
  workers[1].tell("ready");
  mock.timers.tick(60);
  assert.deepEqual([heard.b, workers[1].isEnded], [["waiting", "silent"], true]);
});
