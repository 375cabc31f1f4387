// What the evaluation of a leaf counts, term by term. Once opened it stays open for the leaves that follow.

import { termHead, termRow } from "../board/terms.js";
import { make } from "../shell/dom.js";
import { count, signed } from "../shell/numbers.js";

/** @typedef {import("../shell/types.d.ts").EvaluationView} EvaluationView */

export class Terms {
  constructor() {
    /**
     * Undefined as long as it is not known.
     * @type {EvaluationView | null | undefined}
     */
    this.view = undefined;
    this.body = make("tbody");
    const table = make("table", { class: "plain" }, termHead(), this.body);
    this.root = make("details", { class: "tree-terms", hidden: true }, make("summary", {}, "Terms"), table);
  }

  /** @param {EvaluationView | null | undefined} view of the selected node; `null` where it is not evaluated */
  show(view) {
    this.view = view;
    this.root.hidden = !view;
    this.body.replaceChildren(...(view?.terms ?? []).filter((term) => term.count !== 0).map((term) => termRow(term)));
  }

  /** Opens or closes the terms, and says in words what they are. */
  toggle() {
    if (this.view === undefined) return "Not known yet.";
    if (this.view === null) return "This node is not evaluated: its value comes from elsewhere.";
    this.root.open = !this.root.open;
    if (!this.root.open) return "Terms closed";
    const counted = this.view.terms.filter((term) => term.count !== 0);
    const words = counted.map((term) => `${term.owner}, ${term.name}: ${count(term.count)} times ${signed(term.weight)}`);
    return [...words, this.view.sum].join("; ");
  }
}
