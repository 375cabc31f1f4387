// Values of all moves from the solvers, as they are found. They stay until they are switched off.

import { listen } from "../shell/api.js";
import { moveText } from "./game.js";
import { counted, typeset } from "../shell/dom.js";

/** @import { ErrorBody, Move, Proof, Value } from "../shell/types.d.ts" */
/** @import { Game } from "./game.js" */

/** The names of the stream's events. */
export const EVENTS = ["start", "waiting", "move", "depth", "estimates", "position", "end"];

/** How long a position must stay on the board before it is analysed, so that stepping through a game starts no searches. */
const PAUSE_MS = 60;

/** After an analysis that was broken off the next one begins so many milliseconds later. */
const RETRY_MS = 2000;

/** How long a position is analysed, how long if that was not enough, and how long if it was too much, in seconds. */
const SECONDS = 20;
const LONG_SECONDS = 60;
const SHORT_SECONDS = 3;

/**
 * What is known of a position.
 * @typedef {object} Found
 * @property {Map<string, Value>} moves
 * @property {(Value & { best: string[], line: string[] }) | null} position
 * @property {{ depth: number, value: number, for: string, move: string, line: string[], words: string, proof?: Proof | null } | null} depth
 * @property {Map<string, { line: string[], words: string }>} estimates what a search of one depth says of the moves, the best first
 * @property {string} state what the search does
 * @property {boolean} isDone
 * @property {boolean} isOutOfTime whether more could be found in more time
 * @property {string | null} failure why the search has ended with nothing more, and what helps; another one would end so too
 * @property {boolean} isRepeatable whether the same search can go well all the same
 */

export class Analysis extends EventTarget {
  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    this.isOn = false;
    /** @type {Found} */
    this.found = nothing();
    this.asked = "";
    /** @type {Map<string, Found>} what was found of other positions, by their text */
    this.kept = new Map();
    this.stop = () => {};
    /** How long the position on the board is analysed, in seconds. */
    this.seconds = SECONDS;
    game.addEventListener("change", () => this.consider());
    document.addEventListener("visibilitychange", () => this.consider());
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.consider();
  }

  /** Starts or stops what is due. */
  consider() {
    const { position } = this.game;
    const wanted = position !== null && this.isOn && !document.hidden ? `${position.game} ${position.position}` : "";
    if (wanted === this.asked) return;
    this.stop();
    this.asked = wanted;
    this.seconds = SECONDS;
    this.found = this.kept.get(wanted) ?? nothing();
    if (wanted !== "" && !this.found.isDone && this.found.failure === null) {
      const timer = setTimeout(() => this.begin(wanted), PAUSE_MS);
      this.stop = () => clearTimeout(timer);
    }
    this.changed();
  }

  /** Asks again, after the server was away. */
  again() {
    this.asked = "";
    this.consider();
  }

  /** Whether the position can be analysed longer than it was. */
  get hasMoreTime() {
    return this.isOn && this.found.isOutOfTime && this.seconds < LONG_SECONDS;
  }

  /** Analyses the position on the board once more, for longer; what is known of it stays. */
  goOn() {
    if (this.hasMoreTime) this.resume(LONG_SECONDS);
  }

  /** Whether another search can succeed where the last one failed: the same again, or a smaller one. */
  get canRetry() {
    return this.isOn && this.found.failure !== null && (this.found.isRepeatable || this.seconds > SHORT_SECONDS);
  }

  /** Analyses the position on the board once more: in the same way, or for a shorter time, which needs less memory. */
  retry() {
    if (this.canRetry) this.resume(this.found.isRepeatable ? this.seconds : SHORT_SECONDS);
  }

  /** @param {number} seconds */
  resume(seconds) {
    this.stop();
    this.kept.delete(this.asked);
    this.seconds = seconds;
    this.found.isDone = false;
    this.found.isOutOfTime = false;
    this.found.failure = null;
    this.begin(this.asked);
    this.changed();
  }

  /** @param {string} wanted */
  begin(wanted) {
    const { found, seconds } = this;
    this.stop = listen("solve", { ...this.game.params(), time: seconds }, EVENTS, (name, data) => {
      hear(found, name, data);
      // The server was too busy, or has ended: ask again until it answers.
      const isPassing = name === "error" ? isTransient(data) : name === "end" && data.reason === "stopped";
      if (found === this.found && isPassing) {
        const timer = setTimeout(() => this.begin(wanted), RETRY_MS);
        this.stop = () => clearTimeout(timer);
      }
      if ((found.isDone && name === "end") || found.failure !== null) {
        if (this.kept.size > 500) this.kept.clear();
        this.kept.set(wanted, found);
      }
      this.changed();
    });
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** The values for the board. */
  get values() {
    return this.isOn ? this.found.moves : new Map();
  }

  /** The value of the position in a sentence, with the moves that lead to it. @param {string} notation the notation of the moves */
  words(notation) {
    const { position, depth, state } = this.found;
    if (!this.isOn) return "values are switched off";
    if (position === null) return depth?.words ?? state;
    const best = (this.game.position?.moves ?? []).filter(({ move }) => position.best.includes(move)).map((move) => moveText(move, notation));
    return named(position.words, this.game.menu.move_noun, best);
  }
}

