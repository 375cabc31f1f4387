// The whole tree in one strip: a row for each ply, the nodes side by side in the order of examination, each as
// wide as the tree below it. What it shows is also in the tree table and in the counts by ply.

import { make } from "../shell/dom.js";
import { Unpacked } from "./overview.js";
import { count, plural, saved } from "./words.js";

/** @typedef {import("./types.d.ts").Overview} Overview */

/** The height of a ply in CSS pixels. */
const ROW = 18;

/** What the kinds in an overview are called, in their order. */
const NAMES = [
  ["inner", "all replies examined"],
  ["cut", "cut: replies skipped"],
  ["leaf", "depth limit"],
  ["terminal", "game over"],
  ["skipped", "not examined"],
];

export class Strip {
  /**
   * @param {(way: number[]) => void} onPick a node was picked: which child to take at each ply
   */
  constructor(onPick) {
    this.onPick = onPick;
    /** @type {Unpacked | null} */
    this.tree = null;
    /** The index of the selected node, -1 if it is not in the strip. */
    this.selected = -1;
    /** The index of the node that the step examines, -1 for none. */
    this.step = -1;
    /** The tree without marks, and how it was drawn: size and colours. */
    this.picture = document.createElement("canvas");
    this.look = "";
    this.canvas = make("canvas", {
      class: "tree-strip",
      role: "slider",
      tabindex: 0,
      "aria-label": "Overview of the whole tree, in the order of examination",
      "aria-valuemin": 1,
      "aria-valuemax": 1,
      "aria-valuenow": 1,
    });
    /** The keys of the legend, of which the drawing takes its colours. @type {HTMLElement[]} */
    this.keys = [];
    this.legend = make("p", { class: "tree-legend" });
    this.words = make("p", { class: "tree-note" });
    this.root = make("figure", { class: "tree-overview" }, this.canvas, this.legend, this.words);
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("keydown", (event) => this.keyDown(event));
    this.ending = new AbortController();
    const { signal } = this.ending;
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.draw(), { signal });
    }
    const theme = new MutationObserver(() => this.draw());
    theme.observe(document.documentElement, { attributes: true });
    signal.addEventListener("abort", () => theme.disconnect());
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  /** The strip is no longer in the page. */
  end() {
    this.ending.abort();
  }

  /**
   * @param {Overview | null} packed
   * @param {boolean} withSkipped whether it is minimax's tree, with the nodes that alpha-beta skips
   */
  show(packed, withSkipped) {
    this.tree = packed && new Unpacked(packed);
    this.selected = 0;
    this.step = -1;
    this.look = "";
    this.root.hidden = !this.tree;
    if (!this.tree) return;
    this.keys = NAMES.map(([name]) => make("i", { class: `tree-key is-${name}`, "aria-hidden": "true" }));
    const kinds = new Set(this.tree.kind);
    const legend = this.keys.map((key, kind) => make("span", {}, key, NAMES[kind]?.[1] ?? ""));
    this.legend.replaceChildren(...legend.filter((_, kind) => kinds.has(kind)));
    this.words.textContent = description(this.tree, withSkipped);
    this.canvas.setAttribute("aria-valuemax", String(this.tree.count));
    this.tell();
    this.draw();
  }

  /** @param {number[]} way */
  select(way) {
    this.selected = this.tree?.find(way) ?? -1;
    this.tell();
    this.draw();
  }

  /**
   * Marks the node that a step examines.
   * @param {number} number its examination number; 0 for none
   */
  markStep(number) {
    this.step = number > 0 ? (this.tree?.numbered(number) ?? -1) : -1;
    this.draw();
  }

  /** Tells what is selected to those who do not see it. */
  tell() {
    const { tree, selected } = this;
    if (!tree || selected < 0) return;
    const { ply, kind, nodes } = tree.node(selected);
    this.canvas.setAttribute("aria-valuenow", String(selected + 1));
    const what = `ply ${ply}, ${NAMES[kind]?.[1]}, ${plural(nodes, "node")} from here`;
    const text = `${selected + 1} of ${tree.count}, ${what}`;
    this.canvas.setAttribute("aria-valuetext", text);
  }

  /** Draws the tree, once for each size and each choice of colours, and the marks over it. */
  draw() {
    const { canvas, tree } = this;
    const width = Math.floor(this.root.clientWidth);
    if (!tree || width <= 0) return;
    const scale = Math.min(3, window.devicePixelRatio || 1);
    const colours = this.keys.map((key) => getComputedStyle(key).color);
    const look = [width, scale, ...colours].join(";");
    if (look !== this.look) {
      this.look = look;
      canvas.style.height = `${tree.plies * ROW}px`;
      canvas.width = Math.floor(width * scale);
      canvas.height = Math.floor(tree.plies * ROW * scale);
      this.picture.width = canvas.width;
      this.picture.height = canvas.height;
      const context = this.picture.getContext("2d");
      if (context) paint(context, tree, colours, ROW * scale, scale);
    }
    const context = canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.picture, 0, 0);
    this.mark(context, scale);
  }

  /**
   * Marks the selected node and the step.
   * @param {CanvasRenderingContext2D} context
   * @param {number} scale
   */
  mark(context, scale) {
    const { tree, selected, step } = this;
    if (!tree) return;
    const unit = this.canvas.width / tree.count;
    const row = ROW * scale;
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.lineWidth = 2 * scale;
    if (selected >= 0) {
      const { ply, nodes } = tree.node(selected);
      const wide = Math.max(4 * scale, nodes * unit);
      context.strokeRect(selected * unit + scale, ply * row + scale, wide - 2 * scale, row - 3 * scale);
    }
    if (step >= 0) {
      const x = Math.min(this.canvas.width - scale, Math.max(scale, (step + 0.5) * unit));
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.canvas.height);
      context.stroke();
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const box = this.canvas.getBoundingClientRect();
    const ply = Math.floor((event.clientY - box.top) / ROW);
    this.pick(this.tree?.at(ply, (event.clientX - box.left) / box.width) ?? -1);
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { tree, selected } = this;
    if (!tree || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
    const index = selected + (steps[event.key] ?? NaN);
    if (Number.isNaN(index)) return;
    event.preventDefault();
    this.pick(Math.min(tree.count - 1, Math.max(0, index)));
  }

  /** @param {number} index */
  pick(index) {
    if (!this.tree || index < 0) return;
    this.selected = index;
    this.tell();
    this.draw();
    this.onPick(this.tree.way(index));
  }
}

