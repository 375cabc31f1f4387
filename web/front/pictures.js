// The small pictures on the doors. Each shows what the server has answered: a game, the values of a position, and the
// order in which a search examines its tree. If the server does not answer, a picture stays empty.

import { hear, nothing } from "../board/analysis.js";
import { piece, symbol, tone } from "../board/pieces.js";
import { get, listen } from "../shell/api.js";
import { draw } from "../shell/dom.js";
import { counted } from "../shell/numbers.js";
import { KINDS, Unpacked } from "../shell/overview.js";

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Cell} Cell */

/** The game that is played on the first door: a perfect player against the fourth graded player. */
const GAME = "3.4.1.2.3.3.3.2.2.1.3.5.2.4.2.2.4.5.4.3.4.6.4";

/** The position whose values are shown on the second door, which is not decided at once: that after so many of its moves. */
export const VALUED = GAME.split(".").slice(0, 12).join(".");

/** The size of a cell in units of the drawing. */
const CELL = 20;

/**
 * A picture: `root` is there at once, and `load` draws into it what is asked for, once.
 * @param {SVGElement} root
 * @param {() => Promise<void>} ask
 */
function picture(root, ask) {
  /** @type {Promise<void> | undefined} */
  let loading;
  return {
    root,
    load() {
      // If there is no answer, it stays empty, and is asked for when it is next shown.
      loading ??= ask().catch(() => { loading = undefined; });
    },
  };
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
 * @param {string} moves
 * @returns {Promise<import("../shell/types.d.ts").Position>}
 */
const position = (menu, moves) => get("position", { game: menu.name, moves });

/**
 * @param {GameMenu} menu
 * @param {import("../shell/types.d.ts").Played[]} played
 */
function pieces(menu, played) {
  return played.flatMap(({ to, side }) => {
    if (to === null) return [];
    const shape = piece(menu, side);
    const place = { x: to[1] * CELL + 1, y: to[0] * CELL + 1, width: CELL - 2, height: CELL - 2 };
    for (const [name, value] of Object.entries(place)) shape.setAttribute(name, String(value));
    return [shape];
  });
}

/**
 * A game that has been won.
 * @param {GameMenu} menu
 */
export function gamePicture(menu) {
  const root = emptyBoard(menu, 0);
  return picture(root, async () => {
    const { played, lines } = await position(menu, GAME);
    const ring = (/** @type {Cell} */ [row, column]) => draw("circle", { class: "won", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: CELL * 0.4 });
    root.append(...pieces(menu, played), ...(lines[0]?.cells ?? []).map(ring));
  });
}

/**
 * A position with the values of all moves.
 * @param {GameMenu} menu
 */
export function valuesPicture(menu) {
  const root = emptyBoard(menu, CELL);
  return picture(root, async () => {
    const { played } = await position(menu, VALUED);
    const found = nothing();
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const stop = listen("solve", { game: menu.name, moves: VALUED, time: 3 }, ["move", "position", "end"], (name, data) => {
        hear(found, name, data);
        if (name !== "end" && name !== "error") return;
        stop();
        resolve();
      });
    });
    const values = [...found.moves].map(([move, value]) => {
      const isBest = found.position?.best.includes(move) === true;
      return draw("text", { class: `value ${tone(value)}${isBest ? " best" : ""}`, x: (Number(move) + 0.5) * CELL, y: -9 }, new Text(symbol(value)));
    });
    root.append(...pieces(menu, played), ...values);
  });
}

/**
 * The tree of the worked example: every node that the search examines.
 * @param {import("../shell/types.d.ts").Example} example
 */
export function searchPicture({ game, position: start, notation, moves, search }) {
  const root = draw("svg", { viewBox: "-4 -4 156 136" });
  return picture(root, async () => {
    const tree = new Unpacked(await get("tree/overview", { game, position: start ?? "", notation, moves, algorithm: search?.algorithm, depth: search?.depth, cut: search?.cut, evaluation: search?.evaluation }));
    const [width, height] = [148 / tree.count, 110 / tree.plies];
    const nodes = Array.from({ length: tree.count }, (_, index) => {
      const { ply, kind, nodes: below } = tree.node(index);
      return draw("rect", { class: `node kind-${KINDS.charAt(kind)}`, x: index * width, y: ply * height, width: Math.max(below * width - 0.15, 0.35), height: height - 2, rx: Math.min(1.5, below * width * 0.3) });
    });
    root.append(...nodes, draw("text", { class: "examined", x: 74, y: 122 }, new Text(`${counted(tree.count, "node")} examined`)));
  });
}
