// What an address asks for, and which parts of it are wrong.

import { HUMAN, problemOf } from "./board/players.js";
import { FIRST_VIEW, VIEW_IDS } from "./shell/views.js";

/** @typedef {import("./shell/types.d.ts").GameMenu} GameMenu */

/**
 * @typedef {object} Asked
 * @property {import("./board/game.js").Line} line
 * @property {[string, string]} players
 * @property {string} view
 * @property {boolean} isTurned
 * @property {string[]} problems
 */

/**
 * Takes what it can from the values of an address; the server has to judge position and moves.
 * @param {Map<string, string>} values
 * @param {import("./shell/types.d.ts").Menu} menu
 * @returns {Asked}
 */
export function understand(values, menu) {
  /** @type {string[]} */
  const problems = [];
  /**
   * The value, if it is one of these.
   * @param {string} key
   * @param {string[]} names
   */
  const oneOf = (key, names) => {
    const value = values.get(key);
    if (value === undefined || names.includes(value)) return value;
    problems.push(`${key}=${value}: expected ${names.join(", ")}`);
    return undefined;
  };
  const name = oneOf("g", menu.games.map((game) => game.name));
  const chosen = /** @type {GameMenu} */ (menu.games.find((game) => game.name === name) ?? menu.games[0]);
  oneOf("a", ["0", "1"]);
  oneOf("c", chosen.notations.map((notation) => notation.name));
  const view = oneOf("v", VIEW_IDS) ?? FIRST_VIEW;
  const index = values.get("i");
  const isIndex = index !== undefined && /^\d{1,4}$/.test(index);
  if (index !== undefined && !isIndex) problems.push(`i=${index}: expected a number of moves`);
  const player = (/** @type {string} */ key) => {
    const spec = values.get(key) ?? HUMAN;
    const problem = problemOf(spec, menu, chosen);
    if (problem === null) return spec;
    problems.push(`${key}=${spec}: ${problem}`);
    return HUMAN;
  };
  return {
    line: { game: chosen.name, start: values.get("p"), moves: values.get("m"), index: isIndex ? Number(index) : undefined },
    players: [player("1"), player("2")],
    view,
    isTurned: oneOf("f", ["0", "1"]) === "1",
    problems,
  };
}
