// The columns of the tree table.

import { count } from "../shell/numbers.js";
import { interval, sign } from "./words.js";

/** @typedef {import("./grid.js").Column} Column */
/** @typedef {import("./types.d.ts").Search} Search */

/**
 * The columns of the table after the move.
 * @param {Search} search
 * @param {boolean} hasWindows whether it has alpha and beta
 * @returns {Column[]}
 */
export function columns({ mode }, hasWindows) {
  const isComparison = mode === "C";
  /** @type {(Column & { isLeftOut?: boolean })[]} */
  const all = [
    { name: "value", title: "Value", text: ({ words }) => words },
    { name: "why", title: "Why", text: ({ why, state }) => (state === "skipped" ? why.replace(/^not examined: /, "") : why) },
    { name: "player", title: "To move", text: ({ role, player }) => `${role.toUpperCase()} ${player}` },
    { name: "window", title: "Window in", text: ({ window }) => interval(window), isLeftOut: !hasWindows },
    {
      name: "truth",
      title: "True value",
      text: ({ minimax_value }) => (minimax_value === null ? "" : sign({ value: minimax_value, bound: "exact" })),
      isLeftOut: !isComparison,
    },
    { name: "number", title: "#", text: ({ number }) => (number === null ? "" : count(number)) },
    { name: "nodes", title: "Nodes", text: ({ nodes }) => count(nodes) },
    {
      name: "minimax",
      title: "Minimax nodes",
      text: ({ minimax_nodes }) => (minimax_nodes === null ? "" : count(minimax_nodes)),
      isLeftOut: !isComparison,
    },
  ];
  return all.filter(({ isLeftOut }) => !isLeftOut);
}
