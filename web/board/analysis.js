// Values of all moves from the solvers, as they are found. They stay until they are switched off.

import { listen } from "../shell/api.js";
import { capital, fill, make } from "../shell/dom.js";
import { moveText } from "./game.js";
import { counted } from "../shell/numbers.js";
import { signed, symbol, tone } from "./values.js";

/** @typedef {import("../shell/types.d.ts").Value} Value */
/** @typedef {import("./game.js").Game} Game */

/** What the stream can tell. */
const EVENTS = ["start", "waiting", "move", "depth", "position", "end"];

/** How long a position has to stay before it is analysed: whoever steps through a game starts no searches. */
const PAUSE_MS = 60;

/** After an analysis that was broken off the next one begins so many milliseconds later. */
const RETRY_MS = 2000;

/** How long a position is analysed, and how long if that was not enough, in seconds. */
const SECONDS = 20;
const LONG_SECONDS = 60;

/**
 * What is known of a position.
 * @typedef {object} Found
 * @property {Map<string, Value>} moves
 * @property {(Value & { best: string[], line: string[] }) | null} position
 * @property {{ depth: number, value: number, for: string, move: string, line: string[], words: string } | null} depth
 * @property {string} state what the search does
 * @property {boolean} isDone
 * @property {boolean} isOutOfTime whether more could be found in more time
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
    if (wanted !== "" && !this.found.isDone) {
      this.found = nothing();
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
    if (!this.hasMoreTime) return;
    this.stop();
    this.seconds = LONG_SECONDS;
    this.found.isDone = false;
    this.found.isOutOfTime = false;
    this.begin(this.asked);
    this.changed();
  }

  /** @param {string} wanted */
  begin(wanted) {
    const { found, seconds } = this;
    this.stop = listen("solve", { ...this.game.params(), time: seconds }, EVENTS, (name, data) => {
      hear(found, name, data);
      // There was no place for it, or the server has ended: it is asked for until somebody answers.
      if (found === this.found && (name === "error" || (name === "end" && data.reason === "stopped"))) {
        const timer = setTimeout(() => this.begin(wanted), RETRY_MS);
        this.stop = () => clearTimeout(timer);
      }
      if (found.isDone && name === "end") {
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

  /** The value of the position in a sentence. */
  get words() {
    const { position, depth, state } = this.found;
    if (!this.isOn) return "values are switched off";
    return position?.words ?? depth?.words ?? state;
  }
}

/** @returns {Found} */
export function nothing() {
  return { moves: new Map(), position: null, depth: null, state: "asking the server", isDone: false, isOutOfTime: false };
}

/**
 * Takes in one event of the stream. What was not proved takes nothing away that is known.
 * @param {Found} found
 * @param {string} name
 * @param {any} data
 */
export function hear(found, name, data) {
  const value = { result: data.result ?? null, score: data.score ?? null, plies: data.plies ?? null, words: data.words ?? "", isFinal: data.is_final };
  if (name === "start" || name === "waiting") found.state = data.words;
  if (name === "move" && (value.result !== null || !found.moves.has(data.move))) found.moves.set(data.move, value);
  if (name === "position" && (value.result !== null || (found.position === null && found.depth === null))) {
    found.position = { ...value, isFinal: true, best: data.best ?? [], line: data.line ?? [] };
  }
  // Who analyses once more begins with depths that are known.
  if (name === "depth" && (data.proof !== null || data.depth >= (found.depth?.depth ?? 0))) {
    found.depth = data;
    found.state = `depth ${data.depth}, ${counted(data.nodes, "node")}`;
    for (const [move, old] of found.moves) if (old.isBest) found.moves.delete(move);
    const proof = data.proof;
    if ((found.moves.get(data.move)?.result ?? null) === null) found.moves.set(data.move, { result: proof?.result ?? null, score: null, plies: proof?.plies ?? null, words: data.words, isBest: true });
  }
  if (name === "end") {
    found.state = data.words;
    found.isDone = data.reason !== "stopped";
    found.isOutOfTime = data.reason === "time";
  }
  if (name === "error") found.state = `${data.place}: ${data.message}`;
}

/**
 * Moves one after the other. Where pieces fall, a column is written as its legal move now is; elsewhere every notation
 * writes moves as the game's own does.
 * @param {string[]} line in the game's own notation
 * @param {import("../shell/types.d.ts").Move[]} legal
 * @param {string} convention
 */
export function lineText(line, legal, convention) {
  const texts = new Map(legal.map((move) => [move.move, moveText(move, convention)]));
  return line.map((move) => texts.get(move) ?? move).join(" ");
}

/** The part of the panel that lists the moves. */
export class MoveTable {
  /**
   * @param {HTMLElement} place
   * @param {Analysis} analysis
   * @param {{ move: (move: import("../shell/types.d.ts").Move) => void, isOn: (isOn: boolean) => void }} told
   */
  constructor(place, analysis, told) {
    this.analysis = analysis;
    this.told = told;
    this.switch = make("input", { type: "checkbox", role: "switch", change: () => told.isOn(this.switch.checked) });
    this.headline = make("p", { class: "headline" });
    this.line = make("p", { class: "line" });
    this.state = make("p", { class: "muted" });
    this.longer = make("button", { type: "button", class: "small", click: () => analysis.goOn() }, "Analyse longer");
    this.body = make("tbody");
    this.legend = make("p", { class: "legend" });
    const heads = ["Move", "Value", "What follows"].map((head) => make("th", { scope: "col" }, head));
    fill(
      place,
      make("div", { class: "head" }, make("h2", {}, "Values of all moves"), make("label", { class: "switch" }, this.switch, "Show values")),
      this.headline,
      this.line,
      make("div", { class: "scroll" }, make("table", { class: "plain values" }, make("thead", {}, make("tr", {}, ...heads)), this.body)),
      make("div", { class: "row" }, this.state, this.longer),
      this.legend,
    );
  }

  /** @param {import("../shell/types.d.ts").Notation} convention */
  render(convention) {
    const { analysis } = this;
    const { position, menu } = analysis.game;
    if (position === null) return;
    this.switch.checked = analysis.isOn;
    this.headline.textContent = `${capital(position.outcome === null ? analysis.words : position.outcome.words).replace(/\.$/, "")}.`;
    const { found } = analysis;
    const line = found.position?.line.length ? found.position.line : (found.depth?.line ?? []);
    this.line.textContent = analysis.isOn && line.length > 0 ? `Best line: ${lineText(line, position.moves, convention.name)}.` : "";
    this.state.textContent = analysis.isOn && (found.position ?? found.depth) !== null ? `${capital(found.state)}.` : "";
    // It stays where it is, so that whoever pressed it keeps the focus.
    this.longer.setAttribute("aria-disabled", String(!analysis.hasMoreTime));
    const best = new Set(found.position?.best ?? []);
    const rows = analysis.isOn ? position.moves : [];
    fill(this.body, ...rows.map((move) => this.row(move, convention.name, best.has(move.move))));
    const isGuessed = rows.some((move) => { const value = found.moves.get(move.move); return value?.isBest === true && value.result === null; });
    const legend = {
      scores: "▲ wins, ■ draws, ▼ loses for the side to move; the number is plies until the game is over.",
      distances: "▲ wins, ■ draws, ▼ loses for the side to move; the number is plies until the game is over.",
      points: "▲ wins, ■ draws, ▼ loses for the side to move; the number is the difference of quadruples at the end.",
      winner: "▲ wins, ▼ loses for the side to move; … is not proved.",
    }[menu.solver ?? "winner"];
    this.legend.textContent = isGuessed ? `${legend} ★ is the best move that a search found, which proves nothing.` : legend;
  }

  /**
   * @param {import("../shell/types.d.ts").Move} move
   * @param {string} convention
   * @param {boolean} isBest
   */
  row(move, convention, isBest) {
    const value = this.analysis.found.moves.get(move.move);
    const text = moveText(move, convention);
    const play = make("button", { type: "button", class: "quiet", "data-key": move.move, "aria-label": `Play ${text}`, click: () => this.told.move(move) }, text);
    return make(
      "tr",
      { class: isBest ? "best" : undefined },
      make("th", { scope: "row" }, play),
      make("td", {}, value === undefined ? "…" : make("span", { class: `chip ${tone(value)}` }, symbol(value)), value?.score === null || value?.score === undefined ? null : make("span", { class: "score" }, signed(value.score))),
      make("td", {}, value?.words ?? ""),
    );
  }
}
