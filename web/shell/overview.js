// The packed overview of a tree, unpacked: where each node lies in the strip, and the way to it. No document here.

/** @import { Overview } from "./types.d.ts" */

/** What a node is, as the overview writes it. */
export const KINDS = "icets";
export const SKIPPED = KINDS.indexOf("s");

export class Unpacked {
  /** @param {Overview} packed */
  constructor({ plies, children, kinds, nodes, shown_plies, is_complete }) {
    const count = plies.length;
    /** Nodes of the whole tree, those not shown included. */
    this.examined = nodes;
    this.isComplete = is_complete;
    this.count = count;
    this.plies = shown_plies + 1;
    this.ply = new Uint8Array(count);
    this.kind = new Uint8Array(count);
    /** The index of the last node below each node. */
    this.last = new Uint32Array(count);
    /** The place of each node's move among those of its parent. */
    this.child = new Uint8Array(count);
    /** @type {number[]} */
    const open = [];
    for (let index = 0; index < count; index += 1) {
      const ply = parseInt(plies.charAt(index), 36);
      this.ply[index] = ply;
      this.child[index] = parseInt(children.charAt(index), 36);
      this.kind[index] = KINDS.indexOf(kinds.charAt(index));
      while (open.length > ply) this.last[open.pop() ?? 0] = index - 1;
      open.push(index);
    }
    for (const index of open) this.last[index] = count - 1;
  }

  /** What a node is: its ply, the place of its kind in `KINDS`, and how many nodes are shown from it on. @param {number} index */
  node(index) {
    const [ply = 0, kind = 0, last = index] = [this.ply[index], this.kind[index], this.last[index]];
    return { ply, kind, nodes: last - index + 1 };
  }

  /** The node with an examination number, which counts from 1 and leaves out skipped nodes; -1 if the strip does not show it. @param {number} number */
  numbered(number) {
    if (!this.isComplete) return -1;
    let passed = 0;
    return this.kind.findIndex((kind) => kind !== SKIPPED && (passed += 1) === number);
  }

  /** How many nodes are shown that the search examined. */
  get solid() {
    return this.kind.filter((kind) => kind !== SKIPPED).length;
  }

  /** The node of a ply at a place of the strip, from 0 to 1; -1 if there is none. @param {number} ply @param {number} place */
  at(ply, place) {
    const unit = Math.min(this.count - 1, Math.max(0, Math.floor(place * this.count)));
    // The strip is in the order of examination: what covers a place is the node there or one above it.
    return this.ply.findLastIndex((own, index) => index <= unit && own <= ply && index + this.node(index).nodes > unit);
  }

  /** The way to a node: which child to take at each ply. @param {number} index */
  way(index) {
    /** @type {number[]} */
    const way = [];
    let wanted = this.node(index).ply;
    for (let above = index; above > 0 && wanted > 0; above -= 1) {
      if (this.ply[above] !== wanted) continue;
      way.unshift(this.child[above] ?? 0);
      wanted -= 1;
    }
    return way;
  }

  /** The node at the end of a way, or -1 if the strip does not show it. @param {number[]} way */
  find(way) {
    if (this.count === 0) return -1;
    let index = 0;
    for (const child of way) {
      const end = index + this.node(index).nodes;
      let next = index + 1;
      while (next < end && this.child[next] !== child) next += this.node(next).nodes;
      if (next >= end) return -1;
      index = next;
    }
    return index;
  }
}
