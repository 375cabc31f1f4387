// The strip: the whole search in a picture as wide as the table, in which a span can be chosen.

import { announce } from "../shell/announce.js";
import { count, counted, find, make, perFrame } from "../shell/dom.js";
import { Unpacked } from "../shell/overview.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { saved } from "./words.js";

/** @import { Overview } from "../shell/types.d.ts" */

/** The height of a ply in CSS pixels. */
const ROW = 18;

/** How much a button or a key zooms. */
const ZOOM = 2;

/** The fewest nodes that zooming leaves in sight. */
const LEAST_NODES = 12;

/** Pixels that a pointer may move and still mean a click. */
const STILL = 4;

/** What the kinds in an overview are called, in their order. */
const NAMES = [
  ["inner", "all replies examined"],
  ["cut", "cut: replies skipped"],
  ["leaf", "depth limit"],
  ["terminal", "game over"],
  ["skipped", "not examined"],
];

export class Strip {
  /** @param {string} label @param {(way: number[]) => void} onPick a node was picked: which child to take at each ply */
  constructor(label, onPick) {
    this.label = label;
    this.onPick = onPick;
    /** What is in sight. @type {Span} */
    this.span = WHOLE;
    /** @type {Unpacked | null} */
    this.tree = null;
    /** The index of the selected node; if it is not in the strip, that of the node above it that is. */
    this.selected = -1;
    /** Whether the selected node is in the strip. */
    this.isSelectedShown = true;
    /** The index of the node that the step examines, -1 for none. */
    this.step = -1;
    /** Whether the strip follows the cursor. */
    this.isFollowing = true;
    /** What is said of the tree. It stays where it is, unseen, until there is another tree. */
    this.said = { title: "", words: "", part: "", kinds: new Set() };
    /** The tree without marks, and how it was drawn: size and colours. */
    this.picture = document.createElement("canvas");
    this.drawn = "";
    /** Pointers that are down, by their number: where they are. @type {Map<number, number>} */
    this.pointers = new Map();
    /** Whether the last press moved the strip, so that its end is no click. */
    this.isDragged = false;
    this.schedule = perFrame(() => this.draw());
    this.root = make("figure", { class: "tree-overview" });
    this.render();
    /** @type {HTMLCanvasElement} */
    this.canvas = find("canvas", this.root);
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  render() {
    const { tree, selected, said: { title, words, part, kinds } } = this;
    /** @type {(text: string, name: string, key: string, act: () => void) => unknown} */
    const tool = (text, name, key, act) =>
      html`<button type="button" aria-label="${name} (key ${key})" title="${name} (key ${key})" @click=${act}>${text}</button>`;
    const follow = (/** @type {Event} */ { target }) => { this.isFollowing = /** @type {HTMLInputElement} */ (target).checked; };
    const lift = (/** @type {PointerEvent} */ { pointerId }) => void this.pointers.delete(pointerId);
    this.root.classList.toggle("is-away", !tree);
    render(html`
      <figcaption class="tree-strip-title" ?hidden=${title === ""}>${title}</figcaption>
      <canvas class="tree-strip ${isWhole(this.span) ? "" : "is-zoomed"}" role="slider" tabindex="0" aria-label=${this.label} aria-keyshortcuts="+ - 0"
        aria-valuemin="1" aria-valuemax=${tree?.count ?? 1} aria-valuenow=${Math.max(0, selected) + 1} aria-valuetext=${this.place} aria-busy=${tree ? nothing : "true"}
        @click=${(/** @type {MouseEvent} */ event) => this.clicked(event)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.keyDown(event)}
        @wheel=${(/** @type {WheelEvent} */ event) => this.wheel(event)} @pointerdown=${(/** @type {PointerEvent} */ event) => this.down(event)}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.move(event)} @pointerup=${lift} @pointercancel=${lift}></canvas>
      <div class="tree-under">
        <div class="tree-zoom">
          ${tool("−", "Zoom out", "−", () => this.zoom(1 / ZOOM))}
          ${tool("+", "Zoom in", "+", () => this.zoom(ZOOM))}
          ${tool("Whole tree", "Whole tree", "0", () => this.look(WHOLE))}
          <label class="tree-check"><input type="checkbox" checked @change=${follow}>Follow the cursor</label>
        </div>
        <p class="tree-legend">${NAMES.map(([name, about], kind) => html`<span ?hidden=${!kinds.has(kind)}><i class="tree-key is-${name}" aria-hidden="true"></i>${about}</span>`)}</p>
        <p class="tree-note muted">${words}</p>
        <p class="tree-part muted">${part}</p>
      </div>`, this.root);
    this.schedule();
  }

  /** Where the selected node is, for screen readers. */
  get place() {
    const { tree, selected } = this;
    if (!tree) return "the tree is on its way";
    const { ply, kind, nodes } = tree.node(selected);
    const where = this.isSelectedShown ? "" : "the selected node is not in this strip; it lies below ";
    return `${where}${count(selected + 1)} of ${count(tree.count)}, ply ${ply}, ${NAMES[kind]?.[1]}, ${counted(nodes, "node")} from here`;
  }

  /**
   * @param {Overview | null} packed
   * @param {boolean} withSkipped whether it is minimax's tree, with the nodes that alpha-beta skips
   * @param {string} title what is shown, where two strips are
   * @param {string} note what else is said of it
   */
  show(packed, withSkipped = false, title = "", note = "") {
    this.clear();
    this.root.hidden = !packed;
    if (!packed) return;
    const tree = new Unpacked(packed);
    this.tree = tree;
    this.selected = 0;
    this.said = { title, words: `${description(tree, withSkipped)}${note}`, part: "", kinds: new Set(tree.kind) };
    this.render();
    this.draw();
  }

  /** Makes room for a tree that will come, and for what will be said of it. @param {Pick<Strip["said"], "title" | "words" | "kinds"> | null} said nothing if none will @param {string} height */
  expect(said, height) {
    this.root.hidden = said === null;
    if (said && said.title !== this.said.title) this.said = { ...said, part: "" };
    this.canvas.style.height ||= height;
    this.clear();
  }

  /** Removes the tree but not its room. */
  clear() {
    this.tree = null;
    this.selected = -1;
    this.isSelectedShown = true;
    this.step = -1;
    this.drawn = "";
    this.span = WHOLE;
    this.render();
    this.draw();
  }

  /** @param {number[]} way */
  select(way) {
    const { tree } = this;
    if (!tree) return;
    this.selected = tree.find(way);
    this.isSelectedShown = this.selected >= 0;
    // A node that the search skipped, or that lies below all that is shown: its place is below the last that is shown.
    for (let above = way.slice(0, -1); this.selected < 0; above = above.slice(0, -1)) this.selected = tree.find(above);
    this.keepInSight(this.selected);
    this.render();
  }

  /** Marks the node that a step examines. @param {number} number its examination number */
  markStep(number) {
    this.step = this.tree?.numbered(number) ?? -1;
    this.keepInSight(this.step);
    this.draw();
  }

  /** Draws the tree, once for each size and each choice of colours, and the marks over it. */
  draw() {
    const { canvas, tree } = this;
    const context = canvas.getContext("2d");
    const width = Math.floor(this.root.clientWidth);
    context?.clearRect(0, 0, canvas.width, canvas.height);
    if (!context || !tree || width <= 0) return;
    const scale = Math.min(3, window.devicePixelRatio || 1);
    const colours = [...this.root.querySelectorAll(".tree-key")].map((key) => getComputedStyle(key).color);
    const look = [width, scale, this.span.from, this.span.to, ...colours].join(";");
    if (look !== this.drawn) {
      this.drawn = look;
      canvas.style.height = `${tree.plies * ROW}px`;
      canvas.width = Math.floor(width * scale);
      canvas.height = Math.floor(tree.plies * ROW * scale);
      this.picture.width = canvas.width;
      this.picture.height = canvas.height;
      const drawing = this.picture.getContext("2d");
      if (drawing) paint(drawing, tree, this.span, colours, ROW * scale, scale);
    }
    context.drawImage(this.picture, 0, 0);
    this.mark(context, scale);
  }

  /** Marks the selected node and the step. @param {CanvasRenderingContext2D} context @param {number} scale */
  mark(context, scale) {
    const { tree, selected, step, span: { from, to } } = this;
    if (!tree) return;
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
    if (this.isDragged) return;
    const ply = Math.floor((event.clientY - this.canvas.getBoundingClientRect().top) / ROW);
    const { from, to } = this.span;
    this.pick(this.tree?.at(ply, from + this.at(event.clientX) * (to - from)) ?? -1);
  }

  /** Shows another part of the tree. @param {Span} span @param {boolean} [isTold] not while a pointer moves */
  look(span, isTold = true) {
    const { tree, said } = this;
    if (!tree) return;
    this.span = span;
    const first = Math.floor(span.from * tree.count) + 1;
    const last = Math.min(tree.count, Math.ceil(span.to * tree.count));
    said.part = isWhole(span) ? "" : `Nodes ${count(first)} to ${count(last)} of ${count(tree.count)} are in sight.`;
    this.render();
    // While a pointer moves this changes many times a second: only what a key or a button did is said.
    if (isTold) announce(said.part || "The whole tree is in sight.");
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
    if (!this.tree || index < 0 || !this.isFollowing) return;
    const span = showing(this.span, (index + 0.5) / this.tree.count);
    if (span !== this.span) this.look(span, false);
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { tree, selected } = this;
    if (!tree || event.altKey || event.ctrlKey || event.metaKey) return;
    const by = (/** @type {number} */ step) => () => this.pick(Math.min(tree.count - 1, Math.max(0, selected + step)));
    const zoom = () => this.zoom(ZOOM);
    /** @type {Record<string, () => void>} */
    const acts = {
      "+": zoom, "=": zoom, "-": () => this.zoom(1 / ZOOM), "0": () => this.look(WHOLE),
      ArrowRight: by(1), ArrowUp: by(1), ArrowLeft: by(-1), ArrowDown: by(-1), PageUp: by(10), PageDown: by(-10), Home: by(-Infinity), End: by(Infinity),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {number} index */
  pick(index) {
    if (!this.tree || index < 0) return;
    this.selected = index;
    this.isSelectedShown = true;
    this.keepInSight(index);
    this.render();
    this.onPick(this.tree.way(index));
  }

  // Wheel, drag and pinch: what they make of the part in sight.

  /** Where a pointer is, from 0 at the left end of the strip to 1. @param {number} x */
  at(x) {
    const { left, width } = this.canvas.getBoundingClientRect();
    return (x - left) / width;
  }

  /**
   * Zooms by Ctrl and the wheel, which is also how a touch pad reports a pinch. The wheel alone zooms only on the focused
   * strip: elsewhere it has to scroll the page.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!(event.ctrlKey || document.activeElement === this.canvas)) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      this.look(moved(this.span, (event.deltaX || event.deltaY) / this.canvas.clientWidth), false);
    } else {
      this.look(zoomed(this.span, Math.exp(-event.deltaY / 300), this.at(event.clientX), this.least), false);
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
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (!this.isDragged && Math.abs(event.clientX - before) < STILL) return;
      this.look(moved(this.span, this.at(before) - this.at(event.clientX)), false);
    } else {
      const apart = (/** @type {number} */ x) => Math.max(8, Math.abs(x - other));
      this.look(zoomed(this.span, apart(event.clientX) / apart(before), this.at((event.clientX + other) / 2), this.least), false);
    }
    this.isDragged = true;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
  }
}

