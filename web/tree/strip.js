// The strip: the whole search in a picture as wide as the table, in which a span can be chosen.

import { announce } from "../shell/announce.js";
import { count, counted, make } from "../shell/dom.js";
import { Unpacked } from "../shell/overview.js";
import { saved } from "./words.js";

/** @import { Overview } from "../shell/types.d.ts" */

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
   */
  constructor({ label, onPick }) {
    this.onPick = onPick;
    /** What is in sight. @type {Span} */
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
    const tool = (text, label, act) => make("button", { type: "button", click: act, "aria-label": label, title: label }, text);
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

  /** Marks the node that a step examines. @param {number} number its examination number; 0 for none */
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

  /** Marks the selected node and the step. @param {CanvasRenderingContext2D} context @param {number} scale */
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

  /** Shows another part of the tree. @param {Span} span @param {boolean} [isTold] not while a pointer moves */
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
    if (isTold) announce(isWhole ? "The whole tree is in sight." : this.part.textContent);
    this.schedule();
  }

  /** The smallest width of what is in sight. */
  get least() {
    return LEAST_NODES / (this.tree?.count ?? LEAST_NODES);
  }

  /** Zooms around the cursor, if that is in sight, and otherwise around the middle. @param {number} factor */
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

/** The strip in words. @param {Unpacked} tree @param {boolean} withSkipped */
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

// The part of the strip that is in sight, as two fractions of the whole tree.

/**
 * @typedef {object} Span
 * @property {number} from where it begins, from 0
 * @property {number} to where it ends, to 1
 */

/** @type {Span} */
export const WHOLE = { from: 0, to: 1 };

/**
 * A span as wide as this one, inside the whole.
 * @param {number} from
 * @param {number} width
 * @returns {Span}
 */
function placed(from, width) {
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}

/**
 * Shows less or more, and keeps one place where it is.
 * @param {Span} span
 * @param {number} factor above 1 shows less
 * @param {number} at the place, from 0 at the left end of what is in sight to 1
 * @param {number} least the smallest width, from 0 to 1
 * @returns {Span}
 */
export function zoomed({ from, to }, factor, at, least) {
  const old = to - from;
  const width = Math.min(1, Math.max(Math.min(1, least), old / factor));
  return placed(from + at * (old - width), width);
}

/**
 * Moves the span to the right, or back.
 * @param {Span} span
 * @param {number} by in widths of what is in sight
 * @returns {Span}
 */
export function moved({ from, to }, by) {
  return placed(from + by * (to - from), to - from);
}

/**
 * The same span if it shows a place, and otherwise one as wide with the place in its middle.
 * @param {Span} span
 * @param {number} place of the whole tree, from 0 to 1
 * @returns {Span}
 */
export function showing(span, place) {
  const { from, to } = span;
  if (place >= from && place <= to) return span;
  return placed(place - (to - from) / 2, to - from);
}

// Wheel, drag and pinch on the strip: what they make of the part in sight.

/** Pixels that a pointer may move and still mean a click. */
const STILL = 4;

class Gestures {
  /**
   * @param {HTMLElement} place
   * @param {object} given
   * @param {() => Span} given.span what is in sight
   * @param {() => number} given.least the smallest width of what is in sight
   * @param {(span: Span) => void} given.look
   */
  constructor(place, given) {
    this.place = place;
    this.given = given;
    /** Pointers that are down, by their number: where they are. @type {Map<number, number>} */
    this.pointers = new Map();
    /** Whether the last press moved the strip, so that its end is no click. */
    this.isDragged = false;
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      place.addEventListener(name, ({ pointerId }) => void this.pointers.delete(pointerId));
    }
  }

  /** Where a pointer is, from 0 at the left end of the strip to 1. @param {number} x */
  at(x) {
    const { left, width } = this.place.getBoundingClientRect();
    return (x - left) / width;
  }

  /**
   * Zooms by Ctrl and the wheel, which is also how a touch pad reports a pinch. The wheel alone zooms only on the focused
   * strip: elsewhere it has to scroll the page.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!(event.ctrlKey || document.activeElement === this.place)) return;
    event.preventDefault();
    const { span, least, look } = this.given;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      look(moved(span(), (event.deltaX || event.deltaY) / this.place.clientWidth));
    } else {
      look(zoomed(span(), Math.exp(-event.deltaY / 300), this.at(event.clientX), least()));
    }
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.pointers.set(event.pointerId, event.clientX);
    if (this.pointers.size === 1) this.isDragged = false;
  }

  /** One pointer moves the strip, two zoom it. @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const { span, least, look } = this.given;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (!this.isDragged && Math.abs(event.clientX - before) < STILL) return;
      look(moved(span(), this.at(before) - this.at(event.clientX)));
    } else {
      const apart = (/** @type {number} */ x) => Math.max(8, Math.abs(x - other));
      look(zoomed(span(), apart(event.clientX) / apart(before), this.at((event.clientX + other) / 2), least()));
    }
    this.isDragged = true;
    this.place.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
  }
}

