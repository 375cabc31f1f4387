import assert from "node:assert/strict";
import { test } from "node:test";
import { share } from "../../web/board/controls.js";
import { levelOf, levels, reseeded } from "../../web/board/players.js";
import { threats } from "../../web/board/board.js";
import { onlyMove } from "../../web/analysis/history.js";
import { readGame, writeGame } from "../../web/shell/address.js";
import { moving, size, stays, still } from "../../web/share/picture.js";
import { generator } from "./generator.mjs";

const four = { agents: ["first", "graded", "engine", "perfect"] };
const pawns = { agents: ["first", "graded", "engine"] };

test("levels go from weak to strong, and only a game that can be solved has a perfect one", () => {
  assert.deepEqual(levels(four).map(({ name }) => name), ["Beginner", "Club", "Strong", "Perfect"]);
  assert.deepEqual(levels(pawns).map(({ name }) => name), ["Beginner", "Club", "Strong", "Strongest"]);
  assert.deepEqual(levels({ agents: ["first"] }), []);
  for (const game of [four, pawns]) for (const level of levels(game)) assert.equal(levelOf(reseeded(level.spec, 7), game)?.id, level.id);
  assert.equal(levelOf("graded:level=2", four), null);
  assert.equal(levelOf("human", four), null);
  assert.equal(reseeded("graded:level=1,seed=3", 9), "graded:level=1,seed=9");
  assert.equal(reseeded("random", 9), "random:seed=9");
  assert.equal(reseeded("engine:time=2s", 9), "engine:time=2s");
});

test("the value bar belongs to the side that wins, and an estimate never fills it", () => {
  const proved = (result) => ({ position: { result }, depth: null });
  assert.deepEqual([share(proved("win"), true), share(proved("win"), false), share(proved("draw"), false), share(proved("loss"), true)], [1, 0, 0.5, 0]);
  assert.equal(share({ position: null, depth: null }, true), null);
  for (const value of [-1e6, -10, 0, 10, 1e6]) {
    const part = share({ position: null, depth: { value, proof: null } }, true, true);
    assert.ok(part > 0 && part < 1 && Math.sign(part - 0.5) === Math.sign(value), `${value}: ${part}`);
  }
  assert.equal(share({ position: null, depth: { value: 3, proof: { result: "win" } } }, false, true), 0);
  // 100 points are odds of e to 1; where evaluations tell no odds nothing is estimated.
  assert.equal(share({ position: null, depth: { value: 100, proof: null } }, true, true)?.toFixed(6), (Math.E / (1 + Math.E)).toFixed(6));
  assert.equal(share({ position: null, depth: { value: 45, proof: null } }, true, false), null);
});

test("threats are the cells where one more piece makes four, as trying every line says", () => {
  const random = generator(5);
  for (let board = 0; board < 200; board += 1) {
    const cells = Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => [null, "red", "yellow"][random(3)]));
    const expected = [];
    for (let row = 0; row < 6; row += 1) {
      for (let column = 0; column < 7; column += 1) {
        if (cells[row][column] !== null) continue;
        let completes = false;
        for (const [down, across] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
          for (let start = -3; start <= 0; start += 1) {
            const line = [0, 1, 2, 3].map((at) => [row + (start + at) * down, column + (start + at) * across]);
            if (line.every(([r, c]) => (r === row && c === column) || cells[r]?.[c] === "red")) completes = true;
          }
        }
        if (completes) expected.push([row, column]);
      }
    }
    assert.deepEqual(threats(cells, "red"), expected);
  }
});

test("a move is the only one if all others are known to be worse", () => {
  const legal = ["0", "1", "2"].map((move) => ({ move }));
  const found = (...results) => ({ position: { result: "draw" }, moves: new Map(results.map((result, at) => [String(at), { result }])) });
  assert.equal(onlyMove(found("loss", "draw", "loss"), legal), "1");
  assert.equal(onlyMove(found("draw", "draw", "loss"), legal), null);
  assert.equal(onlyMove(found("loss", "draw", null), legal), null);
  assert.equal(onlyMove(found("loss", "draw"), legal), null);
});

