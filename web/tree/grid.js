// The table of the tree: a window on rows that are drawn as they come into sight.

import { capital, count, giveFocus, make, perFrame } from "../shell/dom.js";
import { interval, sign } from "./words.js";

/** @import { Entry, Rows } from "./rows.js" */
/** @import { TreeNode } from "./types.d.ts" */
/** @import { TreeView } from "./view.js" */

const perhaps = (/** @type {number | null} */ number) => (number === null ? "" : count(number));

/** The columns after the first, which always is the move; `name` is for the style sheet. @type {{ name: string, title: string, text: (node: TreeNode) => string }[]} */
const COLUMNS = [
  { name: "value", title: "Value", text: ({ words }) => words },
  { name: "why", title: "Why", text: ({ why, state }) => (state === "skipped" ? why.replace(/^not examined: /, "") : why) },
  { name: "player", title: "To move", text: ({ role, player }) => `${role.toUpperCase()} ${player}` },
  { name: "window", title: "Window in", text: ({ window }) => interval(window) },
  { name: "truth", title: "True value", text: ({ minimax_value }) => sign({ value: minimax_value, bound: "exact" }) },
  { name: "number", title: "#", text: ({ number }) => perhaps(number) },
  { name: "nodes", title: "Nodes", text: ({ nodes }) => count(nodes) },
  { name: "minimax", title: "Minimax nodes", text: ({ minimax_nodes }) => perhaps(minimax_nodes) },
];

/** Rows kept around those in sight, so that scrolling by a few shows no gap. */
const MARGIN = 8;

/** How long typed characters belong together, in milliseconds. */
const TYPING = 700;

export class TreeGrid {
  /** @param {TreeView} view */
  constructor(view) {
    this.view = view;
    /** @type {Rows | null} */
    this.rows = null;
    this.columns = COLUMNS;
    /** @type {Entry | null} */
    this.selected = null;
    /** The cell of the selected row that has the focus, or -1 for the row itself. */
    this.cell = -1;
    /** @type {Entry | null} */
    this.stepAt = null;
    /** By their paths. @type {Map<string, { entry: Entry, row: HTMLElement }>} */
    this.drawn = new Map();
    this.typed = { text: "", time: 0 };
    const soon = perFrame(() => this.render());

    this.head = make("div", { role: "row", class: "tree-row tree-head", "aria-rowindex": 1 });
    this.body = make("div", { role: "rowgroup", class: "tree-body" });
    this.root = make(
      "div",
      {
        role: "treegrid", class: "tree-grid", "aria-label": "Search tree", "aria-multiselectable": "false",
        keydown: (event) => this.keyDown(event), click: (event) => this.clicked(event),
      },
      make("div", { role: "rowgroup", class: "tree-heads" }, this.head),
      this.body,
    );
    this.root.addEventListener("scroll", soon, { passive: true });
    new ResizeObserver(soon).observe(this.root);
  }

  /** @param {Rows} rows */
  setRows(rows) {
    const { search: { mode }, about } = this.view;
    /** @type {Record<string, boolean>} */
    const has = { window: about.has_windows, truth: mode === "C", minimax: mode === "C" };
    this.columns = COLUMNS.filter(({ name }) => has[name] ?? true);
    const titles = [{ name: "move", title: capital(this.view.game.move_noun) }, ...this.columns];
    this.head.replaceChildren(...titles.map(({ name, title }) => make("span", { role: "columnheader", class: `tree-cell tree-${name}` }, title)));
    this.root.setAttribute("aria-colcount", String(titles.length));
    this.rows = rows;
    this.selected = null;
    this.stepAt = null;
    const hadFocus = this.body.contains(document.activeElement);
    this.cell = -1;
    this.root.scrollTop = 0;
    this.render();
    if (hadFocus) giveFocus(this.body.firstElementChild);
  }

  get shown() {
    return this.rows?.shown ?? [];
  }

