// The small pictures on the doors. Each shows what the server has answered: a game, the values of a position, and the
// order in which a search examines its tree. If the server does not answer, a picture stays empty.

import { piece } from "../board/pieces.js";
import { symbol, tone } from "../board/values.js";
import { get, listen } from "../shell/api.js";
import { draw } from "../shell/dom.js";
import { count as formatted, counted } from "../shell/numbers.js";
import { hear, nothing } from "../board/analysis.js";
import { KINDS, Unpacked } from "../shell/overview.js";
import { recordOf, valuedOf } from "./recorded.js";

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Cell} Cell */

/** Frames for which the last picture stays before all begins anew. */
const REST = 22;

/** The size of a cell in units of the drawing. */
const CELL = 20;

/** A picture that begins anew when it has come to its end. */
class Picture {
  constructor() {
    this.frame = 0;
    /** @type {Promise<void> | undefined} */
    this.loading = undefined;
    this.isLoaded = false;
    this.wantsStill = false;
  }

  /** Asks for what is shown, once. */
  load() {
    this.loading ??= this.ask().then(
      () => {
        this.isLoaded = true;
        if (this.wantsStill) this.show(this.frames);
      },
      () => { this.loading = undefined; },
    );
    return this.loading;
  }

  tick() {
    if (!this.isLoaded) return;
    this.frame = (this.frame + 1) % (this.frames + REST);
    if (this.frame <= this.frames) this.show(this.frame);
  }

  /** Shows the last frame only. */
  still() {
    this.wantsStill = true;
    if (this.isLoaded) this.show(this.frames);
  }

  /** @returns {Promise<void>} */
  async ask() {}

  /** How many frames there are. */
  get frames() {
    return 0;
  }

  /** @param {number} _frame */
  show(_frame) {}
}

/**
 * An empty board.
 * @param {GameMenu} menu
 * @param {number} above units of room above it
 */
function emptyBoard({ board, rows, columns }, above) {
  const cells = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    if (board === "upright") return draw("circle", { class: "hole", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: CELL * 0.4 });
    const shade = board === "chequered" ? ((row + column) % 2 === 0 ? "is-light" : "is-dark") : "is-plain";
    return draw("rect", { class: `square ${shade}`, x: column * CELL + 0.25, y: row * CELL + 0.25, width: CELL - 0.5, height: CELL - 0.5 });
  });
  const root = draw("svg", { viewBox: `-4 ${-4 - above} ${columns * CELL + 8} ${rows * CELL + 8 + above}` });
  root.append(draw("rect", { class: "ground", x: -4, y: -4, width: columns * CELL + 8, height: rows * CELL + 8, rx: 6 }), ...cells);
  return root;
}

/**
 * @param {GameMenu} menu
 * @param {string} side
 * @param {Cell} cell
 */
function placed(menu, side, [row, column]) {
  const shape = piece(menu, side);
  const size = { x: column * CELL + 1, y: row * CELL + 1, width: CELL - 2, height: CELL - 2 };
  for (const [name, value] of Object.entries(size)) shape.setAttribute(name, String(value));
  return shape;
}

/** The middle of a cell. @param {Cell} cell @returns {[x: number, y: number]} */
const middle = ([row, column]) => [(column + 0.5) * CELL, (row + 0.5) * CELL];

/**
 * What stood on the board after each move, from the start on, as the last position and its moves tell.
 * @param {import("../shell/types.d.ts").Position} position
 * @param {readonly string[]} sides
 */
export function boardsOf({ board, played }, sides) {
  const boards = [board.cells];
  for (const { side, from, to, takes } of [...played].reverse()) {
    const before = (boards[0] ?? []).map((row) => [...row]);
    const put = (/** @type {Cell | null} */ cell, /** @type {string | null} */ what) => {
      const row = cell === null ? undefined : before[cell[0]];
      if (cell !== null && row !== undefined) row[cell[1]] = what;
    };
    put(to, takes ? (sides.find((other) => other !== side) ?? null) : null);
    put(from, side);
    boards.unshift(before);
  }
  return boards;
}

/** A game that is played from its first move to its last. */
export class GamePicture extends Picture {
  /** @param {GameMenu} menu */
  constructor(menu) {
    super();
    this.menu = menu;
    this.root = emptyBoard(menu, 0);
    this.pieces = draw("g");
    this.root.append(this.pieces);
    /** @type {import("../shell/types.d.ts").Position | null} */
    this.position = null;
    /** @type {(string | null)[][][]} */
    this.boards = [];
    this.count = -1;
  }

  /** @override */
  async ask() {
    this.position = await get("position", { game: this.menu.name, moves: recordOf(this.menu.name) });
    if (this.position !== null) this.boards = boardsOf(this.position, this.menu.sides);
  }

  /** A move every third frame. @override */
  get frames() {
    return (this.position?.played.length ?? 0) * 3 + 1;
  }

