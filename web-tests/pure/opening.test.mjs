import assert from "node:assert/strict";
import { test } from "node:test";
import { cellName, whyNot } from "../../web/board/board.js";
import { understand } from "../../web/page/acts.js";
import { gameName } from "../../web/board/controls.js";

const pieces = { "connect-four": ["red", "yellow"], breakthrough: ["white", "black"], "adjacent-four": ["X", "O"] };
const boards = { "connect-four": "upright", breakthrough: "chequered", "adjacent-four": "plain" };
const look = (name) => ({ name, board: boards[name], pieces: pieces[name] });
const menu = {
  games: [
    { ...look("connect-four"), agents: ["minimax"], evaluations: [{ name: "comp3608" }], notations: [{ name: "comp3608" }, { name: "cs431" }] },
    { ...look("breakthrough"), agents: ["engine"], evaluations: [], notations: [{ name: "grid" }] },
  ],
  agents: [
    { name: "minimax", options: [{ name: "depth", expected: "a whole number of plies, 1 to 1000" }, { name: "eval", expected: "the name of an evaluation" }] },
    { name: "engine", options: [{ name: "time", expected: "a time above 0" }] },
  ],
  programs: [],
};
const asked = (/** @type {Record<string, string>} */ values) => understand(new Map(Object.entries(values)), menu);

test("an address without values asks for the start of the first game", () => {
  const { line, players, view, isTurned, problems } = asked({});
  assert.deepEqual(line, { game: "connect-four", start: undefined, moves: undefined, index: undefined });
  assert.deepEqual([players, view, isTurned, problems], [["human", "human"], "play", false, []]);
});

test("everything that can be had is taken, and what cannot is named", () => {
  const wrong = asked({ g: "connect-four", c: "grid", 1: "minimax:depth=2", 2: "engine", v: "fly", i: "-1", m: "3" });
  assert.equal(wrong.line.moves, "3");
  assert.equal(wrong.line.index, undefined);
  assert.deepEqual(wrong.players, ["minimax:depth=2", "human"]);
  assert.deepEqual(wrong.problems, [
    "c=grid: expected comp3608, cs431",
    "v=fly: expected play, analyse, tree, edit, tournament",
    "i=-1: expected a number of moves",
    "2=engine: no player “engine” for this game; expected human, minimax",
  ]);
  const right = asked({ g: "breakthrough", 2: "engine:time=1s", i: "2", f: "1", v: "analyse" });
  assert.deepEqual([right.problems, right.line.index, right.isTurned, right.view], [[], 2, true, "analyse"]);
});

test("options that an agent does not have are named, and so are values that cannot be", () => {
  for (const [spec, problem] of [
    ["minimax:dpth=2", "no option “dpth” of minimax; expected depth, eval"],
    ["minimax:depth=0", "depth is “0”; expected a whole number of plies, 1 to 1,000"],
    ["minimax:depth=1001", "depth is “1001”; expected a whole number of plies, 1 to 1,000"],
    ["minimax:eval=cs431", "eval is “cs431”; expected comp3608"],
  ]) {
    const { players, problems } = asked({ 1: spec });
    assert.deepEqual([players[0], problems], ["human", [`1=${spec}: ${problem}`]]);
  }
  assert.deepEqual(asked({ 1: "minimax:depth=1000,eval=comp3608" }).problems, []);
  assert.deepEqual(asked({ a: "x", f: "2" }).problems, ["a=x: expected 0, 1", "f=2: expected 0, 1"]);
});

test("cells have names in the coordinates of the notation", () => {
  const falls = { menu: look("connect-four"), columns: ["0", "1"], rows: ["1", "0"], cells: [[null, null], ["red", null]], turn: "yellow" };
  const drop = { to: [0, 0], from: null, takes: false };
  assert.equal(cellName(falls, [1, 0], null, false), "column 0, row 0, red");
  assert.equal(cellName(falls, [0, 0], drop, false), "column 0, row 1, empty, next disc lands here");
  assert.equal(cellName(falls, [0, 0], null, false), "column 0, row 1, empty; column has 1 disc, top red");
  assert.equal(whyNot(falls, [1, 0], false), "Column 0 is full.");
  const pawns = { menu: look("breakthrough"), columns: ["A", "B"], rows: ["2", "1"], cells: [["black", null], ["white", null]], turn: "white" };
  assert.equal(cellName(pawns, [1, 0], null, true), "A1, white pawn, can move");
  assert.equal(cellName(pawns, [0, 0], { ...drop, takes: true }, false), "A2, black pawn, capture");
  assert.equal(whyNot(pawns, [1, 0], false), "A1, white pawn: this pawn cannot move.");
  assert.equal(whyNot(pawns, [0, 0], false), "A2, black pawn: pick a white pawn first.");
  assert.match(whyNot(pawns, [0, 1], true), /^B2, empty: the picked pawn cannot go there/);
  const stones = { ...pawns, menu: look("adjacent-four"), cells: [["X", null], [null, null]] };
  assert.equal(cellName(stones, [0, 0], null, false), "column A, row 2, X");
  assert.match(whyNot(stones, [1, 1], false), /^column B, row 1, empty: not a legal cell/);
});

test("games have names for people", () => {
  assert.deepEqual(["connect-four", "max-connect-four", "breakthrough", "adjacent-four"].map(gameName), ["Connect Four", "Max-Connect-Four", "Breakthrough", "Adjacent Four"]);
});