/** The most moves of equal worth that are named. */
const MOST_NAMED = 3;

/**
 * The words for a value with the names of the moves that have it: "red wins with column 4", not "with this move".
 * @param {string} words
 * @param {string} noun what a move is called
 * @param {string[]} best
 */
export function named(words, noun, best) {
  if (best.length === 0 || best.length > MOST_NAMED) return words;
  const moves = `${noun} ${best.length === 1 ? best[0] : `${best.slice(0, -1).join(", ")} or ${best.at(-1)}`}`;
  return words.includes("with this move") ? words.replace("with this move", `with ${moves}`) : `${words}; best is ${moves}`;
}

/** @returns {Found} */
export function nothing() {
  return { moves: new Map(), position: null, depth: null, estimates: new Map(), state: "asking", isDone: false, isOutOfTime: false, failure: null, isRepeatable: false };
}

/** Whether an error is temporary: the server was too busy, or nothing answered. Other errors come again with the same search. @param {ErrorBody} error */
const isTransient = ({ place }) => place === "analysis";

/** Takes in one event of the stream. An unproved value does not replace a known one. @param {Found} found @param {string} name @param {any} answer */
export function hear(found, name, answer) {
  const data = typeof answer.words === "string" ? { ...answer, words: typeset(answer.words) } : answer;
  const value = { result: data.result ?? null, score: data.score ?? null, plies: data.plies ?? null, words: data.words ?? "", isFinal: data.is_final };
  if (name === "start" || name === "waiting") found.state = data.words;
  if (name === "move" && (value.result !== null || !found.moves.has(data.move))) found.moves.set(data.move, value);
  if (name === "position" && (value.result !== null || (found.position === null && found.depth === null))) {
    found.position = { ...value, isFinal: true, best: data.best ?? [], line: data.line ?? [] };
  }
  // A second analysis begins with depths that are already known.
  if (name === "depth" && (data.proof !== null || data.depth >= (found.depth?.depth ?? 0))) {
    found.depth = data;
    if (data.proof !== null) found.estimates.clear();
    found.state = `depth ${data.depth}, ${counted(data.nodes, "node")}`;
    for (const [move, old] of found.moves) if (old.isBest) found.moves.delete(move);
    // The plies of a search's proof are a bound, which its words say.
    const proof = data.proof;
    if ((found.moves.get(data.move)?.result ?? null) === null) found.moves.set(data.move, { result: proof?.result ?? null, score: null, plies: proof?.plies ?? null, words: data.words, isFinal: false, isBest: true });
  }
  if (name === "estimates") found.estimates = new Map(data.moves.map((/** @type {any} */ one) => [one.move, { line: one.line, words: typeset(`${one.words} at depth ${data.depth}`) }]));
  if (name === "end") {
    found.state = data.words;
    found.isDone = data.reason !== "stopped";
    found.isOutOfTime = data.reason === "time";
  }
  if (name === "error") {
    found.state = `${data.place}: ${data.message}`;
    found.isRepeatable = data.again === true;
  }
  if (name === "error" && !isTransient(data)) found.failure = `${found.state}.${data.remedy === undefined ? "" : ` What helps: ${data.remedy}.`}`;
}

/**
 * Moves one after the other. Where pieces fall, a column is written as its legal move now is; elsewhere every notation
 * writes moves as the game's own does.
 * @param {string[]} line in the game's own notation
 * @param {Move[]} legal
 * @param {string} notation
 */
export function lineText(line, legal, notation) {
  const texts = new Map(legal.map((move) => [move.move, moveText(move, notation)]));
  return line.map((move) => texts.get(move) ?? move).join(" ");
}
