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

/** @param {TreeNode} node @param {Entry | null} parent @param {number} place @param {number} siblings @returns {Entry} */
const entryOf = (node, parent, place, siblings) => ({ node, parent, children: null, isOpen: false, level: (parent?.level ?? 0) + 1, place, siblings });

export class Rows {
  /** @param {TreeNode} root */
  constructor(root) {
    this.root = entryOf(root, null, 1, 1);
    /** What is shown, from the top; empty until it is listed again. @type {Entry[]} */
    this.listed = [];
    /** @type {Map<string, Entry>} */
    this.byPath = new Map([["", this.root]]);
  }

  get shown() {
    const list = (/** @type {Entry} */ entry) => {
      this.listed.push(entry);
      if (entry.isOpen) entry.children?.forEach(list);
    };
    if (this.listed.length === 0) list(this.root);
    return this.listed;
  }

  /** Takes the children of a node as they are known now; the node stays closed. @param {Entry} entry @param {TreeNode[]} nodes */
  setChildren(entry, nodes) {
    if (entry.children) return;
    entry.children = nodes.map((node, index) => entryOf(node, entry, index + 1, nodes.length));
    for (const child of entry.children) this.byPath.set(child.node.path, child);
  }

  /** Opens a node whose children are known, or closes one. @param {Entry} entry */
  open(entry, isOpen = true) {
    entry.isOpen = isOpen && entry.children !== null;
    this.listed = [];
  }

  /** The next row after `from` whose move begins with `text`, going on at the top; -1 if there is none. @param {number} from @param {string} text */
  find(from, text) {
    const isWanted = (/** @type {Entry} */ { node }) => (node.move ?? "start").toLowerCase().replace(/^\[/, "").startsWith(text.toLowerCase());
    const next = this.shown.findIndex((entry, index) => index >= from && isWanted(entry));
    return next >= 0 ? next : this.shown.findIndex(isWanted);
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
  /** Begins with the root open. @param {TreeAnswer} answer that of the root @param {Source} source @param {TreeGrid} grid */
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
    if (!entry.children && entry.node.has_children) this.rows.setChildren(entry, (await this.source.node(entry.node.path)).children);
    return entry.children ?? [];
  }

  /** Opens or closes a node that has children. @param {Entry} entry */
  async toggle(entry) {
    const isOpen = !entry.isOpen;
    if (isOpen) await this.childrenOf(entry);
    const { selected } = this.grid;
    const hadFocus = this.hasFocus();
    this.rows.open(entry, isOpen);
    // What is closed cannot stay selected.
    if (selected && !this.rows.shown.includes(selected)) this.grid.select(entry, { focus: hadFocus });
    this.grid.render();
  }

  /**
   * Goes down from the root, opens what is on the way, and selects its end.
   * @param {(entry: Entry) => ((child: Entry) => unknown) | false} next which child is the next on the way; `false` at its end
   * @param {boolean} [focus]
   * @returns {Promise<Entry | null | undefined>} `null` if there is no such node, `undefined` if something newer was asked for
   */
  async go(next, focus = false) {
    const mine = ++this.asked;
    let entry = this.rows.root;
    for (let wanted = next(entry); wanted; wanted = next(entry)) {
      const child = (await this.childrenOf(entry)).find(wanted);
      if (mine !== this.asked) return undefined;
      if (!child) return null;
      this.rows.open(entry);
      entry = child;
    }
    if (mine !== this.asked || this.source.isStopped) return undefined;
    this.grid.select(entry, { focus });
    return entry;
  }

  /** @param {string} path @param {boolean} [focus] */
  reveal(path, focus) {
    return this.go((entry) => entry.node.path !== path && ((child) => `${path}.`.startsWith(`${child.node.path}.`)), focus);
  }

  /** The same, for a way that names children by their place. @param {number[]} way */
  revealWay(way) {
    return this.go(({ level }) => level <= way.length && (({ place }) => place - 1 === way[level - 1]));
  }

  /** Goes to the node of the next or previous cut. @param {"next" | "previous"} direction @returns {Promise<{ words: string, entry?: Entry | null }>} what there is, in words, and the node if it was gone to */
  async cutBeside(direction) {
    const { selected } = this.grid;
    const isThere = selected && selected.node.path === this.cutAt.path && this.cutAt.number > 0;
    const from = isThere ? this.cutAt.number : (selected?.node.number ?? 1);
    const mine = ++this.asked;
    const { cuts } = await this.source.steps(from, from);
    const number = cuts[direction];
    if (number === null) return { words: `There is no ${direction} cut.` };
    const { events } = await this.source.steps(number, number);
    const cut = events.find(({ event }) => event === "cut");
    if (!cut || mine !== this.asked) return { words: "" };
    this.cutAt = { path: cut.path, number };
    return { words: cut.caption, entry: await this.reveal(cut.path, this.hasFocus()) };
  }

  /** Opens the principal variation: from the root always the best reply. */
  bestLine() {
    return this.go(({ node: { best } }) => best !== null && ((child) => child.node.move === best), this.hasFocus());
  }

  /** Opens the selected node and all its siblings. */
  async openSiblings() {
    const { selected } = this.grid;
    if (!selected) return;
    const siblings = selected.parent?.children ?? [selected];
    await Promise.all(siblings.map((entry) => this.childrenOf(entry)));
    for (const entry of siblings) this.rows.open(entry);
    this.grid.render();
    this.grid.scrollTo(this.rows.shown.indexOf(selected));
  }
}