// Draws a tree as a strip: a row for each ply, each node as wide as the tree below it.

/**
 * The nodes of which some part lies in a span: the nodes above its first one, and then all in the order of examination.
 * @param {Unpacked} tree
 * @param {Span} span
 * @returns {{ above: number[], first: number, end: number }} `end` is the index after the last
 */
export function nodesIn(tree, { from, to }) {
  const first = Math.max(0, Math.min(tree.count - 1, Math.floor(from * tree.count)));
  const end = Math.min(tree.count, Math.ceil(to * tree.count));
  const above = [];
  let wanted = (tree.ply[first] ?? 0) - 1;
  for (let index = first - 1; index >= 0 && wanted >= 0; index -= 1) {
    if (tree.ply[index] !== wanted) continue;
    above.push(index);
    wanted -= 1;
  }
  return { above, first, end };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Unpacked} tree
 * @param {Span} span what is in sight
 * @param {string[]} colours of the kinds
 * @param {number} row the height of a ply in device pixels
 * @param {number} scale device pixels in a CSS pixel
 */
function paint(context, tree, span, colours, row, scale) {
  const pixels = context.canvas.width;
  const unit = pixels / ((span.to - span.from) * tree.count);
  const start = span.from * tree.count;
  const kinds = colours.length;
  // Nodes narrower than a pixel share it, each as strong as the part that it covers.
  const cover = new Float32Array(tree.plies * pixels * kinds);
  /** @type {(ply: number) => number} */
  const top = (ply) => Math.round(ply * row);
  /** @type {(ply: number) => number} */
  const tall = (ply) => top(ply + 1) - top(ply) - Math.max(1, Math.round(scale));
  /** @param {number} index */
  const place = (index) => {
    const ply = tree.ply[index] ?? 0;
    const kind = tree.kind[index] ?? 0;
    const left = Math.max(0, (index - start) * unit);
    const right = Math.min(pixels, ((tree.last[index] ?? index) + 1 - start) * unit);
    if (right - left >= 2) {
      const gap = right - left >= 5 ? scale : right - left >= 3 ? 0.5 : 0;
      context.fillStyle = colours[kind] ?? "";
      context.fillRect(left, top(ply), right - left - gap, tall(ply));
      return;
    }
    for (let pixel = Math.floor(left); pixel < right && pixel < pixels; pixel += 1) {
      const part = Math.min(right, pixel + 1) - Math.max(left, pixel);
      const at = (ply * pixels + pixel) * kinds + kind;
      cover[at] = (cover[at] ?? 0) + part;
    }
  };
  const { above, first, end } = nodesIn(tree, span);
  for (const index of above) place(index);
  for (let index = first; index < end; index += 1) place(index);
  // Kind by kind, because choosing a colour costs more than filling a pixel with it.
  colours.forEach((colour, kind) => {
    context.fillStyle = colour;
    for (let at = kind; at < cover.length; at += kinds) {
      const part = cover[at] ?? 0;
      if (part <= 0) continue;
      const pixel = (at - kind) / kinds;
      const ply = Math.floor(pixel / pixels);
      context.globalAlpha = Math.min(1, part);
      context.fillRect(pixel % pixels, top(ply), 1, tall(ply));
    }
  });
  context.globalAlpha = 1;
}
