// The small pictures on the doors. Each shows what the server has answered: a game, the values of a position, and the
// order in which a search examines its tree. If the server does not answer, a picture stays empty.

import { hear, nothing } from "../board/analysis.js";
import { piece, symbol, tone } from "../board/pieces.js";
import { get, listen } from "../shell/api.js";
import { counted } from "../shell/dom.js";
import { KINDS, Unpacked } from "../shell/overview.js";
import { nothing as none, svg } from "../vendor/lit-html.js";
import { CELL, exampleOf, GAME, isSolved, SHORT, VALUED } from "./front.js";

/** @import { Cell, Example, GameMenu, Menu } from "../shell/types.d.ts" */

/** A board, empty until an answer comes, with marks over its pieces. @param {GameMenu} game @param {(string | null)[][]} [cells] */
function board(game, cells = [], /** @type {unknown[]} */ marks = []) {
  const { rows, columns } = game;
  const all = Array.from({ length: rows * columns }, (_, index) => /** @type {Cell} */ ([Math.floor(index / columns), index % columns]));
  const pieces = all.map(([row, column]) => {
    const side = cells[row]?.[column] ?? null;
    return side === null ? none : piece(game, side, { at: { x: column * CELL + 1, y: row * CELL + 1, size: CELL - 2 } });
  });
  return [svg`<rect class="ground" x="-4" y="-4" width=${columns * CELL + 8} height=${rows * CELL + 8} rx="6"></rect>`, all.map(game.board === "upright" ? (cell) => ring("hole", cell) : square), pieces, marks];
}

/** The search with which its view begins, where no example says another one. */
const SEARCH = { algorithm: "alpha-beta", depth: 4, cut: undefined, evaluation: undefined };

/** @param {string} style @param {Cell} cell */
const ring = (style, [row, column]) => svg`<circle class=${style} cx=${(column + 0.5) * CELL} cy=${(row + 0.5) * CELL} r=${CELL * 0.4}></circle>`;

/** @param {Cell} cell */
const square = ([row, column]) => svg`<rect class=${(row + column) % 2 === 0 ? "square light" : "square"} x=${column * CELL} y=${row * CELL} width=${CELL} height=${CELL}></rect>`;

/** What names the position of a picture: so many moves of the game above, or that of an example. @param {GameMenu} game @param {string} moves @param {Example | undefined} example */
const placed = (game, moves, example) => game.board === "upright" ? { game: game.name, moves: game.size_of === null ? moves : SHORT } : { game: game.name, position: example?.position ?? "", notation: example?.notation, moves: example?.moves ?? "" };

/** What draws each picture, in the order of the doors. @type {((draw: (drawn: unknown) => void, game: GameMenu, menu: Menu) => Promise<void>)[]} */
export const PICTURES = [
  // A game that has been won, or has begun.
  async (draw, game, menu) => {
    draw(board(game));
    const { board: { cells }, lines } = await get("position", placed(game, GAME, exampleOf(menu, game, "tree")));
    draw(board(game, cells, lines[0]?.cells.map((/** @type {Cell} */ cell) => ring("won", cell))));
  },
  // A position, with the values of all moves where they are there soon.
  async (draw, game, menu) => {
    draw(board(game));
    const { board: { cells } } = await get("position", placed(game, VALUED, exampleOf(menu, game, "analyse")));
    if (!isSolved(game)) return draw(board(game, cells));
    const found = nothing();
    const stop = listen("solve", { game: game.name, moves: VALUED, time: 3 }, ["move", "position", "end"], (name, data) => {
      hear(found, name, data);
      if (name !== "end" && name !== "error") return;
      stop();
      draw(board(game, cells, [...found.moves].map(([move, value]) => {
        const isBest = found.position?.best.includes(move) === true;
        return svg`<text class="value ${tone(value)}${isBest ? " best" : ""}" x=${(Number(move) + 0.5) * CELL} y="-9">${symbol(value)}</text>`;
      })));
    });
  },
  // The tree of the worked example, or of the first search of a game: every node that the search examines.
  async (draw, game, menu) => {
    const example = exampleOf(menu, game, "tree");
    const { algorithm, depth, cut, evaluation } = example?.search ?? SEARCH;
    const { position, notation, moves } = example ?? { position: null, notation: undefined, moves: "" };
    const tree = new Unpacked(await get("tree/overview", { game: game.name, position: position ?? "", notation, moves, algorithm, depth, cut, evaluation }));
    const [width, height] = [148 / tree.count, 110 / tree.plies];
    const nodes = Array.from({ length: tree.count }, (_, index) => {
      const { ply, kind, nodes: below } = tree.node(index);
      return svg`<rect class="node kind-${KINDS.charAt(kind)}" x=${index * width} y=${ply * height} width=${Math.max(below * width - 0.15, 0.35)} height=${height - 2} rx=${Math.min(1.5, below * width * 0.3)}></rect>`;
    });
    draw([nodes, svg`<text class="examined" x="74" y="122">${counted(tree.count, "node")} examined</text>`]);
  },
];
