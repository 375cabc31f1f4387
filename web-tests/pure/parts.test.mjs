import assert from "node:assert/strict";
import { test } from "node:test";
import { hear } from "../../web/board/analysis.js";
import { painted, writeBoard } from "../../web/editor/view.js";
import { movesIn, pasted, tidied } from "../../web/page/acts.js";
import { pointOf } from "../../web/analysis/history.js";
import { parseSpec, playerName, problemOf, writeSpec } from "../../web/board/players.js";
import { byWorth, symbol, verdict } from "../../web/board/pieces.js";
import { signed } from "../../web/shell/dom.js";

const game = { name: "connect-four", sides: ["red", "yellow"], agents: ["first", "minimax"], paint: { first_row: "bottom", row_end: ",", empty: ".", pieces: ["r", "y"], turns: [" red", " yellow"] }, board: "upright", pieces: ["red", "yellow"] };
const nothing = () => ({ moves: new Map(), position: null, depth: null, state: "", isDone: false });

test("specs of agents are read and written", () => {
  for (const spec of ["human", "perfect", "alpha-beta:depth=4,eval=cs431,cut=beyond", "engine:time=0.5s"]) {
    const { name, options } = parseSpec(spec);
    assert.equal(writeSpec(name, options), spec);
  }
  assert.deepEqual([...parseSpec("minimax:depth=1,eval=cs431").options], [["depth", "1"], ["eval", "cs431"]]);
  assert.equal(writeSpec("minimax", new Map([["depth", ""]])), "minimax");
  assert.equal(parseSpec("program:a:b=c").name, "program:a:b=c");
  assert.equal(playerName("program:a:b"), "a:b");
});

test("players that do not exist are refused with a hint", () => {
  const time = { name: "time", expected: "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms" };
  const menu = { agents: [{ name: "minimax", options: [{ name: "depth", expected: "a whole number" }, time] }], programs: [{ name: "mine", games: ["connect-four"] }, { name: "other", games: ["breakthrough"] }] };
  for (const wrong of ["-1", "0s", "1", "1m", "1e3s", ""]) assert.match(problemOf(`minimax:time=${wrong}`, menu, game) ?? "", /^time is “.*”; expected a time above 0/, wrong);
  for (const spec of ["human", "minimax:depth=3", "minimax:time=0.5s", "minimax:time=20ms", "program:mine"]) assert.equal(problemOf(spec, menu, game), null, spec);
  assert.match(problemOf("perfect", menu, game), /^no player “perfect” for this game; expected human, first, minimax$/);
  assert.match(problemOf("program:other", menu, game), /--program NAME=COMMAND/);
});

test("values have a sign and a number, never a colour alone", () => {
  assert.equal(symbol({ result: "win", plies: 3 }), "▲\u20093");
  assert.equal(symbol({ result: "loss", plies: 24, isFinal: true }), "▼\u200924");
  assert.equal(symbol({ result: "loss", plies: 24, isFinal: false }), "▼");
  assert.equal(symbol({ result: "draw", plies: 12 }), "■");
  assert.equal(symbol({ result: null, plies: null }), "…");
  assert.equal(symbol({ result: null, plies: null, isBest: true }), "★");
  assert.deepEqual([signed(-1234), signed(0), signed(5)], ["−1,234", "0", "5"]);
});

test("boards are written row by row, with the side to move", () => {
  const cells = [[null, "red"], ["yellow", "red"]];
  assert.equal(writeBoard(game, cells, "yellow"), "yr,.r yellow");
  const upright = { ...game, paint: { ...game.paint, first_row: "top", row_end: "/", turns: ["/1", "/2"] } };
  assert.equal(writeBoard(upright, cells, "red"), ".r/yr/1");
});

