// One node explained: what happened, a diagram of its windows, what it cost, and the tour of the tree.

import { piece } from "../board/pieces.js";
import { termHead, termRow } from "../board/terms.js";
import { capital, count, counted, make, redraw, scroller, signed } from "../shell/dom.js";
import { html, nothing, render, svg } from "../vendor/lit-html.js";
import { end, interval, named, sign } from "./words.js";

/** @import { EvaluationView, GameMenu, Position } from "../shell/types.d.ts" */
/** @import { Entry } from "./rows.js" */
/** @import { TreeNode } from "./types.d.ts" */

export class Detail {
  /** @param {GameMenu} game @param {(path: string) => void} onPick */
  constructor(game, onPick) {
    this.game = game;
    this.onPick = onPick;
    /** The last position that was asked for: it stays until there is another. @type {Shown | null} */
    this.board = null;
    /** Undefined as long as it is not known. @type {EvaluationView | null | undefined} */
    this.evaluated = undefined;
    this.diagram = scroller("Node diagram", "tree-diagram", make("div"));
    this.root = make("section", { class: "tree-detail", "aria-label": "Selected node" });
  }

  /**
   * Shows a node with the children that are known.
   * @param {Entry} entry
   * @param {boolean} hasWindows not in minimax
   * @param {{ position: Position, evaluated: EvaluationView | null }} [more] what had to be asked for; `evaluated` if an
   *   evaluation gave the value
   */
  show(entry, hasWindows, more) {
    const { node } = entry;
    const children = (entry.children ?? []).map((child) => child.node);
    if (more) this.board = { position: more.position, last: node.to };
    this.evaluated = more?.evaluated;
    const noun = this.game.move_noun;
    const moves = node.path === "" ? [] : node.path.split(".");
    const facts = [
      ["Node", node.move === null ? "start" : `${node.mover} plays ${named(node, noun)}`],
      ["To move", node.outcome ? node.outcome.words : `${node.player} (${node.role.toUpperCase()})`],
      ["Value", node.words],
      ["Window", hasWindows ? interval(node.window) : ""],
      ["Examined", range(node)],
      ["Evaluation", this.evaluated?.sum ?? ""],
    ].filter(([, text]) => text !== "");
    redraw(html`
      <ol class="tree-way" aria-label="The way to the selected node">
        ${["start", ...moves].map((text, index) => html`<li>${index === moves.length
          ? html`<b aria-current="true">${text}</b>`
          : html`<button type="button" @click=${() => this.onPick(moves.slice(0, index).join("."))}>${text}</button>`}</li>`)}
      </ol>
      <div class="tree-about">
        ${miniBoard(this.game, this.board)}
        <div>
          <p class="tree-reason">${node.reason}</p>
          <dl class="tree-facts">${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
          ${costBars(children, noun)}
          <details class="tree-terms" ?hidden=${!this.evaluated}>
            <summary>Terms</summary>
            <table class="plain">${termHead()}<tbody>${this.terms.map((term) => termRow(term))}</tbody></table>
          </details>
        </div>
      </div>
      ${this.diagram(diagram(node, children, hasWindows, noun, this.onPick))}`, this.root, () => this.root.querySelector(".tree-way [aria-current]"));
  }

  /** What the evaluation of a leaf counts. */
  get terms() {
    return (this.evaluated?.terms ?? []).filter((term) => term.count !== 0);
  }

  /** Opens or closes the terms, which stay open for the leaves that follow, and says in words what they are. */
  toggleTerms() {
    if (this.evaluated === undefined) return "Not known yet.";
    if (this.evaluated === null) return "This node is not evaluated: its value comes from elsewhere.";
    const details = /** @type {HTMLDetailsElement} */ (this.root.querySelector(".tree-terms"));
    details.open = !details.open;
    if (!details.open) return "Terms closed";
    const words = this.terms.map((term) => `${term.owner}, ${term.name}: ${count(term.count)} times ${signed(term.weight)}`);
    return [...words, this.evaluated.sum].join("; ");
  }
}

/** @param {TreeNode} node */
function range({ number, last, nodes }) {
  if (number === null || last === null) return "no";
  return nodes === 1 ? `number ${count(number)}` : `numbers ${count(number)} to ${count(last)}, ${counted(nodes, "node")}`;
}

// The node diagram: the selected node and its replies, drawn as in a textbook. Triangles up maximise, triangles
// down minimise, squares are leaves; a window is written over every node, and cut edges have two short strokes.

/** Sizes in CSS pixels. */
const STEP = 74;
const HALF = 17;
const NODE_Y = 46;
const CHILD_Y = 176;
const HEIGHT = 264;

