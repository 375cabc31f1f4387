// Counts by ply: what each way of searching examines at every ply, as a table with bars.

import { element, scroller } from "./tree-dom.js";
import { branching, count, saved } from "./tree-words.js";

/** @typedef {import("./tree-types.d.ts").TreeAnswer} TreeAnswer */

/**
 * The counts by ply of a search, with minimax and the other cut rule beside it.
 * @param {TreeAnswer} answer that of the root
 * @returns {HTMLElement[]} nothing if there are no totals
 */
export function plies({ totals, algorithm, cut, depth }) {
  if (!totals) return [];
  const isMinimax = algorithm === "minimax";
  const name = isMinimax ? "minimax" : `alpha-beta, ${rule(cut)}`;
  const columns = [{ name, examined: totals.examined, by_ply: totals.by_ply }];
  if (!isMinimax && totals.other_cut) {
    columns.push({ ...totals.other_cut, name: `alpha-beta, ${rule(totals.other_cut.cut)}` });
  }
  if (!isMinimax && totals.minimax) columns.push({ ...totals.minimax, name: "minimax" });
  const whole = columns[columns.length - 1];
  const rows = whole.by_ply.map((most, ply) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", text: ply === 0 ? "0 (root)" : ply }),
      ...columns.map(({ by_ply }) => element("td", { text: count(by_ply[ply] ?? 0) })),
      element("td", { class: "tree-share" }, bar(totals.by_ply[ply] ?? 0, most)),
    ),
  );
  const table = element(
    "table",
    { class: "tree-plies" },
    element("caption", { text: "Nodes examined at each ply" }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col", text: "ply" }),
        ...columns.map((column) => element("th", { scope: "col", text: column.name })),
        element("th", { scope: "col", text: isMinimax ? "nodes" : "share of minimax" }),
      ),
    ),
    element("tbody", {}, ...rows),
    element(
      "tfoot",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "row", text: "total" }),
        ...columns.map(({ examined }) => element("td", { text: count(examined) })),
        element("td", { class: "tree-share" }, bar(totals.examined, whole.examined)),
      ),
    ),
  );
  const parts = columns.map(({ name, examined }) => `${name} ${branching(examined, depth).toFixed(2)}`);
  const words = `Effective branching factor: ${parts.join("; ")}.`;
  return [scroller("Counts by ply", "", table), element("p", { class: "tree-note", text: words })];
}

/** @param {string | null} cut */
function rule(cut) {
  return cut === "beyond" ? "cut when α > β" : "cut when α ≥ β";
}

/**
 * @param {number} part
 * @param {number} whole
 */
function bar(part, whole) {
  const share = whole > 0 ? part / whole : 0;
  const fill = element("i", { "aria-hidden": "true" });
  fill.style.width = `${Math.max(1, share * 100)}%`;
  const text = share >= 1 ? "all" : `${saved(part, whole)} saved`;
  return element("span", { class: "tree-bar" }, element("span", {}, fill), element("span", { text }));
}
