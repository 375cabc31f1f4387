// Who plays a side: people, the levels, agents with their options, programs; and the words for them.

import { askProgram, get } from "../shell/api.js";
import { capital, counted, time, typeset } from "../shell/dom.js";

/** @import { Choice, GameMenu, Menu, Notation, PositionParams } from "../shell/types.d.ts" */

export const HUMAN = "human";
export const PROGRAM = "program:";

/** An agent with its options: `alpha-beta:depth=4,eval=cs431`. @param {string} spec @returns {{ name: string, options: Map<string, string> }} */
export function parseSpec(spec) {
  if (spec.startsWith(PROGRAM)) return { name: spec, options: new Map() };
  const [name = "", rest = ""] = split(spec, ":");
  const options = rest.split(",").filter(Boolean).map((option) => split(option, "="));
  return { name, options: new Map(options) };
}

/** @param {string} name @param {Map<string, string>} options those left empty are the agent's default */
export function writeSpec(name, options) {
  const written = [...options].filter(([, value]) => value !== "").map(([option, value]) => `${option}=${value}`);
  return written.length === 0 ? name : `${name}:${written.join(",")}`;
}

/** @param {string} text @param {string} at @returns {[string, string]} */
function split(text, at) {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

/**
 * Why nobody can play by this spec, or `null`: of an agent's options, as far as the page can check them without asking the agent.
 * @param {string} spec
 * @param {Menu} menu
 * @param {GameMenu} game
 */
export function problemOf(spec, menu, game) {
  const { name, options } = parseSpec(spec);
  if (name === HUMAN || programs(menu, game).includes(name)) return null;
  if (!game.agents.includes(name)) {
    const programHint = name.startsWith(PROGRAM) ? "; register it when starting: plyground serve --program NAME=COMMAND" : "";
    return `no player “${name}” for this game; expected ${[HUMAN, ...game.agents].join(", ")}${programHint}`;
  }
  const known = menu.agents.find((agent) => agent.name === name)?.options ?? [];
  for (const [option, value] of options) {
    const about = known.find((one) => one.name === option);
    if (about === undefined) return `no option “${option}” of ${name}; expected ${known.map((one) => one.name).join(", ") || "none"}`;
    const names = option === "eval" ? game.evaluations.map((evaluation) => evaluation.name) : null;
    if (names !== null ? !names.includes(value) : !isAsked(value, about.expected)) return `${option} is “${value}”; expected ${names?.join(", ") ?? typeset(about.expected)}`;
  }
  return null;
}

/**
 * Whether a value is the expected whole number or time; true if something else is expected.
 * @param {string} value
 * @param {string} expected in words
 */
function isAsked(value, expected) {
  if (expected.startsWith("a time")) return /^\d+(\.\d+)?m?s$/.test(value) && Number.parseFloat(value) > 0;
  if (!expected.startsWith("a whole number")) return true;
  const [, least = "0", most = "Infinity"] = /(\d+) to (\d+)/.exec(expected) ?? [];
  return /^\d+$/.test(value) && Number(value) >= Number(least) && Number(value) <= Number(most);
}

/** @param {Menu} menu @param {GameMenu} game */
export function programs(menu, game) {
  const mine = menu.programs.filter((program) => !program.games || program.games.includes(game.name));
  return mine.map((program) => PROGRAM + program.name);
}

/** How a player is called in sentences. @param {string} spec @param {GameMenu} menu of the game that is played */
export function playerName(spec, menu) {
  const { name } = parseSpec(spec);
  if (name.startsWith(PROGRAM)) return name.slice(PROGRAM.length);
  return levelOf(spec, menu)?.name.toLowerCase() ?? agentLabel(name);
}

/**
 * What came of asking.
 * @typedef {object} Decision
 * @property {string} line what the moves should be now
 * @property {string} words what to say of it
 * @property {string | null} fault what was wrong with the answer
 * @property {{ said: string, stderr: string } | null} output of a program
 * @property {boolean} isLost whether the fault costs the game
 */

/**
 * Asks a computer for the move in a position.
 * @param {string} spec
 * @param {PositionParams} position
 * @param {AbortSignal} signal
 * @returns {Promise<Decision>}
 */
export async function decide(spec, position, signal) {
  if (!spec.startsWith(PROGRAM)) {
    /** @type {Choice} */
    const choice = await get("choose", { ...position, agent: spec }, signal);
    const line = [position.moves, choice.move.move.replace(/[[\]]/g, "")].filter(Boolean).join(".");
    const searched = choice.nodes > 0 ? counted(choice.nodes, "node") : "";
    const depth = searched !== "" && choice.depth !== null ? `depth ${choice.depth}` : "";
    const words = [typeset(choice.words), [searched, depth].filter(Boolean).join(", ")].filter(Boolean).join("; ");
    return { line, words, fault: null, output: null, isLost: false };
  }
  const turns = position.moves ? position.moves.split(".").length : 0;
  const answer = await askProgram(spec.slice(PROGRAM.length), { ...position, turns }, signal);
  const action = {
    move: "",
    "random-move": "; a random move is made instead",
    "lost-turn": "; the turn is lost",
    "lost-game": "; the game is lost",
  }[answer.action];
  return {
    line: answer.line,
    words: answer.timeout === null ? `${time(answer.wall_ms)} of ${time(answer.limit_ms)}` : `its clock: ${answer.timeout}`,
    fault: answer.fault === null ? null : `${answer.fault.kind}: ${answer.fault.message}${action}`,
    output: { said: answer.said, stderr: answer.stderr },
    isLost: answer.action === "lost-game",
  };
}

// Strengths of computer players in words, and the agents that play so.

/** @typedef {ReturnType<typeof levels>[number]} Level */

/** The levels that a game has, from weak to strong: what such a player does, for people, and the agent. @param {{ agents: string[] }} menu */
export function levels({ agents }) {
  const isSolved = agents.includes("perfect");
  const all = [
    { id: "beginner", name: "Beginner", about: "wins at once where it can, and otherwise moves at random", spec: "graded:level=1" },
    { id: "club", name: "Club", about: "looks two plies ahead", spec: "graded:level=3" },
    { id: "strong", name: "Strong", about: "searches thousands of positions for each move", spec: "graded:level=5" },
    isSolved
      ? { id: "perfect", name: "Perfect", about: "solves the position, if that can be done in a second", spec: "perfect" }
      : { id: "perfect", name: "Strongest", about: "searches for two seconds", spec: "engine:time=2s" },
  ];
  return all.filter(({ spec }) => agents.includes(spec.split(":")[0] ?? ""));
}

/** The level that an agent plays at; its seed does not matter. @param {string} spec @param {{ agents: string[] }} menu */
export function levelOf(spec, menu) {
  const { name, options } = parseSpec(spec);
  options.delete("seed");
  const plain = writeSpec(name, options);
  return levels(menu).find((level) => level.spec === plain) ?? null;
}

/** The same agent with another seed if it uses chance, so that no two games are equal. @param {string} spec */
export function reseeded(spec, seed = Math.floor(Math.random() * 1e6)) {
  const { name, options } = parseSpec(spec);
  return name === "graded" || name === "random" ? writeSpec(name, new Map([...options, ["seed", String(seed)]])) : spec;
}

// The words of the page for evaluations, notations, agents and their options. A name that is not listed, such as that of
// a user's own evaluation, is shown as it is.

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

/** @param {string} name */
export const evaluationLabel = (name) => EVALUATIONS[name] ?? capital(name);

/** An agent as it is called within a sentence. @param {string} name */
export const agentLabel = (name) => AGENTS[name] ?? name;

/** @param {string} name */
export const optionLabel = (name) => OPTIONS[name] ?? name;

/** What the value of an option is called. @param {string} name */
export const valueLabel = (name) => ({ ...EVALUATIONS, equal: "equal to beta, or above", beyond: "above beta" })[name] ?? name;

/**
 * A notation, with its coordinates where those differ from one notation of the game to another.
 * @param {Pick<Notation, "name" | "columns">} notation
 * @param {Pick<Notation, "columns">[]} all of the game
 */
export function notationLabel({ name, columns }, all) {
  const label = NOTATIONS[name] ?? capital(name);
  const isSame = all.every((other) => other.columns.join() === all[0]?.columns.join());
  return isSame ? label : `${label}: columns ${columns[0]} to ${columns.at(-1)}`;
}