/**
 * @param {TreeNode} node
 * @param {TreeNode[]} children
 * @param {boolean} hasWindows not in minimax
 * @param {string} noun
 * @param {(path: string) => void} onPick
 */
function diagram(node, children, hasWindows, noun, onPick) {
  const width = Math.max(4, children.length) * STEP;
  const middle = width / 2;
  const from = (width - children.length * STEP) / 2 + STEP / 2;
  return html`
    <svg viewBox=${`0 0 ${width} ${children.length > 0 ? HEIGHT : NODE_Y + 60}`} width=${width} role="img" aria-label=${describe(node, children, noun)}>
      ${children.map((child, index) => edge(middle, from + index * STEP, child, node.best === child.move))}
      ${shape(node, middle, NODE_Y, "is-selected")}
      ${words(middle, 14, "dg-move", node.move ?? "start")}
      ${words(middle + HALF + 10, NODE_Y - 4, "dg-window is-left", hasWindows ? interval(node.window) : "")}
      ${words(middle + HALF + 10, NODE_Y + 14, "dg-value is-left", sign(node))}
      ${children.map((child, index) => reply(child, from + index * STEP, onPick))}
    </svg>`;
}

/** @param {TreeNode} child @param {number} x @param {(path: string) => void} onPick */
function reply(child, x, onPick) {
  const { state, window, minimax_nodes } = child;
  const isSkipped = state === "skipped";
  // The whole place of a reply can be clicked, not its thin lines only.
  return svg`
    <g class="dg-reply is-${state}" @click=${() => onPick(child.path)}>
      <rect class="dg-target" x=${x - STEP / 2} y="104" width=${STEP} height="158"></rect>
      ${window && (window.alpha !== null || window.beta !== null)
        ? [words(x, CHILD_Y - 46, "dg-window", `α ${end(window.alpha, "-")}`), words(x, CHILD_Y - 31, "dg-window", `β ${end(window.beta, "+")}`)]
        : nothing}
      ${shape(child, x, CHILD_Y, "")}
      ${words(x, CHILD_Y + 38, "dg-value", isSkipped ? "skipped" : sign(child))}
      ${words(x, CHILD_Y + 58, "dg-move", child.move ?? "")}
      ${isSkipped && minimax_nodes !== null ? words(x, CHILD_Y + 76, "dg-window", `spares ${count(minimax_nodes)}`) : nothing}
    </g>`;
}

/** @param {number} x @param {number} y @param {string} style @param {string} text */
function words(x, y, style, text) {
  return svg`<text x=${x} y=${y} class=${style}>${text}</text>`;
}

/** @param {TreeNode} node @param {number} x @param {number} y @param {string} style */
function shape(node, x, y, style) {
  const classes = `dg-node is-${node.role} is-${node.state} ${style}`;
  if (!node.has_children) {
    const side = HALF * 1.5;
    return svg`<rect class=${classes} x=${x - side / 2} y=${y - side / 2} width=${side} height=${side}></rect>`;
  }
  const tall = HALF * (node.role === "max" ? 0.9 : -0.9);
  return svg`<polygon class=${classes} points=${`${x - HALF},${y + tall} ${x + HALF},${y + tall} ${x},${y - tall}`}></polygon>`;
}

/** @param {number} top the place of the node @param {number} x the place of the reply @param {TreeNode} child @param {boolean} isBest */
function edge(top, x, child, isBest) {
  const [y1, y2] = [NODE_Y + HALF, CHILD_Y - 58];
  const isSkipped = child.state === "skipped";
  const [midX, midY] = [top + (x - top) * 0.7, y1 + (y2 - y1) * 0.7];
  const strokes = isSkipped ? [midY - 3, midY + 3] : [];
  return svg`
    <g class="dg-edge ${isSkipped ? "is-skipped" : isBest ? "is-best" : ""}">
      <line x1=${top} y1=${y1} x2=${x} y2=${y2}></line>
      ${strokes.map((y) => svg`<line class="dg-cut" x1=${midX - 7} y1=${y + 3} x2=${midX + 7} y2=${y - 3}></line>`)}
    </g>`;
}

/** The diagram in words. @param {TreeNode} node @param {TreeNode[]} children @param {string} noun */
function describe(node, children, noun) {
  const own = `${named(node, noun)}, ${node.role.toUpperCase()}, ${node.words}`;
  if (children.length === 0) return `Node diagram: ${own}, no replies below`;
  const replies = children.map(({ move, words, state, minimax_nodes }) => {
    const spared = state === "skipped" && minimax_nodes !== null ? `, which spares ${counted(minimax_nodes, "node")}` : "";
    return `${move}: ${words}${spared}`;
  });
  return `Node diagram: ${own}. Replies: ${replies.join("; ")}`;
}

