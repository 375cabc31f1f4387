// The rows of the tree table: opening, closing and finding, checked against a list that is made each time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Rows, wayOf } from "../../web/tree/rows.js";
import { generator } from "./generator.mjs";

/** @param {string} path */
function node(path) {
  const move = path === "" ? null : path.split(".").at(-1);
  return /** @type {any} */ ({ path, move, has_children: true });
}

/** @param {string} path @param {number} count */
function children(path, count) {
  return Array.from({ length: count }, (_, index) => node(path === "" ? `${index}` : `${path}.${index}`));
}

/** What is shown, by walking the whole tree. @param {Rows} rows */
function slowly(rows) {
  /** @type {string[]} */
  const paths = [];
  /** @param {import("../../web/tree/rows.js").Entry} entry */
  const visit = (entry) => {
    paths.push(entry.node.path);
    if (entry.isOpen) entry.children?.forEach(visit);
  };
  visit(rows.root);
  return paths;
}

test("rows agree with a walk over the whole tree after random opening and closing", () => {
  const random = generator(7);
  const rows = new Rows(node(""));
  for (let step = 0; step < 2000; step += 1) {
    const entry = rows.shown[random(rows.shown.length)];
    if (entry.isOpen) rows.open(entry, false);
    else if (entry.level < 6) {
      rows.setChildren(entry, children(entry.node.path, 1 + random(4)));
      rows.open(entry);
    }
    if (step % 20 === 0) assert.deepEqual(rows.shown.map((row) => row.node.path), slowly(rows));
  }
  assert.ok(rows.shown.length > 10);
  for (const entry of rows.shown) {
    assert.equal(rows.byPath.get(entry.node.path), entry);
    assert.equal(wayOf(entry).join("."), entry.node.path);
    assert.equal(entry.parent?.children?.[entry.place - 1] ?? rows.root, entry);
  }
});

test("a node inside a closed node can be opened, and is open when its parent opens again", () => {
  const rows = new Rows(node(""));
  rows.setChildren(rows.root, children("", 2));
  const [first] = rows.root.children ?? [];
  rows.setChildren(first, children("0", 3));
  rows.open(first);
  assert.equal(rows.shown.length, 1);
  rows.open(rows.root);
  assert.deepEqual(rows.shown.map((row) => row.node.path), ["", "0", "0.0", "0.1", "0.2", "1"]);
});

test("300,000 rows open and close quickly", () => {
  const rows = new Rows(node(""));
  rows.setChildren(rows.root, children("", 1000));
  for (const entry of rows.root.children ?? []) {
    rows.setChildren(entry, children(entry.node.path, 300));
    rows.open(entry);
  }
  rows.open(rows.root);
  assert.equal(rows.shown.length, 301_001);
  const middle = rows.byPath.get("500");
  assert.ok(middle);
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    rows.open(middle, false);
    rows.open(middle);
    assert.equal(rows.shown.length, 301_001);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  assert.equal(rows.shown.indexOf(middle), 1 + 500 * 301);
  // Processor time of this process: other work on the machine does not change it.
  assert.ok(Math.min(...times) < 50, `milliseconds of CPU time: ${times.join(", ")}`);
});

test("typed characters find the next move, and go on at the top", () => {
  const rows = new Rows(node(""));
  rows.setChildren(rows.root, [node("[2,3]"), node("[2,4]"), node("[3,1]")]);
  rows.open(rows.root);
  assert.equal(rows.find(1, "2"), 1);
  assert.equal(rows.find(2, "2"), 2);
  assert.equal(rows.find(3, "2"), 1);
  assert.equal(rows.find(0, "3,1"), 3);
  assert.equal(rows.find(1, "start"), 0);
  assert.equal(rows.find(0, "9"), -1);
});