  /** @override @param {number} frame */
  show(frame) {
    const { position, menu, boards } = this;
    if (position === null) return;
    const count = Math.min(Math.floor(frame / 3), position.played.length);
    if (count !== this.count) {
      this.count = count;
      const cells = boards[count] ?? [];
      this.pieces.replaceChildren(...cells.flatMap((row, at) => row.flatMap((side, column) => (side === null ? [] : [placed(menu, side, [at, column])]))));
    }
    if (frame < this.frames) return;
    // Where lines are points there are many of them, and none has won.
    const won = menu.solver === "points" ? [] : (position.lines[0]?.cells ?? []);
    const last = position.played.at(-1)?.to;
    const marked = won.length > 0 || last === null || last === undefined ? won : [last];
    this.pieces.append(...marked.map(middle).map(([cx, cy]) => draw("circle", { class: "won", cx, cy, r: CELL * 0.4 })));
  }
}

/** A value as two parts: small pictures have room for its sign alone. @param {string} value */
const parts = (value) => [new Text(value.charAt(0)), draw("tspan", { class: "plies" }, new Text(value.slice(1)))];

/** The values of all moves of a position, coming in one after the other. */
export class ValuesPicture extends Picture {
  /** @param {GameMenu} menu */
  constructor(menu) {
    super();
    this.menu = menu;
    this.isUpright = menu.board === "upright";
    this.root = emptyBoard(menu, this.isUpright ? CELL : 0);
    this.values = draw("g");
    this.found = nothing();
    /** @type {import("../shell/types.d.ts").Move[]} */
    this.moves = [];
  }

  /** @override */
  async ask() {
    const params = { game: this.menu.name, moves: valuedOf(this.menu.name) };
    /** @type {import("../shell/types.d.ts").Position} */
    const position = await get("position", params);
    this.moves = position.moves;
    const pieces = position.board.cells.flatMap((row, at) => row.flatMap((side, column) => (side === null ? [] : [placed(this.menu, side, [at, column])])));
    this.root.append(...pieces, this.values);
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const stop = listen("solve", { ...params, time: 3 }, ["move", "position", "end"], (name, data) => {
        hear(this.found, name, data);
        if (name !== "end" && name !== "error") return;
        stop();
        resolve();
      });
    });
  }

  /** @override */
  get frames() {
    return this.moves.length * 4 + 1;
  }

  /** @override @param {number} frame */
  show(frame) {
    const { moves, found } = this;
    const marks = moves.slice(0, Math.floor(frame / 4)).flatMap((move) => {
      const value = found.moves.get(move.move);
      if (value === undefined || move.to === null) return [];
      const isBest = frame >= this.frames && (found.position?.best.includes(move.move) ?? false);
      const style = `${tone(value)}${isBest ? " best" : ""}`;
      const [x, y] = middle(move.to);
      if (move.from === null) return [draw("text", { class: `value ${style}`, x, y: this.isUpright ? -9 : y + 2.5 }, ...parts(symbol(value)))];
      const [fromX, fromY] = middle(move.from);
      return [draw("path", { class: `way ${style}`, d: `M${fromX} ${fromY}L${x} ${y}` })];
    });
    this.values.replaceChildren(...marks);
  }
}

/** The tree of the worked example, node by node as the search examines it. */
export class SearchPicture extends Picture {
  /** @param {import("../shell/types.d.ts").Example} example */
  constructor(example) {
    super();
    this.example = example;
    this.nodes = draw("g");
    this.words = draw("text", { class: "examined", x: 74, y: 122 });
    this.root = draw("svg", { viewBox: "-4 -4 156 136" }, this.nodes, this.words);
    /** @type {Unpacked | null} */
    this.tree = null;
    this.count = 0;
  }

  /** @override */
  async ask() {
    const { game, position, notation, moves, search } = this.example;
    const params = { game, position: position ?? "", notation, moves, algorithm: search?.algorithm, depth: search?.depth, cut: search?.cut, evaluation: search?.evaluation };
    this.tree = new Unpacked(await get("tree/overview", params));
  }

  /** @override */
  get frames() {
    return Math.ceil((this.tree?.count ?? 0) / 4);
  }

  /** @override @param {number} frame */
  show(frame) {
    const { tree } = this;
    if (tree === null) return;
    const count = Math.min(frame * 4, tree.count);
    if (count < this.count) {
      this.nodes.replaceChildren();
      this.count = 0;
    }
    const [width, height] = [148 / tree.count, 110 / tree.plies];
    for (let index = this.count; index < count; index += 1) {
      const { ply, kind, nodes } = tree.node(index);
      this.nodes.append(draw("rect", { class: `node kind-${KINDS.charAt(kind)}`, x: index * width, y: ply * height, width: Math.max(nodes * width - 0.15, 0.35), height: height - 2, rx: Math.min(1.5, nodes * width * 0.3) }));
    }
    this.count = count;
    this.words.textContent = `${formatted(count)} of ${counted(tree.count, "node")} examined`;
  }
}

