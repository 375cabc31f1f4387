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
    /** @type {string[]} */
    this.texts = [];
    this.root = make("div", { class: "tree-problem", role: "alert" });
  }

  /**
   * Shows these texts instead of those before.
   * @param {string[]} texts
   * @param {...HTMLElement} buttons what can be done
   */
  tell(texts, ...buttons) {
    this.isPassing = false;
    this.texts = texts;
    fill(this.root, ...texts.map((text) => make("p", {}, text)), ...buttons);
  }

  /**
   * Shows one more text.
   * @param {string} text
   */
  add(text) {
    this.tell(this.isPassing ? [text] : [...this.texts, text]);
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
    const { status = 0, error: body } = /** @type {{ status?: number, error?: ErrorBody }} */ (error);
    const text = error instanceof Error ? error.message : String(error);
    const isPassing = body === undefined || status >= 500;
    const less = body?.place === "depth" ? Math.min(body.fits ?? 0, depth - 1) : 0;
    this.tell(
      [capital(text), ...(body?.remedy ? [`What helps: ${body.remedy}.`] : [])],
      ...(isPassing ? [button("Try again", this.actions.again)] : []),
      ...(less > 0 ? [button(`Depth ${less} instead`, () => this.actions.setDepth(less))] : []),
    );
    this.isPassing = isPassing;
  }
}