/**
 * The strip in words.
 * @param {Unpacked} tree
 * @param {boolean} withSkipped
 */
function description(tree, withSkipped) {
  const words = [`${plural(tree.examined, "node")} in ${plural(tree.plies, "row")}, one for each ply.`];
  if (!tree.isComplete) {
    words[0] = `${plural(tree.examined, "node")}; plies 0 to ${tree.plies - 1} are shown.`;
  }
  if (withSkipped) {
    const { solid } = tree;
    words.push(`Alpha-beta examines ${count(solid)} of them and skips ${saved(solid, tree.count)}.`);
  }
  return words.join(" ");
}

/**
 * Draws the tree.
 * @param {CanvasRenderingContext2D} context
 * @param {Unpacked} tree
 * @param {string[]} colours of the kinds
 * @param {number} row the height of a ply
 * @param {number} scale device pixels in a CSS pixel
 */
function paint(context, tree, colours, row, scale) {
  const pixels = context.canvas.width;
  const unit = pixels / tree.count;
  // Nodes narrower than a pixel share it, each as strong as the part that it covers.
  const cover = new Float32Array(pixels * colours.length);
  for (let ply = 0; ply < tree.plies; ply += 1) {
    const top = Math.round(ply * row);
    const tall = Math.round((ply + 1) * row) - top - Math.max(1, Math.round(scale));
    cover.fill(0);
    for (let index = 0; index < tree.count; index += 1) {
      if (tree.ply[index] !== ply) continue;
      const { kind, nodes } = tree.node(index);
      const left = index * unit;
      const right = left + nodes * unit;
      if (right - left >= 2) {
        const gap = right - left >= 5 ? scale : right - left >= 3 ? 0.5 : 0;
        context.fillStyle = colours[kind] ?? "";
        context.fillRect(left, top, right - left - gap, tall);
        continue;
      }
      for (let pixel = Math.floor(left); pixel < right && pixel < pixels; pixel += 1) {
        const part = Math.min(right, pixel + 1) - Math.max(left, pixel);
        const at = pixel * colours.length + kind;
        cover[at] = (cover[at] ?? 0) + part;
      }
    }
    cover.forEach((part, at) => {
      if (part <= 0) return;
      context.globalAlpha = Math.min(1, part);
      context.fillStyle = colours[at % colours.length] ?? "";
      context.fillRect(Math.floor(at / colours.length), top, 1, tall);
    });
    context.globalAlpha = 1;
  }
}
