// A board as a complete SVG picture for a file, not for the page. A game becomes an animated picture. This module does not
// use the document.

/** @import { Cell, GameMenu } from "../shell/types.d.ts" */
/** @typedef {Pick<GameMenu, "board" | "pieces" | "sides">} Look */
/** @typedef {(string | null)[][]} Cells */
/** What is drawn, with a title for those who do not see it. @typedef {{ menu: Look, columns: string[], rows: string[], isTurned: boolean, title: string }} Drawn */

/** The size of a cell, of the edge around all of them, of the labels at two sides and the margin at the others, in units. */
const [CELL, EDGE, LABEL, MARGIN] = [60, 6, 22, 10];

/** Seconds that a move of an animation stays, and that the last one does. */
const [MOVE_SECONDS, LAST_SECONDS] = [0.9, 3];

/** @type {Record<string, string>} pieces, in the middle of a cell */
const PIECES = {
  red: disc("#ff6b57", 26, `<circle r="15" ${sign("#0b1d33")}/>`),
  yellow: disc("#ffd23f", 26, `<path d="M-11-11 11 11M11-11-11 11" ${sign("#0b1d33")}/>`),
  green: disc("#4fd18b", 26, `<path d="M-11-11 11 11M11-11-11 11" ${sign("#0b1d33")}/>`),
  white: disc("#fff", 22, `<path d="M-11 4 0-8 11 4" ${sign("#16202c")}/>`, "#16202c"),
  black: disc("#16202c", 22, `<path d="M-11-4 0 8 11-4" ${sign("#fff")}/>`, "#fff"),
  X: `<path d="M-16-16 16 16M16-16-16 16" fill="none" stroke="#a3361b" stroke-width="7" stroke-linecap="round"/>`,
  O: `<circle r="17" fill="none" stroke="#235fa8" stroke-width="7"/>`,
};

/** @param {string} colour */
function sign(colour) {
  return `fill="none" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".75"`;
}

/** @param {string} fill @param {number} radius @param {string} inside @param {string} edge */
function disc(fill, radius, inside, edge = "none") {
  return `<circle r="${radius}" fill="${fill}" stroke="${edge}" stroke-width="1.5"/>${inside}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** The width and the height of a picture, in pixels. */
export function size(/** @type {Drawn} */ { columns, rows }) {
  const side = (/** @type {string[]} */ labels) => LABEL + labels.length * CELL + 2 * EDGE + MARGIN;
  return { width: side(columns), height: side(rows) };
}

/** A position as SVG, with rings around cells and strokes through lines. @param {Drawn} drawn @param {Cells} cells @param {Cell[]} marked @param {Cell[][]} [lines] */
export function still(drawn, cells, marked, lines = []) {
  const pieces = cells.flatMap((row, at) => row.map((side, column) => (side === null ? "" : placed(drawn, [at, column], shapeOf(drawn, side)))));
  return document(drawn, [...pieces, ...marked.map((cell) => placed(drawn, cell, `<circle r="27" fill="none" stroke="${drawn.menu.board === "upright" ? "#fff" : "#0b1d33"}" stroke-width="4"/>`)), ...lines.map((line) => stroke(drawn, line))]);
}

/** @param {Drawn} drawn @param {Cell[]} line */
function stroke(drawn, line) {
  const d = `M${line.map((cell) => middle(drawn, cell).join(" ")).join("L")}`;
  return `<path d="${d}" fill="none" stroke="#0b1d33" stroke-width="12" stroke-linecap="round" stroke-opacity=".55"/><path d="${d}" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>`;
}

