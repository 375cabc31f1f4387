// The form that says which search is shown: algorithm, cut rule, depth, evaluation, and who maximises.

import { element } from "./tree-dom.js";
import { MOST_DEPTH } from "./tree-search.js";
import { count } from "./tree-words.js";

/** @typedef {import("./tree-types.d.ts").Search} Search */
/** @typedef {import("./tree-types.d.ts").Totals} Totals */
/** @typedef {import("./types.d.ts").GameMenu} GameMenu */

/** Numbers the groups of radio buttons of the document. */
let made = 0;

export class Controls {
  /**
   * @param {GameMenu} game
   * @param {(search: Search) => void} onChange
   */
  constructor({ evaluations, sides }, onChange) {
    made += 1;
    this.algorithm = choice(`tree-algorithm-${made}`, "Algorithm", [
      ["A", "Alpha-beta"],
      ["M", "Minimax"],
      ["C", "Compare"],
    ]);
    this.cut = choice(`tree-cut-${made}`, "Cut when", [
      ["equal", "α ≥ β"],
      ["beyond", "α > β"],
    ]);
    this.depth = element("input", { type: "number", min: 1, max: MOST_DEPTH, value: 4, required: true });
    this.evaluation = element(
      "select",
      {},
      ...evaluations.map(({ name, about }) => element("option", { value: name, text: name, title: about })),
    );
    this.maximiser = element(
      "select",
      {},
      element("option", { value: "", text: "as usual" }),
      ...sides.map((side) => element("option", { value: side, text: side })),
    );
    this.root = element(
      "form",
      { class: "tree-controls", "aria-label": "Search" },
      this.algorithm.root,
      this.cut.root,
      element("label", { class: "tree-field" }, element("span", { text: "Depth" }), this.depth),
      element("label", { class: "tree-field" }, element("span", { text: "Evaluation" }), this.evaluation),
      element("label", { class: "tree-field" }, element("span", { text: "Maximises" }), this.maximiser),
    );
    this.root.addEventListener("submit", (event) => event.preventDefault());
    this.root.addEventListener("change", () => {
      if (this.root.reportValidity()) onChange(this.read());
    });
  }

  /** @param {Search} search */
  show({ mode, depth, cut, evaluation, maximiser }) {
    this.algorithm.set(mode);
    this.cut.set(cut);
    this.cut.root.disabled = mode === "M";
    this.depth.value = String(depth);
    this.evaluation.value = evaluation;
    this.maximiser.value = maximiser;
  }

  /**
   * What each cut rule costs, next to its name.
   * @param {Totals | null} totals
   * @param {string | null} cut
   */
  showTotals(totals, cut) {
    const other = totals?.other_cut;
    this.cut.note("equal", totals && other ? count(cut === "equal" ? totals.examined : other.examined) : "");
    this.cut.note("beyond", totals && other ? count(cut === "equal" ? other.examined : totals.examined) : "");
  }

  /** @returns {Search} */
  read() {
    const mode = this.algorithm.get();
    return {
      mode: mode === "M" || mode === "C" ? mode : "A",
      depth: Number(this.depth.value),
      cut: this.cut.get() === "beyond" ? "beyond" : "equal",
      evaluation: this.evaluation.value,
      maximiser: this.maximiser.value,
    };
  }
}

/**
 * A group of radio buttons in a row.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} options value and text
 */
function choice(name, legend, options) {
  const parts = options.map(([value, text]) => {
    const input = element("input", { type: "radio", name, value });
    const note = element("small");
    return { value, input, note, root: element("label", {}, input, element("span", {}, text, note)) };
  });
  const root = element(
    "fieldset",
    { class: "tree-choice" },
    element("legend", { text: legend }),
    element("div", {}, ...parts.map((part) => part.root)),
  );
  return {
    root,
    get: () => parts.find(({ input }) => input.checked)?.value,
    /** @param {string} wanted */
    set(wanted) {
      for (const { value, input } of parts) input.checked = value === wanted;
    },
    /** @type {(wanted: string, text: string) => void} */
    note(wanted, text) {
      for (const { value, note } of parts) if (value === wanted) note.textContent = text;
    },
  };
}
