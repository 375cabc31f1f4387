// A search in the address, and the source of its nodes.

import { get } from "../shell/api.js";
import { typeset } from "../shell/dom.js";
import { RULES } from "./words.js";

/** @import { Evaluated, EvaluationView, GameMenu, Overview, Params, Position, PositionParams, SearchMenus } from "../shell/types.d.ts" */
/** @import { Search, StepEvent, Steps, TreeAnswer, TreeNode } from "./types.d.ts" */

/** The mode in which alpha-beta is compared with minimax; the others are letters of searches. */
const COMPARED = "C";

/** What the menu says of the search of a mode. @param {SearchMenus} searches @param {string} mode */
export function searchOf(searches, mode) {
  return searches.find(({ letter }) => letter === letterOf(mode)) ?? searches[0];
}

/** @param {string} mode */
const letterOf = (mode) => (mode === COMPARED ? "A" : mode);

/** The deepest search that can be asked for; the server refuses searches of too many nodes long before. */
export const MOST_DEPTH = 42;

/** The search when the address names none. @param {GameMenu} game @returns {Search} */
export function standard(game) {
  return { mode: "A", depth: 4, cut: "equal", evaluation: game.evaluations[0]?.name ?? "", maximiser: "" };
}

/**
 * Reads the value of `s` in the address: `A,4,ge,comp3608,red`, of which the end may be left out.
 * What cannot be read stays as it is without it, and is named in `problems`.
 * @param {string | undefined} text
 * @param {GameMenu} game
 * @param {SearchMenus} searches
 * @returns {{ search: Search, problems: string[] }}
 */
export function readSearch(text, game, searches) {
  const search = standard(game);
  /** @type {string[]} */
  const problems = [];
  /** @type {(what: string, found: string | undefined, value: Partial<Search> | false | undefined, expected: string) => void} */
  const take = (what, found, value, expected) => {
    if (!found) return;
    if (value) Object.assign(search, value);
    else problems.push(`address, s=${text}: ${what} "${found}"; expected ${expected}`);
  };
  const [mode = "", depth = "", cut = "", evaluation = "", maximiser = "", ...further] = (text ?? "").split(",");
  const isMode = mode === COMPARED || searches.some(({ letter }) => letter === mode);
  take("algorithm", mode, isMode && { mode }, `${searches.map(({ letter, name }) => `${letter} (${name})`).join(", ")} or C (alpha-beta beside minimax)`);
  const plies = /^\d{1,3}$/.test(depth) ? Number(depth) : 0;
  take("depth", depth, plies >= 1 && plies <= MOST_DEPTH && { depth: plies }, `1 to ${MOST_DEPTH} plies`);
  take("cut", cut, cut === "ge" ? { cut: "equal" } : cut === "gt" && { cut: "beyond" }, `ge (${RULES.equal}) or gt (${RULES.beyond})`);
  const names = game.evaluations.map(({ name }) => name);
  take("evaluation", evaluation, names.includes(evaluation) && { evaluation }, names.join(" or "));
  take("side", maximiser, game.sides.includes(maximiser) && { maximiser }, game.sides.join(" or "));
  take("part", further.join(","), false, "nothing more");
  return { search, problems };
}

/** The value of `s` in the address. @param {Search} search */
export function writeSearch({ mode, depth, cut, evaluation, maximiser }) {
  const parts = [mode, depth, cut === "equal" ? "ge" : "gt", evaluation];
  return (maximiser ? [...parts, maximiser] : parts).join(",");
}

/** The parameters of a search in a query. @param {Search} search */
export function queryOf({ mode, depth, cut, evaluation, maximiser }) {
  return { algorithm: letterOf(mode), cut, depth, evaluation, for: maximiser || undefined };
}

/** Reads the value of `k` in the address: an examination number, and perhaps `predict`; `null` if it is neither. @param {string | undefined} text */
export function readStep(text) {
  const found = /^(\d{1,7})(,predict)?$/.exec(text ?? "");
  return found ? { number: Math.max(1, Number(found[1])), predict: Boolean(found[2]) } : null;
}

// The requests of the view for one position and one search. When another is shown, open requests are dropped.

export class Source {
  /** @param {PositionParams} position @param {Search} search */
  constructor(position, search) {
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

  /** Asks a route of the tree. @param {string} route @param {Params} params @returns {Promise<any>} */
  ask(route, params) {
    return get(route, { ...this.position, ...queryOf(this.search), ...params }, this.controller.signal);
  }

  /** @param {string} path @returns {Promise<TreeAnswer>} */
  async node(path) {
    const answer = await this.ask("tree", { path });
    return { ...answer, node: written(answer.node), children: answer.children.map(written) };
  }

  /** @param {number} from @param {number} to @returns {Promise<Steps>} */
  async steps(from, to) {
    const answer = await this.ask("tree/steps", { from, to });
    return { ...answer, events: answer.events.map((/** @type {StepEvent} */ event) => ({ ...event, caption: typeset(event.caption) })) };
  }

  /** @param {boolean} withMinimax @returns {Promise<Overview>} */
  overview(withMinimax) {
    return this.ask("tree/overview", withMinimax ? { with: "minimax" } : {});
  }

  /** How the evaluation of a node adds up; `null` where it is not evaluated. @param {TreeNode} node @returns {Promise<EvaluationView | null>} */
  async evaluated({ path, state, value }) {
    if (state !== "depth-limit") return null;
    const { evaluation, maximiser } = this.search;
    /** @type {Evaluated} */
    const { evaluations } = await get("evaluate", { ...this.paramsOf(path), evaluation }, this.controller.signal);
    const views = evaluations.flatMap(({ views }) => views);
    const found = views.find((view) => view.value === value && view.for === (maximiser || view.for));
    return found === undefined ? null : { ...found, sum: typeset(found.sum) };
  }

  /** The position of a node. @param {string} path @returns {Promise<Position>} */
  board(path) {
    return get("position", this.paramsOf(path), this.controller.signal);
  }

  /** @param {string} path */
  paramsOf(path) {
    return { ...this.position, moves: [this.position.moves, path].filter(Boolean).join(".") };
  }
}

/** A node with its sentences as the page writes numbers. @param {TreeNode} node @returns {TreeNode} */
function written(node) {
  return { ...node, words: typeset(node.words), why: typeset(node.why), reason: typeset(node.reason) };
}
