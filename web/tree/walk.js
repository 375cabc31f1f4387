// Moving about in the tree: opening and closing nodes, and going to one that is named somehow.

import { Rows } from "./rows.js";

/** @typedef {import("./rows.js").Entry} Entry */
/** @typedef {import("./grid.js").TreeGrid} TreeGrid */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */

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

  /**
   * The children of a node, asked for once.
   * @param {Entry} entry
   */
  async childrenOf(entry) {
    if (entry.children || !entry.node.has_children) return entry.children ?? [];
    const answer = await this.source.node(entry.node.path);
    this.rows.setChildren(entry, answer.children);
    return entry.children ?? [];
  }

  /**
   * Opens or closes a node.
   * @param {Entry} entry
   */
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

  /**
   * The same, for a way that names children by their place.
   * @param {number[]} way
   */
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