/** A game as SVG that moves by itself, from its first position to its last and again. @param {Drawn} drawn @param {Cells[]} boards after 0, 1, 2 ... moves */
export function moving(drawn, boards) {
  const seconds = (boards.length - 1) * MOVE_SECONDS + LAST_SECONDS;
  const pieces = stays(boards).map(({ cell, side, from, to }) => {
    const shape = shapeOf(drawn, side);
    if (from === 0 && to === boards.length) return placed(drawn, cell, shape);
    const [begin, end] = [(from * MOVE_SECONDS) / seconds, to === boards.length ? 1 : (to * MOVE_SECONDS) / seconds];
    const times = [[0, from === 0 ? 1 : 0], ...(from === 0 ? [] : [[begin, 1]]), ...(end === 1 ? [] : [[end, 0]])];
    const [keys, values] = [times.map(([time = 0]) => time.toFixed(4)).join(";"), times.map(([, value]) => value).join(";")];
    return placed(drawn, cell, `${shape}<animate attributeName="opacity" calcMode="discrete" dur="${seconds}s" repeatCount="indefinite" keyTimes="${keys}" values="${values}"/>`);
  });
  return document(drawn, pieces);
}

/** Each piece with its cell, and the first and the last board that has it there. @param {Cells[]} boards */
export function stays(boards) {
  /** @type {{ cell: Cell, side: string, from: number, to: number }[]} */
  const found = [];
  boards[0]?.forEach((row, at) => row.forEach((_, column) => {
    let from = 0;
    for (let index = 1; index <= boards.length; index += 1) {
      const [before, now] = [boards[index - 1]?.[at]?.[column] ?? null, boards[index]?.[at]?.[column] ?? null];
      if (index < boards.length && before === now) continue;
      if (before !== null) found.push({ cell: [at, column], side: before, from, to: index });
      from = index;
    }
  }));
  return found;
}

/** The piece of a side. On a turned board it is turned too: the signs of pawns point to where they go. @param {Drawn} drawn @param {string} side */
function shapeOf({ menu, isTurned }, side) {
  const shape = PIECES[menu.pieces[side === menu.sides[1] ? 1 : 0]] ?? "";
  return isTurned && menu.board === "chequered" ? `<g transform="rotate(180)">${shape}</g>` : shape;
}

/** @param {Drawn} drawn @param {Cell} cell */
function middle({ menu, columns, rows, isTurned }, [row, column]) {
  const x = isTurned ? columns.length - 1 - column : column;
  const y = isTurned && menu.board !== "upright" ? rows.length - 1 - row : row;
  return [LABEL + EDGE + (x + 0.5) * CELL, LABEL + EDGE + (y + 0.5) * CELL];
}

/** @param {Drawn} drawn @param {Cell} cell @param {string} inside */
function placed(drawn, cell, inside) {
  const [x, y] = middle(drawn, cell);
  return `<g transform="translate(${x} ${y})">${inside}</g>`;
}

/** @param {Drawn} drawn @param {string[]} parts */
function document(drawn, parts) {
  const { menu, columns, rows, title } = drawn;
  const { width, height } = size(drawn);
  const cells = rows.flatMap((_, row) => columns.map((__, column) => placed(drawn, [row, column], ground(menu.board, row + column))));
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ label) => `<text x="${x}" y="${y}" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" dominant-baseline="central" fill="#575e66">${escaped(label)}</text>`;
  const labels = [
    ...columns.map((label, column) => text(middle(drawn, [0, column])[0] ?? 0, LABEL / 2, label)),
    ...rows.map((label, row) => text(LABEL / 2, middle(drawn, [row, 0])[1] ?? 0, label)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fcfcfa"/><rect x="${LABEL}" y="${LABEL}" width="${width - LABEL - MARGIN}" height="${height - LABEL - MARGIN}" rx="10" fill="#2f6db5"/>`,
    ...cells,
    ...labels,
    ...parts,
    "</svg>",
  ].join("");
}

/** The ground of a cell. @param {Look["board"]} board @param {number} parity */
function ground(board, parity) {
  if (board === "upright") return `<circle r="26.5" fill="#0b1d33"/>`;
  const fill = board === "plain" ? "#fff" : parity % 2 === 0 ? "#b4cae2" : "#86a5c9";
  return `<rect x="${-CELL / 2 + 0.5}" y="${-CELL / 2 + 0.5}" width="${CELL - 1}" height="${CELL - 1}" fill="${fill}"/>`;
}
