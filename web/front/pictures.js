// The small pictures on the doors. Each shows what the server has answered: a game, the values of a position, and the
// order in which a search examines its tree. If the server does not answer, a picture stays empty.

import { piece } from "../board/pieces.js";
import { symbol, tone } from "../board/values.js";
import { get, listen } from "../shell/api.js";
import { draw } from "../shell/dom.js";
import { count as formatted, counted } from "../shell/numbers.js";
import { hear, nothing } from "../board/analysis.js";
import { KINDS, Unpacked } from "../shell/overview.js";

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

/** The game that is played on the first door: a perfect player against the fourth graded player. */
const GAME = "3.4.1.2.3.3.3.2.2.1.3.5.2.4.2.2.4.5.4.3.4.6.4";

/** The position whose values are shown on the second door, which is not decided at once: that after so many of its moves. */
export const VALUED = GAME.split(".").slice(0, 12).join(".");

/** Frames for which the last picture stays before the sequence repeats. */
const REST = 22;

/** The size of a cell in units of the drawing. */
const CELL = 20;

/** A picture that repeats from its beginning. */
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
 * An empty upright board.
 * @param {GameMenu} menu
 * @param {number} above units of room above it
 */
function emptyBoard({ rows, columns }, above) {
  const holes = Array.from({ length: rows * columns }, (_, index) => {
    const [x, y] = [(index % columns) + 0.5, Math.floor(index / columns) + 0.5];
    return draw("circle", { class: "hole", cx: x * CELL, cy: y * CELL, r: CELL * 0.4 });
  });
  const root = draw("svg", { viewBox: `-4 ${-4 - above} ${columns * CELL + 8} ${rows * CELL + 8 + above}` });
  root.append(draw("rect", { class: "ground", x: -4, y: -4, width: columns * CELL + 8, height: rows * CELL + 8, rx: 6 }), ...holes);
  return root;
}

/**
 * @param {GameMenu} menu
 * @param {string} side
 * @param {import("../shell/types.d.ts").Cell} cell
 */
function placed(menu, side, [row, column]) {
  const shape = piece(menu, side);
  const size = { x: column * CELL + 1, y: row * CELL + 1, width: CELL - 2, height: CELL - 2 };
  for (const [name, value] of Object.entries(size)) shape.setAttribute(name, String(value));
  return shape;
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
    this.count = 0;
  }

  /** @override */
  async ask() {
    this.position = await get("position", { game: this.menu.name, moves: GAME });
  }

  /** A move every third frame. @override */
  get frames() {
    return (this.position?.played.length ?? 0) * 3 + 1;
  }

  /** @override @param {number} frame */
  show(frame) {
    const { position, menu } = this;
    if (position === null) return;
    const count = Math.min(Math.floor(frame / 3), position.played.length);
    if (count < this.count) this.pieces.replaceChildren();
    for (const { to, side } of position.played.slice(count < this.count ? 0 : this.count, count)) {
      if (to !== null) this.pieces.append(placed(menu, side, to));
    }
    this.count = count;
    const [line] = position.lines;
    if (frame >= this.frames && line !== undefined) this.pieces.append(...line.cells.map(([row, column]) => draw("circle", { class: "won", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: CELL * 0.4 })));
  }
}

/** The values of all moves of a position, coming in one after the other. */
export class ValuesPicture extends Picture {
  /** @param {GameMenu} menu */
  constructor(menu) {
    super();
    this.menu = menu;
    this.root = emptyBoard(menu, CELL);
    this.values = draw("g");
    this.root.append(this.values);
    this.found = nothing();
  }

  /** @override */
  async ask() {
    const params = { game: this.menu.name, moves: VALUED };
    /** @type {import("../shell/types.d.ts").Position} */
    const position = await get("position", params);
    for (const { to, side } of position.played) if (to !== null) this.root.append(placed(this.menu, side, to));
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
    return this.found.moves.size * 4 + 1;
  }

  /** @override @param {number} frame */
  show(frame) {
    const all = [...this.found.moves].sort(([one], [other]) => Number(one) - Number(other));
    const marks = all.slice(0, Math.floor(frame / 4)).map(([move, value]) => {
      const isBest = this.found.position?.best.includes(move) ?? false;
      return draw("text", { class: `value ${tone(value)}${isBest && frame >= this.frames ? " best" : ""}`, x: (Number(move) + 0.5) * CELL, y: -9 }, new Text(symbol(value)));
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

