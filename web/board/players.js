// Who plays a side: a person, an agent that is built in, or a program that was registered when the server was started.

import { askProgram, get } from "../shell/api.js";
import { capital, fill, make } from "../shell/dom.js";
import { counted, time } from "../shell/numbers.js";
import { piece } from "./pieces.js";

/** @typedef {import("../shell/types.d.ts").Menu} Menu */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

export const HUMAN = "human";
const PROGRAM = "program:";
/** Agents that had another name when links were made. */
const RENAMED = new Map([["house", "graded"]]);

/**
 * An agent with its options: `alpha-beta:depth=4,eval=cs431`.
 * @param {string} spec
 * @returns {{ name: string, options: Map<string, string> }}
 */
export function parseSpec(spec) {
  if (spec.startsWith(PROGRAM)) return { name: spec, options: new Map() };
  const [name = "", rest = ""] = split(spec, ":");
  const options = rest.split(",").filter(Boolean).map((option) => split(option, "="));
  return { name: RENAMED.get(name) ?? name, options: new Map(options) };
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
  const { name } = parseSpec(spec);
  if (name === HUMAN || game.agents.includes(name)) return null;
  if (programs(menu, game).includes(name)) return null;
  const programHint = name.startsWith(PROGRAM) ? "; register it when starting: plyground serve --program NAME=COMMAND" : "";
  return `no player “${name}” for this game; expected ${[HUMAN, ...game.agents].join(", ")}${programHint}`;
}

/**
 * @param {Menu} menu
 * @param {GameMenu} game
 */
function programs(menu, game) {
  const mine = menu.programs.filter((program) => !program.games || program.games.includes(game.name));
  return mine.map((program) => PROGRAM + program.name);
}

/** How a player is called in sentences. */
export function playerName(/** @type {string} */ spec) {
  const { name } = parseSpec(spec);
  return name.startsWith(PROGRAM) ? name.slice(PROGRAM.length) : name;
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
    const words = [choice.words, [searched, depth].filter(Boolean).join(", ")].filter(Boolean).join("; ");
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

/** The row of one side: its piece, who plays it, and with which options. */
export class SidePicker {
  /**
   * @param {HTMLElement} place
   * @param {Menu} menu
   * @param {(spec: string) => void} changed
   */
  constructor(place, menu, changed) {
    this.place = place;
    this.menu = menu;
    this.changed = changed;
    this.shown = "";
    /** @type {Map<string, string>} */
    this.options = new Map();
  }

  /**
   * @param {GameMenu} game
   * @param {0 | 1} order
   * @param {string} spec
   * @param {string | null} [recorded] who played it, in a recorded game
   */
  render(game, order, spec, recorded = null) {
    const { name, options } = parseSpec(spec);
    this.options = options;
    const shown = [game.name, order, name, recorded].join("\n");
    if (shown === this.shown) {
      this.showOptions();
      return;
    }
    this.shown = shown;
    const side = game.sides[order];
    const who = make("span", { class: "who" }, piece(game, side), make("span", { class: "side-name" }, capital(side)));
    const score = make("span", { class: "score", id: `score-${order + 1}` });
    if (recorded !== null) {
      fill(this.place, who, make("bdi", { class: "recorded" }, recorded), score);
      return;
    }
    const select = make(
      "select",
      { "aria-label": `Who plays ${side}`, "data-key": "player", change: () => this.changed(select.value) },
      make("option", { value: HUMAN }, "human"),
      make("optgroup", { label: "computer" }, ...game.agents.map((agent) => make("option", { value: agent }, agent))),
    );
    const offered = programs(this.menu, game);
    if (offered.length > 0) {
      select.append(make("optgroup", { label: "programs" }, ...offered.map((program) => make("option", { value: program }, playerName(program)))));
    }
    select.value = name;
    const about = this.menu.agents.find((agent) => agent.name === name);
    if (about !== undefined) select.title = about.about;
    const fields = (about?.options ?? []).map((option) => this.option(game, side, name, option));
    fill(
      this.place,
      who,
      select,
      fields.length > 0 && make("span", { class: "options" }, ...fields),
      score,
    );
    this.showOptions();
  }

  /** Writes the values of the options. Nothing is drawn anew: the focus may be on its way from one to the next. */
  showOptions() {
    for (const control of this.place.querySelectorAll("[data-option]")) {
      const field = /** @type {HTMLSelectElement | HTMLInputElement} */ (control);
      const usual = field instanceof HTMLSelectElement ? (field.options[0]?.value ?? "") : "";
      field.value = this.options.get(field.dataset["option"] ?? "") || usual;
    }
  }

  /**
   * @param {GameMenu} game
   * @param {string} side
   * @param {string} name of the agent
   * @param {import("../shell/types.d.ts").AgentOption} option
   */
  option(game, side, name, option) {
    const attributes = { "aria-label": `${capital(side)}: ${option.name}, ${option.expected}`, title: option.expected, "data-option": option.name };
    const choices = { eval: game.evaluations.map((evaluation) => evaluation.name), cut: ["equal", "beyond"] }[option.name];
    /** @type {HTMLSelectElement | HTMLInputElement} */
    let control;
    if (choices !== undefined) {
      control = make("select", attributes, ...choices.map((choice) => make("option", { value: choice }, choice)));
    } else {
      const isNumber = /^\d+$/.test(option.default) && option.name === "depth";
      const kind = isNumber ? { type: "number", min: 1, max: 99 } : { type: "text", size: 6, spellcheck: "false", autocomplete: "off" };
      control = make("input", { ...attributes, ...kind, placeholder: option.default.split(",")[0] ?? "" });
    }
    control.addEventListener("change", () => {
      this.changed(writeSpec(name, new Map([...this.options, [option.name, control.value.trim()]])));
    });
    return make("label", {}, make("span", { "aria-hidden": "true" }, option.name), control);
  }
}