test("painted pieces fall, and those above a removed one sink", () => {
  const empty = [[null], [null], [null]];
  const one = painted(empty, [0, 0], "red", true);
  assert.deepEqual(one, [[null], [null], ["red"]]);
  const two = painted(one, [0, 0], "yellow", true);
  assert.deepEqual(two, [[null], ["yellow"], ["red"]]);
  assert.deepEqual(painted(two, [2, 0], null, true), [[null], [null], ["yellow"]]);
  assert.deepEqual(painted(two, [2, 0], "yellow", true), [[null], ["yellow"], ["yellow"]]);
  assert.deepEqual(painted(two, [0, 0], null, true), two);
  assert.deepEqual(painted(empty, [1, 0], "red", false), [[null], ["red"], [null]]);
  assert.deepEqual(empty, [[null], [null], [null]], "the old board stays as it was");
});

test("what is known of a move is replaced when more is", () => {
  const found = nothing();
  hear(found, "start", { words: "exact scores" });
  assert.equal(found.state, "exact scores");
  hear(found, "move", { move: "3", result: "win", score: null, plies: null, is_final: false, words: "red wins" });
  assert.equal(symbol(found.moves.get("3")), "▲");
  hear(found, "move", { move: "3", result: "win", score: 3, plies: 31, is_final: true, words: "red wins in 16 moves" });
  assert.equal(symbol(found.moves.get("3")), "▲\u200931");
  hear(found, "end", { reason: "done", words: "all values are proved" });
  assert.equal(found.isDone, true);
});

test("a search without proof marks one best move, the last", () => {
  const found = nothing();
  const depth = (number, move) => ({ depth: number, move, value: 20, for: "X", line: [], nodes: 12, proof: null, words: `depth ${number}` });
  hear(found, "depth", depth(1, "[2,3]"));
  hear(found, "depth", depth(2, "[2,4]"));
  assert.deepEqual([...found.moves].map(([move, value]) => move + symbol(value)), ["[2,4]★"]);
  hear(found, "error", { place: "time", message: "too long" });
  assert.equal(found.state, "time: too long");
});

test("the curve is seen by the side that moves first", () => {
  const found = nothing();
  assert.equal(pointOf(found, true), null);
  hear(found, "depth", { depth: 3, move: "1", value: 20, for: "O", line: [], nodes: 12, proof: null, words: "w" });
  assert.deepEqual(pointOf(found, false), { height: -20, isProved: false, words: "w", plies: null });
  hear(found, "position", { result: "loss", score: -4, plies: 20, best: [], words: "red loses" });
  assert.deepEqual(pointOf(found, true), { height: -4, isProved: true, words: "red loses", plies: 20 });
  assert.deepEqual(pointOf(found, false), { height: 4, isProved: true, words: "red loses", plies: 20 });
});

const columns = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
const rows = (first, last) => columns(first, last).reverse();
const falls = {
  ...game, rows: 6, columns: 7,
  notations: [{ name: "comp3608", columns: columns(0, 6), rows: rows(0, 5) }, { name: "moves", columns: columns(1, 7), rows: rows(1, 6) }],
};
const pawns = {
  name: "breakthrough", board: "chequered", sides: ["white", "black"], rows: 6, columns: 6, paint: { empty: "-", pieces: ["w", "b"] },
  notations: [{ name: "grid", columns: ["A", "B", "C", "D", "E", "F"], rows: rows(1, 6) }],
};
const stones = {
  name: "adjacent-four", board: "plain", sides: ["X", "O"], rows: 5, columns: 6, paint: { empty: ".", pieces: ["x", "o"] },
  notations: [{ name: "grid", columns: columns(1, 6), rows: columns(1, 5) }, { name: "moves", columns: columns(1, 6), rows: columns(1, 5) }],
};

test("what is pasted is an address, a saved game, moves, or a board", () => {
  const other = { ...falls, name: "other" };
  const read = (text) => pasted(text, falls, [falls, other]);
  for (const [before, after] of [["see ", " there"], ["(", ")"], ["<", ">"], ["[board](", ")."], ["“", "”,"]]) {
    assert.deepEqual(read(`${before}https://a.example/x#v1;g=connect-four;m=1.3${after}`), { hash: "#v1;g=connect-four;m=1.3" }, after);
  }
  // What an address itself ends in stays.
  for (const hash of ["#v1;p=.......,.......", "#v1;t=run+(2)", "#v1;g=connect-four;m=1.3"]) assert.deepEqual(read(`${hash},`), { hash });
  assert.throws(() => read("1 2\n".repeat(300000)), /expected at most 8000/);
  const [saved] = read("\nPlyground game 1\ngame: other\nstart: s\nmoves: 1\n").readings;
  assert.deepEqual(saved.line, { game: "other", start: "s", moves: "1", notation: "comp3608" });
  assert.throws(() => read("Plyground game 2\n"), /line 1: expected/);
  assert.deepEqual(read("\t\tr\n"), { readings: [{ line: { game: "connect-four", start: "\t\tr\n" }, words: "" }] });
});

