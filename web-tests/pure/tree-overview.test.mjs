// The overview of a tree: places, ways and numbers, checked against a tree with pointers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { KINDS, Unpacked } from "../../web/shell/overview.js";
import { generator } from "./generator.mjs";

/**
 * A random tree in the order of examination: each node with its way, and its packed form.
 * @param {number} seed
 */
function randomTree(seed) {
  const random = generator(seed);
  /** @type {{ way: number[], last: number, isSkipped: boolean }[]} */
  const nodes = [];
  let [plies, children, kinds] = ["", "", ""];
  /** @param {number[]} way @param {boolean} isBelowSkipped */
  const visit = (way, isBelowSkipped) => {
    const index = nodes.length;
    const isSkipped = isBelowSkipped || (way.length > 0 && random(5) === 0);
    const made = { way, last: index, isSkipped };
    nodes.push(made);
    plies += way.length.toString(36);
    children += (way.at(-1) ?? 0).toString(36);
    kinds += isSkipped ? "s" : "iect"[random(4)];
    if (way.length < 5) {
      const replies = random(5) + (way.length === 0 ? 3 : 0);
      for (let child = 0; child < replies; child += 1) {
        // Moves that lead nowhere are left out, as a skipped reply is.
        if (random(6) > 0) visit([...way, child], isSkipped);
      }
    }
    made.last = nodes.length - 1;
  };
  visit([], false);
  const packed = { plies, children, kinds, nodes: nodes.length, shown_plies: 5, is_complete: true };
  return { nodes, packed };
}

test("every node is found by its way, its place and its number", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { nodes, packed } = randomTree(seed);
    const tree = new Unpacked(packed);
    let number = 0;
    nodes.forEach(({ way, last, isSkipped }, index) => {
      assert.deepEqual(tree.way(index), way);
      assert.equal(tree.find(way), index);
      assert.equal(tree.last[index], last);
      assert.equal(KINDS.charAt(tree.node(index).kind) === "s", isSkipped);
      assert.equal(tree.at(way.length, (index + 0.5) / nodes.length), index);
      if (!isSkipped) number += 1;
      if (!isSkipped) assert.equal(tree.numbered(number), index);
    });
    assert.equal(tree.solid, number);
    assert.equal(tree.numbered(number + 1), -1);
  }
});

test("below a leaf the strip means the leaf", () => {
  const { nodes, packed } = randomTree(3);
  const tree = new Unpacked(packed);
  const leaf = nodes.findIndex(({ last }, index) => last === index && index > 0);
  assert.equal(tree.at(35, (leaf + 0.5) / nodes.length), leaf);
  assert.equal(tree.at(0, 1), 0);
  assert.equal(tree.find([35]), -1);
});
