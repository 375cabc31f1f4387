// What the evaluation of a leaf counts, term by term. Once opened it stays open for the leaves that follow.

import { make } from "../shell/dom.js";
import { signed } from "../board/values.js";

/** @typedef {import("../shell/types.d.ts").EvaluationView} EvaluationView */

export class Terms {
  constructor() {
    /**
     * Undefined as long as it is not known.
     * @type {EvaluationView | null | undefined}
     */
    this.view = undefined;
    this.body = make("tbody");
    const heads = ["Side", "Term", "Count", "Each", "Points"].map((head) => make("th", { scope: "col" }, head));
    const table = make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...heads)), this.body);
    this.root = make("details", { class: "tree-terms", hidden: true }, make("summary", {}, "Terms"), table);
  }

  /** @param {EvaluationView | null | undefined} view of the selected node; `null` where it is not evaluated */
  show(view) {
    this.view = view;
    this.root.hidden = !view;
    this.body.replaceChildren(...(view?.terms ?? []).filter((term) => term.count !== 0).map(row));
  }

  /** Opens or closes the terms, and says in words what they are. */
  toggle() {
    if (this.view === undefined) return "Not known yet.";
    if (this.view === null) return "This node is not evaluated: its value comes from elsewhere.";
    this.root.open = !this.root.open;
    if (!this.root.open) return "Terms closed";
    const counted = this.view.terms.filter((term) => term.count !== 0);
    const words = counted.map((term) => `${term.owner}, ${term.name}: ${term.count} times ${signed(term.weight)}`);
    return [...words, this.view.sum].join("; ");
  }
}

/** @param {import("../shell/types.d.ts").Term} term */
function row(term) {
  return make(
    "tr",
    {},
    make("td", {}, term.owner),
    make("th", { scope: "row" }, term.name),
    make("td", { class: "number" }, String(term.count)),
    make("td", { class: "number" }, signed(term.weight)),
    make("td", { class: "number" }, signed(term.points)),
  );
}
