import assert from "node:assert/strict";
import { test } from "node:test";
import { Unpacked } from "../../web/shell/overview.js";
import { moved, nodesIn, showing, WHOLE, zoomed } from "../../web/tree/strip.js";

test("zooming keeps a place where it is, and stays inside the tree", () => {
  assert.deepEqual(zoomed(WHOLE, 2, 0.5, 0), { from: 0.25, to: 0.75 });
  assert.deepEqual(zoomed({ from: 0.25, to: 0.75 }, 2, 0, 0), { from: 0.25, to: 0.5 });
  assert.deepEqual(zoomed({ from: 0.5, to: 1 }, 0.5, 1, 0), WHOLE);
  assert.deepEqual(zoomed({ from: 0.5, to: 0.75 }, 1 / 8, 0.3, 0), WHOLE);
});

test("zooming ends where so few nodes are in sight, even in a tree that has no more", () => {
  const { from, to } = zoomed(WHOLE, 1000, 1, 0.25);
  assert.deepEqual([from, to], [0.75, 1]);
  assert.deepEqual(zoomed(WHOLE, 2, 0.5, 12), WHOLE);
});

test("moving stops at the ends", () => {
  assert.deepEqual(moved({ from: 0.25, to: 0.5 }, 1), { from: 0.5, to: 0.75 });
  assert.deepEqual(moved({ from: 0.25, to: 0.5 }, -7), { from: 0, to: 0.25 });
  assert.deepEqual(moved({ from: 0.25, to: 0.5 }, 7), { from: 0.75, to: 1 });
});

test("following moves only what does not show the cursor", () => {
  const span = { from: 0.25, to: 0.5 };
  assert.equal(showing(span, 0.3), span);
  assert.deepEqual(showing(span, 0.75), { from: 0.625, to: 0.875 });
  assert.deepEqual(showing(span, 1), { from: 0.75, to: 1 });
});

test("a part of the strip has the nodes above its first one, as a look at every node finds them", () => {
  const tree = new Unpacked({ plies: "0122123312", children: "0001101020", kinds: "iieeiieeie", nodes: 10, shown_plies: 3, is_complete: true });
  for (let from = 0; from < 10; from += 1) {
    for (let to = from + 1; to <= 10; to += 1) {
      const { above, first, end } = nodesIn(tree, { from: from / 10, to: to / 10 });
      const found = [...above, ...Array.from({ length: end - first }, (_, at) => first + at)].sort((a, b) => a - b);
      const wanted = Array.from({ length: 10 }, (_, index) => index).filter((index) => index < to && index + tree.node(index).nodes > from);
      assert.deepEqual(found, wanted, `${from} to ${to}`);
    }
  }
});
