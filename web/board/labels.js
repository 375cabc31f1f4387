// The words of the page for evaluations, notations, agents and their options. A name that is not listed, such as that of
// a user's own evaluation, is shown as it is. This module does not use the document.

import { capital } from "../shell/dom.js";

/** @type {Record<string, string>} */
const EVALUATIONS = {
  comp3608: "Runs of tokens (COMP3608)",
  cs431: "Open spans of four (CS431)",
  quadruples: "Open quadruples",
  advancement: "Advance and safety of pawns",
  patterns: "Patterns fitted to games",
  doubling: "Advance of pawns, doubling",
  rows: "Advance and arrival of pawns",
  cs4750: "Runs with open ends (CS4750)",
};

/** @type {Record<string, string>} */
const NOTATIONS = {
  comp3608: "COMP3608",
  cs431: "CS431",
  moves: "List of moves",
  "state-file": "State file",
  grid: "Rows of the board",
  request: "Request of CS3243",
};

/** @type {Record<string, string>} */
const AGENTS = {
  first: "first legal move",
  random: "random moves",
  mcts: "Monte Carlo search",
  graded: "graded levels",
};

/** @type {Record<string, string>} */
const OPTIONS = {
  eval: "evaluation",
  cut: "cut when alpha is",
  time: "time for a move",
  depth: "depth in plies",
  seed: "seed of chance",
  simulations: "games at random",
};

/** What the values of an option are called. @type {Record<string, string>} */
const VALUES = {
  equal: "equal to beta, or above",
  beyond: "above beta",
  ...EVALUATIONS,
};

/** @param {string} name */
export const evaluationLabel = (name) => EVALUATIONS[name] ?? capital(name);

/** An agent as it is called within a sentence. @param {string} name */
export const agentLabel = (name) => AGENTS[name] ?? name;

/** @param {string} name */
export const optionLabel = (name) => OPTIONS[name] ?? name;

/** @param {string} name */
export const valueLabel = (name) => VALUES[name] ?? name;

/**
 * A notation, with its coordinates where those differ from one notation of the game to another.
 * @param {Pick<import("../shell/types.d.ts").Notation, "name" | "columns">} notation
 * @param {Pick<import("../shell/types.d.ts").Notation, "columns">[]} all of the game
 */
export function notationLabel({ name, columns }, all) {
  const label = NOTATIONS[name] ?? capital(name);
  const isSame = all.every((other) => other.columns.join() === all[0]?.columns.join());
  return isSame ? label : `${label}: columns ${columns[0]} to ${columns.at(-1)}`;
}
