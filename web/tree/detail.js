// One node explained: what happened, a diagram of its windows, what it cost, and the tour of the tree.

import { capital, draw, fill, make, scroller } from "../shell/dom.js";
import { count, counted } from "../shell/numbers.js";
import { button, MiniBoard } from "./dom.js";
import { end, interval, named, sign, Terms } from "./words.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Position} Position */

export class Detail {
  /**
   * @param {GameMenu} game
   * @param {(path: string) => void} onPick
   */
  constructor(game, onPick) {
    this.noun = game.move_noun;
    this.onPick = onPick;
    this.diagram = new Diagram(this.noun, onPick);
    this.board = new MiniBoard(game);
    this.way = make("ol", { class: "tree-way", "aria-label": "The way to the selected node" });
    this.reason = make("p", { class: "tree-reason" });
    this.facts = make("dl", { class: "tree-facts" });
    /** What is known without asking for more. @type {string[][]} */
    this.known = [];
    this.costs = new Costs();
    this.terms = new Terms();
    this.root = make(
      "section",
      { class: "tree-detail", "aria-label": "Selected node" },
      this.way,
      make("div", { class: "tree-about" }, this.board.root, make("div", {}, this.reason, this.facts, this.costs.root, this.terms.root)),
      this.diagram.root,
    );
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode[]} children those known
   * @param {boolean} hasWindows not in minimax
   */
  show(node, children, hasWindows) {
    const words = node.path === "" ? [] : node.path.split(".");
    const stops = ["", ...words.map((_, index) => words.slice(0, index + 1).join("."))];
    fill(this.way,
      ...stops.map((path, index) => {
        const text = words[index - 1] ?? "start";
        const isLast = index === stops.length - 1;
        const part = isLast
          ? make("b", { "aria-current": "true" }, text)
          : button(text, () => this.onPick(path));
        return make("li", {}, part);
      }),
    );
    this.reason.textContent = node.reason;
    const facts = [
      ["Node", node.move === null ? "start" : `${node.mover} plays ${named(node, this.noun)}`],
      ["To move", node.outcome ? node.outcome.words : `${node.player} (${node.role.toUpperCase()})`],
      ["Value", node.words],
      ["Window", hasWindows ? interval(node.window) : ""],
      ["Examined", range(node)],
    ];
    this.known = facts.filter(([, text]) => text !== "");
    this.showFacts(this.known);
    this.costs.show(children, this.noun);
    this.terms.show(undefined);
    this.diagram.show(node, children, hasWindows);
  }

  /**
   * What had to be asked for.
   * @param {Position} position
   * @param {TreeNode} node
   * @param {import("../shell/types.d.ts").EvaluationView | null} evaluated if an evaluation gave the value
   */
  showMore(position, node, evaluated) {
    this.board.show(position, node.to);
    this.terms.show(evaluated);
    if (evaluated) this.showFacts([...this.known, ["Evaluation", evaluated.sum]]);
  }

