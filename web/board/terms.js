// The terms of an evaluation as rows of a table: the same in the analysis and beside a node of the search tree.

import { make } from "../shell/dom.js";
import { count, signed } from "../shell/numbers.js";

/** The head of such a table. */
export const termHead = () => make("thead", {}, make("tr", {}, ...["Side", "Term", "Count", "Each", "Points"].map((head) => make("th", { scope: "col" }, head))));

/**
 * @param {import("../shell/types.d.ts").Term} term
 * @param {HTMLElement | string} [name] shown instead of its name
 */
export function termRow(term, name = term.name) {
  return make(
    "tr",
    {},
    make("td", {}, term.owner),
    make("th", { scope: "row" }, name),
    make("td", { class: "number" }, count(term.count)),
    make("td", { class: "number" }, signed(term.weight)),
    make("td", { class: "number" }, signed(term.points)),
  );
}