test("moves are read as people write them, each list in all meanings that it has", () => {
  for (const [menu, text, ...expected] of [
    [falls, "4453", "3.3.4.2", "4.4.5.3"], [falls, "4 4, 5 3", "3.3.4.2", "4.4.5.3"], [falls, " 4\n4\r\n5\n3\n", "3.3.4.2", "4.4.5.3"],
    [falls, "4-4-5-3", "3.3.4.2", "4.4.5.3"], [falls, "“4453”", "3.3.4.2", "4.4.5.3"], [falls, "['4', '4', '5', '3']", "3.3.4.2", "4.4.5.3"],
    [falls, "1. 4 4 2. 5 3", "3.3.4.2", "4.4.5.3"], [falls, "1.4 4\n2.5", "3.3.4", "4.4.5"], [falls, "1. 4 2. 4 3. 5", "3.3.4", "4.4.5"],
    [falls, "3.3.4", "3.3.4", "2.2.3"], [falls, "0101", "0.1.0.1"], [falls, "[0, 1, 6]", "0.1.6"], [falls, "747", "6.3.6"],
    [falls, "1. red 4\nyellow 4\n2. red 5", "4.4.5", "3.3.4"],
    [falls, "1. 2. 3."], [falls, "0. 1. 2."], [falls, "07"], [falls, "448"], [falls, "4 4 2. 5 3"], [falls, "2. 4 4"], [falls, "1  2"], [falls, ",,1,2"],
    [falls, "12r"], [falls, ""], [falls, " \n"], [falls, "\t1\t2\n1\t\t2"], [falls, "0 0 0 1 0 0 0\n".repeat(6)], [falls, "1212121\n".repeat(5)],
    [pawns, "A2A3 B5B4", "A2A3.B5B4"], [pawns, "A2A3.B5B4", "A2A3.B5B4"], [pawns, "a2-a3, b5xb4", "A2A3.B5B4"], [pawns, "1. A2A3 B5B4\n2. A3B4", "A2A3.B5B4.A3B4"],
    [pawns, "1. white A2A3\nblack B5B4", "A2A3.B5B4"], [pawns, '["A2A3", "B5B4"]', "A2A3.B5B4"], [pawns, "A2A3B5B4"], [pawns, "bbbbbb"],
    [stones, "3,4.3,3", "3,4.3,3"], [stones, "(3,4) (3,3)", "3,4.3,3"], [stones, "[3,4][3,3]", "3,4.3,3"], [stones, "[(3, 4), (3, 3)]", "3,4.3,3"],
    [stones, "3,4\n3,3", "3,4.3,3"], [stones, "1. [3,4] [3,3] 2. [2,3]", "3,4.3,3.2,3"], [stones, "0,0,0,0,0,0\n1,2,0,0,0,0"], [stones, "34"],
  ]) assert.deepEqual(movesIn(text, menu).map(({ moves }) => moves), expected, JSON.stringify(text));
  const words = (text, shown) => movesIn(text, falls, shown).map((one) => one.words);
  assert.deepEqual(words("0.1"), ["moves from the start of the game, columns 0 to 6"]);
  assert.deepEqual(words("1. 4 4"), ["numbered moves from the start of the game, columns 1 to 7", "numbered moves from the start of the game, columns 0 to 6"]);
  assert.match(words("1. red 4", falls.notations[1])[0], /columns 1 to 7$/, "the page's own list, as it is shown");
});

const CELLS = [".......", ".......", ".......", ".......", "..r....", ".ry..y."];
const spread = (lines, between = " ") => lines.map((line) => [...line].join(between)).join("\n");