// What cut branches would have cost: how many nodes minimax examines for each skipped reply and all below it.

/**
 * The skipped replies of a node and what each would have cost, in nodes of minimax; the total is `null` where minimax
 * is too large to be counted.
 * @param {TreeNode[]} children
 * @returns {{ replies: { path: string, move: string, nodes: number | null }[], total: number | null }}
 */
export function costs(children) {
  const replies = children
    .filter(({ state }) => state === "skipped")
    .map(({ path, move, minimax_nodes }) => ({ path, move: move ?? "", nodes: minimax_nodes }));
  const total = replies.reduce((/** @type {number | null} */ sum, { nodes }) => (sum === null || nodes === null ? null : sum + nodes), 0);
  return { replies, total };
}

/** The costs of the selected node's cut, as bars. @param {TreeNode[]} children those known @param {string} noun what a move is called */
function costBars(children, noun) {
  const { replies, total } = costs(children);
  if (replies.length === 0) return nothing;
  const [skipped, them] = replies.length === 1 ? ["the skipped reply", "it"] : [`the ${replies.length} skipped replies`, "them"];
  const text = total === null
    ? `What ${skipped} would have cost is not counted: minimax examines more than 5 million nodes here.`
    : `Minimax examines ${counted(total, "node")} for ${skipped} and all below ${them}; this search none.`;
  const most = Math.max(1, ...replies.map(({ nodes }) => nodes ?? 0));
  const bar = (/** @type {{ move: string, nodes: number | null }} */ { move, nodes }) => html`
    <li>
      <span>${noun} ${move}</span>
      <span class="tree-cost-bar"><i aria-hidden="true" .style=${`width: ${(100 * (nodes ?? 0)) / most}%`}></i></span>
      <span>${nodes === null ? "not counted" : count(nodes)}</span>
    </li>`;
  return html`<div class="tree-cost"><p>${text}</p><ul class="tree-costs">${replies.map(bar)}</ul></div>`;
}

// A small picture of a position, with the pieces of the large board.

/** The size of a cell in units of the drawing. */
const CELL = 20;

/** A position with the cell of its last move. @typedef {{ position: Position, last: [row: number, column: number] | null }} Shown */

/** @param {GameMenu} game @param {Shown | null} shown */
export function miniBoard(game, shown) {
  if (!shown) return html`<div class="tree-board"></div>`;
  const { position: { board, words: about }, last } = shown;
  const [rows, columns] = [board.cells.length, board.cells[0]?.length ?? 0];
  const text = board.cells.map((cells, row) => `${board.rows[row]}: ${cells.map((side) => side ?? "empty").join(", ")}`);
  return html`
    <div class="tree-board is-${game.board}"><svg viewBox=${`${-CELL * 0.75} 0 ${(columns + 0.75) * CELL} ${(rows + 0.75) * CELL}`} role="img"
      aria-label=${`Board, ${about}. Rows from the top, ${text.join("; ")}`}>
      <rect class="mb-board" width=${columns * CELL} height=${rows * CELL} rx="3"></rect>
      ${board.cells.map((cells, row) => [
        words(-CELL * 0.38, (row + 0.5) * CELL, "mb-label", board.rows[row] ?? ""),
        cells.map((side, column) => cell(game, side, row, column)),
      ])}
      ${board.columns.map((name, column) => words((column + 0.5) * CELL, (rows + 0.4) * CELL, "mb-label", name))}
      ${last && frame("mb-last", last[0], last[1], 1)}
    </svg></div>`;
}

/** @param {GameMenu} game @param {string | null} side @param {number} row @param {number} column */
function cell(game, side, row, column) {
  const inset = CELL * 0.08;
  return svg`
    ${frame(`mb-cell${(row + column) % 2 === 0 ? " is-light" : ""}`, row, column, 0)}
    <circle class="mb-hole" cx=${(column + 0.5) * CELL} cy=${(row + 0.5) * CELL} r=${CELL * 0.41}></circle>
    ${side && piece(game, side, { at: { x: column * CELL + inset, y: row * CELL + inset, size: CELL - 2 * inset } })}`;
}

/** @param {string} style @param {number} row @param {number} column @param {number} inset */
function frame(style, row, column, inset) {
  const size = CELL - 2 * inset;
  return svg`<rect class=${style} x=${column * CELL + inset} y=${row * CELL + inset} width=${size} height=${size}></rect>`;
}

// The tour: six steps through the worked example for those who have never seen a window. Every figure in it is that of
// the node to which the step points.

