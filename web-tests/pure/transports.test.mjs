// The same questions by HTTP and to the compiled answers: equal answers, to the last number.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { target } from "../../web/shell/transport/query.js";
import { machineHere } from "../machine.mjs";

const child = spawn(process.env.PLYGROUND, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
after(() => child.kill("SIGKILL"));
const url = await new Promise((resolve) => child.stdout.once("data", (bytes) => resolve(String(bytes).split("\n")[0])));
const ask = await machineHere();

const EXAMPLE = { game: "connect-four", position: ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red" };
const GAMES = ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"];

/** Without what no two answers have in common: how long it took. */
function timeless(value) {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === "seconds" ? 0 : inner)));
}

async function byHttp(route, params) {
  const response = await fetch(`${url}api/v1/${target(route, params)}`);
  return { status: response.status, data: timeless(await response.json()) };
}

function byMachine(route, params) {
  const messages = ask(target(route, params));
  assert.equal(messages.length, 1);
  return { status: messages[0].status, data: timeless(messages[0].data) };
}

/** @type {[string, Record<string, string | number>][]} */
const QUESTIONS = [
  ["games", {}],
  ...GAMES.flatMap((game) => [["position", { game }], ["evaluate", { game }], ["tree", { game, depth: 2 }], ["choose", { game, agent: "alpha-beta:depth=3" }], ["choose", { game, agent: "graded:level=2" }], ["choose", { game, agent: "mcts:simulations=200" }], ["choose", { game, agent: "engine:depth=4" }]]),
  ["position", { game: "connect-four", moves: "3.3.--.2" }],
  ["position", { game: "breakthrough", moves: "C2C3.D5D4" }],
  ["play", { ...EXAMPLE, move: "1" }],
  ["play", { game: "connect-four", move: "7", convention: "moves" }],
  ["evaluate", EXAMPLE],
  ["search", EXAMPLE],
  ["search", { ...EXAMPLE, algorithm: "minimax", depth: 6 }],
  ["tree", EXAMPLE],
  ["tree", { ...EXAMPLE, path: "1.2", cut: "beyond" }],
  ["tree/overview", { ...EXAMPLE, with: "minimax" }],
  ["tree/steps", { ...EXAMPLE, from: 20, to: 60 }],
  ["choose", { ...EXAMPLE, agent: "perfect" }],
  // What is refused.
  ["position", { game: "chess" }],
  ["position", { game: "connect-four", moves: "3.9" }],
  ["position", { game: "connect-four", position: "..ü..y" }],
  ["play", { game: "connect-four", move: "x" }],
  ["tree", { game: "connect-four", depth: 11, algorithm: "minimax" }],
  ["choose", { game: "connect-four", agent: "engine:threads=4" }],
  ["choose", { game: "connect-four", agent: "minimax:depth=30" }],
  ["solve", { game: "connect-four", time: 0 }],
];

test("every question has one answer, whoever is asked", async () => {
  for (const [route, params] of QUESTIONS) {
    assert.deepEqual(byMachine(route, params), await byHttp(route, params), `${route} ${JSON.stringify(params)}`);
  }
});

test("the counts of long searches are the command's", () => {
  const [{ data: example }] = ask(target("search", EXAMPLE));
  assert.equal(example.examined, 297);
  const [{ data: empty }] = ask(target("search", { game: "connect-four", depth: 12 }));
  assert.deepEqual([empty.move, empty.examined], ["3", 22_082_612]);
});

/** Positions that are solved at once. */
const SOLVED = [
  { game: "connect-four", position: "4444445623513222" },
  { game: "connect-four", position: "444444226222", time: 5 },
  { game: "max-connect-four", moves: "1.1.1.1.1.1.2.2.2.2.2.2.3.3.3.3.3.3.5.4.4.4.4.4.4.5.5.5.5.5" },
  { game: "adjacent-four", position: "....../..ox../..oox./.oxxo./..x.../x" },
  { game: "connect-four", moves: "0.1.0.1.0.1.0" },
];

/** The events of a stream without depths: how many an engine reaches is a question of time. */
async function eventsByHttp(params) {
  const text = await (await fetch(`${url}api/v1/${target("solve", params)}`)).text();
  return text.split("\n\n").filter((block) => block.startsWith("event: ")).map((block) => {
    const [name, data] = block.split("\n");
    return { name: name.slice(7), data: JSON.parse(data.slice(6)) };
  });
}

test("streams have the same events in the same order", async () => {
  for (const params of SOLVED) {
    const known = (events) => timeless(events.filter(({ name }) => name !== "depth").map(({ name, data }) => ({ name, data: name === "end" ? { ...data, nodes: 0 } : data })));
    const found = known(ask(target("solve", params)));
    assert.deepEqual(found, known(await eventsByHttp(params)), JSON.stringify(params));
    assert.ok(["done", "over"].includes(found.at(-1).data.reason), JSON.stringify(params));
  }
});