test("a board is brought into rows, and what is not clear stays as it is", () => {
  const blank = CELLS.map((line) => line.replaceAll(".", " "));
  const discs = (empty) => CELLS.map((line) => line.replaceAll(".", empty).replaceAll("r", "🔴").replaceAll("y", "🟡")).join("\n");
  const numbers = CELLS.map((line) => [...line].map((cell) => `${".ry".indexOf(cell)}.`).join(" "));
  const labelled = CELLS.map((line, at) => `${6 - at} ${[...line].join(" ")}`);
  const board = CELLS.join("\n");
  const side = "bbbbbb bbbbbb ------ ------ wwwwww wwwwww".split(" ");
  for (const [menu, text, expected, words] of [
    [falls, discs("⚪"), board, "⚪ is an empty cell"], [falls, discs("⬛\ufe0f"), board, "⬛ is an empty cell"],
    [falls, discs("⚪").replace("⚪", "⚫"), null, ""],
    [falls, `[[${numbers.join("]\n [")}]]`, `[[${numbers.join("]\n [").replaceAll(".", "")}]]`, ""],
    [falls, blank.join("\n"), board, "blanks are empty cells"], [falls, blank.map((line) => line.trimEnd()).join("\n"), board, "blanks are empty cells"],
    [falls, spread(blank), board, "blanks are empty cells"],
    // Three pieces in every other place: nobody knows how wide a cell is.
    [falls, "\n\n\n\n\nr y r", null, ""],
    [falls, `  1 2 3 4 5 6 7\n${labelled.join("\n")}\nred`, `${spread(CELLS)}\nred`, "the labels are left out"],
    [falls, `0123456\n${board}`, board, "the labels are left out"],
    [pawns, `${side.map((line, at) => `${6 - at} ${line}`).join("\n")}\n  abcdef\nw`, `${side.join("\n")}\nw`, "the labels are left out"],
    [pawns, `${side.toReversed().map((line, at) => `${at + 1} ${line}`).join("\n")}\nw`, `${side.join("\n")}\nw`, "the labels are left out"],
    [falls, board, null, ""], [falls, spread(CELLS), null, ""], [stones, "123456", null, ""], [falls, "hello", null, ""],
  ]) assert.deepEqual(tidied(text, menu), { text: expected ?? text, words }, JSON.stringify(text));
});

/** Values of moves, from the best to the worst. */
const WORTH = [
  { result: "win", plies: 3, score: null, words: "red wins in 2 moves (3 plies)", says: "wins in 2 moves" },
  { result: "win", plies: 1, score: null, words: "red wins within 1 ply", isFinal: false, says: "red wins within 1 ply" },
  { result: "draw", plies: null, score: null, words: "a draw", says: "draws" },
  { result: null, plies: null, score: null, words: "depth 4: best", isBest: true, says: "depth 4: best" },
  { result: null, plies: null, score: null, words: "not proved", says: "not proved" },
  { result: "loss", plies: 8, score: null, words: "red loses in 4 moves (8 plies)", says: "loses in 4 moves" },
  { result: "loss", plies: 2, score: null, words: "red loses in 1 move (2 plies)", says: "loses in 1 move" },
];

test("a move's value is said in few words, and a bound is not said as a distance", () => {
  for (const { says, ...value } of WORTH) assert.equal(verdict(value), says);
  for (const [words, says] of [["white wins", "wins"], ["red wins by 2", "wins by 2"]]) {
    assert.equal(verdict({ result: "win", plies: null, score: null, words }), says);
  }
});

test("moves are sorted by their worth", () => {
  const [later, sooner, ...rest] = WORTH;
  const sorted = [sooner, later, ...rest];
  assert.deepEqual(WORTH.toReversed().toSorted(byWorth), sorted);
  const scores = [2, 1, 0, -1, -4].map((score) => ({ result: score > 0 ? "win" : score < 0 ? "loss" : "draw", plies: null, score, words: "" }));
  assert.deepEqual(scores.toReversed().toSorted(byWorth), scores);
});
