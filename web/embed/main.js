// A board, a game or a search tree for a frame in another page. Nothing can be played here, and no program be started.

import { Board } from "../board/board.js";
import { Game, moveText } from "../board/game.js";
import { gameName } from "../board/status.js";
import { announce } from "../shell/announce.js";
import * as api from "../shell/api.js";
import { capital, find, make } from "../shell/dom.js";
import { Lazy } from "../shell/lazy.js";
import { understand } from "../shell/opening.js";
import { Session } from "../shell/session.js";
import { VIEWS } from "../shell/views.js";

/** @type {import("../shell/types.d.ts").Menu} */
const menu = await api.get("games");
const session = new Session();
const game = new Game(menu.games);

const convention = () => {
  const all = game.menu.notations;
  return /** @type {import("../shell/types.d.ts").Notation} */ (all.find(({ name }) => name === session.get("c")) ?? all[0]);
};

const board = new Board(find("#board"), { move() {}, paint() {}, value() {} });
const steps = find("#steps");
const button = (/** @type {string} */ name, /** @type {() => number} */ to) => make("button", { type: "button", click: () => void game.step(to()) }, name);
const count = make("span", { class: "count" });
const [back, on] = [button("Back", () => game.index - 1), button("On", () => game.index + 1)];
steps.append(button("First", () => 0), back, count, on, button("Last", () => game.played.length));

function render() {
  const { position } = game;
  if (position === null) return;
  const { columns, rows } = convention();
  board.render({
    menu: game.menu,
    cells: position.board.cells,
    columns,
    rows,
    turn: position.turn,
    moves: position.moves,
    isTurned: session.get("f") === "1" && game.menu.board !== "upright",
    closed: "This board is only looked at. Open it in Plyground to play.",
    isWaiting: false,
    marked: position.marked,
    lines: position.outcome === null || game.menu.solver === "points" ? [] : position.lines.map(({ cells }) => cells),
    best: [],
    threats: [],
    last: game.played[game.index - 1] ?? null,
    spots: [],
    values: new Map(),
    isEdited: false,
    animates: false,
  });
  const move = game.played[game.index - 1];
  const played = move === undefined ? "" : `${capital(move.side)}: ${game.menu.move_noun} ${moveText(move, convention().name)}. `;
  find("#status").textContent = `${played}${capital(position.outcome?.words ?? position.words).replace(/\.$/, "")}.`;
  count.textContent = `${game.index} / ${game.played.length}`;
  back.disabled = game.index === 0;
  on.disabled = game.isAtEnd;
  /** @type {HTMLAnchorElement} */ (find("#open")).href = `./${location.hash}`;
}

/** Shows what the address says; what it says wrongly is named. */
async function open() {
  const values = new Map(session.values);
  const wanted = values.get("v") ?? "game";
  values.delete("v");
  const asked = understand(values, menu);
  const problems = [...session.problems, ...asked.problems];
  if (!["board", "game", "tree"].includes(wanted)) problems.push(`v=${wanted}: expected board, game, tree`);
  try {
    await game.load(asked.line);
  } catch (error) {
    problems.push(api.errorText(error).replace(/\.$/, ""));
    await game.load({ game: asked.line.game });
  }
  const wrong = find("#wrong-address");
  wrong.hidden = problems.length === 0;
  wrong.textContent = problems.length === 0 ? "" : `Part of this address cannot be read. ${problems.join("; ")}.`;
  find("#title").textContent = gameName(game.menu.name);
  steps.hidden = wanted === "board" || game.played.length === 0;
  find("section.table").hidden = wanted === "tree";
  find("#tree").hidden = wanted !== "tree";
  session.dispatchEvent(new Event("outside"));
  if (wanted === "tree") await showTree();
}

/** @type {Lazy | undefined} */
let tree;

async function showTree() {
  const nothing = () => {};
  /** The part of the page that the tree can ask for. @type {any} */
  const context = {
    menu,
    api,
    game,
    convention,
    position: () => game.params(),
    onPositionChange: (/** @type {() => void} */ listener) => game.addEventListener("change", listener),
    url: {
      get: (/** @type {string} */ key) => session.get(key),
      set: (/** @type {Record<string, string | undefined>} */ values) => session.set(values),
      onChange: (/** @type {() => void} */ listener) => session.addEventListener("outside", listener),
      link: () => session.link,
    },
    announce,
    page: { render, renderBoard: render, focusBoard: nothing, step: (/** @type {number} */ index) => void game.step(index), attempt: async (/** @type {() => Promise<void>} */ act) => act().then(() => true) },
  };
  const row = VIEWS.find(({ id }) => id === "tree");
  if (row !== undefined) await (tree ??= new Lazy(row, find("#tree"), context)).show(true);
}

game.addEventListener("change", render);
session.addEventListener("change", () => void open());
await open();
