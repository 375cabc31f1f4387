// The table of views, and what loads one when it is needed.

import { make } from "./dom.js";

/** @import { Context, Mount, View, ViewRow } from "./types.d.ts" */

/** @type {ViewRow[]} */
export const VIEWS = [
  { id: "play", folder: "play", name: "The play view", isEager: true },
  { id: "analyse", folder: "analysis", name: "The analysis view", hasValues: true, address: ["a"] },
  {
    id: "tree",
    folder: "tree",
    name: "The search tree",
    address: ["s", "n", "k"],
    isOfGame: true,
    isInOwnNotation: true,
    keys: [
      ["↑ ↓ → ←", "in the tree table: from row to row; open, and into the cells; close, or to the parent"],
      [". ,", "in the tree table: next cut, previous cut"],
      ["p m * e", "in the tree table: best line; minimax or alpha-beta; open all siblings; terms of the evaluation"],
      ["+ - 0", "on the strip of the tree: zoom in, zoom out, the whole tree"],
    ],
  },
  { id: "edit", folder: "editor", name: "The editor" },
  {
    id: "tournament",
    folder: "tournament",
    name: "The tournament view",
    address: ["t"],
    keys: [["↑ ↓", "in the turns of a recorded game: from turn to turn"]],
  },
];

/** The ids of all views. */
export const VIEW_IDS = VIEWS.map(({ id }) => id);

/** The view that is shown where the address names none. */
export const FIRST_VIEW = "play";

/** What an address says of the game on the board: another game takes it away. */
export const GAME_KEYS = VIEWS.flatMap(({ address, isOfGame }) => (isOfGame === true ? (address ?? []) : []));

// A view that is loaded when it is needed: its style and its module.

export class Lazy {
  /** @param {ViewRow} row @param {HTMLElement} place @param {Context} context */
  constructor({ folder, name }, place, context) {
    this.folder = folder;
    this.name = name;
    this.place = place;
    this.context = context;
    /** @type {Promise<View> | undefined} */
    this.loading = undefined;
    /** @type {View | null} the view, once it is there */
    this.view = null;
  }

  /** @returns {Promise<View | null>} the view, or nothing if it cannot be loaded: its place says so then */
  async load() {
    try {
      this.loading ??= this.mount();
      return await this.loading;
    } catch {
      // Loaded again when the tab is next opened.
      this.loading = undefined;
      // What it had drawn goes, and with it what lit-html remembers of the place.
      Reflect.deleteProperty(this.place, "_$litPart$");
      this.place.textContent = `${this.name} could not be loaded. Open it again; if that does not help, load the page again.`;
      return null;
    }
  }

  async mount() {
    this.place.textContent = "";
    /** @type {[{ mount: Mount }, void]} */
    const [{ mount }] = await Promise.all([import(`../${this.folder}/view.js`), style(new URL(`../${this.folder}/style.css`, import.meta.url).href)]);
    this.view = mount(this.place, this.context);
    return this.view;
  }

  /** Shows or hides the view. Nothing is loaded for a view that was never shown. @param {boolean} isShown */
  async show(isShown) {
    if (this.loading === undefined && !isShown) return;
    (await this.load())?.shown?.(isShown);
  }
}

/** Adds a style sheet to the page, once; waits until it is loaded. @param {string} path @returns {Promise<void>} */
function style(path) {
  if (document.querySelector(`link[href="${path}"]`) !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const fail = () => {
      link.remove();
      reject(new Error(`no ${path}`));
    };
    const link = make("link", { rel: "stylesheet", href: path, load: () => resolve(), error: fail });
    document.head.append(link);
  });
}
