// The small pictures on the doors. Each shows what the server has answered: a game, the values of a position, and the
// order in which a search examines its tree. If the server does not answer, a picture stays empty.

import { hear, nothing } from "../board/analysis.js";
import { piece, symbol, tone } from "../board/pieces.js";
import { get, listen } from "../shell/api.js";
import { counted } from "../shell/dom.js";
import { KINDS, Unpacked } from "../shell/overview.js";
import { render, svg } from "../vendor/lit-html.js";
import { exampleOf, GAME, VALUED } from "./front.js";

/** @import { Cell, GameMenu, Menu, Played } from "../shell/types.d.ts" */

/** The size of a cell in units of the drawing. */
const CELL = 20;

/** An upright board, empty until an answer comes, with marks over its pieces. @param {SVGElement} root @param {GameMenu} menu @param {Played[]} [played] */
function drawBoard(root, menu, played = [], /** @type {unknown[]} */ marks = []) {
  const { rows, columns } = menu;
  const holes = Array.from({ length: rows * columns }, (_, index) => ring("hole", [Math.floor(index / columns), index % columns]));
  const pieces = played.map(({ to, side }) => (to === null ? [] : piece(menu, side, { at: { x: to[1] * CELL + 1, y: to[0] * CELL + 1, size: CELL - 2 } })));
  render([svg`<rect class="ground" x="-4" y="-4" width=${columns * CELL + 8} height=${rows * CELL + 8} rx="6"></rect>`, holes, pieces, marks], root);
}

/** @param {string} style @param {Cell} cell */
const ring = (style, [row, column]) => svg`<circle class=${style} cx=${(column + 0.5) * CELL} cy=${(row + 0.5) * CELL} r=${CELL * 0.4}></circle>`;

/** The game of the pictures. @param {Menu} menu */
const upright = ({ games }) => /** @type {GameMenu} */ (games.find(({ board }) => board === "upright"));

/** What draws each picture, in the order of the doors. @type {((root: SVGElement, menu: Menu) => Promise<void>)[]} */
export const PICTURES = [
  // A game that has been won.
  async (root, menu) => {
    const game = upright(menu);
    drawBoard(root, game);
    const { played, lines } = await get("position", { game: game.name, moves: GAME });
    drawBoard(root, game, played, lines[0]?.cells.map((/** @type {Cell} */ cell) => ring("won", cell)));
  },
  // A position with the values of all moves.
  async (root, menu) => {
    const game = upright(menu);
    drawBoard(root, game);
    const { played } = await get("position", { game: game.name, moves: VALUED });
    const found = nothing();
    const stop = listen("solve", { game: game.name, moves: VALUED, time: 3 }, ["move", "position", "end"], (name, data) => {
      hear(found, name, data);
      if (name !== "end" && name !== "error") return;
      stop();
      drawBoard(root, game, played, [...found.moves].map(([move, value]) => {
        const isBest = found.position?.best.includes(move) === true;
        return svg`<text class="value ${tone(value)}${isBest ? " best" : ""}" x=${(Number(move) + 0.5) * CELL} y="-9">${symbol(value)}</text>`;
      }));
    });
  },
  // The tree of the worked example: every node that the search examines.
  async (root, menu) => {
    const example = exampleOf(menu);
    if (example === undefined) return;
    const { game, position: start, notation, moves, search } = example;
    const tree = new Unpacked(await get("tree/overview", { game, position: start ?? "", notation, moves, algorithm: search?.algorithm, depth: search?.depth, cut: search?.cut, evaluation: search?.evaluation }));
    const [width, height] = [148 / tree.count, 110 / tree.plies];
    const nodes = Array.from({ length: tree.count }, (_, index) => {
      const { ply, kind, nodes: below } = tree.node(index);
      return svg`<rect class="node kind-${KINDS.charAt(kind)}" x=${index * width} y=${ply * height} width=${Math.max(below * width - 0.15, 0.35)} height=${height - 2} rx=${Math.min(1.5, below * width * 0.3)}></rect>`;
    });
    render([nodes, svg`<text class="examined" x="74" y="122">${counted(tree.count, "node")} examined</text>`], root);
  },
];
