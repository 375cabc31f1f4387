// A view that is loaded when its tab is first opened: its style, then its module.

import { make } from "./dom.js";

export class Lazy {
  /**
   * @param {HTMLElement} place
   * @param {string} name how it is called if it cannot be loaded
   * @param {() => Promise<import("./types.d.ts").View>} load
   */
  constructor(place, name, load) {
    this.place = place;
    this.name = name;
    this.load = load;
    /** @type {Promise<import("./types.d.ts").View> | undefined} */
    this.view = undefined;
  }

  /**
   * Shows or hides the view. Nothing is loaded for a view that was never shown.
   * @param {boolean} isShown
   */
  async show(isShown) {
    if (this.view === undefined && !isShown) return;
    try {
      if (this.view === undefined) {
        this.place.textContent = "";
        this.view = this.load();
      }
      (await this.view).shown(isShown);
    } catch {
      // Loaded again when the tab is next opened.
      this.view = undefined;
      this.place.textContent = `${this.name} could not be loaded. Is the server there?`;
    }
  }
}

/**
 * A style sheet of the page, once; waits until it can be seen by.
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
