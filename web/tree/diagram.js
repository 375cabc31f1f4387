// The node diagram: the selected node and its replies, drawn as in a textbook. Triangles up maximise, triangles
// down minimise, squares are leaves; a window is written over every node, and cut edges have two short strokes.

import { draw, fill, make } from "../shell/dom.js";
import { scroller } from "../shell/scroller.js";
import { count, counted } from "../shell/numbers.js";
import { end, interval, named, sign } from "./words.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

/** Sizes in CSS pixels. */
const STEP = 74;
const HALF = 17;
const NODE_Y = 46;
const CHILD_Y = 176;
const HEIGHT = 264;

export class Diagram {
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