/** The strip in words. @param {Unpacked} tree @param {boolean} withSkipped */
function description(tree, withSkipped) {
  const { solid, plies, isComplete } = tree;
  const rows = isComplete ? ` in ${counted(plies, "row")}, one for each ply` : `; plies 0 to ${plies - 1} are shown`;
  const skipped = withSkipped ? ` Alpha-beta examines ${count(solid)} of them and skips ${saved(solid, tree.count)}.` : "";
  return `${counted(tree.examined, "node")}${rows}.${skipped}`;
}

// The part of the strip that is in sight, as two fractions of the whole tree.

/** @typedef {typeof WHOLE} Span */

export const WHOLE = { from: 0, to: 1 };

/** @param {Span} span */
const isWhole = ({ from, to }) => from <= 0 && to >= 1;

/** A span as wide as this one, inside the whole. @param {number} from @param {number} width @returns {Span} */
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

/** Moves the span to the right, or back. @param {Span} span @param {number} by in widths of what is in sight @returns {Span} */
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

// Draws a tree as a strip: a row for each ply, each node as wide as the tree below it.

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
  const top = (/** @type {number} */ ply) => Math.round(ply * row);
  const tall = (/** @type {number} */ ply) => top(ply + 1) - top(ply) - Math.max(1, Math.round(scale));
  for (let index = 0; index < span.to * tree.count; index += 1) {
    const ply = tree.ply[index] ?? 0;
    const kind = tree.kind[index] ?? 0;
    const end = (tree.last[index] ?? index) + 1;
    if (end <= start) continue;
    const left = Math.max(0, (index - start) * unit);
    const right = Math.min(pixels, (end - start) * unit);
    if (right - left >= 2) {
      const gap = right - left >= 5 ? scale : right - left >= 3 ? 0.5 : 0;
      context.fillStyle = colours[kind] ?? "";
      context.fillRect(left, top(ply), right - left - gap, tall(ply));
      continue;
    }
    for (let pixel = Math.floor(left); pixel < right && pixel < pixels; pixel += 1) {
      const part = Math.min(right, pixel + 1) - Math.max(left, pixel);
      const at = (ply * pixels + pixel) * kinds + kind;
      cover[at] = (cover[at] ?? 0) + part;
    }
  }
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
