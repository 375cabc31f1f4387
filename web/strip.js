// The whole tree in one strip: a row for each ply, the nodes side by side in the order of examination, each as
// wide as the tree below it. What it shows is also in the tree table and in the counts by ply.

import { element } from "./tree-dom.js";
import { Unpacked } from "./tree-overview.js";
import { count, plural, saved } from "./tree-words.js";

/** @typedef {import("./tree-types.d.ts").Overview} Overview */

/** The height of a ply in CSS pixels. */
const ROW = 18;

/** What the kinds in an overview are called, in their order; the last is left out without skipped nodes. */
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
    this.canvas = element("canvas", {
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
    this.legend = element("p", { class: "tree-legend" });
    this.words = element("p", { class: "tree-note" });
    this.root = element("figure", { class: "tree-overview" }, this.canvas, this.legend, this.words);
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.canvas.addEventListener("keydown", (event) => this.keyDown(event));
    new ResizeObserver(() => this.draw()).observe(this.root);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.draw());
    }
    new MutationObserver(() => this.draw()).observe(document.documentElement, { attributes: true });
  }

  /**
   * @param {Overview | null} packed
   * @param {boolean} withSkipped whether it is minimax's tree, with the nodes that alpha-beta skips
   */
  show(packed, withSkipped) {
    this.tree = packed && new Unpacked(packed);
    this.selected = 0;
    this.root.hidden = !this.tree;
    if (!this.tree) return;
    this.keys = NAMES.map(([name]) => element("i", { class: `tree-key is-${name}`, "aria-hidden": "true" }));
    this.legend.replaceChildren(
      ...this.keys.map((key, kind) => element("span", {}, key, NAMES[kind][1])).slice(0, withSkipped ? 5 : 4),
    );
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

  /** Tells what is selected to those who do not see it. */
  tell() {
    const { tree, selected } = this;
    if (!tree || selected < 0) return;
    const kind = NAMES[tree.kind[selected]][1];
    this.canvas.setAttribute("aria-valuenow", String(selected + 1));
    const nodes = plural(tree.last[selected] - selected + 1, "node");
    const text = `${selected + 1} of ${tree.count}, ply ${tree.ply[selected]}, ${kind}, ${nodes} from here`;
    this.canvas.setAttribute("aria-valuetext", text);
  }

  draw() {
    const { canvas, tree } = this;
    const width = Math.floor(this.root.clientWidth);
    if (!tree || width <= 0) return;
    const scale = Math.min(3, window.devicePixelRatio || 1);
    const height = tree.plies * ROW;
    canvas.style.height = `${height}px`;
    const pixels = Math.floor(width * scale);
    canvas.width = pixels;
    canvas.height = Math.floor(height * scale);
    const context = canvas.getContext("2d");
    if (!context) return;
    const colours = this.keys.map((key) => getComputedStyle(key).color);
    const row = ROW * scale;
    const unit = pixels / tree.count;
    // Nodes narrower than a pixel share it: the kind that covers most of it wins.
    const cover = new Float32Array(pixels * colours.length);
    for (let ply = 0; ply < tree.plies; ply += 1) {
      const top = Math.round(ply * row);
      const tall = Math.round((ply + 1) * row) - top - Math.max(1, Math.round(scale));
      cover.fill(0);
      for (let index = 0; index < tree.count; index += 1) {
        if (tree.ply[index] !== ply) continue;
        const left = index * unit;
        const right = (tree.last[index] + 1) * unit;
        const kind = tree.kind[index];
        if (right - left >= 2) {
          context.fillStyle = colours[kind];
          const gap = right - left >= 5 ? scale : right - left >= 3 ? 0.5 : 0;
          context.fillRect(left, top, right - left - gap, tall);
        } else {
          for (let pixel = Math.floor(left); pixel < right && pixel < pixels; pixel += 1) {
            const part = Math.min(right, pixel + 1) - Math.max(left, pixel);
            cover[pixel * colours.length + kind] += part;
          }
        }
      }
      for (let pixel = 0; pixel < pixels; pixel += 1) {
        const base = pixel * colours.length;
        colours.forEach((colour, kind) => {
          if (cover[base + kind] <= 0) return;
          context.globalAlpha = Math.min(1, cover[base + kind]);
          context.fillStyle = colour;
          context.fillRect(pixel, top, 1, tall);
        });
      }
      context.globalAlpha = 1;
    }
    this.drawSelection(context, unit, row, scale);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} unit
   * @param {number} row
   * @param {number} scale
   */
  drawSelection(context, unit, row, scale) {
    const { tree, selected } = this;
    if (!tree || selected < 0) return;
    const left = selected * unit;
    const wide = Math.max(3 * scale, (tree.last[selected] - selected + 1) * unit);
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.lineWidth = 2 * scale;
    const half = scale;
    context.strokeRect(left + half, tree.ply[selected] * row + half, wide - 2 * half, row - 3 * half);
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
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    let index = steps[event.key] ? selected + steps[event.key] : -1;
    if (event.key === "Home") index = 0;
    else if (event.key === "End") index = tree.count - 1;
    else if (!steps[event.key]) return;
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
