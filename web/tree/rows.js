// The rows of the tree table: which nodes are open, and so which rows there are, in order. No document here.

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

/**
 * A node with its place among the rows.
 * @typedef {object} Entry
 * @property {TreeNode} node
 * @property {Entry | null} parent
 * @property {Entry[] | null} children `null` until they are known
 * @property {boolean} isOpen
 * @property {number} level 1 at the root
 * @property {number} place among its siblings, from 1
 * @property {number} siblings how many there are, itself included
 */

export class Rows {
  /** @param {TreeNode} root */
  constructor(root) {
    /** @type {Entry} */
    this.root = { node: root, parent: null, children: null, isOpen: false, level: 1, place: 1, siblings: 1 };
    /** @type {Entry[]} */
    this.shown = [this.root];
    /** @type {Map<string, Entry>} */
    this.byPath = new Map([["", this.root]]);
  }

  /** @param {string} path */
  get(path) {
    return this.byPath.get(path);
  }

  /**
   * The row of an entry, or -1 if it is not shown.
   * @param {Entry} entry
   */
  indexOf(entry) {
    return this.shown.indexOf(entry);
  }

  /**
   * Takes the children of a node as they are known now; the node stays closed.
   * @param {Entry} entry
   * @param {TreeNode[]} nodes
   */
  setChildren(entry, nodes) {
    if (entry.children) return;
    entry.children = nodes.map((node, index) => ({
      node,
      parent: entry,
      children: null,
      isOpen: false,
      level: entry.level + 1,
      place: index + 1,
      siblings: nodes.length,
    }));
    for (const child of entry.children) this.byPath.set(child.node.path, child);
  }

  /**
   * Opens a node whose children are known.
   * @param {Entry} entry
   */
  open(entry) {
    if (entry.isOpen || !entry.children) return;
    entry.isOpen = true;
    const index = this.indexOf(entry);
    if (index < 0) return;
    /** @type {Entry[]} */
    const rows = [];
    /** @type {Entry[]} */
    const stack = [...entry.children].reverse();
    for (let next = stack.pop(); next; next = stack.pop()) {
      rows.push(next);
      if (next.isOpen && next.children) {
        for (const child of [...next.children].reverse()) stack.push(child);
      }
    }
    this.shown = this.shown.slice(0, index + 1).concat(rows, this.shown.slice(index + 1));
  }

  /** @param {Entry} entry */
  close(entry) {
    if (!entry.isOpen) return;
    entry.isOpen = false;
    const index = this.indexOf(entry);
    if (index < 0) return;
    const end = this.shown.findIndex(({ level }, at) => at > index && level <= entry.level);
    this.shown = this.shown.slice(0, index + 1).concat(end < 0 ? [] : this.shown.slice(end));
  }

  /**
   * The next row after `from` whose move begins with `text`, going on at the top; -1 if there is none.
   * @param {number} from
   * @param {string} text
   */
  find(from, text) {
    const wanted = text.toLowerCase();
    const count = this.shown.length;
    for (let step = 0; step < count; step += 1) {
      const index = (from + step) % count;
      const move = this.shown[index]?.node.move ?? "start";
      if (move.toLowerCase().replace(/^\[/, "").startsWith(wanted)) return index;
    }
    return -1;
  }

  /**
   * The paths above a path, the root's first: those to be open for the path to be shown.
   * @param {string} path
   */
  static above(path) {
    const words = path === "" ? [] : path.split(".");
    return words.map((_, index) => words.slice(0, index).join("."));
  }
}

/**
 * The way to an entry: which child to take at each ply.
 * @param {Entry} entry
 */
export function wayOf(entry) {
  const way = [];
  for (let at = entry; at.parent; at = at.parent) way.unshift(at.place - 1);
  return way;
}
