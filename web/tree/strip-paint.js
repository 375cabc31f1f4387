// Draws a tree as a strip: a row for each ply, each node as wide as the tree below it.

import { KINDS } from "../shell/overview.js";

/** @typedef {import("../shell/overview.js").Unpacked} Unpacked */

const CUT = KINDS.indexOf("c");

/**
 * Takes the lower right corner of a node away.
 * @param {CanvasRenderingContext2D} context
 * @param {number} right
 * @param {number} bottom
 * @param {number} size
 */
function notch(context, right, bottom, size) {
  context.globalCompositeOperation = "destination-out";
  context.beginPath();
  context.moveTo(right - size, bottom);
  context.lineTo(right, bottom - size);
  context.lineTo(right, bottom);
  context.fill();
  context.globalCompositeOperation = "source-over";
}

/**
 * The nodes of which some part lies in a span: the nodes above its first one, and then all in the order of examination.
 * @param {Unpacked} tree
 * @param {import("./span.js").Span} span
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
 * @param {import("./span.js").Span} span what is in sight
 * @param {string[]} colours of the kinds
 * @param {number} row the height of a ply in device pixels
 * @param {number} scale device pixels in a CSS pixel
 */
export function paint(context, tree, span, colours, row, scale) {
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
      if (kind === CUT) notch(context, right - gap, top(ply) + tall(ply), Math.min(7 * scale, (right - left - gap) * 0.6));
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
