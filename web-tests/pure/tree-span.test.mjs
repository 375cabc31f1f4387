import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, showing, WHOLE, zoomed } from "../../web/tree/strip.js";

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