test("games are read as they were written", () => {
  const record = { game: "connect-four", start: "a,b red", moves: "3.3.2", notes: [["red", "a person"], ["result", ""]] };
  const { notes, ...kept } = record;
  const text = writeGame(record);
  const games = ["connect-four", "x"].map((name) => ({ name, notations: [{ name: `own of ${name}` }] }));
  for (const same of [text, text.replaceAll("\n", "\r\n")]) assert.deepEqual(readGame(same, games), { ...kept, notation: "own of connect-four" });
  assert.ok(text.includes("red: a person") && !text.includes("result"));
  assert.deepEqual(readGame("Plyground game 1\ngame: x\n", games), { game: "x", start: "", moves: "", notation: undefined });
});

test("a file that is no game is refused with the place and what is expected there", () => {
  for (const [text, words] of [
    ["", /^line 1: expected “Plyground game 1”$/],
    ["Plyground game 1\nnonsense", /^line 2: expected KEY: VALUE$/],
    ["Plyground game 1\ngame: x\ngame: x", /^line 3: expected “game” once$/],
    ["Plyground game 1\ngame: chess", /^game: found “chess”; expected x$/],
    ["Plyground game 1\nmoves: 3", /^game: found “”; expected x$/],
    ["x".repeat(9000), /^the file has 9000 characters; expected at most 8000$/],
  ]) assert.throws(() => readGame(text, [{ name: "x", notations: [] }]), ({ message }) => words.test(message) || assert.fail(message));
});

const menu = { board: "chequered", pieces: ["white", "black"], sides: ["white", "black"] };
const drawn = { menu, columns: ["A", "B"], rows: ["2", "1"], isTurned: false, title: `a "b" <c> & d` };

test("a piece stays from the move that brings it to the one that takes it away", () => {
  const boards = [[["black", null], [null, "white"]], [["white", null], [null, null]], [["white", null], [null, null]]];
  assert.deepEqual(stays(boards), [
    { cell: [0, 0], side: "black", from: 0, to: 1 },
    { cell: [0, 0], side: "white", from: 1, to: 3 },
    { cell: [1, 1], side: "white", from: 0, to: 1 },
  ]);
  const picture = moving(drawn, boards);
  assert.equal(picture.split("<animate ").length - 1, 3);
  assert.match(picture, /keyTimes="0\.0000;0\.\d+" values="1;0"/);
});

test("a ring contrasts with the ground of its board, and boards on which pieces fall are mirrored, not turned", () => {
  const ring = (board) => /<circle r="27" fill="none" stroke="([^"]*)"/.exec(still({ ...drawn, menu: { ...menu, board } }, [[null, null], [null, null]], [[0, 0]]))?.[1];
  assert.deepEqual(["upright", "plain", "chequered"].map(ring), ["#fff", "#0b1d33", "#0b1d33"]);
  const fallen = (isTurned) => still({ ...drawn, isTurned, menu: { board: "upright", pieces: ["red", "yellow"], sides: ["red", "yellow"] } }, [[null, null], ["red", null]], []);
  const place = (picture) => picture.match(/translate\(([\d.]+) ([\d.]+)\)"><circle r="26" fill="#ff6b57"/)?.slice(1).map(Number);
  assert.deepEqual([place(fallen(false)), place(fallen(true))], [[58, 118], [118, 118]]);
});

test("pictures name what they show, have every piece, and load nothing", () => {
  const picture = still(drawn, [["black", null], [null, "white"]], [[1, 1]]);
  assert.ok(picture.includes("<title>a &quot;b&quot; &lt;c&gt; &amp; d</title>"));
  assert.equal(picture.split('fill="#16202c"').length - 1, 1);
  assert.deepEqual([...picture.matchAll(/https?:[^"]*/g)].map(([address]) => address), ["http://www.w3.org/2000/svg"]);
  assert.ok(!/href|url\(|<script/.test(picture));
  assert.deepEqual(size(drawn), { width: 164, height: 164 });
  assert.notEqual(still({ ...drawn, isTurned: true }, [["black", null], [null, null]], []), still(drawn, [["black", null], [null, null]], []));
});
