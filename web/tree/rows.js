// The rows of the tree's table, and the way through them.

/** @import { TreeGrid } from "./grid.js" */
/** @import { Source } from "./search.js" */
/** @import { TreeAnswer, TreeNode } from "./types.d.ts" */

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

  /** The row of an entry, or -1 if it is not shown. @param {Entry} entry */
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

  /** Opens a node whose children are known. @param {Entry} entry */
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

  /** The paths above a path, the root's first: those to be open for the path to be shown. @param {string} path */
  static above(path) {
    const words = path === "" ? [] : path.split(".");
    return words.map((_, index) => words.slice(0, index).join("."));
  }
}

/** The way to an entry: which child to take at each ply. @param {Entry} entry */
export function wayOf(entry) {
  const way = [];
  for (let at = entry; at.parent; at = at.parent) way.unshift(at.place - 1);
  return way;
}

// Moving about in the tree: opening and closing nodes, and going to one that is named somehow.

export class Walk {
  /**
   * Begins with the root open.
   * @param {TreeAnswer} answer that of the root
   * @param {Source} source
   * @param {TreeGrid} grid
   */
  constructor(answer, source, grid) {
    this.rows = new Rows(answer.node);
    this.source = source;
    this.grid = grid;
    /** The last cut that was selected. It is kept, because a node can be cut long after it was entered. */
    this.cutAt = { path: "", number: 0 };
    /** Counts what was asked for: an answer selects its node only if nothing newer was asked for meanwhile. */
    this.asked = 0;
    this.rows.setChildren(this.rows.root, answer.children);
    this.rows.open(this.rows.root);
    grid.setRows(this.rows);
  }

  hasFocus() {
    return this.grid.root.contains(document.activeElement);
  }

  /** The children of a node, asked for once. @param {Entry} entry */
  async childrenOf(entry) {
    if (entry.children || !entry.node.has_children) return entry.children ?? [];
    const answer = await this.source.node(entry.node.path);
    this.rows.setChildren(entry, answer.children);
    return entry.children ?? [];
  }

  /** Opens or closes a node. @param {Entry} entry */
  async toggle(entry) {
    if (!entry.node.has_children) return;
    if (entry.isOpen) {
      const { selected } = this.grid;
      const hadFocus = this.hasFocus();
      this.rows.close(entry);
      // What is closed cannot stay selected.
      if (selected && this.rows.indexOf(selected) < 0) this.grid.select(entry, { focus: hadFocus });
    } else {
      await this.childrenOf(entry);
      this.rows.open(entry);
    }
    this.grid.render();
  }

  /**
   * Opens the way to a node and selects it.
   * @param {string} path
   * @param {boolean} [focus]
   * @returns {Promise<Entry | null | undefined>} `null` if there is no such node, `undefined` if something newer was asked for
   */
  async reveal(path, focus = false) {
    const mine = ++this.asked;
    for (const above of Rows.above(path)) {
      const entry = this.rows.get(above);
      if (!entry) return null;
      await this.childrenOf(entry);
      this.rows.open(entry);
    }
    if (mine !== this.asked) return undefined;
    const entry = this.rows.get(path);
    if (!entry || this.source.isStopped) return null;
    this.grid.render();
    this.grid.select(entry, { focus });
    return entry;
  }

  /** The same, for a way that names children by their place. @param {number[]} way */
  async revealWay(way) {
    const mine = ++this.asked;
    let entry = this.rows.root;
    for (const child of way) {
      const children = await this.childrenOf(entry);
      this.rows.open(entry);
      if (!children[child]) break;
      entry = children[child];
    }
    if (mine === this.asked && !this.source.isStopped) this.grid.select(entry);
  }

  /**
   * Goes to the node of the next or previous cut.
   * @param {"next" | "previous"} direction
   * @returns {Promise<string>} what there is, in words
   */
  async cutBeside(direction) {
    const { selected } = this.grid;
    const isThere = selected && selected.node.path === this.cutAt.path && this.cutAt.number > 0;
    const from = isThere ? this.cutAt.number : (selected?.node.number ?? 1);
    const mine = ++this.asked;
    const { cuts } = await this.source.steps(from, from);
    const number = cuts[direction];
    if (number === null) return `There is no ${direction} cut.`;
    const { events } = await this.source.steps(number, number);
    const cut = events.find(({ event }) => event === "cut");
    if (!cut || mine !== this.asked) return "";
    this.cutAt = { path: cut.path, number };
    await this.reveal(cut.path, this.hasFocus());
    return cut.caption;
  }

  /** Opens the principal variation: from the root always the best reply. */
  async bestLine() {
    const mine = ++this.asked;
    let entry = this.rows.root;
    for (;;) {
      const children = await this.childrenOf(entry);
      const { best } = entry.node;
      const next = children.find(({ node }) => best !== null && node.move === best);
      if (!next) break;
      this.rows.open(entry);
      entry = next;
    }
    this.grid.render();
    if (mine !== this.asked) return;
    this.grid.select(entry, { focus: this.hasFocus() });
  }

  /** Opens the selected node and all its siblings. */
  async openSiblings() {
    const { selected } = this.grid;
    if (!selected) return;
    const siblings = selected.parent?.children ?? [selected];
    await Promise.all(siblings.map((entry) => this.childrenOf(entry)));
    for (const entry of siblings) this.rows.open(entry);
    this.grid.render();
    this.grid.scrollTo(this.rows.indexOf(selected));
  }
}
