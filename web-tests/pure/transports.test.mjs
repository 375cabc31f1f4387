// The same questions to both transports of the page, a server's and the worker's of a static site: equal answers, to the last
// number, and of tournaments those of one folder.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test as anyTest } from "node:test";
import { pathToFileURL } from "node:url";
import { below } from "../globals.mjs";
import { writeSite } from "../site.mjs";

const root = mkdtempSync(join(tmpdir(), "plyground-transports-"));
const [site, tournament] = ["site", "class"].map((name) => join(root, name));

/** A test that says, when it fails, what to do if the compiled answers are out of date. */
const test = (name, act) => anyTest(name, (context) => act(context).catch((error) => {
  console.log("if the worker's answers are the old ones, crates/wasm/build.sh builds them anew");
  throw error;
}));

/** Two agents, and a program that is at fault in every game. */
function playTournament() {
  mkdirSync(join(tournament, "program"), { recursive: true });
  const script = join(tournament, "program", "wrong");
  writeFileSync(script, "#!/bin/sh\necho '<b>&' >&2\necho 9\n");
  chmodSync(script, 0o755);
  const entrants = [["Alpha", 'agent = "alpha-beta:depth=2"'], ["First", 'agent = "first"'], ["Wrong", 'command = ["./wrong"]\ndir = "program"']];
  const rules = "[limits]\ntime_ms = 2000\ngrace_ms = 250\n[faults]\nillegal = { then = \"lost-game\", penalty = 1 }\nunreadable = { then = \"lost-game\", penalty = 1 }\n";
  writeFileSync(join(tournament, "tournament.toml"), `name = "Class"\ngame = "connect-four"\nseed = 7\n${rules}${entrants.map(([name, plays]) => `[[entrant]]\nname = "${name}"\n${plays}\n`).join("")}`);
  for (const place of [root, tournament, join(tournament, "program")]) chmodSync(place, 0o755);
  const ran = spawnSync(process.env.PLYGROUND, ["tournament", "run", tournament, "--jobs", "1", "--allow-root", "--trust-agents"], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
}
playTournament();
writeSite(site, [...(process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : []), "--tournament", tournament]);

const child = spawn(process.env.PLYGROUND, ["serve", "--port", "0", "--allow-root", "--trust-agents", "--tournament", tournament], { stdio: ["ignore", "pipe", "inherit"] });
after(() => {
  child.kill("SIGKILL");
  rmSync(root, { recursive: true });
});
below(await new Promise((resolve) => child.stdout.once("data", (bytes) => resolve(String(bytes).split("\n")[0]))));
const http = await import("../../web/shell/transport/http.js");
const worker = await import(pathToFileURL(join(site, "shell/transport/worker.js")).href);

const EXAMPLE = { game: "connect-four", position: ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red" };
const GAMES = ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"];

/** An answer without its parts that differ: the time it took, and programs, which a site has not. */
function timeless(value) {
  const own = { seconds: 0, programs: [] };
  return JSON.parse(JSON.stringify(value, (key, inner) => (Object.hasOwn(own, key) ? own[key] : inner)));
}

/** What a transport answers, or how it refuses. */
async function answer(transport, route, params) {
  try {
    return { answer: timeless(await transport.get(route, params)) };
  } catch (error) {
    assert.equal(error.name, "ApiError", error.stack);
    return { status: error.status, refusal: error.error };
  }
}

/** @type {[string, Record<string, string | number>][]} */
const QUESTIONS = [
  ...GAMES.flatMap((game) => [["position", { game }], ["evaluate", { game }], ["tree", { game, depth: 2 }], ["choose", { game, agent: "alpha-beta:depth=3" }], ["choose", { game, agent: "graded:level=2" }], ["choose", { game, agent: "mcts:simulations=200" }], ["choose", { game, agent: "engine:depth=4" }]]),
  ...[["evaluate", {}], ["tree", { depth: 2 }], ["choose", { agent: "engine:depth=4" }], ["choose", { agent: "graded:level=2" }]].map(([route, params]) => [route, { game: "connect-four-8x7", moves: "8.8.1", ...params }]),
  ["position", { game: "connect-four", moves: "3.3.--.2" }],
  ["position", { game: "breakthrough", moves: "C2C3.D5D4" }],
  // On a site these two are answered by the file of the rules alone.
  ["position", { game: "connect-four", position: "r......,r......,r......,r......,.......,....... yellow" }],
  ["position", { game: "connect-four", position: "rrr....,.......,.......,.......,.......,....... yellow" }],
  ["position", { game: "max-connect-four", moves: "1.1.1.1.1.1.2.2.2" }],
  ["position", { game: "adjacent-four", moves: "3,4.3,3" }],
  ["position", { game: "connect-four", position: "0 0 0\n1 2 0" }],
  ["play", { ...EXAMPLE, move: "1" }],
  ["play", { game: "connect-four", moves: "3.3.3.3.3.3", move: "3" }],
  ["play", { game: "connect-four", moves: "0.1.0.1.0.1.0", move: "3" }],
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

test("the site's menus are those of the server without solvers for boards of other sizes, which it has not", async () => {
  const [here, there] = [await worker.get("games", {}), await http.get("games", {})];
  for (const game of there.games.filter(({ size_of }) => size_of !== null)) {
    assert.equal(game.solver, "scores");
    Object.assign(game, { solver: null, agents: game.agents.filter((name) => name !== "perfect") });
  }
  assert.deepEqual(timeless(here), timeless(there));
  const sized = { game: "connect-four-5x4", moves: "3.3" };
  const { refusal } = await answer(worker, "choose", { ...sized, agent: "perfect" });
  assert.match(refusal.message, /connect-four-5x4 is not solved/);
});

test("every question has the same answer from both transports", async () => {
  for (const [route, params] of QUESTIONS) {
    assert.deepEqual(await answer(worker, route, params), await answer(http, route, params), `${route} ${JSON.stringify(params)}`);
  }
});

test("the counts of long searches are the command's", async () => {
  const example = await worker.get("search", EXAMPLE);
  assert.equal(example.examined, 297);
  const empty = await worker.get("search", { game: "connect-four", depth: 12 });
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

/** Events of a stream, but for depths: how many an engine reaches is a question of time. */
function events(transport, params) {
  const found = [];
  return new Promise((resolve) => {
    transport.listen("solve", params, ["start", "move", "position", "end"], (name, data) => {
      found.push({ name, data: timeless(name === "end" ? { ...data, nodes: 0 } : data) });
      if (name === "end" || name === "error") resolve(found);
    });
  });
}

test("streams have the same events in the same order", async () => {
  for (const params of SOLVED) {
    const found = await events(worker, params);
    assert.deepEqual(found, await events(http, params), JSON.stringify(params));
    assert.ok(["done", "over"].includes(found.at(-1).data.reason), JSON.stringify(params));
  }
});

test("a stream that is stopped says nothing more, and the next begins", async () => {
  let stop = () => {};
  const heard = [];
  await new Promise((resolve) => {
    stop = worker.listen("solve", { game: "breakthrough", time: 60 }, ["start", "depth", "end"], (name) => {
      heard.push(name);
      if (name === "start") resolve(undefined);
    });
  });
  stop();
  const count = heard.length;
  assert.equal((await events(worker, SOLVED[0])).at(-1).name, "end");
  assert.equal(heard.length, count);
});

test("a computer's move does not wait for a search, and a second search waits for the first", async () => {
  const giving = new AbortController();
  const order = [];
  const search = worker.get("search", { game: "breakthrough", depth: 30 }, giving.signal).catch(() => order.push("given up"));
  const tree = worker.get("tree", EXAMPLE).then(() => order.push("tree"));
  await worker.get("choose", { ...EXAMPLE, agent: "alpha-beta:depth=3" }).then(() => order.push("choose"));
  giving.abort();
  await Promise.all([search, tree]);
  assert.deepEqual(order, ["choose", "given up", "tree"]);
});

test("a question that is given up fails as such, and the next is answered", async () => {
  const giving = new AbortController();
  const asked = worker.get("search", { game: "breakthrough", depth: 30 }, giving.signal);
  setTimeout(() => giving.abort(), 100);
  await assert.rejects(asked, { name: "AbortError" });
  assert.equal((await worker.get("search", EXAMPLE)).examined, 297);
});

/** What a server knows and a site keeps to itself, or has no use for. */
function common(value) {
  const hidden = ["command", "folder", "idle_seconds", "player", "version"];
  return JSON.parse(JSON.stringify(value, (key, inner) => (hidden.includes(key) ? undefined : inner)));
}

test("a server and a site answer alike about a finished tournament", async () => {
  const filters = [{}, { entrant: 1 }, { entrant: 2, fault: "any" }, { entrant: 0, fault: "any" }, { fault: "illegal" }, { fault: "unreadable" }, { fault: "late" }, { played: "no" }, { played: "yes", from: 2, count: 2 }, { from: 100 }];
  const routes = [["tournaments", {}], ["tournaments/0", {}], ...filters.map((params) => ["tournaments/0/games", params])];
  for (const [route, params] of routes) {
    const found = await worker.get(route, params);
    assert.deepEqual(common(found), common(await http.get(route, params)), `${route} ${JSON.stringify(params)}`);
  }
  const { games, total } = await worker.get("tournaments/0/games", { count: 200 });
  assert.ok(total >= 6 && games.some(({ result }) => Object.keys(Object.assign({}, ...result.faults)).length > 0), "some are at fault");
  for (const { id } of games) {
    const route = `tournaments/0/games/${id}`;
    assert.deepEqual(common(await worker.get(route, {})), common(await http.get(route, {})), route);
  }
});
