// What is known of the selected node: the way to it, the reason for its value, its diagram and its board.

import { Costs } from "./costs.js";
import { Diagram } from "./diagram.js";
import { fill, make } from "../shell/dom.js";
import { MiniBoard } from "./mini-board.js";
import { button } from "./dom.js";
import { Terms } from "./terms.js";
import { count, counted } from "../shell/numbers.js";
import { interval, named } from "./words.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Position} Position */

export class Detail {
  /**
   * @param {GameMenu} game
   * @param {(path: string) => void} onPick
   */
  constructor(game, onPick) {
    this.noun = game.move_noun;
    this.onPick = onPick;
    this.diagram = new Diagram(this.noun, onPick);
    this.board = new MiniBoard(game);
    this.way = make("ol", { class: "tree-way", "aria-label": "The way to the selected node" });
    this.reason = make("p", { class: "tree-reason" });
    this.facts = make("dl", { class: "tree-facts" });
    /** What is known without asking for more. @type {string[][]} */
    this.known = [];
    this.costs = new Costs();
    this.terms = new Terms();
    this.root = make(
      "section",
      { class: "tree-detail", "aria-label": "Selected node" },
      this.way,
      make("div", { class: "tree-about" }, this.board.root, make("div", {}, this.reason, this.facts, this.costs.root, this.terms.root)),
      this.diagram.root,
    );
  }

  /**
   * @param {TreeNode} node
   * @param {TreeNode[]} children those known
   * @param {boolean} hasWindows not in minimax
   */
  show(node, children, hasWindows) {
    const words = node.path === "" ? [] : node.path.split(".");
    const stops = ["", ...words.map((_, index) => words.slice(0, index + 1).join("."))];
    fill(this.way,
      ...stops.map((path, index) => {
        const text = words[index - 1] ?? "start";
        const isLast = index === stops.length - 1;
        const part = isLast
          ? make("b", { "aria-current": "true" }, text)
          : button(text, () => this.onPick(path));
        return make("li", {}, part);
      }),
    );
    this.reason.textContent = node.reason;
    const facts = [
      ["Node", node.move === null ? "start" : `${node.mover} plays ${named(node, this.noun)}`],
      ["To move", node.outcome ? node.outcome.words : `${node.player} (${node.role.toUpperCase()})`],
      ["Value", node.words],
      ["Window", hasWindows ? interval(node.window) : ""],
      ["Examined", range(node)],
    ];
    this.known = facts.filter(([, text]) => text !== "");
    this.showFacts(this.known);
    this.costs.show(children, this.noun);
    this.terms.show(undefined);
    this.diagram.show(node, children, hasWindows);
  }

  /**
   * What had to be asked for.
   * @param {Position} position
   * @param {TreeNode} node
   * @param {import("../shell/types.d.ts").EvaluationView | null} evaluated if an evaluation gave the value
   */
  showMore(position, node, evaluated) {
    this.board.show(position, node.to);
    this.terms.show(evaluated);
    if (evaluated) this.showFacts([...this.known, ["Evaluation", evaluated.sum]]);
  }

  /** @param {string[][]} facts names and texts */
  showFacts(facts) {
    fill(this.facts, ...facts.flatMap(([name = "", text = ""]) => [make("dt", {}, name), make("dd", {}, text)]));
  }
}

/** @param {TreeNode} node */
function range({ number, last, nodes }) {
  if (number === null || last === null) return "no";
  return nodes === 1 ? `number ${count(number)}` : `numbers ${count(number)} to ${count(last)}, ${counted(nodes, "node")}`;
}
