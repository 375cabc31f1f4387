// The whole tree in one strip: a row for each ply, the nodes side by side in the order of examination, each as
// wide as the tree below it. What it shows is also in the tree table and in the counts by ply.

import { make } from "../shell/dom.js";
import { button } from "./dom.js";
import { WHOLE, showing, zoomed } from "./span.js";
import { Gestures } from "./strip-gestures.js";
import { paint } from "./strip-paint.js";
import { Unpacked } from "../shell/overview.js";
import { count, counted } from "../shell/numbers.js";
import { saved } from "./words.js";

/** @typedef {import("../shell/types.d.ts").Overview} Overview */

/** The height of a ply in CSS pixels. */
const ROW = 18;

/** How much a button or a key zooms. */
const ZOOM = 2;

/** The fewest nodes that zooming leaves in sight. */
const LEAST_NODES = 12;

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
   * @param {object} given
   * @param {string} given.label
   * @param {(way: number[]) => void} given.onPick a node was picked: which child to take at each ply
   * @param {(text: string) => void} given.announce
   */
  constructor({ label, onPick, announce }) {
    this.onPick = onPick;
    this.announce = announce;
    /** What is in sight. @type {import("./span.js").Span} */
    this.span = WHOLE;
    this.isScheduled = false;
    /** @type {Unpacked | null} */
    this.tree = null;
    /** The index of the selected node; if it is not in the strip, that of the node above it that is. */
    this.selected = -1;
    /** Whether the selected node is in the strip. */
    this.isSelectedShown = true;
    /** The index of the node that the step examines, -1 for none. */
    this.step = -1;
    /** The tree without marks, and how it was drawn: size and colours. */
    this.picture = document.createElement("canvas");
    this.drawn = "";
    this.canvas = make("canvas", {
      class: "tree-strip",
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      "aria-keyshortcuts": "+ - 0",
      "aria-valuemin": 1,
      "aria-valuemax": 1,
      "aria-valuenow": 1,
    });
    /** The keys of the legend, of which the drawing takes its colours. @type {HTMLElement[]} */
    this.keys = [];
    this.legend = make("p", { class: "tree-legend" });
    this.words = make("p", { class: "tree-note" });
    this.follow = make("input", { type: "checkbox", checked: true });
    /** @type {(text: string, label: string, act: () => void) => HTMLButtonElement} */
    const tool = (text, label, act) => button(text, act, { "aria-label": label, title: label });
    this.tools = make(
      "div",
      { class: "tree-zoom" },
      tool("−", "Zoom out (key −)", () => this.zoom(1 / ZOOM)),
      tool("+", "Zoom in (key +)", () => this.zoom(ZOOM)),
      tool("Whole tree", "Whole tree (key 0)", () => this.look(WHOLE)),
      make("label", { class: "tree-check" }, this.follow, "Follow the cursor"),
    );
    this.part = make("p", { class: "tree-part" });
    this.title = make("figcaption", { class: "tree-strip-title" });
    this.root = make("figure", { class: "tree-overview" }, this.title, this.canvas, make("div", { class: "tree-under" }, this.tools, this.legend, this.words, this.part));
    this.canvas.addEventListener("click", (event) => this.clicked(event));
    this.gestures = new Gestures(this.canvas, {
      span: () => this.span,
      least: () => this.least,
      look: (span) => this.look(span, false),
    });
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
   * @param {string} title what is shown, where two strips are
   */
  show(packed, withSkipped, title) {
    this.clear();
    this.part.textContent = "";
    this.hideWords(false);
    this.title.textContent = title;
    this.title.hidden = title === "";
    this.tree = packed && new Unpacked(packed);
    this.selected = 0;
    this.root.hidden = !this.tree;
    this.canvas.removeAttribute("aria-busy");
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

  /** Removes the tree but keeps its room, because another tree will come. */
  clear() {
    this.tree = null;
    this.selected = -1;
    this.isSelectedShown = true;
    this.step = -1;
    this.drawn = "";
    this.span = WHOLE;
    this.hideWords(true);
    this.canvas.classList.remove("is-zoomed");
    this.canvas.getContext("2d")?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.canvas.setAttribute("aria-busy", "true");
    this.canvas.setAttribute("aria-valuenow", "1");
    this.canvas.setAttribute("aria-valuetext", "the tree is on its way");
  }

  /** Hides the text about a tree but keeps its room. @param {boolean} isHidden */
  hideWords(isHidden) {
    for (const words of [this.title, this.legend, this.words, this.part]) words.classList.toggle("is-away", isHidden);
  }

  /** @param {number[]} way */
  select(way) {
    const { tree } = this;
    this.selected = tree?.find(way) ?? -1;
    this.isSelectedShown = this.selected >= 0;
    // A node that the search skipped, or that lies below all that is shown: its place is below the last that is shown.
    for (let above = way.slice(0, -1); tree && this.selected < 0; above = above.slice(0, -1)) this.selected = tree.find(above);
    this.keepInSight(this.selected);
    this.tell();
    this.draw();
  }

  /**
   * Marks the node that a step examines.
   * @param {number} number its examination number; 0 for none
   */
  markStep(number) {
    this.step = number > 0 ? (this.tree?.numbered(number) ?? -1) : -1;
    this.keepInSight(this.step);
    this.draw();
  }

  /** Announces the selection to screen readers. */
  tell() {
    const { tree, selected } = this;
    if (!tree || selected < 0) return;
    const { ply, kind, nodes } = tree.node(selected);
    this.canvas.setAttribute("aria-valuenow", String(selected + 1));
    const what = `ply ${ply}, ${NAMES[kind]?.[1]}, ${counted(nodes, "node")} from here`;
    const where = this.isSelectedShown ? "" : "the selected node is not in this strip; it lies below ";
    const text = `${where}${count(selected + 1)} of ${count(tree.count)}, ${what}`;
    this.canvas.setAttribute("aria-valuetext", text);
  }

  /** Draws the tree, once for each size and each choice of colours, and the marks over it. */
  draw() {
    const { canvas, tree } = this;
    const width = Math.floor(this.root.clientWidth);
    if (!tree || width <= 0) return;
    const scale = Math.min(3, window.devicePixelRatio || 1);
    const colours = this.keys.map((key) => getComputedStyle(key).color);
    const look = [width, scale, this.span.from, this.span.to, ...colours].join(";");
    if (look !== this.drawn) {
      this.drawn = look;
      canvas.style.height = `${tree.plies * ROW}px`;
      canvas.width = Math.floor(width * scale);
      canvas.height = Math.floor(tree.plies * ROW * scale);
      this.picture.width = canvas.width;
      this.picture.height = canvas.height;
      const context = this.picture.getContext("2d");
      if (context) paint(context, tree, this.span, colours, ROW * scale, scale);
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
    const { from, to } = this.span;
    const unit = this.canvas.width / (tree.count * (to - from));
    const start = from * tree.count;
    const row = ROW * scale;
    context.strokeStyle = getComputedStyle(this.canvas).color;
    context.lineWidth = 2 * scale;
    if (selected >= 0) {
      const { ply, nodes } = tree.node(selected);
      const wide = Math.max(4 * scale, nodes * unit);
      context.setLineDash(this.isSelectedShown ? [] : [3 * scale, 3 * scale]);
      context.strokeRect((selected - start) * unit + scale, ply * row + scale, wide - 2 * scale, row - 3 * scale);
      context.setLineDash([]);
    }
    if (step >= 0) {
      const place = (step + 0.5 - start) * unit;
      if (place < 0 || place > this.canvas.width) return;
      const x = Math.min(this.canvas.width - scale, Math.max(scale, place));
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.canvas.height);
      context.stroke();
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    // The end of a drag is not a choice.
    if (this.gestures.isDragged) return;
    const ply = Math.floor((event.clientY - this.canvas.getBoundingClientRect().top) / ROW);
    const { from, to } = this.span;
    this.pick(this.tree?.at(ply, from + this.gestures.at(event.clientX) * (to - from)) ?? -1);
  }

  /**
   * Shows another part of the tree.
   * @param {import("./span.js").Span} span
   * @param {boolean} [isTold] not while a pointer moves
   */
  look(span, isTold = true) {
    const { tree } = this;
    if (!tree) return;
    this.span = span;
    const { from, to } = span;
    const isWhole = from <= 0 && to >= 1;
    this.canvas.classList.toggle("is-zoomed", !isWhole);
    const first = Math.floor(from * tree.count) + 1;
    const last = Math.min(tree.count, Math.ceil(to * tree.count));
    this.part.textContent = isWhole ? "" : `Nodes ${count(first)} to ${count(last)} of ${count(tree.count)} are in sight.`;
    // While a pointer moves this changes many times a second: only what a key or a button did is said.
    if (isTold) this.announce(isWhole ? "The whole tree is in sight." : this.part.textContent);
    this.schedule();
  }

  /** The smallest width of what is in sight. */
  get least() {
    return LEAST_NODES / (this.tree?.count ?? LEAST_NODES);
  }

  /**
   * Zooms around the cursor, if that is in sight, and otherwise around the middle.
   * @param {number} factor
   */
  zoom(factor) {
    const { tree, selected, span } = this;
    if (!tree) return;
    const place = (selected + 0.5) / tree.count;
    const isSeen = selected > 0 && place >= span.from && place <= span.to;
    const at = isSeen ? (place - span.from) / (span.to - span.from) : 0.5;
    this.look(zoomed(span, factor, at, this.least));
  }

  /** Follows the cursor, if that is wanted. @param {number} index */
  keepInSight(index) {
    if (!this.tree || index < 0 || !this.follow.checked) return;
    const span = showing(this.span, (index + 0.5) / this.tree.count);
    if (span !== this.span) this.look(span, false);
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { tree, selected } = this;
    if (!tree || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const views = { "+": () => this.zoom(ZOOM), "=": () => this.zoom(ZOOM), "-": () => this.zoom(1 / ZOOM), "0": () => this.look(WHOLE) };
    const view = views[event.key];
    if (view) {
      event.preventDefault();
      view();
      return;
    }
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
    this.isSelectedShown = true;
    this.keepInSight(index);
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
  const words = [`${counted(tree.examined, "node")} in ${counted(tree.plies, "row")}, one for each ply.`];
  if (!tree.isComplete) {
    words[0] = `${counted(tree.examined, "node")}; plies 0 to ${tree.plies - 1} are shown.`;
  }
  if (withSkipped) {
    const { solid } = tree;
    words.push(`Alpha-beta examines ${count(solid)} of them and skips ${saved(solid, tree.count)}.`);
  }
  return words.join(" ");
}