  /** The height of a row in CSS pixels; rows grow with the text size. */
  get rowHeight() {
    return 2.25 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  render() {
    const { shown } = this;
    const height = this.rowHeight;
    this.body.style.height = `${shown.length * height}px`;
    this.root.setAttribute("aria-rowcount", String(shown.length + 1));
    const first = Math.max(0, Math.floor(this.root.scrollTop / height) - MARGIN);
    const end = first + Math.ceil(this.root.clientHeight / height) + 2 * MARGIN;
    /** @type {Map<Entry, number>} */
    const wanted = new Map();
    // The selected row stays, because it may have the focus.
    shown.forEach((entry, index) => { if (entry === this.selected || (index >= first && index < end)) wanted.set(entry, index); });
    const paths = new Set([...wanted.keys()].map(({ node }) => node.path));
    for (const [path, { row }] of this.drawn) {
      if (paths.has(path)) continue;
      row.remove();
      this.drawn.delete(path);
    }
    /** @type {ChildNode | null} */
    let before = this.body.firstChild;
    for (const [entry, index] of wanted) {
      const row = this.draw(entry);
      this.update(row, entry, index, height);
      // Only rows out of place are moved: a moved row loses the focus.
      if (row === before) before = row.nextSibling;
      else this.body.insertBefore(row, before);
    }
  }

  /** The row of an entry. That of the same node of another search is used again: the mouse may be pressed on it. @param {Entry} entry */
  draw(entry) {
    const { node, level, place, siblings } = entry;
    const known = this.drawn.get(node.path);
    if (known?.entry === entry) return known.row;
    const row = known?.row ?? make("div", { role: "row", "data-path": node.path }, make("span", { role: "gridcell", class: "tree-cell tree-move" },
      make("span", { class: "tree-twisty", "aria-hidden": "true" }), make("span", { class: "tree-label" }, node.move ?? "start")));
    row.className = `tree-row is-${node.state} is-${node.role}`;
    Object.entries({ level, posinset: place, setsize: siblings }).forEach(([name, value]) => row.setAttribute(`aria-${name}`, String(value)));
    row.removeAttribute("aria-expanded");
    while (row.children.length <= this.columns.length) row.append(make("span", { role: "gridcell" }));
    [...row.children].slice(1).forEach((cell, at) => {
      const column = this.columns[at];
      if (!column) return cell.remove();
      cell.className = `tree-cell tree-${column.name}`;
      cell.textContent = column.text(node);
    });
    row.style.setProperty("--level", String(level - 1));
    this.drawn.set(node.path, { entry, row });
    return row;
  }

  /** @param {HTMLElement} row @param {Entry} entry @param {number} index @param {number} height */
  update(row, entry, index, height) {
    const isSelected = entry === this.selected;
    row.style.transform = `translateY(${index * height}px)`;
    row.setAttribute("aria-rowindex", String(index + 2));
    row.setAttribute("aria-selected", String(isSelected));
    if (entry.node.has_children) row.setAttribute("aria-expanded", String(entry.isOpen));
    row.classList.toggle("is-step", entry === this.stepAt);
    const isStop = isSelected || (!this.selected && index === 0);
    row.tabIndex = isStop && this.cell < 0 ? 0 : -1;
    [...row.children].forEach((cell, column) => {
      /** @type {HTMLElement} */ (cell).tabIndex = isStop && this.cell === column ? 0 : -1;
    });
  }

  /** Selects a row, and shows it. @param {Entry} entry @param {{ focus?: boolean, cell?: number }} [how] */
  select(entry, { focus = false, cell = -1 } = {}) {
    const index = this.shown.indexOf(entry);
    if (index < 0) return;
    const isNew = entry !== this.selected;
    this.selected = entry;
    this.cell = cell;
    this.scrollTo(index);
    this.render();
    if (focus) {
      const row = this.drawn.get(entry.node.path)?.row;
      const target = cell < 0 ? row : row?.children[cell];
      /** @type {HTMLElement | undefined} */ (target)?.focus({ preventScroll: cell < 0 });
    }
    if (isNew) this.view.selected(entry);
  }

  /** @param {number} index */
  scrollTo(index) {
    const height = this.rowHeight;
    const head = this.head.offsetHeight;
    const top = index * height;
    const view = this.root.clientHeight - head;
    // The body must be high enough before it can be scrolled.
    this.body.style.height = `${this.shown.length * height}px`;
    if (top < this.root.scrollTop) this.root.scrollTop = top;
    else if (top + height > this.root.scrollTop + view) this.root.scrollTop = top + height - view;
  }

  /** A click on the twisty opens or closes, and so do two on the row. @param {MouseEvent} event */
  clicked({ target, detail }) {
    if (!(target instanceof Element)) return;
    /** @type {HTMLElement | null} */
    const row = target.closest("[data-path]");
    const entry = this.rows?.byPath.get(row?.dataset.path ?? "?");
    if (!entry) return;
    this.select(entry, { focus: true });
    if (target.matches(".tree-twisty") || detail === 2) void this.view.guard(this.view.toggle(entry));
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { cell, shown, columns } = this;
    const at = this.selected ? Math.max(0, shown.indexOf(this.selected)) : 0;
    const entry = shown[at];
    if (event.altKey || event.metaKey || !entry) return;
    const page = Math.max(1, Math.floor(this.root.clientHeight / this.rowHeight) - 2);
    const onRow = cell < 0;
    const ofRows = onRow || event.ctrlKey;
    const isLeaf = !entry.node.has_children;
    const toggle = () => this.view.guard(this.view.toggle(entry));
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ArrowDown: () => this.goTo(at + 1),
      ArrowUp: () => this.goTo(at - 1),
      PageDown: () => this.goTo(Math.min(shown.length - 1, at + page)),
      PageUp: () => this.goTo(Math.max(0, at - page)),
      Home: () => (ofRows ? this.goTo(0) : this.goTo(at, 0)),
      End: () => (ofRows ? this.goTo(shown.length - 1) : this.goTo(at, columns.length)),
      ArrowRight: () => (onRow && !isLeaf && !entry.isOpen ? toggle() : this.goTo(at, Math.min(columns.length, cell + 1))),
      ArrowLeft: () => (!onRow ? this.goTo(at, cell - 1) : entry.isOpen ? toggle() : entry.parent && this.select(entry.parent, { focus: true })),
      Enter: toggle,
      " ": toggle,
    };
    const act = acts[event.key];
    if (!act && !this.type(event, at)) return;
    act?.();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} index @param {number} [cell] */
  goTo(index, cell = this.cell) {
    const entry = this.shown[index];
    if (entry) this.select(entry, { focus: true, cell });
    return true;
  }

  /**
   * Typed characters look for a move; keys with a meaning of their own come first, unless they go on with
   * what is being typed.
   * @param {KeyboardEvent} event
   * @param {number} at
   */
  type(event, at) {
    if (event.key.length !== 1 || event.ctrlKey || !this.rows) return false;
    const isFresh = event.timeStamp - this.typed.time > TYPING;
    const text = isFresh ? event.key : this.typed.text + event.key;
    if (isFresh && this.view.pressed(event.key)) return true;
    // The same character again goes to the next such move; more characters narrow the search.
    const isRepeated = [...text].every((letter) => letter === text[0]);
    const index = this.rows.find(isFresh || isRepeated ? at + 1 : at, isRepeated ? text.charAt(0) : text);
    if (index < 0) return !isFresh && this.view.pressed(event.key);
    this.typed = { text, time: event.timeStamp };
    return this.goTo(index, -1);
  }
}
