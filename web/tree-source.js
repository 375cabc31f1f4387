// Where the view asks: one position and one search, until another is shown; then open questions are dropped.

import { queryOf } from "./tree-search.js";

/** @typedef {import("./types.d.ts").Context} Context */
/** @typedef {import("./types.d.ts").Params} Params */
/** @typedef {import("./types.d.ts").PositionParams} PositionParams */
/** @typedef {import("./tree-types.d.ts").Search} Search */

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

  /** @param {string} path @returns {Promise<import("./tree-types.d.ts").TreeAnswer>} */
  node(path) {
    return this.ask("tree", { path });
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Promise<import("./tree-types.d.ts").Steps>}
   */
  steps(from, to) {
    return this.ask("tree/steps", { from, to });
  }

  /** @param {boolean} withMinimax @returns {Promise<import("./tree-types.d.ts").Overview>} */
  overview(withMinimax) {
    return this.ask("tree/overview", withMinimax ? { with: "minimax" } : {});
  }

  /**
   * The position of a node.
   * @param {string} path
   * @returns {Promise<import("./types.d.ts").Position>}
   */
  board(path) {
    const moves = [this.position.moves, path].filter(Boolean).join(".");
    return this.api.get("position", { ...this.position, moves }, this.controller.signal);
  }
}