  /** @param {string[][]} facts names and texts */
  showFacts(facts) {
    fill(this.facts, ...facts.flatMap(([name = "", text = ""]) => [make("dt", {}, name), make("dd", {}, text)]));
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

class Diagram {
  /**
   * @param {string} noun
   * @param {(path: string) => void} onPick
   */
  constructor(noun, onPick) {
    this.noun = noun;
    this.onPick = onPick;
    this.place = make("div");
    this.root = scroller("Node diagram", "tree-diagram", this.place);
    this.root.addEventListener("click", (event) => {
      const node = event.target instanceof Element ? event.target.closest("[data-path]") : null;
      if (node instanceof SVGElement) this.onPick(node.dataset.path ?? "");
    });
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode[]} children
   * @param {boolean} hasWindows not in minimax
   */
  show(node, children, hasWindows) {
    const width = Math.max(4, children.length) * STEP;
    const middle = width / 2;
    const image = draw("svg", {
      viewBox: `0 0 ${width} ${children.length > 0 ? HEIGHT : NODE_Y + 60}`,
      width,
      role: "img",
      "aria-label": describe(node, children, this.noun),
    });
    const from = (width - children.length * STEP) / 2 + STEP / 2;
    children.forEach((child, index) => {
      image.append(edge(middle, from + index * STEP, child, node.best === child.move));
    });
    image.append(shape(node, middle, NODE_Y, "is-selected"));
    image.append(
      words(middle, 14, "dg-move", node.move === null ? "start" : node.move),
      words(middle + HALF + 10, NODE_Y - 4, "dg-window is-left", hasWindows ? interval(node.window) : ""),
      words(middle + HALF + 10, NODE_Y + 14, "dg-value is-left", sign(node)),
    );
    children.forEach((child, index) => image.append(this.reply(child, from + index * STEP)));
    fill(this.place, image);
  }

  /**
   * @param {TreeNode} child
   * @param {number} x
   */
  reply(child, x) {
    const group = draw("g", { class: `dg-reply is-${child.state}`, "data-path": child.path });
    // The whole place of a reply can be clicked, not its thin lines only.
    group.append(draw("rect", { class: "dg-target", x: x - STEP / 2, y: 104, width: STEP, height: 158 }));
    if (child.window && (child.window.alpha !== null || child.window.beta !== null)) {
      group.append(
        words(x, CHILD_Y - 46, "dg-window", `α ${end(child.window.alpha, "-")}`),
        words(x, CHILD_Y - 31, "dg-window", `β ${end(child.window.beta, "+")}`),
      );
    }
    group.append(shape(child, x, CHILD_Y, ""));
    group.append(words(x, CHILD_Y + 38, "dg-value", child.state === "skipped" ? "skipped" : sign(child)));
    group.append(words(x, CHILD_Y + 58, "dg-move", child.move ?? ""));
    if (child.state === "skipped" && child.minimax_nodes !== null) {
      group.append(words(x, CHILD_Y + 76, "dg-window", `spares ${count(child.minimax_nodes)}`));
    }
    return group;
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} style
 * @param {string} text
 */
function words(x, y, style, text) {
  return draw("text", { x, y, class: style }, new Text(text));
}

/**
 * @param {TreeNode} node
 * @param {number} x
 * @param {number} y
 * @param {string} style
 */
function shape(node, x, y, style) {
  const classes = `dg-node is-${node.role} is-${node.state} ${style}`;
  const tall = HALF * 0.9;
  if (!node.has_children) {
    const side = HALF * 1.5;
    return draw("rect", { class: classes, x: x - side / 2, y: y - side / 2, width: side, height: side });
  }
  const up = node.role === "max" ? 1 : -1;
  const points = [
    [x - HALF, y + up * tall],
    [x + HALF, y + up * tall],
    [x, y - up * tall],
  ];
  return draw("polygon", { class: classes, points: points.map((point) => point.join(",")).join(" ") });
}

/**
 * @param {number} top the place of the node
 * @param {number} x the place of the reply
 * @param {TreeNode} child
 * @param {boolean} isBest
 */
function edge(top, x, child, isBest) {
  const [y1, y2] = [NODE_Y + HALF, CHILD_Y - 58];
  const isSkipped = child.state === "skipped";
  const group = draw("g", { class: `dg-edge${isSkipped ? " is-skipped" : isBest ? " is-best" : ""}` });
  group.append(draw("line", { x1: top, y1, x2: x, y2 }));
  if (isSkipped) {
    const [midX, midY] = [top + (x - top) * 0.7, y1 + (y2 - y1) * 0.7];
    for (const offset of [-3, 3]) {
      group.append(
        draw("line", {
          class: "dg-cut",
          x1: midX - 7,
          y1: midY + offset + 3,
          x2: midX + 7,
          y2: midY + offset - 3,
        }),
      );
    }
  }
  return group;
}

/**
 * The diagram in words.
 * @param {TreeNode} node
 * @param {TreeNode[]} children
 * @param {string} noun
 */
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

/** The costs of the selected node's cut, as bars. */
class Costs {
  constructor() {
    this.words = make("p");
    this.list = make("ul", { class: "tree-costs" });
    this.root = make("div", { class: "tree-cost", hidden: true }, this.words, this.list);
  }

  /**
   * @param {TreeNode[]} children those known
   * @param {string} noun what a move is called
   */
  show(children, noun) {
    const { replies, total } = costs(children);
    this.root.hidden = replies.length === 0;
    const [skipped, them] = replies.length === 1 ? ["the skipped reply", "it"] : [`the ${replies.length} skipped replies`, "them"];
    this.words.textContent = total === null
      ? `What ${skipped} would have cost is not counted: minimax examines more than 5 million nodes here.`
      : `Minimax examines ${counted(total, "node")} for ${skipped} and all below ${them}; this search none.`;
    const most = Math.max(1, ...replies.map(({ nodes }) => nodes ?? 0));
    fill(this.list,
      ...replies.map(({ move, nodes }) => {
        const bar = make("i", { "aria-hidden": "true" });
        bar.style.width = `${(100 * (nodes ?? 0)) / most}%`;
        return make("li", {}, make("span", {}, `${noun} ${move}`), make("span", { class: "tree-cost-bar" }, bar), make("span", {}, nodes === null ? "not counted" : count(nodes)));
      }),
    );
  }
}

// The tour: six steps through the worked example for those who have never seen a window. Every figure in it is that of
// the node to which the step points.

/** @typedef {{ path: string, title: string, words: (node: TreeNode) => string }} Stop */

/** @type {Stop[]} */
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
      `Column 2 begins with alpha = ${end(window?.alpha ?? null, "-")}. As soon as ${player} has one reply that holds ${mover} to that or less, `
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
    this.at = -1;
    /** Counts requests of the tour, so that an answer from before its end is not shown after it. */
    this.asked = 0;
    this.isStarting = false;
    this.startButton = button("Tour: what is a window?", () => void this.start(), { class: "tree-tour-start" });
    this.title = make("h2", { tabindex: -1 });
    this.words = make("p");
    this.back = button("Back", () => void this.go(this.at - 1));
    this.next = button("Next", () => void (this.at + 1 < STOPS.length ? this.go(this.at + 1) : this.end()), { class: "main" });
    this.card = make(
      "section",
      { class: "tree-tour", "aria-label": "Tour", hidden: true },
      this.title,
      this.words,
      make("div", { class: "row" }, this.back, this.next, button("End the tour", () => this.end(), { class: "quiet" })),
    );
    this.card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
    });
    this.root = make("div", { class: "tree-tour-place" }, this.startButton, this.card);
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
    if (!node) {
      this.end();
      return;
    }
    this.at = index;
    this.title.textContent = `${index + 1} of ${STOPS.length}: ${stop.title}`;
    this.words.textContent = stop.words(node);
    this.back.disabled = index === 0;
    this.next.textContent = index + 1 < STOPS.length ? "Next" : "Done";
    this.card.hidden = false;
    this.startButton.hidden = true;
    this.title.focus({ preventScroll: true });
    this.given.light(true);
  }

  end() {
    const hadFocus = this.card.contains(document.activeElement);
    this.asked += 1;
    this.at = -1;
    this.given.light(false);
    this.card.hidden = true;
    this.startButton.hidden = false;
    if (hadFocus) this.startButton.focus();
  }
}
