// The requests of the view for one position and one search. When another is shown, open requests are dropped.

import { typeset } from "../shell/numbers.js";
import { queryOf } from "./search.js";

/** @typedef {import("../shell/types.d.ts").Context} Context */
/** @typedef {import("../shell/types.d.ts").Params} Params */
/** @typedef {import("../shell/types.d.ts").PositionParams} PositionParams */
/** @typedef {import("./types.d.ts").Search} Search */
/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

export class Source {
  /**
   * @param {Context["api"]} api
   * @param {PositionParams} position
   * @param {Search} search
   */
  constructor(api, position, search) {
    this.api = api;
    this.position = position;
    this.search = search;
    this.controller = new AbortController();
  }

  /** Drops what was asked and is not answered. */
  stop() {
    this.controller.abort();
  }

  get isStopped() {
    return this.controller.signal.aborted;
  }

  /**
   * Asks a route of the tree.
   * @param {string} route
   * @param {Params} params
   * @returns {Promise<any>}
   */
  ask(route, params) {
    return this.api.get(route, { ...this.position, ...queryOf(this.search), ...params }, this.controller.signal);
  }

  /** @param {string} path @returns {Promise<import("./types.d.ts").TreeAnswer>} */
  async node(path) {
    const answer = await this.ask("tree", { path });
    return { ...answer, node: written(answer.node), children: answer.children.map(written) };
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Promise<import("./types.d.ts").Steps>}
   */
  async steps(from, to) {
    const answer = await this.ask("tree/steps", { from, to });
    return { ...answer, events: answer.events.map((/** @type {import("./types.d.ts").StepEvent} */ event) => ({ ...event, caption: typeset(event.caption) })) };
  }

  /** @param {boolean} withMinimax @returns {Promise<import("../shell/types.d.ts").Overview>} */
  overview(withMinimax) {
    return this.ask("tree/overview", withMinimax ? { with: "minimax" } : {});
  }

  /**
   * How the evaluation of a node adds up; `null` where it is not evaluated.
   * @param {TreeNode} node
   * @returns {Promise<import("../shell/types.d.ts").EvaluationView | null>}
   */
  async evaluated({ path, state, value }) {
    if (state !== "depth-limit") return null;
    const { evaluation } = this.search;
    const params = { ...this.position, moves: this.movesTo(path), evaluation };
    /** @type {import("../shell/types.d.ts").Evaluated} */
    const { evaluations } = await this.api.get("evaluate", params, this.controller.signal);
    const views = evaluations.flatMap(({ views }) => views);
    const sides = views.filter((view) => view.for === (this.search.maximiser || view.for));
    const found = sides.find((view) => view.value === value);
    return found === undefined ? null : { ...found, sum: typeset(found.sum) };
  }

  /** @param {string} path */
  movesTo(path) {
    return [this.position.moves, path].filter(Boolean).join(".");
  }

  /**
   * The position of a node.
   * @param {string} path
   * @returns {Promise<import("../shell/types.d.ts").Position>}
   */
  board(path) {
    return this.api.get("position", { ...this.position, moves: this.movesTo(path) }, this.controller.signal);
  }
}

/**
 * A node with its sentences as the page writes numbers.
 * @param {TreeNode} node
 * @returns {TreeNode}
 */
function written(node) {
  return { ...node, words: typeset(node.words), why: typeset(node.why), reason: typeset(node.reason) };
}
