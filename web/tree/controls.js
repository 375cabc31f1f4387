// The form that says which search is shown: algorithm, cut rule, depth, evaluation, and who maximises.

import { evaluationLabel } from "../board/labels.js";
import { capital, make } from "../shell/dom.js";
import { MOST_DEPTH, searchOf } from "./search.js";
import { count } from "../shell/numbers.js";

/** @typedef {import("./types.d.ts").Search} Search */
/** @typedef {import("./types.d.ts").Totals} Totals */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").SearchMenus} SearchMenus */

/** Numbers the groups of radio buttons of the document. */
let made = 0;

export class Controls {
  /**
   * @param {GameMenu} game
   * @param {SearchMenus} searches
   * @param {(search: Search) => void} onChange
   */
  constructor({ evaluations, sides }, searches, onChange) {
    made += 1;
    this.searches = searches;
    this.algorithm = choice(`tree-algorithm-${made}`, "Algorithm", [
      ...searches.map(({ letter, name }) => /** @type {[string, string]} */ ([letter, capital(name)])),
      ["C", "Compare"],
    ]);
    this.cut = choice(`tree-cut-${made}`, "Cut when", [
      ["equal", "α ≥ β"],
      ["beyond", "α > β"],
    ]);
    this.depth = make("input", { type: "number", min: 1, max: MOST_DEPTH, value: 4, required: true });
    this.evaluation = make(
      "select",
      {},
      ...evaluations.map(({ name, about }) => make("option", { value: name, title: about }, evaluationLabel(name))),
    );
    this.maximiser = make(
      "select",
      {},
      make("option", { value: "" }, "course rule"),
      ...sides.map((side) => make("option", { value: side }, side)),
    );
    this.root = make(
      "form",
      { class: "tree-controls", "aria-label": "Search" },
      this.algorithm.root,
      this.cut.root,
      make("label", { class: "tree-field" }, make("span", {}, "Depth"), this.depth),
      make("label", { class: "tree-field" }, make("span", {}, "Evaluation"), this.evaluation),
      make("label", { class: "tree-field" }, make("span", {}, "Maximises"), this.maximiser),
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
    this.cut.root.disabled = !searchOf(this.searches, mode).has_windows;
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
    return {
      mode: this.algorithm.get() ?? "A",
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
    const input = make("input", { type: "radio", name, value });
    const note = make("small");
    return { value, input, note, root: make("label", {}, input, make("span", {}, text, note)) };
  });
  const root = make(
    "fieldset",
    { class: "tree-choice" },
    make("legend", {}, legend),
    make("div", {}, ...parts.map((part) => part.root)),
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