/** @type {{ path: string, title: string, words: (node: TreeNode) => string }[]} */
const STOPS = [
  {
    path: "",
    title: "The root",
    words: ({ player, value }) =>
      `The game as it stands, and ${player} is to move. The search tries every move, then every reply, four plies deep, and gives each end a number: `
      + `high is good for ${player}. So ${player} takes the highest value: this node is called MAX. Here it comes to ${end(value, "-")}.`,
  },
  {
    path: "0",
    title: "The first move",
    words: ({ player, mover, value, window }) =>
      `${capital(mover ?? "")} has tried column 0, and ${player} is to move. ${capital(player)} takes the lowest value: MIN. Nothing is known yet, so the window is `
      + `from ${end(window?.alpha ?? null, "-")} to ${end(window?.beta ?? null, "+")}: every value would be news. It comes to ${end(value, "-")}.`,
  },
  {
    path: "1",
    title: "A window",
    words: ({ mover, window, value }) =>
      `Now column 1. ${capital(mover ?? "")} is already sure of ${end(window?.alpha ?? null, "-")}, by column 0. This is alpha, the lower end of the window: `
      + `a move that is worth no more changes nothing. Column 1 is worth ${end(value, "-")}, which is more.`,
  },
  {
    path: "2",
    title: "A higher alpha",
    words: ({ mover, player, window }) =>
      `Column 2 begins with α = ${end(window?.alpha ?? null, "-")}. As soon as ${player} has one reply that holds ${mover} to that or less, `
      + "the search need not know more about column 2.",
  },
  {
    path: "2.0",
    title: "One reply is enough",
    words: ({ mover, value }) =>
      `${capital(mover ?? "")}'s first reply is worth ${end(value, "-")}. That is beta now, the upper end of the window: ${mover} need not allow more. `
      + "Alpha and beta have met, so no value is left that could change the choice at the root.",
  },
  {
    path: "2.1",
    title: "The cut",
    words: ({ minimax_nodes }) =>
      `So the other replies are skipped. For this one and all below it minimax examines ${minimax_nodes === null ? "many nodes" : counted(minimax_nodes, "node")}. `
      + "The chosen move is the same. Of node 2 the search knows only that it is worth at most so much: a bound, not a value. That is all of alpha-beta.",
  },
];

export class Tour {
  /**
   * @param {object} given
   * @param {() => Promise<boolean>} given.begin shows the worked example; whether it is there
   * @param {(path: string) => Promise<TreeNode | null>} given.reveal goes to a node
   * @param {(isOn: boolean) => void} given.light frames what is shown of the node, and brings it into view
   */
  constructor(given) {
    this.given = given;
    /** The stop that is shown, -1 for none, and what is said there. */
    this.at = -1;
    this.words = "";
    /** Counts requests of the tour, so that an answer from before its end is not shown after it. */
    this.asked = 0;
    this.isStarting = false;
    this.root = make("div", { class: "tree-tour-place" });
    this.render();
  }

  render() {
    const stop = STOPS[this.at];
    const isLast = this.at + 1 === STOPS.length;
    const leave = (/** @type {KeyboardEvent} */ { key }) => {
      if (key === "Escape") this.end();
    };
    render(html`
      <button type="button" class="tree-tour-start" ?hidden=${stop} @click=${() => void this.start()}>Tour: what is a window?</button>
      <section class="tree-tour" aria-label="Tour" ?hidden=${!stop} @keydown=${leave}>
        <h2 tabindex="-1">${stop && `${this.at + 1} of ${STOPS.length}: ${stop.title}`}</h2>
        <p>${this.words}</p>
        <div class="row">
          <button type="button" ?disabled=${this.at === 0} @click=${() => void this.go(this.at - 1)}>Back</button>
          <button type="button" class="main" @click=${() => void (isLast ? this.end() : this.go(this.at + 1))}>${isLast ? "Done" : "Next"}</button>
          <button type="button" class="quiet" @click=${() => this.end()}>End the tour</button>
        </div>
      </section>`, this.root);
  }

  async start() {
    // A disabled button would lose the focus.
    if (this.isStarting) return;
    this.isStarting = true;
    try {
      if (await this.given.begin()) await this.go(0);
    } finally {
      this.isStarting = false;
    }
  }

  /** @param {number} index */
  async go(index) {
    const stop = STOPS[index];
    if (!stop) return;
    const mine = ++this.asked;
    const node = await this.given.reveal(stop.path);
    if (mine !== this.asked) return;
    if (!node) return this.end();
    this.at = index;
    this.words = stop.words(node);
    this.render();
    this.root.querySelector("h2")?.focus({ preventScroll: true });
    this.given.light(true);
  }

  end() {
    const hadFocus = this.root.contains(document.activeElement);
    this.asked += 1;
    this.at = -1;
    this.given.light(false);
    this.render();
    if (hadFocus) this.focusStart();
  }

  focusStart() {
    this.root.querySelector("button")?.focus();
  }
}
