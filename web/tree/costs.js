// What cut branches would have cost: how many nodes minimax examines for each skipped reply and all below it.

import { fill, make } from "../shell/dom.js";
import { count, counted } from "../shell/numbers.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

/**
 * The skipped replies of a node and what each would have cost, in nodes of minimax; the total is `null` where minimax
 * is too large to be counted.
 * @param {TreeNode[]} children
 * @returns {{ replies: { path: string, move: string, nodes: number | null }[], total: number | null }}
 */
export function costs(children) {
  const replies = children
    .filter(({ state }) => state === "skipped")
    .map(({ path, move, minimax_nodes }) => ({ path, move: move ?? "", nodes: minimax_nodes }));
  const total = replies.reduce((/** @type {number | null} */ sum, { nodes }) => (sum === null || nodes === null ? null : sum + nodes), 0);
  return { replies, total };
}

/** The costs of the selected node's cut, as bars. */
export class Costs {
  constructor() {
    this.words = make("p");
    this.list = make("ul", { class: "tree-costs" });
    this.root = make("div", { class: "tree-cost", hidden: true }, this.words, this.list);
  }

  /**
   * @param {TreeNode[]} children those known
   * @param {string} noun what a move is called
   */
  show(children, noun) {
    const { replies, total } = costs(children);
    this.root.hidden = replies.length === 0;
    const [skipped, them] = replies.length === 1 ? ["the skipped reply", "it"] : [`the ${replies.length} skipped replies`, "them"];
    this.words.textContent = total === null
      ? `What ${skipped} would have cost is not counted: minimax examines more than 5 million nodes here.`
      : `Minimax examines ${counted(total, "node")} for ${skipped} and all below ${them}; this search none.`;
    const most = Math.max(1, ...replies.map(({ nodes }) => nodes ?? 0));
    fill(this.list,
      ...replies.map(({ move, nodes }) => {
        const bar = make("i", { "aria-hidden": "true" });
        bar.style.width = `${(100 * (nodes ?? 0)) / most}%`;
        return make("li", {}, make("span", {}, `${noun} ${move}`), make("span", { class: "tree-cost-bar" }, bar), make("span", {}, nodes === null ? "not counted" : count(nodes)));
      }),
    );
  }
}
