// What goes wrong in the search-tree view, in words, and what can be done about it.

import { capital, fill, make } from "../shell/dom.js";
import { button } from "./dom.js";

/** @typedef {import("../shell/types.d.ts").ErrorBody} ErrorBody */

export class Problems {
  /**
   * @param {object} actions
   * @param {() => void} actions.again asks once more
   * @param {(depth: number) => void} actions.setDepth
   */
  constructor(actions) {
    this.actions = actions;
    /** Whether it may pass by itself: the server does not answer, or is too busy. */
    this.isPassing = false;
    /** Counts what has failed. */
    this.failures = 0;
    this.root = make("div", { class: "tree-problem", role: "alert" });
  }

  /**
   * Shows these texts instead of those before.
   * @param {string[]} texts
   */
  tell(texts) {
    this.isPassing = false;
    fill(this.root, ...texts.map((text) => make("p", {}, text)));
  }

  /**
   * Shows one more text.
   * @param {string} text
   */
  add(text) {
    if (this.isPassing) this.tell([text]);
    else this.root.append(make("p", {}, text));
  }

  /** Something went well: what passes by itself has passed. */
  isOver() {
    if (this.isPassing) this.tell([]);
  }

  /**
   * Shows an error.
   * @param {unknown} error
   * @param {number} depth that of the search
   */
  fail(error, depth) {
    this.failures += 1;
    const { status = 0, error: body } = /** @type {{ status?: number, error?: ErrorBody }} */ (error);
    const text = error instanceof Error ? error.message : String(error);
    this.tell([capital(text), ...(body?.remedy ? [`What helps: ${body.remedy}.`] : [])]);
    this.isPassing = body === undefined || status >= 500;
    if (this.isPassing) this.root.append(button("Try again", this.actions.again));
    if (body?.place !== "depth") return;
    const less = Math.min(body.fits ?? 0, depth - 1);
    if (less > 0) this.root.append(button(`Depth ${less} instead`, () => this.actions.setDepth(less)));
  }
}
