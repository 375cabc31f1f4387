// A view that is loaded when it is needed: its style and its module.

import { make } from "./dom.js";

/** @typedef {import("./types.d.ts").View} View */

export class Lazy {
  /**
   * @param {import("./types.d.ts").ViewRow} row
   * @param {HTMLElement} place
   * @param {import("./types.d.ts").Context} context
   */
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
      this.place.textContent = `${this.name} could not be loaded. Open it again; if that does not help, load the page again.`;
      return null;
    }
  }

  async mount() {
    this.place.textContent = "";
    /** @type {[{ mount: import("./types.d.ts").Mount }, void]} */
    const [{ mount }] = await Promise.all([import(`../${this.folder}/view.js`), style(new URL(`../${this.folder}/style.css`, import.meta.url).href)]);
    this.view = mount(this.place, this.context);
    return this.view;
  }

  /**
   * Shows or hides the view. Nothing is loaded for a view that was never shown.
   * @param {boolean} isShown
   */
  async show(isShown) {
    if (this.loading === undefined && !isShown) return;
    (await this.load())?.shown?.(isShown);
  }
}

/**
 * Adds a style sheet to the page, once; waits until it is loaded.
 * @param {string} path
 * @returns {Promise<void>}
 */
export function style(path) {
  if (document.querySelector(`link[href="${path}"]`) !== null) return Promise.resolve();
  const link = make("link", { rel: "stylesheet", href: path });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`no ${path}`));
    });
    document.head.append(link);
  });
}
