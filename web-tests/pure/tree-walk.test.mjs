// Moving about in the tree while answers are late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Walk } from "../../web/tree/rows.js";

const node = (path) => /** @type {any} */ ({ path, move: path.split(".").at(-1), has_children: true, best: null });

/** A walk whose answers come when they are let go, and the paths that it selects. */
function walking() {
  const held = new Map();
  /** @type {string[]} */
  const selected = [];
  const grid = /** @type {any} */ ({ setRows() {}, render() {}, select: (entry) => selected.push(entry.node.path), root: { contains: () => false } });
  const source = /** @type {any} */ ({
    isStopped: false,
    node: (path) => new Promise((resolve) => held.set(path, () => resolve({ node: node(path), children: [node(`${path}.0`), node(`${path}.1`)] }))),
  });
  const walk = new Walk(/** @type {any} */ ({ node: node(""), children: [node("0"), node("1")] }), source, grid);
  const asked = async (path) => {
    for (let turn = 0; turn < 5 && !held.has(path); turn += 1) await undefined;
    assert.ok(held.has(path), path);
  };
  const letGo = async (path) => {
    await asked(path);
    held.get(path)();
  };
  return { walk, selected, asked, letGo };
}

test("of two nodes that are asked for the newer is selected, whichever answer comes last", async () => {
  const { walk, selected, asked, letGo } = walking();
  const older = walk.reveal("0.1");
  await asked("0");
  const newer = walk.reveal("1.0");
  await letGo("1");
  assert.equal((await newer)?.node.path, "1.0");
  await letGo("0");
  assert.equal(await older, undefined, "it says that something newer was asked for, not that there is no such node");
  assert.deepEqual(selected, ["1.0"]);
});

test("ways of the strip and paths of the table have one cursor", async () => {
  const { walk, selected, asked, letGo } = walking();
  const older = walk.revealWay([0, 1]);
  await asked("0");
  const newer = walk.reveal("1");
  await newer;
  await letGo("0");
  await older;
  assert.deepEqual(selected, ["1"]);
});

test("a node that does not exist is none", async () => {
  const { walk, letGo } = walking();
  const asked = walk.reveal("0.7");
  await letGo("0");
  assert.equal(await asked, null);
});

test("a way that something newer has replaced opens nothing", async () => {
  const { walk, asked, letGo } = walking();
  const older = walk.reveal("0.1.0");
  await asked("0");
  await walk.reveal("1");
  await letGo("0");
  await older;
  assert.deepEqual(walk.rows.shown.map((entry) => entry.node.path), ["", "0", "1"]);
});
