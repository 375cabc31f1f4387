// Counts by ply: what each way of searching examines at every ply, as a table with bars.

import { make } from "../shell/dom.js";
import { scroller } from "../shell/scroller.js";
import { count } from "../shell/numbers.js";
import { branching, saved } from "./words.js";

/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */

/**
 * The counts by ply of a search, with minimax and the other cut rule next to it.
 * @param {TreeAnswer} answer that of the root
 * @returns {HTMLElement[]} nothing if there are no totals
 */
export function plies({ totals, algorithm, cut, depth }) {
  if (!totals) return [];
  const isMinimax = algorithm === "minimax";
  const name = cut === null ? algorithm : rule(cut);
  const columns = [{ name, examined: totals.examined, by_ply: totals.by_ply }];
  if (totals.other_cut) columns.push({ ...totals.other_cut, name: rule(totals.other_cut.cut) });
  if (!isMinimax && totals.minimax) columns.push({ ...totals.minimax, name: "minimax" });
  // Minimax can be too large to be counted: then there is nothing to compare with.
  const whole = isMinimax ? null : totals.minimax;
  const rules = cut === null ? "" : `: ${algorithm}, by when it cuts${whole ? ", and minimax" : ""}`;
  const caption = `Nodes examined at each ply${rules}`;
  const rows = (whole ?? totals).by_ply.map((most, ply) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, ply === 0 ? "0 (root)" : String(ply)),
      ...columns.map(({ by_ply }) => make("td", {}, count(by_ply[ply] ?? 0))),
      whole && make("td", { class: "tree-share" }, bar(totals.by_ply[ply] ?? 0, most)),
    ),
  );
  const table = make(
    "table",
    { class: "tree-plies" },
    make("caption", {}, caption),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, "ply"),
        ...columns.map((column) => make("th", { scope: "col" }, column.name)),
        whole && make("th", { scope: "col", class: "tree-share" }, "share of minimax"),
      ),
    ),
    make("tbody", {}, ...rows),
    make(
      "tfoot",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "row" }, "total"),
        ...columns.map(({ examined }) => make("td", {}, count(examined))),
        whole && make("td", { class: "tree-share" }, bar(totals.examined, whole.examined)),
      ),
    ),
  );
  const parts = columns.map(({ name, examined }) => `${branching(examined, depth).toFixed(2)} (${name})`);
  const words = `Effective branching factor: ${parts.join(", ")}.`;
  return [scroller("Counts by ply", "", table), make("p", { class: "tree-note" }, words)];
}

/**
 * When a search cuts.
 * @param {string} cut
 */
function rule(cut) {
  return cut === "beyond" ? "α > β" : "α ≥ β";
}

/**
 * @param {number} part
 * @param {number} whole
 */
function bar(part, whole) {
  const share = whole > 0 ? part / whole : 0;
  const fill = make("i", { "aria-hidden": "true" });
  fill.style.width = `${Math.max(1, share * 100)}%`;
  const text = share >= 1 ? "all" : `${saved(part, whole)} saved`;
  return make("span", { class: "tree-bar" }, make("span", {}, fill), make("span", {}, text));
}
