// Who plays a side: a person, an agent that is built in, or a program that was registered when the server was started.

import { askProgram, get } from "../shell/api.js";
import { counted, time, typeset } from "../shell/numbers.js";
import { agentLabel } from "./labels.js";
import { levelOf } from "./levels.js";

/** @typedef {import("../shell/types.d.ts").Menu} Menu */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

export const HUMAN = "human";
export const PROGRAM = "program:";

/**
 * An agent with its options: `alpha-beta:depth=4,eval=cs431`.
 * @param {string} spec
 * @returns {{ name: string, options: Map<string, string> }}
 */
export function parseSpec(spec) {
  if (spec.startsWith(PROGRAM)) return { name: spec, options: new Map() };
  const [name = "", rest = ""] = split(spec, ":");
  const options = rest.split(",").filter(Boolean).map((option) => split(option, "="));
  return { name, options: new Map(options) };
}

/**
 * @param {string} name
 * @param {Map<string, string>} options those left empty are the agent's default
 */
export function writeSpec(name, options) {
  const written = [...options].filter(([, value]) => value !== "").map(([option, value]) => `${option}=${value}`);
  return written.length === 0 ? name : `${name}:${written.join(",")}`;
}

/**
 * @param {string} text
 * @param {string} at
 * @returns {[string, string]}
 */
function split(text, at) {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

/**
 * Why nobody can play by this spec, or `null`.
 * @param {string} spec
 * @param {Menu} menu
 * @param {GameMenu} game
 */
export function problemOf(spec, menu, game) {
  const { name, options } = parseSpec(spec);
  if (name === HUMAN) return null;
  if (game.agents.includes(name)) return problemOfOptions(name, options, menu, game);
  if (programs(menu, game).includes(name)) return null;
  const programHint = name.startsWith(PROGRAM) ? "; register it when starting: plyground serve --program NAME=COMMAND" : "";
  return `no player “${name}” for this game; expected ${[HUMAN, ...game.agents].join(", ")}${programHint}`;
}

/**
 * What is wrong with an agent's options, as far as the page can check it without asking the agent; or `null`.
 * @param {string} name
 * @param {Map<string, string>} options
 * @param {Menu} menu
 * @param {GameMenu} game
 */
function problemOfOptions(name, options, menu, game) {
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

/**
 * @param {Menu} menu
 * @param {GameMenu} game
 */
export function programs(menu, game) {
  const mine = menu.programs.filter((program) => !program.games || program.games.includes(game.name));
  return mine.map((program) => PROGRAM + program.name);
}

/**
 * How a player is called in sentences.
 * @param {string} spec
 * @param {GameMenu} menu of the game that is played
 */
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
 * @param {import("../shell/types.d.ts").PositionParams} position
 * @param {AbortSignal} signal
 * @returns {Promise<Decision>}
 */
export async function decide(spec, position, signal) {
  if (!spec.startsWith(PROGRAM)) {
    /** @type {import("../shell/types.d.ts").Choice} */
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
    words: `${time(answer.wall_ms)} of ${time(answer.limit_ms)}`,
    fault: answer.fault === null ? null : `${answer.fault.kind}: ${answer.fault.message}${action}`,
    output: { said: answer.said, stderr: answer.stderr },
    isLost: answer.action === "lost-game",
  };
}
