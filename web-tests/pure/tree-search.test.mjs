// The search in the address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { queryOf, readSearch, readStep, searchOf, standard, writeSearch } from "../../web/tree/search.js";

const game = /** @type {import("../../web/shell/types.d.ts").GameMenu} */ (
  /** @type {unknown} */ ({ sides: ["red", "yellow"], evaluations: [{ name: "comp3608" }, { name: "cs431" }] })
);

const searches = /** @type {import("../../web/shell/types.d.ts").SearchMenus} */ (
  /** @type {unknown} */ ([
    { name: "alpha-beta", letter: "A", has_windows: true },
    { name: "minimax", letter: "M", has_windows: false },
  ])
);

test("what is written is read again", () => {
  for (const mode of /** @type {const} */ (["A", "M", "C"])) {
    for (const cut of /** @type {const} */ (["equal", "beyond"])) {
      for (const maximiser of ["", "yellow"]) {
        const search = { mode, depth: 7, cut, evaluation: "cs431", maximiser };
        assert.deepEqual(readSearch(writeSearch(search), game, searches), { search, problems: [] });
      }
    }
  }
});

test("what is left out is the usual", () => {
  assert.deepEqual(readSearch(undefined, game, searches), { search: standard(game), problems: [] });
  assert.deepEqual(readSearch("M,2", game, searches).search, { ...standard(game), mode: "M", depth: 2 });
});

test("each wrong part is named, with what is expected", () => {
  const { search, problems } = readSearch("X,0,eq,nobody,green,more", game, searches);
  assert.deepEqual(search, standard(game));
  assert.deepEqual(
    problems.map((text) => text.replace(/^address, s=X,0,eq,nobody,green,more: /, "")),
    [
      'algorithm "X"; expected A (alpha-beta), M (minimax) or C (alpha-beta beside minimax)',
      'depth "0"; expected 1 to 42 plies',
      'cut "eq"; expected ge (α ≥ β) or gt (α > β)',
      'evaluation "nobody"; expected comp3608 or cs431',
      'side "green"; expected red or yellow',
      'part "more"; expected nothing more',
    ],
  );
});

test("queries name the search of a mode", () => {
  assert.deepEqual(queryOf({ ...standard(game), mode: "M" }), {
    algorithm: "M",
    cut: "equal",
    depth: 4,
    evaluation: "comp3608",
    for: undefined,
  });
  assert.deepEqual([queryOf({ ...standard(game), mode: "C" }).algorithm, searchOf(searches, "C").name], ["A", "alpha-beta"]);
  assert.equal(queryOf({ ...standard(game), cut: "beyond" }).cut, "beyond");
});

test("steps of the address", () => {
  assert.deepEqual(readStep("17"), { number: 17, predict: false });
  assert.deepEqual(readStep("17,predict"), { number: 17, predict: true });
  for (const text of [undefined, "", "x", "17,guess", "-1"]) assert.equal(readStep(text), null);
});
